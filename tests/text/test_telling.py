"""What holds of every text, whatever happens in the deal."""

import re

from hypothesis import given

from tests.strategies import Start, seats, starts
from tests.text.telling import english, events_of, lines_of
from ukachat.engine import Seat, redact
from ukachat.engine.events import Dealt, Event, TurnUpTaken
from ukachat.text import Narrator, Style

SHORT = re.compile(r" (?:10|[2-9TJQKA])[♣♦♥♠]")


@given(starts())
def test_every_event_is_told_in_full_sentences(game: Start) -> None:
    narrator = Narrator(english(game.rules), (0, 0))
    for event in events_of(game):
        lines = narrator.tell(event)
        assert lines
        for line in lines:
            assert line.endswith(".")
            assert line.isascii()
            assert line[0].isupper()
            assert ".." not in line
            assert "  " not in line


@given(starts())
def test_signs_only_add_to_the_words(game: Start) -> None:
    events = [redact(event, None) for event in events_of(game)]  # lists of cards are signs alone
    words = lines_of(english(game.rules, shown=False), events)
    signs = lines_of(english(game.rules, Style.SIGNS, shown=False), events)
    assert SHORT.search(signs)
    assert SHORT.sub("", signs) == words


def dealt_again(event: Event, reader: Seat | None) -> Event:
    """The event as it would be if the cards that the reader cannot see lay elsewhere."""
    match event:
        case Dealt(dealer=dealer, hands=hands, turn_up=turn_up, kitty=kitty):
            size = len(hands[0])
            unseen = [card for seat, hand in enumerate(hands) if seat != reader for card in hand]
            moved = [*kitty, *unseen][::-1]
            others = [tuple(moved[place : place + size]) for place in range(0, size * 4, size)]
            new = [hand if seat == reader else others.pop(0) for seat, hand in enumerate(hands)]
            return Dealt(dealer, tuple(new), turn_up, tuple(moved[-len(kitty) :]))
        case TurnUpTaken(dealer=dealer, turn_up=turn_up) if dealer != reader:
            return TurnUpTaken(dealer, turn_up, turn_up)
        case _:
            return event


@given(starts(), seats)
def test_a_seat_is_told_nothing_of_cards_it_cannot_see(game: Start, reader: Seat) -> None:
    for seat in (reader, None):
        language = english(game.rules)
        told = [redact(event, seat) for event in events_of(game)]
        other = [redact(dealt_again(event, seat), seat) for event in events_of(game)]
        assert lines_of(language, told) == lines_of(language, other)


@given(starts())
def test_telling_is_a_function_of_the_events(game: Start) -> None:
    events = events_of(game)
    assert lines_of(english(game.rules), events) == lines_of(english(game.rules), events)
