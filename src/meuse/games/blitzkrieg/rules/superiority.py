"""25.0 Air superiority combat, over the whole theatre and in interceptions (28.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Part, Refusal, Tally
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights
from meuse.games.blitzkrieg.rules.cards import in_force, number
from meuse.games.blitzkrieg.rules.planning import SNEAK_ATTACK

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

GUN_BELT, DISPERSAL = "A16", "A15"
INTENSIVE = 2
"""38.0a: how many times its strength an airstrike fights with."""


def level(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """25.4a: a side's anti-aircraft level, the Gun Belt included."""
    return p.anti_aircraft[side] + (number(g, p, GUN_BELT, "anti_aircraft") if side == ALLIED else 0)


def strength(g: Blitzkrieg, p: BlitzPosition, a: int) -> int:
    """25.1a, 25.5a, 38.0a: what an airstrike adds to its side's fire: its offensive value, doubled if it fights
    intensively; one with a defensive value its bombardment, in an Air Sneak Attack."""
    strike, worn = g.airstrikes[a], p.air_tired >> a & 1
    if not strike.offensive:
        return strike.bombardment[worn]
    return strike.air[worn] * (INTENSIVE if p.intensive >> a & 1 else 1)


def fighters(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[int]:
    """A side's airstrikes on Air Superiority."""
    return [a.index for a in flights.in_box(g, p, side, "air-superiority")]


def total(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """25.1a, 25.4a: what a side fires with; with no airstrikes on the mission, its anti-aircraft alone."""
    return level(g, p, side) + sum(strength(g, p, a) for a in fighters(g, p, side))


def explain(g: Blitzkrieg, p: BlitzPosition, side: int) -> Tally:
    parts = [Part(g.airstrikes[a].entry.name, strength(g, p, a), "25.1a") for a in fighters(g, p, side)]
    guns = Part("anti-aircraft", level(g, p, side), "25.4a")
    return Tally(f"{SIDES[side].capitalize()} air superiority", total(g, p, side), (*parts, guns))


def exposed(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """25.3c, 25.5b: the airstrikes of a side that can be hit: all but those in Reserve, which only an Air Sneak Attack
    reaches, and of the French not even that one once they are dispersed."""
    reserve = g.boxes.index("reserve")
    surprised = in_force(g, p, SNEAK_ATTACK[1 - side])
    scattered = in_force(g, p, DISPERSAL)
    found = 0
    for a in flights.available(g, p, side):
        sheltered = not surprised or (scattered and a.nation == "french")
        if p.air_in[a.index] != reserve or not sheltered:
            found |= 1 << a.index
    return found


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(1.3)a: both sides fire over the whole theatre; where nobody can be hit, nobody does."""
    pools = exposed(g, p, AXIS), exposed(g, p, ALLIED)
    p.push(BattleOver())
    if any(pools):
        p.push(Exchange((total(g, p, AXIS), total(g, p, ALLIED)), pools, "25.1a"))


class Exchange(Chance, frozen=True):
    """25.1b, 28.3b: one die a side, the Axis first; losses are taken when both have fired."""

    totals: tuple[int, int]
    pools: tuple[int, int]
    """The airstrikes of each side that can be hit."""
    rule: str
    first: int = 0
    """The Axis die, 0 before it is thrown."""

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        die = int(noun)
        if not self.first:
            p.swap(Exchange(self.totals, self.pools, self.rule, die))
            return
        p.pop()
        losses = []
        for shooter, face in ((AXIS, self.first), (ALLIED, die)):
            killed, worn = g.box.air_table.result(self.totals[shooter], face)
            p.tell("air battle", self.rule, side=SIDES[shooter], strength=self.totals[shooter], die=face,
                   eliminated=killed, fatigued=worn)
            losses.append(AirLosses(1 - shooter, self.pools[1 - shooter], killed, worn))
        p.push(*losses)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Air superiority: Axis {self.totals[AXIS]}, Allies {self.totals[ALLIED]}.", self.rule


class AirLosses(Frame, frozen=True):
    """25.3: the owner picks his losses among the airstrikes exposed, eliminations first; fatigues may not be left
    unused while anything can take them."""

    side: int
    pool: int
    killed: int
    worn: int

    def standing(self, p: BlitzPosition) -> list[int]:
        return [a for a in bits(self.pool) if p.air_in[a] >= 0]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        left = len(self.standing(p))
        choice = self.killed < left if self.killed else self.worn and left > 1
        return (SIDES[self.side],) if choice else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        words = g.air_words["down" if self.killed else "wear"]
        return [words[a] for a in self.standing(p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        self.hit(g, p, g.box.air_by_id[noun])

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        left = self.standing(p)
        if not left or not (self.killed or self.worn):
            p.pop()
            return
        first, *_ = left
        self.hit(g, p, first)

    def hit(self, g: Blitzkrieg, p: BlitzPosition, a: int) -> None:
        if self.killed:
            p.swap(AirLosses(self.side, self.pool, self.killed - 1, self.worn))
            flights.eliminate(g, p, a, "25.3a")
        else:
            p.swap(AirLosses(self.side, self.pool, 0, self.worn - 1))
            flights.fatigue(g, p, a, "25.3b")

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "wear" and self.killed:
            return Refusal("25.3a", "eliminations are taken before fatigues")
        if verb in ("down", "wear") and noun in g.box.air_by_id:
            a = g.airstrikes[g.box.air_by_id[noun]]
            if a.side == self.side and p.air_in[a.index] == g.boxes.index("reserve"):
                return Refusal("25.3c", f"{a.entry.name} is in Reserve")
        if verb == "down" and not self.killed:
            return Refusal("25.3b", "one of your airstrikes that can be hit has to be Fatigued")
        return Refusal("25.3c", "one of your airstrikes that can be hit has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        owner = SIDES[self.side].capitalize()
        return f"{owner} air losses: {self.killed} to eliminate, {self.worn} to fatigue.", "25.3c"


class BattleOver(Frame, frozen=True):
    """24.6a, 38.0b: who has fought intensively is Fatigued, and all who fought for air superiority go to rest."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        for a in bits(p.intensive):
            if p.air_in[a] >= 0:
                flights.fatigue(g, p, a, "38.0b")
        p.intensive = 0
        for side in (AXIS, ALLIED):
            flights.go_home(g, p, sum(1 << a for a in fighters(g, p, side)))
