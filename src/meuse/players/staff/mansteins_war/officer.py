"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import ELIMINATED, MansteinPosition
from meuse.games.mansteins_war.rules import refit, victory
from meuse.games.mansteins_war.rules.air import AirSegment, Flight
from meuse.games.mansteins_war.rules.airborne import Flying as Airborne
from meuse.games.mansteins_war.rules.bombing import CityBombing
from meuse.games.mansteins_war.rules.bridgeheads import LiftBridgeheads, PlaceBridgehead
from meuse.games.mansteins_war.rules.combat import Attack, ChooseTable, CombatSegment, Support
from meuse.games.mansteins_war.rules.command import LoadBins, PickCommands, PickCorps, SelectMarker, wake
from meuse.games.mansteins_war.rules.counterattack import Counterattack
from meuse.games.mansteins_war.rules.crowding import StackingCheck
from meuse.games.mansteins_war.rules.deployment import Deploy, KeepPlans, Placing
from meuse.games.mansteins_war.rules.evacuation import Evacuating
from meuse.games.mansteins_war.rules.losses import Losses
from meuse.games.mansteins_war.rules.morale import AddMorale
from meuse.games.mansteins_war.rules.movement import MoveSegment, Moving
from meuse.games.mansteins_war.rules.open_cities import OpenCities
from meuse.games.mansteins_war.rules.pursuit import Pursuing, Pursuit
from meuse.games.mansteins_war.rules.rail import Riding
from meuse.games.mansteins_war.rules.refit import Refitting
from meuse.games.mansteins_war.rules.reinforcements import Arriving, Reinforcing
from meuse.games.mansteins_war.rules.retreat import Retreating, Retreats
from meuse.games.mansteins_war.rules.special_forces import Commit
from meuse.games.mansteins_war.rules.supply import NamePortUnit, supported
from meuse.games.mansteins_war.rules.victory import Extend
from meuse.games.mansteins_war.rules.zoc import zone
from meuse.players.staff.mansteins_war.attacks import Offensive
from meuse.players.staff.mansteins_war.battle import Battle
from meuse.players.staff.mansteins_war.flying import Flying, next_flight
from meuse.players.staff.mansteins_war.ground import marches, way
from meuse.players.staff.mansteins_war.marching import Marching, Order
from meuse.players.staff.mansteins_war.orders import MansteinOrders
from meuse.players.staff.mansteins_war.outlook import Knowledge, Outlook
from meuse.players.staff.mansteins_war.worth import FACTOR

Choice = tuple[Action, str]
Stamp = tuple[int, int, int]

PLANS = ("manstein", "plan-d", "plan-e")
SPECIALS = (
    ("manstein", "fall-rot", "guderian", "hoth", "rommel", "luftwaffe"),
    ("evac", "plan-w", "plan-d", "plan-e", "plan-r", "de-gaulle"),
)
"""What is loaded first, by side."""
COMMANDS = ("PGK", "HGA", "HGB", "HGC", "1AG", "2AG", "3AG")
"""The main effort first."""
LINE = "2AG"
"""The army group in the Maginot Line."""
FOR_D, FOR_E = 0.55, 0.35
"""How often the Allies keep Plan D and Plan E; else it is Plan R."""
WAITING = 3
"""Until this week Plan R is kept for a chance to attack out of the Maginot Line."""
WAYS_ON = ("done", "end", "none", "stop", "decline", "finish")
PRICE = 0.15
"""What a refit point must bring."""
STRONG = 12
"""Attack factors about a hex that make it likely to fall."""
PROSPECT = 0.3
"""Of the points within reach, those that two more weeks are likely to bring."""


