"""4.0 Sequence of play: the game turn and its phases, impulses and their segments.

PHASES, SEGMENTS and CLOSING list what opens each part; a chapter takes part in the turn by standing there. An opener
pushes the frames of its part, or does it at once where nobody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date as Day
from datetime import timedelta
from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import AVAILABLE, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules import (
    air,
    bridgeheads,
    combat,
    command,
    crowding,
    evacuation,
    movement,
    open_cities,
    refit,
    reinforcements,
    victory,
)
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.interrupt import Interruptible

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Opener = Callable[["MansteinsWar", MansteinPosition], None]


FIRST_DAY = Day(1940, 5, 10)


def date(turn: int) -> str:
    """21.0a: a turn is a week, and the first begins on the 10th of May: "10 to 16 May"."""
    first = FIRST_DAY + timedelta(weeks=turn - 1)
    last = first + timedelta(days=6)
    start = f"{first.day}" if first.month == last.month else f"{first.day} {first:%B}"
    return f"{start} to {last.day} {last:%B}"


class Turn(Frame, frozen=True):
    """4.1a: one week, phase by phase; `phase` is the next one, by its place in PHASES."""

    phase: int = 0

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.phase == len(PHASES):
            p.swap(Turn())
            return
        p.swap(Turn(self.phase + 1))
        p.phase, opener = PHASES[self.phase]
        opener(g, p)


def initiative(g: MansteinsWar, p: MansteinPosition) -> None:
    """5.3a, 5.3b: the Germans have it, unless the Allies control a German city now."""
    cities = g.board.cities & g.board.home[GERMAN]
    p.initiative = ALLIED if held(g, p, ALLIED) & cities and p.turn > 1 else GERMAN
    p.tell("turn", "5.3a", turn=p.turn, initiative=SIDES[p.initiative])


def operations(g: MansteinsWar, p: MansteinPosition) -> None:
    p.push(Operations(p.initiative))


def back_home(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1i, 4.1j, 5.7: air units and ships become available again, reserves fresh; the markers played are put by."""
    for a, place in enumerate(p.air_at):
        if place >= 0 or place == UTILIZED:
            p.fly(a, AVAILABLE)
    if p.naval == UTILIZED:
        p.naval = AVAILABLE
    p.reserves = p.played = 0
    p.special = (-1, -1)
    p.tell("return", "4.1i", turn=p.turn)


PHASES: tuple[tuple[str, Opener], ...] = (
    ("initiative", initiative),
    ("command", command.load_bins),
    ("refit", refit.open_phase),
    ("operations", operations),
    ("return", back_home),
    ("inter-phase", victory.inter_phase),
)


class Operations(Frame, frozen=True):
    """4.1h, 5.4: impulses in turn until both bins are empty; a side whose bin is dry is passed over."""

    next: int

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if p.bins == (0, 0):
            p.pop()
            return
        side = self.next if p.bins[self.next] else 1 - self.next
        if side != self.next:
            p.dry |= 1 << self.next
        p.swap(Operations(1 - side))
        p.operating = side
        p.push(Impulse())


class Impulse(Interruptible, frozen=True):
    """4.1d: the segments of an impulse, then what closes it; `part` is the next one."""

    part: int = 0

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.part == len(PARTS):
            close(g, p)
            return
        p.swap(Impulse(self.part + 1))
        PARTS[self.part][1](g, p)

    def broken_off(self) -> Frame:
        return Impulse(len(PARTS))


SEGMENTS: tuple[tuple[str, Opener], ...] = (
    ("command", command.open_segment),
    ("reinforcement", reinforcements.open_segment),
    ("air", air.open_segment),
    ("movement", movement.open_segment),
    ("movement", crowding.check),
    ("evacuation", evacuation.open_segment),
    ("combat", combat.open_segment),
    ("combat", crowding.check),
)
"""4.1d."""

CLOSING: tuple[tuple[str, Opener], ...] = (
    ("bridgeheads", bridgeheads.close), ("open cities", open_cities.open_closing),
)
"""What the operating player may do as his impulse ends."""
PARTS = (*SEGMENTS, *CLOSING)


def segment(p: MansteinPosition) -> str:
    """The segment under way, "" outside impulses."""
    for frame in p.frames:
        if isinstance(frame, Impulse):
            return PARTS[frame.part - 1][0]
    return ""


def close(g: MansteinsWar, p: MansteinPosition) -> None:
    """5.8d, 18.3a: reserves that have acted are spent; the marks of the impulse come off, and what has come by air has
    to trace a line again."""
    p.pop()
    p.reserves |= (p.moved | p.attacked) & g.reserve_set
    p.tell("impulse over", "5.4b", side=SIDES[p.operating], marker=g.markers[p.marker].id)
    p.acting = p.moved = p.attacked = p.defended = p.retreated = p.supplied = 0
    p.railed = p.air_left = p.air_active = 0
    p.bridgeheads_resting = (0, 0)
    p.commands = ()
    p.operating = p.marker = p.port_unit = -1
