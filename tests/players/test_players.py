"""Computer players: always legal, repeatable, and the staff knows what it is about."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from meuse.players import make_player, players_of


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


def test_the_staff_plays_under_every_option() -> None:
    switched = {o.name: o.values[-1] for o in meuse.game_class("sedan").switches}
    assert play("race-to-the-meuse", "staff", "staff", 3, switched).outcome is not None


def test_the_staff_sees_a_copy_and_leaves_the_match_alone() -> None:
    m = meuse.new("sedan", seed=1)
    before = m.save()
    side = m.actors[0]
    make_player("staff", m.game, side, Random(1)).choose(m.game.determinize(m.position, side, Random(1)))
    assert m.save() == before
