"""Title, calendar, legend, compass and scale in the north-west, and the arrows of the entry edges."""

from __future__ import annotations

from meuse.engine.hexes import RADIUS, Point
from meuse.games.blitzkrieg.box.chartfile import ChartsFile, Effect
from meuse.games.blitzkrieg.table.picture.ground import HILL, MOUNTAIN
from meuse.games.blitzkrieg.table.picture.paper import HEX, NATION, BlitzPaper
from meuse.games.blitzkrieg.table.picture.settlements import capital, source
from meuse.maps.drawing import INK, LIGHT_WOOD, SERIF, WATER, WATER_CORE, Box, group, path, rect, text, xy
from meuse.maps.legend import Item, Style, Swatch, Tile, Words, scale_bar, title, wave
from meuse.maps.ornaments import LIGHT_TONES, anchor, compass, dot, panel
from meuse.maps.theatre import SHALLOWS
from meuse.maps.works import casemate, star

WAY = {"germany": (1, 0), "france": (0, 1)}


def edges(paper: BlitzPaper) -> str:
    """10.3 Arrows outside the hexes by which reinforcements come on."""
    parts = []
    left, top, right, bottom = paper.frame
    for country, mask in paper.board.entries.items():
        dx, dy = WAY[country]
        for name in paper.grid.names_of(mask):
            x, y = paper.spot[name]
            tip = (right + 5, y) if dx else (x, y + HEX / 2 + 4)
            wing = [(tip[0] + dx * 13 - dy * s * 8, tip[1] + dy * 13 + dx * s * 8) for s in (-1, 1)]
            parts.append((country, f"M{xy(tip)}L{xy(wing[0])}L{xy((tip[0] + dx * 9, tip[1] + dy * 9))}L{xy(wing[1])}Z"))
    arrows = [path("".join(d for c, d in parts if c == country), fill=NATION[country]) for country in WAY]
    face = {"font_family": SERIF, "font_size": "15", "font_weight": "bold", "letter_spacing": "5"}
    words = [
        f'<text transform="translate({xy((right + 40, 0.5 * (top + bottom)))}) rotate(90)" fill="{NATION["germany"]}">'
        "GERMAN REINFORCEMENTS</text>",
        text((0.5 * (left + right), bottom + 46), "FRENCH REINFORCEMENTS", fill=NATION["france"]),
    ]
    return group("edges", [*arrows, *words], text_anchor="middle", **face)


# --- the legend -------------------------------------------------------------------------------------------------

TILE = Tile("flat", 17.0 / RADIUS, "1")
TREES = ((-7, -5), (5, -7), (-1, 4), (8, 4), (-9, 6))


def hill_swatch(fill: str, high: float) -> Swatch:
    def swatch(p: Point) -> str:
        x, y = p
        top = y - 9 * high
        lit = f"M{xy((x - 12, y + 7))}Q{xy((x - 7, top + 3))} {xy((x - 1, top))}L{xy((x, y + 7))}Z"
        dark = f"M{xy((x - 1, top))}Q{xy((x + 6, top + 3))} {xy((x + 12, y + 7))}L{xy((x, y + 7))}Z"
        edge = {"stroke": "#5d4527", "stroke_width": "1"}
        return TILE.plain(p, fill) + path(lit, fill="#e2cda0", **edge) + path(dark, fill="#a1814f", **edge)

    return swatch


def line(*strokes: tuple[str, float, str]) -> Swatch:
    return wave(19, 3, *strokes)


def pair(first: Swatch, second: Swatch) -> Swatch:
    return lambda p: first((p[0] - 11, p[1])) + second((p[0] + 12, p[1]))


def flood_swatch(p: Point) -> str:
    rows = "".join(f"M{xy((p[0] - 11, p[1] + dy))}q3-4 6 0t6 0t6 0" for dy in (-6, 1, 8))
    return TILE.plain(p) + path(rows, stroke="#4f86a3", stroke_width="1.5", fill="none")


def columns(shift: int) -> str:
    count = ("no column", "one column", "two columns", "three columns")
    return count[-shift] if -shift < len(count) else f"{-shift} columns"


def going(effect: Effect) -> tuple[str, ...]:
    """What a line of the terrain chart says, in a line or two."""
    cost = str(effect.foot) if effect.foot == effect.mech else f"{effect.foot} on foot, {effect.mech} by motor"
    first = f"{cost}; {columns(effect.land)}"
    traits = ["jams at every step"] * effect.jam + ["no zones reach in"] * (not effect.zoc)
    return (first, ", ".join(traits)) if traits else (first,)


