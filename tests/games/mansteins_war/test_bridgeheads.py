"""27.0 Bridgeheads."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules.bridgeheads import PlaceBridgehead, markers_left, take_up
from meuse.games.mansteins_war.rules.control import controls
from meuse.games.mansteins_war.rules.orders import AttackOrder
from tests.games.mansteins_war.battle import attack, battle, shifts
from tests.games.mansteins_war.table import at, inside, piece
from tests.games.verbs import do, happened, legal, refused

RIVER = '"de-19-corps" = "1441"\n"de-41-corps" = "1543"\n"de-14-corps" = "1443"\n"fr-2-army" = "1442"\n'
ON = ("bridgeheads",)


def crossed(result: str = "DA", units: str = RIVER, *attackers: str, **rest: object) -> Match:
    match = battle(units, assault=result, mobile=result, options=ON, **rest)  # type: ignore[arg-type]
    attack(match, "1442", *(attackers or ("de-19-corps", "de-41-corps")))
    do(match, "assault")
    return match


@pytest.mark.rule("27.1a")
def test_an_attack_that_costs_a_step_may_secure_one_crossing() -> None:
    match = crossed()
    assert legal(match) == ["bridgehead 1441", "bridgehead 1543", "none"]
    refused(match, "bridgehead 1443", "27.1a")
    events = do(match, "bridgehead 1441")
    assert happened(events, "bridgehead")[0]["hexside"] == "1441-1442"
    assert len(match.position.bridgeheads) == 1  # type: ignore[attr-defined]


@pytest.mark.rule("27.1a")
def test_it_may_be_declined_and_needs_a_river_a_loss_and_a_defender() -> None:
    match = crossed()
    do(match, "none")
    assert not match.position.bridgeheads  # type: ignore[attr-defined]
    for result, attackers in (("AA", ("de-19-corps",)), ("DA", ("de-14-corps",))):
        match = crossed(result, RIVER, *attackers)
        assert not any(action.startswith("bridgehead") for action in legal(match))
    weak = RIVER.replace('"fr-2-army" = "1442"', '"fr-2-army" = { hex = "1442", steps = 1 }')
    match = crossed("DA", weak, "de-19-corps")
    assert not any(action.startswith("bridgehead") for action in legal(match))
    plain = battle(RIVER, assault="DA", mobile="DA")
    attack(plain, "1442", "de-19-corps")
    do(plain, "assault")
    assert not any(action.startswith("bridgehead") for action in legal(plain))


@pytest.mark.rule("27.1b")
def test_markers_are_limited_and_one_marks_a_side() -> None:
    match = crossed()
    do(match, "bridgehead 1441")
    g, p = inside(match)
    assert g.box.units_file.markers.bridgehead_german == 3
    assert markers_left(g, p, GERMAN) == 2
    units = 1 << g.by_id["de-19-corps"] | 1 << g.by_id["de-41-corps"]
    again = PlaceBridgehead(AttackOrder(GERMAN, g.grid.bit["1442"], 1 << g.by_id["fr-2-army"], units))
    assert again.starts(g, p) == 1 << g.grid.bit["1543"]
    p.bridgeheads = p.bridgeheads * 3
    assert again.starts(g, p) == 0


@pytest.mark.rule("27.1c")
def test_a_marked_side_is_no_river_in_combat_for_either_side() -> None:
    """T128."""
    match = crossed(more='bins = { german = ["pgk"], allied = [] }')
    do(match, "bridgehead 1441")
    while "attack 1442" not in legal(match):
        do(match, next(action for action in ("done", "end", "none") if action in legal(match)))
    do(match, "attack 1442", "with de-19-corps")
    assert "10.5e" not in shifts(match)


@pytest.mark.rule("27.1c")
def test_without_a_marker_the_river_still_counts() -> None:
    match = battle(RIVER, options=ON)
    do(match, "attack 1442", "with de-19-corps")
    assert shifts(match)["10.5e"] == -1


@pytest.mark.rule("27.1d")
def test_a_city_faced_by_a_bridgehead_is_nobodys() -> None:
    units = '"de-19-corps" = "1741"\n"fr-2-army" = "1640"\n'
    match = battle(units, assault="DA", mobile="DA", options=ON, more='destroyed = ["1640"]')
    g, p = inside(match)
    metz = g.grid.bit["1640"]
    assert controls(g, p, ALLIED, metz)
    attack(match, "1640", "de-19-corps")
    do(match, "assault", "bridgehead 1741")
    g, p = inside(match)
    assert not controls(g, p, ALLIED, metz)
    assert not controls(g, p, GERMAN, metz)


@pytest.mark.rule("27.1e")
def test_its_owner_may_take_it_up_at_the_end_of_his_impulse() -> None:
    match = crossed()
    do(match, "bridgehead 1441")
    if "end" in legal(match):
        do(match, "end")
    assert legal(match) == ["done", "lift 1441-1442"]
    refused(match, "lift 1543-1442", "27.1e")
    do(match, "lift 1441-1442")
    assert not match.position.bridgeheads  # type: ignore[attr-defined]


@pytest.mark.rule("27.1e")
def test_it_goes_with_the_last_unit_of_its_hex() -> None:
    match = crossed(more='bins = { german = ["pgk"], allied = [] }')
    do(match, "bridgehead 1441")
    while "move de-19-corps" not in legal(match):
        do(match, next(action for action in ("done", "end", "none") if action in legal(match)))
    do(match, "move de-19-corps")
    step = next(action for action in legal(match) if action.startswith("step"))
    do(match, step)
    if "stop" in legal(match):
        do(match, "stop")
    assert at(match, "de-19-corps") != "1441"
    assert not match.position.bridgeheads  # type: ignore[attr-defined]
    assert match.position.bridgeheads_resting == (1, 0)  # type: ignore[attr-defined]


ALLIED_CROSSING = '"de-19-corps" = "1441"\n"fr-2-army" = "1442"\n'


def allied_head(**rest: object) -> Match:
    """The French have crossed from 1442 to 1441."""
    match = battle(ALLIED_CROSSING, assault="DA", options=ON, side="allied", marker="1ag", **rest)  # type: ignore[arg-type]
    attack(match, "1441", "fr-2-army")
    do(match, "bridgehead 1442")
    return match


@pytest.mark.rule("27.1b", "27.1e")
def test_the_allies_have_one_marker_which_rests_for_the_impulse_in_which_it_is_taken_up() -> None:
    match = allied_head(more='bins = { german = ["hga"], allied = [] }')
    assert match.view(None)["bridgeheads_left"] == {"german": 3, "allied": 0}
    if "end" in legal(match):
        do(match, "end")
    assert legal(match) == ["done", "lift 1441-1442"]
    do(match, "lift 1441-1442")
    assert match.view(None)["operating"] == "german"
    assert match.view(None)["bridgeheads_left"] == {"german": 3, "allied": 1}


@pytest.mark.rule("27.1e")
def test_a_marker_taken_up_is_not_free_before_the_impulse_ends() -> None:
    match = crossed()
    do(match, "bridgehead 1441")
    g, p = inside(match)
    q = p.copy()
    take_up(g, q, q.bridgeheads, "27.1e")
    assert (markers_left(g, q, GERMAN), markers_left(g, q, ALLIED)) == (2, 1)
    assert q.bridgeheads == ()


@pytest.mark.rule("27.1e")
def test_nobody_takes_up_an_enemy_bridgehead() -> None:
    units = '"de-19-corps" = "1441"\n"fr-2-army" = "1442"\n'
    match = battle(units, options=ON, more='bridgeheads = { allied = ["1442-1441"] }\n'
                   'bins = { german = ["hga"], allied = [] }')
    do(match, "end")
    assert not any(action.startswith("lift") for action in legal(match))
    assert len(match.view(None)["bridgeheads"]) == 1


@pytest.mark.rule("27.1a")
def test_attackers_that_have_not_survived_secure_nothing() -> None:
    units = '"de-grd" = "1441"\n"fr-2-army" = "1442"\n'
    match = battle(units, assault="ST", mobile="ST", options=ON)
    attack(match, "1442", "de-grd")
    do(match, "assault")
    assert at(match, "de-grd") == "eliminated"
    assert not any(action.startswith("bridgehead") for action in legal(match))


@pytest.mark.rule("27.1a", "22.2a")
def test_a_counterattack_secures_no_crossing() -> None:
    match = battle('"de-19-corps" = "1441"\n"fr-2-army" = "1442"\n', assault="CA DA", mobile="CA", options=ON,
                   more="dice = [1, 2]")
    attack(match, "1442", "de-19-corps")
    do(match, "assault")
    assert piece(match, "de-19-corps")["steps"] == 1
    assert not any(action.startswith("bridgehead") for action in legal(match))


@pytest.mark.rule("27.1b")
def test_a_side_that_is_marked_is_not_marked_twice() -> None:
    match = battle(RIVER, assault="DA", mobile="DA", options=ON, more='bridgeheads = { allied = ["1442-1441"] }')
    attack(match, "1442", "de-19-corps", "de-41-corps")
    do(match, "assault")
    assert legal(match) == ["bridgehead 1543", "none"]


@pytest.mark.rule("27.1b")
def test_three_german_bridgeheads_are_all() -> None:
    heads = 'bridgeheads = {{ german = [{0}] }}'
    for count, more in ((2, True), (3, False)):
        named = ", ".join(('"1739-1740"', '"1639-1740"', '"1638-1739"')[:count])
        units = RIVER + '"de-4-army" = "1739"\n"de-12-army" = "1639"\n"de-15-corps" = "1638"\n'
        match = battle(units, assault="DA", mobile="DA", options=ON, more=heads.format(named))
        attack(match, "1442", "de-19-corps")
        do(match, "assault")
        assert ("bridgehead 1441" in legal(match)) is more


@pytest.mark.rule("27.1d")
def test_only_a_city_is_put_in_dispute_by_a_bridgehead() -> None:
    match = battle(RIVER, options=ON, more='bridgeheads = { german = ["1441-1442"] }')
    g, p = inside(match)
    assert controls(g, p, ALLIED, g.grid.bit["1442"])


@pytest.mark.rule("27.1a")
def test_where_no_defender_is_left_there_is_nothing_to_secure() -> None:
    weak = RIVER.replace('"fr-2-army" = "1442"', '"fr-2-army" = { hex = "1442", steps = 1 }')
    match = crossed("DA", weak, "de-19-corps", more='bins = { german = ["hga"], allied = [] }')
    assert legal(match) == ["done", "pursue de-19-corps"]
    do(match, "done")
    assert not any(action.startswith("bridgehead") for action in legal(match))


@pytest.mark.rule("27.1e")
def test_the_allied_marker_rests_too() -> None:
    g, p = inside(allied_head(more='bins = { german = ["hga"], allied = [] }'))
    q = p.copy()
    take_up(g, q, q.bridgeheads, "27.1e")
    assert (q.bridgeheads_resting, markers_left(g, q, ALLIED)) == ((0, 1), 0)


@pytest.mark.rule("27.1e")
def test_bridgeheads_are_taken_up_one_by_one() -> None:
    match = battle(RIVER, options=ON, more='bridgeheads = { german = ["1441-1442", "1543-1442"] }')
    do(match, "end", "lift 1441-1442")
    assert legal(match) == ["done", "lift 1442-1543"]


@pytest.mark.rule("27.1d", "27.1e", "3.7f", "3.8d")
def test_a_country_surrenders_as_the_last_bridgehead_before_its_city_is_taken_up() -> None:
    match = battle('"de-19-corps" = "1334"\n"de-41-corps" = "1333"\n"nl-1-corps" = "1630"\n', options=ON,
                   more='german = ["1432"]', tail='[bridgeheads]\ngerman = ["1334-1333"]')
    if "end" in legal(match):
        do(match, "end")
    assert at(match, "nl-1-corps") == "1630"
    events = do(match, "lift 1333-1334")
    assert happened(events, "capitulation") == [{"country": "netherlands"}]
    assert at(match, "nl-1-corps") == "surrendered"
