"""Cities and towns, depots and ports."""

from __future__ import annotations

from math import pi

from meuse.games.mansteins_war.table.picture.sheet import NATION, Sheet
from meuse.maps.drawing import Box, Boxes, Point, around, chance, group, overlap, path, xy
from meuse.maps.ornaments import halo, houses


def settlements(sheet: Sheet) -> str:
    patches, blocks, dots = [], [], []
    for place in sheet.board.file.places:
        p, name = sheet.place(place), place.name
        turn = pi / 2 * chance(name, "turn")
        if place.class_ == "city":
            patches.append(halo(name, p, 21))
            blocks.append(houses(name, p, 40, 18.5, turn))
        elif place.class_ == "town":
            patches.append(halo(name, p, 11))
            blocks.append(houses(name, p, 11, 8.5, turn))
        else:
            dots.append(dot(p))
    dots += [dot(sheet.paper(sight.at)) for sight in sheet.drawing.sights]
    return group(
        "settlements",
        [
            path("".join(patches), fill="#e3bfa0", stroke="#b58a66", stroke_width="0.8", opacity="0.94"),
            path("".join(blocks), fill="#6b3227", stroke="#3d1b14", stroke_width="0.5"),
            path("".join(dots), fill="#fff8e2", stroke="#2c2015", stroke_width="1.4"),
        ],
    )


def dot(p: Point) -> str:
    return f"M{xy((p[0] - 3, p[1]))}a3 3 0 1 0 6 0a3 3 0 1 0-6 0"


def depot(p: Point, colour: str) -> str:
    """Barrels under a roof, in the colour of the nation that they supply."""
    return (
        f'<g transform="translate({xy(p)})"><path d="M-12 11V-4L0-12L12-4V11Z" fill="{colour}" stroke="#1f1a14"'
        ' stroke-width="1.4" stroke-linejoin="round"/><g fill="#f6ecd0" stroke="#1f1a14" stroke-width="0.8">'
        '<circle cx="-4.4" cy="6.2" r="3.6"/><circle cx="4.4" cy="6.2" r="3.6"/><circle cy="-1" r="3.6"/></g></g>'
    )


def anchor(p: Point, channel: bool) -> str:
    """A port: a white anchor on blue for the Channel, a blue one on white elsewhere."""
    ground, line = ("#1d4c6b", "#f4f7f2") if channel else ("#f4f1e2", "#1d4c6b")
    return (
        f'<g transform="translate({xy(p)})"><circle r="12" fill="{ground}" stroke="#12303f" stroke-width="1.4"/>'
        f'<g fill="none" stroke="{line}" stroke-width="1.9" stroke-linecap="round"><circle cy="-6.4" r="2"/>'
        '<path d="M0-4.2V7.6M-4-1.2H4M-7 2.6C-6.4 6-3.4 7.6 0 7.6S6.4 6 7 2.6"/></g></g>'
    )


AROUND = ((-29, -13), (29, -13), (-29, 13), (29, 13), (0, 31), (-33, 0), (33, 0), (-20, 26), (20, 26), (-12, -30))


def badges(sheet: Sheet, shelf: Boxes) -> str:
    """Depot and port signs beside their towns, where they cover least; they go on the shelf of taken boxes."""
    parts = []
    for place in sheet.board.file.places:
        signs = ([("depot", place.depot)] if place.depot else []) + ([("port", place.port)] if place.port else [])
        shrink = 1.0 if place.class_ == "city" else 0.8
        for kind, which in signs:
            x, y = sheet.place(place)
            spots = [(x + dx * shrink, y + dy * shrink) for dx, dy in AROUND]
            best = min(enumerate(spots), key=lambda s: (burden(sheet, s[1], place.hex, shelf) + s[0] * 2, s[0]))[1]
            shelf.add(around(best, 14.0))
            parts.append(depot(best, NATION[which]) if kind == "depot" else anchor(best, which == "channel"))
    return group("badges", parts)


def burden(sheet: Sheet, p: Point, home: str, shelf: Boxes) -> float:
    """How badly a sign would stand there: outside its hex, on lines or on other things."""
    box: Box = around(p, 13.0)
    spots = [(p[0] + dx, p[1] + dy) for dx in (-12, 0, 12) for dy in (-12, 0, 12)]
    outside = sum(sheet.at(s) != home for s in spots)
    return 40.0 * outside + 5.0 * sum(map(sheet.taken, spots)) + sum(overlap(box, other) for other in shelf.near(box))
