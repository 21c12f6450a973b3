"""The searcher on a toy: it finds the best plan, depends on its seed alone, and cannot know what is hidden.

The Crossing: two divisions choose a bank each, one after the other; the enemy has mined one of them in secret, mostly
the north. Whoever crosses a mined bank fails; otherwise a die decides, and the wide bank is safer than the narrow one.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from meuse.engine.contract import CHANCE
from meuse.players.search.offer import Script
from meuse.players.search.searcher import (
    MARGIN,
    Budget,
    Effort,
    Hope,
    Search,
    SearchPlayer,
    Thought,
    Weighed,
    gain,
    hope,
    noise,
    settled,
)
from meuse.players.search.simulate import Ahead

BANKS = ("north", "south", "gorge")
SAFE = {"north": 6, "south": 5, "gorge": 1}
"""Faces of the die with which a division gets over."""
DIVISIONS = ("1 Pz", "2 Pz")


class Ground(msgspec.Struct):
    mined: str
    over: tuple[bool, ...] = ()
    at: str = ""
    seen: str = ""

    def copy(self) -> Ground:
        return msgspec.structs.replace(self)


class Crossing:
    sides = ("attacker",)

    def actors(self, p: Ground) -> tuple[str, ...]:
        return () if len(p.over) == len(DIVISIONS) else (CHANCE,) if p.at else ("attacker",)

    def legal(self, p: Ground, side: str) -> list[str]:
        return list(BANKS)

    def outcomes(self, p: Ground) -> list[tuple[str, int]]:
        return [("over", SAFE[p.at]), ("lost", 6 - SAFE[p.at])]

    def apply(self, p: Ground, side: str, action: str) -> None:
        if side == CHANCE:
            p.over, p.at = (*p.over, action == "over" and p.at != p.mined), ""
        else:
            p.at = action

    def save(self, p: Ground) -> dict[str, Any]:
        return msgspec.structs.asdict(p)

    def determinize(self, p: Ground, side: str, rng: Random) -> Ground:
        return msgspec.structs.replace(p, mined=rng.choices(("north", "gorge"), (4, 1))[0])


class Plan(msgspec.Struct, frozen=True):
    bank: str = "north"


class Scripted:
    def __init__(self, script: Script | None) -> None:
        self.script = script or Script("as ever", Plan())

    def choose(self, p: Ground) -> str:
        plan: Plan = self.script.own.get(DIVISIONS[len(p.over)], self.script.plan)
        return plan.bank


class Offered:
    Plan: ClassVar[type[msgspec.Struct]] = Plan
    spread, worlds = 0.03, 0

    def __init__(self, game: Any) -> None:
        self.game = game

    def occasion(self, p: Ground, side: str) -> str | None:
        return "cross" if not p.over else None

    def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
        return [Script(bank, Plan(bank)) for bank in BANKS]

    def groups(self, p: Ground, side: str, script: Script) -> dict[str, list[Script]]:
        plans = {division: script.own.get(division, script.plan) for division in DIVISIONS}
        return {division: [other for other in self.scripts(p, side) if other.plan != plan]
                for division, plan in plans.items()}

    def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
        return Scripted(script)

    def again(self, officer: Scripted, rng: Random) -> Scripted | None:
        return officer

    def enemy(self, p: Ground, side: str) -> Script | None:
        return None

    def horizon(self, p: Ground) -> int:
        return 0

    def until(self, p: Ground, side: str) -> int:
        return self.horizon(p)

    def farther(self, p: Ground) -> None:
        return None

    def proves(self, p: Ground) -> bool:
        return self.farther(p) is not None

    def matter(self, p: Ground) -> None:
        return None

    def blind(self, p: Ground) -> bool:
        return False

    def weight(self, p: Ground) -> float:
        return 1.0

    def value(self, p: Ground, side: str) -> float:
        return sum(p.over) / len(DIVISIONS)


GAME: Any = Crossing()


def player(effort: Effort, seed: int = 1, offer: Any = None) -> SearchPlayer:
    return SearchPlayer(GAME, "attacker", Random(seed), offer or Offered(GAME), effort)


@pytest.mark.parametrize("seed", range(8))
def test_it_finds_the_best_plan(seed: int) -> None:
    """The staff's own plan fails four times in five; the south is over in five of six."""
    assert player(Effort(simulations=120), seed).choose(Ground("north")) == "south"


def simulated(mind: SearchPlayer) -> int:
    assert mind.thought is not None
    return mind.thought.simulations


