"""A match told as a war diary: prose by place names, to read and to keep, from the game's own sentences.

It tells what the log tells, of the events that its reader may know, without the numbers of hexes and without dice:
first what the turn was about, then who marched and fought (`story.py`).
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from meuse.engine.contract import Chronicle, Event
from meuse.engine.match import AnyGame, Match, begin
from meuse.engine.narration import Line, Narrator
from meuse.engine.story import Fight, Told, assault, opening
from meuse.engine.story import prose as in_prose


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
    chapters = [_chapter(game, turn, n) for n, turn in enumerate(_turns(_lines(game, known)))]
    title = f"{game.title}: {game.scenarios[game.scenario]}"
    return Diary(title, [chapter for chapter in chapters if chapter.paragraphs], verdict)


Spoken = tuple[str, Line]
"""What happened, and its line."""


def _turns(lines: Iterable[Spoken]) -> list[list[Spoken]]:
    """Each with the line that opens it."""
    turns: list[list[Spoken]] = []
    for spoken in lines:
        if spoken[1].level == 1 or not turns:
            turns.append([])
        turns[-1].append(spoken)
    return turns


class Section(msgspec.Struct):
    """What one paragraph tells of."""

    lead: str
    title: str
    told: list[Told] = msgspec.field(default_factory=list)


def _chapter(game: AnyGame, turn: list[Spoken], n: int) -> Chapter:
    """What the turn was about, and a paragraph for each of its parts and fights."""
    chronicle, headlines, sections, part = game.chronicle, list[Told](), [Section("", "")], ""
    for what, line in turn:
        told = Told(what, _told(chronicle, what, line), line.side, line.tone == "loss")
        if line.title:
            sections.append(Section(line.title, line.title))
        elif line.level > 1:
            heading = prose(line.text).rstrip(".")
            part = chronicle.leads.get(heading, heading)
        if not line.title and line.level and sections[-1].lead != part:
            sections.append(Section(part, ""))
        if what in chronicle.headlines:
            headlines.append(told)
        elif line.level < 1 or line.title:
            sections[-1].told.append(told)
    sections = _joined([s for s in sections if s.told])
    for i, section in enumerate(s for s in sections if s.title and s.told):
        section.told[0] = msgspec.structs.replace(section.told[0], text=assault(section.told[0].text, n + i))
    fights = [Fight(s.title, Counter(t.side for t in s.told if t.lost)) for s in sections if s.title]
    texts = [Paragraph(s.lead, in_prose(s.told, chronicle.marches, n + i)) for i, s in enumerate(sections) if s.told]
    if turn[0][1].level != 1:
        before = [Paragraph("", in_prose(headlines, frozenset(), n))] if headlines else []
        return Chapter("Before the first turn", before + texts)
    if texts or headlines:
        marched = Counter(t.side for s in sections for t in s.told if t.what in chronicle.marches and t.side)
        texts.insert(0, Paragraph("", opening(fights, headlines, marched, chronicle.span, n)))
    return Chapter(prose(turn[0][1].text).rstrip("."), texts)


def _told(chronicle: Chronicle, what: str, line: Line) -> str:
    text = prose(line.joined or line.text)
    return f"{text.split('. ')[0].rstrip('.')}." if what in chronicle.brief else text


def _joined(sections: list[Section]) -> list[Section]:
    """Parts in a row under one heading are one; fights stay apart."""
    made: list[Section] = []
    for section in sections:
        if made and made[-1].lead == section.lead and not section.title:
            made[-1].told += section.told
        else:
            made.append(section)
    return made


def _true(game: AnyGame, event: Event) -> bool:
    """What is told to the others alone is the shadow of something that its own side was told."""
    side = game.line(event).side
    return event.seen_by is None or not side or side not in game.sides or side in event.seen_by


def _lines(game: AnyGame, events: Iterable[Event]) -> list[Spoken]:
    """The lines worth telling, those that are one thing in one."""
    narrator, lines = Narrator(game), list[Spoken]()
    for event in events:
        line = narrator.take(event)
        if event.what in game.chronicle.left_out or (line.tone in ("fight", "quiet") and line.level < 1):
            continue
        if line.joined and lines:
            lines.pop()
        lines.append((event.what, line))
    return lines


NUMBER = r"[A-Z]?\d{1,4}"
REPAIRS = (
    (rf" \({NUMBER}(?:-{NUMBER})?\)", ""),
    (rf"\b{NUMBER} near ", "near "),
    (r" \(\d+ hex[^)]*\)", ""),
    (r" \(d(?:ie|ice) [^)]*\)", ""),
    (r"\b(?:in|at|of|into|on|over) near ", "near "),
    (r"\b(retreats?|advances?|withdraws?|pursues?) to near ", r"\1 towards "),
    (r"\b(near .+?) (?:from|entering) \1(?=[ .,]|$)", r"\1"),
    (r"^[A-G]\d?[a-b]?\. |^Chit drawn: |: Supply Phase$|^(?:Air b|B)attle (?:of|near) [^:]+: ", ""),
    (r"^In near ", "Near "),
    (r", die \d[^:;.]*: ", ": "),
    (r"(?: at [+-]\d+)?: die \d[^:.]*\.$|, die \d+(?=[.,;]|$)|, shifted [+-]\d+| on the [A-Z][a-zA-Z ]+ table", ""),
    (r"\b[Dd]ie \d[^:,;.]*: ", ""),
)


def prose(text: str) -> str:
    """A sentence of the log without numbers of hexes and dice."""
    for pattern, instead in REPAIRS:
        text = re.sub(pattern, instead, text)
    text = text.strip()
    text = text[:1].upper() + text[1:]
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
