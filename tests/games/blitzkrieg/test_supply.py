"""14.0 Zones of control, 11.0 command, 18.0 supply, 13.0 stacking."""

from __future__ import annotations

import pytest

from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.position import ELIMINATED, BlitzPosition
from meuse.games.blitzkrieg.rules import command, stacking, supply, zoc
from meuse.games.blitzkrieg.rules.islands import Islands
from tests.games.blitzkrieg.table import game, inside, table, unit


def laid(units: str, more: str = "") -> tuple[Blitzkrieg, BlitzPosition]:
    return inside(table(f'phase = "turn"\n{more}\nunits = {{ {units} }}'))


def zone(units: str, side: int, more: str = "") -> list[str]:
    g, p = laid(units, more)
    return game().grid.names_of(zoc.zone(g, p, side))


def in_supply(units: str, id: str, more: str = "") -> bool:
    g, p = laid(units, more)
    return supply.supplied(g, p, unit(id))


def in_command(units: str, id: str, more: str = "") -> bool:
    g, p = laid(units, more)
    return command.in_command(g, p, unit(id))


@pytest.mark.rule("18.1.1a")
def test_pieces_of_ground_stay_apart_when_they_are_asked_for_together() -> None:
    g = game()
    one, other = g.one[g.grid.bit["2731"]], g.one[g.grid.bit["3925"]]
    pieces = Islands(g, one | other)
    assert pieces.joined(one | other) == one | other
    assert (pieces.joined(one), pieces.joined(other)) == (one, other)


# --- zones -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.5i", "14.1a")
def test_a_zone_is_the_ring_of_six_hexes() -> None:
    assert zone('de-iv = "3925"', 0) == ["3824", "3825", "3924", "3926", "4024", "4025"]
    assert zone('de-iv = "3925", fr-i = "3924"', 0) == zone('de-iv = "3925"', 0), "never cancelled"


@pytest.mark.rule("14.1.1a", "14.1.1b", "17.1.2a")
@pytest.mark.parametrize(
    ("units", "exerts"),
    [
        ('de-1-pz = "3925"', True), ('de-6-army = "3925"', True), ('de-deception-1 = "3925"', True),
        ('de-gd = "3925"', False), ('de-koch = "3925"', False), ('de-viii-flieger = "3925"', False),
        ('de-iv = { hex = "3925", fatigued = true }', False),
    ],
)
def test_who_exerts_a_zone(units: str, exerts: bool) -> None:
    assert bool(zone(units, 0)) is exerts
    g, p = laid(units)
    assert zoc.exerts(g, p, unit(units.split()[0])) is exerts


@pytest.mark.rule("4.3e")
def test_neutrals_exert_none() -> None:
    assert zone('nl-i = "4409"', 1) == []
    assert not zoc.exerts(*laid('nl-i = "4409"'), unit("nl-i"))
    war = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
    assert len(zone('nl-i = "4409"', 1, war)) == 6


@pytest.mark.rule("14.1c")
def test_zones_do_not_reach_over_water_into_mountains_or_held_forts() -> None:
    assert "2324" not in zone('de-iv = "2223"', 0)
    assert "5230" not in zone('de-iv = "5130"', 0), "the Vosges"
    held = zone('de-iv = "4622", fr-col = "4623"', 0)
    assert "4623" not in held
    assert "4623" in zone('de-iv = "4622"', 0), "an empty fort does not keep it out"
    assert "4623" in zone('de-iv = "4622", fr-col = "4623"', 0, 'destroyed = ["4623"]')


# --- command -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1a", "2.5d")
def test_command_radius_is_counted_in_movement_points() -> None:
    assert in_command('fr-6-army = "2731", fr-xxi = "2728"', "fr-xxi"), "three clear hexes"
    assert not in_command('fr-6-army = "2731", fr-xxi = "2727"', "fr-xxi")
    assert in_command('fr-6-army = "2731", fr-xxi = "2731"', "fr-xxi"), "its own hex"
    assert not in_command('fr-6-army = { hex = "2731", fatigued = true }, fr-xxi = "2728"', "fr-xxi")
    assert in_command('fr-9-army = "4122", fr-x = "4222"', "fr-x")
    assert not in_command('fr-2-army = "4322", fr-x = "4520"', "fr-x"), "over the Meuse and into the Ardennes"


