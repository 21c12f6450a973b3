"""2.3 The counters, 5.1 the set-up, 12.3 what marching costs."""

from __future__ import annotations

import re
from collections import Counter as Tally
from typing import Any

import pytest

from meuse.engine.contract import BadInput
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS
from tests.games.blitzkrieg.box import BOARD, BOX, CHARTS, GRID, airstrike, cell, hexes, unit, with_data

STOOD = {id: cell(name) for id, name in BOX.deployment.units.items()}


def test_what_is_in_the_box() -> None:
    assert len(BOX.counters) == 207 + 24
    assert len(BOX.airstrikes) == 37 + 30
    assert len(BOX.ships) == 9
    assert sum(c.side == AXIS for c in BOX.counters if not c.deception) == 95
    assert Tally(c.nation for c in BOX.counters if c.side == ALLIED and not c.deception) == {
        "french": 72, "british": 15, "belgian": 13, "dutch": 9, "polish": 2, "czech": 1,
    }


@pytest.mark.rule("19.2.1a", "19.2.2a", by="data")
def test_six_deception_units_of_either_class_for_each_side() -> None:
    found = Tally((c.side, c.mech) for c in BOX.counters if c.deception)
    assert found == {(side, mech): 6 for side in (AXIS, ALLIED) for mech in (False, True)}
    decoy = unit("de-deception-mech-3")
    assert (decoy.entry.size, decoy.move, decoy.attack, decoy.defence) == ("division", (8, 8), (0, 0), (0, 0))
    assert decoy.zone
    assert decoy.points == 1


@pytest.mark.rule("2.3.3a", "2.3.3b", by="data")
def test_what_is_mechanised() -> None:
    kinds = {c.entry.type for c in BOX.counters if c.mech}
    assert kinds == {
        "mechanised headquarters", "armour", "armoured infantry", "armoured cavalry", "motorised", "assault gun",
        "anti-tank gun", "deception",
    }
    assert not unit("de-1-cav").mech
    assert not unit("gb-rn").mech


@pytest.mark.rule("15.11a", by="data")
def test_armour_support_takes_a_brigade_or_division_of_armour() -> None:
    assert unit("de-11-schutzen").armour
    assert unit("fr-2-dlm").armour
    assert not unit("de-gd").armour, "motorised"
    assert not unit("de-stg").armour


@pytest.mark.rule("N.d", "N.f", by="data")
def test_factors_are_what_the_notes_ask_for() -> None:
    french = {(c.attack, c.defence) for c in BOX.counters if c.nation == "french" and c.corps and not c.fortress}
    assert len(french) == 3, "French corps come in three grades"
    panzers = {c.attack[0] for c in BOX.counters if c.entry.type == "armour" and c.side == AXIS}
    assert len(panzers) > 1, "panzer divisions vary"
    for c in BOX.counters:
        if c.entry.type == "armour" and c.side == ALLIED:
            assert c.attack[0] >= 2 * c.defence[0], c.id
    fastest = max(c.move[0] for c in BOX.counters if c.entry.type == "armour")
    assert all(c.move[0] < fastest for c in BOX.counters if c.hq)


@pytest.mark.rule("17.1.2a", "24.3.1a", by="data")
def test_the_back_is_weaker_than_the_front() -> None:
    for c in BOX.counters:
        for front, back in (c.attack, c.defence, c.move, c.support, c.radius, c.command):
            assert back <= front, c.id
    for a in BOX.airstrikes:
        assert a.air[1] <= a.air[0]
        assert a.bombardment[1] <= a.bombardment[0]


@pytest.mark.rule("12.1.2a", by="data")
def test_mobile_divisions_move_eight() -> None:
    assert {unit(id).move[0] for id in ("de-1-pz", "de-2-mot", "fr-1-dlm", "gb-1-arm")} == {8}


@pytest.mark.rule("13.1a", "13.1b", "13.1c", "13.1d", by="data")
def test_stacking_is_counted_in_divisions() -> None:
    ids = ("de-x", "de-1-pz", "de-6-army", "de-viii-flieger", "de-11-schutzen", "de-gd", "de-koch", "gb-fc")
    assert [unit(id).points for id in ids] == [3, 1, 1, 1, 1, 1, 0, 1]
    assert CHARTS.stacking.limit == 4


