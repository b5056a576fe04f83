"""An answer as it is written, as it failed, or as it stands."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from app import comparing, evidence_pane, session, submission
from app.adding_to_set import add_to_set
from backend.errors import LanguageModelError, WorkbenchError
from backend.types import (
    CHOSEN_BY,
    LOCAL_READER,
    NARROWED,
    NO_MODEL_USED,
    WAY,
    Answer,
    Calculation,
    QuotedTable,
    Sentence,
    Verdict,
)
from backend.workbench import RunningQuestion
from components import small_table, verbatim, wording
from components.answer import AnswerView, answer
from components.calculation import CalculationView, calculation, only_says_its_cell
from components.copy_button import copy_button
from components.export_menu import ExportView, export_menu
from components.failure import failure
from components.first_line import first_line
from components.leading_questions import choice_pills, question_pills
from components.marks import marks
from components.quote_cards import (
    QuoteCardsView,
    lead_of,
    quote_cards,
    quotes_of,
    says_line,
)
from components.stop_button import stop_button
from components.support import support_problems
from components.verdict import VerdictView, verdict

SCOPE = "scope"
"""Names the step that narrows a question to what it means, and the option that switches it off."""
MISSING = "missing"
"""Names the step that says which retriever took no part."""
TICK = 0.25
"""Seconds between two looks at a running request."""
LONGEST_TICK = 2.0
"""The same for one that waits in line: many who look often would only make the line slower."""


def _title(text: str) -> None:
    st.header(verbatim.markdown(verbatim.clipped(text, 400)), anchor=False)


def earlier(each: Answer, *, on_open: Callable[[str], None]) -> None:
    """A turn of the conversation that is not open: its question, its first line or the row that it
    quotes, its source."""
    st.button(
        verbatim.markdown(verbatim.clipped(each.question, 160)),
        key=f"open-{each.id}",
        type="tertiary",
        on_click=on_open,
        args=(each.id,),
    )
    source = _first_source(each)
    pill = f"<span dir='auto'>{verbatim.html(source)}</span>" if source else ""
    row = _first_row(each, session.workbench().evidence.tables_quoted(each))
    if row is not None:
        line = "Closest" if each.verdict is Verdict.CLOSEST else ""
        table = small_table.as_html(small_table.in_brief(row))
    else:
        line, table = verbatim.html(verbatim.clipped(_first_line(each), 140)), ""
    st.html(f"{table}<p class='quire-earlier' dir='auto'>{line}{pill}</p>")


def _first_row(each: Answer, tables: Mapping[int, QuotedTable]) -> QuotedTable | None:
    """The row that an earlier answer's first line would only say again in words."""
    if each.short:
        return next((table for table in tables.values() if table.is_said_by(each.short)), None)
    if lead_of(each) and each.verdict is not Verdict.CLOSEST:
        return None
    quoted = _first_quoted(each)
    numbers = quoted.citations if quoted else ()
    return next((tables[number] for number in numbers if number in tables), None)


def _first_quoted(each: Answer) -> Sentence | None:
    """The first sentence that rests on a passage."""
    return next((one for one in each.sentences if one.citations), None)


def _first_line(each: Answer) -> str:
    """What an earlier answer said, in a line."""
    if each.short:
        return each.short
    if each.verdict is Verdict.CLOSEST and each.sentences:
        quoted = _first_quoted(each)
        return f"Closest: {quoted.text if quoted else each.text}"
    lead = lead_of(each).split("\n", 1)[0]
    if _HEADING.match(lead):  # of an outline
        quoted, name = _first_quoted(each), lead.strip("#* ")
        return f"{name}: {quoted.text}" if quoted else name
    return lead or (each.sentences[0].text if each.sentences else each.text)


def _first_source(each: Answer) -> str:
    """Document and page of what an answer quotes first."""
    quoted = _first_quoted(each)
    number = (
        quoted.citations[0] if quoted else min((one.number for one in each.citations), default=0)
    )
    cited = next((one for one in each.citations if one.number == number), None)
    hit = next((hit for hit in each.hits if cited and hit.chunk.id == cited.chunk_id), None)
    if cited is None or hit is None:
        return ""
    title = verbatim.clipped(hit.chunk.title or "Untitled", 40)
    return f"{title} · p. {cited.page + 1}" if hit.chunk.pages else title


