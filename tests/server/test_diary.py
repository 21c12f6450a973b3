"""The war diary at the server: a seat reads its own knowledge while the match goes on, and all of it afterwards."""

from __future__ import annotations

from tests.server.harness import Served

HERE_AND_AWAY = {"allied": {"kind": "here"}, "german": {"kind": "invite"}}


def test_a_seat_reads_its_own_knowledge_until_the_match_is_over(on_file: Served) -> None:
    """What each may know is for tests/engine/test_diary.py to say; here, that it is asked for by seat."""
    ticket = on_file.new_match(game="mansteins-war", scenario="campaign", seats=HERE_AND_AWAY, seed=None)
    path = f"/api/matches/{ticket['id']}"
    status, told = on_file.call("GET", f"{path}/diary", None, ticket["token"])
    assert status == 200
    assert told["diary"]["title"].startswith("Manstein's War")
    assert told["diary"]["verdict"] == ""
    assert told["markdown"].startswith("# Manstein's War")
    assert told["html"].startswith("<!doctype html>")
    assert on_file.call("GET", f"{path}/diary", None, "x" * 32)[0] == 404
    on_file.call("POST", f"{path}/resign", {"side": "allied"}, ticket["token"])
    over = on_file.call("GET", f"{path}/diary", None, ticket["spectate"])[1]
    assert over["diary"]["verdict"], "how it ended"
