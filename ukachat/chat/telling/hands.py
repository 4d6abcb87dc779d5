"""A seat's own cards, in slots that stay the same for the whole deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.table import Stage
from ukachat.engine import view
from ukachat.engine.actions import Deal, Discard, Play
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower
from ukachat.text.words import Style, card_short, card_words, either, joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ukachat.chat.table import Game, Table
    from ukachat.engine.cards import Card, Suit
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import DealView, View

POP_UP: Final = 200
"""Characters that a pop-up can show."""


# --- slots ---


def slots(table: Table, seat: Seat) -> tuple[Card | None, ...]:
    """A seat's cards by slot; None where the card is played. Empty between deals.

    They lie suit by suit, the high cards first. The turn-up takes the slot of the card that was
    thrown for it; while the dealer chooses, it is one slot more where it may be thrown.
    """
    game = table.game
    if game is None:
        return ()
    seen = view(game.state, seat)
    if seen.deal is None:
        return ()
    held = frozenset(seen.deal.hand)
    lying = [
        seen.deal.turn_up if card is seen.deal.discard else card for card in _dealt(game, seat)
    ]
    turn_up = seen.deal.turn_up
    if Discard(seat, turn_up) in seen.legal_actions:
        return (*lying, turn_up)
    return tuple(card if card in held else None for card in lying)


def _dealt(game: Game, seat: Seat) -> list[Card]:
    """The hand as it was dealt, in the order of its slots."""
    deal = game.taken[game.deal_from - 1].action
    assert isinstance(deal, Deal)
    return _sorted(deal.hands[seat])


def _sorted(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card.index, reverse=True)


# --- cards in words ---


def one_card(card: Card, style: Style) -> str:
    """A card in a list: ``jack of hearts``, and after it the sign if the reader wants one."""
    return listed((card,), style)


def listed(cards: Iterable[Card], style: Style) -> str:
    """Cards in words, suit by suit: ``ace and king of spades A♠ K♠, nine of hearts 9♥``."""
    suits: dict[Suit, list[Card]] = {}
    for card in _sorted(cards):
        suits.setdefault(card.suit, []).append(card)
    return ", ".join(_of_one_suit(cards, style) for cards in suits.values())


def _of_one_suit(cards: Sequence[Card], style: Style) -> str:
    said = f"{joined([card.rank.word for card in cards])} of {cards[0].suit.word}"
    signs = () if style is Style.WORDS else [card_short(card, style) for card in cards]
    return " ".join([said, *signs])


# --- what a seat is told of its hand ---


def cards_line(held: Collection[Card], style: Style) -> str:
    """The line that tells a seat the cards it holds."""
    return f"Your {'cards' if len(held) > 1 else 'only card'}: {listed(held, style)}."


def own_cards(table: Table, seat: Seat, style: Style) -> str:
    """The line that tells a seat the cards it holds; empty where it holds none."""
    seen = None if table.game is None else view(table.game.state, seat)
    if seen is None or seen.deal is None or not seen.deal.hand:
        return ""
    return cards_line(seen.deal.hand, style)


def hand(table: Table, seat: Seat, style: Style) -> str:
    """A seat's cards by slot, and what may be done with them, in at most `POP_UP` characters."""
    game = table.game
    lying = slots(table, seat)
    if game is None or not lying:
        return "The game is over." if table.stage is Stage.OVER else "The cards are not dealt yet."
    shown = ", ".join(f"{number} {_in_slot(card, style)}" for number, card in enumerate(lying, 1))
    whole = f"{shown}.{_remark(view(game.state, seat), lying)}"
    return whole if len(whole) <= POP_UP else f"{shown}."


def _in_slot(card: Card | None, style: Style) -> str:
    if card is None:
        return "played"
    return card_words(card) if style is Style.WORDS else card_short(card, style)


def _remark(seen: View, lying: Sequence[Card | None]) -> str:
    """What may be done with the cards, where it does not go without saying."""
    deal, seat = seen.deal, seen.seat
    if deal is None or seat is None:
        return ""
    if deal.trumps is not None and seat in deal.trumps.sitting_out:
        return " You sit out this deal."
    discards = [action for action in seen.legal_actions if isinstance(action, Discard)]
    if discards:
        if Discard(seat, deal.turn_up) in discards:
            return f" {len(lying)} is the turn-up. Which do you throw?"
        return " The turn-up takes the place of the card you throw."
    return _playable(seen, deal, lying)


def _playable(seen: View, deal: DealView, lying: Sequence[Card | None]) -> str:
    """Which slots may be played and why, where not all may."""
    cards = {action.card for action in seen.legal_actions if isinstance(action, Play)}
    numbers = [str(number) for number, card in enumerate(lying, 1) if card in cards]
    if not numbers or len(numbers) == sum(card is not None for card in lying):
        return ""
    return f" {led_words(deal)}: you may play {either(numbers)}."


def led_words(deal: DealView) -> str:
    """What was led to the trick on the table: ``Diamonds were led``."""
    assert deal.trumps is not None
    trump = deal.trumps.suit
    led = TRUMP_TABLES[trump].suit[deal.trick[0].index]
    if led is trump:
        return f"{trump.word.capitalize()}, the trumps, were led"
    return f"{led.word.capitalize()} were led"


def follower(card: Card, trump: Suit) -> str:
    """A card that may be played: ``jack of diamonds (the left bower)``."""
    return card_words(card) + (" (the left bower)" if is_left_bower(card, trump) else "")