def test_who_is_not_so_keen_does_at_times_as_the_regular_would() -> None:
    minds = [player(Effort(simulations=120, keen=0.5), seed) for seed in range(40)]
    banks = [mind.choose(Ground("north")) for mind in minds]
    thinking = [simulated(mind) > 0 for mind in minds]
    assert {bank for bank, thinks in zip(banks, thinking, strict=True) if not thinks} == {"north"}
    assert 12 <= sum(thinking) <= 28
    assert banks.count("south") >= 0.8 * sum(thinking)
    for seed in range(8):
        idle, keen = player(Effort(simulations=20, keen=0.0), seed), player(Effort(simulations=20), seed)
        idle.choose(Ground("north"))
        keen.choose(Ground("north"))
        assert simulated(idle) == 0 < simulated(keen)
        assert idle.thought is not None
        assert [plan[0] for plan in idle.thought.plans] == ["as the regular"], "it is said whose plan that is"


def test_the_same_seed_and_simulations_give_the_same_thought() -> None:
    thoughts = []
    for _ in range(2):
        mind = player(Effort(simulations=50))
        mind.choose(Ground("north"))
        thoughts.append(mind.thought)
    assert thoughts[0] == thoughts[1]
    assert isinstance(thoughts[0], Thought)
    assert 20 < thoughts[0].simulations <= 50


def test_what_is_hidden_does_not_move_it() -> None:
    """The true mine is not among what it goes by: it thinks the same wherever the mine lies."""
    thoughts = []
    for mined in ("north", "gorge", "south"):
        mind = player(Effort(simulations=60))
        mind.choose(Ground(mined))
        thoughts.append(mind.thought)
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_the_position_it_is_given_stays_as_it_was() -> None:
    p = Ground("north")
    player(Effort(simulations=20)).choose(p)
    assert p == Ground("north")


def test_all_plans_are_tried_with_the_same_luck() -> None:
    """Two plans that are one and the same get the same results, simulation by simulation."""
    class Twice(Offered):
        def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
            return [Script("one", Plan("south")), Script("other", Plan("south"))]

    search = Search(GAME, Twice(GAME), Ground("north"), "attacker", "7", Effort(simulations=40))
    search.run()
    first, other = (w.results for w in search.weighed[:2])
    assert first[:len(other)] == other[:len(first)]
    assert {0.5, 1.0} & set(first)


def test_plans_that_come_to_the_same_deeds_are_tried_no_further() -> None:
    """What is saved goes to those that differ."""
    class Twins(Offered):
        def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
            return [Script("own", Plan("north")), Script("twin", Plan("north")), Script("other", Plan("south"))]

        def groups(self, p: Ground, side: str, script: Script) -> dict[str, list[Script]]:
            return {}

    search = Search(GAME, Twins(GAME), Ground("north"), "attacker", "7", Effort(simulations=40))
    assert search.run().name == "other"
    own, twin, other = (len(w.results) for w in search.weighed)
    assert twin < own == other


class Weighty(Offered):
    """An occasion that deserves more or less than the usual thought."""

    much = 0.0

    def weight(self, p: Ground) -> float:
        return self.much


def test_where_no_plan_can_be_told_from_another_the_staff_s_own_is_followed() -> None:
    mind = player(Effort(simulations=40), offer=Weighty(GAME))
    assert mind.choose(Ground("north")) == "north"
    assert mind.thought is not None
    assert mind.thought.simulations == 0
    hot = Effort(simulations=24, heat=9.0)
    chosen = {player(hot, seed, Weighty(GAME)).choose(Ground("north")) for seed in range(9)}
    assert chosen == set(BANKS), "by chance even there"


def test_an_occasion_that_decides_gets_more_thought() -> None:
    class Decisive(Weighty):
        much = 3.0

    minds = [player(Effort(simulations=40), offer=offer) for offer in (Offered(GAME), Decisive(GAME))]
    for mind in minds:
        mind.choose(Ground("north"))
    usual, more = (mind.thought.simulations if mind.thought else 0 for mind in minds)
    assert usual <= 40 < more <= 120


class Shortsighted(Offered):
    """After one division the gorge looks best; only who looks farther sees that nobody else gets over there."""

    spread = 0.3

    def horizon(self, p: Ground) -> int:
        return len(p.over)

    def groups(self, p: Ground, side: str, script: Script) -> dict[str, list[Script]]:
        return {}

    def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
        return Looking(script)

    def value(self, p: Ground, side: str) -> float:
        return 0.3 + 0.1 * (p.seen == "gorge") if len(p.over) < len(DIVISIONS) else super().value(p, side)


class Looking(Scripted):
    def choose(self, p: Ground) -> str:
        p.seen = super().choose(p)
        return p.seen


