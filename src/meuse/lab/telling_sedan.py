"""Sedan told as text: a line for a unit's whole move, an attack with its odds, chances and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from meuse.engine.contract import BadInput, Event
from meuse.games.sedan.box.components import SIDES
from meuse.games.sedan.game import Sedan
from meuse.games.sedan.position import SedanPosition
from meuse.games.sedan.rules.combat import chances
from meuse.games.sedan.rules.sequence import date
from meuse.lab.telling import Line, Teller

Data = dict[str, Any]

RANK = ("city", "town", "fort", "village")
"""Which of several places in a hex gives it its name."""

BY_RULE = {
    "5.2c": "is cut off and eliminated",
    "7.1g": "is one too many in its hex and eliminated",
}
"""Eliminations other than in combat."""

SILENT = {
    "phase", "order", "chit", "chit done", "unmarked", "no combat", "overstacked", "road blocked", "bridge blown",
    "bombers caught", "overrun marker", "game over",
}
"""Events that another line tells as well, or that a reader does not miss."""


def count(n: int, what: str) -> str:
    """ "1 Fighter", "2 Fighters"."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def flights(fighters: int, bombers: int) -> str:
    parts = [count(n, kind) for n, kind in ((fighters, "Fighter"), (bombers, "Bomber")) if n]
    return " and ".join(parts) or "nothing"


