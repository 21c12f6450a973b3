"""18.0, 19.0 Ground combat: who fights, and the steps of a battle; 14.2 Enhanced Combat; 21.1 Withdrawal."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.combat import Battles, Fight, TacticalSuperiority
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import (
    CLEAR,
    TOWN,
    decline,
    dice_of,
    field,
    fight,
    firing,
    foes,
    ground,
    until,
    value,
    volley,
)
from tests.games.ghost_division.table import before, do, happened, legal, table

FORT = '[fog]\n{} = {{ kind = "fortification", shown = true }}'


def winner(desk: Desk) -> str:
    [over] = desk.told("battle over")
    return str(over["winner"])


# 18.0 who fights


@pytest.mark.rule("18.0a")
@pytest.mark.parametrize("unit", ["log-7-1", "rommel", "i-6"])
def test_any_german_ground_unit_must_fight(unit: str) -> None:
    desk = fight(unit, "fi-infantry")
    assert desk.told("battle")[0]["units"] == [unit]
    decline(desk)
    assert not desk.over


@pytest.mark.rule("18.0b", "26.0a")
def test_a_revealed_fortification_is_fought() -> None:
    desk = fight("i-6", "", grid=TOWN, formation="", more=FORT.format(TOWN))
    [battle] = desk.told("battle")
    assert battle["fortification"]
    assert [foe["kind"] for foe in desk.battle["foes"]] == ["fortification"]
    hidden = FORT.format(TOWN).replace("true", "false")
    assert fight("i-6", "", grid=TOWN, formation="", more=hidden).over


@pytest.mark.rule("18.1a")
def test_germans_attack_in_their_segments_and_allies_in_theirs() -> None:
    desk = fight("i-6", "fi-tirailleurs", grid=TOWN)
    assert desk.told("battle")[0]["attacker"] == "german"
    assert desk.acted("i-6")
    until(desk, "close_assault", True)
    assert dice_of(desk) == 2
    desk = fight("i-6", "fi-tirailleurs", grid=TOWN, attack=False)
    assert desk.told("battle")[0]["attacker"] == "allied"
    assert not desk.acted("i-6")
    until(desk, "close_assault", True)
    assert dice_of(desk) == 3


@pytest.mark.rule("18.1b", "26.1a")
def test_a_fortification_defends_with_a_formation_and_never_attacks() -> None:
    more = FORT.format(TOWN)
    desk = fight("i-6, pz38-1", "fi-infantry", grid=TOWN, more=more)
    assert len(desk.foes) == 2
    until(desk, "anti_tank", False)
    assert dice_of(desk) == 1 + 2
    desk = fight("i-6, pz38-1", "fi-infantry", grid=TOWN, more=more, attack=False)
    assert len(desk.foes) == 1
    assert not desk.told("battle")[0]["fortification"]
    until(desk, "anti_tank", False)
    assert dice_of(desk) == 1


@pytest.mark.rule("18.1b")
def test_all_units_in_the_grid_fight_as_one_force() -> None:
    desk = until(fight("i-6, ii-6, krad-7, log-7-1, rommel", "fi-infantry"), "close_assault", True)
    assert dice_of(desk) == 3 + 3 + 2 + 0 + 1
    assert all(desk.acted(u) for u in ("i-6", "ii-6", "krad-7", "log-7-1", "rommel"))


@pytest.mark.rule("11.0h")
def test_the_player_picks_the_order_of_his_battles() -> None:
    desk = three_battles(attack=True)
    assert desk.legal == ["fight M5", "fight N11", "fight N5"]
    desk.refused("fight M6", "18.0a")
    desk.refused("end", "11.0h")
    desk.do("fight M5")
    assert desk.told("battle")[0]["grid"] == "M5"


@pytest.mark.rule("11.0o")
def test_the_allies_attack_from_north_to_south_and_from_east_to_west() -> None:
    desk = three_battles(attack=False)
    order = []
    for _ in range(3):
        order.append(desk.battle["grid"])
        desk.chance(1, "fi-artillery")
        until(desk, "artillery", False)
        volley(desk, 6)
    assert order == ["N11", "N5", "M5"]
    assert desk.over


def three_battles(attack: bool) -> Desk:
    places = {"M5": ("log-7-1", "53-di"), "N5": ("log-7-2", "61-di"), "N11": ("log-xv-1", "101-dif")}
    units = "\n".join(f'"{u}" = "{grid}"' for grid, (u, _) in places.items())
    markers = "\n".join(f'"{f}" = {{ at = "{grid}", shown = true }}' for grid, (_, f) in places.items())
    desk = Desk(f"[units]\n{units}\n[formations]\n{markers}")
    return desk.open(Battles(attack, desk.g.grid.set_of(list(places))))


# 19.0 the steps


@pytest.mark.rule("19.0a")
def test_the_units_are_picked_in_the_first_step() -> None:
    desk = Desk(ground("i-6, pz38-1", CLEAR, "", "18-di", 2))
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR]))
    assert set(desk.odds()) == set(desk.g.bins[2])
    desk.chance("fi-infantry", "fi-at")
    assert desk.told("units drawn") == [{"formation": "18-di", "units": ["fi-infantry-1", "fi-at-1"]}]


@pytest.mark.rule("19.0b", "19.0d", "19.0i", "19.0j", "19.0k")
def test_air_then_superiority_then_artillery_anti_tank_and_close_assault() -> None:
    more = '[units]\n"stuka-1" = "available"'
    desk = Desk(ground("i-78, pz38-1, i-6", CLEAR, "", "18-di", 3).replace("[units]", more))
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance("fi-artillery", "fi-r35", "fi-infantry")
    desk.do("send stuka-1")
    seen: list[str] = []
    while len(seen) < 8:
        decline(desk)
        now = firing(desk)
        if now is None:
            seen.append("superiority")
            desk.chance(1, 6)
        else:
            seen.append(f"{'german' if now[1] else 'allied'} {now[0]}")
            volley(desk, 3)
    assert seen == ["german dive_bomber", "superiority", "allied artillery", "german artillery", "allied anti_tank",
                    "german anti_tank", "allied close_assault", "german close_assault"]


@pytest.mark.rule("19.0d", "19.0e", "19.0h")
@pytest.mark.parametrize(("force", "bonus"), [("i-6", 0), ("i-6, kg-b", 2), ("i-6, kg-b, kg-r", 3), ("i-6, rommel", 4)])
def test_the_germans_add_their_single_best_headquarters(force: str, bonus: int) -> None:
    desk = decline(fight(force, "fi-infantry")).chance(1, 6)
    [seen] = desk.told("tactical superiority")
    assert (seen["dice"], seen["bonus"][0]) == ([1, 6], bonus)
    assert seen["superior"] == "allied"


@pytest.mark.rule("19.0e")
def test_a_suppressed_headquarters_still_counts() -> None:
    desk = field("i-6, kg-b suppressed", "fi-infantry").open(Fight(3))
    assert decline(desk).chance(1, 2).told("tactical superiority")[0]["superior"] == "german"


@pytest.mark.rule("19.0f", "19.0g", "26.2a")
def test_the_allies_add_an_headquarters_and_one_for_a_fortification() -> None:
    more = FORT.format(TOWN)
    for foes_, fog, bonus in (("fi-infantry", "", 0), ("fi-infantry, fi-hq", "", 1), ("fi-infantry, fi-hq", more, 2),
                              ("fi-infantry", more, 1)):
        desk = decline(fight("i-6", foes_, grid=TOWN, more=fog)).chance(1, 1)
        assert desk.told("tactical superiority")[0]["bonus"][1] == bonus
    desk = decline(fight("i-6", "fi-infantry", grid=TOWN, more=more, attack=False)).chance(1, 1)
    assert desk.told("tactical superiority")[0]["bonus"][1] == 0


@pytest.mark.rule("19.0h")
@pytest.mark.parametrize(("force", "foes_", "superior"), [
    ("i-6", "fm-panhard", "allied"),  # 2 against 3
    ("i-6", "fm-dragoons", "german"),  # 2 against 2
    ("krad-7", "fm-dragoons", "german"),
    ("log-7-1, heavy-art-1", "fm-dragoons", "allied"),  # Logistics do not count
    ("log-7-1", "fi-infantry", "allied"),  # of Logistics alone not even the slowest
    ("heavy-art-1, krad-7 suppressed", "fm-panhard", "german"),
    ("i-6, heavy-art-1", "fm-b1, fm-panhard", "allied"),  # the single fastest unit of each side
    ("krad-7, heavy-art-1", "fm-b1, fm-panhard", "german"),
])
def test_a_tie_goes_to_the_highest_mobility_and_then_to_the_germans(force: str, foes_: str, superior: str) -> None:
    """Companion 48, 49."""
    desk = field(force, foes_, formation="4-dlc").open(Fight(3))
    [seen] = decline(desk).chance(4, 4).told("tactical superiority")
    assert seen["tied"]
    assert seen["superior"] == superior


@pytest.mark.rule("19.0h")
def test_logistics_alone_are_no_slower_than_a_fortification() -> None:
    desk = field("log-7-1", "fortification", grid=TOWN, formation="", more=FORT.format(TOWN)).open(Fight(3))
    [seen] = decline(desk).chance(4, 3).told("tactical superiority")
    assert (seen["tied"], seen["superior"]) == (True, "german")


@pytest.mark.rule("20.1a", "19.0i")
@pytest.mark.parametrize("superior", ["german", "allied"])
def test_the_superior_side_fires_first(superior: str) -> None:
    desk = until(fight("i-78", "fi-artillery"), "artillery", superior == "german", superior)
    assert not desk.told("volley")


@pytest.mark.rule("19.0l", "21.0a")
def test_a_side_all_dead_or_suppressed_has_lost() -> None:
    """Companion 60."""
    desk = field("i-6, i-78", "fi-infantry suppressed, fi-tirailleurs suppressed, fi-at suppressed").open(Fight(7))
    assert winner(desk) == "german"
    desk = field("i-6 suppressed, i-78 suppressed", "fi-infantry").open(Fight(7))
    assert winner(desk) == "allied"
    desk = field("i-6", "").open(Fight(3))
    assert winner(desk) == "german"


@pytest.mark.rule("19.0l", "19.0m")
def test_one_unsuppressed_tank_keeps_the_battle_going_without_air() -> None:
    """Companion 61."""
    desk = field("i-6, i-78", "fi-infantry suppressed, fi-r35")
    desk.stand("stuka-1", "available")
    desk.open(Fight(7))
    assert not desk.told("battle over")
    assert desk.legal[0] == "fight-on"
    desk.do("fight-on")
    assert desk.rule == "19.0d"
    assert desk.battle["round"] == 2


@pytest.mark.rule("19.0l")
@pytest.mark.parametrize(("superior", "wins"), [(0, "german"), (1, "allied")])
def test_if_both_are_beaten_the_superior_side_wins(superior: int, wins: str) -> None:
    desk = field("i-6 suppressed", "fi-infantry suppressed", superior=superior)
    assert winner(desk.open(Fight(7))) == wins


@pytest.mark.rule("19.0l", "27.3a")
def test_air_units_do_not_keep_a_formation_in_the_fight() -> None:
    """Companion 116, and R41: a draw of an air unit alone is beaten after the air step."""
    desk = field("i-6", "fi-infantry suppressed, fi-infantry suppressed, fi-fighter").open(Fight(7))
    assert winner(desk) == "german"
    desk = fight("i-6", "fi-fighter")
    assert firing(desk) == ("fighter_cas", False)  # its attack comes first
    assert winner(volley(desk, 3)) == "german"


@pytest.mark.rule("19.0l")
def test_a_side_wholly_suppressed_finishes_the_round_and_fires_what_it_can() -> None:
    desk = until(fight("i-78, i-6", "fi-tirailleurs"), "artillery", True)
    volley(desk, 1)
    assert foes(desk) == {"fi-tirailleurs-1": (0, True)}
    until(desk, "close_assault", False)
    assert dice_of(desk) == 2
    volley(desk, 5)
    desk.do("hit i-6")
    assert winner(desk) == "german"


@pytest.mark.rule("19.0l", "21.0d", "20.9a")
def test_german_losers_stay_in_the_grid_and_shed_suppression() -> None:
    desk = field("i-6 suppressed, i-78 suppressed", "fi-infantry").open(Fight(7))
    assert winner(desk) == "allied"
    assert desk.place("i-6") == CLEAR
    assert not desk.marked("suppressed")
    assert desk.formation("18-di") == CLEAR


@pytest.mark.rule("19.0m")
def test_another_round_begins_with_tactical_superiority() -> None:
    desk = until(fight("i-6", "fi-infantry"), "close_assault", True)
    volley(desk, 3)
    volley(desk, 3)
    desk.do("fight-on").chance(2, 5)
    assert [(s["round"], s["superior"]) for s in desk.told("tactical superiority")] == [(1, "german"), (2, "allied")]
    assert firing(desk) == ("close_assault", False)


@pytest.mark.rule("19.0m")
def test_a_battle_in_which_nobody_can_hurt_anybody_is_a_draw() -> None:
    desk = field("log-7-1", "br-infantry 2").open(Fight(3))
    assert winner(desk) == "draw"
    assert desk.op == 40
    assert desk.formation("18-di") == CLEAR
    assert field("log-7-1", "br-infantry 1").open(Fight(3)).told("battle over") == []
    desk = field("pzabw-42", "fm-artillery 1", formation="4-dlc").open(Fight(3))
    assert not desk.told("battle over")  # its guns can still fire
    desk = field("pzabw-42", "fm-at", formation="4-dlc").open(Fight(3))
    assert winner(desk) == "draw"  # anti-tank guns on both sides and nothing armored


@pytest.mark.rule("19.0m", "14.2a")
def test_a_die_that_has_been_paid_for_or_can_be_keeps_a_battle_from_being_a_draw() -> None:
    """Anti-tank guns attack men whose last Close Assault is suppressed; only an HQ's points still count."""

    def stuck(op: int = 40, force: str = "kg-b suppressed, flak-59 suppressed, log-7-1") -> Desk:
        desk = field(force, "fm-at", attack=False, formation="4-dlc", more=f"op = {op}")
        return desk.open(Fight(3))

    desk = stuck()
    assert desk.legal == ["enhance kg-b", "fire"]
    desk.do("enhance kg-b", "fire")
    until(desk, "close_assault", True)
    assert dice_of(desk) == 1
    volley(desk, 3)
    desk.do("fight-on", "fire")
    assert desk.rule == "19.0d"  # the die that is paid for lasts (14.2a)
    assert winner(stuck().do("fire")) == "draw"
    assert winner(stuck(op=1)) == "draw"
    assert winner(stuck(force="kg-b suppressed, log-7-1")) == "draw"  # it cannot serve itself (14.2a)


