"""10.0 Combat: who may attack whom, special forces, tables, support, and the die."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import airborne, control, naval, special_forces, supply
from meuse.games.mansteins_war.rules.air import supporters
from meuse.games.mansteins_war.rules.odds import refuse_mobile, work_out
from meuse.games.mansteins_war.rules.orders import AttackOrder
from meuse.games.mansteins_war.rules.results import carry_out

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1d The Combat Segment."""
    p.push(supply.ask_port(g, p), CombatSegment(p.operating))


def able_to_attack(g: MansteinsWar, p: MansteinPosition) -> list[int]:
    """10.0a, 10.0b, 10.1a: acting units with an attack factor that have not attacked; none under Evac (20.2c)."""
    if g.markers[p.marker].entry.no_attacks:
        return []
    ready = p.acting & ~p.attacked
    return [u for u in bits(ready) if p.at[u] >= 0 and g.counters[u].attack[p.steps[u]]]


def attackable(p: MansteinPosition, hexes: int) -> int:
    """10.1b: of these enemy hexes those with a unit that has not been attacked in this impulse."""
    if p.defended:
        for hex in bits(hexes):
            if all(p.defended >> u & 1 for u in p.stacks[hex]):
                hexes ^= 1 << hex
    return hexes


class CombatSegment(Frame, frozen=True):
    """10.0c: attacks are declared and resolved one after another; an opposed landing must be fought (18.2a)."""

    side: int
    targets: int = -1
    """Hexes that may be attacked, -1 where they have to be worked out."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.targets > 0 else NOBODY

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.targets == 0:
            p.pop()
            return
        airborne.touch_down(g, p)
        p.swap(CombatSegment(self.side, self.find_targets(g, p)))

    def find_targets(self, g: MansteinsWar, p: MansteinPosition) -> int:
        touch, hexes = g.board.touch, 0
        for u in able_to_attack(g, p):
            hexes |= touch[p.at[u]]
        hexes = attackable(p, hexes & p.occupied[1 - self.side])
        return hexes | 1 << p.landing if p.landing >= 0 else hexes

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        words = g.hex_words["attack"]
        found = [words[h] for h in bits(self.targets)]
        return found if p.landing >= 0 else [*found, "end"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "end":
            p.pop()
            return
        hex = g.grid.bit[noun]
        p.swap(CombatSegment(self.side))
        fresh = sum(1 << u for u in p.stacks[hex] if not p.defended >> u & 1)
        order = AttackOrder(self.side, hex, fresh)
        if hex == p.landing:
            launch(g, p, msgspec.structs.replace(order, units=airborne.aloft(g, p), landing=True))
        else:
            p.push(Attack(order))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "end":
            return Refusal("18.2a", f"the landing in {g.hex_name(p.landing)} must be fought")
        if verb == "attack" and noun in g.grid.bit:
            hex = g.grid.bit[noun]
            if not p.occupied[1 - self.side] >> hex & 1:
                return Refusal("10.0a", f"there is no enemy in {noun}")
            if not attackable(p, 1 << hex):
                return Refusal("10.1b", f"the units in {noun} have been attacked in this impulse")
            return refuse_attackers(g, p, hex)
        return Refusal("10.0c", "choose a hex to attack, or end the Combat Segment")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        if p.landing >= 0:
            return f"Choose a hex to attack; the landing in {g.hex_name(p.landing)} must be fought.", "18.2a"
        return "Choose a hex to attack, or end the Combat Segment.", "10.0c"


def refuse_attackers(g: MansteinsWar, p: MansteinPosition, hex: int) -> Refusal:
    """Why nobody can attack this hex."""
    name = g.hex_name(hex)
    near = [u for u in bits(p.acting) if p.at[u] >= 0 and g.grid.near[hex] >> p.at[u] & 1]
    if not near:
        return Refusal("10.0a", f"no activated unit is next to {name}")
    return min((refuse_attacker(g, p, u, hex) for u in near), key=lambda refusal: refusal.rule == "10.0b")


def refuse_attacker(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> Refusal:
    """Why a unit that is not offered cannot attack this hex."""
    name = g.counters[u].name
    if g.side[u] != p.operating:
        return Refusal("10.0a", f"{name} is an enemy unit")
    if not p.acting >> u & 1:
        return Refusal("5.8d" if p.reserves >> u & 1 else "5.5a", f"{name} is not activated")
    if p.at[u] < 0 or not g.grid.near[hex] >> p.at[u] & 1:
        return Refusal("10.0a", f"{name} is not next to {g.hex_name(hex)}")
    if p.attacked >> u & 1:
        return Refusal("10.1a", f"{name} has attacked in this segment")
    if not g.counters[u].attack[p.steps[u]]:
        return Refusal("10.0b", f"{name} has no attack factor")
    if g.markers[p.marker].entry.no_attacks:
        return Refusal("20.2c", "no ground unit attacks in the impulse of the evacuation")
    return Refusal("2.1b", f"there is salt water between {name} and {g.hex_name(hex)}")


class Attack(Frame, frozen=True):
    """10.3a: the attacker names the units that take part."""

    order: AttackOrder

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],)

    def able(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        near, taken = g.board.touch[self.order.target], self.order.units
        return [u for u in able_to_attack(g, p) if near >> p.at[u] & 1 and not taken >> u & 1]

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        able = self.able(g, p)
        found = [g.word("with", u) for u in able]
        if len(able) > 1:
            found.append("all")
        if self.order.units:
            found.append("attack")
        return found

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "attack":
            p.pop()
            launch(g, p, self.order)
            return
        more = 1 << g.by_id[noun] if verb == "with" else sum(1 << u for u in self.able(g, p))
        p.swap(Attack(msgspec.structs.replace(self.order, units=self.order.units | more)))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "with" and noun in g.by_id:
            u = g.by_id[noun]
            if self.order.units >> u & 1:
                return Refusal("10.1a", f"{g.name_of(noun)} is in the attack already")
            return refuse_attacker(g, p, u, self.order.target)
        if verb == "attack" and not noun:
            return Refusal("10.3a", "name at least one attacking unit first")
        return Refusal("10.0c", f"the attack on {g.hex_name(self.order.target)} must be settled first")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Choose the units that attack {g.hex_name(self.order.target)}, then attack.", "10.3a"


def launch(g: MansteinsWar, p: MansteinPosition, order: AttackOrder) -> None:
    """10.3a: the attack is declared; its units have attacked (10.1a), those in the hex have been attacked (10.1b)."""
    p.attacked |= order.units
    for u in p.stacks[order.target]:
        p.defended |= 1 << u
    p.tell("attack", "18.2a" if order.landing else "10.3a", hex=g.hex_name(order.target),
           units=[g.ids[u] for u in bits(order.units)])
    p.push(special_forces.Commit(order), ChooseTable(order), CombatEnd(order))


class ChooseTable(Frame, frozen=True):
    """10.2a, 10.3c: Assault always, Mobile if the attackers qualify."""

    order: AttackOrder

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return NOBODY if refuse_mobile(g, p, self.order) else (SIDES[self.order.side],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return ["assault", "mobile"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        self.go_on(p, msgspec.structs.replace(self.order, mobile=verb == "mobile"))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        self.go_on(p, self.order)

    def go_on(self, p: MansteinPosition, order: AttackOrder) -> None:
        p.swap(CombatDie(order) if order.counter else Support(order))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("10.2a", "choose the Assault or the Mobile table")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Choose the table for the attack on {g.hex_name(self.order.target)}.", "10.2a"


class Support(Frame, frozen=True):
    """10.3d, 16.7a, 20.1a: air and ships, first of the attacker, then of the defender."""

    order: AttackOrder
    step: int = 0
    """0 and 1: the attacker's air and ships; 2 and 3: the defender's."""

    @property
    def side(self) -> int:
        return self.order.side if self.step < 2 else 1 - self.order.side

    def choices(self, g: MansteinsWar, p: MansteinPosition) -> list[Action]:
        """What there is to choose from; air units of equal value are no choice."""
        if self.step % 2:
            return ["ships", "none"] if naval.refuse(g, p, self.order, self.side) is None else []
        air = supporters(g, p, self.side, self.order.target)
        return [g.air_words["support"][a] for a in air] if len({g.air_value(p, a) for a in air}) > 1 else []

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.step < 4 and self.choices(g, p) else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return self.choices(g, p)

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        order = self.order
        if verb == "ships":
            order = naval.support(g, p, order)
        elif verb == "support":
            order = msgspec.structs.replace(order, air=order.flown(self.side, g.air_by_id[noun]))
        p.swap(Support(order, self.step + 1))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        order = self.order
        if self.step == 4:
            p.swap(CombatDie(order))
            return
        if self.step % 2 == 0:
            air = supporters(g, p, self.side, order.target)
            if air:
                order = msgspec.structs.replace(order, air=order.flown(self.side, min(air)))
        p.swap(Support(order, self.step + 1))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if self.step % 2:
            return Refusal("20.1a", "give the ships to this combat, or none")
        if verb == "support" and noun in g.air_by_id:
            return Refusal("16.7c", f"{g.hex_name(self.order.target)} is not in the zone of {noun}")
        return Refusal("16.7a", "choose the one air unit that supports this combat")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        name = g.hex_name(self.order.target)
        if self.step % 2:
            return f"Give naval support to the combat in {name}?", "20.1a"
        return f"Choose the air unit that supports the combat in {name}.", "16.7a"


class CombatDie(Chance, frozen=True):
    """10.3a: one die."""

    order: AttackOrder

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        order, die = self.order, int(noun)
        odds = work_out(g, p, order)
        code = g.crt.result(order.mobile, odds.column, die)
        p.tell("combat", "22.2a" if order.counter else "10.3a", hex=g.hex_name(order.target), die=die,
               attack=odds.attack, defence=odds.defence, percent=odds.percent, shift=odds.shift,
               shifts=[[part.label, part.value, part.rule] for part in odds.shifts],
               column=g.crt.columns[odds.column], mobile=order.mobile, result=code,
               units=[g.ids[u] for u in bits(order.units)])
        p.pop()
        carry_out(g, p, order, code)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"The die for the attack on {g.hex_name(self.order.target)}.", "10.3a"


class CombatEnd(Frame, frozen=True):
    """10.3a: special forces leave, a landing is decided (18.2e), and what has changed hands is looked at."""

    order: AttackOrder

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        p.pop()
        special_forces.dismiss(g, p)
        if self.order.landing:
            airborne.decide(g, p, self.order)
        control.review(g, p)
