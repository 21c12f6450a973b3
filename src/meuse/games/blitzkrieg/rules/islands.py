"""Ground that is joined, found piece by piece as it is asked for: lines of supply and railways."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def islands(g: Blitzkrieg, ground: int) -> Islands:
    """The pieces of that ground, kept for the next question about it."""
    return g.islands[ground]


class Islands:
    """A set of hexes as the pieces that hang together by open hexsides."""

    def __init__(self, g: Blitzkrieg, ground: int) -> None:
        self.grid, self.sides, self.ground = g.grid, g.board.open, ground
        self.found: list[int] = []
        self.companies: dict[int, int] = {}
        self.around: dict[int, int] = {}
        """What lines from sources in these hexes reach over the ground and one hex beyond, see `supply.Lines`."""

    def joined(self, seeds: int) -> int:
        """All ground that is joined to one of the seeds."""
        seeds &= self.ground
        out = 0
        for island in self.found:
            if island & seeds:
                out |= island
        while seeds := seeds & ~out:
            island = self.grid.flood(seeds & -seeds, self.ground, self.sides)
            self.found.append(island)
            out |= island
        return out

    def in_company(self, places: int) -> int:
        """Of places on the ground those that are joined to another of them, kept for the next question."""
        if places not in self.companies:
            left, found = places, 0
            while left:
                joined = self.joined(left & -left) & left
                left ^= joined
                found |= joined if joined.bit_count() > 1 else 0
            self.companies[places] = found
        return self.companies[places]
