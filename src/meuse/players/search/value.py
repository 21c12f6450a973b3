"""A value learned from games: the staff's own estimate, corrected by features weighed by stage of the game.

The weights are read from a small file beside the staff; without one the estimate stands alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec

from meuse.engine.contract import BadInput, Outcome
from meuse.players.search.newcomers import Trials, held, read_trials
from meuse.players.search.offer import Held, Script
from meuse.players.search.spirit import Spirit, own_plan, read_spirit


class Weights(msgspec.Struct, frozen=True):
    """What the features of one stage are worth."""

    bias: float
    slopes: tuple[float, ...]
    trust: float = 1.0
    """How far the staff's estimate counts beside them."""

    def sum(self, estimate: float, features: Sequence[float]) -> float:
        return self.bias + self.trust * estimate + sum(w * x for w, x in zip(self.slopes, features, strict=True))


class Model(msgspec.Struct, frozen=True):
    """Weights for every stage, and where they come from."""

    kind: Literal["chance", "share"]
    """A chance to win, from the logarithm of its odds; or a share of points."""
    features: tuple[str, ...]
    stages: dict[str, Weights]
    command: str = ""
    seeds: str = ""
    scores: dict[str, Any] = {}
    """How it did on games that it was not fitted to."""

    def value(self, stage: Hashable, estimate: float, features: Sequence[float]) -> float:
        """By the weights of a stage, or of the first where nobody looked at that one: a game's opening."""
        weights = self.stages.get(str(stage)) or next(iter(self.stages.values()))
        return finish(self.kind, weights.sum(estimate, features))


def finish(kind: str, total: float) -> float:
    """A sum as a value: log odds as a chance, a share of points within its bounds."""
    return squash(total) if kind == "chance" else max(0.0, min(1.0, total))


def squash(total: float) -> float:
    """The logistic curve."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


SHADE = 0.15
"""How far the margin of an end counts beside who has won."""


class Learned(ABC):
    """The part of an offer that is learned: a staff declares stages and features, for the game's first side."""

    kind: ClassVar[Literal["chance", "share"]] = "chance"
    most: ClassVar[float] = 1.0
    """Points that count as a share of one, in a game without a winner."""
    ridge: ClassVar[float] = 30.0
    """How firmly the weights are held to nought; the more features, the firmer."""
    spread: ClassVar[float] = 0.03
    """How far plans for one occasion differ in value."""
    worlds: ClassVar[int] = 0
    """A new guess at what is hidden for each simulation."""
    features: ClassVar[tuple[str, ...]]
    signs: ClassVar[tuple[int, ...]] = ()
    """For each feature 1 if it can only be good for the first side, -1 if only bad, 0 if games must tell.

    What stands against reason in a few hundred games is chance, and a searcher would play for it.
    """
    folder: ClassVar[Path]
    """Where the files lie, one a scenario."""
    like: ClassVar[Mapping[str, str]] = {}
    """Scenarios that are judged by the weights of another as long as none were learned from their own games."""
    Plan: ClassVar[type[msgspec.Struct]]
    newcomers: Mapping[str, Mapping[str, Mapping[str, object]]] = {}
    """By side and name, what a newcomer's plan for a whole game does otherwise than the staff's own."""
    ranges: ClassVar[Mapping[str, Mapping[str, Sequence[object]]]] = {}
    """By side, parameters of the plan that may be tuned with values to try."""

    game: Any
    model: Model | None
    trials: Trials | None
    spirit: Spirit

    def weight(self, p: Any) -> float:
        """All occasions alike."""
        return 1.0

    @abstractmethod
    def horizon(self, p: Any) -> Hashable:
        """What is at hand for either side."""

    def until(self, p: Any, side: str) -> Hashable:
        """Simulations end with what is at hand."""
        return self.horizon(p)

    def farther(self, p: Any) -> Hashable | None:
        """Without more ado no plan needs proof."""
        return None

    def proves(self, p: Any) -> bool:
        """Wherever it looks farther."""
        return self.farther(p) is not None

    def blind(self, p: Any) -> bool:
        """What was learned is good for something everywhere."""
        return False

    def matter(self, p: Any) -> Hashable | None:
        """Dice fall in the order in which they are thrown."""
        return None

    @abstractmethod
    def stage(self, p: Any) -> int:
        """Positions of one stage are weighed alike."""

    @abstractmethod
    def estimate(self, p: Any) -> float:
        """What the staff makes of a position by rule of thumb: log odds to win, or a share of points."""

    @abstractmethod
    def measure(self, p: Any) -> list[float]:
        """The features of a position, in their order."""

    def load(self) -> None:
        """Read the model of this scenario, or of the one that it is like; without one the estimate stands alone."""
        other = self.like.get(self.game.scenario, self.game.scenario)
        path = self.path if self.path.exists() else self._value_of(other)
        found = msgspec.json.decode(path.read_bytes(), type=Model) if path.exists() else None
        if found is not None and found.features != self.features:
            raise BadInput(f"{path.name}: it weighs other features than the staff declares; run: {found.command}")
        self.model, self.trials = found, read_trials(self.trials_path)
        self.spirit = read_spirit(self.folder / f"spirit-{self.game.scenario}.json")

    @property
    def path(self) -> Path:
        """Where weights learned from this scenario's own games belong."""
        return self._value_of(self.game.scenario)

    def _value_of(self, scenario: str) -> Path:
        return self.folder / f"value-{scenario}.json"

    @property
    def trials_path(self) -> Path:
        return self.folder / f"plans-{self.game.scenario}.json"

    def own(self, side: str, turn: int) -> Any:
        """The plan that a searcher follows unless it finds something better."""
        return own_plan(self.spirit, self.Plan, side, turn)

    def enemy(self, p: Any, side: str) -> Script | None:
        """An enemy is taken for a staff unless a game knows better."""
        return None

    def plans(self, side: str) -> dict[str, msgspec.Struct]:
        """Plans for a whole game: the staff's own, and those of newcomers."""
        return {"as planned": self.Plan(), **{name: self.Plan(**them) for name, them in self.newcomers[side].items()}}

    def held(self, side: str) -> list[Held]:
        return held(self.plans(side), self.trials.sides[side]) if self.trials else []

    def target(self, outcome: Outcome) -> float:
        """What a game was worth to the first side."""
        side = self.game.sides[0]
        if self.kind == "share":
            return outcome.points.get(side, 0) / self.most
        return 0.5 if outcome.winner is None else float(outcome.winner == side)

    def margin(self, outcome: Outcome) -> float:
        """By how many points the first side was ahead: more telling than who won."""
        side = self.game.sides[0]
        return float(sum(n if s == side else -n for s, n in outcome.points.items()))

    def forecast(self, p: Any) -> float:
        """What the game will be worth to the first side, as far as can be told; where it is over, what it is."""
        if (outcome := self.game.outcome(p)) is not None:
            return self.target(outcome)
        if self.model is None:
            return finish(self.kind, self.estimate(p))
        return self.model.value(self.stage(p), self.estimate(p), self.measure(p))

    def ended(self, p: Any, outcome: Outcome) -> float:
        """What an end is worth to the first side."""
        if self.kind == "share":
            return self.target(outcome)
        return (1.0 - SHADE) * self.target(outcome) + SHADE * finish(self.kind, self.estimate(p))

    def value(self, p: Any, side: str) -> float:
        """The forecast for a side; of two ends that are won alike, the wider margin is a little better."""
        outcome = self.game.outcome(p)
        worth = self.forecast(p) if outcome is None else self.ended(p, outcome)
        return worth if side == self.game.sides[0] else 1.0 - worth
