"""What happens, in words: a sentence for every event, the headings of the log, and which events are one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from meuse.engine.contract import Event
from meuse.engine.narration import Joins, Line, count, listed, luck, verb
from meuse.engine.verbs import Noun
from meuse.games.blitzkrieg.box.components import SIDES
from meuse.games.blitzkrieg.rules.odds import chances
from meuse.games.blitzkrieg.rules.shock import side_of

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

Data = Mapping[str, Any]
Sentence = Callable[["Blitzkrieg", Data], str]

BOMBS = {"-": "no effect", "hit": "a hit", "T": "a unit terrorised", "F": "a unit Fatigued",
         "FT": "a unit Fatigued and terrorised", "2F": "two units Fatigued"}
"""Results of air attacks."""

TABLES = {"probe": "Probe", "assault": "Assault", "combined_arms": "Combined Arms"}

FIGHT = 3
"""The level of the heading that a fight is told under."""

TOLD: dict[str, Noun] = {"unit": "unit", "units": "unit", "base": "unit", "hex": "hex", "start": "hex",
                         "hexside": "side", "card": "card"}
"""What the fields of events name."""

LEVELS = {
    "turn": 1, "player turn": 2, "attack": 3, "step": -2, "sighted": -2, "rail": -2, "sea move": -2, "evacuated": -2,
    "flown": -2, "bridgehead": -2, "digging": -2, "recovery": -2, "repair": -2, "calm": -2, "rally": -2,
    "air supply": -2, "open city": -2, "flooding": -2, "italy": -2, "usa": -2, "shock roll": -1, "paralysis ends": -1,
    "game over": -1,
}
"""The headings that events make: weeks; the turns of the sides; their phases. With a minus: they end those below."""

TONES = {
    "turn": "quiet", "combat": "fight", "eliminated": "loss", "fatigued": "loss", "collapse": "loss",
    "shock roll": "fight", "italian table": "fight", "recovery": "fight",
}
"""Of events that are not told in the colour of their side."""


def _card(g: Blitzkrieg, d: Data) -> str:
    return g.cards[g.card_by_id[d["card"]]].entry.name


def _unit(g: Blitzkrieg, d: Data) -> str:
    if d["unit"] in g.by_id:
        return g.counters[g.by_id[d["unit"]]].name
    return g.airstrikes[g.box.air_by_id[d["unit"]]].entry.name


def _where(g: Blitzkrieg, d: Data) -> str:
    return _label(g, d["hex"])


def _label(g: Blitzkrieg, hex: str) -> str:
    return g.board.label(g.grid.bit[hex])


def _strangers(d: Data) -> str:
    """A unit of the enemy's on the move, as far as one sees."""
    return f"An {d['side'].capitalize()} unit goes{d['how']}"


def _does(d: Data, verb: str, plural: str = "") -> str:
    """A side and its verb: the Axis acts, the Allies act; with `plural` for verbs that are not made by a letter."""
    return f"The Axis {verb}" if d["side"] == "axis" else f"The Allies {plural or verb.removesuffix('s')}"


def _country(name: str) -> str:
    return "the Netherlands" if name == "netherlands" else name.capitalize()


def _nation(d: Data) -> str:
    """A country at the beginning of a sentence."""
    name = _country(d["country"])
    return name[0].upper() + name[1:]


def _shock(g: Blitzkrieg, d: Data) -> str:
    change = f"{d['points']:+d}"
    return f"Shock of {_country(d['country'])}: {change}, now {d['index']}."


def _condition(g: Blitzkrieg, d: Data) -> str:
    state = "met" if d["met"] else "not met"
    return f"The condition of {_card(g, d)} is {state}: {count(d['points'], 'Shock Point')}."


def _deception(g: Blitzkrieg, d: Data) -> str:
    units = count(d["count"], f"{'' if d['mechanised'] else 'non-'}mechanised deception unit")
    return f"{_does(d, 'gets')} {units}."


def _over(g: Blitzkrieg, d: Data) -> str:
    points = f"Axis {d['points']['axis']}, Allies {d['points']['allied']}"
    return f"The game is over: {d['winner'].capitalize() + ' ' if d['winner'] else ''}{d['level']} ({points})."


