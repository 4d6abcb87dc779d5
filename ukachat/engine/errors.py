"""What can go wrong in the engine.

::

    EngineError
    ├── RulesetError        a ruleset contradicts itself (the author's mistake)
    ├── MalformedAction     no action of this game at all (the caller's mistake)
    │   ├── BadDeal
    │   └── BadDraw
    └── Refusal             an action that the rules forbid here (the player's mistake)
        ├── GameIsOver
        ├── NotYourTurn
        ├── NotNow
        ├── MayNotPass
        ├── MayNotOrderUp
        ├── MustHoldSuit
        ├── SuitTurnedDown
        ├── MayNotGoAlone
        ├── MustGoAlone
        ├── NotInHand
        ├── MustKeepTurnUp
        ├── MustTakeTurnUp
        ├── MustFollow
        └── NotOfYourSide

Every refusal leaves the state as it was, carries what a kind sentence needs as typed fields, and
its text is a plain English sentence without names of people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ukachat.engine.cards import Card, Suit
    from ukachat.engine.seats import Seat


class EngineError(Exception):
    """Anything the engine raises."""


class RulesetError(EngineError, ValueError):
    """A ruleset that contradicts itself.

    Attributes:
        path: The knob at fault, as key path: ``"scoring.lone_vs_pair"``.
        reason: One sentence that says what does not fit and what would.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class MalformedAction(EngineError, ValueError):
    """An action that no player could mean: a wrong type, a seat that is not at the table."""


class BadDeal(MalformedAction):
    """A deal that is not the whole pack, once each, in hands of the right size."""


class BadDraw(MalformedAction):
    """A draw for the first dealer that is not what the ruleset's method asks for."""


class Refusal(EngineError):
    """An action that the rules forbid now. The state is unchanged."""

    # Each class makes its sentence only when it is read: `legal_actions` makes refusals by the
    # thousand and reads none.


class GameIsOver(Refusal):
    """Nothing can be done: the game has been won."""

    def __str__(self) -> str:
        return "The game is over."


class NotYourTurn(Refusal):
    """Another seat, or the pack, is to act.

    Attributes:
        seat: Who tried.
        turn: Whose turn it is; None while cards are to be drawn or dealt.
    """

    def __init__(self, seat: Seat | None, turn: Seat | None) -> None:
        super().__init__()
        self.seat = seat
        self.turn = turn

    def __str__(self) -> str:
        whose = "the cards are to be drawn or dealt"
        if self.turn is not None:
            whose = f"it is the turn of seat {self.turn}"
        who = "Dealing" if self.seat is None else f"Acting for seat {self.seat}"
        return f"{who} is out of turn: {whose}."


class NotNow(Refusal):
    """The right seat, but this kind of action has no place in this phase."""

    def __init__(self, action: str, phase: str) -> None:
        super().__init__()
        self.action = action
        self.phase = phase

    def __str__(self) -> str:
        return f"{self.action.capitalize()} has no place while {self.phase}."


class MayNotPass(Refusal):
    """The dealer has to name trumps (stick the dealer)."""

    def __str__(self) -> str:
        return "The dealer may not pass here and must make trumps."


class MayNotOrderUp(Refusal):
    """The dealer's partner may not order up under this ruleset."""

    def __str__(self) -> str:
        return "The dealer's partner may not order up the turn-up."


class MustHoldSuit(Refusal):
    """The caller needs a card of the suit that is to be trumps.

    Attributes:
        suit: The suit that is missing from the hand.
    """

    def __init__(self, suit: Suit) -> None:
        super().__init__()
        self.suit = suit

    def __str__(self) -> str:
        return f"Only a player who holds {self.suit.word} may make {self.suit.word} trumps."


class SuitTurnedDown(Refusal):
    """The suit of the turn-up may not be named in the second round.

    Attributes:
        suit: The suit that was turned down.
    """

    def __init__(self, suit: Suit) -> None:
        super().__init__()
        self.suit = suit

    def __str__(self) -> str:
        return f"{self.suit.word.capitalize()} was turned down and may not be named."


class MayNotGoAlone(Refusal):
    """The ruleset gives this seat no lone hand with this call."""

    def __str__(self) -> str:
        return "This player may not go alone with this call."


class MustGoAlone(Refusal):
    """The dealer's partner may order up only by going alone (Canadian loner)."""

    def __str__(self) -> str:
        return "The dealer's partner may order up only by going alone."


class NotInHand(Refusal):
    """The card is not in the hand.

    Attributes:
        card: The card that was tried.
    """

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card

    def __str__(self) -> str:
        return f"{self.card} is not in the hand."


class MustKeepTurnUp(Refusal):
    """The turn-up may not be thrown.

    Attributes:
        turn_up: The card that has to be kept.
    """

    def __init__(self, turn_up: Card) -> None:
        super().__init__()
        self.turn_up = turn_up

    def __str__(self) -> str:
        return f"The dealer must keep the turn-up {self.turn_up} and throw another card."


class MustTakeTurnUp(Refusal):
    """The turn-up may not be left lying."""

    def __str__(self) -> str:
        return "The dealer must take the turn-up."


class MustFollow(Refusal):
    """A card of the suit that was led is held and must be played.

    Attributes:
        card: The card that was tried.
        led: The card that was led.
        playable: The cards of the hand that follow it.
    """

    def __init__(self, card: Card, led: Card, playable: tuple[Card, ...]) -> None:
        super().__init__()
        self.card = card
        self.led = led
        self.playable = playable

    def __str__(self) -> str:
        holds = " ".join(map(str, self.playable))
        return f"{self.card} does not follow {self.led}; the hand still holds {holds}."


class NotOfYourSide(Refusal):
    """The dealer must be a player of the side that won the cut."""

    def __str__(self) -> str:
        return "The dealer must be one of the side that won the cut."
