"""What happens, told in lines: the words are the game's; the log, the browser and the terminal take them from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from meuse.engine.contract import Event, Game
    from meuse.engine.hexes import Grid


class Line(msgspec.Struct, frozen=True):
    """An event as the log shows it."""

    text: str
    level: int = 0
    """The heading that it makes, 1 the highest; 0 for a line beneath one, -n if it ends headings deeper than n."""
    side: str = ""
    """Whose doing it is, where it is one side's."""
    tone: str = ""
    """ "fight" for dice and chances, "loss", "quiet"; else it is told in the colour of its side."""
    note: str = ""
    """Small print beneath it, such as the chance of every result."""
    title: str = ""
    """What the fight is called that it opens: "Battle of Sedan"."""
    luck: str = ""
    """How likely this or worse was, exactly, where dice have decided a fight."""
    joined: str = ""
    """Where it goes on with the line before it: the sentence for both, which takes the other's place."""


def luck(chances: Sequence[tuple[str, int]], result: str) -> str:
    """How likely a result was, given all in the order from the worst for the attacker to the best."""
    names, ways = [name for name, _ in chances], [n for _, n in chances]
    at, of = names.index(result), sum(ways)
    worse, better = sum(ways[:at + 1]), sum(ways[at:])
    return f"{_chance('This or worse', worse, of)} for the attacker, {_chance('this or better', better, of)}"


def volley_luck(dice: int, good: int, hits: int) -> str:
    """How likely so many hits or fewer were with so many dice, of whose six faces so many hit."""
    ways = [comb(dice, n) * good**n * (6 - good) ** (dice - n) for n in range(dice + 1)]
    fewer, more = sum(ways[:hits + 1]) / 6**dice, sum(ways[hits:]) / 6**dice
    return f"As many effects or fewer {fewer:.1%}, as many or more {more:.1%}"


def _chance(what: str, n: int, of: int) -> str:
    return f"{what} {n} in {of} ({n / of:.0%})"


class Places:
    """What every cell of a map is called: its town, or the nearest place that has a name, and its number."""

    def __init__(self, grid: Grid, named: Mapping[int, str], small: Mapping[int, str] = {}) -> None:
        """Of places that are equally near, the first of those given is the neighbour. A cell that has only a small
        place in it is near that one: it does not go by its name."""
        self.grid, self.named = grid, named
        self.near = {**small, **named}
        ring = [*named, *small]
        while ring:
            ring = [self._take(cell, n) for cell in ring for n in grid.neighbour[cell] if n >= 0 and n not in self.near]

    def _take(self, cell: int, neighbour: int) -> int:
        self.near.setdefault(neighbour, self.near[cell])
        return neighbour

    def label(self, cell: int) -> str:
        """ "Sedan (3414)", "3515 near Sedan"."""
        number = self.grid.names[cell]
        if cell in self.named:
            return f"{self.named[cell]} ({number})"
        return f"{number} near {self.near[cell]}" if cell in self.near else number

    def at(self, cell: int) -> str:
        """ "Sedan", "near Sedan": for prose, without numbers."""
        return self.named.get(cell) or f"near {self.near[cell]}"

    def battle(self, cell: int, what: str = "Battle") -> str:
        """ "Battle of Sedan", "Battle near Sedan"."""
        return f"{what} {'of' if cell in self.named else 'near'} {self.near[cell]}"

    def crossing(self, side: str) -> str:
        """A side between two cells: "at Dinant (N13-N14)", "near Sedan (3515-3615)"."""
        cells = [self.grid.bit[name] for name in side.split("-")]
        towns = [self.named[cell] for cell in cells if cell in self.named]
        where = f"at {' or '.join(towns)}" if towns else f"near {self.near[cells[0]]}"
        return f"{where} ({side})"


def count(n: int, what: str) -> str:
    """ "1 hex", "2 hexes", "3 companies"."""
    if n == 1:
        return f"1 {what}"
    if what.endswith("y") and what[-2] not in "aeiou":
        return f"{n} {what[:-1]}ies"
    return f"{n} {what}{'es' if what.endswith(('s', 'x', 'ch')) else 's'}"


def listed(names: Sequence[str], otherwise: str = "nobody") -> str:
    """ "A", "A and B", "A, B and C"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else otherwise


def verb(names: Sequence[Any], one: str, several: str) -> str:
    """The verb for one subject or for several."""
    return one if len(names) == 1 else several


Joins = Mapping[str, tuple[Callable[[Any, Any], bool], Callable[[Any, list[Any]], str]]]
"""By kind of event: whether the data of one go on with those of the one before, and the sentence for all of them."""


def join(g: Game[Any], events: Sequence[Event], joins: Joins) -> str | None:
    """Events of one kind in one sentence, as far as the latest goes on with those before; None if it does not."""
    first = events[0]
    if first.what not in joins:
        return None
    if len(events) == 1:
        return g.describe(first)
    goes_on, words = joins[first.what]
    return words(g, [e.data for e in events]) if goes_on(events[-2].data, events[-1].data) else None


class Narrator:
    """Takes events in their order. Those that the game joins (the steps of a move) are one line."""

    def __init__(self, game: Game[Any], run: Iterable[Event] = ()) -> None:
        self.game = game
        self.run = list(run)
        """The events of the last line."""

    def take(self, event: Event) -> Line:
        """The event's line. Events that different seats see are never joined: that would tell of hidden ones."""
        line, last = self.game.line(event), self.run[-1] if self.run else None
        if last and last.what == event.what and last.seen_by == event.seen_by:
            both = self.game.joined([*self.run, event])
            if both is not None:
                self.run.append(event)
                return msgspec.structs.replace(line, joined=both)
        self.run = [event]
        return line

    @property
    def open(self) -> bool:
        """Whether the next event may go on with the last line."""
        return bool(self.run) and self.game.joined(self.run) is not None
