"""Whatever is thrown at it, the server neither crashes, nor answers with a 5xx, nor leaks."""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.request
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.harness import BOTH_PEOPLE, Served


def alive(served: Served) -> bool:
    return served.call("GET", "/api/games")[0] == 200


def throw(served: Served, match: str, token: str | None, *messages: str | bytes) -> list[dict[str, Any]]:
    """What comes back for messages sent blindly."""
    heard = []
    with connect(f"ws://{served.host}/api/matches/{match}/socket", max_size=None, close_timeout=1) as ws:
        try:
            if token is not None:
                ws.send(json.dumps({"type": "hello", "token": token}))
                heard.append(json.loads(ws.recv(timeout=10)))
            for message in messages:
                ws.send(message)
            while True:
                heard.append(json.loads(ws.recv(timeout=1)))
        except (ConnectionClosed, TimeoutError):
            return heard


FIRST = [
    "", "{", "null", "[]", "{}", '{"type": "hello"}', '{"type": "hello", "token": 5}', b"\xff\xfe\x00",
    '{"type": "act", "id": 1}', '{"type": "hello", "token": "' + "x" * 5000 + '"}', "[" * 50_000,
    '{"type": "hello", "token": "\\ud800"}', '{"type": "hello", "token": "a\\u0000b"}',
]


@pytest.mark.parametrize("first", FIRST, ids=range(len(FIRST)))
def test_no_seat_without_a_proper_hello(on_file: Served, first: str | bytes) -> None:
    ticket = on_file.new_match()
    heard = throw(on_file, ticket["id"], None, first)
    assert [m["type"] for m in heard] in (["error"], [])
    assert alive(on_file)


LATER = [
    "", "nonsense", "7", "[]", "{}", '{"type": "hello", "token": "again"}', '{"type": "sing"}', b"\x00\x01",
    '{"type": "act", "id": {}, "side": "german", "state": 0}', '{"type": "act", "state": -1}',
    '{"type": "act", "side": "german", "state": 99999999999999999999, "action": "end"}',
    '{"type": "act", "side": "german", "state": 1.5, "action": "end"}',
    '{"type": "chat", "text": "' + "x" * 2000 + '"}', '{"type": "look", "state": "x"}', "{" * 40_000,
    '{"type": "act", "actions": ["' + "x" * 300 + '"]}', '{"type":"explain","question":"' + "a" * 60_000 + '"}',
]


@pytest.mark.parametrize("later", LATER, ids=range(len(LATER)))
def test_a_hostile_message_only_closes_its_own_socket(on_file: Served, later: str | bytes) -> None:
    ticket = on_file.new_match()
    with on_file.seat(ticket["id"], ticket["token"]) as honest:
        heard = throw(on_file, ticket["id"], ticket["token"], later)
        assert heard[-1]["type"] == "error"
        assert "Traceback" not in json.dumps(heard)
        assert honest.ask("ping")["type"] == "answer"


def test_random_messages_of_the_right_shape(on_file: Served) -> None:
    """Every request with wild values is answered or refused, and the match stands as it stood."""
    rng = random.Random(2)
    ticket = on_file.new_match(seed=1)
    wild: list[Any] = ["", "german", "french", "chance", "back", "end", "step 3414", "step 0000", "move", "move x",
                       "\u0000", "é" * 50, "-1", "9" * 30, "supply de-i-1-1-pz", "odds", "zoc", "range", "supply",
                       "strength nobody", "__class__", "../../etc/passwd", "'; DROP TABLE matches; --", "%s%n"]
    kinds = ["act", "why_not", "explain", "preview", "reach", "overlay", "undo", "offer_undo", "accept_undo",
             "decline_undo", "chat", "look", "ping"]
    with on_file.seat(ticket["id"], ticket["token"]) as seat:
        for _ in range(250):
            kind = rng.choice(kinds)
            fields: dict[str, Any] = {
                "side": rng.choice(wild), "action": rng.choice(wild), "unit": rng.choice(wild), "text": "hm",
                "what": rng.choice(wild), "question": rng.choice(wild), "state": rng.choice([0, 1, 5, 10**6]),
            }
            answer = seat.ask(kind, **fields)
            assert answer["type"] in ("answer", "refused", "done")
            assert answer.get("error") != "the server could not answer that", (kind, fields)
    assert alive(on_file)


