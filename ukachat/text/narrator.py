"""Telling a game as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.text.account import Account

if TYPE_CHECKING:
    from ukachat.engine.events import Event
    from ukachat.text.english import English


class Narrator:
    """Tells the events of a game one after the other.

    The events may be redacted for a seat or a watcher (`engine.redact`); the sentences then say no
    more than that reader knows.

    Attributes:
        language: Makes the sentences.
        account: What has been told of the deal in hand.
    """

    def __init__(self, language: English, score: tuple[int, ...]) -> None:
        """Begin a game.

        Args:
            language: Makes the sentences.
            score: By side, the score at the beginning.
        """
        self.language = language
        self.account = Account(language.rules, score)

    def tell(self, event: Event) -> tuple[str, ...]:
        """The lines on the next event, one thought a line."""
        lines = self.language.tell(self.account, event)
        self.account = self.account.after(event)
        return lines
