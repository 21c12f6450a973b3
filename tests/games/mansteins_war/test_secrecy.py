"""6.0f, 5.0a, 28.3a: what one side keeps from the other reaches it by nothing that it is shown, told or refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meuse.engine.contract import CHANCE, Event
from meuse.engine.match import Match
from meuse.engine.narration import Narrator
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import AVAILABLE, DUE
from tests.games.contract import Mood
from tests.games.mansteins_war.table import do, game, inside, legal, opening, table

SECRETIVE = (("variable-reinforcements", "on"), ("morale", "on"), ("fall-rot", "on"), ("plan-w", "on"),
             ("fighter-command", "on"), ("german-specials", "luftwaffe-besides"), ("german-plan", "any-week"))


OPENS = ("impulse over",)
"""After these something comes out: whether a bin is empty (5.4c)."""


class Twins:
    """Two positions that differ only in what one side cannot see, played on alike: that side must not notice before the
    secret comes out by itself."""

    def __init__(self, g: MansteinsWar, p: Any, side: str, rng: Random) -> None:
        self.g, self.side, self.rng = g, side, rng
        self.true, self.guess = p.copy(), g.determinize(p, side, rng)
        self.narrators = (Narrator(g), Narrator(g))
        self.steps = 0

    def play(self, most: int) -> int:
        """So many actions that are possible in both; how many there were."""
        mood = Mood(self.rng)
        while self.steps < most and self.g.actors(self.true):
            self.compare()
            actor = self.rng.choice(self.g.actors(self.true))
            both = sorted({*self.g.legal(self.true, actor)} & {*self.g.legal(self.guess, actor)})
            if not both:
                break
            action = mood.choose(both)
            told = [self.hears(self.g.apply(p, actor, action), n) for n, p in enumerate((self.true, self.guess))]
            over = next((n + 1 for n, (event, _) in enumerate(told[0]) if event.what in OPENS), None)
            assert told[0][:over] == told[1][:over], f"{self.side} is told of {actor} {action}"
            self.steps += 1
            if over:
                break
        return self.steps

    def hears(self, events: list[Event], twin: int) -> list[Any]:
        seen = [event for event in events if event.visible_to(self.side)]
        return [(event, self.narrators[twin].take(event)) for event in seen]

    def compare(self) -> None:
        g, side = self.g, self.side
        assert g.view(self.guess, side) == g.view(self.true, side)
        assert g.view(self.guess, None) == g.view(self.true, None)
        assert g.awaited(self.guess, side) == g.awaited(self.true, side)
        assert g.actors(self.guess) == g.actors(self.true)
        assert g.party(self.guess) == g.party(self.true)
        assert g.legal(self.guess, side) == g.legal(self.true, side)
        for action in ("load plan-d", "load manstein", "bring fr-10-army", "done", "historical"):
            assert g.why_not(self.guess, side, action) == g.why_not(self.true, side, action)


@pytest.mark.rule("6.0f", "5.0a", "28.3a", "21.1i", "21.2e")
@pytest.mark.parametrize("options", [(), SECRETIVE], ids=["standard", "secretive"])
@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_side_cannot_tell_one_secret_from_another(side: str, options: tuple[tuple[str, str], ...]) -> None:
    g, played = game(options), 0
    for seed in range(2):
        rng = Random(f"{side} {seed}")
        match = Match(g, seed=seed)
        mood = Mood(rng)
        for n in range(600):
            if not match.actors:
                break
            if n % 20 == 0:
                played += Twins(g, match.position, side, rng).play(25)
            actor = rng.choice(match.actors)
            match.apply(actor, "historical" if "historical" in match.legal(actor) else mood.choose(match.legal(actor)))
    assert played > 300


@pytest.mark.rule("6.0f")
def test_the_enemys_displays_are_closed() -> None:
    match = table('turn = 3\nreinforcements = "later"\n[units]\n"de-19-corps" = "1738"\n"fr-2-army" = "1439"\n'
                  '"fr-7-army" = "eliminated"\n"gb-bef" = "evacuated"\n[air]\nde-air-1 = "1439"\n'
                  'fr-air-zoan = "utilized"\n')
    hidden = {"fr-7-army", "gb-bef", "fr-air-zoan", "fr-10-army", "gb-naval"}
    assert hidden <= set(match.view("allied")["units"])
    for seat in ("german", None):
        shown = match.view(seat)["units"]
        assert not hidden & set(shown)
        assert all(piece["place"] == "map" for id, piece in shown.items() if not (seat and id.startswith("de-")))
        assert {"fr-2-army", "de-air-1"} <= set(shown)
    everything = match.game.open_view(match.position)["units"]
    assert hidden | set(match.view("german")["units"]) <= set(everything)


@pytest.mark.rule("21.1i", "3.7a")
def test_a_plan_that_a_surrender_takes_away_unplayed_stays_secret() -> None:
    match = table('turn = 3\nplans = { german = "manstein", allied = "plan-e" }')
    g, p = inside(match)
    p.gone |= sum(1 << m for m in g.plan_markers[1])
    assert match.view("german")["plans"]["allied"] is None
    assert match.view("allied")["plans"]["allied"] == "plan-e"
    assert {g.determinize(p, "german", Random(seed)).plans[1] for seed in range(30)} == set(g.plan_markers[1])
    played = table('turn = 3\nplans = { german = "manstein", allied = "plan-e" }\ngone = ["plan-e"]')
    assert played.view("german")["plans"]["allied"] == "plan-e"


@pytest.mark.rule("28.3a", "6.0f")
def test_the_secret_schedule_asks_whether_anything_is_due_or_not() -> None:
    text = ('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "reinforcement"\n'
            'bins = {{ german = ["hgb"], allied = [] }}\n'
            'options = {{ variable-reinforcements = "{0}" }}\nunits = {{ de-2-army = {{ hex = "due", due = {1} }} }}')
    for week in (2, 5):
        match = table(text.format("on", week))
        assert match.view("allied")["prompt"] == "Place reinforcements, or be done."
        assert ("bring de-2-army" in legal(match)) is (week == 2)
        assert "done" in legal(match)
    assert table(text.format("off", 5)).view(None)["segment"] == "air"


@pytest.mark.rule("28.3a", "6.0f")
def test_a_reinforcement_in_the_hand_is_not_named() -> None:
    match = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "reinforcement"\n'
                  'units = { de-2-army = { hex = "due", due = 2 } }')
    do(match, "bring de-2-army")
    assert match.view("german")["moving"] == ["de-2-army"]
    for seat in ("allied", None):
        assert "de-2-army" not in str(match.view(seat))
        assert "2 Army" not in str(match.view(seat))


@pytest.mark.rule("28.3a")
def test_the_dice_of_the_schedule_are_told_to_their_owner_only() -> None:
    match = opening(variable_reinforcements="on")
    match.apply("allied", "keep plan-d")
    match.apply("german", "keep manstein")
    do(match, "historical")
    events = do(match, "historical")
    rolled = [event for event in events if event.what == "schedule"]
    assert len(rolled) == sum(entry.side == CHANCE for entry in match.entries)
    assert all(event.seen_by and len(event.seen_by) == 1 for event in rolled)
    assert {event.seen_by for event in rolled} == {("german",), ("allied",)}


ARRIVAL = """
    phase = "command"
    turn = 3
    options = { variable-reinforcements = "on", fighter-command = "on" }
    air = { gb-air-fc = "due" }
