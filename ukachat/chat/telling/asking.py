"""What a seat is asked when it is its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.choices import choice_words, question
from ukachat.chat.phrases import Unclear
from ukachat.chat.telling.hands import cards_line, follower, led_words, one_card
from ukachat.engine import check, view
from ukachat.engine.actions import ChooseDealer, Discard, LeaveTurnUp, Name, OrderUp, Pass, Play
from ukachat.engine.cards import Suit
from ukachat.engine.errors import MayNotOrderUp, MustHoldSuit, Refusal
from ukachat.engine.events import CardPlayed, DealerForced, Dealt, Named, OrderedUp, TrickWon
from ukachat.engine.options import DealerLast
from ukachat.engine.state import (
    ChoosingDealer,
    Discarding,
    FirstRound,
    GoingAlone,
    Playing,
    SecondRound,
    TakingTurnUp,
)
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower
from ukachat.text import English
from ukachat.text.words import either, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.cards import Hand
    from ukachat.engine.events import Event
    from ukachat.engine.seats import Seat
    from ukachat.engine.state import GameState
    from ukachat.engine.views import DealView, View
    from ukachat.text import Style

_MAKING_TRUMPS = (OrderedUp, Named, DealerForced)
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def window(table: Table, seat: Seat | None, names: Sequence[str]) -> str:
    """What is said while words may be added to the next cards.

    Args:
        table: The table.
        seat: The reader's seat; None for a group.
        names: By seat, what its holder is called.
    """
    assert table.seal is not None
    # Last of all, for a screen reader takes long over a hash.
    sealed = f"The cards are sealed: {table.seal.hash}"
    dealer = table.dealer_to_deal
    if dealer is None:
        return f"/cut adds your words to the shuffle.\n{sealed}"
    name = English(table.rules, names).names[dealer]
    if seat is not None and table.may_deal(seat):
        whose = "You deal" if dealer == seat else f"{name} deals"
        return f"{whose}. /deal deals the cards, /cut adds your words first.\n{sealed}"
    return f"{name} deals. Until then /cut adds your words.\n{sealed}"


def turn(
    table: Table,
    seat: Seat,
    names: Sequence[str],
    style: Style,
    told: Sequence[Event] = (),
    *,
    below_table: bool = False,
    opening: str = "",
) -> str:
    """The question to the seat whose turn it is, with what it needs to know.

    Args:
        table: The table.
        seat: The seat.
        names: By seat, what its holder is called.
        style: How cards are shown.
        told: What the seat has just been told in the same message, which is not said twice.
        below_table: Whether the same message shows the table, which is not said twice either.
        opening: How the question begins; empty for ``Your turn, Ana.``
    """
    game = table.game
    assert game is not None
    seen = view(game.state, seat)
    words = English(table.rules, names, style=style)
    opening = opening or f"Your turn, {words.names[seat]}."
    lines = _situation(game.state, seen, words, opening, told, below_table=below_table)
    match game.state.phase:
        case FirstRound() | SecondRound():
            is_known = bool(told)  # The turn-up and the calls
        case Discarding() | GoingAlone():
            is_known = any(isinstance(event, _MAKING_TRUMPS) for event in told)
        case _:
            is_known = below_table = False
    if is_known or below_table:
        lines = lines[1:]
    if seen.deal is not None and not any(isinstance(event, Dealt) for event in told):
        lines.append(cards_line(seen.deal.hand, style))
    return "\n".join([*lines, *_choices(seen, words)])


# --- where the game stands ---


def _situation(
    state: GameState,
    seen: View,
    words: English,
    your_turn: str,
    told: Sequence[Event],
    *,
    below_table: bool,
) -> list[str]:
    """Where the game stands, and the question itself."""
    seat, deal = seen.seat, seen.deal
    assert seat is not None
    if deal is None:
        assert isinstance(state.phase, ChoosingDealer)
        return [f"{your_turn} You won the cut. Who of your side deals first?"]
    turn_up = one_card(deal.turn_up, words.style)
    match state.phase:
        case FirstRound():
            asks = _why_only_pass(state, seen, words) or _will_you_have(deal, seat)
            return [_calls(deal, turn_up, words), f"{your_turn} {asks}"]
        case SecondRound(dealer=dealer):
            asks = _why_only_pass(state, seen, words) or "Which suit shall be trumps?"
            must = dealer == seat and seen.ruleset.dealer_is_forced
            takes = seen.ruleset.round2.dealer is DealerLast.TAKES_TURN_UP
            last = " You are the last, and must make trumps." if must and not takes else ""
            down = f"{words.names[dealer]} has turned the {turn_up} down."
            return [down, f"{your_turn} {asks}{last}"]
        case TakingTurnUp():
            taken = f"Nobody has called, so you must take the {turn_up}."
            return [f"{your_turn} {taken} Do you go alone?"]
        case Discarding():
            may_leave = LeaveTurnUp(seat) in seen.legal_actions
            take = f"You {'may take' if may_leave else 'take'} the {turn_up}"
            leave = ", or leave it" if may_leave else ""
            asks = f"{take}{leave}. Which card do you throw for it?"
            return [_trumps(deal, words), f"{your_turn} {asks}"]
        case GoingAlone():
            return [_trumps(deal, words), f"{your_turn} {_goes_alone(deal, seat, words)}"]
        case Playing():
            lies = _trick(seen, deal, words, told, below_table=below_table)
            return [" ".join([your_turn, *lies])]
        case _:
            return [your_turn]


def _calls(deal: DealView, turn_up: str, words: English) -> str:
    """The turn-up, the dealer, and who has passed."""
    said = f"Turn-up: {turn_up}. {words.names[deal.dealer]} deals."
    if not deal.calls:
        return said
    passed = words.people([call.seat for call in deal.calls])
    return f"{said} {passed} said {pass_words(words)}."


def pass_words(words: English) -> str:
    """What a player says who passes."""
    said = one_line(words.rules.words.pass_)
    return f'"{said}"' if said.startswith("I ") else said


def _will_you_have(deal: DealView, seat: Seat) -> str:
    """The question of the first round, and how many trumps the hand would hold."""
    suit = deal.turn_up.suit
    held = TRUMP_TABLES[suit].follows(deal.hand, suit)
    count = number_words(len(held))
    with_it = ", and the turn-up" if seat == deal.dealer else ""
    left = ""
    if any(is_left_bower(card, suit) for card in held):
        left = "; one is the left bower" if len(held) > 1 else ", the left bower"
    return f"Will you have {suit.word}? You hold {count}{left}{with_it}."


def number_words(number: int) -> str:
    """A small number in words."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _trumps(deal: DealView, words: English) -> str:
    """What trumps are, who made them, and who plays alone."""
    assert deal.trumps is not None
    maker = words.names[deal.trumps.caller]
    alone = "".join(f" {words.names[seat]} plays alone." for seat in deal.trumps.alone)
    return f"{deal.trumps.suit.word.capitalize()} are trumps, made by {maker}.{alone}"


