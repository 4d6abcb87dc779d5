"""From an update to the conversation: answered once, in order, and never by silence."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.bot.office import Office, to
from tests.telegram.fake import membership
from tests.telegram.fake.faults import Fault
from ukachat.bot.receiving import ANONYMOUS, BUSY, NOT_FETCHED, WENT_WRONG
from ukachat.chat.messages import Press, Reply, Say, Text, Upload
from ukachat.chat.saving import UPLOAD_BYTES
from ukachat.chat.service import Busy
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from telegram import Update

    from ukachat.bot.addresses import Chat
    from ukachat.chat.messages import Incoming, Outgoing


class Recording(Office):
    """Keeps what reaches the conversation, and fails there as a test asks for.

    Attributes:
        heard: What was said.
        goes_wrong: Raised instead of an answer.
        removed: The addresses of groups that are closed.
        lost: The accounts of people who are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Incoming] = []
        self.goes_wrong: Exception | None = None
        self.removed: list[str] = []
        self.lost: list[str] = []
        service = self.service
        service.handle = self._handle  # type: ignore[method-assign]
        service.removed = self._removed  # type: ignore[method-assign]
        service.lost = self._lost  # type: ignore[method-assign]

    async def _handle(self, incoming: Incoming, now: float) -> None:
        assert now == self.clock.now()
        if self.goes_wrong is not None:
            raise self.goes_wrong
        self.heard.append(incoming)

    async def _removed(self, address: str, now: float) -> None:
        assert now == self.clock.now()
        self.removed.append(address)

    async def _lost(self, account: str, now: float, *, is_awaited: bool = False) -> None:
        assert now == self.clock.now()
        assert not is_awaited
        self.lost.append(account)

    def press(self) -> Press:
        """Somebody presses a button of the group's table."""
        message = self.world.new_message(self.group, self.world.me, text="Table")
        message.show_buttons([[{"text": "1", "callback_data": "t:abc:1:1"}]])
        self.ana.presses("1", message)
        return Press("t:abc:1:1")


@pytest.fixture
def office() -> Recording:
    return Recording()


def test_what_was_said_reaches_the_conversation(office: Recording) -> None:
    async def act() -> None:
        office.mere.says("pick it up")
        office.mere.edits(office.mere.says("no"), "yes")
        await office.receive()
        assert [incoming.said for incoming in office.heard] == [Text("pick it up"), Text("no")]

    office.through(act)


def test_the_whole_conversation_answers_once_however_often_it_is_told() -> None:
    office = Office()

    async def act() -> None:
        office.mere.says("/start")
        (update,) = office.updates()
        for _ in range(3):
            await office.receiver.receive(update)
        assert len(office.waiting) == 1

    office.through(act)


def test_what_may_be_sent_is_sent_at_once(office: Recording) -> None:
    async def act() -> None:
        office.postman._awake.clear()
        office.mere.says("/start")
        await office.receive()
        assert office.postman._awake.is_set()

    office.through(act)


def test_a_chat_is_answered_in_its_order_and_others_meanwhile(office: Recording) -> None:
    async def act() -> None:
        gate = asyncio.Event()
        done: list[str] = []

        async def handle(incoming: Incoming, now: float) -> None:
            del now
            assert isinstance(incoming.said, Text)
            if incoming.said.text == "/uka":
                await gate.wait()
            done.append(incoming.said.text)

        office.service.handle = handle  # type: ignore[method-assign]
        office.mere.says("/uka", office.group)
        office.ana.says("/join", office.group)
        office.ana.says("jh")
        updates = office.updates()
        receiving = [asyncio.create_task(office.receiver.receive(each)) for each in updates]
        await office.clock.settle()
        assert done == ["jh"]
        gate.set()
        await asyncio.gather(*receiving)
        assert done == ["jh", "/uka", "/join"]
        assert not office.receiver._locks, "and nothing is left of it"

    office.through(act)


# --- when something goes wrong ---


