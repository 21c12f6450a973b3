"""25.4 Open cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.control import held

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_closing(g: MansteinsWar, p: MansteinPosition) -> None:
    """25.4a: as an Allied impulse ends."""
    if g.on("open-cities") and p.operating == ALLIED:
        p.push(OpenCities())


def candidates(g: MansteinsWar, p: MansteinPosition) -> int:
    """25.4b: controlled, empty, and neither bombed nor open already."""
    return g.may_open & held(g, p, ALLIED) & ~p.occupied[ALLIED] & ~p.bombed & ~p.open_cities


class OpenCities(Frame, frozen=True):
    """25.4a: the Allied player may declare cities open for the rest of the game."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if candidates(g, p) else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        declare = g.hex_words["declare"]
        return [*(declare[hex] for hex in bits(candidates(g, p))), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.declare_open(g.grid.bit[noun])
        p.tell("open city", "25.4a", hex=noun)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "declare" or noun not in g.grid.bit:
            return Refusal("25.4a", "declare open cities, or be done")
        if not g.may_open >> g.grid.bit[noun] & 1:
            return Refusal("25.4a", f"{noun} is not one of the cities that may be declared open")
        return Refusal("25.4b", f"{noun} must be in Allied hands, empty of Allied units, not bombed and not yet open")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Declare open cities, or be done.", "25.4a"
