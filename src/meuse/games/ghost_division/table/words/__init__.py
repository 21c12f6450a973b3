"""The sentences of the log, chapter by chapter."""
