"""Seats: taken, renewed, given up, offered to others; the match resigned."""

from __future__ import annotations

import msgspec
from litestar import delete, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from meuse.server.hall import Hall
from meuse.server.links import Taken
from meuse.server.messages import Notice
from meuse.server.rest.asking import NO_SUCH_MATCH, SEAT, AnyRequest, MatchId, seated, token_of
from meuse.server.rest.problems import OF_A_MATCH, refused


@post("/api/matches/{id:str}/join", summary="Take the seat that an invitation is for, under a fresh token",
      status_code=200, security=SEAT, responses=OF_A_MATCH)
async def join(state: State, request: AnyRequest, id: MatchId) -> Taken:
    hall: Hall = state.hall
    taken = await hall.matches.links.join(token_of(request, id), id)
    table = await hall.matches.table(id) if taken else None
    if taken is None or table is None:
        raise NotFoundException(NO_SUCH_MATCH)
    table.announce(Notice(f"{' and '.join(side.capitalize() for side in taken.seats)} has come."))
    return taken


@post("/api/matches/{id:str}/token", summary="Renew the seat's token: the old one is worth nothing from then on",
      status_code=200, security=SEAT, responses=OF_A_MATCH)
async def renew_token(state: State, request: AnyRequest, id: MatchId) -> Taken:
    table, holder, _ = await seated(state, request, id)
    hall: Hall = state.hall
    taken = await hall.matches.links.renew(table, holder)
    await hall.matches.links.hang_up(table)
    return taken


@delete("/api/matches/{id:str}/token", summary="Give the seat up", security=SEAT, responses=OF_A_MATCH)
async def give_up(state: State, request: AnyRequest, id: MatchId) -> None:
    table, holder, _ = await seated(state, request, id)
    hall: Hall = state.hall
    await hall.matches.links.give_up(table, holder)
    await hall.matches.links.hang_up(table)


class Wanted(msgspec.Struct):
    side: str = ""


@post("/api/matches/{id:str}/links", summary="A new invitation to a seat, or a new link to watch; the old is withdrawn",
      security=SEAT, responses=OF_A_MATCH)
async def new_link(state: State, request: AnyRequest, id: MatchId, data: Wanted) -> Taken:
    table, holder, _ = await seated(state, request, id)
    hall: Hall = state.hall
    taken = await hall.matches.links.invite(table, holder, data.side)
    await hall.matches.links.hang_up(table)
    return taken


class Resigning(msgspec.Struct):
    side: str


@post("/api/matches/{id:str}/resign", summary="Give the match up", status_code=204, security=SEAT, responses=OF_A_MATCH)
async def resign(state: State, request: AnyRequest, id: MatchId, data: Resigning) -> None:
    table, holder, _ = await seated(state, request, id)
    refusal = await table.resign(holder, data.side)
    if refusal is not None:
        raise refused(403 if data.side not in holder.seats else 409, refusal.reason, refusal.rule)
