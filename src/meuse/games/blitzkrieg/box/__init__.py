"""What is in the box: the typed data files, and the board, counters, cards and tables made from them."""
