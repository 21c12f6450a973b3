"""The page on adding a game is true: the game built from it keeps every promise, is played, drawn and shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import meuse
from meuse.games import GAMES
from meuse.players import make_player
from tests.games.contract import Case, Walk, keep_promises

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+\n# file: (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MOST_LINES = 400


@pytest.fixture(scope="module", autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The files of the page in a folder of their own, imported from there."""
    root = tmp_path_factory.mktemp("game")
    files = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    for name, body in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(body, encoding="utf-8")
    sys.path.insert(0, str(root))
    import ford  # type: ignore[import-not-found]  # noqa: F401

    yield files
    sys.path.remove(str(root))
    GAMES.pop("ford")
    for module in [name for name in sys.modules if name.partition(".")[0] == "ford"]:
        del sys.modules[module]


def test_it_takes_few_lines(built: dict[str, str]) -> None:
    assert sum(body.count("\n") for body in built.values()) < MOST_LINES


@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_every_promise(seed: int) -> None:
    keep_promises(Walk(Case("ford", "patrol"), seed))


def test_its_staff_beats_chance() -> None:
    won = 0
    for seed in range(20):
        match = meuse.new("ford", seed=seed)
        minds = {side: make_player(name, match.game, side, Random(seed))
                 for side, name in zip(match.game.sides, ("staff", "random"), strict=True)}
        while match.actors:
            side = match.actors[0]
            match.apply(side, minds[side].choose(match.game.determinize(match.position, side, Random(0))))
        won += match.outcome is not None and match.outcome.winner == "red"
    assert won >= 15


def test_its_rules_are_told() -> None:
    match = meuse.new("ford", seed=1)
    match.apply("red", "move red-2")
    with pytest.raises(meuse.Illegal, match="not beside"):
        match.apply("red", "step 0503")
    over = meuse.situation('game = "ford"\n[units]\n"Red 1" = "0302"\n"Blue 1" = "0504"\n')
    over.apply("red", "move red-1")
    with pytest.raises(meuse.Illegal, match=r"1\.1: the river"):
        over.apply("red", "step 0402")


def test_its_picture_and_sheet_are_whole() -> None:
    game = meuse.make_game("ford")
    assert len(ElementTree.fromstring(game.draw_map())) == 1
    sheet = game.sheet()
    assert len(sheet["hexes"]) == 20
    assert set(sheet["counters"]) == {"red-1", "red-2", "blue-1", "blue-2"}
    assert sheet["verbs"]["attack"][0]["says"] == "Attack %"
