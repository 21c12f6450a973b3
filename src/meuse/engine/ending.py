"""How a match went, told when it is over: by turns beside history, losses, battles that mattered, luck of the dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meuse.engine.contract import CHANCE, BadInput, Event, Game, Tally
from meuse.engine.history import History
from meuse.engine.match import begin
from meuse.engine.record import Entry

MATTERED = 3
GONE = 2
"""Steps from which on a loss takes the piece from the game."""


class Reached(msgspec.Struct):
    """A turn as it was played: the points as it ended, and how far the side that advances had come."""

    turn: int
    points: dict[str, int]
    spearhead: str = ""
    hex: str = ""


class Battle(msgspec.Struct):
    """A battle and what it changed."""

    what: str
    ordinal: int
    """Which of its kind in the log, from 0."""
    turn: int
    says: str
    hex: str
    lost: dict[str, list[str]] = {}
    weight: int = 0


class Luck(msgspec.Struct):
    """The dice that fell on one side's decisions: how many, their sum, and what was to be expected."""

    dice: int
    rolled: int
    expected: float
    at_most: float
    """The exact chance of this sum or a lower one."""


class Course(msgspec.Struct):
    """All that the end page tells."""

    tally: Tally | None
    turns: list[Reached]
    losses: dict[str, dict[str, int]]
    battles: list[Battle]
    luck: dict[str, Luck]
    history: History | None


class Teller:
    """Plays a match again and notes what the end page needs."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.sheet, self.history = game, game.sheet(), game.history()
        self.formations = self.sheet.get("formations", {})
        self.counters = {**self.sheet.get("counters", {}), **self.formations}
        self.turns: list[Reached] = []
        self.battles: list[Battle] = []
        self.open: Battle | None = None
        self.losses: dict[str, Counter[str]] = {}
        self.rolled: dict[str, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
        self.seen: Counter[str] = Counter()
        self.turn = 0

    def tell(self, situation: Mapping[str, Any] | None, entries: Sequence[Entry]) -> Course:
        position, mover = begin(self.game, situation), ""
        self.turn = int(self.game.glance(position, None).get("turn") or 0)
        for event in position.news:
            self.hear(event)
        for entry in entries:
            if entry.side == CHANCE:
                self.roll(mover, entry.action, self.game.outcomes(position))
            else:
                mover = entry.side
            before = position.copy()
            for event in self.game.apply(position, entry.side, entry.action):
                if event.what == "turn" and int(event.data["turn"]) > self.turn:
                    self.close_turn(before)
                self.hear(event)
        self.close_turn(position)
        if (outcome := self.game.outcome(position)) and outcome.points:
            self.turns[-1].points = dict(outcome.points)
        return self.course(position)

    def roll(self, mover: str, action: str, outcomes: Sequence[tuple[str, int]]) -> None:
        """A die of plain numbers falls on whoever decided last."""
        faces = [(action.partition(" ")[2], weight) for action, weight in outcomes]
        number = action.partition(" ")[2]
        if mover and number.isdigit() and all(face.isdigit() for face, _ in faces):
            table = tuple((int(face), weight) for face, weight in faces)
            self.rolled.setdefault(mover, []).append((int(number), table))

    def hear(self, event: Event) -> None:
        what, data, battles = event.what, event.data, self.game.battles
        if what == "turn":
            self.turn = int(data["turn"])
        if what in battles.open:
            hex = str(data.get("hex") or data.get("grid") or "")
            self.open = Battle(what, self.seen[what], self.turn, self.game.describe(event), hex)
            self.battles.append(self.open)
        elif what in battles.close:
            self.open = None
        elif steps := battles.losses.get(what, 0):
            self.lose(what, steps, str(data.get("unit") or data.get("formation") or ""))
        self.seen[what] += 1

    def lose(self, what: str, steps: int, piece: str) -> None:
        counter = self.counters[piece]
        side, name = counter["side"], counter["name"]
        if steps >= GONE:
            arm = counter.get("arm") or counter.get("type") or ("formation" if piece in self.formations else "other")
            self.losses.setdefault(side, Counter())[arm] += 1
        if self.open is not None:
            self.open.weight += steps
            self.open.lost.setdefault(side, []).append(name + ("" if steps >= GONE else f" ({what})"))

    def close_turn(self, position: Any) -> None:
        view = self.game.open_view(position)
        reached = Reached(self.turn, {side: int(points) for side, points in (view.get("score") or {}).items()})
        if self.history:
            reached.spearhead, reached.hex = self.spearhead(view, self.history)
        self.turns.append(reached)

    def spearhead(self, view: Mapping[str, Any], history: History) -> tuple[str, str]:
        """The unit of the advancing side that has come nearest to where history stood then."""
        day = next((day for day in history.days if day.turn == self.turn), history.days[-1])
        hexes = self.sheet["hexes"]
        goal = hexes[day.hex]
        found = []
        for piece, unit in view["units"].items():
            counter, place = self.counters.get(piece, {}), unit.get("hex")
            if counter.get("side") == history.side and not counter.get("air") and place in hexes:
                far = math.dist((hexes[place]["x"], hexes[place]["y"]), (goal["x"], goal["y"]))
                found.append((far, counter.get("name", piece), place))
        return min(found)[1:] if found else ("", "")

    def course(self, position: Any) -> Course:
        try:
            tally = self.game.explain(position, "score")
        except BadInput:
            tally = None
        mattered = sorted((b for b in self.battles if b.weight), key=lambda b: -b.weight)[:MATTERED]
        losses = {side: dict(lost.most_common()) for side, lost in self.losses.items()}
        return Course(tally, self.turns, losses, mattered,
                      {side: luck_of(rolls) for side, rolls in self.rolled.items()}, self.history)


def luck_of(rolls: Sequence[tuple[int, tuple[tuple[int, int], ...]]]) -> Luck:
    """Exact: the distribution of the sum of just these dice, die by die."""
    chances, expected = {0: 1.0}, 0.0
    for _, faces in rolls:
        whole = sum(weight for _, weight in faces)
        expected += sum(face * weight for face, weight in faces) / whole
        grown: dict[int, float] = {}
        for total, chance in chances.items():
            for face, weight in faces:
                grown[total + face] = grown.get(total + face, 0.0) + chance * weight / whole
        chances = grown
    rolled = sum(number for number, _ in rolls)
    return Luck(len(rolls), rolled, round(expected, 1), sum(c for total, c in chances.items() if total <= rolled))
