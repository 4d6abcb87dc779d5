"""English: every sentence on a game, from events alone.

Facts come in the order who, what, what it changes. The words of the calls are the ruleset's own.
What a reader does not know is called so and never made up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ukachat.engine.events import (
    CardPlayed,
    CardsDrawn,
    DealerChosen,
    DealerForced,
    DealScored,
    Dealt,
    Declared,
    DrawTied,
    Event,
    GameOver,
    Named,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
    TrickWon,
    TurnUpLeft,
    TurnUpTaken,
)
from ukachat.engine.options import PickUp
from ukachat.text.english.words import Words
from ukachat.text.words import Style, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat
    from ukachat.engine.trumps import TrumpTable
    from ukachat.text.account import Account, Call


class Sentences(Words):
    """The sentences on what happens at one table.

    Args:
        rules: As of `Words`.
        names: As of `Words`.
        style: As of `Words`.
        shown: The seats whose hands are told when they are dealt. The reader of a redacted game
            is shown the own hand only, or none.
    """

    def __init__(
        self,
        rules: Ruleset,
        names: Sequence[str],
        *,
        style: Style = Style.WORDS,
        shown: Iterable[Seat] = (),
    ) -> None:
        super().__init__(rules, names, style=style)
        self.shown = tuple(shown)

    def tell(self, account: Account, event: Event) -> tuple[str, ...]:
        """The lines on an event; `account` is what was known before it."""
        match event:
            case CardsDrawn() | DrawTied() | DealerChosen():
                return (self._first_dealer(event),)
            case Dealt():
                return self._dealt(event)
            case Passed() | OrderedUp() | Named() | DealerForced():
                return (self._call(account, event),)
            case Declared():
                return (self._declared(account, event),)
            case TurnUpTaken() | TurnUpLeft():
                return (self._exchanged(account, event),)
            case CardPlayed():
                return (self._played(account, event),)
            case TrickWon():
                return (self._trick_won(account, event),)
            case DealScored() | PassedOut():
                return (self.result(account, event),)
            case NextDealer(dealer=dealer):
                return (f"{self.names[dealer]} deals next.",)
            case GameOver():
                return (self.game_over(event),)
            case _:
                assert_never(event)

    def _first_dealer(self, event: CardsDrawn | DrawTied | DealerChosen) -> str:
        match event:
            case CardsDrawn(draws=draws):
                fallen = [f"{self.names[seat]} {self.card(card)}" for seat, card in draws]
                if self.rules.deal.first_dealer.jacks:
                    return f"Cards fall face up until a jack: {', '.join(fallen)}."
                return f"Cards are drawn for the first dealer: {', '.join(fallen)}."
            case DrawTied(seats=seats):
                return f"The cards are equal. {self.people(seats)} draw again."
            case DealerChosen(dealer=dealer):
                return f"{self.names[dealer]} is the first dealer."

    def _dealt(self, event: Dealt) -> tuple[str, ...]:
        turned = f"{self.names[event.dealer]} deals. The turn-up is {self.card(event.turn_up)}."
        hands = [self._holds(seat, event.hands[seat]) for seat in self.shown]
        if event.kitty:
            hands.append(f"In the kitty: {self.cards(event.kitty, of=self.rules.kitty_size)}.")
        return (turned, *hands)

    def _holds(self, seat: Seat, hand: Hand) -> str:
        if not hand:
            return f"The hand of {self.names[seat]} is not known."
        return f"{self.names[seat]} holds {self.cards(hand, of=self.rules.deal.cards)}."

    def _call(self, account: Account, event: Call) -> str:
        words = self.call_words(event)
        match event:
            case Passed(seat=seat, turn_up=turn_up, turned_down=turned_down):
                down = f" and turns {self.card(turn_up)} down" if turned_down else ""
                return f"{self.names[seat]} says {words}{down}."
            case OrderedUp(seat=seat, suit=suit):
                said = f"{self.names[seat]} says {words}: {suit.word} are trumps"
                return f"{said}{self._after_order(account, event)}"
            case Named(seat=seat, suit=suit, alone=alone):
                said = f"{self.names[seat]} says {words}: {suit.word} are trumps."
                return f"{said} {self._sits_out(seat)}" if alone else said
            case DealerForced(dealer=dealer, turn_up=turn_up):
                took = f"{self.names[dealer]}, the dealer, must take {self.card(turn_up)}"
                return f"Nobody has called. {took}: {turn_up.suit.word} are trumps."

    def _after_order(self, account: Account, event: OrderedUp) -> str:
        """What ordering up changes: the dealer has to take the turn-up, somebody sits out."""
        caller, dealer = event.seat, event.dealer
        if event.alone and dealer in self.table.partners[caller]:
            return f". {self._sits_out(caller)} The turn-up stays out of play."
        takes = ""
        if self._must_take(event) and account.dealt is not None:
            who = self.names[dealer] if caller == dealer else f"{self.names[dealer]}, the dealer,"
            takes = f", and {who} takes {self.card(account.dealt.turn_up)}"
        return f"{takes}. {self._sits_out(caller)}" if event.alone else f"{takes}."

    def _must_take(self, call: Call) -> bool:
        """Whether the turn-up can only be taken, so that the call already tells that it is."""
        match call:
            case OrderedUp(seat=seat, dealer=dealer):
                return self.rules.round1.pick_up is PickUp.FORCED or seat == dealer
            case _:
                return True

    def _sits_out(self, lone: Seat) -> str:
        partners = self.table.partners[lone]
        return f"{self.people(partners)} {'sits' if len(partners) == 1 else 'sit'} out."

    def _declared(self, account: Account, event: Declared) -> str:
        who = self.names[event.seat]
        if not event.alone:
            return f"{who} does not go alone."
        sides, caller = self.table.side, account.caller
        defends = caller is not None and sides[caller] != sides[event.seat]
        return f"{who} {'defends' if defends else 'plays'} alone. {self._sits_out(event.seat)}"

    def _exchanged(self, account: Account, event: TurnUpTaken | TurnUpLeft) -> str:
        is_told = bool(account.calls) and self._must_take(account.calls[-1])
        if isinstance(event, TurnUpTaken) and is_told:
            return f"{self.names[event.dealer]} {_discards(event, self.card)}."
        return f"{self.exchange(event, self.card)}."

    def exchange(self, event: TurnUpTaken | TurnUpLeft, say: Callable[[Card], str]) -> str:
        """What the dealer did with the turn-up, as a sentence without its full stop.

        Args:
            event: The exchange.
            say: Words a card.
        """
        who = self.names[event.dealer]
        if isinstance(event, TurnUpLeft):
            return f"{who} leaves the turn-up, {say(event.turn_up)}"
        return f"{who} takes {say(event.turn_up)} and {_discards(event, say)}"

    def _played(self, account: Account, event: CardPlayed) -> str:
        who, card = self.names[event.seat], self.card(event.card, account.trump)
        trick = account.on_table
        if trick is None:
            return f"Trick {len(account.tricks) + 1}. {who} leads {card}."
        lying = account.after(event).tricks[-1]
        wins = account.winning(lying) == event.seat
        told = f"{who} {_verb(account.table, trick.cards, event.card, wins=wins)} {card}."
        is_last = len(lying.plays) == self.rules.seats - len(account.out)
        return f"{told} {who} is winning." if wins and not is_last else told

    def _trick_won(self, account: Account, event: TrickWon) -> str:
        after = account.after(event)
        taken = [f"{self.side(side)} {after.taken(side)}" for side in self.table.sides]
        won = f"{self.names[event.seat]} takes trick {event.number}."
        return f"{won} Tricks: {', '.join(taken)}."

    def result(self, account: Account, event: DealScored | PassedOut) -> str:
        """How a deal ended, and the score after it."""
        if isinstance(event, PassedOut):
            return "Everybody has passed twice. Nobody scores."
        lone = [seat for seat in event.alone if self.table.side[seat] == event.makers]
        makers = self.people(self.table.members(event.makers))
        if lone:
            makers = f"{self.names[lone[0]]}, alone,"
        tricks = counted(event.tricks, "trick")
        score = self.score(event.score)
        if event.tricks < event.needed:
            are = "is" if lone else "are"
            said = f"{makers} {are} euchred: {tricks} of the {event.needed} needed."
            return f"{said} {self._points(event)} {score}."
        suit = "trumps" if account.trump is None else account.trump.word
        march = "a march of " if event.tricks == self.rules.deal.cards else ""
        points = counted(event.points[event.makers], "point")
        return f"{makers} made {suit}: {march}{tricks}, {points}. {score}."

    def _points(self, event: DealScored) -> str:
        scoring = [
            f"{self.side(side)} gets {counted(event.points[side], 'point')}."
            for side in self.table.sides
            if event.points[side]
        ]
        return " ".join(scoring) or "Nobody scores."

    def game_over(self, event: GameOver) -> str:
        """Who won the game, and how."""
        if event.winner is None:
            return f"The game ends in a draw: {self.score(event.score)}."
        return f"{self.side_and_players(event.winner)} wins the game: {self.score(event.score)}."


def _discards(event: TurnUpTaken, say: Callable[[Card], str]) -> str:
    if event.discard is None:
        return "discards a card face down"
    back = "the turn-up again, " if event.discard is event.turn_up else ""
    return f"discards {back}{say(event.discard)}"


def _verb(table: TrumpTable | None, before: Hand, card: Card, *, wins: bool) -> str:
    """What playing a card that is not led is called."""
    if table is None:
        return "plays"
    suit = table.suit
    led = suit[before[0].index]
    if suit[card.index] is led:
        return "plays"
    if suit[card.index] is not table.trump:
        return "throws"
    if not wins:
        return "undertrumps with"
    is_trumped = any(suit[other.index] is table.trump for other in before)
    return "overtrumps with" if is_trumped else "trumps with"