@pytest.mark.rule("19.0m", "19.0l")
@pytest.mark.parametrize(("germans", "foes_", "wins"), [
    ("log-7-1 suppressed", "br-infantry 2", "allied"), ("log-7-1", "br-infantry 2 suppressed", "german"),
])
def test_a_side_beaten_from_the_air_has_lost_even_if_nobody_can_fire(germans: str, foes_: str, wins: str) -> None:
    desk = field(germans, foes_).open(Fight(3)).chance(1, 6)
    assert winner(desk) == wins


# 14.2 Enhanced Combat


@pytest.mark.rule("14.2a", "14.2c", "14.0a")
def test_points_are_added_to_the_force_for_the_rest_of_the_battle() -> None:
    desk = fight("kg-b, i-6, i-78, pz38-1", "fi-infantry, fi-r35", grid=TOWN)
    assert desk.legal == ["enhance kg-b", "fire"]
    desk.do("enhance kg-b", "enhance kg-b")
    assert desk.op == 38
    assert desk.told("enhanced combat") == [{"unit": "kg-b", "points": 1}, {"unit": "kg-b", "points": 2}]
    until(desk, "artillery", True)
    assert dice_of(desk) == 2
    until(desk, "anti_tank", True)
    assert dice_of(desk) == 1 + 1 + 1 + 2
    until(desk, "close_assault", True)
    assert dice_of(desk) == 1 + 2 + 1 + 2
    volley(desk, 3)
    volley(desk, 3)
    desk.do("fight-on")  # the ceiling is reached: nobody is asked
    until(desk, "close_assault", True)
    assert dice_of(desk) == 1 + 2 + 1 + 2
    assert desk.op == 38