def _goes_alone(deal: DealView, seat: Seat, words: English) -> str:
    """The question whether a maker or a defender plays alone."""
    assert deal.trumps is not None
    side = words.table.side
    verb = "go" if side[seat] == side[deal.trumps.caller] else "defend"
    return f"Do you {verb} alone?"


def _trick(
    seen: View, deal: DealView, words: English, told: Sequence[Event], *, below_table: bool
) -> list[str]:
    """What lies on the table, and who is winning, as far as it has not just been told."""
    assert deal.trumps is not None
    assert deal.leader is not None
    trump = deal.trumps.suit
    is_made = below_table or any(isinstance(event, _MAKING_TRUMPS) for event in told)
    are_trumps = [] if is_made else [f"{trump.word.capitalize()} are trumps."]
    trick = deal.trick
    if not trick:
        return ["You lead.", *are_trumps]
    following = seen.ruleset.seating.active[deal.trumps.alone].following
    plays = [deal.leader]
    while len(plays) < len(trick):
        plays.append(following[plays[-1]])
    table = TRUMP_TABLES[trump]
    best = table.winner(trick)
    winning = f"{words.names[plays[best]]} is winning"
    if _told_of_trick(told) >= len(trick):
        # The last card was told with its player as the winner, if it wins.
        return are_trumps if best == len(trick) - 1 else [f"{winning}.", *are_trumps]
    lies = f"{led_words(deal)}; {winning} with {words.card(trick[best], trump)}."
    return [lies] if table.suit[trick[0].index] is trump else [lies, *are_trumps]


