"""The grid, hex numbers and names."""

from __future__ import annotations

from meuse.games.sedan.box.mapfile import Place
from meuse.games.sedan.table.picture.paper import SedanPaper
from meuse.games.sedan.table.picture.roads import RANK
from meuse.games.sedan.table.picture.settlements import fort_spot
from meuse.games.sedan.table.picture.water import Streams
from meuse.maps.drawing import INK, PAPER, SANS, SERIF, Box, Boxes, around, group, num, path, text, walk, width
from meuse.maps.lettering import Label, Letter, Script, Tact, beside, ease, settle, signs


def lattice(paper: SedanPaper) -> str:
    lines = "".join(stroke for _, _, stroke in paper.sides())
    return group(
        "grid",
        [
            path(lines, stroke="#4a3a22", stroke_width="0.8", opacity="0.42"),
            path(paper.outline(set(paper.cells)), stroke=INK, stroke_width="2.6", stroke_linejoin="round"),
        ],
        fill="none",
    )


def numbers(paper: SedanPaper) -> str:
    labels = [text((x, y - 22.5), n) for n in paper.cells for x, y in [paper.spot[n]]]
    style = {"font_family": SANS, "font_size": "7", "text_anchor": "middle", "paint_order": "stroke"}
    halo_style = {"stroke": PAPER, "stroke_width": "1.6", "stroke_opacity": "0.65"}
    return group("numbers", labels, fill="#4a3c28", **halo_style, **style)


NAME_SIZE = {"city": 22.0, "town": 14.5, "fort": 10.8, "village": 10.4}
NAME_GAP = {"city": 29.0, "town": 15.0, "fort": 13.0, "village": 5.0}
SPOTS = (
    (1, 0, 1), (1, -0.5, 0.8), (1, 0.5, 0.8), (-1, 0, 1), (-1, -0.5, 0.8), (-1, 0.5, 0.8), (0.35, -1, 0.8),
    (0.35, 1, 0.8), (-0.35, -1, 0.8), (-0.35, 1, 1), (0, -1, 1), (0, 1, 1),
)
"""Where a name may stand about its place: right, left, above and below, and between."""
TACT = Tact(each=3.0, area=1.0, line=2.2, abroad=0.0, off=40.0, rank=1.5)
SCRIPT = Script(apart=0.3, aside=0.95, ahead=10, step=10, clear=2, steep=1.2, worst=22.0)


def label(paper: SedanPaper, place: Place) -> Label:
    kind, dot = place.class_, paper.place(place)
    words, size, gap = place.name.upper() if kind == "city" else place.name, NAME_SIZE[kind], NAME_GAP[kind]
    return Label(words, kind, size, dot, place.hex, beside(dot, width(words, size), size, (gap, gap), SPOTS))


def obstacles(paper: SedanPaper) -> list[Box]:
    """What names must not cover: dots, houses, forts, bridges, hex numbers."""
    reach = {"city": 24.0, "town": 11.0, "fort": 3.0, "village": 3.5}
    out = [around(paper.place(p), reach[p.class_]) for p in paper.map.places]
    out += [around(fort_spot(paper, n), 11.0) for n in paper.cells if paper.terrain[n] == "maginot"]
    out += [around(paper.middle(b.side), 7.0) for b in paper.map.bridges]
    out += [(x - 9, y - 29, x + 9, y - 22) for x, y in paper.spot.values()]
    return out


def names(paper: SedanPaper, streams: Streams) -> str:
    labels = [label(paper, p) for p in sorted(paper.map.places, key=lambda p: RANK.index(p.class_))]
    taken = Boxes(obstacles(paper))
    settle(paper, labels, taken, TACT)
    water = river_names(paper, streams, taken)
    faces = {
        "city": {"font_weight": "bold", "letter_spacing": "0.5"},
        "town": {"font_weight": "bold"},
        "fort": {"font_style": "italic", "font_weight": "bold"},
        "village": {},
    }
    sets = [
        group(f"names-{k}", [n.svg() for n in labels if n.kind == k], font_size=num(NAME_SIZE[k]), **face)
        for k, face in faces.items()
    ]
    return group(
        "names",
        [water, *sets],
        font_family=SERIF,
        text_anchor="middle",
        fill="#21170d",
        stroke="#f6eed8",
        stroke_width="3",
        stroke_linejoin="round",
        stroke_opacity="0.85",
        paint_order="stroke",
    )


def river_names(paper: SedanPaper, streams: Streams, taken: Boxes) -> str:
    """Each river's name along its water, where there is most room; long rivers bear it more than once."""
    letters: list[Letter] = []
    for river, line in zip(paper.map.rivers, streams.lines, strict=True):
        size, apart = (19.0, 640) if river.class_ == "major" else (10.5, 560)
        words = river.name.split(" (")[0]
        soft = ease(walk(line, 1.0), 40)
        count = max(1, len(soft) // apart)
        for k in range(count):
            stretch = soft[k * len(soft) // count : (k + 1) * len(soft) // count]
            letters += SCRIPT.write(paper, stretch, words, size, taken, TACT)
    inks = signs(letters)
    under, ink = group("names-rivers-halo", inks, stroke_width="2.6"), group("names-rivers-ink", inks, stroke="none")
    return group("names-rivers", [under, ink], fill="#2c5f80", font_style="italic")


def clear_lands(paper: SedanPaper) -> None:
    """Keep trees and names off the names of regions."""
    for land in paper.drawing.lands:
        if land.class_ == "region":
            paper.spread(land).reserve(paper, 0.38)


def land_names(paper: SedanPaper) -> str:
    """Countries and regions, beneath everything that a player needs to read."""
    faces = {
        "country": {"fill": "#7d2f52", "opacity": "0.5", "stroke_width": "5"},
        "region": {"fill": "#34421f", "font_style": "italic", "stroke_width": "2.5"},
    }
    words = {k: [paper.spread(land).svg() for land in paper.drawing.lands if land.class_ == k] for k in faces}
    sets = [group(f"names-{kind}", words[kind], **face) for kind, face in faces.items()]
    halo_style = {"stroke": "#f6eed8", "stroke_opacity": "0.5", "paint_order": "stroke", "stroke_linejoin": "round"}
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", **halo_style)
