"""17.2 Recovery."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.table import do, happened, inside, legal, refused, table
from tests.games.verbs import explain


def resting(units: str, side: str = "axis", more: str = "", turn: int = 1, dice: str = "[]") -> Match:
    return table(f'turn = {turn}\nside = "{side}"\nphase = "recovery"\ndice = {dice}\n{more}\nunits = {{ {units} }}')


TIRED = '{id} = {{ hex = "{hex}", fatigued = true }}'


def tired(id: str, hex: str) -> str:
    return TIRED.format(id=id, hex=hex)


@pytest.mark.rule("17.2a")
def test_the_first_counter_of_the_box_recovers_like_others() -> None:
    match = table('side = "axis"\nphase = "recovery"\nunits = { de-18-army = { hex = "5115", fatigued = true } }')
    assert legal(match) == ["done", "recover de-18-army"]
    assert not inside(match)[1].tried


@pytest.mark.rule("17.2a", "18.4c")
def test_fatigued_units_in_supply_may_roll_once() -> None:
    units = f'{tired("de-iv", "5115")}, {tired("de-ix", "4322")}, de-xi = "5115", {tired("fr-i", "3226")}'
    match = resting(units, dice="[1]")
    assert legal(match) == ["done", "recover de-iv"]
    refused(match, "recover de-ix", "18.4c")
    refused(match, "recover de-xi", "17.2a")
    cut_off = resting(units + ', de-v = "4322"', dice="[1]")
    refused(cut_off, "recover de-v", "17.2a", "not a Fatigued unit")
    refused(match, "recover fr-i", "17.2a")
    match = resting(units + f", {tired('de-ii', '5115')}", dice="[1]")
    do(match, "recover de-iv")
    refused(match, "recover de-iv", "17.2a", "has had its roll")


@pytest.mark.rule("17.2.2a", "N.g")
@pytest.mark.parametrize(
    ("id", "hex", "side", "turn", "least"),
    [
        ("de-iv", "5115", "axis", 1, 3), ("de-iv", "5115", "axis", 4, 4), ("de-iv", "5115", "axis", 7, 5),
        ("fr-i", "3226", "allied", 1, 5), ("gb-i", "2212", "allied", 1, 4), ("pl-1-pol", "3226", "allied", 1, 5),
    ],
)
def test_what_recovery_takes(id: str, hex: str, side: str, turn: int, least: int) -> None:
    for die, well in ((least - 1, False), (least, True)):
        match = resting(tired(id, hex), side, turn=turn, dice=f"[{die}]")
        assert explain(match, f"recovery {id}").total == least
        (told,) = happened(do(match, f"recover {id}"), "recovery")
        assert told["success"] is well
        assert match.game.open_view(match.position)["units"][id]["fatigued"] is not well


@pytest.mark.rule("17.2.2a")
def test_zones_headquarters_paralysis_and_workshops_count() -> None:
    def least(units: str, more: str = "") -> object:
        return explain(resting(units, more=more), "recovery de-1-pz").total

    panzer = tired("de-1-pz", "5115")
    assert least(panzer) == 3
    assert least(f'{panzer}, de-kleist = "5115"') == 2
    assert least(f'{panzer}, fr-i = "5116"') == 4
    assert least(panzer, 'paralysed = ["germany"]') == 4
    assert least(panzer, "cards = { G19 = 1 }") == 2
    assert least(f'{panzer}, de-2-pz = "5115"') == 3, "a comrade is no headquarters"
    infantry = resting(tired("de-iv", "5115"), more="cards = { G19 = 1 }")
    assert explain(infantry, "recovery de-iv").total == 3, "workshops mend vehicles"
    parts = explain(resting(panzer), "recovery de-1-pz").parts
    assert [part.label for part in parts] == ["success from", "nation"], "what counts for nothing is not told"
    french = tired("fr-1-dlm", "3226")
    asked = (french, f'{french}, gb-bef = "3226"')
    for units in asked:
        match = resting(units, "allied", "cards = { G19 = 1 }")
        assert explain(match, "recovery fr-1-dlm").total == 5, "neither German workshops nor a British headquarters"
    assert explain(resting(tired("de-kleist", "5115")), "recovery de-kleist").total == 3, "it does not help itself"
