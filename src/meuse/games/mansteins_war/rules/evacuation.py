"""20.2 Evacuation by sea, 25.3 over the western edge of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import EVACUATED, MansteinPosition
from meuse.games.mansteins_war.rules import control

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """20.2d: as the Movement Segment of the Evac marker ends."""
    if p.marker == g.evac:
        p.push(Evacuating())


def refuse_sailing(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
    """20.2d: why a unit may not leave for England, or None."""
    name, hex = g.counters[u].name, p.at[u]
    if not p.acting >> u & 1:
        return Refusal("20.2d", f"{name} is not of the activated command")
    if hex < 0 or not g.board.ports >> hex & 1:
        return Refusal("20.2d", f"{name} is not in a port")
    if p.bombed >> hex & 1:
        return Refusal("22.4b", f"the port of {g.board.label(hex)} is bombed")
    if not control.controls(g, p, ALLIED, hex):
        return Refusal("20.2d", f"the port of {g.board.label(hex)} is not in Allied hands")
    return None if g.move[u] else Refusal("8.0b", f"{name} is a static unit and never moves")


class Evacuating(Frame, frozen=True):
    """20.2d: units in ports sail, as many as stand there within the stacking limits."""

    def ready(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        return [u for u in bits(p.acting) if refuse_sailing(g, p, u) is None]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if self.ready(g, p) else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(g.word("evacuate", u) for u in self.ready(g, p)), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            leave(g, p, g.by_id[noun], "20.2d")

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "evacuate" and noun in g.by_id:
            return refuse_sailing(g, p, g.by_id[noun])
        return Refusal("20.2d", "evacuate units from ports, or be done")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Evacuate units in ports to England, or be done.", "20.2d"


def leave(g: MansteinsWar, p: MansteinPosition, u: int, rule: str) -> None:
    """20.2e: gone for good, but not eliminated."""
    hex = g.hex_name(p.at[u])
    p.put(g, u, EVACUATED)
    p.tell("evacuated", rule, unit=g.ids[u], hex=hex)
    control.review(g, p)


def refuse_exit(g: MansteinsWar, p: MansteinPosition, u: int, left: int) -> Refusal | None:
    """25.3a: why a moving unit may not leave over the western edge, or None."""
    name = g.counters[u].name
    if not g.on("western-evacuation"):
        return Refusal("25.3a", "units leave over the western edge only by that optional rule")
    if g.side[u] != ALLIED or p.evac != p.turn:
        return Refusal("25.3a", "only Allied units leave, and only in the week in which Evac is drawn")
    if not g.board.edges["british"] >> p.at[u] & 1:
        return Refusal("25.3a", f"{name} is not at the western edge of France")
    if left < g.charts.limits.west_exit_cost:
        return Refusal("25.3a", f"{name} has no movement factor left to leave with")
    return None