@pytest.mark.rule("14.2a", "14.0a", "3.6a")
def test_leadership_and_the_last_point_limit_enhanced_combat() -> None:
    desk = fight("kg-b, kg-r, i-6", "fi-infantry").do("enhance kg-b", "enhance kg-b")
    desk.refused("enhance kg-b", "14.0a")
    desk.refused("enhance rommel", "14.2a")
    desk.refused("enhance i-6", "14.2a")
    desk.refused("pass", "14.2a")
    assert desk.legal == ["enhance kg-r", "fire"]
    desk = fight("kg-b, i-6", "fi-infantry", more="op = 2").do("enhance kg-b")
    assert desk.op == 1
    assert desk.actors == ("chance",)


@pytest.mark.rule("14.2b")
def test_the_bonus_serves_others_than_the_headquarters() -> None:
    desk = fight("kg-b, log-7-1", "fi-infantry")
    assert desk.actors == ("chance",)  # nothing to enhance
    desk = fight("kg-b, pzabw-42", "fi-infantry, fi-r35").do("enhance kg-b")
    until(desk, "anti_tank", True)
    assert dice_of(desk) == 3 + 1
    until(desk, "close_assault", True)
    assert dice_of(desk) == 1  # only the HQ itself has Close Assault
    desk = fight("kg-b, kg-r, log-7-1", "fi-infantry, fi-r35").do("enhance kg-b")
    until(desk, "close_assault", True)
    assert dice_of(desk) == 1 + 1 + 1


