"""Slips of the finger: a word one slip from a known one.

One slip is one letter too many, one missing, one other letter, or two letters the wrong way round.
People hit the first letter, so that one stays, unless it changed places with the second.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ukachat.chat.phrases.lexicon import LEXICON

_LONG: Final = 5  # A slip in a shorter word leaves too little of it, but for these.
_SHORT: Final = frozenset(("pass", "away", "pick", "jack", "king", "nine", "left", "club", "play"))
_FILLERS: Final = frozenset(("please",))  # No other: "they pass" is not "then pass".

# Everyday words that are one slip from a word of the lexicon and not meant for it.
_NO_SLIPS: Final = """
    accent adapt along back blank block boxer cannon clue declined eighty fifty forth hear
    heard heat kind kong lads leaking leaning lease leaving lending lent let lift loading loads
    longer loser lover lower newer nice nina none older pack packing pads past pay paying pays
    pink piss placing plan plans pray praying queer seen shade shades share sixty space spaces
    spare spares steven talking thee thirds threw thrown tree tuning upward white worse
"""
_CLEAR_WORDS: Final = frozenset(_NO_SLIPS.split())
_MENDED: Final = tuple(
    word
    for (word, *others), terms in LEXICON.items()
    if not others and ((terms and len(word) >= _LONG) or word in _SHORT or word in _FILLERS)
)
_SINGLE: Final = tuple(word for word, *others in LEXICON if not others)


@lru_cache(maxsize=4096)
def mended(word: str) -> str | None:
    """The word of the lexicon that was meant, or None where none is, or several may be."""
    if word in _CLEAR_WORDS:
        return None
    near = [known for known in _SINGLE if is_slip(word, known)]
    meant = [known for known in near if known in _MENDED and _begins_alike(word, known)]
    return meant[0] if meant and len({LEXICON[known,] for known in near}) == 1 else None


def is_slip(typed: str, word: str) -> bool:
    """Whether `typed` is one slip from `word`."""
    if abs(len(typed) - len(word)) > 1:
        return False
    unlike = (place for place, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b)
    start = next(unlike, min(len(typed), len(word)))
    got, wanted = typed[start:], word[start:]
    swapped = len(wanted) > 1 and got == wanted[1::-1] + wanted[2:]
    return swapped or got[1:] == wanted[1:] or got[1:] == wanted or got == wanted[1:]


def _begins_alike(typed: str, word: str) -> bool:
    return typed[0] == word[0] or typed[:2] == word[1::-1]
