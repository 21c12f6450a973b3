"""What changes in a seat's view from one moment to the next, so that a table can be played out without the rules.

A change is `[path, value]`: what lies at the end of that path of keys is now this value; `[path]` alone: it is gone.
Lists are put in whole. The client has the same `apply` in `web/common/changes.js`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, pairwise
from operator import is_not
from typing import Any, TypeAlias

from meuse.engine.contract import Event, Position

View: TypeAlias = dict[str, Any]
Change: TypeAlias = list[Any]

_MISSING = object()


class Moments(list[Event]):
    """The events of an action as they are told, with a copy of the position at each of them."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.positions: list[Position] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self.positions.append(self.position.copy())


def changes(before: View, after: View) -> list[Change]:
    """What makes the later view of the earlier one."""
    found: list[Change] = []
    _compare(before, after, (), found)
    return found


def _compare(before: View, after: View, path: tuple[str, ...], found: list[Change]) -> None:
    same_keys = list(before) == list(after)
    if same_keys:
        others = list(compress(after, map(is_not, before.values(), after.values())))
    else:
        others = [key for key, value in after.items() if before.get(key, _MISSING) is not value]
    for key in others:
        old, value = before.get(key, _MISSING), after[key]
        if type(old) is dict and type(value) is dict:
            _compare(old, value, (*path, key), found)
        elif old != value or type(old) is not type(value):
            found.append([[*path, key], value])
    if not same_keys:
        found += [[[*path, key]] for key in before if key not in after]


def apply(view: View, patch: Iterable[Change]) -> View:
    """The view with these changes; the one given, and all that has not changed, is shared and stays as it is."""
    made = dict(view)
    own = {id(made): made}
    for (*way, last), *value in patch:
        inside = made
        for key in way:
            if id(inside[key]) not in own:
                inside[key] = dict(inside[key])
                own[id(inside[key])] = inside[key]
            inside = inside[key]
        if value:
            inside[last] = value[0]
        else:
            del inside[last]
    return made


def own_copy(part: Any) -> Any:
    """A view, or a part of one, that shares nothing which could be changed."""
    if type(part) is dict:
        return {key: own_copy(value) if type(value) in (dict, list) else value for key, value in part.items()}
    if type(part) is list:
        return [own_copy(value) if type(value) in (dict, list) else value for value in part]
    return part


def play_out(before: View, between: Iterable[View], after: View) -> list[list[Change]]:
    """The changes that come with each event a seat was told, given its views at all but the last; that has the rest."""
    return [changes(a, b) for a, b in pairwise([before, *between, after])]
