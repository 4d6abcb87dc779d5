"""Whole games by talking, and nobody is told a card that they may not see."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.leaks import cards_named, cards_seen
from tests.chat.playing import names_of, play_on
from tests.chat.talking import GROUP, Conversation, account_of, text_of
from ukachat.chat.messages import Edit, Say, Send
from ukachat.chat.table import Stage
from ukachat.engine.cards import CARDS
from ukachat.engine.notation import format_cards
from ukachat.records import parse_games, replay, verify
from ukachat.rulebook import ruleset_names
from ukachat.text.words import Style, card_short, card_words

if TYPE_CHECKING:
    from ukachat.chat.messages import Outgoing
    from ukachat.engine.cards import Card

REFUSED = re.compile(r"You do not hold [^.]*\.")
PEOPLE = ("Mere", "Ana", "Hemi", "Tama")
ASIDES = (
    "/hand",
    "/table",
    "/history",
    "/last",
    "/score",
    "/save",
    "/verify",
    "/undo",
    "/rules explain",
    "/cut three blind mice",
    "ace of spades",
    "right",
    "what now",
    "/nonsense",
)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_found_in_every_form(card: Card) -> None:
    forms = [
        f"You may play: {card_words(card)}.",
        card_words(card).capitalize(),
        f"Trick 1: Mere {card_short(card, Style.SIGNS)}, Ana leads.",
        f"Trick 1: Mere {card_short(card, Style.LETTERS)}, Ana leads.",
        f"1 {card_short(card, Style.SIGNS)}, 2 played.",
        f"hands:\n  South: {card}\n",
    ]
    for form in forms:
        assert cards_named(form) == {card}, form


def test_cards_that_share_a_suit_are_found() -> None:
    said = "Mere holds ace, king and nine of spades, ten of hearts; play jack or queen of clubs."
    assert format_cards(tuple(sorted(cards_named(said), key=lambda card: card.index))) == (
        "JC QC TH 9S KS AS"
    )


def test_no_card_is_found_where_none_is_named() -> None:
    assert (
        cards_named("Hearts are trumps. Nine tricks, 10 points; as ASH, 7 Spades. KO 8.") == set()
    )


class Listener:
    """Hears everything that is sent in a conversation, and finds what should not be heard."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.heard = 0

    def listen(self, sent: list[Outgoing]) -> None:
        table = self.conversation.table
        secrets = [table.seed.hex()]
        game = table.game
        if table.seal is not None and table.seal.secret is not None:
            secrets.append(table.seal.secret.hex())
        if game is not None and table.stage is Stage.PLAYING:
            secrets += [seal.secret.hex() for seal in game.seals if seal.secret is not None]
        for post in sent:
            self.heard += 1
            person = next(
                (
                    each.id
                    for each in self.conversation.store.persons.values()
                    if each.account == post.to
                ),
                None,
            )
            # A refusal may name the card that its reader has just named.
            told = cards_named(REFUSED.sub("", shown(post)))
            hidden = told - cards_seen(table, person)
            assert not hidden, f"{post.to} is told {hidden}: {post}"
            if post.to == GROUP and isinstance(post, Say | Edit):
                data = [button.data for row in post.buttons for button in row]
                assert not cards_named(" ".join(data)), data
            whole = shown(post)
            assert not [secret for secret in secrets if secret in whole], post


def shown(post: Outgoing) -> str:
    """Everything of a message that a person or their program could read."""
    if isinstance(post, Say | Edit):
        labels = [f"{button.label}\n{button.data}" for row in post.buttons for button in row]
        return "\n".join([post.text, *labels])
    return text_of(post)


def opened(seed: int, rules: str, people: int, *, group: bool) -> Conversation:
    """A table at which so many people sit, computers in the other seats, and the game begun."""
    conversation = Conversation(seed)
    conversation.say(PEOPLE[0], f"/play {rules}", group=group)
    for person in PEOPLE[1:people]:
        conversation.say(person, "/join", group=group)
    conversation.say(PEOPLE[0], "/start", group=group)
    assert conversation.table.stage is Stage.PLAYING
    assert len(conversation.table.people) == people
    return conversation


def play_through(seed: int, rules: str, people: int, *, group: bool) -> Conversation:
    """A whole game, in which people ask and say all kinds of things in between."""
    rng = Random(seed)
    conversation = opened(seed, rules, people, group=group)
    listener = Listener(conversation)
    for sent in play_on(conversation, rng, group=group):
        listener.listen(sent)
        if rng.random() < 0.4 and conversation.table.stage is Stage.PLAYING:
            person = rng.choice([*PEOPLE[:people], "Outsider"])
            aside = rng.choice(ASIDES)
            listener.listen(conversation.say(person, aside, group=group and rng.random() < 0.7))
            for other in PEOPLE[:people]:
                if aside == "/undo" and conversation.table.asking is not None:
                    answer = rng.choice(["/agree", "/decline"])
                    listener.listen(conversation.say(other, answer, group=group))
    assert listener.heard > 20
    return conversation


def _check(conversation: Conversation) -> None:
    """The game that was kept replays to the score of the table, and its deals are as promised."""
    game = conversation.table.game
    assert game is not None
    row = list(conversation.store.games.values())[-1]
    saved = parse_games(row.document, source="kept")[0]
    played = replay(saved)
    assert played.deals[-1].score == game.state.score
    found = verify(saved)
    assert not found.misfits
    person = names_of(conversation, conversation.table).values()
    assert not [name for name in person if name in row.document]


@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("rules", ruleset_names())
def test_a_whole_game_tells_nobody_too_much(rules: str, people: int, group: bool) -> None:
    conversation = play_through(people, f"{rules} target=3", people, group=group)
    assert conversation.table.stage is Stage.OVER
    _check(conversation)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("people", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", ruleset_names())
def test_many_whole_games_tell_nobody_too_much(
    rules: str, people: int, group: bool, seed: int
) -> None:
    _check(play_through(100 + seed, rules, people, group=group))


def test_a_saved_game_holds_only_what_the_asker_saw() -> None:
    conversation = opened(7, "nz", 2, group=False)
    for number, _ in enumerate(play_on(conversation, Random(7))):
        if number == 12:
            break
    sent = conversation.say("Mere", "/save")
    (document,) = [post for post in sent if isinstance(post, Send)]
    assert document.to == account_of("Mere")
    person = next(p.id for p in conversation.store.persons.values() if p.name == "Mere")
    assert cards_named(text_of(document)) <= cards_seen(conversation.table, person)
