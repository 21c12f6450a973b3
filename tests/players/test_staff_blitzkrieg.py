"""The staff for Blitzkrieg in the West: always legal, blind to what is hidden, true to its plan, better than chance."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from meuse.engine.contract import CHANCE
from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.engine.situation import read_situation
from meuse.games.blitzkrieg.box.components import AXIS
from meuse.games.blitzkrieg.game import Blitzkrieg
from meuse.games.blitzkrieg.options import OPTIONS
from meuse.games.blitzkrieg.rules.cards import BuyCards, spent
from meuse.games.blitzkrieg.rules.crowding import StackingCheck
from meuse.players import make_player
from meuse.players.random import RandomPlayer
from meuse.players.search.simulate import roll
from meuse.players.staff.blitzkrieg import BlitzStaff
from meuse.players.staff.blitzkrieg.hand import HANDS, Hand
from meuse.players.staff.blitzkrieg.offer import BlitzOffer
from meuse.players.staff.blitzkrieg.orders import BlitzOrders
from meuse.players.staff.blitzkrieg.outlook import WORN_IN_ZONE, Knowledge, Outlook
from meuse.players.staff.blitzkrieg.plans import DYLE, ESCAUT, SPEAR

MINDS: dict[str, Any] = {"staff": BlitzStaff, "random": RandomPlayer}


@cache
def game(scenario: str = "campaign", options: tuple[tuple[str, str], ...] = ()) -> Blitzkrieg:
    return Blitzkrieg(scenario, dict(options))


def play(g: Blitzkrieg, axis: str, allied: str, seed: int, until: int = 99) -> Match:
    """A game to its end, or to the end of a week."""
    m = Match(g, seed=seed)
    minds: dict[str, Any] = {side: MINDS[name](g, side, Random(f"{seed} {side}"))
                             for side, name in zip(g.sides, (axis, allied), strict=True)}
    guesses = Random(f"{seed} unknown")
    while m.actors and m.position.turn <= until:
        side = m.actors[0]
        m.apply(side, minds[side].choose(g.determinize(m.position, side, guesses)))
    return m


@pytest.mark.parametrize(("axis", "allied", "winner"), [("staff", "random", "axis"), ("random", "staff", "allied")])
def test_it_beats_chance_on_either_side(axis: str, allied: str, winner: str) -> None:
    outcome = play(game(), axis, allied, 12).outcome
    assert outcome is not None
    assert outcome.winner == winner


def test_it_plays_against_itself_to_the_end_with_cards_and_set_up_of_its_own() -> None:
    assert play(game("campaign-free"), "staff", "staff", 5).outcome is not None


@pytest.mark.parametrize(("axis", "allied"), [("1940", "worth"), ("okh", "staying"), ("worth", "1940")])
def test_a_plan_names_the_cards_that_are_bought(axis: str, allied: str) -> None:
    hands = bought(f"staff{{hand={axis}}}", f"staff{{hand={allied}}}", 8)
    for side, name in enumerate((axis, allied)):
        assert hands[side].issuperset(HANDS[name][side][:5])


def test_hands_are_bought_by_lot_where_none_is_named_and_axis_searchers_may_follow_the_plan_of_okh() -> None:
    g = game("campaign-free")
    for name, hands in (("", {"1940", "staying"}), ("mixed", {"1940", "staying", "okh"})):
        drawn = {Hand(g, AXIS, Random(seed), name).wanted for seed in range(30)}
        assert drawn == {HANDS[hand][AXIS] for hand in hands}
    assert any("G05" in bought(SEARCHER, SEARCHER, seed)[AXIS] for seed in range(6))
    assert not any("G05" in bought("staff", "staff", seed)[AXIS] for seed in range(6))


def test_while_cards_are_bought_nobody_is_ahead() -> None:
    g = game("campaign-free")
    p, offer = g.start(), BlitzOffer(g)
    assert [offer.value(p, side) for side in g.sides] == [0.5, 0.5]
    g.apply(p, "axis", "done")
    g.apply(p, "allied", "done")
    assert offer.value(p, "axis") != 0.5


SEARCHER = "search{simulations=2}"


def bought(axis: str, allied: str, seed: int) -> list[set[str]]:
    """The cards of both sides; neither spends more than it has (5.1a)."""
    g = game("campaign-free")
    m = Match(g, seed=seed)
    minds = {side: make_player(name, g, side, Random(f"{side} {seed}"))
             for side, name in zip(g.sides, (axis, allied), strict=True)}
    while isinstance(m.position.frames[-1], BuyCards):
        side = m.actors[0]
        m.apply(side, minds[side].choose(g.determinize(m.position, side, Random(side))))
    for side, hand in zip(g.sides, m.position.hands, strict=True):
        assert spent(g, hand) <= g.charts.campaign.allowance[side]
    return [{g.cards[c].id for c in bits(hand)} for hand in m.position.hands]


def test_it_plays_under_every_option() -> None:
    options = tuple((o.name, o.values[-1]) for o in OPTIONS)
    m = play(game("campaign", options), "staff", "staff", 3, until=2)
    assert m.outcome is not None or m.position.turn == 3


def test_the_same_seed_gives_the_same_game() -> None:
    records = [play(game(), "staff", "staff", 7, until=1).save() for _ in range(2)]
    assert records[0] == records[1]


def test_a_fresh_officer_takes_over_in_the_midst_of_anything() -> None:
    """Every decision by somebody who has not seen what came before, and each with a reason."""
    m = play(game(), "staff", "staff", 4, until=1)
    for _ in range(60):
        side = m.actors[0]
        mind = BlitzStaff(game(), side, Random(1))
        m.apply(side, mind.choose(m.game.determinize(m.position, side, Random(0))))
        assert mind.why


def test_it_leaves_the_match_alone() -> None:
    m = play(game(), "staff", "staff", 2, until=1)
    before, side = m.save(), m.actors[0]
    position = m.game.determinize(m.position, side, Random(1))
    BlitzStaff(game(), side, Random(1)).choose(position)
    assert m.save() == before


def laid(units: str, more: str = "") -> Any:
    text = f'game = "blitzkrieg"\nside = "axis"\nphase = "first movement"\n{more}\n[units]\n{units}'
    return Match(game(), seed=1, situation=read_situation(text)[0]).position


def test_an_objective_holds_until_it_is_taken_or_its_weeks_are_over() -> None:
    """The spear goes for Charleville, then for Amiens; a Charleville that holds out is left aside in the third week."""
    plan, bit = Knowledge(game()).axis, game().grid.bit
    corps = '"fr-xli" = "4221"\n"de-1-pz" = "4321"'
    assert plan.aims(laid(corps), SPEAR)[0] == bit["4221"]
    assert plan.aims(laid('"de-1-pz" = "4221"'), SPEAR)[0] == bit["3221"]
    assert plan.aims(laid(corps, "turn = 3"), SPEAR)[0] == bit["3221"]


def test_a_line_is_given_up_when_too_many_of_its_posts_are_lost() -> None:
    plan = Knowledge(game()).allied
    held = '"de-1-pz" = "4221"\n"de-2-pz" = "4222"'
    lost = held + '\n"de-10-pz" = "4121"\n"de-6-pz" = "4015"\n"de-8-pz" = "4013"'
    assert plan.line(laid(held), "french") is DYLE
    assert plan.line(laid(lost), "french") is ESCAUT


def test_a_line_is_held_as_long_as_the_orders_say() -> None:
    two = laid('"de-1-pz" = "4221"\n"de-2-pz" = "4222"')
    lines = [Knowledge(game(), BlitzOrders(hold=hold)).allied.line(two, "french") for hold in (-3, 0, 3)]
    assert lines == [ESCAUT, DYLE, DYLE]


def test_a_fatigued_unit_shuns_the_enemy_the_more_the_dearer_its_shelter_is() -> None:
    """Next to the enemy, not far from him; a fresh unit does not mind."""
    g: Any = game()
    p = laid('"fr-xli" = "4221"\n"de-1-pz" = "4321"')
    unit, beside, behind = g.by_id["de-1-pz"], g.grid.bit["4321"], g.grid.bit["5018"]

    def lost(hex: int) -> float:
        """What twice the shelter takes from a place."""
        once, twice = (Outlook(Knowledge(g, BlitzOrders(shelter=shelter)), p, AXIS) for shelter in (1.0, 2.0))
        assert bool(once.enemy_zone >> hex & 1) is (hex == beside)
        return once.score(unit, hex) - twice.score(unit, hex)

    assert lost(beside) == lost(behind) == 0.0
    p.tired |= 1 << unit
    assert lost(beside) == pytest.approx(WORN_IN_ZONE * Knowledge(g).worth.whole[unit])
    assert lost(behind) == 0.0


def test_who_shuns_attacks_and_raids_makes_none() -> None:
    """The same two weeks with the staff's own orders have both."""
    g, made = game("sichelschnitt"), []
    for plan in (BlitzOrders(), BlitzOrders(daring=-99, raids=99)):
        m, verbs = Match(g, seed=3), set()
        minds = {"axis": BlitzStaff(g, "axis", Random(1)), "allied": BlitzStaff(g, "allied", Random(2), plan)}
        while m.position.turn <= 2:
            side = m.actors[0]
            action = minds[side].choose(g.determinize(m.position, side, Random(0)))
            m.apply(side, action)
            if side == "allied":
                verbs.add(action.split()[0])
        made.append(verbs & {"attack", "raid"})
    assert made == [{"attack", "raid"}, set()]


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_no_plan_that_it_offers_crowds_units_until_some_are_lost(side: str) -> None:
    """13.1: whoever stacks too high loses what is too much; the second week, when the front is close."""
    m = play(game("sichelschnitt"), "staff", "staff", 6, until=1)
    offer = BlitzOffer(game("sichelschnitt"))
    staff = {s: offer.officer(s, Random(s), None) for s in m.game.sides}
    while offer.occasion(m.position, side) is None:
        s = m.actors[0]
        m.apply(s, staff[s].choose(m.game.determinize(m.position, s, Random(0))))
    for script in offer.scripts(m.position, side):
        p, officer, dice = m.position.copy(), offer.officer(side, Random(1), script), Random(2)
        minds = {**{s: mind.again(Random(s)) for s, mind in staff.items()}, side: officer}
        until = offer.horizon(p)
        while m.game.actors(p) and offer.horizon(p) == until:
            who = m.game.actors(p)[0]
            assert who != side or not isinstance(p.frames[-1], StackingCheck), script.name
            if who == CHANCE:
                roll(m.game, p, dice)
            else:
                m.game.apply(p, who, minds[who].choose(p))
