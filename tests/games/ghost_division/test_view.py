"""13.0a What a seat sees, and what it must never learn."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from meuse.engine.contract import CHANCE, Event
from meuse.games.ghost_division.box.components import BOX, FOG_KINDS
from meuse.games.ghost_division.game import GhostDivision
from meuse.games.ghost_division.position import GhostPosition
from meuse.games.ghost_division.rules.allied import Reinforce
from meuse.games.ghost_division.rules.placement import Place
from meuse.games.ghost_division.rules.sequence import AfterBattles
from tests.games.contract import Mood
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.table import guess, pieces, pinned, table
from tests.games.verbs import overlay, reach, why_not

SCENE = (
    'phase = "D1"\n[units]\nkrad-7 = "M12"\nrommel = "M12"\npz38-1 = "M8"\n[fog]\nM11 = "{fog}"\nN12 = "{other}"\n'
    '[formations]\n"{formation}" = "M11"\n"{second}" = "M9"'
)


@pytest.mark.rule("13.0a", "2.7a", "8.1a")
def test_a_face_down_marker_is_only_a_marker() -> None:
    view = table(SCENE.format(fog="patrol", other="obstacle", formation="18-di", second="dummy-1")).view("german")
    assert view["formations"] == [{"hex": "M11", "shown": False}, {"hex": "M9", "shown": False}]
    assert view["fog"] == [{"hex": "N12", "shown": False}, {"hex": "M11", "shown": False}]


@pytest.mark.rule("13.0a")
def test_counts_of_the_boxes_are_public_and_their_contents_are_not() -> None:
    view = table(SCENE.format(fog="patrol", other="obstacle", formation="18-di", second="dummy-1")).view("german")
    assert view["boxes"] == {"formations": 25, "fog": 28, "eliminated": []}


@pytest.mark.rule("13.0a", "2.9a")
def test_german_units_can_be_looked_at_at_any_time_with_all_that_counts() -> None:
    view = table('phase = "D2"\n[units]\nkrad-7 = { at = "M12", hits = 1 }\nrommel = "assembly"').view("german")
    assert view["units"]["krad-7"] == {"hex": "M12", "place": "map", "hits": 1, "move": 2, "loc": True}
    assert view["units"]["rommel"] == {"hex": None, "place": "assembly", "hits": 0, "move": 3, "leadership_left": 4}


@pytest.mark.rule("13.0a")
@pytest.mark.parametrize(
    "change",
    [{"fog": "fortification"}, {"fog": "false-info"}, {"other": "meeting"}, {"formation": "dummy-2"},
     {"formation": "1-dcr"}, {"second": "50-div"}],
)
def test_two_tables_that_differ_in_what_is_hidden_look_alike(change: dict[str, str]) -> None:
    """View, legal list, prompt, refusals and the events of what does not turn anything up."""
    plain = {"fog": "patrol", "other": "obstacle", "formation": "18-di", "second": "dummy-1"}
    one, two = (table(SCENE.format(**{**plain, **more})) for more in ({}, change))
    script = ("done", "done", "move pz38-1", "step M7", "done", "move rommel")
    for action in script:
        assert one.view("german") == two.view("german")
        assert one.legal("german") == two.legal("german")
        for wrong in ("step M11", "move krad-7", "fight M11", "exploit rommel", "recon M11"):
            assert why_not(one, wrong) == why_not(two, wrong)
        assert one.apply("german", action) == two.apply("german", action)
    assert one.game.sheet() == two.game.sheet()
    for what in ("supply", "victory", "route"):
        assert overlay(one, what) == overlay(two, what)
    assert reach(one, "rommel") == reach(two, "rommel")


def hidden_words(g: GhostDivision, p: GhostPosition) -> set[str]:
    """Names that nobody may hear: Formations in the box or face down on the map."""
    down = [f for f in g.formations if not (f.dummy or p.shown >> f.index & 1)]
    return {f.id for f in down if p.formation_at[f.index] == BOX or p.formation_at[f.index] >= 0}


@pytest.mark.rule("13.0a", "8.2c")
@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_random_game_no_event_names_what_is_hidden(seed: int) -> None:
    """Whatever an event says of a marker is known after it: from the view, or because the event turned it up."""
    g = pinned()
    rng, mood = Random(seed), Mood(Random(seed))
    p = g.start()
    shown_fog = 0
    while g.actors(p):
        hidden = hidden_words(g, p)
        if g.actors(p) == (CHANCE,):
            outcomes = g.outcomes(p)
            action = rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0]
            events = g.apply(p, CHANCE, action)
        else:
            side = g.actors(p)[0]
            events = g.apply(p, side, mood.choose(g.legal(p, side)))
        still_hidden = hidden & hidden_words(g, p)
        turned_up = {e.data["formation"] for e in events if e.reveals and "formation" in e.data}
        turned_up |= {e.data["formation"] for e in events if e.what == "meeting engagement"}
        for event in events:
            check_event(event, still_hidden - turned_up)
            shown_fog += event.what == "fog revealed"
    assert shown_fog


def check_event(event: Event, hidden: set[str]) -> None:
    words = set(strings(event.data))
    assert not words & hidden, f"{event} tells of {words & hidden}"
    if event.what in ("marker placed", "marker not placed", "formation moves", "withdrawn", "recon"):
        assert not words & {*FOG_KINDS, "dummy"}, event


def strings(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [word for value in inner for word in strings(value)]


@pytest.mark.rule("13.0a")
@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_random_game_no_view_or_prompt_names_what_is_hidden(seed: int) -> None:
    g = pinned()
    rng, mood = Random(seed), Mood(Random(seed))
    p = g.start()
    while g.actors(p):
        seen = set(strings(g.view(p, "german")))
        assert not seen & hidden_words(g, p)
        for fog in g.view(p, "german")["fog"]:
            assert fog["shown"] or set(fog) == {"hex", "shown"}
        if g.actors(p) == (CHANCE,):
            outcomes = g.outcomes(p)
            g.apply(p, CHANCE, rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0])
        else:
            g.apply(p, "german", mood.choose(g.legal(p, "german")))


@pytest.mark.rule("13.0a")
@pytest.mark.parametrize("seed", range(12))
def test_a_guess_changes_fronts_only_and_keeps_belgians_in_belgium(seed: int) -> None:
    match = table(
        'phase = "D1"\n[units]\nkrad-7 = "M12"\n[fog]\nM11 = "patrol"\nM5 = { kind = "obstacle", shown = true }\n'
        '[formations]\n"1 Ch Ard" = "M14"\n"2 Ch Ard" = "N15"\n"1 DCR" = { at = "M6", shown = true }\n'
        '"2 DCR" = "S1"\n"1 DLM" = "S2"\n"18 DI" = "S3"\n"61 DI" = "S4"\n"dummy-1" = "S5"\n"50 Div" = "S6"'
    )
    twin = guess(match, seed)
    assert twin.view("german") == match.view("german")
    true, guessed = pieces(match), pieces(twin)
    assert guessed["1-dcr"] == true["1-dcr"]
    for markers in (pinned().formations, pinned().fog):
        assert sorted(guessed[m.id] for m in markers) == sorted(true[m.id] for m in markers)
    belgium = pinned().grid.names_of(pinned().board.belgium)
    assert {guessed["1-ch-ard"], guessed["2-ch-ard"]} <= {"box", *belgium}


@pytest.mark.rule("13.0a")
def test_guesses_differ_from_each_other() -> None:
    match = table(SCENE.format(fog="patrol", other="obstacle", formation="18-di", second="dummy-1"))
    g, twins = pinned(), [pieces(guess(match, seed)) for seed in range(60)]
    fronts = {m.kind for m in g.fog for twin in twins if twin[m.id] == "M11"}
    assert fronts == {"fortification", "meeting", "obstacle", "patrol", "installation", "false-info"}
    dummies = [f.dummy for f in g.formations for twin in twins if twin[f.id] == "M11"]
    assert any(dummies)
    assert not all(dummies)


def test_a_view_is_plain_data() -> None:
    view = table(SCENE.format(fog="patrol", other="obstacle", formation="18-di", second="dummy-1")).view(None)
    assert json.loads(json.dumps(view)) == view
    assert view["markers_left"] == {"bridges": 4, "bridgeheads": 2}


@pytest.mark.rule("2.8i")
def test_the_view_has_the_turn_the_points_and_the_combat_display() -> None:
    match = table(
        'phase = "D3"\nop = 20\n[units]\npz38-1 = "M12"\nstuka-1 = "available"\n'
        '[formations]\n"53 DI" = { at = "M12", shown = true, called = 3 }'
    )
    view = match.view(None)
    assert (view["turn"], view["turns"], view["date"], view["phase"], view["op"]) == (1, 6, "10-11 May 1940", "D3", 20)
    battle = view["battle"]
    assert (battle["grid"], battle["kind"], battle["attacker"]) == ("M12", "battle", "german")
    assert battle["formations"] == ["53-di"]
    assert len(battle["foes"]) + len(battle["sky"]) == 3


@pytest.mark.rule("13.0a", "15.7a")
@pytest.mark.parametrize("hidden", ["1-dcr", "50-div"])
def test_the_die_for_a_crowded_grid_does_not_tell_what_the_face_down_marker_is(hidden: str) -> None:
    desk = Desk(f'[formations]\n"18 DI" = {{ at = "N7", shown = true }}\n"{hidden}" = "N7"', AfterBattles()).chance(2)
    assert desk.told("formation withdrawn") == [{"grid": "N7", "formation": "18-di"}]


@pytest.mark.rule("13.0a", "17.2a")
@pytest.mark.parametrize("marker", ["dummy-1", "dummy-4"])
def test_dummies_are_all_alike_when_they_are_turned_up(marker: str) -> None:
    """Their numbers would tell how many were placed before."""
    desk = Desk(f'[formations]\n"{marker}" = "N11"').sight("N11")
    assert desk.told("formation revealed") == [{"grid": "N11", "formation": "dummy"}]
    assert desk.place(marker) == "gone"


@pytest.mark.rule("13.0a", "26.0a")
def test_fortifications_are_numbered_as_they_are_turned_up() -> None:
    """Their numbers would tell where others lie: they are placed in a known order of Grids."""
    desk = Desk('[units]\n"i-6" = "N5"\n[fog]\nN10 = "fortification"\nN5 = "fortification"\nM9 = "fortification"')
    desk.sight("N5", "M9")
    numbers = {place: id for id, place in desk.pieces.items() if id.startswith("fortification") and place != "box"}
    assert numbers == {"N5": "fortification-1", "M9": "fortification-2", "N10": "fortification-3"}
    assert (desk.fog_shown("N5"), desk.fog_shown("M9"), desk.fog_shown("N10")) == (True, True, False)
    assert desk.view["boxes"]["fog"] == len(desk.g.fog) - 3


@pytest.mark.rule("13.0a", "8.2c")
@pytest.mark.parametrize("seed", range(6))
def test_the_number_of_dice_does_not_tell_a_belgian(seed: int) -> None:
    """Everybody can count the entries of a match: each marker takes one draw and three dice, whatever it is."""
    match = table('phase = "set-up"', seed)
    assert [entry.side for entry in match.entries] == [CHANCE] * (14 + 4 * 7 + 4 * 8)


@pytest.mark.rule("13.0a", "8.2c")
def test_a_guess_of_the_marker_being_placed_fits_the_dice_that_lie_there() -> None:
    desk = Desk("", Place("formation"), AfterBattles()).chance("18-di", 1, 1)
    for seed in range(60):
        assert desk.guess(seed).odds()


@pytest.mark.rule("13.0a", "20.6a")
def test_whoever_lies_there_in_a_guess_has_crossed_the_river_that_was_crossed() -> None:
    desk = Desk('[formations]\n18-di = { at = "M13", crossed = true }\ndummy-1 = "M9"\n'
                '22-di = { at = "M11", crossed = true }')
    for seed in range(12):
        twin = desk.guess(seed)
        crossed = {twin.formation(f.id) for f in twin.g.formations if twin.over_river(f.id)}
        assert crossed == {"M13", "M11"}


@pytest.mark.rule("13.0a", "8.2c")
def test_a_guess_puts_no_belgian_into_france() -> None:
    """All Belgians are in the box, and four markers lie face down in France."""
    desk = Desk('[formations]\n18-di = "M1"\n22-di = "M2"\n53-di = "M3"\ndummy-1 = "M4"')
    belgians = {f.id for f in desk.g.formations if f.nation == "belgian"}
    swapped = set()
    for seed in range(20):
        twin = desk.guess(seed)
        there = {f.id for f in twin.g.formations if twin.formation(f.id)}
        assert not there & belgians
        swapped |= there
    assert len(swapped) > 4


@pytest.mark.rule("13.0a", "8.2c")
def test_a_belgian_may_lie_under_any_marker_in_belgium() -> None:
    desk = Desk('[units]\nkrad-7 = "M18"\n[formations]\n18-di = "M12"\n22-di = "M8"')
    guesses = [desk.guess(seed) for seed in range(150)]
    under = [{f for f in ("1-ch-ard", "2-ch-ard") if twin.place(f) == "M12"} for twin in guesses]
    assert set.union(*under) == {"1-ch-ard", "2-ch-ard"}
    assert not [twin for twin in guesses if "M8" in (twin.place("1-ch-ard"), twin.place("2-ch-ard"))]


@pytest.mark.rule("13.0a", "20.6a")
def test_whoever_lies_there_in_a_guess_has_come_over_the_river() -> None:
    """The marker in N14 has crossed, the one in S3 has not."""
    markers = '18-di = { at = "N14", crossed = true }\n22-di = "S3"'
    gone = "\n".join(f'"{f.id}" = "eliminated"' for f in pinned().formations if f.id not in ("18-di", "22-di"))
    desk = Desk(f'[units]\nkrad-7 = "M18"\n[formations]\n{markers}\n{gone}')
    swapped = 0
    for seed in range(20):
        twin = desk.guess(seed)
        east, west = ("18-di", "22-di") if twin.place("18-di") == "N14" else ("22-di", "18-di")
        swapped += east == "22-di"
        assert (twin.over_river(east), twin.over_river(west)) == (True, False)
    assert swapped


@pytest.mark.rule("13.0a", "8.2c")
def test_while_a_fog_marker_is_placed_no_belgian_is_guessed_in_france() -> None:
    desk = Desk('event = "screen"\n[units]\nkrad-7 = "M18"\n[formations]\n53-di = "N8"', Reinforce()).chance("patrol")
    for seed in range(150):
        twin = desk.guess(seed)
        assert "N8" not in (twin.place("1-ch-ard"), twin.place("2-ch-ard"))
