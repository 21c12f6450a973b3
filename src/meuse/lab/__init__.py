"""Many games at once: self-play, measurements, and games told as text."""
