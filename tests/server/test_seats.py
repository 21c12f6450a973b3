"""Seats: invitations that are used once, links that are renewed and withdrawn, and takings-back that need everybody."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from meuse.engine.contract import Refusal
from meuse.server import matches, takeback
from meuse.server.hall import Hall, Settings
from meuse.server.matches import NewMatch
from meuse.server.records import Clock
from meuse.server.seats import Holder
from meuse.server.store import Store
from meuse.server.table import Table
from tests.server.harness import BOTH_PEOPLE, Seat, Served


def hears_no_more(seat: Seat) -> bool:
    """Whether the server has hung up."""
    try:
        while True:
            seat.receive(5)
    except TimeoutError:
        return False
    except Exception:
        return True


def test_an_invitation_is_exchanged_once_for_a_token_of_its_own(served: Served) -> None:
    ticket = served.new_match(arrive=False, seats=BOTH_PEOPLE)
    path, invitation = f"/api/matches/{ticket['id']}", ticket["invites"]["french"]
    assert served.call("GET", path, None, ticket["token"])[1]["open"] == ["french"]
    status, answer = served.call("GET", path, None, invitation)
    assert (status, answer["error"]) == (409, "Invitation"), "by itself it holds no seat"
    with pytest.raises(Exception, match="1008"):
        served.seat(ticket["id"], invitation)
    seat = served.join(ticket["id"], invitation)
    assert seat["seats"] == ["french"]
    assert seat["token"] not in (invitation, ticket["token"], ticket["spectate"])
    header = served.call("GET", path, None, seat["token"])[1]
    assert (header["mine"], header["open"], header["maker"]) == (["french"], [], False)
    for way in (("POST", f"{path}/join"), ("GET", path), ("POST", f"{path}/resign")):
        status, answer = served.call(*way, {"side": "french"} if "resign" in way[1] else None, invitation)
        assert (status, answer["error"]) == (410, "Spent")
        assert "has been used" in answer["reason"]
    for token in (ticket["token"], ticket["spectate"], seat["token"]):
        assert served.call("POST", f"{path}/join", None, token)[0] == 410
    assert served.call("POST", f"{path}/join", None, "x" * 32)[0] == 404
    assert served.call("POST", f"{path}/join")[0] == 401


def test_of_many_who_use_an_invitation_at_once_one_has_the_seat(served: Served) -> None:
    ticket = served.new_match(arrive=False, seats=BOTH_PEOPLE)
    answers: list[Any] = []

    def use() -> None:
        answers.append(served.call("POST", f"/api/matches/{ticket['id']}/join", None, ticket["invites"]["french"]))

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in answers) == [200] + [410] * 7


def test_a_renewed_token_takes_the_old_ones_place(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    path = f"/api/matches/{ticket['id']}"
    with served.seat(ticket["id"], ticket["token"]) as german, \
            served.seat(ticket["id"], ticket["invites"]["french"]) as french:
        status, fresh = served.call("POST", f"{path}/token", None, ticket["token"])
        assert (status, fresh["seats"]) == (200, ["german"])
        assert hears_no_more(german)
        assert french.ask("ping")["type"] == "answer"
    status, answer = served.call("GET", path, None, ticket["token"])
    assert (status, "renewed" in answer["reason"]) == (410, True)
    with pytest.raises(Exception, match="1008"):
        served.seat(ticket["id"], ticket["token"])
    assert served.call("GET", path, None, fresh["token"])[1]["maker"] is True
    with served.seat(ticket["id"], fresh["token"]) as german:
        assert german.table["seats"]["mine"] == ["german"]
    assert served.call("POST", f"{path}/token", None, ticket["spectate"])[0] == 400


def test_the_maker_withdraws_an_invitation_and_makes_another(served: Served) -> None:
    ticket = served.new_match(arrive=False, seats=BOTH_PEOPLE)
    path, first = f"/api/matches/{ticket['id']}", ticket["invites"]["french"]
    status, second = served.call("POST", f"{path}/links", {"side": "french"}, ticket["token"])
    assert (status, second["seats"]) == (201, ["french"])
    assert "withdrawn" in served.call("POST", f"{path}/join", None, first)[1]["reason"]
    stranger = served.join(ticket["id"], second["token"])
    third = served.call("POST", f"{path}/links", {"side": "french"}, ticket["token"])[1]
    assert served.call("GET", path, None, stranger["token"])[0] == 410, "a stranger who took it and has not played"
    french = served.join(ticket["id"], third["token"])
    for side, token in (("french", french["token"]), ("german", ticket["token"]), ("french", ticket["spectate"]),
                        ("belgian", ticket["token"])):
        assert served.call("POST", f"{path}/links", {"side": side}, token)[0] == 400
    rng = random.Random(3)
    with served.seat(ticket["id"], ticket["token"]) as one, served.seat(ticket["id"], french["token"]) as two:
        while not any(row == "french" for row in one.table["actors"]):
            one.act("german", rng.choice(one.table["legal"]["german"]))
        two.until(lambda t: bool(t["legal"]))
        two.act("french", two.table["legal"]["french"][0])
        status, answer = served.call("POST", f"{path}/links", {"side": "french"}, ticket["token"])
        assert (status, "only he can give the seat up" in answer["reason"]) == (400, True)
        assert served.call("DELETE", f"{path}/token", None, ticket["token"])[0] == 400, "the maker keeps his seat"
        assert served.call("PUT", f"{path}/notes", {"text": "hold Bouillon"}, french["token"])[0] == 200
        assert served.call("DELETE", f"{path}/token", None, french["token"])[0] == 204
        assert hears_no_more(two)
    assert "given up" in served.call("GET", path, None, french["token"])[1]["reason"]
    assert served.call("GET", path, None, ticket["token"])[1]["open"] == ["french"]
    for what in ("notes", "mail"):
        assert served.call("GET", f"{path}/{what}", None, french["token"])[0] == 410
    fourth = served.call("POST", f"{path}/links", {"side": "french"}, ticket["token"])[1]
    successor = served.join(ticket["id"], fourth["token"])
    assert served.call("GET", f"{path}/notes", None, successor["token"])[1] == {"text": ""}, "they were the other's"


def test_a_new_link_to_watch_ends_the_old_one(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    path = f"/api/matches/{ticket['id']}"
    with served.seat(ticket["id"], ticket["spectate"]) as watcher:
        status, fresh = served.call("POST", f"{path}/links", {}, ticket["token"])
        assert (status, fresh["seats"]) == (201, [])
        assert hears_no_more(watcher)
    assert served.call("GET", path, None, ticket["spectate"])[0] == 410
    assert served.call("GET", path, None, fresh["token"])[0] == 200


def test_a_rematch_waits_for_the_end_and_knows_the_links_of_today(served: Served) -> None:
    ticket = served.new_match(seats=BOTH_PEOPLE)
    path = f"/api/matches/{ticket['id']}"
    status, answer = served.call("POST", f"{path}/rematch", {}, ticket["token"])
    assert (status, "when the match is over" in answer["reason"]) == (409, True)
    fresh = served.call("POST", f"{path}/token", None, ticket["invites"]["french"])[1]["token"]
    assert served.call("POST", f"{path}/resign", {"side": "german"}, ticket["token"])[0] == 204
    status, again = served.call("POST", f"{path}/rematch", {}, fresh)
    assert status == 201
    assert served.call("GET", f"/api/matches/{again['id']}", None, fresh)[1]["mine"] == ["german"]
    header = served.call("GET", f"/api/matches/{again['id']}", None, ticket["token"])[1]
    assert (header["mine"], header["maker"]) == (["french"], True)
    assert served.call("GET", f"/api/matches/{again['id']}", None, ticket["invites"]["french"])[0] == 404


COMMAND = {"game": "ghost-division", "options": {"cooperative": "three"}}


def test_going_back_in_cooperative_play_needs_every_other_holder(on_file: Served) -> None:
    sides = on_file.call("GET", "/api/games/ghost-division/sides?options=cooperative=three")[1]
    seats = {sides[0]: {"kind": "here"}, sides[1]: {"kind": "here"}, sides[2]: {"kind": "invite"}}
    ticket = on_file.new_match(**COMMAND, seats=seats)
    with on_file.seat(ticket["id"], ticket["token"]) as two, \
            on_file.seat(ticket["id"], ticket["invites"][sides[2]]) as third:
        two.act(sides[0], two.table["legal"][sides[0]][0])
        assert two.ask("offer_undo", side=sides[0], state=0)["type"] == "done"
        answer = two.ask("accept_undo", side=sides[1])
        assert (answer["type"], "himself" in answer["reason"]) == ("refused", True), "both seats are the asker's"
        assert third.until(lambda t: t["offer"] is not None)["offer"]["asked_by"] == sides[:2]
        assert third.ask("accept_undo", side=sides[2])["type"] == "done"
        assert two.until(lambda t: t["offer"] is None)["state"] > 0


def test_each_of_three_must_agree(on_file: Served) -> None:
    sides = on_file.call("GET", "/api/games/ghost-division/sides?options=cooperative=three")[1]
    seats = {side: {"kind": "invite"} for side in sides}
    ticket = on_file.new_match(**COMMAND, seats={**seats, sides[0]: {"kind": "here"}})
    with on_file.seat(ticket["id"], ticket["token"]) as one, \
            on_file.seat(ticket["id"], ticket["invites"][sides[1]]) as two, \
            on_file.seat(ticket["id"], ticket["invites"][sides[2]]) as three:
        one.act(sides[0], one.table["legal"][sides[0]][0])
        state = one.table["state"]
        one.ask("offer_undo", side=sides[0], state=0)
        assert two.ask("accept_undo", side=sides[1])["type"] == "done"
        offer = three.until(lambda t: t["offer"] is not None and t["offer"]["agreed"])["offer"]
        assert (offer["agreed"], three.table["state"]) == ([sides[1]], state), "one of two has agreed: nothing is done"
        answer = three.ask("accept_undo", side=sides[2])
        assert answer["state"] == state + 1
        assert two.until(lambda t: t["state"] == answer["state"])["offer"] is None


@contextlib.asynccontextmanager
async def hall_of(folder: Path) -> AsyncIterator[Hall]:
    """Everything that a server has, without its wire."""
    hall = Hall(Settings(str(folder / "meuse.sqlite"), workers=1), Store(str(folder / "meuse.sqlite")))
    try:
        yield hall
    finally:
        await hall.close()


async def alone(hall: Hall, **more: Any) -> tuple[Table, Holder]:
    """A match with everybody here, and who holds it."""
    tickets = await hall.matches.create(NewMatch("sedan", seed=8, **more), "")
    table, holder = await hall.matches.table(tickets.id), await hall.matches.links.holder(tickets.token, tickets.id)
    assert table is not None
    assert holder is not None
    return table, holder


def test_acting_and_taking_back_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal keeps what is taken back: so many rows, and no more."""
    monkeypatch.setattr(takeback, "MOST_TAKEN_BACK", 20)

    async def work() -> None:
        async with hall_of(tmp_path) as hall:
            table, holder = await alone(hall)
            while not any(a.startswith("leave ") for a in table.match.legal(table.actors[0])):
                side = table.actors[0]
                await table.act(holder, side, table.state, [table.match.legal(side)[0]])
            side, standing = table.actors[0], len(table.match.entries)
            leave = next(a for a in table.match.legal(side) if a.startswith("leave "))
            for _ in range(12):
                assert await table.act(holder, side, table.state, [leave]) is None
                refusal = await table.takeback.undo(holder, side)
            assert refusal == Refusal("", takeback.TOO_MUCH)
            assert table.state == standing + 22 + 1
            assert await table.takeback.propose(holder, side, 1) == Refusal("", takeback.TOO_MUCH)
            assert await table.act(holder, side, table.state, [table.match.legal(side)[0]]) is None, "it goes on"

    asyncio.run(work())


