"""How a side sees the position: the plan, the dangers, and what it is worth to a unit to stand in a hex."""

from __future__ import annotations

from functools import cached_property

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import odds, stacking
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.fortress import intact
from meuse.games.mansteins_war.rules.supply import supported
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.players.staff.mansteins_war.fighting import Tactics
from meuse.players.staff.mansteins_war.ground import distances, menace, supportable
from meuse.players.staff.mansteins_war.orders import MansteinOrders
from meuse.players.staff.mansteins_war.plans import KEYS, AlliedPlan, GermanPlan, brief, endangered
from meuse.players.staff.mansteins_war.worth import Worth

CLOSER = 0.3
"""What a movement factor towards the objective is worth."""
SPEAR = 1.8
"""By how much more that counts in the main effort."""
PRIZE = 0.8
"""Of its points, what it is worth to enter a victory hex."""
ASIDE = 0.1
"""Of that, what counts for the spear off its axis."""
STRANDED = 1.5
"""What it costs to stand where no line of communications reaches."""
DANGER = 0.22
"""Of two steps, what it costs to stand where the enemy may come up in full superiority."""
TENDER = 2.0
"""By how much more this counts for a valuable unit with its last step."""
SUPERIOR, CRUSHING = 1.2, 3.0
"""From which odds on there is danger, and from which it is full."""
MOST_COMPANY = 7
"""The most strength that is reckoned to join a unit."""
CUT_OFF = 1.5
"""By how much more danger counts without a line of communications."""
DOOMED = 2.0
"""So many times stronger are the Germans about a unit that is taken off while it can be."""
NOWHERE = 60.0
ON_POST = 1.5
ON_GUARD = 1.0
DEARER, KEPT = 4.0, 2.0
"""By how much more important a place that counts is as a post in a game that is won by such places, and by how much
more it counts for the Allies to stand there."""
ABOVE_ALL = 15.0
"""By how much more important a post is that orders name."""
FORWARD = 0.5
"""How well mechanised corps serve in the front line, being better behind it."""
AWAY = 0.7


class Knowledge:
    """What never changes in a game."""

    def __init__(self, game: MansteinsWar, orders: MansteinOrders | None = None) -> None:
        self.g, self.orders = game, orders or MansteinOrders()
        self.worth = Worth(game)
        self.german, self.allied = GermanPlan(game), AlliedPlan(game)
        start = game.blank()
        self.value = {hex: points for hex in bits(game.contested & game.land)
                      if (points := self.worth.hex(start, hex))}
        """Victory points by hex."""
        cells, self.brief = game.board.cell_of, brief(game)
        self.keys = self.value | {cells[name]: points for name, points in KEYS.items()}
        """The same with the places on which the campaign turns."""
        bit = game.grid.bit
        self.leave, self.strike, self.aim, self.hold = (bit.get(name, -1) for name in (
            self.orders.leave, self.orders.strike, self.orders.aim, self.orders.hold))
        """The hexes of the orders; -1 where they name none."""
        self.spared = 1 << self.leave if self.leave >= 0 else 0


