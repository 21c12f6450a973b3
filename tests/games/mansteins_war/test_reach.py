"""Movement seen ahead: every way that is offered can be gone for what it costs, and no hex is left out."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from tests.games.mansteins_war.box import BOARD, BOX, GRID
from tests.games.mansteins_war.table import do, legal, table
from tests.games.verbs import reach


def marching(units: str, side: str = "german", marker: str = "pgk", more: str = "") -> meuse.Match:
    return table(f'turn = 3\nside = "{side}"\nmarker = "{marker}"\nsegment = "movement"\n{more}\n[units]\n{units}')


@pytest.mark.rule("8.0a", "8.4a", "8.4b")
def test_reach_is_what_play_allows() -> None:
    """Against plain play: every sequence of steps, tried one by one."""
    match = marching('"de-19-corps" = "1639"\n"fr-2-army" = "1439"\n"fr-log-2ag" = "1240"')
    assert set(reach(match, "de-19-corps")) == _walked(match, "de-19-corps")


def _walked(match: meuse.Match, unit: str) -> set[str]:
    g, found = match.game, set()
    start = match.position.copy()
    g.apply(start, "german", f"move {unit}")
    waiting = [start]
    while waiting:
        p = waiting.pop()
        for action in g.legal(p, "german"):
            if action.startswith("step "):
                q = p.copy()
                g.apply(q, "german", action)
                found.add(action.removeprefix("step "))
                if q.frames and type(q.frames[-1]).__name__ == "Moving":
                    waiting.append(q)
    return found - {g.view(match.position, "german")["units"][unit]["hex"]}


@pytest.mark.rule("8.1a")
def test_the_first_hex_takes_the_whole_move_if_it_is_too_dear() -> None:
    """Rough ground over the Meuse takes three factors, and an unsupported corps has two."""
    units = '"fr-21-corps" = "1439"\n"de-19-corps" = "1835"'
    match = marching(units, "allied", "2ag", f"bombed = {GRID.names_of(BOARD.depots['french'])}")
    assert reach(match, "fr-21-corps")["1539"] == {
        "cost": "whole move", "path": ["1539"], "actions": ["move fr-21-corps", "step 1539"], "over": True}
    assert reach(marching(units, "allied", "2ag"), "fr-21-corps")["1539"]["cost"] == 3


def test_every_way_that_reach_offers_can_be_gone_for_its_cost() -> None:
    gone = 0
    for seed in range(3):
        match, rng = meuse.new("mansteins-war", scenario="sickle-cut", seed=seed), Random(seed)
        for _ in range(400):
            if not match.actors:
                break
            side = match.actors[0]
            able = [a.removeprefix("move ") for a in match.legal(side) if a.startswith("move ")]
            for unit in able[:2]:
                for hex, way in list(reach(match, unit, side).items())[:8]:
                    gone += _walk(match, side, unit, hex, way)
            match.apply(side, rng.choice(match.legal(side)))
    assert gone > 300


def _walk(match: meuse.Match, side: str, unit: str, hex: str, way: dict[str, object]) -> bool:
    g, twin = match.game, match.position.copy()
    actions = way["actions"]
    assert isinstance(actions, list)
    for action in actions[:-1]:
        g.apply(twin, side, action)
    left = twin.frames[-1].left
    g.apply(twin, side, actions[-1])
    moving = twin.frames[-1] if twin.frames else None
    assert twin.outcome or g.view(twin, side)["units"][unit]["hex"] == hex
    if way["cost"] != "whole move" and type(moving).__name__ == "Moving" and moving.unit == g.by_id[unit]:
        assert moving.left <= left
    return True


@pytest.mark.rule("8.0a")
def test_who_cannot_move_reaches_nothing() -> None:
    match = marching('"de-19-corps" = "1639"\n"fr-2-army" = "1439"')
    assert reach(match, "fr-2-army") == {}
    assert reach(match, "de-19-corps", "allied") == {}
    assert reach(match, "nobody") == {}
    do(match, "move de-19-corps", "step 1638")
    assert set(reach(match, "de-19-corps")) >= {a.removeprefix("step ") for a in legal(match) if a.startswith("step")}
    assert reach(match, "de-41-corps") == {}


ENEMY = '"de-19-corps" = "1540"\n"de-log-pgk" = "1638"\n"fr-2-army" = "1440"'


@pytest.mark.rule("8.0a")
def test_every_way_can_be_gone_and_says_whether_it_must_be_ended() -> None:
    match = marching(ENEMY)
    ways = match.game.reach(match.position, "german", "de-19-corps")
    assert {way.get("over", False) for way in ways.values()} == {True, False}
    for hex, way in ways.items():
        there = match.copy()
        for action in way["actions"]:
            there.apply("german", action)
        assert there.view(None)["units"]["de-19-corps"]["hex"] == hex
        assert ("stop" in there.legal("german")) is not way.get("over", False), hex


def test_an_event_is_told_when_it_has_happened() -> None:
    """What is played out shows, at each event, the position that it has led to."""
    match = marching(ENEMY + '\n"de-4-army" = "1835"', more='commands = ["PGK", "HGA"]')
    for actions in (("rail de-4-army", "ride 1739"), ("move de-19-corps", "step 1640")):
        for action in actions:
            match.moments = []
            events = match.apply("german", action)
            for event, then in zip(events, match.moments, strict=True):
                if event.what in ("ride", "step"):
                    shown = match.game.view(then, None)["units"][event.data["unit"]]
                    assert shown["hex"] == event.data["hex"], event.what


@pytest.mark.rule("17.0b", "17.1a")
def test_works_that_are_destroyed_cost_nothing_more() -> None:
    def cost(more: str = "") -> object:
        return reach(marching('"de-19-corps" = "1639"', more=more), "de-19-corps")["1640"]["cost"]

    clear = reach(marching('"de-19-corps" = "1639"'), "de-19-corps")["1638"]
    assert cost('destroyed = ["1740"]') == cost() != cost('destroyed = ["1640"]') == BOX.charts.terrain["clear"].mech
    assert clear["path"] == ["1638"]


@pytest.mark.rule("16.8b")
@pytest.mark.parametrize(("unit", "side", "marker", "late"), [
    ("fr-21-corps", "allied", "2ag", 1), ("de-19-corps", "german", "pgk", 0),
])
def test_german_air_units_make_the_allies_late(unit: str, side: str, marker: str, late: int) -> None:
    def cost(air: str) -> dict[str, object]:
        match = marching(f'"{unit}" = "1443"\n[air]\n{air}', side, marker)
        return {hex: way["cost"] for hex, way in reach(match, unit).items() if len(way["path"]) == 1}

    free, under = cost(""), cost('de-air-1 = "1443"')
    assert under.keys() == free.keys()
    assert {hex: n - late for hex, n in under.items()} == free
    assert cost('fr-air-zoan = "1443"') == free
