"""5.0 Supply: paths, Low Supply and Out of Supply, and French fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Part, Tally
from meuse.engine.frames import Chance
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.position import SedanPosition, Unit
from meuse.games.sedan.rules.results import reduce
from meuse.games.sedan.rules.zoc import zone_of_control

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

LOW, OUT, STARVING = 1, 2, 3
"""Unsupplied Supply Phases in a row: Low Supply, Out of Supply, a step lost each turn (5.2a-c)."""


def open_sides(g: Sedan, p: SedanPosition) -> list[int]:
    """5.1f, 5.1g: for each direction the hexes from which a supply path may go that way."""
    crossings = g.crossings(p)
    heavy, unblocked = g.board.heavy, ~p.roadblocks
    sides = []
    for d in range(6):
        back = g.grid.opposite(d)
        woods = heavy & g.grid.step(heavy, back)
        by_road = crossings.road[d] & unblocked & g.grid.step(unblocked, back)
        sides.append(~(crossings.barrier[d] | woods & ~by_road))
    return sides


def path_hexes(g: Sedan, p: SedanPosition, side: int) -> int:
    """5.1d, 5.1e: hexes that a side's supply path may use."""
    own, enemy = p.occupied[side], p.occupied[1 - side]
    return g.grid.board & ~enemy & ~(zone_of_control(g, p, 1 - side) & ~own)


def supplied_hexes(g: Sedan, p: SedanPosition, side: int) -> int:
    """5.1a-5.1c: every hex joined to a supply source of the side."""
    return g.grid.flood(g.board.source_set[side], path_hexes(g, p, side), open_sides(g, p))


def supply_phase(g: Sedan, p: SedanPosition) -> None:
    """3.1a, 5.0a: judge every piece on the map from one unchanged board, then take the losses of 5.2c."""
    connected = [supplied_hexes(g, p, side) for side in (GERMAN, FRENCH)]
    starving = []
    for u, unit in enumerate(p.units):
        if unit.hex < 0:
            continue
        count = 0 if connected[g.side[u]] >> unit.hex & 1 else unit.unsupplied + 1
        if count != unit.unsupplied:
            p.units[u] = Unit(unit.hex, unit.steps, count, unit.back)
            p.tell("supply", ("5.1a", "5.2a", "5.2b")[min(count, OUT)], unit=g.ids[u], unsupplied=count)
        if count >= STARVING:
            starving.append(u)
    for u in starving:
        reduce(g, p, u, "5.2c")


def is_out(p: SedanPosition, u: int) -> bool:
    return p.units[u].unsupplied >= OUT


def is_low(p: SedanPosition, u: int) -> bool:
    """Low Supply, by the Supply Phase or by shortage of fuel (5.2a, 5.3d), of a unit that is not Out of Supply."""
    return p.units[u].unsupplied == LOW or bool(p.low_fuel >> u & 1)


def attack_strength(g: Sedan, p: SedanPosition, u: int) -> int:
    """5.2d-5.2g applied to the attack rating of the counter's present side."""
    strength = g.attack[u][p.units[u].steps]
    if is_out(p, u):
        return (strength + 1) // 2 if g.panzer_exempt[u] else strength // 2
    if is_low(p, u) and not g.panzer_exempt[u]:
        return (strength + 1) // 2
    return strength


def defense_strength(g: Sedan, p: SedanPosition, u: int) -> int:
    """5.2f, 5.2g applied to the defense rating."""
    strength = g.defense[u][p.units[u].steps]
    return strength // 2 if is_out(p, u) and not g.panzer_exempt[u] else strength


