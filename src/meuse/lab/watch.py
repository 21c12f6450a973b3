"""A game between computer players, told in the terminal as it is played."""

from __future__ import annotations

import shutil
import textwrap
import time
from typing import Any, TextIO

from meuse.engine.contract import CHANCE
from meuse.engine.match import Match
from meuse.lab.selfplay import Seats, Setup
from meuse.lab.telling import Line, teller_for

COLOURS = {"turn": "1;33", "chit": "1", "fight": "36", "loss": "31", "quiet": "2", "result": "1;32"}
SIDE_COLOURS = ("37", "34")
"""For the game's first and second side: field grey and horizon blue."""

WIDEST = 110

EVERY = 0.1
"""Seconds between two progress lines."""


class Screen:
    """Lines of text, with colours and a progress line below them where the output is a terminal."""

    def __init__(self, out: TextIO, sides: tuple[str, ...], delay: float = 0.0) -> None:
        self.out, self.delay, self.live = out, delay, out.isatty()
        self.width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns) - 1
        self.told = 0.0
        self.colours = {**COLOURS, **dict(zip(sides, SIDE_COLOURS, strict=False))}

    def show(self, line: Line) -> None:
        self.clear()
        if line.tone == "turn":
            self.out.write("\n")
        margin = " " * line.indent
        hanging = margin + " " * (9 if line.tone in ("fight", "quiet") and line.indent > 2 else 2)
        text = textwrap.fill(line.text, self.width, initial_indent=margin, subsequent_indent=hanging)
        colour = self.colours.get(line.tone) if self.live else None
        self.out.write(f"\x1b[{colour}m{text}\x1b[0m\n" if colour else f"{text}\n")
        self.out.flush()
        if self.delay:
            time.sleep(self.delay)

    def clear(self) -> None:
        if self.live:
            self.out.write("\r\x1b[2K")

    def wants_progress(self) -> bool:
        return self.live and time.monotonic() - self.told >= EVERY

    def progress(self, text: str) -> None:
        """The line at the bottom, over the one before it."""
        self.told = time.monotonic()
        self.out.write(f"\r\x1b[2K\x1b[7m {text[: self.width - 2]} \x1b[0m")
        self.out.flush()


def staged(match: Match, side: str, action: str) -> Any:
    """The position once the side has acted and before any die is rolled."""
    p = match.position.copy()
    match.game.apply(p, side, action)
    return p


def watch(setup: Setup, seed: int, out: TextIO, delay: float = 0.0) -> Match:
    """Play one game and tell it."""
    match = setup.match(seed)
    seats = Seats(match, setup.players, seed)
    game, teller = match.game, teller_for(match.game)
    screen = Screen(out, game.sides, delay)
    seating = " against ".join(f"{side} {name}" for side, name in zip(game.sides, setup.players, strict=True))
    screen.show(Line(f"{game.title}. {game.scenarios[game.scenario]}.", "", 0))
    promise = f"The dice are committed to as {match.dice.commitment[:16]}..."
    screen.show(Line(f"Seed {seed}: {seating}. {promise}", "quiet", 0))
    for line in [*teller.opening(match.position), *teller.tell(match.opening, match.position, match.position)]:
        screen.show(line)
    decisions = 0
    while match.actors:
        if screen.wants_progress():
            screen.progress(f"{teller.progress(match.position)}; {decisions} decisions")
        side, action = seats.choose()
        before = staged(match, side, action)
        for line in teller.tell(match.apply(side, action), before, match.position):
            screen.show(line)
        decisions += 1
    for line in [*teller.flush(), *ending(match, decisions)]:
        screen.show(line)
    return match


def ending(match: Match, decisions: int) -> list[Line]:
    """Who has won, and by how much."""
    outcome = match.outcome
    assert outcome is not None, "a match without actors has an outcome"
    points = ", ".join(f"{side} {n}" for side, n in outcome.points.items())
    dice = sum(entry.side == CHANCE for entry in match.entries)
    return [
        *(line for line in teller_for(match.game).score(match.position)),
        Line(f"{outcome.verdict}. Points: {points}.", "result", 0),
        Line(f"{decisions} decisions, {dice} dice and draws.", "quiet", 0),
    ]
