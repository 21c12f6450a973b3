"""19.1, 6.2a, 19.1c: what one side keeps from the other reaches it by nothing that it is shown."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.blitzkrieg.table import inside, table

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
