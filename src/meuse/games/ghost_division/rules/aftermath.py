"""21.0 The end of a battle: who has won, Operations Points, and 33.1 Panzer Aces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ELIMINATED
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import in_charge
from meuse.games.ghost_division.rules.fire import battle_of
from meuse.games.ghost_division.rules.loc import blocked
from meuse.games.ghost_division.rules.operations import gain, lose

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

ACE_ROLL = 6
"""33.1a."""

VERDICTS = {"german": "21.0b", "allied": "21.0d", "draw": "19.0m", "withdrawal": "21.1a"}
"""How a battle ends, with the rule."""


def finish(g: GhostDivision, p: GhostPosition, winner: str) -> None:
    """21.0a to 21.0d, 20.9a, 17.3a: the battle is over; `winner` is one of VERDICTS."""
    battle = battle_of(p)
    p.tell("battle over", VERDICTS[winner], grid=g.grid_name(battle.cell), winner=winner, rounds=battle.round)
    if winner == "german":
        for f in battle.formations:
            destroy_formation(g, p, f, "21.0b", "21.0c")
    clear(p)
    charge_losses(g, p, battle.lost, winner == "allied")
    if winner == "german" and battle.cell in g.board.towns:
        tell_of_the_town(g, p, battle.cell)
    if winner == "allied":
        chart = g.charts.operations
        for f in battle.formations:
            points = chart.beaten_by_armored if g.formations[f].armored else chart.beaten_by_other
            lose(g, p, points, "21.0d", f"beaten by {g.formations[f].name}")
    if winner == "german" and g.with_aces and may_get_ace(g, p, battle.cell):
        p.push(AceDie(battle.cell))


def destroy_formation(g: GhostDivision, p: GhostPosition, f: int, rule: str, op_rule: str) -> None:
    """17.4a: the marker leaves play for good, and OP are gained for it (21.0c)."""
    marker, chart, grid = g.formations[f], g.charts.operations, g.grid_name(p.formation_at[f])
    p.put_formation(g, f, ELIMINATED)
    p.tell("formation destroyed", rule, grid=grid, formation=marker.id)
    points = chart.armored_destroyed if marker.armored else chart.other_destroyed
    gain(g, p, points, op_rule, f"{marker.name} destroyed")


def charge_losses(g: GhostDivision, p: GhostPosition, lost: int, defeat: bool = False) -> None:
    """21.0d: OP for German units destroyed, after every fight; by option only after a defeat."""
    if not (g.charge_losses or defeat):
        return
    chart = g.charts.operations
    points = sum(
        chart.rommel_lost if u == g.rommel else chart.hq_lost if g.is_hq[u] else chart.unit_lost for u in bits(lost)
    )
    lose(g, p, points, "21.0d", f"{g.names_of(tuple(bits(lost)))} destroyed")


def tell_of_the_town(g: GhostDivision, p: GhostPosition, cell: int) -> None:
    """3.1b: a town is won once no Allied marker is left in it; after a victory that can only be Fog of War."""
    if not blocked(p) >> cell & 1:
        p.tell("town won", "3.1b", grid=g.grid_name(cell))
        return
    fog = p.fog_in[cell]
    stands = bool(p.fog_shown >> fog & 1) and g.fog[fog].kind == "fortification"
    p.tell("town holds out", "3.1b", grid=g.grid_name(cell), fortification=stands)


def clear(p: GhostPosition) -> None:
    """17.3a, 20.9a: Allied units return to their bins, suppression ends; after a battle the river lapses (20.6a)."""
    battle = battle_of(p)
    for f in battle.formations:
        p.called[f] = 0
    p.crossed &= ~battle.lost
    if battle.kind == "battle":
        for f in battle.formations:
            p.river_foes &= ~(1 << f)
        for u in p.at(battle.cell):
            p.crossed &= ~(1 << u)
    p.suppressed = p.scratched = 0
    p.foes, p.sky, p.battle = [], (), None


def may_get_ace(g: GhostDivision, p: GhostPosition, cell: int) -> bool:
    """33.1a, 33.1b: a tank unit without an Ace has survived, and an Ace is left."""
    return p.aces.bit_count() < g.charts.markers.aces and bool(_tanks(g, p, cell))


def _tanks(g: GhostDivision, p: GhostPosition, cell: int) -> list[int]:
    return [u for u in p.at(cell) if g.is_tank[u] and not p.aces >> u & 1]


class AceDie(Chance, frozen=True):
    """33.1a: one die after a battle won with tanks."""

    cell: int

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        won = int(noun) >= ACE_ROLL
        p.tell("ace roll", "33.1a", die=int(noun), success=won)
        if won:
            p.swap(GiveAce(self.cell))
        else:
            p.pop()

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "A die for a Panzer Ace.", "33.1a"


class GiveAce(Frame, frozen=True):
    """33.1b: the player gives the Ace to a tank unit of the force."""

    cell: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (in_charge(g, p, self.cell),) if len(_tanks(g, p, self.cell)) > 1 else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [g.unit_words["ace"][u] for u in _tanks(g, p, self.cell)]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        self.give(g, p, g.by_id[noun])

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        self.give(g, p, *_tanks(g, p, self.cell))

    def give(self, g: GhostDivision, p: GhostPosition, u: int) -> None:
        p.pop()
        p.aces |= 1 << u
        p.tell("ace", "33.1b", unit=g.ids[u])

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "ace" and noun in g.by_id:
            u = g.by_id[noun]
            if p.places[u] != self.cell:
                return Refusal("33.1b", f"{g.units[u].name} was not in the battle")
            if not g.is_tank[u]:
                return Refusal("33.1a", f"{g.units[u].name} is not a tank unit")
            return Refusal("33.1b", f"{g.units[u].name} has an Ace already")
        return Refusal("33.1b", "give the Panzer Ace to a tank unit of the force first")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Give the Panzer Ace to a tank unit of the force.", "33.1b"
