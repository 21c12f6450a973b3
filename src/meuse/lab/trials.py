"""Plans held for a whole game, each tried against the staff: what the novice draws its plan by."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meuse.engine.contract import BadInput
from meuse.lab.selfplay import Played, Setup, play, score
from meuse.players.names import write_player
from meuse.players.search.newcomers import Tried
from meuse.players.search.value import Learned

STAFF = "staff"


def try_plans(
    offer: Learned, setup: Setup, seed: int, games: int, against: str = STAFF
) -> Iterator[tuple[str, str, Tried]]:
    """Each plan of each side on the same seeds: its side, its name and its points against the staff, or another player.

    Of a solitaire game a point is for more victory points than that player makes of the same seed.
    """
    sides = offer.game.sides
    usual = [_played(setup, (against,), seed + n) for n in range(games)] if len(sides) == 1 else []
    for side in sides:
        for name, plan in offer.plans(side).items():
            mind = write_player(STAFF, _changes(offer, plan))
            seats = tuple(mind if s == side else against for s in sides)
            points = sum(_points(_played(setup, seats, seed + n), side, usual[n:n + 1]) for n in range(games))
            yield side, name, Tried(points, games)


def _changes(offer: Learned, plan: msgspec.Struct) -> dict[str, object]:
    """What a plan does otherwise than the staff's own."""
    own = msgspec.structs.asdict(offer.Plan())
    return {name: value for name, value in msgspec.structs.asdict(plan).items() if value != own[name]}


def _played(setup: Setup, seats: tuple[str, ...], seed: int) -> Played:
    found = play(msgspec.structs.replace(setup, players=seats), seed)
    if found.outcome is None:
        raise BadInput(f"seed {seed}: {found.error}")
    return found


def _points(played: Played, side: str, usual: list[Played]) -> float:
    outcome = played.outcome
    assert outcome is not None, "a game that was played has an outcome"
    if not usual:
        return score(outcome, side)
    theirs = usual[0].outcome
    assert theirs is not None, "a game that was played has an outcome"
    lead = outcome.points[side] - theirs.points[side]
    return 0.5 if not lead else float(lead > 0)
