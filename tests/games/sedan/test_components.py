"""1.0 and 2.0: what is in the box, and what each piece is for."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.table import do, explain, happened, inside, legal, piece, preview, refused, table

NO_AIR = "air.german = {}\nair.french = {}"
FRENCH_COLOURS = {
    "X": "dark green", "XVIII": "lime green", "XXIII": "red", "XLI": "yellow", "XXI": "white", "2A Cav": "blue",
}
GERMAN_COLOURS = {"III": "red", "VI": "orange", "XIX": "green", "XXXXI": "blue", "VII": "yellow"}
ONE_STEP = {"de-niwi-gd", "be-5-2-1-1-ca"}


def lines(units: dict[str, str]) -> str:
    return "\n".join(f'"{name}" = {where if where.startswith("{") else repr(where)}' for name, where in units.items())


def text(chit: str, mode: str, units: dict[str, str], more: str = NO_AIR, turn: int = 3) -> str:
    scenario = "encirclement" if turn > 4 else "race-to-the-meuse"
    return (
        f'game = "sedan"\nscenario = "{scenario}"\nturn = {turn}\nactivation = "{chit}"\nmode = "{mode}"\n'
        f'reinforcements = "none"\n{more}\n[units]\n{lines(units)}'
    )


def scene(chit: str, mode: str, units: dict[str, str], more: str = NO_AIR, turn: int = 3) -> Match:
    """An activation in that mode, with these pieces and nobody due to enter."""
    return table(text(chit, mode, units, more, turn).removeprefix('game = "sedan"\n'))


def with_charts(charts: dict[str, Any], situation: str) -> Match:
    """A situation played with other charts laid over ours."""
    plain, overlay = tomllib.loads(situation), {"charts": charts}
    return Match(Sedan(plain["scenario"], {}, overlay), seed=1, situation=plain, overlay=overlay)


def every_roll(result: str) -> dict[str, Any]:
    """A Combat Results Table with nothing else in it."""
    table_now = Sedan().crt
    rows = {str(roll): [result] * len(table_now.columns) for roll in table_now.rows}
    return {"crt": {"rows": rows}}


def box() -> Sedan:
    return Sedan()


# --- 2.0 to 2.2: the map and its charts -------------------------------------------------------------------------

DUEL = {"HQ 1 Pz": "2110", "I/1 1 Pz": "2111", "147 55": "2211"}


@pytest.mark.rule("2.0a")
def test_an_attack_takes_two_six_sided_dice() -> None:
    match = scene("XIX", "combat", DUEL)
    do(match, "attack 2211", "with de-i-1-1-pz", "attack")
    game, position = inside(match)
    game.apply(position, "german", "guns 0")
    for _ in range(2):
        assert game.outcomes(position) == [(f"die {face}", 1) for face in range(1, 7)]
        game.apply(position, "chance", "die 4")
    assert game.outcomes(position) == []
    assert position.frames


@pytest.mark.rule("2.0b", "2.7b", "2.5e")
def test_artillery_and_air_units_are_on_the_table_only_for_the_combat_they_support() -> None:
    units = {**DUEL, "II/1 1 Pz": "2111", "331 55": "2012"}
    air = "air.german = { bombers = 1 }\nair.french = {}"
    match = with_charts(every_roll("-/-"), text("XIX", "combat", units, air))
    do(match, "attack 2211", "with de-i-1-1-pz", "attack", "bomber")
    assert match.view(None)["air"]["german"]["committed_bombers"] == 1
    (combat,) = happened(do(match, "guns 1"), "combat")
    assert [m[:2] for m in combat["modifiers"]] == [["Artillery Support", 1], ["attacking Bombers", 2]]
    assert match.view(None)["air"]["german"] == {
        "fighters": 0, "bombers": 1, "fresh_fighters": 0, "fresh_bombers": 0,
        "committed_fighters": 0, "committed_bombers": 0,
    }
    (combat,) = happened(do(match, "attack 2012", "with de-ii-1-1-pz", "attack"), "combat")
    assert combat["modifiers"] == []


@pytest.mark.rule("2.1a")
def test_a_unit_steps_to_the_six_hexes_around_it() -> None:
    match = scene("XIX", "move", {"HQ 1 Pz": "2111"})
    do(match, "move de-hq-1-pz")
    steps = [action for action in legal(match) if action.startswith("step")]
    assert steps == [f"step {hex}" for hex in ("2010", "2011", "2012", "2110", "2112", "2211")]
    refused(match, "step 2311", "9.0e")


TERRAIN_STEPS = [
    ("clear", "2111", "2211"), ("light woods", "2314", "2313"), ("heavy woods", "2809", "2810"),
    ("town", "4107", "4108"), ("city", "3314", "3414"), ("maginot", "4020", "4119"),
]


@pytest.mark.rule("2.1b")
@pytest.mark.parametrize(("terrain", "start", "to"), TERRAIN_STEPS, ids=[row[0] for row in TERRAIN_STEPS])
@pytest.mark.parametrize(("unit", "wheels"), [("HQ 1 Pz", True), ("HQ 36", False)])
def test_the_terrain_effects_chart_says_what_a_hex_costs(
    terrain: str, start: str, to: str, unit: str, wheels: bool
) -> None:
    chit, id = ("XIX", "de-hq-1-pz") if wheels else ("VII", "de-hq-36")
    match = scene(chit, "move", {unit: start})
    do(match, f"move {id}")
    game, _ = inside(match)
    chart = game.charts.terrain[terrain]
    assert explain(match, f"step {to}").total == (chart.motorized if wheels else chart.other)


@pytest.mark.rule("2.1b")
def test_a_chart_laid_over_ours_changes_movement_and_combat() -> None:
    charts = {"terrain": {"clear": {"motorized": 2.5, "shift": 3}}}
    match = with_charts(charts, text("XIX", "move", {"HQ 1 Pz": "2111"}))
    do(match, "move de-hq-1-pz")
    assert explain(match, "step 2211").total == 2.5
    match = with_charts(charts, text("XIX", "combat", DUEL))
    do(match, "attack 2211", "with de-i-1-1-pz")
    assert preview(match)["shift"] == 3


@pytest.mark.rule("2.1c")
def test_a_minor_river_is_crossed_at_its_ordinary_cost_after_its_bridge_is_blown() -> None:
    match = scene("VII", "move", {"HQ 36": "3219"})
    do(match, "move de-hq-36")
    charts = inside(match)[0].charts
    assert explain(match, "step 3319").total == charts.road.other
    match = scene("VII", "move", {"HQ 36": "3118"}, f'{NO_AIR}\nblown = ["3219-3319"]')
    do(match, "move de-hq-36", "step 3219")
    cost = charts.terrain["light woods"].other + charts.rivers.minor.other
    assert explain(match, "step 3319").total == cost
    do(match, "step 3319")


@pytest.mark.rule("2.1c")
def test_a_major_river_is_closed_to_a_passing_unit_after_its_bridge_is_blown() -> None:
    match = scene("XIX", "move", {"HQ 1 Pz": "3413"}, f'{NO_AIR}\nblown = ["3414-3415"]')
    do(match, "move de-hq-1-pz", "step 3414")
    refused(match, "step 3415", "9.1a")


@pytest.mark.rule("2.1d")
def test_there_is_nothing_beyond_the_map() -> None:
    match = scene("X", "move", {"HQ 55": "2123"})
    do(match, "move fr-hq-55")
    assert [a for a in legal(match) if a.startswith("step")] == ["step 2122", "step 2124", "step 2223"]
    refused(match, "step 2023", "2.1d")


@pytest.mark.rule("2.1d", by="data")
def test_the_map_is_the_country_around_sedan_north_of_the_maginot_line() -> None:
    board = box().board
    places = {place.name: place.hex for place in board.file.places}
    assert places["Sedan"] == "3414"
    assert board.terrain[board.grid.bit["3414"]] == "city"
    countries = set("".join(board.file.country.rows))
    assert {board.file.country.key[letter] for letter in countries} == {"France", "Belgium", "Luxembourg"}
    forts = board.grid.names_of(board.kinds["maginot"])
    assert forts
    assert all(hex >= "4100" and int(hex[2:]) >= 19 for hex in forts), "in the south-eastern corner"


@pytest.mark.rule("2.2a", by="data")
def test_the_four_charts_are_there_and_fit_the_map() -> None:
    game = box()
    key = set(game.board.file.terrain.key.values())
    assert {"clear", "heavy woods", "city", "maginot"} <= key
    assert set(game.charts.terrain) == key - {"out of play"}
    assert len(game.charts.fuel.rolls) == 6
    assert game.crt.columns[0] == "1:3"
    assert game.crt.columns[-1] == "4:1"


# --- 2.3: combat units ------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3a", by="data")
def test_every_counter_is_french_german_or_the_one_belgian_on_the_french_side() -> None:
    sides: dict[tuple[str, str], int] = {}
    for counter in box().counters:
        flag = (counter.entry.nation, counter.entry.side)
        sides[flag] = sides.get(flag, 0) + 1
    assert sides == {("french", "french"): 73, ("german", "german"): 70, ("belgian", "french"): 1}


@pytest.mark.rule("2.3c", "2.3d", by="data")
def test_each_corps_has_one_colour_and_xiv_corps_is_not_in_play() -> None:
    game = box()
    for side, colours in (("french", FRENCH_COLOURS), ("german", GERMAN_COLOURS)):
        assert {chit.corps: chit.colour for chit in game.chits.values() if chit.side == side} == colours
        assert {counter.entry.corps for counter in game.counters if counter.entry.side == side} == set(colours)
    corps = {counter.entry.formation: counter.entry.corps for counter in game.counters}
    assert corps["3 BS"] == "XLI"
    assert corps["3 DCR"] == corps["3 DIM"] == "XXI"
    assert corps["1 DIC"] == corps["3 DIC"] == "XVIII"


@pytest.mark.rule("2.3c", "2.6c")
@pytest.mark.parametrize(("chit", "acting"), [("XXI", "fr-41-3-dcr"), ("XLI", "fr-2-mrc-3-bs")])
def test_white_is_xxi_corps_and_the_spahis_are_yellow(chit: str, acting: str) -> None:
    units = {"HQ 3 DCR": "2110", "41 3 DCR": "2111", "HQ 61": "2112", "2 Mrc 3 BS": "2111"}
    match = scene(chit, "move", units, turn=6)
    movers = [a.removeprefix("move ") for a in legal(match) if a.startswith("move") and "-hq-" not in a]
    assert movers == [acting]


@pytest.mark.rule("2.3d")
def test_there_is_no_xiv_corps_chit_to_draw() -> None:
    with pytest.raises(meuse.BadInput, match="no chit 'XIV'"):
        scene("XIV", "move", {})


@pytest.mark.rule("2.3e", "2.3f")
def test_a_loss_turns_a_unit_to_its_weaker_side() -> None:
    match = with_charts(every_roll("1/-"), text("XIX", "combat", DUEL))
    shown = piece(match, "de-i-1-1-pz")
    assert (shown["steps"], shown["attack"], shown["defense"]) == (2, 5, 4)
    do(match, "attack 2211", "with de-i-1-1-pz", "attack", "guns 0")
    shown = piece(match, "de-i-1-1-pz")
    assert (shown["place"], shown["steps"], shown["attack"], shown["defense"]) == ("map", 1, 3, 2)


@pytest.mark.rule("2.3e", by="data")
def test_every_reverse_is_weaker_than_its_face() -> None:
    for counter in box().counters:
        if counter.entry.reduced:
            attack, defense = counter.entry.reduced
            assert attack < counter.entry.attack, counter.id
            assert 0 < defense < counter.entry.defense, counter.id


@pytest.mark.rule("2.3g")
@pytest.mark.parametrize(("result", "loser"), [("1/-", "de-i-1-1-pz"), ("-/1", "fr-147-55-di")])
def test_a_loss_ends_a_reduced_unit(result: str, loser: str) -> None:
    units = DUEL | {
        "I/1 1 Pz": '{ hex = "2111", reduced = true }', "147 55": '{ hex = "2211", reduced = true }',
    }
    match = with_charts(every_roll(result), text("XIX", "combat", units))
    events = do(match, "attack 2211", "with de-i-1-1-pz", "attack", "guns 0")
    assert [data["unit"] for data in happened(events, "eliminated")] == [loser]
    assert piece(match, loser)["place"] == "eliminated"
    assert loser not in [u for u, shown in match.view(None)["units"].items() if shown["hex"]]


@pytest.mark.rule("2.3h")
@pytest.mark.parametrize(
    ("chit", "units", "victim"),
    [
        ("XIX", {"HQ 1 Pz": "2110", "I/1 1 Pz": "2111", "5/2/1 1 CA": "2211"}, "be-5-2-1-1-ca"),
        ("X", {"HQ 55": "2110", "147 55": "2111", "Niwi GD": "2211"}, "de-niwi-gd"),
    ],
)
def test_the_belgian_and_niwi_die_on_their_first_loss(chit: str, units: dict[str, str], victim: str) -> None:
    match = with_charts(every_roll("-/1"), text(chit, "combat", units))
    do(match, "attack 2211", legal_attackers(match, "2211")[0], "attack", "guns 0")
    assert piece(match, victim)["place"] == "eliminated"
    assert {c.id for c in inside(match)[0].counters if not c.hq and c.steps == 1} == ONE_STEP


def legal_attackers(match: Match, hex: str) -> list[str]:
    """The units that may be named for an attack on that hex."""
    twin = match.copy()
    do(twin, f"attack {hex}")
    return legal(twin)


@pytest.mark.rule("2.3i", "2.4f")
def test_any_loss_sends_a_headquarters_to_the_next_box_of_the_turn_track() -> None:
    match = with_charts(every_roll("-/1"), text("XIX", "combat", DUEL | {"147 55": "1511", "HQ 102": "2211"}))
    do(match, "attack 2211", "with de-i-1-1-pz", "attack", "guns 0")
    assert piece(match, "fr-hq-102")["place"] == "track"
    assert piece(match, "fr-hq-102")["back"] == 4


@pytest.mark.rule("2.3j", by="data")
def test_tank_reconnaissance_pioneer_and_chasseur_units_are_battalions_and_the_others_regiments() -> None:
    for counter in box().counters:
        entry = counter.entry
        battalion = (
            entry.type in ("armor", "recon", "pionier")
            or (entry.type == "armored recon" and entry.side == "german")
            or (entry.type == "motorized" and entry.formation.endswith("DCR"))
            or counter.id in ONE_STEP
        )
        assert entry.size == ("HQ" if counter.hq else "II" if battalion else "III"), counter.id


# --- 2.4: headquarters ------------------------------------------------------------------------------------------


@pytest.mark.rule("2.4a", "2.4g")
def test_a_headquarters_activates_its_units_and_lends_them_its_guns() -> None:
    match = table(f'turn = 3\nactivation = "VII"\n{NO_AIR}\n[units]\n"HQ 36" = "2110"\n"118 36" = "2111"\n'
                  '"147 55" = "2211"')
    assert happened(do(match, "activate"), "activated")[0]["units"] == ["de-hq-36", "de-118-36-id"]
    do(match, "combat-move", "attack 2211", "with de-118-36-id", "attack")
    assert legal(match) == ["guns 0", "guns 1", "guns 2"]


@pytest.mark.rule("2.4c")
def test_headquarters_take_no_room_in_a_stack() -> None:
    full = dict.fromkeys(["118 36", "87 36", "HQ 36", "HQ 68", "HQ 1 Pz"], "2111")
    events = do(scene("VII", "move", full), "end")
    assert happened(events, "chit done"), "nothing has to be removed"
    match = scene("VII", "move", full | {"37 1 Pz": "2111"})
    do(match, "end")
    assert legal(match) == ["remove de-118-36-id", "remove de-37-1-pz", "remove de-87-36-id"]
    refused(match, "remove de-hq-36", "2.4c")


@pytest.mark.rule("2.4d")
def test_a_headquarters_takes_no_part_in_an_attack() -> None:
    match = scene("XIX", "combat", DUEL | {"HQ 1 Pz": "2111"})
    do(match, "attack 2211")
    refused(match, "with de-hq-1-pz", "2.4d")
    match = scene("XIX", "move", {"HQ 1 Pz": "2111", "147 55": "2211"})
    assert happened(do(match, "end"), "chit done"), "alone it has nothing to attack with"


@pytest.mark.rule("2.4d")
def test_a_headquarters_beside_a_combat_unit_adds_nothing_to_the_defense() -> None:
    match = scene("XIX", "combat", DUEL | {"HQ 102": "2211"})
    do(match, "attack 2211", "with de-i-1-1-pz")
    assert preview(match)["defense"] == 4


@pytest.mark.rule("2.4e")
@pytest.mark.parametrize(
    ("attackers", "defenders", "defense", "ratio"),
    [
        ({"I/1 1 Pz": "2111"}, {"HQ 102": "2211"}, 2, "2:1"),
        ({"I/1 1 Pz": "2111"}, {"HQ 61": "2211"}, 1, "5:1"),
        ({"GD": "2111"}, {"HQ 102": "2211", "HQ 61": "2211"}, 3, "2:1"),
        ({"I/1 1 Pz": "2111"}, {"HQ 102": '{ hex = "2211", unsupplied = 2 }'}, 2, "2:1"),
    ],
    ids=["numeral 2", "numeral 1", "two headquarters", "out of supply"],
)
def test_headquarters_alone_defend_with_their_artillery_numerals(
    attackers: dict[str, str], defenders: dict[str, str], defense: int, ratio: str
) -> None:
    match = scene("XIX", "combat", {"HQ 1 Pz": "2110", **attackers, **defenders})
    do(match, "attack 2211", legal_attackers(match, "2211")[0])
    seen = preview(match)
    assert (seen["defense"], seen["ratio"]) == (defense, ratio)


@pytest.mark.rule("2.4e", "10.2h")
def test_of_two_headquarters_alone_one_loss_takes_the_owners_pick_and_two_take_both() -> None:
    units = {"HQ 1 Pz": "2110", "GD": "2111", "HQ 102": "2211", "HQ 61": "2211"}
    match = with_charts(every_roll("-/1"), text("XIX", "combat", units))
    do(match, "attack 2211", "with de-gd-gd", "attack", "guns 0")
    assert match.actors == ("french",)
    do(match, "lose fr-hq-61")
    assert (piece(match, "fr-hq-61")["place"], piece(match, "fr-hq-102")["place"]) == ("track", "map")
    match = with_charts(every_roll("-/2"), text("XIX", "combat", units))
    do(match, "attack 2211", "with de-gd-gd", "attack", "guns 0")
    assert (piece(match, "fr-hq-61")["place"], piece(match, "fr-hq-102")["place"]) == ("track", "track")


TWO_ATTACKS = {
    "HQ 36": "2110", "HQ 68": "5414", "118 36": "2111", "87 36": "2112", "147 55": "2211", "331 55": "2012",
}


@pytest.mark.rule("2.4g")
def test_the_guns_of_a_corps_are_massed_or_split_over_the_attacks_of_one_activation_at_any_range() -> None:
    match = with_charts(every_roll("-/-"), text("VII", "combat", TWO_ATTACKS))
    do(match, "attack 2211", "with de-118-36-id", "attack")
    assert legal(match) == [f"guns {n}" for n in range(5)], "two from each headquarters"
    (combat,) = happened(do(match, "guns 3"), "combat")
    assert combat["bonus"] == 3
    do(match, "attack 2012", "with de-87-36-id", "attack")
    assert legal(match) == ["guns 0", "guns 1"]
    refused(match, "guns 2", "10.1n")


@pytest.mark.rule("2.4g")
def test_the_guns_are_there_again_in_the_next_activation_but_not_for_another_corps() -> None:
    units = {"HQ 36": "2110", "118 36": "2111", "HQ 1 Pz": "2110", "I/1 1 Pz": "2111", "147 55": "2211"}
    match = with_charts(every_roll("-/-"), text("VII", "combat", units, f'{NO_AIR}\ncup = ["XIX"]'))
    do(match, "attack 2211", "with de-118-36-id", "attack", "guns 2")
    assert match.view(None)["chit"] == "XIX"
    do(match, "activate", "combat-move", "attack 2211", "with de-i-1-1-pz", "attack")
    assert legal(match) == ["guns 0", "guns 1"], "the one of HQ 1 Pz"


@pytest.mark.rule("2.4h")
@pytest.mark.parametrize(("party", "guns"), [(("fr-11-cur-5-dlc",), 0), (("fr-11-cur-5-dlc", "fr-147-55-di"), 2)])
def test_cavalry_under_a_corps_headquarters_has_its_guns_only_beside_a_unit_of_that_corps(
    party: tuple[str, ...], guns: int
) -> None:
    units = {
        "HQ 55": "2110", "147 55": "2112", "11 Cur 5 DLC": '{ hex = "2111", crossed = true }', "118 36": "2211",
    }
    match = with_charts(every_roll("-/-"), text("X", "combat", units))
    events = do(match, "attack 2211", *(f"with {unit}" for unit in party), "attack")
    assert bool(happened(events, "combat")) is not bool(guns)
    assert not guns or legal(match) == [f"guns {n}" for n in range(guns + 1)]


@pytest.mark.rule("2.4h")
def test_the_cavalry_chit_brings_no_guns() -> None:
    units = {"HQ 55": "2110", "11 Cur 5 DLC": "2111", "118 36": "2211"}
    match = with_charts(every_roll("-/-"), text("2A-Cav", "combat", units))
    events = do(match, "attack 2211", "with fr-11-cur-5-dlc", "attack")
    assert happened(events, "combat")[0]["bonus"] == 0


# --- 2.5: air units ---------------------------------------------------------------------------------------------

POOLS = {
    1: ((0, 1), (2, 2)), 2: ((1, 1), (3, 4)), 3: ((2, 2), (3, 4)), 4: ((2, 4), (4, 8)),
    5: ((2, 4), (4, 8)), 6: ((2, 4), (4, 8)), 7: ((2, 4), (4, 8)), 8: ((2, 4), (4, 8)),
}
"""Fighters and Bombers of the French and the Germans on each turn, if none is lost."""


def pools(match: Match) -> tuple[tuple[int, int], ...]:
    air = match.view(None)["air"]
    for side in air.values():
        assert (side["fresh_fighters"], side["fresh_bombers"]) == (side["fighters"], side["bombers"])
    return tuple((air[side]["fighters"], air[side]["bombers"]) for side in ("french", "german"))


@pytest.mark.rule("2.5a", "2.5b", "2.5c", "3.2a", "16.4d", "16.6e")
def test_air_units_arrive_over_four_turns_and_stay() -> None:
    match = table('scenario = "encirclement"\nturn = 1\nphase = "supply"\nreinforcements = "none"')
    for turn, expected in POOLS.items():
        assert match.view(None)["turn"] == turn
        assert pools(match) == expected
        do(match, "done")


@pytest.mark.rule("2.5c", "2.5d", "3.2a", "11.1i")
def test_an_eliminated_air_unit_is_gone_and_an_aborted_one_comes_back() -> None:
    """A German Bomber was lost on turn 2; on turn 3 a dogfight over a bridge ends in a tie."""
    match = table(
        'turn = 3\nphase = "air"\nreinforcements = "none"\ndice = [3, 3, 1]\n'
        "air.german = { fighters = 3, bombers = 3 }\nair.french = { fighters = 1, bombers = 1 }"
    )
    do(match, "bomb 3414-3415", "bombers 1", "fighters 1", "fighters 1")
    assert match.view(None)["air"]["german"]["fresh_fighters"] == 2
    do(match, "done")
    assert match.view(None)["turn"] == 4
    assert pools(match) == ((2, 4), (4, 7))


@pytest.mark.rule("2.5c", "11.1i")
def test_a_fighter_shot_down_over_a_bridge_is_missing_from_every_later_allotment() -> None:
    match = table(
        'turn = 3\nphase = "air"\nreinforcements = "none"\ndice = [6, 4, 1]\n'
        "air.german = { fighters = 3, bombers = 4 }\nair.french = { fighters = 1, bombers = 0 }"
    )
    do(match, "bomb 3414-3415", "bombers 1", "fighters 1", "fighters 1", "fighter", "done")
    assert pools(match) == ((1, 3), (4, 8))


@pytest.mark.rule("2.5e")
def test_air_units_have_no_place_on_the_map() -> None:
    match = table('turn = 1\nphase = "supply"\nreinforcements = "none"')
    assert pools(match) == POOLS[1]
    assert match.view(None)["units"] == {}


@pytest.mark.rule("2.5a", "2.5f")
@pytest.mark.parametrize(
    ("actions", "dice", "bonus"),
    [
        (("bomber",), [], 2),
        (("fighter",), [], 1),
        (("fighter", "fighter"), [6, 5], 0),
        (("bomber", "fighter", "fighter"), [6, 5], 2),
    ],
    ids=["a Bomber", "a Fighter as cover", "Fighters in a dogfight", "a Bomber beside a dogfight"],
)
def test_bombers_modify_combat_and_fighters_do_unless_they_dogfight(
    actions: tuple[str, ...], dice: list[int], bonus: int
) -> None:
    german = f"{{ fighters = {int('fighter' in actions)}, bombers = {int('bomber' in actions)} }}"
    french = f"{{ fighters = {int(len(dice) > 0)} }}"
    more = f"air.german = {german}\nair.french = {french}\ndice = {[*dice, 3, 4]}"
    match = with_charts(every_roll("-/-"), text("XIX", "combat", DUEL, more))
    do(match, "attack 2211", "with de-i-1-1-pz", "attack")
    for action in actions:
        assert action in legal(match)
        do(match, action)
    assert happened(do(match, "guns 0"), "combat")[0]["bonus"] == bonus


@pytest.mark.rule("2.5g")
def test_only_french_bombers_are_sent_against_bridges() -> None:
    air = "air.german = { fighters = 2, bombers = 4 }\nair.french = {}"
    match = table(f'turn = 2\nphase = "air"\nreinforcements = "none"\n{air}\n[units]\n"HQ 55" = "2111"')
    assert match.view(None)["phase"] == "activation", "without French Bombers there is no bombing at all"
    match = table('turn = 2\nphase = "air"\nreinforcements = "none"')
    assert match.actors == ("french",)
    assert match.legal("german") == []
    do(match, "bomb 3414-3415", "bombers 1")
    assert legal(match) == [f"fighters {n}" for n in range(4)], "German Fighters may come, Bombers not"


# --- 2.6 and 2.7: chits and markers -----------------------------------------------------------------------------


@pytest.mark.rule("2.6d")
def test_the_table_shows_whether_the_activation_is_in_its_move_or_its_combat_mode() -> None:
    match = scene("XIX", "move", DUEL)
    assert (match.view(None)["chit"], match.view(None)["rule"]) == ("XIX", "9.0a")
    assert "Move mode" in match.view(None)["prompt"]
    do(match, "end")
    assert (match.view(None)["chit"], match.view(None)["rule"]) == ("XIX", "10.0e")
    assert "Combat mode" in match.view(None)["prompt"]


@pytest.mark.rule("2.7a")
def test_cavalry_that_has_been_activated_is_marked_for_the_turn() -> None:
    match = table(
        'turn = 3\nactivation = "2A-Cav"\ncup = ["X"]\nreinforcements = "none"\n'
        '[units]\n"11 Cur 5 DLC" = "2111"\n"HQ 55" = "2111"'
    )
    assert "activated" not in piece(match, "fr-11-cur-5-dlc")
    do(match, "activate", "move-combat", "end")
    assert match.view(None)["chit"] == "X"
    assert piece(match, "fr-11-cur-5-dlc")["activated"]


@pytest.mark.rule("2.7c")
def test_a_destroyed_bridge_is_marked() -> None:
    match = scene("X", "move", {"HQ 55": "3416", "147 55": "3415"}, "dice = [6]")
    do(match, "demolish 3414-3415", "with fr-147-55-di", "roll")
    assert match.view(None)["blown"] == ["3414-3415"]


@pytest.mark.rule("2.7d")
@pytest.mark.parametrize(("hex", "site"), [("3615", "3515-3615"), ("4118", "4018-4118")])
def test_a_pontoon_bridge_over_either_kind_of_river_is_marked(hex: str, site: str) -> None:
    match = table(f'turn = 3\nphase = "end"\nreinforcements = "none"\n[units]\n"118 36" = "{hex}"')
    do(match, f"pontoon {site}")
    assert match.view(None)["pontoons"] == [site]
    assert match.view(None)["pontoons_left"] == 7


@pytest.mark.rule("2.7e")
def test_a_blocked_road_is_marked() -> None:
    match = scene("X", "move", {"HQ 55": "3416", "147 55": "3415"}, "dice = [6]")
    do(match, "block 3316", "with fr-147-55-di", "roll")
    assert match.view(None)["roadblocks"] == ["3316"]


MARCH = {"HQ 36": "3317", "118 36": "3417"}
"""A road runs from 3417 by 3418 to the south-east."""


@pytest.mark.rule("2.7f")
def test_a_unit_that_ends_a_march_on_a_road_is_marked_and_lowers_the_stacking_limit() -> None:
    match = scene("VII", "move", MARCH | {"37 1 Pz": "3418"})
    do(match, "move de-118-36-id", "step 3418", "stop")
    assert piece(match, "de-118-36-id")["road"]
    do(match, "end")
    assert legal(match) == ["remove de-118-36-id", "remove de-37-1-pz"]
    match = scene("VII", "move", MARCH | {"37 1 Pz": "3418"})
    do(match, "move de-118-36-id", "offroad 3418", "stop")
    assert "road" not in piece(match, "de-118-36-id")
    assert happened(do(match, "end"), "chit done")


@pytest.mark.rule("2.7f")
@pytest.mark.parametrize("road", ["true", "false"])
def test_the_road_rate_is_open_to_a_unit_with_or_without_the_marker(road: str) -> None:
    match = scene("VII", "move", MARCH | {"118 36": f'{{ hex = "3417", road = {road} }}'})
    do(match, "move de-118-36-id")
    assert explain(match, "step 3418").total == inside(match)[0].charts.road.other


@pytest.mark.rule("2.7g")
@pytest.mark.parametrize(("unsupplied", "marker"), [(0, "full"), (1, "low"), (2, "out"), (5, "out")])
def test_supply_markers_show_low_supply_and_out_of_supply(unsupplied: int, marker: str) -> None:
    match = scene("X", "move", {"147 55": f'{{ hex = "2111", unsupplied = {unsupplied} }}'})
    assert piece(match, "fr-147-55-di")["supply"] == marker
