"""The lobby, records and notes over HTTP."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException, NotAuthorizedException, NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import Parameter

from meuse.engine.contract import BadInput, Option
from meuse.engine.dice import Salt
from meuse.engine.ending import Course
from meuse.engine.guide import new_match
from meuse.games import GAMES, game_class
from meuse.players import players_of
from meuse.server import jobs, store
from meuse.server.database import Conflict, Outage, Unsaved
from meuse.server.hall import Hall, Packed
from meuse.server.jobs import Choice
from meuse.server.limits import Purse, TooMany
from meuse.server.links import Taken
from meuse.server.matches import NewMatch, Tickets
from meuse.server.messages import Notice
from meuse.server.records import Address, Clock, Ending
from meuse.server.seats import Holder, NotASeat
from meuse.server.table import Table, Unreadable
from meuse.server.telling import viewer
from meuse.server.workers import WorkerLost

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
NO_SUCH_MATCH = "there is no such match for this token"
SEAT: list[dict[str, list[str]]] = [{"seat": []}]
MOST_NOTES = 20_000

AnyRequest = Request[Any, Any, Any]


class Problem(msgspec.Struct):
    """Why something was not done."""

    error: str
    reason: str
    rule: str = ""


SAYS = {
    400: "The request makes no sense to the game or the table", 401: "No token was shown",
    403: "This token may not do that", 404: "There is no such thing for this token",
    409: "Not as the match stands now", 410: "This link has been used, renewed or withdrawn",
    413: "Too long", 422: "It could not be worked out in time",
    429: "Too many requests; wait a little", 500: "What is stored of the match cannot be read",
    503: "The database does not answer, or has no room; try again later",
}


def problems(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(Problem, generate_examples=False, description=SAYS[code]) for code in codes}


OF_A_MATCH = problems(400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503)
MADE_FROM_WORDS = problems(400, 409, 413, 422, 429, 503)
OF_A_GAME = problems(400, 404)


class GameCard(msgspec.Struct):
    """A game as the lobby shows it."""

    name: str
    title: str
    blurb: str
    sides: list[str]
    scenarios: dict[str, str]
    options: list[Option]
    players: list[str]
    levels: dict[str, list[str]] = {}
    """Of the players that have any, the weakest first; "regular" is meant where none is named."""
    secrets: bool = False
    takes: dict[str, str] = {}
    """How long each scenario takes at the table."""
    ours: list[str] = []
    """The scenarios that the rulebook does not have."""
    tempers: dict[str, list[str]] = {}
    """Likewise; the first is meant where none is named."""
    guide: str = ""
    """What the guided first game is about, if there is one."""


def purse_of(request: AnyRequest) -> Purse:
    """That of the address from which it comes."""
    found: Purse = request.scope["purse"]  # type: ignore[typeddict-item]
    return found


def refused(status: int, reason: str, rule: str = "") -> HTTPException:
    return HTTPException(detail=reason, status_code=status, extra={"rule": rule} if rule else None)


@get("/api/games", summary="The games, their scenarios, options and computer players")
async def list_games() -> list[GameCard]:
    return [_card(name) for name in GAMES]


def _card(name: str) -> GameCard:
    g, minds = game_class(name), players_of(name)
    briefings, guide = g.briefings(), g.guide()
    return GameCard(name, g.title, g.blurb, list(g.sides), dict(g.scenarios), list(g.switches), list(minds),
                    {mind: kind.levels for mind, kind in minds.items() if kind.levels}, g.secrets,
                    {scenario: b.takes for scenario, b in briefings.items()},
                    [scenario for scenario, b in briefings.items() if b.ours],
                    {mind: kind.tempers for mind, kind in minds.items() if len(kind.tempers) > 1},
                    guide.blurb if guide else "")


Chosen = Annotated[str, Parameter(description="Options as name=value, parted by commas")]


def _choice(game: str, scenario: str | None, options: str) -> Choice:
    if game not in GAMES:
        raise NotFoundException(f"there is no game {game!r}")
    pairs = [part.partition("=") for part in options.split(",") if part]
    return Choice(game, scenario, {name.strip(): value.strip() for name, _, value in pairs})


SHEET = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="docs/protocol.md says what it has")}


@get("/api/games/{game:str}/sheet", summary="What never changes in a game", responses={**OF_A_GAME, **SHEET})
async def get_sheet(
    state: State, request: AnyRequest, game: str, scenario: str | None = None, options: Chosen = ""
) -> Response[bytes]:
    hall: Hall = state.hall
    found = await hall.sheet_of(_choice(game, scenario, options), purse_of(request))
    return _packed(request, found, "application/json", {})


def _packed(request: AnyRequest, found: Packed, kind: str, headers: dict[str, str]) -> Response[bytes]:
    """Packed for whoever can unpack it."""
    headers = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(found.plain, media_type=kind, headers=headers)


@get("/api/games/{game:str}/sides", summary="The seats of a game with a scenario and options", responses=OF_A_GAME)
async def get_sides(game: str, scenario: str | None = None, options: Chosen = "") -> list[str]:
    return list(_choice(game, scenario, options).sides)


@get("/api/games/{game:str}/guide", summary="The guided first game: how it is opened", responses=OF_A_GAME)
async def get_guide(game: str) -> dict[str, Any]:
    guide = game_class(game).guide() if game in GAMES else None
    if guide is None:
        raise NotFoundException(f"there is no guided game of {game!r}")
    weakest = players_of(game)["staff"].levels[0]
    match = new_match(game, guide, game_class(game).sides, weakest)
    return {"title": guide.title, "opens": guide.opens, "match": match}


@get("/api/games/{game:str}/map.svg", summary="The map as a picture", media_type="image/svg+xml",
     responses=problems(400, 404, 422))
async def get_map(state: State, request: AnyRequest, game: str) -> Response[bytes]:
    hall: Hall = state.hall
    if game not in GAMES:
        raise NotFoundException(f"there is no game {game!r}")
    return _packed(request, await hall.map_of(game), "image/svg+xml", {"Cache-Control": "public, max-age=86400"})


def _one_more(hall: Hall, request: AnyRequest) -> None:
    """Matches stay in the store, so an address cannot make them without end."""
    if not hall.making.take(purse_of(request).address):
        raise refused(429, "too many matches have been begun from your address; wait a little")


WRITING_A_MATCH = 0.02
"""Seconds that whoever begins one pays for what the writing thread has to do."""


@post("/api/matches", summary="Begin a match", responses=MADE_FROM_WORDS)
async def create_match(state: State, request: AnyRequest, data: NewMatch) -> Tickets:
    hall: Hall = state.hall
    _one_more(hall, request)
    purse_of(request).spend(WRITING_A_MATCH)
    made = await hall.matches.create(data, purse_of(request).address)
    if data.situation is None:  # the table asks for it next: a worker may as well begin
        hall.sheet_of(Choice(data.game, data.scenario, data.options), purse_of(request))
    return made


@dataclass
class TakesRecord(Operation):
    """As the schema describes it; the body itself is read only by the worker that plays it."""

    def __post_init__(self) -> None:
        schema = Schema(type=OpenAPIType.OBJECT, title="A record",
                        description="As `GET /api/matches/{id}/record` gives it")
        self.request_body = RequestBody(content={"application/json": OpenAPIMediaType(schema=schema)}, required=True)


async def _record(request: AnyRequest) -> bytes:
    body = await request.body()
    try:
        msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"record: {error}") from None
    return body


@post("/api/matches/import", summary="Bring in a record, to look at or to play on", responses=MADE_FROM_WORDS,
      operation_class=TakesRecord)
async def import_match(state: State, request: AnyRequest) -> Tickets:
    hall: Hall = state.hall
    _one_more(hall, request)
    return await hall.matches.bring_in(await hall.desk.unfold(await _record(request), purse_of(request)))


ENDED = {200: ResponseSpec(Course, generate_examples=False, description="docs/protocol.md says what it has")}
DIARY = {200: ResponseSpec(jobs.Told, generate_examples=False, description="docs/protocol.md says what it has")}
VERDICT = {200: ResponseSpec(jobs.Verdict, generate_examples=False, description="What its dice proved to be")}


@post("/api/verify", summary="Play a record again and check its dice", status_code=200,
      operation_class=TakesRecord, responses={**MADE_FROM_WORDS, **VERDICT})
async def verify_record(state: State, request: AnyRequest) -> Response[bytes]:
    hall: Hall = state.hall
    found = await hall.desk.examine(await _record(request), purse_of(request))
    return Response(found, media_type="application/json")


def _token(request: AnyRequest, id: str) -> str:
    """The token that the request shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthorizedException("show a seat's token: Authorization: Bearer TOKEN")
    if not MATCH_ID.fullmatch(id):
        raise NotFoundException(NO_SUCH_MATCH)
    return token.strip()


