"""Answers side by side: what each says, which passages each found, and what it took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import LOCAL_READER, Answer, QuotedTable
from components import small_table, verbatim, wording
from components.answer_comparison import (
    ComparedSentence,
    PassageRow,
    compared_sentences,
    first_words,
    group_of,
    held,
    in_words,
    passage_rows,
    where,
)
from components.first_line import LONGEST_TITLE, first_line

SHADES = (
    "light-dark(#24409A, #8FAEFF)",
    "light-dark(#A5661A, #E8B97A)",
    "light-dark(#4C7A34, #A5CF8B)",
    "light-dark(#8A3A7B, #DDA0D2)",
    "light-dark(#0F6B76, #7CCFDA)",
    "light-dark(#9A2F3B, #F0A5AB)",
)
"""One for each answer, in order, in the light and the dark theme."""
MOST_SENTENCES = 6


@dataclass(frozen=True, slots=True)
class ComparedView:
    """The question's answers by the title of who gave them; `chosen` is the id of the passage that
    is shown; `tables` are the rows that each quotes as they stand, by the passage's number."""

    answers: Mapping[str, Answer]
    chosen: str = ""
    tables: Mapping[str, Mapping[int, QuotedTable]] = field(default_factory=dict)


def compared_words(data: ComparedView, *, key: str) -> None:
    """Draws what differs, in a sentence or two."""
    lead, rest = in_words(data.answers)
    if lead:
        st.html(f"<p class='quire-differs'><b>{verbatim.html(lead)}</b> {verbatim.html(rest)}</p>")


def compared_answer(data: ComparedView, title: str, *, key: str) -> None:
    """Draws one answer: its first line and its sentences, marked by who else says them."""
    titles = list(data.answers)
    answer = data.answers[title]
    number = titles.index(title)
    tables = {
        answer.hits[at - 1].chunk.id: table for at, table in data.tables.get(title, {}).items()
    }
    quoted = any(each.text == answer.short for each in compared_sentences(data.answers)[title])
    said_below = quoted and len(answer.short) > LONGEST_TITLE
    in_table = any(table.is_said_by(answer.short) for table in tables.values())
    if answer.short and not in_table and not said_below:
        st.html(first_line(answer.short))
    sentences = _once(compared_sentences(data.answers)[title], tables)
    shown = "".join(
        _sentence(sentence, titles, number, tables.get(sentence.chunk_id))
        for sentence in sentences[:MOST_SENTENCES]
    )
    more = len(sentences) - MOST_SENTENCES
    rest = (
        f"<p class='quire-held'>and {wording.count(more, 'more sentence')}</p>" if more > 0 else ""
    )
    st.html(f"<div class='quire-compared-answer'>{shown}{rest}</div>")


def _once(
    sentences: Sequence[ComparedSentence], tables: Mapping[str, QuotedTable]
) -> list[ComparedSentence]:
    """Without the sentences whose words stand in a table that an earlier one has drawn and that
    the same answers hold."""
    kept: list[ComparedSentence] = []
    for sentence in sentences:
        drawn = (sentence.chunk_id, sentence.held_by)
        if sentence.chunk_id in tables and any(
            drawn == (one.chunk_id, one.held_by) for one in kept
        ):
            continue
        kept.append(sentence)
    return kept


def _sentence(
    data: ComparedSentence, titles: Sequence[str], number: int, table: QuotedTable | None
) -> str:
    alone = len(data.held_by) == 1 and len(titles) > 1
    style = f" style='--quire-own:{SHADES[number % len(SHADES)]}'" if alone else ""
    kind = "quire-only" if alone else "quire-also"
    where = f"<span>{verbatim.html(data.place)}</span>" if data.place else ""
    words = small_table.as_html(table) if table else f"<p dir='auto'>{verbatim.html(data.text)}</p>"
    return (
        f"<div class='{kind}'{style}>{words}"
        f"<p class='quire-held'>{verbatim.html(held(data, titles))}{where}</p></div>"
    )


def answer_head(data: ComparedView, title: str) -> None:
    """Draws who answered, in the answer's colour."""
    number = list(data.answers).index(title)
    st.html(
        f"<h3 class='quire-who'><i style='--quire-own:{SHADES[number % len(SHADES)]}'></i>"
        f"{verbatim.html(title)}</h3>"
    )


