"""What a side can only guess of the other: cards in hand, air displays, who lies in closed stacks (6.2a, 19.1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import CHANCE
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, planning
from meuse.games.blitzkrieg.rules.battle import Attack
from meuse.games.blitzkrieg.rules.cards import spent
from meuse.games.blitzkrieg.rules.zoc import exerts

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

STATES = ("eligible", "moved", "attacked", "minimum", "third", "unsupplied", "rode", "tried", "shaken", "arrived")
"""Sets of counters that say what the unit in some place has done or may do: they stay with the place."""


def guess(g: Blitzkrieg, p: BlitzPosition, side: int, rng: Random) -> BlitzPosition:
    """A position that this side cannot tell from the true one: the enemy's secrets are drawn anew."""
    q = p.copy()
    enemy = 1 - side
    q.choices.pop(SIDES[enemy], None)
    q.choices.pop(CHANCE, None)
    q.guessed = enemy
    if g.terms.cards != "historical":
        q.set_hand(enemy, _hand(g, p, enemy, rng))
    _plan(g, q, enemy, rng)
    _shuffle(g, q, enemy, rng)
    return q


def _plan(g: Blitzkrieg, q: BlitzPosition, enemy: int, rng: Random) -> None:
    """19.1c, 38.0a: while both plan in the air the enemy's display may be any that his bases command; what he is about
    to show or to declare may be anything too."""
    frame = q.frames[-1] if q.frames else None
    mine = sum(1 << a for a in g.air_of[1 - enemy])
    if isinstance(frame, planning.Planning):
        fresh = frame.forgotten(enemy, mine)
        q.swap(fresh)
        fleet = flights.available(g, q, enemy)
        for a in fleet:
            q.air_in[a.index] = flights.rest_box(g, q, a)
        for a in rng.sample(fleet, len(fleet)):
            q.air_in[a.index] = g.boxes.index(rng.choice(fresh.open_boxes(g, q, a)))
    elif isinstance(frame, planning.Revelation):
        sneak = 1 << g.card_by_id[planning.SNEAK_ATTACK[enemy]]
        own = sum(1 << c.index for c in g.cards if c.side != enemy)
        bare = planning.Revelation(frame.picks & own, frame.settled)
        if bare.owes(g, q, enemy):
            q.set_hand(enemy, q.hands[enemy] | sneak)
            bare = planning.Revelation(bare.picks | sneak, bare.settled)
        q.swap(bare)
    elif isinstance(frame, planning.Intensive):
        able = [a for a in frame.able(g, q, enemy) if rng.random() < 0.5]
        q.swap(planning.Intensive(frame.picks & mine | sum(1 << a for a in able), frame.settled))


