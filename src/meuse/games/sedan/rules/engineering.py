"""12.0 Demolishing and building bridges, 13.0 Roadblocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import GERMAN, SIDES
from meuse.games.sedan.position import DIRTY, SedanPosition
from meuse.games.sedan.rules.movement import idle

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


Task = Literal["demolish", "block"]


def standing_bridges(g: Sedan, p: SedanPosition) -> int:
    """River hexsides with a bridge: printed and not blown, or a pontoon."""
    return (g.board.printed & ~p.blown) | p.pontoons


def demolishable_sides(g: Sedan, p: SedanPosition, hexes: int) -> list[int]:
    """12.0a: bridges of any kind on a side of these hexes."""
    sides = 0
    for hex in bits(hexes & g.board.riverside):
        sides |= g.board.sides_of[hex]
    return list(bits(standing_bridges(g, p) & sides))


def refuse_demolition(g: Sedan, p: SedanPosition, noun: str) -> Refusal:
    if noun not in g.board.side_index:
        return Refusal("12.0a", f"{noun or 'nothing'} is not a river hexside")
    if not standing_bridges(g, p) >> g.board.side_index[noun] & 1:
        return Refusal("12.0a", f"no bridge stands at {noun}")
    at = g.board.side_hexes[g.board.side_index[noun]]
    nobody = f"no activated combat unit that has not moved stands at the bridge {noun}"
    return refuse_tired(g, p, at) or Refusal("12.0b", nobody)


def refuse_tired(g: Sedan, p: SedanPosition, near: int) -> Refusal | None:
    """9.0d: whoever has attacked does no work in the Move mode after it."""
    for u in bits(p.fought & ~p.moved):
        if p.on_map(u) and near >> p.units[u].hex & 1:
            return Refusal("9.0d", f"{g.counters[u].name} has attacked and works no more in this activation")
    return None


def blockable_hexes(g: Sedan, p: SedanPosition, hexes: int, side: int) -> int:
    """13.0a, 13.0d: road hexes next to these, without enemies, roadblock or an attempt this turn."""
    closed = p.tried | p.roadblocks | p.occupied[1 - side]
    return g.grid.spread(hexes) & g.board.road_hexes & ~closed


def refuse_block(g: Sedan, p: SedanPosition, noun: str, side: int) -> Refusal:
    hex = g.grid.bit.get(noun, -1)
    if hex < 0 or not g.board.road_hexes >> hex & 1:
        return Refusal("13.0a", f"{noun or 'nothing'} is not a road hex")
    if p.tried >> hex & 1:
        return Refusal("13.0d", f"a roadblock has been tried in {noun} this turn")
    if p.roadblocks >> hex & 1:
        return Refusal("13.0h", f"the road in {noun} is already blocked")
    if p.occupied[1 - side] >> hex & 1:
        return Refusal("13.0a", f"{noun} holds enemy units")
    tired = refuse_tired(g, p, g.grid.near[hex])
    if tired:
        return tired
    if any(p.units[u].hex == hex for u in bits(idle(g, p) & ~g.hq_set)):
        return Refusal("13.0a", f"a unit blocks the road in a neighbouring hex, not in its own hex {noun}")
    return Refusal("13.0b", f"no activated combat unit that has not moved stands next to {noun}")


def destroy_bridge(g: Sedan, p: SedanPosition, s: int, rule: str) -> None:
    """11.2e, 12.0d: a printed bridge is blown; a pontoon is gone and spent (11.2f)."""
    pontoon = bool(p.pontoons >> s & 1)
    if pontoon:
        p.pontoons &= ~(1 << s)
    else:
        p.blown |= 1 << s
    p.zone = [DIRTY, DIRTY]
    p.tell("bridge blown", rule, bridge=g.board.side_names[s], river=g.board.side_river[s], pontoon=pontoon)


class WorkParty(Frame, frozen=True):
    """12.0d, 13.0e: the units that give up their move to an attempt; all are named before any die."""

    task: Task
    target: int
    """A river hexside's number, or a hex."""
    side: int
    units: int = 0

    def place(self, g: Sedan) -> str:
        return g.board.side_names[self.target] if self.task == "demolish" else g.hex_name(self.target)

    def rule(self) -> str:
        return "12.0b" if self.task == "demolish" else "13.0b"

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def able(self, g: Sedan, p: SedanPosition) -> list[int]:
        """Activated combat units there that have neither moved nor fought."""
        near = g.board.side_hexes[self.target] if self.task == "demolish" else g.grid.near[self.target]
        free = idle(g, p) & ~self.units & ~g.hq_set
        return [u for u in bits(free) if p.units[u].hex >= 0 and near >> p.units[u].hex & 1]

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.word("with", u) for u in self.able(g, p)] + (["roll"] if self.units else [])

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "with":
            p.swap(WorkParty(self.task, self.target, self.side, self.units | 1 << g.by_id[noun]))
            return
        p.moved |= self.units
        p.road &= ~self.units
        if self.task == "block":
            p.tried |= 1 << self.target
        p.swap(WorkDice(self.task, self.target, self.units.bit_count()))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "roll":
            return Refusal(self.rule(), "name at least one unit for the attempt first")
        if verb == "with" and noun in g.by_id:
            if p.fought >> g.by_id[noun] & 1:
                return Refusal("9.0d", f"{g.name_of(noun)} has attacked and works no more in this activation")
            return Refusal(self.rule(), f"{g.name_of(noun)} must be an activated combat unit there that has not moved")
        return Refusal(self.rule(), f"the attempt at {self.place(g)} must be finished first")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        what = "blow the bridge" if self.task == "demolish" else "block the road"
        return f"Choose the units that give up their move to {what} at {self.place(g)}, then roll.", self.rule()


