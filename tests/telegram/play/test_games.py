"""Whole games on Telegram: the whole bot in process, people who know what they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake.people import Person
from tests.telegram.play.checks import check_calls, per_deal
from tests.telegram.play.playing import (
    Manner,
    Player,
    open_table,
    play,
    save_and_check,
    sit_down,
    start,
)
from tests.telegram.play.town import Town
from ukachat.rulebook import ruleset_names

if TYPE_CHECKING:
    from pathlib import Path

PRESSING, TYPING, PRIVATELY = Manner
MOST = 10
"""So many messages a group gets at most in one deal of a person with three computers."""


def rulesets(*quick: str) -> pytest.MarkDecorator:
    """All rulesets, of which some are tried every time and the others in long tests."""
    every = [
        pytest.param(name, marks=[] if name in quick else pytest.mark.long)
        for name in ruleset_names()
    ]
    return pytest.mark.parametrize("rules", every)


@rulesets(*ruleset_names())
def test_alone_with_computers_in_private(rules: str, tmp_path: Path) -> None:
    town = Town(tmp_path, 1)

    async def evening() -> None:
        mere = Player(town, town.mere, None, PRESSING, TYPING)
        await open_table(town, mere, f"{rules} target=3")
        await start(town, mere)
        await play(town, mere)
        await save_and_check(town, mere)

    town.live(evening)
    check_calls(town)


@rulesets("nz")
def test_two_friends_by_an_invitation(rules: str, tmp_path: Path) -> None:
    town = Town(tmp_path, 2)

    async def evening() -> None:
        mere = Player(town, town.mere, None, PRESSING)
        ana = Player(town, town.ana, None, PRESSING, TYPING)
        await open_table(town, mere, f"{rules} target=3")
        await town.presses(town.mere, "Invite friends", mere.spot.shown()[-1])
        town.ana.opens(mere.spot.shown()[-1].text or "")
        await town.passes()
        await start(town, mere)
        await play(town, mere, ana)
        await save_and_check(town, ana)

    town.live(evening)
    check_calls(town)


@rulesets("nz", "na32")
def test_four_people_in_a_group(rules: str, tmp_path: Path) -> None:
    town = Town(tmp_path, 3)

    async def evening() -> None:
        players = [
            Player(town, town.mere, town.group, PRESSING),
            Player(town, town.ana, town.group, TYPING),
            Player(town, town.hemi, town.group, PRIVATELY),
            Player(town, town.tama, town.group, PRESSING, TYPING, PRIVATELY),
        ]
        await open_table(town, players[0], f"{rules} target=2")
        for player in players[1:]:
            await sit_down(town, player)
        await start(town, players[0])
        await play(town, *players)
        await save_and_check(town, players[1])

    town.live(evening)
    check_calls(town)


@rulesets("nz", "na")
def test_a_deal_with_computers_takes_few_messages(rules: str, tmp_path: Path) -> None:
    town = Town(tmp_path, 4)
    town.thinking = (4, 20)  # so slow that no edit takes the place of another

    async def evening() -> None:
        mere = Player(town, town.mere, town.group, PRESSING)
        await open_table(town, mere, f"{rules} target=5")
        await start(town, mere)
        await play(town, mere)
        await town.passes(60)
        await save_and_check(town, mere)

    town.live(evening)
    check_calls(town)
    counts = per_deal(town, town.group)
    print(f"messages in the group, deal by deal: {counts}")  # noqa: T201 - shown with -s
    assert counts
    assert max(counts) <= MOST


@rulesets("nz")
def test_a_topic_of_a_forum(rules: str, tmp_path: Path) -> None:
    town = Town(tmp_path, 5)

    async def evening() -> None:
        ana = Player(town, town.ana, town.topic, PRESSING)
        tama = Player(town, town.tama, town.topic, TYPING, PRIVATELY)
        await open_table(town, ana, f"{rules} target=2")
        await sit_down(town, tama)
        await start(town, ana)
        await play(town, ana, tama)
        await save_and_check(town, tama)

    town.live(evening)
    check_calls(town)
    sent = town.world.sent(town.topic.chat)
    new = [call for call in sent if call.method.startswith("send")]
    assert {call.params.get("message_thread_id") for call in new} == {town.topic.topic}


def test_several_tables_at_once(tmp_path: Path) -> None:
    town = Town(tmp_path, 6)

    async def evening() -> None:
        alone = Player(town, town.mere, None, PRESSING)
        alone.title = "Uka"
        group = [Player(town, who, town.group, PRESSING) for who in (town.mere, town.ana)]
        topic = [Player(town, who, town.topic, PRESSING) for who in (town.mere, town.hemi)]
        await open_table(town, alone, "nz target=2")
        await start(town, alone)
        for table in (group, topic):
            await open_table(town, table[0], "tournament target=2")
            await sit_down(town, table[1])
            await start(town, table[0])
        await play(town, alone, *group, *topic)
        for player in (alone, group[1], topic[0]):
            await save_and_check(town, player)

    town.live(evening)
    check_calls(town)


def test_somebody_who_never_started_the_bot_plays_from_the_group(tmp_path: Path) -> None:
    town = Town(tmp_path, 7)
    rangi = Person(town.world, "Rangi")

    async def evening() -> None:
        rangi.joins(town.group.chat)
        plays = Player(town, rangi, town.group, PRESSING)
        await open_table(town, plays, "nz target=2")
        await start(town, plays)
        await play(town, plays)
        await save_and_check(town, plays)
        said = [each for each in town.group.shown() if "Open the chat" in each.labels]
        assert len(said) == 1
        assert "Rangi" in (said[0].text or "")

    town.live(evening)
    check_calls(town, never_started=1)
    assert not rangi.started
