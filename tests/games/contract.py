"""The promises that every game keeps, checked while a random game is played.

Nothing here knows a game: a game is held to these promises by being listed in `meuse.games.GAMES`. It may have more to
say in `tests/games/GAME/promises.py`: `check(game, position)` holds promises of its own at every step, and
`scatter(rng)` gives random situations that bring about what play from the start seldom reaches.
"""

from __future__ import annotations

import importlib.util
import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

import meuse
from meuse.engine.contract import CHANCE, SPECTATORS, Action, BadInput, Event, Illegal, Refusal
from meuse.engine.dice import KeyedDice, key_from_seed
from meuse.engine.match import AnyGame, Match
from meuse.engine.narration import Narrator
from meuse.engine.record import RECORD_VERSION, Entry
from meuse.engine.situation import written
from meuse.games import GAMES, game_class, make_game
from tests.games.words import check_words

BOUND = 40_000
"""Actions, dice included, within which a random game must be over."""

GARBAGE = ("", " ", "\n", "step", "step ", " step", "die 7", "end end", "pass\x00", "ü", "x" * 500, "-1", "None")
NOT_TEXT: tuple[Any, ...] = (None, 5, 1.5, b"pass", ["pass"], {"action": "pass"}, True)


@dataclass(frozen=True)
class Case:
    """What a random game is played of."""

    game: str
    scenario: str
    options: dict[str, str] = field(default_factory=dict, hash=False)
    situation: dict[str, Any] | None = field(default=None, hash=False)

    def make(self) -> AnyGame:
        """The game, which never changes and so may be shared by many walks."""
        return made(self.game, self.scenario, tuple(sorted(self.options.items())))

    def __str__(self) -> str:
        changed = ",".join(f"{k}={v}" for k, v in self.options.items())
        parts = (self.game, self.scenario, changed, "situation" if self.situation else "")
        return "/".join(part for part in parts if part)


@lru_cache(16)
def made(name: str, scenario: str, options: tuple[tuple[str, str], ...]) -> AnyGame:
    return make_game(name, scenario, dict(options))


def default_cases() -> list[Case]:
    """Every scenario of every registered game, with its default options."""
    return [Case(name, scenario) for name in GAMES for scenario in game_class(name).scenarios]


def random_case(rng: Random, names: tuple[str, ...] = ()) -> Case:
    """A scenario with random options, or one of the game's own random situations."""
    name = rng.choice(names or tuple(GAMES))
    cls = game_class(name)
    options = {o.name: rng.choice(o.values) for o in cls.switches}
    situation = scattered(name, rng) if rng.random() < 0.7 else None
    if situation is None:
        return Case(name, rng.choice(sorted(cls.scenarios)), options)
    options |= situation.get("options", {})
    return Case(name, situation["scenario"], options, {**situation, "options": options})


def scattered(name: str, rng: Random) -> dict[str, Any] | None:
    """One of the game's own random situations, if it has them."""
    scatter: Callable[[Random], dict[str, Any]] | None = getattr(own_promises(name), "scatter", None)
    return scatter(rng) if scatter else None


@cache
def own_promises(name: str) -> ModuleType | None:
    """The module in which a game adds to the suite."""
    module = f"tests.games.{name.replace('-', '_')}"
    if importlib.util.find_spec(module) is None or importlib.util.find_spec(f"{module}.promises") is None:
        return None
    return importlib.import_module(f"{module}.promises")


@cache
def ledger_ids(name: str) -> frozenset[str]:
    return frozenset(make_game(name).rules)


def state(game: AnyGame, p: Any) -> bytes:
    """A position as bytes: two positions are the same if these are."""
    return msgspec.json.encode(game.save(p), order="deterministic")


class Mood:
    """How a random player leans: every verb has a weight of its own, so that games differ in kind.

    `spread` says how strongly, in powers of two.
    """

    def __init__(self, rng: Random, spread: float = 1.3) -> None:
        self.rng, self.spread = rng, spread
        self.leaning: dict[str, float] = {}

    def choose(self, actions: list[Action]) -> Action:
        weights = [self.weight(action.partition(" ")[0]) for action in actions]
        return self.rng.choices(actions, weights)[0]

    def weight(self, verb: str) -> float:
        if verb not in self.leaning:
            self.leaning[verb] = 2.0 ** self.rng.gauss(0, self.spread)
        return self.leaning[verb]


