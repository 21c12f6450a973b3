"""The optional rules 32 to 36, and the rulings that players would argue about; the default is our ruling."""

from __future__ import annotations

from meuse.engine.contract import Option

OPTIONS = (
    Option(
        "cooperative",
        "Cooperative play (32.0)",
        "Several persons share the German side: one commands, the others lead the forces given to them.",
        "off",
        ("off", "two", "three", "four"),
        "32.0a",
    ),
    Option(
        "panzer-aces",
        "Panzer Aces (33.0)",
        "A battle won with tanks may bring forth a Panzer Ace, on a 6.",
        "off",
        ("off", "on"),
        "33.1a",
    ),
    Option(
        "niwi",
        "Operation Niwi (34.0)",
        "Before turn 1 a Kommando may be flown into any Grid.",
        "off",
        ("off", "on"),
        "34.1a",
    ),
    Option(
        "optional-units",
        "Optional German units (35.0)",
        "A panzergrenadier battalion may be recruited, and up to two Pz III/50 companies in set-up.",
        "off",
        ("off", "on"),
        "35.1a",
    ),
    Option(
        "advanced-logistics",
        "Advanced Logistics (36.0)",
        "Units without a Line of Communications move and fight at half strength; Logistics units may be spent.",
        "off",
        ("off", "on"),
        "36.0a",
    ),
    Option(
        "kampfgruppen",
        "The two Kampfgruppen at the start",
        "Both start in play and free of charge, or must first be formed for Operations Points.",
        "in-play",
        ("in-play", "unformed"),
        "4.0c",
    ),
    Option(
        "halting",
        "Markers that halt",
        "A unit goes on over False Info and Dummies, or halts at every marker.",
        "by-marker",
        ("by-marker", "every-marker"),
        "13.3b",
    ),
    Option(
        "losses",
        "German units destroyed",
        "They cost Operations Points always, or only in lost battles.",
        "always",
        ("always", "defeats-only"),
        "21.0d",
    ),
    Option(
        "exploitation-ceiling",
        "Exploitation and Leadership",
        "The 2 OP of an HQ's Exploitation Move count against its Leadership Value, or come on top of it.",
        "inside",
        ("inside", "on-top"),
        "14.0a",
    ),
)
