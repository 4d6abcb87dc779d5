"""The rulesets that come with ukachat, knob by knob, against a table typed from the rules."""

from pathlib import Path

import pytest

from ukachat.engine.ruleset import PairingRules, Ruleset
from ukachat.rulebook import bundled_folder, knobs, load_ruleset, ruleset_names, ruleset_to_tree
from ukachat.yamlio import Flow

NAMES = ("nz", "na", "na32", "bicycle", "tournament", "canadian")

# A dash: the question does not come up, and the knob has its default.
KNOBS = """
seats                      | 4                     | 4                 | 4                 | 4              | 4               | 4
sides                      | partnerships          | partnerships      | partnerships      | partnerships   | partnerships    | partnerships
deck.low                   | 7                     | 9                 | 7                 | 9              | 9               | 9
deal.cards                 | 5                     | 5                 | 5                 | 5              | 5               | 5
deal.packets               | 3 2                   | 3232 2323         | 3232 2323         |                |                 |
deal.first_dealer          | high_cut              | random            | random            | low_draw       | first_jack      | low_cut
words.order                | pick it up            | I order it up     | I order it up     | I order it up  | pick it up      | pick it up
words.assist               | pick it up            | I assist          | I assist          | I assist       | pick it up      | alone
words.take                 | pick up               | I accept          | I accept          | take it up     | pick up         | pick up
words.pass                 | away                  | pass              | pass              | pass           | pass            | pass
words.alone                | I am going alone      | alone             | alone             | alone          | alone           | alone
round1.must_hold           | non_dealer            | none              | none              | none           | none            | none
round1.left_bower_holds    | no                    | no                | no                | no             | no              | no
round1.dealer_partner      | normal                | normal            | normal            | normal         | normal          | alone_only
round1.pick_up             | forced                | optional          | optional          | optional       | forced          | forced
round1.may_discard_turn_up | no                    | no                | no                | no             | yes             | yes
round2.turned_suit         | forbidden             | forbidden         | forbidden         | forbidden      | forbidden       | forbidden
round2.must_hold           | non_dealer            | none              | none              | none           | none            | none
round2.dealer              | takes_turn_up         | may_pass          | may_pass          | may_pass       | must_name       | may_pass
passed_out                 | not_possible          | next_dealer       | next_dealer       | next_dealer    | not_possible    | next_dealer
alone.who                  | caller                | maker_side        | maker_side        | caller         | caller          | caller
alone.when                 | with_call             | before_first_lead | before_first_lead | with_call      | with_call       | with_call
alone.forced_dealer        | yes                   | -                 | -                 | -              | yes             | -
alone.tricks               | 5                     | 3                 | 3                 | 3              | 3               | 3
alone.defend               | none                  | any_hand          | any_hand          | none           | none            | none
play.first_lead            | left_of_dealer        | left_of_loner     | left_of_loner     | left_of_dealer | left_of_dealer  | left_of_dealer
play.both_alone_lead       | -                     | lone_defender     | lone_defender     | -              | -               | -
game.target                | 10                    | 10                | 10                | 10             | 10              | 10
game.deals                 | 0                     | 0                 | 0                 | 0              | 0               | 0
"""  # noqa: E501 - a table is read across

# By the makers' tricks from none to all: m1 = the makers score 1, d2 = the defenders score 2.
POINTS = """
pair_vs_pair | d2 d2 d2 m1 m1 m3 | d2 d2 d2 m1 m1 m2 | d2 d2 d2 m1 m1 m2 | d2 d2 d2 m1 m1 m2 | d2 d2 d2 m1 m1 m2 | d2 d2 d2 m1 m1 m2
lone_vs_pair | d4 d4 d4 d4 d4 m4 | d2 d2 d2 m1 m1 m4 | d2 d2 d2 m1 m1 m4 | d2 d2 d2 m1 m1 m4 | d2 d2 d2 m1 m1 m4 | d2 d2 d2 m1 m1 m4
pair_vs_lone | -                 | d4 d2 d2 m1 m1 m2 | d4 d2 d2 m1 m1 m2 | -                 | -                 | -
lone_vs_lone | -                 | d4 d2 d2 m1 m1 m4 | d4 d2 d2 m1 m1 m4 | -                 | -                 | -
"""  # noqa: E501 - a table is read across


NO_BRACKETS = str.maketrans("", "", "(), ")


def rows(table: str) -> dict[str, dict[str, str]]:
    """By row and ruleset, what a table says."""
    lines = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return {row: dict(zip(NAMES, cells, strict=True)) for row, *cells in lines}


def shown(ruleset: Ruleset, path: str) -> str:
    """The value of a knob as the tables write it."""
    value: object = ruleset_to_tree(ruleset)
    for key in path.split("."):
        assert isinstance(value, dict)
        value = value[key]
    match value:
        case bool():
            return "yes" if value else "no"
        case Flow():
            return " ".join(str(packet).translate(NO_BRACKETS) for packet in value.tree)
        case None:
            return "-"
        case _:
            return str(value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", rows(KNOBS))
def test_knob(name: str, path: str) -> None:
    expected = rows(KNOBS)[path][name]
    if expected == "-":
        expected = shown(Ruleset(title=""), path)
    assert shown(load_ruleset(name), path) == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pairing", rows(POINTS))
def test_points(name: str, pairing: str) -> None:
    table: PairingRules | None = getattr(load_ruleset(name).scoring, pairing)
    cells = rows(POINTS)[pairing][name].split()
    if table is None:
        assert cells == ["-"]
    else:
        points = [table.points(tricks) for tricks in range(6)]
        assert [f"m{m}" if m else f"d{d}" for m, d in points] == cells


def test_tables_have_every_knob() -> None:
    told = {"title", "origin"}
    pairings = {f"scoring.{pairing}" for pairing in rows(POINTS)}
    paths = {knob.path for knob in knobs() if not knob.path.startswith("scoring.")}
    parts = {".".join(knob.path.split(".")[:2]) for knob in knobs() if "scoring" in knob.path}
    assert set(rows(KNOBS)) | told == paths
    assert pairings == parts


def test_all_are_in_the_tables() -> None:
    assert set(ruleset_names()) == set(NAMES)


@pytest.mark.parametrize("field", ["title", "origin"])
def test_each_has_its_own(field: str) -> None:
    told = [getattr(load_ruleset(name), field) for name in NAMES]
    assert len(set(told)) == len(NAMES)
    assert all(told)


@pytest.mark.parametrize("name", NAMES)
def test_editors_find_the_schema(name: str) -> None:
    path = bundled_folder() / f"{name}.yaml"
    first, _, _ = path.read_text().partition("\n")
    assert first == "# yaml-language-server: $schema=ruleset.schema.json"
    assert (path.parent / first.partition("=")[2]).is_file()


def test_folder_is_the_one_beside_the_package() -> None:
    assert bundled_folder() == Path(__file__).parents[2] / "rulesets"
