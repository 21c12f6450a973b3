"""12.0 Pursuit."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, legal, refused

VICTIM = '"fr-21-corps" = { hex = "1443", steps = 1 }\n'


def won(units: str, *attackers: str, result: str = "DA", side: str = "german", marker: str = "pgk",
        target: str = "1443", mobile: bool = False, more: str = "", options: tuple[str, ...] = ()) -> Match:
    """A hex that has been cleared."""
    match = battle(units, assault=result, mobile=result, side=side, marker=marker, more=more, options=options)
    attack(match, target, *attackers)
    if legal(match) == ["assault", "mobile"]:
        do(match, "mobile" if mobile else "assault")
    return match


def length(match: Match, unit: str) -> int:
    """How far a unit may pursue, found by going on."""
    do(match, f"pursue {unit}")
    hexes = 1
    while any(action.startswith("step") for action in legal(match)) and "stop" in legal(match):
        do(match, next(action for action in legal(match) if action.startswith("step")))
        hexes += 1
    return hexes


@pytest.mark.rule("12.0a")
def test_once_the_die_has_fallen_no_chances_are_left_to_weigh() -> None:
    units = PLAIN + VICTIM + '"de-19-corps" = "1343"\n"de-41-corps" = "1343"\n'
    match = battle(units, assault="DA", mobile="DA", side="german", marker="pgk")
    do(match, "attack 1443")
    assert match.view("german")["preparing"]["fought"] is False
    after = won(units, "de-19-corps")
    assert legal(after) == ["done", "pursue de-19-corps"]
    assert after.view("german")["preparing"]["fought"] is True


@pytest.mark.rule("12.0a")
def test_survivors_pursue_if_they_like() -> None:
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n"de-41-corps" = "1343"\n"de-14-corps" = "1442"\n',
                "de-19-corps", "de-41-corps")
    assert legal(match) == ["done", "pursue de-19-corps", "pursue de-41-corps"]
    refused(match, "pursue de-14-corps", "12.0a")
    refused(match, "end", "12.0a")
    refused(match, "move de-14-corps", "12.0a", "or be done")
    do(match, "pursue de-19-corps", "stop")
    refused(match, "pursue de-19-corps", "12.0a")
    do(match, "done")
    assert (at(match, "de-19-corps"), at(match, "de-41-corps")) == ("1443", "1343")


@pytest.mark.rule("12.1a")
def test_german_mechanised_units_go_two_hexes_and_others_one() -> None:
    """T081."""
    units = PLAIN + VICTIM + '"de-19-corps" = "1343"\n"de-4-army" = "1442"\n'
    match = won(units, "de-19-corps", "de-4-army", more='commands = ["PGK", "HGA"]')
    do(match, "pursue de-4-army")
    assert legal(match) == ["done", "pursue de-19-corps"]
    assert length(match, "de-19-corps") == 2


@pytest.mark.rule("12.1a")
def test_allied_mechanised_units_go_one_hex() -> None:
    units = PLAIN + '"fr-1gc" = "1443"\n"de-grd" = "1343"\n'
    match = won(units, "fr-1gc", side="allied", marker="1ag", target="1343")
    assert length(match, "fr-1gc") == 1


@pytest.mark.rule("12.1b")
def test_an_overrun_gives_one_hex_more() -> None:
    """T082."""
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps", result="OR", mobile=True)
    assert length(match, "de-19-corps") == 3
    units = PLAIN + '"fr-1gc" = "1443"\n"de-grd" = "1343"\n'
    match = won(units, "fr-1gc", result="OR", side="allied", marker="1ag", target="1343", mobile=True)
    assert length(match, "fr-1gc") == 2


@pytest.mark.rule("12.1b", "22.1m")
def test_by_option_an_overrun_takes_any_mechanised_unit_two_hexes() -> None:
    two = ("overrun-pursuit=two-hexes",)
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps", result="OR", mobile=True, options=two)
    assert length(match, "de-19-corps") == 2
    units = PLAIN + '"fr-1gc" = "1443"\n"de-grd" = "1343"\n'
    match = won(units, "fr-1gc", result="OR", side="allied", marker="1ag", target="1343", mobile=True, options=two)
    assert length(match, "fr-1gc") == 2
    without = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps", options=two)
    assert length(without, "de-19-corps") == 2, "without an overrun the limit of 12.1a"


@pytest.mark.rule("12.2a")
def test_first_the_vacated_hex_then_anywhere_and_a_stop_at_will() -> None:
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps")
    do(match, "pursue de-19-corps")
    assert at(match, "de-19-corps") == "1443"
    assert legal(match) == ["step 1343", "step 1344", "step 1442", "step 1444", "step 1543", "step 1544", "stop"]
    refused(match, "step 1642", "12.2a")
    refused(match, "end", "12.2a")
    do(match, "stop")
    assert at(match, "de-19-corps") == "1443"


@pytest.mark.rule("12.2c")
def test_an_army_does_not_pursue_into_rough() -> None:
    units = '"de-4-army" = "1439"\n"de-19-corps" = "1439"\n"fr-21-corps" = { hex = "1438", steps = 1 }\n'
    match = won(units, "de-4-army", "de-19-corps", target="1438", more='commands = ["PGK", "HGA"]')
    refused(match, "pursue de-4-army", "12.2c")
    assert "pursue de-19-corps" in legal(match)


@pytest.mark.rule("12.2c")
@pytest.mark.rule("12.2d")
@pytest.mark.rule("7.2h")
def test_zones_do_not_matter_and_enemies_do() -> None:
    """T084."""
    units = PLAIN + VICTIM + '"de-19-corps" = "1343"\n"fr-2-army" = "1543"\n"fr-1gc" = "1444"\n'
    match = won(units, "de-19-corps", result="OR", mobile=True)
    do(match, "pursue de-19-corps")
    refused(match, "step 1543", "12.2c")
    do(match, "step 1544")
    assert steps(match, "de-19-corps") == 2
    assert any(action.startswith("step") for action in legal(match))


@pytest.mark.rule("12.2e")
def test_no_pursuit_into_a_hex_with_defenders() -> None:
    match = won(PLAIN + '"fr-21-corps" = "1443"\n"de-19-corps" = "1343"\n', "de-19-corps")
    assert at(match, "fr-21-corps") == "1443"
    assert not any(action.startswith("pursue") for action in legal(match))


@pytest.mark.rule("15.5c")
def test_an_unsupported_unit_pursues_one_hex() -> None:
    match = won(VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps")
    assert length(match, "de-19-corps") == 1


@pytest.mark.rule("15.6a")
def test_a_unit_cut_off_does_not_pursue() -> None:
    ring = '"fr-2-army" = "1242"\n"fr-1gc" = "1344"\n"fr-23-corps" = "1342"\n"de-41-corps" = "1442"\n'
    match = won(VICTIM + ring + '"de-19-corps" = "1343"\n', "de-19-corps", "de-41-corps")
    refused(match, "pursue de-19-corps", "15.6a")


@pytest.mark.rule("17.1a")
def test_pursuit_into_a_fort_destroys_it() -> None:
    units = '"de-19-corps" = "1639"\n"fr-21-corps" = { hex = "1740", steps = 1 }\n'
    match = battle(units, assault="DA")
    attack(match, "1740", "de-19-corps")
    do(match, "none", "pursue de-19-corps")
    assert "1740" in match.view(None)["destroyed"]


@pytest.mark.rule("12.2a", "12.2c")
def test_why_a_pursuit_goes_no_farther() -> None:
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n"fr-2-army" = "1642"\n', "de-19-corps")
    refused(match, "pursue nobody", "12.0a")
    do(match, "pursue de-19-corps")
    refused(match, "step 9999", "12.2a")
    refused(match, "step 1642", "12.2a", "is not next to")
    do(match, "step 1543")
    assert at(match, "de-19-corps") == "1543"


@pytest.mark.rule("12.0a", "12.2b", "22.2c")
def test_who_has_not_survived_does_not_pursue() -> None:
    units = PLAIN + '"de-grd" = "1343"\n"de-19-corps" = "1343"\n"fr-21-corps" = { hex = "1443", steps = 1 }\n'
    match = won(units, "de-grd", "de-19-corps", result="ST")
    do(match, "lose de-grd")
    assert legal(match) == ["done", "pursue de-19-corps"]
    refused(match, "pursue de-grd", "12.0a", "has not survived")


@pytest.mark.rule("12.1b")
def test_an_overrun_takes_foot_soldiers_one_hex() -> None:
    """On the Assault table the chart knows no overrun; the rule would still be for mechanised units alone."""
    units = PLAIN + VICTIM + '"de-4-army" = "1343"\n'
    match = won(units, "de-4-army", result="OR", marker="hga")
    assert length(match, "de-4-army") == 1


@pytest.mark.rule("15.5c", "12.1b")
def test_an_unsupported_unit_goes_one_hex_even_after_an_overrun() -> None:
    match = won(VICTIM + '"de-19-corps" = "1343"\n', "de-19-corps", result="OR", mobile=True)
    assert length(match, "de-19-corps") == 1


@pytest.mark.rule("12.0a", "12.2c")
def test_where_nobody_can_pursue_nobody_is_asked() -> None:
    """The Belgians may not follow over the border, and their impulse goes on by itself."""
    units = '"be-north-det" = "1537"\n"de-grd" = "1636"\n"de-19-corps" = "1738"\n'
    match = battle(units, side="allied", marker="belgium", assault="DZ",
                   more='destroyed = ["1636"]\nbins = { german = ["pgk"], allied = [] }')
    attack(match, "1636", "be-north-det")
    assert match.view(None)["operating"] == "german"


@pytest.mark.rule("12.0a")
def test_the_first_counter_of_the_box_pursues_alone() -> None:
    match = won(PLAIN + VICTIM + '"de-4-army" = "1343"\n', "de-4-army", marker="hga")
    assert legal(match) == ["done", "pursue de-4-army"]


@pytest.mark.rule("12.2c", "2.1b")
def test_nobody_pursues_across_salt_water() -> None:
    """From Ghent, with the mouth of the Scheldt before it."""
    match = won(PLAIN + '"fr-21-corps" = { hex = "1235", steps = 1 }\n"de-19-corps" = "1336"\n', "de-19-corps",
                target="1235")
    do(match, "pursue de-19-corps")
    assert "step 1335" in legal(match)
    refused(match, "step 1234", "12.2c", "could not move")


@pytest.mark.rule("12.0a", "12.1a")
def test_who_has_gone_beyond_the_vacated_hex_does_not_pursue_into_it_again() -> None:
    match = won(PLAIN + VICTIM + '"de-19-corps" = "1343"\n"de-41-corps" = "1343"\n', "de-19-corps", "de-41-corps")
    do(match, "pursue de-19-corps", "step 1442")
    assert legal(match) == ["done", "pursue de-41-corps"]


@pytest.mark.rule("25.4c", "12.2c")
def test_allied_units_do_not_pursue_into_an_open_city() -> None:
    match = battle('"fr-7-army" = "1136"\n"fr-log-1ag" = "1036"\n"de-grd" = "1236"\n', assault="DA", side="allied",
                   marker="1ag", more='open_cities = ["1336"]', options=("open-cities",))
    attack(match, "1236", "fr-7-army")
    do(match, "pursue fr-7-army")
    assert at(match, "fr-7-army") == "1236"
    mobile = battle('"fr-dlm" = "1136"\n"fr-log-1ag" = "1036"\n"de-grd" = "1236"\n', mobile="OR", side="allied",
                    marker="1ag", more='open_cities = ["1336"]', options=("open-cities",))
    attack(mobile, "1236", "fr-dlm")
    do(mobile, "mobile", "pursue fr-dlm")
    assert "step 1235" in legal(mobile)
    refused(mobile, "step 1336", "25.4c")
