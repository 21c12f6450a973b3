"""The Assembly Area, the ruler of degrees, and what lies beneath the strip: title, calendar, legend and scale."""

from __future__ import annotations

from meuse.games.ghost_division.table.picture.legend import legend
from meuse.games.ghost_division.table.picture.lettering import medal
from meuse.games.ghost_division.table.picture.paper import BAND, SEA, SIZE, Strip, assembly_area
from meuse.maps.drawing import INK, PAPER, SERIF, WATER_EDGE, Box, chance, group, num, path, rect, smooth, text, xy
from meuse.maps.legend import Words, scale_bar, title
from meuse.maps.ornaments import compass, panel

WINE = "#6e1f18"


def definitions(paper: Strip) -> str:
    left, top, right, bottom = paper.frame
    boxes = {"strip": paper.frame, "west": (left - SEA, top, left, bottom), "sheet": (left - SEA, top, right, bottom)}
    return "<defs>" + "".join(f'<clipPath id="{k}">{rect(b)}</clipPath>' for k, b in boxes.items()) + "</defs>"


def degrees_ruler(paper: Strip) -> str:
    """Five minutes of longitude, dark and light, along the top and bottom of the strip; every half degree by number."""
    left, top, right, bottom = paper.frame
    west = left - SEA
    dark, words = [], []
    for minute in range(80, 365, 5):
        x0, x1 = (min(max(paper.point((m / 60, 50.0))[0], west), right) for m in (minute, minute + 5))
        if minute % 10 == 0 and x1 > x0:
            dark += [f"M{num(x0)} {num(y)}H{num(x1)}" for y in (top - 6, bottom + 6)]
        if minute % 30 == 0 and west < x0 < right - 1:
            label = f"{minute // 60}°" + ("30'" if minute % 60 else "")
            words.append(text((x0, top - 15), label))
    rims = [rect((west, y, right, y + 7), stroke=INK, stroke_width="1") for y in (top - 9.5, bottom + 2.5)]
    coast_edge = rect((west, top, left, bottom), fill="none", stroke=INK, stroke_width="2")
    return group(
        "degrees",
        [
            group("degree-bars", [*rims, path("".join(dark), stroke=INK, stroke_width="7")], fill=PAPER),
            coast_edge,
            group("degree-names", words, font_size="13", text_anchor="middle", fill=INK),
        ],
        font_family=SERIF,
    )


def area(paper: Strip) -> str:
    """The Assembly Area: a card for counters, beyond the Our."""
    box = assembly_area(paper.map)
    x0, y0, x1, y1 = box
    edge = paper.frame[2]
    our = [(edge + 30 + 12 * (chance("Our", k) - 0.5), y0 + (y1 - y0) * k / 24) for k in range(25)]
    middle = (x0 + x1) / 2
    rows = [path(f"M{xy((x0 + 14, y0 + SIZE * k))}H{num(x1 - 14)}", stroke=INK, stroke_width="0.8") for k in (1, 2)]
    return group(
        "assembly-area",
        [
            rect((edge, y0, x0, y1), fill="#e2d8b6"),
            path(smooth(our), fill="none", stroke=WATER_EDGE, stroke_width="3.4"),
            rect((edge, y0, x0, y1), fill="none", stroke=INK, stroke_width="1"),
            panel(box),
            rect((x0 + 9, y0 + 9, x1 - 9, y1 - 9), fill="#8d9079", opacity="0.2"),
            group("assembly-rows", rows, stroke_dasharray="3 6", opacity="0.5"),
            text((middle + 3, y0 + 46), "ASSEMBLY AREA", **AREA_FACE),
            text((middle, y0 + 70), "7. Panzer-Division, on the Eifel roads", font_size="16", font_style="italic"),
            f'<text transform="translate({xy((edge + 56, y0 + 330))}) rotate(-90)" font-size="15" font-style="italic"'
            ' letter-spacing="3" fill="#275a7c">Our</text>',
        ],
        font_family=SERIF,
        text_anchor="middle",
        fill=INK,
    )


AREA_FACE = {"font_size": "27", "letter_spacing": "5", "font_weight": "bold", "fill": WINE}


NAME = Words("GHOST DIVISION", 84, 66)
UNDER = (
    Words("May 1940", 140, 28),
    Words("Rommel's road from the Our to Arras and the sea", 174, 22),
    Words("Reconstruction; not the published map", 201, 14),
)


def calendar(paper: Strip, box: Box) -> str:
    """The six turns with what 7th Panzer did in them, an arrow from each to the next."""
    x0, y0, x1, _ = box
    days = paper.drawing.calendar
    wide = (x1 - x0) / len(days)
    parts = [panel(box), text(((x0 + x1) / 2, y0 + 34), "THE ROAD OF THE GHOST DIVISION", **HEADING)]
    for k, day in enumerate(days):
        x = x0 + wide * k + 24
        parts += [
            medal((x + 24, y0 + 80), day.turn, 22.0),
            text((x + 60, y0 + 88), day.dates, font_size="24", font_weight="bold"),
            *(text((x + 4, y0 + 130 + 25 * n), line) for n, line in enumerate(day.says)),
        ]
        if k:
            arrow = f"M{xy((x - 52, y0 + 80))}h32m-9-7l10 7l-10 7"
            parts.append(path(arrow, fill="none", stroke=WINE, stroke_width="2.6"))
    return group("calendar", parts, font_family=SERIF, font_size="18.5", font_style="italic", fill=INK)


HEADING = {
    "font_size": "18",
    "font_weight": "bold",
    "font_style": "normal",
    "letter_spacing": "4",
    "text_anchor": "middle",
}
KM = SIZE / 16.5
CREDITS = (
    "Places: GeoNames (CC BY 4.0). Frontiers, coast, Somme, Oise and Escaut",
    "after DCW, GSHHG and WDBII (LGPL). The rest drawn by hand.",
)


MARKS = ("0", "10", "20", "30", "40 km")


def furniture(paper: Strip) -> str:
    left, _, _, bottom = paper.frame
    y0, y1 = bottom + 30, bottom + BAND
    west, east = left - SEA, assembly_area(paper.map)[2]
    foot = east - 560, y0, east, y1
    credit = [text((foot[0] + 34, y1 - 40 + 19 * i), words, font_size="14") for i, words in enumerate(CREDITS)]
    return group(
        "furniture",
        [
            degrees_ruler(paper),
            title((west, y0, west + 800, y1), NAME, 10, UNDER, (50, 132, 140)),
            calendar(paper, (west + 824, y0, west + 2536, y1)),
            legend((west + 2560, y0, foot[0] - 24, y1)),
            panel(foot),
            compass((west + 92, bottom - 96), 62),
            scale_bar((foot[0] + 40, y0 + 78), 10 * KM, MARKS, 9, 15, "one Grid = 16.5 km"),
            group("credits", credit, font_family=SERIF, fill=INK, font_style="italic"),
        ],
    )
