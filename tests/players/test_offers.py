"""What the staffs' estimates see: the same position is not better for being looked at a moment later."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import COUNTRIES
from meuse.players import make_player
from meuse.players.search import offer_for
from meuse.players.search.offer import Script
from meuse.players.search.simulate import Ahead
from meuse.players.staff.blitzkrieg.collapse import FRANCE, GERMANY, Collapses, Ends
from meuse.players.staff.sedan.offer import LONGER
from meuse.players.staff.sedan.plans import SedanPlan


def test_a_new_turn_of_sedan_begins_with_all_of_its_time() -> None:
    """The cup is filled only after supply and the air allotment; the turn has not passed meanwhile."""
    m = meuse.new("sedan", seed=5)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    seen: list[tuple[int, float]] = []
    while m.actors and m.position.turn < 4:
        side = m.actors[0]
        p: Any = m.position
        if not seen or seen[-1][0] != p.turn:
            seen.append((p.turn, offer.standing.left(p)))
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))
    fresh: Any = m.game.start()
    assert offer.standing.left(fresh) == m.game.last_turn  # type: ignore[attr-defined]
    assert [turn for turn, _ in seen] == [1, 2, 3]
    assert all(4 - turn < left <= 5 - turn for turn, left in seen)


def test_the_french_at_the_bank_count_in_sedan() -> None:
    m = meuse.situation("""
