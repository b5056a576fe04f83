"""Programs over the cells of a table that a question may mean, with what tells good from bad."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.ranking.question_forms import Form, FormKind
from backend.tasks.calculate.ranking.table_cells import Cells, TableFigure, named_terms

MOST_FOR_PHRASE = 8
"""Cells that are tried for one of two phrases."""
MOST_LINES = 12
"""Lines that are tried for each of two means."""
MOST_CANDIDATES = 40
LIGHT = 0.15
"""Weight of a word that asks ("change", "average"), of 1 for a word that names."""
_TOTAL = words_of("total")
_MEAN = words_of("average mean")
_RATES = _MEAN | frozenset(words_of("rate price yield exchange margin temperature headcount"))
_PER_CENT = frozenset(words_of("percentage percent rate margin yield share volatility proportion"))
_OVER_YEARS = frozenset(FormKind) - {FormKind.LOOKUP, FormKind.SHARE, FormKind.RATIO}
_TWO_ONLY = frozenset([FormKind.DIFFERENCE, FormKind.CHANGE])
_AVERAGES = frozenset([FormKind.MEAN, FormKind.CHANGE_OF_MEANS, FormKind.DIFFERENCE_OF_MEANS])
_MEANS = frozenset([FormKind.CHANGE_OF_MEANS, FormKind.DIFFERENCE_OF_MEANS])
_OWN = re.compile(r"(?i)(?:its|their)\b")
_MORE = ("covered", "own", "label", "header", "group", "whole label", "said", "known", "bigrams")
_LESS = ("strange", "strange above")
"""What is better the more, and the less, a cell has of it."""
FIT = (
    *_MORE,
    *_LESS,
    *("total", "wants total", "per cent", "year", "other year", "part", "order"),
)
"""What is measured of one cell, see `fit_of`."""
COMPARED = (*_MORE, *(f"not {name}" for name in _LESS))
"""What candidates of one question are compared in."""
PROGRAM = (
    *(f"least {name}" for name in FIT),
    *("uncovered", "unknown", "row", "column", "implied", "years", "cells", "length", "units"),
    *("signs", "tied", "weight left", "mean left"),
    *(f"is {kind.value}" for kind in FormKind),
    *("paired",),
    *(f"behind in {name}" for name in COMPARED),
    *("rank", "forms"),
)
"""Names of the features of a candidate. The last ones compare it with the others of its question:
how far it is behind the best of them in what more of is better."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A form with its cells in the order of the formula, and what the ranking sees of it."""

    form: Form
    spots: tuple[TableFigure, ...]
    features: tuple[float, ...]
    rough: float


@dataclass(frozen=True, slots=True)
class _Phrase:
    """The weighted stems of a phrase and of the whole question."""

    own: dict[str, float]
    whole: dict[str, float]
    known: frozenset[str]
    text: str
    pairs: frozenset[tuple[str, str]]
    per_cent: bool
    total: bool


def candidates_of(forms: Sequence[Form], question: str, cells: Cells) -> list[Candidate]:
    """Every candidate of every form, the roughly best first."""
    found: list[Candidate] = []
    for form in forms:
        phrases = [_phrase(phrase, question, cells) for phrase in form.phrases]
        made = _paired(form, phrases, cells) if form.is_paired else _single(form, phrases[0], cells)
        found += [each for each in made if not _lacks_a_mean(each, phrases[0], cells)]
    found.sort(key=lambda candidate: -candidate.rough)
    return _compared(found[:MOST_CANDIDATES])


def _lacks_a_mean(made: Candidate, phrase: _Phrase, cells: Cells) -> bool:
    """Whether the question wants an average, and neither is one taken nor is a cell called one."""
    if not _MEAN & set(phrase.whole) or made.form.kind in _AVERAGES:
        return False
    return not any(_MEAN & (spot.words | cells.around) for spot in made.spots)


