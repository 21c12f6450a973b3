"""The suite tested: a toy that keeps every promise passes it, and one that breaks a promise is caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.contract import Outcome, Refusal
from meuse.games import GAMES, Listing
from tests import fuzz
from tests.engine import toy
from tests.games import contract
from tests.games.contract import Case, Walk, keep_promises, random_case

Sound = toy.Haggle


class Clumsy(toy.Table):
    """A position whose copies share what they must not share."""

    __slots__ = ()

    def copy(self) -> Clumsy:
        return self


def unsorted(game: Any, p: Any, side: str) -> list[str]:
    return Sound.legal(game, p, side)[::-1]


def generous(game: Any, p: Any, side: str) -> list[str]:
    return Sound.legal(game, p, side) or ["pass"]


def empty(game: Any, p: Any, side: str) -> list[str]:
    return []


def reduced_chances(game: Any, p: Any) -> list[tuple[str, int]]:
    return Sound.outcomes(game, p)[:1]


def weightless(game: Any, p: Any) -> list[tuple[str, int]]:
    return [(action, 0) for action, _ in Sound.outcomes(game, p)]


def telling_view(game: Any, p: Any, side: str | None) -> dict[str, Any]:
    return {**Sound.view(game, p, side), "table": list(p.played)}


def odd_view(game: Any, p: Any, side: str | None) -> dict[str, Any]:
    return {**Sound.view(game, p, side), "hands": p.hands}


def careless_view(game: Any, p: Any, side: str | None) -> dict[str, Any]:
    p.round += 1
    return Sound.view(game, p, side)


def mute(game: Any, p: Any, side: str, action: Any) -> Refusal | None:
    return None


def lawless(game: Any, p: Any, side: str, action: Any) -> Refusal | None:
    refusal = Sound.why_not(game, p, side, action)
    return Refusal("99.9", refusal.reason) if refusal else None


def stern(game: Any, p: Any, side: str, action: Any) -> Refusal | None:
    return Sound.why_not(game, p, side, action) or Refusal("1", "no")


def forgetful_save(game: Any, p: Any) -> dict[str, Any]:
    return {**Sound.save(game, p), "points": [0, 0]}


def thieving_pieces(game: Any, p: Any) -> dict[str, str]:
    return {id: place for id, place in Sound.pieces(game, p).items() if place == "hand"}


def silent(game: Any, event: Any) -> str:
    return ""


def early(game: Any, p: Any) -> Outcome | None:
    return Sound.outcome(game, p) or (Outcome("red", "win", {}) if p.round > 2 else None)


def true_position(game: Any, p: Any, side: str, rng: Random) -> Any:
    return p


def obedient(game: Any, p: Any, side: str, action: Any) -> Any:
    """Carries out what is not legal as if it were the first legal action."""
    legal = game.legal(p, side)
    return Sound.apply(game, p, side, action if action in legal or not legal else legal[0])


BREAKS: dict[str, dict[str, Any]] = {
    "legal not sorted": {"legal": unsorted},
    "legal for a side that does not act": {"legal": generous},
    "nothing legal": {"legal": empty},
    "an outcome missing": {"outcomes": reduced_chances},
    "weight nought": {"outcomes": weightless},
    "a view that tells a secret": {"view": telling_view},
    "a view that is not plain": {"view": odd_view},
    "a view that changes the position": {"view": careless_view},
    "no reason": {"why_not": mute},
    "a rule that is in no ledger": {"why_not": lawless},
    "a reason against what is legal": {"why_not": stern},
    "a save that forgets": {"save": forgetful_save},
    "pieces that vanish": {"pieces": thieving_pieces},
    "an event without a sentence": {"describe": silent},
    "an outcome too early": {"outcome": early},
    "the true position for a player": {"determinize": true_position},
    "what is not legal is applied": {"apply": obedient},
}


def forget() -> None:
    for remembered in (contract.ledger_ids, contract.own_promises, contract.made):
        remembered.cache_clear()


@pytest.fixture
def haggle(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[toy.Haggle]]:
    """The toy, registered for one test."""
    monkeypatch.setitem(GAMES, "haggle", Listing("tests.engine.toy:Haggle"))
    forget()
    yield toy.Haggle
    forget()


def test_a_registered_toy_passes_the_suite(haggle: type[toy.Haggle]) -> None:
    for seed in range(10):
        keep_promises(Walk(random_case(Random(seed), ("haggle",)), seed))


def several() -> None:
    for seed in range(6):
        keep_promises(Walk(Case("haggle", "short"), seed))


@pytest.mark.parametrize("name", BREAKS)
def test_the_suite_catches(name: str, haggle: type[toy.Haggle], monkeypatch: pytest.MonkeyPatch) -> None:
    broken = type("Broken", (haggle,), BREAKS[name])
    monkeypatch.setattr(toy, "Haggle", broken)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        several()


def test_the_suite_catches_shared_copies(haggle: type[toy.Haggle], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "Haggle", type("Broken", (haggle,), {"position": Clumsy}))
    with pytest.raises(AssertionError, match="copy"):
        keep_promises(Walk(Case("haggle", "short"), 1))


def test_the_suite_catches_a_game_without_an_end(haggle: type[toy.Haggle], monkeypatch: pytest.MonkeyPatch) -> None:
    def again(self: Any, g: Any, p: Any) -> None:
        p.hands, p.round = (g.cards, g.cards), 1
        p.swap(toy.Round())

    monkeypatch.setattr(toy.Spend, "run", again)
    monkeypatch.setattr(contract, "BOUND", 500)
    with pytest.raises(AssertionError, match="no end"):
        keep_promises(Walk(Case("haggle", "short"), 1), every=50)


def test_the_suite_catches_memory_in_the_game(haggle: type[toy.Haggle], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose events depend on what was played before on another position."""
    seen: list[str] = []

    def apply(self: Any, p: Any, side: str, action: Any) -> Any:
        seen.append(action)
        events = haggle.apply(self, p, side, action)
        return [*events, meuse.Event("count", "1", {"so far": len(seen)})]

    monkeypatch.setattr(toy, "Haggle", type("Broken", (haggle,), {"apply": apply}))
    with pytest.raises(AssertionError, match="events"):
        keep_promises(Walk(Case("haggle", "short"), 1))


def test_the_fuzzer_leaves_a_reproducer(
    haggle: type[toy.Haggle], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played, broken = fuzz.batch(("haggle",), 1, 1)
    assert played["games"] == fuzz.BATCH
    assert not broken
    with monkeypatch.context() as patch:
        patch.setattr(toy.Spend, "prompt", lambda self, g, p: ("Lay points.", "99.9"))
        _, broken = fuzz.batch(("haggle",), 1, 1)
        assert len(broken) == fuzz.BATCH
        file = tmp_path / "reproducers" / "one.json"
        fuzz.report(broken[0], file)
        assert "'99.9' is not in the ledger" in capsys.readouterr().out
        assert fuzz.again(file) == 1
    assert fuzz.again(file) == 0
    record = json.loads(file.read_text())["record"]
    assert meuse.replay(record).record["actions"] == record["actions"]
