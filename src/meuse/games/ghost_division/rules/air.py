"""27.0 and 28.0 Airpower: Close Air Support, Air Superiority, Interdiction and Allied raids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import NOBODY, Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ALOFT, AVAILABLE, BOX, MAINTENANCE
from meuse.games.ghost_division.position import Battle, GhostPosition
from meuse.games.ghost_division.rules.aftermath import charge_losses, clear, destroy_formation
from meuse.games.ghost_division.rules.cooperative import air_officer
from meuse.games.ghost_division.rules.fire import AIR_ATTACKS, TOO_EARLY, aloft, battle_of
from meuse.games.ghost_division.rules.flak import fire_flak
from meuse.games.ghost_division.rules.formations import AIR_BIN, Draw, call_all, muster
from meuse.games.ghost_division.rules.intelligence import reveal_by_sight
from meuse.games.ghost_division.rules.volley import Volley

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

MISSIONS = {
    "cas": (frozenset({"dive bomber", "fighter"}), "28.3b"),
    "intercept": (frozenset({"fighter"}), "25.1g"),
    "strike": (frozenset({"medium bomber", "dive bomber", "fighter"}), "28.2a"),
}
"""The types that may fly each mission, and the rule."""


def available(g: GhostDivision, p: GhostPosition, mission: str) -> list[int]:
    """27.2b: air units in the Available box that may fly this mission."""
    types = MISSIONS[mission][0]
    return [u for u in g.flyers if p.places[u] == AVAILABLE and g.units[u].entry.type in types]


def send(g: GhostDivision, p: GhostPosition, u: int, cell: int, mission: str) -> None:
    """27.1a: any Grid can be reached."""
    p.put(g, u, ALOFT)
    p.tell("air unit sent", MISSIONS[mission][1], unit=g.ids[u], grid=g.grid_name(cell), mission=mission)


def refuse_send(g: GhostDivision, p: GhostPosition, noun: str, mission: str) -> Refusal:
    """Why this unit does not fly."""
    if noun not in g.by_id or not g.is_air[g.by_id[noun]]:
        return Refusal("27.0a", f"{noun} is not an air unit")
    u = g.by_id[noun]
    types, rule = MISSIONS[mission]
    if g.units[u].entry.type not in types:
        return Refusal(rule, f"{g.units[u].name} cannot fly this mission, only {' or '.join(sorted(types))} units")
    return Refusal("27.2b", f"{g.units[u].name} is not Available")


class Commit(Frame, frozen=True):
    """28.1a, 28.3c, 25.1g: German air units join the fight; Allied ones are there by themselves."""

    mission: str

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (air_officer(g, p),) if available(g, p, self.mission) else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.unit_words["send"]
        return [*[words[u] for u in available(g, p, self.mission)], "done"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            send(g, p, g.by_id[noun], battle_of(p).cell, self.mission)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "send":
            return refuse_send(g, p, noun, self.mission)
        if verb == "withdraw":
            return TOO_EARLY
        return Refusal(MISSIONS[self.mission][1], "send air units to this fight, or be done")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        what = "Stukas and fighters" if self.mission == "cas" else "fighters"
        return f"Send {what} over {g.grid_name(battle_of(p).cell)}, or be done.", MISSIONS[self.mission][1]


class Mission(Frame, frozen=True):
    """19.0b, 28.2d, 28.2j, 28.3c: Air Superiority, AA fire, attacks on the ground, landing."""

    step: int = 0

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        wing = aloft(g, p)
        if not (wing or p.sky):
            p.pop()
        elif self.step == 0:
            p.swap(Mission(1))
            if wing and p.sky:
                p.push(FirstFire())
        elif self.step == 1:
            p.swap(Mission(2))
            fire_flak(p)
        elif self.step == 2:
            p.swap(Mission(3))
            attack_ground(g, p)
        else:
            p.pop()
            land(g, p, wing)


def land(g: GhostDivision, p: GhostPosition, wing: list[int]) -> None:
    """19.0c, 28.6a: German air units go to Maintenance, Allied ones to their bins."""
    for u in wing:
        p.put(g, u, MAINTENANCE)
    sky, p.sky = p.sky, ()
    p.tell("air units land", "28.6a", german=[g.ids[u] for u in wing], allied=[g.allied[c].id for c in sky])


def attack_ground(g: GhostDivision, p: GhostPosition) -> None:
    """28.3c: the attacker's air units first, each type in its own column; level bombers fly no CAS (28.3b)."""
    battle = battle_of(p)
    first, (bomber, *support) = battle.german_attack, AIR_ATTACKS
    if battle.kind == "battle":
        p.push(*[Volley(support[0], side, tuple(support[1:])) for side in (first, not first)])
        return
    p.push(Volley(bomber, first, tuple(support)))
    if battle.kind == "raid" and any(g.allied[c].column == "bomber" for c in p.sky):
        p.bombed |= g.one[battle.cell]


class FirstFire(Chance, frozen=True):
    """28.1c, 28.1g: a die each for first fire, then one round of Air Superiority."""

    german: int = 0

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if not self.german:
            p.swap(FirstFire(int(noun)))
            return
        german, allied = self.german, int(noun)
        more, less = edge(g, p)
        first = german + more >= allied + less
        p.pop()
        p.tell("first fire", "28.1c", german=german, allied=allied, german_bonus=more, allied_bonus=less,
               first="german" if first else "allied")
        p.push(Volley("air_superiority", first), Volley("air_superiority", not first))

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Air Superiority: a die for each side decides who fires first.", "28.1c"


