"""Rules that nothing in play may break, held at every step of random play from scattered situations."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.contract import Walk, Watch, random_case
from tests.games.sedan.promises import check

STEPS = 120


@pytest.mark.rule("7.0b", "7.1f", "2.3g", "2.4f", "9.2c", "9.4h", "11.0a", "12.1a", "13.0a", "13.1a", "6.1d")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_played_every_piece_marker_and_air_unit_stays_where_the_rules_allow_it(seed: int) -> None:
    walk = Walk(random_case(Random(seed), ("sedan",)), seed)
    watch = Watch(walk)
    for step in range(STEPS):
        if not walk.game.actors(walk.p):
            break
        watch.before(thorough=step % 12 == 0)
        entry = walk.next()
        watch.after(entry, walk.do(entry))
    check(walk.game, walk.p)  # type: ignore[arg-type]
