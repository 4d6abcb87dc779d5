"""Whether every card is equally likely in every place of a pack that was shuffled to be checked.

Run it with ``python benchmarks/fair.py``. It shuffles 31,250 packs of 32 cards, a million cards,
with secrets that follow from a seed, and counts which card lay where. The count is a Latin-square
table: every row and column adds up to the number of packs, so of its 32 x 32 cells 31 x 31 are
free, and the statistic has to be scaled by 31/32 to follow the chi-square distribution.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from math import erfc, sqrt
from time import perf_counter

from ukachat.fair import shuffled
from ukachat.rulebook import load_ruleset

CARDS = 1_000_000
SEED = "2026"


def chi_square(packs: int, seed: str) -> tuple[float, int]:
    """The statistic over so many packs, and its degrees of freedom."""
    cards = load_ruleset("nz").pack
    size = len(cards)
    counts = [[0] * size for _ in cards]
    for number in range(packs):
        secret = sha256(f"{seed} {number}".encode()).digest()
        for place, card in enumerate(shuffled(secret, ("", "", "", ""), "deal", cards)):
            counts[place][card.index] += 1
    expected = packs / size
    off = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return off * (size - 1) / size, (size - 1) ** 2


def p_value(statistic: float, freedom: int) -> float:
    """How often chance alone is as far off, by the approximation of Wilson and Hilferty.

    With hundreds of degrees of freedom it is right to three decimals.
    """
    spread = 2 / (9 * freedom)
    deviations = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(deviations / sqrt(2)) / 2


def main() -> None:
    """Prints statistic and p-value."""
    seed = sys.argv[1] if len(sys.argv) > 1 else SEED
    packs = CARDS // 32
    begin = perf_counter()
    statistic, freedom = chi_square(packs, seed)
    seconds = perf_counter() - begin
    print(f"cards: {packs * 32:,} in {packs:,} packs, seed {seed}")
    print(f"chi-square: {statistic:.1f} with {freedom} degrees of freedom")
    print(f"p-value: {p_value(statistic, freedom):.3f} (below 0.001 something would be wrong)")
    print(f"packs a second, with counting: {packs / seconds:,.0f}")


if __name__ == "__main__":
    main()