def test_plans_are_proved_where_the_staff_looks_farther() -> None:
    class Farsighted(Shortsighted):
        def farther(self, p: Ground) -> Any:
            return 0

    def chosen(offer: Any) -> str:
        return Search(GAME, offer, Ground("north"), "attacker", "5", Effort(simulations=200)).run().name

    assert (chosen(Shortsighted(GAME)), chosen(Farsighted(GAME))) == ("gorge", "south")


def test_where_the_value_sees_nothing_all_plans_that_differ_are_proved() -> None:
    """Twice each until it is known what is done, and twins once; what is told is what comes of them farther ahead."""
    class Blind(Shortsighted):
        def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
            return [Script(f"{bank} {n}", Plan(bank)) for bank in BANKS for n in range(2)]

        def farther(self, p: Ground) -> Any:
            return 0

        def blind(self, p: Ground) -> bool:
            return True

    search = Search(GAME, Blind(GAME), Ground("north"), "attacker", "5", Effort(simulations=200))
    thought = search.thought(search.run())
    assert {name for name, _, _ in thought.plans} == {f"{bank} 0" for bank in BANKS}
    assert thought.plans[0][0] == "south 0"
    assert thought.after > thought.now + 0.2
    assert thought.simulations == sum(tried for _, _, tried in thought.plans) + 2 * 2 * len(BANKS)


def test_divisions_are_played_as_far_as_the_plans_that_are_proved() -> None:
    """All plans of the staff come to the same; only who looks farther sees what a division gains in the south."""
    class Divided(Shortsighted):
        def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
            return [Script(name, Plan("gorge")) for name in ("own", "other")]

        def groups(self, p: Ground, side: str, script: Script) -> dict[str, list[Script]]:
            return {division: [Script("south", Plan("south"))] for division in DIVISIONS if division not in script.own}

    class Farsighted(Divided):
        def farther(self, p: Ground) -> Any:
            return 0

    def chosen(offer: Any) -> Script:
        return Search(GAME, offer, Ground("north"), "attacker", "5", Effort(simulations=200)).run()

    assert chosen(Divided(GAME)).own == {}
    assert chosen(Farsighted(GAME)).own == dict.fromkeys(DIVISIONS, Plan("south"))


def test_a_script_that_is_proved_is_for_what_is_at_hand() -> None:
    """At the next occasion the staff's own plan is played on; up to the horizon the script holds."""
    class Keen(Offered):
        def occasion(self, p: Ground, side: str) -> str | None:
            return f"division {len(p.over)}"

        def farther(self, p: Ground) -> Any:
            return 0

        def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
            names.append(script.name if script else "")
            return Scripted(script)

    for farther, made in ((True, ["south", "north"]), (False, ["south"])):
        names: list[str] = []
        Ahead(GAME, Keen(GAME), "attacker", Script("south", Plan("south")), farther).play(Ground("north"), "1")
        assert names == made


def test_a_gain_is_believed_by_how_sure_it_is() -> None:
    """The same mean gain of 0.03, from worlds that agree and from worlds that do not."""
    base = [0.5] * 8
    steady = [0.53, 0.531, 0.529, 0.53, 0.53, 0.532, 0.528, 0.53]
    wild = [0.83, 0.23, 0.73, 0.33, 0.93, 0.13, 0.63, 0.43]
    assert gain(steady, base)[0] == pytest.approx(gain(wild, base)[0]) == pytest.approx(0.03)
    assert 0.015 > hope(steady, base, 0.03).gain > MARGIN
    assert hope([r - 0.02 for r in steady], base, 0.03).gain < MARGIN, "a value is not as fine as that"
    assert hope(wild, base, 0.03).gain < MARGIN
    assert hope([0.9], [0.1], 0.03).gain < 0
    assert hope(steady, base, 0.03).change < 0.001, "more worlds like these would change nothing"
    assert hope([0.9], [0.1], 0.03).change > hope(wild, base, 0.03).change > 0.005


def test_two_worlds_that_agree_by_chance_are_believed_no_more_than_others_of_that_search() -> None:
    """Where gains vary by 0.2 from world to world, two of 0.06 say little; by themselves they would seem sure."""
    lucky, base = [0.56, 0.56], [0.5, 0.5]
    alone, among = (hope(lucky, base, 0.06, noise=noise).gain for noise in (None, 0.04))
    assert alone > 4 * MARGIN
    assert among < MARGIN
    many = hope([0.56, 0.36, 0.76] * 30, [0.5] * 90, 0.06, noise=0.04).gain
    assert many > 4 * MARGIN, "with time they are"


