"""The games: what the lobby shows of them, their sheets, guides and maps."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from meuse.engine.contract import Option
from meuse.engine.guide import new_match
from meuse.games import GAMES, game_class
from meuse.players import players_of
from meuse.server.hall import Hall, Packed
from meuse.server.jobs import Choice
from meuse.server.rest.asking import AnyRequest, purse_of
from meuse.server.rest.problems import OF_A_GAME, problems


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
