"""Column, a toy for one: march ten miles in six legs, or share the command between two by an option."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

import msgspec

from meuse.engine.contract import Action, BadInput, Event, Option, Outcome, Position, Tally, check_options
from meuse.engine.data import shaped
from meuse.engine.frames import Chance, Frame, FrameGame, fresh
from meuse.engine.ledger import Rule

LEGS, MILES = 6, 10


class Road(Position):
    __slots__ = ("leg", "miles", "outcome")

    leg: int
    miles: int
    outcome: Outcome | None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.frames, twin.news, twin.who, twin.choices = self.frames, [], self.who, dict(self.choices)
        twin.leg, twin.miles, twin.outcome = self.leg, self.miles, self.outcome
        return twin


class Weather(Chance, frozen=True):
    """0: a die before the first leg."""

    def apply(self, g: Column, p: Road, side: str, verb: str, noun: str) -> None:
        p.tell("weather", "0", die=int(noun))
        p.swap(Leg())


class Leg(Frame, frozen=True):
    """1: the commander of this leg plods a mile, or dashes by a die; a halt may be called first, and called off."""

    halted: bool = False

    def actors(self, g: Column, p: Road) -> tuple[str, ...]:
        return (g.sides[p.leg % len(g.sides)],) if p.leg < LEGS else ()

    def legal(self, g: Column, p: Road, side: str) -> list[Action]:
        return ["dash", "plod"] if self.halted else ["dash", "halt", "plod"]

    def apply(self, g: Column, p: Road, side: str, verb: str, noun: str) -> None:
        if verb == "halt":
            p.swap(Leg(True))
        elif verb == "dash":
            p.swap(Dash())
        else:
            p.leg, p.miles = p.leg + 1, p.miles + 1
            p.tell("plod", "1", miles=p.miles)
            p.swap(Leg())

    def run(self, g: Column, p: Road) -> None:
        winner = g.sides[0] if p.miles >= MILES else None
        p.outcome = Outcome(winner, "arrived" if winner else "late", dict.fromkeys(g.sides, p.miles))
        p.frames = ()

    def prompt(self, g: Column, p: Road) -> tuple[str, str]:
        return "March.", "1"


class Dash(Chance, frozen=True):
    """2: as far as the die says."""

    def apply(self, g: Column, p: Road, side: str, verb: str, noun: str) -> None:
        p.leg, p.miles = p.leg + 1, p.miles + int(noun) // 2
        p.tell("dash", "2", miles=p.miles)
        p.swap(Leg())


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    leg: int
    miles: int
    outcome: Outcome | None
    frames: tuple[Weather | Leg | Dash, ...]


class Column(FrameGame[Road]):
    name, title, blurb = "column", "Column", "A toy for one."
    sides = ("alone",)
    scenarios = {"road": "The road"}
    switches = (Option("together", "Together", "Two share the command.", "off", ("off", "on")),)
    secrets = False

    def __init__(
        self, scenario: str | None = None, options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> None:
        self.scenario = scenario or "road"
        if self.scenario not in self.scenarios:
            raise BadInput(f"unknown scenario {scenario!r} of column; known: road")
        self.options = check_options(self.switches, options or {})
        if self.options["together"] == "on":
            self.sides = ("van", "rear")

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Column", "A rule.", "rule") for id in ("0", "1", "2")}

    def start(self) -> Road:
        return self.load({"leg": 0, "miles": 0, "outcome": None, "frames": [{"type": "Weather"}]})

    def set_up(self, situation: Mapping[str, Any]) -> Road:
        return self.start()

    def outcome(self, p: Road) -> Outcome | None:
        return p.outcome

    def view(self, p: Road, side: str | None) -> dict[str, Any]:
        prompt, rule = p.frames[-1].prompt(self, p) if p.frames else ("Arrived.", "1")
        return {"game": self.name, "seat": side, "turn": p.leg, "miles": p.miles, "prompt": prompt, "rule": rule}

    def determinize(self, p: Road, side: str, rng: Random) -> Road:
        return p.copy()

    def explain(self, p: Road, question: str) -> Tally:
        raise BadInput("nothing to explain")

    def preview(self, p: Road) -> dict[str, Any]:
        raise BadInput("there are no attacks")

    def describe(self, event: Event) -> str:
        return f"{event.what} {event.data}"

    def save(self, p: Road) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(Saved(p.leg, p.miles, p.outcome, p.frames))
        return plain

    def load(self, data: Mapping[str, Any]) -> Road:
        saved = shaped(dict(data), Saved, "position")
        p = object.__new__(Road)
        fresh(p)
        for field in Saved.__struct_fields__:
            setattr(p, field, getattr(saved, field))
        self.settle(p)
        return p

    def pieces(self, p: Road) -> dict[str, str]:
        return {"column": str(p.miles)}

    def draw_map(self) -> str:
        return "<svg/>"
