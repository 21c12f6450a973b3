"""Where whole matches are gone through again: to check their dice, to tell of them, or to bring them in.

It has workers of its own, which the processor serves after all others: however many records are handed in, computer
players and their opponents do not wait for them. Of each address one record is looked at at a time.
"""

from __future__ import annotations

import msgspec

from meuse.engine.contract import BadInput
from meuse.server import jobs
from meuse.server.limits import Limits, Purse, Turns
from meuse.server.workers import Pool

EXAMINE_SECONDS = 60.0
BEHIND = 10
"""How far its workers stand back for others, as `nice` counts."""


class Desk:
    def __init__(self, limits: Limits) -> None:
        self.pool = Pool(1, BEHIND)
        self.turns = Turns(limits.records)

    async def examine(self, record: bytes, purse: Purse) -> bytes:
        """A verdict on its dice, as JSON."""
        async with self.turns.turn(purse.address):
            try:
                found: bytes = await self.pool.ask(jobs.examine, record, seconds=EXAMINE_SECONDS)
            except BadInput as error:
                return msgspec.json.encode(jobs.Verdict(False, 0, 0, 0, False, str(error)))
            return found

    async def conclude(self, record: bytes, purse: Purse) -> bytes:
        """What the end page tells of a finished match, as JSON."""
        async with self.turns.turn(purse.address):
            found: bytes = await self.pool.ask(jobs.conclude, record, seconds=EXAMINE_SECONDS)
            return found

    async def recall(self, asked: jobs.Recalled, purse: Purse) -> bytes:
        """A war diary, as JSON."""
        async with self.turns.turn(purse.address):
            data = msgspec.msgpack.encode(asked)
            found: bytes = await self.pool.ask(jobs.write_diary, data, seconds=EXAMINE_SECONDS)
            return found

    async def unfold(self, record: bytes, purse: Purse) -> jobs.Unfolded:
        async with self.turns.turn(purse.address):
            found: bytes = await self.pool.ask(jobs.unfold, record, seconds=EXAMINE_SECONDS)
        return msgspec.msgpack.decode(found, type=jobs.Unfolded)
