"""The staff for Manstein's War: always legal, blind to what is hidden, true to its plan, and better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.games.mansteins_war.options import OPTIONS
from meuse.players import make_player
from meuse.players.staff.mansteins_war import MansteinStaff
from meuse.players.staff.mansteins_war.ground import marches
from meuse.players.staff.mansteins_war.marching import Marching
from meuse.players.staff.mansteins_war.outlook import Knowledge, Outlook
from meuse.players.staff.mansteins_war.plans import ESCAUT, LINES

GAME = "mansteins-war"


def play(german: str, allied: str, seed: int, options: dict[str, str] | None = None,
         scenario: str = "campaign") -> meuse.Match:
    m = meuse.new(GAME, scenario=scenario, options=options, seed=seed)
    minds = {side: make_player(name, m.game, side, Random(f"{seed} {side}"))
             for side, name in zip(m.game.sides, (german, allied), strict=True)}
    guesses = Random(f"{seed} unknown")
    while m.actors:
        side = m.actors[0]
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, guesses)))
    return m


def table(text: str) -> Any:
    return meuse.situation(f'game = "{GAME}"\n{text}', seed=1)


def outlook(m: Any, side: int) -> Outlook:
    return Outlook(Knowledge(m.game), m.position, side)


def officer(m: Any, side: str) -> MansteinStaff:
    return MansteinStaff(m.game, side, Random(1))


@pytest.mark.parametrize("seed", [12, 13])
@pytest.mark.parametrize(("german", "allied", "winner"), [("staff", "random", "german"), ("random", "staff", "allied")])
def test_it_beats_chance_on_either_side(german: str, allied: str, winner: str, seed: int) -> None:
    outcome = play(german, allied, seed).outcome
    assert outcome is not None
    assert outcome.winner == winner


def test_the_same_seed_gives_the_same_game() -> None:
    assert play("staff", "staff", 7).record == play("staff", "staff", 7).record


def test_it_plays_under_every_option() -> None:
    switched = {o.name: o.values[-1] for o in OPTIONS}
    assert play("staff", "staff", 3, switched).outcome is not None


@pytest.mark.parametrize("scenario", ["sickle-cut", "fall-rot"])
def test_it_plays_the_smaller_scenarios(scenario: str) -> None:
    assert play("staff", "staff", 4, scenario=scenario).outcome is not None


def test_a_fresh_officer_takes_over_in_the_midst_of_anything() -> None:
    """Every decision by somebody who has not seen what came before, and each with a reason."""
    m = meuse.new(GAME, scenario="sickle-cut", seed=5)
    while m.actors:
        side = m.actors[0]
        mind = officer(m, side)
        m.apply(side, mind.choose(m.game.determinize(m.position, side, Random(0))))
        assert mind.why
    assert m.outcome is not None


def test_it_leaves_the_match_alone_and_does_not_see_the_other_bin() -> None:
    """The enemy's secrets may be anything: the choice is the same."""
    m = meuse.new(GAME, scenario="sickle-cut", seed=2)
    while len(m.actors) != 1 or m.position.operating < 0:  # type: ignore[attr-defined]
        side = m.actors[0]
        m.apply(side, officer(m, side).choose(m.position))  # type: ignore[arg-type]
    before, side = m.save(), m.actors[0]
    chosen = {officer(m, side).choose(m.game.determinize(m.position, side, Random(n))) for n in range(6)}
    assert len(chosen) == 1
    assert m.save() == before


def test_the_panzer_group_strikes_first_and_through_the_ardennes() -> None:
    m = meuse.new(GAME, seed=6)
    game: Any = m.game
    minds = {side: officer(m, side) for side in game.sides}
    position: Any = m.position
    while position.marker < 0 or game.markers[position.marker].id == "manstein":
        side = m.actors[0]
        m.apply(side, minds[side].choose(m.position))  # type: ignore[arg-type]
    assert position.manstein == 1
    spear = [position.at[u] for u in range(len(game.ids)) if game.ids[u] in ("de-19-corps", "de-41-corps")]
    start = [game.grid.bit["1738"], game.grid.bit["1838"]]
    goal = game.grid.bit["1439"]
    assert sum(game.grid.distance(hex, goal) for hex in spear) < sum(game.grid.distance(hex, goal) for hex in start)


def test_an_objective_holds_until_it_is_taken_or_its_week_is_over() -> None:
    """The spear goes for Sedan, then on; a Sedan that holds out is left aside in the third week."""
    west = '\n[units]\n"fr-2-army" = "1440"\n"de-19-corps" = '
    early, taken, late = (
        table(f'turn = {turn}\n{west}"{hex}"') for turn, hex in ((2, "1539"), (2, "1439"), (3, "1539"))
    )
    purpose = [outlook(m, 0).know.german.purpose(m.position, m.game.by_id["de-19-corps"])
               for m in (early, taken, late)]
    assert purpose[0] == "the Meuse at Sedan"
    assert purpose[1] == purpose[2] == "the Channel, to cut the Allies in two"