class Walk:
    """A random game, action by action and chance included. The seed decides everything."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case, self.seed = case, seed
        self.game = case.make()
        self.rng = Random(f"{case.game} {case.scenario} {seed}")
        self.mood = Mood(self.rng, spread=self.rng.choice((0.5, 1.5, 3.0)))
        self.dice = KeyedDice(key_from_seed(seed))
        situation = case.situation
        self.p: Any = self.game.set_up(situation) if situation is not None else self.game.start()
        self.entries: list[Entry] = []
        self.events: list[Event] = list(self.p.news)

    def next(self) -> Entry:
        """What will be done now."""
        actors = self.game.actors(self.p)
        if actors == (CHANCE,):
            number = self.dice.counter
            return Entry(CHANCE, self.dice.draw(self.game.outcomes(self.p)), number)
        side = self.rng.choice(actors)
        return Entry(side, self.mood.choose(self.game.legal(self.p, side)))

    def do(self, entry: Entry) -> list[Event]:
        events = self.game.apply(self.p, entry.side, entry.action)
        self.entries.append(entry)
        self.events += events
        return events

    def reproducer(self) -> dict[str, Any]:
        """What is needed to see this game again, with a record as far as it went."""
        return {
            "game": self.case.game, "scenario": self.case.scenario, "options": self.case.options,
            "situation": self.case.situation, "seed": self.seed,
            "record": {
                "version": RECORD_VERSION, "game": self.case.game, "scenario": self.case.scenario,
                "options": dict(self.game.options), "situation": self.case.situation,
                "commitment": self.dice.commitment, "actions": msgspec.to_builtins(self.entries),
            },
        }


def keep_promises(walk: Walk, every: int = 1) -> Walk:
    """Play the walk to its end with all promises checked; the dear ones only every so many steps."""
    watch = Watch(walk)
    while walk.game.actors(walk.p):
        thorough = len(walk.entries) % every == 0
        watch.before(thorough)
        entry = walk.next()
        twins = watch.twins() if thorough else []
        events = walk.do(entry)
        watch.after(entry, events)
        for kind, twin in twins:
            if watch.own:
                watch.own(walk.game, twin)
            again = walk.game.apply(twin, entry.side, entry.action)
            assert again == events, f"{kind}: other events after {entry}"
            assert state(walk.game, twin) == state(walk.game, walk.p), f"{kind}: another position after {entry}"
        assert len(walk.entries) < BOUND, f"no end after {BOUND} actions"
    watch.over()
    check_same_game(walk)
    return walk


def keep_for_a_while(game: str, seed: int, steps: int = 120) -> None:
    """Play so many steps of a random case with all promises checked, the dear ones at every twelfth."""
    walk = Walk(random_case(Random(seed), (game,)), seed)
    watch = Watch(walk)
    for step in range(steps):
        if not walk.game.actors(walk.p):
            break
        watch.before(thorough=step % 12 == 0)
        entry = walk.next()
        watch.after(entry, walk.do(entry))
    if watch.own:
        watch.own(walk.game, walk.p)


class Watch:
    """Looks over the shoulder of a walk."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.game = walk, walk.game
        self.rng = Random(walk.seed)
        self.rules = ledger_ids(walk.case.game)
        self.ids = set(self.game.pieces(walk.p))
        self.pool: dict[str, set[Action]] = {side: set() for side in (*self.game.sides, CHANCE)}
        """Every action that was legal at some moment of this game, by side."""
        self.past: list[tuple[Any, dict[str, Any], bytes]] = []
        self.own: Callable[[AnyGame, Any], None] | None = getattr(own_promises(walk.case.game), "check", None)
        self.narrator = Narrator(self.game)
        self.hear(walk.events)

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            check_event(self.game, event, self.rules)
            check_words(self.game, self.narrator.take(event).joined, event.what)

    def before(self, thorough: bool) -> None:
        """At a decision, before anything is done."""
        game, p = self.game, self.walk.p
        check_decision(game, p)
        check_pieces(game, p, self.ids)
        for side in game.actors(p):
            self.pool[side].update(game.legal(p, side))
        if self.own:
            self.own(game, p)
        if thorough:
            check_copy(game, p, self.rng)
            check_save(game, p)
            check_situation(game, p)
            check_views(game, p, self.rules)
            check_secrecy(game, p, self.rng)
            check_answers(game, p, self.rules)
            check_legal_has_no_reason(game, p)
            self.check_refusals()
            self.past.append((p.copy(), game.save(p), state(game, p)))
            if self.own:
                self.own(game, p)

    def twins(self) -> list[tuple[str, Any]]:
        """Positions that must go on exactly as the true one does."""
        game, p = self.game, self.walk.p
        return [("copy", p.copy()), ("loaded", game.load(json.loads(state(game, p))))]

    def after(self, entry: Entry, events: list[Event]) -> None:
        self.hear(events)
        if self.game.actors(self.walk.p):
            assert self.game.outcome(self.walk.p) is None, "an outcome, but the game goes on"

    def over(self) -> None:
        """After the last action."""
        game, p = self.game, self.walk.p
        outcome = game.outcome(p)
        assert outcome is not None, "nobody can act, but there is no outcome"
        assert outcome.winner is None or outcome.winner in game.sides
        assert outcome.level
        assert set(outcome.points) <= set(game.sides)
        assert not any(game.legal(p, side) for side in (*game.sides, CHANCE)), "legal actions after the end"
        check_pieces(game, p, self.ids)
        check_copy(game, p, self.rng)
        check_save(game, p)
        check_views(game, p, self.rules)
        self.check_refusals()
        for copy, saved, before in self.past:
            assert state(game, copy) == before, "a past position has changed"
            assert msgspec.json.encode(saved, order="deterministic") == before, "past saved data have changed"

    def check_refusals(self) -> None:
        game, p = self.game, self.walk.p
        for side, action, strict in islice(self.wrong_actions(), 24):
            check_refusal(game, p, side, action, self.rules if strict else self.rules | {""})
            if game.secrets and side in game.sides:
                check_discretion(game, p, side, action, self.rng)

    def wrong_actions(self) -> Iterator[tuple[Any, Any, bool]]:
        """Side, action, and whether a rule of the ledger must be named."""
        game, p, rng = self.game, self.walk.p, self.rng
        actors = game.actors(p)
        seats = (*game.sides, CHANCE)
        for side in actors or seats:
            legal = game.legal(p, side)
            known = sorted(self.pool[side])
            for action in rng.sample(known, min(6, len(known))):
                if action not in legal:
                    yield side, action, bool(actors)
            words = [action.partition(" ") for action in sorted(set[str]().union(*self.pool.values()))]
            for _ in range(4 if words else 0):
                mixed = f"{rng.choice(words)[0]} {rng.choice(words)[2]}"
                if mixed not in legal:
                    yield side, mixed, False
            near = [f"{action} " for action in legal] + [action.upper() for action in legal] + list(GARBAGE)
            yield from ((side, action, False) for action in rng.sample(near, 2) if action not in legal)
            yield side, rng.choice(NOT_TEXT), False
        for side in seats:
            if side not in actors:
                at_hand = game.legal(p, actors[0]) if actors else sorted(self.pool[side]) or ["pass"]
                yield side, rng.choice(at_hand), False
        yield rng.choice(("nobody", "", "German", None)), "pass", False


