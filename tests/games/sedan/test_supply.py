"""5.0 Supply: paths, Low Supply, Out of Supply, and the fuel of the French."""

from __future__ import annotations

from itertools import pairwise

import pytest

from meuse.engine.match import Match
from meuse.games.sedan.game import Sedan
from tests.games.sedan.table import do, explain, happened, inside, legal, piece, preview, refused, table

NUMBERED = ("2129", "2127", "2123", "1418", "1415", "1409", "1405")
LETTERED = ("5402", "5405", "5408", "5411", "5414")
GERMAN_HQS = ("HQ 1 Pz", "HQ 2 Pz", "HQ 10 Pz", "HQ 36", "HQ 3", "HQ 23", "HQ 6 Pz")
FRENCH_HQS = ("HQ 61", "HQ 102", "HQ 55", "HQ 3 DINA", "HQ 3 DIC")
MEUSE_BRIDGES = (
    "2903-3003", "2912-3011", "3006-3007", "3008-3109", "3214-3315", "3414-3415", "3516-3517", "3618-3718",
    "3922-4023", "3924-4023", "4129-4229",
)
FRENCH, GERMAN = "fr-147-55-di", "de-118-36-id"
PINCERS = {"118 36": "2211", "87 36": "2011"}
"""German regiments on both sides of 2111: their zones of control cover everything around it."""
DEEP_WOODS, MORE_WOODS = "2604", "2602"
"""Heavy Woods with nothing but Heavy Woods around, and no road."""
ROAD_IN_WOODS = "3126"
"""Heavy Woods all around as well, with a road from 3026 to 3226."""


def lines(units: dict[str, str]) -> str:
    return "\n".join(f'"{name}" = {where if where.startswith("{") else repr(where)}' for name, where in units.items())


def after_supply(units: dict[str, str], more: str = "", turn: int = 3) -> Match:
    """The table just after a Supply Phase."""
    return table(f'turn = {turn}\nphase = "supply"\nreinforcements = "none"\n{more}\n[units]\n{lines(units)}')


def in_move_mode(chit: str, units: dict[str, str], more: str = "") -> Match:
    return table(
        f'scenario = "encirclement"\nturn = 6\nactivation = "{chit}"\nmode = "move"\nreinforcements = "none"\n'
        f"{more}\n[units]\n{lines(units)}"
    )


def supply(match: Match, unit: str = FRENCH) -> str:
    word: str = piece(match, unit)["supply"]
    return word


def ratings(match: Match, unit: str) -> str:
    """Attack-defense-move as they are now."""
    shown = piece(match, unit)
    return f"{shown['attack']}-{shown['defense']}-{shown['move']:g}"


# --- 5.0 and 5.1: who is checked, and paths ---------------------------------------------------------------------


@pytest.mark.rule("5.0a", "3.1a")
def test_the_supply_phase_judges_units_and_headquarters_of_both_sides() -> None:
    match = after_supply(
        {
            "147 55": MORE_WOODS, "HQ 55": MORE_WOODS, "331 55": "2111",
            "118 36": DEEP_WOODS, "HQ 36": DEEP_WOODS, "87 36": "5414",
        }
    )
    assert match.view(None)["phase"] == "air"
    assert {unit: supply(match, unit) for unit in match.view(None)["units"]} == {
        "fr-147-55-di": "low", "fr-hq-55": "low", "fr-331-55-di": "full",
        "de-118-36-id": "low", "de-hq-36": "low", "de-87-36-id": "full",
    }


@pytest.mark.rule("5.0a")
def test_a_piece_off_the_map_is_not_judged() -> None:
    match = after_supply({"118 36": "due", "HQ 55": "track", "147 55": DEEP_WOODS})
    game, position = inside(match)
    assert position.units[game.by_id["de-118-36-id"]].unsupplied == 0
    assert position.units[game.by_id["fr-hq-55"]].unsupplied == 0
    assert position.units[game.by_id[FRENCH]].unsupplied == 1


