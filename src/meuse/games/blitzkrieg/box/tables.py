"""2.4 The tables that dice are read on, and what marching costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meuse.engine.board import Masks
from meuse.engine.contract import BadInput
from meuse.engine.hexes import bits
from meuse.engine.reach import Steps, with_extras
from meuse.engine.remembered import Remembered
from meuse.engine.tables import DIE, Percentages, by_die
from meuse.games.blitzkrieg.box.board import Board
from meuse.games.blitzkrieg.box.chartfile import (
    AirSuperiorityFile,
    ChartsFile,
    CrtFile,
    GroundAttackFile,
    GroundCode,
    ResultCode,
    Table,
)


class CombatTables(Percentages):
    """15.5 Probe, Assault and Combined Arms, which share their columns (15.6a) and shift on them (15.8a)."""

    def __init__(self, file: CrtFile) -> None:
        super().__init__(file.columns, "crt.columns")
        self.rows: dict[Table, tuple[tuple[ResultCode, ...], ...]] = {}
        self.faces: dict[Table, tuple[dict[ResultCode, int], ...]] = {}
        """By table and column, how many faces of the die give each result."""
        found: list[tuple[Table, dict[int, tuple[ResultCode, ...]]]] = [
            ("probe", file.probe), ("assault", file.assault), ("combined_arms", file.combined_arms)
        ]
        for name, rows in found:
            by_die(rows, len(file.columns), f"crt.{name}")
            self.rows[name] = tuple(rows[face] for face in DIE)
            self.faces[name] = tuple(dict(Counter(column)) for column in zip(*self.rows[name], strict=True))

    def result(self, table: Table, column: int, die: int) -> ResultCode:
        return self.rows[table][die - 1][column]


def column_of(upper: Sequence[int], total: int) -> int:
    """The first column whose highest total is not exceeded."""
    return next(i for i, most in enumerate(upper) if total <= most)


def _rising(upper: Sequence[int], where: str) -> None:
    if list(upper) != sorted(set(upper)) or upper[-1] != 999:
        raise BadInput(f"charts.toml: {where}.upper: expected rising totals that end with 999")


class AirSuperiorityTable:
    """25.1 Airstrikes eliminated and fatigued by a side that fires with so much."""

    def __init__(self, file: AirSuperiorityFile) -> None:
        _rising(file.upper, "air_superiority")
        by_die(file.rows, len(file.upper), "air_superiority.rows")
        self.upper = file.upper
        self.rows = tuple(tuple(self._read(cell, face) for cell in file.rows[face]) for face in DIE)

    @staticmethod
    def _read(cell: str, face: int) -> tuple[int, int]:
        killed, slash, fatigued = cell.partition("/")
        if not (slash and killed.isdigit() and fatigued.isdigit()):
            raise BadInput(f"charts.toml: air_superiority.rows.{face}: expected a result such as 2/3, got {cell!r}")
        return int(killed), int(fatigued)

    def result(self, total: int, die: int) -> tuple[int, int]:
        return self.rows[die - 1][column_of(self.upper, total)]


class GroundAttackTable:
    """26.1 What bombardment does to units and to features; shifts stop at the ends."""

    def __init__(self, file: GroundAttackFile) -> None:
        _rising(file.upper, "ground_attack")
        by_die(file.units, len(file.upper), "ground_attack.units")
        if len(file.feature) != len(file.upper) or not all(least in DIE for least in file.feature):
            wide = len(file.upper)
            raise BadInput(f"charts.toml: ground_attack.feature: expected {wide} faces of a die, one a column")
        self.upper, self.feature = file.upper, file.feature
        self.rows = tuple(file.units[face] for face in DIE)

    def column(self, bombardment: int, right: int = 0) -> int:
        return max(0, min(len(self.upper) - 1, column_of(self.upper, bombardment) + right))

    def on_units(self, column: int, die: int) -> GroundCode:
        return self.rows[die - 1][column]

    def on_feature(self, column: int, die: int) -> bool:
        """26.5a Whether a source or port is damaged, a city terrorised, a bridgehead destroyed."""
        return die >= self.feature[column]


class Going:
    """12.3 What marching costs one class: foot, mechanised, or special operations, who pay 1 a hex (23.5.1a)."""

    def __init__(self, board: Board, charts: ChartsFile, kind: str) -> None:
        self.board, self.kind = board, kind
        terrain = {word: self._chosen(effect.foot, effect.mech, 1) for word, effect in charts.terrain.items()}
        self.price = {cell: terrain[word] for cell, word in board.terrain.items() if word in terrain}
        """Movement points to enter each land hex, without rivers and floods."""
        flood, river = charts.features["flooded"], charts.features["river"]
        self.flood = self._chosen(flood.foot, flood.mech, 0)
        self.river = self._chosen(river.foot, river.mech, 0)
        self.cost = {
            (start, to): self.price[to] + (self.river if (start, to) in board.river_name else 0)
            for start in bits(board.land) for to in bits(board.touch[start])
        }
        """Movement points for every step, without floods."""
        self.beside = tuple(
            tuple((to, board.grid.one[to], self.cost[start, to]) for to in bits(near))
            for start, near in enumerate(board.touch)
        )
        """The steps from each hex: the hex that they lead to, its bit, and those points."""
        self.into = tuple(
            tuple((start, board.grid.one[start], self.cost[start, hex] - self.price[hex]) for start in bits(near))
            for hex, near in enumerate(board.touch)
        )
        """The steps into each hex: the hex that they come from, its bit, and the points for a river between."""
        self._steps = Remembered(200, self._make)

    def _chosen(self, foot: int, mech: int, special: int) -> int:
        return {"foot": foot, "mech": mech, "special": special}[self.kind]

    def steps(self, flooded: int = 0, bridged: Masks = (0,) * 6) -> Steps:
        """Every step by its cost, for `Grid.reach`: flooded hexes cost more, rivers nothing where bridged (12.3.2a).
        Neither units, their zones nor neutral ground are looked at."""
        return self._steps[flooded, bridged]

    def _make(self, matter: tuple[int, Masks]) -> Steps:
        flooded, bridged = matter
        board = self.board
        by_cost: dict[int, int] = {}
        for cell, price in self.price.items():
            cost = price + (self.flood if flooded >> cell & 1 else 0)
            by_cost[cost] = by_cost.get(cost, 0) | 1 << cell
        closed = tuple(board.grid.board & ~sides for sides in board.open)
        wet = tuple(river & ~bridge for river, bridge in zip(board.rivers, bridged, strict=True))
        return with_extras(board.grid, by_cost, closed, [(self.river, wet)] if self.river else [])
