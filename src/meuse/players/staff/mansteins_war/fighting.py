"""What an attack is worth before the dice: the exact chances of both tables, weighed by steps and ground."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import AVAILABLE, MansteinPosition
from meuse.games.mansteins_war.rules import air, odds, supply
from meuse.games.mansteins_war.rules.command import attack_shift
from meuse.games.mansteins_war.rules.fortress import intact
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.players.staff.mansteins_war.worth import Worth

BEATEN_BACK = 0.25
"""What it costs attackers to be driven off."""
COUNTERATTACKED = 0.5
"""Of a lost step, what a counterattack costs on the average."""


class Defence(msgspec.Struct, frozen=True):
    """A hex as its attacker finds it."""

    hex: int
    units: tuple[int, ...]
    strength: int
    shift: int
    """Terrain, ships and unsupported defenders; neither fort, river nor air."""
    fort: bool
    losses: tuple[float, ...]
    static: float
    """What fortress units are worth, which cannot retreat (11.1j)."""
    way_out: bool
    """Whether a retreat has a first hex outside the attacker's ZOC (7.2f)."""


class Party(msgspec.Struct, frozen=True):
    """Who attacks, from where, on which table, and what it is worth."""

    target: int
    posts: dict[int, int]
    """The hex of each attacking unit."""
    mobile: bool
    worth: float
    taken: float
    """The chance that the defenders leave the hex or die."""

    @property
    def units(self) -> int:
        return sum(1 << u for u in self.posts)


