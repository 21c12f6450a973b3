"""Ghost Division: silly strategies do not make up for play. The figures of longer series are in docs/balance.md."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.contract import CHANCE
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.victory import WINS
from meuse.players.search.simulate import roll
from meuse.players.staff.ghost_division import GhostStaff
from meuse.players.staff.ghost_division.officer import WAYS_ON
from meuse.players.staff.ghost_division.plans import GhostPlan

GAME = GhostDivision("campaign")
SEEDS = range(6)
SILLY = {
    "rush": GhostPlan(
        push=99.0, follow=99.0, follow_turns=6, last_points=0, thrift=0.0, dare=2.0, spear=0, leave_at=0.0,
        sorties=99, strikes=999.0, toward="Abbeville", hold=99.0,
    ),
    "never attack": GhostPlan(dare=2.0, leave_at=1.1, sorties=99, strikes=999.0),
    "air grounded": GhostPlan(sorties=99, strikes=999.0, recon=0),
    "buy nothing": GhostPlan(keep=99, plenty=99),
    "run away": GhostPlan(dare=2.0, leave_at=1.1),
}


def played(plan: GhostPlan | None, seed: int) -> GhostPosition:
    """The end of a game; without a plan nobody ever moves."""
    p, dice = GAME.start(), Random(seed)
    staff = GhostStaff(GAME, "german", Random(seed), plan)
    while actors := GAME.actors(p):
        if actors[0] == CHANCE:
            roll(GAME, p, dice)
        elif plan is None:
            legal = GAME.legal(p, "german")
            GAME.apply(p, "german", next((a for a in WAYS_ON if a in legal), legal[0]))
        else:
            GAME.apply(p, "german", staff.choose(p))
    return p


def points(plan: GhostPlan | None) -> float:
    """The mean over the seeds."""
    outcomes = [GAME.outcome(played(plan, seed)) for seed in SEEDS]
    return sum(outcome.points["german"] for outcome in outcomes if outcome is not None) / len(outcomes)


def test_sitting_still_never_wins() -> None:
    for seed in SEEDS:
        outcome = GAME.outcome(played(None, seed))
        assert outcome is not None
        assert outcome.level not in WINS


@pytest.fixture(scope="module")
def staff_points() -> float:
    return points(GhostPlan())


@pytest.mark.parametrize("name", SILLY)
def test_silly_strategies_have_fewer_points_than_the_staff(name: str, staff_points: float) -> None:
    assert points(SILLY[name]) < staff_points
