"""3.7f An impulse that a surrender breaks off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.frames import Frame
from meuse.games.mansteins_war.position import MansteinPosition

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class Interruptible(Frame, frozen=True):
    """A procedure that can be broken off with everything inside it."""

    def broken_off(self) -> Frame:
        """How it goes on."""
        raise AssertionError(f"{type(self).__name__} cannot be broken off")


def end_impulse(g: MansteinsWar, p: MansteinPosition) -> None:
    """Nothing more is done in the impulse under way; without one, nothing happens."""
    for i, frame in enumerate(p.frames):
        if isinstance(frame, Interruptible):
            p.frames = (*p.frames[:i], frame.broken_off())
            return
