"""Levels and tempers: by the plans that are chosen, and only where a staff offers any."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import meuse
from meuse.games import GAMES
from meuse.players import make_player, players_of
from meuse.players.levels import LEVELS, TEMPERS, make_level
from meuse.players.search.searcher import SearchPlayer
from meuse.players.staff.ghost_division import GhostStaff

GHOST = meuse.make_game("ghost-division")


def made(name: str) -> object:
    return make_player(name, GHOST, "german", Random(1))


def test_a_level_is_a_way_to_choose_among_plans() -> None:
    assert isinstance(made("staff"), GhostStaff)
    assert isinstance(made("staff{level=regular}"), GhostStaff), "the regular is the staff itself"
    efforts = {}
    for level in ("novice", "veteran", "expert"):
        player = made(f"staff{{level={level}}}")
        assert isinstance(player, SearchPlayer)
        efforts[level] = player.effort
    assert efforts["novice"].heat > efforts["veteran"].heat == efforts["expert"].heat == 0
    assert (efforts["veteran"].seconds, efforts["expert"].seconds) == (1.0, 5.0)
    assert efforts["veteran"].keen < efforts["expert"].keen == 1, "the veteran does at times as the regular would"


def test_temper_is_a_choice_of_its_own() -> None:
    for level in LEVELS:
        player = make_level(GHOST, "german", Random(1), level, "bold")
        assert isinstance(player, SearchPlayer)
        assert player.effort.temper == "bold"
    careful = made("staff{temper=careful}")
    assert isinstance(careful, SearchPlayer)
    assert careful.effort.temper == "careful"


@pytest.mark.parametrize(("name", "says"), [
    ("staff{level=marshal}", "unknown level 'marshal'; the staff of ghost-division has novice, regular"),
    ("staff{temper=mad}", "unknown temper 'mad'"),
    ("staff{level=novice,keep=3}", "staff of this level: unknown parameter 'keep'"),
    ("random{level=novice}", "random: unknown parameter 'level'"),
])
def test_what_there_is_not_is_refused(name: str, says: str) -> None:
    with pytest.raises(meuse.BadInput, match=says):
        made(name)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_all_levels_and_tempers(game: str) -> None:
    staff = players_of(game)["staff"]
    assert (staff.levels, staff.tempers) == (list(LEVELS), list(TEMPERS))


def test_a_staff_without_plans_to_choose_among_has_one_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "sedan", msgspec.structs.replace(GAMES["sedan"], offer=""))
    staff = players_of("sedan")["staff"]
    assert (staff.levels, staff.tempers) == (["regular"], ["even"])


def test_a_novice_plays_whole_plans_of_the_staff() -> None:
    """What it plays, the staff would play with one of the parameters that it offers: no unit is thrown away."""
    m = meuse.new("ghost-division", seed=4)
    novice = made("staff{level=novice}")
    assert isinstance(novice, SearchPlayer)
    action = novice.choose(m.game.determinize(m.position, "german", Random(0)))
    held = [plan.script for plan in novice.offer.held("german")]
    assert novice.script in (held or novice.offer.scripts(m.position, "german"))
    assert action in m.legal("german")


def test_another_goes_on_with_the_plan() -> None:
    m = meuse.new("ghost-division", seed=4)
    first = make_level(GHOST, "german", Random(1), "novice", "even")
    second = make_level(GHOST, "german", Random(2), "novice", "even")
    assert first is not None
    assert second is not None
    assert first.memory == ""
    first.choose(m.position.copy())
    second.recall(first.memory)
    assert (second.script, second.occasion) == (first.script, first.occasion)
    second.choose(m.position.copy())
    assert second.thought is None, "it has not searched again"
