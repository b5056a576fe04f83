"""A comparison as a file: Markdown, CSV, or an HTML page that needs nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from backend.types import Answer
from components import verbatim, wording
from components.answer_comparison import (
    as_markdown,
    compared_sentences,
    first_words,
    held,
    in_words,
    passage_rows,
    place,
    surest,
)

FORMS: Mapping[str, tuple[str, str]] = {
    "Markdown": ("md", "text/markdown"),
    "CSV": ("csv", "text/csv"),
    "HTML page": ("html", "text/html"),
}
"""Ending and media type by label."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;"
    "color:#1c2230;background:#fff}main{display:grid;gap:1rem;"
    "grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}"
    "section{border:1px solid #ddd8cd;border-radius:.5rem;padding:.2rem 1rem}"
    "small,.who{color:#5b6270}.only{border-left:4px solid #a5661a;padding-left:.6rem}"
    "b.sure{background:#e4ecd9;border-radius:.3rem;padding:0 .4rem}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "th,td{border:1px solid #ddd8cd;padding:.3rem .6rem;text-align:left}"
    "@media(prefers-color-scheme:dark){body{color:#e9e6df;background:#15181d}"
    "section,th,td{border-color:#363d47}small,.who{color:#a8adb7}b.sure{background:#33452a}}"
)


def comparison_text(question: str, answers: Mapping[str, Answer], label: str) -> str:
    """The comparison in one of `FORMS`."""
    if label == "CSV":
        return as_csv(question, answers)
    return as_html(question, answers) if label == "HTML page" else as_markdown(question, answers)


def as_csv(question: str, answers: Mapping[str, Answer]) -> str:
    """A row for each answer, sentence and passage; a cell that a spreadsheet would take for a
    formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        ["question", "kind", "answer", "text", "place", "held by", "rank", "cited", "verdict",
         "seconds", "tokens"]
    )  # fmt: skip
    said = compared_sentences(answers)
    for title, answer in answers.items():
        tokens = answer.usage.input_tokens + answer.usage.output_tokens
        facts = [answer.verdict.words, f"{answer.usage.seconds:.3f}", str(tokens)]
        writer.writerow(_cells(question, "answer", title, answer.short or answer.text, *[""] * 4,
                               *facts))  # fmt: skip
        for each in said[title]:
            others = "; ".join(each.held_by)
            writer.writerow(_cells(question, "sentence", title, each.text, each.place, others))
    for row in passage_rows(answers):
        for title, rank in row.ranks.items():
            cited = "yes" if title in row.cited_by else "no"
            words, where = first_words(row.chunk), place(row.chunk)
            others = "; ".join(row.ranks)
            writer.writerow(
                _cells(question, "passage", title, words, where, others, str(rank), cited)
            )
    return out.getvalue()


def _cells(*cells: str) -> list[str]:
    return [f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells]


def as_html(question: str, answers: Mapping[str, Answer]) -> str:
    """One page with the answers beside each other and the matrix of passages; nothing in it is
    fetched from elsewhere, and no word of a document is markup."""
    lead, rest = in_words(answers)
    title = verbatim.html(question)
    sections = "".join(_section(title, answers) for title in answers)
    titles = list(answers)
    head = "".join(f"<th>{verbatim.html(each)}</th>" for each in titles)
    rows = "".join(
        f"<tr><td>{verbatim.html(first_words(row.chunk))}</td>"
        f"<td>{verbatim.html(place(row.chunk))}</td>"
        + "".join(
            f"<td>{row.ranks.get(each, '–')}{' cited' if each in row.cited_by else ''}</td>"
            for each in titles
        )
        + "</tr>"
        for row in passage_rows(answers)
    )
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width'><style>{_STYLE}</style>"
        f"<h1 dir='auto'>{title}</h1><p><b>{verbatim.html(lead)}</b> {verbatim.html(rest)}</p>"
        f"<main>{sections}</main><h2>Passages</h2><p>The number is the place in the ranking.</p>"
        f"<table><thead><tr><th>Passage</th><th>Where</th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></html>"
    )


def _section(title: str, answers: Mapping[str, Answer]) -> str:
    answer = answers[title]
    tokens = answer.usage.input_tokens + answer.usage.output_tokens
    facts = [wording.duration(answer.usage.seconds), answer.answered_by]
    facts += [wording.count(tokens, "token")] if tokens else []
    sure = " class='sure'" if title in surest(answers) else ""
    titles = list(answers)
    sentences = "".join(
        f"<p dir='auto'{' class=only' if len(each.held_by) == 1 < len(titles) else ''}>"
        f"{verbatim.html(each.text)}<br><small>"
        f"{verbatim.html('; '.join(filter(None, (held(each, titles), each.place))))}</small></p>"
        for each in compared_sentences(answers)[title]
    )
    first = f"<p dir='auto'><b>{verbatim.html(answer.short)}</b></p>" if answer.short else ""
    return (
        f"<section><h2>{verbatim.html(title)}</h2><p class='who'>"
        f"<b{sure}>{verbatim.html(answer.verdict.words)}</b> "
        f"{verbatim.html(' · '.join(facts))}</p>{first}{sentences}</section>"
    )
