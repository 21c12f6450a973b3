"""Where markers lie in a cell: where they cover least of what players read there."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.engine.hexes import Point
from meuse.maps.drawing import Boxes, around, overlap
from meuse.maps.paper import Paper

Pins = list[Point]
MOST = 5
"""As many markers as a hex may have."""


def pins(paper: Paper, taken: Boxes, choices: Sequence[Point], reach: float) -> dict[str, Pins]:
    """The choices for each cell, from its middle: first where a marker covers least, of equal ones the first given.

    Cells whose spots are the first of the choices are left out. A marker reaches so far from its middle.
    """

    def covers(name: str, choice: Point) -> float:
        x, y = paper.spot[name]
        box = around((x + choice[0], y + choice[1]), reach)
        return sum(overlap(box, other) for other in taken.near(box))

    found = {name: sorted(choices, key=lambda choice: covers(name, choice))[:MOST] for name in paper.cells}
    return {name: spots for name, spots in found.items() if spots != list(choices[:MOST])}
