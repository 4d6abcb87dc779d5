"""What a file may say, how its values are read, and what it takes from its parents."""

from pathlib import Path

import pytest

from ukachat.engine.options import DealerLast
from ukachat.engine.ruleset import PairingRules, Ruleset, WordRules
from ukachat.rulebook import (
    RulebookError,
    RulesetFileError,
    UnknownRuleset,
    finding,
    load_ruleset,
    read_ruleset,
    ruleset_from_node,
    ruleset_names,
)
from ukachat.yamlio import YamlMap, read_document


def read(text: str) -> Ruleset:
    return read_ruleset(text, source="mine.yaml")


def problems(text: str) -> list[str]:
    with pytest.raises(RulesetFileError) as caught:
        read(text)
    return str(caught.value).splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- values ---


def test_what_is_not_said_is_as_usual() -> None:
    assert read("title: Mine") == Ruleset(title="Mine")


@pytest.mark.parametrize("written", ["true", "007", "no", "12:30", "'null'", "3.5", "|-\n  no"])
def test_text_is_taken_as_it_stands(written: str) -> None:
    expected = {"'null'": "null", "|-\n  no": "no"}.get(written, written)
    assert read(f"title: {written}").title == expected


@pytest.mark.parametrize("written", ["12", "'12'", '"12"'])
def test_numbers_are_plain_decimals_in_quotes_or_not(written: str) -> None:
    assert read(f"title: x\ngame: {{target: {written}}}").game.target == 12


@pytest.mark.parametrize("written", ["010", "1_0", "10.0", "1e1", "0xA", "+10", "ten", "'1 0'"])
def test_other_numbers_are_refused(written: str) -> None:
    bare = written.strip("'")
    assert problems(f"title: x\ngame: {{target: {written}}}") == [
        f"mine.yaml:2:16: game.target: expected a whole number, got '{bare}'"
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("yes", True), ("no", False), ("true", True), ("false", False), ("'yes'", True)],
)
def test_yes_and_no(written: str, meant: bool) -> None:
    rules = read(f"title: x\nround1: {{may_discard_turn_up: {written}}}")
    assert rules.round1.may_discard_turn_up is meant


@pytest.mark.parametrize("written", ["on", "off", "y", "1", "maybe"])
def test_other_answers_are_refused(written: str) -> None:
    assert problems(f"title: x\nround1: {{left_bower_holds: {written}}}") == [
        f"mine.yaml:2:28: round1.left_bower_holds: expected yes or no, got '{written}'"
    ]


@pytest.mark.parametrize("written", ["", "null", "~"])
@pytest.mark.parametrize("knob", ["seats", "deck", "deal", "words", "passed_out", "scoring"])
def test_empty_is_as_usual(knob: str, written: str) -> None:
    assert read(f"title: x\n{knob}: {written}") == Ruleset(title="x")


def test_empty_pairing_is_empty() -> None:
    rules = read("title: x\nalone: {who: nobody}\nscoring: {lone_vs_pair: null}")
    assert rules.scoring.lone_vs_pair is None


def test_tables_have_numbers_as_keys() -> None:
    rules = read("title: x\nscoring: {pair_vs_pair: {makers: {3: 1, '4': 2, 5: 3}, euchred: 4}}")
    assert rules.scoring.pair_vs_pair == PairingRules(makers={3: 1, 4: 2, 5: 3}, euchred=4)


def test_json_is_read_too() -> None:
    text = '{"title": "x", "deal": {"packets": [[3], [2]]}, "words": {"pass": "away"}}'
    rules = read(text)
    assert (rules.deal.packets, rules.words.pass_) == (((3,), (2,)), "away")


def test_part_of_a_document() -> None:
    document = read_document("game: x\nruleset: {title: Inside}", source="saved.yaml")
    assert isinstance(document, YamlMap)
    assert ruleset_from_node(document["ruleset"], source="saved.yaml").title == "Inside"
    with pytest.raises(RulesetFileError, match=r"^saved.yaml:1:7: ruleset: expected a mapping"):
        ruleset_from_node(document["game"], source="saved.yaml")


# --- parents ---


