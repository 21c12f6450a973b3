"""Tokens: whoever has one has the seats that go with it. The server keeps only their hashes."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

TOKEN_BYTES = 24
ID_BYTES = 9


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def hashed(token: str) -> str:
    """A token has as much chance in it as the hash, so a plain hash will do."""
    return hashlib.sha256(b"meuse seat " + token.encode("utf-8", "surrogatepass")).hexdigest()


class Holder(msgspec.Struct, frozen=True):
    """One who has shown a valid token for a match."""

    hash: str
    seats: tuple[str, ...]

    @property
    def spectator(self) -> bool:
        return not self.seats
