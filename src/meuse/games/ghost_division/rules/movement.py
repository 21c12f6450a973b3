"""16.0 German ground movement, with Assault Crossings (23.3). Points are counted in halves, for the roads (16.4a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import Part, Refusal, Tally
from meuse.engine.frames import NOBODY, Frame
from meuse.games.ghost_division.box.components import ALL, ASSEMBLY
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import encounters
from meuse.games.ghost_division.rules.cooperative import close, commanded, commander, leader_of, seats_of, waive, way_on
from meuse.games.ghost_division.rules.stacking import battalions, load, room

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

LEAST = 1
"""20.8b: movement points that every unit has, whatever its Hits."""


def mobility(g: GhostDivision, p: GhostPosition, u: int) -> int:
    """Movement points of a unit: printed (36.2a, 36.5b change that first), less Hits, never below one (20.8b)."""
    printed = g.mobility[u]
    if g.with_logistics:
        if p.doubled >> u & 1:
            printed *= 2
        elif p.cut >> u & 1:
            printed = (printed + 1) // 2
    hits = p.hits[u]
    return printed - hits if hits < printed else LEAST


def step_cost(g: GhostDivision, p: GhostPosition, cell: int, to: int) -> int | None:
    """Half points for a step; None where a river bars it (16.3a)."""
    return g.crossings(p).costs[cell].get(to)


BOUNDLESS = 1000
"""More half points than any move has."""
BARRED = BOUNDLESS + 1


Step = tuple[int, str, int, int]


def judge_steps(g: GhostDivision, p: GhostPosition, cell: int, left: int = BOUNDLESS, needed: int = 0) -> list[Step]:
    """For each neighbouring Grid the rule against a step into it, or "", the cost, and the room left (15.1a, 16.3a).

    `left` are the half points of whoever goes, `needed` the thirds of a battalion that they fill.
    """
    costs, limit, loads = g.crossings(p).costs[cell], g.stack_limit, p.loads
    found = []
    for to in g.ways[cell]:
        cost, spare = costs.get(to, BARRED), limit[to] - loads[to] - needed
        if cost == BARRED:
            bar = "16.3a"
        elif p.flank and beyond_flank(g, p, to):
            bar = "9.1b"
        elif cost > left:
            bar = "16.0a"
        else:
            bar = "" if spare >= 0 else "15.1a"
        found.append((to, bar, cost, spare))
    return found


def beyond_flank(g: GhostDivision, p: GhostPosition, to: int) -> bool:
    """9.1b: Guard the flanks keeps units out of this Grid."""
    return g.board.column[to] < p.flank


class Ground(Frame, frozen=True):
    """D2b, 16.0a: units move one after another, alone or in stacks. It is over at once where nobody can move; else the
    commander ends it, so that the last move does not carry him into the battles."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return seats_of(g, p, movable(g, p)) or ((commander(g),) if p.moved else NOBODY)

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        words = g.unit_words["move"]
        return [*(words[u] for u in commanded(g, p, side, movable(g, p))), way_on(g, side, "end")]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "end":
            close(p)
            return
        if verb == "pass":
            waive(g, p, side)
            return
        u = g.by_id[noun]
        p.push(Moving((u,), p.places[u], bonus=p.bonus.get(u, 0), hq=u if p.bonus.get(u, 0) else -1, by=side))

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        close(p)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "move" and noun in g.by_id:
            return against_moving(g, p, g.by_id[noun], side)
        if verb == "exploit":
            return Refusal("11.0a", "Exploitation comes after the battles")
        if verb == "enhance":
            return Refusal("14.1e", "Enhanced Movement is declared before any unit moves")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Move units, alone or in stacks, or end the segment.", "16.0a"


def movable(g: GhostDivision, p: GhostPosition) -> Iterator[int]:
    """Units that have not moved in this segment and can take at least one step."""
    moved, thirds = p.moved, g.thirds
    for cell, stack in p.stacks.items():
        waiting = [u for u in stack if not moved >> u & 1]
        if not waiting or cell in p.formations_in:
            continue
        widest = widest_room(g, p, cell)
        for u in waiting:
            if thirds[u] <= widest or crossing_grids(g, p, (u,), cell):
                yield u