def test_mappings_merge_and_the_rest_replaces(folder: Path) -> None:
    (folder / "parent.yaml").write_text(
        "title: Parent\n"
        "deal: {packets: [[3], [2]]}\n"
        "words: {order: up, pass: away}\n"
        "scoring: {pair_vs_pair: {makers: {3: 1, 4: 1, 5: 3}, euchred: {0: 4, 1: 2, 2: 2}}}\n"
    )
    (folder / "child.yaml").write_text(
        "extends: parent\n"
        "deal: {packets: [[5]]}\n"
        "words: {pass: no thanks}\n"
        "scoring: {pair_vs_pair: {makers: {5: 2}, euchred: 2}}\n"
    )
    child = load_ruleset("child.yaml")
    assert child.title == "Parent"
    assert child.deal.packets == ((5,),)
    assert (child.words.order, child.words.assist) == ("up", "pick it up")
    assert child.words.pass_ == "no thanks"
    assert child.scoring.pair_vs_pair == PairingRules(makers={3: 1, 4: 1, 5: 2}, euchred=2)


def test_null_takes_out(folder: Path) -> None:
    (folder / "child.yaml").write_text(
        "extends: na\ntitle: x\nwords: null\nround1: {pick_up: }\n"
        "alone: {tricks: 5}\n"
        "scoring:\n"
        "  lone_vs_pair: {makers: {3: null, 4: null}}\n"
        "  lone_vs_lone: {makers: {3: , 4: }, euchred: 3}\n"
    )
    child = load_ruleset("child.yaml")
    assert child.words == WordRules()
    assert child.round1.pick_up.value == "forced"
    assert child.scoring.lone_vs_pair == PairingRules(makers={5: 4}, euchred=2)
    assert child.scoring.lone_vs_lone == PairingRules(makers={5: 4}, euchred=3)


def test_cell_that_the_parent_leaves_as_usual(folder: Path) -> None:
    (folder / "child.yaml").write_text(
        "extends: na\ntitle: x\nscoring: {pair_vs_pair: {makers: {5: 3}}}\n"
    )
    points = load_ruleset("child.yaml").scoring.pair_vs_pair
    assert points == PairingRules(makers={3: 1, 4: 1, 5: 3}, euchred=2)


def test_points_without_parent_are_given_in_full() -> None:
    assert problems("title: x\nscoring: {pair_vs_pair: {makers: {3: 1, 4: 1, 5: 3}}}") == [
        "mine.yaml:2:11: scoring.pair_vs_pair.euchred: expected a whole number or a mapping of "
        "tricks to points, got nothing"
    ]


def test_grandparents(folder: Path) -> None:
    (folder / "child.yaml").write_text("extends: canadian\ntitle: Mine\ngame: {target: 11}\n")
    child = load_ruleset(folder / "child.yaml")
    assert child.game.target == 11
    assert child.words.assist == "alone"  # of canadian
    assert child.words.order == "pick it up"  # of tournament, its parent
    assert child.play.both_alone_lead is None  # taken out by bicycle, its grandparent


def test_parent_beside_the_file_comes_first(folder: Path) -> None:
    for place, title in (("beside", "Beside"), ("host", "Host")):
        (folder / place).mkdir()
        (folder / place / "na.yaml").write_text(f"title: {title}\n")
    (folder / "beside" / "child.yaml").write_text("extends: na\n")
    (folder / "child.yaml").write_text("extends: na\n")
    host = [folder / "host"]
    assert load_ruleset("beside/child.yaml", folders=host).title == "Beside"
    assert load_ruleset("child.yaml", folders=host).title == "Host"
    assert load_ruleset("child.yaml").title == "North American Euchre, 24 cards"


def test_grandparent_beside_the_parent_comes_first(folder: Path) -> None:
    (folder / "host").mkdir()
    (folder / "host" / "parent.yaml").write_text("extends: base\n")
    (folder / "host" / "base.yaml").write_text("title: Beside the parent\n")
    (folder / "base.yaml").write_text("title: Beside the child\n")
    (folder / "child.yaml").write_text("extends: parent\n")
    assert load_ruleset("child.yaml", folders=[folder / "host"]).title == "Beside the parent"


def test_folders_of_the_host_come_before_the_bundled_one(folder: Path) -> None:
    (folder / "nz.yaml").write_text("title: Ours\n")
    (folder / "house.yaml").write_text("title: House\n")
    (folder / "not a name.yaml").write_text("title: Hidden\n")
    assert load_ruleset("nz", folders=[folder]).title == "Ours"
    assert load_ruleset("house", folders=[folder / "missing", folder]).title == "House"
    assert "house" in ruleset_names(folders=[folder])
    assert "house" not in ruleset_names()
    assert ruleset_names(folders=[folder]) == sorted({*ruleset_names(), "house"})


def test_path_and_name_are_told_apart(folder: Path) -> None:
    (folder / "nz").write_text("title: No suffix\n")
    assert load_ruleset("nz").round2.dealer is DealerLast.TAKES_TURN_UP
    assert load_ruleset(str(folder / "nz")).title == "No suffix"
    assert load_ruleset(Path("nz")).title == "No suffix"


