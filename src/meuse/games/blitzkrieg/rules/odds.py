"""15.6 to 15.11 Odds: strengths, percentage, column shifts; exact chances, and the numbers explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import BadInput, Part, Tally
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import ResultCode, Table
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import support
from meuse.games.blitzkrieg.rules.cards import in_force, number
from meuse.games.blitzkrieg.rules.ground import neutral_ground, open_ground
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from meuse.games.blitzkrieg.rules.zoc import held_forts, zone

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

MANSTEIN, OKH, SIEGE, UPPER_RHINE, PIONEERS = "G04", "G05", "G17", "G20", "G22"
ESCAUT, MAGINOT, ARMOUR_SUPPORT = "A02", "A04", "A06"


class Odds(msgspec.Struct, frozen=True):
    """15.2: strengths, percentage, net shift and column of an attack; strengths may be halves (18.4b)."""

    attack: float
    defence: float
    percent: int
    start: int
    shifts: tuple[Part, ...]
    shift: int
    column: int


def defenders(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> int:
    """15.4.6b: all units in the hex, whatever their country (4.4c), as a set."""
    return sum(1 << u for u in p.units_in(order.target) if g.side[u] != order.side)


def halved(p: BlitzPosition, u: int, factor: int) -> float:
    """18.4b: half of it, exactly, where the unit is out of supply."""
    return factor / 2 if p.unsupplied >> u & 1 else factor


def attack_factor(g: Blitzkrieg, p: BlitzPosition, u: int) -> float:
    return halved(p, u, g.counters[u].attack[p.tired >> u & 1])


def defence_factor(g: Blitzkrieg, p: BlitzPosition, u: int) -> float:
    return halved(p, u, g.counters[u].defence[p.tired >> u & 1])


def strength(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> float:
    """15.2b: what attacks, with the support of its headquarters."""
    return sum([attack_factor(g, p, u) for u in bits(order.units)]) + support.strength(g, p, order)


def work_out(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> Odds:
    """15.2b, 15.8a: the exact percentage gives the column, which the net of all shifts then moves once."""
    crt = g.box.crt
    attack = strength(g, p, order)
    defence = sum([defence_factor(g, p, u) for u in bits(defenders(g, p, order))])
    shifts = tuple(part for part in (*open_shifts(g, p, order), *hidden_shifts(g, p, order)) if part.value)
    net = sum(int(part.value) for part in shifts)
    start = crt.column(int(2 * attack), int(2 * defence))
    percent = int(200 * attack) // int(2 * defence) if defence else crt.starts[-1]
    return Odds(float(attack), float(defence), percent, start, shifts, net, crt.shifted(start, net))


# --- shifts ------------------------------------------------------------------------------------------------------


def open_shifts(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> list[Part]:
    """Every shift that both sides can see without opening the stack; to the left they are negative."""
    parts = works_shifts(g, p, order)
    if any(p.at[u] == order.target for u in bits(order.units)):
        parts.append(Part("landed among them", 1, "15.9.3a"))
    else:
        parts += ground_shifts(g, p, order)
    if g.board.jam >> order.target & 1 and any(g.counters[u].entry.type == "mountain" for u in bits(order.units)):
        parts.append(Part("mountain troops", 1, "23.2a"))
    if surrounded(g, p, order):
        parts.append(Part("concentric attack", 1, "15.9.4a"))
    if order.airstrike >= 0:
        a = g.airstrikes[order.airstrike]
        parts.append(Part(a.entry.name, a.bombardment[p.air_tired >> a.index & 1], "15.9.1a"))
    if order.ships:
        ships = order.ships.bit_count()
        parts.append(Part("naval gunfire", ships if order.side == ALLIED else -ships, "21.1a"))
    return [*parts, *card_shifts(g, p, order)]


def works_shifts(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> list[Part]:
    """34.2a: what has been dug in the hex."""
    if p.entrenched >> order.target & 1:
        return [Part("entrenched", g.charts.features["entrenched"].land, "34.2a")]
    return []


def ground_shifts(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> list[Part]:
    """15.10: the terrains of the hex add up (15.10.2a); a river counts if all attack across one (15.10.3a)."""
    target, features = order.target, g.charts.features
    word = g.board.terrain[target]
    parts = [Part(word, g.charts.terrain[word].land, "15.10.1a")]  # type: ignore[index]
    if g.board.cities >> target & 1 and not p.terror >> target & 1:
        kind = "capital" if g.board.capitals >> target & 1 else "city"
        parts.append(Part(kind, features[kind].land, "15.10.2a"))  # type: ignore[index]
    if p.flooded >> target & 1:
        parts.append(Part("flooded", features["flooded"].land, "36.3a"))
    if held_forts(g, p, 1 - order.side) >> target & 1:
        full = all(through_works(g, p, u, target) for u in bits(order.units))
        fort = features["fort"]
        parts.append(Part("fort" if full else "fort, from behind", fort.land if full else fort.reduced, "20.1b"))
    if behind_river(g, p, order):
        parts.append(Part("river", features["river"].land, "15.10.3a"))
    return parts


def through_works(g: Blitzkrieg, p: BlitzPosition, u: int, target: int) -> bool:
    """20.1b: whether a unit attacks through a fortified hexside."""
    d = g.grid.direction(target, p.at[u])
    return bool(g.board.fort_sides[d] >> target & 1)


def behind_river(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> bool:
    """15.10.3a, 35.2a: all attack across rivers, bridged or not; storm pioneers take the shift away (card G22)."""
    if not all((p.at[u], order.target) in g.board.river_name for u in bits(order.units)):
        return False
    pioneers = order.side == AXIS and in_force(g, p, PIONEERS) and support.strength(g, p, order) > 0
    return not (pioneers and any(g.counters[u].mech for u in bits(order.units)))


def surrounded(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> bool:
    """15.9.4a: every way out is shut by the attacker's units or zones, or is none (map edge, water, neutral ground)."""
    ways = g.board.touch[order.target] & open_ground(g, p, 1 - order.side) & ~neutral_ground(g, p)
    return not ways & ~(p.occupied[order.side] | zone(g, p, order.side))


