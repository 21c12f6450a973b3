"""Everything that a seat's socket receives, searched for what the seat may not know."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

from tests.server.harness import BOTH_PEOPLE, Seat, Served

TWO = {"red": {"kind": "here"}, "blue": {"kind": "invite"}}


def test_a_secret_choice_reaches_nobody_before_it_is_turned(with_toy: Served) -> None:
    """Red's card is known to red alone until blue has played; a spectator never hears of what is not public."""
    for seed in range(6):
        ticket = with_toy.new_match(game="haggle", seats=TWO)
        with with_toy.seat(ticket["id"], ticket["token"]) as red, \
                with_toy.seat(ticket["id"], ticket["invites"]["blue"]) as blue, \
                with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
            _play_out(random.Random(seed), red, blue, watcher, with_toy, ticket)


def _play_out(
    rng: random.Random, red: Seat, blue: Seat, watcher: Seat, served: Served, ticket: dict[str, str]
) -> None:
    seats = {"red": red, "blue": blue}
    private: dict[str, set[str]] = {"red": set(), "blue": set()}
    while not red.table["over"]:
        side = rng.choice([s for s in seats if seats[s].table["legal"].get(s)])
        seat, other = seats[side], seats["blue" if side == "red" else "red"]
        action = rng.choice(seat.table["legal"][side])
        marks = [len(s.heard) for s in (other, watcher)]
        seat.act(side, action)
        covered = action.startswith("play") and seat.table["view"]["table"] != [0, 0]
        for hearer in (other, watcher):
            if covered:
                hearer.ask("ping")
            else:
                _catch_up(hearer, seat)
        if covered:
            card = seat.table["view"]["table"][("red", "blue").index(side)]
            for hearer, mark in zip((other, watcher), marks, strict=True):
                assert not [m for m in hearer.heard[mark:] if m["type"] == "table"]
                past = hearer.ask("look", state=hearer.table["state"])["table"]
                assert past["view"]["table"][("red", "blue").index(side)] == 0
                assert not any(e["what"] == "chosen" for e in past["events"])
            assert card
            _check_redacted(served, ticket, side, card)
        if action == "peek":
            private[side].add("peeked")
    for side, seat in seats.items():
        heard = [e["what"] for m in seat.heard if m["type"] == "table" for e in m["events"]]
        assert "chosen" in heard
        assert ("peeked" in heard) == ("peeked" in private[side])
    whispered = [e["what"] for m in watcher.heard if m["type"] == "table" for e in m["events"]]
    assert not {"chosen", "peeked"} & set(whispered)
    numbers = [e["n"] for m in watcher.heard if m["type"] == "table" for e in m["events"]]
    assert numbers == list(range(len(numbers))), "gaps would tell that something was hidden"


def _catch_up(hearer: Seat, seat: Seat) -> None:
    hearer.until(lambda table: bool(table["state"] == seat.table["state"]))


def _check_redacted(served: Served, ticket: dict[str, Any], side: str, card: int) -> None:
    """The record of a running match shows a covered card to its owner and to nobody else."""
    tokens = {"red": ticket["token"], "blue": ticket["invites"]["blue"], None: ticket["spectate"]}
    for holder, token in tokens.items():
        status, record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, token)
        assert status == 200
        assert (record["redacted"], record["seats"]) == (True, [holder] if holder else [])
        assert "key" not in record
        for who, action in record["actions"]:
            assert (action is not None) == (who == holder)
        assert record["view"]["seat"] == holder
        assert bool(record["view"]["table"][("red", "blue").index(side)]) == (holder == side)
        shown = [e["what"] for e in record["log"]]
        assert ("chosen" in shown) == any(who == holder and action.startswith("play")
                                          for who, action in record["actions"] if action)
        assert (record["actions"][-1:] == [[side, f"play {card}"]]) == (holder == side)
        status, answer = served.call("POST", "/api/matches/import", record)
        assert (status, "redacted" in answer["reason"]) == (400, True)
        assert not served.call("POST", "/api/verify", record)[1]["ok"]


