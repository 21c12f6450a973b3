"""1.0, 2.0 and what other chapters take for granted: who plays, what counters and markers say, when things count."""

from __future__ import annotations

from datetime import timedelta

import pytest

from meuse.engine.contract import CHANCE
from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import ALLIED, GERMAN
from meuse.games.mansteins_war.rules import supply
from meuse.games.mansteins_war.rules.sequence import FIRST_DAY, SEGMENTS
from tests.games.mansteins_war.battle import PLAIN, attack, battle, steps
from tests.games.mansteins_war.box import BOARD, BOX, GRID, cell
from tests.games.mansteins_war.table import (
    at,
    do,
    game,
    happened,
    inside,
    legal,
    on_to,
    opening,
    piece,
    refused,
    sit_out,
    table,
)
from tests.games.verbs import reach

BRIEF = ("done", "end", "none")


def impulse(marker: str, units: str, segment: str = "movement", side: str = "german", more: str = "") -> Match:
    return table(f'turn = 3\nside = "{side}"\nmarker = "{marker}"\nsegment = "{segment}"\n{more}\n[units]\n{units}')


# --- 1.0 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.0a", "2.2.8a")
def test_two_players_and_five_nations_that_act_by_markers() -> None:
    g = game()
    assert g.sides == ("german", "allied")
    assert {c.nation for c in g.counters if c.side == GERMAN} == {"german"}
    assert {c.nation for c in g.counters if c.side == ALLIED} == {"french", "british", "belgian", "dutch"}
    match = impulse("hgb", '"de-6-army" = "1735"\n"de-4-army" = "1737"')
    assert "move de-6-army" in legal(match)
    refused(match, "move de-4-army", "5.5a")


@pytest.mark.rule("1.1a", by="data")
def test_a_turn_is_a_week_and_a_hex_forty_kilometres() -> None:
    weeks = game().sheet()["turns"]
    assert all(week["title"].startswith(str((FIRST_DAY + timedelta(weeks=n)).day)) for n, week in enumerate(weeks))
    for place, kilometres in (("Brussels", 264), ("Reims", 130), ("Rotterdam", 370), ("Strasbourg", 397)):
        far = GRID.distance(BOARD.cell_of["Paris"], BOARD.cell_of[place]) * 40
        assert abs(far - kilometres) < 60, place


@pytest.mark.rule("1.2a", "2.1.1a")
@pytest.mark.parametrize("die", range(1, 7))
def test_dice_are_never_modified(die: int) -> None:
    match = impulse("pgk", '"de-19-corps" = "1343"\n"fr-2-army" = "1443"', "combat", more=f"dice = [{die}]")
    events = attack(match, "1443", "de-19-corps") + do(match, "assault")
    g, _ = inside(match)
    combat = happened(events, "combat")[0]
    assert combat["result"] == g.crt.result(False, g.crt.columns.index(combat["column"]), die)


# --- 2.0 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1.1b", by="data")
def test_the_charts_that_the_map_prints_are_on_the_sheet() -> None:
    sheet = game().sheet()
    titles = {chart["title"] for chart in sheet["charts"]}
    assert {"Terrain Effects Chart", "Refit points", "Air Warfare Table", "Assault table", "Mobile table"} <= titles
    assert [week["refit"]["french"] for week in sheet["turns"]] == list(BOX.charts.refit.nations["french"].income)


@pytest.mark.rule("2.1.2a")
def test_every_piece_off_the_map_lies_in_one_display() -> None:
    match = table('turn = 3\nreinforcements = "later"\n[units]\n"fr-7-army" = "eliminated"\n"gb-bef" = "evacuated"\n'
                  '[air]\nde-air-1 = "utilized"\n')
    assert [at(match, id) for id in ("fr-7-army", "gb-bef", "de-air-1", "de-air-2", "fr-10-army")] == [
        "eliminated", "evacuated", "utilized", "available", "due"]
    assert {"available", "utilized", "eliminated", "evacuated"} <= {d["place"] for d in game().sheet()["displays"]}


@pytest.mark.rule("2.2a", "2.2.4a", "2.2.5a", by="data")
def test_a_counter_says_what_it_is() -> None:
    counters = [c for c in game().sheet()["counters"].values() if c["kind"] == "ground"]
    assert {c["corps"] for c in counters} == {"HGA", "HGB", "HGC", "PGK", "Res", "1AG", "2AG", "3AG", "BL", "NL"}
    assert {c["size"] for c in counters} == {"XXXX", "XXX", "X", ""}
    for c in counters:
        assert c["nation"]
        assert c["arm"]
        assert c["designation"]
        assert set(c["ratings"]) == {"attack", "defense", "move"}
        assert 1 <= c["steps"] <= 4
        assert (c["size"] == "") == (c["arm"] == "mobile logistics")
    assert BOX.counters[BOX.by_id["de-4-army"]].army
    assert BOX.counters[BOX.by_id["de-19-corps"]].corps


