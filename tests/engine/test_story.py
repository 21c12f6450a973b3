"""A turn in the war diary: what mattered first, marches drawn together, what happens alike in one sentence."""

from __future__ import annotations

from collections import Counter

import pytest

import meuse
from meuse.engine.contract import Event
from meuse.engine.diary import write
from meuse.engine.story import Fight, Told, alike, assault, columns, march, of_one, opening, prose, tally

STEPS = frozenset({"step"})


@pytest.mark.parametrize(("texts", "said"), [
    (["GD moves to Virton from near Arlon."], "GD reaches Virton."),
    (["A moves to near Sedan from Bouillon.", "B moves to near Sedan by road."], "A and B come up near Sedan."),
    (["A goes to Bonn.", "A goes to Jülich."], "A reaches Jülich."),
    (["An Axis unit goes to Bonn.", "An Axis unit goes from Trier to Bonn."], "2 Axis units reach Bonn."),
    (["A moves to near U.", "B moves to near V.", "C moves to near W.", "D moves to Sedan."],
     "A comes up near U, B arrives near V, D enters Sedan; one more is on the move."),
    (["BAFF flies to near Metz."], "BAFF flies near Metz."),
])
def test_marches_are_drawn_together(texts: list[str], said: str) -> None:
    assert columns([found for text in texts if (found := march(text))], 0) == said


@pytest.mark.parametrize(("texts", "said"), [
    (["The Meuse bridge at Mouzon is blown.", "The Meuse bridge near Stenay is blown."],
     "The Meuse bridges at Mouzon and near Stenay are blown."),
    (["The works of Metz are destroyed.", "The works of Sedan are destroyed."],
     "The works of Metz and of Sedan are destroyed."),
    (["The infantry battalion is destroyed."] * 2 + ["The Somua S35 company is destroyed."],
     "2 infantry battalions and the Somua S35 company are destroyed."),
    (["1 French Bomber is shot down."] * 2, "2 French Bombers are shot down."),
    (["The pontoon over the Meuse at Bazeilles is destroyed."] * 2,
     "2 pontoons over the Meuse at Bazeilles are destroyed."),
    (["2 Army loses a step."] * 2, "2 Army loses a step twice."),
    (["2 Army loses a step.", "9 Army loses a step."], "2 Army and 9 Army lose a step each."),
    (["The Allies play Maginot Line.", "The Allies play Ultra."], "The Allies play Maginot Line and Ultra."),
])
def test_what_happens_alike_is_one_sentence(texts: list[str], said: str) -> None:
    assert alike(texts) == [said]


def test_one_subject_is_named_once_for_two_deeds() -> None:
    told = ["2 DLC is reduced.", "2 DLC retreats to Alle.", "2 DLC is eliminated."]
    assert of_one(told) == ["2 DLC is reduced and retreats to Alle.", "2 DLC is eliminated."]
    assert of_one([told[0], told[2]]) == ["2 DLC is reduced and eliminated."]


def test_an_attack_opens_its_battle_in_turn_with_other_words() -> None:
    text = "Attack near Izel by A and B against 2 DLC: 6 against 2, 3:1."
    assert [assault(text, n) for n in range(3)] == [
        "A and B attack 2 DLC.", "A and B fall upon 2 DLC.", "A and B go for 2 DLC."]
    assert assault("Overrun of Alle by A against B: 11 against 1.", 0) == "A overruns B."


def test_a_turn_opens_with_what_it_was_about() -> None:
    small, great = Fight("Battle near Alle"), Fight("Battle of Sedan", Counter(french=2, german=1))
    blown = Told("bridge blown", "The Meuse bridge at Sedan is blown.")
    assert opening([small, great], [blown], Counter(), "day", 0) == (
        "Of two battles the battle of Sedan weighs most. The Meuse bridge at Sedan is blown. "
        "Losses of the day: two French units and one German unit, destroyed or worn down.")
    assert opening([], [], Counter(german=2), "day", 1) == (
        "The day passes without a battle; there are two German columns on the move.")
    assert tally(Counter(german=2, french=25), "column") == "2 German columns and 25 French columns"


def test_a_paragraph_keeps_its_order() -> None:
    told = [Told("road blocked", "The road near Carignan is blocked."), Told("step", "A moves to Virton."),
            Told("step", "B moves to Virton."), Told("withdrawn", "C is withdrawn.")]
    assert prose(told, STEPS, 0) == "The road near Carignan is blocked. A and B reach Virton. C is withdrawn."


def test_headlines_of_a_turn_are_told_first() -> None:
    game = meuse.make_game("sedan")
    blown = {"bridge": "3414-3415", "river": "Meuse", "pontoon": False}
    bridges = ("3924-4023", "2912-3011")
    events = [Event("turn", "5.0a", {"turn": 1}), Event("chit", "6.0a", {"chit": "X", "side": "french"}),
              *(Event("bridge blown", "13.0a", {**blown, "bridge": side}) for side in bridges)]
    story = write(game, events, None).chapters[0].paragraphs[0].text
    assert "The Meuse bridges at Stenay and at Charleville-Mézières are blown." in story


def test_parts_of_a_turn_under_one_heading_are_one_paragraph() -> None:
    """Of a rule's table only the name of its row is told, and a march after a battle is no part of it."""
    game = meuse.make_game("ghost-division")
    row = {"die": 4, "modifiers": [], "name": "Fuel for others", "says": "You lose 12 OP."}
    step = {"units": ["rommel"], "from": "AA", "to": "N18"}
    battle = {"grid": "N18", "attacker": "german", "units": ["rommel"], "formations": [], "fortification": True}
    events = [Event("turn", "5.0a", {"turn": 1}), Event("segment", "11.0a", {"segment": "A"}),
              Event("okw event", "12.0a", row), Event("segment", "11.0a", {"segment": "D1"}),
              Event("fog revealed", "13.0a", {"grid": "N18", "kind": "patrol"}),
              Event("segment", "11.0a", {"segment": "D2"}), Event("step", "16.1a", step),
              Event("battle", "18.1a", battle), Event("step", "16.1a", step)]
    first = write(game, events, None).chapters[0]
    assert first.title == "Turn 1, 10-11 May 1940"
    assert [(p.lead, p.text) for p in first.paragraphs[1:]] == [
        ("Orders", "Word from OKW: Fuel for others."),
        ("On the march", "The Fog of War near Vielsalm is a Patrol. Rommel arrives near Vielsalm."),
        ("Battle near Vielsalm", "Rommel attacks a Fortification."),
        ("On the march", "Rommel comes up near Vielsalm.")]
