"""Methods about chats, members, presses and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.telegram.fake.chats import ADMINS, Member
from tests.telegram.fake.checking import units
from tests.telegram.fake.reaching import visit
from tests.telegram.fake.refusals import bad

if TYPE_CHECKING:
    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.world import World

LONGEST_ANSWER = 200
LARGEST_DOWNLOAD = 20_000_000


def get_me(world: World, params: Params) -> object:
    del params
    return world.me.json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def get_chat(world: World, params: Params) -> object:
    chat = visit(world, params["chat_id"])
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    full = chat.json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((*gifts, "gifts_from_channels"), False),
    }
    if chat.pins:
        full["pinned_message"] = chat.messages[chat.pins[-1]].json(with_reply=False)
    return full


def get_chat_member(world: World, params: Params) -> object:
    chat = visit(world, params["chat_id"])
    user = world.users.get(params["user_id"])
    if user is None or (chat.user is not None and user not in {chat.user, world.me}):
        raise bad("PARTICIPANT_ID_INVALID")
    if chat.user is not None:
        return Member(user, "member").json()
    return chat.members.get(user.id, Member(user, "left")).json()


def get_administrators(world: World, params: Params) -> object:
    chat = visit(world, params["chat_id"])
    if chat.user is not None:
        raise bad("there are no administrators in the private chat")
    return [
        member.json()
        for member in chat.members.values()
        if member.status in ADMINS and (member.user is world.me or not member.user.is_bot)
    ]


def leave_chat(world: World, params: Params) -> object:
    chat = visit(world, params["chat_id"])
    if chat.user is not None:
        raise bad("chat member status can't be changed in private chats")
    chat.members[world.me.id].status = "left"
    return True


def answer_press(world: World, params: Params) -> object:
    press = world.presses.get(params["callback_query_id"])
    old = press is not None and world.clock.now() - press.time > world.answer_within
    if press is None or old or press.answered:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    text = params.get("text", "")
    if units(text) > LONGEST_ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    press.answered = True
    press.text = text
    press.alert = params.get("show_alert", False)
    press.url = params.get("url")
    if press.url is not None and not press.url.startswith(f"https://t.me/{world.me.username}?"):
        raise bad("URL_INVALID")
    return True


def get_file(world: World, params: Params) -> object:
    file = world.files.get(params["file_id"])
    if file is None:
        raise bad("invalid file_id")
    if len(file.content) > LARGEST_DOWNLOAD:
        raise bad("file is too big")
    return {
        "file_id": params["file_id"],
        "file_unique_id": f"AgAD{params['file_id'].rpartition('I')[2]}",
        "file_size": len(file.content),
        "file_path": file.path,
    }


METHODS = {
    "getMe": get_me,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_administrators,
    "leaveChat": leave_chat,
    "answerCallbackQuery": answer_press,
    "getFile": get_file,
}
