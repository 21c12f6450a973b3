"""A single procedure on a situation of its own: for chapters that are tested frame by frame.

The situation is written as for `table`; the frames given are opened on it in place of the turn.
"""

from __future__ import annotations

import tomllib
from copy import copy
from random import Random
from typing import Any

import meuse
from meuse.engine.contract import CHANCE, Tally
from meuse.engine.data import shaped
from meuse.engine.frames import Frame
from meuse.games.ghost_division.box.components import BOX, MARKER_PLACES, PLACES
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules import encounters, intelligence, refit
from meuse.games.ghost_division.rules.setup import Situation, lay
from tests.games.ghost_division.table import happened, named_places, pinned


class Desk:
    """The game, the position, and the events so far."""

    def __init__(self, text: str, *frames: Frame, game: GhostDivision | None = None) -> None:
        plain = {"game": "ghost-division", **tomllib.loads(text)}
        self.g: GhostDivision = game or pinned(tuple(plain.get("options", {}).items()))
        self.p: GhostPosition = lay(self.g, shaped(plain, Situation, "situation"))
        self.p.frames = ()
        self.p.news = []
        self.open(*frames)

    def open(self, *frames: Frame) -> Desk:
        self.p.push(*frames)
        self.g.settle(self.p)
        self.events: list[meuse.Event] = []
        return self._settled()

    @property
    def over(self) -> bool:
        """Whether the procedure has come to its end."""
        return not self.p.frames

    @property
    def actors(self) -> tuple[str, ...]:
        return self.g.actors(self.p)

    @property
    def legal(self) -> list[str]:
        return self.g.legal(self.p, self.actors[0]) if self.actors else []

    def do(self, *actions: str) -> Desk:
        """Actions, each by whoever must act."""
        for action in actions:
            self.events += self.g.apply(self.p, self.actors[0], action)
        return self

    def chance(self, *nouns: int | str) -> Desk:
        """Dice and draws by what they show."""
        for noun in nouns:
            assert self.actors == (CHANCE,), f"nothing is rolled; {self.actors} must act"
            known = {action.partition(" ")[2]: action for action, _ in self.g.outcomes(self.p)}
            self.events += self.g.apply(self.p, CHANCE, known[str(noun)])
        return self

    def odds(self) -> dict[str, int]:
        """What chance may do, by its noun, with the weights."""
        return {action.partition(" ")[2]: weight for action, weight in self.g.outcomes(self.p)}

    def told(self, what: str) -> list[dict[str, Any]]:
        return happened(self.events, what)

    def choices(self, seat: str) -> list[str]:
        """What one of several seats may do."""
        return self.g.legal(self.p, seat)

    @property
    def stakes(self) -> dict[str, str]:
        """The price or the chance of each action that has one."""
        found = self.g.stakes(self.p, self.actors[0])
        return {action: stake.price or stake.chance for action, stake in found.items()}

    def refused(self, action: str, rule: str, seat: str = "", says: str = "") -> None:
        """Not in the list of that seat or of whoever must act, and that rule is the reason; `says` is a part of it."""
        seat = seat or self.actors[0]
        assert action not in self.choices(seat)
        refusal = self.g.why_not(self.p, seat, action)
        assert refusal is not None
        assert refusal.rule == rule, str(refusal)
        assert says in refusal.reason

    def reason(self, action: str) -> str:
        """Why an action is refused, in words."""
        refusal = self.g.why_not(self.p, self.actors[0], action)
        assert refusal is not None
        return refusal.reason

    @property
    def view(self) -> dict[str, Any]:
        """The table as everybody sees it."""
        return self.g.view(self.p, None)

    @property
    def rule(self) -> str:
        """The rule of the decision or die that is due."""
        found: str = self.view["rule"]
        return found

    @property
    def op(self) -> int:
        found: int = self.view["op"]
        return found

    @property
    def event(self) -> str:
        found: str = self.view["event"]
        return found

    @property
    def orders(self) -> list[str]:
        """The OKW orders that are obeyed: "halt", "flanks 14"."""
        found: list[str] = self.view["orders"]
        return found

    @property
    def level(self) -> str:
        """The level of victory, once the game is over."""
        found: str = self.view["level"]
        return found

    @property
    def battle(self) -> dict[str, Any]:
        """The battle under way; empty when there is none."""
        return self.view["battle"] or {}

    @property
    def foes(self) -> list[str]:
        """The living Allied ground units of the battle."""
        return [foe["id"] for foe in self.battle.get("foes", ())]

    @property
    def sky(self) -> list[str]:
        """The Allied air units over the battle."""
        return list(self.battle.get("sky", ()))

    @property
    def bridges(self) -> list[str]:
        return list(self.view["bridges"])

    @property
    def bridgeheads(self) -> list[str]:
        return list(self.view["bridgeheads"])

    @property
    def blown(self) -> list[str]:
        return list(self.view["blown"])

    @property
    def pieces(self) -> dict[str, str]:
        """Where every counter and marker is."""
        return named_places(self.g, self.p)

    @property
    def bombed(self) -> list[str]:
        """Grids in which an Allied bomber has got through to its attack."""
        return self.g.grid.names_of(self.p.bombed)

    def marked(self, mark: str) -> set[str]:
        """The German counters that carry a mark in the view: "suppressed", "crossed", "aces"."""
        return {id for id, piece in self.view["units"].items() if piece.get(mark)}

    def guess(self, seed: int) -> Desk:
        """The same desk as it might be for all that the player knows."""
        twin = copy(self)
        twin.p = self.g.determinize(self.p, "german", Random(seed))
        return twin

    def preview(self) -> dict[str, Any]:
        return self.g.preview(self.p)

    def explain(self, question: str) -> Tally:
        return self.g.explain(self.p, question)

    def where(self, place: str) -> int:
        """A Grid or a place off the map by its name."""
        known = {word: at for at, word in PLACES.items()}
        return known[place] if place in known else self.g.grid.bit[place]

    def stand(self, unit: str, place: str, **marks: int) -> Desk:
        """Put a German counter somewhere by hand; `hits`, or a mark such as `crossed=True`."""
        u = self.g.by_id[unit]
        self.p.put(self.g, u, self.where(place))
        for name, mark in marks.items():
            if name == "hits":
                self.p.hits[u] = mark
            else:
                setattr(self.p, name, getattr(self.p, name) | mark << u)
        return self._settled()

    def march(self, formation: str, place: str, called: int = 0, river: bool = False) -> Desk:
        """Put a Formation marker somewhere by hand."""
        f = self.g.formation_by_id[formation]
        off = {word: at for at, word in MARKER_PLACES.items()}
        self.p.put_formation(self.g, f, off[place] if place in off else self.g.grid.bit[place])
        self.p.called[f] = called
        self.p.river_foes |= river << f
        return self._settled()

    def cover(self, kind: str, place: str) -> Desk:
        """Put a Fog of War marker of that kind in a Grid, or take it back into the box."""
        m = next(m.index for m in self.g.fog if m.kind == kind)
        self.p.put_fog(self.g, m, BOX if place == "box" else self.g.grid.bit[place])
        return self._settled()

    def gone(self, kind: str) -> int:
        """How many Fog of War markers of a kind have left play for good."""
        return sum(self.pieces[m.id] == "gone" for m in self.g.fog if m.kind == kind)

    def bomb(self, grid: str) -> Desk:
        """An Allied bomber has got through to this Grid."""
        self.p.bombed |= self.g.one[self.g.grid.bit[grid]]
        return self

    def _settled(self) -> Desk:
        self.events += self.p.news
        self.p.news = []
        return self

    def enter(self, grid: str, *units: str) -> Desk:
        """Units that stand in a Grid meet what is there, as if they had just come."""
        encounters.enter(self.g, self.p, self.g.grid.bit[grid], tuple(self.g.by_id[u] for u in units))
        return self.open()

    def sight(self, *grids: str) -> Desk:
        """13.3e: everything in these Grids is turned up from afar."""
        for grid in grids:
            intelligence.reveal_by_sight(self.g, self.p, self.g.grid.bit[grid], "13.3e")
        return self._settled()

    def rally(self) -> Desk:
        """Segment E3."""
        refit.rally(self.g, self.p)
        return self._settled()

    def called(self, formation: str) -> int:
        """The number of units noted for a Formation."""
        return int(self._marker(formation).get("called", 0))

    def over_river(self, formation: str) -> bool:
        """20.6a: whether a Formation's last step went over a river."""
        return bool(self._marker(formation).get("crossed"))

    def _marker(self, formation: str) -> dict[str, Any]:
        """What a situation file of this position says of a Formation marker."""
        written = self.g.situation_of(self.p)["formations"].get(formation, "")
        return written if isinstance(written, dict) else {"at": written}

    def fort_hits(self, grid: str) -> int:
        """Hits on the revealed Fortification in a Grid; -1 where there is none."""
        return next((fog["hits"] for fog in self.view["fog"] if fog["hex"] == grid and fog["shown"]), -1)

    def place(self, id: str) -> str:
        """Where a counter or marker is: a Grid, or the box in which it lies."""
        return self.pieces[id]

    def hits(self, unit: str) -> int:
        found: int = self.view["units"][unit]["hits"]
        return found

    def acted(self, unit: str) -> bool:
        return unit in self.marked("acted")

    def crossed(self, unit: str) -> bool:
        """20.6a: whether its last step went over a river."""
        return unit in self.marked("crossed")

    def formation(self, id: str) -> str:
        """Where a Formation marker is: a Grid, or "" off the map."""
        return self.place(id) if self.place(id) in self.g.grid.bit else ""

    def shown(self, id: str) -> bool:
        return bool(self.p.shown >> self.g.formation_by_id[id] & 1)

    def fog(self, grid: str) -> str:
        """The Fog of War marker in a Grid, or ""."""
        return next((m.kind for m in self.g.fog if self.pieces[m.id] == grid), "")

    def fog_shown(self, grid: str) -> bool:
        return next(bool(fog["shown"]) for fog in self.view["fog"] if fog["hex"] == grid)
