"""Manstein's War: Decision in the West 1940. One module a chapter of the rulebook."""
