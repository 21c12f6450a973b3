"""16.1 Retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import forts, losses, movement, stacking
from meuse.games.blitzkrieg.rules.ground import open_ground
from meuse.games.blitzkrieg.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

CROWDED, IN_ZONE, DEAD = 1, 2, 10
"""How bad a way is: it ends in a full hex (16.1.1h), it enters an enemy zone (16.1.1c); from DEAD on the unit dies, the
later the fewer hexes are left of its retreat (16.1.1f)."""


class Retreats(Frame, frozen=True):
    """16.1a, 16.1.1g: what has to retreat does so one unit after another, in the order of the owner's choice."""

    side: int
    units: int
    """Those that have not set off yet."""
    length: int

    def pending(self, p: BlitzPosition) -> list[int]:
        return [u for u in bits(self.units) if p.at[u] >= 0] if self.length else []

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if len(self.pending(p)) > 1 else NOBODY

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("retreat", u) for u in self.pending(p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.set_off(g, p, g.by_id[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        pending = self.pending(p)
        if not pending:
            p.pop()
            return
        (last,) = pending
        self.set_off(g, p, last)

    def set_off(self, g: Blitzkrieg, p: BlitzPosition, u: int) -> None:
        """16.1.1j, 16.1.1i: a garrison stays in its works; elsewhere what cannot move is destroyed."""
        p.swap(Retreats(self.side, self.units & ~(1 << u), self.length))
        c = g.counters[u]
        if c.fortress and forts.friendly(g, p, self.side, p.at[u]):
            p.tell("garrison holds", "16.1.1j", unit=c.id, hex=g.hex_name(p.at[u]))
        elif not g.mobile >> u & 1:
            losses.eliminate(g, p, u, "16.1.1i")
        else:
            p.push(Retreating(u, self.length, p.at[u]))
            look_on(g, p)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("16.1a", "choose the next unit to retreat")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Choose the next unit to retreat {self.length}.", "16.1a"


def feared(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """14.4.1, 23.5.1a: the enemy zones that a retreating unit suffers from; special forces ignore them."""
    return 0 if g.counters[u].special else zone(g, p, 1 - g.side[u])


class Search:
    """16.1.1: what lies before one retreating unit."""

    def __init__(self, g: Blitzkrieg, p: BlitzPosition, way: Retreating) -> None:
        self.g, self.p, self.way = g, p, way
        side = g.side[way.unit]
        self.zone = feared(g, p, way.unit)
        self.ground = open_ground(g, p, side) & ~p.occupied[1 - side]
        if g.options["retreat-zones"] == "never":
            self.ground &= ~self.zone
        self.known: dict[tuple[int, int, bool], int] = {}

    def room(self, hex: int) -> bool:
        return stacking.room(self.g, self.p, self.way.unit, hex)

    def steps(self, hex: int, covered: int) -> list[int]:
        """16.1.1f: hex by hex away from the start; nobody gets by in full rough or mountain hexes (13.1.2a)."""
        g, start = self.g, self.way.start
        ahead = g.board.touch[hex] & self.ground & ~g.grid.disc(start, covered)
        return list(bits(ahead & ~stacking.jammed(g, self.p, self.way.unit, ahead)))

    def worth(self, hex: int, covered: int, tired: bool) -> int:
        """What becomes of a unit that enters a hex as the so-manieth of its retreat."""
        key = hex, covered, tired
        if key not in self.known:
            self.known[key] = self._worth(*key)
        return self.known[key]

    def _worth(self, hex: int, covered: int, tired: bool) -> int:
        price, dies = 0, DEAD + self.way.length - covered
        if self.zone >> hex & 1:
            if tired:
                return dies
            price, tired = IN_ZONE, True
        if covered == self.way.length:
            return price + (0 if self.room(hex) else CROWDED)
        rest = min((self.worth(n, covered + 1, tired) for n in self.steps(hex, covered)), default=dies)
        return rest if rest >= DEAD else price + rest

    def ways(self) -> dict[int, int]:
        """Every next hex, with what becomes of the unit there."""
        p, way = self.p, self.way
        tired = bool(p.tired >> way.unit & 1)
        return {n: self.worth(n, way.covered + 1, tired) for n in self.steps(p.at[way.unit], way.covered)}


def look_on(g: Blitzkrieg, p: BlitzPosition) -> None:
    """Go on with the retreat on top of the stack: it is over, stuck (16.1.1a), or has ways to go."""
    way: Retreating = p.frames[-1]
    found = Search(g, p, way).ways() if way.covered < way.length else {}
    if found:
        best = min(found.values())
        p.swap(Retreating(way.unit, way.length, way.start, way.covered,
                          tuple([n for n, worth in found.items() if worth == best]), best >= DEAD))
        return
    p.pop()
    if way.covered < way.length:
        losses.eliminate(g, p, way.unit, "16.1.1f" if way.covered else "16.1.1a")


class Retreating(Frame, frozen=True):
    """16.1a: a unit on its way back."""

    unit: int
    length: int
    start: int
    covered: int = 0
    ways: tuple[int, ...] = ()
    doomed: bool = False
    """It will not reach the end of its retreat alive."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],) if len(self.ways) > 1 and not self.doomed else NOBODY

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.hex_words["step"][hex] for hex in self.ways]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.go(g, p, g.grid.bit[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        self.go(g, p, self.ways[0])

    def go(self, g: Blitzkrieg, p: BlitzPosition, hex: int) -> None:
        """14.4.1, 17.1b: an enemy zone fatigues, and kills what is Fatigued or enters a second one."""
        u = self.unit
        movement.enter(g, p, u, hex)
        p.tell("retreat", "16.1a", unit=g.ids[u], hex=g.hex_name(hex))
        if feared(g, p, u) >> hex & 1:
            losses.fatigue(g, p, u, "14.4.1a")
        if p.at[u] < 0:
            p.pop()
            return
        p.swap(Retreating(u, self.length, self.start, self.covered + 1))
        look_on(g, p)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name, here, mine = g.counters[self.unit].name, p.at[self.unit], g.side[self.unit]
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("16.1a", f"{name} must complete its retreat")
        hex = g.grid.bit[noun]
        if p.occupied[1 - mine] >> hex & 1:
            return Refusal("16.1.1b", f"{noun} holds enemy units")
        if not g.board.touch[here] & open_ground(g, p, mine) & g.one[hex]:
            return Refusal("16.1.1d", f"{name} could not go from {g.hex_name(here)} to {noun}")
        search = Search(g, p, self)
        found = search.ways()
        if hex not in found:
            never = g.options["retreat-zones"] == "never" and search.zone >> hex & 1
            if never:
                return Refusal("16.1.1c", f"{noun} is in an enemy zone of control")
            return Refusal("16.1.1f", f"{noun} does not lead away from {g.hex_name(self.start)}")
        if found[hex] >= DEAD:
            return Refusal("16.1.1h", f"through {noun} the retreat would be the end of {name}")
        if found[hex] >= IN_ZONE:
            return Refusal("16.1.1c", f"through {noun} the retreat enters an enemy zone of control")
        return Refusal("16.1.1h", f"through {noun} the retreat ends in a full hex")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Retreat {g.counters[self.unit].name}: {self.length - self.covered} to go.", "16.1a"
