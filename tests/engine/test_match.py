"""The driver: dice, record, save, load, replay, copy and undo, on the toy and on Sedan."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.contract import CHANCE, Illegal
from meuse.engine.dice import KeyedDice, commitment
from meuse.engine.match import Match
from meuse.games import GAMES, Listing


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "haggle", Listing("tests.engine.toy:Haggle"))


def haggle(seed: int | str | None = 1, **more: Any) -> Match:
    return meuse.new("haggle", seed=seed, **more)


def scripted(*dice: int | str, turn: int = 1) -> Match:
    return meuse.situation(f'game = "haggle"\nround = {turn}\ndice = {json.dumps(list(dice))}', seed=1)


def finish(match: Match, seed: int = 1) -> Match:
    rng = Random(seed)
    while match.actors:
        side = rng.choice(match.actors)
        match.apply(side, rng.choice(match.legal(side)))
    return match


def a_round(match: Match, red: str = "play 1", blue: str = "play 2") -> list[meuse.Event]:
    match.apply("red", red)
    return match.apply("blue", blue)


# Dice


def test_dice_are_rolled_by_the_match_and_numbered() -> None:
    match = haggle()
    events = a_round(match)
    assert [event.what for event in events] == ["chosen", "turned", "coin"]
    assert [(e.side, e.number) for e in match.entries] == [("red", None), ("blue", None), (CHANCE, 0)]
    assert match.entries[-1].action == KeyedDice(match.dice.key).draw([("coin heads", 1), ("coin tails", 2)])
    with pytest.raises(Illegal, match="chance is not a seat"):
        match.apply(CHANCE, "coin heads")


def test_the_commitment_is_published_first_and_the_key_last() -> None:
    match = haggle(seed=None)
    promised = match.record["commitment"]
    assert match.record["key"] is None
    assert promised == commitment(match.dice.key)
    assert match.dice.key.hex() not in json.dumps(match.record)
    finish(match)
    record: dict[str, Any] = match.record
    assert record["commitment"] == promised
    assert commitment(bytes.fromhex(record["key"])) == promised


def test_anybody_can_check_every_die_of_a_finished_record() -> None:
    record = finish(haggle(seed=None)).record
    dice = KeyedDice(bytes.fromhex(record["key"]))
    rolled = [(action, number) for side, action, number in record["actions"] if side == CHANCE]
    assert [number for _, number in rolled] == list(range(len(rolled)))
    assert all(action == dice.draw([("coin heads", 1), ("coin tails", 2)]) for action, _ in rolled)


def test_chance_opens_the_match_where_it_acts_first() -> None:
    match = meuse.situation('game = "sedan"\nphase = "activation"\nturn = 2', seed=4)
    assert [event.what for event in match.opening[:2]] == ["phase", "chit"], "before the first die, then by it"
    assert match.entries[0].side == CHANCE
    assert match.copy().opening == match.opening
    assert haggle().opening == []


def test_the_dice_of_a_situation_come_before_the_generator() -> None:
    match = scripted("heads", "tails")
    coins = []
    for red, blue in (("play 1", "play 2"), ("play 2", "play 1"), ("play 3", "play 4")):
        a_round(match, red, blue)
        coins.append((match.entries[-1].action, match.entries[-1].number))
        match.apply(match.actors[0], "done")
    assert coins[:2] == [("coin heads", None), ("coin tails", None)]
    assert coins[2][1] == 0, "the generator begins where the script ends"
    assert meuse.replay(match.record).entries == match.entries
    assert match.scripted == []


def test_a_scripted_die_that_cannot_come_up_is_refused_and_nothing_changes() -> None:
    match = scripted("tails", "edge", "heads")
    a_round(match)
    match.apply("blue", "done")
    match.apply("red", "play 2")
    before, undoable = match.save(), match.undoable("red")
    with pytest.raises(meuse.BadInput, match="dice: 'edge' cannot come up now; expected one of heads, tails"):
        match.apply("blue", "play 1")
    assert match.save() == before
    assert match.undoable("red") == undoable == 1
    assert match.actors == ("blue",)
    with pytest.raises(meuse.BadInput, match="'edge'"):
        match.apply("blue", "play 1")


def test_a_scripted_die_that_cannot_come_up_at_once_names_its_line() -> None:
    with pytest.raises(meuse.BadInput, match="situation, line 2: dice: 'IXX' cannot come up now; expected one of "):
        meuse.situation('game = "sedan"\ndice = ["IXX"]\nphase = "activation"\nturn = 2')


def test_a_record_with_other_scripted_dice_is_refused() -> None:
    match = scripted("heads", turn=3)
    a_round(match)
    record = match.record
    record["actions"][2][1] = "coin tails"
    with pytest.raises(meuse.BadInput, match=r"actions\[2\].*the situation's dice give 'coin heads'"):
        meuse.replay(record)
    record["actions"][2][1:] = ["coin heads", 0]
    with pytest.raises(meuse.BadInput, match=r"actions\[2\]: expected the die's number None, got 0"):
        meuse.replay(record)


# Saving and replaying


def test_every_moment_of_a_match_can_be_saved_and_replayed() -> None:
    match = scripted("heads", "tails", "tails")
    rng = Random(2)
    while match.actors:
        again, replayed = meuse.load(match.save()), meuse.replay(json.loads(json.dumps(match.record)))
        assert again.save() == match.save()
        assert replayed.record["actions"] == match.record["actions"]
        assert [again.undoable(s) for s in again.game.sides] == [match.undoable(s) for s in match.game.sides]
        assert again.scripted == match.scripted == replayed.scripted
        assert again.dice.counter == match.dice.counter == replayed.dice.counter
        side = rng.choice(match.actors)
        match.apply(side, rng.choice(match.legal(side)))
    assert meuse.load(match.save()).outcome == match.outcome


def test_nothing_is_taken_back_past_a_reveal_in_a_loaded_match_either() -> None:
    match = scripted("tails")
    a_round(match)
    for action, undoable in (("pile red", 1), ("peek", 0), ("pile red", 1)):
        match.apply("blue", action)
        assert match.undoable("blue") == undoable
        assert meuse.load(match.save()).undoable("blue") == undoable
    match.undo("blue")
    assert match.undoable("blue") == 0


def test_a_record_from_a_mapping_text_or_bytes_is_the_same() -> None:
    match = finish(haggle())
    text = json.dumps(match.record)
    for form in (match.record, text, text.encode()):
        assert meuse.replay(form).record == match.record
    for saved in (match.save(), match.save().decode(), json.loads(match.save())):
        assert meuse.load(saved).save() == match.save()


def test_a_record_without_its_key_is_replayed_but_its_dice_stay_unproved() -> None:
    record = finish(haggle()).record
    record["key"] = None
    assert meuse.replay(record).outcome is not None
    index = next(i for i, (side, *_) in enumerate(record["actions"]) if side == CHANCE)
    record["actions"][index][1] = "coin edge"
    with pytest.raises(meuse.BadInput, match=rf"actions\[{index}\]: chance 'coin edge' is not legal there"):
        meuse.replay(record)


def test_a_die_where_no_die_is_due_is_refused() -> None:
    record = haggle().record
    record["actions"] = [[CHANCE, "coin heads", 0]]
    with pytest.raises(meuse.BadInput, match=r"actions\[0\]: chance 'coin heads' is not legal there: 1: it is not for"):
        meuse.replay(record)


# Undo and copies


def test_undo_stops_at_a_die() -> None:
    match = scripted("tails")
    a_round(match)
    assert match.undoable("red") == match.undoable("blue") == 0
    winner = match.actors[0]
    saves = [match.save()]
    match.apply(winner, "pile red")
    saves.append(match.save())
    match.apply(winner, "pile blue")
    assert match.undoable(winner) == 2
    for saved in reversed(saves):
        match.undo(winner)
        assert match.save() == saved
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(winner)


def test_undo_stops_at_the_other_side() -> None:
    match = haggle()
    match.apply("red", "play 3")
    assert match.undoable("red") == 1
    assert match.undoable("blue") == 0
    match.undo("red")
    assert match.actors == ("red", "blue")
    match.apply("blue", "play 1")
    before = match.save()
    with pytest.raises(Illegal):
        match.undo("red")
    assert match.save() == before


def test_an_undone_action_may_be_replaced_and_the_dice_stay_the_same() -> None:
    first, second = haggle(), haggle()
    a_round(first)
    second.apply("red", "play 4")
    second.undo("red")
    a_round(second)
    assert first.record == second.record


def test_a_copy_goes_its_own_way() -> None:
    match = scripted("heads", "tails")
    match.apply("red", "play 1")
    twin, before = match.copy(), match.save()
    assert twin.save() == before
    twin.undo("red")
    finish(twin)
    assert match.save() == before
    assert match.undoable("red") == 1
    assert match.scripted == ["heads", "tails"]
    assert match.copy().dice.key == match.dice.key


def test_a_refused_action_leaves_no_trace() -> None:
    match = haggle()
    match.apply("red", "play 1")
    before = match.save()
    for side, action in (("red", "play 2"), ("blue", "play 7"), ("green", "play 1"), ("blue", None)):
        with pytest.raises(Illegal):
            match.apply(side, action)  # type: ignore[arg-type]
        assert match.save() == before
        assert match.undoable("red") == 1


def test_unknown_games_are_refused_with_the_known_ones() -> None:
    with pytest.raises(meuse.BadInput, match="unknown game 'chess'; known: sedan"):
        meuse.new("chess")
    with pytest.raises(meuse.BadInput, match="unknown game"):
        meuse.game_class("")


# Going back by agreement


def rounds(match: Match, count: int) -> None:
    for _ in range(count):
        a_round(match, *(match.legal(side)[0] for side in ("red", "blue")))
        match.apply(match.actors[0], "done")


def test_dice_taken_back_are_never_rolled_again() -> None:
    match = haggle(seed=None)
    rounds(match, 2)
    was = [e for e in match.entries if e.side == CHANCE]
    match.back_to(3)
    assert [e.side for e in match.entries] == ["red", "blue", CHANCE], "to the decision after the first coin"
    assert [back.left for back in match.backs] == [3]
    rounds_left = finish(match)
    numbers = [e.number for e in rounds_left.entries if e.side == CHANCE]
    assert numbers[0] == 0
    assert min(numbers[1:]) > max(e.number or 0 for e in was)
    again = meuse.replay(match.record)
    assert (again.entries, again.backs, again.dice.counter) == (match.entries, match.backs, match.dice.counter)


def test_going_back_leads_to_a_decision() -> None:
    match = haggle()
    rounds(match, 2)
    twin = match.copy()
    twin.back_to(2)
    assert len(twin.entries) == 1, "a coin was due after two actions"
    assert twin.actors == ("blue",)
    first = meuse.situation('game = "sedan"\nphase = "activation"\nturn = 2', seed=4)
    opening = len(first.entries)
    first.apply(first.actors[0], first.legal(first.actors[0])[0])
    first.back_to(0)
    assert len(first.entries) == opening, "the dice that open a match stand"
    assert first.actors != (CHANCE,)


@pytest.mark.parametrize("seed", range(8))
def test_matches_with_many_takings_back_are_saved_replayed_and_verified(seed: int) -> None:
    rng = Random(seed)
    match = scripted("heads", "tails", turn=2) if seed % 2 else haggle(seed=None)
    seen: set[int] = set()
    for _ in range(60):
        if not match.actors:
            break
        if match.entries and rng.random() < 0.2:
            match.back_to(rng.randrange(len(match.entries)))
        elif rng.random() < 0.2 and any(match.undoable(s) for s in match.game.sides):
            match.undo(next(s for s in match.game.sides if match.undoable(s)))
        else:
            counter = match.dice.counter
            side = rng.choice(match.actors)
            match.apply(side, rng.choice(match.legal(side)))
            fresh = set(range(counter, match.dice.counter))
            assert not fresh & seen
            seen |= fresh
        again, replayed = meuse.load(match.save()), meuse.replay(json.loads(json.dumps(match.record)))
        assert again.save() == match.save()
        assert (replayed.entries, replayed.backs) == (match.entries, match.backs)
        assert (replayed.dice.counter, replayed.scripted) == (match.dice.counter, match.scripted)
    assert meuse.replay(finish(match).record).outcome == match.outcome


def test_a_record_cannot_hide_or_make_up_takings_back() -> None:
    match = haggle(seed=None)
    rounds(match, 1)
    match.back_to(0)
    record = finish(match).record
    assert meuse.replay(record)
    for change, reason in (
        (lambda r: r.update(taken_back=[]), "expected the die's number 0, got 1"),
        (lambda r: r["taken_back"][0].update(left=999), r"taken_back\[0\]"),
        (lambda r: r["taken_back"][0].update(actions=[]), r"taken_back\[0\]"),
        (lambda r: r["taken_back"][0]["actions"][2].__setitem__(1, "coin edge"), "the committed key gives"),
        (lambda r: r["taken_back"][0]["actions"].pop(2), "is not legal there"),
        (lambda r: r["taken_back"].append(r["taken_back"][0]), "number"),
    ):
        wrong = json.loads(json.dumps(record))
        change(wrong)
        with pytest.raises(meuse.BadInput, match=reason):
            meuse.replay(wrong)


def test_a_match_comes_back_to_its_mark() -> None:
    """Whatever was done since: actions, dice, takings-back."""
    match = meuse.new("sedan", seed=7)
    rng = Random(3)
    for _ in range(60):
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))
    for steps in (1, 40):
        saved, free = match.save(), {side: match.undoable(side) for side in match.game.sides}
        mark = match.mark()
        for _ in range(steps):
            side = match.actors[0]
            match.apply(side, rng.choice(match.legal(side)))
            if match.undoable(side):
                match.undo(side)
                match.apply(side, rng.choice(match.legal(side)))
        match.back_to(len(match.entries) // 2)
        assert match.save() != saved
        match.restore(mark)
        assert match.save() == saved
        assert {side: match.undoable(side) for side in match.game.sides} == free
