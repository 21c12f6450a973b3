"""10.0 to 12.0 and 17.0 to 22.0, 26.0, 27.0: combat and what belongs to it, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine.narration import verb
from meuse.games.mansteins_war.table.words.names import forces_name, hex_words, unit_names

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]


def _combat(g: MansteinsWar, d: Data) -> str:
    table = "Mobile" if d["mobile"] else "Assault"
    title = g.charts.results[d["result"]].title
    return (f"{d['attack']} against {d['defence']} ({d['percent']}%), {d['shift']:+d}: {table} {d['column']}, "
            f"die {d['die']}: {d['result']}, {title}")


def _attack(g: MansteinsWar, d: Data) -> str:
    return f"{unit_names(g, d['units'])} {verb(d['units'], 'attacks', 'attack')} {hex_words(g, d['hex'])}"


def _counterattack(g: MansteinsWar, d: Data) -> str:
    do = verb(d["units"], "counterattacks", "counterattack")
    return f"{unit_names(g, d['units'])} {do} {hex_words(g, d['hex'])}"


def _crossing(g: MansteinsWar, d: Data) -> str:
    return g.board.names.crossing(d["hexside"])


def _mission(g: MansteinsWar, d: Data) -> str:
    end = "succeeds" if d["success"] else "fails"
    return f"{forces_name(g, d['forces'])} {end} at {hex_words(g, d['hex'])}: die {d['die']}"


def _landing(g: MansteinsWar, d: Data) -> str:
    where = f"{g.name_of(d['unit'])} lands by air in {hex_words(g, d['hex'])}"
    return f"{where}, among enemies" if d["opposed"] else where


SENTENCES: dict[str, Callable[[MansteinsWar, Data], str]] = {
    "attack": _attack,
    "combat": _combat,
    "fort holds": lambda g, d: f"The fortress of {hex_words(g, d['hex'])} blunts {d['result']}",
    "no effect": lambda g, d: "No effect",
    "counterattack": _counterattack,
    "hold": lambda g, d: f"The units in {hex_words(g, d['hex'])} hold their fortress",
    "yield": lambda g, d: f"The units in {hex_words(g, d['hex'])} leave their fortress",
    "retreat": lambda g, d: f"{g.name_of(d['unit'])} retreats to {hex_words(g, d['hex'])}",
    "retreat stops": lambda g, d: f"{g.name_of(d['unit'])} stops in the fortress of {hex_words(g, d['hex'])}",
    "pursuit": lambda g, d: f"{g.name_of(d['unit'])} pursues to {hex_words(g, d['hex'])}",
    "mission": _mission,
    "forces spent": lambda g, d: f"{forces_name(g, d['forces'])} leaves the game",
    "naval support": lambda g, d: f"The ships fire at {hex_words(g, d['hex'])}",
    "landing": _landing,
    "landed": lambda g, d: f"{g.name_of(d['unit'])} holds {hex_words(g, d['hex'])}",
    "airlift": lambda g, d: f"{g.name_of(d['unit'])} is flown to {hex_words(g, d['hex'])}",
    "bridgehead": lambda g, d: f"The {d['side'].capitalize()} side secures a bridgehead {_crossing(g, d)}",
    "bridgehead gone": lambda g, d: f"The {d['side'].capitalize()} bridgehead {_crossing(g, d)} is taken up",
}
