"""Sentences for the log, chapter by chapter."""
