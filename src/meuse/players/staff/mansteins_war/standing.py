"""How a campaign stands, in numbers: what the value of positions is learned from."""

from __future__ import annotations

from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import odds
from meuse.games.mansteins_war.rules.control import held
from meuse.games.mansteins_war.rules.fortress import intact
from meuse.games.mansteins_war.rules.supply import has_line
from meuse.players.staff.mansteins_war.worth import Worth

FEATURES = {
    "German attack": 1, "German defence": 1, "Allied attack": -1, "Allied defence": -1, "German armour": 1,
    "prizes near": 1, "Germans at the last step": -1, "Allies at the last step": 1, "Germans without a line": -1,
    "Allies without a line": 1, "way to the Channel": -1, "way to Paris": -1, "German air units": 1,
    "Allied air units": -1, "refit points": 1, "places close to Germans": 1, "places in their reach": 1,
    "German places close to Allies": -1, "German places in their reach": -1,
    "German markers to come": 1, "Allied markers to come": -1,
}
"""By name, 1 for what can only be good for the Germans, -1 for what can only be bad."""
NEAR = 2
"""Hexes from which a prize is in reach."""
CLOSE, REACH = 2, 3
"""Hexes from which troops are close to a place, and from which they may come to it in an impulse."""
COVER = 0.4
"""By how much a column of the ground strengthens whoever holds a place."""
HOLDING, DOUBT = 2, 6
"""How much a factor of his defence counts beside one of attack, and factors that it takes to go anywhere at all."""
NOBODY_NEAR = 12.0
"""What a way counts as where no German is on the map."""


class Standing:
    """Measures positions of one game."""

    def __init__(self, game: MansteinsWar) -> None:
        self.g, self.worth = game, Worth(game)
        self.channel = game.board.channel_ports & game.board.home[ALLIED]
        self.paris = game.one[game.board.cell_of["Paris"]]

    def measure(self, p: MansteinPosition, ahead: float = 1.0) -> list[float]:
        """The features in their order, by how much of the game is still ahead: armies count for what they may do."""
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
        return [*(ahead * x for x in (
            attack[GERMAN], defence[GERMAN], attack[ALLIED], defence[ALLIED], armour, self.prizes(p), *weak, *lost,
            self.way(p, self.channel), self.way(p, self.paris), *planes, points, *self.exposed(p),
        )), *(float(markers.bit_count()) for markers in p.bins)]

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

    def exposed(self, p: MansteinPosition) -> list[float]:
        """Points of Allied places that Germans are close to or may reach, and of German ones with Allies about them.

        Each counts by how strong those are beside whoever holds it.
        """
        g, ours = self.g, held(self.g, p, GERMAN)
        found = {ALLIED: [0.0, 0.0], GERMAN: [0.0, 0.0]}
        for hex in bits(g.contested & g.land & g.board.home[ALLIED]):
            points, owner = self.worth.hex(p, hex), GERMAN if ours >> hex & 1 else ALLIED
            defence = self.defence(p, owner, hex) if points else 0.0
            for n, far in enumerate((CLOSE, REACH) if points else ()):
                attack = self.attack(p, 1 - owner, hex, far)
                found[owner][n] += points * attack / (attack + HOLDING * defence + DOUBT)
        return found[ALLIED] + found[GERMAN]

    def attack(self, p: MansteinPosition, side: int, hex: int, far: int) -> int:
        """The factors of a side's units that are no farther from a hex than that, nor than they move."""
        g = self.g
        return sum(g.counters[u].attack[p.steps[u]]
                   for at in bits(g.grid.disc(hex, far) & p.occupied[side]) for u in p.stacks[at]
                   if g.grid.distance(at, hex) <= g.move[u])

    def defence(self, p: MansteinPosition, side: int, hex: int) -> float:
        """The strength of those who hold a hex, with the help of the ground and of fortresses."""
        g = self.g
        units = p.stacks[hex] if p.occupied[side] >> hex & 1 else ()
        columns = intact(g, p, side, hex) - int(odds.best_terrain(g, p, hex).value)
        return (1 + COVER * columns) * sum(g.counters[u].defence[p.steps[u]] for u in units)

    def way(self, p: MansteinPosition, goals: int) -> float:
        """Hexes from the nearest German stack to one of the goals."""
        g = self.g
        near = [g.grid.distance(here, goal) for here in bits(p.occupied[GERMAN]) for goal in bits(goals)]
        return float(min(near, default=NOBODY_NEAR))
