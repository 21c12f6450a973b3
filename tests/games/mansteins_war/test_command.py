"""5.0 Command: what is loaded, drawn and activated."""

from __future__ import annotations

import pytest

import meuse
from meuse.engine.hexes import bits
from meuse.engine.match import Match
from meuse.games.mansteins_war.box.components import ALLIED
from meuse.games.mansteins_war.rules import command
from tests.games.mansteins_war.table import do, happened, inside, legal, opening, refused, sit_out, table

LOADING = 'phase = "command"\nturn = {turn}\n[plans]\ngerman = "manstein"\nallied = "plan-e"\n'


def begun(german: str = "manstein", **options: str) -> Match:
    """The campaign set up as in history, up to the loading of the first bins."""
    match = opening(**options)
    match.apply("german", f"keep {german}")
    match.apply("allied", "keep plan-e")
    match.apply("allied", "historical")
    match.apply("german", "historical")
    return match


@pytest.mark.rule("21.2e", "5.2d", "21.2f")
def test_the_german_plan_is_loaded_in_week_1() -> None:
    """T041."""
    match = begun()
    assert match.actors == ("allied",)
    match.apply("allied", "load none")
    game, p = inside(match)
    assert [game.markers[m].id for m in range(len(game.markers)) if p.bins[0] >> m & 1] == [
        "hga", "hgb", "hgc", "pgk", "manstein"]


@pytest.mark.rule("21.2a")
def test_the_germans_select_their_first_marker() -> None:
    """T040."""
    match = begun()
    match.apply("allied", "load none")
    assert match.actors == ("german",)
    assert "select manstein" in legal(match)
    do(match, "select pgk")
    sit_out(match)
    assert match.position.operating == ALLIED
    assert not any(action.startswith("select") for action in legal(match))


@pytest.mark.rule("23.0a", "5.2c")
def test_leaders_wait_for_week_2() -> None:
    """T042."""
    match = begun(german_plan="any-week")
    refused(match, "load hoth", "23.0a")
    refused(match, "load luftwaffe", "23.0a")


@pytest.mark.rule("5.2e", "5.7b", "5.2b")
def test_a_special_marker_is_loaded_once() -> None:
    """T044."""
    match = table(LOADING.format(turn=2))
    match.apply("german", "load rommel")
    match.apply("allied", "load none")
    assert match.position.gone == 0
    again = table('phase = "command"\nturn = 3\ngone = ["rommel"]')
    refused(again, "load rommel", "5.2e")
    assert "load hoth" in legal(again)


@pytest.mark.rule("5.1r", "5.1t")
def test_plan_e_activates_two_army_groups_and_never_belgium() -> None:
    """T048."""
    match = table('turn = 2\ninitiative = "allied"\nbins = { german = [], allied = ["plan-e"] }')
    assert legal(match) == ["activate 1AG", "activate 2AG", "activate 3AG"]
    refused(match, "activate BL", "5.1r")
    do(match, "activate 1AG", "activate 3AG")
    assert match.view("allied")["commands"] == ["1AG", "3AG"]


@pytest.mark.rule("4.1b", "5.0a")
def test_loading_is_secret_and_at_once() -> None:
    match = table(LOADING.format(turn=2))
    assert match.actors == ("german", "allied")
    match.apply("german", "load guderian")
    assert match.view("allied")["actors"] == ["german", "allied"]
    assert match.view("german")["actors"] == ["allied"]
    match.apply("allied", "load plan-e")
    assert match.view("allied")["bins"]["german"] is None
    assert "guderian" in match.view("german")["bins"]["german"]


def drawn(marker: str, units: str = "", side: str = "", **more: str) -> Match:
    """A week in which one side has one marker, which it draws."""
    allied = side == "allied" or marker in ALLIED_MARKERS
    loaded = {"german": [] if allied else [marker], "allied": [marker] if allied else []}
    bins = f"bins = {{ german = {loaded['german']}, allied = {loaded['allied']} }}"
    extra = "".join(f"{key} = {value}\n" for key, value in more.items())
    return table(f'turn = 2\ninitiative = "{"allied" if allied else "german"}"\n{extra}{bins}\n[units]\n{units}')


