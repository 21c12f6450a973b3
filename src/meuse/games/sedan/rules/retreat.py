"""10.3 Retreat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
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


BARS = {
    ("10.3e",): "every hex where its retreat could end is full",
    ("10.3f",): "enemy zones of control close every way",
    ("7.0b",): "enemy units stand in every way",
    ("9.1d",): "a Major River without a bridge closes every way",
    ("10.3f", "7.0b"): "enemy units and their zones of control close every way",
    ("10.3g", "10.3f", "10.3e", "9.1d", "7.0b"): "enemies, rivers and full hexes together close every way",
}
"""What can close the ways back, by the rules that do so."""


def refuse_retreat(g: Sedan, p: SedanPosition, u: int, length: int) -> Refusal:
    """Why a unit has no way back: the least bars without which it would have one."""
    sources = usable_sources(g, p, g.side[u])
    if not sources:
        return Refusal("10.3d", "no supply source is free of enemies and their zones of control")
    for rules, reason in BARS.items():
        if ways_back(g, p, u, length, sources, spared=rules):
            return Refusal(rules[0], reason)
    return Refusal("10.3d", f"no free supply source is {count(length, 'hex')} away to retreat towards")


def ways_back(
    g: Sedan, p: SedanPosition, u: int, left: int, sources: tuple[int, ...], spared: tuple[str, ...] = ()
) -> tuple[Way, ...]:
    """10.3d-10.3g: the next hexes from which a retreat of this length can be completed.

    Every hex must be nearer to the same source; hexes of the enemy and of its ZOC are closed, as are Major Rivers
    without a bridge; the last hex must have room. Bars whose rules are spared do not count.
    """
    side, start = g.side[u], p.units[u].hex
    closed = 0 if "7.0b" in spared else p.occupied[1 - side]
    if "10.3f" not in spared:
        closed |= zone_of_control(g, p, 1 - side)
    barrier = (0,) * 6 if "9.1d" in spared else g.crossings(p).barrier
    found: dict[int, list[int]] = {}
    for s in sources:
        if g.grid.distance(start, s) < left:
            continue
        layers = _layers(g, start, left, s, ~closed, barrier)
        ends = layers[left] if "10.3e" in spared else sum(g.one[h] for h in bits(layers[left]) if has_room(g, p, h, u))
        for hex in bits(_first_steps(g, layers, ends, barrier)):
            found.setdefault(hex, []).append(s)
    return tuple((hex, tuple(found[hex])) for hex in sorted(found))


def _layers(g: Sedan, start: int, left: int, source: int, land: int, barrier: tuple[int, ...]) -> list[int]:
    """The hexes after each step of the retreats from here towards one source."""
    grid, rings = g.grid, g.board.rings[source]
    far = grid.distance(start, source)
    layers = [1 << start]
    for k in range(1, left + 1):
        out = 0
        for d in range(6):
            out |= grid.step(layers[-1] & ~barrier[d], d)
        layers.append(out & rings[far - k] & land)
    return layers


def _first_steps(g: Sedan, layers: list[int], ends: int, barrier: tuple[int, ...]) -> int:
    """First hexes of the retreats that come to one of these ends."""
    grid, good = g.grid, ends
    for layer in layers[-2:0:-1]:
        back = 0
        for d in range(6):
            back |= grid.step(good, grid.opposite(d)) & ~barrier[d]
        good = back & layer
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
            (last,) = pending
            self.begin(g, p, last)
        else:
            p.pop()

    def begin(self, g: Sedan, p: SedanPosition, u: int) -> None:
        ways = ways_back(g, p, u, self.length, usable_sources(g, p, self.side))
        if ways:
            p.push(Retreating(u, self.length, ways))
        else:
            why = refuse_retreat(g, p, u, self.length)
            p.tell("no retreat", "10.3g", unit=g.ids[u], reason=why.reason, because=why.rule)
            eliminate(g, p, u, "10.3g")

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("10.3a", f"the units in {g.hex_name(self.hex)} must retreat first")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Choose the next unit to retreat {count(self.length, 'hex')}.", "10.3b"


class Retreating(Frame, frozen=True):
    """10.3d: a unit on its way back."""

    unit: int
    left: int
    ways: tuple[Way, ...]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],) if len(self.ways) > 1 else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.hex_words["step"][hex] for hex, _ in self.ways]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        hex = g.grid.bit[noun]
        self.go(g, p, hex, dict(self.ways)[hex])

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if self.left:
            (way,) = self.ways
            self.go(g, p, *way)
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
