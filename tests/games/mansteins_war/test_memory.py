"""What a game remembers of supply lines and railways: never without bound, and without effect on play."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.mansteins_war.game import MansteinsWar
from meuse.lab.bench import random_step


def played(game: MansteinsWar) -> dict[str, object]:
    """Where a random game ends."""
    p, rng = game.start(), Random(5)
    while game.actors(p):
        random_step(game, p, rng)
    return game.save(p)


@pytest.mark.rule("15.1b", "9.0d")
def test_memories_are_bounded_and_change_nothing() -> None:
    free = MansteinsWar("fall-rot")
    end = played(free)
    assert len(free.lines) > 4
    assert len(free.networks) > 4
    small = MansteinsWar("fall-rot")
    small.lines.most = small.networks.most = 4
    assert played(small) == end
    assert len(small.lines) <= 4
    assert len(small.networks) <= 4
