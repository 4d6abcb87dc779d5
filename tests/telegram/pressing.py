"""People who play by pressing what they are offered, and know no more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.telegram.fake.chats import Chat, Message
    from tests.telegram.fake.people import Person
    from tests.telegram.fake.world import Press
    from tests.telegram.process import Host

NO_CHOICE = {
    *("Agree", "Change partners", "Decline", "My cards", "Private hand", "Rematch", "Save"),
    *("Verify", "Invite friends", "Rules", "Start", "Play now against computers"),
}
MOST = 2000
"""So many presses no short game takes."""


class Presser:
    """Somebody at one table.

    Attributes:
        made: Every press, in order.
    """

    def __init__(self, host: Host, person: Person, chat: Chat | None = None) -> None:
        """Begin to play.

        Args:
            host: Whose bot it is.
            person: Who.
            chat: The group in which the table is; their private chat, where it is a private one.
        """
        self.person = person
        self.chat = chat or person.private
        self.made: list[Press] = []
        self._host = host
        self._at_look: dict[object, dict[str, Press]] = {}

    @property
    def table(self) -> Message | None:
        """The message that shows the table; None where there is none."""
        shown = self.chat.said_by_bot()
        pressed = [each for each in shown if any("callback_data" in button for button in each.once)]
        return pressed[-1] if pressed else None

    @property
    def text(self) -> str:
        """What the table looks like."""
        return (self.table.text if self.table else None) or ""

    @property
    def is_over(self) -> bool:
        """Whether they see that the game is over."""
        return self.table is not None and "Rematch" in self.table.labels

    @property
    def accepted(self) -> list[Press]:
        """The presses that were answered without an objection."""
        return [each for each in self.made if each.answered and not each.text]

    @property
    def objections(self) -> list[str]:
        """What the others were answered."""
        return [each.text for each in self.made if each.text]

    @property
    def options(self) -> list[str]:
        """What they can press and have not, as far as they know."""
        table, name = self.table, self.person.first_name
        if table is None:
            return []
        asks = f"Your turn, {name}." in self.text or f"\n{name} is next." in self.text
        if not asks and "Deal" not in table.labels:
            return []
        tried = self._at_look.get(_look(table), {})
        if any(not each.text for each in tried.values()):
            return []  # it is done, or the answer is on its way
        return [each for each in table.labels if each not in NO_CHOICE and each not in tried]

    def presses(self, *wanted: str) -> Press:
        """Presses what is offered, as soon as it is: one of what they want, or else the first."""
        self._host.until(lambda: self.options)
        with self._host.world.lock:
            options, table = self.options, self.table
            assert table is not None
            label = next((each for each in wanted if each in options), options[0])
            press = self.person.presses(label, table)
            self._at_look.setdefault(_look(table), {})[label] = press
            self.made.append(press)
            return press

    def acts(self, *wanted: str) -> None:
        """Presses what is offered, as `presses`, and waits for the answer."""
        press = self.presses(*wanted)
        self._host.until(lambda: press.answered)


def _look(table: Message) -> object:
    return table.id, table.text, tuple(table.labels)


def play(
    host: Host,
    *players: Presser,
    until: Callable[[], object] | None = None,
    wanted: tuple[str, ...] = (),
) -> None:
    """Everybody presses what they are offered.

    Args:
        host: Whose bot it is.
        players: Everybody.
        until: When they stop; when all see that the game is over by default.
        wanted: What they press, where they are offered it.
    """
    done = until or (lambda: all(each.is_over for each in players))
    for _ in range(MOST):
        try:
            host.until(lambda: done() or any(each.options for each in players))
        except AssertionError as late:
            for each in players:
                late.add_note(f"{each.text}\n{each.table and each.table.labels}")
            raise
        if host.holds(done):
            return
        for each in players:
            if each.options:
                each.acts(*wanted)
    raise AssertionError(f"no end after {MOST} presses: {[each.text for each in players]}")


def begun(host: Host, rules: str = "nz target=2", name: str = "Mere") -> Presser:
    """Somebody new who plays against computers, at a game that has just begun."""
    player = Presser(host, host.person(name))
    host.says(player.person, f"/play {rules} now")
    return player


def own_acts(host: Host) -> int:
    """How often people acted or dealt, at all tables."""
    decided = host.decided()
    acts = [each for each in decided if each.kind == "Acted" and each.fields["by"] == "person"]
    return len(acts) + deals(host)


def counted_once(host: Host, *players: Presser) -> None:
    """Every press that nobody objected to has been counted, and once."""
    host.settles()
    assert own_acts(host) == sum(len(each.made) - len(each.objections) for each in players)


def deals(host: Host) -> int:
    """How many deals there were."""
    return len([each for each in host.decided() if each.kind == "Dealt"])
