"""The server and the browser that tests share."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import BARE_MAP, CHROMIUM, DESK, Player, Server, chromium

Seat = Callable[..., Player]

AT_PACE = """try {
  localStorage.getItem('meuse.taste') || localStorage.setItem('meuse.taste', JSON.stringify({pace: '%s'}));
} catch {
  // a page without storage
}"""
"""Only tests of it look on while events are played out."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its computers play the same game of a seed each time. The first sheet waits for all maps to be drawn; no page
    should."""
    made = Server(tmp_path_factory.mktemp("serve"))
    made.start()
    urllib.request.urlopen(f"{made.address}/api/games/sedan/sheet?scenario=race-to-the-meuse", timeout=120).close()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy games too, and would send mail."""
    mail = {"MEUSE_SMTP": "127.0.0.1:9", "MEUSE_MAIL_FROM": "table@example.org"}
    made = Server(tmp_path_factory.mktemp("toys"), "tests.web.with_toys", **mail)
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed with its module: while it is open an event loop counts as running, which async tests could not stand."""
    if not os.access(CHROMIUM, os.X_OK):
        assert not os.environ.get("CI"), f"no Chromium at {CHROMIUM}: `make tools` should have installed it"
        pytest.skip(f"no Chromium at {CHROMIUM} (apt install chromium)")
    with chromium() as one:
        yield one


@pytest.fixture
def seat(browser: Browser, server: Server) -> Iterator[Seat]:
    """Players, each in a browser context of his own; a script error on any page fails the test."""
    players: list[Player] = []

    def take(real_map: bool = False, briefed: bool = True, pace: str = "off", **more: Any) -> Player:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **more})
        if not real_map:
            context.add_init_script(BARE_MAP)
        context.add_init_script(AT_PACE % pace)
        players.append(Player(context.new_page(), server.address, briefed))
        return players[-1]

    yield take
    errors = [e for p in players for e in p.errors]
    for p in players:
        p.page.context.close()
    assert errors == []
