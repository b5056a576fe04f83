"""A report as a file: Markdown, CSV, JSON, or an HTML page that needs nothing else. Pure.

In CSV a name that a spreadsheet would take for a formula is written with an apostrophe before it.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from backend.evaluation.question_files import safe_cell
from backend.evaluation.scoring import MONEY, SECONDS
from backend.evidence.bundle import inert_line
from backend.serialisation import to_json
from backend.types import EvaluationReport, JudgingReport, MeasuredRow, WouldCostReport

FORMS = ("markdown", "csv", "json", "html")
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;"
    "color:#1c2230;background:#fff}table{border-collapse:collapse;margin:1rem 0;display:block;"
    "overflow-x:auto}th,td{border:1px solid #ddd8cd;padding:.3rem .6rem;text-align:left}"
    "td.n{text-align:right;white-space:nowrap}svg{max-width:100%}svg text{fill:currentColor;"
    "font-size:13px}@media(prefers-color-scheme:dark){body{color:#e9e6df;background:#15181d}"
    "th,td{border-color:#363d47}}"
)


def report_text(report: EvaluationReport, form: str = "markdown") -> str:
    """The report in one of `FORMS`."""
    if form == "json":
        return to_json(report, indent=2)
    if form == "csv":
        return _as_csv(report)
    return _as_html(report) if form == "html" else _as_markdown(report)


def measures_of(report: EvaluationReport) -> list[str]:
    """All measures of a report in their order."""
    return list(dict.fromkeys(row.measure for result in report.results for row in result.rows))


def interval_text(row: MeasuredRow | None) -> str:
    """`78.9 [74.2, 83.1]` in per cent, or the number with its unit's own interval."""
    if row is None:
        return "–"
    factor, digits = (100.0, 1) if row.share else (1.0, 2)
    low, high = factor * row.low, factor * row.high
    return f"{factor * row.mean:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def headline(report: EvaluationReport) -> str:
    """What was asked, when, and how far it is."""
    run = report.progress.run
    when = datetime.fromtimestamp(run.created, UTC).strftime("%d %B %Y, %H:%M UTC")
    parts = [
        f"Run of {when}",
        f"{report.progress.done} of {report.progress.total} answers",
        f"answers by the {run.state.get('answers', '')}" if run.answers else "evidence alone",
        f"{run.top_k} passages",
    ]
    if report.unit:
        parts.append(f"evidence counted by {report.unit}")
    if report.progress.failed:
        parts.append(f"{report.progress.failed} in error")
    return " · ".join(parts)


def _rows(report: EvaluationReport) -> list[list[str]]:
    return [
        [measure, *(interval_text(result.row(measure)) for result in report.results)]
        for measure in measures_of(report)
    ]


def _as_markdown(report: EvaluationReport) -> str:
    names = [result.contender.name for result in report.results]
    lines = [f"# {_line(report.set_name)} · {_line(report.collection)}", ""]
    lines += [_line(headline(report)), ""]
    lines += [f"- {_line(each)}" for each in report.progress.changed]
    lines += ["", _cells(["Measure", *names]), _rule(1 + len(names))]
    lines += [_cells(row) for row in _rows(report)]
    lines += [
        "",
        "Per cent with 95 % intervals (percentile bootstrap); seconds, steps, tokens and "
        "money as they are.",
        "",
    ]
    lines += [f"- {_line(difference.words)}" for difference in report.differences]
    lines += [f"- {_line(each)}" for each in report.advice]
    if report.kinds:
        lines += ["", f"## {report.leading} by kind, evidence and document", ""]
        lines += [_cells(["Kind", "Questions", *names]), _rule(2 + len(names))]
        lines += [
            _cells([kind.kind, str(kind.count), *(_share(kind.values.get(n)) for n in names)])
            for kind in report.kinds
        ]
    if report.questions:
        lines += ["", "## Questions where the pipelines differ most", ""]
        lines += [_cells(["Question", *names]), _rule(1 + len(names))]
        lines += [
            _cells([question.text, *(_share(question.values.get(name)) for name in names)])
            for question in report.questions
        ]
    lines += _causes(report)
    lines += _costs(report)
    lines += _judged(report)
    lines += _left_out(report)
    return "\n".join(lines) + "\n"


