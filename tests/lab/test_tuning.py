"""Plans by lot for whole games: what pays is told apart, and what cannot be tuned is refused."""

from __future__ import annotations

import json
from random import Random

import pytest

import meuse
from meuse.cli import main
from meuse.engine.contract import BadInput
from meuse.lab.tuning import Drawn, Lot, effects, play_lots
from meuse.players.search import offer_for

SHORT = ("mansteins-war", "fall-rot")


def lot(plan: str = "") -> Lot:
    return Lot.of(meuse.make_game(*SHORT), "german", plan)


def test_a_lot_keeps_half_of_a_plan_and_draws_the_rest_from_what_may_be_tried() -> None:
    drawn = [lot().draw(seed) for seed in range(400)]
    assert all(plan[name] in lot().ranges[name] for plan in drawn for name in plan)
    usual = sum(plan["daring"] == 0.0 for plan in drawn) / 400
    assert 0.5 < usual < 0.7, "half, and one of five values of the other half"
    assert lot().draw(7) == lot().draw(7) != lot().draw(8)


def test_a_plan_that_is_given_is_what_the_lot_starts_from() -> None:
    given = lot("daring=0.2,pursue=false")
    assert given.base["daring"] == 0.2
    assert ("daring", 0.2) not in given.values()
    assert ("daring", 0.0) in given.values()
    assert all(given.draw(seed)["pursue"] is False for seed in range(20)), "what has no values to try stays"


def test_what_pays_is_told_from_what_only_comes_along() -> None:
    """Points come from `thrift` alone; `press` is drawn as often with it as without."""
    games, noise = [], Random(1)
    for seed in range(600):
        plan = lot().draw(seed)
        worth = 0.3 if plan["thrift"] == 0.5 else 0.0
        won, lead = float(noise.random() < 0.4 + worth), 100 * worth + noise.gauss(0, 5)
        games.append(Drawn(seed, plan, won, lead))
    found = {(effect.name, effect.value): effect for effect in effects(lot(), games)}
    told = found["thrift", "0.5"]
    assert told.points == pytest.approx(0.3, abs=3 * told.points_error)
    assert told.lead == pytest.approx(30.0, abs=3 * told.lead_error)
    assert told.points > 3 * told.points_error
    others = [effect for key, effect in found.items() if key != ("thrift", "0.5")]
    assert all(abs(effect.lead) < 4 * effect.lead_error for effect in others)


def test_games_are_played_against_the_staff_and_again_alike() -> None:
    first, again = (list(play_lots(lot(), seed=5, games=2)) for _ in range(2))
    assert first == again
    assert [game.plan for game in first] == [lot().draw(5), lot().draw(6)]
    assert all(game.error == "" and game.points in (0.0, 0.5, 1.0) for game in first)


def test_another_opponent_than_the_staff_may_be_named() -> None:
    against = Lot.of(meuse.make_game(*SHORT), "german", against="random")
    met = list(play_lots(against, seed=5, games=3))
    assert [game.plan for game in met] == [lot().draw(seed) for seed in (5, 6, 7)]
    assert [game.points for game in met] == [1.0] * 3, "chance does not hold the Weygand Line"
    assert [game.lead for game in met] != [game.lead for game in play_lots(lot(), seed=5, games=3)]


def test_the_command_tells_every_value(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "tune", SHORT[0], "german", "--scenario", SHORT[1], "--games", "26", "--seed", "3", "--jobs", "2"]
    assert main(words) == 0
    assert "german: " in (out := capsys.readouterr().out)
    assert all(f"{name}={value}" in out for name, value in lot().values())
    assert main([*words, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["effects"]) == len(lot().values())


@pytest.mark.parametrize(("words", "reason"), [
    (["mansteins-war", "dutch"], "nothing can be tuned for 'dutch'; for german, allied it can"),
    (["mansteins-war", "german", "--plan", "courage=1"], "unknown parameter 'courage'"),
    (["mansteins-war", "german", "--scenario", "fall-rot", "--games", "3"], "3 are too few"),
    (["mansteins-war", "german", "--against", "gamelin"], "gamelin"),
])
def test_what_cannot_be_tuned_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune", *words]) != 0
    assert reason in capsys.readouterr().err


def test_a_staff_may_offer_nothing_to_tune(monkeypatch: pytest.MonkeyPatch) -> None:
    game = meuse.make_game("ghost-division", "to-the-meuse")
    monkeypatch.setattr(type(offer_for(game)), "ranges", {})
    with pytest.raises(BadInput, match="for nobody it can"):
        Lot.of(game, "german")


def test_a_solitaire_game_is_tuned_by_its_points() -> None:
    lot = Lot.of(meuse.make_game("ghost-division", "to-the-meuse"), "german", "spear=4")
    assert lot.base["spear"] == 4
    game = next(iter(play_lots(lot, 3, 1)))
    assert not game.error
    assert game.lead > 0
