"""6.0 Activation: which pieces a drawn chit may activate, through which headquarters, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.engine.hexes import bits
from meuse.engine.narration import count
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.reinforcements import entry_hexes, is_due

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

CAVALRY_CHIT = "2A-Cav"


def headquarters_at_draw(g: Sedan, p: SedanPosition, chit: str, left: int) -> dict[int, list[int]]:
    """6.0b: HQs of the drawn colour with the hexes they count in: their own, or if due now their entry hexes."""
    places: dict[int, list[int]] = {}
    for h in bits(g.corps_units[g.chits[chit].corps] & g.hq_set & ~left):
        if p.units[h].hex >= 0:
            places[h] = [p.units[h].hex]
        elif is_due(g, p, h) and g.options["entering-hq"] == "counts":
            places[h] = entry_hexes(g, p, h)
    return places


def eligible(g: Sedan, p: SedanPosition, chit: str, left: int) -> dict[int, int]:
    """6.0a-6.2b: the pieces on the map that the chit may activate, each with the HQs that reach it (none needed: 0)."""
    places = headquarters_at_draw(g, p, chit, left)
    found: dict[int, int] = {h: 0 for h in places if p.units[h].hex >= 0}
    corps = g.chits[chit].corps
    candidates = g.corps_units[corps] & ~g.hq_set
    if g.chits[chit].side == "french":
        candidates |= p.crossed
    ranges = [(1 << h, in_range(g, h, hexes)) for h, hexes in places.items()]
    for u in bits(candidates & ~p.activated & ~left):
        hex = p.units[u].hex
        if hex < 0:
            continue
        if needs_no_headquarters(g, p, u, chit):
            found[u] = 0
        elif chit != CAVALRY_CHIT:
            reach = 0
            for bit, discs in ranges:
                if discs >> hex & 1:
                    reach |= bit
            if reach:
                found[u] = reach
    return found


def in_range(g: Sedan, h: int, hexes: list[int]) -> int:
    """6.0b: the hexes that a headquarters reaches from where it counts."""
    found = 0
    for hex in hexes:
        found |= g.grid.disc(hex, g.range[h])
    return found


def needs_no_headquarters(g: Sedan, p: SedanPosition, u: int, chit: str) -> bool:
    """6.1a, 6.1c, 6.1d: unflagged cavalry and the Belgian; 6.2a: the Spahis; 6.0a: Niwi on turn 1."""
    if chit == CAVALRY_CHIT:
        return not p.crossed >> u & 1
    return bool(g.spahis >> u & 1) or g.ids[u] == g.niwi


def waiting_to_enter(g: Sedan, p: SedanPosition, chit: str) -> int:
    """4.0a: reinforcements of the chit's colour whose turn has come."""
    waiting = 0
    for u in bits(g.corps_units[g.chits[chit].corps]):
        if is_due(g, p, u):
            waiting |= 1 << u
    return waiting


def refuse_activation(g: Sedan, p: SedanPosition, u: int, chit: str, left: int = 0) -> Refusal:
    """Why the drawn chit does not activate a piece, with these headquarters left out."""
    name, corps = g.counters[u].name, g.chits[chit].corps
    if p.activated >> u & 1:
        return Refusal("6.0e", f"{name} has had its activation this turn")
    if g.side[u] != SIDES.index(g.chits[chit].side):
        return Refusal("2.6c", f"{name} is not on the side whose chit was drawn")
    if p.units[u].hex < 0:
        return Refusal("6.0a", f"{name} is not on the map")
    if g.cavalry >> u & 1:
        crossed = p.crossed >> u & 1
        if crossed and chit == CAVALRY_CHIT:
            return Refusal("6.1d", f"{name} has come back over the Meuse-Chiers line and needs a headquarters now")
        if not crossed and chit != CAVALRY_CHIT:
            return Refusal("6.1d", f"{name} acts with its own chit until it comes back over the Meuse-Chiers line")
    elif not g.corps_units[corps] >> u & 1:
        if g.spahis >> u & 1:
            return Refusal("6.2b", f"{name} is activated by its own chit only, never by a headquarters")
        if g.ids[u] == g.belgian:
            return Refusal("6.1c", f"{name} acts with the 2nd Army Cavalry chit only")
        return Refusal("6.0a", f"{name} is not of {corps}, whose chit was drawn")
    return _refuse_range(g, p, u, chit, left)


def _refuse_range(g: Sedan, p: SedanPosition, u: int, chit: str, left: int) -> Refusal:
    """6.0b: the headquarters that comes nearest to reaching a piece falls short, or the piece was left out."""
    name, hex = g.counters[u].name, p.units[u].hex
    short = [
        (g.grid.distance(c, hex) - g.range[h], h)
        for h, hexes in headquarters_at_draw(g, p, chit, left).items() for c in hexes
    ]
    if needs_no_headquarters(g, p, u, chit) or (short and min(short)[0] <= 0):
        return Refusal("6.0a", f"{name} was not activated when the chit was drawn")
    if not short:
        return Refusal("6.0a", f"no headquarters of {g.chits[chit].corps} is there to activate {name}")
    lacking, h = min(short)
    far = f"{name} is {count(lacking + g.range[h], 'hex')} from {g.counters[h].name}"
    return Refusal("6.0b", f"{far}, whose Activation Range is {g.range[h]}")


def owed_headquarters(g: Sedan, p: SedanPosition) -> list[int]:
    """6.0b: for each activated unit that only headquarters off the map reach, the set of them: one has to enter."""
    due = 0
    for h in bits(p.acting & g.hq_set):
        if p.units[h].hex == DUE:
            due |= 1 << h
    return sorted({reach for reach in p.command.values() if reach and not reach & ~due}) if due else []
