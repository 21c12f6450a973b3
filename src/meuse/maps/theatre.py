"""A map of whole countries on paper: hexes over the true coast, frontiers along hexsides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import hypot
from typing import ClassVar

from meuse.engine.hexes import Grid, Point
from meuse.engine.mapfile import NamedPlace
from meuse.maps.drawing import (
    INK,
    MARGIN_PAPER,
    PAPER,
    SERIF,
    chance,
    group,
    grown,
    mix,
    num,
    path,
    rect,
    smooth,
    use,
    xy,
)
from meuse.maps.lettering import Spread
from meuse.maps.ornaments import mount
from meuse.maps.paper import Key, Paper, same
from meuse.maps.shapes import Drawing, Land
from meuse.maps.water import flow, joined

SEA, SHALLOWS = "#b9d0d3", ("#aec8cd", "#a3c0c7", "#97b7c0")
HALO = {"stroke": "#f8f1de", "stroke_linejoin": "round", "paint_order": "stroke"}


class Theatre(Paper):
    """The hexes with their countries, and the drawn shapes. Strokes are `unit` times as broad as on the largest map."""

    NUMBER: ClassVar[tuple[float, float]]
    """Where a hex has its number: so far above its middle, and so far to either side."""

    def __init__(
        self,
        grid: Grid,
        size: float,
        unit: float,
        drawing: Drawing,
        land: AbstractSet[str],
        country: Mapping[str, str],
        whole: Grid | None = None,
    ) -> None:
        super().__init__(grid, size, whole)
        self.unit, self.drawing, self.land = unit, drawing, land
        self.realm = self._realms(country)
        self._found: dict[Key, str | None] = {}

    def _realms(self, country: Mapping[str, str]) -> dict[str, str]:
        """The country of each hex; one at sea takes that of the nearest land, for capes and islands."""
        realm = dict(country)
        while at_sea := [n for n in self.cells if realm[n] == "none"]:
            found = {}
            for n in at_sea:
                near = [realm[m] for _, m in self.neighbours(n) if m is not None and realm[m] != "none"]
                if near:
                    found[n] = max(sorted(near), key=near.count)
            realm |= found
        return realm

    def point(self, p: Point) -> Point:
        """A point of the drawing file on paper."""
        return self.size * p[0], self.size * p[1]

    def at(self, p: Point) -> str | None:
        """The hex that holds a point, to within a unit or two."""
        key = int(p[0] // 3), int(p[1] // 3)
        if key not in self._found:
            self._found[key] = super().at((3 * key[0] + 1.5, 3 * key[1] + 1.5))
        return self._found[key]

    def place(self, p: NamedPlace) -> Point:
        """Where a place is drawn: where it lies, but never on the hex number."""
        x, y = self.spot[p.hex]
        dx, dy = self.size * p.at[0], self.size * p.at[1]
        above, beside = self.NUMBER
        return x + dx, y + (max(dy, -above) if abs(dx) < beside else dy)

    def spread(self, land: Land) -> Spread:
        share = self.size / 100
        return Spread(land.name, self.point(land.at), land.size * share, land.apart * share, land.slope)

    def bend(self, a: Point, b: Point) -> Point:
        """The middle of a hexside, moved aside by a little: by the same for everything that runs along that side."""
        key = tuple(sorted((same(a), same(b))))
        middle, off = mix(a, b), 6.0 * self.unit * (2 * chance("bend", key) - 1)
        first, last = sorted((a, b))
        long = hypot(last[0] - first[0], last[1] - first[1])
        return middle[0] - off * (last[1] - first[1]) / long, middle[1] + off * (last[0] - first[0]) / long

    def soft(self, corners: Sequence[Point], firm: frozenset[Key] = frozenset()) -> list[Point]:
        """A soft line along hexsides; firm corners stay."""
        return flow(corners, self.bend, firm)

    def wide(self, *values: float) -> str:
        """Widths or dashes at this map's scale."""
        return " ".join(num(self.unit * value) for value in values)


