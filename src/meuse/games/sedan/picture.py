"""The map of Sedan as a picture: one SVG text drawn from the map file.

Neighbouring hex centres lie `HEX` units apart and hex centres stand at `HEX * grid.centre(cell)`, so that
counters can be laid on the picture. Whatever looks irregular is hashed from its place on the map:
the same map always gives the same text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape

from meuse.engine.hexes import Grid
from meuse.games.sedan.mapfile import MapFile, Place, Road

HEX = 60.0
SIDE = HEX / 3**0.5
MARGIN = 62.0

Point = tuple[float, float]
Box = tuple[float, float, float, float]

PAPER = "#f1e8cf"
MARGIN_PAPER = "#e6d9b8"
INK = "#3a2c1c"
WATER_EDGE, WATER, WATER_CORE = "#4f7f9b", "#7fb0c8", "#bcd9e2"
LIGHT_WOOD, HEAVY_WOOD = "#d0d8a6", "#a3b878"
NATION = {"german": "#4c5650", "french": "#2c5a94"}
SERIF = "Palatino Linotype, Palatino, Book Antiqua, URW Palladio L, Georgia, DejaVu Serif Condensed, serif"


# --- numbers and shapes ---------------------------------------------------------------------------------------


def chance(*key: object) -> float:
    """A number from 0 to 1 that depends on the key alone."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=4).digest(), "big") / 2**32


