"""A card over the map lies where it covers least of what can be chosen."""

from __future__ import annotations

import pytest

from tests.web.conftest import Seat

LAID = """async ([kind, places, hidden]) => {
  const { stepAside } = await import('/table/aside.js');
  const felt = document.createElement('div');
  felt.innerHTML = `<style>
    .try { position: fixed; inset: 0; } .try * { position: absolute; width: 20px; height: 20px; }
    .try .card { right: 0; top: 0; width: 200px; height: 300px; } .try .card.left { left: 0; right: auto; }
  </style><div class="layer-counters"></div><div class="layer-lit"></div><div class="card left"></div>`;
  felt.className = 'try';
  document.body.replaceChildren(felt);
  const [layer, mark] = kind === 'hex' ? ['.layer-lit', 'lit-hex'] : ['.layer-counters', kind];
  for (const [x, y] of places) {
    const lit = felt.querySelector(layer).appendChild(document.createElement('i'));
    lit.className = mark;
    lit.style.cssText = `left: ${x - 10}px; top: ${y - 10}px`;
  }
  const card = felt.querySelector('.card');
  card.hidden = hidden;
  stepAside(card);
  return card.classList.contains('left') ? 'left' : 'right';
}"""
"""On a window 1,000 wide: a card of 200 by 300 in its upper right corner; it lies in the upper left one at first."""

LEFT, MIDDLE, RIGHT, BELOW = (100, 100), (500, 100), (900, 100), (900, 500)


@pytest.mark.parametrize(("kind", "places", "where"), [
    ("lit", [], "right"),
    ("lit", [RIGHT], "left"),
    ("lit", [LEFT], "right"),
    ("lit", [LEFT, RIGHT], "right"),
    ("lit", [LEFT, RIGHT, (850, 250)], "left"),
    ("lit", [LEFT, (50, 250), RIGHT], "right"),
    ("lit", [MIDDLE, BELOW], "right"),
    ("hex", [RIGHT], "left"),
    ("dark", [RIGHT], "right"),
])
def test_a_card_steps_aside(seat: Seat, kind: str, places: list[tuple[int, int]], where: str) -> None:
    """From counters and hexes that are lit, to the left only if that covers fewer of them."""
    player = seat(viewport={"width": 1000, "height": 700})
    player.page.goto(player.address)
    assert player.page.evaluate(LAID, [kind, places, False]) == where


def test_a_card_that_is_not_there_stays_as_it_was(seat: Seat) -> None:
    player = seat(viewport={"width": 1000, "height": 700})
    player.page.goto(player.address)
    assert player.page.evaluate(LAID, ["lit", [LEFT], True]) == "left"
