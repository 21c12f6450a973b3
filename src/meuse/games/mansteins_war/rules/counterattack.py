"""22.2 Counterattack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import combat
from meuse.games.mansteins_war.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class Counterattack(Frame, frozen=True):
    """22.2a: all defenders attack one hex that holds participants of the attack."""

    order: AttackOrder

    def hexes(self, p: MansteinPosition) -> int:
        """A landing is answered in the hex itself."""
        if self.order.landing:
            return 1 << self.order.target
        found = 0
        for u in bits(self.order.units):
            found |= 1 << p.at[u]
        return found

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[1 - self.order.side],) if self.hexes(p).bit_count() > 1 else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.hex_words["counterattack"][h] for h in bits(self.hexes(p))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        self.strike(g, p, g.grid.bit[noun])

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        self.strike(g, p, self.hexes(p).bit_length() - 1)

    def strike(self, g: MansteinsWar, p: MansteinPosition, hex: int) -> None:
        """10.1f: the whole stack of the hex defends; 10.1c: units that retreated there before take no part."""
        order = self.order
        struck = order.units if order.landing else sum(1 << u for u in p.stacks[hex])
        p.tell("counterattack", "22.2a", hex=g.hex_name(hex), units=[g.ids[u] for u in bits(order.defenders)])
        p.swap(combat.ChooseTable(AttackOrder(1 - order.side, hex, struck, order.defenders, counter=True,
                                              landing=order.landing)))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("22.2a", "the counterattack goes against a hex with units that took part in the attack")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Choose the hex to counterattack.", "22.2a"
