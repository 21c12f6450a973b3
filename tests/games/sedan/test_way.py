"""The way to a hex, step by step; and what stands against it where there is none."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.contract import BadInput
from tests.games.sedan.table import explain, reach, table
from tests.games.sedan.test_reach import positions_with_movers


def test_the_steps_add_up_to_what_reach_says() -> None:
    asked = 0
    for g, p in positions_with_movers(3, 25):
        unit = g.ids[p.frames[-1].movers[0]]
        ways = g.reach(p, p.who[0], unit)
        for hex, way in list(ways.items())[::7]:
            tally = g.explain(p, f"way {unit} {hex}")
            assert tally.total == way["cost"]
            if way["cost"] != "whole move":
                assert sum(part.value for part in tally.parts) == way["cost"]  # type: ignore[misc]
                named = [part.label.partition(":")[0] for part in tally.parts]
                assert list(dict.fromkeys(named)) == way["path"]
            asked += 1
    assert asked > 150


def test_every_hex_out_of_reach_has_a_reason_with_a_rule() -> None:
    rules = set()
    for g, p in positions_with_movers(4, 12):
        unit = g.ids[p.frames[-1].movers[0]]
        ways = g.reach(p, p.who[0], unit)
        here = g.hex_name(p.frames[-1].hex)
        for hex in [h for h in g.grid.bit if h not in ways and h != here][::23]:
            tally = g.explain(p, f"way {unit} {hex}")
            assert tally.total == "out of reach"
            assert tally.parts[-1].rule in g.rules
            rules.add(tally.parts[-1].rule)
    assert {"9.0f", "7.0b"} <= rules


BERTRIX = """
turn = 2
activation = "XIX"
mode = "move"
reinforcements = "none"
cup = []
[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "4408"
"11 Cur 5 DLC" = "4108"
"""


def reason(match: meuse.Match, hex: str, unit: str = "de-i-1-1-pz") -> tuple[str, str]:
    part = explain(match, f"way {unit} {hex}").parts[-1]
    return part.rule, part.label


@pytest.mark.rule("9.0f")
def test_too_far_says_how_far() -> None:
    rule, text = reason(table(BERTRIX), "2104")
    assert rule == "9.0f"
    assert "I/1 1 Pz has 10" in text
    assert "2104 takes" in text


@pytest.mark.rule("7.0b")
def test_the_enemy_s_own_hex() -> None:
    assert reason(table(BERTRIX), "4108") == ("7.0b", "4108 holds enemy units")


@pytest.mark.rule("8.0h")
def test_a_zone_of_control_ends_the_way() -> None:
    match = table(BERTRIX)
    for action in ("move de-i-1-1-pz", "step 4308", "step 4208"):
        match.apply("german", action)
    assert reason(match, "4008")[0] == "8.0h"


def test_reinforcements_are_asked_about_before_they_enter() -> None:
    match = meuse.new("sedan", seed=1940)
    while not any(a.startswith("enter ") for a in match.legal(match.actors[0])):
        side = match.actors[0]
        legal = match.legal(side)
        match.apply(side, next((a for a in ("activate", "move-combat", "end", "done") if a in legal), legal[-1]))
    side = match.actors[0]
    unit = next(a for a in match.legal(side) if a.startswith("enter ")).partition(" ")[2]
    for hex, way in list(reach(match, unit, side).items())[:20]:
        tally = explain(match, f"way {unit} {hex}")
        assert "entering" in tally.parts[0].label
        assert tally.total == way["cost"]


def test_nonsense_is_refused() -> None:
    match = table(BERTRIX)
    for question in ("way nobody 4108", "way de-i-1-1-pz 9999", "way fr-11-cur-5-dlc 4109", "way"):
        with pytest.raises(BadInput):
            explain(match, question)
