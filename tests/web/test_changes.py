"""The browser plays out what a seat is sent, without a rule: it ends at the true view."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

import meuse
from meuse.engine import changes
from meuse.games import GAMES
from tests.web.browser import Server

PLAY = """async ({first, tables}) => {
    const {viewAfter, viewsOf} = await import("/common/changes.js");
    const told = [];
    let view = first;
    for (const table of tables) {
        const before = JSON.stringify(view);
        const after = viewAfter(view, table);
        const steps = viewsOf(view, table, after);
        if (JSON.stringify(view) !== before) throw new Error("the view before has changed");
        if (table.events.length && steps.at(-1) !== after) throw new Error("the last event is not the table's");
        told.push({after, steps: steps.length});
        view = after;
    }
    return told;
}"""


def tables(name: str, seed: int) -> tuple[Any, list[Any], list[Any]]:
    """The first view of a random match, the tables that a spectator is sent, and his true views."""
    match = meuse.new(name, seed=seed)
    match.moments = []
    rng = Random(seed)
    first = view = match.view(None)
    sent, true = [], []
    for _ in islice(iter(lambda: bool(match.actors), False), 250):
        match.moments.clear()
        events = match.apply(match.actors[0], rng.choice(match.legal(match.actors[0])))
        between = [match.game.view(p, None) for p in match.moments[:-1]]
        *earlier, last = changes.play_out(view, between, match.view(None))
        view = match.view(None)
        told = [{"changes": patch} for patch in earlier]
        sent.append({"events": [*told, {}] if events else [], "changes": last})
        true.append(view)
    return first, sent, true


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_match_played_out_in_the_browser_is_the_true_one(name: str, browser: Browser, server: Server) -> None:
    first, sent, true = tables(name, 5)
    page = browser.new_page()
    page.goto(f"{server.address}/icon.svg")
    told = page.evaluate(PLAY, {"first": first, "tables": sent})
    page.close()
    assert [t["after"] for t in told] == true
    assert [t["steps"] for t in told] == [len(t["events"]) for t in sent]
