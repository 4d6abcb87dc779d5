"""Answering one message, once everything it is about has been loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ukachat.chat.commands import bare, find
from ukachat.chat.handlers.library import received
from ukachat.chat.messages import REPLY_LENGTH, Press, Reply, Setting, Text, Upload
from ukachat.chat.publishing import HAND
from ukachat.chat.scene import Sorry
from ukachat.chat.talk import hear, pressed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.commands import Command
    from ukachat.chat.messages import Incoming
    from ukachat.chat.scene import Scene

_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.?!])\s+")
_CUT: Final = " ..."


def answer(scene: Scene) -> None:
    """Answer a message, and let every table go on as far as it can."""
    incoming = scene.incoming
    assert incoming is not None
    try:
        match incoming.said:
            case Text(text=text, to_us=to_us):
                hear(scene, text, to_us=to_us)
            case Press(data=data):
                pressed(scene, data)
            case Upload():
                received(scene, incoming.said)
    except Sorry as sorry:
        _apologise(scene, sorry)
    scene.settle()
    if isinstance(incoming.said, Press):
        _answer_press(scene)
    elif scene.is_private and all(post.to != scene.person.account for post in scene.posts):
        scene.say("Done; the group's table shows it.")


def _answer_press(scene: Scene) -> None:
    """Make all that is said to the presser alone the one answer that a press gets, even if empty.

    It is sent first.
    """
    assert scene.incoming is not None
    text = fitting([post.text for post in scene.posts if isinstance(post, Reply)])
    others = [post for post in scene.posts if not isinstance(post, Reply)]
    scene.posts = [Reply(scene.person.account, scene.incoming.id, text), *others]


def fitting(told: Sequence[str]) -> str:
    """What fits into the answer to a press, in whole sentences as far as can be.

    Args:
        told: What is to be said, in order. The last text answers the press itself, so those before
            it give way first, each from its end.
    """
    whole = "\n".join(told)
    texts = [_BETWEEN_SENTENCES.split(text) for text in told if text]
    while len(whole) > REPLY_LENGTH and (len(texts) > 1 or len(texts[0]) > 1):
        texts[0].pop()
        texts = [text for text in texts if text]
        whole = "\n".join(" ".join(text) for text in texts)
    if len(whole) > REPLY_LENGTH:
        return f"{whole[: REPLY_LENGTH - len(_CUT)].rpartition(' ')[0]}{_CUT}"
    return whole


def _apologise(scene: Scene, sorry: Sorry) -> None:
    incoming = scene.incoming
    assert incoming is not None
    is_press = isinstance(incoming.said, Press) and not sorry.buttons
    if sorry.is_private or is_press:
        scene.say_privately(str(sorry), sorry.buttons)
    else:
        scene.say(str(sorry), sorry.buttons)


def typed(incoming: Incoming) -> str:
    """A message as it would be typed, without the table and version of a button."""
    match incoming.said:
        case Text(text=text):
            return text.strip()
        case Press(data=data):
            return data.split(":", 3)[-1] if data.startswith("t:") else data
        case Upload():
            return ""


def is_talk(incoming: Incoming) -> bool:
    """Whether it is no more than talk among the people of a group, for all that can be seen."""
    said = incoming.said
    in_group = incoming.place.setting is Setting.GROUP
    return in_group and isinstance(said, Text) and not (said.to_us or said.text.startswith("/"))


def named_table(incoming: Incoming) -> list[str]:
    """The table that a message names, if it does."""
    said = incoming.said
    if isinstance(said, Press) and said.data.startswith("t:"):
        return [*said.data.split(":", 3)[1:2]]
    word, _, rest = typed(incoming).partition(" ")
    is_naming = word.partition("@")[0].lower() in {"/join", "/start", "/table"}
    named = rest.strip().lower().removeprefix(HAND)
    return [named] if is_naming and named else []


def command_of(incoming: Incoming, *, for_host: bool = False) -> Command | None:
    """The command that a message is; None where it is none."""
    word = typed(incoming).partition(" ")[0].partition("@")[0]
    try:
        return find(word[1:], for_host=for_host) if word.startswith("/") else bare(word)
    except Sorry:
        return None
