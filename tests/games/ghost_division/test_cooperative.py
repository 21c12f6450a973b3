"""32.0 Cooperative play."""

from __future__ import annotations

import pytest

from meuse.engine.match import Match
from meuse.games.ghost_division.rules.cooperative import air_officer, in_charge, leader_of
from tests.games.ghost_division.table import PINNED, happened, inside, pinned, refused, table

TWO = 'options = { cooperative = "two" }'
FORCE = 'rommel = "M12"\npz38-1 = "M12"\ni-6 = "M12"\nkg-b = "M11"\nstuka-1 = "available"'


def fresh(seats: str) -> Match:
    return Match(pinned((("cooperative", seats),)), seed=1, overlay=PINNED)


@pytest.mark.rule("32.0a")
@pytest.mark.parametrize(("seats", "sides"), [("off", 1), ("two", 2), ("three", 3), ("four", 4)])
def test_there_is_one_commander_and_every_part_of_the_force_has_a_leader(seats: str, sides: int) -> None:
    match = fresh(seats)
    g = match.game
    assert len(g.sides) == sides
    assert set(match.view(None)["commands"].values()) == set(g.sides)


@pytest.mark.rule("32.0a")
def test_alone_nobody_is_asked_who_leads() -> None:
    match = fresh("off")
    assert not [action for action in match.legal("german") if action.startswith("give")]


@pytest.mark.rule("32.0a")
def test_the_commander_gives_out_parts_of_the_force_each_once() -> None:
    match = fresh("three")
    assert match.actors == ("commander",)
    events = match.apply("commander", "give rifles:third")
    assert happened(events, "command given") == [{"part": "rifles", "seat": "third"}]
    assert match.view(None)["commands"]["rifles"] == "third"
    match.apply("commander", "give panzers:third")
    refused(match, "give rifles:second", "32.0a", side="commander")
    match.apply("commander", "done")
    assert not [action for action in match.legal("commander") if action.startswith("give")]


@pytest.mark.rule("32.0a")
def test_a_leader_moves_his_own_and_the_commander_everybody() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\n{FORCE}')
    assert match.actors == ("commander", "second")
    match.apply("commander", "done")
    assert "end" in match.legal("commander")
    assert "end" not in match.legal("second")
    assert "move pz38-1" not in match.legal("second")
    refused(match, "move pz38-1", "32.0a", side="second")
    assert {"move i-6", "move pz38-1"} <= set(match.legal("commander"))
    together = match.copy()
    together.apply("commander", "move pz38-1")
    assert "join i-6" in together.legal("commander"), "whoever leads it"
    match.apply("second", "move i-6")
    assert match.actors == ("second",)
    refused(match, "join pz38-1", "32.0a", side="second")


@pytest.mark.rule("32.0a")
def test_headquarters_enhance_and_exploit_by_the_word_of_their_own_leader() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\n{FORCE}')
    assert "enhance kg-b" in match.legal("second")
    assert "enhance rommel" not in match.legal("second")
    refused(match, "enhance rommel", "32.0a", side="second")
    match = table(f'phase = "D4a"\n{TWO}\nop = 20\n[units]\n{FORCE}')
    match.apply("commander", "done")
    assert "exploit kg-b" in match.legal("second")
    refused(match, "exploit pz38-1", "32.0a", side="second")
    refused(match, "exploit rommel", "32.0a", side="second")


@pytest.mark.rule("32.0a")
def test_the_leader_of_the_best_headquarters_decides_for_a_grid_and_the_luftwaffes_for_the_air() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\n{FORCE}')
    g, p = inside(match)
    assert in_charge(g, p, g.grid.bit["M12"]) == "commander"
    assert in_charge(g, p, g.grid.bit["M11"]) == "second"
    assert in_charge(g, p, g.grid.bit["M1"]) == "commander", "nobody is there"
    assert air_officer(g, p) == "second"
    assert leader_of(g, p, g.by_id["rommel"]) == "commander"


@pytest.mark.rule("32.0a")
def test_the_score_is_the_forces_and_the_commander_wins_for_all() -> None:
    match = table(f'phase = "G1"\nturn = 6\nop = 30\n{TWO}')
    assert match.outcome is not None
    assert match.outcome.points == {"commander": 30}


@pytest.mark.rule("32.0a")
def test_all_seats_see_the_same() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\n{FORCE}\n[fog]\nM4 = "patrol"')
    views = [match.view(seat) for seat in ("commander", "second", None)]
    assert len({str({**view, "seat": None}) for view in views}) == 1


