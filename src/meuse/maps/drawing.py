"""What every map's picture is made of: numbers, lines, letters and colours. A picture is the text of an SVG file."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from math import hypot
from pathlib import Path
from xml.sax.saxutils import escape

from meuse.engine.hexes import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

PAPER = "#f1e8cf"
MARGIN_PAPER = "#e6d9b8"
INK = "#3a2c1c"
WATER_EDGE, WATER, WATER_CORE = "#4f7f9b", "#7fb0c8", "#bcd9e2"
ROAD, ROAD_EDGE = "#d69a5b", "#5f3d22"
LIGHT_WOOD, HEAVY_WOOD = "#d0d8a6", "#a3b878"
SANS = "Cabin, Gill Sans, Arial, sans-serif"
SERIF = "Alegreya, Palatino, Georgia, serif"
FONTS = Path(__file__).parents[1] / "web" / "fonts"


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


def styled(style: dict[str, str]) -> str:
    """Attributes; hyphens are written as underscores."""
    return "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())


def viewbox(box: Box) -> list[float]:
    """Left, top, width and height, as SVG wants them."""
    left, top, right, bottom = box
    return [round(value, 1) for value in (left, top, right - left, bottom - top)]


def picture(title: str, box: Box, parts: Iterable[str]) -> str:
    """A standalone SVG text that shows what lies in a box."""
    frame = " ".join(map(num, viewbox(box)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" role="img" aria-label="{escape(title)}">'
    return "\n".join([head, faces(), *parts]) + "\n</svg>\n"


def faces() -> str:
    """The fonts of a map, within it: a picture may load nothing from elsewhere."""
    rules = (FONTS.parent / "common" / "fonts.css").read_text(encoding="utf-8").split("@font-face")[1:]
    ours = [f"@font-face{rule}" for rule in rules if '"Alegreya"' in rule or '"Cabin"' in rule]
    style = re.sub(r"url\(../fonts/([\w.-]+)\)", lambda found: f"url({packed(found[1])})", "".join(ours))
    return f"<style>{style}text {{ font-variant-numeric: lining-nums; }}</style>"


def packed(name: str) -> str:
    return "data:font/woff2;base64," + b64encode((FONTS / name).read_bytes()).decode()


def group(name: str, parts: Iterable[str], **style: str) -> str:
    return f'<g id="{name}"{styled(style)}>\n' + "\n".join(parts) + "\n</g>"


def path(d: str, **style: str) -> str:
    return f'<path d="{d}"{styled(style)}/>'


def use(what: str, **style: str) -> str:
    """A shape that is written elsewhere, drawn here."""
    return f'<use href="{what}"{styled(style)}/>'


def text(p: Point, words: str, **style: str) -> str:
    return f'<text x="{num(p[0])}" y="{num(p[1])}"{styled(style)}>{escape(words)}</text>'


def rect(box: Box, **style: str) -> str:
    x0, y0, x1, y1 = box
    return f'<rect x="{num(x0)}" y="{num(y0)}" width="{num(x1 - x0)}" height="{num(y1 - y0)}"{styled(style)}/>'


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def around(p: Point, reach: float) -> Box:
    return p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach


def width(words: str, size: float) -> float:
    """About how wide the words come out in the serif face, a little on the safe side."""
    narrow = sum(c in "iljtfrI'-. " for c in words)
    broad = sum(c in "mwMW" or c.isupper() for c in words)
    return size * (0.53 * len(words) - 0.19 * narrow + 0.17 * broad)


def relief(frame: Box, shading: bytes, within: str) -> str:
    """Hill shading, as a PNG picture of what lies in the frame, within a clip path."""
    left, top, right, bottom = frame
    data = b64encode(shading).decode()
    return (
        f'<g id="relief" clip-path="url(#{within})"><image x="{num(left)}" y="{num(top)}" width="{num(right - left)}"'
        f' height="{num(bottom - top)}" preserveAspectRatio="none" href="data:image/png;base64,{data}"/></g>'
    )


class Boxes:
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