def _told_of_trick(told: Sequence[Event]) -> int:
    """How many cards have been told of since the last trick was won."""
    count = 0
    for event in told:
        count = 0 if isinstance(event, TrickWon) else count + isinstance(event, CardPlayed)
    return count


# --- what may be done ---


def _choices(seen: View, words: English) -> list[str]:
    """The line that says what may be done; none where it has been said."""
    actions, deal = seen.legal_actions, seen.deal
    match actions[0]:
        case Pass() if len(actions) == 1:
            return []  # The question has said why.
        case ChooseDealer():
            labels = [f'"{choice_words(action, seen, words.names)}"' for action in actions]
            return [f"You may say: {either(labels)}."]
        case Play() | Discard() | LeaveTurnUp():
            assert deal is not None
            return _cards_to_choose(actions, deal)
        case _:
            return [question(Unclear(actions), seen, words.names)]


def _cards_to_choose(actions: Sequence[SeatAction], deal: DealView) -> list[str]:
    """Which cards may be played or thrown, the high ones first; briefly, where all may."""
    chosen = {action.card for action in actions if isinstance(action, Play | Discard)}
    own = sorted(chosen & set(deal.hand), key=lambda card: card.index, reverse=True)
    assert deal.trumps is not None
    may = "You may play" if isinstance(actions[0], Play) else "You may throw"
    if len(own) == 1 < len(deal.hand):
        return [f"You can only play the {follower(own[0], deal.trumps.suit)}."]
    if len(own) < len(deal.hand):
        return [f"{may}: {either([follower(card, deal.trumps.suit) for card in own])}."]
    if isinstance(actions[0], Play):
        return [f"{may} any of them."] if len(own) > 1 else []
    itself = ", or the turn-up itself" if deal.turn_up in chosen else ""
    return [f"{may} any of them{itself}."]


def _why_only_pass(state: GameState, seen: View, words: English) -> str:
    """Why a seat can only pass; empty where it has a choice."""
    seat, deal = seen.seat, seen.deal
    assert seat is not None
    assert deal is not None
    if not isinstance(seen.legal_actions[0], Pass) or len(seen.legal_actions) > 1:
        return ""
    only = f"you can only say {pass_words(words)}"
    first = isinstance(state.phase, FirstRound)
    calls = [OrderUp(seat)] if first else [Name(seat, suit) for suit in Suit]
    refusals = [refusal for call in calls if (refusal := _refusal(state, call)) is not None]
    match refusals:
        case [MustHoldSuit(suit=suit)]:
            return f"{lacking(deal.hand, suit)}, so {only}."
        case [MayNotOrderUp()]:
            return f"The dealer's partner may not call in this round, so {only}."
        case [*_] if any(isinstance(refusal, MustHoldSuit) for refusal in refusals):
            return f"You hold no suit that you could name, so {only}."
        case _:
            return f"{only[:1].upper()}{only[1:]}."


def lacking(hand: Hand, suit: Suit) -> str:
    """That a hand has no card of a suit, though perhaps the left bower."""
    none = f"You hold no {suit.word.removesuffix('s')}"
    if any(is_left_bower(card, suit) for card in hand):
        return f"{none}, for the left bower does not count as one"
    return none


def _refusal(state: GameState, call: OrderUp | Name) -> Refusal | None:
    try:
        check(state, call)
    except Refusal as refusal:
        return refusal
    return None
