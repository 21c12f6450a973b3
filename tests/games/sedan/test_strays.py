"""Actions that belong to another moment: each is refused by the rule that has to be settled first."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from tests.games.sedan.table import do, legal, refused, table
from tests.games.sedan.test_combat import I1, assault, declare, scene

DUEL = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "331 55"}
"""10 against 4: the column 2:1, where 7 is an exchange, 8 is R2."""


def moment(name: str) -> Match:
    """A match in which that has to be settled."""
    if name in ("open", "order", "move"):
        match = scene(DUEL, mode="open")
        return after(match, {"open": [], "order": ["activate"], "move": ["activate", "move-combat"]}[name])
    if name == "moving":
        return after(scene(DUEL, mode="move"), [f"move {I1}"])
    if name == "work":
        return after(scene({"3413": "HQ 1 Pz", "3414": "I/1 1 Pz"}, mode="move"), ["demolish 3414-3415"])
    if name == "stacking":
        return after(scene({"2820": "HQ 1 Pz, SR 1 1 Pz, GD, I/1 1 Pz"}, mode="move"), ["end"])
    if name == "overrun":
        return table(f'turn = 3\nactivation = "XIX"\nmode = "overrun"\noverrun = ["{I1}"]\n[units]\n'
                     '"I/1 1 Pz" = "2720"\n"HQ 1 Pz" = "2820"\n"331 55" = "2420"')
    if name == "overrunning":
        return after(moment("overrun"), [f"move {I1}"])
    if name == "evening":
        return table('turn = 2\nphase = "end"\n[units]\n"GD" = "3414"')
    if name == "clearing":
        return table('turn = 2\nphase = "end"\nroadblocks = ["2628"]\n[units]\n"147 55" = "2628"')
    if name == "return":
        return table('turn = 3\nphase = "activation"\nreinforcements = "none"\n[units]\n'
                     '"HQ 55" = "track"\n"147 55" = "2620"\n"GD" = "2720"')
    return fight(name)


def fight(name: str) -> Match:
    if name == "combat":
        return scene(DUEL)
    if name in ("declare", "named"):
        return after(scene(DUEL), ["attack 2620", *([f"with {I1}"] if name == "named" else [])])
    if name == "air":
        match = scene(DUEL, german=(1, 1))
        declare(match, "2620", I1)
        return match
    if name == "guns":
        match = scene(DUEL)
        declare(match, "2620", I1)
        return match
    dice = {"losses": (3, 4), "retreats": (4, 4), "retreating": (4, 4), "advance": (6, 6), "second": (6, 6)}[name]
    defenders = "331 55, 295 55" if name in ("losses", "retreats") else "331 55"
    attackers = "I/1 1 Pz, II/1 1 Pz, I/2 1 Pz, II/2 1 Pz" if name in ("losses", "retreats") else "I/1 1 Pz, II/1 1 Pz"
    match = scene({**DUEL, "2720": attackers, "2620": defenders}, *dice)
    assault(match, "2620")
    if name in ("advance", "second"):
        while match.actors == ("french",):
            do(match, legal(match)[0])
    return after(match, [f"advance {I1}"] if name == "second" else [])


def after(match: Match, actions: list[str]) -> Match:
    do(match, *actions)
    return match


STRAYS = [
    ("open", "leave nobody", "3.3c"), ("open", "move de-i-1-1-pz", "3.3c"),
    ("order", "end", "3.3d"),
    ("move", "move nobody", "2.3b"), ("move", "demolish nowhere", "12.0a"), ("move", "block nowhere", "13.0a"),
    ("move", "place 2720", "9.0a"),
    ("moving", "step nowhere", "2.1d"), ("moving", "advance de-i-1-1-pz", "9.0c"),
    ("moving", "join fr-331-55-di", "9.3a"),
    ("moving", "drop de-i-1-1-pz", "9.3c"), ("moving", "exit", "16.10g"),
    ("work", "with nobody", "12.0b"), ("work", "move de-i-1-1-pz", "12.0b"), ("work", "roll", "12.0b"),
    ("stacking", "remove nobody", "7.1g"), ("stacking", "move de-hq-1-pz", "7.1g"),
    ("overrun", "move nobody", "9.4j"), ("overrun", "move de-hq-1-pz", "9.4j"),
    ("overrunning", "step nowhere", "9.4l"), ("overrunning", "attack 2420", "9.4l"),
    ("overrunning", "step 2420", "9.0e"), ("overrunning", "exit", "16.10g"),
    ("evening", "pontoon nowhere", "12.1a"), ("evening", "bomb 3414-3415", "12.1c"),
    ("clearing", "clear nowhere", "13.1b"), ("clearing", "block 2628", "13.1b"), ("clearing", "clear 2728", "13.1a"),
    ("return", "place nowhere", "4.1b"), ("return", "attack 2720", "4.1b"), ("return", "place 2720", "7.0b"),
    ("combat", "attack nowhere", "10.0e"), ("combat", "step 2620", "10.0e"), ("combat", "attack 2120", "10.0a"),
    ("declare", "with nobody", "10.1b"), ("declare", "lose de-i-1-1-pz", "10.1b"), ("declare", "attack", "10.1b"),
    ("named", "with de-i-1-1-pz", "10.0b"),
    ("air", "guns 0", "10.1j"), ("guns", "guns 99", "10.1n"), ("guns", "fighter", "10.1n"),
    ("losses", "lose nobody", "10.2c"), ("losses", "retreat fr-331-55-di", "10.2c"),
    ("retreats", "step 2520", "10.3a"), ("retreats", "retreat de-i-1-1-pz", "10.3a"),
    ("retreating", "step nowhere", "10.3a"), ("retreating", "attack 2520", "10.3a"),
    ("retreating", "step 2320", "10.3d"),
    ("advance", "advance nobody", "10.4f"), ("advance", "lose de-i-1-1-pz", "10.4f"),
    ("advance", "advance de-hq-1-pz", "10.4g"),
    ("second", "step nowhere", "10.4d"), ("second", "attack 2520", "10.4d"), ("second", "step 2320", "10.4d"),
]


@pytest.mark.parametrize(
    ("now", "action", "rule"), [pytest.param(*stray, marks=pytest.mark.rule(stray[2])) for stray in STRAYS]
)
def test_what_belongs_to_another_moment_is_refused_by_what_comes_first(now: str, action: str, rule: str) -> None:
    refused(moment(now), action, rule)


@pytest.mark.rule("9.4j")
def test_only_who_is_told_to_move_is_told_that_it_has_no_marker() -> None:
    refused(moment("overrun"), "move de-hq-1-pz", "9.4j", "HQ 1 Pz carries no Overrun marker")
    refused(moment("overrun"), "with de-hq-1-pz", "9.4j", "move the units with Overrun markers, or end")
