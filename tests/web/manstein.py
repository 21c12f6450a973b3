"""Manstein's War at the table: a player's hands on its big map, and a situation with something of everything."""

from __future__ import annotations

from tests.web.browser import Patient, Player, Server

SHEET = "/api/games/mansteins-war/sheet?scenario=campaign"
HERE = {"german": {"kind": "here"}, "allied": {"kind": "here"}}

BREAKTHROUGH = """
game = "mansteins-war"
turn = 2
side = "german"
marker = "pgk"
segment = "air"
commands = ["PGK", "HGA"]
bins = { german = [], allied = [] }
dice = [2]
[units]
"de-log-pgk" = "1638"
"de-log-hga" = "1739"
"de-19-corps" = "1540"
"de-41-corps" = "1540"
"de-14-corps" = "1640"
"de-16-army" = "1738"
"de-4-army" = "1835"
"fr-2-army" = { hex = "1440", steps = 3 }
"fr-9-army" = "1338"
"fr-log-1ag" = "1240"
"fr-log-ghq" = "1042"
"gb-bef" = "1037"
[air]
"de-air-8" = "available"
"de-air-1" = "available"
"""
"""17 May: motorized corps over the Meuse, a worn French army before them, and an army at Köln to come by rail."""


class Marshal(Patient):
    """Sees the whole map at once, so that a click goes where the hex is."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.page, player.address)
        self.sheet = SHEET

    def come(self, id: str, token: str) -> None:
        self.page.goto(f"{self.address}/#/match/{id}/{token}")
        self.page.wait_for_selector(".prompt .what")
        self.uncover()
        self.page.get_by_label("The whole map").click()

    def take(self, unit: str) -> None:
        """A piece out of the hand beside the map."""
        before = self.moment
        self.page.locator(f".hand button[data-unit='{unit}']").click()
        self.settled(before)

    def cross(self, side: str) -> None:
        """A lit hexside."""
        before = self.moment
        self.page.locator(f'.lit-side[data-side="{side}"] .side-hit').click(force=True)
        self.settled(before)

    def touch(self, unit: str) -> None:
        """A counter on the map."""
        self.page.locator(f"[data-stack] [data-unit='{unit}']").click()


def sit(server: Server, player: Player, **more: object) -> Marshal:
    made = server.post("/matches", {"game": "mansteins-war", "scenario": "campaign", "options": {}, "seed": 1940,
                                    "seats": HERE, **more})
    marshal = Marshal(player)
    marshal.come(made["id"], made["token"])
    return marshal


CROSSING = """
game = "mansteins-war"
turn = 2
side = "german"
marker = "hgb"
segment = "movement"
commands = ["HGB", "PGK"]
bins = {{ german = [], allied = ["2ag"] }}
options = {{ airlift = "on", bridgeheads = "on", open-cities = "on" }}
dice = [{die}]
[units]
"de-llk" = "1835"
"de-log-pgk" = "1440"
"de-19-corps" = "1441"
"de-41-corps" = "1441"
"fr-2-army" = "1442"
"fr-log-1ag" = "1242"
"""
"""The Marne before two corps, the airborne corps in Köln, and an Allied impulse to come."""

LANDING = """
game = "mansteins-war"
turn = 1
side = "german"
marker = "hgb"
segment = "movement"
bins = { german = [], allied = [] }
[units]
"de-llk" = "1835"
"de-18-army" = "1733"
"nl-1-corps" = "1434"
"""
"""Airborne troops against the Dutch in Breda."""
