"""3.7, 3.8 Capitulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS
from meuse.games.mansteins_war.box.unitfile import Country
from meuse.games.mansteins_war.position import (
    ABSENT,
    AVAILABLE,
    DUE,
    SURRENDERED,
    UTILIZED,
    MansteinPosition,
)
from meuse.games.mansteins_war.rules import command
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.interrupt import end_impulse

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


def check(g: MansteinsWar, p: MansteinPosition) -> None:
    """3.7f: one surrender can lift the ZOC that kept another from happening, so until nothing changes."""
    country = due(g, p)
    while country:
        surrender(g, p, country)
        country = due(g, p)


def due(g: MansteinsWar, p: MansteinPosition) -> Country | None:
    """3.8: a country whose key hexes the Germans control all, if there is one."""
    for country, nation, asked in g.surrender_terms:
        if not asked & ~p.control and not p.capitulated >> nation & 1 and not asked & ~held(g, p, GERMAN):
            return country
    return None


def surrender(g: MansteinsWar, p: MansteinPosition, country: Country) -> None:
    """3.7: units, refit points and markers of the country are gone."""
    terms = g.charts.capitulation[country]
    nation = NATIONS.index(terms.nation)
    p.capitulated |= 1 << nation
    p.tell("capitulation", terms.source, country=country)
    for u in bits(g.nation_units[terms.nation]):
        place = p.at[u]
        if place >= 0 or place == DUE:
            p.put(g, u, ABSENT if place == DUE else SURRENDERED)
    _other_forces(g, p, terms.nation)
    p.rp = tuple(0 if n == nation else points for n, points in enumerate(p.rp))
    for marker in g.markers:
        if marker.entry.gone_with == country and g.in_play(marker.entry.variant):
            command.leave_play(g, p, marker.index, "3.7a")
    if p.operating == ALLIED and not _goes_on(g, p):
        end_impulse(g, p)


def _other_forces(g: MansteinsWar, p: MansteinPosition, nation: str) -> None:
    """3.7b, 3.7e: air units surrender wherever they are but on the turn track; special forces leave play."""
    for a in g.air:
        place = p.air_at[a.index]
        if a.entry.nation == nation and (place >= 0 or place in (AVAILABLE, UTILIZED, DUE)):
            p.fly(a.index, ABSENT if place == DUE else SURRENDERED)
    for f in g.forces:
        if f.entry.nation == nation and (p.forces_at[f.index] >= 0 or p.forces_at[f.index] == AVAILABLE):
            p.forces_at[f.index] = ABSENT


def _goes_on(g: MansteinsWar, p: MansteinPosition) -> bool:
    """3.7f: whether anything that the marker in play has activated is left."""
    if p.commands:
        return any(not p.gone >> g.regular_of[name] & 1 for name in p.commands)
    return any(p.at[u] >= 0 for u in bits(p.acting))
