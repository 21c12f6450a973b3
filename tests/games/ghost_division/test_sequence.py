"""11.0 Sequence of play."""

from __future__ import annotations

import pytest

from meuse.engine.contract import Event
from meuse.engine.match import Match
from meuse.games.ghost_division.rules.sequence import SEGMENTS
from tests.games.ghost_division.table import before, do, happened, legal, pass_on, piece, pinned, refused, table


def opened(events: list[Event]) -> list[str]:
    return [data["segment"] for data in happened(events, "segment")]


def through(match: Match) -> list[Event]:
    """Everything from the beginning to the end of the game, declining what can be declined."""
    return [*match.opening, *pass_on(match, "never")]


@pytest.mark.rule("11.0a", "11.1a", "5.0a")
def test_the_phases_follow_each_other_in_fixed_order_turn_after_turn() -> None:
    told = through(table('phase = "A"\n[units]\nkrad-7 = "assembly"'))
    assert opened(told) == list(SEGMENTS) * 6
    assert [data["turn"] for data in happened(told, "turn")] == [1, 2, 3, 4, 5, 6]
    assert SEGMENTS == (
        "A", "B1", "B2", "C1", "C2", "C3", "D1", "D2", "D3", "D4a", "D4b", "D5", "E1", "E2", "E3", "F",
        "G1", "G2", "G3", "G4",
    )


@pytest.mark.rule("11.0a")
@pytest.mark.parametrize("phase", SEGMENTS)
def test_a_turn_can_be_taken_up_at_any_segment(phase: str) -> None:
    told = through(table(f'phase = "{phase}"\nturn = 6\n[units]\nkrad-7 = "assembly"'))
    assert opened(told) == list(SEGMENTS[SEGMENTS.index(phase):])


@pytest.mark.rule("11.0b", "12.0a")
def test_the_okw_roll_is_compulsory() -> None:
    told = through(table('phase = "A"\nturn = 6\nop = 40\n[units]\nkrad-7 = "assembly"'))
    rolls = [event for event in before(told, "B1") if event.what == "okw event"]
    assert len(rolls) == 1


@pytest.mark.rule("11.0o", "28.5a")
@pytest.mark.parametrize(("phase", "formation"), [("G4", "M8"), ("G4", "M5"), ("D3", "M8"), ("D3", "M5")])
def test_air_supply_is_asked_for_only_where_there_is_a_battle(phase: str, formation: str) -> None:
    match = table(f'phase = "{phase}"\nturn = 6\n[units]\ni-6 = "M5"\nair-supply = "available"\n'
                  f'[formations]\n18-di = {{ at = "{formation}", shown = true, called = 1 }}')
    assert ("airlift M5" in legal(match) and match.view(None)["phase"] == phase) is (formation == "M5")


@pytest.mark.rule("11.0c", "11.0d")
def test_recruiting_comes_before_the_forming_of_kampfgruppen() -> None:
    units = 'krad-7 = "assembly"\nfighter-1 = "pool"\ncorps-pi-1 = "pool"\nkg-b = "scrap"'
    match = table(f'phase = "B1"\nop = 40\n[units]\n{units}')
    assert match.view(None)["phase"] == "B1"
    refused(match, "form kg-b", "11.0d")
    do(match, "recruit corps-pi-1", "recruit fighter-1")
    assert piece(match, "corps-pi-1")["place"] == "assembly"
    assert piece(match, "fighter-1")["place"] == "available"
    pass_on(match, "B2")
    assert "form kg-b" in legal(match)


@pytest.mark.rule("11.0e")
def test_air_operations_run_recon_interdiction_supply_and_return() -> None:
    ready = "\n".join(f'{id} = "available"' for id in ("air-recon-1", "stuka-1", "stuka-2", "air-supply"))
    units = f'{ready}\npz38-1 = "M12"'
    match = table(f'phase = "C1"\n[units]\n{units}\n[formations]\n"53 DI" = "M8"\n[fog]\nM8 = "obstacle"')
    seen = [match.view(None)["phase"]]
    do(match, "fly M8")
    assert piece(match, "air-recon-1")["place"] == "aloft"
    seen.append(match.view(None)["phase"])
    do(match, "end")
    seen.append(match.view(None)["phase"])
    do(match, "airlift M12")
    assert seen == ["C1", "C2", "C3"]
    assert {piece(match, id)["place"] for id in ("air-recon-1", "air-supply")} == {"maintenance"}
    assert piece(match, "stuka-1")["place"] == "available"


