"""21.0 The opening, and situations: what they say is what lies on the table, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

import meuse
from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import ABSENT, AVAILABLE, DUE
from tests.games.mansteins_war.table import at, do, inside, legal, opening, piece, sit_out, table


def told(match: Match) -> dict[str, Any]:
    """What a situation file says of the position, without what saved positions add."""
    g, p = inside(match)
    return g.situation_of(p)


def again(match: Match) -> Match:
    """The match begun anew from what a situation says of it."""
    g, _ = inside(match)
    return Match(g, seed=1, situation={"game": g.name, **{k: v for k, v in told(match).items() if v is not None}})


RICH = """
    turn = 4
    side = "german"
    marker = "guderian"
    segment = "movement"
    acting = ["de-19-corps", "de-41-corps"]
    initiative = "allied"
    plans = { german = "okh", allied = "plan-r" }
    gone = ["okh", "rommel"]
    played = ["hga", "2ag"]
    naval = "utilized"
    german = ["1336", "1137"]
    allied = ["1835"]
    destroyed = ["1137"]
    bombed = ["1333"]
    open_cities = ["1335"]
    rp = { german = 4, french = 1 }
    capitulated = ["dutch"]
    manstein = 1
    evac = -3
    extended = true
    bins = { german = ["hgb", "hoth"], allied = ["1ag", "de-gaulle"] }
    bridgeheads = { german = ["1441-1442", "1543-1442"], allied = ["1442-1541"] }
    [units]
    de-19-corps = { hex = "1441", steps = 1, marks = ["moved", "supplied"] }
    de-41-corps = "1543"
    de-llk = { hex = "1636", marks = ["dropped"] }
    de-17-corps = { hex = "1938", marks = ["reserves"] }
    de-2-army = { hex = "due", due = 5 }
    fr-2-army = "1442"
    fr-7-army = "eliminated"
    gb-bef = "evacuated"
    be-7-corps = "surrendered"
    [air]
    de-air-1 = "1442"
    de-air-2 = "utilized"
    de-air-4 = { hex = "1441", steps = 1 }
    fr-air-zoan = "eliminated"
    [forces]
    de-sf-koch = "eliminated"
    de-sf-bb = "1442"
