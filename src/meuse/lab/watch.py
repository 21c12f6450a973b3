"""A game between computer players, told in the terminal as it is played."""

from __future__ import annotations

import shutil
import textwrap
import time
from typing import TextIO

from meuse.engine.contract import CHANCE
from meuse.engine.match import Match
from meuse.lab.selfplay import Seats, Setup
from meuse.lab.telling import MARGIN, Row, Teller

COLOURS = {"turn": "1;33", "heading": "1", "fight": "36", "loss": "31", "quiet": "2", "result": "1;32"}
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

    def show(self, row: Row) -> None:
        self.clear()
        if row.tone == "turn":
            self.out.write("\n")
        margin = " " * row.indent
        text = textwrap.fill(row.text, self.width, initial_indent=margin, subsequent_indent=margin + " " * MARGIN)
        colour = self.colours.get(row.tone) if self.live else None
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


def watch(setup: Setup, seed: int, out: TextIO, delay: float = 0.0) -> Match:
    """Play one game and tell it."""
    match = setup.match(seed)
    seats = Seats(match, setup.players, seed)
    game, teller = match.game, Teller(match.game)
    screen = Screen(out, game.sides, delay)
    seating = " against ".join(f"{side} {name}" for side, name in zip(game.sides, setup.players, strict=True))
    screen.show(Row(f"{game.title}. {game.scenarios[game.scenario]}.", "", 0))
    promise = f"The dice are committed to as {match.dice.commitment[:16]}..."
    screen.show(Row(f"Seed {seed}: {seating}. {promise}", "quiet", 0))
    for row in teller.tell(match.opening, match.position):
        screen.show(row)
    decisions = 0
    while match.actors:
        if screen.wants_progress():
            screen.progress(f"{teller.progress()}; {decisions} decisions")
        side, action = seats.choose()
        for row in teller.tell(match.apply(side, action), match.position):
            screen.show(row)
        decisions += 1
    for row in [*teller.flush(), *teller.score(match.position), *ending(match, decisions)]:
        screen.show(row)
    return match


def ending(match: Match, decisions: int) -> list[Row]:
    """Who has won, and by how much."""
    outcome = match.outcome
    assert outcome is not None, "a match without actors has an outcome"
    points = ", ".join(f"{side} {n}" for side, n in outcome.points.items())
    dice = sum(entry.side == CHANCE for entry in match.entries)
    return [
        Row(f"{outcome.verdict}. Points: {points}.", "result", 0),
        Row(f"{decisions} decisions, {dice} dice and draws.", "quiet", 0),
    ]
