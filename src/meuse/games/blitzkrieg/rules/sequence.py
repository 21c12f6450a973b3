"""8.0 Sequence of play: the game turn, and the phases of a Player Turn.

PARTS and PHASES list what opens each part; a chapter takes part in the turn by standing there. An opener pushes the
frames of its part, or does it at once where nobody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import (
    battle,
    bombing,
    bridgeheads,
    cards,
    early_flights,
    entrenching,
    flooding,
    impulses,
    movement_phase,
    open_cities,
    patrols,
    planning,
    recovery,
    reinforcements,
    repairs,
    sea,
    shock,
    superiority,
    victory,
)

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Opener = Callable[["Blitzkrieg", BlitzPosition], None]


class Turn(Frame, frozen=True):
    """8.1: one week; `part` is the next one, by its place in PARTS."""

    part: int = 0

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.part == len(PARTS):
            p.swap(Turn())
            return
        p.swap(Turn(self.part + 1))
        p.phase, opener = PARTS[self.part]
        opener(g, p)


def begin(g: Blitzkrieg, p: BlitzPosition) -> None:
    """6.3a, 12.4.2a, 22.1a: what has run out lapses, railways and ships are free again."""
    p.tell("turn", "8.0a", turn=p.turn)
    p.railed, p.guests = (0,) * len(COUNTRIES), 0
    p.raided = p.alarmed = 0
    sea.free_ships(p)
    cards.lapse(g, p)


def axis_turn(g: Blitzkrieg, p: BlitzPosition) -> None:
    p.push(PlayerTurn(AXIS))


def allied_turn(g: Blitzkrieg, p: BlitzPosition) -> None:
    p.push(PlayerTurn(ALLIED))


PARTS: tuple[tuple[str, Opener], ...] = (
    ("turn", begin),
    ("air planning", planning.open_phase),
    ("air revelation", planning.reveal),
    ("intensive air", planning.open_intensive),
    ("air superiority", superiority.open_phase),
    ("patrols", patrols.open_phase),
    ("axis turn", axis_turn),
    ("allied turn", allied_turn),
    ("air basing", patrols.land),
    ("shock", shock.open_phase),
    ("last stand", shock.last_stand),
    ("end", victory.end_turn),
)
"""8.1(1), 8.1(2)a, 8.1(4.1)a, 8.1(4.2)a, 8.1(4.3)a."""


class PlayerTurn(Frame, frozen=True):
    """8.1(2): a side's phases; `phase` is the next one, by its place in PHASES."""

    side: int
    phase: int = 0

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.phase == len(PHASES):
            p.pop()
            p.active, p.impulse, p.exempt = -1, 0, -1
            p.eligible = p.moved = p.attacked = p.minimum = p.unsupplied = p.tried = p.rode = p.surrendered = 0
            return
        if not self.phase:
            p.active = self.side
            p.tell("player turn", "8.1(2)a", side=SIDES[self.side], turn=p.turn)
        p.swap(PlayerTurn(self.side, self.phase + 1))
        p.phase, opener = PHASES[self.phase]
        opener(g, p)


PHASES: tuple[tuple[str, Opener], ...] = (
    ("cards", cards.open_phase),
    ("reinforcements", reinforcements.open_phase),
    ("first movement", movement_phase.first),
    ("first bombardment", bombing.first),
    ("first combat", battle.first),
    ("second movement", movement_phase.second),
    ("second bombardment", bombing.second),
    ("second combat", battle.second),
    ("third movement", movement_phase.third),
    ("third bombardment", bombing.third),
    ("third combat", battle.third),
    ("exhaustion", impulses.exhaust),
    ("bridgeheads", bridgeheads.open_phase),
    ("entrenching", entrenching.open_phase),
    ("recovery", recovery.open_phase),
    ("air recovery", repairs.open_air_recovery),
    ("damage and terror", repairs.open_repairs),
    ("air supply", early_flights.clear_supply),
    ("open cities", open_cities.open_phase),
    ("flooding", flooding.open_phase),
    ("cities", shock.score_cities),
    ("conditions", cards.judge),
)
"""8.1(2.1)a to 8.1(2.9)a, 17.1c, and at the end of the Player Turn what its hexes and cards are worth (2.5h, 6.4i)."""
