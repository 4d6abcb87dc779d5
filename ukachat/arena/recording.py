"""Games of computer players as saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.records import Kind, Player, SavedGame, record_actions

if TYPE_CHECKING:
    from ukachat.arena.match import Match
    from ukachat.arena.table import PlayedGame


def record(match: Match, game: PlayedGame, *, ruleset_name: str = "") -> SavedGame:
    """A game of the arena as a saved game.

    Args:
        match: Who played whom.
        game: The game.
        ruleset_name: The variant's name, if it has one.
    """
    rules, ended = match.ruleset, game.ended
    first_dealer, deals = record_actions(rules, game.actions)
    names = match.names(exchanged=ended.exchanged)
    return SavedGame(
        title=f"{match.first} against {match.second}, game {ended.number + 1}",
        date="",
        ruleset_name=ruleset_name,
        ruleset=rules,
        players=tuple(
            Player(f"{name} {seat}", Kind.COMPUTER)
            for name, seat in zip(names, rules.seating.names, strict=True)
        ),
        start=(0,) * len(rules.seating.sides),
        first_dealer=first_dealer,
        deals=deals,
    )
