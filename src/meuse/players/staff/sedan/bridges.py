"""Bridges: where the Germans lay pontoons and how many a night, and which bridges the French blow and bomb."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN
from meuse.games.sedan.rules.engineering import pontoons_left, standing_bridges
from meuse.games.sedan.rules.supply import supplied_hexes
from meuse.players.staff.sedan.fields import Outlook

OPEN, GUARDED = 6.0, 0.0
"""What a pontoon to a free hex of the far bank is worth, and one that must be forced."""
SAME_BEND = 5.0
"""What a pontoon loses for each hex that it shares with another bridge."""
FOLLOWERS = 5
"""How many hexes from a bridge units still come to use it."""
CLOSE, COMING = 3, 6
"""Hexes from which Germans are as good as at a bridge, and from which they are on their way to it."""
TOO_MANY = 2
"""French units that are not to be cut off by a bridge blown before the Germans stand at it."""
BOMBED_AT = 7.0
"""German strength about a bridge that makes it a target."""


def tonight(look: Outlook) -> int:
    """How many pontoons may be laid tonight: half of those left while further nights come, all before the last day."""
    left, nights = pontoons_left(look.g, look.p), look.g.last_turn - look.p.turn
    if nights <= 0:
        return 0
    return min(look.plan.pontoons, left if nights == 1 else -(-left // 2))


def best_site(look: Outlook, sites: list[int]) -> int | None:
    """The hexside of the Meuse that gains most by a pontoon, if one does."""
    worth = {s: pontoon_worth(look, s) for s in sites if look.g.board.side_major >> s & 1}
    best = max(worth, key=lambda s: (worth[s], s), default=None)
    return best if best is not None and worth[best] > 0 else None


def pontoon_worth(look: Outlook, s: int) -> float:
    """A way over for the strength that stands near; less beside another bridge."""
    g, p = look.g, look.p
    near, far = banks(look, s)
    if p.fighting[GERMAN] >> far & 1 and not p.fighting[GERMAN] >> near & 1:
        near, far = far, near
    value = GUARDED if p.fighting[FRENCH] >> far & 1 else OPEN
    for other in bits(standing_bridges(g, p) & g.board.side_major):
        value -= SAME_BEND * (g.board.side_hexes[other] & g.board.side_hexes[s]).bit_count()
    return value + 0.2 * look.strength_near(near, GERMAN, FOLLOWERS)


def banks(look: Outlook, s: int) -> tuple[int, int]:
    """The eastern and the western hex at a hexside of the Meuse."""
    a, b, _ = look.g.board.river_sides[s]
    return (a, b) if look.g.board.west >> b & 1 else (b, a)


def to_be_blown(look: Outlook, s: int) -> bool:
    """A bridge over the Meuse goes from the second day, or as Germans come; not behind units that live by it."""
    g, p = look.g, look.p
    if not g.board.side_major >> s & 1:
        return False
    near, _ = banks(look, s)
    if g.grid.disc(near, CLOSE) & p.fighting[GERMAN]:
        return True
    if g.exits and cut_off(look, s) >= TOO_MANY:
        return False
    return p.turn >= 2 or bool(g.grid.disc(near, COMING) & p.fighting[GERMAN])


def cut_off(look: Outlook, s: int) -> int:
    """How many French combat units lose their supply with a bridge; it tells only where there are days to come."""
    g, p = look.g, look.p
    without = p.copy()
    without.blown |= 1 << s
    lost = supplied_hexes(g, p, FRENCH) & ~supplied_hexes(g, without, FRENCH) & p.fighting[FRENCH]
    return sum(not g.is_hq[u] for hex in bits(lost) for u in p.stacks[hex])


def bomb_target(look: Outlook, sides: list[int]) -> int | None:
    """The bridge that most Germans stand ready to use: those whose far bank is free first."""
    best, choice = BOMBED_AT, None
    for s in sides:
        near, far = banks(look, s)
        value = look.strength_near(near, GERMAN, 1) + 0.5 * look.strength_near(near, GERMAN, 3)
        value *= 1.0 if look.p.fighting[FRENCH] >> far & 1 else 1.5
        if value > best:
            best, choice = value, s
    return choice
