"""Text into terms: what was said, before anybody asks whether it may be done."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ukachat.chat.phrases.lexicon import (
    ALSO_WORDS,
    CHAT,
    KNOWN_WORDS,
    LEXICON,
    Number,
    Person,
    Say,
    Term,
)
from ukachat.chat.phrases.slips import mended
from ukachat.engine.cards import CARDS, Card, Rank, Suit
from ukachat.engine.notation import parse_card

if TYPE_CHECKING:
    from ukachat.chat.phrases.lexicon import Phrases
    from ukachat.engine.ruleset import WordRules
    from ukachat.engine.seats import Seat

Part: TypeAlias = tuple[Term, ...]

_LONGEST: Final = 120  # Nobody calls or plays with more characters than this.

_LONGEST_PHRASE: Final = max(map(len, LEXICON))

_SIGNS: Final = dict(zip("♣♧♦♢♥♡❤♠♤", "ccddhhhss", strict=True))
_SIGN: Final = f"[{''.join(_SIGNS)}]"
_CARD_BY_SIGN: Final = re.compile(
    rf"(?<!\w)(?:(10|[7-9tjqka])({_SIGN})|(10|[7-9tjqk]) +({_SIGN})|({_SIGN})(10|[7-9tjqka])(?!\w))"
)
_SUIT_WORD: Final = "|".join(f"{suit.word}?" for suit in Suit)
_CARD_BY_LETTERS: Final = re.compile(
    rf"\b(?:(10|[7-9tjqk]) (?:of )?|(a) of |(a) (?=[cdhs]\b))({_SUIT_WORD}|[cdhs])\b"
)
# "A hearts" may be a heart or the ace.
_A_SUIT: Final = re.compile(rf"\ba ({'|'.join(suit.word for suit in Suit)})\b")
_RANK_NUMBERS: Final = range(Rank.SEVEN, Rank.JACK)
_CODE: Final = re.compile(r"(?:10|[7-9tjqka])[cdhs]")
_DOUBTFUL: Final = " \N{REPLACEMENT CHARACTER} "  # a word that nobody understands

# The apostrophe, prime, grave, acute, the okina and other quotation marks that stand for it.
_APOSTROPHES: Final = dict.fromkeys(map(ord, "'\u2032`\u00b4\u02bb\u02bc\u2018\u2019\u201b\uff07"))
_OTHER_SIGNS: Final = str.maketrans(
    {"/": " or ", "?": _DOUBTFUL} | dict.fromkeys("❌✖✗✘🚫⛔👎", " not ")
)
_WORD: Final = re.compile(r"\w+|\N{REPLACEMENT CHARACTER}")


def hear(text: str, own: Phrases) -> tuple[Part, ...] | None:
    """What a text says, as the parts that an "or" parts.

    Args:
        text: Anything somebody typed.
        own: What the table calls things, before the lexicon: calls of the ruleset, people.

    Returns:
        None where it is no talk about a choice, or not understood to the last word: it holds an
        unknown word, a negation or a question.
    """
    terms = _terms(words_of(text), own)
    if not terms:
        return None
    parts = [_settled(part) for part in _parted(terms)]
    return None if None in parts else tuple(part for part in parts if part is not None)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, without accents, apostrophes and punctuation."""
    if len(text) > _LONGEST:
        return ()
    folded = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    plain = "".join(letter for letter in folded if not unicodedata.category(letter).startswith("M"))
    signed = _CARD_BY_SIGN.sub(_code, plain.translate(_OTHER_SIGNS))
    for sign, letter in _SIGNS.items():
        signed = signed.replace(sign, f" {_suit(letter).word} ")
    spaced = " ".join(_WORD.findall(signed.replace("_", " ")))
    spelt = _CARD_BY_LETTERS.sub(_code, _A_SUIT.sub(_DOUBTFUL, spaced))
    return tuple(spelt.split())


def _card(rank: Rank, suit: Suit) -> Card:
    return next(card for card in CARDS if card.rank is rank and card.suit is suit)


def _code(match: re.Match[str]) -> str:
    """The two or three characters of the card that was matched in parts."""
    first, second = (part for part in match.groups() if part)
    rank, suit = (second, first) if first in _SIGNS else (first, second)
    return f" {rank}{_SIGNS.get(suit, suit[0])} "


