"""6.2a, 19.0 What a side can only guess of the other's secrets."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.table import inside, opening, table

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
