"""How a position stands, in numbers: who is over the Meuse, who may still come over it, who is in danger."""

from __future__ import annotations

from collections.abc import Collection

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, ELIMINATED, EXITED, SedanPosition
from meuse.games.sedan.rules.engineering import pontoons_left, standing_bridges
from meuse.games.sedan.rules.sequence import PHASES
from meuse.games.sedan.rules.victory import tally, total
from meuse.games.sedan.rules.zoc import zone_of_control
from meuse.players.staff.sedan.plans import MAIN

ACTIVATION = PHASES.index("activation")
NEAR = 4
"""Hexes from the west bank within which units count for a stretch of it."""
FORWARD = 8.0
"""Hexes that Germans come nearer to the Meuse in a turn, in the mean, against the delaying cavalry."""
CROSSING = 0.6
"""The chance of a unit at an open bank to be over it a turn later."""
USUAL = 0.4
"""How open the bank is to those who are not near it yet."""
CERTAIN = 4.0
"""Odds from which a defender is as good as lost."""

FEATURES = (
    "points", "coming", "coming today", "west", "west wheels", "west strength", "bridgehead held", "west in danger",
    "east in danger", "exited", "wheels behind", "lost", "reduced", "at the bank today", "at the bank tomorrow",
    "near today", "near tomorrow", "on the march", "far behind", "mass", "without supply",
    "French lost", "French at the bank", "French opposite", "French east", "French in danger", "French to counter",
    "French tired there", "French without supply", "French on the map",
    "pontoons", "pontoons left", "bridges standing", "bridges open", "bank open",
    "German Fighters", "German Bombers", "French Fighters", "French Bombers", "fresh Bombers", "fresh French Bombers",
    "German chits", "French chits", "main chit",
)
UNSURE = {"wheels behind", "on the march", "far behind", "French east", "French tired there"}
"""What may be good or bad for the Germans."""
BAD = {
    "west in danger", "east in danger", "lost", "reduced", "without supply", "French at the bank", "French opposite",
    "French to counter", "French on the map", "French Fighters", "French Bombers", "fresh French Bombers",
    "French chits",
}
"""What can only be bad for them; all else can only be good."""


