"""24.1, 24.2, 24.3.2, 38: air planning, revelation and intensive fighting."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.sky import BASES, assign, box_of, sky, stands, tired, worn
from tests.games.blitzkrieg.table import do, happened, inside, legal, refused, table
from tests.games.verbs import explain

GERMANS = {f"de-me-109-{n}": "ready" for n in range(1, 9)} | {"de-he-111-1": "ready", "de-ju-52-1": "ready"}
ALLIES = {"fr-ms-406-1": "ready", "fr-leo-451-1": "ready", "gb-hurr-1": "ready", "be-mixed-1": "ready"}


@pytest.mark.rule("24.3.2a", "24.3.2c", "24.3.4a", "8.1(1.1)a", "24.2a")
def test_active_missions_are_capped_by_the_countrys_air_command_and_passive_ones_are_not() -> None:
    match = sky("air planning", GERMANS | ALLIES)
    assert match.actors == ("axis", "allied")
    assert all(box_of(match, id) == "reserve" for id in GERMANS), "whoever is not assigned rests"
    assert box_of(match, "be-mixed-1") == "ready"
    assign(match, "axis", *((f"de-me-109-{n}", "air-superiority") for n in range(1, 8)))
    match.apply("axis", "assign de-me-109-8")
    assert stands(match, "axis", "into cap") == "24.3.2a"
    assert stands(match, "axis", "into reserve") == stands(match, "axis", "into ready") == ""
    match.apply("axis", "into ready")
    assert match.view("axis")["air_caps"] == {"germany": {"used": 7, "most": 7}}
    assert "germany" not in match.view("allied")["air_caps"]
    assign(match, "axis", ("de-me-109-2", "cap"))
    assign(match, "axis", ("de-me-109-1", "reserve"), ("de-me-109-8", "cap"))
    assert box_of(match, "de-me-109-8") == "cap"


@pytest.mark.rule("24.3.2a", "24.5b")
def test_the_cap_is_counted_by_country() -> None:
    match = sky("air planning", ALLIES | {"gb-hurr-2": "ready", "gb-battle-1": "ready", "us-c-75-1": "ready"},
                more="cards = { A13 = 1 }")
    assign(match, "allied", ("gb-hurr-1", "cap"), ("gb-hurr-2", "cap"), ("gb-battle-1", "bombardment"))
    match.apply("allied", "assign us-c-75-1")
    assert stands(match, "allied", "into cap") == "24.3.2a", "American airstrikes count as British"
    match.apply("allied", "into ready")
    assign(match, "allied", ("fr-ms-406-1", "cap"), ("fr-leo-451-1", "bombardment"), ("be-mixed-1", "cap"))


@pytest.mark.rule("24.3.1a", "18.4e", "24.3.2a")
@pytest.mark.parametrize(
    ("bases", "more", "cap"),
    [
        ('de-viii-flieger = "5115"', "", 5),
        ('de-viii-flieger = { hex = "5115", fatigued = true }', "", 3),
        ('de-viii-flieger = "5115", de-ix-flieger = "5211"', "", 7),
        ('de-viii-flieger = "5115"', 'damaged = ["5115", "5211", "5703", "5723", "5819"]', 0),
        ('de-viii-flieger = "eliminated"', "", 0),
    ],
)
def test_what_a_base_commands(bases: str, more: str, cap: int) -> None:
    match = sky("air planning", GERMANS | ALLIES, f"{bases}, fr-zoae = \"3226\"", more)
    assert ("axis" in match.actors) is (cap > 0), "a side without air command has nothing to plan"
    for n in range(1, cap + 1):
        assign(match, "axis", (f"de-me-109-{n}", "escort"))
    if cap:
        match.apply("axis", f"assign de-me-109-{cap + 1}")
        assert stands(match, "axis", "into escort") == "24.3.2a"


@pytest.mark.rule("24.2b", "24.6.3_2a", "28.1a", "24.2.1a", "2.3.1c")
def test_airstrikes_are_given_only_missions_that_they_can_fly() -> None:
    match = sky("air planning", GERMANS | ALLIES)
    match.apply("axis", "assign de-he-111-1")
    assert [stands(match, "axis", f"into {box}") for box in ("cap", "air-superiority", "transport", "recovery")] == [
        "28.1a", "24.2b", "24.2b", "24.2a"]
    assert stands(match, "axis", "into bombardment") == ""
    match.apply("allied", "assign be-mixed-1")
    assert stands(match, "allied", "into reserve") == "24.6.3_2a"
    assert stands(match, "allied", "into bombardment") == "", "a mixed airstrike bombs as bombers do"
    assert match.legal("allied") == ["into air-superiority", "into bombardment", "into cap", "into escort",
                                     "into interdiction", "into ready"]


@pytest.mark.rule("24.2a", "24.5.2a")
def test_fatigued_airstrikes_begin_in_recovery_and_may_be_put_elsewhere() -> None:
    match = sky("air planning", {"de-me-109-1": worn("ready"), "de-me-109-2": "ready"})
    assert (box_of(match, "de-me-109-1"), box_of(match, "de-me-109-2")) == ("recovery", "reserve")
    assign(match, "axis", ("de-me-109-1", "cap"))
    assert box_of(match, "de-me-109-1") == "cap"
    assert tired(match, "de-me-109-1")
    assign(match, "axis", ("de-me-109-1", "recovery"))
    assert box_of(match, "de-me-109-1") == "recovery"


@pytest.mark.rule("24.2a")
def test_an_airstrike_in_hand_is_assigned_before_the_next_and_every_change_counts() -> None:
    match = sky("air planning", GERMANS)
    for action in ("into cap", "into nowhere"):
        assert stands(match, "axis", action) == "8.1(1.1)a"
    match.apply("axis", "assign de-me-109-1")
    for action in ("assign de-me-109-2", "assign cap", "into nowhere", "done"):
        assert stands(match, "axis", action) == "8.1(1.1)a"
    match.apply("axis", "into cap")
    assign(match, "axis", ("de-me-109-2", "cap"), ("de-me-109-1", "escort"))
    assert match.position.frames[-1].changes == (1, 0)


@pytest.mark.rule("24.2a", "10.4a")
def test_what_may_not_be_assigned_says_why() -> None:
    match = sky("air planning", GERMANS | ALLIES | {"gb-spitf-1": "due", "nl-mixed-1": "ready"})
    assert stands(match, "axis", "assign gb-hurr-1") == "24.2a"
    assert stands(match, "allied", "assign gb-spitf-1") == "10.4a"
    assert stands(match, "allied", "assign nl-mixed-1") == "10.4a", "the Netherlands is neutral"
    for _ in range(41):
        assign(match, "axis", ("de-me-109-1", "cap"))
    assert stands(match, "axis", "assign de-me-109-1") == "24.2a", "planning comes to an end"
    assert stands(match, "axis", "assign de-me-109-2") == ""


@pytest.mark.rule("24.3.2b")
def test_the_cap_is_judged_as_planning_begins() -> None:
    match = sky("air planning", GERMANS)
    g, p = inside(match)
    assign(match, "axis", *((f"de-me-109-{n}", "cap") for n in range(1, 8)))
    p.set_tired(g.by_id["de-viii-flieger"], True)
    match.apply("axis", "done")
    assert sum(box_of(match, id) == "cap" for id in GERMANS) == 7, "what happens to a base later undoes nothing"


@pytest.mark.rule("8.1(1.2)a", "19.1c")
def test_displays_are_closed_until_both_have_planned() -> None:
    match = sky("air planning", GERMANS | ALLIES)
    assign(match, "axis", ("de-me-109-1", "cap"))
    for seat, own in (("axis", "cap"), ("allied", "closed"), (None, "closed")):
        assert match.view(seat)["units"]["de-me-109-1"]["place"] == own
    match.apply("axis", "done")
    assert match.view("allied")["units"]["de-me-109-1"]["place"] == "closed"
    events = match.apply("allied", "done")
    assert all(event.reveals for event in events if event.what == "missions")
    told = happened(events, "missions")
    assert told == [{"side": "axis", "missions": {"cap": 1}}, {"side": "allied", "missions": {}}]
    assert match.view("allied")["units"]["de-me-109-1"]["place"] == "cap"


# --- Air Sneak Attack --------------------------------------------------------------------------------------------

SNEAK = 'hands = { axis = ["G10"], allied = ["A15"] }'


@pytest.mark.rule("25.5a", "6.2b")
def test_whoever_holds_the_sneak_attack_may_plan_for_it_and_then_must_show_it() -> None:
    match = sky("air planning", GERMANS | ALLIES, more=SNEAK, turn=1)
    match.apply("axis", "assign de-me-109-1")
    assert match.legal("axis").count("into air-superiority") == 1
    match.apply("axis", "into reserve")
    assign(match, "axis", ("de-he-111-1", "air-superiority"))
    match.apply("allied", "assign fr-leo-451-1")
    assert stands(match, "allied", "into air-superiority") == "24.2b", "the Allies do not hold the card"
    match.apply("allied", "into ready")
    match.apply("axis", "done")
    match.apply("allied", "done")
    assert match.actors == ("axis", "allied")
    assert stands(match, "axis", "done") == "6.2b"
    match.apply("axis", "play G10")
    refused(match, "play G10", "6.2b", "chosen already")
    assert "G10" not in match.view("allied")["cards"], "nothing shows before both have chosen"
    match.apply("axis", "done")
    assert stands(match, "allied", "play A11") == "6.2b"
    events = match.apply("allied", "done")
    assert [d["card"] for d in happened(events, "card")] == ["G10"]


@pytest.mark.rule("6.2b", "25.5a")
def test_cards_of_both_sides_are_shown_together_and_only_those_of_the_air_phase() -> None:
    hands = 'hands = { axis = ["G10", "G14"], allied = ["A15"] }'
    match = sky("air revelation", {"de-he-111-1": "air-superiority"}, more=hands, turn=1)
    refusal = match.game.why_not(match.position, "axis", "play G14")
    assert refusal is not None
    assert "not played now" in refusal.reason
    match.apply("axis", "play G10")
    match.apply("allied", "play A15")
    match.apply("axis", "done")
    events = match.apply("allied", "done")
    assert {d["card"] for d in happened(events, "card")} == {"G10", "A15"}


@pytest.mark.rule("25.5a", "6.2b")
def test_nobody_plans_a_sneak_attack_later_or_has_to_show_one_he_did_not_plan() -> None:
    match = sky("air planning", GERMANS | ALLIES, more=SNEAK)
    match.apply("axis", "assign de-he-111-1")
    assert stands(match, "axis", "into air-superiority") == "24.2b"
    match = sky("air planning", GERMANS | ALLIES, more=SNEAK, turn=1)
    do(match, "done", "done", "done", "done")
    assert not match.view(None)["cards"]


# --- intensive fighting ------------------------------------------------------------------------------------------

HARD = 'options = { intensive-air = "on" }'
FIGHT = {"de-me-109-1": "air-superiority", "de-me-109-2": "air-superiority", "de-me-109-3": worn("air-superiority"),
         "fr-ms-406-1": "air-superiority", "fr-leo-451-1": "reserve"}


@pytest.mark.rule("38.0a", "38.0b")
def test_intensive_fighters_count_double_and_are_fatigued_for_it() -> None:
    match = sky("intensive air", FIGHT, more=HARD, dice="[1, 1]")
    assert match.actors == ("axis", "allied")
    assert stands(match, "axis", "press de-me-109-3") == "38.0a", "only Combat Effective airstrikes"
    do(match, "press de-me-109-1")
    assert not inside(match)[1].intensive, "it is declared by both at once"
    match.apply("axis", "done")
    events = match.apply("allied", "done")
    fired = {d["side"]: d["strength"] for d in happened(events, "air battle")}
    assert fired == {"axis": 4 + 10 + 5 + 3, "allied": 3 + 2}
    assert box_of(match, "de-me-109-1") == "recovery"
    assert tired(match, "de-me-109-1")
    assert not tired(match, "de-me-109-2")


@pytest.mark.rule("38.0a")
def test_several_airstrikes_may_be_pressed_and_what_is_declared_cannot_be_taken_back() -> None:
    boxes = {"de-me-109-1": "air-superiority", "de-me-109-2": "air-superiority", "fr-ms-406-1": "reserve"}
    match = sky("intensive air", boxes, more=HARD, dice="[1, 1]")
    do(match, "press de-me-109-1", "press de-me-109-2")
    assert legal(match) == ["done"]
    (told,) = [event for event in do(match, "done") if event.what == "intensive"]
    assert (told.data["units"], told.reveals) == (["de-me-109-1", "de-me-109-2"], True)


@pytest.mark.rule("38.0b")
def test_who_is_fatigued_in_the_battle_as_well_is_eliminated() -> None:
    boxes = {"de-me-109-1": "air-superiority", "fr-ms-406-1": "air-superiority", "fr-ms-406-2": "air-superiority"}
    match = sky("intensive air", boxes, more=HARD, dice="[1, 4]")
    do(match, "press de-me-109-1", "done", "done")
    assert box_of(match, "de-me-109-1") == "eliminated"


@pytest.mark.rule("38.0a")
def test_intensive_fighting_is_an_option() -> None:
    assert sky("intensive air", FIGHT).view(None)["phase"] != "intensive air"


@pytest.mark.rule("25.1b")
def test_the_strength_of_a_side_is_explained() -> None:
    match = table(f'turn = 1\nphase = "intensive air"\n{HARD}\nunits = {{ {BASES} }}\n'
                  'air = { de-me-109-1 = "air-superiority" }')
    tally = explain(match, "air axis")
    assert tally.total == 9
    assert [(part.label, part.value) for part in tally.parts] == [("Me-109", 5), ("anti-aircraft", 4)]
