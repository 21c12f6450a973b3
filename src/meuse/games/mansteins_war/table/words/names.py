"""What pieces and places are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meuse.engine.narration import listed

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def unit_names(g: MansteinsWar, ids: Sequence[str]) -> str:
    return listed([g.name_of(id) for id in ids])


def marker_name(g: MansteinsWar, id: str) -> str:
    return g.markers[g.marker_by_id[id]].entry.name


def command_name(g: MansteinsWar, command: str) -> str:
    """A sub-command by the title of the marker that activates it alone; reserves have none (5.8a)."""
    return g.markers[g.regular_of[command]].entry.title if command in g.regular_of else "High command reserve"


def hex_words(g: MansteinsWar, name: str) -> str:
    """ "Sedan (1439)", "1440 near Sedan"."""
    return g.board.label(g.grid.bit[name]) if name in g.grid.bit else "off the map"


def air_name(g: MansteinsWar, id: str) -> str:
    return g.air[g.air_by_id[id]].entry.name


def forces_name(g: MansteinsWar, id: str) -> str:
    return g.forces[g.forces_by_id[id]].entry.name


def piece_name(g: MansteinsWar, id: str) -> str:
    return air_name(g, id) if id in g.air_by_id else g.name_of(id)
