"""9.0 Movement: steps, roads, rivers, stacks, and entering and leaving the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Part, Refusal, Tally
from meuse.engine.frames import Frame
from meuse.games.sedan.box.components import FRENCH, SIDES
from meuse.games.sedan.position import DUE, EXITED, SedanPosition
from meuse.games.sedan.rules import reinforcements
from meuse.games.sedan.rules.ground import LEAVE_ZOC, Cost, Ground
from meuse.games.sedan.rules.supply import is_out, movement_allowance
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

def relocate(g: Sedan, p: SedanPosition, u: int, to: int) -> None:
    """Move a piece to a hex, noting cavalry that comes back over the Meuse-Chiers line (6.1d)."""
    west = g.board.west_of_line
    if g.cavalry >> u & 1 and not west >> p.units[u].hex & 1 and west >> to & 1:
        p.crossed |= 1 << u
    p.put(g, u, to)


def idle(g: Sedan, p: SedanPosition) -> int:
    """9.0c, 9.0d: acting pieces that may still move or work: not moved, and as a rule not fought."""
    spent = p.moved if g.options["combat-move"] == "attackers-may-move" else p.moved | p.fought
    return p.acting & ~spent


class Moving(Frame, frozen=True):
    """9.0c, 9.3: one unit, or a stack that began together, on its way."""

    movers: tuple[int, ...]
    hex: int
    """Where they are; DUE for a reinforcement about to enter."""
    spent: tuple[int, int] = (0, 0)
    """Half points spent, by movement class: each member pays its own cost (9.3b)."""
    steps: int = 0
    by_road: bool = False
    halted: bool = False

    def side(self, g: Sedan) -> int:
        return g.side[self.movers[0]]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side(g)],)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        found = [] if self.halted else self.steps_ahead(g, p)
        found.append("stop")
        if self.hex == DUE:
            return found
        if self.steps == 0:
            found += [g.word("join", u) for u in self.joiners(g, p)]
        elif len(self.movers) > 1 and not self.halted:
            found += [g.word("drop", u) for u in self.movers]
        if not self.halted and self._may_exit(g, p) is None:
            found.append("exit")
        return found

    def joiners(self, g: Sedan, p: SedanPosition) -> list[int]:
        """9.3a: other units here that may still move."""
        free = idle(g, p)
        return [u for u in p.stacks[self.hex] if free >> u & 1 and u not in self.movers]

    def steps_ahead(self, g: Sedan, p: SedanPosition) -> list[Action]:
        """Every affordable next hex; "offroad" where the ordinary cost may be paid in place of the road rate."""
        found: list[Action] = []
        words, off_words = g.hex_words["step"], g.hex_words["offroad"]
        if self.hex == DUE:
            return list(self.entries(g, p))
        ground, left = ground_for(g, p, self.side(g)), self.left(g, p)
        for d, to in g.ways[self.hex]:
            by_road, by_land = step_costs(ground, self, d, to)
            if by_land is None:
                continue
            if by_road is not None and within(by_road, left):
                found.append(words[to])
                if within(by_land, left):
                    found.append(off_words[to])
            elif within(by_land, left):
                found.append(words[to])
        return found

    def entries(self, g: Sedan, p: SedanPosition) -> Iterator[Action]:
        """4.0a-4.0e: the same for a reinforcement's first hex."""
        words, off_words = g.hex_words["step"], g.hex_words["offroad"]
        (u,) = self.movers
        for to in reinforcements.entry_hexes(g, p, u):
            road, ordinary = entry_costs(g, p, u, to)
            if road:
                yield words[to]
                if self._affords(g, p, ordinary):
                    yield off_words[to]
            elif self._affords(g, p, ordinary):
                yield words[to]

    def left(self, g: Sedan, p: SedanPosition) -> Cost:
        """9.0f, 9.3b: what a step may cost by class, for all to afford it; PLENTY where nobody of a class moves, or
        where 9.1f gives one hex to a unit slowed by lack of supply."""
        left = [PLENTY, PLENTY]
        for u in self.movers:
            if self.steps or not (is_out(p, u) and g.halts_without_supply[u]):
                k = g.movement_class[u]
                left[k] = min(left[k], movement_allowance(g, p, u) - self.spent[k])
        return left[0], left[1]

    def _affords(self, g: Sedan, p: SedanPosition, cost: Cost) -> bool:
        return within(cost, self.left(g, p))

    def _may_exit(self, g: Sedan, p: SedanPosition) -> Refusal | None:
        """16.10g: None where the movers may leave the map now."""
        if self.hex not in g.exits or self.side(g) != g.exit_side:
            return Refusal("16.10g", "German units leave the map only by entry hexes 2 and 3, in the second scenario")
        if not self._affords(g, p, exit_cost(g, p, self.hex)):
            return Refusal("9.0f", "not enough movement points are left to leave the map")
        return None

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "step" or verb == "offroad":
            self._step(g, p, g.grid.bit[noun], verb == "offroad")
        elif verb == "stop":
            if self.hex != DUE:
                for u in self.movers:
                    finish(p, u, self.by_road)
            p.pop()
        elif verb == "join":
            p.swap(Moving((*self.movers, g.by_id[noun]), self.hex))
        elif verb == "drop":
            u = g.by_id[noun]
            finish(p, u, self.by_road)
            rest = tuple([v for v in self.movers if v != u])
            p.swap(Moving(rest, self.hex, self.spent, self.steps, self.by_road))
        else:
            for u in self.movers:
                leave_map(g, p, u)
            p.pop()

    def _step(self, g: Sedan, p: SedanPosition, to: int, off_road: bool) -> None:
        if self.hex == DUE:
            (u,) = self.movers
            road, ordinary = entry_costs(g, p, u, to)
            crossing = False
        else:
            d = g.grid.direction(self.hex, to)
            ground = ground_for(g, p, self.side(g))
            road, costs = step_costs(ground, self, d, to)
            assert costs is not None
            ordinary = costs
            crossing = bool(ground.whole_move[d] >> self.hex & 1)
        by_road, cost = False, ordinary
        if road is not None and not off_road and self._affords(g, p, road):
            by_road, cost = True, road
        for u in self.movers:
            relocate(g, p, u, to)
        enemy_zone = zone_of_control(g, p, 1 - self.side(g))
        rule = "9.2a" if by_road else "9.1b" if crossing else "4.0a" if self.hex == DUE else "9.0e"
        p.tell("step", rule, units=[g.ids[u] for u in self.movers], hex=g.hex_name(to), road=by_road,
               start=g.hex_name(self.hex))
        p.swap(
            Moving(
                self.movers,
                to,
                (self.spent[0] + cost[0], self.spent[1] + cost[1]),
                self.steps + 1,
                by_road,
                crossing or bool(enemy_zone >> to & 1),
            )
        )

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("step", "offroad"):
            if noun not in g.grid.bit:
                return Refusal("2.1d", f"{noun or 'nothing'} is not a hex of the map")
            return self._refuse_step(g, p, g.grid.bit[noun], verb == "offroad")
        if verb == "exit":
            return self.stopped(g, p) if self.halted else self._may_exit(g, p)
        if verb == "join":
            return Refusal("9.3a", "only activated units that begin in the same hex and have not moved may join")
        if verb == "drop":
            return Refusal("9.3c", "a unit can be dropped off only from a stack that has begun to move")
        return Refusal("9.0c", f"{g.names(self.movers)} must finish moving first")

    def stopped(self, g: Sedan, p: SedanPosition) -> Refusal:
        """8.0h, 9.1b: why halted movers go no further."""
        if zone_of_control(g, p, 1 - self.side(g)) >> self.hex & 1:
            return Refusal("8.0h", STOPPED)
        return Refusal("9.1b", "crossing a Major River without a bridge took the whole move")

    def _refuse_step(self, g: Sedan, p: SedanPosition, to: int, off_road: bool) -> Refusal | None:
        if self.halted:
            return self.stopped(g, p)
        if self.hex == DUE:
            (u,) = self.movers
            if to not in reinforcements.entry_hexes(g, p, u):
                entry = g.counters[u].entry.entry
                return Refusal("4.0a", f"{g.counters[u].name} enters at {entry} ({g.hex_name(g.board.entries[entry])})")
            road, ordinary = entry_costs(g, p, u, to)
            if off_road and road is None:
                return Refusal("9.2d", "there is no road rate to forgo here")
            return None if self._affords(g, p, ordinary) else Refusal("9.0f", "too few movement points")
        d = g.grid.direction(self.hex, to)
        if d < 0:
            return Refusal("9.0e", f"{g.hex_name(to)} is not next to {g.hex_name(self.hex)}")
        ground = ground_for(g, p, self.side(g))
        barred = ground.refuse(self.hex, d, to, self.steps > 0)
        return barred or self._refuse_cost(g, p, ground, d, to, off_road)

    def _refuse_cost(
        self, g: Sedan, p: SedanPosition, ground: Ground, d: int, to: int, off_road: bool
    ) -> Refusal | None:
        road, ordinary = step_costs(ground, self, d, to)
        assert ordinary is not None
        if off_road and road is None:
            return Refusal("9.2d", "there is no road rate to forgo here")
        cost = ordinary if off_road or road is None else road
        if self._affords(g, p, cost):
            return None
        tight = min(self.movers, key=lambda u: movement_allowance(g, p, u) - self.spent[g.movement_class[u]])
        left = movement_allowance(g, p, tight) - self.spent[g.movement_class[tight]]
        need = cost[g.movement_class[tight]]
        return Refusal(
            "9.0f", f"{g.hex_name(to)} costs {need / 2:g}, but {g.counters[tight].name} has {left / 2:g} left"
        )

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        if self.hex == DUE:
            return f"Bring {g.names(self.movers)} on, or stop here to hold it back.", "4.0a"
        if self.halted:
            return f"{g.names(self.movers)} must stop here.", self.stopped(g, p).rule
        return f"Move {g.names(self.movers)}, hex by hex, or stop.", "9.0e"


