"""What docs/protocol.md promises, on both databases."""

from __future__ import annotations

import gzip
import json
import random

import pytest

from meuse.games import GAMES
from meuse.players.levels import levels_of, tempers_of
from tests.server.harness import BOTH_PEOPLE, Seat, Served


def play(seat: Seat, sides: tuple[str, ...], count: int, rng: random.Random) -> None:
    """So many random decisions of the sides that one token holds."""
    for _ in range(count):
        table = seat.until(lambda t: bool(t["legal"]) or t["over"])
        if table["over"]:
            return
        side = next(iter(table["legal"]))
        assert side in sides
        assert seat.act(side, rng.choice(table["legal"][side]))["type"] == "done"


def go_on_to(seat: Seat, word: str) -> str:
    """Take the plain choices until one beginning with that word is to be had; says for which side."""
    plain = ("activate", "move-combat", "done", "end", "pass", "none")
    while True:
        side, choices = next(iter(seat.table["legal"].items()))
        if any(a.startswith(word) for a in choices):
            return side
        seat.act(side, next((a for a in choices if a in plain), choices[0]))


def test_the_lobby_lists_the_games(served: Served) -> None:
    status, games = served.call("GET", "/api/games")
    assert status == 200
    assert {g["name"] for g in games} == {*GAMES} == {"sedan", "mansteins-war", "blitzkrieg", "ghost-division"}
    assert games[0]["players"] == ["random", "staff"]
    for game in games:
        assert game["levels"] == {"staff": levels_of(game["name"])}
        assert game["tempers"].get("staff", ["even"]) == tempers_of(game["name"])
    assert {"name", "title", "says", "default", "values", "rule"} <= set(games[0]["options"][0])
    status, sheet = served.call("GET", "/api/games/sedan/sheet?scenario=encirclement")
    assert (status, sheet["scenario"], len(sheet["turns"])) == (200, "encirclement", 8)
    assert served.call("GET", "/api/games/chess/sheet")[0] == 404
    assert served.call("GET", "/api/games/sedan/sheet?scenario=nowhere")[0] == 400


def test_the_sheet_comes_packed_to_whoever_can_unpack_it(served: Served) -> None:
    path = "/api/games/sedan/sheet?scenario=encirclement"
    _, packed = served.call("GET", path, headers={"Accept-Encoding": "gzip"})
    _, plain = served.call("GET", path)
    assert json.loads(gzip.decompress(packed)) == plain
    assert len(packed) < len(json.dumps(plain)) / 3


def test_the_map_is_drawn(served: Served) -> None:
    status, svg = served.call("GET", "/api/games/sedan/map.svg")
    assert status == 200
    assert svg.startswith(b"<svg")