@pytest.mark.parametrize(("hopes", "over"), [
    ([Hope(0.005, 0.0)], True), ([Hope(0.005, 0.0), Hope(-0.05, 0.01)], True),
    ([Hope(0.005, 0.0), Hope(0.0, 0.01)], False),
    ([Hope(0.005, 0.0), Hope(0.05, 0.01)], True), ([Hope(0.005, 0.0), Hope(0.01, 0.01)], False),
    ([Hope(0.005, 0.0), Hope(0.05, 0.01), Hope(0.045, 0.01)], False), ([Hope(0.005, 0.0), Hope(0.005, 0.001)], True),
])
def test_a_search_is_over_when_more_worlds_could_hardly_bring_anything(hopes: list[Hope], over: bool) -> None:
    assert settled(hopes) is over


@pytest.mark.parametrize("bar", [-0.02, 0.0, 0.013])
def test_what_may_be_hoped_above_a_bar_is_the_mean_of_what_lies_above_it(bar: float) -> None:
    rng, known = Random(5), Hope(0.01, 0.02)
    drawn = [max(0.0, rng.gauss(known.gain, known.change) - bar) for _ in range(40_000)]
    assert known.above(bar) == pytest.approx(sum(drawn) / len(drawn), rel=0.05)
    assert Hope(0.01, 0.0).above(bar) == max(0.0, 0.01 - bar)


def test_it_thinks_no_longer_than_it_must() -> None:
    """North and gorge are mined or narrow in every world: that is soon seen, however much time there is."""
    class Seen(Crossing):
        def determinize(self, p: Ground, side: str, rng: Random) -> Ground:
            return p.copy()

    known: Any = Seen()
    search = Search(known, Offered(known), Ground("north"), "attacker", "1", Effort(simulations=5_000))
    assert search.run().plan.bank == "south"
    assert search.budget.spent < 500


def test_the_noise_of_a_search_is_that_of_all_its_plans() -> None:
    own, steady, wild = (Weighed(Script("", Plan()), Ahead(GAME, Offered(GAME), "attacker", None), results)
                         for results in ([0.5] * 4, [0.6] * 4, [0.1, 0.9, 0.1, 0.9]))
    assert noise([own, steady], own) == pytest.approx(0.0)
    assert noise([own, wild], own) == pytest.approx(0.64 / 3)
    assert noise([own, steady, wild], own) == pytest.approx(0.64 / 6)
    assert noise([own], own) == 0.0, "nothing to compare with"


def test_a_division_gets_a_plan_of_its_own_where_that_is_better() -> None:
    """Two of a kind on one bank are in each other's way: the best is one at each of the two good banks."""
    class Wide(Offered):
        def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
            return Apart(script)

    class Apart(Scripted):
        """The second division over the same bank is shelled there: it goes to the gorge by force."""

        def choose(self, p: Ground) -> str:
            plans: list[Plan] = [self.script.own.get(d, self.script.plan) for d in DIVISIONS]
            if p.over and plans[0] == plans[1]:
                return "gorge"
            return plans[len(p.over)].bank

    class Known(Crossing):
        def determinize(self, p: Ground, side: str, rng: Random) -> Ground:
            return p.copy()

    known: Any = Known()
    mind = SearchPlayer(known, "attacker", Random(3), Wide(known), Effort(simulations=200))
    p = Ground("gorge")
    mind.choose(p)
    assert mind.thought is not None
    assert mind.thought.plans[0][0] in ("north; 1 Pz: south", "north; 2 Pz: south", "south; 1 Pz: north",
                                        "south; 2 Pz: north")


def test_it_thinks_once_an_occasion_and_then_keeps_to_its_plan() -> None:
    mind = player(Effort(simulations=60))
    p = Ground("north")
    GAME.apply(p, "attacker", mind.choose(p))
    thought = mind.thought
    GAME.apply(p, CHANCE, "over")
    assert mind.choose(p) == "south"
    assert mind.thought is thought


def test_somebody_may_say_that_it_is_enough() -> None:
    heard: list[Thought] = []

    def hurry(thought: Thought) -> bool:
        heard.append(thought)
        return len(heard) == 5

    mind = SearchPlayer(GAME, "attacker", Random(1), Offered(GAME), Effort(simulations=500), hurry)
    assert mind.choose(Ground("north")) in BANKS
    assert len(heard) == 5


def test_seconds_are_kept() -> None:
    start = time.process_time()
    player(Effort(seconds=0.05)).choose(Ground("north"))
    assert time.process_time() - start < 0.5


