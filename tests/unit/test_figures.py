"""What the documents say was measured is what `bench/results` holds."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from tests.claims import CLAIMS
from tests.figures import (
    ROOT,
    Claim,
    Figure,
    Source,
    figures,
    read,
    rows_under_measured,
    sections,
)

DOCUMENTS = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


@pytest.mark.parametrize(
    "claim", CLAIMS, ids=lambda claim: f"{claim.document.split('/')[-1]} {claim.after[-1].strip()}"
)
def test_each_figure_of_a_document_was_measured(claim: Claim) -> None:
    begin, end = claim.place()
    written = figures(read(claim.document)[begin:end])
    measured = [source.measured() for source in claim.sources]
    assert len(written) == len(measured), (written, measured)
    wrong = [
        (figure.written, values)
        for figure, values in zip(written, measured, strict=True)
        if not figure.equals(values)
    ]
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_row_under_measured_has_its_source(document: str) -> None:
    text = read(document)
    places = [claim.place() for claim in CLAIMS if claim.document == document]
    bare = []
    for begin in rows_under_measured(document):
        end = text.index("\n", begin)
        covered = any(begin <= place[0] and place[1] <= end + 1 for place in places)
        if figures(text[begin:end].partition("|")[2].partition("|")[2]) and not covered:
            bare.append(text[begin:end])
    assert bare == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_an_interval_without_a_source_stands_where_that_is_said(document: str) -> None:
    """What has an interval was measured: by something whose result is kept, or the section says
    that it is not."""
    text = read(document)
    for claim in CLAIMS:
        if claim.document == document:
            begin, end = claim.place()
            text = text[:begin] + " " * (end - begin) + text[end:]
    unsaid = [
        heading
        for heading, section in sections(text)
        if any(len(figure.written) > 1 for figure in figures(section))
        and "no result file" not in section
    ]
    assert unsaid == []


def test_no_two_claims_are_of_the_same_figures() -> None:
    """A claim that slipped to another row would leave its own unread."""
    ordered = sorted((claim.document, *claim.place()) for claim in CLAIMS)
    for _, places in groupby(ordered, key=lambda each: each[0]):
        assert [each for each in pairwise(places) if each[1][1] < each[0][2]] == []


def test_sections_are_told_apart_by_their_headings() -> None:
    text = "# A\none\n## B\ntwo\nthree\n"
    assert list(sections(text)) == [("", ""), ("# A", "one"), ("## B", "two\nthree\n")]


def test_figures_are_read_as_people_write_them() -> None:
    text = "R@5 on set300: **96.7** [94.3, 98.7], 77 % [72, 81], −.7 [−2, .5], 1,030 ms, 2nd, .5"
    assert [figure.written for figure in figures(text)] == [
        ("96.7", "94.3", "98.7"),
        ("77", "72", "81"),
        ("−.7", "−2", ".5"),
        ("1,030",),
        (".5",),
    ]


@pytest.mark.parametrize(
    ("written", "measured", "same"),
    [
        (("96.7",), (96.66,), True),
        (("96.7",), (96.61,), False),
        (("97",), (96.5,), True),
        (("1,030",), (1029.5,), True),
        (("−.7",), (-0.74,), True),
        (("96.7", "94.3", "98.7"), (96.7, 94.3, 98.6), False),
        (("96.7", "94.3", "98.7"), (96.7,), False),
    ],
)
def test_a_figure_is_its_measurement_rounded(
    written: tuple[str, ...], measured: tuple[float, ...], same: bool
) -> None:
    assert Figure(written).equals(measured) is same


def test_a_source_names_what_is_there() -> None:
    with pytest.raises(KeyError):
        Source("fused", ("hotpotqa300", "methods", "nobody")).measured()
