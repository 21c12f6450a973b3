"""A match as it is written down: what may be published of it, and what its keeper stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from meuse.engine.contract import CHANCE, Action, BadInput, Outcome
from meuse.engine.data import shaped
from meuse.engine.dice import HEX_32, Salt, Span, make_span

T = TypeVar("T")

RECORD_VERSION = 2
READABLE = (1, 2)
"""Version 1 knew no salts, and did not say whether dice were seeded or scripted."""

DieNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One action of a match; a die or draw also has its number in the key's sequence, or None if it was scripted."""

    side: str
    action: Action
    number: DieNumber | None = None


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A taking-back past dice or a reveal: how many actions were left standing, and those that were taken back."""

    left: int
    actions: list[Entry]
    hindsight: bool = False
    """In a game with secrets something had been revealed meanwhile: from here on it was known."""


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match was taken to another table: from this number on its dice come from another key."""

    first: int
    commitment: str
    key: str | None = None
    salts: list[Salt] = []


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it can be published: replaying the actions rebuilds it exactly."""

    version: int
    game: str
    scenario: str
    options: dict[str, str]
    commitment: str
    actions: list[Entry]
    situation: dict[str, Any] | None = None
    overlay: dict[str, Any] | None = None
    key: str | None = None
    outcome: Outcome | None = None
    ended: dict[str, Any] | None = None
    """How the table ended it, where the game did not: by resignation or the clock."""
    taken_back: list[Back] = []
    """Takings-back past dice, in their order: a number of the key is used once, so that the rest have later ones."""
    moved: list[Moved] = []
    salts: list[Salt] = []
    """What the players' browsers have mixed into the key, in the order of the seats."""
    seeded: bool = False
    """The key follows from a seed that somebody chose, and so knows."""
    scripted: bool = False
    """The situation gives its first dice."""


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as its driver stores it: the secret key and the position as well."""

    record: Record
    key: str
    """Of the dice from the start on; after a comma those of each table that the match was taken to."""
    counter: int
    scripted: list[int | str]
    position: dict[str, Any]
    paused: bool = False
    """It waits after its latest action for who did that."""


def check_heading(record: Record) -> None:
    """BadInput where it is of a version that is not known, or says of its dice what is not so."""
    if record.version not in READABLE:
        raise BadInput(f"record: version: expected {RECORD_VERSION}, got {record.version}")
    if record.version > 1 and record.scripted != bool(script_of(record.situation)):
        raise BadInput("record: scripted: it does not say what its situation does")


def decoded(data: Any, kind: type[T], name: str) -> T:
    """What somebody handed in, as JSON or taken apart already; BadInput says what is wrong with it."""
    if isinstance(data, bytes | bytearray | str):
        try:
            data = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput(f"{name}: not valid JSON: {error}") from None
        except RecursionError:
            raise BadInput(f"{name}: it is nested too deeply") from None
    return shaped(data, kind, name)


def backs_after(
    backs: list[Back], entries: Sequence[Entry], left: int, *, hindsight: bool = False
) -> list[Back]:
    """With this taking-back noted, if it goes past a die or a secret, or past what an earlier one left."""
    taken = list(entries[left:])
    noted = bool(backs) or hindsight or any(entry.side == CHANCE for entry in taken)
    return [*backs, Back(left, taken, hindsight)] if noted and taken else backs


def script_of(situation: Mapping[str, Any] | None) -> list[int | str]:
    """The dice that a situation gives."""
    return list((situation or {}).get("dice", ()))


def published(spans: Sequence[Span], *, open: bool) -> list[Moved]:
    """The spans of a match's dice for its record; their keys once it is over."""
    return [Moved(span.first, span.commitment, span.key.hex() if open and span.key else None, list(span.salts))
            for span in spans]


def keys_text(spans: Sequence[Span]) -> str:
    return ",".join(span.key.hex() if span.key else "" for span in spans)


def keys_from(text: str) -> list[str | None]:
    """What `keys_text` wrote."""
    return [key or None for key in text.split(",")]


def spans_of(
    promised: str, moved: Sequence[Moved], keys: Sequence[str | None], salts: Sequence[Salt] = (), seeded: bool = False
) -> list[Span]:
    """What is promised of a match's dice, with the keys that are known."""
    firsts = [0, *(m.first for m in moved)]
    if len(keys) != len(firsts) or firsts != sorted(firsts):
        raise BadInput("record: moved: expected a key for each, and numbers that go up")
    known = [_key(key) if key is not None else None for key in keys]
    return [
        make_span(0, promised, known[0], salts, seeded),
        *(make_span(m.first, m.commitment, key, m.salts) for m, key in zip(moved, known[1:], strict=True)),
    ]


def _key(text: str) -> bytes:
    if not HEX_32.fullmatch(text):
        raise BadInput("record: key: expected 64 hexadecimal digits")
    return bytes.fromhex(text)


def spans_in(record: Record) -> list[Span]:
    """The spans of a record, with the keys that are in it."""
    return spans_of(record.commitment, record.moved, [record.key, *(m.key for m in record.moved)],
                    record.salts, record.seeded)
