"""What the table shows: views, sentences, overlays and the picture of the map."""