class SedanTeller(Teller):
    """Events of a kind that follow one another (a unit's steps, units that lose supply) become one line."""

    game: Sedan

    def __init__(self, game: Sedan) -> None:
        super().__init__(game)
        self.held: list[Event] = []
        self.staged: SedanPosition | None = None
        places = sorted(game.board.file.places, key=lambda place: RANK.index(place.class_), reverse=True)
        self.places = {place.hex: place.name for place in places}
        beside = {hex: name for place in places for hex, name in self._around(place.hex, place.name)}
        self.where = {**{hex: f"near {name}" for hex, name in beside.items()}, **self.places}
        self.lines: dict[str, Callable[[list[Data], str], list[Line]]] = {
            "turn": self._turn, "air allotted": self._air, "supply": self._supply, "mission": self._mission,
            "bridge bombed": self._bombed, "activated": self._activated, "chit spent": self._spent,
            "step": self._move, "overrun step": self._drive_on, "retreat": self._retreat, "advance": self._advance,
            "no retreat": self._no_retreat,
            "attempt": self._attempt, "attack": self._attack, "air support": self._air_support,
            "combat": self._combat, "reduced": self._reduced, "eliminated": self._eliminated,
            "held back": self._held_back, "air lost": self._shot_down, "pontoon": self._pontoon,
            "road cleared": self._cleared, "dogfight": self._dogfight, "dogfight tied": self._dogfight_tied,
        }

    # -- the parts that the reader calls --

    def opening(self, p: SedanPosition) -> list[Line]:
        lines = [self._day(p.turn)]
        if p.phase != "supply":
            lines.append(self._air([{"side": s, "fighters": p.air[i].fighters, "bombers": p.air[i].bombers}
                                    for i, s in enumerate(SIDES)], "")[0])
        return lines

    def tell(self, events: Sequence[Event], staged: Any, after: Any) -> list[Line]:
        lines: list[Line] = []
        self.staged = staged
        for event in events:
            if event.what in SILENT:
                continue
            if not (self.held and self._continues(self.held[-1], event)):
                lines += self.flush()
            if event.what == "turn":
                lines += self.score(after)
            self.held.append(event)
        if self.held and self.held[-1].what not in MERGED:
            lines += self.flush()
        return lines

    def flush(self) -> list[Line]:
        held, self.held = self.held, []
        if not held:
            return []
        tell = self.lines.get(held[0].what)
        if tell is None:
            return [Line(self.game.describe(event), "quiet") for event in held]
        return tell([event.data for event in held], held[0].rule)

    def progress(self, p: SedanPosition) -> str:
        view = self.game.view(p, None)
        chit = f", {self.game.chits[p.chit].corps}" if p.chit else ""
        score = ", ".join(f"{side} {n}" for side, n in view["score"].items())
        return f"turn {p.turn} of {self.game.last_turn}{chit}; points: {score}"

    def _continues(self, last: Event, event: Event) -> bool:
        """Whether an event goes on with the line that is being held."""
        if last.what != event.what or event.what not in MERGED:
            return False
        if event.what == "step":
            return bool(event.data["units"] == last.data["units"] and event.data["start"] == last.data["hex"])
        if event.what == "supply":
            return bool(event.data["unsupplied"] == last.data["unsupplied"])
        if event.what == "air lost":
            return bool(event.data == last.data)
        return event.what in LISTED or event.data["unit"] == last.data["unit"]

    # -- words --

    def _around(self, hex: str, name: str) -> list[tuple[str, str]]:
        grid = self.game.grid
        return [(grid.names[n], name) for n in grid.neighbour[grid.bit[hex]] if n >= 0]

    def _hex(self, name: str) -> str:
        """ "3414 Sedan", "3516 near Sedan"."""
        return f"{name} {self.where[name]}" if name in self.where else name

    def _bridge(self, name: str) -> str:
        """ "Meuse bridge 3214-3315 (Donchery)", "Meuse pontoon 3414-3415 (Sedan)"."""
        near = " or ".join(self.places[hex] for hex in name.split("-") if hex in self.places)
        side = self.game.board.side_index[name]
        pontoon = self.staged is not None and self.staged.pontoons >> side & 1
        what = f"{self.game.board.side_river[side]} {'pontoon' if pontoon else 'bridge'} {name}"
        return what + (f" ({near})" if near else "")

    def _names(self, ids: Iterable[str]) -> str:
        return ", ".join(self.game.name_of(id) for id in ids)

    def _side(self, id: str) -> str:
        return self.game.counters[self.game.by_id[id]].entry.side

    def _west(self, hex: str) -> bool:
        return bool(self.game.board.west >> self.game.grid.bit[hex] & 1)

    # -- the day --

    def _day(self, turn: int) -> Line:
        return Line(f"Turn {turn} of {self.game.last_turn}, {date(turn)}", "turn", 0)

    def _turn(self, events: list[Data], rule: str) -> list[Line]:
        return [self._day(events[0]["turn"])]

    def _air(self, events: list[Data], rule: str) -> list[Line]:
        sides = [f"{d['side'].capitalize()} {flights(d['fighters'], d['bombers'])}" for d in events]
        return [Line(f"Air units ready: {', '.join(sides)}.", "quiet")]

    def _supply(self, events: list[Data], rule: str) -> list[Line]:
        state = ("In supply again", "Low Supply", "Out of Supply")[min(events[0]["unsupplied"], 2)]
        return [Line(f"{state}: {self._names(d['unit'] for d in events)}", "quiet")]

    def _mission(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        if not d["count"]:
            return []
        target = f" to bomb the {self._bridge(d['bridge'])}" if d["kind"] == "bomber" else " against the Bombers"
        target = " to escort the Bombers" if rule == "11.2c" else target
        return [Line(f"{d['side'].capitalize()}: {count(d['count'], d['kind'].capitalize())}{target}", d["side"])]

    def _bombed(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        hit = "the bridge is down" if d["success"] else "missed"
        return [Line(f"bombs    {_plus(d['dice'])}: {hit}", "fight", 4)]

    def _shot_down(self, events: list[Data], rule: str) -> list[Line]:
        lost = count(len(events), events[0]["kind"].capitalize())
        return [Line(f"loss     {events[0]['side'].capitalize()} {lost} shot down", "loss", 4)]

    def _activated(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        chit = self.game.chits[d["chit"]]
        acting = [f"{count(len(d['units']), 'unit')} activated"] if d["units"] else []
        acting += [f"{len(d['waiting'])} to enter"] if d["waiting"] else []
        return [Line(f"{chit.side.capitalize()} {chit.corps}: {', '.join(acting) or 'all left out'}", "chit", 1)]

    def _spent(self, events: list[Data], rule: str) -> list[Line]:
        chit = self.game.chits[events[0]["chit"]]
        return [Line(f"{chit.side.capitalize()} {chit.corps}: nothing to activate", "chit", 1)]

    # -- movement and works --

    def _move(self, events: list[Data], rule: str) -> list[Line]:
        ids, start, end = events[0]["units"], events[0]["start"], events[-1]["hex"]
        side = self._side(ids[0])
        by_road = sum(d["road"] for d in events)
        how = [count(len(events), "hex").replace("hexs", "hexes")]
        if by_road:
            how.append("by road" if by_road == len(events) else f"{by_road} by road")
        if not start:
            way = f"enters at {self._hex(events[0]['hex'])}"
            way += f" and goes to {self._hex(end)}" if len(events) > 1 else ""
        else:
            way = f"{start} to {self._hex(end)}"
            if not self._west(start) and self._west(end):
                how.append("over the Meuse")
        return [Line(f"{self._names(ids)}: {way} ({', '.join(how)})", side)]

    def _drive_on(self, events: list[Data], rule: str) -> list[Line]:
        unit = events[0]["unit"]
        return [Line(f"{self.game.name_of(unit)} breaks through to {self._hex(events[-1]['hex'])}", self._side(unit))]

    def _held_back(self, events: list[Data], rule: str) -> list[Line]:
        return [Line(f"held back off the map: {self._names(events[0]['units'])}", "quiet")]

    def _pontoon(self, events: list[Data], rule: str) -> list[Line]:
        sides = ", ".join(self._bridge(d["bridge"]).replace(" bridge", "").replace(" pontoon", "") for d in events)
        return [Line(f"pontoons laid: {sides} ({events[-1]['left']} left)", "german")]

    def _attempt(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        if d["task"] == "demolish":
            what, done, failed = self._bridge(d["place"]), "blown", "still stands"
        else:
            what, done, failed = f"road in {self._hex(d['place'])}", "blocked", "stays open"
        return [Line(f"{what} {done if d['success'] else failed} (dice {_plus(d['dice'])})")]

    def _cleared(self, events: list[Data], rule: str) -> list[Line]:
        return [Line(f"roads cleared: {', '.join(self._hex(d['hex']) for d in events)}")]

    # -- combat --

    def _attack(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        side = self._side(d["units"][0])
        kind = ("overrun" if d["overrun"] else "attack") + ("s" if len(d["units"]) == 1 else "")
        lines = [Line(f"{self._names(d['units'])} {kind} {self._hex(d['hex'])}: {self._defenders(d['hex'])}", side)]
        odds = f"{d['attack']} against {d['defense']}, {d['ratio']}"
        preview = self._preview()
        if preview and preview["shift"]:
            odds += f", {count(preview['shift'], 'column')} left for {preview['shift_from']}, {d['column']}"
        return [*lines, Line(f"odds     {odds}", "fight", 4)]

    def _defenders(self, hex: str) -> str:
        stack = self.staged.stacks.get(self.game.grid.bit[hex], ()) if self.staged else ()
        return self.game.names(stack)

    def _preview(self) -> Data | None:
        try:
            return self.game.preview(self.staged) if self.staged else None
        except BadInput:
            return None

    def _air_support(self, events: list[Data], rule: str) -> list[Line]:
        sent = []
        for side in SIDES:
            kinds = [d["kind"] for d in events if d["side"] == side]
            if kinds:
                sent.append(f"{side.capitalize()} {flights(kinds.count('fighter'), kinds.count('bomber'))}")
        return [Line(f"air      {', '.join(sent)}", "fight", 4)]

    def _dogfight(self, events: list[Data], rule: str) -> list[Line]:
        d = events[0]
        return [Line(f"dogfight German {_plus(d['german'])}, French {_plus(d['french'])}", "fight", 4)]

    def _dogfight_tied(self, events: list[Data], rule: str) -> list[Line]:
        return [Line("dogfight a tie: all Fighters turn back", "fight", 4)]

    def _combat(self, events: list[Data], rule: str) -> list[Line]:
        """The exact chance of every result at the moment of the dice, and what came of it."""
        d = events[0]
        found = chances(self.game, self.game.crt.columns.index(d["column"]), d["bonus"])
        odds = "  ".join(f"{result.text} {ways / 36:.0%}" for result, ways in found)
        parts = "".join(f", {label} {value:+d}" for label, value, _ in d["modifiers"])
        total = f" makes {sum(d['dice']) + d['bonus']}"
        return [
            Line(f"chances  {odds}", "quiet", 4),
            Line(f"dice     {_plus(d['dice'])}{parts}{total}: {d['result']}", "fight", 4),
        ]

    def _reduced(self, events: list[Data], rule: str) -> list[Line]:
        why = " for want of supply" if rule == "5.2c" else ""
        return [Line(f"loss     {self.game.name_of(events[0]['unit'])} is reduced{why}", "loss", 4)]

    def _eliminated(self, events: list[Data], rule: str) -> list[Line]:
        end = BY_RULE.get(rule, "is eliminated")
        return [Line(f"loss     {self.game.name_of(events[0]['unit'])} {end}", "loss", 4)]

    def _retreat(self, events: list[Data], rule: str) -> list[Line]:
        return [Line(f"retreat  {self.game.name_of(events[0]['unit'])} to {self._hex(events[-1]['hex'])}", "fight", 4)]

    def _no_retreat(self, events: list[Data], rule: str) -> list[Line]:
        return [Line(f"retreat  {self.game.name_of(events[0]['unit'])}: {events[0]['reason']}", "fight", 4)]

    def _advance(self, events: list[Data], rule: str) -> list[Line]:
        return [Line(f"advance  {self.game.name_of(events[0]['unit'])} to {self._hex(events[-1]['hex'])}", "fight", 4)]

    # -- a position --

    def report(self, p: SedanPosition) -> list[str]:
        view = self.game.view(p, None)
        head = f"Turn {view['turn']} of {view['turns']}, {view['date']}, {view['phase']} phase"
        head += f", chit {self.game.chits[p.chit].corps}" if p.chit else ""
        lines = [self.game.title, self.game.scenarios[self.game.scenario], head]
        if view["cup"]:
            lines.append(f"In the cup: {', '.join(self.game.chits[c].corps for c in view['cup'])}")
        for side in SIDES:
            lines += ["", side.capitalize(), *self._units(view, side)]
        lines += ["", *self._markers(view)]
        for side in SIDES:
            lines.append(f"{side.capitalize()} air: {_air_words(view['air'][side])}")
        lines += [line.text for line in self.score(p)]
        return lines

    def _units(self, view: Data, side: str) -> list[str]:
        by_hex: dict[str, list[str]] = {}
        away: dict[str, list[str]] = {}
        for id, piece in view["units"].items():
            if self._side(id) == side:
                if piece["place"] == "map":
                    by_hex.setdefault(piece["hex"], []).append(self._piece(id, piece))
                else:
                    away.setdefault(self._away(id, piece["place"]), []).append(self.game.name_of(id))
        lines = [f"  {self._hex(hex)} ({self.game.board.terrain[self.game.grid.bit[hex]]}): {'; '.join(pieces)}"
                 for hex, pieces in sorted(by_hex.items())]
        lines += [f"  {place}: {', '.join(pieces)}" for place, pieces in away.items()]
        return lines or ["  nothing"]

    def _piece(self, id: str, piece: Data) -> str:
        """ "147 55 3-4-4 reduced", headquarters with artillery and range."""
        ratings = ("artillery", "range") if "range" in piece else ("attack", "defense")
        words = [self.game.name_of(id), f"{piece[ratings[0]]}-{piece[ratings[1]]}-{piece['move']:g}"]
        if piece["steps"] < self.game.counters[self.game.by_id[id]].steps:
            words.append("reduced")
        if piece["supply"] != "full":
            words.append(f"{piece['supply']} supply" if piece["supply"] == "low" else "out of supply")
        words += [mark.replace("_", " ") for mark in MARKS if piece.get(mark)]
        return " ".join(words)

    def _away(self, id: str, place: str) -> str:
        """ "due on turn 4 at A", or another place off the map."""
        entry = self.game.counters[self.game.by_id[id]].entry
        return f"due on turn {entry.turn} at {entry.entry}" if place == "due" else place

    def _markers(self, view: Data) -> list[str]:
        lines = []
        for title, names in (("Blown bridges", view["blown"]), ("Pontoons", view["pontoons"]),
                             ("Roadblocks", view["roadblocks"])):
            if names:
                lines.append(f"{title}: {', '.join(names)}")
        return [*lines, f"Pontoons left: {view['pontoons_left']}"]


MARKS = ("acting", "activated", "moved", "fought", "overrun", "low_fuel", "road", "crossed")

LISTED = {"air allotted", "air support", "pontoon", "road cleared"}
"""Events that are told together whenever they follow one another."""

MERGED = {"step", "overrun step", "retreat", "advance", "supply", "air lost", *LISTED}
"""Events that may go on from the one before them."""


def _plus(dice: list[int]) -> str:
    return "+".join(str(die) for die in dice)


def _air_words(air: Data) -> str:
    ready = flights(air["fresh_fighters"], air["fresh_bombers"])
    return f"{flights(air['fighters'], air['bombers'])}, of which ready: {ready}"
