"""What a searcher does unless it finds something better: the staff's plan, changed as whole games against the staff
spoke for. `meuse lab tune` plays such games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

P = TypeVar("P", bound=msgspec.Struct)


class Spirit(msgspec.Struct, frozen=True):
    """The changes for one scenario, and where they come from."""

    found: str
    """Commands, seeds and what was tried afterwards."""
    sides: dict[str, dict[int, dict[str, Any]]]
    """By side and by the turn from which they hold, what is done otherwise than the staff does it."""

    def changes(self, side: str, turn: int) -> dict[str, Any]:
        """What a side does otherwise in a turn."""
        from_turn = [first for first in self.sides.get(side, {}) if first <= turn]
        return self.sides[side][max(from_turn)] if from_turn else {}


def read_spirit(path: Path) -> Spirit:
    """The spirit of a scenario; that of the staff where none was found."""
    return msgspec.json.decode(path.read_bytes(), type=Spirit) if path.exists() else Spirit("", {})


def own_plan(spirit: Spirit, kind: type[P], side: str, turn: int) -> P:
    """The plan that a searcher of that spirit follows."""
    return msgspec.convert(spirit.changes(side, turn), kind)