async def seated(state: State, request: AnyRequest, id: str) -> tuple[Table, Holder, str]:
    """The match and the holder of the token that the request shows."""
    hall: Hall = state.hall
    token = _token(request, id)
    holder = await hall.matches.links.holder(token, id)
    table = await hall.matches.table(id) if holder else None
    if holder is None or table is None:
        raise NotFoundException(NO_SUCH_MATCH)
    return table, holder, token


MatchId = Annotated[str, Parameter(description="The match's id")]


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


@get("/api/matches/{id:str}/record", summary="The record, with its key once the match is over",
     security=SEAT, responses=OF_A_MATCH)
async def get_record(state: State, request: AnyRequest, id: MatchId) -> dict[str, Any]:
    table, holder, _ = await seated(state, request, id)
    return table.audience.redacted(holder) if table.game.secrets and not table.over else table.record()


@get("/api/matches/{id:str}/diary", summary="The match as a war diary: all of it once it is over, until then what the "
     "seat knows", security=SEAT, responses={**OF_A_MATCH, **DIARY})
async def get_diary(state: State, request: AnyRequest, id: MatchId) -> Response[bytes]:
    table, holder, _ = await seated(state, request, id)
    hall: Hall = state.hall
    seats = None if table.over else holder.seats or (None,)
    asked = jobs.Recalled(Choice.of(table.header), [logged.event for logged in table.log], seats,
                          table.ended.verdict if table.ended else "")
    return Response(await hall.desk.recall(asked, purse_of(request)), media_type="application/json")


