"""6.0 Activation: the cup, the drawn chit, who may act, and the two modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.combat import CombatMode
from meuse.games.sedan.rules.engineering import (
    WorkParty,
    blockable_hexes,
    demolishable_sides,
    refuse_block,
    refuse_demolition,
)
from meuse.games.sedan.rules.movement import Moving, idle
from meuse.games.sedan.rules.overrun import OverrunMode
from meuse.games.sedan.rules.reinforcements import entry_hexes, is_due
from meuse.games.sedan.rules.stacking import StackingCheck
from meuse.games.sedan.rules.supply import FuelRoll, short_of_fuel

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

CAVALRY_CHIT = "2A-Cav"


def fill_cup(g: Sedan, p: SedanPosition) -> None:
    """2.6a, 3.3a: every chit whose first turn has come."""
    p.cup = tuple(sorted(name for name, chit in g.chits.items() if chit.first_turn <= p.turn))


class DrawChit(Chance, frozen=True):
    """3.3b, 3.3f: a chit is drawn blind until the cup is empty."""

    first: bool = False

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return ("chance",) if p.cup else ()

    def outcomes(self, g: Sedan, p: SedanPosition) -> list[tuple[Action, int]]:
        """16.2a: the 2nd Army Cavalry chit counts as drawn first."""
        opens = self.first and CAVALRY_CHIT in p.cup and (p.turn == 1 or g.options["cavalry-first"] == "every-turn")
        return [(f"chit {c}", 1) for c in ((CAVALRY_CHIT,) if opens else p.cup)]

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [action for action, _ in self.outcomes(g, p)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.swap(DrawChit())
        p.cup = tuple(c for c in p.cup if c != noun)
        p.chit = noun
        p.tell("chit", "3.3b", chit=noun, side=g.chits[noun].side)
        p.push(Open(noun))

    def run(self, g: Sedan, p: SedanPosition) -> None:
        p.pop()

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "A Corps Activation Chit is drawn.", "3.3b"


def headquarters_at_draw(g: Sedan, p: SedanPosition, chit: str, left: int) -> dict[int, list[int]]:
    """6.0b: HQs of the drawn colour with the hexes they count in: their own, or if due now their entry hexes."""
    places: dict[int, list[int]] = {}
    for h in bits(g.corps_units[g.chits[chit].corps] & g.hq_set & ~left):
        if p.units[h].hex >= 0:
            places[h] = [p.units[h].hex]
        elif is_due(g, p, h) and g.options["entering-hq"] == "counts":
            places[h] = entry_hexes(g, p, h)
    return places


def eligible(g: Sedan, p: SedanPosition, chit: str, left: int) -> dict[int, int]:
    """6.0a-6.2b: the pieces on the map that the chit may activate, each with the HQs that reach it (none needed: 0)."""
    places = headquarters_at_draw(g, p, chit, left)
    found: dict[int, int] = {h: 0 for h in places if p.units[h].hex >= 0}
    corps = g.chits[chit].corps
    candidates = g.corps_units[corps] & ~g.hq_set
    if g.chits[chit].side == "french" and chit != CAVALRY_CHIT:
        candidates |= p.crossed
    for u in bits(candidates & ~p.activated & ~left):
        hex = p.units[u].hex
        if hex < 0:
            continue
        if needs_no_headquarters(g, p, u, chit):
            found[u] = 0
        elif chit != CAVALRY_CHIT:
            reach = 0
            for h, hexes in places.items():
                if any(g.grid.disc(c, g.range[h]) >> hex & 1 for c in hexes):
                    reach |= 1 << h
            if reach:
                found[u] = reach
    return found


def needs_no_headquarters(g: Sedan, p: SedanPosition, u: int, chit: str) -> bool:
    """6.1a, 6.1c, 6.1d: unflagged cavalry and the Belgian; 6.2a: the Spahis; 6.0a: Niwi on turn 1."""
    if chit == CAVALRY_CHIT:
        return not p.crossed >> u & 1
    return bool(g.spahis >> u & 1) or g.ids[u] == g.niwi


def waiting_to_enter(g: Sedan, p: SedanPosition, chit: str) -> int:
    """4.0a: reinforcements of the chit's colour whose turn has come."""
    waiting = 0
    for u in bits(g.corps_units[g.chits[chit].corps]):
        if is_due(g, p, u):
            waiting |= 1 << u
    return waiting