def widest_room(g: GhostDivision, p: GhostPosition, cell: int) -> int:
    """The most thirds that fit into one of the Grids that can be stepped into; -1 where there is none."""
    return max([spare for _, bar, _, spare in judge_steps(g, p, cell) if not bar], default=-1)


def leads_on(g: GhostDivision, p: GhostPosition, hq: int) -> bool:
    """14.1a: whether more points could carry a headquarters or its stack into a Grid, or on from there."""
    cell = p.places[hq]
    least = min([2 * mobility(g, p, u) for u in p.at(cell)]) + 2 * p.bonus.get(hq, 0)
    for to, bar, cost, _ in judge_steps(g, p, cell):
        if not bar and (cost > least or not encounters.sure_to_halt(g, p, to)):
            return True
    return False


def against_moving(g: GhostDivision, p: GhostPosition, u: int, side: str) -> Refusal:
    """Why a unit cannot be picked up now."""
    name, cell = g.units[u].name, p.places[u]
    if g.is_air[u]:
        return Refusal("27.0a", f"{name} is an air unit")
    if cell < ASSEMBLY:
        return Refusal("10.0b", f"{name} is not in play")
    if p.moved >> u & 1:
        return Refusal("14.1c", f"the move of {name} in this segment is over")
    if encounters.tied_down(p, cell):
        return Refusal("13.3c", f"{name} is held by the Allied Formation in {g.grid_name(cell)}")
    if side not in (commander(g), leader_of(g, p, u)):
        return Refusal("32.0a", f"{name} is not yours to command")
    barred = [against_step(g, p, Moving((u,), cell), to) for to in g.ways[cell]]
    return next((r for r in barred if r is not None), Refusal("16.0a", f"{name} cannot go anywhere"))


