"""What goes into the conversation and what comes out of it, free of any transport.

A transport turns what a person did into an `Incoming` and every `Outgoing` into whatever its
network knows. Addresses and accounts are texts that the transport makes up and understands, such as
``"terminal:mere"``; the address of a person's private chat is their account.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

BUTTON_BYTES: Final = 64
"""How many bytes the data of a button may have at most (Telegram's limit)."""

LABEL_LENGTH: Final = 64
"""How many characters the label of a button may have at most."""

REPLY_LENGTH: Final = 200
"""How many characters the answer to a press may have at most (Telegram's limit)."""

_EDITING: Final = ("telegram:",)


def is_edited(address: str) -> bool:
    """Whether a private chat shows a table in one message, which is edited as the game goes on.

    In any other chat what happened is told line after line.
    """
    return address.startswith(_EDITING)


class Setting(Enum):
    """What kind of chat something was said in."""

    PRIVATE = "private"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Place:
    """The chat, or topic of a chat, in which something was said.

    Attributes:
        address: Where to answer.
        setting: Private or group. The address of a private chat is the person's account.
        circle: Whoever speaks in places of one circle may find one another's open tables. A group
            is a circle of its own; a private chat may be in none (empty): then only an invitation
            leads to a table.
        link: What leads to us from outside, once the word of an invitation follows it, such as
            ``https://t.me/name_of_the_bot?start=``; empty where nothing does.
    """

    address: str
    setting: Setting
    circle: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Something typed: a command, a choice in plain talk, or anything else.

    Attributes:
        text: What was typed.
        to_us: Whether it is certainly meant for us, as a reply to something we said. In a group
            other talk is heard only where it is clear.
    """

    text: str
    to_us: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        data: What the button carries.
    """

    data: str


@dataclass(frozen=True, slots=True)
class Upload:
    """A document was sent.

    Attributes:
        name: Its name.
        content: What it holds.
        size: Its length in bytes, where that is too much to be fetched and the content is empty.
    """

    name: str
    content: bytes
    size: int = 0


Said: TypeAlias = Text | Press | Upload


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a person did.

    Attributes:
        id: Names this very message; a second one with the same id is answered by nothing. Empty
            where the transport never repeats itself.
        account: Who.
        name: What they are called, as their transport says.
        place: Where.
        said: What.
        language: The person's language, as a code such as ``"en"``.
        is_admin: Whether they administer the group in which they spoke. A transport need only find
            out where `Service.asks_for_admin` says that the answer depends on it.
    """

    id: str
    account: str
    name: str
    place: Place
    said: Said
    language: str = "en"
    is_admin: bool = False


class Way(Enum):
    """What happens when a button is pressed."""

    PRESS = "press"
    """Its data comes back in a `Press`."""
    OPEN = "open"
    """The presser's private chat with us opens, as if ``/start DATA`` were said there."""
    SHARE = "share"
    """The presser chooses friends, who get a link that does so for them."""


@dataclass(frozen=True, slots=True)
class Button:
    """A choice that can be pressed; whatever it does can be typed as well.

    Attributes:
        label: What it says; cut where it is longer than `LABEL_LENGTH`.
        data: What it carries, at most `BUTTON_BYTES` long.
        number: The slot of the card that it plays, by which the card can be called too; 0 for
            every other choice.
        way: What happens with the data. A transport leaves out buttons whose way it does not have.
    """

    label: str
    data: str
    number: int = 0
    way: Way = Way.PRESS

    def __post_init__(self) -> None:
        if len(self.label) > LABEL_LENGTH:
            cut = f"{self.label[: LABEL_LENGTH - 3].rstrip()}..."
            object.__setattr__(self, "label", cut)


Rows: TypeAlias = tuple[tuple[Button, ...], ...]


def in_rows(buttons: Iterable[Button], width: int = 2) -> Rows:
    """Buttons in rows of so many."""
    each = tuple(buttons)
    return tuple(each[start : start + width] for start in range(0, len(each), width))


class Tone(Enum):
    """What a message is for, so that a transport can choose how to show it."""

    ANSWER = "answer"
    """It answers what its reader just said."""
    NEWS = "news"
    """It tells what happened at the table; nobody has to do anything."""
    TURN = "turn"
    """It is the reader's turn."""
    NUDGE = "nudge"
    """The table has waited for the reader for a while."""
    TABLE = "table"
    """The table as it stands, for a group; it is edited rather than said again."""


@dataclass(frozen=True, slots=True)
class Say:
    """A message.

    Attributes:
        to: The address.
        text: Plain text, one thought a line.
        tone: What it is for.
        buttons: Rows of choices under it.
        key: Names it for later edits; empty where none will come. A new message with a key takes
            the key over from the one before.
    """

    to: str
    text: str
    tone: Tone = Tone.ANSWER
    buttons: Rows = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text for the message that has the key; a new message where there is none."""

    to: str
    key: str
    text: str
    tone: Tone = Tone.TABLE
    buttons: Rows = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to the press of a button, for the presser's eyes alone.

    Attributes:
        to: The presser's account.
        press: The `Incoming.id` of the press.
        text: At most `REPLY_LENGTH` characters; empty where there is nothing to say.
    """

    to: str
    press: str
    text: str


@dataclass(frozen=True, slots=True)
class Send:
    """A document.

    Attributes:
        to: The address.
        name: The file's name.
        content: The file.
        text: What is said with it.
    """

    to: str
    name: str
    content: bytes
    text: str


Outgoing: TypeAlias = Say | Edit | Reply | Send
