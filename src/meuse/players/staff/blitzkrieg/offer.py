"""What the staff offers the searcher: plans for each impulse, and how the campaign stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log
from pathlib import Path
from random import Random

from msgspec.structs import replace

from meuse.engine.hexes import bits
from meuse.engine.remembered import Remembered
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import shock
from meuse.games.blitzkrieg.rules.cards import BuyCards
from meuse.games.blitzkrieg.rules.victory import worth
from meuse.players.search.offer import Script
from meuse.players.search.value import Learned, squash
from meuse.players.staff.blitzkrieg.collapse import FRANCE, GERMANY, Collapses, Ends
from meuse.players.staff.blitzkrieg.manners import GREEN, Manners
from meuse.players.staff.blitzkrieg.officer import BlitzStaff
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.outlook import Knowledge
from meuse.players.staff.blitzkrieg.standing import FEATURES, Standing
from meuse.players.staff.blitzkrieg.survey import Surveys

THOUGHT = ((2.3, 0.6, 0.1), (2.6, 0.3, 0.1))
"""How much of the usual thought each impulse deserves, by side."""
MATTERS = ("hex", "unit", "hq", "air", "country", "noun")
"""What dice may be about, as their procedures call it."""
KEPT = 100
"""So many plans are kept with what was worked out for them."""
DRIVE, REPLY = 20.0, 6.0
"""What the lead grows by in a German Player Turn, and shrinks by in an Allied one, collapses left aside."""
IMPULSES, ANSWERS = (1.0, 1.0, 0.4, 0.15), (0.45, 0.45, 0.3, 0.15)
"""Of a German and of an Allied Player Turn, what is still to come in each impulse."""
LOSSES = (1.0, 1.0, 0.15, 0.1)
"""Of what the Germans lose in an Allied Player Turn, what is still to come in each impulse."""
SHOCK_A_WEEK: dict[str, float] = {"netherlands": 9.0, "belgium": 7.0}
DOUBT, DOUBT_A_WEEK = 3.0, 2.5
"""By how many Shock Points these may err."""
BESIDES = 25
"""What the Germans gain in the week of the French collapse besides its points: nobody bars the way any more."""
THREAT, WORN, SPENT = 0.4, 0.15, 0.1
"""Of the Shock for a city that is within reach, what is counted already; what a Fatigued unit costs, and a factor of
German armour that is lost or worn."""
SHARP, BLUR = 0.11, 0.4
"""How sure a point of the lead makes the end of the game, and how much less so for each week to come."""
MOST = 0.99
"""Nothing is surer than this before the end."""
WEIGHED: dict[str, Country] = {"Belgium": "belgium", "France": "france", "Germany": "germany"}
"""Countries whose Shock is weighed by itself, by the names of their features."""
SMALL: tuple[Country, ...] = ("netherlands", "belgium")
AFTER = ("air basing", "shock", "last stand", "end")
"""Parts of a week in which nobody moves any more (8.1)."""


BOTH: dict[str, tuple[object, ...]] = {
    "daring": (0.0, -0.3, 0.2, 0.5), "caution": (1.0, 0.2, 0.5, 1.6), "thrift": (1.0, 0.6, 0.8, 1.4),
    "bound": (1.0, 0.0, 0.3, 0.6), "press": (1.0, 0.6, 1.5), "prizes": (1.0, 0.7, 1.7), "wear": (1.0, 0.5, 2.0),
    "raids": (0.2, 0.05, 0.6), "shelter": (1.0, 0.5, 2.0),
}
"""What either side may tune, with values to try."""

ALWAYS: dict[str, object] = {"daring": 0.8, "thrift": 0.4}
RASH: dict[str, dict[str, object]] = {
    "attack always": ALWAYS, "attack always, without aircraft": {**ALWAYS, "raids": 99.0},
    "rush": {"press": 2.0, "caution": 0.0, "daring": 0.8, "thrift": 0.3},
}
TIMID_OR_RASH: dict[str, dict[str, object]] = GREEN[AXIS] | {"attack always": ALWAYS}
"""What a newcomer would hold to as the Axis. In seven weeks it is the rash who come to grief against the regular, for a
few weeks it is the timid as well."""
LONG = ("campaign", "campaign-free")


CARDS = "cards"
"""The occasion on which they are bought, before the first week."""


def buying(p: BlitzPosition) -> bool:
    return isinstance(p.frames[-1], BuyCards)


class BlitzOffer(Learned):
    """Plans for each impulse; the campaign is judged by points, by Shock, and by who is near which city."""

    Plan = BlitzOrders
    folder = Path(__file__).parent
    game: Blitzkrieg
    features = ("lead", "cities threatened", *(f"Shock of {name} beyond its threshold" for name in WEIGHED), *FEATURES)
    signs = (1, 1, 1, 1, -1, *FEATURES.values())

    like = {"campaign-free": "campaign"}
    ranges = {"axis": BOTH, "allied": {**BOTH, "hold": (0, -3, 3, 6), "reserves": (1, 0, 2)}}
    worlds = 1

    def __init__(self, game: Blitzkrieg) -> None:
        self.game = game
        self.newcomers = {"axis": RASH if game.scenario in LONG else TIMID_OR_RASH, "allied": GREEN[ALLIED]}
        self.surveys = Surveys(game)
        self.known = Remembered[BlitzOrders, Knowledge](KEPT, lambda orders: Knowledge(game, orders, self.surveys))
        self.collapses = Collapses(game)
        self.armies, self.manners = Standing(game), Manners(game, self.surveys)
        self.load()

    # --- plans ----------------------------------------------------------------------------------------------------

    def occasion(self, p: BlitzPosition, side: str) -> Hashable | None:
        """An impulse, the first of which begins with cards and reinforcements; and what cards are bought."""
        if buying(p):
            return CARDS
        return (p.turn, max(1, p.impulse)) if p.active == SIDES.index(side) else None

    def scripts(self, p: BlitzPosition, side: str, last: Script | None = None) -> Sequence[Script]:
        """How long the Allies stand is kept from one impulse to the next."""
        own: BlitzOrders = self.own(side, p.turn)
        if buying(p):
            return [Script("as planned", own)]
        return self.manners.scripts(p, SIDES.index(side), replace(own, hold=last.plan.hold) if last else own)

    def groups(self, p: BlitzPosition, side: str, script: Script) -> Mapping[str, Sequence[Script]]:
        return {}

    def officer(self, side: str, rng: Random, script: Script | None) -> BlitzStaff:
        orders = script.plan if script else BlitzOrders()
        return BlitzStaff(self.game, side, rng, orders, self.known[orders])

    def again(self, officer: BlitzStaff, rng: Random) -> BlitzStaff:
        return officer.again(rng)

    def weight(self, p: BlitzPosition) -> float:
        """Most is decided in the first impulse, nearly nothing in the third: a thought an impulse in the mean; none for
        cards, whose worth is known from whole games."""
        return 0.0 if buying(p) else THOUGHT[p.active][max(1, p.impulse) - 1]

    def horizon(self, p: BlitzPosition) -> Hashable:
        """The end of the impulse; of the third, that of the Player Turn."""
        return p.turn, p.active, max(1, p.impulse)

    def matter(self, p: BlitzPosition) -> Hashable:
        """A battle is known by its target, any other die by its hex, unit or country."""
        frame = p.frames[-1]
        about = p.battle.target if p.battle else [getattr(frame, name, "") for name in MATTERS]
        return f"{p.turn} {p.phase} {type(frame).__name__} {about}"

    # --- how it stands --------------------------------------------------------------------------------------------

    def forecast(self, p: BlitzPosition) -> float:
        """Even while cards are bought: nobody is on the map yet."""
        return 0.5 if buying(p) else super().forecast(p)

    def stage(self, p: BlitzPosition) -> int:
        return p.turn

    def estimate(self, p: BlitzPosition) -> float:
        """By the points that each way in which the war may end is likely to bring (3.2, 3.3, 7.2)."""
        left, chart = self.left(p), self.game.charts
        lead = self.lead(p) + self.threats(p) + WORN * (self.tired(p, ALLIED) - self.tired(p, AXIS))
        lead += DRIVE * left - REPLY * self.answers(p) + self.lesser(p, left) - SPENT * self.armies.spent(p)
        ends, fallen = self.ends(p), shock.has_collapsed(p, "france")
        loss = chart.victory.allied.collapses["germany"]
        fall = chart.victory.axis.collapses["france"] + chart.shock.events.france_collapses + BESIDES
        fall *= not fallen
        chance = ends.neither * self.chance(lead, left) + ends.france * self.chance(lead + fall, left)
        chance += ends.both * self.chance(lead + fall - loss, left)
        chance = min(MOST, max(1.0 - MOST, chance))
        return log(chance / (1.0 - chance))

    def ends(self, p: BlitzPosition) -> Ends:
        """7.2: whether France and Germany are likely to collapse; cities entered just now will shake France."""
        if shock.has_collapsed(p, "germany"):
            fallen = shock.has_collapsed(p, "france")
            return Ends(0.0, 0.0, float(fallen), float(not fallen))
        if p.phase in AFTER:
            turn, shares = p.turn + 1, (1.0, 1.0)
        else:
            turn = p.turn
            shares = ((IMPULSES[p.impulse], 1.0) if p.active == AXIS else
                      (0.0, LOSSES[p.impulse]) if p.active == ALLIED else (1.0, 1.0))
        entered = bits(self.standing(p) & p.occupied[AXIS] & self.game.board.countries["france"])
        france = p.index[FRANCE] + sum(shock.worth(self.game, p, hex, False) for hex in entered)
        return self.collapses.ahead(turn, shares, france, p.index[GERMANY], shock.has_collapsed(p, "france"))

    def chance(self, lead: float, left: float) -> float:
        """That a lead to be expected at the end wins; half of it that it is enough for a draw."""
        sharp, levels = SHARP / (1.0 + BLUR * left), self.game.levels
        ahead, half = lead - levels.par, levels.marginal
        return 0.5 * squash(sharp * (ahead - half)) + 0.5 * squash(sharp * (ahead + half))

    def short(self, p: BlitzPosition, country: Country) -> int:
        """Shock Points to the threshold of a country, below nought beyond it."""
        return self.game.thresholds[country] - p.index[COUNTRIES.index(country)]

    def falls(self, p: BlitzPosition, country: Country, weeks: float) -> float:
        """7.2: the chance that a country collapses within so many weeks, nought if it is not at war or has fallen."""
        n = COUNTRIES.index(country)
        if p.collapsed >> n & 1 or not p.at_war >> n & 1:
            return 0.0
        return squash((SHOCK_A_WEEK[country] * weeks - self.short(p, country)) / (DOUBT + DOUBT_A_WEEK * weeks))

    def lesser(self, p: BlitzPosition, left: float) -> float:
        """Points that the collapse of the small countries is likely to bring, with what their partners feel of it."""
        events, points = self.game.charts.shock.events, self.game.charts.victory.axis.collapses
        others = sum(not p.collapsed >> n & 1 for n, country in enumerate(COUNTRIES) if country != "germany") - 1
        return sum(self.falls(p, country, left) * (points[country] + events.partner_collapses * others)
                   for country in SMALL)

    def left(self, p: BlitzPosition) -> float:
        """German Player Turns that are still to come, of the present one what is left of it."""
        now = IMPULSES[p.impulse] if p.active == AXIS else float(p.active < 0 and p.phase not in AFTER)
        return self.game.terms.last_turn - p.turn + now

    def answers(self, p: BlitzPosition) -> float:
        """Allied Player Turns that are still to come, of the present one what is left of it."""
        now = ANSWERS[p.impulse] if p.active == ALLIED else float(p.phase not in AFTER)
        return self.game.terms.last_turn - p.turn + now

    def lead(self, p: BlitzPosition) -> int:
        """3.1, 3.1.2: German points less Allied ones, supply left aside; with the Shock of cities entered just now."""
        g, lead = self.game, 0
        chart = g.charts.victory
        for n, country in enumerate(COUNTRIES):
            german = shock.side_of(country) == AXIS
            fallen = (chart.allied if german else chart.axis).collapses.get(country, 0) if p.collapsed >> n & 1 else 0
            lead += (-1 if german else 1) * (p.index[n] * (p.at_war >> n & 1) + fallen)
        for side, sign in ((AXIS, 1), (ALLIED, -1)):
            lead += sign * sum(worth(g, p, side, hex)[0] for hex in bits(g.board.cities & p.occupied[side]))
        return lead + sum(shock.worth(g, p, hex, False) for hex in bits(self.standing(p) & p.occupied[AXIS]))

    def standing(self, p: BlitzPosition) -> int:
        """Cities of the Allies at war that the Germans have not taken."""
        g = self.game
        ours = [country for n, country in enumerate(COUNTRIES)
                if shock.side_of(country) == ALLIED and p.at_war >> n & 1 and not p.collapsed >> n & 1]
        return g.board.cities & ~p.taken & sum(g.board.countries[country] for country in ours)

    def threats(self, p: BlitzPosition) -> float:
        """The Shock of cities that Germans have come near to, the more of them and the fewer defenders the more."""
        g, found = self.game, 0.0
        for hex in bits(self.standing(p) & ~p.occupied[AXIS] & g.board.spread(g.board.spread(p.occupied[AXIS]))):
            near = (g.grid.disc(hex, 2) & p.occupied[AXIS]).bit_count()
            held = (g.grid.disc(hex, 1) & p.occupied[ALLIED]).bit_count()
            found += THREAT * shock.worth(g, p, hex, False) * near / (near + held + 1)
        return found

    def tired(self, p: BlitzPosition, side: int) -> int:
        return (p.tired & p.fielded & self.game.side_units[side]).bit_count()

    def measure(self, p: BlitzPosition) -> list[float]:
        shocks = [-float(self.short(p, country)) for country in WEIGHED.values()]
        return [float(self.lead(p)), self.threats(p), *shocks, *self.armies.measure(p)]
