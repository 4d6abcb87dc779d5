"""What can be decided at a table. The list of its decisions *is* the table.

Decisions hold ids of people and never names, so that somebody who is forgotten is forgotten. What a
deal's cards are follows from its secret and the words that were added to it (`ukachat.fair`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened.

    Attributes:
        by: The person who opened it, who need not sit at it.
        home: Where: a group's address, or the id of the person in whose private chat.
        circle: See `messages.Place`; the same as `home` at a table of a group.
        name: The variant's name.
        rules: The variant in full, as YAML.
        pace: A `pace.Pace`.
        reveal: A `table.Reveal`.
        seed: From which computer players draw; 64 hexadecimal digits, told to nobody.
    """

    by: str
    home: str
    circle: str
    name: str
    rules: str
    pace: str
    reveal: str
    seed: str


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """Another variant is to be played: at once in a lobby, else from the next game on."""

    name: str
    rules: str


@dataclass(frozen=True, slots=True)
class PaceChosen:
    """The table shall wait for people so long."""

    pace: str


@dataclass(frozen=True, slots=True)
class RevealChosen:
    """Secrets of deals, and with them all cards, shall be revealed then."""

    reveal: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a seat; who sat there before, if anybody, has none."""

    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class ComputerSat:
    """A computer player took a seat."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Rose:
    """The seat is empty now."""

    seat: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats changed their holders."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret was drawn for the next cards; its hash may be shown at once.

    Attributes:
        secret: 64 hexadecimal digits, told to nobody before it is revealed.
    """

    secret: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat added words to the secret; later ones replace them."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game began: the cards that find the first dealer follow from the secret."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The window for words closed and the cards were dealt."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted.

    Attributes:
        action: As `engine.notation.format_action` writes it.
        by: A `table.Hand` that moved for the seat.
    """

    action: str
    by: str


@dataclass(frozen=True, slots=True)
class WentAway:
    """A caretaker computer plays for a person until they are back."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """A person plays for themselves again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Nudged:
    """The person whose turn it is was reminded."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Somebody gave the person whose turn it is the whole time again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asked the others for their consent.

    Attributes:
        seat: Who asked.
        what: A `table.Wish`.
    """

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """A seat gave its consent to what was asked."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat refused what was asked, which is off the table then."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """A seat took back its last action, and with it everything after.

    Attributes:
        seat: Who.
        kept: How many actions of the game remain.
    """

    seat: int
    kept: int


@dataclass(frozen=True, slots=True)
class Closed:
    """Nothing more happens at the table."""


Choice: TypeAlias = RulesChosen | PaceChosen | RevealChosen | Sealed | Cut
"""What is chosen for the table or its next cards."""

Move: TypeAlias = Sat | ComputerSat | Rose | Swapped | WentAway | CameBack
"""Who sits where, and is there."""

Question: TypeAlias = Asked | Agreed | Declined
"""What takes everybody's consent."""

Play: TypeAlias = Started | Dealt | Acted | TookBack
"""What makes the game go on, or back."""

Moment: TypeAlias = Nudged | Waited | Closed
"""What comes of time."""

Decision: TypeAlias = Opened | Choice | Move | Question | Play | Moment

_KINDS: Final[dict[str, type[Decision]]] = {kind.__name__: kind for kind in Decision.__args__}


def to_text(decision: Decision) -> str:
    """A decision as one line of JSON, which `from_text` reads."""
    return json.dumps([type(decision).__name__, asdict(decision)], ensure_ascii=False)


def from_text(text: str) -> Decision:
    """The decision that `to_text` wrote.

    Raises:
        ValueError: It is none that this version knows.
    """
    try:
        kind, fields = json.loads(text)
        return _KINDS[kind](**fields)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"expected a decision of a table, got {text!r}") from error
