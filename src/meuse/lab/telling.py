"""A game told as text: what happens, line by line, and a position at a glance.

`Teller` does for any game. A game that deserves more has a teller of its own, named in the registry of games.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.engine.contract import BadInput, Event
from meuse.engine.match import AnyGame
from meuse.games import GAMES, found


class Line(msgspec.Struct, frozen=True):
    """A line for the reader. `tone` is "turn", "chit", a side, "fight", "loss", "quiet", "result" or nothing."""

    text: str
    tone: str = ""
    indent: int = 2


class Teller:
    """One line an event, in the words of the game's own log."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def opening(self, p: Any) -> list[Line]:
        """The table before the first decision."""
        return []

    def tell(self, events: Sequence[Event], staged: Any, after: Any) -> list[Line]:
        """What has happened. `staged` is the position once the side had acted and before any die, `after` the present
        one."""
        return [Line(self.game.describe(event)) for event in events]

    def flush(self) -> list[Line]:
        """What was kept back because more of the same could have followed."""
        return []

    def score(self, p: Any) -> list[Line]:
        """The points as they stand, if the game can take them to pieces."""
        try:
            tally = self.game.explain(p, "score")
        except BadInput:
            return []
        parts = ", ".join(f"{part.label} {part.value}" for part in tally.parts if part.value)
        return [Line(f"{tally.title}: {tally.total}" + (f" ({parts})" if parts else ""), "result")]

    def progress(self, p: Any) -> str:
        """Where the game stands, in a few words."""
        return ""

    def report(self, p: Any) -> list[str]:
        """The position as a reader would have it laid out."""
        return json.dumps(self.game.view(p, None), indent=2, ensure_ascii=False).splitlines()


def teller_for(game: AnyGame) -> Teller:
    """The teller who knows this game best."""
    where = GAMES[game.name].teller if game.name in GAMES else ""
    teller: Teller = (found(where) if where else Teller)(game)
    return teller
