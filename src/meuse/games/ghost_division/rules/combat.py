"""18.0 and 19.0 Ground combat: the battles of a segment, and the steps of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from meuse.engine.contract import Action, Refusal, Stake
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.position import Battle, GhostPosition
from meuse.games.ghost_division.rules import encounters
from meuse.games.ghost_division.rules.aftermath import finish
from meuse.games.ghost_division.rules.air import Commit, Mission, fort_in
from meuse.games.ghost_division.rules.cooperative import commander, in_charge
from meuse.games.ghost_division.rules.fire import GROUND_FIRE, TOO_EARLY, battle_of, beaten, stalemate
from meuse.games.ghost_division.rules.formations import call_all, muster
from meuse.games.ghost_division.rules.intelligence import reveal_formation
from meuse.games.ghost_division.rules.loc import grid_has_loc
from meuse.games.ghost_division.rules.operations import can_pay, for_points, leadership_left, spend
from meuse.games.ghost_division.rules.stacking import load, room
from meuse.games.ghost_division.rules.volley import Volley

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Battles(Frame, frozen=True):
    """D3, D4b, G4: one battle in each Grid; the player picks the order of his own, the Allies go north to south."""

    german_attack: bool
    cells: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (commander(g),) if self.german_attack and self.cells.bit_count() > 1 else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.grid_words["fight"]
        return [words[cell] for cell in bits(self.cells)]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        self.open(g, p, g.grid.bit[noun])

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if not self.cells:
            p.pop()
            return
        self.open(g, p, min(bits(self.cells), key=lambda cell: (g.board.row[cell], -g.board.column[cell])))

    def open(self, g: GhostDivision, p: GhostPosition, cell: int) -> None:
        p.swap(Battles(self.german_attack, self.cells & ~g.one[cell]))
        begin(g, p, cell, self.german_attack)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "fight":
            return Refusal("18.0a", f"no battle is due in {noun}")
        return Refusal("11.0h", "every battle must be fought: choose the Grid of the next one")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Choose the Grid of the next battle.", "11.0h"


def begin(g: GhostDivision, p: GhostPosition, cell: int, german_attack: bool) -> None:
    """18.1a, 18.1b: everybody in the Grid fights; a Fortification only defends."""
    units = p.at(cell)
    formations = tuple([f for f in p.formations_in.get(cell, ()) if reveal_formation(g, p, f, "17.1a")])
    fort = fort_in(g, p, cell) if german_attack else -1
    if not (formations or fort >= 0):
        return
    p.battle = Battle(cell, "battle", german_attack, formations, fort)
    if german_attack:
        p.act(units)
    p.tell("battle", "18.1a", grid=g.grid_name(cell), attacker="german" if german_attack else "allied",
           units=[g.ids[u] for u in units], formations=[g.formations[f].id for f in formations],
           fortification=fort >= 0)
    p.push(Fight())
    call_all(g, p, formations)


class Fight(Frame, frozen=True):
    """19.0: the steps of the battle under way, in the numbers of the rulebook."""

    step: int = 1

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.step > 2:
            if not p.foes:
                end(g, p, "german")
                return
            if not p.at(battle_of(p).cell):
                end(g, p, "allied")
                return
        STEPS[self.step](g, p)

    def due(self, p: GhostPosition) -> tuple[bool, tuple[str, ...]] | None:
        """The volley that comes next, as far as it is known: who fires, and in which column."""
        battle = battle_of(p)
        if 4 <= self.step <= 6 and battle.superior >= 0:
            return battle.superior == 0, (GROUND_FIRE[self.step - 4],)
        return None


def end(g: GhostDivision, p: GhostPosition, winner: str) -> None:
    """The Fight is over."""
    p.pop()
    finish(g, p, winner)


def pick_units(g: GhostDivision, p: GhostPosition) -> None:
    """Step 1, 19.0a."""
    p.swap(Fight(2))
    muster(g, p)


def air_support(g: GhostDivision, p: GhostPosition) -> None:
    """Step 2, 19.0b."""
    p.swap(Fight(3))
    p.push(Commit("cas"), Mission())


def open_round(g: GhostDivision, p: GhostPosition) -> None:
    """Step 3, 19.0d; before it Enhanced Combat (14.2a). A battle in which nobody can hurt anybody is a draw (19.0m)."""
    if stalemate(g, p, Enhance().able(g, p)):
        end(g, p, "draw")
        return
    battle = battle_of(p)
    if battle.round:
        p.scratched = 0  # 33.2b: air attacks before round 1 count as part of it
    p.battle = replace(battle, round=battle.round + 1, superior=-1)
    p.swap(Fight(4))
    p.push(Enhance())


def fire_step(step: int) -> Callable[[GhostDivision, GhostPosition], None]:
    """Steps 4 to 6, 19.0i to 19.0k, 20.1a: the superior side's volley takes effect before the other fires."""

    def fire(g: GhostDivision, p: GhostPosition) -> None:
        column, first = GROUND_FIRE[step - 4], battle_of(p).superior == 0
        p.swap(Fight(step + 1))
        p.push(Volley(column, first), Volley(column, not first))

    return fire


