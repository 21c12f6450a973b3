"""Browsers promise their salts and show them, so that nobody can choose the dice: see `salts.py`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.engine.dice import salt_commitment
from meuse.server import salts
from meuse.server.records import PROMISE, SALT, Row
from meuse.server.seats import Holder

if TYPE_CHECKING:
    from meuse.server.table import Before, Table, Told


class Promises:
    """Of the browsers at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def promise(self, holder: Holder, side: str, commitment: str, done: Told = None) -> Refusal | None:
        """A browser's commitment to its salt; it may be replaced until all have theirs: nothing has been shown yet."""
        table = self.table
        async with table.changing() as before:
            if refusal := table.may_change(holder, side) or self._gives(side):
                return refusal
            if any(salt.side == side and salt.commitment == commitment for salt in table.salts):
                return _again(done)
            if all(salt.commitment for salt in table.salts):
                return Refusal("", "every browser has promised its salt, and no promise can be changed now")
            return await self._add(before, PROMISE, f"{side} {commitment}", done)

    async def show(self, holder: Holder, side: str, salt: str, done: Told = None) -> Refusal | None:
        """The salt that was promised, once all have been; with the last one the dice fall that have waited."""
        table = self.table
        async with table.changing() as before:
            if refusal := table.may_change(holder, side) or self._gives(side):
                return refusal
            mine = next(known for known in table.salts if known.side == side)
            if not all(known.commitment for known in table.salts):
                return Refusal("", "not every browser has promised its salt yet")
            if salt_commitment(table.match.dice.spans[-1].commitment, side, salt) != mine.commitment:
                return Refusal("", "this is not the salt that was promised")
            if mine.salt is not None:
                return _again(done)
            return await self._add(before, SALT, f"{side} {salt}", done)

    def _gives(self, side: str) -> Refusal | None:
        given = any(salt.side == side for salt in self.table.salts)
        return None if given else Refusal("", f"no salt is asked of {side!r}'s browser")

    async def _add(self, before: Before, what: str, words: str, done: Told) -> Refusal | None:
        table = self.table
        row, first = Row(table.state + 1, what, words, None, time.time()), len(table.match.entries)
        table.rows.append(row)
        events = table.match.mix(salts.noted(table.salts, [row]))
        if len(table.match.entries) > first:
            table.note(first, events, row.at, 0)
        return await table.commit(before, table.consequences(), done)


def _again(done: Told) -> Refusal | None:
    """What has been done before: it is acknowledged again."""
    if done is not None:
        done()
    return None