def _units(g: Blitzkrieg, d: Data) -> str:
    return listed([g.counters[g.by_id[id]].name for id in d["units"]])


def _attack(g: Blitzkrieg, d: Data) -> str:
    return f"{_units(g, d)} {verb(d['units'], 'attacks', 'attack')} {_where(g, d)} on the {TABLES[d['table']]} table."


def _combat(g: Blitzkrieg, d: Data) -> str:
    title = g.charts.results[d["result"]].title
    return (f"{d['attack']:g} against {d['defence']:g} ({d['percent']}%), {d['shift']:+d}: {d['column']}, "
            f"die {d['die']}: {d['result']}, {title}.")


def _box(g: Blitzkrieg, d: Data) -> str:
    return g.charts.missions[d["box"]].title


def _missions(g: Blitzkrieg, d: Data) -> str:
    flown = ", ".join(f"{g.charts.missions[box].title} {count}" for box, count in d["missions"].items())
    return f"{_does(d, 'opens its', 'open their')} air display: {flown or 'nothing flies'}."


def _ground_attack(g: Blitzkrieg, d: Data) -> str:
    what = "units" if d["target"] == "movers" else d["target"]
    odds = f"strength {d['strength']}, shifted {d['shift']:+d}, die {d['die']}"
    return f"{_does(d, 'bombs')} the {what} in {_where(g, d)} with {odds}: {BOMBS.get(d['result'], d['result'])}."


def _air_battle(g: Blitzkrieg, d: Data) -> str:
    hits = [f"{n} {what}" for n, what in ((d["eliminated"], "shot down"), (d["fatigued"], "Fatigued")) if n]
    odds = f"strength {d['strength']}, die {d['die']}"
    return f"{_does(d, 'fires')} in the air with {odds}: {listed(hits, 'no effect')}."


def _operation(g: Blitzkrieg, d: Data) -> str:
    what = "the airfield" if d["kind"] == "seize" else "the fortress"
    return f"{_unit(g, d)} {'seizes' if d['success'] else 'fails to seize'} {what} at {_where(g, d)}, die {d['die']}."


def _called(g: Blitzkrieg, d: Data) -> str:
    return f"{_unit(g, d)} is called from the strategic reserve, for {count(d['points'], 'Shock Point')}."


def _bridgehead(g: Blitzkrieg, d: Data) -> str:
    done = "secures" if d["success"] else "fails to secure"
    return f"{_unit(g, d)} {done} the crossing {g.board.names.crossing(d['hexside'])}, die {d['die']}."


