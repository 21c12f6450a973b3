"""13.0 Reinforcements, 25.2 British ones at ports, 28.3 the variable schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import SIDES
from meuse.games.mansteins_war.position import AVAILABLE, DUE, UTILIZED, MansteinPosition
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.zoc import zone

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


# --- where they come ---------------------------------------------------------------------------------------------


def entries(g: MansteinsWar, p: MansteinPosition, u: int) -> int:
    """13.3, 13.4a: the hexes in which a unit may be placed now."""
    side, nation = g.side[u], g.nation[u]
    found = doors(g, p, nation) & held(g, p, side) & ~zone(g, p, 1 - side) & g.enterable[u]
    return found & ~p.open_cities & ~p.occupied[1 - side]


def doors(g: MansteinsWar, p: MansteinPosition, nation: str) -> int:
    """13.3, 25.2a: where a nation's units arrive; a bombed depot or port is none (22.4b). The British use ports by
    option, unless the ships have given support this week."""
    found = g.board.edges.get(nation, 0) | g.board.depots.get(nation, 0) & ~p.bombed
    if nation == "british" and g.on("british-ports") and (p.naval == AVAILABLE or p.harbours == p.turn):
        found |= g.board.ports & ~p.bombed
    return found


# --- when they come ----------------------------------------------------------------------------------------------


def is_due(p: MansteinPosition, u: int) -> bool:
    """13.1a, 13.2b: a unit whose week has come, or one that found no hex in its week."""
    return p.at[u] == DUE and 0 < p.due[u] <= p.turn


def arrived(g: MansteinsWar, p: MansteinPosition) -> list[int]:
    """The units of the operating side that are due."""
    return [u for u in bits(g.side_units[p.operating]) if is_due(p, u)]


def waiting(g: MansteinsWar, p: MansteinPosition) -> list[int]:
    """13.2a, 13.2c: units that may be placed in this impulse: of activated commands and Res, with a hex to go to."""
    return [
        u for u in arrived(g, p)
        if (g.counters[u].reserve or g.counters[u].command in p.commands) and entries(g, p, u)
    ]


def overdue(g: MansteinsWar, p: MansteinPosition) -> list[int]:
    """13.2b: of those, the units for which this is the last chance of the week."""
    ready = waiting(g, p)
    if not ready:
        return []
    late = last_chances(g, p, {g.counters[u].command for u in ready})
    return [u for u in ready if g.counters[u].command in late]


def last_chances(g: MansteinsWar, p: MansteinPosition, commands: set[str]) -> set[str]:
    """13.2b: the commands among these that no marker left in the bin can serve as well, each special as often as it
    activates."""
    left = [g.markers[m] for m in bits(p.bins[p.operating])]
    if left:
        commands = commands - {"Res"}
    own = {name for m in left if m.entry.group == "compulsory" for name in m.entry.among}
    unserved = sorted(commands - own)
    for marker in left:
        if marker.entry.group != "compulsory":
            served = [name for name in unserved if name in marker.entry.among][:marker.entry.picks]
            unserved = [name for name in unserved if name not in served]
    return set(unserved)


def promised(g: MansteinsWar, p: MansteinPosition, among: list[str]) -> list[str]:
    """13.2b: of the commands that a special marker may activate, those whose reinforcements have waited for it."""
    late = {
        g.counters[u].command for u in arrived(g, p)
        if g.counters[u].command in among and entries(g, p, u)
    }
    return [name for name in among if name in last_chances(g, p, late)] if late else []


def in_the_dark(g: MansteinsWar, p: MansteinPosition) -> bool:
    """28.3a, 6.0f: under a secret schedule the player is asked as long as anything of his activated commands is still
    to come, due or not: whether he is asked must tell the enemy nothing."""
    return g.on("variable-reinforcements") and any(
        p.at[u] == DUE and p.due[u] and (g.counters[u].reserve or g.counters[u].command in p.commands)
        for u in bits(g.side_units[p.operating])
    )


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1d."""
    p.push(Reinforcing())


