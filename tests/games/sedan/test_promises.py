"""Rules that nothing in play may break, held at every step of random play from scattered situations."""

from __future__ import annotations

import pytest

from tests.games.contract import keep_for_a_while


@pytest.mark.rule("7.0b", "7.1f", "2.3g", "2.4f", "9.2c", "9.4h", "11.0a", "12.1a", "13.0a", "13.1a", "6.1d")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_played_every_piece_marker_and_air_unit_stays_where_the_rules_allow_it(seed: int) -> None:
    keep_for_a_while("sedan", seed)
