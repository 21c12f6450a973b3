"""Secrets: what a side cannot see it can only guess, and every guess could be true."""

from __future__ import annotations

import tomllib
from random import Random

import pytest

from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.games.mansteins_war.position import AVAILABLE
from tests.games.mansteins_war.table import game, inside, opening, sit_out, table

LEADERS = ("guderian", "hoth", "rommel", "luftwaffe")
WEEK_2 = 'phase = "command"\nturn = 2\n[plans]\ngerman = "manstein"\nallied = "plan-e"\n'


def guessed(match: Match, side: str, seeds: int = 60) -> set[frozenset[str]]:
    """What the enemy may have loaded besides his compulsory markers, as guesses have it."""
    g, p = inside(match)
    enemy = 1 - g.sides.index(side)
    found = set()
    for seed in range(seeds):
        q = g.determinize(p, side, Random(seed))
        assert g.view(q, side) == g.view(p, side)
        found.add(frozenset(g.markers[m].id for m in bits(max(0, q.special[enemy]))))
    return found


@pytest.mark.rule("5.0a")
def test_the_allies_guess_what_the_germans_have_loaded() -> None:
    match = table(WEEK_2)
    match.apply("german", "load hoth")
    match.apply("allied", "load none")
    assert guessed(match, "allied") == {frozenset(), *(frozenset([m]) for m in LEADERS)}


@pytest.mark.rule("5.0a", "21.1i")
def test_the_germans_guess_the_allied_plan_until_it_is_played() -> None:
    match = table(WEEK_2)
    match.apply("german", "load none")
    match.apply("allied", "load plan-e")
    loads = {frozenset(), *(frozenset([m]) for m in ("plan-d", "plan-e", "plan-r", "de-gaulle"))}
    assert guessed(match, "german") == loads
    played = table('turn = 2\ninitiative = "allied"\ndice = ["plan-e"]\nplans = { allied = "plan-e" }\n'
                   'bins = { german = [], allied = ["plan-e", "2ag"] }')
    assert guessed(played, "german") == {frozenset(["plan-e"])}
    g, p = inside(played)
    assert g.determinize(p, "german", Random(1)).plans == p.plans


@pytest.mark.rule("5.4c")
def test_a_bin_that_was_seen_empty_holds_nothing() -> None:
    match = table('turn = 2\nplans = { allied = "plan-e" }\n'
                  'bins = { german = ["hga", "hgb", "hgc"], allied = ["1ag"] }')
    assert len(guessed(match, "german")) > 1
    sit_out(match, 3)
    assert guessed(match, "german") == {frozenset()}


@pytest.mark.rule("5.0a", "20.2b")
def test_whether_evac_was_forgone_is_hidden_until_the_week_ends() -> None:
    match = table('phase = "command"\nturn = 3\nplans = { german = "manstein", allied = "plan-e" }\n'
                  '[units]\n"de-19-corps" = "0937"')
    match.apply("german", "load none")
    match.apply("allied", "load plan-e")
    assert frozenset(["evac"]) in guessed(match, "german")
    g, p = inside(match)
    for seed in range(20):
        q = g.determinize(p, "german", Random(seed))
        forgone = not q.special[1] >> g.evac & 1
        assert (q.gone >> g.evac & 1, q.evac) == ((1, -3) if forgone else (0, 0))
    q = g.determinize(p, "allied", Random(1))
    assert (q.gone, q.evac) == (p.gone, -3), "the Allied player knows"


@pytest.mark.rule("5.0a", "20.2c")
def test_an_evacuation_that_has_begun_is_no_secret() -> None:
    g, p = inside(table('turn = 3\nevac = 2\ngone = ["evac"]\nplans = { allied = "plan-e" }'))
    q = g.determinize(p, "german", Random(1))
    assert (q.gone, q.evac) == (p.gone, 2)


