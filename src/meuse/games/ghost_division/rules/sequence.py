"""11.0 Sequence of play: the phases A to G of a turn, segment by segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import allied, recon, refit
from meuse.games.ghost_division.rules.air import Interdiction, revealed_works
from meuse.games.ghost_division.rules.combat import Battles
from meuse.games.ghost_division.rules.commands import Assign
from meuse.games.ghost_division.rules.cooperative import commander
from meuse.games.ghost_division.rules.engineering import Engineering
from meuse.games.ghost_division.rules.exploitation import Exploit
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.movement import Ground
from meuse.games.ghost_division.rules.okw import FLANK_OPEN, OkwRoll
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from meuse.games.ghost_division.rules.supply import AirSupply, MaximumSupply, close_phase
from meuse.games.ghost_division.rules.supply import judge as judge_supply
from meuse.games.ghost_division.rules.victory import judge

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

SEGMENTS = (
    "A", "B1", "B2", "C1", "C2", "C3", "D1", "D2", "D3", "D4a", "D4b", "D5", "E1", "E2", "E3", "F", "G1", "G2", "G3",
    "G4",
)
"""11.0b to 11.0o."""


class Turn(Frame, frozen=True):
    """11.0a: the segments in order, then the next turn or the reckoning."""

    segment: int = 0
    """The next segment to play, by its place in SEGMENTS."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.segment == len(SEGMENTS):
            end_turn(g, p)
            return
        name = SEGMENTS[self.segment]
        p.swap(Turn(self.segment + 1))
        if name[0] != p.phase[0]:
            close_phase(g, p)
        p.phase = name
        if self.segment == 0:
            p.tell("turn", "5.0a", turn=p.turn)
        p.tell("segment", "11.0a", turn=p.turn, segment=name)
        OPENINGS[name](g, p)


def open_okw(g: GhostDivision, p: GhostPosition) -> None:
    """A, 11.0b. What lasted for a turn is over."""
    p.spent, p.halted, p.flank = {}, False, 0
    p.push(OkwRoll())


def open_recruiting(g: GhostDivision, p: GhostPosition) -> None:
    """B1, 11.0c."""
    p.push(Assign(), Recruit(setup=False))


def open_kampfgruppen(g: GhostDivision, p: GhostPosition) -> None:
    """B2, 11.0d."""
    p.push(FormKampfgruppe())


def open_air_recon(g: GhostDivision, p: GhostPosition) -> None:
    """C1, 11.0e."""
    p.push(recon.AirRecon())


def open_interdiction(g: GhostDivision, p: GhostPosition) -> None:
    """C2."""
    p.push(Interdiction())


def open_air_supply(g: GhostDivision, p: GhostPosition) -> None:
    """C3; then C4 brings every air unit used in this phase to Maintenance."""
    p.push(AirSupply(), LandAll())


