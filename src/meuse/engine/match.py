"""The driver of one match: it rolls the dice, keeps the record, saves and takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from meuse.engine.changes import Moments
from meuse.engine.contract import CHANCE, Action, BadInput, Event, Game, Illegal, Outcome
from meuse.engine.dice import KeyedDice, Salt, Span, key_from_seed, new_span
from meuse.engine.record import (
    RECORD_VERSION,
    Back,
    Entry,
    Record,
    Saved,
    backs_after,
    keys_text,
    published,
    script_of,
)
from meuse.engine.situation import written

AnyGame: TypeAlias = Game[Any]


class Mark(NamedTuple):
    """A match at one moment."""

    position: Any
    entries: list[Entry]
    """The list itself, and how many stood: they are only ever added, or put into another list."""
    length: int
    backs: list[Back]
    undo: list[Any]
    joint: tuple[int, Any] | None
    paused_for: str
    counter: int
    spans: tuple[Span, ...]
    scripted: list[int | str]


class UnderWay(NamedTuple):
    """What a side is putting together: its actions, which may all be taken back."""

    actions: list[Action]
    begun: int
    """How many of them lead back to before the procedure that is open began; 0 where none is."""


class Match:
    """A game being played. Chance acts by itself; everything else comes through `apply`."""

    game: AnyGame
    dice: KeyedDice
    position: Any
    origin: dict[str, Any] | None
    """The situation that it began with, if not with the scenario's own."""
    overlay: dict[str, Any] | None
    entries: list[Entry]
    backs: list[Back]
    scripted: list[int | str]
    """Dice of the situation that have not been used yet."""
    opening: list[Event]
    """What was told before the first decision."""
    moments: list[Any] | None = None
    """A list here is given the position at each event that is told, for a table that plays them out."""
    _undo: list[Any]
    """The positions before the latest actions; never changed, so that copies share them."""
    _joint: tuple[int, Any] | None
    """Where a secret choice of several opened: how many actions stood, and the position."""
    paused_for: str
    """The side that has ended a segment unasked and may take that back: nothing follows before it says so."""

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
        vars(self).update(vars(Match.held(
            game, dice, begin(game, situation), situation=situation, overlay=overlay, scripted=script_of(situation))))
        self.opening = [*self.position.news, *self._chance()]
        self._joint = self._opened()

    @classmethod
    def held(
        cls,
        game: AnyGame,
        dice: KeyedDice,
        position: Any,
        *,
        situation: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
        entries: Sequence[Entry] = (),
        backs: Sequence[Back] = (),
        scripted: Sequence[int | str] = (),
    ) -> Match:
        """A match in the midst of play: everything that one is made of."""
        match = cls.__new__(cls)
        match.game, match.dice, match.position = game, dice, position
        match.origin = dict(situation) if situation is not None else None
        match.overlay = dict(overlay) if overlay is not None else None
        match.entries, match.backs = list(entries), list(backs)
        match.scripted, match.opening, match._undo, match.paused_for = list(scripted), [], [], ""
        match._joint = match._opened()
        return match

    @classmethod
    def resumed(
        cls,
        game: AnyGame,
        entries: Sequence[Entry],
        *,
        spans: Sequence[Span],
        situation: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
        backs: Sequence[Back] = (),
        known: tuple[int, Any] | None = None,
        paused: bool = False,
    ) -> Match:
        """The match that these entries lead to, ready to go on, or paused after the last of them.

        `known` is what its keeper noted on the way: after so many entries this position. Then only the rest is played
        again. The dice go on after the last that was ever rolled, taken back or not.
        """
        done, position = known or (0, begin(game, situation))
        before = [e.number for e in (*entries[:done], *(e for back in backs for e in back.actions)) if e.side == CHANCE]
        match = cls.held(game, KeyedDice(spans=spans), position, situation=situation, overlay=overlay,
                         entries=entries[:done], backs=backs, scripted=script_of(situation)[before.count(None):])
        match.dice.counter = 1 + max((number for number in before if number is not None), default=-1)
        match.follow(entries[done:], paused)
        return match

    @property
    def actors(self) -> tuple[str, ...]:
        """Who may act now; nobody while the match is paused."""
        return () if self.paused_for else self.game.actors(self.position)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.paused_for else self.game.outcome(self.position)

    def legal(self, side: str) -> list[Action]:
        return list(self.game.legal(self.position, side))

    def view(self, side: str | None) -> dict[str, Any]:
        return self.game.view(self.position, side)

    def apply(
        self, side: str, action: Action, *, pause: bool = False, since: Mark | None = None
    ) -> list[Event]:
        """Carry out an action, and the dice that follow from it. `since` is a mark of this moment, if there is one.

        With `pause`, where it has ended its segment and can be taken back, nothing follows before `go_on`.
        Raises Illegal if it is refused, BadInput if a situation's script asks for a die that cannot come up then;
        either changes nothing.
        """
        if side == CHANCE:
            raise Illegal("", "chance is not a seat: the dice are rolled by the match")
        if self.paused_for:
            raise Illegal("", f"the match waits for the {self.paused_for} player to go on")
        mark = since or (self.mark() if self.scripted else None)
        before = mark.position if mark else self.position.copy()
        segment = self._segment() if pause and self._joint is None else None
        events = self._carry_out(side, action)
        if self.entries and self.entries[-1].side != side:
            self._undo.clear()
        self._undo.append(before)
        self.entries.append(Entry(side, action))
        if segment is not None and self._segment() != segment and not any(e.reveals for e in events):
            self.paused_for = side
            return events
        try:
            events += self._chance()
        except BadInput:
            if mark:
                self.restore(mark)
            raise
        if any(e.reveals for e in events):
            self._undo.clear()
        self._keep_joint(before)
        return events

    def _segment(self) -> list[Any]:
        """The segment of play, as everybody sees it."""
        view = self.game.glance(self.position, None)
        return [view[key] for key in self.game.segment]

    def go_on(self) -> list[Event]:
        """What the match was paused for stands: the dice that follow from it. BadInput as in `apply`."""
        mark = self.mark()
        self.let_go()
        try:
            return self._roll_on()
        except BadInput:
            self.restore(mark)
            raise

    def let_go(self) -> None:
        """The match is paused no more; what follows comes from elsewhere, by `follow`."""
        self.paused_for = ""
        self._keep_joint(self.position)

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
        while self.actors == (CHANCE,) and not self.dice.waiting:
            outcomes = self.game.outcomes(self.position)
            number: int | None = None
            if self.scripted:
                action = scripted_die(self.scripted[0], outcomes)
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
        return self._roll_on()

    def _roll_on(self) -> list[Event]:
        before = self.position.copy()
        events = self._chance()
        self._keep_joint(before)
        return events

    def follow(self, entries: Sequence[Entry], paused: bool = False) -> None:
        """What has been done to this match elsewhere, dice included; where their key is known they are verified.

        `paused` if it waits there after the last of them.
        """
        for n, entry in enumerate(entries, 1):
            if entry.side == CHANCE and entry.number is None:
                self.scripted = self.scripted[1:]
            elif entry.side == CHANCE and entry.number is not None:
                outcomes = self.game.outcomes(self.position)
                if outcomes and self.dice.knows(entry.number):
                    due = KeyedDice(counter=entry.number, spans=self.dice.spans).draw(outcomes)
                    same_die(due, entry, f"record: actions[{len(self.entries)}]")
                self.dice.counter = max(self.dice.counter, entry.number + 1)
            self.take(entry, paused and n == len(entries))

    def take(self, entry: Entry, paused: bool = False) -> None:
        """An entry as it stands in a record; BadInput if it is not legal here."""
        before = self.position.copy()
        try:
            events = self._carry_out(entry.side, entry.action)
        except Illegal as error:
            where = f"record: actions[{len(self.entries)}]"
            raise BadInput(f"{where}: {entry.side} {entry.action!r} is not legal there: {error}") from None
        if self.entries and self.entries[-1].side != entry.side:
            self._undo.clear()
        self._undo.append(before)
        if entry.side == CHANCE or any(e.reveals for e in events):
            self._undo.clear()
        self.entries.append(entry)
        if paused:
            self.paused_for = entry.side
        else:
            self._keep_joint(before)

    def undoable(self, side: str) -> int:
        """How many of its latest actions this side may take back: none past a die, a reveal or the other side.

        While several choose in secret, all of its own since that began, whatever the others have done meanwhile.
        """
        if self._joint is not None:
            return sum(entry.side == side for entry in self.entries[self._joint[0]:])
        return len(self._undo) if self.entries and self.entries[-1].side == side else 0

    def under_way(self, side: str) -> UnderWay:
        """The actions since the procedure that is open began; where none is, those of the present choice so far.

        Where several choose in secret, all of the side's own.
        """
        if self._joint is not None:
            own = [entry.action for entry in self.entries[self._joint[0]:] if entry.side == side]
            return UnderWay(own, int(bool(own) and self.game.begins(own[-1])))
        free, frames = self.undoable(side), self.position.frames
        since = len(self.entries) - free
        for n in range(free - 1, -1, -1):
            if len(self._undo[n].frames) < len(frames) and self.game.begins(self.entries[since + n].action):
                return UnderWay([entry.action for entry in self.entries[since + n:]], free - n)
        first = free
        while first and frames and _alike(self._undo[first - 1].frames, frames):
            first -= 1
        return UnderWay([entry.action for entry in self.entries[since + first:]], 0)

    def forced(self) -> tuple[str, Action] | None:
        """Who must do what, where there is no choice in it: such as the loss of a unit that stands alone."""
        if len(self.actors) != 1 or self._joint is not None:
            return None
        (side,) = self.actors
        legal = self.game.legal(self.position, side) if side != CHANCE else []
        return (side, legal[0]) if len(legal) == 1 and self.game.forced(legal[0]) else None

    def undo(self, side: str) -> int:
        """Take the side's latest action back; how many actions stood before it."""
        if not self.undoable(side):
            raise Illegal("", "there is nothing to take back since the last die, reveal or decision of the other side")
        index = max(n for n, entry in enumerate(self.entries) if entry.side == side)
        if self._joint is None:
            self.position = self._undo.pop().copy()
        else:
            self.position = self._without(index, *self._joint)
        self.paused_for = ""
        self.backs = backs_after(self.backs, self.entries, index)
        self.entries = self.entries[:index] + self.entries[index + 1:]
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
        past = Match.resumed(self.game, self.entries[:length], spans=self.dice.spans, situation=self.origin,
                             overlay=self.overlay, backs=backs_after(self.backs, self.entries, length))
        if reveals(self.game, past.position, self.entries[length:]):
            past.backs = backs_after(self.backs, self.entries, length, hindsight=True)
        vars(self).update(vars(past), opening=self.opening)

    def went_back(self, length: int) -> None:
        """The position is again the one at which so many actions stood: note what was taken back, and drop it."""
        hindsight = reveals(self.game, self.position, self.entries[length:])
        self.backs = backs_after(self.backs, self.entries, length, hindsight=hindsight)
        self.entries, self._undo, self._joint, self.paused_for = self.entries[:length], [], None, ""

    def copy(self) -> Match:
        dice = KeyedDice(counter=self.dice.counter, spans=self.dice.spans)
        twin = Match.held(self.game, dice, self.position.copy(), situation=self.origin, overlay=self.overlay,
                          entries=self.entries, backs=self.backs, scripted=self.scripted)
        twin._undo, twin._joint, twin.paused_for = self._undo[:], self._joint, self.paused_for
        twin.opening = list(self.opening)
        return twin

    def mark(self) -> Mark:
        """What the match is now, to come back to where what follows fails; cheaper than a copy."""
        return Mark(self.position.copy(), self.entries, len(self.entries), self.backs, self._undo[:], self._joint,
                    self.paused_for, self.dice.counter, tuple(self.dice.spans), self.scripted[:])

    def restore(self, mark: Mark) -> None:
        """What it was at the mark."""
        del mark.entries[mark.length:]
        self.position, self.entries, self.backs = mark.position.copy(), mark.entries, mark.backs
        self._undo, self._joint, self.paused_for, self.scripted = mark.undo, mark.joint, mark.paused_for, mark.scripted
        self.dice = KeyedDice(counter=mark.counter, spans=mark.spans)

    def past(self, length: int) -> Match:
        """The match as it stood after so many actions, dice included."""
        if not 0 <= length <= len(self.entries):
            raise BadInput(f"expected a number of actions from 0 to {len(self.entries)}, got {length}")
        return Match.resumed(self.game, self.entries[:length], spans=self.dice.spans, situation=self.origin,
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
                paused=bool(self.paused_for),
            )
        )