@pytest.mark.rule("28.3a", "6.0f")
def test_when_reinforcements_come_is_guessed_by_option_only() -> None:
    text = 'turn = 2\nphase = "command"\nreinforcements = "later"\noptions = {{ variable-reinforcements = "{0}" }}'
    for option, several in (("on", True), ("off", False)):
        match = table(text.format(option))
        g, p = inside(match)
        dues = {g.determinize(p, "german", Random(seed)).due for seed in range(20)}
        assert (len(dues) > 1) is several
        assert "fr-10-army" not in match.view("german")["units"]


@pytest.mark.rule("5.0a")
@pytest.mark.parametrize("marker", ["okh-mod", "guderian", "hga"])
def test_a_situation_with_a_special_marker_in_play_can_be_guessed_from(marker: str) -> None:
    """Whether or not the rules would let it come up in week 1."""
    commands = {"okh-mod": '["HGC"]', "guderian": "[]", "hga": '["HGA"]'}[marker]
    match = table(f'turn = 1\nside = "german"\nmarker = "{marker}"\nsegment = "combat"\ncommands = {commands}\n'
                  'plans = { german = "manstein", allied = "plan-e" }\n'
                  'units = { de-19-corps = "1441", fr-2-army = "1442" }')
    for side in ("german", "allied"):
        assert guessed(match, side, 5)
    assert match.view("allied")["plans"]["german"] == ("okh-mod" if marker == "okh-mod" else None)


def weeks(text: str, side: str, unit: str, seeds: int = 60) -> set[int]:
    """The weeks in which a piece of the enemy may come, as guesses have it."""
    g, p = inside(table(text))
    found = set()
    for seed in range(seeds):
        q = g.determinize(p, side, Random(seed))
        found.add(q.air_due[g.air_by_id[unit]] if unit in g.air_by_id else q.due[g.by_id[unit]])
    return found


SECRET = 'reinforcements = "later"\noptions = { variable-reinforcements = "on", fighter-command = "on" }\n'


@pytest.mark.rule("28.3a")
def test_a_reinforcement_still_to_come_comes_from_now_on() -> None:
    command = SECRET + 'turn = 3\nphase = "command"\n'
    assert weeks(command, "german", "fr-10-army") == {3, 4, 5, 6}
    assert weeks(command, "allied", "fr-10-army") == {4}, "its owner knows"
    assert weeks(command, "allied", "de-9-army") == {3, 4, 5, 6}
    assert weeks(SECRET + 'turn = 8\nphase = "command"\nunits = { fr-10-army = { hex = "due", due = 4 } }', "german",
                 "fr-10-army") == {8}


@pytest.mark.rule("28.3a", "13.5a")
@pytest.mark.parametrize(("text", "come"), [
    ('turn = 2\nphase = "command"\n', {1}), ('turn = 2\nbins = { german = ["hga"], allied = [] }\n', {1, 2}),
])
def test_air_units_come_in_the_refit_phase_of_their_week(text: str, come: set[int]) -> None:
    """The dice of the schedule are guessed; whose week is over lies in the display."""
    g, p = inside(table(SECRET + text))
    a = g.air_by_id["gb-air-fc"]
    twins = [g.determinize(p, "german", Random(seed)) for seed in range(60)]
    assert {q.air_due[a] for q in twins} == {1, 2, 3, 4, 5, 6}
    assert {q.air_due[a] for q in twins if q.air_at[a] == AVAILABLE} == come
    assert {g.determinize(p, "allied", Random(seed)).air_due[a] for seed in range(9)} == {3}, "its owner knows"


@pytest.mark.rule("28.3a")
def test_units_that_are_not_scheduled_stay_where_they_are() -> None:
    assert weeks(SECRET + 'turn = 3\nphase = "command"\nunits = { fr-7-army = "0941" }', "german", "fr-7-army") == {0}


@pytest.mark.rule("5.0a")
def test_before_a_side_has_loaded_there_is_nothing_to_guess() -> None:
    match = table(WEEK_2)
    match.apply("german", "load hoth")
    assert guessed(match, "german") == {frozenset()}
    g, p = inside(match)
    assert g.determinize(p, "german", Random(1)).special == p.special