def test_a_finished_match_is_seen_with_all_eyes_and_a_running_one_is_not(with_toy: Served) -> None:
    ticket = with_toy.new_match(game="haggle", seats=TWO)
    with with_toy.seat(ticket["id"], ticket["token"]) as red, \
            with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
        red.act("red", "play 4")
        for seat in (red, watcher):
            assert "eyes of 'all'" in seat.ask("look", state=1, side="all")["error"]
            assert "eyes of 'blue'" in seat.ask("look", state=1, side="blue")["error"]
        with_toy.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "red"}, ticket["token"])
        watcher.until(lambda t: t["over"])
        past = watcher.ask("look", state=red.table["state"], side="all")["table"]
        assert past["view"]["table"] == [4, 0]
        assert [e["what"] for e in past["events"]] == ["chosen"]
        past = watcher.ask("look", state=1)["table"]
        assert past["view"]["table"] == [0, 0]
        assert past["events"] == []


def test_questions_about_secrets_are_answered_from_what_the_seat_knows(with_toy: Served) -> None:
    ticket = with_toy.new_match(game="haggle", seats=TWO)
    with with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert "spectators" in watcher.ask("explain", question="hands")["error"]
        assert "spectators" in watcher.ask("preview")["error"]


def test_a_socket_never_carries_keys_tokens_or_dice_to_come(on_file: Served) -> None:
    """A random match of Sedan; at each moment every die heard of has been rolled."""
    ticket = on_file.new_match(seats=BOTH_PEOPLE)
    rng = random.Random(11)
    with on_file.seat(ticket["id"], ticket["token"]) as german, \
            on_file.seat(ticket["id"], ticket["invites"]["french"]) as french, \
            on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        for _ in range(120):
            seat, side = (german, "german") if german.table["legal"] else (french, "french")
            if not seat.table["legal"]:
                break
            seat.act(side, rng.choice(seat.table["legal"][side]))
            _catch_up(french if seat is german else german, seat)
        german.ask("look", state=10)
        heard = {name: json.dumps(s.heard) for name, s in
                 (("german", german), ("french", french), ("watcher", watcher))}
    with sqlite3.connect(on_file.db) as store:
        key, = store.execute("SELECT key FROM matches WHERE id = ?", (ticket["id"],)).fetchone()
        hashes = [h for h, in store.execute("SELECT hash FROM tokens")]
    assert len(key) == 64
    tokens = {"german": ticket["token"], "french": ticket["invites"]["french"], "watcher": ticket["spectate"]}
    for name, text in heard.items():
        assert key not in text
        assert not any(hash in text for hash in hashes)
        assert not any(token in text for token in tokens.values())
        assert name == "watcher" or f'"seat": "{name}"' in text
    legal = {name: [m["legal"] for m in s.heard if m["type"] == "table"] for name, s in
             (("german", german), ("french", french))}
    assert all(set(lists) <= {"german"} for lists in legal["german"])
    assert all(set(lists) <= {"french"} for lists in legal["french"])


def test_the_store_keeps_no_token(on_file: Served) -> None:
    ticket = on_file.new_match(seats=BOTH_PEOPLE)
    data = b"".join(p.read_bytes() for p in Path(on_file.db).parent.iterdir())
    for token in (ticket["token"], ticket["spectate"], ticket["invites"]["french"]):
        assert token.encode() not in data


def heard_by(seat: Seat) -> list[dict[str, Any]]:
    """All that the socket has been sent so far: what was sent before its answer to a ping has come."""
    seat.ask("ping")
    return [message for message in seat.heard if message["type"] != "answer"]


def card_of(served: Served, ticket: dict[str, Any], token: str) -> Any:
    return served.call("GET", f"/api/matches/{ticket['id']}", None, token)[1]


