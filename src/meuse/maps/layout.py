"""A theatre's map laid out before anything is drawn: what lies where, and what nothing may cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from meuse.engine.mapfile import Water
from meuse.maps.drawing import Box, Boxes
from meuse.maps.rivers import Waters
from meuse.maps.theatre import Theatre, clear_lands

T = TypeVar("T", bound=Theatre)


class Layout(NamedTuple, Generic[T]):
    paper: T
    waters: Waters
    taken: Boxes
    """What nothing may cover."""
    signs: str
    """The signs beside the towns."""


def lay_out(
    paper: T,
    rivers: Sequence[Water],
    seas: Iterable[Water],
    obstacles: Callable[[T], list[Box]],
    badges: Callable[[T, Boxes], str],
) -> Layout[T]:
    """Waters first, then the names of regions, then what players read; the signs find room beside that."""
    waters = Waters(paper, rivers, seas)
    clear_lands(paper)
    taken = Boxes(obstacles(paper))
    return Layout(paper, waters, taken, badges(paper, taken))