def edge(g: GhostDivision, p: GhostPosition) -> tuple[int, int]:
    """28.1c: what Germans and Allies add for having fighters against bombers only."""
    german = any(g.units[u].entry.type == "fighter" for u in aloft(g, p))
    allied = any(g.allied[c].type == "fighter" for c in p.sky)
    return int(german and not allied), int(allied and not german)


def revealed_works(g: GhostDivision, p: GhostPosition) -> int:
    """Grids with a revealed Fortification."""
    found = 0
    for m in g.fort_counter:
        if p.fog_shown >> m & 1:
            found |= g.one[p.fog_at[m]]
    return found


def strike_grids(g: GhostDivision, p: GhostPosition) -> int:
    """28.2a, 28.2b: Grids with a Formation marker or revealed Fortification and no German ground units."""
    return (p.formation_cells | revealed_works(g, p)) & ~p.held


class Interdiction(Frame, frozen=True):
    """C2, 28.2a: strikes, one Grid after another."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (air_officer(g, p),) if available(g, p, "strike") and strike_grids(g, p) else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.grid_words["strike"]
        return [*[words[cell] for cell in bits(strike_grids(g, p))], "end"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "end":
            p.pop()
        else:
            p.push(Strike(g.grid.bit[noun]))

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "strike" and noun in g.grid.bit:
            if p.held & g.one[g.grid.bit[noun]]:
                return Refusal("28.2a", f"German ground units are in {noun}")
            return Refusal("28.2b", f"neither a Formation nor a revealed Fortification is in {noun}")
        return Refusal("28.2b", "name a Grid to strike from the air, or end the Interdiction segment")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return "Choose a Grid to strike from the air, or end the segment.", "28.2b"


class Strike(Frame, frozen=True):
    """28.2b: the air units of one strike."""

    cell: int

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        return (air_officer(g, p),) if available(g, p, "strike") else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        words = g.unit_words["send"]
        return [*[words[u] for u in available(g, p, "strike")], "go" if aloft(g, p) else "call-off"]

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "send":
            send(g, p, g.by_id[noun], self.cell, "strike")
        elif verb == "go":
            self.run(g, p)
        else:
            p.pop()

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        """13.3e, 28.2b: everything in the Grid is turned up; what is real is attacked."""
        wing = aloft(g, p)
        p.tell("strike", "28.2b", grid=g.grid_name(self.cell), units=[g.ids[u] for u in wing])
        reveal_by_sight(g, p, self.cell, "13.3e")
        formations = p.formations_in.get(self.cell, ())
        fort = fort_in(g, p, self.cell)
        p.pop()
        if not formations and fort < 0:
            p.tell("strike in vain", "28.2b", grid=g.grid_name(self.cell))
            land(g, p, wing)
            return
        p.battle = Battle(self.cell, "interdiction", True, formations, fort)
        p.push(Bombing())
        call_all(g, p, formations)

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "send":
            return refuse_send(g, p, noun, "strike")
        if verb == "go":
            return Refusal("28.2b", "send at least one air unit first, or call the strike off")
        if verb == "call-off":
            return Refusal("28.2b", "air units are on their way: the strike goes in")
        return Refusal("28.2b", f"settle the strike on {g.grid_name(self.cell)} first")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"Send air units against {g.grid_name(self.cell)}, then go.", "28.2b"


def fort_in(g: GhostDivision, p: GhostPosition, cell: int) -> int:
    """The marker of a revealed Fortification in a Grid, or -1."""
    m = p.fog_here(cell)
    return m if m in g.fort_counter and p.fog_shown >> m & 1 else -1


class Bombing(Frame, frozen=True):
    """28.2c to 28.2i: the Formation's units are placed, attacked once, and go back to the bin."""

    step: int = 0
    placed: int = 0
    """Ground units that the Formation placed."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.step == 0:
            p.swap(Bombing(1))
            muster(g, p)
        elif self.step == 1:
            p.swap(Bombing(2, sum(foe.formation >= 0 for foe in p.foes)))
            p.push(Mission())
        else:
            p.pop()
            assess(g, p, self.placed)


def assess(g: GhostDivision, p: GhostPosition, placed: int) -> None:
    """28.2f to 28.2h: the Formation is eliminated, shattered, or stays face up."""
    battle = battle_of(p)
    left = [foe for foe in p.foes if foe.formation >= 0]
    grid = g.grid_name(battle.cell)
    if placed and not left:
        for f in battle.formations:
            destroy_formation(g, p, f, "28.2f", "28.2f")
    elif placed and all(foe.hits or foe.suppressed for foe in left):
        for f in battle.formations:
            p.put_formation(g, f, BOX)
            p.tell("formation shattered", "28.2g", grid=grid, formation=g.formations[f].id)
    elif battle.formations:
        p.tell("formation holds", "28.2h", grid=grid, formation=g.formations[battle.formations[0]].id)
    clear(p)


class AlliedRaid(Chance, frozen=True):
    """25.1f to 25.1h, 28.2j: an Allied air attack on one Grid; half the die, rounded up, in air units.

    Where an Allied bomber gets through to its attack, `p.bombed` has the Grid afterwards.
    """

    cell: int

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        die = int(noun)
        count = (die + 1) // 2
        p.battle = Battle(self.cell, "raid", False)
        p.tell("raid strength", "25.1f", grid=g.grid_name(self.cell), die=die, units=count)
        p.swap(RaidOver())
        p.push(Draw(AIR_BIN, count), Commit("intercept"), Mission())

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        return f"The die for the air units over {g.grid_name(self.cell)}.", "25.1f"


class RaidOver(Frame, frozen=True):
    """21.0d: German units destroyed from the air are paid for; suppression ends."""

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        p.pop()
        lost = battle_of(p).lost
        clear(p)
        charge_losses(g, p, lost)
