"""1.0, 2.3, 4.0, 7.4 The two coalitions, their countries and their counters."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES
from meuse.games.blitzkrieg.position import PLACES
from meuse.games.blitzkrieg.rules import command, shock, stacking, supply, zoc
from meuse.games.blitzkrieg.rules.movement_phase import WAYS
from meuse.games.blitzkrieg.rules.sequence import PHASES
from tests.games.blitzkrieg.box import BOARD, BOX, CHARTS, unit
from tests.games.blitzkrieg.field import battle, fight
from tests.games.blitzkrieg.table import at, do, index, inside, legal, opening, refused, table
from tests.games.blitzkrieg.table import unit as number

WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


@pytest.mark.rule("1.0a", "2.3.8a", "4.1a", "4.2.1a")
def test_two_coalitions_of_countries() -> None:
    match = opening()
    assert match.game.sides == ("axis", "allied")
    sides = {c.nation: c.side for c in BOX.counters} | {a.nation: a.side for a in BOX.airstrikes}
    allied = {"french", "british", "belgian", "dutch", "polish", "czech", "american"}
    assert sides == {"german": AXIS, **dict.fromkeys(allied, ALLIED)}
    assert {shock.side_of(country) for country in COUNTRIES if country != "germany"} == {ALLIED}
    assert match.view(None)["at_war"] == ["belgium", "france", "britain", "germany"]


@pytest.mark.rule("1.0b", "7.2.1a")
def test_one_partner_drops_out_and_the_others_fight_on() -> None:
    match = table('phase = "shock"\nturn = 3\ndice = [4]\nindex = { belgium = 22 }\n'
                  'units = { be-i = "4015", fr-i = "3226", de-iv = "5115" }')
    assert match.view(None)["collapsed"] == ["belgium"]
    assert [at(match, id) for id in ("be-i", "fr-i")] == ["withdrawn", "3226"]
    assert not match.view(None)["over"]


@pytest.mark.rule("4.1b", "7.4b")
def test_italy_luxembourg_and_the_united_states_have_no_index() -> None:
    assert COUNTRIES == ("netherlands", "belgium", "france", "britain", "germany")
    assert not any(c.nation == "italian" for c in BOX.counters)
    match = table('side = "axis"\nphase = "first movement"\nunits = { de-1-pz = "4820" }')
    do(match, "move de-1-pz", "step 4720")
    assert index(match) == {}


@pytest.mark.rule("4.5a", "7.4d")
@pytest.mark.parametrize(("side", "id", "start"), [("axis", "de-1-pz", "4820"), ("allied", "fr-i", "4723")])
def test_luxembourg_is_open_to_both_and_serves_neither(side: str, id: str, start: str) -> None:
    match = table(f'side = "{side}"\nphase = "first movement"\nunits = {{ {id} = "{start}" }}')
    do(match, f"move {id}")
    entered = [a for a in legal(match) if a.startswith("step") and BOARD.country[BOARD.grid.bit[a[5:]]] == "luxembourg"]
    assert entered
    do(match, entered[0])
    _g, p = inside(match)
    assert p.at_war.bit_count() == 4, "no country is the wiser"
    assert not any(mask & BOARD.countries["luxembourg"] for mask in BOARD.sources.values())
    assert not BOARD.cities & BOARD.countries["luxembourg"], "no railhead, before and after a French collapse"


@pytest.mark.rule("4.6a")
def test_british_cities_are_allied_whoever_stands_in_them() -> None:
    match = table('side = "allied"\nphase = "first movement"\nunits = { fr-i = "3214", gb-i = "2513" }')
    g, p = inside(match)
    assert supply.british_ports(g, p) >> BOARD.grid.bit["2814"] & 1, "nobody is there"
    do(match, "embark fr-i", "sail 2814")
    assert at(match, "fr-i") == "2814"


@pytest.mark.rule("4.3d")
def test_lines_of_supply_stop_at_neutral_borders() -> None:
    for more, fed in (("", False), (WAR, True)):
        g, p = inside(table(f'phase = "turn"\n{more}\nunits = {{ be-belgian-ghq = "4113", nl-i = "4411" }}'))
        dutch = BOARD.countries["netherlands"]
        assert bool(command.ground(g, p, ALLIED) & dutch) is fed
        assert bool(supply.Lines(g, p).reached(ALLIED, BOARD.sources["belgium"]) & dutch) is fed


@pytest.mark.rule("4.4h", "11.2.3a")
def test_staff_talks_open_french_headquarters_to_belgians_alone() -> None:
    units = 'fr-7-army = "3615", be-i = "3615", gb-i = "3615", nl-i = "3615"'
    for cards, served in (("", False), ("cards = { A23 = 1 }", True)):
        g, p = inside(table(f'phase = "turn"\n{cards}\n{WAR}\nunits = {{ {units} }}'))
        assert command.in_command(g, p, number("be-i")) is served
        assert not command.in_command(g, p, number("gb-i"))
        assert not command.in_command(g, p, number("nl-i"))


@pytest.mark.rule("2.6a")
def test_units_of_all_allied_countries_share_a_hex() -> None:
    match = table('side = "allied"\nphase = "first movement"\n'
                  'units = { gb-51 = "3924", be-ca = "3925", pl-1-pol = "3925", fr-1-dlm = "3925", gb-i = "3923" }')
    g, p = inside(match)
    assert stacking.room(g, p, number("gb-51"), BOARD.grid.bit["3925"])
    assert not stacking.room(g, p, number("gb-i"), BOARD.grid.bit["3925"])
    do(match, "move gb-51", "step 3925", "step 3926")
    assert at(match, "gb-51") == "3926", "and pass through each other"


@pytest.mark.rule("2.3a", "13.4a", "2.3.9a", "21.3a")
def test_ships_and_markers_are_no_units() -> None:
    pieces = {c.id for c in BOX.counters} | {a.id for a in BOX.airstrikes}
    assert not pieces & {s.id for s in BOX.ships}
    more = 'damaged = ["3226"]\nterror = ["3226"]\nentrenched = ["3226"]'
    g, p = inside(table(f'phase = "turn"\n{more}\nunits = {{ de-iv = "3226" }}'))
    assert stacking.load(g, p, AXIS, BOARD.grid.bit["3226"]) == 3
    shown = table(f'phase = "turn"\n{more}').view(None)
    assert {"anti_aircraft", "damaged", "entrenched", "flooded", "destroyed", "open_cities", "shock", "terror",
            "turn", "phase"} <= shown.keys()


@pytest.mark.rule("2.3.2a", "2.3.2c")
def test_land_units_and_airstrikes_have_two_sides_and_ships_one() -> None:
    match = table('phase = "turn"\nunits = { fr-i = { hex = "3226", fatigued = true }, fr-ii = "3226" }\n'
                  'air = { fr-ms-406-1 = { hex = "ready", fatigued = true } }')
    g, p = inside(match)
    assert [p.tired >> number(id) & 1 for id in ("fr-i", "fr-ii")] == [1, 0]
    assert [p.air_tired >> g.box.air_by_id[id] & 1 for id in ("fr-ms-406-1", "fr-ms-406-2")] == [1, 0]
    assert {s.entry.kind for s in BOX.ships} == {"gunfire", "amphibious"}
    assert not any(field in s.entry.__struct_fields__ for s in BOX.ships for field in ("front", "back"))


@pytest.mark.rule("2.3.4a", by="data")
def test_echelons_are_read_by_stacking_and_zones() -> None:
    sizes = {c.entry.size for c in BOX.counters}
    assert sizes == {"army", "corps", "division", "brigade", "regiment", "battalion"}
    loads = [unit(id).points for id in ("de-iv", "de-1-pz", "de-fjr-1", "de-koch")]
    assert loads == [3, 1, 1, 0]
    assert [unit(id).zone for id in ("de-iv", "de-1-pz", "de-fjr-1", "de-koch")] == [True, True, False, False]


@pytest.mark.rule("2.3.5a", by="data")
def test_a_regiment_names_its_division() -> None:
    assert [unit(id).name for id in ("de-16-22", "de-47-22", "de-65-22")] == ["16/22", "47/22", "65/22"]


@pytest.mark.rule("2.7a", by="data")
def test_a_turn_is_a_week() -> None:
    first = date(1940, 5, 10)
    days = [(first + timedelta(weeks=n)) for n in range(7)]
    assert list(CHARTS.campaign.turns) == [f"{day.day} {day:%B}" for day in days]


@pytest.mark.rule("2.4c")
def test_the_holding_areas() -> None:
    assert {"eliminated", "evacuated", "due", "reserve"} <= set(PLACES.values())
    match = table('phase = "turn"\n'
                  'units = { gb-i = "evacuated", fr-i = "eliminated", fr-4-dcr = { hex = "due", due = 2 } }')
    assert [at(match, id) for id in ("gb-i", "fr-i", "fr-4-dcr")] == ["evacuated", "eliminated", "due"]


@pytest.mark.rule("2.3.9b", "11.1b", "11.3a")
def test_command_follows_from_the_map_for_any_number_of_units() -> None:
    units = 'fr-6-army = "2731", fr-i = "2731", fr-ii = "2730", fr-iii = "2631", fr-1-dlm = "2732", fr-iv = "2722"'
    g, p = inside(table(f'phase = "turn"\nunits = {{ {units} }}'))
    commanded = [id for id in ("fr-6-army", "fr-i", "fr-ii", "fr-iii", "fr-1-dlm", "fr-iv")
                 if command.in_command(g, p, number(id))]
    assert commanded == ["fr-6-army", "fr-i", "fr-ii", "fr-iii", "fr-1-dlm"]


@pytest.mark.rule("11.4a", "18.5a")
def test_who_is_out_of_supply_stays_so_for_the_phase() -> None:
    match = table('side = "allied"\nphase = "first movement"\nunits = { fr-1-dlm = "2726", fr-6-army = "2731" }')
    do(match, "move fr-1-dlm", "step 2727", "step 2728", "step 2729", "step 2730")
    g, p = inside(match)
    assert command.in_command(g, p, number("fr-1-dlm")), "its headquarters has it now"
    assert p.unsupplied >> number("fr-1-dlm") & 1
    assert legal(match) == ["done", "move fr-6-army"], "half of eight points was all it had"


@pytest.mark.rule("11.4c", "9.1c")
def test_command_for_an_impulse_is_judged_as_its_phase_begins() -> None:
    units = 'de-kleist = "4825", de-1-pz = "4825", de-2-pz = "4832"'
    match = table(f'side = "axis"\nphase = "second movement"\ncards = {{ G01 = 1 }}\nunits = {{ {units} }}')
    do(match, "move de-kleist")
    while any(a.startswith("step") for a in legal(match)):
        do(match, next(a for a in legal(match) if a.startswith("step")))
    assert "move de-1-pz" in legal(match), "its headquarters has left, and it may act"
    refused(match, "move de-2-pz", "9.1b")


@pytest.mark.rule("14.0a", "14.2a")
def test_zones_of_both_sides_overlap_and_force_nobody_to_stop() -> None:
    match = table('side = "axis"\nphase = "first movement"\n'
                  'units = { de-1-pz = "2731", fr-ii = "2829", fr-iii = "2827" }')
    g, p = inside(match)
    both = zoc.zone(g, p, AXIS) & zoc.zone(g, p, ALLIED)
    assert both, "the same hex is in the zones of both"
    p.unsupplied = 0
    do(match, "move de-1-pz", "step 2730", "step 2729")
    assert at(match, "de-1-pz") == "2729", "it went on within the zone"


@pytest.mark.rule("3.0b")
def test_destroyed_units_pay_through_shock_alone() -> None:
    with_loss = table('phase = "end"\nturn = 7\nunits = { fr-i = "eliminated" }')
    without = table('phase = "end"\nturn = 7')
    assert with_loss.outcome is not None
    assert with_loss.outcome == without.outcome


@pytest.mark.rule("10.5a", "22.1a")
def test_new_ships_sail_in_the_turn_in_which_they_come() -> None:
    match = table('turn = 3\nside = "allied"\nphase = "cards"\nhands = { allied = ["A20"] }\n'
                  'units = { gb-51 = "3214", gb-i = "3214", gb-ii = "3214", gb-iii = "3015", gb-bef = "3015" }')
    do(match, "play A20")
    for id in ("gb-51", "gb-i", "gb-ii", "gb-iii", "gb-bef"):
        do(match, f"embark {id}", "sail 2814")
    assert at(match, "gb-bef") == "2814"


@pytest.mark.rule("4.3c", "4.3b")
def test_nobody_attacks_across_a_neutral_border() -> None:
    match = table('side = "allied"\nphase = "first combat"\n'
                  'units = { fr-i = "4011", nl-i = "4110", de-iv = "3226", fr-ii = "3225" }')
    assert legal(match) == ["attack 3226", "done"], "neutrals are no enemies"
    refused(match, "attack 4110", "15.0a")


@pytest.mark.rule("8.1(2.3)a", "8.1(2.7)a", "8.1(2.4)a")
def test_movement_air_bombardment_and_combat_alternate_through_three_impulses() -> None:
    names = [name for name, _ in PHASES]
    order = ["first movement", "first combat", "second movement", "second combat", "third movement", "third combat"]
    assert [name for name in names if name in order] == order
    assert set(WAYS) == {"move", "rail", "airlift", "drop", "embark"}
    later = table('side = "axis"\nphase = "second combat"\ncards = { G01 = 1 }\n'
                  'units = { de-kleist = "2729", de-1-pz = "2730", de-iv = "2730", fr-i = "2731" }')
    do(later, "attack 2731")
    refused(later, "with de-iv", "9.1b")


@pytest.mark.rule("N.a", by="data")
def test_french_armour_supports_and_german_armour_acts_alone() -> None:
    historical = {c.entry.name for c in BOX.cards if c.entry.historical}
    assert {"Armor Support", "Mobile Warfare"} <= historical
    assert "Army of Manoeuvre" not in historical


@pytest.mark.rule("12.1.1a")
def test_retreats_and_advances_cost_no_movement_points() -> None:
    match = battle('de-1-pz = "2730", fr-9-dim = "2731"', dice="6")
    fight(match, "2731", "de-1-pz")
    do(match, legal(match)[0])
    assert at(match, "fr-9-dim") != "2731"
    do(match, "pursue de-1-pz")
    assert at(match, "de-1-pz") == "2731"
    _, p = inside(match)
    assert (p.moved, p.minimum) == (0, 0)
