"""What single words and short phrases mean at the table.

A phrase stands for one or several terms; a phrase that stands for none is a filler. A word that is
not here is not understood, and a text with such a word is never acted upon: "I think Ana should
pass" is no pass. So what goes in here is what people say when they call or play, and nothing else.

Source of the Māori words: Te Aka (hai, hāte), a teacher's list of te reo for playing cards (suits
and ranks), Williams' First Lessons in Maori (numbers). They are written with macrons here and are
read with macrons, without, and with doubled vowels.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from ukachat.engine.cards import Card, Rank, Suit
from ukachat.engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Say(Enum):
    """What somebody does, or wants, by saying it."""

    PASS = "pass"
    ORDER = "order up"
    TAKE = "take"
    LEAVE = "leave"
    KEEP = "keep"
    PLAY = "play"
    THROW = "throw"
    ALONE = "alone"
    PARTNER = "with my partner"
    YES = "yes"
    NO = "no"
    I = "I"  # noqa: E741 -- the word
    ME = "me"
    NOT = "not"
    WITHOUT = "without"
    OR = "or"
    # These mean something only in pairs, with any words between: "pick hearts up".
    PICK = "pick"
    TURN = "turn"
    UP = "up"
    DOWN = "down"
    TURN_DOWN = "turn down"


class Look(Enum):
    """What a card may be called by, apart from its rank and suit."""

    RIGHT = "right bower"
    LEFT = "left bower"
    BOWER = "bower"
    TRUMP = "trump"
    TURN_UP = "turn-up"
    RED = "red"
    BLACK = "black"
    LOWEST = "lowest"
    HIGHEST = "highest"
    ONE = "one"  # "the low one" is no number


class Number(NamedTuple):
    """A number of a slot, or from 7 on perhaps a rank."""

    value: int


class Person(NamedTuple):
    """Somebody at the table, or several who are called the same."""

    seats: tuple[Seat, ...]


CardTerm: TypeAlias = Suit | Rank | Card | Number | Look
Term: TypeAlias = Say | CardTerm | Person
Phrases: TypeAlias = dict[tuple[str, ...], tuple[Term, ...]]

# What is said, phrase by phrase.
_SAID: Final[dict[Say, str]] = {
    Say.PASS: "pass, passing, away, decline",
    Say.ORDER: "order, ordering, assist, assisting, accept, accepting, adopt, pickup",
    Say.TAKE: "take, taking",
    Say.LEAVE: "leave, leaves",
    Say.KEEP: "keep, keeping, hold",
    Say.PLAY: "play, plays, playing, lead, leads, leading",
    Say.THROW: "throw, throws, throwing, discard, discards, discarding, throw away, get rid of",
    Say.ALONE: "alone, lone, loner, solo, myself, on my own",
    Say.PARTNER: "partner, partners, together",
    Say.YES: "yes, yep, yeah, aye",
    Say.NO: "no, nah, nope, nothing",
    Say.I: "i, ill, im, ive, id",
    Say.ME: "me, my deal",
    Say.NOT: "not, dont, never, cant, cannot, wont, no partner, no trump, no trumps",
    Say.WITHOUT: "without",
    Say.OR: "or",
    Say.PICK: "pick, picking",
    Say.TURN: "turn, turning",
    Say.UP: "up",
    Say.DOWN: "down",
}
_LOOKS: Final[dict[Look, str]] = {
    Look.RIGHT: "right, the right, my right, right bower",
    Look.LEFT: "left, the left, my left, left bower",
    Look.BOWER: "bower",
    Look.TRUMP: "trump, trumps, ruff",
    Look.TURN_UP: "turn up, turnup, upcard, up card",
    Look.RED: "red",
    Look.BLACK: "black",
    Look.LOWEST: "lowest, low, smallest, small, weakest, worst",
    Look.HIGHEST: "highest, high, biggest, big, strongest, best, top",
    Look.ONE: "one",
}
_RANKS: Final[dict[Rank, str]] = {rank: rank.word for rank in Rank} | {
    Rank.JACK: "jack, j",
    Rank.QUEEN: "queen, q",
}
_SUITS: Final[dict[Suit, str]] = {suit: f"{suit.word}, {suit.word[:-1]}" for suit in Suit}
_NUMBERS: Final[dict[Number, str]] = {
    Number(1): "first, 1st",
    Number(2): "two, second, 2nd",
    Number(3): "three, third, 3rd",
    Number(4): "four, fourth, 4th",
    Number(5): "five, fifth, 5th",
    Number(6): "six, sixth, 6th",
}
_OF_SEVERAL: Final[dict[str, tuple[Term, ...]]] = {
    "ill have": (),  # but "I have hearts" is no call
    "i will have": (),
    "leave it": (Say.LEAVE, Look.TURN_UP),
    "leave that": (Say.LEAVE, Look.TURN_UP),
    "keep it": (Say.KEEP, Look.TURN_UP),
    "keep my hand": (Say.LEAVE, Look.TURN_UP),
    "keep my cards": (Say.LEAVE, Look.TURN_UP),
    "keep mine": (Say.LEAVE, Look.TURN_UP),
}
_MAORI: Final[dict[CardTerm, str]] = {
    Suit.HEARTS: "hāte, manawa",
    Suit.DIAMONDS: "taimana",
    Suit.CLUBS: "patu",
    Suit.SPADES: "kāheru",
    Rank.ACE: "hai",
    Rank.KING: "kīngi",
    Rank.QUEEN: "kuīni",
    Rank.JACK: "haki, tīaki",
    Rank.TEN: "tekau",
    Rank.NINE: "iwa",
    Rank.EIGHT: "waru",
    Rank.SEVEN: "whitu",
    Number(1): "tahi",
    Number(2): "rua",
    Number(3): "toru",
    Number(4): "whā",
    Number(5): "rima",
    Number(6): "ono",
}
_MACRONS: Final = dict(zip("āēīōū", "aeiou", strict=True))

_FILLERS: Final = """
    a an the te o of my this to for in on and with is are will would like want wanna be being am do
    go going gonna call calling make making name naming choose choosing say saying deal deals
    use using put lay card cards number slot suit please pls plz just there lying
    thanks thank ta cheers mate bro cuz
