"""18.0 The German airborne corps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import ALOFT, MansteinPosition
from meuse.games.mansteins_war.rules import airlift, control, losses
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.supply import supported

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def refuse_landing(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal | None:
    """18.0a, 18.0b, 26.2a: why a unit on the map may not land by air now, or None."""
    name = g.counters[u].name
    if not g.airborne >> u & 1:
        return Refusal("18.0a", f"{name} is not an airborne unit")
    if p.dropped >> u & 1:
        return Refusal("18.0a", f"{name} has made its landing")
    if not g.board.countries["germany"] >> p.at[u] & 1:
        return Refusal("18.0b", f"{name} does not start in Germany")
    if not supported(g, p, u, "move"):
        return Refusal("18.0b", f"{name} is not supported")
    return airlift.refuse_carriage(g, p, "26.2a") if g.on("airlift") else None


def targets(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """18.0c: hexes to land in: within ten, whatever lies between, that the unit could enter but for enemy units."""
    if refuse_landing(g, p, u):
        return 0
    return g.enterable[u] & g.grid.disc(p.at[u], g.charts.limits.landing_range) & ~g.one[p.at[u]]


def land(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> None:
    """18.1a, 18.2a, 18.3a: on empty ground the German unit is down; over enemies it is aloft until the combat."""
    if g.on("airlift"):
        airlift.use(g, p)
    p.moved |= 1 << u
    p.dropped |= 1 << u
    p.supplied |= 1 << u
    opposed = bool(p.occupied[ALLIED] >> hex & 1)
    p.tell("landing", "18.2a" if opposed else "18.1a", unit=g.ids[u], hex=g.hex_name(hex), opposed=opposed)
    if opposed:
        p.put(g, u, ALOFT)
        p.landing = hex
    else:
        control.enter(g, p, u, hex)


class Flying(Frame, frozen=True):
    """18.0c, 26.3a: a unit is in the air: it lands, or is carried to a city; that is all its movement (18.0b)."""

    unit: int
    drop: bool

    def open(self, g: MansteinsWar, p: MansteinPosition) -> int:
        return targets(g, p, self.unit) if self.drop else airlift.destinations(g, p, self.unit)

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        words = g.hex_words["land"]
        return [words[hex] for hex in bits(self.open(g, p))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        (land if self.drop else airlift.carry)(g, p, self.unit, g.grid.bit[noun])
        control.review(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name = g.counters[self.unit].name
        if verb != "land" or noun not in g.grid.bit:
            return Refusal("18.0b", f"{name} is in the air: choose where it lands")
        hex = g.grid.bit[noun]
        if not self.drop:
            return Refusal("26.3a", f"{noun} is not another city under German control")
        if not g.enterable[self.unit] >> hex & 1:
            return Refusal("18.0c", f"{name} could not enter {noun}")
        return Refusal("18.0c", f"{noun} is not within {g.charts.limits.landing_range} hexes")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        name = g.counters[self.unit].name
        return f"Choose where {name} comes down.", "18.0c" if self.drop else "26.3a"


def aloft(g: MansteinsWar, p: MansteinPosition) -> int:
    """The unit of the opposed landing under way."""
    return sum(1 << u for u in bits(g.airborne) if p.at[u] == ALOFT)


def touch_down(g: MansteinsWar, p: MansteinPosition) -> None:
    """18.1a: if the enemies have gone before the fight (by a surrender), nothing opposes the landing any more."""
    if p.landing >= 0 and p.landing not in p.stacks:
        settle(g, p, aloft(g, p), p.landing)


def decide(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> None:
    """18.2e: with enemies left in the hex the landed unit is lost; else it holds the hex, and a fort falls (17.1a)."""
    if order.target in p.stacks:
        p.landing = -1
        for u in bits(order.units):
            if p.at[u] == ALOFT:
                losses.eliminate(g, p, u, "18.2e")
    else:
        settle(g, p, order.units, order.target)


def settle(g: MansteinsWar, p: MansteinPosition, units: int, hex: int) -> None:
    p.landing = -1
    for u in bits(units):
        if p.at[u] == ALOFT:
            control.enter(g, p, u, hex)
            p.tell("landed", "18.2e", unit=g.ids[u], hex=g.hex_name(hex))
