"""The war diary: prose by place names of what its reader may know."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

import meuse
from meuse.cli import main
from meuse.engine.contract import Event
from meuse.engine.diary import Diary, course, markdown, page, prose, write
from tests.games.words import faults

DECISIONS = {"sedan": 500, "mansteins-war": 500, "ghost-division": 300, "blitzkrieg": 400}


def played(game: str) -> meuse.Match:
    """A random match as far as it gets."""
    match, rng = meuse.new(game, seed=12), Random(5)
    for _ in range(DECISIONS[game]):
        if not match.actors:
            break
        side = match.actors[0]
        choices = match.legal(side)
        match.apply(side, "historical" if "historical" in choices else rng.choice(choices))
    return match


def words(diary: Diary) -> list[str]:
    return [p.text for chapter in diary.chapters for p in chapter.paragraphs]


@pytest.mark.parametrize("game", meuse.GAMES)
def test_it_reads_well(game: str) -> None:
    """Whole sentences with places by name: no numbers of hexes, no dice, no inner names."""
    match = played(game)
    told = write(match.game, course(match), None, "A draw")
    assert len(told.chapters) >= 1
    assert all(chapter.title and chapter.paragraphs for chapter in told.chapters)
    for text in words(told):
        assert text[-1] in ".!?", text
        assert not re.search(r"\((?:[A-Z]\d+|\d{4})|\b\d{4} near|\bin near|\bof near", text), text
        assert not faults(text), (text, faults(text))
    assert "near " in markdown(told)
    assert markdown(told).endswith("*A draw*\n")
    assert page(told).count("<h2>") == len(told.chapters)


@pytest.mark.parametrize("game", ["mansteins-war", "blitzkrieg"])
def test_a_seat_reads_only_what_it_knows(game: str) -> None:
    """With everything that a side could not see changed or left out, its diary is the same."""
    match = played(game)
    events = course(match)
    for side in (*match.game.sides, None):
        seen = [event for event in events if event.visible_to(side)]
        assert len(seen) < len(events), "there are secrets"
        assert write(match.game, events, [side]) == write(match.game, seen, [side])
        hidden = {prose(match.game.describe(event)) for event in events if not event.visible_to(side)}
        hidden -= {prose(match.game.describe(event)) for event in seen}
        told = " ".join(words(write(match.game, events, [side])))
        assert not [text for text in hidden if text in told]


def test_once_it_is_over_everybody_reads_everything_once() -> None:
    """A move that the other side saw as a stranger's is told as what it was."""
    game = meuse.make_game("blitzkrieg")
    step = Event("step", "12.1a", {"unit": "de-3-pz", "start": "4814", "hex": "4815"}, ("axis",))
    sighted = Event("sighted", "12.1a", {"side": "axis", "start": "4814", "hex": "4815", "how": ""}, ("allied",))
    assert words(write(game, [step, sighted], None)) == ["3 Pz reaches Jülich."]
    assert "An Axis unit" in words(write(game, [step, sighted], ["allied"]))[0]


def test_the_command_writes_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(played("sedan").record))
    assert main(["diary", str(file)]) == 0
    assert capsys.readouterr().out.startswith("# Sedan: ")
    assert main(["diary", str(file), "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
