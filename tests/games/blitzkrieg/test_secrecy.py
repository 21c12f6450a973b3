"""19.1, 6.2a, 19.1c: what one side keeps from the other reaches it by nothing that it is shown."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.match import Match
from tests.games.blitzkrieg.table import do, game, inside, table
from tests.games.verbs import overlay

TWINS = """
phase = "turn"
entrenched = ["3925"]
units = { fr-1-dlc = "3925", fr-4-dlc = "4026", fr-2-dlc = "4126", de-6-army = "4917" }
"""


@pytest.mark.rule("19.1a", "34.4a")
def test_a_guess_leaves_earthworks_where_they_are() -> None:
    """Units that may be each other change places in a guess; the works that they stand in do not go with them."""
    g, p = inside(table(TWINS))
    guesses = [g.determinize(p, "axis", Random(seed)) for seed in range(10)]
    assert len({tuple(q.at) for q in guesses}) > 1
    assert all(g.view(q, "axis") == g.view(p, "axis") for q in guesses)


@pytest.mark.rule("35.3a", "19.1a")
def test_a_guess_leaves_bridgeheads_where_they_are() -> None:
    """A bridgehead tells that headquarters are beside it."""
    units = ('de-xv-mot = "5115", de-1-pz = "5115", de-xix-mot = "4817", de-2-pz = "4817",'
             ' de-xli-mot = "4917", de-6-pz = "4917"')
    g, p = inside(table(f'phase = "turn"\nunits = {{ {units} }}'))
    here = g.grid.bit["5115"]
    p.set_bridges(0, sum({1 << n for (a, _), n in g.board.river_sides.between.items() if a == here}))
    assert p.bridges[0]
    for seed in range(20):
        guess = g.determinize(p, "allied", Random(seed))
        assert guess.bridges == p.bridges
        assert g.view(guess, "allied") == g.view(p, "allied")


ABOUT_TO_ATTACK = """
side = "axis"
phase = "first combat"
units = { de-1-pz = "2728", de-kleist = "2730", de-deception-mech-1 = "2931", fr-i = "2727" }
"""


@pytest.mark.rule("19.1a", "15.4.2a")
def test_in_a_guess_whoever_is_about_to_attack_can_do_so() -> None:
    match = table(ABOUT_TO_ATTACK)
    do(match, "attack 2727")
    g, p = inside(match)
    guesses = [g.determinize(p, "allied", Random(seed)) for seed in range(20)]
    assert all(g.legal(q, "axis") for q in guesses)


def with_hands(axis: str, allied: str) -> Match:
    """A card phase of a campaign with cards of one's own choice."""
    situation = {"game": "blitzkrieg", "side": "axis", "phase": "cards", "turn": 2,
                 "hands": {"axis": [axis] if axis else [], "allied": [allied] if allied else []},
                 "units": {"de-6-army": "4917", "fr-i": "2727"}}
    return Match(game("campaign-free"), seed=1, situation=situation)


@pytest.mark.rule("6.2a", "6.2b")
def test_to_be_asked_for_cards_tells_nothing_of_a_hand() -> None:
    """Whether the enemy holds a card that he could show now, one for another moment or none, all that one learns is the
    same: who is asked, what is told, and after how many decisions."""
    learnt = []
    for hand in ("G14", "G12", ""):
        match = with_hands(hand, "")
        heard = [(match.actors, match.view("allied"), match.view(None))]
        while match.view("allied")["phase"] == "cards":
            events = match.apply("axis", "done")
            heard.append((match.actors, match.view("allied"),
                          [e.data for e in events if e.visible_to("allied") or e.visible_to(None)]))
        learnt.append(heard)
    assert learnt[0] == learnt[1] == learnt[2]
    assert len(learnt[0]) > 1, "he is asked"


@pytest.mark.rule("6.5a", "6.2b")
def test_with_the_cards_of_1940_nobody_is_asked_for_what_all_know_he_has_not() -> None:
    match = table('side = "axis"\nphase = "cards"\nturn = 2\nhands = { axis = [] }\nunits = { de-6-army = "4917" }')
    assert match.view("axis")["phase"] != "cards"


HIDDEN = """
phase = "turn"
units = { fr-6-army = "2731", fr-zoan = "2731", fr-i = "2731", fr-ii = "2730", fr-9-dim = "2630", de-6-army = "4917" }
air = { fr-ms-406-1 = "ready" }
"""


@pytest.mark.rule("19.1a")
@pytest.mark.parametrize("what", ["supply", "command", "air"])
def test_overlays_of_the_enemy_rest_on_what_lies_open(what: str) -> None:
    """The headquarters and the air base lie beneath a corps: the enemy's overlay does not know of them, and says so."""
    match = table(HIDDEN)
    g, p = inside(match)
    p.raise_unit(g, g.by_id["fr-i"])
    own = overlay(match, what, side="allied")
    assert own["hexes"]
    assert "closed stacks" not in own["note"]
    for seed in range(5):
        laid = g.overlay(g.determinize(p, "axis", Random(seed)), what, "allied")
        assert laid["hexes"] == []
        assert "closed stacks may hide" in laid["note"]


@pytest.mark.rule("19.1a", "18.1a")
def test_supply_of_an_enemy_unit_is_known_only_where_it_is_seen() -> None:
    g, p = inside(table(HIDDEN))
    asked = g.determinize(p, "axis", Random(1))
    assert g.explain(p, "supply fr-ii").total == "in supply"
    assert g.explain(asked, "supply fr-ii").total == "not seen"
    assert "closed stacks may hide" in g.overlay(asked, "supply", "allied", "fr-ii")["note"]
    open_hq, q = inside(table(HIDDEN.replace('fr-6-army = "2731"', 'fr-6-army = "2631"')))
    assert open_hq.explain(g.determinize(q, "axis", Random(1)), "supply fr-ii").total == "in supply"
