"""28.0 Combat Air Patrol, and the rules of flights that it shares with all missions over the map (24.3 to 24.5)."""

from __future__ import annotations

import pytest

from meuse.games.blitzkrieg.rules import flights
from tests.games.blitzkrieg.box import BOARD, GRID
from tests.games.blitzkrieg.sky import BASES, box_of, flying, over, sky, stands, tired
from tests.games.blitzkrieg.table import do, happened, inside, legal, refused

CAP = {"de-me-109-1": "cap", "de-me-109-2": "cap", "de-me-109-3": "cap"}
ALLIED_CAP = {"fr-c-75-1": "cap", "gb-hurr-1": "cap"}


def spread(match: object, verb: str = "over") -> set[str]:
    return {action.split()[1] for action in legal(match) if action.startswith(verb)}  # type: ignore[arg-type]


@pytest.mark.rule("28.2a", "8.1(1.4)a")
def test_allies_over_germany_then_the_axis_then_allies_over_allied_ground() -> None:
    units = f'{BASES}, fr-zoan = "4827"'
    match = sky("patrols", CAP | ALLIED_CAP, units)
    assert match.actors == ("allied",)
    do(match, "patrol fr-c-75-1")
    german = {GRID.names[c] for c in GRID.cells if BOARD.country[c] == "germany"}
    assert spread(match)
    assert spread(match) <= german
    refused(match, "over 4525", "28.2a")
    do(match, f"over {sorted(spread(match))[0]}")
    assert match.actors == ("axis",), "no other Allied patrol reaches Germany"
    do(match, "done")
    assert match.actors == ("allied",)
    do(match, "patrol gb-hurr-1")
    assert not spread(match) & german
    assert {"2817", "4621"} & spread(match), "the sea and Luxembourg are the third step's"


@pytest.mark.rule("28.2a", "4.6c", "24.3.3b", "4.2.3b")
def test_the_axis_flies_anywhere_but_over_britain_and_neutral_switzerland() -> None:
    units = 'de-viii-flieger = "5115", de-v-flieger = "5531", de-fc-2 = "3015"'
    match = sky("patrols", {"de-me-109-1": "cap"}, units, more='at_war = ["belgium", "france", "britain", "germany"]')
    do(match, "patrol de-me-109-1")
    refused(match, "over 2814", "4.6c")
    swiss = next(GRID.names[c] for c in GRID.cells if BOARD.country[c] == "switzerland")
    refused(match, f"over {swiss}", "24.3.3b")
    assert "4615" in spread(match)
    events = do(match, "over 4615")
    assert happened(events, "netherlands at war"), "to fly over the neutral Netherlands is an act of war"
    assert flying(match) == {"de-me-109-1": "4615"}


@pytest.mark.rule("24.3.3a", "24.3.3b")
def test_range_is_counted_in_hexes_from_the_base_and_not_through_neutral_ground() -> None:
    """T97 with a range of ten."""
    match = sky("patrols", {"de-me-109-1": "cap"}, 'de-viii-flieger = "5115"')
    do(match, "patrol de-me-109-1")
    home = GRID.bit["5115"]
    near = {GRID.names[c] for c in GRID.cells if GRID.distance(home, c) <= 10}
    assert spread(match) <= near
    assert {"4116", "4721"} <= spread(match)
    assert GRID.distance(home, GRID.bit["4115"]) == 10
    refused(match, "over 4015", "24.3.3a", "range of 10")


@pytest.mark.rule("24.3.3b")
def test_a_flight_goes_round_neutral_ground() -> None:
    """The Zuiderzee lies behind the neutral Netherlands."""
    for at_war, open_to in (("", False), ('at_war = ["netherlands", "france", "germany"]', True)):
        match = sky("patrols", {"de-me-109-1": "cap"}, 'de-viii-flieger = "5211"', more=at_war)
        do(match, "patrol de-me-109-1")
        assert ("over 4405" in legal(match)) is open_to


