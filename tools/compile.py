"""Compile the rules and the minds with Cython into a copy of the sources, for long series of the lab (for developers):

    pip install cython==3.3.1 && python tools/compile.py FOLDER && PYTHONPATH=FOLDER python -m meuse lab duel ...

The games are the same move by move, in about three quarters of the time: a searcher that is to think as much
as in a second gets 0.7. Games between staffs are played by both and compared before it is done.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = Path(__file__).parents[1] / "src"
FOLDERS = ("engine", "games", "players")
LEFT_OUT = ("__init__.py", "engine/state.py", "engine/board.py", "position.py")
"""State and positions make classes as they go; a board shifts by lengths, which C does in 64 bits. Nor is what a table
shows of use in the lab."""
GAMES = (
    ("sedan", "race-to-the-meuse"), ("sedan", "encirclement"), ("mansteins-war", "campaign"),
    ("mansteins-war", "sickle-cut"), ("mansteins-war", "fall-rot"), ("blitzkrieg", "campaign"),
    ("blitzkrieg", "campaign-free"), ("blitzkrieg", "sichelschnitt"), ("blitzkrieg", "case-red"),
    ("ghost-division", "campaign"),
)


def build(folder: Path) -> None:
    """The copy, with a compiled module beside each source; what is compiled is imported first."""
    copytree(SOURCES, folder, dirs_exist_ok=True)
    os.chdir(folder)
    files = [file for part in FOLDERS for file in sorted(Path("meuse", part).rglob("*.py"))
             if "table" not in file.parts and not str(file).endswith(LEFT_OUT)]
    modules = [Extension(".".join(file.with_suffix("").parts), [str(file)], extra_compile_args=["-O2", "-g0", "-w"])
               for file in files]
    rules = {"language_level": 3, "annotation_typing": False, "infer_types": False}
    jobs = os.cpu_count() or 1
    compiled = cythonize(modules, nthreads=jobs, compiler_directives=rules, quiet=True)
    setup(name="meuse", ext_modules=compiled, script_args=["build_ext", "--inplace", f"-j{jobs}"])


def played(sources: Path, game: str, scenario: str) -> list[dict[str, object]]:
    """Three games between staffs by one of the two, without the time that they took."""
    players = "staff" if game == "ghost-division" else "staff,staff"
    words = ["selfplay", game, "--scenario", scenario, "--games", "3", "--players", players, "--seed", "100", "--json"]
    found = subprocess.run([sys.executable, "-m", "meuse", *words], env={**os.environ, "PYTHONPATH": str(sources)},
                           capture_output=True, text=True, check=True)
    games = [json.loads(line) for line in found.stdout.splitlines()]
    return [{name: value for name, value in one.items() if name != "seconds"} for one in games]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    target = Path(sys.argv[1]).resolve()
    build(target)
    for game, scenario in GAMES:
        same = played(SOURCES, game, scenario) == played(target, game, scenario)
        print(f"{game}, {scenario}: {'the same games' if same else 'OTHER GAMES'}", flush=True)
        if not same:
            raise SystemExit(1)