def _pipeline_badge(name: str) -> None:
    card = next((pipeline for pipeline in submission.pipelines() if pipeline.name == name), None)
    title = card.title if card else wording.name(name)
    icon = f":material/{card.icon}:" if card else None
    st.badge(verbatim.markdown(title), icon=icon, color="primary")


def _asked_by(shown: Answer) -> str:
    """The pipeline that a question was put to, which may have chosen the one that answered."""
    return shown.settings.get(CHOSEN_BY, shown.pipeline)


def _chosen_way(shown: Answer) -> None:
    """Why the pipeline was chosen where another one chose it, and one click for each other way."""
    if CHOSEN_BY not in shown.settings:
        return
    told = [step.summary for step in shown.steps if step.name == WAY]
    with st.popover(
        "Chosen", type="tertiary", icon=":material/auto_awesome:", key=f"way-{shown.id}"
    ):
        for line in told:
            st.markdown(verbatim.markdown(f"{line}."))
        st.caption("Ask it another way:")
        for card in submission.pipelines():
            if card.name not in {shown.pipeline, shown.settings[CHOSEN_BY]} and st.button(
                verbatim.markdown(card.title),
                icon=f":material/{card.icon}:",
                key=f"way-{card.name}-{shown.id}",
                width="stretch",
            ):
                submission.ask(shown.question, by=card.name)
                st.rerun()


def live(asking: RunningQuestion) -> None:
    """The answer while it is being written, looked at again every quarter of a second; less often
    while it waits in line."""
    waiting = asking.waiting
    every = min(LONGEST_TICK, max(TICK, waiting.seconds / 4)) if waiting else TICK
    st.fragment(_tick, run_every=None if asking.done else every)(asking, waiting is not None)


@session.guarded
def _tick(asking: RunningQuestion, waited: bool) -> None:
    if (asking.done and asking.error is None) or (waited and asking.waiting is None):
        st.rerun()
    hits = asking.hits
    if hits and st.session_state.get("evidence-of") != asking.id and not asking.done:
        st.session_state["evidence-of"] = asking.id
        st.rerun()
    _title(asking.query.text)
    with st.container(horizontal=True, vertical_alignment="center"):
        _pipeline_badge(asking.pipeline)
        if asking.error is None:
            st.caption(_progress(asking), width="content")
            if stop_button(not asking.done, key="stop"):
                asking.stop()
    if asking.text:
        answer(
            AnswerView(
                asking.text,
                sources=evidence_pane.source_names(hits),
                writing=not asking.done,
                dark=session.is_dark(),
            ),
            key=f"live-{asking.id}",
            on_citation=_cite,
        )
    elif asking.error is None:
        st.skeleton(height=90)
    if asking.error is not None:
        _failed(asking, asking.error)
        if st.session_state.get("failed-of") != asking.id:
            st.session_state["failed-of"] = asking.id
            st.rerun()


def _progress(asking: RunningQuestion) -> str:
    waiting = asking.waiting
    if waiting is not None:
        doing = wording.in_line(waiting.place, waiting.seconds)
        return f"{doing}, to be answered from what is found" if asking.hits else doing
    if asking.text:
        doing = f"Writing the answer from {wording.count(len(asking.hits), 'passage')}"
    elif asking.hits:
        doing = f"Reading {wording.count(len(asking.hits), 'passage')}"
    else:
        doing = "Searching"
    return f"{doing} · {time.time() - asking.started:.1f} s"


def _failed(asking: RunningQuestion, error: WorkbenchError) -> None:
    failure(error, key="asking")
    if isinstance(error, LanguageModelError):
        st.caption("The passages that were found are shown beside; nothing is lost.")
    with st.container(horizontal=True):
        if isinstance(error, LanguageModelError) and st.button(
            "Answer with the local reader", type="primary", icon=":material/menu_book:", key="local"
        ):
            session.state().asking = None
            submission.ask(asking.query.text, by=asking.pipeline, answerer="local")
            st.rerun()
        if st.button("Ask again", icon=":material/refresh:", key="again"):
            session.state().asking = None
            submission.ask(asking.query.text, by=asking.pipeline)
            st.rerun()


@session.remembering
def _cite(number: int) -> None:
    """A click on a chip selects its passage; where neither it nor its page is seen, its page is
    shown."""
    tab = st.session_state.get(evidence_pane.TAB, evidence_pane.PAGE)
    if tab not in {evidence_pane.EVIDENCE, evidence_pane.PAGE}:
        st.session_state[evidence_pane.TAB] = evidence_pane.PAGE
    session.state().select(number)