def hidden_shifts(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> list[Part]:
    """Shifts that rest on who the defenders are: guns against armour (23.4b), garrisons of the Maginot Line (20.2a),
    who stands behind a river (card A02)."""
    units = [g.counters[u] for u in bits(defenders(g, p, order))]
    parts = []
    guns = [c for c in units if c.entry.type in ("assault gun", "anti-tank gun")]
    if 0 < len(guns) < len(units) and any(g.counters[u].entry.type == "armour" for u in bits(order.units)):
        parts.append(Part("guns against armour", -1, "23.4b"))
    landed = any(p.at[u] == order.target for u in bits(order.units))
    if landed:
        return parts
    if held_forts(g, p, ALLIED) >> order.target & 1 and any(c.fortress and c.nation == "french" for c in units):
        parts.append(Part("Maginot Line", number(g, p, MAGINOT, "shift"), "20.2a"))
    northern = any(c.nation in ("french", "british") for c in units) and in_the_north(g, p, order.target)
    if northern and behind_river(g, p, order):
        parts.append(Part("Escaut Plan", number(g, p, ESCAUT, "shift"), "6.4c"))
    return parts


def in_the_north(g: Blitzkrieg, p: BlitzPosition, hex: int) -> bool:
    """Card A02: northern Belgium, and the north of France by rows of the map."""
    if g.board.regions["northern-belgium"] >> hex & 1:
        return True
    row = int(g.hex_name(hex)[2:])
    first, last = number(g, p, ESCAUT, "first_row"), number(g, p, ESCAUT, "last_row")
    return g.board.country[hex] == "france" and first <= row <= last


def card_shifts(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> list[Part]:
    """6.4c, 15.11a: what the attacker's cards add; at least one attacking unit must qualify for each."""
    units = [g.counters[u] for u in bits(order.units) if p.at[u] >= 0]
    here = sum({g.one[p.at[c.index]] for c in units})
    corps = [c for c in units if c.corps]
    north = g.board.regions["northern-belgium"] | g.board.countries["netherlands"]
    works = bool(held_forts(g, p, 1 - order.side) >> order.target & 1)
    from_germany = [c for c in units if g.board.countries["germany"] >> p.at[c.index] & 1]
    named = g.cards[g.card_by_id[UPPER_RHINE]].entry.for_
    fits = {
        AXIS: (
            (MANSTEIN, bool(here & g.crowded)),
            (OKH, any(north >> p.at[c.index] & 1 for c in corps)),
            (SIEGE, works and bool(corps)),
            (UPPER_RHINE, g.board.country[order.target] == "france" and any(c.id in named for c in from_germany)),
        ),
        ALLIED: ((ARMOUR_SUPPORT, any(c.armour and c.nation == "french" for c in units)),),
    }
    rule = "6.4c" if order.side == AXIS else "15.11a"
    return [
        Part(g.cards[g.card_by_id[id]].entry.name, number(g, p, id, "shift"), rule)
        for id, fit in fits[order.side] if fit and in_force(g, p, id) and p.turn <= last_turn(g, id)
    ]


def last_turn(g: Blitzkrieg, id: str) -> int:
    """The last turn on which a card shifts, where it says so."""
    return g.cards[g.card_by_id[id]].entry.numbers.get("until", g.terms.last_turn)


# --- for players ------------------------------------------------------------------------------------------------


def chances(g: Blitzkrieg, table: Table, column: int) -> dict[ResultCode, int]:
    """How many of the six faces give each result."""
    return g.box.crt.faces[table][column]


def preview(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder, known: bool) -> dict[str, Any]:
    """An attack with the exact chance of every result; before the stack is opened what can be known of it, with the
    chances in every column."""
    shifts = open_shifts(g, p, order)
    shown = {
        "target": g.hex_name(order.target), "units": [g.ids[u] for u in bits(order.units)], "open": known,
        "attack": float(strength(g, p, order)), "table": order.table, "columns": list(g.box.crt.columns),
        "shifts": [[part.label, part.value, part.rule] for part in shifts if part.value],
        "tables": {table: [share(chances(g, table, n)) for n, _ in enumerate(g.box.crt.columns)]
                   for table in g.box.crt.rows},
    }
    if not known:
        return shown
    odds = work_out(g, p, order)
    return shown | {
        "defenders": [g.ids[u] for u in bits(defenders(g, p, order))], "defence": odds.defence,
        "percent": odds.percent, "start": g.box.crt.columns[odds.start],
        "shifts": [[part.label, part.value, part.rule] for part in odds.shifts], "shift": odds.shift,
        "column": g.box.crt.columns[odds.column], "results": share(chances(g, order.table, odds.column)),
    }


def share(faces: dict[ResultCode, int]) -> dict[ResultCode, float]:
    return {code: n / 6 for code, n in faces.items()}


def explain(g: Blitzkrieg, p: BlitzPosition) -> Tally:
    """Strengths, percentage and every shift of the battle under way, part by part."""
    if p.battle is None:
        raise BadInput("no battle is under way")
    order = p.battle
    odds = work_out(g, p, order)
    parts = [Part(g.counters[u].name, float(attack_factor(g, p, u)), "15.2b") for u in bits(order.units)]
    if order.hq >= 0:
        parts.append(Part(g.counters[order.hq].name, support.strength(g, p, order), "15.3.4b"))
    parts.append(Part("attack", odds.attack, "15.2b"))
    parts += [Part(g.counters[u].name, float(defence_factor(g, p, u)), "15.2b") for u in bits(defenders(g, p, order))]
    parts += [Part("defence", odds.defence, "15.2b"), Part("percentage", f"{odds.percent}%", "15.6a")]
    parts.append(Part("column", g.box.crt.columns[odds.start], "15.6a"))
    parts += odds.shifts
    return Tally(f"attack on {g.hex_name(order.target)}", g.box.crt.columns[odds.column], tuple(parts))