@pytest.mark.rule("5.1a")
def test_a_supply_path_is_an_unbroken_chain_of_hexes_to_a_source() -> None:
    match = after_supply({"147 55": "3514"})
    game, _ = inside(match)
    path = [part.label for part in explain(match, f"supply {FRENCH}").parts]
    assert supply(match) == "full"
    assert path[0] == "3514"
    assert path[-1] in NUMBERED
    cells = [game.grid.bit[name] for name in path]
    assert all(game.grid.distance(a, b) == 1 for a, b in pairwise(cells))


@pytest.mark.rule("5.1a", "5.1e")
def test_a_unit_shut_in_by_zones_of_control_has_no_path() -> None:
    match = after_supply({"147 55": "2111", **PINCERS})
    assert supply(match) == "low"
    assert explain(match, f"supply {FRENCH}").title.endswith("no path")


@pytest.mark.rule("5.1b")
@pytest.mark.parametrize("open_source", [*NUMBERED, None])
def test_any_numbered_entry_hex_without_an_enemy_supplies_the_french(open_source: str | None) -> None:
    held = [hex for hex in NUMBERED if hex != open_source]
    match = after_supply({"147 55": "2111", **dict(zip(GERMAN_HQS, held, strict=False))})
    assert supply(match) == ("full" if open_source else "low")


@pytest.mark.rule("5.1b")
@pytest.mark.parametrize("open_source", [*LETTERED, None])
def test_any_lettered_entry_hex_without_an_enemy_supplies_the_germans(open_source: str | None) -> None:
    held = [hex for hex in LETTERED if hex != open_source]
    match = after_supply({"118 36": "2111", **dict(zip(FRENCH_HQS, held, strict=False))})
    assert supply(match, GERMAN) == ("full" if open_source else "low")


@pytest.mark.rule("5.1b", "5.1e")
@pytest.mark.parametrize(("guard", "state"), [({}, "low"), ({"HQ 55": "1418"}, "full")])
def test_a_source_in_an_enemy_zone_of_control_needs_a_friend_on_it(guard: dict[str, str], state: str) -> None:
    held = [hex for hex in NUMBERED if hex != "1418"]
    enemies = dict(zip(GERMAN_HQS, held, strict=False)) | {"118 36": "1417"}
    assert supply(after_supply({"147 55": "2111", **enemies, **guard})) == state


@pytest.mark.rule("5.1b", "5.1c")
def test_the_belgian_draws_supply_from_the_french_sources_at_the_far_end_of_the_map() -> None:
    match = after_supply({"5/2/1 1 CA": "5208"}, turn=1)
    assert supply(match, "be-5-2-1-1-ca") == "full"
    path = [part.label for part in explain(match, "supply be-5-2-1-1-ca").parts]
    assert len(path) >= 40
    assert path[-1] in NUMBERED


@pytest.mark.rule("5.1d")
@pytest.mark.parametrize(("enemies", "state"), [(6, "low"), (5, "full")])
def test_a_path_does_not_run_through_enemies_even_lone_headquarters(enemies: int, state: str) -> None:
    ring = ("2110", "2211", "2112", "2012", "2011", "2010")
    match = after_supply({"147 55": "2111", **dict(zip(GERMAN_HQS[:enemies], ring, strict=False))})
    assert supply(match) == state


@pytest.mark.rule("5.1e")
@pytest.mark.parametrize("friend", ["331 55", "HQ 55"])
def test_a_friend_of_any_kind_opens_a_hex_in_an_enemy_zone_of_control(friend: str) -> None:
    match = after_supply({"147 55": "2111", **PINCERS, friend: "2110"})
    assert supply(match) == "full"


@pytest.mark.rule("5.1e")
def test_the_units_own_hex_may_lie_in_an_enemy_zone_of_control() -> None:
    assert supply(after_supply({"147 55": "2111", "118 36": "2211"})) == "full"