"""


@pytest.mark.rule("21.0a", "2.1.2a", "5.0a")
def test_a_situation_tells_all_that_lies_on_the_table() -> None:
    match = table(RICH.replace(', allied = ["1442-1541"]', ""))
    found = told(match)
    units = {id: place for id, place in found["units"].items() if not id.startswith("nl-")}
    assert units == {
        "de-19-corps": {"hex": "1441", "steps": 1, "marks": ["moved", "supplied"]}, "de-41-corps": "1543",
        "de-llk": {"hex": "1636", "marks": ["dropped"]}, "de-17-corps": {"hex": "1938", "marks": ["reserves"]},
        "de-2-army": {"hex": "due", "due": 5}, "fr-2-army": "1442", "fr-7-army": "eliminated", "gb-bef": "evacuated",
        "be-7-corps": "surrendered",
    }
    assert {id: found["air"][id] for id in ("de-air-1", "de-air-2", "de-air-4", "de-air-8", "fr-air-zoan")} == {
        "de-air-1": "1442", "de-air-2": "utilized", "de-air-4": {"hex": "1441", "steps": 1}, "de-air-8": "available",
        "fr-air-zoan": "eliminated"}
    assert "gb-air-fc" not in found["air"]
    assert found["forces"] == {"de-sf-koch": "eliminated", "de-sf-bb": "1442"}
    assert {key: found[key] for key in found if key not in ("units", "air", "forces")} == {
        "turn": 4, "phase": "operations", "initiative": "allied", "side": "german", "marker": "guderian",
        "segment": "movement", "commands": [], "acting": ["de-19-corps", "de-41-corps"],
        "bins": {"german": ["hgb", "hoth"], "allied": ["1ag", "de-gaulle"]},
        "plans": {"german": "okh", "allied": "plan-r"}, "gone": ["okh", "guderian", "rommel"],
        "played": ["hga", "guderian", "2ag"], "naval": "utilized", "german": ["1137", "1336"], "allied": ["1835"],
        "destroyed": ["1137"], "bombed": ["1333"], "open_cities": ["1335"],
        "bridgeheads": {"german": ["1441-1442", "1543-1442"]}, "rp": {"german": 4, "french": 1},
        "capitulated": ["dutch"], "manstein": 1, "evac": -3, "extended": True,
    }


@pytest.mark.rule("21.0a", "2.1.2a")
def test_what_a_situation_tells_gives_the_same_table() -> None:
    match = table(RICH.replace(', allied = ["1442-1541"]', ""))
    g, p = inside(match)
    twin = inside(again(match))[1]
    for name in ("at", "steps", "due", "air_at", "air_steps", "forces_at", "naval", "control", "destroyed", "bombed",
                 "open_cities", "bins", "plans", "gone", "played", "seen", "special", "offered", "moved", "acting",
                 "supplied", "dropped", "reserves", "rp", "capitulated", "bridgeheads", "marker", "operating", "turn",
                 "air_left", "frames", "extended", "evac", "manstein", "initiative", "phase", "commands"):
        assert getattr(twin, name) == getattr(p, name), name
    assert [g.markers[m].id for m in bits(p.special[0])] == ["guderian", "hoth"]
    assert [g.markers[m].id for m in bits(p.special[1])] == ["de-gaulle"]
    assert p.offered == p.special, "no plan is among them"


@pytest.mark.rule("5.2a", "21.1i")
def test_a_plan_in_the_bin_was_loaded_and_is_no_secret_once_it_is_played() -> None:
    match = table('turn = 2\nbins = { german = ["hga"], allied = ["plan-e", "de-gaulle"] }\ndice = ["hga"]\n'
                  'plans = { allied = "plan-e" }')
    g, p = inside(match)
    assert match.view("allied")["loaded"]["allied"] == ["plan-e", "de-gaulle"]
    assert [g.markers[m].id for m in bits(p.offered[1])] == ["de-gaulle"]
    assert match.view("german")["plans"]["allied"] is None
    drawn = table('turn = 2\nside = "allied"\nmarker = "plan-r"\nsegment = "movement"\ncommands = ["1AG"]')
    assert drawn.view("german")["plans"] == {"german": "manstein", "allied": "plan-r"}
    assert told(drawn)["gone"] == ["plan-r"]


@pytest.mark.rule("21.0a", "4.1a")
def test_before_the_bins_are_loaded_a_situation_names_neither_them_nor_a_segment() -> None:
    found = told(table('phase = "command"\nturn = 2'))
    assert found["phase"] == "command"
    assert found["bins"] is None
    assert not {"side", "marker", "segment"} & set(found)


@pytest.mark.rule("21.0a")
def test_while_sides_set_up_units_to_be_placed_are_not_named() -> None:
    match = opening()
    assert told(match)["plans"] == {}
    match.apply("german", "keep okh")
    assert told(match)["plans"] == {"german": "okh"}
    match.apply("allied", "keep plan-d")
    do(match, "deploy fr-log-1ag", "place 1238")
    found = told(match)
    assert found["plans"] == {"german": "okh", "allied": "plan-d"}
    assert found["units"]["fr-log-1ag"] == "1238"
    assert "fr-7-army" not in found["units"]
    assert table('phase = "set-up"').actors == ("german", "allied")


@pytest.mark.rule("5.4a", "4.1h")
def test_without_bins_named_every_regular_marker_is_still_to_be_drawn() -> None:
    match = table('turn = 2\nplayed = ["hga"]\ngone = ["2ag"]\ndice = ["hgb"]')
    assert match.view("german")["bins"]["german"] == ["hgc", "pgk"]
    assert match.view("allied")["bins"]["allied"] == ["1ag", "3ag", "belgium", "netherlands"]
    inside_one = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "air"')
    assert inside_one.view("german")["bins"]["german"] == []


@pytest.mark.rule("4.1h")
def test_after_the_impulse_of_a_situation_comes_the_other_side_and_then_the_return_phase() -> None:
    match = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "movement"\n'
                  'bins = { german = ["hga"], allied = ["2ag"] }')
    sit_out(match)
    assert match.view(None)["operating"] == "german"
    last = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\nnaval = "utilized"')
    do(last, "end")
    assert (last.view(None)["turn"], at(last, "gb-naval")) == (3, "available")
    _, p = inside(last)
    assert (p.operating, p.marker, p.port_unit) == (-1, -1, -1)


@pytest.mark.rule("13.1a", "21.1k", "21.2g")
@pytest.mark.parametrize(("turn", "due"), [(1, True), (2, False)])
def test_the_track_brings_what_comes_after_the_week(turn: int, due: bool) -> None:
    match = table(f'turn = {turn}\nphase = "command"\nreinforcements = "later"')
    g, p = inside(match)
    u = g.by_id["de-2-army"]
    assert (p.at[u] == DUE, p.due[u]) == ((True, 2) if due else (False, 0))
    assert p.due[g.by_id["de-9-army"]] == 4
    assert p.at[g.by_id["de-gbk"]] == ABSENT, "of a variant"
    assert p.at[g.by_id["de-4-army"]] == ABSENT, "set up, not due"


@pytest.mark.rule("13.5a", "28.2e", "28.2b")
@pytest.mark.parametrize(("turn", "place", "week"), [(2, DUE, 3), (3, AVAILABLE, 0)])
def test_an_air_unit_waits_for_its_week(turn: int, place: int, week: int) -> None:
    g, p = inside(table(f'turn = {turn}\nphase = "command"\noptions = {{ fighter-command = "on" }}'))
    a = g.air_by_id["gb-air-fc"]
    assert (p.air_at[a], p.air_due[a]) == (place, week)
    assert p.air_due[g.air_by_id["de-air-1"]] == 0
    assert p.forces_at[g.forces_by_id["fr-sf-cf"]] == ABSENT
    assert p.forces_at[g.forces_by_id["de-sf-bb"]] == AVAILABLE


@pytest.mark.rule("21.0a", "2.2.6a")
def test_pieces_lie_as_a_situation_puts_them() -> None:
    match = table('turn = 2\nphase = "command"\n[units]\nde-4-army = { hex = "1736", steps = 4 }\n'
                  'de-12-army = { hex = "1735", steps = 1 }\nde-19-corps = "eliminated"\nfr-3-army = "1740"\n'
                  'de-log-hga = "1441"\nfr-8-army = "2041"\nde-41-corps = "1439"')
    assert [piece(match, id)["steps"] for id in ("de-4-army", "de-12-army", "de-19-corps")] == [4, 1, 0]
    assert match.view(None)["destroyed"] == ["2041"], "only of the enemy's works"
    control = match.view(None)["control"]
    assert {"1736", "1439"} <= set(control)
    assert not {"2041", "1740", "1441"} & set(control), "supply units take no control (3.3c)"


@pytest.mark.rule("21.0a")
@pytest.mark.parametrize(("text", "says"), [
    ("turn = 0", "turn: expected 1 to 8"),
    ("turn = 9", "turn: expected 1 to 8"),
    ('[units]\nde-19-corps = { hex = "1738", steps = 3 }', "this unit has 2 steps"),
    ('[units]\nde-19-corps = { hex = "1738", steps = -1 }', "this unit has 2 steps"),
    ('[units]\nde-19-corps = "0432"', "is not a land hex"),
    ('[units]\nde-19-corps = "1738"\nfr-2-army = "1738"', "units of both sides stand in '1738'"),
    ('[air]\nde-air-7 = "1738"', "is not an air unit"),
    ('[air]\nde-air-1 = { hex = "1738", steps = 3 }', "this air unit has 2 steps"),
    ('[air]\nde-air-1 = { hex = "1738", steps = -1 }', "this air unit has 2 steps"),
    ('[forces]\nde-sf = "available"', "is not special forces"),
    ('[bridgeheads]\ngerman = ["1738-1739", "1836-1837"]', "no river runs between '1836' and '1837'"),
    ('side = "german"\nsegment = "air"\nmarker = "hgx"', "is not a command marker"),
    ('side = "german"\nsegment = "air"\nmarker = "1ag"', "is not a marker of the german side"),
    ('side = "german"\nsegment = "supply"\nmarker = "hga"',
     "segment: expected a side, and one of command, reinforcement, air, movement, evacuation, combat$"),
    ('side = "german"\nsegment = "air"\nmarker = "morale"', "'morale' is not a command marker"),
    ('side = "german"\nsegment = "air"\nmarker = "okh"\ncommands = ["1AG"]', "is not a sub-command of the german side"),
    ('side = "german"\nsegment = "air"\nmarker = "okh"\nacting = ["fr-2-army"]', "is not a unit of the german side"),
    ('plans = { german = "plan-d" }', "plans: 'plan-d' is not a marker of the german side"),
    ('plans = { allied = "evac" }', "plans: 'evac' is not one of the plans"),
    ('bins = { german = ["hga", "1ag"] }', "bins: '1ag' is not a marker of the german side"),
    ('bombed = ["1440"]', "bombed: '1440' is not a city or town"),
    ('destroyed = ["1439"]', "destroyed: '1439' is not a fortified hex"),
    ('open_cities = ["1137"]', "open_cities: '1137' is not a city that may be declared open"),
    ('german = ["0432"]', "german: '0432' is not a land hex"),
    ('allied = ["2044"]', "allied: '2044' is not a land hex"),
    ("rp = { french = 10 }", "rp: 'french': expected 0 to 9, got 10"),
    ("rp = { french = -1 }", "rp: 'french': expected 0 to 9, got -1"),
    ('[units]\nde-19-corps = "available"', "'available' is no place for it; expected a hex, due, eliminated"),
    ('[air]\nde-air-1 = "evacuated"', "'evacuated' is no place for it; expected a hex, available, utilized"),
    ('[air]\nde-air-1 = "2044"', "'2044' is closed to air units"),
    ('[forces]\nde-sf-koch = "utilized"', "'utilized' is no place for it; expected a hex, available, eliminated"),
    ('segment = "air"\nmarker = "hga"', "segment: expected a side, and one of"),
    ('side = "german"\nsegment = "air"\nmarker = "okh"\ncommands = ["HGX"]', "is not a sub-command"),
])
def test_what_cannot_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(meuse.BadInput, match=says):
        table(text)


@pytest.mark.rule("21.0a")
@pytest.mark.parametrize("turn", [1, 8])
def test_every_week_of_the_longest_game_can_be_set_up(turn: int) -> None:
    assert table(f'turn = {turn}\nphase = "command"').view(None)["turn"] == turn


@pytest.mark.rule("5.5a", "5.1e")
def test_a_marker_that_leaves_no_choice_wakes_its_command_and_others_what_is_said() -> None:
    one = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\n[units]\nde-4-army = "1736"')
    assert legal(one) == ["end", "move de-4-army", "rail de-4-army"]
    none = table('turn = 2\nside = "german"\nmarker = "okh"\nsegment = "movement"\n[units]\nde-4-army = "1736"')
    assert legal(none) == ["end"]
    assert none.position.air_left == 2  # type: ignore[attr-defined]


@pytest.mark.rule("13.1a", "28.1e")
def test_the_track_brings_all_that_comes_but_not_who_stays_in_the_box() -> None:
    """A player's own data may let a unit come in week 1, too."""
    data = {"units": {"units": {"fr-10-army": {"turn": 1}}}}
    match = Match(MansteinsWar(options={"no-netherlands": "on"}, overlay=data), seed=1)
    assert (at(match, "fr-10-army"), piece(match, "fr-10-army")["due"]) == ("due", 1)
    assert "nl-1-corps" not in match.game.open_view(match.position)["units"]