def test_a_match_with_a_clock_leaves_memory_and_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at it: it rests on disk, and is back when the time is up; the time runs on meanwhile."""
    monkeypatch.setattr(matches, "KEPT", 1)

    async def work() -> None:
        async with hall_of(tmp_path) as hall:
            timed = (await alone(hall, clock=Clock("game", 5.0)))[0].id
            slow = (await alone(hall, clock=Clock("game", 600.0)))[0].id
            for _ in range(3):
                await alone(hall)
            assert {timed, slow} <= set(hall.matches.resting)
            assert not {timed, slow} & set(hall.matches.tables)
            await asyncio.sleep(1)
            table = await hall.matches.table(slow)
            assert table is not None
            assert 500 < table.timer.left(table.actors[0]) < 599.5, "its clock ran while it rested"
            for _ in range(600):
                await asyncio.sleep(0.1)
                if (stored := hall.store.load(timed)) and stored.ended:
                    break
            assert stored is not None
            assert stored.ended is not None
            assert stored.ended.by == "clock"

    asyncio.run(work())


def test_guesses_come_from_the_matchs_secret(tmp_path: Path) -> None:
    """At the same state always the same: asking again tells nothing more, and nothing that a client knows tells it."""

    async def work() -> None:
        async with hall_of(tmp_path) as hall:
            table, _ = await alone(hall)
            twin, _ = await alone(hall)
            before = table.chance("german", 3).random()
            assert before == table.chance("german", 3).random()
            assert before == twin.chance("german", 3).random(), "of one seed"
            assert before != table.chance("german", 4).random()
            assert before != table.chance("french", 3).random()
            table.secret = b"another"
            assert before != table.chance("german", 3).random()

    asyncio.run(work())


def test_going_back_past_a_reveal_is_warned_of_and_marked(with_toy: Served) -> None:
    ticket = with_toy.new_match(game="haggle")
    path, token = f"/api/matches/{ticket['id']}", ticket["token"]
    with with_toy.seat(ticket["id"], token) as seat:
        seat.act("red", "play 4")
        seat.act("blue", "play 1")
        state = seat.table["state"]
        seat.act("red", "pile red")
        assert seat.ask("offer_undo", side="red", state=state)["type"] == "done", "nothing was revealed since"
        seat.until(lambda t: t["undoable"]["red"] == 0)
        assert seat.table["hindsight"] is False
        seat.act("red", "peek")
        answer = seat.ask("offer_undo", side="red", state=state)
        assert (answer["type"], answer["warning"], "with hindsight" in answer["reason"]) == ("refused", True, True)
        answer = seat.ask("offer_undo", side="red", state=state, hindsight=True)
        assert answer["type"] == "done"
        assert seat.until(lambda t: t["state"] == answer["state"])["hindsight"] is True
    assert with_toy.call("GET", path, None, token)[1]["hindsight"] is True
    with_toy.call("POST", f"{path}/resign", {"side": "red"}, token)
    record = with_toy.call("GET", f"{path}/record", None, token)[1]
    assert [back["hindsight"] for back in record["taken_back"]] == [True]
    verdict = with_toy.call("GET", f"{path}/verify", None, token)[1]
    assert (verdict["hindsight"], "Played with hindsight" in verdict["reason"]) == (1, True)
    record["taken_back"][0]["hindsight"] = False
    assert with_toy.call("POST", "/api/verify", record)[1]["hindsight"] == 1, "the play itself tells"


def test_an_address_cannot_begin_matches_without_end(tmp_path: Path) -> None:
    served = Served(str(tmp_path / "meuse.sqlite"), "--limit", "matches=3")
    for _ in range(3):
        served.new_match()
    for path in ("/api/matches", "/api/matches/import"):
        status, answer = served.call("POST", path, {"game": "sedan"})
        assert (status, "from your address" in answer["reason"]) == (429, True)
    assert served.stop()