PLENTY = 1_000


def within(cost: Cost, left: Cost) -> bool:
    return cost[0] <= left[0] and cost[1] <= left[1]


STOPPED = "the unit has entered an enemy zone of control and must stop"


def ground_for(g: Sedan, p: SedanPosition, side: int) -> Ground:
    """The board as it is now for the moves of a side."""
    return g.ground(p, zone_of_control(g, p, 1 - side), p.occupied[1 - side])


def step_costs(ground: Ground, m: Moving, d: int, to: int) -> tuple[Cost | None, Cost | None]:
    """The road rate and the ordinary cost of a step; None where it is not to be had."""
    here = ground.g.one[m.hex]
    if ground.closed[m.steps > 0][d] & here:
        return None, None
    ordinary = ground.ordinary(m.hex, d, to)
    by_road = ground.road[d] & here and saves(ground.g, m.movers, ordinary)
    return (ground.g.road_cost if by_road else None), ordinary


def saves(g: Sedan, movers: tuple[int, ...], ordinary: Cost) -> bool:
    """9.2d: Road Movement is used only where it is cheaper for one of the movers, since it limits stacking."""
    road, classes = g.road_cost, g.movement_class
    return any(road[classes[u]] < ordinary[classes[u]] for u in movers)


def entry_costs(g: Sedan, p: SedanPosition, u: int, to: int) -> tuple[Cost | None, Cost]:
    """4.0c, 4.0e: the road rate at the unit's own entry hex, the ordinary cost elsewhere or in an enemy ZOC."""
    own = to == g.board.entries[g.counters[u].entry.entry]
    free = not (zone_of_control(g, p, 1 - g.side[u]) | p.roadblocks) >> to & 1
    ordinary = g.terrain_cost[to]
    return (g.road_cost if own and free and saves(g, (u,), ordinary) else None), ordinary


