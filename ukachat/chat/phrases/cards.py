"""Which cards somebody may mean: by rank, suit, bower, colour, slot, or as the lowest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from ukachat.chat.phrases.lexicon import CardTerm, Look, Number
from ukachat.engine.cards import CARDS, Card, Rank, Suit
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower, is_right_bower

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ukachat.engine.cards import Hand

_EXTREMES: Final[dict[CardTerm, Callable[..., int]]] = {Look.LOWEST: min, Look.HIGHEST: max}
_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)


class Cards(NamedTuple):
    """The cards that can be spoken of where the game stands.

    Attributes:
        trump: The trump suit.
        turn_up: The card turned on the kitty.
        pool: What may be spoken of without its full name: the hand, and what may be thrown.
        legal: Those of the pool that may be played or thrown now.
        slots: By slot, its card; None where it has been played.
    """

    trump: Suit
    turn_up: Card
    pool: Hand
    legal: Hand
    slots: Sequence[Card | None]

    def meant(self, terms: tuple[CardTerm, ...]) -> list[Hand]:
        """What the terms mean: one set of cards that fit all, or else one for each term.

        A set is empty where no card is meant that one could play; a card of another hand is meant
        only by its full name.
        """
        if len(terms) > 1:
            terms = tuple(term for term in terms if term is not Look.ONE)
        fit_all = any(self._fitting(terms, printed=printed) for printed in (False, True))
        if len(terms) > 1 and (not fit_all or set(_EXTREMES) <= set(terms)):
            return [self._candidates((term,)) for term in terms]
        return [self._candidates(terms)]

    def _candidates(self, terms: tuple[CardTerm, ...]) -> Hand:
        # The left bower can be spoken of by its printed suit and by the one it belongs to.
        found = {
            card
            for printed in (False, True)
            for card in self._narrowed(terms, self._fitting(terms, printed=printed))
        }
        return tuple(card for card in dict.fromkeys((*self.pool, *CARDS)) if card in found)

    def _narrowed(self, terms: tuple[CardTerm, ...], cards: Hand) -> Hand:
        held = tuple(card for card in cards if card in self.pool)
        if not held:
            return cards if len(cards) == 1 else ()
        extreme = next((_EXTREMES[term] for term in terms if term in _EXTREMES), None)
        if extreme is None:
            return held
        among = tuple(card for card in held if card in self.legal) or held
        strength = extreme(map(self._strength, among))
        return tuple(card for card in among if self._strength(card) == strength)

    def _strength(self, card: Card) -> int:
        table = TRUMP_TABLES[self.trump]
        return table.strength[table.suit[card.index]][card.index]

    def _fitting(self, terms: tuple[CardTerm, ...], *, printed: bool) -> Hand:
        return tuple(
            card for card in CARDS if all(self._fits(card, term, printed=printed) for term in terms)
        )

    def _fits(self, card: Card, term: CardTerm, *, printed: bool) -> bool:
        match term:
            case Card():
                return card is term
            case Suit():
                suit = card.suit if printed else TRUMP_TABLES[self.trump].suit[card.index]
                return suit is term
            case Rank():
                return card.rank is term
            case Number(value=number):
                in_slot = 0 < number <= len(self.slots) and self.slots[number - 1] is card
                return in_slot or card.rank == number
            case _:
                return self._looks(card, term)

    def _looks(self, card: Card, look: Look) -> bool:
        trump = self.trump
        match look:
            case Look.RIGHT:
                return is_right_bower(card, trump)
            case Look.LEFT:
                return is_left_bower(card, trump)
            case Look.BOWER:
                return is_right_bower(card, trump) or is_left_bower(card, trump)
            case Look.TRUMP:
                return TRUMP_TABLES[trump].suit[card.index] is trump
            case Look.TURN_UP:
                return card is self.turn_up
            case Look.RED | Look.BLACK:
                return (card.suit in _RED) is (look is Look.RED)
            case Look.ONE:
                return self._fits(card, Number(1), printed=True)
            case Look.LOWEST | Look.HIGHEST:
                return True
            case _:
                assert_never(look)
