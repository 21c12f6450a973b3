"""The driver of one match: it rolls the dice, keeps the record, saves, loads, replays and takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from meuse.engine.changes import Moments
from meuse.engine.contract import CHANCE, Action, BadInput, Event, Game, Illegal, Outcome
from meuse.engine.data import shaped
from meuse.engine.dice import HEX_32, KeyedDice, Salt, Span, key_from_seed, make_span, new_span
from meuse.engine.situation import written

RECORD_VERSION = 2
READABLE = (1, 2)
"""Version 1 knew no salts, and did not say whether dice were seeded or scripted."""

AnyGame: TypeAlias = Game[Any]
GameMaker: TypeAlias = Callable[[str, str | None, Mapping[str, Any], Mapping[str, Any] | None], AnyGame]
"""Makes a game from its name, scenario, options and data overlay."""


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


class Match:
    """A game being played. Chance acts by itself; everything else comes through `apply`."""

    moments: list[Any] | None = None
    """A list here is given the position at each event that is told, for a table that plays them out."""

    def __init__(
        self,
        game: AnyGame,
        *,
        seed: int | str | None = None,
        situation: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
        salted: Sequence[str] = (),
    ) -> None:
        """`salted` names sides whose salts are to be mixed into the key: no die falls before `mix` has them all."""
        key = key_from_seed(seed) if seed is not None else None
        dice = KeyedDice(spans=[new_span(0, key, salted, seeded=seed is not None)])
        self._hold(game, dice, situation, overlay, begin(game, situation), scripted=script_of(situation))
        self.opening: list[Event] = [*self.position.news, *self._chance()]
        self._joint = self._opened()

    def _hold(
        self,
        game: AnyGame,
        dice: KeyedDice,
        situation: Mapping[str, Any] | None,
        overlay: Mapping[str, Any] | None,
        position: Any,
        *,
        entries: Sequence[Entry] = (),
        backs: Sequence[Back] = (),
        scripted: Sequence[int | str] = (),
    ) -> None:
        """Everything that a match is made of."""
        self.game, self.dice, self.position = game, dice, position
        self.origin = dict(situation) if situation is not None else None
        self.overlay = dict(overlay) if overlay is not None else None
        self.entries, self.backs = list(entries), list(backs)
        self.scripted = list(scripted)
        self.opening = []
        self._undo: list[Any] = []
        """The positions before the latest actions; never changed, so that copies share them."""
        self._joint = self._opened()

    @classmethod
    def held(cls, *parts: Any, **more: Any) -> Match:
        """A match in the midst of play, of the parts that `_hold` names."""
        match = cls.__new__(cls)
        match._hold(*parts, **more)
        return match

    @property
    def actors(self) -> tuple[str, ...]:
        return self.game.actors(self.position)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.position)

    def legal(self, side: str) -> list[Action]:
        return list(self.game.legal(self.position, side))

    def view(self, side: str | None) -> dict[str, Any]:
        return self.game.view(self.position, side)

    def apply(self, side: str, action: Action) -> list[Event]:
        """Carry out an action, and the dice that follow from it.

        Raises Illegal if it is refused, BadInput if a situation's script asks for a die that cannot come up then;
        either changes nothing.
        """
        if side == CHANCE:
            raise Illegal("", "chance is not a seat: the dice are rolled by the match")
        before = self.position.copy()
        whole = self.copy() if self.scripted else None
        events = self._carry_out(side, action)
        if self.entries and self.entries[-1].side != side:
            self._undo.clear()
        self._undo.append(before)
        self.entries.append(Entry(side, action))
        try:
            events += self._chance()
        except BadInput:
            if whole:
                vars(self).update(vars(whole))
            raise
        if any(e.reveals for e in events):
            self._undo.clear()
        self._keep_joint(before)
        return events

    @property
    def joint(self) -> int | None:
        """How many actions stood when the choice opened that several sides are making at once and in secret."""
        return self._joint[0] if self._joint else None

    def _opened(self) -> tuple[int, Any] | None:
        return (len(self.entries), self.position.copy()) if len(self.game.party(self.position)) > 1 else None

    def _keep_joint(self, before: Any) -> None:
        """As a secret choice of several opens or closes, what was done before stands: to take it back would tell."""
        was = self._joint
        if was is not None and _same_choice(self.game, before, self.position):
            return
        self._joint = self._opened()
        if was is not None or self._joint is not None:
            self._undo.clear()

    def _carry_out(self, side: str, action: Action) -> list[Event]:
        if self.moments is None:
            return self.game.apply(self.position, side, action)
        news = Moments(self.position)
        self.game.apply(self.position, side, action, news)
        self.moments += news.positions
        return list(news)

    def _chance(self) -> list[Event]:
        """Roll and draw until a side must decide."""
        events: list[Event] = []
        while self.game.actors(self.position) == (CHANCE,) and not self.dice.waiting:
            outcomes = self.game.outcomes(self.position)
            number: int | None = None
            if self.scripted:
                action = _scripted(self.scripted[0], outcomes)
                del self.scripted[0]
            else:
                number = self.dice.counter
                action = self.dice.draw(outcomes)
            events += self._carry_out(CHANCE, action)
            self.entries.append(Entry(CHANCE, action, number))
            self._undo.clear()
        return events

    def mix(self, salts: Sequence[Salt]) -> list[Event]:
        """Salts promised or shown; with the last of them the dice fall that have waited for it."""
        self.dice.mix(salts)
        before = self.position.copy()
        events = self._chance()
        self._keep_joint(before)
        return events

    def follow(self, entries: Sequence[Entry]) -> None:
        """What has been done to this match elsewhere, dice included; where their key is known they are verified."""
        for entry in entries:
            if entry.side == CHANCE and entry.number is None:
                self.scripted = self.scripted[1:]
            elif entry.side == CHANCE and entry.number is not None:
                outcomes = self.game.outcomes(self.position)
                if outcomes and self.dice.knows(entry.number):
                    due = KeyedDice(counter=entry.number, spans=self.dice.spans).draw(outcomes)
                    _same_die(due, entry, f"record: actions[{len(self.entries)}]")
                self.dice.counter = max(self.dice.counter, entry.number + 1)
            _replay_entry(self, entry)

    def undoable(self, side: str) -> int:
        """How many of its latest actions this side may take back: none past a die, a reveal or the other side.

        While several choose in secret, all of its own since that began, whatever the others have done meanwhile.
        """
        if self._joint is not None:
            return sum(entry.side == side for entry in self.entries[self._joint[0]:])
        return len(self._undo) if self.entries and self.entries[-1].side == side else 0

    def undo(self, side: str) -> int:
        """Take the side's latest action back; how many actions stood before it."""
        if not self.undoable(side):
            raise Illegal("", "there is nothing to take back since the last die, reveal or decision of the other side")
        index = max(n for n, entry in enumerate(self.entries) if entry.side == side)
        if self._joint is None:
            self.position = self._undo.pop().copy()
        else:
            self.position = self._without(index, *self._joint)
        self.backs = backs_after(self.backs, self.entries, index)
        del self.entries[index]
        return index

    def _without(self, index: int, first: int, opening: Any) -> Any:
        """The secret choices of several made again from their opening, but for one."""
        position = opening.copy()
        for n, entry in enumerate(self.entries[first:], first):
            if n != index:
                self.game.apply(position, entry.side, entry.action)
        return position

    def back_to(self, length: int) -> None:
        """Go back to the decision at which so many actions stood: past dice, too, which are never rolled again.

        Where a die was due there, to the decision before it, or to the first of the match.
        """
        length = _decision(self.entries, length)
        past = resume(self.game, self.entries[:length], spans=self.dice.spans, situation=self.origin,
                      overlay=self.overlay, backs=backs_after(self.backs, self.entries, length))
        if reveals(self.game, past.position, self.entries[length:]):
            past.backs = backs_after(self.backs, self.entries, length, hindsight=True)
        vars(self).update(vars(past), opening=self.opening)

    def copy(self) -> Match:
        dice = KeyedDice(counter=self.dice.counter, spans=self.dice.spans)
        twin = Match.held(self.game, dice, self.origin, self.overlay, self.position.copy(), entries=self.entries,
                          backs=self.backs, scripted=self.scripted)
        twin._undo, twin._joint = self._undo[:], self._joint
        twin.opening = list(self.opening)
        return twin

    def past(self, length: int) -> Match:
        """The match as it stood after so many actions, dice included."""
        if not 0 <= length <= len(self.entries):
            raise BadInput(f"expected a number of actions from 0 to {len(self.entries)}, got {length}")
        return resume(self.game, self.entries[:length], spans=self.dice.spans, situation=self.origin,
                      overlay=self.overlay)

    def situation(self) -> str:
        """The position as a situation file, from which it can be set up again: everything, secrets too."""
        return written(self.game.whole_situation(self.position))

    @property
    def record(self) -> dict[str, Any]:
        """Header, actions and dice, JSON-able, all of it: it is its owner's. The key is in it once the match is over.

        What leaves for a seat of a match with secrets is redacted first (`server/records.py`).
        """
        plain: dict[str, Any] = msgspec.to_builtins(self.publish())
        return plain

    def publish(self, ended: Mapping[str, Any] | None = None) -> Record:
        """The record; `ended` says how the table ended the match, where the game did not."""
        outcome = self.outcome
        first, *later = published(self.dice.spans, open=outcome is not None or ended is not None)
        return Record(
            version=RECORD_VERSION,
            game=self.game.name,
            scenario=self.game.scenario,
            options=dict(self.game.options),
            commitment=first.commitment,
            actions=list(self.entries),
            situation=self.origin,
            overlay=self.overlay,
            key=first.key,
            outcome=outcome,
            ended=dict(ended) if ended is not None else None,
            taken_back=self.backs,
            moved=later,
            salts=first.salts,
            seeded=self.dice.spans[0].seeded,
            scripted=bool(script_of(self.origin)),
        )

    def save(self) -> bytes:
        """Everything, the secret key too: for the keeper of the match, not for players."""
        return msgspec.json.encode(
            Saved(
                record=self.publish(),
                key=keys_text(self.dice.spans),
                counter=self.dice.counter,
                scripted=self.scripted,
                position=self.game.save(self.position),
            )
        )


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


