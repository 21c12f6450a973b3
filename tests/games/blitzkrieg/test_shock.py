"""7.0 Shock: indices, rolls, Paralysis and Collapse."""

from __future__ import annotations

import pytest

from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.position import ELIMINATED
from meuse.games.blitzkrieg.rules import losses, shock
from meuse.games.blitzkrieg.rules.shock import effect
from tests.games.blitzkrieg.table import at, game, index, inside, table, unit

STEP = 'phase = "shock"\nturn = 3\ndice = {dice}\nindex = {{ {index} }}\n'


@pytest.mark.rule("7.2a", "7.1c")
@pytest.mark.parametrize(("points", "rolls"), [(18, False), (19, True), (20, True)])
def test_a_country_at_its_threshold_rolls(points: int, rolls: bool) -> None:
    match = table(STEP.format(dice="[4]", index=f"belgium = {points}"))
    _, p = inside(match)
    assert bool(p.collapsed) is rolls


@pytest.mark.rule("7.2a")
@pytest.mark.parametrize("scenario", ["campaign", "campaign-free", "sichelschnitt", "case-red"])
def test_a_scenario_may_have_a_threshold_of_its_own(scenario: str) -> None:
    """The short ones keep the German one by which their levels were set; all others are those of the campaign."""
    g = game(scenario)
    own = {"campaign": {}, "campaign-free": {"germany": 46}}.get(scenario, {"germany": 43})
    assert g.thresholds == g.charts.shock.thresholds | own
    assert {row["country"]: row["threshold"] for row in g.sheet()["countries"]} == g.thresholds
    p, germany = g.start().copy(), COUNTRIES.index("germany")
    p.at_war |= 1 << germany
    for points, rolls in ((g.thresholds["germany"] - 1, False), (g.thresholds["germany"], True)):
        p.index = (*p.index[:germany], points, *p.index[germany + 1:])
        assert shock.due(g, p, germany) is rolls


@pytest.mark.rule("7.2a")
@pytest.mark.parametrize(
    ("country", "total", "found"),
    [
        ("belgium", 1, "none"), ("belgium", 2, "paralysis"), ("belgium", 3, "collapse"), ("france", 2, "none"),
        ("france", 3, "paralysis"), ("france", 4, "paralysis"), ("france", 5, "crisis"), ("france", 6, "crisis"),
        ("france", 7, "collapse"), ("britain", 9, "crisis"), ("germany", 7, "collapse"),
    ],
)
def test_the_shock_effect_table(country: str, total: int, found: str) -> None:
    assert effect(game(), country, total) == found  # type: ignore[arg-type]


@pytest.mark.rule("7.2a")
def test_britain_collapses_by_option() -> None:
    assert effect(game(options=(("british-collapse", "collapses"),)), "britain", 7) == "collapse"


@pytest.mark.rule("7.2a")
def test_each_full_three_points_above_the_threshold_add_one() -> None:
    for points, collapsed in ((53, False), (54, False), (59, False), (60, True)):
        match = table(STEP.format(dice="[4]", index=f"france = {points}"))
        assert bool(inside(match)[1].collapsed) is collapsed, points


@pytest.mark.rule("8.1(4.2)a")
def test_paralysis_ends_before_any_roll() -> None:
    match = table(STEP.format(dice="[1]", index="france = 10") + 'paralysed = ["france"]')
    assert inside(match)[1].paralysed == 0
    match = table(STEP.format(dice="[3]", index="france = 51"))
    assert match.view(None)["paralysed"] == ["france"]


@pytest.mark.rule("7.2c", "7.3d")
def test_the_roll_is_repeated_until_the_country_has_collapsed() -> None:
    standing = table('phase = "shock"\nturn = 4\ndice = [1]\nindex = { belgium = 22 }')
    assert standing.view(None)["collapsed"] == []
    again = table('phase = "shock"\nturn = 5\ndice = [4]\nindex = { belgium = 22 }')
    assert again.view(None)["collapsed"] == ["belgium"]
    gone = table('phase = "shock"\nturn = 5\nindex = { belgium = 22 }\ncollapsed = ["belgium"]')
    assert "chance" not in gone.actors


