"""What the sheets of all games have: what a table shows and never changes. A game's own is in its `table/sheet.py`."""

from __future__ import annotations

from typing import Any

from meuse.engine.board import Landscape
from meuse.engine.contract import Game
from meuse.engine.narration import Places
from meuse.engine.verbs import shown

Table = dict[str, Any]


def head(g: Game[Any]) -> Table:
    """The game, its words and its rules; docs/protocol.md tells of each part."""
    return {
        "game": g.name,
        "scenario": g.scenario,
        "title": g.title,
        "sides": list(g.sides),
        "secrets": g.secrets,
        "verbs": shown(g.verbs),
        "told": g.told,
        "segment": list(g.segment),
        "map": f"/api/games/{g.name}/map.svg",
        "rules": {r.id: {"chapter": r.chapter, "says": r.says, "ruling": r.ruling} for r in g.rules.values()},
    }


def place(names: Places, cell: int) -> Table:
    """What a cell is called: its own name, or the place that it is near."""
    if cell in names.named:
        return {"name": names.named[cell]}
    return {"near": names.near[cell]} if cell in names.near else {}


def river_sides(board: Landscape, size: float) -> Table:
    """The river hexsides of a board, which movement, combat and bridges speak of."""
    found: Table = {}
    for index, name in enumerate(board.side_names):
        (x1, y1), (x2, y2) = ((round(x, 1), round(y, 1)) for x, y in board.river_sides.ends(index, size))
        found[name] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "river": board.side_river[index], "class": "minor"}
    return found
