"""Blitzkrieg in the West as a game: the components, the tables that play looks things up in, and the contract."""

from __future__ import annotations

from random import Random
from typing import Any

from meuse.engine.contract import BadInput, Battles, Chronicle, Tally
from meuse.engine.game import HexGame
from meuse.engine.remembered import Kept, Remembered
from meuse.engine.situation import Names
from meuse.engine.verbs import texts
from meuse.games.blitzkrieg.box.cardfile import Number
from meuse.games.blitzkrieg.box.chartfile import ChartsFile
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Card, Components
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.options import OPTIONS
from meuse.games.blitzkrieg.position import ABSENT, PLACES, BlitzPosition
from meuse.games.blitzkrieg.rules import (
    airborne,
    battle,
    cards,
    flights,
    fog,
    impulses,
    odds,
    recovery,
    setup,
    superiority,
    victory,
)
from meuse.games.blitzkrieg.rules.airlift import transports
from meuse.games.blitzkrieg.rules.guesses import guess
from meuse.games.blitzkrieg.rules.islands import Islands
from meuse.games.blitzkrieg.table import language, overlays, report, sheet, strength, way
from meuse.games.blitzkrieg.table.picture import PINS, draw, pins_of
from meuse.games.blitzkrieg.table.view import show
from meuse.games.blitzkrieg.verbs import VERBS
from meuse.maps.shapes import Drawing

OF_UNIT = {"strength": strength.explain_strength, "supply": strength.explain_supply, "recovery": recovery.explain}
"""What can be asked of a unit on the map."""


