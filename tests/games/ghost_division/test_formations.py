"""17.0 to 17.4 Allied Formations: bins, revealing, calling units; 2.4 unit classes."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.box.components import AIR_TYPES, BINS
from meuse.games.ghost_division.rules.air import Interdiction
from meuse.games.ghost_division.rules.combat import Battles
from meuse.games.ghost_division.rules.formations import AIR_BIN, Call, Draw
from meuse.games.ghost_division.rules.recon import GroundRecon
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import CLEAR, fight, foes, ground, until, volley

ARMORED_TYPES = {"tank", "self-propelled gun", "self-propelled flak", "armored infantry", "armored car"}
SOFT_TYPES = {"motorized infantry", "leg infantry", "motorcycle", "cavalry", "engineers", "anti-tank", "flak",
              "artillery", "heavy artillery", "logistics", "kommando", "fortification"}


def contact(formation: str, called: int = 0, germans: str = "i-6, pz38-1", *, attack: bool = True) -> Desk:
    """German units and a face-up Formation in one Grid, with the battle about to begin."""
    desk = Desk(ground(germans, CLEAR, "", formation, called))
    return desk.open(Battles(attack, 1 << desk.g.grid.bit[CLEAR]))


# 2.4


@pytest.mark.rule("2.4a", "2.4c", by="data")
def test_the_class_of_a_unit_comes_from_its_type() -> None:
    g = Desk("").g
    for type, armored in [(c.entry.type, c.entry.armored) for c in g.units] + [(c.type, c.armored) for c in g.allied]:
        if type not in AIR_TYPES and type != "headquarters":
            assert type in (ARMORED_TYPES if armored else SOFT_TYPES), type


@pytest.mark.rule("2.4b", by="data")
def test_four_german_headquarters_are_armored_and_no_other() -> None:
    g = Desk("").g
    assert {g.ids[u] for u in g.hqs if g.armored[u]} == {"rommel", "11-brigade", "7-brigade", "31-5"}
    assert {g.ids[u] for u in g.hqs if not g.armored[u]} == {"kg-b", "kg-r", "sst-hq"}


@pytest.mark.rule("2.4d", by="data")
def test_signals_intercept_and_propaganda_do_not_exist_and_the_kommando_is_optional() -> None:
    g = Desk("").g
    types = {c.entry.type for c in g.units} | {c.type for c in g.allied}
    assert types <= ARMORED_TYPES | SOFT_TYPES | AIR_TYPES | {"headquarters"}
    assert g.units[g.niwi].entry.start == "aside"


@pytest.mark.rule("2.4e", "27.0a", by="data")
def test_there_are_five_types_of_air_unit() -> None:
    g = Desk("").g
    assert {c.entry.type for c in g.units if c.air} == AIR_TYPES
    assert {c.type for c in g.allied if c.air_unit} == {"fighter", "medium bomber"}


# 17.0


@pytest.mark.rule("17.0a")
@pytest.mark.parametrize(("formation", "bin"), [
    ("1-ch-ard", "belgian"), ("4-dlc", "french-mech"), ("53-di", "french-infantry"), ("23-div", "british"),
])
def test_a_formation_draws_from_the_bin_of_its_type(formation: str, bin: str) -> None:
    desk = contact(formation, 1)
    expected = {kind: len(counters) for kind, counters in desk.g.bins[BINS.index(bin)].items()}
    assert desk.odds() == expected
    assert sum(expected.values()) == {"belgian": 10, "french-mech": 21, "french-infantry": 22, "british": 15}[bin]


@pytest.mark.rule("17.0a", "27.3b")
def test_allied_air_units_have_a_bin_of_their_own() -> None:
    desk = Desk("", Draw(AIR_BIN, 2))
    assert desk.odds() == {"aa-fighter": 3, "aa-bomber": 5}


# 17.1


@pytest.mark.rule("17.1a")
def test_a_formation_is_revealed_by_entry_air_attack_and_reconnaissance() -> None:
    hidden = f'[formations]\n"18-di" = "{CLEAR}"\n'
    desk = Desk(f'{hidden}[units]\n"i-6" = "{CLEAR}"')
    desk.enter(CLEAR, "i-6")
    assert desk.told("formation revealed") == [{"grid": CLEAR, "formation": "18-di"}]
    desk = Desk(f'{hidden}[units]\n"stuka-1" = "available"', Interdiction())
    desk.do(f"strike {CLEAR}", "send stuka-1")
    assert desk.shown("18-di")
    desk = Desk(f'{hidden}[units]\n"krad-7" = "M6"', GroundRecon())
    while desk.actors == ("german",):
        desk.do(next(word for word in desk.legal if word not in ("end", "pass", "done")))
    assert not desk.shown("18-di")
    assert desk.chance(6).shown("18-di")


# 17.2


@pytest.mark.rule("17.2a")
def test_a_revealed_dummy_is_gone_for_good_and_nobody_fights() -> None:
    """Companion 45."""
    desk = Desk(f'[formations]\n"dummy-1" = "{CLEAR}"\n[units]\n"i-6" = "{CLEAR}"')
    desk.enter(CLEAR, "i-6")
    assert desk.over
    assert desk.place("dummy-1") == "gone"
    desk = Desk(f'[formations]\n"dummy-1" = "{CLEAR}"\n[units]\n"i-6" = "{CLEAR}"')
    desk.open(Battles(False, 1 << desk.g.grid.bit[CLEAR]))
    assert desk.over
    assert not desk.told("battle")
    assert desk.place("dummy-1") == "gone"


@pytest.mark.rule("17.2b")
def test_the_dice_of_the_marker_say_how_many_units_come() -> None:
    """Companion 44: 1 DCR with 3 and 5 brings eight units from the French Mech bin."""
    desk = Desk(f'[formations]\n"1-dcr" = "{CLEAR}"\n[units]\n"i-6" = "{CLEAR}"')
    desk.enter(CLEAR, "i-6").chance(3, 5)
    assert desk.told("formation called") == [{"grid": CLEAR, "formation": "1-dcr", "dice": [3, 5], "units": 8}]
    assert desk.called("1-dcr") == 8
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR]))
    desk.chance(*["fm-h39"] * 4, *["fm-b1"] * 3)
    assert desk.odds()["fm-s35"] == 3
    assert "fm-b1" not in desk.odds()
    desk.chance("fm-hq")
    assert len(desk.foes) == 8


@pytest.mark.rule("17.2b")
def test_one_roll_serves_one_battle_and_the_next_battle_rolls_anew() -> None:
    """Companion 118."""
    desk = contact("18-di", 2, germans="log-7-1, log-7-2")
    desk.chance("fi-tirailleurs", "fi-tirailleurs")
    until(desk, "close_assault", False)
    volley(desk, 5, 5)
    assert desk.told("battle over")[0]["winner"] == "allied"
    assert desk.called("18-di") == 0
    desk.stand("i-6", CLEAR)
    desk.open(Battles(False, 1 << desk.g.grid.bit[CLEAR])).chance(1, 2)
    assert desk.told("formation called")[0]["units"] == 3
    assert len(desk.chance(*["fi-infantry"] * 3).foes) == 3


@pytest.mark.rule("17.2b")
def test_two_formations_in_one_battle_each_roll_and_draw_their_own() -> None:
    desk = Desk(f'[formations]\n"53-di" = {{ at = "{CLEAR}", shown = true }}\n[units]\n"i-6" = "{CLEAR}"')
    for f in ("61-di", "23-div"):
        desk.march(f, CLEAR)
    desk.open(Battles(False, 1 << desk.g.grid.bit[CLEAR]))
    desk.chance(1, 2, 1, "fi-hq")
    assert "fi-hq" not in desk.odds()  # the second draws from what the first has left
    desk.chance("fi-infantry", "fi-infantry", "br-infantry")
    drawn = {told["formation"]: len(told["units"]) for told in desk.told("units drawn")}
    assert drawn == {"23-div": 1, "53-di": 1, "61-di": 2}
    assert len(desk.foes) == 4


@pytest.mark.rule("17.2b")
def test_a_bin_that_is_short_gives_all_it_has() -> None:
    desk = Desk(ground("i-6", CLEAR, "", "1-ch-ard", 6))
    desk.march("2-ch-ard", CLEAR)
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance(6)
    desk.chance(*["be-chasseurs"] * 6, "be-t13", "be-t13", "be-artillery", "be-hq")
    assert len(desk.foes) == 10
    assert [len(d["units"]) for d in desk.told("units drawn")] == [6, 4]


@pytest.mark.rule("17.2c", "28.2h")
def test_an_interdicted_formation_stays_face_up_and_nothing_carries_over() -> None:
    desk = Desk(f'[formations]\n"53-di" = "{CLEAR}"\n[units]\n"bomber-1" = "available"', Interdiction())
    desk.do(f"strike {CLEAR}", "send bomber-1").chance(2, "fi-infantry", "fi-tirailleurs")
    volley(desk, 3)
    assert desk.over
    assert desk.shown("53-di")
    assert desk.formation("53-di") == CLEAR
    assert desk.called("53-di") == 0
    assert not desk.foes


@pytest.mark.rule("17.2d")
@pytest.mark.parametrize("attack", [True, False])
def test_a_face_up_formation_generates_units_when_ground_contact_comes(attack: bool) -> None:
    desk = contact("53-di", 0, attack=attack).chance(2)
    assert desk.told("formation called")[0]["units"] == 2
    assert len(desk.chance("fi-infantry", "fi-at").foes) == 2


# 17.3, 17.4


@pytest.mark.rule("17.3a", "20.8a")
def test_all_allied_units_go_back_to_the_bin_whole() -> None:
    desk = until(fight("i-78, i-6", "fi-artillery, fi-at"), "artillery", True)
    volley(desk, 6, 1)
    desk.do("hit fi-artillery-1", "suppress fi-at-1")
    until(desk, "close_assault", True)
    volley(desk, 1)
    assert desk.told("battle over")[0]["winner"] == "german"
    pieces = desk.pieces
    assert {pieces[id] for id in ("fi-artillery-1", "fi-at-1")} == {"bin"}
    desk.march("22-di", CLEAR, called=2)
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance("fi-artillery", "fi-at")
    assert foes(desk) == {"fi-artillery-1": (0, False), "fi-at-1": (0, False)}


@pytest.mark.rule("17.4a", "21.0b")
def test_a_beaten_formation_leaves_play_and_its_units_serve_another() -> None:
    """Companion 46."""
    desk = until(fight("i-78, i-6", "fm-artillery", formation="1-dcr"), "artillery", True)
    volley(desk, 6)
    assert desk.place("1-dcr") == "eliminated"
    assert not desk.foes
    assert Desk("", Call(desk.g.formation_by_id["1-dcr"])).actors == ("chance",)
    desk.march("2-dcr", CLEAR)
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance(1, 1)
    assert desk.odds()["fm-artillery"] == 2