def items(charts: ChartsFile) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    terrain, features = charts.terrain, charts.features
    river, fort, flood = features["river"], features["fort"], features["flooded"]
    france, germany, belgium = NATION["france"], NATION["germany"], NATION["belgium"]
    works = pair(lambda p: casemate((p[0], p[1] + 2), france, 0.8), lambda p: casemate((p[0], p[1] + 2), germany, 0.6))
    ports = pair(lambda p: anchor(p, True, 0.8), lambda p: anchor(p, False, 0.8))
    frontier = wave(11, 2, ("#e4c3cf", 8, ""), ("#6e1f3c", 2.2, "8 3 2 3"))
    railway = wave(11, 2, ("#4a3c30", 3, ""), ("#f4ead2", 1.4, "5 5"))
    return (
        (
            Item("Clear", going(terrain["clear"]), TILE.plain),
            Item("Broken", going(terrain["broken"]), TILE.wood(LIGHT_WOOD, LIGHT_TONES, TREES, 0.3, 0.95)),
            Item("Rough", going(terrain["rough"]), hill_swatch(HILL, 1.0)),
            Item("Mountain", going(terrain["mountain"]), hill_swatch(MOUNTAIN, 1.5)),
            Item("River", (f"{river.foot} more on foot, {river.mech} by motor;", f"{columns(river.land)} if all cross"),
                 line(("#3f6f8d", 9, ""), (WATER, 6.6, ""), (WATER_CORE, 2.4, ""))),
            Item("Stream", ("no effect in play",), line(("#6d9db5", 1.6, ""))),
            Item("Water", ("nobody crosses",), line(("#33586b", 13, ""), (SHALLOWS[2], 10, ""), ("#f7faf6", 3, "3 5"))),
            Item("May be flooded", (f"then {flood.foot} more on foot, {flood.mech} by motor", columns(flood.land)),
                 flood_swatch),
        ),
        (
            Item("Capital", (f"{columns(features['capital'].land)}; the richest prize",),
                 pair(TILE.town(30, 11.0, 13.2), lambda p: capital((p[0] + 12, p[1]), 10))),
            Item("City", (f"{columns(features['city'].land)}; railhead",), TILE.town(22, 9.5, 11.5)),
            Item("Town", ("serves air transport",),
                 lambda p: TILE.plain(p) + path(dot(p, 4.0), fill="#a9503c", stroke="#2c2015", stroke_width="1.2")),
            Item("Supply source", ("of the country of its colour",),
                 pair(lambda p: source(p, germany), lambda p: source(p, france))),
            Item("Port", ("on the sea, and inland",), ports),
            Item("Fortified line", (f"{columns(fort.land)} behind its walls,", f"{columns(fort.reduced)} otherwise"),
                 works),
            Item("Fortress", ("the same, around a town",), lambda p: star(p, 15.0, belgium)),
            Item("Frontier, railway", ("of May 1940; railways for the eye",), pair(frontier, railway)),
        ),
    )


STYLE = Style(aside=38, name=20, up=3, effect=15.5, down=16, line=18)


def legend(box: Box, charts: ChartsFile) -> str:
    x0, y0, x1, _ = box
    parts = [panel(box), text(((x0 + x1) / 2, y0 + 40), "TERRAIN AND ITS EFFECTS", font_size="20", letter_spacing="4",
                              text_anchor="middle", font_weight="bold")]
    for column, entries in zip((x0 + 50, x0 + 50 + (x1 - x0) * 0.51), items(charts), strict=True):
        for i, item in enumerate(entries):
            parts += STYLE.row(item, (column, y0 + 96 + 86 * i))
    return group("legend", parts, font_family=SERIF, fill=INK)


# --- title and calendar -----------------------------------------------------------------------------------------

NAME = Words("BLITZKRIEG IN THE WEST", 104, 66)
UNDER = (
    Words("The German campaign in Western Europe, May and June 1940", 166, 30),
    Words("A reconstruction after geography and history; not the published map", 206, 17),
)
CREDITS = "Places: GeoNames (CC BY 4.0). Coast, frontiers: GSHHG, WDBII, DCW (LGPL). Relief: shadedrelief.com."
MARKS = ("0", "40", "80", "120", "160 km")
"""A hex is twenty kilometres to the rules (2.7)."""


def calendar(box: Box, charts: ChartsFile) -> str:
    """The weeks of the campaign, each by its first day."""
    x0, y0, x1, y1 = box
    days = charts.campaign.turns
    step = (x1 - x0 - 40) / len(days)
    parts = [panel(box), text(((x0 + x1) / 2, y0 + 36), "GAME TURNS", font_size="20", letter_spacing="4",
                              font_weight="bold")]
    for i, day in enumerate(days):
        cell = x0 + 20 + step * i + 5, y0 + 56, x0 + 20 + step * (i + 1) - 5, y1 - 22
        middle = (cell[0] + cell[2]) / 2
        tint = "#efe2c0" if i < charts.reserves.june - 1 else "#e6d3b4"
        parts += [
            rect(cell, fill=tint, stroke=INK, stroke_width="1.2"),
            text((middle, cell[1] + 62), str(i + 1), font_size="56", font_weight="bold", fill="#6e1f18"),
            text((middle, cell[1] + 98), day, font_size="19", font_style="italic"),
        ]
    return group("calendar", parts, font_family=SERIF, fill=INK, text_anchor="middle")


def furniture(paper: BlitzPaper, charts: ChartsFile) -> str:
    """All of it where no hex is in play."""
    left, top = paper.frame[0] + 26, paper.frame[1] + 26
    wide = paper.spot["1207"][0] - 12
    end = paper.spot["3407"][0] + 10
    card = left, top + 270, wide, top + 270 + 812
    face = {"font_size": "13.5", "font_style": "italic", "font_family": SERIF, "fill": INK}
    return group(
        "furniture",
        [
            title((left, top, left + 1180, top + 236), NAME, 6, UNDER, (52, 158, 100)),
            calendar((left + 1215, top, end, top + 236), charts),
            legend(card, charts),
            text((left + 22, card[3] - 16), CREDITS, **face),
            compass(((left + wide) / 2, card[3] + 215), 120),
            scale_bar(((left + wide) / 2 - 4 * HEX, card[3] + 410), 2 * HEX, MARKS, 10, 17),
        ],
    )
