"""Which series a question speaks of, how well it fits, and which of its cells are meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.calendar_words import MONTHS
from backend.tables.other_rows import is_before_of
from backend.tasks.calculate.programs.period_parts import quarter_of
from backend.tasks.calculate.programs.series import Series, SeriesFigure, series_of, words_of
from backend.types.tables import StoredTable

ASKING = words_of(
    "what which how much many amount value number sum average mean change difference "
    "percentage percent per cent proportion ratio share increase decrease growth grow grew grown "
    "rise risen fall fallen year years fiscal financial period quarter respective company "
    "company's between from "
    "over highest largest lowest smallest higher lower larger smaller end ended nominal be is "
    "was did together combined first second third fourth three six nine thirteen "
    f"months month weeks week full whole {' '.join(MONTHS)}"
)
"""What a question says that names no row and no column."""
_TOTAL = words_of("total")
HEADED = 0.06
"""So much less fits a row under a heading of other words: just more than alike."""
MOVED = 0.3
"""So much less fits a row of cash flows that is called after what changed."""
_SHARES = re.compile(r"(?i)%|\bper ?cent|\bshare\b|\brate\b|\bmargin\b|\bproportion\b")
_IN_PER_CENT = re.compile(r"(?i)(?:%|per ?cent(?:age)?\b|.*\b(?:tax|interest|growth) rates?\b)")
_BOOKED = re.compile(
    r"(?i)^total (?!other\b)|^net (?=(?:[\w-]+ )*(?:fees|premiums|commissions|rents|royalties)\b)"
    r"|,? net$|\bexpenses?\b|(?<=of )common (?=shares?|stock)"
    r"|(?<=sales) to customers$|\bprovided by\b|[/ ]*\(?used in\)?(?= .*\bactivities)"
    r"|[/ ]*\((?:loss(?:es)?|gains?|expenses?|income|benefits?|provision|deficit|decrease|increase"
    r"|credits?|[a-z\d])\)"
)
"""What the line of a statement is called besides the name of the thing."""
_EXPENSE = re.compile(r"(?i)\bexpenses?\b")
_CAME_IN = words_of("income revenue revenues gain earned received")
_TAKINGS = words_of("revenue revenues sales income profit earnings")
_COSTS = words_of("cost costs expense expenses")
_OF_OTHERS = re.compile(r"(?i)(?:total )?other\b")
_SET_ASIDE = words_of(
    "provision provisions allowance allowances reserve reserves impairment write-offs"
)
"""What stands over rows that are called after that for which something is set aside: the row
"Mortgages" below "Provisions for losses" is no sum of mortgages."""
_MOVES = words_of("vs versus change variation variance increase decrease growth")
"""What stands over a column of changes."""


@dataclass(frozen=True, slots=True)
class Link:
    """A series with how well it fits, every figure between 0 and 1.

    `named`: share of the label's words that the question has; `covered`: share of the question's
    words that label, group or headers have; `known`: the same with the words around the table;
    `ahead`: how far the next best series lies behind; `totals`: 1 where question and label
    agree whether a total is meant; `headed` is the share of the words of the row's heading that the
    question has not. `tied` are other series that fit as well, `clear` is how far
    the best of the rest lies behind.
    """

    series: Series
    named: float
    covered: float
    known: float
    ahead: float
    totals: float = 0.0
    tied: tuple[Series, ...] = ()
    clear: float = 0.0
    headed: float = 0.0


def link(
    subject: str, series: Sequence[Series], is_booked: bool = False, are_flows: bool = False
) -> Link | None:
    """The series that the subject names best; None where no word is common.

    Args:
        is_booked: whether the series are the lines of a financial statement.
        are_flows: whether that is one of cash flows, whose headings say what its lines are of.
    """
    every = words_of(subject)
    asked = every - ASKING
    if not asked:
        asked = every
    amounts = [each for each in series if not is_share_unasked(subject, each.label)]
    amounts = [amount for amount in amounts if not is_before_of(amount.label, subject)] or amounts
    amounts = [amount for amount in amounts if not _is_cost_unasked(every, amount)] or amounts
    links = [each for each in (_linked(asked, every, one) for one in amounts) if each.named > 0]

    if is_booked:
        links = _booked(links, asked, every, are_flows=are_flows)
    else:
        links = [_totalled(each, asked) for each in links]
    said = subject.casefold()

    def rank(each: Link) -> tuple[float, int, bool]:
        # of rows that fit alike, the one whose own label says more (groups name many rows), then
        # the one that the question has word for word ("net income", not "other income, net")
        label = each.series.label.casefold()
        return fit_of_link(each), len(asked & each.series.words), label in said

    links.sort(key=rank, reverse=True)
    if not links:
        return None
    best, most = links[0], fit_of_link(links[0])
    others = [each for each in links[1:] if each.series is not best.series]
    fits = [fit_of_link(other) for other in others]
    return replace(
        best,
        ahead=most - max(fits, default=0.0),
        tied=tuple(other.series for other in others if rank(other) == rank(best)),
        clear=most - max((fit for fit in fits if fit < most), default=0.0),
    )


def is_share_unasked(question: str, label: str) -> bool:
    """Whether a row is of shares, and the question of none: "% to sales" are no sales."""
    return _IN_PER_CENT.match(label) is not None and _SHARES.search(question) is None


def _is_cost_unasked(every: frozenset[str], series: Series) -> bool:
    """Whether a row stands under a heading of costs, and what came in is asked for and no cost:
    "Rooms" is there twice."""
    if not every & _TAKINGS or every & _COSTS:
        return False
    return bool(series.heading & _COSTS) and not series.words & (_COSTS | _TAKINGS)


def fit_of_link(each: Link) -> float:
    """How well a series fits, between 0 and 1.05; under a heading that is not asked about less."""
    fit = 0.5 * each.named + 0.4 * each.covered + 0.1 * each.known + 0.05 * each.totals
    return fit - HEADED * each.headed - MOVED * each.series.is_movement


def fit_of(subjects: Sequence[str], table: StoredTable) -> float:
    """How well the best rows of a table fit what the question names; 0 where some subject has
    none."""
    series = series_of(table)
    links = [link(subject, series) for subject in subjects]
    return min(fit_of_link(each) if each is not None else 0.0 for each in links)


def _linked(asked: frozenset[str], every: frozenset[str], series: Series) -> Link:
    headers = frozenset[str]().union(*(figure.words for figure in series.figures))
    label = series.words or series.group
    wide = series.words | series.group | headers
    named = len(label & every) / len(label) if label & (asked or every) else 0.0
    size = max(1, len(asked))
    agree = not _TOTAL & (every ^ series.words)
    covered, known = len(asked & wide) / size, len(asked & (wide | series.around)) / size
    left = len(series.heading - every) / len(series.heading) if series.heading else 0.0
    return Link(series, named, covered, known, 0.0, float(agree), headed=left)


def _totalled(linked: Link, asked: frozenset[str]) -> Link:
    """The total of what is asked for is called by that alone: of "Firm backlog", "Open backlog" and
    "Total backlog" the last one is the backlog."""
    words, label = linked.series.words, linked.series.label
    is_whole = asked and words - _TOTAL == asked and words & _TOTAL and not _OF_OTHERS.match(label)
    return replace(linked, named=1.0, totals=1.0) if is_whole else linked


def _booked(
    links: Sequence[Link], asked: frozenset[str], every: frozenset[str], *, are_flows: bool
) -> list[Link]:
    """The lines of a statement without what accounts alone put to a name, and whatever they stand
    under: "Total revenues" are the revenues, "Research and development expense, net" is called by
    all of "research and development". Of two lines of one name the one under no heading of other
    words is meant: "Net income" and not that below "Adjusted results".

    Args:
        asked: stems of what the question names, `every` with those that only ask. All that it names
            must stand in the label itself or over a column: an "Operating expense" below a heading
            of net income is no operating income.
    """
    plain = [words_of(_BOOKED.sub("", each.series.label)) for each in links]
    called = [
        bool(words)
        and words <= every
        and asked <= each.series.words.union(*(one.words for one in each.series.figures))
        and not _OF_OTHERS.match(each.series.label)
        and not (_EXPENSE.search(each.series.label) and _comes_in_too(words, links))
        for each, words in zip(links, plain, strict=True)
    ]
    whole = {
        words
        for each, words, is_called in zip(links, plain, called, strict=True)
        if is_called and not each.headed
    }
    return [
        replace(each, named=1.0, totals=1.0, headed=each.headed * are_flows)
        if is_called and not (each.series.heading & _SET_ASIDE) - every - each.series.words
        else each
        for each, words, is_called in zip(links, plain, called, strict=True)
        if not (is_called and each.headed and words in whole)
    ]


def _comes_in_too(words: frozenset[str], links: Sequence[Link]) -> bool:
    """Whether a line of the statement is what came in of the same: where there is interest income,
    interest alone is not the expense."""
    return any(
        words < each.series.words and (each.series.words - words) & _CAME_IN for each in links
    )


def of_period(
    figures: Sequence[SeriesFigure], year: str, quarters: Sequence[str]
) -> list[SeriesFigure]:
    """The figures of a year ("": of any) and of one of these parts of it; without parts only whole
    periods."""
    held = [figure for figure in figures if not year or figure.year == year]
    if not quarters:
        return [figure for figure in held if not figure.part]
    # what asks for thirteen weeks does not mean any quarter
    numbered = all(quarter.startswith("Q") for quarter in quarters)
    return [
        figure
        for figure in held
        if figure.part in quarters or (numbered and quarter_of(figure.operand.period) in quarters)
    ]


def figure_for(
    series: Series, subject: str, year: str, quarters: Sequence[str]
) -> tuple[SeriesFigure | None, tuple[SeriesFigure, ...]]:
    """The one figure of a series that is meant, or None with those that fit equally well."""
    held = figures_for(series, subject, year, quarters)
    return (held[0], ()) if len(held) == 1 else (None, held)


def figures_for(
    series: Series, subject: str, year: str, quarters: Sequence[str]
) -> tuple[SeriesFigure, ...]:
    """The figures of a series that fit best what is meant.

    A quarter is not a year: without a quarter in the question only whole periods count.
    """
    held = of_period(series.figures, year, quarters)
    if not _SHARES.search(subject):  # a column of shares beside the amounts is not what is asked
        held = [
            series_figure for series_figure in held if series_figure.operand.unit != "%"
        ] or held
    asked = words_of(subject)
    if not asked & _MOVES:  # nor one of changes, whose header may name the year as well
        held = [series_figure for series_figure in held if not series_figure.words & _MOVES] or held
    if len(held) > 1:
        best = max(
            len(series_figure.words & asked) - 0.1 * len(series_figure.words - asked)
            for series_figure in held
        )
        held = [
            series_figure
            for series_figure in held
            if len(series_figure.words & asked) - 0.1 * len(series_figure.words - asked) == best
        ]
        # where the parts of a whole are columns and none is named, the whole is meant
        held = [series_figure for series_figure in held if series_figure.words & _TOTAL] or held
    return tuple(held)
