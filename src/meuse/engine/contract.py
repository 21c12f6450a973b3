"""The one contract that every game keeps and every player, server and study relies on.

A `Game` is scenario + options + data: immutable and shared. A `Position` is small, mutable and cheap to copy. A
game is exactly its list of actions: dice and draws are the actions of one more player, `CHANCE`.

An action is a short text, a verb and at most one noun: "move de-i-1-1-pz", "step 3414", "die 5", "pass".
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from meuse.engine.narration import Joins, Line, join
from meuse.engine.verbs import Noun, Role, Verb, shown, with_role

if TYPE_CHECKING:
    from meuse.engine.briefing import Briefing, Ladder
    from meuse.engine.guide import Guide
    from meuse.engine.history import History
    from meuse.engine.ledger import Rule

Action = str

CHANCE = "chance"
"""The player who rolls dice and draws from cups and decks."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not legal: the rule that forbids it and a sentence for the player."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}" if self.rule else self.reason


class Illegal(Exception):
    """An action was refused; nothing has changed."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.rule = rule
        self.reason = reason


class BadInput(Exception):
    """Something handed in from outside (a file, a record, an option) is wrong; the message says what and where."""


SPECTATORS = "spectators"
"""Among those by whom an event is seen: whoever watches and holds no seat."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened. `seen_by` None means everybody; `reveals` bars undo past it."""

    what: str
    rule: str
    data: dict[str, Any] = {}
    seen_by: tuple[str, ...] | None = None
    reveals: bool = False

    def visible_to(self, side: str | None) -> bool:
        return self.seen_by is None or (side or SPECTATORS) in self.seen_by


DEGREES = frozenset({"epic", "strategic", "operational", "tactical", "marginal"})
"""Levels of victory that are told as one: "Allied marginal victory"."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `winner` is a side, or None for a draw."""

    winner: str | None
    level: str
    points: dict[str, int]

    @property
    def verdict(self) -> str:
        """Who won and how: "French victory", "A draw"; a solitaire game that nobody wins has only its level."""
        if self.winner is None:
            return "A draw" if self.level == "draw" else self.level
        return f"{self.winner.capitalize()} {self.level}{' victory' if self.level in DEGREES else ''}"


class Part(msgspec.Struct, frozen=True):
    """One line of a tally: what it is, what it is worth, which rule says so."""

    label: str
    value: int | float | str
    rule: str