@pytest.mark.rule("11.0e", "27.2b")
def test_a_stuka_used_in_the_air_phase_is_not_there_for_the_battles() -> None:
    """Situation A85."""
    match = table(
        'phase = "C2"\n[units]\nstuka-1 = "available"\nstuka-2 = "available"\npz38-1 = "M12"\n'
        '[formations]\n"dummy-1" = "M8"\n[fog]\nM12 = { kind = "fortification", shown = true }'
    )
    do(match, "strike M8", "send stuka-1", "go")
    pass_on(match, "D3")
    assert piece(match, "stuka-1")["place"] == "maintenance"
    assert "send stuka-2" in legal(match)
    assert "send stuka-1" not in legal(match)


@pytest.mark.rule("11.0f", "11.0g", "11.0h", "11.0i", "11.0j", "11.0k")
def test_the_operations_phase_runs_recon_movement_combat_exploitation_and_engineering() -> None:
    match = table(
        'phase = "D1"\nop = 20\nblown = ["N13-N14"]\n[units]\n'
        'krad-7 = "M14"\npz38-1 = "M12"\npz38-2 = "M10"\npi-58 = "N14"\nfighter-1 = "available"\n'
        '[fog]\nM11 = { kind = "fortification", shown = true }\nM9 = { kind = "fortification", shown = true }\n'
        'N15 = "obstacle"'
    )
    script = {
        "D1": ("scout krad-7", "recon N15"), "D2": ("move pz38-1", "step M11", "end"), "D3": (),
        "D4a": ("exploit pz38-2", "step M9", "end"), "D4b": (), "D5": ("work pi-58",),
    }
    for phase, actions in script.items():
        pass_on(match, phase)
        assert match.view(None)["phase"] == phase
        do(match, *actions)


@pytest.mark.rule("5.0a", "11.0a")
def test_a_turn_is_called_out_before_its_first_segment() -> None:
    match = table('phase = "A"\nturn = 2\n[units]\nkrad-7 = "M12"')
    assert [(event.what, event.data) for event in match.opening[:2]] == [
        ("turn", {"turn": 2}), ("segment", {"turn": 2, "segment": "A"}),
    ]
    assert len(happened(match.opening, "turn")) == 1


@pytest.mark.rule("11.0f", "24.0a", "22.2a")
def test_a_new_operations_phase_forgets_what_was_done_in_the_last() -> None:
    units = 'krad-7 = { at = "M12", acted = true, moved = true }'
    match = table(f'phase = "D1"\nentered = ["M12"]\n[units]\n{units}\n[fog]\nM11 = "patrol"')
    assert "acted" not in piece(match, "krad-7")
    assert "entered" not in match.situation()


@pytest.mark.rule("11.0g")
def test_any_or_all_ground_units_may_move_or_stay() -> None:
    match = table('phase = "D2"\n[units]\nkrad-7 = "M12"\npz38-1 = "assembly"')
    assert {"move krad-7", "move pz38-1", "end"} <= set(legal(match))
    do(match, "end")
    assert match.view(None)["phase"] != "D2"


@pytest.mark.rule("11.0h", "18.0a", "18.0b")
def test_everybody_who_shares_a_grid_with_the_enemy_must_fight() -> None:
    """Two battles: the player may choose the order, but neither can be declined."""
    match = table(
        'phase = "D3"\n[units]\nlog-7-1 = "M12"\nrommel = "M8"\npz38-1 = "M4"\n'
        '[formations]\n"53 DI" = { at = "M12", shown = true }\n'
        '[fog]\nM8 = { kind = "fortification", shown = true }\nM4 = { kind = "obstacle", shown = true }'
    )
    assert legal(match) == ["fight M12", "fight M8"]
    refused(match, "end", "11.0h")
    refused(match, "fight M4", "18.0a")


@pytest.mark.rule("11.0j", "22.2a")
def test_after_exploitation_only_grids_entered_by_it_are_fought_for() -> None:
    fort = "{ kind = \"fortification\", shown = true }"
    units = 'rommel = "M8"\npz38-1 = "M4"'
    match = table(f'phase = "D4b"\nentered = ["M8"]\n[units]\n{units}\n[fog]\nM8 = {fort}\nM4 = {fort}')
    told = before([*match.opening, *pass_on(match, "E1")], "D5")
    assert [data["grid"] for data in happened(told, "battle")] == ["M8"]


