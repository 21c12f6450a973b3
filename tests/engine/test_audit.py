"""Salts, audits and proofs: what the dice of a match prove, and what they do not."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.audit import audit, proof
from meuse.engine.contract import CHANCE
from meuse.engine.dice import Salt, pick, salt_commitment
from meuse.engine.match import Match
from meuse.games import GAMES, Listing, make_game

OF_VERSION_1 = Path(__file__).parent / "records" / "haggle-0.2.json"
"""Written by Meuse 0.2: with dice taken back, and moved to another table before its last die."""
RED, BLUE = "11" * 32, "22" * 32
SEED = 1
"""Three coins fall differently with this key alone, and with the salts the other way round."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "haggle", Listing("tests.engine.toy:Haggle"))


def salted(*sides: str, seed: int | None = None) -> Match:
    return Match(make_game("haggle"), salted=sides, seed=seed)


def shown(match: Match, red: str = RED, blue: str = BLUE) -> list[Salt]:
    promised = match.dice.spans[-1].commitment
    return [Salt(side, salt_commitment(promised, side, salt), salt) for side, salt in (("red", red), ("blue", blue))]


def finish(match: Match) -> Match:
    rng = Random(1)
    while match.actors:
        side = rng.choice(match.actors)
        match.apply(side, rng.choice(match.legal(side)))
    return match


def played(seed: int | None = None) -> Match:
    match = salted("red", "blue", seed=seed)
    match.mix(shown(match))
    return finish(match)


# Salts


def test_no_die_falls_before_all_salts_are_shown() -> None:
    match = salted("red", "blue")
    match.apply("red", "play 1")
    match.apply("blue", "play 2")
    both = shown(match)
    promised = [Salt(salt.side, salt.commitment) for salt in both]
    for known in ([], promised, [both[0], promised[1]]):
        assert match.mix(known) == [] if known else True
        assert match.actors == (CHANCE,)
        assert match.dice.counter == 0
        assert meuse.load(match.save()).dice.waiting, "and it waits on when it is loaded"
    assert [event.what for event in match.mix(both)] == ["coin"]
    assert match.entries[-1].number == 0


def test_a_die_is_the_hash_of_key_and_salts_that_the_manual_says() -> None:
    record = played().record
    mixed = hmac.new(bytes.fromhex(record["key"]), f"meuse salts {RED} {BLUE}".encode(), hashlib.sha256).digest()
    first = next(action for side, action, number in record["actions"] if number == 0)
    digest = hmac.new(mixed, b"0.0", hashlib.sha256).digest()
    assert first == pick([("coin heads", 1), ("coin tails", 2)], int.from_bytes(digest[:8], "big") % 3)
    text = f"meuse salt {record['commitment']} red {RED}"
    assert record["salts"][0] == {"side": "red", "commitment": hashlib.sha256(text.encode()).hexdigest(), "salt": RED}


def test_each_salt_changes_the_dice() -> None:
    """The key alone does not say what falls: whoever holds it cannot choose among keys."""
    def dice(red: str, blue: str) -> list[int]:
        match = salted("red", "blue", seed=1)
        match.mix(shown(match, red, blue))
        return [match.dice.at(n, 1000) for n in range(20)]

    courses = [dice(RED, BLUE), dice("33" * 32, BLUE), dice(RED, "33" * 32), dice(BLUE, RED)]
    assert len({tuple(course) for course in courses}) == 4
    assert dice(RED, BLUE) == courses[0]


@pytest.mark.parametrize(("change", "reason"), [
    (lambda r: r["salts"][1].update(salt="33" * 32), "salts: blue's is not the one committed to"),
    (lambda r: r["salts"][1].update(salt=""), "salts: blue's is not the one committed to"),
    (lambda r: r["salts"][1].update(commitment="0" * 64), "salts: blue's is not the one committed to"),
    (lambda r: r["salts"][1].update(side="red"), "salts: red's is not the one committed to"),
    (lambda r: r.update(salts=r["salts"][::-1]), "but the committed key gives"),
    (lambda r: r.update(salts=[]), "but the committed key gives"),
    (lambda r: r.update(key="00" * 32), "key: it is not the one committed to"),
])
def test_a_record_cannot_change_its_salts(change: Any, reason: str) -> None:
    record = json.loads(json.dumps(played(seed=SEED).record))
    change(record)
    with pytest.raises(meuse.BadInput, match=reason):
        meuse.replay(record)


