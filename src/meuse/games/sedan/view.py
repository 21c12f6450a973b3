"""What a seat sees. Everything on the table of Sedan is open to both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.contract import CHANCE
from meuse.engine.hexes import bits
from meuse.games.sedan.advance import SecondHex
from meuse.games.sedan.components import SIDES
from meuse.games.sedan.engineering import pontoons_left
from meuse.games.sedan.movement import Moving
from meuse.games.sedan.overrun import Overrunning
from meuse.games.sedan.position import ABSENT, PLACES, SedanPosition
from meuse.games.sedan.reinforcements import ReturnHeadquarters
from meuse.games.sedan.retreat import Retreating
from meuse.games.sedan.supply import attack_strength, defense_strength, movement_allowance, supply_word
from meuse.games.sedan.victory import tally, total

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan


def show(g: Sedan, p: SedanPosition, side: str | None) -> dict[str, Any]:
    """The table as JSON-able data."""
    actors = g.actors(p)
    prompt, rule = p.frames[-1].prompt(g, p) if p.frames else ("The game is over.", "15.0a")
    german, french = tally(g, p)
    return {
        "game": g.name,
        "scenario": g.scenario,
        "seat": side,
        "turn": p.turn,
        "turns": g.last_turn,
        "date": f"{9 + p.turn} May 1940",
        "phase": p.phase,
        "chit": p.chit,
        "cup": list(p.cup),
        "actors": list(actors),
        "prompt": prompt,
        "rule": rule,
        "moving": _moving(g, p),
        "units": {c.id: _piece(g, p, c.index) for c in g.counters if p.units[c.index].hex != ABSENT},
        "blown": [g.board.side_names[s] for s in bits(p.blown)],
        "pontoons": [g.board.side_names[s] for s in bits(p.pontoons)],
        "pontoons_left": pontoons_left(g, p),
        "roadblocks": g.grid.names_of(p.roadblocks),
        "air": {name: _air(p, s) for s, name in enumerate(SIDES)},
        "guns_spent": p.guns,
        "score": {"german": total(german), "french": total(french)},
        "over": p.outcome is not None,
        "waiting_for_chance": actors == (CHANCE,),
    }


def _moving(g: Sedan, p: SedanPosition) -> list[str]:
    """The pieces whose move, retreat or advance is under way."""
    frame = p.frames[-1] if p.frames else None
    if isinstance(frame, Moving):
        return [g.ids[u] for u in frame.movers]
    if isinstance(frame, Retreating | Overrunning | SecondHex | ReturnHeadquarters):
        return [g.ids[frame.unit]]
    return []


def _piece(g: Sedan, p: SedanPosition, u: int) -> dict[str, Any]:
    unit, c, bit = p.units[u], g.counters[u], 1 << u
    place = PLACES.get(unit.hex, "map")
    piece: dict[str, Any] = {"hex": g.hex_name(unit.hex) or None, "place": place, "steps": unit.steps}
    if unit.hex >= 0:
        piece["supply"] = supply_word(p, u)
        piece["move"] = movement_allowance(g, p, u) / 2
        if c.hq:
            piece["artillery"], piece["range"] = g.artillery[u], g.range[u]
        else:
            piece["attack"], piece["defense"] = attack_strength(g, p, u), defense_strength(g, p, u)
    for name, units in (
        ("activated", p.activated), ("acting", p.acting), ("moved", p.moved), ("fought", p.fought),
        ("overrun", p.overrun), ("low_fuel", p.low_fuel), ("road", p.road), ("crossed", p.crossed),
    ):
        if units & bit:
            piece[name] = True
    return piece


def _air(p: SedanPosition, side: int) -> dict[str, int]:
    air, sky = p.air[side], p.sky[side]
    return {
        "fighters": air.fighters, "bombers": air.bombers,
        "fresh_fighters": air.fresh_fighters, "fresh_bombers": air.fresh_bombers,
        "committed_fighters": sky.fighters, "committed_bombers": sky.bombers,
    }