@pytest.mark.rule("14.2b", "14.2c")
def test_points_bring_no_dice_to_fire_that_nobody_has() -> None:
    desk = fight("kg-b, krad-7", "fi-infantry, fi-r35").do("enhance kg-b", "fire")
    until(desk, "close_assault", True)
    assert not [seen for seen in desk.told("volley") if (seen["side"], seen["column"]) == ("german", "anti_tank")]


@pytest.mark.rule("14.2b")
def test_a_headquarters_with_nobody_to_serve_is_refused() -> None:
    desk = fight("kg-b, rommel, log-7-1", "fi-infantry")
    assert "enhance kg-b" in desk.legal
    desk = field("kg-b, kg-r, log-7-1", "fi-infantry")
    desk.stand("kg-r", "scrap")
    desk.open(Fight(3))
    assert desk.actors == ("chance",)


# 21.1 Withdrawal


def after_a_round(force: str = "i-6", *, grid: str = CLEAR, attack: bool = True, more: str = "") -> Desk:
    desk = field(force, "fi-infantry", grid=grid, attack=attack, more=more)
    return desk.open(Fight(7))


@pytest.mark.rule("21.1a")
@pytest.mark.parametrize("attack", [True, False])
def test_between_rounds_the_whole_force_may_withdraw_to_one_grid(attack: bool) -> None:
    """Companion 113: no penalty of the Formation."""
    desk = after_a_round("i-6, pz38-1 1, log-7-1", attack=attack)
    assert desk.legal == ["fight-on", "withdraw M4", "withdraw M6", "withdraw N5", "withdraw S5"]
    desk.refused("withdraw N6", "21.1a")
    desk.refused("withdraw M5", "21.1a")
    desk.refused("end", "21.1a")
    desk.do("withdraw M6")
    assert {desk.place(u) for u in ("i-6", "pz38-1", "log-7-1")} == {"M6"}
    assert winner(desk) == "withdrawal"
    assert desk.formation("18-di") == CLEAR
    assert desk.op == 40
    assert desk.over


