"""From tricks to points, and from points to the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.seats import Side

if TYPE_CHECKING:
    from ukachat.engine.ruleset import GameRules, PairingRules, Ruleset
    from ukachat.engine.seats import Seat


def deal_points(
    rules: Ruleset, caller: Seat, alone: tuple[Seat, ...], tricks: int
) -> tuple[PairingRules, tuple[int, ...]]:
    """The points of a deal.

    Args:
        rules: The variant.
        caller: Who made trumps.
        alone: Who played alone, of either side; the maker first.
        tricks: The tricks of the caller's side.

    Returns:
        The table that counted, and the points by side.
    """
    table = rules.seating
    makers = table.side[caller]
    lone_maker = bool(alone) and table.side[alone[0]] == makers
    pairing = rules.scoring.pairing(lone_maker=lone_maker, lone_defender=len(alone) > lone_maker)
    for_makers, for_others = pairing.points(tricks)
    points = [for_others] * len(table.sides)
    points[makers] = for_makers
    return pairing, tuple(points)


def outcome(game: GameRules, score: tuple[int, ...], deals: int) -> tuple[bool, Side | None]:
    """Whether the game has ended, and who won it.

    To a target, the side at or past it and alone in front wins; surplus is ignored (Uka text,
    Euchre text). After a fixed number of deals the side alone in front wins, and equal scores are a
    draw.

    Args:
        game: When a game ends.
        score: By side.
        deals: The deals scored so far.
    """
    best = max(score)
    if deals < game.deals or (not game.deals and best < game.target):
        return False, None
    winner = Side(score.index(best)) if score.count(best) == 1 else None
    return bool(game.deals) or winner is not None, winner