class LandAll(Frame, frozen=True):
    """C4, 11.0e."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        recon.land(g, p)


def open_ground_recon(g: GhostDivision, p: GhostPosition) -> None:
    """D1, 11.0f: a new Operations Phase, in which nobody has acted yet."""
    p.acted = p.moved = p.entered = 0
    if p.flank == FLANK_OPEN:
        p.flank = min((g.board.column[cell] for cell in bits(p.held)), default=0)
    p.push(AirSupply(), recon.GroundRecon())


def open_movement(g: GhostDivision, p: GhostPosition) -> None:
    """D2, 11.0g."""
    p.moved, p.bonus = 0, {}
    p.push(*supply_moves(g), EnhanceMoves(), Ground())


def supply_moves(g: GhostDivision) -> tuple[Frame, ...]:
    """28.5a, 36.2a, 36.5b: only with Advanced Logistics does supply matter to movement."""
    return (AirSupply(), SupplyCheck(), MaximumSupply("movement")) if g.with_logistics else ()


def open_combat(g: GhostDivision, p: GhostPosition) -> None:
    """D3, 11.0h: everywhere that German ground units share a Grid with a Formation or revealed Fortification."""
    open_battles(g, p, contested(g, p))


def open_battles(g: GhostDivision, p: GhostPosition, cells: int) -> None:
    if cells:
        p.push(AirSupply(), SupplyCheck(), MaximumSupply("combat"), Battles(True, cells))


def open_exploitation(g: GhostDivision, p: GhostPosition) -> None:
    """D4a, 11.0i: not under a Halt Order."""
    p.moved, p.bonus = 0, {}
    if p.halted:
        p.tell("exploitation barred", "9.1b")
        return
    p.push(*supply_moves(g), EnhanceMoves(), Exploit())


def open_exploitation_combat(g: GhostDivision, p: GhostPosition) -> None:
    """D4b, 11.0j: only Grids that an Exploitation Move has entered (22.2a)."""
    open_battles(g, p, contested(g, p) & p.entered)


def contested(g: GhostDivision, p: GhostPosition) -> int:
    """18.0a, 18.0b: Grids with German ground units and a Formation or a revealed Fortification."""
    return p.held & (p.formation_cells | revealed_works(g, p))


def open_engineering(g: GhostDivision, p: GhostPosition) -> None:
    """D5, 11.0k."""
    p.push(Engineering())


def open_air_refit(g: GhostDivision, p: GhostPosition) -> None:
    """E1, 11.0l."""
    p.push(refit.AirRefit())


def open_recovery(g: GhostDivision, p: GhostPosition) -> None:
    """E2."""
    p.push(AirSupply(), refit.Recovery())


def open_rally(g: GhostDivision, p: GhostPosition) -> None:
    """E3."""
    refit.rally(g, p)


def open_allied_events(g: GhostDivision, p: GhostPosition) -> None:
    """F, 11.0m."""
    p.event, p.bombed = "", 0
    p.push(allied.EventRoll())


def open_allied_reinforcement(g: GhostDivision, p: GhostPosition) -> None:
    """G1, 11.0n."""
    p.push(allied.Reinforce())


def open_allied_air(g: GhostDivision, p: GhostPosition) -> None:
    """G2."""
    p.push(allied.AirAttacks())


def open_allied_movement(g: GhostDivision, p: GhostPosition) -> None:
    """G3."""
    p.push(allied.FormationMoves())


def open_allied_combat(g: GhostDivision, p: GhostPosition) -> None:
    """G4, 11.0o: every Formation in a Grid with German units attacks; then Grids with two lose one (15.7a)."""
    cells = p.held & p.formation_cells
    p.push(AfterBattles())
    if cells:
        p.push(AirSupply(), SupplyCheck(), MaximumSupply("combat"), Battles(False, cells))


class AfterBattles(Frame, frozen=True):
    """15.7a."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        allied.after_combat(g, p)


class SupplyCheck(Frame, frozen=True):
    """36.2b: judged once Air Supply has been sent."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        judge_supply(g, p)


OPENINGS = {
    "A": open_okw, "B1": open_recruiting, "B2": open_kampfgruppen, "C1": open_air_recon, "C2": open_interdiction,
    "C3": open_air_supply, "D1": open_ground_recon, "D2": open_movement, "D3": open_combat, "D4a": open_exploitation,
    "D4b": open_exploitation_combat, "D5": open_engineering, "E1": open_air_refit, "E2": open_recovery,
    "E3": open_rally,
    "F": open_allied_events, "G1": open_allied_reinforcement, "G2": open_allied_air, "G3": open_allied_movement,
    "G4": open_allied_combat,
}


def end_turn(g: GhostDivision, p: GhostPosition) -> None:
    """11.1a, 5.0a: the next turn, or the reckoning after the last."""
    close_phase(g, p)
    if p.turn >= g.last_turn:
        p.outcome = judge(g, p)
        p.tell("game over", "5.0a", level=p.outcome.level, points=p.outcome.points[commander(g)])
        p.frames = ()
        return
    p.turn += 1
    p.swap(Turn())
