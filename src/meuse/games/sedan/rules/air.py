"""11.0 Air support: commitment, dogfights, and the bombing of bridges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine.contract import CHANCE, Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.sedan.box.components import FRENCH, GERMAN, SIDES
from meuse.games.sedan.position import CLEAR_SKY, Air, SedanPosition, Sky
from meuse.games.sedan.rules.engineering import destroy_bridge, standing_bridges

if TYPE_CHECKING:
    from meuse.games.sedan.game import Sedan

Kind = Literal["fighter", "bomber"]


def allot(g: Sedan, p: SedanPosition) -> None:
    """2.5c, 2.5d, 3.2a: this turn's arrivals join; everything alive is ready again."""
    for side in (GERMAN, FRENCH):
        air, schedule = p.air[side], g.charts.air[SIDES[side]]
        turn = p.turn - 1
        fighters = air.fighters + (schedule.fighters[turn] if turn < len(schedule.fighters) else 0)
        bombers = air.bombers + (schedule.bombers[turn] if turn < len(schedule.bombers) else 0)
        p.set_air(side, Air(fighters, bombers, fighters, bombers))
        p.tell("air allotted", "3.2a", side=SIDES[side], fighters=fighters, bombers=bombers)


def commit(p: SedanPosition, side: int, fighters: int, bombers: int) -> None:
    """11.0a: air units go into the combat at hand and are used for this turn."""
    air, sky = p.air[side], p.sky[side]
    p.set_air(
        side, Air(air.fighters, air.bombers, air.fresh_fighters - fighters, air.fresh_bombers - bombers)
    )
    p.set_sky(side, Sky(sky.fighters + fighters, sky.bombers + bombers))


def shoot_down(p: SedanPosition, side: int, kind: Kind) -> None:
    """11.1i: an air unit over the combat is destroyed for good."""
    air, sky = p.air[side], p.sky[side]
    fighter = kind == "fighter"
    p.set_air(
        side,
        Air(air.fighters - fighter, air.bombers - (not fighter), air.fresh_fighters, air.fresh_bombers),
    )
    p.set_sky(side, Sky(sky.fighters - fighter, sky.bombers - (not fighter)))
    p.tell("air lost", "11.1i", side=SIDES[side], kind=kind)


def fighters_home(p: SedanPosition) -> None:
    """11.1h, 11.1k: Fighters that dogfought leave as Flown or aborted and give no cover."""
    p.sky = (Sky(0, p.sky[0].bombers), Sky(0, p.sky[1].bombers))


def dogfight_due(p: SedanPosition) -> bool:
    """10.1k: both sides have air units there and at least one of them is a Fighter."""
    german, french = p.sky
    both = (german.fighters or german.bombers) and (french.fighters or french.bombers)
    return bool(both and (german.fighters or french.fighters))


class Dogfight(Frame, frozen=True):
    """11.1a: fought at once where it is due; 11.1g: lone Bombers are simply shot down."""

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if not dogfight_due(p):
            p.pop()
            return
        if p.sky[GERMAN].fighters and p.sky[FRENCH].fighters:
            p.swap(DogfightDice())
            return
        p.pop()
        hunter = GERMAN if p.sky[GERMAN].fighters else FRENCH
        kills = min(p.sky[hunter].fighters, p.sky[1 - hunter].bombers)
        p.tell("bombers caught", "11.1g", side=SIDES[hunter], kills=kills)
        for _ in range(kills):
            shoot_down(p, 1 - hunter, "bomber")
        fighters_home(p)


class DogfightDice(Chance, frozen=True):
    """11.1b: one die a Fighter, German dice first."""

    german: tuple[int, ...] = ()
    french: tuple[int, ...] = ()

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        german, french = self.german, self.french
        if len(german) < p.sky[GERMAN].fighters:
            german = (*german, int(noun))
        else:
            french = (*french, int(noun))
        if len(french) < p.sky[FRENCH].fighters:
            p.swap(DogfightDice(german, french))
        else:
            p.pop()
            self.decide(g, p, german, french)

    def decide(self, g: Sedan, p: SedanPosition, german: tuple[int, ...], french: tuple[int, ...]) -> None:
        """11.1c-11.1e, 11.1h: the best dice are compared."""
        judge = sum if g.options["dogfight"] == "sum" else max
        scores = (judge(german), judge(french))
        p.tell("dogfight", "11.1c", german=list(german), french=list(french))
        if scores[0] == scores[1]:
            p.tell("dogfight tied", "11.1h")
            fighters_home(p)
            return
        loser = scores.index(min(scores))
        losses = max(scores) // min(scores)
        p.push(DogfightPicks(loser, min(losses, p.sky[loser].fighters + p.sky[loser].bombers), True))

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Dogfight.", "11.1b"