@pytest.mark.rule("5.1f")
@pytest.mark.parametrize(
    ("blown", "pontoons", "state"),
    [
        (MEUSE_BRIDGES, (), "low"),
        *[(tuple(b for b in MEUSE_BRIDGES if b != kept), (), "full") for kept in MEUSE_BRIDGES],
        (MEUSE_BRIDGES, ("3416-3516",), "full"),
        (MEUSE_BRIDGES, ("3414-3415",), "full"),
    ],
)
def test_the_meuse_stops_a_path_unless_a_bridge_stands(
    blown: tuple[str, ...], pontoons: tuple[str, ...], state: str
) -> None:
    match = after_supply({"147 55": "3514", "HQ 55": "2111"}, f"blown = {list(blown)}\npontoons = {list(pontoons)}")
    assert supply(match) == state


@pytest.mark.rule("5.1g")
@pytest.mark.parametrize(
    ("hex", "roadblocks", "state"),
    [
        (DEEP_WOODS, [], "low"),
        ("1908", [], "full"),
        (ROAD_IN_WOODS, [], "full"),
        (ROAD_IN_WOODS, [ROAD_IN_WOODS], "low"),
        (ROAD_IN_WOODS, ["3226"], "full"),
        (ROAD_IN_WOODS, ["3026", "3226"], "low"),
    ],
)
def test_two_heavy_woods_hexes_in_a_row_need_an_open_road(hex: str, roadblocks: list[str], state: str) -> None:
    assert supply(after_supply({"147 55": hex}, f"roadblocks = {roadblocks}")) == state


@pytest.mark.rule("5.1g")
def test_a_single_heavy_woods_hex_does_not_stop_a_path() -> None:
    """Zones of control close every way out of 1808 but the one through the woods of 1908."""
    match = after_supply({"147 55": "1808", "118 36": "1907", "87 36": "1809"})
    assert supply(match) == "full"
    assert [part.label for part in explain(match, f"supply {FRENCH}").parts][1:3] == ["1908", "2008"]


# --- 5.2: Low Supply and Out of Supply --------------------------------------------------------------------------


@pytest.mark.rule("5.2a", "5.2b", "5.2c", "2.7g")
@pytest.mark.parametrize(
    ("before", "reduced", "state", "steps"),
    [(0, False, "low", 2), (1, False, "out", 2), (2, False, "out", 1), (3, True, None, 0), (2, True, None, 0)],
)
def test_turns_without_a_path_make_low_supply_then_out_of_supply_then_losses(
    before: int, reduced: bool, state: str | None, steps: int
) -> None:
    where = f'{{ hex = "{DEEP_WOODS}", unsupplied = {before}, reduced = {str(reduced).lower()} }}'
    shown = piece(after_supply({"147 55": where}), FRENCH)
    assert shown.get("supply") == state
    assert shown["steps"] == steps
    assert shown["place"] == ("map" if state else "eliminated")


@pytest.mark.rule("5.2c", "2.4f")
def test_a_starving_headquarters_goes_to_the_turn_track_for_the_next_turn() -> None:
    match = after_supply({"HQ 36": f'{{ hex = "{DEEP_WOODS}", unsupplied = 2 }}'})
    assert piece(match, "de-hq-36")["place"] == "track"
    assert piece(match, "de-hq-36")["back"] == 4


@pytest.mark.rule("5.2c")
def test_both_sides_are_judged_before_any_starving_unit_is_lost() -> None:
    starving = "{{ hex = '{}', unsupplied = 2, reduced = true }}"
    match = after_supply(
        {
            "147 55": "2111", "118 36": starving.format("2211"), "87 36": starving.format("2011"),
            **dict(zip(FRENCH_HQS, LETTERED, strict=True)),
        }
    )
    assert piece(match, "de-118-36-id")["place"] == piece(match, "de-87-36-id")["place"] == "eliminated"
    assert supply(match) == "low"


def march(match: Match, hex: str) -> None:
    """X Corps moves its one regiment to that hex and ends its activation."""
    do(match, "activate", "move-combat", f"move {FRENCH}", f"step {hex}", "stop")
    assert supply(match) == ("low" if hex != DEEP_WOODS else "full"), "a move changes nothing before the Supply Phase"
    do(match, "end")