@pytest.mark.rule("2.2.1c", "8.0e")
def test_mechanised_units_pay_their_own_prices() -> None:
    forest = next(c for c in GRID.cells if BOARD.forest >> c & 1 and BOARD.land >> c & 1 and c not in BOARD.place_at)
    mech, foot = (BOX.going[BOX.by_id[id]].cost(forest, 0) for id in ("de-19-corps", "de-17-corps"))
    assert (mech, foot) == (BOX.charts.terrain["forest"].mech, BOX.charts.terrain["forest"].other)
    assert game().sheet()["counters"]["de-19-corps"]["mech"]
    assert not game().sheet()["counters"]["de-17-corps"]["mech"]


@pytest.mark.rule("2.2.5b", "2.2.2a", "21.0b")
def test_the_number_on_a_counter_is_its_week_and_optional_units_stay_in_the_box() -> None:
    g, p = inside(opening())
    for c in g.counters:
        if c.entry.variant:
            assert p.at[c.index] == -6, f"{c.id} is optional"
        elif c.index not in g.starting:
            assert p.due[c.index] == c.entry.turn
    assert p.due[g.by_id["de-9-army"]] == 4
    more, q = inside(opening(mountain_corps="on"))
    assert q.due[more.by_id["de-gbk"]] == 3


@pytest.mark.rule("2.2.6b", "2.2.6a")
def test_a_unit_of_two_steps_turns_over_and_then_is_gone() -> None:
    match = battle(PLAIN + '"de-19-corps" = "1343"\n"fr-21-corps" = "1443"\n', assault="AA")
    attack(match, "1443", "de-19-corps")
    do(match, "assault")
    assert steps(match, "de-19-corps") == 1
    assert (piece(match, "de-19-corps")["attack"], piece(match, "de-19-corps")["defense"]) == (4, 4)
    lost = battle(PLAIN + '"de-19-corps" = { hex = "1343", steps = 1 }\n"fr-21-corps" = "1443"\n', assault="AA")
    attack(lost, "1443", "de-19-corps")
    do(lost, "assault")
    assert at(lost, "de-19-corps") == "eliminated"


@pytest.mark.rule("2.2.9a", "2.2.9b", by="data")
def test_the_letters_on_the_counters() -> None:
    pieces = {**{c.id: c for c in BOX.counters}, **{a.id: a for a in BOX.air}, **{f.id: f for f in BOX.forces}}
    names = {piece.entry.name for piece in pieces.values()}
    german = {"BB", "GbK", "GrD", "LLK", "SA Koch", "Saar", "SS Corps"}
    allied = {"BAFF", "BEF", "FC", "CF", "Col Corps", "DLM", "1GC", "2GC", "Logistics GHQ", "PFB", "EE/Liege", "GPK",
              "K", "L", "VH", "ZOAN", "ZOAE", "ZOAS"}
    assert german | allied <= names
    nation = {piece.entry.name: piece.entry.nation for piece in pieces.values()}
    assert [nation[name] for name in ("GPK", "L", "Logistics GHQ", "CF")] == ["belgian", "dutch", "french", "french"]


@pytest.mark.rule("2.5a", "5.1b")
def test_special_markers_leave_the_game_once_played_and_give_their_columns() -> None:
    match = impulse("guderian", '"de-19-corps" = "1343"\n"fr-2-army" = "1443"', "combat",
                    more='acting = ["de-19-corps"]')
    g, p = inside(match)
    assert p.gone >> g.marker_by_id["guderian"] & 1
    do(match, "attack 1443", "with de-19-corps")
    shown = g.preview(p if p.frames else match.position)["shifts"]
    assert ["command marker", 1, "5.1j"] in shown
    assert {m.entry.group for m in g.markers if not m.special} <= {"compulsory", "morale"}


@pytest.mark.rule("2.6a")
def test_markers_on_the_map_never_run_out() -> None:
    counts = BOX.units_file.markers
    forts, cities = GRID.names_of(BOARD.fort_hexes), GRID.names_of(BOARD.cities)
    taken = GRID.names_of(BOARD.countries["belgium"] & BOARD.land)
    view = table(f"turn = 3\ndestroyed = {forts}\nbombed = {cities}\ngerman = {taken}").view(None)
    assert len(view["destroyed"]) == len(forts) > counts.bombed
    assert len(view["bombed"]) == len(cities)
    assert set(taken) <= set(view["control"])
    assert len(taken) > counts.control


