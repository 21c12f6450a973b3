"""35.0 Optional German units."""

from __future__ import annotations

import pytest

from meuse.games.ghost_division.rules.recruiting import Recruit
from tests.games.ghost_division.desk import Desk

OPTIONAL = 'options = { optional-units = "on" }\nforce = "start"\n'


@pytest.mark.rule("35.1a", "10.4a")
@pytest.mark.parametrize("setup", [True, False])
def test_the_panzergrenadiers_cost_6_in_set_up_and_in_a_turn(setup: bool) -> None:
    desk = Desk(OPTIONAL, Recruit(setup)).do("recruit pzgren")
    assert desk.op == 34
    assert desk.place("pzgren") == "assembly"


@pytest.mark.rule("35.2a")
def test_two_new_panzers_cost_6_and_two_old_ones() -> None:
    desk = Desk(OPTIONAL, Recruit(setup=True)).do("upgrade pz3-50-1", "upgrade pz3-50-2")
    assert desk.op == 34
    assert [desk.place(id) for id in ("pz3-50-1", "pz3-50-2")] == ["assembly", "assembly"]
    assert [event.rule for event in desk.events if event.what == "op"] == ["35.2a", "35.2a"]
    assert [desk.place(id) for id in ("pz38-1", "pz38-2", "pz38-3")] == ["aside", "aside", "assembly"]
    assert not [word for word in desk.legal if word.startswith("upgrade")]
    desk.refused("upgrade pz3-50-1", "35.2a")


@pytest.mark.rule("35.2a")
def test_one_may_be_taken_alone() -> None:
    desk = Desk(OPTIONAL, Recruit(setup=True)).do("upgrade pz3-50-1", "done")
    assert desk.over
    assert (desk.op, desk.place("pz38-1"), desk.place("pz38-2")) == (37, "aside", "assembly")


@pytest.mark.rule("35.2a")
def test_they_come_in_initial_deployment_only() -> None:
    Desk(OPTIONAL, Recruit(setup=False)).refused("upgrade pz3-50-1", "35.2a")


@pytest.mark.rule("35.2a")
def test_without_a_panzer_38_to_give_there_is_none() -> None:
    gone = "[units]\n" + "\n".join(f'"pz38-{n}" = "scrap"' for n in range(1, 7))
    Desk(OPTIONAL + gone, Recruit(setup=True)).refused("upgrade pz3-50-1", "35.2a")


@pytest.mark.rule("35.2a")
def test_a_new_panzer_must_be_paid_for() -> None:
    desk = Desk(OPTIONAL + "op = 3", Recruit(setup=True))
    desk.refused("upgrade pz3-50-1", "3.6a")


@pytest.mark.rule("35.2a", "10.2a")
def test_the_price_of_set_up_is_what_must_be_there() -> None:
    """3 OP and the one that must be left; in a turn it would be more."""
    desk = Desk(OPTIONAL + "op = 4", Recruit(setup=True))
    assert "upgrade pz3-50-1" in desk.legal
    desk.refused("upgrade pz3-50-2", "35.2a")


@pytest.mark.rule("10.4a", "35.2a")
def test_a_new_panzer_that_has_come_is_still_not_recruited() -> None:
    Desk(OPTIONAL, Recruit(setup=True)).do("upgrade pz3-50-1").refused("recruit pz3-50-1", "10.4a")
