"""The orders of a movement phase: attackers to their posts, the others by the plan, headquarters behind them."""

from __future__ import annotations

from functools import cached_property

import msgspec

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.rules import airborne, cards, command, flights, rail, sea, special_operations
from meuse.games.blitzkrieg.rules.reach import Reach
from meuse.games.blitzkrieg.rules.zoc import exerts
from meuse.players.staff.blitzkrieg.attacks import Offensive, Party
from meuse.players.staff.blitzkrieg.ground import FAR, marches
from meuse.players.staff.blitzkrieg.outlook import Outlook

BETTER = 0.1
"""What a move must gain."""
THIRD = 1.5
"""The same in the third impulse, besides what its fatigue costs (17.1c)."""
LOST = 3.0
"""So many times stronger must the enemy be about a cut off unit for it to be taken off."""
LEAST_LANDING, COUP, RELIEF = 0.5, 0.6, 7
"""What a landing from the air must promise, the chance of a coup, and how far from other troops it is tried."""
MOST_COMPANY = 10
"""Defence that a unit may count on to come up beside it."""
RISK = 0.3
"""How much the danger of a headquarters weighs against the command that it gives."""
STAFFS_APART = 0.08
"""What each hex between a headquarters and its troops costs it."""
MOST_SITES = 16
"""So many places are looked at for a headquarters."""
BASE_NEAR, BASE_FAR = 3, 9
"""Air bases keep so many hexes from the enemy, and come up when he is farther away than that."""


class Order(msgspec.Struct, frozen=True):
    """What one unit is to do: a verb of the movement phase, its hex, and why."""

    verb: str
    unit: int
    hex: int
    why: str