@pytest.mark.rule("2.6b", "5.8c")
def test_more_reserves_may_act_than_there_are_markers_for() -> None:
    reserves = [c.id for c in BOX.counters if c.reserve and c.side == GERMAN and not c.entry.variant]
    hexes = [GRID.names[c] for c in GRID.cells if BOARD.countries["germany"] >> c & 1 and not BOARD.rough >> c & 1
             and BOARD.land >> c & 1]
    assert len(reserves) > BOX.units_file.markers.reserve
    match = impulse("hga", "".join(f'"{id}" = "{hex}"\n' for id, hex in zip(reserves, hexes, strict=False)))
    assert {f"move {id}" for id in reserves} <= set(legal(match))


@pytest.mark.rule("2.7a", "2.8b", "5.4a", "5.4b")
def test_markers_are_drawn_blind_from_ones_own_bin_and_the_turn_passes() -> None:
    match = table('turn = 2\nbins = { german = ["hga", "hgb"], allied = ["1ag", "2ag"] }')
    g, _ = inside(match)
    drawn = []
    while True:
        drawn.append((match.position.operating, g.markers[match.position.marker].id))
        if len(drawn) == 4:
            break
        sit_out(match)
    assert [side for side, _ in drawn] == [GERMAN, ALLIED, GERMAN, ALLIED]
    assert {id for side, id in drawn if side == GERMAN} == {"hga", "hgb"}
    p = g.set_up({"game": g.name, "turn": 2, "bins": {"german": ["hga", "hgb", "hgc"], "allied": []}})
    assert g.actors(p) == (CHANCE,)
    assert g.outcomes(p) == [("draw hga", 1), ("draw hgb", 1), ("draw hgc", 1)]


@pytest.mark.rule("2.8a", "2.8c")
def test_only_the_operating_player_acts_in_his_impulse() -> None:
    match = impulse("hga", '"de-4-army" = "1737"\n"fr-2-army" = "1439"', more='reinforcements = "later"')
    assert match.actors == ("german",)
    assert match.legal("allied") == []
    refused(match, "move fr-2-army", "4.1d")
    refused(match, "move de-9-army", "2.1a")


# --- sequence and command ---------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1d")
def test_the_segments_of_an_impulse_come_in_their_order() -> None:
    match = table('turn = 3\ndice = ["hga"]\nbins = { german = ["hga"], allied = [] }\n[units]\n'
                  '"de-4-army" = "1739"\n"fr-3-army" = "1740"\n"de-2-army" = { hex = "due", due = 3 }\n')
    seen = []
    while match.position.operating >= 0 and match.view(None)["segment"]:
        seen.append(match.view(None)["segment"])
        choices = legal(match)
        quick = next((action for action in BRIEF if action in choices), choices[0])
        do(match, quick)
    order = list(dict.fromkeys(name for name, _ in SEGMENTS))
    assert [name for name in dict.fromkeys(seen) if name in order] == ["reinforcement", "air", "movement", "combat"]
    assert order == ["command", "reinforcement", "air", "movement", "evacuation", "combat"]


@pytest.mark.rule("5.0b")
def test_several_markers_may_activate_a_unit_in_one_week() -> None:
    match = table('turn = 2\ndice = ["pgk", "guderian"]\nbins = { german = ["pgk", "guderian"], allied = [] }\n'
                  '[units]\n"de-19-corps" = "1937"\n"de-41-corps" = "1936"\n"de-14-corps" = "2036"')
    on_to(match, "movement")
    assert "move de-19-corps" in legal(match)
    sit_out(match)
    do(match, "corps de-19-corps", "corps de-41-corps")
    on_to(match, "movement")
    assert "move de-19-corps" in legal(match)
    refused(match, "move de-14-corps", "5.5a")


@pytest.mark.rule("5.0c")
def test_a_unit_defends_at_full_value_without_activation() -> None:
    match = battle(PLAIN + '"de-19-corps" = "1343"\n"fr-2-army" = "1443"\n')
    assert not match.position.acting & inside(match)[0].side_units[ALLIED]
    do(match, "attack 1443", "with de-19-corps")
    assert match.game.preview(match.position)["defence"] == 6


