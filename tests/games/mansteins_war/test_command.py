"""5.0 Command: what is loaded, drawn and activated."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import ALLIED
from tests.games.mansteins_war.table import do, inside, legal, opening, refused, sit_out, table

LOADING = 'phase = "command"\nturn = {turn}\n[plans]\ngerman = "manstein"\nallied = "plan-e"\n'


def begun(german: str = "manstein", **options: str) -> Match:
    """The campaign set up as in history, up to the loading of the first bins."""
    match = opening(**options)
    match.apply("german", f"keep {german}")
    match.apply("allied", "keep plan-e")
    match.apply("allied", "historical")
    match.apply("german", "historical")
    return match


@pytest.mark.rule("21.2e", "5.2d", "21.2f")
def test_the_german_plan_is_loaded_in_week_1() -> None:
    """T041."""
    match = begun()
    assert match.actors == ("allied",)
    match.apply("allied", "load none")
    game, p = inside(match)
    assert [game.markers[m].id for m in range(len(game.markers)) if p.bins[0] >> m & 1] == [
        "hga", "hgb", "hgc", "pgk", "manstein"]


@pytest.mark.rule("21.2a")
def test_the_germans_select_their_first_marker() -> None:
    """T040."""
    match = begun()
    match.apply("allied", "load none")
    assert match.actors == ("german",)
    assert "select manstein" in legal(match)
    do(match, "select pgk")
    sit_out(match)
    assert match.position.operating == ALLIED
    assert not any(action.startswith("select") for action in legal(match))


@pytest.mark.rule("23.0a", "5.2c")
def test_leaders_wait_for_week_2() -> None:
    """T042."""
    match = begun(german_plan="any-week")
    refused(match, "load hoth", "23.0a")
    refused(match, "load luftwaffe", "23.0a")


@pytest.mark.rule("5.2e", "5.7b", "5.2b")
def test_a_special_marker_is_loaded_once() -> None:
    """T044."""
    match = table(LOADING.format(turn=2))
    match.apply("german", "load rommel")
    match.apply("allied", "load none")
    assert match.position.gone == 0
    again = table('phase = "command"\nturn = 3\ngone = ["rommel"]')
    refused(again, "load rommel", "5.2e")
    assert "load hoth" in legal(again)


@pytest.mark.rule("5.1r", "5.1t")
def test_plan_e_activates_two_army_groups_and_never_belgium() -> None:
    """T048."""
    match = table('turn = 2\ninitiative = "allied"\nbins = { german = [], allied = ["plan-e"] }')
    assert legal(match) == ["activate 1AG", "activate 2AG", "activate 3AG"]
    refused(match, "activate BL", "5.1r")
    do(match, "activate 1AG", "activate 3AG")
    assert match.view("allied")["commands"] == ["1AG", "3AG"]


@pytest.mark.rule("4.1b", "5.0a")
def test_loading_is_secret_and_at_once() -> None:
    match = table(LOADING.format(turn=2))
    assert match.actors == ("german", "allied")
    match.apply("german", "load guderian")
    assert match.view("allied")["actors"] == ["german", "allied"]
    assert match.view("german")["actors"] == ["allied"]
    match.apply("allied", "load plan-e")
    assert match.view("allied")["bins"]["german"] is None
    assert "guderian" in match.view("german")["bins"]["german"]