def test_the_main_effort_is_kept_until_the_sea_is_reached_or_given_up_with_a_reason() -> None:
    """Towns by the way change nothing; reaching the coast, running out of weeks or of panzers does."""
    def aim(turn: int, more: str, corps: str = '"1139"') -> str:
        m = table(f'turn = {turn}\n{more}\n[units]\n"fr-2-army" = "1440"\n"de-19-corps" = {corps}')
        return outlook(m, 0).know.german.purpose(m.position, m.game.by_id["de-19-corps"])

    channel = "the Channel, to cut the Allies in two"
    assert aim(3, 'german = ["1139", "1340", "1239", "1341"]') == aim(4, 'german = ["0838"]') == channel
    assert aim(3, 'german = ["0837"]') == "the Channel ports behind the northern armies"
    assert aim(5, "") == "Paris, since the weeks left are too few for the Channel"
    assert "since the Panzer Group is spent" in aim(3, "", '{ hex = "1139", steps = 1 }')


def test_sickle_cut_follows_the_plan_of_the_campaign() -> None:
    """Each axis has its own objectives in both: the Panzer Group makes for Sedan, not for the nearest points."""
    found = []
    for scenario in ("sickle-cut", "campaign"):
        game: Any = meuse.make_game(GAME, scenario)
        know, p = Knowledge(game), game.start()
        goals = know.german.goals(p, "spear", know.value)
        found.append({game.board.label(hex).split(" (")[0] for hex in goals})
    assert found[0] == found[1]
    assert "Sedan" in found[0]
    assert not {"Brussels", "Antwerp", "Rotterdam"} & found[0]


def test_the_allies_hold_what_counts_in_a_short_game() -> None:
    """With Germans before Brussels more of them are posted to it than in the campaign, and others keep the line."""
    manned = []
    for scenario in ("sickle-cut", "campaign"):
        m = table(f'''
            scenario = "{scenario}"
            [units]
            "de-16-corps" = "1536"
            "be-north-det" = "1436"
            "gb-bef" = "1137"
            "fr-7-army" = "1137"
            "fr-1-army" = "1237"
            "fr-9-army" = "1339"
            "fr-2-army" = "1439"
        ''')
        posts = outlook(m, 1).posts
        manned.append(sum(m.game.board.label(hex).startswith(("Brussels", "Antwerp")) for hex in posts.values()))
        assert m.game.grid.bit["1439"] in posts.values(), "Sedan is not left"
    assert manned[0] > manned[1]


def test_the_germans_make_points_in_sickle_cut() -> None:
    """Against the staff; in the mean of 80 games they lead by 8."""
    leads = []
    for seed in range(8):
        outcome = play("staff", "staff", seed, scenario="sickle-cut").outcome
        assert outcome is not None
        leads.append(outcome.points["german"] - outcome.points["allied"])
    assert 4 < sum(leads) / len(leads) < 16


@pytest.mark.parametrize(("line", "action"), [("", "fly de-airlift"), ('"de-log-pgk" = "1138"', "done")])
def test_the_airlift_flies_to_a_spear_without_a_line(line: str, action: str) -> None:
    """26.1: as soon as the landing no longer waits for it."""
    m = table(f"""
        options = {{ airlift = "on" }}
        turn = 3
        side = "german"
        marker = "pgk"
        segment = "air"
        commands = ["PGK"]
        bins = {{ german = ["hga"], allied = [] }}
        german = ["1439", "1538", "1638", "1339", "1238", "1138"]
        [air]
        de-airlift = "available"
        [units]
        "de-19-corps" = "0938"
        {line}
    """)
    chosen = officer(m, "german").choose(m.position)
    assert chosen == action
    if action != "done":
        m.apply("german", action)
        over = officer(m, "german").choose(m.position).split()[1]
        assert m.game.grid.distance(m.game.grid.bit[over], m.game.grid.bit["0938"]) <= 1


def test_the_airlift_carries_a_corps_towards_the_front() -> None:
    m = table("""
        options = { airlift = "on", airlift-doctrine = "on" }
        turn = 3
        side = "german"
        marker = "hga"
        segment = "movement"
        commands = ["HGA"]
        bins = { german = [], allied = [] }
        german = ["1537"]
        [air]
        de-airlift = "available"
        [units]
        "de-38-corps" = "1934"
        "de-12-army" = "1340"
        "fr-2-army" = "1342"
    """)
    m.position.railed = 9
    orders = Marching(outlook(m, 0)).orders()
    carried = {m.game.ids[order.unit]: m.game.hex_name(order.hex) for order in orders if order.verb == "carry"}
    assert carried == {"de-38-corps": "1537"}