ALLIED_MARKERS = ("1ag", "2ag", "3ag", "belgium", "netherlands", "plan-d", "plan-e", "plan-r", "de-gaulle", "evac")


@pytest.mark.rule("5.1d", "5.1p", "5.1q", "16.1a")
@pytest.mark.parametrize(("marker", "name", "air"), [
    ("hga", "HGA", 3), ("hgb", "HGB", 3), ("hgc", "HGC", 3), ("pgk", "PGK", 3), ("1ag", "1AG", 2), ("2ag", "2AG", 1),
    ("3ag", "3AG", 1), ("belgium", "BL", 0), ("netherlands", "NL", 0), ("manstein", "PGK", 4),
])
def test_a_marker_wakes_its_own_command_and_its_air_units(marker: str, name: str, air: int) -> None:
    match = drawn(marker)
    assert match.view(None)["commands"] == [name]
    assert match.position.air_left == air  # type: ignore[attr-defined]


@pytest.mark.rule("5.1e", "5.1f", "5.1s", "5.1u", "5.1x")
@pytest.mark.parametrize(("marker", "choices", "air"), [
    ("okh", ["HGA", "HGB", "HGC"], 2), ("okh-mod", ["HGA", "HGB", "HGC"], 3), ("plan-d", ["1AG", "2AG", "3AG"], 2),
    ("plan-r", ["1AG", "2AG", "3AG"], 1), ("evac", ["1AG", "2AG", "3AG"], 2),
])
def test_plans_leave_the_choice_of_army_groups(marker: str, choices: list[str], air: int) -> None:
    match = drawn(marker)
    assert legal(match) == [f"activate {name}" for name in choices]
    assert match.position.air_left == air  # type: ignore[attr-defined]


@pytest.mark.rule("5.1e")
def test_the_okh_plan_wakes_two_commands() -> None:
    match = drawn("okh")
    do(match, "activate HGA")
    refused(match, "activate PGK", "5.1e")
    do(match, "activate HGC")
    assert match.view(None)["commands"] == ["HGA", "HGC"]


@pytest.mark.rule("5.1j", "5.1k", "5.1l", "5.8d")
@pytest.mark.parametrize(("marker", "corps", "air"), [("guderian", 2, 2), ("hoth", 2, 1), ("rommel", 1, 1)])
def test_leaders_wake_mechanised_corps(marker: str, corps: int, air: int) -> None:
    units = '"de-15-corps" = "1737"\n"de-16-corps" = "1636"\n"de-19-corps" = "1738"\n"de-4-army" = "1736"'
    match = drawn(marker, units)
    refused(match, "corps de-4-army", {"guderian": "5.1j", "hoth": "5.1k", "rommel": "5.1l"}[marker])
    for unit in ("de-15-corps", "de-19-corps")[:corps]:
        do(match, f"corps {unit}")
    assert match.position.air_left == air  # type: ignore[attr-defined]
    acting = [id for id, unit in match.view(None)["units"].items() if unit.get("acting")]
    assert acting == ["de-15-corps", "de-19-corps"][:corps]


@pytest.mark.rule("5.1j")
def test_a_leader_takes_the_corps_there_are() -> None:
    match = drawn("guderian", '"de-15-corps" = "1737"')
    acting = [id for id, unit in match.view(None)["units"].items() if unit.get("acting")]
    assert acting == ["de-15-corps"]


@pytest.mark.rule("5.1w", "5.8a")
def test_de_gaulle_wakes_a_french_corps_and_1ag_the_british() -> None:
    units = '"fr-1gc" = "1240"\n"fr-cav-corps" = "1237"\n"gb-1-armour" = "0740"'
    match = drawn("de-gaulle", units)
    refused(match, "corps gb-1-armour", "5.1w")
    match = drawn("1ag", units)
    assert match.view(None)["units"]["gb-1-armour"]["acting"]


@pytest.mark.rule("5.1m", "5.1n", "5.6d", "16.6d")
def test_the_luftwaffe_wakes_all_air_units_and_shifts_their_attacks() -> None:
    """T101."""
    match = drawn("luftwaffe")
    g, p = inside(match)
    assert p.air_left >= 6
    assert command.air_shift(g, p) == 1
    g, p = inside(drawn("manstein"))
    assert command.air_shift(g, p) == 0


