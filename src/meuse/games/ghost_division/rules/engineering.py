"""23.1 Building bridges, 23.2 clearing Obstacles, 30.0 Bridge markers, 31.0 Bridgeheads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action, Refusal, Stake
from meuse.engine.frames import Chance, Frame
from meuse.games.ghost_division.box.components import BOX
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import close, commanded, seats_of, waive, way_on

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

BUILT_ON = 4
"""23.1a."""
CLEARED_ON = 3
"""23.2a."""
TASKS = ("bridge", "bridgehead", "restore", "clear")


def against_bridge(g: GhostDivision, p: GhostPosition, side: int) -> Refusal | None:
    """23.1a, 30.1c, 31.1a: a Bridge marker goes on a river side without any bridge."""
    name = g.board.side_names[side]
    if p.bridgeheads >> side & 1:
        return Refusal("31.1a", f"a Bridge may not be placed on the Bridgehead {name}")
    if g.standing(p) >> side & 1:
        return Refusal("23.1a", f"a bridge stands at {name}")
    if p.bridges.bit_count() >= g.charts.markers.bridges:
        return Refusal("30.1c", "no Bridge marker is left")
    return None


def against_bridgehead(g: GhostDivision, p: GhostPosition, side: int) -> Refusal | None:
    """31.0a, 31.1a, 31.2a: an unbridged side, a blown bridge, or a Bridge marker to replace."""
    name = g.board.side_names[side]
    if p.bridgeheads >> side & 1:
        return Refusal("31.0a", f"a Bridgehead is at {name}")
    if (g.board.printed & ~p.blown) >> side & 1:
        return Refusal("31.0a", f"the printed bridge {name} stands")
    if p.bridgeheads.bit_count() >= g.charts.markers.bridgeheads:
        return Refusal("31.2a", "no Bridgehead marker is left")
    return None


def against_restoring(g: GhostDivision, p: GhostPosition, side: int) -> Refusal | None:
    """23.1a: a printed bridge that has been blown and is not spanned otherwise."""
    name = g.board.side_names[side]
    if not p.blown >> side & 1:
        return Refusal("23.1a", f"no blown bridge is at {name}")
    if g.standing(p) >> side & 1:
        return Refusal("23.1a", f"{name} is bridged: take that marker up first")
    return None


AGAINST = {"bridge": against_bridge, "bridgehead": against_bridgehead, "restore": against_restoring}


def obstacle_in(g: GhostDivision, p: GhostPosition, cell: int) -> bool:
    """23.2a: a revealed Obstacle."""
    m = p.fog_here(cell)
    return m >= 0 and bool(p.fog_shown >> m & 1) and g.fog[m].kind == "obstacle"


def tasks(g: GhostDivision, p: GhostPosition, u: int) -> list[Action]:
    """What an Engineer may try where it stands."""
    cell = p.places[u]
    found = [
        g.side_words[task][side]
        for side in g.board.banks[cell] for task, against in AGAINST.items() if against(g, p, side) is None
    ]
    return [*found, g.grid_words["clear"][cell]] if obstacle_in(g, p, cell) else found


class Engineering(Frame, frozen=True):
    """23.0, segment D5: each Engineer on the map may try one task; Bridges beside Engineers may be taken up (30.1b)."""

    worked: int = 0

    def _able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [u for u in g.engineers if p.places[u] >= 0 and not self.worked >> u & 1 and tasks(g, p, u)]

    def _takes_up(self, g: GhostDivision, p: GhostPosition) -> dict[int, int]:
        """30.1b, 31.2a: markers beside which an Engineer stands, and that Engineer."""
        spans = p.bridges | p.bridgeheads
        if not spans:
            return {}
        found: dict[int, int] = {}
        for u in g.engineers:
            if p.places[u] >= 0:
                found.update({side: u for side in g.board.banks[p.places[u]] if spans >> side & 1})
        return found

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        able = [*self._able(g, p), *self._takes_up(g, p).values()]
        return seats_of(g, p, able)

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        spans = {s: u for s, u in self._takes_up(g, p).items() if commanded(g, p, side, (u,))}
        return [
            *(g.unit_words["work"][u] for u in commanded(g, p, side, self._able(g, p))),
            *(g.side_words["take-up"][s] for s in spans),
            way_on(g, side, "done"),
        ]

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        close(p)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            close(p)
        elif verb == "pass":
            waive(g, p, side)
        elif verb == "work":
            u = g.by_id[noun]
            p.swap(Engineering(self.worked | 1 << u))
            p.push(Task(u, side))
        else:
            self._take_up(g, p, g.board.side_index[noun])

    def _take_up(self, g: GhostDivision, p: GhostPosition, side: int) -> None:
        kind = "bridge" if p.bridges >> side & 1 else "bridgehead"
        p.bridges &= ~(1 << side)
        p.bridgeheads &= ~(1 << side)
        rule = "30.1b" if kind == "bridge" else "31.2a"
        p.tell("bridge taken up", rule, side=g.board.side_names[side], kind=kind)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "take-up":
            return self._refuse_take_up(g, p, noun)
        if verb in TASKS:
            return Refusal("23.1a", "choose the Engineer first")
        if verb != "work" or noun not in g.by_id:
            return None
        u = g.by_id[noun]
        name = g.units[u].name
        if not g.is_engineer[u]:
            return Refusal("23.1a", f"{name} is no Engineer")
        if p.places[u] < 0:
            return Refusal("23.1a", f"{name} is not on the map")
        if self.worked >> u & 1:
            return Refusal("23.1a", f"{name} has had its task in this segment")
        if not tasks(g, p, u):
            return Refusal("23.1a", f"there is no bridge to build and no Obstacle to clear where {name} stands")
        return Refusal("32.0a", f"{name} is not yours to command")

    def _refuse_take_up(self, g: GhostDivision, p: GhostPosition, noun: str) -> Refusal:
        side = g.board.side_index.get(noun, -1)
        if side < 0 or not (p.bridges | p.bridgeheads) >> side & 1:
            return Refusal("30.1b", f"no Bridge marker is at {noun or 'that place'}")
        if side in self._takes_up(g, p):
            return Refusal("32.0a", f"the Engineer at {noun} is not yours to command")
        return Refusal("30.1b", f"no Engineer stands beside {noun}")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Engineering: set Engineers to work, take up Bridges, or be done.", "23.1a"


def _chance(g: GhostDivision, action: Action) -> str:
    """23.1a, 23.2a: the river, and the die that a task needs."""
    verb, _, place = action.partition(" ")
    least = CLEARED_ON if verb == "clear" else BUILT_ON
    river = "" if verb == "clear" else f"{g.board.side_river[g.board.side_index[place]]}, "
    return f"{river}{least} to 6: {round(100 * (7 - least) / 6)} %"


class Task(Frame, frozen=True):
    """23.1a: an Engineer has been set to work, and its task is to be chosen."""

    unit: int
    by: str
    """The seat that picked it (32.0a)."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (self.by,)

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [*tasks(g, p, self.unit), "pass"]

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return {action: Stake(chance=_chance(g, action)) for action in tasks(g, p, self.unit)}

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb != "pass":
            p.act((self.unit,))
            target = g.grid.bit[noun] if verb == "clear" else g.board.side_index[noun]
            p.push(WorkDie(self.unit, verb, target))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        name, cell = g.units[self.unit].name, p.places[self.unit]
        if verb == "take-up":
            return Refusal("23.1a", f"{name} chooses its task first, or passes")
        if verb == "clear":
            return Refusal("23.2a", f"{noun} is not a Grid in which {name} stands beside a revealed Obstacle")
        at = g.board.side_index.get(noun, -1)
        if verb not in AGAINST or at < 0:
            return Refusal("23.1a", f"{name} chooses a task where it stands first, or passes")
        if at not in g.board.banks[cell]:
            return Refusal("23.1a", f"{name} does not stand beside {noun}")
        refusal = AGAINST[verb](g, p, at)
        assert refusal is not None
        return refusal

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Choose the task of {g.units[self.unit].name}, or pass.", "23.1a"


