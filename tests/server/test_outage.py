"""The database fails under a match, or what it holds is damaged: nothing unsaved counts, and play goes on by itself."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import meuse
from meuse.server import journal, store
from meuse.server.database import Outage
from meuse.server.exchange import Exchange
from meuse.server.jobs import Choice, game_of
from meuse.server.records import Clock, Header, Row, Seat
from meuse.server.seats import Holder
from meuse.server.store import Store, Stored
from meuse.server.table import MOVED_ON, Table, Unreadable
from tests.server.harness import BOTH_PEOPLE, Served
from tests.server.harness import Seat as Socket
from tests.server.postgres import Cluster

BOTH = Holder("x", ("german", "french"))


class Frail(Store):
    """A store whose database can be told to go away before a write, after it, or for readers as well."""

    reads, writes, answers = True, True, True

    async def put(self, *args: Any, **more: Any) -> None:
        if self.writes:
            await super().put(*args, **more)
        if not self.writes or not self.answers:
            raise Outage("the database does not answer")

    def load(self, match: str) -> Stored | None:
        if not self.reads:
            raise Outage("the database does not answer")
        return super().load(match)


@asynccontextmanager
async def a_table(folder: Path, clock: Clock | None = None) -> AsyncIterator[tuple[Frail, Table]]:
    keeper = Frail(str(folder / "meuse.sqlite"))
    match = meuse.new("sedan", seed=1)
    game = match.game
    head = Header(game.name, game.scenario, dict(game.options), match.dice.commitment,
                  {side: Seat("here") for side in game.sides}, clock or Clock())
    rows = [Row(n, e.side, e.action, e.number) for n, e in enumerate(match.entries, 1)]
    await keeper.put([store.new_match("a", head, match.dice.key.hex(), None)],
                     [store.journal_row("a", row) for row in rows])
    stored = keeper.load("a")
    assert stored is not None
    shared = game_of(Choice(game.name, game.scenario, dict(game.options)))
    yield keeper, Table("a", keeper, Exchange(None, lambda word: None), shared, journal.opened(shared, stored))
    keeper.close()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


async def act(table: Table) -> Any:
    side = table.actors[0]
    return await table.act(BOTH, side, table.state, [table.match.legal(side)[0]])


def shown(table: Table) -> tuple[Any, ...]:
    return (table.state, table.match.save(), table.match.view(None), [one.line.text for one in table.log], table.ended,
            table.takeback.offer, table.record(), {side: table.match.undoable(side) for side in table.game.sides})


def test_what_could_not_be_written_is_not_shown_and_leaves_no_gap(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            for _ in range(6):
                assert await act(table) is None
            before = shown(table)
            keeper.writes = keeper.reads = False
            for _ in range(3):
                with pytest.raises(Outage, match="does not count"):
                    await act(table)
                assert shown(table) == before
                assert table.trouble
            with pytest.raises(Outage):
                await table.resign(BOTH, "german")
            assert shown(table) == before
            keeper.reads = True
            with pytest.raises(Outage, match="nothing was done"):
                await act(table)
            assert shown(table) == before
            keeper.writes = True
            for _ in range(6):
                assert await act(table) is None
            assert table.trouble == ""
            stored = keeper.load("a")
            assert stored is not None
            assert [row.n for row in stored.rows] == list(range(1, table.state + 1))
            assert [row.action for row in stored.rows] == [row.action for row in table.rows]

    run(work)


def test_what_was_written_counts_even_if_the_answer_was_lost(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            told: list[int] = []
            side, state, keeper.answers = table.actors[0], table.state, False
            action = table.match.legal(side)[0]
            assert await table.act(BOTH, side, state, [action], lambda: told.append(table.state)) is None
            assert told == [table.state]
            assert table.state > state
            keeper.reads = False
            with pytest.raises(Outage):
                await act(table)
            behind = table.state
            keeper.reads = keeper.answers = True
            side = table.actors[0]
            refusal = await table.act(BOTH, side, behind, [table.match.legal(side)[0]])
            assert refusal is not None
            assert refusal.reason == MOVED_ON
            assert table.state > behind

    run(work)


def test_a_database_that_hangs_is_an_outage_and_what_it_does_later_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers are answered, and writers wait, as for a frozen server."""
    monkeypatch.setattr(store, "ANSWER_SECONDS", 0.4)
    thawed = threading.Event()

    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            assert await act(table) is None
            before = shown(table)
            written = keeper.writer._try
            monkeypatch.setattr(keeper.writer, "_try", lambda jobs: written(jobs) if thawed.wait(30) else None)
            start = time.monotonic()
            with pytest.raises(Outage, match="does not count"):
                await act(table)
            assert time.monotonic() - start < 5
            assert table.trouble
            assert shown(table) == before
            with pytest.raises(Outage):
                await keeper.put([store.set_muted("a", True)])
            thawed.set()
            monkeypatch.setattr(store, "ANSWER_SECONDS", 10.0)
            await table.refresh()
            assert not table.trouble
            stored = keeper.load("a")
            assert stored is not None
            assert [row.n for row in stored.rows] == list(range(1, table.state + 1)), "memory is what is on disk"
            assert table.state > before[0], "it was begun, and so it counts after all"
            assert stored.muted is False, "what nobody waits for any longer, and was not begun, is not written"
            assert await act(table) is None

    run(work)


