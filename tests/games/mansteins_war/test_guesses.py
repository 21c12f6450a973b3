"""Secrets: what a side cannot see it can only guess, and every guess could be true."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.hexes import bits
from meuse.engine.match import Match
from tests.games.mansteins_war.table import inside, sit_out, table

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
    loads = {frozenset(), *(frozenset([m]) for m in ("guderian", "hoth", "rommel", "luftwaffe"))}
    assert guessed(match, "allied") == loads


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
        assert (q.gone >> g.evac & 1) != (q.special[1] >> g.evac & 1)


@pytest.mark.rule("28.3a", "6.0f")
def test_when_reinforcements_come_is_guessed_by_option_only() -> None:
    text = 'turn = 2\nphase = "command"\nreinforcements = "later"\noptions = {{ variable-reinforcements = "{0}" }}'
    for option, several in (("on", True), ("off", False)):
        match = table(text.format(option))
        g, p = inside(match)
        dues = {g.determinize(p, "german", Random(seed)).due for seed in range(20)}
        assert (len(dues) > 1) is several
        assert "fr-10-army" not in match.view("german")["units"]


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
