"""25.4 Open cities."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.rules.zoc import zone
from tests.games.mansteins_war.table import do, legal, refused, table


def closing(units: str = "", more: str = "", option: str = "on", side: str = "allied", marker: str = "2ag") -> Match:
    """The end of an impulse."""
    match = table(f"""
        turn = 3
        side = "{side}"
        marker = "{marker}"
        segment = "evacuation"
        options = {{ open-cities = "{option}" }}
        bins = {{ german = ["hga"], allied = ["1ag"] }}
        {more}
        [units]
        {units}
    """)
    while "end" in legal(match):
        do(match, "end")
    return match


@pytest.mark.rule("25.4a")
def test_four_cities_may_be_declared_as_an_allied_impulse_ends() -> None:
    match = closing()
    assert legal(match) == ["declare 0941", "declare 1333", "declare 1335", "declare 1336", "done"]
    refused(match, "declare 1137", "25.4a", "not one of the cities")
    for action in ("end", "step 0941", "declare nowhere"):
        refused(match, action, "25.4a", "or be done")
    do(match, "declare 0941")
    assert match.view(None)["open_cities"] == ["0941"]
    refused(match, "declare 0941", "25.4b")


@pytest.mark.rule("25.4b")
def test_only_held_empty_and_whole_cities() -> None:
    match = closing('"fr-7-army" = "0941"', 'german = ["1333"]\nbombed = ["1335"]')
    assert legal(match) == ["declare 1336", "done"]
    for hex in ("0941", "1333", "1335"):
        refused(match, f"declare {hex}", "25.4b")


@pytest.mark.rule("25.4a")
def test_nobody_else_and_never_without_the_rule() -> None:
    assert not any(action.startswith("declare") for action in legal(closing(option="off")))
    assert not any(action.startswith("declare") for action in legal(closing(side="german", marker="hga")))


@pytest.mark.rule("25.4c")
def test_allied_zones_do_not_reach_into_an_open_city() -> None:
    match = closing('"fr-7-army" = "0940"')
    paris = match.game.grid.bit["0941"]  # type: ignore[attr-defined]
    assert zone(match.game, match.position, 1) >> paris & 1  # type: ignore[arg-type]
    do(match, "declare 0941")
    assert not zone(match.game, match.position, 1) >> paris & 1  # type: ignore[arg-type]
