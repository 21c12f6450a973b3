"""Why something was not done, in the words and with the number that HTTP has for it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import ClientException, HTTPException
from litestar.openapi.datastructures import ResponseSpec

from meuse.engine.contract import BadInput
from meuse.server.database import Conflict, Outage, Unsaved
from meuse.server.limits import TooMany
from meuse.server.rest.asking import AnyRequest
from meuse.server.seats import NotASeat
from meuse.server.table import Unreadable
from meuse.server.workers import WorkerLost


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


def refused(status: int, reason: str, rule: str = "") -> HTTPException:
    return HTTPException(detail=reason, status_code=status, extra={"rule": rule} if rule else None)


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