def check_decision(game: AnyGame, p: Any) -> None:
    """Actors, legal lists and chances as the contract says."""
    actors = game.actors(p)
    seats = (*game.sides, CHANCE)
    assert isinstance(actors, tuple)
    assert len(set(actors)) == len(actors)
    assert set(actors) <= set(seats)
    assert CHANCE not in actors or actors == (CHANCE,), "chance acts alone"
    for side in seats:
        legal = game.legal(p, side)
        if side not in actors:
            assert legal == [], f"{side} is no actor but may do {legal[:3]}"
            continue
        assert legal, f"{side} must act but has nothing to do"
        assert all(isinstance(action, str) and action and action == action.strip() for action in legal)
        assert legal == sorted(set(legal)), f"not sorted or not unique: {legal}"
        check_verbs(game, legal)
    outcomes = game.outcomes(p)
    if actors == (CHANCE,):
        assert sorted(action for action, _ in outcomes) == game.legal(p, CHANCE), "outcomes are not the legal list"
        assert all(type(weight) is int and weight > 0 for _, weight in outcomes), f"weights: {outcomes}"
    else:
        assert outcomes == [], "outcomes where chance does not act"


def check_verbs(game: AnyGame, legal: list[Action]) -> None:
    """Every action is a declared verb with a noun of a declared kind."""
    verbs, known = sheet_of(game)["verbs"], names_of(game)
    for action in legal:
        verb, _, noun = action.partition(" ")
        assert verb in verbs, f"the verb of {action!r} is not declared"
        kinds = [way["noun"] for way in verbs[verb] if bool(way["noun"]) is bool(noun)]
        assert len(kinds) == 1, f"{action!r}: no such verb {'with' if noun else 'without'} a noun"
        fits = noun in known[kinds[0]] if kinds[0] in known else kinds[0] != "number" or noun.lstrip("-").isdigit()
        assert fits, f"{action!r}: its noun is no {kinds[0]}"