def begin(game: AnyGame, situation: Mapping[str, Any] | None) -> Any:
    """The position before the first die and decision."""
    return game.set_up(situation) if situation is not None else game.start()


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


def _alike(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """Whether it was the same choice that was open, perhaps with less chosen of it."""
    return len(before) == len(now) and type(before[-1]) is type(now[-1])


def _decision(entries: Sequence[Entry], length: int) -> int:
    """The latest decision at which no more than so many actions stood, or the first one of all."""
    due = [n for n in range(len(entries)) if entries[n].side != CHANCE]
    return max((n for n in due if n <= length), default=min(due, default=len(entries)))


def scripted_die(wanted: int | str, outcomes: Sequence[tuple[Action, int]]) -> Action:
    """The outcome that a situation file's `dice` names by its noun."""
    for action, _ in outcomes:
        if action.partition(" ")[2] == str(wanted):
            return action
    expected = ", ".join(action.partition(" ")[2] for action, _ in outcomes)
    raise BadInput(f"dice: {wanted!r} cannot come up now; expected one of {expected}")


def same_die(due: Action, entry: Entry, where: str) -> None:
    if due != entry.action:
        source = "situation's dice give" if entry.number is None else "committed key gives"
        raise BadInput(f"{where}: {entry.action!r}, but the {source} {due!r}")
