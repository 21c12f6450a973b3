"""20.7 Fire results: Overruns, Hits and Suppressions, given to units one by one by the player, on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Frame
from meuse.games.ghost_division.box.components import GONE, SCRAP
from meuse.games.ghost_division.position import Foe, GhostPosition
from meuse.games.ghost_division.rules.cooperative import air_officer, in_charge
from meuse.games.ghost_division.rules.fire import TOO_EARLY, battle_of, beaten

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

CLASSES = {"anti_tank": (True,), "close_assault": (False,)}
"""19.0j, 19.0k: fire that touches armored units only, or non-armored ones only."""

NAMES = {"overrun": "Overrun", "hit": "Hit", "suppress": "Suppression"}


def hit_german(g: GhostDivision, p: GhostPosition, u: int, hits: int, rule: str) -> None:
    """20.7d, 20.7i: Hits on a German unit; an Ace ignores the first of each round (33.2b)."""
    bit = 1 << u
    if p.aces & bit and not p.scratched & bit:
        p.scratched |= bit
        p.tell("hit ignored", "33.2b", unit=g.ids[u])
        hits -= 1
        if not hits:
            return
    p.hits[u] += hits
    p.tell("hit", rule, unit=g.ids[u], hits=p.hits[u])
    if p.hits[u] < g.defense[u]:
        return
    grid = g.grid_name(p.places[u])
    p.hits[u] = 0
    p.put(g, u, SCRAP)
    p.suppressed &= ~bit
    p.tell("unit destroyed", "20.7d", unit=g.ids[u], grid=grid)
    if p.aces & bit:
        p.aces &= ~bit
        p.tell("ace lost", "33.1b", unit=g.ids[u])
    p.battle = msgspec.structs.replace(battle_of(p), lost=battle_of(p).lost | bit)


def hit_allied(g: GhostDivision, p: GhostPosition, at: int, hits: int, rule: str) -> None:
    """20.7d, 20.7i: Hits on an Allied unit; those on a Fortification stay (26.3a)."""
    foe = p.foes[at]
    counter, hits = g.allied[foe.counter], foe.hits + hits
    p.foes[at] = Foe(foe.counter, hits, foe.suppressed, foe.formation)
    if counter.fog >= 0:
        p.damage[counter.fog] = hits
    p.tell("hit", rule, unit=counter.id, hits=hits)
    if hits < counter.defense:
        return
    del p.foes[at]
    grid = g.grid_name(battle_of(p).cell)
    p.tell("unit destroyed", "20.7d", unit=counter.id, grid=grid)
    if counter.fog >= 0:
        p.damage[counter.fog] = 0
        p.put_fog(g, counter.fog, GONE)
        p.tell("fortification destroyed", "26.1a", grid=grid)


class Allot(Frame, frozen=True):
    """20.7a: the results of a volley, Overruns first, then Hits, then Suppressions, each where it has an effect."""

    german: bool
    """The targets are German."""
    column: str
    overruns: int
    hits: int
    suppressions: int

    def result(self) -> str:
        return "overrun" if self.overruns else "hit" if self.hits else "suppress"

    def left(self) -> int:
        return self.overruns or self.hits or self.suppressions

    def targets(self, g: GhostDivision, p: GhostPosition) -> list[int]:
        """German counters, or places in the list of foes, on which the present result has an effect (20.7a, 20.7g)."""
        if self.german:
            units = [(u, g.armored[u], p.suppressed >> u & 1) for u in p.at(battle_of(p).cell)]
        else:
            units = [(i, g.allied[foe.counter].armored, foe.suppressed) for i, foe in enumerate(p.foes)]
        standing = [unit for unit in units if not unit[2]]
        if self.overruns:
            return [i for i, _, down in units if down]
        if not standing:
            return []
        classes = CLASSES.get(self.column, (True, False))
        if self.hits:
            return [i for i, armored, _ in units if armored in classes]
        return [i for i, armored, _ in standing if not armored and False in classes]

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        if not self.left() or self.alike(g, p, self.targets(g, p)):
            return NOBODY
        battle = battle_of(p)
        return (air_officer(g, p) if battle.kind == "interdiction" else in_charge(g, p, battle.cell),)

    def alike(self, g: GhostDivision, p: GhostPosition, targets: list[int]) -> bool:
        """Whether it makes no difference which of these is chosen."""
        if self.german:
            return len({_looks(g, p, u) for u in targets}) <= 1
        foes = [p.foes[i] for i in targets]
        return len({(g.allied[foe.counter].kind, foe.hits, foe.suppressed, foe.formation) for foe in foes}) <= 1

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        if self.german:
            words = g.unit_words[self.result()]
            return [words[u] for u in self.targets(g, p)]
        words = g.allied_words[self.result()]
        return [words[p.foes[i].counter] for i in self.targets(g, p)]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if self.german:
            self.give(g, p, g.by_id[noun])
            return
        counter = g.allied_by_id[noun]
        self.give(g, p, next(i for i, foe in enumerate(p.foes) if foe.counter == counter))

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if not self.left():
            p.pop()
            return
        targets = self.targets(g, p)
        if targets:
            self.give(g, p, targets[0])
            return
        rule = "20.7h" if self.overruns else "20.7g" if beaten(p, self.german) else "20.7a"
        p.tell("no effect", rule, result=self.result(), count=self.left(), side="german" if self.german else "allied")
        p.swap(self.after(self.left()))

    def after(self, used: int) -> Allot:
        """What is left when so many of the present results are done with."""
        if self.overruns:
            return Allot(self.german, self.column, self.overruns - used, self.hits, self.suppressions)
        if self.hits:
            return Allot(self.german, self.column, 0, self.hits - used, self.suppressions)
        return Allot(self.german, self.column, 0, 0, self.suppressions - used)

    def give(self, g: GhostDivision, p: GhostPosition, target: int) -> None:
        """One result takes effect."""
        p.swap(self.after(1))
        if self.overruns or self.hits:
            hits, rule = (2, "20.7h") if self.overruns else (1, "20.7c")
            (hit_german if self.german else hit_allied)(g, p, target, hits, rule)
        elif self.german:
            p.suppressed |= 1 << target
            p.tell("suppressed", "20.7e", unit=g.ids[target])
        else:
            foe = p.foes[target]
            p.foes[target] = Foe(foe.counter, foe.hits, True, foe.formation)
            p.tell("suppressed", "20.7e", unit=g.allied[foe.counter].id)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        result = self.result()
        if verb == "withdraw":
            return TOO_EARLY
        if verb not in NAMES or not (noun in g.by_id or noun in g.allied_by_id):
            return Refusal("20.7a", f"{_count(result, self.left())} must be applied first")
        if verb != result:
            return Refusal("20.7a", f"Overruns come first, then Hits, then Suppressions: now the {NAMES[result]}")
        if self.german != (noun in g.by_id):
            return Refusal("20.7a", f"this fire falls on the {'German' if self.german else 'Allied'} units")
        return self._refuse_target(g, p, noun)

    def _refuse_target(self, g: GhostDivision, p: GhostPosition, noun: str) -> Refusal:
        if self.german:
            u = g.by_id[noun]
            name, armored = g.units[u].name, g.armored[u]
            there = u in p.at(battle_of(p).cell)
        else:
            c = g.allied[g.allied_by_id[noun]]
            name, armored = c.name, c.armored
            there = any(foe.counter == c.index for foe in p.foes)
        if not there:
            return Refusal("20.7b", f"{name} is not in this battle")
        if self.overruns:
            return Refusal("20.7h", f"{name} was not suppressed before this volley")
        if self.column == "anti_tank":
            return Refusal("19.0j", f"{name} is not armored: Anti-Tank fire does not touch it")
        if self.column == "close_assault" and armored:
            return Refusal("19.0k", f"{name} is armored: Close Assault does not touch it")
        if armored:
            return Refusal("20.7e", f"{name} is armored and cannot be suppressed")
        return Refusal("20.7f", f"{name} is suppressed already")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        whose = "German" if self.german else "Allied"
        return f"Choose the {whose} unit that takes the {NAMES[self.result()]} ({self.left()} left).", "20.7b"


def _looks(g: GhostDivision, p: GhostPosition, u: int) -> tuple[int, ...]:
    """All that sets a German unit apart in a battle."""
    return (
        g.likeness[u], p.hits[u], p.suppressed >> u & 1, p.crossed >> u & 1, p.aces >> u & 1, p.scratched >> u & 1,
        p.cut >> u & 1, p.doubled >> u & 1,
    )


def _count(result: str, left: int) -> str:
    return f"{left} {NAMES[result]}{'s' if left > 1 else ''}"
