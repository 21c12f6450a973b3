"""33.0 Open cities (optional)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

MAY_OPEN = ("netherlands", "belgium", "france")
"""Allied countries that an enemy can enter."""


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.10f)a: the Allies alone declare cities open."""
    if g.on("open-cities") and p.active == ALLIED:
        p.push(Declaring())


def city(g: Blitzkrieg, hex: int) -> int:
    """33.1a: all hexes of a city."""
    return g.board.hexes_of[g.board.place_at[hex].name]


def against(g: Blitzkrieg, p: BlitzPosition, hex: int) -> Refusal | None:
    """What speaks against declaring the city in a hex open."""
    country = g.board.country[hex]
    if not g.board.cities >> hex & 1 or country not in MAY_OPEN:
        return Refusal("33.0a", "that is no city of France, Belgium or the Netherlands")
    n, hexes = COUNTRIES.index(country), city(g, hex)
    if not p.at_war >> n & 1 or p.collapsed >> n & 1 or p.taken & hexes:
        return Refusal("33.0a", "the city is not in Allied hands")
    if hexes & (p.occupied[AXIS] | p.occupied[ALLIED]):
        return Refusal("33.1a", "land units stand in the city")
    return Refusal("33.3a", "the city is open already") if hexes & p.open_cities else None


class Declaring(Frame, frozen=True):
    """33.1a: cities without troops of either side, hex by hex of the map but always whole."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [hex for hex in bits(g.board.cities) if not against(g, p, hex)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(g.hex_words["declare"][hex] for hex in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.open_cities |= city(g, g.grid.bit[noun])
        p.tell("open city", "33.1a", hex=noun)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return against(g, p, g.grid.bit[noun]) if verb == "declare" and noun in g.grid.bit else None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Declare cities open, or be done.", "33.1a"


def occupy(g: Blitzkrieg, p: BlitzPosition) -> None:
    """33.3a, 33.2b: the enemy has stopped in an open city: it is open no more, and falls for less Shock in this Player
    Turn; deception units occupy nothing (19.2.2a)."""
    for hex in bits(p.open_cities & p.occupied[AXIS]):
        if any(not g.counters[u].deception for u in p.stacks[hex]):
            p.surrendered |= city(g, hex)
            close(g, p, hex)


def close(g: Blitzkrieg, p: BlitzPosition, hex: int) -> None:
    """33.3a: a city is open no more, where it was so: the enemy stands in it, or has attacked it from the air."""
    if p.open_cities >> hex & 1:
        p.open_cities &= ~city(g, hex)
        p.tell("open city ends", "33.3a", hex=g.hex_name(hex))
