"""The grid, hex numbers and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.games.sedan.box.mapfile import Place
from meuse.games.sedan.table.picture.roads import RANK
from meuse.games.sedan.table.picture.settlements import fort_spot
from meuse.games.sedan.table.picture.sheet import Board, outlines
from meuse.games.sedan.table.picture.water import Streams
from meuse.maps.drawing import (
    INK,
    PAPER,
    SERIF,
    Box,
    Boxes,
    Point,
    around,
    group,
    num,
    overlap,
    path,
    text,
    walk,
    width,
    xy,
)


def lattice(board: Board) -> str:
    lines = []
    for name in board.hexes:
        for d, other in board.neighbours(name):
            if other is None or name < other:
                lines.append(f"M{xy(board.corner(name, d))}L{xy(board.corner(name, d + 1))}")
    rim = []
    for loop in outlines(board, set(board.hexes)):
        rim.append("M" + "L".join(xy(a) for a, _, _ in loop) + "Z")
    return group(
        "grid",
        [
            path("".join(lines), stroke="#4a3a22", stroke_width="0.8", opacity="0.42"),
            path("".join(rim), stroke=INK, stroke_width="2.6", stroke_linejoin="round"),
        ],
        fill="none",
    )


def numbers(board: Board) -> str:
    labels = [text((x, y - 22.5), n) for n in board.hexes for x, y in [board.spot[n]]]
    style = {"font_family": "Helvetica, Arial, DejaVu Sans, sans-serif", "font_size": "7", "text_anchor": "middle"}
    return group(
        "numbers",
        labels,
        fill="#4a3c28",
        stroke=PAPER,
        stroke_width="1.6",
        stroke_opacity="0.65",
        paint_order="stroke",
        **style,
    )


NAME_SIZE = {"city": 21.0, "town": 13.5, "fort": 10.0, "village": 9.6}
NAME_GAP = {"city": 29.0, "town": 15.0, "fort": 13.0, "village": 5.0}


class Label:
    """A place name looking for room beside its dot."""

    def __init__(self, board: Board, place: Place) -> None:
        self.place = place
        self.size = NAME_SIZE[place.class_]
        self.words = place.name.upper() if place.class_ == "city" else place.name
        self.dot = board.place(place)
        self.choices = list(self._choices())
        self.box = self.choices[0]

    def _choices(self) -> Iterator[Box]:
        """Boxes right, left, above and below, and between."""
        x, y = self.dot
        gap, wide, high = NAME_GAP[self.place.class_], width(self.words, self.size), self.size
        for dx, dy in ((1, 0), (1, -0.5), (1, 0.5), (-1, 0), (-1, -0.5), (-1, 0.5), (0.35, -1), (0.35, 1), (-0.35, -1)):
            slant = 0.8 if dx and dy else 1.0
            cx = x + dx * (wide / 2 + gap * slant) if abs(dx) == 1 else x + dx * wide / 2
            cy = y + dy * (gap * slant + high / 2)
            yield cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2
        for dx, dy in ((-0.35, 1), (0, -1), (0, 1)):
            cx, cy = x + dx * wide / 2, y + dy * (gap + high / 2)
            yield cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2

    def svg(self) -> str:
        x0, _, x1, y1 = self.box
        return text((x0 / 2 + x1 / 2, y1 - 0.22 * self.size), self.words)


def cost(board: Board, box: Box, rank: int, taken: Iterable[Box]) -> float:
    """How badly a name would sit in a box: on other things, on lines, off the board."""
    shared = [area for other in taken if (area := overlap(box, other))]
    bad = 1.5 * rank + 3.0 * len(shared) + sum(shared)
    columns = max(1, round((box[2] - box[0]) / 8))
    for i in range(columns + 1):
        for j in range(3):
            p = box[0] + (box[2] - box[0]) * i / columns, box[1] + (box[3] - box[1]) * j / 2
            bad += 2.2 * board.taken(p) + (40.0 if board.at(p) is None else 0.0)
    return bad


def settle(board: Board, labels: Sequence[Label], fixed: Boxes) -> None:
    """Give every name its best box; a few rounds let early names make room for later ones."""
    for _ in range(4):
        for label in labels:
            x, y = label.dot
            others = [o.box for o in labels if o is not label and abs(o.dot[0] - x) < 300 and abs(o.dot[1] - y) < 90]
            ranked = [(cost(board, box, i, [*fixed.near(box), *others]), i) for i, box in enumerate(label.choices)]
            label.box = label.choices[min(ranked)[1]]


def obstacles(board: Board) -> list[Box]:
    """What names must not cover: dots, houses, forts, bridges, hex numbers."""
    reach = {"city": 24.0, "town": 11.0, "fort": 3.0, "village": 3.5}
    out = [around(board.place(p), reach[p.class_]) for p in board.map.places]
    out += [around(fort_spot(board, n), 11.0) for n in board.hexes if board.terrain[n] == "maginot"]
    out += [around(board.middle(b.side), 7.0) for b in board.map.bridges]
    out += [(x - 9, y - 29, x + 9, y - 22) for x, y in board.spot.values()]
    return out


def names(board: Board, streams: Streams) -> str:
    labels = [Label(board, p) for p in sorted(board.map.places, key=lambda p: RANK.index(p.class_))]
    shelf = Boxes(obstacles(board))
    settle(board, labels, shelf)
    for label in labels:
        shelf.add(label.box)
    water = river_names(board, streams, shelf)
    faces = {
        "city": {"font_weight": "bold", "letter_spacing": "0.5"},
        "town": {"font_weight": "bold"},
        "fort": {"font_style": "italic", "font_weight": "bold"},
        "village": {},
    }
    sets = [
        group(f"names-{k}", [n.svg() for n in labels if n.place.class_ == k], font_size=num(NAME_SIZE[k]), **face)
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


class Letter(NamedTuple):
    """A letter of a name that follows a line."""

    sign: str
    at: Point
    turn: float


def lettering(line: Sequence[Point], words: str, size: float, aside: float) -> list[Letter]:
    """Letters beside a line of points one unit apart."""
    out = []
    along = 0.0
    for sign in words:
        step = width(sign, size) + APART * size
        i = min(int(along + step / 2), len(line) - 1)
        before, after = line[max(0, i - 10)], line[min(len(line) - 1, i + 10)]
        turn = atan2(after[1] - before[1], after[0] - before[0])
        x, y = line[i]
        out.append(Letter(sign, (x - aside * sin(turn), y + aside * cos(turn)), turn))
        along += step
    return out


APART = 0.3


def ease(line: Sequence[Point], reach: int) -> list[Point]:
    """The line with its bends averaged out, points one unit apart."""
    soft = []
    for i in range(0, len(line), 4):
        part = line[max(0, i - reach) : i + reach + 1]
        soft.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return walk(soft, 1.0)


def river_names(board: Board, streams: Streams, shelf: Boxes) -> str:
    """Each river's name along its water, where there is most room; long rivers bear it more than once."""
    letters: list[tuple[Letter, float]] = []
    for river, line in zip(board.map.rivers, streams.lines, strict=True):
        size, apart = (19.0, 640) if river.class_ == "major" else (10.5, 560)
        words = river.name.split(" (")[0]
        soft = ease(walk(line, 1.0), 40)
        span = int(sum(width(c, size) + APART * size for c in words)) + 1
        count = max(1, len(soft) // apart)
        for k in range(count):
            stretch = soft[k * len(soft) // count : (k + 1) * len(soft) // count]
            letters += [(letter, size) for letter in river_name(board, stretch, words, size, span, shelf)]
    signs = [
        f'<text transform="translate({xy(p)}) rotate({num(degrees(turn))})" y="{num(0.32 * size)}"'
        f' font-size="{num(size)}">{escape(sign)}</text>'
        for (sign, p, turn), size in letters
        if sign != " "
    ]
    under = group("names-rivers-halo", signs, stroke_width="2.6")
    return group(
        "names-rivers", [under, group("names-rivers-ink", signs, stroke="none")], fill="#2c5f80", font_style="italic"
    )


def river_name(
    board: Board, stretch: Sequence[Point], words: str, size: float, span: int, shelf: Boxes
) -> list[Letter]:
    """The name's best place along a stretch of the river; none where there is no room."""
    best, least = [], 1e9
    for start in range(2, len(stretch) - span - 2, 10):
        line = stretch[start : start + span + 1]
        if line[0][0] > line[-1][0]:
            line = line[::-1]
        for aside in (size * 0.95, -size * 0.95):
            letters = lettering(line, words, size, aside)
            boxes = [around(letter.at, size * 0.42) for letter in letters]
            bad = sum(cost(board, box, 0, shelf.near(box)) for box in boxes)
            turns = [letter.turn for letter in letters]
            bad += 25 * (max(turns) - min(turns)) + 40 * (max(map(abs, turns)) > 1.2)
            if bad < least and bad < 22 * len(letters):
                best, least = letters, bad
    for letter in best:
        shelf.add(around(letter.at, size * 0.45))
    return best


class Land(NamedTuple):
    """A name spread over a country or a stretch of country."""

    words: str
    hex: str
    size: float
    apart: float
    turn: float = 0.0


COUNTRIES = (
    Land("FRANCE", "2619", 66, 60),
    Land("BELGIQUE", "4503", 46, 42),
    Land("LUXEMBOURG", "5307", 15, 12, 82),
)
REGIONS = (
    Land("ARDENNES", "4711", 27, 38),
    Land("Thiérache", "1812", 17, 7, -8),
    Land("Argonne", "3429", 13, 4, 60),
    Land("Forêt d'Anlier", "5010", 11, 2, 4),
    Land("Forêt de Saint-Michel", "1905", 11, 2, 4),
    Land("Croix-Scaille", "3305", 11, 2, 30),
    Land("Bois de Mazarin", "3017", 9.5, 1, -35),
    Land("Forêt de Signy", "2214", 10, 1, 6),
    Land("Mont-Dieu", "3320", 10, 1, 0),
    Land("Forêt de Dieulet", "3722", 10.5, 1, 40),
    Land("Forêt d'Orval", "4416", 11, 1.5, 25),
    Land("Woëvre", "4726", 17, 10, 20),
    Land("Champagne", "2530", 22, 14),
    Land("Gaume", "4718", 15, 7, -12),
)


def clear_lands(board: Board) -> None:
    """Keep trees and names off the names of regions."""
    for land in REGIONS:
        (x, y), turn = board.spot[land.hex], land.turn * pi / 180
        half = (width(land.words, land.size) + land.apart * len(land.words)) / 2
        ends = (x - half * cos(turn), y - half * sin(turn)), (x + half * cos(turn), y + half * sin(turn))
        board.reserve(ends, land.size * 0.38)


def spread(board: Board, lands: Iterable[Land]) -> list[str]:
    parts = []
    for land in lands:
        place = f"translate({xy(board.spot[land.hex])}) rotate({num(land.turn)})"
        parts.append(
            f'<text transform="{place}" x="{num(land.apart / 2)}" y="{num(land.size * 0.35)}"'
            f' font-size="{num(land.size)}" letter-spacing="{num(land.apart)}">{land.words}</text>'
        )
    return parts


def land_names(board: Board) -> str:
    """Countries and regions, beneath everything that a player needs to read."""
    countries = group("names-countries", spread(board, COUNTRIES), fill="#7d2f52", opacity="0.5", stroke_width="5")
    regions = group("names-regions", spread(board, REGIONS), fill="#34421f", font_style="italic", stroke_width="2.5")
    halo_style = {"stroke": "#f6eed8", "stroke_opacity": "0.5", "paint_order": "stroke", "stroke_linejoin": "round"}
    return group("names-lands", [countries, regions], font_family=SERIF, text_anchor="middle", **halo_style)
