"""Decisions in combat: targets, parties, tables, support, losses, retreats and pursuit."""

from __future__ import annotations

import msgspec

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import movement, odds
from meuse.games.mansteins_war.rules.air import supporters
from meuse.games.mansteins_war.rules.combat import Attack, ChooseTable, CombatSegment, Support
from meuse.games.mansteins_war.rules.counterattack import Counterattack
from meuse.games.mansteins_war.rules.losses import Losses
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.pursuit import Pursuing, Pursuit, limit
from meuse.games.mansteins_war.rules.retreat import Retreating, Retreats
from meuse.games.mansteins_war.rules.special_forces import Commit
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.players.staff.mansteins_war.attacks import LEAST, Offensive, standing
from meuse.players.staff.mansteins_war.fighting import Party
from meuse.players.staff.mansteins_war.ground import FAR
from meuse.players.staff.mansteins_war.outlook import MOST_COMPANY, Knowledge, Outlook

Choice = tuple[Action, str]
SURPRISE = 0.15
"""What special forces must add to an attack to be spent on it."""
ROOMLESS = 4.0


class Battle:
    """One side's decisions in combats. `party` is the attack being declared."""

    def __init__(self, know: Knowledge, side: int) -> None:
        self.know, self.g, self.side = know, know.g, side
        self.party: Party | None = None

    def look(self, p: MansteinPosition) -> Outlook:
        return Outlook(self.know, p, self.side)

    def segment(self, p: MansteinPosition, frame: CombatSegment, legal: list[Action]) -> Choice:
        """10.0c: the most worthwhile attack, or the end."""
        self.party = None
        if p.landing >= 0:
            return self.g.hex_words["attack"][p.landing], "the landing must be fought (18.2)"
        look = self.look(p)
        offensive = Offensive(look, standing(look))
        found = [party for hex in bits(frame.targets & ~self.know.spared) if (party := offensive.best(hex))]
        best = max(found, key=lambda party: (party.worth, party.target), default=None)
        if best is None or best.worth < LEAST[self.side] - self.know.orders.daring:
            return "end", "no attack here is worth what it costs"
        self.party = best
        return self.g.hex_words["attack"][best.target], self._why(best)

    def _why(self, party: Party) -> str:
        place = self.g.board.label(party.target)
        table = "Mobile" if party.mobile else "Assault"
        return f"{place} is taken {party.taken:.0%} of the time on the {table} table, for less than it is worth (10.0)"

    def attack(self, p: MansteinPosition, frame: Attack, legal: list[Action]) -> Choice:
        """10.3a: the units of the party, then the attack itself."""
        order = frame.order
        if self.party is None or self.party.target != order.target:
            look = self.look(p)
            self.party = Offensive(look, standing(look)).best(order.target)
        for u in self.party.posts if self.party else ():
            if not order.units >> u & 1 and self.g.word("with", u) in legal:
                return self.g.word("with", u), self._why(self.party)  # type: ignore[arg-type]
        if order.units:
            return "attack", self._why(self.party) if self.party else "everybody needed is there"
        return legal[0], "somebody has to attack"

    def commit(self, p: MansteinPosition, frame: Commit, legal: list[Action]) -> Choice:
        """19.0: special forces where the fort is what keeps the hex from falling."""
        tactics = self.look(p).tactics
        d = tactics.defence(frame.order.target)
        posts = {u: p.at[u] for u in bits(frame.order.units)}
        ground = 0.5 + self.know.value.get(frame.order.target, 0)
        plain, helped = (tactics.rate(posts, d, tactics.air(d.hex), ground, 0, chance)[0]
                         for chance in (0.0, tactics.surprise(d)))
        if helped < plain + SURPRISE:
            return "none", "the special forces are kept for a better day (19.0)"
        best = max(frame.ready(self.g, p), key=lambda f: self.g.forces[f].entry.success)
        return self.g.forces_words["commit"][best], "without its works the fortress may fall (19.1)"

    def table(self, p: MansteinPosition, frame: ChooseTable, legal: list[Action]) -> Choice:
        """10.2: the table with the better outlook."""
        order = frame.order
        tactics = self.look(p).tactics
        column = odds.work_out(self.g, p, self._with_air(p, order)).column
        d = tactics.defence(order.target)
        own = tactics.own(bits(order.units))
        ground = 1.0 + self.know.value.get(order.target, 0)
        fort = d.fort and not order.landing
        worth = {name: tactics.weigh(column, name == "mobile", d, own, ground, fort) for name in ("assault", "mobile")}
        best = max(worth, key=lambda name: worth[name])
        return best, f"it takes the hex {worth[best][1]:.0%} of the time and is worth more than the other (10.2)"

    def _with_air(self, p: MansteinPosition, order: AttackOrder) -> AttackOrder:
        """The attack with the strongest air units that either side may fly."""
        if order.counter:
            return order
        for side in (0, 1):
            found = supporters(self.g, p, side, order.target)
            if found:
                order = msgspec.structs.replace(order, air=order.flown(side, found[0]))
        return order

    def support(self, p: MansteinPosition, frame: Support, legal: list[Action]) -> Choice:
        if "ships" in legal:
            return "ships", "a column that costs nothing else this week (20.1)"
        best = max(legal, key=lambda a: (self.g.air_value(p, self.g.air_by_id[a.split()[1]]), a))
        return best, "the strongest air unit over the hex (16.7)"

    def counterattack(self, p: MansteinPosition, frame: Counterattack, legal: list[Action]) -> Choice:
        """22.2: where the enemy is weakest and has most to lose."""
        tactics = self.look(p).tactics

        def weakness(action: Action) -> tuple[float, str]:
            d = tactics.defence(self.g.grid.bit[action.split()[1]])
            return d.losses[2] - 0.3 * d.strength, action

        return max(legal, key=weakness), "there the attackers are weakest (22.2)"

    def losses(self, p: MansteinPosition, frame: Losses, legal: list[Action]) -> Choice:
        def price(action: Action) -> tuple[float, str]:
            u = self.g.by_id[action.split()[1]]
            return self.know.worth.step(u, p.steps[u]), action

        return min(legal, key=price), "its step costs least (10.6)"

    # --- retreat and pursuit --------------------------------------------------------------------------------------

    def retreats(self, p: MansteinPosition, frame: Retreats, legal: list[Action]) -> Choice:
        hold = next((a for a in legal if a.startswith("hold")), "")
        if hold:
            return hold, "the fortress is worth holding (17.0)"
        best = max(legal, key=lambda a: (self.know.worth.whole(p, self.g.by_id[a.split()[1]]), a))
        return best, "the most valuable unit chooses its way first (11.1)"

    def retreating(self, p: MansteinPosition, frame: Retreating, legal: list[Action]) -> Choice:
        """11.1: out of the enemy's reach, and where the unit is wanted; his units the other way round (6.5b)."""
        if "stop" in legal:
            return "stop", "the fortress takes it in (17.0)"
        owner = self.g.side[frame.unit]
        look = Outlook(self.know, p, owner)
        enemy = zone(self.g, p, 1 - owner)
        sign = 1 if owner == self.side else -1

        def worth(action: Action) -> tuple[float, str]:
            hex = self.g.grid.bit[action.split()[1]]
            hurt = look.know.worth.step(frame.unit, p.steps[frame.unit]) if enemy >> hex & 1 else 0.0
            return sign * (look.score(frame.unit, hex) - 3 * hurt), action

        return max(legal, key=worth), "back towards its own lines" if sign > 0 else "where it does least harm to us"

    def pursuit(self, p: MansteinPosition, frame: Pursuit, legal: list[Action]) -> Choice:
        """12.0: whoever is better off ahead."""
        if not self.know.orders.pursue:
            return "done", "everybody stays where he has fought"
        look = self.look(p)
        fresh = [self.g.by_id[action.split()[1]] for action in legal if action != "done"]
        for action in legal:
            if action == "done":
                continue
            u = self.g.by_id[action.split()[1]]
            others = sum(self.g.counters[v].defence[p.steps[v]] for v in fresh if v != u)
            look.company = dict.fromkeys(self.g.grid.cells, min(others, MOST_COMPANY))
            hexes, _ = limit(self.g, p, u, frame.overrun)
            way = self.chase(look, u, frame.order.target, hexes - 1)
            if way and look.score(u, way[-1]) > look.score(u, p.at[u]):
                return action, f"towards {self._aim(p, u)}"
        return "done", "the others are better where they stand"

    def _aim(self, p: MansteinPosition, u: int) -> str:
        return "its post" if self.side == ALLIED else self.know.german.purpose(p, u)

    def chase(self, look: Outlook, u: int, first: int, left: int) -> list[int]:
        """The best way of a pursuit that begins in a hex, which counts as its first; nothing if there is no room."""
        g, p = self.g, look.p
        ground = movement.open_ground(g, p, u)
        ways = {first: [first]}
        front = [first]
        for _ in range(left):
            ahead = []
            for hex in front:
                for n in bits(g.board.touch[hex] & ground):
                    if n not in ways and n != p.at[u]:
                        ways[n] = [*ways[hex], n]
                        ahead.append(n)
            front = ahead
        far = look.far(u)
        fitting = [hex for hex in ways if look.room(u, hex) and (
            hex == first or far.get(hex, FAR) < far.get(first, FAR) or look.prize(u, hex) > look.prize(u, first))]
        return ways[max(fitting, key=lambda hex: (look.score(u, hex), -len(ways[hex]), hex))] if fitting else []

    def pursuing(self, p: MansteinPosition, frame: Pursuing, legal: list[Action]) -> Choice:
        look, u = self.look(p), frame.unit
        way = self.chase(look, u, p.at[u], frame.left)
        if len(way) > 1:
            return self.g.hex_words["step"][way[1]], f"towards {self._aim(p, u)}"
        return "stop", "far enough"
