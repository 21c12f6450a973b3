"""The staff for Ghost Division: always legal, blind to what is hidden, and better than chance."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

import meuse
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.options import OPTIONS
from meuse.games.ghost_division.rules.victory import score
from meuse.players import make_player
from meuse.players.staff.ghost_division import GhostStaff
from meuse.players.staff.ghost_division.fighting import Muster
from meuse.players.staff.ghost_division.outlook import Outlook
from meuse.players.staff.ghost_division.plans import GhostPlan

GAME = "ghost-division"
HALF_PHILIPPEVILLE = 0.5


def play(name: str, seed: int, options: dict[str, str] | None = None) -> meuse.Match:
    m = meuse.new(GAME, options=options, seed=seed)
    minds = {side: make_player(name, m.game, side, Random(f"{seed} {side}")) for side in m.game.sides}
    while m.actors:
        side = m.actors[0]
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, Random(0))))
    return m


def points(m: meuse.Match) -> int:
    assert m.outcome is not None
    return m.outcome.points[m.game.sides[0]]


def staff(m: meuse.Match) -> GhostStaff:
    return GhostStaff(m.game, m.game.sides[0], Random(1))  # type: ignore[arg-type]


def table(text: str) -> meuse.Match:
    return meuse.situation(f'game = "{GAME}"\n{text}', seed=1)


def choice(text: str) -> str:
    m = table(text)
    return staff(m).choose(m.position)  # type: ignore[arg-type]


def outlook(text: str) -> Outlook:
    m = table(text)
    return Outlook(m.game, m.position, Muster(m.game), GhostPlan())  # type: ignore[arg-type]


def test_it_beats_chance_and_most_often_reaches_a_stalemate() -> None:
    ours = [points(play("staff", seed)) for seed in range(1, 9)]
    assert all(mine > points(play("random", seed)) for seed, mine in enumerate(ours, 1))
    assert sum(mine >= 51 for mine in ours) >= 6


def test_the_same_seed_gives_the_same_game() -> None:
    assert play("staff", 7).record == play("staff", 7).record


def test_its_choices_do_not_hang_on_what_is_hidden() -> None:
    m = meuse.new(GAME, seed=5)
    first, second = staff(m), staff(m)
    while m.actors:
        guesses = [m.game.determinize(m.position, "german", Random(seed)) for seed in (1, 2)]
        action = first.choose(guesses[0])
        assert action == second.choose(guesses[1])
        m.apply("german", action)


def test_a_fresh_one_takes_over_anywhere_and_says_why() -> None:
    m = meuse.new(GAME, seed=9)
    while m.actors:
        mind = staff(m)
        action = mind.choose(m.game.determinize(m.position, "german", Random(3)))
        assert action in m.legal("german")
        assert mind.why
        m.apply("german", action)


def test_it_sees_a_copy_and_leaves_the_match_alone() -> None:
    m = meuse.new(GAME, seed=1)
    before = m.save()
    staff(m).choose(m.game.determinize(m.position, "german", Random(1)))
    assert m.save() == before


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_under_any_options_and_at_every_seat(seed: int) -> None:
    rng = Random(seed)
    options = {o.name: rng.choice(o.values) for o in OPTIONS} | {"cooperative": ("off", "two", "three", "four")[seed]}
    m = meuse.new(GAME, options=options, seed=seed)
    minds: dict[str, Any] = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    while m.actors:
        side = rng.choice(m.actors)
        action = minds[side].choose(m.game.determinize(m.position, side, rng))
        assert action in m.legal(side)
        m.apply(side, action)
    assert m.outcome is not None


def test_orders_that_stop_the_spear_are_countermanded_while_points_last() -> None:
    for op, expected in ((30, "countermand"), (6, "obey")):
        assert choice(f'turn = 2\nphase = "A"\nop = {op}\ndice = [1]\n[units]\nrommel = "N15"') == expected


def test_the_spear_takes_its_tanks_along() -> None:
    stack = "\n".join(f'{id} = "N15"' for id in ("rommel", "pz38-1", "pz38-2", "pz38-3"))
    m = table(f'turn = 3\nphase = "D2"\nop = 30\n[units]\n{stack}')
    mind, said = staff(m), []
    while m.actors and m.position.phase == "D2":
        said.append(mind.choose(m.position))  # type: ignore[arg-type]
        m.apply("german", said[-1])
    assert [a for a in said if a.startswith(("move", "join"))] == [
        "move rommel", "join pz38-1", "join pz38-2", "join pz38-3",
    ]
    assert "step N14" in said


def test_engineers_clear_the_obstacle_in_a_town() -> None:
    text = 'turn = 3\nphase = "D5"\nop = 30\n[units]\npi-58 = "N14"\n[fog]\nN14 = { kind = "obstacle", shown = true }'
    m = table(text)
    mind = staff(m)
    assert mind.choose(m.position) == "work pi-58"  # type: ignore[arg-type]
    m.apply("german", "work pi-58")
    assert mind.choose(m.position) == "clear N14"  # type: ignore[arg-type]


def test_points_count_less_where_the_cap_will_eat_them_and_more_near_collapse() -> None:
    text = 'turn = {}\nphase = "D2"\nop = {}\n[units]\nkg-r = "assembly"\nkg-b = "assembly"\nrommel = "N15"'
    capped, scarce, last = (outlook(text.format(*pair)).op_worth for pair in ((2, 49), (4, 30), (4, 3)))
    dear = GhostPlan().thrift
    assert capped < 0.9 * dear < scarce <= dear < last


def test_it_knows_what_cuts_a_town_off() -> None:
    text = 'turn = 4\nphase = "D2"\nop = 30\nvisited = ["N12"]\nblown = ["N13-N14", "M13-M14"]\n[units]\ni-6 = "N12"\n'
    look = outlook(text)
    assert set(look.cuts[1]) <= {look.g.board.side_index["N13-N14"], look.g.board.side_index["M13-M14"]}
    assert sum(look.cuts[1].values()) == pytest.approx(HALF_PHILIPPEVILLE)
    assert not look.cuts[0]
    whole = outlook(text.replace('"N13-N14", ', ""))
    assert whole.cuts == ({}, {})
    assert whole.vital == {whole.g.board.side_index["N13-N14"]: pytest.approx(HALF_PHILIPPEVILLE)}
    assert score(look.g, look.p).total < score(whole.g, whole.p).total


def test_more_tanks_and_stukas_win_more_and_soft_units_alone_lose() -> None:
    g: Any = meuse.make_game(GAME)
    tanks = tuple(g.by_id[f"pz38-{n}"] for n in range(1, 7))
    rifles = tuple(g.by_id[id] for id in ("i-6", "ii-6"))
    foes = ((1, 2, 7),)
    cell = g.grid.bit["N15"]

    def win(units: tuple[int, ...], air: str = "pool") -> float:
        twin = table(f'turn = 3\nphase = "D2"\nop = 30\n[units]\nrommel = "N15"\nstuka-1 = "{air}"\nstuka-2 = "{air}"')
        return Muster(g).odds(twin.position, units, cell, foes, -1, 2)[0]  # type: ignore[arg-type]

    assert win(rifles) < 0.2
    assert win(tanks[:3]) < win(tanks)
    assert win(tanks[:3]) < win(tanks[:3], "available")


def test_a_formation_that_has_not_been_called_may_turn_out_strong() -> None:
    """17.2b: seven units are beaten more surely than two dice of them, which may be ten."""
    g: Any = meuse.make_game(GAME)
    spear, cell = tuple(g.by_id[id] for id in ("rommel", *(f"pz38-{n}" for n in range(1, 6)))), g.grid.bit["N15"]
    p: Any = table('turn = 3\nphase = "D2"\nop = 30\n[units]\nrommel = "N15"').position
    known, rolled = (Muster(g).odds(p, spear, cell, ((2, 2, called),), -1, 2)[0] for called in (7, 0))
    assert rolled < known - 0.05


def test_a_defeat_that_ends_the_campaign_costs_all_that_was_won() -> None:
    """3.6a: with the same points left, whoever holds more towns has more to lose."""
    text = f'turn = 5\nphase = "D2"\nop = {{}}\nvisited = {{}}\n[units]\n{SPEAR}'
    look = outlook(text.format(20, "[]"))
    spear = look.p.at(look.g.grid.bit["N15"])
    poor, rich, safe = (outlook(text.format(*given)).stake(False, 0.8, spear)
                        for given in ((20, "[]"), (20, '["M7", "N8"]'), (50, '["M7", "N8"]')))
    assert rich < poor < safe


def test_who_dares_nothing_goes_round_a_formation_and_who_must_not_wait_goes_through_it() -> None:
    enemy = '[formations]\n1-dlm = { at = "N14", shown = true }'
    m = table(f'turn = 3\nphase = "D2"\nop = 30\n[units]\n{SPEAR}\n{enemy}')
    g: Any = m.game
    roads = {}
    for dare in (0.85, 2.0):
        mind = GhostStaff(g, "german", Random(1), GhostPlan(dare=dare))
        band = mind.columns.band(m.position, g.rommel)  # type: ignore[arg-type]
        roads[dare] = mind.planner.tour(m.position, band).first.cost  # type: ignore[arg-type]
    there = g.grid.bit["N14"]
    assert there in roads[0.85]
    assert there not in roads[2.0]


def test_a_diversion_is_countermanded_only_where_no_air_unit_can_be_taken() -> None:
    """9.1b: without an Available air unit it costs 8 points, and its countermand 6."""
    text = 'turn = 3\nphase = "A"\nop = 30\ndice = [3]\n[units]\nrommel = "assembly"\nstuka-1 = "{}"'
    assert choice(text.format("pool")) == "countermand"
    assert choice(text.format("available")) == "obey"


def test_rommel_takes_no_hit_that_kills_him_while_tanks_can_take_it() -> None:
    m = table(
        'turn = 3\nphase = "D3"\nop = 30\n[units]\nrommel = "N15"\npz38-1 = "N15"\npz4-1 = "N15"\n'
        '[formations]\n1-dlm = { at = "N15", shown = true, called = 12 }'
    )
    g = cast(GhostDivision, m.game)
    mind, hit = staff(m), []
    while m.actors and m.position.battle is not None:
        action = mind.choose(m.position)  # type: ignore[arg-type]
        if action.startswith("hit") and action.partition(" ")[2] in g.by_id:
            hit.append(action)
            tanks = {"hit pz38-1", "hit pz4-1"} & set(m.legal("german"))
            last = m.position.hits[g.rommel] + 1 >= g.defense[g.rommel]  # type: ignore[attr-defined]
            assert not (action == "hit rommel" and last and tanks)
        m.apply("german", action)
    assert hit


def said(text: str, phase: str) -> list[str]:
    """What it does from a situation to the end of a phase."""
    m = table(text)
    mind, found = staff(m), []
    while m.actors and m.position.phase == phase:
        found.append(mind.choose(m.position))  # type: ignore[arg-type]
        m.apply("german", found[-1])
    return found


SPEAR = "\n".join(f'{id} = "N15"' for id in ("rommel", *(f"pz38-{n}" for n in range(1, 7))))


def test_air_recon_looks_where_the_spear_goes() -> None:
    text = f'turn = 2\nphase = "C1"\nop = 30\n[units]\n{SPEAR}\nair-recon-1 = "available"\n[fog]\nN14 = "patrol"\n'
    over = choice(text + 'S1 = "patrol"')
    assert over in {f"fly {row}{column}" for row in "NM" for column in (13, 14, 15)}
    assert choice(text.replace('N14 = "patrol"', 'S1 = "patrol"')) == "done"


def test_bombers_strike_the_formation_that_cuts_towns_off() -> None:
    """Five towns have no Line of Communications because of it, and the spear is far away."""
    text = (
        'turn = 5\nphase = "C2"\nop = 30\nvisited = ["N12", "M9", "M8", "M7", "N5"]\nblown = ["M13-M14"]\n[units]\n'
        + SPEAR.replace("N15", "M7")
        + '\nstuka-1 = "available"\nbomber-1 = "available"\nbomber-2 = "available"\n[formations]\n'
        '{} = {{ at = "N13", shown = true }}\n22-di = {{ at = "S1", shown = true }}'
    )
    assert choice(text.format("4-dlc")) == "strike N13"
    flown = said(text.format("4-dlc"), "C2")
    assert {"send bomber-1", "send bomber-2"} <= set(flown)
    assert choice(text.format("4-dlc").replace('"N13"', '"S2"')) == "end", "nothing hangs on it"


def test_infantry_takes_to_its_boats_where_no_bridge_stands() -> None:
    text = 'turn = 4\nphase = "D2"\nop = 30\nvisited = ["N14"]\nblown = ["N13-N14", "M13-M14"]\n[units]\n'
    done = said(text + 'i-6 = "N14"\nii-6 = "N14"\npi-58 = "N14"\nrommel = "N14"\npz38-1 = "N14"', "D2")
    assert "cross N13" in done
    assert "move pi-58" not in done, "the engineers stay for the bridge"


def test_engineers_mend_the_bridge_that_stops_the_spear_before_they_clear_a_town() -> None:
    text = (f'turn = 3\nphase = "D5"\nop = 30\nblown = ["N13-N14", "M13-M14"]\n[units]\n{SPEAR.replace("N15", "N14")}\n'
            'pi-58 = "N14"\n[fog]\nN14 = { kind = "obstacle", shown = true }')
    assert said(text, "D5")[:2] == ["work pi-58", "restore N13-N14"]


def test_rommel_waits_for_tanks_that_can_recover_and_not_for_those_that_cannot() -> None:
    """24.1a: with a Line of Communications they rest a turn; without one they go on together, however slowly."""
    tanks = "\n".join(f'pz38-{n} = {{ at = "N15", hits = 1 }}' for n in range(1, 7))
    rest = f'[units]\nrommel = "N15"\n{tanks}\n'
    text = 'turn = 3\nphase = "D2"\nop = 30\n'
    assert "move rommel" not in said(text + rest, "D2")
    shut = '[fog]\nN16 = "patrol"\nM16 = "patrol"\nM15 = "patrol"\nM14 = "patrol"\nN14 = "false-info"'
    assert {"move rommel", "join pz38-1", "join pz38-6", "step N14"} <= set(said(text + rest + shut, "D2"))


def test_the_spear_keeps_its_aim_until_it_has_fallen() -> None:
    m = table(f'turn = 3\nphase = "D2"\nop = 30\n[units]\n{SPEAR.replace("N15", "N12")}')
    g: Any = m.game
    for town, hold, first in (("", 1.3, "Arras"), ("Cambrai", 1.6, "Cambrai"), ("Maubeuge", 1.3, "Arras")):
        mind = GhostStaff(g, "german", Random(1), GhostPlan(toward=town, hold=hold))
        plan = mind.planner.plan(m.position, mind.columns.band(m.position, g.rommel))  # type: ignore[arg-type]
        assert plan is not None
        assert next(g.board.towns[cell] for cell in plan.stops if cell in g.board.towns) == first
        if not town:
            continue
        assert mind.planner.aim in plan.stops
        mind.planner.claim(plan)
        assert g.board.towns[mind.planner.aim] == town
    fallen = table(f'turn = 3\nphase = "D2"\nop = 30\nvisited = ["N10"]\n[units]\n{SPEAR.replace("N15", "N12")}')
    plan = mind.planner.plan(fallen.position, mind.columns.band(fallen.position, g.rommel))  # type: ignore[arg-type]
    assert plan is not None
    mind.planner.claim(plan)
    assert g.board.towns[mind.planner.aim] != "Maubeuge"
