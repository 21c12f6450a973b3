"""9.0 Railroad movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air, control, supply
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def capacity(g: MansteinsWar, side: int) -> int:
    """9.1a: thirds of an army equivalent a Movement Segment."""
    return g.charts.rail.allied if side == ALLIED else g.charts.rail.german


def tracks(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """9.0b, 9.0c, 8.0c, 16.8c: hexes that a unit may ride through; for the British those of France."""
    found = g.rail_ground[u] & ~p.occupied[1 - g.side[u]]
    return found & ~p.open_cities & ~air.interdicted(g, p) if g.side[u] == ALLIED else found


def network(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """9.0d, 9.0g, 7.2: hexes that a ride from the unit's hex may reach, those in an enemy ZOC as its last hex."""
    here, ground, enemy = p.at[u], tracks(g, p, u), zone(g, p, 1 - g.side[u])
    start = g.board.touch[here] if enemy >> here & 1 else g.one[here]
    found, free = 0, ground & ~enemy
    for hex in bits(start & free):
        found |= joined(g, hex, ground, free)
    return found


def joined(g: MansteinsWar, hex: int, ground: int, free: int) -> int:
    """The tracks joined to a hex by those that are free, and the ends of the line around these; each network is worked
    out once and then known to all of its hexes."""
    known = g.networks[ground, free]
    for through, whole in known:
        if through >> hex & 1:
            return whole
    through = g.grid.flood(g.one[hex], free, g.board.open)
    known.append((through, through | g.board.spread(through) & ground))
    return known[-1][1]


def stations(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """9.0d: the cities and towns that a unit may ride to."""
    return network(g, p, u) & g.rail_stations[u] & ~g.one[p.at[u]]


def can_ride(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """9.0, 15.5a: whether an activated unit on the map may use the railways now."""
    here, c = p.at[u], g.counters[u]
    if not g.rail_stations[u] >> here & 1 or p.railed + c.rail > capacity(g, c.side):
        return False
    return bool(tracks(g, p, u) >> here & 1 and stations(g, p, u)) and supply.supported(g, p, u, "move")


def refuse_ride(g: MansteinsWar, p: MansteinPosition, u: int) -> Refusal:
    """Why an activated unit that has not moved may not use the railways."""
    c, here = g.counters[u], p.at[u]
    if not g.rail_ground[u] >> here & 1:
        return Refusal("9.0c", f"{c.name} may use railways in its own country only")
    if not g.board.railheads >> here & 1:
        return Refusal("9.0d", f"{c.name} does not start from a city or town")
    if c.side == ALLIED and air.interdicted(g, p) >> here & 1:
        return Refusal("16.8c", f"German air units bar the railways of {g.hex_name(here)}")
    if not supply.supported(g, p, u, "move"):
        return Refusal("15.5a", f"{c.name} is unsupported and cannot use the railways")
    if p.railed + c.rail > capacity(g, c.side):
        left = capacity(g, c.side) - p.railed
        return Refusal("9.1a", f"the railways carry {left} thirds of an army more, and {c.name} takes {c.rail}")
    return Refusal("9.0d", f"no city or town can be reached by rail from {g.hex_name(here)}")


def ride_path(g: MansteinsWar, p: MansteinPosition, u: int, to: int) -> list[int]:
    """A shortest ride, hex by hex without the first."""
    here, enemy = p.at[u], zone(g, p, 1 - g.side[u])
    ground = tracks(g, p, u) & ~enemy
    layers = [g.one[to]]
    while not layers[-1] >> here & 1:
        layers.append(g.board.spread(layers[-1]) & (ground | g.one[here]))
    path, hex = [], here
    for layer in reversed(layers[:-1]):
        hex = next(bits(g.board.touch[hex] & layer))
        path.append(hex)
    return path


class Riding(Frame, frozen=True):
    """9.0d: a unit on the railway names its station."""

    unit: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        ride = g.hex_words["ride"]
        return [ride[hex] for hex in bits(stations(g, p, self.unit))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        u, to = self.unit, g.grid.bit[noun]
        p.pop()
        p.railed += g.counters[u].rail
        path, start = ride_path(g, p, u, to), g.hex_name(p.at[u])
        p.put(g, u, to)
        p.tell("ride", "9.0d", unit=g.ids[u], start=start, hex=noun)
        for hex in path:
            control.take(g, p, u, hex)
        control.review(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        u, name = self.unit, g.counters[self.unit].name
        if verb != "ride" or noun not in g.grid.bit:
            return Refusal("9.0h", f"{name} is on the railway: name its station")
        to = g.grid.bit[noun]
        if not g.board.railheads >> to & 1:
            return Refusal("9.0d", f"{noun} is neither a city nor a town")
        if not g.rail_ground[u] >> to & 1:
            return Refusal("9.0c", f"{name} may use railways in its own country only")
        if g.side[u] == ALLIED and air.interdicted(g, p) >> to & 1:
            return Refusal("16.8c", f"German air units bar the railways of {noun}")
        if not g.enterable[u] >> to & 1:
            return Refusal("9.0f", f"{name} is an army and may not end in rough terrain")
        return Refusal("9.0g", f"no open line leads to {noun}")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Where does {g.counters[self.unit].name} go by rail?", "9.0d"
