"""Sentences for battles, air missions and Panzer Aces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.narration import count, listed, verb
from meuse.games.ghost_division.table.words.march import first, formation, place, stack, units

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

Data = dict[str, Any]

COLUMNS = {
    "artillery": "artillery", "anti_tank": "Anti-Tank fire", "close_assault": "Close Assault",
    "air_superiority": "air combat", "flak": "AA fire", "bomber": "bombing", "dive_bomber": "dive bombing",
    "fighter_cas": "strafing",
}
"""What is behind each column of the Fire Results Table."""


def column_name(column: str) -> str:
    """A column of the Fire Results Table as its heading writes it."""
    return "Fighter CAS" if column == "fighter_cas" else column.replace("_", " ").capitalize()


RESULTS = {
    "suppress": "Suppression", "hit": "Hit", "overrun": "Overrun", "abort": "Abort", "kill": "Kill",
}

VERDICTS = {
    "german": "The {} is won.", "allied": "The {} is lost.",
    "draw": "The {} dies down: nobody can hurt anybody.", "withdrawal": "The {} is broken off.",
}

COMMON = {"Anti-tank", "Artillery", "Cavalry", "Divisional", "Fortification", "Infantry", "Light", "Motorized"}
"""Words that are no names, though they begin the names of Allied units."""

STANDS = {True: "The Fortification stands", False: "An Allied marker is still there"}
"""Why a town is not won with the battle."""

SIDES = {"german": "German", "allied": "Allied"}


def piece(g: GhostDivision, id: str) -> str:
    """A German or Allied counter by name."""
    return g.units[g.by_id[id]].name if id in g.by_id else g.allied[g.allied_by_id[id]].name


def the(g: GhostDivision, id: str) -> str:
    """As the beginning of a sentence: German units have names, Allied ones say what they are."""
    return piece(g, id) if id in g.by_id else f"The {_inside(piece(g, id))}"


def _inside(name: str) -> str:
    """As it is written within a sentence."""
    word = name.partition(" ")[0]
    return name[0].lower() + name[1:] if word in COMMON else name


def pieces(g: GhostDivision, ids: list[str]) -> str:
    """German counters by name, Allied ones counted."""
    german = [piece(g, id) for id in ids if id in g.by_id]
    allied = Counter(_inside(piece(g, id)) for id in ids if id not in g.by_id)
    return listed([*german, *(count(n, name) if n > 1 else f"{_article(name)} {name}" for name, n in allied.items())])


def _article(name: str) -> str:
    return "an" if name[0] in "AEIOaeio" else "a"


def rolled(dice: list[int]) -> str:
    """ "die 4", "dice 2, 2 and 4"."""
    return f"{verb(dice, 'die', 'dice')} {listed([str(die) for die in dice])}"


def counted(results: list[str]) -> str:
    """ "2 Hits and 1 Suppression"."""
    counts = Counter(results)
    return listed([count(counts[word], name) for word, name in RESULTS.items() if counts[word]], "no effect")


def _named(g: GhostDivision, d: Data) -> str:
    """ "Battle of Dinant (N14)", "Battle near Wiltz (S18)"."""
    return f"{g.board.names.battle(g.grid.bit[d['grid']])} ({d['grid']})"


def _battle(g: GhostDivision, d: Data) -> str:
    enemies = [formation(g, id) for id in d["formations"]] + ["a Fortification"] * d["fortification"]
    if d["attacker"] == "german":
        return f"{_named(g, d)}: {stack(g, d, 'attacks', 'attack')} {listed(enemies)}."
    return f"{_named(g, d)}: {listed(enemies)} {verb(enemies, 'attacks', 'attack')} {units(g, d['units'])}."


def _superiority(g: GhostDivision, d: Data) -> str:
    (german, allied), (more, less) = d["dice"], d["bonus"]
    tie = ", a tie settled by mobility" if d["tied"] else ""
    return (f"Round {d['round']}: Tactical Superiority is {SIDES[d['superior']]} "
            f"({german}+{more} against {allied}+{less}{tie}).")


def _volley(g: GhostDivision, d: Data) -> str:
    thrown = "1 die" if len(d["dice"]) == 1 else f"{len(d['dice'])} dice"
    return f"{SIDES[d['side']]} {COLUMNS[d['column']]} with {thrown}: {counted(d['results'])}."


def _no_effect(g: GhostDivision, d: Data) -> str:
    return f"{counted([d['result']] * d['count'])} without a target."


def _first_fire(g: GhostDivision, d: Data) -> str:
    return (f"Air Superiority: {d['german']}+{d['german_bonus']} against {d['allied']}+{d['allied_bonus']}, "
            f"the {SIDES[d['first']]} air units fire first.")


def _down(g: GhostDivision, d: Data) -> str:
    return f"{the(g, d['unit'])} is shot down{' by AA fire' if d['flak'] else ''}."


def _turned_back(g: GhostDivision, d: Data) -> str:
    return f"{the(g, d['unit'])} is turned back{' by AA fire' if d['flak'] else ''}."


def _landed(g: GhostDivision, d: Data) -> str:
    homes = [f"{pieces(g, d['german'])} to Maintenance"] * bool(d["german"])
    homes += [f"{pieces(g, d['allied'])} to the bin"] * bool(d["allied"])
    return f"The air units land: {' and '.join(homes)}." if homes else "No air unit is left to land."


def _ace_roll(g: GhostDivision, d: Data) -> str:
    return f"{'A' if d['success'] else 'No'} Panzer Ace comes forth (die {d['die']})."


SENTENCES: dict[str, Callable[[GhostDivision, Data], str]] = {
    "formation called": lambda g, d: (f"{first(formation(g, d['formation']))} calls {count(d['units'], 'unit')} "
                                      f"({rolled(d['dice'])})."),
    "units drawn": lambda g, d: f"{formation(g, d['formation'])} brings {pieces(g, d['units'])}.",
    "air units drawn": lambda g, d: f"Overhead: {pieces(g, d['units'])}.",
    "battle": _battle,
    "enhanced combat": lambda g, d: f"{piece(g, d['unit'])} adds a combat point to the force ({d['points']} in all).",
    "tactical superiority": _superiority,
    "volley": _volley,
    "hit": lambda g, d: f"{the(g, d['unit'])} is hit and has {count(d['hits'], 'Hit')}.",
    "hit ignored": lambda g, d: f"The Ace of {piece(g, d['unit'])} shrugs a Hit off.",
    "suppressed": lambda g, d: f"{the(g, d['unit'])} is suppressed.",
    "no effect": _no_effect,
    "unit destroyed": lambda g, d: f"{the(g, d['unit'])} is destroyed in {place(g, d['grid'])}.",
    "fortification destroyed": lambda g, d: f"The Fortification in {place(g, d['grid'])} has fallen.",
    "withdrawal": lambda g, d: (f"{stack(g, d, 'withdraws', 'withdraw')} from {place(g, d['grid'])} "
                                f"to {place(g, d['to'])}."),
    "battle over": lambda g, d: VERDICTS[d["winner"]].format(_named(g, d).replace("B", "b", 1)),
    "town won": lambda g, d: f"{place(g, d['grid'])} is yours: no Allied marker is left in it.",
    "town holds out": lambda g, d: f"{STANDS[d['fortification']]}, so {place(g, d['grid'])} is not yours yet.",
    "formation destroyed": lambda g, d: f"{formation(g, d['formation'])} is destroyed in {place(g, d['grid'])}.",
    "formation shattered": lambda g, d: f"{formation(g, d['formation'])} is shattered in {place(g, d['grid'])}.",
    "formation holds": lambda g, d: f"{formation(g, d['formation'])} holds out in {place(g, d['grid'])}.",
    "air unit sent": lambda g, d: f"{piece(g, d['unit'])} flies to {place(g, d['grid'])}.",
    "strike": lambda g, d: f"{pieces(g, d['units'])} {verb(d['units'], 'strikes', 'strike')} {place(g, d['grid'])}.",
    "strike in vain": lambda g, d: f"There is nobody to strike in {place(g, d['grid'])}.",
    "first fire": _first_fire,
    "air unit shot down": _down,
    "air unit aborted": _turned_back,
    "air units land": _landed,
    "raid strength": lambda g, d: (f"Over {place(g, d['grid'])}: {count(d['units'], 'Allied air unit')} "
                                   f"(die {d['die']})."),
    "ace roll": _ace_roll,
    "ace": lambda g, d: f"A Panzer Ace rides with {piece(g, d['unit'])}.",
    "ace lost": lambda g, d: f"The Panzer Ace of {piece(g, d['unit'])} is lost with it.",
}
