"""A terminal as a chat: what is typed goes to the conversation, and what it says is shown."""

from __future__ import annotations

import os
import re
import traceback
from pathlib import Path
from time import time  # noqa: TID251 - here the conversation gets its time
from typing import TYPE_CHECKING, Final

from ukachat.chat.messages import (
    Edit,
    Incoming,
    Place,
    Press,
    Reply,
    Say,
    Send,
    Setting,
    Text,
    Tone,
    Upload,
    Way,
)
from ukachat.chat.service import Busy
from ukachat.chat.store import Change, StoreError
from ukachat.chat.store.outbox import LEASE_SECONDS
from ukachat.cli.ending import file_name

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Sequence

    from ukachat.chat.messages import Button, Outgoing, Rows, Said
    from ukachat.chat.service import Service
    from ukachat.chat.store import Store
    from ukachat.cli.screen import Screen

CIRCLE: Final = "terminal"
"""Everybody at the terminals of one database may find one another's tables."""
GOODBYE: Final = "The table keeps your seat; ukachat chat brings you back."
LEAVING: Final = frozenset({"/quit", "quit", "/exit", "exit"})
LONGEST_LINE: Final = 4000
LARGEST_FILE: Final = 1_000_000

_UNSAFE: Final = re.compile(r"[^\w.-]+")
_APART: Final = "   "


class Terminal:
    """One person's end of the conversation.

    Attributes:
        account: Who types here. It ends in a character that no name has, so that no account is the
            beginning of another.
        prompt: Whom the table waits for, in a few words.
        choices: The buttons of the newest message that has any, by the numbers that were shown.
    """

    def __init__(
        self, store: Store, service: Service, name: str, screen: Screen, folder: Path
    ) -> None:
        """Sit down at a terminal.

        Args:
            store: Where the conversation leaves what is to be shown.
            service: The conversation.
            name: Who types.
            screen: Where to show what is said.
            folder: Where to keep a record of what goes wrong.
        """
        self.account = f"{CIRCLE}:{name.lower()}/"
        self.prompt = ""
        self.choices: dict[int, Button] = {}
        self._name = name
        self._store = store
        self._service = service
        self._screen = screen
        self._errors = folder / "errors.log"
        self._told_of_clock = False

    async def begin(self) -> None:
        """Greet, or show the table at which the person sits."""
        await self._catch_up()
        person = await self._store.meet(self.account, self._name)
        tables = await self._store.tables_of(person.id)
        await self._handle(Text("/table" if tables else "/start"))

    async def _catch_up(self) -> None:
        """Show what an earlier terminal took and did not live to show.

        Whatever it took would keep all that follows waiting until its lease is over. It is marked
        before it is shown, so that it cannot do so again.
        """
        while posted := await self._store.claim(self.account, now() + LEASE_SECONDS):
            for each in posted:
                await self._store.sent(each.id, str(each.id))
            for each in posted:
                self._show(each.message)

    async def _keep_style(self) -> None:
        """Show cards as this terminal can, to a newcomer and to somebody who was just forgotten."""
        person = await self._store.meet(self.account, self._name)
        if "cards" not in person.settings and (style := self._usual_style()):
            settings = {**person.settings, "cards": style}
            await self._store.keep(Change(now(), people={person.id: settings}))

    def _usual_style(self) -> str:
        """How cards are shown to somebody who has not said; empty for the usual way."""
        if self._screen.plain:
            return "words"
        return "" if self._screen.signs else "letters"

    async def take(self, line: str) -> bool:
        """Answer a line; False where it asks to leave."""
        said = line.strip()
        if said.lower() in LEAVING:
            return False
        if len(said) > LONGEST_LINE:
            self._tell(f"That line is too long: at most {LONGEST_LINE} characters.")
        elif (button := self._chosen(said)) is not None:
            await self._handle(Press(button.data))
        elif said:
            upload = self._upload(said)
            if upload is not None:
                await self._handle(upload)
        return True

    def _chosen(self, said: str) -> Button | None:
        """The button that a line presses: by its number, or by its words where no table hears them.

        A table hears a choice in any words, and answers better than its old button does.
        """
        if said.isdecimal():
            return self.choices.get(int(said))
        labelled = (each for each in self.choices.values() if not each.data.startswith("t:"))
        return next((each for each in labelled if each.label.lower() == said.lower()), None)

    def _upload(self, said: str) -> Said | None:
        """The file that a line sends, or the line itself; None where the file cannot be read."""
        word, _, name = said.partition(" ")
        name = name.strip()
        is_sent = word.lower() == "/send"
        path = _file(name) if is_sent or word.lower() == "/replay" else None
        if path is None and not is_sent:
            return Text(said)
        if path is None:
            what = f"{file_name(name)}: there is no such file." if name else "Which file?"
            self._tell(f"{what} /send FILE sends a saved game.")
            return None
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
        except OSError as error:
            self._tell(f"{name}: {(error.strerror or 'it cannot be read').lower()}.")
            return None
        if len(content) > LARGEST_FILE:
            self._tell(f"{name}: this is too large for a saved game.")
            return None
        return Upload(path.name, content)

    async def _handle(self, said: Said) -> None:
        await self._keep_style()
        place = Place(self.account, Setting.PRIVATE, CIRCLE)
        incoming = Incoming(os.urandom(16).hex(), self.account, self._name, place, said)
        await self._try(self._service.handle(incoming, now()))
        await self.show()

    async def tick(self) -> None:
        """Let the clocks of the tables strike; that they cannot is told once."""
        try:
            await self._service.tick(now())
        except StoreError:
            raise
        except Exception:
            if not self._told_of_clock:
                self._told_of_clock = True
                self._tell(f"The clock of a table has stopped. {self._log()}")

    async def _try(self, doing: Coroutine[object, object, None]) -> None:
        """Do something; whatever goes wrong, the person gets a sentence and the table stays."""
        try:
            await doing
        except Busy:
            self._tell("The table is busy just now. Please say it again.")
        except StoreError:
            raise
        except Exception:
            self._tell(f"Something went wrong; the table is as it was. {self._log()}")

    async def show(self, before: Callable[[], None] | None = None) -> bool:
        """Show what waits to be shown; whether there was anything.

        Args:
            before: Makes room for it.
        """
        posted = await self._store.claim(self.account, now())
        if posted and before is not None:
            before()
        for each in posted:
            self._show(each.message)
            await self._store.sent(each.id, str(each.id))
        if posted or not self.prompt:
            self.prompt = await self._service.waiting(self.account, self._name)
        return bool(posted)

    def _log(self) -> str:
        """Keep the traceback of what is being handled, and say where."""
        try:
            self._errors.parent.mkdir(parents=True, exist_ok=True)
            with self._errors.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{traceback.format_exc()}\n")
        except OSError:
            return "Please say it again."
        return f"What went wrong is written in {self._errors}."

    # --- showing ---

    def _tell(self, sentence: str) -> None:
        self._screen.lines([sentence])

    def _show(self, message: Outgoing) -> None:
        match message:
            case Edit(tone=Tone.TABLE):
                pass  # Whoever sits at the table has heard it as news.
            case Say(text=text, buttons=buttons) | Edit(text=text, buttons=buttons):
                self._screen.lines(text.splitlines())
                self._offer(buttons)
            case Reply(text=text):
                self._screen.lines(text.splitlines())
            case Send(name=name, content=content, text=text):
                self._screen.lines([text, _save(name, content)])
        self._screen.flush()

    def _offer(self, buttons: Rows) -> None:
        """Number the choices under a message."""
        choices = _numbered(each for row in buttons for each in row if each.way is Way.PRESS)
        if not choices:
            return
        self.choices = choices
        if self._screen.plain:
            listed = [f"{button.label} ({number})" for number, button in choices.items()]
            self._screen.lines([f"Choices: {', '.join(listed)}."])
        else:
            listed = [f"{number} {button.label}" for number, button in choices.items()]
            width = self._screen.width if self._screen.is_narrowed else None
            self._screen.lines(_side_by_side(listed, width))