class Tally(msgspec.Struct, frozen=True):
    """A number taken to pieces: the answer to "why?"."""

    title: str
    total: int | float | str
    parts: tuple[Part, ...]


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player should know of an action before he does it."""

    price: str = ""
    """What it spends, as "2 OP"."""
    chance: str = ""
    """How likely it is to come off, where a die decides, as "4 to 6: 50 %"."""


class Option(msgspec.Struct, frozen=True):
    """A switch of the game: an optional rule, or a ruling that players would argue about."""

    name: str
    title: str
    says: str
    default: str
    values: tuple[str, ...]
    rule: str = ""


class Position:
    """What every game's position has: how it ended, and the frames of the procedures under way, innermost last.

    `news` collects the events of the action being applied; `who` and `choices` keep the actors and the legal lists of
    the present decision, `looks` what the last view was made of. None of these is part of the state. A game adds its
    own fields with `engine.state.position`.
    """

    __slots__ = ("choices", "frames", "looks", "news", "outcome", "who")

    outcome: Outcome | None
    frames: tuple[Any, ...]
    news: list[Event]
    who: tuple[str, ...]
    choices: dict[str, list[Action]]
    looks: Any
    """What a game remembers of its last view, so that the next one works out only what has changed; never altered."""

    def __post_init__(self) -> None:
        self.looks = None
        self.outcome, self.frames, self.who, self.news, self.choices = None, (), (), [], {}

    def tell(
        self, what: str, rule: str, *, seen_by: tuple[str, ...] | None = None, reveals: bool = False, **data: Any
    ) -> None:
        self.news.append(Event(what, rule, data, seen_by, reveals))

    def push(self, *frames: Any) -> None:
        """Open procedures; the first one given is carried out first."""
        self.frames = self.frames + frames[::-1]

    def pop(self) -> None:
        self.frames = self.frames[:-1]

    def swap(self, frame: Any) -> None:
        """Go on with the innermost procedure in a new state."""
        self.frames = (*self.frames[:-1], frame)

    if TYPE_CHECKING:
        def copy(self) -> Self: ...


P = TypeVar("P", bound=Position)


class Battles(msgspec.Struct, frozen=True):
    """Which events tell of battles, for who looks back over a match."""

    open: frozenset[str] = frozenset()
    close: frozenset[str] = frozenset({"turn"})
    """After these, what is lost was not lost in the battle before."""
    losses: Mapping[str, int] = {}
    """What each weighs, in steps: from 2 on the piece is gone."""


class Chronicle(msgspec.Struct, frozen=True):
    """How a war diary tells a game."""

    span: str = "turn"
    """What a turn is: a day, a week."""
    marches: frozenset[str] = frozenset({"step"})
    """Events of which many are one sentence: who has come where."""
    headlines: frozenset[str] = frozenset()
    """Events that a turn is remembered for, wherever in it they happen."""
    left_out: frozenset[str] = frozenset()
    brief: frozenset[str] = frozenset()
    """Events of which the first sentence is told: what follows is the rule."""
    leads: Mapping[str, str] = {}
    """What a part of a turn is told under, by its heading in the log; parts in a row under one are one paragraph."""


class Game(ABC, Generic[P]):
    """A game with its scenario, options and data chosen. Never changes once made."""

    name: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    sides: tuple[str, ...]
    """Who plays, each at a seat of his own. The class names those of the default options, a game that has been made
    those that `seated` found for it."""
    scenarios: ClassVar[Mapping[str, str]]
    switches: ClassVar[tuple[Option, ...]]
    verbs: ClassVar[tuple[Verb, ...]] = ()
    """Every verb of play, declared once."""
    told: ClassVar[Mapping[str, Noun]] = {}
    """What the fields of events name: "hex", or "exit hex" where a field is so in the event `exit` only."""
    joins: ClassVar[Joins] = {}
    """Events that are told in one sentence where they follow one another."""
    segment: ClassVar[tuple[str, ...]] = ()
    """The keys of a view that change when the next segment begins."""
    chronicle: ClassVar[Chronicle] = Chronicle()
    battles: ClassVar[Battles] = Battles()
    secrets: ClassVar[bool] = True
    """Whether a side may ever know what another does not: then records stay closed until the match is over.

    Where there are none, the views of all sides are equal but for their key "seat".
    """

    scenario: str
    options: Mapping[str, str]

    @classmethod
    def begins(cls, action: Action) -> bool:
        """Whether it opens a procedure that can be left again, such as a move."""
        return cls._has_role(action, "begins")

    @classmethod
    def forced(cls, action: Action) -> bool:
        """Whether it is carried out unasked where nothing else can be done."""
        return cls._has_role(action, "forced")

    @classmethod
    def _has_role(cls, action: Action, role: Role) -> bool:
        name, _, noun = action.partition(" ")
        return (name, bool(noun)) in cls._with_role(role)

    @classmethod
    @cache
    def _with_role(cls, role: Role) -> frozenset[tuple[str, bool]]:
        return with_role(cls.verbs, role)

    @classmethod
    def seated(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        """Who plays with these options, checked ones: an option may let several share one side's command."""
        return cls.sides

    @classmethod
    def check_scenario(cls, scenario: str | None) -> str:
        """That scenario, or the first; BadInput for an unknown one."""
        if scenario and scenario not in cls.scenarios:
            raise BadInput(f"unknown scenario {scenario!r} of {cls.name}; known: {', '.join(cls.scenarios)}")
        return scenario or next(iter(cls.scenarios))

    @classmethod
    def briefings(cls) -> Mapping[str, Briefing]:
        """What players are told before a match, by scenario; a game may have none."""
        return {}

    @classmethod
    def guide(cls) -> Guide | None:
        """A guided first game, if there is one."""
        return None

    @classmethod
    def history(cls) -> History | None:
        """How it went in 1940, to compare a match with; a game may have none."""
        return None

    def ladder(self) -> Ladder | None:
        """The levels of victory and what climbs them, for a game whose points can be followed."""
        return None

    @abstractmethod
    def start(self) -> P:
        """The position before the first decision of the scenario; `news` holds what has happened up to it."""

    @abstractmethod
    def actors(self, p: P) -> tuple[str, ...]:
        """Who may act now: sides, or (CHANCE,), or nobody when the game is over."""

    def awaited(self, p: P, side: str | None) -> tuple[str, ...]:
        """Who acts now as far as that seat may know: where several choose in secret, not who has chosen already."""
        return self.actors(p)

    def party(self, p: P) -> tuple[str, ...]:
        """The sides that choose now at once and in secret."""
        return ()

    @abstractmethod
    def legal(self, p: P, side: str) -> list[Action]:
        """Every legal action in a fixed order; never empty for an actor, always empty for others."""

    def stakes(self, p: P, side: str) -> Mapping[Action, Stake]:
        """Of the legal actions those that cost something or that a die decides."""
        return {}

    @abstractmethod
    def outcomes(self, p: P) -> list[tuple[Action, int]]:
        """What chance may do now, with integer weights; only where CHANCE is the actor."""

    @abstractmethod
    def apply(self, p: P, side: str, action: Action, news: list[Event] | None = None) -> list[Event]:
        """Carry the action out, changing `p`. Raises Illegal, and changes nothing, if it is not legal.

        The events are added to `news` as they are told, where a list is given; else to a new one.
        """

    @abstractmethod
    def outcome(self, p: P) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def view(self, p: P, side: str | None) -> dict[str, Any]:
        """What that side may know, JSON-able; None is a spectator."""

    def glance(self, p: P, side: str | None) -> dict[str, Any]:
        """The view for who only reads it: parts that have not changed may be those of an earlier one."""
        return self.view(p, side)

    def open_view(self, p: P) -> dict[str, Any]:
        """Everything, for looking back once the match is over; a game whose spectators do not see it all says how."""
        return self.view(p, None)

    def eyes(self, side: str | None) -> str | None:
        """A name for what that seat may see: seats with the same one have equal views, but for the key "seat", and are
        told the same events."""
        return side if self.secrets else None

    def determinize(self, p: P, side: str, rng: Random) -> P:
        """A full position that this side cannot tell from the true one; where nothing is hidden, a copy."""
        return p.copy()

    @abstractmethod
    def why_not(self, p: P, side: str, action: Action) -> Refusal | None:
        """The reason why an action is not legal, or None if it is."""

    def explain(self, p: P, question: str) -> Tally:
        """A number taken to pieces; each game says which questions it answers. Raises BadInput for others."""
        raise BadInput(f"no answer to {question!r} here")

    def preview(self, p: P) -> dict[str, Any]:
        """The exact chance of every result of the attack being prepared. Raises BadInput if there is none."""
        raise BadInput("no attack is being prepared")

    @abstractmethod
    def describe(self, event: Event) -> str:
        """The event as a sentence."""

    def line(self, event: Event) -> Line:
        """The event in the log: its sentence, the heading that it makes, its tone."""
        side = event.data.get("side", "")
        return Line(self.describe(event), int(event.what == "turn"), side if side in self.sides else "")

    def joined(self, events: Sequence[Event]) -> str | None:
        """One sentence for events of a kind that follow one another, if they are one thing (the steps of a move); None
        if they are not. Of a single event: its sentence if another may go on with it."""
        return join(self, events, self.joins)

    def score_line(self, p: P) -> str:
        """The points as they stand and what they are made of; empty for a game that does not explain its score."""
        try:
            tally = self.explain(p, "score")
        except BadInput:
            return ""
        parts = ", ".join(f"{part.label} {part.value}" for part in tally.parts if part.value)
        return f"{tally.title}: {tally.total}" + (f" ({parts})" if parts else "")

    def report(self, p: P) -> list[str]:
        """The position as a reader would have it laid out, line by line."""
        return json.dumps(self.view(p, None), indent=2, ensure_ascii=False).splitlines()

    @abstractmethod
    def save(self, p: P) -> dict[str, Any]:
        """The state as plain JSON-able data."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> P:
        """The position that `save` wrote; BadInput if the data are broken."""

    @abstractmethod
    def set_up(self, situation: Mapping[str, Any]) -> P:
        """The position that a situation file describes; BadInput names the key that is wrong."""

    @abstractmethod
    def whole_situation(self, p: P) -> dict[str, Any]:
        """A situation that `set_up` makes exactly this position of."""

    @abstractmethod
    def pieces(self, p: P) -> dict[str, str]:
        """Where every counter is, by id: each in exactly one place."""

    @property
    @abstractmethod
    def rules(self) -> Mapping[str, Rule]:
        """The ledger: every rule of the game in our own words, by id."""

    def draw_map(self) -> str:
        """The map as a picture: the text of an SVG file; an empty one for a game without a map."""
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    def pins(self) -> dict[str, Any]:
        """Where markers lie in a hex, from its middle, best first: in most, and in those of their `own`."""
        return {"any": [[0, 0]], "own": {}}

    def sheet(self) -> dict[str, Any]:
        """What a table shows and never changes (hexes, counters, charts, rules), JSON-able: see docs/protocol.md."""
        return {"game": self.name, "scenario": self.scenario, "title": self.title, "sides": list(self.sides),
                "secrets": self.secrets, "verbs": shown(self.verbs), "told": dict(self.told),
                "segment": list(self.segment)}

    def reach(self, p: P, side: str, unit: str) -> dict[str, dict[str, Any]]:
        """Where a piece that may move now can go: by hex its cost, a path, and the actions that carry it there."""
        return {}

    def overlay(self, p: P, what: str, side: str | None = None, unit: str | None = None) -> dict[str, Any]:
        """Hexes and lines to lay over the map; each game says which it knows. Raises BadInput for others."""
        raise BadInput(f"{self.title} has no overlay {what!r}")


def check_options(switches: Sequence[Option], given: Mapping[str, Any]) -> dict[str, str]:
    """The full set of options with defaults filled in; BadInput for an unknown name or value."""
    known = {o.name: o for o in switches}
    for name, value in given.items():
        if name not in known:
            raise BadInput(f"unknown option {name!r}; known: {', '.join(sorted(known)) or 'none'}")
        if str(value) not in known[name].values:
            raise BadInput(f"option {name!r} cannot be {value!r}; expected one of {', '.join(known[name].values)}")
    return {o.name: str(given.get(o.name, o.default)) for o in switches}
