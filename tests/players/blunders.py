"""Ten blunders of the staff of version 0.2 in Sedan: when each was made, and how it is told from play.

A judge plays an activation on from a situation file and says what went wrong; an empty answer is a good one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

import meuse
from meuse.engine.contract import Event
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.activation import Open
from meuse.games.sedan.rules.air import Mission
from meuse.games.sedan.rules.engineering import Pontoons
from meuse.games.sedan.rules.supply import supplied_hexes

Maker = Callable[[Sedan, str, Random], Any]
Told = list[Event]
Judge = Callable[[Sedan, SedanPosition, SedanPosition, Told], str]

SEED = 7
"""For the dice of every case."""


class Case(msgspec.Struct, frozen=True):
    """One blunder: the scenario, the side that made it, the moment to look at, and the judge of what came of it."""

    kind: str
    side: str
    when: Callable[[Sedan, SedanPosition], bool]
    wrong: Judge
    whole_turn: bool = False
    """Judged when the turn is over, not the activation."""

    def judge(self, m: meuse.Match, make: Maker) -> str:
        """Both sides are played by this staff until the activation, the phase or the turn is over."""
        game, before = m.game, m.position.copy()
        minds = {side: make(game, side, Random(f"{SEED} {side}")) for side in game.sides}
        told: Told = []
        while m.actors and ends(m.position, self.whole_turn) == ends(before, self.whole_turn):
            side = m.actors[0]
            told += m.apply(side, minds[side].choose(m.position.copy()))
        return self.wrong(game, before, m.position, told)


def ends(p: SedanPosition, whole_turn: bool) -> tuple[object, ...]:
    """What stays the same while a case is played."""
    return (p.turn,) if whole_turn else (p.turn, p.phase, p.chit)


def opening(chit: str, *turns: int) -> Callable[[Sedan, SedanPosition], bool]:
    """The moment at which a chit has been drawn on one of these turns."""
    return lambda g, p: p.turn in turns and p.chit == chit and isinstance(p.frames[-1], Open)


def crowd(*turns: int) -> Callable[[Sedan, SedanPosition], bool]:
    """A night on which pontoons can be laid at four hexsides of the Meuse or more."""
    return lambda g, p: p.turn in turns and isinstance(p.frames[-1], Pontoons) and (
        sum(g.board.side_major >> s & 1 for s in p.frames[-1].sites(g, p)) >= 4)


def few_pontoons(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """The last night before the race ends, and pontoons are kept for nothing."""
    laid = after.pontoons_laid - before.pontoons_laid
    return f"{laid} pontoons laid" if laid < 3 else ""


def one_bend(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """All pontoons in one night, or three at one hex."""
    new = [g.board.side_hexes[s] for s in bits(after.pontoons & ~before.pontoons)]
    if any(sum(hexes >> cell & 1 for hexes in new) >= 3 for cell in g.grid.cells):
        return "three pontoons at one bend"
    return "all pontoons in one night" if after.pontoons_laid >= 8 and len(new) > 4 else ""


def at_the_bank(g: Sedan) -> int:
    """Hexes east of the Meuse that touch it."""
    edge = 0
    for d in range(6):
        edge |= g.board.major[d]
    return edge & ~g.board.west


def leaves_the_bank(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """Units that stood at the Meuse go back from it."""
    bank = at_the_bank(g)
    near = bank | g.grid.spread(bank) | g.board.west
    gone = [g.counters[u].name for u in bits(g.corps_units["XIX"] & ~g.hq_set)
            if before.units[u].hex >= 0 and bank >> before.units[u].hex & 1
            and after.units[u].hex >= 0 and not near >> after.units[u].hex & 1]
    return f"{', '.join(gone)} left the bank" if gone else ""


def astray(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """Units of XIX Corps drive away from Sedan, to the Luxembourg corner or up the Meuse."""
    sedan = g.grid.bit["3514"]
    away = [g.counters[u].name for u in bits(g.corps_units["XIX"] & ~g.hq_set)
            if before.units[u].hex >= 0 and after.units[u].hex >= 0
            and g.grid.distance(after.units[u].hex, sedan) > g.grid.distance(before.units[u].hex, sedan) + 2]
    return f"{', '.join(away)} drove away" if away else ""


def single_fighter(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """A lone German Fighter meets two French ones."""
    for event in told:
        if event.what == "dogfight" and len(event.data["german"]) < len(event.data["french"]):
            return f"{len(event.data['german'])} Fighter against {len(event.data['french'])}"
    return ""


def idle_bombers(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """Attacks are made, and every German Bomber stays at home."""
    attacks = [e for e in told if e.what == "attack" and g.side[g.by_id[e.data["units"][0]]] == GERMAN]
    flown = [e for e in told if e.what == "air support" and e.data["side"] == "german" and e.data["kind"] == "bomber"]
    return f"{len(attacks)} attacks without a Bomber" if len(attacks) >= 3 and not flown else ""


def bombers_gone(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """A sideshow takes more than half of the Bombers while XIX Corps waits for its chit."""
    spent = before.air[GERMAN].fresh_bombers - after.air[GERMAN].fresh_bombers
    return f"{spent} Bombers spent" if 2 * spent > before.air[GERMAN].fresh_bombers else ""


def sledgehammer(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """Ten times the strength and more against one hex."""
    for event in told:
        if event.what == "attack" and event.data["attack"] >= 10 * event.data["defense"]:
            return f"{event.data['attack']} against {event.data['defense']} at {event.data['hex']}"
    return ""


def forward_to_die(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """French infantry crosses to the east of the Meuse and stands before the Germans."""
    gone = [g.counters[c.index].name for c in g.counters
            if c.side == FRENCH and not c.hq and not g.cavalry >> c.index & 1 and before.units[c.index].hex >= 0
            and g.board.west >> before.units[c.index].hex & 1 and after.units[c.index].hex >= 0
            and not g.board.west >> after.units[c.index].hex & 1]
    return f"{', '.join(gone)} went forward" if gone else ""


def cut_off(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """A blown bridge leaves French units without supply that had it."""
    if after.blown == before.blown:
        return ""
    lost = [c.name for c in g.counters if c.side == FRENCH and not c.hq and after.units[c.index].hex >= 0
            and before.units[c.index].hex >= 0
            and supplied_hexes(g, before, FRENCH) >> before.units[c.index].hex & 1
            and not supplied_hexes(g, after, FRENCH) >> after.units[c.index].hex & 1]
    return f"{', '.join(lost)} cut off" if len(lost) >= 2 else ""


def lonely_headquarters(g: Sedan, before: SedanPosition, after: SedanPosition, told: Told) -> str:
    """Three headquarters in one hex, or one next to the enemy without troops."""
    hqs = [u for u in bits(g.hq_set) if g.side[u] == GERMAN and after.units[u].hex >= 0]
    places = [after.units[u].hex for u in hqs]
    if any(places.count(hex) >= 3 for hex in places):
        return "three headquarters in one hex"
    for u in hqs:
        hex = after.units[u].hex
        if not after.fighting[GERMAN] >> hex & 1 and g.grid.near[hex] & after.fighting[FRENCH]:
            return f"{g.counters[u].name} alone next to the enemy"
    return ""


def main_effort_waits(g: Sedan, p: SedanPosition) -> bool:
    return opening("VII", 3, 4)(g, p) and "XIX" in p.cup and p.air[GERMAN].fresh_bombers >= 4


def bridges_bombed(g: Sedan, p: SedanPosition) -> bool:
    """French Bombers are on their way to a pontoon, and two Fighters may come with them."""
    frame = p.frames[-1]
    return isinstance(frame, Mission) and frame.step == "intercept" and p.air[FRENCH].fresh_fighters == 2 and (
        p.air[GERMAN].fresh_fighters >= 3)


CASES = {
    "pontoons-kept": Case("race", "german", crowd(3), few_pontoons),
    "pontoons-in-one-bend": Case("enc", "german", crowd(3, 4, 5), one_bend),
    "bank-left": Case("race", "german", opening("XIX", 4), leaves_the_bank),
    "no-main-effort": Case("race", "german", opening("XIX", 2, 3), astray),
    "one-fighter": Case("race", "german", bridges_bombed, single_fighter),
    "bombers-idle": Case("enc", "german", opening("XIX", 4, 5, 6), idle_bombers),
    "bombers-first-come": Case("race", "german", main_effort_waits, bombers_gone),
    "sledgehammer": Case("race", "german", opening("XIX", 2, 3), sledgehammer),
    "forward-to-die": Case("race", "french", opening("X", 1, 2, 3), forward_to_die),
    "bridge-behind": Case("enc", "french", opening("X", 3), cut_off),
    "headquarters-alone": Case("race", "german", opening("XIX", 3, 4), lonely_headquarters),
}
