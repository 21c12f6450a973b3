"""Events as sentences for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Event
from meuse.games.ghost_division.table.words import chapters, combat, march

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

SENTENCES = {**march.SENTENCES, **chapters.SENTENCES, **combat.SENTENCES}


def sentence(g: GhostDivision, event: Event) -> str:
    return SENTENCES[event.what](g, event.data)
