"""Paper, countries, relief, woods and hills."""

from __future__ import annotations

from base64 import b64encode
from math import cos, pi, sin

from meuse.games.mansteins_war.table.picture.sheet import MARGIN, Sheet, blob, flow, outlines, same, tiles
from meuse.games.mansteins_war.table.picture.water import coastline
from meuse.maps.drawing import INK, MARGIN_PAPER, PAPER, Point, chance, group, num, path, smooth, xy
from meuse.maps.ornaments import HEAVY_TONES, Grove

TINT = {
    "germany": "#dfdccb", "france": "#f3ead0", "belgium": "#f1e0a8", "netherlands": "#f3d5ac", "luxembourg": "#e3d3dd",
    "switzerland": "#e0c4b4", "england": "#ded5c2",
}
BAND = {
    "germany": "#6f7466", "france": "#5377ac", "belgium": "#b58f1d", "netherlands": "#d07a2c", "luxembourg": "#93588a",
    "switzerland": "#b23a2e",
}


def paper(sheet: Sheet) -> str:
    left, top, right, bottom = sheet.frame

    def frame(m: float, **style: str) -> str:
        attributes = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in style.items())
        return (
            f'<rect x="{num(left - m)}" y="{num(top - m)}" width="{num(right - left + 2 * m)}"'
            f' height="{num(bottom - top + 2 * m)}"{attributes}/>'
        )

    inks = ((MARGIN - 12, "2.6"), (MARGIN - 18, "0.9"), (3, "2.2"))
    rules = [frame(m, fill="none", stroke=INK, stroke_width=w) for m, w in inks]
    return group("paper", [frame(MARGIN, fill=MARGIN_PAPER), *rules])


def realm_outline(sheet: Sheet, region: set[str]) -> str:
    """A country's outline as a soft line; corners where three countries meet stay where they are."""
    out = []
    for loop in outlines(sheet, region):
        corners = [a for a, _, _ in loop]
        firm = frozenset(
            same(a) for (_, _, before), (a, _, after) in zip([loop[-1], *loop[:-1]], loop, strict=True)
            if before is None or after is None or sheet.realm[before] != sheet.realm[after]
        )
        line = flow([*corners, corners[0]], firm)
        out.append(smooth(line[:-1], closed=True))
    return "".join(out)


def wash(sheet: Sheet) -> str:
    """The water of hexes that count as land, paler than the sea: Calais and Dieppe are mostly such water."""
    return path(tiles(sheet, sorted(sheet.land)), id="wash", fill="#f3ead0", opacity="0.38")


def countries(sheet: Sheet) -> str:
    """Dry land in the colours of its countries."""
    parts = [path(coastline(sheet), fill=PAPER, fill_rule="evenodd")]
    for country, tint in TINT.items():
        region = {n for n in sheet.hexes if sheet.realm[n] == country}
        parts.append(path(realm_outline(sheet, region), fill=tint, stroke=tint, stroke_width="1.5"))
    return group("countries", parts, clip_path="url(#land)")


def relief(sheet: Sheet, picture: bytes) -> str:
    """Hill shading, on land alone."""
    left, top, right, bottom = sheet.frame
    data = b64encode(picture).decode()
    return (
        f'<g id="relief" clip-path="url(#land)"><image x="{num(left)}" y="{num(top)}" width="{num(right - left)}"'
        f' height="{num(bottom - top)}" preserveAspectRatio="none" href="data:image/png;base64,{data}"/></g>'
    )


def shoreline(sheet: Sheet) -> str:
    return group("coast", [path(coastline(sheet), fill="none", stroke="#33586b", stroke_width="1.7",
                                stroke_linejoin="round")], clip_path="url(#frame)")


def rim(sheet: Sheet) -> str:
    """A veil over what lies within the frame and on no hex."""
    left, top, right, bottom = sheet.frame
    frame = f"M{xy((left, top))}H{num(right)}V{num(bottom)}H{num(left)}Z"
    return path(frame + tiles(sheet, sheet.hexes), fill=MARGIN_PAPER, fill_rule="evenodd", opacity="0.6")


def bands(sheet: Sheet) -> str:
    """A band of each country's colour along the inside of its frontiers."""
    parts = []
    for country, colour in BAND.items():
        region = {n for n in sheet.hexes if sheet.realm[n] == country}
        shape = realm_outline(sheet, region)
        parts.append(f'<clipPath id="in-{country}"><path d="{shape}"/></clipPath>')
        lines = "".join(smooth(line) for line in frontier_lines(sheet, country))
        parts.append(
            f'<g clip-path="url(#in-{country})">'
            + path(lines, stroke=colour, stroke_width="26", opacity="0.30")
            + path(lines, stroke=colour, stroke_width="12", opacity="0.32") + "</g>"
        )
    return group("bands", parts, fill="none", stroke_linejoin="round")