@pytest.mark.rule("32.0a")
def test_who_leads_the_luftwaffe_allots_the_results_of_its_strikes() -> None:
    match = table(
        f'phase = "C2"\n{TWO}\ndice = [2, "fi-infantry", "fi-artillery", 6, 3, 3, 3]\n'
        '[units]\nstuka-1 = "available"\n[formations]\n"53 DI" = { at = "M5", shown = true }'
    )
    assert match.actors == ("second",)
    for action in ("strike M5", "send stuka-1"):
        match.apply("second", action)
    assert match.actors == ("second",)
    assert "hit fi-infantry-1" in match.legal("second")


@pytest.mark.rule("32.0a")
@pytest.mark.parametrize(
    ("phase", "pick", "then"),
    [("D1", "scout krad-7", "recon M10"), ("D2", "move krad-7", "step M12"), ("D4a", "exploit kg-b", "step M12"),
     ("D5", "work pi-58", "clear M11")],
)
def test_what_the_commander_begins_with_units_of_another_he_carries_on(phase: str, pick: str, then: str) -> None:
    """Nobody can make another seat decide, or waste the points that he has paid."""
    match = table(
        f'phase = "{phase}"\nop = 20\n{TWO}\n[units]\nkrad-7 = "M11"\nkg-b = "M11"\npi-58 = "M11"\nrommel = "M12"\n'
        '[fog]\nM10 = "patrol"\nM11 = { kind = "obstacle", shown = true }'
    )
    if phase in ("D2", "D4a"):
        match.apply("commander", "done")
    assert match.actors == ("commander", "second")
    match.apply("commander", pick)
    assert match.actors == ("commander",)
    assert then in match.legal("commander")


@pytest.mark.rule("32.0a")
def test_a_leader_may_waive_a_segment_which_only_the_commander_ends() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\n"pz38-1" = "M12"\n"i-6" = "M12"')
    assert match.actors == ("commander", "second")
    assert "end" not in match.legal("second")
    assert "pass" not in match.legal("commander")
    match.apply("second", "pass")
    assert match.actors == ("commander",)
    assert "move i-6" in match.legal("commander"), "the commander may still move what is left"
    match.apply("commander", "move pz38-1")
    match.apply("commander", "step M11")
    while match.view(None)["moving"]:
        match.apply("commander", "done")
    assert match.actors == ("commander",), "a waiver lasts for the segment"
    match.apply("commander", "end")
    assert match.view(None)["phase"] != "D2"


@pytest.mark.rule("32.0a", "6.2b")
def test_what_waits_in_the_assembly_area_is_in_play_and_somebodys() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\npz38-1 = "assembly"\ni-6 = "M12"')
    refused(match, "move pz38-1", "32.0a", side="second")


@pytest.mark.rule("32.0a")
def test_a_leader_who_can_do_nothing_is_not_asked() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\npz38-1 = "M12"')
    assert match.actors == ("commander",)


@pytest.mark.rule("32.0a")
def test_a_part_is_not_given_to_whoever_has_it() -> None:
    match = fresh("two")
    held = match.view(None)["commands"]
    assert not {f"give {part}:{seat}" for part, seat in held.items()} & set(match.legal("commander"))


@pytest.mark.rule("32.0a", "14.1b")
def test_a_leader_takes_his_other_units_along() -> None:
    match = table(f'phase = "D2"\n{TWO}\n[units]\npz38-1 = "M12"\ni-6 = "M12"\nkrad-7 = "M12"')
    match.apply("second", "move i-6")
    match.apply("second", "join krad-7")
    assert "join pz38-1" not in match.legal("second")


@pytest.mark.rule("32.0a", "30.1b")
def test_each_leader_takes_up_the_bridges_of_his_own_engineers() -> None:
    """The divisional engineers are the third seat's, those of the corps the fourth's."""
    match = table('phase = "D5"\noptions = { cooperative = "four" }\nbridges = ["S12-S13", "N9-M9"]\n'
                  '[units]\npi-58 = "S12"\ncorps-pi-1 = "N9"')
    assert match.actors == ("commander", "third", "fourth")
    assert "take-up S12-S13" in match.legal("third")
    refused(match, "take-up S12-S13", "32.0a", side="fourth")
    assert {"take-up S12-S13", "take-up N9-M9"} <= set(match.legal("commander"))