@pytest.mark.rule("21.0a", "4.1d")
def test_a_situation_names_the_segment_once_its_units_are_awake() -> None:
    choosing = table('turn = 2\nside = "allied"\nsegment = "command"\ndice = ["plan-e"]\n'
                     'bins = { german = [], allied = ["plan-e"] }')
    assert legal(choosing)[0].startswith("activate")
    assert not {"side", "marker", "segment"} & set(told(choosing))
    coming = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "reinforcement"\n'
                   '[units]\nfr-2gc = { hex = "due", due = 2 }\nfr-7-army = "0941"')
    assert {key: told(coming)[key] for key in ("marker", "segment", "commands", "acting")} == {
        "marker": "1ag", "segment": "reinforcement", "commands": ["1AG"], "acting": []}, "1AG wakes all that is awake"


@pytest.mark.rule("21.1i", "5.2a")
def test_a_special_marker_that_was_played_has_been_seen_and_a_plan_was_never_on_offer() -> None:
    drawn = table('turn = 2\nplans = { allied = "plan-e" }\nplayed = ["plan-e"]\n'
                  'bins = { german = ["hga"], allied = [] }')
    assert drawn.view("german")["plans"]["allied"] == "plan-e"
    g, p = inside(table('turn = 1\nplans = { german = "okh" }\nbins = { german = ["okh", "hga"], allied = [] }'))
    assert p.special[0] == 1 << g.marker_by_id["okh"]
    assert p.offered == (0, 0)