@pytest.mark.rule("5.1a", "5.7c")
def test_regular_markers_come_back_when_the_week_ends() -> None:
    match = table('turn = 2\ndice = ["hga"]\nbins = { german = ["hga"], allied = [] }')
    assert match.view("german")["bins"]["german"] == []
    while match.view(None)["turn"] == 2:
        do(match, next(action for action in BRIEF if action in legal(match)))
    for side in ("german", "allied"):
        match.apply(side, "load none")
    played = set(match.view(None)["played"])
    assert {"hga", "hgb", "hgc", "pgk"} <= {*match.view("german")["bins"]["german"], *played}


@pytest.mark.rule("5.1c", "21.0c")
def test_optional_markers_are_out_of_the_standard_game() -> None:
    optional = {"morale-german", "morale-allied", "fall-rot", "plan-w"}
    assert not optional & set(game().sheet()["markers"])
    assert optional <= set(game((("morale", "on"), ("fall-rot", "on"), ("plan-w", "on"))).sheet()["markers"])
    sedan = BOARD.cell_of["Sedan"]
    match = impulse("pgk", f'"de-19-corps" = "{GRID.names[next(bits(BOARD.touch[sedan]))]}"')
    do(match, "move de-19-corps", f"step {GRID.names[sedan]}")
    assert not inside(match)[1].morale_events


@pytest.mark.rule("5.1g")
def test_the_manstein_plan_wakes_the_panzer_group_and_four_air_units() -> None:
    match = table('turn = 1\ndice = ["manstein"]\nplayed = ["hga"]\nbins = { german = ["manstein"], allied = [] }\n'
                  '[units]\n"de-19-corps" = "1937"\n"de-4-army" = "1936"')
    assert match.view(None)["commands"] == ["PGK"]
    assert match.view(None)["air_left"] == 4
    assert piece(match, "de-19-corps")["acting"]
    assert "acting" not in piece(match, "de-4-army")


@pytest.mark.rule("5.2a", "5.7a", "5.2c")
def test_a_player_chooses_the_week_of_a_special_marker() -> None:
    first = table('phase = "command"\nturn = 1\nplans = { german = "manstein", allied = "plan-e" }')
    assert "load plan-e" in first.legal("allied")
    assert "load de-gaulle" not in first.legal("allied")
    for week in (2, 3, 5):
        match = table(f'phase = "command"\nturn = {week}\nplans = {{ german = "manstein", allied = "plan-e" }}')
        assert {"load guderian", "load hoth", "load rommel", "load luftwaffe"} <= set(match.legal("german"))
        assert {"load plan-e", "load de-gaulle"} <= set(match.legal("allied"))


@pytest.mark.rule("5.3c")
def test_who_has_the_initiative_refits_first() -> None:
    units = '"de-19-corps" = { hex = "1938", steps = 1 }\n"fr-2-army" = { hex = "1142", steps = 1 }'
    for side, other in (("german", "allied"), ("allied", "german")):
        match = table(f'phase = "refit"\nturn = 1\ninitiative = "{side}"\nrp = {{ german = 3, french = 3 }}\n'
                      f"[units]\n{units}")
        assert match.actors == (side,)
        do(match, "done")
        assert match.actors == (other,)


# --- stacking, movement and supply ------------------------------------------------------------------------------------


@pytest.mark.rule("6.0c")
def test_a_reinforcement_may_overstack_until_the_next_movement_segment_ends() -> None:
    match = table('turn = 3\nside = "german"\nmarker = "hga"\nsegment = "reinforcement"\n[units]\n'
                  '"de-4-army" = "2237"\n"de-2-army" = { hex = "due", due = 3 }')
    do(match, "bring de-2-army", "place 2237")
    assert at(match, "de-2-army") == "2237"
    on_to(match, "movement")
    do(match, "end")
    assert legal(match) == ["remove de-2-army", "remove de-4-army"]


@pytest.mark.rule("6.4a")
def test_air_units_and_special_forces_take_no_room() -> None:
    units = '"de-4-army" = "1937"\n"de-42-corps" = "2037"'
    match = impulse("hga", units, more='[air]\nde-air-1 = "1937"\nde-air-2 = "2037"\n[forces]\nde-sf-koch = "1937"\n')
    do(match, "move de-42-corps", "step 1937", "stop", "end")
    assert not any(action.startswith("remove ") for action in legal(match))
    assert [at(match, id) for id in ("de-4-army", "de-42-corps")] == ["1937", "1937"]


@pytest.mark.rule("7.2b", "13.4a")
def test_no_reinforcement_comes_in_an_enemy_zone() -> None:
    match = table('turn = 3\nside = "allied"\nmarker = "1ag"\nsegment = "reinforcement"\nbins = { allied = ["2ag"] }\n'
                  '[units]\n"fr-2gc" = { hex = "due", due = 3 }\n'
                  f'"de-19-corps" = "{GRID.names[next(bits(BOARD.touch[cell("0941")]))]}"')
    do(match, "bring fr-2gc")
    assert "place 0941" not in legal(match)
    refused(match, "place 0941", "13.4a")


