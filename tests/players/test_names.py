"""The names of players: one reader for all commands."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
import pytest

import meuse
from meuse.players import make_player
from meuse.players.names import fill, read_player, split_players, write_player


def test_names_and_parameters() -> None:
    assert read_player("staff") == ("staff", {})
    assert read_player(" search{seconds=1, temper=bold} ") == ("search", {"seconds": "1", "temper": "bold"})
    assert split_players("search{seconds=1,temper=bold},staff") == ("search{seconds=1,temper=bold}", "staff")
    assert read_player(write_player("search", {"seconds": 2})) == ("search", {"seconds": "2"})


@pytest.mark.parametrize("name", ["staff:novice", "", "staff{", "staff{level}", "staff{a=1,a=2}", "staff{=1}", "a b"])
def test_what_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(meuse.BadInput):
        read_player(name)


class Effort(msgspec.Struct):
    seconds: float = 1.0
    simulations: int = 0
    mood: Literal["", "even", "bold"] = ""


def test_parameters_are_checked_by_their_types() -> None:
    assert fill("search", Effort, {"seconds": "0.5"}) == Effort(0.5)
    with pytest.raises(meuse.BadInput, match=r"search: .*\$.simulations"):
        fill("search", Effort, {"simulations": "many"})
    with pytest.raises(meuse.BadInput, match="search: unknown parameter 'moves'; known: seconds, simulations, mood"):
        fill("search", Effort, {"moves": "1"})
    assert fill("search", Effort, {"mood": "bold"}) == Effort(mood="bold")
    with pytest.raises(meuse.BadInput, match="search: mood is one of even, bold; got 'sad'"):
        fill("search", Effort, {"mood": "sad"})


def test_a_player_without_parameters_takes_none() -> None:
    game = meuse.make_game("sedan")
    with pytest.raises(meuse.BadInput, match="random: unknown parameter 'luck'"):
        make_player("random{luck=1}", game, "french", Random(1))
    with pytest.raises(meuse.BadInput, match="staff: unknown parameter 'luck'"):
        make_player("staff{luck=1}", game, "french", Random(1))


@pytest.mark.parametrize("given", ["seconds=-1", "seconds=inf", "seconds=nan", "simulations=-3", "heat=-1", "share=2"])
def test_an_effort_that_nobody_can_make_is_refused(given: str) -> None:
    with pytest.raises(meuse.BadInput, match=given.split("=", maxsplit=1)[0]):
        make_player(f"search{{{given}}}", meuse.make_game("sedan"), "german", Random(1))