@pytest.mark.rule("21.1a")
def test_nobody_withdraws_before_every_enemy_has_had_his_chance_to_fire() -> None:
    desk = fight("i-6, kg-b", "fi-infantry")
    seen = set(desk.legal)
    desk.do("fire")
    while not any(word.startswith("withdraw") for word in desk.legal):
        seen |= set(desk.legal)
        desk.chance(3)
    assert not any(word.startswith("withdraw") for word in seen)
    assert {v["side"] for v in desk.told("volley")} == {"german", "allied"}


@pytest.mark.rule("21.1a")
def test_a_withdrawal_wanted_too_early_is_refused_by_its_own_rule() -> None:
    desk = Desk(ground("i-6, kg-b", CLEAR, "", "18-di", 2))
    desk.stand("stuka-1", "available")
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance("fi-infantry", "fi-artillery")
    desk.refused("withdraw M6", "21.1a")  # before the air units
    desk.do("send stuka-1").chance(6, 3, 3, 3)
    desk.refused("withdraw M6", "21.1a")  # while a Hit is given out
    desk.do("hit fi-infantry-1")
    desk.refused("withdraw M6", "21.1a")  # before Enhanced Combat
    until(desk, "close_assault", False)


@pytest.mark.rule("20.6a", "21.1a")
def test_the_river_behind_a_force_is_forgotten_when_it_withdraws() -> None:
    desk = after_a_round("i-6 crossed, ii-6")
    assert value(desk, "i-6", "close_assault") < value(desk, "ii-6", "close_assault")
    desk.do("withdraw M6")
    assert not desk.crossed("i-6")


