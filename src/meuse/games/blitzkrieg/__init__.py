"""Blitzkrieg in the West: the campaign of 1940 with operational cards, secret air planning and the Shock of nations."""