def spans_in(record: Record) -> list[Span]:
    """The spans of a record, with the keys that are in it."""
    return spans_of(record.commitment, record.moved, [record.key, *(m.key for m in record.moved)],
                    record.salts, record.seeded)


def script_of(situation: Mapping[str, Any] | None) -> list[int | str]:
    """The dice that a situation gives."""
    return list((situation or {}).get("dice", ()))


def begin(game: AnyGame, situation: Mapping[str, Any] | None) -> Any:
    """The position before the first die and decision."""
    return game.set_up(situation) if situation is not None else game.start()


def backs_after(
    backs: list[Back], entries: Sequence[Entry], left: int, *, hindsight: bool = False
) -> list[Back]:
    """With this taking-back noted, if it goes past a die or a secret, or past what an earlier one left."""
    taken = list(entries[left:])
    noted = bool(backs) or hindsight or any(entry.side == CHANCE for entry in taken)
    return [*backs, Back(left, taken, hindsight)] if noted and taken else backs


def reveals(game: AnyGame, position: Any, entries: Sequence[Entry]) -> bool:
    """Whether these actions, done at that position, show somebody what was secret."""
    if not game.secrets:
        return False
    course = position.copy()
    return any(event.reveals for entry in entries for event in game.apply(course, entry.side, entry.action))


