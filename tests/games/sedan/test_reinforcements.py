"""4.0 Reinforcements, and headquarters that return."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.table import do, happened, inside, legal, piece, reach, refused, table

RING = ["2010", "2011", "2012", "2110", "2111", "2112", "2211"]
"""2111 and the hexes around it."""


def lines(units: dict[str, str]) -> str:
    return "\n".join(f'"{name}" = {where if where.startswith("{") else repr(where)}' for name, where in units.items())


def entering(chit: str, units: dict[str, str], turn: int, more: str = "") -> Match:
    """The Move mode of that chit, with nobody due but those named."""
    scenario = "encirclement" if turn > 4 else "race-to-the-meuse"
    return table(
        f'scenario = "{scenario}"\nturn = {turn}\nactivation = "{chit}"\nmode = "move"\nreinforcements = "none"\n'
        f"{more}\n[units]\n{lines(units)}"
    )


def returning(units: dict[str, str], turn: int = 4) -> Match:
    """The start of an Activation Phase."""
    return table(f'turn = {turn}\nphase = "activation"\nreinforcements = "none"\n[units]\n{lines(units)}')


def places(match: Match) -> list[str]:
    return [action.removeprefix("place ") for action in legal(match) if action.startswith("place")]


# --- 4.0: entering ----------------------------------------------------------------------------------------------


@pytest.mark.rule("4.0a", "4.0b")
@pytest.mark.parametrize("chit", ["XLI", "XVIII", "X", "XXIII", "XXI", "XIX", "VII", "III", "XXXXI", "VI"])
def test_every_reinforcement_of_the_corps_enters_at_its_stated_hex_and_nowhere_else(chit: str) -> None:
    match = table(f'scenario = "encirclement"\nturn = 8\nactivation = "{chit}"\nmode = "move"\nreinforcements = "all"')
    game, _ = inside(match)
    entries = {entry.label: entry.hex for entry in game.board.file.entries}
    due = [c for c in game.counters if c.entry.turn and c.entry.corps == game.chits[chit].corps]
    assert [a for a in legal(match) if a.startswith("enter")] == sorted(f"enter {c.id}" for c in due)
    for counter in due:
        do(match, f"enter {counter.id}")
        assert {a.partition(" ")[2] for a in legal(match)} - {""} == {entries[counter.entry.entry]}
        do(match, "stop")


@pytest.mark.rule("4.0b", by="data")
def test_entry_hexes_are_numbered_roads_in_the_west_and_lettered_roads_in_the_east() -> None:
    game, _ = inside(table("turn = 1"))
    labels: dict[str, list[str]] = {"french": [], "german": []}
    for entry in game.board.file.entries:
        cell = game.grid.bit[entry.hex]
        west, east = (game.grid.neighbour[cell][game.grid.directions.index(d)] for d in ("W", "E"))
        assert game.board.road_hexes >> cell & 1
        assert (west if entry.side == "french" else east) == -1, "nothing lies beyond it"
        labels[entry.side].append(entry.label)
    assert labels == {"french": list("1234567"), "german": list("ABCDE")}


@pytest.mark.rule("4.0a")
def test_a_reinforcement_does_not_enter_before_its_turn() -> None:
    match = entering("XIX", {"I/1 1 Pz": "due", "SR 1 1 Pz": "due"}, turn=1)
    assert "enter de-1-1-pz" in legal(match)
    refused(match, "enter de-i-1-1-pz", "4.0a")


@pytest.mark.rule("4.0a")
def test_a_reinforcement_enters_only_with_the_chit_of_its_own_colour() -> None:
    match = entering("VII", {"I/1 1 Pz": "due", "118 36": "due"}, turn=2)
    assert "enter de-118-36-id" in legal(match)
    refused(match, "enter de-i-1-1-pz", "4.0a")


@pytest.mark.rule("4.0a")
def test_a_reinforcement_enters_in_the_move_mode_and_not_in_the_combat_mode() -> None:
    units = {"HQ 1 Pz": "5308", "I/1 1 Pz": "5309", "147 55": "5209", "II/1 1 Pz": "due"}
    match = table(f'turn = 2\nactivation = "XIX"\nreinforcements = "none"\n[units]\n{lines(units)}')
    do(match, "activate", "combat-move")
    assert legal(match) == ["attack 5209", "end"]
    do(match, "end")
    assert "enter de-ii-1-1-pz" in legal(match)


@pytest.mark.rule("4.0a", "4.0d")
def test_a_unit_held_back_may_enter_and_fight_on_a_later_turn_still_without_a_headquarters() -> None:
    units = {"SR 1 1 Pz": "due", "11 Cur 5 DLC": "5308"}
    match = entering("XIX", units, turn=1)
    do(match, "enter de-1-1-pz", "stop")
    assert happened(do(match, "end"), "held back") == [{"units": ["de-1-1-pz"]}]
    assert piece(match, "de-1-1-pz")["place"] == "due"
    match = entering("XIX", units, turn=3)
    do(match, "enter de-1-1-pz", "step 5408", "stop", "end")
    assert "attack 5308" in legal(match)


@pytest.mark.rule("4.0a")
def test_a_unit_held_back_at_first_may_still_be_brought_on_in_the_same_move_mode() -> None:
    match = entering("XIX", {"SR 1 1 Pz": "due", "4 1 Pz": "due"}, turn=1)
    do(match, "enter de-1-1-pz", "stop", "enter de-4-1-pz", "step 5408", "step 5308", "stop")
    events = do(match, "enter de-1-1-pz", "step 5408", "stop", "end")
    assert piece(match, "de-1-1-pz")["hex"] == "5408"
    assert not happened(events, "held back")


@pytest.mark.rule("4.0c")
def test_an_arriving_unit_has_its_whole_allowance_and_pays_for_its_first_hex() -> None:
    """Both regiments come on at 2, one after the other, and each marches as far as the road rate lets it."""
    match = entering("X", {"205 71": "due", "213 55": "due"}, turn=4)
    far = int(4 / inside(match)[0].charts.road.other)
    back_and_forth = ["step 2127", "step 2227"] * far
    for unit in ("fr-205-71-di", "fr-213-55-di"):
        do(match, f"enter {unit}", *back_and_forth[:far])
        refused(match, back_and_forth[far], "9.0f")
        do(match, "stop")


@pytest.mark.rule("4.0c")
def test_the_first_hex_costs_its_ordinary_rate_when_the_unit_forgoes_the_road() -> None:
    match = entering("X", {"205 71": "due"}, turn=4)
    do(match, "enter fr-205-71-di", "offroad 2127")
    spent = inside(match)[1].frames[-1].spent[1]
    assert spent == 2 * inside(match)[0].charts.terrain["clear"].other


@pytest.mark.rule("4.0c", "9.2e")
def test_a_roadblock_in_the_entry_hex_takes_the_road_rate_from_who_enters_there() -> None:
    match = entering("X", {"205 71": "due"}, turn=4, more='roadblocks = ["2127"]')
    do(match, "enter fr-205-71-di")
    refused(match, "offroad 2127", "9.2d")
    events = do(match, "step 2127", "stop")
    assert [step["road"] for step in happened(events, "step")] == [False]
    open_road = entering("X", {"205 71": "due"}, turn=4)
    events = do(open_road, "enter fr-205-71-di", "step 2127", "stop")
    assert [step["road"] for step in happened(events, "step")] == [True]


@pytest.mark.rule("4.0e")
@pytest.mark.parametrize("enemy", ["147 55", "HQ 55"])
def test_with_an_enemy_on_its_entry_hex_a_unit_enters_at_the_nearest_free_edge_hex(enemy: str) -> None:
    match = entering("XIX", {"SR 1 1 Pz": "due", enemy: "5408"}, turn=1)
    do(match, "enter de-1-1-pz")
    assert legal(match) == ["step 5407", "step 5409", "stop"]
    refused(match, "step 5408", "4.0a")


@pytest.mark.rule("4.0e")
def test_a_hex_with_anybody_in_it_is_not_free_and_the_search_goes_on_along_the_edge() -> None:
    units = {"SR 1 1 Pz": "due", "147 55": "5408", "GD": "5407", "331 55": "5409"}
    match = entering("XIX", units, turn=1)
    do(match, "enter de-1-1-pz")
    assert legal(match) == ["step 5406", "step 5410", "stop"]


@pytest.mark.rule("4.0e")
def test_friends_and_zones_of_control_do_not_close_an_entry_hex() -> None:
    match = entering("XIX", {"SR 1 1 Pz": "due", "GD": "5408", "147 55": "5409"}, turn=1)
    do(match, "enter de-1-1-pz")
    assert legal(match) == ["step 5408", "stop"]


@pytest.mark.rule("4.0e", "4.0c")
@pytest.mark.parametrize(("enemy", "hex", "road"), [({}, "5408", True), ({"HQ 55": "5408"}, "5409", False)])
def test_away_from_its_entry_hex_a_unit_pays_the_ordinary_cost(enemy: dict[str, str], hex: str, road: bool) -> None:
    match = entering("XIX", {"SR 1 1 Pz": "due", **enemy}, turn=1)
    charts = inside(match)[0].charts
    cost = charts.road.motorized if road else charts.terrain["light woods"].motorized
    do(match, "enter de-1-1-pz")
    assert reach(match, "de-1-1-pz")[hex]["cost"] == cost
    assert happened(do(match, f"step {hex}"), "step")[0]["road"] is road


# --- 4.1: returning headquarters --------------------------------------------------------------------------------


@pytest.mark.rule("4.1a", "2.4f")
def test_a_headquarters_lost_in_one_turn_returns_as_the_next_activation_phase_opens() -> None:
    starving = '{ hex = "2604", unsupplied = 2 }'
    match = table(
        'turn = 3\nphase = "supply"\nreinforcements = "none"\n'
        f"[units]\n{lines({'HQ 36': starving, '118 36': '2111', 'HQ 55': '1511'})}"
    )
    do(match, "done")
    assert match.view(None)["turn"] == 3
    assert piece(match, "de-hq-36")["place"] == "track", "not in the turn in which it was lost"
    while match.view(None)["turn"] == 3:
        do(match, legal(match)[0])
    events = do(match, "done")
    assert not happened(events, "chit"), "before any chit is drawn"
    assert match.actors == ("german",)
    do(match, "place 2110")
    assert piece(match, "de-hq-36")["hex"] == "2110"
    assert piece(match, "de-hq-36")["supply"] == "full", "its turns without supply are forgotten"


@pytest.mark.rule("4.1b")
def test_it_comes_back_in_or_next_to_the_hex_of_any_combat_unit_of_its_colour() -> None:
    units = {
        "HQ 55": "track", "14 Alg 3 DINA": "2111", "HQ 3 DINA": "2611", "21 Col 3 DIC": "2314", "118 36": "2211",
    }
    match = returning(units)
    assert places(match) == [hex for hex in RING if hex != "2211"], "enemy zones of control are no bar"
    refused(match, "place 2211", "7.0b")
    refused(match, "place 2611", "4.1b")
    refused(match, "place 2314", "4.1b")
    do(match, "place 2112")
    assert piece(match, "fr-hq-55")["hex"] == "2112"


@pytest.mark.rule("4.1a", "4.1b")
def test_it_may_wait_on_the_turn_track_and_is_asked_again_next_turn() -> None:
    match = returning({"HQ 55": "track", "147 55": "2111"}, turn=3)
    do(match, "wait")
    assert match.view(None)["turn"] == 4
    assert piece(match, "fr-hq-55")["place"] == "track"
    do(match, "done")
    assert places(match) == RING


@pytest.mark.rule("4.1a", "6.0b")
def test_it_commands_again_in_the_turn_of_its_return() -> None:
    match = returning({"HQ 55": "track", "147 55": "2111"})
    do(match, "place 2111")
    assert match.view(None)["chit"] == "X"
    assert happened(do(match, "activate"), "activated")[0]["units"] == ["fr-hq-55", "fr-147-55-di"]


@pytest.mark.rule("4.1a")
def test_the_french_place_their_headquarters_before_the_germans() -> None:
    match = returning({"HQ 36": "track", "118 36": "1511", "HQ 55": "track", "147 55": "2111"})
    assert match.actors == ("french",)
    do(match, "wait")
    assert match.actors == ("german",)


@pytest.mark.rule("4.1c")
def test_without_a_combat_unit_of_its_colour_it_is_out_for_good() -> None:
    match = returning({"HQ 55": "track", "HQ 3 DINA": "2111", "21 Col 3 DIC": "2111", "147 55": "eliminated"})
    assert piece(match, "fr-hq-55")["place"] == "eliminated"


@pytest.mark.rule("4.1c")
def test_a_combat_unit_still_to_come_keeps_it_waiting() -> None:
    match = returning({"HQ 55": "track", "HQ 3 DIC": "2111", "213 55": "due"}, turn=3)
    assert piece(match, "fr-hq-55")["place"] == "track"


@pytest.mark.rule("4.0e", "9.0f")
def test_a_hex_beside_the_entry_that_cannot_be_paid_for_is_refused_for_that() -> None:
    """Beside entry D, light woods and a clear hex."""
    bog = Sedan(overlay={"charts": {"terrain": {"light woods": {"motorized": 90}}}})
    match = Match(bog, seed=1, situation={"game": "sedan", "turn": 2, "activation": "XIX", "mode": "move",
                                          "units": {"HQ 10 Pz": "due", "331 55": "5411"}})
    do(match, "enter de-hq-10-pz")
    assert legal(match) == ["step 5412", "stop"]
    refused(match, "step 5410", "9.0f")
    refused(match, "offroad 5410", "9.2d")
    refused(match, "offroad 5412", "9.2d")
    refused(match, "step 5411", "4.0a")


@pytest.mark.rule("4.1c")
def test_a_headquarters_still_to_come_keeps_nobody_waiting() -> None:
    match = returning({"HQ 61": "track", "HQ 53": "due", "HQ 3 DIC": "2111"}, turn=3)
    assert piece(match, "fr-hq-61")["place"] == "eliminated"
