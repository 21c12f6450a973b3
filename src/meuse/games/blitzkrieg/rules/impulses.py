"""9.0 Impulses: who may act in the second and the third, by the cards in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.cardfile import Impulse
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Card, Counter
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import command, losses
from meuse.games.blitzkrieg.rules.cards import in_force

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

ROMMEL, DE_GAULLE, BREDA = "G13", "A18", "A03"
WITHOUT_COMMAND = {AXIS: ROMMEL, ALLIED: DE_GAULLE}
"""D47 The card of each side that lets one division act out of command."""


def present(g: Blitzkrieg, p: BlitzPosition, side: int) -> int:
    """Units of a side on the map whose country is at war."""
    return g.side_units[side] & g.armies[p.at_war] & p.fielded


class Grant(NamedTuple):
    """6.4: an impulse of a card, and the units that it names."""

    card: Card
    impulse: Impulse
    units: int


def grants(g: Blitzkrieg) -> tuple[Grant, ...]:
    return tuple(
        Grant(card, impulse, sum(1 << c.index for c in g.counters if of_class(c, impulse) and _named(card, c)))
        for card in g.cards for impulse in card.entry.impulses
    )


def of_class(c: Counter, impulse: Impulse) -> bool:
    """Whether a unit is of the kind that a grant names; the one division of card A18 is named by its owner."""
    if c.nation not in impulse.nations:
        return False
    if impulse.class_ == "mechanised":
        return c.mech
    if impulse.class_ == "infantry corps and armies":
        return c.corps or (c.hq and not c.mech)
    return True


def _named(card: Card, c: Counter) -> bool:
    return card.id != BREDA or c.id in card.entry.for_


def granted(g: Blitzkrieg, p: BlitzPosition, grant: Grant, units: int) -> int:
    """9.1b, 9.1c: of these units those that a grant of a card in force reaches where they stand now, command left
    aside."""
    if p.turn > grant.card.entry.numbers.get("until", p.turn):
        return 0
    if grant.card.id == BREDA and not p.at_war >> COUNTRIES.index("netherlands") & 1:
        return 0
    able = grant.units & units
    if not grant.impulse.regions:
        return able
    region = sum(g.board.regions[name] for name in grant.impulse.regions)
    return sum(1 << u for u in bits(able) if region >> p.at[u] & 1)


def eligible(g: Blitzkrieg, p: BlitzPosition, slot: int, attack: bool) -> int:
    """9.1: the units of the phasing side that may act in an impulse, judged as its phase begins."""
    units = present(g, p, p.active)
    if slot == 1:
        return units
    found = 0
    for grant in g.grants:
        if grant.impulse.slot == slot and (grant.impulse.attack or not attack) and in_force(g, p, grant.card.id):
            found |= _reached(g, p, grant, units & ~found)
    return found & ~_barred(g, p, slot)


def _reached(g: Blitzkrieg, p: BlitzPosition, grant: Grant, units: int) -> int:
    """9.1.1a: of these units those that a grant names and that are In Command, of the named headquarters where the card
    wants that one; a card may lift it."""
    able, wanted = granted(g, p, grant, units), grant.impulse.command
    exempt = 1 << p.exempt if p.exempt >= 0 and grant.impulse.slot == 2 else 0
    if wanted == "none":
        return able & exempt
    if wanted == "named":
        net = command.commanded(g, p, p.named) if p.named >= 0 and p.at[p.named] >= 0 else 0
        return sum(1 << u for u in bits(able) if net >> p.at[u] & 1)
    return able & exempt | command.under_command(g, p, able)


def _barred(g: Blitzkrieg, p: BlitzPosition, slot: int) -> int:
    """Units of paralysed countries (2.3.9d); by option Fatigued ones in the third impulse (17.1c)."""
    found = p.tired if slot == 3 and g.options["third-impulse"] == "barred" else 0
    return found | g.armies[p.paralysed]


def against(g: Blitzkrieg, p: BlitzPosition, u: int) -> Refusal:
    """Why a unit that is not eligible may not act in this impulse."""
    name = g.counters[u].name
    if p.impulse == 1:
        return Refusal("4.3a", f"{name} does not act while its country is neutral")
    if g.armies[p.paralysed] >> u & 1:
        return Refusal("2.3.9d", f"{g.counters[u].shock.capitalize()} is paralysed")
    if p.rode >> u & 1:
        return Refusal("12.4c", f"{name} has been carried this turn and makes no other move")
    return Refusal("9.1b", f"no card in force gives {name} impulse {p.impulse}, or it was not In Command as that began")


def later(g: Blitzkrieg, p: BlitzPosition, side: int) -> bool:
    """Whether cards in force give the phasing side a further impulse in this Player Turn."""
    mine = [grant for grant in g.grants if grant.card.side == side == p.active and grant.impulse.slot > p.impulse]
    return any(in_force(g, p, grant.card.id) for grant in mine)


class NameExempt(Frame, frozen=True):
    """Cards G13 and A18: the one division that may act in the second impulse out of command this turn, or none."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        found = [g.counters[u] for u in bits(present(g, p, p.active))]
        divisions = [c for c in found if c.entry.size == "division" and not c.deception]
        if p.active == AXIS:
            return [c.index for c in divisions if c.mech]
        return [c.index for c in divisions if c.nation == "french" and c.entry.type == "armour"]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["none", *(g.word("exempt", u) for u in self.able(g, p))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "exempt":
            p.exempt = g.by_id[noun]
            p.tell("exempt", "11.0c", unit=noun, card=WITHOUT_COMMAND[p.active])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("11.0c", "one mechanised division may be named, of the French an armoured one, or none")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Which division acts without command in the second impulse?", "11.0c"


def begin(g: Blitzkrieg, p: BlitzPosition, slot: int) -> list[Frame]:
    """What is to be settled before a movement phase: whom a card exempts, in the second impulse."""
    p.impulse = slot
    wanted = slot == 2 and in_force(g, p, WITHOUT_COMMAND[p.active])
    return [NameExempt()] if wanted else []


def exhaust(g: Blitzkrieg, p: BlitzPosition) -> None:
    """17.1c: what has acted in the third impulse is Fatigued as it ends."""
    for u in bits(p.third):
        if p.at[u] >= 0 and not g.counters[u].deception:
            losses.fatigue(g, p, u, "17.1c")
    p.third = 0
