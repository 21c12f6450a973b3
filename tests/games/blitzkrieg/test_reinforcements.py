"""10.0 Reinforcements and strategic reserves."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.table import at, do, index, inside, legal, refused, table

COMING = """
turn = {turn}
side = "{side}"
phase = "reinforcements"
units = {{ {units} }}
"""


@pytest.mark.rule("10.0a", "10.3a")
def test_german_units_come_on_at_sources_and_on_the_east_edge() -> None:
    match = table(COMING.format(turn=2, side="axis", units='de-xvii = { hex = "due", due = 2 }, '
                                                           'de-9-army = { hex = "due", due = 3 }'))
    assert legal(match) == ["bring de-xvii"]
    refused(match, "bring de-9-army", "10.0a")
    do(match, "bring de-xvii")
    hexes = {action.split()[1] for action in legal(match)}
    assert {"5115", "5211", "5703", "5723", "5819"} < hexes
    assert all(hex.startswith("60") for hex in hexes - {"5115", "5211", "5703", "5723", "5819"})
    refused(match, "place 4920", "10.3a")
    do(match, "place 5115")
    assert at(match, "de-xvii") == "5115"


@pytest.mark.rule("10.3b", "10.3c", "10.3d")
@pytest.mark.parametrize(
    ("unit", "hexes", "barred"),
    [
        ("fr-xxv", "3226", "1715"), ("gb-1-arm", "1715", "3226"), ("pl-1-pol", "4435", "1715"),
        ("fr-xxv", "3038", "6010"),
    ],
)
def test_allied_units_come_on_in_their_own_country(unit: str, hexes: str, barred: str) -> None:
    match = table(COMING.format(turn=3, side="allied", units=f'{unit} = {{ hex = "due", due = 3 }}'))
    do(match, f"bring {unit}")
    assert f"place {hexes}" in legal(match)
    assert f"place {barred}" not in legal(match)


@pytest.mark.rule("10.6.2a")
def test_reinforcements_may_not_be_held_back() -> None:
    match = table(COMING.format(turn=2, side="axis", units='de-xvii = { hex = "due", due = 2 }'))
    refused(match, "done", "10.6.2a")


@pytest.mark.rule("10.6.1a")
def test_nobody_comes_on_upon_the_enemy() -> None:
    units = 'gb-1-arm = { hex = "due", due = 2 }, de-iv = "1715"'
    match = table(COMING.format(turn=2, side="allied", units=units))
    do(match, "bring gb-1-arm")
    refused(match, "place 1715", "10.6.1a")
    assert "place 1815" in legal(match), "though in a zone of control"


@pytest.mark.rule("10.6.2a")
def test_a_unit_without_a_free_hex_waits() -> None:
    units = 'be-i = { hex = "due", due = 2 }, de-iv = "3715", de-ix = "4013", de-xi = "4015"'
    match = table(COMING.format(turn=2, side="allied", units=units))
    assert match.view(None)["phase"] != "reinforcements"
    assert at(match, "be-i") == "due"


@pytest.mark.rule("10.6.2a")
def test_who_has_no_hex_is_told_so() -> None:
    units = ('be-i = { hex = "due", due = 2 }, be-ii = "reserve", fr-xxv = { hex = "due", due = 2 }, '
             'de-iv = "3715", de-ix = "4013", de-xi = "4015"')
    match = table(COMING.format(turn=2, side="allied", units=units))
    assert legal(match) == ["bring fr-xxv"]
    refused(match, "bring be-i", "10.6.2a", "no entry hex is free")
    refused(match, "call be-ii", "10.6.2a", "no entry hex is free")


@pytest.mark.rule("17.9a")
def test_the_fourth_dcr_comes_fatigued_unless_de_gaulle_leads_it() -> None:
    text = COMING.format(turn=2, side="allied", units='fr-4-dcr = { hex = "due", due = 2 }')
    for card, fatigued in (("", True), ("cards = { A18 = 2 }", False)):
        match = table(text + card)
        do(match, "bring fr-4-dcr", "place 3226")
        assert match.game.open_view(match.position)["units"]["fr-4-dcr"]["fatigued"] is fatigued


@pytest.mark.rule("10.4a")
def test_new_airstrikes_go_to_reserve_and_belgians_to_ready() -> None:
    text = 'turn = 2\nside = "allied"\nphase = "reinforcements"\nunits = { fr-xiv = "reserve" }\n[air]\n'
    text += '"gb-spitf-1" = { hex = "due", due = 2 }\n"be-mixed-1" = { hex = "due", due = 2 }\n'
    text += '"gb-spitf-2" = { hex = "due", due = 3 }\n'
    match = table(text)
    assert [at(match, id) for id in ("gb-spitf-1", "be-mixed-1", "gb-spitf-2")] == ["reserve", "ready", "due"]


@pytest.mark.rule("10.4a", "10.0a")
def test_a_side_gets_its_own_airstrikes_and_units_and_those_held_up_before() -> None:
    text = COMING.format(turn=3, side="allied", units='fr-xxv = { hex = "due", due = 2 }, '
                                                      'de-xvii = { hex = "due", due = 3 }')
    text += '[air]\n"gb-spitf-1" = { hex = "due", due = 2 }\n"de-he-100-1" = { hex = "due", due = 3 }\n'
    text += '"fr-c-75-1" = "cap"'
    match = table(text)
    assert [at(match, id) for id in ("gb-spitf-1", "de-he-100-1", "fr-c-75-1")] == ["reserve", "due", "cap"]
    assert legal(match) == ["bring fr-xxv"]


@pytest.mark.rule("10.3a", "13.1.2a", "33.2a")
def test_full_mountains_and_open_cities_are_closed_to_new_units() -> None:
    full = ", ".join(f'fr-{n} = "4838"' for n in ("1-dcr", "2-dcr", "3-dcr", "9-dim"))
    units = f'fr-xxv = {{ hex = "due", due = 3 }}, {full}, fr-25-dim = "4938"'
    match = table(COMING.format(turn=3, side="allied", units=units) + 'open_cities = ["3226"]')
    do(match, "bring fr-xxv")
    placed = legal(match)
    assert {"place 4938", "place 3227"} <= set(placed)
    assert "place 4838" not in placed
    assert "place 3226" not in placed


@pytest.mark.rule("4.3a", "7.2.1b")
def test_nobody_comes_for_a_neutral_country() -> None:
    units = 'nl-i = { hex = "due", due = 2 }, nl-ii = "reserve", fr-xiv = "reserve"'
    match = table(COMING.format(turn=2, side="allied", units=units))
    assert legal(match) == ["call fr-xiv", "done"]
    refused(match, "bring nl-i", "10.0a", "does not come now")


RESERVES = """
turn = {turn}
side = "axis"
phase = "reinforcements"
units = {{ de-xxxi = "reserve", de-xxxii = "reserve", fr-xiv = "reserve" }}
"""


@pytest.mark.rule("10.8a", "10.8b")
@pytest.mark.parametrize(("turn", "price"), [(1, 2), (4, 2), (5, 1), (7, 1)])
def test_strategic_reserves_cost_shock(turn: int, price: int) -> None:
    match = table(RESERVES.format(turn=turn))
    assert legal(match) == ["call de-xxxi", "call de-xxxii", "done"]
    do(match, "call de-xxxi", "place 5115")
    assert index(match) == {"germany": price}
    assert at(match, "de-xxxi") == "5115"


@pytest.mark.rule("6.4f")
def test_total_commitment_gives_the_first_corps_free() -> None:
    match = table(RESERVES.format(turn=1) + "cards = { G21 = 1 }")
    do(match, "call de-xxxi", "place 5115")
    assert index(match) == {}
    assert inside(match)[1].reserves_called == 1


@pytest.mark.rule("10.8b", "10.8c")
@pytest.mark.parametrize(("turn", "unit", "price"), [
    (4, "de-1-pz", 1), (4, "de-gd", 1), (4, "de-koch", 0), (4, "de-6-army", 2), (5, "de-6-army", 1), (5, "de-1-pz", 1),
])
def test_what_units_of_each_size_cost(turn: int, unit: str, price: int) -> None:
    match = table(COMING.format(turn=turn, side="axis", units=f'{unit} = "reserve"'))
    (stake,) = match.game.stakes(match.position, "axis").values()
    assert stake.price == f"{price} Shock"
    do(match, f"call {unit}", "place 5115")
    assert index(match) == ({"germany": price} if price else {})


@pytest.mark.rule("6.4f", "10.8b")
def test_total_commitment_is_for_four_german_corps() -> None:
    corps = ("de-xxxi", "de-xxxii", "de-xxxiv", "de-xxxvi", "de-iv")
    units = ", ".join(f'{unit} = "reserve"' for unit in (*corps, "de-6-army"))
    match = table(COMING.format(turn=1, side="axis", units=units) + "cards = { G21 = 1 }")
    do(match, "call de-6-army", "place 5115")
    assert index(match) == {"germany": 2}, "a headquarters is no corps"
    for unit in corps[:4]:
        do(match, f"call {unit}", "place 5211")
    assert index(match) == {"germany": 2}
    do(match, "call de-iv", "place 5115")
    assert index(match) == {"germany": 4}, "the fifth is paid for"
    french = table(COMING.format(turn=1, side="allied", units='fr-xiv = "reserve", fr-xv = "reserve"')
                   + "cards = { G21 = 1 }")
    do(french, "call fr-xiv", "place 3226")
    assert (index(french), inside(french)[1].reserves_called) == ({"france": 2}, 0)


@pytest.mark.rule("17.9a")
def test_de_gaulle_leads_the_fourth_dcr_alone() -> None:
    units = 'cz-1-czech = { hex = "due", due = 5 }, fr-xxv = { hex = "due", due = 5 }'
    match = table(COMING.format(turn=5, side="allied", units=units) + "cards = { A18 = 4 }")
    do(match, "bring cz-1-czech", "place 3226", "bring fr-xxv", "place 3226")
    shown = match.game.open_view(match.position)["units"]
    assert [shown[id]["fatigued"] for id in ("cz-1-czech", "fr-xxv")] == [True, False]


@pytest.mark.rule("7.2.1b")
def test_nobody_comes_for_a_collapsed_country() -> None:
    text = COMING.format(turn=3, side="allied", units='fr-xxv = { hex = "due", due = 3 }') + 'collapsed = ["france"]'
    assert "bring fr-xxv" not in legal(table(text))