@pytest.mark.rule("5.0a")
def test_what_the_enemy_has_loaded_is_guessed_before_the_own_bin_is_loaded() -> None:
    match = table(WEEK_2)
    match.apply("german", "load hoth")
    assert match.actors == ("allied",)
    assert guessed(match, "allied") == {frozenset(), *(frozenset([m]) for m in LEADERS)}


@pytest.mark.rule("5.0a", "21.2e")
def test_the_allies_know_that_the_german_plan_is_loaded_in_week_1() -> None:
    match = table('phase = "command"\nturn = 1\nplans = { german = "okh", allied = "plan-e" }')
    match.apply("allied", "load none")
    assert guessed(match, "allied") == {frozenset([plan]) for plan in ("okh", "okh-mod", "manstein")}
    g, p = inside(match)
    for seed in range(20):
        q = g.determinize(p, "allied", Random(seed))
        assert q.bins[0] == g.compulsory[0] | 1 << q.plans[0]


@pytest.mark.rule("5.0a", "21.2e")
def test_later_the_german_plan_is_guessed_by_option_only() -> None:
    text = 'phase = "command"\nturn = 2\nplans = {{ german = "okh", allied = "plan-e" }}\noptions = {{ {0} }}'
    for option, loaded in (("", False), ('german-plan = "any-week"', True)):
        match = table(text.format(option))
        match.apply("german", "load none")
        match.apply("allied", "load none")
        assert (frozenset(["okh"]) in guessed(match, "allied")) is loaded


@pytest.mark.rule("5.0a")
def test_what_has_been_drawn_was_loaded_and_the_rest_was_not() -> None:
    match = table('turn = 2\ndice = ["hoth"]\nbins = { german = ["hoth", "hga"], allied = ["1ag"] }')
    assert guessed(match, "allied") == {frozenset(["hoth"])}
    g, p = inside(match)
    q = g.determinize(p, "allied", Random(1))
    assert q.bins == p.bins


@pytest.mark.rule("5.0a", "5.4a")
def test_a_side_about_to_draw_has_something_to_draw() -> None:
    """The last regular marker is gone, and the German impulse has begun: a special one must be there."""
    g, _ = inside(table(WEEK_2))
    p = g.set_up({"game": g.name, "turn": 2, "bins": {"german": ["hoth"], "allied": ["1ag"]}})
    p.offered = (sum(1 << g.marker_by_id[m] for m in ("hoth", "rommel")), 0)
    assert p.operating == 0
    found = {g.determinize(p, "allied", Random(seed)).bins[0] for seed in range(30)}
    assert found == {1 << g.marker_by_id["hoth"], 1 << g.marker_by_id["rommel"]}


def hidden(bins: str, side: str, *offered: str, more: str = "") -> set[frozenset[str]]:
    """What guesses have in the enemy's bin where those special markers were on offer; nothing has been drawn yet."""
    situation = tomllib.loads(f"turn = 2\n{more}\nbins = {bins}")
    g = game(tuple(situation.get("options", {}).items()))
    p = g.set_up({"game": g.name, **situation})
    enemy = 1 - g.sides.index(side)
    on_offer = sum(1 << g.marker_by_id[m] for m in offered)
    p.offered = (on_offer, 0) if enemy == 0 else (0, on_offer)
    guesses = [g.determinize(p, side, Random(seed)).bins[enemy] for seed in range(40)]
    return {frozenset(g.markers[m].id for m in bits(found)) for found in guesses}


@pytest.mark.rule("5.0a", "5.4a")
def test_only_a_side_about_to_draw_must_have_something_to_draw() -> None:
    either = {frozenset(["hoth"]), frozenset(["rommel"])}
    late = 'side = "german"\nmarker = "hga"\nsegment = "movement"'
    assert hidden('{ german = ["hoth"], allied = ["1ag"] }', "allied", "hoth", "rommel", more=late) == {
        frozenset(), *either}, "its marker is drawn"
    early = 'side = "allied"\nsegment = "command"'
    assert hidden('{ german = ["hoth"], allied = ["1ag", "2ag"] }', "allied", "hoth", "rommel", more=early) >= {
        frozenset()}, "it is the other side that draws"
    regular = 'side = "german"\nsegment = "command"'
    assert frozenset(["hga"]) in hidden('{ german = ["hga", "hoth"], allied = [] }', "allied", "hoth", more=regular)


