"""The suite of `contract.py` for every registered game, and what the match makes of it: records, saves, undo."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine import changes
from meuse.engine.contract import CHANCE, Illegal
from meuse.engine.match import Match
from meuse.games import GAMES, game_class, make_game
from tests.games import contract, golden
from tests.games.contract import Case, Mood, Walk, default_cases, keep_promises, random_case, state

EVERY = {"blitzkrieg": 100}
"""Steps between the dear promises in the games played here, where they are not 20: games of thousands of steps would
take minutes. `tests/fuzz.py` looks more often."""

GAME_NAMES = sorted(GAMES)
ids = str


@pytest.mark.parametrize("case", default_cases(), ids=ids)
def test_promises_hold_in_a_random_game_of_each_scenario(case: Case) -> None:
    keep_promises(Walk(case, seed=7), EVERY.get(case.game, 20))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", GAME_NAMES)
def test_promises_hold_with_random_options_and_in_random_situations(name: str, seed: int) -> None:
    keep_promises(Walk(random_case(Random(seed), (name,)), seed), EVERY.get(name, 20))


@pytest.mark.parametrize("case", default_cases(), ids=ids)
def test_random_games_end(case: Case) -> None:
    for seed in range(100, 104):
        walk = Walk(case, seed)
        while walk.game.actors(walk.p) and len(walk.entries) < contract.BOUND:
            walk.do(walk.next())
        assert walk.game.outcome(walk.p) is not None


PLAYED_OUT = 2_000
"""Actions and dice."""

LOOKS = {"blitzkrieg": 7, "mansteins-war": 2, "sedan": 3}
"""Actions between two looks at the table, where not every one is looked at: views of great maps are dear."""


@pytest.mark.parametrize("case", default_cases(), ids=ids)
def test_a_table_played_out_is_the_true_view(case: Case) -> None:
    """Every seat, told only what has changed with each event that it hears of, sees what it would see. Of the longest
    games the first half will do."""
    match = Match(case.make(), seed=11)
    match.moments = []
    seats = (*match.game.sides, None)
    shown = {seat: match.view(seat) for seat in seats}
    mood, every = Mood(Random(11)), LOOKS.get(case.game, 1)
    number = 0
    while match.actors and len(match.entries) < PLAYED_OUT:
        number += 1
        match.moments.clear()
        side = mood.rng.choice(match.actors)
        events = match.apply(side, mood.choose(match.legal(side)))
        assert len(match.moments) == len(events)
        if number % every and match.actors:
            continue
        for seat in seats:
            heard = [p for p, event in zip(match.moments, events, strict=True) if event.visible_to(seat)]
            between = [match.game.glance(p, seat) for p in heard[:-1]]
            now = match.view(seat)
            for patch in changes.play_out(shown[seat], between, now):
                shown[seat] = changes.apply(shown[seat], json.loads(json.dumps(patch)))
            assert shown[seat] == now


@pytest.mark.parametrize("file", golden.golden_cases(), ids=lambda file: file.stem)
def test_golden_playthroughs(file: Path) -> None:
    case = golden.golden_cases()[file]
    told, expected = golden.playthrough(case).splitlines(), file.read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(told, expected, strict=False), 1):
        assert now == then, f"{file.name}, line {number}; if it is meant: python -m tests.games.golden"
    assert len(told) == len(expected)
    assert file.stat().st_size < 360_000


def test_every_golden_file_is_of_a_game() -> None:
    assert set(golden.FOLDER.glob("*.txt")) == set(golden.golden_cases())


@cache
def finished(name: str) -> str:
    """The record of a random match of a game's first scenario, as text."""
    match = play_out(meuse.new(name, seed="record"))
    return json.dumps(match.record)


def play_out(match: Match, seed: int = 1) -> Match:
    mood = Mood(Random(seed))
    while match.actors:
        side = mood.rng.choice(match.actors)
        match.apply(side, mood.choose(match.legal(side)))
    return match


