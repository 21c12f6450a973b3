"""Rules that nothing in play may break, held at every step of random play from scattered situations."""

from __future__ import annotations

import pytest

from tests.games.contract import keep_for_a_while


@pytest.mark.rule("13.0a", "15.1a", "15.7a", "20.7d", "26.3a", "27.2b", "30.1a", "31.2a", "33.1b", "9.0a", "14.0a")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_played_every_counter_and_marker_stays_where_the_rules_allow_it(seed: int) -> None:
    keep_for_a_while("ghost-division", seed)
