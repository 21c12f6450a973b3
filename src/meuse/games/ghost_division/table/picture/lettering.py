"""Names: of Grids, towns, villages, waters and lands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.games.ghost_division.box.drawfile import Land
from meuse.games.ghost_division.table.picture.ground import rect
from meuse.games.ghost_division.table.picture.sheet import HALF, TOWN_LETTER, Board
from meuse.games.ghost_division.table.picture.water import Waters, corners
from meuse.maps.drawing import INK, SERIF, Box, Boxes, Point, around, group, num, overlap, text, walk, width, xy

SANS = "Helvetica, Arial, DejaVu Sans, sans-serif"
VILLAGE = 13.0
HALO = {"stroke": "#f8f1de", "stroke_linejoin": "round", "paint_order": "stroke"}


def numbers(board: Board) -> str:
    """The name of each Grid in its south-west corner."""
    labels = [text((x - HALF + 16, y + HALF - 13), n) for n, (x, y) in board.spot.items()]
    style = {"font_family": SANS, "font_size": "13", "font_weight": "bold", "stroke_width": "3.4"}
    return group("numbers", labels, fill="#5a4a33", **HALO, **style)


def stops(board: Board) -> str:
    """6.0 Woods bear the word STOP."""
    parts = []
    for name in board.names:
        if board.map.grids[name].terrain == "wood":
            box = board.headlines(name)[0]
            sign = rect(box, rx="3", fill="#f8f1de", stroke="#9c2b1c", stroke_width="2")
            parts.append(f'<g id="stop-{name}">{sign}{text((box[0] + 23, box[3] - 4.5), "STOP")}</g>')
    style = {"font_family": SANS, "font_size": "13.5", "font_weight": "bold", "letter_spacing": "1.6"}
    return group("stops", parts, fill="#9c2b1c", text_anchor="middle", **style)


def towns(board: Board, points: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """The names of towns, and medals with their victory points."""
    names, medals = [], []
    for name in board.names:
        town = board.map.grids[name].town
        if not town:
            continue
        (x0, _, x1, y1), seal = board.headlines(name)
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


class Label:
    """A village's name looking for room beside its dot."""

    def __init__(self, board: Board, name: str) -> None:
        self.name, self.dot, self.home = name, board.places[name], board.home.get(name)
        self.choices = list(self._choices())
        self.box = self.choices[0]

    def _choices(self) -> Iterator[Box]:
        x, y = self.dot
        wide, high, gap = width(self.name, VILLAGE) * 1.02, VILLAGE, 6.5
        for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (1.0, -0.6), (1.0, 0.6), (-1.0, -0.6), (-1.0, 0.6)):
            cx, cy = x + dx * (wide / 2 + gap), y + dy * (gap + high / 2)
            yield cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2
        for dx, dy in ((0, -1), (0, 1), (0.5, -1), (0.5, 1), (-0.5, -1), (-0.5, 1), (0.85, 1), (-0.85, 1), (0.85, -1)):
            cx, cy = x + dx * wide / 2, y + dy * (gap + high / 2)
            yield cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2

    def svg(self) -> str:
        x0, _, x1, y1 = self.box
        return text(((x0 + x1) / 2, y1 - 0.22 * VILLAGE), self.name)


def cost(board: Board, box: Box, rank: int, home: str | None, taken: Iterable[Box]) -> float:
    """How badly a name would sit in a box: on other things, on lines, over the side of its Grid."""
    shared = [area for other in taken if (area := overlap(box, other))]
    bad = 1.5 * rank + 30.0 * len(shared) + 2 * sum(shared)
    columns = max(1, round((box[2] - box[0]) / 8))
    for i in range(columns + 1):
        for j in range(3):
            p = box[0] + (box[2] - box[0]) * i / columns, box[1] + (box[3] - box[1]) * j / 2
            bad += 2.6 * board.taken(p) + 7.0 * (board.at(p) != home)
    return bad