@pytest.mark.rule("21.1a", "21.0d")
def test_units_lost_before_a_withdrawal_are_charged() -> None:
    desk = until(fight("log-7-1, i-6", "fi-tirailleurs"), "close_assault", False, "allied")
    volley(desk, 5)
    desk.do("hit log-7-1")
    volley(desk, 3)
    desk.do("withdraw M6")
    assert desk.op == 40 - 1


@pytest.mark.rule("21.1b")
def test_markers_and_unbridged_rivers_bar_the_way() -> None:
    """Companion 64."""
    desk = after_a_round(more='[fog]\nM4 = "patrol"')
    desk.refused("withdraw M4", "21.1b")
    desk.refused("strike M4", "21.1a")
    after_a_round(grid="M6", more='blown = ["M6-M7"]').refused("withdraw M7", "21.1b")
    for span in ("bridges", "bridgeheads"):
        assert "withdraw M7" in after_a_round(grid="M6", more=f'blown = ["M6-M7"]\n{span} = ["M6-M7"]').legal
    desk = field("i-6", "fi-infantry")
    desk.march("dummy-1", "N5")
    desk.open(Fight(7))
    desk.refused("withdraw N5", "21.1b")


@pytest.mark.rule("21.1b")
def test_where_no_grid_qualifies_the_battle_goes_on() -> None:
    fog = "\n".join(f'{grid} = "obstacle"' for grid in ("M4", "M6", "N5", "S5"))
    desk = after_a_round(more=f"[fog]\n{fog}")
    assert desk.actors == ("chance",)


@pytest.mark.rule("21.1b", "6.2a")
def test_nobody_withdraws_into_the_assembly_area() -> None:
    desk = after_a_round("i-6", grid="M18")
    assert desk.legal == ["fight-on", "withdraw M17", "withdraw N18", "withdraw S18"]


@pytest.mark.rule("21.1a", "15.1a")
def test_a_withdrawal_must_keep_the_stacking_limit() -> None:
    desk = after_a_round("i-6, ii-6, i-7, ii-7", grid="S17")  # four battalions; a wood holds three
    desk.refused("withdraw S16", "15.1a")
    assert desk.legal == ["fight-on", "withdraw S18"]


