"""25.0 Allied events, and the Allies' own operations: 17.5 to 17.8, 15.6, 15.7, 28.2j."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.board import union
from meuse.engine.contract import CHANCE, Action, Part
from meuse.engine.frames import DIE, NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import BOX, find_row
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import air
from meuse.games.ghost_division.rules.intelligence import reveal_formation
from meuse.games.ghost_division.rules.okw import added, plain, river_parts
from meuse.games.ghost_division.rules.placement import Place

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

WITHDRAWN = {"collapse": 2, "withdrawal": 1}
"""17.7a: Formations that an event takes off the map."""
SCREEN = 2
"""Fog of War markers that Screening forces bring."""
BRING_ONE = ("reinforcements", "counterattack")
"""Events that place a Formation (17.6a)."""
MOVE_ALL = ("reinforcements", "movement")
"""Events with Formation Movement (25.1b)."""


def modifiers(g: GhostDivision, p: GhostPosition) -> list[Part]:
    """25.0a: rivers crossed and the turn."""
    table = g.charts.allied
    parts = river_parts(g, p, table.west_of_meuse, table.west_of_sambre)
    by_turn = table.by_turn[p.turn - 1]
    return [*parts, Part(f"turn {p.turn}", by_turn, "25.0a")] if by_turn else parts


def marker_data(g: GhostDivision, p: GhostPosition, f: int) -> dict[str, Any]:
    """A Formation as an event may name it: by Grid, and by name only if it lies face up."""
    shown = {"formation": g.formations[f].id} if p.shown >> f & 1 else {}
    return {"grid": g.grid_name(p.formation_at[f]), **shown}


def kommando_beside(g: GhostDivision, p: GhostPosition, side: int) -> bool:
    """34.2c: no event destroys a bridge next to the Kommando."""
    a, b, _ = g.board.river_sides[side]
    return p.places[g.niwi] in (a, b)


def blow(g: GhostDivision, p: GhostPosition, side: int, rule: str) -> None:
    p.blown |= 1 << side
    p.tell("bridge blown", rule, side=g.board.side_names[side], river=g.board.side_river[side])


class EventRoll(Chance, frozen=True):
    """25.0a, phase F: one die, modified, on the Allied Events Table; phase G carries it out."""

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        parts, die = modifiers(g, p), int(noun)
        row = find_row(g.charts.allied.rows, die + added(parts))
        p.pop()
        p.event = row.event
        p.tell(
            "allied event", "25.0a", die=die, modifiers=plain(parts), net=die + added(parts), name=row.name,
            event=row.event, says=row.says,
        )

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "The die of the Allied Events Table.", "25.0a"


class Reinforce(Frame, frozen=True):
    """11.0n, phase G1: withdrawals, reinforcements, screening forces, demolitions."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        if p.event in WITHDRAWN:
            p.push(*[Withdraw()] * WITHDRAWN[p.event])
        elif p.event in BRING_ONE:
            p.push(Place("formation"))
            if p.event == "reinforcements" and BOX not in p.formation_at:
                p.event = ""  # 25.1a: nothing further happens
        elif p.event == "screen":
            p.push(*[Place("fog")] * SCREEN)
        elif p.event == "demolitions":
            self._demolish(g, p)

    def _demolish(self, g: GhostDivision, p: GhostPosition) -> None:
        found = threatened_bridges(g, p)
        for side in found:
            if kommando_beside(g, p, side):
                p.tell("bridge guarded", "34.2c", side=g.board.side_names[side], river=g.board.side_river[side])
        sides = tuple(side for side in found if not kommando_beside(g, p, side))
        if sides:
            p.push(Demolitions(sides))
        else:
            p.tell("no demolitions", "25.0a")


