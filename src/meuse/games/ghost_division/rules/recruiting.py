"""10.0 Recruiting German units, 14.6 Kampfgruppen, 35.0 the optional units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal, Stake
from meuse.engine.frames import NOBODY, Frame
from meuse.engine.hexes import bits
from meuse.games.ghost_division.box.components import ASIDE, ASSEMBLY, AVAILABLE, POOL, SCRAP
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.cooperative import commander
from meuse.games.ghost_division.rules.encounters import relieve
from meuse.games.ghost_division.rules.operations import can_pay, for_points, pay

if TYPE_CHECKING:
    from meuse.games.ghost_division.game import GhostDivision

PAID_FOR = {"recruit": "recruiting", "form": "a Kampfgruppe", "upgrade": "a Pz III/50"}


def recruitable(g: GhostDivision, p: GhostPosition, u: int, setup: bool) -> bool:
    """10.1a, 10.3b: what lies in the Recruit Pool, and in a turn Logistics units that were destroyed."""
    return p.places[u] == POOL or (p.places[u] == SCRAP and g.is_logistics[u] and not setup)


def on_offer(g: GhostDivision, p: GhostPosition, setup: bool) -> Iterator[int]:
    """10.2b: of units that are alike the first; only what leaves 1 OP."""
    prices = g.prices[setup]
    for alike in g.recruits:
        for u in alike:
            if recruitable(g, p, u, setup):
                if can_pay(p, prices[u]):
                    yield u
                break


def upgrades(g: GhostDivision, p: GhostPosition) -> list[int]:
    """35.2a: a Pz III/50 for a Pz 38(t) of 7th Panzer."""
    if not (g.with_optional_units and any(p.places[u] == ASSEMBLY for u in g.old_panzers)):
        return []
    return [u for u in g.new_panzers if p.places[u] == ASIDE and can_pay(p, g.prices[True][u])][:1]


def formable(g: GhostDivision, p: GhostPosition) -> list[int]:
    """14.6a: Kampfgruppen not in play, if they can be paid for."""
    if not can_pay(p, g.charts.operations.kampfgruppe):
        return []
    return [u for u in g.kampfgruppen if p.places[u] in (POOL, SCRAP)]


def form(g: GhostDivision, p: GhostPosition, u: int, to: int) -> None:
    p.hits[u] = 0
    p.put(g, u, to)
    p.tell("kampfgruppe formed", "14.6b" if to >= 0 else "14.6a", unit=g.ids[u], grid=g.grid_name(to))
    relieve(g, p, to, (u,))


class Recruit(Frame, frozen=True):
    """10.1, 10.2: buy units in set-up (4.0j) or in the Recruit Phase (11.0c)."""

    setup: bool = False

    def _words(self, g: GhostDivision, p: GhostPosition) -> list[Action]:
        words = [g.unit_words["recruit"][u] for u in on_offer(g, p, self.setup)]
        if self.setup:
            words += [g.unit_words["form"][u] for u in formable(g, p)]
            words += [g.unit_words["upgrade"][u] for u in upgrades(g, p)]
        return words

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        """Set-up ends when the player says so, not when the points are gone (4.0j)."""
        asked = self.setup or next(on_offer(g, p, self.setup), -1) >= 0
        return (commander(g),) if asked else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        return [*self._words(g, p), "done"]

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        prices, by_id = g.prices[self.setup], g.by_id
        return {word: Stake(price=f"{prices[by_id[word.partition(' ')[2]]]} OP") for word in g.legal(p, side)
                if word != "done"}

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
            return
        u = g.by_id[noun]
        rule = {"form": "14.6a", "upgrade": "35.2a"}.get(verb) or ("10.3b" if p.places[u] == SCRAP else "10.1a")
        pay(p, g.prices[self.setup][u], rule, PAID_FOR[verb])
        if verb == "form":
            form(g, p, u, ASSEMBLY)
        elif verb == "upgrade":
            self._upgrade(g, p, u)
        else:
            p.hits[u] = 0
            p.put(g, u, AVAILABLE if g.is_air[u] else ASSEMBLY)
            p.tell("recruited", rule, unit=noun, to="available" if g.is_air[u] else "assembly")

    def _upgrade(self, g: GhostDivision, p: GhostPosition, u: int) -> None:
        """35.2a: one for one."""
        old = next(v for v in g.old_panzers if p.places[v] == ASSEMBLY)
        p.put(g, old, ASIDE)
        p.put(g, u, ASSEMBLY)
        p.tell("upgraded", "35.2a", unit=g.ids[u], removed=g.ids[old])

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if noun not in g.by_id or verb not in ("recruit", "form", "upgrade"):
            return None
        u = g.by_id[noun]
        if verb == "upgrade":
            return self._refuse_upgrade(g, p, u)
        if verb == "form":
            return refuse_form(g, p, u) if self.setup else Refusal("11.0d", "Kampfgruppen are formed in the next step")
        return self._refuse_recruit(g, p, u)

    def _refuse_recruit(self, g: GhostDivision, p: GhostPosition, u: int) -> Refusal:
        entry, place = g.units[u].entry, p.places[u]
        if u in g.new_panzers or place == ASIDE:
            return Refusal("10.4a", f"{entry.name} comes only by its optional rule")
        if entry.kampfgruppe:
            return Refusal("14.6a", f"{entry.name} is formed, not recruited")
        if entry.formation in ("5 Pz", "SS-T"):
            return Refusal("10.1b", f"{entry.name} comes only when OKW releases it")
        if place == SCRAP and not recruitable(g, p, u, self.setup):
            return Refusal("10.3a", f"{entry.name} has been destroyed and is gone for good")
        if not recruitable(g, p, u, self.setup):
            return Refusal("10.2b", f"{entry.name} is not in the Recruit Pool")
        cost = g.prices[self.setup][u]
        if not can_pay(p, cost):
            return Refusal("3.6a", f"{entry.name} costs {cost} OP, and 1 OP must be left")
        return Refusal("10.2b", f"take the first of the units like {entry.name}")

    def _refuse_upgrade(self, g: GhostDivision, p: GhostPosition, u: int) -> Refusal:
        name = g.units[u].name
        if not self.setup:
            return Refusal("35.2a", "Pz III/50s are had in initial deployment only")
        if u not in g.new_panzers:
            return Refusal("35.2a", f"{name} is no Pz III/50")
        if not g.with_optional_units:
            return Refusal("10.4a", f"{name} comes only by its optional rule")
        if not can_pay(p, g.prices[True][u]):
            return Refusal("3.6a", f"{name} costs {g.prices[True][u]} OP, and 1 OP must be left")
        return Refusal("35.2a", f"{name} has come already, is not the next one, or no Pz 38(t) is left to give for it")

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        when = "at set-up prices" if self.setup else "at the prices of a turn"
        return f"Recruit units {when} ({p.op} OP, 1 must be left), or be done.", "4.0j" if self.setup else "11.0c"


def refuse_form(g: GhostDivision, p: GhostPosition, u: int) -> Refusal:
    name = g.units[u].name
    if u not in g.kampfgruppen:
        return Refusal("14.6a", f"{name} is no Kampfgruppe: no other headquarters can be built")
    if p.places[u] not in (POOL, SCRAP):
        return Refusal("14.6a", f"{name} is in play, or out of the game")
    return Refusal("3.6a", f"{name} costs {g.charts.operations.kampfgruppe} OP, and 1 OP must be left")


class FormKampfgruppe(Frame, frozen=True):
    """14.6, phase B2: Kampfgruppen not in play are built and placed with any German ground unit."""

    unit: int = -1
    """The Kampfgruppe paid for, to be placed."""

    def actors(self, g: GhostDivision, p: GhostPosition) -> tuple[str, ...]:
        asks = len(p.stacks) > 1 if self.unit >= 0 else bool(p.stacks and formable(g, p))
        return (commander(g),) if asks else NOBODY

    def legal(self, g: GhostDivision, p: GhostPosition, side: str) -> list[Action]:
        if self.unit < 0:
            return [*(g.unit_words["form"][u] for u in formable(g, p)), "done"]
        places = [g.grid_words["place"][cell] for cell in bits(p.held)]
        return [*places, "place AA"] if ASSEMBLY in p.stacks else places

    def run(self, g: GhostDivision, p: GhostPosition) -> None:
        if self.unit >= 0:
            self._place(g, p, next(iter(p.stacks)))
        else:
            p.pop()

    def stakes(self, g: GhostDivision, p: GhostPosition, side: str) -> dict[str, Stake]:
        return for_points(g.legal(p, side), ("form",), g.charts.operations.kampfgruppe)

    def apply(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> None:
        if verb == "form":
            pay(p, g.charts.operations.kampfgruppe, "14.6a", PAID_FOR["form"])
            p.swap(FormKampfgruppe(g.by_id[noun]))
        elif verb == "place":
            self._place(g, p, g.grid.bit.get(noun, ASSEMBLY))
        else:
            p.pop()

    def _place(self, g: GhostDivision, p: GhostPosition, to: int) -> None:
        form(g, p, self.unit, to)
        p.swap(FormKampfgruppe())

    def refuse(self, g: GhostDivision, p: GhostPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if self.unit >= 0:
            return Refusal("14.6b", f"{g.units[self.unit].name} is placed with a German ground unit")
        if verb == "form" and noun in g.by_id:
            return refuse_form(g, p, g.by_id[noun])
        if verb == "recruit":
            return Refusal("11.0a", "the Recruit Phase is over")
        return None

    def prompt(self, g: GhostDivision, p: GhostPosition) -> tuple[str, str]:
        if self.unit >= 0:
            return f"Place {g.units[self.unit].name} with a German ground unit.", "14.6b"
        return f"Form Kampfgruppen for {g.charts.operations.kampfgruppe} OP each, or be done.", "14.6a"