CAUSE_HEAD = ("Why evidence was missed", "Missed")


def cause_rows(report: EvaluationReport) -> tuple[list[str], list[list[str]]]:
    """The table of causes: its head, and a row for each contender."""
    found = report.causes
    rows = found.rows if found else ()
    causes = list(dict.fromkeys(cause for row in rows for cause in row.causes))
    kinds = sorted({kind for row in rows for kind in row.edges})
    head = [*CAUSE_HEAD, *causes, *(f"edges: {kind}" for kind in kinds), "no way to it"]
    return head, [
        [
            row.contender,
            str(row.missed),
            *(str(row.causes.get(cause, 0)) for cause in causes),
            *(str(row.edges.get(kind, 0)) for kind in kinds),
            str(row.unreached),
        ]
        for row in rows
    ]


def _causes(report: EvaluationReport) -> list[str]:
    if report.causes is None:
        return []
    head, rows = cause_rows(report)
    lines = ["", "## Why evidence was missed", "", _cells(head), _rule(len(head))]
    return [*lines, *map(_cells, rows)]


COST_HEAD = (
    "With a language model",
    "Requests",
    "Tokens in",
    "Tokens out, about",
    "Money",
    "Money per right answer",
    "Tokens to naive",
)


def cost_rows(found: WouldCostReport) -> list[list[str]]:
    """What a language model would cost for a question, a row for each contender."""
    return [
        [
            row.contender,
            f"{row.requests:.1f}",
            f"{row.input_tokens:.0f} [{row.low:.0f}, {row.high:.0f}]",
            f"{row.output_tokens:.0f}",
            f"{found.currency}{row.cost:.4f}" if found.priced else "no price set",
            "–" if row.cost_per_right is None else f"{found.currency}{row.cost_per_right:.4f}",
            "–" if row.factor is None else f"{row.factor:.2f} ×",
        ]
        for row in found.rows
    ]


def cost_sentences(report: EvaluationReport) -> list[str]:
    """Seconds for each right answer, and what a language model would cost once."""
    lines = [
        f"{each.contender}: {each.seconds:.2f} s for each right answer "
        f"[{each.seconds_low:.2f}, {_bound(each.seconds_high)}], {each.right} of {each.asked} "
        f"right by {each.by}."
        for each in report.per_right
    ]
    for indexing_cost in report.would_cost.indexing if report.would_cost else ():
        lines.append(
            f"{indexing_cost.what} by a language model, once: {indexing_cost.requests:,} requests, "
            f"{indexing_cost.input_tokens:,} tokens in, about {indexing_cost.output_tokens:,} out."
        )
    return lines


def _bound(value: float | None) -> str:
    return "no bound" if value is None else f"{value:.2f}"


def _costs(report: EvaluationReport) -> list[str]:
    found, said = report.would_cost, cost_sentences(report)
    lines = ["", "## What it costs", ""] if found or said else []
    lines += [f"- {_line(each)}" for each in said]
    if found:
        lines += ["", _cells(COST_HEAD), _rule(len(COST_HEAD)), *map(_cells, cost_rows(found))]
        lines += ["", f"Prompts of {found.asked} of {found.total} questions, counted, not sent."]
    return lines


def _costs_html(report: EvaluationReport) -> str:
    found, said = report.would_cost, cost_sentences(report)
    if not found and not said:
        return ""
    items = "".join(f"<li>{html.escape(each)}</li>" for each in said)
    table = _table(list(COST_HEAD), cost_rows(found)) if found else ""
    return f"<h2>What it costs</h2><ul>{items}</ul>{table}"


def _judged(report: EvaluationReport) -> list[str]:
    """What a language model said as judge, and how it is judged."""
    found = report.judging
    if found is None:
        return []
    lines = ["", f"## Judged by {_line(found.name)}", ""]
    lines += [f"- {_line(sentence)}" for sentence in judge_sentences(found)]
    return lines + [f"- Not judged: {_line(q)}: {_line(why)}" for q, why in found.errors]


