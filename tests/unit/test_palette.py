"""The colours of retrievers: no two alike, and all to be seen on both grounds."""

from __future__ import annotations

import itertools
import math
import tomllib
from pathlib import Path

import pytest

from backend.pipelines._chain.limits import MOST_STEPS
from backend.pipelines._chain.merging import CARDS
from backend.workbench import retriever_cards
from components import palette

CONTRAST = 3.0
"""Of parts of a chart and the ground (WCAG 2.2, 1.4.11)."""
DISTANCE = 0.05
"""Of two colours in OKLab, where .02 is just noticed side by side (Ottosson 2020)."""
THEMES = ("light", "dark")
CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"


def linear(color: str) -> tuple[float, float, float]:
    """Red, green and blue as they are added up as light, in [0, 1]."""
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio, from 1 to 21."""
    light = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in (linear(one), linear(other))
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def oklab(color: str) -> tuple[float, float, float]:
    """Lightness and the two axes of colour, in which equal distances look equal."""
    red, green, blue = linear(color)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def shades(theme: str) -> list[str]:
    return [each[THEMES.index(theme)] for family in palette.SHADES.values() for each in family]


def test_contrast_and_distance_are_what_they_are_known_to_be() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert oklab("#FFFFFF") == pytest.approx((1.0, 0.0, 0.0), abs=1e-4)
    assert oklab("#FF0000") == pytest.approx((0.6280, 0.2249, 0.1258), abs=1e-4)


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_retrievers_share_a_colour(theme: str) -> None:
    names = [card.name for card in retriever_cards()]
    colors = [palette.retriever_color(name, dark=theme == "dark") for name in names]
    assert len(set(colors)) == len(set(names)) == len(names)


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_signals_of_a_chain_share_a_colour(theme: str) -> None:
    names = [f"step {number}" for number in range(1, MOST_STEPS + 1)]
    names += [card.name for card in CARDS]
    colors = {palette.retriever_color(name, dark=theme == "dark") for name in names}
    assert len(colors) == len(names)


def test_each_family_has_a_shade_for_a_further_retriever() -> None:
    families = [card.family for card in retriever_cards()]
    full = [name for name, own in palette.SHADES.items() if families.count(name) >= len(own)]
    assert full == []


@pytest.mark.parametrize("theme", THEMES)
def test_each_shade_stands_out_from_the_ground_and_from_the_others(theme: str) -> None:
    ground = tomllib.loads(CONFIG.read_text("utf-8"))["theme"][theme]["backgroundColor"]
    assert [shade for shade in shades(theme) if contrast(shade, ground) < CONTRAST] == []
    near = [
        pair
        for pair in itertools.combinations(shades(theme), 2)
        if math.dist(oklab(pair[0]), oklab(pair[1])) < DISTANCE
    ]
    assert near == []
