"""16.2 Pursuit, the advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import losses, movement, stacking
from meuse.games.blitzkrieg.rules.ground import open_ground

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def ahead(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """16.2.1a: the hexes that a unit could enter next, whatever they cost and whoever controls them; none with enemies,
    and no full rough or mountain hex (13.1.2a). From the sea it goes ashore (22.5a)."""
    here, side = p.at[u], g.side[u]
    near = g.grid.near[here] if g.board.sea >> here & 1 else g.board.touch[here]
    found = near & open_ground(g, p, side) & ~p.occupied[1 - side]
    return found & ~stacking.jammed(g, p, u, found)


def bluffs(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """19.2.2c: hexes ahead whose enemies may be nothing but deception units, for all that the pursuer sees: none of
    them has been looked at, and what lies on top may deceive. He finds out when he goes there."""
    here, side, found = p.at[u], g.side[u], 0
    for hex in bits(g.board.touch[here] & open_ground(g, p, side) & p.occupied[1 - side]):
        stack = [v for v in p.stacks[hex] if g.side[v] != side]
        if g.deceptive >> stack[-1] & 1 and not any(p.opened >> v & 1 for v in stack):
            found |= g.one[hex]
    return found & ~stacking.jammed(g, p, u, found)


class Pursuit(Frame, frozen=True):
    """16.2a: the winner's units advance one after another, any of them or none."""

    side: int
    units: int
    """Those that may still set off."""
    first: int
    """The hexes that the loser has left: one of them is entered first."""
    far: int
    mech: int
    """Hexes for mechanised units (16.2.3a)."""
    able: int = -1
    """Units that can set off now, -1 where they have to be worked out."""

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.able > 0 else NOBODY

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        left = self.first & ~p.occupied[1 - self.side]
        if not self.able or not left:
            p.pop()
            return
        able = sum(1 << u for u in bits(self.units) if self.can_go(g, p, u, left))
        p.swap(Pursuit(self.side, self.units, left, self.far, self.mech, able))

    def hexes(self, g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
        """How far a unit may still go; what has landed in the hex itself is a hex on its way."""
        return (self.mech if g.counters[u].mech else self.far) - (self.first >> p.at[u] & 1)

    def can_go(self, g: Blitzkrieg, p: BlitzPosition, u: int, first: int) -> bool:
        """16.2.2: a survivor that moves at all, with a way to go."""
        if p.at[u] < 0 or not g.mobile >> u & 1 or not self.hexes(g, p, u):
            return False
        return bool(ahead(g, p, u)) if first >> p.at[u] & 1 else bool(ahead(g, p, u) & first)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.word("pursue", u) for u in bits(self.able))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u = g.by_id[noun]
        there = self.first >> p.at[u] & 1
        p.swap(Pursuit(self.side, self.units & ~(1 << u), self.first, self.far, self.mech))
        p.push(Pursuing(u, self.hexes(g, p, u), 0 if there else self.first))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "pursue" or noun not in g.by_id:
            return Refusal("16.2a", "pursue with units of the battle, or be done")
        u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
        if not self.units >> u & 1 or p.at[u] < 0:
            return Refusal("16.2a", f"{name} has no part in this pursuit, or has had it")
        if not g.mobile >> u & 1:
            return Refusal("16.2.2_1a", f"{name} does not move")
        return Refusal("16.2.1a", f"no hex is open to {name}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Pursue with units of the battle, or be done.", "16.2a"


class Pursuing(Frame, frozen=True):
    """16.2a: first a hex that the loser has left, then any way, and a stop anywhere."""

    unit: int
    left: int
    first: int = 0
    """The hexes of which one has to be entered now, 0 for any."""

    def ways(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        found = ahead(g, p, self.unit)
        return list(bits(found & self.first if self.first else found | bluffs(g, p, self.unit)))

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        if not self.left:
            return NOBODY
        ways = self.ways(g, p)
        return NOBODY if not ways or (self.first and len(ways) == 1) else (SIDES[g.side[self.unit]],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        steps = [g.hex_words["step"][hex] for hex in self.ways(g, p)]
        return steps if self.first else [*steps, "stop"]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "stop":
            p.pop()
        else:
            self.go(g, p, g.grid.bit[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        ways = self.ways(g, p)
        if not self.left or not ways:
            p.pop()
            return
        (only,) = ways
        self.go(g, p, only)

    def go(self, g: Blitzkrieg, p: BlitzPosition, hex: int) -> None:
        """16.2.1a, 19.2.2c: deception units vanish before the pursuer; where anybody else stands his pursuit ends."""
        enemies = [v for v in p.units_in(hex) if g.side[v] != g.side[self.unit]]
        if any(not g.counters[v].deception for v in enemies):
            p.pop()
            p.tell("pursuit ends", "16.2.1a", unit=g.ids[self.unit], hex=g.hex_name(hex))
            return
        for v in enemies:
            losses.eliminate(g, p, v, "19.2.2c")
        p.swap(Pursuing(self.unit, self.left - 1))
        movement.enter(g, p, self.unit, hex)
        p.tell("pursuit", "16.2a", unit=g.ids[self.unit], hex=g.hex_name(hex))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "step" or noun not in g.grid.bit:
            return Refusal("16.2a", "pursue a hex farther, or stop once the loser's hex is entered")
        if self.first:
            return Refusal("16.2a", "a hex that the loser has left is entered first")
        if p.occupied[1 - g.side[self.unit]] >> g.grid.bit[noun] & 1:
            return Refusal("16.2.1a", f"{noun} holds enemy units")
        return Refusal("16.2.1a", f"{g.counters[self.unit].name} could not go to {noun}")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"{g.counters[self.unit].name} may pursue {count(self.left, 'hex')} farther.", "16.2a"
