"""27.0, 28.0 Airpower: Close Air Support, Air Superiority, Interdiction and Allied raids."""

from __future__ import annotations

from math import comb

import pytest

from meuse.games.ghost_division.rules.air import AlliedRaid, Interdiction, Mission
from meuse.games.ghost_division.rules.combat import Battles
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import CLEAR, TOWN, decline, dice_of, field, firing, foes, volley
from tests.games.ghost_division.table import do, happened, legal, table

FORT = f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}'


def ready(*planes: str) -> str:
    return "\n".join(f'"{plane}" = "available"' for plane in planes)


def battle(
    germans: str, foes_: tuple[str, ...], *planes: str, attack: bool = True, formation: str = "18-di", grid: str = CLEAR
) -> Desk:
    """A battle at the moment when air units may join it."""
    units = "\n".join(f'"{u}" = "{grid}"' for u in germans.split(", "))
    desk = Desk(f'[units]\n{units}\n{ready(*planes)}\n[formations]\n"{formation}" = '
                f'{{ at = "{grid}", shown = true, called = {len(foes_)} }}')
    return desk.open(Battles(attack, 1 << desk.g.grid.bit[grid])).chance(*foes_)


def dogfight(foes_: str, *planes: str, attack: bool = True) -> Desk:
    """Air units of both sides over a battle, at the dice for first fire."""
    desk = field("i-6, i-78", foes_, attack=attack)
    for plane in planes:
        desk.stand(plane, "aloft")
    return desk.open(Mission())


def interdiction(markers: str, *planes: str, grid: str = CLEAR) -> Desk:
    """A strike on that Grid with all these air units."""
    desk = Desk(f"[units]\n{ready(*planes)}\n{markers}", Interdiction())
    desk.do(f"strike {grid}", *[f"send {plane}" for plane in planes])
    return desk.do("go") if "go" in desk.legal else desk


def raid(germans: str, die: int, *draws: str, planes: tuple[str, ...] = (), more: str = "") -> Desk:
    """An Allied raid up to the point at which the player may send fighters."""
    units = "\n".join(f'"{u}" = "{CLEAR}"' for u in germans.split(", "))
    desk = Desk(f"{more}\n[units]\n{units}\n{ready(*planes)}")
    return desk.open(AlliedRaid(desk.g.grid.bit[CLEAR])).chance(die, *draws)


# 27.0


@pytest.mark.rule("27.1a", "28.2b")
def test_air_units_reach_any_grid() -> None:
    markers = '[formations]\n"18-di" = "N1"\n"53-di" = "S18"'
    desk = Desk(f"[units]\n{ready('stuka-1')}\n{markers}", Interdiction())
    assert desk.legal == ["end", "strike N1", "strike S18"]


@pytest.mark.rule("27.2a", "28.1e")
def test_an_air_unit_shot_down_can_be_recruited_again() -> None:
    desk = dogfight("fi-infantry, fi-fighter", "stuka-1").chance(1, 6)
    desk.chance(6, 3)
    assert desk.place("stuka-1") == "pool"


@pytest.mark.rule("27.2b", "28.6a", "11.0e")
def test_a_unit_that_has_flown_is_in_maintenance_and_flies_no_more() -> None:
    """Companion 85."""
    desk = interdiction(f'[formations]\n"53-di" = "{CLEAR}"', "stuka-1")
    volley(desk.chance(1, "fi-infantry"), 3)
    assert desk.place("stuka-1") == "maintenance"
    desk.stand("i-6", CLEAR)
    desk.open(Battles(True, 1 << desk.g.grid.bit[CLEAR])).chance(1, "fi-infantry")
    assert firing(desk) is None
    assert not desk.told("air unit sent")


@pytest.mark.rule("27.3a", "28.1b", "27.3d")
def test_an_allied_fighter_flies_when_it_is_picked_for_a_battle() -> None:
    desk = battle("i-6, i-78", ("fi-infantry", "fi-fighter"))
    assert len(desk.foes) == 1
    assert firing(desk) == ("fighter_cas", False)
    assert dice_of(desk) == 1
    desk.chance(6).do("hit i-6")
    assert not desk.sky
    desk = battle("i-6", ("fi-infantry", "fi-infantry"))
    assert not desk.sky