def test_bundled_folder_of_an_installed_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = folder / "ukachat" / "_data" / "rulesets"
    inside.mkdir(parents=True)
    (inside / "only.yaml").write_text("title: Only\n")
    monkeypatch.setattr(finding, "__file__", str(folder / "ukachat" / "rulebook" / "finding.py"))
    assert ruleset_names() == ["only"]


# --- what cannot be found or may not be extended ---


def test_unknown_name() -> None:
    with pytest.raises(UnknownRuleset) as caught:
        load_ruleset("nzz")
    assert str(caught.value) == "there is no ruleset 'nzz'; did you mean nz?"
    with pytest.raises(UnknownRuleset) as caught:
        load_ruleset("whist")
    assert str(caught.value) == (
        "there is no ruleset 'whist'; there are bicycle, canadian, na, na32, nz, tournament"
    )


@pytest.mark.parametrize("name", ["", "..", "...", "\0", "a b", "nz.txt"])
def test_no_name(name: str) -> None:
    with pytest.raises(UnknownRuleset):
        load_ruleset(name)


@pytest.mark.parametrize("path", ["missing.yaml", "folder.yaml", "nul\0.yaml"])
def test_file_that_cannot_be_read(path: str, folder: Path) -> None:
    (folder / "folder.yaml").mkdir()
    with pytest.raises(RulebookError, match=r"^cannot read (missing|folder|nul)"):
        load_ruleset(path)


EXTENDS = {
    "unknown": ("extends: naa\n", "1:10: extends: there is no ruleset 'naa'; did you mean na?"),
    "path": (
        "extends: ../na.yaml\n",
        "1:10: extends: expected the name of a ruleset, got '../na.yaml'",
    ),
    "list": ("title: x\nextends: [na]\n", "2:10: extends: expected text, got a list"),
    "itself": ("extends: child\n", "1:10: extends: a ruleset cannot extend itself: child -> child"),
}


@pytest.mark.parametrize(("text", "expected"), EXTENDS.values(), ids=EXTENDS)
def test_wrong_parent(text: str, expected: str, folder: Path) -> None:
    (folder / "child.yaml").write_text(text)
    with pytest.raises(RulesetFileError) as caught:
        load_ruleset("child.yaml")
    assert str(caught.value) == f"child.yaml:{expected}"


def test_circle_is_refused_where_it_closes(folder: Path) -> None:
    (folder / "a.yaml").write_text("extends: b\n")
    (folder / "b.yaml").write_text("title: x\nextends: c\n")
    (folder / "c.yaml").write_text("\n\nextends: b\n")
    with pytest.raises(RulesetFileError) as caught:
        load_ruleset("a.yaml")
    assert str(caught.value) == (
        "c.yaml:3:10: extends: a ruleset cannot extend itself: a -> b -> c -> b"
    )


def test_parent_that_is_no_yaml(folder: Path) -> None:
    (folder / "parent.yaml").write_text("title: [\n")
    (folder / "child.yaml").write_text("extends: parent\n")
    with pytest.raises(RulesetFileError) as caught:
        load_ruleset("child.yaml")
    assert str(caught.value) == "parent.yaml:1:8: this [ is never closed"


def test_parents_can_be_forbidden() -> None:
    text = "title: x\nextends: nz"
    with pytest.raises(RulesetFileError) as caught:
        read_ruleset(text, source="saved.yaml", allow_extends=False)
    assert str(caught.value) == (
        "saved.yaml:2:10: extends: not allowed here, where a ruleset has to stand in full"
    )
    without = read_ruleset("title: x\nextends:", source="saved.yaml", allow_extends=False)
    assert without == Ruleset(title="x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "mine.yaml:1:1: expected a document, got an empty file"),
        ("null", "mine.yaml:1:1: ruleset: expected a mapping, got nothing"),
        ("- title", "mine.yaml:1:1: ruleset: expected a mapping, got a list"),
        ("title: x\ntitle: y", "mine.yaml:2:1: duplicate key 'title', first in line 1"),
        ("title: &a x", "mine.yaml:1:8: anchors and aliases are not allowed"),
    ],
)
def test_no_ruleset_at_all(text: str, expected: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith(expected)


def test_huge_file(folder: Path) -> None:
    (folder / "huge.yaml").write_bytes(b"#" * 3_000_000)
    with pytest.raises(RulesetFileError, match=r"^huge.yaml:1:1: expected at most 2,000,000 bytes"):
        load_ruleset("huge.yaml")
