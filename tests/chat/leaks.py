"""Which cards a text names, in whatever form, and which cards somebody may see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ukachat.chat.table import Reveal, Stage
from ukachat.engine.actions import Deal, Discard, Draw, Play
from ukachat.engine.cards import CARDS, Card, Rank, Suit

if TYPE_CHECKING:
    from ukachat.chat.table import Table

_RANKS = {rank.word: rank for rank in Rank}
_SUITS = {suit.word: suit for suit in Suit}
_RANK = "|".join(_RANKS)
# "king and nine of diamonds", "ace, king or nine of diamonds": ranks that share their suit.
_IN_WORDS = re.compile(
    rf"((?:(?:{_RANK})(?:, | and | or |, and |, or ))*(?:{_RANK})) of ({'|'.join(_SUITS)})",
    re.IGNORECASE,
)
_SIGNS = dict(zip("♣♦♥♠", Suit, strict=True))
_IN_SIGNS = re.compile(r"(10|[7-9TJQKA])([♣♦♥♠])")
_IN_LETTERS = re.compile(r"(?<![\w])(10|[7-9TJQKA])([CDHS])(?![\w])")
_LETTERS = {suit.letter: suit for suit in Suit}


def cards_named(text: str) -> set[Card]:
    """Every card that a text names, in words, signs or letters."""
    found: set[Card] = set()
    for ranks, suit in _IN_WORDS.findall(text):
        words = re.findall(_RANK, ranks, re.IGNORECASE)
        found |= {_card(_RANKS[word.lower()], _SUITS[suit.lower()]) for word in words}
    for rank, sign in _IN_SIGNS.findall(text):
        found.add(_card(_rank(rank), _SIGNS[sign]))
    for rank, letter in _IN_LETTERS.findall(text):
        found.add(_card(_rank(rank), _LETTERS[letter]))
    return found


def _rank(text: str) -> Rank:
    letter = text.replace("10", "T")
    return next(rank for rank in Rank if rank.letter == letter)


def _card(rank: Rank, suit: Suit) -> Card:
    return next(card for card in CARDS if card.rank is rank and card.suit is suit)


def cards_seen(table: Table, person: str | None) -> set[Card]:
    """Every card that somebody at a table may know, from its kept actions alone.

    Args:
        table: The table.
        person: Their id; None for whoever only looks on.
    """
    game = table.game
    if game is None:
        return set()
    seat = None if person is None else table.seat_of(person)
    is_over = table.stage in {Stage.OVER, Stage.CLOSED}
    seen: set[Card] = set()
    deals = [place for place, taken in enumerate(game.taken) if isinstance(taken.action, Deal)]
    for taken in game.taken:
        match taken.action:
            case Draw(cards=cards):
                seen |= set(cards)
            case Deal(hands=hands, turn_up=turn_up, kitty=kitty):
                seen.add(turn_up)
                is_done = game.taken.index(taken) != deals[-1] or table.turn is None
                if is_over or (table.reveal is Reveal.DEAL and is_done):
                    seen |= {card for hand in hands for card in hand} | set(kitty)
                if seat is not None:
                    seen |= set(hands[seat])
            case Discard(seat=thrower, card=card) if thrower == seat:
                seen.add(card)
            case Play(card=card):
                seen.add(card)
            case _:
                pass
    # What was taken back was shown all the same.
    seen |= {undone.action.card for undone in game.undone if isinstance(undone.action, Play)}
    return seen
