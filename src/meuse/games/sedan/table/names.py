"""The full names of units, which a counter has no room for."""

from __future__ import annotations

import re

from meuse.games.sedan.box.components import UnitEntry

FRENCH_FORMATIONS = {
    "DI": "division d'infanterie", "DIF": "division d'infanterie de forteresse",
    "DINA": "division d'infanterie nord-africaine", "DIC": "division d'infanterie coloniale",
    "DIM": "division d'infanterie motorisée", "DLC": "division légère de cavalerie", "DCR": "division cuirassée",
    "BS": "brigade de spahis", "BC": "brigade de cavalerie", "GBC": "groupe de bataillons de chars",
}
GERMAN_FORMATIONS = {
    "Pz": "Panzer-Division", "ID": "Infanterie-Division", "ID (mot)": "Infanterie-Division (mot.)",
}
FRENCH_UNITS = {
    "infantry": "régiment d'infanterie", "infantry Alg": "régiment de tirailleurs algériens",
    "infantry Zv": "régiment de zouaves", "infantry Col": "régiment d'infanterie coloniale",
    "infantry Se": "régiment de tirailleurs sénégalais", "garrison": "régiment d'infanterie de forteresse",
    "mg Col": "demi-brigade de mitrailleurs coloniaux", "cavalry Mrc": "régiment de spahis marocains",
    "cavalry Alg": "régiment de spahis algériens", "cavalry Cur": "régiment de cuirassiers",
    "cavalry Ch": "régiment de chasseurs à cheval", "cavalry Hu": "régiment de hussards",
    "motorized": "régiment d'infanterie motorisée", "armored recon": "régiment d'autos-mitrailleuses",
    "armor": "bataillon de chars de combat",
}
BY_HISTORY = {
    "RDP": "régiment de dragons portés", "RAM": "régiment d'autos-mitrailleuses", "BCC": "bataillon de chars de combat",
    "BCP": "bataillon de chasseurs portés", "SR": "Schützen-Regiment", "IR": "Infanterie-Regiment",
    "Auf": "Aufklärungs-Abteilung", "Krd": "Kradschützen-Bataillon", "Pio": "Pionier-Bataillon",
    "PA": "Panzer-Abteilung",
}
OWN = {
    "Niwi": "Kommando Niwi", "GD": "Infanterie-Regiment Großdeutschland",
    "5/2/1": "5th company, 2nd battalion, 1st Chasseurs Ardennais",
}
FEMININE = re.compile("division|brigade|demi-brigade")


def full_name(e: UnitEntry) -> str:
    """ "265e régiment d'infanterie, 61e division d'infanterie"; a unit of another box goes by what is printed."""
    if e.designation in OWN:
        return OWN[e.designation]
    own = "Headquarters" if e.type == "hq" else _german(e) if e.nation == "german" else _french(e)
    return f"{own}, {_formation(e)}"


def _formation(e: UnitEntry) -> str:
    number, _, kind = e.formation.partition(" ")
    if kind in GERMAN_FORMATIONS:
        return f"{number}. {GERMAN_FORMATIONS[kind]}"
    return _nth(number, FRENCH_FORMATIONS[kind]) if kind in FRENCH_FORMATIONS else e.formation


def _nth(number: str, what: str) -> str:
    ending = ("re" if FEMININE.match(what) else "er") if number == "1" else "e"
    return f"{number}{ending} {what}"


def _french(e: UnitEntry) -> str:
    number, _, people = e.designation.partition(" ")
    true, _, kind = e.history.partition("e ")
    if kind in BY_HISTORY:
        return _nth(true, BY_HISTORY[kind])
    what = FRENCH_UNITS.get(f"{e.type} {people}".strip())
    return _nth(number, what) if what else e.designation


def _german(e: UnitEntry) -> str:
    arm, _, number = e.history.partition(" ")
    if arm in BY_HISTORY:
        return f"{BY_HISTORY[arm]} {number.replace('(mot)', '(mot.)')}"
    battalion, _, regiment = e.designation.rpartition("/")
    return f"{battalion}./Panzer-Regiment {regiment}" if battalion else f"Infanterie-Regiment {regiment}"
