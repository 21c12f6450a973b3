"""The conduct of battles: air units, points, who takes the results, and when to leave."""

from __future__ import annotations

from meuse.engine.contract import Action
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.air import Commit
from meuse.games.ghost_division.rules.combat import Enhance, Withdrawal
from meuse.games.ghost_division.rules.fire import battle_of
from meuse.games.ghost_division.rules.operations import leadership_left
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.shot_down import ShotDown
from meuse.players.staff.ghost_division.columns import Choice
from meuse.players.staff.ghost_division.fighting import WORKS, duel, german_force, present_force
from meuse.players.staff.ghost_division.marching import Planner


class Field:
    """Decisions in the battle under way."""

    def __init__(self, g: GhostDivision, planner: Planner) -> None:
        self.g, self.planner = g, planner

    def chance(self, p: GhostPosition) -> float:
        """The chance to win the battle from here."""
        g, battle = self.g, battle_of(p)
        own = german_force(g, p, p.at(battle.cell), battle.cell, attack=battle.german_attack)
        return duel(g, own, present_force(g, p), paid=battle.bonus)[0]

    def commit(self, p: GhostPosition, frame: Commit, legal: list[Action]) -> Choice:
        """28.3: Stukas against whatever is worth a bomb, fighters only where enemy air units are."""
        g = self.g
        enemies = len(p.foes) + (WORKS if battle_of(p).fort >= 0 else 0)
        if frame.mission == "cas" and enemies < self.planner.orders.sorties:
            return "done", "so few enemies are not worth a sortie"
        for word in legal:
            u = g.by_id.get(word.partition(" ")[2], -1)
            if u >= 0 and (p.sky or g.units[u].entry.type != "fighter"):
                return word, "air support now, and Maintenance most often gives it back for the next turn (24.3)"
        return "done", "nothing else is needed in the air"

    def shot_down(self, p: GhostPosition, frame: ShotDown, legal: list[Action]) -> Choice:
        """28.1f, 29.3a: of our own what bombs least, of theirs what bombs most."""
        g = self.g
        if frame.german:
            price = {a: (g.units[g.by_id[a.partition(" ")[2]]].entry.ground, a) for a in legal}
            return min(legal, key=lambda a: price[a]), "the air unit that we miss least"
        worth = {a: (g.allied[g.allied_by_id[a.partition(" ")[2]]].ground, a) for a in legal}
        return max(legal, key=lambda a: worth[a]), "the air unit that would hurt us most"

    def enhance(self, p: GhostPosition, frame: Enhance) -> Choice:
        """14.2: points for the fight where they decide, keeping what Exploitation will cost."""
        g = self.g
        keep = g.charts.operations.exploit if p.phase == "D3" and not p.halted and g.exploit_in_ceiling else 0
        op = self.planner.see(p).op_worth
        able = [u for u in frame.able(g, p) if leadership_left(g, p, u) > keep]
        most = 2 if op > 0.6 else 3
        if able and len(p.foes) >= 2 and battle_of(p).bonus < most and self.chance(p) < 1.1 - 0.4 * op:
            hq = max(able, key=lambda u: leadership_left(g, p, u))
            return g.unit_words["enhance"][hq], "the battle is worth another die in every round (14.2)"
        return "fire", "the force is strong enough as it is"

    def withdrawal(self, p: GhostPosition, frame: Withdrawal, legal: list[Action]) -> Choice:
        """21.1: leave a battle that is as good as lost, to the east."""
        g, chance = self.g, self.chance(p)
        if chance >= self.planner.orders.leave_at:
            return "fight-on", f"we win this in about {round(10 * chance)} of 10 cases"
        ways = [a for a in legal if a.startswith("withdraw")]
        column = {a: (g.board.column[g.grid.bit[a.partition(" ")[2]]], a) for a in ways}
        return max(ways, key=lambda a: column[a]), "the battle is lost: save the units, no defeat is charged (21.1)"

    def allot(self, p: GhostPosition, frame: Allot, legal: list[Action]) -> Choice:
        """20.7b: the cheapest of our units, the most dangerous of theirs."""
        names = {a: a.partition(" ")[2] for a in legal}
        if frame.german:
            price = {a: (self._price(p, frame, self.g.by_id[names[a]]), a) for a in legal}
            return min(legal, key=lambda a: price[a]), "the unit that bears it best (20.7)"
        worth = {a: (self._worth(p, frame, self.g.allied_by_id[names[a]]), a) for a in legal}
        return max(legal, key=lambda a: worth[a]), "the enemy unit whose loss helps most (20.7)"

    def _price(self, p: GhostPosition, frame: Allot, u: int) -> float:
        """What a result costs on a German unit, in victory points."""
        g, chart = self.g, self.g.charts.operations
        fire = 0.05 * sum(values[u] for values in g.fire.values())
        if not (frame.overruns or frame.hits):
            return fire
        dies = p.hits[u] + (2 if frame.overruns else 1) >= g.defense[u]
        if g.is_hq[u]:
            return (6.0 + (chart.rommel_lost if u == g.rommel else chart.hq_lost) if dies else 4.0) + fire
        if dies:
            price = chart.unit_lost * self.planner.see(p).op_worth + (0.4 if p.hits[u] else 1.2)
        else:
            price = 0.6 if p.hits[u] else 0.9
        return price + fire + (0.8 if g.is_engineer[u] else 0.0)

    def _worth(self, p: GhostPosition, frame: Allot, counter: int) -> float:
        """What a result is worth on an Allied unit: to kill, to silence fire, to leave nobody unsuppressed."""
        foe = next(f for f in p.foes if f.counter == counter)
        c = self.g.allied[counter]
        fire = float(c.art + c.at + c.ca)
        if not (frame.overruns or frame.hits):
            return fire
        left = c.defense - foe.hits
        kills = left <= (2 if frame.overruns else 1)
        return (5.0 if kills else 2.0 - 0.5 * left) + 0.4 * fire + (0.0 if foe.suppressed else 1.5) + 0.5 * c.armored