def shift(match: Match, *attackers: str, target: str) -> int:
    g, p = inside(match)
    units = sum(1 << g.by_id[u] for u in attackers)
    return sum(columns for columns, _ in command.attack_shift(g, p, units, g.grid.bit[target]))


@pytest.mark.rule("5.1h", "5.6b", "10.5i")
def test_manstein_helps_the_panzer_group_until_the_week_ends() -> None:
    """T049."""
    units = '"de-19-corps" = "1539"\n"de-15-corps" = "1438"'
    week = 'turn = {0}\nmanstein = 1\n{2}side = "german"\nmarker = "{1}"\nsegment = "movement"\n[units]\n' + units
    assert shift(table(week.format(1, "pgk", "")), "de-19-corps", target="1439") == 2
    assert shift(table(week.format(2, "pgk", "")), "de-19-corps", target="1439") == 0
    assert shift(table(week.format(1, "hga", "")), "de-15-corps", target="1439") == 0
    short = 'options = { manstein-shift = "impulse" }\n'
    assert shift(table(week.format(1, "pgk", short)), "de-19-corps", target="1439") == 0
    assert shift(table(week.format(1, "manstein", short)), "de-19-corps", target="1439") == 2


@pytest.mark.rule("5.6a", "5.1f")
def test_the_shift_of_a_marker_helps_the_attacks_of_its_impulse() -> None:
    head = 'turn = 2\nside = "german"\nmarker = "{0}"\nsegment = "movement"\n[units]\n"de-19-corps" = "1539"'
    assert shift(table(head.format("okh-mod")), "de-19-corps", target="1439") == 1
    assert shift(table(head.format("hoth")), "de-19-corps", target="1439") == 1
    assert shift(table(head.format("okh")), "de-19-corps", target="1439") == 0


@pytest.mark.rule("5.1v")
def test_plan_r_helps_attacks_out_of_the_maginot_line_into_germany() -> None:
    """T050."""
    units = '"fr-3-army" = "1740"\n"fr-4-army" = "1840"\n"fr-8-army" = "1841"'
    head = f'turn = 2\nside = "allied"\nmarker = "plan-r"\nsegment = "movement"\n%s[units]\n{units}'
    match = table(head % "")
    assert shift(match, "fr-3-army", "fr-4-army", target="1839") == 2
    assert shift(match, "fr-3-army", target="1639") == 0
    assert shift(match, "fr-4-army", "fr-8-army", target="1940") == 0
    by_option = table(head % 'options = { plan-r = "any" }\n')
    assert shift(by_option, "fr-4-army", "fr-8-army", target="1940") == 2


@pytest.mark.rule("20.2a", "20.2b")
def test_evac_is_loaded_in_its_first_week_or_lost() -> None:
    """T052."""
    match = table('phase = "command"\nturn = 3\n[units]\n"de-19-corps" = "0937"')
    match.apply("german", "load none")
    events = match.apply("allied", "load de-gaulle")
    assert [(event.rule, event.seen_by) for event in events if event.what == "evac forgone"] == [("20.2b", ("allied",))]
    g, p = inside(match)
    assert p.gone >> g.evac & 1
    kept = table('phase = "command"\nturn = 3\noptions = { evac-window = "any-week" }\n[units]\n"de-19-corps" = "0937"')
    kept.apply("german", "load none")
    assert not happened(kept.apply("allied", "load none"), "evac forgone")
    assert not inside(kept)[1].gone


@pytest.mark.rule("20.2a")
def test_an_air_unit_over_the_coast_does_not_open_evac() -> None:
    """T134."""
    match = table('phase = "command"\nturn = 2\n[air]\nde-air-1 = "0835"')
    match.apply("german", "load none")
    refused(match, "load evac", "20.2a")
    match.apply("allied", "load none")
    assert not inside(match)[1].gone


