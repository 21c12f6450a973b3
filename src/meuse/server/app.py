"""The application: REST, sockets and the client's files behind one guard."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from meuse import __version__
from meuse.server.client import client_routes
from meuse.server.guard import App, Guard
from meuse.server.hall import Hall, Settings
from meuse.server.rest import HANDLERS
from meuse.server.rest.problems import ERRORS
from meuse.server.sockets import match_socket
from meuse.server.store import Store

MOST_BODY = 4_000_000
"""Bytes of a request: a record of the longest match is well below."""


def make_litestar(settings: Settings, keeper: Store) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = Hall(settings, keeper)
        await app.state.hall.open()
        _sweep_seldom()
        try:
            yield
        finally:
            await app.state.hall.close()

    return Litestar(
        route_handlers=[*HANDLERS, match_socket, *client_routes()],
        lifespan=[lifespan],
        state=State(),
        exception_handlers=ERRORS,
        request_max_body_size=MOST_BODY,
        openapi_config=OpenAPIConfig(
            title="Meuse", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()],
            description="The lobby and records; docs/protocol.md tells of the socket.",
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )


YOUNG, MIDDLE, OLD = 100_000, 10, 10


def _sweep_seldom() -> None:
    """Everybody waits while Python looks for rings of forgotten objects: 0.1 s for all that a server with many matches
    holds. What is there at the start stays; the rest is looked through when ten million objects have come, the youngest
    when a hundred thousand have: as often as Python does it by itself, it would take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def make_app(settings: Settings, keeper: Store) -> App:
    return Guard(make_litestar(settings, keeper), settings)  # type: ignore[arg-type]
