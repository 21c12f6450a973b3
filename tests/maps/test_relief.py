"""Hill shading beneath all four maps: within the picture, and of the frame that it is laid over."""

from __future__ import annotations

import base64
import re
import struct

import pytest

from meuse import make_game


@pytest.mark.parametrize("name", ["sedan", "ghost-division", "mansteins-war", "blitzkrieg"])
def test_a_map_shows_the_lie_of_the_land(name: str) -> None:
    svg = make_game(name).draw_map()
    found = re.search(r'<image x="\S+" y="\S+" width="(\S+)" height="(\S+)" .*?base64,([^"]+)"', svg)
    assert found
    picture = base64.b64decode(found[3])
    wide, high = struct.unpack(">II", picture[16:24])
    assert wide / high == pytest.approx(float(found[1]) / float(found[2]), rel=0.01)
    assert svg.index('id="relief"') < svg.index('id="rivers"') < svg.index('id="settlements"')