class MansteinStaff:
    """Plans by the rules, the odds and a plan of campaign. `why` says in a sentence what the last choice is for."""

    Plan = MansteinOrders

    def __init__(self, game: MansteinsWar, side: str, rng: Random, plan: MansteinOrders | None = None,
                 know: Knowledge | None = None) -> None:
        """`know` is what others who follow the same plan have worked out already."""
        self.g, self.name, self.side, self.rng = game, side, SIDES.index(side), rng
        self.know = know or Knowledge(game, plan)
        self.why = ""
        self.stamp: Stamp = (0, 0, 0)
        self.orders: list[Order] | None = None
        self.flights: dict[int, tuple[int, str]] | None = None
        self.path: list[int] = []
        battle = self.battle = Battle(self.know, self.side)
        self.decide: dict[type[Any], Callable[[MansteinPosition, Any, list[Action]], Choice]] = {
            KeepPlans: self.keep_plan, Deploy: self.deploy, Placing: self.first,
            LoadBins: self.load, SelectMarker: self.select, PickCommands: self.activate, PickCorps: self.corps,
            Refitting: self.refit, Reinforcing: self.bring, Arriving: self.arrive,
            AirSegment: self.air, Flight: self.flight, CityBombing: self.bomb,
            MoveSegment: self.move, Moving: self.moving, Riding: self.ride, Airborne: self.land,
            StackingCheck: self.remove, Evacuating: self.evacuate, NamePortUnit: self.port,
            CombatSegment: battle.segment, Attack: battle.attack, Commit: battle.commit, ChooseTable: battle.table,
            Support: battle.support, Counterattack: battle.counterattack, Losses: battle.losses,
            Retreats: battle.retreats, Retreating: battle.retreating, Pursuit: battle.pursuit,
            Pursuing: battle.pursuing,
            PlaceBridgehead: self.bridgehead, LiftBridgeheads: self.on, OpenCities: self.open_cities,
            AddMorale: lambda p, f, legal: ("add", "one more impulse this week (24.3)"), Extend: self.extend,
        }

    def again(self, rng: Random) -> MansteinStaff:
        """One who goes on from here as this one would."""
        twin = MansteinStaff(self.g, self.name, rng, know=self.know)
        twin.stamp, twin.path, twin.battle.party = self.stamp, self.path.copy(), self.battle.party
        twin.orders = None if self.orders is None else self.orders.copy()
        twin.flights = None if self.flights is None else self.flights.copy()
        return twin

    def choose(self, position: MansteinPosition) -> Action:
        stamp = position.turn, position.played, position.marker
        if stamp != self.stamp:
            self.stamp, self.orders, self.flights, self.path = stamp, None, None, []
        frame = position.frames[-1]
        legal = self.g.legal(position, self.name)
        decide = self.decide.get(type(frame), self.first)
        action, self.why = decide(position, frame, legal)
        if action not in legal:
            action, self.why = self.on(position, frame, legal)
        return action

    def look(self, p: MansteinPosition) -> Outlook:
        return Outlook(self.know, p, self.side)

    def on(self, p: MansteinPosition, frame: Any, legal: list[Action]) -> Choice:
        """Go on without doing anything, or do the first thing that is open."""
        return next((a for a in WAYS_ON if a in legal), legal[0]), "nothing here is worth its price"

    def first(self, p: MansteinPosition, frame: Any, legal: list[Action]) -> Choice:
        return legal[0], "one is as good as another"

    # --- set-up and command ---------------------------------------------------------------------------------------

    def keep_plan(self, p: MansteinPosition, frame: KeepPlans, legal: list[Action]) -> Choice:
        if self.side == GERMAN:
            return "keep manstein", "through the Ardennes, where nobody expects it (21.2)"
        drawn = self.rng.random()
        if drawn >= FOR_D + FOR_E:
            return "keep plan-r", "the Germans may leave the Westwall weak (5.1)"
        return f"keep {'plan-d' if drawn < FOR_D else 'plan-e'}", "one more impulse for the armies in the north (21.1)"

    def deploy(self, p: MansteinPosition, frame: Deploy, legal: list[Action]) -> Choice:
        return "historical", "as on 10 May 1940"

    def load(self, p: MansteinPosition, frame: LoadBins, legal: list[Action]) -> Choice:
        for name in SPECIALS[self.side]:
            if f"load {name}" in legal and (name != "plan-r" or p.turn >= WAITING or self.sally(p)):
                return f"load {name}", "one more impulse this week (5.2)"
        return "load none", "nothing is left to load"

    def select(self, p: MansteinPosition, frame: SelectMarker, legal: list[Action]) -> Choice:
        for name in ("manstein", "pgk"):
            if f"select {name}" in legal:
                return f"select {name}", "the Panzer Group strikes first, before the Allies have moved (21.2)"
        return self.first(p, frame, legal)

    def sally(self, p: MansteinPosition) -> bool:
        """5.1v: whether Plan R would let the armies of the Maginot Line attack into Germany with profit."""
        g, trial = self.g, p.copy()
        trial.operating, trial.marker, trial.commands = ALLIED, g.marker_by_id["plan-r"], (LINE,)
        wake(g, trial)
        look = Outlook(self.know, trial, ALLIED)
        parties = Offensive(look, Marching(look).places()).parties()
        return any(g.board.countries["germany"] >> party.target & 1 for party in parties)

    def activate(self, p: MansteinPosition, frame: PickCommands, legal: list[Action]) -> Choice:
        if f"activate {LINE}" in legal and p.marker == self.g.marker_by_id["plan-r"] and self.sally(p):
            return f"activate {LINE}", "out of the Maginot Line it attacks two columns better (5.1)"
        for name in COMMANDS:
            if f"activate {name}" in legal:
                return f"activate {name}", "there is the main effort"
        return self.first(p, frame, legal)

    def corps(self, p: MansteinPosition, frame: PickCorps, legal: list[Action]) -> Choice:
        """5.1j: the strongest corps of the main effort that is supported; a second one beside the first."""
        g, chosen = self.g, [p.at[u] for u in bits(p.acting)]

        def use(action: Action) -> tuple[float, str]:
            u = g.by_id[action.split()[1]]
            worth = g.counters[u].attack[p.steps[u]] + 3 * supported(g, p, u, "move")
            if self.side == GERMAN:
                worth += 3 * (self.know.german.axis[u] == "spear")
            return worth - sum(g.grid.distance(p.at[u], hex) for hex in chosen), action

        return max(legal, key=use), "it is strong, supplied and with the main effort (5.1)"

    # --- refit and reinforcements ---------------------------------------------------------------------------------

    def refit(self, p: MansteinPosition, frame: Refitting, legal: list[Action]) -> Choice:
        """14.3: the most strength for a point, spearheads first; dear steps under the enemy's eyes wait."""
        gains = {a: self.gain(p, a.split()[1]) for a in legal if a != "done"}
        best = max(gains, key=lambda a: (gains[a], a), default="done")
        if best == "done" or gains[best] < PRICE:
            return "done", "the points are worth more later (14.3)"
        return best, "the most strength for its points (14.3)"

    def gain(self, p: MansteinPosition, id: str) -> float:
        """What a refit point spent on a piece brings."""
        g = self.g
        if id in g.air_by_id:
            return 0.9 / g.charts.refit.air
        u = g.by_id[id]
        c = g.counters[u]
        if p.at[u] == ELIMINATED:
            return 2.0
        steps = p.steps[u]
        more = c.attack[steps + 1] + c.defence[steps + 1] - c.attack[steps] - c.defence[steps]
        saved = 0.25 * self.know.worth.prize[u] if steps == 1 else 0.0
        return (FACTOR * more / 2 * (1.3 if c.mech else 1.0) + saved) / refit.price(g, p, u)

    def bring(self, p: MansteinPosition, frame: Reinforcing, legal: list[Action]) -> Choice:
        return next((a for a in legal if a != "done"), "done"), "the sooner it comes the better (13.2)"

    def arrive(self, p: MansteinPosition, frame: Arriving, legal: list[Action]) -> Choice:
        """13.3: near the objective, or near the posts that matter."""
        look, u = self.look(p), frame.unit
        if self.side == GERMAN:
            best = max(legal, key=lambda a: (look.score(u, self.cell(a)), a))
            return best, f"it is nearest to {self.know.german.purpose(p, u)}"
        posts = self.know.allied.posts(p, self.g.nation[u])

        def use(action: Action) -> tuple[float, str]:
            hex = self.cell(action)
            worth = sum(v / (1 + self.g.grid.distance(hex, post)) for post, v in posts.items())
            return worth - look.menace.get(hex, 0) / 10 + 2 * look.room(u, hex), action

        return max(legal, key=use), "it is near the line that is to be held"

    def cell(self, action: Action) -> int:
        return self.g.grid.bit[action.split()[1]]

    # --- air ------------------------------------------------------------------------------------------------------

    def air(self, p: MansteinPosition, frame: AirSegment, legal: list[Action]) -> Choice:
        if self.flights is None:
            self.flights = Flying(self.look(p)).plan() if self.know.orders.fly else {}
        found = next_flight(self.g, p, self.flights, legal)
        return found or ("done", "the other air units are kept for later impulses (16.1)")

    def flight(self, p: MansteinPosition, frame: Flight, legal: list[Action]) -> Choice:
        if self.flights is None:
            self.flights = Flying(self.look(p)).plan()
        hex, why = self.flights.pop(frame.air, (-1, ""))
        if hex >= 0:
            return self.g.hex_words["over"][hex], why
        over = [a for a in legal if p.occupied[self.side] >> self.cell(a) & 1]
        return (over or legal)[0], "over its own troops it does some good"

    def bomb(self, p: MansteinPosition, frame: CityBombing, legal: list[Action]) -> Choice:
        """16.9: depots alone are worth the risk, and only to strong units that have nothing else to do this week."""
        g = self.g
        storm = g.markers[p.marker].entry.all_air
        for action in legal if storm or not p.bins[self.side] else ():
            a = g.air_by_id.get(action.partition(" ")[2], -1)
            if a < 0 or not g.board.depot_hexes >> p.air_at[a] & 1 or g.air_value(p, a) + storm < 3:
                continue
            if not any(p.at[u] >= 0 and g.grid.distance(p.at[u], p.air_at[a]) < 3 for u in bits(p.acting)):
                return action, "without its depot the enemy's army starves (16.9, 22.4)"
        return "done", "the others are needed over the front"

    # --- movement -------------------------------------------------------------------------------------------------

    def move(self, p: MansteinPosition, frame: MoveSegment, legal: list[Action]) -> Choice:
        if self.orders is None:
            self.orders = Marching(self.look(p)).orders()
        g = self.g
        while self.orders:
            order = self.orders.pop(0)
            word = g.word(order.verb, order.unit)
            if word not in legal:
                continue
            if order.verb == "move":
                paths = marches(g, p, order.unit)
                if order.hex not in paths:
                    continue
                self.path = way(paths, order.hex)
            else:
                self.path = [order.hex]
            return word, order.why
        return "end", "everybody is where he is wanted"

    def moving(self, p: MansteinPosition, frame: Moving, legal: list[Action]) -> Choice:
        if "leave" in legal and not self.path and self.look(p).doomed(frame.unit):
            return "leave", "it would be lost here (25.3)"
        if not self.path and not frame.begun:
            self.path = self._best_way(p, frame)
        if self.path:
            step = self.g.hex_words["step"][self.path.pop(0)]
            if step in legal:
                return step, self._purpose(p, frame.unit)
        self.path = []
        return ("stop", "this is where it is wanted") if "stop" in legal else self.first(p, frame, legal)

    def _best_way(self, p: MansteinPosition, frame: Moving) -> list[int]:
        """For a unit taken in hand by somebody else: the best hex that it can march to."""
        look, u = self.look(p), frame.unit
        paths = marches(self.g, p, u)
        fitting = [hex for hex in paths if hex != p.at[u] and look.room(u, hex)]
        return way(paths, max(fitting, key=lambda hex: (look.score(u, hex), hex))) if fitting else []

    def _purpose(self, p: MansteinPosition, u: int) -> str:
        if self.side == GERMAN:
            return f"towards {self.know.german.purpose(p, u)}"
        return f"for {self.know.allied.line(p, self.g.nation[u], self.know.orders.back).name}"

    def ride(self, p: MansteinPosition, frame: Any, legal: list[Action]) -> Choice:
        if self.path:
            hex = self.path.pop(0)
            return self.g.hex_words["ride"][hex], self._purpose(p, frame.unit)
        look = self.look(p)
        return max(legal, key=lambda a: (look.score(frame.unit, self.cell(a)), a)), self._purpose(p, frame.unit)

    def land(self, p: MansteinPosition, frame: Airborne, legal: list[Action]) -> Choice:
        if self.path:
            hex = self.path.pop(0)
            return self.g.hex_words["land"][hex], f"{self.g.board.label(hex)} can be taken from the air (18.0)"
        look = self.look(p)
        safe = [a for a in legal if not p.occupied[1 - self.side] >> self.cell(a) & 1]
        return max(safe or legal, key=lambda a: (look.score(frame.unit, self.cell(a)), a)), "where it does most good"

    def remove(self, p: MansteinPosition, frame: StackingCheck, legal: list[Action]) -> Choice:
        def price(action: Action) -> tuple[float, str]:
            u = self.g.by_id[action.split()[1]]
            return self.know.worth.step(u, p.steps[u]), action

        return min(legal, key=price), "its step costs least (6.5)"

    def evacuate(self, p: MansteinPosition, frame: Evacuating, legal: list[Action]) -> Choice:
        """20.2: what would be lost in its port is taken off."""
        look = self.look(p)
        for action in legal:
            u = self.g.by_id.get(action.partition(" ")[2], -1)
            if u < 0:
                continue
            if look.doomed(u):
                return action, "it would be lost here (20.2)"
        return "done", "the others can still hold their ports"

    def port(self, p: MansteinPosition, frame: NamePortUnit, legal: list[Action]) -> Choice:
        def strength(action: Action) -> tuple[int, str]:
            u = self.g.by_id[action.split()[1]]
            return self.g.counters[u].defence[p.steps[u]], action

        return max(legal, key=strength), "the strongest of them (15.2)"

    # --- optional rules and the end -------------------------------------------------------------------------------

    def bridgehead(self, p: MansteinPosition, frame: PlaceBridgehead, legal: list[Action]) -> Choice:
        return legal[0], "the next attack has no river before it (27.1)"

    def open_cities(self, p: MansteinPosition, frame: OpenCities, legal: list[Action]) -> Choice:
        """25.4: a city that will fall is worth half to the enemy if it is declared open."""
        lost = zone(self.g, p, GERMAN)
        for action in legal:
            if action != "done" and lost >> self.cell(action) & 1:
                return action, "it cannot be held, and an open city counts half (25.4)"
        return "done", "no city is lost yet"

    def extend(self, p: MansteinPosition, frame: Extend, legal: list[Action]) -> Choice:
        """3.4g: only if what lies within reach makes a better level likely, the price paid."""
        g, look = self.g, self.look(p)
        german, allied = victory.score(g, p)
        near = Outlook(self.know, p, ALLIED).menace
        prizes = sum(points for hex, points in self.know.value.items()
                     if g.board.home[ALLIED] >> hex & 1 and not look.ours >> hex & 1 and near.get(hex, 0) >= STRONG)
        now = german - allied
        then = now + g.charts.victory["german"].extension + round(PROSPECT * prizes)
        levels = [level.least for level in g.terms.levels]
        if sum(then >= least for least in levels) > sum(now >= least for least in levels):
            return "extend", f"{prizes} points lie within reach (3.4)"
        return "finish", f"the balance stands at {now}, and two weeks more cost too much (3.4)"
