"""Rules that nothing in play may break, held at every step of random play from scattered situations."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.contract import Walk, Watch, random_case
from tests.games.ghost_division.promises import check

STEPS = 120


@pytest.mark.rule("13.0a", "15.1a", "15.7a", "20.7d", "26.3a", "27.2b", "30.1a", "31.2a", "33.1b", "9.0a", "14.0a")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_played_every_counter_and_marker_stays_where_the_rules_allow_it(seed: int) -> None:
    walk = Walk(random_case(Random(seed), ("ghost-division",)), seed)
    watch = Watch(walk)
    for step in range(STEPS):
        if not walk.game.actors(walk.p):
            break
        watch.before(thorough=step % 12 == 0)
        entry = walk.next()
        watch.after(entry, walk.do(entry))
    check(walk.game, walk.p)  # type: ignore[arg-type]