game = "sedan"
turn = 3
activation = "X"
[units]
"I/1 1 Pz" = "3414"
"147 55" = "3415"
""")
    offer: Any = offer_for(m.game)
    guarded, bare = m.position.copy(), m.position.copy()
    u = m.game.by_id["fr-147-55-di"]  # type: ignore[attr-defined]
    bare.put(m.game, u, m.game.grid.bit["2425"])  # type: ignore[attr-defined]
    assert offer.estimate(guarded) < offer.estimate(bare)


def test_the_searcher_does_not_read_what_is_hidden_in_manstein_s_war() -> None:
    """Of two positions that its side cannot tell apart it thinks the same."""
    m = meuse.new("mansteins-war", seed=8)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    while offer.occasion(m.position, side := m.actors[0]) is None:
        m.apply(side, minds[side].choose(m.game.determinize(m.position, side, Random(0))))
    worlds = [m.game.determinize(m.position, side, Random(n)) for n in range(6)]
    assert len({str(m.game.save(world)) for world in worlds}) > 1, "something is hidden"
    thoughts = []
    for world in worlds[:3]:
        mind: Any = make_player("search{simulations=3}", m.game, side, Random(1))
        mind.choose(world)
        thoughts.append(mind.thought)
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_the_plans_and_the_value_of_blitzkrieg_do_not_go_by_what_is_hidden() -> None:
    """They are the same for positions that look alike to a side; simulations draw their own."""
    m = meuse.new("blitzkrieg", scenario="sichelschnitt", seed=8)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    met: set[Any] = set()
    while m.position.turn == 1:
        side, p = m.actors[0], m.position
        occasion = side, offer.occasion(p, side)
        if occasion[1] is not None and occasion not in met:
            met.add(occasion)
            worlds = [m.game.determinize(p, side, Random(n)) for n in range(6)]
            assert len({str(m.game.save(world)) for world in worlds}) > 1, "something is hidden"
            assert len({(offer.value(world, side), str(offer.scripts(world, side))) for world in [p, *worlds]}) == 1
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))
    assert len(met) == 6


def test_a_corps_of_sedan_keeps_its_sector_while_others_choose_theirs() -> None:
    """What one corps decides is taken over by the next activation; its manner of attack is not."""
    m = meuse.new("sedan", seed=5)
    offer: Any = offer_for(m.game)
    p: Any = m.position.copy()
    p.chit = "XIX"
    east = next(s for s in offer.scripts(p, "german") if s.plan.sector == "mouzon")
    p.chit = "III"
    later = offer.scripts(p, "german", east)
    assert {s.plan.sector for s in later} == {"mouzon"}
    assert {s.plan.north for s in later} == {"fumay", "montherme", "charleville"}
    hard = next(s for s in later if s.name.endswith("attacking"))
    assert offer.scripts(p, "german", hard)[0].plan.attack_at == offer.Plan().attack_at


@pytest.mark.parametrize(("name", "scenario", "occasions"), [
    ("sedan", "race-to-the-meuse", 10), ("mansteins-war", "sickle-cut", 10), ("blitzkrieg", "sichelschnitt", 6),
])
def test_a_plan_goes_on_from_its_first_die_as_if_played_from_the_start(
    name: str, scenario: str, occasions: int
) -> None:
    m = meuse.new(name, scenario=scenario, seed=9)
    offer: Any = offer_for(m.game)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    met: set[Any] = set()
    while len(met) < occasions:
        side, p = m.actors[0], m.position
        occasion = side, offer.occasion(p, side)
        if occasion[1] is not None and occasion not in met:
            met.add(occasion)
            kept, fresh = (Ahead(m.game, offer, side, offer.scripts(p, side)[-1]) for _ in range(2))
            worlds = [m.game.determinize(p, side, Random(n % 2)) for n in range(3)]
            courses = [kept.play(world.copy(), str(n)) for n, world in enumerate(worlds)]
            assert courses[2] == fresh.play(worlds[2], "2"), occasion
        m.apply(side, minds[side].choose(m.game.determinize(p, side, Random(0))))


def panzers_on_the_first_day() -> tuple[Any, Any]:
    m = meuse.new("sedan", scenario="encirclement", seed=5)
    minds = {side: make_player("staff", m.game, side, Random(side)) for side in m.game.sides}
    p: Any = m.position
    while (p.turn, p.chit) != (1, "XIX"):
        m.apply(m.actors[0], minds[m.actors[0]].choose(m.game.determinize(p, m.actors[0], Random(0))))
        p = m.position
    return m.game, p


def test_the_divisions_that_act_may_go_their_own_way_in_sedan() -> None:
    """The strongest first; each has the sectors beside its own to choose from, and keeps what it chose."""
    game, p = panzers_on_the_first_day()
    offer: Any = offer_for(game)
    own = offer.scripts(p, "german")[0]
    groups = offer.groups(p, "german", own)
    assert set(groups) == {"1 Pz", "2 Pz", "10 Pz", "GD"}
    assert list(groups)[-1] == "GD"
    assert {s.plan.sector for s in groups["10 Pz"]} == {"charleville", "sedan", "mouzon"}
    apart = Script("apart", own.plan, {"10 Pz": next(s.plan for s in groups["10 Pz"] if s.plan.sector == "mouzon")})
    later = offer.scripts(p, "german", apart)
    assert later[0].own == {"10 Pz": SedanPlan(sector="mouzon")}
    hard = next(s for s in later if s.name.endswith("attacking"))
    assert (hard.own["10 Pz"].sector, hard.own["10 Pz"].lure) == ("mouzon", hard.plan.lure)
    assert all(not s.own for s in later if s.plan.sector != "sedan"), "another sector is for the whole corps"
    assert "dun" in {s.plan.sector for s in offer.groups(p, "german", apart)["10 Pz"]}


def test_a_division_of_its_own_mind_goes_elsewhere_and_the_others_as_before() -> None:
    game, p = panzers_on_the_first_day()
    offer: Any = offer_for(game)
    own = offer.scripts(p, "german")[0]
    ends = []
    for script in (own, Script("apart", own.plan, {"10 Pz": SedanPlan(sector="dun")})):
        q, officer = p.copy(), offer.officer("german", Random(1), script)
        while q.chit == "XIX" and game.actors(q)[0] == "german":
            game.apply(q, "german", officer.choose(q))
        ends.append(q)
    def south(q: Any, division: str) -> float:
        at = [q.units[u].hex for u in bits(game.formation_units[division]) if q.units[u].hex >= 0]
        return sum(int(game.hex_name(h)[2:]) for h in at) / len(at)

    assert south(ends[1], "10 Pz") > south(ends[0], "10 Pz")
    assert abs(south(ends[1], "2 Pz") - south(ends[0], "2 Pz")) < 1.0


def test_a_line_that_the_allies_mean_to_hold_is_held_by_the_next_impulse_too() -> None:
    """Blitzkrieg: how long to stand is taken over, the manner of an impulse is not."""
    m = meuse.new("blitzkrieg", scenario="sichelschnitt", seed=5)
    offer: Any = offer_for(m.game)
    scripts = {script.name: script for script in offer.scripts(m.position, "allied")}
    back = scripts["to the Escaut and the Meuse"]
    later = {script.name: script.plan for script in offer.scripts(m.position, "allied", back)}
    assert later["as planned"] == back.plan != scripts["as planned"].plan
    assert later["to the Dyle and the Meuse"] == scripts["as planned"].plan
    assert offer.scripts(m.position, "allied", scripts["stand fast"])[0] == scripts["as planned"]


def test_the_race_between_france_and_germany_decides_in_blitzkrieg() -> None:
    """Each point of Shock tells for whom it should, and who is nearer to his collapse is likely to lose."""
    m = meuse.new("blitzkrieg", scenario="campaign", seed=5)
    offer: Any = offer_for(m.game)

    def chance(france: int, germany: int) -> float:
        p: Any = m.position.copy()
        p.turn, p.active, p.phase, p.impulse, p.at_war = 4, 0, "first movement", 1, 31
        p.index = (20, 25, france, 10, germany)
        return float(offer.value(p, "axis"))

    assert chance(49, 20) > 0.8 > 0.25 > chance(20, 42)
    assert chance(40, 20) > chance(30, 20) > chance(30, 35)


def test_a_collapse_is_reckoned_by_the_roll_that_brings_it() -> None:
    """7.2a: at the threshold a great country paralyses at worst; each full step above it is a sixth more."""
    m: Any = meuse.new("blitzkrieg", scenario="case-red", seed=5)
    looks, thresholds = Collapses(m.game), m.game.thresholds
    for n in (FRANCE, GERMANY):
        first = thresholds[COUNTRIES[n]]
        assert [looks.roll(n, first + over, 0.0) for over in (-1, 0, 2, 3, 5, 6)] == [0, 0, 0, 1 / 6, 1 / 6, 2 / 6]
    last, edge = m.game.terms.last_turn, thresholds["germany"]
    assert looks.ahead(last, (0.0, 1.0), 70, edge + 2, True) == Ends(0.0, 1.0, 0.0, 0.0), "it may not even collapse"
    assert looks.ahead(last, (0.0, 1.0), 70, edge + 3, True).both == pytest.approx(1 / 6)
    assert looks.ahead(last - 1, (0.0, 1.0), 70, edge + 3, True).both == pytest.approx(11 / 36), "it rolls twice"
    ends = looks.ahead(4, (1.0, 1.0), 30, 25, False)
    assert ends.neither + ends.france + ends.both + ends.germany == pytest.approx(1.0)
    assert min(ends.france, ends.both, ends.germany) > 0.05


def test_cities_entered_in_this_impulse_shake_france_already() -> None:
    """2.5h: they are scored at the end of the Player Turn."""
    m = meuse.new("blitzkrieg", scenario="case-red", seed=5)
    offer: Any = offer_for(m.game)
    g: Any = m.game
    p: Any = m.position.copy()
    p.turn, p.active, p.phase, p.impulse = g.terms.last_turn, 0, "third combat", 3
    p.index = (*p.index[:FRANCE], g.thresholds["france"] - 3, *p.index[FRANCE + 1:])
    before = offer.ends(p).france
    unit = next(u for u in bits(p.fielded) if g.side[u] == 0 and g.counters[u].attack[0])
    p.put(g, unit, g.grid.bit["3226"])
    assert offer.ends(p).france > before


def test_a_newcomer_to_ghost_division_may_shun_battle_or_fly_nothing_and_a_searcher_thinks_of_it_last() -> None:
    """Plans that are all sound make a novice as good as the staff; a second is enough for the first few only."""
    m = meuse.new("ghost-division", seed=5)
    offer: Any = offer_for(m.game)
    shops = [script.plan for script in offer.scripts(m.position, "german")]
    assert any(plan.keep >= m.game.charts.operations.start for plan in shops), "nothing is bought"  # type: ignore[attr-defined]
    staff = make_player("staff", m.game, "german", Random(0))
    while offer.occasion(m.position, "german") != (1, "march"):
        m.apply("german", staff.choose(m.game.determinize(m.position, "german", Random(0))))
    marches = [script.plan for script in offer.scripts(m.position, "german")]
    shuns, stays = [plan.dare > 1.0 for plan in marches], [plan.sorties > 20 for plan in marches]
    green = [a or b for a, b in zip(shuns, stays, strict=True)]
    assert any(shuns)
    assert any(stays)
    assert green == sorted(green), "the sound ones first"


@pytest.mark.parametrize(("scenario", "days"), [("race-to-the-meuse", 4), ("encirclement", 8)])
def test_sedan_is_thought_over_to_the_third_night_and_then_day_by_day(scenario: str, days: int) -> None:
    m = meuse.new("sedan", scenario=scenario, seed=5)
    game: Any = m.game
    offer: Any = offer_for(game)
    minds = {side: make_player("staff", game, side, Random(side)) for side in game.sides}
    seen: dict[tuple[int, str], tuple[float, bool, Any, bool, int]] = {}
    while m.actors:
        p: Any = m.position
        if offer.occasion(p, m.actors[0]) is not None:
            later = "XIX" in (*p.cup, p.chit)
            until = offer.farther(p) if offer.proves(p) else None
            seen[p.turn, p.chit] = offer.weight(p), later, until, offer.blind(p), offer.stage(p)
        m.apply(m.actors[0], minds[m.actors[0]].choose(game.determinize(p, m.actors[0], Random(0))))
    assert {turn for turn, _ in seen} == set(range(1, days + 1))
    for (turn, chit), (weight, later, until, blind, stage) in seen.items():
        race = days == 4
        thinks = chit in ("XIX", "2A-Cav") if turn == 2 else turn > 2
        assert (weight > 0.0) == (thinks if race else turn > 2 and chit in LONGER)
        never = turn < (2 if race else 3) or (game.chits[chit].side == "french" and not race and 4 < turn < 8)
        assert until == (None if never else max(turn, 3 if race else 4))
        assert blind == (turn <= (3 if race else 4))
        assert stage == 2 * turn + (not later or not race)
    for side in game.sides:
        thoughts = [weight for (_, chit), (weight, *_) in seen.items() if game.chits[chit].side == side]
        assert 0.75 < sum(thoughts) / len(thoughts) < 1.1, "no more than about a second an activation in the mean"


def test_of_two_races_that_end_alike_the_surer_is_better() -> None:
    m = meuse.new("sedan", scenario="race-to-the-meuse", seed=5)
    offer: Any = offer_for(m.game)

    def worth(lead: int) -> float:
        won = "german" if lead >= 8 else "french"
        return float(offer.ended(None, meuse.Outcome(won, "victory", {"german": lead, "french": 0})))

    assert worth(2) < worth(7) < 0.5 < worth(8) < worth(20)
    assert worth(8) - worth(7) > 0.4


def test_the_plans_of_sedan_are_read_from_the_position() -> None:
    """Panzers at Sedan: the French may look to that bank above all, and attack them whatever it costs, or never."""
    m = meuse.situation("""
game = "sedan"
turn = 3
activation = "X"
[units]
"HQ 55" = "3417"
"I/1 1 Pz" = "3414"
"II/1 1 Pz" = "3414"
"147 55" = "3415"
""")
    offer: Any = offer_for(m.game)
    own, *others = offer.scripts(m.position, "french")
    assert own.plan == SedanPlan()
    assert [s.plan.hold for s in others if s.plan.hold != "all"][:2] == ["charleville", "sedan"]
    assert {s.plan.target for s in others} == {s.plan.spare for s in others} == {"", "3414"}
    assert "against Sedan (3414)" in {s.name for s in others}
    assert len({s.plan for s in others}) == len(others)
