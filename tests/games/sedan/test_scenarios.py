"""16.0 Scenarios: set-up, chits, reinforcements and length."""

from __future__ import annotations

import re
from functools import cache

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.table import do, happened, inside, legal, piece, table

SCENARIOS = ("race-to-the-meuse", "encirclement")

SET_UP = {
    "XLI": "1505 1-6-4 HQ 61, 1602 2-3-4 265 61, 1604 2-3-4 248 61, 2106 3-4-4 337 61, 2811 2-6-4 HQ 102, "
           "2907 4-5-4 42 Col 102, 2910 3-4-4 52 Col 102, 2912 3-4-4 148 102, 3209 3-2-6 2 Mrc 3 BS, "
           "3209 3-2-6 2 Alg 3 BS",
    "X": "3417 2-6-4 HQ 55, 3515 2-3-4 295 55, 3415 3-4-4 147 55, 3315 3-4-4 331 55, 3918 1-6-4 HQ 3 DINA, "
         "3917 4-5-4 14 Alg 3 DINA, 4018 4-5-4 15 Alg 3 DINA, 3817 3-4-4 12 Zv 3 DINA",
    "XVIII": "4222 1-9-4 HQ 3 DIC, 4220 4-5-4 1 Col 3 DIC, 4119 4-5-4 21 Col 3 DIC, 4321 4-5-4 23 Col 3 DIC",
    "2A Cav": "3412 3-2-6 11 Cur 5 DLC, 3412 3-2-6 12 Ch 5 DLC, 3513 2-3-8 15 5 DLC, 3513 3-2-8 5 5 DLC, "
              "3916 3-2-6 1 Hu 1 BC, 4117 3-2-6 8 Ch 1 BC, 4621 3-2-6 18 Ch 2 DLC, 4621 3-2-6 5 Cur 2 DLC, "
              "4721 2-3-8 3 2 DLC, 4721 3-2-8 2 2 DLC, 5208 1-1-4 5/2/1 1 CA",
    "XIX": "5007 1-1-6 Niwi GD",
}
"""By corps: hex, ratings and name of every piece on the map at the start."""

FRENCH_ARRIVALS = {
    1: {},
    2: {"X 2": "2-3-4 246 71 DI"},
    3: {"X 2": "1-6-4 HQ 71, 2-3-4 120 71 DI", "XLI 6": "1-6-4 HQ 53, 2-3-4 239 53, 2-3-4 329 53, 2-3-4 208 53"},
    4: {"X 2": "2-3-4 205 71, 2-3-4 213 55", "XXIII 3": "4-5-4 152 14"},
    5: {"X 1": "2-2-6 4 503", "X 2": "2-2-6 7 503", "XXIII 3": "2-6-4 HQ 14, 4-5-4 153 14, 4-5-4 154 14"},
    6: {"XVIII 1": "1-6-4 HQ 1 DIC, 4-5-4 12 Se 1 DIC, 4-5-4 14 Se 1 DIC, 4-5-4 3 Col 1 DIC",
        "XXI 2": "1-9-6 HQ 3 DCR, 4-3-6 41 3 DCR, 3-2-6 42 3 DCR, 3-2-6 46 3 DCR, 4-3-6 49 3 DCR, 2-3-8 16 3 DCR",
        "XXI 3": "1-9-6 HQ 3 DIM, 4-5-8 67 3 DIM, 4-5-8 68 3 DIM, 4-5-8 69 3 DIM"},
    7: {"XXIII 5": "1-9-6 HQ 2 DCR, 4-3-6 8 2 DCR, 3-2-6 15 2 DCR", "XXIII 6": "3-2-6 14 2 DCR, 3-2-6 27 2 DCR",
        "XXIII 7": "3-2-8 17 2 DCR"},
    8: {"XXIII 5": "1-9-6 HQ 4 DCR, 3-2-6 19 4 DCR, 3-2-6 46 4 DCR, 3-2-6 22 4 DCR, 3-2-6 24 4 DCR, 2-3-8 4 4 DCR"},
}
"""By turn, then by chit and entry hex: ratings and names."""

