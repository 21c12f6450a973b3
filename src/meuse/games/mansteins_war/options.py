"""The optional rules 24.0 to 28.3, the scenario variants, and the rulings that players would argue about.

Every optional rule and variant is a switch of its own, off by default; the default of an argued reading is our ruling.
"""

from __future__ import annotations

from meuse.engine.contract import Option

OFF_ON = ("off", "on")


def _switch(name: str, title: str, says: str, rule: str) -> Option:
    return Option(name, title, says, "off", OFF_ON, rule)


OPTIONAL = (
    _switch("fall-rot", "Plan Red (24.1)", "The Germans may load Fall Rot once Belgium is theirs.", "24.1a"),
    _switch("plan-w", "Plan W (24.2)", "The Allies may load Plan W once two French cities or towns are lost.", "24.2a"),
    _switch("morale", "Morale markers (24.3)", "Morale Victories bring a side one more marker in the same week.",
            "24.3a"),
    _switch("mountain-units", "Mountain units (25.1)", "Mountain units fight better over rough hexes.", "25.1a"),
    _switch("british-ports", "British deployment (25.2)",
            "British reinforcements may land at ports, at the price of the ships' support.", "25.2a"),
    _switch("western-evacuation", "Western evacuation (25.3)",
            "In the week of Evac, Allied units may leave over the western edge of the map.", "25.3a"),
    _switch("open-cities", "Open cities (25.4)",
            "The Allies may declare Rotterdam, Antwerp, Brussels and Paris open cities.", "25.4a"),
    _switch("airlift", "German airlift (26.0)", "The airlift supplies and carries; landings need it.", "26.0a"),
    _switch("bridgeheads", "Bridgeheads (27.0)", "Attacks over rivers may secure a crossing.", "27.1a"),
    _switch("variable-reinforcements", "Variable reinforcements (28.3)",
            "A die decides, in secret, when each reinforcement comes.", "28.3a"),
)

VARIANTS = (
    _switch("wehrmacht-mechanisation", "Additional Wehrmacht mechanisation (28.1)",
            "The SS motorised corps is set up with the reserves. 1 VP to the Allies.", "28.1a"),
    _switch("more-special-forces", "More German special forces (28.1)",
            "One more special forces unit. 1 VP to the Allies.", "28.1b"),
    _switch("mountain-corps", "Mountain corps mobilisation (28.1)",
            "The mountain corps comes in week 3. 1 VP to the Allies.", "28.1c"),
    _switch("airlift-doctrine", "Advanced airlift doctrine (28.1)",
            "With the airlift in play, it may once a week carry an infantry or mountain corps. 1 VP to the Allies.",
            "28.1d"),
    _switch("no-netherlands", "No invasion of the Netherlands (28.1)",
            "The Netherlands stay out of the war. 5 VP to the Germans.", "28.1e"),
    _switch("allied-armour", "Allied armour mobilisation (28.2)",
            "2GC and 1 Armour are set up at full strength. 1 VP to the Germans.", "28.2a"),
    _switch("allied-special-forces", "Allied special forces (28.2)",
            "The French receive the Corps Francs. 1 VP to the Germans.", "28.2b"),
    _switch("colonial-mobilisation", "French colonial mobilisation (28.2)",
            "The Colonial corps comes in week 3. 1 VP to the Germans.", "28.2c"),
    _switch("allied-airpower", "Allied airpower doctrine (28.2)",
            "Army group markers bring two air units, and Allied air units may bomb. 5 VP to the Germans.", "28.2d"),
    _switch("fighter-command", "RAF commits Fighter Command (28.2)",
            "Fighter Command comes in week 3. 3 VP to the Germans.", "28.2e"),
    _switch("alliance", "Franco-Anglo-Belgian alliance (28.2)",
            "Belgians stack with French and British and may enter Luxembourg. 5 VP to the Germans.", "28.2f"),
)

READINGS = (
    Option(
        "german-specials", "German special markers a week",
        "From week 2 one of Guderian, Hoth, Rommel and Luftwaffe a week, or Luftwaffe besides one of the leaders.",
        "one", ("one", "luftwaffe-besides"), "21.2f",
    ),
    Option(
        "german-plan", "When the German plan is loaded",
        "The kept plan is loaded in week 1, or in any one week that its owner chooses.",
        "week-1", ("week-1", "any-week"), "21.2e",
    ),
    Option(
        "manstein-shift", "How long the Manstein Plan helps",
        "Its two columns serve the Panzer Group until the week ends, or in the plan's own impulse alone.",
        "week", ("week", "impulse"), "5.1h",
    ),
    Option(
        "fall-rot-condition", "What Plan Red asks for",
        "All Belgian cities, towns and fortresses in German hands, or cities and towns, or cities and fortresses.",
        "all", ("all", "cities-and-towns", "cities-and-fortresses"), "24.1a",
    ),
    Option(
        "plan-r", "Attacks out of the Maginot Line",
        "Plan R helps if every attacker stands in a Maginot hex, or if any does.",
        "all", ("all", "any"), "5.1v",
    ),
    Option(
        "evac-window", "When Evac may be loaded",
        "In the first week whose condition holds, or never; or in any one week whose condition holds.",
        "first-week", ("first-week", "any-week"), "20.2b",
    ),
    Option(
        "contested-control", "Enemy zones of control over depots and victory hexes",
        "They put an empty hex in dispute, or control stays with who entered it last.",
        "dispute", ("dispute", "last-entered"), "7.2a",
    ),
    Option(
        "cut-off", "Friends around a cut-off unit",
        "A neighbouring hex in an enemy zone of control counts as closed even with friends in it, or it does not.",
        "closed", ("closed", "open"), "15.4b",
    ),
    Option(
        "rough-stacking", "Logistics and static units in rough hexes",
        "They come on top of the one corps, or nothing does.",
        "on-top", ("on-top", "one-unit"), "6.3a",
    ),
    Option(
        "air-in-place", "Activating an air unit where it is",
        "An activation may be spent on an air unit that stays, or only on one that comes, moves or goes.",
        "allowed", ("allowed", "barred"), "16.1a",
    ),
    Option(
        "fortress-zoc", "Zones of control of fortress units",
        "They reach all hexes around, or only those of the fortress's own country.",
        "all-around", ("all-around", "own-country"), "7.0a",
    ),
    Option(
        "overrun-pursuit", "Pursuit after an overrun",
        "Mechanised units go one hex beyond their own limit, or two hexes on either side.",
        "beyond-limit", ("beyond-limit", "two-hexes"), "12.1b",
    ),
)

OPTIONS = (*OPTIONAL, *VARIANTS, *READINGS)
