"""20.7 Fire results, and who takes them."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.results import Allot
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import CLEAR, TOWN, dice_of, field, fight, foes, suppressed, until, value, volley

FORT = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'


def allied(desk: Desk, column: str, overruns: int = 0, hits: int = 0, suppressions: int = 0) -> Desk:
    """Results that fall on the Allies."""
    return desk.open(Allot(False, column, overruns, hits, suppressions))


def german(desk: Desk, column: str, overruns: int = 0, hits: int = 0, suppressions: int = 0) -> Desk:
    return desk.open(Allot(True, column, overruns, hits, suppressions))


@pytest.mark.rule("20.7a", "20.7b")
def test_the_player_gives_results_to_the_units_of_both_sides() -> None:
    desk = allied(field("i-6", "fi-infantry, fi-artillery"), "artillery", hits=1, suppressions=1)
    assert desk.actors == ("german",)
    assert desk.legal == ["hit fi-artillery-1", "hit fi-infantry-1"]
    desk.do("hit fi-artillery-1", "suppress fi-artillery-1")
    assert foes(desk) == {"fi-infantry-1": (0, False), "fi-artillery-1": (1, True)}
    desk = german(field("i-6, i-78", "fi-infantry"), "artillery", hits=1)
    assert desk.actors == ("german",)
    assert desk.legal == ["hit i-6", "hit i-78"]
    desk.do("hit i-6")
    assert (desk.hits("i-6"), desk.hits("i-78")) == (1, 0)


@pytest.mark.rule("20.7a")
def test_results_come_in_the_order_overruns_hits_suppressions_and_all_are_applied() -> None:
    desk = field("i-6", "fi-infantry suppressed, br-infantry suppressed, fi-tirailleurs, fi-recon")
    allied(desk, "close_assault", 1, 1, 1)
    desk.refused("hit fi-infantry-1", "20.7a")
    desk.refused("end", "20.7a")
    desk.refused("overrun i-6", "20.7a")
    desk.refused("overrun fi-r35-1", "20.7b")
    desk.do("overrun br-infantry-1")
    desk.refused("suppress fi-recon-1", "20.7a")
    desk.do("hit fi-tirailleurs-1", "suppress fi-recon-1")
    assert desk.over
    assert foes(desk) == {"fi-infantry-1": (0, True), "br-infantry-1": (2, True), "fi-tirailleurs-1": (1, False),
                          "fi-recon-1": (0, True)}


@pytest.mark.rule("20.7b", "2.4b")
def test_an_armored_staff_and_a_kampfgruppe_with_the_same_numbers_are_not_alike() -> None:
    desk = german(field("7-brigade, kg-b", "fi-infantry"), "artillery", hits=1)
    assert desk.legal == ["hit 7-brigade", "hit kg-b"]


@pytest.mark.rule("20.7a")
def test_a_unit_takes_no_more_hits_than_eliminate_it_and_the_rest_go_to_others() -> None:
    desk = allied(field("i-6", "fi-at, fi-artillery, fi-tirailleurs"), "artillery", hits=3)
    desk.do("hit fi-at-1")
    desk.refused("hit fi-at-1", "20.7b")
    desk.do("hit fi-artillery-1", "hit fi-artillery-1")
    assert foes(desk) == {"fi-tirailleurs-1": (0, False)}


@pytest.mark.rule("20.7a")
def test_units_that_are_alike_need_no_choice() -> None:
    desk = allied(field("i-6", "fi-infantry, fi-infantry, fi-infantry"), "artillery", hits=1, suppressions=0)
    assert desk.over
    assert foes(desk) == {"fi-infantry-1": (1, False), "fi-infantry-2": (0, False), "fi-infantry-3": (0, False)}
    assert german(field("pz38-1, pz38-2", "fi-infantry"), "anti_tank", hits=1).over
    assert not german(field("pz38-1, pz38-2 crossed", "fi-infantry"), "anti_tank", hits=1).over
    assert not german(field("pz38-1, 31-pz3-1", "fi-infantry"), "anti_tank", hits=1).over  # another regiment's


@pytest.mark.rule("19.0i")
def test_artillery_touches_any_type() -> None:
    desk = allied(field("i-6", "fi-infantry, fi-r35"), "artillery", hits=1)
    assert desk.legal == ["hit fi-infantry-1", "hit fi-r35-1"]


@pytest.mark.rule("19.0j")
def test_anti_tank_fire_touches_armored_units_only() -> None:
    """Companion 50."""
    desk = allied(field("pz38-1", "fi-infantry, fi-artillery"), "anti_tank", hits=2)
    assert desk.over
    assert desk.told("no effect") == [{"result": "hit", "count": 2, "side": "allied"}]
    assert foes(desk) == {"fi-infantry-1": (0, False), "fi-artillery-1": (0, False)}
    desk = allied(field("pz38-1", "fi-infantry, fi-r35, br-light"), "anti_tank", hits=1)
    assert desk.legal == ["hit br-light-1", "hit fi-r35-1"]
    desk.refused("hit fi-infantry-1", "19.0j")


@pytest.mark.rule("19.0k")
def test_close_assault_touches_non_armored_units_only() -> None:
    desk = german(field("pz38-1, i-6, krad-7", "fi-infantry"), "close_assault", hits=1)
    assert desk.legal == ["hit i-6", "hit krad-7"]
    desk.refused("hit pz38-1", "19.0k")
    assert german(field("pz38-1", "fi-infantry"), "close_assault", hits=1).told("no effect")


@pytest.mark.rule("20.7d", "20.8c")
def test_a_unit_goes_when_its_hits_reach_its_defense_which_hits_never_lower() -> None:
    """Companion 56."""
    desk = german(field("i-6, krad-7", "fi-infantry"), "close_assault", hits=2)
    desk.do("hit i-6", "hit i-6")
    assert desk.place("i-6") == CLEAR
    desk.open(Allot(True, "close_assault", 0, 1, 0)).do("hit i-6")
    assert desk.place("i-6") == "scrap"
    desk = allied(field("i-6", "br-infantry 2, fi-at"), "close_assault", hits=1).do("hit br-infantry-1")
    assert "br-infantry-1" not in foes(desk)


@pytest.mark.rule("20.7e")
def test_armored_units_are_never_suppressed() -> None:
    """Companion 57."""
    desk = german(field("rommel, pz38-1, i-6, kg-b", "fi-infantry"), "artillery", suppressions=1)
    assert desk.legal == ["suppress i-6", "suppress kg-b"]
    desk.refused("suppress pz38-1", "20.7e")
    desk.refused("suppress rommel", "20.7e")
    desk.do("suppress i-6")
    assert suppressed(desk, "i-6")
    assert value(desk, "i-6", "close_assault") == 2
    desk = german(field("pz38-1", "fi-infantry"), "artillery", suppressions=1)
    assert [event.rule for event in desk.events if event.what == "no effect"] == ["20.7a"]


@pytest.mark.rule("20.7f")
@pytest.mark.parametrize("column", ["artillery", "close_assault"])
def test_a_suppressed_unit_cannot_be_suppressed_again(column: str) -> None:
    """Companion 57."""
    desk = allied(field("i-6", "fi-infantry suppressed, fi-at, fi-artillery"), column, suppressions=1)
    desk.refused("suppress fi-infantry-1", "20.7f")
    desk.do("suppress fi-at-1")
    assert value(desk, "fi-infantry-1", "close_assault") == 1
    desk = field("i-6", "fi-infantry suppressed, fi-r35")
    assert allied(desk, "artillery", suppressions=2).told("no effect")[0]["count"] == 2


@pytest.mark.rule("20.7f", "20.7g")
def test_a_hit_may_be_put_on_a_suppressed_unit_while_another_stands() -> None:
    desk = allied(field("i-6", "fi-tirailleurs suppressed, fi-infantry"), "artillery", hits=1)
    desk.do("hit fi-tirailleurs-1")
    assert foes(desk)["fi-tirailleurs-1"] == (1, True)


@pytest.mark.rule("20.7g")
def test_hits_and_suppressions_are_void_once_a_whole_side_is_down() -> None:
    desk = field("i-6", "fi-infantry, fi-tirailleurs suppressed")
    allied(desk, "artillery", suppressions=2)
    assert foes(desk) == {"fi-infantry-1": (0, True), "fi-tirailleurs-1": (0, True)}
    assert desk.told("no effect") == [{"result": "suppress", "count": 1, "side": "allied"}]
    desk.open(Allot(False, "close_assault", 0, 3, 0))
    assert foes(desk) == {"fi-infantry-1": (0, True), "fi-tirailleurs-1": (0, True)}
    assert german(field("i-6 suppressed, ii-6 suppressed", "fi-infantry"), "artillery", hits=2).over
    # an armored unit of the side still stands: its comrades can be hit
    assert not allied(field("i-6", "fi-infantry suppressed, fi-at suppressed, fi-r35"), "artillery", hits=1).over


@pytest.mark.rule("20.7g", "20.7h")
def test_overruns_finish_a_fortification_shaken_before_the_volley() -> None:
    """Companion 120."""
    desk = fight("i-78, pi-58, i-6", "", grid=TOWN, formation="", more=FORT)
    until(desk, "artillery", True)
    volley(desk, 1)
    until(desk, "close_assault", True)
    volley(desk, 5, 1, 6, 6)
    assert [(void["result"], void["count"]) for void in desk.told("no effect")] == [("hit", 1), ("suppress", 1)]
    assert desk.gone("fortification") == 1
    assert desk.told("battle over")[0]["winner"] == "german"


@pytest.mark.rule("13.0a", "20.7h")
def test_the_number_of_a_destroyed_fortification_is_not_given_again() -> None:
    desk = fight("i-78, pi-58, i-6", "", grid=TOWN, formation="", more=FORT + '\nM9 = "fortification"')
    until(desk, "artillery", True)
    volley(desk, 1)
    until(desk, "close_assault", True)
    volley(desk, 5, 1, 6, 6)
    desk.sight("M9")
    assert (desk.place("fortification-1"), desk.place("fortification-2")) == ("gone", "M9")


@pytest.mark.rule("20.7g")
def test_a_hit_on_a_side_wholly_suppressed_before_is_void_where_an_overrun_is_not() -> None:
    desk = field("i-78", "fortification suppressed", grid=TOWN, formation="", more=FORT)
    allied(desk, "close_assault", 1, 1, 1)
    assert list(foes(desk).values()) == [(2, True)]
    assert [(void["result"], void["count"]) for void in desk.told("no effect")] == [("hit", 1), ("suppress", 1)]


@pytest.mark.rule("20.7h", "20.7d")
def test_overrun_gives_two_hits_to_a_unit_already_suppressed_and_nothing_to_others() -> None:
    """Companion 58."""
    desk = field("i-6", "fi-infantry suppressed, fi-tirailleurs, br-infantry suppressed")
    allied(desk, "close_assault", overruns=2)
    assert desk.legal == ["overrun br-infantry-1", "overrun fi-infantry-1"]
    desk.refused("overrun fi-tirailleurs-1", "20.7h")
    desk.do("overrun fi-infantry-1")
    assert foes(desk) == {"fi-tirailleurs-1": (0, False), "br-infantry-1": (2, True)}
    desk = allied(field("i-6", "fi-infantry"), "close_assault", overruns=1)
    assert foes(desk) == {"fi-infantry-1": (0, False)}
    assert desk.told("no effect")[0]["result"] == "overrun"


@pytest.mark.rule("20.7h")
def test_a_suppression_of_the_same_volley_opens_no_way_for_its_overruns() -> None:
    desk = until(fight("i-6, ii-6", "fi-infantry, fi-infantry"), "close_assault", True)
    volley(desk, 6, 1)
    assert desk.told("no effect") == [{"result": "overrun", "count": 1, "side": "allied"}]
    assert [event.rule for event in desk.events if event.what == "no effect"] == ["20.7h"]
    assert not desk.told("hit")


@pytest.mark.rule("20.7i")
def test_the_dead_go_to_scrap_pile_and_bin() -> None:
    desk = german(field("log-7-1, i-6, kg-b 1", "fi-infantry"), "artillery", hits=2)
    desk.do("hit log-7-1", "hit kg-b")
    assert desk.place("log-7-1") == desk.place("kg-b") == "scrap"
    assert desk.hits("kg-b") == 0
    assert not desk.told("ace lost")
    desk = allied(field("i-6", "fi-at, fi-artillery"), "artillery", hits=1).do("hit fi-at-1")
    assert desk.pieces["fi-at-1"] == "bin"


@pytest.mark.rule("20.1a")
def test_results_take_effect_before_the_other_side_fires() -> None:
    desk = until(fight("i-78, i-6", "fi-artillery, fi-artillery"), "artillery", True)
    volley(desk, 6, 6)
    desk.do("hit fi-artillery-1") if desk.actors == ("german",) else None
    until(desk, "artillery", False)
    assert dice_of(desk) == sum(3 - hits for hits, _ in foes(desk).values())


@pytest.mark.rule("20.1a", "19.0l")
def test_a_side_that_is_wiped_out_never_fires() -> None:
    """Companion 62."""
    desk = until(fight("i-78", "fi-artillery"), "artillery", True)
    volley(desk, 6, 6)
    assert desk.over
    assert [(v["side"], v["column"]) for v in desk.told("volley")] == [("german", "artillery")]
    assert desk.told("battle over")[0]["winner"] == "german"


@pytest.mark.rule("19.0j", "20.7a")
def test_nothing_that_anti_tank_fire_brings_falls_on_men() -> None:
    desk = allied(field("pz38-1", "fi-infantry, fi-at, fi-r35"), "anti_tank", suppressions=1)
    assert desk.over
    assert desk.told("no effect") == [{"result": "suppress", "count": 1, "side": "allied"}]
