"""24.3 Morale markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

PLACE, BOMBS, CITY, FLAK = range(4)
"""24.3.1: Germans enter a named place or bomb a city; Allies occupy a German city or beat bombers off."""
RULE = ("24.3.1a", "24.3.1b")
OFFER = 4
"""From this bit of the events on: the sides that have won a Morale Victory and not yet said what follows."""


def entered(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> None:
    """24.3.1: a unit of that side has come to a hex."""
    if g.on("morale") and g.morale_hexes[side] >> hex & 1:
        win(g, p, PLACE if side == GERMAN else CITY)


def bombed(g: MansteinsWar, p: MansteinPosition, side: int, result: str) -> None:
    """24.3.1, 28.2d: German bombing alone counts."""
    if g.on("morale") and side == GERMAN and result in ("DL1", "AL1"):
        win(g, p, BOMBS if result == "DL1" else FLAK)


def win(g: MansteinsWar, p: MansteinPosition, event: int) -> None:
    """Each event once in the game; it is good for a marker if none was added this week (24.3a)."""
    if p.morale_events >> event & 1:
        return
    side = GERMAN if event in (PLACE, BOMBS) else ALLIED
    p.morale_events |= 1 << event
    p.tell("morale victory", RULE[side], side=SIDES[side], event=event)
    if p.morale_added[side] != p.turn:
        p.morale_events |= 1 << OFFER + side


def offer(g: MansteinsWar, p: MansteinPosition) -> None:
    """24.3a: once the move, combat or bombing is over, its winner is asked."""
    for side in (GERMAN, ALLIED):
        if p.morale_events >> OFFER + side & 1:
            p.morale_events &= ~(1 << OFFER + side)
            p.push(AddMorale(side))


class AddMorale(Frame, frozen=True):
    """24.3a: the side may add its Morale marker to its bin."""

    side: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return ["add", "decline"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        s = self.side
        if verb == "add":
            p.set_bin(s, p.bins[s] | 1 << g.morale_markers[s])
            p.morale_added = (p.turn, p.morale_added[1]) if s == GERMAN else (p.morale_added[0], p.turn)
            p.dry &= ~(1 << s)
            p.tell("morale marker", "24.3a", side=side)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("24.3a", "add the Morale marker to the bin, or decline")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        side = SIDES[self.side].capitalize()
        return f"A Morale Victory: the {side} side may add its Morale marker to its bin.", "24.3a"