def compared_passages(data: ComparedView, *, key: str) -> str | None:
    """Draws the matrix of passages; returns the id of the one that was clicked."""
    titles = list(data.answers)
    rows = passage_rows(data.answers)
    st.subheader("Which passages they found", anchor=False)
    st.caption(
        "The number is the place in the ranking; filled: cited in the answer. Click a passage to "
        "read it."
    )
    clicked = None
    heads = "".join(f"<span>{verbatim.html(title)}</span>" for title in titles)
    st.html(f"<div class='quire-ranks quire-ranks-head'>{heads}</div>")
    group = ""
    for number, row in enumerate(rows):
        if group != (group := group_of(row, titles)):
            st.html(f"<p class='quire-group'>{verbatim.html(group)}</p>")
        if _row(row, titles, chosen=row.chunk.id == data.chosen, key=f"{key}-{number}"):
            clicked = row.chunk.id
    return clicked


def _row(row: PassageRow, titles: Sequence[str], *, chosen: bool, key: str) -> bool:
    state = "open" if chosen else "closed"
    with st.container(
        horizontal=True, vertical_alignment="center", wrap=False, key=f"row-{state}-{key}"
    ):
        pressed = st.button(
            f"{verbatim.markdown(first_words(row.chunk))}  \n"
            f":gray[{verbatim.markdown(where(row.chunk))}]",
            key=key,
            type="tertiary",
            width="stretch",
        )
        st.html(_ranks(row, titles), width="content")
    return bool(pressed)


def _ranks(row: PassageRow, titles: Sequence[str]) -> str:
    cells = []
    for number, title in enumerate(titles):
        if title not in row.ranks:
            cells.append("<span aria-label='not found'>–</span>")
            continue
        kind = "quire-cited" if title in row.cited_by else "quire-found"
        said = "cited" if title in row.cited_by else "found"
        cells.append(
            f"<span><i class='{kind}' style='--quire-own:{SHADES[number % len(SHADES)]}' "
            f"title='{verbatim.html(title)}: place {row.ranks[title]}, {said}'>"
            f"{row.ranks[title]}</i></span>"
        )
    return f"<div class='quire-ranks'>{''.join(cells)}</div>"


def compared_costs(data: ComparedView, *, key: str) -> None:
    """Draws bars: seconds, passages read and cited, and tokens where a model wrote."""
    answers = list(data.answers.values())
    facts: list[tuple[str, list[float], list[str]]] = [
        (
            "Seconds",
            [answer.usage.seconds for answer in answers],
            [wording.duration(answer.usage.seconds) for answer in answers],
        ),
        (
            "Passages read",
            [float(len(answer.hits)) for answer in answers],
            [str(len(answer.hits)) for answer in answers],
        ),
        ("Passages cited", *_counted([len({c.chunk_id for c in a.citations}) for a in answers])),
        ("Steps", *_counted([len(answer.steps) for answer in answers])),
    ]
    tokens = [answer.usage.input_tokens + answer.usage.output_tokens for answer in answers]
    if any(tokens):
        facts.append(("Tokens", *_counted(tokens)))
    st.subheader("What it took", anchor=False)
    st.html(f"<div class='quire-costs'>{''.join(_cost(*fact) for fact in facts)}</div>")
    names = "".join(
        f"<span><i style='--quire-own:{SHADES[number % len(SHADES)]}'></i>"
        f"{verbatim.html(title)}</span>"
        for number, title in enumerate(data.answers)
    )
    model = {answer.answered_by for answer in answers} - {LOCAL_READER}
    wrote = f"{', '.join(sorted(model))} wrote." if model else "No language model was used."
    st.html(f"<p class='quire-legend'>{names}</p>")
    st.caption(f"One after the other, on this machine. {verbatim.markdown(wrote)}")


def _counted(numbers: Sequence[int]) -> tuple[list[float], list[str]]:
    return [float(number) for number in numbers], [f"{number:,}" for number in numbers]


def _cost(name: str, values: Sequence[float], shown: Sequence[str]) -> str:
    largest = max(values, default=0.0) or 1.0
    bars = "".join(
        f"<div><i style='width:{max(1.5, 80 * value / largest):.1f}%;"
        f"--quire-own:{SHADES[number % len(SHADES)]}'></i>{verbatim.html(text)}</div>"
        for number, (value, text) in enumerate(zip(values, shown, strict=True))
    )
    return f"<span>{verbatim.html(name)}</span><div>{bars}</div>"
