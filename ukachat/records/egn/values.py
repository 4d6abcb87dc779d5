"""The values of an EGN file, each asked for what it should be, and the places they stand at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ukachat.records.model import Source
from ukachat.yamlio import (
    Text,
    YamlError,
    did_you_mean,
    mapping,
    sequence,
    text,
    whole_number,
    yes_no,
)
from ukachat.yamlio.nodes import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.records.model import KeyPath
    from ukachat.yamlio import Node, Placed

Place: TypeAlias = "tuple[int, int]"


class EgnSource(Source):
    """An EGN file, with the places of what was read.

    Attributes:
        places: By key path in terms of `SavedGame`, line and column in the file.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.places: dict[tuple[str | int, ...], Place] = {}

    def place(self, path: KeyPath) -> Place:
        """Line and column of the value at a key path, or of the nearest one that holds it."""
        key = tuple(path)
        while key and key not in self.places:
            key = key[:-1]
        return self.places.get(key, (1, 1))


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the file.

    Attributes:
        node: What stands there; None for nothing.
        source: The name of the file.
        at: Where it stands, or what lacks it.
        what: Its key path in the file, with which messages begin.
    """

    node: Node
    source: str
    at: Placed
    what: str = field(default="game", kw_only=True)

    @property
    def place(self) -> Place:
        """Line and column."""
        return self.at.line, self.at.column

    def __getitem__(self, key: str) -> Value:
        """The value at a key of this mapping; version 1.0 writes the key in snake_case.

        A missing one has no node. A list or text in the mapping's stead is refused.
        """
        here = mapping(self.node, what=self.what, source=self.source, at=self.at)
        what = f"{self.what}.{key}".removeprefix("game.")
        spellings = dict.fromkeys((key, _snake(key)))
        written = [here.key_as_written(each) for each in spellings if each in here]
        if not written:
            return Value(None, self.source, here, what=what)
        if len(written) > 1:
            raise Value(None, self.source, written[1], what=what).fault("written twice")
        node = here[written[0]]
        return Value(node, self.source, written[0] if node is None else node, what=what)

    def keys(self) -> tuple[Text, ...]:
        """The keys of this mapping as written."""
        return tuple(mapping(self.node, what=self.what, source=self.source, at=self.at))

    def items(self) -> Iterator[Value]:
        """The values of this list."""
        here = sequence(self.node, what=self.what, source=self.source, at=self.at)
        for index, (node, place) in enumerate(zip(here, here.places, strict=True)):
            at = Text("", *place) if node is None else node
            yield Value(node, self.source, at, what=f"{self.what}[{index}]")

    def maybe_items(self) -> Iterator[Value]:
        """The values of this list, none where it is missing."""
        return iter(()) if self.node is None else self.items()

    def number(self, *, low: int = 0, high: int | None = None, default: int | None = None) -> int:
        """The whole number, refused out of bounds; the default where it is missing."""
        if self.node is None and default is not None:
            return default
        number = whole_number(self.node, what=self.what, source=self.source, at=self.at)
        if number < low or (high is not None and number > high):
            bounds = f"{low} or more" if high is None else f"{low} to {high}"
            raise self.fault(f"expected {bounds}, got {number}")
        return number

    def flag(self, *, default: bool = False) -> bool:
        """Whether it is true; the default where it is missing."""
        if self.node is None:
            return default
        return yes_no(self.node, what=self.what, source=self.source)

    def text(self) -> str:
        """The text, brought on one line; empty where it is missing."""
        if self.node is None:
            return ""
        return " ".join(text(self.node, what=self.what, source=self.source).split())

    def refuse_unknown(self, *known: str) -> None:
        """Refuses the mapping if it has any other key, which might mean anything."""
        for key in self.keys():
            if key not in known and key not in map(_snake, known):
                reason = f"{in_words(key)} is not known here{did_you_mean(key, known)}"
                raise Value(None, self.source, key, what=self.what).fault(reason)

    def expected(self, what: str) -> YamlError:
        """The error that refuses the file because something else should stand here."""
        return self.fault(f"expected {what}, got {in_words(self.node)}")

    def fault(self, reason: str) -> YamlError:
        """The error that refuses the file for what stands here."""
        return YamlError(self.source, *self.place, f"{self.what}: {reason}")


def _snake(key: str) -> str:
    return re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", key)