def num(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def xy(p: Point) -> str:
    return f"{num(p[0])} {num(p[1])}"


def mix(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def smooth(points: Sequence[Point], closed: bool = False) -> str:
    """A curve through all points (Catmull-Rom, written as cubic Beziers)."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    out = [f"M{xy(points[0])}"]
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        c1 = p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6
        c2 = p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6
        out.append(f"C{xy(c1)} {xy(c2)} {xy(p2)}")
    return "".join(out) + ("Z" if closed else "")


def walk(points: Sequence[Point], step: float) -> list[Point]:
    """Points every `step` units along a line."""
    out = [points[0]]
    for a, b in pairwise(points):
        pieces = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / step))
        out += [mix(a, b, i / pieces) for i in range(1, pieces + 1)]
    return out


def group(name: str, parts: Iterable[str], **style: str) -> str:
    attributes = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())
    return f'<g id="{name}"{attributes}>\n' + "\n".join(parts) + "\n</g>"


def path(d: str, **style: str) -> str:
    attributes = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())
    return f'<path d="{d}"{attributes}/>'


def text(p: Point, words: str, **style: str) -> str:
    attributes = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())
    return f'<text x="{num(p[0])}" y="{num(p[1])}"{attributes}>{escape(words)}</text>'


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def around(p: Point, reach: float) -> Box:
    return p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach


def width(words: str, size: float) -> float:
    """About how wide the words come out; letters of unknown fonts, so on the safe side."""
    narrow = sum(c in "iljtfrI'-. " for c in words)
    broad = sum(c in "mwMW" or c.isupper() for c in words)
    return size * (0.56 * len(words) - 0.2 * narrow + 0.17 * broad)


class Shelf:
    """Boxes, found by where they lie."""

    BIN = 80.0

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self.bins: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def _bins(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(int(box[0] // self.BIN), int(box[2] // self.BIN) + 1):
            for j in range(int(box[1] // self.BIN), int(box[3] // self.BIN) + 1):
                yield i, j

    def add(self, box: Box) -> None:
        for spot in self._bins(box):
            self.bins.setdefault(spot, []).append(box)

    def near(self, box: Box) -> set[Box]:
        return {other for spot in self._bins(box) for other in self.bins.get(spot, ())}


# --- the board ------------------------------------------------------------------------------------------------


class Board:
    """The map file with everything placed on paper."""

    def __init__(self, sedan_map: MapFile) -> None:
        self.map = sedan_map
        g = sedan_map.grid
        every = Grid(g.kind, g.columns, g.rows, shifted=g.shifted)
        self.terrain = {
            name: sedan_map.terrain.key[sedan_map.terrain.rows[row - g.rows[0]][column - g.columns[0]]]
            for cell, name in every.names.items()
            for column, row in [every.place[cell]]
        }
        self.country = {
            name: sedan_map.country.key[sedan_map.country.rows[row - g.rows[0]][column - g.columns[0]]]
            for cell, name in every.names.items()
            for column, row in [every.place[cell]]
        }
        out = frozenset(n for n, word in self.terrain.items() if word == "out of play")
        self.grid = Grid(g.kind, g.columns, g.rows, shifted=g.shifted, out_of_play=out)
        self.hexes = sorted(self.grid.bit)
        self.out = sorted(out)
        self.all = every
        self.spot = {n: (HEX * x, HEX * y) for c, n in every.names.items() for x, y in [every.centre(c)]}
        self.busy: set[tuple[int, int]] = set()
        xs, ys = [p[0] for p in self.spot.values()], [p[1] for p in self.spot.values()]
        self.frame: Box = (min(xs) - HEX / 2, min(ys) - SIDE, max(xs) + HEX / 2, max(ys) + SIDE)

    def neighbours(self, name: str) -> Iterator[tuple[int, str | None]]:
        """The six directions with the hex there, None beyond the board."""
        for d, cell in enumerate(self.grid.neighbour[self.grid.bit[name]]):
            yield d, self.grid.names[cell] if cell >= 0 else None

    def corner(self, name: str, k: int) -> Point:
        """Corner k of a hex, clockwise; side d runs from corner d to corner d + 1."""
        x, y = self.spot[name]
        angle = pi * (2 * k - 3) / 6
        return x + SIDE * cos(angle), y + SIDE * sin(angle)

    def ends(self, side: str) -> tuple[Point, Point]:
        """Both ends of a hexside, shaken a little so that lines along it look drawn by hand."""
        a, b = side.split("-")
        d = self.grid.direction(self.grid.bit[a], self.grid.bit[b])
        return shake(self.corner(a, d)), shake(self.corner(a, d + 1))

    def middle(self, side: str) -> Point:
        return mix(*self.ends(side))

    def at(self, p: Point) -> str | None:
        """The hex on the board that holds a point."""
        g = self.map.grid
        row = round(p[1] / (HEX * 3**0.5 / 2))
        best: tuple[float, str | None] = (SIDE + 1, None)
        for r in (row - 1, row, row + 1):
            column = round(p[0] / HEX - (0.5 if r % 2 == (0 if g.shifted == "even" else 1) else 0.0))
            name = f"{column:02d}{r:02d}"
            if name in self.grid.bit:
                x, y = self.spot[name]
                best = min(best, (hypot(x - p[0], y - p[1]), name))
        return best[1]

    def place(self, p: Place) -> Point:
        """Where a place is drawn: where it lies, but a city near the middle and nothing on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = HEX * p.at[0], HEX * p.at[1]
        if p.class_ == "city":
            return x + 0.3 * dx, y + 0.3 * dy
        return x + dx, y + (-15.0 if abs(dx) < 15 and dy < -15 else dy)

    def reserve(self, line: Sequence[Point], reach: float = 5.0) -> None:
        """Keep trees and names off a line."""
        for x, y in walk(line, 4.0):
            for dx in (-reach, 0.0, reach):
                for dy in (-reach, 0.0, reach):
                    self.busy.add((int((x + dx) // 5), int((y + dy) // 5)))

    def taken(self, p: Point) -> bool:
        return (int(p[0] // 5), int(p[1] // 5)) in self.busy


def shake(p: Point, reach: float = 2.6) -> Point:
    key = same(p)
    x, y = (reach * (2 * chance(axis, key) - 1) for axis in "xy")
    return round(p[0] + x, 2), round(p[1] + y, 2)


def same(p: Point) -> tuple[int, int]:
    """A key for a corner, whatever hex it was reached from."""
    return round(p[0]), round(p[1])


def outlines(board: Board, region: set[str]) -> Iterator[list[tuple[Point, Point, str | None]]]:
    """The closed borders of a set of hexes: sides in order, each with the hex beyond it, None where the board ends."""
    sides: dict[tuple[int, int], tuple[Point, Point, str | None]] = {}
    for name in sorted(region):
        for d, other in board.neighbours(name):
            if other not in region:
                a, b = board.corner(name, d), board.corner(name, d + 1)
                sides[same(a)] = (a, b, other)
    while sides:
        start, side = next(iter(sides.items()))
        loop = []
        while start in sides:
            side = sides.pop(start)
            loop.append(side)
            start = same(side[1])
        yield loop


def blob(board: Board, region: set[str], depth: float, play: float) -> str:
    """The region as soft-edged islands, drawn in by `depth` give or take `play`; it crowds in upon towns."""
    out = []
    for loop in outlines(board, region):
        points = []
        for a, b, beyond in loop:
            length = hypot(b[0] - a[0], b[1] - a[1])
            inward = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            middle = depth + play * (2 * chance("side", same(mix(a, b))) - 1)
            if beyond is None or board.terrain[beyond] == "town":
                middle = -9.0
            for share in (0.14, 0.38, 0.62, 0.86):
                p = mix(a, b, share)
                pull = middle + 0.55 * play * (2 * chance("edge", same(p)) - 1)
                points.append((p[0] + inward[0] * pull, p[1] + inward[1] * pull))
        out.append(smooth(points, closed=True))
    return "".join(out)


def tiles(board: Board, names: Iterable[str]) -> str:
    """Plain hexes."""
    return "".join("M" + "L".join(xy(board.corner(n, k)) for k in range(6)) + "Z" for n in names)


# --- ground and woods -----------------------------------------------------------------------------------------


def ground(board: Board) -> str:
    left, top, right, bottom = board.frame
    m = MARGIN
    sheet = f'<rect x="{num(left - m)}" y="{num(top - m)}" width="{num(right - left + 2 * m)}"'
    sheet += f' height="{num(bottom - top + 2 * m)}" fill="{MARGIN_PAPER}"/>'
    rules = []
    for inset, stroke in ((12, "2.4"), (17, "0.8")):
        rules.append(
            f'<rect x="{num(left - m + inset)}" y="{num(top - m + inset)}" fill="none" stroke="{INK}"'
            f' width="{num(right - left + 2 * (m - inset))}" height="{num(bottom - top + 2 * (m - inset))}"'
            f' stroke-width="{stroke}"/>'
        )
    field = path(tiles(board, board.hexes), fill=PAPER, stroke=PAPER, stroke_width="1")
    return group("ground", [sheet, *rules, field, fields(board)])


def fields(board: Board) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes = []
    for name in board.hexes:
        if board.terrain[name] not in ("clear", "town"):
            continue
        x, y = board.spot[name]
        for patch in range(3):
            turn = pi * chance(name, "turn", patch)
            r, a = 21 * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            px, py = x + r * cos(a), y + r * sin(a)
            ux, uy = cos(turn), sin(turn)
            for i in (-1, 0, 1):
                cx, cy = px - uy * 3.2 * i, py + ux * 3.2 * i
                strokes.append(f"M{xy((cx - ux * 5, cy - uy * 5))}l{xy((ux * 10, uy * 10))}")
    return path("".join(strokes), stroke="#c9b27c", stroke_width="0.7", opacity="0.5", fill="none")


def woods(board: Board) -> list[str]:
    heavy = {n for n in board.hexes if board.terrain[n] == "heavy woods"}
    light = {n for n in board.hexes if board.terrain[n] == "light woods"}
    return [
        path(blob(board, light | heavy, 3.0, 4.0), fill=LIGHT_WOOD, stroke="#a9b57c", stroke_width="1"),
        path(blob(board, heavy, 4.0, 4.5), fill=HEAVY_WOOD, stroke="#7f9657", stroke_width="1"),
        *trees(board, light, 17.0, 0.15).svg(LIGHT_TONES),
        *trees(board, heavy, 11.5, 0.7).svg(HEAVY_TONES),
    ]


class Grove:
    """Trees drawn as three strokes each: shadow, crown and the light on it."""

    def __init__(self) -> None:
        self.shade: list[str] = []
        self.crown: list[str] = []
        self.shine: list[str] = []

    def plant(self, p: Point, fir: bool, size: float = 1.0) -> None:
        x, y = p
        r = 3.6 * size
        self.shade.append(f"M{xy((x - 1, y + 0.9 * r))}h{num(1.7 * r)}")
        if fir:
            self.crown.append(f"M{xy((x, y - 1.7 * r))}l{xy((r, 2.6 * r))}h{num(-2 * r)}z")
            self.shine.append(f"M{xy((x - 0.1 * r, y - 1.5 * r))}l{xy((-0.65 * r, 1.9 * r))}")
        else:
            bow = f"a{num(r)} {num(r)} 0 1 1"
            self.crown.append(f"M{xy((x - r, y))}{bow} {num(2 * r)} 0{bow}{num(-2 * r)} 0z")
            self.shine.append(f"M{xy((x - 0.65 * r, y - 0.1 * r))}q0 {num(-0.55 * r)} {xy((0.6 * r, -0.6 * r))}")

    def svg(self, tones: tuple[str, str, str]) -> list[str]:
        crown, shine, shade = tones
        return [
            path("".join(self.shade), stroke=shade, stroke_width="1.6", opacity="0.35", stroke_linecap="round"),
            path("".join(self.crown), fill=crown, stroke=shade, stroke_width="0.6", stroke_linejoin="round"),
            path("".join(self.shine), stroke=shine, stroke_width="1", fill="none", stroke_linecap="round"),
        ]


def trees(board: Board, region: set[str], gap: float, firs: float) -> Grove:
    """Trees all over the region, clear of its border, of roads and of water."""
    grove = Grove()
    left, top, right, bottom = board.frame
    for j in range(int((bottom - top) / (gap * 0.8))):
        for i in range(int((right - left) / gap)):
            x = left + gap * (i + 0.5 * (j % 2) + 0.85 * (chance(gap, i, j) - 0.5))
            y = top + gap * (0.8 * j + 0.7 * (chance(gap, j, i, "y") - 0.5))
            if board.taken((x, y)) or any(board.at((x + dx, y + dy)) not in region for dx, dy in EDGE):
                continue
            grove.plant((x, y), chance(gap, i, j, "fir") < firs, 0.8 + 0.4 * chance(gap, i, j, "size"))
    return grove


LIGHT_TONES = ("#7f9555", "#b4c585", "#5d7040")
HEAVY_TONES = ("#587640", "#86a262", "#3a5230")
EDGE = ((4.0, 4.0), (-4.0, 4.0), (4.0, -5.0), (-4.0, -5.0))


# --- rivers and frontiers -------------------------------------------------------------------------------------


def river_corners(board: Board, sides: Sequence[str]) -> list[Point]:
    """The corners that a chain of touching hexsides runs through, in order."""
    ends = [board.ends(s) for s in sides]
    first = ends[0]
    if len(ends) > 1 and same(first[0]) in (same(ends[1][0]), same(ends[1][1])):
        first = first[1], first[0]
    line = [first[0]]
    for a, b in ends:
        line.append(b if same(a) == same(line[-1]) else a)
    return line


def flow(corners: Sequence[Point]) -> list[Point]:
    """A soft line along hexsides: through the middle of every side, close past every corner."""
    middles = [mix(a, b) for a, b in pairwise(corners)]
    line = [corners[0], middles[0]]
    for i in range(1, len(middles)):
        line += [mix(mix(middles[i - 1], middles[i]), corners[i]), middles[i]]
    return [*line, corners[-1]]


class Streams:
    """All rivers as lines; a tributary ends in the water of the river that it joins."""

    def __init__(self, board: Board) -> None:
        chains = [river_corners(board, r.sides) for r in board.map.rivers]
        joins: dict[tuple[int, int], Point] = {}
        for chain in chains:
            for p, q in zip(chain[1:-1], flow(chain)[2:-1:2], strict=True):
                joins.setdefault(same(p), q)
        self.lines: list[list[Point]] = []
        for chain in chains:
            line = flow(chain)
            line[0] = joins.get(same(chain[0]), line[0])
            line[-1] = joins.get(same(chain[-1]), line[-1])
            self.lines.append(line)
            board.reserve(line)


def rivers(board: Board, streams: Streams) -> str:
    edge, water, core = [], [], []
    for river, line in sorted(
        zip(board.map.rivers, streams.lines, strict=True), key=lambda x: x[0].class_, reverse=True
    ):
        if river.class_ == "major":
            d = smooth(line)
            edge.append(path(d, stroke_width="15"))
            water.append(path(d, stroke_width="12"))
            core.append(path(d, stroke_width="4.5"))
            continue
        for i, part in enumerate(pieces(line, 3)):
            d, w = smooth(part), 3.0 + 0.9 * i
            edge.append(path(d, stroke_width=num(w + 1.8)))
            water.append(path(d, stroke_width=num(w)))
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    layers = [("river-banks", edge, WATER_EDGE), ("river-water", water, WATER), ("river-core", core, WATER_CORE)]
    return group("rivers", [group(name, parts, stroke=colour) for name, parts, colour in layers], **style)


def pieces(line: Sequence[Point], count: int) -> Iterator[Sequence[Point]]:
    """The line in about equal parts that share their ends, so that a stream can grow."""
    cuts = [round(i * (len(line) - 1) / count) for i in range(count + 1)]
    for a, b in pairwise(cuts):
        if b > a:
            yield line[a : b + 1]


def frontier_lines(board: Board) -> list[list[Point]]:
    """The frontiers as lines of corners, from edge or meeting point to the next."""
    links: dict[tuple[int, int], list[Point]] = {}
    where: dict[tuple[int, int], Point] = {}
    for name in board.hexes:
        for _, other in board.neighbours(name):
            if other is not None and name < other and board.country[name] != board.country[other]:
                a, b = board.ends(f"{name}-{other}")
                links.setdefault(same(a), []).append(b)
                links.setdefault(same(b), []).append(a)
                where[same(a)], where[same(b)] = a, b
    lines = []
    for key in sorted(links, key=lambda k: (len(links[k]) == 2, k)):
        while links[key]:
            line, here = [where[key]], key
            while links[here] and (len(line) == 1 or len(links[here]) == 1):
                there = links[here].pop()
                links[same(there)].remove(where[here])
                line.append(there)
                here = same(there)
            lines.append(line)
    return lines


def frontiers(board: Board) -> str:
    d = "".join(smooth(flow(line)) for line in frontier_lines(board))
    style = {"fill": "none", "stroke_linecap": "butt", "stroke_linejoin": "round"}
    return group(
        "frontiers",
        [
            path(d, stroke="#b5658a", stroke_width="13", opacity="0.22"),
            path(d, stroke="#7d2f52", stroke_width="2.2", stroke_dasharray="13 4 2.2 4 2.2 4"),
        ],
        **style,
    )


# --- roads and bridges ----------------------------------------------------------------------------------------

RANK = ("city", "town", "fort", "village")


class Ways:
    """The road net as lines, every hexside crossed once; main roads are laid first and others run into them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.joints: dict[str, Point] = {}
        self.lines: dict[str, list[list[Point]]] = {"main": [], "secondary": []}
        self.towns: dict[str, tuple[str, Point]] = {}
        for p in sorted(board.map.places, key=lambda p: RANK.index(p.class_)):
            self.towns.setdefault(p.hex, (p.class_, board.place(p)))
        self.entries = {e.hex for e in board.map.entries}
        self.ends = {n for n, count in self._degrees().items() if count == 1 or n in self.entries}
        done: set[str] = set()
        for road in sorted(board.map.roads, key=lambda r: r.class_):
            for run in self._fresh(road, done):
                line = self._line(run)
                self.lines[road.class_].append(line)
                board.reserve(line)

    def _degrees(self) -> dict[str, int]:
        """How many hexsides of each hex a road crosses."""
        sides = {tuple(sorted(pair)) for r in self.board.map.roads for pair in pairwise(r.hexes)}
        return Counter(n for side in sides for n in side)

    def _fresh(self, road: Road, done: set[str]) -> Iterator[list[str]]:
        """The parts of a road that no road before it has covered."""
        run: list[str] = []
        for a, b in pairwise(road.hexes):
            side = "-".join(sorted((a, b)))
            if side in done:
                if run:
                    yield run
                run = []
                continue
            done.add(side)
            run = [*run, b] if run else [a, b]
        if run:
            yield run

    def _line(self, run: Sequence[str]) -> list[Point]:
        middles = [self.board.middle("-".join(sorted(pair))) for pair in pairwise(run)]
        line = []
        for i, name in enumerate(run):
            inner = 0 < i < len(run) - 1
            p = self._through(name, middles[i - 1], middles[i]) if inner else self._end(name)
            line += [p, *middles[i : i + 1]]
        return [*self._leave(run[0], line[1])[::-1], *line, *self._leave(run[-1], line[-2])]

    def _leave(self, name: str, before: Point) -> list[Point]:
        """A road that ends at the board's edge, not in a town, runs out over it."""
        entry = name in self.entries
        if name not in self.ends or (name in self.towns and not entry):
            return []
        y = self.board.spot[name][1]
        sides = [
            mix(self.board.corner(name, d), self.board.corner(name, d + 1))
            for d, n in self.board.neighbours(name)
            if n is None
        ]
        if entry:
            sides = [p for p in sides if abs(p[1] - y) < 1]
        return [max(sides, key=lambda p: hypot(p[0] - before[0], p[1] - before[1]))] if sides else []

    def _through(self, name: str, before: Point, after: Point) -> Point:
        """Through the middle of a town, past a village, near the centre of an empty hex; roads of a hex meet."""
        kind, town = self.towns.get(name, ("", self.board.spot[name]))
        p = town if kind in ("city", "town") else mix(mix(before, after), town)
        return self.joints.setdefault(name, p)

    def _end(self, name: str) -> Point:
        return self.joints.setdefault(name, self.towns.get(name, ("", self.board.spot[name]))[1])


def roads(ways: Ways) -> str:
    main = "".join(smooth(line) for line in ways.lines["main"])
    other = "".join(smooth(line) for line in ways.lines["secondary"])
    return group(
        "roads",
        [
            path(other, stroke="#5f4326", stroke_width="4.4"),
            path(main, stroke="#5a2117", stroke_width="6.4"),
            path(other, stroke="#f7ecc6", stroke_width="2.6"),
            path(main, stroke="#cf5a3c", stroke_width="4.2"),
        ],
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def bridges(board: Board) -> str:
    """Two parapets with wing walls across the water, along the road."""
    major = {r.name for r in board.map.rivers if r.class_ == "major"}
    parts = []
    for bridge in board.map.bridges:
        a, b = (board.spot[n] for n in bridge.side.split("-"))
        p, turn = board.middle(bridge.side), degrees(atan2(b[1] - a[1], b[0] - a[0]))
        reach, gap = (11.0, 4.6) if bridge.river in major else (6.5, 3.8)
        d = "".join(
            f"M{num(-reach - 3)} {num(s * (gap + 3))}L{num(-reach)} {num(s * gap)}"
            f"H{num(reach)}L{num(reach + 3)} {num(s * (gap + 3))}"
            for s in (-1, 1)
        )
        parts.append(f'<path transform="translate({xy(p)}) rotate({num(turn)})" d="{d}"/>')
    return group("bridges", parts, fill="none", stroke="#21180f", stroke_width="2.1", stroke_linecap="round")


# --- towns and forts ------------------------------------------------------------------------------------------


def block(p: Point, wide: float, high: float, turn: float) -> str:
    """A rectangle about p, turned."""
    ux, uy = cos(turn), sin(turn)
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    return "M" + "L".join(xy((p[0] + ux * a - uy * b, p[1] + uy * a + ux * b)) for a, b in corners) + "Z"


def houses(name: str, p: Point, count: int, reach: float, turn: float) -> str:
    """Blocks of houses on a crooked street grid about p, thinning outwards."""
    spots = []
    pitch = reach / (count**0.5) * 1.9
    ux, uy = cos(turn), sin(turn)
    for i in range(-6, 7):
        for j in range(-6, 7):
            a = pitch * (i + 0.5 + 0.35 * (chance(name, i, j) - 0.5))
            b = pitch * (j + 0.5 + 0.35 * (chance(name, j, i, "b") - 0.5))
            spots.append((hypot(a, b) * (0.85 + 0.4 * chance(name, i, j, "keep")), i, j, a, b))
    out = []
    for _, i, j, a, b in sorted(spots)[:count]:
        wide, high = (pitch * (0.26 + 0.16 * chance(name, i, j, side)) for side in "wh")
        out.append(block((p[0] + ux * a - uy * b, p[1] + uy * a + ux * b), wide, high, turn))
    return "".join(out)


def halo(name: str, p: Point, reach: float) -> str:
    """An uneven round patch."""
    ring = [2 * pi * i / 9 for i in range(9)]
    radii = [reach * (0.85 + 0.3 * chance(name, "halo", i)) for i in range(9)]
    return smooth([(p[0] + r * cos(a), p[1] + r * sin(a)) for r, a in zip(radii, ring, strict=True)], closed=True)


def settlements(board: Board) -> str:
    patches, blocks, dots = [], [], []
    for place in board.map.places:
        p, name = board.place(place), place.name
        turn = pi / 2 * chance(name, "turn")
        if place.class_ == "city":
            patches.append(halo(name, p, 23))
            blocks.append(houses(name, p, 44, 20, turn))
        elif place.class_ == "town":
            patches.append(halo(name, p, 14))
            blocks.append(houses(name, p, 13, 10.5, turn))
        elif place.class_ == "village":
            dots.append(f"M{xy((p[0] - 2.6, p[1]))}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0")
    return group(
        "settlements",
        [
            path("".join(patches), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.8", opacity="0.92"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.3"),
        ],
    )


def lines_of_forts(board: Board) -> list[str]:
    """The ground of the Maginot Line."""
    ditch = blob(board, {n for n in board.hexes if board.terrain[n] == "maginot"}, 4.0, 1.5)
    return [
        path(ditch, fill="#cfc3b3", stroke="#7b6a58", stroke_width="1.4", stroke_dasharray="5 2.5"),
        path(ditch, fill="url(#hatch)"),
    ]


def fort_spot(board: Board, name: str) -> Point:
    """Where in its hex a casemate stands clear of roads and rivers."""
    x, y = board.spot[name]
    spots = [(x + dx, y + dy) for dx, dy in ((0, 3), (0, 14), (-14, 9), (14, 9), (-12, -8), (12, -8))]
    return min(
        spots, key=lambda p: sum(board.taken((p[0] + dx, p[1] + dy)) for dx in (-13, -6, 0, 6, 13) for dy in (-9, 0, 6))
    )


def forts(board: Board) -> str:
    """A casemate in every hex of the Maginot Line."""
    return group("forts", [casemate(fort_spot(board, n)) for n in board.hexes if board.terrain[n] == "maginot"])


def casemate(p: Point, size: float = 1.0) -> str:
    return (
        f'<g transform="translate({xy(p)}) scale({size})">'
        '<path d="M-11 7V1A11 10 0 0 1 11 1V7Z" fill="#6d6257" stroke="#2e2720" stroke-width="1.4"/>'
        '<path d="M-15 7H15" stroke="#2e2720" stroke-width="2.2"/>'
        '<path d="M-6.5 1.2h4M2.5 1.2h4" stroke="#efe4cc" stroke-width="1.8"/></g>'
    )


# --- grid and lettering ---------------------------------------------------------------------------------------


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


def settle(board: Board, labels: Sequence[Label], fixed: Shelf) -> None:
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
    shelf = Shelf(obstacles(board))
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


def river_names(board: Board, streams: Streams, shelf: Shelf) -> str:
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
    board: Board, stretch: Sequence[Point], words: str, size: float, span: int, shelf: Shelf
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


# --- entries and furniture ------------------------------------------------------------------------------------


def entries(board: Board) -> str:
    """An arrow with the entry's letter outside the board, and a ring in the hex."""
    parts = []
    left, _, right, _ = board.frame
    for e in board.map.entries:
        x, y = board.spot[e.hex]
        east = x > (left + right) / 2
        tip = x + (HEX / 2 - 3 if east else 3 - HEX / 2)
        way, colour = (1 if east else -1), NATION[e.side]
        head = f"M{num(tip)} {num(y)}l{num(way * 15)}-11v6h{num(way * 11)}v10h{num(-way * 11)}v6z"
        badge = tip + way * 37
        parts += [
            path(tiles(board, [e.hex]), fill=colour, opacity="0.13"),
            path(head, fill=colour, stroke=PAPER, stroke_width="1.2"),
            f'<circle cx="{num(badge)}" cy="{num(y)}" r="13" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>',
            text((badge, y + 6.3), e.label),
        ]
    face = {"font_family": SERIF, "font_size": "18", "font_weight": "bold", "text_anchor": "middle", "fill": "#fbf4df"}
    return group("entries", parts, **face)


class Item(NamedTuple):
    """A line of the legend."""

    name: str
    effect: tuple[str, ...]
    swatch: Callable[[Point], str]


def panel(box: Box) -> str:
    """A double-ruled card."""
    x0, y0, x1, y1 = box
    cards = [(0.0, "1.8", PAPER), (4.5, "0.7", "none")]
    return "".join(
        f'<rect x="{num(x0 + i)}" y="{num(y0 + i)}" width="{num(x1 - x0 - 2 * i)}" height="{num(y1 - y0 - 2 * i)}"'
        f' fill="{fill}" stroke="{INK}" stroke-width="{line}"/>'
        for i, line, fill in cards
    )


def tile(p: Point, fill: str) -> str:
    """A small hex for the legend."""
    r = 14.0
    corners = ((p[0] + r * cos(pi * (2 * k - 3) / 6), p[1] + r * sin(pi * (2 * k - 3) / 6)) for k in range(6))
    return path("M" + "L".join(map(xy, corners)) + "Z", fill=fill, stroke="#4a3a22", stroke_width="0.9")


def wood_swatch(fill: str, tones: tuple[str, str, str], spots: Sequence[Point], firs: float) -> Callable[[Point], str]:
    def swatch(p: Point) -> str:
        grove = Grove()
        for i, (x, y) in enumerate(spots):
            grove.plant((p[0] + x, p[1] + y), chance("legend", i) < firs, 0.75)
        return tile(p, fill) + "".join(grove.svg(tones))

    return swatch


def town_swatch(count: int, reach: float) -> Callable[[Point], str]:
    def swatch(p: Point) -> str:
        patch = path(halo("legend", p, reach * 1.25), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.6")
        return tile(p, PAPER) + patch + path(houses("legend", p, count, reach, 0.3), fill="#6b3227")

    return swatch


def line_swatch(*strokes: tuple[str, float, str]) -> Callable[[Point], str]:
    """A short wavy line in the given strokes: colour, width, dashes."""

    def swatch(p: Point) -> str:
        d = f"M{xy((p[0] - 17, p[1] + 3))}q9-9 17-3t17-3"
        return "".join(
            path(
                d,
                fill="none",
                stroke=colour,
                stroke_width=num(wide),
                stroke_dasharray=dashes or "none",
                stroke_linecap="butt",
            )
            for colour, wide, dashes in strokes
        )

    return swatch


def bridge_swatch(p: Point) -> str:
    water = path(f"M{xy((p[0] - 3, p[1] - 13))}q8 13 2 26", fill="none", stroke=WATER, stroke_width="8")
    road = path(f"M{xy((p[0] - 17, p[1]))}h34", stroke="#cf5a3c", stroke_width="4")
    walls = "".join(f"M{xy((p[0] - 12, p[1] + 6.5 * k))}l3 {num(-2.5 * k)}h18l3 {num(2.5 * k)}" for k in (-1, 1))
    return water + road + path(walls, fill="none", stroke="#21180f", stroke_width="1.8")


def entry_swatch(p: Point) -> str:
    dots = [(-9, "german", "A"), (9, "french", "1")]
    return "".join(
        f'<circle cx="{num(p[0] + dx)}" cy="{num(p[1])}" r="8.5" fill="{NATION[side]}"/>'
        + text((p[0] + dx, p[1] + 4), label, font_size="11", font_weight="bold", fill="#fbf4df", text_anchor="middle")
        for dx, side, label in dots
    )


def maginot_swatch(p: Point) -> str:
    return tile(p, "#cfc3b3") + tile(p, "url(#hatch)") + casemate((p[0], p[1]), 0.75)


FEW = ((-6.0, -4.0), (5.0, -6.0), (-1.0, 4.0), (7.0, 4.0), (-8.0, 6.0))
MANY = (*FEW, (0.0, -8.0), (-2.0, -2.0), (3.0, 0.0), (9.0, -1.0), (3.0, 8.0), (-4.0, 9.0), (-10.0, 0.0))
TERRAIN_ITEMS = (
    Item("Clear", ("open going",), lambda p: tile(p, PAPER)),
    Item("Light woods", ("slow for motors",), wood_swatch(LIGHT_WOOD, LIGHT_TONES, FEW, 0.2)),
    Item(
        "Heavy woods",
        ("slow; no zones of control,", "overrun or off-road supply"),
        wood_swatch(HEAVY_WOOD, HEAVY_TONES, MANY, 0.7),
    ),
    Item("Town", ("shelters the defender",), town_swatch(11, 8.0)),
    Item("City", ("shelters the defender well",), town_swatch(30, 9.5)),
    Item("Maginot Line", ("strong for French defenders",), maginot_swatch),
)
LINE_ITEMS = (
    Item("Main road", ("fast march, carries supply",), line_swatch(("#5a2117", 6.4, ""), ("#cf5a3c", 4.2, ""))),
    Item("Secondary road", ("plays like a main road",), line_swatch(("#5f4326", 4.4, ""), ("#f7ecc6", 2.6, ""))),
    Item("Minor river", ("slows, helps the defender",), line_swatch((WATER_EDGE, 5.8, ""), (WATER, 4, ""))),
    Item(
        "Major river",
        ("the Meuse: bridge, pontoon", "or a whole move to cross"),
        line_swatch((WATER_EDGE, 14, ""), (WATER, 11, ""), (WATER_CORE, 4.5, "")),
    ),
    Item("Bridge", ("the road crosses the river",), bridge_swatch),
    Item("Frontier", ("of May 1940",), line_swatch(("#e4c3cf", 10, ""), ("#7d2f52", 2, "10 3 2 3"))),
    Item("Entry hex", ("A-E German, 1-7 French",), entry_swatch),
)


def legend(x: float, y: float) -> str:
    parts = [
        text(
            (x + 168, y),
            "TERRAIN AND ITS EFFECTS",
            font_size="12",
            letter_spacing="2.5",
            text_anchor="middle",
            font_weight="bold",
        )
    ]
    for column, items in ((x + 20, TERRAIN_ITEMS), (x + 192, LINE_ITEMS)):
        for i, item in enumerate(items):
            p = column, y + 32 + 38 * i
            parts += [item.swatch(p), text((p[0] + 25, p[1] - 3), item.name, font_size="11.5", font_weight="bold")]
            for n, words in enumerate(item.effect):
                parts.append(text((p[0] + 25, p[1] + 7.5 + 8.5 * n), words, font_size="8.4", font_style="italic"))
    return group("legend", parts, font_family=SERIF, fill=INK)


def title(box: Box) -> str:
    x, y = (box[0] + box[2]) / 2, box[1]
    flourish = f"M{xy((box[0] + 40, y + 76))}h72m{num(box[2] - box[0] - 224)} 0h72"
    return group(
        "title",
        [
            panel(box),
            text((x + 7, y + 58), "SEDAN", font_size="54", letter_spacing="14", font_weight="bold", fill="#6e1f18"),
            text((x, y + 82), "May 1940", font_size="21", font_style="italic"),
            path(flourish, stroke=INK, stroke_width="1"),
            text((x, y + 100), "Reconstruction; not the published map", font_size="10.5", font_style="italic"),
        ],
        font_family=SERIF,
        text_anchor="middle",
        fill=INK,
    )


def compass(p: Point, reach: float) -> str:
    """A rose of eight points, each half light and half dark."""
    light: list[str] = []
    dark: list[str] = []
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        angle, far = pi * k / 4, reach if k % 2 == 0 else reach * 0.58
        tip = p[0] + far * sin(angle), p[1] - far * cos(angle)
        for side, half in ((-1, light), (1, dark)):
            waist = angle + side * pi / 8
            hip = p[0] + reach * 0.26 * sin(waist), p[1] - reach * 0.26 * cos(waist)
            half.append(f"M{xy(p)}L{xy(hip)}L{xy(tip)}Z")
    ring = f'<circle cx="{num(p[0])}" cy="{num(p[1])}" r="{num(reach * 0.66)}" fill="none" stroke="{INK}"/>'
    return group(
        "compass",
        [
            ring,
            path("".join(light), fill="#f7efd9", stroke=INK, stroke_width="0.8", stroke_linejoin="round"),
            path("".join(dark), fill="#6e1f18", stroke=INK, stroke_width="0.8", stroke_linejoin="round"),
            text(
                (p[0], p[1] - reach - 4),
                "N",
                font_family=SERIF,
                font_size="15",
                font_weight="bold",
                fill=INK,
                text_anchor="middle",
            ),
        ],
    )


def scale_bar(p: Point) -> str:
    """Ten kilometres in steps of two, and what a hex measures."""
    km = HEX / 3.2
    x, y = p
    bar = [
        f'<rect x="{num(x + 2 * km * i)}" y="{num(y)}" width="{num(2 * km)}" height="6"'
        f' stroke="{INK}" fill="{INK if i % 2 == 0 else PAPER}"/>'
        for i in range(5)
    ]
    marks = [
        text((x + km * n, y - 4), str(n) if n < 10 else "10 km", font_size="9.5", text_anchor="middle")
        for n in range(0, 11, 2)
    ]
    hexes = text((x + 5 * km, y + 20), "one hex = 3.2 km", font_size="10.5", font_style="italic", text_anchor="middle")
    return group("scale", [*bar, *marks, hexes], font_family=SERIF, fill=INK)


CREDITS = (
    "Places: GeoNames (CC BY 4.0).",
    "Frontiers, large rivers: DCW, WDBII (LGPL).",
    "Small rivers, roads, woods: drawn by hand.",
)


def furniture(board: Board) -> str:
    """Title, legend, compass and scale on the part of the sheet that is out of play."""
    if not board.out:
        return ""
    spots = [board.spot[n] for n in board.out]
    left, top = min(x for x, _ in spots) - 28, min(y for _, y in spots) + 4
    right, bottom = max(x for x, _ in spots) - 62, max(y for _, y in spots) + SIDE - 2
    card = left, top + 122, right, bottom
    credit = [text((left + 118, bottom - 34 + 10.5 * i), words, font_size="8.2") for i, words in enumerate(CREDITS)]
    return group(
        "furniture",
        [
            title((left, top, right, top + 112)),
            panel(card),
            legend(left + 6, card[1] + 24),
            compass((left + 60, bottom - 56), 40),
            scale_bar((left + 126, bottom - 82)),
            group("credits", credit, font_family=SERIF, fill=INK, font_style="italic"),
        ],
    )


def definitions(board: Board) -> str:
    return (
        f'<defs><clipPath id="board"><path d="{tiles(board, board.hexes)}"/></clipPath>'
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V6" stroke="#8d7d6a" stroke-width="1.3" opacity="0.7"/></pattern></defs>'
    )


def draw(sedan_map: MapFile) -> str:
    """The whole map as a standalone SVG text."""
    board = Board(sedan_map)
    streams, ways = Streams(board), Ways(board)
    clear_lands(board)
    left, top, right, bottom = board.frame
    corner, size = (left - MARGIN, top - MARGIN), (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    parts = [
        definitions(board),
        ground(board),
        group("terrain", [*woods(board), *lines_of_forts(board)], clip_path="url(#board)"),
        frontiers(board),
        rivers(board, streams),
        lattice(board),
        land_names(board),
        roads(ways),
        settlements(board),
        bridges(board),
        forts(board),
        numbers(board),
        names(board, streams),
        entries(board),
        furniture(board),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{xy(corner)} {xy(size)}" role="img"'
    return head + ' aria-label="Sedan, May 1940: the map">\n' + "\n".join(parts) + "\n</svg>\n"
