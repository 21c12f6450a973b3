"""19.1, 6.2a, 19.1c: what one side keeps from the other reaches it by nothing that it is shown."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.blitzkrieg.table import do, inside, table

TWINS = """
phase = "turn"
entrenched = ["3925"]
units = { fr-1-dlc = "3925", fr-4-dlc = "4026", fr-2-dlc = "4126", de-6-army = "4917" }
"""


@pytest.mark.rule("19.1a", "34.4a")
def test_a_guess_leaves_earthworks_where_they_are() -> None:
    """Units that may be each other change places in a guess; the works that they stand in do not go with them."""
    g, p = inside(table(TWINS))
    guesses = [g.determinize(p, "axis", Random(seed)) for seed in range(10)]
    assert len({tuple(q.at) for q in guesses}) > 1
    assert all(g.view(q, "axis") == g.view(p, "axis") for q in guesses)


@pytest.mark.rule("35.3a", "19.1a")
def test_a_guess_leaves_bridgeheads_where_they_are() -> None:
    """A bridgehead tells that headquarters are beside it."""
    units = ('de-xv-mot = "5115", de-1-pz = "5115", de-xix-mot = "4817", de-2-pz = "4817",'
             ' de-xli-mot = "4917", de-6-pz = "4917"')
    g, p = inside(table(f'phase = "turn"\nunits = {{ {units} }}'))
    here = g.grid.bit["5115"]
    p.set_bridges(0, sum({1 << n for (a, _), n in g.board.river_sides.between.items() if a == here}))
    assert p.bridges[0]
    for seed in range(20):
        guess = g.determinize(p, "allied", Random(seed))
        assert guess.bridges == p.bridges
        assert g.view(guess, "allied") == g.view(p, "allied")


ABOUT_TO_ATTACK = """
side = "axis"
phase = "first combat"
units = { de-1-pz = "2728", de-kleist = "2730", de-deception-mech-1 = "2931", fr-i = "2727" }
"""


@pytest.mark.rule("19.1a", "15.4.2a")
def test_in_a_guess_whoever_is_about_to_attack_can_do_so() -> None:
    match = table(ABOUT_TO_ATTACK)
    do(match, "attack 2727")
    g, p = inside(match)
    guesses = [g.determinize(p, "allied", Random(seed)) for seed in range(20)]
    assert all(g.legal(q, "axis") for q in guesses)