def threatened_bridges(g: GhostDivision, p: GhostPosition) -> list[int]:
    """25.0a: standing printed bridges near German ground units that do not hold both banks."""
    near = union(tuple(g.grid.disc(cell, g.charts.allied.demolition_range) for cell in bits(p.held)))
    found = []
    for side in bits(g.board.printed & ~p.blown):
        a, b, _ = g.board.river_sides[side]
        banks = g.one[a] | g.one[b]
        if near & banks and p.held & banks != banks:
            found.append(side)
    return found


class Demolitions(Chance, frozen=True):
    """25.0a: a die for each threatened bridge, one after another."""

    sides: tuple[int, ...]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        target, rest = self.sides[0], self.sides[1:]
        if rest:
            p.swap(Demolitions(rest))
        else:
            p.pop()
        blown = int(noun) <= g.charts.allied.demolition
        p.tell("demolition", "25.0a", side=g.board.side_names[target], die=int(noun), blown=blown)
        if blown:
            blow(g, p, target, "2.7d")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Demolition of the bridge {g.board.side_names[self.sides[0]]}.", "25.0a"


class Withdraw(Frame, frozen=True):
    """17.7a: one Formation, picked at random among those out of contact, goes back to the box; a Dummy too (17.8a)."""

    def _grids(self, p: GhostPosition) -> list[int]:
        return list(bits(p.formation_cells & ~p.held))

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if len(self._grids(p)) > 1 else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        return [(f"pick {g.grid_name(cell)}", 1) for cell in self._grids(p)]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        grids = self._grids(p)
        if grids:
            self.apply(g, p, CHANCE, "pick", g.grid_name(*grids))
        else:
            p.pop()
            p.tell("no withdrawal", "17.7a")

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        send_back(g, p, p.formations_in[g.grid.bit[noun]][0], "17.7a")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "A Formation is picked to withdraw.", "17.7a"


def send_back(g: GhostDivision, p: GhostPosition, f: int, rule: str) -> None:
    """To the reinforcement box, face down."""
    data = marker_data(g, p, f)
    p.put_formation(g, f, BOX)
    p.tell("formation withdrawn", rule, **data)


def raid_grids(g: GhostDivision, p: GhostPosition) -> int:
    """28.2j: Grids with German ground units and neither a Formation nor a revealed Fortification."""
    return p.held & ~(p.formation_cells | air.revealed_works(g, p))


