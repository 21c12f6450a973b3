"""One client must not starve the others: time by address, records at their own desk, connections that say nothing."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from meuse.engine.contract import BadInput
from meuse.games import make_game
from meuse.server.jobs import Choice, game_of
from meuse.server.limits import Limits, Purse, Purses, TooMany, Turns, metered, place_of, read_limits
from meuse.server.wire import address_of
from meuse.server.workers import Line
from tests.server.attack import long_record
from tests.server.harness import Served
from tests.web.situations import moving

HASTY = ("head=1", "body=1", "hello=1", "automata=2", "records=1", "connections=120")


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with little patience."""
    words = [word for limit in HASTY for word in ("--limit", limit)]
    running = Served(str(tmp_path_factory.mktemp("hasty") / "meuse.sqlite"), *words)
    yield running
    assert running.stop()


# -- time --


async def busy(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def test_an_address_pays_for_its_time_while_others_are_there() -> None:
    async def paid(company: bool) -> tuple[float, float]:
        purses = Purses(Limits(share=0.25, spare=0.01))
        mine, other = purses.of("192.0.2.1"), purses.of("192.0.2.2")
        start = time.monotonic()
        for _ in range(3):
            if company:
                await other.turn()
            await mine.turn()
            await metered(busy(0.04), mine)
        waited = time.monotonic() - start
        start = time.monotonic()
        await other.turn()
        return waited, time.monotonic() - start

    alone = min(asyncio.run(paid(False))[0] for _ in range(3))
    among, others = (min(times) for times in zip(*(asyncio.run(paid(True)) for _ in range(3)), strict=True))
    """The least of three: a busy machine adds to any of them."""
    assert among > 0.3, "two of three questions wait until the one before is paid for"
    assert alone < among - 0.1
    assert others < 0.1


def test_who_is_alone_waits_for_nobody_and_among_others_for_what_they_have_ready() -> None:
    purses = Purses(Limits())
    mine, other = purses.of("192.0.2.1"), purses.of("192.0.2.2")

    def waits(purse: Purse) -> bool:
        turn = purse.turn()
        try:
            turn.send(None)
        except StopIteration:
            return False
        turn.close()
        return True

    mine.spend(10.0)
    assert not waits(mine), "nobody else wants what he has used"
    assert not waits(mine)
    assert waits(other)
    other.purses.asks(other)
    assert waits(mine)


def test_what_is_metered_answers_fails_and_waits_as_before() -> None:
    async def work(future: asyncio.Future[int]) -> int:
        with suppress(ValueError):
            raise ValueError
        return await future + 1

    async def main() -> None:
        loop, purse = asyncio.get_running_loop(), Purses(Limits()).of("")
        known: asyncio.Future[int] = loop.create_future()
        loop.call_later(0.01, known.set_result, 1)
        assert await metered(work(known), purse) == 2
        failed: asyncio.Future[int] = loop.create_future()
        loop.call_later(0.01, failed.set_exception, KeyError("x"))
        with pytest.raises(KeyError):
            await metered(work(failed), purse)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await metered(work(loop.create_future()), purse)

    asyncio.run(main())


def test_a_network_of_addresses_is_one_and_a_proxy_is_none() -> None:
    assert place_of("2001:db8:1:2:3::4") == place_of("2001:db8:1:2:ffff::") != place_of("2001:db8:1:3::")
    assert place_of("::ffff:192.0.2.1") == place_of("192.0.2.1")
    named: Any = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b"198.51.100.9, 192.0.2.7")]}
    assert address_of(named, ("10.0.0.1",)) == "192.0.2.7"
    assert address_of(named, ()) == "10.0.0.1", "anybody can write that header"


@pytest.mark.parametrize("word", ["share", "share=0", "share=x", "nothing=1", "half=-1"])
def test_limits_that_are_none(word: str) -> None:
    with pytest.raises(BadInput, match="--limit"):
        read_limits([word])


def test_the_same_question_is_worked_out_once_a_position(on_file: Served) -> None:
    ticket = on_file.new_match(situation=moving(), seats={"german": {"kind": "here"}, "french": {"kind": "here"}})
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        first = seat.ask("reach", side="german", unit="de-i-1-1-pz")
        assert seat.ask("reach", side="german", unit="de-i-1-1-pz")["reach"] == first["reach"]
        hex = next(iter(first["reach"]))
        seat.act("german", *first["reach"][hex]["actions"])
        assert seat.ask("reach", side="german", unit="de-i-1-1-pz").get("reach") != first["reach"]


def test_options_left_out_and_options_named_are_one_game() -> None:
    plain = game_of(Choice("sedan", "race-to-the-meuse", {}))
    assert game_of(Choice("sedan", "race-to-the-meuse", {"dogfight": "best-die"})) is plain
    assert make_game("sedan", None, {"dogfight": "sum"}).board is plain.board, "one box for all"


# -- records and computers --