@pytest.mark.rule("5.0a", "5.2d")
def test_a_side_about_to_draw_once_more_has_loaded_two() -> None:
    """Hoth has been played, no regular marker is left, and the German impulse has begun."""
    more = ('side = "german"\nsegment = "command"\nplayed = ["hoth"]\ngone = ["hoth"]\n'
            'options = { german-specials = "luftwaffe-besides" }')
    found = hidden('{ german = ["luftwaffe"], allied = [] }', "allied", "hoth", "rommel", "luftwaffe", more=more)
    assert found == {frozenset(["luftwaffe"])}


@pytest.mark.rule("28.3a", "21.0a")
def test_units_to_be_set_up_and_air_units_without_a_week_are_not_guessed() -> None:
    g, p = inside(opening(variable_reinforcements="on"))
    twins = [g.determinize(p, "german", Random(seed)) for seed in range(9)]
    assert {q.due[g.by_id["fr-7-army"]] for q in twins} == {0}
    assert {q.air_due[g.air_by_id["gb-air-baff"]] for q in twins} == {0}
    flown = SECRET + 'turn = 2\nphase = "command"\nair = { gb-air-fc = "0941" }'
    assert weeks(flown, "german", "gb-air-fc", 9) == {3}, "it has been seen"


@pytest.mark.rule("5.0a", "21.1i")
def test_a_plan_that_is_out_of_the_game_unplayed_is_not_guessed_as_loaded() -> None:
    match = table('turn = 2\ndice = ["hga"]\nplans = { allied = "plan-e" }\ngone = ["plan-d", "plan-r"]\n'
                  'bins = { german = ["hga"], allied = ["1ag"] }')
    g, p = inside(match)
    assert {g.determinize(p, "german", Random(seed)).plans[1] for seed in range(20)} == {g.marker_by_id["plan-e"]}


@pytest.mark.rule("5.0a")
def test_a_guess_leaves_the_guessers_own_secrets_and_the_true_position_alone() -> None:
    match = table(WEEK_2)
    match.apply("german", "load hoth")
    match.apply("allied", "load plan-e")
    g, p = inside(match)
    before = g.save(p)
    for seed in range(10):
        q = g.determinize(p, "german", Random(seed))
        assert (q.plans[0], q.special[0], q.bins[0]) == (p.plans[0], p.special[0], p.bins[0])
    assert g.save(p) == before


@pytest.mark.rule("28.3a")
def test_a_unit_that_has_come_is_guessed_no_more() -> None:
    text = SECRET + 'turn = 3\nphase = "command"\nunits = { fr-6-army = { hex = "0941", due = 2 } }'
    assert weeks(text, "german", "fr-6-army") == {2}


@pytest.mark.rule("21.1i", "21.2e")
def test_before_plans_are_kept_there_is_none_to_guess() -> None:
    g, p = inside(opening())
    assert g.determinize(p, "german", Random(1)).plans == (-1, -1)


@pytest.mark.rule("5.0a", "5.2e")
def test_a_plan_that_was_played_in_an_earlier_week_is_not_loaded_again() -> None:
    match = table('phase = "command"\nturn = 3\nplans = { german = "okh", allied = "plan-e" }\ngone = ["plan-e"]')
    match.apply("german", "load none")
    match.apply("allied", "load none")
    assert guessed(match, "german") == {frozenset(), frozenset(["de-gaulle"])}


@pytest.mark.rule("5.0a", "4.1i")
def test_when_the_week_is_over_there_is_nothing_to_guess_in_the_bins() -> None:
    match = table('phase = "return"\nturn = 6')
    assert match.legal("german") == ["extend", "finish"]
    g, p = inside(match)
    for side in g.sides:
        q = g.determinize(p, side, Random(1))
        assert (q.bins, q.special) == ((0, 0), (-1, -1))