@pytest.mark.rule("5.2d", "21.2f")
def test_by_option_the_luftwaffe_comes_besides_a_leader() -> None:
    match = table('phase = "command"\nturn = 2\noptions = { german-specials = "luftwaffe-besides" }')
    assert [action for action in match.legal("german") if "+" in action] == [
        "load guderian+luftwaffe", "load hoth+luftwaffe", "load rommel+luftwaffe"]
    refused(match, "load hoth+rommel", "5.2d")
    match.apply("german", "load hoth+luftwaffe")
    assert match.legal("german") == []
    assert match.view("german")["loaded"] == {"german": ["hoth", "luftwaffe"], "allied": None}
    single = table('phase = "command"\nturn = 2')
    refused(single, "load hoth+luftwaffe", "5.2d")
    plan = table('phase = "command"\nturn = 2\nplans = { german = "okh" }\n'
                 'options = { german-specials = "luftwaffe-besides", german-plan = "any-week" }')
    assert "load okh" in plan.legal("german")
    refused(plan, "load okh+luftwaffe", "5.2d", side="german")


@pytest.mark.rule("24.1a", "21.2h", "5.1o")
def test_plan_red_waits_for_belgium() -> None:
    g, _ = inside(table('phase = "command"\nturn = 3'))
    belgium = g.board.countries["belgium"]
    cities, towns = g.grid.names_of(belgium & g.board.cities), g.grid.names_of(belgium & g.board.towns)

    def offered(hexes: list[str], condition: str = "all") -> bool:
        options = f'options = {{ fall-rot = "on", fall-rot-condition = "{condition}" }}'
        match = table(f'phase = "command"\nturn = 3\n{options}\ngerman = {hexes}')
        return "load fall-rot" in match.legal("german")

    assert offered(cities + towns)
    assert not offered(cities)
    assert offered(cities, "cities-and-fortresses")
    assert not offered(towns, "cities-and-towns")
    refused(table('phase = "command"\nturn = 3'), "load fall-rot", "5.1o")


@pytest.mark.rule("24.2a")
@pytest.mark.parametrize(("hexes", "answer"), [(["1137"], False), (["1137", "1237"], True)])
def test_plan_w_waits_for_two_french_places(hexes: list[str], answer: bool) -> None:
    match = table(f'phase = "command"\nturn = 3\noptions = {{ plan-w = "on" }}\ngerman = {hexes}')
    match.apply("german", "load none")
    assert ("load plan-w" in legal(match)) is answer


@pytest.mark.rule("28.2d")
@pytest.mark.parametrize(("marker", "air"), [("3ag", 2), ("2ag", 2), ("1ag", 2), ("belgium", 0)])
def test_airpower_doctrine_brings_two_air_units(marker: str, air: int) -> None:
    """T130."""
    match = drawn(marker, options='{ allied-airpower = "on" }')
    assert match.position.air_left == air  # type: ignore[attr-defined]


@pytest.mark.rule("5.4a")
def test_a_situation_in_which_nothing_can_be_drawn_is_refused() -> None:
    with pytest.raises(meuse.BadInput, match="bins: the german bin is empty"):
        table('turn = 2\nside = "german"\nsegment = "command"\nbins = { german = [], allied = ["1ag"] }')


@pytest.mark.rule("21.2e", "21.1i", "5.1a", "5.1o", "23.0a")
def test_only_the_plan_that_was_kept_and_own_special_markers_are_loaded() -> None:
    match = table(LOADING.format(turn=2))
    refused(match, "load manstein", "21.2e", "is for week 1")
    refused(match, "load okh", "21.2e", "is not the plan")
    refused(match, "load hga", "5.1a")
    refused(match, "load de-gaulle", "23.0a", "is not your marker")
    refused(match, "load fall-rot", "5.1o")
    refused(match, "load nothing", "4.1b")
    refused(match, "done", "4.1b")
    match.apply("german", "load none")
    refused(match, "load plan-d", "21.1i")
    assert "load plan-e" in legal(match)
    later = table('phase = "command"\nturn = 2\noptions = { german-plan = "any-week" }\nplans = { german = "okh" }')
    assert "load okh" in later.legal("german")


@pytest.mark.rule("4.1b", "5.0a")
def test_a_side_without_a_choice_is_not_asked() -> None:
    week_1 = begun()
    g, p = inside(week_1)
    assert g.party(p) == ("allied",)
    match = table('phase = "command"\nturn = 3\nplans = { german = "manstein", allied = "plan-e" }\n'
                  'gone = ["plan-e", "de-gaulle"]')
    g, p = inside(match)
    assert (match.actors, g.party(p)) == (("german",), ("german",))
    match.apply("german", "load none")
    assert match.view(None)["phase"] == "operations"
    assert match.view("allied")["bins"]["allied"] == ["1ag", "2ag", "3ag", "belgium", "netherlands"]
    both = table(LOADING.format(turn=2))
    assert inside(both)[0].party(inside(both)[1]) == ("german", "allied")


