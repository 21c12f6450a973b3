"""6.0 Activation: the cup, the drawn chit, who may act, and the two modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import CHANCE, Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.combat import CombatMode
from meuse.games.sedan.rules.command import (
    CAVALRY_CHIT,
    eligible,
    headquarters_at_draw,
    owed_headquarters,
    refuse_activation,
    waiting_to_enter,
)
from meuse.games.sedan.rules.engineering import (
    WorkParty,
    blockable_hexes,
    demolishable_sides,
    refuse_block,
    refuse_demolition,
)
from meuse.games.sedan.rules.movement import Moving, can_enter, idle
from meuse.games.sedan.rules.overrun import OverrunMode
from meuse.games.sedan.rules.reinforcements import entry_hexes, is_due
from meuse.games.sedan.rules.stacking import StackingCheck
from meuse.games.sedan.rules.supply import FuelRoll, short_of_fuel

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

def fill_cup(g: Sedan, p: SedanPosition) -> None:
    """2.6a, 3.3a: every chit whose first turn has come."""
    p.cup = tuple(sorted(name for name, chit in g.chits.items() if chit.first_turn <= p.turn))


class DrawChit(Chance, frozen=True):
    """3.3b, 3.3f: a chit is drawn blind until the cup is empty."""

    first: bool = False

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (CHANCE,) if p.cup else ()

    def outcomes(self, g: Sedan, p: SedanPosition) -> list[tuple[Action, int]]:
        """16.2a: the 2nd Army Cavalry chit counts as drawn first."""
        opens = self.first and (p.turn == 1 or g.options["cavalry-first"] == "every-turn")
        return [(f"chit {c}", 1) for c in ((CAVALRY_CHIT,) if opens else p.cup)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.swap(DrawChit())
        p.cup = tuple(c for c in p.cup if c != noun)
        p.chit = noun
        p.tell("chit", "3.3b", chit=noun, side=g.chits[noun].side)
        p.push(Open(noun))

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "A Corps Activation Chit is drawn.", "3.3b"


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
            if self.left >> g.by_id[noun] & 1:
                return Refusal("6.0d", f"{g.name_of(noun)} is left out already")
            return refuse_activation(g, p, g.by_id[noun], self.chit, self.left)
        return Refusal("3.3c", "first settle which units are activated")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.chits[self.chit].corps} is drawn: activate its units, leaving out any you wish.", "6.0d"


def activate(g: Sedan, p: SedanPosition, chit: str, left: int) -> None:
    """Mark what acts now, roll for fuel, and let the owner choose the order of the modes."""
    on_map = eligible(g, p, chit, left)
    waiting = waiting_to_enter(g, p, chit)
    acting = waiting
    for u in on_map:
        acting |= 1 << u
    p.acting = acting
    p.command = on_map
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
            p.push(MoveMode(self.chit), StackingCheck(side, marching=True))
        elif self.left[0] == "combat":
            p.push(CombatMode(side, p.occupied[1 - side]))
        else:
            p.push(OverrunMode(side), StackingCheck(side))


def close(g: Sedan, p: SedanPosition) -> None:
    """5.3e, 3.3e: fuel markers and the marks of this activation come off."""
    p.pop()
    p.activated |= entered(p)
    p.tell("chit done", "3.3e", chit=p.chit)
    p.acting = p.moved = p.fought = p.overrun = p.low_fuel = p.guns = 0
    p.command = {}
    p.chit = ""


def entered(p: SedanPosition) -> int:
    """Reinforcements that came on in this activation have had it for this turn (6.0e)."""
    return sum(1 << u for u in bits(p.acting) if p.units[u].hex >= 0)


def refuse_attack_now(p: SedanPosition) -> Refusal:
    """9.0d, 3.3d: attacks in the Move mode."""
    modes = next(frame for frame in p.frames if isinstance(frame, Modes))
    if "combat" in modes.left:
        return Refusal("9.0d", "attacks wait for the Combat mode: end the Move mode first")
    return Refusal("3.3d", "the Combat mode of this activation is over")


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
            elif hex == DUE and can_enter(g, p, u):
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
        """6.0b: sets of HQs that lent their range from the entry hex, of each of which one must and can enter."""
        return [owed for owed in owed_headquarters(g, p) if any(can_enter(g, p, h) for h in bits(owed))]

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
            waiting = [g.ids[u] for u in bits(p.acting) if p.units[u].hex == DUE]
            if waiting:
                p.tell("held back", "4.0a", units=waiting)
            p.pop()

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb in ("move", "enter", "unmark"):
            return self._refuse_unit(g, p, verb, noun)
        if verb in ("attack", "with", "overrun"):
            return refuse_attack_now(p)
        if verb == "demolish":
            return refuse_demolition(g, p, noun)
        if verb == "block":
            return refuse_block(g, p, noun, self.side(g))
        if verb == "end" and (owed := self.must_enter(g, p)):
            names = " or ".join(g.counters[h].name for h in bits(owed[0]))
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
            if not can_enter(g, p, u):
                return Refusal("9.0f", f"{name} has too few movement points to enter")
        if not p.acting >> u & 1:
            return refuse_activation(g, p, u, self.chit)
        if p.moved >> u & 1:
            return Refusal("9.0c", f"{name} has finished its move")
        if verb == "unmark":
            return Refusal("9.2d", f"{name} carries no Road Move marker")
        if p.fought >> u & 1:
            return Refusal("9.0d", f"{name} has attacked and moves no more in this activation")
        return Refusal("4.0a", f"{name} is {'not ' if verb == 'move' else ''}on the map")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"{g.chits[self.chit].corps}: move units, or end the Move mode.", "9.0a"
