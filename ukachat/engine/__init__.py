"""The rules of the Euchre family: a pure function over frozen values, standard library only.

The names below are the ones for use from outside; `game` tells how a game runs.
"""

from ukachat.engine.actions import (
    PACK,
    Action,
    ChooseDealer,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
)
from ukachat.engine.cards import Card, Rank, Suit, card
from ukachat.engine.errors import EngineError, MalformedAction, Refusal, RulesetError
from ukachat.engine.events import Event
from ukachat.engine.game import apply, check, legal_actions, start, to_act
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.seats import Seat, Side
from ukachat.engine.state import GameState, Step
from ukachat.engine.views import View, redact, view

__all__ = [
    "PACK",
    "Action",
    "Card",
    "ChooseDealer",
    "Deal",
    "Declare",
    "Discard",
    "Draw",
    "EngineError",
    "Event",
    "GameState",
    "LeaveTurnUp",
    "MalformedAction",
    "Name",
    "OrderUp",
    "Pass",
    "Play",
    "Rank",
    "Refusal",
    "Ruleset",
    "RulesetError",
    "Seat",
    "Side",
    "Step",
    "Suit",
    "View",
    "apply",
    "card",
    "check",
    "legal_actions",
    "redact",
    "start",
    "to_act",
    "view",
]
