"""3.0 Victory points, levels, sudden death."""

from __future__ import annotations

import pytest

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.games.blitzkrieg.rules.shock import has_collapsed
from meuse.games.blitzkrieg.rules.stacking import limit, load
from meuse.games.blitzkrieg.rules.supply import lacking
from meuse.games.blitzkrieg.rules.victory import level_of
from tests.games.blitzkrieg.table import at, game, inside, opening, table
from tests.games.verbs import explain

END = 'phase = "end"\nturn = 7\n'


@pytest.mark.rule("3.2b")
@pytest.mark.parametrize(
    ("margin", "level"),
    [(0, "draw"), (50, "draw"), (51, "marginal"), (100, "marginal"), (101, "operational"), (200, "operational"),
     (201, "strategic")],
)
def test_levels_of_victory(margin: int, level: str) -> None:
    assert level_of(game(), margin)[0] == level_of(game(), -margin)[0] == level


@pytest.mark.rule("3.1a", "3.1.2a", "8.1(4.3)a", "5.2a")
def test_shock_pays_when_the_last_turn_is_over() -> None:
    match = table(END + "index = { france = 70, belgium = 20, germany = 12 }")
    assert match.outcome is not None
    assert match.outcome.points == {"axis": 90, "allied": 12}
    assert (match.outcome.winner, match.outcome.level) == ("axis", "marginal")
    assert explain(match, "score").total == 78
    neutral = table(END + "index = { netherlands = 5 }")
    assert neutral.outcome
    assert neutral.outcome.points == {"axis": 0, "allied": 0}, "the Netherlands never was at war"
    going_on = table('phase = "end"\nturn = 6\nindex = { france = 70 }')
    assert going_on.outcome is None
    assert going_on.view(None)["turn"] == 7


@pytest.mark.rule("3.1b", "3.1.2b")
def test_collapses_pay() -> None:
    match = table(END + 'collapsed = ["france", "belgium", "netherlands"]')
    assert match.outcome
    assert match.outcome.points == {"axis": 65, "allied": 0}


@pytest.mark.rule("3.1c", "3.1d")
def test_cities_pay_the_axis_if_supplied_units_hold_them() -> None:
    held = 'phase = "turn"\nunits = {{ {headquarters}de-iv = "4015", de-ix = "4013" }}'
    tally = explain(table(held.format(headquarters='de-6-army = "4014", ')), "score")
    assert {(part.label, part.value, part.rule) for part in tally.parts} == {
        ("Brussels (4015) in Axis hands", 3, "3.1c"), ("Antwerp (4013) in Axis hands", 1, "3.1d"),
    }
    assert explain(table(held.format(headquarters="")), "score").total == 0, "no headquarters, no supply"
    at_home = table('phase = "turn"\nunits = { de-6-army = "5115", de-iv = "5115" }')
    assert explain(at_home, "score").parts == (), "no German city"


@pytest.mark.rule("3.1.2c", "3.1.2d")
def test_cities_pay_the_allies() -> None:
    units = 'fr-3-army = "4925", fr-i = "5021", fr-ii = "4825", nl-i = "4309", be-v = "4013", be-belgian-ghq = "4015"'
    parts = explain(table(f'phase = "turn"\nunits = {{ {units} }}'), "score").parts
    found = {part.label: (part.value, part.rule) for part in parts}
    assert found["Metz (4825) in Allied hands"] == (-1, "3.1.2d")
    assert found["Brussels (4015) in Allied hands"] == (-1, "3.1.2d"), "a capital counts one as well"
    assert "Utrecht (4309) in Allied hands" not in found, "the Netherlands is neutral"
    assert explain(table('phase = "turn"\nunits = { fr-deception-1 = "4825" }'), "score").parts == ()
    assert explain(table('phase = "turn"\nunits = { gb-i = "2212" }'), "score").parts == (), "London is their own"


@pytest.mark.rule("3.1.2c")
def test_german_cities_pay_double() -> None:
    units = 'fr-3-army = "5021"'
    parts = explain(table(f'phase = "turn"\nunits = {{ {units} }}'), "score").parts
    assert [(part.label, part.value, part.rule) for part in parts] == [("Trier (5021) in Allied hands", -2, "3.1.2c")]


