"""16.9, 22.4 City bombing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import GERMAN, SIDES
from meuse.games.mansteins_war.position import UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules import control, morale
from meuse.games.mansteins_war.rules.command import air_shift
from meuse.games.mansteins_war.rules.superiority import lose_step

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def refuse_city(g: MansteinsWar, p: MansteinPosition, a: int) -> Refusal | None:
    """16.5b, 16.9a, 28.2d: why an air unit could not bomb where it is, or None."""
    unit, hex = g.air[a], p.air_at[a]
    if unit.side != GERMAN and not g.on("allied-airpower"):
        return Refusal("16.9a", "only German air units bomb cities")
    if g.airlift[a]:
        return Refusal("26.0a", "the airlift does not bomb")
    if hex < 0 or not g.board.cities >> hex & 1:
        return Refusal("16.9a", f"{unit.entry.name} is not over a city")
    name = g.hex_name(hex)
    if not g.board.home[1 - unit.side] >> hex & 1:
        return Refusal("16.9a", f"{name} is not in an enemy country")
    if p.occupied[unit.side] >> hex & 1:
        return Refusal("16.9a", f"friendly units are in {name}")
    if p.bombed >> hex & 1:
        return Refusal("16.9a", f"{name} has been bombed")
    return None


class CityBombing(Frame, frozen=True):
    """16.9a, 4.1g: activated air units over enemy cities may bomb them."""

    side: int

    def bombers(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        return [a for a in bits(p.air_active) if refuse_city(g, p, a) is None]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if self.bombers(g, p) else NOBODY

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [*(g.air_words["bomb"][a] for a in self.bombers(g, p)), "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(BombingDie(g.air_by_id[noun]))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "bomb" and noun in g.air_by_id:
            a = g.air_by_id[noun]
            if g.air[a].side == self.side and not p.air_active >> a & 1:
                return Refusal("4.1g", f"{g.air[a].entry.name} has not been activated in this impulse")
            return refuse_city(g, p, a)
        return Refusal("16.9a", "bomb a city, or be done")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Bomb cities with activated air units, or be done.", "16.9a"


class BombingDie(Chance, frozen=True):
    """16.9c: one die for the bomber's value less the city's; then the bomber is done for this GT (16.5b)."""

    air: int

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        a, hex = self.air, p.air_at[self.air]
        city = g.charts.limits.city_strength
        shift = air_shift(g, p)
        code = g.air_table.result(g.air_value(p, a), city, int(noun), shift)
        p.tell("bombing", "16.9c", air=g.air[a].id, hex=g.hex_name(hex), difference=g.air_value(p, a) - city,
               shift=shift, die=int(noun), result=code)
        if code == "AL1":
            lose_step(g, p, a, "22.4a")
        else:
            p.fly(a, UTILIZED)
        if code == "DL1":
            p.bombed |= 1 << hex
            p.tell("city bombed", "22.4b", hex=g.hex_name(hex))
        morale.bombed(g, p, g.air[a].side, code)
        control.review(g, p)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"The bombs on {g.hex_name(p.air_at[self.air])}.", "16.9c"
