"""Who asks: the token that a request shows, and the seat and the match that it is good for."""

from __future__ import annotations

import re
from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import Parameter

from meuse.server.hall import Hall
from meuse.server.limits import Purse
from meuse.server.seats import Holder
from meuse.server.table import Table

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
NO_SUCH_MATCH = "there is no such match for this token"
SEAT: list[dict[str, list[str]]] = [{"seat": []}]

AnyRequest = Request[Any, Any, Any]


def purse_of(request: AnyRequest) -> Purse:
    """That of the address from which it comes."""
    found: Purse = request.scope["purse"]  # type: ignore[typeddict-item]
    return found


def token_of(request: AnyRequest, id: str) -> str:
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
    token = token_of(request, id)
    holder = await hall.matches.links.holder(token, id)
    table = await hall.matches.table(id) if holder else None
    if holder is None or table is None:
        raise NotFoundException(NO_SUCH_MATCH)
    return table, holder, token


MatchId = Annotated[str, Parameter(description="The match's id")]