GERMAN_ARRIVALS = {
    1: {"XIX B": "6-7-12 SR 2 2 Pz, 3-2-12 5 2 Pz", "XIX C": "6-7-12 SR 1 1 Pz, 3-2-12 4 1 Pz, 3-2-12 37 1 Pz",
        "XIX D": "2-3-12 10 10 Pz, 3-2-12 90 10 Pz, 5-6-12 69 10 Pz, 6-7-12 GD"},
    2: {"XIX B": "1-9-12 HQ 2 Pz, 5-4-10 I/3 2 Pz, 5-4-10 II/3 2 Pz, 5-4-10 I/4 2 Pz, 5-4-10 II/4 2 Pz, "
                 "2-3-12 Krd 2 2 Pz, 3-2-12 38 2 Pz",
        "XIX C": "1-9-12 HQ 1 Pz, 5-4-10 I/1 1 Pz, 5-4-10 II/1 1 Pz, 5-4-10 I/2 1 Pz, 5-4-10 II/2 1 Pz, "
                 "2-3-12 Krd 1 1 Pz",
        "XIX D": "1-9-12 HQ 10 Pz, 5-4-10 I/7 10 Pz, 5-4-10 II/7 10 Pz, 4-3-10 I/8 10 Pz, 4-3-10 II/8 10 Pz, "
                 "5-6-12 86 10 Pz, 3-2-12 49 10 Pz",
        "VII E": "2-9-6 HQ 36, 4-5-6 118 36, 4-5-6 87 36, 4-5-6 70 36"},
    3: {"III A": "2-9-6 HQ 3, 4-5-6 8 3, 4-5-6 29 3, 4-5-6 50 3, 2-9-6 HQ 23, 4-5-6 9 23, 4-5-6 67 23, 4-5-6 68 23",
        "XXXXI B": "1-9-12 HQ 6 Pz, 2-3-12 6 6 Pz, 4-3-10 I/11 6 Pz, 4-3-10 II/11 6 Pz, 4-3-10 65 6 Pz, 3-2-12 57 6 Pz",
        "VII E": "2-9-6 HQ 68, 4-5-6 169 68, 4-5-6 188 68, 4-5-6 196 68"},
    4: {"VI A": "2-9-6 HQ 16, 4-5-6 60 16, 4-5-6 64 16, 4-5-6 79 16, 2-9-6 HQ 24, 4-5-6 102 24, 4-5-6 32 24, "
                "4-5-6 31 24",
        "XXXXI B": "1-9-12 HQ 8 Pz, 2-3-12 8 8 Pz, 3-2-12 59 8 Pz, 4-3-10 I/10 8 Pz, 4-3-10 II/10 8 Pz, "
                   "2-3-12 59 (Auf) 8 Pz",
        "XXXXI C": "1-9-12 HQ 2, 3-2-12 2 2, 5-6-12 5 2, 5-6-12 25 2"},
    5: {}, 6: {}, 7: {}, 8: {},
}

@cache
def game_of(scenario: str) -> Sedan:
    """One game for many matches."""
    return Sedan(scenario)


def fresh_match(scenario: str = "race-to-the-meuse", seed: int = 1) -> Match:
    return Match(game_of(scenario), seed=seed)


FIRST_TURNS = {"XLI": 1, "XVIII": 1, "X": 1, "2A-Cav": 1, "XXIII": 4, "XXI": 6,
               "XIX": 1, "VII": 2, "III": 3, "XXXXI": 3, "VI": 4}
"""The turn on which each chit joins the cup."""


def ratings(match: Match, unit: str) -> str:
    """What is printed on a piece, read off a piece on the map in full supply."""
    shown = piece(match, unit)
    first, second = (shown["artillery"], shown["range"]) if "range" in shown else (shown["attack"], shown["defense"])
    return f"{first}-{second}-{shown['move']:g}"


def on_the_map(match: Match, corps: str) -> set[str]:
    """Hex, ratings and name of the pieces of a corps."""
    game, _ = inside(match)
    return {
        f"{shown['hex']} {ratings(match, id)} {game.name_of(id)}"
        for id, shown in match.view(None)["units"].items()
        if shown["hex"] and game.counters[game.by_id[id]].entry.corps == corps
    }