def _same_choice(game: AnyGame, before: Any, after: Any) -> bool:
    """Whether the secret choice of several that was under way still is: nobody has to choose who had chosen."""
    if len(game.party(after)) < 2 or len(before.frames) != len(after.frames):
        return False
    return type(before.frames[-1]) is type(after.frames[-1]) and set(game.actors(after)) <= set(game.actors(before))


def _decision(entries: Sequence[Entry], length: int) -> int:
    """The latest decision at which no more than so many actions stood, or the first one of all."""
    due = [n for n in range(len(entries)) if entries[n].side != CHANCE]
    return max((n for n in due if n <= length), default=min(due, default=len(entries)))


def retrace(
    game: AnyGame, situation: Mapping[str, Any] | None, actions: Sequence[Entry], backs: Sequence[Back]
) -> Iterator[tuple[int, Entry | None, Any]]:
    """Everything in the order in which it happened: how many actions stood, what followed, and the position then.

    Whoever asks applies the action to the position before he goes on. None stands for a taking-back to that number.
    """
    stretches: list[tuple[int, list[Entry]]] = []
    course = list(actions)
    for index, back in reversed(list(enumerate(backs))):
        if not 0 <= back.left <= len(course) or not back.actions:
            raise BadInput(f"record: taken_back[{index}]: it does not fit the actions")
        stretches.insert(0, (back.left, course[back.left:]))
        course = course[: back.left] + back.actions
    position, wanted = begin(game, situation), {left for left, _ in stretches}
    kept: dict[int, Any] = {}
    for turn, (left, stretch) in enumerate([(0, course), *stretches]):
        if turn:
            position = kept[left].copy()
            yield left, None, position
        for length, entry in enumerate(stretch, left):
            if length in wanted:
                kept[length] = position.copy()
            yield length, entry, position


