"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.airborne import Dropping
from meuse.games.blitzkrieg.rules.battle import Attack, CombatPhase, in_contact, within_reach
from meuse.games.blitzkrieg.rules.bridgeheads import Bridging, PickCrossing
from meuse.games.blitzkrieg.rules.cards import BuyCards, NameHeadquarters, PlayCards, SendToAlps
from meuse.games.blitzkrieg.rules.crowding import StackingCheck
from meuse.games.blitzkrieg.rules.deployment import Deploy, DigIn, Placing
from meuse.games.blitzkrieg.rules.entrenching import Entrenching
from meuse.games.blitzkrieg.rules.flooding import Sluices
from meuse.games.blitzkrieg.rules.fog import Arranging
from meuse.games.blitzkrieg.rules.impulses import NameExempt
from meuse.games.blitzkrieg.rules.losses import TakeLosses
from meuse.games.blitzkrieg.rules.movement import Moving
from meuse.games.blitzkrieg.rules.movement_phase import MovePhase
from meuse.games.blitzkrieg.rules.open_cities import Declaring
from meuse.games.blitzkrieg.rules.pursuit import Pursuing, Pursuit
from meuse.games.blitzkrieg.rules.rail import Riding
from meuse.games.blitzkrieg.rules.recovery import Recovering
from meuse.games.blitzkrieg.rules.reinforcements import Entering, Reinforcing, price
from meuse.games.blitzkrieg.rules.retreat import Retreating, Retreats
from meuse.games.blitzkrieg.rules.sea import Loading
from meuse.games.blitzkrieg.rules.special_operations import SpecialOperation
from meuse.games.blitzkrieg.rules.support import Support
from meuse.players.staff.blitzkrieg.attacks import Offensive, Party, exposed
from meuse.players.staff.blitzkrieg.flying import Flying
from meuse.players.staff.blitzkrieg.ground import FAR, marches
from meuse.players.staff.blitzkrieg.hand import Hand
from meuse.players.staff.blitzkrieg.marching import Marching, Order
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.outlook import Fields, Knowledge, Outlook

Choice = tuple[Action, str]
Stamp = tuple[int, int, str]

WAYS_ON = ("done", "pass", "none", "stop")
VERBS = {"probe": "probe", "assault": "assault", "combined_arms": "combined"}