@pytest.mark.rule("27.3b")
@pytest.mark.parametrize("attack", [True, False])
def test_the_allied_air_bin_serves_raids_and_no_battle(attack: bool) -> None:
    """Whatever Formation is met, nothing of the Allied Air bin can be drawn for it; for a raid nothing else can."""
    for marker in Desk("").g.formations:
        if not marker.dummy:
            grid = "M14" if marker.nation == "belgian" else CLEAR
            met = f'"{marker.id}" = {{ at = "{grid}", shown = true, called = 1 }}'
            desk = Desk(f'[units]\n"i-6" = "{grid}"\n[formations]\n{met}')
            drawn = set(desk.open(Battles(attack, 1 << desk.g.grid.bit[grid])).odds())
            assert drawn
            assert not {kind for kind in drawn if kind.startswith("aa-")}
    desk = Desk(f'[units]\n"i-6" = "{CLEAR}"\n"i-7" = "{TOWN}"')
    desk.open(AlliedRaid(desk.g.grid.bit[TOWN])).chance(1)
    assert set(desk.odds()) == {"aa-bomber", "aa-fighter"}
    assert desk.battle["grid"] == TOWN


@pytest.mark.rule("27.3c", "27.3d", "25.1h", "28.2j")
def test_raiding_bombers_and_surviving_fighters_attack_the_ground_units() -> None:
    desk = raid("i-6, i-78", 4, "aa-bomber", "aa-fighter")
    assert (firing(desk), dice_of(desk)) == (("bomber", False), 3)
    volley(desk, 6)
    assert (firing(desk), dice_of(desk)) == (("fighter_cas", False), 1)
    volley(desk, 1).do("hit i-6", "suppress i-78")
    assert desk.over
    assert desk.hits("i-6") == 1
    assert not desk.marked("suppressed")
    assert desk.bombed == [CLEAR]


@pytest.mark.rule("27.3c", "28.3b")
def test_a_bomber_in_a_ground_battle_fires_in_the_air_and_then_leaves() -> None:
    desk = dogfight("fi-infantry, aa-bomber", "stuka-1").chance(1, 6)
    assert (firing(desk), dice_of(desk)) == (("air_superiority", False), 1)
    volley(desk, 3)
    assert firing(desk) == ("dive_bomber", True)
    volley(desk, 3)
    assert desk.over
    assert not [v for v in desk.told("volley") if v["column"] == "bomber"]


# 28.1 Air Superiority


@pytest.mark.rule("28.1a", "28.3a")
@pytest.mark.parametrize("attack", [True, False])
def test_fighters_may_join_any_combat_once_the_allies_are_placed(attack: bool) -> None:
    desk = battle("i-6", ("fi-infantry", "fi-fighter"), "fighter-1", "fighter-2", attack=attack)
    assert desk.sky
    assert desk.legal == ["done", "send fighter-1", "send fighter-2"]
    desk.do("send fighter-2", "done")
    assert desk.place("fighter-1") == "available"
    assert desk.place("fighter-2") == "aloft"


@pytest.mark.rule("28.1c")
def test_no_air_superiority_unless_both_sides_have_air_units() -> None:
    desk = battle("i-6", ("fi-infantry",), "fighter-1").do("send fighter-1")
    assert firing(desk) == ("fighter_cas", True)
    assert not desk.told("first fire")


@pytest.mark.rule("28.1c")
@pytest.mark.parametrize(("foe", "planes", "dice", "first", "bonus"), [
    ("aa-bomber", ("fighter-1",), (3, 4), "german", (1, 0)),  # companion 77
    ("aa-bomber", ("fighter-1", "stuka-1"), (3, 5), "allied", (1, 0)),
    ("aa-bomber", ("stuka-1",), (3, 4), "allied", (0, 0)),
    ("fi-fighter", ("stuka-1",), (4, 4), "allied", (0, 1)),
    ("fi-fighter", ("fighter-1",), (4, 4), "german", (0, 0)),
    ("fi-fighter, aa-bomber", ("stuka-1", "bomber-1"), (5, 4), "german", (0, 1)),
])
def test_first_fire_goes_to_the_higher_die_with_one_for_fighters_against_bombers(
    foe: str, planes: tuple[str, ...], dice: tuple[int, int], first: str, bonus: tuple[int, int]
) -> None:
    desk = dogfight(f"fi-infantry, {foe}", *planes)
    assert desk.rule == "28.1c"
    [seen] = desk.chance(*dice).told("first fire")
    assert (seen["german_bonus"], seen["allied_bonus"]) == bonus
    assert seen["first"] == first


