"""36.0 Flooding (optional)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.games.blitzkrieg.box.components import ALLIED, COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import shock

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Lowland = Literal["netherlands", "france"]


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """36.2a: in the Allied Administration."""
    if g.on("flooding") and p.active == ALLIED:
        p.push(Sluices())


def against(g: Blitzkrieg, p: BlitzPosition, country: Lowland) -> Refusal | None:
    """What speaks against flooding a country's lowland."""
    n, name = COUNTRIES.index(country), country.capitalize()
    if not p.at_war >> n & 1 or p.collapsed >> n & 1:
        return Refusal("36.1a", f"{name} is not fighting")
    if p.dammed >> n & 1:
        return Refusal("36.2a", f"{name} has had its attempt")
    if p.trodden & g.board.floods[country]:
        return Refusal("36.2a", f"German units have been in the flood hexes of {name}")
    return None


class Sluices(Frame, frozen=True):
    """36.1a, 36.2a, 36.4a: each region once in the game, for Shock whether it succeeds or not."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Lowland]:
        return [country for country in g.board.floods if not against(g, p, country)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(f"flood {country}" for country in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        country = next(c for c in g.board.floods if c == noun)
        p.dammed |= 1 << COUNTRIES.index(country)
        shock.add(g, p, country, g.charts.shock.events.flooding, "36.4a")
        p.push(FloodRoll(country))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "flood":
            return None
        country = next((c for c in g.board.floods if c == noun), None)
        return against(g, p, country) if country else Refusal("36.1a", "Dutch and French lowland may be flooded")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Open the sluices of a country, or be done.", "36.2a"


class FloodRoll(Chance, frozen=True):
    """36.2a."""

    country: Lowland

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        success = int(noun) <= g.charts.limits.flood
        p.tell("flooding", "36.2a", country=self.country, die=int(noun), success=success)
        if success:
            p.flood(g.board.floods[self.country])

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The sluices of {self.country.capitalize()}.", "36.2a"
