"""The world of the fake: accounts, chats, messages, and the one bot that is looked at."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.telegram.fake.chats import Chat, Member, Message, User
from tests.telegram.fake.clocks import Clock, HandClock
from tests.telegram.fake.faults import Faults
from tests.telegram.fake.limits import Flood, is_counted
from tests.telegram.fake.signals import Signal
from tests.telegram.fake.updates import Updates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.refusals import Refused

TOKEN = "4242:fake-token_for-tests-0123456789abcd"
ANONYMOUS = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
TELEGRAM = User(777000, "Telegram")


@dataclass
class Call:
    """A call that the bot made.

    Attributes:
        params: Its parameters as decoded; as they came, if they were refused.
        time: When, on the fake's clock.
        chat: The id of the chat it is about.
        result: What it answered, if it was carried out.
        refusal: Why it was not.
        fault: What went wrong on the way: flood, error, drop or slow.
    """

    method: str
    params: Params
    time: float
    chat: int | None = None
    result: object = None
    refusal: Refused | None = None
    fault: str | None = None


@dataclass
class Press:
    """Somebody's press of a button, and what they were answered.

    Attributes:
        answered: Whether it was answered, which stops the button's waiting.
        text: What popped up.
        alert: Whether it popped up as a window, not as a line.
        url: What it opened.
    """

    id: str
    user: User
    message: Message
    data: str
    time: float
    answered: bool = False
    text: str = ""
    alert: bool = False
    url: str | None = None


class File(NamedTuple):
    """A file kept by Telegram."""

    path: str
    content: bytes


@dataclass
class Profile:
    """What the bot has set about itself; texts and commands by language code, "" for all.

    Attributes:
        commands: By the scope's fields and the language.
        rights: By whether they are for channels.
    """

    name: dict[str, str] = field(default_factory=dict)
    description: dict[str, str] = field(default_factory=dict)
    short_description: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[tuple[str, object], ...], dict[str, list[dict[str, Any]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    rights: dict[bool, dict[str, bool]] = field(default_factory=dict)


@dataclass
class Webhook:
    """Where updates are delivered; nowhere with an empty address."""

    url: str = ""
    secret: str | None = None
    error: str | None = None


class World:
    """Everything that Telegram knows.

    Safe to use from several threads: whoever reads or changes more than one thing holds `lock`.

    Attributes:
        clock: The fake's time, for dates and flood limits.
        token: What the bot has to know.
        me: The bot's account.
        calls: Every call the bot made, oldest first.
        poller: Stands for the call that waits for updates now.
        roads: For webhooks: the start of a public address, and what stands in for it on this
            computer, as a proxy in front of a bot has it.
        changed: Tells of every call and update.
        answer_within: How many seconds a press waits for its answer. Telegram does not say; it is
            a minute or so.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        token: str = TOKEN,
        username: str = "uka_test_bot",
    ) -> None:
        self.lock = threading.RLock()
        self.clock = HandClock() if clock is None else clock
        self.token = token
        self.me = User(int(token.partition(":")[0]), "Uka", username=username, is_bot=True)
        self.users: dict[int, User] = {self.me.id: self.me}
        self.chats: dict[int, Chat] = {}
        self.calls: list[Call] = []
        self.presses: dict[str, Press] = {}
        self.files: dict[str, File] = {}
        self.profile = Profile()
        self.webhook = Webhook()
        self.poller: object = None
        self.answer_within = 60.0
        self.roads: dict[str, str] = {}
        self.changed = Signal()
        self.updates = Updates(self.changed)
        self.faults = Faults()
        self.flood = Flood(self.clock)
        self._plain_ids = count(1)
        self._super_ids: dict[int, count[int]] = defaultdict(lambda: count(1))
        self._user_ids = count(1001)
        self._group_ids = count(-501, -1)
        self._super_chat_ids = count(-1002000000001, -1)
        self._file_ids = count(1)

    def date(self) -> int:
        """Now, in whole seconds."""
        return int(self.clock.now())

    def next_user_id(self) -> int:
        """The id of a new account."""
        return next(self._user_ids)

    def next_press_id(self) -> str:
        """The id of a new press."""
        return str(4_000_000_000_000_000_001 + len(self.presses))

    def add_user(self, user: User) -> None:
        """Makes an account known, and the bot's private chat with it."""
        with self.lock:
            self.users[user.id] = user
            self.chats[user.id] = Chat(user.id, "private", user=user)

    def group(
        self, title: str, members: Iterable[User], *, admins: Iterable[User] = (), bot: bool = True
    ) -> Chat:
        """A basic group; the first admin, or else the first member, has created it.

        Args:
            title: Its name.
            members: Who is there.
            admins: Those of them, or others, who are administrators.
            bot: Whether the bot is a member.
        """
        chat = Chat(next(self._group_ids), "group", title)
        return self._settle(chat, members, list(admins), bot)

    def supergroup(
        self,
        title: str,
        members: Iterable[User],
        *,
        admins: Iterable[User] = (),
        bot: bool = True,
        forum: bool = False,
        username: str | None = None,
    ) -> Chat:
        """A supergroup, as `group`; a forum can have topics."""
        chat = Chat(next(self._super_chat_ids), "supergroup", title, is_forum=forum)
        chat.username = username
        return self._settle(chat, members, list(admins), bot)

    def _settle(self, chat: Chat, members: Iterable[User], admins: list[User], bot: bool) -> Chat:
        for user in members:
            chat.members[user.id] = Member(user, "member")
        for user in admins:
            chat.members[user.id] = Member(user, "administrator")
        for creator in (admins or [member.user for member in chat.members.values()])[:1]:
            chat.members[creator.id] = Member(creator, "creator")
        chat.members[self.me.id] = Member(self.me, "member" if bot else "left")
        with self.lock:
            self.chats[chat.id] = chat
        return chat

    def topic(self, chat: Chat, name: str) -> int:
        """A new topic of a forum, made by the chat's creator.

        Returns:
            Its thread id.
        """
        assert chat.is_forum, f"{chat.title} is no forum"
        creator = next(m.user for m in chat.members.values() if m.status == "creator")
        icon = 7322096
        service = {"forum_topic_created": {"name": name, "icon_color": icon}}
        with self.lock:
            message = self.new_message(chat, creator, service=service)
            message.thread = message.id
            chat.topics[message.id] = name
        return message.id

    def new_message(self, chat: Chat, sender: User, **parts: Any) -> Message:  # noqa: ANN401 - a field's type
        """Puts a message into a chat; tells nobody.

        Args:
            chat: Where.
            sender: Who writes it.
            parts: Fields of a `Message`.
        """
        ids = self._super_ids[chat.id] if chat.type == "supergroup" else self._plain_ids
        message = Message(next(ids), chat, sender, self.date(), **parts)
        answered = message.reply_to
        if message.thread is None and answered is not None and chat.type == "supergroup":
            # An answer belongs to its topic; outside topics to the thread of the first message.
            message.thread = answered.thread or (None if chat.is_forum else answered.id)
        chat.messages[message.id] = message
        return message

    def add_file(self, upload_name: str, content: bytes) -> dict[str, Any]:
        """Keeps a file.

        Returns:
            The Document's fields.
        """
        number = next(self._file_ids)
        file_id = f"BQACAgUAAxkBAAI{number}"
        suffix = upload_name.rpartition(".")[2]
        self.files[file_id] = File(f"documents/file_{number}.{suffix}", content)
        return {
            "file_id": file_id,
            "file_unique_id": f"AgAD{number}",
            "file_name": upload_name,
            "mime_type": "application/octet-stream",
            "file_size": len(content),
        }

    def sent(self, chat: Chat | int | None = None) -> list[Call]:
        """The sends and edits that were carried out, oldest first.

        Args:
            chat: Only those to this chat.
        """
        with self.lock:
            wanted = chat.id if isinstance(chat, Chat) else chat
            return [
                call
                for call in self.calls
                if is_counted(call.method)
                and call.result is not None
                and wanted in {None, call.chat}
            ]

    def refused(self) -> list[Call]:
        """The calls that were not carried out."""
        with self.lock:
            return [call for call in self.calls if call.refusal is not None]

    def until(self, done: Callable[[], object], seconds: float = 10.0) -> None:
        """Waits in this thread until something is so; asked after each call and update.

        Raises:
            AssertionError: It is not so after that many real seconds.
        """
        came = self.changed.wait_here(lambda: self._holds(done), seconds)
        assert came, f"still not so after {seconds} s; the last calls: {self.calls[-3:]}"

    async def soon(self, done: Callable[[], object], seconds: float = 10.0) -> None:
        """As `until`, for a test that runs in the bot's event loop."""
        came = await self.changed.wait(lambda: self._holds(done), seconds)
        assert came, f"still not so after {seconds} s; the last calls: {self.calls[-3:]}"

    def _holds(self, done: Callable[[], object]) -> bool:
        with self.lock:
            return bool(done())
