"""2.0 Components: everything in the box in one place.

`Components(shelf)` reads and checks all files; rules look things up in it and never read a file themselves.
Sides are numbered `AXIS` and `ALLIED`, hexes and counters by ints; names and ids are for the outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf
from meuse.games.blitzkrieg.box.board import ALLIED, AXIS, COUNTRIES, COUNTRY_OF, SIDES, Board
from meuse.games.blitzkrieg.box.cardfile import CardsFile
from meuse.games.blitzkrieg.box.chartfile import ChartsFile
from meuse.games.blitzkrieg.box.counters import (
    MECHANISED,
    Airstrike,
    Card,
    Counter,
    Ship,
    deception_unit,
    make_counter,
    may_fly,
    one_by_one,
    spoken,
)
from meuse.games.blitzkrieg.box.deployment import Deployment, Zone
from meuse.games.blitzkrieg.box.mapfile import MapFile
from meuse.games.blitzkrieg.box.tables import AirSuperiorityTable, CombatTables, Going, GroundAttackTable
from meuse.games.blitzkrieg.box.unitfile import UnitsFile

__all__ = ["ALLIED", "AXIS", "COUNTRIES", "SIDES", "Airstrike", "Card", "Components", "Counter", "Ship"]

TABLES = ("map", "units", "cards", "charts", "deployment")


class Components:
    """Everything in the box, made once a game from the data files and a player's overlay."""

    def __init__(self, shelf: Shelf) -> None:
        shelf.check_overlay(TABLES)
        self.board = Board(shelf.load("map", MapFile))
        self.charts = shelf.load("charts", ChartsFile)
        self.units_file = shelf.load("units", UnitsFile)
        self.deployment = shelf.load("deployment", Deployment)
        self.cards = tuple(
            Card(i, id, entry, SIDES.index(entry.side))
            for i, (id, entry) in enumerate(shelf.load("cards", CardsFile).cards.items())
        )
        self.counters = tuple(self._counters(self.units_file))
        self.airstrikes = tuple(self._airstrikes(self.units_file))
        self.ships = tuple(self._ships(self.units_file))
        self.by_id = {c.id: c.index for c in self.counters}
        self.air_by_id = {a.id: a.index for a in self.airstrikes}
        self.card_by_id = {c.id: c.index for c in self.cards}
        self.crt = CombatTables(self.charts.crt)
        self.air_table = AirSuperiorityTable(self.charts.air_superiority)
        self.ground_table = GroundAttackTable(self.charts.ground_attack)
        self.goings = {kind: Going(self.board, self.charts, kind) for kind in ("foot", "mech", "special")}
        self.going = tuple(
            self.goings["special" if c.special else "mech" if c.mech else "foot"] for c in self.counters
        )
        """What marching costs each counter."""
        self._check_units()
        self._check_cards()
        self._check_charts()
        self._check_deployment()

    # --- what is in the box -------------------------------------------------------------------------------------

    def _counters(self, units: UnitsFile) -> Iterator[Counter]:
        chart = self.charts.stacking
        found = [(id, entry, entry.type in MECHANISED) for id, entry in units.units.items()]
        for id, kind in units.deception.items():
            unit = deception_unit(kind)
            found += [(f"{id}-{i + 1}", unit, kind.mechanised) for i in range(kind.count)]
        bearers = {(entry.name, entry.nation) for _, entry, _ in found if entry.type != "deception"}
        names = [name for name, _ in bearers]
        shared = {name for name in names if names.count(name) > 1}
        for index, (id, entry, mech) in enumerate(found):
            yield make_counter(index, id, spoken(entry, shared), entry, mech, chart)

    def _airstrikes(self, units: UnitsFile) -> Iterator[Airstrike]:
        index = 0
        for kind, entry in units.airstrikes.items():
            missions = tuple(key for key, mission in self.charts.missions.items() if may_fly(entry, mission))
            for id, arrival in one_by_one(kind, entry.arrivals):
                yield Airstrike(
                    index=index,
                    id=id,
                    entry=entry,
                    side=SIDES.index(entry.side),
                    nation=entry.nation,
                    country=COUNTRY_OF[entry.nation],
                    offensive=entry.fights == "offensive",
                    air=(entry.front.air, entry.back.air),
                    bombardment=(entry.front.bombardment, entry.back.bombardment),
                    range=entry.front.range,
                    turn=arrival.turn,
                    card=arrival.card,
                    missions=missions,
                )
                index += 1

    def _ships(self, units: UnitsFile) -> Iterator[Ship]:
        found = [(id, entry, a) for kind, entry in units.naval.items() for id, a in one_by_one(kind, entry.arrivals)]
        for index, (id, entry, arrival) in enumerate(found):
            yield Ship(index, id, entry, arrival.turn, arrival.card)

    def deck(self, side: int, historical: bool = False) -> tuple[Card, ...]:
        """A side's cards that are bought, or the historical ones of them (6.5a)."""
        mine = [c for c in self.cards if c.side == side and not c.entry.free]
        return tuple(c for c in mine if c.entry.historical or not historical)

    def price(self, hand: Iterable[str]) -> int:
        return sum(self.cards[self.card_by_id[id]].entry.cost for id in hand)

    def clash(self, hand: Iterable[str]) -> str:
        """5.1a Why these cards may not be bought together, whatever they cost; empty if they may."""
        cards = [self.cards[self.card_by_id[id]] for id in hand]
        held = {c.id for c in cards}
        if sum(c.entry.plan for c in cards) > 1:
            return "plans exclude each other"
        for card in cards:
            barred, lacking = held & {*card.entry.excludes}, {*card.entry.needs} - held
            if barred:
                return f"{card.entry.name} may not be bought with {self._card_name(min(barred))}"
            if lacking:
                return f"{card.entry.name} is bought with {self._card_name(min(lacking))} only"
        return ""

    def _card_name(self, id: str) -> str:
        return self.cards[self.card_by_id[id]].entry.name

    def at_start(self, played: Iterable[str] = ()) -> tuple[Counter, ...]:
        """The units to be set up (5.1d) when those cards are shown in set-up; deception units come by die."""
        cards = {*played}
        start = [c for c in self.counters if c.entry.turn == 1 and not c.deception]
        found = [c for c in start if not c.entry.card or c.entry.card in cards]
        replaced = {c.entry.replaces for c in found}
        return tuple(c for c in found if c.id not in replaced)

    # --- setting up ---------------------------------------------------------------------------------------------

    def may_set_up(self, c: Counter, where: Mapping[str, int]) -> int:
        """5.1d The hexes of a unit's zone, once the headquarters in `where` (id to hex) stand.

        Stacking is not looked at; empty while the headquarters that it depends on is unplaced.
        """
        if c.deception:
            return self.board.countries[c.country] & self.board.land
        zone = self.deployment.zones[c.id]
        mask = self.board.countries[zone.country] & self.board.land
        if zone.hexes:
            mask &= self.board.hexes(zone.hexes, "deployment")
        if zone.of:
            near = 0
            for centre in self.board.grid.names_of(self.board.hexes_of[zone.of]):
                near |= self.board.grid.disc(self.board.grid.bit[centre], zone.within)
            mask &= near
        if zone.with_:
            mask &= self.commanded(self.counters[self.by_id[zone.with_]], where.get(zone.with_, -1))
        return mask & self._kind_of_place(zone)

    def _kind_of_place(self, zone: Zone) -> int:
        board = self.board
        kinds = {
            "": board.land, "airbase": board.airfields, "ardennes": board.regions["ardennes"],
            "channel port": board.ports & board.gunfire,
        }
        return kinds[zone.where]

    def commanded(self, hq: Counter, cell: int, fatigued: bool = False) -> int:
        """11.1a The hexes within a headquarters' command radius, no enemy being near; none while it is off the map."""
        if cell < 0:
            return 0
        found = 0
        steps = self.going[hq.index].steps()
        for level in self.board.grid.reach(1 << cell, hq.radius[fatigued], steps):
            found |= level
        return found

    # --- checks -------------------------------------------------------------------------------------------------

    def _check_units(self) -> None:
        last = len(self.charts.campaign.turns)
        for c in self.counters:
            e, where = c.entry, f"units.toml: units.{c.id}"
            if c.hq != (e.front.radius > 0):
                raise BadInput(f"{where}.front: headquarters have a command radius and others do not")
            if c.air_base != (e.front.command > 0):
                raise BadInput(f"{where}.front: air bases have an air command and others do not")
            if c.fortress and e.front.move:
                raise BadInput(f"{where}.front: a fortress garrison does not move, got {e.front.move}")
            if e.replaces and e.replaces not in self.by_id:
                raise BadInput(f"{where}.replaces: {e.replaces!r} is not a unit")
            if not 0 <= e.turn <= last or (e.turn == 0) != (e.reserve or (bool(e.card) and e.turn != 1)):
                raise BadInput(f"{where}.turn: expected 1 to {last}, or 0 for what comes by card or from the reserve")
        pieces = [
            *(("units", c.id, c.entry.card) for c in self.counters),
            *(("airstrikes", a.id, a.card) for a in self.airstrikes), *(("naval", s.id, s.card) for s in self.ships),
        ]
        for table, id, card in pieces:
            if card and card not in self.card_by_id:
                raise BadInput(f"units.toml: {table}.{id}.card: {card!r} is not a card")

    def _check_cards(self) -> None:
        for card in self.cards:
            e, where = card.entry, f"cards.toml: cards.{card.id}"
            for other in (*e.excludes, *e.needs):
                if other not in self.card_by_id:
                    raise BadInput(f"{where}: {other!r} is not a card")
            for id in e.for_:
                if id not in self.by_id:
                    raise BadInput(f"{where}.for: {id!r} is not a unit")
            if e.condition:
                holds = (*e.condition.every, *e.condition.some)
                for hold in holds:
                    if hold.place not in self.board.hexes_of:
                        raise BadInput(f"{where}.condition: {hold.place!r} is not a place of the map")
                if not holds and not e.condition.coast:
                    raise BadInput(f"{where}.condition: expected places or a coast to be held")
        for side, most in self.charts.campaign.allowance.items():
            cost = self.price(c.id for c in self.deck(SIDES.index(side), historical=True))
            if cost > most:
                raise BadInput(f"cards.toml: the historical {side} cards cost {cost}, the allowance is {most}")

    def _check_charts(self) -> None:
        charts = self.charts
        for table, rows in self.crt.rows.items():
            for code in {code for row in rows for code in row}:
                if code not in charts.results:
                    raise BadInput(f"charts.toml: crt.{table}: {code!r} is not explained in results")
        for word in ("clear", "broken", "rough", "mountain"):
            if word not in charts.terrain:
                raise BadInput(f"charts.toml: terrain: expected an entry for {word!r}")
        for word in ("town", "city", "capital", "fort", "flooded", "entrenched", "river"):
            if word not in charts.features:
                raise BadInput(f"charts.toml: features: expected an entry for {word!r}")
        rolled = {*charts.shock.effects.small.countries, *charts.shock.effects.great.countries}
        if tuple(charts.shock.thresholds) != COUNTRIES or rolled != {*COUNTRIES}:
            raise BadInput(f"charts.toml: shock: expected thresholds and effects for {', '.join(COUNTRIES)}")
        if len(charts.italy.index) != 6:
            raise BadInput("charts.toml: italy.index: expected six changes, for a die of 1 to 6")
        if "ready" not in charts.missions:
            raise BadInput("charts.toml: missions: expected a box 'ready', which is open to all")

    def _check_deployment(self) -> None:
        start = {c.id for c in self.counters if c.entry.turn == 1 and not c.deception}
        for table, ids in (("zones", self.deployment.zones), ("units", self.deployment.units)):
            strange = sorted({*ids} - start)
            if strange:
                raise BadInput(f"deployment.toml: {table}: {strange[0]!r} is not a unit of the start")
            lacking = sorted(start - {*ids})
            if lacking:
                raise BadInput(f"deployment.toml: {table}: expected an entry for {lacking[0]!r}")
        for id, name in self.deployment.units.items():
            if name not in self.board.grid.bit:
                raise BadInput(f"deployment.toml: units.{id}: {name!r} is not a hex of the map")
        for id, zone in self.deployment.zones.items():
            if zone.of and zone.of not in self.board.hexes_of:
                raise BadInput(f"deployment.toml: zones.{id}: {zone.of!r} is not a place of the map")
            if zone.with_ and not (zone.with_ in self.by_id and self.counters[self.by_id[zone.with_]].hq):
                raise BadInput(f"deployment.toml: zones.{id}: {zone.with_!r} is not a headquarters")