def movement_allowance(g: Sedan, p: SedanPosition, u: int) -> int:
    """9.0b, 5.2h, 5.2j: in half points."""
    move = g.move[u]
    if is_out(p, u) and g.halts_without_supply[u]:
        return 2 * ((move + 1) // 2)
    return 2 * move


def artillery_support(g: Sedan, p: SedanPosition, u: int) -> int:
    """2.4g, 5.2i: the support markers of an HQ."""
    return 0 if is_out(p, u) else g.artillery[u]


def short_of_fuel(g: Sedan, p: SedanPosition) -> list[str]:
    """5.3a-5.3c: the French formations that roll for fuel as the present chit activates them."""
    found: dict[str, None] = {}
    for u in bits(p.acting):
        formation = g.counters[u].entry.formation
        if formation in g.fuel_formations and not g.is_hq[u]:
            found[formation] = None
    return list(found)


class FuelRoll(Chance, frozen=True):
    """5.3c: one die for a mechanized or motorized formation."""

    formation: str

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        result = g.charts.fuel.rolls[int(noun) - 1]
        hit = [
            u
            for u in bits(p.acting & g.formation_units[self.formation])
            if g.counters[u].mech or (result == "all" and g.counters[u].mot)
        ]
        if result == "none":
            hit = []
        for u in hit:
            p.low_fuel |= 1 << u
        p.tell("fuel", "5.3c", formation=self.formation, die=int(noun), result=result, units=[g.ids[u] for u in hit])
        p.pop()

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Fuel die for {self.formation}.", "5.3c"


def trace(g: Sedan, p: SedanPosition, u: int) -> list[str]:
    """A shortest supply path of a piece, hex by hex to its source; empty where there is none."""
    side, start = g.side[u], p.units[u].hex
    allowed, sides = path_hexes(g, p, side), open_sides(g, p)
    seen = g.board.source_set[side] & allowed
    layers = [seen]
    while layers[-1] and not seen >> start & 1:
        out = 0
        for d in range(6):
            out |= g.grid.step(layers[-1] & sides[d], d)
        layers.append(out & allowed & ~seen)
        seen |= layers[-1]
    if not seen >> start & 1:
        return []
    path = [start]
    for layer in reversed(layers[:-1]):
        here = path[-1]
        for d, n in enumerate(g.grid.neighbour[here]):
            if n >= 0 and layer >> n & 1 and sides[d] >> here & 1:
                path.append(n)
                break
    return [g.hex_name(h) for h in path]


def printed_rule(g: Sedan, p: SedanPosition, u: int) -> str:
    """The rule behind the ratings of the counter's present side."""
    return "2.3f" if p.units[u].steps < g.counters[u].steps else "2.3e"


def attack_rule(g: Sedan, p: SedanPosition, u: int) -> str:
    """The rule behind a unit's present Attack Strength."""
    if is_out(p, u):
        return "5.2g" if g.panzer_exempt[u] else "5.2f"
    if is_low(p, u):
        return "5.2e" if g.panzer_exempt[u] else "5.2d"
    return printed_rule(g, p, u)


def defense_rule(g: Sedan, p: SedanPosition, u: int) -> str:
    """The rule behind a unit's present Defense Strength, which Low Supply leaves alone."""
    return attack_rule(g, p, u) if is_out(p, u) else printed_rule(g, p, u)


def explain_strength(g: Sedan, p: SedanPosition, u: int) -> Tally:
    """The ratings a piece has now, and why."""
    steps, printed = p.units[u].steps, printed_rule(g, p, u)
    if g.is_hq[u]:
        support = Part("Artillery Support", artillery_support(g, p, u), "5.2i" if is_out(p, u) else "2.4g")
        parts = [support, Part("Activation Range", g.range[u], "6.0b")]
    else:
        parts = [
            Part("attack rating", g.attack[u][steps], printed),
            Part("attack now", attack_strength(g, p, u), attack_rule(g, p, u)),
            Part("defense rating", g.defense[u][steps], printed),
            Part("defense now", defense_strength(g, p, u), defense_rule(g, p, u)),
        ]
    move = movement_allowance(g, p, u) / 2
    parts.append(Part("movement now", move, "5.2h" if move < g.move[u] else "9.0b"))
    total = "-".join(f"{part.value:g}" for part in parts if g.is_hq[u] or part.label.endswith("now"))
    return Tally(g.counters[u].name, total, tuple(parts))


def explain_supply(g: Sedan, p: SedanPosition, u: int) -> Tally:
    """The supply path of a piece as the board stands, or why there is none."""
    path = trace(g, p, u)
    state = {"full": "in supply", "low": "Low Supply", "out": "Out of Supply"}[supply_word(p, u)]
    if path:
        return Tally(f"{g.counters[u].name}: path to {path[-1]}", state, tuple(Part(h, "", "5.1a") for h in path))
    side = g.side[u]
    free = [s for s in g.board.sources[side] if path_hexes(g, p, side) >> s & 1]
    reason = Part("every path is closed by enemies, their zones of control, the Meuse or woods", "-", "5.1d")
    return Tally(f"{g.counters[u].name}: no path", state, (reason if free else Part("no source is free", "-", "5.1b"),))


def supply_word(p: SedanPosition, u: int) -> str:
    """The supply marker on a piece."""
    if is_out(p, u):
        return "out"
    return "low" if is_low(p, u) else "full"
