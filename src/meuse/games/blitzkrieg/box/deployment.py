"""5.1 Where units may be set up and where they stood in history."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.mapfile import Record
from meuse.games.blitzkrieg.box.mapfile import Country


class Zone(Record, frozen=True):
    """5.1d Where a unit may be set up; the file says how to read it."""

    country: Country
    within: int = 0
    of: str = ""
    with_: str = msgspec.field(name="with", default="")
    hexes: tuple[str, ...] = ()
    where: Literal["", "airbase", "channel port", "ardennes"] = ""


class Deployment(Record, frozen=True):
    """The deployment chart: zones by unit, and the hex of each on 10 May 1940."""

    source: str
    zones: dict[str, Zone]
    units: dict[str, str]