class Moving(Frame, frozen=True):
    """16.0a: a unit or stack on the move. `hq` leads an Enhanced or Exploitation Move to its end (14.1d, 22.1c)."""

    units: tuple[int, ...]
    cell: int
    spent: int = 0
    bonus: int = 0
    hq: int = -1
    exploit: bool = False
    under_way: bool = False
    halted: bool = False
    by: str = ""
    """The seat that picked the units (32.0a)."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if self.halted or (self.under_way and not self._someone_can_go_on(g, p)):
            return NOBODY
        return (self.by,)

    def _someone_can_go_on(self, g: GhostDivision, p: GhostPosition) -> bool:
        """Whether some unit of the stack, or its headquarters if it has one, could still take a step by itself."""
        for u in self.units if self.hq < 0 else (self.hq,):
            for _, bar, _, _ in judge_steps(g, p, self.cell, self.left(g, p, u), g.thirds[u]):
                if not bar:
                    return True
        return False

    def left(self, g: GhostDivision, p: GhostPosition, u: int) -> int:
        """Half points that a unit of the stack still has."""
        return 2 * (mobility(g, p, u) + self.bonus) - self.spent

    def means(self, g: GhostDivision, p: GhostPosition) -> tuple[int, int]:
        """The half points that the whole stack has left, and the thirds of a battalion that it fills."""
        return min([self.left(g, p, u) for u in self.units]), load(g, self.units)

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        steps, ways = g.grid_words["step"], self._open_ways(g, p)
        found = [steps[to] for to, _, _ in ways]
        if not self.under_way:
            found += [g.unit_words["join"][u] for u in self._joiners(g, p, side, ways)]
            found += [g.grid_words["cross"][to] for to in crossing_grids(g, p, self._crossers(g), self.cell)]
        elif len(self.units) > 1:
            found += [g.unit_words["drop"][u] for u in self.units if u != self.hq]
        found.append("done")
        return found

    def _crossers(self, g: GhostDivision) -> tuple[int, ...]:
        """23.3a, 23.3b: all of the stack must be able to cross; an HQ that pays for Exploitation may stay behind."""
        able = tuple(u for u in self.units if g.is_assault[u])
        return able if len(able) == len(self.units) or self.exploit else ()

    def _open_ways(self, g: GhostDivision, p: GhostPosition) -> list[tuple[int, int, int]]:
        """Grids that the whole stack can step into: with the cost, and the room left for more (15.1a)."""
        judged = judge_steps(g, p, self.cell, *self.means(g, p))
        return [(to, cost, spare) for to, bar, cost, spare in judged if not bar]

    def _joiners(self, g: GhostDivision, p: GhostPosition, side: str, ways: list[tuple[int, int, int]]) -> list[int]:
        """14.1b: units of the Grid that can come along."""
        there = p.at(self.cell)
        bars = self._judge_joining(g, p, side, there, ways)
        return [u for u, bar in zip(there, bars, strict=True) if not bar]

    def _judge_joining(
        self, g: GhostDivision, p: GhostPosition, side: str, units: Iterable[int], ways: list[tuple[int, int, int]]
    ) -> list[str]:
        """What keeps each of these units from coming along, or "": with it the stack must still have a way to go."""
        none = "under way" if self.under_way else "alone" if self.exploit and self.hq < 0 else ""
        moved, thirds, led = p.moved, g.thirds, side != g.sides[0]
        cheap = [spare for _, cost, spare in ways if cost <= 2 * LEAST]
        spacious, dear = max(cheap, default=-1), len(cheap) < len(ways)
        found = []
        for u in units:
            if moved >> u & 1:
                bar = "moved"
            elif u in self.units:
                bar = "there"
            elif none:
                bar = none
            elif u in p.bonus:
                bar = "leads"
            elif led and leader_of(g, p, u) != side:
                bar = "not yours"
            elif thirds[u] <= spacious or (dear and self._fits(g, p, u, ways)) or self._crosses_with(g, p, u):
                bar = ""
            else:
                bar = "no room"
            found.append(bar)
        return found

    def _fits(self, g: GhostDivision, p: GhostPosition, u: int, ways: list[tuple[int, int, int]]) -> bool:
        """Whether one of the ways has room for this unit too, and it has the points."""
        thirds, left = g.thirds[u], self.left(g, p, u)
        return any(thirds <= spare and cost <= left for _, cost, spare in ways)

    def _crosses_with(self, g: GhostDivision, p: GhostPosition, u: int) -> bool:
        """23.3a: whether the stack with this unit could make an Assault Crossing."""
        if not g.is_assault[u] or not g.board.banks.get(self.cell):
            return False
        grown = msgspec.structs.replace(self, units=(*self.units, u))
        return bool(crossing_grids(g, p, grown._crossers(g), self.cell))

    def _against_joining(self, g: GhostDivision, p: GhostPosition, side: str, u: int) -> Refusal | None:
        name = g.units[u].name
        if p.places[u] != self.cell:
            return Refusal("14.1b", f"{name} is not in the Grid where the move starts")
        reasons = {
            "moved": ("14.1c", f"the move of {name} in this segment is over"),
            "there": ("14.1b", f"{name} is in the stack already"),
            "under way": ("14.1c", "no unit may be picked up on the way"),
            "alone": ("22.1c", "only a headquarters can take other units along on an Exploitation Move"),
            "leads": ("14.1d", f"{name} leads an Enhanced Move of its own"),
            "not yours": ("32.0a", f"{name} is not yours to command"),
            "no room": ("16.2c", f"with {name} the stack would fit into no Grid that it can enter"),
        }
        [bar] = self._judge_joining(g, p, side, (u,), self._open_ways(g, p))
        return Refusal(*reasons[bar]) if bar else None

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "step":
            take_step(g, p, self, g.grid.bit[noun])
        elif verb == "cross":
            cross_river(g, p, self, g.grid.bit[noun])
        elif verb == "join":
            p.swap(msgspec.structs.replace(self, units=(*self.units, g.by_id[noun])))
        elif verb == "drop":
            u = g.by_id[noun]
            p.moved |= 1 << u
            p.tell("dropped off", "14.1c", unit=noun, grid=g.grid_name(self.cell))
            p.swap(msgspec.structs.replace(self, units=tuple(v for v in self.units if v != u)))
        else:
            finish(p, self)

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        finish(p, self)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("step", "cross") and noun in g.grid.bit:
            to = g.grid.bit[noun]
            return against_step(g, p, self, to) if verb == "step" else against_crossing(g, p, self, to)
        if verb in ("join", "drop") and noun in g.by_id:
            u = g.by_id[noun]
            if verb == "join":
                return self._against_joining(g, p, side, u)
            if u == self.hq:
                return Refusal("14.1d", "the headquarters itself cannot be dropped off")
            return Refusal("14.1c", "only units of a stack that has set out can be dropped off")
        if verb in ("move", "exploit"):
            return Refusal("16.0a", "finish the move under way first")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        who = g.units[self.units[0]].name
        more = f" and {len(self.units) - 1} more" if len(self.units) > 1 else ""
        rule = "22.1e" if self.exploit else "14.1b" if self.bonus else "16.0a"
        return f"{who}{more}: take units along, step on, drop units off, or stop.", rule


def finish(p: GhostPosition, move: Moving) -> None:
    for u in move.units:
        p.moved |= 1 << u
    p.pop()


def against_step(g: GhostDivision, p: GhostPosition, move: Moving, to: int) -> Refusal | None:
    """The rule against a step of the whole stack, or None, in words (companion of 16.1 to 16.4, 15.1a)."""
    cell, grid = move.cell, g.grid_name(to)
    if to not in g.ways[cell]:
        where = "the Assembly Area" if cell == ASSEMBLY else g.grid_name(cell)
        rule = "6.2b" if cell == ASSEMBLY else "16.1a"
        return Refusal(rule, f"{grid} has no common side with {where}")
    left, needed = move.means(g, p)
    _, bar, cost, spare = next(step for step in judge_steps(g, p, cell, left, needed) if step[0] == to)
    if not bar:
        return None
    if bar == "16.3a":
        return Refusal(bar, f"no bridge stands over the river between {g.grid_name(cell)} and {grid}")
    if bar == "9.1b":
        return _kept_back(p)
    if bar == "16.0a":
        slow = next(u for u in move.units if move.left(g, p, u) < cost)
        return Refusal(bar, f"{g.units[slow].name} has {move.left(g, p, slow) / 2:g} movement left and {grid} costs "
                            f"{cost / 2:g}")
    fits = battalions(spare + needed)
    return Refusal(bar, f"{grid} has room for {fits} battalions and {battalions(needed)} would come")


def _kept_back(p: GhostPosition) -> Refusal:
    return Refusal("9.1b", f"Guard the flanks: no unit may go west of column {p.flank}")


def take_step(g: GhostDivision, p: GhostPosition, move: Moving, to: int) -> None:
    """Move, note a river crossed (20.6a), halt in woods and on the east edge (16.2b, 16.2d), meet markers."""
    cost = step_cost(g, p, move.cell, to)
    assert cost is not None
    first = move.cell == ASSEMBLY
    crossed = (move.cell, to) in g.board.side_at
    relocate(g, p, move.units, to, crossed)
    halts = first or bool(g.stops & g.one[to])
    spent = move.spent if cost == ALL else move.spent + cost
    p.swap(msgspec.structs.replace(move, cell=to, spent=spent, under_way=True, halted=halts))
    rule = "6.2b" if first else "16.4a" if cost == g.road_cost else "16.0a"
    p.tell("step", rule, **way(g, move.units, move.cell, to))
    if move.exploit:
        p.entered |= g.one[to]
    encounters.enter(g, p, to, move.units)


def way(g: GhostDivision, units: tuple[int, ...], cell: int, to: int) -> dict[str, Any]:
    """A step as an event tells it."""
    return {"units": [g.ids[u] for u in units], "from": g.grid_name(cell), "to": g.grid_name(to)}


def relocate(g: GhostDivision, p: GhostPosition, units: tuple[int, ...], to: int, crossed: bool) -> None:
    for u in units:
        p.put(g, u, to)
        p.acted |= 1 << u
        if crossed:
            p.crossed |= 1 << u
        else:
            p.crossed &= ~(1 << u)


def crossing_grids(g: GhostDivision, p: GhostPosition, units: tuple[int, ...], cell: int) -> list[int]:
    """23.3a: Grids that these units can reach by an Assault Crossing."""
    if not units or cell < 0:
        return []
    banks = [g.board.river_sides[index] for index in g.board.banks[cell]]
    return [to for to in (b if a == cell else a for a, b, _ in banks) if judge_crossing(g, p, units, cell, to) is None]


def judge_crossing(g: GhostDivision, p: GhostPosition, units: tuple[int, ...], cell: int, to: int) -> Refusal | None:
    """23.3a: the rule against an Assault Crossing of these units from where they began, or None."""
    if (cell, to) not in g.board.side_at:
        return Refusal("23.3a", f"no river runs between {g.grid_name(cell)} and {g.grid_name(to)}")
    if g.standing(p) >> g.board.side_at[cell, to] & 1:
        return Refusal("23.3a", "the river is bridged here: step over the bridge")
    if not units or not all(g.is_assault[u] for u in units):
        return Refusal("23.3a", "only engineers, infantry and motorcycle units can make an Assault Crossing")
    if not any(g.is_engineer[u] for where in (cell, to) for u in p.at(where)):
        return Refusal("23.3a", f"no engineer unit stands in {g.grid_name(cell)} or {g.grid_name(to)}")
    if beyond_flank(g, p, to):
        return _kept_back(p)
    if load(g, units) > room(g, p, to):
        return Refusal("15.1a", f"{g.grid_name(to)} has not enough room")
    return None


def against_crossing(g: GhostDivision, p: GhostPosition, move: Moving, to: int) -> Refusal | None:
    """Why a stack under way or about to set out cannot cross into that Grid."""
    if move.under_way:
        return Refusal("23.3b", "an Assault Crossing is the whole move, from the Grid where the unit began")
    return judge_crossing(g, p, move._crossers(g), move.cell, to)


def cross_river(g: GhostDivision, p: GhostPosition, move: Moving, to: int) -> None:
    """23.3b: one Grid, across the river, and that is the whole move; those who cannot cross stay."""
    crossers = move._crossers(g)
    relocate(g, p, crossers, to, True)
    p.act(move.units)
    p.swap(msgspec.structs.replace(move, cell=to, under_way=True, halted=True))
    p.tell("assault crossing", "23.3a", **way(g, crossers, move.cell, to))
    if move.exploit:
        p.entered |= g.one[to]
    encounters.enter(g, p, to, crossers)


def explain_stack(g: GhostDivision, p: GhostPosition, move: Moving) -> Tally:
    """15.0, 16.2c: how full the stack is, how much the roomiest Grid ahead holds, and who slows it."""
    left, filled = move.means(g, p)
    ways = judge_steps(g, p, move.cell, left, filled)
    most = max([spare + filled for _, bar, _, spare in ways if bar in ("", "15.1a")], default=filled)
    slow = min(move.units, key=lambda u: move.left(g, p, u))
    quick = max(move.left(g, p, u) for u in move.units)
    parts = [Part("room in the roomiest Grid beside it", battalions(most), "15.1a")]
    if quick > left:
        parts.append(Part(f"slowed by {g.units[slow].name}", f"{left / 2:g} of {quick / 2:g} points", "16.2c"))
    else:
        parts.append(Part("points left", f"{left / 2:g}", "16.0a"))
    return Tally("battalions in the stack", battalions(filled), tuple(parts))


def explain_step(g: GhostDivision, p: GhostPosition, move: Moving, to: int) -> Tally:
    """What a step costs and what is left after it."""
    grid = g.grid_name(to)
    cost = step_cost(g, p, move.cell, to)
    if cost is None:
        return Tally(f"step into {grid}", "barred", (Part("an unbridged river", "no crossing", "16.3a"),))
    if cost == ALL:
        return Tally(f"step into {grid}", "all", (Part("entering from the Assembly Area", "all points", "6.2b"),))
    label, rule = ("along the road", "16.4a") if cost == g.road_cost else (g.board.terrain[to], "16.0a")
    parts = [Part(label, cost / 2, rule)]
    for u in move.units:
        left = (move.left(g, p, u) - cost) / 2
        parts.append(Part(f"left to {g.units[u].name}", left, "20.8b" if p.hits[u] else "16.0a"))
    if g.stops & g.one[to]:
        parts.append(Part("woods: STOP", "halts", "16.2b"))
    return Tally(f"step into {grid}", cost / 2, tuple(parts))
