"""How a phase looks to a staff officer: what every place is worth to every unit, and who is to stand where."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.engine.remembered import Kept
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import stacking
from meuse.games.blitzkrieg.rules.shock import worth as city_worth
from meuse.games.blitzkrieg.rules.zoc import zone
from meuse.players.staff.blitzkrieg.ground import FAR
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.plans import RHINE, SPEAR, AlliedPlan, AxisPlan, nation_of, sides_cities
from meuse.players.staff.blitzkrieg.survey import Surveys
from meuse.players.staff.blitzkrieg.worth import Worth

if TYPE_CHECKING:
    from meuse.players.staff.blitzkrieg.attacks import Party

PARTIES = 4000
"""So many attacks of combat phases are kept."""
CLOSER, SPEAR_CLOSER = 0.18, 0.3
"""What a movement point towards its objective is worth to a German unit, and to one of the Panzer Group."""
GUARD = 0.4
"""What each hex away from its post costs a guard."""
TO_POST, ON_POST = 0.4, 1.0
"""What each hex away from its post costs an Allied unit, and what it is worth to be there."""
SHIFT = 0.15
"""A column of the ground for a defender."""
STRANDED = 1.5
"""What it costs to stand where no headquarters can come up (18.1)."""
PRIZE = 1.4
"""What a Shock Point for a city is worth: it brings a collapse nearer."""
SUPERIOR, CRUSHING = 1.8, 5.0
"""How many times stronger the enemy about a hex must be to be a danger, and to be certain death."""
WORN_IN_ZONE, WORN_NEAR = 0.3, 0.08
"""Of a Fatigued unit's worth, what it risks next to the enemy and in his reach: bombs kill it, and it rests badly."""
RESTS = 0.5
"""How much less a Fatigued unit is drawn towards its objective."""
DANGER = (0.65, 0.5)
"""Of a unit's worth, what it risks where it would be crushed, by side."""


class Knowledge:
    """What holds for the whole game."""

    def __init__(self, game: Blitzkrieg, orders: BlitzOrders | None = None, surveys: Surveys | None = None) -> None:
        """`surveys` are what others have worked out, whatever their plan."""
        self.g, self.orders, self.surveys = game, orders or BlitzOrders(), surveys or Surveys(game)
        self.worth = Worth(game)
        self.axis = AxisPlan(game, self.orders.army, self.orders.aim)
        self.allied = AlliedPlan(game, self.orders.hold)
        self.leave, self.strike = (game.grid.bit.get(hex, -1) for hex in (self.orders.leave, self.orders.strike))
        terrain, features = game.charts.terrain, game.charts.features
        self.cover = [0] * game.grid.size
        """Columns that the ground of a hex gives a defender, rivers and forts left aside."""
        for hex in bits(game.board.land):
            self.cover[hex] = -terrain[game.board.terrain[hex]].land  # type: ignore[index]
            if game.board.cities >> hex & 1:
                self.cover[hex] -= features["city"].land
        self.parties: Kept[Hashable, Party | None] = Kept(PARTIES)
        """The best attack on a hex in a combat phase, by all that it depends on."""
        self.foot = next(c.index for c in game.counters if not c.mech and not c.special)
        self.wheels = next(c.index for c in game.counters if c.mech)