"""


@pytest.mark.rule("28.3a", "13.5a", "6.0f")
def test_the_arrival_of_an_air_unit_is_told_to_its_owner_only() -> None:
    match = table(ARRIVAL)
    match.apply("german", "load none")
    [arrival] = [event for event in match.apply("allied", "load none") if event.what == "air arrives"]
    assert arrival.seen_by == ("allied",)
    assert match.view("allied")["units"]["gb-air-fc"]["place"] == "available"
    assert "gb-air-fc" not in str(match.view("german"))
    printed = table(ARRIVAL.replace('variable-reinforcements = "on", ', ""))
    printed.apply("german", "load none")
    [arrival] = [event for event in printed.apply("allied", "load none") if event.what == "air arrives"]
    assert arrival.seen_by is None, "the printed schedule is no secret"


@pytest.mark.rule("28.3a", "13.5a", "6.0f")
def test_whether_an_air_unit_has_come_is_guessed_until_it_is_seen() -> None:
    text = ('turn = 3\nside = "allied"\nmarker = "1ag"\nsegment = "air"\n'
            'options = { variable-reinforcements = "on", fighter-command = "on" }\nair = { gb-air-fc = "due" }')
    match = table(text)
    g, p = inside(match)
    a = g.air_by_id["gb-air-fc"]

    def guessed(position: Any) -> set[tuple[int, int]]:
        twins = [g.determinize(position, "german", Random(seed)) for seed in range(80)]
        assert all(g.view(q, "german") == g.view(position, "german") for q in twins)
        return {(q.air_at[a], q.air_due[a]) for q in twins}

    p.air_due = (*p.air_due[:a], 4, *p.air_due[a + 1:])
    either = {(AVAILABLE if week <= 3 else DUE, week) for week in range(1, 7)}
    assert guessed(p) == either
    p.fly(a, AVAILABLE)
    assert guessed(p) == either
    p.fly(a, g.grid.bit["1439"])
    p.fly(a, AVAILABLE)
    assert guessed(p) == {(AVAILABLE, 4)}, "it has been seen"


@pytest.mark.rule("28.3a", "6.0f", "16.1a")
def test_the_air_segment_asks_whether_an_air_unit_has_come_or_not() -> None:
    used = ", ".join(f'{air} = "utilized"' for air in ("fr-air-zoan", "fr-air-zoae", "fr-air-zoas", "gb-air-baff"))
    text = ('turn = 2\nside = "allied"\nmarker = "1ag"\nsegment = "air"\n'
            f'options = {{{{ variable-reinforcements = "{{0}}", fighter-command = "on" }}}}\nair = {{{{ {used} }}}}')
    match = table(text.format("on"))
    assert match.view(None)["segment"] == "air"
    assert legal(match) == ["done"]
    assert table(text.format("off")).view(None)["segment"] == "movement"


@pytest.mark.rule("28.3a", "13.2a")
def test_nobody_is_asked_for_reinforcements_when_none_are_left() -> None:
    text = ('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "reinforcement"\n'
            'options = {{ variable-reinforcements = "on" }}\nunits = {{ {0} }}')
    for units, asked in (('de-2-army = { hex = "due", due = 5 }', True), ('de-2-army = "due"', False),
                         ('de-2-army = "1937"', False), ('fr-6-army = { hex = "due", due = 5 }', False),
                         ('de-6-army = { hex = "due", due = 5 }', False),
                         ('de-12-army = { hex = "due", due = 5 }', True)):
        match = table(text.format(units))
        assert (match.view(None)["segment"] == "reinforcement") is asked, units