class Blitzkrieg(HexGame[BlitzPosition]):
    """The laws are the rulebook's; map, cards, charts and factors are our reconstruction."""

    name = "blitzkrieg"
    title = "Blitzkrieg in the West"
    blurb = "The campaign of May and June 1940: corps and divisions, 20 km hexes, operational cards, Shock of nations."
    sides = SIDES
    scenarios = {
        "campaign": "The campaign as it was fought: historical cards and set-up, seven weeks",
        "campaign-free": "The campaign with cards and set-up of one's own choice",
        "sichelschnitt": "The first three weeks, 10 to 30 May, a scenario of ours: historical cards and set-up",
        "case-red": "The battle of France, 31 May to 27 June, a scenario of ours: from the Somme and the Aisne",
    }
    switches = OPTIONS
    verbs = VERBS
    told, joins = language.TOLD, language.JOINED
    segment = ("turn", "active", "phase")
    chronicle = Chronicle(
        span="turn", marches=frozenset({"step", "rail", "sighted"}),
        headlines=frozenset({"card", "netherlands at war", "collapse", "italy", "usa", "open city", "flooding",
                             "special operation", "fort destroyed"}),
        left_out=frozenset({
            "support", "shock", "assigned", "flight", "sent again", "placed", "card bought", "recovery", "exempt",
            "close support", "intensive", "pressed", "card chosen", "entrenched",
            "deception", "set up", "digging",
        }),
    )
    battles = Battles(
        open=frozenset({"attack"}), close=frozenset({"turn", "player turn"}),
        losses={"eliminated": 2, "fatigued": 1, "shaken": 1},
    )
    secrets = True

    package = "meuse.games.blitzkrieg"
    position = BlitzPosition
    situation = setup.Situation
    end_rule = "8.1(4.3)a"

    lay, situation_of, ladder = setup.lay, setup.situation_of, victory.ladder
    describe, line, report, sheet = language.sentence, language.line, report.report, sheet.sheet
    reach, overlay, preview = overlays.reach, overlays.overlay, battle.preview

    def unpack(self) -> None:
        self.box = self.shelf.box(Components)
        self.board, self.grid, self.one = self.box.board, self.box.board.grid, self.box.board.grid.one
        self.charts: ChartsFile = self.box.charts
        self.counters, self.airstrikes = self.box.counters, self.box.airstrikes
        self.ships, self.cards = self.box.ships, self.box.cards
        self.by_id, self.card_by_id = self.box.by_id, self.box.card_by_id
        self.terms = self.charts.scenarios[self.scenario]
        self.levels = self.terms.levels or self.charts.victory.levels
        """3.2 The margins of points that earn each level of victory."""
        self.thresholds = self.charts.shock.thresholds | self.terms.thresholds
        """7.2a The index from which a country rolls for its collapse."""
        rail = self.charts.rail
        self.rail_moves: dict[Country, int] = {
            "germany": rail.germany, "france": rail.france, "belgium": rail.belgium, "netherlands": rail.netherlands,
            "britain": rail.britain,
        }
        """12.4.2 What the railways of each country carry in a turn."""
        self.boxes = tuple(self.charts.missions)
        """24.2 The boxes of the air display."""
        self.active = [mission.active for mission in self.charts.missions.values()]
        """24.3.2a Whether the mission of each box needs air command."""
        self._list_units()
        self._list_hexes()
        self.make_words()
        self.air_words = texts(VERBS, "unit", [a.id for a in self.airstrikes])
        self.named = Names(ids=self.ids, names=[c.entry.name for c in self.counters], titles=setup.titles(self),
                           grid=self.grid, sides={}, words=(
                               "unit", "hex of the map; expected one such as '4322'", "hexside"))

    def _list_units(self) -> None:
        units = self.counters
        self.ids = [c.id for c in units]
        self.side = [c.side for c in units]
        self.points = [c.points for c in units]
        """13.1 Divisional equivalents."""
        self.headquarters = tuple(sum(1 << c.index for c in units if c.hq and c.side == s) for s in (AXIS, ALLIED))
        self.light = tuple(c.index for c in units if transports(self, c))
        """29.4 Units that can be flown."""
        self.air_bases = tuple(c.index for c in units if c.air_base)
        self.air_of = tuple([a.index for a in self.airstrikes if a.side == s] for s in (AXIS, ALLIED))
        self.bases_for = {
            nation: [b for b in self.air_bases if flights.serves(units[b].nation, nation)]
            for nation in {a.nation for a in self.airstrikes}
        }
        """24.5 The air bases that airstrikes of each nationality fly from."""
        self.sky = tuple([a for a in self.airstrikes if a.side == s] for s in (AXIS, ALLIED))
        self.wings = {country: [a.index for a in self.airstrikes if a.country == country] for country in COUNTRIES}
        """24.3.2 Airstrikes by the country whose bases command them."""
        self.headquarters_of: dict[str, list[int]] = {}
        for c in units:
            if c.hq:
                self.headquarters_of.setdefault(c.nation, []).append(c.index)
        self.side_units = tuple(sum(1 << c.index for c in units if c.side == s) for s in (AXIS, ALLIED))
        self.mobile = sum(1 << c.index for c in units if c.move[0])
        self.airborne = sum(1 << c.index for c in units if airborne.may_land(self, c.index))
        """30.1a Who lands by air."""
        self.passengers = {name: sum(1 << c.index for c in units if c.country == name) for name in COUNTRIES}
        """12.4b Who may go by rail in each country."""
        self.british = sum(1 << c.index for c in units if c.nation == "british")
        self.zone_units = sum(1 << c.index for c in units if c.zone)
        """14.1.1 Those that exert a zone of control while Combat Effective."""
        self.units_of = tuple(sum(1 << c.index for c in units if c.shock == country) for country in COUNTRIES)
        """Units by the country that fights with them, in the order of COUNTRIES."""
        self.armies = tuple(
            sum(mask for n, mask in enumerate(self.units_of) if war >> n & 1) for war in range(1 << len(COUNTRIES))
        )
        """4.3a The units that fight when that set of countries is at war."""
        self.hideable = sum(1 << c.index for c in units if c.move[0] and not c.air_base)
        """19.1 Units that may lie in a stack under other ones of their kind, for all that the enemy knows."""
        self.deceptive = sum(1 << c.index for c in units if fog.may_deceive(c))
        self.looks = [(c.nation, c.entry.size, c.mech, fog.may_deceive(c)) for c in units]
        """19.2.2b What lies on top of a stack and may deceive is known by its class."""
        messes: dict[tuple[str, str, bool], int] = {}
        for c in units:
            mess = c.nation, c.entry.lent, c.hq or c.air_base
            messes[mess] = messes.get(mess, 0) | 1 << c.index
        self.messes = tuple(messes.values())
        """18.1 Units that are in supply in the same hexes."""
        self.grants = impulses.grants(self)
        """6.4, 9.1 The impulses that cards give, with the units that each names."""
        self.de_gaulle = {self.by_id[id] for id in self.cards[self.card_by_id["A18"]].entry.for_}
        """Card A18: who enters Combat Effective."""

    def _list_hexes(self) -> None:
        board = self.board
        german = board.countries["germany"]
        allied = sum(board.countries[country] for country in COUNTRIES) & ~german
        self.enemy_ground = (allied, german)
        """Of each side the countries that it fights."""
        self.skies = Remembered[tuple[int, int, int], int](2000, lambda base: flights.work_out_sky(self, *base))
        """24.3.3 Ranges worked out, by base hex, range and ground closed to flights."""
        self.deployment_zones: dict[tuple[int, int], int] = {}
        """5.1d The zones of units worked out, by the hex of their headquarters."""
        self.neutral_ground = tuple(
            board.neutral | sum(board.countries[country] for n, country in enumerate(COUNTRIES) if not war >> n & 1)
            for war in range(1 << len(COUNTRIES))
        )
        """4.3 All hexes of countries that are not at war, by the set of those that are."""
        self.fought_over = tuple(board.land & ~neutral for neutral in self.neutral_ground)
        self.radii = Kept[tuple[str, int, int, int, int, int, int], int](2000)
        """11.1a: each command radius is known by what lies within its distance, whatever moves elsewhere."""
        self.islands = Remembered[int, Islands](100, lambda ground: Islands(self, ground))
        """Joined ground worked out, see `rules/islands`."""
        self.side_forts = (board.forts["germany"], board.fort_hexes & ~board.forts["germany"])
        self.no_zones = sum(board.kinds[word] for word, effect in self.charts.terrain.items() if not effect.zoc)
        """14.1c: terrain into which no zone of control reaches."""
        self.crowded = board.regions["ardennes"] | board.regions["luxembourg"]
        """Where the Manstein Plan lets more units stack."""
        banks = {pair for pair, river in board.river_name.items() if river == "Rhine"}
        rhine = sum(self.one[hex] for hex in {a for a, _ in banks})
        self.axis_ground = board.land & ~board.neutral & ~board.countries["britain"]
        self.allied_ground = board.land & ~board.neutral
        self.dutch_ground = board.countries["netherlands"]
        """Where the land units of each side may go, see `rules/ground`."""
        self.diggable = rhine & board.countries["france"] | board.countries["netherlands"]
        """Card A12: where entrenchments may lie before the campaign."""
        self.flood_hexes = sum(board.floods.values())
        self.entries: dict[str, int] = {str(country): mask for country, mask in board.entries.items()}

    def on(self, option: str) -> bool:
        """Whether an optional rule is played."""
        return bool(self.options[option] == "on")

    def is_fort(self, place: int) -> bool:
        return place >= 0 and bool(self.board.fort_hexes >> place & 1)

    def card_number(self, p: BlitzPosition, id: str, name: Number) -> int:
        """What a card in force counts, 0 while it is not."""
        return cards.number(self, p, id, name)

    def in_force(self, p: BlitzPosition, id: str) -> bool:
        return cards.in_force(self, p, id)

    def play_card(self, p: BlitzPosition, card: Card) -> None:
        cards.play(self, p, card)

    def side_of(self, id: str) -> int:
        """The side of a land unit or an airstrike; ships are Allied."""
        if id in self.by_id:
            return self.side[self.by_id[id]]
        return self.airstrikes[self.box.air_by_id[id]].side if id in self.box.air_by_id else ALLIED

    def blank(self) -> BlitzPosition:
        p = super().blank()
        p.at = [ABSENT] * len(self.counters)
        p.due = (0,) * len(self.counters)
        p.air_in = [ABSENT] * len(self.airstrikes)
        p.air_due = (0,) * len(self.airstrikes)
        p.ships = [ABSENT] * len(self.ships)
        p.since = (0,) * len(self.cards)
        return p

    def check(self, p: BlitzPosition) -> None:
        sizes = {"at": self.counters, "due": self.counters, "air_in": self.airstrikes, "air_due": self.airstrikes,
                 "ships": self.ships, "since": self.cards}
        for name, pieces in sizes.items():
            if len(getattr(p, name)) != len(pieces):
                raise BadInput(f"position: {name}: expected {len(pieces)} numbers, got {len(getattr(p, name))}")
        for place in p.at:
            if place not in self.grid.names and place not in PLACES:
                raise BadInput(f"position: at: {place} is not a hex of the map")

    def put_all(self, p: BlitzPosition, bare: BlitzPosition) -> None:
        bare.raised = p.raised
        for u, place in enumerate(p.at):
            bare.put(self, u, place)

    def show(self, p: BlitzPosition, side: str | None) -> dict[str, Any]:
        return show(self, p, (SIDES.index(side),) if side else ())

    def open_view(self, p: BlitzPosition) -> dict[str, Any]:
        return {**self.head(p, None), **show(self, p, (AXIS, ALLIED))}

    def explain(self, p: BlitzPosition, question: str) -> Tally:
        """ "score": the victory points as they stand; "way UNIT HEX"; "odds" of the battle; "air SIDE": what a side
        fires with for air superiority; "landing UNIT HEX": what it needs to come down there; and of a unit on the map
        "strength UNIT", "supply UNIT", "recovery UNIT"."""
        word, _, noun = question.partition(" ")
        if word == "score":
            return victory.explain_score(self, p)
        if word == "odds":
            return odds.explain(self, p)
        if word == "way":
            return way.explain_way(self, p, *noun.partition(" ")[::2])
        if word == "landing":
            unit, _, hex = noun.partition(" ")
            if unit in self.by_id and hex in self.grid.bit:
                return airborne.explain(self, p, self.by_id[unit], self.grid.bit[hex])
        if word == "air" and noun in SIDES:
            return superiority.explain(self, p, SIDES.index(noun))
        if word in OF_UNIT and noun in self.by_id and p.at[self.by_id[noun]] >= 0:
            return OF_UNIT[word](self, p, self.by_id[noun])
        raise BadInput(f"no answer to {question!r} here; ask score, way, odds, air, landing, {', '.join(OF_UNIT)}")

    def determinize(self, p: BlitzPosition, side: str, rng: Random) -> BlitzPosition:
        return guess(self, p, SIDES.index(side), rng)

    def pieces(self, p: BlitzPosition) -> dict[str, str]:
        """Every counter's hex or display, every card's owner."""
        places = {c.id: self.hex_name(p.at[c.index]) or PLACES[p.at[c.index]] for c in self.counters}
        places |= {a.id: PLACES.get(p.air_in[a.index]) or self.boxes[p.air_in[a.index]] for a in self.airstrikes}
        return places | {ship.id: PLACES[p.ships[ship.index]] for ship in self.ships}

    def draw_map(self) -> str:
        shading = (self.shelf.folder / "relief.png").read_bytes()
        return draw(self.box, self.shelf.load("drawing", Drawing), shading)

    def pins(self) -> dict[str, Any]:
        return {"any": PINS, "own": pins_of(self.board, self.shelf.load("drawing", Drawing))}
