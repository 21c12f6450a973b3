"""Ways to carry out an impulse: manners, and what is read from the position: objectives, attacks, lines."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from meuse.engine.contract import CHANCE
from meuse.engine.remembered import Remembered
from meuse.games.blitzkrieg.box.components import ALLIED, SIDES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.guesses import in_order
from meuse.games.blitzkrieg.rules.movement_phase import MovePhase
from meuse.games.blitzkrieg.rules.shock import worth
from meuse.players.search.offer import Script, in_turn
from meuse.players.search.simulate import roll
from meuse.players.staff.blitzkrieg.attacks import DARED, LEAST, Offensive
from meuse.players.staff.blitzkrieg.marching import Marching
from meuse.players.staff.blitzkrieg.officer import BlitzStaff
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.outlook import Knowledge, Outlook
from meuse.players.staff.blitzkrieg.plans import ARMIES, LINES, RHINE, AlliedPlan
from meuse.players.staff.blitzkrieg.survey import Surveys

KEPT = 4
"""So many plans are kept with what was worked out for them."""
MANNERS: tuple[dict[str, dict[str, object]], ...] = (
    {
        "attack": {"daring": 0.2, "thrift": 0.8}, "for the cities": {"prizes": 1.7}, "bombers back": {"raids": 0.6},
    },
    {
        "attack": {"daring": 0.4, "thrift": 0.8}, "all to the attack": {"bound": 0.0},
        "stand fast": {"press": 1.4}, "carefully": {"caution": 1.6}, "bombers back": {"raids": 0.6},
    },
)
"""By side, the most promising first: where time is short the others are left out."""
GREEN: tuple[dict[str, dict[str, object]], ...] = (
    {
        "never attack": {"daring": -99.0}, "bombers at home": {"raids": 99.0},
        "neither attacks nor bombs": {"daring": -99.0, "raids": 99.0},
    },
    {
        "keep away": {"press": 0.3, "caution": 2.5, "daring": -99.0}, "bombers at home": {"raids": 99.0},
        "neither attacks nor bombs": {"daring": -99.0, "raids": 99.0},
    },
)
"""What a newcomer would think of as well, by side. They come last: a searcher seldom gets so far, but who chooses
nearly by chance takes one now and then."""
TIRELESS: dict[str, dict[str, object]] = {"without rest": {"wear": 0.5}, "rest": {"wear": 3.0}}
"""For the third impulse, which wears units out (17.1c)."""
FEW, AIMS = 3, 4
"""Attacks to leave out and to add, and objectives that are weighed."""
FAR = 7
"""Hexes beyond which a city is no objective for an impulse."""
TO_MARCH = frozenset({"cards", "reinforcements", "first movement", "second movement", "third movement"})
"""Phases in which troops march or are about to (8.1)."""


class Manners:
    """Finds plans for the impulse at hand."""

    def __init__(self, game: Blitzkrieg, surveys: Surveys) -> None:
        self.g = game
        self.know = Knowledge(game, surveys=surveys)
        self.eager = Remembered[BlitzOrders, Knowledge](
            KEPT, lambda own: Knowledge(game, replace(own, daring=DARED), surveys))

    def scripts(self, p: BlitzPosition, side: int, own: BlitzOrders) -> list[Script]:
        """The searcher's own plan first, then the most promising; the staff's, where that is another, among them."""
        usual, green = ([Script(name, plan) for name, them in manners.items() if (plan := replace(own, **them)) != own]
                        for manners in ((TIRELESS if p.impulse == 3 else {}) | MANNERS[side], GREEN[side]))
        staff = BlitzOrders(hold=own.hold)
        usual[1:1] = [Script("as the staff", staff)] if staff != own else []
        read: list[list[Script]] = []
        if p.impulse < 3:
            made, more = self.attacks(self.ready(p, side), side, own)
            read = [[Script(f"against {self.label(hex)}", replace(own, strike=self.g.grid.names[hex])) for hex in more],
                    [Script(f"without {self.label(hex)}", replace(own, leave=self.g.grid.names[hex])) for hex in made]]
        elsewhere = self.lines(p, own) if side == ALLIED else self.aims(p, own)
        return [Script("as planned", own), *in_turn(usual, elsewhere, *read), *green]

    def label(self, hex: int) -> str:
        return self.g.board.label(hex)

    def ready(self, p: BlitzPosition, side: int) -> BlitzPosition:
        """The position when troops are about to march: cards, reinforcements and early flights are the staff's.

        Once they have marched it is left as it is. What is hidden is put in order, so that it does not matter.
        """
        p, dice = in_order(self.g, p, side), Random(0)
        officers = {str(name): BlitzStaff(self.g, name, Random(0), know=self.know) for name in SIDES}
        while p.frames and p.active == side and p.phase in TO_MARCH and not isinstance(p.frames[-1], MovePhase):
            name = self.g.actors(p)[0]
            if name == CHANCE:
                roll(self.g, p, dice)
            else:
                self.g.apply(p, name, officers[name].choose(p))
        return p

    def attacks(self, p: BlitzPosition, side: int, own: BlitzOrders) -> tuple[list[int], list[int]]:
        """The hexes that would be attacked, the most worthwhile first, and those that seem too dear."""
        if p.active != side:
            return [], []
        march, least = Marching(Outlook(self.eager[own], p, side)), LEAST[side] - own.daring
        march.look.company = march.company()
        found = Offensive(march.look, march.places(set()), True).parties()
        made = [party.target for party in found if party.worth >= least]
        return made[:FEW], [party.target for party in found if party.worth < least][:FEW]

    def aims(self, p: BlitzPosition, own: BlitzOrders) -> list[Script]:
        """Cities that a German army might make for instead of its first objective, the most Shock for the way first."""
        g, plan = self.g, self.know.axis
        found: list[tuple[float, str, int]] = []
        for army in ARMIES:
            units = [u for u, its in plan.army.items() if its is army and p.at[u] >= 0 and g.counters[u].attack[0]]
            if army is RHINE or not units:
                continue
            for hex in plan.left(p):
                far = min(g.grid.distance(p.at[u], hex) for u in units)
                if far <= FAR and hex not in plan.aims(p, army)[:1]:
                    found.append((-worth(g, p, hex, False) / (2 + far), army.name, hex))
        return [Script(f"{army} to {self.label(hex)}", replace(own, army=army, aim=g.grid.names[hex]))
                for _, army, hex in sorted(found)[:AIMS]]

    def lines(self, p: BlitzPosition, own: BlitzOrders) -> list[Script]:
        """For the Allies, the line behind the present one and the one before it."""
        plan = AlliedPlan(self.g, own.hold)
        now = LINES.index(plan.line(p, "french"))
        holds = [plan.lost(p, line) - line.most - 1 for line in LINES[now:-1][:1]]
        holds += [plan.lost(p, line) - line.most for line in LINES[:now][-1:]]
        found = {LINES.index(AlliedPlan(self.g, hold).line(p, "french")): hold for hold in (*holds, 0)}
        return [Script(f"to {LINES[n].name}", replace(own, hold=hold))
                for n, hold in found.items() if abs(n - now) == 1]
