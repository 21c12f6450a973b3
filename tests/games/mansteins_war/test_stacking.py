"""6.0 Stacking."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war.rules.stacking import refuse_stack
from tests.games.mansteins_war.table import inside, table


def broken(hex: str, *units: str, manstein: int = 0, **options: str) -> str:
    """The rule that these units break together in a hex, "" for none."""
    chosen = ", ".join(f'{name.replace("_", "-")} = "{value}"' for name, value in options.items())
    match = table(f'turn = 2\nphase = "command"\nmanstein = {manstein}\noptions = {{ {chosen} }}')
    g, p = inside(match)
    refusal = refuse_stack(g, p, [g.by_id[u] for u in units], g.grid.bit[hex])
    return refusal.rule if refusal else ""


@pytest.mark.rule("6.1a")
def test_a_german_hex_holds_an_army_a_corps_logistics_and_a_static_unit() -> None:
    """T034."""
    full = ("de-4-army", "de-15-corps", "de-log-hga", "de-aachen")
    assert broken("1636", *full) == ""
    assert broken("1636", *full, "de-16-corps") == "6.1a"
    assert broken("1636", "de-4-army", "de-6-army") == "6.1a"
    assert broken("1636", "de-log-hga", "de-log-hgb") == "6.1a"


@pytest.mark.rule("6.2a", "6.1a")
def test_three_corps_are_too_many_for_the_allies() -> None:
    """T036."""
    assert broken("1240", "fr-21-corps", "fr-23-corps") == ""
    assert broken("1240", "fr-21-corps", "fr-23-corps", "fr-1gc") == "6.2a"
    assert broken("1835", "de-17-corps", "de-38-corps", "de-42-corps") == ""
    assert broken("1835", "de-17-corps", "de-38-corps", "de-42-corps", "de-43-corps") == "6.1a"


@pytest.mark.rule("6.3a", "6.3b", "5.1i")
def test_rough_holds_one_corps_and_three_after_manstein() -> None:
    """T037."""
    assert broken("1738", "de-19-corps", "de-41-corps") == "6.3a"
    assert broken("1738", "de-19-corps", "de-41-corps", "de-14-corps", manstein=1) == ""
    assert broken("1738", "de-19-corps", "de-41-corps", "de-14-corps", "de-15-corps", manstein=1) == "6.3a"
    assert broken("1538", "fr-21-corps", "fr-23-corps", manstein=1) == "6.3a"


@pytest.mark.rule("6.3a")
def test_logistics_and_static_units_come_on_top_in_rough_unless_by_option() -> None:
    stack = ("de-19-corps", "de-log-pgk", "de-eifel")
    assert broken("1738", *stack) == ""
    assert broken("1738", *stack, rough_stacking="one-unit") == "6.3a"


@pytest.mark.rule("6.0d", "6.0b")
def test_allied_nations_do_not_mix() -> None:
    """T038."""
    assert broken("1137", "fr-7-army", "gb-2-corps") == "6.0d"
    assert broken("1137", "fr-7-army", "fr-45-corps") == ""
    assert broken("1437", "fr-7-army", "be-namur") == "6.0d"


@pytest.mark.rule("28.2f")
def test_the_alliance_lets_belgians_stack_with_french_or_british() -> None:
    assert broken("1437", "fr-7-army", "be-namur", alliance="on") == ""
    assert broken("1437", "gb-2-corps", "be-7-corps", alliance="on") == ""
    assert broken("1437", "fr-21-corps", "gb-2-corps", alliance="on") == "6.0d"
    assert broken("1437", "nl-1-corps", "be-7-corps", alliance="on") == "6.0d"


@pytest.mark.rule("28.2f", "6.0d")
def test_the_alliance_knows_no_three_nations() -> None:
    assert broken("1437", "fr-7-army", "gb-2-corps", "be-namur", alliance="on") == "6.0d"
    assert broken("1437", "nl-1-corps", "fr-21-corps", alliance="on") == "6.0d"


@pytest.mark.rule("6.1a", "6.2a", "6.3a")
def test_limits_by_kind() -> None:
    assert broken("1740", "fr-thionville", "fr-faulquemont") == "6.2a"
    assert broken("1240", "fr-log-1ag", "fr-log-2ag") == "6.2a"
    assert broken("1240", "fr-7-army", "fr-1-army") == "6.2a"
    assert broken("1240", "fr-7-army", "fr-21-corps") == ""
    assert broken("1240", "fr-7-army", "fr-21-corps", "fr-23-corps") == "6.2a"
    assert broken("1538", "fr-21-corps", "fr-log-1ag", rough_stacking="one-unit") == "6.3a"
    assert broken("1538", "fr-21-corps", rough_stacking="one-unit") == ""


@pytest.mark.rule("6.3b", "5.1i")
def test_what_rough_ground_holds_changes_with_manstein() -> None:
    two = ("de-19-corps", "de-41-corps")
    assert [broken("1738", *two, manstein=week) for week in (0, 1, 0)] == ["6.3a", "", "6.3a"]
