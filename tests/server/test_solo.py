"""A game for one, and one whose seats depend on an option: everything at the table works with them."""

from __future__ import annotations

from tests.server.harness import Served

TOGETHER = {"together": "on"}


def test_seats_are_those_of_the_game_as_chosen(with_toy: Served) -> None:
    path = "/api/games/column/sides"
    assert with_toy.call("GET", path) == (200, ["alone"])
    assert with_toy.call("GET", f"{path}?options=together=on") == (200, ["van", "rear"])
    assert with_toy.call("GET", f"{path}?options=together=maybe")[0] == 400
    assert with_toy.call("GET", "/api/games/chess/sides")[0] == 404
    assert with_toy.call("GET", "/api/games/column/sheet?options=together=on")[1]["sides"] == ["van", "rear"]
    assert with_toy.call("GET", "/api/games/column/sheet")[1]["sides"] == ["alone"]
    wishes = (({}, "alone", 201), ({}, "van", 400), (TOGETHER, "van", 201), (TOGETHER, "alone", 400))
    for options, seat, status in wishes:
        wish = {"game": "column", "options": options, "seats": {seat: {"kind": "here"}}}
        assert with_toy.call("POST", "/api/matches", wish)[0] == status


def test_a_game_for_one_is_played_taken_back_and_verified(with_toy: Served) -> None:
    ticket = with_toy.new_match(game="column", clock={"kind": "game", "seconds": 600})
    path, token = f"/api/matches/{ticket['id']}", ticket["token"]
    with with_toy.seat(ticket["id"], token) as seat, with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert seat.table["seats"]["mine"] == ["alone"]
        assert list(seat.table["clocks"]["left"]) == ["alone"]
        assert seat.act("alone", "halt", "plod")["type"] == "done"
        assert seat.ask("undo", side="alone")["type"] == "done"
        seat.until(lambda t: t["view"]["miles"] == 0)
        seat.act("alone", "dash")
        assert seat.ask("undo", side="alone")["type"] == "refused", "a die is not taken back"
        assert seat.ask("offer_undo", side="alone", state=0)["type"] == "done", "nobody could object"
        seat.until(lambda t: t["view"]["turn"] == 0)
        assert seat.table["legal"]["alone"], "the opening die stands: it is the first decision again"
        while not seat.table["over"]:
            seat.act("alone", "dash")
        assert watcher.until(lambda t: t["over"])["outcome"]["points"] == seat.table["outcome"]["points"]
    assert with_toy.call("GET", f"{path}/verify", None, token)[1]["ok"]
    status, again = with_toy.call("POST", f"{path}/rematch", {}, token)
    assert status == 201
    with with_toy.seat(again["id"], token) as seat:
        assert seat.table["seats"]["mine"] == ["alone"]
        assert with_toy.call("POST", f"/api/matches/{again['id']}/resign", {"side": "alone"}, token)[0] == 204
        table = seat.until(lambda t: t["over"])
        assert (table["outcome"]["winner"], table["outcome"]["by"]) == (None, "resignation")
    assert with_toy.call("GET", f"/api/matches/{again['id']}/verify", None, token)[1]["ok"]


def test_two_share_a_command(with_toy: Served) -> None:
    seats = {"van": {"kind": "here"}, "rear": {"kind": "invite"}}
    ticket = with_toy.new_match(game="column", options=TOGETHER, seats=seats)
    with with_toy.seat(ticket["id"], ticket["token"]) as van, \
            with_toy.seat(ticket["id"], ticket["invites"]["rear"]) as rear:
        van.act("van", "plod")
        assert rear.until(lambda t: t["actors"] == ["rear"])["legal"]["rear"]
        assert rear.act("rear", "plod")["type"] == "done"
        assert van.until(lambda t: t["view"]["miles"] == 2)["actors"] == ["van"]


def test_a_computer_plays_alone(with_toy: Served) -> None:
    ticket = with_toy.new_match(game="column", seats={"alone": {"kind": "computer", "player": "random"}})
    with with_toy.seat(ticket["id"], ticket["spectate"]) as watcher:
        assert watcher.until(lambda t: t["over"], seconds=60)["outcome"]["by"] == "game"


def test_a_game_without_a_staff_offers_none(with_toy: Served) -> None:
    card = next(g for g in with_toy.call("GET", "/api/games")[1] if g["name"] == "column")
    assert (card["players"], card["levels"]) == (["random"], {})
    wish = {"game": "column", "seats": {"alone": {"kind": "computer", "player": "staff"}}}
    assert with_toy.call("POST", "/api/matches", wish)[0] == 400
    ticket = with_toy.new_match(game="column", advice=True)
    with with_toy.seat(ticket["id"], ticket["token"]) as seat:
        assert seat.table["advice"] is False
        assert "no advice" in seat.ask("advise", side="alone")["error"]
