"""The measures of the sheet."""

from __future__ import annotations

HEX = 60.0
SIDE = HEX / 3**0.5
MARGIN = 62.0
NATION = {"german": "#4c5650", "french": "#2c5a94"}
