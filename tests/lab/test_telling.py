"""A game told as text: whole moves on one line, attacks with the chances that the dice really have."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

import meuse
from meuse.engine.contract import Event
from meuse.engine.match import Match
from meuse.lab.selfplay import Setup
from meuse.lab.telling import Row, Teller
from meuse.lab.watch import Screen, watch
from tests.games.sedan.table import table


def tell(match: Match, *actions: str) -> list[Row]:
    """The rows of some actions."""
    teller = Teller(match.game)
    rows: list[Row] = []
    for action in actions:
        rows += teller.tell(match.apply(match.actors[0], action), match.position)
    return [*rows, *teller.flush()]


def texts(match: Match, *actions: str) -> list[str]:
    return [row.text for row in tell(match, *actions)]


def test_a_units_whole_move_is_one_line() -> None:
    match = table("""
        turn = 2
        activation = "XIX"
        mode = "move"
        [units]
        "HQ 1 Pz" = "4811"
        "I/1 1 Pz" = "4910"
    """)
    lines = texts(match, "move de-i-1-1-pz", "step 4909", "step 4808", "stop")
    assert len(lines) == 1
    assert re.fullmatch(r"I/1 1 Pz moves to 4808\b.* from 4910\b.* \(2 hexes.*\)", lines[0]), lines


def test_two_moves_are_two_lines() -> None:
    match = table("""
        turn = 2
        activation = "XIX"
        mode = "move"
        [units]
        "HQ 1 Pz" = "4811"
        "I/1 1 Pz" = "4910"
        "II/1 1 Pz" = "4910"
    """)
    lines = texts(match, "move de-i-1-1-pz", "step 4909", "stop", "move de-ii-1-1-pz", "step 4909", "stop")
    assert [line.split(" moves to ")[0] for line in lines] == ["I/1 1 Pz", "II/1 1 Pz"]


ATTACK = """
    turn = 3
    activation = "XIX"
    mode = "combat"
    dice = [3, 5]
    [units]
    "HQ 1 Pz" = "3413"
    "I/1 1 Pz" = "3512"
    "II/1 1 Pz" = "3512"
    "5 5 DLC" = "3513"
    [air.german]
    [air.french]
"""


def test_an_attack_shows_odds_dice_chances_and_what_became_of_it() -> None:
    rows = tell(table(ATTACK), "attack 3513", "all", "attack", "guns 1")
    attack, dice, chances, *rest = rows
    assert re.match(r"Attack on 3513 .*by I/1 1 Pz and II/1 1 Pz against 5 5 DLC: 10 against ", attack.text)
    assert dice.text.startswith("Dice 3+5, ")
    assert "Artillery Support +1" in dice.text
    assert chances.text.startswith("Chances: ")
    assert rest
    assert {row.indent for row in (dice, chances, *rest)} == {attack.indent + 2}, "beneath the attack"


def test_an_attack_says_what_its_columns_are_shifted_for() -> None:
    attack = texts(table(ATTACK), "attack 3513", "all", "attack", "guns 1")[0]
    assert re.search(r": 10 against \d+, \d:1, 1 column left for light woods: \d:1$", attack), attack


@pytest.mark.parametrize(
    ("what", "rule", "words"),
    [
        ("reduced", "5.2c", "147 55 is reduced for want of supply"),
        ("eliminated", "5.2c", "147 55 is cut off and eliminated"),
        ("eliminated", "10.2g", "147 55 is eliminated"),
    ],
)
def test_a_loss_that_no_fight_brings_gives_its_reason(what: str, rule: str, words: str) -> None:
    event = Event(what, rule, {"unit": "fr-147-55-di", "hex": "3414"})
    game = meuse.make_game("sedan")
    assert [row.text for row in Teller(game).tell([event], game.start())] == [words]


def test_the_chances_told_are_those_of_the_preview() -> None:
    match = table(ATTACK)
    for action in ("attack 3513", "all", "attack"):
        match.apply("german", action)
    before = match.position.copy()
    match.game.apply(before, "german", "guns 1")
    preview = match.game.preview(before)
    told = next(text for text in texts(match, "guns 1") if text.startswith("Chances: "))
    found = {text: int(share) for text, share in re.findall(r"(\S+) (\d+)%", told)}
    assert found == {text: round(100 * share) for text, share in preview["results"].items()}


@pytest.mark.parametrize(("game", "players", "scenario"), [
    ("sedan", ("random", "random"), "race-to-the-meuse"),
    ("sedan", ("random", "random"), "encirclement"),
    ("ghost-division", ("random",), None),
    ("mansteins-war", ("random", "random"), "sickle-cut"),
])
def test_every_event_of_a_game_can_be_told(game: str, players: tuple[str, ...], scenario: str | None) -> None:
    out = io.StringIO()
    match = watch(Setup(game, players, scenario), 1, out)
    text = out.getvalue()
    assert match.outcome is not None
    turns = re.findall(r"^(?:Turn|Week) (\d+)", text, re.MULTILINE)
    assert turns == [str(n + 1) for n in range(len(turns))]
    points = match.game.explain(match.position, "score").title.partition(":")[0]
    assert text.count(points) >= len(turns), "points with every turn"
    assert "{" not in text
    assert max(len(line) for line in text.splitlines()) <= 110


def test_a_line_is_told_once_nothing_can_go_on_with_it() -> None:
    """The dice of an attack are not kept back while the other side thinks."""
    match = table(ATTACK)
    teller = Teller(match.game)
    for action in ("attack 3513", "all"):
        teller.tell(match.apply("german", action), match.position)
    assert teller.tell(match.apply("german", "attack"), match.position)[0].text.startswith("Attack on 3513")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_and_progress_only_in_a_terminal() -> None:
    plain, live = io.StringIO(), Terminal()
    for out in (plain, live):
        screen = Screen(out, ("german", "french"))
        if screen.wants_progress():
            screen.progress("turn 1 of 4")
            assert not screen.wants_progress()
        screen.show(Row("Turn 1", "turn"))
    assert plain.getvalue() == "\nTurn 1\n"
    assert "turn 1 of 4" in live.getvalue()
    assert "\x1b[1;33mTurn 1\x1b[0m" in live.getvalue()


def test_the_report_names_every_piece_on_the_map() -> None:
    match = meuse.new("sedan", seed=1)
    report = "\n".join(match.game.report(match.position))
    view: dict[str, Any] = match.view(None)
    game: Any = match.game
    for id in view["units"]:
        assert game.name_of(id) in report
