"""5.1 Setting up: deception dice, each side's units within their zones, entrenchments of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, SIDES
from meuse.games.blitzkrieg.position import ABSENT, WAITING, BlitzPosition
from meuse.games.blitzkrieg.rules import fog, stacking
from meuse.games.blitzkrieg.rules.cards import BuyCards, PlayCards, number

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

CHANGES = 60
"""How often a side may put a unit elsewhere after all: a set-up comes to its end."""
DIGGERS = "A12"


class DecoyDice(Chance, frozen=True):
    """19.2.1a: a die for the deception units of one class; only their owner learns how many there are."""

    side: int
    mech: bool

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        kind = [c.index for c in g.counters if c.deception and c.side == self.side and c.mech == self.mech]
        for u in kind[: int(noun)]:
            p.at[u] = WAITING
        owner = SIDES[self.side]
        p.tell("deception", "19.2.1a", seen_by=(owner,), side=owner, mechanised=self.mech, count=int(noun))

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "A die for deception units.", "19.2.1a"


class Gather(Frame, frozen=True):
    """5.1d, 5.3b: who is to be set up, now that the cards which change it are shown; as in history if so it is."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        played = [g.cards[c].id for c in bits(p.shown)]
        for c in g.box.at_start(played):
            p.at[c.index] = WAITING
            p.set_tired(c.index, c.entry.fatigued)
        if g.terms.deployment == "historical":
            for side in (ALLIED, AXIS):
                as_in_history(g, p, side)
                p.tell("historical set-up", "5.1d", side=SIDES[side])


def as_in_history(g: Blitzkrieg, p: BlitzPosition, side: int) -> None:
    """Every unit of the start in its hex of the 10th of May."""
    units = [c.index for c in g.counters if c.side == side and not c.deception and in_hand(p, c.index)]
    for u in units:
        p.put(g, u, WAITING)
    for u in units:
        p.put(g, u, g.grid.bit[g.box.deployment.units[g.ids[u]]])


def in_hand(p: BlitzPosition, u: int) -> bool:
    """Whether a unit is one of those that are being set up."""
    return p.at[u] == WAITING or p.at[u] >= 0


