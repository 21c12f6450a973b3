"""20.2 to 20.6, 20.8: fire values, and the dice of a volley."""

from __future__ import annotations

import pytest

from meuse.engine.contract import BadInput
from meuse.games.ghost_division.rules.combat import Fight
from meuse.games.ghost_division.rules.fire import GROUND_FIRE
from tests.games.ghost_division.field import CLEAR, TOWN, dice_of, field, fight, firing, until, value, volley

FORT = '[fog]\n{} = {{ kind = "fortification", shown = true }}'


@pytest.mark.rule("20.2a", "20.4a")
def test_all_values_are_added_up_and_every_die_is_read_in_the_column_of_that_fire() -> None:
    desk = until(fight("i-78, ii-78, i-6, ii-6", "fi-infantry, fi-infantry"), "artillery", True)
    assert dice_of(desk) == 6
    desk.chance(1, 2, 3, 4, 5)
    assert not desk.told("volley")  # nothing is named or applied before the last die
    assert not desk.told("suppressed")
    desk.chance(6)
    [seen] = desk.told("volley")
    assert seen["dice"] == [1, 2, 3, 4, 5, 6]
    assert seen["results"] == ["suppress", "suppress", "none", "none", "none", "hit"]
    desk = until(desk.do("suppress fi-infantry-1"), "close_assault", True)
    assert dice_of(desk) == 6


@pytest.mark.rule("20.2b")
def test_all_allied_units_with_a_value_fire() -> None:
    desk = until(fight("i-6, pz38-1", "fi-infantry, fi-tirailleurs, fi-artillery"), "artillery", False)
    assert dice_of(desk) == 3
    until(desk, "anti_tank", False)
    assert dice_of(desk) == 1 + 1
    until(desk, "close_assault", False)
    assert dice_of(desk) == 2 + 3


@pytest.mark.rule("20.3a", "19.0i", "19.0j", "19.0k")
def test_a_unit_fires_in_every_step_for_which_a_value_is_printed() -> None:
    desk = fight("pz38-1", "fi-infantry, fi-r35")
    seen = []
    until(desk, "anti_tank", True)
    seen.append(dice_of(desk))
    until(desk, "close_assault", True)
    seen.append(dice_of(desk))
    assert seen == [2, 2]
    assert not [v for v in desk.told("volley") if v["column"] == "artillery" and v["side"] == "german"]


@pytest.mark.rule("20.5a", "20.5b", "20.5c")
def test_terrain_lowers_attackers_but_not_below_one_and_never_the_defender() -> None:
    """Companion 53."""
    desk = field("i-6", "fi-tirailleurs", grid=TOWN)
    assert value(desk, "i-6", "close_assault") == 3 - 1
    assert value(desk, "i-6", "anti_tank") == 1
    assert value(desk, "i-6", "artillery") == 0
    assert value(desk, "fi-tirailleurs-1", "close_assault") == 3
    desk = field("i-6", "fi-tirailleurs", grid=TOWN, attack=False)
    assert value(desk, "i-6", "close_assault") == 3
    assert value(desk, "fi-tirailleurs-1", "close_assault") == 2
    assert value(field("i-6", "fi-tirailleurs", grid=CLEAR), "i-6", "close_assault") == 3


@pytest.mark.rule("20.6a", "20.6b", "20.6c")
def test_the_river_penalty_is_for_those_who_crossed_and_adds_to_terrain() -> None:
    """Companion 54."""
    desk = field("i-6 crossed, ii-6, krad-7 crossed", "fi-infantry", grid=CLEAR)
    assert [value(desk, u, "close_assault") for u in ("i-6", "ii-6", "krad-7")] == [2, 3, 1]
    desk = field("i-6 crossed, ii-6, krad-7 crossed", "fi-infantry", grid=TOWN)
    assert [value(desk, u, "close_assault") for u in ("i-6", "ii-6", "krad-7")] == [1, 2, 1]
    desk = field("i-6 crossed", "fi-infantry", grid=TOWN, attack=False)
    assert value(desk, "i-6", "close_assault") == 3


@pytest.mark.rule("20.6a")
def test_a_formation_that_crossed_a_river_to_attack_is_penalised_too() -> None:
    desk = field("i-6", "fi-tirailleurs", attack=False)
    assert value(desk, "fi-tirailleurs-1", "close_assault") == 3
    desk.march("18-di", CLEAR, river=True)
    assert value(desk, "fi-tirailleurs-1", "close_assault") == 2


@pytest.mark.rule("20.6a")
@pytest.mark.parametrize("attack", [True, False])
def test_the_river_penalty_lapses_after_the_first_battle(attack: bool) -> None:
    desk = fight("i-6 crossed, pz38-1", "fi-artillery", attack=attack)
    desk.march("18-di", CLEAR, river=True)
    until(desk, "close_assault", True)
    volley(desk, 5, 5)
    assert desk.over
    assert not desk.marked("crossed")
    assert not desk.over_river("18-di")


