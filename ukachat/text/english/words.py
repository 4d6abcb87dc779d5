"""English words for cards, calls, seats and sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ukachat.engine.events import DealerForced, Named, OrderedUp, Passed
from ukachat.engine.trumps import is_left_bower, is_right_bower
from ukachat.text.words import Style, card_short, card_words, counted, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ukachat.engine.cards import Card, Hand, Suit
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat, Side
    from ukachat.text.account import Call

_SIDES = ("Red", "White")  # the colours of the chips with which Uka is played


class Words:
    """The words of one table.

    Args:
        rules: The variant, for the seats and the words of the calls.
        names: By seat, what its player is called; an empty name stands for the seat's own.
        style: How cards are shown.
    """

    def __init__(self, rules: Ruleset, names: Sequence[str], *, style: Style = Style.WORDS) -> None:
        self.rules = rules
        self.table = rules.seating
        self.style = style
        self.names = tuple(
            one_line(name) or seat for name, seat in zip(names, self.table.names, strict=True)
        )

    def call_words(self, call: Call) -> str:
        """What was said, in the ruleset's words: ``pick it up, alone``."""
        words = self.rules.words
        match call:
            case Passed():
                return _as_said(words.pass_)
            case OrderedUp(seat=seat, dealer=dealer):
                said = words.order
                if seat == dealer:
                    said = words.take
                elif seat in self.table.partners[dealer]:
                    said = words.assist
            case Named(suit=suit):
                said = suit.word
            case DealerForced():
                return "must take the turn-up"
            case _:
                assert_never(call)
        if not call.alone or said == words.alone:
            return _as_said(said)
        return f"{_as_said(said)}, {_as_said(words.alone)}"

    def card(self, card: Card, trump: Suit | None = None) -> str:
        """A card in a sentence: ``the left bower, the jack of diamonds``."""
        bower = ""
        if trump is not None:
            bower = "the right bower, " if is_right_bower(card, trump) else bower
            bower = "the left bower, " if is_left_bower(card, trump) else bower
        short = "" if self.style is Style.WORDS else f" {card_short(card, self.style)}"
        return f"{bower}the {card_words(card)}{short}"

    def cards(self, cards: Hand, *, of: int | None = None) -> str:
        """A list of cards, suit by suit, and how many of all `of` are not known."""
        if self.style is Style.WORDS:
            known = _in_suits(cards)
        else:
            known = " ".join(card_short(card, self.style) for card in _sorted(cards))
        missing = 0 if of is None else of - len(cards)
        if missing <= 0:
            return known
        unknown = f"{counted(missing, 'card')} not known"
        return f"{known} and {unknown}" if cards else unknown

    def short(self, card: Card) -> str:
        """A card by itself: ``J♥``, or ``jack of hearts`` where the style is words."""
        return self.cards((card,))

    def seat(self, seat: Seat) -> str:
        """A seat and its player: ``North, Mere``."""
        place, name = self.table.names[seat], self.names[seat]
        return place if place.lower() == name.lower() else f"{place}, {name}"

    def side(self, side: Side) -> str:
        """A side: ``Red``; where each plays alone, the player."""
        members = self.table.members(side)
        return _SIDES[side] if len(members) > 1 else self.people(members)

    def side_and_players(self, side: Side) -> str:
        """A side and its players: ``Red (Mere and Ana)``."""
        members = self.table.members(side)
        players = self.people(members)
        return f"{self.side(side)} ({players})" if len(members) > 1 else players

    def side_and_seats(self, side: Side) -> str:
        """A side with its players and their seats: ``Red: Mere (North) and Ana (South)``."""
        names, places = self.names, self.table.names
        players = [
            names[seat] if self.seat(seat) == places[seat] else f"{names[seat]} ({places[seat]})"
            for seat in self.table.members(side)
        ]
        return f"{self.side(side)}: {joined(players)}" if len(players) > 1 else players[0]

    def score(self, score: tuple[int, ...]) -> str:
        """A score: ``Red 7, White 5``."""
        return ", ".join(f"{self.side(side)} {score[side]}" for side in self.table.sides)

    def people(self, seats: Iterable[Seat]) -> str:
        """Players in words: ``Mere and Ana``."""
        return joined([self.names[seat] for seat in seats])


def _as_said(words: str) -> str:
    """Words of a call; a sentence of its own, as "I am going alone", in quotation marks."""
    said = one_line(words)
    return f'"{said}"' if said.startswith("I ") else said


def _sorted(cards: Hand) -> list[Card]:
    """Suit by suit, the high cards first."""
    return sorted(cards, key=lambda card: card.index, reverse=True)


def _in_suits(cards: Hand) -> str:
    """Cards in words, suit by suit: ``ace and king of spades, nine of hearts``."""
    suits: dict[Suit, list[str]] = {card.suit: [] for card in _sorted(cards)}
    for card in _sorted(cards):
        suits[card.suit].append(card.rank.word)
    return ", ".join(f"{joined(ranks)} of {suit.word}" for suit, ranks in suits.items())
