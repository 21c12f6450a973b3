"""13.0a What the player cannot know, guessed: face-down markers change their fronts, and nothing else changes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.games.ghost_division.box.components import BOX
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.allied import FormationMoves, March, MarchDie
from meuse.games.ghost_division.rules.placement import Place, open_grids

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


def guess(g: GhostDivision, p: GhostPosition, rng: Random) -> GhostPosition:
    """A position that the player cannot tell from this one."""
    twin = p.copy()
    twin.choices = {}
    hidden = _hidden(p.formation_at, p.shown)
    formations = _swap_fronts(hidden, rng, _barred(g, p, hidden))
    fog = _swap_fronts(_hidden(p.fog_at, p.fog_shown), rng, {})
    for old, new in formations.items():
        twin.formation_at[new] = p.formation_at[old]
        twin.river_foes = twin.river_foes & ~(1 << new) | (p.river_foes >> old & 1) << new
    for old, new in fog.items():
        twin.fog_at[new] = p.fog_at[old]
    twin.formations_in = {
        cell: tuple(sorted(formations.get(f, f) for f in markers)) for cell, markers in p.formations_in.items()
    }
    twin.fog_in = {cell: fog.get(m, m) for cell, m in p.fog_in.items()}
    twin.frames = tuple(_renumbered(frame, formations, fog) for frame in p.frames)
    return twin


def _hidden(places: list[int], shown: int) -> list[int]:
    """Markers in their box or face down on the map."""
    return [m for m, at in enumerate(places) if (at >= 0 or at == BOX) and not shown >> m & 1]


def _barred(g: GhostDivision, p: GhostPosition, hidden: list[int]) -> dict[int, set[int]]:
    """8.2c: Belgians are placed in Belgium, also the one for which dice have been rolled."""
    belgians = {m for m in hidden if g.formations[m].nation == "belgian"}
    found = {m: belgians for m in hidden
             if p.formation_at[m] >= 0 and not g.board.belgium >> p.formation_at[m] & 1}
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, Place) and frame.kind == "formation":
        rolled = g.board.rolled[frame.dice]
        found[frame.marker] = {m for m in hidden if not rolled & open_grids(g, p, frame.kind, m)}
    return found


def _swap_fronts(hidden: list[int], rng: Random, barred: dict[int, set[int]]) -> dict[int, int]:
    """Each hidden marker and the one that lies there in the guess; `barred` are those that cannot lie there."""
    fronts = hidden[:]
    rng.shuffle(fronts)
    slots = sorted(hidden, key=lambda slot: -len(barred.get(slot, ())))
    found: dict[int, int] = {}
    for slot in slots:
        wrong = barred.get(slot, ())
        pick = next(front for front in fronts if front not in wrong)
        fronts.remove(pick)
        found[slot] = pick
    return found


def _renumbered(frame: Any, formations: dict[int, int], fog: dict[int, int]) -> Any:
    """A frame that speaks of hidden markers, speaking of the guessed ones."""
    if isinstance(frame, FormationMoves):
        return msgspec.structs.replace(frame, queue=tuple(formations.get(f, f) for f in frame.queue))
    if isinstance(frame, March | MarchDie):
        return msgspec.structs.replace(frame, formation=formations.get(frame.formation, frame.formation))
    if isinstance(frame, Place):
        known = fog if frame.kind == "fog" else formations
        return msgspec.structs.replace(frame, marker=known.get(frame.marker, frame.marker))
    return frame
