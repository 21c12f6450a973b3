"""The end page: luck in exact terms, and the course of whole games."""

from __future__ import annotations

from math import isclose
from random import Random

import msgspec
import pytest

import meuse
from meuse.engine.contract import CHANCE
from meuse.engine.ending import Course, Teller, luck_of
from meuse.engine.match import Match
from meuse.players import make_player
from meuse.server import jobs

DIE = tuple((n, 1) for n in range(1, 7))


def test_luck_is_exact() -> None:
    luck = luck_of([(6, DIE), (6, DIE)])
    assert (luck.dice, luck.rolled, luck.expected) == (2, 12, 7.0)
    assert isclose(luck.at_most, 1.0)
    assert isclose(luck_of([(1, DIE), (2, DIE)]).at_most, 3 / 36)
    assert isclose(luck_of([(1, ((1, 3), (2, 1)))]).at_most, 3 / 4)


def played(game: str, scenario: str, mind: str) -> Match:
    match = meuse.new(game, scenario=scenario, seed=8)
    minds = {side: make_player(mind, match.game, side, Random(4)) for side in match.game.sides}
    rng = Random(5)
    while match.actors:
        side = match.actors[0]
        match.apply(side, minds[side].choose(match.game.determinize(match.position, side, rng)))
    return match


@pytest.fixture(scope="module", params=[
    ("sedan", "race-to-the-meuse", "staff"), ("ghost-division", "to-the-meuse", "staff"),
    ("mansteins-war", "sickle-cut", "random"),
])
def match(request: pytest.FixtureRequest) -> Match:
    return played(*request.param)


def test_the_course_of_a_whole_game(match: Match) -> None:
    course = Teller(match.game).tell(match.origin, match.entries)
    last = match.view(None)["turn"]
    assert [t.turn for t in course.turns] == list(range(course.turns[0].turn, last + 1))
    assert match.outcome is not None
    assert course.turns[-1].points == dict(match.outcome.points)
    hexes = match.game.sheet()["hexes"]
    assert all(t.spearhead and t.hex in hexes for t in course.turns)
    assert course.tally == match.game.explain(match.position, "score")
    assert 0 < len(course.battles) <= 3
    assert [b.weight for b in course.battles] == sorted((b.weight for b in course.battles), reverse=True)
    first = next(n for n, e in enumerate(match.entries) if e.side != CHANCE)
    dice = [e for e in match.entries[first:] if e.action.startswith("die ")]
    assert sum(luck.dice for luck in course.luck.values()) == len(dice)
    assert sum(luck.rolled for luck in course.luck.values()) == sum(int(e.action.split()[1]) for e in dice)


def test_a_battle_tells_who_was_lost_in_it(match: Match) -> None:
    course = Teller(match.game).tell(match.origin, match.entries)
    best = course.battles[0]
    assert best.says
    assert best.weight >= 1
    assert sum(len(names) for names in best.lost.values()) <= best.weight <= 2 * sum(map(len, best.lost.values()))


def test_the_server_tells_it_from_a_record(match: Match) -> None:
    told = msgspec.json.decode(jobs.conclude(msgspec.json.encode(match.record)), type=Course)
    assert told.turns[-1].points == match.view(None)["score"]


@pytest.mark.parametrize("name", list(meuse.GAMES))
def test_history_names_places_and_turns_of_the_game(name: str) -> None:
    kind = meuse.game_class(name)
    history = kind.history()
    assert history is not None
    sheet = meuse.make_game(name).sheet()
    assert history.side in kind.sides
    assert [day.turn for day in history.days] == sorted({day.turn for day in history.days})
    games = [meuse.make_game(name, scenario) for scenario in kind.scenarios]
    longest = max(game.view(game.start(), None)["turns"] for game in games)
    assert history.days[-1].turn <= longest
    assert {day.hex for day in history.days} <= set(sheet["hexes"])
