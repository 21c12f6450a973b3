"""The air war: plans in secret, patrols, raids, close support, losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, Airstrike
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import bombing, flights, odds, patrols, planning, supply
from meuse.games.blitzkrieg.rules.airlift import Carriers
from meuse.games.blitzkrieg.rules.bombing import AirHits, Bombardment, BombRun, BombRuns
from meuse.games.blitzkrieg.rules.cards import in_force
from meuse.games.blitzkrieg.rules.close_support import CLOSE_SUPPORT, CloseSupport
from meuse.games.blitzkrieg.rules.early_flights import EarlyFlight, EarlyFlights
from meuse.games.blitzkrieg.rules.flights import Disposition, Staging
from meuse.games.blitzkrieg.rules.gunfire import Gunfire
from meuse.games.blitzkrieg.rules.interdiction import OPERATIONAL_AIR_FORCE, Interdict
from meuse.games.blitzkrieg.rules.patrols import Interception, Patrolling, PlacePatrols
from meuse.games.blitzkrieg.rules.planning import Intensive, Planning, Revelation
from meuse.games.blitzkrieg.rules.raids import Escorting, Raid
from meuse.games.blitzkrieg.rules.repairs import AirRecovery, Repairs
from meuse.games.blitzkrieg.rules.superiority import AirLosses

if TYPE_CHECKING:
    from meuse.players.staff.blitzkrieg.outlook import Knowledge, Outlook

Choice = tuple[Action, str]

WING = 2
"""Airstrikes that are sent on one raid, unless more may fly over the hex and the target is worth it."""
ESCORTS, PATROLS = 2, 1
"""Fighters kept for them by each side; the others fight for superiority."""
WEAK = 2
"""Allied fighters of no more than this stay in Reserve."""
BEFORE = 1.3
"""How much more a hit counts on a stack that our troops stand next to."""


class Flying:
    """The air officer of one side."""

    def __init__(self, know: Knowledge, side: int, look: Callable[[BlitzPosition], Outlook]) -> None:
        self.know, self.g, self.side, self.look = know, know.g, side, look
        self.decide: dict[type[Any], Callable[[BlitzPosition, Any, list[Action]], Choice]] = {
            Planning: self.plan, Revelation: self.reveal, Intensive: self.press, AirLosses: self.lose,
            PlacePatrols: self.patrols, Patrolling: self.patrol, Staging: self.stage, Interception: self.intercept,
            Disposition: self.again, Bombardment: self.bombardment, Raid: self.raid, BombRuns: self.runs,
            BombRun: self.run, AirHits: self.hit, CloseSupport: self.support, EarlyFlights: self.early,
            EarlyFlight: self.over, Carriers: self.carry, Escorting: self.escort, Interdict: self.interdict,
            Gunfire: self.gunfire, Repairs: self.mend, AirRecovery: self.recover,
        }

    def air(self, action: Action) -> int:
        return self.g.box.air_by_id.get(action.partition(" ")[2], -1)

    def cell(self, action: Action) -> int:
        return self.g.grid.bit[action.split()[1]]

    # --- planning -------------------------------------------------------------------------------------------------

    def plan(self, p: BlitzPosition, frame: Planning, legal: list[Action]) -> Choice:
        """24.2: one airstrike after another into its box, the most useful first."""
        g, picked = self.g, frame.picked[self.side]
        wanted = self.missions(p)
        if picked >= 0:
            box = wanted.get(picked, "reserve")
            name = g.charts.missions[box].title
            for choice in (box, "bombardment", "reserve", "ready", "recovery"):
                if f"into {choice}" in legal:
                    return f"into {choice}", f"{name} is what it does best this week (24.2)"
            return legal[0], "no other box is open to it"
        for a in wanted:
            word = g.air_words["assign"][a]
            if not frame.assigned >> a & 1 and word in legal and g.boxes[p.air_in[a]] != wanted[a]:
                return word, f"{g.airstrikes[a].entry.name} has its mission this week (24.2)"
        return "done", "the others rest (24.6)"

    def missions(self, p: BlitzPosition) -> dict[int, str]:
        """The box for each airstrike that is to fly, the most useful first; Fatigued ones rest."""
        g = self.g
        fresh = [a for a in flights.available(g, p, self.side) if not p.air_tired >> a.index & 1]
        fresh.sort(key=lambda a: (-a.air[0] if a.offensive else -a.bombardment[0], a.index))
        found: dict[int, str] = {}
        close = self.card(p, CLOSE_SUPPORT[self.side])
        for a in fresh:
            if a.entry.close_support and close:
                found[a.index] = "close-support"
        found |= self.fighters(p, [a for a in fresh if a.offensive])
        sneak = planning.sneaking(g, p, self.side)
        for a in fresh:
            if a.index not in found and not a.offensive:
                found[a.index] = self.bomber(p, a, sneak)
        return found

    def card(self, p: BlitzPosition, id: str) -> bool:
        return in_force(self.g, p, id) or bool(p.hands[self.side] >> self.g.card_by_id[id] & 1)

    def fighters(self, p: BlitzPosition, fresh: list[Airstrike]) -> dict[int, str]:
        """Some escort and patrol, the mass fights for superiority; weak Allied ones are not thrown away."""
        found: dict[int, str] = {}
        weak = [a for a in fresh if self.side == ALLIED and a.air[0] <= WEAK and "reserve" in a.missions]
        strong = [a for a in fresh if a not in weak]
        far = sorted(strong, key=lambda a: (-a.range, a.index))
        keep = ESCORTS if self.side == AXIS else 0
        for a in far[:keep]:
            found[a.index] = "escort"
        rest = [a for a in strong if a.index not in found]
        for a in rest[-PATROLS:] if len(rest) > 3 else ():
            found[a.index] = "cap"
        for a in rest:
            found.setdefault(a.index, "air-superiority")
        return found

    def bomber(self, p: BlitzPosition, a: Airstrike, sneak: bool) -> str:
        if a.entry.type == "transport":
            return "transport"
        if not a.bombardment[0]:
            return "recon"
        if sneak and a.bombardment[0] >= 3:
            return "air-superiority"
        if self.card(p, OPERATIONAL_AIR_FORCE[self.side]) and a.index % 3 == 0 and "interdiction" in a.missions:
            return "interdiction"
        return "bombardment"

    def reveal(self, p: BlitzPosition, frame: Revelation, legal: list[Action]) -> Choice:
        card = next((a for a in legal if a != "done"), "")
        return (card, "now is its hour (25.5)") if card else ("done", "nothing else is to be shown")

    def press(self, p: BlitzPosition, frame: Intensive, legal: list[Action]) -> Choice:
        """38.0: double strength in the first week, when there is most to gain; later it wears too much down."""
        first = next((a for a in legal if a != "done"), "")
        if p.turn == 1 and self.side == AXIS and first:
            return first, "the first blow decides who rules the air (38.0)"
        return "done", "they would be worn out for weeks (38.0)"

    def value(self, p: BlitzPosition, a: int) -> float:
        strike, worn = self.g.airstrikes[a], p.air_tired >> a & 1
        return strike.air[worn] * (1.0 if strike.offensive else 0.5) + 1.2 * strike.bombardment[worn]

    def lose(self, p: BlitzPosition, frame: AirLosses, legal: list[Action]) -> Choice:
        """25.3: worn ones are shot down first; fatigue goes to those who stand it."""
        def cost(action: Action) -> tuple[float, str]:
            a = self.air(action)
            ended = action.startswith("wear") and p.air_tired >> a & 1
            return self.value(p, a) + (3.0 if ended else 0.0), action

        return min(legal, key=cost), "its loss weighs least (25.3)"

    # --- patrols --------------------------------------------------------------------------------------------------

    def patrols(self, p: BlitzPosition, frame: PlacePatrols, legal: list[Action]) -> Choice:
        if frame.step == 1:
            return "done", "patrols are wanted over our own troops"
        word = next((a for a in legal if a != "done"), "done")
        return word, "somebody has to guard the troops from the air (28.1)"

    def patrol(self, p: BlitzPosition, frame: Patrolling, legal: list[Action]) -> Choice:
        """28.1: over the stacks that matter most and are nearest to the enemy."""
        look, g = self.look(p), self.g

        def use(action: Action) -> tuple[float, str]:
            near = g.grid.disc(self.cell(action), 1)
            worth = 0.0
            for hex in bits(near & p.occupied[self.side]):
                if look.menace.get(hex, 0):
                    worth += sum(self.know.worth.end(p, u) for u in p.stacks[hex] if g.side[u] == self.side)
            taken = sum(near >> where & 1 for where in p.air_over.values())
            return worth / (1 + taken), action

        return max(legal, key=use), "over the troops that the enemy would bomb first (28.1)"

    def stage(self, p: BlitzPosition, frame: Staging, legal: list[Action]) -> Choice:
        """24.3.2: from the base with most flights left."""
        g = self.g
        best = max(legal, key=lambda a: (flights.spare(g, p, g.by_id[a.split()[1]]), a))
        return best, "it can spare the flight best (24.3)"

    def intercept(self, p: BlitzPosition, frame: Interception, legal: list[Action]) -> Choice:
        g = self.g
        theirs = patrols.full_strength(g, p, frame.alive(p))
        able = frame.able(g, p)
        best = max(able, key=lambda hex: (patrols.full_strength(g, p, able[hex]), hex))
        if patrols.full_strength(g, p, able[best]) >= theirs:
            return g.hex_words["intercept"][best], "we are stronger, and what is shot down bombs nobody (28.3)"
        return "pass", "they are too strong for this patrol"

    def escort(self, p: BlitzPosition, frame: Escorting, legal: list[Action]) -> Choice:
        return self.with_escort(p, frame.hex, legal)

    def with_escort(self, p: BlitzPosition, hex: int, legal: list[Action]) -> Choice:
        near = patrols.near(self.g, p, 1 - self.side, hex)
        guard = next((a for a in legal if a.startswith("escort")), "")
        escorted = any(self.g.airstrikes[a].offensive for a in flights.over(self.g, p, self.side, hex))
        if near and guard and not escorted:
            return guard, "enemy patrols are near (28.4)"
        return "go", "nobody is there to intercept them" if not near else "they have what escort there is"

    def again(self, p: BlitzPosition, frame: Disposition, legal: list[Action]) -> Choice:
        """24.6.1: close support flies again in the impulse of the panzers, at the price of fatigue."""
        g, box = self.g, self.g.boxes.index("close-support")
        for action in legal:
            a = self.air(action)
            if a >= 0 and p.air_in[a] == box and not p.air_tired >> a & 1 and p.impulse == 1:
                return action, f"{g.airstrikes[a].entry.name} is wanted again by the panzers (24.6)"
        return "done", "they have done enough"

    # --- bombs ----------------------------------------------------------------------------------------------------

    def strength(self, p: BlitzPosition, a: int) -> int:
        return self.g.airstrikes[a].bombardment[p.air_tired >> a & 1]

    def on_units(self, p: BlitzPosition, hex: int, strength: int) -> float:
        """26.2: the mean worth of an attack on the units of a hex; their owner gives the cheapest."""
        g, worth = self.g, self.know.worth
        units = [u for u in p.units_in(hex) if g.side[u] != self.side]
        if not units:
            return 0.0
        costs = sorted(worth.fatigue(p, u) for u in units if not g.counters[u].deception) or [0.0]
        shift = sum(int(part.value) for part in bombing.cover(g, p, 1 - self.side, hex))
        column = g.box.ground_table.column(strength, shift)
        total = 0.0
        for die in range(1, 7):
            code = g.box.ground_table.on_units(column, die)
            total += {"-": 0.0, "T": 0.1}.get(code, sum(costs[:2]) if code == "2F" else costs[0])
        beside = g.board.spread(g.one[hex]) & p.occupied[self.side]
        return total / 6 * (BEFORE if beside else 1.0)

    def on_feature(self, p: BlitzPosition, hex: int, word: str, strength: int) -> float:
        """26.5, 26.6: Shock for a city that is terrorised for the first time; other works are left alone."""
        g = self.g
        if word != "city" or p.scared >> hex & 1:
            return 0.0
        more = sum(int(part.value) for part in bombing.shifts(g, p, self.side, hex, word))
        chance = (7 - g.box.ground_table.feature[g.box.ground_table.column(strength, more)]) / 6
        events = g.charts.shock.events
        return chance * (events.capital_terrorised if g.board.capitals >> hex & 1 else events.city_terrorised)

    def best_target(self, p: BlitzPosition, hex: int, strength: int, words: list[str]) -> tuple[float, str]:
        value = {word: self.on_units(p, hex, strength) if word == "units" else self.on_feature(p, hex, word, strength)
                 for word in words}
        best = max(words, key=lambda word: (value[word], word))
        return value[best], best

    def bombardment(self, p: BlitzPosition, frame: Bombardment, legal: list[Action]) -> Choice:
        g = self.g
        idle = flights.in_box(g, p, self.side, "bombardment")
        ready = sorted((self.strength(p, a.index) for a in idle), reverse=True)
        sent = {p.air_over[a.index] for a in bombing.bombers_over(g, p, self.side)}
        best, most, aim = "done", self.know.orders.raids, ""
        for action in legal:
            hex = -1 if action == "done" else self.cell(action)
            if hex < 0 or hex in sent:
                continue
            words = bombing.targets(g, p, self.side, hex)
            worth, word = self.best_target(p, hex, sum(ready[:WING]), words) if words else (0.0, "")
            if worth > most:
                best, most, aim = action, worth, word
        if best == "done":
            return "done", "no other target is worth the losses"
        where = g.board.label(self.cell(best))
        if aim == "units":
            return best, f"the troops in {where} can be hit hard (26.1)"
        return best, f"terror over {where} shakes the country (26.6)"

    def raid(self, p: BlitzPosition, frame: Raid, legal: list[Action]) -> Choice:
        """26.1: a wing of two; for a target that more would make much surer, more."""
        joiners = [a for a in legal if a.startswith("join")]
        workers = frame.workers(self.g, p)
        if joiners and (len(workers) < WING or self.surer(p, frame, workers, joiners)):
            best = max(joiners, key=lambda a: (self.strength(p, self.air(a)), a))
            return best, "the raid needs its bombs (26.1)"
        if "cancel" in legal:
            return "cancel", "nobody can fly there"
        return self.with_escort(p, frame.hex, legal)

    def surer(self, p: BlitzPosition, frame: Raid, workers: list[int], joiners: list[Action]) -> bool:
        words = bombing.targets(self.g, p, self.side, frame.hex) if frame.mission == "bombardment" else ["units"]
        if not words:
            return False
        now = sum(self.strength(p, a) for a in workers)
        more = max(self.strength(p, self.air(a)) for a in joiners)
        gain = self.best_target(p, frame.hex, now + more, words)[0] - self.best_target(p, frame.hex, now, words)[0]
        return gain > self.know.orders.raids

    def runs(self, p: BlitzPosition, frame: BombRuns, legal: list[Action]) -> Choice:
        return next((a for a in legal if a != "done"), "done"), "the bombers are there (26.2)"

    def run(self, p: BlitzPosition, frame: BombRun, legal: list[Action]) -> Choice:
        join = next((a for a in legal if a.startswith("join")), "")
        if join:
            return join, "all of them together hit hardest (26.2)"
        words = [a.split()[1] for a in legal]
        strength = sum(self.strength(p, a) for a in bits(frame.group))
        return f"at {self.best_target(p, frame.hex, strength, words)[1]}", "there most is to be gained (26.2)"

    def hit(self, p: BlitzPosition, frame: AirHits, legal: list[Action]) -> Choice:
        return min(legal, key=lambda a: (self.know.worth.fatigue(p, self.g.by_id[a.split()[1]]), a)), "it bears it best"

    def support(self, p: BlitzPosition, frame: CloseSupport, legal: list[Action]) -> Choice:
        """27.1: the strongest, unless the attack is as good as it can be without."""
        g = self.g
        if odds.work_out(g, p, p.order).column >= len(g.box.crt.columns) - 1:
            return "none", "the attack is strong enough without"
        best = max((a for a in legal if a != "none"), key=lambda a: (self.strength(p, self.air(a)), a))
        return best, "its columns make the attack much surer (15.9)"

    def gunfire(self, p: BlitzPosition, frame: Gunfire, legal: list[Action]) -> Choice:
        return max(legal, key=lambda a: int(a.split()[1])), "every ship that fires is a column (21.1)"

    def interdict(self, p: BlitzPosition, frame: Interdict, legal: list[Action]) -> Choice:
        costs = [self.know.worth.fatigue(p, u) for u in bits(frame.units)]
        if max(costs, default=0.0) >= 1.0:
            return "strike", "a column on the march is hit hardest (26.7)"
        return "pass", "they are not worth it: others will come"

    # --- other flights --------------------------------------------------------------------------------------------

    def early(self, p: BlitzPosition, frame: EarlyFlights, legal: list[Action]) -> Choice:
        """19.1, 31.0: scouts fly over what may be attacked; supply goes to panzers that are cut off."""
        scout = next((a for a in legal if a.startswith("scout")), "")
        if scout:
            return scout, "what the enemy has before us should be known (19.1)"
        cargo = next((a for a in legal if a.startswith("supply")), "")
        if cargo and self.hungry(p):
            return cargo, "troops in front are out of supply (31.1)"
        return "done", "nobody needs it now"

    def hungry(self, p: BlitzPosition) -> int:
        """Hexes with German troops out of supply and no marker."""
        g = self.g
        units = supply.lacking(g, p) & sum(1 << c.index for c in g.counters if c.side == AXIS and c.attack[0])
        return sum({g.one[p.at[u]] for u in bits(units)}) & ~p.air_supply

    def over(self, p: BlitzPosition, frame: EarlyFlight, legal: list[Action]) -> Choice:
        g = self.g
        hungry = self.hungry(p) if frame.verb == "supply" else 0

        def use(action: Action) -> tuple[float, str]:
            hex = self.cell(action)
            if frame.verb == "supply":
                units = p.units_in(hex) if hungry >> hex & 1 else ()
                return sum(self.know.worth.end(p, u) for u in units), action
            seen = g.grid.disc(hex, g.charts.limits.recon_radius) & p.occupied[1 - self.side]
            beside = g.board.spread(p.occupied[self.side])
            return sum(len(p.stacks[h]) * (2.0 if beside >> h & 1 else 1.0) for h in bits(seen)), action

        return max(legal, key=use), "there it does most good"

    def carry(self, p: BlitzPosition, frame: Carriers, legal: list[Action]) -> Choice:
        return max(legal, key=lambda a: (self.value(p, self.air(a)), a)), "one transport is as good as another"

    # --- administration -------------------------------------------------------------------------------------------

    def mend(self, p: BlitzPosition, frame: Repairs, legal: list[Action]) -> Choice:
        return next((a for a in legal if a != "done"), "done"), "the roll costs nothing (17.6, 17.7)"

    def recover(self, p: BlitzPosition, frame: AirRecovery, legal: list[Action]) -> Choice:
        best = max((a for a in legal if a != "done"), key=lambda a: (sum(self.g.airstrikes[self.air(a)].air), a))
        return best, "the best of them first (17.4)"


def wings(g: Blitzkrieg, p: BlitzPosition, side: int) -> list[tuple[int, int]]:
    """Close support that may still fly: columns, and the hexes that it reaches; the strongest first."""
    if not in_force(g, p, CLOSE_SUPPORT[side]):
        return []
    found = [(a.bombardment[p.air_tired >> a.index & 1], flights.reach(g, p, a))
             for a in flights.in_box(g, p, side, "close-support")]
    return sorted(found, reverse=True)