SENTENCES: dict[str, Sentence] = {
    "turn": lambda g, d: f"Turn {d['turn']}, {g.charts.campaign.turns[d['turn'] - 1]} 1940.",
    "player turn": lambda g, d: f"{_does(d, 'acts')}.",
    "card bought": lambda g, d: f"{_does(d, 'buys')} {_card(g, d)}.",
    "cards bought": lambda g, d: f"{_does(d, 'has', 'have')} spent {count(d['cost'], 'point')} on cards.",
    "card": lambda g, d: f"{_does(d, 'plays')} {_card(g, d)}.",
    "condition": _condition,
    "deception": _deception,
    "historical set-up": lambda g, d: f"{_does(d, 'stands')} as in history.",
    "placed": lambda g, d: f"{_unit(g, d)} is set up in {_where(g, d)}.",
    "set up": lambda g, d: f"{_does(d, 'is', 'are')} set up.",
    "entrenched": lambda g, d: f"{_where(g, d)} is entrenched.",
    "reinforcement": lambda g, d: f"{_unit(g, d)} comes on in {_where(g, d)}.",
    "reserve called": _called,
    "airstrike arrives": lambda g, d: f"{_unit(g, d)} arrives.",
    "to the alps": lambda g, d: f"{_unit(g, d)} leaves for the Alps.",
    "step": lambda g, d: f"{_unit(g, d)} goes to {_where(g, d)}.",
    "sighted": lambda g, d: f"{_strangers(d)} from {_label(g, d['start'])} to {_label(g, d['hex'])}.",
    "rail": lambda g, d: f"{_unit(g, d)} goes by rail to {_where(g, d)}.",
    "sea move": lambda g, d: f"{_unit(g, d)} goes by sea to {_where(g, d)}.",
    "evacuated": lambda g, d: f"{_unit(g, d)} is evacuated from {_where(g, d)}.",
    "assault from the sea": lambda g, d: f"Ships lie off {_where(g, d)} for an assault.",
    "scatter": lambda g, d: f"{_unit(g, d)} jumps over {_where(g, d)}: die {d['die']}, modified {d['total']}.",
    "special operation": _operation,
    "landed": lambda g, d: f"{_unit(g, d)} lands in {_where(g, d)}.",
    "ship lost": lambda g, d: f"The ships off {_where(g, d)} are lost.",
    "gunfire": lambda g, d: f"Naval gunfire on {_where(g, d)}: {count(d['ships'], 'ship')}.",
    "bridgehead": _bridgehead,
    "digging": lambda g, d: f"{_where(g, d)} {'is' if d['success'] else 'is not'} entrenched, die {d['die']}.",
    "open city": lambda g, d: f"{_where(g, d)} is declared open.",
    "open city ends": lambda g, d: f"{_where(g, d)} is no open city any more.",
    "flooding": lambda g, d: f"The sluices of {_country(d['country'])} are opened"
                             f"{'' if d['success'] else ', in vain'}, die {d['die']}.",
    "garrison leaves": lambda g, d: f"{_unit(g, d)} lays down its arms in {_where(g, d)}.",
    "recovery": lambda g, d: f"{_unit(g, d)} {'recovers' if d['success'] else 'stays Fatigued'}, die {d['die']}.",
    "netherlands at war": lambda g, d: f"Germans enter {_where(g, d)}: the Netherlands is at war.",
    "exempt": lambda g, d: f"{_unit(g, d)} needs no command this turn.",
    "named": lambda g, d: f"Guderian drives on {_unit(g, d)}.",
    "eliminated": lambda g, d: f"{_unit(g, d)} is eliminated in {_where(g, d)}.",
    "attack": _attack,
    "opened": lambda g, d: f"In {_where(g, d)} {'is' if len(d['units']) == 1 else 'are'} {_units(g, d)}.",
    "nobody there": lambda g, d: f"Nobody is in {_where(g, d)}.",
    "support": lambda g, d: f"{_unit(g, d)} supports the attack with {d['strength']}.",
    "combat": _combat,
    "garrison holds": lambda g, d: f"{_unit(g, d)} stays in its works at {_where(g, d)}.",
    "retreat": lambda g, d: f"{_unit(g, d)} retreats to {_where(g, d)}.",
    "pursuit": lambda g, d: f"{_unit(g, d)} pursues to {_where(g, d)}.",
    "pursuit ends": lambda g, d: f"{_unit(g, d)} finds {_where(g, d)} held and pursues no farther.",
    "fort destroyed": lambda g, d: f"The works of {_where(g, d)} are destroyed.",
    "fatigued": lambda g, d: f"{_unit(g, d)} is Fatigued in {_where(g, d)}.",
    "italian table": lambda g, d: f"The Italian table: {d['die']}.",
    "italy": lambda g, d: "Italy enters the war.",
    "usa": lambda g, d: "The United States enters the war.",
    "shock": _shock,
    "shock roll": lambda g, d: f"{_nation(d)} rolls {d['die']}, {d['total']} in all: {d['effect']}.",
    "collapse": lambda g, d: f"{_nation(d)} collapses.",
    "paralysis ends": lambda g, d: f"Paralysis ends for {listed([_country(c) for c in d['countries']])}.",
    "assigned": lambda g, d: f"{_unit(g, d)} is assigned to {_box(g, d)}.",
    "missions": _missions,
    "card chosen": lambda g, d: f"{_does(d, 'will show', 'will show')} {_card(g, d)}.",
    "pressed": lambda g, d: f"{_unit(g, d)} is to fight intensively.",
    "intensive": lambda g, d: f"Fighting intensively: {listed([_unit(g, {'unit': id}) for id in d['units']])}.",
    "air battle": _air_battle,
    "airstrike lost": lambda g, d: f"{_unit(g, d)} is shot down.",
    "airstrike fatigued": lambda g, d: f"{_unit(g, d)} is Fatigued.",
    "flight": lambda g, d: f"{_unit(g, d)} flies from {_unit(g, {'unit': d['base']})} over {_where(g, d)}.",
    "sent again": lambda g, d: f"{_unit(g, d)} will fly again, Fatigued.",
    "ground attack": _ground_attack,
    "shaken": lambda g, d: f"{_unit(g, d)} is terrorised in {_where(g, d)}.",
    "damaged": lambda g, d: f"The {d['target']} of {_where(g, d)} is Damaged.",
    "terrorised": lambda g, d: f"{_where(g, d)} is terrorised.",
    "bridge destroyed": lambda g, d: f"A bridgehead at {_where(g, d)} is destroyed.",
    "air supply": lambda g, d: f"Supply is dropped in {_where(g, d)}.",
    "air supply ends": lambda g, d: "Air supply is used up.",
    "close support": lambda g, d: f"{_unit(g, d)} supports the attack on {_where(g, d)} ({d['shift']:+d}).",
    "flown": lambda g, d: f"{_unit(g, d)} is flown to {_where(g, d)}.",
    "repair": lambda g, d: f"{_where(g, d)} {'is repaired' if d['success'] else 'stays Damaged'}, die {d['die']}.",
    "calm": lambda g, d: f"{_where(g, d)} {'recovers' if d['success'] else 'stays in terror'}, die {d['die']}.",
    "rally": lambda g, d: f"{_unit(g, d)} {'rallies' if d['success'] else 'stays terrorised'}, die {d['die']}.",
    "interception": lambda g, d: f"{_does(d, 'intercepts')} over {_where(g, d)}.",
    "game over": _over,
}


