"""The `meuse` command, as a user meets it: output, messages and exit codes."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any

import pytest

import meuse
from meuse.cli import main
from meuse.engine.contract import BadInput
from meuse.engine.dice import commitment
from meuse.server import run as server_run
from meuse.server.hall import Settings

Cap = pytest.CaptureFixture[str]

SITUATION = """\
game = "sedan"
turn = 3
activation = "XIX"
mode = "combat"
dice = [3, 5]
blown = ["3414-3415"]
[units]
"HQ 1 Pz" = "3413"
"I/1 1 Pz" = { hex = "3414", unsupplied = 1 }
"147 55" = { hex = "3415", reduced = true }
"""


def run(capsys: Cap, *words: str) -> tuple[int, str, str]:
    """Exit code, output and messages of a command."""
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code or 0))
    text = capsys.readouterr()
    return code, text.out, text.err


def complaint(capsys: Cap, *words: str) -> str:
    """The one line with which a command fails."""
    code, out, err = run(capsys, *words)
    assert code == 1
    assert out == ""
    assert err.startswith("meuse: ")
    assert err.count("\n") == 1, err
    return err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole random game."""
    assert main(["selfplay", "sedan", "--games", "1", "--seed", "4", "--records", str(tmp_path), "--json"]) == 0
    return tmp_path / "sedan-race-to-the-meuse-4.json"


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


# -- the command itself --


def test_help_names_every_command(capsys: Cap) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    words = ("serve", "verify", "games", "play", "selfplay", "replay", "situation", "rules", "map", "bench", "lab")
    assert all(word in out for word in words)


def test_alone_it_serves_and_opens_the_browser(capsys: Cap, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Settings, bool]] = []
    monkeypatch.setattr(server_run, "run", lambda settings, browser: asked.append((settings, browser)) or 0)
    assert run(capsys)[0] == 0
    assert run(capsys, "serve", "--host", "0.0.0.0", "--port", "9000", "--db", "x.sqlite")[0] == 0
    (alone, opened), (told, quiet) = asked
    assert (alone.host, alone.local, opened, quiet) == ("127.0.0.1", True, True, False)
    assert (told.host, told.port, told.db, told.local) == ("0.0.0.0", 9000, "x.sqlite", False)
    assert (alone.port, alone.elsewhere, told.elsewhere) == (server_run.PORT, True, False)


def test_where_its_port_is_taken_it_finds_a_free_one(capsys: Cap) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with server_run._listen("127.0.0.1", port, elsewhere=True) as found:
            assert found.getsockname()[1] != port
        assert f"Port {port} is taken" in capsys.readouterr().err
        with pytest.raises(BadInput, match=f"--port {port}"):
            server_run._listen("127.0.0.1", port)


def verified(capsys: Cap, tmp_path: Path, record: dict[str, Any]) -> tuple[int, str]:
    code, out, err = run(capsys, "verify", write(tmp_path / "checked.json", json.dumps(record)))
    assert bool(code) == ("not every die is verified" in err)
    return code, out


def test_verify_wants_the_key(capsys: Cap, tmp_path: Path) -> None:
    match = meuse.new("sedan", seed=1)
    code, out = verified(capsys, tmp_path, match.record)
    assert code == 1
    assert "not verified: the key is not in the record" in out
    code, out = verified(capsys, tmp_path, {**match.record, "key": match.dice.key.hex()})
    assert code == 0
    assert "whoever chose that knew the dice" in out, "a seeded match says so"


@pytest.mark.parametrize("key", ["", " ", "00", "ab" * 31])
def test_verify_refuses_what_is_no_key(capsys: Cap, tmp_path: Path, key: str) -> None:
    """Also where the commitment was made to fit it."""
    promised = commitment(bytes.fromhex(key))
    record = {**meuse.new("sedan", seed=1).record, "key": key, "commitment": promised}
    message = complaint(capsys, "verify", write(tmp_path / "record.json", json.dumps(record)))
    assert "key: expected 64 hexadecimal digits" in message


