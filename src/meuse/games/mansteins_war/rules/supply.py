"""15.0 Logistics: lines of communications, unsupported and cut-off units.

Support is judged at the instant it matters (15.1a). For each nation and movement factor the hexes that a line reaches
are worked out once for a state of the map and then looked up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import Action, Part, Refusal, Tally
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, NATIONS
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Use = Literal["move", "combat", "refit"]
"""What support is asked for: the airlift serves the first two (26.1a), a landing the second (18.3a)."""
Reach = tuple[int, ...]
"""Sets of hexes by the length of the line, from 0 on."""


def open_ground(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """15.1d: hexes that a line of that side may be traced into."""
    return g.land & ~p.occupied[1 - side] & ~zone(g, p, 1 - side)


def depots(g: MansteinsWar, p: MansteinPosition, nation: str) -> int:
    """15.2a, 15.2c, 22.4b, 3.7d: where a nation's lines end: at its own depots; for the British, at Channel ports."""
    if nation == "british":
        return g.board.channel_ports & held(g, p, ALLIED) & ~p.bombed
    if p.capitulated & g.nation_bit[nation]:
        return 0
    return g.board.depots[nation] & held(g, p, GERMAN if nation == "german" else ALLIED) & ~p.bombed


def spread_out(g: MansteinsWar, sources: int, ground: int, longest: int) -> Reach:
    """By length from 0 on, the hexes from which a line of so many hexes reaches a source.

    A source in an enemy ZOC serves its own hex only (7.2i); every hex entered on the way must be open ground.
    """
    return g.lines[sources, ground, longest]


def work_out_lines(g: MansteinsWar, sources: int, ground: int, longest: int) -> Reach:
    found = [sources]
    front = sources & ground
    for _ in range(longest):
        around = g.board.spread(front)
        found.append(found[-1] | around)
        front = around & ground
    return tuple(found)


def reach(g: MansteinsWar, p: MansteinPosition, nation: str) -> Reach:
    """15.2: by length, the hexes from which a nation's units reach a depot, or a logistics unit that reaches one."""
    ground = open_ground(g, p, GERMAN if nation == "german" else ALLIED)
    sources = depots(g, p, nation)
    direct = spread_out(g, sources, ground, g.longest_move)
    for v in g.box.logistics_for[nation]:
        if p.at[v] >= 0 and direct[g.move[v]] >> p.at[v] & 1:
            sources |= g.one[p.at[v]]
    return spread_out(g, sources, ground, g.longest_move)


