"""14.0 Refit."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.battle import steps
from tests.games.mansteins_war.table import at, do, happened, inside, legal, piece, refused, table


def refit(units: str = "", more: str = "", *, rp: str = "german = 3", turn: int = 1) -> Match:
    """The Refit Phase; in week 1 the track grants nothing."""
    return table(f'phase = "refit"\nturn = {turn}\n{more}\nrp = {{ {rp} }}\n[units]\n{units}')


def points(match: Match) -> dict[str, int]:
    found: dict[str, int] = match.view("german")["refit"]
    return found


REDUCED = '"de-19-corps" = { hex = "1938", steps = 1 }'


@pytest.mark.rule("14.3a", "14.0a", "14.3e")
def test_a_reduced_unit_regains_a_step_for_a_point() -> None:
    match = refit(REDUCED)
    do(match, "refit de-19-corps")
    assert steps(match, "de-19-corps") == 2
    assert points(match)["german"] == 2
    assert match.actors != ("german",) or "refit de-19-corps" not in legal(match)


@pytest.mark.rule("14.3a")
def test_it_costs_two_points_in_an_enemy_zone() -> None:
    match = refit('"de-19-corps" = { hex = "1739", steps = 1 }\n"fr-3-army" = "1740"')
    do(match, "refit de-19-corps")
    assert points(match)["german"] == 1
    poor = refit('"de-19-corps" = { hex = "1739", steps = 1 }\n"de-41-corps" = { hex = "1938", steps = 1 }\n'
                 '"fr-3-army" = "1740"', rp="german = 1")
    refused(poor, "refit de-19-corps", "14.1a")


@pytest.mark.rule("14.3e")
def test_points_buy_steps_and_nothing_else() -> None:
    match = refit('"de-16-army" = { hex = "1937", steps = 1 }')
    refused(match, "move de-16-army", "14.3e", "buy steps")


@pytest.mark.rule("14.3a")
def test_several_steps_may_be_bought_one_by_one() -> None:
    match = refit('"de-16-army" = { hex = "1937", steps = 1 }')
    do(match, "refit de-16-army", "refit de-16-army")
    assert steps(match, "de-16-army") == 3


@pytest.mark.rule("14.3a")
def test_without_a_line_of_communications_there_is_no_refit() -> None:
    match = refit(f'"de-41-corps" = {{ hex = "0843", steps = 1 }}\n{REDUCED}')
    refused(match, "refit de-41-corps", "15.5d")
    refused(match, "refit de-14-corps", "14.3a")


@pytest.mark.rule("14.3b", "13.2b")
def test_a_lost_logistics_unit_comes_back_as_a_reinforcement() -> None:
    match = refit('"de-log-pgk" = "eliminated"\n"de-39-corps" = "eliminated"')
    refused(match, "refit de-39-corps", "14.3d")
    do(match, "refit de-log-pgk")
    assert at(match, "de-log-pgk") == "due"
    assert match.view("german")["units"]["de-log-pgk"]["due"] == 1
    assert points(match)["german"] == 2


@pytest.mark.rule("14.3d")
def test_nothing_else_is_rebuilt() -> None:
    match = refit(f'"de-39-corps" = "eliminated"\n{REDUCED}', 'air = { de-air-1 = "eliminated" }')
    refused(match, "refit de-39-corps", "14.3d")
    refused(match, "refit de-air-1", "14.3d")


@pytest.mark.rule("14.3c")
def test_an_air_unit_is_restored_for_two_points() -> None:
    match = refit("", 'air = { de-air-1 = { hex = "available", steps = 1 } }')
    do(match, "refit de-air-1")
    assert piece(match, "de-air-1")["steps"] == 2
    assert points(match)["german"] == 1
    poor = refit(REDUCED, 'air = { de-air-1 = { hex = "available", steps = 1 } }', rp="german = 1")
    refused(poor, "refit de-air-1", "14.1a")
    refused(poor, "refit de-air-2", "14.3c")


@pytest.mark.rule("14.1a")
def test_points_serve_their_own_nation() -> None:
    match = refit('"gb-bef" = { hex = "0836", steps = 1 }\n"fr-7-army" = { hex = "0941", steps = 1 }', rp="french = 2")
    assert match.actors == ("allied",)
    refused(match, "refit gb-bef", "14.1a")
    assert "refit fr-7-army" in legal(match)


@pytest.mark.rule("14.1a", "4.1c")
def test_the_track_grants_points_before_they_are_spent() -> None:
    match = refit(REDUCED, turn=2, rp="german = 0")
    granted = match.game.charts.refit.nations  # type: ignore[attr-defined]
    assert points(match) == {nation: granted[nation].income[1] for nation in points(match)}
    assert "refit de-19-corps" in legal(match)


@pytest.mark.rule("14.0b")
def test_surplus_points_are_lost() -> None:
    assert points(refit(turn=2, rp="german = 8"))["german"] == 9


@pytest.mark.rule("14.2a", "14.2b")
@pytest.mark.parametrize(("more", "nation", "granted"), [
    ('allied = ["1934"]', "german", False), ('allied = ["1835"]', "german", True),
    ('german = ["0941"]', "french", False), ('german = ["1137"]', "french", True),
])
def test_no_points_without_the_ruhr_or_paris(more: str, nation: str, granted: bool) -> None:
    assert bool(points(refit("", more, turn=2, rp="german = 0"))[nation]) == granted


@pytest.mark.rule("3.7c")
def test_a_country_that_has_surrendered_gets_no_points() -> None:
    assert points(refit("", 'capitulated = ["belgian"]', turn=2, rp="german = 0"))["belgian"] == 0


@pytest.mark.rule("14.3e")
def test_only_own_units_are_refitted() -> None:
    match = refit(f'{REDUCED}\n"fr-7-army" = {{ hex = "0941", steps = 1 }}', rp="german = 1, french = 1")
    refused(match, "refit fr-7-army", "14.3e")
    do(match, "done")
    do(match, "refit fr-7-army")


@pytest.mark.rule("14.3c")
@pytest.mark.parametrize(("place", "bought"), [
    ("available", True), ("utilized", True), ("1439", True), ("absent", False),
])
def test_an_air_unit_is_restored_wherever_it_is_in_play(place: str, bought: bool) -> None:
    match = refit(REDUCED, f'air = {{ de-air-1 = {{ hex = "{place}", steps = 1 }} }}')
    if bought:
        assert "refit de-air-1" in legal(match)
    else:
        refused(match, "refit de-air-1", "14.3c")


@pytest.mark.rule("14.3a", "14.3b", "14.1a")
def test_the_last_point_buys_a_step_and_none_buys_nothing() -> None:
    match = refit(f'{REDUCED}\n"de-41-corps" = {{ hex = "1938", steps = 1 }}', rp="german = 1")
    do(match, "refit de-19-corps")
    assert match.view(None)["phase"] == "operations"
    assert points(match)["german"] == 0
    refused(refit(f'{REDUCED}\n"de-16-army" = "1937"'), "refit de-16-army", "14.3a", "is at full strength")
    refused(refit(REDUCED), "refit de-16-army", "14.3a", "is not on the map")
    refused(refit(REDUCED), "end", "14.3e")
    refused(refit(REDUCED), "refit nobody", "14.3e")
    refused(refit(REDUCED), "refit fr-air-zoan", "14.3e", "not yours")


@pytest.mark.rule("14.3b")
def test_a_lost_logistics_unit_is_rebuilt_whole_for_this_week() -> None:
    match = refit('"de-log-pgk" = "eliminated"', turn=3, rp="german = 0")
    before = points(match)["german"]
    do(match, "refit de-log-pgk")
    assert (piece(match, "de-log-pgk")["steps"], piece(match, "de-log-pgk")["due"]) == (1, 3)
    assert points(match)["german"] == before - 1


@pytest.mark.rule("14.1a")
def test_the_points_of_one_side_are_not_spent_by_the_other() -> None:
    match = refit('"fr-7-army" = { hex = "0941", steps = 1 }\n"de-19-corps" = { hex = "1938", steps = 1 }',
                  rp="french = 2")
    assert match.actors == ("allied",)
    match = refit('"fr-7-army" = { hex = "0941", steps = 1 }\n"de-19-corps" = { hex = "1938", steps = 1 }',
                  rp="german = 2")
    assert match.actors == ("german",)
    do(match, "done")
    assert match.view(None)["phase"] != "refit"


@pytest.mark.rule("14.0b", "14.1a")
def test_points_are_banked_up_to_nine() -> None:
    granted = refit(turn=2, rp="german = 0").game.charts.refit.nations["german"].income[1]  # type: ignore[attr-defined]
    assert points(refit(turn=2, rp=f"german = {9 - granted}"))["german"] == 9
    assert points(refit(turn=2, rp=f"german = {8 - granted}"))["german"] == 8


@pytest.mark.rule("15.2d", "14.3a")
def test_the_port_of_an_earlier_segment_no_longer_counts_in_the_refit_phase() -> None:
    north = ('"fr-21-corps" = { hex = "0836", steps = 1 }\n"fr-23-corps" = { hex = "0936", steps = 1 }')
    match = table('phase = "command"\nturn = 2\nrp = { french = 3 }\n'
                  f'german = ["1137", "0941", "0843", "1341", "1641"]\n[units]\n{north}')
    match.position.port_unit = match.game.by_id["fr-23-corps"]  # type: ignore[attr-defined]
    match.apply("german", "load none")
    match.apply("allied", "load none")
    assert match.view(None)["phase"] == "refit"
    assert legal(match) == ["supply fr-21-corps", "supply fr-23-corps"]
    do(match, "supply fr-23-corps")
    assert legal(match) == ["done", "refit fr-23-corps"]
    refused(match, "refit fr-21-corps", "15.5d")


@pytest.mark.rule("14.3b", "13.1a")
def test_a_rebuilt_unit_leaves_the_rest_of_the_track_alone() -> None:
    match = refit('"de-log-hga" = "eliminated"\n"de-9-army" = { hex = "due", due = 4 }\n'
                  '"gb-2-corps" = { hex = "due", due = 5 }', turn=3)
    do(match, "refit de-log-hga")
    assert [piece(match, id)["due"] for id in ("de-log-hga", "de-9-army", "gb-2-corps")] == [3, 4, 5]


@pytest.mark.rule("14.2a", "14.2b")
@pytest.mark.parametrize(("more", "rule"), [('allied = ["1934"]', "14.2a"), ('german = ["0941"]', "14.2b")])
def test_missing_points_are_told_by_their_rule(more: str, rule: str) -> None:
    match = table(f'phase = "command"\nturn = 2\n{more}')
    match.apply("german", "load none")
    events = match.apply("allied", "load none")
    assert [event.rule for event in events if event.what == "no refit points"] == [rule]


@pytest.mark.rule("14.1a")
@pytest.mark.parametrize("turn", [1, 2, 5])
def test_only_nations_with_points_this_week_are_told_of_any(turn: int) -> None:
    match = table(f'phase = "command"\nturn = {turn}')
    events = [event for side in match.actors for event in match.apply(side, "load none")]
    g, _ = inside(match)
    income = {name: nation.income[turn - 1] for name, nation in g.charts.refit.nations.items()}
    assert {d["nation"]: d["granted"] for d in happened(events, "refit points")} == {
        name: n for name, n in income.items() if n}
    assert not happened(events, "no refit points")


@pytest.mark.rule("13.5a")
def test_an_air_unit_comes_in_the_refit_phase_of_its_week() -> None:
    match = table('phase = "inter-phase"\nturn = 2\noptions = { fighter-command = "on" }')
    assert match.view(None)["turn"] == 3
    match.apply("german", "load none")
    assert happened(match.apply("allied", "load none"), "air arrives") == [{"air": "gb-air-fc"}]


@pytest.mark.rule("15.2d", "14.3a")
def test_only_units_that_could_be_refitted_ask_for_the_port() -> None:
    """The corps that is whole needs no support now, and without points nobody does."""
    held = 'german = ["1137", "0941", "0843", "1341", "1641"]'
    match = refit('"fr-21-corps" = "0836"\n"fr-23-corps" = { hex = "0936", steps = 1 }', held, rp="french = 1")
    assert legal(match) == ["done", "refit fr-23-corps"]
    both = '"fr-21-corps" = { hex = "0836", steps = 1 }\n"fr-23-corps" = { hex = "0936", steps = 1 }'
    poor = refit(both + '\n"gb-bef" = { hex = "0738", steps = 1 }', held, rp="british = 1")
    assert legal(poor) == ["done", "refit gb-bef"]


@pytest.mark.rule("28.1e", "14.1a")
@pytest.mark.parametrize(("option", "points"), [("on", 0), ("off", 1)])
def test_a_neutral_country_has_no_refit_points(option: str, points: int) -> None:
    match = table(f'phase = "command"\nturn = 2\noptions = {{ no-netherlands = "{option}" }}')
    match.apply("german", "load none")
    match.apply("allied", "load none")
    assert match.view(None)["refit"]["dutch"] == points
