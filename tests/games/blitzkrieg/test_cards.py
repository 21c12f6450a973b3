"""6.0 Both decks: what cards cost, when they are played, and which go together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meuse.engine.contract import BadInput
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from tests.games.blitzkrieg.box import BOX, CHARTS, card, with_data


def ids(side: int, **wanted: object) -> list[str]:
    mine = (c for c in BOX.cards if c.side == side)
    return [c.id for c in mine if all(getattr(c.entry, key) == value for key, value in wanted.items())]


@pytest.mark.rule("2.2a", by="data")
def test_there_are_46_cards() -> None:
    assert ids(AXIS) == [f"G{n:02d}" for n in range(1, 23)]
    assert ids(ALLIED) == [f"A{n:02d}" for n in range(1, 25)]
    assert all(c.entry.text.endswith(".") for c in BOX.cards)


@pytest.mark.rule("5.1a", "6.5a", by="data")
def test_the_historical_cards_cost_just_the_allowance() -> None:
    assert CHARTS.campaign.allowance == {"axis": 42, "allied": 22}
    assert ids(AXIS, historical=True) == [
        "G01", "G02", "G03", "G04", "G07", "G08", "G10", "G11", "G12", "G13", "G22",
    ]
    assert ids(ALLIED, historical=True) == ["A01", "A03", "A04", "A06", "A12", "A18", "A19", "A20"]
    for side, most in ((AXIS, 42), (ALLIED, 22)):
        hand = [c.id for c in BOX.deck(side, historical=True)]
        assert BOX.price(hand) == most
        assert BOX.clash(hand) == ""


@pytest.mark.rule("2.2b", by="data")
def test_what_the_decks_cost() -> None:
    assert [BOX.price(ids(side)) for side in (AXIS, ALLIED)] == [78, 79]
    dear = {c.entry.name for c in BOX.cards if c.entry.cost >= 6}
    assert dear == {"Mobile Warfare", "Combined Arms Doctrine", "Army of Manoeuvre"}
    assert all(1 <= c.entry.cost <= 8 for c in BOX.cards if not c.entry.free)


@pytest.mark.rule("4.1.1b", by="data")
def test_italian_belligerency_is_not_bought() -> None:
    assert [c.id for c in BOX.cards if c.entry.free] == ["G12"]
    assert card("G12").cost == 0
    assert "G12" not in {c.id for c in BOX.deck(AXIS)}


@pytest.mark.rule("N.b", by="data")
def test_plans_exclude_each_other() -> None:
    assert ids(AXIS, plan=True) == ["G04", "G05", "G06"]
    assert ids(ALLIED, plan=True) == ["A01", "A02"]
    assert BOX.clash(["G04", "G06"]) == "plans exclude each other"


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (["A04", "A05"], "Maginot Line may not be bought with No Maginot Line"),
        (["A06", "A07"], "Armor Support may not be bought with Army of Manoeuvre"),
        (["A03"], "Breda Variant is bought with Plan Dyle only"),
        (["A03", "A01"], ""),
        ([], ""),
    ],
)
def test_what_may_be_bought_together(hand: list[str], why: str) -> None:
    assert BOX.clash(hand) == why


def test_exclusions_hold_both_ways() -> None:
    for c in BOX.cards:
        for other in c.entry.excludes:
            assert c.id in card(other).excludes


@pytest.mark.rule("6.3a", by="data")
def test_how_long_cards_last() -> None:
    brief = {c.id: c.entry.lasts for c in BOX.cards if c.entry.lasts}
    assert brief == {
        "G03": 3, "G10": 1, "G19": 4, "G20": 4, "A01": 4, "A02": 4, "A03": 3, "A11": 1, "A18": 3, "A20": 3, "A24": 1,
    }


@pytest.mark.rule("6.2b", "25.5a", "4.7b", by="data")
def test_when_cards_are_played() -> None:
    early = {c.id: c.entry.plays for c in BOX.cards if c.entry.plays != ("card phase",)}
    assert early == {
        "G10": ("air phase",), "G11": ("set-up",), "G12": ("shock",), "A04": ("set-up",), "A05": ("set-up",),
        "A11": ("air phase",), "A12": ("set-up",), "A13": ("shock",), "A15": ("air phase", "card phase"),
    }
    bound = {c.id: c.entry.turns for c in BOX.cards if c.entry.turns}
    assert bound == {
        "G04": (1, 1), "G05": (1, 1), "G06": (1, 1), "G20": (1, 3), "A01": (1, 1), "A02": (1, 1), "A03": (1, 1),
        "A18": (2, 7), "A19": (4, 7), "A20": (3, 7),
    }


@pytest.mark.rule("6.4g", by="data")
def test_conditions_and_their_shock() -> None:
    found = {c.id: (c.entry.condition.turns, c.entry.condition.points) for c in BOX.cards if c.entry.condition}
    assert found == {
        "G04": ((2, 4), 6), "G05": ((2, 3), 4), "G06": ((4, 6), 8), "G20": ((3, 5), 3), "A01": ((2, 4), 4),
        "A02": ((3, 4), 3),
    }
    dyle = card("A01").condition
    assert dyle
    assert [(h.place, h.by) for h in dyle.every] == [("Brussels", ("french", "british")), ("Antwerp", ())]
    assert dyle.own == ("france", "britain")


@pytest.mark.rule("6.4a", "6.4b", by="data")
def test_slots_that_cards_grant() -> None:
    slots = {c.id: [i.slot for i in c.entry.impulses] for c in BOX.cards if c.entry.impulses}
    assert slots == {"G01": [2], "G03": [3], "G06": [2], "A01": [3], "A03": [2], "A07": [2], "A18": [2]}
    assert not card("G06").impulses[0].attack, "Schlieffen's infantry marches and does not attack"


@pytest.mark.rule("N.l", by="data")
def test_allied_preparation_favours_northern_belgium_alone() -> None:
    for c in BOX.cards:
        if c.side == ALLIED:
            for grant in c.entry.impulses:
                assert set(grant.regions) <= {"northern-belgium", "netherlands"}


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"G01": {"excludes": ["G99"]}}, "cards.G01: 'G99' is not a card"),
        ({"G20": {"for": ["de-99"]}}, "cards.G20.for: 'de-99' is not a unit"),
        ({"G05": {"condition": {"every": [{"place": "Berlin"}]}}}, "G05.condition: 'Berlin' is not a place"),
        ({"G06": {"condition": {"some": []}}}, "G06.condition: expected places or a coast"),
        ({"G01": {"cost": 9}}, "the historical axis cards cost 43, the allowance is 42"),
        ({"G01": {"impulses": [{"slot": 4, "nations": [], "class": "all"}]}}, "Invalid enum value 4"),
        ({"G13": {"numbers": {"luck": 1}}}, "luck"),
    ],
)
def test_a_bad_deck_says_what_is_wrong(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data({"cards": {"cards": overlay}})
