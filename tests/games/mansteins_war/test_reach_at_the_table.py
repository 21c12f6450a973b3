"""The ways that a table shades: their actions can be done, and say where a move is over of itself."""

from __future__ import annotations

from tests.games.mansteins_war.test_movement import march

ENEMY = '"de-19-corps" = "1540"\n"de-log-pgk" = "1638"\n"fr-2-army" = "1440"'


def test_every_way_can_be_gone_and_says_whether_it_must_be_ended() -> None:
    match = march(ENEMY, "german", "pgk")
    ways = match.game.reach(match.position, "german", "de-19-corps")
    assert {way.get("over", False) for way in ways.values()} == {True, False}
    for hex, way in ways.items():
        there = match.copy()
        for action in way["actions"]:
            there.apply("german", action)
        assert there.view(None)["units"]["de-19-corps"]["hex"] == hex
        assert ("stop" in there.legal("german")) is not way.get("over", False), hex
