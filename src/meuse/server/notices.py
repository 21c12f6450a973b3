"""A word to the world outside when somebody who is not at the table must decide: by webhook, by mail, or both.

Sent from two threads of their own, so that a slow receiver keeps nobody waiting. Logs name the match, never an address.
"""

from __future__ import annotations

import logging
import re
import smtplib
import ssl
import threading
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from http.client import HTTPException
from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import BadInput
from meuse.server.database import Outage
from meuse.server.limits import Buckets
from meuse.server.records import Address
from meuse.server.seats import hashed, new_token
from meuse.server.store import Store

if TYPE_CHECKING:
    from meuse.server.table import Table

log = logging.getLogger("meuse")

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?")
SECONDS = 10
MOST_WAITING = 200
MAILS = (1 / 60, 10)
"""To one address: one a minute, after a first ten."""
QUESTIONS = (1 / 3600, 3)
"""Whether an address is somebody's own: so many at once to it, and then one an hour."""


def checked_address(text: str) -> str:
    """A mail address, or nothing; BadInput for anything else."""
    text = text.strip()
    if text and not ADDRESS.fullmatch(text):
        raise BadInput("mail: expected an address such as heinz@example.org")
    return text


class Mail(msgspec.Struct, frozen=True):
    """Where mail is handed in, and in whose name."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""

    def send(self, to: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        with self._connect() as line:
            if self.user:
                line.login(self.user, self.password)
            line.send_message(message)

    def _connect(self) -> smtplib.SMTP:
        safe = ssl.create_default_context()
        if self.port == smtplib.SMTP_SSL_PORT:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=safe)
        line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        line.ehlo()
        if line.has_extn("starttls"):
            line.starttls(context=safe)
        elif self.user:
            raise smtplib.SMTPNotSupportedError("no password goes over a line that is not encrypted")
        return line


def read_mail(smtp: str | None, sender: str | None, environment: Mapping[str, str]) -> Mail | None:
    """What the command line and the environment say of mail; None if they say nothing."""
    if not smtp and not sender:
        return None
    host, _, port = (smtp or "").rpartition(":")
    if not sender or not host or not port.isdigit():
        raise BadInput("--smtp HOST:PORT and --mail-from ADDRESS go together")
    return Mail(host, int(port), checked_address(sender), environment.get("MEUSE_SMTP_USER", ""),
                environment.get("MEUSE_SMTP_PASSWORD", ""))


class Notices:
    """Once each time the decision passes to a side whose person is not connected."""

    def __init__(self, store: Store, url: str | None, mail: Mail | None, home: str) -> None:
        self.store, self.url, self.mail, self.home = store, url, mail, home
        self.told: dict[str, set[str]] = {}
        self.mailed = Buckets(*MAILS)
        self.asked = Buckets(*QUESTIONS)
        self.threads = ThreadPoolExecutor(2, thread_name_prefix="meuse-notices")
        self.room = threading.BoundedSemaphore(MOST_WAITING)

    def turn(self, table: Table) -> None:
        if not self.url and not self.mail:
            return
        here, actors = table.audience.connected(), table.waits_for
        told = self.told.get(table.id, set()) & {*actors}
        self.told[table.id] = told
        for side in actors:
            seat = table.header.seats[side]
            if seat.kind != "computer" and side not in here and side not in told:
                told.add(side)
                text = f"{table.game.title}: {side} must decide."
                self._start(table.id, self._post, {"match": table.id, "game": table.header.game, "side": side,
                                                   "name": seat.name, "text": text})
                self._start(table.id, self._write, table.id, side, text)

    def _start(self, match: str, job: Callable[..., None], *args: object) -> None:
        if self.room.acquire(blocking=False):
            self.threads.submit(self._run, match, job, args)

    def _run(self, match: str, job: Callable[..., None], args: tuple[object, ...]) -> None:
        try:
            job(*args)
        except (OSError, HTTPException, smtplib.SMTPException, ValueError, Outage) as error:
            log.warning("match %s: a notice could not be sent: %s", match, type(error).__name__)
        finally:
            self.room.release()

    def _post(self, message: dict[str, str]) -> None:
        if self.url:
            head = {"Content-Type": "application/json"}
            request = urllib.request.Request(self.url, msgspec.json.encode(message), head)
            with urllib.request.urlopen(request, timeout=SECONDS):
                pass

    def _write(self, match: str, side: str, text: str) -> None:
        to = self.store.address_of(match, side) if self.mail else None
        if to and to.unconfirmed is None and self.mail and self.mailed.take(to.mail):
            where = f"It waits at {self.home} in the browser where you play it, or behind the link that you were given."
            self.mail.send(to.mail, f"Meuse: {text}", f"{text}\n\n{where}\n")

    def question(self, to: str) -> tuple[Address, str]:
        """An address that somebody has left, not yet confirmed, and the code that will; BadInput if it is none."""
        to = checked_address(to)
        if self.mail is None:
            raise BadInput("mail: this server sends none")
        if not self.asked.take(to):
            raise BadInput("mail: that address has been asked too often; wait an hour")
        code = new_token()
        return Address(to, hashed(code)), code

    def ask(self, match: str, address: Address, code: str) -> None:
        """Whether the address belongs to who left it: it gets nothing more unless the link in this mail is opened."""
        text = (
            "Somebody who plays a match at Meuse wants word at this address when it is his turn.\n\n"
            f"If that was you, open this link: {self.home}#/confirm/{match}/{code}\n\n"
            "If not, do nothing: there will be no further mail.\n"
        )
        if self.mail is not None:
            self._start(match, self.mail.send, address.mail, "Meuse: is this your address?", text)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
