"""10.0 Recruiting German units, 14.6 Kampfgruppen."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, legal, table

START = 'force = "start"\n'
LOST_KG = '[units]\n"kg-b" = "scrap"\n'


# 10.0 to 10.4


@pytest.mark.rule("10.0b", "10.1a")
def test_ground_units_go_to_the_assembly_area_and_air_units_to_available() -> None:
    desk = Desk(START, Recruit(setup=True)).do("recruit corps-pi-1", "recruit stuka-1")
    assert desk.place("corps-pi-1") == "assembly"
    assert desk.place("stuka-1") == "available"
    assert desk.op == 40 - 3 - 4
    assert [told["unit"] for told in desk.told("recruited")] == ["corps-pi-1", "stuka-1"]


@pytest.mark.rule("10.0b", "10.1b")
@pytest.mark.parametrize("setup", [True, False])
def test_totenkopf_and_5th_panzer_cannot_be_bought(setup: bool) -> None:
    desk = Desk(START, Recruit(setup))
    desk.refused("recruit sst-i", "10.1b")
    desk.refused("recruit 31-5", "10.1b")


@pytest.mark.rule("10.2a")
def test_a_turn_is_dearer_than_set_up() -> None:
    before = Desk(START, Recruit(setup=True)).do("recruit heavy-art-1")
    during = Desk(START, Recruit(setup=False)).do("recruit heavy-art-1")
    assert (before.op, during.op) == (36, 34)
    optional = ("panzergrenadier", "pz_iii_50", "niwi")
    assert all(turn > setup for kind, (setup, turn) in before.g.charts.price.items() if kind not in optional)


@pytest.mark.rule("10.2b")
def test_the_counters_are_a_limit_and_alike_ones_are_offered_once() -> None:
    desk = Desk(START, Recruit(setup=True))
    assert [word for word in desk.legal if "fighter" in word] == ["recruit fighter-1"]
    desk.refused("recruit fighter-2", "10.2b")
    desk.do("recruit fighter-1", "recruit fighter-2", "recruit fighter-3")
    assert not [word for word in desk.legal if "fighter" in word]
    desk.refused("recruit fighter-1", "10.2b")
    desk.refused("recruit pz38-1", "10.2b")


@pytest.mark.rule("4.0j", "10.1a")
@pytest.mark.parametrize(("op", "offered"), [(3, True), (2, False)])
def test_one_point_must_be_left(op: int, offered: bool) -> None:
    desk = Desk(f'op = {op}\n[units]\n"log-xv-1" = "pool"\n"air-recon-1" = "available"', Recruit(setup=True))
    assert ("recruit log-xv-1" in desk.legal) is offered
    if offered:
        desk.do("recruit log-xv-1")
        assert desk.op == 1
    assert desk.legal == ["done"]


@pytest.mark.rule("4.0j", "34.1a")
def test_set_up_ends_when_the_player_says_so_and_not_when_the_points_are_spent() -> None:
    """Down to 2 OP nothing can be bought any more: the game must not begin over the player's head."""
    match = table('phase = "set-up"')
    while len(legal(match)) > 1:
        do(match, next(action for action in legal(match) if action != "done"))
    assert match.view(None)["op"] <= 2
    assert match.view(None)["phase"] == "set-up"
    assert legal(match) == ["done"]
    do(match, "done")
    assert match.view(None)["phase"] != "set-up"


@pytest.mark.rule("10.1a")
def test_what_cannot_be_paid_is_refused_while_something_else_can() -> None:
    desk = Desk('op = 4\n[units]\n"log-xv-1" = "pool"\n"stuka-1" = "pool"', Recruit(setup=True))
    desk.refused("recruit stuka-1", "3.6a")
    assert desk.legal == ["done", "recruit log-xv-1"]


@pytest.mark.rule("10.3a")
def test_a_destroyed_unit_is_gone_for_good() -> None:
    desk = Desk('[units]\n"corps-pi-1" = "scrap"\n"pz38-1" = "scrap"\n"stuka-1" = "pool"', Recruit())
    desk.refused("recruit corps-pi-1", "10.3a")
    desk.refused("recruit pz38-1", "10.3a")


@pytest.mark.rule("10.3b")
@pytest.mark.parametrize("unit", ["log-7-1", "log-xv-2"])
def test_a_destroyed_logistics_unit_can_be_bought_back_in_a_turn(unit: str) -> None:
    desk = Desk(f'[units]\n"{unit}" = "scrap"', Recruit())
    desk.stand(unit, "scrap", hits=1)
    desk.do(f"recruit {unit}")
    assert desk.place(unit) == "assembly"
    assert desk.op == 40 - 3
    assert desk.hits(unit) == 0
    assert [event.rule for event in desk.events if event.what == "recruited"] == ["10.3b"]
    assert Desk(f'[units]\n"{unit}" = "scrap"', Recruit(setup=True)).legal == ["done"]


@pytest.mark.rule("10.3c", "11.0d")
def test_a_kampfgruppe_is_not_rebuilt_in_the_recruit_phase() -> None:
    desk = Desk(LOST_KG + '"stuka-1" = "pool"', Recruit())
    desk.refused("form kg-b", "11.0d")
    desk.refused("recruit kg-b", "14.6a")


