"""Coming and going: who is in a group, who has blocked the bot, and groups that grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.telegram.fake.chats import ADMINS, PRESENT, Member
from tests.telegram.fake.world import ANONYMOUS

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat, Message, Status, User
    from tests.telegram.fake.world import World


def join(world: World, chat: Chat, user: User, by: User) -> None:
    """Somebody, or the bot, comes into a group."""
    member = chat.members.get(user.id, Member(user, "left"))
    assert member.status not in PRESENT, f"{user.first_name} is there already"
    with world.lock:
        _change(world, chat, member, Member(user, "member"), by)
        newcomers = {"new_chat_members": [user.json()]}
        _announce(world, world.new_message(chat, by, service=newcomers))


def leave(world: World, chat: Chat, user: User, by: User) -> None:
    """Somebody goes, or is thrown out by somebody else."""
    member = chat.members[user.id]
    assert member.status in PRESENT, f"{user.first_name} is not there"
    status: Status = "left" if by is user else "kicked"
    with world.lock:
        gone = world.new_message(chat, by, service={"left_chat_member": user.json()})
        _announce(world, gone)
        _change(world, chat, member, Member(user, status), by)


def promote(world: World, chat: Chat, by: User, lacks: frozenset[str]) -> None:
    """The bot becomes an administrator."""
    member = chat.members[world.me.id]
    with world.lock:
        _change(world, chat, member, Member(world.me, "administrator", lacks), by)


def block(world: World, chat: Chat, *, blocked: bool) -> None:
    """Somebody blocks the bot or takes that back; `chat` is the private chat."""
    user = chat.user
    assert user is not None, "only a person can block the bot"
    assert user.blocked != blocked, f"{user.first_name} has done so already"
    with world.lock:
        user.blocked = blocked
        statuses: tuple[Status, Status] = ("member", "kicked") if blocked else ("kicked", "member")
        old, new = (Member(world.me, status) for status in statuses)
        _tell_change(world, chat, old, new, user)


def upgrade(world: World, chat: Chat) -> Chat:
    """A basic group becomes a supergroup, with another id and without the old messages.

    Returns:
        The supergroup.
    """
    assert chat.type == "group", f"{chat.title} is no basic group"
    assert chat.moved_to is None, f"{chat.title} is a supergroup already"
    creator = next(m.user for m in chat.members.values() if m.status == "creator")
    with world.lock:
        new = world.supergroup(str(chat.title), ())
        new.members = dict(chat.members)
        chat.moved_to = new
        leaving = world.new_message(chat, creator, service={"migrate_to_chat_id": new.id})
        _announce(world, leaving)
        arrival = {"migrate_from_chat_id": chat.id}
        coming = world.new_message(new, ANONYMOUS, service=arrival, sender_chat=new)
        _announce(world, coming)
    return new


def _change(world: World, chat: Chat, old: Member, new: Member, by: User) -> None:
    chat.members[new.user.id] = new
    _tell_change(world, chat, old, new, by)


def _tell_change(world: World, chat: Chat, old: Member, new: Member, by: User) -> None:
    update = {
        "chat": chat.json(),
        "from": by.json(),
        "date": world.date(),
        "old_chat_member": old.json(),
        "new_chat_member": new.json(),
    }
    if new.user is world.me:
        world.updates.put("my_chat_member", update)
    elif chat.members[world.me.id].status in ADMINS:
        world.updates.put("chat_member", update)


def _announce(world: World, message: Message) -> None:
    """Tells the bot of a service message, if it is there; privacy mode does not hide these."""
    if message.chat.members[world.me.id].status in PRESENT:
        world.updates.put("message", message.json())
