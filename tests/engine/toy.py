"""Haggle, a toy game for the engine's own tests: it has all that the four games have, and little else.

Each of three rounds both sides secretly play a card of their hand. When both have, the cards are turned; a loaded
coin says what the higher card is worth, and its owner spends that many points on a red and a blue pile, one by one,
and may peek once at the other hand.
"""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine.contract import Action, BadInput, Event, Option, Outcome, Position, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.game import FrameGame
from meuse.engine.ledger import Rule
from meuse.engine.situation import Heading
from meuse.engine.state import position
from meuse.engine.verbs import Verb

SIDES = ("red", "blue")
CARDS = (1, 2, 3, 4)
ROUNDS = 3


@position
class Table(Position):
    """Hands and played cards in the order of the sides; 0 is no card."""

    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    played: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    round: int = 1


def with_one(pair: tuple[Any, Any], side: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


class Round(Frame, frozen=True):
    """1: both play a card, unseen by the other."""

    def actors(self, g: Haggle, p: Table) -> tuple[str, ...]:
        return tuple(name for side, name in enumerate(SIDES) if not p.played[side])

    def party(self, g: Haggle, p: Table) -> tuple[str, ...]:
        return SIDES

    def legal(self, g: Haggle, p: Table, side: str) -> list[Action]:
        return [f"play {card}" for card in p.hands[SIDES.index(side)]]

    def apply(self, g: Haggle, p: Table, side: str, verb: str, noun: str) -> None:
        p.played = with_one(p.played, SIDES.index(side), int(noun))
        p.tell("chosen", "1", card=int(noun), seen_by=(side,))
        if all(p.played):
            p.tell("turned", "2", cards=list(p.played), reveals=True)
            p.swap(Coin())

    def refuse(self, g: Haggle, p: Table, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("1", f"{noun!r} is not in your hand") if verb == "play" else None

    def prompt(self, g: Haggle, p: Table) -> tuple[str, str]:
        return "Play a card.", "1"


class Coin(Chance, frozen=True):
    """2: tails twice as often as heads."""

    def legal(self, g: Haggle, p: Table, side: str) -> list[Action]:
        return ["coin heads", "coin tails"]

    def outcomes(self, g: Haggle, p: Table) -> list[tuple[Action, int]]:
        return [("coin heads", 1), ("coin tails", 2)]

    def apply(self, g: Haggle, p: Table, side: str, verb: str, noun: str) -> None:
        winner = 0 if p.played[0] > p.played[1] else 1
        p.tell("coin", "2", face=noun, winner=SIDES[winner])
        p.hands = (
            tuple(c for c in p.hands[0] if c != p.played[0]),
            tuple(c for c in p.hands[1] if c != p.played[1]),
        )
        p.played = (0, 0)
        p.swap(Spend(winner, 2 if noun == "heads" else 3))

    def prompt(self, g: Haggle, p: Table) -> tuple[str, str]:
        return "The coin is tossed.", "2"


class Spend(Frame, frozen=True):
    """3: the winner lays points on the piles, or leaves the rest."""

    side: int
    left: int
    peeked: bool = False

    def actors(self, g: Haggle, p: Table) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.left else ()

    def legal(self, g: Haggle, p: Table, side: str) -> list[Action]:
        return ["pile red", "pile blue", "done"] + ([] if self.peeked else ["peek"])

    def apply(self, g: Haggle, p: Table, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.swap(Spend(self.side, 0))
            return
        if verb == "peek":
            p.tell("peeked", "3", hand=list(p.hands[1 - self.side]), seen_by=(side,), reveals=True)
            p.swap(Spend(self.side, self.left, True))
            return
        pile = SIDES.index(noun)
        p.points = with_one(p.points, pile, p.points[pile] + 1)
        p.tell("pile", "3", pile=noun)
        p.swap(Spend(self.side, self.left - 1, self.peeked))

    def run(self, g: Haggle, p: Table) -> None:
        p.round += 1
        if p.round <= ROUNDS:
            p.swap(Round())
            return
        red, blue = p.points
        winner = None if red == blue else SIDES[blue > red]
        p.outcome = Outcome(winner, "draw" if winner is None else "win", {"red": red, "blue": blue})
        p.frames = ()

    def prompt(self, g: Haggle, p: Table) -> tuple[str, str]:
        return f"Lay as many points as are left ({self.left}), or be done.", "3"


class Set(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation of the toy."""

    round: int = 1


class Haggle(FrameGame[Table]):
    name = "haggle"
    title = "Haggle"
    blurb = "A toy."
    sides = SIDES
    scenarios = {"short": "Three rounds"}
    segment = ("turn",)
    switches = (Option("hand", "Cards in hand", "Four cards, or five.", "four", ("four", "five")),)

    verbs = (
        Verb("coin", "word", "%"), Verb("play", "card", "Play %"), Verb("pile", "box", "A point on %"),
        Verb("done", "", "Done", ("main",)), Verb("peek", "", "Peek"),
    )
    package = __name__
    position = Table
    situation = Set
    end_rule = "3"

    @property
    def cards(self) -> tuple[int, ...]:
        return CARDS if self.options["hand"] == "four" else (*CARDS, 5)

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Haggle", "A rule.", "rule") for id in ("1", "2", "3")}

    def opening(self) -> Table:
        return self.set_up({"game": self.name})

    def blank(self) -> Table:
        p = super().blank()
        p.hands = (self.cards, self.cards)
        return p

    def lay(self, s: Set) -> Table:
        if not 1 <= s.round <= ROUNDS:
            raise BadInput(f"situation: round: expected 1 to {ROUNDS}, got {s.round}")
        p = self.blank()
        p.round = s.round
        p.push(Round())
        return p

    def situation_of(self, p: Table) -> dict[str, Any]:
        return {"round": min(p.round, ROUNDS)}

    def show(self, p: Table, side: str | None) -> dict[str, Any]:
        shown = p.played if isinstance(p.frames[-1] if p.frames else None, Coin) else (0, 0)
        if side is not None:
            shown = with_one(shown, SIDES.index(side), p.played[SIDES.index(side)])
        return {"turn": p.round, "table": list(shown), "points": list(p.points), "cards": [len(h) for h in p.hands]}

    def open_view(self, p: Table) -> dict[str, Any]:
        return {**self.view(p, None), "table": list(p.played)}

    def determinize(self, p: Table, side: str, rng: Random) -> Table:
        twin = p.copy()
        other = 1 - SIDES.index(side)
        if p.played[other] and isinstance(p.frames[-1], Round):
            twin.played = with_one(p.played, other, rng.choice(p.hands[other]))
        return twin

    def describe(self, event: Event) -> str:
        return ", ".join([event.what, *(f"{key} {value}" for key, value in event.data.items())])

    def pieces(self, p: Table) -> dict[str, str]:
        return {
            f"{name}-{card}": "hand" if card in p.hands[side] else "spent"
            for side, name in enumerate(SIDES)
            for card in self.cards
        }