def test_oversized_messages_and_bodies_are_cut_off(on_file: Served) -> None:
    ticket = on_file.new_match()
    heard = throw(on_file, ticket["id"], ticket["token"], '{"type": "chat", "text": "' + "x" * 200_000 + '"}')
    assert all(m["type"] in ("table", "dice", "presence", "talk") for m in heard)
    assert not any("xxx" in str(m) for m in heard)
    with suppress(URLError):
        """The server may hang up before all of it has been sent."""
        status, _ = on_file.call("POST", "/api/matches/import", b'{"x": "' + b"y" * 5_000_000 + b'"}')
        assert status == 413
    assert alive(on_file)


BODIES: list[bytes] = [
    b"", b"{", b"null", b"[]", b"7", b"\xff", b"[" * 100_000, b'{"version": 1}', b'{"game": {"a": ' * 5000,
    b'{"game": "sedan", "seed": 1e400}', b'{"game": "sedan", "seed": ' + b"9" * 5000 + b"}",
    b'{"game": "sedan", "situation": "x = "}', b'{"game": "sedan", "situation": {"units": {"x": "y"}}}',
    b'{"game": "sedan", "situation": {"turn": 99}}', b'{"game": "sedan", "situation": {"dice": ["x"]}}',
    b'{"game": "sedan", "situation": {"turn": -5, "phase": "end"}}', b'{"game": "__init__"}', b'{"game": "../x"}',
    b'{"game": "sedan", "seats": {"german": {"kind": "here", "name": "' + b"n" * 500 + b'"}}}',
    b'{"game": "sedan", "clock": {"kind": "game", "seconds": -1}}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "actions": '
    b'[["german", "end", null]]}',
    b'{"version": 1, "game": "sedan", "scenario": "x", "options": {}, "commitment": "", "actions": []}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "actions": [],'
    b' "situation": {"game": "sedan", "turn": "x"}}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "actions": [],'
    b' "overlay": {"charts": {"crt": 5}}}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "key": "zz",'
    b' "actions": [], "ended": {"winner": 5}}',
    *(b'{"game": "sedan", "situation": {"%b": %b}}' % (key, value)
      for key in (b"options", b"scenario", b"dice", b"units")
      for value in (b"5", b'"x"', b"[1]", b'{"a": 5}', b"[[]]", b"null", b"true", b'{"a": {"b": []}}')),
    b'{"game": "sedan", "situation": "turn = ' + b"9" * 5000 + b'"}',
    b'{"game": "sedan", "situation": "a = ' + b"[" * 30_000 + b'"}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "actions": [],'
    b' "situation": {"game": "sedan", "options": [5], "scenario": {}}}',
    b'{"version": 1, "game": "sedan", "scenario": "race-to-the-meuse", "options": {}, "commitment": "", "actions": [],'
    b' "overlay": ' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}",
    b'{"version": ' + b"[" * 990 + b"]" * 990 + b"}",
]


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/import", "/api/verify"])
def test_hostile_bodies(on_file: Served, path: str) -> None:
    for body in BODIES:
        status, answer = on_file.call("POST", path, body)
        assert 200 <= status < 500, (body[:80], answer)
        if status >= 400:
            assert {"error", "reason"} <= set(answer), (body[:80], answer)
            assert "Traceback" not in json.dumps(answer)


PATHS = [
    "/api/matches/%00", "/api/matches/" + "a" * 5000, "/api/matches/..%2f..%2fetc", "/api/games/%00/sheet",
    "/api/games/sedan/sheet?scenario=%00", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api", "/api/nothing",
    "/%00", "//", "/api/matches/x/notes", "/server/app.py", "/..%2fcli.py", "/api/games/sedan/map.svg/x",
]


def test_hostile_paths(on_file: Served) -> None:
    ticket = on_file.new_match()
    for path in PATHS:
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
            body = None if method == "GET" else b"{}"
            status, answer = on_file.call(method, path, body, ticket["token"])
            assert status < 500, (method, path, answer)
            assert b"root:" not in (answer if isinstance(answer, bytes) else json.dumps(answer).encode())
    assert alive(on_file)