@pytest.mark.rule("21.2a")
def test_only_the_first_german_marker_of_week_1_is_selected() -> None:
    bins = 'bins = { german = ["hga", "hgb"], allied = ["1ag"] }'
    assert legal(table(f'turn = 1\nplayed = ["1ag"]\n{bins}')) == ["select hga", "select hgb"]
    assert not any(a.startswith("select") for a in legal(table(f'turn = 1\nplayed = ["pgk"]\n{bins}')))
    assert not any(a.startswith("select") for a in legal(table(f"turn = 2\n{bins}")))
    allied = table(f'turn = 1\ninitiative = "allied"\n{bins}')
    assert not any(a.startswith("select") for a in legal(allied))
    refused(table(f'turn = 1\nplayed = ["1ag"]\n{bins}'), "select pgk", "21.2a")


@pytest.mark.rule("5.1x", "5.1t", "3.7a")
def test_a_marker_activates_at_once_what_is_left_to_it() -> None:
    match = drawn("evac", gone='["2ag", "3ag"]')
    assert match.view(None)["commands"] == ["1AG"]
    two = drawn("plan-e", gone='["3ag"]')
    assert two.view(None)["commands"] == ["1AG", "2AG"]
    choice = drawn("evac", gone='["3ag"]')
    assert legal(choice) == ["activate 1AG", "activate 2AG"]
    refused(choice, "activate 3AG", "5.1x")
    refused(choice, "activate NL", "5.1r")


@pytest.mark.rule("5.1j", "5.8d")
def test_a_leader_asks_only_if_there_are_more_corps_than_he_leads() -> None:
    two = '"de-15-corps" = "1737"\n"de-39-corps" = "1636"'
    match = drawn("guderian", two)
    g, p = inside(match)
    assert {g.ids[u] for u in bits(p.acting)} == {"de-15-corps", "de-39-corps"}
    assert {g.ids[u] for u in bits(p.reserves)} == {"de-39-corps"}, "its one activation of the week"
    spent = drawn("guderian", two.replace('"1636"', '{ hex = "1636", marks = ["reserves"] }') +
                  '\n"de-16-corps" = "1736"\n"de-19-corps" = "1735"\n"fr-1gc" = "1240"')
    assert legal(spent) == ["corps de-15-corps", "corps de-16-corps", "corps de-19-corps"]
    refused(spent, "corps de-39-corps", "5.8d")
    refused(spent, "corps fr-1gc", "5.1j")
    refused(spent, "corps de-41-corps", "5.1j")
    refused(spent, "done", "5.1j")
    do(spent, "corps de-16-corps")
    refused(spent, "corps de-16-corps", "5.1j")
    do(spent, "corps de-15-corps")
    assert spent.view(None)["segment"] == "air"


@pytest.mark.rule("28.2d")
def test_the_airpower_doctrine_is_for_army_groups_alone() -> None:
    match = drawn("plan-e", options='{ allied-airpower = "on" }')
    assert match.position.air_left == 1  # type: ignore[attr-defined]


@pytest.mark.rule("5.1n", "5.6d")
def test_the_luftwaffe_shift_is_no_help_on_the_ground() -> None:
    match = drawn("luftwaffe", '"de-19-corps" = "1539"')
    assert shift(match, "de-19-corps", target="1439") == 0
    g, p = inside(drawn("hoth", '"de-19-corps" = "1539"'))
    assert command.air_shift(g, p) == 0


