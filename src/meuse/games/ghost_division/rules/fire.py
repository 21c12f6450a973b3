"""20.0 Combat procedure: what a unit's fire is worth, how many dice a volley has, and what they may bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.games.ghost_division.box.components import ALOFT
from meuse.games.ghost_division.position import Battle, Foe, GhostPosition

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

GROUND_FIRE = ("artillery", "anti_tank", "close_assault")
AIR_ATTACKS = ("bomber", "dive_bomber", "fighter_cas")
COLUMN_RULES = {
    "artillery": "19.0i", "anti_tank": "19.0j", "close_assault": "19.0k", "air_superiority": "28.1d", "flak": "29.1a",
    "bomber": "28.2d", "dive_bomber": "28.3c", "fighter_cas": "28.3d",
}
"""The columns of the Fire Results Table that fire on something, and the rule of each."""

TOO_EARLY = Refusal("21.1a", "a force may withdraw only between rounds, once every enemy has fired")
"""Against a Withdrawal at any other moment of a battle."""

Note = Callable[[str, int, str], None]
"""Takes down one step of a sum: what it is, the value after it, and its rule."""


def battle_of(p: GhostPosition) -> Battle:
    """The fight under way."""
    assert p.battle is not None
    return p.battle


def german_value(
    g: GhostDivision,
    p: GhostPosition,
    u: int,
    column: str,
    *,
    storm: bool = False,
    aa: bool = False,
    note: Note | None = None,
) -> int:
    """20.8b: the fire value of a German unit; `storm` doubles it (23.4a), `aa` leaves the terrain out (29.2a)."""
    value = g.fire[column][u]
    if not value:
        return 0
    battle, bit = battle_of(p), 1 << u
    if p.cut & bit:
        value = (value + 1) // 2
        _note(note, "no Line of Communications: halved", value, "36.2b")
    elif p.doubled & bit:
        value *= 2
        _note(note, "Maximum Supply: doubled", value, "36.5c")
    if p.aces & bit and column != "artillery":
        value += 1
        _note(note, "Panzer Ace", value, "33.2a")
    if p.hits[u]:
        value = max(1, value - p.hits[u])
        _note(note, "Hits", value, "20.8b")
    if p.suppressed & bit:
        value -= 1
        _note(note, "suppressed", value, "20.7e")
    if battle.german_attack and not aa:
        minus = g.terrain_minus[battle.cell]
        river = g.charts.crossing.river if p.crossed & bit else 0
        value = _attacking(value, minus, river, 0, note)
    if storm and g.is_assault[u]:
        value *= 2
        _note(note, "storms the Fortification: doubled", value, "23.4a")
    return value


def allied_value(
    g: GhostDivision,
    p: GhostPosition,
    foe: Foe,
    column: str,
    *,
    bridgehead: int = 0,
    aa: bool = False,
    note: Note | None = None,
) -> int:
    """20.7c, 20.8b: the fire value of an Allied unit; `bridgehead` is what 31.0b takes off."""
    value = g.allied_fire[column][foe.counter]
    if not value:
        return 0
    if foe.hits:
        value = max(0, value - foe.hits)
        _note(note, "Hits", value, "20.7c")
    if foe.suppressed:
        value = max(0, value - 1)
        _note(note, "suppressed", value, "20.7e")
    battle = battle_of(p)
    if not battle.german_attack and not aa:
        river = g.charts.crossing.river if p.river_foes >> foe.formation & 1 else 0
        value = _attacking(value, g.terrain_minus[battle.cell], river, bridgehead, note)
    return value


def _attacking(value: int, terrain: int, river: int, bridgehead: int, note: Note | None) -> int:
    """20.5a to 20.6c: what lowers an attacker, but never below 1."""
    less = max(1, value - terrain - river - bridgehead)
    if note is not None:
        for label, minus, rule in (
            ("terrain", terrain, "20.5a"), ("crossed a river", river, "20.6a"), ("Bridgehead", bridgehead, "31.0b"),
        ):
            if minus:
                value -= minus
                note(label, value, rule)
        note("an attacker fires with 1 at least", less, "20.5b")
    return less


def _note(note: Note | None, label: str, value: int, rule: str) -> None:
    if note is not None:
        note(label, value, rule)


def storming(g: GhostDivision, p: GhostPosition) -> bool:
    """23.4a: an Engineer takes part in an attack on a Grid with a Fortification."""
    battle = battle_of(p)
    return battle.fort >= 0 and any(g.is_engineer[u] for u in p.at(battle.cell))


def bridgehead_minus(g: GhostDivision, p: GhostPosition) -> int:
    """31.0b: what a Bridgehead on a side of the Grid takes off Allied attackers."""
    beside = any(p.bridgeheads >> side & 1 for side in g.board.banks[battle_of(p).cell])
    return g.charts.crossing.bridgehead if beside else 0


def enhancement(g: GhostDivision, p: GhostPosition, column: str, offered: Sequence[int] = ()) -> int:
    """14.2a to 14.2c: dice that HQs have paid for, each for others than itself; and one for each HQ that still may."""
    battle = battle_of(p)
    paid = (*battle.paid, *offered)
    if column not in ("anti_tank", "close_assault"):
        return 0
    able = [u for u in p.at(battle.cell) if g.fire[column][u]]
    if len(able) == 1:
        return sum(hq not in able for hq in paid)
    return len(paid) if able else 0


def aloft(g: GhostDivision, p: GhostPosition) -> list[int]:
    """German air units over the Grid of the fight."""
    places = p.places
    return [u for u in g.flyers if places[u] == ALOFT]


def volley_dice(g: GhostDivision, p: GhostPosition, german: bool, column: str) -> int:
    """20.2a: one die for each point of all who fire."""
    if column in GROUND_FIRE:
        if german:
            storm = column == "close_assault" and storming(g, p)
            units = p.at(battle_of(p).cell)
            return sum([german_value(g, p, u, column, storm=storm) for u in units]) + enhancement(g, p, column)
        minus = bridgehead_minus(g, p)
        return sum([allied_value(g, p, foe, column, bridgehead=minus) for foe in p.foes])
    if column == "flak":
        return flak_dice(g, p, german)
    if column == "air_superiority":
        if german:
            return sum([g.units[u].entry.air for u in aloft(g, p)])
        return sum([g.allied[c].air for c in p.sky])
    if german:
        return sum([g.units[u].entry.ground for u in aloft(g, p) if g.units[u].entry.column == column])
    return sum([g.allied[c].ground for c in p.sky if g.allied[c].column == column])


def flak_dice(g: GhostDivision, p: GhostPosition, german: bool) -> int:
    """29.2a, 26.2b: AA units and Fortifications fire with their Anti-tank value, whatever the terrain."""
    if german:
        units = [u for u in p.at(battle_of(p).cell) if g.is_flak[u]]
        return sum([german_value(g, p, u, "anti_tank", aa=True) for u in units])
    return sum([allied_value(g, p, foe, "anti_tank", aa=True) for foe in p.foes if g.allied[foe.counter].aa])


def beaten(p: GhostPosition, german: bool) -> bool:
    """19.0l: no unit of that side is left both alive and unsuppressed."""
    if german:
        suppressed = p.suppressed
        return all(suppressed >> u & 1 for u in p.at(battle_of(p).cell))
    return all(foe.suppressed for foe in p.foes)


def touches(g: GhostDivision, p: GhostPosition, german: bool, column: str) -> bool:
    """19.0i to 19.0k: whether that side's fire finds an enemy of the class that it can affect."""
    if german:
        armored = [g.allied[foe.counter].armored for foe in p.foes]
    else:
        armored = [g.armored[u] for u in p.at(battle_of(p).cell)]
    if column == "anti_tank":
        return True in armored
    return False in armored if column == "close_assault" else bool(armored)


def has_target(g: GhostDivision, p: GhostPosition, german: bool, column: str) -> bool:
    """Whether any die of this volley could have an effect (20.7g); a volley that cannot is not rolled."""
    if column in ("air_superiority", "flak"):
        return bool(p.sky if german else aloft(g, p))
    if not touches(g, p, german, column):
        return False
    return "overrun" in getattr(g.charts.fire, column) or not beaten(p, not german)


def stalemate(g: GhostDivision, p: GhostPosition, offered: Sequence[int] = ()) -> bool:
    """19.0m: neither side is beaten, and no die can have an effect, nor one that the HQs offered could still buy."""
    if _can_hurt(g, p, True, offered) or _can_hurt(g, p, False):
        return False
    return not (beaten(p, True) or beaten(p, False))


def _can_hurt(g: GhostDivision, p: GhostPosition, german: bool, offered: Sequence[int] = ()) -> bool:
    for column in GROUND_FIRE:
        if touches(g, p, german, column):
            if german:
                if any(german_value(g, p, u, column) for u in p.at(battle_of(p).cell)):
                    return True
                if enhancement(g, p, column, offered):
                    return True
            elif any(allied_value(g, p, foe, column) for foe in p.foes):
                return True
    return False
