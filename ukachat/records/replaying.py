"""Playing a record back: what happened, deal by deal, with notes and faults.

Every deal is started afresh from its dealer and the score before it, and played through the engine.
Only the tricks of a deal with faults, read leniently, are followed without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ukachat.engine.actions import ChooseDealer, Draw
from ukachat.engine.errors import EngineError
from ukachat.engine.events import DealScored, Dealt, Event, GameOver, TurnUpTaken
from ukachat.engine.game import apply, start
from ukachat.engine.state import AwaitingDeal, ChoosingDealer, Over
from ukachat.records.case import Case
from ukachat.records.completing import Completed, complete
from ukachat.records.course import trumps_of
from ukachat.records.exchange import NO_EXCHANGE, Exchange, readings
from ukachat.records.faults import called_wrongly, dealt_wrongly, in_the_play, tricks_of_wrong_size
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
            not known is missing from its hand; an unknown discard is None.
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
        if isinstance(state.phase, ChoosingDealer):
            state, happened = apply(state, ChooseDealer(state.phase.turn, found.dealer))
            events += happened
    except EngineError as error:
        what = _sentence(error)
        raise FaultyGame((WrongDecision(0, what, ("first_dealer",)),), nothing) from None
    names = game.names
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
    wrong = (*dealt_wrongly(case), *called_wrongly(case)) or tuple(tricks_of_wrong_size(case))
    if wrong:
        return replace(nothing, faults=wrong), None
    completed, faults = _best_reading(case)
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
        events=tuple(_without_assumed(event, completed) for event in result.events),
        points=points,
        score=after,
        notes=(UnfinishedDeal(number, result.tricks),) if unfinished else (),
        faults=(*faults, *result.wrong, *wrong_results(case, points, after)),
    )
    return played, _next_dealer(result, recorded.dealer)


def _best_reading(case: Case) -> tuple[Completed | None, tuple[Fault, ...]]:
    """The first reading of the dealer's exchange under which everything is allowed.

    Where there is none, the first reading with its faults, completed with any cards.
    """
    rules, deal, trumps = case.rules, case.deal, case.trumps
    if trumps is None:
        return complete(rules, deal, None, NO_EXCHANGE), ()
    judged: list[tuple[Exchange, tuple[Fault, ...]]] = []
    for exchange in readings(rules, deal, trumps):
        faults = tuple(in_the_play(case, trumps, exchange))
        judged.append((exchange, faults))
        completed = None if faults else complete(rules, deal, trumps, exchange)
        if completed is not None:
            return completed, ()
    exchange, faults = judged[0]
    if not faults:
        return None, ()
    return complete(rules, deal, trumps, exchange, by_the_rules=False), faults


def _next_dealer(result: Run, dealer: Seat) -> Seat | None:
    phase = result.state.phase
    if isinstance(phase, AwaitingDeal):
        return phase.dealer
    return result.state.ruleset.seating.left(dealer) if isinstance(phase, Over) else None


def _without_assumed(event: Event, completed: Completed) -> Event:
    """The event without the cards that the deal was completed with."""
    match event:
        case Dealt(dealer=dealer, turn_up=turn_up):
            return Dealt(dealer, completed.hands, turn_up, completed.kitty)
        case TurnUpTaken(dealer=dealer, turn_up=turn_up) if not completed.thrown_is_known:
            return TurnUpTaken(dealer, turn_up, None)
        case _:
            return event


def _sentence(error: EngineError) -> str:
    text = str(error)
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")
