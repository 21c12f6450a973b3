"""The fonts that come with Meuse: named by their digest, with their licence, and within the maps."""

from __future__ import annotations

import hashlib
import re

from meuse.maps.drawing import FONTS, SANS, SERIF, faces, picture

CSS = (FONTS.parent / "common" / "fonts.css").read_text(encoding="utf-8")


def test_a_font_is_named_by_its_digest_so_that_browsers_may_keep_it() -> None:
    files = {path.name: path.read_bytes() for path in FONTS.glob("*.woff2")}
    assert set(re.findall(r"url\(../fonts/(.*?)\)", CSS)) == set(files)
    for name, data in files.items():
        assert hashlib.sha256(data).hexdigest()[:8] in name
        assert data[:4] == b"wOF2"
    page = (FONTS.parent / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'href="fonts/(.*?)"', page)) == set(files), "each is asked for before the styles come"


def test_every_family_has_its_licence() -> None:
    families = {name.lower().replace(" ", "-") for name in re.findall(r'font-family: "(.*?)"', CSS)}
    assert {f"OFL-{name}.txt" for name in families} == {path.name for path in FONTS.glob("OFL-*")}
    for path in FONTS.glob("OFL-*"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in path.read_text(encoding="utf-8")


def test_a_map_has_its_fonts_within_it() -> None:
    svg = picture("A map", (0, 0, 10, 10), [])
    assert faces() in svg
    assert svg.count("data:font/woff2;base64,") == 3
    assert "../fonts" not in svg
    assert SERIF.startswith("Alegreya")
    assert SANS.startswith("Cabin")
