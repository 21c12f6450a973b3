"""10.3 Retreat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.movement import relocate
from meuse.games.sedan.rules.results import eliminate
from meuse.games.sedan.rules.stacking import has_room
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Way = tuple[int, tuple[int, ...]]
"""A next hex, and the supply sources towards which the retreat can still be completed through it."""


def usable_sources(g: Sedan, p: SedanPosition, side: int) -> tuple[int, ...]:
    """10.3d: friendly entry hexes neither held by the enemy nor in an enemy ZOC."""
    closed = p.occupied[1 - side] | zone_of_control(g, p, 1 - side)
    return tuple(s for s in g.board.sources[side] if not closed >> s & 1)


def ways_back(g: Sedan, p: SedanPosition, u: int, left: int, sources: tuple[int, ...]) -> tuple[Way, ...]:
    """10.3d-10.3g: the next hexes from which a retreat of this length can be completed.

    Every hex must be nearer to the same source; hexes of the enemy and of its ZOC are closed, as are Major Rivers
    without a bridge; the last hex must have room.
    """
    side, start = g.side[u], p.units[u].hex
    open_hexes = g.grid.board & ~p.occupied[1 - side] & ~zone_of_control(g, p, 1 - side)
    found: dict[int, list[int]] = {}
    for s in sources:
        for hex in bits(_first_steps(g, p, u, start, left, s, open_hexes)):
            found.setdefault(hex, []).append(s)
    return tuple((hex, tuple(found[hex])) for hex in sorted(found))


def _first_steps(g: Sedan, p: SedanPosition, u: int, start: int, left: int, source: int, open_hexes: int) -> int:
    """First hexes of the complete retreats towards one source."""
    barrier, grid, rings = g.crossings(p).barrier, g.grid, g.board.rings[source]
    far = grid.distance(start, source)
    if far < left:
        return 0
    layers = [1 << start]
    for k in range(1, left + 1):
        out = 0
        for d in range(6):
            out |= grid.step(layers[-1] & ~barrier[d], d)
        layers.append(out & rings[far - k] & open_hexes)
    good = sum(1 << h for h in bits(layers[left]) if has_room(g, p, h, u))
    for k in range(left - 1, 0, -1):
        back = 0
        for d in range(6):
            back |= grid.step(good, grid.opposite(d)) & ~barrier[d]
        good = back & layers[k]
    return good


class Retreats(Frame, frozen=True):
    """10.3a, 10.3b: every surviving defender retreats on its own, in the owner's order."""

    side: int
    hex: int
    length: int

    def pending(self, p: SedanPosition) -> tuple[int, ...]:
        return p.stacks.get(self.hex, ()) if self.length else ()

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if len(self.pending(p)) > 1 else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.word("retreat", u) for u in self.pending(p)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        self.begin(g, p, g.by_id[noun])

    def run(self, g: Sedan, p: SedanPosition) -> None:
        pending = self.pending(p)
        if pending:
            self.begin(g, p, pending[0])
        else:
            p.pop()

    def begin(self, g: Sedan, p: SedanPosition, u: int) -> None:
        ways = ways_back(g, p, u, self.length, usable_sources(g, p, self.side))
        if ways:
            p.push(Retreating(u, self.length, ways))
        else:
            p.tell("no retreat", "10.3g", unit=g.ids[u])
            eliminate(g, p, u, "10.3g")

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("10.3a", f"the units in {g.hex_name(self.hex)} must retreat first")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Choose the next unit to retreat {self.length} hexes.", "10.3b"


class Retreating(Frame, frozen=True):
    """10.3d: a unit on its way back."""

    unit: int
    left: int
    ways: tuple[Way, ...]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],) if self.left and len(self.ways) > 1 else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.hex_words["step"][hex] for hex, _ in self.ways]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        hex = g.grid.bit[noun]
        self.go(g, p, hex, dict(self.ways)[hex])

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if self.left:
            self.go(g, p, *self.ways[0])
        else:
            p.pop()

    def go(self, g: Sedan, p: SedanPosition, hex: int, sources: tuple[int, ...]) -> None:
        relocate(g, p, self.unit, hex)
        p.road &= ~(1 << self.unit)
        p.tell("retreat", "10.3d", unit=g.ids[self.unit], hex=g.hex_name(hex))
        left = self.left - 1
        p.swap(Retreating(self.unit, left, ways_back(g, p, self.unit, left, sources) if left else ()))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name = g.counters[self.unit].name
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("10.3a", f"{name} must complete its retreat")
        hex, here, enemy = g.grid.bit[noun], p.units[self.unit].hex, 1 - g.side[self.unit]
        d = g.grid.direction(here, hex)
        if d < 0:
            return Refusal("10.3d", f"{noun} is not next to {g.hex_name(here)}")
        if p.occupied[enemy] >> hex & 1:
            return Refusal("7.0b", f"{noun} holds enemy units")
        if zone_of_control(g, p, enemy) >> hex & 1:
            return Refusal("10.3f", f"{noun} is in an enemy zone of control")
        if g.crossings(p).barrier[d] >> here & 1:
            return Refusal("9.1d", "no retreat over a Major River without a bridge")
        sources = usable_sources(g, p, g.side[self.unit])
        if all(g.grid.distance(hex, s) >= g.grid.distance(here, s) for s in sources):
            return Refusal("10.3d", f"{noun} is no nearer to a usable supply source")
        named = {s for _, sources in self.ways for s in sources}
        if all(g.grid.distance(hex, s) >= g.grid.distance(here, s) for s in named):
            return Refusal("10.3d", f"{noun} is no nearer to a supply source that the retreat can still make for")
        return Refusal("10.3g", f"through {noun} the retreat could not be completed")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Retreat {g.counters[self.unit].name}: {self.left} to go.", "10.3d"
