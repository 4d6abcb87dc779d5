"""The real process plays every variant in private, and a group of four and a topic beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.telegram.pressing import Presser, begun, counted_once, play
from tests.telegram.process import Host
from ukachat.rulebook import ruleset_names

if TYPE_CHECKING:
    from pathlib import Path

FASTER = 30
"""Groups wait long for Telegram's limits; here they hold on a faster clock."""


@pytest.mark.long
def test_every_variant_is_played_to_its_end(tmp_path: Path) -> None:
    with Host(tmp_path, FASTER) as host:
        bot = host.starts()
        players = [begun(host, f"{rules} target=1") for rules in ruleset_names()]
        players += [*_group_of_four(host, "nz"), _with_computers_in_a_topic(host, "na")]
        play(host, *players)
        counted_once(host, *players)
        assert all("wins the game" in each.text for each in players)
        assert bot.stops() == 0


def _group_of_four(host: Host, rules: str) -> list[Presser]:
    people = [host.person(name) for name in ("Ana", "Hemi", "Tama", "Rangi")]
    group = host.world.supergroup("Whanau", people, admins=people[:1])
    host.says(people[0], f"/uka {rules} target=1", group)
    for who in people[1:]:
        who.says("/join", group)
    people[0].says("/start", group)
    return [Presser(host, who, group) for who in people]


def _with_computers_in_a_topic(host: Host, rules: str) -> Presser:
    mere = host.person("Mere")
    forum = host.world.supergroup("Club", [mere], admins=[mere], forum=True)
    topic = host.world.topic(forum, "Uka")
    mere.says(f"/uka {rules} target=1 now", forum, topic=topic)
    host.until(lambda: forum.said_by_bot(topic))
    return Presser(host, mere, forum)
