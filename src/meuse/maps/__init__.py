"""How maps are drawn: paper, lines, water, letters and ornaments that the games share. A picture is an SVG text."""
