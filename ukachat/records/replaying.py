"""Playing a record back: what happened, deal by deal, with notes and faults.

Every deal is started afresh from its dealer and the score before it, and played through the engine.
Only the tricks of a deal with faults, read leniently, are followed without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.actions import ChooseDealer, Draw
from ukachat.engine.errors import EngineError
from ukachat.engine.events import DealScored, Dealt, Event, GameOver, TurnUpLeft, TurnUpTaken
from ukachat.engine.game import apply, start
from ukachat.engine.state import AwaitingDeal, ChoosingDealer, Over
from ukachat.records.case import Case
from ukachat.records.completing import Completed, complete
from ukachat.records.course import trumps_of
from ukachat.records.exchange import NO_EXCHANGE, Exchange, readings
from ukachat.records.faults import dealt_wrongly, decided_wrongly, in_the_play, tricks_of_wrong_size
from ukachat.records.findings import (
    Fault,
    GameWasOver,
    Note,
    UnexpectedDealer,
    UnfinishedDeal,
    WrongDecision,
)
from ukachat.records.results import wrong_results
from ukachat.records.running import Run, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.seats import Seat
    from ukachat.records.model import RecordedDeal, SavedGame


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """A deal as it was played.

    Attributes:
        number: Which deal of the game, from 1.
        recorded: As it was written down.
        hands: By seat, the cards as dealt that are known: written, or derived from the play.
        kitty: The cards left face down that are known.
        assumed: The cards with which the deal was completed so that the engine could play it. They
            are in no event, and no text may show them.
        events: What happened, in order, from the deal to the next dealer or the end. A card that is
            not known is missing from its hand; an unknown discard is None, and where nobody can
            tell whether the dealer took the turn-up, no event tells it.
        points: By side; None for a deal that was not decided.
        score: By side, after the deal.
        notes: What is worth saying about the deal.
        faults: What the rules do not allow in it; empty unless read leniently.
    """

    number: int
    recorded: RecordedDeal
    hands: tuple[Hand, ...]
    kitty: Hand
    assumed: frozenset[Card]
    events: tuple[Event, ...]
    points: tuple[int, ...] | None
    score: tuple[int, ...]
    notes: tuple[Note, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played back.

    Attributes:
        game: The record.
        opening: The events of finding the first dealer; empty where it was not recorded.
        deals: The deals, up to the first with a fault unless read leniently.
        score: By side, at the end.
    """

    game: SavedGame
    opening: tuple[Event, ...]
    deals: tuple[ReplayedDeal, ...]
    score: tuple[int, ...]

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of all deals."""
        return tuple(note for deal in self.deals for note in deal.notes)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of all deals."""
        return tuple(fault for deal in self.deals for fault in deal.faults)


class FaultyGame(ValueError):
    """A record that the rules do not allow.

    Attributes:
        faults: What is wrong with the first deal that is; never empty.
        so_far: The replay up to that deal.
    """

    def __init__(self, faults: tuple[Fault, ...], so_far: Replay) -> None:
        source, names = so_far.game.source, so_far.game.names
        lines: list[str] = []
        for fault in faults:
            place = source.place(fault.path)
            where = f"{source.name}:{place[0]}:{place[1]}: " if place else ""
            lines.append(where + fault.sentence(names))
        super().__init__("\n".join(lines))
        self.faults = faults
        self.so_far = so_far


def replay(game: SavedGame, *, lenient: bool = False) -> Replay:
    """Plays a record back.

    Args:
        game: The record, from `read_game`.
        lenient: Whether to go on past revokes, cards from seats that cannot have them and results
            that are written wrong. They are then the `faults` of their deals.

    Raises:
        FaultyGame: A deal is not allowed by the ruleset; ``so_far`` holds the deals before it.
    """
    opening, dealer = _opening(game)
    deals: list[ReplayedDeal] = []
    score, scored, is_over = game.start, 0, False
    for number, recorded in enumerate(game.deals, 1):
        # Until a game is over its deals follow one another; an unfinished deal may be dealt again.
        notes: list[Note] = []
        if dealer is not None and recorded.dealer != dealer:
            notes.append(UnexpectedDealer(number, dealer, recorded.dealer))
        played, following = _replay_deal(game, number, score, scored)
        faults = played.faults
        if any(isinstance(fault, WrongDecision) for fault in faults) or (faults and not lenient):
            raise FaultyGame(faults, Replay(game, opening, tuple(deals), score))
        if isinstance(played.events[-1], GameOver):
            if is_over:
                played = replace(played, events=played.events[:-1])
            elif number < len(game.deals):
                notes.append(GameWasOver(number))
            is_over = True
        deals.append(replace(played, notes=(*notes, *played.notes)))
        score, dealer = played.score, following
        scored += any(isinstance(event, DealScored) for event in played.events)
    return Replay(game, opening, tuple(deals), score)


