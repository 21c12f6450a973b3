"""What the staff offers the searcher: plans for a corps' activation, and how a position stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.sequence import PHASES
from meuse.games.sedan.rules.victory import tally, total
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned
from meuse.players.staff.sedan.officer import SedanStaff
from meuse.players.staff.sedan.plans import SECTORS, Sector, SedanPlan

ACTIVATION = PHASES.index("activation")
MAIN = "XIX"
"""The corps that has the main effort, and so a choice of sectors."""
NEAR = 4
"""Hexes from the west bank within which units count for a stretch of it."""
FORWARD = 8.0
"""Hexes that Germans come nearer to the Meuse in a turn, in the mean, against the delaying cavalry."""
CROSSING = 0.6
"""The chance of a unit at an open bank to be over it a turn later."""
USUAL = 0.4
"""How open the bank is to those who are not near it yet."""
KILLS = 1.5
"""Points that a turn's fighting brings the attacker in the race, and costs him in the Encirclement."""
EVEN = 30
"""French points at which the Encirclement is even: between the draw and the French win (16.10c)."""


class SedanOffer(Learned):
    """Plans for each chit; a position is judged by who stands where along the Meuse."""

    Plan = SedanPlan
    folder = Path(__file__).parent
    features = (
        "strength west", "strength at the bank", "mass", "French at the bank", "French about the bridgehead",
        "pontoons", "bridges standing", "Fighters", "Bombers", "chits", "without supply",
    )

    def __init__(self, game: Sedan) -> None:
        self.game = game
        self.race = game.scenario == "race-to-the-meuse"
        edge = 0
        for d in range(6):
            edge |= game.board.major[d]
        self.bank = edge & game.board.west
        banks = list(bits(self.bank))
        self.far = {h: min(game.grid.distance(h, b) for b in banks) for h in game.grid.cells}
        """Hexes to the west bank."""
        self.reach = {h: [b for b in banks if game.grid.distance(h, b) <= max(2, self.far[h] + 1)]
                      for h in game.grid.cells if self.far[h] <= NEAR}
        """The hexes of the west bank that a unit near it may cross to."""
        self.close = sum(1 << h for h in self.reach)
        self.load()

    def occasion(self, p: SedanPosition, side: str) -> Hashable | None:
        mine = p.chit and self.game.chits[p.chit].side == side
        return (p.turn, p.chit) if mine else None

    def scripts(self, p: SedanPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        if SIDES.index(side) == FRENCH:
            return FRENCH_SCRIPTS
        own = SedanPlan(sector=last.plan.sector) if last else SedanPlan()
        found = [Script(f"to {own.sector.capitalize()}", own)]
        found += [Script(f"to {own.sector.capitalize()}, {name}", replace(own, **changes))
                  for name, changes in MANNERS.items()]
        if p.chit and self.game.chits[p.chit].corps == MAIN:
            found += [Script(f"to {sector.capitalize()}", SedanPlan(sector=sector))
                      for sector in _beside(own.sector)]
        return found

    def groups(self, p: SedanPosition, side: str) -> Sequence[str]:
        return ()

    def officer(self, side: str, rng: Random, script: Script | None) -> SedanStaff:
        return SedanStaff(self.game, side, rng, script.plan if script else None)

    def horizon(self, p: SedanPosition) -> Hashable:
        """The end of the activation; on the last two turns that of the turn, so that the enemy's answer is seen."""
        return p.turn if p.turn >= self.game.last_turn - 1 else (p.turn, p.chit)

    def stage(self, p: SedanPosition) -> int:
        return p.turn

    def estimate(self, p: SedanPosition) -> float:
        """By points as they stand, the Germans who will still come over, and the fighting to come."""
        left = self._left(p)
        german, french = tally(self.game, p)
        lead = total(german) - total(french)
        late = 2.0 * self._coming(p, left)
        if self.race:
            return 0.6 / (0.5 + left) * (lead + late + KILLS * left - 8)
        return float(0.25 / (0.5 + left ** 0.5) * (EVEN + lead + late - 2 * KILLS * left))

    def _left(self, p: SedanPosition) -> float:
        """Turns left, the German part of the present one by chits."""
        mine = [c for c, chit in self.game.chits.items() if chit.side == SIDES[GERMAN] and chit.first_turn <= p.turn]
        waiting = sum(c in p.cup for c in mine) + (p.chit in mine) / 2
        here = 1.0 if PHASES.index(p.phase) < ACTIVATION else waiting / max(1, len(mine))
        return float(self.game.last_turn - p.turn + here)

    def _coming(self, p: SedanPosition, left: float) -> float:
        """German units that will come over the Meuse in time, in the mean; in the Encirclement those that count."""
        g, found, gaps = self.game, 0.0, self._gaps(p)
        for u, v in enumerate(p.units):
            c = g.counters[u]
            if c.side != GERMAN or c.hq or not (self.race or c.mech or c.mot):
                continue
            hex = g.board.entries[c.entry.entry] if v.hex == DUE and c.entry.turn <= p.turn else v.hex
            if hex < 0 or g.board.west >> hex & 1:
                continue
            gap = max((gaps[b] for b in self.reach.get(hex, ())), default=USUAL)
            found += min(0.95, CROSSING * left) * gap * max(0.0, 1.0 - self.far[hex] / (1.0 + FORWARD * left))
        return found

    def _gaps(self, p: SedanPosition) -> dict[int, float]:
        """By hex of the west bank, how open it is: the Germans before it against the French in it and beside it."""
        g = self.game
        german, french = dict.fromkeys(bits(self.bank), 0.0), dict.fromkeys(bits(self.bank), 2.0)
        for hex in bits((p.fighting[GERMAN] | p.fighting[FRENCH]) & self.close):
            for u in p.stacks[hex]:
                steps = p.units[u].steps
                if g.side[u] == GERMAN:
                    for b in self.reach[hex]:
                        german[b] += g.attack[u][steps]
                else:
                    for b in bits((g.grid.near[hex] | g.one[hex]) & self.bank):
                        french[b] += g.defense[u][steps] * (1.5 if b == hex else 0.75)
        return {b: german[b] / (german[b] + french[b]) for b in german}

    def measure(self, p: SedanPosition) -> list[float]:
        return [*self._germans(p), *self._french(p), *self._means(p)]

    def _germans(self, p: SedanPosition) -> list[float]:
        """Strength over the Meuse, at its bank, and the most that stands together before it."""
        g, west, bank, by_hex = self.game, 0, 0, dict[int, int]()
        for u, v in enumerate(p.units):
            if g.side[u] != GERMAN or g.is_hq[u] or v.hex < 0:
                continue
            force = g.attack[u][v.steps]
            if g.board.west >> v.hex & 1:
                west += force
            elif self.far[v.hex] <= 3:
                bank += force if self.far[v.hex] == 1 else 0
                by_hex[v.hex] = by_hex.get(v.hex, 0) + force
        mass = max((sum(f for h, f in by_hex.items() if g.grid.distance(at, h) <= 2) for at in by_hex), default=0)
        return [float(west), float(bank), float(mass)]

    def _french(self, p: SedanPosition) -> list[float]:
        """Who holds the west bank, and who is about the bridgeheads."""
        g = self.game
        about = over = p.fighting[GERMAN] & g.board.west
        for _ in range(2):
            about |= g.grid.spread(about)
        bank = ring = 0
        for u, v in enumerate(p.units):
            if g.side[u] != FRENCH or g.is_hq[u] or v.hex < 0:
                continue
            force = g.defense[u][v.steps]
            bank += force if self.bank >> v.hex & 1 else 0
            ring += force if over and about >> v.hex & 1 else 0
        return [float(bank), float(ring)]

    def _means(self, p: SedanPosition) -> list[float]:
        """Bridges, aircraft, chits to come (German less French), Germans without supply."""
        g, (german, french), major = self.game, p.air, self.game.board.side_major
        chits = sum(1 if g.chits[c].side == SIDES[GERMAN] else -1 for c in p.cup)
        dry = sum(v.hex >= 0 and v.unsupplied > 0 for u, v in enumerate(p.units) if g.side[u] == GERMAN)
        return [float(x) for x in (
            (p.pontoons & major).bit_count(), (g.board.printed & ~p.blown & major).bit_count(),
            german.fighters - french.fighters, german.bombers - french.bombers, chits, dry,
        )]


def _beside(sector: Sector) -> list[Sector]:
    """The sectors next to one."""
    order = list(SECTORS)
    at = order.index(sector)
    return order[max(0, at - 1):at] + order[at + 1:at + 2]


MANNERS: dict[str, dict[str, object]] = {
    "attacking": {"attack_at": -0.3, "lure": 2.0}, "sparing": {"attack_at": 0.6, "lure": 0.3},
    "fighting first": {"order": "combat-move"}, "marching": {"pull": 2.0, "lure": 0.3, "attack_at": 0.4},
}
FRENCH_SCRIPTS = (
    Script("hold the Meuse", SedanPlan()), Script("delay forward", SedanPlan(delay=1.2, home=1.0, caution=0.3)),
    Script("man the bank", SedanPlan(guard=2.0, home=6.0, delay=0.2)),
    Script("give way", SedanPlan(caution=1.5, delay=0.2, attack_at=0.6)),
    Script("counter-attack", SedanPlan(attack_at=-0.3, guard=1.5)),
    Script("counter-attack first", SedanPlan(attack_at=-0.1, order="combat-move")),
    Script("no attacks", SedanPlan(attack_at=1.5)),
)
