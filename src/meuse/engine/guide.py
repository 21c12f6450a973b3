"""A guided first game: a small situation, steps that wait for what has happened, and words for what the table asks.

One form for every game, as data (`guide.toml`). A step is done when the log says so, and so is every step before it:
whatever the player does, the guide is where the game is. It never goes back but for what was taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from meuse.engine.contract import Action, BadInput, Event
from meuse.engine.data import Shelf

FILE = "guide"


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that has happened so many times: the event's name, and what its fields must say."""

    event: str
    where: dict[str, str | int | bool] = {}
    """By field its value; of a list one of them, and a text that ends in * is a beginning."""
    times: int = 1

    def holds(self, log: Sequence[Event]) -> bool:
        found = (e for e in log if e.what == self.event and all(_says(e.data.get(k), v) for k, v in self.where.items()))
        return sum(1 for _ in found) >= self.times


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do next, and by which of these facts it is done."""

    title: str
    says: str
    until: tuple[Fact, ...]
    hexes: tuple[str, ...] = ()
    """Places to light while the step lasts."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    says: str


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it means when the table offers an action with this verb."""

    verb: str
    says: str


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game."""

    title: str
    blurb: str
    scenario: str
    side: str
    """Who is taught; the computer plays the others."""
    situation: str
    opens: tuple[str, ...]
    """Where the eye goes first."""
    steps: tuple[Step, ...]
    asks: tuple[Ask, ...]
    wins: tuple[Fact, ...]
    """Any of these is the pupil's victory."""
    ends: tuple[Fact, ...]
    """Any of these ends the lesson without it."""
    victory: Words
    otherwise: Words
    seed: int | None = None
    """Dice that have been tried with these steps."""


class Card(msgspec.Struct, frozen=True):
    """What the pupil reads now."""

    step: int
    """From 1; one more than there are when the lesson is over."""
    steps: int
    title: str
    says: str
    asks: str
    hexes: tuple[str, ...]
    over: bool
    won: bool


def _says(found: Any, wanted: str | int | bool) -> bool:
    if isinstance(found, list | tuple):
        return any(_says(one, wanted) for one in found)
    if isinstance(wanted, str) and wanted.endswith("*"):
        return str(found).startswith(wanted[:-1])
    return bool(found == wanted)


def card(guide: Guide, log: Sequence[Event], offered: Sequence[Action], over: bool = False) -> Card:
    """Where a pupil is: what has happened as he saw it, and what he may do now."""
    steps = len(guide.steps)
    won = any(fact.holds(log) for fact in guide.wins)
    if won or over or any(fact.holds(log) for fact in guide.ends):
        words = guide.victory if won else guide.otherwise
        return Card(steps + 1, steps, words.title, words.says, "", (), True, won)
    done = max((n for n, step in enumerate(guide.steps, 1) if any(fact.holds(log) for fact in step.until)), default=0)
    step = guide.steps[min(done, steps - 1)]
    verbs = {action.partition(" ")[0] for action in offered}
    asks = next((ask.says for ask in guide.asks if ask.verb in verbs), "")
    return Card(min(done, steps - 1) + 1, steps, step.title, step.says, asks, step.hexes, False, False)


@lru_cache(maxsize=16)
def load_guide(
    package: str, scenarios: tuple[str, ...], sides: tuple[str, ...], verbs: tuple[str, ...]
) -> Guide | None:
    """A game's guide, checked; None for a game that has no such file."""
    shelf = Shelf(package)
    if not shelf.has(FILE):
        return None
    found = shelf.load(FILE, Guide)
    _one_of("scenario", found.scenario, scenarios)
    _one_of("side", found.side, sides)
    if not found.steps:
        raise BadInput(f"{FILE}.toml: steps: expected at least one")
    for n, ask in enumerate(found.asks):
        _one_of(f"asks[{n}].verb", ask.verb, verbs)
    return found


def _one_of(key: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadInput(f"{FILE}.toml: {key}: expected one of {', '.join(known)}, got {value!r}")


def new_match(game: str, guide: Guide, sides: Sequence[str], level: str) -> Mapping[str, Any]:
    """What a lobby asks for to open it, against a staff of that level."""
    seats: dict[str, Any] = {side: {"kind": "computer", "player": "staff", "level": level} for side in sides}
    seats[guide.side] = {"kind": "here"}
    dice = {} if guide.seed is None else {"seed": guide.seed}
    return {"game": game, "scenario": guide.scenario, "situation": guide.situation, "seats": seats, **dice}
