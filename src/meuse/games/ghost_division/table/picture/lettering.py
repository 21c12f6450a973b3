"""Names: of Grids, towns, villages, waters and lands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.engine.hexes import Point
from meuse.games.ghost_division.table.picture.paper import HALF, TOWN_LETTER, Strip
from meuse.games.ghost_division.table.picture.water import Waters
from meuse.maps.drawing import INK, SANS, SERIF, Box, Boxes, around, group, num, rect, text, walk, width, xy
from meuse.maps.lettering import Label, Tact, beside, crowding, settle, strain
from meuse.maps.water import chain

VILLAGE = 14.2
HALO = {"stroke": "#f8f1de", "stroke_linejoin": "round", "paint_order": "stroke"}


def numbers(paper: Strip) -> str:
    """The name of each Grid in its south-west corner."""
    labels = [text((x - HALF + 16, y + HALF - 13), n) for n, (x, y) in paper.spot.items()]
    style = {"font_family": SANS, "font_size": "13", "font_weight": "bold", "stroke_width": "3.4"}
    return group("numbers", labels, fill="#5a4a33", **HALO, **style)


def stops(paper: Strip) -> str:
    """6.0 Woods bear the word STOP."""
    parts = []
    for name in paper.cells:
        if paper.map.grids[name].terrain == "wood":
            box = paper.headlines(name)[0]
            sign = rect(box, rx="3", fill="#f8f1de", stroke="#9c2b1c", stroke_width="2")
            parts.append(f'<g id="stop-{name}">{sign}{text((box[0] + 23, box[3] - 4.5), "STOP")}</g>')
    style = {"font_family": SANS, "font_size": "13.5", "font_weight": "bold", "letter_spacing": "1.6"}
    return group("stops", parts, fill="#9c2b1c", text_anchor="middle", **style)


def towns(paper: Strip, points: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """The names of towns, and medals with their victory points."""
    names, medals = [], []
    for name in paper.cells:
        town = paper.map.grids[name].town
        if not town:
            continue
        (x0, _, x1, y1), seal = paper.headlines(name)
        names.append(text(((x0 + x1) / 2, y1 - 6), town, id=f"town-{name}"))
        at = (seal[0] + seal[2]) / 2, (seal[1] + seal[3]) / 2
        medals.append(f'<g id="points-{name}">{medal(at, points[town])}</g>')
    return names, medals


def medal(p: Point, number: int, reach: float = 16.0) -> str:
    """A number on a round seal."""
    seal = f'<circle cx="{num(p[0])}" cy="{num(p[1])}" r="{num(reach)}" fill="#7a2018" stroke="#f3d98c"'
    seal += ' stroke-width="2.4"/>'
    face = {"font_size": num(1.12 * reach), "font_weight": "bold", "font_style": "normal", "text_anchor": "middle"}
    return seal + text((p[0], p[1] + 0.4 * reach), str(number), fill="#fbeec4", stroke="none", **face)


SPOTS = tuple(
    (dx, dy, 1.0) for dx, dy in (
        (1, 0), (-1, 0), (1, -0.6), (1, 0.6), (-1, -0.6), (-1, 0.6), (0, -1), (0, 1), (0.5, -1), (0.5, 1), (-0.5, -1),
        (-0.5, 1), (0.85, 1), (-0.85, 1), (0.85, -1),
    )
)
"""Where a name may stand about its village: right and left, above and below, and between."""
TACT = Tact(each=30.0, area=2.0, line=2.6, abroad=7.0, off=7.0, rank=1.5)


def label(paper: Strip, name: str) -> Label:
    dot = paper.places[name]
    choices = beside(dot, width(name, VILLAGE) * 1.02, VILLAGE, (6.5, 6.5), SPOTS)
    return Label(name, "village", VILLAGE, dot, paper.home.get(name), choices)


def furnished(paper: Strip) -> list[Box]:
    """What names must not cover: headlines, medals, STOP, Grid names, dots, houses, bridges."""
    out = []
    for name in paper.cells:
        (x, y), e = paper.spot[name], paper.map.grids[name]
        out += [(x - HALF + 13, y + HALF - 27, x - HALF + 48, y + HALF - 9), *paper.headlines(name)]
        if e.town:
            out.append(around(paper.places[e.town], 25.0))
    return out + [around(p, 4.5) for name, p in paper.places.items()]


def villages(paper: Strip, taken: Boxes) -> list[str]:
    grand = {e.town for e in paper.map.grids.values()}
    labels = [label(paper, name) for name in paper.drawing.places if name not in grand]
    settle(paper, labels, taken, TACT)
    return [name.svg() for name in labels]


class Written(NamedTuple):
    """Words along a line: where their middle stands, and how they slope."""

    at: Point
    turn: float


def spots(line: Sequence[Point], span: float, aside: float) -> Iterator[Written]:
    """Places for words beside a line, on either bank, clear of the line's bends."""
    walked = walk(line, 1.0)
    for start in range(8, len(walked) - int(span) - 8, 8):
        a, b = sorted((walked[start], walked[start + int(span)]))
        turn = atan2(b[1] - a[1], b[0] - a[0])
        if turn > 1.45:
            turn -= pi
        ux, uy = cos(turn), sin(turn)
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        off = [(p[1] - middle[1]) * ux - (p[0] - middle[0]) * uy for p in walked[start : start + int(span)]]
        for shift in (min(off) - aside, max(off) + aside):
            yield Written((middle[0] - uy * shift, middle[1] + ux * shift), turn)