def _opening(game: SavedGame) -> tuple[tuple[Event, ...], Seat | None]:
    """The events of finding the first dealer, and who is to deal first; nothing if unrecorded."""
    found = game.first_dealer
    if found is None:
        return (), None
    state = start(game.ruleset)
    events: list[Event] = []
    nothing = Replay(game, (), (), game.start)
    try:
        for cards in found.draws:
            state, happened = apply(state, Draw(cards))
            events += happened
        if isinstance(state.phase, ChoosingDealer) and found.dealer is not None:
            state, happened = apply(state, ChooseDealer(state.phase.turn, found.dealer))
            events += happened
    except EngineError as error:
        what = _sentence(error)
        raise FaultyGame((WrongDecision(0, what, ("first_dealer",)),), nothing) from None
    names = game.names
    if found.dealer is None:
        return tuple(events), None
    if not isinstance(state.phase, AwaitingDeal) or state.phase.dealer != found.dealer:
        who = "nobody yet"
        if isinstance(state.phase, AwaitingDeal):
            who = names[state.phase.dealer]
        what = f"{names[found.dealer]} is written as dealer, but the draw gives {who}."
        raise FaultyGame((WrongDecision(0, what, ("first_dealer",)),), nothing)
    return tuple(events), found.dealer


def _replay_deal(
    game: SavedGame, number: int, score: tuple[int, ...], scored: int
) -> tuple[ReplayedDeal, Seat | None]:
    """Plays one deal back, and says who is to deal next; None after an unfinished deal."""
    rules, recorded = game.ruleset, game.deals[number - 1]
    case = Case(rules, recorded, number, game.names, trumps_of(rules, recorded))
    nothing = ReplayedDeal(
        number, recorded, recorded.hands, recorded.kitty, frozenset(), (), None, score, (), ()
    )
    wrong = (*dealt_wrongly(case), *decided_wrongly(case)) or tuple(tricks_of_wrong_size(case))
    if wrong:
        return replace(nothing, faults=wrong), None
    reading = _best_reading(case)
    completed, faults = reading.completed, reading.faults
    if completed is None:
        what = "no cards can complete the hands under which this play is allowed."
        misfit = WrongDecision(number, what, case.path())
        return replace(nothing, faults=(*faults, misfit)), None
    before = start(rules, dealer=recorded.dealer, score=score, deals=scored)
    result = run(before, case, completed, by_the_rules=not faults)
    after = result.state.score
    ended = isinstance(result.state.phase, AwaitingDeal | Over)
    points = tuple(new - old for new, old in zip(after, score, strict=True)) if ended else None
    unfinished = not (ended or result.wrong)
    played = ReplayedDeal(
        number=number,
        recorded=recorded,
        hands=completed.hands,
        kitty=completed.kitty,
        assumed=completed.assumed,
        events=tuple(_without_assumed(result.events, completed, reading)),
        points=points,
        score=after,
        notes=(UnfinishedDeal(number, result.tricks),) if unfinished else (),
        faults=(*faults, *result.wrong, *wrong_results(case, points, after)),
    )
    return played, _next_dealer(result, recorded.dealer)


class _Reading(NamedTuple):
    """How a deal is read: complete, with what is wrong in it.

    Attributes:
        completed: The deal with nothing missing; None where no cards fit.
        faults: What the rules do not allow in its play.
        exchange_is_known: Whether the record leaves no doubt that the dealer took, or did not take,
            the turn-up.
        thrown_is_known: Whether it leaves no doubt of the card thrown for it.
    """

    completed: Completed | None
    faults: tuple[Fault, ...]
    exchange_is_known: bool = True
    thrown_is_known: bool = True


def _best_reading(case: Case) -> _Reading:
    """The first reading of the dealer's exchange under which everything is allowed.

    Where there is none, the one with the fewest faults, completed with any cards.
    """
    rules, deal, trumps = case.rules, case.deal, case.trumps
    if trumps is None:
        return _Reading(complete(rules, deal, None, NO_EXCHANGE), ())
    allowed: list[tuple[Exchange, Completed]] = []
    judged: list[tuple[Exchange, tuple[Fault, ...]]] = []
    for exchange in readings(rules, deal, trumps):
        faults = tuple(in_the_play(case, trumps, exchange))
        judged.append((exchange, faults))
        completed = None if faults else complete(rules, deal, trumps, exchange)
        if completed is not None:
            allowed.append((exchange, completed))
    if allowed:
        completed = allowed[0][1]
        one = len({exchange.taken for exchange, _ in allowed}) == 1
        return _Reading(completed, (), one, len(allowed) == 1 and completed.thrown_is_known)
    exchange, faults = min(judged, key=lambda each: len(each[1]))
    if not faults:
        return _Reading(None, ())
    completed = complete(rules, deal, trumps, exchange, by_the_rules=False)
    known = completed is not None and completed.thrown_is_known and len(judged) == 1
    return _Reading(completed, faults, len({each.taken for each, _ in judged}) == 1, known)


def _next_dealer(result: Run, dealer: Seat) -> Seat | None:
    phase = result.state.phase
    if isinstance(phase, AwaitingDeal):
        return phase.dealer
    return result.state.ruleset.seating.left(dealer) if isinstance(phase, Over) else None


def _without_assumed(
    events: tuple[Event, ...], completed: Completed, reading: _Reading
) -> Iterator[Event]:
    """The events without what the deal was completed with, be it cards or the exchange."""
    for event in events:
        match event:
            case Dealt(dealer=dealer, turn_up=turn_up):
                yield Dealt(dealer, completed.hands, turn_up, completed.kitty)
            case TurnUpTaken() | TurnUpLeft() if not reading.exchange_is_known:
                pass
            case TurnUpTaken(dealer=dealer, turn_up=turn_up) if not reading.thrown_is_known:
                yield TurnUpTaken(dealer, turn_up, None)
            case _:
                yield event


def _sentence(error: EngineError) -> str:
    text = str(error)
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")