def test_the_lowest_rank_is_next_in_the_line() -> None:
    async def main() -> list[str]:
        line, called = Line(1), list[str]()

        async def one(name: str, rank: int) -> None:
            async with line.place(rank):
                called.append(name)
                await asyncio.sleep(0.01)

        tasks = [asyncio.ensure_future(one(name, rank))
                 for name, rank in (("first", 2), ("computers", 2), ("absent", 1), ("gone", 0), ("person", 0))]
        await asyncio.sleep(0)
        tasks[3].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with line.place(0):
            return called

    assert asyncio.run(main()) == ["first", "person", "absent", "computers"]


def test_an_address_has_one_turn_at_a_time_and_few_waiting() -> None:
    async def main() -> None:
        turns, most = Turns(1), [0]

        async def one(address: str) -> None:
            async with turns.turn(address):
                most[0] += 1
                await asyncio.sleep(0.01)

        found = await asyncio.gather(*(one(a) for a in ("a", "a", "a", "b")), return_exceptions=True)
        assert [type(f) for f in found] == [type(None), type(None), TooMany, type(None)]
        assert most == [3]
        assert not turns.lines

    asyncio.run(main())


def test_a_computer_replies_while_records_are_checked(tmp_path: Path) -> None:
    """With one worker for computer players, and six clients that hand in records of 49,000 actions."""
    served = Served(str(tmp_path / "meuse.sqlite"))
    record = long_record()
    try:
        seats = {"german": {"kind": "here"}, "french": {"kind": "computer", "player": "random"}}
        ticket = served.new_match(seats=seats)
        with served.seat(ticket["id"], ticket["token"]) as seat, ExitStack() as open_:
            seat.until(lambda t: t["legal"].get("german"), seconds=60)
            for _ in range(6):
                raw = open_.enter_context(socket.create_connection(("127.0.0.1", served.port)))
                raw.sendall(f"POST /api/verify HTTP/1.1\r\nHost: {served.host}\r\n"
                            f"Content-Length: {len(record)}\r\n\r\n".encode() + record)
            time.sleep(0.5)
            start, replies = time.monotonic(), 0
            while replies < 3:
                seat.act("german", seat.table["legal"]["german"][0])
                replies += not seat.table["legal"].get("german")
                seat.until(lambda t: t["over"] or t["legal"].get("german"), seconds=20)
            assert time.monotonic() - start < 20, "each record alone takes several seconds"
    finally:
        served.stop()


def test_matches_of_computers_only_are_counted_by_address(hasty: Served) -> None:
    seats = {side: {"kind": "computer", "player": "staff"} for side in ("german", "french")}
    for _ in range(2):
        hasty.new_match(seats=seats)
    status, answer = hasty.call("POST", "/api/matches", {"game": "sedan", "seats": seats})
    assert (status, answer["error"]) == (429, "TooMany")
    assert hasty.new_match(seats={**seats, "german": {"kind": "here"}})


# -- connections --


def ends(raw: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection in that time, whatever it says before."""
    raw.settimeout(seconds)
    try:
        while raw.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("said", [
    b"", b"GET /api/games HTTP/1.1\r\nHost: 127", b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
], ids=["nothing", "headers", "body"])
def test_half_a_request_is_not_waited_for(hasty: Served, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port)) as raw:
        raw.sendall(said)
        assert ends(raw, 15)


def test_bytes_that_trickle_in_do_not_win_time(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port)) as raw, suppress(OSError):
        raw.sendall(b"GET /api/games HTTP/1.1\r\n")
        end = time.monotonic() + 15
        while time.monotonic() < end:
            raw.sendall(b"X-Slow: 1\r\n")
            time.sleep(0.2)
        pytest.fail("it was waited for")


def test_a_socket_says_hello_in_time(hasty: Served) -> None:
    ticket = hasty.new_match()
    with connect(f"ws://{hasty.host}/api/matches/{ticket['id']}/socket") as ws:
        assert "hello" in json.loads(ws.recv(timeout=15))["reason"]
        with pytest.raises(ConnectionClosed):
            ws.recv(timeout=15)


def test_a_thousand_half_requests_shut_nobody_out(tmp_path: Path) -> None:
    """With 1,024 open files, and from the same address as those who come after them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    served = Served(str(tmp_path / "meuse.sqlite"), "--limit", "head=60")
    assert served.process is not None
    resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
    try:
        with ExitStack() as half:
            for _ in range(1000):
                raw = half.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=20))
                with suppress(OSError):
                    raw.sendall(b"POST /api/matches HTTP/1.1\r\nHost: ")
            ticket = served.new_match()
            with served.seat(ticket["id"], ticket["token"]) as seat:
                assert seat.ask("ping")["type"] == "answer"
    finally:
        served.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_address_has_so_many_connections_and_others_theirs(hasty: Served) -> None:
    ticket = hasty.new_match()
    with ExitStack() as many:
        ended = 0
        for _ in range(140):
            raw = socket.socket()
            raw.bind(("127.0.0.9", 0))
            raw.connect(("127.0.0.1", hasty.port))
            many.enter_context(raw)
            raw.sendall(f"GET /api/matches/{ticket['id']}/socket HTTP/1.1\r\nHost: {hasty.host}\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
            raw.settimeout(5)
            try:
                ended += not raw.recv(16)
            except OSError:
                ended += 1
        assert ended >= 15
        assert hasty.call("GET", "/api/games")[0] == 200
