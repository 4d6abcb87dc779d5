"""A bot that listens to what people do in a small world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from telegram import Bot, Update

from tests.bot.office import Office
from tests.telegram.fake.chats import Member
from tests.telegram.fake.world import TOKEN
from ukachat.bot.hearing import Ear, Heard
from ukachat.chat.messages import Text

if TYPE_CHECKING:
    from ukachat.bot.hearing import News

BOT = Bot(TOKEN)


class Listener(Office):
    """Hears what people in a small world do, the latest thing first."""

    def __init__(self) -> None:
        super().__init__()
        self.ear = Ear(self.world.me.id, "uka_test_bot")
        self.world.chats[self.group.id].members[self.world.me.id] = Member(
            self.world.me, "administrator"
        )  # so that it gets to hear everything

    def heard(self, **changes: Any) -> News | None:  # noqa: ANN401 - fields of a message
        """The news of the latest update; fields of its message may be changed before."""
        update = self.world.updates.past[-1].json()
        (payload,) = (value for key, value in update.items() if key != "update_id")
        payload |= changes
        return self.ear.hear(Update.de_json(update, BOT))

    def said(self, **changes: Any) -> Text | None:  # noqa: ANN401 - fields of a message
        """What was said by the latest update."""
        news = self.heard(**changes)
        if news is None:
            return None
        assert isinstance(news, Heard)
        assert isinstance(news.incoming.said, Text)
        return news.incoming.said