class WorkDie(Chance, frozen=True):
    """23.1a, 23.2a, 31.0a: one die for the task."""

    unit: int
    task: str
    target: int
    """A river side's number, or a Grid."""

    def _rule(self) -> str:
        return {"clear": "23.2a", "bridgehead": "31.0a"}.get(self.task, "23.1a")

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        clearing = self.task == "clear"
        success = int(noun) >= (CLEARED_ON if clearing else BUILT_ON)
        name = g.grid_name(self.target) if clearing else g.board.side_names[self.target]
        place: dict[str, Any] = {"grid" if clearing else "side": name}
        p.pop()
        p.tell(
            "engineering", self._rule(), unit=g.ids[self.unit], task=self.task, **place, die=int(noun), success=success,
        )
        if success and clearing:
            p.put_fog(g, p.fog_in[self.target], BOX)
            p.tell("fog cleared", "23.2a", **place, kind="obstacle")
        elif success:
            self._build(g, p)

    def _build(self, g: GhostDivision, p: GhostPosition) -> None:
        bit, name = 1 << self.target, g.board.side_names[self.target]
        if self.task == "restore":
            p.blown &= ~bit
            p.tell("bridge restored", "23.1a", side=name, river=g.board.side_river[self.target])
            return
        if self.task == "bridge":
            p.bridges |= bit
        else:
            if p.bridges & bit:
                p.tell("bridge replaced", "31.1a", side=name)
            p.bridges &= ~bit
            p.bridgeheads |= bit
        p.tell("bridge built", self._rule(), side=name, kind=self.task, river=g.board.side_river[self.target])
        a, b, _ = g.board.river_sides[self.target]
        p.take_up_bridges(g, a)
        p.take_up_bridges(g, b)

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"The die for {g.units[self.unit].name} at work.", self._rule()
