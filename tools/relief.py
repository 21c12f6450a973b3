"""Make the hill shading of Sedan and Ghost Division anew: `python tools/relief.py ELEVATION.csv` (for developers).

No free elevation is fine enough for maps of 3 km hexes. So the broad rise and fall is that of the five minute grid
(metres; first row longitudes, first column latitudes), valleys are cut along the rivers as the maps draw them, and the
small hills are our own, higher where the land is: the lie of the land is true, its folds are not. No rule reads it.
"""

from __future__ import annotations

import csv
import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from math import atan, atan2, cos, exp, floor, hypot, log, pi, radians, sin, tan, tanh
from pathlib import Path
from typing import NamedTuple

from meuse import make_game
from meuse.engine.hexes import Point
from meuse.games.ghost_division.box.drawfile import Drawing as StripDrawing
from meuse.games.ghost_division.table.picture.paper import SIZE, Strip
from meuse.games.ghost_division.table.picture.water import Waters
from meuse.games.sedan.box.drawfile import Drawing as SedanDrawing
from meuse.games.sedan.table.picture.paper import HEX, SedanPaper
from meuse.games.sedan.table.picture.water import Streams
from meuse.maps.drawing import Box, chance, walk

DATA = Path(__file__).parents[1] / "src" / "meuse" / "games"


class Scheme(NamedTuple):
    """What is shaded and how: a pixel's side and a hill's breadth in units of the map, and how high hills are."""

    frame: Box
    pixel: float
    hill: float
    rise: float
    where: Callable[[Point], Point]
    """Longitude and latitude of a point on paper."""
    rivers: list[tuple[Sequence[Point], float]]
    """Lines of water, and how deep they have cut, 1 for the deepest."""


class Elevation:
    def __init__(self, path: Path) -> None:
        rows = list(csv.reader(line for line in path.open(encoding="utf-8") if not line.startswith("#")))
        self.lon = [float(x) for x in rows[0][1:]]
        self.lat = [float(row[0]) for row in rows[1:]]
        self.metres = [[float(x or 0) for x in row[1:]] for row in rows[1:]]

    def at(self, lon: float, lat: float) -> float:
        """Metres, eased between the four samples around."""
        i = (lon - self.lon[0]) / (self.lon[1] - self.lon[0])
        j = (lat - self.lat[0]) / (self.lat[1] - self.lat[0])
        x, y = floor(i), floor(j)
        u, v = (t * t * (3 - 2 * t) for t in (i - x, j - y))
        a, b = self.metres[y], self.metres[y + 1]
        return (a[x] * (1 - u) + a[x + 1] * u) * (1 - v) + (b[x] * (1 - u) + b[x + 1] * u) * v


def noise(x: float, y: float, key: str) -> float:
    """Smooth hills from -1 to 1, about one unit apart."""
    i, j = floor(x), floor(y)
    u, v = (t * t * (3 - 2 * t) for t in (x - i, y - j))
    corners = [[2 * chance(key, i + a, j + b) - 1 for a in (0, 1)] for b in (0, 1)]
    low, high = (row[0] * (1 - u) + row[1] * u for row in corners)
    return low * (1 - v) + high * v


def valleys(scheme: Scheme, wide: int, high: int) -> list[list[float]]:
    """How deep water has cut into each pixel, from 0 to 1: a floor, and slopes that ease out."""
    left, top, _, _ = scheme.frame
    reach = 1.5 * scheme.hill / scheme.pixel
    depth = [[0.0] * wide for _ in range(high)]
    for line, cut in scheme.rivers:
        for x, y in walk(line, scheme.pixel):
            ci, cj = (x - left) / scheme.pixel, (y - top) / scheme.pixel
            for j in range(max(0, int(cj - reach)), min(high, int(cj + reach) + 1)):
                for i in range(max(0, int(ci - reach)), min(wide, int(ci + reach) + 1)):
                    far = hypot(i - ci, j - cj) / reach
                    depth[j][i] = max(depth[j][i], cut * exp(-((2.4 * far) ** 1.6)))
    return depth


