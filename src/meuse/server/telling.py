"""What the people at a match are told: each hears only what his seats may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from meuse.engine.changes import View
from meuse.engine.contract import CHANCE
from meuse.engine.dice import Salt
from meuse.engine.match import Match
from meuse.engine.record import RECORD_VERSION, published
from meuse.server.bulletin import NOBODY, Bulletin, log_line, visible
from meuse.server.limits import Purse
from meuse.server.messages import DiceMessage, Presence, Seats, TableMessage, Talk, encode
from meuse.server.records import Ending, Header
from meuse.server.seats import Holder
from meuse.server.views import ALL, Views
from meuse.server.wire import Talking

if TYPE_CHECKING:
    from meuse.server.table import Table

MOST_SPECTATORS, MOST_FROM_AN_ADDRESS, MOST_OF_A_SEAT = 100, 20, 20
"""Sockets at one match: spectators in all and from one address, and of one player's link."""

MOST_ANSWERS = 1000
"""Kept of one position."""

MOST_LINES = 200
"""Of the chat, the latest so many are told to who comes."""

NOTHING = msgspec.Raw(b"[]")


class Answers:
    """What has been asked of one position, each worked out once."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.at: tuple[int, bool] = (-1, False)
        self.known: dict[Any, dict[str, msgspec.Raw]] = {}

    def of(self, table: Table, question: Any, work: Callable[[], dict[str, Any]]) -> dict[str, msgspec.Raw]:
        """A match that was taken from disk again is another one, though its state may be the same."""
        at = (table.state, table.over)
        if self.match is not table.match or self.at != at or len(self.known) >= MOST_ANSWERS:
            self.match, self.at, self.known = table.match, at, {}
        if question not in self.known:
            self.known[question] = {name: msgspec.Raw(encode(value)) for name, value in work().items()}
        return self.known[question]


class Session:
    """One open socket: who holds it, and what he has been told."""

    def __init__(self, holder: Holder, purse: Purse, line: Talking) -> None:
        self.holder, self.purse, self.line = holder, purse, line
        self.viewer: str | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.lines = 0
        """Lines of the log that he has."""
        self.told_as = -1
        """Which of the tables that everybody is told he was told last."""
        self.number = 0
        """Of tables sent to him."""
        self.said = b""
        """What the last table told him besides its view, events and clocks, while several choose in secret."""

    def send(self, message: Any) -> None:
        self.line.say(message if isinstance(message, bytes) else encode(message))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that is answered when it is done, while the socket goes on."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drop(self) -> None:
        for task in self.tasks:
            task.cancel()

    def hang_up(self) -> None:
        self.line.hang_up()


class Audience:
    """The sessions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sessions: set[Session] = set()
        self.answers = Answers()
        self.elsewhere: dict[str, tuple[list[str], int]] = {}
        """Whose sockets are at other processes: seats, and how many spectators."""
        self.told_salts: tuple[Salt, ...] = ()
        self.told: dict[str | None, View] = {}
        """The views of the last table that was told to everybody, and which it was."""
        self.told_as = 0
        self._sent_seats: tuple[Header, msgspec.Raw] | None = None

    def join(self, session: Session) -> None:
        self.sessions.add(session)
        self.send_table(session)
        session.send(self.dice())
        session.send(Talk(self.table.chat.lines[-MOST_LINES:]))
        self.came_or_went()

    def leave(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.discard(session)
            self.came_or_went()

    def crowded(self, new: Session) -> bool:
        """Whether there is no room for one more; spectators take none from the players."""
        if not new.holder.spectator:
            return sum(s.holder.hash == new.holder.hash for s in self.sessions) >= MOST_OF_A_SEAT
        there = [s.purse.address for s in self.sessions if s.holder.spectator]
        return len(there) >= MOST_SPECTATORS or there.count(new.purse.address) >= MOST_FROM_AN_ADDRESS

    def came_or_went(self) -> None:
        self.tell(self.presence())
        self.table.say_who_is_here()

    def heard_of(self, process: str, here: list[str], watching: int) -> None:
        """Who is at the match at another process."""
        if self.elsewhere.get(process, ([], 0)) != (here, watching):
            self.elsewhere[process] = (here, watching)
            self.tell(self.presence())

    def here(self) -> list[str]:
        """The seats whose sockets are at this process."""
        return sorted({side for session in self.sessions for side in session.holder.seats})

    def connected(self) -> set[str]:
        """The seats that are connected, here or elsewhere."""
        return {*self.here(), *(side for sides, _ in self.elsewhere.values() for side in sides)}

    def watching(self) -> int:
        return sum(session.holder.spectator for session in self.sessions)

    def presence(self) -> Presence:
        there = self.connected()
        watching = self.watching() + sum(count for _, count in self.elsewhere.values())
        return Presence({side: side in there for side in self.table.game.sides}, watching)

    def tell(self, message: Any) -> None:
        """The same to everybody."""
        data = encode(message)
        for session in self.sessions:
            session.line.say(data)

    def tell_table(self) -> None:
        """The table to everybody, to each as he may see it: what has changed since the last one."""
        if self.told_salts != self.table.salts:
            self.told_salts = self.table.salts
            self.tell(self.dice())
        self.told_as += 1
        bulletin = Bulletin(self.table, self.told)
        for session in list(self.sessions):
            self._send(session, bulletin)
        self.told = bulletin.views.known
        self.table.news = []

    def shortened(self) -> None:
        """Lines at the end of the log were taken back: nobody has those that will come in their place."""
        log = self.table.log
        left = {viewer: len(visible(log, viewer)) if self.table.whispers else len(log)
                for viewer in {session.viewer for session in self.sessions}}
        for session in self.sessions:
            session.lines = min(session.lines, left[session.viewer])

    def send_table(self, session: Session) -> None:
        """The whole table to one, as he may see it."""
        bulletin = Bulletin(self.table)
        self._send(session, bulletin)
        self.told |= bulletin.views.known

    def _send(self, session: Session, bulletin: Bulletin) -> None:
        """While several choose in secret, nothing goes to who would learn nothing from it."""
        message = self.table_for(session, bulletin)
        if self.table.match.joint is not None:
            said = encode(msgspec.structs.replace(
                message, view=UNSET, changes=UNSET, clocks=None, events=NOTHING, events_from=0))
            if (message.view, message.changes, message.events, said) == (UNSET, NOTHING, NOTHING, session.said):
                return
            session.said = said
        session.number += 1
        message.number = session.number
        session.send(message)

    def dice(self) -> DiceMessage:
        """Where the dice come from, as far as it can be told before the end."""
        table = self.table
        first, *moved = published(table.match.dice.spans, open=False)
        return DiceMessage(first.commitment, first.salts, moved, table.header.seeded, table.header.scripted)

    def table_for(self, session: Session, bulletin: Bulletin) -> TableMessage:
        """What has changed for him, if he has the table before; else all of it."""
        table, match, mine = self.table, self.table.match, session.holder.seats
        hidden = table.curtain.hidden(mine)
        side, before = viewer(match, mine, bulletin.actors), session.viewer
        lines = len(bulletin.log(side))
        first = session.lines if side == before or not table.whispers else 0
        had_the_last = session.told_as == self.told_as - 1
        events, changes = bulletin.events(side, before if had_the_last else NOBODY, first, hidden)
        session.viewer, session.lines, session.told_as = side, lines, self.told_as
        deciding = [s for s in mine if s in bulletin.actors]
        return TableMessage(
            number=0,
            state=bulletin.state - len(hidden),
            seats=Seats(list(mine), side, bulletin.seated),
            view=bulletin.views.whole(side) if changes is None else UNSET,
            changes=UNSET if changes is None else changes,
            legal={s: match.legal(s) for s in deciding},
            stakes={s: table.game.stakes(match.position, s) for s in deciding},
            prompt=_why_it_waits(bulletin.paused_for, bulletin.dice_awaited, mine),
            paused=bulletin.paused_for,
            actors=list(self.awaited(mine, side, bulletin.actors)),
            undoable={} if bulletin.over else {s: match.undoable(s) for s in mine},
            under_way={} if bulletin.over else {s: match.under_way(s) for s in deciding},
            events=events,
            events_from=first,
            clocks=table.curtain.clocks(mine),
            **bulletin.common,
        )

    def awaited(self, seats: tuple[str, ...], side: str | None, actors: tuple[str, ...]) -> tuple[str, ...]:
        """The sides of these that must decide, as far as these seats may know."""
        table = self.table
        if not actors or not table.curtain.rivals(seats):
            return actors or table.waits_for
        return table.game.awaited(table.match.position, side)

    def seating(self) -> dict[str, Any]:
        return {side: {"kind": seat.kind, "name": seat.name, "player": seat.player or None, "level": seat.level or None,
                       "temper": seat.temper or None}
                for side, seat in self.table.header.seats.items()}

    def seated(self) -> msgspec.Raw:
        """The same as it is sent."""
        header = self.table.header
        if self._sent_seats is None or self._sent_seats[0] is not header:
            self._sent_seats = (header, msgspec.Raw(encode(self.seating())))
        return self._sent_seats[1]

    def redacted(self, holder: Holder) -> dict[str, Any]:
        """What a seat may know of a match that still goes on: its own actions, what it saw, and how things stand."""
        table, mine = self.table, holder.seats
        side = viewer(table.match, mine, table.actors)
        log = [line for line in table.log if any(line.event.visible_to(seat) for seat in (mine or (None,)))]
        h, rivals, joint = table.header, table.curtain.rivals(mine), table.match.joint
        entries = [e for n, e in enumerate(table.match.entries) if e.side not in rivals or n < (joint or 0)]
        hidden = table.curtain.hidden(mine)
        return {
            "redacted": True, "version": RECORD_VERSION, "game": h.game, "scenario": h.scenario, "options": h.options,
            "commitment": h.commitment, "seats": list(mine), "state": table.state - len(hidden),
            "salts": list(table.salts), "seeded": h.seeded, "scripted": h.scripted,
            "actions": [[e.side, e.action if e.side in mine else None] for e in entries],
            "log": [log_line(line, n, hidden) for n, line in enumerate(log)], "view": table.match.view(side),
        }

    def look(self, session: Session, past: Match, state: int, side: str | None) -> TableMessage:
        """The table as a seat saw it at an earlier state; nothing can be done there."""
        view = Views(past.game, past.position).whole(side)
        log = self.table.log if side == ALL else visible(self.table.log, side)
        mine = session.holder.seats
        hidden = self.table.curtain.hidden(mine)
        events = [log_line(line, n, hidden) for n, line in enumerate(log) if line.state == state]
        return TableMessage(
            number=session.number, state=self.table.curtain.known(mine, state), trouble="",
            seats=Seats(list(mine), side, self.seated()),
            view=view, legal={}, actors=[s for s in past.game.awaited(past.position, side) if s != CHANCE], undoable={},
            under_way={}, stakes={}, paused="",
            events=msgspec.Raw(encode(events)), events_from=0,
            over=past.outcome is not None, outcome=Ending.of(past.outcome), clocks=None, offer=None, advice=False,
            hindsight=False, muted=self.table.chat.muted,
        )


def viewer(match: Match, mine: tuple[str, ...], actors: tuple[str, ...]) -> str | None:
    """Whose view a token gets: of its seat that must act, else of the one that acted last."""
    if len(mine) < 2:
        return mine[0] if mine else None
    for side in actors:
        if side in mine:
            return side
    for entry in reversed(match.entries):
        if entry.side in mine:
            return entry.side
    return mine[0]


def _why_it_waits(paused_for: str, salts_of: list[str], mine: tuple[str, ...]) -> str:
    """Why nobody can decide anything, if that is so."""
    if paused_for:
        return "" if paused_for in mine else f"{paused_for.capitalize()} may still take back what was done last."
    return waiting_for_salts(salts_of, mine) if salts_of else ""


def waiting_for_salts(awaited: list[str], mine: tuple[str, ...]) -> str:
    """Why no die falls yet."""
    others = [side.capitalize() for side in awaited if side not in mine]
    if others:
        return (f"Waiting for the other player's browser ({' and '.join(others)}): "
                "the dice fall when it has added its own salt to them.")
    return ("Waiting for this seat's browser: the dice fall when it has added its own salt to them. "
            "If this is another browser, open the match in the one that you began with.")