def decide(g: GhostDivision, p: GhostPosition) -> None:
    """Steps 7 and 8, 19.0l, 19.0m: if both sides are beaten, the one with Tactical Superiority wins."""
    german, allied = beaten(p, True), beaten(p, False)
    if german or allied:
        wins = battle_of(p).superior == 0 if german and allied else allied
        end(g, p, "german" if wins else "allied")
        return
    p.swap(Fight(3))
    cells = ways_out(g, p)
    if cells:
        p.push(Withdrawal(cells))


STEPS: dict[int, Callable[[GhostDivision, GhostPosition], None]] = {
    1: pick_units, 2: air_support, 3: open_round, 4: fire_step(4), 5: fire_step(5), 6: fire_step(6), 7: decide,
}


class Enhance(Frame, frozen=True):
    """14.2a: HQs in the Grid add combat points to the force, an OP each, before the dice of a round (19.0d)."""

    def able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        """14.0a, 14.2b: HQs with OP to spend, for other units that can use them."""
        if not can_pay(p, 1):
            return []
        units = p.at(battle_of(p).cell)
        return [u for u in units if leadership_left(g, p, u) > 0 and serves(g, units, u)]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (in_charge(g, p, battle_of(p).cell),) if self.able(g, p) else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.unit_words["enhance"]
        return [*[words[u] for u in self.able(g, p)], "fire"]

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return for_points(g.legal(p, side), ("enhance",), 1)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "fire":
            self.run(g, p)
            return
        u, battle = g.by_id[noun], battle_of(p)
        p.battle = replace(battle, paid=(*battle.paid, u))
        p.tell("enhanced combat", "14.2a", unit=noun, points=len(battle.paid) + 1)
        spend(p, u, 1, "14.2a", "Enhanced Combat")

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.swap(TacticalSuperiority())
        if stalemate(g, p):
            p.pop()
            end(g, p, "draw")

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "withdraw":
            return TOO_EARLY
        if verb != "enhance" or noun not in g.by_id:
            return Refusal("14.2a", "add combat points with an HQ of this Grid, or fire")
        u = g.by_id[noun]
        name, units = g.units[u].name, p.at(battle_of(p).cell)
        if u not in units or not g.is_hq[u]:
            return Refusal("14.2a", f"{name} is not an HQ in this battle")
        if not serves(g, units, u):
            return Refusal("14.2b", f"{name} has no other unit here with Anti-Tank or Close Assault fire")
        return Refusal("14.0a", f"{name} has spent all that its Leadership Value allows this turn")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Round {battle_of(p).round}: add combat points with an HQ, or fire.", "14.2a"


def serves(g: GhostDivision, units: tuple[int, ...], hq: int) -> bool:
    """14.2b: another unit in the Grid has Anti-Tank or Close Assault fire."""
    return any(u != hq and (g.fire["anti_tank"][u] or g.fire["close_assault"][u]) for u in units)