@pytest.mark.parametrize(
    ("mistake", "sentence"), [(Busy(), BUSY), (RuntimeError("a mistake"), WENT_WRONG)]
)
def test_nobody_is_answered_by_silence(
    office: Recording,
    mistake: Exception,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def act() -> None:
        office.goes_wrong = mistake
        office.mere.says("/uka", office.group)
        office.press()
        updates = office.updates()
        for update in (*updates, *updates):
            await office.receiver.receive(update)
        (press,) = office.world.presses
        answers: list[Outgoing] = [
            Say(to(office.group), sentence),
            Reply(to(office.ana.private), f"press:{press}", sentence),
        ]
        assert office.waiting == answers

    office.through(act)
    assert ("Traceback" in capsys.readouterr().out) is (sentence == WENT_WRONG)


def test_what_cannot_be_kept_has_to_come_again(office: Recording) -> None:
    async def act() -> None:
        office.goes_wrong = StoreError("The database is full.")
        office.mere.says("/start")
        (update,) = office.updates()
        with pytest.raises(StoreError):
            await office.receiver.receive(update)
        office.goes_wrong = RuntimeError("a mistake")
        office.store.failing = {"keep": 1}  # and nor can the apology
        with pytest.raises(StoreError):
            await office.receiver.receive(update)
        office.goes_wrong = None
        await office.receiver.receive(update)
        assert [incoming.said for incoming in office.heard] == [Text("/start")]

    office.through(act)


def test_an_update_that_cannot_be_understood_stops_no_other(
    office: Recording, capsys: pytest.CaptureFixture[str]
) -> None:
    def mistake(update: Update) -> None:
        del update
        raise RuntimeError("a mistake")

    async def act() -> None:
        office.receiver._ear.hear = mistake  # type: ignore[method-assign]
        office.mere.says("/start")
        await office.receive()

    office.through(act)
    assert "An update could not be answered" in capsys.readouterr().out


# --- documents ---


def test_a_document_is_fetched(office: Recording) -> None:
    async def act() -> None:
        office.mere.sends_document("game.yaml", b"uka")
        office.mere.sends_document("game.yaml", b"uka", caption="/Replay it")
        office.mere.sends_document("game.yaml", b"uka", caption="our game")
        office.mere.sends_document("game.yaml", b"uka", office.group, caption="/replay")
        await office.receive()
        assert [each.said for each in office.heard] == [Upload("game.yaml", b"uka")] * 4

    office.through(act)


def test_a_command_below_a_document_that_it_is_not_about_is_a_command(office: Recording) -> None:
    async def act() -> None:
        office.mere.sends_document("minutes.txt", b"x", caption="/hand")
        await office.receive()
        assert [each.said for each in office.heard] == [Text("/hand")]

    office.through(act)
    assert not office.calls("getFile")


def test_a_document_that_is_too_long_is_not_fetched(office: Recording) -> None:
    async def act() -> None:
        office.mere.sends_document("film.mp4", b"x" * (UPLOAD_BYTES + 1))
        await office.receive()
        assert [each.said for each in office.heard] == [Upload("film.mp4", b"", UPLOAD_BYTES + 1)]

    office.through(act)
    assert not office.calls("getFile")


@pytest.mark.parametrize("fault", [Fault("drop"), Fault("error", code=400), Fault("flood")])
def test_whoever_sent_a_document_hears_that_it_did_not_arrive(
    office: Recording, fault: Fault
) -> None:
    async def act() -> None:
        office.world.faults.add(fault)
        office.mere.sends_document("game.yaml", b"uka")
        await office.receive()
        assert office.waiting == [Say(to(office.mere.private), NOT_FETCHED)]

    office.through(act)


# --- who is an admin ---


def test_telegram_is_asked_who_is_an_admin_where_it_matters_and_once_a_minute(
    office: Recording,
) -> None:
    async def act() -> None:
        for person in (office.mere, office.ana, office.mere):
            person.says("/settings", office.group)
        office.mere.says("/uka", office.group)
        office.mere.says("/settings")
        await office.receive()
        assert [each.is_admin for each in office.heard] == [True, False, True, False, False]
        assert len(office.calls("getChatMember")) == 2
        await office.clock.wind(61)
        office.mere.says("/settings", office.group)
        await office.receive()
        assert len(office.calls("getChatMember")) == 3
        assert len(office.receiver._admins) == 1, "and who was an admin long ago is forgotten"

    office.through(act)


def test_who_may_not_be_an_admin_is_treated_as_none(office: Recording) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("drop", method="getChatMember"))
        for _ in range(2):
            office.mere.says("/settings", office.group)
            await office.receive()
        assert [each.is_admin for each in office.heard] == [False, True], "and asked again"

    office.through(act)


def test_somebody_who_hides_is_told_how_to_play_once(office: Recording) -> None:
    async def act() -> None:
        super_ = office.world.supergroup("Open", [office.mere], admins=[office.mere])
        office.mere.says("/uka", super_, anonymously=True)
        (update,) = office.updates()
        for _ in range(2):
            await office.receiver.receive(update)
        assert office.waiting == [Say(to(super_), ANONYMOUS)]
        assert not office.heard

    office.through(act)


# --- chats that move and close ---


def test_a_group_that_moved_is_known_by_its_first_address(office: Recording) -> None:
    """Also where the first word there comes together with the news."""

    async def act() -> None:
        new = membership.upgrade(office.world, office.group)
        office.mere.says("/uka", new)
        updates = office.updates()
        await asyncio.gather(*map(office.receiver.receive, updates))
        (incoming,) = office.heard
        assert incoming.place.address == incoming.place.circle == to(office.group)

    office.through(act)


def test_a_word_that_waits_for_the_news_of_a_move_is_answered_after_it(office: Recording) -> None:
    async def act() -> None:
        gate = asyncio.Event()
        learn = office.moves.learn

        async def slowly(old: Chat, new: Chat, now: float) -> None:
            await gate.wait()
            await learn(old, new, now)

        office.moves.learn = slowly  # type: ignore[method-assign]
        new = membership.upgrade(office.world, office.group)
        office.mere.says("/uka", new)
        tasks = [asyncio.create_task(office.receiver.receive(each)) for each in office.updates()]
        await office.clock.settle()
        gate.set()
        await asyncio.gather(*tasks)
        assert [each.place.address for each in office.heard] == [to(office.group)]

    office.through(act)


def test_the_tables_of_a_group_that_throws_the_bot_out_hear_of_it(office: Recording) -> None:
    async def act() -> None:
        office.mere.removes_bot(office.group)
        office.ana.blocks()
        await office.receive()
        assert office.removed == [to(office.group)]
        assert office.lost == [to(office.ana.private)]

    office.through(act)


def test_a_press_shows_that_somebody_looks_and_a_word_that_the_table_moves_up(
    office: Recording,
) -> None:
    async def act() -> None:
        office.press()
        new = office.world.group("New", [office.mere], bot=False)
        office.mere.adds_bot(new)
        word = office.mere.says("/uka", office.group)
        await office.receive()
        now = office.clock.now()
        (place, *_) = [each for each in office.seen._messages if each.id == office.group.id]
        assert office.seen.is_looked_at(place, word.id, now)
        assert [each.id for each in office.seen._messages] == [office.group.id], (
            "that the bot was taken in is no message"
        )

    office.through(act)
