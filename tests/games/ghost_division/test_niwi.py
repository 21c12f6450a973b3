"""34.0 Operation Niwi."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.ghost_division.rules.niwi import Drop
from meuse.games.ghost_division.rules.recon import GroundRecon
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import do, happened, legal, piece, refused, table

NIWI = 'options = { niwi = "on" }\n'


def dropped(grid: str, *dice: int, more: str = "") -> Desk:
    return Desk(NIWI + more, Drop()).do(f"land {grid}").chance(*dice)


# 34.1


@pytest.mark.rule("34.1a")
def test_after_set_up_the_kommando_may_be_dropped_in_any_grid_and_never_later() -> None:
    match = table(NIWI + 'phase = "set-up"')
    do(match, "done")
    assert len(legal(match)) == 54 + 1
    do(match, "pass")
    view = match.view(None)
    assert view["turn"] == 1
    assert view["phase"] != "set-up"
    assert "niwi" not in view["units"]
    assert not [action for action in legal(match) if action.startswith("drop")]


def test_records_of_version_0_2_landed_it_by_another_word() -> None:
    match = table(NIWI + 'phase = "set-up"')
    do(match, "done", "land N13")
    record = match.record
    record["actions"] = [[side, action.replace("land", "drop"), *rest] for side, action, *rest in record["actions"]]
    assert [a[1] for a in record["actions"]].count("drop N13") == 1
    assert meuse.replay(record).view("german") == match.view("german")


@pytest.mark.rule("34.1a", "10.4a", "4.0e")
def test_without_the_rule_there_is_none() -> None:
    assert Desk("", Drop()).over
    match = table('phase = "set-up"')
    do(match, "done")
    assert match.view(None)["phase"] != "set-up"


@pytest.mark.rule("34.1a")
@pytest.mark.parametrize("die", range(1, 7))
def test_it_is_paid_first_and_lost_on_a_6(die: int) -> None:
    desk = dropped("N13", die)
    assert desk.op == 37
    assert desk.over
    assert desk.place("niwi") == ("scrap" if die == 6 else "N13")
    assert desk.told("kommando drop") == [{"grid": "N13", "die": die, "success": die < 6}]


@pytest.mark.rule("34.1a")
@pytest.mark.parametrize(("op", "asked"), [(4, True), (3, False)])
def test_it_must_be_paid_for(op: int, asked: bool) -> None:
    assert Desk(f"{NIWI}op = {op}", Drop()).over is not asked


@pytest.mark.rule("34.1b")
def test_what_is_in_the_grid_is_revealed_and_has_its_effect() -> None:
    depot = dropped("N13", 1, more='[fog]\nN13 = "installation"')
    assert depot.op == 37 + 2
    assert depot.fog("N13") == ""
    obstacle = dropped("N13", 5, more='[fog]\nN13 = "obstacle"')
    assert obstacle.fog_shown("N13")
    lost = dropped("N13", 6, more='[fog]\nN13 = "obstacle"')
    assert not lost.fog_shown("N13")


@pytest.mark.rule("34.1b", "17.1a")
def test_a_formation_there_is_revealed_and_not_fought_now() -> None:
    desk = Desk(NIWI + '[formations]\n"53 DI" = "N13"', Drop()).do("land N13").chance(1, 4)
    assert desk.over
    assert desk.shown("53-di")
    assert desk.formation("53-di") == "N13"
    behind = Desk(NIWI + '[formations]\n"53 DI" = "N13"\n[fog]\nN13 = "obstacle"', Drop()).do("land N13").chance(1, 4)
    assert behind.over
    assert not behind.told("battle")
    dummy = dropped("N13", 1, more='[formations]\n"dummy-1" = "N13"')
    assert dummy.place("dummy-1") == "gone"


@pytest.mark.rule("34.1b")
def test_a_fortification_is_fought_at_once() -> None:
    desk = dropped("N13", 1, more='[fog]\nN13 = "fortification"')
    assert desk.told("battle")
    assert not desk.over
    assert desk.battle["grid"] == "N13"


# 34.2


@pytest.mark.rule("34.2a")
def test_it_leaves_for_good_when_another_ground_unit_enters() -> None:
    desk = Desk(NIWI + '[units]\n"niwi" = "N13"\n"krad-7" = "N13"')
    desk.enter("N13", "krad-7")
    assert desk.place("niwi") == "aside"
    assert [event.what for event in desk.events] == ["kommando leaves"]
    assert Desk(NIWI + '[units]\n"niwi" = "scrap"', Drop()).over


@pytest.mark.rule("34.2a", "34.2b")
def test_it_may_join_others_within_the_stacking_limit_and_leaves_when_one_more_comes() -> None:
    """34.2 relieves it when others enter; where it goes itself it is a unit like any other."""
    units = '[units]\n"niwi" = "M12"\n"krad-7" = "M11"\n"pz38-1" = "M13"'
    match = table(f'phase = "D2"\n{NIWI}{units}')
    do(match, "move niwi", "step M11", "done")
    assert {piece(match, unit)["hex"] for unit in ("niwi", "krad-7")} == {"M11"}
    events = do(match, "move pz38-1", "step M12", "step M11")
    assert happened(events, "kommando leaves") == [{"unit": "niwi", "grid": "M11"}]
    full = '"i-6" = "S16"\n"ii-6" = "S16"\n"i-7" = "S16"\n'
    match = table(f'phase = "D2"\n{NIWI}[units]\n{full}"niwi" = "M16"')
    do(match, "move niwi")
    refused(match, "step S16", "15.1a")


@pytest.mark.rule("34.1a", "21.0d")
@pytest.mark.parametrize("losses", ["always", "defeats-only"])
def test_a_kommando_lost_on_the_drop_costs_its_price_and_nothing_more(losses: str) -> None:
    """It is no unit lost in a fight."""
    desk = Desk(f'options = {{ niwi = "on", losses = "{losses}" }}', Drop()).do("land N13").chance(6)
    assert [told["change"] for told in desk.told("op")] == [-3]


@pytest.mark.rule("34.2a", "14.6b")
def test_a_kampfgruppe_formed_where_it_stands_relieves_it() -> None:
    text = NIWI + '[units]\n"niwi" = "N13"\n"krad-7" = "N16"\n"kg-b" = "scrap"'
    desk = Desk(text, FormKampfgruppe()).do("form kg-b", "place N13")
    assert desk.place("niwi") == "aside"
    assert desk.view["units"]["kg-b"]["hex"] == "N13"
    elsewhere = Desk(text, FormKampfgruppe()).do("form kg-b", "place N16")
    assert elsewhere.place("niwi") == "N13"


@pytest.mark.rule("34.2b")
def test_until_then_it_is_a_ground_unit_that_reconnoiters_and_counts_a_battalion() -> None:
    desk = Desk(NIWI + '[units]\n"niwi" = "N13"\n[fog]\nN12 = "patrol"', GroundRecon())
    assert desk.legal == ["done", "scout niwi"]
    full = '"i-6" = "S16"\n"ii-6" = "S16"\n"i-7" = "S16"\n'  # three battalions are all that a wood holds
    with pytest.raises(meuse.BadInput, match="too many units"):
        Desk(f'{NIWI}[units]\n{full}"niwi" = "S16"')


@pytest.mark.rule("34.1b")
def test_a_cleared_marker_goes_to_the_box() -> None:
    desk = dropped("N13", 1, more='[fog]\nN13 = "false-info"')
    assert desk.view["boxes"]["fog"] == len(desk.g.fog)
