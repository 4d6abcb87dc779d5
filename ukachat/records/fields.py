"""The fields of a saved game: what stands in them, as the game understands it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar

from ukachat.engine.actions import Declare, Pass
from ukachat.engine.cards import CARDS
from ukachat.engine.notation import parse_card
from ukachat.engine.seats import Seat
from ukachat.records.calls import read_call, says_alone
from ukachat.records.seat_words import seat_word, seats_by_word
from ukachat.yamlio import (
    Node,
    Placed,
    Text,
    YamlError,
    YamlList,
    YamlMap,
    did_you_mean,
    locate,
    mapping,
    sequence,
    text,
    whole_number,
)
from ukachat.yamlio.nodes import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ukachat.engine.actions import Call
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.ruleset import Ruleset

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

_ANSWERS = {
    "alone": True,
    "with partner": False,
    "with my partner": False,
    "partner": False,
    "together": False,
}


class _Question(Protocol[_T_co]):
    """One of yamlio's questions to a node, such as `whole_number`."""

    def __call__(self, node: Node, *, what: str, source: str, at: Placed | None) -> _T_co: ...


class Fields:
    """A mapping of a saved game, asked field by field.

    Every question raises `YamlError` with the place of what it did not expect.

    Attributes:
        root: The mapping.
        source: What messages call the file.
    """

    def __init__(self, node: Node, what: str, source: str, *, at: Placed | None = None) -> None:
        self.root = mapping(node, what=what, source=source, at=at)
        self.source = source
        self._seats: dict[str, Seat] = {}
        self._names: tuple[str, ...] = ()

    def know_seats(self, seats: tuple[str, ...], players: tuple[str, ...]) -> None:
        """Tells which words mean which seat, as `seats_by_word` has it."""
        self._names = seats
        self._seats = seats_by_word(seats, players)

    def child(self, key: str, what: str) -> Fields:
        """The mapping in a field."""
        return self._fields(self.root.get(key), what, at=self.root)

    def _fields(self, node: Node, what: str, *, at: Placed) -> Fields:
        fields = Fields(node, what, self.source, at=at)
        fields._seats, fields._names = self._seats, self._names
        return fields

    def node(self, key: str) -> Node:
        """What stands in the field; None where it is empty or missing."""
        return self.root.get(key)

    def error(self, key: str, reason: str) -> YamlError:
        """The error to raise about a field."""
        return YamlError(self.source, *locate(self.root, [key]), f"{key}: {reason}")

    def allow(self, keys: Sequence[str]) -> None:
        """Refuses every other key."""
        for key in self.root:
            if key not in keys:
                expected = ", ".join(keys)
                raise YamlError(
                    self.source,
                    key.line,
                    key.column,
                    f"{in_words(key)}: expected one of {expected}{did_you_mean(key, keys)}",
                )

    def text(self, key: str, default: str) -> str:
        """A text on one line."""
        node = self.node(key)
        return default if node is None else " ".join(self._ask(text, node, key).split())

    def as_written(self, key: str) -> str:
        """A text with every blank that it has; empty where nothing is written."""
        node = self.node(key)
        return "" if node is None else self._ask(text, node, key)

    def number(self, key: str, default: int) -> int:
        """A whole number."""
        node = self.node(key)
        return default if node is None else self._ask(whole_number, node, key)

    def choice(self, key: str, choices: Mapping[str, _T], default: _T) -> _T:
        """One of a few words."""
        node = self.node(key)
        if node is None:
            return default
        word = self._ask(text, node, key).strip().lower()
        if word not in choices:
            expected = " or ".join(choices)
            raise self.error(key, f"expected {expected}, got {in_words(Text(word))}")
        return choices[word]

    def numbers(self, key: str, count: int) -> tuple[int, ...] | None:
        """So many numbers, as a list or as ``6-5``; None where nothing is written."""
        node = self.node(key)
        if node is None:
            return None
        if isinstance(node, Text):
            parts: list[Node] = [
                Text(part, node.line, node.column) for part in re.split(r"[\s,:-]+", node.strip())
            ]
        else:
            parts = list(self._ask(sequence, node, key))
        numbers = tuple(self._ask(whole_number, part, key) for part in parts)
        if len(numbers) != count or min(numbers) < 0:
            written = "-".join(map(str, numbers))
            raise self.error(key, f"expected {count} numbers from 0, such as 6-5, got {written}")
        return numbers

    def seat(self, key: str, default: Seat | None) -> Seat:
        """A seat, by its name, first letter or player."""
        node = self.node(key)
        if node is None:
            if default is None:
                raise self.error(key, f"expected a seat such as {self._names[0]}, got nothing")
            return default
        return self._seat(self._ask(text, node, key), node, key)

    def _seat(self, word: str, node: Placed, what: str) -> Seat:
        seat = self._seats.get(seat_word(word))
        if seat is None:
            expected = ", ".join(self._names)
            got = in_words(Text(word)) + did_you_mean(word, [*self._names, *self._seats])
            raise YamlError(
                self.source,
                node.line,
                node.column,
                f"{what}: expected one of {expected} or a player's name, got {got}",
            )
        return seat

    def by_seat(self, key: str, names: tuple[str, ...]) -> Iterator[tuple[Seat, Node]]:
        """Each value of a field with its seat: a mapping by seat, or a list of all seats."""
        node = self.node(key)
        if isinstance(node, Text | YamlList):
            listed = list(parts_of(node)) if isinstance(node, Text) else node
            if len(listed) != len(names):
                raise self.error(key, f"expected {len(names)} seats, got {len(listed)}")
            yield from ((Seat(number), value) for number, value in enumerate(listed))
        elif node is not None:
            if not self._seats:
                self.know_seats(names, names)
            seen: dict[Seat, Text] = {}
            for word, value in self._ask(mapping, node, key).items():
                seat = self._seat(word, word, key)
                if seat in seen:
                    raise YamlError(
                        self.source,
                        word.line,
                        word.column,
                        f"{key}: {in_words(word)} is the same seat as {in_words(seen[seat])}",
                    )
                seen[seat] = word
                yield seat, value

    def by_seat_beside(self, key: str) -> Iterator[tuple[Seat, Node]]:
        """Each value of this mapping with its seat, but for one key that is none."""
        for word, value in self.root.items():
            if word != key:
                yield self._seat(word, word, key), value

    def items(self, key: str) -> Iterator[Fields]:
        """The mappings of a list."""
        node = self.node(key)
        if node is not None:
            for item in self._ask(sequence, node, key):
                yield self._fields(item, key, at=node)

    def hands(self, key: str) -> tuple[Hand, ...]:
        """By seat, its cards; none for a seat that is not written."""
        hands: list[Hand] = [()] * len(self._names)
        for seat, node in self.by_seat(key, self._names):
            hands[seat] = self._cards(node, key)
        return tuple(hands)

    def cards(self, key: str) -> Hand:
        """Cards, parted by blanks or as a list; none where nothing is written."""
        return self._cards(self.node(key), key)

    def _cards(self, node: Node, what: str) -> Hand:
        if node is None:
            return ()
        if isinstance(node, Text):
            words = list(islice(words_of(node), len(CARDS) + 1))
        else:
            items = self._ask(sequence, node, what)
            words = [self._word(item, node, what) for item in items]
        if len(words) > len(CARDS):
            raise YamlError(
                self.source,
                node.line,
                node.column,
                f"{what}: expected cards, no more than a pack has",
            )
        return tuple(self._card(word, what) for word in words)

    def _card(self, word: Text, what: str) -> Card:
        try:
            return parse_card(word)
        except ValueError as error:
            raise YamlError(self.source, word.line, word.column, f"{what}: {error}") from None

    def _word(self, node: Node, at: Placed, what: str) -> Text:
        text(node, what=what, source=self.source, at=at)
        assert isinstance(node, Text)
        return node

    def tricks(self, key: str) -> tuple[tuple[Hand, Seat | None, Seat | None], ...]:
        """The tricks of a list: cards, leader and winner, where they are written.

        A trick is its cards, or its leader with them (``East: AD 9D``), or a mapping of leader,
        cards and winner.
        """
        node = self.node(key)
        return () if node is None else tuple(map(self._trick, self._ask(sequence, node, key)))

    def _trick(self, node: Node) -> tuple[Hand, Seat | None, Seat | None]:
        if not isinstance(node, YamlMap):
            return self._cards(node, "tricks"), None, None
        if "cards" in node:
            trick = self._fields(node, "trick", at=node)
            trick.allow(("leader", "cards", "winner"))
            leader = trick.seat("leader", None) if trick.node("leader") else None
            winner = trick.seat("winner", None) if trick.node("winner") else None
            return trick.cards("cards"), leader, winner
        if len(node) != 1:
            raise YamlError(
                self.source,
                node.line,
                node.column,
                "tricks: expected cards such as AD 9D TD KD, or the leader before them",
            )
        word, cards = next(iter(node.items()))
        return self._cards(cards, "tricks"), self._seat(word, word, "tricks"), None

    def calls(self, key: str, rules: Ruleset, dealer: Seat) -> tuple[Call, ...]:
        """The calls from the dealer's left on: a list, or words parted by commas."""
        order = rules.seating.after[dealer]
        calls: list[Call] = []
        for seat, said in self._said(key):
            turn = order[len(calls) % len(order)]
            if seat is not None and seat != turn:
                names = self._names
                raise YamlError(
                    self.source,
                    said.line,
                    said.column,
                    f"{key}: expected the call of {names[turn]}, got one of {names[seat]}",
                )
            first_round = len(calls) < len(order)
            if calls and says_alone(said) and not isinstance(calls[-1], Pass):
                calls[-1] = replace(calls[-1], alone=True)  # "pick up, I am going alone"
                continue
            call = read_call(rules, turn, said, first_round=first_round)
            if call is None:
                expected = f"pass ({rules.words.pass_}) or "
                expected += "order up" if first_round else "a suit such as hearts"
                raise YamlError(
                    self.source,
                    said.line,
                    said.column,
                    f"{key}: expected {expected}, got {in_words(said)}",
                )
            calls.append(call)
        return tuple(calls)

    def answers(self, key: str) -> tuple[Declare, ...]:
        """What seats said to going alone: ``North: with partner``, in order."""
        answers: list[Declare] = []
        for seat, said in self._said(key):
            word = " ".join(said.lower().split())
            if seat is None or word not in _ANSWERS:
                raise YamlError(
                    self.source,
                    said.line,
                    said.column,
                    f"{key}: expected a seat with alone or with partner, such as "
                    f"{self._names[0]}: alone, got {in_words(said)}",
                )
            answers.append(Declare(seat, _ANSWERS[word]))
        return tuple(answers)

    def _said(self, key: str) -> Iterator[tuple[Seat | None, Text]]:
        """Each thing said, with its seat where that is written."""
        node = self.node(key)
        if isinstance(node, Text):
            yield from ((None, part) for part in parts_of(node))
        elif isinstance(node, YamlMap):
            yield from self._said_by(node, key)
        elif node is not None:
            for item in node:
                if isinstance(item, YamlMap):
                    yield from self._said_by(item, key)
                else:
                    yield None, self._word(item, node, key)

    def _said_by(self, said: YamlMap, key: str) -> Iterator[tuple[Seat, Text]]:
        for word, value in said.items():
            yield self._seat(word, word, key), self._word(value, word, key)

    def _ask(self, question: _Question[_T], node: Node, key: str) -> _T:
        return question(node, what=key, source=self.source, at=self.root)


def words_of(node: Text) -> Iterator[Text]:
    """The words of a text, each with its own place where the text is plain on one line."""
    yield from _split(node, r"[^\s,]+")


def parts_of(node: Text) -> Iterator[Text]:
    """The parts of a text between commas, each with its own place."""
    yield from _split(node, r"[^\s,][^,]*")


def _split(node: Text, pattern: str) -> Iterator[Text]:
    on_one_line = "\n" not in node
    for found in re.finditer(pattern, node):
        offset = found.start() + node.quoted
        column = node.column + offset if on_one_line else node.column
        yield Text(found.group().strip(), node.line, column)


def node_at(root: Node, path: Sequence[str | int]) -> Node:
    """The node at a path of keys and indexes; None where there is none."""
    node = root
    for step in path:
        if isinstance(node, YamlMap):
            node = node.get(str(step))
        elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node):
            node = node[step]
        else:
            return None
    return node
