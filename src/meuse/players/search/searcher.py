"""The searcher: it plays candidate plans ahead, drops the worse half again and again, then tries each division's own.

All plans of one activation are tried in the same worlds with the same dice, so that luck is no plan's merit. With a
budget of simulations the answer depends on the seed alone; with seconds it is the best found when they are over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import erf, exp, inf, pi, sqrt
from random import Random
from typing import Annotated, Any, Literal

import msgspec

from meuse.engine.contract import Action
from meuse.engine.match import AnyGame
from meuse.players.search.newcomers import can_make, draw
from meuse.players.search.offer import Offer, Officer, Script, apart
from meuse.players.search.simulate import Ahead

Temper = Literal["even", "bold", "careful"]
SPREAD = {"even": 0.0, "bold": 0.5, "careful": -0.5}
"""Standard deviations of its results by which a plan is judged better than its mean: the bold love a gamble."""


Amount = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class Effort(msgspec.Struct, frozen=True):
    """How the searcher goes about it; the parameters in the braces of `search{...}`."""

    seconds: Amount = 1.0
    """Of CPU time for each activation by its weight, unless simulations are counted; what one leaves others may use."""
    simulations: Annotated[int, msgspec.Meta(ge=0)] = 0
    """So many for each activation by its weight, however long they take."""
    temper: Temper = "even"
    heat: Amount = 0.0
    """How far the choice is left to chance: with h, a plan that is better by h is e times as likely; 0: the best."""
    share: Share = 0.0
    """Of the points, what it wants to make against the staff, by one plan that it holds for the whole game, where the
    staff offers such; 0: as much as it can, by a search at each activation."""
    keen: Share = 1.0
    """How often it thinks for itself; at all other activations it does as the regular would."""


MARGIN = 0.005
"""What another plan must bring."""
USUAL = -0.01
"""What a plan brings beside the staff's own before anything is known of it, in the mean."""
DOUBT = 0.03
"""By how much a value may err about the difference between two plans, however many worlds agree."""
ELSEWHERE = 3
"""Worlds for which what gains vary elsewhere counts, beside those in which a plan was tried."""
ENOUGH = 6
"""Worlds before it is sure that a plan is better."""
PRICE = 0.001
"""What more simulations must promise to be made at all, in the value."""


def _mean(results: Sequence[float]) -> float:
    return sum(results) / len(results) if results else -inf


class Weighed(msgspec.Struct):
    """A script with what its simulations gave."""

    script: Script
    ahead: Ahead
    """The script as it is played ahead."""
    results: list[float] = []
    deeds: list[int] = []
    """What the side did in each; two plans with the same deeds are one."""
    usual: float = USUAL
    """What was expected of it beside the searcher's own before these simulations."""
    doubt: float = DOUBT

    @property
    def mean(self) -> float:
        return _mean(self.results)

    def judged(self, temper: Temper, worlds: int | None = None) -> float:
        """The mean, and what the temper makes of the spread; of the first so many worlds, if only they are to count."""
        results, lean = self.results[:worlds], SPREAD[temper]
        middle = _mean(results)
        if len(results) < 2 or not lean:
            return middle
        return middle + lean * sqrt(sum((r - middle) ** 2 for r in results) / len(results))


class Thought(msgspec.Struct, frozen=True):
    """What the searcher considered at one activation, the chosen plan first."""

    now: float
    """The value with the plan that was held so far, played ahead as all are; without a trial, by the look of it."""
    after: float
    """The value with the chosen plan."""
    plans: tuple[tuple[str, float, int], ...]
    """Name, value and simulations of each."""
    simulations: int
    done: float = 1.0
    """The share of the budget that is gone; 1 once it has decided."""


Tell = Callable[[Thought], bool]
"""Hears how far a search has come; True means: decide now."""


