"""Playing a record again: to rebuild its match exactly, and to see that its dice are those that were promised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from meuse.engine.contract import CHANCE, Action, BadInput
from meuse.engine.dice import KeyedDice
from meuse.engine.match import AnyGame, Match, begin, same_die, scripted_die
from meuse.engine.record import (
    Back,
    Entry,
    Record,
    Saved,
    check_heading,
    decoded,
    keys_from,
    script_of,
    spans_in,
    spans_of,
)

GameMaker: TypeAlias = Callable[[str, str | None, Mapping[str, Any], Mapping[str, Any] | None], AnyGame]
"""Makes a game from its name, scenario, options and data overlay."""


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


def load_match(data: Any, make: GameMaker) -> Match:
    """The match that `save` wrote, ready to go on."""
    saved: Saved = decoded(data, Saved, "saved match")
    record = saved.record
    match = replay_record(msgspec.to_builtins(record), make, check=False)
    if (saved.counter, saved.scripted) != (match.dice.counter, match.scripted):
        raise BadInput("saved match: counter, scripted: they are not what its actions have left of the dice")
    if saved.paused:
        match = Match.resumed(match.game, match.entries, spans=match.dice.spans, situation=match.origin,
                              overlay=match.overlay, backs=match.backs, paused=True)
    spans = spans_of(record.commitment, record.moved, keys_from(saved.key), record.salts, record.seeded)
    match.dice = KeyedDice(counter=saved.counter, spans=spans)
    if msgspec.json.decode(msgspec.json.encode(match.game.save(match.position))) != saved.position:
        raise BadInput("saved match: position: it is not the one that its actions lead to")
    return match


def replay_record(data: Any, make: GameMaker, *, check: bool = True) -> Match:
    """Play a record again. BadInput says at which action it fails; with a key, every die is verified.

    Without it the replayed match goes on with a new key, and its record says from which die on.
    """
    record: Record = decoded(data, Record, "record")
    check_heading(record)
    game = make(record.game, record.scenario, record.options, record.overlay)
    match = Match.held(game, KeyedDice(spans=spans_in(record)), begin(game, record.situation),
                       situation=record.situation, overlay=record.overlay, scripted=script_of(record.situation))
    for length, entry, match.position in retrace(game, record.situation, record.actions, record.taken_back):
        if entry is None:
            match.went_back(length)
            continue
        where = f"record: actions[{length}]"
        if entry.side == CHANCE:
            _check_die(match, entry, where)
        elif entry.number is not None:
            raise BadInput(f"{where}: {entry.number} is a die's number, and {entry.side} rolled none")
        match.take(entry)
    if match.backs:
        match = Match.resumed(game, match.entries, spans=match.dice.spans, situation=record.situation,
                              overlay=record.overlay, backs=match.backs)
    if check and record.outcome != match.outcome:
        raise BadInput(f"record: outcome: {record.outcome} recorded, {match.outcome} reached")
    return match


def _check_die(match: Match, entry: Entry, where: str) -> None:
    """A die comes from the situation's script while that lasts, then from the next number of the key."""
    outcomes = match.game.outcomes(match.position)
    if not outcomes:
        return
    due: Action = entry.action
    number: int | None = None
    if match.scripted:
        due = scripted_die(match.scripted.pop(0), outcomes)
    else:
        number = match.dice.counter
        if match.dice.knows(number):
            due = match.dice.draw(outcomes)
        match.dice.counter = number + 1
    if entry.number != number:
        raise BadInput(f"{where}: expected the die's number {number}, got {entry.number}")
    same_die(due, entry, where)