@pytest.mark.rule("21.1c")
def test_a_line_of_communications_must_lead_from_the_grid() -> None:
    fog = '[fog]\n"M7" = "obstacle"\n"S7" = "obstacle"\n"N7" = "obstacle"\n"M8" = "obstacle"'
    desk = after_a_round(grid=CLEAR, more=fog)
    assert desk.actors == ("chance",)
    desk = after_a_round("i-6, log-7-1", grid=CLEAR, more=fog)  # Logistics go along and feed the others
    desk.do("withdraw M6")
    assert winner(desk) == "withdrawal"


@pytest.mark.rule("21.1c")
def test_the_slowest_unit_decides_about_the_line() -> None:
    # from N1, with the enemy in M1, the nearest road Grid is two Grids away
    assert "withdraw N1" in after_a_round("i-6", grid="M1").legal
    after_a_round("i-6, heavy-art-1", grid="M1").refused("withdraw N1", "21.1c")
    assert "withdraw M2" in after_a_round("i-6, heavy-art-1", grid="M1").legal


@pytest.mark.rule("21.1d")
@pytest.mark.parametrize("attack", [True, False])
@pytest.mark.parametrize("germans", ["pz38-1, pz38-2, pz38-3, pz4-1, i-78, i-6, ii-6", "i-6, pz38-1", "log-7-1"])
def test_the_allies_never_withdraw(germans: str, attack: bool) -> None:
    """Strong, equal or hopeless: a Formation stands where it is until it is destroyed, and nobody is asked for it."""
    for seed in range(6):
        units = "\n".join(f'"{unit}" = "{CLEAR}"' for unit in germans.split(", "))
        enemy = f'[formations]\n"18-di" = {{ at = "{CLEAR}", shown = true }}'
        match = table(f'phase = "{"D3" if attack else "G4"}"\nturn = 6\nop = 40\n[units]\n{units}\n{enemy}', seed)
        told = list(match.opening)
        while match.view(None)["battle"]:
            assert match.actors == ("german",)
            word = next((w for w in ("done", "fire", "fight-on") if w in legal(match)), legal(match)[0])
            told += do(match, word)
        told = before(told, "D4a")
        assert happened(told, "battle over")[0]["winner"] != "withdrawal"
        assert not [event for event in told if event.what in ("withdrawal", "formation moves", "formation withdrawn")]
        won = happened(told, "battle over")[0]["winner"] == "german"
        assert bool(happened(told, "formation destroyed")) is won


@pytest.mark.rule("19.0d", "19.0g", "26.2a")
@pytest.mark.parametrize(("dice", "superior"), [((3, 3), "allied"), ((4, 3), "german"), ((5, 3), "german")])
def test_what_the_allies_add_counts_for_them(dice: tuple[int, int], superior: str) -> None:
    """One for the Fortification; on a tie the Germans are faster."""
    fort = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'
    desk = field("i-6", "fortification", grid=TOWN, formation="", more=fort).open(TacticalSuperiority()).chance(*dice)
    [told] = desk.told("tactical superiority")
    assert (told["bonus"], told["superior"]) == ([0, 1], superior)


@pytest.mark.rule("21.1a", "15.1a")
def test_a_force_that_just_fits_may_withdraw() -> None:
    """Three battalions fill the woods of S16."""
    assert "withdraw S16" in after_a_round("i-6, ii-6, i-7", grid="S17").legal


@pytest.mark.rule("19.0h")
@pytest.mark.parametrize(("dice", "superior"), [((6, 1), "german"), ((1, 6), "allied")])
def test_who_has_tactical_superiority_is_seen(dice: tuple[int, int], superior: str) -> None:
    desk = decline(fight("i-6", "fi-infantry")).chance(*dice)
    assert desk.battle["superior"] == superior


@pytest.mark.rule("11.0h")
@pytest.mark.parametrize("grid", ["N1", "M5"])
def test_a_single_battle_needs_no_choice(grid: str) -> None:
    desk = Desk(f'[units]\ni-6 = "{grid}"\n[formations]\n53-di = {{ at = "{grid}", shown = true }}')
    desk.open(Battles(True, desk.g.grid.set_of([grid])))
    assert desk.battle["grid"] == grid
