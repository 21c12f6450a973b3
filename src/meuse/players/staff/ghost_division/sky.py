"""The Luftwaffe before the march: where to look (13.1), and what to strike from the air (28.2)."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from meuse.engine.contract import Action
from meuse.games.ghost_division.box.components import FireTable
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.air import Interdiction, Strike, available
from meuse.games.ghost_division.rules.fire import aloft
from meuse.games.ghost_division.rules.recon import AirRecon, covered
from meuse.players.staff.ghost_division.columns import Choice, Columns
from meuse.players.staff.ghost_division.outlook import Outlook

AHEAD = 5
"""Steps of the spear's way that are worth a look."""
WORTH_A_FLIGHT = 1.0
OPEN_ROAD = 1.5
"""What it is worth that a Formation on the spear's way, too strong for it, is gone."""
IDLE = 0.5
"""What a strike must promise for each air unit that has nothing else to do."""


class Sky:
    """Air Recon and Interdiction, by what stands in the way of the columns and of their supply."""

    def __init__(self, g: GhostDivision, columns: Columns) -> None:
        self.g, self.columns, self.planner = g, columns, columns.planner

    def recon(self, p: GhostPosition, frame: AirRecon, legal: list[Action]) -> Choice:
        """13.1b: where most of the markers lie that the columns will meet, or that cut towns off."""
        interest = self._interest(p)
        looks = {a: sum(interest.get(c, 0.0) for c in covered(self.g, p, self.g.grid.bit[a.partition(" ")[2]]))
                 for a in legal if a != "done"}
        best = max(looks, key=lambda a: (looks[a], a))
        if looks[best] < WORTH_A_FLIGHT:
            return "done", "nothing is hidden where the columns go"
        return best, "know what lies ahead before the columns set out (13.1)"

    def _interest(self, p: GhostPosition) -> dict[int, float]:
        """Grids and how much is gained by knowing what is there."""
        look = self.planner.see(p)
        found = dict.fromkeys(look.towns, 0.3) | {cell: 1.0 + points for cell, points in look.cuts[0].items()}
        for n, cell in enumerate(self._way(p)[:AHEAD]):
            found[cell] = found.get(cell, 0.0) + 2.0 - 0.2 * n
        return found

    def _way(self, p: GhostPosition) -> list[int]:
        """Where the spear means to go."""
        plan = self.planner.plan(p, self.columns.band(p, self.g.rommel)) if self._spear_out(p) else None
        return plan.path if plan else []

    def _spear_out(self, p: GhostPosition) -> bool:
        return p.places[self.g.rommel] >= 0

    def interdict(self, p: GhostPosition, frame: Interdiction, legal: list[Action]) -> Choice:
        """28.2: Formations that hold back points and that no column will fight soon."""
        grids = {a: self.g.grid.bit[a.partition(" ")[2]] for a in legal if a != "end"}
        wings = {a: self._wing(p, cell) for a, cell in grids.items()}
        gains = {a: gain for a, (_, gain) in wings.items()}
        best = max(gains, key=lambda a: (gains[a], a))
        if gains[best] <= 0.0:
            return "end", "the Stukas are kept for the battles of the spear (28.3)"
        return best, "it bars a road that nobody else can open now (28.2)"

    def strike(self, p: GhostPosition, frame: Strike, legal: list[Action]) -> Choice:
        wing, _ = self._wing(p, frame.cell)
        for u in wing:
            word = self.g.unit_words["send"][u]
            if word in legal:
                return word, "every bomb counts: all of them must be hit or pinned down (28.2g)"
        return ("go" if "go" in legal else "call-off"), "that will do"

    def _wing(self, p: GhostPosition, cell: int) -> tuple[list[int], float]:
        """The air units for a strike on a Grid, and what it brings beyond what they would do elsewhere.

        Those who have taken off already are counted in.
        """
        look = self.planner.see(p)
        worth = self._stake(p, look, cell)
        best: tuple[list[int], float] = ([], 0.0)
        if worth <= 0.0:
            return best
        up, wing, price = aloft(self.g, p), list[int](), 0.0
        for u in sorted(available(self.g, p, "strike"), key=lambda u: (self._price(u), -self._dice(u)[0], u)):
            if not self._dice(u)[0]:
                continue
            wing.append(u)
            price += self._price(u)
            gain = worth * self._success(p, look, cell, [*up, *wing]) - price
            if gain > best[1]:
                best = list(wing), gain
        return best

    def _price(self, u: int) -> float:
        """What a sortie takes from the battles to come: level bombers fly none."""
        return self.planner.orders.strikes if self.g.units[u].entry.type == "dive bomber" else IDLE

    def _stake(self, p: GhostPosition, look: Outlook, cell: int) -> float:
        """Points that come free when the Formations of a Grid are gone."""
        if cell not in p.formations_in:
            return 0.0
        worth = look.cuts[0].get(cell, 0.0)
        if p.visited >> cell & 1 and cell not in p.fog_in:
            worth += look.towns.get(cell, 0.0)
        if self._spear_out(p):
            band = self.columns.band(p, self.g.rommel)
            _, win = look.fight(band, cell)
            near = self.g.grid.distance(cell, band.cell) <= 2
            if win >= look.orders.dare and near:
                return 0.0
            worth += OPEN_ROAD if cell in self._way(p)[:AHEAD] else 0.0
        return worth

    def _success(self, p: GhostPosition, look: Outlook, cell: int, wing: list[int]) -> float:
        """28.2g: the chance that every unit of the Formations is hit or suppressed; Dummies are gone at once."""
        chance = 1.0
        dice = tuple(self._dice(u) for u in wing)
        for f in p.formations_in[cell]:
            if p.shown >> f & 1:
                marker = self.g.formations[f]
                chance *= shattered(marker.dice, self._hard(marker.bin), dice)
            else:
                known = sum(odds for *_, odds in look.formation_odds)
                chance *= 1.0 - known + sum(
                    odds * shattered(count, self._hard(bin), dice) for bin, count, _, odds in look.formation_odds)
        return chance

    def _hard(self, bin: int) -> float:
        """The armored share of a bin."""
        return sum(share for hard, _, _, share in self.planner.muster.means[bin] if hard)

    def _dice(self, u: int) -> tuple[int, float, float]:
        """An air unit's dice, with the chance of any result and of a Hit on each."""
        entry = self.g.units[u].entry
        return (entry.ground, *_odds(self.g.charts.fire, entry.column))


