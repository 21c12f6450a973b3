"""Ghost Division on the engine's contract."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from meuse.engine.contract import Action, BadInput, Battles, Chronicle, Tally
from meuse.engine.frames import split
from meuse.engine.game import FrameGame
from meuse.engine.hexes import bits
from meuse.engine.remembered import Remembered
from meuse.engine.situation import Names
from meuse.engine.verbs import cell_texts, texts
from meuse.games.ghost_division.box.components import (
    ASIDE,
    ASSEMBLY,
    BINS,
    BOX,
    FLAK_TYPES,
    STRIKE_TYPES,
    Components,
    Crossings,
)
from meuse.games.ghost_division.box.drawfile import Drawing
from meuse.games.ghost_division.checks import check_pieces
from meuse.games.ghost_division.options import OPTIONS
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import movement, setup, victory
from meuse.games.ghost_division.rules.cooperative import SEATS
from meuse.games.ghost_division.rules.guesses import guess
from meuse.games.ghost_division.rules.movement import Moving
from meuse.games.ghost_division.table import language, odds, overlays, sheet, way
from meuse.games.ghost_division.table.picture import draw
from meuse.games.ghost_division.table.view import show
from meuse.games.ghost_division.table.words.march import CHRONICLED
from meuse.games.ghost_division.verbs import VERBS


def spans(kinds: list[str]) -> dict[str, tuple[int, int]]:
    return {kind: (kinds.index(kind), kinds.index(kind) + kinds.count(kind)) for kind in dict.fromkeys(kinds)}


class GhostDivision(FrameGame[GhostPosition]):
    """The laws are the rulebook's; map, charts and counters are our reconstruction."""

    name = "ghost-division"
    title = "Ghost Division: Rommel's Drive to the Sea, May 1940"
    blurb = "Rommel's 7th Panzer Division from the Our to Arras and the coast: solitaire, the Allies run by the game."
    sides: tuple[str, ...] = ("german",)
    scenarios = {
        "campaign": "The campaign: 10 to 21 May, six turns",
        "to-the-meuse": "To the Meuse (our own): 10 to 13 May, two turns",
    }
    switches = OPTIONS
    secrets = True
    verbs = VERBS
    told = language.TOLD
    segment = ("turn", "phase")
    chronicle = Chronicle(
        span="turn", marches=frozenset({"step", "formation moves"}),
        headlines=frozenset({"town won", "formation destroyed", "formation shattered", "fortification destroyed",
                             "bridge blown", "bridge built", "bridge restored"}),
        left_out=frozenset({
            "op", "recruited", "suppressed", "hit", "no effect", "air refit", "recovery", "rally", "landed",
            "air units land", "formation called", "air unit sent", "enhanced move", "enhanced combat", "marker placed",
            "formation die", "raid strength", "air units drawn", "recon", "segment waived", "dropped off",
            "order obeyed", "dummy removed", "fog cleared", "bridge replaced", "no demolitions", "no formation moves",
        }),
        brief=frozenset({"okw event", "allied event"}), leads=CHRONICLED,
    )
    battles = Battles(
        open=frozenset({"battle"}), close=frozenset({"turn", "segment"}),
        losses={"unit destroyed": 2, "formation destroyed": 2},
    )

    package = "meuse.games.ghost_division"
    position = GhostPosition
    situation = setup.Situation
    end_rule = "3.0a"

    lay, situation_of, check, ladder = setup.lay, setup.situation_of, check_pieces, victory.ladder
    describe, line, joined, sheet = language.sentence, language.line, language.joined, sheet.sheet
    reach, overlay = overlays.reach, overlays.overlay

    @classmethod
    def seated(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        return SEATS[options["cooperative"]]

    def spelled(self, action: Action) -> Action:
        """Until 0.2 the Kommando was landed by "drop", which is a stack's word for a unit that stays behind."""
        verb, noun = split(action)
        return f"land {noun}" if verb == "drop" and noun in self.grid.bit else action

    def unpack(self) -> None:
        self._take_components(self.shelf.box(Components))
        self._read_options()
        self._list_units()
        self._list_allies()
        self._make_words()
        self.named = Names(ids=self.ids, names=[c.name for c in self.units],
                           titles=[(c.entry.title, c.index) for c in self.units], grid=self.grid,
                           sides=self.board.side_index, words=(
                               "German counter", "Grid of the map; expected a row and column such as 'N14'",
                               "river side; expected two Grids such as 'N13-N14'"))
        self._crossings = Remembered[int, Crossings](
            4096, lambda standing: Crossings(self.board, standing, self.terrain_cost, self.road_cost))

    def _take_components(self, box: Components) -> None:
        self.board, self.grid, self.one = box.board, box.board.grid, box.board.grid.one
        self.charts = box.charts
        self.units, self.allied, self.formations, self.fog = box.german, box.allied, box.formations, box.fog
        terms = self.charts.scenarios[self.scenario]
        self.last_turn, self.levels = terms.last_turn, terms.levels or self.charts.victory.levels
        thirds = {word: 3 * effect.stack for word, effect in box.charts.terrain.items()}
        self.stack_limit = {cell: thirds[word] for cell, word in self.board.terrain.items()}
        self.terrain_minus = {
            cell: box.charts.terrain[word].attacker for cell, word in self.board.terrain.items()
        }
        cost = {word: round(2 * effect.cost) for word, effect in box.charts.terrain.items()}
        self.terrain_cost = {cell: cost[word] for cell, word in self.board.terrain.items()}
        self.road_cost = round(2 * box.charts.crossing.road)
        """Half movement points for the step into a Grid, and for one along a road (16.4a)."""
        self.ways: dict[int, tuple[int, ...]] = {
            cell: tuple(n for n in self.grid.neighbour[cell] if n >= 0) for cell in self.grid.cells
        }
        self.ways[ASSEMBLY] = tuple(bits(self.board.east_edge))
        """Where a step can lead (6.1a, 6.2b)."""
        self.stops = sum(
            1 << cell for cell, word in self.board.terrain.items() if box.charts.terrain[word].stop
        )

    def _read_options(self) -> None:
        chosen = self.options
        self.with_aces = chosen["panzer-aces"] == "on"
        self.with_niwi = chosen["niwi"] == "on"
        self.with_optional_units = chosen["optional-units"] == "on"
        self.with_logistics = chosen["advanced-logistics"] == "on"
        self.strict_halt = chosen["halting"] == "every-marker"
        self.charge_losses = chosen["losses"] == "always"
        self.exploit_in_ceiling = chosen["exploitation-ceiling"] == "inside"

    def _list_units(self) -> None:
        units = self.units
        self.ids = [c.id for c in units]
        self.by_id = {c.id: c.index for c in units}
        self.is_air = [c.air for c in units]
        self.is_hq = [c.hq for c in units]
        self.is_tank = [c.tank for c in units]
        self.is_engineer = [c.engineer for c in units]
        self.is_assault = [c.assault for c in units]
        self.is_logistics = [c.entry.type == "logistics" for c in units]
        self.armored = [c.entry.armored for c in units]
        self.thirds = [c.thirds for c in units]
        self.mobility = [c.entry.mobility for c in units]
        self.defense = [c.entry.defense for c in units]
        self.leadership = [c.entry.leadership for c in units]
        self.fire = {
            "artillery": [c.entry.art for c in units],
            "anti_tank": [c.entry.at for c in units],
            "close_assault": [c.entry.ca for c in units],
        }
        """Printed fire values by column of the Fire Results Table."""
        self.hqs = tuple(c.index for c in units if c.hq)
        self.air_units = tuple(c.index for c in units if c.air)
        self.ground_units = tuple(c.index for c in units if not c.air)
        self.flyers = tuple(c.index for c in units if c.entry.type in STRIKE_TYPES)
        """Air units that fight and attack (28.2a)."""
        self.is_flak = [c.entry.type in FLAK_TYPES for c in units]
        looks = [(e.type, e.command, e.armored, e.art, e.at, e.ca, e.defense, e.mobility, e.leadership, e.air, e.ground)
                 for e in (c.entry for c in units)]
        self.likeness = [looks.index(look) for look in looks]
        """Counters with the same number here differ by name only."""
        self._list_duties()
        self.air_supply = self.by_id["air-supply"]
        self.rommel, self.niwi = self.by_id["rommel"], self.by_id["niwi"]
        self.commands = tuple(dict.fromkeys(c.entry.command for c in units))
        self.command_of = [self.commands.index(c.entry.command) for c in units]
        seats = len(self.sides)
        self.first_holders = tuple(min(i, seats - 1) if seats > 1 else 0 for i in range(len(self.commands)))

    def _list_duties(self) -> None:
        """Counters by what chapters of their own ask of them."""
        units = self.units
        self.depots = tuple(u for u in self.ground_units if self.is_logistics[u])
        self.scouts = tuple(c.index for c in units if c.scout)
        self.engineers = tuple(c.index for c in units if c.engineer)
        self.recon_planes = tuple(c.index for c in units if c.entry.type == "air recon")
        self.kampfgruppen = tuple(c.index for c in units if c.entry.kampfgruppe)
        self.old_panzers = tuple(c.index for c in units if "Pz 38(t)" in c.name)
        self.new_panzers = tuple(c.index for c in units if c.entry.price == "pz_iii_50")
        """35.2a: what is given, and what is had for it."""
        alike: dict[tuple[str, int], list[int]] = {}
        for c in units:
            if c.entry.price and not c.entry.kampfgruppe and c.entry.price not in ("pz_iii_50", "niwi"):
                alike.setdefault((c.entry.price, self.likeness[c.index]), []).append(c.index)
        self.recruits = tuple(tuple(group) for group in alike.values())
        """Counters that can be bought, those that are alike together."""
        both = (self.charts.operations.kampfgruppe,) * 2
        costs = [both if c.entry.kampfgruppe else self.charts.price.get(c.entry.price, (0, 0)) for c in units]
        self.prices = {True: [at_first for at_first, _ in costs], False: [later for _, later in costs]}
        """10.2a: what each costs in set-up, and in a turn; a Kampfgruppe has one price (14.6a)."""

    def _list_allies(self) -> None:
        self.bins: list[dict[str, list[int]]] = [{} for _ in BINS]
        """By bin and kind, the counters in it."""
        for c in self.allied:
            if c.bin >= 0:
                self.bins[c.bin].setdefault(c.kind, []).append(c.index)
        self.kind_set = {
            kind: sum(1 << i for i in counters) for bin in self.bins for kind, counters in bin.items()
        }
        """Allied counters by kind, as a set."""
        self.bin_set = [sum(self.kind_set[kind] for kind in bin) for bin in self.bins]
        self.draws = [[(f"draw {kind}", self.kind_set[kind]) for kind in bin] for bin in self.bins]
        self.allied_fire = {
            "artillery": [c.art for c in self.allied],
            "anti_tank": [c.at for c in self.allied],
            "close_assault": [c.ca for c in self.allied],
        }
        self.fort_counter = {c.fog: c.index for c in self.allied if c.fog >= 0}
        self.formation_by_id = {f.id: f.index for f in self.formations}
        self.fog_by_id = {m.id: m.index for m in self.fog}
        self.marker_spans = {
            "fog": spans([m.kind for m in self.fog]), "formation": spans([f.kind for f in self.formations]),
        }
        """By front, the first number of its markers and the one after the last: those that are alike lie together."""
        self.allied_by_id = {c.id: c.index for c in self.allied}

    def _make_words(self) -> None:
        """Every action's text that play uses often, made once."""
        self.grid_words = cell_texts(VERBS, self.grid.names)
        self.unit_words = texts(VERBS, "unit", self.ids)
        self.side_words = texts(VERBS, "side", self.board.side_names)
        self.allied_words = texts(VERBS, "unit", [c.id for c in self.allied])

    def grid_name(self, cell: int) -> str:
        return self.grid.names.get(cell, "AA")

    def names_of(self, units: tuple[int, ...]) -> str:
        return ", ".join(self.units[u].name for u in units)

    def standing(self, p: GhostPosition) -> int:
        """River sides that can be crossed: unblown printed bridges, Bridges and Bridgeheads (16.3a)."""
        return (self.board.printed & ~p.blown) | p.bridges | p.bridgeheads

    def crossings(self, p: GhostPosition) -> Crossings:
        """Bridges as they stand."""
        return self._crossings[self.standing(p)]

    def blank(self) -> GhostPosition:
        """Every counter aside, all markers in their boxes, and nothing under way."""
        p = super().blank()
        p.op, p.holders = self.charts.operations.start, self.first_holders
        p.places, p.hits = [ASIDE] * len(self.units), [0] * len(self.units)
        p.formation_at, p.called = [BOX] * len(self.formations), [0] * len(self.formations)
        p.fog_at, p.damage = [BOX] * len(self.fog), [0] * len(self.fog)
        p.loads = [0] * self.grid.size
        return p

    def put_all(self, p: GhostPosition, bare: GhostPosition) -> None:
        for pieces, put in ((p.places, bare.put), (p.formation_at, bare.put_formation), (p.fog_at, bare.put_fog)):
            for piece, to in enumerate(pieces):
                put(self, piece, to)

    def show(self, p: GhostPosition, side: str | None) -> dict[str, Any]:
        """13.0a: the fronts of face-down markers, and what lies in boxes and bins, are hidden from everybody."""
        return show(self, p)

    def eyes(self, side: str | None) -> str | None:
        """All who play are on one side, and what is hidden is hidden from everybody (13.0a)."""
        return None

    def open_view(self, p: GhostPosition) -> dict[str, Any]:
        """Every marker face up."""
        bare = p.copy()
        bare.shown, bare.fog_shown = (1 << len(self.formations)) - 1, (1 << len(self.fog)) - 1
        return self.view(bare, None)

    def determinize(self, p: GhostPosition, side: str, rng: Random) -> GhostPosition:
        return guess(self, p, rng)

    def pieces(self, p: GhostPosition) -> dict[str, str]:
        found = {c.id: str(p.places[c.index]) for c in self.units}
        found |= {f"formation {f.id}": str(p.formation_at[f.index]) for f in self.formations}
        found |= {f"fog {m.id}": str(p.fog_at[m.index]) for m in self.fog}
        out = {foe.counter for foe in p.foes} | set(p.sky)
        found |= {c.id: "battle" if c.index in out else "bin" for c in self.allied}
        return found

    def draw_map(self) -> str:
        shading = (self.shelf.folder / "relief.png").read_bytes()
        return draw(self.board.file, self.shelf.load("drawing", Drawing), self.charts.victory.towns, shading)

    def preview(self, p: GhostPosition) -> dict[str, Any]:
        if p.battle is None:
            raise BadInput("no battle is being fought")
        return odds.preview(self, p)

    def explain(self, p: GhostPosition, question: str) -> Tally:
        """ "score"; "stack" and "step GRID" while units move, "way UNIT GRID"; "fire UNIT" and "volley" in a battle."""
        word, _, noun = question.partition(" ")
        if word == "score":
            return victory.score(self, p)
        if word == "step" and noun in self.grid.bit and p.frames and isinstance(p.frames[-1], Moving):
            to = self.grid.bit[noun]
            if to in self.ways[p.frames[-1].cell]:
                return movement.explain_step(self, p, p.frames[-1], to)
        if word == "stack" and p.frames and isinstance(p.frames[-1], Moving):
            return movement.explain_stack(self, p, p.frames[-1])
        if word == "way":
            return way.explain_way(self, p, *noun.partition(" ")[::2])
        if p.battle is not None and word in ("fire", "volley"):
            return odds.explain(self, p, question)
        raise BadInput(f"no answer to {question!r} here; ask score, stack, step, way, fire or volley")
