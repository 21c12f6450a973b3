"""Ways to carry out an impulse, read from the position: attacks left out or added, other objectives, other manners."""

from __future__ import annotations

from random import Random

from meuse.engine.hexes import bits
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
OWN = Script("as planned", MansteinOrders())
COMMON = [
    Script("consolidate", MansteinOrders(press=0.15, caution=2.0)), Script("no attacks", MansteinOrders(daring=-99.0)),
    Script("press on", MansteinOrders(press=1.6, caution=0.6, daring=0.1)),
    Script("no pursuit", MansteinOrders(pursue=False)), Script("carefully", MansteinOrders(caution=1.8, daring=-0.2)),
    Script("halt", MansteinOrders(press=0.15, caution=2.0, daring=-99.0)),
    Script("for the prizes", MansteinOrders(prizes=1.6, daring=0.1)), Script("attack", MansteinOrders(daring=0.3)),
]
"""The most promising first: where time is short the others are left out."""
BACK = Script("behind the next line", MansteinOrders(back=1))


class Manners:
    """Finds plans for the impulse at hand."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g = game
        self.know, self.eager = Knowledge(game), Knowledge(game, MansteinOrders(daring=ANY))

    def scripts(self, p: MansteinPosition, side: int) -> list[Script]:
        """The staff's own plan first, then the most promising."""
        p = self.ready(p, side)
        made, more = self.attacks(p, side)
        spare = [Script(f"without {self.label(hex)}", MansteinOrders(leave=self.g.grid.names[hex])) for hex in made]
        add = [Script(f"against {self.label(hex)}", MansteinOrders(strike=self.g.grid.names[hex])) for hex in more]
        if side == GERMAN:
            aims = [Script(f"to {self.label(hex)}", MansteinOrders(aim=self.g.grid.names[hex])) for hex in self.aims(p)]
        else:
            aims = [Script(f"hold {self.label(hex)}", MansteinOrders(hold=self.g.grid.names[hex]))
                    for hex in self.posts(p)]
            aims.insert(1, BACK)
        return [OWN, *in_turn(aims, COMMON, spare, add)]

    def label(self, hex: int) -> str:
        return self.g.board.label(hex)

    def ready(self, p: MansteinPosition, side: int) -> MansteinPosition:
        """The position once the staff has named who acts and brought up what is due."""
        p, name = p.copy(), SIDES[side]
        officer = MansteinStaff(self.g, name, Random(0), know=self.know)
        while isinstance(p.frames[-1], FIRST) and self.g.actors(p) == (name,):
            self.g.apply(p, name, officer.choose(p))
        return p

    def attacks(self, p: MansteinPosition, side: int) -> tuple[list[int], list[int]]:
        """The hexes that the staff would attack, the most worthwhile first, and those that it thinks too dear."""
        look = Outlook(self.eager, p, side)
        wings = sorted((self.g.air_value(p, a) for a in air.ready(self.g, p, side) if not self.g.airlift[a]),
                       reverse=True)
        found = Offensive(look, Marching(look).places(), wings[:p.air_left]).parties()
        made = [party.target for party in found if party.worth >= LEAST[side]]
        return made[:FEW], [party.target for party in found if party.worth < LEAST[side]][:FEW]

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
