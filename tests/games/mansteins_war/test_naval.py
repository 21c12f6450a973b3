"""20.1 Naval support."""

from __future__ import annotations

import pytest

from tests.games.mansteins_war.battle import attack, battle
from tests.games.mansteins_war.table import at
from tests.games.verbs import do, happened, legal, refused

COAST = '"de-19-corps" = "0937"\n"gb-bef" = "0936"\n"gb-log-bef" = "0836"\n'
LATER = 'bins = { german = ["hga"], allied = ["1ag"] }'
"""More impulses in this week."""


@pytest.mark.rule("20.1a")
@pytest.mark.rule("20.1b")
@pytest.mark.rule("10.5h")
def test_ships_help_defenders_on_the_coast_by_a_column() -> None:
    match = battle(COAST, assault="AA", mobile="AA", more=LATER)
    attack(match, "0936", "de-19-corps")
    do(match, "assault")
    assert match.actors == ("allied",)
    assert legal(match) == ["none", "ships"]
    refused(match, "support gb-air-baff", "20.1a")
    combat = happened(do(match, "ships"), "combat")[0]
    assert ["Royal Navy", -1, "20.1b"] in [list(part) for part in combat["shifts"]]
    assert at(match, "gb-naval") == "utilized"


@pytest.mark.rule("20.1a")
@pytest.mark.rule("20.1b")
def test_ships_help_attackers_of_whom_one_is_on_the_coast() -> None:
    units = '"gb-bef" = "0936"\n"fr-2-army" = "1037"\n"de-19-corps" = "0937"\n'
    match = battle(units, side="allied", marker="1ag", assault="AA")
    attack(match, "0937", "gb-bef", "fr-2-army")
    assert legal(match) == ["none", "ships"]
    combat = happened(do(match, "ships"), "combat")[0]
    assert ["Royal Navy", 1, "20.1b"] in [list(part) for part in combat["shifts"]]


@pytest.mark.rule("20.1a")
def test_the_ships_may_be_kept_and_serve_nobody_inland() -> None:
    match = battle(COAST, assault="AA", mobile="AA")
    attack(match, "0936", "de-19-corps")
    do(match, "assault")
    combat = happened(do(match, "none"), "combat")[0]
    assert "20.1b" not in [part[2] for part in combat["shifts"]]
    assert at(match, "gb-naval") == "available"
    inland = battle('"de-19-corps" = "1343"\n"fr-21-corps" = "1443"\n', assault="AA", mobile="AA")
    attack(inland, "1443", "de-19-corps")
    assert happened(do(inland, "assault"), "combat")


@pytest.mark.rule("20.1a")
@pytest.mark.parametrize(("more", "asked"), [("", True), ('bombed = ["1335"]', False)])
def test_a_port_off_the_coast_serves_unless_bombed(more: str, asked: bool) -> None:
    match = battle('"de-19-corps" = "1435"\n"be-north-det" = "1335"\n', assault="AA", mobile="AA",
                   more=more + '\ndestroyed = ["1335"]')
    attack(match, "1335", "de-19-corps")
    do(match, "assault")
    assert (legal(match) == ["none", "ships"]) is asked


@pytest.mark.rule("20.1b")
@pytest.mark.rule("4.1i")
def test_the_ships_serve_once_a_week() -> None:
    """T010."""
    match = battle(COAST, assault="AA", mobile="AA", more='naval = "utilized"\n' + LATER)
    attack(match, "0936", "de-19-corps")
    assert happened(do(match, "assault"), "combat")
    assert at(match, "gb-naval") == "utilized"
    while match.view(None)["turn"] == 3 and match.view(None)["phase"] == "operations":
        do(match, next(action for action in ("done", "end", "none") if action in legal(match)))
    assert at(match, "gb-naval") == "available"


@pytest.mark.rule("20.1c")
@pytest.mark.rule("10.5g")
def test_ships_add_to_the_air_and_are_never_harmed() -> None:
    """T009."""
    match = battle(COAST, assault="DZ", mobile="DZ", more=LATER, tail='[air]\ngb-air-baff = "0936"\n')
    attack(match, "0936", "de-19-corps")
    do(match, "assault")
    combat = happened(do(match, "ships"), "combat")[0]
    assert sorted(part[1] for part in combat["shifts"] if part[2] in ("20.1b", "16.7c")) == [-2, -1]
    assert at(match, "gb-naval") == "utilized"


@pytest.mark.rule("20.1a")
@pytest.mark.rule("10.3d")
def test_the_attacker_commits_before_the_defender() -> None:
    tail = '[air]\nde-air-8 = "0936"\nde-air-1 = "0937"\ngb-air-baff = "0835"\nfr-air-zoae = "0836"\n'
    match = battle(COAST, assault="AA", mobile="AA", tail=tail)
    attack(match, "0936", "de-19-corps")
    do(match, "assault")
    assert match.actors == ("german",)
    do(match, "support de-air-8")
    assert legal(match) == ["support fr-air-zoae", "support gb-air-baff"]
    names = {"gb-air-baff": "BAFF", "fr-air-zoae": "ZOAE"}
    for air, name in names.items():
        twin = match.copy()
        do(twin, f"support {air}")
        assert legal(twin) == ["none", "ships"]
        (fought,) = happened(do(twin, "none"), "combat")
        assert {label for label, _, rule in fought["shifts"] if rule == "16.7c"} & set(names.values()) == {name}


@pytest.mark.rule("20.1a")
def test_the_germans_have_no_ships() -> None:
    match = battle('"de-19-corps" = "0936"\n"gb-bef" = "0937"\n', side="allied", marker="1ag", assault="AA")
    events = attack(match, "0936", "gb-bef")
    assert happened(events, "combat")
