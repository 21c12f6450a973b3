"""Computer players: always legal, repeatable, and the staff knows what it is about."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from meuse.players import make_player, players_of
from meuse.players.levels import LEVELS, Learner


def play(scenario: str, german: str, french: str, seed: int, options: dict[str, str] | None = None) -> meuse.Match:
    m = meuse.new("sedan", scenario=scenario, options=options, seed=seed)
    minds = {
        side: make_player(name, m.game, side, Random(f"{seed} {side}"))
        for side, name in zip(m.game.sides, (german, french), strict=True)
    }
    while m.actors:
        side = m.actors[0]
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, Random(0))))
    return m


def test_an_unknown_player_is_refused_by_name() -> None:
    game = meuse.make_game("sedan")
    with pytest.raises(meuse.BadInput, match="unknown player 'gamelin'; known: random, staff, search"):
        make_player("gamelin", game, "french", Random(1))


@pytest.mark.parametrize("name", sorted(players_of("sedan")))
def test_a_player_with_the_same_seed_plays_the_same_game(name: str) -> None:
    first, second = (play("race-to-the-meuse", name, name, 7) for _ in range(2))
    assert first.record == second.record


@pytest.mark.parametrize("seed", [12, 13])
@pytest.mark.parametrize(("german", "french", "winner"), [("staff", "random", "german"), ("random", "staff", "french")])
@pytest.mark.parametrize("scenario", ["race-to-the-meuse", "encirclement"])
def test_the_staff_beats_random(scenario: str, german: str, french: str, winner: str, seed: int) -> None:
    outcome = play(scenario, german, french, seed).outcome
    assert outcome is not None
    assert outcome.winner == winner


def opening(german: str, decisions: int = 400) -> list[str]:
    """What a player decides at the beginning of a game against the staff."""
    m = meuse.new("sedan", seed=4)
    minds = {side: make_player(name, m.game, side, Random(side)) for side, name in
             zip(m.game.sides, (german, "staff"), strict=True)}
    chosen = []
    while m.actors and len(chosen) < decisions:
        side = m.actors[0]
        chosen.append(minds[side].choose(m.game.determinize(m.position, side, Random(0))))
        m.apply(side, chosen[-1])
    return chosen


def test_levels_differ_and_the_best_is_the_staff_itself() -> None:
    games = {level: opening(f"staff{{level={level}}}") for level in LEVELS}
    assert games["veteran"] == opening("staff")
    assert len({tuple(game) for game in games.values()}) == len(LEVELS)
    assert games["novice"] == opening("staff{level=novice}")
    with pytest.raises(meuse.BadInput, match="staff has the levels novice, regular, veteran"):
        make_player("staff{level=marshal}", meuse.make_game("sedan"), "german", Random(1))


def test_a_learner_does_what_the_mind_says_but_to_another() -> None:
    """It slips about as often as its level says, where there is something else of the kind, and never illegally."""
    g = meuse.make_game("sedan")
    m = meuse.new("sedan", seed=4)
    side = m.actors[0]
    legal = m.legal(side)
    kinds = {a.partition(" ")[0] for a in legal}

    class Fixed:
        def choose(self, position: object) -> str:
            return legal[0]

    learner = Learner(Fixed, g, side, Random(1), 0.5)
    chosen = [learner.choose(m.position) for _ in range(400)]
    assert set(chosen) <= set(legal)
    assert {a.partition(" ")[0] for a in chosen} == {legal[0].partition(" ")[0]} <= kinds
    alike = [a for a in legal if a.partition(" ")[0] == legal[0].partition(" ")[0]]
    assert (140 < sum(a != legal[0] for a in chosen) < 260) == (len(alike) > 1)


def test_the_staff_plays_under_every_option() -> None:
    switched = {o.name: o.values[-1] for o in meuse.game_class("sedan").switches}
    assert play("race-to-the-meuse", "staff", "staff", 3, switched).outcome is not None


def test_the_staff_sees_a_copy_and_leaves_the_match_alone() -> None:
    m = meuse.new("sedan", seed=1)
    before = m.save()
    side = m.actors[0]
    make_player("staff", m.game, side, Random(1)).choose(m.game.determinize(m.position, side, Random(1)))
    assert m.save() == before
