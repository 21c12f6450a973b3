"""Games played ahead by the rules: a script against what an enemy may do, in worlds that may be the true one."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE
from meuse.engine.dice import pick
from meuse.engine.match import AnyGame
from meuse.players.search.offer import Offer, Officer, Script

MOST_DECISIONS = 20_000
"""A simulation that is not over by then is taken as it stands."""


class Course(msgspec.Struct, frozen=True):
    """How a simulation went: the value for the side where the horizon was reached, and what the side did."""

    value: float
    deeds: int
    """Equal where the side decided alike all along."""


class Run(msgspec.Struct):
    """A simulation under way."""

    position: Any
    officers: dict[str, Officer]
    until: Hashable
    """The horizon as it was at the start: the simulation ends where it differs."""
    occasion: Hashable
    """What the side is about; where it looks farther, the staff's own plan takes over at the next thing."""
    deeds: int = 0
    thrown: dict[Hashable, int] = {}
    """How many dice have fallen about each matter."""


class Ahead:
    """A script played ahead again and again.

    Up to its first die it goes the same way in worlds that are alike: that part is played once and kept.
    """

    def __init__(
        self, game: AnyGame, offer: Offer, side: str, script: Script | None, farther: bool = False
    ) -> None:
        self.game, self.offer, self.side, self.script = game, offer, side, script
        self.farther = farther
        self.kept: list[tuple[dict[str, Any], Run]] = []
        """Worlds, and how far each goes without dice."""

    def horizon(self, p: Any) -> Hashable:
        return self.offer.farther(p) if self.farther else self.offer.until(p, self.side)

    def play(self, world: Any, luck: str) -> Course:
        """One game played ahead to the horizon; `world` is used up."""
        run = self.end(world, luck)
        return Course(self.offer.value(run.position, self.side), run.deeds)

    def end(self, world: Any, luck: str) -> Run:
        """Where one game comes to; equal luck means equal dice as long as the same things happen."""
        run = self._begun(world, luck)
        self._go(run, luck, Random(f"{luck} dice"))
        return run

    def _begun(self, world: Any, luck: str) -> Run:
        """A simulation that has come to its first die."""
        start = self.game.save(world)
        run = next((run for known, run in self.kept if known == start), None)
        if run is None:
            officers = {s: self._officer(world, s, luck) for s in self.game.sides}
            run = Run(world, officers, self.horizon(world), self.offer.occasion(world, self.side))
            self._go(run, luck, None)
            self.kept.append((start, run))
        again = {s: self.offer.again(officer, Random(f"{luck} {s}")) for s, officer in run.officers.items()}
        if None in again.values():
            self.kept.clear()
            return run
        return Run(run.position.copy(), again, run.until, run.occasion, run.deeds)  # type: ignore[arg-type]

    def _officer(self, p: Any, side: str, luck: str) -> Officer:
        script = self.script if side == self.side else self.enemy(p, side)
        return self.offer.officer(side, Random(f"{luck} {side}"), script)

    def enemy(self, p: Any, side: str) -> Script | None:
        """What the other side is reckoned to do, by the offer."""
        return self.offer.enemy(p, side)

    def _go(self, run: Run, luck: str, dice: Random | None) -> None:
        """On to the horizon; without dice until some are needed."""
        game, p = self.game, run.position
        for _ in range(MOST_DECISIONS):
            actors = game.actors(p)
            if not actors or self.horizon(p) != run.until:
                return
            if actors[0] == CHANCE:
                if dice is None:
                    return
                roll(game, p, self._dice(run, luck, dice))
                continue
            if self.farther and actors[0] == self.side:
                self._relieve(run, luck)
            action = run.officers[actors[0]].choose(p)
            game.apply(p, actors[0], action)
            if actors[0] == self.side:
                run.deeds = hash((run.deeds, action))

    def _dice(self, run: Run, luck: str, dice: Random) -> Random:
        """Where the staff says what a die is about, those about one thing fall alike whatever else is done."""
        matter = self.offer.matter(run.position)
        if matter is None:
            return dice
        count = run.thrown[matter] = run.thrown.get(matter, 0) + 1
        return Random(f"{luck} {matter} {count}")

    def _relieve(self, run: Run, luck: str) -> None:
        """A script that is proved is for what is at hand: at the next thing the staff's own plan takes over."""
        occasion = self.offer.occasion(run.position, self.side)
        if occasion is None or occasion == run.occasion:
            return
        own = self.offer.scripts(run.position, self.side, self.script)[0]
        run.occasion, run.officers[self.side] = occasion, self.offer.officer(self.side, Random(f"{luck} own"), own)


def roll(game: AnyGame, p: Any, dice: Random) -> None:
    """Let chance act."""
    outcomes = game.outcomes(p)
    game.apply(p, CHANCE, pick(outcomes, dice.randrange(sum(weight for _, weight in outcomes))))
