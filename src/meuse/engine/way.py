"""A unit on its way, for questions before it goes: where it can go, what a way costs, what stands against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from meuse.engine.contract import Action, BadInput, Game, P, Part, Refusal, Tally
from meuse.engine.frames import Frame

F = TypeVar("F", bound=Frame)

OUT_OF_REACH = "out of reach"


def setting_out(
    game: Game[P], p: P, sides: Iterable[str], unit: str, kind: type[F], leads: Callable[[F], bool],
    verbs: Sequence[str],
) -> tuple[P, F, list[Action]] | None:
    """The position with the unit on its way, its frame, and the words that set it out: as it is, if the frame `leads`
    it already, or once one of these sides has picked it. None where it cannot move now."""
    frame = p.frames[-1] if p.frames else None
    for side in sides:
        if isinstance(frame, kind):
            return (p, frame, []) if side in game.actors(p) and leads(frame) else None
        for verb in verbs:
            word = f"{verb} {unit}"
            if word in game.legal(p, side):
                twin = p.copy()
                game.apply(twin, side, word)
                gone = twin.frames[-1] if twin.frames else None
                return (twin, gone, [word]) if isinstance(gone, kind) else None
    return None


def questioned(
    set_out: tuple[P, F, list[Action]] | None, unit: str, cell: str, cells: Mapping[str, int]
) -> tuple[P, F, int]:
    """Of a unit that has set out, the position and its frame, and the number of the cell that is asked about."""
    if cell not in cells:
        raise BadInput(f"{cell!r} is not on the map")
    if set_out is None:
        raise BadInput(f"{unit!r} cannot move now")
    p, frame, _ = set_out
    return p, frame, cells[cell]


def barred(title: str, legs: Iterable[Part], refusal: Refusal) -> Tally:
    """A way that does not reach its end: the legs as far as it goes, and what stands against the rest."""
    return Tally(title, OUT_OF_REACH, (*legs, Part(refusal.reason, "-", refusal.rule)))
