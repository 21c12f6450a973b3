"""22.0 Amphibious movement and evacuation: Allied units go from coast to coast, or home for good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, SIDES
from meuse.games.blitzkrieg.position import ABSENT, EVACUATED, ON_HAND, SAILED, Assault, BlitzPosition
from meuse.games.blitzkrieg.rules import losses, ports
from meuse.games.blitzkrieg.rules.cards import number
from meuse.games.blitzkrieg.rules.command import ground
from meuse.games.blitzkrieg.rules.sight import sighted

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

DYNAMO = "A20"


# --- ships -------------------------------------------------------------------------------------------------------


def lifts(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """22.1a: amphibious units that may still sail this turn."""
    return [s.index for s in g.ships if s.entry.kind == "amphibious" and p.ships[s.index] == ON_HAND]


def free_ships(p: BlitzPosition) -> None:
    """22.1a: one lift a turn: ships that have sailed may sail again."""
    p.ships = [ON_HAND if place == SAILED else place for place in p.ships]


def burden(g: Blitzkrieg, u: int) -> tuple[str, int]:
    """22.2: the kind that a unit is for a lift, and the thirds of one that it takes; air bases travel as headquarters,
    units smaller than a division on foot as divisions."""
    c, whole = g.counters[u], g.charts.limits.lift_divisions
    if c.hq or c.air_base:
        return "headquarters", whole
    if c.mech:
        return "mechanised", whole if c.entry.size == "division" else 1
    return "foot", whole if c.corps else 1


def lifts_needed(g: Blitzkrieg, units: Iterable[int]) -> int:
    """22.2: how many amphibious units these take; a lift is of one kind."""
    thirds: dict[str, int] = {}
    for kind, size in (burden(g, u) for u in units):
        thirds[kind] = thirds.get(kind, 0) + size
    return sum(-(-total // g.charts.limits.lift_divisions) for total in thirds.values())


# --- who may sail, and where to ----------------------------------------------------------------------------------


def shore(g: Blitzkrieg, p: BlitzPosition, within: int) -> int:
    """22.1a, 22.9a: of these hexes those where units go aboard and ashore: coasts, and inland ports with open water."""
    return g.board.coast & within | ports.working(g, p, within)


def against(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal | None:
    """What speaks against a unit's going aboard now."""
    c = g.counters[u]
    if c.side != ALLIED:
        return Refusal("22.1a", "only the Allies have ships")
    if p.impulse != 1:
        return Refusal("22.6a", "ships sail in the first impulse only")
    if not any(c.move):
        return Refusal("22.1a", f"{c.name} never moves")
    if not lifts(g, p):
        return Refusal("22.1a", "no amphibious unit is left that has not sailed this turn")
    if not shore(g, p, g.one[p.at[u]]):
        return Refusal("22.1a", f"{c.name} stands neither on a coast nor in an inland port with open water")
    return None


