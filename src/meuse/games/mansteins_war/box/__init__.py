"""What is in the box: the typed data files, and the board and counters made from them."""
