"""Recorded games: reading, writing and playing them back.

``replay(read_game("game.yaml"))`` gives what happened, deal by deal.
"""

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
from ukachat.records.identity import fingerprint
from ukachat.records.model import (
    FirstDealerFound,
    Kind,
    Player,
    RecordedDeal,
    SavedGame,
    TurnUp,
)
from ukachat.records.recording import record_actions
from ukachat.records.replaying import FaultyGame, Replay, ReplayedDeal, replay
from ukachat.records.writing import write_game, write_games

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
    "UnexpectedDealer",
    "UnfinishedDeal",
    "WrongDecision",
    "WrongResult",
    "fingerprint",
    "parse_games",
    "read_game",
    "read_games",
    "record_actions",
    "replay",
    "write_game",
    "write_games",
]
