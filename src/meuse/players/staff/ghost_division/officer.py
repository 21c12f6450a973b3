"""The officer at the table: one decision after another."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from meuse.engine.contract import Action
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.aftermath import GiveAce
from meuse.games.ghost_division.rules.air import Commit, Interdiction, Strike
from meuse.games.ghost_division.rules.combat import Battles, Enhance, Withdrawal
from meuse.games.ghost_division.rules.commands import Assign
from meuse.games.ghost_division.rules.engineering import Engineering, Task, tasks
from meuse.games.ghost_division.rules.exploitation import Exploit
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.movement import Ground, Moving
from meuse.games.ghost_division.rules.niwi import Drop
from meuse.games.ghost_division.rules.okw import Diverted, MainEffort, OkwOrder
from meuse.games.ghost_division.rules.recon import AirRecon, GroundRecon
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.shot_down import ShotDown
from meuse.games.ghost_division.rules.supply import AirSupply, MaximumSupply
from meuse.players.staff.ghost_division.battles import Field
from meuse.players.staff.ghost_division.columns import Choice, Columns
from meuse.players.staff.ghost_division.fighting import Muster
from meuse.players.staff.ghost_division.marching import SPEAR_BARRED, Planner
from meuse.players.staff.ghost_division.outlook import Atlas
from meuse.players.staff.ghost_division.plans import GhostPlan
from meuse.players.staff.ghost_division.sky import Sky

SHOPPING = ("stukas", "recon", "engineers", "stukas", "stukas", "bombers", "bombers", "bombers", "engineers", "recon")
"""What is bought in set-up, in this order, as far as the plan wants it."""
WARES = {"stukas": "stuka-", "recon": "air-recon-", "engineers": "corps-pi-", "bombers": "bomber-"}
"""How the units of each kind are called, but for their numbers."""

WAYS_ON = ("done", "end", "pass", "hold", "fire", "fight-on", "obey")


class GhostStaff:
    """Plans by the rules and the odds of what it can know. `why` says in a sentence what the last choice is for."""

    Plan = GhostPlan

    def __init__(
        self, game: GhostDivision, side: str, rng: Random, plan: GhostPlan | None = None,
        kept: tuple[Muster, Atlas] | None = None,
    ) -> None:
        """`kept` is what others of this game have worked out already."""
        self.g, self.side, self.rng, self.plan = game, side, rng, plan or GhostPlan()
        self.planner = Planner(game, self.plan, kept)
        self.columns, self.field = Columns(game, self.planner), Field(game, self.planner)
        self.why = ""
        on, columns, field, sky = self.on, self.columns, self.field, Sky(game, self.columns)
        self.decide: dict[type[Any], Callable[[GhostPosition, Any, list[Action]], Choice]] = {
            Recruit: self.recruit,
            FormKampfgruppe: self.form,
            Drop: lambda p, f, legal: ("pass", "the Kommando costs more than it opens"),
            OkwOrder: self.order,
            MainEffort: lambda p, f, legal: (self.ready(legal), "ready what bombs most (12.0)"),
            Assign: lambda p, f, legal: ("done", "the parts of the force are in good hands"),
            AirRecon: sky.recon,
            Interdiction: sky.interdict,
            Strike: sky.strike,
            AirSupply: lambda p, f, legal: on(legal),
            GroundRecon: self.scout,
            MaximumSupply: lambda p, f, legal: on(legal),
            EnhanceMoves: lambda p, f, legal: columns.enhanced_move(p, legal) or on(legal),
            Ground: lambda p, f, legal: columns.next_march(p, legal) or on(legal),
            Moving: columns.moving,
            Exploit: lambda p, f, legal: columns.next_exploitation(p, legal) or on(legal),
            Battles: lambda p, f, legal: (legal[0], "every battle must be fought (11.0)"),
            Commit: field.commit,
            ShotDown: field.shot_down,
            Enhance: lambda p, f, legal: field.enhance(p, f),
            Allot: field.allot,
            Withdrawal: field.withdrawal,
            GiveAce: lambda p, f, legal: (legal[0], "any of them will do (33.1)"),
            Engineering: self.engineering,
            Task: self.task,
        }

    def choose(self, position: GhostPosition) -> Action:
        frame = position.frames[-1]
        legal = self.g.legal(position, self.side)
        action, self.why = self.decide[type(frame)](position, frame, legal)
        if action not in legal:
            action, self.why = self.on(legal)
        return action

    def on(self, legal: list[Action]) -> Choice:
        """Go on without doing anything; where a seat has no such choice, the first that it has."""
        return next((a for a in WAYS_ON if a in legal), legal[0]), "nothing here is worth its price"

    def recruit(self, p: GhostPosition, frame: Recruit, legal: list[Action]) -> Choice:
        """4.0j, 10.1: Kampfgruppen rally for more than they cost; Stukas win battles, engineers open roads."""
        forms = [a for a in legal if a.startswith("form")]
        if forms:
            return forms[0], "a resting Kampfgruppe earns its price back by Rally (14.4)"
        if p.op > self.plan.keep if frame.setup else p.op >= self.plan.plenty and p.turn < self.g.last_turn:
            for word in self._wanted():
                if word in legal and (frame.setup or word.startswith("recruit stuka")):
                    return word, "Stukas decide battles, engineers and scouts open the roads"
        return "done", "the rest of the points is worth more in the field"

    def _wanted(self) -> list[Action]:
        """Recruits that the plan asks for, the most urgent first."""
        found, count = list[Action](), dict.fromkeys(WARES, 0)
        for kind in SHOPPING:
            count[kind] += 1
            if count[kind] <= getattr(self.plan, kind):
                found.append(f"recruit {WARES[kind]}{count[kind]}")
        return found

    def form(self, p: GhostPosition, frame: FormKampfgruppe, legal: list[Action]) -> Choice:
        """14.6: rebuild as long as Rally still earns more than the price."""
        if frame.unit >= 0:
            places = [a for a in legal if a != "place AA"]
            return ("place AA" if "place AA" in legal else places[0]), "it rests where nobody can reach it"
        worth = {a: self.g.leadership[self.g.by_id[a.partition(" ")[2]]] for a in legal if a.startswith("form")}
        best = max(worth, key=lambda a: worth[a])
        turns = self.g.last_turn - p.turn + 1
        if p.op > self.plan.countermand and worth[best] * turns > self.g.charts.operations.kampfgruppe + 1:
            return best, "it earns its price back by Rally (14.4)"
        return "done", "it would not earn its price any more"

    def order(self, p: GhostPosition, frame: OkwOrder, legal: list[Action]) -> Choice:
        """9.1b: orders that stop the spear are countermanded, and those that cost more than the price."""
        row = self.g.charts.okw.rows[frame.row]
        if row.event == "diverted":
            dear = -row.op > row.countermand and not Diverted().able(self.g, p)
            return ("countermand", "to obey costs more (9.1)") if dear else ("obey", "Stukas come back by Maintenance")
        if p.op <= self.plan.countermand or p.turn == self.g.last_turn:
            return "obey", "the order costs less than its countermand (9.1)"
        return "countermand", "the spear must not stand still (9.1)"

    def ready(self, legal: list[Action]) -> Action:
        g = self.g
        bombs = {a: g.units[g.by_id[a.partition(" ")[2]]].entry.ground for a in legal if a != "done"}
        return max(bombs, key=lambda a: (bombs[a], a))

    def scout(self, p: GhostPosition, frame: GroundRecon, legal: list[Action]) -> Choice:
        """13.2: scouts look where they may go next; headquarters only if they will act anyway."""
        g = self.g
        if frame.unit >= 0:
            looks = {a: self._interest(p, frame.unit, g.grid.bit[a.partition(" ")[2]]) for a in legal if a != "pass"}
            return max(looks, key=lambda a: (looks[a], a)), "know what lies ahead before marching into it (13.2)"
        for word in legal:
            u = g.by_id.get(word.partition(" ")[2], -1)
            if u >= 0 and not p.hits[u] and (not g.is_hq[u] or (self._leads(u) and self.columns.goes(p, u))):
                return word, f"{g.units[u].name} loses nothing by looking (13.2)"
        return self.on(legal)

    def _leads(self, u: int) -> bool:
        return u in (self.g.rommel, self.columns.second)

    def _interest(self, p: GhostPosition, u: int, cell: int) -> float:
        """How much is gained by knowing what is in a Grid."""
        g = self.g
        ahead = g.board.column[p.places[u]] - g.board.column[cell]
        town = g.board.town_cells >> cell & 1
        return ahead + 1.5 * (cell in g.ways[p.places[u]]) + town + 0.5 * (cell in p.formations_in)

    def engineering(self, p: GhostPosition, frame: Engineering, legal: list[Action]) -> Choice:
        """23.1, 23.2: clear the Obstacles and mend the bridges on which towns depend."""
        for action in legal:
            verb, _, id = action.partition(" ")
            found = tasks(self.g, p, self.g.by_id[id]) if verb == "work" else []
            if any(self._task(p, task) > 0 for task in found):
                return action, "there is a road to open where it stands"
        return self.on(legal)

    def task(self, p: GhostPosition, frame: Task, legal: list[Action]) -> Choice:
        """The best of what an Engineer may try."""
        worth = {a: (self._task(p, a), a) for a in legal}
        best = max(legal, key=lambda a: worth[a])
        if best == "pass":
            return best, "nothing to do here"
        return best, "it opens the road and the Line of Communications (23.0)"

    def _task(self, p: GhostPosition, action: Action) -> float:
        """What an engineer's task is good for."""
        g, look = self.g, self.planner.see(p)
        verb, _, place = action.partition(" ")
        if verb == "pass":
            return 0.0
        if verb == "clear":
            cell = g.grid.bit[place]
            return 1.0 + look.towns.get(cell, 0.0) + look.cuts[0].get(cell, 0.0)
        side = g.board.side_index[place]
        worth = look.cuts[1].get(side, 0.0) + (SPEAR_BARRED if side in self.planner.barred(p) else 0.0)
        if verb == "restore":
            return 1.5 + worth
        return worth - 0.5 if verb == "bridge" and not p.blown >> side & 1 else -1.0
