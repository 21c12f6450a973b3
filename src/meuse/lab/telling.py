"""A game told as text, line by line as it is played: the game's narrator on a page, with its headings as margins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.engine.contract import Event
from meuse.engine.match import AnyGame
from meuse.engine.narration import Line, Narrator

MARGIN = 2
"""Columns that a line is set in for each heading that it stands under."""


class Row(msgspec.Struct, frozen=True):
    """A row for the reader. `tone` is "turn" or "heading" for the headings, "result", or that of the line."""

    text: str
    tone: str = ""
    indent: int = 0


class Teller:
    """Tells events as rows. A line that may go on is kept back until it is known to be whole."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.narrator = Narrator(game)
        self.headings: list[tuple[int, str]] = []
        """Those that the last line stands under, by their levels, the highest first."""
        self.held: Line | None = None

    def tell(self, events: Sequence[Event], p: Any) -> list[Row]:
        """What has happened up to the present position; before each new turn, the points as they stand."""
        rows: list[Row] = []
        for event in events:
            line = self.narrator.take(event)
            if line.joined:
                self.held = line
                continue
            rows += self.flush()
            if line.level == 1 and self.headings:
                rows += self.score(p)
            if self.narrator.open:
                self.held = line
            else:
                rows += self._rows(line)
        return rows

    def flush(self) -> list[Row]:
        """What was kept back because more of the same could have followed."""
        line, self.held = self.held, None
        return self._rows(line) if line else []

    def score(self, p: Any) -> list[Row]:
        text = self.game.score_line(p)
        return [Row(text, "result", MARGIN)] if text else []

    def progress(self) -> str:
        """Where the game stands, in a few words."""
        return "; ".join(text for level, text in self.headings if level < 3)

    def _rows(self, line: Line) -> list[Row]:
        text, level = line.joined or line.text, line.level
        if level:
            kept = level - 1 if level > 0 else -level
            self.headings = [(above, words) for above, words in self.headings if above <= kept]
        indent = MARGIN * len(self.headings)
        rows = [Row(text, _tone(line), indent)]
        if level > 0:
            self.headings.append((level, text))
        if line.note:
            rows.append(Row(line.note, "quiet", indent))
        return rows


def _tone(line: Line) -> str:
    return {1: "turn", 2: "heading"}.get(line.level, line.tone or line.side)
