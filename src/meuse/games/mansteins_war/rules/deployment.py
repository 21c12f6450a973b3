"""21.0 Setting up by the players: secret plans, then each side's units within its limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES, Counter, Site
from meuse.games.mansteins_war.box.deployment import Area
from meuse.games.mansteins_war.position import DUE, MansteinPosition
from meuse.games.mansteins_war.rules import stacking

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

CHANGES = 60
"""How often a side may put a unit elsewhere after all: a set-up comes to its end."""
PLAN_RULE = ("21.2e", "21.1i")


class KeepPlans(Frame, frozen=True):
    """21.1i, 21.2e: each side keeps one of its three plans, both at once and in secret."""

    def party(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return SIDES

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return tuple([name for side, name in enumerate(SIDES) if p.plans[side] < 0])

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [f"keep {g.markers[m].id}" for m in g.plan_markers[SIDES.index(side)]]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        s = SIDES.index(side)
        p.set_plan(s, g.marker_by_id[noun])
        p.tell("plan kept", PLAN_RULE[s], seen_by=(side,), marker=noun)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal(PLAN_RULE[SIDES.index(side)], "first keep one of your three plans")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Each side secretly keeps one of its plans.", "21.1i"


def area_of(g: MansteinsWar, c: Counter) -> Area:
    kind = "logistics" if c.logistics else "static" if c.static else "mobile"
    return g.deployment.area_of(c.nation, c.command, kind)


def limits(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """21.1, 21.2: the hexes in which a unit may be set up, whoever stands there."""
    site = g.sites.get(u)
    if site is None:
        site = g.sites[u] = _site(g, g.counters[u])
    return site.open(g.grid, p.at)


def _site(g: MansteinsWar, c: Counter) -> Site:
    found = g.box.site(area_of(g, c), c)
    hexes = found.hexes & g.enterable[c.index]
    if c.logistics:
        hexes &= near_enough_forts(g, c)
    return Site(hexes, found.anchor, found.within)


def may_stand(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """21.0a, 21.1d: of those hexes the ones with room for it that leave forts for the French fortress units."""
    return sum(1 << hex for hex in bits(limits(g, p, u)) if fits(g, p, u, hex))


def fits(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> bool:
    return stacking.room(g, p, u, hex) and leaves_forts(g, p, u, hex)


def can_go_elsewhere(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """Whether there is a hex for the unit besides that in which it may stand already."""
    return any(hex != p.at[u] and fits(g, p, u, hex) for hex in bits(limits(g, p, u)))


def near_enough_forts(g: MansteinsWar, c: Counter) -> int:
    """21.1d: hexes within two of as many forts as the command of a French supply unit has fortress units."""
    units = g.fort_groups.get(c.index)
    if not units:
        return g.grid.board
    first = g.counters[units[0]]
    return sum(1 << hex for hex in g.grid.cells if fort_ring(g, first, hex).bit_count() >= len(units))


def fort_ring(g: MansteinsWar, c: Counter, centre: int) -> int:
    """21.1d: the forts open to a fortress unit whose supply unit stands in that hex."""
    area = area_of(g, c)
    return g.grid.disc(centre, area.within) & g.board.fort_hexes & g.board.countries[area.country]


def leaves_forts(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> bool:
    """21.1d: with a unit in that hex, every French fortress unit whose supply unit has been placed can still have a
    fort of its own: any army groups together find at least as many forts as they have units without one."""
    c = g.counters[u]
    if c.nation != "french" or not (c.static or c.logistics):
        return True
    wants: list[tuple[int, int]] = []
    taken = 0
    for supply, units in g.fort_groups.items():
        centre = hex if supply == u else p.at[supply]
        if centre < 0:
            continue
        near = fort_ring(g, g.counters[units[0]], centre)
        places = [hex if v == u else p.at[v] for v in units]
        placed = [place for place in places if place >= 0 and near >> place & 1]
        taken |= sum(1 << place for place in placed)
        wants.append((len(units) - len(placed), near))
    groups = (group for n in range(1, len(wants) + 1) for group in combinations(wants, n))
    return all(sum(n for n, _ in group) <= (union(group) & ~taken).bit_count() for group in groups)


def union(group: Iterable[tuple[int, int]]) -> int:
    return reduce(or_, (forts for _, forts in group))


class Deploy(Frame, frozen=True):
    """21.0a: a side sets its units up one by one, all of them in one go as in history, or both."""

    side: int
    changes: int = 0

    def waiting(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        """Units still to be set up."""
        return [u for u in g.starters[self.side] if p.at[u] == DUE]

    def movable(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        """Units that may be taken in hand: those waiting, and those that may still be put elsewhere."""
        found = g.starters[self.side] if self.changes < CHANGES else self.waiting(g, p)
        return [u for u in found if can_go_elsewhere(g, p, u)]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        found = ["historical", *(g.word("deploy", u) for u in self.movable(g, p))]
        if self.complete(g, p):
            found.append("done")
        return found

    def complete(self, g: MansteinsWar, p: MansteinPosition) -> bool:
        return not self.waiting(g, p) and not misplaced(g, p, self.side)

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "deploy":
            u = g.by_id[noun]
            p.swap(Deploy(self.side, self.changes + (p.at[u] >= 0)))
            p.push(Placing(u))
        elif verb == "historical":
            as_in_history(g, p, self.side)
            p.tell("historical deployment", "21.0a", side=side)
            p.pop()
        else:
            p.tell("deployed", "21.0a", side=side)
            p.pop()

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "deploy" and noun in g.by_id:
            u, name = g.by_id[noun], g.name_of(noun)
            if g.side[u] != self.side:
                return Refusal("21.0a", f"{name} is not yours to set up")
            if u not in g.starting:
                return Refusal("13.1a", f"{name} comes later or is not in play")
            return Refusal(area_of(g, g.counters[u]).source.split(",")[0], f"no hex is open to {name} as things stand")
        if verb == "done" and not self.complete(g, p):
            wrong = self.waiting(g, p) or misplaced(g, p, self.side)
            source = area_of(g, g.counters[wrong[0]]).source.split(",")[0]
            return Refusal(source, f"{g.counters[wrong[0]].name} must still be set up where it belongs")
        return Refusal("21.0a", "the units are being set up")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"{SIDES[self.side].capitalize()} set-up: {count(len(self.waiting(g, p)), 'unit')} to place.", "21.0a"


def misplaced(g: MansteinsWar, p: MansteinPosition, side: int) -> list[int]:
    """Units that stand where they may not, their logistics unit having been put elsewhere."""
    return [u for u in bits(g.side_units[side]) if p.at[u] >= 0 and not limits(g, p, u) >> p.at[u] & 1]


class Placing(Frame, frozen=True):
    """21.0a: the hex for one unit."""

    unit: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        place = g.hex_words["place"]
        return [place[hex] for hex in bits(may_stand(g, p, self.unit))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.put(g, self.unit, g.grid.bit[noun])
        p.tell("placed", "21.0a", unit=g.ids[self.unit], hex=noun)
        p.pop()

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        u, c = self.unit, g.counters[self.unit]
        if verb == "place" and noun in g.grid.bit:
            hex = g.grid.bit[noun]
            if c.army and g.board.rough >> hex & 1:
                return Refusal("8.4.1a", f"{c.name} is an army and cannot stand in rough terrain")
            if c.logistics and not near_enough_forts(g, c) >> hex & 1:
                return Refusal("21.1d", f"too few forts lie near {noun} for the fortress units of {c.command}")
            if not stacking.room(g, p, u, hex):
                return stacking.refuse_room(g, p, u, hex)
            if limits(g, p, u) >> hex & 1:
                return Refusal("21.1d", f"with {c.name} in {noun} a French fortress unit would be left without a fort")
        return Refusal(area_of(g, c).source.split(",")[0], f"{c.name} may not be set up there")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        c = g.counters[self.unit]
        return f"Where is {c.name} set up?", area_of(g, c).source.split(",")[0]


def as_in_history(g: MansteinsWar, p: MansteinPosition, side: int) -> None:
    """The historical deployment; a unit that a variant adds goes to the first hex open to it."""
    mine = g.starters[side]
    for u in mine:
        p.put(g, u, DUE)
    for u in mine:
        if g.ids[u] in g.deployment.units:
            p.put(g, u, g.grid.bit[g.deployment.units[g.ids[u]]])
    for u in mine:
        if p.at[u] == DUE:
            p.put(g, u, next(bits(may_stand(g, p, u))))


def frames() -> tuple[Frame, ...]:
    """21.0a: the plans, then the Allies, then the Germans."""
    return KeepPlans(), Deploy(ALLIED), Deploy(GERMAN)
