"""What people do. Each act makes the updates that Telegram makes of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.telegram.fake import membership
from tests.telegram.fake.chats import ADMINS, PRESENT, Chat, Message, User
from tests.telegram.fake.entities import PAYLOAD, START_LINK, typed_entities
from tests.telegram.fake.world import ANONYMOUS, Press

if TYPE_CHECKING:
    from tests.telegram.fake.world import World


class Person(User):
    """Somebody with an account. An act that a person could not do is an AssertionError.

    Attributes:
        private: Their chat with the bot.
    """

    def __init__(
        self,
        world: World,
        first_name: str,
        *,
        started: bool = False,
        last_name: str | None = None,
        username: str | None = None,
        language_code: str | None = "en",
    ) -> None:
        super().__init__(
            world.next_user_id(), first_name, last_name, username, language_code, started=started
        )
        self._world = world
        world.add_user(self)
        self.private = world.chats[self.id]

    def says(
        self,
        text: str,
        chat: Chat | None = None,
        *,
        topic: int | None = None,
        reply_to: Message | None = None,
        anonymously: bool = False,
    ) -> Message:
        """Types a text.

        Args:
            text: What they type; its commands and mentions are marked as Telegram does.
            chat: Where; their private chat with the bot by default, which it starts.
            topic: The forum's topic, by its thread id.
            reply_to: The message it answers.
            anonymously: Whether an administrator hides behind the group.
        """
        parts: dict[str, Any] = {"text": text, "entities": typed_entities(text)}
        return self._writes(chat, parts, topic=topic, reply_to=reply_to, anonymously=anonymously)

    def sends_document(
        self,
        name: str,
        content: bytes,
        chat: Chat | None = None,
        *,
        caption: str | None = None,
        topic: int | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        """Sends a file; as `says`."""
        parts: dict[str, Any] = {"document": self._world.add_file(name, content)}
        if caption is not None:
            parts |= {"caption": caption, "entities": typed_entities(caption)}
        return self._writes(chat, parts, topic=topic, reply_to=reply_to)

    def _writes(
        self,
        chat: Chat | None,
        parts: dict[str, Any],
        *,
        topic: int | None = None,
        reply_to: Message | None = None,
        anonymously: bool = False,
    ) -> Message:
        chat = self.private if chat is None else chat
        with self._world.lock:
            self._check_writes(chat, topic, reply_to)
            sender: User = self
            if anonymously:
                is_admin = chat.type == "supergroup" and chat.members[self.id].status in ADMINS
                assert is_admin, f"{self.first_name} is no admin of a supergroup"
                parts |= {"sender_chat": chat}
                sender = ANONYMOUS
            if chat is self.private:
                self.started = True
            message = self._world.new_message(
                chat, sender, thread=topic, reply_to=reply_to, **parts
            )
            if self._reaches_bot(message):
                self._world.updates.put("message", message.json())
        return message

    def _check_writes(self, chat: Chat, topic: int | None, reply_to: Message | None) -> None:
        assert topic is None or topic in chat.topics, f"{chat.title} has no topic {topic}"
        assert chat.moved_to is None, f"{chat.title} is a supergroup now"
        if reply_to is not None:
            assert reply_to.chat is chat, "that message is in another chat"
            assert not reply_to.deleted, "that message is deleted"
        self._check_there(chat)

    def _check_there(self, chat: Chat) -> None:
        if chat.user is not None:
            assert chat is self.private, f"{self.first_name} writes in somebody else's chat"
            assert not self.blocked, f"{self.first_name} has blocked the bot"
        else:
            there = self.id in chat.members and chat.members[self.id].status in PRESENT
            assert there, f"{self.first_name} is not in {chat.title}"

    def _reaches_bot(self, message: Message) -> bool:
        """Whether the bot gets a message: in groups privacy mode holds."""
        chat = message.chat
        if chat.user is not None:
            return True
        status = chat.members[self._world.me.id].status
        if status in ADMINS or status not in PRESENT:
            return status in ADMINS
        if message.reply_to is not None and message.reply_to.sender is self._world.me:
            return True
        text = message.text or message.caption or ""
        name = re.escape(self._world.me.username or "")
        called = rf"^/\w+(@{name})?(?![\w@])|(?<!\w)@{name}\b"
        return re.search(called, text, re.IGNORECASE) is not None

    def edits(self, message: Message, text: str) -> None:
        """Changes a text of their own."""
        assert message.sender is self, "it is somebody else's message"
        assert message.text is not None, "it has no text"
        with self._world.lock:
            self._check_there(message.chat)
            message.old_texts.append(message.text)
            message.text, message.entities = text, typed_entities(text)
            message.edited = self._world.date()
            if self._reaches_bot(message):
                self._world.updates.put("edited_message", message.json())

    def presses(
        self, label: str | None = None, message: Message | None = None, *, data: str | None = None
    ) -> Press:
        """Presses a button.

        Args:
            label: What is written on it; the first such button there now, or the latest of old.
            message: Where it is; by default the bot's latest message with buttons in private.
            data: What it carries, instead of a label.

        Returns:
            The press, which shows the answer once there is one.
        """
        with self._world.lock:
            message = self._latest_with_buttons() if message is None else message
            self._check_there(message.chat)
            assert not message.deleted, "the message is deleted"
            button = _button(message, label, data)
            assert "callback_data" in button, f"{button['text']!r} is pressed by opens()"
            press = Press(
                self._world.next_press_id(),
                self,
                message,
                button["callback_data"],
                self._world.clock.now(),
            )
            self._world.presses[press.id] = press
            query = {
                "id": press.id,
                "from": self.json(),
                "message": message.json(),
                "chat_instance": str(message.chat.id * 7919),
                "data": press.data,
            }
            self._world.updates.put("callback_query", query)
        return press

    def _latest_with_buttons(self) -> Message:
        found = [message for message in self.private.said_by_bot() if message.buttons]
        assert found, f"the bot shows {self.first_name} no buttons in private"
        return found[-1]

    def opens(self, link: str | Message, label: str | None = None) -> Message:
        """Opens a link that starts the bot, and presses Start.

        Args:
            link: The address, or the message with it, on a button or in the text.
            label: The button's label, if there are several.

        Returns:
            What they said by it.
        """
        found = START_LINK.search(link if isinstance(link, str) else _address(link, label))
        assert found is not None, f"no link that starts a bot: {link}"
        assert found[1] == self._world.me.username, f"it starts another bot: {found[1]}"
        assert PAYLOAD.fullmatch(found[2]), f"Telegram takes no such payload: {found[2]!r}"
        return self.says(f"/start {found[2]}")

    def joins(self, chat: Chat) -> None:
        """Comes into a group."""
        membership.join(self._world, chat, self, self)

    def leaves(self, chat: Chat) -> None:
        """Goes out of a group."""
        self._check_there(chat)
        membership.leave(self._world, chat, self, self)

    def adds_bot(self, chat: Chat) -> None:
        """Takes the bot into a group."""
        self._check_there(chat)
        membership.join(self._world, chat, self._world.me, self)

    def removes_bot(self, chat: Chat) -> None:
        """Throws the bot out of a group."""
        self._check_there(chat)
        membership.leave(self._world, chat, self._world.me, self)

    def promotes_bot(self, chat: Chat, *lacks: str) -> None:
        """Makes the bot an administrator, without some rights."""
        self._check_there(chat)
        membership.promote(self._world, chat, self, frozenset(lacks))

    def blocks(self) -> None:
        """Wants to hear no more from the bot."""
        membership.block(self._world, self.private, blocked=True)

    def unblocks(self) -> None:
        """Lets the bot write again."""
        membership.block(self._world, self.private, blocked=False)


def _button(message: Message, label: str | None, data: str | None) -> dict[str, Any]:
    shown = [button for row in message.buttons for button in row]
    for buttons in (shown, message.once[::-1]):
        for button in buttons:
            if label is not None and button["text"] == label:
                return button
            if data is not None and button.get("callback_data") == data:
                return button
    wanted = repr(data) if label is None else repr(label)
    raise AssertionError(f"no button {wanted} on {message.text!r}, which has {message.labels}")


def _address(message: Message, label: str | None) -> str:
    buttons = [button for row in message.buttons for button in row if "url" in button]
    for button in buttons:
        if label in {None, button["text"]}:
            return str(button["url"])
    assert label is None, f"no link {label!r} on {message.text!r}, which has {message.labels}"
    links = [entity["url"] for entity in message.entities if "url" in entity]
    return " ".join([*links, message.text or message.caption or ""])
