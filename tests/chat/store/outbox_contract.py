"""The part of the contract that is about messages which wait to be sent."""

import asyncio
from itertools import islice
from pathlib import Path

import pytest

from tests.chat.store.making import GROUP, MERE, NeedsStore, claimed, post, send_all, with_store
from ukachat.chat.messages import Button, Edit, Outgoing, Reply, Say, Send, Tone
from ukachat.chat.store import Store


class OutboxContract(NeedsStore):
    @with_store
    async def test_every_message_comes_out_as_it_went_in(self, store: Store) -> None:
        rows = ((Button("J♥", "t1:3:1"), Button("away", "t1:3:0")), (Button("Hint", "h"),))
        messages: list[Outgoing] = [
            Say(MERE, "Your turn, Tama.\nKa pai ♥", Tone.TURN, rows, "turn"),
            Say(MERE, ""),
            Edit(MERE, "table", "Deal 7", Tone.NEWS, rows),
            Reply(MERE, "press-1", "1 J♥"),
            Send(MERE, "game.yaml", bytes(range(256)), "The game"),
        ]
        await post(store, *messages)
        assert await claimed(store) == messages

    @with_store
    async def test_messages_come_oldest_first_and_once(self, store: Store) -> None:
        messages = [Say(f"terminal:{number % 3}", str(number)) for number in range(9)]
        await post(store, *messages[:5])
        await post(store, *messages[5:])
        assert await claimed(store) == messages
        assert await claimed(store) == []

    @with_store
    async def test_a_limit_takes_the_oldest(self, store: Store) -> None:
        messages = [Say(f"terminal:{number}", str(number)) for number in range(5)]
        await post(store, *messages)
        assert await claimed(store, limit=2) == messages[:2]
        assert await claimed(store, limit=2) == messages[2:4]

    @with_store
    async def test_a_prefix_is_taken_letter_by_letter(self, store: Store) -> None:
        for address in ("terminal:mere", "Terminal:mere", "terminal_mere", "telegram:1", "term"):
            await post(store, Say(address, address))
        assert await claimed(store, "terminal:") == [Say("terminal:mere", "terminal:mere")]
        assert len(await claimed(store, "%")) == 0
        assert len(await claimed(store)) == 4

    @with_store
    async def test_what_is_not_marked_can_be_claimed_after_a_minute(self, store: Store) -> None:
        await post(store, Say(MERE, "one"))
        assert len(await claimed(store, now=100.0)) == 1
        assert await claimed(store, now=159.9) == []
        assert len(await claimed(store, now=160.0)) == 1

    @with_store
    async def test_what_is_marked_never_comes_again(self, store: Store) -> None:
        await post(store, Say(MERE, "one"), Say(MERE, "two"))
        first, second = await store.claim("", 1.0)
        await store.sent(first.id)
        await store.failed(second.id)
        assert await claimed(store, now=1000.0) == []
        await store.sent(first.id)  # nothing happens
        await store.failed(second.id)

    @with_store
    async def test_an_id_never_comes_again(self, store: Store) -> None:
        await post(store, Say(MERE, "one"))
        (first,) = await send_all(store)
        await post(store, Say(MERE, "two"))
        await store.sent(first.id)
        assert await claimed(store) == [Say(MERE, "two")]

    @with_store
    async def test_later_messages_wait_for_a_claimed_one(self, store: Store) -> None:
        await post(store, Say(MERE, "one"))
        (first,) = await store.claim("", 100.0)
        await post(store, Say(MERE, "two"), Say(GROUP, "three"))
        assert await claimed(store, now=101.0) == [Say(GROUP, "three")]
        await store.sent(first.id)
        assert await claimed(store, now=102.0) == [Say(MERE, "two")]

    @with_store
    async def test_after_a_lease_the_order_is_as_before(self, store: Store) -> None:
        await post(store, Say(MERE, "one"))
        await store.claim("", 100.0)
        await post(store, Say(MERE, "two"))
        assert await claimed(store, now=170.0) == [Say(MERE, "one"), Say(MERE, "two")]

    @with_store
    async def test_many_claims_at_once_share_the_messages(self, store: Store) -> None:
        await post(store, *(Say(f"terminal:{number}", str(number)) for number in range(60)))
        shares = await asyncio.gather(*(store.claim("", 1.0, 10) for _ in range(8)))
        taken = [each.id for share in shares for each in share]
        assert len(taken) == len(set(taken)) == 60

    @with_store
    async def test_many_marks_at_once_are_all_kept(self, store: Store) -> None:
        await post(store, *(Say(f"a:{each}", "text", key="k") for each in range(30)))
        posts = await store.claim("", 1.0)
        await asyncio.gather(*(store.sent(each.id, f"id {each.id}") for each in posts))
        assert await claimed(store, now=1000.0) == []
        await post(store, *(Edit(f"a:{each}", "k", "more") for each in range(30)))
        edits = await store.claim("", 1.0)
        assert [each.message_id for each in edits] == [f"id {each.id}" for each in posts]

    @with_store
    async def test_an_edit_gets_the_id_of_the_message_with_its_key(self, store: Store) -> None:
        await post(store, Say(MERE, "one", key="table"), Say(GROUP, "other", key="table"))
        for each in await store.claim("", 1.0):
            await store.sent(each.id, f"id of {each.message.text}")
        await post(store, Edit(MERE, "table", "two"), Edit(GROUP, "hand", "x"), Say(MERE, "y"))
        ids = [each.message_id for each in await store.claim("", 1.0)]
        assert ids == ["id of one", "", ""]

    @with_store
    async def test_an_edit_without_a_message_becomes_one(self, store: Store) -> None:
        await post(store, Edit(MERE, "table", "one"))
        (first,) = await store.claim("", 1.0)
        assert first.message_id == ""
        await store.sent(first.id, "77")
        await post(store, Edit(MERE, "table", "two"))
        (second,) = await store.claim("", 1.0)
        await store.sent(second.id)  # the same message: nothing new to keep
        await post(store, Edit(MERE, "table", "three"))
        (third,) = await store.claim("", 1.0)
        assert (second.message_id, third.message_id) == ("77", "77")

    @with_store
    async def test_a_new_message_takes_the_key_over(self, store: Store) -> None:
        await post(store, Say(MERE, "one", key="table"))
        await send_all(store, "77")
        await post(store, Say(MERE, "two", key="table"))
        await send_all(store, "78")
        await post(store, Edit(MERE, "table", "three"))
        assert [each.message_id for each in await send_all(store)] == ["78"]
        await post(store, Say(MERE, "without an id", key="table"))
        await send_all(store, "")
        await post(store, Edit(MERE, "table", "four"))
        assert [each.message_id for each in await send_all(store)] == [""]

    @with_store
    async def test_an_edit_waits_until_its_message_was_sent(self, store: Store) -> None:
        say, edit, after = Say(MERE, "a", key="k"), Edit(MERE, "k", "b"), Say(MERE, "c")
        await post(store, say, edit, after, Say(GROUP, "d"))
        first, other = await store.claim("", 1.0)
        assert (first.message, other.message) == (say, Say(GROUP, "d"))
        await store.sent(first.id, "77")
        second, third = await store.claim("", 1.0)
        assert (second.message, second.message_id, third.message) == (edit, "77", after)

    @with_store
    async def test_a_newer_edit_takes_the_place_of_those_that_wait(self, store: Store) -> None:
        stays: list[Outgoing] = [
            Edit(MERE, "other", "x"),
            Edit(GROUP, "k", "y"),
            Say(MERE, "z", key="k2"),
        ]
        await post(store, Edit(MERE, "k", "one"), *stays, Edit(MERE, "k", "two"))
        await post(store, Edit(MERE, "k", "three"))
        assert await claimed(store) == [*stays, Edit(MERE, "k", "three")]

    @with_store
    async def test_an_edit_that_is_being_sent_stays(self, store: Store) -> None:
        await post(store, Edit(MERE, "k", "one"))
        (first,) = await store.claim("", 100.0)
        await post(store, Edit(MERE, "k", "two"), at=101.0)
        await store.sent(first.id, "77")
        (second,) = await store.claim("", 102.0)
        assert (second.message, second.message_id) == (Edit(MERE, "k", "two"), "77")

    @pytest.mark.parametrize(
        "sizes", [(3,), (1, 2), (1, 1, 1)], ids=["one change", "two changes", "three changes"]
    )
    def test_a_new_message_takes_the_place_of_edits_of_the_one_before(
        self, tmp_path: Path, sizes: tuple[int, ...]
    ) -> None:
        async def test(_: NeedsStore, store: Store) -> None:
            await post(store, Say(MERE, "old", key="k"))
            await send_all(store, "77")
            messages: list[Outgoing] = [
                Edit(MERE, "k", "last"),
                Say(MERE, "new", key="k"),
                Edit(MERE, "k", "more"),
            ]
            left = iter(messages)
            for size in sizes:
                await post(store, *islice(left, size))
            sent = await send_all(store, "78")
            assert [each.message for each in sent] == messages[1:]
            assert [each.message_id for each in sent] == ["77", "78"]

        with_store(test)(self, tmp_path)

    @with_store
    async def test_a_failed_edit_frees_its_key(self, store: Store) -> None:
        await post(store, Say(MERE, "one", key="k"), Say(MERE, "two", key="k2"))
        await send_all(store, "77")
        await post(store, Edit(MERE, "k", "three"), Say(MERE, "four", key="k2"))
        for each in await store.claim("", 1.0):
            await store.failed(each.id)
        await post(store, Edit(MERE, "k", "five"), Edit(MERE, "k2", "six"))
        assert [each.message_id for each in await store.claim("", 1.0)] == ["", "77"]

    @with_store
    async def test_the_next_of_each_address_is_one_message_at_a_time(self, store: Store) -> None:
        await post(store, Say(MERE, "one"), Say(GROUP, "two"), Say(MERE, "three"))
        first, second = await store.claim_next("", 1.0)
        assert (first.message, second.message) == (Say(MERE, "one"), Say(GROUP, "two"))
        assert await store.claim_next("", 2.0) == ()
        await store.sent(first.id)
        (third,) = await store.claim_next("", 3.0)
        assert third.message == Say(MERE, "three")
        assert await store.claim_next("", 61.0) == (second,)  # after its lease, again

    @with_store
    async def test_the_next_of_a_prefix_are_so_many(self, store: Store) -> None:
        await post(store, *(Say(f"a:{each}", "text") for each in range(5)), Say("b:1", "other"))
        assert len(await store.claim_next("a:", 1.0, 3)) == 3
        assert len(await store.claim_next("a:", 1.0, 3)) == 2
        assert [each.message for each in await store.claim_next("b:", 1.0)] == [Say("b:1", "other")]

    @with_store
    async def test_an_address_that_rests_gets_replies_alone(self, store: Store) -> None:
        await post(store, Say(MERE, "one"), Reply(MERE, "press", "two"), Say(GROUP, "three"))
        replied, other = await store.claim_next("", 1.0, resting=[MERE])
        assert replied.message == Reply(MERE, "press", "two")
        assert other.message == Say(GROUP, "three")
        (said,) = await store.claim_next("", 2.0)
        assert said.message == Say(MERE, "one")

    @with_store
    async def test_a_reply_keeps_nothing_waiting(self, store: Store) -> None:
        await post(store, Reply(MERE, "press", "one"), Say(MERE, "two"))
        assert len(await store.claim_next("", 1.0)) == 2

    @with_store
    async def test_while_an_edit_is_being_sent_later_ones_overtake_each_other(
        self, store: Store
    ) -> None:
        await post(store, Say(MERE, "one", key="k"))
        await send_all(store, "77")
        await post(store, Edit(MERE, "k", "two"))
        (sending,) = await store.claim_next("", 100.0)
        for text in ("three", "four"):
            await post(store, Edit(MERE, "k", text), at=101.0)
        await store.sent(sending.id)
        (last,) = await store.claim_next("", 102.0)
        assert (last.message, last.message_id) == (Edit(MERE, "k", "four"), "77")

    @with_store
    async def test_what_was_claimed_can_be_released(self, store: Store) -> None:
        await post(store, Say("a:1", "one"), Say("b:1", "two"))
        assert len(await claimed(store)) == 2
        await store.release("a:")
        assert await claimed(store) == [Say("a:1", "one")]

    @with_store
    async def test_a_new_message_is_told_which_one_it_replaces(self, store: Store) -> None:
        await post(store, Say(MERE, "one", key="k"))
        await send_all(store, "77")
        await post(store, Say(MERE, "two", key="k"), Say(MERE, "three", key="other"))
        assert [each.message_id for each in await send_all(store)] == ["77", ""]

    @with_store
    async def test_what_could_not_be_sent_is_given_back(self, store: Store) -> None:
        await post(store, Say(MERE, "one"), Say(MERE, "two"))
        (first,) = await store.claim_next("", 100.0)
        await store.returned(first.id)
        assert await store.claim_next("", 100.0) == (first,)

    @with_store
    async def test_an_edit_given_back_makes_way_for_a_newer_one(self, store: Store) -> None:
        await post(store, Edit(MERE, "k", "one"))
        (first,) = await store.claim_next("", 100.0)
        await post(store, Edit(MERE, "other", "x"), Edit(MERE, "k", "two"), at=101.0)
        await store.returned(first.id)
        assert [each.message for each in await store.claim("", 102.0)] == [
            Edit(MERE, "other", "x"),
            Edit(MERE, "k", "two"),
        ]
