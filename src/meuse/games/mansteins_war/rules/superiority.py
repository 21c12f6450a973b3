"""16.6, 22.3 Air superiority."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import ELIMINATED, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules.command import air_shift

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def lose_step(g: MansteinsWar, p: MansteinPosition, a: int, rule: str) -> None:
    """22.3a, 22.3b: an air unit is reduced and aborted; a reduced one is eliminated."""
    p.set_air_steps(a, p.air_steps[a] - 1)
    p.fly(a, UTILIZED if p.air_steps[a] else ELIMINATED)
    p.tell("air reduced" if p.air_steps[a] else "air eliminated", rule, air=g.air[a].id)


def over(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> list[int]:
    """A side's air units in a hex, those that fight before the airlift (26.0c)."""
    return sorted((a for a in g.air_of[side] if p.air_at[a] == hex), key=lambda a: g.airlift[a])


class AirSuperiority(Frame, frozen=True):
    """16.6a: every air unit of the operating side that shares a hex with an enemy one fights, in its owner's order."""

    side: int
    fought: int = 0
    """Hexes in which that has happened."""

    def hexes(self, g: MansteinsWar, p: MansteinPosition) -> int:
        enemy = 0
        for a in g.air_of[1 - self.side]:
            if p.air_at[a] >= 0:
                enemy |= 1 << p.air_at[a]
        own = 0
        for a in g.air_of[self.side]:
            if p.air_at[a] >= 0 and not g.airlift[a]:
                own |= 1 << p.air_at[a]
        return own & enemy & ~self.fought

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.hexes(g, p).bit_count() > 1 else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.hex_words["fight"][h] for h in bits(self.hexes(g, p))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        self.engage(g, p, g.grid.bit[noun])

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        hexes = self.hexes(g, p)
        if hexes:
            self.engage(g, p, hexes.bit_length() - 1)
        else:
            p.pop()

    def engage(self, g: MansteinsWar, p: MansteinPosition, hex: int) -> None:
        p.swap(AirSuperiority(self.side, self.fought | 1 << hex))
        p.push(AirFight(over(g, p, self.side, hex)[0], over(g, p, 1 - self.side, hex)[0]))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "fight" and noun in g.grid.bit:
            return Refusal("16.6b", f"no air units of both sides have to fight over {noun}")
        return Refusal("16.6a", "air units that share a hex with an enemy one must fight")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Choose where the next air fight takes place.", "16.6a"


class AirFight(Chance, frozen=True):
    """16.6c: one die on the Air Warfare Table for the difference of the two values."""

    attacker: int
    defender: int

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        attack, defence = g.air_value(p, self.attacker), g.air_value(p, self.defender)
        shift = air_shift(g, p)
        code = g.air_table.result(attack, defence, int(noun), shift)
        p.tell("air fight", "16.6c", hex=g.hex_name(p.air_at[self.attacker]), attacker=g.air[self.attacker].id,
               defender=g.air[self.defender].id, difference=attack - defence, shift=shift, die=int(noun),
               result=code)
        if code != "AL1":
            lose_step(g, p, self.defender, "22.3a")
        if code != "DL1":
            lose_step(g, p, self.attacker, "22.3a")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Air superiority over {g.hex_name(p.air_at[self.attacker])}.", "16.6c"
