"""Refusals judged afresh, against the legal lists, in positions that random play of scattered situations brings up."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import DUE, SedanPosition
from meuse.games.sedan.rules.advance import Advance, SecondHex
from meuse.games.sedan.rules.combat import CombatMode, Declare
from meuse.games.sedan.rules.movement import Moving
from meuse.games.sedan.rules.overrun import Overrunning
from meuse.games.sedan.rules.reinforcements import entry_hexes
from meuse.games.sedan.rules.retreat import Retreating
from meuse.games.sedan.rules.stacking import has_room
from meuse.games.sedan.rules.zoc import zone_of_control
from tests.games.contract import Case, Walk
from tests.games.sedan.promises import scatter

BOLD = {
    "attack": 8.0, "overrun": 30.0, "all": 4.0, "advance": 4.0, "step": 3.0, "move": 2.0, "stop": 0.3, "end": 0.1,
    "leave": 0.05, "bomber": 0.2, "fighter": 0.2, "join": 2.0,
}
"""A temper that comes to blows."""

WANTED: dict[type, int] = {
    Moving: 600, Overrunning: 40, Retreating: 40, SecondHex: 30, Declare: 60, CombatMode: 60, Advance: 40,
}


@cache
def gathered() -> dict[type, list[tuple[Sedan, SedanPosition]]]:
    """Positions with each of the wanted frames innermost."""
    found: dict[type, list[tuple[Sedan, SedanPosition]]] = {kind: [] for kind in WANTED}
    for seed in range(250):
        situation = scatter(Random(seed))
        walk = Walk(Case("sedan", situation["scenario"], {}, situation), seed)
        walk.mood.leaning.update(BOLD)
        for _ in range(250):
            if not walk.game.actors(walk.p):
                break
            kind = type(walk.p.frames[-1])
            if kind in WANTED and len(found[kind]) < WANTED[kind]:
                found[kind].append((walk.game, walk.p.copy()))  # type: ignore[arg-type]
            walk.do(walk.next())
        if all(len(found[kind]) >= count for kind, count in WANTED.items()):
            break
    return found


def test_random_play_has_brought_up_every_kind() -> None:
    short = {kind.__name__: len(found) for kind, found in gathered().items() if len(found) < WANTED[kind]}
    assert not short


def steps_around(g: Sedan, p: SedanPosition, hex: int) -> list[str]:
    """Steps to every neighbouring hex, and to one that is not next to it."""
    near = [n for n in g.grid.neighbour[hex] if n >= 0]
    far = next(c for c in g.grid.cells if g.grid.distance(c, hex) > 1)
    return [f"{verb} {g.hex_name(n)}" for n in (*near, far) for verb in ("step", "offroad")]


def judged(g: Sedan, p: SedanPosition, action: str) -> str | None:
    """The frame's own verdict: the rule against an action."""
    verb, _, noun = action.partition(" ")
    refusal = p.frames[-1].refuse(g, p, g.actors(p)[0], verb, noun)
    return refusal.rule if refusal else None


def test_a_moving_unit_may_make_exactly_the_steps_that_no_rule_forbids() -> None:
    seen = 0
    for g, p in gathered()[Moving]:
        mover: Moving = p.frames[-1]
        legal = g.legal(p, g.actors(p)[0])
        if mover.hex == DUE:
            hexes = entry_hexes(g, p, mover.movers[0])
            actions = [f"step {g.hex_name(h)}" for h in (*hexes, g.grid.cells[0])]
        else:
            actions = steps_around(g, p, mover.hex)
        for action in actions:
            assert (judged(g, p, action) is None) == (action in legal), f"{action}: {judged(g, p, action)}"
            seen += action in legal
        for action in legal:
            if action.startswith(("step ", "offroad ")):
                assert judged(g, p, action) is None, action
    assert seen > 500


def test_a_moving_unit_may_exit_exactly_where_no_rule_forbids_it() -> None:
    for g, p in gathered()[Moving]:
        if p.frames[-1].hex != DUE:
            assert (judged(g, p, "exit") is None) == ("exit" in g.legal(p, g.actors(p)[0]))


def test_an_overrunning_unit_may_make_exactly_the_steps_that_no_rule_forbids() -> None:
    seen = 0
    for g, p in gathered()[Overrunning]:
        legal = g.legal(p, g.actors(p)[0])
        for action in steps_around(g, p, p.units[p.frames[-1].unit].hex):
            assert (judged(g, p, action) is None) == (action in legal), f"{action}: {judged(g, p, action)}"
            seen += action in legal
    assert seen > 50


def completed(g: Sedan, p: SedanPosition, u: int, here: int, left: int, source: int) -> bool:
    """Whether a retreat can be completed from here, tried out hex by hex."""
    if left == 0:
        return has_room(g, p, here, u)
    return any(completed(g, p, u, to, left - 1, source) for to in backwards(g, p, u, here, source))


def backwards(g: Sedan, p: SedanPosition, u: int, here: int, source: int) -> list[int]:
    """The hexes that are one step nearer to a source and open to a retreat."""
    enemy = 1 - g.side[u]
    closed = p.occupied[enemy] | zone_of_control(g, p, enemy)
    barrier = g.crossings(p).barrier
    return [
        to
        for d, to in enumerate(g.grid.neighbour[here])
        if to >= 0
        and not closed >> to & 1
        and not barrier[d] >> here & 1
        and g.grid.distance(to, source) < g.grid.distance(here, source)
    ]


def test_a_retreating_unit_may_make_exactly_the_steps_of_a_retreat_that_can_be_completed() -> None:
    for g, p in gathered()[Retreating]:
        frame: Retreating = p.frames[-1]
        here = p.units[frame.unit].hex
        legal = g.legal(p, g.actors(p)[0])
        sources = {s for _, found in frame.ways for s in found}
        possible = {
            f"step {g.hex_name(to)}"
            for s in sources
            for to in backwards(g, p, frame.unit, here, s)
            if completed(g, p, frame.unit, to, frame.left - 1, s)
        }
        assert set(legal) == possible
        for action in legal:
            assert judged(g, p, action) in (None, "10.3g"), f"{action}: {judged(g, p, action)}"
        for action in steps_around(g, p, here):
            assert action in legal or judged(g, p, action) is not None


def test_a_second_hex_that_is_legal_has_at_most_the_last_reason_against_it() -> None:
    for g, p in gathered()[SecondHex]:
        for action in g.legal(p, g.actors(p)[0]):
            if action.startswith("step "):
                assert judged(g, p, action) == "10.4b", "only the reason that is given when no other holds"


@pytest.mark.parametrize("kind", [Declare, CombatMode, Advance], ids=lambda kind: kind.__name__)
def test_every_piece_and_every_hex_that_cannot_be_chosen_has_a_rule_against_it(kind: type) -> None:
    rules = frozenset(gathered()[kind][0][0].rules)
    verbs: dict[type, str] = {Declare: "with", CombatMode: "attack", Advance: "advance"}
    for g, p in gathered()[kind]:
        side = g.actors(p)[0]
        legal = g.legal(p, side)
        nouns = [g.hex_name(h) for h in g.grid.cells] if kind is CombatMode else g.ids
        for action in (f"{verbs[kind]} {noun}" for noun in nouns):
            refusal = g.why_not(p, side, action)
            assert (refusal is None) == (action in legal)
            assert refusal is None or refusal.rule in rules