def judge_sentences(found: JudgingReport) -> list[str]:
    """The judge's report in sentences."""
    lines = [*found.words]
    for agreement in found.agreements:
        kappa = "not defined" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        lines.append(
            f"Agreement in {agreement.of}: {100 * agreement.same:.0f} % of {agreement.count}, "
            f"κ {kappa}."
        )
    for pair in found.pairs:
        lines.append(
            f"In pairs, {pair.first} better in {pair.first_better}, {pair.second} in "
            f"{pair.second_better}, neither in {pair.neither}; {pair.swayed} changed with the "
            "order and count for neither."
        )
    lines.append(
        f"{found.judged} answers judged, {found.waiting} waiting, {found.probes} hidden probes; "
        f"{found.input_tokens:,} tokens in, {found.output_tokens:,} out, "
        f"{found.currency}{found.cost:.2f}."
    )
    return lines


def _left_out(report: EvaluationReport) -> list[str]:
    lines = []
    if report.errors:
        lines += ["", "## In error", ""]
        lines += [
            f"- {_line(error.qid)} by {_line(error.contender)}: {_line(error.error)}"
            for error in report.errors
        ]
    if report.unresolved:
        lines += ["", "## Evidence that the collection does not hold", ""]
        lines += [f"- {_line(each)}" for each in report.unresolved]
    return lines


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _line(text: str) -> str:
    """One line that is neither a cell's end nor markup, and loads and links nothing."""
    line = re.sub(r"([\\`*>|#~])", r"\\\1", text)
    # within a word an underscore is none, and names of pipelines stay easy to read
    line = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", line)
    return inert_line(line)


def _cells(texts: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(_line, texts))} |"


def _rule(columns: int) -> str:
    return "| --- " * columns + "|"


def _as_csv(report: EvaluationReport) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["contender", "measure", "mean", "low", "high", "questions"])
    for result in report.results:
        for row in result.rows:
            writer.writerow(
                [
                    safe_cell(result.contender.name),
                    safe_cell(row.measure),
                    row.mean,
                    row.low,
                    row.high,
                    row.count,
                ]
            )
    return out.getvalue()


def _as_html(report: EvaluationReport) -> str:
    names = [result.contender.name for result in report.results]
    title = html.escape(f"{report.set_name} · {report.collection}")
    sentences = (
        *report.progress.changed,
        *(difference.words for difference in report.differences),
        *report.advice,
    )
    said = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
    kinds = [
        [kind.kind, str(kind.count), *(_share(kind.values.get(name)) for name in names)]
        for kind in report.kinds
    ]
    questions = [
        [question.text, *(_share(question.values.get(name)) for name in names)]
        for question in report.questions
    ]
    errors = [[error.qid, error.contender, error.error] for error in report.errors]
    body = (
        f"<h1>{title}</h1><p>{html.escape(headline(report))}</p><ul>{said}</ul>"
        + _plot(report)
        + _cost_plot(report, SECONDS)
        + _cost_plot(report, MONEY)
        + _table(["Measure", *names], _rows(report))
        + _titled(
            f"{report.leading} by kind, evidence and document", ["Kind", "Questions", *names], kinds
        )
        + _titled("Questions where the pipelines differ most", ["Question", *names], questions)
        + (_titled("Why evidence was missed", *cause_rows(report)) if report.causes else "")
        + _costs_html(report)
        + _judged_html(report)
        + _titled("In error", ["Question", "Pipeline", "Why"], errors)
        + _titled(
            "Evidence that the collection does not hold",
            ["Named as"],
            [[each] for each in report.unresolved],
        )
    )
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width'><style>{_STYLE}</style>{body}</html>"
    )


def _judged_html(report: EvaluationReport) -> str:
    found = report.judging
    if found is None:
        return ""
    said = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in judge_sentences(found))
    errors = _titled("Not judged", ["Question", "Why"], [list(error) for error in found.errors])
    return f"<h2>Judged by {html.escape(found.name)}</h2><ul>{said}</ul>{errors}"


