"""Typed data: what is wrong is named by file and key, and a player's file lies over ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import meuse
from meuse.engine.data import Shelf, overlaid, parse, read, shaped


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[int, ...]
    rolls: dict[int, str] = {}


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: int
    terrain: dict[str, Costs] = {}
    sheets: tuple[Costs, ...] = ()
    nested: dict[str, dict[str, Costs]] = {}


GOOD: dict[str, Any] = {"limit": 3, "terrain": {"clear": {"steps": [1, 2]}, "light woods": {"steps": [2]}}}


def test_good_data_become_records() -> None:
    charts = shaped(GOOD, Charts, "charts.toml")
    assert charts.terrain["light woods"].steps == (2,)
    assert shaped({"limit": 1, "sheets": [{"steps": [], "rolls": {"7": "x"}}]}, Charts, "f").sheets[0].rolls == {7: "x"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"limit": "many"}, "limit: Expected `int`, got `str`"),
        ({"limt": 3}, "top level: Object contains unknown field `limt`"),
        ({"terrain": []}, "terrain: Expected `object`, got `array`"),
        ({"terrain": {"clear": {"steps": [1]}, "light woods": {}}},
         "terrain.'light woods': Object missing required field `steps`"),
        ({"terrain": {"clear": {"steps": [1]}, "it's": {"steps": 1}}},
         "terrain.\"it's\".steps: Expected `array`, got `int`"),
        ({"terrain": {"clear": {"steps": [1, 2, "x"]}}}, "terrain.'clear'.steps[2]: Expected `int`, got `str`"),
        ({"terrain": {"clear": {"steps": [], "rolls": {"7": 7}}}},
         "terrain.'clear'.rolls.'7': Expected `str`, got `int`"),
        ({"terrain": {"clear": {"steps": [], "rolls": {"seven": "x"}}}},
         "terrain.'clear'.rolls: Expected `int`, got `str`"),
        ({"sheets": [{"steps": []}, {"steps": [None]}]}, "sheets[1].steps[0]: Expected `int`, got `null`"),
        ({"nested": {"a": {"b": {"steps": []}}, "c": {"d": {"steps": []}, "e": {}}}},
         "nested.'c'.'e': Object missing required field `steps`"),
    ],
)
def test_wrong_data_are_named_by_file_and_key(change: dict[str, Any], message: str) -> None:
    with pytest.raises(meuse.BadInput) as caught:
        shaped({**GOOD, **change}, Charts, "charts.toml")
    assert str(caught.value) == f"charts.toml: {message}"


def test_data_that_are_no_table_are_refused() -> None:
    with pytest.raises(meuse.BadInput, match=r"charts\.toml: top level: Expected `object`, got `int`"):
        shaped(5, Charts, "charts.toml")


def test_toml_errors_name_the_file_and_the_line() -> None:
    assert parse("a = 1", "x.toml") == {"a": 1}
    with pytest.raises(meuse.BadInput, match=r"x\.toml: not valid TOML: .*line 2"):
        parse("a = 1\nb = \n", "x.toml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(meuse.BadInput, match="cannot be read"):
        read(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("é".encode("latin-1"))
    with pytest.raises(meuse.BadInput, match="not a UTF-8 text file"):
        read(tmp_path / "latin.toml")


TABLES = st.recursive(st.integers(), lambda inner: st.dictionaries(st.sampled_from("abc"), inner), max_leaves=8)


@given(st.dictionaries(st.sampled_from("abc"), TABLES), st.dictionaries(st.sampled_from("abcd"), TABLES))
def test_an_overlay_wins_key_by_key(base: dict[str, Any], over: dict[str, Any]) -> None:
    both = overlaid(base, over)
    assert set(both) == {*base, *over}
    for key in both:
        if key not in over:
            assert both[key] == base[key]
        elif key not in base or not (isinstance(base[key], dict) and isinstance(over[key], dict)):
            assert both[key] == over[key]
        else:
            assert both[key] == overlaid(base[key], over[key])
    assert overlaid(both, over) == both


def test_lists_are_replaced_whole_and_nothing_is_changed_in_place() -> None:
    base, over = {"a": {"b": [1, 2, 3], "c": 1}}, {"a": {"b": [9]}}
    assert overlaid(base, over) == {"a": {"b": [9], "c": 1}}
    assert base == {"a": {"b": [1, 2, 3], "c": 1}}


def test_an_overlay_changes_a_game_and_goes_into_its_record() -> None:
    overlay = {"charts": {"limits": {"pontoons": 3}}}
    plain, changed = meuse.new("sedan", seed=1), meuse.new("sedan", seed=1, overlay=overlay)
    assert plain.view(None)["pontoons_left"] == 8
    assert changed.view(None)["pontoons_left"] == 3
    assert changed.record["overlay"] == overlay
    assert meuse.replay(changed.record).view(None) == changed.view(None)
    assert meuse.load(changed.save()).view(None) == changed.view(None)
    with pytest.raises(meuse.BadInput, match="pontoons"):
        meuse.replay({**changed.record, "overlay": {"charts": {"limits": {"pontoons": "three"}}}})


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"chart": {}}, "overlay: chart: expected one of the tables map, units, charts"),
        ({"charts": 5}, "overlay (over charts.toml): top level: Expected `object`, got `int`"),
        ({"charts": {"limits": {"pontoons": "eight"}}}, "overlay (over charts.toml): limits.pontoons: Expected `int`"),
        ({"charts": {"limits": {"bridges": 8}}}, "limits: Object contains unknown field `bridges`"),
        ({"charts": {"terrain": {"clear": {"motorized": "slow"}}}}, "terrain.'clear'.motorized: Expected `float`"),
        ({"charts": {"terrain": {"swamp": {}}}}, "terrain.'swamp': Object missing required field"),
        ({"charts": {"crt": {"rows": {"7": ["-/R2"]}}}}, "crt.rows"),
        ({"charts": {"crt": {"columns": ["1:3", "1:2", "1:1", "3:1", "4:1", "5:1"]}}}, "expected every ratio"),
        ({"charts": {"crt": {"rows": {"7": ["boom", "-/-", "-/-", "-/-", "-/-", "-/-"]}}}}, "got 'boom'"),
        ({"charts": {"crt": {"rows": {"seven": []}}}}, "crt.rows: Expected `int`, got `str`"),
        ({"charts": {"crt": {"columns": ["good", "bad", "1:1", "2:1", "3:1", "4:1"]}}}, "crt.columns: expected ratios"),
        ({"charts": {"fuel": {"rolls": ["all"]}}}, "fuel.rolls: expected six results"),
        ({"units": {"units": {"de-i-1-1-pz": {"move": "fast"}}}}, "units.'de-i-1-1-pz'.move: Expected `int`"),
        ({"units": {"units": {"de-i-1-1-pz": {"entry": "Z"}}}}, "units.de-i-1-1-pz.entry: 'Z' is not an entry hex"),
        ({"map": {"bridges": [{"side": "1401-1402", "river": "Rhine", "source": "me"}]}}, "bridges: '1401-1402'"),
        ({"map": {"grid": {"kind": "round"}}}, "overlay (over map.toml): grid.kind: Invalid enum value 'round'"),
    ],
)
def test_a_broken_overlay_is_refused_by_file_and_key(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(meuse.BadInput) as caught:
        meuse.new("sedan", overlay=overlay)
    assert message in str(caught.value)


def test_a_shelf_names_the_players_file() -> None:
    shelf = Shelf("meuse.games.sedan", {"rules": {"rule": 5}}, "mycharts.toml")
    with pytest.raises(meuse.BadInput, match=r"mycharts\.toml \(over rules\.toml\): rule: Expected `array`"):
        shelf.load("rules", RuleList)
    with pytest.raises(meuse.BadInput, match=r"mycharts\.toml: rules: expected one of the tables charts"):
        shelf.check_overlay(("charts",))
    assert "[grid]" in shelf.text("map.toml")


class RuleList(msgspec.Struct, frozen=True):
    rule: tuple[dict[str, str], ...]
