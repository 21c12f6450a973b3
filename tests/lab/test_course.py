"""How often games take the course of history: milestones are seen where they happen, and counted by turns."""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from typing import Any

import pytest

import meuse
from meuse.cli import main
from meuse.engine.contract import BadInput, Event
from meuse.engine.history import Milestone
from meuse.games import GAMES
from meuse.lab.course import Course, follow, milestones, passed, won
from meuse.lab.selfplay import Seats, Setup

RACE = Setup("sedan", ("staff", "staff"), "race-to-the-meuse")
OVER = Milestone(4, "they cross", ("step", "advance"), units=("de-*-1-pz", "de-gd-gd"), places=("3415", "3515"))
FALL = Milestone(3, "Belgium collapses", ("collapse",), countries=("belgium",))


def event(what: str, **data: Any) -> Event:
    return Event(what, "1.0", data)


@pytest.mark.parametrize(("happened", "counts"), [
    (event("step", units=["de-5-2-pz", "de-4-1-pz"], hex="3415"), True),
    (event("advance", unit="de-gd-gd", hex="3515"), True),
    (event("step", units=["de-5-2-pz"], hex="3415"), False),
    (event("step", units=["de-4-1-pz"], hex="3416"), False),
    (event("retreat", unit="de-gd-gd", hex="3515"), False),
    (event("collapse", country="belgium"), False),
    (event("step"), False),
])
def test_a_milestone_asks_for_all_that_it_names(happened: Event, counts: bool) -> None:
    assert OVER.met(happened) is counts


def test_a_country_is_asked_for_by_name() -> None:
    assert FALL.met(event("collapse", country="belgium"))
    assert not FALL.met(event("collapse", country="france"))
    assert not FALL.met(event("shock", country="belgium"))


@pytest.mark.parametrize("name", list(GAMES))
def test_what_milestones_name_is_in_the_game(name: str) -> None:
    game = meuse.make_game(name)
    sheet, history = game.sheet(), game.history()
    assert history is not None
    for milestone in milestones(game):
        assert milestone.turn in {day.turn for day in history.days}
        assert set(milestone.places) <= set(sheet["hexes"])
        assert set(milestone.countries) <= {country["country"] for country in sheet.get("countries", ())}
        for wanted in milestone.units:
            assert any(fnmatchcase(piece, wanted) for piece in sheet["counters"]), wanted


def test_the_turns_of_a_course_are_those_of_the_game() -> None:
    """Played once more and looked at from the map: XIX Corps comes over in just the turns that were noted."""
    seed, came = 14500015, set()
    match = RACE.match(seed)
    seats, board = Seats(match, RACE.players, seed), match.game.board
    corps = match.game.corps_units["XIX"] & ~match.game.hq_set
    near = sum(match.game.one[match.game.grid.bit[name]] for name in milestones(match.game)[0].places)

    def standing(hexes: int) -> set[int]:
        units = enumerate(match.position.units)
        return {u for u, unit in units if corps >> u & 1 and unit.hex >= 0 and hexes >> unit.hex & 1}

    while match.actors:
        west, turn = standing(board.west), match.position.turn
        seats.step()
        if standing(near) - west:
            came.add(turn)
    [found] = follow(RACE, seed, 1)
    assert came == {4}
    assert found == Course(seed, ((4,),), match.outcome.winner if match.outcome else None)


def test_towns_on_rommel_s_road_are_counted_however_he_comes_in() -> None:
    """Empty ones too: no battle tells of them."""
    campaign = Setup("ghost-division", ("staff",), "campaign")
    match = campaign.match(2400000)
    seats, game = Seats(match, campaign.players, 2400000), match.game
    while match.actors:
        seats.step()
    [found] = follow(campaign, 2400000, 1)
    entered = {one.says for one, turns in zip(milestones(game), found.turns, strict=True) if turns}
    visited = {game.grid_name(cell) for cell in game.board.towns if match.position.visited >> cell & 1}
    assert entered == {one.says for one in milestones(game) if set(one.places) & visited}
    assert entered


def test_collapses_are_those_of_the_position() -> None:
    short = Setup("blitzkrieg", ("staff", "staff"), "sichelschnitt")
    match = short.match(3)
    seats = Seats(match, short.players, 3)
    while match.actors:
        seats.step()
    [found] = follow(short, 3, 1)
    told = {one.countries[0] for one, turns in zip(milestones(match.game), found.turns, strict=True)
            if turns and one.countries}
    assert told == set(match.view(None)["collapsed"])
    assert told


def test_germans_at_the_channel_are_seen_when_they_come() -> None:
    weeks = Setup("mansteins-war", ("staff", "staff"), "sickle-cut")
    match = weeks.match(5)
    seats, game, came = Seats(match, weeks.players, 5), match.game, set()
    coast = milestones(game)[0].places
    while match.actors:
        seats.step()
        if any(unit.get("hex") in coast for piece, unit in match.view(None)["units"].items() if piece[:3] == "de-"):
            came.add(match.position.turn)
    [found] = follow(weeks, 5, 1)
    assert min(found.turns[0]) == min(came)


def test_what_is_spread_over_processes_is_the_same() -> None:
    assert list(follow(RACE, 14500000, 2, jobs=2)) == list(follow(RACE, 14500000, 2))


def test_games_are_counted_by_first_turn_and_by_that_of_history() -> None:
    courses = [Course(n, (turns,)) for n, turns in enumerate([(3, 4), (4,), (), (5,), (3,)])]
    [row] = passed([OVER], courses)
    assert (row.first, row.then, row.never) == ({3: 2, 4: 1, 5: 1}, 2, 1)
    assert str(row).startswith("they cross: in turn 4, as in history, in 2 of 5 games (12% to 77%)")
    assert str(row).endswith("for the first time in turn 3: 2, 4: 1, 5: 1; never in 1")


def test_winners_are_counted_and_games_that_nobody_won() -> None:
    courses = [Course(n, (), winner) for n, winner in enumerate(("german", None, "german", "french", None))]
    assert won(("german", "french"), courses) == {"german": 2, "french": 1, "nobody": 2}
    assert won(("german", "french"), []) == {"german": 0, "french": 0, "nobody": 0}


def test_the_command_tells_and_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "course", "sedan", "--games", "1", "--seed", "14500015"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "in turn 4, as in history, in 1 of 1 games" in told
    assert told.endswith("won: german 1, french 0, nobody 0\n")
    assert main([*words, "--json", "--players", "staff{pull=1,lure=2},random"]) == 0
    row, winners = map(json.loads, capsys.readouterr().out.splitlines())
    assert row["games"] == sum(winners["won"].values()) == 1


def test_a_wrong_table_and_a_game_without_history_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "course", "sedan", "--players", "staff", "--games", "1"]) == 1
    assert "players: expected 2" in capsys.readouterr().err
    game = meuse.make_game("sedan")
    monkeypatch.setattr(type(game), "history", classmethod(lambda cls: None))
    with pytest.raises(BadInput, match="sedan: nothing of its history"):
        milestones(game)