# Audits


def test_an_audit_of_a_whole_match() -> None:
    record = played().record
    found = audit(meuse.replay(record))
    rolled = sum(side == CHANCE for side, *_ in record["actions"])
    assert (found.ok, found.verified, found.unverified, found.scripted, found.seeded) == (True, rolled, 0, 0, False)
    assert [span.salted for span in found.spans] == [["red", "blue"]]
    text = " ".join(found.lines())
    assert f"{rolled} dice and draws verified against the commitment {record['commitment']}" in text
    assert "a salt from the browser of red and of blue" in text


def test_what_is_missing_is_named() -> None:
    record = played().record
    record["salts"][1]["salt"] = None
    found = audit(meuse.replay(record))
    assert (found.ok, found.verified) == (False, 0)
    assert "the salt of blue is not in the record" in " ".join(found.lines())
    found = audit(meuse.replay({**played().record, "key": None}))
    assert not found.ok
    assert "the key is not in the record" in " ".join(found.lines())


def test_a_key_that_is_nothing_verifies_nothing() -> None:
    """Every die had been "verified" against the hash of an empty key."""
    record = finish(salted()).record
    with pytest.raises(meuse.BadInput, match="key: expected 64 hexadecimal digits"):
        meuse.replay({**record, "key": "", "commitment": hashlib.sha256(b"meuse dice ").hexdigest()})


def test_seeded_and_scripted_dice_are_called_so() -> None:
    assert audit(meuse.replay(finish(meuse.new("haggle", seed=7)).record)).seeded
    assert not audit(meuse.replay(finish(meuse.new("haggle")).record)).seeded
    record = finish(meuse.situation('game = "haggle"\nround = 2\ndice = ["heads"]')).record
    assert record["scripted"]
    found = audit(meuse.replay(record))
    assert (found.ok, found.scripted, found.unverified) == (False, 1, 0)
    with pytest.raises(meuse.BadInput, match="scripted: it does not say what its situation does"):
        meuse.replay({**record, "scripted": False})
    twin = meuse.load(meuse.new("haggle", seed=7).save()).copy()
    twin.apply("red", "play 1")
    twin.apply("blue", "play 2")
    twin.back_to(0)
    assert twin.record["seeded"], "through saving, copying and going back"


# Records of version 1


def test_a_record_of_version_1_still_replays_and_verifies() -> None:
    plain = json.loads(OF_VERSION_1.read_text())
    assert plain["version"] == 1
    match = meuse.replay(plain)
    assert match.outcome is not None
    found = audit(match)
    assert (found.ok, found.verified, found.taken_back) == (True, 4, 1)
    assert [(span.first, span.dice) for span in found.spans] == [(0, 3), (3, 1)]
    assert "from die 3 on its dice come from another key" in " ".join(found.lines())
    assert match.record["actions"] == plain["actions"]
    plain["actions"][2][1] = "coin heads"
    with pytest.raises(meuse.BadInput, match=r"actions\[2\].*the committed key gives 'coin tails'"):
        meuse.replay(plain)


def test_without_its_first_key_a_moved_record_is_half_verified() -> None:
    plain = json.loads(OF_VERSION_1.read_text())
    found = audit(meuse.replay({**plain, "key": None}))
    assert (found.ok, found.verified, found.unverified) == (False, 1, 3)


# Proofs


@pytest.mark.parametrize("record", [
    pytest.param(lambda: played().record, id="salted"),
    pytest.param(lambda: json.loads(OF_VERSION_1.read_text()), id="moved"),
])
def test_a_proof_lets_anybody_draw_every_die_again(record: Any) -> None:
    match = meuse.replay(record())
    found = proof(match)
    assert [number for number, _, _ in found.dice] == list(range(match.dice.counter)), "none twice, none left out"
    assert found.tables == [[("coin heads", 1), ("coin tails", 2)]]
    for number, action, table in found.dice:
        outcomes = found.tables[table]
        assert action == pick(outcomes, match.dice.at(number, sum(weight for _, weight in outcomes)))
