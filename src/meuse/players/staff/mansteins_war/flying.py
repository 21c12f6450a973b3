"""The air: support where attacks are planned or expected, the best units kept for the main effort, bombs on depots."""

from __future__ import annotations

from meuse.engine.contract import Action
from meuse.engine.hexes import bits
from meuse.games.mansteins_war.box.components import GERMAN
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.position import MansteinPosition
from meuse.games.mansteins_war.rules import air, supply
from meuse.games.mansteins_war.rules.bombing import refuse_city
from meuse.players.staff.mansteins_war.attacks import Offensive
from meuse.players.staff.mansteins_war.marching import Marching
from meuse.players.staff.mansteins_war.outlook import Outlook

Choice = tuple[Action, str]
BOMBS = ("Brussels", "Antwerp", "Rotterdam", "Amsterdam", "Lille", "Paris", "Nancy")
"""Depots in cities, in the order in which they are bombed."""
BOLD = 2
"""By so many values must an air unit be stronger to pick a fight."""
LEAST_COVER = 1.2
"""The least that an air unit's zone must be worth to the defence."""
LEAST_LIFT = 1.5
"""The least that units must be worth which the airlift supplies."""
KEEP = 3
"""German air units that wait for the attacks of later impulses."""


class Flying:
    """Where the air units of one impulse go. `flights` are those decided and not yet flown."""

    def __init__(self, look: Outlook) -> None:
        self.look, self.g, self.p = look, look.g, look.p
        self.ready = [a for a in air.ready(self.g, self.p, look.side) if not self.g.airlift[a]]
        self.flights: dict[int, tuple[int, str]] = {}
        self.taken = {p_hex for a in self.g.air_of[look.side] if (p_hex := self.p.air_at[a]) >= 0}

    def plan(self) -> dict[int, tuple[int, str]]:
        usable = self.usable()
        self.support(usable)
        if self.look.side == GERMAN:
            self.airlift()
            self.bombing(usable)
            self.shelter(self.spare())
        else:
            self.shelter(usable)
        return self.flights

    def spare(self) -> list[int]:
        """German units that may stay over the spearheads: one less than a hand for each impulse to come."""
        waiting = [a for a in self.ready if a not in self.flights and self.p.air_at[a] < 0]
        waiting.sort(key=lambda a: (self.value(a), a))
        keep = min(KEEP, self.p.bins[GERMAN].bit_count())
        return waiting[:max(0, len(waiting) - keep)][::-1]

    def value(self, a: int) -> int:
        return self.g.air_value(self.p, a)

    def usable(self) -> list[int]:
        """Those that this marker may use, the strongest first; some wait for the main effort."""
        g, p = self.g, self.p
        found = sorted(self.ready, key=lambda a: (-self.value(a), a))
        if self.look.side == GERMAN and p.bins[GERMAN]:
            if "HGC" in p.commands:
                return []
            spear = "PGK" in p.commands or g.markers[p.marker].entry.corps
            if not spear and p.bins[GERMAN] >> g.regular_of["PGK"] & 1:
                found = found[1:] if len(found) < 4 else found[2:]
        return found

    # --- attacks --------------------------------------------------------------------------------------------------

    def support(self, usable: list[int]) -> None:
        """16.7: over the hexes that are to be attacked in this impulse."""
        g, p = self.g, self.p
        wings = [self.value(a) for a in usable][:p.air_left]
        march = Marching(self.look)
        parties = Offensive(self.look, march.places(), wings).parties()
        targets = [party.target for party in parties]
        for target in targets:
            free = [a for a in usable if a not in self.flights]
            if not free or len(self.flights) >= p.air_left:
                return
            if self.covered(target) >= self.value(free[0]):
                continue
            hex = self.over(free[0], target, targets)
            if hex >= 0:
                why = f"to support the attack on {g.board.label(target)} (16.7)"
                self.send(free[0], hex, why)

    def covered(self, target: int) -> int:
        """What our air units over a hex are worth, flights decided included."""
        found = [self.look.tactics.cover(target)]
        found += [self.value(a) for a, (hex, _) in self.flights.items() if self.zone(a, hex) >> target & 1]
        return max(found)

    def zone(self, a: int, hex: int) -> int:
        full = self.p.air_steps[a] == self.g.air[a].steps
        return self.g.grid.disc(hex, self.g.charts.limits.air_zone) if full else 1 << hex

    def over(self, a: int, target: int, others: list[int]) -> int:
        """The hex from which an air unit covers a target, and others besides; -1 for none."""
        g = self.g
        options = [h for h in bits(self.zone(a, target) & g.board.flyable) if h not in self.taken]
        return max(options, key=lambda h: (self._spot(a, h, others), h == target, h), default=-1)

    def _spot(self, a: int, hex: int, targets: list[int]) -> float:
        zone = self.zone(a, hex)
        return sum(zone >> t & 1 for t in targets) + self._fight(a, hex)

    def _fight(self, a: int, hex: int) -> float:
        """16.6: the strong seek a fight, the others keep out of it."""
        g, p = self.g, self.p
        foes = [self.value(b) for b in g.air_of[1 - self.look.side] if p.air_at[b] == hex and not g.airlift[b]]
        if not foes:
            return 0.0
        return 0.5 if self.value(a) - foes[0] >= BOLD and p.air_steps[a] == g.air[a].steps else -3.0

    def send(self, a: int, hex: int, why: str) -> None:
        self.flights[a] = hex, why
        self.taken.add(hex)

    # --- the airlift ----------------------------------------------------------------------------------------------

    def airlift(self) -> None:
        """26.1: supplies from the air for activated units without a line; the landing comes first (26.2)."""
        g, p = self.g, self.p
        lift = [a for a in air.ready(g, p, GERMAN) if g.airlift[a]]
        waits = any(p.at[u] >= 0 for u in bits(g.airborne & ~p.dropped))
        if not lift or waits or len(self.flights) >= p.air_left:
            return
        needy = [u for u in bits(p.acting) if p.at[u] >= 0 and not supply.supported(g, p, u, "move")]
        closed = {p.air_at[b] for b in g.air_of[1 - GERMAN]} | {p.air_at[lift[0]]}
        worth: dict[int, float] = {}
        for u in needy:
            for hex in bits(g.grid.disc(p.at[u], 1) & g.board.flyable):
                if hex not in closed:
                    worth[hex] = worth.get(hex, 0.0) + self.look.know.worth.whole(p, u)
        best = max(worth, key=lambda hex: (worth[hex], hex), default=-1)
        if best >= 0 and worth[best] >= LEAST_LIFT:
            self.flights[lift[0]] = best, "to supply from the air those who are cut off (26.1)"

    # --- bombs ----------------------------------------------------------------------------------------------------

    def bombing(self, usable: list[int]) -> None:
        """16.9: as the week ends, what is left bombs depots; in the impulse of the Luftwaffe too."""
        g, p = self.g, self.p
        storm = g.markers[p.marker].entry.all_air
        if p.bins[GERMAN] and not storm:
            return
        strong = [a for a in usable if a not in self.flights and self.value(a) + storm >= 3
                  and p.air_steps[a] == g.air[a].steps]
        keep = 3 if storm and p.bins[GERMAN] else 0
        for a in strong[keep:]:
            city = self.city(a)
            if city < 0 or len(self.flights) >= p.air_left:
                return
            self.send(a, city, f"to bomb the depot of {g.board.label(city)} (16.9)")

    def city(self, a: int) -> int:
        g, p = self.g, self.p
        for name in BOMBS:
            hex = g.board.cell_of[name]
            if hex in self.taken or not g.land >> hex & 1 or p.control >> hex & 1 or p.bombed >> hex & 1:
                continue
            if self._fight(a, hex) >= 0:
                return hex
        return -1

    # --- defence --------------------------------------------------------------------------------------------------

    def shelter(self, usable: list[int]) -> None:
        """16.7: over the stacks that the enemy threatens most and that nobody covers yet."""
        g, p, look = self.g, self.p, self.look
        threat = {hex: self._threat(hex) for hex in bits(p.occupied[look.side]) if not self.covered(hex)}
        for a in usable:
            if a in self.flights or len(self.flights) >= p.air_left or p.air_at[a] >= 0:
                continue
            around = g.grid.spread(p.occupied[look.side]) | p.occupied[look.side]
            options = [h for h in bits(around & g.board.flyable) if h not in self.taken]
            worth = {h: self._shelter(a, h, threat) for h in options}
            best = max(options, key=lambda h: (worth[h], h), default=-1)
            if best < 0 or worth[best] < LEAST_COVER:
                return
            self.send(a, best, "to cover the stacks that are threatened most (16.7)")
            for hex in bits(self.zone(a, best)):
                threat.pop(hex, None)

    def _threat(self, hex: int) -> float:
        look, g, p = self.look, self.g, self.p
        near = look.menace.get(hex, 0)
        strength = sum(g.counters[u].defence[p.steps[u]] for u in p.stacks[hex])
        if near <= 4 or (look.side == GERMAN and not any(g.counters[u].mech_corps for u in p.stacks[hex])):
            return 0.0
        prized = 0.2 * sum(look.know.worth.prize[u] for u in p.stacks[hex]) + 0.1 * look.know.value.get(hex, 0)
        return min(2.0, near / max(1, strength)) * (1 + prized)

    def _shelter(self, a: int, hex: int, threat: dict[int, float]) -> float:
        zone = self.zone(a, hex)
        return sum(worth for h, worth in threat.items() if zone >> h & 1) + self._fight(a, hex)


def next_flight(g: MansteinsWar, p: MansteinPosition, flights: dict[int, tuple[int, str]],
                legal: list[Action]) -> Choice | None:
    """The next decided flight: there, or a stay for bombing where it is already."""
    for a, (hex, why) in list(flights.items()):
        if p.air_active >> a & 1:
            del flights[a]
        elif p.air_at[a] == hex:
            del flights[a]
            word = g.air_words["stay"][a]
            if word in legal and refuse_city(g, p, a) is None:
                return word, why
        elif g.air_words["fly"][a] in legal:
            return g.air_words["fly"][a], why
    return None