def _scripted(wanted: int | str, outcomes: Sequence[tuple[Action, int]]) -> Action:
    """The outcome that a situation file's `dice` names by its noun."""
    for action, _ in outcomes:
        if action.partition(" ")[2] == str(wanted):
            return action
    expected = ", ".join(action.partition(" ")[2] for action, _ in outcomes)
    raise BadInput(f"dice: {wanted!r} cannot come up now; expected one of {expected}")


def _decoded(data: Any, kind: Any, name: str) -> Any:
    if isinstance(data, bytes | bytearray | str):
        try:
            data = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput(f"{name}: not valid JSON: {error}") from None
        except RecursionError:
            raise BadInput(f"{name}: it is nested too deeply") from None
    return shaped(data, kind, name)


def load_match(data: Any, make: GameMaker) -> Match:
    """The match that `save` wrote, ready to go on."""
    saved: Saved = _decoded(data, Saved, "saved match")
    record = saved.record
    match = replay_record(msgspec.to_builtins(record), make, check=False)
    if (saved.counter, saved.scripted) != (match.dice.counter, match.scripted):
        raise BadInput("saved match: counter, scripted: they are not what its actions have left of the dice")
    spans = spans_of(record.commitment, record.moved, keys_from(saved.key), record.salts, record.seeded)
    match.dice = KeyedDice(counter=saved.counter, spans=spans)
    if msgspec.json.decode(msgspec.json.encode(match.game.save(match.position))) != saved.position:
        raise BadInput("saved match: position: it is not the one that its actions lead to")
    return match


def _key(text: str) -> bytes:
    if not HEX_32.fullmatch(text):
        raise BadInput("record: key: expected 64 hexadecimal digits")
    return bytes.fromhex(text)


def check_heading(record: Record) -> None:
    """BadInput where it is of a version that is not known, or says of its dice what is not so."""
    if record.version not in READABLE:
        raise BadInput(f"record: version: expected {RECORD_VERSION}, got {record.version}")
    if record.version > 1 and record.scripted != bool(script_of(record.situation)):
        raise BadInput("record: scripted: it does not say what its situation does")