@pytest.mark.rule("11.2.1b")
def test_a_trace_may_end_in_an_enemy_zone_and_not_pass_through() -> None:
    near, far = 'fr-6-army = "2731", fr-xxi = "2730"', 'fr-6-army = "2731", fr-xxi = "2728"'
    assert in_command(f'{near}, de-iv = "2829"', "fr-xxi"), "into the zone"
    assert not in_command(f'{far}, de-iv = "2829"', "fr-xxi"), "and no farther"
    assert in_command(f'{far}, de-iv = {{ hex = "2829", fatigued = true }}', "fr-xxi")
    assert not in_command(f'{far}, de-gd = "2729"', "fr-xxi"), "not through units either"


@pytest.mark.rule("11.1a", "11.2.1b")
def test_ground_that_the_enemy_has_left_is_within_the_radius_again_though_still_in_a_zone() -> None:
    g, p = laid('fr-6-army = "2731", fr-xxi = "2732", de-iv = "2829", de-gd = "2730"')
    before = command.commanded(g, p, unit("fr-6-army"))
    assert not before >> g.grid.bit["2730"] & 1, "an enemy stands there"
    p.put(g, unit("de-gd"), ELIMINATED)
    p.put(g, unit("fr-xxi"), g.grid.bit["2730"])
    assert command.in_command(g, p, unit("fr-xxi"))


@pytest.mark.rule("11.2.1a")
def test_neutral_ground_stops_a_trace() -> None:
    units = 'de-18-army = "4710", de-x = "4610"'
    assert not in_command(units, "de-x")
    war = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
    assert in_command(units, "de-x", war)


@pytest.mark.rule("11.2.3a", "4.4f", "11.2.4a")
def test_headquarters_serve_their_own_nation() -> None:
    assert not in_command('fr-7-army = "3216", gb-i = "3216"', "gb-i")
    assert in_command('fr-7-army = "3216", pl-1-pol = "3216"', "pl-1-pol")
    assert in_command('fr-7-army = "3216", gb-51 = "3216"', "gb-51"), "lent to the French"
    gone = 'collapsed = ["france"]'
    assert not in_command('fr-7-army = "3216", pl-1-pol = "3216"', "pl-1-pol", gone)
    assert in_command('gb-bef = "3216", pl-1-pol = "3216"', "pl-1-pol", gone)


@pytest.mark.rule("11.0c")
def test_forward_logistics_lengthens_the_radius_of_mechanised_headquarters() -> None:
    units = 'de-xix-mot = "2731", de-1-pz = "2727"'
    assert not in_command(units, "de-1-pz")
    assert in_command(units, "de-1-pz", "cards = { G18 = 1 }")
    for card in ("", "cards = { G18 = 1 }"):
        g, p = laid('de-kleist = { hex = "2731", fatigued = true }', card)
        assert command.radius(g, p, unit("de-kleist")) == g.counters[unit("de-kleist")].radius[1], "not when Fatigued"
    ring = dict(zip(("2730", "2830", "2831", "2732", "2631", "2630"),
                    ("de-gd", "de-ss-lah", "de-fjr-1", "de-fjr-2", "de-16-22", "de-47-22"), strict=True))
    cut = ", ".join(f'{id} = "{hex}"' for hex, id in ring.items())
    assert not in_supply(f'fr-6-army = "2731", {cut}', "fr-6-army"), "regiments without zones stand on every way"
    landed = 'landed = ["de-fjr-1"]'
    g, p = laid('fr-i = "2731", de-fjr-1 = "2731"', landed)
    p.air_supply = g.one[p.at[unit("fr-i")]]
    assert supply.supplied(g, p, unit("de-fjr-1"))
    assert not supply.supplied(g, p, unit("fr-i")), "German crates feed Germans"
    g, p = laid('fr-6-army = "2731", fr-i = "2731", de-fjr-1 = "2731"', landed)
    assert command.in_command(g, p, unit("fr-i")), "in its own hex, whoever has landed there"


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18.1a", "18.1.2a", "18.3a")
def test_supply_goes_through_a_headquarters_to_a_source() -> None:
    assert in_supply('fr-6-army = "4026", fr-xxi = "4025"', "fr-xxi")
    assert not in_supply('fr-xxi = "3225"', "fr-xxi"), "next to Paris, without a headquarters"
    assert in_supply('fr-xxi = "3226"', "fr-xxi"), "in the source itself"
    assert in_supply('fr-zoan = "3221"', "fr-zoan"), "an air base traces by itself"