@get("/api/matches/{id:str}/verify", summary="Check a finished match's dice", security=SEAT,
     responses={**OF_A_MATCH, **VERDICT})
async def verify_match(state: State, request: AnyRequest, id: MatchId) -> Response[bytes]:
    table, _, _ = await seated(state, request, id)
    if not table.over:
        raise refused(409, "the key is published when the match is over")
    hall: Hall = state.hall
    found = await hall.desk.examine(msgspec.json.encode(table.record()), purse_of(request))
    return Response(found, media_type="application/json")


@get("/api/matches/{id:str}/ending", summary="How a finished match went: by turns, losses, battles, luck",
     security=SEAT, responses={**OF_A_MATCH, **ENDED})
async def get_ending(state: State, request: AnyRequest, id: MatchId) -> Response[bytes]:
    table, _, _ = await seated(state, request, id)
    if not table.over:
        raise refused(409, "the match is not over")
    hall: Hall = state.hall
    found = await hall.desk.conclude(msgspec.json.encode(table.record()), purse_of(request))
    return Response(found, media_type="application/json")


@post("/api/matches/{id:str}/rematch", summary="The same again with the sides changed",
      security=SEAT, responses=OF_A_MATCH)
async def rematch(state: State, request: AnyRequest, id: MatchId) -> Tickets:
    table, holder, token = await seated(state, request, id)
    hall: Hall = state.hall
    _one_more(hall, request)
    return await hall.matches.rematch(table, holder, token)


@post("/api/matches/{id:str}/join", summary="Take the seat that an invitation is for, under a fresh token",
      status_code=200, security=SEAT, responses=OF_A_MATCH)
async def join(state: State, request: AnyRequest, id: MatchId) -> Taken:
    hall: Hall = state.hall
    taken = await hall.matches.links.join(_token(request, id), id)
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


HANDLERS = [
    list_games, get_sheet, get_sides, get_guide, get_map,
    create_match, import_match, verify_record, get_match, get_record,
    get_diary, verify_match, get_ending, rematch, join, renew_token, give_up, new_link, resign, get_notes, put_notes,
    get_mail, put_mail, confirm_mail,
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


def on_outage(_: AnyRequest, error: Outage) -> Response[dict[str, Any]]:
    return Response({"error": "Outage", "reason": str(error)}, status_code=503, headers={"Retry-After": "5"})


def on_unreadable(_: AnyRequest, error: Unreadable) -> Response[dict[str, Any]]:
    return Response({"error": "Unreadable", "reason": str(error)}, status_code=500)


def on_no_seat(_: AnyRequest, error: NotASeat) -> Response[dict[str, Any]]:
    """An invitation waits to be taken; any other kind is past."""
    status, name = (409, "Invitation") if error.kind == "invitation" else (410, "Spent")
    return Response({"error": name, "reason": str(error)}, status_code=status)


def on_too_many(_: AnyRequest, error: TooMany) -> Response[dict[str, Any]]:
    return Response({"error": "TooMany", "reason": str(error)}, status_code=429)


ERRORS: dict[Any, Any] = {
    TooMany: on_too_many,
    HTTPException: on_http_error, BadInput: on_bad_input, RecursionError: on_too_deep, WorkerLost: on_lost,
    NotASeat: on_no_seat,
    Conflict: on_unsaved, Unsaved: on_unsaved, Outage: on_outage, Unreadable: on_unreadable,
}
