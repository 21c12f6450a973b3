"""What the table shows of Blitzkrieg in the West and never changes."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from meuse.engine.hexes import RADIUS
from meuse.games.blitzkrieg.game import Blitzkrieg
from tests.games.blitzkrieg.table import game, opening


@pytest.mark.parametrize("scenario", Blitzkrieg.scenarios)
def test_the_sheet_names_all_that_views_and_actions_name(scenario: str) -> None:
    match = opening(scenario, seed=2)
    sheet = match.game.sheet()
    json.dumps(sheet)
    rng = Random(1)
    for _ in range(400):
        view = match.game.open_view(match.position)
        assert set(view["units"]) <= set(sheet["counters"])
        assert {u["hex"] for u in view["units"].values() if u["hex"]} <= set(sheet["hexes"])
        assert {*view["cards"], *view["hands"]["axis"], *view["hands"]["allied"]} <= set(sheet["cards"])
        assert set(view["shock"]) == {c["country"] for c in sheet["countries"]}
        assert view["rule"] in sheet["rules"]
        assert view["date"] == sheet["turns"][view["turn"] - 1]["title"]
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))


def test_every_chart_has_a_cell_for_each_column_and_a_rule() -> None:
    sheet = game().sheet()
    for chart in sheet["charts"]:
        assert all(len(row) == len(chart["columns"]) for row in chart["rows"]), chart["title"]
        assert chart["rule"] in sheet["rules"], chart["title"]
    probe, assault, combined = sheet["charts"][:3]
    assert probe["columns"] == assault["columns"] == combined["columns"]
    assert [chart["title"] for chart in sheet["charts"][:3]] == ["Probe table", "Assault table", "Combined Arms table"]


def test_the_sheet_and_the_picture_have_the_same_frame() -> None:
    g = game()
    found = re.search(r'viewBox="([^"]+)"', g.draw_map())
    assert found
    assert [float(x) for x in found[1].split()] == g.sheet()["viewbox"]


def test_hexes_lie_on_the_picture_and_say_what_is_there() -> None:
    sheet = game().sheet()
    left, top, wide, high = sheet["viewbox"]
    assert len(sheet["hexes"]) == 1872
    for hex in sheet["hexes"].values():
        assert left + sheet["hex"] * RADIUS < hex["x"] < left + wide - sheet["hex"] * RADIUS
        assert top + sheet["hex"] / 2 < hex["y"] < top + high - sheet["hex"] / 2
    paris = sheet["hexes"]["3226"]
    assert (paris["name"], paris["place"], paris["supply"]) == ("Paris", "capital", "france")
    assert sheet["hexes"]["4724"]["fort"] == "Maginot"
    assert "Meuse" in {side["river"] for side in sheet["sides_of_hexes"].values()}


def test_a_counter_has_the_numbers_of_both_sides() -> None:
    counters = game().sheet()["counters"]
    assert set(counters["de-6-army"]["ratings"]) == {"support", "defense", "move", "range"}
    corps = counters["fr-i"]
    assert corps["reduced"]["attack"] < corps["ratings"]["attack"]
    assert corps["size"] == "XXX"
    sham = counters["de-deception-mech-1"]
    assert "reduced" not in sham
    assert sham["ratings"] == {"move": 8}
    fighter = counters["de-me-109-1"]
    assert (fighter["kind"], fighter["fights"], fighter["ratings"]["range"]) == ("air", "offensive", 10)
    assert "air-superiority" in fighter["missions"]


def test_cards_are_printed_whole() -> None:
    cards = game().sheet()["cards"]
    assert len(cards) == 46
    manstein = cards["G04"]
    assert (manstein["name"], manstein["plan"], manstein["turns"]) == ("Manstein Plan", True, [1, 1])
    assert manstein["condition"] == {"turns": [2, 4], "points": 6}
    assert cards["G01"]["impulses"][0]["slot"] == 2


def test_the_schedule_has_what_no_card_brings() -> None:
    rows = game().sheet()["reinforcements"]
    named = {id for row in rows for id in row["units"]}
    assert "fr-4-dcr" in named
    assert all(row["turn"] > 1 for row in rows)
    assert not any(game().sheet()["counters"][id].get("card") for id in named)
