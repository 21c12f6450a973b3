"""Sedan as a game: the components, the tables that play looks things up in, and the contract."""

from __future__ import annotations

from typing import Any

from meuse.engine.contract import BadInput, Battles, Chronicle, Tally
from meuse.engine.game import HexGame
from meuse.engine.remembered import Remembered
from meuse.engine.situation import Names
from meuse.engine.verbs import texts
from meuse.games.sedan.box.components import (
    FRENCH,
    GERMAN,
    MOTORIZED,
    OTHER,
    SIDES,
    ChitEntry,
    Components,
    Crossings,
    halves,
)
from meuse.games.sedan.box.drawfile import Drawing
from meuse.games.sedan.options import OPTIONS
from meuse.games.sedan.position import ABSENT, SedanPosition, Unit
from meuse.games.sedan.rules import combat, movement, orders, setup, supply, victory
from meuse.games.sedan.rules.ground import Ground
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.table import language, overlays, report, sheet, way
from meuse.games.sedan.table.picture import PINS, draw, pins_of
from meuse.games.sedan.table.view import show
from meuse.games.sedan.verbs import VERBS

LAST_TURN = {"race-to-the-meuse": 4, "encirclement": 8}
"""16.1a, 16.8a."""

EXIT_LABELS = ("2", "3")
"""16.10g."""


