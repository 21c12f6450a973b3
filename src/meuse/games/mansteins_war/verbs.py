"""What can be done in Manstein's War, in words."""

from __future__ import annotations

from meuse.engine.verbs import DIE, Verb

VERBS = (
    DIE,
    Verb("keep", "word", "Keep %"),
    Verb("deploy", "unit", "Set up %"),
    Verb("place", "hex", "Place in %"),
    Verb("historical", "", "Historical deployment"),
    Verb("done", "", "Done", ("main",)),
    Verb("load", "word", "Load %"),
    Verb("draw", "word", "The marker drawn is %"),
    Verb("select", "word", "Play %"),
    Verb("activate", "word", "Activate %"),
    Verb("corps", "unit", "Activate %"),
    Verb("move", "unit", "Move %", ("mover",)),
    Verb("rail", "unit", "Move % by rail"),
    Verb("step", "hex", "Go to %", ("step",)),
    Verb("remove", "unit", "% is surplus"),
    Verb("supply", "unit", "Supply % through a Channel port"),
    Verb("ride", "hex", "Ride to %"),
    Verb("fly", "unit", "Fly %"),
    Verb("recall", "unit", "Recall %"),
    Verb("stay", "unit", "Keep % where it is, for bombing"),
    Verb("over", "hex", "Fly to %"),
    Verb("fight", "hex", "Fight in the air over %"),
    Verb("bomb", "unit", "Bomb the city with %"),
    Verb("stop", "", "Stop here", ("finish", "main")),
    Verb("end", "", "End this segment", ("main",)),
)
