"""What happens, told in lines: the words are the game's; the log, the browser and the terminal take them from here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from meuse.engine.contract import Event, Game


class Line(msgspec.Struct, frozen=True):
    """An event as the log shows it."""

    text: str
    level: int = 0
    """The heading that it makes, 1 the highest; 0 for a line beneath one, -n if it ends headings deeper than n."""
    tone: str = ""
    """Whose doing it is: a side; or "fight" for dice and chances, "loss", "quiet"."""
    note: str = ""
    """Small print beneath it, such as the chance of every result."""
    joined: str = ""
    """Where it goes on with the line before it: the sentence for both, which takes the other's place."""


class Narrator:
    """Takes events in their order. Those that the game joins (the steps of a move) are one line."""

    def __init__(self, game: Game[Any], run: Iterable[Event] = ()) -> None:
        self.game = game
        self.run = list(run)
        """The events of the last line."""

    def take(self, event: Event) -> Line:
        """The event's line. Events that different seats see are never joined: that would tell of hidden ones."""
        line, last = self.game.line(event), self.run[-1] if self.run else None
        if last and last.what == event.what and last.seen_by == event.seen_by:
            both = self.game.joined([*self.run, event])
            if both is not None:
                self.run.append(event)
                return msgspec.structs.replace(line, joined=both)
        self.run = [event]
        return line

    @property
    def open(self) -> bool:
        """Whether the next event may go on with the last line."""
        return bool(self.run) and self.game.joined(self.run) is not None
