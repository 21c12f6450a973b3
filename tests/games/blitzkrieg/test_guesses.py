"""6.2a, 19.0 What a side can only guess of the other's secrets."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.engine.situation import read_situation
from tests.games.blitzkrieg.sky import sky
from tests.games.blitzkrieg.table import game, inside, opening, table

STACKS = """
side = "axis"
phase = "first combat"
{more}
[units]
de-iv = "2730"
fr-9-dim = "2731"
fr-25-dim = "2731"
fr-deception-mech-1 = "2733"
fr-6-army = "2733"
fr-1-dlm = "2733"
fr-i = "2734"
fr-ii = "2734"
"""


def guesses(match: Match, side: str, count: int = 40) -> list[dict[str, str]]:
    """Where everything is in so many guesses; each is checked to look like the truth."""
    g, p = inside(match)
    found = []
    for seed in range(count):
        q = g.determinize(p, side, Random(seed))
        assert g.view(q, side) == g.view(p, side)
        assert g.legal(q, side) == g.legal(p, side)
        found.append(g.pieces(q))
    return found


@pytest.mark.rule("19.1a", "19.2.2a")
def test_closed_stacks_are_guessed_and_look_the_same() -> None:
    match = table(STACKS.format(more=""))
    found = guesses(match, "axis")
    assert {pieces["fr-deception-mech-1"] for pieces in found} == {"2731", "2733"}, "any division may deceive"
    assert {pieces["fr-6-army"] for pieces in found} == {"2731", "2733"}
    assert {pieces["fr-ii"] for pieces in found} == {"2734"}, "the top of a stack is open"
    assert {pieces["de-iv"] for pieces in found} == {"2730"}, "of its own a side knows everything"


@pytest.mark.rule("6.2a", "19.1a")
def test_one_s_own_side_is_never_guessed() -> None:
    match = table(STACKS.format(more=""))
    truth = match.game.pieces(match.position)
    assert all(pieces == {**truth, "de-iv": "2730"} for pieces in guesses(match, "allied", 5))


@pytest.mark.rule("19.1a")
def test_guesses_keep_works_and_bridgeheads() -> None:
    match = table(STACKS.format(more='entrenched = ["2731", "2733"]'))
    g, p = inside(match)
    for seed in range(20):
        q = g.determinize(p, "axis", Random(seed))
        assert q.entrenched == p.entrenched
        assert q.arrived.bit_count() == p.arrived.bit_count()
    p.set_bridges(1, 1)
    assert {pieces["fr-6-army"] for pieces in guesses(match, "axis")} == {"2733"}, "a bridgehead tells where it is"


@pytest.mark.rule("19.1b")
def test_what_has_been_opened_is_known() -> None:
    match = table(STACKS.format(more=""))
    _, p = inside(match)
    p.opened = sum(1 << match.game.by_id[id] for id in ("fr-9-dim", "fr-25-dim"))
    found = guesses(match, "axis")
    assert {pieces["fr-9-dim"] for pieces in found} == {"2731"}
    assert {pieces["fr-deception-mech-1"] for pieces in found} == {"2733"}


@pytest.mark.rule("6.2a")
def test_hands_are_guessed_within_the_allowance_where_they_are_chosen() -> None:
    free = opening("campaign-free")
    g, p = inside(free)
    hands = {g.determinize(p, "axis", Random(seed)).hands[1] for seed in range(20)}
    assert len(hands) > 10
    for hand in hands:
        ids = [g.cards[c].id for c in range(len(g.cards)) if hand >> c & 1]
        assert g.box.price(ids) <= g.charts.campaign.allowance["allied"]
        assert not g.box.clash(ids)
    g, p = inside(opening("campaign"))
    assert g.determinize(p, "axis", Random(1)).hands == p.hands, "in the historical game everybody knows them"


@pytest.mark.rule("6.2a", "5.1a")
def test_what_was_shown_is_paid_for_and_excludes_what_it_excludes() -> None:
    plain, *_ = read_situation('game = "blitzkrieg"\nscenario = "campaign-free"\nside = "axis"\nphase = "cards"\n'
                               "cards = { A01 = 1, A06 = 1, G01 = 1, G02 = 1, G12 = 1 }")
    g, p = inside(Match(game("campaign-free"), seed=1, situation=plain))
    prices = []
    for seed in range(60):
        hand = g.determinize(p, "axis", Random(seed)).hands[1]
        ids = [g.cards[c].id for c in bits(hand)]
        prices.append(g.box.price(ids))
        assert not {"A01", "A06"} & {*ids}
        assert not g.box.clash(["A01", "A06", *ids])
    assert max(prices) == 22 - 4 - 3, "the enemy's own cards are paid for, ours are not his affair"


@pytest.mark.rule("19.1a")
def test_what_a_unit_has_done_stays_with_its_place() -> None:
    match = table(STACKS.format(more=""))
    g, p = inside(match)
    p.arrived = 1 << g.by_id["fr-9-dim"]
    for seed in range(20):
        q = g.determinize(p, "axis", Random(seed))
        assert [g.hex_name(q.at[u]) for u in bits(q.arrived)] == ["2731"]


@pytest.mark.rule("19.1a", "30.6.2a")
def test_who_has_landed_or_lies_off_a_coast_is_known() -> None:
    units = 'de-fjr-1 = "4013", be-i = "4013", de-fjr-2 = "5115", de-16-22 = "5115", de-iv = "5115"'
    match = table(f'side = "axis"\nphase = "first combat"\nlanded = ["de-fjr-1"]\nunits = {{ {units} }}')
    assert {pieces["de-fjr-1"] for pieces in guesses(match, "allied", 20)} == {"4013"}


@pytest.mark.rule("6.2b", "25.5a")
def test_what_both_choose_for_the_air_battle_is_guessed_from_their_displays() -> None:
    hands = 'hands = { axis = ["G10", "G14"], allied = ["A11", "A15"] }'
    boxes = {"de-he-111-1": "air-superiority", "fr-leo-451-1": "air-superiority"}
    match = sky("air revelation", boxes, more=hands, turn=1)
    g, p = inside(match)
    match.apply("axis", "play G10")
    q = g.determinize(p, "axis", Random(1))
    shown = {g.cards[c].id for c in bits(q.frames[-1].picks)}
    assert shown == {"G10", "A11"}, "our own choice, and the card that his bombers give away"
    assert {g.cards[c].id for c in bits(q.hands[1])} == {"A11", "A15"}


@pytest.mark.rule("38.0a")
def test_who_presses_is_guessed_and_ours_is_known() -> None:
    boxes = {"de-me-109-1": "air-superiority", "de-me-109-2": "air-superiority", "fr-ms-406-1": "air-superiority"}
    match = sky("intensive air", boxes, more='options = { "intensive-air" = "on" }')
    match.apply("axis", "press de-me-109-2")
    g, p = inside(match)
    picks = {g.determinize(p, "axis", Random(seed)).frames[-1].picks for seed in range(20)}
    mine, his = 1 << g.box.air_by_id["de-me-109-2"], 1 << g.box.air_by_id["fr-ms-406-1"]
    assert picks == {mine, mine | his}


@pytest.mark.rule("19.1a")
def test_any_headquarters_under_a_corps_may_be_another() -> None:
    """The first counter of the box among them."""
    units = 'de-18-army = "5115", de-iv = "5115", de-6-army = "5211", de-ix = "5211", fr-i = "3226"'
    match = table(f'side = "axis"\nphase = "first movement"\nunits = {{ {units} }}')
    assert {pieces["de-18-army"] for pieces in guesses(match, "allied", 20)} == {"5115", "5211"}


@pytest.mark.rule("6.2a", "25.5a")
def test_who_sends_bombers_for_air_superiority_holds_the_card_for_it() -> None:
    air = 'air = { de-me-109-1 = "air-superiority", fr-leo-451-1 = "air-superiority" }'
    plain, *_ = read_situation('game = "blitzkrieg"\nscenario = "campaign-free"\nphase = "air revelation"\n'
                               f'hands = {{ axis = ["G10"], allied = ["A11"] }}\n{air}')
    g, p = inside(Match(game("campaign-free"), seed=1, situation=plain))
    for seed in range(20):
        assert g.determinize(p, "axis", Random(seed)).hands[1] >> g.card_by_id["A11"] & 1


@pytest.mark.rule("19.1a", "22.5a")
def test_who_lies_off_a_coast_is_known_with_all_aboard() -> None:
    units = 'gb-51 = "2817", gb-52 = "2817", gb-can = "2819", gb-loc = "2819", de-iv = "2918", de-ix = "2920"'
    ships = 'gb-51 = "2918", gb-52 = "2918", gb-can = "2920", gb-loc = "2920"'
    match = table(f'side = "allied"\nphase = "first combat"\nassaults = {{ {ships} }}\nunits = {{ {units} }}')
    found = guesses(match, "axis", 20)
    assert {(pieces["gb-51"], pieces["gb-can"]) for pieces in found} == {("2817", "2819")}