@pytest.mark.rule("31.0b")
def test_a_bridgehead_lowers_allied_attackers_beside_it() -> None:
    more = 'bridgeheads = ["N6-N7"]'
    assert value(field("i-6", "fi-tirailleurs", grid="N6", attack=False, more=more), "fi-tirailleurs-1",
                 "close_assault") == 2
    assert value(field("i-6", "fi-tirailleurs", grid="M5", attack=False, more=more), "fi-tirailleurs-1",
                 "close_assault") == 3
    assert value(field("i-6", "fi-tirailleurs", grid="N6", more=more), "fi-tirailleurs-1", "close_assault") == 3


@pytest.mark.rule("20.8b", "20.7c")
def test_hits_lower_every_fire_value_of_a_german_unit_to_one_and_suppression_to_nought() -> None:
    """Companion 108."""
    desk = field("krad-7 1, i-6 2, ii-6 2 suppressed, i-7 suppressed", "fi-infantry", attack=False)
    assert [value(desk, u, "close_assault") for u in ("krad-7", "i-6", "ii-6", "i-7")] == [1, 1, 0, 2]
    assert [value(desk, u, "anti_tank") for u in ("i-6", "ii-6", "i-7")] == [1, 0, 0]


@pytest.mark.rule("20.7c", "20.8b")
def test_hits_lower_an_allied_unit_to_nought() -> None:
    """Companion 109."""
    desk = field("i-6", "br-infantry 2, br-infantry 1, br-25-pdr 1")
    assert value(desk, "br-infantry-1", "close_assault") == 0
    assert value(desk, "br-infantry-2", "close_assault") == 1
    assert [value(desk, "br-25-pdr-1", column) for column in GROUND_FIRE] == [2, 0, 0]


@pytest.mark.rule("20.8b", "20.5b")
def test_an_attacker_fires_with_one_at_least_however_shaken() -> None:
    """Companion 110."""
    desk = field("i-6 suppressed, i-78", "fi-infantry", grid=TOWN)
    assert value(desk, "i-6", "anti_tank") == 1
    assert value(desk, "i-78", "close_assault") == 0  # printed 0 stays 0
    desk = field("i-6", "fi-infantry 1 suppressed", attack=False)
    assert value(desk, "fi-infantry-1", "anti_tank") == 1


@pytest.mark.rule("20.7e", "20.7f")
def test_suppression_lowers_by_one_on_top_of_hits() -> None:
    desk = field("i-6", "fi-tirailleurs suppressed, fi-tirailleurs 1 suppressed")
    assert [value(desk, f"fi-tirailleurs-{n}", "close_assault") for n in (1, 2)] == [2, 1]


@pytest.mark.rule("23.4a")
def test_engineers_double_the_close_assault_of_infantry_against_a_fortification() -> None:
    force = "pi-58, i-6, krad-7, pz38-1, i-78"
    fort = FORT.format(TOWN)
    desk = field(force, "fortification", grid=TOWN, formation="", more=fort)
    assert [value(desk, u, "close_assault") for u in ("pi-58", "i-6", "krad-7", "pz38-1")] == [4, 4, 2, 1]
    assert value(desk, "i-78", "artillery") == 2  # never doubled
    desk = field("i-6, krad-7", "fortification", grid=TOWN, formation="", more=fort)
    assert value(desk, "i-6", "close_assault") == 2
    assert value(field(force, "fi-infantry", grid=TOWN), "i-6", "close_assault") == 2
    assert value(field(force, "fi-infantry", grid=TOWN, attack=False, more=fort), "i-6", "close_assault") == 3


@pytest.mark.rule("36.2b", "36.5c")
def test_supply_halves_or_doubles_the_printed_value_first() -> None:
    """Companion 101: 3, 2 and 1 become 2, 1 and 1."""
    desk = field("i-6, krad-7, ii-6 1", "fi-infantry", attack=False)
    cut = ("i-6", "krad-7", "ii-6")
    for unit in cut:
        desk.stand(unit, CLEAR, cut=True)
    assert [value(desk, u, "close_assault") for u in ("i-6", "krad-7", "ii-6")] == [2, 1, 1]
    assert value(desk, "i-6", "anti_tank") == 1
    desk = field("i-6, krad-7, ii-6 1", "fi-infantry", attack=False)
    for unit in cut:
        desk.stand(unit, CLEAR, doubled=True)
    assert [value(desk, u, "close_assault") for u in ("i-6", "krad-7", "ii-6")] == [6, 4, 5]


@pytest.mark.rule("19.0j", "19.0k")
def test_a_volley_that_can_touch_nobody_is_not_rolled() -> None:
    desk = until(fight("pz38-1, pzabw-42", "fi-infantry"), "close_assault", True)
    assert [v["column"] for v in desk.told("volley")] == ["anti_tank"]
    assert desk.told("volley")[0]["side"] == "allied"


