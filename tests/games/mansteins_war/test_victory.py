"""3.0 Victory: points, levels, sudden death and the extension."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.rules.victory import level_of, sudden_death
from meuse.games.mansteins_war.rules.victory import worth as hex_worth
from tests.games.mansteins_war.table import do, go, happened, inside, legal, opening, refused, table


def ended(more: str = "", units: str = "", turn: int = 6) -> Match:
    """The Inter-Phase of that week."""
    return table(f'phase = "inter-phase"\nturn = {turn}\n{more}\n[units]\n{units}')


def worth(match: Match) -> dict[str, tuple[int, str]]:
    """The parts of the score: by what they are for, points and rule. Whose hands it is in goes by the sign."""
    found = {}
    for part in match.game.explain(match.position, "score").parts:
        whose = "German" if part.value >= 0 else "Allied"
        found[part.label.removesuffix(f" in {whose} hands").removesuffix(" lost")] = (int(part.value), part.rule)
    return found


@pytest.mark.rule("3.4a", "3.4b", "3.4c", "3.4d", "3.5e", "3.2a", "3.3b")
@pytest.mark.parametrize(("hex", "name", "points", "rule"), [
    ("0941", "Paris (0941)", 10, "3.4a"), ("1333", "Rotterdam (1333)", 4, "3.4b"),
    ("1335", "Antwerp (1335)", 4, "3.4b"),
    ("1137", "Lille (1137)", 3, "3.4c"), ("0836", "Boulogne (0836)", 3, "3.4c"), ("1640", "Metz (1640)", 1, "3.4d"),
])
def test_german_points_for_hexes(hex: str, name: str, points: int, rule: str) -> None:
    assert worth(ended(f'german = ["{hex}"]')) == {name: (points, rule)}


@pytest.mark.rule("3.5a", "3.5b", "3.5c")
@pytest.mark.parametrize(("hex", "name", "points", "rule"), [
    ("1934", "Ruhr (1934)", 5, "3.5a"), ("1835", "Cologne (1835)", 3, "3.5b"), ("1738", "Prüm (1738)", 2, "3.5c"),
])
def test_allied_points_for_hexes(hex: str, name: str, points: int, rule: str) -> None:
    assert worth(ended(f'allied = ["{hex}"]')) == {name: (-points, rule)}


@pytest.mark.rule("3.4c", "3.2a")
def test_other_hexes_score_nothing() -> None:
    assert worth(ended('german = ["1439", "1537"]\nallied = ["1839"]')) == {"Saarbrücken (1839)": (-2, "3.5c")}


@pytest.mark.rule("3.4e", "3.2b")
def test_german_points_for_eliminated_units() -> None:
    match = ended('air = { gb-air-baff = "eliminated" }', '"fr-1gc" = "eliminated"\n"fr-7-army" = "eliminated"\n'
                  '"fr-21-corps" = "eliminated"\n"fr-log-1ag" = "eliminated"')
    assert worth(match) == {"1GC": (2, "3.4e"), "7 Army": (1, "3.4e"), "BAFF": (1, "3.4e")}


@pytest.mark.rule("3.5d", "3.5f")
def test_allied_points_for_eliminated_units() -> None:
    match = ended('air = { de-air-1 = "eliminated" }', '"de-19-corps" = "eliminated"\n"de-16-army" = "eliminated"\n'
                  '"de-43-corps" = "eliminated"\n"de-log-pgk" = "eliminated"\n"de-grd" = "eliminated"\n'
                  '"de-4-army" = { hex = "1736", steps = 1 }')
    found = worth(match)
    mech = match.game.counters[match.game.by_id["de-grd"]].mech  # type: ignore[attr-defined]
    assert found.pop("GrD", None) == ((-3, "3.5d") if mech else None)
    assert found == {"19 Corps": (-3, "3.5d"), "16 Army": (-2, "3.5d"), "Fliegerkorps I": (-1, "3.5d")}


@pytest.mark.rule("20.2e")
def test_evacuated_units_do_not_count() -> None:
    assert worth(ended("", '"gb-bef" = "evacuated"')) == {}


@pytest.mark.rule("3.4g", "3.4f")
def test_the_germans_may_extend_the_game_to_week_8() -> None:
    match = ended()
    assert match.actors == ("german",)
    assert legal(match) == ["extend", "finish"]
    refused(match, "done", "3.4g")
    do(match, "extend")
    assert match.view(None)["turn"] == 7
    assert worth(match) == {"the game was extended": (-10, "3.4f")}
    last = ended("extended = true", turn=8)
    assert last.outcome is not None


@pytest.mark.rule("4.1k")
def test_the_week_before_the_last_leads_to_the_next() -> None:
    match = ended(turn=5)
    assert match.outcome is None
    assert match.view(None)["turn"] == 6


LEVELS = [
    (50, "german", "strategic"), (49, "german", "operational"), (40, "german", "operational"),
    (39, "german", "marginal"), (30, "german", "marginal"), (29, None, "draw"), (20, None, "draw"),
    (19, "allied", "marginal"), (10, "allied", "marginal"), (9, "allied", "operational"), (0, "allied", "operational"),
    (-1, "allied", "strategic"),
]


@pytest.mark.rule("3.6a", "3.6b")
@pytest.mark.parametrize(("balance", "winner", "level"), LEVELS)
def test_levels_of_victory(balance: int, winner: str | None, level: str) -> None:
    expected = f"{winner.capitalize()} {level} victory" if winner else "A draw"
    assert level_of(opening().game, balance) == expected  # type: ignore[arg-type]


@pytest.mark.rule("3.6a", "4.1k")
def test_the_score_decides() -> None:
    match = ended('german = ["0941", "1333"]\nallied = ["1835"]')
    do(match, "finish")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("allied", "marginal")
    assert match.outcome.verdict == "Allied marginal victory"
    assert match.outcome.points == {"german": 14, "allied": 3}


FRENCH_KEYS = ["0941", "0843", "1137", "1341", "1641", "0539", "0738", "0835", "0836", "0936"]


def attack(units: str, more: str, side: str = "german", marker: str = "pgk") -> Match:
    return table(f"""
        turn = 3
        side = "{side}"
        marker = "{marker}"
        segment = "movement"
        {more}
        [units]
        {units}
    """)


@pytest.mark.rule("3.1a", "3.1c")
def test_all_depots_and_ports_of_france_win_at_once() -> None:
    match = attack('"de-19-corps" = "0937"', f"german = {FRENCH_KEYS[:-1]}")
    events = go(match, "de-19-corps", "0936")
    assert happened(events, "game over")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("german", "epic")


@pytest.mark.rule("3.1a")
def test_one_port_less_is_not_enough() -> None:
    match = attack('"de-19-corps" = "0937"\n"gb-bef" = "0738"', f"german = {FRENCH_KEYS[:-1]}")
    go(match, "de-19-corps", "0936")
    assert match.outcome is None


@pytest.mark.rule("3.1b", "3.1c")
def test_two_german_depots_win_for_the_allies() -> None:
    match = attack('"fr-7-army" = "1836"', 'allied = ["1934"]', "allied", "1ag")
    go(match, "fr-7-army", "1835")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("allied", "epic")
    one = attack('"fr-7-army" = "1836"', "", "allied", "1ag")
    go(one, "fr-7-army", "1835")
    assert one.outcome is None


@pytest.mark.rule("3.1c")
@pytest.mark.parametrize(("side", "unit", "marker", "to"), [
    ("german", '"de-19-corps" = "1139"', "pgk", "1239"), ("allied", '"fr-7-army" = "1543"', "1ag", "1544"),
])
def test_if_both_qualify_at_once_the_operating_side_wins(side: str, unit: str, marker: str, to: str) -> None:
    match = attack(unit, f'german = {FRENCH_KEYS[:-1]}\nallied = ["1934"]', side, marker)
    assert match.outcome is None
    g, p = inside(match)
    p.control = (p.control | g.french_keys) & ~(1 << g.grid.bit["1835"])
    events = go(match, unit.split('"')[1], to)
    assert happened(events, "game over")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (side, "epic")
    assert match.actors == (), "play stops in the middle of the impulse"


@pytest.mark.rule("3.1c", "7.2a")
def test_it_is_tested_when_units_sail_away() -> None:
    """The BEF in Ostend disputes Dunkirk until it is gone."""
    match = table(f"""
        turn = 3
        side = "allied"
        marker = "evac"
        segment = "evacuation"
        commands = ["1AG"]
        evac = 3
        german = {FRENCH_KEYS}
        [units]
        "gb-bef" = "1035"
    """)
    assert match.outcome is None
    do(match, "evacuate gb-bef")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("german", "epic")


@pytest.mark.rule("25.4d")
def test_an_open_city_is_worth_half() -> None:
    found = worth(ended('german = ["0941", "1336", "1333"]\nopen_cities = ["0941", "1336", "1333"]'))
    assert found == {"Paris (0941)": (5, "25.4d"), "Brussels (1336)": (1, "25.4d"), "Rotterdam (1333)": (2, "25.4d")}


@pytest.mark.rule("28.1a", "28.1b", "28.1c", "28.1d", "28.1e", "28.2a", "28.2b", "28.2c", "28.2d", "28.2e", "28.2f")
@pytest.mark.parametrize(("variant", "points"), [
    ("wehrmacht-mechanisation", -1), ("more-special-forces", -1), ("mountain-corps", -1), ("no-netherlands", 5),
    ("allied-armour", 1), ("allied-special-forces", 1), ("colonial-mobilisation", 1), ("allied-airpower", 5),
    ("fighter-command", 3), ("alliance", 5),
])
def test_variants_have_their_price(variant: str, points: int) -> None:
    [(value, rule)] = worth(ended(f'options = {{ {variant} = "on" }}')).values()
    assert value == points
    assert rule.startswith("28.")


@pytest.mark.rule("28.1d")
def test_the_airlift_doctrine_needs_the_airlift() -> None:
    assert worth(ended('options = { airlift-doctrine = "on" }')) == {}
    both = ended('options = { airlift-doctrine = "on", airlift = "on" }')
    assert [value for value, _ in worth(both).values()] == [-1]


@pytest.mark.rule("28.1e")
def test_dutch_hexes_out_of_play_score_nothing() -> None:
    found = worth(ended('german = ["1333"]\noptions = { no-netherlands = "on" }'))
    assert list(found) == ["No invasion of the Netherlands"]


@pytest.mark.rule("3.4c", "3.5b", "3.5e")
def test_depots_ports_and_works_are_worth_something_to_the_enemy_only() -> None:
    german = worth(ended('german = ["1432", "1035", "1537", "1942", "1844"]'))
    assert german == {"Amsterdam (1432)": (3, "3.4c"), "Ostend (1035)": (3, "3.4c"), "Strasbourg (1942)": (1, "3.4d")}
    allied = worth(ended('allied = ["1933", "2140", "1636"]'))
    assert allied == {"Münster (1933)": (-3, "3.5b"), "Mannheim (2140)": (-3, "3.5b"), "Aachen (1636)": (-2, "3.5c")}


@pytest.mark.rule("25.4d")
def test_an_open_city_is_whole_to_the_allies() -> None:
    found = worth(ended('allied = ["1934"]\nopen_cities = ["0941"]'))
    assert found == {"Ruhr (1934)": (-5, "3.5a")}


@pytest.mark.rule("3.6a", "3.6b")
def test_the_balance_is_german_points_less_allied_points() -> None:
    match = ended('german = ["0941", "1137"]\nallied = ["1934"]')
    tally = match.game.explain(match.position, "score")
    assert (tally.total, tally.title) == (8, "victory points: Allied operational victory")
    do(match, "finish")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("allied", "operational")
    assert match.outcome.points == {"german": 13, "allied": 5}


@pytest.mark.rule("3.4g", "4.1k")
@pytest.mark.parametrize(("turn", "more", "shown"), [(5, "", 6), (7, "extended = true", 8)])
def test_before_the_last_week_the_next_one_begins(turn: int, more: str, shown: int) -> None:
    match = ended(more, turn=turn)
    assert match.outcome is None
    assert match.view(None)["turn"] == shown


@pytest.mark.rule("3.1b", "7.2a")
def test_a_german_depot_that_is_disputed_does_not_count() -> None:
    match = attack('"fr-7-army" = "1836"\n"de-4-army" = "1833"', 'allied = ["1934"]', "allied", "1ag")
    go(match, "fr-7-army", "1835")
    assert match.outcome is None, "the army keeps the Ruhr in dispute"


@pytest.mark.rule("3.1a", "3.1b", "3.3c")
def test_a_supply_unit_does_not_take_the_last_port_or_depot() -> None:
    match = attack('"de-log-pgk" = "0937"', f"german = {FRENCH_KEYS[:-1]}")
    go(match, "de-log-pgk", "0936")
    assert match.outcome is None
    allied = attack('"fr-log-1ag" = "1836"', 'allied = ["1934"]', "allied", "1ag")
    go(allied, "fr-log-1ag", "1835")
    assert allied.outcome is None


@pytest.mark.rule("3.1a", "3.1b", "3.1c")
@pytest.mark.parametrize(("held", "winner"), [
    (f"german = {FRENCH_KEYS}", "german"), ('allied = ["1934", "1835"]', "allied"),
])
@pytest.mark.parametrize("phase", ["refit", "operations"])
def test_a_situation_that_is_decided_is_over(held: str, winner: str, phase: str) -> None:
    """T117, T118: at any time."""
    match = table(f'turn = 3\nphase = "{phase}"\n{held}')
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (winner, "epic")
    assert match.actors == ()


@pytest.mark.rule("3.1c")
def test_outside_impulses_sudden_death_falls_to_whoever_has_won() -> None:
    g, p = inside(table('phase = "command"\nturn = 3\nallied = ["1934", "1835"]'))
    sudden_death(g, p)
    assert p.outcome is not None
    assert (p.outcome.winner, p.outcome.points) == ("allied", {"german": 0, "allied": 8})


@pytest.mark.rule("3.2a")
def test_own_hexes_are_worth_nothing() -> None:
    g, p = inside(ended())
    assert hex_worth(g, p, 0, g.board.cell_of["Ruhr"]) == hex_worth(g, p, 1, g.board.cell_of["Metz"]) == (0, "")


@pytest.mark.rule("3.6a", "3.6b")
def test_a_draw_has_no_winner() -> None:
    """At exactly 20 points."""
    match = ended('german = ["0941", "1333", "1335", "1640", "1740"]')
    do(match, "finish")
    assert match.outcome is not None
    assert match.outcome.points == {"german": 20, "allied": 0}
    assert (match.outcome.winner, match.outcome.level) == (None, "draw")


@pytest.mark.rule("3.6b")
def test_the_ladder_has_every_level_from_the_top() -> None:
    ladder = opening().game.ladder()
    assert [(level.least, level.says) for level in ladder.levels][:4] == [
        (50, "German strategic victory"), (40, "German operational victory"), (30, "German marginal victory"),
        (20, "A draw")]
    assert (ladder.levels[-1].least, ladder.levels[-1].says) == (None, "Allied strategic victory")
    assert ladder.weights == {"german": 1, "allied": -1}
