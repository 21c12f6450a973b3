"""To the Meuse, the short scenario of ours: two turns, levels of its own, and the campaign's set-up."""

from __future__ import annotations

from random import Random

import pytest

import meuse
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.rules import victory
from meuse.players import make_player


def test_it_begins_as_the_campaign_does() -> None:
    short, campaign = (meuse.new("ghost-division", scenario=s, seed=3) for s in ("to-the-meuse", "campaign"))
    assert short.legal("german") == campaign.legal("german")
    assert short.view("german")["units"] == campaign.view("german")["units"]


@pytest.mark.rule("5.0a")
def test_it_ends_after_the_second_turn() -> None:
    match = meuse.new("ghost-division", scenario="to-the-meuse", seed=11)
    staff = make_player("staff", match.game, "german", Random(1))
    rng = Random(2)
    seen = set()
    while match.actors:
        seen.add(match.view("german")["turn"])
        match.apply("german", staff.choose(match.game.determinize(match.position, "german", rng)))
    assert seen == {1, 2}
    assert match.outcome is not None
    assert match.outcome.level in match.game.levels  # type: ignore[attr-defined]


@pytest.mark.parametrize(("points", "level"), [
    (33, "Ignominious Defeat"), (34, "Stalemate"), (40, "Stalemate"), (41, "Tactical Victory"),
    (53, "Tactical Victory"), (54, "Operational Victory"), (65, "Operational Victory"), (66, "Decisive Victory"),
])
def test_levels_of_its_own(points: int, level: str) -> None:
    game = GhostDivision("to-the-meuse")
    assert victory.level(game, points) == level
    assert points < 41 or victory.level(GhostDivision("campaign"), points) != level


def test_it_is_marked_as_ours() -> None:
    assert "our own" in GhostDivision.scenarios["to-the-meuse"]
    assert GhostDivision.briefings()["to-the-meuse"].ours
    assert len(GhostDivision("to-the-meuse").sheet()["turns"]) == 2