def _numbered(buttons: Iterable[Button]) -> dict[int, Button]:
    """Choices by number: a card by its slot, so that its number stays; the others after it."""
    numbered: dict[int, Button] = {}
    for button in buttons:
        following = max(numbered, default=0) + 1
        numbered[button.number or following] = button
    return numbered


def _side_by_side(choices: Sequence[str], width: int | None) -> list[str]:
    """Choices in lines: as many in each as fit, so that none is broken in two."""
    lines = [choices[0]]
    for choice in choices[1:]:
        together = f"{lines[-1]}{_APART}{choice}"
        if width is None or len(together) <= width:
            lines[-1] = together
        else:
            lines.append(choice)
    return lines


def _file(name: str) -> Path | None:
    """The file that a name leads to; None where there is none."""
    try:
        path = Path(name).expanduser()
        return path if path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # too long, or the home of a stranger
        return None


def now() -> float:
    """The time, in seconds since 1970: the conversation itself looks at no clock."""
    return time()


def _save(name: str, content: bytes) -> str:
    """Write a document beside the others, and say where; no file is ever overwritten."""
    safe = _UNSAFE.sub("-", name).lstrip(".-") or "game.yaml"
    stem, suffix = Path(safe).stem, Path(safe).suffix
    for number in range(1, 1000):
        path = Path(safe if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        except OSError as error:
            return f"{path}: cannot be written: {(error.strerror or str(error)).lower()}."
        return f"Saved as {path}."
    return f"{safe}: there are too many files of this name here."
