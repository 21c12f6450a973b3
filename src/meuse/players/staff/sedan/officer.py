"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.activation import MoveMode, Open, Order
from meuse.games.sedan.rules.advance import Advance, SecondHex
from meuse.games.sedan.rules.air import BridgeMissions, DogfightPicks, Mission
from meuse.games.sedan.rules.combat import AirCommitment, CombatMode, Declare, Guns, guns_available
from meuse.games.sedan.rules.engineering import ClearRoadblocks, Pontoons, WorkParty
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.orders import AttackOrder
from meuse.games.sedan.rules.overrun import OverrunMode, Overrunning
from meuse.games.sedan.rules.reinforcements import ReturnHeadquarters
from meuse.games.sedan.rules.results import Losses
from meuse.games.sedan.rules.retreat import Retreating, Retreats
from meuse.games.sedan.rules.stacking import StackingCheck
from meuse.players.staff.sedan.bridges import best_site, bomb_target, to_be_blown, tonight
from meuse.players.staff.sedan.fields import FAR, Appreciation, Outlook
from meuse.players.staff.sedan.fighting import Worth, best_party, clearing_chance, expected
from meuse.players.staff.sedan.flying import Flyers
from meuse.players.staff.sedan.marching import March, march_order, plan, worth_of
from meuse.players.staff.sedan.plans import SedanPlan

OVERRUN_AT, SURER = 0.7, 0.05
"""The chance to clear a hex from which it is overrun, and by how much guns and Bombers may be surer to clear it."""
FIGHT_FIRST = 4.0
"""The worth of an attack over the Meuse from which it comes before the moves."""

DARED = 1.5
"""Victory points that an attack may cost which is wanted whatever it costs."""


