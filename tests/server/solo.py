"""Column, a toy for one: march ten miles in six legs, or share the command between two by an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meuse.engine.contract import Action, Event, Option, Outcome, Position
from meuse.engine.frames import Chance, Frame
from meuse.engine.game import FrameGame
from meuse.engine.ledger import Rule
from meuse.engine.situation import Heading
from meuse.engine.state import position
from meuse.engine.verbs import DIE, Verb

LEGS, MILES = 6, 10


@position
class Road(Position):
    leg: int = 0
    miles: int = 0


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


class Column(FrameGame[Road]):
    name, title, blurb = "column", "Column", "A toy for one."
    sides = ("alone",)
    scenarios = {"road": "The road"}
    switches = (Option("together", "Together", "Two share the command.", "off", ("off", "on")),)
    secrets = False

    verbs = (DIE, Verb("dash", "", "Dash"), Verb("halt", "", "Halt"), Verb("plod", "", "Plod", ("main",)))
    package = __name__
    position = Road
    end_rule = "1"

    @classmethod
    def seated(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        return ("van", "rear") if options["together"] == "on" else cls.sides

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Column", "A rule.", "rule") for id in ("0", "1", "2")}

    def opening(self) -> Road:
        return self.set_up({"game": self.name})

    def lay(self, s: Heading) -> Road:
        p = self.blank()
        p.push(Weather())
        return p

    def show(self, p: Road, side: str | None) -> dict[str, Any]:
        return {"turn": p.leg, "miles": p.miles}

    def describe(self, event: Event) -> str:
        return ", ".join([event.what, *(f"{key} {value}" for key, value in event.data.items())])

    def pieces(self, p: Road) -> dict[str, str]:
        return {"column": str(p.miles)}
