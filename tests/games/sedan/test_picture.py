"""The picture of the map shows what the map file and the drawing file say."""

from __future__ import annotations

from xml.etree import ElementTree as xml

import meuse
from meuse.engine.data import Shelf
from meuse.games.sedan.box.drawfile import Drawing
from meuse.games.sedan.table.picture import HEX
from meuse.maps.drawing import width

GAME = meuse.make_game("sedan")
DRAWING = Shelf("meuse.games.sedan").load("drawing", Drawing)
TEXT = GAME.draw_map()
BY_ID = {e.get("id"): e for e in xml.fromstring(TEXT).iter() if e.get("id")}


def words(id: str) -> list[str]:
    return [e.text or "" for e in BY_ID[id].iter() if e.tag.endswith("text")]


def test_every_place_river_and_hex_bears_its_name() -> None:
    file = GAME.board.file  # type: ignore[attr-defined]
    for kind in ("city", "town", "fort", "village"):
        named = [p.name.upper() if kind == "city" else p.name for p in file.places if p.class_ == kind]
        assert sorted(words(f"names-{kind}")) == sorted(named)
    assert sorted(words("numbers")) == sorted(GAME.sheet()["hexes"])
    assert len(BY_ID["bridges"]) == len(file.bridges)


def test_names_of_lands_are_data_with_a_source_and_stay_on_the_board() -> None:
    hexes = GAME.sheet()["hexes"]
    for kind in ("country", "region"):
        lands = [land for land in DRAWING.lands if land.class_ == kind]
        assert words(f"names-{kind}") == [land.name for land in lands]
    left, _, wide, _ = GAME.sheet()["viewbox"]
    for land in DRAWING.lands:
        assert land.source in ("history", "design"), land.name
        assert land.hex in hexes
        half = (width(land.name, land.size) + land.apart * len(land.name)) / 2 if not land.slope else HEX
        assert left + half < hexes[land.hex]["x"] < left + wide - half, land.name
