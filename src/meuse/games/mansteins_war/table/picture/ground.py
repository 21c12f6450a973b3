"""Paper, countries, relief, woods and hills."""

from __future__ import annotations

from base64 import b64encode
from math import cos, pi, sin

from meuse.engine.hexes import Point
from meuse.games.mansteins_war.table.picture.paper import MARGIN, MansteinPaper, soft
from meuse.games.mansteins_war.table.picture.water import coastline
from meuse.maps.drawing import MARGIN_PAPER, PAPER, chance, group, grown, num, path, smooth, xy
from meuse.maps.ornaments import HEAVY_TONES, Grove, furrows, mount
from meuse.maps.paper import same
from meuse.maps.water import joined

TINT = {
    "germany": "#dfdccb", "france": "#f3ead0", "belgium": "#f1e0a8", "netherlands": "#f3d5ac", "luxembourg": "#e3d3dd",
    "switzerland": "#e0c4b4", "england": "#ded5c2",
}
BAND = {
    "germany": "#6f7466", "france": "#5377ac", "belgium": "#b58f1d", "netherlands": "#d07a2c", "luxembourg": "#93588a",
    "switzerland": "#b23a2e",
}


def sheet(paper: MansteinPaper) -> str:
    return group("paper", mount(grown(paper.frame, MARGIN), ((12, "2.6"), (18, "0.9"), (MARGIN - 3, "2.2"))))


def realm_outline(paper: MansteinPaper, region: set[str]) -> str:
    """A country's outline as a soft line; corners where three countries meet stay where they are."""
    out = []
    for loop in paper.outlines(region):
        corners = [a for a, _, _ in loop]
        firm = frozenset(
            same(a) for (_, _, before), (a, _, after) in zip([loop[-1], *loop[:-1]], loop, strict=True)
            if before is None or after is None or paper.realm[before] != paper.realm[after]
        )
        line = soft([*corners, corners[0]], firm)
        out.append(smooth(line[:-1], closed=True))
    return "".join(out)


def wash(paper: MansteinPaper) -> str:
    """The water of hexes that count as land, paler than the sea: Calais and Dieppe are mostly such water."""
    return path(paper.tiles(sorted(paper.land)), id="wash", fill="#f3ead0", opacity="0.38")


def countries(paper: MansteinPaper) -> str:
    """Dry land in the colours of its countries."""
    parts = [path(coastline(paper), fill=PAPER, fill_rule="evenodd")]
    for country, tint in TINT.items():
        region = {n for n in paper.cells if paper.realm[n] == country}
        parts.append(path(realm_outline(paper, region), fill=tint, stroke=tint, stroke_width="1.5"))
    return group("countries", parts, clip_path="url(#land)")


def relief(paper: MansteinPaper, picture: bytes) -> str:
    """Hill shading, on land alone."""
    left, top, right, bottom = paper.frame
    data = b64encode(picture).decode()
    return (
        f'<g id="relief" clip-path="url(#land)"><image x="{num(left)}" y="{num(top)}" width="{num(right - left)}"'
        f' height="{num(bottom - top)}" preserveAspectRatio="none" href="data:image/png;base64,{data}"/></g>'
    )


def shoreline(paper: MansteinPaper) -> str:
    return group("coast", [path(coastline(paper), fill="none", stroke="#33586b", stroke_width="1.7",
                                stroke_linejoin="round")], clip_path="url(#frame)")


def rim(paper: MansteinPaper) -> str:
    """A veil over what lies within the frame and on no hex."""
    left, top, right, bottom = paper.frame
    frame = f"M{xy((left, top))}H{num(right)}V{num(bottom)}H{num(left)}Z"
    return path(frame + paper.tiles(paper.cells), fill=MARGIN_PAPER, fill_rule="evenodd", opacity="0.6")


def bands(paper: MansteinPaper) -> str:
    """A band of each country's colour along the inside of its frontiers."""
    parts = []
    for country, colour in BAND.items():
        region = {n for n in paper.cells if paper.realm[n] == country}
        shape = realm_outline(paper, region)
        parts.append(f'<clipPath id="in-{country}"><path d="{shape}"/></clipPath>')
        lines = "".join(smooth(line) for line in frontier_lines(paper, country))
        parts.append(
            f'<g clip-path="url(#in-{country})">'
            + path(lines, stroke=colour, stroke_width="26", opacity="0.30")
            + path(lines, stroke=colour, stroke_width="12", opacity="0.32") + "</g>"
        )
    return group("bands", parts, fill="none", stroke_linejoin="round")