@pytest.mark.rule("21.0a", "3.3b")
def test_where_units_stand_a_situation_need_not_tell_control() -> None:
    match = table('turn = 2\nphase = "command"\ngerman = ["1439"]\nallied = ["1835"]\n'
                  '[units]\nfr-3-army = "1839"\nde-4-army = "1441"')
    assert (told(match)["german"], told(match)["allied"]) == (["1439"], ["1835"])


@pytest.mark.rule("2.2a", "21.0a")
def test_pieces_and_markers_go_by_the_names_on_their_counters() -> None:
    match = table('turn = 2\nside = "german"\nmarker = "OKH Mod Plan"\nsegment = "air"\nplayed = ["2AG"]\n'
                  'plans = { allied = "Plan E" }\nbins = { german = ["HGA", "Hoth"], allied = [] }\n'
                  '[units]\n"19 Corps" = "1736"\n"German 2 Army" = "1735"\n'
                  '[air]\nZOAN = "1439"\n"Fliegerkorps VIII" = { hex = "1439", steps = 1 }\n'
                  '[forces]\n"SA Koch" = "eliminated"')
    assert [at(match, id) for id in ("de-19-corps", "de-2-army", "fr-air-zoan", "de-air-8", "de-sf-koch")] == [
        "1736", "1735", "1439", "1439", "eliminated"]
    found = told(match)
    assert (found["played"], found["plans"]) == (
        ["okh-mod", "2ag"], {"german": "okh-mod", "allied": "plan-e"})
    assert found["bins"] == {"german": ["hga", "hoth"], "allied": []}