@pytest.mark.rule("11.0i", "9.1b")
def test_a_halt_order_bars_exploitation_for_the_turn() -> None:
    match = table('phase = "D4a"\nhalted = true\n[units]\npz38-1 = "M12"\nrommel = "M12"')
    assert happened(match.opening, "exploitation barred") == [{}]
    match = table('phase = "G4"\nhalted = true\n[units]\npz38-1 = "M12"\nrommel = "M12"')
    pass_on(match, "D4a")
    assert "done" in legal(match), "the order was for one turn"


@pytest.mark.rule("9.1b")
@pytest.mark.parametrize(("units", "column"), [('pz38-1 = "M12"\nkrad-7 = "N14"', 12), ('pz38-1 = "assembly"', 0)])
def test_the_flank_to_guard_is_fixed_as_the_operations_phase_opens(units: str, column: int) -> None:
    match = table(f'phase = "D1"\nflank = -1\n[units]\n{units}')
    assert match.view(None)["orders"] == ([f"flanks {column}"] if column else [])


@pytest.mark.rule("11.0l")
def test_refit_runs_air_units_ground_units_and_rally() -> None:
    match = table(
        'phase = "E1"\nop = 20\ndice = [6, 3]\n[units]\nfighter-1 = "maintenance"\n'
        'i-6 = { at = "assembly", hits = 1 }\nkg-b = "assembly"\nii-6 = { at = "assembly", hits = 1, acted = true }'
    )
    told = before(match.opening, "F")
    order = [event.what for event in told if event.what in ("air refit", "recovery", "rally")]
    assert order == ["air refit", "recovery", "rally"]
    assert [data["unit"] for data in happened(told, "recovery")] == ["i-6"], "who acted does not recover"


@pytest.mark.rule("11.0m", "25.0a")
def test_the_allied_events_roll_is_compulsory() -> None:
    match = table('phase = "F"\nturn = 6\n[units]\nkrad-7 = "assembly"')
    assert len(happened(match.opening, "allied event")) == 1


@pytest.mark.rule("11.0n")
def test_the_allies_reinforce_fly_march_and_fight_in_that_order() -> None:
    """A Counterattack does all four."""
    match = table(
        'phase = "G1"\nevent = "counterattack"\n[units]\npz38-1 = "M12"\nkrad-7 = "N5"\n'
        '[formations]\n"1 DCR" = { at = "M10", shown = true }'
    )
    told = [*match.opening, *pass_on(match, "A", most=60)]
    names = ("marker placed", "raid strength", "formation moves", "battle")
    first = [next((i for i, e in enumerate(told) if e.what == name), -1) for name in names]
    assert first == sorted(first)
    assert first[0] >= 0
    assert first[3] >= 0


@pytest.mark.rule("11.0o", "18.1a")
def test_every_formation_among_german_units_attacks_whatever_brought_it_there() -> None:
    """Without any event; a lone Fortification never attacks."""
    match = table(
        'phase = "G4"\nturn = 6\n[units]\npz38-1 = "M12"\npz38-2 = "M8"\npz38-3 = "N15"\n'
        '[formations]\n"53 DI" = { at = "M12", shown = true }\n"61 DI" = { at = "N15", shown = true }\n'
        '[fog]\nM8 = { kind = "fortification", shown = true }'
    )
    told = through(match)
    fought = [(data["grid"], data["attacker"], data["fortification"]) for data in happened(told, "battle")]
    assert fought == [("N15", "allied", False), ("M12", "allied", False)], "north to south"


@pytest.mark.rule("11.0a")
def test_what_lasted_for_a_turn_is_over_in_the_next() -> None:
    match = table(
        'phase = "G4"\ndice = [4]\nspent = { rommel = 3 }\nhalted = true\nflank = 14\n'
        '[units]\nrommel = "M12"\npz38-1 = "M12"'
    )
    pass_on(match, "D2")
    assert piece(match, "rommel")["leadership_left"] == 4
    assert match.view(None)["orders"] == []


@pytest.mark.rule("2.8b", by="data")
def test_the_allied_events_chart_has_the_formation_movement_event() -> None:
    assert "movement" in [row.event for row in pinned().charts.allied.rows]
