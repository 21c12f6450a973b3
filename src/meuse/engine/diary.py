"""A match told as a war diary: prose by place names, to read and to keep, from the game's own sentences.

It tells what the log tells, of the events that its reader may know, without the numbers of hexes and without dice.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

import msgspec

from meuse.engine.contract import Event
from meuse.engine.match import AnyGame, Match, begin
from meuse.engine.narration import Line, Narrator


class Paragraph(msgspec.Struct):
    lead: str
    """What it is about: a corps, a phase, a battle."""
    text: str


class Chapter(msgspec.Struct):
    """A turn."""

    title: str
    paragraphs: list[Paragraph]


class Diary(msgspec.Struct):
    title: str
    chapters: list[Chapter]
    verdict: str
    """How it ended; empty while it goes on."""


def course(match: Match) -> list[Event]:
    """Everything that happened in a match, as it stands."""
    position = begin(match.game, match.origin)
    events = list(position.news)
    for entry in match.entries:
        events += match.game.apply(position, entry.side, entry.action)
    return events


def write(game: AnyGame, events: Iterable[Event], seats: Sequence[str | None] | None, verdict: str = "") -> Diary:
    """The diary of who sits there, or of everybody where no seats are given, as once a match is over."""
    known = [e for e in events if (_true(game, e) if seats is None else any(e.visible_to(s) for s in seats))]
    made = Diary(f"{game.title}: {game.scenarios[game.scenario]}", [], verdict)
    for line in _lines(game, known):
        if line.level == 1 or not made.chapters:
            made.chapters.append(Chapter(prose(line.text).rstrip("."), []))
            if line.level == 1:
                continue
        paragraphs = made.chapters[-1].paragraphs
        if line.level == 2 or line.title or not paragraphs:
            paragraphs.append(Paragraph(line.title or prose(line.text).rstrip(".") if line.level > 0 else "", ""))
            if line.level == 2 and not line.title:
                continue
        paragraphs[-1].text = f"{paragraphs[-1].text} {prose(line.joined or line.text)}".strip()
    for chapter in made.chapters:
        chapter.paragraphs = [p for p in chapter.paragraphs if p.text]
    made.chapters = [chapter for chapter in made.chapters if chapter.paragraphs]
    return made


def _true(game: AnyGame, event: Event) -> bool:
    """What is told to the others alone is the shadow of something that its own side was told."""
    side = game.line(event).side
    return event.seen_by is None or not side or side not in game.sides or side in event.seen_by


def _lines(game: AnyGame, events: Iterable[Event]) -> list[Line]:
    """The lines worth telling, those that are one thing in one."""
    narrator, lines = Narrator(game), list[Line]()
    for event in events:
        line = narrator.take(event)
        if event.what in game.undiaried or (line.tone in ("fight", "quiet") and line.level < 1):
            continue
        if line.joined and lines:
            lines.pop()
        lines.append(line)
    return lines


NUMBER = r"[A-Z]?\d{1,4}"
REPAIRS = (
    (rf" \({NUMBER}(?:-{NUMBER})?\)", ""),
    (rf"\b{NUMBER} near ", "near "),
    (r" \(\d+ hex[^)]*\)", ""),
    (r"\b(?:in|at|of|into) near ", "near "),
    (r"\b(near .+?) (?:from|entering) \1(?=[ .,]|$)", r"\1"),
    (r"^[A-G]\d?[a-b]?\. |^Chit drawn: |: Supply Phase$|^(?:Air b|B)attle (?:of|near) [^:]+: ", ""),
    (r"\b[Dd]ie \d[^:,;.]*: ", ""),
)


def prose(text: str) -> str:
    """A sentence of the log without numbers of hexes and dice."""
    for pattern, instead in REPAIRS:
        text = re.sub(pattern, instead, text)
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def markdown(diary: Diary) -> str:
    parts = [f"# {diary.title}"]
    for chapter in diary.chapters:
        parts.append(f"## {chapter.title}")
        parts += [f"**{p.lead}.** {p.text}" if p.lead else p.text for p in chapter.paragraphs]
    return "\n\n".join([*parts, *([f"*{diary.verdict}*"] if diary.verdict else [])]) + "\n"


STYLE = ("body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.55 Georgia,serif;background:#f6ecd6;"
         "color:#2a2118}h1,h2{line-height:1.2}b{font-variant:small-caps}")


def page(diary: Diary) -> str:
    """An HTML page that needs nothing else."""
    e = html.escape
    parts = [f"<h1>{e(diary.title)}</h1>"]
    for chapter in diary.chapters:
        parts.append(f"<h2>{e(chapter.title)}</h2>")
        parts += [f"<p>{f'<b>{e(p.lead)}.</b> ' if p.lead else ''}{e(p.text)}</p>" for p in chapter.paragraphs]
    if diary.verdict:
        parts.append(f"<p><em>{e(diary.verdict)}</em></p>")
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{e(diary.title)}</title><style>{STYLE}</style>'
    return "\n".join([head, *parts, "</html>"]) + "\n"
