"""Matches: begun, listed, and played again with the sides changed."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State

from meuse.engine.dice import Salt
from meuse.server.hall import Hall
from meuse.server.jobs import Choice
from meuse.server.matches import NewMatch, Tickets
from meuse.server.records import Clock, Ending
from meuse.server.rest.asking import SEAT, AnyRequest, MatchId, purse_of, seated
from meuse.server.rest.problems import MADE_FROM_WORDS, OF_A_MATCH, refused
from meuse.server.telling import viewer


def one_more(hall: Hall, request: AnyRequest) -> None:
    """Matches stay in the store, so an address cannot make them without end."""
    if not hall.making.take(purse_of(request).address):
        raise refused(429, "too many matches have been begun from your address; wait a little")


WRITING_A_MATCH = 0.02
"""Seconds that whoever begins one pays for what the writing thread has to do."""


@post("/api/matches", summary="Begin a match", responses=MADE_FROM_WORDS)
async def create_match(state: State, request: AnyRequest, data: NewMatch) -> Tickets:
    hall: Hall = state.hall
    one_more(hall, request)
    purse_of(request).spend(WRITING_A_MATCH)
    made = await hall.matches.create(data, purse_of(request).address)
    if data.situation is None:  # the table asks for it next: a worker may as well begin
        hall.sheet_of(Choice(data.game, data.scenario, data.options), purse_of(request))
    return made


class MatchCard(msgspec.Struct):
    """A match as its holder's list shows it."""

    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    options: dict[str, str]
    seats: dict[str, Any]
    mine: list[str]
    maker: bool
    open: list[str]
    clock: Clock
    turn: Any
    actors: list[str]
    over: bool
    state: int
    outcome: Ending | None
    commitment: str
    created: float
    updated: float
    imported: bool
    moved: bool
    seeded: bool
    scripted: bool
    salts: list[Salt]
    rematch_of: str | None
    secrets: bool
    advice: bool
    hindsight: bool
    mail: bool


@get("/api/matches/{id:str}", summary="A match's header", security=SEAT, responses=OF_A_MATCH)
async def get_match(state: State, request: AnyRequest, id: MatchId) -> MatchCard:
    table, holder, _ = await seated(state, request, id)
    h, view, hidden = table.header, table.match.view(None), table.curtain.hidden(holder.seats)
    side = viewer(table.match, holder.seats, table.actors)
    return MatchCard(
        id=id, game=h.game, title=table.game.title, scenario=h.scenario,
        scenario_title=table.game.scenarios.get(h.scenario, h.scenario), options=h.options,
        seats=table.audience.seating(), mine=list(holder.seats), maker=holder.maker,
        open=await state.hall.matches.links.open(id), clock=h.clock, turn=view.get("turn"),
        actors=list(table.audience.awaited(holder.seats, side, table.actors)), over=table.over,
        state=table.state - len(hidden), outcome=Ending.of(table.ended),
        commitment=h.commitment, created=h.created,
        updated=max([h.created, *(row.at for row in table.rows[-1 - len(hidden):] if row.n not in hidden)]),
        imported=h.imported, moved=bool(h.moved), seeded=h.seeded, scripted=h.scripted, salts=list(table.salts),
        rematch_of=h.rematch_of or None, secrets=table.game.secrets, advice=h.advice, hindsight=table.hindsight,
        mail=state.hall.notices.mail is not None,
    )


@post("/api/matches/{id:str}/rematch", summary="The same again with the sides changed",
      security=SEAT, responses=OF_A_MATCH)
async def rematch(state: State, request: AnyRequest, id: MatchId) -> Tickets:
    table, holder, token = await seated(state, request, id)
    hall: Hall = state.hall
    one_more(hall, request)
    return await hall.matches.rematch(table, holder, token)