class Open(Frame, frozen=True):
    """3.3c, 6.0d: the owner may leave pieces out; all others within range are activated."""

    chit: str
    left: int = 0

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        some = waiting_to_enter(g, p, self.chit) or eligible(g, p, self.chit, 0)
        return (g.chits[self.chit].side,) if some else ()

    def leavable(self, g: Sedan, p: SedanPosition) -> list[int]:
        """Pieces on the map, and due HQs, which need not lend their range from the entry hex."""
        due = headquarters_at_draw(g, p, self.chit, self.left)
        return sorted({*eligible(g, p, self.chit, self.left), *due})

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return ["activate", *(g.word("leave", u) for u in self.leavable(g, p))]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "leave":
            p.swap(Open(self.chit, self.left | 1 << g.by_id[noun]))
            return
        p.pop()
        activate(g, p, self.chit, self.left)

    def run(self, g: Sedan, p: SedanPosition) -> None:
        p.tell("chit spent", "3.3e", chit=self.chit)
        p.chit = ""
        p.pop()

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "leave" and noun in g.by_id:
            u = g.by_id[noun]
            if p.activated >> u & 1:
                return Refusal("6.0e", f"{g.name_of(noun)} has had its activation this turn")
            return Refusal("6.0b", f"{g.name_of(noun)} cannot be activated by this chit in any case")
        return Refusal("3.3c", "first settle which units are activated")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.chits[self.chit].corps} is drawn: activate its units, leaving out any you wish.", "6.0d"


def bound_to_enter(p: SedanPosition, command: dict[int, int]) -> int:
    """6.0b: the HQs without which some unit would not act, and which are still to enter."""
    bound = 0
    for reach in command.values():
        if reach and all(p.units[h].hex < 0 for h in bits(reach)):
            bound |= reach
    return bound


def activate(g: Sedan, p: SedanPosition, chit: str, left: int) -> None:
    """Mark what acts now, roll for fuel, and let the owner choose the order of the modes."""
    on_map = eligible(g, p, chit, left)
    waiting = waiting_to_enter(g, p, chit)
    acting = waiting
    for u in on_map:
        acting |= 1 << u
    p.acting = acting
    p.command = on_map
    p.bound = bound_to_enter(p, on_map)
    p.activated |= acting & ~waiting
    p.tell("activated", "6.0d", chit=chit, units=[g.ids[u] for u in on_map], waiting=[g.ids[u] for u in bits(waiting)])
    p.push(*[FuelRoll(f) for f in short_of_fuel(g, p)], Order(chit))