@pytest.mark.rule("24.3.2d", "2.5b")
def test_a_base_stages_so_many_in_a_phase_and_as_many_in_the_next() -> None:
    """T96 with a rating of two."""
    match = sky("patrols", CAP, 'de-ix-flieger = "5211"')
    do(match, "patrol de-me-109-1", "over 5115", "patrol de-me-109-2", "over 5116")
    assert flying(match) == {"de-me-109-1": "5115", "de-me-109-2": "5116"}
    assert match.view(None)["phase"] != "patrols", "nobody else can fly"
    again = sky("patrols", CAP | {"de-me-109-4": "cap"}, 'de-ix-flieger = "5211", de-viii-flieger = "5115"')
    do(again, "patrol de-me-109-1", "over 5115", "from de-ix-flieger", "patrol de-me-109-2", "over 5116",
       "from de-ix-flieger", "patrol de-me-109-3")
    g, p = inside(again)
    assert p.staging == {g.by_id["de-ix-flieger"]: 2}
    do(again, "over 5117")
    assert p.staging == {g.by_id["de-ix-flieger"]: 2, g.by_id["de-viii-flieger"]: 1}, "the other base is spent"
    do(again, "done")
    while again.view(None)["phase"] != "first movement":
        do(again, "done")
    assert not p.staging, "in the next phase they may be used again"


@pytest.mark.rule("24.5a", "24.5b")
def test_airstrikes_fly_from_bases_of_their_own_nationality_and_americans_from_british_and_french_ones() -> None:
    units = 'fr-zoae = "3226", gb-aasf = "2724", be-aem = "4015"'
    match = sky("patrols", {"fr-c-75-1": "cap", "us-c-75-1": "cap"}, units)
    do(match, "patrol us-c-75-1", "over 3225")
    assert legal(match) == ["from fr-zoae", "from gb-aasf"]
    refused(match, "from be-aem", "24.5a")
    do(match, "from gb-aasf", "patrol fr-c-75-1", "over 3225")
    g, p = inside(match)
    assert p.staged == 1 << g.by_id["gb-aasf"] | 1 << g.by_id["fr-zoae"]
    belgian = sky("patrols", {"be-mixed-1": "cap"}, 'fr-zoae = "3226", gb-aasf = "2724"')
    assert belgian.view(None)["phase"] != "patrols", "a Belgian airstrike has no base"


@pytest.mark.rule("24.4a", "13.2a")
@pytest.mark.parametrize(("cards", "most"), [("", 2), ("cards = { G08 = 1 }", 4)])
def test_over_one_hex_two_may_fly_and_four_under_air_command_control(cards: str, most: int) -> None:
    boxes = {f"de-me-109-{n}": "cap" for n in range(1, 7)}
    match = sky("patrols", boxes, 'de-viii-flieger = "5115", de-i-flieger = "5115"', more=cards)
    for n in range(1, most + 1):
        do(match, f"patrol de-me-109-{n}", "over 4717", "from de-viii-flieger")
    do(match, f"patrol de-me-109-{most + 1}")
    refused(match, "over 4717", "24.4a")
    assert "over 4716" in legal(match)


@pytest.mark.rule("28.1a", "24.0a")
def test_patrols_stay_where_they_are_until_the_inter_phase() -> None:
    match = sky("patrols", CAP)
    do(match, "patrol de-me-109-1", "over 4716", "from de-viii-flieger")
    seen = match.view("allied")["units"]["de-me-109-1"]
    assert (seen["place"], seen["hex"]) == ("cap", "4716")
    refused(match, "patrol de-me-109-1", "28.1a", "stays where it is")
    do(match, "done")
    while match.actors and match.view(None)["turn"] == 2 and match.view(None)["phase"] != "cards":
        do(match, "done")
    assert flying(match) == {"de-me-109-1": "4716"}


@pytest.mark.rule("8.1(4.1)a", "24.6a")
def test_in_the_inter_phase_patrols_come_off_the_map() -> None:
    boxes = {"de-me-109-1": over("4716"), "de-me-109-2": '{ hex = "cap", over = "4716", fatigued = true }'}
    match = sky("air basing", boxes)
    assert not flying(match)
    assert (box_of(match, "de-me-109-1"), box_of(match, "de-me-109-2")) == ("reserve", "recovery")


@pytest.mark.rule("24.3.8a")
def test_a_base_that_has_staged_may_not_move() -> None:
    """T98."""
    match = sky("patrols", CAP, 'de-viii-flieger = "5115", de-ix-flieger = "5211", de-iv = "5115"')
    do(match, "patrol de-me-109-1", "over 4716", "from de-viii-flieger", "done", "done")
    while match.view(None)["phase"] != "first movement":
        do(match, "done")
    refused(match, "move de-viii-flieger", "24.3.8a")
    assert "move de-ix-flieger" in legal(match)