def can_enter(g: Sedan, p: SedanPosition, u: int) -> bool:
    """4.0a-4.0e: whether a reinforcement has a hex to come on at and the movement points for it."""
    return any(Moving((u,), DUE).entries(g, p))


def exit_cost(g: Sedan, p: SedanPosition, hex: int) -> Cost:
    """16.10g: the road rate, with the surcharge for leaving a French ZOC."""
    extra = LEAVE_ZOC if zone_of_control(g, p, FRENCH) >> hex & 1 else 0
    return g.road_cost[0] + extra, g.road_cost[1] + extra


def leave_map(g: Sedan, p: SedanPosition, u: int) -> None:
    """16.10g, 16.10h."""
    p.tell("exit", "16.10g", unit=g.ids[u], hex=g.hex_name(p.units[u].hex))
    p.put(g, u, EXITED)
    p.road &= ~(1 << u)
    p.moved |= 1 << u


def finish(p: SedanPosition, u: int, by_road: bool) -> None:
    """A unit's move is over; it carries a Road Move marker if its last hex was entered at the road rate (9.2c)."""
    p.moved |= 1 << u
    p.road = p.road | 1 << u if by_road else p.road & ~(1 << u)


def explain_stack(g: Sedan, p: SedanPosition, m: Moving) -> Tally:
    """7.1, 9.3b: the stacking points of those under way, and who slows them."""
    left = {u: movement_allowance(g, p, u) - m.spent[g.movement_class[u]] for u in m.movers}
    slow, quick = min(left, key=lambda u: left[u]), max(left.values())
    parts = [Part("stacking points that a hex holds", g.stack_limit, "7.1a")]
    if quick > left[slow]:
        parts.append(Part(f"slowed by {g.counters[slow].name}", f"{left[slow] / 2:g} of {quick / 2:g} points", "9.3b"))
    else:
        parts.append(Part("movement points left", f"{quick / 2:g}", "9.0f"))
    return Tally("stacking points", sum(g.points[u] for u in m.movers), tuple(parts))


def explain_step(g: Sedan, p: SedanPosition, m: Moving, to: int) -> Tally:
    """What the next hex costs, part by part, for the class of the first mover."""
    k = g.movement_class[m.movers[0]]
    d = g.grid.direction(m.hex, to)
    ground = ground_for(g, p, m.side(g))
    name = f"{g.counters[m.movers[0]].name} to {g.hex_name(to)}"
    refusal = m.stopped(g, p) if m.halted else ground.refuse(m.hex, d, to, m.steps > 0)
    if refusal is not None:
        return Tally(name, "not allowed", (Part(refusal.reason, "-", refusal.rule),))
    road, _ = step_costs(ground, m, d, to)
    if road is not None:
        return Tally(name, road[k] / 2, (Part("Road Movement", road[k] / 2, "9.2a"),))
    parts: list[Part] = []
    cost = ground.ordinary(m.hex, d, to, parts.append, k)
    whole = ground.whole_move[d] >> m.hex & 1
    return Tally(name, "whole move" if whole else cost[k] / 2, tuple(parts))
