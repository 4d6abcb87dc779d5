"""Addresses: what is kept of a table leads to its chat, and to no other."""

import pytest

from ukachat.bot.addresses import Chat, chat_of


@pytest.mark.parametrize(
    ("chat", "address"),
    [
        (Chat(7), "telegram:7"),
        (Chat(-501), "telegram:-501"),
        (Chat(-1002000000001, 45), "telegram:-1002000000001/45"),
    ],
)
def test_an_address_leads_back_to_its_chat(chat: Chat, address: str) -> None:
    assert chat.address == address
    assert chat_of(address) == chat


def test_only_groups_are_groups() -> None:
    assert Chat(-501).is_group
    assert Chat(-1002000000001, 45).is_group
    assert not Chat(7).is_group


@pytest.mark.parametrize("address", ["terminal:mere", "telegram:mere", "telegram:", "telegram:7/x"])
def test_an_address_of_another_network_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"address|invalid"):
        chat_of(address)
