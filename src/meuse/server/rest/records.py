"""Records: taken home, brought in, checked; the diary and the course of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from meuse.engine.contract import BadInput
from meuse.engine.ending import Course
from meuse.server import jobs
from meuse.server.hall import Hall
from meuse.server.jobs import Choice
from meuse.server.matches import Tickets
from meuse.server.rest.asking import SEAT, AnyRequest, MatchId, purse_of, seated
from meuse.server.rest.matches import one_more
from meuse.server.rest.problems import MADE_FROM_WORDS, OF_A_MATCH, refused

ENDED = {200: ResponseSpec(Course, generate_examples=False, description="docs/protocol.md says what it has")}
DIARY = {200: ResponseSpec(jobs.Told, generate_examples=False, description="docs/protocol.md says what it has")}
VERDICT = {200: ResponseSpec(jobs.Verdict, generate_examples=False, description="What its dice proved to be")}


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
    one_more(hall, request)
    return await hall.matches.bring_in(await hall.desk.unfold(await _record(request), purse_of(request)))


@post("/api/verify", summary="Play a record again and check its dice", status_code=200,
      operation_class=TakesRecord, responses={**MADE_FROM_WORDS, **VERDICT})
async def verify_record(state: State, request: AnyRequest) -> Response[bytes]:
    hall: Hall = state.hall
    found = await hall.desk.examine(await _record(request), purse_of(request))
    return Response(found, media_type="application/json")


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


async def _finished(state: State, request: AnyRequest, id: str, otherwise: str) -> bytes:
    """The record of a match that is over."""
    table, _, _ = await seated(state, request, id)
    if not table.over:
        raise refused(409, otherwise)
    return msgspec.json.encode(table.record())


@get("/api/matches/{id:str}/verify", summary="Check a finished match's dice", security=SEAT,
     responses={**OF_A_MATCH, **VERDICT})
async def verify_match(state: State, request: AnyRequest, id: MatchId) -> Response[bytes]:
    record = await _finished(state, request, id, "the key is published when the match is over")
    hall: Hall = state.hall
    return Response(await hall.desk.examine(record, purse_of(request)), media_type="application/json")


@get("/api/matches/{id:str}/ending", summary="How a finished match went: by turns, losses, battles, luck",
     security=SEAT, responses={**OF_A_MATCH, **ENDED})
async def get_ending(state: State, request: AnyRequest, id: MatchId) -> Response[bytes]:
    record = await _finished(state, request, id, "the match is not over")
    hall: Hall = state.hall
    return Response(await hall.desk.conclude(record, purse_of(request)), media_type="application/json")