"""
# Fillers too, but they make a word of `ALSO_WORDS` doubtful.
_CHAT: Final = "it that oh ok okay kay well um umm uh er hmm hm eh then now so"

CHAT: Final = frozenset((*_CHAT.split(), "i", "ive", "id"))
ALSO_WORDS: Final = frozenset(("ah", "as", "hai", "hate", "left", "right"))
"""What names a card and is an everyday word as well: "ah well", "I hate it", "right then"."""


def _entries(meanings: Mapping[Term, str]) -> Iterator[tuple[str, tuple[Term, ...]]]:
    for term, listed in meanings.items():
        for phrase in listed.split(", "):
            yield phrase, (term,)


def _without_macrons(word: str) -> tuple[str, str]:
    """How a word is written where macrons are not: ``hate`` and ``haate``."""
    plain = "".join(_MACRONS.get(letter, letter) for letter in word)
    return plain, "".join(_MACRONS.get(letter, "") * 2 or letter for letter in word)


def _lexicon() -> Phrases:
    entries: dict[str, tuple[Term, ...]] = dict.fromkeys((_FILLERS + _CHAT).split(), ())
    for meanings in (_SAID, _LOOKS, _RANKS, _SUITS, _NUMBERS):
        entries.update(_entries(cast("Mapping[Term, str]", meanings)))
    for word, terms in _entries(cast("Mapping[Term, str]", _MAORI)):
        entries.update(dict.fromkeys(_without_macrons(word), terms))
    entries.update(_OF_SEVERAL)
    return {tuple(phrase.split()): terms for phrase, terms in entries.items()}


LEXICON: Final = _lexicon()
"""By phrase, word for word, its terms."""
KNOWN_WORDS: Final = frozenset(word for phrase in LEXICON for word in phrase)