@pytest.mark.rule("14.1.1a", "14.1.1b", by="data")
def test_who_has_a_zone_of_control() -> None:
    assert all(unit(id).zone for id in ("de-1-pz", "de-x", "de-6-army", "fr-esc", "de-deception-1"))
    assert not any(unit(id).zone for id in ("de-gd", "de-11-schutzen", "de-koch", "de-viii-flieger", "gb-fc"))


@pytest.mark.rule("11.2.4a", "7.4a", by="data")
def test_poles_and_czechs_live_off_france_and_cost_britain_shock() -> None:
    for id in ("pl-1-pol", "cz-1-czech"):
        assert (unit(id).country, unit(id).shock) == ("france", "britain")
    assert unit("gb-51").entry.lent == "french"


@pytest.mark.rule("2.3.1a", by="data")
def test_highlighted_attacks_belong_to_chapter_23() -> None:
    kinds = {c.entry.type for c in BOX.counters if c.entry.highlighted}
    assert kinds == {"fortress assault", "assault gun", "anti-tank gun"}


# --- airstrikes and ships ---------------------------------------------------------------------------------------


@pytest.mark.rule("2.3.6b", "2.3.6c", by="data")
def test_every_airstrike_has_one_type() -> None:
    assert Tally(a.entry.type for a in BOX.airstrikes if a.side == AXIS) == {
        "fighter": 13, "bomber": 13, "attack": 5, "transport": 4, "reconnaissance": 2,
    }
    assert {a.id for a in BOX.airstrikes if a.entry.type == "mixed"} == {
        "fr-p-63-1", "fr-p-63-2", "be-mixed-1", "nl-mixed-1",
    }


@pytest.mark.rule("25.3c", "N.j", by="data")
def test_the_luftwaffe_has_the_edge() -> None:
    def offensive(side: int, turn: int) -> int:
        return sum(a.air[0] for a in BOX.airstrikes if a.offensive and a.side == side and a.turn == turn)

    assert airstrike("de-me-109-9").air == (5, 3)
    assert (offensive(AXIS, 1), offensive(ALLIED, 1), offensive(ALLIED, 2)) == (57, 30, 23)


@pytest.mark.rule("24.2b", "25.1a", "28.1a", "28.4a", "27.3a", "24.6.3_2a", by="data")
def test_who_flies_what() -> None:
    passive = ("reserve", "recovery", "ready")
    flown = {id: airstrike(f"{id}-1").missions for id in ("de-me-109", "de-me-110", "de-ju-52", "de-ju-87", "fr-p-63")}
    assert flown == {
        "de-me-109": ("air-superiority", "cap", "escort", *passive),
        "de-me-110": ("air-superiority", "cap", "escort", "bombardment", *passive),
        "de-ju-52": ("transport", *passive),
        "de-ju-87": ("bombardment", "close-support", "interdiction", *passive),
        "fr-p-63": ("bombardment", "close-support", "interdiction", "recon", *passive),
    }
    close = {a.entry.name for a in BOX.airstrikes if "close-support" in a.missions}
    assert close == {"Ju-87", "Hs-123", "Battle", "P-63"}, "a He-115 does not qualify"
    idle = {a.nation for a in BOX.airstrikes if "reserve" not in a.missions}
    assert idle == {"belgian", "dutch"}
    assert all("ready" in a.missions for a in BOX.airstrikes)


@pytest.mark.rule("10.4a", "4.7c", "6.4f", by="data")
def test_airstrikes_come_by_turn_and_by_card() -> None:
    assert {a.id for a in BOX.airstrikes if a.turn == 2} == {
        "fr-de-520-1", "fr-martin-167-1", "gb-hurr-3", "gb-hurr-4", "gb-spitf-1", "gb-spitf-2",
    }
    assert {a.id: a.card for a in BOX.airstrikes if a.card} == {
        "de-do-19-1": "G15", "de-do-19-2": "G15", "de-he-100-1": "G15", "gb-hurr-5": "A14", "gb-spitf-3": "A14",
        "us-c-75-1": "A13", "us-martin-167-1": "A13",
    }


