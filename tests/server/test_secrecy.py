"""Everything that a seat's socket receives, searched for what the seat may not know."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from meuse.games import make_game
from meuse.games.mansteins_war.box.components import SIDES
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


WHISPERED = ("plan kept", "loaded", "evac forgone", "schedule")
"""Events of Manstein's War that only their owner hears of."""


class Ear:
    """What one socket of a match of Manstein's War has heard, searched for names that it may not know yet."""

    def __init__(self, seat: Seat, side: str | None) -> None:
        self.seat, self.side = seat, side
        self.read = 0
        self.known: set[str] = set()

    def listen(self, secret: set[str]) -> None:
        """No message names a piece or marker of the other side before it has been seen on the map or in the log."""
        for message in self.seat.heard[self.read:]:
            events = message.get("events", [])
            whispers = [e for e in events if e["what"] in WHISPERED]
            assert not secret & set(names(whispers)), f"{self.side} hears {whispers}"
            pieces = message.get("view", {}).get("units", {})
            self.known |= {id for id, piece in pieces.items() if piece["place"] in ("map", "aloft")}
            self.known |= set(names([e["data"] for e in events]))
            told = secret & set(names(message)) - self.known
            assert not told, f"{self.side} hears of {told} in {message['type']}"
        self.read = len(self.seat.heard)


def names(data: Any) -> Iterator[str]:
    """Every text in it, and every id by which something is kept."""
    if isinstance(data, dict):
        yield from (key for key in data if "-" in key)
        for value in data.values():
            yield from names(value)
    elif isinstance(data, list):
        for value in data:
            yield from names(value)
    elif isinstance(data, str):
        yield data


def test_nobody_hears_of_the_others_bins_plans_displays_and_schedule(on_file: Served) -> None:
    """A whole game of Manstein's War played by two sockets, with the schedule decided by secret dice."""
    options = {"variable-reinforcements": "on", "morale": "on", "fighter-command": "on"}
    ticket = on_file.new_match(game="mansteins-war", options=options,
                               seats={"german": {"kind": "here"}, "allied": {"kind": "invite"}})
    game: Any = make_game("mansteins-war", "campaign", options)
    secret = {side: {*(m.id for m in game.markers if m.special and SIDES[m.side] == side),
                     *(id for id in game.sheet()["counters"] if game.sheet()["counters"][id]["side"] == side)}
              for side in SIDES}
    rng, rounds = random.Random(5), 0
    with on_file.seat(ticket["id"], ticket["token"]) as german, \
            on_file.seat(ticket["id"], ticket["invites"]["allied"]) as allied, \
            on_file.seat(ticket["id"], ticket["spectate"]) as watcher:
        seats = {"german": german, "allied": allied}
        ears = {"german": Ear(german, "german"), "allied": Ear(allied, "allied"), None: Ear(watcher, None)}
        before = [len(heard_by(seat)) for seat in (allied, watcher)]
        german.act("german", "keep okh")
        assert [len(heard_by(seat)) for seat in (allied, watcher)] == before, "a plan is kept without a sound"
        while not german.table["over"] and not allied.table["over"]:
            for side, seat in seats.items():
                seat.ask("ping")
                if not seat.table["over"] and seat.table["legal"].get(side):
                    seat.act(side, _hasty(rng, seat.table["legal"][side]))
            rounds += 1
            watcher.ask("ping")
            for side, ear in ears.items():
                ear.listen(set[str]().union(*(secret[other] for other in SIDES if other != side)))
            if rounds % 40 == 0:
                _check_past(on_file, ticket, seats, rng)
        assert german.table["view"]["turn"] > 2 or german.table["over"]


def _hasty(rng: random.Random, legal: list[str]) -> str:
    """A random choice of somebody who wants to get on."""
    quick = [action for action in legal if action in ("historical", "done", "end", "none", "stop", "all", "finish")]
    return rng.choice(quick if quick and rng.random() < 0.7 else legal)


def _check_past(served: Served, ticket: dict[str, Any], seats: dict[str, Seat], rng: random.Random) -> None:
    """Neither a look back nor the record of the running match shows the other's bin, plan or displays."""
    for side, seat in seats.items():
        other = "allied" if side == "german" else "german"
        token = ticket["token"] if side == "german" else ticket["invites"]["allied"]
        past = seat.ask("look", state=rng.randrange(1, seat.table["state"] + 1))["table"]
        record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, token)[1]
        for view in (past["view"], record["view"]):
            assert view["bins"][other] is None
            assert view["loaded"][other] is None
            own = "de-" if side == "german" else ("fr-", "gb-", "be-", "nl-")
            assert all(p["place"] in ("map", "aloft") for id, p in view["units"].items() if not id.startswith(own))
        assert all(action is None for who, action in record["actions"] if who != side)
