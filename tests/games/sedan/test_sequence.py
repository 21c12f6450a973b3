"""3.0 Sequence of play: the phases of a day, the cup, the two modes, and the end of the turn."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.sedan.table import do, happened, inside, legal, piece, refused, table

CHITS = {
    1: {"2A-Cav", "X", "XVIII", "XLI", "XIX"},
    2: {"VII"},
    3: {"III", "XXXXI"},
    4: {"XXIII", "VI"},
    6: {"XXI"},
}
"""The chits by the turn in which they join the cup."""
MEUSE_BRIDGES = [
    "2903-3003", "2912-3011", "3006-3007", "3008-3109", "3214-3315", "3414-3415", "3516-3517", "3618-3718",
    "3922-4023", "3924-4023", "4129-4229",
]


def lines(units: dict[str, str]) -> str:
    return "\n".join(f'"{name}" = {where if where.startswith("{") else repr(where)}' for name, where in units.items())


def quiet(turn: int = 1, scenario: str = "encirclement") -> Match:
    """An empty map in the Air Allotment Phase: the only decision of each day is whether to bomb bridges."""
    return table(f'scenario = "{scenario}"\nturn = {turn}\nphase = "supply"\nreinforcements = "none"')


def drawn(chit: str, units: dict[str, str], more: str = "") -> Match:
    """That chit has just been drawn on turn 3, and nobody is due to enter but those named."""
    return table(f'turn = 3\nactivation = "{chit}"\nreinforcements = "none"\n{more}\n[units]\n{lines(units)}')


def at_the_draw(match: Match) -> list[tuple[str, int]]:
    """What may be drawn first once the French have sent no Bombers."""
    game, position = inside(match)
    position = position.copy()
    game.apply(position, "french", "done")
    assert game.actors(position) == ("chance",)
    assert all(game.legal(position, side) == [] for side in game.sides)
    return game.outcomes(position)


@pytest.mark.rule("3.0a")
def test_a_turn_is_supply_air_allotment_activation_and_end() -> None:
    match = quiet(2)
    events = do(match, "done", "done")
    phases = [(data["turn"], data["phase"]) for data in happened(events, "phase")]
    assert phases == [
        (2, "activation"), (2, "end"),
        (3, "supply"), (3, "air"), (3, "activation"), (3, "end"),
        (4, "supply"), (4, "air"),
    ]


@pytest.mark.rule("1.0a", "3.4d", "16.1a", "16.8a")
@pytest.mark.parametrize(("scenario", "days"), [("race-to-the-meuse", 4), ("encirclement", 8)])
def test_every_turn_is_a_day_from_10_may_to_the_last_of_the_scenario(scenario: str, days: int) -> None:
    match = quiet(1, scenario)
    for turn in range(1, days + 1):
        assert match.outcome is None
        shown = match.view(None)
        assert (shown["turn"], shown["date"], shown["turns"]) == (turn, f"{9 + turn} May 1940", days)
        do(match, "done")
    assert match.outcome is not None
    assert match.actors == ()


@pytest.mark.rule("3.2a")
def test_air_units_arrive_and_are_ready_in_the_air_allotment_phase() -> None:
    match = table('turn = 2\nphase = "air"\nair.german = { fighters = 1, bombers = 0, used_fighters = 1 }')
    german = match.view(None)["air"]["german"]
    assert match.view(None)["phase"] == "air"
    assert (german["fighters"], german["bombers"]) == (2, 2), "one Fighter was lost; one and two Bombers arrive"
    assert (german["fresh_fighters"], german["fresh_bombers"]) == (2, 2)


@pytest.mark.rule("3.2b")
def test_in_the_air_phase_the_french_may_bomb_bridges_over_the_meuse_only() -> None:
    match = quiet(2)
    assert match.actors == ("french",)
    assert legal(match) == [*(f"bomb {bridge}" for bridge in MEUSE_BRIDGES), "done"]
    refused(match, "bomb 3219-3319", "11.2a")
    do(match, "bomb 3414-3415", "bombers 1")
    assert match.actors == ("german",), "who may send Fighters"


@pytest.mark.rule("3.2b")
def test_no_bridge_is_bombed_after_the_air_phase() -> None:
    match = drawn("X", {"HQ 55": "2111"})
    assert match.view(None)["air"]["french"]["fresh_bombers"]
    assert not any(action.startswith("bomb") for action in legal(match))
    do(match, "activate", "move-combat")
    assert not any(action.startswith("bomb") for action in legal(match))


# --- 3.3: the cup -----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3a", "3.3f", "2.6a", "16.2b")
def test_the_cup_holds_every_chit_whose_corps_has_arrived_and_is_emptied_each_turn() -> None:
    match = quiet(1)
    cup: set[str] = set()
    sizes = []
    for turn in range(1, 9):
        cup |= CHITS.get(turn, set())
        events = do(match, "done")
        drawn_now = [data["chit"] for data in happened(events, "chit")]
        assert sorted(drawn_now) == sorted(cup), f"turn {turn}"
        sizes.append(len(drawn_now))
    assert sizes == [5, 6, 8, 10, 10, 11, 11, 11]


@pytest.mark.rule("2.6a", "2.6b", "3.3b")
def test_each_chit_in_the_one_cup_of_both_sides_is_equally_likely_and_no_player_has_a_hand_in_it() -> None:
    assert at_the_draw(quiet(2)) == [(f"chit {c}", 1) for c in ("2A-Cav", "VII", "X", "XIX", "XLI", "XVIII")]


@pytest.mark.rule("16.2a", "3.3b")
@pytest.mark.parametrize("scenario", ["race-to-the-meuse", "encirclement"])
def test_the_first_chit_of_turn_1_is_always_the_cavalrys(scenario: str) -> None:
    assert at_the_draw(meuse.new("sedan", scenario=scenario, seed=1)) == [("chit 2A-Cav", 1)]


@pytest.mark.rule("3.3b", "2.6c")
@pytest.mark.parametrize(
    ("chit", "hq", "side"),
    [
        ("X", "HQ 55", "french"), ("XVIII", "HQ 3 DIC", "french"), ("XLI", "HQ 61", "french"),
        ("XIX", "HQ 1 Pz", "german"), ("VII", "HQ 36", "german"), ("III", "HQ 3", "german"),
        ("XXXXI", "HQ 6 Pz", "german"),
    ],
)
def test_the_chit_decides_who_acts_and_with_which_headquarters(chit: str, hq: str, side: str) -> None:
    everybody = ["HQ 55", "HQ 3 DIC", "HQ 61", "HQ 1 Pz", "HQ 36", "HQ 3", "HQ 6 Pz"]
    units = {name: f"{1511 + 200 * k}" for k, name in enumerate(everybody)}
    match = table(
        f'turn = 3\nphase = "activation"\ncup = ["{chit}"]\nreinforcements = "none"\n[units]\n{lines(units)}'
    )
    assert match.actors == (side,)
    assert match.view(None)["chit"] == chit
    acting = happened(do(match, "activate"), "activated")[0]["units"]
    assert [inside(match)[0].name_of(unit) for unit in acting] == [hq]


@pytest.mark.rule("3.3c", "2.4b")
def test_all_headquarters_of_the_corps_and_no_others_may_be_activated() -> None:
    match = drawn("X", {"HQ 55": "2111", "HQ 3 DINA": "2511", "HQ 3 DIC": "2111", "HQ 36": "1511"})
    assert legal(match) == ["activate", "leave fr-hq-3-dina", "leave fr-hq-55"]
    assert happened(do(match, "activate"), "activated")[0]["units"] == ["fr-hq-55", "fr-hq-3-dina"]


FIGHT = {
    "HQ 1 Pz": "3513", "I/1 1 Pz": "3414", "II/1 1 Pz": "3414", "I/2 1 Pz": "3414", "37 1 Pz": "3414",
    "SR 1 1 Pz": "due", "147 55": "3415",
}


@pytest.mark.rule("3.3d")
def test_move_and_then_combat() -> None:
    match = drawn("XIX", FIGHT)
    do(match, "activate", "move-combat")
    assert "move de-i-1-1-pz" in legal(match)
    assert not any(action.startswith("attack") for action in legal(match))
    do(match, "end")
    assert legal(match) == ["attack 3415", "end"]
    refused(match, "move de-i-1-1-pz", "10.0e")
    events = do(match, "end")
    assert happened(events, "chit done")


@pytest.mark.rule("3.3d")
def test_the_order_is_chosen_before_anything_moves() -> None:
    match = drawn("XIX", FIGHT)
    do(match, "activate")
    assert legal(match) == ["combat-move", "move-combat"]
    refused(match, "move de-i-1-1-pz", "3.3d")


def fight_first(more: str = "") -> Match:
    """Combat before Move: three battalions have attacked over the bridge, the Pioneers have not."""
    match = drawn("XIX", FIGHT, f"dice = [1, 1]\nair.german = {{}}\nair.french = {{}}\n{more}")
    do(match, "activate", "combat-move", "attack 3415")
    do(match, "with de-i-1-1-pz", "with de-ii-1-1-pz", "with de-i-2-1-pz", "attack", "guns 0")
    while "end" not in legal(match):
        do(match, next(action for action in legal(match) if action in ("done", "stay") or "lose" in action))
    do(match, "end")
    return match


@pytest.mark.rule("3.3d", "9.0d")
def test_with_combat_first_those_who_attacked_move_and_demolish_no_more() -> None:
    match = fight_first()
    attackers = [u for u in ("de-i-1-1-pz", "de-ii-1-1-pz", "de-i-2-1-pz") if piece(match, u)["place"] == "map"]
    assert attackers
    for unit in attackers:
        refused(match, f"move {unit}", "9.0d")
    assert "move de-37-1-pz" in legal(match)
    do(match, "demolish 3414-3415")
    assert legal(match) == ["with de-37-1-pz"]


@pytest.mark.rule("3.3d", "4.0a")
def test_with_combat_first_a_reinforcement_comes_too_late_to_attack() -> None:
    match = fight_first()
    do(match, "enter de-1-1-pz", "step 5408", "stop")
    events = do(match, "end")
    assert happened(events, "chit done"), "no second Combat mode"


@pytest.mark.rule("3.3d")
def test_by_option_attackers_may_still_move() -> None:
    match = fight_first('options = { combat-move = "attackers-may-move" }')
    assert "move de-i-2-1-pz" in legal(match)


@pytest.mark.rule("3.3e", "3.3f")
def test_after_both_modes_the_next_chit_is_drawn_until_the_cup_is_empty() -> None:
    match = drawn("X", {"HQ 55": "2111", "HQ 3 DIC": "2111"}, 'cup = ["XVIII"]')
    assert match.view(None)["cup"] == ["XVIII"]
    events = do(match, "activate", "move-combat", "end")
    assert [data["chit"] for data in happened(events, "chit done")] == ["X"]
    assert [data["chit"] for data in happened(events, "chit")] == ["XVIII"]
    assert match.view(None)["cup"] == []
    events = do(match, "activate", "move-combat", "end")
    assert not happened(events, "chit")
    assert happened(events, "phase")[0] == {"turn": 3, "phase": "end"}


# --- 3.4: the end of the turn -----------------------------------------------------------------------------------

EVENING = {
    "HQ 55": "2111", "147 55": '{ hex = "2112", road = true, unsupplied = 1 }', "118 36": "3615",
}


@pytest.mark.rule("3.4a", "2.7f")
def test_at_the_end_of_the_turn_passing_markers_come_off_and_lasting_ones_stay() -> None:
    lasting = 'blown = ["3516-3517"]\npontoons = ["3416-3516"]\nroadblocks = ["3417"]\ntried = ["3417"]'
    match = drawn("X", EVENING, f'{lasting}\ncup = ["XVIII"]')
    do(match, "activate", "move-combat")
    assert piece(match, "fr-147-55-di")["activated"]
    do(match, "end")
    shown = match.view(None)
    assert shown["phase"] == "end", "the German may lay pontoons"
    assert (shown["chit"], shown["cup"]) == ("", []), "also where the last chit had nothing to activate"
    marked = {"activated", "acting", "moved", "fought", "overrun", "low_fuel"}
    assert not any(marked & set(unit) for unit in shown["units"].values())
    assert shown["guns_spent"] == 0
    assert shown["blown"] == ["3516-3517"]
    assert shown["pontoons"] == ["3416-3516"]
    assert shown["roadblocks"] == ["3417"]
    assert piece(match, "fr-147-55-di")["road"]
    assert piece(match, "fr-147-55-di")["supply"] == "low", "until the next Supply Phase"
    do(match, "done")
    assert piece(match, "fr-147-55-di")["road"]
    assert piece(match, "fr-147-55-di")["supply"] == "full"


@pytest.mark.rule("3.4a")
def test_air_units_leave_the_map_and_are_ready_again_next_turn() -> None:
    match = drawn("X", EVENING, "air.french = { fighters = 1, bombers = 2, used_fighters = 1, used_bombers = 2 }")
    do(match, "activate", "move-combat", "end", "done")
    shown = match.view(None)
    assert shown["turn"] == 4
    french = shown["air"]["french"]
    assert (french["committed_fighters"], french["committed_bombers"]) == (0, 0)
    assert (french["fresh_fighters"], french["fresh_bombers"]) == (1, 4), "two Bombers have arrived"


def evening(units: dict[str, str], more: str = "") -> Match:
    return table(f'turn = 3\nphase = "end"\nreinforcements = "none"\n{more}\n[units]\n{lines(units)}')


def pontoon_sites(match: Match) -> list[str]:
    if match.view(None)["phase"] != "end":
        return []
    return [action.removeprefix("pontoon ") for action in legal(match) if action.startswith("pontoon")]


@pytest.mark.rule("3.4b", "3.4c", "2.7d")
def test_the_german_bridges_any_river_side_of_a_hex_that_his_combat_units_hold() -> None:
    assert pontoon_sites(evening({"118 36": "3615"})) == ["3515-3615"], "a Major River"
    assert pontoon_sites(evening({"118 36": "4118"})) == ["4018-4118", "4118-4119"], "a minor one"
    assert "3515-3615" in pontoon_sites(evening({"118 36": "3515"})), "from the other bank"
    assert pontoon_sites(evening({"118 36": "3615", "147 55": "3515"})) == ["3515-3615"], "against an enemy bank"


@pytest.mark.rule("3.4c")
def test_headquarters_frenchmen_and_units_further_off_build_no_bridge() -> None:
    units = {"118 36": "3615", "HQ 36": "4118", "147 55": "4024"}
    match = evening(units)
    assert pontoon_sites(match) == ["3515-3615"]
    refused(match, "pontoon 4018-4118", "3.4c")
    refused(match, "pontoon 4024-4124", "3.4c")


@pytest.mark.rule("3.4b")
def test_eight_pontoons_are_laid_in_the_whole_game_and_as_many_in_a_turn_as_one_likes() -> None:
    match = evening({"118 36": "3515"}, "pontoons_laid = 5")
    for site in ("3515-3516", "3515-3615"):
        do(match, f"pontoon {site}")
        assert match.view(None)["phase"] == "end"
    events = do(match, "pontoon 3514-3515")
    assert happened(events, "pontoon")[0]["left"] == 0
    assert match.view(None)["turn"] == 4, "the eighth is the last"
    assert pontoon_sites(evening({"118 36": "3515"}, "pontoons_laid = 8")) == [], "destroyed ones are spent"


@pytest.mark.rule("3.4b")
def test_by_option_eight_pontoons_may_stand_at_once() -> None:
    more = 'pontoons_laid = 8\noptions = { pontoons = "eight-at-once" }'
    assert pontoon_sites(evening({"118 36": "3615"}, more)) == ["3515-3615"]


@pytest.mark.rule("3.4d")
def test_the_turn_marker_advances_last() -> None:
    match = evening({"118 36": "3615"})
    events = do(match, "pontoon 3515-3615")
    assert match.view(None)["turn"] == 4
    assert [event.what for event in events[:3]] == ["pontoon", "turn", "phase"]
