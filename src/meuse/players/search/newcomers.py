"""Plans that are held for a whole game: each was tried against the staff, and a level draws one by what it made there.

A plan that is left again at the next activation hardly matters; one that is held all along makes a weaker player who
still carries out whole plans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from random import Random

import msgspec

from meuse.players.search.offer import Held, Script

EVEN = 0.5
"""What the staff makes against itself."""
COLD, HOT = 1e-3, 10.0
"""Between these the choice goes from the best plan alone to any of them."""


class Tried(msgspec.Struct, frozen=True):
    """What a plan made against the staff; a draw is half a point."""

    points: float
    games: int

    @property
    def share(self) -> float:
        return self.points / max(1, self.games)


class Trials(msgspec.Struct, frozen=True):
    """The plans of a scenario by side and name, and where the figures come from."""

    command: str
    seeds: str
    sides: dict[str, dict[str, Tried]]


def read_trials(path: Path) -> Trials | None:
    """The trials of a scenario; None where there were none."""
    return msgspec.json.decode(path.read_bytes(), type=Trials) if path.exists() else None


def held(plans: Mapping[str, msgspec.Struct], tried: Mapping[str, Tried]) -> list[Held]:
    """Those of a side's plans that have been tried."""
    return [Held(Script(name, plan), tried[name].share) for name, plan in plans.items() if name in tried]


def can_make(plans: Sequence[Held], share: float) -> bool:
    """Whether who draws among the plans comes nearer to that share than to half the points, which the staff makes.

    By lot at worst: a bad plan is never sought.
    """
    return bool(plans) and sum(plan.share for plan in plans) / len(plans) < (share + EVEN) / 2


def draw(plans: Sequence[Held], share: float, rng: Random) -> Script:
    """One of the plans, the better the likelier, so that in the mean this share of the points is made."""
    return rng.choices([plan.script for plan in plans], chances([plan.share for plan in plans], share))[0]


def chances(shares: Sequence[float], wanted: float) -> list[float]:
    """How likely each plan is: by softmax, with the heat at which the mean is what is wanted, or next to it."""
    cold, hot = COLD, HOT
    for _ in range(50):
        heat = (cold + hot) / 2
        mean = sum(c * s for c, s in zip(_softmax(shares, heat), shares, strict=True))
        cold, hot = (heat, hot) if mean > wanted else (cold, heat)
    return _softmax(shares, hot)


def _softmax(shares: Sequence[float], heat: float) -> list[float]:
    weights = [exp((share - max(shares)) / heat) for share in shares]
    return [weight / sum(weights) for weight in weights]
