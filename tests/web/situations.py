"""Small positions that the tests of the client play."""

BERTRIX = """
game = "sedan"
turn = 2
activation = "XIX"
mode = "MODE"
reinforcements = "none"
cup = []
dice = [5, 6, 5, 6]
[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "NEAR"
"II/1 1 Pz" = "NEAR"
"SR 1 1 Pz" = "4507"
"11 Cur 5 DLC" = "4108"
[air.german]
bombers = 2
[air.french]
"""


def fairly(situation: str) -> str:
    """Without its script: nobody is invited to scripted dice."""
    return situation.replace("dice = [5, 6, 5, 6]\n", "")


def open_activation() -> str:
    """XIX Corps is drawn; two battalions stand in 4408, four hexes from the French."""
    return BERTRIX.replace("MODE", "open").replace("NEAR", "4408")


def moving() -> str:
    return BERTRIX.replace("MODE", "move").replace("NEAR", "4408")


def cut_off() -> str:
    """The French cavalry in Bertrix with Germans on every side of it."""
    ring = {"I/1 1 Pz": "4208", "II/1 1 Pz": "4109", "SR 1 1 Pz": "4107", "37 1 Pz": "4008", "4 1 Pz": "4207",
            "GD": "4009"}
    lines = "\n".join(f'"{unit}" = "{hex}"' for unit, hex in ring.items())
    return moving().replace('"I/1 1 Pz" = "4408"\n"II/1 1 Pz" = "4408"\n"SR 1 1 Pz" = "4507"',
                            lines + '\n"10 10 Pz" = "4408"')


def fighting() -> str:
    """Two battalions beside the French cavalry in Bertrix; the dice are 5 and 6."""
    return BERTRIX.replace("MODE", "combat").replace("NEAR", "4208")


def whole_turn() -> str:
    """The Supply Phase of turn 2, with a corps of each side near Bertrix."""
    return """
game = "sedan"
turn = 2
phase = "supply"
dice = ["XIX"]
reinforcements = "none"
[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "4408"
"II/1 1 Pz" = "4308"
"SR 1 1 Pz" = "4407"
"37 1 Pz" = "4309"
"11 Cur 5 DLC" = "4108"
"12 Ch 5 DLC" = "4107"
[air.german]
bombers = 2
[air.french]
"""


def sedan() -> str:
    """The Meuse at Sedan on 13 May, with counters in every state."""
    return """
game = "sedan"
turn = 4
activation = "XIX"
mode = "combat"
reinforcements = "later"
cup = ["X", "VII", "XXXXI"]
blown = ["3414-3415"]
[units]
"HQ 1 Pz" = "3512"
"I/1 1 Pz" = { hex = "3413", reduced = true }
"II/1 1 Pz" = { hex = "3413", moved = true }
"SR 1 1 Pz" = { hex = "3414", fought = true }
"37 1 Pz" = { hex = "3413", unsupplied = 1 }
"4 1 Pz" = { hex = "3312", road = true }
"Krd 1 1 Pz" = { hex = "3611", unsupplied = 2 }
"GD" = "3514"
"HQ 10 Pz" = "3811"
"10 10 Pz" = "3612"
"HQ 55" = "3417"
"295 55" = { hex = "3515", reduced = true }
"147 55" = "3415"
"331 55" = { hex = "3315", activated = true }
"42 Col 102" = { hex = "3214", activated = true }
"2 Mrc 3 BS" = { hex = "3209", unsupplied = 2 }
"""


def losses() -> str:
    """The last turn: a regiment lost, a headquarters to return, aircraft used, one chit left."""
    return """
game = "sedan"
turn = 4
activation = "XIX"
mode = "move"
reinforcements = "none"
cup = ["X"]
[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "4408"
"147 55" = { hex = "eliminated" }
"HQ 71" = { hex = "track" }
"295 55" = "3515"
[air.german]
bombers = 2
used_bombers = 1
[air.french]
"""
