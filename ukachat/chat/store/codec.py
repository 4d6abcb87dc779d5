"""Outgoing messages as plain data, and back."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never

from ukachat.chat.messages import Button, Edit, Reply, Say, Send, Tone, Way

if TYPE_CHECKING:
    from ukachat.chat.messages import Outgoing, Rows

Plain: TypeAlias = dict[str, Any]
"""What JSON can hold."""

SAY: Final = "say"
EDIT: Final = "edit"
REPLY: Final = "reply"
SEND: Final = "send"


def kind_of(message: Outgoing) -> str:
    """The kind of a message: ``"say"``, ``"edit"``, ``"reply"`` or ``"send"``."""
    match message:
        case Say():
            return SAY
        case Edit():
            return EDIT
        case Reply():
            return REPLY
        case Send():
            return SEND
        case _:
            assert_never(message)


def to_plain(message: Outgoing) -> Plain:
    """A message as data that JSON can hold; `from_plain` reads it."""
    plain: Plain = {"kind": kind_of(message), "to": message.to, "text": message.text}
    match message:
        case Say() | Edit():
            plain |= {"tone": message.tone.value, "key": message.key}
            plain["buttons"] = [
                [[each.label, each.data, each.number, each.way.value] for each in row]
                for row in message.buttons
            ]
        case Reply():
            plain["press"] = message.press
        case Send():
            plain |= {"name": message.name, "content": b64encode(message.content).decode()}
        case _:
            assert_never(message)
    return plain


def from_plain(plain: Plain) -> Outgoing:
    """The message that `to_plain` wrote.

    Raises:
        KeyError: It was not written by `to_plain`.
        ValueError: As before.
    """
    to, text = plain["to"], plain["text"]
    match plain["kind"]:
        case "say":
            return Say(to, text, Tone(plain["tone"]), _rows(plain), plain["key"])
        case "edit":
            return Edit(to, plain["key"], text, Tone(plain["tone"]), _rows(plain))
        case "reply":
            return Reply(to, plain["press"], text)
        case "send":
            return Send(to, plain["name"], b64decode(plain["content"]), text)
        case kind:
            raise ValueError(f"there is no message of kind {kind}")


def _rows(plain: Plain) -> Rows:
    return tuple(tuple(_button(*parts) for parts in row) for row in plain["buttons"])


def _button(label: str, data: str, number: int = 0, way: str = Way.PRESS.value) -> Button:
    return Button(label, data, number, Way(way))
