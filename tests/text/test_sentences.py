"""Each kind of sentence once, and every way in which it can differ."""

from dataclasses import replace

import pytest

from tests.text.telling import english, lines_of
from ukachat.engine import Ruleset, Seat, Suit, card
from ukachat.engine.events import (
    CardPlayed,
    CardsDrawn,
    DealerChosen,
    DealerForced,
    DealScored,
    Dealt,
    Declared,
    DrawTied,
    Event,
    GameOver,
    Named,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
    TrickWon,
    TurnUpLeft,
    TurnUpTaken,
)
from ukachat.engine.notation import parse_cards
from ukachat.engine.ruleset import GameRules
from ukachat.engine.seats import Side
from ukachat.rulebook import load_ruleset
from ukachat.text import English, Style

NZ, NA, CANADIAN = load_ruleset("nz"), load_ruleset("na"), load_ruleset("canadian")
TOURNAMENT = load_ruleset("tournament")
MERE, HEMI, ANA, TAMA = map(Seat, range(4))
RED, WHITE = Side(0), Side(1)
NOTHING_SHOWN = ((), (), (), ())
HEARTS = Suit.HEARTS
DEALT = Dealt(MERE, NOTHING_SHOWN, card("9H"), ())
ORDERED = OrderedUp(ANA, MERE, HEARTS, alone=False)


def last_line(rules: Ruleset, *events: Event, style: Style = Style.WORDS) -> str:
    """What is told last of some events."""
    return lines_of(english(rules, style, shown=False), events).splitlines()[-1]


def plays(text: str) -> list[Event]:
    """Cards as they fall from Hemi on, written ``"AD 9D"``."""
    order = (HEMI, ANA, TAMA, MERE)
    return [CardPlayed(order[n % 4], each) for n, each in enumerate(parse_cards(text))]


# --- the first dealer ---


def test_draw_for_the_first_dealer() -> None:
    drawn = CardsDrawn(((MERE, card("KH")), (HEMI, card("9C"))))
    assert last_line(NZ, drawn) == (
        "Cards are drawn for the first dealer: Mere the king of hearts, Hemi the nine of clubs."
    )


def test_first_jack() -> None:
    drawn = CardsDrawn(((MERE, card("KH")), (HEMI, card("JC"))))
    assert last_line(TOURNAMENT, drawn) == (
        "Cards fall face up until a jack: Mere the king of hearts, Hemi the jack of clubs."
    )


def test_tied_draw_and_first_dealer() -> None:
    assert last_line(NZ, DrawTied((MERE, HEMI))) == "The cards are equal. Mere and Hemi draw again."
    assert last_line(NZ, DealerChosen(ANA)) == "Ana is the first dealer."


# --- the deal ---


def test_deal_tells_the_hands_that_are_shown_and_what_is_not_known() -> None:
    hands = (parse_cards("JH AS KD 9D 7C"), parse_cards("8H"), (), parse_cards("7H 7S"))
    dealt = Dealt(MERE, hands, card("9H"), parse_cards("QC"))
    assert lines_of(english(NZ), [dealt]).splitlines() == [
        "Mere deals. The turn-up is the nine of hearts.",
        "Mere holds ace of spades, jack of hearts, king and nine of diamonds, seven of clubs.",
        "Hemi holds eight of hearts and 4 cards not known.",
        "The hand of Ana is not known.",
        "Tama holds seven of spades, seven of hearts and 3 cards not known.",
        "In the kitty: queen of clubs and 10 cards not known.",
    ]


def test_deal_to_a_watcher_tells_no_hand() -> None:
    assert lines_of(english(NZ, shown=False), [DEALT]) == (
        "Mere deals. The turn-up is the nine of hearts."
    )