@pytest.mark.rule("8.3a", "12.2c")
def test_a_pursuit_costs_no_movement_factors() -> None:
    match = battle(PLAIN + '"de-19-corps" = "1243"\n"fr-21-corps" = { hex = "1443", steps = 1 }\n', segment="movement",
                   assault="DD", mobile="DD")
    do(match, "move de-19-corps", "step 1343")
    assert "step 1344" not in legal(match), "its move is over"
    on_to(match, "combat")
    attack(match, "1443", "de-19-corps")
    do(match, "assault", "pursue de-19-corps")
    assert at(match, "de-19-corps") == "1443"
    assert "step 1444" in legal(match)


@pytest.mark.rule("8.5a")
def test_no_unit_leaves_the_map() -> None:
    match = impulse("1ag", '"fr-7-army" = "0443"', side="allied")
    do(match, "move fr-7-army")
    assert all(action.removeprefix("step ") in GRID.bit for action in legal(match) if action.startswith("step "))
    refused(match, "leave", "25.3a")


@pytest.mark.rule("8.5d", "3.3d")
def test_the_front_of_the_tenth_of_may() -> None:
    g, p = inside(opening())
    assert p.control == BOARD.countries["germany"] & BOARD.land
    luxembourg = BOARD.countries["luxembourg"] & BOARD.land
    assert luxembourg
    assert not p.control & luxembourg
    assert "luxembourgish" not in {c.nation for c in g.counters}
    assert not {"luxembourg"} & {m.id for m in g.markers}


@pytest.mark.rule("15.1a", "15.1e")
def test_support_is_judged_at_the_instant_and_may_be_given_up() -> None:
    match = impulse("pgk", '"de-19-corps" = "1937"\n"de-log-pgk" = "2037"\n"fr-2-army" = "1439"')
    g, p = inside(match)
    u = g.by_id["de-19-corps"]
    assert supply.status(g, p, u) == "supported"
    p.put(g, u, cell("0843"))
    assert supply.status(g, p, u) == "unsupported"
    p.put(g, u, cell("1937"))
    assert supply.status(g, p, u) == "supported"
    raid = impulse("pgk", '"de-41-corps" = "1241"\n"fr-6-army" = "0743"')
    assert piece(raid, "de-41-corps")["supply"] == "low"
    assert reach(raid, "de-41-corps")


@pytest.mark.rule("15.4d", "16.7a")
def test_unsupported_units_have_their_air_support() -> None:
    match = battle('"de-19-corps" = "1343"\n"fr-2-army" = "1443"\n', tail='[air]\nde-air-8 = "1443"\n')
    do(match, "attack 1443", "with de-19-corps")
    shown = {rule: value for _, value, rule in match.game.preview(match.position)["shifts"]}
    assert shown["10.5f"] == -1
    assert shown["16.7c"] > 0


@pytest.mark.rule("15.5d", "14.3a")
def test_an_unsupported_unit_cannot_refit() -> None:
    match = table('phase = "refit"\nturn = 1\nrp = { german = 3 }\n[units]\n'
                  '"de-41-corps" = { hex = "0843", steps = 1 }\n'
                  '"de-19-corps" = { hex = "1938", steps = 1 }')
    assert "refit de-19-corps" in legal(match)
    refused(match, "refit de-41-corps", "15.5d")


@pytest.mark.rule("21.0a", "13.2a")
@pytest.mark.parametrize("action", ["done now", "done de-19-corps", "end end", "historical now", "bring", "place"])
def test_a_good_word_with_a_wrong_noun_is_refused_like_any_other(action: str) -> None:
    placing = table('turn = 2\nside = "german"\nmarker = "hga"\nsegment = "reinforcement"\n'
                    'bins = { german = ["hgb"], allied = [] }\nunits = { de-2-army = { hex = "due", due = 2 } }')
    set_up = opening()
    for side, plan in (("german", "manstein"), ("allied", "plan-d")):
        set_up.apply(side, f"keep {plan}")
    for match in (placing, set_up):
        side = match.actors[0]
        assert match.game.why_not(match.position, side, action)
    do(set_up, "historical")
    g, p = inside(set_up)
    for u in g.starting:
        if g.ids[u] in g.deployment.units and g.side[u] == GERMAN:
            p.put(g, u, cell(g.deployment.units[g.ids[u]]))
    assert g.why_not(p, "german", action)
