"""Whether a sentence that the rules have made is plain, correct English."""

from __future__ import annotations

import re
from functools import cache

from meuse.engine.match import AnyGame

NOUNS = (
    "gun", "hex", "unit", "point", "step", "Hit", "Grid", "Fighter", "Bomber", "ship", "column", "card", "week",
    "battalion", "regiment", "company", "battery", "marker", "Suppression", "Overrun", "Shock Point", "OP point",
    "airstrike", "hexside", "turn",
)
SINGULAR = "|".join(NOUNS)
PLURAL = "|".join(noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith("x") else "s")
                  for noun in NOUNS)
MANY = r"(?<![\w/.,+-])(?:0|[2-9]|\d{2,})"
ARM = r"(?:[A-Z][a-z]+ |lone |more |air |Allied |British |infantry )?"

PATTERNS = {
    "one of several": rf"(?<![\w/.,+-])1 {ARM}(?:{PLURAL})\b",
    "several of one": rf"{MANY} {ARM}(?:{SINGULAR})\b(?! of )",
    "a nation in small letters": r"\b(?:german|french|british|belgian|dutch|allied|axis|italian|polish)s?\b",
    "a country in small letters": r"\b(?:germany|france|belgium|netherlands|britain|italy|luxembourg)\b",
    "a for an": r"\b[Aa] (?:A[a-z]|[EIO][a-z]|[aeio][a-z]{3})(?<!a one)",
    "an for a": r"\b[Aa]n [b-df-gj-np-tv-zB-DGJ-KP-QTV-WY-Z]",
    "several have": r", [^,:;()]+ has its hex",
    "a word twice": r"\b([A-Za-z]{3,}) \1\b",
    "an inner name": r"\b[a-z]+_[a-z]+\b|\bNone\b|\bTrue\b|\bFalse\b(?! Info)|[{}]|\[\]",
    "loose points": r" [,.;:](?:\s|$)|\.\.(?!\.)|,,|  |\(\)",
}
FAULTS = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}


@cache
def inner_names(game: AnyGame) -> re.Pattern[str]:
    """The ids of pieces, which no player should ever read."""
    ids = [id for id in game.pieces(game.start()) if "-" in id and id.islower()]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, ids)) or '(?!)'})(?![\w-])")


def faults(text: str) -> list[str]:
    """What is wrong with a sentence, with the words in which it is."""
    return [f"{name}: {found.group()!r}" for name, pattern in FAULTS.items() if (found := pattern.search(text))]


def check_words(game: AnyGame, text: str, where: str) -> None:
    wrong = faults(text)
    if found := inner_names(game).search(text):
        wrong.append(f"an inner name: {found.group()!r}")
    assert not wrong, f"{where}: {text!r}: {'; '.join(wrong)}"
