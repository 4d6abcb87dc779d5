"""Reads text into nodes, or refuses it with the place of the fault.

The text is first made one that a parser may be given (`_checked`), then PyYAML turns it into
events, never into values, and `_Builder` turns the events into nodes.
"""

import re
from collections.abc import Iterator
from typing import Final, NoReturn, TypeAlias, cast

import yaml

from ukachat.yamlio.faults import MAX_DEPTH, NO_ALIASES, NO_TAGS, TOO_DEEP, explain
from ukachat.yamlio.nodes import Node, Place, Text, YamlError, YamlList, YamlMap, in_words

MAX_BYTES: Final = 2_000_000
NULLS: Final = frozenset({"", "null", "~"})
"""Plain text that stands for nothing."""

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML does not let stand in a text: control characters and halves of characters."""


def read_documents(text: str | bytes, *, source: str) -> list[Node]:
    """Read a stream of one or more documents, parted by lines `---`.

    Args:
        text: YAML or JSON; bytes must be UTF-8, with or without a byte order mark.
        source: The name of the file, for errors.

    Raises:
        YamlError: Whatever is wrong with the text, with its place.
    """
    return [node for _, node in _documents(text, source)]


def read_document(text: str | bytes, *, source: str) -> Node:
    """Read the only document of a text; for all else see `read_documents`."""
    documents = _documents(text, source)
    if len(documents) > 1:
        place, _ = documents[1]
        reason = f"expected one document, got {len(documents)}: the second begins here"
        raise YamlError(source, *place, reason)
    return documents[0][1]


def _documents(text: str | bytes, source: str) -> list[tuple[Place, Node]]:
    documents = list(_Builder(_checked(text, source), source).documents())
    if not documents:
        raise YamlError(source, 1, 1, "expected a document, got an empty file")
    return documents


def _checked(text: str | bytes, source: str) -> str:
    """Bound and decode the text, refuse what cannot be shown, and bring JSON nearer to YAML."""
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        reason = f"expected at most {MAX_BYTES:,} bytes, got {len(data):,}"
        raise YamlError(source, 1, 1, reason)
    if isinstance(text, bytes):
        text = _decoded(text, source)
    text = text.removeprefix("\ufeff")
    if found := UNPRINTABLE.search(text):
        raise YamlError(source, *_place_at(text, found.start()), _not_allowed(found[0]))
    return _JSON_PART.sub(_as_yaml, text) if _JSON.match(text) else text


def _decoded(data: bytes, source: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode().removeprefix("\ufeff")
        reason = f"expected UTF-8 text, got the byte 0x{data[error.start]:02x}"
        raise YamlError(source, *_place_at(before, len(before)), reason) from None


def _place_at(text: str, index: int) -> Place:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _not_allowed(character: str) -> str:
    return f"the character U+{ord(character):04X} is not allowed"


_JSON = re.compile(r"\s*[\[{]")
# Quotes that are never closed go to the end: else the search would begin anew at each one inside.
_JSON_PART = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?P<end>"|\\?\Z)|\t', re.DOTALL)
_PAIR_OR_ESCAPE = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)


def _as_yaml(part: re.Match[str]) -> str:
    """Write in YAML what only JSON knows, in equal length, so that all places stay.

    That is a tab between two values, and a character beyond U+FFFF escaped as two halves.
    """
    if part["end"] != '"':
        return part[0].replace("\t", " ")
    return _PAIR_OR_ESCAPE.sub(_as_one_escape, part[0]).ljust(len(part[0]))


def _as_one_escape(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    code = 0x10000 + (int(found[1], 16) - 0xD800) * 0x400 + (int(found[2], 16) - 0xDC00)
    return f"\\U{code:08X}"


class _Builder:
    """Builds nodes from events.

    The parser behind the events does not recurse, and the recursion here ends at MAX_DEPTH.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.events = _events(text, source)

    def documents(self) -> Iterator[tuple[Place, Node]]:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield _start(event), self.node(next(self.events), depth=1)

    def node(self, event: yaml.Event, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            self.check_bare(event)
            return self.scalar(event)
        if not isinstance(event, yaml.CollectionStartEvent):
            self.refuse(event, NO_ALIASES)
        self.check_bare(event)
        if depth > MAX_DEPTH:
            self.refuse(event, TOO_DEEP)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(event, depth + 1)
        return self.sequence(event, depth + 1)

    def check_bare(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self.refuse(event, NO_ALIASES)
        if event.tag is not None:
            self.refuse(event, NO_TAGS)

    def scalar(self, event: yaml.ScalarEvent) -> Text | None:
        if not event.style and event.value in NULLS:
            return None
        if found := UNPRINTABLE.search(event.value):  # it was written as an escape
            self.refuse(event, _not_allowed(found[0]))
        return Text(event.value, *_start(event), quoted=bool(event.style))

    def mapping(self, start: yaml.Event, depth: int) -> YamlMap:
        result = YamlMap(*_start(start))
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, depth)
            if key in result:
                first = result.key_as_written(key)
                self.refuse(event, f"duplicate key {in_words(key)}, first in line {first.line}")
            result[key] = self.node(next(self.events), depth)
        return result

    def key(self, event: yaml.Event, depth: int) -> Text:
        key = self.node(event, depth)
        if not isinstance(key, Text):
            self.refuse(event, f"expected a key, got {in_words(key)}")
        if key == "<<" and not key.quoted:
            self.refuse(event, "merge keys (<<) are not allowed")
        return key

    def sequence(self, start: yaml.Event, depth: int) -> YamlList:
        result = YamlList(*_start(start))
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.node(event, depth))
            result.places.append(_start(event))
        return result

    def refuse(self, event: yaml.Event, reason: str) -> NoReturn:
        raise YamlError(self.source, *_start(event), reason)


_PARSER: "type[yaml.SafeLoader] | type[yaml.CSafeLoader]" = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)
_Mark: TypeAlias = "yaml.Mark"


def _start(event: yaml.Event) -> Place:
    return _from_one(cast("_Mark", event.start_mark))


def _from_one(mark: _Mark) -> Place:
    return mark.line + 1, mark.column + 1


def _events(text: str, source: str) -> Iterator[yaml.Event]:
    """Let the parser run, and say in plain words where and why it gives up."""
    unclosed: list[yaml.CollectionStartEvent] = []
    mark = yaml.Mark(source, 0, 0, 0, None, 0)
    try:
        for event in yaml.parse(text, _PARSER):
            mark = cast("_Mark", event.end_mark)
            if isinstance(event, yaml.CollectionStartEvent):
                unclosed.append(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                unclosed.pop()
            yield event
    except yaml.MarkedYAMLError as error:
        mark, reason = explain(error, text, unclosed)
    except (OverflowError, ValueError):  # from the parser in Python, on "\UFFFFFFFF"
        reason = "expected YAML, got a number out of all bounds"
    else:
        return
    raise YamlError(source, *_from_one(mark), reason)
