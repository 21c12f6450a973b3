"""Flow as a stack of frames.

A frame is a small frozen record, one class a procedure of the rulebook. The innermost frame of a position answers
who decides, what they may do, and what follows. A frame without an actor runs by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, Action, Refusal, Stake

NOBODY: tuple[str, ...] = ()
DIE = [(f"die {n}", 1) for n in range(1, 7)]
DIE_ACTIONS = [action for action, _ in DIE]


class Frame(msgspec.Struct, frozen=True, tag=True):
    """A procedure under way. Subclasses override what they need; `g` is the game, `p` the position."""

    def actors(self, g: Any, p: Any) -> tuple[str, ...]:
        """Who decides; nobody means that `run` carries the procedure on."""
        return NOBODY

    def party(self, g: Any, p: Any) -> tuple[str, ...]:
        """The sides that choose here at once and in secret: none learns who has chosen before all have."""
        return NOBODY

    def legal(self, g: Any, p: Any, side: str) -> list[Action]:
        """Every legal action of that actor, in any order, each once; those of chance are its outcomes."""
        assert side == CHANCE, f"{type(self).__name__} offers no decision"
        found = self.outcomes(g, p)
        return DIE_ACTIONS if found is DIE else [action for action, _ in found]

    def stakes(self, g: Any, p: Any, side: str) -> Mapping[Action, Stake]:
        """Price or chance of those legal actions of that actor that have one."""
        return {}

    def outcomes(self, g: Any, p: Any) -> list[tuple[Action, int]]:
        """What chance may do, in the order of `legal`."""
        return DIE

    def apply(self, g: Any, p: Any, side: str, verb: str, noun: str) -> None:
        """Carry out a legal action."""
        raise AssertionError(f"{type(self).__name__} takes no action")

    def run(self, g: Any, p: Any) -> None:
        """Carry on without a decision: push, pop or swap frames. Where nobody can do anything more it is over."""
        p.pop()

    def refuse(self, g: Any, p: Any, side: str, verb: str, noun: str) -> Refusal | None:
        """The rule against an action, judged afresh; None where the frame knows nothing against it."""
        return None

    def prompt(self, g: Any, p: Any) -> tuple[str, str]:
        """What the actor must do now, and the rule; every seat reads it, so it tells no secret."""
        return "", ""


class Chance(Frame, frozen=True):
    """A frame that waits for one die."""

    def actors(self, g: Any, p: Any) -> tuple[str, ...]:
        return (CHANCE,)

    def prompt(self, g: Any, p: Any) -> tuple[str, str]:
        return "The dice decide.", ""


def split(action: Action) -> tuple[str, str]:
    """An action's verb and noun."""
    verb, _, noun = action.partition(" ")
    return verb, noun