def sentence(g: Blitzkrieg, event: Event) -> str:
    return SENTENCES[event.what](g, event.data)


def line(g: Blitzkrieg, event: Event) -> Line:
    """The event as it stands in the log; beneath the die of a combat, the chance of every result that it could have."""
    level, d = LEVELS.get(event.what, 0), event.data
    made = Line(sentence(g, event), level, _doer(g, d), TONES.get(event.what, ""))
    if event.what == "combat":
        found = list(chances(g, d["table"], g.box.crt.columns.index(d["column"])).items())
        return replace(made, note=_chances(found), luck=luck(found, d["result"]))
    return replace(made, title=g.board.names.battle(g.grid.bit[d["hex"]])) if level == FIGHT else made


def _chances(found: Sequence[tuple[str, int]]) -> str:
    return "Chances: " + "  ".join(f"{result} {ways / 6:.0%}" for result, ways in found)


def _doer(g: Blitzkrieg, d: Data) -> str:
    """Whose doing it is, or whose country."""
    if d.get("side") in SIDES:
        return str(d["side"])
    if "country" in d:
        return SIDES[side_of(d["country"])]
    ids = [d["unit"]] if "unit" in d else d.get("units", ())
    return SIDES[g.side_of(ids[0])] if ids else ""


def _march(g: Blitzkrieg, steps: list[Data]) -> str:
    return (f"{_unit(g, steps[0])} goes to {_where(g, steps[-1])} from {_label(g, steps[0]['start'])} "
            f"({count(len(steps), 'hex')}).")


def _arrivals(g: Blitzkrieg, told: list[Data]) -> str:
    names = Counter(_unit(g, d) for d in told)
    several = listed([f"{name} ({n})" if n > 1 else name for name, n in names.items()])
    return f"{several} {verb(told, 'arrives', 'arrive')}."


def _going(goes: str) -> Callable[[Blitzkrieg, list[Data]], str]:
    """Steps of one unit, told by where they end."""
    return lambda g, steps: f"{_unit(g, steps[0])} {goes} {_where(g, steps[-1])}."


def _same_unit(before: Data, d: Data) -> bool:
    return bool(before["unit"] == d["unit"])


def _always(before: Data, d: Data) -> bool:
    return True


def _onward(before: Data, d: Data) -> bool:
    return bool(before["hex"] == d["start"] and before["unit"] == d["unit"])


JOINED: Joins = {
    "step": (_onward, _march), "airstrike arrives": (_always, _arrivals),
    "retreat": (_same_unit, _going("retreats to")), "pursuit": (_same_unit, _going("pursues to")),
}
"""Events that may be one line with those of their kind before them: whether they are, and the sentence for all."""
