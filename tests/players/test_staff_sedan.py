"""The staff of Sedan in the air over bridges and on the bank."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.match import Match
from meuse.games.sedan.rules.movement import Moving
from meuse.players.staff.sedan import SedanStaff
from meuse.players.staff.sedan.fields import Outlook
from meuse.players.staff.sedan.marching import plan as march
from meuse.players.staff.sedan.marching import worth_of
from meuse.players.staff.sedan.plans import SedanPlan


def over_the_bridge(german: int, french: int) -> Match:
    """The morning of the fourth day: Germans stand at the bridge of Sedan; so many Fighters before the day's come."""
    return meuse.situation(f"""
game = "sedan"
turn = 4
phase = "air"
[air]
german = {{ fighters = {german}, bombers = 0 }}
french = {{ fighters = {french}, bombers = 2 }}
[units]
"I/1 1 Pz" = "3414"
"II/1 1 Pz" = "3414"
"SR 1 1 Pz" = "3514"
""", seed=3)


def staff(m: Match, side: str, plan: SedanPlan | None = None) -> SedanStaff:
    game: Any = m.game
    return SedanStaff(game, side, Random(1), plan)


def sent(m: Match, plan: SedanPlan | None = None) -> list[str]:
    """What both staffs do until the bridge missions are over."""
    minds, done = {side: staff(m, side, plan) for side in m.game.sides}, []
    p: Any = m.position
    while m.actors and p.phase == "air":
        side = m.actors[0]
        done.append(minds[side].choose(p.copy()))
        m.apply(side, done[-1])
        p = m.position
    return done


def test_all_french_fighters_go_with_the_first_bomber_and_the_others_meet_nobody() -> None:
    done = sent(over_the_bridge(german=2, french=2))
    assert done[:4] == ["bomb 3414-3415", "bombers 1", "fighters 3", "fighters 2"]
    assert "fighters 0" not in done[4:]
    assert all(action == "bombers 1" for action in done[4:] if action.startswith("bombers"))


@pytest.mark.parametrize("escort", [0, 1])
def test_fighters_stay_home_from_the_bridges_if_the_plan_says_so(escort: int) -> None:
    done = sent(over_the_bridge(german=2, french=2), SedanPlan(escort=escort))
    first = done.index("bomb 3414-3415")
    assert done[first + 1] == "bombers 1"
    assert done[first + 3] == f"fighters {escort}"


def test_bombers_that_would_all_be_shot_down_stay_at_home() -> None:
    assert sent(over_the_bridge(german=4, french=0)) == ["done"]


def test_more_bombers_than_there_are_enemies_go_together() -> None:
    done = sent(over_the_bridge(german=1, french=0))
    assert done[:3] == ["bomb 3414-3415", "bombers 4", "fighters 2"]


def test_a_landing_is_barred_by_whoever_stands_in_it() -> None:
    """The more the Germans before it, the more a hex of the bank is worth to the first unit there."""
    worths = []
    for bar in (0.0, 1.0):
        g, look, u = the_bank_at_sedan(SedanPlan(bar=bar))
        at = g.grid.bit["3415"]
        worths.append(worth_of(look, u, at))
        assert look.landings[at] > look.landings.get(g.grid.bit["3314"], 0.0)
    assert worths[1] > worths[0] + 5


@pytest.mark.parametrize(("tanks", "word"), [(3, "overrun"), (2, "attack")])
def test_a_hex_is_overrun_only_where_guns_and_bombers_would_not_be_surer_to_clear_it(tanks: int, word: str) -> None:
    """9.4c, 9.4d: neither goes with an Overrun. Two battalions clear the hex with 83 % alone, three with 97 %."""
    battalions = ("I/1 1 Pz", "II/1 1 Pz", "I/2 1 Pz")[:tanks]
    m = meuse.situation("""
game = "sedan"
turn = 2
activation = "XIX"
mode = "combat"
[air]
german = { fighters = 0, bombers = 4 }
french = { fighters = 0, bombers = 0 }
[units]
"HQ 1 Pz" = "2829"
"11 Cur 5 DLC" = "2629"
""" + "\n".join(f'"{name}" = "2729"' for name in battalions))
    mind, done = staff(m, "german"), ""
    while done not in ("attack", "overrun"):
        p: Any = m.position
        done = mind.choose(p)
        m.apply("german", done)
    assert done == word


def the_bank_at_sedan(plan: SedanPlan) -> tuple[Any, Outlook, int]:
    """Panzers before Sedan; a French regiment between Sedan and Mouzon, seen with a plan."""
    m = meuse.situation("""
game = "sedan"
turn = 3
activation = "X"
[units]
"I/1 1 Pz" = "3414"
"II/1 1 Pz" = "3414"
"147 55" = "3417"
""")
    g: Any = m.game
    p: Any = m.position
    return g, Outlook(g, p, 1, plan), g.by_id["fr-147-55-di"]


def test_a_stretch_of_the_meuse_that_is_held_above_all_draws_the_french() -> None:
    gains = {}
    for name in ("3415", "3720"):
        worths = []
        for plan in (SedanPlan(), SedanPlan(hold="sedan")):
            g, look, u = the_bank_at_sedan(plan)
            worths.append(worth_of(look, u, g.grid.bit[name]))
        gains[name] = worths[1] - worths[0]
    assert gains["3415"] > 1.0
    assert gains["3720"] == 0.0


def test_who_is_to_stand_fast_stays_where_he_is() -> None:
    for settle, goes in ((0.05, True), (99.0, False)):
        _, look, u = the_bank_at_sedan(SedanPlan(settle=settle))
        assert (march(look, Moving((u,), look.p.units[u].hex)) is not None) == goes


@pytest.mark.parametrize(("plan", "word"), [
    (SedanPlan(), "attack 2629"), (SedanPlan(spare="2629"), "end"), (SedanPlan(spare="2828"), "attack 2629"),
    (SedanPlan(attack_at=3.0), "end"), (SedanPlan(attack_at=3.0, target="2629"), "attack 2629"),
])
def test_a_hex_may_be_spared_or_attacked_whatever_it_costs(plan: SedanPlan, word: str) -> None:
    """Two battalions gain 2.7 points by the attack."""
    m = meuse.situation("""
game = "sedan"
turn = 2
activation = "XIX"
mode = "combat"
[units]
"HQ 1 Pz" = "2829"
"I/1 1 Pz" = "2729"
"II/1 1 Pz" = "2729"
"11 Cur 5 DLC" = "2629"
""", seed=3)
    game: Any = m.game
    p: Any = m.position
    mind = SedanStaff(game, "german", Random(1), plan)
    assert mind.choose(p) == word
