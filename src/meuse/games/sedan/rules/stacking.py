"""7.0 Stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.results import eliminate

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def points_in(g: Sedan, p: SedanPosition, hex: int) -> int:
    """7.1c, 7.1e: a regiment counts three, a battalion one, an HQ nothing."""
    return sum([g.points[u] for u in p.stacks.get(hex, ())])


def road_users(g: Sedan, p: SedanPosition, marching: bool) -> int:
    """7.1b, 9.2b: units that have come by road in the Move mode now ending, or by option whoever has a marker."""
    if g.options["road-stacking"] == "while-marked":
        return p.road
    return p.road & p.moved if marching else 0


def limit_in(g: Sedan, p: SedanPosition, hex: int, marching: bool) -> int:
    """7.1a, 7.1b: two regiments, or one where a unit is using Road Movement."""
    road = road_users(g, p, marching)
    for u in p.stacks.get(hex, ()) if road else ():
        if road >> u & 1 and g.points[u]:
            return g.road_limit
    return g.stack_limit


def has_room(g: Sedan, p: SedanPosition, hex: int, u: int) -> bool:
    """Whether a unit that ends a retreat or advance here keeps the limit."""
    return not g.points[u] or points_in(g, p, hex) + g.points[u] <= limit_in(g, p, hex, marching=False)


def overstacked(g: Sedan, p: SedanPosition, side: int, marching: bool) -> list[int]:
    """7.1f: the hexes of a side that break the limit."""
    least, stacks, most = min(g.road_limit, g.stack_limit), p.stacks, g.most_points
    return [h for h in bits(p.fighting[side]) if len(stacks[h]) * most > least
            and (points := points_in(g, p, h)) > least and points > limit_in(g, p, h, marching)]


class StackingCheck(Frame, frozen=True):
    """7.1f, 7.1g: movement is over; the owner removes units until every hex keeps the limit."""

    side: int
    marching: bool = False
    """At the end of a Move mode, in which units have marched by road (7.1b); otherwise of Overrun movement."""

    def crowded(self, g: Sedan, p: SedanPosition) -> list[int]:
        return overstacked(g, p, self.side, self.marching)

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.crowded(g, p) else NOBODY

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [
            g.word("remove", u) for h in self.crowded(g, p) for u in p.stacks[h] if g.points[u]
        ]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        u = g.by_id[noun]
        p.tell("overstacked", "7.1g", unit=noun, hex=g.hex_name(p.units[u].hex))
        eliminate(g, p, u, "7.1g")

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "remove" and noun in g.by_id:
            if g.is_hq[g.by_id[noun]]:
                return Refusal("2.4c", f"{g.name_of(noun)} is a headquarters and takes no room")
            return Refusal("7.1g", f"{g.name_of(noun)} is in no hex that is over the stacking limit")
        return Refusal("7.1g", "a hex is over the stacking limit: units there must be removed first")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        names = ", ".join(g.hex_name(h) for h in self.crowded(g, p))
        return f"Too many units in {names}: remove units until the limit is kept.", "7.1g"
