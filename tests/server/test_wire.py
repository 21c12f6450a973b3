"""A socket's connection: what is said is written together, and who does not read is hung up on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import Event
from websockets.uri import parse_uri

from meuse.server.limits import Limits
from meuse.server.wire import UNREAD, Left, Lines, Talking, wired


class Cable(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unread = 0
        self.paused = self.aborted = self.closed = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def _connected() -> tuple[Talking, Cable, ClientProtocol]:
    """A connection past its handshake, and the browser at its other end."""
    config = uvicorn.Config(_nothing, ws_per_message_deflate=False)
    config.load()
    kind = wired(Lines(Limits(), 1000, ()))[1]
    line, cable = kind(config, ServerState(), {}), Cable()  # type: ignore[call-arg]
    assert isinstance(line, Talking)
    browser = ClientProtocol(parse_uri("ws://127.0.0.1/"))
    browser.send_request(browser.connect())
    line.connection_made(cable)
    line.data_received(b"".join(browser.data_to_send()))
    for _ in range(3):
        await asyncio.sleep(0)
    browser.receive_data(cable.written.pop())
    browser.events_received()
    return line, cable, browser


def heard(browser: ClientProtocol, data: bytes) -> list[bytes]:
    browser.receive_data(data)
    events: list[Event] = browser.events_received()
    return [event.data for event in events if getattr(event, "opcode", None) is Opcode.TEXT]  # type: ignore[union-attr]


def said(browser: ClientProtocol, *texts: bytes) -> bytes:
    for text in texts:
        browser.send_text(text)
    return b"".join(browser.data_to_send())


def played(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_what_is_said_in_one_moment_is_written_at_once() -> None:
    async def play() -> None:
        line, cable, browser = await _connected()
        line.say(b"done")
        line.say(b"table")
        assert not cable.written
        await asyncio.sleep(0)
        assert len(cable.written) == 1
        assert heard(browser, cable.written[0]) == [b"done", b"table"]

    played(play())


def test_who_leaves_too_much_unread_is_hung_up_on() -> None:
    async def play() -> None:
        line, cable, _ = await _connected()
        cable.unread = UNREAD
        line.say(b"table")
        assert not cable.aborted
        cable.unread = UNREAD + 1
        line.say(b"table")
        assert cable.aborted
        await asyncio.sleep(0)
        assert not cable.written, "nothing more goes out"

    played(play())


def test_reading_stops_while_a_message_waits_already() -> None:
    async def play() -> None:
        line, cable, browser = await _connected()
        line.data_received(said(browser, b"one"))
        assert not cable.paused
        line.data_received(said(browser, b"two"))
        assert cable.paused
        assert [await line.hear(), await line.hear()] == [b"one", b"two"]
        assert not cable.paused

    played(play())


def test_who_was_hung_up_on_is_heard_no_more_and_told_nothing() -> None:
    async def play() -> None:
        line, cable, browser = await _connected()
        line.data_received(said(browser, b"act"))
        line.hang_up()
        line.say(b"presence")
        with pytest.raises(Left):
            await line.hear()
        await asyncio.sleep(0)
        assert not cable.written

    played(play())
