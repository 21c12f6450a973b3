"""The attacks of an impulse: who goes where and strikes what, the most worthwhile first."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import GERMAN
from meuse.games.mansteins_war.rules import odds
from meuse.games.mansteins_war.rules.combat import able_to_attack, attackable
from meuse.players.staff.mansteins_war.fighting import Defence, Party, enemies_near
from meuse.players.staff.mansteins_war.outlook import Outlook

LEAST = (0.1, 0.35)
"""The least worth of an attack that is made, by side."""
MORE = 0.06
"""What another unit must add to be sent along."""
GROUND = 0.3
"""Any ground won."""
MOST_GROUND = 3.0
OPENS = 0.4
"""A hex of the corridor that is freed of an enemy zone of control."""
LURE = 4.0
"""What it adds to an attack that it is ordered."""
INSTEAD = 1.0
"""Of what a unit could gain elsewhere, what it costs to send it to an attack."""


class Offensive:
    """Looks for attacks with the units that are given, each with the hexes in which it may stand for it."""

    def __init__(self, look: Outlook, places: dict[int, int], wings: list[int] | None = None) -> None:
        self.look, self.places = look, places
        self.wings = sorted(wings or [], reverse=True)
        """Values of air units that may still be flown in."""
        self.tactics = look.tactics
        self._otherwise: dict[int, float] = {}

    def otherwise(self, u: int) -> float:
        """What the best place is worth that a unit could go to instead."""
        if u not in self._otherwise:
            look = self.look
            open_to = [hex for hex in bits(self.places[u]) if hex == look.where[u] or look.room(u, hex)]
            self._otherwise[u] = max((look.score(u, hex) for hex in open_to), default=0.0)
        return self._otherwise[u]

    def parties(self) -> list[Party]:
        """The attacks to be made; the units and posts of each are noted in the outlook as they are found."""
        look, g, p = self.look, self.look.g, self.look.p
        reached = 0
        for mask in self.places.values():
            reached |= mask
        targets = attackable(p, enemies_near(g, p, look.side, reached)) & ~look.know.spared
        found: list[Party] = []
        while True:
            best = max((party for hex in bits(targets) if (party := self.best(hex))),
                       key=lambda party: (party.worth, party.target), default=None)
            if best is None or best.worth < LEAST[look.side] - look.know.orders.daring:
                return found
            found.append(best)
            targets &= ~(1 << best.target)
            for u, hex in best.posts.items():
                look.send(u, hex)
                del self.places[u]
            if self.wings and self.wings[0] > self.tactics.cover(best.target):
                self.wings.pop(0)

    def best(self, target: int) -> Party | None:
        """The best party against a hex: mechanised units alone, or everybody."""
        g, p = self.look.g, self.look.p
        near = g.board.touch[target]
        able = [u for u, mask in self.places.items() if mask & near]
        able.sort(key=lambda u: (-g.counters[u].attack[p.steps[u]], u))
        d = self.tactics.defence(target)
        mech = [u for u in able if g.counters[u].mech]
        groups = [able] if not mech or len(mech) == len(able) else [able, mech]
        found = [party for group in groups if (party := self._gather(group, d))]
        return max(found, key=lambda party: party.worth, default=None)

    def _gather(self, units: list[int], d: Defence) -> Party | None:
        """Add units, the strongest first, as long as they make the attack better."""
        best: Party | None = None
        posts: dict[int, int] = {}
        for u in units:
            hex = self._post(u, d, posts)
            if hex < 0:
                continue
            party = self._weigh({**posts, u: hex}, d)
            if best is None or party.worth > best.worth + MORE or party.worth < 0:
                posts = party.posts
                if best is None or party.worth > best.worth:
                    best = party
        return best

    def _post(self, u: int, d: Defence, posts: dict[int, int]) -> int:
        """Where a unit attacks from: without a river, where it stands, beside others of the party."""
        look, p = self.look, self.look.p
        options = [h for h in bits(self.places[u] & look.g.board.touch[d.hex]) if self._fits(u, h, posts)]
        if not options:
            return -1
        return max(options, key=lambda h: (
            -odds.crosses_river(look.g, p, h, d.hex) + 0.3 * (h == p.at[u]) - look.danger(u, h)
            - look.stranded(u, h) + 0.1 * (h in posts.values()), h))

    def _fits(self, u: int, hex: int, posts: dict[int, int]) -> bool:
        look = self.look
        if hex == look.where[u]:
            return True
        there = [v for v in look.stacks.get(hex, ()) if v != u and v not in posts]
        there += [v for v, h in posts.items() if h == hex]
        return look.fits((*there, u), hex)

    def _weigh(self, posts: dict[int, int], d: Defence) -> Party:
        look, tactics = self.look, self.tactics
        flown = tactics.air(d.hex)
        cover = tactics.cover(d.hex)
        if self.wings and self.wings[0] > cover:
            flown += self.wings[0] - cover
        short = sum(tactics.lacks_support(u, h, look.could(u)) for u, h in posts.items())
        worth, taken, mobile = tactics.rate(posts, d, flown, self.ground(posts, d.hex), short, tactics.surprise(d))
        missed = sum(max(0.0, self.otherwise(u) - look.score(u, h)) for u, h in posts.items())
        worth -= look.know.orders.bound * INSTEAD * missed
        worth += LURE if d.hex == look.know.strike else 0.0
        return Party(d.hex, posts, mobile, worth, taken)

    def ground(self, posts: dict[int, int], target: int) -> float:
        """What it is worth to have the hex: its points, and the way that it opens."""
        look = self.look
        worth = GROUND
        if not look.ours >> target & 1:
            worth += max(look.prize(u, target) for u in posts)
        if look.side == GERMAN:
            gains = [look.closer(u) * (look.far(u).get(h, 0.0) - look.far(u).get(target, 99.0))
                     for u, h in posts.items() if u not in look.guarding]
            worth += min(MOST_GROUND, max(0.0, *gains, 0.0)) + self.opening(posts, target)
        return worth

    def opening(self, posts: dict[int, int], target: int) -> float:
        """What it is worth to the spear that the zone of control over its corridor is gone."""
        look = self.look
        if not any(look.know.german.axis[u] == "spear" for u in posts):
            return 0.0
        way = look.know.german.way(look.p, "spear")
        return OPENS * (look.g.board.touch[target] & way & ~look.g.board.home[GERMAN]).bit_count() if way >= 0 else 0.0


def standing(look: Outlook) -> dict[int, int]:
    """Units that may attack now, each where it stands."""
    return {u: 1 << look.p.at[u] for u in able_to_attack(look.g, look.p)}
