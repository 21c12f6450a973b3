"""What the results of one attack mean to both sides."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import ResultCode, Table
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import odds
from meuse.games.blitzkrieg.rules.ground import open_ground
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from meuse.games.blitzkrieg.rules.zoc import held_forts, zone
from meuse.players.staff.blitzkrieg.worth import Worth

BACK = 0.2
"""What a retreat costs each attacker."""


class Case:
    """An attack as it stands, whatever a plan makes of losses and of the ground."""

    def __init__(self, g: Blitzkrieg, q: BlitzPosition, order: AttackOrder, column: int, tables: list[Table]) -> None:
        """`q` has the attackers in their places; later only who is Fatigued is read from it."""
        self.g, self.q, self.column, self.tables = g, q, column, tables
        self.attackers, self.defenders = list(bits(order.units)), list(bits(odds.defenders(g, q, order)))
        target = order.target
        ways = g.board.touch[target] & open_ground(g, q, 1 - order.side) & ~q.occupied[order.side]
        near = sum({g.one[q.at[u]] for u in self.attackers})
        self.trapped = not ways & ~(zone(g, q, order.side) | g.board.spread(near) | near)
        works = held_forts(g, q, 1 - order.side) >> target & 1
        self.holds = works and any(g.counters[u].fortress for u in self.defenders)
        self._results: dict[ResultCode, tuple[float, float, float, float, bool]] = {}

    def on(self, worth: Worth, table: Table, column: int, caution: float, ground: float) -> tuple[float, float]:
        """The mean worth of a table in a column, and the chance that the hex is emptied."""
        mean = taken = 0.0
        for code, faces in odds.chances(self.g, table, column).items():
            if code not in self._results:
                self._results[code] = self._weigh(worth, code)
            ours, theirs, back, more, emptied = self._results[code]
            mean += faces * (-caution * ours + theirs - back + more + (ground if emptied else 0.0))
            taken += faces * emptied
        return mean / 6, taken / 6

    def _weigh(self, worth: Worth, code: ResultCode) -> tuple[float, float, float, float, bool]:
        """What a result costs the attackers and the defenders, what a retreat costs the former and, where there is no
        way out, the latter besides, and whether it empties the hex."""
        q, found = self.q, self.g.charts.results[code]
        ours, theirs = found.attacker, found.defender
        dead = theirs.eliminate < 0 or theirs.eliminate >= len(self.defenders)
        emptied = dead or bool(theirs.retreat and not self.holds)
        more = 0.0
        if theirs.retreat and emptied and not dead and self.trapped:
            worn = theirs.fatigue < 0
            more = sum(worth.whole[u] / 2 if worn else worth.fatigue(q, u) for u in self.defenders)
        return (worth.toll(q, self.attackers, ours.eliminate, ours.fatigue),
                worth.toll(q, self.defenders, theirs.eliminate, theirs.fatigue),
                BACK * len(self.attackers) if ours.retreat else 0.0, more, emptied)