@pytest.mark.rule("5.2a", "5.2b")
def test_supply_in_between_starts_the_count_again() -> None:
    match = after_supply({"147 55": DEEP_WOODS, "HQ 55": "2503"}, turn=2)
    assert supply(match) == "low"
    do(match, "done")
    march(match, "2504")
    assert match.view(None)["turn"] == 3
    assert supply(match) == "full"
    do(match, "done")
    march(match, DEEP_WOODS)
    assert match.view(None)["turn"] == 4
    assert supply(match) == "low"


SUPPLY_RATINGS: list[tuple[str, str, str, int, bool, str]] = [
    ("T36 French foot, low", "147 55", FRENCH, 1, False, "2-4-4"),
    ("French foot, out", "147 55", FRENCH, 2, False, "1-2-4"),
    ("French foot reduced, low", "14 Alg 3 DINA", "fr-14-alg-3-dina", 1, True, "1-3-4"),
    ("French horse, out", "11 Cur 5 DLC", "fr-11-cur-5-dlc", 2, False, "1-1-6"),
    ("French armor, low", "42 3 DCR", "fr-42-3-dcr", 1, False, "2-2-6"),
    ("French armor, out", "42 3 DCR", "fr-42-3-dcr", 2, False, "1-1-3"),
    ("French motorized, low", "67 3 DIM", "fr-67-3-dim", 1, False, "2-5-8"),
    ("French motorized, out", "67 3 DIM", "fr-67-3-dim", 2, False, "2-2-4"),
    ("T37 panzers, low", "I/1 1 Pz", "de-i-1-1-pz", 1, False, "5-4-10"),
    ("T40 panzers, out", "I/1 1 Pz", "de-i-1-1-pz", 2, False, "3-4-5"),
    ("light panzers, out", "I/8 10 Pz", "de-i-8-10-pz", 2, False, "2-3-5"),
    ("panzers reduced, out", "I/1 1 Pz", "de-i-1-1-pz", 2, True, "2-2-5"),
    ("panzers, out for long", "I/1 1 Pz", "de-i-1-1-pz", 4, False, "3-4-5"),
    ("German motorized, low", "69 10 Pz", "de-69-10-pz", 1, False, "5-6-12"),
    ("German motorized, out", "69 10 Pz", "de-69-10-pz", 2, False, "3-6-6"),
    ("T38 German foot, low", "118 36", GERMAN, 1, False, "2-5-6"),
    ("T41 German foot, out", "118 36", GERMAN, 2, False, "2-2-6"),
]


@pytest.mark.rule("5.2d", "5.2e", "5.2f", "5.2g", "5.2h", "5.2j")
@pytest.mark.parametrize(
    ("name", "unit", "unsupplied", "reduced", "expected"),
    [row[1:] for row in SUPPLY_RATINGS],
    ids=[row[0] for row in SUPPLY_RATINGS],
)
def test_what_lack_of_supply_makes_of_a_unit(
    name: str, unit: str, unsupplied: int, reduced: bool, expected: str
) -> None:
    where = f'{{ hex = "2111", unsupplied = {unsupplied}, reduced = {str(reduced).lower()} }}'
    match = in_move_mode("X", {name: where})
    assert ratings(match, unit) == expected
    assert explain(match, f"strength {unit}").total == expected


@pytest.mark.rule("2.3e", "5.2h", "9.0b")
@pytest.mark.parametrize(("unsupplied", "rules"), [
    (0, ["2.3e", "2.3e", "2.3e", "2.3e", "9.0b"]), (1, ["2.3e", "5.2e", "2.3e", "2.3e", "9.0b"]),
    (2, ["2.3e", "5.2g", "2.3e", "5.2g", "5.2h"]),
])
def test_each_rating_is_explained_by_its_rule(unsupplied: int, rules: list[str]) -> None:
    match = in_move_mode("XIX", {"I/1 1 Pz": f'{{ hex = "2111", unsupplied = {unsupplied} }}'})
    assert [part.rule for part in explain(match, "strength de-i-1-1-pz").parts] == rules


@pytest.mark.rule("5.2d")
def test_each_unit_in_low_supply_is_halved_by_itself() -> None:
    low = '{ hex = "2111", unsupplied = 1 }'
    units = {"147 55": low, "331 55": low, "HQ 55": "2110", "118 36": "2211"}
    match = table(f'turn = 3\nactivation = "X"\nmode = "combat"\n[units]\n{lines(units)}')
    do(match, "attack 2211", "all")
    assert preview(match)["attack"] == 4


