"""Tables that a die is read on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from meuse.engine.contract import BadInput

DIE = range(1, 7)


def by_die(rows: Mapping[int, Sequence[str]], wide: int, where: str) -> None:
    """BadInput unless there is a row for each face of a die, with a result for each column."""
    for face in DIE:
        if len(rows.get(face, ())) != wide:
            raise BadInput(f"charts.toml: {where}.{face}: expected {wide} results, one a column")
    if len(rows) != len(DIE):
        raise BadInput(f"charts.toml: {where}: expected a row for each face of a die, 1 to 6")


class Percentages:
    """Columns by the attacker's strength in percent of the defender's: `starts` are the lowest of each."""

    def __init__(self, starts: Sequence[int], where: str) -> None:
        if list(starts) != sorted(set(starts)) or starts[0] != 0:
            raise BadInput(f"charts.toml: {where}: expected rising percentages that start with 0")
        self.starts = tuple(starts)
        self.columns = (*(f"{a}-{b - 1}" for a, b in pairwise(starts)), f"{starts[-1]}+")
        """Headings: "0-49", "50-99", ... "700+"."""

    def column(self, attack: int, defence: int) -> int:
        """The column of two strengths, fractions dropped; a defence of zero gives the last one."""
        percent = attack * 100 // defence if defence else self.starts[-1]
        return sum(percent >= start for start in self.starts) - 1

    def shifted(self, column: int, right: int) -> int:
        """The column so many to the right (to the left if negative), never beyond the ends."""
        return max(0, min(len(self.starts) - 1, column + right))