class Budget:
    """Simulations or seconds, and somebody who may say that it is enough."""

    def __init__(self, effort: Effort, weight: float = 1.0, saved: float = 0.0) -> None:
        """With seconds that were saved before, of which no more are used than it has itself."""
        self.simulations, self.seconds = effort.simulations * weight, effort.seconds * weight
        self.seconds += min(saved, self.seconds)
        self.saved = saved + effort.seconds * weight
        """What is there in all."""
        self.spent, self.hurried = 0, False
        self.start = time.process_time()

    @property
    def used(self) -> float:
        """The share that is gone."""
        if self.simulations:
            return self.spent / self.simulations
        return (time.process_time() - self.start) / max(self.seconds, 1e-9)

    def left(self, until: float = 1.0) -> bool:
        return not self.hurried and self.used < until

    def rest(self) -> float:
        """The seconds that are left for later searches; where simulations are counted, none are saved."""
        return 0.0 if self.simulations else max(0.0, self.saved - (time.process_time() - self.start))


PORTFOLIO = 0.6
"""The share of the budget for whole plans; the rest is for the divisions' own."""
LEAST = 2
"""Simulations of a plan before any is dropped."""
FEW = 4
"""Simulations that there should be time for, for each plan that is weighed at all."""
GROUPS = 4
"""Divisions that may get a plan of their own."""
FIRST = 0.4
"""The share of the budget that is used up before the best plans are proved, where the staff looks farther."""
PROVED = 4
"""Plans that are proved, the one that is held so far among them."""