class Standing:
    """What the numbers of one game rest on, worked out once."""

    def __init__(self, game: Sedan) -> None:
        self.g = game
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
        self.opposite = sum(1 << h for h in self.reach if not game.board.west >> h & 1)

    def left(self, p: SedanPosition) -> float:
        """Turns left, the German part of the present one by chits."""
        mine = [c for c, chit in self.g.chits.items() if chit.side == SIDES[GERMAN] and chit.first_turn <= p.turn]
        waiting = sum(c in p.cup for c in mine) + (p.chit in mine) / 2
        here = 1.0 if PHASES.index(p.phase) < ACTIVATION else waiting / max(1, len(mine))
        return float(self.g.last_turn - p.turn + here)

    def ready(self, p: SedanPosition) -> int:
        """Counters that have an activation to come this turn."""
        found = 0
        early = PHASES.index(p.phase) < ACTIVATION
        for name, chit in self.g.chits.items():
            if name in p.cup or name == p.chit or (early and chit.first_turn <= p.turn):
                found |= self.g.corps_units[chit.corps]
        return found & ~p.activated | p.acting & ~p.fought

    def cup(self, p: SedanPosition) -> Collection[str]:
        """The chits that are still to be drawn this turn."""
        return p.cup if PHASES.index(p.phase) >= ACTIVATION else self.due(p)

    def due(self, p: SedanPosition) -> list[str]:
        """The chits of this turn, drawn or not (4.1a)."""
        return [c for c, chit in self.g.chits.items() if chit.first_turn <= p.turn]

    def gaps(self, p: SedanPosition) -> dict[int, float]:
        """By hex of the west bank, how open it is: the Germans before it against the French in it and beside it."""
        g = self.g
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

    def coming(self, p: SedanPosition, left: float, gaps: dict[int, float], which: int = -1) -> float:
        """German units that will come over the Meuse in time, in the mean; in the Encirclement those that count."""
        g, found = self.g, 0.0
        for u, v in enumerate(p.units):
            c = g.counters[u]
            if c.side != GERMAN or c.hq or not (self.race or c.mech or c.mot) or not which >> u & 1:
                continue
            hex = g.board.entries[c.entry.entry] if v.hex == DUE and c.entry.turn <= p.turn else v.hex
            if hex < 0 or g.board.west >> hex & 1:
                continue
            gap = max((gaps[b] for b in self.reach.get(hex, ())), default=USUAL)
            found += min(0.95, CROSSING * left) * gap * max(0.0, 1.0 - self.far[hex] / (1.0 + FORWARD * left))
        return found

    def measure(self, p: SedanPosition) -> list[float]:
        """All features, in their order."""
        ready = self.ready(p)
        return [*self._points(p, ready), *self._germans(p), *self._approach(p, ready), *self._french(p, ready),
                *self._means(p)]

    def _points(self, p: SedanPosition, ready: int) -> list[float]:
        """The lead as it stands, and the units that will come over the Meuse."""
        german, french = tally(self.g, p)
        days, gaps = float(self.g.last_turn - p.turn), self.gaps(p)
        today = self.coming(p, days + 1.0, gaps, ready)
        return [float(total(german) - total(french)), today + self.coming(p, days, gaps, ~ready), today]

    def _germans(self, p: SedanPosition) -> list[float]:
        """Who is over the Meuse and how firmly, who is lost, who is in danger."""
        g, west = self.g, self.g.board.west
        over = wheels = strength = exited = behind = lost = reduced = 0
        for u, v in enumerate(p.units):
            c = g.counters[u]
            if c.side != GERMAN or c.hq:
                continue
            moves = c.mech or c.mot
            lost += v.hex == ELIMINATED
            exited += v.hex == EXITED
            reduced += v.hex >= 0 and v.steps < c.steps
            if v.hex >= 0 and west >> v.hex & 1:
                over += 1
                wheels += moves
                strength += g.attack[u][v.steps]
            else:
                behind += moves and (v.hex >= 0 or (v.hex == DUE and c.entry.turn <= p.turn))
        held = p.fighting[GERMAN] & west
        danger = self.danger(p, GERMAN, held), self.danger(p, GERMAN, p.fighting[GERMAN] & ~west)
        return [float(x) for x in (over, wheels, strength, held.bit_count(), *danger, exited, behind, lost, reduced)]

    def danger(self, p: SedanPosition, side: int, hexes: int) -> float:
        """Units of a side that stand next to stronger enemies: each by the odds against its hex."""
        g, found = self.g, 0.0
        units, enemy = p.units, p.fighting[1 - side]
        for hex in bits(hexes & g.grid.spread(enemy)):
            attack = sum(g.attack[u][units[u].steps] for h in bits(g.grid.near[hex] & enemy) for u in p.stacks[h])
            mine = [u for u in p.stacks[hex] if not g.is_hq[u]]
            defense = sum(g.defense[u][units[u].steps] for u in mine)
            found += len(mine) * min(CERTAIN, attack / max(1, defense)) / CERTAIN
        return found

    def _approach(self, p: SedanPosition, ready: int) -> list[float]:
        """Germans east of the Meuse by their way to it, and whether they act again today; the most at one place."""
        g, by_hex = self.g, dict[int, int]()
        bank, near, march, behind, dry = [0.0, 0.0], [0.0, 0.0], 0.0, 0.0, 0
        for u, v in enumerate(p.units):
            if g.side[u] != GERMAN or g.is_hq[u] or v.hex < 0:
                continue
            dry += v.unsupplied > 0
            if g.board.west >> v.hex & 1:
                continue
            far, force, day = self.far[v.hex], g.attack[u][v.steps], not ready >> u & 1
            if far <= 3:
                by_hex[v.hex] = by_hex.get(v.hex, 0) + force
            if far == 1:
                bank[day] += force
            elif far <= NEAR:
                near[day] += force
            elif far <= 2 * NEAR:
                march += force
            else:
                behind += force
        mass = max((sum(f for h, f in by_hex.items() if g.grid.distance(at, h) <= 2) for at in by_hex), default=0)
        return [*bank, *near, march, behind, float(mass), float(dry)]

    def _french(self, p: SedanPosition, ready: int) -> list[float]:
        """Who holds the west bank, who is about the bridgeheads and may strike, who is in danger."""
        g, west = self.g, self.g.board.west
        about = p.fighting[GERMAN] & west
        opposite = p.fighting[GERMAN] & self.opposite
        for _ in range(3):
            about |= g.grid.spread(about)
            opposite |= g.grid.spread(opposite)
        lost = bank = faced = east = counter = tired = dry = alive = 0
        for u, v in enumerate(p.units):
            if g.side[u] != FRENCH or g.is_hq[u]:
                continue
            lost += v.hex == ELIMINATED
            if v.hex < 0:
                continue
            force = g.defense[u][v.steps]
            alive += force
            dry += v.unsupplied > 0
            east += not west >> v.hex & 1
            if self.bank >> v.hex & 1:
                bank += force
                faced += force if opposite >> v.hex & 1 else 0
            if about >> v.hex & 1:
                counter += g.attack[u][v.steps] if ready >> u & 1 else 0
                tired += 0 if ready >> u & 1 else force
        danger = self.danger(p, FRENCH, p.fighting[FRENCH])
        return [float(x) for x in (lost, bank, faced, east, danger, counter, tired, dry, alive)]

    def _means(self, p: SedanPosition) -> list[float]:
        """Bridges, the open bank, aircraft and chits."""
        g, (german, french), major = self.g, p.air, self.g.board.side_major
        guarded = p.fighting[FRENCH] | zone_of_control(g, p, FRENCH)
        about = p.fighting[GERMAN] | g.grid.spread(p.fighting[GERMAN])
        free = sum(bool(g.board.side_hexes[s] & about) and not g.board.side_hexes[s] & guarded
                   for s in bits(standing_bridges(g, p) & major))
        shore = self.bank & g.grid.spread(p.fighting[GERMAN]) & ~guarded
        cup = self.cup(p)
        chits = [sum(g.chits[c].side == side for c in cup) for side in SIDES]
        return [float(x) for x in (
            (p.pontoons & major).bit_count(), pontoons_left(g, p), (g.board.printed & ~p.blown & major).bit_count(),
            free, shore.bit_count(), german.fighters, german.bombers, french.fighters, french.bombers,
            german.fresh_bombers, french.fresh_bombers, *chits, MAIN in cup,
        )]
