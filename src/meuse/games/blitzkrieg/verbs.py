"""What can be done in Blitzkrieg in the West, in words."""

from __future__ import annotations

from meuse.engine.verbs import DIE, Verb

VERBS = (
    DIE,
    Verb("buy", "card", "Buy %"),
    Verb("play", "card", "Play %"),
    Verb("deploy", "unit", "Set up %"),
    Verb("place", "hex", "Place in %"),
    Verb("historical", "", "Historical set-up"),
    Verb("entrench", "hex", "Entrench %"),
    Verb("bring", "unit", "Bring in %"),
    Verb("call", "unit", "Call % from the strategic reserve"),
    Verb("send", "unit", "Send % to the Alps"),
    Verb("done", "", "Done", ("main",)),
)
