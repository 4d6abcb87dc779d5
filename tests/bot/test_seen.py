"""What the bot remembers of chats: whether a table is still in sight, and who looks at it."""

from ukachat.bot import seen as seen_module
from ukachat.bot.addresses import Chat
from ukachat.bot.seen import FAR, LOOKING_SECONDS, Seen

PRIVATE = Chat(7)
GROUP = Chat(-501)
SUPERGROUP = Chat(-1002000000001)
TOPIC = Chat(-1002000000001, 45)
NOW = 1_800_000_000.0


def below(seen: Seen, chat: Chat, first: int, count: int) -> None:
    for message in range(first, first + count):
        seen.message(chat, message)


def test_a_table_is_in_sight_until_many_messages_are_below_it() -> None:
    seen = Seen()
    for chat in (PRIVATE, GROUP, TOPIC):
        seen.message(chat, 100)
        below(seen, chat, 101, FAR - 1)
        assert not seen.has_scrolled_far(chat, 100)
        seen.message(chat, 300)
        assert seen.has_scrolled_far(chat, 100)
        assert not seen.has_scrolled_far(chat, 105)


def test_what_the_bot_does_not_get_to_see_counts_in_a_supergroup() -> None:
    """There the numbers of messages follow one another; people talk, and the table scrolls away."""
    seen = Seen()
    seen.message(SUPERGROUP, 100)
    seen.message(SUPERGROUP, 100 + FAR - 1)
    assert not seen.has_scrolled_far(SUPERGROUP, 100)
    seen.message(SUPERGROUP, 100 + FAR)
    assert seen.has_scrolled_far(SUPERGROUP, 100)


def test_numbers_shared_with_other_chats_do_not_count() -> None:
    seen = Seen()
    for chat in (PRIVATE, GROUP, TOPIC):
        seen.message(chat, 100)
        seen.message(chat, 1000)
        assert not seen.has_scrolled_far(chat, 100)


def test_nothing_is_known_of_a_chat_after_a_restart() -> None:
    assert not Seen().has_scrolled_far(SUPERGROUP, 1)
    assert not Seen().is_looked_at(PRIVATE, 1, NOW)


def test_an_older_message_that_comes_again_changes_nothing() -> None:
    seen = Seen()
    below(seen, PRIVATE, 1, 3)
    below(seen, PRIVATE, 1, 3)
    seen.press(PRIVATE, NOW)
    assert seen.is_looked_at(PRIVATE, 3, NOW)


def test_whoever_pressed_just_now_looks_at_the_newest_message() -> None:
    """So a turn that follows is shown there, and the phone does not ring."""
    seen = Seen()
    seen.message(PRIVATE, 5)
    assert not seen.is_looked_at(PRIVATE, 5, NOW)
    seen.press(PRIVATE, NOW)
    assert seen.is_looked_at(PRIVATE, 5, NOW + LOOKING_SECONDS - 1)
    assert not seen.is_looked_at(PRIVATE, 4, NOW)
    assert not seen.is_looked_at(PRIVATE, 5, NOW + LOOKING_SECONDS)
    seen.message(PRIVATE, 6)
    assert not seen.is_looked_at(PRIVATE, 5, NOW)


def test_a_message_is_known_to_show_what_it_was_given_last() -> None:
    seen = Seen()
    assert not seen.is_shown(GROUP, 5, "a")
    seen.shows(GROUP, 5, "a")
    assert seen.is_shown(GROUP, 5, "a")
    seen.shows(GROUP, 5, "b")
    assert not seen.is_shown(GROUP, 5, "a")
    assert not seen.is_shown(GROUP, 6, "b")
    assert not seen.is_shown(PRIVATE, 5, "b")


def test_the_memory_of_years_does_not_grow() -> None:
    seen = Seen()
    most = seen_module._REMEMBERED
    for user in range(1, most + 100):
        seen.message(Chat(user), 5)
        seen.press(Chat(user), NOW)
        seen.press(Chat(1), NOW)  # the one who never stops
        seen.shows(Chat(user), 5, "a")
    assert [len(kept) for kept in (seen._messages, seen._pressed, seen._shown)] == [most] * 3
    assert not seen.is_shown(Chat(1), 5, "a")
    assert Chat(1) in seen._pressed
    assert seen.is_looked_at(Chat(most + 99), 5, NOW)
