"""The shapes that the picture of the map is drawn with, as `drawing.toml` gives them. No rule reads them."""

from __future__ import annotations

from typing import Literal

import msgspec


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """A name spread over a country or a stretch of country; size and spacing in units of the picture."""

    name: str
    class_: Literal["country", "region"]
    hex: str
    size: float
    apart: float
    source: str
    slope: float = 0.0


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lands: tuple[Land, ...]
