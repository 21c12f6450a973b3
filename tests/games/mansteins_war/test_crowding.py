"""6.5 Overstacked hexes."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.mansteins_war.table import at, do, happened, legal, piece, refused, table


def crowd(units: str, side: str = "german", marker: str = "hga") -> Match:
    """The end of a Movement Segment."""
    match = table(f'turn = 2\nside = "{side}"\nmarker = "{marker}"\nsegment = "movement"\n[units]\n{units}')
    do(match, "end")
    return match


@pytest.mark.rule("6.5a", "6.5b", "6.0a")
def test_the_owner_names_the_surplus_and_the_enemy_drives_it_out() -> None:
    match = crowd('"de-17-corps" = "1835"\n"de-38-corps" = "1835"\n"de-42-corps" = "1835"\n"de-43-corps" = "1835"')
    assert match.actors == ("german",)
    refused(match, "end", "6.5a")
    do(match, "remove de-42-corps")
    assert piece(match, "de-42-corps")["steps"] == 1
    assert match.actors == ("allied",)
    refused(match, "step 1941", "11.0a")
    do(match, "step 1935")
    assert at(match, "de-42-corps") == "1935"


@pytest.mark.rule("6.5a")
def test_the_surplus_is_the_smallest_one() -> None:
    """Without the army three corps may stay; without one corps the stack would still be too big."""
    match = crowd('"de-4-army" = "1835"\n"de-17-corps" = "1835"\n"de-38-corps" = "1835"\n"de-42-corps" = "1835"')
    assert legal(match) == ["remove de-4-army"]
    refused(match, "remove de-17-corps", "6.5a")


@pytest.mark.rule("6.0d", "6.5a")
def test_nations_that_share_a_hex_are_parted() -> None:
    """T038."""
    match = crowd('"fr-21-corps" = "0941"\n"gb-2-corps" = "0941"', "allied", "1ag")
    assert legal(match) == ["remove fr-21-corps", "remove gb-2-corps"]


@pytest.mark.rule("6.0a", "6.5a")
def test_the_other_side_keeps_its_limits_too() -> None:
    match = crowd('"fr-21-corps" = "0941"\n"fr-23-corps" = "0941"\n"fr-1gc" = "0941"')
    assert match.actors == ("allied",)


@pytest.mark.rule("6.5a", "2.2.7a")
def test_a_unit_of_one_step_does_not_outlive_it() -> None:
    match = crowd('"nl-1-corps" = "1432"\n"nl-2-corps" = "1432"\n"nl-3-corps" = "1432"')
    events = do(match, "remove nl-2-corps")
    assert happened(events, "eliminated")[0]["unit"] == "nl-2-corps"


@pytest.mark.rule("6.3a", "6.5a")
def test_rough_ground_is_cleared_down_to_one_corps() -> None:
    match = crowd('"de-19-corps" = "1738"\n"de-41-corps" = "1738"\n"de-eifel" = "1738"')
    assert legal(match) == ["remove de-19-corps", "remove de-41-corps"]


@pytest.mark.rule("6.0b")
def test_stacks_are_judged_only_when_the_segment_ends() -> None:
    match = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "movement"\n[units]\n"de-4-army" = "1835"\n'
                  '"de-12-army" = "1836"')
    do(match, "move de-4-army", "step 1836", "step 1937")
    assert at(match, "de-4-army") == "1937"


@pytest.mark.rule("6.5a")
def test_every_moment_of_a_stack_that_is_thinned_out_can_be_shown() -> None:
    """A table that plays events out asks for the view at each of them."""
    match = crowd('"de-4-army" = "1937"\n"de-42-corps" = { hex = "1937", steps = 1 }\n"de-43-corps" = "1937"')
    match.moments = []
    do(match, "remove de-42-corps")
    assert at(match, "de-42-corps") == "eliminated"
    prompts = [match.game.view(p, "allied")["prompt"] for p in match.moments]
    assert "Stacks are looked through." in prompts


@pytest.mark.rule("6.0a", "6.5a", "6.5b")
def test_both_sides_are_looked_through_and_each_is_driven_out_by_the_other() -> None:
    match = crowd('"de-17-corps" = "1835"\n"de-38-corps" = "1835"\n"de-42-corps" = "1835"\n"de-43-corps" = "1835"\n'
                  '"fr-21-corps" = "0941"\n"fr-23-corps" = "0941"\n"fr-1gc" = "0941"')
    do(match, "remove fr-21-corps", "remove de-42-corps")
    assert (piece(match, "fr-21-corps")["steps"], piece(match, "de-42-corps")["steps"]) == (1, 1)
    movers = []
    while any(action.startswith("step") for action in legal(match)):
        movers.append((match.actors[0], match.view(None)["moving"][0]))
        do(match, legal(match)[0])
    assert set(movers) == {("allied", "de-42-corps"), ("german", "fr-21-corps")}
    assert at(match, "fr-21-corps") != "0941"
    assert at(match, "de-42-corps") != "1835"


@pytest.mark.rule("6.5a")
def test_two_too_many_are_named_one_after_the_other() -> None:
    match = crowd('"fr-21-corps" = "0941"\n"fr-23-corps" = "0941"\n"fr-1gc" = "0941"\n"fr-45-corps" = "0941"')
    do(match, "remove fr-45-corps")
    assert legal(match) == ["remove fr-1gc", "remove fr-21-corps", "remove fr-23-corps"]
    refused(match, "remove fr-45-corps", "6.5a", "is not part of the smallest surplus")
    refused(match, "end", "6.5a", "is overstacked")
    do(match, "remove fr-1gc")
    assert [piece(match, id)["steps"] for id in ("fr-1gc", "fr-21-corps", "fr-23-corps", "fr-45-corps")] == [1, 2, 2, 1]


@pytest.mark.rule("6.5b")
def test_the_enemy_does_not_drive_a_surplus_into_a_full_hex() -> None:
    match = crowd('"de-17-corps" = "1835"\n"de-38-corps" = "1835"\n"de-42-corps" = "1835"\n"de-43-corps" = "1835"\n'
                  '"de-4-army" = "1935"\n"de-15-corps" = "1935"')
    do(match, "remove de-42-corps")
    assert match.actors == ("allied",)
    refused(match, "step 1935", "6.5b")


@pytest.mark.rule("6.5b", "11.1b")
def test_a_surplus_is_driven_no_farther_from_its_source() -> None:
    """Châlons lies next to Reims."""
    match = crowd('"fr-21-corps" = "1240"\n"fr-23-corps" = "1240"\n"fr-1gc" = "1240"')
    do(match, "remove fr-21-corps")
    assert match.actors == ("german",)
    assert legal(match) == ["step 1241", "step 1340", "step 1341"]
    refused(match, "step 1239", "11.1b")


@pytest.mark.rule("6.5a", "6.5b")
def test_a_surplus_that_is_eliminated_is_not_driven_out() -> None:
    match = crowd('"nl-1-corps" = "1432"\n"nl-2-corps" = "1432"\n"nl-3-corps" = "1432"')
    events = do(match, "remove nl-2-corps")
    assert at(match, "nl-2-corps") == "eliminated"
    assert not any(action.startswith("step") for action in legal(match))
    assert not happened(events, "retreat")
