"""10.0 Combat and 10.1 the combat procedure."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.match import Match
from tests.games.sedan.table import do, happened, inside, legal, piece, refused, table

FLAGS = ("reduced", "crossed", "moved", "fought")

I1, II1, I2, II2 = "de-i-1-1-pz", "de-ii-1-1-pz", "de-i-2-1-pz", "de-ii-2-1-pz"
SR1, AUF4, PIO37, KRD1, HQ1 = "de-1-1-pz", "de-4-1-pz", "de-37-1-pz", "de-1-krd-1-pz", "de-hq-1-pz"
R331, ALG14, R295 = "fr-331-55-di", "fr-14-alg-3-dina", "fr-295-55-di"


def standing(places: dict[str, str]) -> str:
    """The units of a situation file, from hexes with the names that stand there, such as "reduced I/1 1 Pz, GD"."""
    lines = []
    for hex, names in places.items():
        for name in names.split(", "):
            words = name.split(" ")
            flags = [words.pop(0) for _ in range(len(words)) if words[0] in FLAGS]
            state = "".join(f", {flag} = true" for flag in flags)
            lines.append(f'"{" ".join(words)}" = {{ hex = "{hex}"{state} }}')
    return "\n".join(lines)


def scene(
    places: dict[str, str],
    *dice: int,
    chit: str = "XIX",
    mode: str = "combat",
    turn: int = 3,
    german: tuple[int, int] = (0, 0),
    french: tuple[int, int] = (0, 0),
    more: str = "",
) -> Match:
    """An activation in that mode with these pieces; air units as (Fighters, Bombers)."""
    air = "\n".join(
        f"{side} = {{ fighters = {fighters}, bombers = {bombers} }}"
        for side, (fighters, bombers) in (("german", german), ("french", french))
    )
    return table(
        f'turn = {turn}\nactivation = "{chit}"\nmode = "{mode}"\ndice = {list(dice)}\n{more}\n'
        f"[air]\n{air}\n[units]\n{standing(places)}\n"
    )


def declare(match: Match, hex: str, *units: str, how: str = "attack") -> list[meuse.Event]:
    """An attack is declared with the units named, or with everybody who can."""
    do(match, f"attack {hex}")
    names = units or [action.removeprefix("with ") for action in legal(match) if action.startswith("with ")]
    return do(match, *(f"with {unit}" for unit in names), how)


def assault(match: Match, hex: str, *units: str, guns: int = 0, how: str = "attack") -> list[meuse.Event]:
    """An attack up to its dice and what follows from them by itself; nobody adds air units."""
    events = declare(match, hex, *units, how=how)
    while "pass" in legal(match):
        events += do(match, "pass")
    return events + (do(match, f"guns {guns}") if "guns 0" in legal(match) else [])


def odds(match: Match, hex: str, *units: str) -> dict[str, object]:
    """The preview of an attack that is declared, and stays so."""
    declare(match, hex, *units)
    return match.game.preview(match.position)


# 10.0 who may attack whom


@pytest.mark.rule("10.0a")
def test_only_enemies_next_to_an_activated_unit_can_be_attacked() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "331 55", "2520": "295 55", "2920": "118 36",
                   "3020": "12 Zv 3 DINA"})
    assert legal(match) == ["attack 2620", "end"]
    refused(match, "attack 2520", "10.0a")
    refused(match, "attack 3020", "10.0a")  # only an infantry regiment of another corps stands there
    refused(match, "attack 2721", "10.0a")


@pytest.mark.rule("10.0a")
@pytest.mark.parametrize(("already_there", "attackable"), [("", False), ("52 Col 102", True)])
def test_enemies_that_retreat_into_contact_are_safe_unless_their_hex_held_enemies_before(
    already_there: str, attackable: bool
) -> None:
    places = {"3510": "HQ 1 Pz", "3511": "I/1 1 Pz, II/1 1 Pz", "3411": "12 Ch 5 DLC", "3308": "SR 1 1 Pz",
              "3208": "331 55"}
    if already_there:
        places["3309"] = already_there
    match = scene(places, 2, 5)
    assault(match, "3411", I1, II1)
    do(match, "step 3310", "step 3309", "done")
    assert piece(match, "fr-12-ch-5-dlc")["hex"] == "3309"
    if attackable:
        assert "attack 3309" in legal(match)
    else:
        refused(match, "attack 3309", "10.0a")
    assert "attack 3208" in legal(match)


@pytest.mark.rule("10.0b", "10.0d")
def test_a_unit_attacks_once_but_its_stack_mate_may_attack_the_same_hex_afterwards() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "14 Alg 3 DINA"}, 3, 4)
    attack = happened(assault(match, "2620", I1), "attack")[0]
    assert (attack["units"], attack["attack"]) == ([I1], 5)
    assert not piece(match, II1).get("fought")
    do(match, "attack 2620")
    assert legal(match) == [f"with {II1}"]
    refused(match, f"with {I1}", "10.0b")


@pytest.mark.rule("10.0b")
def test_a_hex_whose_neighbours_have_all_attacked_is_left_alone() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "14 Alg 3 DINA", "2823": "II/1 1 Pz",
                   "2723": "331 55"}, 3, 4)
    assault(match, "2620", I1)
    assert legal(match) == ["attack 2723", "end"]
    refused(match, "attack 2620", "10.0b")


@pytest.mark.rule("10.0c")
def test_nobody_has_to_attack() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "295 55"})
    events = do(match, "end")
    assert not happened(events, "attack")
    assert happened(events, "chit done")


TWO_FIGHTS = {"2820": "HQ 1 Pz", "2720": "I/1 1 Pz", "2620": "14 Alg 3 DINA", "2823": "II/1 1 Pz", "2723": "15 Alg 3 DINA"}


@pytest.mark.rule("10.0e")
@pytest.mark.parametrize("order", [("2620", "2723"), ("2723", "2620")])
def test_attacks_are_chosen_one_after_another_when_the_last_result_is_known(order: tuple[str, str]) -> None:
    match = scene(TWO_FIGHTS, 3, 4, 3, 4)
    first = assault(match, order[0])
    assert [e["result"] for e in happened(first, "combat")] == ["1/1"]
    assert legal(match) == [f"attack {order[1]}", "end"]
    assert [e["hex"] for e in happened(assault(match, order[1]), "combat")] == [order[1]]


def out_of_range(hq_follows: bool) -> Match:
    """Auf 4 has gone ten hexes from where its HQ stood; Pio 37 stands next to another enemy, near the HQ."""
    match = scene({"3820": "HQ 1 Pz", "2920": "4 1 Pz", "2720": "331 55", "3619": "37 1 Pz", "3519": "295 55"},
                  mode="move")
    do(match, f"move {AUF4}", "step 2820", "stop")
    if hq_follows:
        do(match, f"move {HQ1}", "step 3720", "stop")
    do(match, "end")
    return match


@pytest.mark.rule("10.0f")
def test_a_unit_that_has_left_the_range_of_its_headquarters_may_not_attack() -> None:
    match = out_of_range(hq_follows=False)
    refused(match, "attack 2720", "10.0f")
    assert "attack 3519" in legal(match)


@pytest.mark.rule("10.0f")
def test_range_is_counted_from_where_the_headquarters_is_now() -> None:
    assert "attack 2720" in legal(out_of_range(hq_follows=True))


@pytest.mark.rule("10.0f")
def test_a_unit_out_of_range_may_not_join_an_attack_of_others() -> None:
    match = scene({"3820": "HQ 1 Pz", "2921": "4 1 Pz", "2720": "331 55", "2821": "37 1 Pz"}, mode="move")
    refused(match, f"move {PIO37}", "6.0a")  # ten hexes away at the draw: not activated at all
    do(match, f"move {AUF4}", "step 2820", "stop")
    assert happened(do(match, "end"), "chit done")


@pytest.mark.rule("10.0g")
@pytest.mark.parametrize(
    ("chit", "unit"), [("2A-Cav", "11 Cur 5 DLC"), ("2A-Cav", "5 5 DLC"), ("XLI", "2 Mrc 3 BS")]
)
def test_the_cavalry_and_the_spahis_attack_without_any_headquarters(chit: str, unit: str) -> None:
    match = scene({"2720": unit, "2820": "I/1 1 Pz", "2721": "337 61"}, 3, 4, chit=chit)
    do(match, "attack 2820")
    assert len(legal(match)) == 1  # the infantry regiment has no headquarters and stays out
    refused(match, "with fr-337-61-di", "6.0a")
    assert happened(do(match, legal(match)[0], "attack"), "combat")


@pytest.mark.rule("10.0g")
@pytest.mark.parametrize(("steps", "allowed"), [(["step 2819"], True), (["step 2719", "step 2620"], False)])
def test_cavalry_led_by_a_corps_headquarters_must_stay_in_its_range(steps: list[str], allowed: bool) -> None:
    match = scene({"3319": "HQ 55", "2719": "crossed 11 Cur 5 DLC", "3420": "147 55", "3520": "GD",
                   "2918": "I/1 1 Pz", "2520": "II/1 1 Pz"}, chit="X", mode="move")
    hexes = [step for step in steps if step != "step 2719"]
    do(match, "move fr-11-cur-5-dlc", *hexes, "stop", "end")
    if allowed:
        assert "attack 2918" in legal(match)
    else:
        refused(match, "attack 2520", "10.0f")


@pytest.mark.rule("10.0h")
def test_a_reinforcement_attacks_in_its_entry_turn_without_any_headquarters() -> None:
    match = scene({"5208": "5/2/1 1 CA"}, 3, 4, mode="move", turn=1, more='reinforcements = "all"')
    assert not [u for u in match.view(None)["units"].values() if u["hex"] and "range" in u]
    do(match, f"enter {SR1}", "step 5408", "step 5308", "stop", "end")
    events = declare(match, "5208", SR1)
    assert happened(events, "combat")[0]["units"] == [SR1]


@pytest.mark.rule("10.0i", "10.1c")
def test_all_attackers_of_a_hex_add_their_attack_strengths() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, reduced II/1 1 Pz", "2719": "SR 1 1 Pz", "2620": "14 Alg 3 DINA"})
    seen = odds(match, "2620", I1, II1, SR1)
    assert (seen["attack"], seen["defense"]) == (5 + 3 + 6, 5)


@pytest.mark.rule("10.0j", "10.1c")
def test_all_defenders_add_their_defense_strengths() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "SR 1 1 Pz", "2620": "reduced 14 Alg 3 DINA, 11 Cur 5 DLC"})
    seen = odds(match, "2620", SR1)
    assert (seen["attack"], seen["defense"]) == (6, 3 + 2)


# 10.1 the procedure


@pytest.mark.rule("10.1a")
def test_an_attack_runs_through_its_steps_in_order_before_the_next_begins() -> None:
    match = scene({"2820": "HQ 1 Pz", "2720": "I/1 1 Pz, II/1 1 Pz", "2620": "295 55", "2823": "SR 1 1 Pz",
                   "2723": "331 55"}, 6, 1, 5, 5, german=(1, 0), french=(1, 0))
    prompts = []
    for action in ("attack 2620", f"with {I1}", f"with {II1}", "attack", "fighter", "fighter", "guns 1"):
        do(match, action)
        prompts.append(match.view(None)["rule"])
        refused(match, "attack 2723", prompts[-1])
    assert prompts == ["10.1b", "10.1b", "10.1b", "10.1j", "10.1j", "10.1m", "10.3d"]
    kinds = [event.what for event in match_events(match)]
    assert kinds == []


def match_events(match: Match) -> list[meuse.Event]:
    return []
