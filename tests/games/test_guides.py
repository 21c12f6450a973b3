"""The guided first games: each is played from start to end, and off its path, and never loses its thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import meuse
from meuse.engine.contract import BadInput, Event
from meuse.engine.data import Shelf
from meuse.engine.guide import Card, Guide, card, load_guide
from meuse.engine.match import Match
from meuse.players import make_player

GUIDED = [name for name in meuse.GAMES if meuse.game_class(name).guide()]
MOST = 1500
"""Decisions in a lesson, whoever plays it."""

PATHS: dict[str, list[str]] = {
    "sedan": [
        "activate", "move-combat", "near de-i-1-1-pz 3513", "near de-ii-1-1-pz 3513", "go de-37-1-pz 3511",
        "attack 3513", "all", "overrun", "move de-i-1-1-pz", "step 3413", "step 3314", "pontoon 3314-3415",
        "activate", "move-combat", "go de-ii-1-1-pz 3314", "go de-1-1-pz 3414", "go de-hq-1-pz 3413",
        "attack 3415", "all", "attack",
        "bomber", "bomber", "guns 1", "advance de-i-1-1-pz",
    ],
    "ghost-division": [
        "scout krad-7", "recon N15", "move rommel", "join pi-58", "join pz38-1", "join pz38-2", "join pz4-1",
        "join i-6", "step N15", "step N14", "move i-7", "join pz38-3", "step N15", "step N14", "send stuka-1",
        "send stuka-2", "work pi-58", "bridgehead N13-N14", "move i-7", "step N13|cross N13",
    ],
    "mansteins-war": [
        "fly de-air-8", "over 1538", "rail de-12-army", "ride 1739", "attack 1538", "with de-16-army",
        "attack", "fly de-air-2", "over 1439", "near de-19-corps 1439", "near de-41-corps 1439",
        "attack 1439", "all", "attack", "mobile", "pursue de-19-corps",
    ],
    "blitzkrieg": [
        "assign de-ju-87-1", "into close-support", "play G01", "near de-1-pz 4322", "near de-2-pz 4322",
        "near de-xix-mot 4322", "near de-kleist 4421", "attack 4322", "all", "assault", "support de-xix-mot",
        "pursue de-2-pz", "go de-2-pz 4323",
    ],
}
"""What a pupil does who reads the cards; between these he takes what goes on with the game."""

ONWARD = (
    "roll", "fire", "go", "pass", "none", "stop", "stay", "done", "end", "hold", "obey", "fight-on", "finish", "attack",
    "wait", "fighters 0",
)


def opened(guide: Guide, game: str, seed: int) -> Match:
    return meuse.situation(guide.situation, seed=seed if guide.seed is None else guide.seed)


def seen(match: Match, log: Sequence[Event], guide: Guide) -> Card:
    mine = [e for e in log if e.visible_to(guide.side)]
    return card(guide, mine, match.legal(guide.side), match.outcome is not None)


def near(match: Match, side: str, unit: str, hex: str) -> list[str]:
    """The way to that hex, or to the cheapest one beside it that can be reached; none if it is there."""
    grid = match.game.grid  # type: ignore[attr-defined]
    around = {grid.names[c] for c in range(len(grid.names)) if grid.near[grid.bit[hex]] >> c & 1}
    if match.view(side)["units"][unit].get("hex") in around:
        return []
    reach = match.game.reach(match.position, side, unit)
    ways = sorted((way["cost"], name) for name, way in reach.items() if name in around)
    return [f"move {unit}", *reach[ways[0][1]]["actions"]] if ways else []


class Pupil:
    """Follows a path; each wish waits until it can be done."""

    def __init__(self, side: str, path: Sequence[str]) -> None:
        self.side, self.wishes, self.at_once = side, list(path), list[str]()

    def choose(self, match: Match) -> str:
        legal = match.legal(self.side)
        while self.at_once:
            if (action := self.at_once.pop(0)) in legal:
                return action
        while self.wishes and (action := self.carried_out(match, self.wishes[0], legal)) is not None:
            del self.wishes[0]
            if action:
                return action
        return next((a for a in ONWARD if a in legal), legal[0])

    def carried_out(self, match: Match, wish: str, legal: list[str]) -> str | None:
        """The action that begins it; None where it cannot be done yet, "" where nothing is left to do."""
        verb, _, rest = wish.partition(" ")
        if verb not in ("go", "near") or not rest:
            return next((action for action in wish.split("|") if action in legal), None)
        unit, hex = rest.split()
        if f"move {unit}" not in legal:
            return None
        if verb == "near":
            way = near(match, self.side, unit, hex)
        else:
            reach = match.game.reach(match.position, self.side, unit)
            if hex not in reach:
                return None
            way = [f"move {unit}", *reach[hex]["actions"]]
        self.at_once = way[1:]
        return way[0] if way else ""


def play(name: str, seed: int, path: Sequence[str] | None) -> tuple[list[Card], Match]:
    """The cards that a pupil read one after another; without a path he does anything at all."""
    guide = meuse.game_class(name).guide()
    assert guide is not None
    match = opened(guide, name, seed)
    rng = Random(seed)
    pupil = Pupil(guide.side, path) if path is not None else None
    minds = {side: make_player("staff", match.game, side, Random(seed)) for side in match.game.sides}
    log, cards = list(match.opening), [seen(match, match.opening, guide)]
    for _ in range(MOST):
        if cards[-1].over or not match.actors:
            return cards, match
        side = match.actors[0]
        if side != guide.side:
            action = minds[side].choose(match.game.determinize(match.position, side, rng))
        else:
            action = pupil.choose(match) if pupil else rng.choice(match.legal(side))
        log += match.apply(side, action)
        cards.append(seen(match, log, guide))
    return cards, match


def test_every_game_has_a_guide() -> None:
    assert list(meuse.GAMES) == GUIDED


@pytest.mark.parametrize("name", GUIDED)
def test_who_follows_the_cards_wins(name: str) -> None:
    cards, _ = play(name, 1, PATHS[name])
    steps = [c.step for c in cards]
    assert steps == sorted(steps)
    assert cards[-1].won, f"the pupil ended at step {steps[-1]} of {cards[-1].steps}: {cards[-1].title}"
    assert set(range(1, cards[-1].steps)) <= set(steps), "each step was shown"


@pytest.mark.parametrize("name", GUIDED)
@pytest.mark.parametrize("seed", range(4))
def test_off_the_path_the_guide_keeps_its_thread(name: str, seed: int) -> None:
    """Whatever the player does: never back, always a card, and an end."""
    cards, match = play(name, seed, None)
    steps = [c.step for c in cards]
    assert steps == sorted(steps)
    assert all(c.title and c.says for c in cards)
    assert cards[-1].over, f"after {MOST} decisions in turn {match.view(None)['turn']} the lesson was not over"


@pytest.mark.parametrize("name", GUIDED)
def test_who_does_nothing_comes_to_the_end(name: str) -> None:
    cards, _ = play(name, 1, [])
    assert cards[-1].over


@pytest.mark.parametrize("name", GUIDED)
def test_places_and_facts_are_those_of_the_game(name: str) -> None:
    kind = meuse.game_class(name)
    guide = kind.guide()
    assert guide is not None
    hexes = meuse.make_game(name, guide.scenario).sheet()["hexes"]
    assert {hex for step in guide.steps for hex in step.hexes} | set(guide.opens) <= set(hexes)
    facts = [f for step in guide.steps for f in step.until] + [*guide.wins, *guide.ends]
    cards_path = Path(str(Shelf(kind.package).folder)).parent  # type: ignore[attr-defined]
    told = "".join(path.read_text(encoding="utf-8") for path in cards_path.rglob("*.py"))
    for fact in facts:
        assert f'"{fact.event}"' in told, f"no event {fact.event!r}"


def test_undo_takes_the_guide_back() -> None:
    guide = meuse.game_class("sedan").guide()
    assert guide is not None
    match = opened(guide, "sedan", 1)
    log = match.apply("german", "activate")
    assert seen(match, log, guide).step == 2
    match.undo("german")
    assert seen(match, [], guide).step == 1


@pytest.mark.parametrize(("old", "new", "says"), [
    ('scenario = "encirclement"\nside', 'scenario = "nowhere"\nside', "scenario: expected one of"),
    ('side = "german"', 'side = "red"', "side: expected one of german, french"),
    ('verb = "guns"', 'verb = "gunz"', "asks[2].verb: expected one of"),
    ('event = "order"', 'evnt = "order"', "unknown field `evnt`"),
])
def test_a_wrong_guide_is_named_with_its_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, says: str
) -> None:
    kind = meuse.game_class("sedan")
    text = (Shelf(kind.package).folder / "guide.toml").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert old in text
    (tmp_path / "guide.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(Shelf, "folder", tmp_path)
    verbs = tuple(verb.name for verb in kind.verbs)
    with pytest.raises(BadInput) as error:
        load_guide.__wrapped__("sedan", tuple(kind.scenarios), kind.sides, verbs)
    assert str(error.value).startswith("guide.toml: ")
    assert says in str(error.value)
