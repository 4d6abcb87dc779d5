"""Recorded games: reading, writing and playing them back.

``replay(read_game("game.yaml"))`` gives what happened, deal by deal.
"""

from typing import TYPE_CHECKING

from ukachat.records.files import parse_games, read_game, read_games
from ukachat.records.findings import (
    Fault,
    GameWasOver,
    ImpossibleCard,
    Note,
    Revoke,
    UnexpectedDealer,
    UnfinishedDeal,
    WrongDecision,
    WrongResult,
)
from ukachat.records.model import (
    FirstDealerFound,
    Kind,
    Player,
    RecordedDeal,
    SavedGame,
    TurnUp,
    Undone,
)
from ukachat.records.replaying import FaultyGame, Replay, ReplayedDeal, replay

if TYPE_CHECKING:
    from ukachat.records.identity import fingerprint
    from ukachat.records.recording import record_actions
    from ukachat.records.verifying import Verification, verify
    from ukachat.records.writing import write_game, write_games
else:
    # What playing back does not need is imported when it is asked for.
    _LATER = {
        "fingerprint": "identity",
        "record_actions": "recording",
        "Verification": "verifying",
        "verify": "verifying",
        "write_game": "writing",
        "write_games": "writing",
    }

    def __getattr__(name: str) -> object:
        """Import one of the names of `_LATER`."""
        if name not in _LATER:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


__all__ = [
    "Fault",
    "FaultyGame",
    "FirstDealerFound",
    "GameWasOver",
    "ImpossibleCard",
    "Kind",
    "Note",
    "Player",
    "RecordedDeal",
    "Replay",
    "ReplayedDeal",
    "Revoke",
    "SavedGame",
    "TurnUp",
    "Undone",
    "UnexpectedDealer",
    "UnfinishedDeal",
    "Verification",
    "WrongDecision",
    "WrongResult",
    "fingerprint",
    "parse_games",
    "read_game",
    "read_games",
    "record_actions",
    "replay",
    "verify",
    "write_game",
    "write_games",
]