def mounted(paper: Theatre, margin: float) -> str:
    """The sheet beneath it all, with the lines of its margin."""
    return group("paper", mount(grown(paper.frame, margin), ((12, "2.6"), (18, "0.9"), (margin - 3, "2.2"))))


# --- sea and coast ----------------------------------------------------------------------------------------------


def coastline(paper: Theatre) -> str:
    """All dry land as one shape, lakes cut out by the even-odd rule."""
    rings = [*paper.drawing.land, *paper.drawing.lakes]
    return "".join("M" + "L".join(xy(paper.point(p)) for p in ring.line) + "Z" for ring in rings)


SHORE = "#shore-line"


def definitions(paper: Theatre) -> str:
    """The coast, written once and used wherever it is drawn or clips."""
    return (
        f'{path(coastline(paper), id=SHORE[1:])}<clipPath id="frame">{rect(paper.frame)}</clipPath>'
        f'<clipPath id="land">{use(SHORE, clip_rule="evenodd")}</clipPath>'
    )


def sea(paper: Theatre) -> str:
    """Water with the engraver's lines along the coast."""
    field = rect(paper.frame, fill=SEA)
    u = paper.unit
    bands = [use(SHORE, stroke=tone, stroke_width=num(w * u)) for w, tone in zip((58, 38, 20), SHALLOWS, strict=True)]
    lines = [
        use(SHORE, stroke="#6f98a8", stroke_width=num(w * u + 1.1), opacity=o)
        + use(SHORE, stroke=tone, stroke_width=num(w * u))
        for w, o, tone in ((44, "0.35", SHALLOWS[0]), (27, "0.5", SHALLOWS[1]), (13, "0.7", SHALLOWS[2]))
    ]
    style = {"fill": "none", "stroke_linejoin": "round", "clip_path": "url(#frame)"}
    return group("sea", [field, group("shore", [bands[0], lines[0], bands[1], lines[1], bands[2], lines[2]], **style)])


def shoreline(paper: Theatre) -> str:
    line = use(SHORE, fill="none", stroke="#33586b", stroke_width=paper.wide(1.7), stroke_linejoin="round")
    return group("coast", [line], clip_path="url(#frame)")


def wash(paper: Theatre) -> str:
    """The water of hexes that count as land, paler than the sea: some ports are mostly such water."""
    return path(paper.outline(paper.land), id="wash", fill="#f3ead0", fill_rule="evenodd", opacity="0.38")


def rim(paper: Theatre) -> str:
    """A veil over what lies within the frame and on no hex."""
    left, top, right, bottom = paper.frame
    frame = f"M{xy((left, top))}H{num(right)}V{num(bottom)}H{num(left)}Z"
    return path(frame + paper.outline(set(paper.cells)), fill=MARGIN_PAPER, fill_rule="evenodd", opacity="0.6")


# --- countries --------------------------------------------------------------------------------------------------


def realm_outline(paper: Theatre, region: set[str]) -> str:
    """A country's outline as a soft line; corners where three countries meet stay where they are."""
    out = []
    for loop in paper.outlines(region):
        corners = [a for a, _, _ in loop]
        firm = frozenset(
            same(a) for (_, _, before), (a, _, after) in zip([loop[-1], *loop[:-1]], loop, strict=True)
            if before is None or after is None or paper.realm[before] != paper.realm[after]
        )
        line = paper.soft([*corners, corners[0]], firm)
        out.append(smooth(line[:-1], closed=True))
    return "".join(out)


def countries(paper: Theatre, tints: Mapping[str, str]) -> str:
    """Dry land in the colours of its countries."""
    parts = [use(SHORE, fill=PAPER, fill_rule="evenodd")]
    for country, tint in tints.items():
        region = {n for n in paper.cells if paper.realm[n] == country}
        shape = path(realm_outline(paper, region), id=f"realm-{country}")
        parts.append(f'<g fill="{tint}" stroke="{tint}" stroke-width="{paper.wide(1.5)}">{shape}</g>')
    return group("countries", parts, clip_path="url(#land)")