@pytest.mark.rule("21.1a", "22.1a", by="data")
def test_the_ships() -> None:
    found = Tally((s.entry.kind, s.entry.nation, s.card) for s in BOX.ships)
    assert found == {
        ("gunfire", "british", ""): 2, ("gunfire", "french", ""): 1, ("amphibious", "british", ""): 4,
        ("amphibious", "british", "A20"): 2,
    }


# --- arrivals ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.0a", "10.8a", by="data")
def test_reinforcements_and_reserves() -> None:
    due: dict[int, set[str]] = {}
    for c in BOX.counters:
        if c.entry.turn > 1:
            due.setdefault(c.entry.turn, set()).add(c.id)
    assert due == {
        2: {"de-2-army", "de-ss-t", "de-xvii", "de-xxxviii", "de-xlii", "fr-4-dcr", "gb-1-arm"},
        3: {"de-9-army", "de-xliii", "de-xliv", "fr-xxv", "gb-rn", "pl-1-pol"},
        4: {"fr-10-army"},
        5: {"de-6-mtn", "gb-2-bef", "gb-can", "gb-52", "pl-2-pol", "cz-1-czech"},
    }
    reserve = {c.id for c in BOX.counters if c.entry.reserve}
    assert reserve == {"de-xxxi", "de-xxxii", "de-xxxiv", "de-xxxvi", "fr-xiv", "fr-xv"}
    assert {c.id for c in BOX.counters if c.entry.turn == 0} - reserve == {"de-stg-2", "de-88-sp", "gb-anac"}


@pytest.mark.rule("5.3a", "5.3b", by="data")
def test_cards_change_who_is_set_up() -> None:
    plain = {c.id for c in BOX.at_start()}
    assert {c.id for c in BOX.at_start(["G11"])} - plain == {"de-koch", "de-hed", "de-niwi", "de-bb"}
    open_line = {c.id for c in BOX.at_start(["A05"])}
    works = {c.id for c in BOX.counters if c.fortress and c.nation == "french"}
    assert len(works) == 7
    assert plain - open_line == works
    assert open_line - plain == {f"{id}-field" for id in works}


@pytest.mark.rule("17.9a", "N.g", by="data")
def test_who_starts_fatigued() -> None:
    tired = {c.id for c in BOX.counters if c.entry.fatigued}
    assert tired == {
        "fr-xli", "fr-x", "fr-xlv", "fr-3-dcr", "fr-4-dcr", "fr-1r", "fr-2r", "fr-3r", "gb-loc", "be-v", "be-vi",
        "nl-res", "cz-1-czech",
    }


# --- the set-up -------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1d", by="data")
@pytest.mark.parametrize("played", [("G11",), ("G11", "A05")])
def test_everybody_stood_within_his_zone(played: tuple[str, ...]) -> None:
    start = BOX.at_start(played)
    assert len(start) > 160
    for c in start:
        assert BOX.may_set_up(c, STOOD) >> STOOD[c.id] & 1, f"{c.id} in {BOX.deployment.units[c.id]}"


@pytest.mark.rule("13.5a", by="data")
@pytest.mark.parametrize("played", [("G11",), ("G11", "A05")])
def test_the_historical_set_up_keeps_the_stacking_limit(played: tuple[str, ...]) -> None:
    filled = Tally[int]()
    for c in BOX.at_start(played):
        filled[STOOD[c.id]] += c.points
    assert max(filled.values()) <= CHARTS.stacking.limit


