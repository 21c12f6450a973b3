"""Situation files: read from text or path, and every error says in which line and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.engine.situation import read_situation, with_line

GOOD = """\
# A puzzle.
game = "sedan"
scenario = "encirclement"
turn = 3
activation = "XIX"
mode = "combat"
dice = [3, 5]
blown = [
  "3414-3515",
]
roadblocks = ["3414"]
[options]
dogfight = "sum"
[air]
german = { fighters = 2, bombers = 1 }
[units]
"HQ 1 Pz" = "3413"
"I/1 1 Pz" = "3414"   # beside 3415
"147 55" = { hex = "3415", reduced = true }
"""


def test_a_situation_comes_from_text_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(GOOD.replace("3414-3515", "2903-3003"))
    from_text, from_file = meuse.situation(file.read_text(), seed=1), meuse.situation(file, seed=1)
    assert from_text.record == from_file.record
    assert meuse.situation(str(file), seed=1).record == from_file.record
    assert read_situation(file)[2] == "puzzle.toml"
    assert read_situation('game = "sedan"')[0] == {"game": "sedan"}


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ('game = "sedan"', 'game = "chess"', 2, "unknown game 'chess'; known: "),
        ('scenario = "encirclement"', 'scenario = "sealion"', 3, "unknown scenario 'sealion' of sedan; known: "),
        ('scenario = "encirclement"', "scenario = 2", 3, "scenario: Expected `str`, got `int`"),
        ("turn = 3", "turn = 9", 4, "turn: expected 1 to 8, got 9"),
        ("turn = 3", 'turn = "three"', 4, "turn: Expected `int`, got `str`"),
        ("turn = 3", "trun = 3", 4, "unknown field `trun`"),
        ("turn = 3", "turn = ", 4, "not valid TOML"),
        ('activation = "XIX"', 'activation = "IXX"', 5, "there is no chit 'IXX'; known: "),
        ('activation = "XIX"', "", 6, "mode: expected an activation as well"),
        ('mode = "combat"', 'mode = "fight"', 6, "mode: Invalid enum value 'fight'"),
        ('mode = "combat"', 'phase = "tea"', 6, "phase: Invalid enum value 'tea'"),
        ('mode = "combat"', 'cup = ["XIX", "ABC"]', 6, "cup: there is no chit 'ABC'"),
        ("dice = [3, 5]", "dice = 3", 7, "dice: Expected `array`, got `int`"),
        ("dice = [3, 5]", "dice = [3, [5]]", 7, "dice[1]: Expected `int | str`, got `array`"),
        ("3414-3515", "3414-3514", 9, "'3414-3514' is not a river hexside; expected two hexes such as"),
        ('roadblocks = ["3414"]', 'roadblocks = ["9901"]', 11, "'9901' is not a hex of the map"),
        ('roadblocks = ["3414"]', 'roadblocks = ["2520"]', 11, "no road runs through '2520'"),
        ('roadblocks = ["3414"]', 'pontoons = ["3414-3415"]', 11, "a bridge stands at '3414-3415' already"),
        ('roadblocks = ["3414"]', 'overrun = ["nobody"]', 11, "there is no unit 'nobody'"),
        ('dogfight = "sum"', 'dogfight = "best"', 13, "option 'dogfight' cannot be 'best'; expected one of "),
        ('dogfight = "sum"', 'weather = "fair"', 13, "unknown option 'weather'; known: "),
        ('dogfight = "sum"', "dogfight = true", 13, "options.'dogfight': Expected `str`, got `bool`"),
        ("german =", "italian =", 15, "air: Invalid enum value 'italian'"),
        ("fighters = 2", "fighter = 2", 15, "air.'german': Object contains unknown field `fighter`"),
        ("fighters = 2", "used_fighters = 2", 15, "air.'german': more air units are used than there are"),
        ('"HQ 1 Pz" = "3413"', '"HQ 1 Pz" = "3499"', 17, "units.'HQ 1 Pz': '3499' is not a hex of the map"),
        ('"HQ 1 Pz" = "3413"', '"HQ 1 Pz" = 3413', 17, "units.'HQ 1 Pz': Expected `str | object`, got `int`"),
        ('"HQ 1 Pz" = "3413"', '"HQ 9 Pz" = "3413"', 17, "there is no unit 'HQ 9 Pz'"),
        ('"HQ 1 Pz" = "3413"', '"HQ 1 Pz" = { hex = "3413", reduced = true }', 17, "has no reduced side"),
        ('"HQ 1 Pz" = "3413"', '"147 55" = "3413"', 19, "not valid TOML"),
        ("reduced = true", "redcued = true", 19, "units.'147 55': Object contains unknown field `redcued`"),
        ("reduced = true", 'reduced = "yes"', 19, "units.'147 55'.reduced: Expected `bool`, got `str`"),
        ('hex = "3415", ', "", 19, "units.'147 55': Object missing required field `hex`"),
        ('hex = "3415", ', 'hex = "3414", ', 18, "units of both sides stand in '3414' (7.0b)"),
        ('hex = "3415", ', 'hex = "due", ', 19, "units.'147 55': this counter is not a reinforcement"),
    ],
)
def test_a_wrong_line_is_named_with_what_was_expected(old: str, new: str, line: int, expected: str) -> None:
    text = GOOD.replace("3414-3515", "2903-3003") if "-" not in old else GOOD
    assert text.count(old) == 1
    with pytest.raises(meuse.BadInput) as caught:
        meuse.situation(text.replace(old, new), seed=1)
    message = str(caught.value)
    assert expected in message
    assert f"line {line}" in message, message


def test_what_is_no_situation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(meuse.BadInput, match=r"nowhere\.toml: cannot be read: No such file"):
        meuse.situation(tmp_path / "nowhere.toml")
    with pytest.raises(meuse.BadInput, match="cannot be read"):
        meuse.situation(tmp_path)
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(meuse.BadInput, match="not a UTF-8 text file"):
        meuse.situation(tmp_path / "picture.toml")
    with pytest.raises(meuse.BadInput, match="game: expected a game's name"):
        meuse.situation("turn = 1\n")
    with pytest.raises(meuse.BadInput, match="game: expected a game's name"):
        meuse.situation("game = 5\n")


def test_a_line_is_looked_for_by_whole_words_from_the_key_on() -> None:
    text = 'activation = "XIX"\nreturn = 1\nturn = 7 # "XIX"\ndice = ["XIX"]\n[units]\n"A" = "1"\n"B" = "2"\n'
    lines = {
        "situation: turn: expected 1 to 4, got 7": "file, line 3: turn: expected 1 to 4, got 7",
        "dice: 'XIX' cannot come up now": "file, line 4: dice: 'XIX' cannot come up now",
        "units.'B': no": "file, line 7: units.'B': no",
        "units.'B': it could be 'A'": "file, line 7: units.'B': it could be 'A'",
        "units: too many": "file, line 5: units: too many",
        "something else": "file: something else",
    }
    for message, expected in lines.items():
        assert str(with_line(meuse.BadInput(message), text, "file")) == expected
