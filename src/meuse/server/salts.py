"""Salts: what the players' browsers add to the server's key, so that nobody can choose the dice.

The server has promised its key before a browser promises its salt; a salt is shown when all have been promised; the
first die waits for the last of them. Promises and salts are rows of the journal like actions: on disk before they are
acknowledged, in one order for every process, and never changed afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.dice import Salt, Span
from meuse.engine.record import keys_from, script_of, spans_of
from meuse.server.records import PROMISE, SALT, Header, Row, Seat


def givers(seats: Mapping[str, Seat], alone: bool) -> list[str]:
    """The sides whose browsers add a salt: the first of those at one screen, and each one invited.

    Where that is only one person's browser, the server's key will do, unless he wants a salt `alone` too.
    """
    here = [side for side, seat in seats.items() if seat.kind == "here"][:1]
    found = [side for side, seat in seats.items() if seat.kind == "invite" or side in here]
    return found if alone or len(found) > 1 else []


def check_fair(seats: Mapping[str, Seat], seeded: bool, situation: Mapping[str, Any] | None) -> None:
    """Nobody is invited to dice that another has chosen."""
    if any(seat.kind == "invite" for seat in seats.values()):
        if seeded:
            raise BadInput("seed: whoever chooses it knows the dice, so nobody can be invited to such a match")
        if script_of(situation):
            raise BadInput("situation: dice: they are not rolled, so nobody can be invited to such a match")


def noted(salts: Sequence[Salt], rows: Sequence[Row]) -> list[Salt]:
    """The salts as far as the journal has their promises and themselves."""
    found = {salt.side: salt for salt in salts}
    for row in rows:
        if row.side in (PROMISE, SALT):
            side, _, text = row.action.partition(" ")
            what = "commitment" if row.side == PROMISE else "salt"
            found[side] = msgspec.structs.replace(found[side], **{what: text})
    return list(found.values())


def spans(header: Header, key: str, rows: Sequence[Row]) -> list[Span]:
    """Where a stored match's dice come from."""
    return spans_of(header.commitment, header.moved, keys_from(key), noted(header.salts, rows), header.seeded)


def awaited(salts: Sequence[Salt]) -> list[str]:
    """The sides whose browsers must do something before the first die can fall."""
    unpromised = [salt.side for salt in salts if salt.commitment is None]
    return unpromised or [salt.side for salt in salts if salt.salt is None]