@pytest.mark.rule("28.1d")
def test_one_die_a_point_in_turn_and_units_removed_do_not_shoot_back() -> None:
    desk = dogfight("fi-infantry, fi-fighter", "fighter-1", "bomber-1", "stuka-1").chance(6, 1)
    assert (firing(desk), dice_of(desk)) == (("air_superiority", True), 3 + 1)
    volley(desk, 6)
    assert not desk.sky
    assert [v["side"] for v in desk.told("volley") if v["column"] == "air_superiority"] == ["german"]
    desk = dogfight("fi-infantry, fi-fighter", "fighter-1").chance(1, 6)
    assert (firing(desk), dice_of(desk)) == (("air_superiority", False), 2)
    volley(desk, 3)
    assert firing(desk) == ("air_superiority", True)


@pytest.mark.rule("28.1e", "28.2h", "19.0b")
def test_kills_go_to_the_recruit_pool_aborts_to_maintenance_and_allies_to_their_bin() -> None:
    """Companion 78."""
    desk = dogfight("fi-infantry, fi-fighter", "stuka-1", "stuka-2").chance(1, 6)
    volley(desk, 6, 5)
    assert [desk.place("stuka-1"), desk.place("stuka-2")] == ["pool", "maintenance"]
    assert desk.op == 39
    assert not [v for v in desk.told("volley") if v["column"] == "dive_bomber"]
    desk = dogfight("fi-infantry, fi-fighter", "fighter-1").chance(6, 1)
    volley(desk, 5)
    assert not desk.sky
    assert desk.pieces["fi-fighter-1"] == "bin"
    assert desk.op == 40


@pytest.mark.rule("28.1f")
def test_the_player_picks_the_victims_on_both_sides() -> None:
    desk = dogfight("fi-infantry, fi-fighter", "stuka-1", "fighter-1").chance(1, 6)
    volley(desk, 6)
    assert desk.legal == ["kill fighter-1", "kill stuka-1"]
    desk.refused("abort fighter-1", "28.1f")
    desk.refused("kill fi-fighter-1", "28.1f")
    desk.do("kill stuka-1")
    assert desk.events[-2].rule == "28.1e"
    assert desk.place("fighter-1") == "aloft"
    desk = dogfight("fi-infantry, fi-fighter, aa-bomber", "fighter-1").chance(6, 1)
    volley(desk, 5)
    assert desk.legal == ["abort aa-bomber-1", "abort fi-fighter-1"]
    desk.do("abort fi-fighter-1")
    assert desk.sky == ["aa-bomber-1"]


@pytest.mark.rule("28.1g")
def test_air_superiority_has_a_single_round() -> None:
    desk = dogfight("fi-infantry, fi-fighter", "fighter-1").chance(6, 1)
    volley(desk, 3)
    volley(desk, 3)
    assert firing(desk) == ("fighter_cas", True)
    assert len(desk.told("first fire")) == 1


# 28.2 German Interdiction


@pytest.mark.rule("28.0a", "28.2a")
def test_bombers_stukas_and_fighters_strike_and_no_others() -> None:
    planes = ("bomber-1", "stuka-1", "fighter-1", "air-recon-1", "air-supply")
    desk = Desk(f'[units]\n{ready(*planes)}\n"i-6" = "M6"\n[formations]\n"18-di" = "{CLEAR}"', Interdiction())
    desk.do(f"strike {CLEAR}")
    assert desk.legal == ["call-off", "send bomber-1", "send fighter-1", "send stuka-1"]
    desk.refused("send air-recon-1", "28.2a")
    desk.refused("send air-supply", "28.2a")
    desk.refused("send i-6", "27.0a")
    desk.refused("send bomber-2", "27.2b")
    desk.refused("go", "28.2b")
    desk.refused("end", "28.2b")
    desk.do("send fighter-1")
    desk.refused("send fighter-1", "27.2b")
    desk.refused("call-off", "28.2b")
    assert "go" in desk.legal


