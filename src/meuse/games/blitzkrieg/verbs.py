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
    Verb("move", "unit", "Move %", ("mover",)),
    Verb("step", "hex", "Go to %", ("step",)),
    Verb("attack", "hex", "Attack %"),
    Verb("with", "unit", "Attack with %", ("join",)),
    Verb("all", "", "All of them"),
    Verb("probe", "", "Attack: Probe table", ("main",)),
    Verb("assault", "", "Attack: Assault table", ("main",)),
    Verb("combined", "", "Attack: Combined Arms table", ("main",)),
    Verb("support", "unit", "Support by %"),
    Verb("lose", "unit", "% suffers"),
    Verb("retreat", "unit", "Retreat %"),
    Verb("pursue", "unit", "Pursue with %"),
    Verb("arrange", "", "Order of stacks", ("quiet",)),
    Verb("top", "unit", "% on top"),
    Verb("rail", "unit", "Move % by rail"),
    Verb("ride", "hex", "Ride to %"),
    Verb("recover", "unit", "Roll for % to recover"),
    Verb("stop", "", "Stop here", ("finish", "main")),
    Verb("exempt", "unit", "% needs no command"),
    Verb("name", "unit", "Drive on %"),
    Verb("none", "", "None"),
    Verb("remove", "unit", "% is too much"),
    Verb("send", "unit", "Send % to the Alps"),
    Verb("done", "", "Done", ("main",)),
)
