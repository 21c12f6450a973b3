"""Events of Blitzkrieg in the West as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from meuse.engine.contract import Event
from meuse.engine.verbs import Noun

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Data = Mapping[str, Any]
Sentence = Callable[["Blitzkrieg", Data], str]

TOLD: dict[str, Noun] = {"unit": "unit", "hex": "hex", "card": "card"}


def _card(g: Blitzkrieg, d: Data) -> str:
    return g.cards[g.card_by_id[d["card"]]].entry.name


def _unit(g: Blitzkrieg, d: Data) -> str:
    if d["unit"] in g.by_id:
        return g.counters[g.by_id[d["unit"]]].name
    return g.airstrikes[g.box.air_by_id[d["unit"]]].entry.name


def _where(g: Blitzkrieg, d: Data) -> str:
    return g.board.label(g.grid.bit[d["hex"]])


def _side(d: Data) -> str:
    return "The Axis" if d["side"] == "axis" else "The Allies"


def _nations(countries: list[str]) -> str:
    return " and ".join(country.capitalize() for country in countries)


def _shock(g: Blitzkrieg, d: Data) -> str:
    change = f"{d['points']:+d}"
    return f"Shock of {d['country'].capitalize()}: {change}, now {d['index']}."


def _condition(g: Blitzkrieg, d: Data) -> str:
    return f"The condition of {_card(g, d)} is {'met' if d['met'] else 'not met'}: {d['points']} Shock Points."


def _over(g: Blitzkrieg, d: Data) -> str:
    points = f"Axis {d['points']['axis']}, Allies {d['points']['allied']}"
    return f"The game is over: {d['winner'].capitalize() + ' ' if d['winner'] else ''}{d['level']} ({points})."


SENTENCES: dict[str, Sentence] = {
    "turn": lambda g, d: f"Turn {d['turn']}, {g.charts.campaign.turns[d['turn'] - 1]} 1940.",
    "player turn": lambda g, d: f"{_side(d)} act.",
    "card bought": lambda g, d: f"{_side(d)} buy {_card(g, d)}.",
    "cards bought": lambda g, d: f"{_side(d)} have spent {d['cost']} points on cards.",
    "card": lambda g, d: f"{_side(d)} play {_card(g, d)}.",
    "condition": _condition,
    "deception": lambda g, d: f"{d['count']} {'' if d['mechanised'] else 'non-'}mechanised deception units.",
    "historical set-up": lambda g, d: f"{_side(d)} stand as in history.",
    "placed": lambda g, d: f"{_unit(g, d)} is set up in {_where(g, d)}.",
    "set up": lambda g, d: f"{_side(d)} are set up.",
    "entrenched": lambda g, d: f"{_where(g, d)} is entrenched.",
    "reinforcement": lambda g, d: f"{_unit(g, d)} comes on in {_where(g, d)}.",
    "reserve called": lambda g, d: f"{_unit(g, d)} is called from the strategic reserve, for {d['points']} Shock.",
    "airstrike arrives": lambda g, d: f"{_unit(g, d)} arrives.",
    "to the alps": lambda g, d: f"{_unit(g, d)} leaves for the Alps.",
    "step": lambda g, d: f"{_unit(g, d)} goes to {_where(g, d)}.",
    "rail": lambda g, d: f"{_unit(g, d)} goes by rail to {_where(g, d)}.",
    "recovery": lambda g, d: f"{_unit(g, d)} {'recovers' if d['success'] else 'stays Fatigued'} ({d['die']}).",
    "netherlands at war": lambda g, d: f"Germans enter {_where(g, d)}: the Netherlands is at war.",
    "exempt": lambda g, d: f"{_unit(g, d)} needs no command this turn.",
    "named": lambda g, d: f"Guderian drives on {_unit(g, d)}.",
    "eliminated": lambda g, d: f"{_unit(g, d)} is eliminated in {_where(g, d)}.",
    "fatigued": lambda g, d: f"{_unit(g, d)} is Fatigued in {_where(g, d)}.",
    "italian table": lambda g, d: f"The Italian table: {d['die']}.",
    "italy": lambda g, d: "Italy enters the war.",
    "usa": lambda g, d: "The United States enter the war.",
    "shock": _shock,
    "shock roll": lambda g, d: f"{d['country'].capitalize()} rolls {d['die']}, {d['total']} in all: {d['effect']}.",
    "collapse": lambda g, d: f"{d['country'].capitalize()} collapses.",
    "paralysis ends": lambda g, d: f"Paralysis ends for {_nations(d['countries'])}.",
    "game over": _over,
}


def sentence(g: Blitzkrieg, event: Event) -> str:
    return SENTENCES[event.what](g, event.data)
