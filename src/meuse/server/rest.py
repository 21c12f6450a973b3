"""The lobby, records and notes over HTTP."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post, put
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException, NotAuthorizedException, NotFoundException
from litestar.params import Body, Parameter

from meuse.engine.contract import BadInput, Option
from meuse.games import GAMES, game_class
from meuse.players import PLAYERS
from meuse.server import jobs, store
from meuse.server.hall import Hall
from meuse.server.matches import EXAMINE_SECONDS, NewMatch, Tickets
from meuse.server.seats import Holder
from meuse.server.store import Conflict, Unsaved
from meuse.server.table import Table
from meuse.server.workers import WorkerLost

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
SEAT: list[dict[str, list[str]]] = [{"seat": []}]
MOST_NOTES = 20_000

AnyRequest = Request[Any, Any, Any]


class GameCard(msgspec.Struct):
    """A game as the lobby shows it."""

    name: str
    title: str
    blurb: str
    sides: list[str]
    scenarios: dict[str, str]
    options: list[Option]
    players: list[str]
    playable: bool = True
    secrets: bool = False


COMING = (
    GameCard("mansteins-war", "Manstein's War", "The whole campaign in the West on 40 km hexes, with command markers.",
             ["german", "allied"], {"campaign": "Campaign"}, [], [], False),
    GameCard("blitzkrieg", "Blitzkrieg in the West", "20 km hexes, operational cards and secret air planning.",
             ["german", "allied"], {"campaign": "Campaign"}, [], [], False),
    GameCard("ghost-division", "Ghost Division", "Rommel's 7th Panzer Division across France: a game for one player.",
             ["german"], {"campaign": "Campaign"}, [], [], False),
)
"""Games of the series that are not registered yet; a registered one takes its card's place."""


def refused(status: int, reason: str, rule: str = "") -> HTTPException:
    return HTTPException(detail=reason, status_code=status, extra={"rule": rule} if rule else None)


@get("/api/games", summary="The games, their scenarios, options and computer players")
async def list_games() -> list[GameCard]:
    found = [_card(name) for name in GAMES]
    return found + [card for card in COMING if card.name not in GAMES]


def _card(name: str) -> GameCard:
    g = game_class(name)
    return GameCard(name, g.title, g.blurb, list(g.sides), dict(g.scenarios), list(g.switches), list(PLAYERS),
                    True, g.secrets)


@get("/api/games/{game:str}/sheet", summary="What never changes in a game", cache_control=None)
async def get_sheet(state: State, game: str, scenario: str | None = None) -> Response[bytes]:
    hall: Hall = state.hall
    if game not in GAMES:
        raise NotFoundException(f"there is no game {game!r}")
    return Response(hall.sheet_of(game, scenario), media_type="application/json")


@get("/api/games/{game:str}/map.svg", summary="The map as a picture")
async def get_map(state: State, request: AnyRequest, game: str) -> Response[bytes]:
    hall: Hall = state.hall
    if game not in GAMES:
        raise NotFoundException(f"there is no game {game!r}")
    plain, packed = await hall.map_of(game)
    headers = {"Cache-Control": "public, max-age=86400", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type="image/svg+xml", headers=headers)


@post("/api/matches", summary="Begin a match")
async def create_match(state: State, data: NewMatch) -> Tickets:
    hall: Hall = state.hall
    return await hall.matches.create(data)


RecordBody = Annotated[dict[str, Any], Body(title="A record", description="As `GET /api/matches/{id}/record` gives it")]


@post("/api/matches/import", summary="Bring in a record to look at and replay")
async def import_match(state: State, data: RecordBody) -> Tickets:
    hall: Hall = state.hall
    return await hall.matches.bring_in(msgspec.json.encode(data))


@post("/api/verify", summary="Play a record again and check its dice", status_code=200)
async def verify_record(state: State, data: RecordBody) -> dict[str, Any]:
    return await _examine(state.hall, msgspec.json.encode(data))