def frontier_lines(paper: MansteinPaper, country: str = "") -> list[list[Point]]:
    """The frontiers between land hexes, or those of one country, from one meeting point to the next."""
    dry = paper.land | {n for n in paper.cells if paper.realm[n] == "switzerland"}
    sides = []
    for name in sorted(dry):
        for d, other in paper.neighbours(name):
            if other is None or other not in dry or other < name or paper.realm[name] == paper.realm[other]:
                continue
            if not country or country in (paper.realm[name], paper.realm[other]):
                sides.append((paper.corner(name, d), paper.corner(name, d + 1)))
    return [soft(line) for line in joined(sides)]


def frontiers(paper: MansteinPaper) -> str:
    d = "".join(smooth(line) for line in frontier_lines(paper))
    return group(
        "frontiers",
        [path(d, stroke="#f6eed8", stroke_width="4.4", opacity="0.8"),
         path(d, stroke="#6e1f3c", stroke_width="2.6", stroke_dasharray="16 5 2.6 5 2.6 5")],
        fill="none", stroke_linejoin="round",
    )


def uplands(paper: MansteinPaper) -> list[str]:
    """Forest and rough hexes: woods in green, hills in brown with woods between them."""
    wood = {n for n in paper.cells if paper.terrain(n) == "forest"}
    hill = {n for n in paper.cells if paper.terrain(n) == "rough"}
    return [
        path(paper.blob(wood, 9.0, 6.0), fill="#b4c489", stroke="#8aa062", stroke_width="1.2", opacity="0.78"),
        path(paper.blob(hill, 5.0, 5.0), fill="#c6ab7c", stroke="#977748", stroke_width="1.4", opacity="0.85"),
        *hills(paper, hill),
        *trees(paper, wood, 19.0, 0.35, 1.25).svg(HEAVY_TONES),
    ]


def inside(paper: MansteinPaper, p: Point, region: set[str], reach: float) -> bool:
    x, y = p
    return all(paper.at((x + dx, y + dy)) in region for dx in (-reach, reach) for dy in (-reach, reach))


def trees(paper: MansteinPaper, region: set[str], gap: float, firs: float, size: float) -> Grove:
    """Trees all over the region, clear of its border and of water."""
    grove = Grove()
    for i, j, p in paper.scattered(gap, gap):
        if inside(paper, p, region, 12.0) and not paper.taken(p) and not paper.taken((p[0], p[1] - 6)):
            grove.plant(p, chance(gap, i, j, "fir") < firs, size * (0.8 + 0.4 * chance(gap, i, j, "size")))
    return grove


def hills(paper: MansteinPaper, region: set[str]) -> list[str]:
    """Rough country: rows of hills with the light on their western slope, and firs between."""
    grove = Grove()
    lit, dark, hatch, crest = [], [], [], []
    for i, j, p in paper.scattered(25.0, 25.0):
        if not inside(paper, p, region, 13.0) or paper.taken(p) or paper.taken((p[0], p[1] - 8)):
            continue
        if chance(i, j, "kind") < 0.3:
            grove.plant(p, True, 1.1)
            continue
        (x, y), s = p, 0.8 + 0.45 * chance(i, j, "hill")
        w, h = 14 * s, 15 * s
        top = x - 0.1 * w, y - h
        foot = f"{xy((x + w, y + 4))}"
        lit.append(f"M{xy((x - w, y + 4))}Q{xy((x - 0.55 * w, y - 0.7 * h))} {xy(top)}L{xy((x, y + 4))}Z")
        dark.append(f"M{xy(top)}Q{xy((x + 0.5 * w, y - 0.75 * h))} {foot}L{xy((x, y + 4))}Z")
        crest.append(f"M{xy((x - w, y + 4))}Q{xy((x - 0.55 * w, y - 0.7 * h))} {xy(top)}"
                     f"Q{xy((x + 0.5 * w, y - 0.75 * h))} {foot}")
        for k in (0.3, 0.55, 0.8):
            hatch.append(f"M{xy((x + k * w * 0.75, y - h * (0.95 - 0.75 * k)))}l{xy((1.5, h * 0.5))}")
    return [
        path("".join(lit), fill="#e2cda0"),
        path("".join(dark), fill="#a1814f"),
        path("".join(hatch), stroke="#6b5230", stroke_width="0.9", fill="none", opacity="0.8"),
        path("".join(crest), stroke="#5d4527", stroke_width="1.2", fill="none", stroke_linejoin="round"),
        *grove.svg(HEAVY_TONES),
    ]


def fields(paper: MansteinPaper) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes = []
    for name in sorted(paper.land):
        if paper.terrain(name) != "clear":
            continue
        x, y = paper.spot[name]
        for patch in range(5):
            r, a = 46 * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            p = x + r * cos(a), y + r * sin(a)
            strokes.append(furrows(p, pi * chance(name, "turn", patch), (-1, 0, 1), 3.6, 6.0))
    return path("".join(strokes), stroke="#b79d63", stroke_width="0.7", opacity="0.42", fill="none")
