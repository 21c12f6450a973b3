"""2.1.1 The tables that dice are read on, and what marching costs."""

from __future__ import annotations

from meuse.engine.contract import BadInput
from meuse.engine.hexes import bits
from meuse.engine.remembered import Remembered
from meuse.engine.tables import DIE, Percentages, by_die
from meuse.games.mansteins_war.box.board import Board
from meuse.games.mansteins_war.box.chartfile import AirTableFile, ChartsFile, CrtFile, ResultCode

Steps = tuple[tuple[int, tuple[int, ...]], ...]
"""What `Grid.reach` asks for: costs, each with the hexes that may be left for it in the six directions."""


class CombatTables(Percentages):
    """10.2 The Assault and Mobile tables, which share their columns (10.4) and shift on them (10.5)."""

    def __init__(self, file: CrtFile) -> None:
        super().__init__(file.columns, "crt.columns")
        by_die(file.assault, len(file.columns), "crt.assault")
        by_die(file.mobile, len(file.columns), "crt.mobile")
        self.assault = tuple(file.assault[face] for face in DIE)
        self.mobile = tuple(file.mobile[face] for face in DIE)

    def result(self, mobile: bool, column: int, die: int) -> ResultCode:
        return (self.mobile if mobile else self.assault)[die - 1][column]


class AirTable:
    """16.6 The Air Warfare Table."""

    def __init__(self, file: AirTableFile) -> None:
        if list(file.columns) != list(range(file.columns[0], file.columns[-1] + 1)):
            raise BadInput("charts.toml: air_warfare.columns: expected differences rising by one")
        by_die(file.rows, len(file.columns), "air_warfare.rows")
        self.columns = file.columns
        self.rows = tuple(file.rows[face] for face in DIE)

    def result(self, attack: int, defence: int, die: int, right: int = 0) -> str:
        """AL1, BL1 or DL1 for the difference of two values, moved so many columns to the right."""
        low, high = self.columns[0], self.columns[-1]
        column = max(low, min(high, attack - defence)) + right
        return self.rows[die - 1][max(low, min(high, column)) - low]


class Going:
    """8.4 What marching costs one class of units: mechanised or not, an army or not."""

    def __init__(self, board: Board, charts: ChartsFile, mech: bool, army: bool) -> None:
        self.board = board
        chosen: dict[str, int] = {w: effect.mech if mech else effect.other for w, effect in charts.terrain.items()}
        self.river = charts.river.mech if mech else charts.river.other
        self.fort = tuple(price.mech if mech else price.other for price in (charts.forts.minor, charts.forts.major))
        closed = [w for w, effect in charts.terrain.items() if army and not effect.army]
        self.enterable = board.land & ~sum(board.kinds.get(word, 0) for word in closed)
        """Land that may be entered: rough is closed to armies (8.4.1a)."""
        self.price: dict[int, int] = {}
        """Movement factors to enter each hex, without rivers and enemy forts."""
        for cell in board.grid.cells:
            if self.enterable >> cell & 1:
                place = board.place_at.get(cell)
                words = [board.terrain[cell]]
                if place and place.class_ != "site":
                    words.append(place.class_)
                self.price[cell] = max(chosen[word] for word in words)
        self.within = self._within()
        """By movement factors left and hex: the neighbours that may be paid for, the enemy's forts aside."""
        self._steps = Remembered(500, self._make)

    def cost(self, cell: int, forts: int) -> int:
        """To enter a hex, `forts` being the enemy's intact ones: the dearest of its terrains (8.4a, 17.0b)."""
        if not forts >> cell & 1:
            return self.price[cell]
        return max(self.price[cell], self.fort[self.board.major >> cell & 1])

    def _within(self) -> tuple[tuple[int, ...], ...]:
        board = self.board
        found = [[0] * board.grid.size for _ in range(max(self.price.values()) + self.river + 1)]
        for to, price in self.price.items():
            for start in bits(board.touch[to]):
                for left in range(price + self.river * board.across_river(start, to), len(found)):
                    found[left][start] |= 1 << to
        return tuple(map(tuple, found))

    def affordable(self, start: int, left: int) -> int:
        """The neighbours that so many movement factors pay for, the enemy's forts aside."""
        return self.within[min(left, len(self.within) - 1)][start] if left > 0 else 0

    def steps(self, forts: int, slow: int = 0) -> Steps:
        """Every step by its cost, for `Grid.reach`: `forts` are the enemy's intact ones, `slow` the hexes that cost
        one more to leave (16.8b). Neither enemy units nor their ZOC are looked at."""
        return self._steps[forts & self.board.fort_hexes, slow]

    def _make(self, matter: tuple[int, int]) -> Steps:
        forts, slow = matter
        board, grid = self.board, self.board.grid
        by_cost: dict[int, int] = {}
        for cell in self.price:
            cost = self.cost(cell, forts)
            by_cost[cost] = by_cost.get(cost, 0) | 1 << cell
        table: dict[int, list[int]] = {}
        for price, hexes in by_cost.items():
            for d in range(6):
                start = grid.step(hexes, grid.opposite(d)) & board.open[d]
                for wet in (0, 1):
                    bank = start & board.rivers[d] if wet else start & ~board.rivers[d]
                    for late, movers in ((0, bank & ~slow), (1, bank & slow)):
                        if movers:
                            sides = table.setdefault(price + wet * self.river + late, [0] * 6)
                            sides[d] |= movers
        return tuple((total, tuple(sides)) for total, sides in sorted(table.items()))
