"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.games.ghost_division.aftermath import GiveAce
from meuse.games.ghost_division.air import Commit, Interdiction, Strike
from meuse.games.ghost_division.combat import Battles, Enhance, Withdrawal
from meuse.games.ghost_division.commands import Assign
from meuse.games.ghost_division.components import ASSEMBLY
from meuse.games.ghost_division.engineering import Engineering
from meuse.games.ghost_division.exploitation import Exploit, can_lead
from meuse.games.ghost_division.fire import battle_of
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.headquarters import EnhanceMoves
from meuse.games.ghost_division.loc import has_loc
from meuse.games.ghost_division.movement import Ground, Moving, against_step
from meuse.games.ghost_division.niwi import Drop
from meuse.games.ghost_division.okw import MainEffort, OkwOrder
from meuse.games.ghost_division.operations import leadership_left
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.recon import AirRecon, GroundRecon
from meuse.games.ghost_division.recruiting import FormKampfgruppe, Recruit
from meuse.games.ghost_division.results import Allot
from meuse.games.ghost_division.shot_down import ShotDown
from meuse.games.ghost_division.supply import AirSupply, MaximumSupply
from meuse.players.staff.ghost_division.fighting import duel, german_force, present_force
from meuse.players.staff.ghost_division.marching import Plan, Planner
from meuse.players.staff.ghost_division.outlook import Band

SHOPPING = ("stuka-1", "corps-pi-1", "stuka-2", "corps-pi-2", "fighter-1")
"""What is bought in set-up, in this order."""

KEEP = 18
"""Operations Points that set-up leaves."""


