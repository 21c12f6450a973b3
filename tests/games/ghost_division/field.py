"""A battlefield: German and Allied units face to face in one Grid, with the dice in the test's hand.

Units are written with their state: "i-6, pz38-1 1 crossed" is a rifle battalion and a tank company that has one Hit and
came over a river; "fi-infantry suppressed" is the next French battalion out of its bin.
"""

from __future__ import annotations

from typing import Any

from meuse.engine.contract import CHANCE
from meuse.games.ghost_division.position import Battle, Foe
from meuse.games.ghost_division.rules.combat import Battles
from meuse.games.ghost_division.rules.fire import allied_value, bridgehead_minus, german_value, storming
from tests.games.ghost_division.desk import Desk

CLEAR, TOWN, WOOD = "M5", "N5", "N18"
"""Grids without a river: Bapaume, Arras, Vielsalm."""

BLANK = 3
"""A die without an effect in any column of the pinned table."""


def ground(germans: str, grid: str, more: str = "", formation: str = "", called: int = 0) -> str:
    """A situation with these units, and a Formation that has come into contact with them."""
    lines = []
    for name, *state in words(germans):
        flags = "".join(f", {flag} = true" for flag in state if flag in ("crossed", "ace"))
        hits = next((flag for flag in state if flag.isdigit()), "0")
        lines.append(f'"{name}" = {{ at = "{grid}", hits = {hits}{flags} }}')
    if formation:
        more += f'\n[formations]\n"{formation}" = {{ at = "{grid}", shown = true, called = {called} }}'
    head, _, tables = more.partition("\n[")
    return f"{head}\n[units]\n" + "\n".join(lines) + (f"\n[{tables}" if tables else "")


def words(units: str) -> list[list[str]]:
    return [unit.split() for unit in units.split(", ") if unit]


def field(
    germans: str,
    foes: str,
    *,
    grid: str = CLEAR,
    attack: bool = True,
    kind: str = "battle",
    formation: str = "18-di",
    more: str = "",
    superior: int = 0,
    round: int = 1,
) -> Desk:
    """In the middle of a battle, before any frame of it is opened."""
    desk = Desk(ground(germans, grid, more, formation, 1 if formation else 0))
    g, p = desk.g, desk.p
    cell = g.grid.bit[grid]
    for name, *state in words(germans):
        if "suppressed" in state:
            p.suppressed |= 1 << g.by_id[name]
    markers = (g.formation_by_id[formation],) if formation else ()
    fort = p.fog_in.get(cell, -1) if attack else -1
    p.battle = Battle(cell, kind, attack, markers, fort, round=round, superior=superior)
    for name, *state in words(foes):
        add_foe(desk, name, state, markers[0] if markers and name != "fortification" else -1)
    return desk


def add_foe(desk: Desk, kind: str, state: list[str], formation: int) -> None:
    """The next counter of that kind joins the battle."""
    g, p = desk.g, desk.p
    hits = next((int(flag) for flag in state if flag.isdigit()), 0)
    if kind == "fortification":
        assert p.battle is not None
        p.foes.append(Foe(g.fort_counter[p.battle.fort], p.damage[p.battle.fort] + hits, "suppressed" in state))
        return
    out = {foe.counter for foe in p.foes} | set(p.sky)
    counter = next(c.index for c in g.allied if c.kind == kind and c.index not in out)
    if g.allied[counter].air_unit:
        p.sky = (*p.sky, counter)
    else:
        p.foes.append(Foe(counter, hits, "suppressed" in state, formation))


def fight(
    germans: str, foes: str, *, grid: str = CLEAR, attack: bool = True, formation: str = "18-di", more: str = ""
) -> Desk:
    """A whole battle from its first step; the Formation draws exactly these units."""
    kinds = [name for name, *_ in words(foes)]
    desk = Desk(ground(germans, grid, more, formation, len(kinds)))
    desk.open(Battles(attack, 1 << desk.g.grid.bit[grid]))
    return desk.chance(*kinds)


def decline(desk: Desk) -> Desk:
    """No air units, no OP, no Withdrawal: on to the next dice."""
    while desk.legal and desk.actors != (CHANCE,):
        word = next((w for w in ("done", "fire", "fight-on") if w in desk.legal), None)
        if word is None:
            break
        desk.do(word)
    return desk


def firing(desk: Desk) -> tuple[str, bool] | None:
    """The column that is being rolled, and whether the Germans fire."""
    rolling = rolled(desk)
    return (rolling["column"], rolling["side"] == "german") if rolling else None


def rolled(desk: Desk) -> dict[str, Any]:
    """The volley whose dice are being rolled; empty where there is none."""
    return desk.battle.get("volley") or {}


def volley(desk: Desk, *dice: int) -> Desk:
    """These dice, and blanks for the rest of the volley."""
    now = firing(desk)
    assert now is not None, f"nobody fires: {desk.legal}"
    desk.chance(*dice)
    while firing(desk) == now and rolled(desk)["dice"]:
        desk.chance(BLANK)
    return desk


def until(desk: Desk, column: str, german: bool, superior: str = "german") -> Desk:
    """On, with blanks, to that volley; the side named gets Tactical Superiority."""
    for _ in range(50):
        decline(desk)
        if firing(desk) == (column, german):
            return desk
        if firing(desk):
            volley(desk, BLANK)
        else:
            desk.chance(*((6, 1) if superior == "german" else (1, 6)))
    raise AssertionError(f"no {column} volley")


def dice_of(desk: Desk) -> int:
    """Dice in the volley that is being rolled."""
    rolling = rolled(desk)
    return int(rolling["left"]) + len(rolling["dice"])


def value(desk: Desk, unit: str, column: str) -> int:
    """The fire value of a unit in the battle, German or Allied, by id."""
    g, p = desk.g, desk.p
    if unit in g.by_id:
        storm = column == "close_assault" and storming(g, p)
        return german_value(g, p, g.by_id[unit], column, storm=storm)
    foe = next(foe for foe in p.foes if g.allied[foe.counter].id == unit)
    return allied_value(g, p, foe, column, bridgehead=bridgehead_minus(g, p))


def foes(desk: Desk) -> dict[str, tuple[int, bool]]:
    """Hits and suppression of the living Allied units, by id."""
    return {foe["id"]: (foe["hits"], foe["suppressed"]) for foe in desk.battle.get("foes", ())}


def suppressed(desk: Desk, unit: str) -> bool:
    return unit in desk.marked("suppressed")