@pytest.mark.rule("28.2a", "28.2b")
def test_a_strike_needs_a_target_without_german_ground_units() -> None:
    """Companion 80."""
    markers = (f'"i-6" = "M4"\n[formations]\n"18-di" = "{CLEAR}"\n"53-di" = {{ at = "M4", shown = true }}\n'
               f'[fog]\n{TOWN} = {{ kind = "fortification", shown = true }}\nM3 = "fortification"\n'
               f'M7 = {{ kind = "obstacle", shown = true }}')
    desk = Desk(f"[units]\n{ready('stuka-1')}\n{markers}", Interdiction())
    assert desk.legal == ["end", "strike M5", "strike N5"]
    desk.refused("strike M4", "28.2a")
    desk.refused("strike M3", "28.2b")
    desk.refused("strike M7", "28.2b")
    desk.refused("done", "28.2b")
    desk.do("strike M5", "call-off", "end")
    assert desk.over


@pytest.mark.rule("28.2b")
def test_nobody_is_asked_without_aircraft_or_targets() -> None:
    assert Desk(f'[formations]\n"18-di" = "{CLEAR}"', Interdiction()).over
    assert Desk(f"[units]\n{ready('stuka-1')}", Interdiction()).over


@pytest.mark.rule("28.2b", "13.3e", "17.2a")
def test_a_strike_on_a_dummy_ends_the_mission_unless_a_fortification_turns_up() -> None:
    desk = interdiction(f'[formations]\n"dummy-1" = "{TOWN}"', "stuka-1", grid=TOWN)
    assert desk.over
    assert desk.place("dummy-1") == "gone"
    assert desk.place("stuka-1") == "maintenance"
    assert desk.told("strike in vain")
    desk = interdiction(f'[formations]\n"dummy-1" = "{TOWN}"\n[fog]\n{TOWN} = "fortification"', "stuka-1", grid=TOWN)
    assert desk.fog_shown(TOWN)
    assert firing(desk) == ("flak", False)
    desk = interdiction(f'[formations]\n"18-di" = "{TOWN}"\n[fog]\n{TOWN} = "obstacle"', "stuka-1", grid=TOWN)
    assert desk.fog_shown(TOWN)  # everything in the Grid is turned up, and nothing happens on account of it
    assert desk.fog(TOWN) == "obstacle"


@pytest.mark.rule("28.2c")
def test_the_formation_calls_and_places_its_units_for_the_raid() -> None:
    desk = interdiction(f'[formations]\n"18-di" = "{CLEAR}"', "stuka-1").chance(1, 2)
    assert desk.told("formation called")[0]["units"] == 3
    desk.chance("fi-infantry", "fi-fighter", "fi-hq")
    assert len(desk.foes) == 2
    assert len(desk.sky) == 1
    assert desk.rule == "28.1c"


@pytest.mark.rule("28.2d")
def test_superiority_then_aa_then_one_round_with_each_type_in_its_column() -> None:
    desk = interdiction(f'[formations]\n"18-di" = "{CLEAR}"', "stuka-1", "bomber-1", "fighter-1")
    desk.chance(1, 2, "fi-infantry", "fi-fighter", "fi-aa", 6, 1)
    seen = []
    while not desk.over:
        now = firing(desk)
        assert now is not None
        seen.append((now[0], now[1], dice_of(desk)))
        volley(desk, 3)
    assert seen == [("air_superiority", True, 4), ("air_superiority", False, 2), ("flak", False, 1),
                    ("bomber", True, 4), ("dive_bomber", True, 4), ("fighter_cas", True, 2)]


@pytest.mark.rule("28.2e", "26.3a")
def test_hits_on_a_fortification_stay_and_its_suppression_goes() -> None:
    """Companion 82."""
    desk = volley(interdiction(FORT, "bomber-1", grid=TOWN), 3)
    volley(desk, 6, 1)
    assert desk.over
    assert desk.fort_hits(TOWN) == 1
    assert not desk.foes
    desk.stand("stuka-1", "available")
    desk.open(Interdiction()).do(f"strike {TOWN}", "send stuka-1")
    assert list(foes(desk).values()) == [(1, False)]
    volley(volley(desk, 3), 6, 6, 6)
    assert desk.gone("fortification") == 1
    assert desk.op == 40


SIX = ("bomber-1", "bomber-2", "bomber-3", "stuka-1", "stuka-2", "stuka-3")


