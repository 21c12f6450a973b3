"""6.0 Operational cards: buying, playing, how long they hold, and what their conditions pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.contract import Action, Refusal
from meuse.engine.frames import Chance, Frame
from meuse.engine.hexes import bits
from meuse.games.blitzkrieg.box.cardfile import Condition, Hold, Moment, Number
from meuse.games.blitzkrieg.box.components import ALLIED, AXIS, COUNTRIES, SIDES, Card
from meuse.games.blitzkrieg.position import ABSENT, DUE, ON_HAND, WITHDRAWN, BlitzPosition
from meuse.games.blitzkrieg.rules import shock
from meuse.games.blitzkrieg.rules.supply import supplied

if TYPE_CHECKING:
    from meuse.games.blitzkrieg.game import Blitzkrieg

ITALY, UNION_SACREE, GUDERIAN = "G12", "A24", "G03"
GAME_LONG = 0


def in_force(g: Blitzkrieg, p: BlitzPosition, id: str) -> bool:
    """6.3: whether a card has been played and still holds; the turn of play is its first."""
    card = g.card_by_id[id]
    began, lasts = p.since[card], g.cards[card].entry.lasts
    return began > 0 and (lasts == GAME_LONG or p.turn < began + lasts)


def number(g: Blitzkrieg, p: BlitzPosition, id: str, name: Number) -> int:
    """What a card in force counts, 0 while it is not."""
    return g.cards[g.card_by_id[id]].entry.numbers[name] if in_force(g, p, id) else 0


def spent(g: Blitzkrieg, cards: int) -> int:
    return sum(g.cards[c].entry.cost for c in bits(cards))


# --- buying ------------------------------------------------------------------------------------------------------


class BuyCards(Frame, frozen=True):
    """5.1a, 5.1b, 6.1a: both sides buy cards within their allowance, at once and in secret."""

    def party(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return SIDES

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return tuple([name for side, name in enumerate(SIDES) if not p.bought >> side & 1])

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        s = SIDES.index(side)
        return ["done", *(f"buy {c.id}" for c in g.box.deck(s) if not self.against(g, p, s, c))]

    def against(self, g: Blitzkrieg, p: BlitzPosition, side: int, card: Card) -> Refusal | None:
        """What speaks against one more card."""
        hand = p.hands[side]
        if hand >> card.index & 1:
            return Refusal("5.1a", f"{card.entry.name} is yours already")
        most = g.charts.campaign.allowance[SIDES[side]]
        left = most - spent(g, hand)
        if card.entry.cost > left:
            return Refusal("5.1a", f"{card.entry.name} costs {card.entry.cost}, with {left} of {most} points left")
        why = g.box.clash([*(g.cards[c].id for c in bits(hand)), card.id])
        return Refusal("5.1a", why) if why else None

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        s = SIDES.index(side)
        if verb == "done":
            p.bought |= 1 << s
            p.tell("cards bought", "6.1a", seen_by=(side,), side=side, cost=spent(g, p.hands[s]))
        else:
            p.set_hand(s, p.hands[s] | 1 << g.card_by_id[noun])
            p.tell("card bought", "5.1a", seen_by=(side,), side=side, card=noun)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        s = SIDES.index(side)
        if verb == "buy" and noun in g.card_by_id:
            card = g.cards[g.card_by_id[noun]]
            if card.side != s or card.entry.free:
                return Refusal("6.1a", f"{card.entry.name} is not for the {side.capitalize()} side to buy")
            return self.against(g, p, s, card)
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Each side secretly buys its Operational Cards.", "5.1b"


# --- playing -----------------------------------------------------------------------------------------------------


def playable(g: Blitzkrieg, p: BlitzPosition, side: int, moment: Moment) -> list[Card]:
    """6.2b: the cards of a hand that may be shown now."""
    return [g.cards[c] for c in bits(p.hands[side]) if not against_play(g, p, g.cards[c], moment)]


def may_show(g: Blitzkrieg, p: BlitzPosition, side: int, moment: Moment) -> bool:
    """6.2a: whether a side may hold a card for this moment as far as the other can tell: hands of 1940 are known, of
    bought ones only what has been shown. To be asked tells nothing of a hand."""
    if g.terms.cards == "historical":
        return bool(playable(g, p, side, moment))
    hidden = (card for card in g.box.deck(side) if not p.shown >> card.index & 1)
    return any(not against_play(g, p, card, moment) for card in hidden)


def against_play(g: Blitzkrieg, p: BlitzPosition, card: Card, moment: Moment) -> Refusal | None:
    e = card.entry
    if moment not in e.plays:
        return Refusal("6.2b", f"{e.name} is not played now")
    first, last = e.turns or (p.turn, p.turn)
    if not first <= p.turn <= last:
        return Refusal("6.2b", f"{e.name} may be played on turns {first} to {last} only")
    return None


def play(g: Blitzkrieg, p: BlitzPosition, card: Card) -> None:
    """6.2a: a card is shown and in force; what it brings is on its way (6.4f)."""
    p.set_hand(card.side, p.hands[card.side] & ~(1 << card.index))
    p.shown |= 1 << card.index
    p.since = (*p.since[: card.index], p.turn, *p.since[card.index + 1:])
    p.tell("card", "6.2a", side=SIDES[card.side], card=card.id, turn=p.turn)
    if p.phase != "set-up":
        bring(g, p, card)
    if card.id == UNION_SACREE:
        p.push(UnionSacree())
    if card.id == GUDERIAN:
        p.push(NameHeadquarters())


def bring(g: Blitzkrieg, p: BlitzPosition, card: Card) -> None:
    """6.4f: the reinforcements of a card: of the same turn or of a later one, as it says."""
    numbers = card.entry.numbers
    when = max(numbers["turn"], p.turn) if "turn" in numbers else p.turn + numbers.get("delay", 0)
    due, air_due = list(p.due), list(p.air_due)
    for c in g.counters:
        named = c.entry.card == card.id or ("turn" in numbers and c.id in card.entry.for_)
        if named and p.at[c.index] in (ABSENT, DUE):
            p.at[c.index], due[c.index] = DUE, when
    for a in g.airstrikes:
        if a.card == card.id and p.air_in[a.index] == ABSENT:
            p.air_in[a.index], air_due[a.index] = DUE, when
    for ship in g.ships:
        if ship.card == card.id:
            p.ships[ship.index] = ON_HAND
    p.due, p.air_due = tuple(due), tuple(air_due)


class PlayCards(Frame, frozen=True):
    """8.1(2.1)a: a side shows any cards of its hand; in set-up those whose effect falls there (5.3b)."""

    side: int
    moment: Moment

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[self.side],) if may_show(g, p, self.side, self.moment) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return ["done", *(f"play {c.id}" for c in playable(g, p, self.side, self.moment))]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        if verb == "done":
            p.pop()
        else:
            play(g, p, g.cards[g.card_by_id[noun]])

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        if verb == "play" and noun in g.card_by_id:
            card = g.cards[g.card_by_id[noun]]
            if not p.hands[self.side] >> card.index & 1:
                return Refusal("6.2b", f"{card.entry.name} is not in your hand")
            return against_play(g, p, card, self.moment)
        return None

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return f"{SIDES[self.side].capitalize()} cards: show any of them, or be done.", "6.2b"


def open_phase(g: Blitzkrieg, p: BlitzPosition) -> None:
    """8.1(2.1)a, 4.1.1c: card play, and after it the Italian table in the Axis turn."""
    frames: list[Frame] = [PlayCards(p.active, "card phase")]
    italian = p.since[g.card_by_id[ITALY]]
    if p.active == AXIS and 0 < italian < p.turn and not shock.has_collapsed(p, "germany"):
        frames.append(ItalianTable())
    p.push(*frames)


def lapse(g: Blitzkrieg, p: BlitzPosition) -> None:
    """6.3a: ships that a card lent go back when it no longer holds."""
    for ship in g.ships:
        if ship.card and not in_force(g, p, ship.card):
            p.ships[ship.index] = ABSENT


class UnionSacree(Chance, frozen=True):
    """Card A24: the French index falls by a die."""

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        shock.add(g, p, "france", -int(noun), "7.1a", card=UNION_SACREE)

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "A die steadies France.", "7.1a"


class ItalianTable(Chance, frozen=True):
    """4.1.1c: one roll in each Axis card phase while Italy is at war."""

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        die = int(noun)
        p.tell("italian table", "4.1.1c", die=die)
        shock.add(g, p, "france", g.charts.italy.index[die - 1], "4.1.1c", card=ITALY)
        if die == g.charts.italy.corps_leaves and SendToAlps.able(g, p):
            p.push(SendToAlps())

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "The Italian table.", "4.1.1c"


class SendToAlps(Frame, frozen=True):
    """4.1.1c: on a six a French infantry corps leaves for the Alps, of the Allied player's choice."""

    @staticmethod
    def able(g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [
            c.index for c in g.counters
            if c.nation == "french" and c.corps and c.entry.type == "infantry" and p.at[c.index] >= 0
        ]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[ALLIED],)

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("send", u) for u in self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        u = g.by_id[noun]
        p.tell("to the alps", "4.1.1c", unit=noun, hex=g.hex_name(p.at[u]))
        p.put(g, u, WITHDRAWN)
        p.pop()

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("4.1.1c", "a French infantry corps on the map has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Which French infantry corps leaves for the Alps?", "4.1.1c"


class NameHeadquarters(Frame, frozen=True):
    """Card G03: Panzergruppe Kleist, or one mechanised corps, whose units have the third impulse."""

    def able(self, g: Blitzkrieg, p: BlitzPosition) -> list[int]:
        return [h for h in bits(g.headquarters[AXIS]) if g.counters[h].mech and p.at[h] >= 0]

    def actors(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, ...]:
        return (SIDES[AXIS],) if self.able(g, p) else ()

    def legal(self, g: Blitzkrieg, p: BlitzPosition, side: str) -> list[Action]:
        return [g.word("name", h) for h in self.able(g, p)]

    def apply(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> None:
        p.pop()
        p.named = g.by_id[noun]
        p.tell("named", "9.1b", unit=noun)

    def refuse(self, g: Blitzkrieg, p: BlitzPosition, side: str, verb: str, noun: str) -> Refusal | None:
        return Refusal("9.1b", "a German mechanised headquarters on the map has to be named")

    def prompt(self, g: Blitzkrieg, p: BlitzPosition) -> tuple[str, str]:
        return "Which mechanised headquarters does Guderian drive on?", "9.1b"


# --- conditions --------------------------------------------------------------------------------------------------


def holds(g: Blitzkrieg, p: BlitzPosition, side: int, hold: Hold) -> bool:
    """2.5h: a unit of the side, and of these nations, stands in a hex of the place; deception units hold nothing."""
    for hex in bits(g.board.hexes_of[hold.place] & p.occupied[side]):
        for u in p.stacks[hex]:
            c = g.counters[u]
            if c.side == side and not c.deception and (not hold.by or c.nation in hold.by):
                return True
    return False


def on_the_coast(g: Blitzkrieg, p: BlitzPosition, side: int, condition: Condition) -> bool:
    """A mechanised unit in supply stands on that coast of that country."""
    shore = sum(g.board.coasts[sea] for sea in condition.coast) & g.board.countries[condition.country]
    for hex in bits(shore & p.occupied[side]):
        for u in p.stacks[hex]:
            c = g.counters[u]
            if c.side == side and c.mech and not c.deception and supplied(g, p, u):
                return True
    return False


def met(g: Blitzkrieg, p: BlitzPosition, card: Card, condition: Condition) -> bool:
    if condition.coast:
        return on_the_coast(g, p, card.side, condition)
    if condition.every:
        return all(holds(g, p, card.side, hold) for hold in condition.every)
    return any(holds(g, p, card.side, hold) for hold in condition.some)


def judge(g: Blitzkrieg, p: BlitzPosition) -> None:
    """6.4g, 6.4h, 6.4i: conditions of the cards shown, at the end of their owner's turn; each is settled once. The
    limits of the indices hold when all is counted (7.1b)."""
    for card in g.cards:
        condition = card.entry.condition
        if card.side != p.active or not condition or not p.shown >> card.index & 1 or p.settled >> card.index & 1:
            continue
        first, last = condition.turns
        if first <= p.turn <= last and met(g, p, card, condition):
            _settle(g, p, card, condition, True)
        elif p.turn == last:
            _settle(g, p, card, condition, False)
    shock.bound(g, p)


def _settle(g: Blitzkrieg, p: BlitzPosition, card: Card, condition: Condition, met: bool) -> None:
    """6.4g: the owner's Shock falls and that of all enemies rises; the other way round if it was not met (6.4h)."""
    p.settled |= 1 << card.index
    rule, points = ("6.4g", condition.points) if met else ("6.4h", -condition.points)
    p.tell("condition", rule, side=SIDES[card.side], card=card.id, met=met, points=condition.points)
    for country in [c for n, c in enumerate(COUNTRIES) if p.at_war >> n & 1]:
        if shock.side_of(country) != card.side:
            shock.tally(g, p, country, points, rule, card=card.id)
        elif not condition.own or country in condition.own:
            shock.tally(g, p, country, -points, rule, card=card.id)