def _suit(letter: str) -> Suit:
    return next(suit for suit in Suit if suit.letter == letter.upper())


@lru_cache(maxsize=256)
def own_phrases(
    words: WordRules,
    partners: tuple[str, ...] = (),
    people: tuple[tuple[str, Seat], ...] = (),
) -> Phrases:
    """What one table calls things.

    Args:
        words: The calls of the ruleset.
        partners: The names after which "with" means going on with one's partner.
        people: Names with their seats; one name may stand for several seats.
    """
    own: Phrases = {}
    for phrase, term in (
        (words.order, Say.ORDER),
        (words.assist, Say.ORDER),
        (words.take, Say.ORDER),
        (words.pass_, Say.PASS),
        (words.alone, Say.ALONE),
    ):
        said = words_of(phrase)
        # Where the dealer's partner may only go alone, assisting is called "alone".
        if LEXICON.get(said) != (Say.ALONE,):
            own[said] = (term,)
    for name in partners:
        own["with", *words_of(name)] = (Say.PARTNER,)
    for name, _ in people:
        seats = tuple(seat for other, seat in people if words_of(other) == words_of(name))
        own[words_of(name)] = (Person(seats),)
    return {phrase: terms for phrase, terms in own.items() if phrase not in ((), ("with",))}


def _terms(words: tuple[str, ...], own: Phrases) -> list[Term] | None:
    """The terms of the longest phrases, from the left on; None where a word is unknown."""
    named = {word for phrase in own for word in phrase}
    longest = max(_LONGEST_PHRASE, *map(len, own), 1)
    is_chat = not CHAT.isdisjoint(words)
    words = tuple(word if word in named else _mended(word) for word in words)
    terms: list[Term] = []
    place = 0
    while place < len(words):
        sizes = range(min(longest, len(words) - place), 0, -1)
        size = next((n for n in sizes if _meaning(words[place : place + n], own) is not None), 0)
        phrase = words[place : place + size]
        if size == 0 or (is_chat and phrase[0] in ALSO_WORDS and size == 1):
            return None
        terms += _meaning(phrase, own) or ()
        place += size
    return terms


def _mended(word: str) -> str:
    if word in KNOWN_WORDS or not word.isalpha() or _CODE.fullmatch(word):
        return word
    return mended(word) or word


def _meaning(phrase: tuple[str, ...], own: Phrases) -> tuple[Term, ...] | None:
    found = own.get(phrase, LEXICON.get(phrase))
    if found is not None or len(phrase) > 1:
        return found
    word = " ".join(phrase)
    if word.isascii() and word.isdecimal() and len(word) <= 2:
        return (Number(int(word)),)
    return (parse_card(word),) if _CODE.fullmatch(word) else None


def _parted(terms: list[Term]) -> list[list[Term]]:
    """The terms between the words "or"."""
    parts: list[list[Term]] = [[]]
    for term in terms:
        if term is Say.OR:
            parts.append([])
        else:
            parts[-1].append(term)
    return parts


def _settled(terms: list[Term]) -> Part | None:
    """One part with its words brought together: "not alone", "pick hearts up", "jack of hearts".

    Returns:
        None where a negation is left, of which nobody knows what it leaves standing.
    """
    picked_up = Say.UP in terms and (Say.PICK in terms or Say.TAKE in terms)
    turned_down = Say.DOWN in terms and Say.TURN in terms
    settled: list[Term] = []
    for term in terms:
        last = settled[-1] if settled else None
        match last, term:
            case (Say.NOT, Say.ALONE):
                settled[-1] = Say.PARTNER
            case (Say.WITHOUT, Say.PARTNER):
                settled[-1] = Say.ALONE
            case (Rank(), Suit()):
                settled[-1] = _card(last, term)
            case (Number(value=rank), Suit()) if rank in _RANK_NUMBERS:
                settled[-1] = _card(Rank(rank), term)
            case (_, Say.PICK | Say.TAKE) if picked_up:
                settled.append(Say.ORDER)
            case (_, Say.TURN) if turned_down:
                settled.append(Say.TURN_DOWN)
            case (_, Say.PICK | Say.UP | Say.DOWN):
                pass
            case _:
                settled.append(term)
    left = {Say.NOT, Say.WITHOUT, Say.TURN}
    return None if any(term in left for term in settled) else tuple(settled)
