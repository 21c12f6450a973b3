"""A word to the world outside when somebody who is not at the table must decide."""

from __future__ import annotations

import asyncio
import logging
import urllib.request
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from meuse.server.table import Table

log = logging.getLogger("meuse")


class Webhook:
    """Posts `{match, game, side, name, text}` to one address; once each time the decision passes to a side."""

    def __init__(self, url: str | None) -> None:
        self.url = url
        self.told: dict[str, str] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def turn(self, table: Table) -> None:
        if not self.url:
            return
        here = {side for session in table.audience.sessions for side in session.holder.seats}
        actors = table.actors
        if self.told.get(table.id) not in actors:
            self.told.pop(table.id, None)
        for side in actors:
            seat = table.header.seats[side]
            if seat.kind != "computer" and side not in here and self.told.get(table.id) != side:
                self.told[table.id] = side
                self._post({"match": table.id, "game": table.header.game, "side": side, "name": seat.name,
                            "text": f"{table.game.title}: {side} must decide."})

    def _post(self, message: dict[str, str]) -> None:
        task = asyncio.ensure_future(asyncio.to_thread(self._send, msgspec.json.encode(message)))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _send(self, data: bytes) -> None:
        assert self.url
        request = urllib.request.Request(self.url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=5):
                pass
        except OSError as error:
            log.warning("webhook %s: %s", self.url, error)