def _titled(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"<h2>{html.escape(title)}</h2>{_table(head, rows)}" if rows else ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{html.escape(each)}</th>" for each in head)
    lines = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=n' if place else ''}>{html.escape(cell)}</td>"
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _plot(report: EvaluationReport) -> str:
    """The leading measure of each contender with its interval, one line each."""
    rows = [(result.contender.name, result.row(report.leading)) for result in report.results]
    there = [(name, row) for name, row in rows if row is not None and row.share]
    if not there or report.leading == SECONDS:
        return ""
    left, wide, step = 260, 460, 34
    lines = []
    for place, (name, row) in enumerate(there):
        y = 20 + place * step
        low, mid, high = (left + wide * each for each in (row.low, row.mean, row.high))
        lines.append(
            f"<text x='{left - 12}' y='{y + 4}' text-anchor='end'>{html.escape(name[:34])}</text>"
            f"<line x1='{low:.1f}' x2='{high:.1f}' y1='{y}' y2='{y}' stroke='#3249aa' "
            f"stroke-width='4'/><circle cx='{mid:.1f}' cy='{y}' r='6' fill='#c48424'/>"
            f"<text x='{left + wide + 14}' y='{y + 4}'>{100 * row.mean:.1f}</text>"
        )
    height = 20 + len(there) * step
    return (
        f"<h2>{html.escape(report.leading)} with 95 % intervals</h2>"
        f"<svg viewBox='0 0 {left + wide + 70} {height}' width='{left + wide + 70}' role='img' "
        f"aria-label='{html.escape(report.leading)} by pipeline'>"
        f"<line x1='{left}' x2='{left}' y1='0' y2='{height}' stroke='#888'/>"
        f"<line x1='{left + wide}' x2='{left + wide}' y1='0' y2='{height}' stroke='#888'/>"
        f"{''.join(lines)}</svg>"
    )


def _cost_plot(report: EvaluationReport, cost: str) -> str:
    """The leading measure of each contender against what it spent for a question, both with their
    intervals; nothing where nothing was spent."""
    there = [
        (result.contender.name, row, spent)
        for result in report.results
        if (row := result.row(report.leading)) is not None
        and row.share
        and (spent := result.row(cost)) is not None
    ]
    most = max((spent.high for _, _, spent in there), default=0.0)
    if most <= 0.0:
        return ""
    left, wide, high = 60, 560, 260
    marks = []
    for number, (name, row, spent) in enumerate(there, start=1):
        x, x_low, x_high = (
            left + wide * each / most for each in (spent.mean, spent.low, spent.high)
        )
        y, y_low, y_high = (10 + high * (1 - each) for each in (row.mean, row.low, row.high))
        title = f"{number}. {name}: {100 * row.mean:.1f} at {spent.mean:.4g}"
        marks.append(
            f"<line x1='{x_low:.1f}' x2='{x_high:.1f}' y1='{y:.1f}' y2='{y:.1f}' "
            f"stroke='#3249aa'/><line x1='{x:.1f}' x2='{x:.1f}' y1='{y_low:.1f}' "
            f"y2='{y_high:.1f}' stroke='#3249aa'/><circle cx='{x:.1f}' cy='{y:.1f}' r='6' "
            f"fill='#c48424'><title>{html.escape(title)}</title></circle>"
            f"<text x='{x + 9:.1f}' y='{y - 7:.1f}'>{number}</text>"
            f"<text x='{left}' y='{high + 34 + 20 * number}'>{html.escape(title[:90])}</text>"
        )
    bottom = 10 + high
    tall = high + 44 + 20 * len(there)
    return (
        f"<h2>{html.escape(report.leading)} against {cost.lower()} per question</h2>"
        f"<svg viewBox='0 0 {left + wide + 40} {tall}' width='{left + wide + 40}' role='img' "
        f"aria-label='{html.escape(report.leading)} against {cost.lower()}'>"
        f"<line x1='{left}' x2='{left + wide}' y1='{bottom}' y2='{bottom}' stroke='#888'/>"
        f"<line x1='{left}' x2='{left}' y1='10' y2='{bottom}' stroke='#888'/>"
        f"<text x='{left - 8}' y='16' text-anchor='end'>100</text>"
        f"<text x='{left - 8}' y='{bottom}' text-anchor='end'>0</text>"
        f"<text x='{left + wide}' y='{bottom + 18}' text-anchor='end'>{most:.4g}</text>"
        f"{''.join(marks)}</svg>"
    )
