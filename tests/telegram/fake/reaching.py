"""Whom the bot can reach, and Telegram's words where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.telegram.fake.chats import PRESENT, Chat
from tests.telegram.fake.refusals import Refused, bad, forbidden

if TYPE_CHECKING:
    from tests.telegram.fake.world import World


def find_chat(world: World, chat_id: object) -> Chat:
    """The chat a call names, by number or by @username.

    Raises:
        Refused: There is none.
    """
    if isinstance(chat_id, str):
        for chat in world.chats.values():
            if chat.username is not None and chat_id == f"@{chat.username}":
                return chat
    elif isinstance(chat_id, int) and chat_id in world.chats:
        return world.chats[chat_id]
    raise bad("chat not found")


def visit(world: World, chat_id: object) -> Chat:
    """A chat that the bot may look into.

    Raises:
        Refused: It is unknown, or a group that the bot is not in, or one that has moved.
    """
    chat = find_chat(world, chat_id)
    if chat.moved_to is not None:
        moved = {"migrate_to_chat_id": chat.moved_to.id}
        reason = "Bad Request: group chat was upgraded to a supergroup chat"
        raise Refused(400, reason, moved)
    if chat.user is None:
        kind = "supergroup chat" if chat.type == "supergroup" else "group chat"
        status = chat.members[world.me.id].status
        if status == "kicked":
            raise forbidden(f"bot was kicked from the {kind}")
        if status not in PRESENT:
            raise forbidden(f"bot is not a member of the {kind}")
    elif not chat.user.started:
        raise bad("chat not found")
    return chat


def reach(world: World, chat_id: object) -> Chat:
    """A chat that the bot may write to.

    Raises:
        Refused: As `visit`, or a person who has not started the bot or has blocked it.
    """
    chat = find_chat(world, chat_id)
    if (user := chat.user) is None:
        return visit(world, chat_id)
    if user.deactivated:
        raise forbidden("user is deactivated")
    if user.blocked:
        raise forbidden("bot was blocked by the user")
    if not user.started:
        raise forbidden("bot can't initiate conversation with a user")
    return chat
