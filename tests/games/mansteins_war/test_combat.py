"""10.0 to 10.3 Combat: who attacks whom, the tables, and the procedure."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused

TWO = PLAIN + '"de-19-corps" = "1343"\n"de-41-corps" = "1442"\n"fr-2-army" = "1443"\n'


@pytest.mark.rule("10.0a")
@pytest.mark.rule("7.2e")
def test_activated_units_next_to_enemies_may_attack_and_need_not() -> None:
    match = battle(TWO + '"de-1-army" = "1344"\n"fr-21-corps" = "1742"\n')
    assert legal(match) == ["attack 1443", "end"]
    refused(match, "attack 1742", "10.0a")
    refused(match, "attack 1444", "10.0a")
    do(match, "attack 1443")
    assert legal(match) == ["all", "with de-19-corps", "with de-41-corps"]
    refused(match, "with de-1-army", "5.5a")
    refused(match, "with fr-2-army", "10.0a")
    refused(match, "attack", "10.3a")


@pytest.mark.rule("10.0a")
def test_a_segment_without_attackers_is_over_at_once() -> None:
    match = battle(PLAIN + '"de-19-corps" = "1343"\n"fr-2-army" = "1742"\n')
    assert match.position.operating != 0 or match.game.view(match.position, None)["segment"] != "combat"


@pytest.mark.rule("10.0b")
def test_units_without_attack_factor_cannot_attack() -> None:
    match = battle('"de-log-pgk" = "1343"\n"de-19-corps" = "1442"\n"fr-log-ghq" = "1644"\n"fr-2-army" = "1443"\n')
    do(match, "attack 1443")
    refused(match, "with de-log-pgk", "10.0b")


@pytest.mark.rule("10.0b")
def test_a_hex_beside_nobody_with_an_attack_factor_cannot_be_attacked() -> None:
    match = battle(TWO + '"de-log-hga" = "1643"\n"fr-21-corps" = "1743"\n', more='commands = ["PGK", "HGA"]')
    refused(match, "attack 1743", "10.0b")


@pytest.mark.rule("10.0c")
def test_combats_are_resolved_one_after_another_in_any_order() -> None:
    match = battle(TWO + '"de-14-corps" = "1642"\n"fr-21-corps" = "1742"\n', assault="AA", mobile="AA")
    do(match, "attack 1742")
    refused(match, "attack 1443", "10.0c")
    refused(match, "end", "10.0c")
    events = do(match, "with de-14-corps", "attack", "assault")
    assert [data["hex"] for data in happened(events, "combat")] == ["1742"]
    assert legal(match) == ["attack 1443", "end"]


@pytest.mark.rule("10.1a")
def test_a_unit_attacks_once_a_segment() -> None:
    match = battle(TWO + '"fr-21-corps" = "1344"\n"fr-1gc" = "1542"\n', assault="AA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert legal(match) == ["attack 1542", "end"]
    refused(match, "attack 1344", "10.1a")


@pytest.mark.rule("10.1a")
def test_a_unit_is_named_once_in_an_attack() -> None:
    match = battle(TWO)
    do(match, "attack 1443", "with de-19-corps")
    refused(match, "with de-19-corps", "10.1a")


@pytest.mark.rule("10.1b")
def test_a_unit_is_attacked_once_an_impulse() -> None:
    match = battle(TWO + '"fr-21-corps" = "1543"\n', assault="AA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    refused(match, "attack 1443", "10.1b")
    assert legal(match) == ["attack 1543", "end"]


@pytest.mark.rule("10.1c")
@pytest.mark.rule("7.2g")
def test_a_unit_that_retreated_onto_a_stack_adds_nothing_and_suffers() -> None:
    """T094."""
    units = PLAIN + '"de-19-corps" = "1343"\n"de-41-corps" = "1442"\n'
    units += '"fr-21-corps" = { hex = "1443", marks = ["defended", "retreated"] }\n"fr-1gc" = "1443"\n'
    match = battle(units, assault="DA", mobile="DA")
    do(match, "attack 1443", "with de-19-corps")
    preview = match.game.preview(match.position)
    assert preview["defenders"] == ["fr-1gc"]
    assert preview["defence"] == 4
    do(match, "attack", "assault")
    assert legal(match) == ["lose fr-1gc", "lose fr-21-corps"]


@pytest.mark.rule("10.1c")
def test_a_unit_that_retreated_alone_is_not_attacked_again() -> None:
    """T094."""
    units = PLAIN + '"de-19-corps" = "1343"\n"fr-21-corps" = { hex = "1443", marks = ["defended", "retreated"] }\n'
    match = battle(units + '"de-41-corps" = "1442"\n"fr-1gc" = "1543"\n')
    refused(match, "attack 1443", "10.1b")


@pytest.mark.rule("10.1d")
def test_all_attackers_of_a_hex_make_one_attack() -> None:
    match = battle(TWO + '"de-14-corps" = "1344"\n')
    do(match, "attack 1443", "all")
    assert match.game.preview(match.position)["attack"] == 8 + 7 + 5


@pytest.mark.rule("10.1e")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    units = PLAIN + '"de-19-corps" = "1343"\n"de-41-corps" = "1343"\n"fr-2-army" = "1443"\n"fr-21-corps" = "1344"\n'
    match = battle(units, assault="AA", mobile="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    attack(match, "1344", "de-41-corps")
    assert match.game.preview(match.position)["target"] == "1344"


@pytest.mark.rule("10.1f")
@pytest.mark.rule("10.1g")
def test_a_stack_is_attacked_as_one_and_strength_is_whole() -> None:
    match = battle(TWO + '"fr-21-corps" = "1443"\n')
    do(match, "attack 1443", "with de-19-corps")
    preview = match.game.preview(match.position)
    assert (preview["attack"], preview["defence"]) == (8, 6 + 3)
    assert preview["target"] == "1443"


@pytest.mark.rule("10.1h")
def test_another_impulse_allows_another_attack() -> None:
    match = battle(TWO, assault="AA", mobile="AA", more='bins = { german = ["pgk"], allied = [] }')
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    while legal(match) != ["attack 1443", "end"]:
        do(match, next(a for a in ("done", "end") if a in legal(match)))
    do(match, "attack 1443", "with de-19-corps")


@pytest.mark.rule("10.2a")
@pytest.mark.rule("10.3c")
def test_mechanised_attackers_choose_the_table() -> None:
    match = battle(TWO, assault="AA", mobile="AP")
    attack(match, "1443", "de-19-corps")
    assert legal(match) == ["assault", "mobile"]
    events = do(match, "mobile")
    assert happened(events, "combat")[0]["result"] == "AP"


@pytest.mark.rule("10.2b")
def test_one_foot_soldier_closes_the_mobile_table() -> None:
    match = battle(TWO + '"de-4-army" = "1344"\n', assault="AA", more='commands = ["PGK", "HGA"]')
    do(match, "attack 1443", "with de-19-corps", "with de-4-army")
    assert match.game.preview(match.position)["mobile_barred"].startswith("10.2b")
    events = do(match, "attack")
    assert happened(events, "combat")[0]["mobile"] is False


@pytest.mark.rule("10.2c")
@pytest.mark.rule("17.0d")
@pytest.mark.parametrize("fort", ["1740", "1540"])
def test_an_intact_fort_forces_the_assault_table(fort: str) -> None:
    units = f'"de-19-corps" = "1639"\n"fr-2-army" = "{fort}"\n'
    match = battle(units, assault="AA", mobile="AP")
    do(match, f"attack {fort}", "with de-19-corps")
    assert match.game.preview(match.position)["mobile_barred"].startswith("10.2c")
    do(match, "attack")
    assert happened(do(match, "none"), "combat")[0]["mobile"] is False


@pytest.mark.rule("10.2c")
def test_a_destroyed_fort_leaves_the_choice() -> None:
    match = battle('"de-19-corps" = "1639"\n"fr-2-army" = "1740"\n', more='destroyed = ["1740"]')
    attack(match, "1740", "de-19-corps")
    assert legal(match) == ["assault", "mobile"]


@pytest.mark.rule("10.3a")
def test_a_combat_goes_its_seven_steps() -> None:
    tail = '[air]\nde-air-8 = "1740"\nde-air-1 = "1639"\n'
    units = '"de-19-corps" = "1639"\n"fr-2-army" = "1740"\n'
    match = battle(units, assault="AA", mobile="AP", tail=tail, more="dice = [1, 4]")
    attack(match, "1740", "de-19-corps")
    assert legal(match) == ["commit de-sf-bb", "commit de-sf-koch", "none"]
    events = do(match, "commit de-sf-koch")
    assert happened(events, "mission")[0]["die"] == 1
    assert legal(match) == ["assault", "mobile"]
    do(match, "mobile")
    assert legal(match) == ["support de-air-1", "support de-air-8"]
    combat = happened(do(match, "support de-air-8"), "combat")[0]
    assert (combat["die"], combat["result"]) == (4, "AP")


@pytest.mark.rule("2.1b")
def test_nobody_attacks_across_salt_water() -> None:
    units = '"de-19-corps" = "0539"\n"fr-2-army" = "0540"\n"fr-21-corps" = "0639"\n'
    match = battle(units)
    refused(match, "attack 0540", "2.1b")


@pytest.mark.rule("20.2c")
def test_nobody_attacks_in_the_impulse_of_the_evacuation() -> None:
    units = '"fr-2-army" = "1443"\n"de-19-corps" = "1343"\n"de-log-pgk" = "1342"\n'
    match = battle(units, side="allied", marker="evac", more='commands = ["1AG"]', segment="air")
    do(match, "done", "end")
    assert not any(action.startswith("attack") for action in legal(match))


@pytest.mark.rule("8.5c")
@pytest.mark.rule("12.2c")
def test_belgians_attack_over_the_border_and_do_not_pursue_over_it() -> None:
    """T021."""
    units = '"be-north-det" = "1537"\n"de-grd" = "1636"\n"be-south-det" = "1536"\n'
    match = battle(units, side="allied", marker="belgium", assault="DZ", more='destroyed = ["1636"]')
    attack(match, "1636", "be-north-det")
    assert at(match, "de-grd") == "eliminated"
    assert at(match, "be-north-det") == "1537"
    assert steps(match, "be-north-det") == 2


@pytest.mark.rule("16.7a", "16.7c", "10.3d")
def test_support_comes_from_the_zones_over_the_hex_and_the_ships_from_a_choice() -> None:
    tail = '[air]\nde-air-8 = "1443"\nde-air-1 = "1344"\nde-air-2 = "1139"\n'
    match = battle(TWO, assault="AA", mobile="AA", tail=tail)
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert legal(match) == ["support de-air-1", "support de-air-8"]
    refused(match, "support de-air-2", "16.7c")
    refused(match, "support fr-air-zoan", "16.7c")
    refused(match, "none", "16.7a")
    refused(match, "ships", "16.7a")


@pytest.mark.rule("10.0a", "5.8d", "5.5a")
def test_why_a_unit_takes_no_part() -> None:
    units = TWO + '"de-43-corps" = { hex = "1344", marks = ["reserves"] }\n"de-42-corps" = "1344"\n'
    match = battle(units + '"de-15-corps" = "1242"\n', more='commands = ["HGA", "PGK"]')
    do(match, "attack 1443")
    assert "with de-42-corps" in legal(match)
    refused(match, "with de-43-corps", "5.8d")
    refused(match, "with de-15-corps", "10.0a", "is not next to")
    refused(match, "with de-14-corps", "10.0a", "is not next to")
    refused(match, "with nobody", "10.0c")
    refused(match, "attack 1443", "10.0c")
    other = battle(units)
    do(other, "attack 1443")
    refused(other, "with de-42-corps", "5.5a")


@pytest.mark.rule("10.1a", "10.0b")
def test_an_attacked_hex_names_the_reason_that_matters() -> None:
    units = PLAIN.replace('"1342"', '"1444"') + '"de-19-corps" = { hex = "1343", marks = ["attacked"] }\n'
    match = battle(units + '"fr-2-army" = "1443"\n"de-41-corps" = "1739"\n"fr-3-army" = "1740"\n')
    refused(match, "attack 1443", "10.1a")


@pytest.mark.rule("20.2c")
def test_the_evacuation_leaves_units_beside_the_enemy_without_an_attack() -> None:
    units = '"fr-2-army" = "1443"\n"de-19-corps" = "1343"\n"de-log-pgk" = "1342"\n'
    more = 'commands = ["1AG"]\nbins = { german = ["hga"], allied = [] }'
    match = battle(units, side="allied", marker="evac", more=more, segment="movement")
    assert "move fr-2-army" in legal(match)
    do(match, "end")
    assert match.view(None)["operating"] == "german", "the combat segment passes by itself"
    plain = battle(units, side="allied", marker="1ag", more=more.replace('commands = ["1AG"]\n', ""),
                   segment="movement")
    do(plain, "end")
    assert legal(plain) == ["attack 1343", "end"]
    refused(plain, "attack 1342", "10.0a")


@pytest.mark.rule("10.3a")
def test_all_is_offered_to_two_or_more() -> None:
    match = battle(TWO)
    do(match, "attack 1443")
    assert "all" in legal(match)
    assert "attack" not in legal(match)
    do(match, "with de-19-corps")
    assert legal(match) == ["attack", "with de-41-corps"]


@pytest.mark.rule("10.1b")
def test_a_stack_with_a_fresh_unit_may_be_attacked_again() -> None:
    units = TWO + '"fr-21-corps" = { hex = "1543", marks = ["defended"] }\n'
    units = units.replace('"fr-2-army" = "1443"', '"fr-2-army" = { hex = "1443", marks = ["defended"] }')
    match = battle(units + '"fr-1gc" = "1443"\n')
    assert legal(match) == ["attack 1443", "end"]
    refused(match, "attack 1543", "10.1b")


@pytest.mark.rule("10.0a", "10.1b")
def test_a_segment_ends_with_its_last_attack() -> None:
    match = battle(TWO, assault="AA", mobile="AA", more='bins = { german = ["hga"], allied = [] }')
    attack(match, "1443", "de-19-corps", "de-41-corps")
    do(match, "assault", "lose de-19-corps")
    assert match.view(None)["marker"] == "hga"