@pytest.mark.rule("3.3a", "3.3b")
def test_france_and_britain_gone_is_an_axis_victory_at_once() -> None:
    match = table('phase = "end"\nturn = 4\ncollapsed = ["france", "britain"]')
    assert match.outcome
    assert (match.outcome.winner, match.outcome.level) == ("axis", "strategic")
    assert table('phase = "end"\nturn = 4\ncollapsed = ["britain"]').outcome is None, "France fights on"


@pytest.mark.rule("3.3c")
def test_germany_gone_is_an_allied_victory_at_once() -> None:
    match = table('phase = "end"\nturn = 4\ncollapsed = ["germany", "belgium"]')
    assert match.outcome
    assert (match.outcome.winner, match.outcome.level) == ("allied", "strategic")


@pytest.mark.rule("7.2.1e", "3.3c")
def test_germany_gone_after_france_is_decided_by_points() -> None:
    match = table('phase = "end"\nturn = 4\nindex = { france = 99 }\ncollapsed = ["germany", "france"]')
    assert match.outcome
    assert match.outcome.points == {"axis": 134, "allied": 100}
    assert match.outcome.level == "draw"
    for gone in ('"germany", "britain"', '"germany", "france", "britain"'):
        other = table(f'phase = "end"\nturn = 4\ncollapsed = [{gone}]')
        assert other.outcome
        assert other.outcome.level != "strategic"


@pytest.mark.rule("3.2b")
def test_the_short_scenario_has_levels_of_its_own_and_ends_after_three_weeks() -> None:
    short, whole = game("sichelschnitt"), game()
    assert short.terms.last_turn == 3
    found = [level_of(short, lead) for lead in (39, 40, 59, 60, 74, 75, 85, 86, 100, 101, 120, 121)]
    assert found == [
        ("strategic", "allied"), ("operational", "allied"), ("operational", "allied"), ("marginal", "allied"),
        ("marginal", "allied"), ("draw", None), ("draw", None), ("marginal", "axis"), ("marginal", "axis"),
        ("operational", "axis"), ("operational", "axis"), ("strategic", "axis"),
    ]
    assert level_of(whole, 21) == ("draw", None)
    assert len(short.sheet()["turns"]) == 3


@pytest.mark.rule("3.2b")
def test_the_battle_of_france_counts_from_the_lead_that_the_fallen_give() -> None:
    red = game("case-red")
    found = [level_of(red, lead) for lead in (-6, -5, 4, 5, 64, 65, 139, 140, 199, 200, 209, 210)]
    assert found == [
        ("strategic", "allied"), ("operational", "allied"), ("operational", "allied"), ("marginal", "allied"),
        ("marginal", "allied"), ("draw", None), ("draw", None), ("marginal", "axis"), ("marginal", "axis"),
        ("operational", "axis"), ("operational", "axis"), ("strategic", "axis"),
    ]
    assert [level.least for level in red.ladder().levels] == [210, 200, 140, 65, 5, -5, None]
    assert red.ladder().weights == {"axis": 1, "allied": -1}


def test_the_battle_of_france_opens_on_the_somme_and_the_aisne() -> None:
    g, p = inside(opening("case-red"))
    assert (p.turn, g.terms.last_turn) == (4, 7)
    assert {country for country in COUNTRIES if has_collapsed(p, country)} == {"netherlands", "belgium"}
    assert not lacking(g, p), "everybody begins in supply"
    assert all(load(g, p, side, hex) <= limit(g, p, side, hex) for hex in p.stacks for side in (0, 1))
    held = {g.hex_name(hex) for hex in p.stacks if g.board.cities >> hex & 1 and g.side[p.stacks[hex][0]] == 0}
    taken = set(g.grid.names_of(p.taken))
    german = {g.hex_name(hex) for hex in bits(g.board.cities & g.board.countries["germany"])}
    assert held - german <= taken, "what the Germans stand in is out of the hands of its owners"
    assert {at(opening("case-red"), id) for id in ("gb-i", "gb-ii", "gb-iii")} == {"evacuated"}