def check_told(game: AnyGame, event: Event) -> None:
    """Fields of events that name pieces or places are declared, so that a table can light them."""
    known = names_of(game)
    for key, value in event.data.items():
        kind = game.told.get(f"{event.what} {key}") or game.told.get(key)
        for name in filter(None, strings(value)):
            if kind in known:
                assert name in known[kind], f"{event.what}: {key} {name!r} is no {kind}"
            else:
                found = [noun for noun, names in known.items() if name in names]
                assert not found, f"{event.what}: {key} names a {found[0]}, {name}: declare it in `told`"


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@lru_cache(16)
def names_of(game: AnyGame) -> dict[str, frozenset[str]]:
    """The pieces, cells and sides that the sheet knows."""
    sheet = sheet_of(game)
    return {"unit": frozenset(sheet.get("counters", ())), "hex": frozenset(sheet.get("hexes", ())),
            "side": frozenset(sheet.get("sides_of_hexes", ()))}


@lru_cache(16)
def sheet_of(game: AnyGame) -> dict[str, Any]:
    return game.sheet()


def check_copy(game: AnyGame, p: Any, rng: Random) -> None:
    """A copy is the same position, and what is done to it is not done to the original."""
    before = state(game, p)
    twin = p.copy()
    assert state(game, twin) == before, "a copy differs"
    assert game.actors(twin) == game.actors(p)
    for _ in range(5):
        actors = game.actors(twin)
        if not actors:
            break
        game.apply(twin, actors[0], rng.choice(game.legal(twin, actors[0])))
        assert state(game, p) == before, "play on a copy has changed the original"


def check_save(game: AnyGame, p: Any) -> None:
    """Saved data are plain, and give the same position again."""
    saved = game.save(p)
    assert json.loads(json.dumps(saved, allow_nan=False)) == msgspec.to_builtins(msgspec.json.decode(state(game, p)))
    again = game.load(json.loads(json.dumps(saved)))
    assert state(game, again) == state(game, p), "load(save(p)) is another position"
    assert game.actors(again) == game.actors(p)
    for side in game.actors(p):
        assert game.legal(again, side) == game.legal(p, side), "load(save(p)) has another legal list"
    assert game.outcome(again) == game.outcome(p)
    assert game.pieces(again) == game.pieces(p)
    assert game.view(again, None) == game.view(p, None)


def check_situation(game: AnyGame, p: Any) -> None:
    """A situation written from a position and read back is that position."""
    text = written(game.whole_situation(p))
    again = game.set_up(tomllib.loads(text))
    assert state(game, again) == state(game, p), f"another position from the situation written of it:\n{text}"
    assert game.actors(again) == game.actors(p)


def check_views(game: AnyGame, p: Any, rules: frozenset[str]) -> None:
    """Every view is plain data with the facts that all clients need, and no window into the position."""
    before = state(game, p)
    seen: dict[str | None, dict[str, Any]] = {}
    for seat in (*game.sides, None):
        view = game.view(p, seat)
        text = json.dumps(view, allow_nan=False, sort_keys=True)
        assert json.loads(text) == view, "a view is not plain JSON data"
        assert view["game"] == game.name
        assert view["scenario"] == game.scenario
        assert view["seat"] == seat
        assert view["actors"] == list(game.awaited(p, seat))
        assert view["over"] is (game.outcome(p) is not None)
        assert isinstance(view["prompt"], str)
        assert view["prompt"], "a view without a prompt"
        check_words(game, view["prompt"], "prompt")
        assert view["rule"] in rules, f"prompt {view['prompt']!r}: {view['rule']!r} is not in the ledger"
        wreck(view)
        assert state(game, p) == before, "a change to a view has changed the position"
        again = game.view(p, seat)
        assert json.dumps(again, sort_keys=True) == text, "a change to a view has changed the next one"
        alike = seen.setdefault(game.eyes(seat), again)
        assert {**alike, "seat": seat} == again, "two seats with the same eyes see different things"


def wreck(data: Any) -> None:
    """Empty everything inside."""
    for inner in list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else ():
        wreck(inner)
    if isinstance(data, dict | list):
        data.clear()


def check_secrecy(game: AnyGame, p: Any, rng: Random) -> None:
    """A side cannot tell the true position from one in which only what it cannot see is different."""
    before = state(game, p)
    for side in game.sides:
        other = game.determinize(p, side, rng)
        assert other is not p
        assert state(game, p) == before, "determinize has changed the position"
        assert game.view(other, side) == game.view(p, side), f"{side} sees what it must not see"
        assert game.legal(other, side) == game.legal(p, side), f"{side}'s choices depend on what it cannot see"
        assert game.actors(other) == game.actors(p)
        assert set(game.pieces(other)) == set(game.pieces(p))
        check_decision(game, other)
        actors = game.actors(other)
        if actors:
            game.apply(other, actors[0], rng.choice(game.legal(other, actors[0])))
        assert state(game, p) == before, "play on a determinized position has changed the true one"


