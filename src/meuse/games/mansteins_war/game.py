"""Manstein's War as a game: the components, the tables that play looks things up in, and the contract."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine.contract import BadInput, Battles, Chronicle, Tally
from meuse.engine.game import HexGame
from meuse.engine.hexes import bits
from meuse.engine.remembered import Remembered
from meuse.engine.situation import Names
from meuse.engine.verbs import texts
from meuse.games.mansteins_war.box.components import (
    ALLIED,
    ARMY_GROUPS,
    COUNTRY_OF,
    GERMAN,
    NATIONS,
    SIDES,
    Components,
    Site,
)
from meuse.games.mansteins_war.options import OPTIONS
from meuse.games.mansteins_war.position import ABSENT, PLACES, MansteinPosition
from meuse.games.mansteins_war.rules import bridgeheads, capitulation, morale, odds, setup, stacking, supply, victory
from meuse.games.mansteins_war.rules.guesses import guess
from meuse.games.mansteins_war.table import language, overlays, report, sheet, strength, way
from meuse.games.mansteins_war.table.picture import PINS, draw, pins_of
from meuse.games.mansteins_war.table.view import show
from meuse.games.mansteins_war.verbs import VERBS
from meuse.maps.shapes import Drawing

CAMPAIGN = "campaign"


class MansteinsWar(HexGame[MansteinPosition]):
    """The laws are the rulebook's; map, charts and factors are our reconstruction."""

    name = "mansteins-war"
    title = "Manstein's War: Decision in the West 1940"
    blurb = "The campaign of May and June 1940: armies and corps, 40 km hexes, command markers drawn from secret bins."
    sides = SIDES
    scenarios = {
        CAMPAIGN: "The campaign of May and June 1940, six weeks or eight",
        "sickle-cut": "Sickle Cut (our own): the three weeks from 10 May, from the historical deployment",
        "fall-rot": "Fall Rot (our own): the battle for France, two weeks from early June",
    }
    switches = OPTIONS
    verbs = VERBS
    told, joins = language.TOLD, language.JOINED
    segment = ("turn", "phase", "marker", "segment")
    chronicle = Chronicle(
        span="week", marches=frozenset({"step", "ride", "flight"}),
        headlines=frozenset({"fort destroyed", "capitulation", "morale victory", "open city", "landing", "evacuated",
                             "city bombed"}),
        left_out=frozenset({
            "activated", "plan kept", "loaded", "bins loaded", "air recalled", "refit points", "placed", "marker gone",
            "port",
        }),
    )
    battles = Battles(
        open=frozenset({"attack"}), close=frozenset({"turn", "marker", "impulse over"}),
        losses={"eliminated": 2, "reduced": 1},
    )
    secrets = True

    package = "meuse.games.mansteins_war"
    position = MansteinPosition
    situation = setup.Situation
    end_rule = "4.1k"

    lay, situation_of, ladder = setup.lay, setup.situation_of, victory.ladder
    describe, line, report, sheet = language.sentence, language.line, report.report, sheet.sheet
    reach, overlay, preview = overlays.reach, overlays.overlay, odds.preview

    def unpack(self) -> None:
        self.box = self.shelf.box(Components)
        self.board, self.grid, self.one = self.box.board, self.box.board.grid, self.box.board.grid.one
        self.charts, self.counters, self.air, self.forces = (
            self.box.charts, self.box.counters, self.box.air, self.box.forces
        )
        self.markers, self.marker_by_id, self.by_id = self.box.markers, self.box.marker_by_id, self.box.by_id
        self.deployment = self.box.deployment(self.shelf)
        self.terms = self.charts.scenarios[self.scenario]
        self._read_switches()
        self._list_units()
        self._list_hexes()
        self._list_markers()
        self._list_air()
        self.make_words()
        self._list_flights()
        self.named = Names(ids=self.ids, names=[c.name for c in self.counters], titles=setup.titles(self),
                           grid=self.grid, sides={}, words=(
                               "unit", "hex of the map; expected one such as '1439'", "hexside"))
        self.lines = Remembered[tuple[int, int, int], supply.Reach](
            1024, lambda matter: supply.work_out_lines(self, *matter))
        """15.1 Lines of communications worked out, by their sources, the ground open to them and the longest."""
        self.networks = Remembered[tuple[int, int], list[tuple[int, int]]](1024, lambda _: [])
        """9.0 Railway networks worked out, by their tracks and those of them out of enemy ZOC."""

    def _read_switches(self) -> None:
        """The optional rules and variants that are played."""
        chosen = {name for name, value in self.options.items() if value == "on"} - {*self.terms.barred}
        needs = {name: v.needs for name, v in self.charts.variants.items()}
        self.played = frozenset(name for name in chosen if not needs.get(name) or needs[name] in chosen)
        self.zoc_by_stack = self.options["fortress-zoc"] == "own-country"
        """7.0a, by option: ZOC hang on what units stand in a hex."""

    def on(self, name: str) -> bool:
        """Whether an optional rule or variant is played."""
        return name in self.played

    def in_play(self, variant: str) -> bool:
        """Whether a piece of that variant is used (2.2.2a, 21.0b)."""
        return not variant or variant in self.played

    def _list_units(self) -> None:
        """What play looks up by counter, and sets of counters that the rules name."""
        units = self.counters
        self.ids = [c.id for c in units]
        self.side = [c.side for c in units]
        self.nation = [c.nation for c in units]
        self.move = [c.move for c in units]
        self.logistics = [c.logistics for c in units]
        self.going = self.box.going
        self.bulk = [
            stacking.load_of("army" if c.army else "corps" if c.corps else "logistics" if c.logistics else "static")
            for c in units
        ]
        """6.1a: what each unit adds to the load of a hex."""
        self.loads: dict[tuple[int, int, int, bool], bool] = {}
        """Which loads are allowed, as far as play has asked: by load, side, rough ground and after Manstein."""
        self.reserve_set = sum(1 << c.index for c in units if c.reserve)
        self.static_units = tuple([c.index for c in units if c.static and c.side == s] for s in (GERMAN, ALLIED))
        self.command_units: dict[str, int] = {}
        self.nation_bit: dict[str, int] = {nation: 1 << n for n, nation in enumerate(NATIONS)}
        self.nation_of = [self.nation_bit[c.nation] for c in units]
        self.nation_units: dict[str, int] = dict.fromkeys(NATIONS, 0)
        for c in units:
            self.command_units[c.command] = self.command_units.get(c.command, 0) | 1 << c.index
            self.nation_units[c.nation] |= 1 << c.index
        self.side_units = tuple(sum(1 << c.index for c in units if c.side == s) for s in (GERMAN, ALLIED))
        self.reserves = tuple(self.reserve_set & mask for mask in self.side_units)
        self.panzer_group = self.command_units["PGK"]
        self.airborne, self.mountain = (
            sum(1 << c.index for c in units if c.entry.type == kind) for kind in ("airborne", "mountain")
        )
        self.longest_move = max(self.move)
        self.french_field = [c.index for c in units if c.nation == "french" and not (c.static or c.logistics)]
        """French units that need a line of communications (15.2d)."""
        self.airlifts = [a.index for a in self.air if a.entry.airlift]
        self.fort_groups: dict[int, list[int]] = {}
        """21.1d: the fortress units of each French supply unit."""
        for c in units:
            if c.static and c.nation == "french":
                self.fort_groups.setdefault(self.box.logistics_of[c.command], []).append(c.index)
        self.sites: dict[int, Site] = {}
        """21.1, 21.2, by unit: where it may be set up."""
        self.starting = {c.index for c in self.box.at_start(self.played)}
        """Ground units that are set up before play (21.0a)."""
        self.starters = tuple([u for u in sorted(self.starting) if self.side[u] == s] for s in (GERMAN, ALLIED))

    def _list_hexes(self) -> None:
        """Hexes that the rules name, and where each nation's units may go at all."""
        board = self.board
        self.neutral = board.countries["netherlands"] if self.on("no-netherlands") else 0
        """28.1e The country that stays out of the war."""
        self.land = board.land & ~self.neutral
        open_to = dict(self.box.open_to)
        if self.on("alliance"):
            open_to["belgian"] |= board.countries["luxembourg"] & board.land
        self.enterable = [open_to[c.nation] & self.going[c.index].enterable & self.land for c in self.counters]
        """8.4.1a, 8.5: hexes that each unit may ever enter."""
        own = {nation: board.countries[country] for nation, country in COUNTRY_OF.items()}
        own["british"] = own["french"]
        self.rail_ground = [own[c.nation] & self.land if c.move else 0 for c in self.counters]
        """9.0a-9.0c: hexes in which each unit may use the railways."""
        towns = [board.railheads & mask for mask in self.enterable]
        self.rail_stations = [ground & mask for ground, mask in zip(self.rail_ground, towns, strict=True)]
        """9.0d, 9.0f: the cities and towns among them that it may enter."""
        victory = [self.charts.victory[side].places for side in SIDES]
        named = board.set_of_places([name for places in victory for name in places])
        self.contested = board.depot_hexes | board.channel_ports | board.maginot | board.westwall | named
        """7.2a Depots and victory hexes, whose control an enemy ZOC disputes."""
        self.french_shore = (board.ports | board.coast) & board.countries["france"]
        """20.2a."""
        self._list_objectives()

    def _list_objectives(self) -> None:
        """What surrender, sudden death and the optional rules look at; dutch hexes are out of play under 28.1e."""
        board, charts = self.board, self.charts
        self.surrender_terms = [
            (country, NATIONS.index(t.nation),
             board.depots[t.nation] if t.all_depots else board.set_of_places(t.places))
            for country, t in charts.capitulation.items()
            if not (country == "netherlands" and self.on("no-netherlands"))
        ]
        """3.8: what the Germans must control for each country to surrender."""
        self.french_keys = board.depots["french"] | board.ports & board.countries["france"]
        """3.1a."""
        self.morale_hexes = (
            board.set_of_places(charts.morale.german_places), board.cities & board.home[GERMAN]
        )
        """24.3.1."""
        self.may_open = board.set_of_places(charts.open_cities.places) & self.land
        """25.4a."""
        self.watchers = (bridgeheads.watch, capitulation.check, morale.offer, victory.sudden_death)
        """3.1c, 3.7f: what follows at once from a change of control, in order."""

    def _list_markers(self) -> None:
        self.compulsory = tuple(
            sum(1 << m.index for m in self.markers if m.side == s and m.entry.group == "compulsory"
                and not (self.on("no-netherlands") and m.entry.gone_with == "netherlands"))
            for s in (GERMAN, ALLIED)
        )
        self.plan_markers = tuple(
            [m.index for m in self.markers if m.side == s and m.entry.group == "plan"] for s in (GERMAN, ALLIED)
        )
        self.special_markers = tuple(
            [m.index for m in self.markers if m.side == s and m.special and self.in_play(m.entry.variant)]
            for s in (GERMAN, ALLIED)
        )
        self.regular_of: dict[str, int] = {
            m.entry.among[0]: m.index for m in self.markers if m.entry.group == "compulsory"
        }
        """The marker of each sub-command."""
        self.evac, self.manstein = self.marker_by_id["evac"], self.marker_by_id["manstein"]
        self.morale_markers = (self.marker_by_id["morale-german"], self.marker_by_id["morale-allied"])
        self.brings_reserves = frozenset(ARMY_GROUPS)

    def _list_air(self) -> None:
        """Air units, special forces and the tables that their dice are read on."""
        self.air_by_id, self.forces_by_id = self.box.air_by_id, {f.id: f.index for f in self.forces}
        self.air_of = tuple([a.index for a in self.air if a.side == s] for s in (GERMAN, ALLIED))
        self.airlift = [a.entry.airlift for a in self.air]
        self.air_table, self.crt = self.box.air_table, self.box.crt

    def air_value(self, p: MansteinPosition, a: int) -> int:
        """2.3a: the support factor of an air unit as it is."""
        return self.air[a].value[p.air_steps[a]]

    def _list_flights(self) -> None:
        """The texts of actions in the air."""
        self.air_words = texts(VERBS, "unit", [a.id for a in self.air])
        self.forces_words = texts(VERBS, "unit", [f.id for f in self.forces])
        over = self.hex_words["over"]
        self.flyable = self.board.flyable & ~self.neutral
        """16.1b, 28.1e Where air units may be put."""
        self.flights = sorted(over[cell] for cell in bits(self.flyable))
        """16.1b The actions that take an air unit to every hex open to it."""
        self.flight_place = {cell: self.flights.index(over[cell]) for cell in bits(self.flyable)}
        """Where each hex stands among them."""

    def side_of(self, id: str) -> int:
        """The side of a ground unit, an air unit or special forces."""
        if id in self.by_id:
            return self.side[self.by_id[id]]
        return self.air[self.air_by_id[id]].side if id in self.air_by_id else self.forces[self.forces_by_id[id]].side

    def name_of(self, id: str) -> str:
        return self.counters[self.by_id[id]].name

    def opening(self) -> MansteinPosition:
        """The campaign begins with its set-up (21.0a); the smaller scenarios are situations."""
        if self.scenario != CAMPAIGN:
            return super().opening()
        p = setup.opening(self)
        self.settle(p)
        return p

    def blank(self) -> MansteinPosition:
        p = super().blank()
        p.at = [ABSENT] * len(self.counters)
        p.steps = [c.steps for c in self.counters]
        p.due = (0,) * len(self.counters)
        p.air_at = [ABSENT] * len(self.air)
        p.air_steps = [a.steps for a in self.air]
        p.air_due = (0,) * len(self.air)
        p.forces_at = [ABSENT] * len(self.forces)
        p.control = self.board.home[GERMAN]
        return p

    def check(self, p: MansteinPosition) -> None:
        for name, pieces in (("at", self.counters), ("steps", self.counters), ("due", self.counters),
                             ("air_at", self.air), ("air_steps", self.air), ("air_due", self.air),
                             ("forces_at", self.forces)):
            if len(getattr(p, name)) != len(pieces):
                raise BadInput(f"position: {name}: expected {len(pieces)} numbers, got {len(getattr(p, name))}")
        for name in ("at", "air_at", "forces_at"):
            for place in getattr(p, name):
                if place not in self.grid.names and place not in PLACES:
                    raise BadInput(f"position: {name}: {place} is not a hex of the map")

    def put_all(self, p: MansteinPosition, bare: MansteinPosition) -> None:
        for u, place in enumerate(p.at):
            bare.put(self, u, place)

    def determinize(self, p: MansteinPosition, side: str, rng: Random) -> MansteinPosition:
        return guess(self, p, SIDES.index(side), rng)

    def show(self, p: MansteinPosition, side: str | None) -> dict[str, Any]:
        return show(self, p, (SIDES.index(side),) if side else ())

    def open_view(self, p: MansteinPosition) -> dict[str, Any]:
        return {**self.head(p, None), **show(self, p, (GERMAN, ALLIED))}

    def explain(self, p: MansteinPosition, question: str) -> Tally:
        """ "odds" of the attack being prepared, "score", "strength UNIT", "supply UNIT", "way UNIT HEX"."""
        word, _, noun = question.partition(" ")
        if word == "odds":
            return odds.explain(self, p)
        if word == "score":
            return victory.explain_score(self, p)
        if word in ("strength", "supply") and noun in self.by_id and p.at[self.by_id[noun]] >= 0:
            answer = strength.explain_strength if word == "strength" else supply.explain_support
            return answer(self, p, self.by_id[noun])
        if word == "strength" and noun in self.air_by_id and p.air_at[self.air_by_id[noun]] >= 0:
            return strength.explain_air(self, p, self.air_by_id[noun])
        if word == "way":
            return way.explain_way(self, p, *noun.partition(" ")[::2])
        raise BadInput(f"no answer to {question!r} here; ask odds, score, way, strength or supply")

    def pieces(self, p: MansteinPosition) -> dict[str, str]:
        found = {c.id: str(p.at[c.index]) for c in self.counters}
        found |= {a.id: str(p.air_at[a.index]) for a in self.air}
        found |= {f.id: str(p.forces_at[f.index]) for f in self.forces}
        return found | {self.box.naval_id: str(p.naval)}

    def draw_map(self) -> str:
        relief = (self.shelf.folder / "relief.png").read_bytes()
        return draw(self.board, self.shelf.load("drawing", Drawing), relief)

    def pins(self) -> dict[str, Any]:
        return {"any": PINS, "own": pins_of(self.board, self.shelf.load("drawing", Drawing))}