class Outlook:
    """One position seen by one side. `where` holds the places that its units have now or are to go to."""

    def __init__(self, know: Knowledge, p: MansteinPosition, side: int) -> None:
        self.know, self.g, self.p, self.side = know, know.g, p, side
        self.tactics = Tactics(self.g, p, side, know.worth, know.orders.thrift)
        self.stacks: dict[int, tuple[int, ...]] = {h: s for h, s in p.stacks.items() if p.occupied[side] >> h & 1}
        self.where = list(p.at)
        self.company: dict[int, int] = {}
        """By hex, the strength that may still join a unit there in this segment."""
        self._far: dict[tuple[str, int, int], dict[int, float]] = {}
        self._could: dict[str, tuple[int, ...]] = {}

    @cached_property
    def menace(self) -> dict[int, int]:
        return menace(self.g, self.p, self.side)

    @cached_property
    def last(self) -> bool:
        """Whether this is the last week."""
        terms = self.g.terms
        return self.p.turn >= (terms.extended_turn if self.p.extended else terms.last_turn)

    @cached_property
    def ours(self) -> int:
        return held(self.g, self.p, self.side)

    @cached_property
    def enemy_zone(self) -> int:
        return zone(self.g, self.p, 1 - self.side)

    # --- stacks as planned ----------------------------------------------------------------------------------------

    def room(self, u: int, hex: int) -> bool:
        return self.fits((*[v for v in self.stacks.get(hex, ()) if v != u], u), hex)

    def fits(self, units: tuple[int, ...], hex: int) -> bool:
        return stacking.fits(self.g, self.p, units, hex) if units else True

    def send(self, u: int, hex: int) -> None:
        """Note that a unit is to go to a hex."""
        here = self.where[u]
        if here >= 0:
            self.stacks[here] = tuple(v for v in self.stacks.get(here, ()) if v != u)
        self.where[u] = hex
        self.stacks[hex] = (*self.stacks.get(hex, ()), u)

    def crowded(self, hex: int) -> bool:
        return not self.fits(self.stacks.get(hex, ()), hex)

    # --- the plan -------------------------------------------------------------------------------------------------

    def could(self, u: int) -> int:
        """Hexes in which a unit may be supported after this segment."""
        c = self.g.counters[u]
        if c.static or c.logistics:
            return self.g.board.land
        if c.nation not in self._could:
            self._could[c.nation] = supportable(self.g, self.p, c.nation)
        return self._could[c.nation][c.move]

    def far(self, u: int) -> dict[int, float]:
        """From each hex, movement factors to the objective of a unit, or to its post."""
        c = self.g.counters[u]
        aim = self.know.german.axis[u] if self.side == GERMAN else str(self.posts.get(u, -1))
        key = aim, c.mech, c.army
        if key not in self._far:
            if self.side == GERMAN:
                goals, way = self._bound(aim)
            else:
                goals, way = {self.posts[u]: 0.0} if u in self.posts else {}, -1
            self._far[key] = distances(self.g, self.p, u, goals, way)
        return self._far[key]

    def _bound(self, axis: str) -> tuple[dict[int, float], int]:
        """What a German axis makes for, and the hexes by which it goes."""
        know = self.know
        if know.aim >= 0:
            return {know.aim: 0.0}, -1
        return know.german.goals(self.p, axis, know.value), know.german.way(self.p, axis)

    @cached_property
    def guarding(self) -> dict[int, int]:
        """The hexes that German units are to hold."""
        return self.know.german.posts(self.p)

    @cached_property
    def posts(self) -> dict[int, int]:
        """The hex that each Allied unit is to hold: the most important first, by whoever is strong and near."""
        found: dict[int, int] = {}
        for nations in (("french", "british"), ("belgian",), ("dutch",)):
            self._man(nations, found)
        return found

    def _man(self, nations: tuple[str, ...], found: dict[int, int]) -> None:
        g, p = self.g, self.p
        units = [u for u in bits(g.side_units[ALLIED]) if g.nation[u] in nations and p.at[u] >= 0
                 and g.move[u] and not g.counters[u].logistics]
        need = self.know.allied.posts(p, nations[0], self.know.orders.back)
        for hex, worth in endangered(g, p, self.know.keys, self.menace).items():
            if any(g.enterable[u] >> hex & 1 for u in units):
                need[hex] = max(need.get(hex, 0.0), worth * (DEARER if self.know.brief else 1.0))
        if self.know.hold >= 0 and any(g.enterable[u] >> self.know.hold & 1 for u in units):
            need[self.know.hold] = need.get(self.know.hold, 0.0) + ABOVE_ALL
        if self.know.aim >= 0:
            need = {self.know.aim: 1.0}
        for hex in need:
            need[hex] *= 1 + min(self.menace.get(hex, 0), 24) / 24
        posted: dict[int, tuple[int, ...]] = dict.fromkeys(need, ())
        fit = {u: {hex: self._fit(u, hex) for hex in need if g.enterable[u] >> hex & 1} for u in units}
        fit = {u: there for u, there in fit.items() if there}
        while fit:
            best, u, hex = -1.0, -1, -1
            for v, there in fit.items():
                for post, (strength, way) in there.items():
                    worth = need[post] * strength / way
                    if worth > best and self.fits((*posted[post], v), post):
                        best, u, hex = worth, v, post
            if u < 0:
                u = next(iter(fit))
                hex = next(iter(fit[u]))
            del fit[u]
            found[u] = hex
            posted[hex] += (u,)
            need[hex] *= 0.4

    def _fit(self, u: int, hex: int) -> tuple[float, float]:
        """How well a unit serves at a post: its strength there, and the weeks that it is held up until then."""
        g, p = self.g, self.p
        weeks = g.grid.distance(p.at[u], hex) / g.move[u]
        if weeks > 1.5 and g.board.railheads >> p.at[u] & 1:
            weeks = 1.5
        forward = FORWARD if g.counters[u].mech and self.menace.get(hex, 0) > g.counters[u].defence[p.steps[u]] else 1.0
        return forward * (2 + g.counters[u].defence[p.steps[u]]), 1 + weeks

    # --- what a place is worth ------------------------------------------------------------------------------------

    def danger(self, u: int, hex: int) -> float:
        """What a unit risks in a hex from enemies who may come up."""
        g, p = self.g, self.p
        near = self.menace.get(hex, 0)
        if not near:
            return 0.0
        strength = sum(g.counters[v].defence[p.steps[v]] for v in self.stacks.get(hex, ()) if v != u)
        strength += g.counters[u].defence[p.steps[u]]
        shift = -int(odds.best_terrain(g, p, hex).value) + intact(g, p, self.side, hex)
        strength += self.company.get(hex, 0)
        ratio = near / (max(1, strength) * (1 + 0.4 * shift))
        if ratio <= SUPERIOR:
            return 0.0
        share = min(1.0, (ratio - SUPERIOR) / (CRUSHING - SUPERIOR))
        if p.steps[u] == 1 and self.know.worth.prize[u] >= TENDER:
            share *= TENDER
        if not self.could(u) >> hex & 1:
            share *= CUT_OFF
        return self.know.orders.caution * DANGER * share * self.know.worth.losses(p, (u,), 2)[2]

    def doomed(self, u: int) -> bool:
        """Whether a unit would be lost where it stands."""
        p, hex = self.p, self.p.at[u]
        strength = sum(self.g.counters[v].defence[p.steps[v]] for v in p.stacks[hex])
        return self.menace.get(hex, 0) > DOOMED * strength or not supported(self.g, p, u, "combat")

    def stranded(self, u: int, hex: int) -> float:
        return 0.0 if self.could(u) >> hex & 1 else STRANDED

    def prize(self, u: int, hex: int) -> float:
        """Victory hexes taken by entering, or kept out of dispute by standing there (7.2a)."""
        value: float = self.know.keys.get(hex, 0)
        foreign = self.g.board.home[1 - self.side] >> hex & 1
        if not value or self.g.logistics[u] or not (foreign or self.side == ALLIED):
            return 0.0
        if self.side == GERMAN and hex != self.know.aim and not self.know.german.asked(self.p, u, hex):
            value *= ASIDE
        value *= self.know.orders.prizes * PRIZE * (KEPT if self.know.brief and self.side == ALLIED else 1.0)
        if not self.ours >> hex & 1:
            return value
        if self.side == GERMAN and hex not in self.know.value and u not in self.guarding:
            return 0.0
        others = any(v != u and not self.g.logistics[v] for v in self.stacks.get(hex, ()))
        kept = self.enemy_zone >> hex & 1 or (hex not in self.know.value and self.menace.get(hex, 0))
        if kept and not others:
            return value * (1.0 if self.last else 0.6)
        return 0.0

    def score(self, u: int, hex: int) -> float:
        """What it is worth to have a unit in a hex at the end of a segment."""
        if self.side == GERMAN:
            return self._german(u, hex)
        return self._allied(u, hex)

    def _german(self, u: int, hex: int) -> float:
        worth = self.prize(u, hex) - self.stranded(u, hex) - self.danger(u, hex)
        if u in self.guarding:
            return worth - ON_GUARD * self.g.grid.distance(hex, self.guarding[u])
        return worth - self.closer(u) * self.far(u).get(hex, NOWHERE)

    def closer(self, u: int) -> float:
        """What a movement factor towards its objective is worth to a German unit; most to the spear."""
        return self.know.orders.press * CLOSER * (SPEAR if self.know.german.axis[u] == "spear" else 1.0)

    def _allied(self, u: int, hex: int) -> float:
        g, p = self.g, self.p
        far = self.far(u).get(hex, NOWHERE if u in self.posts else 0.0)
        shift = -int(odds.best_terrain(g, p, hex).value) + intact(g, p, ALLIED, hex)
        worth = -self.know.orders.press * CLOSER * far + 0.2 * shift + self.prize(u, hex)
        worth -= self.stranded(u, hex) + AWAY * self.danger(u, hex)
        if self.posts.get(u) == hex:
            worth += ON_POST
        return worth + self._disputes(u, hex)

    def _disputes(self, u: int, hex: int) -> float:
        """7.2a: empty victory hexes that the Germans hold and that a unit's ZOC would put in dispute."""
        g, p = self.g, self.p
        lost = g.board.touch[hex] & g.contested & p.control & g.board.home[ALLIED] & ~p.occupied[GERMAN]
        if not lost:
            return 0.0
        return (0.5 if self.last else 0.15) * sum(self.know.value.get(h, 0) for h in bits(lost))