class Fields:
    """What is worked out once a phase: danger, distances, posts."""

    def __init__(self, know: Knowledge, p: BlitzPosition, side: int) -> None:
        self.know, self.side = know, side
        self.survey = know.surveys.of(p, side)
        self.menace, self.p = self.survey.menace, self.survey.p
        self._far: dict[tuple[str, bool], dict[int, float]] = {}

    def far(self, u: int) -> dict[int, float]:
        """From each hex, movement points to the objectives of a German unit's army."""
        know, army, mech = self.know, self.know.axis.of(u), self.know.g.counters[u].mech
        key = army.name, mech
        if key not in self._far:
            kind = know.wheels if mech else know.foot
            self._far[key] = self.survey.far(kind, know.axis.goals(self.p, army))
        return self._far[key]

    @property
    def mainland(self) -> int:
        return self.survey.mainland

    @cached_property
    def posts(self) -> dict[int, int]:
        """The hex that each Allied unit is to hold: the most important first, by whoever is strong and near."""
        g, p = self.know.g, self.p
        found: dict[int, int] = {}
        units = [c.index for c in g.counters
                 if c.side == ALLIED and p.at[c.index] >= 0 and c.move[0] and not (c.hq or c.air_base or c.deception)]
        for nation in ("french", "belgian", "dutch"):
            self._man([u for u in units if nation_of(g, u) == nation], nation, found)
        return found

    def _man(self, units: list[int], nation: str, found: dict[int, int]) -> None:
        g, p = self.know.g, self.p
        need = self.know.allied.posts(p, nation)
        for hex in need:
            need[hex] *= 1 + min(self.menace.get(hex, 0), 30) / 20
            fixed = [u for u in p.units_in(hex) if g.side[u] == ALLIED and not g.counters[u].move[0]]
            if any(g.counters[u].fortress for u in fixed):
                need[hex] *= 0.4
        load: dict[int, int] = {}
        while units and need:
            hex = max(need, key=lambda h: (need[h], h))
            room = g.charts.stacking.limit - load.get(hex, self._fixed(hex))
            able = [u for u in units if g.counters[u].points <= room]
            if not able or need[hex] < 0.15:
                del need[hex]
                continue
            u = max(able, key=lambda u: (self._fit(u, hex), -u))
            units.remove(u)
            found[u] = hex
            load[hex] = load.get(hex, self._fixed(hex)) + g.counters[u].points
            need[hex] *= 0.3 if g.counters[u].corps else 0.6

    def _fixed(self, hex: int) -> int:
        g = self.know.g
        return sum(g.counters[u].points for u in self.p.units_in(hex)
                   if g.side[u] == ALLIED and not g.counters[u].move[0])

    def _fit(self, u: int, hex: int) -> float:
        """How well a unit serves at a post."""
        g, p = self.know.g, self.p
        c, tired = g.counters[u], p.tired >> u & 1
        weeks = g.grid.distance(p.at[u], hex) / max(1, c.move[tired])
        return (2 + c.defence[tired]) / (1 + weeks * weeks)


