"""5.0 Command: bins and special markers, the draw, and what a marker activates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import reinforcements
from meuse.games.mansteins_war.rules.control import held

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

NONE = "none"


# --- the Command Marker Phase ------------------------------------------------------------------------------------


def load_bins(g: MansteinsWar, p: MansteinPosition) -> None:
    """4.1b: both sides load at once and in secret; where a side has nothing to choose, its bin is filled at once."""
    p.special, p.dry = (0, 0), 0
    settled = 0
    plans = sum(1 << m for both in g.plan_markers for m in both)
    german, allied = (sum(1 << m for m in loadable(g, p, side)) & ~plans for side in (GERMAN, ALLIED))
    p.offered = (german, allied)
    for side in (GERMAN, ALLIED):
        forced = must_load(g, p, side)
        if forced >= 0:
            p.set_special(side, 1 << forced)
        if not has_choice(g, p, side):
            settled |= 1 << side
    p.push(LoadBins(settled))


def must_load(g: MansteinsWar, p: MansteinPosition, side: int) -> int:
    """21.2e: in week 1 the Germans load the plan they have kept; -1 where nothing is compulsory."""
    if side == GERMAN and p.turn == 1 and g.options["german-plan"] == "week-1":
        return p.plans[GERMAN]
    return -1


def loadable(g: MansteinsWar, p: MansteinPosition, side: int) -> list[int]:
    """5.2, 21.1, 21.2: special markers that a side may add to its bin now."""
    return [m for m in g.special_markers[side] if refuse_load(g, p, side, m) is None]


def loads(g: MansteinsWar, markers: list[int]) -> list[int]:
    """5.2d: what may be made of these markers in one week, as sets: nothing, one, and by option Luftwaffe and a leader.

    One choice whatever is loaded: the number of clicks tells nothing."""
    pairs = []
    if g.options["german-specials"] == "luftwaffe-besides":
        leaders = [m for m in markers if g.markers[m].entry.group == "leader"]
        wings = [m for m in leaders if g.markers[m].entry.all_air]
        pairs = [1 << wing | 1 << m for wing in wings for m in leaders if m != wing]
    return [0, *(1 << m for m in markers), *pairs]


def load_word(g: MansteinsWar, markers: int) -> str:
    return "+".join([g.markers[m].id for m in bits(markers)]) or NONE


def has_choice(g: MansteinsWar, p: MansteinPosition, side: int) -> bool:
    """Whether a side had anything to choose as this phase began; that is no secret."""
    return must_load(g, p, side) < 0 and bool(loadable(g, p, side))


def refuse_load(g: MansteinsWar, p: MansteinPosition, side: int, m: int) -> Refusal | None:
    """Why a special marker of that side may not be loaded."""
    entry = g.markers[m].entry
    if p.gone >> m & 1:
        return Refusal("5.2e", f"{entry.name} is out of the game")
    if p.turn < entry.from_turn:
        return Refusal("23.0a", f"{entry.name} may be loaded from week {entry.from_turn} on")
    if entry.group == "plan":
        if p.plans[side] != m:
            return Refusal(("21.2e", "21.1i")[side], f"{entry.name} is not the plan that was kept")
        if side == GERMAN and p.turn > 1 and g.options["german-plan"] == "week-1":
            return Refusal("21.2e", f"{entry.name} is for week 1")
    if entry.group == "evac" and not evacuation_open(g, p):
        return Refusal("20.2a", "no German unit stands in or next to a French port or coastal hex")
    if entry.group == "fall-rot" and not belgium_taken(g, p):
        return Refusal("24.1a", "the Germans do not control what Plan Red asks for in Belgium")
    if entry.group == "plan-w" and not weygand_called(g, p):
        return Refusal("24.2a", "the Germans control fewer than two French cities and towns")
    return None


def evacuation_open(g: MansteinsWar, p: MansteinPosition) -> bool:
    """20.2a: a German ground unit in or next to a French port or coastal hex."""
    return bool((p.occupied[GERMAN] | g.grid.spread(p.occupied[GERMAN])) & g.french_shore)


def belgium_taken(g: MansteinsWar, p: MansteinPosition) -> bool:
    """24.1a, 21.2h."""
    board, asked = g.board, g.board.cities
    condition = g.options["fall-rot-condition"]
    if condition != "cities-and-fortresses":
        asked |= board.towns
    if condition != "cities-and-towns":
        asked |= board.fort_hexes
    return not asked & board.countries["belgium"] & ~held(g, p, GERMAN)


def weygand_called(g: MansteinsWar, p: MansteinPosition) -> bool:
    """24.2a."""
    lost = held(g, p, GERMAN) & g.board.railheads & g.board.countries["france"]
    return lost.bit_count() >= g.charts.limits.plan_w_places


class LoadBins(Frame, frozen=True):
    """4.1b: `settled` are the sides that have chosen."""

    settled: int

    def party(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        """Both sides, but not one that has nothing to choose, which everybody knows."""
        return tuple([name for side, name in enumerate(SIDES) if has_choice(g, p, side)])

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return tuple([name for side, name in enumerate(SIDES) if not self.settled >> side & 1])

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        s = SIDES.index(side)
        return [f"load {load_word(g, load)}" for load in loads(g, loadable(g, p, s))]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        s = SIDES.index(side)
        ids = [] if noun == NONE else noun.split("+")
        p.set_special(s, sum(1 << g.marker_by_id[id] for id in ids))
        p.tell("loaded", "4.1b", seen_by=(side,), markers=ids)
        p.swap(LoadBins(self.settled | 1 << s))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        p.pop()
        for side in (GERMAN, ALLIED):
            p.set_bin(side, g.compulsory[side] & ~p.gone | p.special[side])
        if forgo_evac(g, p):
            p.tell("evac forgone", "20.2b", seen_by=("allied",))
        p.tell("bins loaded", "4.1b", turn=p.turn)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        ids = noun.split("+")
        if verb != "load" or not all(id in g.marker_by_id for id in ids):
            return Refusal("4.1b", "first load the bin: a special marker, or none")
        reasons = [self.refuse_marker(g, p, SIDES.index(side), g.marker_by_id[id]) for id in ids]
        return next((why for why in reasons if why), None) or Refusal("5.2d", "one special marker a week")

    def refuse_marker(self, g: MansteinsWar, p: MansteinPosition, side: int, m: int) -> Refusal | None:
        """Why one marker may not be loaded."""
        entry = g.markers[m].entry
        if g.markers[m].side != side:
            return Refusal("23.0a", f"{entry.name} is not your marker")
        if not g.markers[m].special:
            return Refusal("5.1a", f"{entry.name} is loaded of itself or not at all")
        if not g.in_play(entry.variant):
            return Refusal("5.1o", f"{entry.name} is only used with its optional rule")
        return refuse_load(g, p, side, m)

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"Week {p.turn}: load a special marker into the bin, or none.", "4.1b"


def forgo_evac(g: MansteinsWar, p: MansteinPosition) -> bool:
    """20.2b: where Evac could be loaded this week and was not, it is lost."""
    lost = bool(p.offered[ALLIED] & ~p.special[ALLIED] & 1 << g.evac) and g.options["evac-window"] == "first-week"
    if lost:
        p.gone |= 1 << g.evac
        p.evac = -p.turn
    return lost


# --- the Command Segment -----------------------------------------------------------------------------------------


def open_segment(g: MansteinsWar, p: MansteinPosition) -> None:
    """5.4a, 21.2a: a blind draw, but the Germans select their first marker of week 1."""
    side = p.operating
    first = p.turn == 1 and side == GERMAN and not any(g.markers[m].side == GERMAN for m in bits(p.played))
    p.push(SelectMarker() if first else DrawMarker())


class DrawMarker(Chance, frozen=True):
    """5.4a: the operating side's bin."""

    def outcomes(self, g: MansteinsWar, p: MansteinPosition) -> list[tuple[Action, int]]:
        return [(f"draw {g.markers[m].id}", 1) for m in bits(p.bins[p.operating])]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        play(g, p, g.marker_by_id[noun])

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return f"The {SIDES[p.operating].capitalize()} side draws a command marker.", "5.4a"