def test_deal_to_one_seat_tells_its_hand_alone() -> None:
    hands = ((), parse_cards("8H 7D 7C QD JD"), (), ())
    language = English(NZ, ["Mere", "Hemi", "Ana", "Tama"], shown=[HEMI])
    assert lines_of(language, [Dealt(MERE, hands, card("9H"), ())]).splitlines()[1:] == [
        "Hemi holds eight of hearts, queen, jack and seven of diamonds, seven of clubs."
    ]


# --- the calls ---


@pytest.mark.parametrize(
    ("rules", "call", "expected"),
    [
        (NZ, Passed(HEMI, card("9H"), turned_down=False), "Hemi says away."),
        (
            NZ,
            Passed(MERE, card("9H"), turned_down=True),
            "Mere says away and turns the nine of hearts down.",
        ),
        (NA, Passed(HEMI, card("9H"), turned_down=False), "Hemi says pass."),
        (
            NZ,
            ORDERED,
            "Ana says pick it up: hearts are trumps, and Mere, the dealer, "
            "takes the nine of hearts.",
        ),
        (
            NZ,
            OrderedUp(MERE, MERE, HEARTS, alone=False),
            "Mere says pick up: hearts are trumps, and Mere takes the nine of hearts.",
        ),
        (
            NZ,
            OrderedUp(HEMI, MERE, HEARTS, alone=True),
            'Hemi says pick it up, "I am going alone": hearts are trumps, and Mere, the dealer, '
            "takes the nine of hearts. Tama sits out.",
        ),
        (
            NZ,
            OrderedUp(ANA, MERE, HEARTS, alone=True),
            'Ana says pick it up, "I am going alone": hearts are trumps. Mere sits out. '
            "The turn-up stays out of play.",
        ),
        # The dealer may leave the card, so the call does not tell that it is taken.
        (
            NA,
            OrderedUp(HEMI, MERE, HEARTS, alone=False),
            'Hemi says "I order it up": hearts are trumps.',
        ),
        (NA, ORDERED, 'Ana says "I assist": hearts are trumps.'),
        (
            NA,
            OrderedUp(MERE, MERE, HEARTS, alone=False),
            'Mere says "I accept": hearts are trumps, and Mere takes the nine of hearts.',
        ),
        # The word for assisting is already that for going alone.
        (
            CANADIAN,
            OrderedUp(ANA, MERE, HEARTS, alone=True),
            "Ana says alone: hearts are trumps. Mere sits out. The turn-up stays out of play.",
        ),
        (NZ, Named(TAMA, Suit.CLUBS, alone=False), "Tama says clubs: clubs are trumps."),
        (
            NZ,
            Named(TAMA, Suit.CLUBS, alone=True),
            'Tama says clubs, "I am going alone": clubs are trumps. Hemi sits out.',
        ),
        (
            NZ,
            DealerForced(MERE, card("9H")),
            "Nobody has called. Mere, the dealer, must take the nine of hearts: hearts are trumps.",
        ),
    ],
)
def test_calls(rules: Ruleset, call: Event, expected: str) -> None:
    assert last_line(rules, DEALT, call) == expected


def test_words_of_a_call_come_from_the_ruleset() -> None:
    rules = replace(NZ, words=replace(NZ.words, pass_="I\x1b pass"))
    assert last_line(rules, DEALT, Passed(HEMI, card("9H"), turned_down=False)) == (
        'Hemi says "I pass".'
    )


# --- before the lead ---


