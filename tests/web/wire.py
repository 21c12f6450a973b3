"""The line between a page and the server, for tests of what comes late."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.web.browser import Player


class Wire:
    """The line between a page and the server, on which a table can be held up, and all that comes after it."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.holds = False
        self.held: list[str | bytes] = []
        self.acts: list[Any] = []
        self.done = 0
        self.page.route_web_socket("**/socket", self._open)

    def _open(self, ws: WebSocketRoute) -> None:
        self.ws, self.there = ws, ws.connect_to_server()
        ws.on_message(self._out)
        self.there.on_message(self._in)

    def _out(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == "act":
            self.acts.append(json.loads(message)["actions"])
        self.there.send(message)

    def _in(self, message: str | bytes) -> None:
        kind = json.loads(message)["type"]
        if self.holds and (kind == "table" or self.held):
            self.held.append(message)
            return
        self.ws.send(message)
        self.done += kind == "done"

    def acknowledged(self) -> None:
        """Until the page has heard that its action is done, and the table that it led to has been held up."""
        while not (self.done and self.held):
            self.page.wait_for_timeout(20)
        self.page.evaluate("document.title")

    def goes_on(self) -> None:
        self.holds = False
        for message in self.held:
            self.ws.send(message)
