"""The two smaller scenarios, which are ours: Sickle Cut and Fall Rot."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import EVACUATED, SURRENDERED
from meuse.games.mansteins_war.rules import stacking, supply, victory
from meuse.lab.bench import random_step

OURS = ("sickle-cut", "fall-rot")


@cache
def scenario(name: str, *options: str) -> MansteinsWar:
    return MansteinsWar(name, dict.fromkeys(options, "on"))


def at_the_end(name: str, german: str = "", turn: int = 0) -> Match:
    """The Inter-Phase of the last week."""
    game = scenario(name)
    plain = {"game": game.name, "scenario": name, "phase": "inter-phase", "turn": turn or game.terms.last_turn}
    return Match(game, seed=1, situation={**plain, "german": german.split()})


@pytest.mark.parametrize("name", OURS)
def test_everybody_stands_within_the_rules(name: str) -> None:
    game = scenario(name)
    p = game.start()
    for hex, units in p.stacks.items():
        assert stacking.refuse_stack(game, p, units, hex) is None, game.hex_name(hex)
        for u in units:
            assert game.enterable[u] >> hex & 1 or game.counters[u].static, game.ids[u]
    absent = [c.id for c in game.counters if p.at[c.index] == -6]
    assert all(game.counters[game.by_id[id]].entry.variant for id in absent), absent


def test_everybody_is_in_supply_in_june() -> None:
    game = scenario("fall-rot")
    p = game.start()
    assert [id for u, id in enumerate(game.ids) if not supply.supported(game, p, u, "move")] == []


def test_sickle_cut_begins_with_the_bins_of_week_1() -> None:
    match = Match(scenario("sickle-cut"), seed=1)
    assert match.view(None)["turn"] == 1
    assert match.actors == ("allied",), "the Germans must load the plan that they have kept (21.2e)"
    assert match.legal("allied") == ["load none", "load plan-d"]


def test_sickle_cut_stands_as_in_history() -> None:
    game = scenario("sickle-cut")
    p = game.start()
    assert {id: game.hex_name(p.at[game.by_id[id]]) for id in game.deployment.units} == game.deployment.units


def test_fall_rot_begins_in_week_5_after_dunkirk() -> None:
    match = Match(scenario("fall-rot"), seed=1)
    view = match.view(None)
    assert (view["turn"], view["capitulated"]) == (5, ["belgian", "dutch"])
    game, p = scenario("fall-rot"), scenario("fall-rot").start()
    assert p.at[game.by_id["gb-bef"]] == EVACUATED
    assert all(p.at[c.index] == SURRENDERED for c in game.counters if c.nation in ("belgian", "dutch"))
    assert set(match.actors) == set(SIDES)
    assert match.legal("german") == ["load hoth", "load luftwaffe", "load none", "load rommel"]
    assert match.legal("allied") == ["load de-gaulle", "load none"]


@pytest.mark.rule("4.1k", "3.4g")
@pytest.mark.parametrize("name", OURS)
def test_the_game_ends_with_its_last_week(name: str) -> None:
    last = at_the_end(name)
    assert last.outcome is not None, "and nobody is asked to extend it"
    before = at_the_end(name, turn=scenario(name).terms.last_turn - 1)
    assert before.outcome is None
    assert before.view(None)["turn"] == scenario(name).terms.last_turn


@pytest.mark.rule("3.6b")
@pytest.mark.parametrize("name", OURS)
def test_levels_at_their_thresholds(name: str) -> None:
    game = scenario(name)
    levels = game.terms.levels
    for level, lower in pairwise(levels):
        words = [f"{x.winner.capitalize()} {x.level} victory" if x.winner else "A draw" for x in (level, lower)]
        assert [victory.level_of(game, balance) for balance in (level.least, level.least - 1)] == words


@pytest.mark.parametrize(("name", "hexes", "winner", "level"), [
    ("sickle-cut", "", "allied", "strategic"),
    ("sickle-cut", "0941 1333 1335", "german", "operational"),
    ("fall-rot", "0941 1333 1335", "allied", "strategic"),
])
def test_the_same_points_mean_other_levels(name: str, hexes: str, winner: str, level: str) -> None:
    outcome = at_the_end(name, hexes).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (winner, level)


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(name: str, seed: int) -> None:
    game, rng = scenario(name), Random(seed)
    p = game.start()
    while game.actors(p):
        random_step(game, p, rng)
    assert p.outcome is not None
    assert p.turn <= game.terms.last_turn


@pytest.mark.parametrize("name", OURS)
def test_the_start_is_written_and_read_again(name: str) -> None:
    game = scenario(name)
    p = game.start()
    assert game.save(game.set_up(game.whole_situation(p))) == game.save(p)


@pytest.mark.parametrize("name", OURS)
def test_options_that_mean_nothing_here_have_no_effect(name: str) -> None:
    game = scenario(name, *scenario(name).terms.barred)
    assert game.played == frozenset()
    assert game.save(game.start()) == scenario(name).save(scenario(name).start())


@pytest.mark.parametrize("name", OURS)
def test_no_guess_finds_a_plan_that_is_out_of_the_game(name: str) -> None:
    game, rng = scenario(name), Random(1)
    p = game.start()
    for side, enemy in (("german", 1), ("allied", 0)):
        assert {game.determinize(p, side, rng).plans[enemy] for _ in range(20)} == {p.plans[enemy]}


@pytest.mark.parametrize("name", MansteinsWar.scenarios)
def test_the_briefing_tells_the_levels_of_the_charts(name: str) -> None:
    game = scenario(name)
    least = {(level.winner, level.level): level.least for level in game.terms.levels}
    told = {side: [int(n) for n in re.findall(r"(?:by|to|below|,) (\d+)", game.briefings()[name].sides[side].wins)]
            for side in game.sides}
    assert told["german"] == [least["german", word] for word in ("marginal", "operational", "strategic")]
    assert told["allied"] == [least["german", "marginal"], least["", "draw"]]