class Search:
    """One search, for one activation."""

    def __init__(
        self, game: AnyGame, offer: Offer, position: Any, side: str, seed: str, effort: Effort,
        tell: Tell | None = None, last: Script | None = None, saved: float = 0.0,
    ) -> None:
        self.game, self.offer, self.position, self.side = game, offer, position, side
        self.seed, self.effort, self.tell, self.last = seed, effort, tell, last
        self.weight = 1.0 if effort.heat else offer.weight(position)
        self.proves = not effort.heat and offer.proves(position)
        self.budget = Budget(effort, self.weight, saved)
        self.weighed: list[Weighed] = []
        self.now = offer.value(position, side)

    def run(self) -> Script:
        scripts = self.offer.scripts(self.position, self.side, self.last)
        self.weighed = [self._ahead(script) for script in scripts]
        if len(scripts) == 1 or not self.weight:
            return scripts[0]
        own = self.weighed[0]
        divides = not self.effort.heat and bool(self.offer.groups(self.position, self.side, own.script))
        if not self.proves:
            best = self._choose(self._halve(self._affordable(), own, PORTFOLIO if divides else 1.0), own)
        else:
            blind = self.offer.blind(self.position)
            best = self._told_apart() if blind else self._choose(self._halve(self._affordable(), own, FIRST), own)
            best = self._prove(best, own, blind)
        return (self._refine(best) if divides else best).script

    def thought(self, chosen: Script) -> Thought:
        rest = [w for w in self.weighed if w.script != chosen and w.results]
        mine = [w for w in self.weighed if w.script == chosen]
        rows = tuple((w.script.name, round(w.mean, 4) if w.results else 0.0, len(w.results))
                     for w in [*mine, *sorted(rest, key=self._rank)])
        now = self.weighed[0].mean if self.weighed[0].results else self.now
        after = mine[0].mean if mine and mine[0].results else now
        return Thought(round(now, 4), round(after, 4), rows, self.budget.spent)

    def _rank(self, w: Weighed) -> float:
        return -w.judged(self.effort.temper)

    def _ahead(self, script: Script, farther: bool = False) -> Weighed:
        """A script to be played ahead, to the usual horizon or farther."""
        return Weighed(script, Ahead(self.game, self.offer, self.side, script, farther))

    def _hope(self, arm: Weighed, own: Weighed, noise: float) -> Hope:
        """What is hoped from a plan beside what is held so far, which others must beat by a margin."""
        if arm is own:
            return Hope(MARGIN, 0.0)
        return hope(arm.results, own.results, self.offer.spread, arm.usual, arm.doubt, noise)

    def _sample(self, w: Weighed) -> None:
        """One more simulation of a script: its n-th is in the n-th world with the n-th luck, as everybody's."""
        n = len(w.results)
        luck, guess = f"{self.seed} {n}", n % self.offer.worlds if self.offer.worlds else n
        world = self.game.determinize(self.position, self.side, Random(f"{self.seed} {guess} world"))
        course = w.ahead.play(world, luck)
        w.results.append(course.value)
        w.deeds.append(course.deeds)
        self.budget.spent += 1
        if self.tell is not None:
            so_far = msgspec.structs.replace(self.thought(self.best().script), done=min(0.99, self.budget.used))
            self.budget.hurried |= self.tell(so_far)

    def best(self) -> Weighed:
        return min(self.weighed, key=self._rank)

    def _affordable(self) -> list[Weighed]:
        """As many plans as can be played ahead a few times each; two at least. Chance chooses among all.

        The first simulation of a plan, which has its moves to find, takes longer than those that follow.
        """
        if self.effort.heat:
            return list(self.weighed)
        self._sample(self.weighed[0])
        first = self.budget.used
        self._sample(self.weighed[0])
        later = self.budget.used - first
        return self.weighed[:max(2, int(1.0 / max(first + (FEW - 1) * later, 1e-6)))]

    def _halve(self, arms: list[Weighed], own: Weighed, share: float) -> list[Weighed]:
        """Successive halving: the same number of simulations for all that are left, then the better half goes on.

        It ends where more simulations could hardly bring anything, or the time is over. What is held so far stays to
        the last.
        """
        wanted = LEAST
        while len(arms) > 1:
            for n in range(wanted):
                for arm in arms:
                    if len(arm.results) > n:
                        continue
                    if not self.budget.left(share):
                        return [arm for arm in arms if len(arm.results) >= max(1, n)] or arms[:1]
                    self._sample(arm)
            arms = self._better_half(sorted(self._different(arms), key=self._rank), own)
            if self._settled(arms, own):
                break
            wanted *= 2
        return arms

    def _settled(self, arms: list[Weighed], own: Weighed) -> bool:
        """Whether the best of them is sure enough; what is held so far is not left on a few lucky worlds."""
        if self.effort.heat:
            return False
        varies = noise(arms, own)
        hopes = [self._hope(arm, own, varies) for arm in arms]
        best = max(zip(hopes, arms, strict=True), key=lambda pair: pair[0].gain)[1]
        return settled(hopes) and (best is own or len(best.results) >= ENOUGH)

    def _different(self, arms: list[Weighed]) -> list[Weighed]:
        """Of plans that came to the same deeds in all worlds the first: to try the others too tells nothing."""
        if self.effort.heat:
            return arms
        return [arm for n, arm in enumerate(arms) if not any(arm.deeds == other.deeds for other in arms[:n])]

    @staticmethod
    def _better_half(arms: list[Weighed], own: Weighed) -> list[Weighed]:
        """What is held so far stays among them: what others bring is measured by it."""
        if len(arms) <= 2:
            return arms
        kept = arms[:(len(arms) + 1) // 2]
        return kept if own in kept or own not in arms else [*kept[:-1], own]

    def _choose(self, arms: list[Weighed], own: Weighed) -> Weighed:
        """The best, if it is better than what is held so far by more than chance explains.

        With heat, by chance among all that were weighed, the better the likelier.
        """
        if not self.effort.heat:
            worlds = min(len(arm.results) for arm in arms) if all(arm.results for arm in arms) else 0
            best = max(arms, key=lambda arm: arm.judged(self.effort.temper, worlds))
            lean = best.judged(self.effort.temper, worlds) - own.judged(self.effort.temper, worlds)
            sure = self.effort.temper != "even" or self._hope(best, own, noise(arms, own)).gain > MARGIN
            return best if best is own or not own.results or (lean > MARGIN and sure) else own
        tried = [w for w in self.weighed if w.results] or arms[:1]
        top = max(w.judged(self.effort.temper) for w in tried)
        weights = [exp((w.judged(self.effort.temper) - top) / self.effort.heat) if w.results else 1.0 for w in tried]
        return Random(f"{self.seed} choice").choices(tried, weights)[0]

    def _refine(self, best: Weighed) -> Weighed:
        """Each group's own plan with the others fixed, one group after another, as long as that brings something.

        Where plans are proved groups are played as far ahead, in what time that has left.
        """
        before = None
        best = self._ahead(best.script, True) if self.proves and not best.ahead.farther else best
        while best is not before and self.budget.left():
            before = best
            groups = self.offer.groups(self.position, self.side, best.script)
            for n, group in enumerate(list(groups)[:GROUPS]):
                rivals = [self._ahead(apart(best.script, group, script), self.proves) for script in groups[group]]
                self.weighed += rivals
                start = max(PORTFOLIO, self.budget.used)
                share = start + (1.0 - start) / (min(GROUPS, len(groups)) - n)
                best = self._choose(self._halve([best, *rivals], best, share), best)
        return best

    def _told_apart(self) -> Weighed:
        """Where the value sees nothing, plans are only told from one another by what is done."""
        for w in self._affordable():
            while len(w.results) < LEAST and self.budget.left(FIRST):
                self._sample(w)
        return self.weighed[0]

    def _prove(self, best: Weighed, own: Weighed, blind: bool = False) -> Weighed:
        """The best plans played farther ahead: what that shows is added to what was expected of them before.

        Blindly: all plans that differ, and nothing was expected of them but the usual. From here on it is told of
        these plans alone, by what comes of them farther ahead.
        """
        tried = sorted((w for w in self.weighed if len(w.results) >= LEAST), key=self._rank)
        apart: dict[tuple[int, ...], Weighed] = {}
        for w in (own, best, *tried):
            apart.setdefault(tuple(w.deeds[:LEAST]), w)
        arms = list(apart.values())[:None if blind else PROVED]
        if len(arms) < 2:
            return own
        near, ahead = noise(arms, own), [self._ahead(w.script, True) for w in arms]
        for w, nearer in zip(ahead, arms, strict=True):
            w.usual, w.doubt = USUAL if blind else self._hope(nearer, own, near).gain, 0.0
        self.weighed = ahead
        self._halve(ahead, ahead[0], 1.0)
        far = noise(ahead, ahead[0])
        return max(ahead, key=lambda w: self._hope(w, ahead[0], far).gain)


def spread_out(better: Sequence[float], worse: Sequence[float]) -> tuple[int, float, float]:
    """In how many worlds both were tried, by how much the first did better, and the squares about that."""
    gains = [a - b for a, b in zip(better, worse, strict=False)]
    middle = sum(gains) / max(1, len(gains))
    return len(gains), middle, sum((gain - middle) ** 2 for gain in gains)


def gain(better: Sequence[float], worse: Sequence[float], noise: float | None = None) -> tuple[float, float]:
    """By how much the first did better than the second in the same worlds, and the standard error of that.

    Two worlds that agree by chance are not sure for it: `noise` is the variance that gains have elsewhere.
    """
    n, middle, squares = spread_out(better, worse)
    if noise is None:
        return middle, sqrt(squares / max(1, n - 1) / max(1, n))
    return middle, sqrt((squares + ELSEWHERE * noise) / (n - 1 + ELSEWHERE) / max(1, n))


def noise(arms: Sequence[Weighed], own: Weighed) -> float:
    """The variance of what plans gain over one of them from world to world, over all of them."""
    found = [spread_out(arm.results, own.results) for arm in arms if arm is not own]
    return sum(squares for *_, squares in found) / max(1, sum(n - 1 for n, *_ in found if n))


class Hope(msgspec.Struct, frozen=True):
    """What is expected of a plan beside the searcher's own."""

    gain: float
    change: float
    """The standard deviation by which more worlds may still change that."""

    def above(self, bar: float) -> float:
        """By how much it may be expected to come out above a bar, nothing where it does not."""
        if not self.change:
            return max(0.0, self.gain - bar)
        far = (self.gain - bar) / self.change
        return self.change * (exp(-far * far / 2) / sqrt(2 * pi) + far * (1 + erf(far / sqrt(2))) / 2)


def hope(
    better: Sequence[float], worse: Sequence[float], spread: float, usual: float = USUAL, doubt: float = DOUBT,
    noise: float | None = None,
) -> Hope:
    """The gain to be expected from a plan beside the searcher's own: what was seen, held back by what is usual.

    The less sure what was seen is and the less plans differ, the nearer to the usual; a value that may err is never
    quite sure, and one world says nothing.
    """
    middle, error = gain(better, worse, noise)
    most = spread ** 2 / (spread ** 2 + doubt ** 2)
    if min(len(better), len(worse)) < LEAST:
        return Hope(usual, spread * sqrt(most))
    trust = spread ** 2 / (spread ** 2 + doubt ** 2 + error ** 2)
    return Hope(trust * middle + (1.0 - trust) * usual, spread * sqrt(most - trust))


def settled(hopes: Sequence[Hope]) -> bool:
    """Whether more simulations are not worth their time: whatever they show, what is best now is nearly as good."""
    if len(hopes) < 2:
        return True
    best, *others = sorted(hopes, key=lambda hope: -hope.gain)
    falls = Hope(-best.gain, best.change).above(-others[0].gain)
    return max(falls, *(other.above(best.gain) for other in others)) < PRICE


class Memory(msgspec.Struct, frozen=True):
    """What a searcher must not forget while an activation lasts."""

    occasion: str
    name: str
    plan: dict[str, Any]
    own: dict[str, dict[str, Any]] = {}
    saved: float = 0.0
    """Seconds of thought that earlier searches left."""


class SearchPlayer:
    """Searches once an activation, or holds one plan for the game, and plays it through the staff's officer."""

    def __init__(
        self, game: AnyGame, side: str, rng: Random, offer: Offer, effort: Effort, tell: Tell | None = None
    ) -> None:
        self.game, self.side, self.rng, self.offer, self.effort, self.tell = game, side, rng, offer, effort, tell
        self.occasion = ""
        self.script: Script | None = None
        self.officer: Officer | None = None
        self.thought: Thought | None = None
        self.saved = 0.0

    @property
    def why(self) -> str:
        """What the officer says of his last choice; `thought` has what was weighed before."""
        return str(getattr(self.officer, "why", ""))

    @property
    def memory(self) -> str:
        """For whoever goes on in this player's place; empty before the first plan."""
        if self.script is None:
            return ""
        plan, own = msgspec.to_builtins(self.script.plan), msgspec.to_builtins(self.script.own)
        return msgspec.json.encode(Memory(self.occasion, self.script.name, plan, own, self.saved)).decode()

    def recall(self, memory: str) -> None:
        """Go on with the plan of another."""
        if not memory:
            return
        kept = msgspec.json.decode(memory, type=Memory)
        plan = msgspec.convert(kept.plan, self.offer.Plan)
        own = {group: msgspec.convert(theirs, self.offer.Plan) for group, theirs in kept.own.items()}
        self.occasion, self.script, self.saved = kept.occasion, Script(kept.name, plan, own), kept.saved
        self.officer = self.offer.officer(self.side, self.rng, self.script)

    def choose(self, position: Any) -> Action:
        occasion = self.offer.occasion(position, self.side)
        if occasion is not None and str(occasion) != self.occasion:
            self.occasion = str(occasion)
            self._think(position)
        if self.officer is None:
            self.officer = self.offer.officer(self.side, self.rng, None)
        return self.officer.choose(position)

    def _think(self, position: Any) -> None:
        seed = str(self.rng.getrandbits(64))
        plans = self.offer.held(self.side) if self.effort.share else ()
        if can_make(plans, self.effort.share):
            if self.script is None:
                self.script = draw(plans, self.effort.share, Random(f"{seed} plan"))
                self.officer = self.offer.officer(self.side, self.rng, self.script)
            return
        if Random(f"{seed} keen").random() < self.effort.keen:
            self._search(position, seed)
        else:
            self.script = Script("as the regular", self.offer.Plan())
            now = round(self.offer.value(position, self.side), 4)
            self.thought = Thought(now, now, ((self.script.name, 0.0, 0),), 0)
        self.officer = self.offer.officer(self.side, self.rng, self.script)

    def _search(self, position: Any, seed: str) -> None:
        search = Search(
            self.game, self.offer, position, self.side, seed, self.effort, self.tell, self.script, self.saved)
        self.script = search.run()
        self.saved = round(search.budget.rest(), 3)
        self.thought = search.thought(self.script)
