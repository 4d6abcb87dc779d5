"""Whatever people do, in whatever order: every table has a way on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.chat.playing import next_move
from tests.chat.talking import GROUP, Conversation, run, texts
from ukachat.chat.choices import choice_words
from ukachat.chat.decisions import from_text
from ukachat.chat.growing import table_of
from ukachat.chat.messages import Edit, Say
from ukachat.chat.scene import row_of
from ukachat.chat.table import Stage
from ukachat.engine import legal_actions, view

if TYPE_CHECKING:
    from ukachat.chat.table import Table

PEOPLE = ("Mere", "Ana", "Hemi", "Tama", "Rangi")
LOBBY = (
    "/play",
    "/play na target=1",
    "/uka nz target=2",
    "/join",
    "/sit north",
    "/sit east",
    "/leave",
    "/leave now",
    "/start",
    "/computer",
    "/computer beginner",
    "/computer off",
    "/swap",
    "/rematch",
    "/rules canadian",
    "/rules nz stick",
    "/rules nonsense",
    "/settings reveal deal",
    "/settings last play",
    "/settings computers off",
    "/settings computers on",
    "/settings stop admins",
    "/settings rules na target=2",
    "/settings pace live",
    "/pace live",
    "/pace slow",
    "/pace off",
)
GAME = (
    "/deal",
    "/cut any words",
    "/undo",
    "/agree",
    "/decline",
    "/away",
    "/back",
    "/wait",
    "/kick",
    "/kick ana",
    "/stop",
    "/stop now",
    "/forget me",
    "/table",
    "/hand",
    "/history",
    "/save",
    "/verify",
    "/replay",
    "yes",
    "no",
    "lowest",
    "pass",
    "kia ora",
    "",
)
who = st.sampled_from(PEOPLE)
in_group = st.booleans()


class Evening(RuleBasedStateMachine):
    """Five people, a group and their private chats."""

    @initialize(seed=st.integers(0, 1000))
    def begin(self, seed: int) -> None:
        self.chat = Conversation(seed)
        self.chat.admins = {"Mere", "Rangi"}
        self.chat.say("Mere", "/play nz target=2")

    @rule(person=who, text=st.sampled_from(LOBBY), group=in_group)
    def arrange(self, person: str, text: str, group: bool) -> None:
        self._say(person, text, group=group)

    @rule(person=who, text=st.sampled_from(GAME), group=in_group)
    def act(self, person: str, text: str, group: bool) -> None:
        self._say(person, text, group=group)

    @rule(data=st.data())
    def play_well(self, data: st.DataObject) -> None:
        """Whoever a table waits for does what can be done."""
        for table in self.chat.tables:
            if table.stage is not Stage.PLAYING or not table.present:
                continue
            person = self._name(table, data.draw(st.sampled_from(table.waits_for)))
            self.chat.say(person, f"/table {table.id}")
            if table.turn is None:
                self._say(person, "/deal", group=table.in_group)
                continue
            assert table.game is not None
            action = data.draw(st.sampled_from(legal_actions(table.game.state)))
            seen = view(table.game.state, table.turn)
            names = table.names({p.id: p.name for p in self.chat.store.persons.values()})
            self._say(person, choice_words(action, seen, names), group=table.in_group)

    @rule(data=st.data())
    def press_something_old(self, data: st.DataObject) -> None:
        """Any button that was ever shown, pressed by anybody."""
        shown = [
            button.data
            for post in self.chat.sent[-60:]
            if isinstance(post, Say | Edit)
            for row in post.buttons
            for button in row
        ]
        if shown:
            person, group = data.draw(who), data.draw(in_group)
            self.chat.press(person, data.draw(st.sampled_from(shown)), group=group)

    @rule(seconds=st.sampled_from([5, 40, 700, 4_000, 100_000]))
    def time_passes(self, seconds: int) -> None:
        self.chat.wait(seconds)

    @rule()
    def the_process_is_started_again(self) -> None:
        chat = self.chat
        chat.service = type(chat.service)(chat.store, chat.random.randbytes)

    def _say(self, person: str, text: str, *, group: bool) -> None:
        sent = self.chat.say(person, text, group=group)
        if text and not group:
            assert texts(sent, person), f"{person} said {text!r} and heard nothing"

    def _name(self, table: Table, seat: int) -> str:
        person = self.chat.store.persons[table.people[seat].person]  # type: ignore[index]
        return person.name

    @invariant()
    @precondition(lambda self: hasattr(self, "chat"))
    def every_table_has_a_way_on(self) -> None:
        for table in self.chat.tables:
            if table.stage is Stage.CLOSED:
                continue
            assert table.deadline is not None
            assert table.people, "nobody is left at an open table"
            if table.stage is Stage.PLAYING:
                assert table.waits_for, "a game waits for nobody"
                assert table.seal is not None or table.turn is not None

    @invariant()
    @precondition(lambda self: hasattr(self, "chat"))
    def what_is_kept_is_what_is(self) -> None:
        store = self.chat.store
        for table in self.chat.tables:
            assert store.rows[table.id] == row_of(table)
            if table.version < 200:
                entries = [(entry.at, from_text(entry.text)) for entry in store.entries[table.id]]
                assert table_of(table.id, entries) == table

    @invariant()
    @precondition(lambda self: hasattr(self, "chat"))
    def a_group_has_one_table(self) -> None:
        assert len(run(self.chat.store.tables_at(GROUP))) <= 1

    def teardown(self) -> None:
        """Every game can still be played to its end by the people at it."""
        if not hasattr(self, "chat"):
            return
        rng = Random(0)
        for _ in range(3000):
            move = next_move(self.chat, rng)
            if move is None:
                break
            table = self.chat.table
            person = move[0]
            if self.chat.store.persons:
                self.chat.say(person, f"/table {table.id}")
            version = self.chat.table.version
            self.chat.say(person, move[1], group=table.in_group)
            assert self.chat.table.version > version, move
        assert self.chat.table.stage is not Stage.PLAYING


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=100,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.long
def test_many_long_evenings() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(max_examples=400, stateful_step_count=60, deadline=None),
    )
