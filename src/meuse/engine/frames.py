"""Flow as a stack of frames: the part of the contract that every game played by procedures shares.

A frame is a small frozen record, one class a procedure of the rulebook. The innermost frame of a position answers
who decides, what they may do, and what follows. A frame without an actor runs by itself.
"""

from __future__ import annotations

from typing import Any, Generic

import msgspec

from meuse.engine.contract import CHANCE, Action, Event, Game, Illegal, P, Position, Refusal

NOBODY: tuple[str, ...] = ()
DIE = [(f"die {n}", 1) for n in range(1, 7)]
DIE_ACTIONS = [action for action, _ in DIE]


class Frame(msgspec.Struct, frozen=True, tag=True):
    """A procedure under way. Subclasses override what they need; `g` is the game, `p` the position."""

    def actors(self, g: Any, p: Any) -> tuple[str, ...]:
        """Who decides; nobody means that `run` carries the procedure on."""
        return NOBODY

    def legal(self, g: Any, p: Any, side: str) -> list[Action]:
        """Every legal action of that actor, in any order, each once."""
        raise AssertionError(f"{type(self).__name__} offers no decision")

    def outcomes(self, g: Any, p: Any) -> list[tuple[Action, int]]:
        """What chance may do, in the order of `legal`."""
        return DIE

    def apply(self, g: Any, p: Any, side: str, verb: str, noun: str) -> None:
        """Carry out a legal action."""
        raise AssertionError(f"{type(self).__name__} takes no action")

    def run(self, g: Any, p: Any) -> None:
        """Carry on without a decision: push, pop or swap frames."""
        raise AssertionError(f"{type(self).__name__} does not run by itself")

    def refuse(self, g: Any, p: Any, side: str, verb: str, noun: str) -> Refusal | None:
        """The rule against an action, judged afresh; None where the frame knows nothing against it."""
        return None

    def prompt(self, g: Any, p: Any) -> tuple[str, str]:
        """What the actor must do now, and the rule."""
        return "", ""


class Chance(Frame, frozen=True):
    """A frame that waits for one die."""

    def actors(self, g: Any, p: Any) -> tuple[str, ...]:
        return (CHANCE,)

    def legal(self, g: Any, p: Any, side: str) -> list[Action]:
        return DIE_ACTIONS

    def prompt(self, g: Any, p: Any) -> tuple[str, str]:
        return "The dice decide.", ""


def split(action: Action) -> tuple[str, str]:
    """An action's verb and noun."""
    verb, _, noun = action.partition(" ")
    return verb, noun


class FrameGame(Game[P], Generic[P]):
    """Actors, legal lists, application and refusals for a game whose flow is frames."""

    def actors(self, p: P) -> tuple[str, ...]:
        return p.who

    def legal(self, p: P, side: str) -> list[Action]:
        known = p.choices.get(side)
        if known is None:
            known = sorted(p.frames[-1].legal(self, p, side)) if side in p.who else []
            p.choices[side] = known
        return known

    def outcomes(self, p: P) -> list[tuple[Action, int]]:
        if p.who != (CHANCE,):
            return []
        found: list[tuple[Action, int]] = p.frames[-1].outcomes(self, p)
        if CHANCE not in p.choices:
            p.choices[CHANCE] = DIE_ACTIONS[:] if found is DIE else sorted([action for action, _ in found])
        return found

    def apply(self, p: P, side: str, action: Action) -> list[Event]:
        if action not in self.legal(p, side):
            refusal = self.why_not(p, side, action)
            assert refusal is not None, f"{action!r} is neither legal nor refused"
            raise Illegal(refusal.rule, refusal.reason)
        p.news = []
        verb, noun = split(action)
        p.frames[-1].apply(self, p, side, verb, noun)
        self.settle(p)
        news, p.news = p.news, []
        return news

    def settle(self, p: P) -> None:
        """Run the frames that need no decision, until somebody must decide or the game is over."""
        p.choices = {}
        p.who = NOBODY
        while p.frames:
            frame = p.frames[-1]
            p.who = frame.actors(self, p)
            if p.who:
                return
            frame.run(self, p)

    def why_not(self, p: P, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, str):
            return Refusal("", "an action is a text such as \"step 3414\"")
        if not p.frames:
            return Refusal("", "the game is over")
        if side not in self.sides and side != CHANCE:
            return Refusal("", f"there is no side {side!r}; the sides are {', '.join(self.sides)}")
        frame = p.frames[-1]
        text, rule = frame.prompt(self, p)
        if side not in p.who:
            return Refusal(rule, f"it is not for {side} to decide now, but for {' and '.join(p.who)}")
        if action in self.legal(p, side):
            return None
        verb, noun = split(action)
        refusal: Refusal | None = frame.refuse(self, p, side, verb, noun)
        return refusal or Refusal(rule, f"{action!r} is not one of the choices here. {text}".strip())


def fresh(p: Position) -> None:
    """Give a new position its empty bookkeeping."""
    p.frames = ()
    p.news = []
    p.who = NOBODY
    p.choices = {}
