"""Air units: fighters in mass or not at all, bombers for the main effort."""

from __future__ import annotations

from meuse.engine.contract import Action
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.air import BridgeDice, DogfightPicks, Mission
from meuse.games.sedan.rules.combat import AirCommitment
from meuse.games.sedan.rules.orders import AttackOrder
from meuse.players.staff.sedan.fighting import Worth, expected
from meuse.players.staff.sedan.plans import SedanPlan

MOST_BOMBERS = 4
"""Bombers that one combat can use."""
MAIN_CORPS = "XIX"
WAITING = 0.6
"""The gain that is worth a German Bomber in a sideshow while the main effort is still to come this turn."""


PONTOONS_COME = 4
"""The turn from which German pontoons wait for French Bombers."""
SAVED = 1.2
"""The gain that is worth a French Bomber before that."""


class Flyers:
    """Decisions over the battlefield and the bridges."""

    def __init__(self, worth: Worth, plan: SedanPlan) -> None:
        self.worth, self.g, self.side, self.plan = worth, worth.g, worth.side, plan

    def masters(self, p: SedanPosition) -> bool:
        """Whether our Fighters, all together, outnumber those that may meet them two to one."""
        own, enemy = (p.air[s].fresh_fighters + p.sky[s].fighters for s in (self.side, 1 - self.side))
        return own >= 2 * enemy

    def costly(self) -> bool:
        """16.10d: in the Encirclement every German air unit lost scores."""
        return self.side == GERMAN and not self.worth.race

    def price(self, p: SedanPosition, order: AttackOrder) -> float:
        """The gain that is worth sending a Bomber: little, unless enemy Fighters wait for it or more is to come."""
        hunted = bool(p.air[1 - self.side].fresh_fighters or p.sky[1 - self.side].fighters)
        if self.costly():
            return self.plan.thrift * (0.25 + (0.0 if not hunted else 0.6 if self.masters(p) else 3.0))
        if self.side == GERMAN and MAIN_CORPS in p.cup and p.turn > 1:
            return self.plan.thrift * WAITING
        if self.side == FRENCH and p.turn < PONTOONS_COME:
            return self.plan.thrift * SAVED
        return self.plan.thrift * (0.12 + (0.15 if hunted else 0.0))

    def combat(self, p: SedanPosition, frame: AirCommitment, legal: list[Action]) -> Action:
        """10.1j: one air unit, or none."""
        if "fighter" in legal and self.wants_fighter(p):
            return "fighter"
        order = frame.order
        if "bomber" in legal and p.sky[self.side].bombers < MOST_BOMBERS:
            sign = 1 if order.side == self.side else -1
            gain = expected(self.worth, p, order, extra=2 * sign) - expected(self.worth, p, order)
            if gain > self.price(p, order):
                return "bomber"
        return "pass"

    def wants_fighter(self, p: SedanPosition) -> bool:
        """Bombers without escort are hunted; our own are covered by as many as make us masters, or not at all."""
        own, other = p.sky[self.side], p.sky[1 - self.side]
        waiting = p.air[1 - self.side].fresh_fighters
        if other.bombers and not other.fighters and not waiting:
            return own.fighters < other.bombers
        if not (own.bombers and (other.fighters or waiting)) and not (other.bombers and self.masters(p)):
            return False
        return (self.masters(p) or (not self.costly() and own.fighters == 0)) and (
            own.fighters < 2 * (other.fighters + waiting))

    def interceptors(self, p: SedanPosition) -> int:
        """11.2b: one for each Bomber, and enough for its escort; none where they would be lost for nothing."""
        fresh, escort = p.air[GERMAN].fresh_fighters, p.air[FRENCH].fresh_fighters
        if self.costly() and escort and not self.masters(p):
            return 0
        return min(fresh, max(p.sky[FRENCH].bombers, 2 * escort))

    def worth_bombing(self, p: SedanPosition) -> bool:
        """Whether Bombers can come through: escorted, or more of them than there are Fighters to meet them."""
        hunters = p.air[GERMAN].fresh_fighters
        return not hunters or bool(p.air[FRENCH].fresh_fighters) or p.air[FRENCH].fresh_bombers > hunters

    def mission(self, p: SedanPosition, frame: Mission) -> Action:
        """11.2a-11.2c: one Bomber a bridge, all Fighters about the first of them: those that follow meet no enemy."""
        if frame.step == "intercept":
            return f"fighters {self.interceptors(p)}"
        if frame.step == "escort":
            return f"fighters {min(self.plan.escort, p.air[FRENCH].fresh_fighters)}"
        alone = p.air[GERMAN].fresh_fighters and not p.air[FRENCH].fresh_fighters
        return f"bombers {p.air[FRENCH].fresh_bombers if alone else 1}"

    def loss(self, p: SedanPosition, frame: DogfightPicks) -> Action:
        """11.1c-11.1e: over a bridge the Bombers are what counts; else the loser gives what is cheaper."""
        own = frame.loser == self.side
        if any(isinstance(under_way, BridgeDice) for under_way in p.frames):
            return "fighter" if own else "bomber"
        return "bomber" if own else "fighter"
