"""7.0 Shock Effect and Collapse: the indices, what cities are worth, and the rolls of the inter-phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, Counter
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.position import ABSENT, ELIMINATED, EVACUATED, WITHDRAWN, BlitzPosition

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

NATIONS_OF: dict[Country, tuple[str, ...]] = {
    "netherlands": ("dutch",), "belgium": ("belgian",), "france": ("french",), "germany": ("german",),
    "britain": ("british", "polish", "czech", "american"),
}
"""7.2.1a, 7.4c: whose units go with a country."""
ITALY, USA = "G12", "A13"
GONE = (ELIMINATED, WITHDRAWN, ABSENT, EVACUATED)


def side_of(country: str) -> int:
    return AXIS if country == "germany" else ALLIED


def has_collapsed(p: BlitzPosition, country: Country) -> bool:
    return bool(p.collapsed >> COUNTRIES.index(country) & 1)


def add(g: Blitzkrieg, p: BlitzPosition, country: Country, points: int, rule: str, **why: Any) -> None:
    """7.1b: points for a country, within 0 and 99; that of a collapsed country stays as it is."""
    tally(g, p, country, points, rule, **why)
    bound(g, p)


def tally(g: Blitzkrieg, p: BlitzPosition, country: Country, points: int, rule: str, **why: Any) -> None:
    """Points of the end of a Player Turn, where hexes and conditions are counted together before they are bound."""
    n = COUNTRIES.index(country)
    if p.collapsed >> n & 1 or not points:
        return
    value = p.index[n] + points
    p.index = (*p.index[:n], value, *p.index[n + 1:])
    p.tell("shock", rule, country=country, points=points, index=bounded(g, value), **why)


def bounded(g: Blitzkrieg, value: int) -> int:
    return max(0, min(g.charts.limits.index, value))


def bound(g: Blitzkrieg, p: BlitzPosition) -> None:
    """7.1b: no index leaves the range of 0 to 99."""
    p.index = tuple([bounded(g, value) for value in p.index])


# --- cities ------------------------------------------------------------------------------------------------------


def worth(g: Blitzkrieg, p: BlitzPosition, hex: int, retaken: bool) -> int:
    """The points of a city or port that changes hands; a source or port counts besides when it is lost, one that is no
    city alone. A city that was open until the enemy came costs less (33.2b)."""
    events, board = g.charts.shock.events, g.board
    capital = board.capitals >> hex & 1
    if not board.cities >> hex & 1:
        return 0 if retaken else events.source_or_port
    if retaken:
        return events.capital_retaken if capital else events.city_retaken
    if p.surrendered >> hex & 1:
        return events.open_capital if capital else events.open_city
    base = events.capital_taken if capital else events.city_taken
    bonus = (sum(board.sources.values()) | board.ports | board.inland_ports) >> hex & 1
    return base + events.source_or_port * bonus


def score_cities(g: Blitzkrieg, p: BlitzPosition) -> None:
    """2.5h, 7.1.4b: at the end of a Player Turn the cities and ports that its side holds now and did not before."""
    side = p.active
    for hex in bits((g.board.cities | g.board.ports) & p.occupied[side]):
        if all(g.counters[u].deception for u in p.stacks[hex]):
            continue
        country = g.board.country[hex]
        home, lost = side_of(country) == side, bool(p.taken >> hex & 1)
        if country in NATIONS_OF and home == lost:
            p.taken ^= g.one[hex]
            tally(g, p, country, worth(g, p, hex, lost), "7.1.4b", hex=g.hex_name(hex))


# --- the Shock step ----------------------------------------------------------------------------------------------


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(4.2)a, 7.2b: Paralysis ends, then every country over its threshold rolls, in the order of the index."""
    if p.paralysed:
        p.tell("paralysis ends", "8.1(4.2)a", countries=[COUNTRIES[n] for n in bits(p.paralysed)])
        p.paralysed = 0
    p.push(ShockStep())


class ShockStep(Frame, frozen=True):
    """7.2: the countries one after another; a collapse may bring a later one over its threshold."""

    next: int = 0

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        if self.next == len(COUNTRIES):
            p.pop()
            return
        p.swap(ShockStep(self.next + 1))
        if due(g, p, self.next):
            p.push(ShockRoll(self.next))


def due(g: Blitzkrieg, p: BlitzPosition, n: int) -> bool:
    """7.2a, 7.2c, 7.3d: at or over its threshold, at war and still standing."""
    threshold = g.thresholds[COUNTRIES[n]]
    return p.index[n] >= threshold and bool(p.at_war >> n & 1) and not p.collapsed >> n & 1


