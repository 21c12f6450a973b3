"""What the table shows of Manstein's War and never changes."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

import meuse
from meuse.engine.hexes import RADIUS
from meuse.games.mansteins_war.game import MansteinsWar
from tests.games.mansteins_war.table import game

OPTIONAL = tuple((name, "on") for name in ("airlift", "fighter-command", "more-special-forces"))


@pytest.mark.parametrize("scenario", MansteinsWar.scenarios)
def test_the_sheet_names_all_that_views_and_actions_name(scenario: str) -> None:
    match = meuse.new("mansteins-war", scenario=scenario, seed=2)
    sheet = match.game.sheet()
    json.dumps(sheet)
    rng = Random(1)
    for _ in range(300):
        view = match.game.open_view(match.position)
        assert set(view["units"]) <= set(sheet["counters"])
        assert {u["hex"] for u in view["units"].values() if u["hex"]} <= set(sheet["hexes"])
        assert {u["place"] for u in view["units"].values()} <= {"map", *(d["place"] for d in sheet["displays"])}
        markers = {*view["played"], *view["bins"]["german"], *view["bins"]["allied"], *view["plans"].values()}
        assert markers - {None} <= set(sheet["markers"])
        assert view["rule"] in sheet["rules"]
        assert view["date"] == sheet["turns"][view["turn"] - 1]["title"]
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))
    for chart in sheet["charts"]:
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"]), chart["title"]
        assert chart["rule"] in sheet["rules"]


def test_the_sheet_and_the_picture_have_the_same_frame() -> None:
    g = game()
    found = re.search(r'viewBox="([^"]+)"', g.draw_map())
    assert found
    assert [float(x) for x in found[1].split()] == g.sheet()["viewbox"]


def test_hexes_lie_on_the_picture_and_say_what_is_there() -> None:
    sheet = game().sheet()
    left, top, wide, high = sheet["viewbox"]
    assert len(sheet["hexes"]) == 19 * 17
    for hex in sheet["hexes"].values():
        assert left + sheet["hex"] * RADIUS < hex["x"] < left + wide - sheet["hex"] * RADIUS
        assert top + sheet["hex"] / 2 < hex["y"] < top + high - sheet["hex"] / 2
    paris = sheet["hexes"]["0941"]
    assert (paris["name"], paris["place"], paris["depot"], paris["country"]) == ("Paris", "city", "french", "france")
    assert sheet["hexes"]["1537"]["fort"]["side"] == "allied"
    assert "Meuse" in {side["river"] for side in sheet["sides_of_hexes"].values()}


def test_pieces_of_optional_rules_are_on_the_sheet_with_them_only() -> None:
    plain, more = (set(game(options).sheet()["counters"]) for options in ((), OPTIONAL))
    assert plain < more
    assert "gb-air-fc" in more - plain
    assert {"de-19-corps", "de-air-1", "de-sf-koch", "gb-naval"} <= plain


def test_a_counter_shows_every_step() -> None:
    army = game().sheet()["counters"]["de-4-army"]
    assert army["factors"] == [[7, 9], [6, 7], [4, 5], [2, 3]]
    assert (army["ratings"], army["reduced"]) == ({"attack": 7, "defense": 9, "move": 3}, {"attack": 2, "defense": 3})
    assert army["size"] == "XXXX"


def test_the_schedule_is_printed_unless_dice_decide() -> None:
    printed = game().sheet()["reinforcements"]
    [week] = [row for row in printed if (row["turn"], row["side"]) == (2, "german")]
    assert "de-2-army" in week["units"]
    assert game((("variable-reinforcements", "on"),)).sheet()["reinforcements"] == []
