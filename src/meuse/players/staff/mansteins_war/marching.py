"""The orders of a Movement Segment: attackers to their posts, the others by the plan, logistics units behind them."""

from __future__ import annotations

import msgspec

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules import airborne, airlift, rail, supply
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.players.staff.mansteins_war.attacks import Offensive
from meuse.players.staff.mansteins_war.fighting import Party
from meuse.players.staff.mansteins_war.ground import FAR, Paths, marches
from meuse.players.staff.mansteins_war.outlook import MOST_COMPANY, PRIZE, STRANDED, Outlook

BETTER = 0.05
"""What a move must gain."""
LEAST_LANDING = 1.0
OWN = 3.0
"""How many units of others a unit of its own command counts for with a logistics unit."""
RELIEF = 4
"""How far from other troops a landing is tried."""


class Order(msgspec.Struct, frozen=True):
    """What one unit is to do: a verb of the Movement Segment, its hex, and why."""

    verb: str
    unit: int
    hex: int
    why: str


class Marching:
    """Plans one segment; the outlook keeps count of where everybody is to stand."""

    def __init__(self, look: Outlook) -> None:
        self.look, self.g, self.p = look, look.g, look.p
        ready = look.p.acting & ~look.p.moved
        self.units = [u for u in bits(ready) if self.p.at[u] >= 0 and self.g.move[u]]
        self.paths: dict[int, Paths] = {u: marches(self.g, self.p, u) for u in self.units if not self.g.logistics[u]}
        self.railed = self.p.railed
        self.lifted = any(self.p.at[u] >= 0 for u in bits(self.g.airborne & ~self.p.dropped))
        """Whether the airlift has work, or a landing to wait for."""
        look.company = self.company()
        self.parties: list[Party] = []

    def company(self) -> dict[int, int]:
        """By hex, half the strength of the corps that could meet there."""
        g, p = self.g, self.p
        found: dict[int, int] = {}
        for u, paths in self.paths.items():
            if g.counters[u].mech:
                for hex in paths:
                    found[hex] = found.get(hex, 0) + g.counters[u].defence[p.steps[u]]
        return {hex: min(total // 2, MOST_COMPANY) for hex, total in found.items()}

    def orders(self) -> list[Order]:
        found = self.landing() + self.attacks()
        sent = {order.unit for order in found} | {u for party in self.parties for u in party.posts}
        rest = [u for u in self.paths if u not in sent]
        rest.sort(key=lambda u: (self.look.far(u).get(self.p.at[u], FAR), u))
        for u in rest:
            if u == rest[-1]:
                self.look.company = {}
            order = self.go(u)
            if order:
                found.append(order)
        for u in self.units:
            if self.g.logistics[u] and (order := self.carry(u)):
                found.append(order)
        return found

    def places(self) -> dict[int, int]:
        """For units that may attack, the hexes in which they may stand for it."""
        g, p, found = self.g, self.p, {}
        if p.marker >= 0 and g.markers[p.marker].entry.no_attacks:
            return {}
        for u in bits(p.acting & ~p.attacked):
            if p.at[u] >= 0 and g.counters[u].attack[p.steps[u]]:
                found[u] = sum(1 << hex for hex in self.paths.get(u, (p.at[u],)))
        return found

    def attacks(self) -> list[Order]:
        self.parties = Offensive(self.look, self.places()).parties()
        found = []
        for party in self.parties:
            why = f"to attack {self.g.board.label(party.target)}, which should be taken {party.taken:.0%} of the time"
            found += [Order("move", u, hex, why) for u, hex in party.posts.items() if hex != self.p.at[u]]
        return found

    # --- by the plan ----------------------------------------------------------------------------------------------

    def go(self, u: int) -> Order | None:
        """The best hex within a march, a ride or a flight."""
        look, here = self.look, self.p.at[u]
        if self.leaving(u):
            return self.leave(u)
        options = {hex: "move" for hex in self.paths[u] if hex != here and look.room(u, hex)}
        for hex in bits(self.stations(u)):
            if hex not in options and look.room(u, hex):
                options[hex] = "rail"
        for hex in bits(self.airfields(u)):
            if hex not in options and look.room(u, hex):
                options[hex] = "carry"
        if not options:
            return None
        stay = look.score(u, here) - (5.0 if look.crowded(here) else 0.0)
        best = max(options, key=lambda hex: (look.score(u, hex), hex))
        if look.score(u, best) < stay + BETTER:
            return None
        if options[best] == "rail":
            self.railed += self.g.counters[u].rail
        self.lifted |= options[best] == "carry"
        look.send(u, best)
        return Order(options[best], u, best, self.reason(u, best))

    def stations(self, u: int) -> int:
        """9.0: where the railways can take a unit after the rides planned so far."""
        g, p = self.g, self.p
        full = self.railed + g.counters[u].rail > rail.capacity(g, self.look.side)
        return 0 if full or not rail.can_ride(g, p, u) else rail.stations(g, p, u)

    def airfields(self, u: int) -> int:
        """26.3: cities to which the airlift can take a unit."""
        return 0 if self.lifted or not self.g.on("airlift") else airlift.destinations(self.g, self.p, u)

    def leaving(self, u: int) -> bool:
        """25.3: whether a unit had better leave over the western edge, in the week in which it may."""
        p, look = self.p, self.look
        return look.side == ALLIED and self.g.on("western-evacuation") and p.evac == p.turn and look.doomed(u)

    def leave(self, u: int) -> Order | None:
        """To the western edge of France, if it is within reach, and out."""
        edge = [hex for hex in self.paths[u] if self.g.board.edges["british"] >> hex & 1]
        if not edge:
            return None
        here = self.p.at[u]
        best = min(edge, key=lambda hex: (self.g.grid.distance(here, hex), hex))
        self.look.send(u, best)
        return Order("move", u, best, "it would be lost here, and the way out over the western edge is open (25.3)")

    def reason(self, u: int, hex: int) -> str:
        look = self.look
        if look.side == GERMAN:
            return f"towards {look.know.german.purpose(self.p, u)}"
        post = look.posts.get(u, -1)
        line = look.know.allied.line(self.p, self.g.nation[u], look.know.orders.back).name
        return f"to its post at {self.g.board.label(post)} on {line}" if post >= 0 else f"behind {line}"

    # --- logistics ------------------------------------------------------------------------------------------------

    def carry(self, v: int) -> Order | None:
        """15.2: where a logistics unit supports most, out of harm's way."""
        g, p, look = self.g, self.p, self.look
        nation = g.nation[v]
        ends, ground = supply.depots(g, p, nation), supply.open_ground(g, p, look.side)
        linked = supply.spread_out(g, ends, ground, g.longest_move)[g.move[v]]
        others = ends
        for w in g.box.logistics_for[nation]:
            if w != v and look.where[w] >= 0 and linked >> look.where[w] & 1:
                others |= g.one[look.where[w]]
        paths = marches(g, p, v)
        options = [hex for hex in paths if look.room(v, hex)] or [p.at[v]]
        value = {hex: self._served(v, hex, others, ground, bool(linked >> hex & 1)) for hex in options}
        best = max(options, key=lambda hex: (value[hex], hex))
        if best == p.at[v] or value[best] < value.get(p.at[v], -99.0) + BETTER:
            return None
        look.send(v, best)
        return Order("move", v, best, "where it supports most of the army")

    def _served(self, v: int, hex: int, others: int, ground: int, linked: bool) -> float:
        g, p, look = self.g, self.p, self.look
        sources = others | g.one[hex] if linked else others
        lines = supply.spread_out(g, sources, ground, g.longest_move)
        worth = 0.0
        for u in bits(g.nation_units[g.nation[v]]):
            at = look.where[u]
            if at >= 0 and not (g.logistics[u] or g.counters[u].static):
                own = g.counters[u].command == g.counters[v].command
                if lines[g.move[u]] >> at & 1:
                    worth += STRANDED * (OWN if own else 1.0)
                worth -= (0.15 if own else 0.01) * g.grid.distance(at, hex)
        guarded = any(not g.logistics[w] for w in look.stacks.get(hex, ()) if w != v)
        if zone(g, p, 1 - look.side) >> hex & 1:
            worth -= 1.0 if guarded else 3.0
        elif not guarded:
            worth -= 0.05 * min(look.menace.get(hex, 0), 15)
        return worth

    # --- airborne troops ------------------------------------------------------------------------------------------

    def landing(self) -> list[Order]:
        """18.0: a victory hex that airborne troops can take."""
        for u in self.units:
            if not self.g.airborne >> u & 1:
                continue
            targets = airborne.targets(self.g, self.p, u)
            value = {hex: self._landed(u, hex) for hex in self.look.know.value
                     if targets >> hex & 1 and self.g.board.home[1 - self.look.side] >> hex & 1}
            best = max(value, key=lambda hex: (value[hex], hex), default=-1)
            if best >= 0 and value[best] >= LEAST_LANDING:
                self.look.send(u, best)
                return [Order("drop", u, best, f"{self.g.board.label(best)} can be taken from the air (18.0)")]
        return []

    def _landed(self, u: int, hex: int) -> float:
        """What a landing is worth; one that fails costs the unit (18.2e)."""
        look, g, p = self.look, self.g, self.p
        if look.ours >> hex & 1 or not g.grid.disc(hex, RELIEF) & p.occupied[look.side]:
            return 0.0
        gain = PRIZE * look.know.value[hex] - look.danger(u, hex)
        if not p.occupied[1 - look.side] >> hex & 1:
            return gain
        d = look.tactics.defence(hex)
        column = g.crt.shifted(g.crt.column(g.counters[u].attack[p.steps[u]], d.strength), look.tactics.air(hex))
        worth, taken = look.tactics.weigh(column, False, d, look.know.worth.losses(p, [u]), gain, False)
        return worth - (1 - taken) * look.know.worth.whole(p, u)