@pytest.mark.rule("5.2d", "5.2f")
@pytest.mark.parametrize(("unsupplied", "rules"), [(0, ("2.3e", "2.3e")), (1, ("5.2d", "2.3e")), (2, ("5.2f", "5.2f"))])
def test_low_supply_is_named_as_the_reason_for_the_attack_and_not_for_the_defense(
    unsupplied: int, rules: tuple[str, str]
) -> None:
    match = in_move_mode("X", {"147 55": f'{{ hex = "2111", unsupplied = {unsupplied} }}'})
    parts = explain(match, "strength fr-147-55-di").parts
    named = {part.label: part.rule for part in parts}
    assert (named["attack now"], named["defense now"]) == rules


@pytest.mark.rule("5.2f", "5.2g")
@pytest.mark.parametrize(
    ("defender", "unsupplied", "defense"),
    [("118 36", 0, 5), ("118 36", 1, 5), ("118 36", 2, 2), ("I/1 1 Pz", 2, 4), ("Niwi GD", 2, 1)],
)
def test_a_defender_out_of_supply_is_halved_but_never_counts_below_one(
    defender: str, unsupplied: int, defense: int
) -> None:
    units = {"147 55": "2111", "HQ 55": "2110", defender: f'{{ hex = "2211", unsupplied = {unsupplied} }}'}
    match = table(f'turn = 3\nactivation = "X"\nmode = "combat"\n[units]\n{lines(units)}')
    do(match, "attack 2211", f"with {FRENCH}")
    assert preview(match)["defense"] == defense


@pytest.mark.rule("5.2f")
def test_a_unit_whose_attack_is_halved_to_nothing_cannot_attack() -> None:
    weak = '{ hex = "2111", unsupplied = 2, reduced = true }'
    units = {"295 55": weak, "HQ 55": "2110", "118 36": "2211"}
    situation = f'turn = 3\nactivation = "X"\nmode = "combat"\n[units]\n{lines(units)}'
    assert match_over_combat(table(situation))
    match = table(situation + '\n"147 55" = "2112"')
    do(match, "attack 2211")
    refused(match, "with fr-295-55-di", "5.2f")


def match_over_combat(match: Match) -> bool:
    """No attack is on offer."""
    return not any(action.startswith("attack") for action in legal(match))


