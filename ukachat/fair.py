"""Deals that the players can check: the order of a pack from a secret and the seats' words.

The host draws a secret, shows its hash, lets every seat add words, and only then shuffles. Nobody
can choose the order: the host had to promise the secret before the words were known, and the seats
did not know the secret when they chose their words. Once the secret is told, anybody can do the
shuffle again; docs/fair-deals.md says how, exactly enough for another language.

Nothing is drawn by chance here: the secret is passed in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from unicodedata import normalize

from ukachat.engine.actions import Deal, Draw
from ukachat.engine.game import apply, start
from ukachat.engine.state import DrawingForDealer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ukachat.engine.cards import Card
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat

Purpose: TypeAlias = Literal["draw", "deal"]
"""What a pack is shuffled for: to find the first dealer, or to be dealt."""

SECRET_BYTES: Final = 32
LONGEST_WORDS: Final = 100
"""Characters that a seat may add, counted as `normalised` gives them."""
LARGEST_PACK: Final = 256
"""Cards; each place in the pack is drawn from one byte."""

_METHOD: Final = "ukachat fair 1"
_HASH: Final = re.compile(r"[0-9a-f]{64}")
# White space, and what nobody sees: control characters, direction marks, halves of characters.
_BLANK: Final = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]+"
)


class NotFair(ValueError):
    """A secret, a hash or words that no fair deal is made of; its text says what was expected."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a shuffle was promised by, and what the seats added to it.

    That the secret has this hash is not checked here: a record may hold one that was altered.

    Attributes:
        hash: The commitment to the secret, shown before anybody added words.
        words: By seat, what it added, as `normalised` gives it; empty if it added nothing.
        secret: The secret; None while it is not revealed.

    Raises:
        NotFair: One of them is none such.
    """

    hash: str
    words: tuple[str, ...]
    secret: bytes | None = field(default=None, repr=False)  # Never to reach a log.

    def __post_init__(self) -> None:
        if type(self.hash) is not str or not _HASH.fullmatch(self.hash):
            raise NotFair(f"expected a hash of 64 digits 0-9 and a-f, got {self.hash!r:.42}")
        _check_words(self.words)
        if self.secret is not None:
            _check_secret(self.secret)

    @classmethod
    def of(cls, secret: bytes, words: tuple[str, ...]) -> Promise:
        """The promise of a secret, revealed."""
        return cls(commitment(secret), words, secret)

    @property
    def sealed(self) -> Promise:
        """The promise without its secret, which may be shown at any time."""
        return replace(self, secret=None)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret as 64 hexadecimal digits, which promises it without telling it.

    Raises:
        NotFair: The secret is not of 32 bytes.
    """
    _check_secret(secret)
    return sha256(secret).hexdigest()


def normalised(text: str) -> str:
    """Words that a seat adds as they count: in Unicode's form NFC, on one line, single blanks.

    Raises:
        NotFair: They are longer than `LONGEST_WORDS`.
    """
    words = _plain(text)
    if len(words) > LONGEST_WORDS:
        raise NotFair(
            f"expected at most {LONGEST_WORDS} characters to add to the shuffle, got {len(words)}"
        )
    return words


def shuffled(
    secret: bytes, words: tuple[str, ...], purpose: Purpose, cards: Sequence[Card]
) -> tuple[Card, ...]:
    """The cards in the order that secret and words give them, every order equally likely.

    Args:
        secret: 32 bytes.
        words: By seat, what it added, as `normalised` gives it; empty if it added nothing.
        purpose: What the pack is shuffled for.
        cards: The cards in their own order, as `Ruleset.pack` has them.

    Raises:
        NotFair: Secret, words or pack are none such.
    """
    return next(_shuffles(secret, words, purpose, cards))


def deal(secret: bytes, words: tuple[str, ...], ruleset: Ruleset, dealer: Seat) -> Deal:
    """The deal that secret and words give; arguments and errors as of `shuffled`."""
    _check_seats(words, ruleset)
    return Deal.from_pack(shuffled(secret, words, "deal", ruleset.pack), ruleset, dealer)


def draws(secret: bytes, words: tuple[str, ...], ruleset: Ruleset) -> Iterator[Draw]:
    """The draws that find the first dealer, in order; arguments and errors as of `shuffled`.

    Equal cards draw on from the cards that follow. Should a pack run out, which hardly ever
    happens, the stream that shuffled it shuffles a whole one again.
    """
    _check_seats(words, ruleset)
    packs = _shuffles(secret, words, "draw", ruleset.pack)
    left: Sequence[Card] = next(packs)
    state = start(ruleset)
    while isinstance(state.phase, DrawingForDealer):
        if len(left) < len(state.phase.seats):
            left = next(packs)
        drawn = Draw.from_pack(left, ruleset, state.phase.seats)
        left = left[len(drawn.cards) :]
        yield drawn
        state, _ = apply(state, drawn)


def _shuffles(
    secret: bytes, words: tuple[str, ...], purpose: Purpose, cards: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """One shuffled pack after another, from one stream."""
    _check_secret(secret)
    _check_words(words)
    if len(cards) > LARGEST_PACK:
        raise NotFair(f"expected a pack of at most {LARGEST_PACK} cards, got {len(cards)}")
    stream = _stream(_seed(secret, words, purpose))
    while True:
        pack = list(cards)
        for last in range(len(pack) - 1, 0, -1):
            other = _below(last + 1, stream)
            pack[last], pack[other] = pack[other], pack[last]
        yield tuple(pack)


def _seed(secret: bytes, words: tuple[str, ...], purpose: Purpose) -> bytes:
    """The hash of all that decides; lengths before the parts keep them apart."""
    parts = (_METHOD.encode(), purpose.encode(), secret, *(each.encode() for each in words))
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def _stream(seed: bytes) -> Iterator[int]:
    """Bytes without end."""
    for block in count():
        yield from sha256(seed + block.to_bytes(8, "big")).digest()


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1: bits of the next byte in which it is small enough.

    The remainder of a division would prefer small numbers.
    """
    mask = (1 << (bound - 1).bit_length()) - 1
    return next(number for byte in stream if (number := byte & mask) < bound)


def _plain(text: str) -> str:
    return _BLANK.sub(" ", normalize("NFC", text)).strip(" ")


def _check_secret(secret: bytes) -> None:
    if type(secret) is not bytes or len(secret) != SECRET_BYTES:
        got = f"{len(secret)} bytes" if type(secret) is bytes else type(secret).__name__
        raise NotFair(f"expected a secret of {SECRET_BYTES} bytes, got {got}")


def _check_words(words: tuple[str, ...]) -> None:
    if type(words) is not tuple or any(type(each) is not str for each in words):
        raise NotFair("expected a tuple of words, one text a seat")
    for each in words:
        if normalised(each) != each:
            raise NotFair(
                "expected words on one line, in Unicode's form NFC, with single blanks and "
                "nothing unseen"
            )


def _check_seats(words: tuple[str, ...], ruleset: Ruleset) -> None:
    if len(words) != ruleset.seats:
        raise NotFair(f"expected the words of {ruleset.seats} seats, got {len(words)}")