@pytest.mark.rule("24.3.8a")
def test_a_base_that_has_moved_stages_nothing() -> None:
    match = sky("patrols", CAP)
    g, p = inside(match)
    p.shifted = 1 << g.by_id["de-ix-flieger"]
    do(match, "patrol de-me-109-1", "over 4716")
    assert g.by_id["de-ix-flieger"] not in p.staging
    assert p.staging == {g.by_id["de-viii-flieger"]: 1}


@pytest.mark.rule("24.3.8a")
def test_only_bases_are_noted_as_moved() -> None:
    match = sky("first movement", {"de-he-111-1": "bombardment"}, f'{BASES}, de-iv = "5115"', 'side = "axis"')
    do(match, "move de-iv", "stop", "move de-viii-flieger", "stop")
    g, p = inside(match)
    assert p.shifted == 1 << g.by_id["de-viii-flieger"]


@pytest.mark.rule("24.3.2d", "24.3.3a", "24.3.8a")
def test_why_a_base_cannot_send_a_flight() -> None:
    units = ('de-ix-flieger = "5211", de-viii-flieger = "5115", de-i-flieger = "5112", de-v-flieger = "5819", '
             'de-ii-flieger = { hex = "6019", fatigued = true }')
    match = sky("patrols", CAP | {"de-me-109-4": "cap"}, units)
    do(match, "patrol de-me-109-1", "over 5013", "from de-ix-flieger", "patrol de-me-109-2", "over 5013",
       "from de-ix-flieger", "patrol de-me-109-3", "over 5012")
    refused(match, "from de-ix-flieger", "24.3.2d", "can stage no more")
    refused(match, "from de-v-flieger", "24.3.3a", "is not within 10 hexes")
    g, p = inside(match)
    p.staging = {**p.staging, g.by_id["de-v-flieger"]: 3}
    refused(match, "from de-v-flieger", "24.3.3a", "is not within 10 hexes")
    p.shifted = 1 << g.by_id["de-v-flieger"]
    refused(match, "from de-v-flieger", "24.3.8a")


@pytest.mark.rule("28.1a", "24.6.3_1a")
def test_who_is_over_the_map_or_has_flown_is_not_placed_again() -> None:
    match = sky("patrols", CAP | {"de-me-109-1": over("4716")})
    g, p = inside(match)
    p.flown = 1 << g.box.air_by_id["de-me-109-2"]
    assert legal(match) == ["done", "patrol de-me-109-3"]


@pytest.mark.rule("24.3.3b", "4.3b")
def test_allied_ranges_do_not_reach_into_the_neutral_netherlands() -> None:
    match = sky("patrols", {"fr-c-75-1": "cap"}, 'fr-zoae = "4013"')
    g, p = inside(match)
    assert not flights.reach(g, p, g.airstrikes[g.box.air_by_id["fr-c-75-1"]]) & g.board.countries["netherlands"]


@pytest.mark.rule("24.3.3b", "24.3.3a", "4.6c")
def test_the_allies_fly_over_britain_and_not_over_the_neutral_netherlands() -> None:
    match = sky("patrols", ALLIED_CAP)
    do(match, "patrol gb-hurr-1")
    refused(match, "over 4009", "24.3.3b")
    refused(match, "over 1310", "24.3.3a")


@pytest.mark.rule("24.3.1a", "4.3a")
def test_bases_of_neutral_countries_command_nothing() -> None:
    for more, command in (("", 0), ('at_war = ["netherlands", "france", "germany"]', 1)):
        match = sky("patrols", CAP, 'nl-aas = "4009", de-ix-flieger = "5211"', more=more)
        g, p = inside(match)
        assert bool(flights.rating(g, p, g.by_id["nl-aas"])) is bool(command)


@pytest.mark.rule("28.1a")
def test_only_who_is_on_patrol_is_placed() -> None:
    match = sky("patrols", CAP | {"de-he-111-1": "bombardment", "fr-c-75-1": "cap"})
    assert match.actors == ("axis",)
    assert stands(match, "axis", "patrol de-he-111-1") == "28.1a"
    assert stands(match, "axis", "patrol fr-c-75-1") == "28.1a"
    assert not tired(match, "de-me-109-1")