def test_bad_http_and_half_open_connections(on_file: Served) -> None:
    host, _, port = on_file.host.partition(":")
    half = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
    for junk in (b"\x16\x03\x01\x02", b"GET / HTTP/9\r\n\r\n", b"GET /" + b"a" * 100_000, half):
        with socket.create_connection((host, int(port)), timeout=5) as raw:
            raw.sendall(junk)
    assert alive(on_file)


def test_pages_of_other_sites_get_nothing(on_file: Served) -> None:
    ticket = on_file.new_match()
    foreign = {"Origin": "https://evil.example"}
    assert on_file.call("POST", "/api/matches", {"game": "sedan"}, headers=foreign)[0] == 403
    assert on_file.call("GET", "/api/games", headers={"Host": "evil.example"})[0] == 421
    with pytest.raises(InvalidStatus), connect(
        f"ws://{on_file.host}/api/matches/{ticket['id']}/socket", origin="https://evil.example"  # type: ignore[arg-type]
    ):
        pass
    with connect(f"ws://{on_file.host}/api/matches/{ticket['id']}/socket",
                 origin=f"http://{on_file.host}") as ws:  # type: ignore[arg-type]
        ws.send(json.dumps({"type": "hello", "token": ticket["token"]}))
        assert json.loads(ws.recv(timeout=10))["type"] == "table"


@pytest.mark.parametrize("origin", ["http://[", "http://]", "[", "http://[::1", "null", "", "http://a:b", "\xff"])
def test_an_odd_origin_is_a_foreign_one(on_file: Served, origin: str) -> None:
    status, answer = on_file.call("POST", "/api/matches", {"game": "sedan"}, headers={"Origin": origin})
    assert (status, answer["reason"]) == (403, "requests from pages of another site are not answered")


def test_every_answer_carries_the_policy(on_file: Served) -> None:
    for path in ("/api/games", "/api/schema/openapi.json"):
        with urllib.request.urlopen(f"http://{on_file.host}{path}") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "script-src 'self';" in policy
            assert "default-src 'none'" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_browser_keeps_an_answer_that_was_for_another_token(on_file: Served) -> None:
    """A browser keeps a 410 for good unless told not to: a link renewed in one tab failed in the other."""
    ticket = on_file.new_match(seats=BOTH_PEOPLE)
    old, path = ticket["invites"]["french"], f"/api/matches/{ticket['id']}"
    assert on_file.call("POST", f"{path}/token", None, old)[0] == 200
    request = urllib.request.Request(f"http://{on_file.host}{path}", headers={"Authorization": f"Bearer {old}"})
    with pytest.raises(HTTPError) as spent:
        urllib.request.urlopen(request)
    assert (spent.value.code, spent.value.headers["Cache-Control"]) == (410, "no-store")
    with urllib.request.urlopen(f"http://{on_file.host}/api/games/sedan/map.svg") as picture:
        assert picture.headers["Cache-Control"] == "public, max-age=86400", "the map is the same for everybody"


def test_the_schema_is_published_and_holds_under_schemathesis(on_file: Served) -> None:
    """Requests made up from our own OpenAPI description, good and bad: every answer is as described."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi import checks

    ticket = on_file.new_match()
    base = f"http://{on_file.host}"
    schema = schemathesis.openapi.from_url(f"{base}/api/schema/openapi.json")
    wanted = [
        schemathesis.checks.not_a_server_error, checks.status_code_conformance, checks.content_type_conformance,
        checks.response_headers_conformance, checks.response_schema_conformance, checks.unsupported_method,
        checks.negative_data_rejection,
    ]
    seen, end = set(), time.monotonic() + 60
    for result in schema.get_all_operations():
        operation = result.ok()
        seen.add(operation.path)

        cases = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        if operation.body or operation.query or operation.path_parameters:
            cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

        @given(case=cases, ours=st.booleans())
        @settings(max_examples=20, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))
        def holds(case: Any, ours: bool) -> None:
            if time.monotonic() > end:
                return
            if ours and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = ticket["id"]
            if ours and "game" in (case.path_parameters or {}):
                case.path_parameters["game"] = "sedan"
            case.call_and_validate(base_url=base, headers={"Authorization": f"Bearer {ticket['token']}"}, timeout=60,
                                   checks=wanted)

        holds()
    assert {"/api/games", "/api/matches", "/api/verify"} <= seen
    assert alive(on_file)
