"""A position is declared once: slots, a first value, copies and the saved form all follow from its fields.

    @position
    class SedanPosition(Position):
        turn: int = 1                               # plain: a copy shares the value
        units: list[Unit] = own(list)               # changed in place: every copy has its own
        command: dict[int, int] = replaced(dict)    # put in whole, never changed: copies share it
        stacks: dict[int, int] = derived(dict)      # worked out from the others: copied, never saved
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field, fields
from functools import reduce
from importlib import import_module
from operator import or_
from typing import Any, TypeVar, dataclass_transform, get_type_hints

import msgspec

from meuse.engine.frames import Frame

C = TypeVar("C")
Make = Callable[[], Any]


def own(make: Make) -> Any:
    """A list or dict that is changed in place: every copy has its own."""
    return field(default_factory=make)


def replaced(make: Make) -> Any:
    """A dict or list that is replaced whole and never changed: copies share it."""
    return field(default_factory=make, metadata={"shared": True})


def derived(first: Any) -> Any:
    """A field that follows from the others: never saved, rebuilt on load. Given is what makes it, or a plain value."""
    kept = {"derived": True}
    return field(default_factory=first, metadata=kept) if callable(first) else field(default=first, metadata=kept)


@dataclass_transform(kw_only_default=True, field_specifiers=(field, own, replaced, derived))
def position(cls: type[C]) -> type[C]:
    """Make a class of annotated fields a position: with slots, first values, and a copy that takes microseconds."""
    made: Any = dataclass(slots=True, eq=False)(cls)
    lines = ["def copy(self):", " twin = new(cls)", " twin.frames, twin.who = self.frames, self.who",
             " twin.outcome, twin.looks = self.outcome, self.looks",
             " twin.news, twin.choices = [], self.choices.copy()"]
    lines += [f" twin.{f.name} = self.{f.name}{_copied(f)}" for f in fields(made)]
    scope: dict[str, Any] = {"new": object.__new__, "cls": made}
    exec("\n".join([*lines, " return twin"]), scope)
    made.copy = scope["copy"]
    whole: type[C] = made
    return whole


def _copied(f: Any) -> str:
    """What takes a copy of a field's value; plain values are shared."""
    if f.default_factory is MISSING or f.metadata.get("shared"):
        return ""
    return "[:]" if isinstance(f.default_factory(), list) else ".copy()"


def saved_kind(cls: type[Any], package: str) -> Any:
    """What is stored of a position: its fields but the derived ones, the outcome, and the frames of that package."""
    hints = get_type_hints(cls)
    kept = [(f.name, hints[f.name]) for f in fields(cls) if not f.metadata.get("derived")]
    union: Any = reduce(or_, _frames(package))
    return msgspec.defstruct(
        f"Saved{cls.__name__}", [*kept, ("outcome", hints["outcome"]), ("frames", tuple[union, ...])],
        frozen=True, forbid_unknown_fields=True,
    )


def _frames(package: str) -> list[type[Frame]]:
    """Every procedure of a game, from all modules of its package."""
    for module in pkgutil.walk_packages(getattr(import_module(package), "__path__", ()), f"{package}."):
        import_module(module.name)
    found = {f for f in _below(Frame) if f.__module__ == package or f.__module__.startswith(f"{package}.")}
    return sorted(found, key=lambda f: f.__name__)


def _below(cls: type[Frame]) -> Iterator[type[Frame]]:
    for sub in cls.__subclasses__():
        yield sub
        yield from _below(sub)


def take_derived(p: Any, bare: Any) -> None:
    """Give a position the derived fields of another with the same pieces in the same places."""
    for f in fields(p):
        if f.metadata.get("derived"):
            setattr(p, f.name, getattr(bare, f.name))


def store(p: Any, kind: Any) -> dict[str, Any]:
    """The position as plain JSON-able data."""
    plain: dict[str, Any] = msgspec.to_builtins(kind(*[getattr(p, n) for n in kind.__struct_fields__]), str_keys=True)
    return plain


def restore(p: Any, saved: Any) -> None:
    """Put what was stored into a blank position; lists and dicts become the position's own."""
    for name in saved.__struct_fields__:
        value = getattr(saved, name)
        setattr(p, name, value.copy() if isinstance(value, list | dict) else value)
