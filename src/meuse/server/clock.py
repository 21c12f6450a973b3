"""Time to think: none, so much for each run of decisions, or so much for the whole game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from meuse.server.journal import author
from meuse.server.records import Clock, Row

LONGEST = 2**31 - 1
"""Milliseconds that the journal can note for one decision: some 24 days."""


class Timer:
    """Counts the time of the sides that must decide. Time in which no server ran does not count."""

    def __init__(self, clock: Clock, sides: Sequence[str], rows: Sequence[Row]) -> None:
        self.clock, self.sides = clock, sides
        self.used = dict.fromkeys(sides, 0.0)
        self.run = dict.fromkeys(sides, 0.0)
        """Seconds used in the present run of decisions."""
        for row in rows:
            self.heard(author(row), row.spent)
        self.running: tuple[str, ...] = ()
        self.carried: dict[str, float] = {}
        """Seconds that a side thinks already over its present decision, up to `since`."""
        self.since = time.monotonic()

    def waits_for(self, actors: Sequence[str]) -> None:
        """The sides that must decide from now on."""
        self._carry()
        self.running = tuple(side for side in actors if side in self.sides)
        self.carried = {side: spent for side, spent in self.carried.items() if side in self.running}

    def _carry(self) -> None:
        """Where several decide at once, the time of the others goes on when one has."""
        now = time.monotonic()
        for side in self.running:
            self.carried[side] = self.carried.get(side, 0.0) + now - self.since
        self.since = now

    def acted(self, side: str) -> int:
        """A side has decided; the milliseconds that it took."""
        self._carry()
        spent = self.carried.pop(side, 0.0)
        self.used[side] += spent
        self._add(side, spent)
        return min(int(spent * 1000), LONGEST)

    def heard(self, side: str, spent: int) -> None:
        """A side has decided elsewhere, in so many milliseconds."""
        if side in self.run:
            self.used[side] += spent / 1000
            self._add(side, spent / 1000)

    def _add(self, side: str, seconds: float) -> None:
        """To the side's run of decisions, which ends the others'."""
        for other in self.sides:
            self.run[other] = self.run[other] + seconds if other == side else 0.0

    def left(self, side: str) -> float:
        used = self.used[side] if self.clock.kind == "game" else self.run[side]
        if side in self.running:
            used += self.carried.get(side, 0.0) + time.monotonic() - self.since
        return self.clock.seconds - used

    def next_flag(self) -> tuple[float, str] | None:
        """Seconds until the first of the deciding sides runs out, and which."""
        if self.clock.kind == "none" or not self.running:
            return None
        return min((self.left(side), side) for side in self.running)

    def shown(self, as_before: Mapping[str, float]) -> dict[str, Any] | None:
        """The clocks; some sides' as if they had not decided, with what was left to them before."""
        if self.clock.kind == "none":
            return None
        left = {side: as_before.get(side, self.left(side)) for side in self.sides}
        return {"kind": self.clock.kind, "seconds": self.clock.seconds,
                "running": [side for side in self.sides if side in self.running or side in as_before],
                "left": {side: round(max(0.0, seconds), 1) for side, seconds in left.items()}}
