"""Attacks: what each is worth by its exact odds, and who takes part; the most worthwhile first."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

import msgspec

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import Table
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import odds, stacking, support
from meuse.games.blitzkrieg.rules.battle import GUNS
from meuse.games.blitzkrieg.rules.combat_tables import combines
from meuse.games.blitzkrieg.rules.command import commanded, flag, in_command, serves
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from meuse.games.blitzkrieg.rules.zoc import held_forts, zone
from meuse.players.staff.blitzkrieg.flying import wings
from meuse.players.staff.blitzkrieg.ground import FAR
from meuse.players.staff.blitzkrieg.outlook import Outlook
from meuse.players.staff.blitzkrieg.stakes import Case

LEAST = (0.25, 0.6)
"""The least worth of an attack that is made, by side."""
MORE = 0.1
"""What every other unit must add to be sent along."""
MOST = 12
"""So many units are thought of for one attack."""
GROUND, MOST_GROUND = 0.3, 3.0
"""Any ground won, and the most that the way ahead is worth."""
LOSSES = (0.8, 1.0)
"""How much a side minds its own losses."""
INSTEAD, MOST_INSTEAD = (0.3, 0.8), 2.0
"""Of what a unit could gain elsewhere, what it costs to send it to an attack, by side; and the most it could gain."""
DOUBT = 3
"""The defence of a division that may be none."""
DARED = 2.5
"""Shock Points by which an attack that is dared all the same may be worth less than nothing."""
NEAR = 3
"""Hexes from which headquarters are reckoned to come up in support."""


class Party(msgspec.Struct, frozen=True):
    """An attack: units and the hexes that they attack from."""

    target: int
    posts: dict[int, int]
    table: Table
    worth: float
    taken: float
    """The chance that the hex is emptied."""
    hq: int = -1


class Offensive:
    """Looks for attacks with the units that are given, each with the hexes in which it may stand for it."""

    def __init__(self, look: Outlook, places: dict[int, int], planned: bool) -> None:
        self.look, self.g, self.places, self.planned = look, look.g, places, planned
        self.q: BlitzPosition = look.p.copy()
        """A position to try units out in."""
        self.wings = wings(look.g, look.p, look.side)
        """Close support that has not been promised to anybody."""
        self.used = look.p.attacked
        self._otherwise: dict[int, float] = {}
        self.cases = look.know.surveys.of(look.p, look.side).cases if planned else {}
        self._known: dict[int, Party | None] = {}
        self._scores: dict[tuple[int, int], float] = {}
        self._ways: dict[tuple[int, int, int], float] = {}

    # --- choosing -------------------------------------------------------------------------------------------------

    def parties(self) -> list[Party]:
        """The attacks to be made, the best first; who takes part is noted in the outlook as they are found."""
        found: list[Party] = []
        targets = self.targets()
        while best := self.next(targets):
            found.append(best)
            targets.remove(best.target)
            self._commit(best)
        return found

    def next(self, targets: list[int]) -> Party | None:
        """The most worthwhile attack on one of these hexes, if it is worth making."""
        for hex in targets:
            if hex not in self._known:
                self._known[hex] = self.best(hex) if self.planned else self.remembered(hex)
        open_to = [party for hex in targets if (party := self._known[hex])]
        best = max(open_to, key=lambda party: (party.worth, party.target), default=None)
        return best if best and best.worth >= LEAST[self.look.side] - self.look.know.orders.daring else None

    def _commit(self, best: Party) -> None:
        self._scores.clear()
        for u, hex in best.posts.items():
            self.look.send(u, hex)
            del self.places[u]
        if best.hq >= 0:
            self.used |= 1 << best.hq
        wing = next((w for w in self.wings if w[1] >> best.target & 1), None)
        if wing:
            self.wings.remove(wing)
            self._known.clear()
        for hex, party in list(self._known.items()):
            if party and (party.hq == best.hq or party.posts.keys() & best.posts.keys()
                          or set(party.posts.values()) & set(best.posts.values())):
                del self._known[hex]

    def targets(self) -> list[int]:
        reached = 0
        for mask in self.places.values():
            reached |= mask
        look = self.look
        found = bits(self.g.board.spread(reached) & look.p.occupied[1 - look.side] & self.hostile())
        return [hex for hex in found if hex != look.know.leave]

    def hostile(self) -> int:
        """Ground with enemies who are at war; the Germans attack the Netherlands all the same (4.2.3b)."""
        found = self.g.board.land
        for n, country in enumerate(COUNTRIES):
            if not self.look.p.at_war >> n & 1 and (country != "netherlands" or self.look.side == ALLIED):
                found &= ~self.g.board.countries[country]
        return found

    def remembered(self, target: int) -> Party | None:
        """The best party in a combat phase, where most attacks are as they were before the last battle, or in another
        game that was played ahead."""
        return self.look.know.parties.of(self._about(target), lambda: self.best(target))

    def _about(self, target: int) -> Hashable:
        """All that an attack by units that stay where they are depends on."""
        g, q, look = self.g, self.q, self.look
        units, there, near = self.able(target), q.stacks[target], g.grid.disc(target, 1)
        front = sum({g.one[q.at[u]] for u in units})
        free = [(h, area & front) for h, area in self.staffs if area & front and not self.used >> h & 1]
        staffs = tuple([(h, q.at[h], served) for h, served in free])
        seen = sum(1 << u for u in (*units, *there, *[h for h, _ in free]))
        ground = tuple([mask >> target & 1 for mask in (q.terror, q.flooded, q.destroyed, q.entrenched)])
        worth = tuple([(look.prize(u, target), self.way(u, q.at[u], target)) for u in units])
        leading = tuple([in_command(g, q, u) for u in units if combines(g, q, g.counters[u])])
        return (q.turn, q.phase, target, there, tuple([(u, q.at[u]) for u in units]), staffs, q.tired & seen,
                q.unsupplied & seen, zone(g, q, AXIS) & near, zone(g, q, ALLIED) & near, q.occupied[AXIS] & near,
                self.wing(target), ground, q.open_cities & near, worth, leading)

    def able(self, target: int) -> list[int]:
        """Who may attack a hex, the strongest first, guns last."""
        g, q = self.g, self.q
        near = g.board.touch[target]
        works = held_forts(g, q, 1 - self.look.side) >> target & 1
        found = [u for u, mask in self.places.items()
                 if mask & near and (works or g.counters[u].entry.type != "fortress assault")]
        return sorted(found, key=lambda u: (g.counters[u].entry.type in GUNS, not g.counters[u].armour,
                                            -g.counters[u].attack[q.tired >> u & 1], u))

    def best(self, target: int) -> Party | None:
        """The best party against a hex, of the units of one flag."""
        g, q, able = self.g, self.q, self.able(target)
        found = []
        for nation in sorted({flag(g, q, u) for u in able}):
            party = self._gather([u for u in able if flag(g, q, u) == nation], target)
            if party:
                found.append(party)
        return max(found, key=lambda party: party.worth, default=None)

    def _gather(self, units: list[int], target: int) -> Party | None:
        """Add units one by one, and keep those up to the best attack of all."""
        best: Party | None = None
        posts: dict[int, int] = {}
        for u in units[:MOST]:
            hex = self._post(u, target, posts)
            if hex < 0 or (not posts and self.g.counters[u].entry.type in GUNS):
                continue
            posts = {**posts, u: hex}
            party = self.weigh(posts, target)
            if best is None or party.worth > best.worth + MORE * (len(posts) - len(best.posts)):
                best = party
        return best

    def _post(self, u: int, target: int, posts: dict[int, int]) -> int:
        """Where a unit attacks from: without a river, where it stands, beside others of the party."""
        look, here = self.look, self.look.p.at[u]
        options = [h for h in bits(self.places[u] & self.g.board.touch[target]) if self._fits(u, h, posts)]
        if not options:
            return -1
        return max(options, key=lambda h: (
            -((h, target) in self.g.board.river_name) + 0.3 * (h == here) - look.danger(u, h) - look.stranded(u, h)
            + 0.1 * (h in posts.values()), h))

    def _fits(self, u: int, hex: int, posts: dict[int, int]) -> bool:
        look, g = self.look, self.g
        if hex == look.where[u]:
            return True
        there = [v for v in look.stacks.get(hex, ()) if v != u and v not in posts]
        there += [v for v, h in posts.items() if h == hex]
        limit = stacking.limit(g, look.p, look.side, hex)
        return sum(g.counters[v].points for v in there) + g.counters[u].points <= limit

    # --- weighing -------------------------------------------------------------------------------------------------

    def weigh(self, posts: dict[int, int], target: int) -> Party:
        look, q = self.look, self.q
        before = {u: q.at[u] for u in posts}
        for u, hex in posts.items():
            q.at[u] = hex
        units = sum(1 << u for u in posts)
        hq = self.supporter(posts, target)
        order = AttackOrder(look.side, target, units, "probe", hq)
        worth, taken, table = self.choose_table(order, self.ground(posts, target), hq)
        for u, hex in before.items():
            q.at[u] = hex
        if self.planned:
            missed = [min(MOST_INSTEAD, max(0.0, self.otherwise(u) - self.score(u, h))) for u, h in posts.items()]
            worth -= look.know.orders.bound * INSTEAD[look.side] * sum(missed)
        if target == look.know.strike:
            worth += DARED
        if look.p.impulse == 3:
            worth -= look.know.orders.wear * sum(look.know.worth.fatigue(q, u) for u in posts)
        return Party(target, posts, table, worth, taken, hq)

    def supporter(self, posts: dict[int, int], target: int) -> int:
        """The strongest headquarters that can support; before the phase one that can come up in time."""
        g, q = self.g, self.q
        front = sum({g.one[hex] for hex in posts.values()})
        fit = [h for h, area in self.staffs if area & front and not self.used >> h & 1
               and any(serves(g, q, h, u) and (self.planned or area >> hex & 1) for u, hex in posts.items())
               and (self.planned or not exposed(g, q, h, target))]
        return max(fit, key=lambda h: (g.counters[h].support[q.tired >> h & 1], -h), default=-1)

    @cached_property
    def staffs(self) -> list[tuple[int, int]]:
        """Headquarters that can give support, and the hexes from which they give it (15.3.4a)."""
        g, q, side = self.g, self.q, self.look.side
        ours = [h for h in bits(g.headquarters[side]) if q.at[h] >= 0]
        if self.planned:
            return [(h, g.grid.disc(q.at[h], NEAR)) for h in ours if not q.unsupplied >> h & 1]
        return [(h, commanded(g, q, h)) for h in ours if not support.against_any(g, q, h, side)]

    def choose_table(self, order: AttackOrder, ground: float, hq: int) -> tuple[float, float, Table]:
        """15.5: the worth of the attack on its best table, and the chance that the hex is emptied."""
        g, q = self.g, self.q
        posts = tuple([(u, q.at[u]) for u in bits(order.units)])
        key = hq, order.target, posts
        case = self.cases.get(key)
        if case is None:
            case = self.cases[key] = Case(g, q, order, self.column(order, hq), self.tables(order, hq))
        column = g.box.crt.shifted(case.column, self.wing(order.target))
        know, caution = self.look.know, self.look.know.orders.thrift * LOSSES[order.side]
        best = max((case.on(know.worth, table, column, caution, ground), table) for table in case.tables)
        return best[0][0], best[0][1], best[1]

    def wing(self, target: int) -> int:
        """27.1: the columns of the close support that may fly over a hex."""
        return next((columns for columns, reach in self.wings if reach >> target & 1), 0)

    def column(self, order: AttackOrder, hq: int) -> int:
        """15.6: the column of an attack, close air support left aside."""
        g, q = self.g, self.q
        found = odds.work_out(g, q, order)
        attack, defence = found.attack, found.defence + DOUBT * self.doubtful(order.target)
        if hq >= 0 and not support.strength(g, q, order):
            attack += g.counters[hq].support[q.tired >> hq & 1]
        return g.box.crt.shifted(g.box.crt.column(int(2 * attack), int(2 * defence)), found.shift)

    def doubtful(self, target: int) -> int:
        """19.2: units that this guess takes for deception; they may be divisions all the same."""
        units = self.q.units_in(target)
        return sum(self.g.counters[u].deception and self.g.side[u] != self.look.side for u in units)

    def tables(self, order: AttackOrder, hq: int) -> list[Table]:
        g, q = self.g, self.q
        if any(q.paralysed >> COUNTRIES.index(g.counters[u].shock) & 1 for u in bits(order.units)):
            return ["probe"]
        named = [u for u in bits(order.units) if combines(g, q, g.counters[u])]
        commanded = hq >= 0 if self.planned else all(in_command(g, q, u) for u in named)
        return ["probe", "assault", "combined_arms"] if named and commanded else ["probe", "assault"]

    def otherwise(self, u: int) -> float:
        """What the best place is worth that a unit could go to instead."""
        if u not in self._otherwise:
            look = self.look
            open_to = [hex for hex in bits(self.places[u]) if hex == look.where[u] or look.room(u, hex)]
            self._otherwise[u] = max((look.score(u, hex) for hex in open_to), default=0.0)
        return self._otherwise[u]

    def score(self, u: int, hex: int) -> float:
        """What it is worth to have a unit in a hex; the same until somebody else is sent off."""
        if (u, hex) not in self._scores:
            self._scores[u, hex] = self.look.score(u, hex)
        return self._scores[u, hex]

    def ground(self, posts: dict[int, int], target: int) -> float:
        """What it is worth to have the hex: its city, and the way that it opens."""
        look = self.look
        worth = GROUND + max(look.prize(u, target) for u in posts)
        if look.side == AXIS:
            gains = [self.way(u, h, target) for u, h in posts.items()]
            worth += min(MOST_GROUND, max(0.0, *gains))
        return worth

    def way(self, u: int, start: int, to: int) -> float:
        """What it is worth to a German unit to come on from one hex to another."""
        if (u, start, to) not in self._ways:
            look = self.look
            far, free = look.fields.far(u), look.know.axis.guards(look.p, u) < 0
            self._ways[u, start, to] = look.closer(u) * (far.get(start, 0.0) - far.get(to, FAR)) if free else 0.0
        return self._ways[u, start, to]


def exposed(g: Blitzkrieg, p: BlitzPosition, hq: int, target: int) -> bool:
    """11.5.2b: a Fatigued headquarters next to the battle may be lost in it."""
    return bool(p.tired >> hq & 1 and g.grid.near[target] >> p.at[hq] & 1)
