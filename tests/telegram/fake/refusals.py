"""What the server answers when it does not do what it was asked."""

from __future__ import annotations


class Refused(Exception):
    """A call that is not carried out.

    Attributes:
        code: The HTTP status, such as 400.
        description: The sentence, in Telegram's words where Telegram has one.
        parameters: What Telegram adds for the caller's next try: ``retry_after`` in seconds, or
            ``migrate_to_chat_id``.
    """

    def __init__(
        self, code: int, description: str, parameters: dict[str, int] | None = None
    ) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters or {}

    def json(self) -> dict[str, object]:
        """The answer's body."""
        body: dict[str, object] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        return body | {"parameters": self.parameters} if self.parameters else body


def bad(reason: str) -> Refused:
    """A request that cannot be understood or carried out: 400."""
    return Refused(400, f"Bad Request: {reason}")


def forbidden(reason: str) -> Refused:
    """Something the bot may not do: 403."""
    return Refused(403, f"Forbidden: {reason}")


def too_many(seconds: int) -> Refused:
    """Past the flood limit: 429."""
    wait = {"retry_after": seconds}
    return Refused(429, f"Too Many Requests: retry after {seconds}", wait)
