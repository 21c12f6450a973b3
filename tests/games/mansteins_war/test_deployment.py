"""21.0 Setting up: secret plans, the limits of each unit, and the historical deployment."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.table import at, do, inside, legal, opening, piece, refused


def planned(**options: str) -> Match:
    """The plans are kept and the Allies set up."""
    match = opening(**options)
    match.apply("allied", "keep plan-d")
    match.apply("german", "keep manstein")
    return match


def deployed(**options: str) -> Match:
    """The Allies stand as in history and the Germans set up."""
    match = planned(**options)
    do(match, "historical")
    return match


def places(match: Match) -> list[str]:
    return [action.removeprefix("place ") for action in legal(match)]


@pytest.mark.rule("21.1i", "21.2e")
def test_plans_are_kept_at_once_and_in_secret() -> None:
    match = opening()
    assert match.actors == ("german", "allied")
    match.apply("german", "keep okh")
    assert match.view("allied")["actors"] == ["german", "allied"]
    assert match.view("allied")["plans"]["german"] is None
    assert match.view("german")["plans"]["german"] == "okh"
    match.apply("allied", "keep plan-r")
    assert match.view("german")["plans"]["allied"] is None
    assert match.actors == ("allied",)


@pytest.mark.rule("21.0a")
def test_the_allies_set_up_first() -> None:
    match = planned()
    refused(match, "deploy de-4-army", "21.0a")
    refused(match, "deploy fr-6-army", "13.1a")
    do(match, "historical")
    assert match.actors == ("german",)
    do(match, "historical")
    view = match.view(None)
    assert view["turn"] == 1
    assert view["phase"] == "command"
    g, _ = inside(match)
    assert all(at(match, unit) == hex for unit, hex in g.deployment.units.items())


@pytest.mark.rule("21.1a")
def test_french_supply_units_go_anywhere_in_france() -> None:
    match = planned()
    do(match, "deploy fr-log-ghq")
    g, _ = inside(match)
    assert set(places(match)) == set(g.grid.names_of(g.board.countries["france"] & g.board.land))


@pytest.mark.rule("21.1d")
def test_a_supply_unit_stands_near_enough_forts() -> None:
    """T140."""
    match = planned()
    do(match, "deploy fr-log-2ag")
    refused(match, "place 0941", "21.1d")
    do(match, "place 1741", "deploy fr-thionville")
    assert {"1640", "1740", "1840"} <= set(places(match))
    refused(match, "place 1137", "21.1d")
    do(match, "place 1740", "deploy fr-faulquemont")
    refused(match, "place 1740", "6.2a")


@pytest.mark.rule("21.1b", "21.1c")
def test_army_groups_keep_within_two_hexes_of_their_supply() -> None:
    match = planned()
    refused(match, "deploy fr-7-army", "21.1b")
    do(match, "deploy fr-log-1ag", "place 1238", "deploy fr-7-army")
    g, _ = inside(match)
    centre = g.grid.bit["1238"]
    assert all(g.grid.distance(centre, g.grid.bit[hex]) <= 2 for hex in places(match))
    refused(match, "place 0941", "21.1b")
    do(match, "place 1137", "deploy gb-bef")
    refused(match, "place 0941", "21.1c")


@pytest.mark.rule("21.1e", "21.1g", "21.1f")
def test_belgians_and_dutch_stand_at_home() -> None:
    match = planned()
    do(match, "deploy be-ee-liege")
    assert places(match) == ["1537"]
    do(match, "place 1537", "deploy nl-vh")
    assert places(match) == ["1433", "1530"]
    do(match, "place 1433", "deploy nl-k")
    assert places(match) == ["1530"]
    do(match, "place 1530", "deploy be-7-corps")
    g, _ = inside(match)
    assert set(places(match)) == set(g.grid.names_of(g.board.countries["belgium"] & g.board.land))


@pytest.mark.rule("21.2b", "21.2c")
def test_germans_keep_within_three_hexes_and_fortress_units_in_their_forts() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 1836", "deploy de-4-army")
    g, _ = inside(match)
    centre = g.grid.bit["1836"]
    assert max(g.grid.distance(centre, g.grid.bit[hex]) for hex in places(match)) == 3
    refused(match, "place 1737", "8.4.1a")
    refused(match, "place 2241", "21.2b")
    do(match, "place 1736", "deploy de-saar")
    assert places(match) == ["1839"]


@pytest.mark.rule("21.0a", "6.1a")
def test_set_up_keeps_the_stacking_limits() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 1836", "deploy de-4-army", "place 1736", "deploy de-12-army")
    refused(match, "place 1736", "6.1a")


@pytest.mark.rule("21.0a")
def test_a_set_up_ends_when_every_unit_stands_where_it_may() -> None:
    match = deployed()
    refused(match, "done", "21.2b")
    do(match, "deploy de-log-hga", "place 1836", "deploy de-4-army", "place 1736")
    do(match, "deploy de-log-hga", "place 2241")
    g, p = inside(match)
    assert p.at[g.by_id["de-4-army"]] == g.grid.bit["1736"]
    do(match, "historical")
    assert match.view(None)["phase"] == "command"


@pytest.mark.rule("28.1a", "28.1e", "28.2a", "2.2.2a")
def test_variants_change_what_is_set_up() -> None:
    match = planned(allied_armour="on", no_netherlands="on", wehrmacht_mechanisation="on")
    assert "deploy nl-1-corps" not in legal(match)
    do(match, "historical", "historical")
    assert at(match, "fr-2gc").isdigit()
    assert piece(match, "fr-2gc")["steps"] == inside(match)[0].counters[inside(match)[0].by_id["fr-2gc"]].steps
    assert at(match, "de-ss-corps").isdigit()
    assert "nl-1-corps" not in match.game.open_view(match.position)["units"]


@pytest.mark.rule("21.1h", "21.2d")
def test_displays_and_refit_points_at_the_start() -> None:
    match = opening()
    view = match.game.open_view(match.position)
    ready = [id for id, piece in view["units"].items() if piece["place"] == "available"]
    assert len([id for id in ready if id.startswith("de-air")]) == 6
    assert len([id for id in ready if "-air-" in id]) == 10
    assert view["refit"] == {"german": 5, "french": 2, "british": 1, "belgian": 0, "dutch": 0}
    assert "gb-naval" in ready


def stand(match: Match, *units: str) -> None:
    """Set units up by hand where history has them."""
    g, _ = inside(match)
    for unit in units:
        do(match, f"deploy {unit}", f"place {g.deployment.units[unit]}")


def german_units(match: Match) -> list[str]:
    """The German units of the set-up, logistics first."""
    g, _ = inside(match)
    return [g.ids[u] for u in sorted(g.starters[0], key=lambda u: not g.logistics[u])]


@pytest.mark.rule("21.0a", "21.2b")
def test_a_set_up_by_hand_is_over_when_everybody_stands_where_he_belongs() -> None:
    match = deployed()
    units = german_units(match)
    stand(match, *units[:-1])
    refused(match, "done", "21.2c", "must still be set up")
    stand(match, units[-1])
    assert "done" in legal(match)
    do(match, "deploy de-log-hga", "place 2241")
    refused(match, "done", "21.2b", "must still be set up where it belongs")
    stand(match, "de-log-hga")
    do(match, "done")
    assert match.view(None)["phase"] == "command"


@pytest.mark.rule("21.0a")
def test_the_historical_deployment_puts_everybody_right() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 2241", "historical")
    assert at(match, "de-log-hga") == inside(match)[0].deployment.units["de-log-hga"]
    variants = planned(wehrmacht_mechanisation="on")
    do(variants, "historical", "historical")
    assert at(variants, "de-ss-corps").isdigit()


@pytest.mark.rule("21.0a")
def test_units_may_be_put_elsewhere_sixty_times() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 2240")
    for n in range(60):
        assert "deploy de-log-hga" in legal(match)
        do(match, "deploy de-log-hga", f"place {('2241', '2240')[n % 2]}")
    assert "deploy de-log-hga" not in legal(match)
    assert "deploy de-log-hgb" in legal(match), "it waits to be set up"


@pytest.mark.rule("21.1e", "21.1f")
def test_a_unit_with_no_other_hex_is_not_taken_up_again() -> None:
    match = planned()
    do(match, "deploy be-ee-liege", "place 1537")
    refused(match, "deploy be-ee-liege", "21.1e", "no hex is open")
    do(match, "deploy nl-k", "place 1433")
    assert "deploy nl-k" in legal(match)
    do(match, "deploy nl-vh")
    assert places(match) == ["1530"], "one fortress unit a fort"
    do(match, "place 1530")
    refused(match, "deploy nl-k", "21.1f", "no hex is open")


@pytest.mark.rule("21.1d")
@pytest.mark.parametrize(("unit", "forts"), [("fr-log-1ag", 2), ("fr-log-2ag", 4), ("fr-log-3ag", 2)])
def test_a_supply_unit_has_a_fort_within_two_hexes_for_each_fortress_unit(unit: str, forts: int) -> None:
    match = planned()
    do(match, f"deploy {unit}")
    g, _ = inside(match)
    france = g.grid.names_of(g.board.countries["france"] & g.board.land)
    works = g.grid.names_of(g.board.fort_hexes & g.board.countries["france"])

    def near(hex: str) -> int:
        return sum(g.grid.distance(g.grid.bit[hex], g.grid.bit[fort]) <= 2 for fort in works)

    assert set(places(match)) == {hex for hex in france if near(hex) >= forts}


@pytest.mark.rule("21.2b", "6.0d", "21.0a")
def test_hexes_with_friends_are_open_as_far_as_there_is_room() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 1836", "deploy de-4-army", "place 1736", "deploy de-15-corps", "place 1736")
    do(match, "deploy de-12-army")
    assert "1736" not in places(match)
    assert "1836" in places(match), "beside the supply unit"
    do(match, "place 1836", "deploy de-16-army")
    refused(match, "place 1836", "6.1a")
    refused(match, "place 0941", "21.2b")
    refused(match, "done", "21.2b")


@pytest.mark.rule("21.1i", "21.2e")
def test_nothing_else_is_done_before_the_plans_are_kept() -> None:
    match = opening()
    assert match.legal("german") == ["keep manstein", "keep okh", "keep okh-mod"]
    assert match.legal("allied") == ["keep plan-d", "keep plan-e", "keep plan-r"]
    refused(match, "keep plan-d", "21.2e")
    match.apply("german", "keep okh")
    refused(match, "historical", "21.1i")


@pytest.mark.rule("21.1a", "21.1c")
def test_british_supply_keeps_to_the_first_army_group() -> None:
    match = planned()
    refused(match, "deploy gb-log-bef", "21.1a")
    do(match, "deploy fr-log-1ag", "place 1238", "deploy gb-log-bef")
    refused(match, "place 0941", "21.1a")


@pytest.mark.rule("21.0a", "21.2b")
def test_a_unit_in_the_hand_is_placed_and_nothing_else() -> None:
    match = deployed()
    do(match, "deploy de-log-hga", "place 1836", "deploy de-4-army")
    refused(match, "step 1737", "21.2b")
    refused(match, "place 9999", "21.2b")
    refused(match, "deploy de-12-army", "21.2b")


@pytest.mark.rule("21.1d")
def test_the_supply_units_leave_a_fort_for_every_fortress_unit_of_all_army_groups() -> None:
    """Near Lille lie two forts, enough for the First or for the Third Army Group but not for both."""
    match = planned()
    do(match, "deploy fr-log-1ag", "place 1037", "deploy fr-log-3ag")
    assert {"1844", "1743"} <= set(places(match))
    assert "1138" not in places(match)
    refused(match, "place 1138", "21.1d", "would be left without a fort")
    do(match, "place 1843", "deploy fr-log-2ag")
    assert not {"1942", "1943"} & set(places(match)), "it needs four, and the Third Army Group two of the same"
    assert "1842" not in places(match)
    assert {"1641", "1741", "1841"} <= set(places(match))


@pytest.mark.rule("21.1d")
def test_a_fortress_unit_leaves_the_forts_that_others_need() -> None:
    """Colmar and Belfort are all that the Third Army Group has at 1844."""
    match = planned()
    do(match, "deploy fr-log-3ag", "place 1844", "deploy fr-log-2ag", "place 1742", "deploy fr-haguenau")
    assert places(match) == ["1640", "1740", "1840", "1941", "1942"]
    refused(match, "place 1943", "21.1d", "would be left without a fort")
    do(match, "place 1941", "deploy fr-colmar", "place 1943", "deploy fr-pfb")
    assert places(match) == ["1844"]