class SelectMarker(Frame, frozen=True):
    """21.2a: the first German marker is chosen."""

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],)

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [f"select {g.markers[m].id}" for m in bits(p.bins[p.operating])]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        play(g, p, g.marker_by_id[noun])

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("21.2a", "select one of the markers in the bin")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        return "Select the marker of the first impulse.", "21.2a"


def play(g: MansteinsWar, p: MansteinPosition, m: int) -> None:
    """5.4b, 5.7: a marker leaves the bin for all to see and takes effect."""
    side, marker = p.operating, g.markers[m]
    p.set_bin(side, p.bins[side] & ~(1 << m))
    p.played |= 1 << m
    p.marker = m
    if marker.special:
        p.gone |= 1 << m
        p.seen |= 1 << m
    if m == g.manstein:
        p.manstein = p.turn
    elif m == g.evac:
        p.evac = p.turn
    p.tell("marker", "5.4b", side=SIDES[side], marker=marker.id, reveals=True)
    p.air_left = air_activations(g, p)
    if marker.entry.picks:
        p.push(PickCommands(marker.entry.picks))
    elif marker.entry.corps:
        p.push(PickCorps(marker.entry.corps))


def air_activations(g: MansteinsWar, p: MansteinPosition) -> int:
    """16.1a, 5.1m, 28.2d: how many air units the marker activates."""
    entry = g.markers[p.marker].entry
    if entry.all_air:
        return sum(a.side == p.operating for a in g.air)
    doctrine = g.charts.variants["allied-airpower"].air_for_army_groups
    if g.on("allied-airpower") and entry.group == "compulsory" and entry.air and p.operating == ALLIED:
        return max(entry.air, doctrine)
    return entry.air


