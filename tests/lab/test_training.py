"""Training: games of plans tried out, and features that are those declared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.games import GAMES
from meuse.lab.training import Sample, fit, judge, sample
from meuse.players.search import offer_for, offer_of
from meuse.players.search.value import Model

OFFERED = [(name, scenario) for name in GAMES if offer_of(name) for scenario in meuse.game_class(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), OFFERED)
def test_what_a_staff_offers_is_whole(name: str, scenario: str) -> None:
    """At the opening: features as declared, a value that the sides share, scripts with names of their own."""
    game = meuse.make_game(name, scenario)
    offer: Any = offer_for(game)
    p = meuse.new(name, scenario=scenario, seed=1).position
    assert len(offer.measure(p)) == len(offer.features)
    values = [offer.value(p, side) for side in game.sides]
    assert all(0 <= v <= 1 for v in values)
    assert len(game.sides) == 1 or sum(values) == pytest.approx(1)
    for side in game.sides:
        names = [script.name for script in offer.scripts(p, side)]
        assert len(set(names)) == len(names) >= 1
        assert len(names) > 1 or not offer.weight(p), "an occasion without a choice deserves no thought"
        assert all(isinstance(script.plan, offer.Plan) for script in offer.scripts(p, side))


@pytest.mark.parametrize(("name", "scenario"), OFFERED)
def test_the_file_of_a_value_fits_its_staff(name: str, scenario: str) -> None:
    offer: Any = offer_for(meuse.make_game(name, scenario))
    if not offer.path.exists():
        assert (offer.model is None) == (scenario not in offer.like)
        return
    model = msgspec.json.decode(offer.path.read_bytes(), type=Model)
    assert model.features == offer.features
    assert model.command.startswith(f"meuse lab train {name} --scenario {scenario}")
    assert model.scores["by stage"]
    assert all(len(w.slopes) == len(offer.features) for w in model.stages.values())


def test_a_scenario_without_weights_of_its_own_is_judged_as_the_one_that_it_is_like() -> None:
    campaign: Any = offer_for(meuse.make_game("blitzkrieg", "campaign"))
    free: Any = offer_for(meuse.make_game("blitzkrieg", "campaign-free"))
    assert not free.path.exists()
    assert free.model is not None
    assert free.model == campaign.model
    assert free.path != campaign.path, "what is learned of its own games goes to a file of its own"


def test_a_game_of_triers_depends_on_its_seed() -> None:
    game = meuse.make_game("ghost-division")
    first, again = sample(game, 5), sample(game, 5)
    assert first == again
    assert [stage for stage, *_ in first.rows] == [2, 3, 4, 5, 6], "where each turn but the last has ended"
    assert 0 <= first.target <= 1.5


class Coin:
    """A game whose only feature is what chance has given so far."""

    kind, features, signs, ridge = "share", ("heads",), (), 30.0
    path = Path("nowhere")


def test_a_stage_with_few_positions_shares_the_weights_before_it_and_others_are_judged() -> None:
    coin: Any = Coin()
    rows = [[(stage, 0.0, [float(n % 7)]) for stage in (1, 2)][: 1 + (n < 20)] for n in range(400)]
    samples = [Sample(n, row, n % 7 / 7) for n, row in enumerate(rows)]
    model = fit(coin, samples)
    assert model.stages["2"] == model.stages["1"]
    assert model.value(1, 0.0, [3.5]) == model.value(0, 0.0, [3.5]) == pytest.approx(0.5, abs=0.03)
    scores = judge(model, samples)
    assert scores["1"]["positions"] == 80
    assert scores["1"]["brier"] < 0.2 * scores["1"]["constant"] < 0.2 * scores["1"]["estimate"]
