"""32.0 Cooperative play: the commander gives out the parts of the force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import commander

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class Assign(Frame, frozen=True):
    """32.0a: "give COMMAND:SEAT" hands a part of the force to a seat, each part once a turn; "done" goes on."""

    given: int = 0
    """Parts already given out now, by their number."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (commander(g),) if len(g.sides) > 1 else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        found = [
            f"give {part}:{seat}"
            for i, part in enumerate(g.commands) if not self.given >> i & 1
            for s, seat in enumerate(g.sides) if p.holders[i] != s
        ]
        return [*found, "done"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        part, _, seat = noun.partition(":")
        i = g.commands.index(part)
        p.holders = tuple(g.sides.index(seat) if n == i else s for n, s in enumerate(p.holders))
        p.tell("command given", "32.0a", part=part, seat=seat)
        p.swap(Assign(self.given | 1 << i))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "give":
            return Refusal("32.0a", f"{noun.replace(':', ' is already with ')}, or was given out this turn")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Give parts of the force to the other commanders, or go on.", "32.0a"
