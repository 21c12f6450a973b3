"""Sedan: The Decisive Battle for France, May 1940. One module a chapter of the rulebook."""