class Reinforcing(Frame, frozen=True):
    """13.2a: the operating player places units that are due, or lets them wait where he may."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],) if waiting(g, p) or in_the_dark(g, p) else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        found = [g.word("bring", u) for u in waiting(g, p)]
        return found if overdue(g, p) else [*found, "done"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(Arriving(g.by_id[noun]))

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        late = overdue(g, p) if verb == "done" else []
        if late:
            names = ", ".join(g.counters[u].name for u in late)
            return Refusal("13.2b", f"nothing left in the bin can bring {names}, so bring them now")
        if verb != "bring" or noun not in g.by_id:
            return Refusal("13.2a", "place reinforcements, or be done")
        u, name = g.by_id[noun], g.name_of(noun)
        if not is_due(p, u) or g.side[u] != p.operating:
            return Refusal("13.1a", f"{name} is not due")
        if not g.counters[u].reserve and g.counters[u].command not in p.commands:
            return Refusal("13.2a", f"{g.counters[u].command} is not activated")
        return Refusal("13.4a", f"no hex is open to {name}")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Place reinforcements, or be done.", "13.2a"


class Arriving(Frame, frozen=True):
    """13.3: the hex of one reinforcement; it may overstack (13.4b)."""

    unit: int

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        place = g.hex_words["place"]
        return [place[hex] for hex in bits(entries(g, p, self.unit))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        u, hex = self.unit, g.grid.bit[noun]
        p.pop()
        by_sea = g.nation[u] == "british" and not g.board.edges["british"] >> hex & 1
        if by_sea:
            p.naval, p.harbours = UTILIZED, p.turn
        p.put(g, u, hex)
        p.tell("reinforcement", "25.2a" if by_sea else "13.3a", unit=g.ids[u], hex=noun)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        u, c = self.unit, g.counters[self.unit]
        if verb != "place" or noun not in g.grid.bit:
            return Refusal("13.2a", f"choose where {c.name} is placed")
        hex = g.grid.bit[noun]
        if doors(g, p, c.nation) >> hex & 1:
            return _refuse_entry(g, p, u, hex)
        if c.nation == "british" and g.on("british-ports") and g.board.ports >> hex & 1:
            return Refusal("25.2a", f"{noun} is no working port, or the ships have given support this week")
        rule = {"german": "13.3a", "british": "13.3d", "french": "13.3c"}.get(c.nation, "13.3b")
        return Refusal(rule, f"{c.name} does not arrive in {noun}")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Choose the hex in which the reinforcement arrives.", "13.3a"


def _refuse_entry(g: MansteinsWar, p: MansteinPosition, u: int, hex: int) -> Refusal:
    """Why a hex in which such units arrive is closed to this one now."""
    name, side = g.counters[u].name, g.side[u]
    if p.open_cities >> hex & 1:
        return Refusal("25.4c", f"{g.board.label(hex)} is an open city")
    if zone(g, p, 1 - side) >> hex & 1:
        return Refusal("13.4a", f"{g.hex_name(hex)} is in an enemy zone of control")
    if not held(g, p, side) >> hex & 1:
        return Refusal("13.4a", f"{g.hex_name(hex)} is not in friendly hands")
    if p.occupied[1 - side] >> hex & 1:
        return Refusal("6.0e", f"enemy units are in {g.hex_name(hex)}")
    return Refusal("8.4.1a", f"{name} is an army and cannot enter rough terrain")


# --- the variable schedule -----------------------------------------------------------------------------------------


def schedule(g: MansteinsWar, p: MansteinPosition) -> tuple[Frame, ...]:
    """28.3a: one die for each scheduled reinforcement, air units included."""
    if not g.on("variable-reinforcements"):
        return ()
    ground = [u for u, week in enumerate(p.due) if week]
    air = [a for a, week in enumerate(p.air_due) if week]
    return (*(RollArrival(u) for u in ground), *(RollArrival(a, air=True) for a in air))


class RollArrival(Chance, frozen=True):
    """28.3a: the number rolled is the week of arrival; only the owner sees it."""

    piece: int
    air: bool = False

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        n, week = self.piece, int(noun)
        if self.air:
            p.air_due = (*p.air_due[:n], week, *p.air_due[n + 1:])
            owner, id = g.air[n].side, g.air[n].id
        else:
            p.due = (*p.due[:n], week, *p.due[n + 1:])
            owner, id = g.side[n], g.ids[n]
        p.tell("schedule", "28.3a", seen_by=(SIDES[owner],), unit=id, turn=week)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Dice decide in secret when reinforcements come.", "28.3a"