def finished(shown: Answer) -> None:
    """A complete answer with what can be done with it."""
    _title(shown.question)
    if shown.redacted:
        _redacted(shown)
        return
    tables = session.workbench().evidence.tables_quoted(shown)
    if shown.verdict is Verdict.NOT_FOUND and not shown.short:
        st.html(first_line(denial(shown)[0]))
    elif shown.short and not _said_below(shown, tables):
        st.html(first_line(shown.short))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="sure"):
        verdict(VerdictView(shown.verdict, shown.answered_by, shown.sentences), key=shown.id)
        _pipeline_badge(shown.pipeline)
        _chosen_way(shown)
        st.caption(
            verbatim.markdown(_facts(shown)),
            width="content",
            help=NO_MODEL_USED if NO_MODEL_USED in shown.notices else None,
        )
    if shown.stopped:
        st.badge("Stopped before the end", icon=":material/stop_circle:", color="orange")
    _choices(shown)
    _said(shown, tables)
    _where(shown)
    for step in shown.steps:
        if step.name == MISSING:
            st.badge(verbatim.markdown(step.summary), icon=":material/warning:", color="orange")
    for notice in shown.notices:
        if notice not in {_scope_of(shown), NO_MODEL_USED}:
            st.caption(verbatim.markdown(notice))
    _leads(shown)
    _below(shown)
    support_problems(shown.sentences, key=shown.id)


def _said_below(shown: Answer, tables: Mapping[int, QuotedTable]) -> bool:
    """Whether the first line would only be said again: by the row of a table, or by the sentence
    that the first card begins with."""
    if any(table.is_said_by(shown.short) for table in tables.values()):
        return True
    quotes = quotes_of(shown, tables) if _is_quoted(shown) else ()
    return bool(quotes) and says_line(quotes[0], shown.short)


def _is_quoted(shown: Answer) -> bool:
    """Whether an answer is drawn as cards of its quotes."""
    own = shown.answered_by == LOCAL_READER and shown.calculation is None
    return own and not _HEADING.search(shown.text)


def _redacted(shown: Answer) -> None:
    """What is left of an answer whose words were taken out."""
    st.info(verbatim.markdown(shown.text), icon=":material/ink_eraser:")
    if st.button("Ask again", icon=":material/refresh:", key=f"again-{shown.id}"):
        submission.ask(shown.question, by=_asked_by(shown))
        st.rerun()


def denial(shown: Answer) -> tuple[str, str]:
    """What an answer that found nothing says first, and what it says after that."""
    first, *rest = re.split(r"(?<=\.)\s+", lead_of(shown), maxsplit=1)
    return first, "".join(rest)


def _said(shown: Answer, tables: Mapping[int, QuotedTable]) -> None:
    """The quotes as cards; an answer in words of its own, or under headings, as prose."""
    state = session.state()
    if shown.calculation is not None:
        _calculated(shown, shown.calculation)
        return
    quotes = quotes_of(shown, tables)
    if quotes and _is_quoted(shown):
        lead = denial(shown)[1] if shown.verdict is Verdict.NOT_FOUND else lead_of(shown)
        if lead:
            st.html(f"<p class='quire-lead' dir='auto'>{verbatim.html(lead)}</p>")
        quote_cards(
            QuoteCardsView(
                quotes, state.selected or quotes[0].number, shown.short, near=not shown.found
            ),
            key=f"quotes-{shown.id}",
            on_choice=_cite,
        )
        return
    answer(
        AnswerView(
            shown.text or "Nothing had been written yet.",
            shown.sentences,
            evidence_pane.source_names(shown.hits),
            state.selected,
            dark=session.is_dark(),
            lead=shown.short,
        ),
        key=f"answer-{shown.id}",
        on_citation=_cite,
    )


def _calculated(shown: Answer, made: Calculation) -> None:
    """The formula with its cells, then the rows that they stand in; a cell that was merely looked
    up is shown in its row alone."""
    rows = session.workbench().evidence.rows_computed_from(shown)
    quotes = quotes_of(shown)[:1] if rows is not None else ()
    if not quotes or not only_says_its_cell(made):
        calculation(
            CalculationView(made, session.state().cell),
            key=f"calculation-{shown.id}",
            on_choice=partial(_open_cell, shown),
        )
    if quotes:
        quote_cards(
            QuoteCardsView([replace(quotes[0], table=rows)], quotes[0].number),
            key=f"quotes-{shown.id}",
            on_choice=_cite,
        )