@pytest.mark.rule("28.2d", "20.4a")
def test_all_dice_of_a_strike_are_rolled_before_any_result() -> None:
    """Bombs that suppress a lone Fortification do not send the Stukas home."""
    desk = interdiction(FORT, *SIX, grid=TOWN)
    volley(desk, 3)  # its AA fire
    assert (firing(desk), dice_of(desk)) == (("bomber", True), 12)
    volley(desk, *[1] * 12)
    assert not desk.told("suppressed")
    assert (firing(desk), dice_of(desk)) == (("dive_bomber", True), 12)
    volley(desk, 6, 6, 6, 6)
    assert desk.told("fortification destroyed") == [{"grid": TOWN}]


@pytest.mark.rule("28.3c", "20.4a")
def test_close_air_support_is_one_round_too() -> None:
    desk = battle("i-6", ("fi-infantry",), "stuka-1", "fighter-1").do("send stuka-1", "send fighter-1")
    volley(desk, 1)
    assert (firing(desk), dice_of(desk)) == (("fighter_cas", True), 2)
    assert not desk.told("suppressed")
    volley(desk, 6)
    assert list(foes(desk).values()) == [(1, True)]


def chance_to_destroy(*planes: str) -> float:
    """The preview's chance that a strike brings as many Hits as a Fortification can take."""
    desk = volley(interdiction(FORT, *planes, grid=TOWN), 3)
    shown = desk.preview()
    defense = desk.g.charts.fortification.defense
    assert sum(shown["results"].values()) == pytest.approx(1)
    return sum(chance for text, chance in shown["results"].items() if int(text.split()[0]) >= defense)


@pytest.mark.rule("28.2d", "28.2e")
def test_more_air_units_never_lower_the_chance_to_destroy_a_fortification() -> None:
    """Exact: 12 dice of Stukas with Hits on 5 and 6; with bombers 12 dice more with Hits on 6."""
    stukas = [comb(12, n) * (1 / 3) ** n * (2 / 3) ** (12 - n) for n in range(13)]
    bombers = [comb(12, n) * (1 / 6) ** n * (5 / 6) ** (12 - n) for n in range(13)]
    both = sum(a * b for i, a in enumerate(stukas) for j, b in enumerate(bombers) if i + j >= 4)
    assert chance_to_destroy(*SIX[3:]) == pytest.approx(sum(stukas[4:]))
    assert chance_to_destroy(*SIX) == pytest.approx(both)
    assert both > sum(stukas[4:])


def struck(*dice: int) -> Desk:
    """A strike by three Stukas on two batteries and an infantry battalion."""
    desk = interdiction(f'[formations]\n"53-di" = "{CLEAR}"', "stuka-1", "stuka-2", "stuka-3")
    desk.chance(3, "fi-at", "fi-at", "fi-infantry")
    desk.chance(*dice)
    while not desk.over:
        desk.chance(3) if desk.actors == ("chance",) else desk.do(desk.legal[0])
    return desk


@pytest.mark.rule("28.2f", "28.2i", "21.0c")
def test_a_formation_wiped_out_from_the_air_is_eliminated_with_op() -> None:
    """Companion 81."""
    desk = struck(6, 6, 6, 6)
    assert desk.place("53-di") == "eliminated"
    assert desk.op == 42
    assert {place for id, place in desk.pieces.items() if id.startswith("fi-")} == {"bin"}


@pytest.mark.rule("28.2g")
def test_a_formation_of_which_every_unit_is_touched_is_shattered() -> None:
    """Companion 81."""
    desk = struck(6, 6, 1)
    assert desk.place("53-di") == "box"
    assert not desk.shown("53-di")
    assert desk.op == 40
    assert desk.told("formation shattered") == [{"grid": CLEAR, "formation": "53-di"}]


@pytest.mark.rule("28.2h")
def test_any_other_outcome_leaves_the_formation_face_up() -> None:
    """Companion 81."""
    desk = struck(6, 1)
    assert desk.formation("53-di") == CLEAR
    assert desk.shown("53-di")
    assert desk.op == 40


