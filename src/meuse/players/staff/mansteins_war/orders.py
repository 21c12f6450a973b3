"""What the staff may do otherwise: the parameters of its plan for an impulse."""

from __future__ import annotations

import msgspec


class MansteinOrders(msgspec.Struct, frozen=True):
    """How readily it attacks, what danger it takes, and how hard it presses on."""

    daring: float = 0.0
    """By how much the least worth of an attack that is made is lowered, in victory points."""
    caution: float = 1.0
    """How much it counts to stand where the enemy may come up in superiority."""
    thrift: float = 1.0
    """How much the losses of one's own attacks count."""
    bound: float = 1.0
    """How much what a unit could do elsewhere counts against sending it to an attack."""
    press: float = 1.0
    """How much it counts to come nearer to the objective, or to stand on the line."""
    prizes: float = 1.0
    """How much the points of a victory hex count that is entered on the way."""
    leave: str = ""
    """A hex that is not attacked."""
    strike: str = ""
    """A hex that is attacked if anybody can."""
    aim: str = ""
    """A hex that all make for instead of the objectives of their axes, or of their posts."""
    hold: str = ""
    """A hex that the Allies man before all others."""
    back: int = 0
    """By how many lines the Allies stand farther back than they must."""
    fly: bool = True
    """Whether air units leave their bases."""
    pursue: bool = True
    """Whether those who have won a combat follow it up."""