class DogfightPicks(Frame, frozen=True):
    """11.1c-11.1e: losses are picked by loser and winner in turn."""

    loser: int
    left: int
    own: bool
    """The loser picks now."""

    def kinds(self, p: SedanPosition) -> list[Kind]:
        sky = p.sky[self.loser]
        found: list[Kind] = []
        if sky.bombers:
            found.append("bomber")
        if sky.fighters:
            found.append("fighter")
        return found

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        if self.left == 0 or len(self.kinds(p)) < 2:
            return ()
        return (SIDES[self.loser if self.own else 1 - self.loser],)

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        return list(self.kinds(p))

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        p.swap(DogfightPicks(self.loser, self.left - 1, not self.own))
        shoot_down(p, self.loser, "fighter" if verb == "fighter" else "bomber")

    def run(self, g: Sedan, p: SedanPosition) -> None:
        if self.left == 0:
            p.pop()
            fighters_home(p)
            return
        p.swap(DogfightPicks(self.loser, self.left - 1, self.own))
        shoot_down(p, self.loser, *self.kinds(p))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("11.1c", "choose the kind of air unit that is lost: fighter or bomber")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return f"Choose which {SIDES[self.loser].title()} air unit is lost.", "11.1c" if self.own else "11.1d"


class BridgeMissions(Frame, frozen=True):
    """3.2b, 11.2a: the French send Bombers against bridges over a Major River, one mission after another."""

    def targets(self, g: Sedan, p: SedanPosition) -> int:
        if not p.air[FRENCH].fresh_bombers:
            return 0
        return standing_bridges(g, p) & g.board.side_major

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return ("french",) if self.targets(g, p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        words = g.side_words["bomb"]
        return [words[s] for s in bits(self.targets(g, p))] + ["done"]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            p.push(Mission(g.board.side_index[noun], "bombers"))

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "bomb" and noun in g.board.side_index:
            s = g.board.side_index[noun]
            if not g.board.side_major >> s & 1:
                return Refusal("11.2a", "only bridges over a Major River can be bombed")
            return Refusal("11.2f", f"no bridge stands at {noun}")
        return Refusal("11.2a", "name a bridge over a Major River, or be done")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Send Bombers against a bridge over the Meuse, or be done.", "11.2a"


MISSION_STEPS: dict[str, tuple[int, str]] = {
    "bombers": (FRENCH, "11.2a"),
    "intercept": (GERMAN, "11.2b"),
    "escort": (FRENCH, "11.2c"),
}


class Mission(Frame, frozen=True):
    """11.2a-11.2c: how many Bombers, then German Fighters, then French Fighters if the German sent any."""

    bridge: int
    step: Literal["bombers", "intercept", "escort"]

    def available(self, p: SedanPosition) -> int:
        air = p.air[MISSION_STEPS[self.step][0]]
        return air.fresh_bombers if self.step == "bombers" else air.fresh_fighters

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (SIDES[MISSION_STEPS[self.step][0]],) if self.available(p) else ()

    def legal(self, g: Sedan, p: SedanPosition, side: str) -> list[Action]:
        low, word = (1, "bombers") if self.step == "bombers" else (0, "fighters")
        return [f"{word} {n}" for n in range(low, self.available(p) + 1)]

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        self.send(g, p, int(noun))

    def run(self, g: Sedan, p: SedanPosition) -> None:
        self.send(g, p, 0)

    def send(self, g: Sedan, p: SedanPosition, count: int) -> None:
        side, rule = MISSION_STEPS[self.step]
        bombing = self.step == "bombers"
        commit(p, side, 0 if bombing else count, count if bombing else 0)
        p.tell("mission", rule, side=SIDES[side], bridge=g.board.side_names[self.bridge], count=count,
               kind="bomber" if bombing else "fighter")
        if bombing:
            p.swap(Mission(self.bridge, "intercept"))
        elif self.step == "intercept" and count:
            p.swap(Mission(self.bridge, "escort"))
        else:
            p.swap(BridgeDice(self.bridge))
            p.push(Dogfight())

    def refuse(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> Refusal | None:
        what = "Bombers" if self.step == "bombers" else "Fighters"
        least, most = int(self.step == "bombers"), self.available(p)
        return Refusal(MISSION_STEPS[self.step][1], f"choose how many {what} fly this mission, from {least} to {most}")

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        what = {"bombers": "How many Bombers?", "intercept": "Send Fighters against the Bombers?",
                "escort": "Send Fighters to escort the Bombers?"}[self.step]
        return f"The {g.board.bridge(self.bridge)}: {what}", MISSION_STEPS[self.step][1]


class BridgeDice(Chance, frozen=True):
    """11.2d, 11.2e: one die for each Bomber that came through."""

    bridge: int
    rolled: tuple[int, ...] = ()

    def actors(self, g: Sedan, p: SedanPosition) -> tuple[str, ...]:
        return (CHANCE,) if p.sky[FRENCH].bombers else ()

    def apply(self, g: Sedan, p: SedanPosition, side: str, verb: str, noun: str) -> None:
        rolled = (*self.rolled, int(noun))
        if len(rolled) < p.sky[FRENCH].bombers:
            p.swap(BridgeDice(self.bridge, rolled))
            return
        hit = max(rolled) >= g.charts.success.bomb_bridge
        p.tell("bridge bombed", "11.2e", bridge=g.board.side_names[self.bridge], dice=list(rolled), success=hit)
        if hit:
            destroy_bridge(g, p, self.bridge, "11.2e")
        self.run(g, p)

    def run(self, g: Sedan, p: SedanPosition) -> None:
        p.sky = CLEAR_SKY
        p.pop()

    def prompt(self, g: Sedan, p: SedanPosition) -> tuple[str, str]:
        return "Dice against the bridge.", "11.2d"