@pytest.mark.rule("28.2f", "28.2g")
@pytest.mark.parametrize(("dice", "place"), [((6, 6, 3, 3), "eliminated"), ((1, 3, 3, 3), "box"), ((3, 3, 3, 3), TOWN)])
def test_a_fortification_beside_it_does_not_save_a_formation(dice: tuple[int, ...], place: str) -> None:
    """28.2f counts the units that the Formation placed; the Fortification is not one of them (26.1)."""
    desk = interdiction(f'[formations]\n"53-di" = "{TOWN}"\n{FORT}', "stuka-1", grid=TOWN).chance(1, "fi-infantry")
    volley(desk, 3)
    desk.chance(*dice)
    while desk.legal:
        desk.do(next(word for word in desk.legal if "fi-infantry" in word))
    assert desk.pieces["53-di"] == place
    assert desk.fort_hits(TOWN) == 0


@pytest.mark.rule("28.2f")
def test_a_draw_without_a_ground_unit_leaves_the_formation_alone() -> None:
    desk = interdiction(f'[formations]\n"53-di" = "{CLEAR}"', "stuka-1").chance(1, "fi-fighter", 6, 1)
    volley(desk, 3)
    assert desk.over
    assert desk.formation("53-di") == CLEAR
    assert desk.shown("53-di")


@pytest.mark.rule("28.2h")
@pytest.mark.parametrize("losses", ["always", "defeats-only"])
def test_a_german_air_unit_shot_down_costs_op(losses: str) -> None:
    desk = Desk(f'options = {{ losses = "{losses}" }}\n[units]\n{ready("stuka-1")}\n[formations]\n"18-di" = "{CLEAR}"',
                Interdiction())
    desk.do(f"strike {CLEAR}", "send stuka-1").chance(1, 1, "fi-infantry", "fi-fighter", 1, 6)
    volley(desk, 6)
    assert desk.op == 39
    assert desk.over


# 25.1, 28.2 Allied raids


