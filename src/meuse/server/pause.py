"""A segment that has ended by the rules alone waits for who did the last deed in it, where he wishes that.

Until he says so no die falls and nobody else decides, so that he may take it back. Pausing and going on are rows of the
journal like actions: a match that waits does so after a restart and at every process.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from meuse.engine.contract import BadInput, Refusal
from meuse.server.records import GO_ON, PAUSE, Row
from meuse.server.seats import Holder

if TYPE_CHECKING:
    from meuse.server.table import Table, Told

NOT_PAUSED = "nothing waits to go on"


class Pause:
    """At one table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def note(self, now: float) -> None:
        """A row where the latest action has paused the match."""
        table = self.table
        if side := table.match.paused_for:
            table.rows.append(Row(table.state + 1, PAUSE, side, None, now))

    async def end(self, holder: Holder, side: str, state: int, done: Told = None) -> Refusal | None:
        """The side lets the match go on; the dice fall that have waited."""
        table = self.table
        async with table.changing() as before:
            if refusal := table.may_change(holder, side) or table.fits(state, holder.seats):
                return refusal
            match, first, now = table.match, len(table.match.entries), time.time()
            if match.paused_for != side:
                return Refusal("", NOT_PAUSED)
            match.moments = []
            try:
                events = match.go_on()
            except BadInput as error:
                return Refusal("", str(error))
            table.rows.append(Row(table.state + 1, GO_ON, side, None, now, table.timer.acted(side)))
            if len(match.entries) > first:
                table.note(first, events, now, 0)
            table.carry_out_forced(now)
            return await table.commit(before, table.consequences(), done)