def frontier_lines(sheet: Sheet, country: str = "") -> list[list[Point]]:
    """The frontiers between land hexes, or those of one country, from one meeting point to the next."""
    links: dict[tuple[int, int], list[Point]] = {}
    where: dict[tuple[int, int], Point] = {}
    dry = sheet.land | {n for n in sheet.hexes if sheet.realm[n] == "switzerland"}
    for name in sorted(dry):
        for d, other in sheet.neighbours(name):
            if other is None or other not in dry or other < name or sheet.realm[name] == sheet.realm[other]:
                continue
            if country and country not in (sheet.realm[name], sheet.realm[other]):
                continue
            a, b = sheet.corner(name, d), sheet.corner(name, d + 1)
            for p, q in ((a, b), (b, a)):
                links.setdefault(same(p), []).append(q)
                where[same(p)] = p
    lines = []
    for key in sorted(links, key=lambda k: (len(links[k]) == 2, k)):
        while links[key]:
            line, here = [where[key]], key
            while links[here] and (len(line) == 1 or len(links[here]) == 1):
                there = links[here].pop()
                links[same(there)] = [q for q in links[same(there)] if same(q) != here]
                line.append(there)
                here = same(there)
            lines.append(flow(line))
    return lines


def frontiers(sheet: Sheet) -> str:
    d = "".join(smooth(line) for line in frontier_lines(sheet))
    return group(
        "frontiers",
        [path(d, stroke="#f6eed8", stroke_width="4.4", opacity="0.8"),
         path(d, stroke="#6e1f3c", stroke_width="2.6", stroke_dasharray="16 5 2.6 5 2.6 5")],
        fill="none", stroke_linejoin="round",
    )


def uplands(sheet: Sheet) -> list[str]:
    """Forest and rough hexes: woods in green, hills in brown with woods between them."""
    wood = {n for n in sheet.hexes if sheet.terrain(n) == "forest"}
    hill = {n for n in sheet.hexes if sheet.terrain(n) == "rough"}
    return [
        path(blob(sheet, wood, 9.0, 6.0), fill="#b4c489", stroke="#8aa062", stroke_width="1.2", opacity="0.78"),
        path(blob(sheet, hill, 5.0, 5.0), fill="#c6ab7c", stroke="#977748", stroke_width="1.4", opacity="0.85"),
        *hills(sheet, hill),
        *trees(sheet, wood, 19.0, 0.35, 1.25).svg(HEAVY_TONES),
    ]


def inside(sheet: Sheet, p: Point, region: set[str], reach: float) -> bool:
    x, y = p
    return all(sheet.at((x + dx, y + dy)) in region for dx in (-reach, reach) for dy in (-reach, reach))


def trees(sheet: Sheet, region: set[str], gap: float, firs: float, size: float) -> Grove:
    """Trees all over the region, clear of its border and of water."""
    grove = Grove()
    for i, j, p in scattered(sheet, gap):
        if inside(sheet, p, region, 12.0) and not sheet.taken(p) and not sheet.taken((p[0], p[1] - 6)):
            grove.plant(p, chance(gap, i, j, "fir") < firs, size * (0.8 + 0.4 * chance(gap, i, j, "size")))
    return grove


def scattered(sheet: Sheet, gap: float) -> list[tuple[int, int, Point]]:
    """Spots all over the sheet, about `gap` apart and out of line, from the north down."""
    left, top, right, bottom = sheet.frame
    out = []
    for j in range(int((bottom - top) / (gap * 0.8))):
        for i in range(int((right - left) / gap)):
            x = left + gap * (i + 0.5 * (j % 2) + 0.85 * (chance(gap, i, j) - 0.5))
            y = top + gap * (0.8 * j + 0.7 * (chance(gap, j, i, "y") - 0.5))
            out.append((i, j, (x, y)))
    return out


def hills(sheet: Sheet, region: set[str]) -> list[str]:
    """Rough country: rows of hills with the light on their western slope, and firs between."""
    grove = Grove()
    lit, dark, hatch, crest = [], [], [], []
    for i, j, p in scattered(sheet, 25.0):
        if not inside(sheet, p, region, 13.0) or sheet.taken(p) or sheet.taken((p[0], p[1] - 8)):
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


def fields(sheet: Sheet) -> str:
    """Open ground: faint strokes of ploughland, all of a patch lying the same way."""
    strokes = []
    for name in sorted(sheet.land):
        if sheet.terrain(name) != "clear":
            continue
        x, y = sheet.spot[name]
        for patch in range(5):
            turn = pi * chance(name, "turn", patch)
            r, a = 46 * chance(name, "r", patch) ** 0.5, 2 * pi * chance(name, "a", patch)
            px, py = x + r * cos(a), y + r * sin(a)
            ux, uy = cos(turn), sin(turn)
            for i in (-1, 0, 1):
                cx, cy = px - uy * 3.6 * i, py + ux * 3.6 * i
                strokes.append(f"M{xy((cx - ux * 6, cy - uy * 6))}l{xy((ux * 12, uy * 12))}")
    return path("".join(strokes), stroke="#b79d63", stroke_width="0.7", opacity="0.42", fill="none")