@lru_cache(maxsize=64)
def _odds(table: FireTable, column: str) -> tuple[float, float]:
    line = getattr(table, column)
    return 1.0 - line.count("none") / 6, line.count("hit") / 6


@lru_cache(maxsize=4096)
def shattered(count: int, hard: float, wing: tuple[tuple[int, float, float], ...]) -> float:
    """The chance that bombs reach every unit that so many dice call up, of which a share is armored (20.7e)."""
    dice = sum(n for n, _, _ in wing)
    if not dice:
        return 0.0
    some = sum(n * any_result for n, any_result, _ in wing) / dice
    hit = sum(n * hits for n, _, hits in wing) / dice
    return sum(
        chance * at_least(dice, some, units) * at_least(dice, hit, round(hard * units))
        for units, chance in called(count).items()
    )


@lru_cache(maxsize=8)
def called(count: int) -> dict[int, float]:
    """17.2b: how many units a marker's dice call up, with the chance of each number."""
    found = {0: 1.0}
    for _ in range(count):
        grown: dict[int, float] = {}
        for total, chance in found.items():
            for face in range(1, 7):
                grown[total + face] = grown.get(total + face, 0.0) + chance / 6
        found = grown
    return found


def at_least(dice: int, chance: float, wanted: int) -> float:
    """The chance of so many successes or more among these dice."""
    return sum(comb(dice, n) * chance ** n * (1.0 - chance) ** (dice - n) for n in range(wanted, dice + 1))