@pytest.mark.parametrize(
    ("rules", "events", "expected"),
    [
        (
            NZ,
            [ORDERED, TurnUpTaken(MERE, card("9H"), card("7C"))],
            "Mere discards the seven of clubs.",
        ),
        (NZ, [ORDERED, TurnUpTaken(MERE, card("9H"), None)], "Mere discards a card face down."),
        (
            TOURNAMENT,
            [ORDERED, TurnUpTaken(MERE, card("9H"), card("9H"))],
            "Mere discards the turn-up again, the nine of hearts.",
        ),
        (
            NA,
            [ORDERED, TurnUpTaken(MERE, card("9H"), card("QC"))],
            "Mere takes the nine of hearts and discards the queen of clubs.",
        ),
        (
            NA,
            [ORDERED, TurnUpLeft(MERE, card("9H"))],
            "Mere leaves the turn-up, the nine of hearts.",
        ),
        (NA, [ORDERED, Declared(ANA, alone=False)], "Ana does not go alone."),
        (NA, [ORDERED, Declared(ANA, alone=True)], "Ana plays alone. Mere sits out."),
        (NA, [ORDERED, Declared(HEMI, alone=True)], "Hemi defends alone. Tama sits out."),
        (
            NZ,
            [DealerForced(MERE, card("9H")), Declared(MERE, alone=True)],
            "Mere plays alone. Ana sits out.",
        ),
    ],
)
def test_exchange_and_declarations(rules: Ruleset, events: list[Event], expected: str) -> None:
    assert last_line(rules, DEALT, *events) == expected


# --- the play; trumps are hearts ---


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("AD", "Trick 1. Hemi leads the ace of diamonds."),
        ("JD", "Trick 1. Hemi leads the left bower, the jack of diamonds."),
        ("JH", "Trick 1. Hemi leads the right bower, the jack of hearts."),
        ("9D AD", "Ana plays the ace of diamonds. Ana is winning."),
        ("AD 9D", "Ana plays the nine of diamonds."),
        ("AD 9H", "Ana trumps with the nine of hearts. Ana is winning."),
        ("AD JD", "Ana trumps with the left bower, the jack of diamonds. Ana is winning."),
        ("AD 9H TH", "Tama overtrumps with the ten of hearts. Tama is winning."),
        ("AD TH 9H", "Tama undertrumps with the nine of hearts."),
        ("AD AS", "Ana throws the ace of spades."),
        ("9H JD", "Ana plays the left bower, the jack of diamonds. Ana is winning."),
        ("JD 9D", "Ana throws the nine of diamonds."),
        # Who takes the trick is told next.
        ("9D TD QD AD", "Mere plays the ace of diamonds."),
    ],
)
def test_cards(cards: str, expected: str) -> None:
    assert last_line(NZ, DEALT, ORDERED, *plays(cards)) == expected


def test_last_card_of_a_trick_of_three() -> None:
    alone = OrderedUp(HEMI, MERE, HEARTS, alone=True)
    trick = [
        CardPlayed(HEMI, card("9D")),
        CardPlayed(ANA, card("TD")),
        CardPlayed(MERE, card("AD")),
    ]
    assert last_line(NZ, DEALT, alone, *trick[:2]) == (
        "Ana plays the ten of diamonds. Ana is winning."
    )
    assert last_line(NZ, DEALT, alone, *trick) == "Mere plays the ace of diamonds."


def test_cards_before_trumps_are_known_are_only_named() -> None:
    assert lines_of(english(NZ), plays("AD AS")).splitlines() == [
        "Trick 1. Hemi leads the ace of diamonds.",
        "Ana plays the ace of spades.",
    ]


def test_tricks_are_counted_for_both_sides() -> None:
    first = [*plays("AD 9D 8D 7D"), TrickWon(HEMI, 1)]
    second = [*plays("9S AS 8S 7S"), TrickWon(ANA, 2)]
    assert last_line(NZ, DEALT, ORDERED, *first) == "Hemi takes trick 1. Tricks: Red 0, White 1."
    assert last_line(NZ, DEALT, ORDERED, *first, *second[:1]) == (
        "Trick 2. Hemi leads the nine of spades."
    )
    assert (
        last_line(NZ, DEALT, ORDERED, *first, *second)
        == "Ana takes trick 2. Tricks: Red 1, White 1."
    )


# --- the end ---


