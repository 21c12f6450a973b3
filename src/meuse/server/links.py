"""Links to a match: whom they seat, invitations that are exchanged once, renewing and withdrawing.

From each link at most one other follows (`origin`, unique in the store): of two who use an invitation at the same
moment, or renew a link, one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse.engine.contract import BadInput
from meuse.server import store
from meuse.server.database import Conflict
from meuse.server.exchange import Exchange
from meuse.server.messages import Notice
from meuse.server.seats import LIVE, Holder, Link, NotASeat, hashed, new_invitation, new_token
from meuse.server.store import Store
from meuse.server.table import Table
from meuse.server.writer import Statement

WHY = {
    "invitation": "this link is an invitation: take the seat with it first",
    "used": "this invitation has been used, and whoever used it has the seat; if that was not you, ask for a new one",
    "renewed": "this link has been renewed, and only the new one holds the seat",
    "withdrawn": "this link has been withdrawn; ask for a new one",
    "left": "this seat has been given up with this link; ask for a new one",
}


class Taken(msgspec.Struct):
    """A fresh token, and the seats that it holds; none for one that watches."""

    token: str
    seats: list[str]


class Links:
    def __init__(self, keeper: Store, exchange: Exchange) -> None:
        self.store, self.exchange = keeper, exchange
        self.holders: dict[tuple[str, str], Holder] = {}

    async def holder(self, token: str, match: str) -> Holder | None:
        """Who shows this token, if it is one of the match's; NotASeat for one that holds no seat now."""
        hash = hashed(token)
        known = self.holders.get((hash, match))
        if known is None:
            link = await self.store.ask(self.store.link, hash, match)
            if link is None:
                return None
            if link.kind not in LIVE:
                raise NotASeat(link.kind, WHY[link.kind])
            known = self.holders[hash, match] = Holder(hash, tuple(link.seats), link.kind == "maker")
        return known

    async def join(self, token: str, match: str) -> Taken | None:
        """The seat that an invitation is for, under a token that its maker has never seen."""
        link = await self.store.ask(self.store.link, hashed(token), match)
        if link is None:
            return None
        if link.kind != "invitation":
            raise NotASeat(link.kind, WHY.get(link.kind, "this link is no invitation"))
        return await self._replace(match, [link], "used", "seat", link.seats)

    async def renew(self, table: Table, holder: Holder) -> Taken:
        """The same seats under a new token; the old one and every copy of it are worth nothing from now on."""
        if holder.spectator:
            raise BadInput("only who holds a seat can renew his link")
        old = Link(holder.hash, "maker" if holder.maker else "seat", list(holder.seats))
        return await self._replace(table.id, [old], "renewed", old.kind, old.seats)

    async def give_up(self, table: Table, holder: Holder) -> None:
        """Leave a seat to whomever the match's maker then invites."""
        if holder.spectator or holder.maker:
            raise BadInput("only who was invited can give his seat up")
        await self.store.put([store.mark_token(table.id, holder.hash, "left"), *_cleared(table.id, holder.seats)])
        await self._changed(table.id)
        table.announce(Notice(f"{table.name_of(holder)} has given the seat up."))

    async def invite(self, table: Table, holder: Holder, side: str) -> Taken:
        """A new invitation to a seat in which nobody has acted or that was given up, or a new link to watch.

        What it takes the place of is withdrawn.
        """
        if not holder.maker:
            raise BadInput("only who made the match can invite to it")
        if side and side not in table.game.sides:
            raise BadInput(f"side: expected one of {', '.join(table.game.sides)}, or nothing for a link to watch")
        old = [link for link in await self._ends(table.id)
               if (side in link.seats if side else not link.seats) and link.kind != "maker"]
        if not old:
            raise BadInput(f"nobody was invited to the seat {side!r}")
        if any(link.kind == "seat" for link in old) and any(row.side == side for row in table.rows):
            raise BadInput(f"whoever was invited as {side} has played; only he can give the seat up")
        kind, seats = ("invitation", [side]) if side else ("watch", [])
        return await self._replace(table.id, old, "withdrawn", kind, seats)

    async def open(self, match: str) -> list[str]:
        """Seats that nobody holds."""
        ends = await self._ends(match)
        return sorted({side for link in ends if link.kind not in LIVE for side in link.seats})

    async def _ends(self, match: str) -> list[Link]:
        """The links from which no other has followed."""
        links = await self.store.ask(self.store.links, match)
        replaced = {link.origin for link in links}
        return [link for link in links if link.hash not in replaced]

    async def _replace(self, match: str, old: list[Link], why: str, kind: str, seats: list[str]) -> Taken:
        token = new_invitation() if kind == "invitation" else new_token()
        fresh = Link(hashed(token), kind, seats, old[0].hash)
        try:
            await self.store.put([
                *(store.mark_token(match, link.hash, why) for link in old), store.new_token(match, fresh),
                *(_cleared(match, seats) if why == "withdrawn" else ()),
            ])
        except Conflict:
            raise NotASeat(why, WHY[why]) from None
        await self._changed(match)
        return Taken(token, seats)

    async def _changed(self, match: str) -> None:
        self.forget(match)
        self.exchange.tell("links", match)

    def forget(self, match: str | None = None) -> None:
        """What tokens were worth, in one match or in all."""
        self.holders = {} if match is None else {k: v for k, v in self.holders.items() if k[1] != match}

    async def hang_up(self, table: Table) -> None:
        """End the sockets whose tokens are no longer worth anything."""
        links = await self.store.ask(self.store.links, table.id)
        good = {link.hash for link in links if link.kind in LIVE}
        for session in [s for s in table.audience.sessions if s.holder.hash not in good]:
            session.hang_up()


def _cleared(match: str, seats: Sequence[str]) -> list[Statement]:
    """Whoever sits there next finds neither the notes nor the mail address of whoever sat there before."""
    return [*store.put_address(match, seats, None), *store.put_notes(match, "+".join(seats), "")]
