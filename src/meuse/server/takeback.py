"""Taking back: one's own latest actions freely, and further only if the others agree."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import Refusal
from meuse.server import journal, store
from meuse.server.messages import Notice
from meuse.server.records import BACK, Offer, Row
from meuse.server.seats import Holder

if TYPE_CHECKING:
    from meuse.server.table import Before, Table, Told

NOTHING_TO_UNDO = "there is nothing to take back so far since the last die, reveal or decision of the other side"
HINDSIGHT = (
    "something secret was revealed since then, and would be known: the match would be marked, in its record and its "
    "verdict, as played with hindsight"
)
MOST_TAKEN_BACK = 10_000
"""Entries of a match's journal that no longer stand; a long game has some 5,000 that do."""
TOO_MUCH = "so much has been taken back in this match that no more can be"


class TakeBack:
    """At one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.offer: Offer | None = None
        """To go back further than is free, as long as not all have agreed."""

    async def undo(
        self, holder: Holder, side: str, done: Told = None, *, state: int | None = None, to: int | None = None,
        steps: int | None = None,
    ) -> Refusal | None:
        """Take back what the side did to get here from a state, so many actions, or its latest message."""
        table, meant = self.table, self.table.curtain.meant
        async with table.changing() as before:
            fits = table.fits(meant(holder.seats, state), holder.seats) if state is not None else None
            if refusal := table.may_change(holder, side) or fits:
                return refusal
            count = steps or (self._latest(side) if to is None else self._since(meant(holder.seats, to), side))
            return self.refuse(side, count) or await table.commit(before, self.take(side, count), done)

    def refuse(self, side: str, count: int) -> Refusal | None:
        """Why the side may not take back so many of its actions."""
        if not 0 < count <= self.table.match.undoable(side):
            return Refusal("", NOTHING_TO_UNDO)
        return self._bounded()

    def take(self, side: str, count: int) -> list[Any]:
        """Take back so many of the side's own actions; what is to be written besides the rows that say so.

        Secret choices each by itself: what others have chosen meanwhile stands, and they hear nothing of it.
        """
        match = self.table.match
        if match.joint is not None:
            for _ in range(count):
                self._strike(f"{match.undo(side)} {side}")
            return []
        for _ in range(count):
            match.undo(side)
        return self._went_back()

    def _latest(self, side: str) -> int:
        """How many of the actions that may be taken back came with the latest one, in one message."""
        free = self.table.match.undoable(side)
        last = [row for row in journal.standing(self.table.rows) if row.side == side][-free:] if free else []
        return sum(row.at == last[-1].at for row in last)

    def _since(self, state: int, side: str) -> int:
        """How many actions lead from a state to here; 0 if that one was another course of the match.

        Where several choose in secret, how many of the side's own.
        """
        match = self.table.match
        now, then = match.entries, journal.entries_of(self.table.rows[:state])
        if match.joint is not None:
            now, then = ([entry for entry in entries if entry.side == side] for entries in (now, then))
        return len(now) - len(then) if now[: len(then)] == then else 0

    def _bounded(self) -> Refusal | None:
        """The journal keeps what is taken back, so that is not without end."""
        taken_back = self.table.state - len(self.table.match.entries)
        return Refusal("", TOO_MUCH) if taken_back > MOST_TAKEN_BACK else None

    def _went_back(self) -> list[Any]:
        """The match is at an earlier decision again; an offer to go back is answered with that."""
        self._strike(str(len(self.table.match.entries)))
        others = [store.set_offer(self.table.id, None)] if self.offer else []
        self.offer = None
        return others

    def _strike(self, what: str) -> None:
        """A row that takes back, and the log without what it took."""
        table = self.table
        row = Row(table.state + 1, BACK, what, None, time.time(), 0)
        table.rows.append(row)
        table.log = journal.without(table.log, row)
        table.audience.shortened()

    # -- further than is free --

    async def propose(
        self, holder: Holder, side: str, state: int, done: Told = None, hindsight: bool = False
    ) -> Refusal | None:
        """Offer to go back to a state; at once where nobody could object. Past a reveal only if so wished."""
        table = self.table
        async with table.changing() as before:
            if refusal := table.may_change(holder, side):
                return refusal
            if state >= table.curtain.known(holder.seats):
                return Refusal("", "that moment has not come yet")
            if too_much := self._bounded():
                return too_much
            shown = journal.revealing(table.game, journal.standing(table.rows)[self._shared(state):])
            if shown and not hindsight:
                return Refusal("", HINDSIGHT)
            if not self._others(holder.seats):
                return await self._go_back(before, state, done)
            text = f"{side.capitalize()} offers to go back to move {state}; the dice would be rolled anew" + (
                ", and the match would be marked as played with hindsight." if shown else ".")
            return await self._set_offer(before, Offer(side, state, list(holder.seats), [], shown), text, done)

    async def _set_offer(self, before: Before, offer: Offer | None, text: str, done: Told) -> Refusal | None:
        self.offer = offer
        refusal = await self.table.commit(before, [store.set_offer(self.table.id, offer)], done)
        if refusal is None:
            self.table.announce(Notice(text, offer=offer))
        return refusal

    def _others(self, agreed: Iterable[str]) -> list[str]:
        """Seats of people who would still have to agree."""
        known = set(agreed)
        return [s for s, seat in self.table.header.seats.items() if s not in known and seat.kind != "computer"]

    async def answer(self, holder: Holder, side: str, accept: bool, done: Told = None) -> Refusal | None:
        table = self.table
        async with table.changing() as before:
            if refusal := table.may_change(holder, side):
                return refusal
            if self.offer is None:
                return Refusal("", "no offer to go back is open")
            if accept:
                return await self._agree(before, self.offer, holder, done)
            return await self._set_offer(before, None, f"{side.capitalize()} declines to go back.", done)

    async def _agree(self, before: Before, offer: Offer, holder: Holder, done: Told) -> Refusal | None:
        """One holder agrees, for all his seats; the last of them carries it out."""
        asked_by = offer.asked_by or [offer.side]
        if set(holder.seats) & set(asked_by):
            return Refusal("", "whoever asks to go back cannot agree to it himself")
        agreed = [*offer.agreed, *(side for side in holder.seats if side not in offer.agreed)]
        waiting = self._others((*asked_by, *agreed))
        if not waiting:
            return await self._go_back(before, offer.state, done)
        names = " and ".join(side.capitalize() for side in holder.seats)
        text = f"{names} agrees to go back; {' and '.join(side.capitalize() for side in waiting)} must as well."
        return await self._set_offer(before, msgspec.structs.replace(offer, agreed=agreed), text, done)

    async def _go_back(self, before: Before, state: int, done: Told) -> Refusal | None:
        """Back to the last decision that both that state and the present one have behind them."""
        match = self.table.match
        await asyncio.to_thread(match.back_to, self._shared(state))
        told = Notice(f"The match goes back to the decision after action {len(match.entries)}.")
        refusal = await self.table.commit(before, self._went_back(), done)
        if refusal is None:
            self.table.announce(told)
        return refusal

    def _shared(self, state: int) -> int:
        """How many actions that state and the present one have in common."""
        now, then = self.table.match.entries, journal.entries_of(self.table.rows[:state])
        length = 0
        while length < min(len(now), len(then)) and now[length] == then[length]:
            length += 1
        return length
