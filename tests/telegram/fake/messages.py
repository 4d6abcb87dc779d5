"""Methods about messages: sending, editing, deleting, pinning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.telegram.fake.checking import Upload
from tests.telegram.fake.entities import formatted
from tests.telegram.fake.keyboards import keyboard_of
from tests.telegram.fake.reaching import reach
from tests.telegram.fake.refusals import bad

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat, Message
    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.world import World

OLDEST_TO_DELETE = 48 * 3600
LARGEST_UPLOAD = 50_000_000
MOST_TO_DELETE = 100
ACTIONS = {
    *("typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice"),
    *("upload_document", "choose_sticker", "find_location", "record_video_note"),
    "upload_video_note",
}


def send_message(world: World, params: Params) -> object:
    shown = formatted(params, "sendMessage")
    return _send(world, params, {"text": shown.text, "entities": shown.entities})


def send_document(world: World, params: Params) -> object:
    shown = formatted(params, "sendDocument", "caption")
    document = params["document"]
    if isinstance(document, str):
        if document not in world.files:
            raise bad("wrong file identifier/HTTP URL specified")
        stored = world.files[document]
        document = Upload(stored.path.rpartition("/")[2], stored.content)
    if not document.content:
        raise bad("file must be non-empty")
    if len(document.content) > LARGEST_UPLOAD:
        raise bad("file is too big")
    parts: dict[str, Any] = {"document": document}
    if shown.text:
        parts |= {"caption": shown.text, "entities": shown.entities}
    return _send(world, params, parts)


def _send(world: World, params: Params, parts: dict[str, Any]) -> object:
    buttons = keyboard_of(params)
    chat = reach(world, params["chat_id"])
    thread = params.get("message_thread_id")
    _check_thread(chat, thread)
    answered = _answered(chat, params)
    if "document" in parts:
        parts["document"] = world.add_file(*parts["document"])
    message = world.new_message(chat, world.me, thread=thread, reply_to=answered, **parts)
    message.show_buttons(buttons)
    return message.json()


def _check_thread(chat: Chat, thread: int | None) -> None:
    if thread is not None and thread not in chat.topics:
        raise bad("message thread not found")


def _answered(chat: Chat, params: Params) -> Message | None:
    reply = params.get("reply_parameters")
    if reply is None:
        return None
    if reply.get("chat_id", chat.id) != chat.id or "message_id" not in reply:
        raise bad("not imitated: a reply to something outside the chat")
    message = chat.messages.get(reply["message_id"])
    if message is not None and not message.deleted:
        return message
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad("message to be replied not found")


def edit_text(world: World, params: Params) -> object:
    if "text" not in params:
        raise bad("message text is empty")
    shown = formatted(params, "editMessageText")
    buttons = keyboard_of(params)
    message = _to_edit(world, params)
    if message.text is None:
        raise bad("there is no text in the message to edit")
    now = (shown.text, shown.entities, buttons)
    if now == (message.text, message.entities, message.buttons):
        raise _unmodified()
    message.old_texts.append(message.text)
    message.text, message.entities = shown
    message.show_buttons(buttons)
    message.edited = world.date()
    return message.json()


def edit_buttons(world: World, params: Params) -> object:
    buttons = keyboard_of(params)
    message = _to_edit(world, params)
    if buttons == message.buttons:
        raise _unmodified()
    message.show_buttons(buttons)
    message.edited = world.date()
    return message.json()


def _to_edit(world: World, params: Params) -> Message:
    if "chat_id" not in params or "message_id" not in params:
        raise bad("message identifier is not specified")
    chat = reach(world, params["chat_id"])
    message = chat.messages.get(params["message_id"])
    if message is None or message.deleted:
        raise bad("message to edit not found")
    if message.sender is not world.me or message.service:
        raise bad("message can't be edited")
    return message


def _unmodified() -> Exception:
    return bad(
        "message is not modified: specified new message content and reply markup are exactly"
        " the same as a current content and reply markup of the message"
    )


def delete_message(world: World, params: Params) -> object:
    chat = reach(world, params["chat_id"])
    message = chat.messages.get(params["message_id"])
    if message is None or message.deleted:
        raise bad("message to delete not found")
    if not _deletable(world, message):
        raise bad("message can't be deleted")
    _delete(message)
    return True


def delete_messages(world: World, params: Params) -> object:
    """As Telegram's: what cannot be found or deleted is left out."""
    chat = reach(world, params["chat_id"])
    if not 1 <= len(params["message_ids"]) <= MOST_TO_DELETE:
        raise bad(f"message_ids must hold 1 to {MOST_TO_DELETE} ids")
    for number in params["message_ids"]:
        message = chat.messages.get(number)
        if message is not None and _deletable(world, message):
            _delete(message)
    return True


def _delete(message: Message) -> None:
    message.deleted = True
    if message.id in message.chat.pins:
        message.chat.pins.remove(message.id)


def _deletable(world: World, message: Message) -> bool:
    chat = message.chat
    if chat.user is None and chat.members[world.me.id].may("can_delete_messages"):
        return True
    if world.date() - message.date > OLDEST_TO_DELETE:
        return False
    return chat.user is not None or message.sender is world.me


def pin(world: World, params: Params) -> object:
    message = _to_pin(world, params)
    chat = message.chat
    if message.id not in chat.pins:
        chat.pins.append(message.id)
        pinned = {"pinned_message": message.json(with_reply=False)}
        world.new_message(chat, world.me, service=pinned)
    return True


def unpin(world: World, params: Params) -> object:
    chat = _pinning_chat(world, params)
    number = params.get("message_id", chat.pins[-1] if chat.pins else None)
    if number not in chat.pins:
        raise bad("message to unpin not found")
    chat.pins.remove(number)
    return True


def unpin_all(world: World, params: Params) -> object:
    _pinning_chat(world, params).pins.clear()
    return True


def _to_pin(world: World, params: Params) -> Message:
    chat = _pinning_chat(world, params)
    message = chat.messages.get(params["message_id"])
    if message is None or message.deleted:
        raise bad("message to pin not found")
    return message


def _pinning_chat(world: World, params: Params) -> Chat:
    chat = reach(world, params["chat_id"])
    if chat.user is None and not chat.members[world.me.id].may("can_pin_messages"):
        raise bad("not enough rights to manage pinned messages in the chat")
    return chat


def send_action(world: World, params: Params) -> object:
    if params["action"] not in ACTIONS:
        raise bad("wrong parameter action in request")
    chat = reach(world, params["chat_id"])
    _check_thread(chat, params.get("message_thread_id"))
    return True


METHODS = {
    "sendMessage": send_message,
    "sendDocument": send_document,
    "sendChatAction": send_action,
    "editMessageText": edit_text,
    "editMessageReplyMarkup": edit_buttons,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "unpinAllChatMessages": unpin_all,
}
