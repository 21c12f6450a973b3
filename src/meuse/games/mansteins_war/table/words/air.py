"""16.0 Airpower in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.games.mansteins_war.table.words.names import air_name, hex_words

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]


def _fight(g: MansteinsWar, d: Data) -> str:
    return (f"{air_name(g, d['attacker'])} fights {air_name(g, d['defender'])} over {hex_words(g, d['hex'])} "
            f"at {d['difference'] + d['shift']:+d}: die {d['die']}, {d['result']}")


def _bombing(g: MansteinsWar, d: Data) -> str:
    return (f"{air_name(g, d['air'])} bombs {hex_words(g, d['hex'])} at {d['difference'] + d['shift']:+d}: "
            f"die {d['die']}, {d['result']}")


SENTENCES: dict[str, Callable[[MansteinsWar, Data], str]] = {
    "flight": lambda g, d: f"{air_name(g, d['air'])} flies to {hex_words(g, d['hex'])}",
    "air recalled": lambda g, d: f"{air_name(g, d['air'])} is recalled",
    "air stays": lambda g, d: f"{air_name(g, d['air'])} stays where it is, activated",
    "air fight": _fight,
    "air reduced": lambda g, d: f"{air_name(g, d['air'])} is reduced and aborts",
    "air eliminated": lambda g, d: f"{air_name(g, d['air'])} is shot out of the sky",
    "bombing": _bombing,
    "city bombed": lambda g, d: f"{hex_words(g, d['hex'])} lies in ruins: neither city defence nor depot nor port",
}
