"""15.0 Land combat: the combat phases, who attacks whom, and a battle from its declaration to its end.

STEPS lists what happens in a battle once it is declared, AFTERMATH what is settled when it is over whatever its course,
CLOSING what is looked at as a combat phase ends. A chapter takes part in battles by standing there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import Action, BadInput, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.chartfile import Table
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import (
    close_support,
    flights,
    fog,
    forts,
    gunfire,
    impulses,
    landings,
    odds,
    open_cities,
    supply,
    support,
)
from meuse.games.blitzkrieg.rules.combat_tables import against_table
from meuse.games.blitzkrieg.rules.command import flag
from meuse.games.blitzkrieg.rules.crowding import StackingCheck
from meuse.games.blitzkrieg.rules.ground import invade
from meuse.games.blitzkrieg.rules.orders import AttackOrder
from meuse.games.blitzkrieg.rules.pursuit import Pursuit
from meuse.games.blitzkrieg.rules.results import carry_out
from meuse.games.blitzkrieg.rules.zoc import held_forts

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Opener = Callable[["Blitzkrieg", BlitzPosition], None]
GUNS = ("assault gun", "anti-tank gun")
TABLES: dict[str, Table] = {"probe": "probe", "assault": "assault", "combined": "combined_arms"}
"""The verbs that choose a table."""


# --- the combat phases -------------------------------------------------------------------------------------------


def open_phase(g: Blitzkrieg, p: BlitzPosition, slot: int) -> None:
    """8.1(2.5)a: a combat phase, what is looked at as it ends, and the stacking check (13.1.1a)."""
    p.impulse = slot
    if slot == 1:
        flights.begin_phase(g, p)
    p.push(CombatMuster(slot), CombatPhase(), CombatOver(), StackingCheck())


def first(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 1)


def second(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 2)


def third(g: Blitzkrieg, p: BlitzPosition) -> None:
    open_phase(g, p, 3)


class CombatMuster(Frame, frozen=True):
    """9.1c, 18.5a: who may attack and who is out of supply, judged as the phase begins."""

    slot: int

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        p.attacked, p.arranged = 0, False
        landings.touch_down(g, p)
        p.eligible = impulses.eligible(g, p, self.slot, attack=True)
        p.unsupplied = supply.lacking(g, p) if targets_of(g, p) else 0


def in_contact(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
    """15.1a: eligible units next to enemies or among them that have an attack and have not used it in this phase."""
    side = p.active
    enemies = p.occupied[1 - side]
    front = (g.board.spread(enemies) | enemies | g.board.sea) & p.occupied[side]
    ready = p.eligible & ~p.attacked
    units = [u for hex in bits(front) for u in p.stacks[hex] if ready >> u & 1]
    return [u for u in units if g.counters[u].attack[p.tired >> u & 1]]


def within_reach(g: Blitzkrieg, p: BlitzPosition, u: int) -> int:
    """15.4.2a, 22.5a: the hexes that a unit may attack: next to it, from its ship the coast that it is to storm; from
    among enemies that hex alone (30.6.1a); fortress assault troops only works (23.3a)."""
    here, enemy = p.at[u], 1 - g.side[u]
    if p.occupied[enemy] >> here & 1:
        return g.one[here]
    if g.board.sea >> here & 1:
        return g.one[landings.ordered_to(p, u)]
    found = g.board.touch[here] & p.occupied[enemy]
    if g.counters[u].entry.type == "fortress assault":
        found &= held_forts(g, p, enemy)
    return found


def targets_of(g: Blitzkrieg, p: BlitzPosition) -> int:
    """Hexes that somebody may attack; assault guns do not attack alone (23.4a)."""
    found = 0
    for u in in_contact(g, p):
        if g.counters[u].entry.type not in GUNS:
            found |= within_reach(g, p, u)
    return found


class CombatPhase(Frame, frozen=True):
    """15.0a, 15.3.1a: attacks are declared and resolved one after another; none is needed but those of landed units.
    It is over at once where nobody can attack; once there has been an attack its owner ends it."""

    targets: int = -1
    """Hexes that may be attacked, -1 where they have to be worked out."""
    fought: bool = False

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],) if self.targets > 0 or (self.fought and not self.targets) else NOBODY

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.targets:
            p.swap(CombatPhase(targets_of(g, p), self.fought))
        else:
            p.pop()

    def must_fight(self, g: Blitzkrieg, p: BlitzPosition) -> bool:
        """30.6.1a: whether units that have come down among enemies have not yet attacked them."""
        return any(p.landed >> u & 1 for u in in_contact(g, p)) if p.landed else False

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        found = [g.hex_words["attack"][hex] for hex in bits(self.targets)]
        if fog.may_arrange(g, p, p.active):
            found.append("arrange")
        return found if self.must_fight(g, p) else [*found, "done"]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        elif verb == "arrange":
            p.push(fog.Arranging(p.active))
        else:
            hex = g.grid.bit[noun]
            p.swap(CombatPhase(fought=True))
            p.push(Attack(hex, sum(1 << u for u in in_contact(g, p) if p.at[u] == hex)))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "done":
            return Refusal("30.6.1a", "units that have landed among enemies must attack them")
        if verb == "attack" and noun in g.grid.bit:
            hex = g.grid.bit[noun]
            if not p.occupied[1 - p.active] >> hex & 1:
                return Refusal("15.0a", f"there is no enemy in {noun}")
            return refuse_hex(g, p, hex)
        if verb == "arrange":
            return Refusal("19.1a", "no stack is to be put in order, or it has been done in this phase")
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Combat, impulse {p.impulse}: choose a hex to attack, or be done.", "15.3.1a"


def refuse_hex(g: Blitzkrieg, p: BlitzPosition, hex: int) -> Refusal:
    """Why nobody can attack this hex."""
    name = g.hex_name(hex)
    beside = bits(g.grid.near[hex] & p.occupied[p.active])
    near = [u for cell in beside for u in p.stacks[cell] if g.side[u] == p.active]
    if not near:
        return Refusal("15.4.2a", f"no unit of yours is next to {name}")
    found = [refuse_unit(g, p, u, hex) for u in near]
    return min(found, key=lambda refusal: refusal.rule == "15.6b")


def refuse_unit(g: Blitzkrieg, p: BlitzPosition, u: int, hex: int) -> Refusal:
    """Why a unit that is not offered cannot attack this hex."""
    c, name, there = g.counters[u], g.counters[u].name, g.hex_name(hex)
    if c.side != p.active or p.at[u] < 0:
        return Refusal("15.0a", f"{name} is not yours to attack with")
    if not p.eligible >> u & 1:
        return impulses.against(g, p, u)
    if p.attacked >> u & 1:
        return Refusal("15.1a", f"{name} has attacked in this phase")
    if not c.attack[p.tired >> u & 1]:
        return Refusal("15.6b", f"{name} has no attack strength")
    if p.occupied[1 - c.side] >> p.at[u] & 1:
        return Refusal("30.6.1a", f"{name} has landed among enemies and may attack nobody else")
    if not g.grid.near[hex] >> p.at[u] & 1:
        return Refusal("15.4.2a", f"{name} is not next to {there}")
    if c.entry.type == "fortress assault":
        return Refusal("23.3a", f"{name} attacks fortifications only")
    if c.entry.type in GUNS:
        return Refusal("23.4a", f"{name} attacks only together with other units")
    return Refusal("12.1a", f"there is closed water between {name} and {there}")


class CombatOver(Frame, frozen=True):
    """20.3a, 19.1b: what has become of forts, and stacks are closed again."""

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        for opener in CLOSING:
            opener(g, p)
        p.opened = 0


# --- declaring an attack -----------------------------------------------------------------------------------------


class Attack(Frame, frozen=True):
    """15.2a: the attacker names the units of one country, then the table, which commits him."""

    target: int
    units: int

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[p.active],)

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        fresh = [u for u in in_contact(g, p) if within_reach(g, p, u) >> self.target & 1 and not self.units >> u & 1]
        if self.units:
            mine = flag(g, p, next(bits(self.units)))
            return [u for u in fresh if flag(g, p, u) == mine]
        return fresh

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        able = self.able(g, p)
        found = [g.word("with", u) for u in able]
        if len(able) > 1 and len({flag(g, p, u) for u in able}) == 1:
            found.append("all")
        return [*found, *(verb for verb in TABLES if not self.against(g, p, verb))]

    def against(self, g: Blitzkrieg, p: BlitzPosition, verb: str) -> Refusal | None:
        """What speaks against attacking with these units on that table."""
        if not self.units:
            return Refusal("15.2a", "name at least one attacking unit first")
        if all(g.counters[u].entry.type in GUNS for u in bits(self.units)):
            return Refusal("23.4a", "assault guns and anti-tank guns attack only together with other units")
        return against_table(g, p, self.units, TABLES[verb])

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb in TABLES:
            p.pop()
            declare(g, p, AttackOrder(p.active, self.target, self.units, TABLES[verb]))
            return
        more = 1 << g.by_id[noun] if verb == "with" else sum(1 << u for u in self.able(g, p))
        p.swap(Attack(self.target, self.units | more))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "with" and noun in g.by_id:
            u = g.by_id[noun]
            if self.units >> u & 1:
                return Refusal("15.1a", f"{g.counters[u].name} is in the attack already")
            if u in in_contact(g, p) and within_reach(g, p, u) >> self.target & 1:
                return Refusal("4.4a", "units of different countries do not attack together")
            return refuse_unit(g, p, u, self.target)
        if verb in TABLES:
            return self.against(g, p, verb)
        return Refusal("15.2a", f"the attack on {g.hex_name(self.target)} must be settled first")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"Attack on {g.board.label(self.target)}: choose the units, then a table.", "15.2a"


def declare(g: Blitzkrieg, p: BlitzPosition, order: AttackOrder) -> None:
    """15.1a, 15.2a: there is no way back; the attackers show themselves."""
    p.battle = order
    p.attacked |= order.units
    p.opened |= order.units
    if p.impulse == 3:
        p.third |= order.units
    p.tell("attack", "15.2a", hex=g.hex_name(order.target), units=[g.ids[u] for u in bits(order.units)],
           table=order.table, side=SIDES[order.side])
    p.push(Battle())


# --- the battle --------------------------------------------------------------------------------------------------


class Battle(Frame, frozen=True):
    """15.2: a declared attack; `step` is the next one, by its place in STEPS."""

    step: int = 0

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.step < len(STEPS):
            p.swap(Battle(self.step + 1))
            _, opener = STEPS[self.step]
            opener(g, p)
            return
        p.pop()
        for opener in AFTERMATH:
            opener(g, p)
        p.battle = None


def open_stack(g: Blitzkrieg, p: BlitzPosition) -> None:
    """19.1b, 19.2.2c: the target is opened; where only deception units were, the attackers may advance a hex."""
    order = p.order
    invade(g, p, order.side, order.target)
    fog.open_hex(g, p, order.target, 1 - order.side, "19.1b")
    if not odds.defenders(g, p, order):
        p.tell("nobody there", "19.2.2c", hex=g.hex_name(order.target))
        p.swap(Battle(len(STEPS)))
        p.push(Pursuit(order.side, order.units, g.one[order.target], 1, 1))


def roll(g: Blitzkrieg, p: BlitzPosition) -> None:
    """15.2d."""
    p.push(CombatDie())


class CombatDie(Chance, frozen=True):
    """15.2d: all shifts, one die, and the result, which is carried out at once (15.2e)."""

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        order, die = p.order, int(noun)
        found = odds.work_out(g, p, order)
        code = g.box.crt.result(order.table, found.column, die)
        p.tell("combat", "15.2d", hex=g.hex_name(order.target), die=die, attack=found.attack, defence=found.defence,
               percent=found.percent, shift=found.shift,
               shifts=[[part.label, part.value, part.rule] for part in found.shifts],
               column=g.box.crt.columns[found.column], table=order.table, result=code)
        p.pop()
        p.battle = msgspec.structs.replace(order, result=code)
        carry_out(g, p, order, code)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The die for the attack on {g.hex_name(p.order.target)}.", "15.2d"


def preview(g: Blitzkrieg, p: BlitzPosition) -> dict[str, Any]:
    """The battle under way, or the attack that is being prepared against a stack still closed (19.1b)."""
    if p.battle is not None:
        return odds.preview(g, p, p.battle, True)
    frame = p.frames[-1] if p.frames else None
    if not isinstance(frame, Attack) or not frame.units:
        raise BadInput("no attack with units in it is being prepared")
    return odds.preview(g, p, AttackOrder(p.active, frame.target, frame.units, "probe"), False)


STEPS: tuple[tuple[str, Opener], ...] = (
    ("opening", open_stack),
    ("support", support.open_step),
    ("close support", close_support.open_step),
    ("gunfire", gunfire.open_step),
    ("die", roll),
)
"""15.2: B2 the stack is opened, B3 headquarters support, B4 close air support, B5 naval gunfire, B6 and B7 the die;
its result pushes what follows (B8)."""

AFTERMATH: tuple[Opener, ...] = (close_support.close_step, landings.after_battle, open_cities.occupy)
"""What is settled as a battle ends, before `BlitzPosition.battle` is cleared."""

CLOSING: tuple[Opener, ...] = (landings.end_phase, forts.fall)
"""What is settled as a combat phase ends."""