def replay_record(data: Any, make: GameMaker, *, check: bool = True) -> Match:
    """Play a record again. BadInput says at which action it fails; with a key, every die is verified.

    Without it the replayed match goes on with a new key, and its record says from which die on.
    """
    record: Record = _decoded(data, Record, "record")
    check_heading(record)
    game = make(record.game, record.scenario, record.options, record.overlay)
    match = Match.held(game, KeyedDice(spans=spans_in(record)), record.situation, record.overlay,
                       begin(game, record.situation), scripted=script_of(record.situation))
    for length, entry, match.position in retrace(game, record.situation, record.actions, record.taken_back):
        if entry is None:
            hindsight = reveals(game, match.position, match.entries[length:])
            match.backs = backs_after(match.backs, match.entries, length, hindsight=hindsight)
            match.entries, match._undo, match._joint = match.entries[:length], [], None
            continue
        where = f"record: actions[{length}]"
        if entry.side == CHANCE:
            _check_die(match, entry, where)
        elif entry.number is not None:
            raise BadInput(f"{where}: {entry.number} is a die's number, and {entry.side} rolled none")
        _replay_entry(match, entry)
    if match.backs:
        match = resume(game, match.entries, spans=match.dice.spans, situation=record.situation,
                       overlay=record.overlay, backs=match.backs)
    if check and record.outcome != match.outcome:
        raise BadInput(f"record: outcome: {record.outcome} recorded, {match.outcome} reached")
    return match


def resume(
    game: AnyGame,
    entries: Sequence[Entry],
    *,
    spans: Sequence[Span],
    situation: Mapping[str, Any] | None = None,
    overlay: Mapping[str, Any] | None = None,
    backs: Sequence[Back] = (),
    known: tuple[int, Any] | None = None,
) -> Match:
    """The match that these entries lead to, ready to go on.

    `known` is what its keeper noted on the way: after so many entries this position. Then only the rest is played
    again. The dice go on after the last that was ever rolled, taken back or not.
    """
    done, position = known or (0, begin(game, situation))
    before = [e.number for e in (*entries[:done], *(e for back in backs for e in back.actions)) if e.side == CHANCE]
    match = Match.held(game, KeyedDice(spans=spans), situation, overlay, position, entries=entries[:done], backs=backs,
                       scripted=script_of(situation)[before.count(None):])
    match.dice.counter = 1 + max((number for number in before if number is not None), default=-1)
    match.follow(entries[done:])
    return match


def _replay_entry(match: Match, entry: Entry) -> None:
    before = match.position.copy()
    try:
        events = match._carry_out(entry.side, entry.action)
    except Illegal as error:
        where = f"record: actions[{len(match.entries)}]"
        raise BadInput(f"{where}: {entry.side} {entry.action!r} is not legal there: {error}") from None
    if match.entries and match.entries[-1].side != entry.side:
        match._undo.clear()
    match._undo.append(before)
    if entry.side == CHANCE or any(e.reveals for e in events):
        match._undo.clear()
    match.entries.append(entry)
    match._keep_joint(before)


def _check_die(match: Match, entry: Entry, where: str) -> None:
    """A die comes from the situation's script while that lasts, then from the next number of the key."""
    outcomes = match.game.outcomes(match.position)
    if not outcomes:
        return
    due: Action = entry.action
    number: int | None = None
    if match.scripted:
        due = _scripted(match.scripted.pop(0), outcomes)
    else:
        number = match.dice.counter
        if match.dice.knows(number):
            due = match.dice.draw(outcomes)
        match.dice.counter = number + 1
    if entry.number != number:
        raise BadInput(f"{where}: expected the die's number {number}, got {entry.number}")
    _same_die(due, entry, where)


def _same_die(due: Action, entry: Entry, where: str) -> None:
    if due != entry.action:
        source = "situation's dice give" if entry.number is None else "committed key gives"
        raise BadInput(f"{where}: {entry.action!r}, but the {source} {due!r}")
