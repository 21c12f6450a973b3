"""16.0 Setting up: a situation says where everything is and in what state, and reads back as it was written."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import meuse
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from tests.games.sedan.table import do, happened, legal, piece, pinned, refused, table

HEAD = """
scenario = "encirclement"
turn = 5
blown = ["3414-3415", "3616-3717"]
pontoons = ["3414-3415"]
pontoons_laid = 3
roadblocks = ["2628"]
tried = ["2628", "2728"]
"""
BODY = """
[air]
german = { fighters = 3, bombers = 2, used_fighters = 1, used_bombers = 2 }
french = { fighters = 2, bombers = 4, used_fighters = 0, used_bombers = 1 }
[units]
"HQ 55" = "2520"
"147 55" = { hex = "2520", reduced = true, unsupplied = 2, road = true }
"331 55" = { hex = "2420", unsupplied = 1, fought = true }
"295 55" = { hex = "2421", moved = true }
"4 503" = "2422"
"11 Cur 5 DLC" = { hex = "2523", crossed = true }
"HQ 1 Pz" = "track"
"I/1 1 Pz" = { hex = "exited", reduced = true }
"GD" = "eliminated"
"Niwi GD" = "withdrawn"
"118 36" = { hex = "4010", activated = true }
"87 36" = "due"
"1 Col 3 DIC" = "2628"
"41 3 DCR" = { hex = "due", reduced = true }
"""
AIR_OF_TURN_ONE = {
    "german": {"fighters": 2, "bombers": 2, "used_fighters": 0, "used_bombers": 0},
    "french": {"fighters": 0, "bombers": 1, "used_fighters": 0, "used_bombers": 0},
}
X_CORPS = ("HQ 55", "147 55", "331 55", "295 55", "4 503", "11 Cur 5 DLC")
"""Whom the chit of X Corps finds."""


def laid(text: str) -> tuple[Sedan, SedanPosition]:
    """The game and the position before any die."""
    plain = tomllib.loads(text)
    g = pinned(plain.get("scenario"), ())
    return g, g.set_up({"game": "sedan", **plain})


def told(text: str) -> dict[str, Any]:
    """What is written of a situation, without what its own words cannot tell."""
    g, p = laid(text)
    return {key: value for key, value in g.whole_situation(p).items() if key not in ("game", "rest")}


@pytest.mark.rule("2.3f", "5.2a", "6.1d", "9.2c", "11.0a", "12.0d", "13.0d", "16.10g")
@pytest.mark.parametrize("where", [
    'activation = "X"\nmode = "open"\ncup = ["VII", "XIX"]',
    'phase = "activation"\ncup = ["VII", "XIX"]',
])
def test_what_is_written_of_a_position_is_what_was_read(where: str) -> None:
    text = HEAD + where + BODY
    assert told(text) == tomllib.loads(text)


@pytest.mark.rule("3.4a")
def test_as_a_turn_ends_its_activations_and_attempts_are_forgotten() -> None:
    text = HEAD + 'phase = "end"' + BODY
    expected = tomllib.loads(text)
    del expected["tried"]
    expected["units"]["118 36"] = "4010"
    assert told(text) == expected


@pytest.mark.rule("6.0d", "5.3d")
@pytest.mark.parametrize(("mode", "more"), [
    ("move", 'low_fuel = ["4 503"]'), ("combat", ""), ("overrun", 'overrun = ["4 503"]'),
])
def test_in_a_mode_whoever_the_chit_finds_has_had_its_activation(mode: str, more: str) -> None:
    enemy = '"70 36" = "2423"' if mode == "combat" else ""
    text = f'{HEAD}activation = "X"\nmode = "{mode}"\n{more}\n{BODY}{enemy}'
    expected = tomllib.loads(text)
    for name in X_CORPS:
        state = expected["units"][name]
        expected["units"][name] = {**({"hex": state} if isinstance(state, str) else state), "activated": True}
    assert told(text) == expected


@pytest.mark.rule("16.0a")
def test_without_a_word_about_it_a_situation_is_at_the_activation_phase_of_turn_one() -> None:
    assert told("") == {"turn": 1, "phase": "activation", "scenario": "race-to-the-meuse", "air": AIR_OF_TURN_ONE,
                        "cup": ["2A-Cav", "X", "XIX", "XLI", "XVIII"]}
    assert legal(table('[units]\n"11 Cur 5 DLC" = "2520"')) == ["activate", "leave fr-11-cur-5-dlc"]


@pytest.mark.rule("4.0a", "16.4a")
@pytest.mark.parametrize(("reinforcements", "places"), [
    ("all", ("due", "due", "due")), ("later", (None, None, "due")), ("none", (None, None, None)),
])
def test_reinforcements_are_all_to_come_or_those_of_later_turns_or_none(
    reinforcements: str, places: tuple[str | None, ...]
) -> None:
    g, p = laid(f'turn = 2\nreinforcements = "{reinforcements}"\n[units]\n"147 55" = "2520"')
    view = g.view(p, None)
    arrivals = ("de-5-2-pz", "de-hq-2-pz", "de-hq-6-pz")  # turns 1, 2, 3
    assert tuple(view["units"].get(unit, {}).get("place") for unit in arrivals) == places
    assert view["units"]["fr-147-55-di"]["place"] == "map"
    assert "fr-331-55-di" not in view["units"]


@pytest.mark.rule("2.5c", "2.5d", "3.2a")
@pytest.mark.parametrize(("where", "counted"), [
    ('phase = "supply"', 3), ('phase = "air"', 3), ('phase = "activation"', 3), ('phase = "end"', 3),
    ('activation = "XIX"', 3), ('activation = "XIX"\nphase = "supply"', 3),
])
def test_air_units_that_are_not_named_are_those_that_have_arrived(where: str, counted: int) -> None:
    """Before the Air Phase of a turn its arrivals are still to come: play goes on through it."""
    g, p = laid(f'scenario = "encirclement"\nturn = {counted}\n{where}\nroadblocks = ["2628"]\n'
                '[units]\n"HQ 1 Pz" = "2820"\n"147 55" = "2628"')
    schedule = g.charts.air
    for side in ("german", "french"):
        air = g.view(p, None)["air"][side]
        fighters, bombers = (sum(arrivals[:counted]) for arrivals in (schedule[side].fighters, schedule[side].bombers))
        assert (air["fighters"], air["bombers"]) == (fighters, bombers)
        assert (air["fresh_fighters"], air["fresh_bombers"]) == (fighters, bombers)


@pytest.mark.rule("2.4f", "4.1a")
def test_a_headquarters_on_the_track_may_return_this_turn() -> None:
    match = table('turn = 3\nphase = "activation"\n[units]\n"HQ 55" = "track"\n"147 55" = "2620"')
    assert piece(match, "fr-hq-55")["back"] == 3
    do(match, "place 2620")
    assert piece(match, "fr-hq-55")["hex"] == "2620"


WRONG = [
    ("turn = 0", "turn: expected 1 to 4, got 0"), ("turn = 5", "turn: expected 1 to 4, got 5"),
    ('[units]\n"HQ 55" = { hex = "2520", reduced = true }', "this counter has no reduced side"),
    ('[units]\n"147 55" = "due"', "this counter is not a reinforcement"),
    ('blown = ["3514-3515"]', "no bridge is printed at '3514-3515'"),
    ('pontoons = ["3414-3415"]', "a bridge stands at '3414-3415' already"),
    ('pontoons = ["3514-3515", "3514-3515"]', "a bridge stands at '3514-3515' already"),
    ('roadblocks = ["2520"]', "no road runs through '2520'"),
    ('mode = "move"', "mode: expected an activation as well"),
    ('phase = "end"\ncup = ["X"]', 'cup: expected phase = "activation"'),
    ('phase = "air"\ncup = ["X"]', 'cup: expected phase = "activation"'),
    ('cup = ["X", "IXX"]', "cup: there is no chit 'IXX'"), ('activation = "IXX"', "activation: there is no chit 'IXX'"),
    ("air = { german = { fighters = 1, used_fighters = 2 } }", "more air units are used than there are"),
    ("air = { french = { bombers = 1, used_bombers = 2 } }", "more air units are used than there are"),
    ("air = { german = { fighters = -1, used_fighters = -1 } }", "more air units are used than there are"),
    ("air = { german = { bombers = -1, used_bombers = -1 } }", "more air units are used than there are"),
]


@pytest.mark.rule("16.0a")
@pytest.mark.parametrize(("text", "says"), WRONG)
def test_what_cannot_be_is_refused_with_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(meuse.BadInput) as caught:
        table(text)
    assert says in str(caught.value)


@pytest.mark.rule("16.0a", "11.0a", "2.3f")
def test_the_last_that_can_be_is_allowed() -> None:
    table("turn = 4")
    g, p = laid("air = { german = { fighters = 1, used_fighters = 1 } }\n"
                '[units]\n"147 55" = { hex = "2520", reduced = true }')
    view = g.view(p, None)
    assert (view["air"]["german"]["fighters"], view["air"]["german"]["fresh_fighters"]) == (1, 0)
    assert view["units"]["fr-147-55-di"]["steps"] == 1


@pytest.mark.rule("3.3f", "3.4b")
@pytest.mark.parametrize("where", ['phase = "activation"\ncup = ["XIX"]', 'activation = "XIX"'])
def test_when_the_cup_is_empty_the_turn_goes_to_its_end(where: str) -> None:
    match = table(f'turn = 2\n{where}\nreinforcements = "none"\n[units]\n"118 36" = "3414"')
    events = match.opening + (do(match, "activate") if "activate" in legal(match) else [])
    assert [told["phase"] for told in happened(events, "phase")] == ["end"]
    assert any(action.startswith("pontoon") for action in legal(match))


@pytest.mark.rule("2.3b")
@pytest.mark.parametrize(("name", "unit"), [
    ("2 Mrc 3 BS", "fr-2-mrc-3-bs"), ("2e Spahis marocains 3 BS", "fr-2-mrc-3-bs"), ("Pio 37 1 Pz", "de-37-1-pz"),
])
def test_a_unit_may_be_named_by_its_historical_title(name: str, unit: str) -> None:
    g, p = laid(f'[units]\n"{name}" = "2520"')
    assert g.view(p, None)["units"][unit]["hex"] == "2520"


@pytest.mark.rule("6.0a", "6.0b")
@pytest.mark.parametrize("mode", ["open", "move"])
def test_the_first_headquarters_of_the_list_leads_like_any_other(mode: str) -> None:
    match = table(f'turn = 2\nactivation = "XLI"\nmode = "{mode}"\nreinforcements = "none"\n'
                  '[units]\n"HQ 61" = "2520"\n"265 61" = "2620"\n"248 61" = "3420"')
    if mode == "open":
        do(match, "activate", "move-combat")
    assert [action for action in legal(match) if action.startswith("move ")] == ["move fr-265-61-di", "move fr-hq-61"]
    refused(match, "move fr-248-61-di", "6.0b", "is 9 hexes from HQ 61, whose Activation Range is 6")
