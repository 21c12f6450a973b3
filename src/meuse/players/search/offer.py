"""What a game's staff offers the searcher: plans for the activation at hand, an officer who carries one out, a value.

The searcher knows a game by this and by the contract alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from meuse.engine.contract import Action


class Script(msgspec.Struct, frozen=True):
    """One way to carry out the activation at hand: the staff's parameters, under a name for people."""

    name: str
    plan: Any
    """A record of the staff's `Plan`: the same parameters that `staff{...}` takes."""
    own: Mapping[str, Any] = {}
    """Groups with a plan of their own (a division, a corps), by their names."""


def in_turn(*lists: Sequence[Script]) -> list[Script]:
    """The scripts of several lists, each the most promising first: one of each, then a second of each, and so on."""
    longest = max(map(len, lists))
    return [found[n] for n in range(longest) for found in lists if n < len(found)]


class Held(msgspec.Struct, frozen=True):
    """A script for a whole game, with the share of the points that it made against the staff when it was tried."""

    script: Script
    share: float


def apart(script: Script, group: str, other: Script) -> Script:
    """A script with another plan for one group."""
    return Script(f"{script.name}; {group}: {other.name}", script.plan, {**script.own, group: other.plan})


class Officer(Protocol):
    """Whoever decides for a side in a simulation and at the table."""

    def choose(self, position: Any) -> Action: ...


class Offer(Protocol):
    """What a staff offers for one game. It is made once and keeps nothing of one position for another."""

    Plan: type[msgspec.Struct]
    spread: float
    """How far plans for one occasion differ in what comes of them, as a standard deviation of the value."""

    worlds: int
    """So many guesses at what is hidden are looked at in turn, with other dice each time: what goes before the first
    die is then played no oftener than that for each plan. 0: a new guess for each simulation."""

    def __init__(self, game: Any) -> None: ...

    def occasion(self, p: Any, side: str) -> Hashable | None:
        """What this side is about, named so that it changes when a new plan is due: a turn with its chit or phase.

        None where there is nothing to plan, as in replies to the enemy: the last plan goes on.
        """
        ...

    def scripts(self, p: Any, side: str, last: Script | None = None) -> Sequence[Script]:
        """Ways to carry out what is at hand, the staff's own first; none of them throws units away.

        `last` is what the side has followed so far: what holds for longer than an activation is taken over from it.
        """
        ...

    def enemy(self, p: Any, side: str) -> Script | None:
        """What that side is reckoned to do from here on when the other one plays ahead; None: as its staff would."""
        ...

    def held(self, side: str) -> Sequence[Held]:
        """Plans for a whole game that have been tried against the staff, its own among them; none where none was.

        A newcomer might think of them; none of them throws units away.
        """
        ...

    def groups(self, p: Any, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        """Those who act now and may have a plan of their own, the most important first, each with the plans that it
        might follow while the others keep to a script."""
        ...

    def officer(self, side: str, rng: Random, script: Script | None) -> Officer:
        """Who plays that side by a script; without one by the staff's own judgement."""
        ...

    def again(self, officer: Officer, rng: Random) -> Officer | None:
        """An officer who goes on from where this one is, as he would; None where that cannot be had."""
        ...

    def weight(self, p: Any) -> float:
        """How much of the usual thought this occasion deserves; nought where no plan can be told from another.

        The staff's own is followed there.
        """
        ...

    def horizon(self, p: Any) -> Hashable:
        """What is at hand for either side: the value is learned from positions in which this has just changed."""
        ...

    def until(self, p: Any, side: str) -> Hashable:
        """Simulations for a side go on until this differs from what it was at their start: its horizon, or later."""
        ...

    def farther(self, p: Any) -> Hashable | None:
        """The same for a few longer simulations by which the best plans are proved; None where there are none."""
        ...

    def proves(self, p: Any) -> bool:
        """Whether the best plans for what is at hand are played farther at all."""
        ...

    def blind(self, p: Any) -> bool:
        """Whether the value tells nothing where simulations end: then all plans that differ are played farther."""
        ...

    def matter(self, p: Any) -> Hashable | None:
        """What the die is about that is to fall: with equal luck it falls alike under every plan. None: dice fall in
        the order in which they are thrown."""
        ...

    def value(self, p: Any, side: str) -> float:
        """How good a position is for a side: its chance to win, or its share of the points that can be made."""
        ...
