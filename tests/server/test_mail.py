"""Word by mail to somebody who must decide and is not there; nobody else learns where it goes."""

from __future__ import annotations

import json
import quopri
import random
import socketserver
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from meuse.engine.contract import BadInput
from meuse.server.notices import checked_address, read_mail
from tests.server.harness import BOTH_PEOPLE, Served


class Sink(socketserver.StreamRequestHandler):
    """As much of SMTP as one mail takes."""

    def handle(self) -> None:
        self.wfile.write(b"220 sink\r\n")
        while line := self.rfile.readline().strip().upper():
            if line == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (more := self.rfile.readline()) not in (b".\r\n", b""):
                    text += more
                self.server.mails.append(text.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if line == b"QUIT" else b"250 ok\r\n")
            if line == b"QUIT":
                return


class Post(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Sink)
        self.mails: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait_for(self, count: int, seconds: float = 60) -> list[str]:
        end = time.monotonic() + seconds
        while len(self.mails) < count and time.monotonic() < end:
            time.sleep(0.02)
        return self.mails


@pytest.fixture
def post() -> Iterator[Post]:
    with Post() as running:
        yield running
        running.shutdown()


def confirm(served: Served, ticket: dict[str, str], mail: str) -> None:
    """Open the link of the mail that asks whether the address is one's own."""
    text = quopri.decodestring(mail).decode()
    match, code = text.partition("#/confirm/")[2].split()[0].split("/")
    assert match == ticket["id"]
    assert served.call("POST", f"/api/matches/{match}/mail/confirm", {"code": code})[0] == 204


def play_to_the_other(served: Served, ticket: dict[str, str], token: dict[str, str], rng: random.Random) -> str:
    """Whoever must decide does so, alone, until the other must; says which that is."""
    side = served.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[1]["actors"][0]
    with served.seat(ticket["id"], token[side]) as seat:
        while seat.table["legal"]:
            seat.act(side, rng.choice(seat.table["legal"][side]))
        assert "example.org" not in json.dumps(seat.heard)
        other: str = seat.table["actors"][0]
        return other


def test_who_is_absent_gets_mail_at_the_address_he_left(tmp_path: Path, post: Post) -> None:
    served = Served(str(tmp_path / "mail.sqlite"), "--smtp", f"127.0.0.1:{post.server_address[1]}",
                    "--mail-from", "meuse@example.org")
    ticket = served.new_match(seats=BOTH_PEOPLE, mail="heinz@example.org")
    token = {"german": ticket["token"], "french": ticket["invites"]["french"]}
    path, rng = f"/api/matches/{ticket['id']}", random.Random(1)
    assert served.call("GET", path, None, ticket["spectate"])[1]["mail"] is True
    assert served.call("PUT", f"{path}/mail", {"address": "not an address"}, token["french"])[0] == 400
    assert served.call("PUT", f"{path}/mail", {"address": "x@y.org\r\nBcc: z@y.org"}, token["french"])[0] == 400
    assert served.call("GET", f"{path}/mail", None, ticket["spectate"])[0] == 403
    assert served.call("PUT", f"{path}/mail", {"address": "maurice@example.org"}, token["french"])[0] == 200
    addresses = {"german": "heinz@example.org", "french": "maurice@example.org"}
    for mail, (side, address) in zip(post.wait_for(2), addresses.items(), strict=True):
        assert f"To: {address}" in mail
        found = {"address": address, "confirmed": False}
        assert served.call("GET", f"{path}/mail", None, token[side]) == (200, found)
        confirm(served, ticket, mail)
        found["confirmed"] = True
        assert served.call("GET", f"{path}/mail", None, token[side]) == (200, found)
        assert served.call("PUT", f"{path}/mail", {"address": address}, token[side]) == (200, found), "not asked again"
    assert "example.org" not in json.dumps(served.call("GET", path, None, ticket["token"])[1])
    assert "example.org" not in json.dumps(served.call("GET", f"{path}/record", None, ticket["token"])[1])
    for count in (3, 4):
        other = play_to_the_other(served, ticket, token, rng)
        mail = post.wait_for(count)[count - 1]
        assert f"To: {addresses[other]}" in mail
        assert f"{other} must decide." in mail
        assert not any(t in mail for t in (*token.values(), ticket["spectate"]))
    for side in token:
        assert served.call("PUT", f"{path}/mail", {"address": ""}, token[side])[1]["address"] == ""
    play_to_the_other(served, ticket, token, rng)
    assert len(post.wait_for(5, seconds=1)) == 4
    served.call("POST", f"{path}/resign", {"side": "german"}, token["german"])
    again = served.call("POST", f"{path}/rematch", {}, token["german"])[1]
    assert served.call("GET", f"/api/matches/{again['id']}/mail", None, token["german"])[1]["address"] == ""
    served.stop()


