"""What every store does: a store's tests inherit `StoreContract`.

::

    class TestMyStore(StoreContract):
        async def opened(self, folder: Path) -> Store:
            return await open_my_store(folder / "my.store")
"""

import asyncio
from pathlib import Path

import pytest

from tests.chat.store.making import (
    GROUP,
    MERE,
    NeedsStore,
    claimed,
    game,
    opening,
    post,
    private_row,
    row,
    send_all,
    with_store,
)
from tests.chat.store.outbox_contract import OutboxContract
from ukachat.chat.messages import Edit, Reply, Say, Send
from ukachat.chat.store import Change, Entry, Person, Repeated, Stale, Store, TableChange


class StoreContract(OutboxContract):
    # --- people and places ---

    @with_store
    async def test_a_person_is_kept_on_first_sight(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        assert mere == Person(mere.id, MERE, "Mere", {})
        assert mere.id
        assert await store.meet(MERE, "Mere") == mere
        assert (await store.meet("terminal:ana", "Mere")).id != mere.id

    @with_store
    async def test_a_new_name_replaces_the_old(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        renamed = await store.meet(MERE, "Mere K")
        assert renamed == mere._replace(name="Mere K")
        assert await store.people([mere.id]) == {mere.id: renamed}

    @with_store
    async def test_many_meet_a_person_at_once(self, store: Store) -> None:
        met = await asyncio.gather(*(store.meet(MERE, "Mere") for _ in range(20)))
        assert len({each.id for each in met}) == 1

    @with_store
    async def test_who_has_spoken_is_known_by_the_account(self, store: Store) -> None:
        assert await store.known(MERE) is None
        person = await store.meet(MERE, "Mere")
        assert await store.known(MERE) == person

    @with_store
    async def test_people_leaves_out_who_is_not_known(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        ana = await store.meet("terminal:ana", "Ana")
        await store.meet("terminal:tama", "Tama")
        assert await store.people([ana.id, "nobody", mere.id]) == {mere.id: mere, ana.id: ana}
        assert await store.people([]) == {}

    @with_store
    async def test_settings_of_people_are_replaced(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        await store.keep(Change(1.0, people={mere.id: {"signs": "words", "pace": "live"}}))
        await store.keep(Change(2.0, people={mere.id: {"signs": "ā"}, "nobody": {"signs": "x"}}))
        known = await store.meet(MERE, "Mere")
        assert known.settings == {"signs": "ā"}
        assert set(await store.people([mere.id, "nobody"])) == {mere.id}

    @with_store
    async def test_settings_of_places_are_replaced(self, store: Store) -> None:
        assert await store.place(GROUP) == {}
        await store.keep(Change(1.0, places={GROUP: {"rules": "nz", "pace": "live"}, "x": {}}))
        await store.keep(Change(2.0, places={GROUP: {"rules": "na"}}))
        assert await store.place(GROUP) == {"rules": "na"}
        assert await store.place("x") == {}

    @with_store
    async def test_settings_of_places_are_found_together(self, store: Store) -> None:
        await store.keep(Change(1.0, places={GROUP: {"rules": "nz"}, "host": {"drain": "on"}}))
        found = await store.places([GROUP, "nowhere", "host"])
        assert found == {GROUP: {"rules": "nz"}, "host": {"drain": "on"}}
        assert await store.places([]) == {}

    # --- tables ---

    @with_store
    async def test_there_is_no_table_at_first(self, store: Store) -> None:
        assert await store.table("t1") is None
        assert await store.decisions("t1") == ()

    @with_store
    async def test_a_table_is_kept_as_it_is_afterwards(self, store: Store) -> None:
        first = row(people=("b", "a"), deadline=12.5)
        await store.keep(opening(first, "open", "join a"))
        assert await store.table("t1") == first
        last = first._replace(joinable=False, deadline=None, people=("a", "c"), open=False)
        await store.keep(Change(2.0, tables=[TableChange(last, 2, ("close",))]))
        assert await store.table("t1") == last

    @with_store
    async def test_decisions_come_in_order_with_their_time(self, store: Store) -> None:
        await store.keep(opening(row(), "one", "two", at=1.5))
        await store.keep(Change(2.5, tables=[TableChange(row(), 2, ("three",))]))
        everything = (Entry(1.5, "one"), Entry(1.5, "two"), Entry(2.5, "three"))
        assert await store.decisions("t1") == everything
        assert await store.decisions("t1", after=1) == everything[1:]
        assert await store.decisions("t1", after=3) == ()

    @with_store
    async def test_a_change_without_decisions_keeps_the_version(self, store: Store) -> None:
        await store.keep(opening(row()))
        await store.keep(Change(2.0, tables=[TableChange(row(deadline=9.0), 1, ())]))
        await store.keep(Change(3.0, tables=[TableChange(row(), 1, ("next",))]))
        assert len(await store.decisions("t1")) == 2

    @pytest.mark.parametrize("version", [0, 1, 3], ids=["new", "behind", "ahead"])
    def test_another_version_is_stale(self, tmp_path: Path, version: int) -> None:
        async def test(_: NeedsStore, store: Store) -> None:
            await store.keep(opening(row(), "one", "two"))
            with pytest.raises(Stale):
                await store.keep(Change(2.0, tables=[TableChange(row(), version, ("other",))]))
            assert len(await store.decisions("t1")) == 2

        with_store(test)(self, tmp_path)

    @with_store
    async def test_a_table_that_was_never_made_is_stale(self, store: Store) -> None:
        with pytest.raises(Stale):
            await store.keep(Change(2.0, tables=[TableChange(row(), 2, ("other",))]))

    @with_store
    async def test_of_two_appends_at_once_one_is_stale(self, store: Store) -> None:
        await store.keep(opening(row()))
        changes = [Change(2.0, tables=[TableChange(row(), 1, (f"by {each}",))]) for each in "ab"]
        outcomes = await asyncio.gather(*map(store.keep, changes), return_exceptions=True)
        assert sorted(map(type, outcomes), key=str) == sorted([Stale, type(None)], key=str)
        assert len(await store.decisions("t1")) == 2

    @with_store
    async def test_nothing_of_a_stale_change_is_kept(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        await store.keep(opening(row(), "one", "two"))
        stale = Change(
            2.0,
            "m1",
            [
                TableChange(private_row("t2", people=(mere.id,)), 0, ("open",)),
                TableChange(row(), 1, ("other",)),
            ],
            [Say(MERE, "never")],
            [game()],
            {mere.id: {"signs": "words"}},
            {GROUP: {"rules": "na"}},
        )
        with pytest.raises(Stale):
            await store.keep(stale)
        assert await store.table("t2") is None
        assert await store.tables_of(mere.id) == ()
        assert await claimed(store) == []
        assert await store.game("g1") is None
        assert (await store.meet(MERE, "Mere")).settings == {}
        assert await store.place(GROUP) == {}
        stale.tables.pop()
        await store.keep(stale)  # the message does not count as answered

    @with_store
    async def test_a_message_is_answered_once(self, store: Store) -> None:
        await store.keep(Change(1.0, "m1", [TableChange(row(), 0, ("open",))]))
        with pytest.raises(Repeated):
            await store.keep(
                Change(1.0, "m1", [TableChange(row(), 1, ("more",))], [Say(MERE, "again")])
            )
        assert len(await store.decisions("t1")) == 1
        assert await claimed(store) == []

    @with_store
    async def test_a_repeated_message_is_known_before_its_table_is_stale(
        self, store: Store
    ) -> None:
        change = Change(1.0, "m1", [TableChange(row(), 0, ("open",))])
        await store.keep(change)
        with pytest.raises(Repeated):
            await store.keep(change)

    @with_store
    async def test_messages_without_an_id_never_repeat(self, store: Store) -> None:
        await post(store, Say(MERE, "one"))
        await post(store, Say(MERE, "two"))
        assert len(await claimed(store)) == 2

    @with_store
    async def test_a_message_is_known_for_two_days(self, store: Store) -> None:
        day = 24 * 60 * 60
        await store.keep(Change(0.0, "m1"))
        await store.keep(Change(1.9 * day, "m2"))
        with pytest.raises(Repeated):
            await store.keep(Change(1.95 * day, "m1"))
        await store.keep(Change(2.1 * day, "m3"))
        await store.keep(Change(2.1 * day, "m1"))
        with pytest.raises(Repeated):
            await store.keep(Change(2.1 * day, "m2"))

    @with_store
    async def test_a_group_has_one_open_table(self, store: Store) -> None:
        await store.keep(opening(row("t1")))
        with pytest.raises(Stale):
            await store.keep(opening(row("t2")))
        await store.keep(opening(row("t3", home="telegram:-200", circle="telegram:-200")))
        await store.keep(Change(2.0, tables=[TableChange(row("t1", open=False), 1, ("close",))]))
        await store.keep(opening(row("t2")))
        assert [each.id for each in await store.tables_at(GROUP)] == ["t2"]

    @with_store
    async def test_a_table_may_follow_another_in_one_change(self, store: Store) -> None:
        await store.keep(opening(row("t1")))
        closed = TableChange(row("t1", open=False), 1, ("close",))
        await store.keep(Change(2.0, tables=[closed, TableChange(row("t2"), 0, ("open",))]))
        assert [each.id for each in await store.tables_at(GROUP)] == ["t2"]

    @with_store
    async def test_a_private_chat_has_many_open_tables(self, store: Store) -> None:
        for number in (3, 1, 2):
            await store.keep(opening(private_row(f"t{number}"), at=1.0))
        assert [each.id for each in await store.tables_at(MERE)] == ["t3", "t1", "t2"]
        assert await store.tables_at("terminal:me") == ()

    @with_store
    async def test_tables_of_a_person_are_those_where_they_sit(self, store: Store) -> None:
        await store.keep(opening(private_row("t2", people=("a", "b"))))
        await store.keep(opening(private_row("t1", people=("b", "b"))))
        await store.keep(opening(private_row("t3", people=("a",))))
        assert await store.tables_of("b") == (
            private_row("t2", people=("a", "b")),
            private_row("t1", people=("b", "b")),
        )
        left = private_row("t2", people=("a",))
        closed = private_row("t3", people=("a",), open=False)
        for each in (left, closed):
            await store.keep(Change(2.0, tables=[TableChange(each, 1, ("x",))]))
        assert [each.id for each in await store.tables_of("b")] == ["t1"]
        assert [each.id for each in await store.tables_of("a")] == ["t2"]
        again = private_row("t3", people=("a",))
        await store.keep(Change(3.0, tables=[TableChange(again, 2, ("x",))]))
        assert [each.id for each in await store.tables_of("a")] == ["t2", "t3"]

    @with_store
    async def test_all_open_tables_are_found_wherever_they_are(self, store: Store) -> None:
        assert await store.open_tables() == ()
        rows = (row("t3", people=("a",)), private_row("t1", joinable=False), private_row("t2"))
        for each in rows:
            await store.keep(opening(each))
        await store.keep(opening(private_row("closed", open=False)))
        assert await store.open_tables() == rows
        shut = TableChange(rows[1]._replace(open=False), 1, ("close",))
        await store.keep(Change(2.0, tables=[shut]))
        assert [each.id for each in await store.open_tables()] == ["t3", "t2"]

    @with_store
    async def test_joinable_are_open_tables_of_the_circle(self, store: Store) -> None:
        await store.keep(opening(private_row("t2", circle="house")))
        await store.keep(opening(private_row("t1", circle="house")))
        await store.keep(opening(private_row("full", circle="house", joinable=False)))
        await store.keep(opening(private_row("closed", circle="house", open=False)))
        await store.keep(opening(private_row("elsewhere", circle="club")))
        assert [each.id for each in await store.joinable("house")] == ["t2", "t1"]

    @with_store
    async def test_nobody_finds_tables_without_a_circle(self, store: Store) -> None:
        await store.keep(opening(private_row("t1", circle="")))
        assert await store.joinable("") == ()

    @with_store
    async def test_tables_are_due_at_their_deadline(self, store: Store) -> None:
        assert await store.next_deadline() is None
        await store.keep(opening(private_row("none")))
        assert await store.next_deadline() is None
        deadlines = {"late": 30.0, "soon": 10.0, "next": 20.0}
        for table, deadline in deadlines.items():
            await store.keep(opening(private_row(table, deadline=deadline)))
        closed = private_row("closed", deadline=1.0, open=False)
        await store.keep(opening(closed))
        assert await store.next_deadline() == 10.0
        assert await store.due(9.9) == ()
        assert await store.due(10.0) == ("soon",)
        assert await store.due(25.0) == ("soon", "next")

    # --- games ---

    @with_store
    async def test_a_game_is_kept(self, store: Store) -> None:
        played = game(people=("a", "", "b", ""), document="players: [ā, ♥]\n")
        await store.keep(Change(5.0, games=[played]))
        assert await store.game("g1") == played
        assert await store.game("g2") is None

    @with_store
    async def test_a_game_of_a_known_id_takes_the_place_of_the_earlier(self, store: Store) -> None:
        await store.keep(Change(5.0, games=[game(people=("a",))]))
        again = game(at=6.0, people=("b",))
        await store.keep(Change(6.0, games=[again]))
        assert await store.game("g1") == again
        assert await store.games_of("a") == ()
        assert await store.games_of("b") == (again,)

    @with_store
    async def test_games_of_a_person_are_newest_first(self, store: Store) -> None:
        ages = {"middle": 5.0, "new": 9.0, "old": 1.0, "others": 10.0}
        for name, at in ages.items():
            people = ("b", "") if name == "others" else ("a", "b", "a", "")
            await store.keep(Change(at, games=[game(name, at=at, people=people)]))
        assert [each.id for each in await store.games_of("a")] == ["new", "middle", "old"]
        assert [each.id for each in await store.games_of("b", limit=2)] == ["others", "new"]
        assert await store.games_of("") == ()

    @with_store
    async def test_games_of_a_place_are_newest_first(self, store: Store) -> None:
        for name, at in {"middle": 5.0, "new": 9.0, "old": 1.0}.items():
            await store.keep(Change(at, games=[game(name, at=at)]))
        await store.keep(Change(1.0, games=[game("elsewhere", home=MERE)]))
        assert [each.id for each in await store.games_at(GROUP)] == ["new", "middle", "old"]
        assert [each.id for each in await store.games_at(GROUP, limit=1)] == ["new"]

    @with_store
    async def test_ten_games_are_given_unless_more_are_asked_for(self, store: Store) -> None:
        games = [game(f"g{number}", people=("a",)) for number in range(12)]
        await store.keep(Change(1.0, games=games))
        assert len(await store.games_of("a")) == len(await store.games_at(GROUP)) == 10
        assert len(await store.games_of("a", limit=20)) == 12

    # --- forgetting ---

    @with_store
    async def test_a_forgotten_person_is_nobody(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        ana = await store.meet("terminal:ana", "Ana")
        for each in (mere, ana):
            await store.keep(
                Change(
                    1.0,
                    people={each.id: {"signs": "words"}},
                    places={each.account: {"rules": "na"}},
                )
            )
        await store.forget(mere.id)
        assert set(await store.people([mere.id, ana.id])) == {ana.id}
        assert await store.place(MERE) == {}
        assert await store.place(ana.account) == {"rules": "na"}
        again = await store.meet(MERE, "Mere")
        assert again.id != mere.id
        assert again.settings == {}
        await store.forget(mere.id)  # nothing happens
        assert set(await store.people([again.id])) == {again.id}

    @with_store
    async def test_what_waits_for_a_forgotten_person_is_dropped(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        await post(store, Say(MERE, "hand", key="hand"))
        await send_all(store, "77")
        stays = [Say("terminal:mere2", "stays"), Say(GROUP, "stays")]
        await post(store, Say(MERE, "one"), *stays, Reply(MERE, "p", "x"), Send(MERE, "a", b"", ""))
        await store.forget(mere.id)
        assert await claimed(store) == stays
        await post(store, Edit(MERE, "hand", "new"))
        assert [each.message_id for each in await store.claim(MERE, 500.0)][-1] == ""

    @with_store
    async def test_a_change_forgets_before_it_posts_or_not_at_all(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        await post(store, Say(MERE, "before"))
        change = Change(1.0, posts=[Say(MERE, "forgotten")], forgets=mere.id)
        change.tables = [TableChange(row("unknown"), 1, ("next",))]
        with pytest.raises(Stale):
            await store.keep(change)
        assert await store.people([mere.id]) == {mere.id: mere}
        change.tables = []
        await store.keep(change)
        assert await store.people([mere.id]) == {}
        assert await claimed(store) == [Say(MERE, "forgotten")]

    @with_store
    async def test_tables_and_games_keep_the_id_of_the_forgotten(self, store: Store) -> None:
        mere = await store.meet(MERE, "Mere")
        table = private_row("t1", people=(mere.id, "b"))
        await store.keep(opening(table, f"join {mere.id}"))
        await store.keep(Change(2.0, games=[game(home=MERE, people=(mere.id, "b"))]))
        await store.forget(mere.id)
        kept = await store.table("t1")
        assert kept == table._replace(home=mere.id)
        assert await store.decisions("t1") == (Entry(1.0, f"join {mere.id}"),)
        assert [each.id for each in await store.tables_of("b")] == ["t1"]
        assert await store.game("g1") == game(home=mere.id, people=(mere.id, "b"))
        # What is kept later brings the account back to neither.
        await store.keep(Change(3.0, tables=[TableChange(table, 1, ("next",))]))
        assert await store.tables_at(MERE) == ()
        assert await store.games_at(MERE) == ()