@pytest.mark.rule("16.3a", "16.3b", "16.3c", "16.3d", "16.3e", "16.5a", "16.9a")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("corps", "pieces"), [("XLI", 10), ("X", 8), ("XVIII", 4), ("2A Cav", 11), ("XIX", 1)])
def test_each_corps_sets_up_as_listed(corps: str, pieces: int, scenario: str) -> None:
    found = on_the_map(fresh_match(scenario), corps)
    assert found == set(SET_UP[corps].split(", "))
    assert len(found) == pieces


@pytest.mark.rule("16.3a", "16.3b", "16.3c", "16.3d", "16.5a", "10.2f")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_else_is_on_the_map_and_everything_starts_at_full_strength(scenario: str) -> None:
    match = fresh_match(scenario)
    units, counters = match.view(None)["units"], match.game.sheet()["counters"]
    assert sum(piece["place"] == "map" for piece in units.values()) == 10 + 8 + 4 + 10 + 1 + 1
    assert all(piece["steps"] == counters[id]["steps"] for id, piece in units.items())


@pytest.mark.rule("16.3d")
def test_the_cavalry_sets_up_in_six_hexes() -> None:
    places = on_the_map(fresh_match(), "2A Cav")
    assert len({place[:4] for place in places if "1 CA" not in place}) == 6


@pytest.mark.rule("16.3f")
@pytest.mark.parametrize(
    ("stack", "full"), [("42 Col 102, 52 Col 102", True), ("42 Col 102", False), ("52 Col 102", False)]
)
def test_the_colonial_machine_gunners_are_regiments(stack: str, full: bool) -> None:
    assert crowded(f"{stack}, 5/2/1 1 CA") is full


@pytest.mark.rule("16.3g")
@pytest.mark.parametrize(
    ("stack", "full"),
    [
        ("42 Col 102, 331 55", False), ("42 Col 102, 331 55, 5/2/1 1 CA", True),
        ("12 Zv 3 DINA, 295 55", False), ("12 Zv 3 DINA, 295 55, 5/2/1 1 CA", True),
    ],
)
def test_attached_and_detached_battalions_change_nothing(stack: str, full: bool) -> None:
    assert crowded(stack) is full


def crowded(stack: str) -> bool:
    """Whether these units are too many for one hex at the end of a Move mode."""
    units = "\n".join(f'"{name}" = "2620"' for name in stack.split(", "))
    match = table(f'turn = 3\nactivation = "X"\nmode = "move"\n[units]\n{units}\n"HQ 55" = "2520"')
    do(match, "end")
    return any(action.startswith("remove") for action in legal(match))


@pytest.mark.rule("16.3h", "16.4g")
@pytest.mark.parametrize(
    ("name", "misprint", "ratings_now"),
    [
        ("15 Alg 3 DINA", "15 3 DINA", "4-5-4"), ("HQ 71", "HQ 77", "1-6-4"), ("4 4 DCR", "4 2 DCR", "2-3-8"),
        ("HQ 1 DIC", "3 1 DIC", "1-6-4"),
    ],
)
def test_misprinted_counters_go_by_their_right_names(name: str, misprint: str, ratings_now: str) -> None:
    match = table(f'turn = 3\nactivation = "X"\nmode = "move"\n[units]\n"{name}" = "2620"\n"HQ 55" = "2520"')
    unit = next(id for id, piece in match.view(None)["units"].items() if piece.get("hex") == "2620")
    assert ratings(match, unit) == ratings_now
    with pytest.raises(meuse.BadInput):
        table(f'[units]\n"{misprint}" = "2620"')


@pytest.mark.rule("16.0a", by="data")
def test_both_scenarios_use_the_whole_map() -> None:
    grids = [inside(fresh_match(scenario))[0].grid for scenario in SCENARIOS]
    assert grids[0].names == grids[1].names
    assert len(grids[0].cells) == 41 * 30 - 7 * 11
    assert {"1401", "5401", "2130", "5430"} <= set(grids[0].bit)


ABBREVIATIONS = {
    "SR": ("motorized", "III"), "IR": ("motorized", "III"), "Krd": ("recon", "II"), "Pio": ("pionier", "II"),
    "PA": ("armor", "II"), "BCC": ("armor", "II"), "BCP": ("motorized", "II"), "RDP": ("motorized", "III"),
    "RAM": ("armored recon", "III"), "Spahis": ("cavalry", "III"), "Hussards": ("cavalry", "III"),
    "Chasseurs": ("cavalry", "III"),
}