def test_reading_takes_no_longer_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "ANSWER_SECONDS", 0.1)

    async def work() -> None:
        async with a_table(tmp_path) as (keeper, _):
            with pytest.raises(Outage, match="does not answer"):
                await keeper.ask(time.sleep, 0.5)

    run(work)


def test_a_match_is_opened_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one takes seconds, in which everybody else is served."""
    threads: list[threading.Thread] = []
    opened = journal.opened

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return opened(*args)

    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            monkeypatch.setattr(journal, "opened", noted)
            keeper.answers = False
            assert await act(table) is None
            assert threads
            assert threading.main_thread() not in threads

    run(work)


def test_a_request_that_is_broken_off_leaves_nothing_unsaved_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            before = shown(table)
            task = asyncio.ensure_future(act(table))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert shown(table) == before
            await asyncio.sleep(0.3)
            await table.refresh()
            stored = keeper.load("a")
            assert stored is not None
            assert len(stored.rows) == table.state

    run(work)


def test_nobody_loses_on_time_in_an_outage(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_table(tmp_path, Clock("move", 1)) as (keeper, table):
            keeper.writes = keeper.reads = False
            await asyncio.sleep(1.3)
            assert table.ended is None
            assert table.trouble
            keeper.writes = keeper.reads = True
            assert await act(table) is None
            assert table.timer.left(table.actors[0]) > 0.5

    run(work)


def test_a_journal_with_a_gap_is_no_match(tmp_path: Path) -> None:
    """As servers before 0.3 could leave one."""

    async def work() -> None:
        async with a_table(tmp_path) as (keeper, table):
            for _ in range(6):
                assert await act(table) is None
            with sqlite3.connect(tmp_path / "meuse.sqlite") as c:
                c.execute("DELETE FROM journal WHERE n = 3")
            keeper.writes = False
            with pytest.raises(Unreadable, match="damaged"):
                await act(table)
            assert table.trouble

    run(work)


def test_long_thought_fits_the_journal(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_table(tmp_path) as (_, table):
            table.timer.since = time.monotonic() - 100 * 86_400
            assert await act(table) is None
            assert max(row.spent for row in table.rows) == 2**31 - 1

    run(work)


# -- records from outside --


def test_a_players_entry_has_no_number_and_a_die_a_small_one(on_file: Served) -> None:
    ticket = on_file.new_match(seed=1)
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        side = next(iter(seat.table["legal"]))
        seat.act(side, seat.table["legal"][side][0])
    record = on_file.call("GET", f"/api/matches/{ticket['id']}/record", None, ticket["token"])[1]
    mine = next(n for n, entry in enumerate(record["actions"]) if entry[0] != "chance")
    for place in (mine, 0):
        for number in (9223372036854775808, 2**31, -1, 3, 2**64):
            actions = [[*entry[:2], number] if n == place else entry for n, entry in enumerate(record["actions"])]
            status, answer = on_file.call("POST", "/api/matches/import", {**record, "actions": actions})
            assert status == 400, (place, number, answer)
            assert "actions" in answer["reason"], answer
            assert "\n" not in answer["reason"]
    assert on_file.call("POST", "/api/matches/import", record)[0] == 201
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        side = next(iter(seat.table["legal"]))
        assert seat.act(side, seat.table["legal"][side][0])["type"] == "done"


# -- a real database that goes away --


def test_play_goes_on_after_postgresql_was_away(frail: Cluster) -> None:
    served = Served(frail.fresh())
    ticket = served.new_match(seed=4)
    thinking = served.new_match(seed=5, seats={s: {"kind": "computer", "player": "random"} for s in BOTH_PEOPLE})
    path, token = f"/api/matches/{ticket['id']}", ticket["token"]
    with served.seat(ticket["id"], token) as seat, served.seat(thinking["id"], thinking["spectate"]) as watcher:
        for _ in range(3):
            assert _first(seat)["type"] == "done"
        before = seat.table["state"]
        frail.kill()
        for _ in range(2):
            answer = _first(seat)
            assert answer["type"] == "refused"
            assert "database does not answer" in answer["reason"]
            assert seat.wait_for("table")["state"] == before
            assert seat.table["trouble"]
        for method, where, body in (
            ("POST", "/api/matches", {"game": "sedan"}), ("PUT", f"{path}/notes", {"text": "x"}),
            ("GET", f"{path}/notes", None), ("POST", f"{path}/resign", {"side": "german"}),
        ):
            status, problem = served.call(method, where, body, token)
            assert status == 503, (where, problem)
            assert "database" in problem["reason"]
            assert "\n" not in problem["reason"]
        assert "error" in seat.ask("chat", text="anybody there?")
        frail.start()
        seat.until(lambda table: not table["trouble"], 20)
        assert seat.table["state"] == before
        assert _first(seat)["type"] == "done"
        state = watcher.table["state"]
        watcher.until(lambda table: table["state"] > state + 20 or table["over"], 30)
    status, record = served.call("GET", f"{path}/record", None, token)
    assert status == 200
    assert meuse.replay(record)
    assert served.stop()


def _first(seat: Socket) -> dict[str, Any]:
    side = next(iter(seat.table["legal"]))
    found: dict[str, Any] = seat.ask("act", side=side, state=seat.table["state"], action=seat.table["legal"][side][0])
    if found["type"] == "done":
        seat.until(lambda table: table["state"] >= found["state"])
    return found


# -- what is stored is damaged --


def test_an_unreadable_match_stops_no_other_from_waking(tmp_path: Path) -> None:
    file = tmp_path / "meuse.sqlite"
    served = Served(str(file))
    computer = {"kind": "computer", "player": "random"}
    spoiled, headless, sound = (served.new_match(seed=n, seats={"german": {"kind": "here"}, "french": computer},
                                                 clock={"kind": "move", "seconds": 5}) for n in range(3))
    served.kill()
    with sqlite3.connect(file) as c:
        c.execute("INSERT INTO journal (match, n, side, action, at, spent) VALUES (?, 1, 'german', 'nonsense', 0, 0)",
                  (spoiled["id"],))
        c.execute("UPDATE matches SET header = '{}' WHERE id = ?", (headless["id"],))
        c.execute("UPDATE matches SET created = CASE id WHEN ? THEN 3 ELSE 1 END", (sound["id"],))
    served.start()
    deadline = time.monotonic() + 20
    while not _ended(file, sound["id"]) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert _ended(file, sound["id"]), "the flag falls though nobody looks: the match woke by itself"
    for broken in (spoiled, headless):
        status, problem = served.call("GET", f"/api/matches/{broken['id']}", None, broken["token"])
        assert (status, problem["error"]) == (500, "Unreadable")
        assert "damaged" in problem["reason"]
        with connect(f"ws://{served.host}/api/matches/{broken['id']}/socket") as socket:
            socket.send(json.dumps({"type": "hello", "token": broken["token"]}))
            told = socket.recv(timeout=20)
            assert "damaged" in str(told)
            assert '"final":true' in str(told)
    assert served.stop()


def _ended(file: Path, match: str) -> bool:
    with sqlite3.connect(file) as c:
        return c.execute("SELECT ended FROM matches WHERE id = ?", (match,)).fetchone()[0] is not None