class AirAttacks(Frame, frozen=True):
    """25.1f, phase G2: a die for the number of Grids, then one Grid after another; a Counterattack brings one."""

    left: int = -1
    """Grids still to be attacked; -1 before the die."""
    raided: int = 0

    def _grids(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return list(bits(raid_grids(g, p) & ~self.raided))

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if self.left == 0:
            return NOBODY
        grids = self._grids(g, p)
        rolls = bool(grids) and p.event == "air-attack" if self.left < 0 else len(grids) > 1
        return (CHANCE,) if rolls else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        if self.left < 0:
            return DIE
        return [(f"raid {g.grid_name(cell)}", 1) for cell in self._grids(g, p)]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.left == 0 or p.event not in ("air-attack", "counterattack"):
            p.pop()
            return
        grids = self._grids(g, p)
        if not grids:
            p.tell("no air attack", "28.2j")
            p.pop()
        elif self.left < 0:
            p.swap(AirAttacks(1))
        else:
            self._raid(g, p, *grids)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "raid":
            self._raid(g, p, g.grid.bit[noun])
            return
        count = g.charts.allied.raids[int(noun) - 1]
        p.tell("air attacks", "25.1f", die=int(noun), grids=count)
        p.swap(AirAttacks(count))

    def _raid(self, g: GhostDivision, p: GhostPosition, cell: int) -> None:
        p.tell("air raid", "25.1f", grid=g.grid_name(cell))
        p.swap(AirAttacks(self.left - 1, self.raided | g.one[cell]))
        p.push(air.AlliedRaid(cell), BombedBridge(cell))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        if self.left < 0:
            return "The die for the number of Grids attacked from the air.", "25.1f"
        return "The Grid of the air attack is picked.", "28.2j"


class BombedBridge(Frame, frozen=True):
    """2.7d: where an Allied bomber has got through, a high die blows a printed bridge on a side of the Grid."""

    cell: int
    hit: bool = False

    def _bridges(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        standing = g.board.printed & ~p.blown
        return [s for s in g.board.banks[self.cell] if standing >> s & 1 and not kommando_beside(g, p, s)]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if not p.bombed & g.one[self.cell]:
            return NOBODY
        bridges = self._bridges(g, p)
        return (CHANCE,) if (len(bridges) > 1 if self.hit else bridges) else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        if not self.hit:
            return DIE
        return [(f"bomb {g.board.side_names[s]}", 1) for s in self._bridges(g, p)]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        if self.hit:
            (bridge,) = self._bridges(g, p)
            blow(g, p, bridge, "2.7d")
        elif p.bombed & g.one[self.cell]:
            for s in g.board.banks[self.cell]:
                if (g.board.printed & ~p.blown) >> s & 1:
                    p.tell("bridge guarded", "34.2c", side=g.board.side_names[s], river=g.board.side_river[s])

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "bomb":
            p.pop()
            blow(g, p, g.board.side_index[noun], "2.7d")
            return
        hit = int(noun) >= g.charts.allied.bombed_bridge
        p.tell("bridge bombed", "2.7d", grid=g.grid_name(self.cell), die=int(noun), hit=hit)
        if hit:
            p.swap(BombedBridge(self.cell, True))
        else:
            p.pop()

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Bombs on the bridges of {g.grid_name(self.cell)}.", "2.7d"


def nearest_germans(g: GhostDivision, p: GhostPosition, cell: int) -> tuple[int, list[int]]:
    """25.1d: the side-to-side distance to the nearest German ground units on the map, and their Grids."""
    far = {c: g.grid.distance(cell, c) for c in bits(p.held)}
    least = min(far.values())
    return least, [c for c, d in far.items() if d == least]


def marching_order(g: GhostDivision, p: GhostPosition, counterattack: bool) -> tuple[int, ...]:
    """25.1d: nearest Formations first, then east before west, then north before south.

    Those in contact do not move; a Counterattack moves only revealed Formations in its range.
    """
    found = []
    for cell in bits(p.formation_cells & ~p.held):
        distance, _ = nearest_germans(g, p, cell)
        for f in p.formations_in[cell]:
            if not counterattack or (p.shown >> f & 1 and distance <= g.charts.allied.counterattack_range):
                found.append((distance, -g.board.column[cell], g.board.row[cell], f))
    return tuple(f for *_, f in sorted(found))


class FormationMoves(Frame, frozen=True):
    """25.1b to 25.1e, 15.7, phase G3: Formations move towards the nearest German ground unit, one after another."""

    queue: tuple[int, ...] = ()
    opened: bool = False

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        counterattack = p.event == "counterattack"
        if not self.opened and (counterattack or p.event in MOVE_ALL):
            order = marching_order(g, p, counterattack) if p.held else ()
            if not order:
                p.tell("no formation moves", "25.1d")
            p.swap(FormationMoves(order, True))
        elif not self.queue:
            p.pop()
        else:
            f = self.queue[0]
            p.swap(FormationMoves(self.queue[1:], True))
            if counterattack:
                p.push(March(f, g.charts.allied.counterattack_moves))
            else:
                p.push(MarchDie(f))


class MarchDie(Chance, frozen=True):
    """25.1b, 25.1c: the die of one Formation."""

    formation: int

    def _shown(self, p: GhostPosition) -> bool:
        return bool(p.shown >> self.formation & 1)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        table, die, shown = g.charts.allied, int(noun), self._shown(p)
        moves = table.moves[die - 1] if shown else table.hidden_moves if die >= table.hidden_moves_on else 0
        rule = "25.1b" if shown else "25.1c"
        p.tell("formation die", rule, die=die, moves=moves, **marker_data(g, p, self.formation))
        if moves:
            p.swap(March(self.formation, moves))
        else:
            p.pop()

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        grid = g.grid_name(p.formation_at[self.formation])
        return f"The die for the Formation in {grid}.", "25.1b" if self._shown(p) else "25.1c"


class March(Frame, frozen=True):
    """17.5b, 17.5d, 25.1d: so many Grids towards one of the nearest Germans, over any ground; contact stops it."""

    formation: int
    left: int
    target: int = -1

    def _choices(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        """Targets before the first step; then Grids that lower the distance and are open (15.6c, 15.7a)."""
        cell = p.formation_at[self.formation]
        if self.target < 0:
            return nearest_germans(g, p, cell)[1]
        limit = 2 if p.event == "counterattack" else 1
        far = g.grid.distance(cell, self.target)
        return [
            n for n in g.grid.neighbour[cell]
            if n >= 0 and g.grid.distance(n, self.target) < far and len(p.formations_in.get(n, ())) < limit
        ]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (CHANCE,) if self.left and len(self._choices(g, p)) > 1 else NOBODY

    def outcomes(self, g: GhostDivision, p: GhostPosition) -> list[tuple[Action, int]]:
        verb = "target" if self.target < 0 else "go"
        return [(f"{verb} {g.grid_name(cell)}", 1) for cell in self._choices(g, p)]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        choices = self._choices(g, p) if self.left else []
        if choices:
            self._take(g, p, *choices)
            return
        p.pop()
        if self.left:
            p.tell("formation stops", "15.6c", **marker_data(g, p, self.formation))

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        self._take(g, p, g.grid.bit[noun])

    def _take(self, g: GhostDivision, p: GhostPosition, cell: int) -> None:
        if self.target < 0:
            p.swap(March(self.formation, self.left, cell))
        else:
            self._step(g, p, cell)

    def _step(self, g: GhostDivision, p: GhostPosition, cell: int) -> None:
        """13.3f: into a Grid with German ground units it stops and is revealed; a Dummy is gone (17.2a)."""
        f = self.formation
        old = p.formation_at[f]
        river = (old, cell) in g.board.side_at
        p.river_foes = p.river_foes | 1 << f if river else p.river_foes & ~(1 << f)
        p.put_formation(g, f, cell)
        p.tell("formation moves", "17.5b", start=g.grid_name(old), river=river, **marker_data(g, p, f))
        if p.held & g.one[cell]:
            p.pop()
            if reveal_formation(g, p, f, "13.3f"):
                p.tell("formation contact", "25.1e", **marker_data(g, p, f))
        else:
            p.swap(March(f, self.left - 1, self.target))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        grid = g.grid_name(p.formation_at[self.formation])
        if self.target < 0:
            return f"Several Germans are equally near to the Formation in {grid}: one is picked.", "25.1d"
        return f"The Formation in {grid} moves towards {g.grid_name(self.target)}.", "17.5b"


def after_combat(g: GhostDivision, p: GhostPosition) -> None:
    """15.7a: once the battles of G4 are over, a Grid still holding more than one Formation loses one."""
    crowded = [cell for cell in bits(p.formation_cells) if len(p.formations_in[cell]) > 1]
    p.push(*[Crowded(cell) for cell in crowded])


class Crowded(Chance, frozen=True):
    """15.7a: even odds, 1 to 3 for one of the two, 4 to 6 for the other."""

    cell: int

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        first, second = sorted(p.formations_in[self.cell], key=lambda f: (not p.shown >> f & 1, f))  # 13.0a
        p.tell("crowded grid", "15.7a", grid=g.grid_name(self.cell), die=int(noun))
        send_back(g, p, first if int(noun) <= 3 else second, "15.7a")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Two Formations are in {g.grid_name(self.cell)}: one leaves.", "15.7a"
