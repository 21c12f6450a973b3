"""What a seat may not know yet: while several choose in secret, none learns what another has chosen, nor whether."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from meuse.server import journal
from meuse.server.clock import Timer

if TYPE_CHECKING:
    from meuse.server.table import Table


class Curtain:
    """Between the seats of one table. It is open unless several choose at once."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def rivals(self, seats: Iterable[str]) -> set[str]:
        """The sides that choose in secret now, as others do, and are not these seats'."""
        table = self.table
        if table.match.joint is None or table.over:
            return set()
        return set(table.game.party(table.match.position)) - {*seats}

    def hidden(self, seats: Iterable[str]) -> Sequence[int]:
        """The entries of the journal that these seats hear of when all have chosen."""
        joint = self.table.match.joint
        if joint is None or not (rivals := self.rivals(seats)):
            return ()
        return [row.n for row in self.table.rows[self._row_of(joint):] if journal.author(row) in rivals]

    def _row_of(self, length: int) -> int:
        """The number of the row with which so many actions stood."""
        return journal.standing(self.table.rows)[length - 1].n if length else 0

    def known(self, seats: Iterable[str], state: int | None = None) -> int:
        """A state as these seats are told it: their numbers run on without what is hidden from them."""
        at = self.table.state if state is None else state
        return at - sum(n <= at for n in self.hidden(seats))

    def meant(self, seats: Iterable[str], known: int) -> int:
        """The latest state that these seats know by a number."""
        for n in self.hidden(seats):
            known += n <= known + 1
        return known

    def clocks(self, seats: Iterable[str]) -> dict[str, Any] | None:
        """Rivals' time stands where it was when the choice opened, and runs, whether they have chosen or not."""
        table, rivals = self.table, self.rivals(seats)
        if not rivals:
            return table.timer.shown({})
        joint = table.match.joint
        before = Timer(table.header.clock, table.game.sides, table.rows[: self._row_of(joint)] if joint else ())
        return table.timer.shown({side: before.left(side) for side in rivals})
