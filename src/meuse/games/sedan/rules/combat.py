"""10.0 Combat: who may attack, odds, air and artillery, and the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine.contract import Action, Part, Refusal, Tally
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import SIDES, CombatResult
from meuse.games.sedan.position import CLEAR_SKY, SedanPosition
from meuse.games.sedan.rules.advance import Cleared
from meuse.games.sedan.rules.air import Dogfight, commit
from meuse.games.sedan.rules.command import refuse_activation
from meuse.games.sedan.rules.orders import AttackOrder
from meuse.games.sedan.rules.overrun import overrunning, refuse_overrun
from meuse.games.sedan.rules.results import Losses
from meuse.games.sedan.rules.retreat import Retreats
from meuse.games.sedan.rules.supply import (
    artillery_support,
    attack_rule,
    attack_strength,
    defense_rule,
    defense_strength,
)

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

BOMBER, FIGHTER = 2, 1
"""10.1o, 10.1p: die-roll modifiers."""


def in_command(g: Sedan, p: SedanPosition, u: int) -> bool:
    """10.0f-10.0h: within range of an HQ that activated it, unless it needs none."""
    reach = p.command.get(u, 0)
    hex = p.units[u].hex
    return not reach or any(
        p.units[h].hex >= 0 and g.grid.disc(p.units[h].hex, g.range[h]) >> hex & 1 for h in bits(reach)
    )


def able_to_attack(g: Sedan, p: SedanPosition) -> list[int]:
    """10.0a, 10.0b, 5.2f: acting units in command that have not fought and have some attack strength, as no HQ has."""
    ready = p.acting & ~p.fought
    return [u for u in bits(ready) if p.units[u].hex >= 0 and attack_strength(g, p, u) and in_command(g, p, u)]


class CombatMode(Frame, frozen=True):
    """10.0e: attacks are chosen and resolved one after another."""

    side: int
    enemies: int
    """Hexes that held enemies when the mode began (10.0a)."""

    def targets(self, g: Sedan, p: SedanPosition) -> int:
        hexes = 0
        for u in able_to_attack(g, p):
            hexes |= g.grid.near[p.units[u].hex]
        return hexes & self.enemies & p.occupied[1 - self.side]

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.targets(g, p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        words = g.hex_words["attack"]
        return [words[h] for h in bits(self.targets(g, p))] + ["end"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "end":
            p.pop()
        else:
            p.push(Declare(AttackOrder(self.side, g.grid.bit[noun])))

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if not p.fought:
            nobody = refuse_attackers(g, p, self.enemies, "an enemy")
            p.tell("no combat", nobody.rule, reason=nobody.reason)
        p.pop()

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "attack" and noun in g.grid.bit:
            hex = g.grid.bit[noun]
            if not p.occupied[1 - self.side] >> hex & 1:
                return Refusal("10.0a", f"there is no enemy in {noun}")
            if not self.enemies >> hex & 1:
                return Refusal("10.0a", f"the enemy in {noun} was not there when the Combat mode began")
            return refuse_attackers(g, p, g.one[hex], noun)
        return Refusal("10.0e", "choose a hex to attack, or end the Combat mode")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Choose a hex to attack, or end the Combat mode.", "10.0e"


def refuse_attackers(g: Sedan, p: SedanPosition, hexes: int, name: str) -> Refusal:
    """Why nobody can attack any of these hexes."""
    beside = g.grid.spread(hexes)
    near = [u for u in bits(p.acting & ~g.hq_set) if p.units[u].hex >= 0 and beside >> p.units[u].hex & 1]
    if not near:
        return Refusal("10.0a", f"no activated combat unit is next to {name}")
    if all(p.fought >> u & 1 for u in near):
        return Refusal("10.0b", f"every activated unit next to {name} has attacked already")
    if not any(in_command(g, p, u) for u in near if not p.fought >> u & 1):
        return Refusal("10.0f", f"no unit next to {name} is within range of the headquarters that activated it")
    return Refusal("5.2f", f"the units next to {name} have no attack strength left")


class Declare(Frame, frozen=True):
    """10.1b: the attacker names the units that take part, and whether it is an Overrun (9.4b)."""

    order: AttackOrder

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],)

    def able(self, g: Sedan, p: SedanPosition) -> list[int]:
        near = g.grid.near[self.order.target]
        return [
            u for u in able_to_attack(g, p) if near >> p.units[u].hex & 1 and not self.order.units >> u & 1
        ]

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        able = self.able(g, p)
        found = [g.word("with", u) for u in able]
        if len(able) > 1:
            found.append("all")
        if self.order.units:
            found.append("attack")
            if overrunning(g, p, self.order):
                found.append("overrun")
        return found

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        order = self.order
        if verb == "with":
            p.swap(Declare(order.joined(1 << g.by_id[noun])))
        elif verb == "all":
            p.swap(Declare(order.joined(sum(1 << u for u in self.able(g, p)))))
        else:
            launch(g, p, AttackOrder(order.side, order.target, order.units, verb == "overrun"))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "with" and noun in g.by_id:
            return self._refuse_unit(g, p, g.by_id[noun])
        if verb == "attack":
            return Refusal("10.1b", "name at least one attacking unit first")
        if verb == "overrun":
            return refuse_overrun(g, p, self.order)
        return Refusal("10.1b", f"the attack on {g.hex_name(self.order.target)} must be settled first")

    def _refuse_unit(self, g: Sedan, p: SedanPosition, u: int) -> Refusal:
        name = g.counters[u].name
        if self.order.units >> u & 1:
            return Refusal("10.0b", f"{name} is in the attack already")
        if g.is_hq[u]:
            return Refusal("2.4d", f"{name} is a headquarters and cannot attack")
        if not p.acting >> u & 1:
            return refuse_activation(g, p, u, p.chit)
        if p.fought >> u & 1:
            return Refusal("10.0b", f"{name} has attacked already")
        if p.units[u].hex < 0 or not g.grid.near[self.order.target] >> p.units[u].hex & 1:
            return Refusal("10.0a", f"{name} is not next to {g.hex_name(self.order.target)}")
        if not attack_strength(g, p, u):
            return Refusal("5.2f", f"{name} has no attack strength left")
        return Refusal("10.0f", f"{name} is out of range of the headquarters that activated it")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Choose the units that attack {g.hex_name(self.order.target)}, then attack.", "10.1b"


def launch(g: Sedan, p: SedanPosition, order: AttackOrder) -> None:
    """The attack is declared: its units have fought (10.0b)."""
    p.fought |= order.units
    p.sky = CLEAR_SKY
    odds = work_out(g, p, order)
    p.tell("attack", "10.1b", hex=g.hex_name(order.target), units=[g.ids[u] for u in bits(order.units)],
           against=[g.ids[u] for u in sorted(p.stacks[order.target])],
           attack=odds.attack, defense=odds.defense, ratio=odds.ratio, column=g.crt.columns[odds.column],
           shift=odds.shift, shift_from=odds.shift_part.label, overrun=order.overrun)
    p.swap(AirCommitment(order, order.side))


class AirCommitment(Frame, frozen=True):
    """10.1j: attacker and defender in turn add one air unit or pass."""

    order: AttackOrder
    turn: int
    passed: int = 0
    """Sides that have passed since the last addition."""

    def kinds(self, p: SedanPosition) -> list[Action]:
        """9.4d: in an Overrun the attacker may add Fighters only."""
        air = p.air[self.turn]
        found = []
        if air.fresh_bombers and not (self.order.overrun and self.turn == self.order.side):
            found.append("bomber")
        if air.fresh_fighters:
            found.append("fighter")
        return found

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.turn],) if not self.passed >> self.turn & 1 and self.kinds(p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [*self.kinds(p), "pass"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "pass":
            self.run(g, p)
            return
        commit(p, self.turn, verb == "fighter", verb == "bomber")
        p.tell("air support", "10.1j", side=side, kind=verb, hex=g.hex_name(self.order.target))
        passed = self.passed if g.options["air-pass"] == "final" else 0
        p.swap(AirCommitment(self.order, 1 - self.turn, passed))

    def run(self, g: Sedan, p: SedanPosition) -> None:
        passed = self.passed | 1 << self.turn
        if passed != 3:
            p.swap(AirCommitment(self.order, 1 - self.turn, passed))
        else:
            p.swap(Guns(self.order))
            p.push(Dogfight())

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "bomber" and self.order.overrun and self.turn == self.order.side:
            return Refusal("9.4d", "in an Overrun the attacker may add Fighters only, to dogfight")
        if verb in ("fighter", "bomber"):
            return Refusal("11.0a", f"no {verb} is left for this turn")
        return Refusal("10.1j", "add a fighter or a bomber, or pass")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Add an air unit to the combat in {g.hex_name(self.order.target)}, or pass.", "10.1j"


def guns_available(g: Sedan, p: SedanPosition, order: AttackOrder) -> int:
    """2.4g, 2.4h, 9.4c: unspent markers of the activated HQs, if a unit of their colour attacks; none in an Overrun."""
    if order.overrun or not order.units & g.corps_units[g.chits[p.chit].corps]:
        return 0
    hqs = [h for h in bits(p.acting & g.hq_set) if p.units[h].hex >= 0]
    return sum(artillery_support(g, p, h) for h in hqs) - p.guns


class Guns(Frame, frozen=True):
    """10.1m, 10.1n: Artillery Support markers for this attack."""

    order: AttackOrder

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[self.order.side],) if guns_available(g, p, self.order) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return [f"guns {n}" for n in range(guns_available(g, p, self.order) + 1)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.guns += int(noun)
        p.swap(CombatDice(self.order, int(noun)))

    def run(self, g: Sedan, p: SedanPosition) -> None:
        p.swap(CombatDice(self.order, 0))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        left = guns_available(g, p, self.order)
        return Refusal("10.1n", f"choose how many Artillery Support markers, from 0 to {left}")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "How many Artillery Support markers for this attack?", "10.1m"


class CombatDice(Chance, frozen=True):
    """10.1l: two dice."""

    order: AttackOrder
    guns: int
    first: int = 0

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if not self.first:
            p.swap(CombatDice(self.order, self.guns, int(noun)))
        else:
            p.pop()
            resolve(g, p, self.order, self.guns, (self.first, int(noun)))

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Dice for the attack on {g.hex_name(self.order.target)}.", "10.1l"


class Odds(msgspec.Struct, frozen=True):
    """10.1c-10.1i: strengths, ratio, shift and column of an attack."""

    attack: int
    defense: int
    ratio: str
    excess: int
    start: int
    shift: int
    shift_part: Part
    column: int


def defense_of(g: Sedan, p: SedanPosition, hex: int) -> int:
    """10.0j, 5.2f; 2.4e: HQs alone defend with their printed numerals."""
    stack = p.stacks.get(hex, ())
    units = [u for u in stack if not g.is_hq[u]]
    if units:
        return max(1, sum(defense_strength(g, p, u) for u in units))
    return sum(g.artillery[u] for u in stack)


def work_out(g: Sedan, p: SedanPosition, order: AttackOrder) -> Odds:
    attack = sum(attack_strength(g, p, u) for u in bits(order.units))
    defense = defense_of(g, p, order.target)
    if attack >= defense:
        gross = attack // defense
        ratio, start = f"{gross}:1", g.columns_for[min(gross, g.best_column)]
        excess = max(0, gross - g.best_column)
    else:
        worst = -(-defense // attack) if attack else g.worst_column
        ratio, start = f"1:{worst}", g.columns_against[min(worst, g.worst_column)]
        excess = 0
    part = shift_for(g, p, order)
    shift = int(part.value)
    return Odds(attack, defense, ratio, excess, start, shift, part, max(0, start - shift))


def shift_for(g: Sedan, p: SedanPosition, order: AttackOrder) -> Part:
    """10.1g, 10.1h: the largest shift of terrain and rivers; they do not add up."""
    word = g.board.terrain[order.target]
    effect = g.charts.terrain[word]
    defender = SIDES[1 - order.side]
    own = 0 if effect.shift_for and effect.shift_for != defender else effect.shift
    candidates = [Part(word, own, "10.1g"), *river_shifts(g, p, order)]
    return max(candidates, key=lambda part: int(part.value))


def river_shifts(g: Sedan, p: SedanPosition, order: AttackOrder) -> list[Part]:
    """10.1h, 10.1i: the rivers between attackers and target, by each hex attacked from."""
    crossings, rivers = g.crossings(p), g.charts.rivers
    pioneer = any(
        _major(g, p.units[u].hex, order.target) for u in bits(order.units & g.pioneer)
    )
    parts = []
    for hex in {p.units[u].hex for u in bits(order.units)}:
        d = g.grid.direction(hex, order.target)
        bridged = bool(crossings.bridged[d] >> hex & 1)
        if g.board.major[d] >> hex & 1:
            effect, name = rivers.major, "Major River"
        elif g.board.minor[d] >> hex & 1:
            effect, name = rivers.minor, "minor river"
        else:
            if g.options["mixed-river"] == "all":
                return []
            continue
        if bridged:
            parts.append(Part(f"{name}, bridge", effect.shift_bridged, "10.1g"))
        elif pioneer and name == "Major River":
            parts.append(Part("Major River with Pioneers", effect.shift_pioneer, "10.1i"))
        else:
            parts.append(Part(name, effect.shift, "10.1g"))
    return parts


def _major(g: Sedan, hex: int, target: int) -> bool:
    return bool(g.board.major[g.grid.direction(hex, target)] >> hex & 1)


def modifiers(g: Sedan, p: SedanPosition, order: AttackOrder, guns: int, excess: int) -> list[Part]:
    """10.1e, 10.1m, 10.1o, 10.1p: what is added to the dice."""
    own, enemy = p.sky[order.side], p.sky[1 - order.side]
    parts = [
        Part("ratio beyond the last column", excess, "10.1e"),
        Part("Artillery Support", guns, "10.1m"),
        Part("attacking Bombers", 0 if order.overrun else BOMBER * own.bombers, "10.1o"),
        Part("attacking Fighters", 0 if order.overrun else FIGHTER * own.fighters, "10.1o"),
        Part("defending Bombers", -BOMBER * enemy.bombers, "10.1p"),
        Part("defending Fighters", -FIGHTER * enemy.fighters, "10.1p"),
    ]
    return [part for part in parts if part.value]


def explain_modifiers(g: Sedan, p: SedanPosition, order: AttackOrder, guns: int) -> Tally:
    parts = modifiers(g, p, order, guns, work_out(g, p, order).excess)
    return Tally("modifiers to the dice", sum(int(part.value) for part in parts), tuple(parts))


def resolve(g: Sedan, p: SedanPosition, order: AttackOrder, guns: int, dice: tuple[int, int]) -> None:
    """10.1l, 10.1r: read the table once, then losses, retreat and advance."""
    odds = work_out(g, p, order)
    parts = modifiers(g, p, order, guns, odds.excess)
    bonus = sum(int(part.value) for part in parts)
    result = g.crt.result(odds.column, sum(dice) + bonus)
    p.tell("combat", "10.1l", hex=g.hex_name(order.target), dice=list(dice), bonus=bonus,
           modifiers=[[part.label, part.value, part.rule] for part in parts],
           column=g.crt.columns[odds.column], ratio=odds.ratio, result=result.text,
           units=[g.ids[u] for u in bits(order.units)])
    p.sky = CLEAR_SKY
    defenders = sum(1 << u for u in p.stacks[order.target])
    p.push(
        Losses(order.side, result.attacker, order.units),
        Losses(1 - order.side, result.defender, defenders),
        Retreats(1 - order.side, order.target, result.retreat),
        Cleared(order),
    )


DICE_SUMS = {total: 6 - abs(7 - total) for total in range(2, 13)}


def chances(g: Sedan, column: int, bonus: int) -> list[tuple[CombatResult, int]]:
    """The exact chance of each result, in thirty-sixths."""
    weights: dict[CombatResult, int] = {}
    for total, ways in DICE_SUMS.items():
        result = g.crt.result(column, total + bonus)
        weights[result] = weights.get(result, 0) + ways
    return list(weights.items())


ORDERED = (Declare, AirCommitment, Guns, CombatDice)


def order_under_way(p: SedanPosition) -> tuple[AttackOrder, int] | None:
    """The attack being prepared or resolved, with its artillery."""
    for frame in reversed(p.frames):
        if isinstance(frame, ORDERED):
            return frame.order, frame.guns if isinstance(frame, CombatDice) else 0
    return None


def explain_odds(g: Sedan, p: SedanPosition, order: AttackOrder) -> Tally:
    """Strengths, ratio and shift of an attack, part by part."""
    odds = work_out(g, p, order)
    parts = [
        Part(g.counters[u].name, attack_strength(g, p, u), attack_rule(g, p, u)) for u in bits(order.units)
    ]
    parts.append(Part("attack", odds.attack, "10.0i"))
    parts += [
        Part(g.counters[u].name, defense_strength(g, p, u) if not g.is_hq[u] else g.artillery[u],
             "2.4e" if g.is_hq[u] else defense_rule(g, p, u))
        for u in p.stacks[order.target]
        if not g.is_hq[u] or not p.fighting[1 - order.side] >> order.target & 1
    ]
    parts.append(Part("defense", odds.defense, "10.0j"))
    parts.append(Part("ratio", odds.ratio, "10.1d"))
    parts.append(Part(f"shift left: {odds.shift_part.label}", odds.shift, odds.shift_part.rule))
    return Tally(f"attack on {g.hex_name(order.target)}", g.crt.columns[odds.column], tuple(parts))


def preview_attack(g: Sedan, p: SedanPosition, order: AttackOrder, guns: int) -> dict[str, Any]:
    """Odds, modifiers as committed so far, and the exact chance of every result."""
    odds = work_out(g, p, order)
    parts = modifiers(g, p, order, guns, odds.excess)
    bonus = sum(int(part.value) for part in parts)
    return {
        "target": g.hex_name(order.target),
        "units": [g.ids[u] for u in bits(order.units)],
        "overrun": order.overrun,
        "attack": odds.attack,
        "defense": odds.defense,
        "ratio": odds.ratio,
        "shift": odds.shift,
        "shift_from": odds.shift_part.label,
        "column": g.crt.columns[odds.column],
        "modifiers": [[part.label, part.value, part.rule] for part in parts],
        "bonus": bonus,
        "results": {result.text: ways / 36 for result, ways in chances(g, odds.column, bonus)},
    }