@cache
def a_die(name: str) -> tuple[int, str]:
    """Where a die stands in the record that could have come up otherwise, and how."""
    record = json.loads(finished(name))
    game = make_game(name, record["scenario"], record["options"])
    p = game.start()
    found = []
    for index, (side, action, _) in enumerate(record["actions"]):
        found += [(index, other) for other, _ in game.outcomes(p) if other != action]
        game.apply(p, side, action)
    return found[len(found) // 2]


def a_decision(record: dict[str, Any]) -> int:
    """Where a decision stands, somewhere in the middle."""
    decisions = [i for i, (side, *_) in enumerate(record["actions"]) if side != CHANCE]
    return decisions[len(decisions) // 2]


def other_die(name: str, record: dict[str, Any]) -> str:
    index, other = a_die(name)
    record["actions"][index][1] = other
    return f"actions[{index}]"


def other_action(name: str, record: dict[str, Any]) -> str:
    index = a_decision(record)
    record["actions"][index][1] = "surrender now"
    return f"actions[{index}]"


def other_side(name: str, record: dict[str, Any]) -> str:
    index = a_decision(record)
    sides = game_class(name).sides
    record["actions"][index][0] = next((s for s in sides if s != record["actions"][index][0]), "nobody")
    return f"actions[{index}]"


def chosen_number(name: str, record: dict[str, Any]) -> str:
    """A cheat who looks for a number of the key with a better die."""
    index, _ = a_die(name)
    record["actions"][index][2] += 1000
    return f"actions[{index}]"


def unnumbered_die(name: str, record: dict[str, Any]) -> str:
    """A cheat who claims that a die was scripted."""
    index, _ = a_die(name)
    record["actions"][index][2] = None
    return f"actions[{index}]"


def rolled_by_a_side(name: str, record: dict[str, Any]) -> str:
    index, _ = a_die(name)
    record["actions"][index][0] = game_class(name).sides[0]
    return f"actions[{index}]"


def missing_action(name: str, record: dict[str, Any]) -> str:
    del record["actions"][-1]
    return "outcome"


def one_action_too_many(name: str, record: dict[str, Any]) -> str:
    record["actions"].append([game_class(name).sides[0], "pass", None])
    return f"actions[{len(record['actions']) - 1}]"


def other_outcome(name: str, record: dict[str, Any]) -> str:
    record["outcome"]["level"] = "triumph"
    return "outcome"


def other_commitment(name: str, record: dict[str, Any]) -> str:
    record["commitment"] = "0" * 64
    return "key"


def other_key(name: str, record: dict[str, Any]) -> str:
    record["key"] = "ab" * 32
    return "key"


def key_not_hexadecimal(name: str, record: dict[str, Any]) -> str:
    record["key"] = "secret"
    return "key"


def other_version(name: str, record: dict[str, Any]) -> str:
    record["version"] = 99
    return "version"


def unknown_game(name: str, record: dict[str, Any]) -> str:
    record["game"] = "stalingrad"
    return "'stalingrad'"


def unknown_scenario(name: str, record: dict[str, Any]) -> str:
    record["scenario"] = "sealion"
    return "'sealion'"


def unknown_option(name: str, record: dict[str, Any]) -> str:
    record["options"] = {"weather": "fair"}
    return "'weather'"


def unknown_field(name: str, record: dict[str, Any]) -> str:
    record["comment"] = "well played"
    return "comment"


def missing_field(name: str, record: dict[str, Any]) -> str:
    del record["commitment"]
    return "commitment"


def wrong_type(name: str, record: dict[str, Any]) -> str:
    record["actions"][3] = ["german", 5]
    return "actions[3]"


TAMPERED: list[Callable[[str, dict[str, Any]], str]] = [
    other_die, other_action, other_side, chosen_number, unnumbered_die, rolled_by_a_side, missing_action,
    one_action_too_many, other_outcome, other_commitment, other_key, key_not_hexadecimal, other_version, unknown_game,
    unknown_scenario, unknown_option, unknown_field, missing_field, wrong_type,
]


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_tampered_record_is_refused_and_the_message_says_where(name: str, tamper: Any) -> None:
    record = json.loads(finished(name))
    where = tamper(name, record)
    with pytest.raises(meuse.BadInput, match=re.escape(where)):
        meuse.replay(json.dumps(record))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_truncated_record_is_refused(name: str) -> None:
    text = finished(name)
    for broken in (text[: len(text) // 2], text[:-1], "", "null", "[]", "7", b"\xff\xfe", text.encode()[:-40]):
        with pytest.raises(meuse.BadInput, match="record: "):
            meuse.replay(broken)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_record_whose_actions_stop_early_replays_as_far_as_it_goes(name: str) -> None:
    record = json.loads(finished(name))
    index = a_decision(record)
    record.update(actions=record["actions"][:index], key=None, outcome=None)
    match = meuse.replay(record)
    assert len(match.entries) == index
    assert json.loads(finished(name))["actions"][index][0] in match.actors


def other_position(saved: dict[str, Any]) -> str:
    key = next(k for k, v in saved["position"].items() if type(v) is int)
    saved["position"][key] += 1
    return "position"


def other_counter(saved: dict[str, Any]) -> str:
    saved["counter"] += 1
    return "counter"


def added_script(saved: dict[str, Any]) -> str:
    saved["scripted"] = [6, 6]
    return "scripted"


def stolen_key(saved: dict[str, Any]) -> str:
    saved["key"] = "cd" * 32
    return "key"


def lost_position(saved: dict[str, Any]) -> str:
    del saved["position"]
    return "position"


@pytest.mark.parametrize("tamper", [other_position, other_counter, added_script, stolen_key, lost_position])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_tampered_save_is_refused(name: str, tamper: Callable[[dict[str, Any]], str]) -> None:
    match = half_way(name)
    saved = json.loads(match.save())
    where = tamper(saved)
    with pytest.raises(meuse.BadInput, match=where):
        meuse.load(json.dumps(saved))
    with pytest.raises(meuse.BadInput, match="saved match"):
        meuse.load(match.save()[:-9])


def half_way(name: str, decisions: int = 150) -> Match:
    """The first match at random that lasts longer."""
    for attempt in range(50):
        match = meuse.new(name, seed=f"half way there {attempt}")
        mood = Mood(Random(3))
        for _ in range(decisions):
            if match.actors:
                side = mood.rng.choice(match.actors)
                match.apply(side, mood.choose(match.legal(side)))
        if match.actors:
            return match
    raise AssertionError(f"no match of {name} lasts {decisions} decisions")


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_saved_match_goes_on_with_the_same_dice(name: str) -> None:
    match = half_way(name)
    again = meuse.load(match.save())
    assert again.save() == match.save()
    assert again.record == match.record
    assert again.record["key"] is None, "the key is secret until the end"
    side = match.actors[0]
    assert again.undoable(side) == match.undoable(side)
    assert play_out(again, 5).record == play_out(match, 5).record


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_copy_of_a_match_is_independent(name: str) -> None:
    match = half_way(name)
    before, twin = match.save(), match.copy()
    assert twin.save() == before
    play_out(twin)
    assert match.save() == before
    match.apply(match.actors[0], match.legal(match.actors[0])[0])
    assert twin.outcome is not None


@pytest.mark.parametrize("name", GAME_NAMES)
def test_undo_goes_back_to_the_last_die_reveal_or_decision_of_the_other_side(name: str) -> None:
    match = meuse.new(name, seed="take it back")
    mood = Mood(Random(11))
    trail: list[bytes] = []
    last = ""
    taken_back = 0
    for _ in range(300):
        side = mood.rng.choice(match.actors)
        if side != last:
            trail, last = [], side
        before, count, joint = match.save(), len(match.entries), match.joint
        events = match.apply(side, mood.choose(match.legal(side)))
        trail.append(before)
        if any(entry.side == CHANCE for entry in match.entries[count:]) or any(e.reveals for e in events):
            trail = []
        if joint is not None or match.joint is not None:
            trail = []
            if match.joint is not None:
                continue
        assert match.undoable(side) == len(trail)
        for other in match.game.sides:
            if other != side:
                check_no_undo(match, other)
        if len(trail) in (3, 7):
            twin = match.copy()
            for expected in reversed(trail):
                twin.undo(side)
                assert twin.save() == expected
                taken_back += 1
            check_no_undo(twin, side)
        if not match.actors:
            break
    assert taken_back > 20


def check_no_undo(match: Match, side: str) -> None:
    before = match.save()
    assert match.undoable(side) == 0
    with pytest.raises(Illegal):
        match.undo(side)
    assert match.save() == before


@pytest.mark.parametrize("name", GAME_NAMES)
def test_other_seeds_give_other_games_and_no_seed_a_secret_key(name: str) -> None:
    assert meuse.new(name, seed=1).dice.commitment == meuse.new(name, seed=1).dice.commitment
    keys = {meuse.new(name, seed=seed).dice.commitment for seed in (1, 2, "1940", None, None)}
    assert len(keys) == 5


@pytest.mark.parametrize("name", GAME_NAMES)
def test_wrong_actions_through_the_match_change_nothing(name: str) -> None:
    match = half_way(name)
    before = match.save()
    acting, waiting = match.actors[0], [s for s in match.game.sides if s not in match.actors]
    attempts: list[tuple[Any, Any]] = [(CHANCE, "die 6"), ("nobody", match.legal(acting)[0]), (acting, "no such thing")]
    attempts += [(side, match.legal(acting)[0]) for side in waiting]
    attempts += [(acting, junk) for junk in contract.NOT_TEXT]
    for side, action in attempts:
        with pytest.raises(meuse.Illegal) as caught:
            match.apply(side, action)
        assert caught.value.reason
        assert str(caught.value)
        assert match.save() == before


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_list_of_legal_actions_is_the_callers_own(name: str) -> None:
    match = half_way(name)
    match.legal(match.actors[0]).clear()
    assert match.legal(match.actors[0])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_unknown_scenarios_and_options_are_refused_with_the_known_ones(name: str) -> None:
    cls = game_class(name)
    with pytest.raises(meuse.BadInput, match=next(iter(cls.scenarios))):
        meuse.new(name, scenario="sealion")
    with pytest.raises(meuse.BadInput, match="unknown option 'weather'"):
        meuse.new(name, options={"weather": "fair"})
    for option in cls.switches:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values) > 1
        with pytest.raises(meuse.BadInput, match=re.escape(option.values[0])):
            meuse.new(name, options={option.name: "perhaps"})


@pytest.mark.parametrize("name", GAME_NAMES)
def test_options_name_rules_of_the_ledger(name: str) -> None:
    rules = contract.ledger_ids(name)
    assert all(not option.rule or option.rule in rules for option in game_class(name).switches)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_broken_positions_are_refused(name: str) -> None:
    match = half_way(name)
    game = match.game
    saved = json.loads(state(game, match.position))
    for key in saved:
        for value in (3.5, {"x": [1]}):
            with pytest.raises(meuse.BadInput, match=f"position: {key}"):
                game.load({**saved, key: value})
        with pytest.raises(meuse.BadInput, match=key):
            game.load({k: v for k, v in saved.items() if k != key})
    with pytest.raises(meuse.BadInput, match="surprise"):
        game.load({**saved, "surprise": 1})
