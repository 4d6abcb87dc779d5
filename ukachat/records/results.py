"""Checking what a record says against what its play gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.records.course import is_complete, led_tricks, won_by
from ukachat.records.findings import WrongResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.seats import Seat
    from ukachat.records.case import Case


def wrong_results(
    case: Case, points: tuple[int, ...] | None, score: tuple[int, ...]
) -> Iterator[WrongResult]:
    """Leaders, winners, points and score that are written down and not right.

    Args:
        case: The deal.
        points: What it gave; None where it was not decided.
        score: The score after it.
    """
    yield from _wrong_seats(case)
    deal, number = case.deal, case.number
    if deal.points is not None and deal.points != points:
        derived = "none yet" if points is None else _numbers(points)
        recorded = _numbers(deal.points)
        yield WrongResult(number, "the points", recorded, derived, case.path("points"))
    if deal.score is not None and deal.score != score:
        recorded, derived = _numbers(deal.score), _numbers(score)
        yield WrongResult(number, "the score", recorded, derived, case.path("score"))


def _wrong_seats(case: Case) -> Iterator[WrongResult]:
    deal, trumps = case.deal, case.trumps
    if trumps is None:
        return
    for index, (leader, cards) in enumerate(led_tricks(case.rules, deal, trumps)):
        won = is_complete(case.rules, trumps, cards)
        winner = won_by(trumps, leader, cards) if won else None
        checks = (("leader", deal.leaders, leader), ("winner", deal.winners, winner))
        for what, written, derived in checks:
            recorded = written[index] if index < len(written) else None
            if recorded is not None and recorded != derived:
                yield WrongResult(
                    case.number,
                    f"the {what} of trick {index + 1}",
                    case.names[recorded],
                    _name(case, derived),
                    case.path("tricks", index),
                )


def _name(case: Case, seat: Seat | None) -> str:
    return "nobody yet" if seat is None else case.names[seat]


def _numbers(score: tuple[int, ...]) -> str:
    return "-".join(map(str, score))
