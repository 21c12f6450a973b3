"""Patrol, a toy for the table's tests: one player, squares, a face-down marker, dice; and no module of its own."""

from __future__ import annotations

from typing import Any

from meuse.engine.contract import Action, Event, Outcome, Position, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.game import FrameGame
from meuse.engine.ledger import Rule
from meuse.engine.situation import Heading
from meuse.engine.state import position
from meuse.engine.verbs import DIE, Verb

ROWS, COLUMNS = "abc", range(1, 7)
SQUARES = {f"{row}{column}": (100 * column, 100 * r) for r, row in enumerate(ROWS, 1) for column in COLUMNS}
TURNS = 3


def beside(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = SQUARES[a], SQUARES[b]
    return abs(ax - bx) + abs(ay - by) == 100


@position
class Field(Position):
    car: str = "b1"
    marker: str = "b3"
    die: int = 0
    turn: int = 1


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

    def refuse(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("1", f"{noun} is not beside {p.car}") if verb == "step" else None

    def prompt(self, g: Patrol, p: Field) -> tuple[str, str]:
        return "Drive on, or stop.", "1"


class TurnUp(Chance, frozen=True):
    def apply(self, g: Patrol, p: Field, side: str, verb: str, noun: str) -> None:
        p.die = int(noun)
        p.tell("contact", "2", hex=p.marker, dice=[p.die])
        p.pop()


class Patrol(FrameGame[Field]):
    name = "patrol"
    title = "Patrol"
    blurb = "A toy on squares for one player."
    sides = ("scouts",)
    scenarios = {"bridge": "To the bridge"}
    switches = ()
    secrets = False

    verbs = (
        DIE, Verb("move", "unit", "Move %", ("mover",)), Verb("step", "hex", "Go to %", ("step",)),
        Verb("stop", "", "Stop", ("main",)), Verb("end", "", "End", ("main",)),
    )
    package = __name__
    position = Field
    end_rule = "1"

    @property
    def rules(self) -> dict[str, Rule]:
        return {id: Rule(id, "Patrol", "A rule.", "rule") for id in ("1", "2")}

    def opening(self) -> Field:
        return self.set_up({"game": self.name})

    def lay(self, s: Heading) -> Field:
        p = self.blank()
        p.tell("turn", "1", turn=1)
        p.push(Turn())
        return p

    def show(self, p: Field, side: str | None) -> dict[str, Any]:
        marker: dict[str, Any] = {"hex": p.marker}
        if p.die:
            marker["counter"] = {"name": "Gun" if p.die > 3 else "Dummy", "ratings": {"die": p.die}}
        return {
            "turn": p.turn, "units": {"car": {"hex": p.car}, "marker": marker},
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

    def draw_map(self) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 400"></svg>'

    def describe(self, event: Event) -> str:
        return ", ".join([event.what, *(f"{key} {value}" for key, value in event.data.items())])

    def pieces(self, p: Field) -> dict[str, str]:
        return {"car": p.car, "marker": p.marker}