@pytest.mark.parametrize(("option", "words"), [("on", ["move fr-7-army", "leave"]), ("off", [])])
def test_who_would_be_lost_leaves_over_the_western_edge(option: str, words: list[str]) -> None:
    m = table(f"""
        options = {{ western-evacuation = "{option}" }}
        turn = 3
        side = "allied"
        marker = "1ag"
        segment = "movement"
        commands = ["1AG"]
        evac = 3
        bins = {{ german = ["hga"], allied = [] }}
        [units]
        "fr-7-army" = {{ hex = "0442", steps = 1 }}
        "de-19-corps" = "0643"
        "de-41-corps" = "0641"
    """)
    mind, chosen = officer(m, "allied"), []
    while m.actors == ("allied",) and m.view(None)["segment"] == "movement" and len(chosen) < 2:
        chosen.append(mind.choose(m.position))
        m.apply("allied", chosen[-1])
    assert [word for word in chosen if word in words] == words
    assert ("leave" in chosen) == bool(words)


@pytest.mark.parametrize(("guard", "load"), [('"de-42-corps" = { hex = "1940", steps = 1 }', "load plan-r"),
                                             ('"de-1-army" = "1940"\n"de-12-army" = "1839"', "load de-gaulle")])
def test_plan_r_waits_for_a_weak_westwall(guard: str, load: str) -> None:
    units = f'[units]\n"fr-5-army" = "1941"\n"fr-4-army" = "1840"\n"fr-log-2ag" = "1741"\n{guard}'
    m = table(f'turn = 2\nphase = "command"\nplans = {{ german = "manstein", allied = "plan-r" }}\n{units}')
    assert officer(m, "allied").choose(m.position) == load
    drawn = table(f'turn = 2\ninitiative = "allied"\nbins = {{ german = [], allied = ["plan-r"] }}\n{units}')
    assert officer(drawn, "allied").choose(drawn.position) == f"activate {'2AG' if load == 'load plan-r' else '1AG'}"


def test_a_line_is_given_up_when_the_enemy_stands_behind_it() -> None:
    held = table('plans = { german = "manstein", allied = "plan-d" }\n[units]\n"de-19-corps" = "1539"')
    broken = table('german = ["1439", "1339"]\n[units]\n"de-19-corps" = "1340"')
    other = table('plans = { german = "manstein", allied = "plan-e" }\n[units]\n"de-19-corps" = "1539"')
    lines = [outlook(m, 1).know.allied.line(m.position, "french") for m in (held, broken, other)]
    assert lines == [LINES[0], LINES[1], ESCAUT]


def test_marches_are_exactly_what_the_rules_allow() -> None:
    """Every hex that the staff thinks it can reach is reached by legal steps."""
    m = table("""
        side = "german"
        marker = "pgk"
        segment = "movement"
        [units]
        "de-19-corps" = "1738"
        "de-log-pgk" = "1838"
        "fr-2-army" = "1439"
        "be-gpk" = "1538"
    """)
    g, u = m.game, m.game.by_id["de-19-corps"]
    paths = marches(g, m.position, u)
    for hex in paths:
        trial, way = m.copy(), []
        at = hex
        while paths[at] != at:
            way.append(at)
            at = paths[at]
        if way:
            trial.apply("german", "move de-19-corps")
            for step in reversed(way):
                trial.apply("german", f"step {g.hex_name(step)}")
            assert trial.position.at[u] == hex


def test_logistics_units_follow_the_spear() -> None:
    m = table("""
        turn = 2
        side = "german"
        marker = "pgk"
        segment = "movement"
        german = ["1439", "1539", "1638", "1339", "1239"]
        [units]
        "de-19-corps" = "1139"
        "de-41-corps" = "1239"
        "de-log-pgk" = "1937"
        "fr-2-army" = "1341"
    """)
    orders = Marching(outlook(m, 0)).orders()
    to = next(order.hex for order in orders if m.game.logistics[order.unit])
    grid = m.game.grid
    assert grid.distance(to, grid.bit["1139"]) < grid.distance(grid.bit["1937"], grid.bit["1139"])


def test_the_germans_do_not_bomb_with_what_attacks_need() -> None:
    """While markers are left in the bin the strongest Fliegerkorps supports, it does not go home after bombing."""
    m = table("""
        turn = 2
        side = "german"
        marker = "hgb"
        segment = "air"
        bins = { german = ["pgk"], allied = ["1ag"] }
        air = { de-air-8 = "1336" }
        [units]
        "de-6-army" = "1436"
        "be-north-det" = "1336"
        "de-log-hgb" = "1537"
    """)
    m.position.air_active = 1 << m.game.air_by_id["de-air-8"]
    while m.view(None)["segment"] == "air":
        action = officer(m, "german").choose(m.position)
        assert not action.startswith("bomb")
        m.apply("german", action)