@pytest.mark.rule("5.2h")
@pytest.mark.parametrize(
    ("name", "unit", "allowance"),
    [("HQ 36", "de-hq-36", 3), ("HQ 55", "fr-hq-55", 2), ("HQ 1 Pz", "de-hq-1-pz", 6), ("I/1 1 Pz", "de-i-1-1-pz", 5)],
)
def test_out_of_supply_halves_the_march_of_vehicles_and_headquarters(name: str, unit: str, allowance: int) -> None:
    chit = {"HQ 36": "VII", "HQ 55": "X"}.get(name, "XIX")
    command = {"HQ 2 Pz": "2112"} if name == "I/1 1 Pz" else {}
    match = in_move_mode(chit, {name: '{ hex = "2111", unsupplied = 2 }', **command})
    clear = inside(match)[0].charts.terrain["clear"]
    far = int(allowance // (clear.other if chit in ("VII", "X") else clear.motorized))
    steps = ["step 2211", "step 2111"] * allowance
    assert piece(match, unit)["move"] == allowance
    do(match, f"move {unit}", *steps[:far])
    refused(match, steps[far], "9.0f")


@pytest.mark.rule("5.2h")
def test_half_a_march_is_rounded_up() -> None:
    """No printed allowance is odd, so one is laid over the counter."""
    overlay = {"units": {"units": {"de-hq-1-pz": {"move": 7}}}}
    situation = {
        "game": "sedan", "turn": 3, "activation": "XIX", "mode": "move",
        "units": {"HQ 1 Pz": {"hex": "2111", "unsupplied": 2}},
    }
    match = Match(Sedan(overlay=overlay), seed=1, situation=situation, overlay=overlay)
    assert piece(match, "de-hq-1-pz")["move"] == 4


@pytest.mark.rule("5.2j")
def test_foot_and_horse_march_as_far_as_ever_when_out_of_supply() -> None:
    match = in_move_mode("2A-Cav", {"11 Cur 5 DLC": '{ hex = "2111", unsupplied = 2 }'})
    assert inside(match)[0].charts.terrain["clear"].other == 1
    do(match, "move fr-11-cur-5-dlc", *["step 2211", "step 2111"] * 3)
    refused(match, "step 2211", "9.0f")


@pytest.mark.rule("5.2h", "5.2i")
def test_a_headquarters_out_of_supply_keeps_its_range_but_has_no_guns() -> None:
    match = in_move_mode("VII", {"HQ 36": '{ hex = "2111", unsupplied = 2 }', "118 36": "3011"})
    explained = explain(match, "strength de-hq-36")
    tally = {part.label: part.value for part in explained.parts}
    assert explained.total == "0-9-3"
    assert tally == {"Artillery Support": 0, "Activation Range": 9, "movement now": 3}
    assert piece(match, GERMAN)["acting"], "nine hexes from the headquarters"


@pytest.mark.rule("5.2i")
@pytest.mark.parametrize(("unsupplied", "guns"), [(0, 2), (1, 2), (2, 0)])
def test_only_an_out_of_supply_headquarters_loses_its_artillery_support(unsupplied: int, guns: int) -> None:
    units = {"118 36": "2111", "HQ 36": f'{{ hex = "2110", unsupplied = {unsupplied} }}', "147 55": "2211"}
    match = table(
        f'turn = 3\nactivation = "VII"\nmode = "combat"\ndice = [1, 5]\nair.german = {{}}\nair.french = {{}}\n'
        f"[units]\n{lines(units)}"
    )
    events = do(match, "attack 2211", f"with {GERMAN}", "attack")
    if guns:
        assert legal(match) == [f"guns {n}" for n in range(guns + 1)]
    else:
        assert happened(events, "combat")[0]["bonus"] == 0


# --- 5.3: French fuel -------------------------------------------------------------------------------------------

DCR = ("41 3 DCR", "42 3 DCR", "46 3 DCR", "49 3 DCR", "16 3 DCR")
TANKS, RIFLES = ["fr-41-3-dcr", "fr-42-3-dcr", "fr-46-3-dcr", "fr-49-3-dcr"], ["fr-16-3-dcr"]


def drawn(chit: str, units: dict[str, str], dice: list[int], turn: int = 6, reinforcements: str = "none") -> Match:
    """That chit has just been drawn, and these dice come next."""
    return table(
        f'scenario = "encirclement"\nturn = {turn}\nactivation = "{chit}"\nreinforcements = "{reinforcements}"\n'
        f"dice = {dice}\n[units]\n{lines(units)}"
    )


def dice_rolled(match: Match) -> list[str]:
    return [action for side, action, _ in match.record["actions"] if side == "chance" and action.startswith("die")]


def short_of_fuel(match: Match) -> list[str]:
    return [unit for unit, shown in match.view(None)["units"].items() if shown.get("low_fuel")]


@pytest.mark.rule("5.3c", "5.3d")
@pytest.mark.parametrize(
    ("die", "short"), [(1, TANKS + RIFLES), (2, TANKS + RIFLES), (3, TANKS), (4, []), (5, []), (6, [])]
)
def test_one_die_decides_for_all_units_of_a_formation(die: int, short: list[str]) -> None:
    match = drawn("XXI", {"HQ 3 DCR": "2110", **dict.fromkeys(DCR, "2111")}, [die])
    events = do(match, "activate")
    assert [fuel["formation"] for fuel in happened(events, "fuel")] == ["3 DCR"]
    assert dice_rolled(match) == [f"die {die}"]
    assert short_of_fuel(match) == short
    assert [supply(match, unit) for unit in TANKS + RIFLES] == [
        "low" if unit in short else "full" for unit in TANKS + RIFLES
    ]


@pytest.mark.rule("5.3d", "5.3e", "5.3f")
def test_a_fuel_shortage_halves_the_attack_for_one_activation_and_is_rolled_anew_in_the_next() -> None:
    units = {"HQ 3 DCR": "2110", **dict.fromkeys(DCR, "2111"), "118 36": "2211"}
    match = drawn("XXI", units, [2])
    do(match, "activate", "combat-move")
    assert ratings(match, "fr-41-3-dcr") == "2-3-6"
    do(match, "attack 2211", "with fr-41-3-dcr")
    assert preview(match)["attack"] == 2
    match = drawn("XXI", units, [2])
    do(match, "activate", "combat-move", "end", "end")
    assert match.view(None)["turn"] == 7
    assert short_of_fuel(match) == []
    assert ratings(match, "fr-41-3-dcr") == "4-3-6"
    do(match, "done")
    while match.view(None)["chit"] != "XXI":
        do(match, "activate", "combat-move")
        if legal(match) != ["end"]:
            do(match, "end")
        do(match, "end")
    events = do(match, "activate")
    assert [fuel["formation"] for fuel in happened(events, "fuel")] == ["3 DCR"]


@pytest.mark.rule("5.3d")
def test_a_unit_that_is_left_out_keeps_its_fuel() -> None:
    match = table('scenario = "encirclement"\nturn = 7\nactivation = "XXI"\ndice = [1]\n[units]\n'
                  '"HQ 3 DCR" = "2520"\n"42 3 DCR" = "2520"\n"41 3 DCR" = "2520"')
    do(match, "leave fr-42-3-dcr", "activate")
    assert short_of_fuel(match) == ["fr-41-3-dcr"]


@pytest.mark.rule("5.3d")
def test_a_fuel_shortage_is_no_better_than_being_out_of_supply() -> None:
    out = '{ hex = "2111", unsupplied = 2 }'
    match = drawn("XXI", {"HQ 3 DCR": "2110", "42 3 DCR": out}, [1])
    do(match, "activate")
    assert short_of_fuel(match) == ["fr-42-3-dcr"]
    assert supply(match, "fr-42-3-dcr") == "out"
    assert ratings(match, "fr-42-3-dcr") == "1-1-3"


@pytest.mark.rule("5.3a")
@pytest.mark.parametrize(
    ("chit", "units"),
    [
        ("2A-Cav", {"15 5 DLC": "2111", "5 5 DLC": "2111", "3 2 DLC": "2211", "2 2 DLC": "2211"}),
        ("X", {"HQ 55": "2110", "213 55": "2111"}),
        ("XXI", {"HQ 3 DCR": "2110", "HQ 3 DIM": "2110"}),
        ("XIX", {"HQ 1 Pz": "2110", "I/1 1 Pz": "2111"}),
    ],
)
def test_units_from_the_set_up_foot_headquarters_and_germans_never_roll_for_fuel(
    chit: str, units: dict[str, str]
) -> None:
    match = drawn(chit, units, [])
    do(match, "activate")
    assert dice_rolled(match) == []
    assert legal(match) == ["combat-move", "move-combat"]


@pytest.mark.rule("5.3a", "5.3b", "4.0f")
def test_reinforcements_roll_once_before_they_enter_by_however_many_hexes() -> None:
    """The 2 DCR comes on at 5, 6 and 7 on turn 7; the infantry of its corps needs no fuel."""
    match = drawn("XXIII", {"HQ 14": "2110", "152 14": "2111"}, [1], turn=7, reinforcements="all")
    events = do(match, "activate")
    assert [fuel["formation"] for fuel in happened(events, "fuel")] == ["2 DCR"]
    group = ["fr-8-2-dcr", "fr-15-2-dcr", "fr-14-2-dcr", "fr-27-2-dcr", "fr-17-2-dcr"]
    assert short_of_fuel(match) == group
    assert all(piece(match, unit)["place"] == "due" for unit in group)
    do(match, "move-combat")
    for unit, hex in zip(group, ("1415", "1415", "1409", "1409", "1405"), strict=True):
        do(match, f"enter {unit}", f"step {hex}", "stop")
        assert supply(match, unit) == "low"
    assert dice_rolled(match) == ["die 1"]


@pytest.mark.rule("5.3a", "5.3c")
def test_every_formation_of_the_corps_has_its_own_die() -> None:
    match = drawn("XXI", {}, [1, 6], reinforcements="all")
    events = do(match, "activate")
    assert [(fuel["formation"], fuel["die"]) for fuel in happened(events, "fuel")] == [("3 DCR", 1), ("3 DIM", 6)]
    assert short_of_fuel(match) == TANKS + RIFLES


@pytest.mark.rule("5.3a", "5.3b")
@pytest.mark.parametrize(
    ("chit", "turn", "units", "formation"),
    [
        ("X", 5, ("4 503", "7 503", "213 55"), "503 GBC"),
        ("XXIII", 8, ("19 4 DCR", "46 4 DCR", "22 4 DCR", "24 4 DCR", "4 4 DCR", "154 14"), "4 DCR"),
    ],
)
def test_the_other_tanks_roll_before_they_enter_as_well(
    chit: str, turn: int, units: tuple[str, ...], formation: str
) -> None:
    match = drawn(chit, dict.fromkeys(units, "due"), [1], turn=turn)
    fuel = happened(do(match, "activate"), "fuel")
    assert [roll["formation"] for roll in fuel] == [formation]
    assert len(short_of_fuel(match)) == len(units) - 1, "all but the infantry"


@pytest.mark.rule("5.2i", "2.4g")
@pytest.mark.parametrize(("unsupplied", "rule"), [(0, "2.4g"), (2, "5.2i")])
def test_the_guns_of_a_headquarters_are_explained_by_their_rule(unsupplied: int, rule: str) -> None:
    match = in_move_mode("VII", {"HQ 36": f'{{ hex = "2111", unsupplied = {unsupplied} }}'})
    (guns,) = [part for part in explain(match, "strength de-hq-36").parts if part.label == "Artillery Support"]
    assert guns.rule == rule


@pytest.mark.rule("5.1a")
@pytest.mark.parametrize("hex", ["1401", "1402", "1616", "1717", "1819"])
def test_in_open_country_the_path_that_is_shown_is_a_shortest_one(hex: str) -> None:
    match = after_supply({"147 55": hex})
    grid = inside(match)[0].grid
    path = [part.label for part in explain(match, f"supply {FRENCH}").parts]
    assert path[0] == hex
    assert path[-1] in NUMBERED
    assert len(path) == 1 + min(grid.distance(grid.bit[hex], grid.bit[source]) for source in NUMBERED)


@pytest.mark.rule("5.1f", "5.1g")
@pytest.mark.parametrize("hex", ["3101", "3514", "4405"])
def test_the_path_that_is_shown_crosses_neither_the_meuse_without_a_bridge_nor_woods_without_a_road(hex: str) -> None:
    match = after_supply({"147 55": hex})
    g, p = inside(match)
    cells = [g.grid.bit[part.label] for part in explain(match, f"supply {FRENCH}").parts]
    crossings = g.crossings(p)
    for here, to in pairwise(cells):
        d = g.grid.direction(here, to)
        assert not crossings.barrier[d] >> here & 1
        assert crossings.road[d] >> here & 1 or not (g.board.heavy >> here & 1 and g.board.heavy >> to & 1)


@pytest.mark.rule("5.1b")
def test_the_path_that_is_shown_ends_at_a_source_that_the_enemy_does_not_hold() -> None:
    match = after_supply({"147 55": "1518", "HQ 36": "1418"})
    assert explain(match, f"supply {FRENCH}").title == "147 55: path to 1415"


@pytest.mark.rule("5.1b", "5.1d")
@pytest.mark.parametrize(("enemies", "rule"), [
    (PINCERS, "5.1d"), (dict(zip(GERMAN_HQS, NUMBERED, strict=False)), "5.1b"),
], ids=["every path is closed", "every source is held"])
def test_why_a_unit_has_no_path_is_explained(enemies: dict[str, str], rule: str) -> None:
    told = explain(after_supply({"147 55": "2111", **enemies}), f"supply {FRENCH}")
    assert [part.rule for part in told.parts] == [rule]
