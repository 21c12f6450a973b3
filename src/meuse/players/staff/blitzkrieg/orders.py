"""What the staff may do otherwise: the parameters of its plan for an impulse."""

from __future__ import annotations

from typing import Literal

import msgspec


class BlitzOrders(msgspec.Struct, frozen=True):
    """How readily it attacks, what it spares, how hard it presses on or how long it stands."""

    daring: float = 0.0
    """By how much the least worth of an attack that is made is lowered, in Shock Points."""
    caution: float = 1.0
    """How much it counts to stand where the enemy may come up in superiority."""
    thrift: float = 1.0
    """How much the losses of one's own attacks count."""
    bound: float = 1.0
    """How much what a unit could do elsewhere counts against sending it to an attack."""
    press: float = 1.0
    """How much it counts to come nearer to the objective, or to one's post."""
    prizes: float = 1.0
    """How much a city counts that is entered on the way or taken by an attack."""
    wear: float = 1.0
    """How much the fatigue of the third impulse counts (17.1c)."""
    shelter: float = 1.0
    """How much a Fatigued unit shuns places next to the enemy or in his reach."""
    raids: float = 0.2
    """What an air raid must promise to be flown, in Shock Points."""
    hold: int = 0
    """How many more posts of a line the Allies lose before they give it up."""
    reserves: int = 1
    """The most Shock that a corps of the strategic reserve may cost to be called (10.8)."""
    hand: Literal["", "1940", "staying", "okh", "worth", "mixed"] = ""
    """The cards that are bought (5.1a): by lot where none are named, or where they are mixed."""
    army: str = ""
    """A German army that makes for another objective than those of the plan of campaign, by its name."""
    aim: str = ""
    """The hex that it makes for until it has fallen."""
    leave: str = ""
    """A hex that is not attacked, whatever that would be worth."""
    strike: str = ""
    """A hex that is attacked although it seems too dear."""
