"""5.0 The opening position, and situation files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from meuse.engine.hexes import bits
from meuse.engine.situation import Heading, wrong
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES
from meuse.games.blitzkrieg.box.mapfile import Country, Side
from meuse.games.blitzkrieg.position import (
    ABSENT,
    DUE,
    ON_HAND,
    PLACES,
    RESERVE,
    SAILED,
    WAITING,
    Assault,
    BlitzPosition,
)
from meuse.games.blitzkrieg.rules import cards, deployment, sea
from meuse.games.blitzkrieg.rules.sequence import PARTS, PHASES, PlayerTurn, Turn

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

OFF_MAP = {word: place for place, word in PLACES.items()}
AT_WAR: tuple[Country, ...] = ("belgium", "france", "britain", "germany")
"""4.1a, 4.2.1a: who fights from the start."""


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit stands in a situation file, and in what state."""

    hex: str
    fatigued: bool = False
    due: int = 0
    over: str = ""
    """Of an airstrike on the map, the hex."""


class Situation(Heading, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation file. Hexes are numbers ("4322"), units ids or printed names, cards numbers ("G04")."""

    turn: int = 1
    phase: str = ""
    """A part of the turn or, with `side`, a phase of that side's turn, the first if none is named; "set-up" for the
    beginning."""
    side: Side | Literal[""] = ""
    hands: dict[Side, tuple[str, ...]] = {}
    cards: dict[str, int] = {}
    """Cards that have been played, with the turn of play."""
    settled: tuple[str, ...] = ()
    reinforcements: Literal["later", "none"] = "none"
    """Whether the schedule brings what is due after this turn."""
    units: dict[str, str | Placed] = {}
    landed: tuple[str, ...] = ()
    """Units among those that have come down in the midst of enemies (30.6)."""
    assaults: dict[str, str] = {}
    """Units that lie off a coast in their ships (22.5), with the hex that they are to storm."""
    air: dict[str, str | Placed] = {}
    """Airstrikes by their box; those not named are not in play."""
    index: dict[Country, int] = {}
    at_war: tuple[Country, ...] = AT_WAR
    collapsed: tuple[Country, ...] = ()
    paralysed: tuple[Country, ...] = ()
    anti_aircraft: dict[Side, int] = {}
    taken: tuple[str, ...] = ()
    """City and port hexes out of the hands of their own side, besides those that the enemy stands in."""
    destroyed: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    terror: tuple[str, ...] = ()
    entrenched: tuple[str, ...] = ()
    flooded: tuple[str, ...] = ()
    open_cities: tuple[str, ...] = ()
    shaken: tuple[str, ...] = ()
    """Units with a Terror marker (17.7.2)."""
    air_supply: tuple[str, ...] = ()
    bridgeheads: dict[Side, tuple[str, ...]] = {}
    """River sides as they are named where a crossing is chosen: "2624-2724"."""


def titles(g: Blitzkrieg) -> Iterator[tuple[str, int]]:
    """Further ways to name a counter: nation with printed name, and the historical title."""
    for c in g.counters:
        yield f"{c.nation} {c.entry.name}", c.index
        yield c.entry.title, c.index


# --- the opening -------------------------------------------------------------------------------------------------


def opening(g: Blitzkrieg) -> BlitzPosition:
    """S1 to S5: everything in its box, the schedule filled, and the set-up to be done."""
    p = g.blank()
    _fill_boxes(g, p)
    for a in g.airstrikes:
        p.air_in[a.index] = g.boxes.index("ready") if a.turn == 1 else ABSENT
    _fill_schedule(g, p, 1)
    if g.terms.cards == "historical":
        for side in (AXIS, ALLIED):
            p.set_hand(side, sum(1 << c.index for c in g.box.deck(side, historical=True)))
    p.push(*deployment.frames(g), Turn())
    return p


def _fill_boxes(g: Blitzkrieg, p: BlitzPosition) -> None:
    """Ships on hand, anti-aircraft as the scenario has it (25.4a)."""
    for ship in g.ships:
        p.ships[ship.index] = ABSENT if ship.card else ON_HAND
    p.anti_aircraft = g.charts.anti_aircraft.axis, g.charts.anti_aircraft.allied
    p.at_war = sum(1 << COUNTRIES.index(country) for country in AT_WAR)


def _fill_schedule(g: Blitzkrieg, p: BlitzPosition, after: int) -> None:
    """10.0a, 10.8a: what comes after that turn, and the strategic reserves."""
    due, air_due = list(p.due), list(p.air_due)
    for c in g.counters:
        if c.entry.turn > after:
            p.at[c.index], due[c.index] = DUE, c.entry.turn
        elif c.entry.reserve:
            p.at[c.index] = RESERVE
    for a in g.airstrikes:
        if a.turn > after:
            p.air_in[a.index], air_due[a.index] = DUE, a.turn
    p.due, p.air_due = tuple(due), tuple(air_due)


# --- reading a situation -----------------------------------------------------------------------------------------


def lay(g: Blitzkrieg, s: Situation) -> BlitzPosition:
    """The position that a situation describes."""
    if not 1 <= s.turn <= g.terms.last_turn:
        raise wrong("turn", f"expected 1 to {g.terms.last_turn}, got {s.turn}")
    for country, points in s.index.items():
        if not 0 <= points <= g.charts.limits.index:
            raise wrong(f"index.{country}", f"expected 0 to {g.charts.limits.index}, got {points} (7.1)")
    p = opening(g) if s.phase == "set-up" else g.blank()
    p.turn = s.turn
    if s.phase != "set-up":
        _fill_boxes(g, p)
        if s.reinforcements == "later":
            _fill_schedule(g, p, s.turn)
    _lay_countries(p, s)
    for name, where in s.units.items():
        _place(g, p, name, where)
    _lay_landings(g, p, s)
    p.arrived = 0
    for name, where in s.air.items():
        _fly(g, p, name, where)
    _lay_marks(g, p, s)
    _lay_cards(g, p, s)
    _open_frames(g, p, s)
    return p


def _lay_landings(g: Blitzkrieg, p: BlitzPosition, s: Situation) -> None:
    """13.1.3a: enemies share a hex where one of them has landed there, and only then; at sea is who storms a coast."""
    landed = [g.named.unit(name, "landed") for name in s.landed]
    p.landed = sum(1 << u for u in set(landed))
    shared = p.occupied[AXIS] & p.occupied[ALLIED] & ~sum({g.one[p.at[u]] for u in landed if p.at[u] >= 0})
    if shared:
        raise wrong("units", f"units of both sides stand in {g.grid.names_of(shared)[0]!r} (13.1.3)")
    ships = iter(sea.lifts(g, p))
    for name, hex in s.assaults.items():
        unit, target = g.named.unit(name, "assaults"), g.named.cell(hex, "assaults")
        ship = next(ships, None)
        if ship is None or p.at[unit] < 0 or not g.grid.near[target] >> p.at[unit] & g.board.sea >> p.at[unit] & 1:
            raise wrong("assaults", f"{name!r} does not lie in a ship next to {hex!r}")
        p.ships[ship] = SAILED
        p.assaults = (*p.assaults, Assault(unit, ship, target))
    wet = g.board.sea & p.occupied[ALLIED] & ~sum({g.one[p.at[a.unit]] for a in p.assaults})
    if wet:
        raise wrong("units", f"{g.grid.names_of(wet)[0]!r} is not a land hex")


def _place(g: Blitzkrieg, p: BlitzPosition, name: str, where: str | Placed) -> None:
    key = f"units.{name!r}"
    u, spec = g.named.unit(name, key), where if isinstance(where, Placed) else Placed(where)
    place = OFF_MAP[spec.hex] if spec.hex in OFF_MAP else g.named.cell(spec.hex, key)
    if place >= 0 and not (g.board.land | (g.board.sea if g.side[u] == ALLIED else 0)) >> place & 1:
        raise wrong(key, f"{spec.hex!r} is not a land hex")
    p.due = (*p.due[:u], spec.due, *p.due[u + 1:])
    p.set_tired(u, spec.fatigued)
    p.put(g, u, place)


def _fly(g: Blitzkrieg, p: BlitzPosition, name: str, where: str | Placed) -> None:
    if name not in g.box.air_by_id:
        raise wrong("air", f"{name!r} is not an airstrike")
    a, spec = g.airstrikes[g.box.air_by_id[name]], where if isinstance(where, Placed) else Placed(where)
    if spec.hex not in OFF_MAP and spec.hex not in (*a.missions, "air-superiority"):
        raise wrong(f"air.{name}", f"expected one of {', '.join((*a.missions, *OFF_MAP))}, got {spec.hex!r}")
    p.air_in[a.index] = g.boxes.index(spec.hex) if spec.hex in g.boxes else OFF_MAP[spec.hex]
    p.set_air_tired(a.index, spec.fatigued)
    p.air_due = (*p.air_due[: a.index], spec.due, *p.air_due[a.index + 1:])
    if spec.over:
        p.air_over[a.index] = g.named.cell(spec.over, f"air.{name}")


def _countries(names: Iterable[Country]) -> int:
    return sum(1 << COUNTRIES.index(name) for name in set(names))


def _lay_countries(p: BlitzPosition, s: Situation) -> None:
    p.index = tuple(s.index.get(country, 0) for country in COUNTRIES)
    p.at_war, p.collapsed, p.paralysed = _countries(s.at_war), _countries(s.collapsed), _countries(s.paralysed)
    axis, allied = p.anti_aircraft
    p.anti_aircraft = s.anti_aircraft.get("axis", axis), s.anti_aircraft.get("allied", allied)


def _hexes(g: Blitzkrieg, names: Iterable[str], key: str, among: int = -1, what: str = "") -> int:
    """The hexes of a kind of marker, all of them among those where it can lie."""
    found = sum(g.one[g.named.cell(name, key)] for name in set(names))
    if found & ~among:
        raise wrong(key, f"{g.grid.names_of(found & ~among)[0]!r} is not a hex with {what}")
    return found


def _lay_marks(g: Blitzkrieg, p: BlitzPosition, s: Situation) -> None:
    board = g.board
    ports = board.ports | board.inland_ports
    p.taken = _hexes(g, s.taken, "taken", board.cities | ports, "a city or port")
    p.destroyed = _hexes(g, s.destroyed, "destroyed", board.fort_hexes, "a fort")
    p.damaged = _hexes(g, s.damaged, "damaged", sum(board.sources.values()) | ports, "a supply source or port")
    p.terror = _hexes(g, s.terror, "terror", board.cities, "a city")
    p.open_cities = _hexes(g, s.open_cities, "open_cities", board.cities, "a city")
    p.entrenched, p.flooded = _hexes(g, s.entrenched, "entrenched"), _hexes(g, s.flooded, "flooded")
    p.air_supply = _hexes(g, s.air_supply, "air_supply", board.land, "land")
    p.shaken = sum({1 << _on_map(g, p, name, "shaken") for name in s.shaken})
    _lay_bridgeheads(g, p, s)


def _on_map(g: Blitzkrieg, p: BlitzPosition, name: str, key: str) -> int:
    u = g.named.unit(name, key)
    if p.at[u] < 0:
        raise wrong(key, f"{name!r} is not on the map")
    return u


def _lay_bridgeheads(g: Blitzkrieg, p: BlitzPosition, s: Situation) -> None:
    """35.3a: each beside a headquarters of its side."""
    for word, names in s.bridgeheads.items():
        key, side = f"bridgeheads.{word}", SIDES.index(word)
        strange = [name for name in names if name not in g.board.side_index]
        if strange:
            raise wrong(key, f"{strange[0]!r} is not a river side; expected one such as '2624-2724'")
        crossings = sum({1 << g.board.side_index[name] for name in names})
        p.set_bridges(side, crossings)
        p.keep_bridges(g, side)
        if p.bridges[side] != crossings:
            raise wrong(key, "no headquarters of the side stands next to every one of them (35.3)")


def _card(g: Blitzkrieg, name: str, key: str) -> int:
    if name not in g.card_by_id:
        raise wrong(key, f"{name!r} is not a card; expected a number such as 'G04'")
    return g.card_by_id[name]


def _lay_cards(g: Blitzkrieg, p: BlitzPosition, s: Situation) -> None:
    for word, names in s.hands.items():
        hand, side = {_card(g, name, f"hands.{word}") for name in names}, SIDES.index(word)
        strange = [g.cards[c].id for c in sorted(hand) if g.cards[c].side != side]
        if strange:
            raise wrong(f"hands.{word}", f"{strange[0]!r} is a card of the other side")
        p.set_hand(side, sum(1 << c for c in hand))
    since = list(p.since)
    for name, turn in s.cards.items():
        card = _card(g, name, "cards")
        if not 1 <= turn <= s.turn:
            raise wrong("cards", f"{name}: expected a turn of play from 1 to {s.turn}, got {turn}")
        since[card] = turn
        p.shown |= 1 << card
    p.since = tuple(since)
    p.settled = sum(1 << _card(g, name, "settled") for name in set(s.settled))
    for ship in g.ships:
        if ship.card and cards.in_force(g, p, ship.card):
            p.ships[ship.index] = ON_HAND


def _open_frames(g: Blitzkrieg, p: BlitzPosition, s: Situation) -> None:
    parts, phases = [name for name, _ in PARTS], [name for name, _ in PHASES]
    p.phase = s.phase or (phases if s.side else parts)[0]
    if s.phase == "set-up":
        return
    if s.side:
        if p.phase not in phases:
            raise wrong("phase", f"expected one of {', '.join(phases)}, got {s.phase!r}")
        p.active = SIDES.index(s.side)
        turn = parts.index(f"{s.side} turn")
        p.push(PlayerTurn(p.active, phases.index(p.phase)), Turn(turn + 1))
    else:
        if p.phase not in parts:
            raise wrong("phase", f"expected a side with its phase, or one of {', '.join(parts)}, got {s.phase!r}")
        p.push(Turn(parts.index(p.phase)))


# --- writing a situation -----------------------------------------------------------------------------------------


def situation_of(g: Blitzkrieg, p: BlitzPosition) -> dict[str, Any]:
    """What a situation file says of a position."""
    names, ids = g.grid.names_of, [c.id for c in g.cards]
    return {
        "turn": p.turn, "phase": p.phase,
        "side": SIDES[p.active] if p.active >= 0 else "",
        "hands": {word: [ids[c] for c in bits(p.hands[s])] for s, word in enumerate(SIDES) if p.hands[s]},
        "cards": {ids[c]: p.since[c] for c in bits(p.shown)}, "settled": [ids[c] for c in bits(p.settled)],
        "index": {country: n for country, n in zip(COUNTRIES, p.index, strict=True) if n},
        "at_war": [COUNTRIES[n] for n in bits(p.at_war)], "collapsed": [COUNTRIES[n] for n in bits(p.collapsed)],
        "paralysed": [COUNTRIES[n] for n in bits(p.paralysed)],
        "anti_aircraft": dict(zip(SIDES, p.anti_aircraft, strict=True)),
        "taken": names(p.taken), "destroyed": names(p.destroyed), "damaged": names(p.damaged),
        "terror": names(p.terror), "entrenched": names(p.entrenched), "flooded": names(p.flooded),
        "open_cities": names(p.open_cities), "air_supply": names(p.air_supply),
        "shaken": [g.ids[u] for u in bits(p.shaken)],
        "bridgeheads": {word: [g.board.side_names[n] for n in bits(p.bridges[s])]
                        for s, word in enumerate(SIDES) if p.bridges[s]},
        "landed": [g.ids[u] for u in bits(p.landed)],
        "assaults": {g.ids[a.unit]: g.hex_name(a.target) for a in p.assaults},
        "units": {c.id: placed for c in g.counters if (placed := _placed(g, p, c.index))},
        "air": {a.id: _air_placed(g, p, a.index) for a in g.airstrikes if p.air_in[a.index] != ABSENT},
    }


def _state(place: str, fatigued: bool, due: int, over: str = "") -> str | dict[str, Any]:
    state: dict[str, Any] = {}
    if fatigued:
        state["fatigued"] = True
    if due:
        state["due"] = due
    if over:
        state["over"] = over
    return {"hex": place, **state} if state else place


def _placed(g: Blitzkrieg, p: BlitzPosition, u: int) -> str | dict[str, Any]:
    """A unit's place and state; nothing where it is not in play or waits to be set up."""
    if p.at[u] in (ABSENT, WAITING):
        return ""
    return _state(PLACES.get(p.at[u]) or g.hex_name(p.at[u]), bool(p.tired >> u & 1), p.due[u])


def _air_placed(g: Blitzkrieg, p: BlitzPosition, a: int) -> str | dict[str, Any]:
    where = p.air_in[a]
    return _state(PLACES.get(where) or g.boxes[where], bool(p.air_tired >> a & 1), p.air_due[a],
                  g.hex_name(p.air_over.get(a, -1)))
