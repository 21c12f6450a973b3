"""Ways to carry out an activation, read from the position: stretches of the Meuse, single attacks, other manners."""

from __future__ import annotations

from msgspec.structs import replace

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from meuse.players.search.offer import Script, in_turn
from meuse.players.staff.sedan.plans import MAIN, SECTORS, SOUTH, Sector, SedanPlan, far_bank, objective

MARCH, ABOUT = 2, 4
"""Hexes from which a unit comes next to an enemy and attacks him, and within which enemies threaten a bank."""
FEW, STRETCHES = 2, 3
"""Attacks to dare and to leave out, and stretches of the Meuse to hold, that are weighed."""
WITHIN = 8
"""Hexes from which a corps may still look to a stretch of the Meuse."""
ATTACKING: dict[str, object] = {"attack_at": -0.3, "lure": 3.5}
GERMAN_MANNERS: dict[str, dict[str, object]] = {
    "attacking": ATTACKING, "sparing": {"attack_at": 0.6, "lure": 0.5},
    "all bombers": {"attack_at": -0.1, "thrift": 0.2}, "bombers back": {"thrift": 3.0},
    "fighting first": {"order": "combat-move"}, "marching": {"pull": 2.0, "lure": 0.3, "attack_at": 0.4},
    "moving first": {"order": "move-combat"},
}
FRENCH_MANNERS: dict[str, dict[str, object]] = {
    "bar the crossings and strike": {"bar": 1.0, "strike": 3.0, "attack_at": -0.2, "thrift": 0.3},
    "delay forward": {"delay": 1.2, "home": 1.0, "caution": 0.3}, "stand fast": {"settle": 99.0},
    "bar the crossings": {"bar": 1.5}, "two to a hex": {"mass": 1.0},
    "counter-attack": {"attack_at": -0.3, "strike": 3.0}, "give way": {"caution": 1.5, "delay": 0.2, "attack_at": 0.6},
    "no attacks": {"attack_at": 1.5, "thrift": 3.0},
    "counter-attack first": {"attack_at": -0.1, "order": "combat-move"},
}
"""The most promising first: where time is short the others are left out."""


class Manners:
    """Finds plans for the chit at hand."""

    def __init__(self, game: Sedan) -> None:
        self.g = game
        banks = {sector: far_bank(game, sector) for sector in SECTORS}
        self.before = {sector: self.around(bank, ABOUT) for sector, bank in banks.items()}
        """Where Germans threaten a stretch of the Meuse."""
        self.within = {sector: self.around(bank, WITHIN) for sector, bank in banks.items()}
        """Where a French corps may look to it."""

    def around(self, hexes: int, far: int) -> int:
        """Hexes with all that are so near to them."""
        for _ in range(far):
            hexes |= self.g.grid.spread(hexes)
        return hexes

    def german(self, p: SedanPosition, base: SedanPlan, last: Script | None) -> list[Script]:
        """For a corps its sector and those beside it, attacks to dare or to leave out, manners; its own first."""
        own = held(base, last.plan) if last else base
        divisions = {division: held(base, plan) for division, plan in last.own.items()} if last else {}
        corps = self.g.chits[p.chit].corps if p.chit else MAIN
        at = objective(self.g, p, own, corps)
        others = {d: plan for d, plan in divisions.items()
                  if not self.g.formation_units[d] & self.g.corps_units[corps]}

        def here(changed: dict[str, dict[str, object]]) -> list[Script]:
            return [Script(f"to {at.capitalize()}, {name}", replace(own, **them),
                           {d: replace(plan, **them) for d, plan in divisions.items()})
                    for name, them in changed.items()]

        elsewhere = [Script(f"to {sector.capitalize()}", to(own, corps, sector), others) for sector in beside(at)]
        there = [Script(f"{script.name}, attacking", replace(script.plan, **ATTACKING), script.own)
                 for script in elsewhere]
        return [Script(f"to {at.capitalize()}", own, divisions),
                *in_turn(elsewhere, here(GERMAN_MANNERS), here(self.attacks(p, GERMAN)), there)]

    def french(self, p: SedanPosition, own: SedanPlan) -> list[Script]:
        """Stretches of the Meuse to hold above all, attacks to dare or to leave out, manners; its own plan first."""
        hold = [Script(f"hold {sector.capitalize()}", replace(own, hold=sector)) for sector in self.threatened(p)]
        manners, attacks = ([Script(name, replace(own, **them)) for name, them in changed.items()]
                            for changed in (FRENCH_MANNERS, self.attacks(p, FRENCH)))
        return [Script("hold the Meuse", own), *in_turn(manners, hold, attacks)]

    def attacks(self, p: SedanPosition, side: int) -> dict[str, dict[str, object]]:
        """Enemies within reach of those who act, those first whom most strength can meet: dared, or left alone."""
        found = sorted(self.odds(p, side).items(), key=lambda met: (-met[1], met[0]))
        plans: dict[str, dict[str, object]] = {}
        for at, _ in found[:FEW]:
            hex, label = self.g.hex_name(at), self.g.board.names.label(at)
            plans[f"against {label}"], plans[f"without {label}"] = {"target": hex}, {"spare": hex}
        return plans

    def odds(self, p: SedanPosition, side: int) -> dict[int, float]:
        """Hexes of the enemy that a corps may attack, by its strength about each against the defence."""
        g, found = self.g, dict[int, float]()
        mine = self.acting(p)
        for hex in bits(p.fighting[1 - side]):
            force = sum(f for at, f in mine.items() if g.grid.distance(at, hex) <= MARCH)
            defense = sum(g.defense[u][p.units[u].steps] for u in p.stacks[hex])
            if force:
                found[hex] = force / max(1, defense)
        return found

    def acting(self, p: SedanPosition) -> dict[int, int]:
        """The strength of those who act, by hex."""
        g, found = self.g, dict[int, int]()
        units = g.corps_units[g.chits[p.chit].corps] & ~p.activated & ~g.hq_set if p.chit else 0
        for u in bits(units):
            if p.units[u].hex >= 0:
                found[p.units[u].hex] = found.get(p.units[u].hex, 0) + g.attack[u][p.units[u].steps]
        return found

    def threatened(self, p: SedanPosition) -> list[Sector]:
        """The stretches of the Meuse that a corps can look to, those with most Germans before them first."""
        g, threat, mine = self.g, dict[Sector, int](), self.acting(p)
        for sector, within in self.within.items():
            if any(within >> hex & 1 for hex in mine):
                stacks = (p.stacks[hex] for hex in bits(self.before[sector] & p.fighting[GERMAN]))
                threat[sector] = sum(g.attack[u][p.units[u].steps] for stack in stacks for u in stack)
        return sorted(threat, key=lambda sector: -threat[sector])[:STRETCHES]


def held(base: SedanPlan, plan: SedanPlan) -> SedanPlan:
    """A plan with what holds for longer than an activation: where the corps go."""
    return replace(base, sector=plan.sector, north=plan.north, south=plan.south)


def to(plan: SedanPlan, corps: str, sector: Sector) -> SedanPlan:
    """A plan with another sector for a corps."""
    if corps == MAIN:
        return replace(plan, sector=sector)
    return replace(plan, south=sector) if corps == SOUTH else replace(plan, north=sector)


def beside(sector: Sector) -> list[Sector]:
    """The sectors next to one."""
    order = list(SECTORS)
    at = order.index(sector)
    return order[max(0, at - 1):at] + order[at + 1:at + 2]
