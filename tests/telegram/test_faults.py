"""What goes wrong on the way to Telegram: all is said in the end, and nobody else has to wait."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake.faults import Fault
from tests.telegram.pressing import begun, counted_once, play

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat
    from tests.telegram.fake.faults import Kind
    from tests.telegram.fake.people import Person
    from tests.telegram.fake.world import Call
    from tests.telegram.process import Host

FOR_LONG = 3600
ON_THE_WAY = [
    pytest.param("error", False, id="an error before the effect", marks=pytest.mark.long),
    pytest.param("error", True, id="an error after the effect", marks=pytest.mark.long),
    pytest.param("drop", False, id="no connection before the effect", marks=pytest.mark.long),
    pytest.param("drop", True, id="no connection after the effect"),
]


def greetings(person: Person) -> int:
    return len([each for each in person.private.said_by_bot() if "Kia ora" in str(each.text)])


def lobby(host: Host, *people: Person) -> Chat:
    """A group with an open table."""
    group = host.world.group("Whanau", people, admins=people[:1])
    host.says(people[0], "/uka", group)
    return group


def to(host: Host, chat: Chat) -> list[Call]:
    """What was sent to a chat, or would have been."""
    return [each for each in host.world.calls if each.chat == chat.id]


# --- flood ---


def test_where_one_group_is_flooded_the_others_go_on_and_presses_are_answered(host: Host) -> None:
    host.starts()
    mere, ana = (host.person(name) for name in ("Mere", "Ana"))
    group = lobby(host, mere, ana)
    hemi = begun(host, "nz target=1", "Hemi")
    host.settles()
    # So long that nothing which has to wait for it comes in this test.
    flood = host.world.faults.add(Fault("flood", chat=group.id, seconds=FOR_LONG))
    press = ana.presses("Sit North", group.said_by_bot()[-1])
    host.until(lambda: press.answered and flood.times == 0)
    asked = len(to(host, group))
    play(host, hemi)
    again = mere.presses("Computers", group.said_by_bot()[-1])
    host.until(lambda: again.answered)
    assert (press.text, again.text) == ("", "")
    assert len(to(host, group)) == asked
    assert "West: empty" in str(group.said_by_bot()[-1].text)


@pytest.mark.long
@pytest.mark.parametrize("where", ["group", pytest.param("private", marks=pytest.mark.long)])
def test_what_is_flooded_comes_when_the_wait_is_over_and_not_before(host: Host, where: str) -> None:
    bot = host.starts()
    mere = host.person("Mere")
    chat = mere.private
    if where == "group":
        chat = lobby(host, mere)
    flood = host.world.faults.add(Fault("flood", "sendMessage", chat.id, seconds=7))
    mere.says("/help", chat)
    host.until(lambda: "/forget me" in str(chat.said_by_bot()[-1:]))
    assert flood.times == 0
    (refused, *_, sent) = [call for call in to(host, chat) if call.time >= 0][-2:]
    assert refused.fault == "flood"
    assert sent.time - refused.time >= flood.seconds
    assert "Telegram asks to wait" in bot.log


# --- on the way ---


@pytest.mark.parametrize(("kind", "after"), ON_THE_WAY)
def test_a_message_may_come_twice_and_never_not_at_all(host: Host, kind: Kind, after: bool) -> None:
    host.starts()
    mere = host.person("Mere")
    fault = host.world.faults.add(Fault(kind, "sendMessage", times=2, after_effect=after))
    mere.says("/start")
    host.until(lambda: fault.times == 0)
    host.settles()
    assert greetings(mere) == (3 if after else 1)


@pytest.mark.long
@pytest.mark.parametrize(("kind", "after"), ON_THE_WAY)
def test_an_edit_is_tried_until_it_is_there(host: Host, kind: Kind, after: bool) -> None:
    bot = host.starts()
    mere = begun(host, "nz target=1")
    fault = host.world.faults.add(Fault(kind, "editMessageText", times=2, after_effect=after))
    mere.acts()
    host.until(lambda: fault.times == 0)
    host.settles()
    assert len([each for each in mere.chat.said_by_bot() if each.once]) == 1
    refused = [str(each.refusal) for each in host.world.refused()]
    assert any("message is not modified" in each for each in refused) == after
    play(host, mere)
    counted_once(host, mere)
    assert "[error" not in bot.log


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True], ids=["before the effect", "after the effect"])
def test_a_message_that_takes_too_long_is_sent_again(host: Host, after: bool) -> None:
    bot = host.starts()
    mere = host.person("Mere")
    host.world.faults.add(Fault("slow", "sendMessage", seconds=60, after_effect=after))
    mere.says("/start")
    host.until(lambda: "has not answered in time" in bot.log)
    host.settles()
    assert greetings(mere) == (2 if after else 1)


@pytest.mark.long
def test_a_game_on_a_bad_line(host: Host) -> None:
    seed = 4
    print(f"seed {seed}")  # noqa: T201 - shown where the test fails
    rng = Random(seed)
    host.starts()
    mere = begun(host, "nz target=4")
    for _ in range(200):
        host.until(lambda: mere.is_over or mere.options)
        if mere.is_over:
            break
        kinds: tuple[Kind, ...] = ("error", "drop")
        methods = ("editMessageText", "sendMessage", "getUpdates", "answerCallbackQuery")
        after = rng.random() < 0.5
        fault = Fault(rng.choice(kinds), rng.choice(methods), after_effect=after)
        host.world.faults.add(fault)
        mere.presses()
    assert mere.is_over
    counted_once(host, mere)


# --- fetching ---


def test_updates_are_fetched_as_soon_as_they_can_be_again(host: Host) -> None:
    bot = host.starts()
    for code, times in ((502, 2), (409, 1)):
        host.world.faults.add(Fault("error", "getUpdates", code=code, times=times))
    host.world.faults.add(Fault("drop", "getUpdates", after_effect=True))
    mere, ana = host.person("Mere"), host.person("Ana")
    mere.says("/start")  # ends the call that waits now
    host.until(lambda: greetings(mere))
    ana.says("/start")
    host.until(lambda: greetings(ana))
    host.settles()
    assert (greetings(mere), greetings(ana)) == (1, 1)
    assert bot.log.count("No updates can be fetched") == 3
    assert bot.log.count("Another process fetches the updates") == 1


def test_a_process_waits_for_telegram_at_its_start(host: Host) -> None:
    host.world.faults.add(Fault("error", "getMe", code=502))
    host.world.faults.add(Fault("drop", "getMe"))
    bot = host.starts()
    assert [("cannot be reached" in line) for line in bot.lines] == [True, True, False]
    assert greetings(mere := host.person("Mere")) == 0
    assert "Kia ora" in host.says(mere, "/start")


def test_a_token_that_is_refused_ends_it_with_one_sentence(host: Host) -> None:
    bot = host.launches(token=f"{host.world.me.id}:{'x' * 35}")
    assert bot.ends() == 2
    (sentence,) = bot.lines
    assert sentence.startswith("UKACHAT_TOKEN: Telegram refuses the token")
    assert not host.world.calls


@pytest.mark.long
def test_a_token_that_is_taken_back_ends_it_with_one_sentence(host: Host) -> None:
    bot = host.starts()
    mere = host.person("Mere")
    host.world.token = f"{host.world.me.id}:{'y' * 35}"
    mere.says("/start")
    assert bot.ends() == 2
    ready, *_, sentence = bot.lines
    assert "Ready" in ready
    assert sentence.startswith("UKACHAT_TOKEN: Telegram refuses the token")
    host.starts()
    host.until(lambda: greetings(mere))


# --- messages and presses ---


def test_where_the_message_of_a_table_is_deleted_a_new_one_comes(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    host.says(mere, "/play nz")
    table = mere.private.said_by_bot()[-1]
    link = host.says(mere, "/invite")
    host.settles()
    table.deleted = True
    ana.opens(link)
    host.until(lambda: "Ana sits" in str(mere.private.said_by_bot()[-1].text))
    host.settles()
    assert "Start" in mere.private.said_by_bot()[-1].labels
    refused = [str(each.refusal) for each in host.world.refused()]
    assert refused == ["400 Bad Request: message to edit not found"]


@pytest.mark.long
def test_a_press_that_is_answered_too_late_counts_all_the_same(host: Host) -> None:
    host.world.answer_within = 1
    bot = host.starts()
    mere = begun(host, "nz target=1")
    host.settles()
    bot.kills()
    press = mere.presses()
    host.until(lambda: host.clock.now() > press.time + 1)
    bot = host.starts()
    host.settles()
    assert not press.answered
    counted_once(host, mere)
    assert "Deal 1" in mere.text
    assert len(bot.lines) == 1, bot.log