BAND = {
    "germany": "#6f7466", "france": "#5377ac", "belgium": "#b58f1d", "netherlands": "#d07a2c", "luxembourg": "#93588a",
    "switzerland": "#b23a2e",
}


def bands(paper: Theatre, dry: AbstractSet[str]) -> str:
    """A band of each country's colour along the inside of its frontiers."""
    parts = []
    for country, colour in BAND.items():
        parts.append(f'<clipPath id="in-{country}">{use(f"#realm-{country}")}</clipPath>')
        lines = "".join(smooth(line) for line in frontier_lines(paper, dry, country))
        parts.append(
            f'<g clip-path="url(#in-{country})">'
            + path(lines, stroke=colour, stroke_width=paper.wide(26), opacity="0.30")
            + path(lines, stroke=colour, stroke_width=paper.wide(12), opacity="0.32") + "</g>"
        )
    return group("bands", parts, fill="none", stroke_linejoin="round")


def frontier_lines(paper: Theatre, dry: AbstractSet[str], country: str = "") -> list[list[Point]]:
    """The frontiers between dry hexes, or those of one country, from one meeting point to the next."""
    sides = []
    for name in sorted(dry):
        for d, other in paper.neighbours(name):
            if other is None or other not in dry or other < name or paper.realm[name] == paper.realm[other]:
                continue
            if not country or country in (paper.realm[name], paper.realm[other]):
                sides.append((paper.corner(name, d), paper.corner(name, d + 1)))
    return [paper.soft(line) for line in joined(sides)]


def frontiers(paper: Theatre, dry: AbstractSet[str]) -> str:
    d = "".join(smooth(line) for line in frontier_lines(paper, dry))
    return group(
        "frontiers",
        [path(d, stroke="#f6eed8", stroke_width=paper.wide(4.4), opacity="0.8"),
         path(d, stroke="#6e1f3c", stroke_width=paper.wide(2.6),
              stroke_dasharray=paper.wide(16, 5, 2.6, 5, 2.6, 5))],
        fill="none", stroke_linejoin="round",
    )


# --- grid and names ---------------------------------------------------------------------------------------------


def lattice(paper: Theatre) -> str:
    """Hexes: clear lines on land, faint ones at sea."""
    dry: list[str] = []
    wet: list[str] = []
    for name, other, line in paper.sides():
        (dry if name in paper.land or other in paper.land else wet).append(line)
    return group(
        "grid",
        [path("".join(wet), stroke="#3f6273", stroke_width="0.8", opacity="0.3"),
         path("".join(dry), stroke="#4a3a22", stroke_width="1.1", opacity="0.5"),
         path(paper.outline(set(paper.cells)), stroke=INK, stroke_width="1.6", opacity="0.6")],
        fill="none",
    )


FACE = {
    "country": {"fill": "#6e1f3c", "opacity": "0.32", "font_weight": "bold"},
    "region": {"fill": "#4c3c1c", "opacity": "0.8", "font_style": "italic", "stroke_opacity": "0.55", **HALO},
    "sea": {"fill": "#2f6384", "opacity": "0.85", "font_style": "italic"},
}


def clear_lands(paper: Theatre) -> None:
    """Keep trees and hills off the names of regions."""
    for land in paper.drawing.lands:
        if land.class_ == "region":
            paper.spread(land).reserve(paper, 0.42)


def land_names(paper: Theatre) -> str:
    """Countries, regions and seas, beneath everything that a player needs to read."""
    words = {k: [paper.spread(land).svg() for land in paper.drawing.lands if land.class_ == k] for k in FACE}
    sets = [group(f"names-{kind}", words[kind], **face) for kind, face in FACE.items()]
    return group("names-lands", sets, font_family=SERIF, text_anchor="middle", stroke_width="3")