@pytest.mark.rule("19.0k", "20.5a", "20.5b", "20.6a", "20.7c", "20.7e", "20.8b")
def test_the_tally_of_a_unit_gives_each_step_with_its_rule() -> None:
    desk = field("i-6 1 crossed suppressed", "fi-infantry 1 suppressed", grid=TOWN)
    tally = desk.explain("fire i-6")
    assert [(part.value, part.rule) for part in tally.parts] == [
        (3, "19.0k"), (-1, "20.8b"), (-1, "20.7e"), (-1, "20.5a"), (-1, "20.6a"), (2, "20.5b"),
    ]
    assert tally.total == 1
    plain = field("i-6", "fi-infantry").explain("fire i-6")
    assert [(part.value, part.rule) for part in plain.parts] == [(3, "19.0k")]
    tally = desk.explain("fire fi-infantry-1 close_assault")
    assert [(part.value, part.rule) for part in tally.parts] == [(2, "19.0k"), (-1, "20.7c"), (-1, "20.7e")]
    tally = desk.explain("volley german close_assault")
    assert (tally.total, len(tally.parts)) == (1, 1)
    for question in ("fire ii-6", "fire nobody", "fire i-6 flak", "volley", "volley french artillery", "fire"):
        if question != "volley":
            with pytest.raises(BadInput):
                desk.explain(question)


@pytest.mark.rule("20.2a")
def test_the_preview_knows_the_exact_chances_of_the_volley_that_is_due() -> None:
    desk = until(fight("i-78, i-6", "fi-infantry, fi-infantry"), "artillery", True)
    shown = desk.preview()
    assert shown["next"]["side"] == "german"
    assert shown["next"]["dice"] == 3
    assert shown["results"]["0 hit"] == pytest.approx((5 / 6) ** 3)
    assert shown["results"]["3 hit"] == pytest.approx(1 / 216)
    assert sum(shown["results"].values()) == pytest.approx(1, abs=1e-9)
    assert shown["next"]["chances"]["suppress"][1] == pytest.approx(3 * (1 / 3) * (4 / 9))
    german = {v["column"]: v["dice"] for v in shown["volleys"] if v["side"] == "german"}
    assert german == {"artillery": 3, "anti_tank": 2, "close_assault": 3}
    assert firing(desk) == ("artillery", True)


@pytest.mark.rule("20.2a")
def test_the_preview_looks_ahead_to_the_next_kind_of_fire_and_knows_when_it_cannot() -> None:
    desk = until(fight("i-78, i-6, pz38-1", "fi-artillery, fi-r35"), "artillery", False)
    volley(desk, 6)
    assert desk.legal == ["hit i-6", "hit i-78", "hit pz38-1"]
    due = desk.preview()["next"]
    assert (due["side"], due["column"], due["dice"]) == ("german", "anti_tank", 1 + 1 + 2)
    desk = until(fight("i-6, pz38-1, pz4-1", "fi-infantry, fi-r35"), "anti_tank", False)
    volley(desk, 6)
    assert desk.legal == ["hit pz38-1", "hit pz4-1"]
    due = desk.preview()["next"]
    assert (due["side"], due["column"]) == ("german", "close_assault")
    desk = fight("kg-b, i-6", "fi-infantry")
    assert desk.legal == ["enhance kg-b", "fire"]  # nobody knows yet who will fire first
    assert "next" not in desk.preview()
    between = field("i-6", "fi-infantry").open(Fight(7))
    assert "fight-on" in between.legal
    assert "next" not in between.preview(), "Tactical Superiority lasts for a round"


@pytest.mark.rule("23.4a")
def test_engineers_storm_with_close_assault_and_with_no_other_fire() -> None:
    """Each of the attackers has one less in the town."""
    fort = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'
    desk = field("pi-58, i-6", "fortification, fi-r35", grid=TOWN, more=fort).open(Fight(3))
    until(desk, "anti_tank", True)
    assert dice_of(desk) == 1
    until(desk, "close_assault", True)
    assert dice_of(desk) == 2 * (2 + 2)


@pytest.mark.rule("20.6a", "20.7e", "33.2a", "36.2b", "36.5c")
@pytest.mark.parametrize(("mark", "marked"), [
    ("suppressed", 2), ("crossed", 2), ("aces", 4), ("cut", 2), ("doubled", 6),
])
def test_a_mark_counts_for_the_unit_that_carries_it(mark: str, marked: int) -> None:
    desk = field("i-6, ii-6", "fi-infantry").stand("i-6", CLEAR, **{mark: True})
    assert (value(desk, "i-6", "close_assault"), value(desk, "ii-6", "close_assault")) == (marked, 3)
