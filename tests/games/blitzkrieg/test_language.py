"""Blitzkrieg in the West in words: headings, one line for what is one thing, what the enemy sees, the report."""

from __future__ import annotations

import re

import pytest

import meuse
from meuse.engine.match import Match
from meuse.engine.narration import Narrator
from tests.games.blitzkrieg.table import do, game, happened, inside, table

MARCH = 'side = "axis"\nphase = "first movement"\nunits = { de-1-pz = "4918", de-xix-mot = "4918", fr-i = "4322" }'


def lines(events: list[meuse.Event], seat: str | None = None) -> list[str]:
    """What a log shows of them: the last of lines that go on."""
    narrator, told = Narrator(game()), list[str]()
    for event in events:
        if seat and not event.visible_to(seat):
            continue
        line = narrator.take(event)
        if line.joined:
            told[-1] = line.joined
        else:
            told.append(line.text)
    return told


def two_steps() -> tuple[Match, list[meuse.Event]]:
    match = table(MARCH)
    way = next(way for way in match.game.reach(match.position, "axis", "de-1-pz").values() if len(way["path"]) == 2)
    return match, do(match, *way["actions"], *([] if way.get("over") else ["stop"]))


def test_a_whole_march_is_one_line_to_its_owner() -> None:
    _, events = two_steps()
    told = lines(events, "axis")
    assert len(told) == 1
    assert "(2 hexes)" in told[0]
    assert told[0].startswith("1 Pz")


@pytest.mark.rule("19.1a")
def test_the_enemy_sees_that_a_unit_goes_and_not_who_it_is() -> None:
    _, events = two_steps()
    told = lines(events, "allied")
    assert len(told) == 1
    assert told[0].startswith("An Axis unit goes from")
    assert all("unit" not in data for data in happened(events, "sighted"))
    assert [event.visible_to("axis") for event in events if event.what == "sighted"] == [False]


@pytest.mark.rule("19.1a")
def test_spectators_hear_of_a_march_what_the_enemy_hears() -> None:
    _, events = two_steps()
    heard = [event for event in events if event.visible_to(None)]
    assert lines(heard) == lines(events, "allied")
    assert all("de-1-pz" not in str(event.data) for event in heard)


def test_weeks_and_the_turns_of_the_sides_are_headings() -> None:
    g = game()
    levels = {what: g.line(meuse.Event(what, "8.0a", data)).level for what, data in (
        ("turn", {"turn": 2}), ("player turn", {"side": "axis", "turn": 2}), ("collapse", {"country": "belgium"}))}
    assert levels == {"turn": 1, "player turn": 2, "collapse": 0}
    assert g.line(meuse.Event("collapse", "7.2.1a", {"country": "belgium"})).tone == "loss"
    assert g.line(meuse.Event("shock", "7.1a", {"country": "belgium", "points": 2, "index": 4})).side == "allied"


def test_what_comes_after_the_fighting_is_no_part_of_the_last_battle() -> None:
    g = game()
    die = {"hex": "3226", "die": 5, "success": False}
    for what in ("digging", "repair", "calm"):
        assert g.line(meuse.Event(what, "34.1a", die)).level == -2, what
    assert g.line(meuse.Event("pursuit", "16.2a", {"unit": "de-1-pz", "hex": "3226"})).level == 0


def test_a_report_has_every_piece_with_its_numbers() -> None:
    g, p = inside(table(MARCH))
    told = "\n".join(g.report(p))
    assert re.search(r"4918 near [A-Z]\w+: (?:XIX|1 Pz)", told), told
    assert "Shock: Netherlands 0" in told
    assert "Turn 1 of 7, 10 May, first movement of the axis side" in told
