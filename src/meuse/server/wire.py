"""Connections before anything is asked: how many an address may have, and how long one may take to say what it wants.

Without this a thousand requests that are never finished would hold as many of the process's open files, and nobody else
could connect.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from meuse.server.limits import Limits, place_of

PLENTY = 100_000
RESERVED = 100
"""Open files that are not for connections: the database, workers, what is read."""
UNREAD = 2_000_000
"""Bytes that a listener may leave unread."""


def raise_files() -> int:
    """As many open files as the system lets us have; says how many those are."""
    if sys.platform == "win32":
        return PLENTY
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return found if found != resource.RLIM_INFINITY else PLENTY


class Lines:
    """The open connections, by address. A proxy's are all its clients', and it counts them itself."""

    def __init__(self, limits: Limits, files: int, proxies: tuple[str, ...]) -> None:
        self.limits, self.proxies = limits, proxies
        room = max(10, files - RESERVED)
        self.most, self.half = min(limits.connections, room * 2 // 3), min(limits.half, room // 8)
        self.open: dict[str, set[asyncio.BaseTransport]] = {}
        self.unasked: dict[str, dict[Asking, None]] = {}
        """Those that have not said what they want, the oldest first."""

    def admit(self, address: str, transport: asyncio.BaseTransport) -> bool:
        if address in self.proxies:
            return True
        there = self.open.setdefault(address, set())
        if len(there) >= self.most:
            return False
        there.add(transport)
        return True

    def gone(self, address: str, transport: asyncio.BaseTransport) -> None:
        there = self.open.get(address, set())
        there.discard(transport)
        if not there:
            self.open.pop(address, None)

    def begins(self, asking: Asking) -> None:
        """Where an address has too many, its oldest gives way: who asks at once is never shut out."""
        line = self.unasked.setdefault(asking.place, {})
        line[asking] = None
        if len(line) > self.half and asking.place not in self.proxies:
            oldest = next(iter(line))
            del line[oldest]
            oldest.transport.abort()

    def asked(self, asking: Asking) -> None:
        line = self.unasked.get(asking.place, {})
        line.pop(asking, None)
        if not line:
            self.unasked.pop(asking.place, None)


def wired(lines: Lines) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of uvicorn for requests and sockets, with these connections counted."""
    return type("Counted", (Asking,), {"lines": lines}), type("CountedSocket", (Talking,), {"lines": lines})


class Asking(HttpToolsProtocol):
    """A connection that must say what it wants in time: its headers, and then its body."""

    lines: Lines
    place = ""
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = place_of(self.client[0] if self.client else "")
        if not self.lines.admit(self.place, transport):
            transport.abort()
            return
        self._wait(self.lines.limits.head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        self.lines.gone(self.place, self.transport)
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        """The timer of one request: it runs from its first byte, not from its latest."""
        if self.late is None:
            self.late = self.loop.call_later(seconds, self.transport.abort)
            self.lines.begins(self)

    def _done(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None
            self.lines.asked(self)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait(self.lines.limits.head)

    def on_headers_complete(self) -> None:
        self._done()
        self._wait(self.lines.limits.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._done()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on the socket's own protocol has the connection; hello has a time of its own."""
        self._done()
        super().handle_websocket_upgrade()


class Left(Exception):
    """Whoever was at the other end has gone, or was hung up on."""


class Talking(WebSocketsSansIOProtocol):
    """An open socket, which `scope["line"]` hands to the application: what it hears and says passes through no layers.

    What is said in one moment is written at once. Reading stops only while a message waits already.
    """

    lines: Lines
    due = False
    """Something has been said that is not written yet."""
    hung_up = False
    """Nothing is said to him any more."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated:
            self.scope["line"] = self  # type: ignore[typeddict-unknown-key]

    def connection_lost(self, exc: Exception | None) -> None:
        self.lines.gone(place_of(self.client[0] if self.client else ""), self.transport)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        waits = not self.queue.empty()
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if waits and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def hear(self) -> bytes:
        """The next message. Raises Left."""
        event = await self.receive()
        if event["type"] != "websocket.receive":
            raise Left
        return event.get("bytes") or b""

    def say(self, text: bytes) -> None:
        """A message; who leaves too much unread is hung up on, and comes back for a fresh table."""
        if self.hung_up or self.close_sent or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()
            return
        self.conn.send_text(text)
        if not self.due:
            self.due = True
            self.loop.call_soon(self._write)

    def _write(self) -> None:
        self.due = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def hang_up(self) -> None:
        """The application hears that he has gone, and nothing of what he said last, and closes the socket.

        Nor does he hear anything more: where several are hung up on, none is told that another has gone.
        """
        self.hung_up = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def close(self, code: int = 1000) -> None:
        with suppress(ClientDisconnected, RuntimeError):
            await self.send({"type": "websocket.close", "code": code, "reason": ""})


def address_of(scope: Any, proxies: tuple[str, ...]) -> str:
    """Who asks: the address of the connection, or the one that a proxy which we trust names last."""
    peer = cast(str, (scope.get("client") or ("",))[0])
    if peer in proxies:
        named = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        last = named[-1].decode("latin-1").rpartition(",")[2].strip() if named else ""
        return last or peer
    return peer
