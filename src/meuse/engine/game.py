"""The game played by frames: what every game on this engine shares, from its options to its views."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypedDict

from meuse.engine.briefing import Briefing, load_briefings
from meuse.engine.changes import own_copy
from meuse.engine.contract import (
    CHANCE,
    Action,
    BadInput,
    Event,
    Game,
    Illegal,
    Outcome,
    P,
    Refusal,
    Stake,
    check_options,
)
from meuse.engine.data import Shelf, parse, shaped
from meuse.engine.frames import DIE, DIE_ACTIONS, NOBODY, split
from meuse.engine.guide import Guide, load_guide
from meuse.engine.hexes import Grid
from meuse.engine.history import History, load_history
from meuse.engine.ledger import Rule, load_rules
from meuse.engine.narration import listed
from meuse.engine.situation import Heading, changed, parse_rest, rest_text
from meuse.engine.state import restore, saved_kind, store, take_derived
from meuse.engine.verbs import cell_texts, texts


def _named(side: str) -> str:
    """A side, or chance, in a sentence."""
    return side if side == CHANCE else side.capitalize()


class Head(TypedDict):
    """What every view begins with."""

    game: str
    scenario: str
    seat: str | None
    actors: list[str]
    prompt: str
    rule: str
    over: bool
    waiting_for_chance: bool


class FrameGame(Game[P], Generic[P]):
    """A game whose flow is frames. Its own are: what is in the box, its blank position, how a situation is laid out,
    and what a seat is shown."""

    package: ClassVar[str]
    """The Python package of the game: its data lie in it, its frames are gathered from it."""
    position: ClassVar[type[Any]]
    situation: ClassVar[type[Any]] = Heading
    """What a situation file may say, as a typed record."""
    end_rule: ClassVar[str]
    """The rule by which the game ends."""
    saved: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        cls.saved = None

    def __init__(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> None:
        self.scenario = self.check_scenario(scenario)
        self.options = check_options(self.switches, options or {})
        self.sides = self.seated(self.options)
        self.shelf = Shelf(self.package, overlay)
        try:
            self.unpack()
        except BadInput as error:
            raise self.shelf.blame(error) from None

    @classmethod
    def briefings(cls) -> Mapping[str, Briefing]:
        return load_briefings(cls.package, tuple(cls.scenarios))

    @classmethod
    def guide(cls) -> Guide | None:
        return load_guide(cls.package, tuple(cls.scenarios), cls.sides, tuple(verb.name for verb in cls.verbs))

    @classmethod
    def history(cls) -> History | None:
        return load_history(cls.package)

    def unpack(self) -> None:
        """Take what is in the box, and make the tables that play looks things up in."""

    def blank(self) -> P:
        """A position with every counter absent and nothing under way."""
        p: P = self.position()
        return p

    @abstractmethod
    def lay(self, s: Any) -> P:
        """The position that a situation describes, with its procedures opened."""

    @abstractmethod
    def show(self, p: P, side: str | None) -> dict[str, Any]:
        """What that seat sees, without the head that all views share. Its parts may be those of an earlier view."""

    def check(self, p: P) -> None:
        """BadInput where a loaded position speaks of pieces or places that the game does not have."""

    def put_all(self, p: P, bare: P) -> None:
        """Put every piece of `p` on a blank position: so the derived fields of a loaded one are worked out."""

    @cached_property
    def _ledger(self) -> dict[str, Rule]:
        return load_rules(self.shelf)

    @property
    def rules(self) -> Mapping[str, Rule]:
        return self._ledger

    @cached_property
    def _opened(self) -> P:
        return self.opening()

    def start(self) -> P:
        p: P = self._opened.copy()
        p.news = self._opened.news[:]
        return p

    def opening(self) -> P:
        """The position before the first decision of the scenario, made once."""
        name = f"scenarios/{self.scenario}.toml"
        return self.set_up(parse(self.shelf.text(name), name))

    def set_up(self, situation: Mapping[str, Any]) -> P:
        s = shaped(dict(situation), self.situation, "situation")
        if s.game != self.name:
            raise BadInput(f"situation: game: expected {self.name!r}, got {s.game!r}")
        p = self.lay(s)
        self.settle(p)
        return self.load({**self.save(p), **parse_rest(s.rest)}) if s.rest else p

    def situation_of(self, p: P) -> dict[str, Any]:
        """What a situation file of this position says in the game's own words; `whole_situation` adds the rest."""
        return {}

    def whole_situation(self, p: P) -> dict[str, Any]:
        """A situation that gives exactly this position again."""
        heading = {"game": self.name, "scenario": self.scenario, "options": changed(self.switches, self.options)}
        told = {key: value for key, value in {**heading, **self.situation_of(p)}.items() if value or value is False}
        laid, true = self.save(self.set_up(told)), self.save(p)
        rest = {key: value for key, value in true.items() if laid[key] != value}
        return {**told, "rest": rest_text(rest)} if rest else told

    @classmethod
    def saved_form(cls) -> Any:
        """The typed record of a saved position, made at its first use, when all frames are known."""
        if cls.saved is None:
            cls.saved = saved_kind(cls.position, cls.package)
        return cls.saved

    def save(self, p: P) -> dict[str, Any]:
        return store(p, self.saved_form())

    def load(self, data: Mapping[str, Any]) -> P:
        p = self.blank()
        restore(p, shaped(dict(data), self.saved_form(), "position"))
        self.check(p)
        bare = self.blank()
        self.put_all(p, bare)
        take_derived(p, bare)
        self.settle(p)
        return p

    def outcome(self, p: P) -> Outcome | None:
        return p.outcome

    def view(self, p: P, side: str | None) -> dict[str, Any]:
        view: dict[str, Any] = own_copy(self.glance(p, side))
        return view

    def glance(self, p: P, side: str | None) -> dict[str, Any]:
        return {**self.head(p, side), **self.show(p, side)}

    def head(self, p: P, side: str | None) -> Head:
        prompt, rule = p.frames[-1].prompt(self, p) if p.frames else ("The game is over.", self.end_rule)
        return {
            "game": self.name, "scenario": self.scenario, "seat": side, "actors": list(self.awaited(p, side)),
            "prompt": prompt, "rule": rule, "over": p.outcome is not None, "waiting_for_chance": p.who == (CHANCE,),
        }

    def actors(self, p: P) -> tuple[str, ...]:
        return p.who

    def party(self, p: P) -> tuple[str, ...]:
        found: tuple[str, ...] = p.frames[-1].party(self, p) if p.frames else NOBODY
        return found

    def awaited(self, p: P, side: str | None) -> tuple[str, ...]:
        party = self.party(p)
        if side is None or side in p.who or side not in party:
            return party or p.who
        return tuple([other for other in party if other != side])

    def legal(self, p: P, side: str) -> list[Action]:
        known = p.choices.get(side)
        if known is None:
            known = sorted(p.frames[-1].legal(self, p, side)) if side in p.who else []
            p.choices[side] = known
        return known

    def stakes(self, p: P, side: str) -> Mapping[Action, Stake]:
        found: Mapping[Action, Stake] = p.frames[-1].stakes(self, p, side) if side in p.who else {}
        return found

    def outcomes(self, p: P) -> list[tuple[Action, int]]:
        if p.who != (CHANCE,):
            return []
        found: list[tuple[Action, int]] = p.frames[-1].outcomes(self, p)
        if CHANCE not in p.choices:
            p.choices[CHANCE] = DIE_ACTIONS[:] if found is DIE else sorted([action for action, _ in found])
        return found

    def spelled(self, action: Action) -> Action:
        """An action as it is written now: records of earlier versions may have another word for it."""
        return action

    def apply(self, p: P, side: str, action: Action, news: list[Event] | None = None) -> list[Event]:
        if action not in self.legal(p, side):
            if (refusal := self.why_not(p, side, action)) is not None:
                raise Illegal(refusal.rule, refusal.reason)
            action = self.spelled(action)
            assert action in self.legal(p, side), f"{action!r} is neither legal nor refused"
        p.news = [] if news is None else news
        verb, noun = split(action)
        p.frames[-1].apply(self, p, side, verb, noun)
        self.settle(p)
        told, p.news = p.news, []
        return told

    def settle(self, p: P) -> None:
        """Run the frames that need no decision, until somebody must decide or the game is over."""
        p.choices = {}
        p.who = NOBODY
        while p.frames:
            if p.outcome is not None:
                p.frames = ()
                return
            frame = p.frames[-1]
            p.who = frame.actors(self, p)
            if p.who:
                return
            frame.run(self, p)

    def why_not(self, p: P, side: str, action: Action) -> Refusal | None:
        if not isinstance(action, str):
            return Refusal("", "an action is a text such as \"step 3414\"")
        action = self.spelled(action)
        if not p.frames:
            return Refusal("", "the game is over")
        if side not in self.sides and side != CHANCE:
            return Refusal("", f"there is no side {side!r}; the sides are {', '.join(self.sides)}")
        frame = p.frames[-1]
        text, rule = frame.prompt(self, p)
        if side not in p.who:
            now = listed([_named(one) for one in self.awaited(p, side)])
            return Refusal(rule, f"it is not for {_named(side)} to decide now, but for {now}")
        if action in self.legal(p, side):
            return None
        verb, noun = split(action)
        refusal: Refusal | None = frame.refuse(self, p, side, verb, noun)
        return refusal or Refusal(rule, f"That is not one of the choices here. {text}".strip())


class HexGame(FrameGame[P], Generic[P]):
    """A game of counters on a map of hexes, and every action's text that names one of either, made once."""

    grid: Grid
    ids: list[str]
    """The counters by their numbers."""

    def make_words(self) -> None:
        self.hex_words, self.unit_words = cell_texts(self.verbs, self.grid.names), texts(self.verbs, "unit", self.ids)

    def word(self, verb: str, u: int) -> str:
        return self.unit_words[verb][u]

    def hex_name(self, cell: int) -> str:
        return self.grid.names.get(cell, "")