def boxes(spot: Written, span: float, size: float) -> list[Box]:
    """The words as a row of little boxes."""
    count = max(2, round(span / (0.7 * size)))
    steps = [span * (i / (count - 1) - 0.5) for i in range(count)]
    return [around((spot.at[0] + cos(spot.turn) * s, spot.at[1] + sin(spot.turn) * s), 0.42 * size) for s in steps]


def water_name(
    paper: Strip, line: Sequence[Point], words: str, size: float, aside: float, taken: Boxes
) -> list[str]:
    """The name where it sits best along the water; none where there is no room."""
    apart = 0.22 * size
    span = width(words, size) + apart * len(words)

    def bad(spot: Written) -> float:
        row = boxes(spot, span, size)
        home = paper.at(spot.at)
        if home is None:
            return 1e9
        ill = sum(strain(paper, box, home, TACT) + crowding(box, taken.near(box), TACT) for box in row)
        return ill + 3 * abs(spot.turn)

    best = min(spots(line, span, aside), key=bad, default=None)
    if best is None or bad(best) > 20 * len(words):
        return []
    for box in boxes(best, span, size):
        taken.add(box)
    place = f"translate({xy(best.at)}) rotate({num(degrees(best.turn))})"
    return [
        f'<text transform="{place}" x="{num(apart / 2)}" y="{num(0.32 * size)}" font-size="{num(size)}"'
        f' letter-spacing="{num(apart)}">{escape(words)}</text>'
    ]


def water_names(paper: Strip, waters: Waters, taken: Boxes) -> str:
    """The rivers of the rules in large letters, the long ones twice; streams in small ones."""
    big: list[str] = []
    small: list[str] = []
    for river in paper.map.rivers:
        line = chain(paper, river.sides)
        for part in (line[:3], line[3:]):
            if len(part) > 1:
                big += water_name(paper, part, river.name, 22.0, 24.0, taken)
    for name, line in waters.streams.items():
        small += water_name(paper, line, name, 11.5, 10.0, taken)
    parts = [
        group("names-rivers", big, stroke_width="4", font_weight="bold"),
        group("names-streams", small, stroke_width="2.4", opacity="0.85"),
    ]
    return group("names-waters", parts, fill="#275a7c", font_style="italic")


def names(paper: Strip, waters: Waters, points: Mapping[str, int]) -> str:
    taken = Boxes(furnished(paper))
    town_names, medals = towns(paper, points)
    small = group("names-villages", villages(paper, taken), font_size=num(VILLAGE), stroke_width="3.2")
    water = water_names(paper, waters, taken)
    great = group("names-towns", town_names, font_size=num(TOWN_LETTER), font_weight="bold", stroke_width="5.5")
    seals = group("points", medals)
    style = {"font_family": SERIF, "text_anchor": "middle", "fill": "#21170d", "stroke_opacity": "0.9"}
    return group("names", [water, small, great, seals], **style, **HALO)


FACE = {
    "sea": {"fill": "#2f6384", "opacity": "0.8", "font_style": "italic"},
    "country": {"fill": "#7d2f52", "opacity": "0.17", "font_weight": "bold"},
    "region": {"fill": "#4d4a24", "opacity": "0.55", "font_style": "italic"},
    "forest": {"fill": "#2f4420", "opacity": "0.9", "font_style": "italic"},
}


def clear_lands(paper: Strip) -> None:
    """Keep trees off the names of regions and forests."""
    for land in paper.drawing.lands:
        if land.class_ in ("region", "forest"):
            paper.spread(land).reserve(paper, 0.45)


def land_names(paper: Strip) -> str:
    """Countries, regions and forests, beneath everything that a player needs to read."""
    words = {k: [paper.spread(land).svg() for land in paper.drawing.lands if land.class_ == k] for k in FACE}
    sets = [group(f"names-{kind}", words[kind], **face) for kind, face in FACE.items()]
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", fill=INK)
