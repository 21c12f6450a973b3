"""The plan of a side: a handful of parameters that hold for the whole game, and the main effort that follows from them.

The German objective is a stretch of the Meuse. It holds from the first day and is given up for the reasons of
`given_up` alone, which are read from the map, so that an officer who takes over goes on with the same objective.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import GERMAN
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition

Sector = Literal["fumay", "montherme", "charleville", "sedan", "mouzon", "dun"]

SECTORS: dict[Sector, tuple[str, str]] = {
    "fumay": ("2901-3001", "2906-3007"), "montherme": ("3006-3007", "3009-3010"),
    "charleville": ("2910-3010", "3014-3114"), "sedan": ("3114-3115", "3516-3617"),
    "mouzon": ("3616-3617", "3924-4023"), "dun": ("4023-4024", "4130-4230"),
}
"""Stretches of the Meuse from north to south, each by its first and last hexside."""

MAIN, SOUTH = "XIX", "VII"
"""The corps that has the main effort, and the one that comes up to the south of it."""

NO_CROSSING = 6
"""The turn on which an objective that nobody has crossed at is given up for one where more strength stands."""


class SedanPlan(msgspec.Struct, frozen=True):
    """What a side means to do. Fields that the other side has no use for are left alone."""

    sector: Sector = "sedan"
    """Where XIX Corps crosses the Meuse."""
    south: Sector = "mouzon"
    """Where VII Corps comes up to it."""
    north: Sector = "montherme"
    """Where the others do."""
    order: Literal["by-sight", "move-combat", "combat-move"] = "by-sight"
    """Whether to move or to fight first; by sight of the attacks that wait."""
    attack_at: float = 0.1
    """The least expected worth of an attack that is made, in victory points."""
    pull: float = 1.0
    """What half a movement point nearer to the objective counts for with the Germans."""
    lure: float = 2.2
    """How much a good attack draws the Germans aside."""
    thrift: float = 1.0
    """How dear the Bombers of a side are to it."""
    escort: int = 2
    """The most Fighters that go with French Bombers to a bridge; the others stay to hunt the German Bombers."""
    pontoons: int = 8
    """The most pontoons to lay in one night."""
    delay: float = 0.5
    """What it is worth to the French to stand in the way of German traffic."""
    guard: float = 2.0
    """What it is worth to the French to cover the bank, by its threat."""
    bar: float = 0.5
    """What it is worth to the French to stand in a hex of the bank that Germans can cross to, by their strength."""
    caution: float = 0.5
    """How much the French shun strong Germans."""
    strike: float = 1.0
    """How much a good counter-attack draws the French."""
    home: float = 6.0
    """What keeps French infantry west of the Meuse."""
    hold: Sector | Literal["all"] = "all"
    """The stretch of the Meuse that the French look to above all."""
    mass: float = 0.35
    """What it is still worth to the French to guard a hex that others guard already."""
    settle: float = 0.05
    """What a unit must gain by a march before it leaves its place."""
    target: str = ""
    """A hex that is attacked even if that costs more than it should, and that draws units for it."""
    spare: str = ""
    """A hex that is not attacked."""


def sector_sides(g: Sedan, sector: Sector) -> int:
    """The hexsides of a sector as a set."""
    meuse = list(bits(g.board.side_major))
    first, last = sorted(meuse.index(g.board.side_index[side]) for side in SECTORS[sector])
    return sum(1 << s for s in meuse[first:last + 1])


def near_bank(g: Sedan, sector: Sector) -> int:
    """The eastern hexes at the Meuse in a sector."""
    hexes = 0
    for s in bits(sector_sides(g, sector)):
        hexes |= g.board.side_hexes[s]
    return hexes & ~g.board.west


def far_bank(g: Sedan, sector: Sector) -> int:
    """The western hexes at the Meuse in a sector."""
    hexes = 0
    for s in bits(sector_sides(g, sector)):
        hexes |= g.board.side_hexes[s]
    return hexes & g.board.west


def given_up(g: Sedan, p: SedanPosition) -> str:
    """Why the first objective is no longer the objective; nothing while it is."""
    if p.turn >= NO_CROSSING and not p.fighting[GERMAN] & g.board.west:
        return "six days have passed and nobody stands west of the Meuse"
    return ""


def objective(g: Sedan, p: SedanPosition, plan: SedanPlan, corps: str) -> Sector:
    """The sector of a corps: XIX has the main effort, the others come up on its flanks."""
    if corps == MAIN:
        return strongest(g, p) if given_up(g, p) else plan.sector
    return plan.south if corps == SOUTH else plan.north


def strongest(g: Sedan, p: SedanPosition) -> Sector:
    """The sector at which most German strength stands."""
    def strength(sector: Sector) -> int:
        stacks = (p.stacks[h] for h in bits(near_bank(g, sector) & p.fighting[GERMAN]))
        return sum(g.attack[u][p.units[u].steps] for stack in stacks for u in stack)

    return max(SECTORS, key=strength)
