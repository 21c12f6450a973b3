"""What of a match's dice has been verified, and what has not.

Replaying a record refuses every die that is not the one its key gives. An audit then says which dice those were: a die
can also come from a situation's script, or from a key or salt that the record does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, Action
from meuse.engine.dice import Span
from meuse.engine.match import Match
from meuse.engine.record import Entry
from meuse.engine.replay import retrace


class SpanAudit(msgspec.Struct, frozen=True):
    """The dice under one key."""

    first: int
    commitment: str
    dice: int
    salted: list[str]
    """The sides whose salts are mixed in."""
    missing: str = ""
    """What is not in the record, so that these dice cannot be verified."""


class Audit(msgspec.Struct, frozen=True):
    """Every die and draw of a match, those taken back included."""

    verified: int
    unverified: int
    scripted: int
    seeded: bool
    taken_back: int
    spans: list[SpanAudit]
    hindsight: int = 0
    """How often the match went back past a reveal."""

    @property
    def ok(self) -> bool:
        """Every die is one that a known key gave, and there is none without a key to come."""
        return not self.unverified and not self.scripted and not self.spans[-1].missing

    def lines(self) -> Iterator[str]:
        """What was verified and what was not, a sentence each."""
        for number, span in enumerate(self.spans):
            if number:
                yield f"The match was moved to another table: from die {span.first} on its dice come from another key."
            if span.missing:
                yield f"{_dice(span.dice)} not verified: {span.missing} is not in the record."
            else:
                yield f"{_dice(span.dice)} verified against the commitment {span.commitment}."
            if span.salted:
                yield f"Mixed into that key: a salt from the browser of {' and of '.join(span.salted)}."
        if self.scripted:
            yield f"{_dice(self.scripted)} not rolled: the situation file gives them."
        if self.taken_back:
            yield f"{_dice(self.taken_back)} of these were taken back."
        if self.hindsight:
            times = "once" if self.hindsight == 1 else f"{self.hindsight} times"
            yield f"Played with hindsight: the match went back {times} past something that had been revealed."
        if self.seeded:
            yield "The key follows from a seed: whoever chose that knew the dice beforehand."


def _dice(count: int) -> str:
    return f"{count} dice and draws" if count != 1 else "1 die or draw"


def audit(match: Match) -> Audit:
    """Of a match that was replayed from its record: what that has proved."""
    back = [entry for taken in match.backs for entry in taken.actions if entry.side == CHANCE]
    rolled = [entry.number for entry in (*match.entries, *back) if entry.side == CHANCE]
    spans = match.dice.spans
    owners = [match.dice.span(number) for number in rolled if number is not None]
    found = [
        SpanAudit(span.first, span.commitment, sum(owner is span for owner in owners),
                  [salt.side for salt in span.salts], _missing(span))
        for span in spans
    ]
    known = sum(span.dice for span in found if not span.missing)
    return Audit(known, len(owners) - known, rolled.count(None), spans[0].seeded, len(back), found,
                 sum(taken.hindsight for taken in match.backs))


def _missing(span: Span) -> str:
    if span.source is not None:
        return ""
    if span.key is None:
        return "the key"
    return "the salt of " + " and of ".join(salt.side for salt in span.salts if salt.salt is None)


class Proof(msgspec.Struct, frozen=True):
    """What each die was drawn from, so that anybody with the key can draw it again without knowing the rules."""

    tables: list[list[tuple[Action, int]]]
    """Outcomes with their weights, each table once."""
    dice: list[tuple[int, Action, int]]
    """Number, what came up, and the table it was drawn from; in the order of the numbers."""


def proof(match: Match) -> Proof:
    """The tables behind all dice of a match but the scripted ones, those taken back included."""
    tables: dict[tuple[tuple[Action, int], ...], int] = {}
    dice: dict[int, tuple[int, Action, int]] = {}
    for _, entry, position in retrace(match.game, match.origin, match.entries, match.backs):
        if entry is None:
            continue
        if entry.side == CHANCE and entry.number is not None:
            dice[entry.number] = _drawn(match, entry, position, tables)
        match.game.apply(position, entry.side, entry.action)
    return Proof([list(table) for table in tables], [dice[number] for number in sorted(dice)])


def _drawn(
    match: Match, entry: Entry, position: Any, tables: dict[tuple[tuple[Action, int], ...], int]
) -> tuple[int, Action, int]:
    outcomes = tuple((action, weight) for action, weight in match.game.outcomes(position))
    assert entry.number is not None
    return entry.number, entry.action, tables.setdefault(outcomes, len(tables))
