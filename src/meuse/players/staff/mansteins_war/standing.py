"""How a campaign stands, in numbers: what the value of positions is learned from."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.supply import has_line
from meuse.players.staff.mansteins_war.worth import Worth

FEATURES = {
    "German attack": 1, "German defence": 1, "Allied attack": -1, "Allied defence": -1, "German armour": 1,
    "prizes near": 1, "Germans at the last step": -1, "Allies at the last step": 1, "Germans without a line": -1,
    "Allies without a line": 1, "way to the Channel": -1, "way to Paris": -1, "German air units": 1,
    "Allied air units": -1, "refit points": 1, "German markers to come": 1, "Allied markers to come": -1,
}
"""By name, 1 for what can only be good for the Germans, -1 for what can only be bad."""
NEAR = 2
"""Hexes from which a prize is in reach."""
NOBODY_NEAR = 12.0
"""What a way counts as where no German is on the map."""


class Standing:
    """Measures positions of one game."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g, self.worth = game, Worth(game)
        self.channel = game.board.channel_ports & game.board.home[ALLIED]
        self.paris = game.one[game.board.cell_of["Paris"]]

    def measure(self, p: MansteinPosition) -> list[float]:
        """The features in their order."""
        g = self.g
        attack, defence, armour = [0, 0], [0, 0], 0
        weak, lost = [0.0, 0.0], [0.0, 0.0]
        for c in g.counters:
            u = c.index
            if p.at[u] < 0:
                continue
            steps = p.steps[u]
            attack[c.side] += c.attack[steps]
            defence[c.side] += c.defence[steps]
            armour += c.attack[steps] if c.mech and c.side == GERMAN else 0
            weak[c.side] += self.worth.prize[u] if steps == 1 else 0.0
            if not has_line(g, p, u):
                lost[c.side] += self.worth.whole(p, u)
        planes = [sum(p.air_steps[a.index] for a in g.air if a.side == side and p.air_at[a.index] >= 0)
                  for side in (GERMAN, ALLIED)]
        points = p.rp[0] - sum(p.rp[1:])
        return [float(x) for x in (
            attack[GERMAN], defence[GERMAN], attack[ALLIED], defence[ALLIED], armour, self.prizes(p), *weak, *lost,
            self.way(p, self.channel), self.way(p, self.paris), *planes, points,
            *[markers.bit_count() for markers in p.bins],
        )]

    def prizes(self, p: MansteinPosition) -> float:
        """Victory hexes that Germans have come near to, the more of them and the fewer defenders the more."""
        g, found = self.g, 0.0
        open_to = g.contested & g.land & g.board.home[ALLIED] & ~held(g, p, GERMAN)
        for hex in bits(open_to):
            near = (g.grid.disc(hex, NEAR) & p.occupied[GERMAN]).bit_count()
            if near and (points := self.worth.hex(p, hex)):
                kept = (g.grid.disc(hex, 1) & p.occupied[ALLIED]).bit_count()
                found += points * near / (near + kept + 1)
        return found

    def way(self, p: MansteinPosition, goals: int) -> float:
        """Hexes from the nearest German stack to one of the goals."""
        g = self.g
        near = [g.grid.distance(here, goal) for here in bits(p.occupied[GERMAN]) for goal in bits(goals)]
        return float(min(near, default=NOBODY_NEAR))