def test_seconds_that_a_search_leaves_are_for_later_ones() -> None:
    """A clear case takes less than its time; a hard one may take up to twice its own, if so much was saved."""
    effort = Effort(seconds=2.0)
    assert (Budget(effort).seconds, Budget(effort, saved=0.5).seconds, Budget(effort, saved=9.0).seconds) == (2, 2.5, 4)
    assert 10.5 < Budget(effort, saved=9.0).rest() <= 11.0, "of eleven hardly any have been used"
    assert Budget(Effort(simulations=10), saved=9.0).rest() == 0.0, "simulations are not saved: same seed, same answer"


def test_saved_seconds_are_in_the_memory() -> None:
    mind = player(Effort(seconds=0.5))
    mind.choose(Ground("north"))
    assert 0.0 < mind.saved < 0.5
    other = player(Effort(seconds=0.5), seed=2)
    other.recall(mind.memory)
    assert other.saved == mind.saved


def test_heat_leaves_the_choice_to_chance_but_the_better_is_likelier() -> None:
    chosen = [player(Effort(simulations=24, heat=0.5), seed).choose(Ground("north")) for seed in range(60)]
    assert set(chosen) == set(BANKS)
    assert chosen.count("south") > chosen.count("gorge")
    cold = [player(Effort(simulations=24, heat=0.01), seed).choose(Ground("north")) for seed in range(30)]
    assert cold.count("south") > 20


class Gamble(Offered):
    """A half for sure, or all or nothing with equal chance."""

    def scripts(self, p: Ground, side: str, last: Script | None = None) -> list[Script]:
        return [Script("safe", Plan("south")), Script("gamble", Plan("gorge"))]

    def groups(self, p: Ground, side: str, script: Script) -> dict[str, list[Script]]:
        return {}

    def value(self, p: Ground, side: str) -> float:
        return 0.5 if self.bank == "south" else float(Random(self.luck).random() < 0.5)

    bank, luck = "", ""

    def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
        assert script is not None
        self.bank, self.luck = script.plan.bank, str(rng.random())
        return Scripted(script)

    def again(self, officer: Scripted, rng: Random) -> None:
        """The value depends on the officer that was made last: each simulation needs its own."""


@pytest.mark.parametrize("seed", range(6))
def test_the_staff_s_own_plan_is_left_only_for_one_that_is_surely_better(seed: int) -> None:
    """All or nothing with equal chance is no better than a half for sure, however lucky the first tries are."""
    assert player(Effort(simulations=40), seed, Gamble(GAME)).choose(Ground("x")) == "south"


def test_the_bold_gamble_and_the_careful_do_not() -> None:
    """The same mean, by one of the two for sure."""
    chosen = {temper: player(Effort(simulations=64, temper=temper), 2, Gamble(GAME)).choose(Ground("x"))
              for temper in ("bold", "careful")}
    assert chosen == {"bold": "gorge", "careful": "south"}


@pytest.mark.parametrize("forgetful", [False, True])
def test_what_comes_before_the_first_die_is_played_once(forgetful: bool) -> None:
    """The first division's order is the same in every simulation; the second's comes after a die."""
    asked: list[int] = []

    class Counting(Scripted):
        def choose(self, p: Ground) -> str:
            asked.append(len(p.over))
            return super().choose(p)

    class Watched(Offered):
        def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
            return Counting(script)

        def again(self, officer: Scripted, rng: Random) -> Scripted | None:
            return None if forgetful else officer

    ahead = Ahead(GAME, Watched(GAME), "attacker", Script("south", Plan("south")))
    courses = [ahead.play(Ground("north"), str(n)) for n in range(6)]
    assert asked.count(0) == (6 if forgetful else 1)
    assert asked.count(1) == 6
    alone = [Ahead(GAME, Offered(GAME), "attacker", Script("south", Plan("south"))).play(Ground("north"), str(n))
             for n in range(6)]
    assert courses == alone
    assert len({course.value for course in courses}) > 1, "the dice differ"


def test_another_world_is_begun_anew() -> None:
    class Knowing(Scripted):
        """Peeps where the mine is, so that the worlds part before the first die."""

        def choose(self, p: Ground) -> str:
            return "south" if p.mined == "north" else "north"

    class Peeping(Offered):
        def officer(self, side: str, rng: Random, script: Script | None) -> Scripted:
            return Knowing(script)

    ahead = Ahead(GAME, Peeping(GAME), "attacker", Script("as ever", Plan()))
    deeds = [ahead.play(Ground(mined), "1").deeds for mined in ("north", "gorge", "north", "gorge")]
    assert deeds[0] == deeds[2] != deeds[1] == deeds[3]
