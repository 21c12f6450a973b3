"""16.0 Airpower in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

Data = dict[str, Any]


def _air(g: MansteinsWar, id: str) -> str:
    return g.air[g.air_by_id[id]].entry.name


def _hex(g: MansteinsWar, name: str) -> str:
    return g.board.label(g.grid.bit[name])


def _fight(g: MansteinsWar, d: Data) -> str:
    return (f"{_air(g, d['attacker'])} fights {_air(g, d['defender'])} over {_hex(g, d['hex'])} "
            f"at {d['difference'] + d['shift']:+d}: die {d['die']}, {d['result']}")


def _bombing(g: MansteinsWar, d: Data) -> str:
    return (f"{_air(g, d['air'])} bombs {_hex(g, d['hex'])} at {d['difference'] + d['shift']:+d}: "
            f"die {d['die']}, {d['result']}")


SENTENCES: dict[str, Callable[[MansteinsWar, Data], str]] = {
    "flight": lambda g, d: f"{_air(g, d['air'])} flies to {_hex(g, d['hex'])}",
    "air recalled": lambda g, d: f"{_air(g, d['air'])} is recalled",
    "air stays": lambda g, d: f"{_air(g, d['air'])} stays where it is, activated",
    "air fight": _fight,
    "air reduced": lambda g, d: f"{_air(g, d['air'])} is reduced and aborts",
    "air eliminated": lambda g, d: f"{_air(g, d['air'])} is shot out of the sky",
    "bombing": _bombing,
    "city bombed": lambda g, d: f"{_hex(g, d['hex'])} lies in ruins: neither city defence nor depot nor port",
}