class PickCommands(Frame, frozen=True):
    """5.1: which sub-commands the marker activates; where it leaves nothing open, they are activated at once."""

    left: int

    def choices(self, g: MansteinsWar, p: MansteinPosition) -> list[str]:
        """Those that the marker names, still exist, and are not activated yet."""
        among = g.markers[p.marker].entry.among
        return [c for c in among if not p.gone >> g.regular_of[c] & 1 and c not in p.commands]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],) if self.left and len(self.choices(g, p)) > self.left else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        found = self.choices(g, p)
        return [f"activate {name}" for name in reinforcements.promised(g, p, found) or found]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.commands = (*p.commands, noun)
        p.swap(PickCommands(self.left - 1))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.left:
            p.commands = (*p.commands, *self.choices(g, p))
        p.pop()
        activate(g, p)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "activate" and noun in ("BL", "NL"):
            return Refusal("5.1r", "nothing but their own marker activates Belgian and Dutch units")
        if verb == "activate" and noun in self.choices(g, p):
            return Refusal("13.2b", "reinforcements of another command have waited for this marker")
        rule = g.markers[p.marker].entry.source.split(",")[0]
        return Refusal(rule, f"{g.markers[p.marker].entry.name} activates {' or '.join(self.choices(g, p))}")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        entry = g.markers[p.marker].entry
        return f"{entry.name}: choose what it activates.", entry.source.split(",")[0]


def activate(g: MansteinsWar, p: MansteinPosition) -> None:
    wake(g, p)
    p.tell("activated", "5.5a", side=SIDES[p.operating], commands=list(p.commands))


def wake(g: MansteinsWar, p: MansteinPosition) -> None:
    """5.5a, 5.8c: the units of the sub-commands; with an army group, reserves that have not acted this week."""
    acting = 0
    for name in p.commands:
        acting |= g.command_units[name]
    if any(name in g.brings_reserves for name in p.commands):
        acting |= g.reserves[p.operating] & ~p.reserves
    p.acting = acting


