"""Salts over the wire: promised, shown, on disk before they are acknowledged, and the first die after the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from meuse.engine.dice import salt_commitment
from tests.server.harness import BOTH_PEOPLE, GAME, Seat, Served

DRAWING = 'phase = "activation"\nturn = 2'
"""The first thing that happens is the draw of a chit."""
SALTS = {"german": "1a" * 32, "french": "2b" * 32}


def made(served: Served, **more: Any) -> dict[str, Any]:
    """A match whose browsers have not come yet."""
    body = {"game": GAME, "seats": BOTH_PEOPLE, "situation": DRAWING, **more}
    status, ticket = served.call("POST", "/api/matches", body)
    assert status == 201, ticket
    invites = {side: served.join(ticket["id"], token)["token"] for side, token in ticket["invites"].items()}
    return {**ticket, "invites": invites}


@contextmanager
def both(served: Served, ticket: dict[str, Any], other: Served | None = None) -> Iterator[tuple[Seat, Seat]]:
    with ExitStack() as stack:
        seats = [stack.enter_context(served.seat(ticket["id"], ticket["token"])),
                 stack.enter_context((other or served).seat(ticket["id"], ticket["invites"]["french"]))]
        for seat in seats:
            seat.wait_for("dice")
        yield seats[0], seats[1]


def promise(seat: Seat, side: str, salt: str = "") -> dict[str, Any]:
    promised = salt_commitment(seat.dice["commitment"], side, salt or SALTS[side])
    return seat.ask("promise", side=side, commitment=promised)


def show(seat: Seat, side: str) -> dict[str, Any]:
    return seat.ask("salt", side=side, salt=SALTS[side])


def record_of(served: Served, ticket: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = served.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    return record


def test_the_first_die_waits_for_both_browsers(served: Served) -> None:
    ticket = made(served)
    with both(served, ticket) as (german, french):
        assert german.table["actors"] == []
        assert "Waiting for the other player's browser (French)" in promise_then_table(german, "german")["prompt"]
        assert show(german, "german")["reason"] == "not every browser has promised its salt yet"
        assert promise(french, "french")["type"] == "done"
        assert record_of(served, ticket)["actions"] == []
        assert show(german, "german")["type"] == "done"
        assert record_of(served, ticket)["actions"] == [], "one of two is not enough"
        assert show(french, "french")["type"] == "done"
        german.until(lambda table: bool(table["actors"]))
    record = record_of(served, ticket)
    assert record["actions"][0][2] == 0
    assert [salt["salt"] for salt in record["salts"]] == list(SALTS.values())
    served.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "german"}, ticket["token"])
    verdict = served.call("GET", f"/api/matches/{ticket['id']}/verify", None, ticket["token"])[1]
    assert (verdict["ok"], verdict["unchecked"], verdict["scripted"], verdict["seeded"]) == (True, 0, 0, False)
    assert verdict["dice"] == len(verdict["proof"]["dice"]) > 0
    assert "a salt from the browser of german and of french" in verdict["reason"]


def promise_then_table(seat: Seat, side: str) -> dict[str, Any]:
    before = seat.table["state"]
    assert promise(seat, side)["type"] == "done"
    return seat.until(lambda table: table["state"] > before)


def test_nobody_chooses_after_seeing(served: Served) -> None:
    """A promise may be replaced while nothing has been shown, and by nobody else; then it stands."""
    ticket = made(served)
    with both(served, ticket) as (german, french):
        assert promise(german, "german", "33" * 32)["type"] == "done"
        assert promise(german, "german")["type"] == "done", "another browser of the same seat"
        assert "does not hold the seat" in promise(french, "german")["reason"]
        assert promise(french, "french")["type"] == "done"
        assert "no promise can be changed now" in promise(german, "german", "33" * 32)["reason"]
        assert "not the salt that was promised" in german.ask("salt", side="german", salt="33" * 32)["reason"]
        assert show(french, "french")["type"] == show(german, "german")["type"] == "done"
        assert show(german, "german")["type"] == "done", "the same again does no harm"
    assert [salt["salt"] for salt in record_of(served, ticket)["salts"]] == list(SALTS.values())


def test_a_decision_before_the_first_die_needs_no_salt(served: Served) -> None:
    """And a promise that comes meanwhile does not make it an old click."""
    moving = 'turn = 2\nactivation = "XIX"\nmode = "open"\n[units]\n"HQ 1 Pz" = "4508"\n"I/1 1 Pz" = "4408"'
    ticket = made(served, situation=moving)
    with both(served, ticket) as (german, french):
        at = german.table["state"]
        promise(french, "french")
        assert german.act("german", german.table["legal"]["german"][0], state=at)["type"] == "done"


def test_salts_outlive_a_kill(tmp_path: Path) -> None:
    served = Served(str(tmp_path / "salts.sqlite"))
    ticket = made(served)
    for step in (promise, show):
        for side, token in (("german", ticket["token"]), ("french", ticket["invites"]["french"])):
            with served.seat(ticket["id"], token) as seat:
                seat.wait_for("dice")
                assert step(seat, side)["type"] == "done"
            served.kill()
            served.start()
    record = record_of(served, ticket)
    assert [salt["salt"] for salt in record["salts"]] == list(SALTS.values())
    assert record["actions"], "with the last salt the die fell, in the same transaction"
    assert served.stop()


def test_browsers_at_two_processes(cluster: Any) -> None:
    db = cluster.fresh()
    first, second = Served(db), Served(db)
    try:
        ticket = made(first)
        with both(first, ticket, second) as (german, french):
            promise(german, "german")
            french.wait_for("dice", where=lambda m: bool(m["salts"][0]["commitment"]))
            promise(french, "french")
            german.wait_for("dice", where=lambda m: all(s["commitment"] for s in m["salts"]))
            show(german, "german")
            french.wait_for("dice", where=lambda m: bool(m["salts"][0]["salt"]))
            assert show(french, "french")["type"] == "done"
            for seat in (german, french):
                seat.until(lambda table: bool(table["actors"]))
        assert record_of(first, ticket) == record_of(second, ticket)
    finally:
        first.stop()
        second.stop()


@pytest.mark.parametrize(("more", "reason"), [
    ({"seed": 3}, "seed: whoever chooses it knows the dice"),
    ({"situation": 'dice = ["XIX"]\n' + DRAWING}, "situation: dice: they are not rolled"),
])
def test_nobody_is_invited_to_chosen_dice(on_file: Served, more: dict[str, Any], reason: str) -> None:
    status, answer = on_file.call("POST", "/api/matches", {"game": GAME, "seats": BOTH_PEOPLE, **more})
    assert status == 400
    assert reason in answer["reason"]


def test_chosen_dice_are_flagged_in_header_and_table(on_file: Served) -> None:
    ticket = on_file.new_match(seed=3, situation='dice = ["XIX"]\n' + DRAWING)
    header = on_file.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[1]
    assert (header["seeded"], header["scripted"]) == (True, True)
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        told = seat.wait_for("dice")
        assert (told["seeded"], told["scripted"]) == (True, True)
        assert seat.table["actors"], "alone, the server's key will do"
    record = record_of(on_file, ticket)
    assert (record["seeded"], record["scripted"]) == (True, True)
    on_file.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "german"}, ticket["token"])
    verdict = on_file.call("GET", f"/api/matches/{ticket['id']}/verify", None, ticket["token"])[1]
    assert (verdict["ok"], verdict["scripted"], verdict["seeded"]) == (False, 1, True)
    brought = on_file.call("POST", "/api/matches/import", record_of(on_file, ticket))[1]
    header = on_file.call("GET", f"/api/matches/{brought['id']}", None, brought["token"])[1]
    assert (header["seeded"], header["scripted"]) == (True, True), "wherever it is brought"


def test_a_person_alone_may_add_his_salt(on_file: Served) -> None:
    ticket = made(on_file, seats={"german": {"kind": "here"}, "french": {"kind": "here"}}, salt=True)
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        told = seat.wait_for("dice")
        assert [salt["side"] for salt in told["salts"]] == ["german"], "two at one screen: one browser, one salt"
        assert "this seat's browser" in seat.table["prompt"]
        promise(seat, "german")
        assert show(seat, "german")["type"] == "done"
        seat.until(lambda table: bool(table["actors"]))
    on_file.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "german"}, ticket["token"])
    again = on_file.call("POST", f"/api/matches/{ticket['id']}/rematch", {}, ticket["token"])[1]
    with on_file.seat(again["id"], ticket["token"]) as seat:
        assert seat.wait_for("dice")["salts"][0]["salt"] is None, "a rematch wants a salt of its own"