def check_answers(game: AnyGame, p: Any, rules: frozenset[str]) -> None:
    """Questions nobody can answer are refused; a preview is plain data and its chances sum to one."""
    before = state(game, p)
    for question in ("", "nonsense", "step", "odds 1 2 3"):
        with suppress(BadInput):
            assert all(part.rule in rules for part in game.explain(p, question).parts)
    with suppress(BadInput):
        shown = game.preview(p)
        assert json.loads(json.dumps(shown, allow_nan=False)) == shown
        if "results" in shown:
            assert abs(sum(shown["results"].values()) - 1) < 1e-9
    assert state(game, p) == before, "a question has changed the position"


def check_event(game: AnyGame, event: Event, rules: frozenset[str]) -> None:
    assert event.what
    assert event.rule in rules, f"{event.what}: {event.rule!r} is not in the ledger"
    assert json.loads(json.dumps(event.data, allow_nan=False)) == event.data, f"{event.what}: not plain data"
    check_told(game, event)
    text = game.describe(event)
    assert isinstance(text, str)
    assert text.strip(), f"{event.what}: no sentence"
    check_words(game, text, event.what)
    assert event.seen_by is None or set(event.seen_by) <= {*game.sides, SPECTATORS}
    for seat in game.sides:
        assert event.visible_to(seat) is (event.seen_by is None or seat in event.seen_by)
    watched = event.seen_by is None or SPECTATORS in event.seen_by
    assert event.visible_to(None) is watched, "a spectator sees what is meant for him"


def check_pieces(game: AnyGame, p: Any, ids: set[str]) -> None:
    pieces = game.pieces(p)
    assert set(pieces) == ids, f"pieces lost or found: {set(pieces) ^ ids}"
    assert all(isinstance(place, str) and place for place in pieces.values())


def check_legal_has_no_reason(game: AnyGame, p: Any) -> None:
    """What is legal has no reason against it, and the reasons are not even looked for."""
    for side in game.actors(p):
        with patch.object(type(p.frames[-1]), "refuse", side_effect=AssertionError("a legal action was judged")):
            for action in game.legal(p, side):
                assert game.why_not(p, side, action) is None, f"{action!r} is legal but has a reason against it"


def check_refusal(game: AnyGame, p: Any, side: Any, action: Any, rules: frozenset[str]) -> None:
    """What is not legal has a reason, which `apply` gives as well, and nothing changes."""
    before, choices = state(game, p), {s: list(game.legal(p, s)) for s in game.actors(p)}
    refusal = game.why_not(p, side, action)
    assert isinstance(refusal, Refusal), f"{side} {action!r}: no reason given"
    assert refusal.reason.strip()
    if "" not in rules:
        check_words(game, refusal.reason, "refusal")
    assert refusal.rule in rules, f"{side} {action!r}: {refusal} names no rule of the ledger"
    with pytest.raises(Illegal) as caught:
        game.apply(p, side, action)
    assert (caught.value.rule, caught.value.reason) == (refusal.rule, refusal.reason)
    assert state(game, p) == before, f"the refused {action!r} has changed the position"
    assert {s: game.legal(p, s) for s in game.actors(p)} == choices


def check_discretion(game: AnyGame, p: Any, side: str, action: Any, rng: Random) -> None:
    """A reason is given from what the asker knows: it is the same where only what he cannot see is different."""
    other = game.determinize(p, side, rng)
    assert game.why_not(other, side, action) == game.why_not(p, side, action), f"{action!r}: the reason tells a secret"


def check_same_game(walk: Walk) -> None:
    """The driver with the same seed and decisions plays the same game, and its record, saved or not, repeats it."""
    match = Match(walk.game, seed=walk.seed, situation=walk.case.situation)
    events = list(match.opening)
    for entry in walk.entries:
        if entry.side != CHANCE:
            events += match.apply(entry.side, entry.action)
    assert match.entries == walk.entries, "the same seed and decisions gave another game"
    assert events == walk.events
    assert state(match.game, match.position) == state(walk.game, walk.p)
    record = json.dumps(match.record, allow_nan=False)
    again = meuse.replay(record)
    assert again.record == match.record
    assert state(again.game, again.position) == state(walk.game, walk.p)
    assert again.outcome == match.outcome == walk.game.outcome(walk.p)
    assert meuse.load(match.save()).save() == match.save()