class ShockRoll(Chance, frozen=True):
    """7.2a: one country's roll on the Shock Effect Table."""

    country: int

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        country = COUNTRIES[self.country]
        over = p.index[self.country] - g.thresholds[country]
        total = int(noun) + over // g.charts.shock.effects.step
        found = effect(g, country, total)
        p.tell("shock roll", "7.2a", country=country, die=int(noun), total=total, effect=found)
        if found == "collapse":
            collapse(g, p, self.country)
        elif found != "none":
            p.paralysed |= 1 << self.country
            if found == "crisis":
                crisis(g, p, country)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"The Shock of {COUNTRIES[self.country].capitalize()}.", "7.2a"


def effect(g: Blitzkrieg, country: Country, total: int) -> str:
    """What a modified die says of a country."""
    effects = g.charts.shock.effects
    column = effects.small if country in effects.small.countries else effects.great
    if total <= column.none:
        return "none"
    if total <= column.paralysis:
        return "paralysis"
    stands = country in column.stands and g.options["british-collapse"] == "stands"
    return "crisis" if total <= column.crisis or stands else "collapse"


def crisis(g: Blitzkrieg, p: BlitzPosition, country: Country) -> None:
    """4.1.1a, 4.7a: a French crisis brings Italy in, a British or German one the United States."""
    if country == "france":
        italy_enters(g, p)
    else:
        usa_enters(g, p)


def italy_enters(g: Blitzkrieg, p: BlitzPosition) -> None:
    """4.1.1b: the card is put into play, whether anybody bought it or not."""
    card = g.cards[g.card_by_id[ITALY]]
    if not p.shown >> card.index & 1:
        p.tell("italy", "4.1.1a")
        g.play_card(p, card)


def usa_enters(g: Blitzkrieg, p: BlitzPosition) -> None:
    """4.7b: only if the card was bought."""
    card = g.cards[g.card_by_id[USA]]
    if p.hands[ALLIED] >> card.index & 1:
        p.tell("usa", "4.7a")
        g.play_card(p, card)


def collapse(g: Blitzkrieg, p: BlitzPosition, n: int) -> None:
    """7.2.1, 7.3: all its units leave without Shock, and its partners feel it."""
    country = COUNTRIES[n]
    p.collapsed |= 1 << n
    p.paralysed &= ~(1 << n)
    p.tell("collapse", "7.2.1a", country=country)
    if country == "france":
        p.fell = p.turn
    for c in g.counters:
        if c.nation in NATIONS_OF[country] and p.at[c.index] not in GONE and not holds_out(g, p, c):
            p.put(g, c.index, WITHDRAWN)
    for a in g.airstrikes:
        if a.nation in NATIONS_OF[country] and p.air_in[a.index] not in GONE:
            p.send_air(a.index, WITHDRAWN)
    for ship in g.ships:
        if ship.entry.nation in NATIONS_OF[country] and p.ships[ship.index] not in GONE:
            p.ships[ship.index] = WITHDRAWN
    _levels(g, p, country)
    events = g.charts.shock.events
    points = events.france_collapses if country == "france" else events.partner_collapses
    for m, partner in enumerate(COUNTRIES):
        if m != n and side_of(partner) == side_of(country) and p.at_war >> m & 1:
            add(g, p, partner, points, "7.2b", partner=country)
    if country == "france":
        italy_enters(g, p)
        usa_enters(g, p)


def holds_out(g: Blitzkrieg, p: BlitzPosition, c: Counter) -> bool:
    """37.0a: French garrisons in their works do not obey at once."""
    works = g.board.forts["france"] & ~p.destroyed
    in_works = c.fortress and p.at[c.index] >= 0 and bool(works >> p.at[c.index] & 1)
    return in_works and g.on("forts-after-collapse")


def last_stand(g: Blitzkrieg, p: BlitzPosition) -> None:
    """37.0a: they leave at the end of the turn after the collapse."""
    if p.fell and p.turn > p.fell:
        for c in g.counters:
            if c.nation == "french" and p.at[c.index] >= 0:
                p.tell("garrison leaves", "37.0a", unit=c.id, hex=g.hex_name(p.at[c.index]))
                p.put(g, c.index, WITHDRAWN)


def _levels(g: Blitzkrieg, p: BlitzPosition, country: Country) -> None:
    """25.4.2: anti-aircraft after a collapse."""
    axis, allied = p.anti_aircraft
    if country == "france":
        p.anti_aircraft = axis, max(0, allied + g.charts.anti_aircraft.after_french_collapse)
    elif country == "germany":
        p.anti_aircraft = 0, allied


def told(p: BlitzPosition) -> dict[str, int]:
    """The indices by country, for views."""
    return dict(zip(COUNTRIES, p.index, strict=True))
