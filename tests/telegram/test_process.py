"""The real process: killed, stopped and started again, and told everything twice."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake.faults import Fault
from tests.telegram.pressing import begun, counted_once, deals, own_acts, play

if TYPE_CHECKING:
    from tests.telegram.pressing import Presser
    from tests.telegram.process import Host, Running

# Where a game may be when the process is killed, as a player sees it.
PICK_UP = ("Pick it up",)
MOMENTS = {
    "bidding": "Will you have|You may say",
    "discarding": "Which card do you throw|You may throw",
    "in mid-trick": r"Trick \d: [^.\n]+\. \w+ is winning\.",
}


def restarted(host: Host, bot: Running, mere: Presser) -> Running:
    """Another process, after one was killed when all was said; nothing has changed."""
    host.settles()
    before, looks = host.decided(), (mere.table, mere.text)
    bot.kills()
    assert host.decided() == before
    bot = host.starts()
    host.settles()
    assert host.decided() == before
    assert (mere.table, mere.text) == looks
    return bot


# --- killed ---


@pytest.mark.parametrize(
    "moment",
    [
        "in mid-trick",
        pytest.param("bidding", marks=pytest.mark.long),
        pytest.param("discarding", marks=pytest.mark.long),
    ],
)
def test_a_killed_process_goes_on_where_it_was(host: Host, moment: str) -> None:
    bot = host.starts()
    # Until she deals and somebody makes trumps it may take some deals.
    mere = begun(host, "na target=99" if moment == "discarding" else "nz target=2")
    play(host, mere, until=lambda: re.search(MOMENTS[moment], mere.text), wanted=PICK_UP)
    assert not mere.is_over
    bot = restarted(host, bot, mere)
    dealt = deals(host)
    play(host, mere, until=lambda: mere.is_over or deals(host) > dealt, wanted=PICK_UP)
    if moment != "discarding":
        play(host, mere)
    counted_once(host, mere)
    assert not mere.objections
    assert bot.stops() == 0


def test_what_was_kept_and_not_sent_is_sent_after_a_restart(host: Host) -> None:
    bot = host.starts()
    mere = begun(host)
    mere.acts()
    host.settles()
    looked, made = mere.text, own_acts(host)
    fault = host.world.faults.add(Fault("slow", "editMessageText", seconds=3600))
    press = mere.presses()
    host.until(lambda: fault.times == 0 and press.answered)
    bot.kills()
    assert mere.text == looked
    assert own_acts(host) == made + 1
    bot = host.starts()
    host.until(lambda: mere.text != looked)
    play(host, mere)
    counted_once(host, mere)
    assert bot.stops() == 0


@pytest.mark.long
def test_what_was_sent_and_not_marked_does_no_harm_after_a_restart(host: Host) -> None:
    bot = host.starts()
    mere = begun(host)
    mere.acts()
    host.settles()
    looked = mere.text
    host.world.faults.add(Fault("slow", "editMessageText", seconds=3600, after_effect=True))
    mere.presses()
    host.until(lambda: mere.text != looked)
    looked = mere.text
    bot.kills()
    assert host.waiting()
    bot = host.starts()
    host.settles()
    assert mere.text == looked
    refused = [str(call.refusal) for call in host.world.refused()]
    assert any("message is not modified" in each for each in refused)
    assert "error" not in bot.log
    assert bot.stops() == 0


@pytest.mark.long
def test_a_game_in_which_the_process_is_killed_again_and_again(host: Host) -> None:
    bot = host.starts()
    mere = begun(host, "nz target=5")
    host.settles()  # or else the first message may come twice, with its buttons
    instants = [
        lambda: True,
        lambda: not len(host.world.updates),
        lambda: mere.made[-1].answered,
        lambda: any(
            call.method == "editMessageText" and call.time > mere.made[-1].time
            for call in host.world.calls
        ),
    ]
    for turn in range(1000):
        host.until(lambda: mere.is_over or mere.options)
        if host.holds(lambda: mere.is_over):
            break
        mere.presses()
        if turn % 3 == 0 and instants:
            host.until(instants.pop())
            bot.kills()
            bot = host.starts()
    assert len(host.ran) > 2
    assert not mere.objections
    counted_once(host, mere)


def test_a_process_killed_amid_a_heap_of_updates_loses_none_and_does_none_twice(
    host: Host,
) -> None:
    people = [host.person(name) for name in ("Mere", "Ana", "Hemi", "Tama", "Rangi") * 2]
    for each in people:
        for words in ("/play nz", "/computer club", "/start"):
            each.says(words)
    bot = host.launches()
    host.until(lambda: any(each.private.said_by_bot() for each in people))
    bot.kills()
    host.starts()
    host.until(lambda: all("Deal" in each.private.said_by_bot()[-1].labels for each in people))
    host.settles()
    decided = host.decided()
    assert len({each.table for each in decided}) == len(people)
    for kind, times in (("Opened", 1), ("Sat", 1), ("ComputerSat", 3), ("Started", 1)):
        assert len([each for each in decided if each.kind == kind]) == times * len(people)


# --- told twice ---


def test_a_game_of_which_everything_is_delivered_twice(host: Host) -> None:
    host.world.updates.twice = True
    bot = host.starts()
    mere = begun(host)
    play(host, mere)
    counted_once(host, mere)
    assert not mere.objections
    assert not host.world.refused()
    asked = len(host.world.updates.past)
    assert host.asks("SELECT count(*) FROM seen") == [(asked,)]
    assert len([each for each in host.decided() if each.kind == "Opened"]) == 1
    assert bot.stops() == 0


# --- stopped ---


@pytest.mark.parametrize(
    "kind", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_a_process_that_is_stopped_in_a_game_loses_no_update(
    host: Host, kind: signal.Signals
) -> None:
    bot = host.starts()
    mere = begun(host)
    mere.acts()
    press = mere.presses()
    bot.signals(kind)
    assert bot.ends() == 0
    assert "Stopped" in bot.lines[-1]
    assert len(bot.lines) == 2
    words = mere.person.says("/score")
    bot = host.starts()
    host.until(lambda: press.answered)
    host.until(lambda: mere.person.private.said_by_bot()[-1].id > words.id)
    play(host, mere)
    counted_once(host, mere)
    assert bot.stops() == 0


def test_a_process_can_be_stopped_while_it_waits_for_telegram(host: Host) -> None:
    bot = host.launches(api_url="http://127.0.0.1:9")
    host.until(lambda: "Telegram cannot be reached" in bot.log)
    assert bot.stops() == 0
    assert "Ready" not in bot.log
    assert not host.world.calls
