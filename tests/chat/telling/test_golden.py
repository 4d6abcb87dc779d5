"""Messages of one evening, compared with a file that people have read for its tone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.chat.telling.tables import A_DEAL, ANA, HANDS, HEMI, NAMES, PLAYED, act, laid, moments
from tests.strategies import RULESETS
from ukachat.chat import telling
from ukachat.chat.table import Reveal, Stage
from ukachat.text import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ukachat.chat.table import Table


def test_an_evening(golden: Callable[[str, str], None]) -> None:
    told = [f"[{title}]\n{text}\n" for title, text in (*_before_the_game(), *_in_the_game())]
    golden("an-evening.chat.txt", "\n".join(told))


def _before_the_game() -> Iterator[tuple[str, str]]:
    """The lobby, the draw, and the window for words, with cards that a secret gives."""
    rules = RULESETS["nz"]
    course = moments(rules, Random(4), deals=1, reveal=Reveal.DEAL)
    drawn = next(course)
    assert drawn.before.stage is Stage.LOBBY
    yield "the lobby", telling.table_message(drawn.before, NAMES, Style.SIGNS)
    news = telling.news(drawn.before, drawn.effects, HEMI, NAMES, Style.SIGNS)
    yield "news: the draw", "\n".join(news)
    turn = drawn.after.turn
    if turn is not None:
        yield "who deals?", telling.turn(drawn.after, turn, NAMES, Style.SIGNS)
    sealed = next(moment for moment in course if moment.after.seal is not None).after
    dealer = sealed.dealer_to_deal
    assert dealer is not None
    yield "the window, to the dealer", telling.window(sealed, dealer, NAMES)
    yield "the window, in the group", telling.table_message(sealed, NAMES, Style.SIGNS)


def _in_the_game() -> Iterator[tuple[str, str]]:
    """A deal with cards laid by hand, from the turn-up to the points."""
    table = laid(RULESETS["nz"], "QH", *HANDS)
    news: list[str] = []
    for said in (*PLAYED, *A_DEAL):
        shown = list(_before(said, table))
        if shown and news:
            yield "news, to Ana, in words", "\n".join(news)
            news = []
        yield from shown
        moment = act(table, said)
        news += telling.news(moment.before, moment.effects, ANA, NAMES, Style.WORDS)
        table = moment.after
    yield "news, to Ana, in words", "\n".join(news)
    yield "the score", telling.score(table, NAMES)
    yield "the last trick", telling.last_trick(table, NAMES, Style.WORDS)


def _before(said: str, table: Table) -> Iterator[tuple[str, str]]:
    """What is shown before some of the actions."""
    turn = table.turn
    assert turn is not None
    if said in {"1 pass", "3 order up", "0 discards 7D", "1 plays 9D", "2 plays AD"}:
        asked = telling.turn(table, turn, NAMES, Style.SIGNS)
        yield f"private, to {NAMES[turn]}, with signs", asked
        yield f"my cards, {NAMES[turn]}", telling.hand(table, turn, Style.SIGNS)
    if said in {"3 plays KD", "2 plays AH"}:
        asked = telling.nudge(table, turn, NAMES, Style.WORDS)
        yield f"a reminder to {NAMES[turn]}, in words", asked
    if said == "3 plays JD":
        yield "the history", telling.history(table, NAMES, Style.SIGNS)
    if said in {"2 pass", "1 plays 8D", "3 plays JD"}:
        yield "the table, in the group", telling.table_message(table, NAMES, Style.SIGNS)
