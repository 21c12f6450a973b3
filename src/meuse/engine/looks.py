"""Views that work out only what has changed since the last one, and share the rest with it.

A position remembers in `looks` what its last view was made of. A copy shares that memory, so it is never altered: each
view makes a new one.

    looks = Looks(p.looks, g)
    units = looks.pieces(g.ids, looks.changed((p.units,), [p.moved, p.fought]), lambda u: _piece(g, p, u))
    works = looks.part("works", (p.blown, p.pontoons), _works, g, p)
    p.looks = looks.now
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

from meuse.engine.hexes import bits

T = TypeVar("T")


class Memory:
    """What one view was made of, and what came of it."""

    __slots__ = ("columns", "game", "marks", "parts", "pieces")

    def __init__(self, game: Any) -> None:
        self.game = game
        self.parts: dict[str, tuple[Any, Any]] = {}
        """By name, what each was made of and the part."""
        self.columns: list[list[Any]] = []
        self.marks: Sequence[int] = ()
        self.pieces: dict[str, dict[str, Any]] = {}


class Looks:
    """A view in the making."""

    def __init__(self, last: Memory | None, game: Any) -> None:
        self.last = last if last is not None and last.game is game else Memory(game)
        self.now = Memory(game)

    def part(self, name: str, matter: Any, make: Callable[..., T], *about: Any, anew: bool = False) -> T:
        """A part of the view, made of what it is about only where its matter has changed, or where told so."""
        known = self.last.parts.get(name)
        if known is None or anew or known[0] != matter:
            known = (matter, make(*about))
        self.now.parts[name] = known
        return known[1]

    def same(self, name: str, matter: Any) -> bool:
        """Whether this is what it was in the last view."""
        last, self.now.parts[name] = self.last.parts.get(name), (matter, None)
        return last is not None and bool(last[0] == matter)

    def changed(self, columns: Sequence[list[Any]], marks: Sequence[int]) -> set[int]:
        """The numbers of the pieces for which a list with one value for each, or a set of pieces, is not what it was.

        It must be asked once for each view: the next one is compared with these.
        """
        last, now = self.last, self.now
        now.columns, now.marks = [column[:] for column in columns], marks
        if not last.columns:
            return set(range(len(columns[0])))
        found: set[int] = set()
        for old, new in zip(last.columns, now.columns, strict=True):
            if old != new:
                found.update(compress(range(len(new)), map(is_not, old, new)))
        if last.marks != marks:
            for before, after in zip(last.marks, marks, strict=True):
                found.update(bits(before ^ after))
        return found

    def pieces(
        self, ids: Sequence[str], changed: Iterable[int], make: Callable[[int], dict[str, Any] | None]
    ) -> dict[str, dict[str, Any]]:
        """Every piece by its id, those of these numbers made anew; None for one that is not shown."""
        pieces, numbers = self.last.pieces, sorted(changed)
        if numbers:
            pieces = pieces.copy()
            for number in numbers:
                piece = make(number)
                if piece is None:
                    pieces.pop(ids[number], None)
                else:
                    pieces[ids[number]] = piece
        self.now.pieces = pieces
        return pieces