RING = 'de-iv = "3924", de-ix = "3926", de-xi = "4024", de-xxvii = "4025", de-ii = "3824", de-v = "3825"'


@pytest.mark.rule("18.1.1a")
def test_a_line_of_supply_is_blocked_by_units_and_zones() -> None:
    assert in_supply('fr-6-army = "3925"', "fr-6-army")
    assert not in_supply(f'fr-6-army = "3925", {RING}', "fr-6-army")
    pincers = 'fr-6-army = "3925", de-iv = "3922", de-ix = "3928", de-xi = "4125", de-ii = "3724"'
    assert in_supply(pincers, "fr-6-army")
    closed = 'fr-6-army = "3925", de-iv = "3923", de-ix = "3927", de-xi = "4125", de-ii = "3725"'
    assert not in_supply(closed, "fr-6-army"), "every way leads through a zone"


@pytest.mark.rule("18.2a", "4.4g", "7.2.1c")
def test_sources_serve_their_own_country() -> None:
    assert not in_supply('gb-i = "3226"', "gb-i")
    assert in_supply('be-i = "4013"', "be-i")
    assert not in_supply('fr-6-army = "3925"', "fr-6-army", 'collapsed = ["france"]')


@pytest.mark.rule("18.2b")
def test_british_units_live_off_ports_in_allied_hands() -> None:
    assert in_supply('gb-loc = "2223"', "gb-loc")
    assert in_supply('gb-bef = "3216", fr-i = "3015"', "gb-bef"), "a French corps holds Calais"
    assert not in_supply('gb-bef = "3216"', "gb-bef"), "no port is held"
    assert not in_supply('fr-7-army = "3216", gb-i = "3015"', "fr-7-army", 'collapsed = ["france"]')


@pytest.mark.rule("22.9a")
def test_an_inland_port_needs_open_water() -> None:
    war = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'
    assert not in_supply('gb-bef = "4014", be-v = "4013"', "gb-bef"), "Antwerp is shut while the Dutch are neutral"
    assert in_supply('gb-bef = "4014", be-v = "4013"', "gb-bef", war)


@pytest.mark.rule("17.6.1a", "26.6.1a")
def test_damaged_and_terrorised_sources_do_not_work() -> None:
    dutch = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]\n'
    units = 'nl-fa = "4309"'
    assert in_supply(units, "nl-fa", dutch + 'damaged = ["4009"]')
    assert not in_supply(units, "nl-fa", dutch + 'damaged = ["4009"]\nterror = ["4207"]')


@pytest.mark.rule("18.3b", "18.3c")
def test_fortress_and_special_units_need_no_line() -> None:
    assert in_supply('fr-hagen = "5526"', "fr-hagen")
    assert not in_supply('fr-hagen = "5526"', "fr-hagen", 'destroyed = ["5526"]')
    assert in_supply('de-bb = "3226"', "de-bb")


@pytest.mark.rule("4.3e")
def test_neutrals_need_no_supply() -> None:
    assert in_supply('nl-lt = "4802"', "nl-lt")