def _hand(g: Blitzkrieg, p: BlitzPosition, enemy: int, rng: Random) -> int:
    """5.1a: any cards that he can have bought besides those that he has shown."""
    shown = [c for c in bits(p.shown) if g.cards[c].side == enemy and not g.cards[c].entry.free]
    left = g.charts.campaign.allowance[SIDES[enemy]] - spent(g, sum(1 << c for c in shown))
    ids, hand = [g.cards[c].id for c in shown], 0
    deck = [card for card in g.box.deck(enemy) if not p.shown >> card.index & 1]
    rng.shuffle(deck)
    for card in deck[: rng.randint(len(deck) // 2, len(deck))]:
        if card.entry.cost <= left and not g.box.clash([*ids, card.id]):
            left -= card.entry.cost
            ids.append(card.id)
            hand |= 1 << card.index
    return hand


def _shuffle(g: Blitzkrieg, q: BlitzPosition, enemy: int, rng: Random) -> None:
    """Units that look alike from outside change places: heights, tops, zones of control and what
    headquarters hold (35.3a) stay as they are."""
    pools, on_top = _pools(g, q, enemy)
    changed = 0
    for pool in pools:
        for u in pool:
            v = rng.choice(pool)
            if u == v or ((on_top >> u | on_top >> v) & 1 and g.looks[u] != g.looks[v]):
                continue
            if q.at[u] != q.at[v]:
                changed |= g.one[q.at[u]] | g.one[q.at[v]]
                _exchange(g, q, u, v)
            if (on_top >> u ^ on_top >> v) & 1:
                on_top ^= 1 << u | 1 << v
    for hex in bits(changed):
        stack = _stack(g, q, enemy, hex)
        top = next(u for u in stack if on_top >> u & 1)
        if top != stack[-1]:
            q.raise_unit(g, top)


def _pools(g: Blitzkrieg, q: BlitzPosition, enemy: int) -> tuple[list[list[int]], int]:
    """Units that may be one another for all that their enemy knows, and the set of those that lie on top."""
    shut, on_top = g.hideable & ~(q.opened | _seen(g, q, enemy)), 0
    pools: dict[tuple[Any, ...], list[int]] = {}
    for hex in bits(q.occupied[enemy]):
        stack = _stack(g, q, enemy, hex)
        on_top |= 1 << stack[-1]
        for u in stack:
            if shut >> u & 1 and (u != stack[-1] or g.deceptive >> u & 1):
                c = g.counters[u]
                pools.setdefault((c.nation, c.points, exerts(g, q, u)), []).append(u)
    return list(pools.values()), on_top


def in_order(g: Blitzkrieg, p: BlitzPosition, side: int) -> BlitzPosition:
    """The guess in which the enemy's closed units lie in the order of their numbers: one and the same for positions
    that this side cannot tell apart."""
    q, enemy = p.copy(), 1 - side
    pools, on_top = _pools(g, q, enemy)
    tops = {q.at[u]: u for u in bits(on_top)}
    for pool in pools:
        places, left = {}, sorted(pool)
        for u in sorted((u for u in pool if on_top >> u & 1), key=lambda u: q.at[u]):
            tops[q.at[u]] = first = next(v for v in left if g.looks[v] == g.looks[u])
            places[first] = q.at[u]
            left.remove(first)
        places |= zip(left, sorted(q.at[u] for u in pool if not on_top >> u & 1), strict=True)
        for u, hex in places.items():
            if q.at[u] != hex:
                _exchange(g, q, u, next(v for v in pool if q.at[v] == hex != places[v]))
    for hex, u in tops.items():
        if _stack(g, q, enemy, hex)[-1] != u:
            q.raise_unit(g, u)
    return q


def _stack(g: Blitzkrieg, q: BlitzPosition, side: int, hex: int) -> Sequence[int]:
    """The units of a side in a hex, the one on top last."""
    stack = q.stacks[hex]
    return stack if not q.occupied[1 - side] & g.one[hex] else [u for u in stack if g.side[u] == side]


def _exchange(g: Blitzkrieg, q: BlitzPosition, u: int, v: int) -> None:
    q.exchange(g, u, v)
    for name in STATES:
        mask = getattr(q, name)
        if (mask >> u ^ mask >> v) & 1:
            setattr(q, name, mask ^ (1 << u | 1 << v))


def _seen(g: Blitzkrieg, q: BlitzPosition, enemy: int) -> int:
    """Units that give themselves away: a procedure under way deals with them, they stand before the target of an attack
    that is being put together, they have landed or lie off a coast, or they are headquarters where bridgeheads show
    that there is one (35.3a)."""
    found = q.landed | (g.headquarters[enemy] if q.bridges[enemy] else 0)
    for frame in q.frames:
        named = (getattr(frame, "unit", -1), *_tuple(getattr(frame, "units", ())))
        found |= sum(1 << u for u in {*named} if u >= 0)
        if isinstance(frame, Attack):
            found |= _before(g, q, enemy, frame.target)
    return found | sum(1 << u for hex in bits(g.board.sea & q.occupied[enemy]) for u in q.stacks[hex])


def _before(g: Blitzkrieg, q: BlitzPosition, enemy: int, target: int) -> int:
    """15.4.2a: the enemy's units next to a target or in it, among whom there is one that can attack."""
    hexes = (g.grid.near[target] | g.one[target]) & q.occupied[enemy]
    return sum(1 << u for hex in bits(hexes) for u in q.stacks[hex] if g.side[u] == enemy)


def _tuple(units: Any) -> tuple[int, ...]:
    """The units that a frame lists; sets of them are those of battles, which are open."""
    return units if isinstance(units, tuple) else ()
