"""16.0 to 16.5, 16.7, 16.8 Airpower: activation, deployment, zones, and what they cover."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules.air import interdicted, zones
from tests.games.mansteins_war.battle import air_at, battle, game
from tests.games.mansteins_war.box import BOX, hexes
from tests.games.mansteins_war.table import inside, table
from tests.games.verbs import do, happened, legal, refused

UNITS = '"de-19-corps" = "1738"\n"fr-2-army" = "1439"\n'


@pytest.mark.rule("16.0a")
@pytest.mark.rule("4.1e")
def test_available_air_units_fly_to_the_map_and_used_ones_do_not() -> None:
    match = battle(UNITS, segment="air", tail='[air]\nde-air-1 = "utilized"\nde-air-2 = "eliminated"\n')
    assert "fly de-air-8" in legal(match)
    refused(match, "fly de-air-1", "16.0a")
    refused(match, "fly de-air-2", "16.0a")
    do(match, "fly de-air-8", "over 1439")
    assert air_at(match, "de-air-8") == ("1439", 2)


@pytest.mark.rule("16.1a")
def test_each_activation_brings_moves_or_withdraws_one_air_unit() -> None:
    match = battle(UNITS, segment="air", tail='[air]\nde-air-1 = "1439"\nde-air-2 = "1539"\n')
    do(match, "fly de-air-8", "over 1340", "fly de-air-1", "over 1240", "recall de-air-2")
    assert [air_at(match, air)[0] for air in ("de-air-8", "de-air-1", "de-air-2")] == ["1340", "1240", "utilized"]
    assert not any(action.startswith("fly") for action in legal(match))


@pytest.mark.rule("16.1a")
@pytest.mark.parametrize(("side", "marker", "more", "count"), [
    ("german", "hga", "", 3), ("german", "okh", 'commands = ["HGA", "HGB"]', 2), ("allied", "1ag", "", 2),
    ("allied", "2ag", "", 1), ("german", "luftwaffe", "", 6),
])
def test_the_marker_says_how_many_are_activated(side: str, marker: str, more: str, count: int) -> None:
    match = battle(UNITS, segment="air", side=side, marker=marker, more=more)
    for n in range(count):
        fly = next(action for action in legal(match) if action.startswith("fly"))
        do(match, fly, f"over 144{n}" if n < 5 else "over 1544")
    assert not any(action.startswith("fly") for action in legal(match))


@pytest.mark.rule("16.1a")
def test_an_air_unit_is_activated_once_an_impulse() -> None:
    match = battle(UNITS, segment="air")
    do(match, "fly de-air-8", "over 1439")
    refused(match, "fly de-air-8", "16.1a")
    refused(match, "recall de-air-8", "16.1a")
    refused(match, "recall de-air-1", "16.1a")


@pytest.mark.rule("16.1a")
@pytest.mark.rule("4.1g")
def test_a_unit_that_stays_over_a_city_may_be_activated_to_bomb_it() -> None:
    """T133."""
    tail = '[air]\nde-air-1 = "1433"\nde-air-2 = "1333"\nde-air-4 = "1439"\n'
    match = battle(UNITS, segment="air", tail=tail)
    assert "stay de-air-1" in legal(match)
    refused(match, "stay de-air-4", "16.9a")
    refused(match, "stay de-air-8", "16.1a")
    do(match, "stay de-air-1", "done")
    assert legal(match) == ["bomb de-air-1", "done"]
    refused(match, "bomb de-air-2", "4.1g")


@pytest.mark.rule("16.1a")
def test_by_option_an_activation_is_not_spent_on_staying() -> None:
    match = table('turn = 3\nside = "german"\nmarker = "pgk"\nsegment = "air"\noptions = { air-in-place = "barred" }\n'
                  '[air]\nde-air-1 = "1433"\n')
    refused(match, "stay de-air-1", "16.1a")


@pytest.mark.rule("16.1b")
def test_air_units_go_anywhere_but_to_switzerland() -> None:
    match = battle(UNITS, segment="air")
    do(match, "fly de-air-8")
    assert {"over 0444", "over 0436", "over 2228", "over 1439"} <= set(legal(match))
    refused(match, "over 2044", "16.1b")
    refused(match, "done", "16.1a")


@pytest.mark.rule("16.2a")
def test_air_units_do_not_fly_in_an_enemy_impulse() -> None:
    match = battle(UNITS, segment="air", side="allied", marker="1ag")
    assert match.actors == ("allied",)
    refused(match, "fly de-air-8", "16.2a")


@pytest.mark.rule("16.2a")
@pytest.mark.rule("16.2b")
def test_an_air_unit_stays_on_the_map_and_flies_again_in_a_later_impulse() -> None:
    more = 'bins = { german = ["hga"], allied = [] }'
    match = battle(UNITS, segment="air", more=more)
    do(match, "fly de-air-8", "over 1439", "done")
    while "fly de-air-8" not in legal(match):
        do(match, next(action for action in ("done", "end") if action in legal(match)))
    assert air_at(match, "de-air-8")[0] == "1439"
    do(match, "fly de-air-8", "over 1440")
    assert air_at(match, "de-air-8")[0] == "1440"


@pytest.mark.rule("16.3a")
def test_one_air_unit_of_a_side_in_a_hex() -> None:
    match = battle(UNITS, segment="air", tail='[air]\nde-air-1 = "1340"\nfr-air-zoan = "1240"\n')
    do(match, "fly de-air-8")
    refused(match, "over 1340", "16.3a")
    assert {"over 1240", "over 1439"} <= set(legal(match))


@pytest.mark.rule("16.4a")
@pytest.mark.rule("16.4b")
@pytest.mark.rule("22.3c")
def test_the_zone_of_a_full_air_unit_is_seven_hexes_and_of_a_reduced_one_its_own() -> None:
    """T105."""
    match = battle(UNITS, tail='[air]\nde-air-8 = "1439"\nfr-air-zoan = { hex = "1240", steps = 1 }\n', segment="air")
    g, p = inside(match)
    assert hexes(zones(g, p, GERMAN)) == ["1339", "1340", "1438", "1439", "1440", "1539", "1540"]
    assert hexes(zones(g, p, ALLIED)) == ["1240"]


@pytest.mark.rule("16.4c")
def test_zones_reach_over_sea_and_enemies() -> None:
    match = battle(UNITS, tail='[air]\nde-air-8 = "0539"\n', segment="air")
    g, p = inside(match)
    found = hexes(zones(g, p, GERMAN))
    assert {"0439", "0540", "0538"} <= set(found)
    assert len(found) == 7


@pytest.mark.rule("16.5a")
@pytest.mark.rule("16.8a")
def test_only_german_zones_interdict() -> None:
    match = battle(UNITS, tail='[air]\nde-air-8 = "1439"\nfr-air-zoan = "1240"\n', segment="air")
    g, p = inside(match)
    assert interdicted(g, p) == zones(g, p, GERMAN)
    assert not interdicted(g, p) & zones(g, p, ALLIED) & ~zones(g, p, GERMAN)


@pytest.mark.rule("2.3a", by="data")
def test_a_support_factor_is_one_number_by_steps() -> None:
    g = game("", "", "", ())
    for air in g.air:
        assert len(air.value) == air.steps + 1
    assert g.box.naval.shift == g.charts.limits.naval_shift


@pytest.mark.rule("16.1a")
def test_flights_are_told() -> None:
    match = battle(UNITS, segment="air", tail='[air]\nde-air-1 = "1340"\nde-air-2 = "1433"\n')
    events = do(match, "fly de-air-8", "over 1439", "recall de-air-1", "stay de-air-2")
    assert happened(events, "flight") == [{"air": "de-air-8", "hex": "1439"}]
    sentences = [match.game.describe(event) for event in events]
    assert sentences[0] == "Fliegerkorps VIII flies to Sedan (1439)"
    assert [event.what for event in events] == ["flight", "air recalled", "air stays"]


@pytest.mark.rule("16.0a", "16.1a")
def test_without_an_air_unit_at_hand_the_segment_passes() -> None:
    used = "".join(f'de-air-{n} = "utilized"\n' for n in (1, 2, 4, 5, 8, 9))
    assert battle(UNITS, segment="air", tail="[air]\n" + used).view(None)["segment"] == "movement"


@pytest.mark.rule("16.1a")
def test_nothing_else_is_activated() -> None:
    match = battle(UNITS, segment="air")
    refused(match, "fly nobody", "16.1a", "or be done")
    refused(match, "move de-air-1", "16.1a", "or be done")
    refused(match, "fly fr-air-zoan", "16.2a")
    do(match, "fly de-air-1")
    refused(match, "over 9999", "16.1a", "choose where")
    refused(match, "fly de-air-2", "16.1a", "choose where")


@pytest.mark.rule("28.3a", "6.0f")
def test_without_anything_to_come_the_secret_schedule_asks_nobody() -> None:
    lost = ", ".join(f'{a.id} = "eliminated"' for a in BOX.air if a.side == 1)
    match = table('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "air"\n'
                  f'options = {{ variable-reinforcements = "on" }}\nair = {{ {lost} }}')
    assert match.view(None)["segment"] == "movement"


@pytest.mark.rule("28.1e", "16.1b", "16.9a")
def test_no_air_unit_flies_over_a_neutral_country() -> None:
    match = battle(UNITS, segment="air", options=("no-netherlands",))
    do(match, "fly de-air-8")
    assert "over 1334" not in legal(match)
    refused(match, "over 1333", "28.1e")
    refused(match, "over 2044", "16.1b")
    do(match, "over 1336")
    assert air_at(match, "de-air-8")[0] == "1336"
    war = battle(UNITS, segment="air")
    do(war, "fly de-air-8", "over 1333")
    assert air_at(war, "de-air-8")[0] == "1333"