def test_while_two_choose_in_secret_nobody_hears_of_the_others_clicks(with_toy: Served) -> None:
    """Not by a message, a number, a clock, an answer or a header; nor of a choice that is taken back and made anew."""
    ticket = with_toy.new_match(game="haggle", seats=TWO, clock={"kind": "game", "seconds": 600})
    record = f"/api/matches/{ticket['id']}/record"
    with with_toy.seat(ticket["id"], ticket["token"]) as red, \
            with_toy.seat(ticket["id"], ticket["invites"]["blue"]) as blue, \
            with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
        others = {blue: ticket["invites"]["blue"], watcher: ticket["spectate"]}
        before = {seat: (heard_by(seat), card_of(with_toy, ticket, token),
                         with_toy.call("GET", record, None, token)[1]) for seat, token in others.items()}
        first = blue.table["state"]
        assert red.act("red", "play 4")["state"] == first + 1
        assert red.table["undoable"] == {"red": 1}
        assert red.ask("undo", side="red")["state"] == first + 2
        red.until(lambda t: t["view"]["table"] == [0, 0])
        assert red.act("red", "play 3")["type"] == "done"
        for seat, (heard, card, seen) in before.items():
            assert heard_by(seat) == heard
            assert card_of(with_toy, ticket, others[seat]) == card
            assert with_toy.call("GET", record, None, others[seat])[1] == seen
            seat.ask("again")
            told = seat.wait_for("table")
            assert told["clocks"]["running"] == ["red", "blue"]
            assert told["clocks"]["left"]["red"] == 600.0
            kept = {key: told[key] for key in told if key not in ("number", "clocks", "events", "events_from")}
            assert kept == {key: heard[-1 if heard[-1]["type"] == "table" else 0][key] for key in kept} | {
                "state": first, "view": told["view"], "legal": told["legal"]}
            assert told["actors"] == ["red", "blue"]
        assert blue.act("blue", "play 1", state=first)["type"] == "done", "a click in flight is not refused"
        for seat in (red, blue, watcher):
            assert seat.until(lambda t: t["state"] > first + 3)["events"][-1]["what"] == "coin"
            assert seat.table["state"] == red.table["state"]


def test_each_takes_back_his_own_secret_choice_whatever_the_other_has_done(with_toy: Served) -> None:
    """And the match is the same when it is read from disk again."""
    ticket = with_toy.new_match(game="haggle", seats=TWO)
    with with_toy.seat(ticket["id"], ticket["token"]) as red, \
            with_toy.seat(ticket["id"], ticket["invites"]["blue"]) as blue:
        first = red.table["state"]
        assert blue.act("blue", "play 2")["state"] == first + 1
        assert (red.table["state"], blue.table["undoable"], red.table["undoable"]) == (first, {"blue": 1}, {"red": 0})
        assert red.ask("undo", side="red")["type"] == "refused"
        assert blue.ask("undo", side="blue", state=first + 1)["state"] == first + 2
        assert red.act("red", "play 4", state=first)["state"] == first + 1
        assert [e["state"] for e in red.table["events"]] == [first + 1]
        blue.until(lambda t: t["state"] == first + 2)
        assert blue.table["legal"]["blue"]
        assert not blue.table["events"]
    with_toy.kill()
    with_toy.start(with_toy.port)
    with with_toy.seat(ticket["id"], ticket["token"]) as red, \
            with_toy.seat(ticket["id"], ticket["invites"]["blue"]) as blue:
        assert (red.table["state"], blue.table["state"]) == (first + 1, first + 2)
        assert (red.table["view"]["table"], blue.table["view"]["table"]) == ([4, 0], [0, 0])
        assert blue.act("blue", "play 3")["type"] == "done"
        turned = [e for e in blue.table["events"] if e["what"] == "turned"]
        assert turned[0]["data"] == {"cards": [4, 3]}
