"""One web socket a match: who is there, and what he asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State

from meuse.engine.contract import BadInput, Illegal, Refusal
from meuse.engine.guide import card
from meuse.server import messages as m
from meuse.server.bulletin import visible
from meuse.server.database import Outage, Unsaved
from meuse.server.hall import Hall
from meuse.server.limits import Purse, metered, timed
from meuse.server.rest.asking import MATCH_ID
from meuse.server.seats import NotASeat
from meuse.server.table import Table, Unreadable
from meuse.server.takeback import HINDSIGHT
from meuse.server.telling import Session, viewer
from meuse.server.views import ALL
from meuse.server.wire import Left, Talking

log = logging.getLogger("meuse")


MOST_ADVICE = 20
"""Actions that the staff tells beforehand."""

AnySocket = WebSocket[Any, Any, Any]

REFUSED = 1008
"""The code with which a socket is closed that will not be listened to."""


class Hostile(Exception):
    """A message that no honest client sends; the socket is closed with this reason."""


class Gone(Hostile):
    """Coming back will not help."""


@websocket("/api/matches/{id:str}/socket")
async def match_socket(socket: AnySocket, state: State, id: str) -> None:
    await socket.accept()
    line: Talking = socket.scope["line"]  # type: ignore[typeddict-item]
    try:
        table, session = await _greet(line, socket.scope["purse"], state.hall, id)  # type: ignore[typeddict-item]
    except (Hostile, TimeoutError, Outage, Unreadable) as error:
        reason = str(error) or "no hello came in time"
        line.say(m.encode(m.ErrorMessage(reason, final=isinstance(error, Gone | Unreadable))))
        await line.close(REFUSED)
        return
    except Left:
        return
    try:
        async with table.lock:
            if table.audience.crowded(session):
                raise Hostile("too many are connected here already")
            table.audience.join(session)
        await asyncio.create_task(_attend(table, session))
    except Hostile as error:
        session.send(m.ErrorMessage(str(error)))
    except Left:
        pass
    finally:
        table.audience.leave(session)
        session.drop()
        await line.close()


async def _greet(line: Talking, purse: Purse, hall: Hall, id: str) -> tuple[Table, Session]:
    try:
        hello = m.read_hello(await asyncio.wait_for(line.hear(), hall.settings.limits.hello))
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        raise Hostile('the first message must be {"type": "hello", "token": ...}') from None
    try:
        holder = await hall.matches.links.holder(hello.token, id) if MATCH_ID.fullmatch(id) else None
    except NotASeat as error:
        raise Gone(str(error)) from None
    table = await hall.matches.table(id) if holder else None
    if holder is None or table is None:
        raise Gone("there is no such match for this token")
    if hall.exchange.several:
        with suppress(Outage):
            """Then he sees the table as it was, and that the database does not answer."""
            await table.catch_up()
    return table, Session(holder, purse, line)


async def _attend(table: Table, session: Session) -> None:
    """As a task of its own: what a request passes through on its way in is not passed again with every message."""
    await metered(_listen(table, session), session.purse)


async def _listen(table: Table, session: Session) -> None:
    while True:
        data = await session.line.hear()
        await session.purse.turn()
        try:
            request = m.read_request(data)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
            raise Hostile(f"not a message of the protocol: {str(error)[:200]}") from None
        try:
            await ANSWERS[type(request)](table, session, request)
        except (BadInput, Illegal, Unsaved, Unreadable) as error:
            await _failed(table, session, request, str(error))
        except Exception:
            log.exception("match %s: %s", table.id, type(request).__name__)
            await _failed(table, session, request, "the server could not answer that")


CHANGES = m.Act | m.Undo | m.OfferUndo | m.AcceptUndo | m.DeclineUndo


async def _failed(table: Table, session: Session, request: m.AnyRequest, reason: str) -> None:
    """Every request is settled: a change is refused, a question is answered with an error."""
    if isinstance(request, CHANGES):
        await _settle(table, session, request.id, Refusal("", reason))
    else:
        session.send(m.answer(request.id, error=reason))


def _done(table: Table, session: Session, id: m.Id) -> Callable[[], None]:
    return lambda: session.send(m.Done(id, table.curtain.known(session.holder.seats)))


async def _settle(table: Table, session: Session, id: m.Id, refusal: Refusal | None) -> None:
    """A refusal, and the whole table as it is."""
    if refusal is not None:
        state = table.curtain.known(session.holder.seats)
        session.send(m.Refused(id, refusal.rule, refusal.reason, state, refusal.reason == HINDSIGHT))
        await _tell_again(table, session)


async def _tell_again(table: Table, session: Session) -> None:
    async with table.lock:
        table.audience.send_table(session)


async def _again(table: Table, session: Session, r: m.Again) -> None:
    session.send(m.answer(r.id))
    await _tell_again(table, session)


async def _act(table: Table, session: Session, r: m.Act) -> None:
    actions = r.actions if r.actions is not None else [] if r.action is None else [r.action]
    done = _done(table, session, r.id)
    if r.back and not actions:
        refusal = await table.takeback.undo(session.holder, r.side, done, state=r.state, steps=r.back)
    else:
        refusal = await table.act(session.holder, r.side, r.state, actions, done, r.back, r.pause)
    await _settle(table, session, r.id, refusal)


async def _go_on(table: Table, session: Session, r: m.GoOn) -> None:
    done = _done(table, session, r.id)
    await _settle(table, session, r.id, await table.pause.end(session.holder, r.side, r.state, done))


async def _why_not(table: Table, session: Session, r: m.WhyNot) -> None:
    _own(session, r.side)
    _tell(table, session, r, lambda: {"refusal": table.game.why_not(table.match.position, r.side, r.action)})


def _tell(table: Table, session: Session, r: m.Request, work: Callable[[], dict[str, Any]]) -> None:
    """Answer a question; the same one at the same position is worked out once for each who may know as much."""
    side = viewer(table.match, session.holder.seats, table.actors) if table.game.secrets else None
    question = (side, msgspec.json.encode(msgspec.structs.replace(r, id=None)))
    session.send(m.answer(r.id, **table.audience.answers.of(table, question, work)))


def _own(session: Session, side: str) -> None:
    if side not in session.holder.seats:
        raise BadInput(f"this link does not hold the seat {side!r}")


def _known(table: Table, session: Session) -> Any:
    """The position that questions are answered from: in a game with secrets one that this seat cannot tell from it."""
    match = table.match
    if not table.game.secrets:
        return match.position
    side = viewer(match, session.holder.seats, table.actors)
    if side is None:
        raise BadInput("spectators of a game with secrets cannot ask that")
    return table.game.determinize(match.position, side, table.chance(side, table.curtain.known(session.holder.seats)))


async def _explain(table: Table, session: Session, r: m.Explain) -> None:
    _tell(table, session, r, lambda: {"tally": table.game.explain(_known(table, session), r.question)})


async def _teach(table: Table, session: Session, r: m.Teach) -> None:
    guide, side = table.game.guide(), viewer(table.match, session.holder.seats, table.actors)
    if guide is None or side is None:
        raise BadInput("there is no guide to this match")
    log = [line.event for line in visible(table.log, side)]
    session.send(m.answer(r.id, card=card(guide, log, table.match.legal(side), table.over)))


async def _preview(table: Table, session: Session, r: m.Preview) -> None:
    _tell(table, session, r, lambda: {"preview": table.game.preview(_known(table, session))})


async def _reach(table: Table, session: Session, r: m.Reach) -> None:
    _own(session, r.side)
    _tell(table, session, r, lambda: {"reach": table.game.reach(_known(table, session), r.side, r.unit)})


async def _overlay(table: Table, session: Session, r: m.Overlay) -> None:
    _tell(table, session, r, lambda: dict(table.game.overlay(_known(table, session), r.what, r.side, r.unit)))


async def _undo(table: Table, session: Session, r: m.Undo) -> None:
    done = _done(table, session, r.id)
    refusal = await table.takeback.undo(session.holder, r.side, done, state=r.state, to=r.to, steps=r.steps)
    await _settle(table, session, r.id, refusal)


async def _offer(table: Table, session: Session, r: m.OfferUndo) -> None:
    done = _done(table, session, r.id)
    refusal = await table.takeback.propose(session.holder, r.side, r.state, done, r.hindsight)
    await _settle(table, session, r.id, refusal)


async def _accept(table: Table, session: Session, r: m.AcceptUndo) -> None:
    done = _done(table, session, r.id)
    await _settle(table, session, r.id, await table.takeback.answer(session.holder, r.side, True, done))


async def _decline(table: Table, session: Session, r: m.DeclineUndo) -> None:
    done = _done(table, session, r.id)
    await _settle(table, session, r.id, await table.takeback.answer(session.holder, r.side, False, done))


async def _chat(table: Table, session: Session, r: m.Chat) -> None:
    refusal = await table.chat.say(session.holder, r.text.replace("\0", ""))
    session.send(m.answer(r.id, error=refusal.reason) if refusal else m.answer(r.id))


async def _mute(table: Table, session: Session, r: m.Mute) -> None:
    refusal = await table.chat.mute(session.holder, r.on)
    session.send(m.answer(r.id, error=refusal.reason) if refusal else m.answer(r.id))


async def _look(table: Table, session: Session, r: m.Look) -> None:
    if r.state > table.curtain.known(session.holder.seats):
        raise BadInput("that moment has not come yet")
    async with table.lock:
        state = table.curtain.meant(session.holder.seats, r.state)
        rows = table.rows[:state]
    past = await asyncio.to_thread(timed, session.purse, table.match_after, rows)
    side = _eyes(table, session, past, r.side)
    session.send(m.answer(r.id, table=table.audience.look(session, past, state, side)))


def _eyes(table: Table, session: Session, past: Any, wanted: str | None) -> str | None:
    seats = session.holder.seats
    if wanted is None:
        return viewer(past, seats, past.actors)
    if wanted in seats or (table.over and wanted in (*table.game.sides, ALL)):
        return wanted
    raise BadInput(f"this link does not see with the eyes of {wanted!r}")


async def _advise(table: Table, session: Session, r: m.Advise) -> None:
    """The answer comes when the staff has thought; meanwhile the socket goes on."""
    _own(session, r.side)
    if not table.header.advice:
        raise BadInput("the staff gives no advice in this match")
    if r.side not in table.actors:
        raise BadInput(f"it is not for {r.side} to decide now")
    session.later(_ask_the_staff(table, session, r))


async def _ask_the_staff(table: Table, session: Session, r: m.Advise) -> None:
    state, rule = table.curtain.known(session.holder.seats), str(table.match.view(r.side).get("rule", ""))
    try:
        found = await table.ask_staff(table, r.side)
    except BadInput as error:
        session.send(m.answer(r.id, error=str(error)))
        return
    actions = found.actions
    advice = {"action": actions[0], "then": actions[1:MOST_ADVICE], "why": found.why, "rule": rule, "state": state,
              "thought": found.thought}
    session.send(m.answer(r.id, advice=advice))


async def _hurry(table: Table, session: Session, r: m.Hurry) -> None:
    if not session.holder.seats:
        raise BadInput("spectators cannot hurry the computer")
    table.hurry(table)
    session.send(m.answer(r.id))


async def _promise(table: Table, session: Session, r: m.Promise) -> None:
    done = _done(table, session, r.id)
    await _settle(table, session, r.id, await table.promises.promise(session.holder, r.side, r.commitment, done))


async def _show_salt(table: Table, session: Session, r: m.ShowSalt) -> None:
    done = _done(table, session, r.id)
    await _settle(table, session, r.id, await table.promises.show(session.holder, r.side, r.salt, done))


async def _ping(table: Table, session: Session, r: m.Ping) -> None:
    session.send(m.answer(r.id))


ANSWERS: dict[type, Any] = {
    m.Act: _act, m.GoOn: _go_on, m.WhyNot: _why_not, m.Explain: _explain, m.Preview: _preview, m.Teach: _teach,
    m.Reach: _reach, m.Overlay: _overlay,
    m.Undo: _undo, m.OfferUndo: _offer, m.AcceptUndo: _accept, m.DeclineUndo: _decline, m.Chat: _chat, m.Mute: _mute,
    m.Look: _look, m.Advise: _advise, m.Hurry: _hurry, m.Promise: _promise, m.ShowSalt: _show_salt, m.Again: _again,
    m.Ping: _ping,
}
