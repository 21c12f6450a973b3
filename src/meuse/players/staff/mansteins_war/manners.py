"""Ways to carry out an impulse, read from the position: attacks left out or added, other objectives, other manners."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from meuse.engine.hexes import bits
from meuse.engine.remembered import Remembered
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air
from meuse.games.mansteins_war.rules.command import PickCommands, PickCorps
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.reinforcements import Arriving, Reinforcing
from meuse.players.search.offer import Script, in_turn
from meuse.players.staff.mansteins_war.attacks import LEAST, Offensive
from meuse.players.staff.mansteins_war.marching import Marching
from meuse.players.staff.mansteins_war.officer import MansteinStaff
from meuse.players.staff.mansteins_war.orders import MansteinOrders
from meuse.players.staff.mansteins_war.outlook import Knowledge, Outlook
from meuse.players.staff.mansteins_war.plans import endangered

ANY = 2.5
"""Victory points by which an attack may be worth less than nothing and still be thought of."""
FEW, AIMS = 3, 4
"""Attacks to leave out and to add, and objectives that are weighed."""
FAR = 9
"""Hexes beyond which a place is no objective for an impulse."""
FIRST = PickCommands, PickCorps, Reinforcing, Arriving
"""What is decided before anybody moves."""
COMMON: dict[str, dict[str, object]] = {
    "consolidate": {"press": 0.15, "caution": 2.0}, "no attacks": {"daring": -99.0},
    "press on": {"press": 1.6, "caution": 0.6, "daring": 0.1}, "no pursuit": {"pursue": False},
    "carefully": {"caution": 1.8, "daring": -0.2}, "halt": {"press": 0.15, "caution": 2.0, "daring": -99.0},
    "for the prizes": {"prizes": 1.6, "daring": 0.1}, "attack": {"daring": 0.3},
}
"""The most promising first: where time is short the others are left out."""
BACK = "behind the next line"
KEPT = 4
"""So many plans are kept with what was worked out for them."""


class Manners:
    """Finds plans for the impulse at hand."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        self.know = Knowledge(game)
        self.eager = Remembered[MansteinOrders, Knowledge](
            KEPT, lambda own: Knowledge(game, replace(own, daring=ANY)))

    def scripts(self, p: MansteinPosition, side: int, own: MansteinOrders) -> list[Script]:
        """The searcher's own plan first, then the most promising; the staff's, where that is another, among them."""
        p, name = self.ready(p, side), self.g.grid.names
        made, more = self.attacks(p, side, own)
        spare = [Script(f"without {self.label(hex)}", replace(own, leave=name[hex])) for hex in made]
        add = [Script(f"against {self.label(hex)}", replace(own, strike=name[hex])) for hex in more]
        if side == GERMAN:
            aims = [Script(f"to {self.label(hex)}", replace(own, aim=name[hex])) for hex in self.aims(p)]
        else:
            aims = [Script(f"hold {self.label(hex)}", replace(own, hold=name[hex])) for hex in self.posts(p)]
            aims.insert(1, Script(BACK, replace(own, back=own.back + 1)))
        staff = [Script("as the staff", MansteinOrders())] if own != MansteinOrders() else []
        common = [*staff, *(Script(manner, replace(own, **them)) for manner, them in COMMON.items())]
        order = (aims, common, spare, add) if side == GERMAN else (common, spare, add, aims)
        return [Script("as planned", own), *in_turn(*order)]

    def label(self, hex: int) -> str:
        return self.g.board.label(hex)

    def ready(self, p: MansteinPosition, side: int) -> MansteinPosition:
        """The position once the staff has named who acts and brought up what is due."""
        p, name = p.copy(), SIDES[side]
        officer = MansteinStaff(self.g, name, Random(0), know=self.know)
        while isinstance(p.frames[-1], FIRST) and self.g.actors(p) == (name,):
            self.g.apply(p, name, officer.choose(p))
        return p

    def attacks(self, p: MansteinPosition, side: int, own: MansteinOrders) -> tuple[list[int], list[int]]:
        """The hexes that would be attacked, the most worthwhile first, and those that seem too dear."""
        look, least = Outlook(self.eager[own], p, side), LEAST[side] - own.daring
        wings = sorted((self.g.air_value(p, a) for a in air.ready(self.g, p, side) if not self.g.airlift[a]),
                       reverse=True)
        found = Offensive(look, Marching(look).places(), wings[:p.air_left]).parties()
        made = [party.target for party in found if party.worth >= least]
        return made[:FEW], [party.target for party in found if party.worth < least][:FEW]

    def aims(self, p: MansteinPosition) -> list[int]:
        """Victory hexes in Allied hands that those who act might make for, the most points for the way first."""
        g = self.g
        open_to = g.contested & g.land & g.board.home[1] & ~held(g, p, GERMAN)
        there = [p.at[u] for u in bits(p.acting) if p.at[u] >= 0 and g.move[u] and not g.logistics[u]]
        worth: dict[int, float] = {}
        for hex in bits(open_to):
            points = self.know.worth.hex(p, hex)
            far = min((g.grid.distance(at, hex) for at in there), default=FAR + 1)
            if points and far <= FAR:
                worth[hex] = points / (2 + far)
        return sorted(worth, key=lambda hex: (-worth[hex], hex))[:AIMS]

    def posts(self, p: MansteinPosition) -> list[int]:
        """Places of their own that Germans are close to and that those who act might man, the most points first."""
        g = self.g
        look = Outlook(self.know, p, ALLIED)
        there = [p.at[u] for u in bits(p.acting) if p.at[u] >= 0 and g.move[u] and not g.logistics[u]]
        worth: dict[int, float] = {}
        for hex, points in endangered(g, p, self.know.keys, look.menace).items():
            far = min((g.grid.distance(at, hex) for at in there), default=FAR + 1)
            if far <= FAR:
                worth[hex] = points / (2 + far)
        return sorted(worth, key=lambda hex: (-worth[hex], hex))[:AIMS]