class TacticalSuperiority(Chance, frozen=True):
    """19.0d: a die for each side, the German one first."""

    german: int = 0

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if not self.german:
            p.swap(TacticalSuperiority(int(noun)))
            return
        p.pop()
        dice = (self.german, int(noun))
        more = german_edge(g, p), allied_edge(g, p)
        totals = dice[0] + more[0], dice[1] + more[1]
        tied = totals[0] == totals[1]
        german = totals[0] > totals[1] or (tied and faster(g, p))
        p.battle = replace(battle_of(p), superior=0 if german else 1)
        p.tell("tactical superiority", "19.0h", grid=g.grid_name(battle_of(p).cell), round=battle_of(p).round,
               dice=list(dice), bonus=list(more), tied=tied, superior="german" if german else "allied")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Tactical Superiority: a die for each side.", "19.0d"


def german_edge(g: GhostDivision, p: GhostPosition) -> int:
    """19.0e: the best HQ in the force; 33.2c: one more if every unit has an Ace."""
    units = p.at(battle_of(p).cell)
    aces = all(p.aces >> u & 1 for u in units)
    return max([g.leadership[u] for u in units]) + aces


def allied_edge(g: GhostDivision, p: GhostPosition) -> int:
    """19.0f: the best HQ drawn; 19.0g, 26.2a: one more for a Fortification."""
    counters = [g.allied[foe.counter] for foe in p.foes]
    return max([c.leadership for c in counters]) + any(c.fog >= 0 for c in counters)


def faster(g: GhostDivision, p: GhostPosition) -> bool:
    """19.0h: on a tie the side with the highest printed mobility, the Germans if that is equal too."""
    units = p.at(battle_of(p).cell)
    german = max([g.mobility[u] for u in units if not g.is_logistics[u]], default=0)
    return german >= max([g.allied[foe.counter].mobility for foe in p.foes])


def ways_out(g: GhostDivision, p: GhostPosition) -> int:
    """21.1a to 21.1c: neighbouring Grids to which the whole force may withdraw."""
    cell = battle_of(p).cell
    return sum(g.one[to] for to in g.ways[cell] if no_way_out(g, p, to) is None)


def no_way_out(g: GhostDivision, p: GhostPosition, to: int) -> Refusal | None:
    """What bars a Withdrawal to that Grid."""
    cell, units, name = battle_of(p).cell, p.at(battle_of(p).cell), g.grid_name(to)
    d = g.grid.direction(cell, to)
    if d < 0:
        return Refusal("21.1a", f"{name} is not adjacent")
    if (p.formation_cells | p.fog_cells) & g.one[to]:
        return Refusal("21.1b", f"a Formation or Fog of War marker is in {name}")
    if not g.crossings(p).open[d] & g.one[cell]:
        return Refusal("21.1b", f"an unbridged river lies before {name}")
    if load(g, units) > room(g, p, to):
        return Refusal("15.1a", f"the force does not fit into {name}")
    slowest, who = min([g.mobility[u] for u in units]), sum([1 << u for u in units])
    if not grid_has_loc(g, p, to, slowest, who):
        return Refusal("21.1c", f"no Line of Communications can be traced from {name}")
    return None


class Withdrawal(Frame, frozen=True):
    """21.1a: between rounds the whole force may leave for one neighbouring Grid."""

    cells: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (in_charge(g, p, battle_of(p).cell),)

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.grid_words["withdraw"]
        return [*[words[cell] for cell in bits(self.cells)], "fight-on"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "withdraw":
            withdraw(g, p, g.grid.bit[noun])

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "withdraw" and noun in g.grid.bit:
            return no_way_out(g, p, g.grid.bit[noun])
        return Refusal("21.1a", "withdraw to a neighbouring Grid, or fight on")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Withdraw from {g.grid_name(battle_of(p).cell)}, or fight on.", "21.1a"


def withdraw(g: GhostDivision, p: GhostPosition, to: int) -> None:
    """21.1a: the battle ends without a winner."""
    cell = battle_of(p).cell
    units = p.at(cell)
    p.tell("withdrawal", "21.1a", grid=g.grid_name(cell), to=g.grid_name(to), units=[g.ids[u] for u in units])
    for u in units:
        p.put(g, u, to)
        p.crossed &= ~(1 << u)
    end(g, p, "withdrawal")
    encounters.enter(g, p, to, units)
