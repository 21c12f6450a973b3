"""What the way to a hex costs step by step, or what stands against it: the question "way UNIT HEX"."""

from __future__ import annotations

import pytest

import meuse
from tests.games.mansteins_war.box import GRID, cell
from tests.games.mansteins_war.table import do, game, table
from tests.games.mansteins_war.test_reach import marching
from tests.games.verbs import explain, reach


@pytest.mark.rule("8.4a")
def test_every_step_has_its_cost() -> None:
    match = marching('"de-19-corps" = "1639"\n"fr-2-army" = "1439"')
    for hex, way in reach(match, "de-19-corps").items():
        tally = explain(match, f"way de-19-corps {hex}")
        assert tally.total == way["cost"], hex
        assert {part.label.partition(":")[0] for part in tally.parts if ":" in part.label} == set(way["path"])


@pytest.mark.rule("8.4b", "16.8b", "17.0b")
def test_rivers_works_and_air_units_are_named() -> None:
    match = marching('"fr-7-army" = "1242"\n"fr-log-1ag" = "1143"\n"de-19-corps" = "1639"', "allied", "1ag",
                     'air = { de-air-1 = "1242" }')
    rules = {part.rule for hex in reach(match, "fr-7-army") for part in explain(match, f"way fr-7-army {hex}").parts}
    assert "16.8b" in rules
    match = marching('"de-19-corps" = "1740"\n"fr-2-army" = "1343"')
    rules = {part.rule for hex in reach(match, "de-19-corps")
             for part in explain(match, f"way de-19-corps {hex}").parts}
    assert {"8.4a", "8.4b"} <= rules
    match = marching('"de-19-corps" = "1839"\n"fr-2-army" = "1343"')
    forts = [part.rule for part in explain(match, "way de-19-corps 1740").parts]
    assert "17.0b" in forts


@pytest.mark.rule("8.0a", "7.2c", "6.0e", "8.0c")
def test_a_way_that_does_not_reach_says_why() -> None:
    match = marching('"de-19-corps" = "1639"\n"fr-2-army" = "1439"')
    found = {}
    for hex in ("0941", "1439", "0432"):
        tally = explain(match, f"way de-19-corps {hex}")
        assert tally.total == "out of reach"
        found[hex] = tally.parts[-1].rule
    assert found == {"0941": "8.0a", "1439": "6.0e", "0432": "8.0c"}
    ring = GRID.names_of(GRID.disc(cell("1342"), 2) & ~GRID.disc(cell("1342"), 1))
    armies = [c.id for c in game().counters if c.nation == "french" and c.move][:len(ring)]
    around = "".join(f'"{unit}" = "{hex}"\n' for unit, hex in zip(armies, ring, strict=True))
    encircled = marching(f'"de-19-corps" = "1342"\n{around}')
    assert explain(encircled, "way de-19-corps 0941").parts[-1].rule == "7.2c"


@pytest.mark.rule("6.0a", "6.3a")
def test_the_stack_at_the_end_of_a_way_is_told() -> None:
    """Who would stand there together, and whether they may."""
    match = marching('"de-19-corps" = "1639"\n"de-41-corps" = "1638"\n"de-14-corps" = "1638"\n"fr-2-army" = "1239"')
    last = explain(match, "way de-19-corps 1638").parts[-1]
    assert last.label == "14 Corps, 41 Corps and 19 Corps in 1638"
    crowded = "crowded" in reach(match, "de-19-corps")["1638"]
    assert last.value == ("too many" if crowded else "fit")
    alone = explain(match, "way de-19-corps 1538").parts[-1]
    assert alone.value not in ("fit", "too many")


def test_questions_without_an_answer_are_refused() -> None:
    match = marching('"de-19-corps" = "1639"\n"fr-2-army" = "1439"')
    with pytest.raises(meuse.BadInput, match="not on the map"):
        explain(match, "way de-19-corps 9999")
    with pytest.raises(meuse.BadInput, match="cannot move now"):
        explain(match, "way fr-2-army 1639")
    do(match, "end")
    with pytest.raises(meuse.BadInput, match="cannot move now"):
        explain(match, "way de-19-corps 1638")


@pytest.mark.rule("2.2.1a", "2.2.6a", "15.5a")
def test_what_a_unit_is_worth_as_it_stands() -> None:
    match = table('turn = 3\n[units]\n"de-4-army" = { hex = "1639", steps = 2 }\n"fr-2-army" = "1439"')
    tally = explain(match, "strength de-4-army")
    assert tally.total == "4-5-2"
    assert ("unsupported", -1, "15.5a") in [(part.label, part.value, part.rule) for part in tally.parts]
    with pytest.raises(meuse.BadInput):
        explain(match, "strength de-12-army")