class Order(Frame, frozen=True):
    """3.3d: Move then Combat, or the reverse."""

    chit: str

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (g.chits[self.chit].side,)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return ["combat-move", "move-combat"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.tell("order", "3.3d", order=verb)
        fight_first = verb == "combat-move"
        p.swap(Modes(self.chit, ("combat", "overrun", "move") if fight_first else ("move", "combat", "overrun")))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("3.3d", "choose the order of the modes first: move-combat or combat-move")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Move first and then fight, or fight first?", "3.3d"


class Modes(Frame, frozen=True):
    """The modes still to come; when none is left the activation closes (3.3e)."""

    chit: str
    left: tuple[Literal["move", "combat", "overrun"], ...]

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if not self.left:
            close(g, p)
            return
        side = SIDES.index(g.chits[self.chit].side)
        p.swap(Modes(self.chit, self.left[1:]))
        if self.left[0] == "move":
            p.push(MoveMode(self.chit), StackingCheck(side))
        elif self.left[0] == "combat":
            p.push(CombatMode(side, p.occupied[1 - side]))
        else:
            p.push(OverrunMode(side), StackingCheck(side))


def close(g: Sedan, p: SedanPosition) -> None:
    """5.3e, 3.3e: fuel markers and the marks of this activation come off."""
    p.pop()
    p.activated |= entered(p)
    p.tell("chit done", "3.3e", chit=p.chit)
    p.acting = p.bound = p.moved = p.fought = p.overrun = p.low_fuel = p.guns = 0
    p.command = {}
    p.chit = ""


def entered(p: SedanPosition) -> int:
    """Reinforcements that came on in this activation have had it for this turn (6.0e)."""
    return sum(1 << u for u in bits(p.acting) if p.units[u].hex >= 0)


class MoveMode(Frame, frozen=True):
    """9.0a: activated units move one after another, reinforcements enter, bridges and roads are broken."""

    chit: str

    def side(self, g: Sedan) -> int:
        return SIDES.index(g.chits[self.chit].side)

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (g.chits[self.chit].side,)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        found: list[Action] = []
        fighters = 0
        move, enter = g.unit_words["move"], g.unit_words["enter"]
        units = p.units
        for u in bits(idle(g, p)):
            hex = units[u].hex
            if hex >= 0:
                found.append(move[u])
                if not g.is_hq[u]:
                    fighters |= g.one[hex]
            elif hex == DUE and entry_hexes(g, p, u):
                found.append(enter[u])
        found += [g.word("unmark", u) for u in bits(self.unmarkable(p))]
        found += [g.side_words["demolish"][s] for s in demolishable_sides(g, p, fighters)]
        found += [g.hex_words["block"][h] for h in bits(blockable_hexes(g, p, fighters, self.side(g)))]
        if not self.must_enter(g, p):
            found.append("end")
        return found

    def unmarkable(self, p: SedanPosition) -> int:
        """9.2d: acting pieces with a Road Move marker from an earlier turn, whether or not they have fought."""
        return p.road & p.acting & ~p.moved

    def must_enter(self, g: Sedan, p: SedanPosition) -> list[int]:
        """6.0b: HQs that lent their range from the entry hex and are still off the map."""
        return [h for h in bits(p.bound & ~p.moved) if p.units[h].hex == DUE and entry_hexes(g, p, h)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb in ("move", "enter"):
            u = g.by_id[noun]
            p.push(Moving((u,), p.units[u].hex))
        elif verb == "unmark":
            p.road &= ~(1 << g.by_id[noun])
            p.tell("unmarked", "9.2d", unit=noun)
        elif verb == "demolish":
            p.push(WorkParty("demolish", g.board.side_index[noun], self.side(g)))
        elif verb == "block":
            p.push(WorkParty("block", g.grid.bit[noun], self.side(g)))
        else:
            p.pop()

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("move", "enter", "unmark"):
            return self._refuse_unit(g, p, verb, noun)
        if verb == "demolish":
            return refuse_demolition(g, p, noun)
        if verb == "block":
            return refuse_block(g, p, noun, self.side(g))
        if verb == "end" and self.must_enter(g, p):
            names = g.names(tuple(self.must_enter(g, p)))
            return Refusal("6.0b", f"{names} has activated units from its entry hex and must enter first")
        return None

    def _refuse_unit(self, g: Sedan, p: SedanPosition, verb: str, noun: str) -> Refusal:
        if noun not in g.by_id:
            return Refusal("2.3b", f"there is no unit {noun!r}")
        u, name = g.by_id[noun], g.name_of(noun)
        if g.side[u] != self.side(g):
            return Refusal("2.6c", f"{name} is not on the side whose chit was drawn")
        if p.units[u].hex < 0:
            if p.units[u].hex != DUE:
                return Refusal("4.0a", f"{name} is not on the map")
            if not is_due(g, p, u):
                return Refusal("4.0a", f"{name} is due to enter on turn {g.counters[u].entry.turn}")
            if not p.acting >> u & 1:
                return Refusal("4.0a", f"{name} enters with the chit of its own colour")
            if not entry_hexes(g, p, u):
                return Refusal("4.0e", f"no hex of the map edge is free for {name}")
        if not p.acting >> u & 1:
            if p.activated >> u & 1:
                return Refusal("6.0e", f"{name} has had its activation this turn")
            return Refusal("6.0a", f"{name} is not activated by this chit")
        if p.moved >> u & 1:
            return Refusal("9.0c", f"{name} has finished its move")
        if verb == "unmark":
            return Refusal("9.2d", f"{name} carries no Road Move marker")
        if p.fought >> u & 1:
            return Refusal("9.0d", f"{name} has attacked and moves no more in this activation")
        return Refusal("4.0a", f"{name} is {'not ' if verb == 'move' else ''}on the map")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.chits[self.chit].corps}: move units, or end the Move mode.", "9.0a"