class WorkDice(Chance, frozen=True):
    """One die a unit; a single success is enough, and nothing modifies it (12.0d, 12.0e, 13.0e, 13.0f)."""

    task: Task
    target: int
    left: int
    rolled: tuple[int, ...] = ()

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        rolled = (*self.rolled, int(noun))
        if self.left > 1:
            p.swap(WorkDice(self.task, self.target, self.left - 1, rolled))
            return
        p.pop()
        bridge = self.task == "demolish"
        needed = g.charts.success.demolish if bridge else g.charts.success.roadblock
        done = max(rolled) >= needed
        name = g.board.side_names[self.target] if bridge else g.hex_name(self.target)
        place: dict[str, Any] = {"bridge" if bridge else "hex": name}
        p.tell("attempt", "12.0d" if bridge else "13.0e", task=self.task, **place, dice=list(rolled), success=done)
        if done and bridge:
            destroy_bridge(g, p, self.target, "12.0d")
        elif done:
            p.roadblocks |= 1 << self.target
            p.tell("road blocked", "13.0e", **place)

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Dice for the attempt.", "12.0d" if self.task == "demolish" else "13.0e"


def pontoons_left(g: Sedan, p: SedanPosition) -> int:
    """3.4b: eight in the whole game, or by option eight at once."""
    used = p.pontoons.bit_count() if g.options["pontoons"] == "eight-at-once" else p.pontoons_laid
    return g.charts.limits.pontoons - used


class Pontoons(Frame, frozen=True):
    """3.4b, 3.4c, 12.1: the German lays pontoon bridges at the end of the turn."""

    def sites(self, g: Sedan, p: SedanPosition) -> list[int]:
        if pontoons_left(g, p) <= 0:
            return []
        bridged = standing_bridges(g, p)
        units = p.fighting[GERMAN]
        return [s for s, hexes in enumerate(g.board.side_hexes) if hexes & units and not bridged >> s & 1]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return ("german",) if self.sites(g, p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        words = g.side_words["pontoon"]
        return [words[s] for s in self.sites(g, p)] + ["done"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.pontoons |= 1 << g.board.side_index[noun]
        p.pontoons_laid += 1
        p.zone = [DIRTY, DIRTY]
        p.tell("pontoon", "12.1a", bridge=noun, left=pontoons_left(g, p))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb != "pontoon":
            return Refusal("12.1c", "only pontoons are laid now, or you are done")
        if noun not in g.board.side_index:
            return Refusal("12.1a", f"{noun or 'nothing'} is not a river hexside")
        if standing_bridges(g, p) >> g.board.side_index[noun] & 1:
            return Refusal("12.1a", f"a bridge stands at {noun}")
        return Refusal("3.4c", f"no German combat unit stands on either bank at {noun}")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        left = pontoons_left(g, p)
        return f"Lay pontoon bridges ({left} left), or be done.", "3.4b"


class ClearRoadblocks(Frame, frozen=True):
    """13.1: a side may clear roadblocks in hexes that its combat units have held all turn."""

    side: int

    def clearable(self, p: SedanPosition) -> int:
        return p.roadblocks & p.held[self.side]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.clearable(p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [g.hex_words["clear"][h] for h in bits(self.clearable(p))] + ["done"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        p.roadblocks &= ~(1 << g.grid.bit[noun])
        p.tell("road cleared", "13.1a", hex=noun)

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "clear" and noun in g.grid.bit:
            if not p.roadblocks >> g.grid.bit[noun] & 1:
                return Refusal("13.1a", f"there is no roadblock in {noun}")
            return Refusal("13.1a", f"no combat unit of yours has been in {noun} for the whole turn")
        return Refusal("13.1b", "roadblocks may be cleared now, or you are done")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Clear roadblocks in hexes held all turn, or be done.", "13.1a"