@pytest.mark.rule("25.1f")
@pytest.mark.parametrize(("die", "units"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_the_die_rounded_up_is_the_number_of_raiders(die: int, units: int) -> None:
    """Companion 73."""
    desk = raid("i-6, i-78", die, *["aa-bomber"] * units)
    assert desk.told("raid strength")[0]["units"] == units
    assert dice_of(desk) == 3 * units


@pytest.mark.rule("25.1g", "28.2j")
def test_fighters_may_intercept_a_raid_and_then_flak_fires() -> None:
    desk = raid("i-6, flak-59", 2, "aa-bomber", planes=("fighter-1", "stuka-1", "bomber-1"))
    assert desk.legal == ["done", "send fighter-1"]
    desk.refused("send stuka-1", "25.1g")
    desk.do("send fighter-1").chance(3, 4)
    assert firing(desk) == ("air_superiority", True)
    volley(desk, 3)
    volley(desk, 3)
    assert firing(desk) == ("flak", True)
    volley(desk, 6)
    assert desk.over
    assert desk.place("fighter-1") == "maintenance"
    assert not desk.bombed


@pytest.mark.rule("28.2j", "21.0d")
@pytest.mark.parametrize(("losses", "op"), [("always", 39), ("defeats-only", 40)])
def test_units_destroyed_in_a_raid_are_charged(losses: str, op: int) -> None:
    desk = raid("log-7-1, i-6", 1, "aa-bomber", more=f'options = {{ losses = "{losses}" }}')
    volley(desk, 6).do("hit log-7-1")
    assert desk.place("log-7-1") == "scrap"
    assert desk.op == op


@pytest.mark.rule("28.2j", "20.6a")
def test_a_raid_is_no_battle_and_leaves_the_river_penalty() -> None:
    desk = raid("i-6, i-78", 1, "aa-bomber")
    desk.stand("i-6", CLEAR, crossed=True)
    volley(desk, 3)
    assert desk.over
    assert desk.marked("crossed") == {"i-6"}


@pytest.mark.rule("25.1f", "27.3b")
def test_a_fighter_alone_bombs_no_bridge() -> None:
    desk = raid("i-6, i-78", 1, "aa-fighter")
    volley(desk, 3)
    assert desk.over
    assert not desk.bombed


# 28.3 Close Air Support


@pytest.mark.rule("28.3a", "28.3b")
@pytest.mark.parametrize("attack", [True, False])
def test_only_stukas_and_fighters_fly_close_air_support(attack: bool) -> None:
    desk = battle("i-6", ("fi-infantry",), "stuka-1", "fighter-1", "bomber-1", "air-recon-1", attack=attack)
    assert desk.rule == "28.3b"
    assert desk.legal == ["done", "send fighter-1", "send stuka-1"]
    desk.refused("send bomber-1", "28.3b")
    desk.refused("send stuka-2", "27.2b")
    desk.refused("fire", "28.3b")


@pytest.mark.rule("28.3a", "22.2a")
def test_close_air_support_is_flown_in_ground_and_exploitation_combat() -> None:
    marker = '"18-di" = { at = "M5", shown = true, called = 1 }'
    text = f'[units]\n"i-6" = "M5"\n"stuka-1" = "available"\n[formations]\n{marker}'
    for phase in ("D3", "D4b"):
        match = table(f'phase = "{phase}"\nentered = ["M5"]\ndice = ["fi-infantry"]\n{text}')
        assert legal(match) == ["done", "send stuka-1"]
        assert happened(do(match, "send stuka-1"), "air units land") == [{"german": ["stuka-1"], "allied": []}]


@pytest.mark.rule("28.3c", "19.0b", "19.0c", "28.6a")
@pytest.mark.parametrize("attack", [True, False])
def test_the_attackers_support_comes_first_and_everybody_lands_before_the_ground_fire(attack: bool) -> None:
    desk = battle("i-6, i-78", ("fi-infantry", "fi-at", "fi-fighter"), "stuka-1", attack=attack)
    desk.do("send stuka-1").chance(3, 3)
    volley(desk, 3)  # the Allied fighter in Air Superiority; Stukas have no strength there
    order = []
    while (now := firing(desk)) is not None and now[0] in ("dive_bomber", "fighter_cas"):
        order.append(now)
        volley(desk, 3)
    german, allied = ("dive_bomber", True), ("fighter_cas", False)
    assert order == ([german, allied] if attack else [allied, german])
    assert desk.place("stuka-1") == "maintenance"
    assert not desk.sky
    assert desk.told("air units land") == [{"german": ["stuka-1"], "allied": ["fi-fighter-1"]}]


@pytest.mark.rule("28.3c")
def test_results_of_close_air_support_fall_on_any_ground_unit() -> None:
    desk = battle("i-6", ("fi-infantry", "fi-r35"), "stuka-1").do("send stuka-1")
    assert dice_of(desk) == 4
    desk.chance(5, 1, 3, 4)
    assert desk.legal == ["hit fi-infantry-1", "hit fi-r35-1"]
    desk.do("hit fi-r35-1")
    assert foes(desk) == {"fi-infantry-1": (0, True), "fi-r35-1": (1, False)}


@pytest.mark.rule("28.3d")
def test_the_fighters_column_suppresses_on_a_one_and_hits_on_a_six() -> None:
    """Companion 76."""
    desk = battle("i-6", ("fi-infantry", "fi-infantry"), "fighter-1", "fighter-2", "fighter-3")
    desk.do("send fighter-1", "send fighter-2", "send fighter-3").chance(1, 2, 3, 4, 5, 6)
    [seen] = desk.told("volley")
    assert seen["results"] == ["suppress", "none", "none", "none", "none", "hit"]


@pytest.mark.rule("28.3e")
def test_a_fighter_that_survives_air_superiority_attacks_the_ground() -> None:
    desk = dogfight("fi-infantry, fi-fighter", "fighter-1").chance(6, 1)
    volley(desk, 6)
    assert firing(desk) == ("fighter_cas", True)
    assert dice_of(desk) == 2


@pytest.mark.rule("19.0m")
def test_there_is_no_air_power_after_the_first_round() -> None:
    desk = battle("i-6", ("fi-infantry",), "stuka-1", "stuka-2").do("send stuka-1", "done")
    seen: list[str] = []
    for _ in range(40):
        seen += desk.legal if desk.actors == ("german",) else []
        decline(desk)
        if desk.over or desk.battle.get("round") == 3:
            break
        desk.chance(3)
    assert desk.battle["round"] == 3
    assert desk.place("stuka-2") == "available"
    assert not any(word.startswith("send") for word in seen)


@pytest.mark.rule("28.2g")
def test_a_formation_whose_units_are_all_hit_is_shattered_though_none_is_suppressed() -> None:
    desk = interdiction(f'[formations]\n"53-di" = "{CLEAR}"', "stuka-1").chance(1, "fi-infantry")
    volley(desk, 6)
    assert [told["formation"] for told in desk.told("formation shattered")] == ["53-di"]