def zone_of(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """5.1d: the hexes of a unit's zone as its headquarters stand."""
    c = g.counters[u]
    above = "" if c.deception else g.box.deployment.zones[c.id].with_
    place = p.at[g.by_id[above]] if above else WAITING
    key = u, place
    if key not in g.deployment_zones:
        g.deployment_zones[key] = g.box.may_set_up(c, {above: place})
    return g.deployment_zones[key]


def open_to(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """13.5a: of those hexes the ones with room for it."""
    zone = zone_of(g, p, u)
    taken = zone & p.occupied[g.side[u]]
    return zone ^ taken | sum(g.one[hex] for hex in bits(taken) if stacking.room(g, p, u, hex))


class Deploy(Frame, frozen=True):
    """5.1c: a side sets its units up one by one, or all of them as in history; deception units where it likes."""

    side: int
    changes: int = 0

    def mine(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        """Units that the side may place: in the historical scenario its deception units alone."""
        fixed = g.terms.deployment == "historical"
        own = [c for c in g.counters if c.side == self.side and (c.deception or not fixed)]
        return [c.index for c in own if in_hand(p, c.index)]

    def waiting(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [u for u in self.mine(g, p) if p.at[u] == WAITING]

    def misplaced(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        """When all are placed, units out of their zone, their headquarters having been put elsewhere."""
        return [u for u in self.mine(g, p) if not zone_of(g, p, u) >> p.at[u] & 1]

    def movable(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        found = self.mine(g, p) if self.changes < CHANGES else self.waiting(g, p)
        return [u for u in found if zone_of(g, p, u) & ~p.occupied[self.side] or open_to(g, p, u)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.mine(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        found = [g.word("deploy", u) for u in self.movable(g, p)]
        if g.terms.deployment == "free":
            found.append("historical")
        if fog.may_arrange(g, p, self.side):
            found.append("arrange")
        if not self.waiting(g, p) and not self.misplaced(g, p):
            found.append("done")
        return found

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "deploy":
            u = g.by_id[noun]
            p.swap(Deploy(self.side, self.changes + (p.at[u] >= 0)))
            p.push(Placing(u))
        elif verb == "arrange":
            p.push(fog.Arranging(self.side))
        elif verb == "historical":
            as_in_history(g, p, self.side)
            p.swap(Deploy(self.side, CHANGES))
            p.tell("historical set-up", "5.1d", side=side)
        else:
            p.tell("set up", "5.1c", side=side)
            p.arranged = False
            p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "deploy" and noun in g.by_id:
            u, name = g.by_id[noun], g.counters[g.by_id[noun]].name
            if g.side[u] != self.side:
                return Refusal("5.1c", f"{name} is not yours to set up")
            if u not in self.mine(g, p):
                return Refusal("5.2a", f"{name} comes later, is not in play, or stands where history has it")
            return Refusal("5.1d", f"no hex of its zone is open to {name} as things stand")
        if verb == "arrange":
            return Refusal("19.1a", "no stack is to be put in order, or it has been done")
        if verb == "done":
            for u in self.waiting(g, p) or self.misplaced(g, p):
                return Refusal("5.1d", f"{g.counters[u].name} must still be set up within its zone")
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        side = SIDES[self.side].capitalize()
        return f"The {side} side sets up: choose a unit beside the map or on it, then its hex.", "5.1c"


class Placing(Frame, frozen=True):
    """5.1d: the hex for one unit."""

    unit: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[g.side[self.unit]],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        place = g.hex_words["place"]
        return [place[hex] for hex in bits(open_to(g, p, self.unit))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.put(g, self.unit, g.grid.bit[noun])
        p.tell("placed", "5.1d", seen_by=(side,), unit=g.ids[self.unit], hex=noun)
        p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name = g.counters[self.unit].name
        if verb == "place" and noun in g.grid.bit and zone_of(g, p, self.unit) >> g.grid.bit[noun] & 1:
            return Refusal("13.5a", f"{noun} is full")
        return Refusal("5.1d", f"{name} may not be set up there")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Where is the unit set up?", "5.1d"


class DigIn(Frame, frozen=True):
    """Card A12: entrenchments of before the campaign, on the French Rhine and in the Netherlands (N.h)."""

    left: int

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> int:
        """Hexes without one yet that hold a unit of their own country."""
        found = 0
        for hex in bits(g.diggable & p.occupied[ALLIED] & ~p.entrenched):
            nation = {"france": "french", "netherlands": "dutch"}[g.board.country[hex]]
            if any(g.counters[u].nation == nation and not g.counters[u].deception for u in p.stacks[hex]):
                found |= g.one[hex]
        return found

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if self.left and self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.hex_words["entrench"][hex] for hex in bits(self.able(g, p)))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.entrenched |= g.one[g.grid.bit[noun]]
        p.tell("entrenched", "N.h", hex=noun, card=DIGGERS)
        p.swap(DigIn(self.left - 1))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("N.h", "only French hexes on the Rhine and Dutch hexes, each with a unit of that country")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Entrenchments of before the campaign: {self.left} left.", "N.h"


class Earthworks(Frame, frozen=True):
    """Opens the entrenchments of card A12, if it is in force."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.swap(DigIn(number(g, p, DIGGERS, "entrenchments")))


class Leftovers(Frame, frozen=True):
    """5.2a: deception units that no die called for stay in the box."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        for u, place in enumerate(p.at):
            if place == WAITING:
                p.at[u] = ABSENT
        p.phase = "turn"


def frames(g: Blitzkrieg) -> tuple[Frame, ...]:
    """S2 to S5: cards, deception dice, the Allies, the Axis, earthworks."""
    first = SIDES.index(g.charts.campaign.first_to_set_up)
    order = (first, 1 - first)
    buying = (BuyCards(),) if g.terms.cards == "free" else ()
    showing = tuple(PlayCards(side, "set-up") for side in order)
    dice = tuple(DecoyDice(side, mech) for side in order for mech in (True, False))
    return *buying, *showing, *dice, Gather(), *(Deploy(side) for side in order), Earthworks(), Leftovers()
