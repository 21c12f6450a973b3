"""Fetch the bundled fonts anew: `python tools/fonts.py` (needs npm; a developer's tool, never run to play).

Fontsource packs open fonts as the latin part of each face in WOFF2. They are kept as they come, under a name with their
digest, so that browsers may keep them for a year; the licences lie beside them, and `common/fonts.css` names them.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parents[1] / "src" / "meuse" / "web" / "fonts"


class Face(NamedTuple):
    package: str
    version: str
    file: str
    family: str
    style: str
    weights: str


FACES = (
    Face("alegreya", "5.3.0", "alegreya-latin-wght-normal", "Alegreya", "normal", "400 900"),
    Face("alegreya", "5.3.0", "alegreya-latin-wght-italic", "Alegreya", "italic", "400 900"),
    Face("cabin", "5.3.0", "cabin-latin-wght-normal", "Cabin", "normal", "400 700"),
    Face("archivo-narrow", "5.3.0", "archivo-narrow-latin-wght-normal", "Archivo Narrow", "normal", "400 700"),
)
RULE = """@font-face {{
  font-family: "{family}";
  font-style: {style};
  font-weight: {weights};
  font-display: block;
  src: url(../fonts/{name}) format("woff2");
}}
"""
HEAD = "/* Written by tools/fonts.py. Each face is under the SIL Open Font License 1.1: the OFL files beside them. */\n"


def fetch(package: str, version: str) -> dict[str, bytes]:
    """The files of a package, by name."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"@fontsource-variable/{package}@{version}"
        subprocess.run(["npm", "pack", "--silent", name], cwd=folder, check=True, capture_output=True)
        (packed,) = Path(folder).iterdir()
        with tarfile.open(fileobj=io.BytesIO(packed.read_bytes())) as tar:
            found = {m.name: tar.extractfile(m) for m in tar.getmembers() if m.isfile()}
            return {name.removeprefix("package/"): file.read() for name, file in found.items() if file}


def main() -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    for old in HERE.iterdir():
        old.unlink()
    packages = {(f.package, f.version): fetch(f.package, f.version) for f in FACES}
    rules = []
    for face in FACES:
        data = packages[face.package, face.version][f"files/{face.file}.woff2"]
        name = f"{face.package}-{face.style}-{hashlib.sha256(data).hexdigest()[:8]}.woff2"
        (HERE / name).write_bytes(data)
        rules.append(RULE.format(name=name, **face._asdict()))
    for (package, _), files in packages.items():
        (HERE / f"OFL-{package}.txt").write_bytes(files["LICENSE"])
    (HERE.parent / "common" / "fonts.css").write_text(HEAD + "".join(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
