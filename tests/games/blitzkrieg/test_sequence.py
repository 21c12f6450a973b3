"""8.0 The sequence of play, what each seat sees, and games played at random to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.sky import sky
from tests.games.blitzkrieg.table import do, game, happened, inside, legal, table


@pytest.mark.rule("8.0a", "8.1(2)a", "8.1(2.2)a")
def test_the_axis_acts_before_the_allies_and_cards_come_before_reinforcements() -> None:
    match = table('phase = "turn"\nreinforcements = "later"')
    events = []
    phases = []
    while match.view(None)["turn"] < 3:
        view = match.view(None)
        phases.append((view["turn"], view["active"], view["phase"]))
        action = next((a for a in ("done",) if a in legal(match)), legal(match)[0])
        events += do(match, action)
    steps = list(dict.fromkeys(phases))
    assert steps == [
        (1, "axis", "cards"), (1, "axis", "reinforcements"), (1, "allied", "cards"), (1, "allied", "reinforcements"),
        (2, "axis", "cards"), (2, "axis", "reinforcements"), (2, "axis", "first movement"),
        (2, "allied", "cards"), (2, "allied", "reinforcements"), (2, "allied", "first movement"),
    ]
    assert [d["side"] for d in happened(events, "player turn")] == ["allied", "axis", "allied", "axis"]


@pytest.mark.rule("8.1(2)a", "9.0a")
def test_between_player_turns_nobody_is_active() -> None:
    match = sky("conditions", {"de-me-109-1": "ready", "fr-c-75-1": "ready"}, more='side = "allied"')
    _, p = inside(match)
    assert (match.view(None)["phase"], p.active, p.impulse, p.exempt) == ("air planning", -1, 0, -1)
    assert (set(p.railed), p.guests, p.raided, p.alarmed) == ({0}, 0, 0, 0), "a new turn"
    assert (p.staged, p.shifted, p.flown, p.cargo, p.panicked) == (0, 0, 0, 0, 0)
    assert (p.eligible, p.moved, p.attacked, p.minimum, p.tried, p.rode) == (0, 0, 0, 0, 0, 0)


@pytest.mark.rule("12.2.1a", "15.3.4a", "17.2a", "34.1a")
def test_what_a_phase_forgets_it_forgets_of_all() -> None:
    """The first counter and the first airstrike of the box are as free as any when a phase begins."""
    first = 'de-18-army = {{ hex = "5115"{} }}'
    moving = table(f'side = "axis"\nphase = "first movement"\noptions = {{ entrenchments = "on" }}\n'
                   f'units = {{ {first.format("")}, de-iv = "5211" }}')
    assert "move de-18-army" in legal(moving)
    do(moving, "done")
    assert "entrench 5115" in legal(moving)
    resting = table(f'side = "axis"\nphase = "recovery"\nunits = {{ {first.format(", fatigued = true")} }}')
    assert "recover de-18-army" in legal(resting)
    fighting = table('side = "axis"\nphase = "first combat"\n'
                     'units = { de-18-army = "5115", de-iv = "5114", fr-i = "5113" }')
    do(fighting, "attack 5113", "with de-iv", "probe")
    assert "support de-18-army" in legal(fighting)
    later = table('side = "axis"\nphase = "second movement"\ncards = { G01 = 1 }\n'
                  'units = { de-18-army = "5115", de-kleist = "5115" }')
    assert "move de-kleist" in legal(later)
    assert "move de-18-army" not in legal(later)
    planning = sky("air planning", {"de-me-109-1": "ready"})
    do(planning, "assign de-me-109-1", "into cap", "done")
    assert "patrol de-me-109-1" in legal(planning)


@pytest.mark.rule("8.1(2.1)a")
def test_a_turn_of_which_no_phase_is_told_begins_with_its_cards() -> None:
    match = table('side = "axis"\nunits = { de-iv = "5115" }')
    assert (match.view(None)["phase"], legal(match)) == ("cards", ["done", "play G14"])


@pytest.mark.rule("9.0a", "8.1(2.4)a", "8.1(2.5)a")
@pytest.mark.parametrize(("phase", "impulse"), [
    ("first movement", 1), ("first bombardment", 1), ("first combat", 1), ("second movement", 2),
    ("second bombardment", 2), ("second combat", 2),
])
def test_every_phase_knows_its_impulse(phase: str, impulse: int) -> None:
    units = 'de-viii-flieger = "5115", de-kleist = "4520", de-1-pz = "4520", fr-i = "4420"'
    match = sky(phase, {"de-he-111-1": "bombardment"}, units, more='side = "axis"\ncards = { G01 = 1 }')
    _, p = inside(match)
    assert (match.view(None)["phase"], p.impulse) == (phase, impulse)


BESIDE = """
side = "axis"
phase = "first movement"
dice = [3]
units = { de-iv = "2728", fr-i = "2727" }
"""


@pytest.mark.rule("12.2.1a", "15.3.1a")
def test_a_phase_in_which_something_was_done_ends_when_its_owner_says_so() -> None:
    """The last move does not lead into combat, nor the last battle into the next impulse."""
    match = table(BESIDE)
    do(match, "move de-iv", "stop")
    assert (match.view("axis")["phase"], legal(match)) == ("first movement", ["done"])
    do(match, "done", "attack 2727", "with de-iv", "probe")
    while "done" not in legal(match):
        do(match, legal(match)[0])
    assert (match.view("axis")["phase"], legal(match)) == ("first combat", ["done"])


FOG = """
phase = "turn"
units = { de-kleist = "4820", de-1-pz = "4820", de-6-army = "4917", de-deception-mech-1 = "4819", fr-i = "4322" }
"""


@pytest.mark.rule("19.1a", "19.2.2b")
def test_of_an_enemy_stack_the_top_is_seen_and_a_division_by_its_class_alone() -> None:
    match = table(FOG)
    enemy = match.view("allied")
    assert on_map(enemy) == {"de-6-army", "fr-i"}
    panzer, decoy = enemy["stacks"]["4820"], enemy["stacks"]["4819"]
    assert panzer == {"side": "axis", "nation": "german", "height": 2, "top": None, "size": "division",
                      "mechanised": True, "fatigued": False}
    assert decoy == {**panzer, "height": 1}, "a deception unit looks like a panzer division"
    assert {"de-kleist", "de-1-pz", "de-deception-mech-1"} <= set(match.view("axis")["units"])
    assert on_map(match.view(None)) == {"de-6-army", "fr-i"}


def on_map(view: dict[str, Any]) -> set[str]:
    return {id for id, piece in view["units"].items() if piece["hex"]}


@pytest.mark.parametrize("scenario", ["campaign", "campaign-free"])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_their_promises(scenario: str, seed: int) -> None:
    """No dead end, every piece in one place, saves and situations give the position again, every event a sentence."""
    g, rng = game(scenario), Random(seed)
    match = Match(g, seed=seed)
    ids = sorted(g.pieces(match.position))
    for step in range(30_000):
        if not match.actors:
            break
        side = match.actors[0]
        assert g.head(match.position, None)["rule"] in g.rules, "every prompt names its rule"
        choices = match.legal(side)
        assert choices == sorted(set(choices))
        for event in match.apply(side, rng.choice(choices)):
            assert g.describe(event).endswith(".")
        if step % 300 == 0:
            _, p = inside(match)
            saved = g.save(p)
            again = g.load(saved)
            assert g.save(again) == saved
            assert g.view(again, None) == g.view(p, None), "the same units lie on top"
            assert g.save(g.set_up(g.whole_situation(p))) == saved
            assert sorted(g.pieces(p)) == ids
    assert match.outcome is not None