@pytest.mark.rule("16.0b", by="data")
@pytest.mark.parametrize("word", sorted(ABBREVIATIONS))
def test_an_abbreviation_means_the_same_kind_of_unit_throughout(word: str) -> None:
    game, _ = inside(fresh_match())
    kinds = {
        (c.entry.type, c.entry.size) for c in game.counters
        if word in c.entry.history.split() and c.entry.nation != "belgian"
    }
    assert kinds == {ABBREVIATIONS[word]}


@pytest.mark.rule("16.0b", by="data")
def test_every_unit_of_a_special_kind_has_its_abbreviation() -> None:
    game, _ = inside(fresh_match())
    pioneers = [c.entry.history for c in game.counters if c.entry.type == "pionier"]
    assert len(pioneers) == 5
    assert all(re.fullmatch(r"Pio \d+", name) for name in pioneers)


# Chits


def draws(turn: int, seed: int = 1) -> list[str]:
    """The chits drawn on a turn with nobody to activate, in their order."""
    situation = {"game": "sedan", "turn": turn, "phase": "activation", "reinforcements": "none"}
    match = Match(game_of("encirclement"), situation=situation, seed=seed)
    found = []
    for event in match.opening:
        if event.what == "chit":
            found.append(event.data["chit"])
        elif event.what == "phase" and found:
            break
    return found


@pytest.mark.rule("16.2b", "16.4a", "16.4b", "16.4c")
@pytest.mark.parametrize(("turn", "size"), [(1, 5), (2, 6), (3, 8), (4, 10), (5, 10), (6, 11), (7, 11), (8, 11)])
def test_chits_join_the_cup_when_their_first_turn_comes(turn: int, size: int) -> None:
    found = draws(turn)
    assert len(found) == size
    assert sorted(found) == sorted(chit for chit, first in FIRST_TURNS.items() if first <= turn)


@pytest.mark.rule("16.4a", "16.4b", "16.4c", by="data")
def test_the_chits_have_the_colours_of_their_corps() -> None:
    game, _ = inside(fresh_match())
    french = {name: chit.colour for name, chit in game.chits.items() if chit.side == "french"}
    assert french == {"XLI": "yellow", "XVIII": "lime green", "X": "dark green", "2A-Cav": "blue", "XXIII": "red",
                      "XXI": "white"}


@pytest.mark.rule("16.2a", "16.4a", "16.9a")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(1, 9))
def test_the_cavalry_chit_comes_first_on_turn_one(seed: int, scenario: str) -> None:
    match = fresh_match(scenario, seed)
    assert happened(do(match, "done"), "chit")[0]["chit"] == "2A-Cav"


@pytest.mark.rule("16.2a")
@pytest.mark.parametrize("turn", [2, 5])
def test_later_the_cavalry_chit_is_drawn_like_any_other(turn: int) -> None:
    first = {draws(turn, seed)[0] for seed in range(40)}
    assert len(first) > 3
    assert {draws(1, seed)[0] for seed in range(10)} == {"2A-Cav"}


# Reinforcements


def arrivals(side: str, turn: int) -> dict[str, set[str]]:
    """What can enter on that turn, by chit and entry hex, with nothing brought on before."""
    found: dict[str, set[str]] = {}
    for chit, first in FIRST_TURNS.items():
        if first > turn:
            continue
        situation = {"game": "sedan", "turn": turn, "activation": chit, "mode": "move", "reinforcements": "all"}
        match = Match(game_of("encirclement"), situation=situation, seed=1)
        game, _ = inside(match)
        labels = {game.grid.names[hex]: label for label, hex in game.board.entries.items()}
        if game.chits[chit].side != side:
            continue
        for action in [action for action in legal(match) if action.startswith("enter ")]:
            unit, twin = action.removeprefix("enter "), match.copy()
            do(twin, action)
            hexes = {step.split()[1] for step in legal(twin) if step.startswith("step ")}
            assert len(hexes) == 1
            do(twin, f"step {min(hexes)}")
            found.setdefault(f"{chit} {labels[min(hexes)]}", set()).add(f"{ratings(twin, unit)} {game.name_of(unit)}")
    return found


