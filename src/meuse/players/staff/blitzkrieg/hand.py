"""Operational Cards: what is bought, and when it is shown."""

from __future__ import annotations

from random import Random

from meuse.engine.contract import Action
from meuse.games.blitzkrieg.box.components import AXIS, COUNTRIES
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules.cards import BuyCards, PlayCards

Choice = tuple[Action, str]

BEHIND_THE_ESCAUT = ("A02", "A04", "A06", "A18", "A19", "A20", "A24", "A22")
HANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "1940": (
        ("G01", "G02", "G04", "G03", "G07", "G22", "G13", "G11", "G08", "G10"),
        ("A01", "A03", "A04", "A06", "A18", "A19", "A20", "A12"),
    ),
    "staying": (
        ("G01", "G02", "G04", "G03", "G07", "G22", "G13", "G19", "G18", "G21"),
        BEHIND_THE_ESCAUT,
    ),
    "okh": (
        ("G01", "G02", "G05", "G03", "G07", "G22", "G13", "G11", "G08", "G10", "G16"),
        BEHIND_THE_ESCAUT,
    ),
    "worth": (
        ("G05", "G15", "G14", "G01", "G17", "G19", "G07", "G20", "G22", "G16", "G09", "G13"),
        ("A02", "A06", "A15", "A20", "A04", "A18", "A24", "A13"),
    ),
}
"""What the Axis and the Allies buy, the most wanted first: what they had in 1940; what lasts longer; the Axis by OKH's
plan; and the cards that brought most in hands drawn by lot (docs/balance.md)."""
LOTS = {"": (("staying", 0.4), ("1940", 1.0)), "mixed": (("okh", 0.5), ("staying", 0.7), ("1940", 1.0))}
"""Which of them are bought by lot, up to what share of the lots."""
USUAL = ("1940", "staying")
"""What is left buys cards of these."""
NERVES = 55
"""The French index from which a Union Sacrée is called for."""


class Hand:
    def __init__(self, game: Blitzkrieg, side: int, rng: Random, name: str) -> None:
        self.g, self.side = game, side
        if name in LOTS:
            drawn = rng.random()
            name = next(hand for hand, share in LOTS[name] if drawn < share)
        self.wanted = HANDS[name][side]

    def buy(self, p: BlitzPosition, frame: BuyCards, legal: list[Action]) -> Choice:
        for id in (*self.wanted, *(id for name in USUAL for id in HANDS[name][self.side])):
            if f"buy {id}" in legal:
                card = self.g.cards[self.g.card_by_id[id]].entry
                return f"buy {id}", f"{card.name} is worth its {card.cost} points to this plan (5.1)"
        return "done", "what is left buys nothing that matters"

    def play(self, p: BlitzPosition, frame: PlayCards, legal: list[Action]) -> Choice:
        for action in legal:
            id = action.partition(" ")[2]
            if id and self.timely(p, id):
                name = self.g.cards[self.g.card_by_id[id]].entry.name
                return action, f"the sooner {name} is in force the more it brings (6.2)"
        return "done", "the other cards are for later weeks"

    def timely(self, p: BlitzPosition, id: str) -> bool:
        """Most cards are shown at once; some wait for their hour."""
        g = self.g
        if id == "A24":
            return p.index[COUNTRIES.index("france")] >= NERVES
        if id == "A20":
            channel = g.board.coasts["channel"] | g.board.coasts["north_sea"]
            return bool(p.occupied[AXIS] & channel & g.board.countries["france"]) or p.turn >= 4
        if id == "G19":
            return p.turn >= 2
        return True
