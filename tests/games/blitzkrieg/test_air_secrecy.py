"""19.1c, 8.1(1.1)a: what a side plans in the air reaches the other by nothing that it is shown, told or refused."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.sky import assign, sky
from tests.games.blitzkrieg.table import inside

BOXES = {"de-me-109-1": "ready", "de-me-109-2": "ready", "de-he-111-1": "ready", "de-ju-87-1": "ready",
         "fr-ms-406-1": "ready", "fr-leo-451-1": "ready", "gb-hurr-1": "ready", "be-mixed-1": "ready"}
PLANS = (
    [],
    [("de-me-109-1", "cap"), ("de-me-109-2", "cap")],
    [("de-me-109-1", "air-superiority"), ("de-he-111-1", "bombardment"), ("de-ju-87-1", "close-support")],
)
ASKED = ("assign fr-ms-406-1", "assign de-me-109-1", "into cap", "done", "press fr-ms-406-1", "play A15", "play G10")


def seen(match: Match, side: str | None) -> object:
    """Everything that a seat can find out: its view, who is awaited, its choices, and the reasons against others."""
    g, p = match.game, match.position
    reasons = [str(g.why_not(p, side, action)) for action in ASKED] if side else []
    return match.view(side), g.awaited(p, side), g.party(p), match.legal(side) if side else [], reasons


def planned(turn: int, plan: list[tuple[str, str]], settled: bool, holding: bool) -> Match:
    match = sky("air planning", BOXES, turn=turn, more='hands = { axis = ["G10"], allied = ["A15"] }')
    assign(match, "axis", *plan)
    if holding:
        match.apply("axis", "assign de-me-109-2")
    if settled:
        match.apply("axis", "done")
    return match


@pytest.mark.rule("19.1c", "8.1(1.1)a")
@pytest.mark.parametrize("seat", ["allied", None])
@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_tells_what_the_enemy_plans_nor_whether_he_has_planned(turn: int, seat: str | None) -> None:
    found = []
    for plan in PLANS:
        for settled, holding in ((False, False), (False, True), (True, False)):
            found.append(seen(planned(turn, plan, settled, holding), seat))
    assert all(other == found[0] for other in found[1:])


@pytest.mark.rule("19.1c")
def test_guesses_of_the_enemys_display_are_many_and_look_alike() -> None:
    match = planned(2, PLANS[2], False, True)
    g, p = match.game, match.position
    guesses = [g.determinize(p, "allied", Random(seed)) for seed in range(12)]
    plans = {tuple(q.air_in) for q in guesses}
    assert len(plans) > 6, "the true plan is not among the knowledge that a guess starts from"
    for q in guesses:
        assert g.view(q, "allied") == match.view("allied")
        assert g.legal(q, "allied") == match.legal("allied")
        assert [q.air_in[a] for a in g.air_of[1]] == [p.air_in[a] for a in g.air_of[1]], "one's own plan is known"
        assert "done" in g.legal(q, "axis"), "the airstrike in the enemy's hand is not known either"
    for text, picks in (("air revelation", ["play G10"]), ("intensive air", ["press de-me-109-1"])):
        boxes = {"de-me-109-1": "air-superiority", "de-he-111-1": "air-superiority", "fr-ms-406-1": "air-superiority"}
        shown = sky(text, boxes, turn=1, more='options = { intensive-air = "on" }\nhands = { axis = ["G10"] }')
        for action in picks:
            shown.apply("axis", action)
        frames = {str(g.determinize(shown.position, "allied", Random(seed)).frames[-1]) for seed in range(12)}
        assert len(frames) == (1 if text == "air revelation" else 2), "the open display tells of the sneak attack"


@pytest.mark.rule("19.1c", "24.2a")
def test_how_often_the_enemy_has_thought_better_of_it_is_not_known() -> None:
    match = planned(2, PLANS[1] + PLANS[2], False, False)
    assign(match, "allied", ("fr-ms-406-1", "cap"), ("fr-ms-406-1", "escort"))
    g, p = inside(match)
    assert p.frames[-1].changes == (1, 1)
    frame = g.determinize(p, "allied", Random(1)).frames[-1]
    assert frame.changes == (0, 1)
    assert frame.assigned == 1 << g.box.air_by_id["fr-ms-406-1"]


@pytest.mark.rule("19.1c")
def test_no_word_of_a_plan_is_told_to_the_enemy() -> None:
    match = sky("air planning", BOXES)
    for id, box in (("de-me-109-1", "cap"), ("de-he-111-1", "bombardment")):
        events = [*match.apply("axis", f"assign {id}"), *match.apply("axis", f"into {box}")]
        assert [e.what for e in events] == ["assigned"]
        assert not any(e.visible_to("allied") or e.visible_to(None) for e in events)
    assert not match.apply("axis", "done"), "that a side has done with planning is not told either"


@pytest.mark.rule("6.2b", "25.5a")
def test_nobody_learns_what_cards_the_other_is_about_to_show() -> None:
    """Both are asked whether they hold such a card or not, and what one chooses shows when both have chosen."""
    found = []
    for hand, actions in ((["G10"], []), (["G10"], ["play G10"]), (["G10"], ["play G10", "done"]), ([], ["done"])):
        match = sky("air revelation", BOXES, turn=1, more=f'hands = {{ axis = {hand}, allied = ["A15"] }}')
        for action in actions:
            events = match.apply("axis", action)
            assert not any(e.visible_to("allied") for e in events)
        found.append((seen(match, "allied"), seen(match, None)))
    assert all(other == found[0] for other in found[1:])


@pytest.mark.rule("38.0a")
def test_intensive_fighting_is_declared_in_secret() -> None:
    found = []
    boxes = {"de-me-109-1": "air-superiority", "de-me-109-2": "air-superiority", "fr-ms-406-1": "air-superiority"}
    for actions in ([], ["press de-me-109-1"], ["press de-me-109-1", "press de-me-109-2", "done"]):
        match = sky("intensive air", boxes, more='options = { intensive-air = "on" }')
        for action in actions:
            assert not any(e.visible_to("allied") for e in match.apply("axis", action))
        found.append((seen(match, "allied"), seen(match, None)))
    assert all(other == found[0] for other in found[1:])


@pytest.mark.rule("19.1c")
def test_plans_may_be_taken_back_until_both_have_done() -> None:
    match = sky("air planning", BOXES)
    assign(match, "axis", ("de-me-109-1", "cap"))
    assign(match, "allied", ("fr-ms-406-1", "cap"))
    assert match.undoable("axis") > 0
    match.undo("axis")
    g, p = inside(match)
    assert p.air_in[g.box.air_by_id["de-me-109-1"]] != g.boxes.index("cap")
    assert p.air_in[g.box.air_by_id["fr-ms-406-1"]] == g.boxes.index("cap"), "the other side's plan stands"


def test_random_planning_ends() -> None:
    for seed in range(3):
        match, rng = sky("air planning", BOXES), Random(seed)
        for _ in range(2000):
            if match.view(None)["phase"] != "air planning":
                break
            side = rng.choice(match.actors)
            match.apply(side, rng.choice(match.legal(side)))
        assert match.view(None)["phase"] != "air planning"
