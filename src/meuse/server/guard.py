"""What stands before the application: hosts, origins, limits, and the headers that every answer carries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from meuse.engine.contract import BadInput
from meuse.server.hall import Settings
from meuse.server.limits import Purse, Purses, metered
from meuse.server.wire import address_of

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""No inline script and nothing from elsewhere. Styles may be set by the client on what it draws."""

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

OF_THE_MOMENT = (b"cache-control", b"no-store")
"""What the API answers depends on who asks and when: browsers keep some answers for good (410) whatever the token."""

LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")

SAFE = ("GET", "HEAD", "OPTIONS")

PATIENCE = 20.0
"""Seconds that a request waits for its turn before it is refused."""

TOO_MANY = (429, "too many requests; wait a little")


class Guard:
    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.purses = Purses(settings.limits)
        self.origins = {_place(origin) for origin in settings.origins}
        if None in self.origins:
            raise BadInput("--origin: expected an address such as https://meuse.example")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        purse: Purse = self.purses.of(address_of(scope, self.settings.proxies))
        scope["purse"] = purse
        try:
            async with asyncio.timeout(PATIENCE):
                await purse.turn()
            refusal = self.refuse(scope, headers, purse)
        except TimeoutError:
            refusal = TOO_MANY
        if scope["type"] == "websocket":
            if refusal is None:
                await metered(_run(self.app, scope, receive, send), purse)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            return
        sending = _with_headers(send, [*HEADERS, OF_THE_MOMENT] if scope["path"].startswith("/api/") else HEADERS)
        if refusal is None:
            await metered(_run(self.app, scope, receive, sending), purse)
        else:
            await _refuse(sending, *refusal)

    def refuse(self, scope: Scope, headers: dict[bytes, str], purse: Purse) -> tuple[int, str] | None:
        """A foreign page must neither act for a player nor rebind a name to this machine."""
        if "\0" in scope["path"]:
            return 400, "no path has a null character"
        host = headers.get(b"host", "")
        if self.settings.local and _name(host) not in LOCAL_HOSTS:
            return 421, "this server answers to this machine's own name only"
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get(b"origin")
        if changes and origin is not None and _place(origin) not in {host, *self.origins}:
            return 403, "requests from pages of another site are not answered"
        if changes and scope["type"] == "http" and not purse.writes.take():
            return TOO_MANY
        return None


async def _run(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


def _place(origin: str) -> str | None:
    """Host and port of an Origin header; None if it names none."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _name(host: str) -> str:
    """A Host header without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message.get("headers", ())}
            message["headers"] = [*message.get("headers", ()), *(pair for pair in headers if pair[0] not in own)]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = msgspec.json.encode({"error": "refused", "reason": reason})
    await send({"type": "http.response.start", "status": status,
                "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})
