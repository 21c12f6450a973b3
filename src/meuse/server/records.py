"""What the store keeps, as typed records."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from meuse.engine.contract import Event, Outcome
from meuse.engine.dice import Salt
from meuse.engine.narration import Line
from meuse.engine.record import Moved, script_of
from meuse.players.names import write_player

BACK = "back"
"""Stands in the journal in place of a side where actions were taken back; the action is the number that remain."""

PROMISE, SALT = "promise", "salt"
"""So do these where a browser has promised or shown its salt; the action is the side, and the promise or salt."""

PAUSE, GO_ON = "pause", "go on"
"""And these where the match waits after the latest action for who did it, and goes on; the action is the side."""

BESIDE = frozenset({PROMISE, SALT, PAUSE, GO_ON})
"""What stands in the journal and is no action of the game, and takes none back."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there."""

    kind: Literal["here", "invite", "computer"]
    name: str = ""
    player: str = ""
    level: str = ""
    temper: str = ""

    @property
    def mind(self) -> str:
        """The computer player as `make_player` knows it."""
        wanted = {"level": self.level, "temper": self.temper}
        return write_player(self.player, {name: value for name, value in wanted.items() if value})


class Clock(msgspec.Struct, frozen=True):
    """Seconds for each run of decisions ("move") or for all of them ("game")."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: float = 0


class Header(msgspec.Struct, frozen=True):
    """What is fixed when a match begins."""

    game: str
    scenario: str
    options: dict[str, str]
    commitment: str
    seats: dict[str, Seat]
    clock: Clock = Clock()
    situation: dict[str, Any] | None = None
    overlay: dict[str, Any] | None = None
    created: float = 0.0
    rematch_of: str = ""
    imported: bool = False
    """Brought in to be looked at only."""
    moved: list[Moved] = []
    """Brought in to be played on: the dice from there on, and from earlier such moves. Keys are kept apart."""
    advice: bool = False
    """Whether the staff may be asked what it would do."""
    seeded: bool = False
    """The dice come from a seed that somebody chose, and so knows."""
    salts: list[Salt] = []
    """The sides whose browsers add a salt to the first key; here without it, unless the match was brought in."""

    @property
    def scripted(self) -> bool:
        """The situation gives its first dice."""
        return bool(script_of(self.situation))


class Ended(msgspec.Struct, frozen=True):
    """How a match ended: as the game says, or by resignation or the clock."""

    winner: str | None
    level: str
    points: dict[str, int]
    by: Literal["game", "resignation", "clock"] = "game"
    side: str = ""
    """Who resigned or ran out of time."""

    @classmethod
    def of(cls, outcome: Outcome) -> Ended:
        return cls(outcome.winner, outcome.level, outcome.points)

    @property
    def verdict(self) -> str:
        """In words: as the game has it, or whose victory it is that somebody gave up or ran out of time."""
        if self.by == "game":
            return Outcome(self.winner, self.level, self.points).verdict
        how = f"{self.side.capitalize()} {'resigned' if self.by == 'resignation' else 'ran out of time'}"
        return f"{self.winner.capitalize()} victory: {how}" if self.winner else how


class Ending(msgspec.Struct, frozen=True):
    """An end as it is sent: with its words."""

    winner: str | None
    level: str
    points: dict[str, int]
    by: str
    side: str
    verdict: str

    @classmethod
    def of(cls, end: Ended | Outcome | None) -> Ending | None:
        if end is None:
            return None
        ended = end if isinstance(end, Ended) else Ended.of(end)
        return cls(ended.winner, ended.level, ended.points, ended.by, ended.side, ended.verdict)


class Address(msgspec.Struct, frozen=True):
    """Where somebody wants mail."""

    mail: str
    unconfirmed: str | None = None
    """Hash of the code in the mail that asks whether it is his; None once it has been answered."""


class Offer(msgspec.Struct, frozen=True):
    """To go back to a state. It is done when every seat that another holds has agreed."""

    side: str
    state: int
    asked_by: list[str] = []
    """All seats of the token that asks: none of them can agree with itself."""
    agreed: list[str] = []
    hindsight: bool = False
    """It goes past a reveal: the match will be marked."""


class Row(msgspec.Struct, frozen=True):
    """One entry of the journal: an action, a die or a taking-back. `n` is the state that it led to."""

    n: int
    side: str
    action: str
    number: int | None = None
    at: float = 0.0
    """When; the same for all that came in one message, which is taken back as one."""
    spent: int = 0
    """Milliseconds that the side took."""
    events: str | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """The position at a state from which nothing could be undone."""

    n: int
    position: str


class ChatLine(msgspec.Struct, frozen=True):
    n: int
    name: str
    side: str | None
    text: str
    at: float


class Logged(msgspec.Struct, frozen=True):
    """A line of the log: the state it belongs to and how many actions stood then."""

    state: int
    length: int
    event: Event
    line: Line