COLLAPSE = """
phase = "shock"
turn = 3
dice = [{dice}]
reinforcements = "later"
index = {{ {index} }}
at_war = ["netherlands", "belgium", "france", "britain", "germany"]
units = {{ be-i = "4015", fr-i = "3226", gb-i = "3417", pl-1-pol = "3320", nl-i = "4008", fr-ii = "eliminated" }}
"""


@pytest.mark.rule("7.2.1a", "7.2.1b", "7.2.1d")
def test_a_collapsed_country_loses_all_its_units() -> None:
    match = table(COLLAPSE.format(dice=4, index="belgium = 22") + '\n[air]\nbe-mixed-1 = "ready"\nfr-c-75-1 = "ready"')
    assert at(match, "fr-c-75-1") != "withdrawn"
    places = [at(match, id) for id in ("be-i", "be-mixed-1", "fr-i", "gb-i")]
    assert places == ["withdrawn", "withdrawn", "3226", "3417"]
    assert index(match) == {"belgium": 22, "netherlands": 5, "france": 5, "britain": 5}, "partners feel it"
    assert match.view(None)["cards"] == {}, "Italy waits for France"
    assert match.view(None)["anti_aircraft"] == {"axis": 4, "allied": 3}


@pytest.mark.rule("7.2.1b")
def test_reinforcements_of_a_collapsed_country_never_come() -> None:
    match = table(COLLAPSE.format(dice=6, index="france = 54"))
    assert at(match, "fr-10-army") == "withdrawn"
    assert at(match, "fr-ii") == "eliminated", "what was lost stays lost"
    assert at(match, "pl-1-pol") == "3320", "Poles go with Britain (7.4c)"
    assert (at(match, "fr-gunfire-1"), at(match, "gb-gunfire-1")) == ("withdrawn", "on hand"), "ships as well"


@pytest.mark.rule("25.4.2a")
def test_a_french_collapse_lowers_the_anti_aircraft_level() -> None:
    match = table(COLLAPSE.format(dice=6, index="france = 54"))
    assert match.view(None)["anti_aircraft"] == {"axis": 4, "allied": 2}
    assert index(match)["britain"] == 25
    assert match.view(None)["cards"] == {"G12": 3}, "and Italy comes in"


@pytest.mark.rule("4.1.1a", "4.1.1b")
def test_a_french_crisis_brings_italy_in() -> None:
    match = table(COLLAPSE.format(dice=5, index="france = 51"))
    view = match.view(None)
    assert view["cards"] == {"G12": 3}
    assert view["paralysed"] == ["france"]


@pytest.mark.rule("4.7a", "4.7b", "4.7c")
def test_a_british_crisis_brings_the_united_states_if_the_card_was_bought() -> None:
    text = COLLAPSE.format(dice=5, index="britain = 50")
    assert table(text).view(None)["cards"] == {}
    match = table(text + 'hands = { axis = ["G14"], allied = ["A13"] }')
    g, p = inside(match)
    assert match.view(None)["cards"] == {"A13": 3}
    assert p.air_due[g.box.air_by_id["us-c-75-1"]] == 4


@pytest.mark.rule("7.4c")
def test_poles_czechs_and_americans_go_with_britain() -> None:
    text = COLLAPSE.format(dice=6, index="britain = 60") + "[options]\nbritish-collapse = \"collapses\""
    match = table(text)
    assert [at(match, id) for id in ("gb-i", "pl-1-pol", "fr-i")] == ["withdrawn", "withdrawn", "3226"]


@pytest.mark.rule("7.2b")
def test_countries_roll_in_the_order_of_the_index() -> None:
    """The Dutch collapse brings Belgium over its threshold in the same step."""
    match = table(COLLAPSE.format(dice="6, 4", index="netherlands = 8, belgium = 17"))
    assert match.view(None)["collapsed"] == ["netherlands", "belgium"]