@pytest.mark.rule("10.4a")
def test_optional_units_come_only_by_their_rules() -> None:
    desk = Desk(START, Recruit(setup=True))
    desk.refused("recruit pzgren", "10.4a")
    desk.refused("upgrade pz3-50-1", "10.4a")
    desk.refused("recruit pz3-50-1", "10.4a")
    desk.refused("recruit niwi", "10.4a")


@pytest.mark.rule("11.0c")
def test_the_player_may_stop_and_without_anything_to_buy_is_not_asked() -> None:
    assert Desk(START, Recruit()).do("done").over
    assert Desk("", Recruit()).over


# 14.6


@pytest.mark.rule("14.6a", "14.6c", "10.3c")
def test_an_eliminated_kampfgruppe_is_built_again_for_operations_points() -> None:
    desk = Desk(LOST_KG + '"pz38-1" = "N14"\n"i-6" = "assembly"', FormKampfgruppe())
    desk.stand("kg-b", "scrap", hits=2)
    desk.refused("form nobody", "14.6a")
    desk.refused("recruit i-6", "11.0a")
    desk.do("form kg-b")
    assert desk.op == 37
    desk.do("place N14")
    assert desk.place("kg-b") == "N14"
    assert desk.hits("kg-b") == 0
    assert desk.over


@pytest.mark.rule("14.6a")
def test_only_kampfgruppen_out_of_play_can_be_built() -> None:
    desk = Desk(LOST_KG + '"kg-r" = "N14"\n"rommel" = "scrap"', FormKampfgruppe())
    desk.refused("form kg-r", "14.6a")
    desk.refused("form rommel", "14.6a")
    assert desk.legal == ["done", "form kg-b"]
    assert Desk('[units]\n"kg-b" = "N14"\n"kg-r" = "assembly"\n"rommel" = "scrap"', FormKampfgruppe()).over


@pytest.mark.rule("14.6a")
@pytest.mark.parametrize(("op", "asked"), [(4, True), (3, False)])
def test_it_must_be_paid_for_with_one_point_left(op: int, asked: bool) -> None:
    desk = Desk(f"op = {op}\n" + LOST_KG + '"pz38-1" = "N14"', FormKampfgruppe())
    assert desk.over is not asked


@pytest.mark.rule("14.6b")
def test_a_new_kampfgruppe_is_placed_with_any_german_ground_unit() -> None:
    units = LOST_KG + '"pz38-1" = "N14"\n"log-7-1" = "S3"\n"i-6" = "assembly"\n"stuka-1" = "available"'
    desk = Desk(units, FormKampfgruppe()).do("form kg-b")
    assert desk.legal == ["place AA", "place N14", "place S3"]
    desk.refused("place N13", "14.6b")
    assert desk.do("place AA").place("kg-b") == "assembly"
    abroad = Desk(LOST_KG + '"pz38-1" = "N14"\n"log-7-1" = "S3"', FormKampfgruppe()).do("form kg-b")
    assert abroad.legal == ["place N14", "place S3"]


@pytest.mark.rule("14.6b")
def test_with_one_place_only_it_goes_there() -> None:
    desk = Desk(LOST_KG + '"pz38-1" = "N14"', FormKampfgruppe()).do("form kg-b")
    assert desk.place("kg-b") == "N14"
    assert desk.told("kampfgruppe formed") == [{"unit": "kg-b", "grid": "N14"}]


@pytest.mark.rule("4.0c", "14.6a")
def test_unformed_kampfgruppen_can_be_formed_in_set_up() -> None:
    text = START + 'options = { kampfgruppen = "unformed" }'
    desk = Desk(text, Recruit(setup=True))
    assert desk.place("kg-r") == "pool"
    desk.refused("recruit kg-r", "14.6a")
    desk.do("form kg-r")
    assert desk.place("kg-r") == "assembly"
    assert desk.op == 37
    assert [event.rule for event in desk.events if event.what == "op"] == ["14.6a"]
    desk.refused("form kg-r", "14.6a")


@pytest.mark.rule("27.2a")
def test_an_air_unit_shot_down_can_be_recruited_again() -> None:
    desk = Desk('[units]\n"stuka-2" = "pool"', Recruit()).do("recruit stuka-2")
    assert desk.place("stuka-2") == "available"


@pytest.mark.rule("14.6b")
def test_without_a_german_ground_unit_in_play_no_kampfgruppe_is_formed() -> None:
    assert Desk('[units]\nkg-b = "pool"\nstuka-1 = "available"', FormKampfgruppe()).over


@pytest.mark.rule("10.3b", "10.2b")
def test_of_two_destroyed_logistics_units_the_second_is_not_gone_but_waits_its_turn() -> None:
    desk = Desk('[units]\nlog-7-1 = "scrap"\nlog-7-2 = "scrap"', Recruit())
    desk.refused("recruit log-7-2", "10.2b", says="take the first")
    assert desk.do("recruit log-7-1").legal == ["done", "recruit log-7-2"]


@pytest.mark.rule("14.6a", "14.6b")
@pytest.mark.parametrize(("place", "rule"), [("AA", "14.6a"), ("N14", "14.6b")])
def test_a_kampfgruppe_is_told_with_the_rule_of_its_place(place: str, rule: str) -> None:
    desk = Desk(LOST_KG + '"pz38-1" = "N14"\n"i-6" = "assembly"', FormKampfgruppe()).do("form kg-b", f"place {place}")
    assert [event.rule for event in desk.events if event.what == "kampfgruppe formed"] == [rule]