@pytest.mark.rule("3.4g")
@pytest.mark.parametrize(("turn", "extended"), [(6, False), (7, True), (8, True)])
def test_after_week_six_the_game_has_been_extended(turn: int, extended: bool) -> None:
    assert told(table(f'turn = {turn}\nphase = "command"'))["extended"] is extended


@pytest.mark.rule("3.3b", "3.3c")
def test_units_hold_their_hexes_whatever_is_said_of_control_and_supply_units_do_not() -> None:
    match = table('turn = 2\nphase = "command"\ngerman = ["1439", "1440", "1441"]\n'
                  '[units]\nfr-3-army = "1439"\nfr-log-1ag = "1440"')
    assert told(match)["german"] == ["1440", "1441"]
    assert inside(again(match))[1].control == inside(match)[1].control


@pytest.mark.rule("5.4d", "4.1a", "4.1c")
def test_after_a_refit_the_markers_in_the_bins_are_drawn() -> None:
    head = 'turn = 2\nphase = "refit"\nrp = { german = 1 }\ndice = ["hgb"]\n'
    unit = '[units]\nde-19-corps = { hex = "1938", steps = 1 }'
    match = table(head + unit)
    found = told(match)
    assert found["bins"] == {"german": ["hga", "hgb", "hgc", "pgk"],
                             "allied": ["1ag", "2ag", "3ag", "belgium", "netherlands"]}
    assert not {"side", "marker", "segment"} & set(found)
    do(match, "done")
    assert (match.view(None)["phase"], match.view(None)["marker"]) == ("operations", "hgb")
    named = table(f'{head}bins = {{ german = ["hgb", "rommel"], allied = [] }}\n{unit}')
    assert named.view("german")["loaded"]["german"] == ["rommel"]


@pytest.mark.rule("21.1i", "21.2e", "21.1j")
def test_a_side_whose_plan_is_not_named_has_kept_that_of_history() -> None:
    match = table('turn = 1\nphase = "command"\nplans = { german = "okh" }')
    assert match.legal("allied") == ["load none", "load plan-d"]
    do(match, "load none")
    assert "select okh" in legal(match)