async def _examine(hall: Hall, record: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = await hall.pool.ask(jobs.examine, record, seconds=EXAMINE_SECONDS)
        return found
    except BadInput as error:
        return {"ok": False, "dice": 0, "outcome": None, "reason": str(error)}


async def seated(state: State, request: AnyRequest, id: str) -> tuple[Table, Holder, str]:
    """The match and the holder of the token that the request shows."""
    hall: Hall = state.hall
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthorizedException("show a seat's token: Authorization: Bearer TOKEN")
    holder = await hall.matches.holder(token.strip(), id) if MATCH_ID.fullmatch(id) else None
    table = await hall.matches.table(id) if holder else None
    if holder is None or table is None:
        raise NotFoundException("there is no such match for this token")
    return table, holder, token.strip()


MatchId = Annotated[str, Parameter(description="The match's id")]


@get("/api/matches/{id:str}", summary="A match's header", security=SEAT)
async def get_match(state: State, request: AnyRequest, id: MatchId) -> dict[str, Any]:
    table, holder, _ = await seated(state, request, id)
    h, view = table.header, table.match.view(None)
    return {
        "id": id, "game": h.game, "title": table.game.title, "scenario": h.scenario,
        "scenario_title": table.game.scenarios.get(h.scenario, h.scenario), "options": h.options,
        "seats": table.audience.seating(), "mine": list(holder.seats), "clock": msgspec.to_builtins(h.clock),
        "turn": view.get("turn"), "actors": list(table.actors), "over": table.over, "state": table.state,
        "outcome": msgspec.to_builtins(table.outcome), "commitment": h.commitment, "created": h.created,
        "updated": table.rows[-1].at if table.rows else h.created, "imported": h.imported, "seeded": h.seeded,
        "rematch_of": h.rematch_of or None, "secrets": table.game.secrets,
    }


@get("/api/matches/{id:str}/record", summary="The record, with its key once the match is over", security=SEAT)
async def get_record(state: State, request: AnyRequest, id: MatchId) -> dict[str, Any]:
    table, _, _ = await seated(state, request, id)
    if table.game.secrets and not table.over:
        raise refused(409, "the record of a game with secrets is published when the match is over")
    return table.record()


@get("/api/matches/{id:str}/verify", summary="Check a finished match's dice", security=SEAT)
async def verify_match(state: State, request: AnyRequest, id: MatchId) -> dict[str, Any]:
    table, _, _ = await seated(state, request, id)
    if not table.over:
        raise refused(409, "the key is published when the match is over")
    return await _examine(state.hall, msgspec.json.encode(table.record()))


@post("/api/matches/{id:str}/rematch", summary="The same again with the sides changed", security=SEAT)
async def rematch(state: State, request: AnyRequest, id: MatchId) -> Tickets:
    table, holder, token = await seated(state, request, id)
    hall: Hall = state.hall
    return await hall.matches.rematch(table, holder, token)


class Resigning(msgspec.Struct):
    side: str


@post("/api/matches/{id:str}/resign", summary="Give the match up", status_code=204, security=SEAT)
async def resign(state: State, request: AnyRequest, id: MatchId, data: Resigning) -> None:
    table, holder, _ = await seated(state, request, id)
    refusal = await table.resign(holder, data.side)
    if refusal is not None:
        raise refused(403 if data.side not in holder.seats else 409, refusal.reason, refusal.rule)


class Notes(msgspec.Struct):
    text: str


def _notebook(holder: Holder) -> str:
    if holder.spectator:
        raise refused(403, "only who holds a seat keeps notes")
    return "+".join(holder.seats)


@get("/api/matches/{id:str}/notes", summary="The seat's private notes", security=SEAT)
async def get_notes(state: State, request: AnyRequest, id: MatchId) -> Notes:
    table, holder, _ = await seated(state, request, id)
    return Notes(table.store.notes(id, _notebook(holder)))


@put("/api/matches/{id:str}/notes", summary="Write the seat's private notes", security=SEAT)
async def put_notes(state: State, request: AnyRequest, id: MatchId, data: Notes) -> Notes:
    table, holder, _ = await seated(state, request, id)
    notebook = _notebook(holder)
    if len(data.text) > MOST_NOTES:
        raise refused(413, f"notes have at most {MOST_NOTES} characters")
    text = data.text.replace("\0", "")
    await table.store.put(store.put_notes(id, notebook, text))
    return Notes(text)


HANDLERS = [
    list_games, get_sheet, get_map, create_match, import_match, verify_record, get_match, get_record, verify_match,
    rematch, resign, get_notes, put_notes,
]


# -- errors --


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[dict[str, Any]]:
    body: dict[str, Any] = {"error": type(error).__name__.removesuffix("Exception"), "reason": error.detail}
    if isinstance(error.extra, dict) and "rule" in error.extra:
        body["rule"] = error.extra["rule"]
    elif isinstance(error, ClientException) and isinstance(error.extra, list):
        parts = [f"{e.get('key', '')}: {e.get('message', '')}" for e in error.extra if isinstance(e, dict)]
        body["reason"] = "; ".join(parts) or error.detail
    return Response(body, status_code=error.status_code, headers=error.headers or {})


def on_bad_input(_: AnyRequest, error: BadInput) -> Response[dict[str, Any]]:
    return Response({"error": "BadInput", "reason": str(error)}, status_code=400)


def on_too_deep(_: AnyRequest, error: RecursionError) -> Response[dict[str, Any]]:
    return Response({"error": "BadInput", "reason": "the data are nested too deeply"}, status_code=400)


def on_lost(_: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    """A worker that died over somebody's data, or took too long."""
    return Response({"error": "TooMuch", "reason": "that could not be worked out in time"}, status_code=422)


def on_unsaved(_: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    return Response({"error": type(error).__name__, "reason": str(error)}, status_code=409)


ERRORS: dict[Any, Any] = {
    HTTPException: on_http_error, BadInput: on_bad_input, RecursionError: on_too_deep, WorkerLost: on_lost,
    Conflict: on_unsaved, Unsaved: on_unsaved,
}