def test_an_address_that_nobody_has_confirmed_gets_one_question_and_no_more(tmp_path: Path, post: Post) -> None:
    served = Served(str(tmp_path / "mail.sqlite"), "--smtp", f"127.0.0.1:{post.server_address[1]}",
                    "--mail-from", "meuse@example.org")
    ticket = served.new_match(seats=BOTH_PEOPLE, mail="victim@example.org")
    token = {"german": ticket["token"], "french": ticket["invites"]["french"]}
    path, rng = f"/api/matches/{ticket['id']}/mail", random.Random(1)
    assert "is this your address?" in post.wait_for(1)[0]
    for code in ("", "x" * 32, post.mails[0][-40:]):
        assert served.call("POST", f"{path}/confirm", {"code": code})[0] == 404
    for _ in range(3):
        play_to_the_other(served, ticket, token, rng)
    assert len(post.wait_for(2, seconds=1)) == 1
    asked = [served.call("PUT", path, {"address": "victim@example.org"}, token["german"])[0] for _ in range(6)]
    assert asked == [200, 200, 400, 400, 400, 400], "nor is he asked without end"
    post.wait_for(3)
    assert len(post.wait_for(4, seconds=1)) == 3
    served.stop()


def test_an_address_goes_with_its_person_into_a_rematch(tmp_path: Path, post: Post) -> None:
    served = Served(str(tmp_path / "mail.sqlite"), "--smtp", f"127.0.0.1:{post.server_address[1]}",
                    "--mail-from", "meuse@example.org")
    ticket = served.new_match(seats=BOTH_PEOPLE, mail="heinz@example.org")
    confirm(served, ticket, post.wait_for(1)[0])
    served.call("POST", f"/api/matches/{ticket['id']}/resign", {"side": "german"}, ticket["token"])
    again = served.call("POST", f"/api/matches/{ticket['id']}/rematch", {}, ticket["token"])[1]
    path = f"/api/matches/{again['id']}/mail"
    found = {"address": "heinz@example.org", "confirmed": True}
    assert served.call("GET", path, None, ticket["token"])[1] == found
    assert served.call("GET", path, None, ticket["invites"]["french"])[1]["address"] == ""
    served.stop()


def test_a_deaf_mail_server_keeps_nobody_waiting(tmp_path: Path) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Sink) as deaf:
        """It listens and never answers."""
        served = Served(str(tmp_path / "mail.sqlite"), "--smtp", f"127.0.0.1:{deaf.server_address[1]}",
                        "--mail-from", "meuse@example.org")
        ticket = served.new_match(seats=BOTH_PEOPLE, mail="heinz@example.org")
        token = {"german": ticket["token"], "french": ticket["invites"]["french"]}
        served.call("PUT", f"/api/matches/{ticket['id']}/mail", {"address": "m@example.org"}, token["french"])
        play_to_the_other(served, ticket, token, random.Random(1))
        start = time.monotonic()
        for _ in range(20):
            assert served.call("GET", f"/api/matches/{ticket['id']}", None, ticket["token"])[0] == 200
        assert time.monotonic() - start < 8, "a mail waits ten seconds for its server"
        served.kill()


def test_a_server_without_mail_takes_no_address(on_file: Served) -> None:
    assert on_file.call("POST", "/api/matches", {"game": "sedan", "mail": "x@example.org"})[0] == 400
    ticket = on_file.new_match()
    path = f"/api/matches/{ticket['id']}"
    assert on_file.call("GET", path, None, ticket["token"])[1]["mail"] is False
    assert on_file.call("PUT", f"{path}/mail", {"address": "x@example.org"}, ticket["token"])[0] == 400


def test_what_the_command_line_says_of_mail() -> None:
    assert read_mail(None, None, {}) is None
    mail = read_mail("smtp.example.org:587", "meuse@example.org", {"MEUSE_SMTP_USER": "u", "MEUSE_SMTP_PASSWORD": "p"})
    assert mail is not None
    assert (mail.host, mail.port, mail.user, mail.password) == ("smtp.example.org", 587, "u", "p")
    for smtp, sender in (("smtp.example.org", "a@b.org"), ("x:25", None), (None, "a@b.org"), ("x:25", "a b")):
        with pytest.raises(BadInput):
            read_mail(smtp, sender, {})
    for wrong in ("a", "a@", "@b", "a@b\n", "a@b\nc", "a b@c.org", "<a@b.org>", "a@b.org,c@d.org", "é@b.org", "a@-"):
        if wrong.strip() != "a@b":
            with pytest.raises(BadInput):
                checked_address(wrong)