def listed(schedule: dict[int, dict[str, str]], turn: int) -> dict[str, set[str]]:
    """Everything that the lists have brought up to that turn."""
    found: dict[str, set[str]] = {}
    for day in range(1, turn + 1):
        for where, units in schedule[day].items():
            found.setdefault(where, set()).update(units.split(", "))
    return found


@pytest.mark.rule("16.4e", "16.4f")
@pytest.mark.parametrize(("turn", "pieces"), [(1, 0), (2, 1), (3, 6), (4, 3), (5, 5), (6, 14), (7, 6), (8, 6)])
def test_the_french_reinforcements_come_as_listed(turn: int, pieces: int) -> None:
    assert sum(len(units.split(", ")) for units in FRENCH_ARRIVALS[turn].values()) == pieces
    assert arrivals("french", turn) == listed(FRENCH_ARRIVALS, turn)


@pytest.mark.rule("16.6a", "16.6b", "16.6c", "16.6d", "16.6f")
@pytest.mark.parametrize(
    ("turn", "pieces"), [(1, 9), (2, 20 + 4), (3, 18), (4, 18), (5, 0), (6, 0), (7, 0), (8, 0)]
)
def test_the_german_reinforcements_come_as_listed(turn: int, pieces: int) -> None:
    assert sum(len(units.split(", ")) for units in GERMAN_ARRIVALS[turn].values()) == pieces
    assert arrivals("german", turn) == listed(GERMAN_ARRIVALS, turn)


@pytest.mark.rule("16.9a", "16.4e", "16.6d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_on_the_lists_is_due_at_the_start(scenario: str) -> None:
    match = fresh_match(scenario)
    game, _ = inside(match)
    due = {game.name_of(id) for id, shown in match.view(None)["units"].items() if shown["place"] == "due"}
    lists = [*listed(FRENCH_ARRIVALS, 8).values(), *listed(GERMAN_ARRIVALS, 8).values()]
    assert due == {unit.partition(" ")[2] for units in lists for unit in units}


@pytest.mark.rule("16.4d", "16.6e", "16.6f")
@pytest.mark.parametrize(
    ("turn", "french", "german"),
    [(1, (0, 1), (2, 2)), (2, (1, 1), (3, 4)), (3, (2, 2), (3, 4)), (4, (2, 4), (4, 8)), (5, (2, 4), (4, 8)),
     (6, (2, 4), (4, 8)), (7, (2, 4), (4, 8)), (8, (2, 4), (4, 8))],
)
def test_the_air_units_arrive_as_listed(turn: int, french: tuple[int, int], german: tuple[int, int]) -> None:
    match = table(f'scenario = "encirclement"\nturn = {turn}\nphase = "air"')
    for side, force in (("french", french), ("german", german)):
        air = match.view(None)["air"][side]
        assert (air["fighters"], air["bombers"]) == force
        assert (air["fresh_fighters"], air["fresh_bombers"]) == force


# Length


def idle_game(scenario: str) -> list[meuse.Event]:
    """A whole game in which nobody does anything."""
    match = fresh_match(scenario, 3)
    events: list[meuse.Event] = []
    while not match.outcome:
        events += do(match, next(a for a in ("done", "activate", "move-combat", "end") if a in legal(match)))
    assert match.view(None)["over"]
    return events


@pytest.mark.rule("16.1a", "16.8a")
@pytest.mark.parametrize(
    ("scenario", "turns", "last"), [("race-to-the-meuse", 4, "13 May 1940"), ("encirclement", 8, "17 May 1940")]
)
def test_the_scenarios_last_four_and_eight_days(scenario: str, turns: int, last: str) -> None:
    match = fresh_match(scenario, 3)
    assert (match.view(None)["date"], match.view(None)["turns"]) == ("10 May 1940", turns)
    events = idle_game(scenario)
    assert [e["turn"] for e in happened(events, "turn")] == list(range(2, turns + 1))
    assert len(happened(events, "game over")) == 1
    assert table(f'scenario = "{scenario}"\nturn = {turns}\nphase = "air"').view(None)["date"] == last


@pytest.mark.rule("16.9a")
def test_the_second_scenario_starts_exactly_as_the_first() -> None:
    starts = [game_of(scenario) for scenario in SCENARIOS]
    assert starts[0].save(starts[0].start()) == starts[1].save(starts[1].start())
