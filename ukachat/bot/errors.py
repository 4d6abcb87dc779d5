"""What can keep a bot from running.

::

    HostError           one sentence for whoever runs the bot
    └── SettingsError   one sentence for each setting that is missing or wrong
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class HostError(Exception):
    """The bot cannot run; the text is for its host: what, where, and what to do."""


class SettingsError(HostError):
    """Settings that are missing or wrong.

    Attributes:
        sentences: One for each setting; never with the token or the secret in it.
    """

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)
