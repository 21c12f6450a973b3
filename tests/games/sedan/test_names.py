"""The full names of units on their cards."""

from __future__ import annotations

import pytest

import meuse


@pytest.mark.parametrize(("id", "title"), [
    ("fr-hq-61", "Headquarters, 61e division d'infanterie"),
    ("fr-1-hu-1-bc", "1er régiment de hussards, 1re brigade de cavalerie"),
    ("fr-46-3-dcr", "45e bataillon de chars de combat, 3e division cuirassée"),
    ("de-1-1-pz", "Schützen-Regiment 1, 1. Panzer-Division"),
    ("de-i-3-2-pz", "I./Panzer-Regiment 3, 2. Panzer-Division"),
    ("de-118-36-id", "Infanterie-Regiment 118, 36. Infanterie-Division"),
])
def test_a_unit_has_its_full_name(id: str, title: str) -> None:
    assert meuse.make_game("sedan").sheet()["counters"][id]["title"] == title


def test_no_unit_goes_by_its_printed_name_alone() -> None:
    for scenario in ("race-to-the-meuse", "encirclement"):
        for counter in meuse.make_game("sedan", scenario).sheet()["counters"].values():
            assert counter["title"] not in (counter["name"], counter["designation"])
            assert counter["formation"] not in counter["title"]
