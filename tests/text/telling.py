"""Telling games in tests."""

from collections.abc import Iterable, Iterator

from tests.engine.walks import Turn, one_deal
from tests.strategies import Start
from ukachat.engine import Ruleset
from ukachat.engine.events import Event
from ukachat.engine.state import GameState
from ukachat.text import Account, English, Narrator, Style

NAMES = ("Mere", "Hemi", "Ana", "Tama")


def english(rules: Ruleset, style: Style = Style.WORDS, *, shown: bool = True) -> English:
    """English for the table of Mere, Hemi, Ana and Tama."""
    return English(rules, NAMES, style=style, shown=rules.seating.seats if shown else ())


def lines_of(language: English, events: Iterable[Event], score: tuple[int, ...] = (0, 0)) -> str:
    """What is told of some events, line below line."""
    narrator = Narrator(language, score)
    return "\n".join(line for event in events for line in narrator.tell(event))


def turns_of(game: Start) -> list[Turn]:
    """A random deal; two of three begin with passes, to the second round or the dealer's last."""
    return one_deal(*game, passes=(0, 4, 7)[game.seed % 3])


def events_of(game: Start) -> list[Event]:
    """The events of a random deal."""
    return [event for turn in turns_of(game) for event in turn.step.events]


def states_of(game: Start) -> Iterator[tuple[Account, GameState]]:
    """What has been told after each step of a random deal, beside the state."""
    turns = turns_of(game)
    account = Account(game.rules, turns[0].before.score)
    for turn in turns:
        for event in turn.step.events:
            account = account.after(event)
        yield account, turn.step.state