def test_verify_counts_the_dice_of_every_table(capsys: Cap, tmp_path: Path, record: Path) -> None:
    """Brought to another table without its key, and finished there: the first dice stay unverified without it."""
    whole = json.loads(record.read_text())
    capsys.readouterr()
    eighth = next(i for i, entry in enumerate(whole["actions"]) if entry[2] == 8)
    cut = max(i for i in range(eighth) if whole["actions"][i][2] is None)
    before = sum(entry[2] is not None for entry in whole["actions"][:cut])
    moved = meuse.replay({**whole, "key": None, "outcome": None, "actions": whole["actions"][:cut]})
    while moved.actors:
        moved.apply(moved.actors[0], moved.legal(moved.actors[0])[0])
    rolled = sum(entry[2] is not None for entry in moved.record["actions"])
    code, out = verified(capsys, tmp_path, moved.record)
    assert code == 1
    assert f"{before} dice and draws not verified: the key is not in the record." in out
    assert f"moved to another table: from die {before} on its dice come from another key" in out
    assert f"{rolled - before} dice and draws verified against" in out
    code, out = verified(capsys, tmp_path, {**moved.record, "key": whole["key"]})
    assert code == 0
    assert f"\n{before} dice and draws verified against" in out
    assert "moved to another table" in out, "a key changed in mid-match is mentioned"


def test_verify_does_not_pass_scripted_dice(capsys: Cap, tmp_path: Path) -> None:
    match = meuse.situation('game = "sedan"\nphase = "activation"\nturn = 2\ndice = ["XIX"]')
    record = {**match.record, "key": match.dice.key.hex()}
    assert record["scripted"]
    code, out = verified(capsys, tmp_path, record)
    assert code == 1
    assert "1 die or draw not rolled: the situation file gives them" in out
    message = complaint(capsys, "verify", write(tmp_path / "x.json", json.dumps({**record, "scripted": False})))
    assert "scripted: it does not say what its situation does" in message


@pytest.mark.parametrize("words", [
    "frobnicate", "serve --port x", "play waterloo", "map sedan", "selfplay sedan --games 0",
    "selfplay sedan --options dogfight", "bench sedan --seconds soon", "bench sedan --seconds -1",
])
def test_what_it_does_not_understand_is_a_usage_error(capsys: Cap, words: str) -> None:
    code, out, err = run(capsys, *words.split())
    assert code == 2
    assert out == ""
    assert "usage: meuse" in err


def test_it_runs_as_a_module_and_takes_a_closed_pipe_calmly() -> None:
    command = f"{sys.executable} -m meuse rules sedan | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    version = subprocess.run([sys.executable, "-m", "meuse", "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.strip() == f"meuse {meuse.__version__}"


# -- games --


def test_games_shows_sides_scenarios_and_options(capsys: Cap) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    for words in ("sedan: ", "sides: german, french", "race-to-the-meuse", "encirclement", "dogfight=best-die|sum"):
        assert words in out
    code, out, _ = run(capsys, "games", "--json")
    found = json.loads(out)["sedan"]
    assert found["sides"] == ["german", "french"]
    assert list(found["scenarios"]) == ["race-to-the-meuse", "encirclement"]
    assert {"name", "default", "values", "says", "rule"} <= set(found["options"][0])


# -- selfplay --


def test_selfplay_prints_one_json_object_a_game(capsys: Cap) -> None:
    words = ("selfplay", "sedan", "--games", "3", "--players", "random,random", "--seed", "7", "--json")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    games = [json.loads(line) for line in out.splitlines()]
    assert [game["seed"] for game in games] == [7, 8, 9]
    for game in games:
        assert set(game) == {"scenario", "winner", "level", "points", "decisions", "seconds", "seed"}
        assert game["scenario"] == "race-to-the-meuse"
        assert game["winner"] in ("german", "french")
        assert set(game["points"]) == {"german", "french"}
        assert game["decisions"] > 100


def test_selfplay_is_the_same_over_several_processes(capsys: Cap) -> None:
    def games(*more: str) -> list[dict[str, object]]:
        code, out, _ = run(capsys, "selfplay", "sedan", "--games", "4", "--json", *more)
        assert code == 0
        return [{**json.loads(line), "seconds": 0} for line in out.splitlines()]

    assert games() == games("--jobs", "2")


def test_selfplay_sums_up_for_people(capsys: Cap) -> None:
    code, out, _ = run(capsys, "selfplay", "sedan", "--games", "2", "--scenario", "encirclement",
                       "--options", "dogfight=sum,pontoons=eight-at-once")
    assert code == 0
    assert out.startswith("seed 1: ")
    for words in ("wins", "mean points", "german", "french", "draws", "2 games", "decisions a game", "games/s"):
        assert words in out


