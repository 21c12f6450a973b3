"""A game told as text: whole moves on one line, attacks with the chances that the dice really have."""

from __future__ import annotations

import io
import re
from typing import Any

import meuse
from meuse.engine.match import Match
from meuse.lab.selfplay import Setup
from meuse.lab.telling import Line, Teller, teller_for
from meuse.lab.telling_sedan import SedanTeller
from meuse.lab.watch import Screen, staged, watch
from tests.games.sedan.table import table


def tell(match: Match, *actions: str) -> list[str]:
    """The lines of some actions."""
    teller = teller_for(match.game)
    lines: list[Line] = []
    for action in actions:
        side = match.actors[0]
        before = staged(match, side, action)
        lines += teller.tell(match.apply(side, action), before, match.position)
    return [line.text for line in [*lines, *teller.flush()]]


def test_a_units_whole_move_is_one_line() -> None:
    match = table("""
        turn = 2
        activation = "XIX"
        mode = "move"
        [units]
        "HQ 1 Pz" = "4811"
        "I/1 1 Pz" = "4910"
    """)
    lines = tell(match, "move de-i-1-1-pz", "step 4909", "step 4808", "stop")
    assert len(lines) == 1
    assert re.fullmatch(r"I/1 1 Pz: 4910 to 4808\b.* \(2 hexes.*\)", lines[0]), lines


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
    lines = tell(match, "move de-i-1-1-pz", "step 4909", "stop", "move de-ii-1-1-pz", "step 4909", "stop")
    assert [line.split(":")[0] for line in lines] == ["I/1 1 Pz", "II/1 1 Pz"]


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


def test_an_attack_shows_odds_chances_dice_and_what_became_of_it() -> None:
    match = table(ATTACK)
    lines = tell(match, "attack 3513", "all", "attack", "guns 1")
    assert lines[0].startswith("I/1 1 Pz, II/1 1 Pz attack 3513")
    assert lines[0].endswith(": 5 5 DLC")
    assert lines[1].startswith("odds     10 against ")
    assert lines[2].startswith("chances  ")
    assert lines[3].startswith("dice     3+5, ")
    assert "Artillery Support +1" in lines[3]
    assert len(lines) > 4


def test_the_chances_told_are_those_of_the_preview() -> None:
    match = table(ATTACK)
    for action in ("attack 3513", "all", "attack"):
        match.apply("german", action)
    before = staged(match, "german", "guns 1")
    preview = match.game.preview(before)
    told = tell(match, "guns 1")[0]
    found = {text: int(share) for text, share in re.findall(r"(\S+) (\d+)%", told)}
    assert found == {text: round(100 * share) for text, share in preview["results"].items()}


def test_every_event_of_many_games_can_be_told() -> None:
    for seed, scenario in enumerate(("race-to-the-meuse", "encirclement"), 1):
        out = io.StringIO()
        match = watch(Setup("sedan", ("random", "random"), scenario), seed, out)
        text = out.getvalue()
        assert match.outcome is not None
        assert text.count("Turn ") == match.game.last_turn  # type: ignore[attr-defined]
        assert "{" not in text
        assert max(len(line) for line in text.splitlines()) <= 110


def test_a_game_without_a_teller_is_told_in_the_words_of_its_log() -> None:
    match = meuse.new("sedan", seed=1)
    teller = Teller(match.game)
    events = match.apply("french", "done")
    assert [line.text for line in teller.tell(events, match.position, match.position)] == [
        match.game.describe(event) for event in events
    ]
    assert teller.report(match.position)
    assert teller.score(match.position)
    assert isinstance(teller_for(match.game), SedanTeller)


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
        screen.show(Line("Turn 1", "turn", 0))
    assert plain.getvalue() == "\nTurn 1\n"
    assert "turn 1 of 4" in live.getvalue()
    assert "\x1b[1;33mTurn 1\x1b[0m" in live.getvalue()


def test_the_report_names_every_piece_on_the_map() -> None:
    match = meuse.new("sedan", seed=1)
    report = "\n".join(teller_for(match.game).report(match.position))
    view: dict[str, Any] = match.view(None)
    game: Any = match.game
    for id in view["units"]:
        assert game.name_of(id) in report