class GhostStaff:
    """Plans by the rules and the odds of what it can know. `why` says in a sentence what the last choice is for."""

    def __init__(self, game: GhostDivision, side: str, rng: Random) -> None:
        self.g, self.side, self.rng = game, side, rng
        self.planner = Planner(game)
        self.second = game.by_id["7-brigade"]
        """The headquarters of the second column."""
        self.why = ""
        self.seen: set[int] = set()
        self.segment: tuple[int, str] = (0, "")
        self.decide: dict[type[Any], Callable[[GhostPosition, Any], Action]] = {
            Recruit: self.recruit,
            FormKampfgruppe: self.form,
            Drop: lambda p, f: "pass",
            OkwOrder: self.order,
            MainEffort: self.first,
            Assign: lambda p, f: "done",
            AirRecon: self.air_recon,
            Interdiction: self.interdiction,
            Strike: self.strike,
            AirSupply: lambda p, f: "hold",
            GroundRecon: self.ground_recon,
            MaximumSupply: self.last,
            EnhanceMoves: self.enhance_moves,
            Ground: self.ground,
            Moving: self.moving,
            Exploit: self.exploit,
            Battles: self.first,
            Commit: self.commit,
            ShotDown: self.shot_down,
            Enhance: self.enhance,
            Allot: self.allot,
            Withdrawal: self.withdrawal,
            GiveAce: self.first,
            Engineering: self.engineering,
        }

    def choose(self, position: GhostPosition) -> Action:
        if self.segment != (position.turn, position.phase):
            self.segment, self.seen = (position.turn, position.phase), set()
        self.why = ""
        frame = position.frames[-1]
        action = self.decide[type(frame)](position, frame)
        legal = self.legal(position)
        return action if action in legal else legal[-1]

    def legal(self, p: GhostPosition) -> list[Action]:
        return self.g.legal(p, self.side)

    def first(self, p: GhostPosition, frame: Any) -> Action:
        return self.legal(p)[0]

    def last(self, p: GhostPosition, frame: Any) -> Action:
        legal = self.legal(p)
        return next((a for a in ("done", "pass", "end", "hold") if a in legal), legal[-1])

    def recruit(self, p: GhostPosition, frame: Recruit) -> Action:
        legal = self.legal(p)
        if frame.setup and p.op > KEEP:
            for id in SHOPPING:
                if f"recruit {id}" in legal:
                    return f"recruit {id}"
        return "done"

    def form(self, p: GhostPosition, frame: FormKampfgruppe) -> Action:
        if frame.unit >= 0:
            return "place AA"
        return "done"

    def order(self, p: GhostPosition, frame: OkwOrder) -> Action:
        row = self.g.charts.okw.rows[frame.row]
        if row.event == "diverted":
            return "obey"
        return "countermand" if p.op > 10 and p.turn < self.g.last_turn else "obey"

    def air_recon(self, p: GhostPosition, frame: AirRecon) -> Action:
        return "done"

    def interdiction(self, p: GhostPosition, frame: Interdiction) -> Action:
        return "end"

    def strike(self, p: GhostPosition, frame: Strike) -> Action:
        return self.legal(p)[-1]

    def ground_recon(self, p: GhostPosition, frame: GroundRecon) -> Action:
        """13.2: scouts look where they may go next; headquarters only if they will act anyway."""
        g, legal = self.g, self.legal(p)
        if frame.unit >= 0:
            looks = [a for a in legal if a != "pass"]
            return max(looks, key=lambda a: self.curiosity(p, frame.unit, g.grid.bit[a.partition(" ")[2]]))
        for word in legal:
            u = g.by_id.get(word.partition(" ")[2], -1)
            if u >= 0 and (u in (g.rommel, self.second) or not g.is_hq[u]) and not p.hits[u]:
                return word
        return "done"

    def curiosity(self, p: GhostPosition, u: int, cell: int) -> float:
        """How much is gained by knowing what is in a Grid."""
        g = self.g
        ahead = g.board.column[p.places[u]] - g.board.column[cell]
        beside = cell in g.ways[p.places[u]]
        town = g.board.town_cells >> cell & 1
        return ahead + 1.5 * beside + 1.0 * town + 0.5 * (cell in p.formations_in)

    def enhance_moves(self, p: GhostPosition, frame: EnhanceMoves) -> Action:
        """14.1: a movement point for a headquarters and its stack where it brings more than it costs."""
        g, legal = self.g, self.legal(p)
        op = self.planner.see(p).op_worth
        keep = g.charts.operations.exploit if g.exploit_in_ceiling else 0
        for hq in (g.rommel, self.second):
            word = g.unit_words["enhance"][hq]
            if word not in legal or p.bonus.get(hq, 0) or leadership_left(g, p, hq) <= keep:
                continue
            plan = self.plan(p, self.band(p, hq))
            if plan is None or len(plan.band.units) < 3 or not self.can_start(p, plan):
                continue
            if p.phase == "D4a" and (not self.may_exploit(p, hq) or self.gain_of_exploiting(p, hq, plan.band) <= 0.0):
                continue
            if not g.stops >> plan.path[0] & 1 and self.planner.gain_of_a_point(p, plan.band) > op + 0.3:
                return word
        return self.last(p, frame)

    def ground(self, p: GhostPosition, frame: Ground) -> Action:
        legal = set(self.legal(p))
        for u in self.marching_order(p):
            if u in self.seen or self.g.unit_words["move"][u] not in legal:
                continue
            self.seen.add(u)
            band = self.band(p, u)
            plan = self.plan(p, band)
            if plan is not None and self.can_start(p, plan):
                self.planner.claim(plan)
                if self.g.is_hq[u] and u != self.g.rommel and not self.leads(p, band):
                    continue
                return self.g.unit_words["move"][u]
        return "end"

    def plan(self, p: GhostPosition, band: Band, spent: float = 0.0) -> Plan | None:
        """What a band is to do, by what it is."""
        if self.g.rommel in band.units and sum(self.g.is_tank[u] for u in band.units) < 2:
            found = self.planner.rejoin(p, band, spent)
            if found is not None:
                return found
        if self.planner.is_train(band.units[0]):
            return self.planner.post(p, band, spent)
        if band.engineers == len(band.units):
            return self.planner.works(p, band, spent)
        if not any(self.g.armored[u] for u in band.units):
            found = self.planner.post(p, band, spent)
            if found is not None:
                return found
        return self.planner.plan(p, band, spent)

    def can_start(self, p: GhostPosition, plan: Plan, exploit: bool = False) -> bool:
        """Whether the first step of a plan can be taken now."""
        band = plan.band
        move = Moving(band.units, band.cell, bonus=p.bonus.get(band.units[0], 0), exploit=exploit)
        return bool(plan.path) and against_step(self.g, p, move, plan.path[0]) is None

    def leads(self, p: GhostPosition, band: Band) -> bool:
        """Whether a headquarters earns more on the march than by resting (14.4a)."""
        if band.cell == ASSEMBLY or sum(self.g.is_tank[u] for u in band.units) < 2:
            return False
        look = self.planner.see(p)
        cost = look.op_worth * self.g.leadership[band.units[0]]
        return self.planner.gain_of_a_move(p, band) > cost

    def marching_order(self, p: GhostPosition) -> list[int]:
        g = self.g
        able = [u for u in g.ground_units if p.places[u] >= ASSEMBLY and not p.moved >> u & 1]
        able = [u for u in able if not (g.is_hq[u] and p.places[u] == ASSEMBLY and u != g.rommel)]
        able = [u for u in able if not self.rests(p, u) and not (p.places[u] == ASSEMBLY and u in self.reserve(p))]
        column, train = g.board.column, self.planner.is_train
        return sorted(able, key=lambda u: (u != g.rommel, train(u), column.get(p.places[u], 99), not g.is_hq[u], not g.is_tank[u], u))

    def reserve(self, p: GhostPosition) -> tuple[int, ...]:
        """Units that wait in the Assembly Area to follow the spear with the second headquarters on the same turn."""
        g = self.g
        if p.turn > 1 or p.halted or p.places[self.second] != ASSEMBLY or p.places[g.rommel] == ASSEMBLY:
            return ()
        able = [u for u in p.at(ASSEMBLY) if not p.moved >> u & 1]
        return self.planner.spear(p, self.second, able)

    def rests(self, p: GhostPosition, u: int) -> bool:
        """Whether a unit stays where it is to recover (24.1a)."""
        g = self.g
        return bool(p.hits[u]) and g.mobility[u] - p.hits[u] < 2 and p.turn < g.last_turn - 1 and has_loc(g, p, u)

    def band(self, p: GhostPosition, u: int) -> Band:
        g = self.g
        able = [v for v in p.at(p.places[u]) if not p.moved >> v & 1]
        if u != g.rommel and g.rommel in able and not p.halted:
            spear = self.planner.spear(p, g.rommel, able)
            able = [v for v in able if v not in spear]
        if self.planner.is_train(u) or g.is_engineer[u]:
            return Band(g, p, (u,), p.places[u], 1)
        if p.places[u] == ASSEMBLY and p.phase == "D2":
            able = [v for v in able if v not in self.reserve(p)]
        if self.g.is_hq[u]:
            return Band(self.g, p, self.planner.spear(p, u, able), p.places[u], 2)
        return Band(self.g, p, self.planner.column(p, u, able), p.places[u], 1)

    def moving(self, p: GhostPosition, frame: Moving) -> Action:
        g, legal = self.g, set(self.legal(p))
        moves = 2 if any(g.is_hq[u] for u in frame.units) else 1
        if not frame.under_way:
            if not (frame.exploit and frame.hq < 0):
                for u in self.band(p, frame.units[0]).units:
                    if u not in frame.units and g.unit_words["join"][u] in legal:
                        return g.unit_words["join"][u]
        band = Band(g, p, frame.units, frame.cell, moves)
        band.pace += 2 * frame.bonus
        plan = self.plan(p, band, float(frame.spent))
        if plan is None or not plan.path:
            return "done"
        step = g.grid_words["step"][plan.path[0]]
        return step if step in legal else "done"

    def exploit(self, p: GhostPosition, frame: Exploit) -> Action:
        """22.1: the move that gains most beyond its price; the spear and, at first, the second column always go on."""
        best, choice = 0.0, None
        for word in self.legal(p):
            u = self.g.by_id.get(word.partition(" ")[2], -1)
            if u < 0 or not self.may_exploit(p, u):
                continue
            plan = self.plan(p, self.exploiters(p, u))
            if plan is None or not self.can_start(p, plan, True):
                continue
            gain = self.gain_of_exploiting(p, u, plan.band)
            if gain > best:
                best, choice = gain, plan
        if choice is None:
            return self.last(p, frame)
        self.planner.claim(choice)
        return self.g.unit_words["exploit"][choice.band.units[0]]

    def exploiters(self, p: GhostPosition, u: int) -> Band:
        return self.band(p, u) if self.g.is_hq[u] else Band(self.g, p, (u,), p.places[u])

    def may_exploit(self, p: GhostPosition, u: int) -> bool:
        """Headquarters with tanks, except Kampfgruppen that still rest; single units only on the map."""
        g = self.g
        if not g.is_hq[u]:
            return p.places[u] != ASSEMBLY
        if not can_lead(g, p, u) or (p.places[u] == ASSEMBLY and g.units[u].entry.kampfgruppe):
            return False
        return sum(g.is_tank[v] for v in self.band(p, u).units) >= 2

    def gain_of_exploiting(self, p: GhostPosition, u: int, band: Band) -> float:
        g = self.g
        price = g.charts.operations.exploit + (0 if p.acted >> u & 1 else g.leadership[u])
        gain = self.planner.gain_of_a_move(p, band) - self.planner.see(p).op_worth * price
        urgent = g.last_turn - 1 if u == g.rommel else 2 if u == self.second else 0
        if p.turn <= urgent and p.op > 8:
            gain = max(gain, 3.0 if u == g.rommel else 2.0)
        return gain

    def commit(self, p: GhostPosition, frame: Commit) -> Action:
        g, legal = self.g, self.legal(p)
        if frame.mission == "cas" and len(p.foes) < 2 and battle_of(p).fort < 0:
            return "done"
        for word in reversed(legal):
            if word.startswith("send") and (p.sky or g.units[g.by_id[word.partition(" ")[2]]].entry.type != "fighter"):
                return word
        return "done"

    def shot_down(self, p: GhostPosition, frame: ShotDown) -> Action:
        return self.legal(p)[0]

    def enhance(self, p: GhostPosition, frame: Enhance) -> Action:
        """14.2: points for the fight where they decide, keeping what Exploitation will cost."""
        g, battle = self.g, battle_of(p)
        keep = g.charts.operations.exploit if p.phase == "D3" and not p.halted and g.exploit_in_ceiling else 0
        op = self.planner.see(p).op_worth
        able = [u for u in frame.able(g, p) if leadership_left(g, p, u) > keep]
        if able and len(p.foes) >= 2 and battle.bonus < (2 if op > 0.6 else 3) and self.chance(p)[0] < 1.1 - 0.4 * op:
            return g.unit_words["enhance"][max(able, key=lambda u: leadership_left(g, p, u))]
        return "fire"

    def chance(self, p: GhostPosition) -> tuple[float, float]:
        """How the battle under way will go."""
        g, battle = self.g, battle_of(p)
        own = german_force(g, p, p.at(battle.cell), battle.cell, attack=battle.german_attack)
        return duel(g, own, present_force(g, p))

    def allot(self, p: GhostPosition, frame: Allot) -> Action:
        legal = self.legal(p)
        if frame.german:
            return min(legal, key=lambda a: self.german_price(p, frame, self.g.by_id[a.partition(" ")[2]]))
        return max(legal, key=lambda a: self.allied_price(p, frame, self.g.allied_by_id[a.partition(" ")[2]]))

    def german_price(self, p: GhostPosition, frame: Allot, u: int) -> tuple[float, ...]:
        """What a result costs on this unit."""
        g = self.g
        fire = sum(g.fire[column][u] for column in g.fire)
        if not (frame.overruns or frame.hits):
            return (fire, u)
        hits = 2 if frame.overruns else 1
        op = self.planner.see(p).op_worth
        dies = p.hits[u] + hits >= g.defense[u]
        if g.is_hq[u]:
            price = (g.charts.operations.rommel_lost if u == g.rommel else g.charts.operations.hq_lost) + 6.0 if dies else 2.0
        elif dies:
            price = op + (0.4 if p.hits[u] else 1.2)
        else:
            price = 0.6 if p.hits[u] else 0.9
        if g.is_engineer[u]:
            price += 0.8
        return (price + 0.05 * fire, u)

    def allied_price(self, p: GhostPosition, frame: Allot, counter: int) -> tuple[float, ...]:
        """What a result is worth on this unit."""
        g = self.g
        foe = next(f for f in p.foes if f.counter == counter)
        c = g.allied[counter]
        fire = c.art + c.at + c.ca
        if not (frame.overruns or frame.hits):
            return (float(fire), float(-counter))
        hits = 2 if frame.overruns else 1
        left = c.defense - foe.hits
        worth = 5.0 if left <= hits else 2.0 - 0.5 * left
        worth += 0.4 * fire + (1.5 if not foe.suppressed else 0.0) + (0.5 if c.armored else 0.0)
        return (worth, float(-counter))

    def withdrawal(self, p: GhostPosition, frame: Withdrawal) -> Action:
        g = self.g
        win, _ = self.chance(p)
        if win < 0.35:
            return max((a for a in self.legal(p) if a.startswith("withdraw")),
                       key=lambda a: g.board.column[g.grid.bit[a.partition(" ")[2]]])
        return "fight-on"

    def engineering(self, p: GhostPosition, frame: Engineering) -> Action:
        legal = self.legal(p)
        if frame.unit < 0:
            for a in legal:
                if a.startswith("work"):
                    return a
            return "done"
        return max(legal, key=lambda a: (self.task_worth(p, a), a))

    def task_worth(self, p: GhostPosition, action: Action) -> float:
        """What an engineer's task is good for."""
        g, look = self.g, self.planner.see(p)
        verb, _, place = action.partition(" ")
        if verb == "pass":
            return 0.0
        if verb == "clear":
            cell = g.grid.bit[place]
            return 1.0 + look.towns.get(cell, 0.0) + look.cuts[0].get(cell, 0.0)
        side = g.board.side_index[place]
        worth = look.cuts[1].get(side, 0.0)
        if verb == "restore":
            return 1.5 + worth
        return worth - 0.5 if verb == "bridge" and not p.blown >> side & 1 else -1.0