def boarders(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """Units that may go aboard now; most stand far from any shore."""
    if p.active != ALLIED or p.impulse != 1 or not lifts(g, p):
        return []
    ready = p.eligible & ~p.moved & g.mobile
    hexes = bits(shore(g, p, p.occupied[ALLIED]))
    return [u for hex in hexes for u in p.stacks[hex] if ready >> u & 1]


def havens(g: Blitzkrieg, p: BlitzPosition, start: int) -> int:
    """22.1a, 22.4a: other shores without enemies, on no neutral ground; zones do not matter. No shore is rough, so that
    stacking is judged when the phase ends (13.1.1a)."""
    return shore(g, p, ground(g, p, ALLIED) & ~g.one[start])


def kind_of_assault(g: Blitzkrieg, u: int) -> str:
    """22.5.1a: what may storm a coast: a corps on foot, which fills its ship, the marine division; nothing else."""
    c = g.counters[u]
    if c.corps and not c.mech:
        return "corps"
    return "marines" if c.entry.type == "marine" else ""


def against_assault(g: Blitzkrieg, p: BlitzPosition, units: tuple[int, ...]) -> Refusal | None:
    """What speaks against storming a coast with what is aboard."""
    kinds = {kind_of_assault(g, u) for u in units}
    if "" in kinds or kinds & {kind_of_assault(g, a.unit) for a in p.assaults}:
        return Refusal("22.5.1a", "one corps on foot and one marine division a turn may assault, each in its own ship")
    if any(p.tired >> u & 1 and not loads_in_port(g, p, p.at[u]) for u in units):
        return Refusal("22.3b", "a Fatigued unit that goes aboard from open coast is evacuated")
    return None


def targets(g: Blitzkrieg, p: BlitzPosition) -> int:
    """22.5a: coasts with enemies in them, next to a hex that is all sea; a causeway is no coast."""
    return p.occupied[1 - ALLIED] & g.board.coast & g.grid.spread(g.board.sea)


def loads_in_port(g: Blitzkrieg, p: BlitzPosition, hex: int) -> bool:
    return bool(ports.working(g, p, g.one[hex]))


# --- the lift ----------------------------------------------------------------------------------------------------


class Loading(Frame, frozen=True):
    """22.1a, 22.2: units go aboard one amphibious unit in one hex; it sails to one other, or home in an emergency,
    when it holds twice as much (22.7b)."""

    units: tuple[int, ...]

    @property
    def first(self) -> int:
        """The unit of whose hex and country all others are."""
        return self.units[0]

    def companions(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        fresh = p.eligible & ~p.moved
        here = [v for v in p.units_in(p.at[self.first]) if fresh >> v & 1]
        return [v for v in here if not self.against_joining(g, p, v)]

    def against_joining(self, g: Blitzkrieg, p: BlitzPosition, v: int) -> Refusal | None:
        if g.counters[v].country != g.counters[self.first].country:
            return Refusal("22.1a", "a lift takes units of one country")
        if lifts_needed(g, (*self.units, v)) > g.charts.limits.emergency_lift:
            return Refusal("22.7b", "even in an emergency an amphibious unit takes no more than two lifts")
        return against(g, p, v)

    def overloaded(self, g: Blitzkrieg) -> bool:
        return lifts_needed(g, self.units) > 1

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        found = ["evacuate", *(g.word("embark", v) for v in self.companions(g, p))]
        if self.overloaded(g):
            return found
        words = g.hex_words
        found += [words["sail"][hex] for hex in bits(havens(g, p, p.at[self.first]))]
        if not against_assault(g, p, self.units):
            found += [words["storm"][hex] for hex in bits(targets(g, p))]
        return found

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "embark":
            p.moved |= 1 << g.by_id[noun]
            p.swap(Loading((*self.units, g.by_id[noun])))
            return
        p.pop()
        ship = lifts(g, p)[0]
        p.ships[ship] = SAILED
        if verb == "evacuate":
            for u in self.units:
                evacuate(g, p, u, "22.7b")
        elif verb == "sail":
            sail(g, p, self.units, p.at[self.first], g.grid.bit[noun])
        else:
            storm(g, p, self.first, ship, g.grid.bit[noun])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "embark" and noun in g.by_id:
            v = g.by_id[noun]
            if p.at[v] != p.at[self.first] or not (p.eligible & ~p.moved) >> v & 1:
                return Refusal("22.1a", f"{g.counters[v].name} cannot go aboard here now")
            return self.against_joining(g, p, v)
        if verb not in ("sail", "storm") or noun not in g.grid.bit:
            return None
        if self.overloaded(g):
            return Refusal("22.2a", "so many are for an emergency evacuation alone")
        if verb == "storm":
            return against_assault(g, p, self.units) or Refusal("22.5a", "no enemies on a coast of the open sea there")
        if p.occupied[1 - ALLIED] >> g.grid.bit[noun] & 1:
            return Refusal("22.4a", "enemy units bar landing, except by assault")
        return Refusal("22.1a", "units go to another coast or open inland port, in a country at war")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "The ship loads: take more units, choose a coast to sail to, or evacuate.", "22.1a"


def evacuate(g: Blitzkrieg, p: BlitzPosition, u: int, rule: str) -> None:
    """22.7a, 22.7.1a: out of play for good, and no loss; a deception unit is back in the box."""
    c, hex = g.counters[u], g.hex_name(p.at[u])
    p.put(g, u, ABSENT if c.deception else EVACUATED)
    p.tell("evacuated", rule, seen_by=(SIDES[ALLIED],) if c.deception else None, unit=c.id, hex=hex)


def go_aboard(g: Blitzkrieg, p: BlitzPosition, u: int) -> bool:
    """22.3: whether a unit comes out of its loading in play; from open coast it is Fatigued, or evacuated if it was so
    already. Around Dunkirk card A20 spares those that are fresh."""
    here = p.at[u]
    if loads_in_port(g, p, here):
        return True
    if p.tired >> u & 1:
        evacuate(g, p, u, "22.3b")
        return False
    if not sheltered(g, p, here):
        losses.fatigue(g, p, u, "22.3b")
    return True


def sheltered(g: Blitzkrieg, p: BlitzPosition, hex: int) -> bool:
    """Card A20: near enough to Dunkirk."""
    radius = number(g, p, DYNAMO, "radius")
    return bool(radius) and any(g.grid.distance(hex, to) <= radius for to in bits(g.board.hexes_of["Dunkirk"]))


def sail(g: Blitzkrieg, p: BlitzPosition, units: tuple[int, ...], start: int, to: int) -> None:
    for u in units:
        if go_aboard(g, p, u):
            p.put(g, u, to)
            p.tell("sea move", "22.1a", seen_by=(SIDES[ALLIED],), unit=g.ids[u], start=g.hex_name(start),
                   hex=g.hex_name(to))
            sighted(g, p, u, start, how=" by sea")


def storm(g: Blitzkrieg, p: BlitzPosition, u: int, ship: int, target: int) -> None:
    """22.5a: the unit lies off the coast until the first combat phase."""
    go_aboard(g, p, u)
    p.put(g, u, next(bits(g.grid.near[target] & g.board.sea)))
    p.assaults = (*p.assaults, Assault(u, ship, target))
    p.tell("assault from the sea", "22.5a", hex=g.hex_name(target))