@session.remembering
def _open_cell(shown: Answer, place: int) -> None:
    """A click on a cell opens its page with the cell boxed; a table without pages is drawn."""
    if shown.calculation is None or not 0 <= place < len(shown.calculation.operands):
        return
    operand = shown.calculation.operands[place]
    holding = (
        citation.number
        for citation in shown.citations
        if citation.document_id == operand.document_id
        and citation.start <= operand.start
        and operand.end <= citation.end
    )
    session.state().select(next(holding, 0))
    session.state().cell = place
    st.session_state[evidence_pane.TAB] = (
        evidence_pane.TABLE if operand.box is None else evidence_pane.PAGE
    )


_HEADING = re.compile(r"^(?:#{1,4} |\*\*[^*\n]+\*\*$)", re.MULTILINE)


def _open_scores() -> None:
    st.session_state[evidence_pane.TAB] = evidence_pane.SCORES


def _scope_of(shown: Answer) -> str:
    """What the question was taken to say of documents, in words; empty if nothing."""
    return next((step.summary for step in shown.steps if step.name == SCOPE), "")


def _where(shown: Answer) -> None:
    """What the question was taken to mean, and a way to undo it: a narrowing is told apart from
    documents that are only put first.
    """
    words = _scope_of(shown)
    if not words:
        return
    narrowed = words.startswith(NARROWED)
    icon = ":material/filter_center_focus:" if narrowed else ":material/sort:"
    with st.container(horizontal=True, vertical_alignment="center", key="scope"):
        st.badge(verbatim.markdown(words), icon=icon, color="primary")
        if st.button(
            "Search everywhere" if narrowed else "Put none first",
            icon=":material/undo:",
            type="tertiary",
            key=f"everywhere-{shown.id}",
        ):
            submission.ask(shown.question, by=shown.pipeline, **{SCOPE: "off"})
            st.rerun()


def _facts(shown: Answer) -> str:
    cited = len({citation.chunk_id for citation in shown.citations})
    facts = [
        f"{cited} of {wording.count(len(shown.hits), 'passage')} cited",
        "computed from a table"
        if shown.calculation is not None
        else shown.answered_by
        if shown.answered_by == LOCAL_READER
        else f"answered by {shown.answered_by}",
        wording.duration(shown.usage.seconds),
    ]
    tokens = shown.usage.input_tokens + shown.usage.output_tokens
    if tokens:
        facts.append(wording.count(tokens, "token"))
    if shown.usage.cost:
        facts.append(f"{shown.settings.get('price_currency', '$')}{shown.usage.cost:.4f}")
    return " · ".join(facts)


def _choices(shown: Answer) -> None:
    """What the question could have meant: a click asks for it."""
    is_told = shown.calculation is not None
    chosen = choice_pills(shown.choices, key=f"choice-{shown.id}", besides=is_told)
    if chosen is not None:
        submission.ask(chosen, by=_asked_by(shown))
        st.rerun()


def _leads(shown: Answer) -> None:
    """Questions near this answer that were seen to be answered."""
    chosen = question_pills(
        session.workbench().briefing.related_questions(shown.id), key=f"related-{shown.id}"
    )
    if chosen is not None:
        submission.ask(chosen)
        st.rerun()


def _below(shown: Answer) -> None:
    workbench = session.workbench()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="actions"):
        st.button(
            "Why this answer?",
            icon=":material/help:",
            type="tertiary",
            key=f"scores-{shown.id}",
            on_click=_open_scores,
        )
        st.space("stretch")
        given = workbench.questions.marks(shown.id).get("", 0)
        value = marks(given, key=f"mark-{shown.id}")
        if value is not None:
            workbench.questions.mark(shown.id, value)
        if len(submission.pipelines()) > 1 and st.button(
            "Compare",
            icon=":material/splitscreen_right:",
            type="tertiary",
            key=f"compare-{shown.id}",
            help="Ask other pipelines the same",
        ):
            comparing.compare(shown)
        add_to_set(shown)
        copy_button(shown.text, key=f"copy-{shown.id}")
        export_menu(
            ExportView(
                f"answer-{shown.id[:8]}",
                lambda: workbench.evidence.bundle(shown.id, "json"),
                lambda: workbench.evidence.bundle(shown.id, "markdown"),
            ),
            key=f"export-{shown.id}",
        )