class Sedan(HexGame[SedanPosition]):
    """The laws are the rulebook's; maps, charts and reduced sides are our reconstruction."""

    name = "sedan"
    title = "Sedan: The Decisive Battle for France, May 1940"
    blurb = "Guderian's drive through the Ardennes and over the Meuse: 3 km hexes, corps chits drawn from one cup."
    sides = SIDES
    scenarios = {
        "race-to-the-meuse": "Race to the Meuse: 10 to 13 May, four turns",
        "encirclement": "Encirclement: 10 to 17 May, eight turns",
    }
    switches = OPTIONS
    secrets = False
    verbs = VERBS
    told, joins = language.TOLD, language.JOINED
    segment = ("turn", "phase", "chit", "mode")
    chronicle = Chronicle(
        span="day", marches=frozenset({"step"}),
        headlines=frozenset({"bridge blown", "pontoon", "exit"}),
        left_out=frozenset({
            "order", "attempt", "held back", "air allotted", "activated", "unmarked", "chit done", "chit spent", "fuel",
            "air support",
        }),
    )
    battles = Battles(
        open=frozenset({"attack"}), close=frozenset({"turn", "chit", "phase"}), losses={"eliminated": 2, "reduced": 1},
    )

    package = "meuse.games.sedan"
    position = SedanPosition
    situation = setup.Situation
    end_rule = "15.0a"

    lay, situation_of, ladder = setup.lay, setup.situation_of, victory.ladder
    describe, line, report, sheet = language.sentence, language.line, report.report, sheet.sheet
    reach, overlay = overlays.reach, overlays.overlay

    def unpack(self) -> None:
        self._take_components(self.shelf.box(Components))
        self._list_units()
        self._make_tables()
        self.make_words()
        self.side_words = texts(VERBS, "side", self.board.side_names)
        self.named = Names(ids=self.ids, names=[c.name for c in self.counters], titles=setup.titles(self),
                           grid=self.grid, sides=self.board.side_index, words=(
                               "unit", "hex of the map; expected one such as '3414'",
                               "river hexside; expected two hexes such as '3414-3415'"))
        self._crossings = Remembered[tuple[int, int], Crossings](4096, lambda bridges: Crossings(self.board, *bridges))
        self._grounds = Remembered(256, self._lie_of_the_land)

    def _lie_of_the_land(self, found: tuple[int, int, int, int, int]) -> Ground:
        zone, enemies, roadblocks, blown, pontoons = found
        return Ground(self, self._crossings[blown, pontoons], zone, enemies, roadblocks)

    def _take_components(self, box: Components) -> None:
        self.board, self.grid, self.one = box.board, box.board.grid, box.board.grid.one
        self.counters, self.charts, self.crt = box.counters, box.charts, box.crt
        self.chits: dict[str, ChitEntry] = box.chits
        self.by_id = box.by_id
        self.last_turn = LAST_TURN[self.scenario]
        self.exit_side = GERMAN
        exits = EXIT_LABELS if self.scenario == "encirclement" else ()
        self.exits = frozenset(self.board.entries[label] for label in exits)

    def _list_units(self) -> None:
        """Sets of counters that the rules name."""
        units = self.counters
        self.ids = [c.id for c in units]
        self.hq_set = sum(1 << c.index for c in units if c.hq)
        self.corps_units = {
            chit.corps: sum(1 << c.index for c in units if c.entry.corps == chit.corps) for chit in self.chits.values()
        }
        self.formation_units: dict[str, int] = {}
        for c in units:
            formation = c.entry.formation
            self.formation_units[formation] = self.formation_units.get(formation, 0) | 1 << c.index
        self.fuel_formations = frozenset(
            c.entry.formation for c in units if c.entry.side == "french" and c.entry.turn and (c.mech or c.mot)
        )
        self.cavalry = sum(1 << c.index for c in units if c.entry.corps == "2A Cav" and c.entry.nation == "french")
        self.spahis = self.formation_units.get("3 BS", 0)
        self.fighters_of_kind = {
            (side, kind): [c for c in units if c.side == side and not c.hq and c.is_kind(kind)]
            for side in (GERMAN, FRENCH) for kind in ("mech", "mot", "wheels", "other", "any")
        }
        self.pioneer = sum(1 << c.index for c in units if c.entry.type == "pionier")
        self.niwi, self.belgian = "de-niwi-gd", "be-5-2-1-1-ca"

    def _make_tables(self) -> None:
        """Everything that play looks up by counter or hex."""
        units, charts = self.counters, self.charts
        self.side = [c.side for c in units]
        self.is_hq = [c.hq for c in units]
        self.points = [c.points for c in units]
        self.most_points = max(self.points)
        self.movement_class = [c.movement_class for c in units]
        self.move = [c.entry.move for c in units]
        self.range = [c.entry.range for c in units]
        self.artillery = [c.entry.artillery for c in units]
        self.attack = [(0, (c.entry.reduced or (c.entry.attack, 0))[0], c.entry.attack) for c in units]
        self.defense = [(0, (c.entry.reduced or (0, c.entry.defense))[1], c.entry.defense) for c in units]
        self.panzer_exempt = [c.side == GERMAN and (c.mech or c.mot) for c in units]
        self.halts_without_supply = [c.mech or c.mot or c.hq for c in units]
        self.stack_limit = 3 * charts.limits.regiments_in_hex
        self.road_limit = 3
        self.zoc_reaches = self.grid.board & ~self.board.no_zoc
        self.ways = {
            cell: [(d, to) for d, to in enumerate(self.grid.neighbour[cell]) if to >= 0] for cell in self.grid.cells
        }
        cost = {
            word: (halves(e.motorized, f"terrain.{word}"), halves(e.other, f"terrain.{word}"))
            for word, e in charts.terrain.items()
        }
        self.terrain_cost = {cell: cost[self.board.terrain[cell]] for cell in self.grid.cells}
        self.hexes_by_cost = tuple(
            {
                points: sum(1 << c for c in self.grid.cells if self.terrain_cost[c][k] == points)
                for points in {costs[k] for costs in cost.values()}
            }
            for k in (MOTORIZED, OTHER)
        )
        """For each movement class, the hexes that cost so many half points."""
        minor, road = charts.rivers.minor, charts.road
        self.minor_cost = (halves(minor.motorized, "rivers.minor"), halves(minor.other, "rivers.minor"))
        self.road_cost = (halves(road.motorized, "road"), halves(road.other, "road"))
        self._read_columns()

    def _read_columns(self) -> None:
        """The columns of the Combat Results Table by ratio for and against the attacker."""
        self.columns_for: dict[int, int] = {}
        self.columns_against: dict[int, int] = {}
        for index, label in enumerate(self.crt.columns):
            left, _, right = label.partition(":")
            if not (left.isdigit() and right.isdigit() and "1" in (left, right)):
                raise BadInput(f"charts.toml: crt.columns: expected ratios such as 1:2 or 3:1, got {label!r}")
            if right == "1":
                self.columns_for[int(left)] = index
            if left == "1":
                self.columns_against[int(right)] = index
        self.best_column, self.worst_column = max(self.columns_for, default=0), max(self.columns_against, default=0)
        for ratios, best in ((self.columns_for, self.best_column), (self.columns_against, self.worst_column)):
            if sorted(ratios) != list(range(1, best + 1)):
                raise BadInput("charts.toml: crt.columns: expected every ratio from the worst over 1:1 to the best")

    def name_of(self, id: str) -> str:
        return self.counters[self.by_id[id]].name

    def names(self, units: tuple[int, ...]) -> str:
        return ", ".join(self.counters[u].name for u in units)

    def crossings(self, p: SedanPosition) -> Crossings:
        """Bridges as they stand."""
        return self._crossings[p.blown, p.pontoons]

    def ground(self, p: SedanPosition, zone: int, enemies: int) -> Ground:
        """What steps cost and what forbids them against such an enemy."""
        return self._grounds[zone, enemies, p.roadblocks, p.blown, p.pontoons]

    def blank(self) -> SedanPosition:
        p = super().blank()
        p.units = [Unit(ABSENT, c.steps) for c in self.counters]
        return p

    def check(self, p: SedanPosition) -> None:
        if len(p.units) != len(self.counters):
            raise BadInput(f"position: units: expected {len(self.counters)} counters, got {len(p.units)}")
        for u, unit in enumerate(p.units):
            if (unit.hex >= 0 and unit.hex not in self.grid.names) or unit.hex < ABSENT:
                raise BadInput(f"position: units[{u}]: {unit.hex} is not a hex of the map")

    def put_all(self, p: SedanPosition, bare: SedanPosition) -> None:
        for u, unit in enumerate(p.units):
            bare.put(self, u, unit.hex)

    def show(self, p: SedanPosition, side: str | None) -> dict[str, Any]:
        """Nothing in Sedan is hidden but the order of the cup, which does not exist before it is drawn."""
        return show(self, p)

    def pieces(self, p: SedanPosition) -> dict[str, str]:
        return {c.id: str(p.units[c.index].hex) for c in self.counters}

    def draw_map(self) -> str:
        shading = (self.shelf.folder / "relief.png").read_bytes()
        return draw(self.board, self.shelf.load("drawing", Drawing), shading)

    def pins(self) -> dict[str, Any]:
        return {"any": PINS, "own": pins_of(self.board, self.shelf.load("drawing", Drawing))}

    def preview(self, p: SedanPosition) -> dict[str, Any]:
        return combat.preview_attack(self, p, *self._prepared(p))

    def _prepared(self, p: SedanPosition) -> tuple[orders.AttackOrder, int]:
        """The attack that is being put together, with the artillery that supports it."""
        found = combat.order_under_way(p)
        if found is None or not found[0].units:
            raise BadInput("no attack with units in it is being prepared")
        return found

    def explain(self, p: SedanPosition, question: str) -> Tally:
        """ "odds", "modifiers", "score", "strength UNIT", "supply UNIT", "way UNIT HEX"; moving "step HEX", "stack"."""
        word, _, noun = question.partition(" ")
        mover, to = p.frames[-1] if p.frames else None, self.grid.bit.get(noun)
        if word == "score":
            return victory.explain_score(self, p)
        if word == "odds":
            return combat.explain_odds(self, p, self._prepared(p)[0])
        if word == "modifiers":
            return combat.explain_modifiers(self, p, *self._prepared(p))
        if word == "step" and isinstance(mover, Moving) and mover.hex >= 0 and to in self.grid.neighbour[mover.hex]:
            return movement.explain_step(self, p, mover, to)
        if word == "stack" and isinstance(mover, Moving):
            return movement.explain_stack(self, p, mover)
        if word == "way":
            return way.explain_way(self, p, *noun.partition(" ")[::2])
        if word in ("strength", "supply") and noun in self.by_id and p.on_map(self.by_id[noun]):
            u = self.by_id[noun]
            return supply.explain_strength(self, p, u) if word == "strength" else supply.explain_supply(self, p, u)
        raise BadInput(
            f"no answer to {question!r} here; ask odds, modifiers, score, stack, step, way, strength or supply")
