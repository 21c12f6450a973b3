"""What a side can only guess of the other's secrets: plans, bins, and when reinforcements come."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.position import AVAILABLE, DUE, MansteinPosition
from meuse.games.mansteins_war.rules import command

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

LATEST = 6
"""28.3a: a die gives the week of arrival."""


def guess(g: MansteinsWar, p: MansteinPosition, side: int, rng: Random) -> MansteinPosition:
    """A position that this side cannot tell from the true one: the enemy's secrets are drawn anew."""
    q = p.copy()
    enemy = 1 - side
    q.choices.pop(("german", "allied")[enemy], None)
    q.choices.pop("chance", None)
    if p.plans[enemy] >= 0 and not p.seen >> p.plans[enemy] & 1:
        left = [m for m in g.plan_markers[enemy] if not p.gone >> m & 1]
        q.set_plan(enemy, rng.choice(left or g.plan_markers[enemy]))
    if p.special[enemy] >= 0 and not p.dry >> enemy & 1:
        _guess_load(g, q, enemy, rng)
    if g.on("variable-reinforcements"):
        _guess_track(g, q, enemy, rng)
    return q


def _guess_load(g: MansteinsWar, q: MansteinPosition, enemy: int, rng: Random) -> None:
    """5.0a: what the enemy has loaded this week, as far as it has not been seen; his plan where that has been seen, and
    where a situation has loaded what the rules do not allow, that."""
    loading = next((frame for frame in q.frames if isinstance(frame, command.LoadBins)), None)
    if loading and not loading.settled >> enemy & 1:
        q.set_special(enemy, 0)
        return
    if enemy == ALLIED and q.evac == -q.turn:
        q.evac = 0
        q.gone &= ~(1 << g.evac)
    seen = q.special[enemy] & q.played
    regular = q.bins[enemy] & ~q.special[enemy]
    drawing = q.operating == enemy and q.marker < 0
    possible = [
        load for load in _loads(g, q, enemy)
        if load & q.played == seen and (regular or load & ~seen or not drawing)
    ]
    load = rng.choice(possible or [q.special[enemy]])
    q.set_special(enemy, load)
    if loading is None:
        q.set_bin(enemy, regular | load & ~q.gone)
        if enemy == ALLIED:
            command.forgo_evac(g, q)


def _loads(g: MansteinsWar, q: MansteinPosition, enemy: int) -> list[int]:
    """Every way in which the enemy may have loaded his bin this week, if he has kept the plan guessed."""
    forced = command.must_load(g, q, enemy)
    if forced >= 0:
        return [1 << forced]
    offered = list(bits(q.offered[enemy]))
    plan = q.plans[enemy]
    if not q.gone >> plan & 1 and (enemy == ALLIED or g.options["german-plan"] != "week-1"):
        offered.append(plan)
    return command.loads(g, offered)


def _guess_track(g: MansteinsWar, q: MansteinPosition, enemy: int, rng: Random) -> None:
    """28.3a, 6.0f: nobody knows when the enemy's reinforcements come, and of an air unit never seen over the map not
    even whether it has come (13.5a)."""
    due, air_due = list(q.due), list(q.air_due)
    for u in bits(g.side_units[enemy]):
        if q.at[u] == DUE and due[u]:
            due[u] = _week(rng, q.turn)
    landed = q.phase not in ("set-up", "initiative", "command")
    for a in g.air_of[enemy]:
        if air_due[a] and not q.flown >> a & 1:
            air_due[a] = rng.randint(1, LATEST)
            q.fly(a, AVAILABLE if air_due[a] < q.turn + landed else DUE)
    q.due, q.air_due = tuple(due), tuple(air_due)


def _week(rng: Random, first: int) -> int:
    return rng.randint(first, max(LATEST, first))
