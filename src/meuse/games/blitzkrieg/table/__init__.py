"""What the table shows: views, sentences and the picture of the map."""
