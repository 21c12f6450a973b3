"""A seat's private notes, and the address where its person wants mail."""

from __future__ import annotations

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from meuse.server import store
from meuse.server.hall import Hall
from meuse.server.records import Address
from meuse.server.rest.asking import MATCH_ID, SEAT, AnyRequest, MatchId, seated
from meuse.server.rest.problems import OF_A_MATCH, refused
from meuse.server.seats import Holder

MOST_NOTES = 20_000


class Notes(msgspec.Struct):
    text: str


def _notebook(holder: Holder) -> str:
    if holder.spectator:
        raise refused(403, "only who holds a seat keeps notes")
    return "+".join(holder.seats)


@get("/api/matches/{id:str}/notes", summary="The seat's private notes", security=SEAT, responses=OF_A_MATCH)
async def get_notes(state: State, request: AnyRequest, id: MatchId) -> Notes:
    table, holder, _ = await seated(state, request, id)
    return Notes(await table.store.ask(table.store.notes, id, _notebook(holder)))


@put("/api/matches/{id:str}/notes", summary="Write the seat's private notes", security=SEAT, responses=OF_A_MATCH)
async def put_notes(state: State, request: AnyRequest, id: MatchId, data: Notes) -> Notes:
    table, holder, _ = await seated(state, request, id)
    notebook = _notebook(holder)
    if len(data.text) > MOST_NOTES:
        raise refused(413, f"notes have at most {MOST_NOTES} characters")
    text = data.text.replace("\0", "")
    await table.store.put(store.put_notes(id, notebook, text))
    return Notes(text)


class Left(msgspec.Struct):
    """A mail address that was left, and whether its owner has said that it is his."""

    address: str
    confirmed: bool


def _left(found: Address | None) -> Left:
    return Left(found.mail, found.unconfirmed is None) if found else Left("", False)


class Wish(msgspec.Struct):
    address: str


def _seats(holder: Holder) -> tuple[str, ...]:
    if holder.spectator:
        raise refused(403, "only who holds a seat gets mail")
    return holder.seats


@get("/api/matches/{id:str}/mail", summary="Where the seat's person wants word when he must decide",
     security=SEAT, responses=OF_A_MATCH)
async def get_mail(state: State, request: AnyRequest, id: MatchId) -> Left:
    table, holder, _ = await seated(state, request, id)
    return _left(await table.store.ask(table.store.address_of, id, _seats(holder)[0]))


@put("/api/matches/{id:str}/mail", summary="Leave an address for the seat, or an empty one; a mail asks there first",
     security=SEAT, responses=OF_A_MATCH)
async def put_mail(state: State, request: AnyRequest, id: MatchId, data: Wish) -> Left:
    _, holder, _ = await seated(state, request, id)
    hall: Hall = state.hall
    return _left(await hall.matches.leave_address(id, _seats(holder), data.address))


class Code(msgspec.Struct):
    code: str


@post("/api/matches/{id:str}/mail/confirm", summary="Say that an address is one's own, by the code that was sent there",
      status_code=204, responses=OF_A_MATCH)
async def confirm_mail(state: State, id: MatchId, data: Code) -> None:
    hall: Hall = state.hall
    if not MATCH_ID.fullmatch(id) or not await hall.matches.confirm_address(id, data.code):
        raise NotFoundException("no address waits to be confirmed by this link")
