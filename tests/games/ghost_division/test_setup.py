"""4.0 How to set up the game, and situation files."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import meuse
from meuse.engine.contract import CHANCE
from tests.games.ghost_division.table import PINNED, do, happened, inside, legal, piece, pieces, pinned, table

FIELD = '[units]\nkrad-7 = "M12"'
CROWD = "[units]\n" + "\n".join(f'{unit} = "M12"' for unit in ("i-6", "ii-6", "i-7", "ii-7", "i-78", "ii-78"))
"""One battalion more than fit into a clear Grid."""
MEETINGS = "\n".join(f'M{n} = "meeting"' for n in (1, 2, 3, 4))
"""One more than there are markers."""


def fresh(seed: int = 1, **options: str) -> meuse.Match:
    """A new campaign, dice thrown, at the first decision."""
    return meuse.engine.match.Match(pinned(tuple(options.items())), seed=seed, overlay=PINNED)


@pytest.mark.rule("4.0a", "4.0b", "4.0c", "4.0d", "4.0e", "10.0a", "14.6a")
def test_where_the_force_is_when_the_campaign_begins() -> None:
    """Situations A1 and A8."""
    match = fresh()
    view = match.view(None)
    assert view["op"] == 40
    g = pinned()
    home = {"7 Pz": "assembly", "5 Pz": "reinforcements", "SS-T": "reinforcements", "XV": "pool", "Luftwaffe": "pool"}
    for c in g.units:
        if c.entry.start == "aside":
            assert c.id not in view["units"], "optional units stay out"
        else:
            assert view["units"][c.id]["place"] == home[c.entry.formation], c.id
    assert match.view(None)["units"]["kg-b"]["place"] == "assembly"


@pytest.mark.rule("4.0c", "14.6a")
def test_by_option_the_kampfgruppen_must_first_be_formed() -> None:
    view = fresh(kampfgruppen="unformed").view(None)
    assert {view["units"][id]["place"] for id in ("kg-b", "kg-r")} == {"pool"}
    assert view["units"]["rommel"]["place"] == "assembly"


@pytest.mark.rule("4.0g", "4.0h", "4.0i", "8.2a", "8.1a")
def test_the_markers_of_the_set_up() -> None:
    """Situation A2: fourteen towns and seven more, eight Formations, all face down, none doubled."""
    for seed in range(4):
        match = fresh(seed)
        view = match.view(None)
        fog, formations = ([marker["hex"] for marker in view[kind]] for kind in ("fog", "formations"))
        assert {pinned().grid_name(cell) for cell in pinned().board.towns} <= set(fog)
        assert len(fog) == len(set(fog)) == len(pinned().board.towns) + 7 == 21
        assert len(formations) == len(set(formations)) == 8
        assert not any(marker["shown"] for marker in (*view["fog"], *view["formations"]))
        assert view["boxes"] == {"formations": 27 - 8, "fog": 30 - 21, "eliminated": []}


@pytest.mark.rule("4.0j", "10.2a")
def test_then_the_player_buys_at_set_up_prices_and_the_first_turn_begins() -> None:
    match = fresh()
    events = do(match, "recruit stuka-1", "recruit corps-pi-1")
    assert [data["op"] for data in happened(events, "op")] == [36, 33]
    places = match.view(None)["units"]
    assert (places["stuka-1"]["place"], places["corps-pi-1"]["place"]) == ("available", "assembly")
    do(match, "done")
    assert match.view(None)["phase"] != "set-up"
    assert match.view(None)["turn"] == 1


@pytest.mark.rule("4.0a")
def test_the_set_up_is_told_and_is_all_chance_until_the_purchases() -> None:
    match = fresh()
    assert match.opening[0].what == "set-up"
    assert {entry.side for entry in match.entries} == {CHANCE}
    assert "done" in legal(match)


WRITTEN = '''
scenario = "campaign"
turn = 3
phase = "E1"
op = 17
blown = ["M13-M14"]
bridges = ["N9-M9"]
bridgeheads = ["M13-M14"]
visited = ["M12", "M9", "N14"]
entered = ["M9"]
halted = true
flank = 4
event = "movement"
[spent]
rommel = 2
[units]
rommel = "M12"
pi-58 = { at = "M12", moved = true }
pz38-1 = { at = "M12", hits = 1, acted = true, crossed = true, ace = true }
stuka-1 = "available"
stuka-2 = "maintenance"
fighter-1 = "pool"
kg-b = "assembly"
i-6 = "scrap"
sst-i = "reinforcements"
[formations]
18-di = { at = "M8", shown = true, called = 9, crossed = true }
dummy-1 = "M7"
1-dcr = "eliminated"
dummy-2 = "gone"
[fog]
M8 = { kind = "fortification-1", shown = true, hits = 2 }
M7 = "patrol-1"
'''


def written_of(text: str) -> dict[str, Any]:
    """What is written of a situation before any die."""
    g = pinned()
    found = g.whole_situation(g.set_up({"game": "ghost-division", **tomllib.loads(text)}))
    return {key: value for key, value in found.items() if key != "game"}


@pytest.mark.rule("2.8e", "9.0a", "14.0a", "17.2b", "20.6a", "24.0a", "26.3a", "30.0a", "31.0a", "33.1b")
def test_what_is_written_of_a_position_is_what_was_read() -> None:
    assert written_of(WRITTEN) == tomllib.loads(WRITTEN)


@pytest.mark.rule("9.0a", "3.1b")
def test_what_says_nothing_is_not_written() -> None:
    text = 'scenario = "campaign"\nturn = 1\nphase = "E1"\nop = 40\n[units]\nstuka-2 = "maintenance"'
    assert written_of(text) == tomllib.loads(text)


@pytest.mark.rule("4.0a", "9.0a", "24.0a", "17.1a")
def test_a_situation_says_where_everything_is() -> None:
    match = table(
        'phase = "D2"\nturn = 3\nop = 17\nblown = ["M13-M14"]\nbridges = ["N9-M9"]\nbridgeheads = ["M13-M14"]\n'
        'visited = ["M9", "M9", "N14"]\nentered = ["M9", "M9"]\nspent = { rommel = 2 }\nevent = "movement"\n'
        '[units]\n"Rommel" = "M12"\n'
        '"1/25 Pz 38(t)" = { at = "M12", hits = 1, acted = true, crossed = true, ace = true }\n'
        '"stuka-1" = "available"\nkg-b = "assembly"\n'
        '[formations]\n"18 DI" = { at = "M8", shown = true, called = 9, crossed = true }\n"Dummy" = "M7"\n'
        '"1 DCR" = "eliminated"\n'
        '[fog]\nM8 = { kind = "fortification", shown = true, hits = 2 }\nM7 = "patrol"'
    )
    view = match.view(None)
    assert (view["turn"], view["phase"], view["op"], view["event"]) == (3, "D2", 17, "movement")
    assert (view["blown"], view["bridges"], view["bridgeheads"]) == (["M13-M14"], ["N9-M9"], ["M13-M14"])
    assert set(view["occupied"]) == {"N14", "M9"}
    tank = view["units"]["pz38-1"]
    assert (tank["hex"], tank["hits"], tank["acted"], tank["crossed"], tank["aces"]) == ("M12", 1, True, True, True)
    assert view["units"]["rommel"]["leadership_left"] == 2
    assert view["formations"] == [
        {"hex": "M7", "shown": False}, {"hex": "M8", "shown": True, "formation": "18-di", "called": 9},
    ]
    assert {"hex": "M8", "shown": True, "kind": "fortification", "hits": 2} in view["fog"]
    assert view["boxes"]["eliminated"] == ["1-dcr"]
    again = tomllib.loads(match.situation())
    assert again["formations"]["18-di"]["crossed"]
    assert again["entered"] == ["M9"]


@pytest.mark.rule("4.0b", "4.0c")
def test_counters_that_are_not_named_are_out_of_the_game_or_where_the_game_starts_for_them() -> None:
    assert set(table(f'phase = "D2"\n{FIELD}').view(None)["units"]) == {"krad-7"}
    view = table(f'phase = "D2"\nforce = "start"\n{FIELD}').view(None)
    assert view["units"]["krad-7"]["hex"] == "M12"
    assert view["units"]["rommel"]["place"] == "assembly"
    assert view["units"]["fighter-1"]["place"] == "pool"


@pytest.mark.rule("4.0a", "9.0a", "15.1a", "15.7a", "20.7d", "26.3a", "30.1c", "31.2a")
@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (f'turn = 0\n{FIELD}', 2, "turn: expected 1 to 6"),
        ('[units]\nstuka-1 = "assembly"', 3, "air units are in the pool, available or in maintenance"),
        ('[units]\nkrad-7 = "maintenance"', 3, "only air units can be there"),
        ('[units]\nkrad-7 = "aloft"', 3, "only air units can be there"),
        ('[units]\nstuka-1 = { at = "available", hits = 1 }', 3, "expected fewer Hits than its defense"),
        (f'{FIELD}\n[fog]\nM8 = {{ kind = "fortification", hits = -1 }}', 5, "fewer Hits than its defense of 4"),
        ('bridges = ["N9-M9", "N13-N14", "S13-S14", "M16-M17", "N16-N17"]\n' + FIELD, 2, "no more than the 4 markers"),
        ('bridgeheads = ["N9-M9", "N13-N14", "M16-M17"]\n' + FIELD, 2, "no more than the 2 markers"),
        (f'bridges = ["N9-M9", "N9-M9"]\n{FIELD}', 2, "a bridge stands at 'N9-M9' already"),
        (f'entered = ["X1"]\n{FIELD}', 2, "'X1' is not a Grid"),
        (f'spent = {{ rommel = 5 }}\n{FIELD}', 2, "'rommel' is no headquarters with a Leadership Value of 5"),
        (f'spent = {{ rommel = -1 }}\n{FIELD}', 2, "'rommel' is no headquarters with a Leadership Value of -1"),
        (CROWD, 2, "too many units stand in M12 (15.1a)"),
        (f'turn = 7\n{FIELD}', 2, "turn: expected 1 to 6"),
        (f'phase = "D9"\n{FIELD}', 2, "phase: expected set-up or one of A, B1"),
        (f'op = 51\n{FIELD}', 2, "op: expected 1 to 50"),
        (f'op = 0\n{FIELD}', 2, "op: expected 1 to 50"),
        ('[units]\nguderian = "M12"', 3, "there is no German counter 'guderian'"),
        ('[units]\nkrad-7 = "Z9"', 3, "'Z9' is not a Grid of the map"),
        ('[units]\nkrad-7 = { at = "M12", hits = 2 }', 3, "expected fewer Hits than its defense of 2"),
        ('[units]\nkrad-7 = { at = "M12", hits = -1 }', 3, "expected fewer Hits"),
        ('[units]\nkrad-7 = { at = "M12", lost = true }', 3, "lost"),
        ('[units]\nstuka-1 = "M12"', 3, "air units are in the pool, available or in maintenance"),
        ('[units]\nkrad-7 = "available"', 3, "only air units can be there"),
        ('[units]\n"Pz 38(t) company, Pz Rgt 25" = "M12"', 3, "could be 'pz38-1' or 'pz38-2'"),
        (f'{FIELD}\n[formations]\n"19 DI" = "M8"', 5, "there is no Formation marker '19 DI'"),
        (f'{FIELD}\n[formations]\n"18 DI" = "Q1"', 5, "'Q1' is not a Grid"),
        (f'{FIELD}\n[formations]\n"18 DI" = "M8"\n"22 DI" = "M8"\n"53 DI" = "M8"', 7, "two Formations are in M8"),
        (f'{FIELD}\n[fog]\nM8 = "minefield"', 5, "expected one of fortification, meeting"),
        (f'{FIELD}\n[fog]\nM99 = "obstacle"', 5, "'M99' is not a Grid"),
        (f'{FIELD}\n[fog]\nM8 = {{ kind = "fortification", hits = 4 }}', 5, "fewer Hits than its defense of 4"),
        (f'{FIELD}\n[fog]\n{MEETINGS}', 8, "all meeting markers are on the map"),
        (f'blown = ["N9-M9"]\n{FIELD}', 2, "no bridge is printed at 'N9-M9'"),
        (f'blown = ["M11-M12"]\n{FIELD}', 2, "'M11-M12' is not a river side"),
        (f'bridges = ["N1-N2"]\n{FIELD}', 2, "'N1-N2' is not a river side"),
        (f'bridgeheads = ["N1-N2"]\n{FIELD}', 2, "'N1-N2' is not a river side"),
        (f'bridges = ["M13-M14"]\n{FIELD}', 2, "a bridge stands at 'M13-M14' already"),
        (f'visited = ["X1"]\n{FIELD}', 2, "'X1' is not a Grid"),
        (f'spent = {{ nobody = 1 }}\n{FIELD}', 2, "there is no German counter 'nobody'"),
        (f'spent = {{ krad-7 = 1 }}\n{FIELD}', 2, "'krad-7' is no headquarters with a Leadership Value of 1"),
        (f'weather = "mud"\n{FIELD}', 2, "weather"),
        (f'options = {{ halting = "never" }}\n{FIELD}', 2, "by-marker"),
    ],
)
def test_a_wrong_situation_names_the_line_and_what_was_expected(text: str, line: int, says: str) -> None:
    with pytest.raises(meuse.BadInput) as caught:
        table(text)
    assert says in str(caught.value)
    assert f"line {line}" in str(caught.value) or "option" in str(caught.value), str(caught.value)


def test_another_games_situation_is_refused() -> None:
    with pytest.raises(meuse.BadInput, match="expected 'ghost-division'"):
        pinned().set_up({"game": "sedan"})


@pytest.mark.rule("9.0a", "14.0a", "20.7d", "26.3a", "31.2a", "15.1a")
@pytest.mark.parametrize("text", [
    f"turn = 6\n{FIELD}", f"op = 1\n{FIELD}", f"op = 50\n{FIELD}", '[units]\nkrad-7 = { at = "M12", hits = 1 }',
    f"spent = {{ rommel = 4 }}\n{FIELD}", f"spent = {{ rommel = 0 }}\n{FIELD}",
    f'{FIELD}\n[fog]\nM8 = {{ kind = "fortification", hits = 3 }}', f'bridgeheads = ["N9-M9", "S12-S13"]\n{FIELD}',
    CROWD.replace('ii-78 = "M12"', 'ii-78 = "M11"'), f'{FIELD}\n[formations]\n18-di = "M8"\n22-di = "M8"',
])
def test_the_last_that_can_be_is_allowed(text: str) -> None:
    assert table(text).view(None)["units"]


@pytest.mark.rule("2.7a")
def test_of_markers_with_one_name_the_next_in_the_box_is_meant() -> None:
    match = table(f'phase = "D2"\n{FIELD}\n[formations]\ndummy-1 = "M8"\nDummy = "M7"')
    assert (pieces(match)["dummy-1"], pieces(match)["dummy-2"]) == ("M8", "M7")


@pytest.mark.rule("4.0a", "4.0b")
def test_a_situation_may_be_the_set_up_itself() -> None:
    match = table('phase = "set-up"')
    assert match.view(None)["phase"] == "set-up"
    assert match.view(None)["units"]["rommel"]["place"] == "assembly"


@pytest.mark.rule("2.8e")
def test_available_holds_bought_air_units_ready_to_fly() -> None:
    match = table('phase = "C2"\n[units]\nstuka-1 = "available"\nstuka-2 = "pool"\n[formations]\n"18 DI" = "M5"')
    do(match, "strike M5")
    assert legal(match) == ["call-off", "send stuka-1"]
    assert (piece(match, "stuka-1")["hex"], piece(match, "stuka-1")["place"]) == (None, "available")


@pytest.mark.rule("20.7d")
def test_a_saved_position_with_places_that_do_not_exist_is_refused() -> None:
    match = table(f'phase = "D2"\n{FIELD}')
    g, p = inside(match)
    saved = g.save(p)
    with pytest.raises(meuse.BadInput, match=r"position: places\[0\]: 9999 is not a Grid"):
        g.load({**saved, "places": [9999, *saved["places"][1:]]})
    with pytest.raises(meuse.BadInput, match="position: hits: expected 67 numbers, got 1"):
        g.load({**saved, "hits": [0]})


@pytest.mark.parametrize(("field", "value"), [
    ("turn", 9), ("holders", [0]), ("holders", [5] * 7), ("blown", 1 << 40), ("acted", 1 << 90), ("visited", 1 << 70),
    ("shown", 1 << 60), ("fog_shown", -1),
])
def test_a_forged_position_is_refused(field: str, value: object) -> None:
    game, p = inside(table('[units]\nkrad-7 = "M12"'))
    with pytest.raises(meuse.BadInput, match=field):
        game.load({**game.save(p), field: value})


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(meuse.BadInput, match="event"):
        table('event = "surrender"\n[units]\nkrad-7 = "M12"')