def heights(scheme: Scheme, land: Elevation) -> list[list[float]]:
    left, top, right, bottom = scheme.frame
    wide, high = int((right - left) / scheme.pixel), int((bottom - top) / scheme.pixel)
    cut = valleys(scheme, wide, high)
    out = []
    for j in range(high):
        row = []
        for i in range(wide):
            x, y = left + scheme.pixel * (i + 0.5), top + scheme.pixel * (j + 0.5)
            metres = land.at(*scheme.where((x, y)))
            rugged = min(1.0, max(0.12, (metres - 140) / 230))
            fold = sum(
                (0.5 - abs(noise(x / (scheme.hill * k), y / (scheme.hill * k), f"fold {k}"))) * k
                for k in (1.6, 0.8, 0.4)
            )
            stream = cut[j][i]
            row.append(metres + scheme.rise * rugged * (fold * (1 - stream) - 2.1 * stream))
        out.append(row)
    return out


SHADOW, LIGHT = (62, 44, 26, 104), (255, 251, 238, 96)
"""The colours of shadows and lights, and the most that each covers of 255."""
STEPS = 24
STEEP = 0.13
"""How soon a slope is as dark as can be: metres a unit of the map."""


def shaded(scheme: Scheme, land: Elevation) -> bytes:
    """Shadows and lights of a sun in the north-west, as a PNG picture of few colours with transparency."""
    h = heights(scheme, land)
    high, wide = len(h), len(h[0])
    lines = []
    for j in range(high):
        line = bytearray(b"\0")
        for i in range(wide):
            across = h[j][min(i + 1, wide - 1)] - h[j][max(i - 1, 0)]
            down = h[min(j + 1, high - 1)][i] - h[max(j - 1, 0)][i]
            facing = tanh((across + down) / scheme.pixel * STEEP)
            line.append(STEPS + round(facing * STEPS))
        lines.append(bytes(line))
    return png(wide, high, b"".join(lines))


def png(wide: int, high: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    shades = [(*colour, round(most * n / STEPS)) for (*colour, most), steps in
              ((SHADOW, range(STEPS, 0, -1)), (LIGHT, range(STEPS + 1))) for n in steps]
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"PLTE", bytes(c for *colour, _ in shades for c in colour))
    body += chunk(b"tRNS", bytes(cover for *_, cover in shades))
    body += chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def conic(p: Point) -> Point:
    """Sedan: docs/data-sources.md has the projection."""
    phi1, phi2, phi0, lam0 = (radians(d) for d in (49.4, 50.0, 49.7, 4.94))
    size, turn, x0, y0, r0 = 3.2, radians(-1.28), -109.8, 42.68, 6371.0
    n = log(cos(phi1) / cos(phi2)) / log(tan(pi / 4 + phi2 / 2) / tan(pi / 4 + phi1 / 2))
    f = r0 * cos(phi1) * tan(pi / 4 + phi1 / 2) ** n / n
    rho0 = f / tan(pi / 4 + phi0 / 2) ** n
    u, v = p[0] / HEX, p[1] / HEX
    x, y = size * (cos(turn) * u + sin(turn) * v) + x0, size * (sin(turn) * u - cos(turn) * v) + y0
    lat = 2 * atan((f / hypot(x, rho0 - y)) ** (1 / n)) - pi / 2
    return (lam0 + atan2(x, rho0 - y) / n) * 180 / pi, lat * 180 / pi


def sedan() -> Scheme:
    game = make_game("sedan")
    paper = SedanPaper(game.board, game.shelf.load("drawing", SedanDrawing))  # type: ignore[attr-defined]
    lines = zip(paper.map.rivers, Streams(paper).lines, strict=True)
    rivers = [(line, 1.0 if river.class_ == "major" else 0.72) for river, line in lines]
    return Scheme(paper.frame, 6.0, 42.0, 95.0, conic, rivers)


def ghost_division() -> Scheme:
    game = make_game("ghost-division")
    paper = Strip(game.board.file, game.shelf.load("drawing", StripDrawing))  # type: ignore[attr-defined]
    waters, g = Waters(paper), paper.map.grid
    left, _, _, bottom = paper.frame

    def where(p: Point) -> Point:
        return g.lon_west + g.lon_step * (p[0] - left) / SIZE, g.lat_south + g.lat_step * (bottom - p[1]) / SIZE

    rivers = [(line, 1.0) for line in waters.rivers.values()] + [(line, 0.6) for line in waters.streams.values()]
    return Scheme(paper.frame, 5.0, 44.0, 95.0, where, rivers)


def main() -> None:
    land = Elevation(Path(sys.argv[1]))
    for name, scheme in (("sedan", sedan()), ("ghost_division", ghost_division())):
        picture = shaded(scheme, land)
        (DATA / name / "data" / "relief.png").write_bytes(picture)
        print(name, len(picture))


if __name__ == "__main__":
    main()
