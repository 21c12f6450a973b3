"""32.0 Special operations: airfields and fortresses seized out of the air."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Part, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import forts, shock
from meuse.games.blitzkrieg.rules.cards import in_force

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

FORCES = "G11"
Kind = Literal["seize", "coup"]


def against(g: Blitzkrieg, p: BlitzPosition, u: int, kind: Kind) -> Refusal | None:
    """What speaks against an operation by a unit that has just landed where it was to: an airborne regiment or a
    special operations unit, as all who land (32.1a)."""
    c, hex = g.counters[u], p.at[u]
    commando = c.entry.type == "special operations airborne"
    if not in_force(g, p, FORCES):
        return Refusal("32.0a", "the Special Operations Forces card is not in force")
    if p.tired >> u & 1:
        return Refusal("32.1.1a", f"{c.name} is Fatigued")
    if kind == "seize" and not (g.board.cities >> hex & 1 and p.landed >> u & 1):
        return Refusal("32.2.1a", "airfields are seized at cities with enemies in them")
    if kind == "coup" and not commando:
        return Refusal("32.2_2a", f"{c.name} is no airborne special operations unit")
    if kind == "coup" and not g.side_forts[ALLIED] & ~p.destroyed & g.one[hex]:
        return Refusal("32.2_2a", "no enemy fortress stands there")
    return None


def modifiers(g: Blitzkrieg, p: BlitzPosition, u: int) -> list[Part]:
    """32.3a: what is added to the die."""
    chart, hex = g.charts.special_operations.modifiers, p.at[u]
    corps = [v for v in p.units_in(hex) if g.counters[v].corps and not p.tired >> v & 1]
    found = [
        ("first turn", "turn_1", p.turn == 1),
        ("special operations unit", "special_operations_unit", g.counters[u].special),
        ("terrorised", "target_terrorised", p.terror >> hex & 1),
        ("Combat Effective corps there", "effective_corps_in_hex", bool(corps)),
        ("tried before this turn", "repeated", p.raided >> hex & 1),
    ]
    return [Part(label, chart[key], "32.3a") for label, key, holds in found if holds]  # type: ignore[index]


def needed(g: Blitzkrieg, p: BlitzPosition, u: int, kind: Kind) -> int:
    """The highest face of the die that succeeds."""
    chart = g.charts.special_operations
    base = chart.airfield_seizure if kind == "seize" else chart.fortress_coup
    return base - sum(int(part.value) for part in modifiers(g, p, u))


class SpecialOperation(Frame, frozen=True):
    """D16: a unit that has landed where it was to may try to seize the airfield or the fortress, at once and before the
    next one lands (32.2_2b)."""

    unit: int

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[Kind]:
        kinds: tuple[Kind, ...] = ("seize", "coup")
        return [kind for kind in kinds if not against(g, p, self.unit, kind)]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[AXIS],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["none", *self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb != "none":
            p.push(OperationRoll(self.unit, "seize" if verb == "seize" else "coup"))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("seize", "coup"):
            return against(g, p, self.unit, "seize" if verb == "seize" else "coup")
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"A special operation at {g.board.label(p.at[self.unit])}?", "32.0a"


class OperationRoll(Chance, frozen=True):
    """32.3a, 32.4a: one die before any combat; low is good."""

    unit: int
    kind: Kind

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        u, hex = self.unit, p.at[self.unit]
        success = int(noun) <= needed(g, p, u, self.kind)
        p.tell("special operation", "32.3a", unit=g.ids[u], hex=g.hex_name(hex), kind=self.kind, die=int(noun),
               success=success)
        p.raided |= g.one[hex]
        p.commandos |= 1 << u
        if success and self.kind == "seize":
            seize(g, p, hex)
        elif success:
            forts.destroy(g, p, hex, "32.4a")
            frighten(g, p, hex, g.charts.shock.events.fortress_coup)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The operation at {g.board.label(p.at[self.unit])}.", "32.3a"


def seize(g: Blitzkrieg, p: BlitzPosition, hex: int) -> None:
    """32.2.1b: other airborne and airlanding units may be flown in; each airfield costs Shock once a game."""
    p.airheads |= g.one[hex]
    if not p.seized >> hex & 1:
        p.seized |= g.one[hex]
        frighten(g, p, hex, g.charts.shock.events.airfield_seized)


def frighten(g: Blitzkrieg, p: BlitzPosition, hex: int, points: int) -> None:
    """N.i: what airborne troops do to the country of a hex, where it is an enemy's with an index."""
    country = next((c for c in COUNTRIES if c == g.board.country[hex]), None)
    if country and shock.side_of(country) != AXIS:
        shock.add(g, p, country, points, "7.1a", hex=g.hex_name(hex))
