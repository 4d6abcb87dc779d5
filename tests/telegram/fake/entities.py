"""Formatted text: HTML into plain text and entities, with Telegram's limits."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.telegram.fake.checking import METHODS, units
from tests.telegram.fake.refusals import Refused, bad

if TYPE_CHECKING:
    from tests.telegram.fake.checking import Params

Entity = dict[str, Any]

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
TOKEN = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)?([^<>]*)(>?)|&(#\d+|#x[0-9A-Fa-f]+|[a-z]+);")
ATTRIBUTE = re.compile(r"""([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?""")
# A full stop or bracket after an address in a text is no part of it.
START_LINK = re.compile(
    r"https?://t\.me/(\w+)\?start(?:group)?=([^\s&#]*?)(?=[.,;:!?)]*(?:[\s&#]|$))"
)
PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
# What people's own words are marked with; a bot's commands and addresses are left unmarked.
TYPED = re.compile(
    r"(?<!\S)(?P<bot_command>/[A-Za-z0-9_]{1,32}(?:@\w+)?)(?![\w/])"
    r"|(?<![\w@])(?P<mention>@\w{4,32})|(?P<url>https?://\S+)"
)


class Formatted(NamedTuple):
    """A text and what is marked in it; offsets are in UTF-16 units."""

    text: str
    entities: list[Entity]


def formatted(params: Params, method: str, name: str = "text") -> Formatted:
    """The text or caption of a call as it is shown.

    Args:
        params: The call's parameters.
        method: The method, for the text's limits.
        name: ``text`` or ``caption``.

    Raises:
        Refused: Markup that Telegram does not support, or a text too long or empty.
    """
    source = params.get(name, "")
    mode = params.get("parse_mode")
    if mode == "HTML":
        shown = parse_html(source)
    elif mode is None:
        key = "entities" if name == "text" else "caption_entities"
        shown = Formatted(source, params.get(key, []))
    else:
        raise bad(f"not imitated: parse_mode {mode!r}")
    shown = _trimmed(shown)
    field = METHODS[method][name]
    length = units(shown.text)
    if length > field["max"]:
        what = "message is too long" if name == "text" else "message caption is too long"
        raise bad("MESSAGE_TOO_LONG" if method.startswith("edit") else what)
    if length < field["min"]:
        raise bad("message text is empty")
    for entity in shown.entities:
        if not 0 <= entity["offset"] < entity["offset"] + entity["length"] <= length:
            raise bad("ENTITY_BOUNDS_INVALID")
    for link in [shown.text, *(entity.get("url", "") for entity in shown.entities)]:
        check_links(link)
    return shown


def check_links(text: str) -> None:
    """Looks at each link that starts a bot.

    Raises:
        Refused: Its payload is longer than 64 characters or has others than A-Z a-z 0-9 _ -.
    """
    for link in START_LINK.finditer(text):
        if not PAYLOAD.fullmatch(link[2]):
            raise bad(f"START_PARAM_INVALID: {link[2]!r}")


def typed_entities(text: str) -> list[Entity]:
    """What Telegram marks in a text that a person types: commands, mentions, addresses."""
    return [
        {"type": found.lastgroup, "offset": units(text[: found.start()]), "length": units(found[0])}
        for found in TYPED.finditer(text)
    ]


def parse_html(source: str) -> Formatted:
    """A text in Telegram's HTML.

    Raises:
        Refused: A tag that Telegram does not support, or one that is not closed.
    """
    text = ""
    entities: list[Entity] = []
    open_tags: list[tuple[str, Entity]] = []
    at = 0
    for token in TOKEN.finditer(source):
        text += source[at : token.start()]
        at = token.end()
        closing, tag, attributes, end, reference = token.groups()
        if reference:
            text += html.unescape(token[0])
            continue
        place = f"at byte offset {len(source[: token.start()].encode())}"
        tag = (tag or "").lower()
        if not end:
            raise _unparsed(f"Unclosed start tag {place}")
        if not closing:
            entity = _entity(tag, dict(_attributes(attributes)), place)
            open_tags.append((tag, entity | {"offset": units(text)}))
            continue
        if not open_tags:
            raise _unparsed(f'Unexpected end tag "{tag}" {place}')
        expected, entity = open_tags.pop()
        if tag != expected:
            raise _unparsed(
                f'Unmatched end tag {place}, expected "</{expected}>", found "</{tag}>"'
            )
        entity["length"] = units(text) - entity["offset"]
        if entity["length"]:
            entities.append(entity)
    if open_tags:
        raise _unparsed(f'Can\'t find end tag corresponding to start tag "{open_tags[-1][0]}"')
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return Formatted(text + source[at:], entities)


def _attributes(source: str) -> list[tuple[str, str]]:
    return [
        (found[1], html.unescape(found[2] or found[3] or found[4] or ""))
        for found in ATTRIBUTE.finditer(source)
    ]


def _entity(tag: str, attributes: dict[str, str], place: str) -> Entity:
    if tag not in TAGS or (tag == "span" and attributes.get("class") != "tg-spoiler"):
        raise _unparsed(f'Unsupported start tag "{tag}" {place}')
    entity: Entity = {"type": TAGS[tag]}
    allowed = {"span": "class", "a": "href", "code": "class", "tg-emoji": "emoji-id"}
    allowed |= {"blockquote": "expandable"}
    for name in attributes:
        if name != allowed.get(tag):
            raise _unparsed(f'Unsupported attribute "{name}" of tag "{tag}" {place}')
    if tag == "a":
        entity["url"] = attributes.get("href", "")
    elif tag == "tg-emoji":
        entity["custom_emoji_id"] = attributes.get("emoji-id", "")
    elif "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    return entity


def _trimmed(shown: Formatted) -> Formatted:
    """Without the white space around it, which Telegram takes off."""
    text = shown.text.strip()
    start = units(shown.text[: len(shown.text) - len(shown.text.lstrip())])
    if text == shown.text:
        return shown
    entities = []
    for entity in shown.entities:
        first = max(entity["offset"] - start, 0)
        last = min(entity["offset"] + entity["length"] - start, units(text))
        if last > first:
            entities.append(entity | {"offset": first, "length": last - first})
    return Formatted(text, entities)


def _unparsed(reason: str) -> Refused:
    return bad(f"can't parse entities: {reason}")
