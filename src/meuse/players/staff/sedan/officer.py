"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable
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
from meuse.players.staff.sedan.fields import FAR, Appreciation, Outlook
from meuse.players.staff.sedan.fighting import Worth, best_party, clearing_chance, expected
from meuse.players.staff.sedan.marching import March, march_order, plan, worth_of

ATTACK_AT = 0.1
"""The least expected worth of an attack that is made."""


class SedanStaff:
    """Plans by the rules and the exact odds, without looking further ahead than the activation."""

    def __init__(self, game: Sedan, side: str, rng: Random) -> None:
        self.g, self.name, self.side, self.rng = game, side, SIDES.index(side), rng
        self.worth = Worth(game, self.side)
        self.seen: set[int] = set()
        self.activation: tuple[int, str] = (0, "")
        self.march: March | None = None
        self.lie: Appreciation | None = None
        self.party: int = 0
        self.decide: dict[type[Any], Callable[[SedanPosition, Any], Action]] = {
            Open: lambda p, f: "activate",
            Order: lambda p, f: "move-combat",
            MoveMode: self.move_mode,
            Moving: self.moving,
            WorkParty: self.work_party,
            CombatMode: self.combat_mode,
            Declare: self.declare,
            AirCommitment: self.air,
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
            Mission: self.mission,
            DogfightPicks: self.dogfight_pick,
            Pontoons: self.pontoons,
            ClearRoadblocks: self.clear_roadblocks,
            ReturnHeadquarters: self.return_headquarters,
        }

    def choose(self, position: SedanPosition) -> Action:
        if self.activation != (position.turn, position.chit):
            self.activation = (position.turn, position.chit)
            self.seen, self.march = set(), None
        frame = position.frames[-1]
        return self.decide[type(frame)](position, frame)

    def legal(self, p: SedanPosition) -> list[Action]:
        return self.g.legal(p, self.name)

    def look(self, p: SedanPosition) -> Outlook:
        look = Outlook(self.g, p, self.side, self.lie)
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
        legal = self.legal(p)
        if "exit" in legal:
            return "exit"
        if frame.hex == DUE:
            return self.enter(p, frame, legal)
        if self.march is None and frame.steps == 1 and not frame.halted:
            self.march = plan(self.look(p), frame, start_score=self.entry_score(p, frame))
        if self.march is None or not self.march.path:
            self.march = None
            return "stop"
        to = self.g.hex_name(self.march.path.pop(0))
        off = f"offroad {to}"
        if not self.march.path and self.march.off_road and off in legal:
            return off
        return f"step {to}" if f"step {to}" in legal else "stop"

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
            if self.g.board.side_major >> s & 1 and self.threatened(p, s):
                return action
        blocks = [a for a in legal if a.startswith("block")]
        if blocks:
            look = self.look(p)
            best = max(blocks, key=lambda a: self.block_worth(look, a))
            if self.block_worth(look, best) > 6.0:
                return best
        return None

    def threatened(self, p: SedanPosition, s: int) -> bool:
        """Germans close to a bridge, or the second day come."""
        a, b, _ = self.g.board.river_sides[s]
        near = self.g.grid.disc(a, 6) | self.g.grid.disc(b, 6)
        return p.turn >= 2 or bool(near & p.fighting[GERMAN])

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
        bombers = p.air[self.side].fresh_bombers if self.worth.bomber(p) < 0.5 else 0
        return min(guns, 2) + 2 * min(bombers, 2)

    def combat_mode(self, p: SedanPosition, frame: CombatMode) -> Action:
        best, choice = ATTACK_AT, "end"
        for action in self.legal(p):
            if action == "end":
                continue
            target = self.g.grid.bit[action.split()[1]]
            able = Declare(AttackOrder(self.side, target)).able(self.g, p)
            value, party = best_party(self.worth, p, target, able, self.support(p, target))
            if value > best:
                best, choice, self.party = value, action, party
        return choice

    def declare(self, p: SedanPosition, frame: Declare) -> Action:
        order, legal = frame.order, self.legal(p)
        for u in bits(self.party & ~order.units):
            if self.g.word("with", u) in legal:
                return self.g.word("with", u)
        if not order.units:
            return "all" if "all" in legal else legal[0]
        if "overrun" in legal and clearing_chance(self.g, p, order) >= 0.7:
            return "overrun"
        return "attack"

    def air(self, p: SedanPosition, frame: AirCommitment) -> Action:
        legal, order = self.legal(p), frame.order
        own, other = p.sky[self.side], p.sky[1 - self.side]
        if "fighter" in legal and not own.fighters and self.risks_fighters(p):
            hunt = other.bombers and not other.fighters
            escort = own.bombers and p.air[1 - self.side].fresh_fighters
            if hunt or escort:
                return "fighter"
        if "bomber" in legal and own.bombers < 4:
            sign = 1 if order.side == self.side else -1
            gain = expected(self.worth, p, order, extra=2 * sign) - expected(self.worth, p, order)
            if gain > self.worth.bomber(p):
                return "bomber"
        return "pass"

    def risks_fighters(self, p: SedanPosition) -> bool:
        """In the Encirclement a German Fighter is worth as much as a panzer battalion: no dogfights."""
        return self.worth.race or self.side == FRENCH or not p.air[FRENCH].fresh_fighters

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
        return max(self.legal(p), key=lambda a: (worth_of(look, frame.unit, self.g.grid.bit[a.split()[1]]), a))

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
        """Bomb a bridge that Germans stand ready to use, pontoons first."""
        best, choice = 7.0, "done"
        look = self.look(p)
        for action in self.legal(p):
            if action == "done":
                continue
            s = self.g.board.side_index[action.split()[1]]
            a, b, _ = self.g.board.river_sides[s]
            value = min(look.strength_near(h, GERMAN, 1) for h in (a, b)) + 0.5 * look.strength_near(a, GERMAN, 3)
            if value > best:
                best, choice = value, action
        return choice

    def mission(self, p: SedanPosition, frame: Mission) -> Action:
        legal = self.legal(p)
        if frame.step == "intercept":
            return f"fighters {min(1, p.air[GERMAN].fresh_fighters) if self.risks_fighters(p) else 0}"
        return legal[-1]

    def dogfight_pick(self, p: SedanPosition, frame: DogfightPicks) -> Action:
        """The loser gives up what is cheaper, the winner takes what is dearer."""
        own = frame.loser == self.side
        return "bomber" if own else "fighter"

    def pontoons(self, p: SedanPosition, frame: Pontoons) -> Action:
        """Bridges over the Meuse where most strength stands ready, two or three a night."""
        look, best, choice = self.look(p), 8.0, "done"
        if p.turn >= self.g.last_turn:
            return "done"
        for action in self.legal(p):
            if action == "done":
                continue
            s = self.g.board.side_index[action.split()[1]]
            if not self.g.board.side_major >> s & 1:
                continue
            value = self.pontoon_worth(look, s)
            if value > best:
                best, choice = value, action
        return choice

    def pontoon_worth(self, look: Outlook, s: int) -> float:
        """Strength on the near bank against the defence opposite; neighbours that have one already count less."""
        g, p = self.g, look.p
        a, b, _ = g.board.river_sides[s]
        east, far = (a, b) if g.board.west >> b & 1 else (b, a)
        value = look.strength_near(east, GERMAN, 0) + 0.5 * look.strength_near(east, GERMAN, 1)
        value += 0.1 * look.strength_near(east, GERMAN, 4)
        value -= 1.5 * sum(g.defense[u][p.units[u].steps] for u in p.stacks.get(far, ()) if g.side[u] == FRENCH)
        for other in bits(p.pontoons):
            c, d, _ = g.board.river_sides[other]
            if min(g.grid.distance(east, c), g.grid.distance(east, d)) <= 1:
                value -= 8.0
        return value

    def clear_roadblocks(self, p: SedanPosition, frame: ClearRoadblocks) -> Action:
        return self.legal(p)[0] if self.side == GERMAN else "done"

    def return_headquarters(self, p: SedanPosition, frame: ReturnHeadquarters) -> Action:
        look = self.look(p)
        places = [a for a in self.legal(p) if a.startswith("place")]
        return max(places, key=lambda a: (worth_of(look, frame.unit, self.g.grid.bit[a.split()[1]]), a))
