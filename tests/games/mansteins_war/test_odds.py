"""10.4, 10.5 Percentage and column shifts, the exact chances of an attack, and odds taken to pieces."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.rules.odds import Odds, work_out
from meuse.games.mansteins_war.rules.orders import AttackOrder
from tests.games.mansteins_war.battle import PLAIN, attack, battle, game, shifts
from tests.games.mansteins_war.box import BOX
from tests.games.verbs import do, explain, happened, legal

ONE = PLAIN + '"de-19-corps" = "1343"\n"fr-2-army" = "1443"\n'


def declared(units: str, hex: str, *with_units: str, **rest: object) -> Match:
    """An attack whose units have been named."""
    match = battle(units, **rest)  # type: ignore[arg-type]
    do(match, f"attack {hex}", *(f"with {unit}" for unit in with_units))
    return match


def column(attack: int, defence: int, right: int = 0) -> str:
    return BOX.crt.columns[BOX.crt.shifted(BOX.crt.column(attack, defence), right)]


@pytest.mark.rule("10.4a")
def test_fractions_of_the_percentage_are_dropped() -> None:
    """T001, T002."""
    assert column(20, 13) == "150-199"
    assert column(199, 100) == "150-199"
    assert column(1, 3) == "0-49"
    match = declared(ONE + '"fr-21-corps" = "1443"\n"de-14-corps" = "1442"\n', "1443", "de-19-corps", "de-14-corps")
    preview = match.game.preview(match.position)
    assert (preview["attack"], preview["defence"], preview["percent"]) == (13, 9, 144)
    assert preview["start"] == "100-149"


@pytest.mark.rule("10.4a")
def test_no_defence_at_all_is_the_last_column() -> None:
    assert column(1, 0) == "700+"


@pytest.mark.rule("10.5a")
@pytest.mark.rule("10.5c")
def test_shifts_move_the_column_and_never_beyond_the_ends() -> None:
    """T002, T004."""
    assert column(2, 1, 1) == "300-399"
    assert column(2, 1, -1) == "150-199"
    assert column(40, 5, 2) == "700+"
    assert column(1, 3, -1) == "0-49"
    assert column(1, 3, 1) == "50-99"


@pytest.mark.rule("10.5b")
@pytest.mark.rule("16.7d")
def test_shifts_of_both_sides_are_netted() -> None:
    """T005."""
    tail = '[air]\nde-air-8 = "1443"\nfr-air-zoan = "1443"\n'
    match = declared(ONE, "1443", "de-19-corps", tail=tail)
    preview = match.game.preview(match.position)
    assert sorted(value for _, value, _ in preview["shifts"]) == [-2, 3]
    assert preview["shift"] == 1
    assert preview["column"] == "150-199"


@pytest.mark.rule("10.5d")
@pytest.mark.parametrize(("hex", "shift"), [("1443", 0), ("1444", -1), ("1843", -2), ("1240", -1)])
def test_the_defender_has_the_best_terrain_of_the_hex(hex: str, shift: int) -> None:
    near = {"1443": "1343", "1444": "1344", "1843": "1744", "1240": "1340"}[hex]
    match = declared(f'"de-19-corps" = "{near}"\n"de-14-corps" = "1140"\n"fr-21-corps" = "{hex}"\n', hex, "de-19-corps")
    assert shifts(match).get("10.5d", 0) == shift


@pytest.mark.rule("10.5e")
def test_the_river_counts_if_every_attacker_crosses_one() -> None:
    units = '"de-19-corps" = "1441"\n"de-41-corps" = "1543"\n"de-14-corps" = "1443"\n"fr-21-corps" = "1442"\n'
    match = declared(units, "1442", "de-19-corps", "de-41-corps")
    assert shifts(match)["10.5e"] == -1
    do(match, "with de-14-corps")
    assert "10.5e" not in shifts(match)


@pytest.mark.rule("10.5f")
@pytest.mark.rule("15.5b")
def test_every_unsupported_unit_costs_its_side_a_column() -> None:
    units = '"de-19-corps" = "1343"\n"de-41-corps" = "1344"\n"fr-21-corps" = "1443"\n"fr-log-ghq" = "1644"\n'
    match = declared(units, "1443", "de-19-corps", "de-41-corps")
    assert shifts(match) == {"10.5f": -2}
    units = PLAIN.replace("1644", "0444") + '"de-19-corps" = "1343"\n"fr-21-corps" = "1443"\n"fr-1gc" = "1443"\n'
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1441"\n"de-grd" = "1342"\n'
    match = declared(units + ring, "1443", "de-19-corps")
    assert shifts(match)["10.5f"] == 2


@pytest.mark.rule("10.5f")
@pytest.mark.rule("15.0b")
def test_static_units_are_always_supported() -> None:
    """T008."""
    units = '"de-19-corps" = "1839"\n"de-16-army" = "1739"\n"fr-thionville" = "1740"\n"fr-21-corps" = "1740"\n'
    ring = '"de-41-corps" = "1640"\n"de-14-corps" = "1741"\n"de-grd" = "1840"\n'
    match = declared(units + ring, "1740", "de-19-corps")
    assert match.game.preview(match.position)["defenders"] == ["fr-21-corps", "fr-thionville"]
    assert [value for label, value, rule in match.game.preview(match.position)["shifts"]
            if rule == "10.5f" and value > 0] == [1]


@pytest.mark.rule("10.1c")
def test_a_unit_that_adds_nothing_gives_no_support_shift_either() -> None:
    units = PLAIN.replace("1644", "0444") + '"de-19-corps" = "1343"\n"fr-1gc" = "1443"\n'
    units += '"fr-21-corps" = { hex = "1443", marks = ["defended", "retreated"] }\n'
    ring = '"de-41-corps" = "1543"\n"de-14-corps" = "1441"\n"de-grd" = "1342"\n'
    match = declared(units + ring, "1443", "de-19-corps")
    assert shifts(match)["10.5f"] == 1


@pytest.mark.rule("10.5g")
@pytest.mark.rule("16.7c")
def test_what_counts_is_the_zone_over_the_defenders_hex() -> None:
    match = declared(ONE, "1443", "de-19-corps", tail='[air]\nde-air-8 = "1543"\nfr-air-zoan = "1242"\n')
    assert shifts(match) == {"16.7c": 3}
    match = declared(ONE, "1443", "de-19-corps", tail='[air]\nde-air-8 = "1242"\nfr-air-zoan = "1444"\n')
    assert shifts(match) == {"16.7c": -2}


@pytest.mark.rule("10.5g")
@pytest.mark.rule("16.7a")
def test_one_air_unit_of_a_side_counts_and_its_owner_picks_it() -> None:
    """T006."""
    tail = '[air]\nde-air-8 = "1543"\nde-air-1 = "1443"\nde-air-2 = "1442"\n'
    tail += 'fr-air-zoan = "1344"\nfr-air-zoae = "1444"\n'
    match = battle(ONE, tail=tail, assault="AA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert match.actors == ("german",)
    assert legal(match) == ["support de-air-1", "support de-air-2", "support de-air-8"]
    do(match, "support de-air-1")
    assert match.actors == ("allied",)
    combat = happened(do(match, "support fr-air-zoan"), "combat")[0]
    assert [value for _, value, _ in combat["shifts"]] == [2, -2]


@pytest.mark.rule("16.7b")
def test_an_air_unit_supports_any_number_of_combats_in_its_zone() -> None:
    units = ONE + '"de-14-corps" = "1442"\n"fr-21-corps" = "1542"\n'
    match = battle(units, tail='[air]\nde-air-8 = "1543"\n', assault="AA", mobile="AA", marker="hoth",
                   more='acting = ["de-19-corps", "de-14-corps"]')
    attack(match, "1443", "de-19-corps")
    first = happened(do(match, "assault"), "combat")[0]
    attack(match, "1542", "de-14-corps")
    second = happened(do(match, "assault"), "combat")[0]
    for combat in (first, second):
        assert [part[1] for part in combat["shifts"] if part[2] == "16.7c"] == [3]


@pytest.mark.rule("16.7a")
def test_air_units_of_one_value_leave_no_choice() -> None:
    tail = '[air]\nde-air-1 = "1443"\nde-air-2 = "1442"\n'
    match = battle(ONE, tail=tail, assault="AA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    combat = happened(do(match, "assault"), "combat")[0]
    assert combat["shift"] == 2


@pytest.mark.rule("10.5i")
@pytest.mark.rule("5.6a")
def test_special_markers_help_the_attacks_of_their_units() -> None:
    match = declared(ONE, "1443", "de-19-corps", marker="hoth", more='acting = ["de-19-corps"]')
    assert match.game.preview(match.position)["shift"] == 1


@pytest.mark.rule("5.1h")
@pytest.mark.rule("5.6b")
def test_manstein_helps_the_panzer_group_all_week() -> None:
    """T049."""
    match = declared(ONE, "1443", "de-19-corps", more="manstein = 3")
    assert shifts(match) == {"5.1h": 2}
    match = declared(ONE, "1443", "de-19-corps", more="manstein = 2")
    assert shifts(match) == {}


@pytest.mark.rule("5.1v")
def test_plan_r_helps_attacks_out_of_the_maginot_line_into_germany() -> None:
    """T050."""
    units = '"fr-3-army" = "1840"\n"de-16-corps" = "1839"\n'
    units += '"fr-5-army" = "1740"\n"fr-4-army" = "1939"\n'
    match = declared(units, "1839", "fr-3-army", "fr-5-army", side="allied", marker="plan-r", more='commands = ["2AG"]')
    assert shifts(match)["5.1v"] == 2
    do(match, "with fr-4-army")
    assert "5.1v" not in shifts(match)


@pytest.mark.rule("5.6c")
def test_markers_never_help_a_defender() -> None:
    units = ONE + '"de-14-corps" = "1342"\n'
    match = declared(units, "1343", "fr-2-army", side="allied", marker="1ag", more="manstein = 3")
    assert shifts(match) == {}


@pytest.mark.rule("25.1a")
def test_mountain_troops_fight_better_over_rough_hexes() -> None:
    units = '"de-gbk" = "1744"\n"fr-21-corps" = "1843"\n'
    options = ("mountain-units", "mountain-corps", "colonial-mobilisation")
    match = declared(units, "1843", "de-gbk", marker="hga", options=options)
    assert shifts(match)["25.1a"] == 1
    match = declared(units.replace("fr-21-corps", "fr-col-corps"), "1843", "de-gbk", marker="hga", options=options)
    assert shifts(match).get("25.1a", 0) == 0
    assert sum(rule == "25.1a" for _, _, rule in match.game.preview(match.position)["shifts"]) == 2
    plain = '"de-gbk" = "1744"\n"fr-21-corps" = "1743"\n'
    match = declared(plain, "1743", "de-gbk", marker="hga", options=options)
    assert "25.1a" not in shifts(match)
    mixed = units + '"de-17-corps" = "1844"\n'
    match = declared(mixed, "1843", "de-gbk", "de-17-corps", marker="hga", options=options)
    assert "25.1a" not in shifts(match)


@pytest.mark.rule("25.1a")
def test_without_the_option_mountain_troops_are_like_others() -> None:
    match = declared('"de-gbk" = "1744"\n"fr-21-corps" = "1843"\n', "1843", "de-gbk", marker="hga",
                     options=("mountain-corps",))
    assert "25.1a" not in shifts(match)


@pytest.mark.rule("10.2a", "10.3a")
def test_a_preview_has_the_exact_chances_of_both_tables() -> None:
    match = declared(ONE, "1443", "de-19-corps", more="manstein = 3")
    preview = match.game.preview(match.position)
    assert preview["column"] == "200-299"
    wanted = [BOX.crt.result(False, 4, die) for die in range(1, 7)]
    assert preview["tables"]["assault"] == {code: wanted.count(code) / 6 for code in wanted}
    for table in preview["tables"].values():
        assert sum(table.values()) == pytest.approx(1)


@pytest.mark.rule("10.3a")
def test_without_an_attack_there_is_no_preview() -> None:
    match = battle(ONE)
    with pytest.raises(meuse.BadInput):
        match.game.preview(match.position)
    with pytest.raises(meuse.BadInput):
        explain(match, "odds")


@pytest.mark.rule("10.4a", "10.5b")
def test_odds_are_taken_to_pieces() -> None:
    match = declared(ONE, "1443", "de-19-corps", more="manstein = 3")
    tally = explain(match, "odds")
    assert tally.total == "200-299"
    values = {part.label: part.value for part in tally.parts}
    assert values["19 Corps"] == values["attack"] == 8
    assert values["2 Army"] == values["defence"] == 6
    assert (values["percentage"], values["column"], values["command marker"]) == ("133%", "100-149", 2)
    assert {part.rule for part in tally.parts} <= set(match.game.rules)


@pytest.mark.rule("16.7a")
def test_a_preview_counts_the_strongest_air_units_until_they_are_chosen() -> None:
    tail = '[air]\nde-air-8 = "1543"\nde-air-1 = "1443"\n'
    match = declared(ONE, "1443", "de-19-corps", tail=tail)
    assert shifts(match) == {"16.7c": 3}


@pytest.mark.rule("22.2b")
@pytest.mark.rule("5.6c")
def test_a_counterattack_has_its_own_shift_and_no_other() -> None:
    """T012."""
    tail = '[air]\nde-air-8 = "1343"\n'
    match = battle(ONE + '"de-41-corps" = "1343"\n"de-14-corps" = "1343"\n', tail=tail)
    g: MansteinsWar = game("", "", "", ())
    units = {id: 1 << g.by_id[id] for id in ("de-19-corps", "de-41-corps", "de-14-corps", "fr-2-army")}
    struck = units["de-19-corps"] | units["de-41-corps"] | units["de-14-corps"]
    order = AttackOrder(1, g.grid.bit["1343"], struck, units["fr-2-army"], counter=True)
    odds: Odds = work_out(g, match.position, order)  # type: ignore[arg-type]
    assert (odds.attack, odds.defence, odds.shift) == (5, 20, 1)
    assert g.crt.columns[odds.column] == "50-99"


@pytest.mark.rule("10.4a")
def test_against_no_defence_at_all_the_percentage_is_that_of_the_last_column() -> None:
    g = MansteinsWar(overlay={"units": {"units": {"fr-21-corps": {"steps": [[2, 0], [1, 0]]}}}})
    match = Match(g, seed=1, situation={
        "game": g.name, "turn": 3, "side": "german", "marker": "pgk", "segment": "combat",
        "units": {"de-19-corps": "1343", "fr-21-corps": "1443"}})
    do(match, "attack 1443", "with de-19-corps")
    preview = match.game.preview(match.position)
    assert (preview["defence"], preview["percent"], preview["start"]) == (0, 700, "700+")


@pytest.mark.rule("10.2a", "10.3c")
def test_the_chances_shown_are_those_of_the_table_chosen() -> None:
    units = PLAIN + '"de-19-corps" = "1343"\n"fr-2-army" = "1443"\n'
    sky = '[air]\nde-air-8 = "1443"\nde-air-1 = { hex = "1443", steps = 1 }\n'
    match = battle(units, assault="DA", mobile="DD", tail=sky)
    attack(match, "1443", "de-19-corps")
    assert match.game.preview(match.position)["results"] == {"DA": 1.0}
    do(match, "mobile")
    assert legal(match)[0].startswith("support")
    assert match.game.preview(match.position)["results"] == {"DD": 1.0}


@pytest.mark.rule("16.7a", "16.7c")
def test_air_units_of_both_sides_count_in_an_allied_attack() -> None:
    units = PLAIN + '"fr-2-army" = "1443"\n"de-19-corps" = "1343"\n'
    match = battle(units, assault="AA", side="allied", marker="1ag",
                   tail='[air]\nde-air-8 = "1343"\nfr-air-zoan = "1443"\n')
    (fought,) = happened(attack(match, "1343", "fr-2-army"), "combat")
    assert sorted(value > 0 for _, value, rule in fought["shifts"] if rule == "16.7c") == [False, True]
