"""Things that go wrong on the way, set up by tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["flood", "error", "drop", "slow"]


@dataclass
class Fault:
    """What happens to the next calls it fits.

    Attributes:
        kind: ``flood`` answers 429, ``error`` another status, ``drop`` closes the connection
            without an answer, ``slow`` takes its time.
        method: The method it waits for; any if None.
        chat: The id of the chat it waits for; any if None.
        times: How many calls it still meets.
        code: The status of an error.
        seconds: The wait told by a flood, in whole seconds of the fake's clock, or how slow the
            answer is, in real seconds.
        after_effect: Whether the call is carried out before it goes wrong.
    """

    kind: Kind
    method: str | None = None
    chat: int | None = None
    times: int = 1
    code: int = 500
    seconds: float = 1
    after_effect: bool = False

    def fits(self, method: str, chat: int | None) -> bool:
        """Whether it meets this call."""
        return self.times > 0 and self.method in {None, method} and self.chat in {None, chat}


class Dropped(Exception):
    """The connection is closed and the caller gets no answer.

    Attributes:
        after_effect: Whether the call was carried out.
    """

    def __init__(self, after_effect: bool) -> None:
        super().__init__("the connection is dropped")
        self.after_effect = after_effect


class Faults:
    """The faults that tests have set up. Polling for updates is met only by name."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Sets up a fault; earlier ones come first."""
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Lets everything work again."""
        self._waiting.clear()

    def meet(self, method: str, chat: int | None) -> Fault | None:
        """The fault that this call meets, used up once."""
        for fault in self._waiting:
            if method == "getUpdates" and fault.method is None:
                continue
            if fault.fits(method, chat):
                fault.times -= 1
                return fault
        return None