@pytest.mark.rule("18.1a", "18.3a", by="data")
def test_only_the_chasseurs_start_without_a_headquarters_in_reach() -> None:
    covered = dict.fromkeys(BOARD.sources, 0)
    for c in BOX.at_start():
        if c.hq:
            covered[c.country] |= BOX.commanded(c, STOOD[c.id])
    alone = []
    for c in BOX.at_start():
        reach = covered[c.country] | (covered["france"] if c.entry.lent else 0) | BOARD.sources[c.country]
        ports = BOARD.ports if c.nation == "british" else 0
        exempt = c.hq or c.air_base or c.special or c.fortress
        if not exempt and not (reach | ports) >> STOOD[c.id] & 1:
            alone.append(c.id)
    assert alone == ["be-ca"]


@pytest.mark.rule("5.1d", by="data")
def test_zones_follow_their_headquarters() -> None:
    panzer = unit("de-1-pz")
    assert BOX.may_set_up(panzer, {}) == 0
    near = BOX.may_set_up(panzer, {"de-xix-mot": cell("4820")})
    assert near >> cell("4920") & 1
    assert near & ~BOARD.countries["germany"] == 0
    assert hexes(BOX.may_set_up(unit("fr-hagen"), {})) == ["5526"]
    assert hexes(BOX.may_set_up(unit("gb-fc"), {})) == ["2212"]
    assert BOX.may_set_up(unit("be-ca"), {}) == BOARD.regions["ardennes"]
    assert BOX.may_set_up(unit("de-fjr-1"), {}) == BOARD.airfields & BOARD.countries["germany"]
    ports = hexes(BOX.may_set_up(unit("gb-loc"), {}))
    assert "2223" in ports
    assert "1135" not in ports, "Saint-Nazaire lies on the Atlantic"
    three_r = BOX.may_set_up(unit("fr-3r"), {})
    assert GRID.disc(cell("3226"), 3) | GRID.disc(cell("3227"), 3) == three_r, "within three of either hex of Paris"
    assert BOX.may_set_up(unit("fr-deception-1"), {}) == BOARD.countries["france"]


@pytest.mark.rule("11.1a", by="data")
def test_command_radius_is_spent_on_terrain() -> None:
    """Three points reach three clear hexes, and in the Eifel one mechanised step."""
    army = BOX.commanded(unit("fr-6-army"), cell("4026"))
    assert army >> cell("4025") & 1
    corps = BOX.commanded(unit("de-xix-mot"), cell("4820"))
    assert corps >> cell("4820") & 1
    far = [n for n in hexes(corps) if GRID.distance(cell(n), cell("4820")) > 1]
    assert all(BOARD.terrain[cell(n)] in ("clear", "broken") for n in far)


def test_the_scenarios_are_played_with_their_cards() -> None:
    campaign, free = CHARTS.scenarios["campaign"], CHARTS.scenarios["campaign-free"]
    assert (campaign.cards, campaign.deployment) == ("historical", "historical")
    assert (free.cards, free.deployment) == ("free", "free")
    assert campaign.last_turn == free.last_turn == len(CHARTS.campaign.turns) == 7


def test_attack_strength_is_about_even_at_the_start() -> None:
    total = [sum(c.attack[0] for c in BOX.at_start(["G11"]) if c.side == side) for side in (AXIS, ALLIED)]
    assert total == [265, 270]


# --- marching ---------------------------------------------------------------------------------------------------


def step_cost(kind: str, a: str, b: str, flooded: int = 0) -> int | None:
    d = GRID.direction(cell(a), cell(b))
    assert d >= 0, "not neighbours"
    costs = [cost for cost, sides in BOX.goings[kind].steps(flooded) if sides[d] >> cell(a) & 1]
    assert len(costs) <= 1, "a step has one price"
    return costs[0] if costs else None


@pytest.mark.rule("12.3.1a", "12.1.1b", "23.5.1a", by="data")
@pytest.mark.parametrize(
    ("kind", "a", "b", "cost"),
    [
        ("foot", "4025", "4026", 1),     # clear
        ("foot", "4720", "4620", 2),     # into the Ardennes
        ("mech", "4720", "4620", 3),
        ("special", "4720", "4620", 1),
        ("mech", "4322", "4323", 3),     # across the Meuse
        ("foot", "4322", "4323", 2),
        ("special", "4322", "4323", 1),
        ("mech", "2223", "2324", None),  # the mouth of the Seine
        ("foot", "3214", "3213", None),  # into the sea
        ("foot", "4304", "4204", 1),     # the Afsluitdijk
    ],
)
def test_steps_cost_what_the_terrain_chart_says(kind: str, a: str, b: str, cost: int | None) -> None:
    assert step_cost(kind, a, b) == cost


