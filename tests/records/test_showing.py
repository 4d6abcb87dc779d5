"""A replay as the moments that a reader is shown."""

from __future__ import annotations

from dataclasses import replace

from tests.cli.running import EXAMPLES
from ukachat.engine import Seat
from ukachat.records import read_game, replay
from ukachat.records.showing import Reader, english_of, remarks_in_short, showing_of
from ukachat.text import Style

GAME = read_game(EXAMPLES / "first-game.yaml")
ALL = Reader(sees_all=True)


def test_moments_count_deals_and_tricks() -> None:
    showing = showing_of(replay(GAME), ALL, Style.WORDS)
    assert showing.deals == len(GAME.deals) == len(showing.titles) == len(showing.trumps)
    places = [(moment.deal, moment.trick) for moment in showing.moments]
    assert [deal for deal, _ in places] == sorted(deal for deal, _ in places)
    assert {trick for _, trick in places} == set(range(6))
    assert all(moment.lines for moment in showing.moments)


def test_a_reader_sees_one_hand() -> None:
    assert ALL.shown(GAME) == GAME.ruleset.seating.seats
    assert Reader(sees_all=False).shown(GAME) == ()
    one = showing_of(replay(GAME), Reader(sees_all=False, seat=Seat(1)), Style.WORDS)
    lines = [line for moment in one.moments for line in moment.lines]
    holding = [line for line in lines if " holds " in line]
    assert len(holding) == len(GAME.deals)
    assert all(line.startswith(f"{GAME.names[1]} holds ") for line in holding)


def test_remarks_in_short_count_faults() -> None:
    points = GAME.deals[0].points
    first = replace(GAME.deals[0], score=(9, 9), points=points and (9, 9))
    (deal, *_) = replay(replace(GAME, deals=(first,)), lenient=True).deals
    faults = len(deal.faults)
    assert faults > 0
    language = english_of(GAME, Style.WORDS)
    assert remarks_in_short(deal, language)[-1] == language.counted_faults(1, faults)
    (fine, *_) = replay(GAME).deals
    assert remarks_in_short(fine, language) == []
