import re

import pytest
from hypothesis import given

from tests.strategies import Start, starts
from tests.text.telling import english, states_of
from ukachat.text import English, Style
from ukachat.text.markdown import deal_markdown, escaped, score_markdown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mere", "Mere"),
        ("Red (Mere and Ana) 7.", "Red (Mere and Ana) 7."),
        ("a|b", r"a\|b"),
        ("*x* <b> [a](b) `c` # d", r"\*x\* \<b\> \[a\](b) \`c\` \# d"),
    ],
)
def test_escaped(text: str, expected: str) -> None:
    assert escaped(text) == expected


@given(starts())
def test_tables_are_rectangular_whatever_the_names(game: Start) -> None:
    *_, (account, _) = states_of(game)
    language = English(game.rules, ["a|b", "*", "", "|"], style=Style.SIGNS)
    lines = deal_markdown(language.deal_sheet(1, account, (0, 0)))
    lines += score_markdown(language.score_sheet((0, 0), [(1, account)]))
    rows = [line for line in lines if line.startswith("|")]
    assert rows
    tables: dict[int, int] = {}
    for row in rows:
        cells = len(re.findall(r"(?<!\\)\|", row)) - 1
        tables[cells] = tables.get(cells, 0) + 1
    score_sheet = tables.pop(7) if len(account.tricks) != 6 else 3
    assert score_sheet == 3
    assert list(tables.values()) in ([], [6], [9])  # head, rule and four seats


def test_deal() -> None:
    from tests.text.test_plain import NZ, deal_of_one_trick

    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(), (2, 1), ["Note: a*b."])
    assert (
        "\n".join(deal_markdown(sheet))
        == """\
## Deal 3, dealt by Mere. Red 2, White 1.

- **North, Mere:** 9♠ J♥ and 3 cards not known
- **East, Hemi:** 8♥ Q♦ J♦ 7♦ 7♣
- **South, Ana:** 5 cards not known
- **West, Tama:** K♥ 10♦ 9♦ K♣ 9♣
- **Turn-up:** 10♥
- **First round:** Mere pick up
- **Trumps:** hearts, made by Mere for Red

| Tricks | 1 |
| --- | --- |
| Mere | - |
| Hemi | 7♦ led |
| Ana | K♦ |
| Tama | 9♦ |

Note: a\\*b.
"""
    )
