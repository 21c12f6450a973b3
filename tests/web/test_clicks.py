"""How many clicks the commonest things take."""

from __future__ import annotations

from tests.web.browser import Player, Server
from tests.web.conftest import Seat
from tests.web.situations import BERTRIX
from tests.web.test_table import at

COUNTS = "window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true);"


def four_beside_the_enemy() -> str:
    """Four units around the cavalry in Bertrix, the guns of their headquarters in range, no aircraft."""
    return (BERTRIX.replace("MODE", "combat").replace("NEAR", "4208").replace('"SR 1 1 Pz" = "4507"',
            '"SR 1 1 Pz" = "4109"\n"37 1 Pz" = "4107"').replace("bombers = 2\n", ""))


def clicks(player: Player) -> int:
    found: int = player.page.evaluate("window.clicks")
    return found


def test_an_attack_with_four_units_takes_three_clicks_to_the_dice(server: Server, seat: Seat) -> None:
    """The target with Shift, which takes all who can; Attack; and what the guns do."""
    player = at(server, seat, four_beside_the_enemy())
    player.page.evaluate(COUNTS)
    player.click("4108", shift=True)
    player.page.wait_for_selector(".chosen")
    player.page.wait_for_function("document.querySelectorAll('.layer-counters .chosen').length === 4")
    player.press("attack")
    player.expect("rtillery")
    player.page.locator(".buttons button.main, .buttons button.act").first.click()
    player.page.wait_for_selector(".log :text('Dice')")
    assert clicks(player) == 3
