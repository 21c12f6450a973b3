"""The views of a position as they are sent: each made once, and told as what has changed wherever that is enough."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from meuse.engine.changes import Change, View, play_out
from meuse.engine.match import AnyGame
from meuse.server.messages import encode

log = logging.getLogger("meuse")

ALL = "all"
"""Stands for a side where a finished match is looked at with everybody's eyes at once."""


def eyes(game: AnyGame, side: str | None) -> str | None:
    """Who sees the same shares one view, but for its key "seat"."""
    return side if side == ALL and game.secrets else game.eyes(side)


def look(game: AnyGame, position: Any, side: str | None) -> View:
    return game.open_view(position) if side == ALL else game.glance(position, side)


class Views:
    """The views of one position."""

    def __init__(self, game: AnyGame, position: Any) -> None:
        self.game, self.position = game, position
        self.known: dict[str | None, View] = {}
        self._whole: dict[str | None, msgspec.Raw] = {}

    def of(self, key: str | None) -> View:
        """That of who sees with these eyes."""
        if key not in self.known:
            self.known[key] = look(self.game, self.position, key)
        return self.known[key]

    def whole(self, side: str | None) -> msgspec.Raw:
        """All of a view, as it is sent."""
        if side not in self._whole:
            self._whole[side] = msgspec.Raw(encode({**self.of(eyes(self.game, side)), "seat": _seat(side)}))
        return self._whole[side]


class Patches:
    """What changes between the views that were told last and those of the position now, event by event."""

    def __init__(self, told: Mapping[str | None, View], now: Views) -> None:
        self.told, self.now = told, now
        self._known: dict[str | None, list[list[Change]]] = {}

    def of(self, key: str | None, moments: Sequence[Any]) -> list[list[Change]]:
        """One patch for each event that these eyes saw, given the positions at them; at least one."""
        if key not in self._known:
            self._known[key] = self._played_out(key, moments)
        return self._known[key]

    def _played_out(self, key: str | None, moments: Sequence[Any]) -> list[list[Change]]:
        before, earlier = self.told[key], moments[:-1]
        try:
            views = [look(self.now.game, moment, key) for moment in remembering(earlier, self.now.position)]
        except Exception:
            log.exception("%s: a moment could not be shown", self.now.game.name)
            views = [before] * len(earlier)
        return play_out(before, views, self.now.of(key))


def remembering(moments: Sequence[Any], last: Any) -> Iterator[Any]:
    """The positions one after another, each with the memory of the view of the one before; so, too, the last."""
    for moment, following in pairwise([*moments, last]):
        yield moment
        following.looks = moment.looks


def seat_changed(side: str | None) -> Change:
    return [["seat"], _seat(side)]


def _seat(side: str | None) -> str | None:
    return None if side == ALL else side