def has_line(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """15.0b, 15.1, 15.2: the unit needs no line of communications, or can trace one."""
    c = g.counters[u]
    if c.static or c.logistics or p.at[u] < 0:
        return True
    return bool(reach(g, p, c.nation)[c.move] >> p.at[u] & 1) or by_port(g, p, u)


def supported(g: MansteinsWar, p: MansteinPosition, u: int, use: Use) -> bool:
    """15.0a: whether a unit works at full effect for that purpose."""
    if has_line(g, p, u):
        return True
    if use == "combat" and p.supplied >> u & 1:
        return True
    return use != "refit" and airlifted(g, p, u)


def airlifted(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """26.1a: a German unit in or next to the hex of the airlift."""
    for a in g.airlifts:
        over = p.air_at[a]
        if over >= 0 and g.side[u] == GERMAN and (over == p.at[u] or g.grid.near[over] >> p.at[u] & 1):
            return True
    return False


# --- one French unit through a Channel port -----------------------------------------------------------------------


def port_users(g: MansteinsWar, p: MansteinPosition) -> list[int]:
    """15.2d, 15.4b: French units that have no line but one straight to a Channel port; in a port that is closed in on
    all sides they are cut off, as only the British are not (15.4c)."""
    if p.capitulated & g.nation_bit["french"]:
        return []
    own = reach(g, p, "french")
    needy = [u for u in g.french_field if p.at[u] >= 0 and not own[g.move[u]] >> p.at[u] & 1]
    if not needy:
        return []
    by_length = spread_out(g, depots(g, p, "british"), open_ground(g, p, ALLIED), g.longest_move)
    return [u for u in needy if by_length[g.move[u]] >> p.at[u] & 1 and not cut_off(g, p, u)]


def by_port(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """15.2d: whether this is the French unit that a Channel port supplies: the one named for this segment, or else the
    first of those that depend on it."""
    if g.nation[u] != "french" or (p.port_unit >= 0 and p.port_unit != u):
        return False
    users = port_users(g, p)
    return u in users and (p.port_unit == u or users[0] == u)


class NamePortUnit(Frame, frozen=True):
    """15.2d: where two or more French units depend on Channel ports, the Allied player names the one supplied."""

    refit: bool = False
    """Support is asked for refits: only units that have lost steps depend on it, and only if there are points."""

    def users(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        if not self.refit:
            return port_users(g, p)
        if not p.rp[NATIONS.index("french")]:
            return []
        return [u for u in port_users(g, p) if p.steps[u] < g.counters[u].steps]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return ("allied",) if len(self.users(g, p)) > 1 else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.word("supply", u) for u in self.users(g, p)]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.port_unit = g.by_id[noun]
        p.tell("port", "15.2d", unit=noun)
        p.pop()

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        p.pop()
        if self.refit:
            p.port_unit = next(iter(self.users(g, p)), -1)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("15.2d", "name the one French unit that a Channel port supplies in this segment")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Which French unit is supplied through a Channel port in this segment?", "15.2d"


def ask_port(g: MansteinsWar, p: MansteinPosition, refit: bool = False) -> Frame:
    """A new segment: the answer of the last one no longer holds."""
    p.port_unit = -1
    return NamePortUnit(refit)


# --- cut off, and where retreats go -------------------------------------------------------------------------------


def cut_off(g: MansteinsWar, p: MansteinPosition, u: int) -> bool:
    """15.4b, 15.4c: every hex around is held by the enemy, in his ZOC, sea or off the map."""
    c, hex = g.counters[u], p.at[u]
    if c.static or c.logistics or depots(g, p, c.nation) >> hex & 1:
        return False
    if c.nation == "british" and g.board.ports & ~p.bombed & g.one[hex]:
        return False
    around = g.board.touch[hex] & g.land & ~p.occupied[1 - c.side]
    closed = zone(g, p, 1 - c.side)
    if g.options["cut-off"] == "open":
        closed &= ~p.occupied[c.side]
    return not around & ~closed


def sources(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """11.1b: the hexes of the supply sources open to a unit, whether or not a line reaches them; never its own hex's
    logistics unit."""
    nation = g.nation[u]
    found = depots(g, p, nation)
    for v in g.box.logistics_for[nation]:
        if p.at[v] >= 0 and p.at[v] != p.at[u]:
            found |= g.one[p.at[v]]
    return found


def status(g: MansteinsWar, p: MansteinPosition, u: int) -> str:
    """15.4a."""
    if supported(g, p, u, "combat"):
        return "supported"
    return "cut off" if cut_off(g, p, u) else "unsupported"


def explain_support(g: MansteinsWar, p: MansteinPosition, u: int) -> Tally:
    """The logistics status of a unit, and why."""
    c = g.counters[u]
    parts = []
    if c.static or c.logistics:
        parts.append(Part("needs no line of communications", "", "15.0b"))
    elif reach(g, p, c.nation)[c.move] >> p.at[u] & 1:
        path = line_of(g, p, u)
        parts += [Part(g.board.label(hex), "", "15.1b") for hex in path]
    elif by_port(g, p, u):
        parts.append(Part("supplied through a Channel port", "", "15.2d"))
    elif p.supplied >> u & 1:
        parts.append(Part("has just been flown in", "", "18.3a"))
    elif airlifted(g, p, u):
        parts.append(Part("supplied by the airlift", "", "26.1a"))
    else:
        parts.append(Part(f"no source within {c.move} hexes", "", "15.1b"))
        if cut_off(g, p, u):
            parts.append(Part("every hex around is closed", "", "15.4b"))
    return Tally(f"{c.name}: line of communications", status(g, p, u), tuple(parts))


def line_of(g: MansteinsWar, p: MansteinPosition, u: int) -> list[int]:
    """A shortest line of a unit, hex by hex to its source; its own hex if the source is there."""
    by_length = reach(g, p, g.nation[u])
    path, hex = [p.at[u]], p.at[u]
    ground = open_ground(g, p, g.side[u])
    while not by_length[0] >> hex & 1:
        length = next(n for n, hexes in enumerate(by_length) if hexes >> hex & 1)
        hex = next(bits(g.board.touch[hex] & ground & by_length[length - 1]))
        path.append(hex)
    return path