def scored(
    tricks: int, points: tuple[int, int], *, needed: int = 3, alone: tuple[Seat, ...] = ()
) -> DealScored:
    return DealScored(ANA, RED, tricks, needed, alone, points, points)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (scored(3, (1, 0)), "Mere and Ana made hearts: 3 tricks, 1 point. Red 1, White 0."),
        (
            scored(5, (3, 0)),
            "Mere and Ana made hearts: a march of 5 tricks, 3 points. Red 3, White 0.",
        ),
        (
            scored(2, (0, 2)),
            "Mere and Ana are euchred: 2 tricks of the 3 needed. White gets 2 points. "
            "Red 0, White 2.",
        ),
        (
            scored(4, (0, 4), needed=5, alone=(ANA,)),
            "Ana, alone, is euchred: 4 tricks of the 5 needed. White gets 4 points. "
            "Red 0, White 4.",
        ),
        (
            scored(5, (4, 0), alone=(ANA, HEMI)),
            "Ana, alone, made hearts: a march of 5 tricks, 4 points. Red 4, White 0.",
        ),
        (
            scored(1, (0, 2), alone=(HEMI,)),
            "Mere and Ana are euchred: 1 trick of the 3 needed. White gets 2 points. "
            "Red 0, White 2.",
        ),
        (
            scored(2, (0, 0)),
            "Mere and Ana are euchred: 2 tricks of the 3 needed. Nobody scores. Red 0, White 0.",
        ),
        (scored(3, (0, 0)), "Mere and Ana made hearts: 3 tricks, 0 points. Red 0, White 0."),
        (PassedOut(MERE), "Everybody has passed twice. Nobody scores."),
        (NextDealer(HEMI), "Hemi deals next."),
        (
            GameOver(WHITE, (7, 10)),
            "White (Hemi and Tama) wins the game: Red 7, White 10.",
        ),
        (GameOver(None, (8, 8)), "The game ends in a draw: Red 8, White 8."),
    ],
)
def test_endings(event: Event, expected: str) -> None:
    assert last_line(NZ, DEALT, ORDERED, event) == expected


# --- names, styles, headings ---


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (Style.WORDS, "Ana trumps with the left bower, the jack of diamonds. Ana is winning."),
        (Style.SIGNS, "Ana trumps with the left bower, the jack of diamonds J♦. Ana is winning."),
        (Style.LETTERS, "Ana trumps with the left bower, the jack of diamonds JD. Ana is winning."),
    ],
)
def test_styles(style: Style, expected: str) -> None:
    assert last_line(NZ, DEALT, ORDERED, *plays("AS JD"), style=style) == expected


@pytest.mark.parametrize(
    ("style", "expected"), [(Style.SIGNS, "A♠ 10♥ 9♥"), (Style.LETTERS, "AS TH 9H")]
)
def test_lists_of_cards(style: Style, expected: str) -> None:
    assert english(NZ, style).cards(parse_cards("9H AS TH")) == expected


def test_a_player_without_a_name_is_called_by_the_seat() -> None:
    language = English(NZ, ["Mere", "", " \n", "west"])
    assert language.names == ("Mere", "East", "South", "west")
    assert [language.seat(seat) for seat in NZ.seating.seats] == [
        "North, Mere",
        "East",
        "South",
        "West",
    ]


def test_heading_of_a_game() -> None:
    assert english(NZ).game_heading("Thursday\n night", "2026-11-19", [TAMA]) == [
        "Thursday night, 2026-11-19",
        "Uka (NZ clubs / Tainui Games), to 10 points.",
        "Red: Mere (North) and Ana (South).",
        "White: Hemi (East) and Tama (West).",
        "Played by computer: Tama.",
    ]


def test_heading_of_a_game_of_a_fixed_number_of_deals_without_title() -> None:
    rules = replace(NZ, game=GameRules(deals=8))
    heading = English(rules, rules.seating.names).game_heading("", "")
    assert heading[:2] == ["A game", "Uka (NZ clubs / Tainui Games), 8 deals."]
    assert heading[2:] == ["Red: North and South.", "White: East and West."]
