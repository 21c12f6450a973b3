"""The optional rules 33 to 38, and the rulings that players would argue about.

Every optional rule is a switch of its own, off by default; the default of an argued reading is our ruling.
"""

from __future__ import annotations

from meuse.engine.contract import Option

OFF_ON = ("off", "on")


def _switch(name: str, title: str, says: str, rule: str) -> Option:
    return Option(name, title, says, "off", OFF_ON, rule)


OPTIONAL = (
    _switch("open-cities", "Open cities (33)", "The Allies may declare cities without troops open.", "33.0a"),
    _switch("entrenchments", "Entrenchments (34)", "Units dig in on a die of 1 or 2.", "34.1a"),
    _switch("bridgeheads", "Bridgeheads (35)", "Headquarters secure crossings of rivers.", "35.1a"),
    _switch("flooding", "Flooding (36)", "The Allies may flood Dutch and French lowland, for Shock.", "36.1a"),
    _switch("forts-after-collapse", "Forts after a collapse (37)",
            "French fortress units in their works hold out for a week after France has collapsed.", "37.0a"),
    _switch("intensive-air", "Intensive air superiority (38)",
            "Airstrikes may fight with double strength and are Fatigued for it.", "38.0a"),
)

READINGS = (
    Option(
        "third-impulse", "Fatigued units in a third impulse",
        "A Fatigued unit that uses a third impulse is eliminated, or may not use it.",
        "eliminated", ("eliminated", "barred"), "17.1c",
    ),
    Option(
        "landings", "Special operations infantry and air assault",
        "Brandenburgers are only carried by transport, or land by assault as well.",
        "airborne-only", ("airborne-only", "all"), "30.1a",
    ),
    Option(
        "gunfire", "How many ships fire in one combat",
        "Any number of gunfire units, a column each; or one.",
        "any", ("any", "one"), "15.9.2a",
    ),
    Option(
        "retreat-zones", "Retreats into enemy zones of control",
        "Where no other way is open a unit goes through zones and suffers for it, or it is eliminated.",
        "at-a-price", ("at-a-price", "never"), "16.1.1c",
    ),
    Option(
        "british-collapse", "Whether Britain can collapse",
        "Britain stands whatever its dice say, or collapses as other great powers do.",
        "stands", ("stands", "collapses"), "7.2a",
    ),
)

OPTIONS = (*OPTIONAL, *READINGS)
