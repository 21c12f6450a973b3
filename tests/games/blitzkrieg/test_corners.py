"""Corners where two chapters meet: each rule here holds although another one seems to be about something else."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.field import battle, fatigued, fight, shifts
from tests.games.blitzkrieg.sky import BASES, box_of, display, sky, tired
from tests.games.blitzkrieg.table import at, do, happened, index, inside, legal, refused, table, unit

AT_WAR = 'at_war = ["netherlands", "belgium", "france", "britain", "germany"]'


@pytest.mark.rule("11.2.4a", "4.4a", "4.4b")
def test_poles_and_czechs_attack_as_french_until_france_collapses() -> None:
    units = 'fr-i = "2730", pl-1-pol = "2732", cz-1-czech = "2732", gb-i = "2830", de-iv = "2731"'
    match = battle(units, side="allied")
    do(match, "attack 2731", "with pl-1-pol", "with fr-i", "with cz-1-czech")
    refused(match, "with gb-i", "4.4a")
    after = battle(units.replace('fr-i = "2730", ', ""), side="allied", more='collapsed = ["france"]')
    do(after, "attack 2731", "with pl-1-pol", "with gb-i", "with cz-1-czech")
    coast = battle('pl-1-pol = "2722", fr-i = "2820", de-iv = "2721"', side="allied")
    do(coast, "attack 2721", "with pl-1-pol", "with fr-i", "probe")
    assert legal(coast) == ["gunfire 0", "gunfire 1"], "the French ship, not the British"


@pytest.mark.rule("26.7.1c")
def test_strikes_of_an_earlier_week_wear_nobody_out() -> None:
    units = f'{BASES}, fr-i = "4323", fr-ii = "4223"'
    match = sky("first movement", {"de-he-111-1": "interdiction"}, units, 'side = "allied"\ncards = { G09 = 1 }',
                dice="[1]")
    do(match, "move fr-i", "step 4324", "strike", "join de-he-111-1", "from de-viii-flieger", "go")
    while match.view(None)["turn"] == 2:
        do(match, "stop" if "stop" in legal(match) else "pass" if "pass" in legal(match) else "done")
    match.apply("axis", "assign de-he-111-1")
    match.apply("axis", "into interdiction")
    while (match.view(None)["phase"], match.view(None)["active"]) != ("first movement", "allied"):
        do(match, "done" if "done" in legal(match) else legal(match)[0])
    do(match, "move fr-ii", "step 4224", "strike", "join de-he-111-1", "from de-viii-flieger", "go")
    assert (box_of(match, "de-he-111-1"), tired(match, "de-he-111-1")) == ("interdiction", False)


@pytest.mark.rule("15.9.4a", "4.3b")
def test_neutral_ground_is_no_way_out_for_germans_either() -> None:
    ring = 'fr-i = "4717", fr-ii = "4815", de-iv = "4716"'
    match = battle(ring, side="allied", dice="4")
    assert shifts(fight(match, "4716", "fr-i")).get("concentric attack") == 1
    assert "concentric attack" not in shifts(fight(battle(ring, side="allied", dice="4", more=AT_WAR), "4716", "fr-i"))


@pytest.mark.rule("18.3a", "30.6.2a")
def test_who_stands_at_a_source_is_fed_though_paratroops_come_down_on_it() -> None:
    match = table(f'side = "axis"\nphase = "first combat"\nlanded = ["de-fjr-1", "de-fjr-2"]\n{AT_WAR}\n'
                  'units = { nl-i = "4009", de-fjr-1 = "4009", nl-ii = "4412", de-fjr-2 = "4412" }')
    _, p = inside(match)
    assert not p.unsupplied >> unit("nl-i") & 1, "always in supply, regardless of anything else"
    assert p.unsupplied >> unit("nl-ii") & 1, "no line leads into the hex"


@pytest.mark.rule("23.5.1a", "14.4.1a")
@pytest.mark.parametrize(("id", "die", "worn"), [("de-bb", 1, False), ("de-gd", 4, True)])
def test_special_forces_retreat_through_zones_unharmed(id: str, die: int, worn: bool) -> None:
    match = battle(f'{id} = "2731", fr-i = "2730", fr-ii = "2632", fr-iii = "2832"', side="allied", dice=str(die))
    (told,) = happened(fight(match, "2731", "fr-i"), "combat")
    assert told["result"] == "DR1"
    if at(match, id) == "2731":
        do(match, legal(match)[0])
    assert at(match, id) not in ("2731", "eliminated")
    assert fatigued(match, id) is worn