def _compared(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of a question with what tells them from each other."""
    more = [FIT.index(name) for name in _MORE]
    less = [FIT.index(name) for name in _LESS]
    own = [
        (*(candidate.features[at] for at in more), *(-candidate.features[at] for at in less))
        for candidate in found
    ]
    best = [max(some) for some in zip(*own, strict=True)]
    forms = float(len({candidate.form for candidate in found}))
    return [
        replace(
            candidate,
            features=(
                *candidate.features,
                *(top - mine for top, mine in zip(best, values, strict=True)),
                float(min(rank, 10)),
                forms,
            ),
        )
        for rank, (candidate, values) in enumerate(zip(found, own, strict=True))
    ]


def _phrase(text: str, question: str, cells: Cells) -> _Phrase:
    def weighted(words: Sequence[str]) -> dict[str, float]:
        held: dict[str, float] = {}
        count = max(1, len(cells.lines))
        for word in words:
            seen = cells.frequency.get(word, 0)
            rare = 0.3 + math.log((count + 1) / seen) if seen else 1.0
            held[word] = rare * (LIGHT if word in ASKING else 1.0)
        return held

    terms = named_terms(text)
    wide = named_terms(question)
    known = frozenset(cells.frequency)
    return _Phrase(
        weighted(terms),
        weighted(wide),
        known,
        text.casefold(),
        frozenset(pairwise(terms)),
        bool(_PER_CENT & set(wide)) or "%" in question,
        bool(_TOTAL & set(terms)),
    )


def _share(words: frozenset[str], weights: dict[str, float], known: frozenset[str] | None) -> float:
    asked = {word: weight for word, weight in weights.items() if known is None or word in known}
    total = math.fsum(asked.values())
    return math.fsum(asked.get(word, 0.0) for word in words) / total if total else 0.0


def fit_of(spot: TableFigure, phrase: _Phrase, form: Form, cells: Cells) -> tuple[float, ...]:
    """How well a cell fits a phrase, in the order of `FIT`."""
    words = spot.words
    whole = phrase.whole
    label = spot.label or spot.group
    terms = named_terms(spot.said)
    pairs = set(pairwise(terms))
    strange = sum(word not in whole for word in spot.label)
    named = [year for year in spot.more_years if year in form.years]
    return (
        _share(words, phrase.own, phrase.known),
        _share(words, phrase.own, None),
        _part(label, phrase.own),
        _part(spot.header, whole) if spot.header else 1.0,
        _part(spot.group, whole) if spot.group else 1.0,
        float(bool(label) and all(word in phrase.own for word in label)),
        float(len(spot.said) > 2 and spot.said in phrase.text),
        _share(words | cells.around, phrase.own, None),
        len(pairs & phrase.pairs) / len(pairs) if pairs else 0.5,
        float(min(strange, 6)),
        float(min(6, sum(word not in whole for word in (*spot.heading, *spot.header)))),
        float(spot.is_total or bool(_TOTAL & words)),
        float(phrase.total),
        float(spot.is_per_cent) - float(phrase.per_cent),
        float(bool(spot.year)) if not form.years else float(spot.year in form.years),
        float(len(spot.more_years) > len(named)),
        float(spot.is_of_part(form.parts)),
        min(spot.order, 200) / 200.0,
    )


def _part(words: frozenset[str], asked: dict[str, float]) -> float:
    return sum(word in asked for word in words) / len(words) if words else 0.0


def _is_of_period(spot: TableFigure, form: Form, cells: Cells) -> bool:
    """Whether a cell is of the periods that a form names, as far as the table tells: a quarter is
    no year, and a table without years is of a year only if what stands around it says so."""
    if not spot.is_of_part(form.parts):
        return False
    if not form.years:
        return True
    if spot.year or cells.years:
        return bool({spot.year, *spot.more_years}.intersection(form.years))
    return bool(set(cells.years_around).intersection(form.years))


def _rough(fit: Sequence[float]) -> float:
    """A first order of cells, by hand: enough to leave out what cannot be meant."""
    named = dict(zip(FIT, fit, strict=True))
    return (
        2.0 * named["covered"]
        + named["own"]
        + named["label"]
        + 0.5 * named["header"]
        + 0.3 * named["group"]
        + 0.5 * named["said"]
        + 0.5 * named["bigrams"]
        - 0.1 * named["strange"]
        + 0.5 * named["year"]
        + 0.5 * named["part"]
        - 0.3 * abs(named["per cent"])
        - 0.2 * named["other year"]
        - 0.2 * (named["total"] != named["wants total"])
    )


def _single(form: Form, phrase: _Phrase, cells: Cells) -> list[Candidate]:
    """One phrase: a cell, or the cells of one line over periods."""
    made: list[Candidate] = []
    if form.kind not in _OVER_YEARS:
        for spot in cells.spots:
            if not _is_of_period(spot, form, cells):
                continue
            if not spot.label & set(phrase.own) and not (
                (spot.group | spot.header) & set(phrase.own)
            ):
                continue
            made.append(_candidate(form, (spot,), (phrase,), cells, implied=False))
        return _tied(made)
    for line in cells.lines.values():
        listing = form.kind is FormKind.PERIODS and form.bound is None
        if not listing and not line[0].words & set(phrase.own):
            continue
        for spots, implied in _over_periods(form, line):
            if _adds_shares(form, spots, phrase):
                continue
            made.append(_candidate(form, spots, (phrase,) * len(spots), cells, implied=implied))
    return _tied(made)


def _over_periods(
    form: Form, line: Sequence[TableFigure]
) -> Iterator[tuple[tuple[TableFigure, ...], bool]]:
    """The cells of a line for the periods of a form, later ones first where it compares."""
    by_year: dict[str, TableFigure] = {}
    for table_figure in line:
        if table_figure.is_of_part(form.parts):
            by_year.setdefault(table_figure.year, table_figure)
    every = sorted((each for each in by_year if each), reverse=True)
    years, implied = _years_meant(form, every, is_rate=_is_a_rate(line[0]))
    found = [by_year[year] for year in years if year in by_year]
    least = 1 if form.kind in (FormKind.PERIODS, FormKind.COUNT) else 2
    if len(found) == len(years) and len(found) >= least:
        yield tuple(found), implied


def _years_meant(form: Form, every: Sequence[str], *, is_rate: bool) -> tuple[list[str], bool]:
    """The years of the cells that a form wants of a line, and whether the question leaves some of
    them unsaid; none where the line cannot tell.

    Args:
        every: the line's years, the latest first.
        is_rate: whether its figures are those of a whole year on the average.
    """
    years = list(form.years)
    if form.kind is FormKind.CHANGE_OF_MEANS:
        later, earlier = sorted(years, reverse=True)
        ends = [later, _before(later), earlier, _before(earlier)]
        return ([] if is_rate else ends), True
    if form.kind in _TWO_ONLY:
        implied = len(years) < 2
        if len(years) == 1 and _before(years[0]) in every:
            years = [years[0], _before(years[0])]
        elif not years and len(every) == 2:
            years = list(every)
        return (sorted(years, reverse=True) if len(years) == 2 else []), implied
    if (len(years) < 2 and form.kind is FormKind.VALUES) or not years:
        return list(every), True
    if len(years) > 1 or form.kind is FormKind.PERIODS:
        return years, False
    if form.kind is FormKind.MEAN and form.is_of_year_ends and not is_rate:
        return [years[0], _before(years[0])], True
    return [], False


def _is_a_rate(spot: TableFigure) -> bool:
    """Whether a figure is one of a whole year on the average, as rates, prices and what is called
    an average are: the average of 2019 is then what is printed for it."""
    return spot.is_per_cent or bool(_RATES & spot.words)


def _before(year: str) -> str:
    """The year before one."""
    return str(int(year) - 1)


def _paired_means(form: Form, phrases: Sequence[_Phrase], cells: Cells) -> list[Candidate]:
    """Two phrases: the cells of two lines over the same periods, those of the first one first."""
    over = Form(FormKind.MEAN, form.phrases[:1], form.years, form.parts)
    made: list[Candidate] = []
    lines = [
        [
            (spots, implied)
            for line in cells.lines.values()
            if line[0].words & set(phrase.own)
            for spots, implied in _over_periods(over, line)
        ]
        for phrase in phrases
    ]
    for one, implied in lines[0][:MOST_LINES]:
        for other, _ in lines[1][:MOST_LINES]:
            if one[0].line == other[0].line or len(one) != len(other):
                continue
            if not _go_together(form, one[0], other[0]):
                continue
            apart = (phrases[0],) * len(one) + (phrases[1],) * len(other)
            made.append(_candidate(form, (*one, *other), apart, cells, implied=implied))
    return _tied(made)


def _paired(form: Form, phrases: Sequence[_Phrase], cells: Cells) -> list[Candidate]:
    """Two phrases: two cells of one period."""
    if form.kind is FormKind.DIFFERENCE_OF_MEANS:
        return _paired_means(form, phrases, cells)
    best: list[list[TableFigure]] = []
    for phrase in phrases:
        fits = [
            (_rough(fit_of(spot, phrase, form, cells)), -spot.order, spot)
            for spot in cells.spots
            if _is_of_period(spot, form, cells)
        ]
        fits.sort(key=lambda each: (each[0], each[1]), reverse=True)
        best.append([spot for _, _, spot in fits[:MOST_FOR_PHRASE]])
    made: list[Candidate] = []
    for one in best[0]:
        for other in best[1]:
            if one is other or (one.year != other.year and (one.year and other.year)):
                continue
            pair = (one, other)
            if not _go_together(form, one, other) or _adds_shares(form, pair, phrases[0]):
                continue
            made.append(_candidate(form, pair, phrases, cells, implied=not form.years))
    return _tied(made)


def _adds_shares(form: Form, spots: Sequence[TableFigure], phrase: _Phrase) -> bool:
    """Whether shares would be added up though the question speaks of none."""
    return (
        form.kind is FormKind.SUM
        and not phrase.per_cent
        and any(spot.is_per_cent for spot in spots)
    )


def _go_together(form: Form, one: TableFigure, other: TableFigure) -> bool:
    """Whether two cells may be added, compared or divided: what is added stands under one heading,
    and "its sales" are of the same row as what is divided by them."""
    if form.kind in (FormKind.SUM, FormKind.MEAN, FormKind.DIFFERENCE, *_MEANS):
        return one.group == other.group or not (one.group and other.group)
    if _OWN.match(form.phrases[1]):
        return one.label == other.label
    return True


def _candidate(
    form: Form,
    spots: Sequence[TableFigure],
    phrases: Sequence[_Phrase],
    cells: Cells,
    *,
    implied: bool,
) -> Candidate:
    fits = [fit_of(spot, phrase, form, cells) for spot, phrase in zip(spots, phrases, strict=True)]
    least = [min(each) for each in zip(*fits, strict=True)]
    worst = dict(zip(FIT, zip(*fits, strict=True), strict=True))
    least[FIT.index("strange")] = max(worst["strange"])
    least[FIT.index("strange above")] = max(worst["strange above"])
    least[FIT.index("other year")] = max(worst["other year"])
    words = frozenset[str]().union(*(table_figure.words for table_figure in spots))
    whole = phrases[0].whole
    left = [word for word in whole if word not in words and word not in ASKING]
    values = [spot.operand.value for spot in spots]
    features = (
        *least,
        float(sum(word in cells.frequency for word in left)),
        float(sum(word not in cells.frequency and word not in cells.around for word in left)),
        float(len({spot.operand.row for spot in spots}) == 1),
        float(len({spot.operand.column for spot in spots}) == 1),
        float(implied),
        float(len(form.years)),
        float(len(spots)),
        float(sum(word not in ASKING for word in whole)),
        float(len({(spot.operand.unit, spot.operand.scale) for spot in spots}) == 1),
        float(sum(value < 0 for value in values)) / len(values),
        0.0,
        math.fsum(whole[word] for word in left if word in cells.frequency),
        float(bool(_MEAN & set(whole)) and form.kind not in _AVERAGES and not _MEAN & words),
        *(float(form.kind is kind) for kind in FormKind),
        float(form.is_paired),
    )
    return Candidate(form, tuple(spots), features, min(map(_rough, fits)))


def _tied(made: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with how many others of their form fit as well by the first order."""
    at = PROGRAM.index("tied")
    rough = [round(each.rough, 6) for each in made]
    found = []
    for candidate, own in zip(made, rough, strict=True):
        features = list(candidate.features)
        features[at] = float(min(4, rough.count(own) - 1))
        found.append(Candidate(candidate.form, candidate.spots, tuple(features), candidate.rough))
    return found
