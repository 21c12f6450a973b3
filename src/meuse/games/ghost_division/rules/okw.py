"""12.0 OKW Events: the die of phase A, orders that may be countermanded (9.1b), and what the others bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import CHANCE, Action, Part, Refusal, Stake
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.narration import count
from meuse.games.ghost_division.box.components import (
    ASSEMBLY,
    AVAILABLE,
    MAINTENANCE,
    REINFORCEMENTS,
    EventRow,
    find_row,
)
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import air_officer, commander
from meuse.games.ghost_division.rules.operations import can_pay, for_points, gain, lose, pay

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

FLANK_OPEN = -1
"""Guard the flanks is obeyed; its column is fixed as the Operations Phase opens."""

RELEASED = {"totenkopf": "SS-T", "fifth": "5 Pz"}
"""10.1b: the formations that only this table brings."""


def river_parts(g: GhostDivision, p: GhostPosition, meuse: int, sambre: int) -> list[Part]:
    """34.2d: German ground units west of the rivers, the Kommando among them."""
    parts = []
    if p.held & g.board.west_of_meuse:
        parts.append(Part("a German ground unit is west of the Meuse", meuse, "34.2d"))
    if p.held & g.board.west_of_sambre:
        parts.append(Part("a German ground unit is west of the Sambre", sambre, "34.2d"))
    return parts


def modifiers(g: GhostDivision, p: GhostPosition) -> list[Part]:
    """12.1a: all that apply are added together."""
    table = g.charts.okw
    parts = river_parts(g, p, table.west_of_meuse, table.west_of_sambre)
    if p.op <= table.low_op:
        parts.append(Part(f"{table.low_op} OP or fewer", table.low_op_modifier, "12.1a"))
    return parts


def plain(parts: list[Part]) -> list[list[str | int | float]]:
    """Modifiers as an event tells them."""
    return [[part.label, part.value] for part in parts]


def added(parts: list[Part]) -> int:
    return sum(int(part.value) for part in parts)


class OkwRoll(Chance, frozen=True):
    """12.0a: one die, modified, on the OKW Events Table."""

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        parts = modifiers(g, p)
        die = int(noun)
        row = find_row(g.charts.okw.rows, die + added(parts))
        p.tell(
            "okw event", "12.0a", die=die, modifiers=plain(parts), net=die + added(parts), name=row.name,
            event=row.event, says=row.says, order=bool(row.countermand),
        )
        p.pop()
        if row.countermand:
            p.push(OkwOrder(g.charts.okw.rows.index(row)))
        else:
            carry_out(g, p, row)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "The die of the OKW Events Table.", "12.0a"


class OkwOrder(Frame, frozen=True):
    """9.1b: pay the price printed beside an order and ignore it, or obey."""

    row: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (commander(g),) if can_pay(p, g.charts.okw.rows[self.row].countermand) else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return ["countermand", "obey"]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        self.apply(g, p, commander(g), "obey", "")

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return for_points(("countermand",), ("countermand",), g.charts.okw.rows[self.row].countermand)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        row = g.charts.okw.rows[self.row]
        p.pop()
        if verb == "countermand":
            pay(p, row.countermand, "9.1b", "an order countermanded")
            p.tell("order countermanded", "9.1b", name=row.name)
        else:
            p.tell("order obeyed", "9.1b", name=row.name, event=row.event)
            carry_out(g, p, row)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("9.1b", f"{g.charts.okw.rows[self.row].name}: countermand the order or obey it first")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        row = g.charts.okw.rows[self.row]
        return f"{row.name}: {row.says} Countermand the order for {row.countermand} OP, or obey.", "9.1b"


def carry_out(g: GhostDivision, p: GhostPosition, row: EventRow) -> None:
    """The effect of a row."""
    if row.event == "halt":
        p.halted = True
    elif row.event == "flanks":
        p.flank = FLANK_OPEN
    elif row.event == "diverted" and Diverted().able(g, p):
        p.push(Diverted())
    elif row.event in RELEASED:
        release(g, p, row)
    elif row.event == "effort":
        p.push(MainEffort())
    else:
        points(g, p, row)


def points(g: GhostDivision, p: GhostPosition, row: EventRow) -> None:
    """What a row gives or takes."""
    if row.op < 0:
        lose(g, p, -row.op, "12.0a", row.name)
    else:
        gain(g, p, row.op, "12.0a", row.name)


def release(g: GhostDivision, p: GhostPosition, row: EventRow) -> None:
    """10.1b: a formation comes to the Assembly Area at no cost; if it has come already, OP instead."""
    formation = RELEASED[row.event]
    units = [c.index for c in g.units if c.entry.formation == formation and p.places[c.index] == REINFORCEMENTS]
    if not units:
        points(g, p, row)
        return
    for u in units:
        p.put(g, u, ASSEMBLY)
    p.tell("released", "10.1b", formation=formation, units=[g.ids[u] for u in units])


class Diverted(Frame, frozen=True):
    """12.0a: one Available air unit, picked at random, goes to Maintenance."""

    def able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [u for u in g.air_units if p.places[u] == AVAILABLE]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if len(self.able(g, p)) > 1 else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        return [(f"divert {g.ids[u]}", 1) for u in self.able(g, p)]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        able = self.able(g, p)
        if able:
            (only,) = able
            self.apply(g, p, CHANCE, "divert", g.ids[only])
        else:
            p.pop()

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        p.put(g, g.by_id[noun], MAINTENANCE)
        p.tell("diverted", "12.0a", unit=noun)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "An Available air unit is picked and diverted.", "12.0a"


class MainEffort(Frame, frozen=True):
    """12.0a: up to two air units go from Maintenance to Available."""

    left: int = 2

    def able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [u for u in g.air_units if p.places[u] == MAINTENANCE]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (air_officer(g, p),) if self.left and self.able(g, p) else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [*(g.unit_words["ready"][u] for u in self.able(g, p)), "done"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.swap(MainEffort(self.left - 1))
        p.put(g, g.by_id[noun], AVAILABLE)
        p.tell("readied", "12.0a", unit=noun)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "ready" and noun in g.by_id:
            return Refusal("12.0a", f"{g.units[g.by_id[noun]].name} is not in Maintenance")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Luftwaffe main effort: ready up to {count(self.left, 'air unit')} in Maintenance, or be done.", "12.0a"
