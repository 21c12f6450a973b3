"""24.1, 24.2 Air planning: both sides fill their displays in secret, then open them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Airstrike, Card
from meuse.games.blitzkrieg.box.mapfile import Country
from meuse.games.blitzkrieg.position import BlitzPosition
from meuse.games.blitzkrieg.rules import cards, flights

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

CHANGES = 40
"""How often a side may think better of an assignment: planning comes to its end."""
SNEAK_ATTACK = {AXIS: "G10", ALLIED: "A11"}
NOTHING = -1


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(1.1)a: every airstrike begins the week at rest; a country's active missions are capped by the air command of
    its bases now (24.3.2a, 24.3.2b)."""
    p.staged = p.shifted = p.flown = p.cargo = p.panicked = p.struck = 0
    flights.begin_phase(g, p)
    for side in (AXIS, ALLIED):
        for a in flights.available(g, p, side):
            p.air_in[a.index] = flights.rest_box(g, p, a)
    caps = tuple([flights.total_rating(g, p, country) for country in COUNTRIES])
    p.push(Planning(caps))


def reveal(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(1.2)a: the displays are opened; on the first turn cards may be shown that bear on the air battle."""
    in_play = [side for side in (AXIS, ALLIED) if flights.available(g, p, side)]
    for side in in_play:
        p.tell("missions", "8.1(1.2)a", reveals=True, side=SIDES[side], missions=_tally(g, p, side))
    if p.turn == 1 and in_play:
        p.push(Revelation())


def _tally(g: Blitzkrieg, p: BlitzPosition, side: int) -> dict[str, int]:
    """How many airstrikes of a side have each active mission."""
    boxes = [g.boxes[p.air_in[a.index]] for a in flights.available(g, p, side)]
    return {box: boxes.count(box) for box, mission in g.charts.missions.items() if mission.active and box in boxes}


def sneaking(g: Blitzkrieg, p: BlitzPosition, side: int) -> bool:
    """25.5a, 6.2b: whether a side may plan for an Air Sneak Attack: it holds the card, on the first turn."""
    return p.turn == 1 and bool(p.hands[side] >> g.card_by_id[SNEAK_ATTACK[side]] & 1)


def missions(g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> list[str]:
    """24.2b: the boxes that an airstrike may be put into, whatever the caps; in Recovery only what is Fatigued."""
    worn = p.air_tired >> a.index & 1
    found = [box for box in a.missions if worn or not g.charts.missions[box].fatigued_only]
    if not a.offensive and sneaking(g, p, a.side):
        found.append("air-superiority")
    return found


class Planning(Frame, frozen=True):
    """24.2a: both sides assign their airstrikes at once, neither seeing the other's display (19.1c)."""

    caps: tuple[int, ...]
    """24.3.2a Active missions by country."""
    settled: int = 0
    picked: tuple[int, int] = (NOTHING, NOTHING)
    """The airstrike that each side has in hand."""
    assigned: int = 0
    changes: tuple[int, int] = (0, 0)

    def party(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        """A side without air command has nothing to plan: all its airstrikes rest."""
        return tuple([name for side, name in enumerate(SIDES) if self.plans(g, p, side)])

    def plans(self, g: Blitzkrieg, p: BlitzPosition, side: int) -> bool:
        """Whether a country of the side has an airstrike and air command; one that is not at war has none."""
        able = [country for country, cap in zip(COUNTRIES, self.caps, strict=True) if cap]
        return any(p.air_in[a] >= 0 and g.airstrikes[a].country in able for a in g.air_of[side])

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return tuple([name for name in self.party(g, p) if not self.settled >> SIDES.index(name) & 1])

    def free(self, g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Airstrike]:
        """Airstrikes that may be assigned, or assigned anew."""
        late = self.changes[side] >= CHANGES
        return [a for a in flights.available(g, p, side) if not (late and self.assigned >> a.index & 1)]

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        s = SIDES.index(side)
        if self.picked[s] == NOTHING:
            return ["done", *(g.air_words["assign"][a.index] for a in self.free(g, p, s))]
        return [f"into {box}" for box in self.open_boxes(g, p, g.airstrikes[self.picked[s]])]

    def open_boxes(self, g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> list[str]:
        """24.2b, 24.3.2a: the boxes that an airstrike may be put into now."""
        room = self.room(g, p, a)
        return [box for box in missions(g, p, a) if room or not g.charts.missions[box].active]

    def against(self, g: Blitzkrieg, p: BlitzPosition, a: Airstrike, box: str) -> Refusal:
        """What speaks against a mission that is not offered to an airstrike."""
        mission, name = g.charts.missions[box], a.entry.name
        if a.nation in mission.not_for:
            return Refusal("24.6.3_2a", f"{name} may not be kept in {mission.title}")
        if box not in missions(g, p, a):
            if mission.fatigued_only:
                return Refusal("24.2a", f"{name} is not Fatigued")
            return Refusal("28.1a" if box == "cap" else "24.2b", f"{name} does not fly {mission.title}")
        return Refusal("24.3.2a", f"the air bases of {a.country.capitalize()} command no more active missions")

    def room(self, g: Blitzkrieg, p: BlitzPosition, a: Airstrike) -> bool:
        """24.3.2a: whether an airstrike may have an active mission besides those of the others of its country."""
        others = self.flying(g, p, a.country) - g.charts.missions[g.boxes[p.air_in[a.index]]].active
        return others < self.caps[COUNTRIES.index(a.country)]

    def flying(self, g: Blitzkrieg, p: BlitzPosition, country: Country) -> int:
        """Active missions of a country; that of a neutral one has none."""
        return sum([g.active[p.air_in[a]] for a in g.wings[country] if p.air_in[a] >= 0])

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        s = SIDES.index(side)
        if verb == "done":
            p.swap(self.now(settled=self.settled | 1 << s))
        elif verb == "assign":
            p.swap(self.now(picked=_with(self.picked, s, g.box.air_by_id[noun])))
        else:
            a = self.picked[s]
            p.air_in[a] = g.boxes.index(noun)
            p.tell("assigned", "24.2a", seen_by=(side,), unit=g.airstrikes[a].id, box=noun)
            again = self.changes[s] + (self.assigned >> a & 1)
            p.swap(self.now(picked=_with(self.picked, s, NOTHING), assigned=self.assigned | 1 << a,
                            changes=_with(self.changes, s, again)))

    def now(self, settled: int | None = None, picked: tuple[int, int] | None = None, assigned: int | None = None,
            changes: tuple[int, int] | None = None) -> Planning:
        return Planning(
            self.caps, self.settled if settled is None else settled, picked or self.picked,
            self.assigned if assigned is None else assigned, changes or self.changes,
        )

    def forgotten(self, side: int, others: int) -> Planning:
        """The frame without what a side has done in it so far; `others` are the airstrikes of the other side."""
        return self.now(picked=_with(self.picked, side, NOTHING), assigned=self.assigned & others,
                        changes=_with(self.changes, side, 0))

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        s = SIDES.index(side)
        if verb == "into" and noun in g.boxes and self.picked[s] != NOTHING:
            return self.against(g, p, g.airstrikes[self.picked[s]], noun)
        if verb == "assign" and noun in g.box.air_by_id and self.picked[s] == NOTHING:
            a = g.airstrikes[g.box.air_by_id[noun]]
            if a.side != s:
                return Refusal("24.2a", f"{a.entry.name} is not yours")
            if a not in flights.available(g, p, s):
                return Refusal("10.4a", f"{a.entry.name} is not on the display, or its country not at war")
            return Refusal("24.2a", "the plans stand: no more changes this week")
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Each side secretly assigns its airstrikes to missions.", "8.1(1.1)a"


def _with(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == AXIS else (pair[0], value)


class Revelation(Frame, frozen=True):
    """6.2b, 25.5: on the first turn each side shows its cards for the air phase, both at once; an Air Sneak Attack that
    was planned for has to be shown. Both are always asked: to be asked tells nothing of a hand."""

    picks: int = 0
    settled: int = 0

    def party(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return SIDES

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return tuple([name for side, name in enumerate(SIDES) if not self.settled >> side & 1])

    def able(self, g: Blitzkrieg, p: BlitzPosition, side: int) -> list[Card]:
        return [c for c in cards.playable(g, p, side, "air phase") if not self.picks >> c.index & 1]

    def owes(self, g: Blitzkrieg, p: BlitzPosition, side: int) -> bool:
        """Whether the plan rests on a card that is not shown yet."""
        card = g.card_by_id[SNEAK_ATTACK[side]]
        fighting = flights.in_box(g, p, side, "air-superiority")
        return not self.picks >> card & 1 and any(not a.offensive for a in fighting)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        s = SIDES.index(side)
        done = [] if self.owes(g, p, s) else ["done"]
        return [*done, *(f"play {c.id}" for c in self.able(g, p, s))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.swap(Revelation(self.picks, self.settled | 1 << SIDES.index(side)))
        else:
            p.swap(Revelation(self.picks | 1 << g.card_by_id[noun], self.settled))
            p.tell("card chosen", "6.2b", seen_by=(side,), side=side, card=noun)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        for card in bits(self.picks):
            cards.play(g, p, g.cards[card])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        s = SIDES.index(side)
        if verb == "done":
            return Refusal("6.2b", "airstrikes with defensive values fight for air superiority: the card must be shown")
        if verb == "play" and noun in g.card_by_id:
            card = g.cards[g.card_by_id[noun]]
            if not p.hands[s] >> card.index & 1:
                return Refusal("6.2b", f"{card.entry.name} is not in your hand")
            chosen = Refusal("6.2b", f"{card.entry.name} is chosen already")
            return cards.against_play(g, p, card, "air phase") or chosen
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Each side secretly chooses the cards that it shows for the air battle.", "6.2b"


def open_intensive(g: Blitzkrieg, p: BlitzPosition) -> None:
    """38.0a: an optional rule."""
    p.intensive = 0
    if g.options["intensive-air"] == "on":
        p.push(Intensive())


class Intensive(Frame, frozen=True):
    """38.0a: both sides declare at once which Combat Effective airstrikes fight with double strength."""

    picks: int = 0
    settled: int = 0

    def able(self, g: Blitzkrieg, p: BlitzPosition, side: int) -> list[int]:
        fighting = flights.in_box(g, p, side, "air-superiority")
        return [a.index for a in fighting if a.offensive and not p.air_tired >> a.index & 1]

    def party(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return tuple([name for side, name in enumerate(SIDES) if self.able(g, p, side)])

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return tuple([name for name in self.party(g, p) if not self.settled >> SIDES.index(name) & 1])

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        fresh = [a for a in self.able(g, p, SIDES.index(side)) if not self.picks >> a & 1]
        return ["done", *(g.air_words["press"][a] for a in fresh)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.swap(Intensive(self.picks, self.settled | 1 << SIDES.index(side)))
        else:
            p.swap(Intensive(self.picks | 1 << g.box.air_by_id[noun], self.settled))
            p.tell("pressed", "38.0a", seen_by=(side,), unit=noun)

    def run(self, g: Blitzkrieg, p: BlitzPosition) -> None:
        p.pop()
        p.intensive = self.picks
        if self.picks:
            p.tell("intensive", "38.0a", reveals=True, units=[g.airstrikes[a].id for a in bits(self.picks)])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("38.0a", "a Combat Effective airstrike on Air Superiority has to be named, each once")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Each side secretly declares which airstrikes fight intensively.", "38.0a"