def test_selfplay_tells_which_game_broke_and_how_to_see_it_again(
    capsys: Cap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from meuse.players.random import RandomPlayer

    good = RandomPlayer.choose

    def stumble(self: RandomPlayer, position: object) -> str:
        return "nonsense" if len(chosen) == 30 else chosen.append(1) or good(self, position)  # type: ignore[func-returns-value]

    chosen: list[int] = []
    monkeypatch.setattr(RandomPlayer, "choose", stumble)
    words = ("selfplay", "sedan", "--games", "1", "--seed", "11", "--scenario", "encirclement", "--json")
    code, out, err = run(capsys, *words, "--records", str(tmp_path / "kept"))
    assert code == 1
    line = json.loads(out)
    kept = tmp_path / "kept" / "sedan-encirclement-11.json"
    assert line["seed"] == 11
    assert "Illegal" in line["error"]
    assert line["record"] == str(kept)
    again = "meuse selfplay sedan --scenario encirclement --players random,random --games 1 --seed 11"
    assert line["reproduce"] == again
    assert "winner" not in line
    assert err.count("\n") == 1
    assert "seed 11" in err
    assert again in err
    assert str(kept) in err
    assert main(["replay", str(kept)]) == 0, "the record of a broken game replays as far as it went"


def test_selfplay_with_charts_of_ones_own(capsys: Cap, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.toml", "[charts.limits]\npontoons = 0\n")
    words = ("selfplay", "sedan", "--games", "1", "--data", mine, "--records", str(tmp_path))
    code, _, err = run(capsys, *words)
    assert (code, err) == (0, "")
    kept = json.loads((tmp_path / "sedan-race-to-the-meuse-1.json").read_text())
    assert kept["overlay"] == {"charts": {"limits": {"pontoons": 0}}}
    assert not any(action.startswith("pontoon ") for _, action, *_ in kept["actions"])


@pytest.mark.parametrize(("words", "named"), [
    (["--players", "clausewitz,random"], "unknown player 'clausewitz'"),
    (["--players", "random"], "expected 2, one for each of german, french"),
    (["--scenario", "waterloo"], "unknown scenario 'waterloo'"),
    (["--options", "weather=on"], "unknown option 'weather'"),
    (["--options", "dogfight=loud"], "expected one of best-die, sum"),
    (["--data", "nowhere.toml"], "nowhere.toml: cannot be read"),
])
def test_selfplay_names_what_is_wrong(capsys: Cap, words: list[str], named: str) -> None:
    assert named in complaint(capsys, "selfplay", "sedan", "--games", "1", *words)


@pytest.mark.parametrize(("text", "named"), [
    ("charts = ", "not valid TOML"),
    ("[chart]\nx = 1\n", "chart: expected one of the tables"),
    ("[charts.limits]\npontoons = 'many'\n", "limits.pontoons: Expected `int`"),
    ("[charts.crt.rows]\n7 = ['1/-']\n", "crt.rows.7"),
])
def test_broken_charts_are_named_by_file_and_key(capsys: Cap, tmp_path: Path, text: str, named: str) -> None:
    mine = write(tmp_path / "mine.toml", text)
    for words in (["selfplay", "sedan"], ["bench", "sedan"], ["rules", "sedan"],
                  ["map", "sedan", "-o", str(tmp_path / "x.svg")]):
        message = complaint(capsys, *words, "--data", mine)
        assert named in message
        assert "mine.toml" in message or "charts.toml" in message


# -- play --


def test_play_tells_a_whole_game_without_colours(capsys: Cap, tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    code, out, err = run(capsys, "play", "sedan", "--seed", "5", "--players", "staff,random", "--record", str(kept))
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    for words in ("Seed 5", "Turn 1, 10 May 1940", "Chit drawn: 2A Cav, French", "by road", "Attack on ", "Chances: ",
                  "Dice ", "Turn 4, 13 May 1940", "victory. Points: "):
        assert words in out, words
    assert main(["replay", str(kept)]) == 0


def test_play_with_unknown_players_or_files(capsys: Cap, tmp_path: Path) -> None:
    assert "unknown player" in complaint(capsys, "play", "sedan", "--players", "a,b")
    assert "unknown scenario" in complaint(capsys, "play", "sedan", "--scenario", "nowhere")


# -- replay --


def test_replay_verifies_the_dice(capsys: Cap, record: Path) -> None:
    capsys.readouterr()
    code, out, _ = run(capsys, "replay", str(record))
    assert code == 0
    plain = json.loads(record.read_text())
    dice = sum(entry[0] == "chance" for entry in plain["actions"])
    assert f"{len(plain['actions'])} actions reproduced" in out
    assert f"{dice} dice and draws verified against the commitment {plain['commitment']}" in out
    assert plain["outcome"]["winner"].capitalize() in out
    code, out, _ = run(capsys, "replay", str(record), "--json")
    found = json.loads(out)
    assert found["verified"] == dice
    assert found["outcome"] == plain["outcome"]


def test_replay_without_the_key_says_so(capsys: Cap, tmp_path: Path, record: Path) -> None:
    plain = json.loads(record.read_text())
    file = write(tmp_path / "keyless.json", json.dumps({**plain, "key": None}))
    capsys.readouterr()
    code, out, _ = run(capsys, "replay", file)
    assert code == 0
    assert "the key is not in the record" in out
    assert "verified against" not in out


def test_replay_fails_where_the_record_does_not_reproduce(capsys: Cap, tmp_path: Path, record: Path) -> None:
    plain = json.loads(record.read_text())
    first = next(i for i, entry in enumerate(plain["actions"]) if entry[1].startswith("die "))
    die = plain["actions"][first]
    wrong = {
        "loaded die": ({"actions": [*plain["actions"][:first], [die[0], f"die {7 - int(die[1][-1])}", die[2]],
                                    *plain["actions"][first + 1:]]}, f"actions[{first}]"),
        "other outcome": ({"outcome": {**plain["outcome"], "points": {"german": 99, "french": 0}}}, "outcome"),
        "other key": ({"key": "00" * 32}, "key"),
        "newer version": ({"version": 99}, "version"),
        "unknown game": ({"game": "waterloo"}, "waterloo"),
        "left out": ({"actions": plain["actions"][:-3]}, "outcome"),
    }
    capsys.readouterr()
    for name, (change, named) in wrong.items():
        file = write(tmp_path / "wrong.json", json.dumps({**plain, **change}))
        message = complaint(capsys, "replay", file)
        assert named in message, name
        assert file in message, name
    assert "not valid JSON" in complaint(capsys, "replay", write(tmp_path / "wrong.json", "{"))
    assert "cannot be read" in complaint(capsys, "replay", str(tmp_path / "missing.json"))


# -- situation --


def test_situation_lays_the_position_out(capsys: Cap, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "situation", write(tmp_path / "s.toml", SITUATION))
    assert code == 0
    for words in ("Turn 3 of 4, 12 May 1940, activation phase, chit XIX",
                  "Sedan (3414) (city): I/1 1 Pz 5-4-10 low supply", "HQ 1 Pz 1-9-12",
                  "147 55 2-2-4 reduced", "Blown bridges: 3414-3415", "Pontoons left: 8",
                  "German air: 3 Fighters and 4 Bombers", "a German win needs 8", "due on turn 4 at A: HQ 16",
                  "To act: german. Choose a hex to attack, or end the Combat mode. (10.0e)", "attack: 3415"):
        assert words in out, words


def test_situation_as_json_and_with_charts_of_ones_own(capsys: Cap, tmp_path: Path) -> None:
    file, mine = write(tmp_path / "s.toml", SITUATION), write(tmp_path / "m.toml", "[charts.limits]\npontoons = 3\n")
    code, out, _ = run(capsys, "situation", file, "--json", "--data", mine)
    assert code == 0
    found = json.loads(out)
    assert found["actors"] == ["german"]
    assert found["legal"] == {"german": ["attack 3415", "end"]}
    assert found["view"]["units"]["fr-147-55-di"]["steps"] == 1
    assert found["view"]["pontoons_left"] == 3
    assert found["outcome"] is None


@pytest.mark.parametrize(("change", "named"), [
    (('"3413"', '"9999"'), "line 8: units.'HQ 1 Pz': '9999' is not a hex"),
    (('"HQ 1 Pz"', '"HQ 99 Pz"'), "line 8: units.'HQ 99 Pz': there is no unit"),
    (('"XIX"', '"IXX"'), "line 3: activation: there is no chit 'IXX'"),
    (("turn = 3", "turn = 9"), "line 2: turn: expected 1 to 4"),
    (("turn = 3", "moon = 3"), "unknown field `moon`"),
    (('"sedan"', '"waterloo"'), "unknown game 'waterloo'"),
    (("turn = 3", "turn = "), "not valid TOML"),
])
def test_situation_names_the_line_that_is_wrong(
    capsys: Cap, tmp_path: Path, change: tuple[str, str], named: str
) -> None:
    message = complaint(capsys, "situation", write(tmp_path / "s.toml", SITUATION.replace(*change)))
    assert "s.toml" in message
    assert named in message
    assert "cannot be read" in complaint(capsys, "situation", str(tmp_path / "missing.toml"))


# -- rules --


def test_rules_lists_a_chapter_or_one_rule(capsys: Cap) -> None:
    code, out, _ = run(capsys, "rules", "sedan")
    assert code == 0
    assert "1.0a" in out
    assert "16.10h" in out
    code, out, _ = run(capsys, "rules", "sedan", "9.1c")
    assert "9.1c" in out
    assert "Our ruling: " in out
    assert "9.1d" not in out
    code, out, _ = run(capsys, "rules", "sedan", "9.1", "--json")
    assert {rule["id"][:3] for rule in json.loads(out)} == {"9.1"}
    assert "no rule '99.9'" in complaint(capsys, "rules", "sedan", "99.9")


def test_rules_coverage(capsys: Cap, tmp_path: Path) -> None:
    code, out, err = run(capsys, "rules", "sedan", "--coverage", "--json", "--tests", str(tmp_path))
    assert (code, err) == (1, ""), "with no tests at all everything is untested"
    empty = json.loads(out)
    assert empty["tested"] == empty["by_engine"] == 0
    assert empty["total"] == len(empty["untested"]) + len(empty["exempt"])

    ids = ", ".join(repr(id) for id in empty["untested"])
    text = f"import pytest\n\n@pytest.mark.rule({ids})\ndef test_all(): ...\n"
    text += "\n@pytest.mark.rule('1.0a', by='data')\ndef test_one(): ...\n"
    write(tmp_path / "test_everything.py", text)
    code, out, _ = run(capsys, "rules", "sedan", "--coverage", "--json", "--tests", str(tmp_path))
    assert code == 0
    full = json.loads(out)
    assert {"total", "tested", "untested", "exempt", "by_engine"} <= set(full)
    assert full["untested"] == []
    code, out, _ = run(capsys, "rules", "sedan", "--coverage", "--tests", str(tmp_path))
    assert "0 untested" in out

    write(tmp_path / "test_typo.py", "import pytest\n\n@pytest.mark.rule('99.9z')\ndef test_typo(): ...\n")
    code, out, _ = run(capsys, "rules", "sedan", "--coverage", "--tests", str(tmp_path))
    assert code == 1, "a mark that names no rule holds nothing"
    assert "99.9z" in out
    assert "not a folder" in complaint(capsys, "rules", "sedan", "--coverage", "--tests", str(tmp_path / "none"))


# -- map and bench --


def test_map_is_a_picture(capsys: Cap, tmp_path: Path) -> None:
    file = tmp_path / "sedan.svg"
    assert run(capsys, "map", "sedan", "-o", str(file)) == (0, "", "")
    assert xml.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    missing = tmp_path / "none"
    message = complaint(capsys, "map", "sedan", "-o", str(missing / "sedan.svg"))
    assert message == f"meuse: {missing}: there is no such folder\n"


def test_bench_measures_random_play(capsys: Cap) -> None:
    code, out, _ = run(capsys, "bench", "--seconds", "0.1", "--json")
    assert code == 0
    found = json.loads(out)
    assert list(found) == list(meuse.GAMES)
    assert set(found["sedan"]) == {"decisions_per_cpu_second", "games_per_cpu_second", "copy_us"}
    assert all(number > 0 for number in found["sedan"].values())
    code, out, _ = run(capsys, "bench", "sedan", "--seconds", "0.1")
    assert "decisions" in out


# -- the documents --

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_readme_work(capsys: Cap, tmp_path: Path) -> None:
    [example] = blocks("python")
    exec(example, {})
    assert "('french',)" in capsys.readouterr().out
    position, charts = blocks("toml")
    code, out, _ = run(capsys, "situation", write(tmp_path / "s.toml", position))
    assert code == 0
    assert "attack: 3415" in out
    code, *_ = run(capsys, "selfplay", "sedan", "--games", "1", "--data", write(tmp_path / "mine.toml", charts))
    assert code == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (document.parent / link).exists(), link


@pytest.mark.parametrize("name", meuse.GAMES)
def test_the_rulings_page_has_every_option_and_every_ruling(name: str) -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    game = meuse.game_class(name)
    heading = game.title.partition(":")[0]
    [text] = [part for part in re.split(r"^## ", page, flags=re.MULTILINE) if part.startswith(f"{heading}\n")]
    rules = meuse.make_game(name).rules
    alone = [id for id in rules if f"| {id} |" in text]
    named, text = set(alone), re.sub("|".join(f"[|] {re.escape(id)} [|]" for id in alone) or "$", "|", text)
    for section, first, last in re.findall(r"(?<![\d.])(\d+(?:\.\d+)+)([a-z])(?:-([a-z]))?\b", text):
        named |= {f"{section}{chr(c)}" for c in range(ord(first), ord(last or first) + 1)}
    assert named <= set(rules), "a rule that does not exist"
    assert [rule.id for rule in rules.values() if rule.ruling and rule.id not in named] == []
    for option in game.switches:
        values = ", ".join(f"`{v}`" for v in (option.default, *(v for v in option.values if v != option.default)))
        assert f"| `{option.name}` | {values} |" in text


def test_the_dependencies_page_has_every_pin() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    pins = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["dev"],
            *project["build-system"]["requires"]]
    for pin in pins:
        name, version = re.split(r"(?:\[\w+\])?==", pin.partition(";")[0])
        assert re.search(rf"\[{name}\].*\| {re.escape(version)} \|", text, re.IGNORECASE), pin


def test_the_installed_command() -> None:
    script = Path(sys.executable).with_name("meuse")
    if not script.exists():
        pytest.skip("the package is not installed with its command here")
    done = subprocess.run([script, "replay", os.devnull], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("meuse: /dev/null: ")
    assert "Traceback" not in done.stderr

# -- odd files --


ODD = {
    "digits.toml": 'game = "sedan"\nturn = ' + "9" * 5000, "deep.toml": 'game = "sedan"\na = ' + "[" * 30_000,
    "options.toml": 'game = "sedan"\noptions = 5', "listed.toml": 'game = "sedan"\nscenario = ["x"]',
    "inner.toml": 'game = "sedan"\n[options]\na = 5', "wrong.toml": 'game = "sedan"\nscenario = { a = 5 }',
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_situation_gets_one_line(capsys: Cap, tmp_path: Path, name: str) -> None:
    assert name in complaint(capsys, "situation", write(tmp_path / name, ODD[name]))


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_odd_record_gets_one_line(capsys: Cap, tmp_path: Path, record: Path, command: str) -> None:
    whole = json.loads(record.read_text(encoding="utf-8"))
    capsys.readouterr()
    nested = '{"a":' * 400 + "1" + "}" * 400
    for text in ("[" * 50_000, '{"a":' * 5_000, "9" * 5_000, json.dumps({**whole, "version": 10**4000}),
                 json.dumps({**whole, "situation": {"game": "sedan", "options": 5}}),
                 json.dumps({**whole, "overlay": 1}).replace('"overlay": 1', f'"overlay": {nested}'),
                 json.dumps({**whole, "situation": 1}).replace('"situation": 1', f'"situation": {nested}')):
        assert "odd.json" in complaint(capsys, command, write(tmp_path / "odd.json", text))


def test_a_situation_is_written_of_a_record(capsys: Cap, tmp_path: Path) -> None:
    match = meuse.new("sedan", seed=1940)
    for _ in range(40):
        side = match.actors[0]
        match.apply(side, match.legal(side)[0])
    file = write(tmp_path / "record.json", json.dumps(match.record))
    assert main(["situation", "--of", str(file)]) == 0
    again = meuse.situation(capsys.readouterr().out)
    assert again.view(None) == match.view(None)
    assert again.legal(again.actors[0]) == match.legal(match.actors[0])
    early = next(n for n in range(3, 99) if meuse.CHANCE not in match.past(n).actors)
    assert main(["situation", "--of", str(file), "--at", str(early)]) == 0
    assert meuse.situation(capsys.readouterr().out).view(None) == match.past(early).view(None) != match.view(None)
    assert "expected a number of actions" in complaint(capsys, "situation", "--of", str(file), "--at", "100000")
    assert "expected a situation FILE" in complaint(capsys, "situation")
