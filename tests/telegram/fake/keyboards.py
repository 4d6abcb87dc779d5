"""Buttons under a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.telegram.fake.entities import check_links
from tests.telegram.fake.refusals import bad

if TYPE_CHECKING:
    from tests.telegram.fake.checking import Params

Keyboard = list[list[dict[str, Any]]]

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
LOOKS = {"text", "style", "icon_custom_emoji_id"}


def keyboard_of(params: Params) -> Keyboard:
    """The inline buttons a call brings; none for a keyboard of another kind.

    Raises:
        Refused: Telegram would not show them.
    """
    rows: Keyboard = params.get("reply_markup", {}).get("inline_keyboard", [])
    if sum(map(len, rows)) > MOST_BUTTONS:
        raise bad("REPLY_MARKUP_TOO_LONG")
    for row in rows:
        if len(row) > MOST_IN_A_ROW:
            raise bad(f"inline keyboard row has {len(row)} buttons, expected up to {MOST_IN_A_ROW}")
        for button in row:
            _check(button)
    return [row for row in rows if row]


def _check(button: dict[str, Any]) -> None:
    if not button["text"].strip():
        raise bad("can't parse inline keyboard button: text must be non-empty")
    actions = button.keys() - LOOKS
    if not actions:
        reason = "Text buttons are unallowed in the inline keyboard"
        raise bad(f"can't parse inline keyboard button: {reason}")
    if len(actions) > 1:
        raise bad(f"BUTTON_TYPE_INVALID: more than one action: {', '.join(sorted(actions))}")
    url = button.get("url")
    if url is not None:
        if not re.fullmatch(r"(https?|tg)://\S+", url):
            raise bad(f"inline keyboard button URL '{url}' is invalid")
        check_links(url)
