"""11.0 Retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import control, losses, movement, stacking, supply, zoc
from meuse.games.mansteins_war.rules.fortress import intact

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Way = tuple[int, tuple[int, ...]]
"""A next hex, and the supply sources that the unit may have named if it goes there (11.1b)."""

ROOM, LONG, FULL = 102, 101, 100
"""What a way comes to: an end with room, one beyond full hexes (11.1g), a full hex that leads nowhere; a lower number
is the hexes that it covers before it is stuck (11.1i)."""


def begin(
    g: MansteinsWar, p: MansteinPosition, units: tuple[int, ...], hexes: int, chooser: int, rule: str
) -> None:
    """Units retreat one after another without the choice to stand in a fort: the retreat of 6.5b."""
    p.push(Retreats(1 - chooser, sum(1 << u for u in units), hexes, chooser, rule, g.grid.board))


class Retreats(Frame, frozen=True):
    """11.0a, 11.1a: surviving units retreat one at a time; those in a fort of their own may stand (17.0e)."""

    side: int
    units: int
    """Those that have not set off yet."""
    length: int
    chooser: int
    """Who picks order and hexes: the owner, or the enemy after overstacking (6.5b)."""
    rule: str = "11.0a"
    asked: int = 0
    """Hexes in which the owner has decided to go, or has nothing to decide."""

    def pending(self, p: MansteinPosition) -> list[int]:
        return [u for u in bits(self.units) if p.at[u] >= 0] if self.length else []

    def fort(self, g: MansteinsWar, p: MansteinPosition) -> int:
        """17.0e: an intact fort of its own whose units may ignore the retreat, -1 for none."""
        hexes = (p.at[u] for u in self.pending(p))
        return next((h for h in hexes if not self.asked >> h & 1 and intact(g, p, self.side, h)), -1)

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        if self.fort(g, p) >= 0:
            return (SIDES[self.side],)
        return (SIDES[self.chooser],) if len(self.pending(p)) > 1 else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        fort = self.fort(g, p)
        if fort >= 0:
            return [g.hex_words["hold"][fort], g.hex_words["yield"][fort]]
        return [g.word("retreat", u) for u in self.pending(p)]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "retreat":
            self.set_off(g, p, g.by_id[noun])
            return
        hex = g.grid.bit[noun]
        stay = sum(1 << u for u in self.pending(p) if p.at[u] == hex) if verb == "hold" else 0
        p.tell(verb, "17.0e", hex=noun)
        p.swap(Retreats(self.side, self.units & ~stay, self.length, self.chooser, self.rule, self.asked | 1 << hex))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        pending = self.pending(p)
        if pending:
            (last,) = pending
            self.set_off(g, p, last)
        else:
            p.pop()

    def set_off(self, g: MansteinsWar, p: MansteinPosition, u: int) -> None:
        left = self.units & ~(1 << u)
        p.swap(Retreats(self.side, left, self.length, self.chooser, self.rule, self.asked))
        if not g.counters[u].move:
            losses.eliminate(g, p, u, "11.1j")
            control.review(g, p)
            return
        p.push(Retreating(u, self.length, p.at[u], self.chooser, self.rule))
        look_on(g, p, nearest_sources(g, p, u))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        fort = self.fort(g, p)
        if fort >= 0:
            return Refusal("17.0e", f"say first whether the units in {g.hex_name(fort)} hold their fortress")
        if verb == "hold":
            return Refusal("17.0e", "only units in an intact fortress of their own may ignore a retreat")
        return Refusal("11.1a", "choose the next unit to retreat")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        fort = self.fort(g, p)
        if fort >= 0:
            return f"Hold the fortress of {g.hex_name(fort)}, or retreat?", "17.0e"
        return f"Choose the next unit to retreat {count(self.length, 'hex')}.", "11.1a"


def nearest_sources(g: MansteinsWar, p: MansteinPosition, u: int) -> tuple[int, ...]:
    """11.1b: the nearest supply sources open to the unit, several if they are equally near."""
    here, distance = p.at[u], g.grid.distance
    far = {s: distance(here, s) for s in bits(supply.sources(g, p, u))}
    return tuple(s for s, d in far.items() if d == min(far.values()))


class Search:
    """11.1: what lies before one retreating unit."""

    def __init__(self, g: MansteinsWar, p: MansteinPosition, way: Retreating) -> None:
        self.g, self.p, self.way = g, p, way
        self.ground = movement.open_ground(g, p, way.unit) & ~way.walked & ~(1 << way.start)
        self.known: dict[tuple[int, int], int] = {}

    def steps(self, hex: int, covered: int) -> int:
        """11.1h: away from the start hex by hex; beyond the length never nearer to it than that."""
        near = self.g.grid.disc(self.way.start, min(covered, self.way.length - 1))
        return self.g.board.touch[hex] & self.ground & ~near

    def has_room(self, hex: int) -> bool:
        return stacking.room(self.g, self.p, self.way.unit, hex)

    def worth(self, hex: int, covered: int) -> int:
        """What becomes of the retreat if the unit stands in that hex after so many steps."""
        key = hex, covered
        if key not in self.known:
            self.known[key] = self._worth(hex, covered)
        return self.known[key]

    def _worth(self, hex: int, covered: int) -> int:
        if covered < self.way.length:
            if intact(self.g, self.p, self.g.side[self.way.unit], hex) and self.has_room(hex):
                return ROOM
            return max((self.worth(n, covered + 1) for n in bits(self.steps(hex, covered))), default=covered)
        return ROOM if self.has_room(hex) else self.beyond(hex)

    def beyond(self, full: int) -> int:
        """11.1g: whether full hexes lead on to one with room."""
        seen, front = 1 << full, [full]
        while front:
            for n in bits(self.steps(front.pop(), self.way.length) & ~seen):
                if self.has_room(n):
                    return LONG
                seen |= 1 << n
                front.append(n)
        return FULL

    def ways(self, sources: tuple[int, ...]) -> tuple[Way, ...]:
        """11.1b, 11.1c: of the hexes that lead farthest those no farther from a source; if there are none, all."""
        way, distance = self.way, self.g.grid.distance
        here = self.p.at[way.unit]
        top = LONG if way.chooser == self.g.side[way.unit] else ROOM
        worth = {n: min(top, self.worth(n, way.covered + 1)) for n in bits(self.steps(here, way.covered))}
        best = max(worth.values(), default=0)
        if way.covered >= way.length and best <= FULL:
            return ()
        fit = [n for n, value in worth.items() if value == best]
        found: dict[int, list[int]] = {}
        for s in sources:
            for n in [n for n in fit if distance(n, s) <= distance(here, s)] or fit:
                found.setdefault(n, []).append(s)
        return tuple((n, tuple(found.get(n, ()))) for n in fit if n in found or not sources)


def look_on(g: MansteinsWar, p: MansteinPosition, sources: tuple[int, ...]) -> None:
    """Go on with the retreat on top of the stack: it is over (11.1h), has ways to go, or is stuck, which costs the unit
    (11.1i) unless it stands in a fort of its own (17.0f)."""
    way: Retreating = p.frames[-1]
    u, here = way.unit, p.at[way.unit]
    room = way.covered > 0 and stacking.room(g, p, u, here)
    over = way.covered >= way.length and room
    ways = () if over else Search(g, p, way).ways(sources)
    stop = room and intact(g, p, g.side[u], here)
    if ways:
        p.swap(Retreating(u, way.length, way.start, way.chooser, way.rule, way.covered, way.walked, ways, stop))
        return
    p.pop()
    if way.covered < way.length and stop:
        stand(g, p, u)
    elif way.covered < way.length:
        losses.eliminate(g, p, u, "11.1i" if way.covered else "11.1e")
    control.review(g, p)


def stand(g: MansteinsWar, p: MansteinPosition, u: int) -> None:
    """17.0f: a unit ends a longer retreat in a fort of its own."""
    p.tell("retreat stops", "17.0f", unit=g.ids[u], hex=g.hex_name(p.at[u]))


class Retreating(Frame, frozen=True):
    """11.1: a unit on its way back."""

    unit: int
    length: int
    start: int
    chooser: int
    rule: str
    covered: int = 0
    walked: int = 0
    """Hexes entered, which may not be entered again (11.1h)."""
    ways: tuple[Way, ...] = ()
    may_stop: bool = False
    """It stands in a fort of its own on a longer retreat (17.0f)."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.chooser],) if len(self.ways) + self.may_stop > 1 else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        steps = [g.hex_words["step"][hex] for hex, _ in self.ways]
        return [*steps, "stop"] if self.may_stop else steps

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
            stand(g, p, self.unit)
            control.review(g, p)
            return
        hex = g.grid.bit[noun]
        self.go(g, p, hex, dict(self.ways)[hex])

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        (way,) = self.ways
        self.go(g, p, *way)

    def go(self, g: MansteinsWar, p: MansteinPosition, hex: int, sources: tuple[int, ...]) -> None:
        """7.2f: a hex in an enemy ZOC costs a step, whoever stands there."""
        u = self.unit
        control.enter(g, p, u, hex)
        p.retreated |= 1 << u
        p.tell("retreat", self.rule, unit=g.ids[u], hex=g.hex_name(hex))
        if zoc.zone(g, p, 1 - g.side[u]) >> hex & 1:
            losses.reduce(g, p, u, "7.2f")
        if p.at[u] < 0:
            p.pop()
            control.review(g, p)
            return
        p.swap(Retreating(u, self.length, self.start, self.chooser, self.rule, self.covered + 1,
                          self.walked | 1 << hex))
        look_on(g, p, sources)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name, here = g.counters[self.unit].name, p.at[self.unit]
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("11.0a", f"{name} must complete its retreat")
        hex = g.grid.bit[noun]
        if not g.grid.near[here] >> hex & 1:
            return Refusal("11.0a", f"{noun} is not next to {g.hex_name(here)}")
        if p.occupied[1 - g.side[self.unit]] >> hex & 1:
            return Refusal("11.1d", f"{noun} holds enemy units")
        if g.side[self.unit] == ALLIED and p.open_cities >> hex & 1:
            return Refusal("25.4c", f"{g.board.label(hex)} is an open city")
        if not g.board.touch[here] & movement.open_ground(g, p, self.unit) & 1 << hex:
            return Refusal("11.1d", f"{name} may not enter {noun}")
        search = Search(g, p, self)
        if not search.steps(here, self.covered) >> hex & 1:
            return Refusal("11.1h", f"{noun} does not lead away from {g.hex_name(self.start)}")
        best = max(search.worth(n, self.covered + 1) for n, _ in self.ways)
        if search.worth(hex, self.covered + 1) < min(best, LONG):
            return Refusal("11.1h", f"through {noun} the retreat could not be completed")
        if self.chooser != g.side[self.unit] and search.worth(hex, self.covered + 1) < best:
            return Refusal("6.5b", f"{noun} is full, and there are hexes with room")
        return Refusal("11.1b", f"{noun} is farther from the supply source of {name}")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        left = max(1, self.length - self.covered)
        return f"Retreat {g.counters[self.unit].name}: {left} to go.", self.rule
