"""2.3: what a counter is worth as it stands, taken to pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Part, Tally
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import command, supply
from meuse.games.blitzkrieg.rules.movement import allowance
from meuse.games.blitzkrieg.table.view import as_seen

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg


def explain_strength(g: Blitzkrieg, p: BlitzPosition, u: int) -> Tally:
    """The numbers of a unit on the map: by the side that lies up, and halved movement out of supply."""
    c, tired = g.counters[u], p.tired >> u & 1
    move = allowance(g, p, u)
    parts = [Part("side up", "Fatigued" if tired else "Combat Effective", "2.3.2a")]
    if c.hq:
        parts += [Part("support", c.support[tired], "2.3.1a"),
                  Part("command radius", command.radius(g, p, u), "11.1a")]
    elif c.air_base:
        parts.append(Part("air command", c.command[tired], "24.3.2a"))
    else:
        parts.append(Part("attack", c.attack[tired], "2.3.1a"))
    parts += [Part("defence", c.defence[tired], "2.3.1a"), Part("movement", c.move[tired], "2.3.1a")]
    if move < c.move[tired]:
        parts.append(Part("out of supply", move - c.move[tired], "18.4a"))
    parts.append(Part("divisional equivalents", c.points, "13.1a"))
    first = c.support[tired] if c.hq else c.command[tired] if c.air_base else c.attack[tired]
    return Tally(f"{c.name}: strength, defence, movement", f"{first}-{c.defence[tired]}-{move}", tuple(parts))


def explain_supply(g: Blitzkrieg, p: BlitzPosition, u: int) -> Tally:
    """18.1: whether a unit is in supply now, and by what."""
    c = g.counters[u]
    p = as_seen(g, p, c.side)
    lines = supply.Lines(g, p)
    fed = lines.feed(u)
    if not fed and p.guessed == c.side:
        return Tally(f"Supply of {c.name}", "not seen", (Part("headquarters in closed stacks", "unknown", "19.1a"),))
    if lines.by_itself(u):
        why = Part("needs no headquarters", "yes", "18.3a")
    elif c.hq or c.air_base:
        why = Part("line to a source of its country", "yes" if fed else "none", "18.1.2a")
    else:
        why = Part("headquarters in supply within its radius", "yes" if fed else "none", "18.1a")
    held = Part("in command", "yes" if command.in_command(g, p, u) else "no", "2.5d")
    return Tally(f"Supply of {c.name}", "in supply" if fed else "out of supply", (why, held))