class PickCorps(Frame, frozen=True):
    """5.1j-5.1l, 5.1w: which mechanised corps a leader activates; as many as there are if they are too few."""

    left: int

    def choices(self, g: MansteinsWar, p: MansteinPosition) -> list[int]:
        nation = g.markers[p.marker].entry.corps_of
        spent = p.acting | p.reserves
        return [
            c.index for c in g.counters
            if c.mech_corps and c.nation == nation and p.at[c.index] >= 0 and not spent >> c.index & 1
        ]

    def actors(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, ...]:
        return (SIDES[p.operating],) if self.left and len(self.choices(g, p)) > self.left else ()

    def legal(self, g: MansteinsWar, p: MansteinPosition, side: str) -> list[Action]:
        return [g.word("corps", u) for u in self.choices(g, p)]

    def apply(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> None:
        p.acting |= 1 << g.by_id[noun]
        p.swap(PickCorps(self.left - 1))

    def run(self, g: MansteinsWar, p: MansteinPosition) -> None:
        if self.left:
            p.acting |= sum(1 << u for u in self.choices(g, p))
        p.reserves |= p.acting & g.reserve_set
        p.pop()
        units = [g.ids[u] for u in bits(p.acting)]
        p.tell("corps activated", g.markers[p.marker].entry.source.split(",")[0], units=units)

    def refuse(self, g: MansteinsWar, p: MansteinPosition, side: str, verb: str, noun: str) -> Refusal | None:
        rule = g.markers[p.marker].entry.source.split(",")[0]
        if verb == "corps" and noun in g.by_id:
            u = g.by_id[noun]
            if p.reserves >> u & 1:
                return Refusal("5.8d", f"{g.name_of(noun)} has had its activation of this week")
            return Refusal(rule, f"{g.name_of(noun)} is not a mechanised corps on the map for this leader to activate")
        return Refusal(rule, "choose which mechanised corps are activated")

    def prompt(self, g: MansteinsWar, p: MansteinPosition) -> tuple[str, str]:
        entry = g.markers[p.marker].entry
        return f"{entry.name}: choose a mechanised corps to activate.", entry.source.split(",")[0]


# --- what markers add to attacks -----------------------------------------------------------------------------------


def attack_shift(g: MansteinsWar, p: MansteinPosition, attackers: int, target: int) -> list[tuple[int, str]]:
    """5.6, 10.5i: columns to the right that markers give an attack of the operating side, each with its rule."""
    found = []
    entry = g.markers[p.marker].entry if p.marker >= 0 else None
    if entry and entry.shift_for == "activated":
        found.append((entry.shift, entry.source.split(",")[0]))
    if entry and entry.shift_for == "maginot" and _out_of_the_line(g, p, attackers, target):
        found.append((entry.shift, "5.1v"))
    serves = p.marker == g.manstein or g.options["manstein-shift"] == "week"
    if p.manstein == p.turn and serves and not attackers & ~g.panzer_group:
        found.append((g.markers[g.manstein].entry.shift, "5.1h"))
    return found


def _out_of_the_line(g: MansteinsWar, p: MansteinPosition, attackers: int, target: int) -> bool:
    """5.1v: from Maginot hexes into Germany."""
    if not g.board.countries["germany"] >> target & 1:
        return False
    there = [bool(g.board.maginot >> p.at[u] & 1) for u in bits(attackers)]
    return all(there) if g.options["plan-r"] == "all" else any(there)


def air_shift(g: MansteinsWar, p: MansteinPosition) -> int:
    """5.1n: columns to the right for air superiority and city bombing."""
    entry = g.markers[p.marker].entry if p.marker >= 0 else None
    return entry.shift if entry and entry.shift_for == "air" else 0


def leave_play(g: MansteinsWar, p: MansteinPosition, m: int, rule: str) -> None:
    """3.7a, 5.7d: a marker leaves the game, out of the bin too."""
    if not p.gone >> m & 1:
        p.gone |= 1 << m
        p.set_bin(g.markers[m].side, p.bins[g.markers[m].side] & ~(1 << m))
        p.tell("marker gone", rule, marker=g.markers[m].id)