class Outlook:
    """One phase: where everybody is to stand is kept in `where` and `stacks` as it is decided."""

    def __init__(self, know: Knowledge, p: BlitzPosition, side: int, fields: Fields | None = None) -> None:
        self.know, self.g, self.p, self.side = know, know.g, p, side
        self.fields = fields or Fields(know, p, side)
        self.menace = self.fields.menace
        self.where = list(p.at)
        self.stacks: dict[int, list[int]] = {}
        for hex in bits(p.occupied[side]):
            self.stacks[hex] = [u for u in p.stacks[hex] if know.g.side[u] == side]
        self.enemy_zone = zone(know.g, p, 1 - side)
        self.company: dict[int, int] = {}
        """By hex, defence that may come there in this phase besides."""
        self.last = p.turn >= know.g.terms.last_turn - 1

    # --- who stands where -----------------------------------------------------------------------------------------

    def load(self, hex: int, without: int = -1) -> int:
        return sum(self.g.counters[u].points for u in self.stacks.get(hex, ()) if u != without)

    def room(self, u: int, hex: int) -> bool:
        limit = stacking.limit(self.g, self.p, self.side, hex)
        return self.load(hex, u) + self.g.counters[u].points <= limit

    def send(self, u: int, hex: int) -> None:
        here = self.where[u]
        if here in self.stacks:
            self.stacks[here] = [v for v in self.stacks[here] if v != u]
        self.where[u] = hex
        self.stacks.setdefault(hex, []).append(u)

    def guarded(self, hex: int, without: int = -1) -> bool:
        """Whether troops are to stand there, not staffs and airfields alone."""
        return any(v != without and self.g.counters[v].attack[0] for v in self.stacks.get(hex, ()))

    # --- what a place is worth ------------------------------------------------------------------------------------

    @cached_property
    def _could(self) -> dict[str, int]:
        """By army or nation, hexes to which a headquarters of theirs could bring command and supply."""
        g, p = self.g, self.p
        found: dict[str, int] = {}
        for c in g.counters:
            if c.hq and c.side == self.side and p.at[c.index] >= 0:
                tired = p.tired >> c.index & 1
                disc = g.grid.disc(p.at[c.index], c.radius[tired] + max(0, c.move[tired] - 3))
                key = self._command(c.index)
                found[key] = found.get(key, 0) | disc
        return found

    def _command(self, u: int) -> str:
        """Whose headquarters a unit looks to: those of its German army, of its Allied nation."""
        if self.side == AXIS:
            return self.know.axis.of(u).name
        nation = self.g.counters[u].nation
        return "french" if nation in ("polish", "czech") else nation

    def stranded(self, u: int, hex: int) -> float:
        c = self.g.counters[u]
        if c.special or c.deception or c.fortress:
            return 0.0
        return 0.0 if self._could.get(self._command(u), 0) >> hex & 1 else STRANDED

    def danger(self, u: int, hex: int) -> float:
        """What a unit risks in a hex from enemies who may come up."""
        near = self.menace.get(hex, 0)
        if not near:
            return 0.0
        g, p = self.g, self.p
        strength = g.counters[u].defence[p.tired >> u & 1]
        strength += sum(g.counters[v].defence[p.tired >> v & 1] for v in self.stacks.get(hex, ()) if v != u)
        strength += self.company.get(hex, 0)
        columns = self.know.cover[hex]
        if g.side_forts[self.side] & ~p.destroyed & g.one[hex]:
            columns += 2
        ratio = near / (max(1, strength) * (1 + 0.35 * columns))
        if ratio <= SUPERIOR:
            return 0.0
        share = DANGER[self.side] * min(1.0, (ratio - SUPERIOR) / (CRUSHING - SUPERIOR))
        return self.know.orders.caution * share * self.know.worth.end(p, u)

    def prize(self, u: int, hex: int) -> float:
        """A city that is taken by going there, or that counts at the end for whoever stands in it."""
        g, p = self.g, self.p
        if not g.board.cities >> hex & 1 or g.counters[u].deception:
            return 0.0
        home = (g.board.country[hex] == "germany") == (self.side == AXIS)
        lost = bool(p.taken >> hex & 1)
        worth = 0.0
        if g.board.country[hex] not in ("britain", "luxembourg") and home == lost:
            worth = self.know.orders.prizes * PRIZE * abs(city_worth(g, p, hex, lost))
        if sides_cities(g, p, self.side) >> hex & 1 and not self.guarded(hex, u):
            capital = g.board.capitals >> hex & 1 and self.side == AXIS
            worth += (3.0 if capital else 1.0) * (1.0 if self.last else 0.1)
        return worth

    def score(self, u: int, hex: int) -> float:
        """What it is worth to have a unit in a hex at the end of a phase."""
        worth = self.prize(u, hex) - self.stranded(u, hex) - self.danger(u, hex)
        if self.p.tired >> u & 1 and not self.g.counters[u].fortress:
            share = WORN_IN_ZONE if self.enemy_zone >> hex & 1 else WORN_NEAR if self.menace.get(hex, 0) else 0.0
            worth -= self.know.orders.shelter * share * self.know.worth.whole[u]
        return worth + (self._axis(u, hex) if self.side == AXIS else self._allied(u, hex))

    def _axis(self, u: int, hex: int) -> float:
        home = self.know.axis.guards(self.p, u)
        if home >= 0:
            return -GUARD * self.g.grid.distance(hex, home)
        return -self.closer(u) * self.fields.far(u).get(hex, FAR)

    def closer(self, u: int) -> float:
        worth = self.know.orders.press * (SPEAR_CLOSER if self.know.axis.of(u) is SPEAR else CLOSER)
        return worth * RESTS if self.p.tired >> u & 1 else worth

    def _allied(self, u: int, hex: int) -> float:
        worth = SHIFT * self.know.cover[hex]
        post = self.fields.posts.get(u, -1)
        if post >= 0:
            worth -= self.know.orders.press * TO_POST * self.g.grid.distance(hex, post)
            worth += self.know.orders.press * ON_POST if hex == post else 0.0
        return worth

    def purpose(self, u: int) -> str:
        """Why a unit goes where it goes."""
        know, g = self.know, self.g
        if self.side == AXIS:
            if know.axis.of(u) is RHINE and know.axis.guards(self.p, u) >= 0:
                return "Army Group C holds the Westwall and ties down what stands before it"
            return know.axis.purpose(self.p, u)
        post = self.fields.posts.get(u, -1)
        line = know.allied.line(self.p, nation_of(g, u)).name
        return f"its post is {g.board.label(post)}, on or behind {line}" if post >= 0 else f"in reserve behind {line}"
