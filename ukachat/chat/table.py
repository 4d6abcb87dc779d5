"""A table: who sits where, the game, and for whom it waits.

A table is a value that follows from its decisions alone: `growing.grow` adds one. Everything here
is a question about it and changes nothing, but for `Table.submit`, which says what a seat's action
leads to and leaves it to the caller to keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ukachat.chat.decisions import Acted
from ukachat.chat.pace import IDLE_SECONDS, LOBBY_SECONDS, OVER_SECONDS, Pace
from ukachat.engine import check, to_act
from ukachat.engine.errors import NotYourTurn
from ukachat.engine.notation import format_action
from ukachat.engine.seats import Seat
from ukachat.engine.state import AwaitingDeal, Over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ukachat.chat.decisions import Decision
    from ukachat.engine.actions import Action, SeatAction
    from ukachat.engine.events import Event
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.state import GameState
    from ukachat.fair import Promise
    from ukachat.text import Account


class TableError(Exception):
    """Why a table cannot do what was asked; see also `engine.errors.Refusal`."""


class OutOfDate(TableError):
    """The table has moved on since the choice was offered."""


class NoGame(TableError):
    """No game is running."""


class Stage(Enum):
    """What a table is at."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Reveal(Enum):
    """When the secret of a deal, and with it all its cards, is revealed."""

    DEAL = "deal"
    GAME = "game"


class Mover(Enum):
    """Who moved for a seat."""

    PERSON = "person"
    COMPUTER = "computer"
    CARETAKER = "caretaker"
    ITSELF = "itself"
    """The last card of a hand, which its owner lets go by itself."""


class Wish(Enum):
    """What needs everybody's consent."""

    UNDO = "undo"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Nobody:
    """The seat is empty."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player holds the seat."""

    level: str


@dataclass(frozen=True, slots=True)
class Human:
    """A person holds the seat.

    Attributes:
        person: Their id.
        away: Whether a caretaker computer plays for them.
    """

    person: str
    away: bool = False


Holder: TypeAlias = Nobody | Computer | Human


class Taken(NamedTuple):
    """An action of the game as the table remembers it.

    Attributes:
        action: What was done.
        by: Who moved.
        before: The game before it.
        account: What had been told before it, to watchers.
    """

    action: Action
    by: Mover
    before: GameState
    account: Account


class TakenBack(NamedTuple):
    """An action that was taken back.

    Attributes:
        deal: In which deal, from 0.
        after: After how many kept actions of that deal.
        action: What had been done.
    """

    deal: int
    after: int
    action: SeatAction


@dataclass(frozen=True, slots=True)
class Game:
    """A game at a table.

    Attributes:
        state: Where it stands.
        account: What has been told of the deal in hand, to watchers.
        taken: All kept actions.
        seals: What the cards came from: first the draw for the dealer, then each deal.
        deal_from: How many kept actions there were once the deal in hand was dealt.
        deals: How many deals were dealt.
        undone: What was taken back.
    """

    state: GameState
    account: Account
    taken: tuple[Taken, ...]
    seals: tuple[Promise, ...]
    deal_from: int
    deals: int
    undone: tuple[TakenBack, ...]


class Asking(NamedTuple):
    """Somebody's question to the others.

    Attributes:
        what: What it is about.
        seat: Who asked.
        agreed: Who has agreed, the asker included.
        asked: The version at which it was asked: buttons of earlier questions are out of date.
    """

    what: Wish
    seat: Seat
    agreed: tuple[Seat, ...]
    asked: int


