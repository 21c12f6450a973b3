"""Briefings: a table for each scenario and side, read with precise errors, and levels of victory to climb."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.engine import briefing
from meuse.engine.briefing import in_force, load_briefings
from meuse.engine.contract import BadInput
from meuse.engine.data import Shelf

SCENARIOS = [(game, scenario) for game in meuse.GAMES for scenario in meuse.game_class(game).scenarios]

GOOD = """
[small]
takes = "An hour."
special = ["Nothing."]
[small.sides.red]
who = "You are red."
wins = "Be red."
hints = ["One.", "Two.", "Three."]
"""


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_briefs_every_seat(game: str, scenario: str) -> None:
    kind = meuse.game_class(game)
    told = kind.briefings()[scenario]
    for option in kind.switches:
        for value in option.values:
            seats = kind.seated({o.name: o.default for o in kind.switches} | {option.name: value})
            assert set(seats) <= set(told.sides)
    for text in (told.takes, *told.special, *(t for part in told.sides.values() for t in (part.who, part.wins))):
        assert text.endswith(".")
        assert text[0].isupper()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_ladder_judges_as_the_game_does(game: str, scenario: str) -> None:
    """The level that the points of the first position make stands on the ladder, which has a place for any number."""
    made = meuse.make_game(game, scenario)
    ladder = made.ladder()
    assert ladder is not None
    least = [level.least for level in ladder.levels]
    assert least[-1] is None
    assert None not in least[:-1]
    numbers = [n for n in least if n is not None]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers)
    score = made.view(made.start(), made.sides[0])["score"]
    assert set(ladder.weights) <= set(score)


def _load(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    (folder / "briefing.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(Shelf, "folder", folder)
    load_briefings.cache_clear()
    try:
        load_briefings("small", ("small",))
    finally:
        load_briefings.cache_clear()


@pytest.mark.parametrize(("old", "new", "says"), [
    ("[small]", "[large]\ntakes = ''\nspecial = []\nsides = {}\n[small]", "large: expected one of the scenarios small"),
    ("[small", "[large", "small: expected a table for this scenario"),
    ('"Three."', "", "small.sides.red.hints: expected 3, got 2"),
    ("wins", "winz", "unknown field `winz`"),
    ('who = "You are red."', "who = 3", "Expected `str`"),
])
def test_a_wrong_file_is_named_with_its_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, says: str
) -> None:
    _load(monkeypatch, tmp_path, GOOD)
    with pytest.raises(BadInput) as error:
        _load(monkeypatch, tmp_path, GOOD.replace(old, new))
    assert str(error.value).startswith("briefing.toml: ")
    assert says in str(error.value)


def test_a_game_without_the_file_has_no_briefing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Shelf, "folder", tmp_path)
    assert briefing.load_briefings.__wrapped__("none", ("small",)) == {}


def test_options_in_force_say_which_are_not_as_usual() -> None:
    game = meuse.make_game("sedan", options={"cavalry-first": "every-turn"})
    found = {row["title"]: row for row in in_force(game.switches, game.options)}
    assert len(found) == len(game.switches)
    assert [row["value"] for row in found.values() if not row["usual"]] == ["every-turn"]