class BlitzStaff:
    """Plans by the rules, the odds and a plan of campaign. `why` says in a sentence what the last choice is for."""

    Plan = BlitzOrders

    def __init__(self, game: Blitzkrieg, side: str, rng: Random, plan: BlitzOrders | None = None,
                 know: Knowledge | None = None) -> None:
        """`know` is what others who follow the same plan have worked out already."""
        self.g, self.name, self.side, self.rng = game, side, SIDES.index(side), rng
        self.know = know or Knowledge(game, plan)
        self.hand = Hand(game, self.side, rng, self.know.orders.hand)
        self.why = ""
        self.stamp: Stamp = (0, 0, "")
        self.fields: Fields | None = None
        self.orders: list[Order] | None = None
        self.path: list[int] = []
        self.purpose = ""
        """Why the unit in hand moves."""
        self.party: Party | None = None
        self.decide: dict[type[Any], Callable[[BlitzPosition, Any, list[Action]], Choice]] = {
            BuyCards: self.hand.buy, PlayCards: self.hand.play, NameHeadquarters: self.drive_on, SendToAlps: self.alps,
            NameExempt: self.exempt, Deploy: self.deploy, Placing: self.place, DigIn: self.dig_in,
            Reinforcing: self.bring, Entering: self.enter,
            MovePhase: self.move, Moving: self.moving, Riding: self.ride, Loading: self.load,
            Dropping: self.drop, SpecialOperation: self.operation,
            CombatPhase: self.combat, Attack: self.attack, Support: self.support, TakeLosses: self.lose,
            Retreats: self.retreats, Retreating: self.retreating, Pursuit: self.pursuit, Pursuing: self.pursuing,
            Arranging: self.on, StackingCheck: self.remove, Recovering: self.recover,
            Bridging: self.bridging, PickCrossing: self.crossing, Entrenching: self.entrench, Declaring: self.declare,
            Sluices: self.on,
        }
        self.decide |= Flying(self.know, self.side, self.look).decide

    def again(self, rng: Random) -> BlitzStaff:
        """One who goes on from here as this one would."""
        twin = BlitzStaff(self.g, self.name, rng, know=self.know)
        twin.hand.wanted = self.hand.wanted
        twin.stamp, twin.fields, twin.path = self.stamp, self.fields, self.path.copy()
        twin.purpose, twin.party = self.purpose, self.party
        twin.orders = None if self.orders is None else self.orders.copy()
        return twin

    def choose(self, position: BlitzPosition) -> Action:
        stamp = position.turn, position.active, position.phase
        if stamp != self.stamp:
            self.stamp, self.fields, self.orders, self.path, self.party = stamp, None, None, [], None
        frame = position.frames[-1]
        legal = self.g.legal(position, self.name)
        decide = self.decide.get(type(frame), self.on)
        action, self.why = decide(position, frame, legal)
        if action not in legal:
            action, self.why = self.on(position, frame, legal)
        return action

    def look(self, p: BlitzPosition) -> Outlook:
        """The outlook of this phase; distances and dangers are worked out once."""
        if self.fields is None:
            self.fields = Fields(self.know, p, self.side)
        return Outlook(self.know, p, self.side, self.fields)

    def on(self, p: BlitzPosition, frame: Any, legal: list[Action]) -> Choice:
        """Go on without doing anything, or do the first thing that is open."""
        return next((a for a in WAYS_ON if a in legal), legal[0]), "nothing here is worth its price"

    def unit(self, action: Action) -> int:
        return self.g.by_id.get(action.partition(" ")[2], -1)

    def cell(self, action: Action) -> int:
        return self.g.grid.bit[action.split()[1]]

    # --- cards and set-up -----------------------------------------------------------------------------------------

    def drive_on(self, p: BlitzPosition, frame: NameHeadquarters, legal: list[Action]) -> Choice:
        g = self.g
        fresh = p.at[g.by_id["de-kleist"]] >= 0
        word = "name de-kleist" if fresh else max(legal, key=lambda a: (g.counters[self.unit(a)].support[0], a))
        return word, "the Panzer Group drives on to the Channel (9.1)"

    def alps(self, p: BlitzPosition, frame: SendToAlps, legal: list[Action]) -> Choice:
        def use(action: Action) -> tuple[float, str]:
            u = self.unit(action)
            near = self.look(p).menace.get(p.at[u], 0)
            return self.know.worth.end(p, u) + 0.1 * near, action

        return min(legal, key=use), "it can best be spared (4.1.1)"

    def exempt(self, p: BlitzPosition, frame: NameExempt, legal: list[Action]) -> Choice:
        """The strongest division out of command, or the one in front."""
        look, g = self.look(p), self.g

        def use(action: Action) -> tuple[float, str]:
            u = self.unit(action)
            tired = p.tired >> u & 1
            ahead = -look.fields.far(u).get(p.at[u], 99.0) / 20 if self.side == AXIS else 0.0
            return g.counters[u].attack[tired] - 5 * tired + ahead, action

        return max((a for a in legal if a != "none"), key=use), "it drives on out of command (11.0)"

    def deploy(self, p: BlitzPosition, frame: Deploy, legal: list[Action]) -> Choice:
        waiting = frame.waiting(self.g, p)
        if "historical" in legal and any(not self.g.counters[u].deception for u in waiting):
            return "historical", "as on 10 May 1940: the armies stand where their plans want them"
        word = next((self.g.word("deploy", u) for u in waiting if self.g.word("deploy", u) in legal), "done")
        return word, "a deception unit, for the enemy to wonder at (19.2)" if word != "done" else "all is ready"

    def place(self, p: BlitzPosition, frame: Placing, legal: list[Action]) -> Choice:
        """Deception units where the enemy may take them for the main effort; others where history had them."""
        g = self.g
        history = g.hex_words["place"].get(g.grid.bit.get(g.box.deployment.units.get(g.ids[frame.unit], ""), -1), "")
        if history in legal:
            return history, "where it stood on 10 May 1940"
        aim = g.grid.bit["4814" if self.side == AXIS else "4121"]

        def use(action: Action) -> tuple[int, int, str]:
            hex = self.cell(action)
            return g.grid.distance(hex, aim) + 2 * len(p.units_in(hex)), len(p.units_in(hex)), action

        return min(legal, key=use), "where the enemy will look for the main effort (19.2)"

    def dig_in(self, p: BlitzPosition, frame: DigIn, legal: list[Action]) -> Choice:
        g = self.g
        dutch = [a for a in legal if a != "done" and g.dutch_ground >> self.cell(a) & 1]
        rhine = [a for a in legal if a != "done" and a not in dutch]
        best = max(dutch or rhine, key=lambda a: (g.board.cities >> self.cell(a) & 1, a), default="done")
        return best, "works dug before the campaign cost nothing now (34.2)"

    # --- reinforcements -------------------------------------------------------------------------------------------

    def bring(self, p: BlitzPosition, frame: Reinforcing, legal: list[Action]) -> Choice:
        """10.8: reserves are called when they cost little, or when the line needs them."""
        g = self.g
        due = next((a for a in legal if a.startswith("bring")), "")
        if due:
            return due, "its week has come (10.0)"
        for action in legal:
            u = self.unit(action)
            if u < 0:
                continue
            country = g.counters[u].shock
            spare = g.thresholds[country] - p.index[COUNTRIES.index(country)]
            cheap = price(g, p, u) <= self.know.orders.reserves
            if cheap and (self.side == ALLIED or spare > 8) and p.turn < g.terms.last_turn:
                return action, f"a reserve for {price(g, p, u)} Shock is worth it (10.8)"
        return "done", "the reserves would cost more Shock than they are worth now (10.8)"

    def enter(self, p: BlitzPosition, frame: Entering, legal: list[Action]) -> Choice:
        look, u = self.look(p), frame.unit
        aim = self.g.grid.bit["3724"]

        def use(action: Action) -> tuple[float, str]:
            hex = self.cell(action)
            if self.side == AXIS:
                worth = -0.1 * look.fields.far(u).get(hex, 99.0)
            else:
                worth = -0.2 * self.g.grid.distance(hex, aim) - 0.1 * look.menace.get(hex, 0)
            return worth + 5 * look.room(u, hex) + 0.5 * bool(self.g.board.cities >> hex & 1), action

        return max(legal, key=use), "nearest to where it is wanted"

    # --- movement -------------------------------------------------------------------------------------------------

    def move(self, p: BlitzPosition, frame: MovePhase, legal: list[Action]) -> Choice:
        if self.orders is None:
            self.orders = Marching(self.look(p)).orders()
        while self.orders:
            order = self.orders.pop(0)
            word = self.g.word(order.verb, order.unit)
            if word not in legal:
                continue
            if order.verb == "move":
                reach = marches(self.g, p, order.unit)
                if order.hex not in reach.cost and order.hex not in reach.single:
                    continue
                self.path = reach.way(order.hex)
            else:
                self.path = [order.hex]
            self.purpose = order.why
            return word, order.why
        return "done", "everybody is where he is wanted"

    def moving(self, p: BlitzPosition, frame: Moving, legal: list[Action]) -> Choice:
        if not self.path and frame.fresh:
            self.path = self._best_way(p, frame.unit)
        if self.path:
            step = self.g.hex_words["step"][self.path.pop(0)]
            if step in legal:
                return step, self.purpose or self.look(p).purpose(frame.unit)
        self.path = []
        return "stop", "this is where it is wanted"

    def _best_way(self, p: BlitzPosition, u: int) -> list[int]:
        """For a unit taken in hand by somebody else: the best hex that it can march to."""
        look, reach = self.look(p), marches(self.g, p, u)
        fitting = [hex for hex in reach.hexes() if look.room(u, hex)]
        best = max(fitting, key=lambda hex: (look.score(u, hex), hex), default=-1)
        return reach.way(best) if best >= 0 and look.score(u, best) > look.score(u, p.at[u]) else []

    def ride(self, p: BlitzPosition, frame: Riding, legal: list[Action]) -> Choice:
        if self.path:
            return self.g.hex_words["ride"][self.path.pop(0)], self.purpose
        look = self.look(p)
        best = max(legal, key=lambda a: (look.room(frame.unit, self.cell(a)), look.score(frame.unit, self.cell(a)), a))
        return best, look.purpose(frame.unit)

    def drop(self, p: BlitzPosition, frame: Dropping, legal: list[Action]) -> Choice:
        if self.path:
            return self.g.hex_words["land"][self.path.pop(0)], self.purpose
        march = Marching(self.look(p))
        march.look.company = march.company()
        options = [(march.landing(frame.unit, self.cell(a)), a) for a in legal]
        return max(options)[1], "there it does most good (30.1)"

    def operation(self, p: BlitzPosition, frame: SpecialOperation, legal: list[Action]) -> Choice:
        return next((a for a in legal if a != "none"), "none"), "it was trained for this (32.0)"

    def load(self, p: BlitzPosition, frame: Loading, legal: list[Action]) -> Choice:
        """22.0: others in the hex that are cut off come along in an evacuation; else to where it can fight."""
        march = Marching(self.look(p))
        to = self.path.pop(0) if self.path else march.haven(frame.units[0])
        word = self.g.hex_words["sail"].get(to, "")
        if word in legal:
            return word, self.purpose or f"to {self.g.board.label(to)}, where it can fight (22.1)"
        more = next((a for a in legal if a.startswith("embark") and march.cut_off(self.unit(a))), "")
        if more:
            return more, "it would be lost here, and the ship has room (22.7)"
        sails = [a for a in legal if a.startswith("sail") and self.g.board.countries["britain"] >> self.cell(a) & 1]
        if sails and not march.cut_off(frame.units[0]):
            return sails[0], "home to Britain, to come back another week"
        return "evacuate", "it is cut off and would be lost: it is taken home (22.7)"

    # --- battle ---------------------------------------------------------------------------------------------------

    def combat(self, p: BlitzPosition, frame: CombatPhase, legal: list[Action]) -> Choice:
        self.party = None
        places = {u: self.g.one[p.at[u]] for u in in_contact(self.g, p)}
        if p.impulse == 3:
            places = {u: mask for u, mask in places.items() if not p.tired >> u & 1}
        off = Offensive(self.look(p), places, False)
        if frame.must_fight(self.g, p):
            hex = next(p.at[u] for u in in_contact(self.g, p) if p.landed >> u & 1)
            return self.g.hex_words["attack"][hex], "troops that have landed among enemies must fight (30.6)"
        self.party = off.next(off.targets())
        if self.party is None:
            return "done", "no other attack is worth its losses"
        hex = self.party.target
        chance = f"{self.g.board.label(hex)} should fall {self.party.taken:.0%} of the time"
        return self.g.hex_words["attack"][hex], f"{chance}, and costs them more than us"

    def attack(self, p: BlitzPosition, frame: Attack, legal: list[Action]) -> Choice:
        party = self.party
        if party is None or party.target != frame.target:
            places = {u: self.g.one[p.at[u]] for u in in_contact(self.g, p)
                      if within_reach(self.g, p, u) >> frame.target & 1}
            party = self.party = Offensive(self.look(p), places, False).best(frame.target)
        for u in party.posts if party else ():
            word = self.g.word("with", u)
            if not frame.units >> u & 1 and word in legal:
                return word, f"its strength is wanted against {self.g.board.label(frame.target)}"
        verb = VERBS[party.table] if party else "probe"
        if verb in legal:
            return verb, "of the tables open to it this promises most (15.5)"
        tables = [verb for verb in VERBS.values() if verb in legal]
        return (tables or legal)[0], "one has to be chosen (15.5)"

    def support(self, p: BlitzPosition, frame: Support, legal: list[Action]) -> Choice:
        """15.3.4: the strongest headquarters that is not worn out and in the midst of it."""
        g = self.g
        able = [a for a in legal if a != "none" and not exposed(g, p, self.unit(a), p.order.target)]
        if not able:
            return "none", "a worn headquarters next to the battle might be lost in it (11.5)"
        best = max(able, key=lambda a: (g.counters[self.unit(a)].support[p.tired >> self.unit(a) & 1], a))
        return best, "every factor counts, and it supports but once a phase (15.3.4)"

    def lose(self, p: BlitzPosition, frame: TakeLosses, legal: list[Action]) -> Choice:
        worth = self.know.worth
        cost = worth.end if frame.eliminated else worth.fatigue
        return min(legal, key=lambda a: (cost(p, self.unit(a)), a)), "its loss weighs least (17.1)"

    def retreats(self, p: BlitzPosition, frame: Retreats, legal: list[Action]) -> Choice:
        return max(legal, key=lambda a: (self.know.worth.end(p, self.unit(a)), a)), "the most valuable find room first"

    def retreating(self, p: BlitzPosition, frame: Retreating, legal: list[Action]) -> Choice:
        look, u = self.look(p), frame.unit

        def use(action: Action) -> tuple[float, str]:
            hex = self.cell(action)
            return look.score(u, hex) + 2 * look.room(u, hex) - (1.5 if look.enemy_zone >> hex & 1 else 0.0), action

        return max(legal, key=use), "where it is safest and can fight on"

    def pursuit(self, p: BlitzPosition, frame: Pursuit, legal: list[Action]) -> Choice:
        """16.2: into the hex that the loser has left, as far as there is room and reason."""
        look = self.look(p)
        best, gain = "done", 0.05
        for action in legal:
            u = self.unit(action)
            if u < 0 or (self.side == ALLIED and self.g.counters[u].hq):
                continue
            for hex in bits(frame.first):
                more = look.score(u, hex) - look.score(u, p.at[u])
                if look.room(u, hex) and more > gain:
                    best, gain = action, more
        return best, "the ground is worth having (16.2)" if best != "done" else "the others are better where they are"

    def pursuing(self, p: BlitzPosition, frame: Pursuing, legal: list[Action]) -> Choice:
        look, u = self.look(p), frame.unit
        free = [a for a in legal if a != "stop" and not p.occupied[1 - self.side] >> self.cell(a) & 1]
        value = {a: look.score(u, self.cell(a)) for a in free if look.room(u, self.cell(a))}
        best = max(value, key=lambda a: (value[a], a), default="")
        stay = look.score(u, p.at[u]) if look.room(u, p.at[u]) else -FAR
        if best and ("stop" not in legal or value[best] > stay):
            return best, look.purpose(u)
        return ("stop", "it goes no farther than is good for it") if "stop" in legal else (legal[0], "the only way")

    def remove(self, p: BlitzPosition, frame: StackingCheck, legal: list[Action]) -> Choice:
        return min(legal, key=lambda a: (self.know.worth.end(p, self.unit(a)), a)), "its loss weighs least (13.1)"

    # --- administration -------------------------------------------------------------------------------------------

    def recover(self, p: BlitzPosition, frame: Recovering, legal: list[Action]) -> Choice:
        return next(a for a in legal if a != "done"), "the roll costs nothing (17.2)"

    def bridging(self, p: BlitzPosition, frame: Bridging, legal: list[Action]) -> Choice:
        if self.side == ALLIED:
            return "done", "bridges would serve the enemy"
        return next(a for a in legal if a != "done"), "a secured crossing speeds the columns (35.1)"

    def crossing(self, p: BlitzPosition, frame: PickCrossing, legal: list[Action]) -> Choice:
        """35.1: the side that leads ahead."""
        look, g = self.look(p), self.g

        def use(action: Action) -> tuple[float, str]:
            a, b, _ = g.board.river_sides[g.board.side_index[action.split()[1]]]
            over = b if a == p.at[frame.hq] else a
            ahead = -look.fields.far(frame.hq).get(over, 99.0) if self.side == AXIS else 0.0
            return ahead, action

        return max(legal, key=use), "it leads towards the objective (35.1)"

    def entrench(self, p: BlitzPosition, frame: Any, legal: list[Action]) -> Choice:
        return next(a for a in legal if a != "done"), "digging costs nothing (34.1)"

    def declare(self, p: BlitzPosition, frame: Declaring, legal: list[Action]) -> Choice:
        """33.1: a city that nobody can hold costs less Shock if it is open; but it no longer feeds or scores."""
        look = self.look(p)
        for action in legal:
            if action != "done" and look.menace.get(self.cell(action), 0) >= 25 and not self.near_post(look, action):
                return action, "it cannot be held, and an open city costs less Shock (33.2)"
        return "done", "no other city is lost yet"

    def near_post(self, look: Outlook, action: Action) -> bool:
        return self.cell(action) in set(look.fields.posts.values())
