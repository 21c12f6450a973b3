"""The rulings that players would argue about, as options; the default is our ruling."""

from __future__ import annotations

from meuse.engine.contract import Option

OPTIONS = (
    Option(
        "combat-move",
        "Fighting before moving",
        "When Combat comes before Move, units that attacked either stay, or may still move (even after an Overrun).",
        "attackers-stay",
        ("attackers-stay", "attackers-may-move"),
        "3.3d",
    ),
    Option(
        "entering-hq",
        "Headquarters about to enter",
        "A headquarters due to enter with the drawn chit either counts as in its entry hex, or does not reach anybody.",
        "counts",
        ("counts", "ignored"),
        "6.0b",
    ),
    Option(
        "cavalry-first",
        "The French cavalry chit",
        "The 2nd Army Cavalry acts first on turn 1 only, or on every turn.",
        "turn-1",
        ("turn-1", "every-turn"),
        "16.2a",
    ),
    Option(
        "road-stacking",
        "The lower stacking limit of the road",
        "One regiment a hex holds where units that marched by road halt, as their Move mode ends; or wherever a Road "
        "Move marker lies, for retreats and advances too.",
        "while-marching",
        ("while-marching", "while-marked"),
        "7.1b",
    ),
    Option(
        "air-pass",
        "Passing when adding air units",
        "A side that passed may come in again while the other still adds, or a pass is final.",
        "reopens",
        ("reopens", "final"),
        "10.1j",
    ),
    Option(
        "dogfight",
        "Several Fighters in a dogfight",
        "Each side's best die is compared, or the sum of its dice.",
        "best-die",
        ("best-die", "sum"),
        "11.1c",
    ),
    Option(
        "mixed-river",
        "Attacks from both banks",
        "A river shifts the column if any unit attacks across it, or only if all do.",
        "any",
        ("any", "all"),
        "10.1h",
    ),
    Option(
        "pontoons",
        "Eight pontoons",
        "Eight may be laid in the whole game, or eight may stand at once.",
        "eight-in-all",
        ("eight-in-all", "eight-at-once"),
        "3.4b",
    ),
    Option(
        "laggards",
        "Units that never entered (Encirclement)",
        "Armoured and motorized units held off the map score for the French as not across, or do not.",
        "count-held-back",
        ("count-held-back", "on-map-only"),
        "16.10f",
    ),
)
