"""What goes over a match's socket: docs/protocol.md as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from meuse.engine.changes import Change
from meuse.engine.contract import Stake
from meuse.engine.dice import Salt
from meuse.engine.match import UnderWay
from meuse.engine.record import Moved
from meuse.server.records import ChatLine, Ending, Offer

Id = int | Annotated[str, Meta(max_length=64)] | None
Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[list[Word], Meta(max_length=200)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
State = Annotated[int, Meta(ge=0, le=2**31)]


class Hello(Struct, tag_field="type", tag="hello"):
    token: Word


class Request(Struct, tag_field="type"):
    id: Id = None


class Act(Request, tag="act"):
    side: Word = ""
    state: State = 0
    action: Word | None = None
    actions: Words | None = None
    back: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """So many of the side's latest actions are taken back first."""
    pause: bool = False
    """Where one of them ends its segment, the match waits for the side to go on."""


class GoOn(Request, tag="go_on"):
    """What the match was paused for stands."""

    side: Word = ""
    state: State = 0


class WhyNot(Request, tag="why_not"):
    side: Word = ""
    action: Word = ""


class Explain(Request, tag="explain"):
    question: Word = ""


class Teach(Request, tag="teach"):
    """What the guide says here."""


class Preview(Request, tag="preview"):
    pass


class Reach(Request, tag="reach"):
    side: Word = ""
    unit: Word = ""


class Overlay(Request, tag="overlay"):
    what: Word = ""
    side: Word | None = None
    unit: Word | None = None


class Undo(Request, tag="undo"):
    side: Word = ""
    state: State | None = None
    to: State | None = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class OfferUndo(Request, tag="offer_undo"):
    side: Word = ""
    state: State = 0
    hindsight: bool = False
    """The asker knows that the match will be marked as played with hindsight."""


class AcceptUndo(Request, tag="accept_undo"):
    side: Word = ""


class DeclineUndo(Request, tag="decline_undo"):
    side: Word = ""


class Chat(Request, tag="chat"):
    text: Annotated[str, Meta(max_length=1000)] = ""


class Mute(Request, tag="mute"):
    on: bool = True


class Look(Request, tag="look"):
    state: State = 0
    side: Word | None = None


class Advise(Request, tag="advise"):
    side: Word = ""


class Hurry(Request, tag="hurry"):
    """The computer is to decide now, with what it has found."""


class Promise(Request, tag="promise"):
    side: Word = ""
    commitment: Hex = "0" * 64


class ShowSalt(Request, tag="salt"):
    side: Word = ""
    salt: Hex = "0" * 64


class Again(Request, tag="again"):
    pass


class Ping(Request, tag="ping"):
    pass


AnyRequest = (
    Act | GoOn | WhyNot | Explain | Teach | Preview | Reach | Overlay | Undo | OfferUndo | AcceptUndo | DeclineUndo
    | Chat | Mute | Look | Advise | Hurry | Promise | ShowSalt | Again | Ping
)

read_hello = msgspec.json.Decoder(Hello).decode
read_request = msgspec.json.Decoder(AnyRequest).decode


class Done(Struct, tag_field="type", tag="done"):
    id: Id
    state: int


class Refused(Struct, tag_field="type", tag="refused", omit_defaults=True):
    id: Id
    rule: str
    reason: str
    state: int
    warning: bool = False
    """It is done when it is asked for once more with `hindsight`."""


class LogLine(Struct, omit_defaults=True):
    """An event with its sentence, and how it stands in the log: see `engine.narration.Line`."""

    n: int
    state: int
    what: str
    rule: str
    text: str
    data: dict[str, Any]
    level: int = 0
    side: str = ""
    tone: str = ""
    note: str = ""
    title: str = ""
    luck: str = ""
    joined: str = ""
    changes: list[Change] | UnsetType = UNSET
    """In the view, up to this event; those of the last event come with the table's own."""


class Seats(Struct):
    mine: list[str]
    side: str | None
    all: msgspec.Raw
    """By side, who sits there; encoded already."""


class TableMessage(Struct, tag_field="type", tag="table", kw_only=True):
    """With the whole view, or with what has changed in it since the table with the number before."""

    number: int
    state: int
    trouble: str
    """Why nothing can be done at the moment; empty where it can."""
    seats: Seats
    view: msgspec.Raw | UnsetType = UNSET
    changes: msgspec.Raw | UnsetType = UNSET
    """A list of changes, encoded already, as are the events."""
    legal: dict[str, list[str]]
    prompt: str = ""
    """Stands in place of the view's, while the table itself has to wait."""
    actors: list[str]
    paused: str
    """The side for which the match waits after its latest action, until it goes on or takes that back."""
    undoable: dict[str, int]
    under_way: dict[str, UnderWay]
    stakes: dict[str, Mapping[str, Stake]]
    events: msgspec.Raw
    events_from: int
    over: bool
    outcome: Ending | None
    clocks: Any
    offer: Offer | None
    advice: bool
    hindsight: bool
    muted: bool


class DiceMessage(Struct, tag_field="type", tag="dice"):
    commitment: str
    salts: list[Salt]
    moved: list[Moved]
    seeded: bool
    scripted: bool


class ChatMessage(Struct, tag_field="type", tag="chat"):
    n: int
    name: str
    side: str | None
    text: str
    at: float


class Talk(Struct, tag_field="type", tag="talk"):
    """What was said before somebody came."""

    lines: list[ChatLine]


class Notice(Struct, tag_field="type", tag="notice", omit_defaults=True):
    text: str
    offer: Offer | None = None
    rematch: str | None = None


class Presence(Struct, tag_field="type", tag="presence"):
    seats: dict[str, bool]
    spectators: int


class Thinking(Struct, tag_field="type", tag="thinking"):
    """How far a computer has come in weighing its plans, and at last what it weighed."""

    side: str
    done: float
    """The share of its time that is over; 1 once it has decided."""
    simulations: int
    plans: list[tuple[str, float, int]] = []
    """Once it has decided, the one that it took first: name, value and simulations. None in a game with secrets."""


class ErrorMessage(Struct, tag_field="type", tag="error"):
    reason: str
    final: bool = False
    """Coming back will not help."""


encode = msgspec.json.Encoder().encode


def answer(id: Id, **fields: Any) -> bytes:
    return encode({"type": "answer", "id": id, **fields})
