"""What Telegram shows of the bot: menus for each kind of chat, and what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.office import Office
from tests.telegram.fake.faults import Fault
from ukachat.bot.menus import DESCRIPTION, SHORT_DESCRIPTION, set_menus
from ukachat.chat.commands import menu
from ukachat.chat.messages import Setting

if TYPE_CHECKING:
    from collections.abc import Sequence


def shown(office: Office, kind: str, chat: int | None = None) -> dict[str, str] | None:
    """The menu of a kind of chat: what each command does."""
    for scope, by_language in office.world.profile.commands.items():
        fields = dict(scope)
        if (fields["type"], fields.get("chat_id")) == (kind, chat):
            return {each["command"]: each["description"] for each in by_language[""]}
    return None


def set_for(office: Office, *hosts: int) -> None:
    async def act() -> None:
        await set_menus(office.bot, hosts)

    office.through(act)


def listed(commands: Sequence[tuple[object, str]]) -> set[str]:
    return {does for _, does in commands}


def test_each_kind_of_chat_has_its_menu(office: Office) -> None:
    set_for(office, office.mere.id)
    private = shown(office, "all_private_chats")
    group = shown(office, "all_group_chats")
    admins = shown(office, "all_chat_administrators")
    host = shown(office, "chat", office.mere.id)
    assert private is not None
    assert group is not None
    assert admins is not None
    assert host is not None
    assert set(private.values()) == listed(menu(Setting.PRIVATE))
    assert set(group.values()) == listed(menu(Setting.GROUP))
    assert set(admins.values()) == listed(menu(Setting.GROUP, for_admin=True))
    assert {"announce", "drain"} <= host.keys()
    assert not {"announce", "drain"} & (private.keys() | group.keys() | admins.keys())


def test_telegram_takes_all_of_it(office: Office) -> None:
    set_for(office, office.mere.id)
    assert not office.world.refused()
    assert office.world.profile.description[""] == DESCRIPTION
    assert office.world.profile.short_description[""] == SHORT_DESCRIPTION


def test_a_host_who_has_never_started_the_bot_keeps_it_from_nothing(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    set_for(office, office.hemi.id, office.mere.id)
    assert shown(office, "chat", office.hemi.id) is None
    assert shown(office, "chat", office.mere.id) is not None
    assert office.world.profile.description[""] == DESCRIPTION
    assert capsys.readouterr().out.count("A menu was not set") == 1


def test_the_bot_works_without_menus(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.world.faults.add(Fault("error", times=99))
    set_for(office)
    assert not office.world.profile.commands
    assert "The description was not set" in capsys.readouterr().out