# --- stacking ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.1a", "13.1b", "13.1c", "13.1d")
@pytest.mark.parametrize(
    ("units", "id", "fits"),
    [
        ('de-iv = "4026"', "de-1-pz", True), ('de-iv = "4026"', "de-6-army", True), ('de-iv = "4026"', "de-ix", False),
        ('de-iv = "4026", de-1-pz = "4026"', "de-gd", False), ('de-iv = "4026", de-1-pz = "4026"', "de-koch", True),
        ('de-iv = "4026", de-1-pz = "4026"', "de-viii-flieger", False),
        ('de-1-pz = "4026", de-2-pz = "4026", de-10-pz = "4026"', "de-6-pz", True),
    ],
)
def test_four_divisions_to_a_hex(units: str, id: str, fits: bool) -> None:
    g, p = laid(units)
    assert stacking.room(g, p, unit(id), game().grid.bit["4026"]) is fits


@pytest.mark.rule("6.4e")
@pytest.mark.parametrize(("hex", "turn", "fits"), [("4620", 1, True), ("4620", 2, True), ("4620", 3, False),
                                                   ("4722", 1, True), ("4026", 1, False)])
def test_the_manstein_plan_crowds_the_ardennes(hex: str, turn: int, fits: bool) -> None:
    g, p = laid(f'de-iv = "{hex}"', f"turn = {turn}\ncards = {{ G04 = 1 }}")
    assert stacking.room(g, p, unit("de-ix"), game().grid.bit[hex]) is fits


@pytest.mark.rule("18.2a", "18.2b")
def test_poles_live_on_british_ports_once_france_has_gone() -> None:
    assert in_supply('pl-1-pol = "3214"', "pl-1-pol", 'collapsed = ["france"]')
    assert not in_supply('pl-1-pol = "3214"', "pl-1-pol")
    assert not in_supply('fr-i = "3214"', "fr-i", 'collapsed = ["france"]')


DIJON = 'damaged = ["1531", "2535", "2724", "3032", "3226", "3227"]'
"""The other sources of France do not work."""


@pytest.mark.rule("18.2a", "33.2a")
def test_an_open_city_feeds_nobody() -> None:
    assert in_supply('fr-6-army = "4335"', "fr-6-army", DIJON)
    assert not in_supply('fr-6-army = "4335"', "fr-6-army", DIJON + '\nopen_cities = ["4435"]')


@pytest.mark.rule("18.1.1a")
def test_beside_a_source_a_headquarters_is_fed_though_both_lie_in_enemy_zones() -> None:
    ring = 'de-iv = "4434", de-ix = "4536", de-xi = "4336"'
    assert in_supply(f'fr-6-army = "4335", {ring}', "fr-6-army", DIJON)
    assert not in_supply(f'fr-6-army = "4334", {ring}', "fr-6-army", DIJON), "not through a zone"
    assert in_supply('fr-6-army = "4334", de-iv = "4536"', "fr-6-army", DIJON), "a source may lie in one"
    besieged = ", ".join(f'de-{n} = "{hex}"' for n, hex in zip(
        ("iv", "ix", "xi", "v", "viii", "iii"), ("4434", "4535", "4536", "4436", "4336", "4335"), strict=True))
    assert in_supply(f'fr-6-army = "4435", {besieged}', "fr-6-army", DIJON), "nor does it need a way out"


@pytest.mark.rule("18.3b", "18.3c", "19.2.2a")
def test_who_needs_no_headquarters() -> None:
    assert in_supply('fr-deception-1 = "2731"', "fr-deception-1")
    assert in_supply('fr-thion = "4823"', "fr-thion")
    assert not in_supply('fr-i = "4823"', "fr-i"), "works feed their garrison alone"
    assert not in_supply('fr-thion = "2731"', "fr-thion"), "and nowhere else"


@pytest.mark.rule("18.1.2a", "18.1.1a")
def test_a_headquarters_is_not_fed_through_another() -> None:
    units = 'fr-6-army = "2730", fr-9-army = "2731", fr-xxi = "2731", de-iv = "2830", de-ix = "2631"'
    assert in_supply(units, "fr-6-army"), "a line may end in a zone"
    assert in_supply(units, "fr-xxi"), "within its radius"
    assert not in_supply(units, "fr-9-army"), "which would have to go on through the zone"
