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


def open_activation() -> str:
    """XIX Corps is drawn; two battalions stand in 4408, four hexes from the French."""
    return BERTRIX.replace("MODE", "open").replace("NEAR", "4408")


def moving() -> str:
    return BERTRIX.replace("MODE", "move").replace("NEAR", "4408")


def fighting() -> str:
    """Two battalions beside the French cavalry in Bertrix; the dice are 5 and 6."""
    return BERTRIX.replace("MODE", "combat").replace("NEAR", "4208")
