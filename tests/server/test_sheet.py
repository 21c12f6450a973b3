"""What the table shows of a game beside its view: the sheet, reach and overlays."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import meuse
from meuse.engine.contract import BadInput
from meuse.server import jobs
from meuse.server.jobs import Choice, drawn_from, write_sheet
from tests.engine.toy import Haggle


@pytest.mark.parametrize("scenario", ["race-to-the-meuse", "encirclement"])
def test_the_sheet_names_all_that_views_and_actions_name(scenario: str) -> None:
    match = meuse.new("sedan", scenario=scenario, seed=2)
    sheet = match.game.sheet()
    json.dumps(sheet)
    rng = random.Random(1)
    for _ in range(200):
        view = match.view(None)
        assert set(view["units"]) <= set(sheet["counters"])
        assert {u["hex"] for u in view["units"].values() if u["hex"]} <= set(sheet["hexes"])
        assert set(view["blown"]) | set(view["pontoons"]) <= set(sheet["sides_of_hexes"])
        assert set(view["cup"]) <= set(sheet["chits"])
        assert view["rule"] in sheet["rules"]
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))
    for chart in sheet["charts"]:
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"])
        assert chart["rule"] in sheet["rules"]


def test_the_sheet_and_the_picture_have_the_same_frame() -> None:
    game = meuse.make_game("sedan")
    found = re.search(r'viewBox="([^"]+)"', game.draw_map())
    assert found
    assert [float(x) for x in found[1].split()] == game.sheet()["viewbox"]


@pytest.mark.parametrize("name", meuse.GAMES)
def test_a_map_is_drawn_anew_when_anything_it_is_made_of_changes(name: str) -> None:
    found = {"/".join(path.parts[-2:]) for path in drawn_from(name)}
    assert {"engine/hexes.py", "maps/drawing.py", "data/map.toml", "picture/__init__.py"} <= found


def test_every_way_that_reach_offers_can_be_gone() -> None:
    match, rng, gone = meuse.new("sedan", seed=5), random.Random(2), 0
    ids = list(match.game.sheet()["counters"])
    for _ in range(250):
        side = match.actors[0]
        able = [a.partition(" ")[2] for a in match.legal(side) if a.startswith(("move ", "enter "))]
        for unit in [*rng.sample(ids, 5), *able[:3]]:
            for hex, way in list(match.game.reach(match.position, side, unit).items())[:6]:
                twin = match.position.copy()
                for action in way["actions"]:
                    match.game.apply(twin, side, action)
                assert match.game.view(twin, side)["units"][unit]["hex"] == hex == way["path"][-1]
                gone += 1
        match.apply(side, rng.choice(match.legal(side)))
    assert gone > 200


def test_overlays() -> None:
    match = meuse.new("sedan", seed=5)
    game, p = match.game, match.position
    for what in ("zoc", "supply", "range"):
        assert game.overlay(p, what, "french")["hexes"]
    supply = game.overlay(p, "supply", None, "fr-hq-61")
    assert supply["lines"][0][0] == "1505"
    assert "3417" in game.overlay(p, "range", None, "fr-hq-55")["hexes"]
    with pytest.raises(BadInput):
        game.overlay(p, "supply", None, "nobody")
    with pytest.raises(BadInput):
        game.overlay(p, "zoc", "belgian")


def test_views_without_secrets_are_equal_but_for_the_seat() -> None:
    match, rng = meuse.new("sedan", seed=6), random.Random(6)
    assert not match.game.secrets
    for _ in range(100):
        views = [{**match.view(seat), "seat": None} for seat in (None, *match.game.sides)]
        assert views[0] == views[1] == views[2]
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))


def test_a_game_may_have_none_of_it() -> None:
    toy = Haggle()
    assert toy.sheet()["sides"] == ["red", "blue"]
    assert toy.reach(toy.start(), "red", "x") == {}
    with pytest.raises(BadInput):
        toy.overlay(toy.start(), "zoc")


@pytest.mark.parametrize("chosen", ["none", *(v for o in meuse.game_class("ghost-division").switches
                                              if o.name == "cooperative" for v in o.values)])
def test_who_plays_is_known_without_making_the_game(chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask it of any options: it must cost nothing."""
    options = {} if chosen == "none" else {"cooperative": chosen}
    sides = meuse.make_game("ghost-division", options=options).sides
    monkeypatch.delattr(jobs, "make_game")
    assert Choice("ghost-division", None, options).sides == sides
    with pytest.raises(BadInput, match="unknown scenario 'winter'"):
        _ = Choice("ghost-division", "winter", options).sides


def test_where_markers_lie_is_kept_beside_the_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = msgspec.json.decode(write_sheet(Choice("mansteins-war", "campaign", {})))["pins"]
    assert told == msgspec.json.decode(msgspec.json.encode(meuse.make_game("mansteins-war").pins()))
    (kept,) = (tmp_path / "meuse").iterdir()
    kept.write_text('{"any": [[1, 2]], "own": {}}', encoding="utf-8")
    again = msgspec.json.decode(write_sheet(Choice("mansteins-war", "campaign", {})))["pins"]
    assert again == {"any": [[1, 2]], "own": {}}


@pytest.mark.parametrize("name", ["sedan", "mansteins-war", "blitzkrieg", "ghost-division"])
def test_a_hex_is_called_on_the_sheet_as_the_log_calls_it(name: str) -> None:
    game: Any = meuse.new(name, seed=1).game
    for hex, entry in game.sheet()["hexes"].items():
        if hex in game.grid.bit:
            called = f"{entry['name']} ({hex})" if "name" in entry else f"{hex} near {entry['near']}"
            assert called == game.board.names.label(game.grid.bit[hex])


@pytest.mark.parametrize("name", ["sedan", "mansteins-war", "blitzkrieg", "ghost-division"])
def test_arms_of_service_are_words(name: str) -> None:
    """Not those that the symbols on the counters go by."""
    counters = meuse.new(name, seed=1).game.sheet()["counters"].values()
    assert not {counter.get("arm", counter["type"]) for counter in counters} & {"hq", "mg", "pionier"}