def test_an_action_is_done_and_both_sides_see_it(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        mover, waiter = (german, french) if german.table["legal"] else (french, german)
        side = mover.table["seats"]["mine"][0]
        before = mover.table["state"]
        answer = mover.act(side, mover.table["legal"][side][0])
        assert answer["type"] == "done"
        assert answer["state"] > before
        kinds = [m["type"] for m in mover.heard]
        assert kinds[-2:] == ["done", "table"], "first the acknowledgement, then the new position"
        waiter.until(lambda t: t["state"] == answer["state"])
        assert waiter.table["view"]["seat"] == waiter.table["seats"]["side"] != side
        assert {**waiter.table["view"], "seat": None} == {**mover.table["view"], "seat": None}


def test_old_double_and_foreign_clicks_do_no_harm(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        mover, other = (german, french) if german.table["legal"] else (french, german)
        side, stranger = mover.table["seats"]["mine"][0], other.table["seats"]["mine"][0]
        state, action = mover.table["state"], mover.table["legal"][side][0]
        assert mover.act(side, action)["type"] == "done"
        now = mover.table["state"]
        again = mover.ask("act", side=side, state=state, action=action)
        assert again == {"type": "refused", "id": again["id"], "rule": "", "reason": "the position has moved on",
                         "state": now}
        assert mover.wait_for("table")["state"] == now, "a refusal is followed by the table"
        stolen = other.ask("act", side=side, state=now, action=mover.table["legal"].get(side, ["end"])[0])
        assert "does not hold the seat" in stolen["reason"]
        early = other.ask("act", side=stranger, state=now, action="end")
        assert early["type"] == "refused"
        wrong = mover.ask("act", side=side, state=now, action="step 0000")
        assert wrong["type"] == "refused"
        assert wrong["reason"]
        assert mover.ask("act", side="chance", state=now, action="die 6")["type"] == "refused"
        assert mover.ask("act", side=side, state=now, actions=[])["type"] == "refused"
        assert mover.wait_for("table")["state"] == now


def test_a_list_of_actions_stops_at_the_first_refused(served: Served) -> None:
    ticket = served.new_match(seed=3)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        side = next(iter(seat.table["legal"]))
        good = seat.table["legal"][side][0]
        state = seat.table["state"]
        answer = seat.ask("act", side=side, state=state, actions=[good, "nonsense", good])
        assert answer["type"] == "refused"
        assert answer["state"] > state
        seat.until(lambda t: t["state"] == answer["state"])


def test_questions(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        side = next(iter(seat.table["legal"]))
        refusal = seat.ask("why_not", side=side, action="step 3414")["refusal"]
        assert refusal["rule"]
        assert refusal["reason"]
        assert seat.ask("why_not", side=side, action=seat.table["legal"][side][0])["refusal"] is None
        tally = seat.ask("explain", question="score")["tally"]
        assert {"label", "value", "rule"} == set(tally["parts"][0])
        assert "error" in seat.ask("explain", question="the meaning of life")
        assert "error" in seat.ask("preview")
        assert seat.ask("overlay", what="zoc", side="german")["hexes"]
        assert seat.ask("overlay", what="supply", side="french")["hexes"]
        assert seat.ask("overlay", what="victory")["hexes"]
        assert "error" in seat.ask("overlay", what="horoscope", side="german")
        side = go_on_to(seat, "move ")
        unit = next(a for a in seat.table["legal"][side] if a.startswith("move ")).removeprefix("move ")
        ways = seat.ask("reach", side=side, unit=unit)["reach"]
        hex, way = max(ways.items(), key=lambda item: len(item[1]["path"]))
        assert way["path"][-1] == hex
        assert seat.act(side, *way["actions"])["type"] == "done"
        assert seat.table["view"]["units"][unit]["hex"] == hex
        assert seat.ask("ping")["type"] == "answer"


def test_undo(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        side = next(iter(seat.table["legal"]))
        assert seat.ask("undo", side=side)["type"] == "refused"
        seat.wait_for("table")
        side = go_on_to(seat, "leave ")
        first = seat.table
        leave = next(a for a in first["legal"][side] if a.startswith("leave "))
        seat.act(side, leave)
        assert seat.table["undoable"][side] == 1
        answer = seat.ask("undo", side=side)
        seat.until(lambda t: t["state"] == answer["state"])
        assert seat.table["view"] == first["view"]
        assert seat.table["state"] == first["state"] + 2, "a taking-back is an entry of its own"
        stale = seat.ask("act", side=side, state=first["state"] + 1, action="activate")
        assert stale["type"] == "refused"


def go_to_a_long_move(seat: Seat) -> tuple[str, list[str]]:
    """To where a unit can move at least three hexes: its side and the actions that carry it there."""
    side = go_on_to(seat, "move ")
    for unit in [a.removeprefix("move ") for a in seat.table["legal"][side] if a.startswith("move ")]:
        for way in seat.ask("reach", side=side, unit=unit)["reach"].values():
            if len(way["path"]) >= 3:
                return side, way["actions"]
    raise AssertionError("no unit can move that far")


def log_of(seat: Seat) -> list[str]:
    """The log as a client has it: what each table tells takes the place of what was there from `events_from` on."""
    log: list[str] = []
    for table in (message for message in seat.heard if message["type"] == "table"):
        log = log[:table["events_from"]] + [event["text"] for event in table["events"]]
    return log


def test_what_is_taken_back_for_another_action_stands_only_with_it(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat, served.seat(ticket["id"], ticket["token"]) as other:
        side, (pick, step, *_) = go_to_a_long_move(seat)
        seat.act(side, pick)
        steps = [action for action in seat.table["legal"][side] if action.startswith("step ") and action != step]
        seat.act(side, step)
        moved, log = seat.table, log_of(seat)
        assert seat.ask("act", side=side, state=moved["state"], action="step 9999", back=1)["type"] == "refused"
        seat.wait_for("table")
        assert (seat.table["state"], seat.table["view"], log_of(seat)) == (moved["state"], moved["view"], log)
        answer = seat.ask("act", side=side, state=moved["state"], action=steps[0], back=1)
        seat.until(lambda t: t["state"] == answer["state"])
        assert seat.table["number"] == moved["number"] + 2, "told as one change"
        other.until(lambda t: t["state"] == answer["state"])
        assert log_of(other) == log_of(seat)
        assert len(log_of(seat)) == len(log)
        assert steps[0].removeprefix("step ") in log_of(seat)[-1]


def test_one_press_takes_a_whole_move_back(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        side, way = go_to_a_long_move(seat)
        first = seat.table
        for more, left in (({}, 0), ({"steps": 1}, len(way) - 1), ({"to": first["state"]}, 0)):
            seat.act(side, *way)
            assert seat.table["undoable"][side] >= len(way)
            answer = seat.ask("undo", side=side, state=seat.table["state"], **more)
            assert answer["type"] == "done", answer
            table = seat.until(lambda t, a=answer: t["state"] == a["state"])
            assert table["undoable"][side] == first["undoable"][side] + left
            assert (table["view"] == first["view"]) == (not left)
            if left:
                assert seat.ask("undo", side=side, to=first["state"])["type"] == "done"
                seat.until(lambda t: t["view"] == first["view"])
        for action in way[:2]:
            seat.act(side, action)
        old = seat.table["state"]
        assert seat.ask("undo", side=side, state=old)["type"] == "done"
        assert seat.ask("undo", side=side, state=old)["reason"] == "the position has moved on"
        for wrong in ({"steps": 99}, {"to": 0}, {"to": old}):
            assert seat.ask("undo", side=side, **wrong)["type"] == "refused"
        assert seat.until(lambda t: t["state"] == old + 1)["undoable"][side] == first["undoable"][side] + 1


def test_the_log_begins_with_the_setting_up(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        opening = seat.table["events"]
        assert [e["what"] for e in opening] == ["phase", "phase", "air allotted", "air allotted"]
        assert {e["state"] for e in opening} == {0}
        seat.act(seat.table["actors"][0], seat.table["legal"][seat.table["actors"][0]][0])
    situation = 'game = "sedan"\nphase = "activation"\nturn = 2'
    ticket = served.new_match(seed=8, situation=situation)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        told = [e["text"] for e in seat.table["events"]]
        assert [(bool(e["state"]), e["what"]) for e in seat.table["events"][:2]] == [(False, "phase"), (True, "chit")]
    record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    brought = served.call("POST", "/api/matches/import", record)[1]
    with served.seat(brought["id"], brought["token"]) as reader:
        assert [e["text"] for e in reader.table["events"]] == told


def test_going_back_further_needs_the_other_side(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        rng, views = random.Random(4), {}
        for _ in range(30):
            seat, side = (german, "german") if german.table["legal"] else (french, "french")
            views[seat.table["state"]] = seat.table["view"]
            seat.act(side, rng.choice(seat.table["legal"][side]))
            other = french if seat is german else german
            other.until(lambda t, s=seat: t["state"] == s.table["state"])
        target = sorted(views)[5]
        assert german.ask("accept_undo", side="german")["type"] == "refused"
        assert german.ask("offer_undo", side="german", state=target)["type"] == "done"
        assert french.wait_for("notice")["offer"] == {"side": "german", "state": target, "asked_by": ["german"],
                                                      "agreed": [], "hindsight": False}
        assert german.ask("accept_undo", side="german")["type"] == "refused"
        assert french.ask("decline_undo", side="french")["type"] == "done"
        assert french.until(lambda t: t["offer"] is None)["state"] == german.table["state"]
        german.ask("offer_undo", side="german", state=target)
        french.wait_for("notice", where=lambda m: "offer" in m)
        answer = french.ask("accept_undo", side="french")
        assert answer["type"] == "done"
        for seat in (german, french):
            seat.until(lambda t: t["state"] == answer["state"])
            assert {**seat.table["view"], "seat": 0} == {**views[target], "seat": 0}
        assert french.table["events_from"] == len([e for m in french.heard if m["type"] == "table"
                                                  for e in m["events"] if e["state"] <= target])


def test_look_back_shows_every_moment_as_it_was(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        seen = {seat.table["state"]: seat.table["view"]}
        for _ in range(160):
            side = next(iter(seat.table["legal"]))
            seat.act(side, random.Random(len(seen)).choice(seat.table["legal"][side]))
            seen[seat.table["state"]] = seat.table["view"]
        for state in random.Random(1).sample(sorted(seen), 12):
            past = seat.ask("look", state=state)["table"]
            assert past["state"] == state
            assert {**past["view"], "seat": 0} == {**seen[state], "seat": 0}
            assert past["legal"] == {}
        assert "error" in seat.ask("look", state=100000)
    with served.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert "error" in watcher.ask("look", state=3, side="german")


def test_spectators_see_and_cannot_touch(served: Served) -> None:
    ticket = served.new_match(seed=8)
    with served.seat(ticket["id"], ticket["token"]) as seat, \
            served.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert watcher.table["view"]["seat"] is None
        assert watcher.table["legal"] == {}
        assert watcher.wait_for("presence")["spectators"] == 1
        side = next(iter(seat.table["legal"]))
        for kind, more in (("act", {"state": watcher.table["state"], "action": "activate"}), ("undo", {}),
                           ("offer_undo", {"state": 0}), ("accept_undo", {})):
            assert watcher.ask(kind, side=side, **more)["type"] == "refused"
        assert "error" in watcher.ask("why_not", side=side, action="end")
        assert served.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": side}, ticket["spectate"])[0] == 403
        assert served.call("GET", f"/api/matches/{ticket['id']}/notes", None, ticket["spectate"])[0] == 403
        assert served.call("POST", f"/api/matches/{ticket['id']}/rematch", {}, ticket["spectate"])[0] == 400
        side = go_on_to(seat, "activate")
        seat.act(side, "activate")
        assert watcher.until(lambda t: t["state"] == seat.table["state"])["events"]


def test_chat_and_notes(served: Served) -> None:
    ticket = served.new_match(seats={**BOTH_PEOPLE, "german": {"kind": "here", "name": "Heinz"}})
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        german.ask("chat", text="  <script>alert(1)</script> ")
        line = french.wait_for("chat")
        assert (line["name"], line["side"], line["text"]) == ("Heinz", "german", "<script>alert(1)</script>")
        assert "error" in german.ask("chat", text="   ")
    with served.seat(ticket["id"], ticket["spectate"]) as later:
        assert [said["text"] for said in later.wait_for("talk")["lines"]] == [line["text"]]
    notes = f"/api/matches/{ticket['id']}/notes"
    assert served.call("PUT", notes, {"text": "the woods at Martelange"}, ticket["token"])[0] == 200
    assert served.call("PUT", notes, {"text": "hold Bodange"}, ticket["invites"]["french"])[0] == 200
    assert served.call("GET", notes, None, ticket["token"]) == (200, {"text": "the woods at Martelange"})
    assert served.call("GET", notes, None, ticket["invites"]["french"]) == (200, {"text": "hold Bodange"})
    assert served.call("PUT", notes, {"text": "x" * 30_000}, ticket["token"])[0] == 413


def test_resigning_ends_it_and_publishes_the_key(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    path, token = f"/api/matches/{ticket['id']}", ticket["token"]
    assert served.call("GET", f"{path}/record", None, token)[1]["key"] is None
    assert served.call("GET", f"{path}/verify", None, token)[0] == 409
    assert served.call("POST", f"{path}/resign", {"side": "french"}, token)[0] == 403
    with served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        assert served.call("POST", f"{path}/resign", {"side": "german"}, token)[0] == 204
        table = french.until(lambda t: t["over"])
        assert table["outcome"]["winner"] == "french"
        assert table["outcome"]["by"] == "resignation"
        assert table["outcome"]["verdict"] == "French victory: German resigned"
        assert table["legal"] == {}
        assert french.ask("act", side="french", state=table["state"], action="end")["reason"] == "the match is over"
    assert served.call("POST", f"{path}/resign", {"side": "german"}, token)[0] == 409
    record = served.call("GET", f"{path}/record", None, token)[1]
    assert record["key"]
    assert record["ended"]["side"] == "german"
    assert served.call("GET", f"{path}/verify", None, token)[1]["ok"]
    header = served.call("GET", path, None, token)[1]
    assert header["over"]
    assert header["outcome"]["winner"] == "french"


def test_rematch_changes_sides_and_old_links_open_it(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    with served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        served.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "german"}, ticket["token"])
        status, again = served.call("POST", f"/api/matches/{ticket['id']}/rematch", {}, ticket["token"])
        assert status == 201
        assert french.wait_for("notice", where=lambda m: "rematch" in m)["rematch"] == again["id"]
    assert again["token"] == ticket["token"]
    with served.seat(again["id"], ticket["token"]) as first, \
            served.seat(again["id"], ticket["invites"]["french"]) as second, \
            served.seat(again["id"], ticket["spectate"]):
        assert first.table["seats"]["mine"] == ["french"]
        assert second.table["seats"]["mine"] == ["german"]
        assert second.table["seats"]["all"]["german"]["kind"] == "invite"


def test_a_whole_match_is_exported_imported_and_verified(served: Served) -> None:
    ticket = served.new_match(seats={"german": {"kind": "here"}, "french": {"kind": "computer", "player": "random"}})
    rng = random.Random(5)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        while not seat.table["over"]:
            play(seat, ("german",), 1, rng)
        final = seat.table
    path, token = f"/api/matches/{ticket['id']}", ticket["token"]
    verdict = served.call("GET", f"{path}/verify", None, token)[1]
    assert verdict["ok"], verdict
    assert verdict["dice"] > 10
    record = served.call("GET", f"{path}/record", None, token)[1]
    assert served.call("POST", "/api/verify", record)[1]["ok"]
    status, brought = served.call("POST", "/api/matches/import", record)
    assert status == 201
    with served.seat(brought["id"], brought["token"]) as reader:
        assert reader.table["over"]
        assert reader.table["outcome"]["points"] == final["outcome"]["points"]
        assert {**reader.table["view"], "seat": 0} == {**final["view"], "seat": 0}
        assert reader.ask("look", state=20, side="german")["table"]["view"]["seat"] == "german"
    die = next(i for i, e in enumerate(record["actions"]) if e[1].startswith("die"))
    record["actions"][die][1] = "die 6" if record["actions"][die][1] != "die 6" else "die 1"
    tampered = served.call("POST", "/api/verify", record)[1]
    assert not tampered["ok"]
    assert "committed key" in tampered["reason"]
    assert served.call("POST", "/api/matches/import", record)[0] == 400


def test_a_match_is_taken_to_another_table_and_goes_on_there(served: Served) -> None:
    """With a key of its own from there on, promised before its first die; and once more from there."""
    ticket = served.new_match(seed=6)
    rng = random.Random(6)
    for move in range(3):
        with served.seat(ticket["id"], ticket["token"]) as seat:
            play(seat, ("german", "french"), 60, rng)
            back = seat.ask("offer_undo", side=seat.table["actors"][0], state=seat.table["state"] - 12)
            seat.until(lambda t, b=back: t["state"] == b["state"])
            play(seat, ("german", "french"), 10, rng)
            last = seat.table
        record = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
        assert record["key"] is None
        assert [m["key"] for m in record["moved"]] == [None] * move
        status, ticket = served.call("POST", "/api/matches/import", record)
        assert status == 201
        with served.seat(ticket["id"], ticket["token"]) as seat:
            assert sorted(seat.table["seats"]["mine"]) == ["french", "german"]
            assert not seat.table["over"]
            assert {**seat.table["view"], "seat": 0} == {**last["view"], "seat": 0}
            assert seat.table["legal"] == last["legal"]
            side = next((s for s, n in seat.table["undoable"].items() if n > 1), None)
            if side:
                back = seat.ask("undo", side=side)
                seat.until(lambda t, b=back: t["state"] == b["state"])
                assert seat.table["undoable"][side] == last["undoable"][side] - 1, "one action, not all"
        header = served.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[1]
        assert (header["imported"], header["moved"]) == (False, True)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        play(seat, ("german", "french"), 300, rng)
    path = f"/api/matches/{ticket['id']}"
    served.call("POST", f"{path}/resign", {"side": "german"}, ticket["token"])
    record = served.call("GET", f"{path}/record", None, ticket["token"])[1]
    assert [bool(m["key"]) for m in record["moved"]] == [False, False, True]
    verdict = served.call("GET", f"{path}/verify", None, ticket["token"])[1]
    assert not verdict["ok"], "the dice of the first table stay unverified without its key"
    assert "moved to another table" in verdict["reason"]
    assert verdict["dice"] > 0
    ever = [*record["actions"], *(e for back in record["taken_back"] for e in back["actions"])]
    assert verdict["dice"] + verdict["unchecked"] == sum(e[2] is not None for e in ever)
    die = max(i for i, e in enumerate(record["actions"]) if e[1].startswith("die"))
    record["actions"][die][1] = "die 6" if record["actions"][die][1] != "die 6" else "die 1"
    assert not served.call("POST", "/api/verify", record)[1]["ok"]


def test_wrong_tokens_open_nothing(served: Served) -> None:
    ticket, other = served.new_match(), served.new_match()
    path = f"/api/matches/{ticket['id']}"
    assert served.call("GET", path)[0] == 401
    assert served.call("GET", path, None, other["token"])[0] == 404
    assert served.call("GET", path, None, "x" * 32)[0] == 404
    assert served.call("GET", "/api/matches/nowhere", None, ticket["token"])[0] == 404
    with pytest.raises(Exception, match="1008"):
        served.seat(ticket["id"], other["token"])


def test_clocks_run_out(served: Served) -> None:
    ticket = served.new_match(clock={"kind": "move", "seconds": 1})
    with served.seat(ticket["id"], ticket["token"]) as seat:
        side = seat.table["actors"][0]
        assert seat.table["clocks"]["running"] == [side]
        assert 0 < seat.table["clocks"]["left"][side] <= 1
        table = seat.until(lambda t: t["over"], seconds=5)
        assert (table["outcome"]["by"], table["outcome"]["side"]) == ("clock", side)
    ticket = served.new_match(clock={"kind": "game", "seconds": 100})
    with served.seat(ticket["id"], ticket["token"]) as seat:
        seat.act(seat.table["actors"][0], "activate")
        assert seat.table["clocks"]["kind"] == "game"
    assert served.call("POST", "/api/matches", {"game": "sedan", "clock": {"kind": "game", "seconds": 0}})[0] == 400


def test_a_situation_can_be_played(served: Served) -> None:
    text = 'game = "sedan"\nturn = 3\nactivation = "XIX"\nmode = "combat"\ndice = [3, 5]\n[units]\n' \
           '"I/1 1 Pz" = "3414"\n"147 55" = { hex = "3415", reduced = true }\n'
    ticket = served.new_match(situation=text)
    with served.seat(ticket["id"], ticket["token"]) as seat:
        assert seat.table["view"]["turn"] == 3
    status, answer = served.call("POST", "/api/matches", {"game": "sedan", "situation": "/etc/passwd"})
    assert status == 400, answer
    status, answer = served.call("POST", "/api/matches", {"game": "sedan", "situation": {"turn": "x"}})
    assert status == 400


@pytest.mark.parametrize("body", [
    {"game": "chess"}, {"game": "sedan", "scenario": "nowhere"}, {"game": "sedan", "options": {"no": "such"}},
    {"game": "sedan", "seats": {"belgian": {"kind": "here"}}}, {"game": "sedan", "more": 1}, [], "x", {},
    {"game": "sedan", "seats": {"german": {"kind": "computer", "player": "hal"}}},
])
def test_a_bad_wish_is_refused_with_the_reason(served: Served, body: object) -> None:
    status, answer = served.call("POST", "/api/matches", body)
    assert status == 400
    assert answer["error"]
    assert answer["reason"]
