"""Patrol, a toy for the table's tests: one player, squares, a face-down marker, dice; and no module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Self

import msgspec

from meuse.engine.contract import Action, BadInput, Event, Outcome, Position, Refusal, Tally
from meuse.engine.data import shaped
from meuse.engine.frames import Chance, Frame, FrameGame, fresh
from meuse.engine.ledger import Rule

ROWS, COLUMNS = "abc", range(1, 7)
SQUARES = {f"{row}{column}": (100 * column, 100 * r) for r, row in enumerate(ROWS, 1) for column in COLUMNS}
TURNS = 3


def beside(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = SQUARES[a], SQUARES[b]
    return abs(ax - bx) + abs(ay - by) == 100


class Field(Position):
    __slots__ = ("car", "die", "marker", "outcome", "turn")

    car: str
    marker: str
    die: int
    turn: int
    outcome: Outcome | None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.frames, twin.news, twin.who, twin.choices = self.frames, [], self.who, dict(self.choices)
        twin.car, twin.marker, twin.die, twin.turn, twin.outcome = (
            self.car, self.marker, self.die, self.turn, self.outcome
        )
        return twin


class Turn(Frame, frozen=True):
    def actors(self, g: Patrol, p: Field) -> tuple[str, ...]:
        return g.sides

    def legal(self, g: Patrol, p: Field, side: str) -> list[Action]:
        return ["move car", "end"]

    def apply(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> None:
        if verb == "move":
            p.push(Driving(2))
            return
        p.turn += 1
        if p.turn > TURNS:
            p.outcome, p.frames = Outcome("scouts", "won", {"scouts": p.die}), ()
        else:
            p.tell("turn", "1", turn=p.turn)

    def prompt(self, g: Patrol, p: Field) -> tuple[str, str]:
        return "Drive, or end the turn.", "1"


class Driving(Frame, frozen=True):
    left: int

    def actors(self, g: Patrol, p: Field) -> tuple[str, ...]:
        return g.sides if self.left else ()

    def legal(self, g: Patrol, p: Field, side: str) -> list[Action]:
        return [*(f"step {s}" for s in SQUARES if beside(s, p.car)), "stop"]

    def apply(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
            return
        p.car = noun
        p.tell("drive", "1", unit="car", hex=noun)
        p.swap(Driving(self.left - 1))
        if noun == p.marker and not p.die:
            p.push(TurnUp())

    def run(self, g: Patrol, p: Field) -> None:
        p.pop()

    def refuse(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("1", f"{noun} is not beside {p.car}") if verb == "step" else None

    def prompt(self, g: Patrol, p: Field) -> tuple[str, str]:
        return "Drive on, or stop.", "1"


class TurnUp(Chance, frozen=True):
    def apply(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> None:
        p.die = int(noun)
        p.tell("contact", "2", hex=p.marker, dice=[p.die])
        p.pop()


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    car: str
    marker: str
    die: int
    turn: int
    outcome: Outcome | None
    frames: tuple[Turn | Driving | TurnUp, ...]


class Patrol(FrameGame[Field]):
    name = "patrol"
    title = "Patrol"
    blurb = "A toy on squares for one player."
    sides = ("scouts",)
    scenarios = {"bridge": "To the bridge"}
    switches = ()
    secrets = False

    def __init__(self, scenario: str | None = None, options: Any = None, overlay: Any = None) -> None:
        self.scenario, self.options = scenario or "bridge", {}

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Patrol", "A rule.", "rule") for id in ("1", "2")}

    def start(self) -> Field:
        return self.set_up({})

    def set_up(self, situation: Mapping[str, Any]) -> Field:
        p = object.__new__(Field)
        fresh(p)
        p.car, p.marker, p.die, p.turn, p.outcome = "b1", "b3", 0, 1, None
        p.tell("turn", "1", turn=1)
        p.push(Turn())
        self.settle(p)
        return p

    def outcome(self, p: Field) -> Outcome | None:
        return p.outcome

    def view(self, p: Field, side: str | None) -> dict[str, Any]:
        prompt, rule = p.frames[-1].prompt(self, p) if p.frames else ("The game is over.", "1")
        marker: dict[str, Any] = {"hex": p.marker}
        if p.die:
            marker["counter"] = {"name": "Gun" if p.die > 3 else "Dummy", "ratings": {"die": p.die}}
        return {
            "game": self.name, "scenario": self.scenario, "seat": side, "actors": list(self.actors(p)),
            "prompt": prompt, "rule": rule, "over": p.outcome is not None, "turn": p.turn,
            "units": {"car": {"hex": p.car}, "marker": marker},
            "moving": ["car"] if p.frames and isinstance(p.frames[-1], Driving) else [],
        }

    def sheet(self) -> dict[str, Any]:
        return {
            **super().sheet(), "grid": "square", "hex": 100, "viewbox": [0, 0, 700, 400],
            "hexes": {name: {"x": x, "y": y} for name, (x, y) in SQUARES.items()},
            "counters": {"car": {"name": "Armoured car", "side": "scouts", "type": "recon", "ratings": {"move": 2}},
                         "marker": {"name": "Face-down marker", "side": "enemy"}},
            "rules": {r.id: {"chapter": r.chapter, "says": r.says, "ruling": r.ruling} for r in self.rules.values()},
        }

    def reach(self, p: Field, side: str, unit: str) -> dict[str, dict[str, Any]]:
        words = [] if isinstance(p.frames[-1], Driving) else ["move car"]
        return {s: {"cost": 1, "path": [s], "actions": [*words, f"step {s}"]} for s in SQUARES if beside(s, p.car)}

    def determinize(self, p: Field, side: str, rng: Random) -> Field:
        return p.copy()

    def explain(self, p: Field, question: str) -> Tally:
        raise BadInput(f"no answer to {question!r}")

    def draw_map(self) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 400"></svg>'

    def preview(self, p: Field) -> dict[str, Any]:
        raise BadInput("there are no attacks")

    def describe(self, event: Event) -> str:
        return f"{event.what} {event.data}"

    def save(self, p: Field) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(Saved(p.car, p.marker, p.die, p.turn, p.outcome, p.frames))
        return plain

    def load(self, data: Mapping[str, Any]) -> Field:
        saved = shaped(dict(data), Saved, "position")
        p = object.__new__(Field)
        fresh(p)
        for field in Saved.__struct_fields__:
            setattr(p, field, getattr(saved, field))
        self.settle(p)
        return p

    def pieces(self, p: Field) -> dict[str, str]:
        return {"car": p.car, "marker": p.marker}
