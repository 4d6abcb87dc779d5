"""Keeping secrets out of what is written.

The token of a bot is part of every address that the bot asks, so it turns up in log lines, in
exceptions and in what people paste into the wrong place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SCRUBBED: Final = "[secret]"
"""What stands where a secret stood."""

_TOKEN_LIKE: Final = r"[0-9]{1,20}(?::|%(?:25)*3a)[A-Za-z0-9_-]{30,64}"
_SHORT: Final = 8


class Scrubber:
    """Replaces secrets in texts.

    Besides the secrets it knows it replaces whatever looks like a token: it may be that of another
    bot.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        known = {part for secret in secrets for part in (secret, secret.partition(":")[2]) if part}
        longest_first = sorted(known, key=len, reverse=True)
        self._pattern = re.compile(
            "|".join([*map(_either_way, longest_first), _TOKEN_LIKE]), re.IGNORECASE
        )

    def __call__(self, text: str) -> str:
        """The text without secrets, as they stand or encoded for a URL."""
        return self._pattern.sub(SCRUBBED, text)

    def finds(self, text: str) -> bool:
        """Whether there is a secret in the text."""
        return self._pattern.search(text) is not None


def _either_way(secret: str) -> str:
    """A pattern of a secret, each of whose characters may be written as in a URL."""
    pattern = "".join(f"(?:{re.escape(each)}|%(?:25)*{ord(each):02x})" for each in secret)
    # Somebody may choose a word for a secret, or a letter; it is part of many others.
    return rf"(?<![\w-]){pattern}(?![\w-])" if len(secret) < _SHORT else pattern
