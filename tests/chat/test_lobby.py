"""Opening tables, sitting down, leaving, rematches."""

from __future__ import annotations

from random import Random

from tests.chat.playing import names_of, next_move, play_on
from tests.chat.talking import Conversation, buttons, texts
from ukachat.chat.table import Computer, Human, Nobody, Stage
from ukachat.engine.seats import Seat


def _seats(conversation: Conversation) -> str:
    """Who sits where at the newest table, as one text."""
    table = conversation.table
    names = names_of(conversation, table)
    told = {Nobody: "-", Computer: "computer"}
    return ", ".join(
        names[Seat(seat)] if isinstance(holder, Human) else told[type(holder)]
        for seat, holder in enumerate(table.holders)
    )


def test_whoever_opens_a_table_sits_south_and_the_next_opposite() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    assert _seats(conversation) == "-, -, Mere, -"
    conversation.say("Ana", "/join")
    assert _seats(conversation) == "Ana, -, Mere, -"
    conversation.say("Hemi", "/sit west")
    assert _seats(conversation) == "Ana, -, Mere, -"  # Hemi is at no table yet.
    conversation.say("Hemi", "/join")
    conversation.say("Hemi", "/sit West")
    assert _seats(conversation) == "Ana, -, Mere, Hemi"


def test_a_taken_seat_and_a_seat_that_does_not_exist_are_refused() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Ana", "/join")
    assert texts(conversation.say("Ana", "/sit south")) == ["South is Mere's. Free: East and West."]
    assert texts(conversation.say("Ana", "/sit up")) == [
        'I know no seat "up". The seats are North, East, South and West.'
    ]
    assert _seats(conversation) == "Ana, -, Mere, -"


def test_computers_come_and_go() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/computer beginner")
    assert _seats(conversation) == "computer, computer, Mere, computer"
    assert conversation.table.holders[0] == Computer("beginner")
    conversation.say("Mere", "/computer")
    assert conversation.table.holders[0] == Computer("club")
    conversation.say("Mere", "/computer off")
    assert _seats(conversation) == "-, -, Mere, -"
    assert "grandmaster" in texts(conversation.say("Mere", "/computer grandmaster"))[0]


def test_a_person_takes_over_from_a_computer_in_the_middle_of_a_game() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/start")
    conversation.say("Mere", "/deal")
    sent = conversation.say("Ana", "/join")
    assert _seats(conversation) == "Ana, computer, Mere, computer"
    assert any("Uka" in text for text in texts(sent, "Ana"))


def test_who_has_left_in_mid_game_gets_the_own_seat_back_and_no_other() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Ana", "/join")
    conversation.say("Mere", "/start")
    conversation.say("Ana", "/leave")
    assert _seats(conversation) == "computer, computer, Mere, computer"
    conversation.say("Ana", "/join")
    assert _seats(conversation) == "Ana, computer, Mere, computer"
    conversation.say("Ana", "/leave")
    conversation.say("Hemi", "/join")
    assert _seats(conversation) == "Hemi, computer, Mere, computer"
    told = texts(conversation.say("Ana", "/join"))
    assert told[-1].startswith("You have seen another hand")
    assert _seats(conversation) == "Hemi, computer, Mere, computer"


def test_everybody_is_shown_the_hash_before_anybody_deals() -> None:
    conversation = Conversation(1)
    conversation.say("Mere", "/play")
    conversation.say("Ana", "/join")
    sent = conversation.say("Mere", "/start")
    while conversation.table.dealer_to_deal is None:
        move = next_move(conversation, Random(0))
        assert move is not None
        sent = conversation.say(*move)
    seal = conversation.table.seal
    assert seal is not None
    assert all(any(seal.hash in text for text in texts(sent, who)) for who in ("Mere", "Ana"))


def test_an_invitation_leads_to_its_table_from_anywhere() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Hemi", "/play")
    first = conversation.tables[0]
    conversation.say("Ana", f"/start {first.id}")
    assert first.id in {table.id for table in conversation.tables if len(table.people) == 2}
    assert texts(conversation.say("Ana", "/join nowhere")) == [
        "There is no open table nowhere. /play opens one."
    ]


def test_of_several_open_tables_the_question_is_which() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Hemi", "/play")
    sent = conversation.say("Ana", "/join")
    assert texts(sent) == ["Which table do you want to join?"]
    choices = buttons(sent, "Ana")
    assert len(choices) == 2
    conversation.press("Ana", choices[1].data)
    assert [len(table.people) for table in conversation.tables] == [1, 2]


def test_who_joins_a_friend_leaves_no_empty_table_behind() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Ana", "/play")
    conversation.say("Ana", "/join")
    mere, ana = conversation.tables
    assert len(mere.people) == 2
    assert ana.stage is Stage.CLOSED


def test_the_last_one_to_leave_closes_the_table() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/leave")
    assert conversation.table.stage is Stage.CLOSED
    assert texts(conversation.say("Mere", "/table"))[0].startswith("You sit at no table.")


def test_the_last_one_to_leave_a_game_is_asked_first() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/start")
    sent = conversation.say("Mere", "/leave")
    assert "this ends the game" in texts(sent)[0]
    assert not conversation.store.games
    conversation.press("Mere", buttons(sent, "Mere")[0].data)
    assert conversation.table.stage is Stage.CLOSED
    assert len(conversation.store.games) == 1


def test_a_rematch_has_the_same_people_and_changed_partners_where_asked() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play nz target=1")
    for name in ("Ana", "Hemi", "Tama"):
        conversation.say(name, "/join")
    before = _seats(conversation)
    conversation.say("Mere", "/start")
    for _ in play_on(conversation, Random(1)):
        pass
    conversation.say("Ana", "/rematch")
    assert conversation.table.stage is Stage.LOBBY
    assert _seats(conversation) == before
    partners = {_partner_of_first(conversation)}
    for _ in range(2):
        conversation.say("Ana", "/swap")
        partners.add(_partner_of_first(conversation))
    assert len(partners) == 2 or len(partners) == 3
    assert len(conversation.tables) == 2


def _partner_of_first(conversation: Conversation) -> str:
    return _seats(conversation).split(", ")[2]


def test_alone_with_computers_a_rematch_begins_at_once() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Mere", "/start")
    for _ in play_on(conversation, Random(1)):
        pass
    conversation.say("Mere", "/rematch")
    assert conversation.table.stage is Stage.PLAYING


def test_new_rules_wait_for_the_next_game() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Mere", "/rules nz target=2")
    assert conversation.table.rules.game.target == 2
    conversation.say("Mere", "/start")
    sent = conversation.say("Mere", "/rules na")
    assert any("next game" in text for text in texts(sent))
    assert conversation.table.rules.game.target == 2
    for _ in play_on(conversation, Random(1)):
        pass
    conversation.say("Mere", "/rematch")
    assert conversation.table.name == "na"


def test_an_abandoned_lobby_closes_with_a_word_counted_from_its_last_action() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    conversation.wait(3000)
    conversation.say("Ana", "/join")
    assert conversation.wait(3000) == []
    sent = conversation.wait(700)
    assert conversation.table.stage is Stage.CLOSED
    assert any("closed" in text for text in texts(sent, "Mere"))
    assert any("closed" in text for text in texts(sent, "Ana"))


def test_outsiders_change_nothing() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/uka", group=True)
    version = conversation.table.version
    for text in ("/start", "/computer", "/rules na", "/stop", "/leave", "/pace off", "/cut a b"):
        sent = conversation.say("Hemi", text, group=True)
        assert texts(sent), text
    assert conversation.table.version == version
