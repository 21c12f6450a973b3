"""Tokens: whoever has one has the seats that go with it. The server keeps only their hashes."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

TOKEN_BYTES = 24
ID_BYTES = 9


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_invitation() -> str:
    """A token that says of itself that it is to be exchanged."""
    return f"join-{new_token()}"


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def hashed(token: str) -> str:
    """A token has as much chance in it as the hash, so a plain hash will do."""
    return hashlib.sha256(b"meuse seat " + token.encode("utf-8", "surrogatepass")).hexdigest()


LIVE = ("maker", "seat", "watch")
"""Kinds of links that seat somebody, or let him watch; the maker's own can invite others."""


class Link(msgspec.Struct, frozen=True):
    """A token as the store knows it."""

    hash: str
    kind: str
    """One of LIVE; "invitation"; or what became of it: "used", "renewed", "withdrawn", "left"."""
    seats: list[str]
    origin: str | None = None
    """The link that this one took the place of."""


class NotASeat(Exception):
    """The token was once good for a match, or is an invitation; its kind and why."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Holder(msgspec.Struct, frozen=True):
    """One who has shown a valid token for a match."""

    hash: str
    seats: tuple[str, ...]
    maker: bool = False
    """Of the match: he can invite others."""

    @property
    def spectator(self) -> bool:
        return not self.seats