@pytest.mark.rule("5.4b", "5.7a")
def test_a_marker_that_is_drawn_leaves_the_bin_and_a_special_one_the_game() -> None:
    match = table('turn = 2\ndice = ["hoth"]\nbins = { german = ["hga", "hoth"], allied = [] }')
    assert match.view("german")["bins"]["german"] == ["hga"]
    assert match.view(None)["played"] == ["hoth"]
    g, p = inside(match)
    assert p.gone == p.seen == 1 << g.marker_by_id["hoth"]
    regular = table('turn = 2\ndice = ["hga"]\nbins = { german = ["hga"], allied = [] }')
    assert (regular.position.gone, regular.position.seen) == (0, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("5.1h", "20.2c")
def test_the_weeks_of_manstein_and_evac_are_noted() -> None:
    match = drawn("manstein")
    assert (match.position.manstein, match.position.evac) == (2, 0)  # type: ignore[attr-defined]
    match = drawn("evac")
    assert (match.position.manstein, match.position.evac) == (0, 2)  # type: ignore[attr-defined]
    match = drawn("hga")
    assert (match.position.manstein, match.position.evac) == (0, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("5.6a", "5.6d")
def test_outside_impulses_no_marker_helps() -> None:
    match = table('phase = "refit"\nturn = 1\nrp = { german = 1 }\n[units]\nde-19-corps = { hex = "1938", steps = 1 }')
    assert shift(match, "de-19-corps", target="1439") == 0
    g, p = inside(match)
    assert command.air_shift(g, p) == 0


@pytest.mark.rule("5.1s", "5.1t", "5.1w", "5.1f")
def test_what_a_marker_does_is_told_by_its_own_rule() -> None:
    refused(drawn("plan-d"), "activate PGK", "5.1s")
    refused(drawn("plan-e"), "activate PGK", "5.1t")
    match = drawn("de-gaulle", '"fr-1gc" = "1240"\n"fr-cav-corps" = "1237"')
    refused(match, "corps de-15-corps", "5.1w")
    events = do(match, "corps fr-1gc")
    assert [event.rule for event in events if event.what == "corps activated"] == ["5.1w"]
    g, p = inside(table('turn = 2\nside = "allied"\nmarker = "plan-d"\nsegment = "combat"\ncommands = ["1AG"]\n'
                        '[units]\nfr-2-army = "1443"\nde-19-corps = "1343"'))
    assert command.attack_shift(g, p, 1 << g.by_id["fr-2-army"], g.grid.bit["1343"]) == [(1, "5.1s")]


@pytest.mark.rule("5.2a", "5.0a")
def test_what_was_on_offer_is_noted_without_plans() -> None:
    g, p = inside(table(LOADING.format(turn=2)))
    assert [g.markers[m].id for m in bits(p.offered[0])] == ["guderian", "hoth", "rommel", "luftwaffe"]
    assert [g.markers[m].id for m in bits(p.offered[1])] == ["de-gaulle"]
    g, p = inside(begun())
    assert p.offered == (0, 0)


@pytest.mark.rule("20.2a")
@pytest.mark.parametrize(("hex", "opens"), [
    ("0936", True), ("0937", True), ("1037", False), ("1738", False), ("1234", False), ("0641", False), ("0640", True),
])
def test_a_german_unit_at_the_french_coast_opens_evac(hex: str, opens: bool) -> None:
    """In a port or on the coast of France, or next to one; not at the Dutch coast, nor two hexes away."""
    match = table(f'phase = "command"\nturn = 2\n[units]\nde-19-corps = "{hex}"')
    assert ("load evac" in match.legal("allied")) is opens


@pytest.mark.rule("4.1b", "5.1a")
def test_a_side_without_special_markers_has_its_regular_ones() -> None:
    match = table('phase = "command"\nturn = 3\ngone = ["guderian", "hoth", "rommel", "luftwaffe", "netherlands"]')
    assert match.actors == ("allied",)
    match.apply("allied", "load none")
    assert match.view("allied")["bins"]["allied"] == ["1ag", "2ag", "3ag", "belgium"], "not what is out of the game"
    g, p = inside(match)
    assert p.bins[0] | p.played & g.compulsory[0] == g.compulsory[0]


@pytest.mark.rule("4.1b", "5.2d", "23.0a")
def test_of_two_markers_each_must_be_one_that_may_be_loaded() -> None:
    match = table(LOADING.format(turn=2))
    for pair in ("hoth+de-gaulle", "de-gaulle+hoth"):
        refused(match, f"load {pair}", "23.0a")
    refused(match, "load hoth+nothing", "4.1b")
    refused(match, "select hoth", "4.1b")
    refused(match, "load hoth+rommel", "5.2d")
