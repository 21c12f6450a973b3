"""Saved positions: everything but what can be worked out again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import BadInput, Outcome
from meuse.games.ghost_division.position import Battle, Foe, GhostPosition, blank
from meuse.games.ghost_division.rules.aftermath import AceDie, GiveAce
from meuse.games.ghost_division.rules.air import (
    AlliedRaid,
    Bombing,
    Commit,
    FirstFire,
    Interdiction,
    Mission,
    RaidOver,
    Strike,
)
from meuse.games.ghost_division.rules.allied import (
    AirAttacks,
    BombedBridge,
    Crowded,
    Demolitions,
    EventRoll,
    FormationMoves,
    March,
    MarchDie,
    Reinforce,
    Withdraw,
)
from meuse.games.ghost_division.rules.combat import Battles, Enhance, Fight, TacticalSuperiority, Withdrawal
from meuse.games.ghost_division.rules.commands import Assign
from meuse.games.ghost_division.rules.encounters import Encounter, Meeting, Patrol
from meuse.games.ghost_division.rules.engineering import Engineering, WorkDie
from meuse.games.ghost_division.rules.exploitation import Exploit
from meuse.games.ghost_division.rules.formations import Call, Draw
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.movement import Ground, Moving
from meuse.games.ghost_division.rules.niwi import Drop, DropDie, Storm
from meuse.games.ghost_division.rules.okw import Diverted, MainEffort, OkwOrder, OkwRoll
from meuse.games.ghost_division.rules.placement import Place, TownFog
from meuse.games.ghost_division.rules.recon import AirRecon, GroundRecon, ReconDice
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from meuse.games.ghost_division.rules.refit import AirRefit, Recovery
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.sequence import AfterBattles, LandAll, SupplyCheck, Turn
from meuse.games.ghost_division.rules.shot_down import ShotDown
from meuse.games.ghost_division.rules.supply import AirSupply, MaximumSupply
from meuse.games.ghost_division.rules.volley import Volley

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision
AnyFrame = (
    AceDie | AfterBattles | AirAttacks | AirRecon | AirRefit | AirSupply | AlliedRaid | Allot | Assign | Battles
    | BombedBridge | Bombing | Call | Commit | Crowded | Demolitions | Diverted | Draw | Drop | DropDie
    | Encounter | Engineering | Enhance | EnhanceMoves | EventRoll | Exploit | Fight | FirstFire | FormKampfgruppe
    | FormationMoves | GiveAce | Ground | GroundRecon | Interdiction | LandAll | MainEffort | March | MarchDie
    | MaximumSupply | Meeting | Mission | Moving | OkwOrder | OkwRoll | Patrol | Place | RaidOver | ReconDice
    | Recovery | Recruit | Reinforce | ShotDown | Storm | Strike | SupplyCheck | TacticalSuperiority | TownFog
    | Turn | Volley | Withdraw | Withdrawal | WorkDie
)


class SavedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is stored."""

    turn: int
    phase: str
    op: int
    places: list[int]
    hits: list[int]
    formation_at: list[int]
    shown: int
    called: list[int]
    fog_at: list[int]
    fog_shown: int
    damage: list[int]
    blown: int
    bridges: int
    bridgeheads: int
    visited: int
    acted: int
    moved: int
    crossed: int
    river_foes: int
    suppressed: int
    scratched: int
    aces: int
    spent: dict[int, int]
    bonus: dict[int, int]
    entered: int
    halted: bool
    flank: int
    lifted: int
    cut: int
    doubled: int
    drained: int
    event: str
    bombed: int
    holders: tuple[int, ...]
    waived: int
    battle: Battle | None
    foes: list[Foe]
    sky: tuple[int, ...]
    outcome: Outcome | None
    frames: tuple[AnyFrame, ...]


PLACED = ("places", "formation_at", "fog_at")


def store(p: GhostPosition) -> dict[str, Any]:
    saved = SavedPosition(*(getattr(p, field) for field in SavedPosition.__struct_fields__))
    plain_data: dict[str, Any] = msgspec.to_builtins(saved, str_keys=True)
    return plain_data


UNIT_SETS = ("acted", "moved", "crossed", "suppressed", "scratched", "aces", "cut", "doubled", "drained")
GRID_SETS = ("visited", "entered", "bombed")
SIDE_SETS = ("blown", "bridges", "bridgeheads")


def _check_ranges(g: GhostDivision, saved: SavedPosition) -> None:
    """Numbers that the board or the counters would not know."""
    sets = [(name, (1 << len(g.units)) - 1) for name in UNIT_SETS] + [(name, g.grid.board) for name in GRID_SETS]
    sets += [(name, (1 << len(g.board.river_sides)) - 1) for name in SIDE_SETS]
    sets += [("shown", (1 << len(g.formations)) - 1), ("river_foes", (1 << len(g.formations)) - 1)]
    for name, known in [*sets, ("fog_shown", (1 << len(g.fog)) - 1)]:
        if getattr(saved, name) & ~known:
            raise BadInput(f"position: {name}: a number beyond the pieces of the game")
    if not 1 <= saved.turn <= g.last_turn:
        raise BadInput(f"position: turn: expected 1 to {g.last_turn}, got {saved.turn}")
    if len(saved.holders) != len(g.commands) or not set(saved.holders) <= set(range(len(g.sides))):
        raise BadInput(f"position: holders: expected {len(g.commands)} seats below {len(g.sides)}")


def restore(g: GhostDivision, saved: SavedPosition) -> GhostPosition:
    p = blank(g)
    units, formations, fog = len(g.units), len(g.formations), len(g.fog)
    sizes = {"places": units, "hits": units, "formation_at": formations, "called": formations, "fog_at": fog,
             "damage": fog}
    for name, size in sizes.items():
        if len(getattr(saved, name)) != size:
            raise BadInput(f"position: {name}: expected {size} numbers, got {len(getattr(saved, name))}")
    _check_ranges(g, saved)
    for name, writer in (("places", p.put), ("formation_at", p.put_formation), ("fog_at", p.put_fog)):
        for piece, to in enumerate(getattr(saved, name)):
            if to >= 0 and to not in g.grid.names:
                raise BadInput(f"position: {name}[{piece}]: {to} is not a Grid of the map")
            writer(g, piece, to)
    for field in SavedPosition.__struct_fields__:
        if field not in PLACED:
            setattr(p, field, getattr(saved, field))
    return p