class Marching:
    """Plans one phase; the outlook keeps count of where everybody is to stand."""

    def __init__(self, look: Outlook) -> None:
        self.look, self.g, self.p = look, look.g, look.p
        ready = [u for u in bits(self.p.eligible & ~self.p.moved) if self.g.counters[u].move[0]]
        if self.p.impulse == 3:
            ready = [u for u in ready if not self.p.tired >> u & 1]
        counters = self.g.counters
        self.staffs = [u for u in ready if counters[u].hq]
        self.bases = [u for u in ready if counters[u].air_base]
        self.troops = [u for u in ready if not (counters[u].hq or counters[u].air_base)]
        self.railed = 0
        self.covered = 0
        """Hexes that headquarters placed so far command."""
        self.parties: list[Party] = []

    @cached_property
    def reach(self) -> dict[int, Reach]:
        """What each of the troops can march to."""
        survey = self.look.know.surveys.of(self.p, self.look.side)
        return {u: survey.reach(u) for u in self.troops if self.near(u)}

    def company(self) -> dict[int, int]:
        """By hex, part of the defence of all who could meet there."""
        found: dict[int, int] = {}
        for u, reach in self.reach.items():
            for hex in reach.cost:
                found[hex] = found.get(hex, 0) + self.g.counters[u].defence[self.p.tired >> u & 1]
        return {hex: min(total // 3, MOST_COMPANY) for hex, total in found.items()}

    def near(self, u: int) -> bool:
        """Britain is left by sea alone."""
        return not self.g.board.countries["britain"] >> self.p.at[u] & 1

    def orders(self) -> list[Order]:
        self.look.company = self.company()
        found = [*self.landings(), *self.sailings()]
        sent = {order.unit for order in found}
        found += self.attacks(sent)
        sent |= {order.unit for order in found} | {u for party in self.parties for u in party.posts}
        rest = [u for u in self.reach if u not in sent]
        rest.sort(key=lambda u: (self.far(u), u))
        for n, u in enumerate(rest):
            if 4 * n > 3 * len(rest):
                self.look.company = {}
            order = self.go(u)
            if order:
                found.append(order)
        for h in self.staffs:
            if h not in sent and self.near(h) and (order := self.follow(h)):
                found.append(order)
        for b in self.bases:
            if b not in sent and self.near(b) and (order := self.rebase(b)):
                found.append(order)
        return found

    def far(self, u: int) -> float:
        """Those in front go first, and make room."""
        if self.look.side == AXIS:
            return self.look.fields.far(u).get(self.p.at[u], FAR)
        post = self.look.fields.posts.get(u, -1)
        return self.g.grid.distance(self.p.at[u], post) if post >= 0 else FAR

    # --- attacks --------------------------------------------------------------------------------------------------

    def attacks(self, sent: set[int]) -> list[Order]:
        g, p = self.g, self.p
        self.parties = Offensive(self.look, self.places(sent), True).parties()
        found = []
        for party in self.parties:
            why = f"to attack {g.board.label(party.target)}, which should fall {party.taken:.0%} of the time"
            found += [Order("move", u, hex, why) for u, hex in party.posts.items() if hex != p.at[u]]
        return found

    def places(self, sent: set[int]) -> dict[int, int]:
        """The hexes from which each unit might attack, those that have been sent elsewhere left aside."""
        g, p, places = self.g, self.p, {}
        for u, reach in self.reach.items():
            if u not in sent and g.counters[u].attack[p.tired >> u & 1]:
                places[u] = sum(g.one[hex] for hex in (*reach.cost, *reach.single))
        fixed = [u for u in bits(p.eligible) if not g.counters[u].move[0] and g.counters[u].attack[0]]
        return places | {u: g.one[p.at[u]] for u in fixed if p.at[u] >= 0}

    # --- by the plan ----------------------------------------------------------------------------------------------

    def go(self, u: int) -> Order | None:
        """The best hex within a march or a ride."""
        look, here = self.look, self.p.at[u]
        options = {hex: "move" for hex in self.reach[u].hexes() if look.room(u, hex)}
        for hex in bits(self.stations(u)):
            if hex not in options and look.room(u, hex):
                options[hex] = "rail"
        if not options:
            return None
        stay = look.score(u, here) - (0.0 if look.room(u, here) else 5.0)
        value = {hex: look.score(u, hex) for hex in options}
        best = max(options, key=lambda hex: (value[hex], hex))
        if value[best] < stay + self.least(u):
            return None
        if options[best] == "rail":
            self.railed += 1
        look.send(u, best)
        return Order(options[best], u, best, look.purpose(u))

    def least(self, u: int) -> float:
        """What a move must gain."""
        know = self.look.know
        return BETTER if self.p.impulse < 3 else know.orders.wear * (THIRD + know.worth.fatigue(self.p, u))

    def stations(self, u: int) -> int:
        """12.4: cities that trains reach, while they have room for one more."""
        g, p = self.g, self.p
        if p.impulse != 1 or not g.board.cities >> p.at[u] & 1 or rail.against(g, p, u):
            return 0
        country = rail.network(g, p, u)
        if country is None or rail.capacity(g, p, country) <= self.railed:
            return 0
        return rail.destinations(g, p, u, country)

    # --- headquarters and air bases -------------------------------------------------------------------------------

    def follow(self, h: int) -> Order | None:
        """11.0: where a headquarters commands most of its troops, out of harm's way."""
        look, p, grid = self.look, self.p, self.g.grid
        troops = self.troops_of(h)
        if not troops:
            return None
        reach = marches(self.g, p, h)
        options = [hex for hex in reach.hexes() if look.room(h, hex)]
        apart = [(w, grid.distances(look.where[u])) for u, w in troops.items()]
        options.sort(key=lambda hex: (sum([w * row[hex] for w, row in apart]), hex))
        options = [*options[:MOST_SITES], p.at[h]]
        value = {hex: self._served(h, hex, troops) for hex in options}
        best = max(options, key=lambda hex: (value[hex], hex))
        if value[best] < value[p.at[h]] + self.least(h):
            best = p.at[h]
        self.covered |= self.area(h, best)
        if best == p.at[h]:
            return None
        look.send(h, best)
        return Order("move", h, best, "where it commands and supplies most of its troops (11.0, 18.1)")

    def area(self, h: int, hex: int) -> int:
        """11.1a: what a headquarters would command from a hex."""
        here, self.p.at[h] = self.p.at[h], hex
        found = command.commanded(self.g, self.p, h)
        self.p.at[h] = here
        return found

    def troops_of(self, h: int) -> dict[int, float]:
        """Units that a headquarters is for, by weight; those of its own army count most."""
        g, p, look = self.g, self.p, self.look
        found = {}
        for c in g.counters:
            u = c.index
            if c.side != look.side or look.where[u] < 0 or c.hq or c.air_base or c.deception or not c.attack[0]:
                continue
            if not command.serves(g, p, h, u):
                continue
            if look.side == AXIS:
                own = look.know.axis.of(u) is look.know.axis.of(h)
                found[u] = (1.0 if own and c.mech == g.counters[h].mech else 0.6 if own else 0.1)
            else:
                found[u] = 1.0 if g.grid.distance(look.where[u], p.at[h]) <= 6 else 0.05
        return found

    def _served(self, h: int, hex: int, troops: dict[int, float]) -> float:
        look, area, apart = self.look, self.area(h, hex), self.g.grid.distances(hex)
        worth = 0.0
        for u, weight in troops.items():
            at = look.where[u]
            if area >> at & 1:
                worth += weight * (0.3 if self.covered >> at & 1 else 1.0)
            worth -= STAFFS_APART * weight * min(8, apart[at])
        guarded = look.guarded(hex, h)
        worth -= RISK * look.danger(h, hex)
        if not guarded:
            worth -= 0.12 * min(look.menace.get(hex, 0), 40)
        if look.enemy_zone >> hex & 1:
            worth -= 1.0 if guarded else 4.0
        return worth

    def rebase(self, b: int) -> Order | None:
        """24.3.8: an air base moves only when the enemy is upon it, or far away."""
        g, p, look = self.g, self.p, self.look
        enemies = [hex for hex in bits(p.occupied[1 - look.side]) if any(exerts(g, p, u) for u in p.stacks[hex])]
        if not enemies:
            return None

        def gap(hex: int) -> int:
            apart = g.grid.distances(hex)
            return min([apart[enemy] for enemy in enemies])

        here = gap(p.at[b])
        if BASE_NEAR < here <= BASE_FAR:
            return None
        reach = marches(g, p, b)
        options = [hex for hex in reach.hexes() if look.room(b, hex) and gap(hex) > BASE_NEAR]
        if not options:
            return None
        wanted = (BASE_NEAR + BASE_FAR) // 2
        best = min(options, key=lambda hex: (abs(gap(hex) - wanted), hex))
        if abs(gap(best) - wanted) >= abs(here - wanted):
            return None
        look.send(b, best)
        near = here <= BASE_NEAR
        return Order("move", b, best, "the enemy is upon it" if near else "nearer to the front, which has moved on")

    # --- landings from the air ------------------------------------------------------------------------------------

    def landings(self) -> list[Order]:
        """30.0, 32.0: empty cities to be had from the air, and forts for those who can take them by a coup."""
        g, p = self.g, self.p
        able = [u for u in self.troops if airborne.may_land(g, u) and not airborne.against(g, p, u)]
        free = len(flights.in_box(g, p, self.look.side, "transport"))
        found: list[Order] = []
        taken: set[int] = set()
        while able and len(found) < free:
            pairs = [(u, hex) for u in able for hex in bits(self.drop_zones(u)) if hex not in taken]
            worth, u, hex = max(((self.landing(u, hex), u, hex) for u, hex in pairs), default=(0.0, -1, -1))
            if worth < LEAST_LANDING:
                break
            able.remove(u)
            taken.add(hex)
            self.look.send(u, hex)
            found.append(Order("drop", u, hex, f"{g.board.label(hex)} can be taken from the air (30.1)"))
        return found

    def drop_zones(self, u: int) -> int:
        """Enemy cities without troops, near enough to ours; forts for airborne special operations in force."""
        g, p = self.g, self.p
        cities = g.board.cities & g.enemy_ground[self.look.side] & ~(p.occupied[0] | p.occupied[1] | p.taken)
        forts = g.side_forts[1 - self.look.side] & ~p.destroyed if g.counters[u].special else 0
        near = [hex for hex in bits((cities | forts) & airborne.targets(g, p, u))
                if g.grid.disc(hex, RELIEF) & p.occupied[self.look.side]]
        return sum(g.one[hex] for hex in near)

    def landing(self, u: int, hex: int) -> float:
        """What a landing is worth; where enemies stand it may be the end of the unit."""
        g, p, look = self.g, self.p, self.look
        hits = airborne.explain(g, p, u, hex).total
        chance = max(0, min(6, int(str(hits)))) / 6
        worth = look.prize(u, hex)
        if g.side_forts[1 - look.side] & ~p.destroyed & g.one[hex] and cards.in_force(g, p, special_operations.FORCES):
            events = g.charts.shock.events
            worth += (events.fort_destroyed + events.fortress_coup) * COUP
        risk = look.know.worth.end(p, u) if p.occupied[1 - look.side] >> hex & 1 else look.danger(u, hex) / 2
        return chance * worth - risk

    # --- ships ----------------------------------------------------------------------------------------------------

    def sailings(self) -> list[Order]:
        """22.0: troops from Britain to France, and those who are cut off to where they can fight on, or home."""
        if self.look.side != ALLIED or self.p.impulse != 1:
            return []
        g, p, look = self.g, self.p, self.look
        free = len(sea.lifts(g, p))
        wanting: list[tuple[float, int]] = []
        for u in (*self.troops, *self.staffs):
            if sea.against(g, p, u) is None and (not self.near(u) or self.cut_off(u)):
                wanting.append((-look.know.worth.end(p, u), u))
        found: list[Order] = []
        for _, u in sorted(wanting)[:free]:
            to = self.haven(u)
            if to >= 0:
                look.send(u, to)
                found.append(Order("embark", u, to, f"by sea to {g.board.label(to)}, where it can fight (22.1)"))
            elif self.near(u):
                found.append(Order("embark", u, -1, "it is cut off and would be lost: it is taken home (22.7)"))
        return found

    def cut_off(self, u: int) -> bool:
        g, p, look = self.g, self.p, self.look
        if look.fields.mainland >> p.at[u] & 1:
            return False
        strength = sum(g.counters[v].defence[p.tired >> v & 1] for v in p.units_in(p.at[u]))
        return bool(p.unsupplied >> u & 1) or look.menace.get(p.at[u], 0) > LOST * strength

    def haven(self, u: int) -> int:
        """A port of France, safe and in touch with its sources, the nearest to the unit's post."""
        g, p, look = self.g, self.p, self.look
        open_to = sea.havens(g, p, p.at[u]) & look.fields.mainland & g.board.ports & g.board.countries["france"]
        safe = [hex for hex in bits(open_to) if look.room(u, hex) and not look.menace.get(hex, 0)]
        aim = look.fields.posts.get(u, g.grid.bit["3226"])
        return min(safe, key=lambda hex: (g.grid.distance(hex, aim), hex), default=-1)