class Tactics:
    """Reckons with one position, for the side that attacks."""

    def __init__(self, game: MansteinsWar, p: MansteinPosition, side: int, worth: Worth, thrift: float = 1.0) -> None:
        """`thrift` is how much the attackers' losses count."""
        self.g, self.p, self.side, self.worth, self.thrift = game, p, side, worth, thrift
        self.known: dict[int, Defence] = {}
        self.supported: dict[tuple[int, int], bool] = {}

    def defence(self, hex: int) -> Defence:
        if hex not in self.known:
            self.known[hex] = self._defence(hex)
        return self.known[hex]

    def _defence(self, hex: int) -> Defence:
        g, p, worth = self.g, self.p, self.worth
        units = p.stacks[hex]
        fresh = [u for u in units if not p.defended >> u & 1]
        shift = int(odds.best_terrain(g, p, hex).value)
        shift += sum(not supply.supported(g, p, u, "combat") for u in fresh)
        if self.side == 0 and p.naval == AVAILABLE and g.board.naval >> hex & 1:
            shift -= g.charts.limits.naval_shift
        around = g.board.touch[hex] & ~p.occupied[self.side]
        return Defence(
            hex, units, sum(g.counters[u].defence[p.steps[u]] for u in fresh), shift,
            intact(g, p, 1 - self.side, hex), tuple(worth.losses(p, units)),
            sum(worth.whole(p, u) for u in units if g.counters[u].static),
            bool(around & ~zone(g, p, self.side)),
        )

    def own(self, units: Iterable[int]) -> list[float]:
        """By number of steps lost, what they cost the attackers."""
        return [self.thrift * cost for cost in self.worth.losses(self.p, units)]

    def air(self, hex: int) -> int:
        """16.7: the columns that the strongest air units over the hex come to, ours less theirs."""
        return self.cover(hex) - self.cover(hex, 1 - self.side)

    def cover(self, hex: int, side: int = -1) -> int:
        """The columns of a side's strongest air unit over the hex; our own by default."""
        found = air.supporters(self.g, self.p, self.side if side < 0 else side, hex)
        return self.g.air_value(self.p, found[0]) if found else 0

    def column(self, posts: dict[int, int], d: Defence, fort: bool, flown: int, unsupported: int) -> int:
        """10.4, 10.5: the column of an attack from those hexes."""
        g, p = self.g, self.p
        attack = sum(g.counters[u].attack[p.steps[u]] for u in posts)
        shift = d.shift + flown - unsupported - fort * g.charts.forts.shift
        if all(odds.crosses_river(g, p, hex, d.hex) for hex in posts.values()):
            shift -= g.charts.river.shift
        shift += sum(n for n, _ in attack_shift(g, p, sum(1 << u for u in posts), d.hex))
        return g.crt.shifted(g.crt.column(attack, d.strength), shift)

    def weigh(self, column: int, mobile: bool, d: Defence, own: list[float], ground: float,
              fort: bool) -> tuple[float, float]:
        """The expected worth of an attack in that column, and the chance to take the hex."""
        total = taken = 0.0
        for code, faces in odds.chances(self.g, mobile, column).items():
            value, cleared = self._result(code, d, own, ground, fort)
            total += faces * value
            taken += faces * cleared
        return total / 6, taken / 6

    def _result(self, code: str, d: Defence, own: list[float], ground: float, fort: bool) -> tuple[float, bool]:
        """22.1: what one result is worth, and whether the hex is empty after it."""
        result = self.g.charts.results[code]  # type: ignore[index]
        if result.fort and fort:
            if result.fort == "-":
                return 0.0, False
            result = self.g.charts.results[result.fort]
        if result.counterattack:
            return -COUNTERATTACKED * own[1], False
        value = d.losses[result.defender.steps] - own[result.attacker.steps]
        if result.attacker.retreat:
            value -= BEATEN_BACK
        driven = bool(result.defender.retreat) and not fort
        if driven:
            value += d.static
            if not d.way_out:
                hurt = min(3, result.defender.steps + len(d.units))
                value += d.losses[hurt] - d.losses[result.defender.steps]
        all_steps = sum(self.p.steps[u] for u in d.units)
        cleared = driven or result.defender.steps >= all_steps
        return value + (ground if cleared else 0.0), cleared

    def rate(self, posts: dict[int, int], d: Defence, flown: int, ground: float, unsupported: int,
             surprise: float = 0.0) -> tuple[float, float, bool]:
        """Worth, chance to take the hex and the better table of an attack; `surprise` is the chance of special
        forces to destroy the fort (19.1a)."""
        own = self.own(posts)
        mech = all(self.g.counters[u].mech for u in posts)
        best = self._tables(self.column(posts, d, d.fort, flown, unsupported), mech and not d.fort, d, own, ground,
                            d.fort)
        if not d.fort or not surprise:
            return best
        opened = self._tables(self.column(posts, d, False, flown, unsupported), mech, d, own, ground, False)
        mixed = [surprise * a + (1 - surprise) * b for a, b in zip(opened[:2], best[:2], strict=True)]
        return mixed[0], mixed[1], opened[2]

    def _tables(self, column: int, may_move: bool, d: Defence, own: list[float], ground: float,
                fort: bool) -> tuple[float, float, bool]:
        found = [(*self.weigh(column, mobile, d, own, ground, fort), mobile)
                 for mobile in ([False, True] if may_move else [False])]
        return max(found)

    def lacks_support(self, u: int, hex: int, could: int) -> bool:
        """Whether a unit would attack unsupported from a hex, `could` being where lines may reach."""
        if hex == self.p.at[u]:
            return not supply.supported(self.g, self.p, u, "combat")
        return not could >> hex & 1

    def surprise(self, d: Defence) -> float:
        """19.0: the chance of the best special forces that are left against a fort."""
        if not d.fort:
            return 0.0
        ready = [f.entry.success for f in self.g.forces
                 if f.side == self.side and self.p.forces_at[f.index] == AVAILABLE]
        return max(ready, default=0) / 6


def enemies_near(game: MansteinsWar, p: MansteinPosition, side: int, hexes: int) -> int:
    """Enemy stacks that may be attacked from these hexes."""
    found = 0
    for hex in bits(hexes):
        found |= game.board.touch[hex]
    return found & p.occupied[1 - side]
