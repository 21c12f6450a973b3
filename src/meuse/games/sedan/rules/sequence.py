"""3.0 Sequence of play: Supply, Air Allotment, Activation, End of Turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.position import WITHDRAWN, SedanPosition
from meuse.games.sedan.rules.activation import DrawChit, fill_cup
from meuse.games.sedan.rules.air import BridgeMissions, allot
from meuse.games.sedan.rules.engineering import ClearRoadblocks, Pontoons
from meuse.games.sedan.rules.reinforcements import returning_headquarters
from meuse.games.sedan.rules.supply import supply_phase
from meuse.games.sedan.rules.victory import judge

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

PHASES = ("supply", "air", "activation", "end")
"""3.0a."""


def date(turn: int) -> str:
    """16.1a, 16.8a: a turn is a day, and the first is the 10th of May."""
    return f"{9 + turn} May 1940"


class Turn(Frame, frozen=True):
    """One day: the phases in order, then the next day or the reckoning."""

    phase: int = 0
    """The next phase to play, by its place in PHASES."""

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if self.phase == len(PHASES):
            next_turn(g, p)
            return
        p.swap(Turn(self.phase + 1))
        p.phase = PHASES[self.phase]
        p.tell("phase", "3.0a", turn=p.turn, phase=p.phase)
        (supply, air_allotment, activation, end_of_turn)[self.phase](g, p)


def supply(g: Sedan, p: SedanPosition) -> None:
    """3.1: judged for both sides; hexes held all turn are counted from here (13.1a)."""
    supply_phase(g, p)
    p.held = (p.fighting[GERMAN], p.fighting[FRENCH])


def air_allotment(g: Sedan, p: SedanPosition) -> None:
    """3.2."""
    allot(g, p)
    p.push(BridgeMissions())


def activation(g: Sedan, p: SedanPosition) -> None:
    """3.3, 4.1a: eliminated HQs return, then the cup is filled and chits are drawn until it is empty."""
    fill_cup(g, p)
    p.push(*returning_headquarters(g, p), DrawChit(first=True))


def end_of_turn(g: Sedan, p: SedanPosition) -> None:
    """3.4: transient markers come off, pontoons are laid, roadblocks cleared."""
    p.activated = p.tried = 0
    p.push(Pontoons(), ClearRoadblocks(FRENCH), ClearRoadblocks(GERMAN))


def next_turn(g: Sedan, p: SedanPosition) -> None:
    """3.4d, 14.0c: Niwi and the Belgians leave after turn 1; after the last turn the points are counted."""
    if p.turn == 1:
        for u in (g.by_id[g.niwi], g.by_id[g.belgian]):
            if p.units[u].hex >= 0:
                p.put(g, u, WITHDRAWN)
                p.road &= ~(1 << u)
                p.tell("withdrawn", "14.0c", unit=g.ids[u])
    if p.turn >= g.last_turn:
        p.outcome = judge(g, p)
        p.tell("game over", "15.0a", winner=p.outcome.winner, level=p.outcome.level, points=p.outcome.points)
        p.frames = ()
        return
    p.turn += 1
    p.tell("turn", "3.4d", turn=p.turn)
    p.swap(Turn())
