"""What the table shows: the picture of the map."""
