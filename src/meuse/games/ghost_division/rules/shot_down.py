"""28.1e, 28.1f, 29.3a: Kills and Aborts among air units; the player picks the victims on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.games.ghost_division.box.components import MAINTENANCE, POOL
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import air_officer
from meuse.games.ghost_division.rules.fire import TOO_EARLY, aloft
from meuse.games.ghost_division.rules.operations import lose

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision


class ShotDown(Frame, frozen=True):
    """28.1f, 29.3a: Kills first, then Aborts, one unit each."""

    german: bool
    """The victims are German."""
    flak: bool
    kills: int
    aborts: int

    def victims(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        return aloft(g, p) if self.german else list(p.sky)

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if not (self.kills or self.aborts):
            return NOBODY
        found = self.victims(g, p)
        if self.german:
            looks = {g.likeness[u] for u in found}
            return (air_officer(g, p),) if len(looks) > 1 else NOBODY
        return (air_officer(g, p),) if len({g.allied[c].kind for c in found}) > 1 else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = (g.unit_words if self.german else g.allied_words)["kill" if self.kills else "abort"]
        return [words[i] for i in self.victims(g, p)]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        self.remove(g, p, g.by_id[noun] if self.german else g.allied_by_id[noun])

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        found = self.victims(g, p)
        if found and (self.kills or self.aborts):
            self.remove(g, p, found[0])
        else:
            p.pop()

    def remove(self, g: GhostDivision, p: GhostPosition, victim: int) -> None:
        """28.1e, 19.0c: a killed German goes to the Recruit Pool, by AA to Maintenance; Allied units to their bin."""
        kill = self.kills > 0
        p.swap(ShotDown(self.german, self.flak, self.kills - kill, self.aborts - (not kill)))
        what, rule = ("air unit shot down" if kill else "air unit aborted"), ("29.3a" if self.flak else "28.1e")
        if not self.german:
            p.sky = tuple([c for c in p.sky if c != victim])
            p.tell(what, rule, unit=g.allied[victim].id, flak=self.flak)
            return
        p.put(g, victim, POOL if kill and not self.flak else MAINTENANCE)
        p.tell(what, "19.0c" if kill and self.flak else rule, unit=g.ids[victim], flak=self.flak)
        if kill:
            lose(g, p, g.charts.operations.air_lost, "28.2h", f"{g.units[victim].name} shot down")

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "withdraw":
            return TOO_EARLY
        due = "Kill" if self.kills else "Abort"
        rule = "29.3a" if self.flak else "28.1f"
        if verb in ("kill", "abort") and verb != due.lower():
            return Refusal(rule, f"choose the victim of the {due} first")
        whose = "a German" if self.german else "an Allied"
        return Refusal(rule, f"choose {whose} air unit of this fight for the {due}")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        whose, what = ("a German" if self.german else "an Allied"), ("shot down" if self.kills else "turned back")
        return f"Choose {whose} air unit that is {what}.", "29.3a" if self.flak else "28.1f"