class SedanStaff:
    """Plans by the rules, the exact odds and an objective that holds; the plan is its own for the whole game."""

    Plan = SedanPlan

    def __init__(self, game: Sedan, side: str, rng: Random, plan: SedanPlan | None = None,
                 own: Mapping[str, SedanPlan] | None = None) -> None:
        """`own` are the plans of divisions that go their own way."""
        self.plan, self.own = plan or SedanPlan(), own or {}
        self.g, self.name, self.side, self.rng = game, side, SIDES.index(side), rng
        self.worth = Worth(game, self.side)
        self.flyers = Flyers(self.worth, self.plan)
        self.seen: set[int] = set()
        self.activation: tuple[int, str] = (0, "")
        self.march: March | None = None
        self.lie: Appreciation | None = None
        self.party: int = 0
        self.night: tuple[int, int] = (0, 0)
        """A turn, and how many pontoons are to have been laid when it ends."""
        self.decide: dict[type[Any], Callable[[SedanPosition, Any], Action]] = {
            Open: lambda p, f: "activate",
            Order: self.order,
            MoveMode: self.move_mode,
            Moving: self.moving,
            WorkParty: self.work_party,
            CombatMode: self.combat_mode,
            Declare: self.declare,
            AirCommitment: lambda p, f: self.flyers.combat(p, f, self.legal(p)),
            Guns: self.guns,
            Losses: self.losses,
            Retreats: lambda p, f: self.legal(p)[0],
            Retreating: self.best_step,
            Advance: self.advance,
            SecondHex: self.second_hex,
            OverrunMode: self.overrun_mode,
            Overrunning: self.overrunning,
            StackingCheck: self.remove,
            BridgeMissions: self.bridge_missions,
            Mission: lambda p, f: self.flyers.mission(p, f),
            DogfightPicks: lambda p, f: self.flyers.loss(p, f),
            Pontoons: self.pontoons,
            ClearRoadblocks: self.clear_roadblocks,
            ReturnHeadquarters: self.return_headquarters,
        }

    def again(self, rng: Random) -> SedanStaff:
        """One who goes on from here as this one would."""
        twin = SedanStaff(self.g, self.name, rng, self.plan, self.own)
        twin.seen, twin.activation, twin.lie = self.seen.copy(), self.activation, self.lie
        twin.march, twin.party, twin.night = self.march and self.march.again(), self.party, self.night
        return twin

    def choose(self, position: SedanPosition) -> Action:
        if self.activation != (position.turn, position.chit):
            self.activation = (position.turn, position.chit)
            self.seen, self.march = set(), None
        frame = position.frames[-1]
        return self.decide[type(frame)](position, frame)

    def legal(self, p: SedanPosition) -> list[Action]:
        return self.g.legal(p, self.name)

    def look(self, p: SedanPosition) -> Outlook:
        look = Outlook(self.g, p, self.side, self.plan, self.lie, self.own)
        self.lie = look.lie
        return look

    def move_mode(self, p: SedanPosition, frame: MoveMode) -> Action:
        legal = set(self.legal(p))
        work = self.engineering(p, legal)
        if work:
            return work
        look = self.look(p)
        units = [u for u in bits(p.acting & ~self.seen_set()) if self.g.word("move", u) in legal]
        for u in march_order(look, p, units):
            self.seen.add(u)
            self.march = plan(look, Moving((u,), p.units[u].hex))
            if self.march is not None:
                return self.g.word("move", u)
        for u in sorted(bits(p.acting & ~self.seen_set()), key=lambda u: (not self.g.is_hq[u], -self.g.move[u], u)):
            if self.g.word("enter", u) in legal:
                self.seen.add(u)
                return self.g.word("enter", u)
        return "end" if "end" in legal else min(a for a in legal if a.startswith("enter"))

    def seen_set(self) -> int:
        return sum(1 << u for u in self.seen)

    def moving(self, p: SedanPosition, frame: Moving) -> Action:
        if frame.hex == DUE:
            return self.enter(p, frame, self.legal(p))
        if self.g.exits and self.may(p, frame, "exit"):
            return "exit"
        if self.march is None and frame.steps == 1 and not frame.halted:
            self.march = plan(self.look(p), frame, start_score=self.entry_score(p, frame))
        if self.march is None or not self.march.path:
            self.march = None
            return "stop"
        to = self.g.hex_name(self.march.path.pop(0))
        if not self.march.path and self.march.off_road and self.may(p, frame, "offroad", to):
            return f"offroad {to}"
        return f"step {to}" if self.may(p, frame, "step", to) else "stop"

    def may(self, p: SedanPosition, frame: Moving, verb: str, noun: str = "") -> bool:
        """Whether this one deed is allowed: quicker to ask than for all that are."""
        return frame.refuse(self.g, p, self.name, verb, noun) is None

    def enter(self, p: SedanPosition, frame: Moving, legal: list[Action]) -> Action:
        """Come on if there is somewhere to go, or room in the entry hex."""
        steps = [a for a in legal if a.startswith("step")]
        if not steps:
            return "stop"
        self.march = None
        trial = p.copy()
        self.g.apply(trial, self.name, steps[0])
        after = trial.frames[-1]
        fits = self.entry_score(trial, after) > -FAR
        found = None if after.halted else plan(self.look(trial), after, start_score=-2.0 * FAR)
        if found is None and not fits and "stop" in legal:
            return "stop"
        return steps[0]

    def entry_score(self, p: SedanPosition, frame: Moving) -> float:
        """What staying in the entry hex is worth: nothing if it would be overstacked."""
        g, u = self.g, frame.movers[0]
        points = sum(g.points[v] for v in p.stacks[frame.hex])
        if g.points[u] and points > g.road_limit:
            return -2.0 * FAR
        return worth_of(self.look(p), u, frame.hex) - 1.0

    def engineering(self, p: SedanPosition, legal: set[Action]) -> Action | None:
        """The French blow Meuse bridges as the Germans come near, and block roads ahead of them."""
        if self.side == GERMAN:
            return None
        for action in sorted(a for a in legal if a.startswith("demolish")):
            s = self.g.board.side_index[action.split()[1]]
            if to_be_blown(self.look(p), s):
                return action
        blocks = [a for a in legal if a.startswith("block")]
        if blocks:
            look = self.look(p)
            best = max(blocks, key=lambda a: self.block_worth(look, a))
            if self.block_worth(look, best) > 6.0:
                return best
        return None

    def block_worth(self, look: Outlook, action: Action) -> float:
        hex = self.g.grid.bit[action.split()[1]]
        woods = self.g.board.heavy >> hex & 1
        return look.flow.get(hex, 0.0) * (1.0 if woods else 0.15) - (0 if look.p.turn <= 3 else 99)

    def work_party(self, p: SedanPosition, frame: WorkParty) -> Action:
        """One unit a bridge or road is enough."""
        legal = self.legal(p)
        if "roll" in legal:
            return "roll"
        return min(legal, key=lambda a: self.g.attack[self.g.by_id[a.split()[1]]][1])

    def support(self, p: SedanPosition, target: int) -> int:
        """The modifier that artillery and free Bombers may add to an attack."""
        order = AttackOrder(self.side, target, p.acting & ~self.g.hq_set)
        guns = guns_available(self.g, p, order)
        bombers = p.air[self.side].fresh_bombers if self.flyers.price(p, order) < 0.5 else 0
        return min(guns, 2) + 2 * min(bombers, 2)

    def combat_mode(self, p: SedanPosition, frame: CombatMode) -> Action:
        best, target, party = self.best_attack(p, frame.targets(self.g, p))
        if best <= self.plan.attack_at:
            return "end"
        self.party = party
        return self.g.hex_words["attack"][target]

    def best_attack(self, p: SedanPosition, targets: int) -> tuple[float, int, int]:
        """The expected worth of the best attack on one of these hexes, its target and its party."""
        found = (-99.0, 0, 0)
        wanted, spared = (self.g.grid.bit.get(name, -1) for name in (self.plan.target, self.plan.spare))
        for target in bits(targets):
            if target == spared:
                continue
            able = Declare(AttackOrder(self.side, target)).able(self.g, p)
            value, party = best_party(self.worth, p, target, able, self.support(p, target))
            value += DARED if target == wanted else 0.0
            if value > found[0]:
                found = value, target, party
        return found

    def order(self, p: SedanPosition, frame: Order) -> Action:
        """3.3d: fight first where an attack over a bridge waits, so that others follow into the bridgehead."""
        if self.plan.order != "by-sight":
            return self.plan.order
        targets = CombatMode(self.side, p.occupied[1 - self.side]).targets(self.g, p) & self.g.board.west
        if self.side == FRENCH or not targets:
            return "move-combat"
        return "combat-move" if self.best_attack(p, targets)[0] >= FIGHT_FIRST else "move-combat"

    def declare(self, p: SedanPosition, frame: Declare) -> Action:
        order, legal = frame.order, self.legal(p)
        for u in bits(self.party & ~order.units):
            if self.g.word("with", u) in legal:
                return self.g.word("with", u)
        if not order.units:
            return "all" if "all" in legal else legal[0]
        return "overrun" if "overrun" in legal and self.as_good(p, order) else "attack"

    def as_good(self, p: SedanPosition, order: AttackOrder) -> bool:
        """Whether an Overrun, without guns and Bombers, is nearly as sure to clear the hex as an attack with them."""
        alone = clearing_chance(self.g, p, order)
        return alone >= OVERRUN_AT and alone >= clearing_chance(self.g, p, order, self.support(p, order.target)) - SURER

    def guns(self, p: SedanPosition, frame: Guns) -> Action:
        """All the markers that still raise the expected worth."""
        best, count = expected(self.worth, p, frame.order), 0
        for n in range(1, guns_available(self.g, p, frame.order) + 1):
            value = expected(self.worth, p, frame.order, guns=n)
            if value > best + 0.05:
                best, count = value, n
        return f"guns {count}"

    def losses(self, p: SedanPosition, frame: Losses) -> Action:
        """The cheapest step, and of equals the weaker unit."""
        def price(action: Action) -> tuple[float, int, str]:
            u = self.g.by_id[action.split()[1]]
            return self.worth.step(p, u), self.g.attack[u][2], action

        return min(self.legal(p), key=price)

    def best_step(self, p: SedanPosition, frame: Any) -> Action:
        look = self.look(p)
        return max(self.legal(p), key=lambda a: (self.hex_worth(look, frame.unit, a), a))

    def advance(self, p: SedanPosition, frame: Advance) -> Action:
        """Advance whoever is better off there; onto the west bank everybody."""
        look, target = self.look(p), frame.order.target
        for action in self.legal(p):
            if action == "done":
                continue
            u = self.g.by_id[action.split()[1]]
            if worth_of(look, u, target) > worth_of(look, u, p.units[u].hex):
                return action
        return "done"

    def second_hex(self, p: SedanPosition, frame: SecondHex) -> Action:
        look = self.look(p)
        here = worth_of(look, frame.unit, p.units[frame.unit].hex)
        makes_room = 1.5 if self.side == GERMAN else 0.0
        best = max((a for a in self.legal(p) if a != "stay"), key=lambda a: (self.hex_worth(look, frame.unit, a), a))
        return best if self.hex_worth(look, frame.unit, best) > here - makes_room else "stay"

    def hex_worth(self, look: Outlook, u: int, action: Action) -> float:
        return worth_of(look, u, self.g.grid.bit[action.split()[1]])

    def overrun_mode(self, p: SedanPosition, frame: OverrunMode) -> Action:
        return self.legal(p)[-1]

    def overrunning(self, p: SedanPosition, frame: Overrunning) -> Action:
        legal, look, u = self.legal(p), self.look(p), frame.unit
        if "exit" in legal:
            return "exit"
        steps = [a for a in legal if a.startswith("step")]
        steps = [a for a in steps if self.fits(p, u, self.g.grid.bit[a.split()[1]])]
        if not steps:
            return "stop"
        best = max(steps, key=lambda a: (self.hex_worth(look, u, a), a))
        return best if self.hex_worth(look, u, best) > worth_of(look, u, p.units[u].hex) + 0.05 else "stop"

    def fits(self, p: SedanPosition, u: int, hex: int) -> bool:
        return sum(self.g.points[v] for v in p.stacks.get(hex, ())) + self.g.points[u] <= self.g.road_limit

    def remove(self, p: SedanPosition, frame: StackingCheck) -> Action:
        return min(self.legal(p), key=lambda a: (self.worth.step(p, self.g.by_id[a.split()[1]]), a))

    def bridge_missions(self, p: SedanPosition, frame: BridgeMissions) -> Action:
        """Bomb the bridges that Germans stand ready to use, if Bombers can come through."""
        if not self.flyers.worth_bombing(p):
            return "done"
        target = bomb_target(self.look(p), list(bits(frame.targets(self.g, p))))
        return "done" if target is None else self.g.side_words["bomb"][target]

    def pontoons(self, p: SedanPosition, frame: Pontoons) -> Action:
        """The best sites first, as many as are for tonight."""
        if self.night[0] != p.turn:
            self.night = p.turn, p.pontoons_laid + tonight(self.look(p))
        site = best_site(self.look(p), frame.sites(self.g, p)) if p.pontoons_laid < self.night[1] else None
        return "done" if site is None else self.g.side_words["pontoon"][site]

    def clear_roadblocks(self, p: SedanPosition, frame: ClearRoadblocks) -> Action:
        return self.legal(p)[0] if self.side == GERMAN else "done"

    def return_headquarters(self, p: SedanPosition, frame: ReturnHeadquarters) -> Action:
        look = self.look(p)
        places = [a for a in self.legal(p) if a.startswith("place")]
        return max(places, key=lambda a: (self.hex_worth(look, frame.unit, a), a))
