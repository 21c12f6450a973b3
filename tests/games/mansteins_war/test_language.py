"""Manstein's War in words: headings, one line for what is one thing, the report of a position."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from meuse.engine.narration import Narrator
from tests.games.mansteins_war.battle import battle
from tests.games.mansteins_war.box import BOARD, cell
from tests.games.mansteins_war.table import at, do, game, inside, opening, table
from tests.games.verbs import reach


def lines(events: list[meuse.Event]) -> list[str]:
    """What a log shows of them: the last of lines that go on."""
    narrator, told = Narrator(game()), []
    for event in events:
        line = narrator.take(event)
        if line.joined:
            told[-1] = line.joined
        else:
            told.append(line.text)
    return told


def label(hex: str) -> str:
    return BOARD.label(cell(hex))


def test_a_whole_move_is_one_line() -> None:
    match = table('turn = 3\nside = "german"\nmarker = "pgk"\nsegment = "movement"\n[units]\n"de-19-corps" = "0842"')
    way = next(way for way in reach(match, "de-19-corps").values() if len(way["path"]) == 2)
    told = lines(do(match, *way["actions"]))
    assert [line for line in told if "moves" in line] == [
        f"19 Corps moves to {label(way['path'][-1])} from {label('0842')} (2 hexes)"]


def test_a_week_is_a_heading_an_impulse_one_below_and_a_fight_one_below_that() -> None:
    g = game()
    levels = {what: g.line(meuse.Event(what, "4.1a", data)).level for what, data in (
        ("turn", {"turn": 2, "initiative": "german"}), ("marker", {"side": "german", "marker": "hga"}),
        ("attack", {"units": ["de-19-corps"], "hex": "1439"}))}
    assert levels == {"turn": 1, "marker": 2, "attack": 3}
    assert g.line(meuse.Event("turn", "4.1a", {"turn": 2, "initiative": "german"})).text == (
        "Week 2, 17 to 23 May: the German side has the initiative")


def test_the_weeks_have_their_dates() -> None:
    titles = [week["title"] for week in game().sheet()["turns"]]
    assert titles[:4] == ["10 to 16 May", "17 to 23 May", "24 to 30 May", "31 May to 6 June"]
    assert titles[-1] == "28 June to 4 July"


@pytest.mark.rule("10.3a")
def test_beneath_the_die_stand_the_chances_that_the_preview_gave() -> None:
    match = battle('"de-19-corps" = "1343"\n"fr-2-army" = "1443"\n')
    do(match, "attack 1443", "with de-19-corps")
    g, p = inside(match)
    chances = g.preview(p)["tables"]
    assert sum(chances["assault"].values()) == pytest.approx(1)
    assert sum(chances["mobile"].values()) == pytest.approx(1)
    events = do(match, "attack", "assault")
    [combat] = [event for event in events if event.what == "combat"]
    line = g.line(combat)
    assert line.tone == "fight"
    assert line.note == "Chances: " + "  ".join(f"{code} {chance:.0%}" for code, chance in chances["assault"].items())


def test_every_line_has_the_colour_of_who_did_it() -> None:
    g = game()
    match, rng = opening(), Random(3)
    seen: dict[str, set[str]] = {}
    for _ in range(700):
        if not match.actors:
            break
        side = match.actors[0]
        choices = match.legal(side)
        for event in match.apply(side, "historical" if "historical" in choices else rng.choice(choices)):
            seen.setdefault(event.what, set()).add(g.line(event).side)
            assert g.line(event).tone in {"fight", "loss", "quiet", ""}
    assert set().union(*seen.values()) <= {"german", "allied", ""}
    assert seen["marker"] == {"german", "allied"}
    assert seen["step"] <= {"german", "allied"}


def test_the_secret_schedule_is_one_line_for_its_owner() -> None:
    match = opening(variable_reinforcements="on")
    match.apply("allied", "keep plan-d")
    match.apply("german", "keep manstein")
    do(match, "historical")
    told = lines([e for e in do(match, "historical") if e.what == "schedule" and e.seen_by == ("german",)])
    assert len(told) == 1
    assert "2 Army" in told[0]


def test_the_report_names_every_piece_where_it_is() -> None:
    match = table('turn = 3\nbombed = ["1835"]\nbridgeheads = { german = ["1441-1442"] }\n'
                  'options = { bridgeheads = "on" }\n[units]\n"de-19-corps" = { hex = "1441", steps = 1 }\n'
                  '"fr-2-army" = "1442"\n"fr-7-army" = "eliminated"\n[air]\nde-air-1 = "1439"\n')
    text = "\n".join(match.game.report(match.position))
    for words in ("Week 3 of 6", "19 Corps", "(1 of", "2 Army", "eliminated: 7 Army", "available:", "in the bin: ",
                  "plan kept: Manstein Plan", "Bridgeheads: 1441-1442 (german)", "Bombed: ", "Refit points: german 0"):
        assert words in text, words
    g, p = inside(match)
    for id in g.open_view(p)["units"]:
        assert g.sheet()["counters"][id]["name"] in text
    assert at(match, "de-air-1") == "1439"
