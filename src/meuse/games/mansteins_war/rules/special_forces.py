"""19.0 Special forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import AVAILABLE, ELIMINATED, MansteinPosition
from meuse.games.mansteins_war.rules import fortress
from meuse.games.mansteins_war.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class Commit(Frame, frozen=True):
    """19.0a, 10.3b: in an attack on an intact enemy fort the attacker may commit one special forces unit."""

    order: AttackOrder

    def ready(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        side = self.order.side
        if not fortress.intact(g, p, 1 - side, self.order.target):
            return []
        return [f.index for f in g.forces if f.side == side and p.forces_at[f.index] == AVAILABLE]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],) if self.ready(g, p) else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(g.forces_words["commit"][f] for f in self.ready(g, p)), "none"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "commit":
            f = g.forces_by_id[noun]
            p.forces_at[f] = self.order.target
            p.push(Mission(f))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "commit" and noun in g.forces_by_id:
            name = g.forces[g.forces_by_id[noun]].entry.name
            side = SIDES[self.order.side].capitalize()
            return Refusal("19.0a", f"{name} is not in the Available display of the {side} side")
        return Refusal("19.0a", "commit a special forces unit, or none")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Commit special forces against the fortress of {g.hex_name(self.order.target)}?", "19.0a"


class Mission(Chance, frozen=True):
    """19.0b, 19.1a: within the printed range the fort is destroyed, and any fortress unit in it lives."""

    forces: int

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        f, die = g.forces[self.forces], int(noun)
        hex = p.forces_at[self.forces]
        won = die <= f.entry.success
        p.tell("mission", "19.0b", forces=f.id, hex=g.hex_name(hex), die=die, success=won)
        if won:
            fortress.destroy(g, p, hex, "19.1a")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"The mission of {g.forces[self.forces].entry.name}.", "19.0b"


def dismiss(g: MansteinsWar, p: MansteinPosition) -> None:
    """19.1b: at the end of the combat a committed unit leaves play, whatever it has achieved."""
    for f, place in enumerate(p.forces_at):
        if place >= 0:
            p.forces_at[f] = ELIMINATED
            p.tell("forces spent", "19.1b", forces=g.forces[f].id)