class Effects(NamedTuple):
    """What a decision leads to.

    Attributes:
        table: The table after it.
        decision: To be kept.
        events: What happened in the game; to be shown through `engine.redact` only.
    """

    table: Table
    decision: Decision
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table after some decisions.

    Attributes:
        id: Names it.
        version: How many decisions it has.
        by: The id of the person who opened it.
        home: Where it was opened: a group's address, or a person's id for their private chat.
        circle: See `messages.Place`.
        seed: From which computer players draw.
        name: The variant's name.
        rules: The variant.
        next_rules: Name and variant of the game after this one; None for the same.
        pace: How long it waits.
        reveal: When secrets are revealed.
        holders: By seat, who holds it.
        seal: The secret of the next cards, while words may be added to it.
        game: The game; None before its start.
        asking: What was asked and is not answered yet by all.
        moved: The version at which its game last moved: choices that were offered before are out
            of date.
        since: From when the present wait counts, in seconds since 1970.
        nudged: Whether the person it waits for was reminded.
        closed: Whether nothing more happens at it.
        has_played: Who has held which seat in the game, and so seen its hand: ids and seats.
    """

    id: str
    version: int
    by: str
    home: str
    circle: str
    seed: bytes
    name: str
    rules: Ruleset
    next_rules: tuple[str, Ruleset] | None
    pace: Pace
    reveal: Reveal
    holders: tuple[Holder, ...]
    seal: Promise | None
    game: Game | None
    asking: Asking | None
    moved: int
    since: float
    nudged: bool
    closed: bool
    has_played: frozenset[tuple[str, int]]

    @property
    def in_group(self) -> bool:
        """Whether it was opened in a group."""
        return self.circle == self.home

    @property
    def stage(self) -> Stage:
        """What it is at."""
        if self.closed:
            return Stage.CLOSED
        if self.game is None:
            return Stage.LOBBY
        return Stage.OVER if isinstance(self.game.state.phase, Over) else Stage.PLAYING

    @property
    def people(self) -> dict[Seat, Human]:
        """The seats that people hold, in order."""
        return {
            Seat(seat): holder
            for seat, holder in enumerate(self.holders)
            if isinstance(holder, Human)
        }

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose people play for themselves."""
        return tuple(seat for seat, holder in self.people.items() if not holder.away)

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats that nobody holds."""
        return tuple(
            Seat(seat) for seat, holder in enumerate(self.holders) if isinstance(holder, Nobody)
        )

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats that computer players hold; not those of people who are away."""
        return tuple(
            Seat(seat) for seat, holder in enumerate(self.holders) if isinstance(holder, Computer)
        )

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits; None where they do not."""
        return next((seat for seat, holder in self.people.items() if holder.person == person), None)

    def names(self, people: Mapping[str, str]) -> tuple[str, ...]:
        """By seat, what its holder is called; computers and the forgotten by their seat.

        Args:
            people: Names by id.
        """
        called = [
            people.get(holder.person, "") if isinstance(holder, Human) else ""
            for holder in self.holders
        ]
        seats = self.rules.seating.names
        return tuple(
            f"{name} ({seat})" if name and called.count(name) > 1 else name or seat
            for name, seat in zip(called, seats, strict=True)
        )

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act in the game; None while cards are to be dealt, or in no game."""
        if self.stage is not Stage.PLAYING or self.game is None:
            return None
        turn = to_act(self.game.state)
        return turn if isinstance(turn, Seat) else None

    @property
    def dealer_to_deal(self) -> Seat | None:
        """Who is to deal now; None at any other time."""
        if self.stage is Stage.PLAYING and self.game is not None:
            phase = self.game.state.phase
            return phase.dealer if isinstance(phase, AwaitingDeal) else None
        return None

    def may_deal(self, seat: Seat) -> bool:
        """Whether a person's seat may close the window for words and have the cards dealt.

        The dealer does; for a computer, or a person who is away, anybody who is there.
        """
        dealer = self.dealer_to_deal
        return dealer is not None and (dealer == seat or dealer not in self.present)

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of the people without whom it does not go on; empty where it waits for nobody.

        While everybody is away the game rests, and it waits for all of them.
        """
        if self.stage is not Stage.PLAYING:
            return ()
        if not self.present:
            return tuple(self.people)
        if self.turn is not None:
            return (self.turn,) if self.turn in self.present else ()
        return tuple(seat for seat in self.present if self.may_deal(seat))

    @property
    def has_clock(self) -> bool:
        """Whether its pace counts: a person alone with computers keeps nobody waiting."""
        return len(self.people) > 1 and bool(self.present)

    @property
    def deadline(self) -> float | None:
        """When something is due at it even if nobody acts, in seconds since 1970."""
        if self.closed:
            return None
        patience = self.patience
        return self.since + (IDLE_SECONDS if patience is None else patience)

    @property
    def patience(self) -> float | None:
        """For how many seconds it waits from `since` on; None where no clock runs.

        Without a clock it still does not wait for ever, but for `pace.IDLE_SECONDS`.
        """
        if self.stage is Stage.LOBBY:
            return LOBBY_SECONDS
        if self.stage is Stage.OVER:
            return OVER_SECONDS
        if not self.has_clock:
            return None
        if self.turn is None:
            return self.pace.deal_limit
        return self.pace.limit if self.nudged else self.pace.nudge

    def submit(self, seat: Seat, action: SeatAction, version: int) -> Effects:
        """What a person's action leads to.

        Args:
            seat: Whose action it is.
            action: What they do.
            version: The table's version when the choice was offered.

        Raises:
            OutOfDate: The table has moved on since.
            NoGame: No game is running.
            Refusal: The rules forbid it.
        """
        from ukachat.chat.growing import grow  # which makes tables, and so imports this module

        if not self.moved <= version <= self.version:
            raise OutOfDate
        if self.stage is not Stage.PLAYING or self.game is None:
            raise NoGame
        if action.seat != seat:
            raise NotYourTurn(seat, self.turn)
        check(self.game.state, action)
        return grow(self, Acted(format_action(action), Mover.PERSON.value), self.since)
