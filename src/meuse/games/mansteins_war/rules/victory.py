"""3.0 Victory: points for hexes and eliminated units, levels, sudden death, extension, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.briefing import Ladder, Level
from meuse.engine.contract import Action, Outcome, Part, Refusal, Tally
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import ELIMINATED, SURRENDERED, MansteinPosition
from meuse.games.mansteins_war.rules.control import held

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

LOST = (ELIMINATED, SURRENDERED)
"""3.2b, 3.7e: units that count for points."""
SUDDEN = ("3.1a", "3.1b")


# --- points ------------------------------------------------------------------------------------------------------


def worth(g: MansteinsWar, p: MansteinPosition, side: int, hex: int) -> tuple[int, str]:
    """3.4, 3.5, 3.5e: the best award of an enemy hex for the side that controls it, with its rule."""
    board, points = g.board, g.charts.victory[SIDES[side]]
    awards = [(value, _named_rule(side, name)) for name, value in points.places.items() if board.cell_of[name] == hex]
    if board.side_depots[1 - side] >> hex & 1:
        awards.append((points.depot, ("3.4c", "3.5b")[side]))
    if board.channel_ports >> hex & 1:
        awards.append((points.channel_port, "3.4c"))
    if (board.maginot if side == GERMAN else board.westwall) >> hex & 1:
        awards.append((points.fort, ("3.4d", "3.5c")[side]))
    value, rule = max(awards, default=(0, ""))
    return (value // 2, "25.4d") if side == GERMAN and p.open_cities >> hex & 1 else (value, rule)


def _named_rule(side: int, name: str) -> str:
    return "3.5a" if side == ALLIED else "3.4a" if name == "Paris" else "3.4b"


def hex_points(g: MansteinsWar, p: MansteinPosition, side: int) -> list[Part]:
    """3.2a: enemy hexes that the side controls; those out of play score nothing (28.1e)."""
    hexes = held(g, p, side) & g.contested & g.board.home[1 - side] & g.land
    hands = f"in {SIDES[side].capitalize()} hands"
    return [Part(f"{g.board.label(hex)} {hands}", *worth(g, p, side, hex)) for hex in bits(hexes)]


def loss_points(g: MansteinsWar, p: MansteinPosition, side: int) -> list[Part]:
    """3.4e, 3.5d: the enemy's eliminated and surrendered units."""
    points, rule = g.charts.victory[SIDES[side]], ("3.4e", "3.5d")[side]
    found = []
    for c in g.counters:
        if c.side != side and p.at[c.index] in LOST and not c.logistics:
            mech = points.mech_corps if c.mech_corps else points.mech_other
            value = mech if c.mech else points.army if c.army else 0
            if value:
                found.append(Part(f"{c.name} lost", value, rule))
    lost = [a for a in g.air if a.side != side and p.air_at[a.index] in LOST]
    return found + [Part(f"{a.entry.name} lost", points.air, rule) for a in lost]


def parts(g: MansteinsWar, p: MansteinPosition, side: int) -> list[Part]:
    """Everything that a side's points are made of."""
    found = hex_points(g, p, side) + loss_points(g, p, side)
    if p.extended and side == GERMAN:
        found.append(Part("the game was extended", g.charts.victory["german"].extension, "3.4f"))
    for name, variant in g.charts.variants.items():
        if g.on(name) and variant.points_to == SIDES[side]:
            found.append(Part(variant.title, variant.points, variant.source))
    return found


def score(g: MansteinsWar, p: MansteinPosition) -> tuple[int, int]:
    german, allied = (sum(int(part.value) for part in parts(g, p, side)) for side in (GERMAN, ALLIED))
    return german, allied


def explain_score(g: MansteinsWar, p: MansteinPosition) -> Tally:
    """3.6a: the balance, German points less Allied points."""
    german, allied = score(g, p)
    taken = [Part(part.label, -int(part.value), part.rule) for part in parts(g, p, ALLIED)]
    return Tally(f"victory points: {level_of(g, german - allied)}", german - allied, (*parts(g, p, GERMAN), *taken))


def level_of(g: MansteinsWar, balance: int) -> str:
    """3.6b in words."""
    level = next(level for level in g.terms.levels if balance >= level.least)
    return Outcome(level.winner or None, level.level, {}).verdict


def ladder(g: MansteinsWar) -> Ladder:
    """3.6b: the levels from the top; the lowest takes whatever is left."""
    *upper, last = [(level.least, Outcome(level.winner or None, level.level, {}).verdict) for level in g.terms.levels]
    levels = [Level(least, says) for least, says in upper]
    return Ladder("German lead", {"german": 1, "allied": -1}, (*levels, Level(None, last[1])))


def judge(g: MansteinsWar, p: MansteinPosition) -> Outcome:
    """3.6: German points less Allied points."""
    german, allied = score(g, p)
    level = next(level for level in g.terms.levels if german - allied >= level.least)
    return Outcome(level.winner or None, level.level, {"german": german, "allied": allied})


# --- sudden death ------------------------------------------------------------------------------------------------


def sudden_death(g: MansteinsWar, p: MansteinPosition) -> None:
    """3.1c: if both sides qualify at once, the operating one wins."""
    won = [side for side in (GERMAN, ALLIED) if _decided(g, p, side)]
    if won:
        winner = max(won, key=lambda side: side == p.operating)
        german, allied = score(g, p)
        finish(p, Outcome(SIDES[winner], "epic", {"german": german, "allied": allied}), SUDDEN[winner])


def _decided(g: MansteinsWar, p: MansteinPosition, side: int) -> bool:
    """3.1a, 3.1b; what a side did not even enter last is not worth a closer look."""
    if side == GERMAN:
        return not g.french_keys & ~p.control and not g.french_keys & ~held(g, p, GERMAN)
    keys, least = g.board.depots["german"], g.charts.limits.sudden_death_depots
    return (keys & ~p.control).bit_count() >= least and (held(g, p, ALLIED) & keys).bit_count() >= least


def finish(p: MansteinPosition, outcome: Outcome, rule: str) -> None:
    p.outcome = outcome
    p.tell("game over", rule, winner=outcome.winner, level=outcome.level, points=outcome.points)


# --- the Inter-Phase ---------------------------------------------------------------------------------------------


def inter_phase(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1k: after the last week the game ends; otherwise the next begins."""
    terms = g.terms
    if p.turn < (terms.extended_turn if p.extended else terms.last_turn):
        p.turn += 1
    elif p.extended or terms.extended_turn == terms.last_turn:
        finish(p, judge(g, p), "4.1k")
    else:
        p.push(Extend())


class Extend(Frame, frozen=True):
    """3.4g: as week 6 ends the German player may lengthen the game, once and for both weeks."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return ("german",)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return ["extend", "finish"]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        if verb == "finish":
            finish(p, judge(g, p), "4.1k")
            return
        p.extended = True
        p.turn += 1
        p.tell("extended", "3.4g", last=g.terms.extended_turn)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("3.4g", "extend the game, or finish it")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        price = -g.charts.victory["german"].extension
        return f"Extend the game to week {g.terms.extended_turn} for {price} points, or finish it.", "3.4g"
