"""What a side can only guess of the other: cards in hand, air displays, who lies in closed stacks (6.2a, 19.1)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import CHANCE
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import SIDES, Counter
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import flights, planning
from meuse.games.blitzkrieg.rules.battle import Attack
from meuse.games.blitzkrieg.rules.cards import spent
from meuse.games.blitzkrieg.rules.fog import may_deceive
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
            boxes = [box for box in planning.missions(g, q, a) if not fresh.against(g, q, a, box)]
            q.air_in[a.index] = g.boxes.index(rng.choice(boxes))
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
    tops = {hex: [u for u in q.stacks[hex] if g.side[u] == enemy][-1] for hex in bits(q.occupied[enemy])}
    on_top = {*tops.values()}
    seen = _seen(g, q, enemy)
    marks = q.entrenched, q.trodden, q.air_supply
    pools: dict[tuple[Any, ...], list[int]] = {}
    for hex in tops:
        for u in q.stacks[hex]:
            c = g.counters[u]
            closed = not q.opened >> u & 1 and (u not in on_top or may_deceive(c))
            if c.side == enemy and closed and c.move[0] and not c.air_base and not seen >> u & 1:
                pools.setdefault((c.nation, c.points, exerts(g, q, u)), []).append(u)
    for pool in pools.values():
        for u in pool:
            v = rng.choice(pool)
            if u != v and _fits(g, u, v, on_top):
                _exchange(g, q, u, v)
                on_top ^= {u, v} if (u in on_top) != (v in on_top) else set()
    q.entrenched, q.trodden, q.air_supply = marks
    for u in on_top:
        if [v for v in q.stacks[q.at[u]] if g.side[v] == enemy][-1] != u:
            q.raise_unit(g, u)


def _fits(g: Blitzkrieg, u: int, v: int, on_top: set[int]) -> bool:
    """19.2.2b: what lies on top of a stack and may deceive is known by its class."""
    if u not in on_top and v not in on_top:
        return True
    return _looks(g.counters[u]) == _looks(g.counters[v])


def _looks(c: Counter) -> tuple[Any, ...]:
    return c.nation, c.entry.size, c.mech, may_deceive(c)


def _exchange(g: Blitzkrieg, q: BlitzPosition, u: int, v: int) -> None:
    here, there = q.at[u], q.at[v]
    if here == there:
        return
    states = {name: getattr(q, name) for name in STATES}
    q.put(g, u, there)
    q.put(g, v, here)
    for name, mask in states.items():
        differ = (mask >> u ^ mask >> v) & 1
        setattr(q, name, mask ^ (1 << u | 1 << v) if differ else mask)


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
