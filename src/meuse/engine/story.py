"""How a war diary tells a turn: what mattered first, marches drawn together, what happens alike in one sentence.

It works on sentences that the game has made, so that it knows no more than their reader. Which of several phrases is
taken goes by turns: the same events give the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from meuse.engine.narration import count, listed


class Told(msgspec.Struct, frozen=True):
    """A sentence, and what it tells of."""

    what: str
    text: str
    side: str = ""
    lost: bool = False


class Fight(msgspec.Struct):
    title: str
    lost: Counter[str] = msgspec.field(default_factory=Counter)
    """Losses by side."""


def by_turns(phrases: Sequence[str], n: int) -> str:
    return phrases[n % len(phrases)]


# --- marches

MARCH = re.compile(r"(?P<who>.+?) (?P<verb>moves?|go(?:es)?|fl(?:y|ies)) (?:.*? )?to (?P<where>.+?)"
                   r"(?= from | by | entering | over |[.,;]|$)")
NAMED = 3
"""Places that a march is told by."""
NAMES = 4
"""Units that are told by name at a place."""
ONE_MORE = ("one more is on the move", "another follows", "one more is under way")
MORE = ("{} more are on the move", "{} others follow", "{} more are under way")


class March(msgspec.Struct):
    who: str
    flies: bool
    where: str


def march(text: str) -> March | None:
    """Who goes where, if it is a march that this tells."""
    found = MARCH.match(text)
    return March(found["who"], found["verb"].startswith("fl"), found["where"]) if found else None


def columns(marches: Sequence[March], n: int) -> str:
    """All of them in one sentence: by the towns and by where most went, and how many others there were."""
    last: dict[str, March] = {}
    for i, one in enumerate(marches):
        key = f"{one.who} {i}" if one.who.startswith(("A ", "An ")) else one.who
        last.pop(key, None)
        last[key] = one
    groups: dict[tuple[bool, str], list[str]] = {}
    for one in last.values():
        groups.setdefault((one.flies, one.where), []).append(one.who)
    weight = {at: (not at[1].startswith("near "), len(who)) for at, who in groups.items()}
    chief = sorted(groups, key=lambda at: weight[at], reverse=True)[:NAMED]
    parts = [_arrival(groups[at], *at, n + i) for i, at in enumerate(at for at in groups if at in chief)]
    parts = [parts[0], *map(_inside, parts[1:])]
    others = sum(len(who) for at, who in groups.items() if at not in chief)
    if others:
        return f"{', '.join(parts)}; {by_turns(ONE_MORE if others == 1 else MORE, n).format(others)}."
    return f"{', '.join(parts[:-1])}{', and ' if parts[1:] else ''}{parts[-1]}."


TO_A_TOWN = (("reaches", "reach"), ("comes to", "come to"), ("enters", "enter"))
NEAR_ONE = (("comes up", "come up"), ("arrives", "arrive"), ("halts", "halt"))


def _arrival(who: list[str], flies: bool, where: str, n: int) -> str:
    """ "GD reaches Virton", "5 Pz and 6 Pz come up near Virton"."""
    several, near = len(who) > 1 or " and " in who[0], where.startswith("near ")
    aloft = ("flies", "fly") if near else ("flies to", "fly to")
    verbs = aloft if flies else (NEAR_ONE if near else TO_A_TOWN)[n % 3]
    return f"{subjects(who)} {verbs[several]} {where}"


def _inside(words: str) -> str:
    """As they stand within a sentence."""
    return re.sub("^(?:An?|The) ", lambda found: found[0].lower(), words)


KIND = re.compile("(?:An?|The|1) ")
"""How something begins that has no name of its own, so that there may be several of it."""
WHERE = re.compile(r"(?= (?:over|at|near|in|of) )")
TIMES = {2: "twice", 3: "three times"}


def _several(n: int, noun: str) -> str:
    """ "2 Axis units", "2 pontoons over the Meuse at Bazeilles"."""
    kind, *where = WHERE.split(noun, maxsplit=1)
    return f"{count(n, kind)}{''.join(where)}"


def subjects(names: Sequence[str]) -> str:
    """ "A and B", "2 Axis units and the infantry battalion", "A and 5 more"."""
    counts = Counter(names)
    told = [_several(n, name.partition(" ")[2]) if n > 1 and KIND.match(name) else name for name, n in counts.items()]
    told = [told[0], *map(_inside, told[1:])]
    return listed(told) if len(told) <= NAMES else f"{told[0]} and {sum(counts.values()) - counts[names[0]]} more"


# --- what happens alike

DOES = "is|are|has|retreats|loses|leaves|arrives|regains|surrenders|withdraws|advances|breaks|pursues|drives"
ALIKE = re.compile(rf"(?P<who>.+?) (?P<verb>{DOES}) (?P<rest>.*)$")
GOES_ON = re.compile(rf"(?:{DOES}|have|retreat|lose|leave|advance|pursue) ")
PLURALS = {"is": "are", "has": "have", "are": "are"}
SAME_DOER = re.compile(r"(?P<head>.+? plays?) (?P<rest>.+)\.$")
PLACED = re.compile(r"The (?P<noun>(?:[A-Z][\w-]+ )?(?:road|bridge|works)) (?P<at>(?:at|near|in|of) .+)$")


def alike(texts: Sequence[str]) -> list[str]:
    """Sentences of one kind, those with one predicate or one doer put into one."""
    found: dict[tuple[str, ...], list[str]] = {}
    for text in texts:
        if one := ALIKE.match(text):
            found.setdefault(("doing", one["verb"], one["rest"]), []).append(one["who"])
        elif one := SAME_DOER.match(text):
            found.setdefault(("doer", one["head"]), []).append(one["rest"])
        else:
            found.setdefault(("text", text), []).append(text)
    return [_in_one(key, parts) for key, parts in found.items()]


def _in_one(key: tuple[str, ...], parts: list[str]) -> str:
    kind, first = key[:2]
    if kind == "text":
        return first
    if kind == "doer":
        return f"{first} {listed(parts)}."
    if len(parts) == 1:
        return f"{parts[0]} {first} {key[2]}"
    names = set(parts)
    if len(names) == 1 and not KIND.match(parts[0]):
        return f"{parts[0]} {first} {key[2].rstrip('.')} {TIMES.get(len(parts), f'{len(parts)} times')}."
    verb = PLURALS.get(first) or first[:-1]
    rest = re.sub(r"^(a step)\b", r"\1 each", key[2])
    places = [PLACED.match(part) for part in parts]
    nouns = {place["noun"] for place in places if place}
    if all(places) and len(nouns) == 1:
        where = dict.fromkeys(place["at"] for place in places if place)
        noun = nouns.pop()
        return f"The {noun if noun.endswith('s') else f'{noun}s'} {listed(list(where))} {verb} {rest}"
    return f"{subjects(parts)} {verb} {rest}"


def prose(told: Sequence[Told], marches: frozenset[str], n: int) -> str:
    """A paragraph: marches that follow one another in one sentence, and so what happens alike."""
    said: list[str] = []
    rest = list(told)
    while rest:
        first = rest[0]
        walks = first.what in marches
        run = _run(rest, marches if walks else frozenset({first.what}))
        rest = rest[len(run):]
        found = [march(t.text) for t in run] if walks else []
        going = [m for m in found if m is not None]
        if going:
            said.append(columns(going, n))
        said += alike([t.text for t, m in zip(run, found or [None] * len(run), strict=True) if m is None])
    return " ".join(of_one(said))


def of_one(said: Sequence[str]) -> list[str]:
    """Two sentences in a row with one subject in one: "2 DLC is reduced and retreats"."""
    made: list[str] = []
    whose = ""
    for text in said:
        subject = found["who"] if (found := ALIKE.match(text)) else ""
        if whose and text.startswith(f"{whose} ") and GOES_ON.match(text[len(whose) + 1:]):
            made[-1] = _and(made[-1], text[len(whose) + 1:], whose)
            whose = ""
        else:
            made.append(text)
            whose = subject
    return made


def _and(said: str, more: str, whose: str) -> str:
    """ "2 DLC is reduced and eliminated", "2 DLC is reduced and retreats"."""
    verb, _, rest = more.partition(" ")
    same = verb in PLURALS and said.startswith(f"{whose} {verb} ")
    return f"{said[:-1]} and {rest if same else more}"


ASSAULT = re.compile(r"(?P<what>Attack|Overrun) .+? by (?P<who>.+?) against (?P<whom>[^:]+?)(?:: .*)?\.?$")
ASSAULTS = (
    ("{} attacks {}.", "{} attack {}."), ("{} falls upon {}.", "{} fall upon {}."),
    ("{} goes for {}.", "{} go for {}."),
)


def assault(text: str, n: int) -> str:
    """An attack as the first sentence of its battle, whose heading has the place; whatever else is told as it is."""
    found = ASSAULT.match(text)
    if found is None:
        return text
    phrase = ("{} overruns {}.", "{} overrun {}.") if found["what"] == "Overrun" else ASSAULTS[n % len(ASSAULTS)]
    return phrase[" and " in found["who"]].format(found["who"], found["whom"])


def _run(told: Sequence[Told], kinds: frozenset[str]) -> list[Told]:
    """As many of the first as are of these kinds."""
    end = next((i for i, t in enumerate(told) if t.what not in kinds), len(told))
    return list(told[:end])


# --- what the turn was about

QUIET = ("No battle is fought{1}.", "The {0} passes without a battle{1}.", "Nowhere do they come to blows{1}.")
ONE_FIGHT = ("The {0} belongs to the {1}.", "The {1} is the one fight of the {0}.", "Everything turns on the {1}.")
FIGHTS = (
    "Of {2} battles the {1} weighs most.", "{3} battles are fought, and the {1} is the hardest.",
    "The {0} has {2} battles; it will be remembered for the {1}.",
)
TALLIES = ("Losses of the {0}: {1}.", "The {0} costs {1}.", "The losses: {1}.")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(n: int) -> str:
    return WORDS[n] if n < len(WORDS) else str(n)


def opening(fights: Sequence[Fight], headlines: Sequence[Told], marched: Counter[str], span: str, n: int) -> str:
    """What the turn was about: its hardest fight or that there was none, what changed for good, and the losses."""
    goes = "are" if marched.total() > 1 else "is"
    moves = f"; there {goes} {tally(marched, 'column')} on the move" if marched else ""
    said = [by_turns(QUIET, n).format(span, moves)]
    if fights:
        hardest = max(fights, key=lambda fight: fight.lost.total())
        title = hardest.title[0].lower() + hardest.title[1:]
        many = in_words(len(fights))
        said = [by_turns(FIGHTS if len(fights) > 1 else ONE_FIGHT, n).format(span, title, many, many.capitalize())]
    kinds = list(dict.fromkeys(t.what for t in headlines))
    for kind in kinds:
        said += alike([t.text for t in headlines if t.what == kind])
    lost = sum((fight.lost for fight in fights), Counter[str]())
    if lost:
        said.append(by_turns(TALLIES, n).format(span, f"{tally(lost, 'unit')}, destroyed or worn down"))
    return " ".join(said)


def tally(numbers: Counter[str], what: str) -> str:
    """ "two German units and one French unit"; in figures where one of them is great."""
    say = in_words if max(numbers.values(), default=0) < len(WORDS) else str
    return listed([f"{say(n)} {count(n, f'{side.capitalize()} {what}').partition(' ')[2]}"
                   for side, n in numbers.items() if side])
