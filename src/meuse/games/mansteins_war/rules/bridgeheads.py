"""27.0 Bridgeheads (optional)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import Bridgehead, MansteinPosition
from meuse.games.mansteins_war.rules import control
from meuse.games.mansteins_war.rules.orders import AttackOrder

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def bridged(p: MansteinPosition, a: int, b: int) -> bool:
    """27.1c: whether a bridgehead marks the side between two hexes, whosever it is."""
    return any({head.start, head.target} == {a, b} for head in p.bridgeheads)


def markers_left(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """27.1b, 27.1e: markers neither on the map nor taken up in this impulse."""
    counts = g.box.units_file.markers
    total = (counts.bridgehead_german, counts.bridgehead_allied)[side]
    return total - sum(head.side == side for head in p.bridgeheads) - p.bridgeheads_resting[side]


def after(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> tuple[Frame, ...]:
    """What follows an attack that costs the defender a step."""
    if not g.on("bridgeheads") or order.counter or order.landing:
        return ()
    return (PlaceBridgehead(order),)


class PlaceBridgehead(Frame, frozen=True):
    """27.1a: defenders are still in the hex, attackers still across a river: they may secure the crossing."""

    order: AttackOrder

    def starts(self, g: MansteinsWar, p: MansteinPosition) -> int:
        """Hexes from which a crossing may be marked."""
        target = self.order.target
        if not p.occupied[1 - self.order.side] >> target & 1 or not markers_left(g, p, self.order.side):
            return 0
        hexes = {p.at[u] for u in bits(self.order.units)}
        return sum(1 << h for h in hexes if g.board.across_river(h, target) and not bridged(p, h, target))

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],) if self.starts(g, p) else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(g.hex_words["bridgehead"][h] for h in bits(self.starts(g, p))), "none"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "bridgehead":
            head = Bridgehead(self.order.side, g.grid.bit[noun], self.order.target)
            p.bridgeheads = (*p.bridgeheads, head)
            p.tell("bridgehead", "27.1a", side=side, hexside=name_of(g, head))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("27.1a", "a bridgehead marks a river that units attacked across, from the hex they hold")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Secure a crossing to {g.hex_name(self.order.target)} with a bridgehead?", "27.1a"


def name_of(g: MansteinsWar, head: Bridgehead) -> str:
    """The hexside that it marks."""
    return g.board.side_names[g.board.river_sides.between[head.start, head.target]]


def take_up(g: MansteinsWar, p: MansteinPosition, gone: tuple[Bridgehead, ...], rule: str) -> None:
    """27.1e: markers come off the map and are free again in the next impulse."""
    p.bridgeheads = tuple(head for head in p.bridgeheads if head not in gone)
    for head in gone:
        german, allied = p.bridgeheads_resting
        p.bridgeheads_resting = (german + (head.side == 0), allied + (head.side == 1))
        p.tell("bridgehead gone", rule, side=SIDES[head.side], hexside=name_of(g, head))


def watch(g: MansteinsWar, p: MansteinPosition) -> None:
    """27.1e: a bridgehead without a friendly unit in the hex that it was made from is lost."""
    gone = tuple(head for head in p.bridgeheads if not p.occupied[head.side] >> head.start & 1)
    if gone:
        take_up(g, p, gone, "27.1e")


def close(g: MansteinsWar, p: MansteinPosition) -> None:
    """27.1e: at the end of his impulse a player may take up bridgeheads of his own."""
    if p.bridgeheads:
        p.push(LiftBridgeheads(p.operating))


class LiftBridgeheads(Frame, frozen=True):
    """27.1e."""

    side: int

    def own(self, p: MansteinPosition) -> list[Bridgehead]:
        return [head for head in p.bridgeheads if head.side == self.side]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.own(p) else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(f"lift {name_of(g, head)}" for head in self.own(p)), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            take_up(g, p, tuple(head for head in self.own(p) if name_of(g, head) == noun), "27.1e")
            control.review(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("27.1e", "take up a bridgehead of your own, or be done")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Take up bridgeheads, or be done.", "27.1e"
