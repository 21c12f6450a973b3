"""What the staff may do otherwise: the parameters of its plan."""

from __future__ import annotations

import msgspec


class GhostPlan(msgspec.Struct, frozen=True):
    """How hard the spear is pushed, what is bought, and what an Operations Point is thought to be worth."""

    keep: int = 22
    """Operations Points that set-up leaves."""
    plenty: int = 45
    """Operations Points from which a turn buys Stukas rather than run into the cap (9.0a)."""
    countermand: int = 15
    """Operations Points below which orders are obeyed (9.1)."""
    thrift: float = 1.5
    """How dear an Operations Point is held."""
    spear: int = 5
    """Tank companies below which Rommel waits for those that recover, or goes no faster than they can."""
    push: float = 3.0
    """What going on is worth at least to the spear (22.1)."""
    follow: float = 2.0
    """What it is worth at least to the second column, as long as it follows close behind."""
    follow_turns: int = 2
    """Turns on which the second column is brought up whatever it costs."""
    last_points: int = 8
    """Operations Points with which nothing is done whatever it costs."""
    leave_at: float = 0.5
    """A chance to win below which a force withdraws from its battle (21.1)."""
    dare: float = 0.85
    """The least chance to win with which a Formation is sought out; above 1, no Grid of one is ever entered."""
    sorties: int = 2
    """Enemy units in a battle, works counting as two, from which close air support is flown (28.3)."""
    strikes: float = 1.0
    """What an Interdiction strike must promise for each Stuka that the spear's battles then lack (28.2)."""
    stukas: int = 3
    """Of each kind of air unit and of engineers, so many are wanted, as long as points last."""
    engineers: int = 1
    recon: int = 1
    bombers: int = 0
    toward: str = ""
    """A town that the spear makes for until it has fallen; without one it chooses its own and keeps to it."""
    hold: float = 1.3
    """What the spear's aim counts for beside other towns, so that it is not left for the next best."""