@pytest.mark.rule("4.3a", "7.2a")
def test_a_neutral_country_does_not_roll() -> None:
    match = table('phase = "shock"\nturn = 3\nindex = { netherlands = 20 }')
    assert match.view(None)["collapsed"] == []


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1a", "7.1.4a", "N.n", "19.2.2b")
@pytest.mark.parametrize(
    ("id", "points"),
    [
        ("fr-7-army", 3), ("fr-i", 2), ("fr-1-dlm", 2), ("gb-51", 1), ("de-6-army", 4), ("de-iv", 3), ("de-1-pz", 3),
        ("de-1-mtn", 2), ("de-gd", 1), ("de-11-schutzen", 1), ("de-koch", 0), ("de-viii-flieger", 1),
        ("fr-deception-1", 0), ("fr-esc", 2),
    ],
)
def test_what_a_lost_unit_costs_its_country(id: str, points: int) -> None:
    assert losses.worth(game(), unit(id)) == points


@pytest.mark.rule("7.4a", "7.1.4a")
def test_a_lost_polish_division_costs_britain() -> None:
    match = table('phase = "turn"\nunits = { pl-1-pol = "3226", fr-deception-1 = "3227" }')
    g, p = inside(match)
    losses.eliminate(g, p, unit("pl-1-pol"), "17.1.1a")
    losses.eliminate(g, p, unit("fr-deception-1"), "19.2.2b")
    assert index(match) == {"britain": 1}
    assert (at(match, "pl-1-pol"), at(match, "fr-deception-1")) == ("eliminated", "absent")


# --- cities ------------------------------------------------------------------------------------------------------

CITIES = 'side = "{side}"\nphase = "cities"\nindex = {{ belgium = 10, france = 20 }}\nunits = {{ {units} }}\n'


@pytest.mark.rule("7.1.4b", "2.5h")
@pytest.mark.parametrize(
    ("units", "belgium", "france"),
    [
        ('de-i-flieger = "4015"', 17, 20),          # Brussels: capital and source
        ('de-iv = "3514"', 12, 20),                 # Bruges
        ('de-iv = "3413"', 13, 20),                 # Ostend has a port
        ('de-iv = "4014"', 10, 20),                 # Mechelen is a town
        ('de-deception-1 = "3514"', 10, 20),        # nobody there
        ('de-iv = "4015", de-ix = "3226"', 17, 27),
    ],
)
def test_cities_taken_cost_the_country_that_they_lie_in(units: str, belgium: int, france: int) -> None:
    match = table(CITIES.format(side="axis", units=units))
    assert index(match) == {"belgium": belgium, "france": france}


@pytest.mark.rule("2.5h")
def test_a_city_pays_once_until_it_is_retaken() -> None:
    held = table(CITIES.format(side="axis", units='de-iv = "3514"') + 'taken = ["3514"]')
    assert index(held)["belgium"] == 10
    retaken = table(CITIES.format(side="allied", units='fr-i = "3514"') + 'taken = ["3514"]')
    assert index(retaken)["belgium"] == 9
    assert inside(retaken)[1].taken == 0
    capital = table(CITIES.format(side="allied", units='be-i = "4015"') + 'taken = ["4015"]')
    assert index(capital)["belgium"] == 7


@pytest.mark.rule("7.2.1a", "7.2b", "4.3a")
def test_a_collapse_leaves_the_lost_where_they_are_and_neutrals_untouched() -> None:
    match = table('turn = 3\nphase = "turn"\nunits = { fr-i = "3226", nl-i = "4009", gb-i = "3417" }\n'
                  'air = { fr-ms-406-1 = "eliminated", fr-ms-406-2 = "cap" }')
    g, p = inside(match)
    ship = next(ship for ship in g.ships if ship.id == "fr-gunfire-1")
    p.ships[ship.index] = ELIMINATED
    shock.collapse(g, p, COUNTRIES.index("france"))
    places = [at(match, id) for id in ("fr-ms-406-1", "fr-ms-406-2", "fr-gunfire-1", "gb-gunfire-1")]
    assert places == ["eliminated", "withdrawn", "eliminated", "on hand"]
    assert index(match) == {"belgium": 25, "britain": 25}, "the Netherlands have no part in it"


@pytest.mark.rule("37.0a")
def test_only_french_garrisons_leave_after_their_last_stand() -> None:
    match = table('turn = 5\nphase = "turn"\nunits = { fr-thion = "4823", gb-i = "2212", fr-ii = "eliminated" }')
    g, p = inside(match)
    p.fell = 4
    shock.last_stand(g, p)
    assert [at(match, id) for id in ("fr-thion", "gb-i", "fr-ii")] == ["withdrawn", "2212", "eliminated"]