def furnished(board: Board) -> list[Box]:
    """What names must not cover: headlines, medals, STOP, Grid names, dots, houses, bridges."""
    out = []
    for name in board.names:
        (x, y), e = board.spot[name], board.map.grids[name]
        out += [(x - HALF + 13, y + HALF - 27, x - HALF + 48, y + HALF - 9), *board.headlines(name)]
        if e.town:
            out.append(around(board.places[e.town], 25.0))
    return out + [around(p, 4.5) for name, p in board.places.items()]


def villages(board: Board, shelf: Boxes) -> list[str]:
    """Every name in its best box; a few rounds let early names make room for later ones."""
    grand = {e.town for e in board.map.grids.values()}
    labels = [Label(board, name) for name in board.drawing.places if name not in grand]
    for _ in range(4):
        for label in labels:
            x, y = label.dot
            others = [o.box for o in labels if o is not label and abs(o.dot[0] - x) < 320 and abs(o.dot[1] - y) < 60]
            ranked = [
                (cost(board, box, i, label.home, [*shelf.near(box), *others]), i) for i, box in enumerate(label.choices)
            ]
            label.box = label.choices[min(ranked)[1]]
    for label in labels:
        shelf.add(label.box)
    return [label.svg() for label in labels]


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
    board: Board, line: Sequence[Point], words: str, size: float, aside: float, shelf: Boxes
) -> list[str]:
    """The name where it sits best along the water; none where there is no room."""
    apart = 0.22 * size
    span = width(words, size) + apart * len(words)

    def bad(spot: Written) -> float:
        row = boxes(spot, span, size)
        home = board.at(spot.at)
        if home is None:
            return 1e9
        return sum(cost(board, box, 0, home, shelf.near(box)) for box in row) + 3 * abs(spot.turn)

    best = min(spots(line, span, aside), key=bad, default=None)
    if best is None or bad(best) > 20 * len(words):
        return []
    for box in boxes(best, span, size):
        shelf.add(box)
    place = f"translate({xy(best.at)}) rotate({num(degrees(best.turn))})"
    return [
        f'<text transform="{place}" x="{num(apart / 2)}" y="{num(0.32 * size)}" font-size="{num(size)}"'
        f' letter-spacing="{num(apart)}">{escape(words)}</text>'
    ]


def water_names(board: Board, waters: Waters, shelf: Boxes) -> str:
    """The rivers of the rules in large letters, the long ones twice; streams in small ones."""
    big: list[str] = []
    small: list[str] = []
    for river in board.map.rivers:
        line = corners(board, river)
        for part in (line[:3], line[3:]):
            if len(part) > 1:
                big += water_name(board, part, river.name, 22.0, 24.0, shelf)
    for name, line in waters.streams.items():
        small += water_name(board, line, name, 11.5, 10.0, shelf)
    parts = [
        group("names-rivers", big, stroke_width="4", font_weight="bold"),
        group("names-streams", small, stroke_width="2.4", opacity="0.85"),
    ]
    return group("names-waters", parts, fill="#275a7c", font_style="italic")


def names(board: Board, waters: Waters, points: Mapping[str, int]) -> str:
    shelf = Boxes(furnished(board))
    town_names, medals = towns(board, points)
    small = group("names-villages", villages(board, shelf), font_size=num(VILLAGE), stroke_width="3.2")
    water = water_names(board, waters, shelf)
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


def clear_lands(board: Board) -> None:
    """Keep trees off the names of regions and forests."""
    for land in board.drawing.lands:
        if land.class_ in ("region", "forest"):
            x, y = board.point(land.at)
            half = (width(land.words or land.name, land.size) + land.apart * len(land.name)) / 2
            board.reserve([(x - half, y), (x + half, y)], land.size * 0.45)


def land_names(board: Board) -> str:
    """Countries, regions and forests, beneath everything that a player needs to read."""

    def svg(land: Land) -> str:
        place = f"translate({xy(board.point(land.at))}) rotate({num(land.slope)})"
        size = {"font_size": num(land.size), "letter_spacing": num(land.apart), "transform": place}
        return text((land.apart / 2, 0.35 * land.size), land.words or land.name, **size)

    sets = [
        group(f"names-{kind}", [svg(land) for land in board.drawing.lands if land.class_ == kind], **face)
        for kind, face in FACE.items()
    ]
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", fill=INK)
