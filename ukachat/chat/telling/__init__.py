"""What the conversation says: from a table to texts, one reader at a time.

Facts come in the order who, what, what it changes, who is next; one thought a line. Every text is
complete by words alone. Cards reach a text through `engine.view` and `engine.redact`, or once they
have been revealed to everybody.
"""

from __future__ import annotations

from ukachat.chat.telling.absence import gone_away, nudge, waiting, waits_for_you, welcome_back
from ukachat.chat.telling.asking import turn, window
from ukachat.chat.telling.hands import hand, own_cards, slots
from ukachat.chat.telling.happening import news, results
from ukachat.chat.telling.looking import history, last_trick, score, table_message
from ukachat.chat.telling.refusals import not_your_turn, refused

__all__ = [
    "gone_away",
    "hand",
    "history",
    "last_trick",
    "news",
    "not_your_turn",
    "nudge",
    "own_cards",
    "refused",
    "results",
    "score",
    "slots",
    "table_message",
    "turn",
    "waiting",
    "waits_for_you",
    "welcome_back",
    "window",
]
