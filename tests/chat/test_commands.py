"""Every command: its help, its line in the documentation, and an answer at any time."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.playing import next_move, play_on
from tests.chat.talking import Conversation, texts
from ukachat.chat.commands import COMMANDS, find
from ukachat.chat.scene import Sorry
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"
LONGEST = 3_800
NONSENSE = ("", "x", "north", "nz", "banana split", "1 2 3", "☃" * 50, "-1", "t:x:1:/deal", "../x")


def _no_table() -> Conversation:
    return Conversation(1)


def _lobby() -> Conversation:
    conversation = Conversation(1)
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Ana", "/join")
    return conversation


def _window() -> Conversation:
    conversation = _lobby()
    conversation.say("Mere", "/start")
    while conversation.table.dealer_to_deal is None:
        move = next_move(conversation, Random(0))
        assert move is not None
        conversation.say(*move)
    return conversation


def _playing() -> Conversation:
    conversation = _window()
    for number, _ in enumerate(play_on(conversation, Random(1))):
        if number == 5:
            break
    return conversation


def _over() -> Conversation:
    conversation = _lobby()
    conversation.say("Mere", "/start")
    for _ in play_on(conversation, Random(1)):
        pass
    return conversation


def _group_lobby() -> Conversation:
    conversation = Conversation(1)
    conversation.say("Mere", "/uka nz target=1", group=True)
    return conversation


def _group_window() -> Conversation:
    conversation = _group_lobby()
    conversation.say("Mere", "/start", group=True)
    return conversation


def _group_playing() -> Conversation:
    conversation = _group_window()
    conversation.say("Mere", "/deal", group=True)
    return conversation


def _group_over() -> Conversation:
    conversation = _group_window()
    for _ in play_on(conversation, Random(1)):
        pass
    assert conversation.table.stage is Stage.OVER
    return conversation


STAGES = (_no_table, _lobby, _window, _playing, _over)
GROUP_STAGES = (_no_table, _group_lobby, _group_window, _group_playing, _group_over)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_it_does_in_one_line(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert not command.help.endswith(".")
    assert len(command.help) <= 70
    (told,) = texts(Conversation().say("Mere", f"/help {name}"))
    assert told.startswith(f"{command.usage}: {command.help}.")
    assert command.where


def test_the_documentation_lists_every_command_and_no_other() -> None:
    rows = re.findall(
        r"^\| `(/.+?)` \| (.+) \|$", PLAYING.read_text(encoding="utf-8"), re.MULTILINE
    )
    listed = {usage.replace("\\|", "|"): told for usage, told in rows}
    assert listed == {command.usage: command.help for command in COMMANDS.values()}


def test_help_fits_in_one_message() -> None:
    (told,) = texts(Conversation().say("Mere", "/help"))
    assert len(told) <= LONGEST
    assert all(f"/{name}" in told for name in COMMANDS)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("ruels", "rules"), ("PLAYY", "play"), ("hnad", "hand"), ("setings", "settings")],
)
def test_a_wrong_command_gets_the_nearest_right_one(wrong: str, right: str) -> None:
    with pytest.raises(Sorry, match=f"Did you mean /{right}"):
        find(wrong)


def test_a_command_that_is_like_none_gets_the_way_to_all() -> None:
    assert texts(Conversation().say("Mere", "/xyzzy")) == [
        "I do not know /xyzzy. /help lists what I know."
    ]


def test_aliases_and_the_name_of_a_bot_are_understood() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/UKA@some_bot na")
    assert conversation.table.name == "na"


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__[1:])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_answered_at_every_stage_whatever_follows_it(
    name: str, stage: Callable[[], Conversation]
) -> None:
    for words in NONSENSE:
        conversation = stage()
        for person in ("Mere", "Rangi"):
            sent = conversation.say(person, f"/{name} {words}")
            told = texts(sent, person)
            assert told, words
            assert all(0 < len(text) <= LONGEST for text in told if "\nukachat:" not in text)


@pytest.mark.parametrize("stage", GROUP_STAGES, ids=lambda stage: stage.__name__[1:])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_in_a_group_is_answered(name: str, stage: Callable[[], Conversation]) -> None:
    for words in NONSENSE[:5]:
        for person in ("Mere", "Rangi"):
            told = texts(stage().say(person, f"/{name} {words}", group=True))
            assert told, words
            assert all(0 < len(text) <= LONGEST for text in told if "\nukachat:" not in text)
