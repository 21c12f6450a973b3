"""Actions that belong to another moment or name what is not there: each is refused by the rule that it meets first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.games.ghost_division.rules.aftermath import GiveAce
from meuse.games.ghost_division.rules.air import Interdiction
from meuse.games.ghost_division.rules.combat import Battles, Fight
from meuse.games.ghost_division.rules.commands import Assign
from meuse.games.ghost_division.rules.engineering import Engineering
from meuse.games.ghost_division.rules.exploitation import Exploit
from meuse.games.ghost_division.rules.headquarters import EnhanceMoves
from meuse.games.ghost_division.rules.movement import Ground
from meuse.games.ghost_division.rules.niwi import Drop
from meuse.games.ghost_division.rules.okw import MainEffort, OkwOrder
from meuse.games.ghost_division.rules.recon import AirRecon, GroundRecon
from meuse.games.ghost_division.rules.recruiting import FormKampfgruppe, Recruit
from meuse.games.ghost_division.rules.results import Allot
from meuse.games.ghost_division.rules.shot_down import ShotDown
from meuse.games.ghost_division.rules.supply import MaximumSupply
from tests.games.ghost_division.desk import Desk
from tests.games.ghost_division.field import field, fight

MARCH = '[units]\nrommel = "M10"\nkrad-7 = "M10"\npz38-1 = "M10"\ni-6 = "M9"\nstuka-1 = "available"\n'
SKY = '[units]\nstuka-1 = "available"\nstuka-2 = "available"\ni-6 = "M4"\nkrad-7 = "M10"\naufkl-37 = "M2"\n'
MARKERS = '[formations]\n18-di = "M5"\n53-di = "M4"\n[fog]\nM9 = "patrol"\n'
BANK = 'bridges = ["N9-M9"]\n[units]\npi-58 = "S12"\ncorps-pi-1 = "N4"\ni-6 = "S12"\n'
BATTLES = '[units]\ni-6 = "M5"\nii-6 = "M7"\n[formations]\n18-di = "M5"\n53-di = "M7"\n'
LOGISTICS = ('options = { advanced-logistics = "on" }\n[units]\nheavy-art-2 = "assembly"\nlog-7-1 = "M12"\n'
             'pz38-1 = "M12"\ni-6 = "M11"\n')


def cells(*grids: str) -> int:
    """A set of Grids."""
    g = Desk("").g
    return sum(g.one[g.grid.bit[grid]] for grid in grids)


def open_at(text: str, frame: object, *actions: str) -> Callable[[], Desk]:
    return lambda: Desk(text, frame).do(*actions)  # type: ignore[arg-type]


MOMENTS: dict[str, Callable[[], Desk]] = {
    "interdiction": open_at(SKY + MARKERS, Interdiction()),
    "strike": open_at(SKY + MARKERS, Interdiction(), "strike M5"),
    "sent": open_at(SKY + MARKERS, Interdiction(), "strike M5", "send stuka-1"),
    "air recon": open_at(SKY + "air-recon-1 = \"available\"\n" + MARKERS, AirRecon()),
    "ground recon": open_at(SKY + MARKERS, GroundRecon()),
    "scouting": open_at(SKY + MARKERS, GroundRecon(), "scout krad-7"),
    "ground": open_at(MARCH, Ground()),
    "moving": open_at(MARCH, Ground(), "move pz38-1"),
    "enhancing": open_at(MARCH, EnhanceMoves()),
    "exploiting": open_at(MARCH, Exploit()),
    "exploiting move": open_at(MARCH, Exploit(), "exploit pz38-1"),
    "engineering": open_at(BANK, Engineering()),
    "task": open_at(BANK, Engineering(), "work pi-58"),
    "recruiting": open_at('force = "start"', Recruit(setup=True)),
    "buying": open_at('[units]\nfighter-1 = "pool"\nkrad-7 = "M10"', Recruit(setup=False)),
    "forming": open_at('[units]\nkg-b = "pool"\nkg-r = "M10"\ni-6 = "M5"\nrommel = "M5"', FormKampfgruppe()),
    "placing": open_at('[units]\nkg-b = "pool"\ni-6 = "M5"\nrommel = "M4"', FormKampfgruppe(), "form kg-b"),
    "effort": open_at('[units]\nstuka-1 = "available"\nstuka-2 = "maintenance"', MainEffort()),
    "order": open_at("", OkwOrder(0)),
    "battles": lambda: Desk(BATTLES).open(Battles(True, cells("M5", "M7"))),
    "enhance": lambda: fight("i-6, rommel", "fi-infantry"),
    "withdrawal": lambda: field("i-6", "fi-infantry").open(Fight(7)),
    "ace": lambda: field("pz38-1, pz4-1 ace, pz38-2, i-6", "fi-infantry").open(GiveAce(cells("M5").bit_length() - 1)),
    "maximum supply": open_at(LOGISTICS, MaximumSupply("movement")),
    "drop": open_at('options = { niwi = "on" }', Drop()),
    "kill": lambda: field("i-6", "fi-infantry, fi-fighter, aa-bomber").open(ShotDown(False, False, 1, 1)),
    "hit": lambda: field("i-6", "fi-infantry, fi-tirailleurs").open(Allot(False, "artillery", 0, 1, 1)),
    "commands": open_at('options = { cooperative = "two" }', Assign()),
}


def moment(name: str) -> Desk:
    return MOMENTS[name]()


STRAYS = [
    ("interdiction", "strike nowhere", "28.2b", "name a Grid to strike from the air, or end"),
    ("interdiction", "fly M4", "28.2b", "name a Grid to strike from the air, or end"),
    ("interdiction", "strike M3", "28.2b", "neither a Formation nor a revealed"),
    ("interdiction", "end 5", "28.2b", "name a Grid to strike from the air, or end"),
    ("strike", "send nobody", "27.0a", "nobody is not an air unit"),
    ("strike", "end", "28.2b", "settle the strike on M5 first"),
    ("strike", "go", "28.2b", "send at least one air unit first, or call"),
    ("strike", "strike M5", "28.2b", "settle the strike on M5 first"),
    ("strike", "call-off now", "28.2b", "air units are on their way: the strike goes"),
    ("sent", "call-off", "28.2b", "air units are on their way: the strike goes"),
    ("sent", "end", "28.2b", "settle the strike on M5 first"),
    ("air recon", "fly nowhere", "13.1a", "nowhere is not a Grid of the map"),
    ("air recon", "send stuka-1", "13.1a", "only Air Recon units fly now; strikes come"),
    ("air recon", "strike M9", "13.1a", "only Air Recon units fly now; strikes come"),
    ("air recon", "scout krad-7", "13.1a", "not one of the choices"),
    ("ground recon", "scout nobody", "13.2b", "not one of the choices"),
    ("ground recon", "move krad-7", "13.2b", "not one of the choices"),
    ("ground recon", "recon M9", "13.2b", "not one of the choices"),
    ("ground recon", "scout i-6", "13.2a", "I/6 Schützen cannot reconnoiter"),
    ("ground recon", "scout aufkl-37", "13.2b", "no Grid around Aufkl 37 has a marker face"),
    ("ground recon", "scout rommel", "13.2b", "Rommel is not on the map"),
    ("ground recon", "scout corps-aufkl", "13.2b", "Aufkl XV is not on the map"),
    ("scouting", "recon nowhere", "13.2b", "Krad 7 looks at a Grid first, or passes"),
    ("scouting", "recon S1", "13.2b", "S1 does not touch the Grid of Krad 7"),
    ("scouting", "recon M11", "13.2b", "M11 has no marker face down"),
    ("scouting", "scout krad-7", "13.2b", "Krad 7 looks at a Grid first, or passes"),
    ("scouting", "strike M9", "13.2b", "Krad 7 looks at a Grid first, or passes"),
    ("ground", "move nobody", "16.0a", "not one of the choices"),
    ("ground", "join stuka-1", "16.0a", "not one of the choices"),
    ("ground", "exploit pz38-1", "11.0a", "Exploitation comes after the battles"),
    ("ground", "exploit nobody", "11.0a", "Exploitation comes after the battles"),
    ("ground", "enhance rommel", "14.1e", "Enhanced Movement is declared before any"),
    ("ground", "step M11", "16.0a", "not one of the choices"),
    ("moving", "step nowhere", "16.0a", "not one of the choices"),
    ("moving", "cross nowhere", "16.0a", "not one of the choices"),
    ("moving", "join nobody", "16.0a", "not one of the choices"),
    ("moving", "drop nobody", "16.0a", "not one of the choices"),
    ("moving", "scout i-6", "16.0a", "not one of the choices"),
    ("moving", "strike M9", "16.0a", "not one of the choices"),
    ("moving", "move i-6", "16.0a", "finish the move under way first"),
    ("moving", "exploit i-6", "16.0a", "finish the move under way first"),
    ("moving", "drop krad-7", "14.1c", "only units of a stack that has set out can"),
    ("moving", "join i-6", "14.1b", "I/6 Schützen is not in the Grid where the"),
    ("moving", "join stuka-1", "14.1b", "Ju 87 a is not in the Grid where the move"),
    ("moving", "fly M9", "16.0a", "not one of the choices"),
    ("enhancing", "enhance nobody", "14.1e", "not one of the choices"),
    ("enhancing", "recruit i-6", "14.1e", "not one of the choices"),
    ("enhancing", "enhance i-6", "14.1a", "I/6 Schützen is no headquarters"),
    ("enhancing", "move i-6", "14.1e", "headquarters declare Enhanced Moves first;"),
    ("enhancing", "exploit i-6", "14.1e", "headquarters declare Enhanced Moves first;"),
    ("enhancing", "step M9", "14.1e", "headquarters declare Enhanced Moves first;"),
    ("enhancing", "fly M9", "14.1e", "not one of the choices"),
    ("exploiting", "exploit nobody", "22.1a", "not one of the choices"),
    ("exploiting", "join i-6", "22.1a", "not one of the choices"),
    ("exploiting", "exploit i-6", "22.1a", "I/6 Schützen is not armored: it can only go"),
    ("exploiting", "move pz38-1", "22.1a", "only Exploitation Moves are made now, for"),
    ("exploiting", "enhance rommel", "14.1e", "Enhanced Movement is declared before any"),
    ("exploiting", "move nobody", "22.1a", "not one of the choices"),
    ("exploiting", "enhance nobody", "14.1e", "Enhanced Movement is declared before any"),
    ("exploiting move", "move i-6", "16.0a", "finish the move under way first"),
    ("exploiting move", "exploit i-6", "16.0a", "finish the move under way first"),
    ("exploiting move", "step nowhere", "22.1e", "not one of the choices"),
    ("exploiting move", "join i-6", "14.1b", "I/6 Schützen is not in the Grid where the"),
    ("exploiting move", "strike M9", "22.1e", "not one of the choices"),
    ("engineering", "work nobody", "23.1a", "not one of the choices"),
    ("engineering", "bridge S12-S13", "23.1a", "choose the Engineer first"),
    ("engineering", "clear S12", "23.1a", "choose the Engineer first"),
    ("engineering", "fly S12", "23.1a", "not one of the choices"),
    ("engineering", "work i-6", "23.1a", "I/6 Schützen is no Engineer"),
    ("engineering", "work corps-pi-1", "23.1a", "there is no bridge to build and no Obstacle"),
    ("engineering", "work corps-pi-2", "23.1a", "Pi 62 is not on the map"),
    ("engineering", "take-up N9-M9", "30.1b", "no Engineer stands beside N9-M9"),
    ("engineering", "take-up nowhere", "30.1b", "no Bridge marker is at nowhere"),
    ("engineering", "take-up S12-S13", "30.1b", "no Bridge marker is at S12-S13"),
    ("task", "take-up S12-S13", "23.1a", "Pi 58 chooses its task first, or passes"),
    ("task", "bridge nowhere", "23.1a", "Pi 58 chooses a task where it stands first,"),
    ("task", "bridge N9-M9", "23.1a", "Pi 58 does not stand beside N9-M9"),
    ("task", "clear S12", "23.2a", "S12 is not a Grid in which Pi 58 stands"),
    ("task", "work pi-58", "23.1a", "Pi 58 chooses a task where it stands first,"),
    ("task", "clear nowhere", "23.2a", "nowhere is not a Grid in which Pi 58 stands"),
    ("task", "strike S12", "23.1a", "Pi 58 chooses a task where it stands first,"),
    ("recruiting", "recruit nobody", "4.0j", "not one of the choices"),
    ("recruiting", "fight M5", "4.0j", "not one of the choices"),
    ("recruiting", "upgrade nobody", "4.0j", "not one of the choices"),
    ("recruiting", "form nobody", "4.0j", "not one of the choices"),
    ("recruiting", "recruit pz38-1", "10.2b", "1/25 Pz 38(t) is not in the Recruit Pool"),
    ("recruiting", "ready stuka-1", "4.0j", "not one of the choices"),
    ("buying", "recruit nobody", "11.0c", "not one of the choices"),
    ("buying", "form kg-b", "11.0d", "Kampfgruppen are formed in the next step"),
    ("buying", "upgrade pz3-50-1", "35.2a", "Pz III/50s are had in initial deployment"),
    ("buying", "scout krad-7", "11.0c", "not one of the choices"),
    ("forming", "form nobody", "14.6a", "not one of the choices"),
    ("forming", "recruit i-6", "11.0a", "the Recruit Phase is over"),
    ("forming", "form rommel", "14.6a", "Rommel is no Kampfgruppe: no other"),
    ("forming", "form kg-r", "14.6a", "KG R is in play, or out of the game"),
    ("forming", "fly M5", "14.6a", "not one of the choices"),
    ("placing", "place M3", "14.6b", "KG B is placed with a German ground unit"),
    ("placing", "form kg-b", "14.6b", "KG B is placed with a German ground unit"),
    ("placing", "done", "14.6b", "KG B is placed with a German ground unit"),
    ("effort", "ready nobody", "12.0a", "not one of the choices"),
    ("effort", "ready stuka-1", "12.0a", "Ju 87 a is not in Maintenance"),
    ("effort", "fly M5", "12.0a", "not one of the choices"),
    ("effort", "send stuka-2", "12.0a", "not one of the choices"),
    ("order", "done", "9.1b", "Halt Order: countermand the order or obey"),
    ("order", "countermand it", "9.1b", "Halt Order: countermand the order or obey"),
    ("battles", "fight nowhere", "18.0a", "no battle is due in nowhere"),
    ("battles", "fight M9", "18.0a", "no battle is due in M9"),
    ("battles", "end", "11.0h", "every battle must be fought: choose the"),
    ("enhance", "enhance nobody", "14.2a", "add combat points with an HQ of this Grid,"),
    ("enhance", "move rommel", "14.2a", "add combat points with an HQ of this Grid,"),
    ("enhance", "withdraw M6", "21.1a", "a force may withdraw only between rounds,"),
    ("enhance", "enhance i-6", "14.2a", "I/6 Schützen is not an HQ in this battle"),
    ("enhance", "fire at", "14.2a", "add combat points with an HQ of this Grid,"),
    ("enhance", "strike M5", "14.2a", "add combat points with an HQ of this Grid,"),
    ("withdrawal", "withdraw nowhere", "21.1a", "withdraw to a neighbouring Grid, or fight on"),
    ("withdrawal", "fire", "21.1a", "withdraw to a neighbouring Grid, or fight on"),
    ("withdrawal", "strike M6", "21.1a", "withdraw to a neighbouring Grid, or fight on"),
    ("withdrawal", "withdraw M9", "21.1a", "M9 is not adjacent"),
    ("ace", "ace nobody", "33.1b", "give the Panzer Ace to a tank unit of the"),
    ("ace", "hit i-6", "33.1b", "give the Panzer Ace to a tank unit of the"),
    ("ace", "ace i-6", "33.1a", "I/6 Schützen is not a tank unit"),
    ("ace", "done", "33.1b", "give the Panzer Ace to a tank unit of the"),
    ("ace", "hit pz38-3", "33.1b", "give the Panzer Ace to a tank unit of the"),
    ("maximum supply", "use nobody", "36.5a", "not one of the choices"),
    ("maximum supply", "use i-6", "36.1a", "I/6 Schützen is no Logistics unit with a"),
    ("maximum supply", "supply M9", "36.5a", "no unit in M9 can trace a LOC to that"),
    ("maximum supply", "fly M9", "36.5a", "not one of the choices"),
    ("maximum supply", "move i-6", "36.5a", "not one of the choices"),
    ("maximum supply", "supply nowhere", "36.5a", "not one of the choices"),
    ("drop", "land nowhere", "34.1a", "nowhere is not a Grid of the map"),
    ("drop", "fly M9", "34.1a", "not one of the choices"),
    ("drop", "land", "34.1a", "nothing is not a Grid of the map"),
    ("kill", "abort fi-fighter-1", "28.1f", "choose the victim of the Kill first"),
    ("kill", "kill stuka-1", "28.1f", "choose an Allied air unit of this fight for"),
    ("kill", "withdraw M6", "21.1a", "a force may withdraw only between rounds,"),
    ("kill", "done", "28.1f", "choose an Allied air unit of this fight for"),
    ("kill", "kill nobody", "28.1f", "choose an Allied air unit of this fight for"),
    ("hit", "suppress fi-infantry-1", "20.7a", "Overruns come first, then Hits, then"),
    ("hit", "kill fi-infantry-1", "20.7a", "1 Hit must be applied first"),
    ("hit", "hit nobody", "20.7a", "1 Hit must be applied first"),
    ("hit", "withdraw M6", "21.1a", "a force may withdraw only between rounds,"),
    ("hit", "done", "20.7a", "1 Hit must be applied first"),
    ("hit", "hit i-6", "20.7a", "this fire falls on the Allied units"),
    ("hit", "hit fi-at-1", "20.7b", "Anti-tank battery is not in this battle"),
    ("hit", "fly M5", "20.7a", "1 Hit must be applied first"),
    ("commands", "give nobody", "32.0a", "nobody, or was given out this turn"),
    ("commands", "give 7 Pz:commander", "32.0a", "7 Pz is already with commander, or was"),
    ("commands", "done now", "32.0a", "not one of the choices"),
    ("commands", "fly M9", "32.0a", "not one of the choices"),
]


@pytest.mark.parametrize(
    ("now", "action", "rule", "says"), [pytest.param(*stray, marks=pytest.mark.rule(stray[2])) for stray in STRAYS]
)
def test_what_belongs_to_another_moment_is_refused_by_what_comes_first(
    now: str, action: str, rule: str, says: str
) -> None:
    moment(now).refused(action, rule, says=says)
