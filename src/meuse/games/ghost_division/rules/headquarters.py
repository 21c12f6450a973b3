"""14.1 Headquarters declare Enhanced Movement at the start of a movement segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Refusal, Stake
from meuse.engine.frames import Frame
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import close, commanded, seats_of, waive, way_on
from meuse.games.ghost_division.rules.encounters import tied_down
from meuse.games.ghost_division.rules.movement import leads_on
from meuse.games.ghost_division.rules.operations import can_pay, for_points, leadership_left, spend

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class EnhanceMoves(Frame, frozen=True):
    """14.1e: all declarations are made before any unit moves in the segment. Each "enhance HQ" spends one OP."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return seats_of(g, p, self._able(g, p))

    def _able(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return [hq for hq in g.hqs if self._against(g, p, hq) is None]

    def _against(self, g: GhostDivision, p: GhostPosition, hq: int) -> Refusal | None:
        name, cell = g.units[hq].name, p.places[hq]
        if cell < 0:
            return Refusal("16.2d", f"{name} is not on the map, where an Enhanced Move could carry it further")
        if tied_down(p, cell):
            return Refusal("13.3c", f"{name} is held by an Allied Formation in {g.grid_name(cell)}")
        if leadership_left(g, p, hq) < 1:
            return Refusal("14.0a", f"{name} has spent all of its Leadership Value this turn")
        if not can_pay(p, 1):
            return Refusal("3.6a", "the last Operations Point cannot be spent")
        return self._against_waste(g, p, hq)

    def _against_waste(self, g: GhostDivision, p: GhostPosition, hq: int) -> Refusal | None:
        """Points that could do nothing: no way leads on, or the Exploitation Move itself could not be paid (22.1c)."""
        name = g.units[hq].name
        if p.phase == "D4a":
            price = g.charts.operations.exploit
            if not can_pay(p, 1 + price):
                return Refusal("3.6a", f"the {price} OP for the Exploitation Move of {name} would not be left")
            if g.exploit_in_ceiling and not g.armored[hq] and leadership_left(g, p, hq) < 1 + price:
                return Refusal("14.0a", f"{name} would have too little Leadership left for its Exploitation Move")
        if not leads_on(g, p, hq):
            return Refusal("14.1a", f"no way leads {name} further: every step from here is barred or ends its move")
        return None

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[str]:
        words = g.unit_words["enhance"]
        return [*(words[hq] for hq in commanded(g, p, side, self._able(g, p))), way_on(g, side, "done")]

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return for_points(g.legal(p, side), ("enhance",), 1)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            close(p)
            return
        if verb == "pass":
            waive(g, p, side)
            return
        hq = g.by_id[noun]
        spend(p, hq, 1, "14.1a", "enhanced move")
        p.bonus = {**p.bonus, hq: p.bonus.get(hq, 0) + 1}
        p.act((hq,))
        p.tell("enhanced move", "14.1a", unit=noun, points=p.bonus[hq])

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        close(p)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "enhance" and noun in g.by_id:
            hq = g.by_id[noun]
            if not g.is_hq[hq]:
                return Refusal("14.1a", f"{g.units[hq].name} is no headquarters")
            return self._against(g, p, hq) or Refusal("32.0a", f"{g.units[hq].name} is not yours to command")
        if verb in ("move", "exploit", "step"):
            return Refusal("14.1e", "headquarters declare Enhanced Moves first; then units move")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Declare Enhanced Moves: each OP of a headquarters adds a movement point to its stack.", "14.1e"
