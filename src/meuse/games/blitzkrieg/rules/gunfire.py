"""21.0 Naval gunfire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, SIDES
from meuse.games.blitzkrieg.position import ON_HAND, BlitzPosition
from meuse.games.blitzkrieg.rules.command import flag

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def open_step(g: Blitzkrieg, p: BlitzPosition) -> None:
    """21.1a: in any combat with an Allied land unit, attacking or defending."""
    p.push(Gunfire())


def batteries(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """21.1b, 4.4b, 9.3a: the ships that may fire on a coast of the Channel or the North Sea, each in one combat a
    phase; for an Allied attack those of the attackers' nation."""
    order = p.order
    if not g.board.gunfire >> order.target & 1:
        return []
    ready = [s for s in g.ships if s.entry.kind == "gunfire" and p.ships[s.index] == ON_HAND
             and not p.fired >> s.index & 1]
    if order.side == ALLIED:
        nation = flag(g, p, next(bits(order.units)))
        ready = [s for s in ready if s.entry.nation == nation]
    return [s.index for s in ready][: 1 if g.options["gunfire"] == "one" else None]


class Gunfire(Frame, frozen=True):
    """21.1a, 15.9.2a: how many gunfire units the Allied player adds to the battle, a column each."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if batteries(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [f"gunfire {n}" for n in range(len(batteries(g, p)) + 1)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        ships = batteries(g, p)[: int(noun)]
        fleet = sum(1 << s for s in ships)
        p.fired |= fleet
        p.battle = msgspec.structs.replace(p.order, ships=fleet)
        if ships:
            p.tell("gunfire", "21.1a", hex=g.hex_name(p.order.target), ships=len(ships))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "gunfire" and g.options["gunfire"] == "one":
            return Refusal("15.9.2a", "one gunfire unit fires in a combat")
        return Refusal("4.4b", f"{len(batteries(g, p))} gunfire units at most may fire here")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"How many ships fire at {g.board.label(p.order.target)}?", "21.1a"
