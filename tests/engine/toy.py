"""Haggle, a toy game for the engine's own tests: it has all that the four games have, and little else.

Each of three rounds both sides secretly play a card of their hand. When both have, the cards are turned; a loaded
coin says what the higher card is worth, and its owner spends that many points on a red and a blue pile, one by one,
and may peek once at the other hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

import msgspec

from meuse.engine.contract import Action, BadInput, Event, Option, Outcome, Position, Refusal, Tally, check_options
from meuse.engine.data import shaped
from meuse.engine.frames import Chance, Frame, FrameGame, fresh
from meuse.engine.ledger import Rule

SIDES = ("red", "blue")
CARDS = (1, 2, 3, 4)
ROUNDS = 3


class Table(Position):
    """Hands and played cards in the order of the sides; 0 is no card."""

    __slots__ = ("hands", "outcome", "played", "points", "round")

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    played: tuple[int, int]
    points: tuple[int, int]
    round: int
    outcome: Outcome | None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.frames, twin.news, twin.who, twin.choices = self.frames, [], self.who, dict(self.choices)
        twin.hands, twin.played, twin.points = self.hands, self.played, self.points
        twin.round, twin.outcome = self.round, self.outcome
        return twin


def with_one(pair: tuple[Any, Any], side: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


class Round(Frame, frozen=True):
    """1: both play a card, unseen by the other."""

    def actors(self, g: Haggle, p: Table) -> tuple[str, ...]:
        return tuple(name for side, name in enumerate(SIDES) if not p.played[side])

    def legal(self, g: Haggle, p: Table, side: str) -> list[Action]:
        return [f"play {card}" for card in p.hands[SIDES.index(side)]]

    def apply(self, g: Haggle, p: Table, side: str, verb: str, noun: str) -> None:
        p.played = with_one(p.played, SIDES.index(side), int(noun))
        p.news.append(Event("chosen", "1", {"card": int(noun)}, seen_by=(side,)))
        if all(p.played):
            p.news.append(Event("turned", "2", {"cards": list(p.played)}, reveals=True))
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
            p.news.append(Event("peeked", "3", {"hand": list(p.hands[1 - self.side])}, seen_by=(side,), reveals=True))
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
        return f"Lay {self.left} points, or be done.", "3"


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    played: tuple[int, int]
    points: tuple[int, int]
    round: int
    outcome: Outcome | None
    frames: tuple[Round | Coin | Spend, ...]


class Set(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation of the toy."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    round: int = 1
    dice: tuple[int | str, ...] = ()


class Haggle(FrameGame[Table]):
    name = "haggle"
    title = "Haggle"
    blurb = "A toy."
    sides = SIDES
    scenarios = {"short": "Three rounds"}
    switches = (Option("hand", "Cards in hand", "Four cards, or five.", "four", ("four", "five")),)

    def __init__(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> None:
        self.scenario = scenario or "short"
        if self.scenario not in self.scenarios:
            raise BadInput(f"unknown scenario {scenario!r} of haggle; known: short")
        self.options = check_options(self.switches, options or {})

    @property
    def cards(self) -> tuple[int, ...]:
        return CARDS if self.options["hand"] == "four" else (*CARDS, 5)

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Haggle", "A rule.", "rule") for id in ("1", "2", "3")}

    def start(self) -> Table:
        return self.set_up({"game": self.name})

    def set_up(self, situation: Mapping[str, Any]) -> Table:
        s = shaped(dict(situation), Set, "situation")
        if not 1 <= s.round <= ROUNDS:
            raise BadInput(f"situation: round: expected 1 to {ROUNDS}, got {s.round}")
        p = object.__new__(Table)
        fresh(p)
        p.hands, p.played, p.points, p.round, p.outcome = (self.cards, self.cards), (0, 0), (0, 0), s.round, None
        p.push(Round())
        self.settle(p)
        return p

    def outcome(self, p: Table) -> Outcome | None:
        return p.outcome

    def view(self, p: Table, side: str | None) -> dict[str, Any]:
        prompt, rule = p.frames[-1].prompt(self, p) if p.frames else ("The game is over.", "3")
        shown = p.played if isinstance(p.frames[-1] if p.frames else None, Coin) else (0, 0)
        if side is not None:
            shown = with_one(shown, SIDES.index(side), p.played[SIDES.index(side)])
        return {
            "game": self.name, "scenario": self.scenario, "seat": side, "actors": list(self.actors(p)),
            "prompt": prompt, "rule": rule, "over": p.outcome is not None, "turn": p.round,
            "table": list(shown), "points": list(p.points), "cards": [len(h) for h in p.hands],
        }

    def open_view(self, p: Table) -> dict[str, Any]:
        return {**self.view(p, None), "table": list(p.played)}

    def determinize(self, p: Table, side: str, rng: Random) -> Table:
        twin = p.copy()
        other = 1 - SIDES.index(side)
        if p.played[other] and isinstance(p.frames[-1], Round):
            twin.played = with_one(p.played, other, rng.choice(p.hands[other]))
        return twin

    def explain(self, p: Table, question: str) -> Tally:
        raise BadInput(f"no answer to {question!r}")

    def draw_map(self) -> str:
        return "<svg/>"

    def preview(self, p: Table) -> dict[str, Any]:
        raise BadInput("there are no attacks")

    def describe(self, event: Event) -> str:
        return f"{event.what} {event.data}"

    def save(self, p: Table) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(
            Saved(p.hands, p.played, p.points, p.round, p.outcome, p.frames), str_keys=True
        )
        return plain

    def load(self, data: Mapping[str, Any]) -> Table:
        saved = shaped(dict(data), Saved, "position")
        p = object.__new__(Table)
        fresh(p)
        for field in Saved.__struct_fields__:
            setattr(p, field, getattr(saved, field))
        self.settle(p)
        return p

    def pieces(self, p: Table) -> dict[str, str]:
        return {
            f"{name}-{card}": "hand" if card in p.hands[side] else "spent"
            for side, name in enumerate(SIDES)
            for card in self.cards
        }