@pytest.mark.rule("36.3a", "12.3.2a", by="data")
def test_floods_cost_and_bridgeheads_save() -> None:
    flooded = BOARD.floods["netherlands"]
    assert step_cost("foot", "4408", "4308") == 1
    assert step_cost("foot", "4408", "4308", flooded) == 2
    assert step_cost("mech", "4408", "4308", flooded) == 3
    d = GRID.direction(cell("4322"), cell("4323"))
    bridged = tuple(1 << cell("4322") if k == d else 0 for k in range(6))
    costs = [cost for cost, sides in BOX.goings["mech"].steps(0, bridged) if sides[d] >> cell("4322") & 1]
    assert costs == [1]


def test_a_panzer_division_needs_two_impulses_from_the_our_to_sedan() -> None:
    steps, sedan = BOX.goings["mech"].steps(), cell("4322")
    first = sum(GRID.reach(1 << cell("4720"), 8, steps))
    assert not first >> sedan & 1
    assert any(sum(GRID.reach(1 << start, 8, steps)) >> sedan & 1 for start in bits(first))


def test_a_unit_is_spoken_of_by_nation_and_size_where_its_printed_name_says_too_little() -> None:
    """There is a I Corps in four armies and a 9 Army in two nations; there is one 1 Pz."""
    names = {c.id: c.name for c in BOX.counters}
    assert {id: names[id] for id in ("fr-i", "gb-i", "gb-51", "de-9-army", "fr-9-army", "de-1-pz", "de-kleist")} == {
        "fr-i": "French I Corps", "gb-i": "British I Corps", "gb-51": "British 51 Division",
        "de-9-army": "German 9 Army", "fr-9-army": "French 9 Army", "de-1-pz": "1 Pz", "de-kleist": "Kleist"}
    told = [c.name for c in BOX.counters if not c.deception and not c.entry.replaces]
    assert len(told) == len({*told}), sorted(name for name in told if told.count(name) > 1)


# --- bad data ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"units": {"units": {"de-1-pz": {"front": {"radius": 3}}}}}, "de-1-pz.front: headquarters have a command"),
        ({"units": {"units": {"de-1-pz": {"front": {"command": 3}}}}}, "de-1-pz.front: air bases have an air command"),
        ({"units": {"units": {"fr-esc": {"front": {"move": 3}}}}}, "fr-esc.front: a fortress garrison does not move"),
        ({"units": {"units": {"fr-esc-field": {"replaces": "fr-x9"}}}}, "replaces: 'fr-x9' is not a unit"),
        ({"units": {"units": {"de-xxxi": {"turn": 9}}}}, "units.de-xxxi.turn: expected 1 to 7, or 0"),
        ({"units": {"units": {"de-koch": {"card": "G99"}}}}, "units.de-koch.card: 'G99' is not a card"),
        ({"units": {"units": {"de-koch": {"type": "ninja"}}}}, "Invalid enum value 'ninja'"),
        ({"deployment": {"units": {"de-koch": "9999"}}}, "units.de-koch: '9999' is not a hex of the map"),
        ({"deployment": {"units": {"de-2-army": "4920"}}}, "units: 'de-2-army' is not a unit of the start"),
        ({"deployment": {"zones": {"de-koch": {"of": "Berlin"}}}}, "zones.de-koch: 'Berlin' is not a place"),
        ({"deployment": {"zones": {"de-koch": {"with": "de-x"}}}}, "zones.de-koch: 'de-x' is not a headquarters"),
        ({"scenarios": {}}, "scenarios: expected one of the tables map, units, cards, charts, deployment"),
    ],
)
def test_bad_data_say_what_is_wrong(overlay: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        with_data(overlay)
