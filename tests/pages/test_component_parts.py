"""The arithmetic inside of components, by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from backend.types import (
    Box,
    BriefDocument,
    Briefing,
    Chunk,
    Conversation,
    JobState,
    JobView,
    Quotation,
    Verdict,
)
from components import briefing, quote_cards, wording
from components.conversation_list import matching
from components.evidence_cards import found_by, place
from components.page_image import margin_bars, marked_page
from components.passage_context import context_of
from components.reading_badge import reading_text
from components.receipt_dialog import as_text, kept_text
from components.receipt_dialog import example as receipt_example
from components.score_chart import example, score_options
from components.score_table import heat
from components.support import example as support_example
from components.support import support_text
from components.upload_queue import of_this_upload
from components.verdict import VerdictView, why_text
from tests.pages.standin import make_answer, make_job


def test_numbers_in_words() -> None:
    assert wording.count(1, "page") == "1 page"
    assert wording.count(2140, "page") == "2,140 pages"
    assert [wording.size(n) for n in (12, 781_000, 4_200_000, 12_000_000_000)] == [
        "12 B",
        "781 kB",
        "4.2 MB",
        "12 GB",
    ]
    assert [wording.duration(s) for s in (0.42, 41.2, 370, 3600, 5400)] == [
        "0.4 s",
        "41 s",
        "6 min 10 s",
        "1 h",
        "1 h 30 min",
    ]
    assert [wording.remaining(s) for s in (None, 1, 38, 80, 7200)] == [
        "",
        "5 s",
        "40 s",
        "1 min",
        "2.0 h",
    ]
    assert [wording.pages(p) for p in ((), (2,), (2, 3))] == ["", "p. 3", "p. 3–4"]
    assert wording.score(0.0328, 0.0328) == "0.0328"
    assert wording.score(0.9449, 0.9449) == "0.94"
    assert wording.score(-0.004, 2.5) == "0.00"
    assert wording.score(-0.05, 2.5) == "-0.05"
    assert [wording.points(each, 0.0328) for each in (0.0328, 0.0164, -0.0033, 0.0)] == [
        "100",
        "50",
        "−10",
        "0",
    ]
    assert wording.points(1.0, 0.0) == "0"
    ranks = (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)
    assert " ".join(map(wording.place, ranks)) == "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th"


def test_a_section_is_the_nearest_heading_unless_that_says_the_title_again() -> None:
    chunk = make_answer().hits[0].chunk
    paths = ((), ("Part", "Sales"), ("Part", "Letter"), ("Letter",))
    said = [wording.section(replace(chunk, title="Letter", path=path)) for path in paths]
    assert said == ["", "Sales", "", ""]


def test_reading_text_counts_what_is_not_done() -> None:
    views = [
        JobView(make_job("a", "a", JobState.RUNNING), 0.5, 20.0, ""),
        JobView(make_job("b", "b", JobState.QUEUED), 0.0, 70.0, ""),
        JobView(make_job("c", "c", JobState.DONE), 1.0, None, ""),
        JobView(make_job("d", "d", JobState.FAILED), 0.0, None, ""),
    ]
    assert reading_text(views) == "2 files being read, 1 min left"
    assert reading_text(views[2:]) == ""


def test_an_upload_is_counted_without_those_before_it() -> None:
    views = [
        JobView(make_job("a", "a", JobState.DONE, created=10.0, finished=20.0), 1.0, None, ""),
        JobView(make_job("b", "b", JobState.FAILED, created=11.0, finished=29.0), 0.0, None, ""),
        JobView(make_job("c", "c", JobState.DONE, created=30.0, finished=35.0), 1.0, None, ""),
        JobView(make_job("d", "d", JobState.RUNNING, created=30.0), 0.5, 20.0, ""),
        JobView(make_job("e", "e", JobState.QUEUED, created=31.0), 0.0, 70.0, ""),
    ]
    assert [job_view.job.id for job_view in of_this_upload(views)] == ["c", "d", "e"]
    assert of_this_upload(views[:3]) == []


def test_evidence_words() -> None:
    hit = example().hits[0]
    assert found_by(hit.signals) == "meaning (1st) and words (2nd)"
    assert place(hit.chunk) == "p. 1"
    assert support_text(support_example()) == "1 of 2 sentences supported"


def test_why_says_what_a_verdict_rests_on() -> None:
    read = {each: why_text(VerdictView(each)) for each in Verdict}
    assert len(set(read.values())) == len(Verdict)
    assert "nine times in ten" in read[Verdict.DIRECT]
    assert "elsewhere" in read[Verdict.NOT_FOUND], "absence is never claimed"
    written = why_text(VerdictView(Verdict.LIKELY, "a model"))
    assert "language model" in written
    assert "times in ten" not in written


def test_score_bars_add_up_to_the_score() -> None:
    view = example()
    series = [each for each in score_options(view)["series"] if each.get("name")]
    totals = [sum(each["data"][number] for each in series) for number in range(2)]
    # the most relevant passage has 100 points: 0.5 of 0.9 are 55.6
    assert totals == pytest.approx([100.0, 55.56], abs=0.02)


def test_heat_runs_from_least_to_most() -> None:
    assert heat([0.0, 0.5, 1.0, None]) == [0, 4, 9, 0]
    assert heat([1, 2, 3], low_is_good=True) == [9, 4, 0]
    assert heat([None, None]) == [0, 0]


def test_context_is_cut_by_offsets() -> None:
    text = "It rained. Revenue grew. Costs were flat. The end."

    def chunk(identifier: str, start: int, end: int) -> Chunk:
        return Chunk(identifier, "d", "s", start, text[start:end], start, end, (0,), "prose")

    before, here, after = chunk("a", 0, 19), chunk("b", 11, 24), chunk("c", 19, 41)
    row = Chunk("r", "d", "s", 9, "Row: 1", 11, 24, (0,), "table_row")
    assert context_of(here, (after, row, here, before)) == ("It rained. ", " Costs were flat.")
    assert context_of(before, (before,)) == ("", "")
    last = chunk("e", 42, 50)
    assert context_of(last, (last, after))[0] == f"{after.text}\n\n", "a gap ends the line above"
    far = chunk("f", 80, 90)
    assert context_of(far, (far, after))[0] == f"{after.text}\n\n…\n\n", "something is left out"
    assert context_of(after, (far, after))[1] == f"\n\n…\n\n{far.text}"


def test_a_page_is_marked_without_hiding_the_print() -> None:
    page = Image.new("RGB", (100, 60), (255, 255, 255))
    page.putpixel((50, 25), (0, 0, 0))
    content = BytesIO()
    page.save(content, "PNG")
    marked = Image.open(BytesIO(marked_page(content.getvalue(), (Box(30, 20, 80, 30),))))
    assert marked.getpixel((50, 25)) == (0, 0, 0)
    assert marked.getpixel((60, 25)) == (255, 226, 122)
    assert marked.getpixel((90, 50)) == (255, 255, 255)
    assert marked.getpixel((17, 25)) == (36, 64, 154)


def test_lines_that_follow_each_other_share_a_bar() -> None:
    lines = [Box(30, 20, 80, 30), Box(30, 32, 80, 42), Box(30, 100, 80, 110)]
    assert margin_bars(lines) == [(15, 20, 42), (15, 100, 110)]


def test_conversations_are_found_by_their_words() -> None:
    titles = ("Why did revenue grow?", "Who keeps the mill?", "Which mill grew?")
    data = [Conversation(str(n), "a", title, 0.0, 0.0) for n, title in enumerate(titles)]
    assert [conversation.id for conversation in matching(data, "MILL grew")] == ["2"]
    assert len(matching(data, " ")) == 3


def test_a_receipt_is_kept_in_words_with_a_date() -> None:
    example = receipt_example()
    kept = json.loads(as_text(replace(example, receipt=replace(example.receipt, at=0.0))))
    assert kept["at"] == "1970-01-01T00:00:00+00:00"
    assert (kept["relations"], kept["names"]) == (12, 92)
    assert "triples" not in kept
    assert kept["deleted"] == ["Amazon 10-K 2017"]
    assert kept["kept"] == "No earlier answer holds words of it."


def test_a_receipt_says_what_earlier_answers_hold() -> None:
    holding = replace(receipt_example(), holding=3)
    assert kept_text(holding).startswith("**3 earlier answers still hold words of it**")
    assert json.loads(as_text(holding))["earlier answers that hold words of it"] == 3
    redacted = replace(holding, redacted=3)
    assert kept_text(redacted).startswith("3 earlier answers were redacted")
    kept = json.loads(as_text(redacted))
    assert kept["earlier answers redacted"] == 3
    assert kept["earlier answers that hold words of it"] == 0


def test_a_first_line_that_is_the_whole_quoted_sentence_is_said_once() -> None:
    view = quote_cards.example()
    whole = replace(view, key="“Revenue grew 8 percent.”")
    assert [card["line"] for card in quote_cards.cards_of(whole)] == [True, False]
    part = replace(view, key="8 percent")
    assert [card["line"] for card in quote_cards.cards_of(part)] == [False, False]
    near = replace(whole, near=True)
    assert [card["line"] for card in quote_cards.cards_of(near)] == [False, False]


@pytest.mark.parametrize("name", ["evaluation_results", "graph_numbers"])
def test_plots_wait_for_what_another_thread_is_loading(name: str) -> None:
    # plotly takes a pandas that is half loaded for a whole one, and the page fails
    program = f"import sys, components.{name}; sys.modules['pandas'].Series"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_collection_is_of_the_years_of_its_documents_and_of_the_rows_of_its_lists() -> None:
    def held(*times: tuple[str, str]) -> Briefing:
        documents = tuple(
            BriefDocument("d", "Orders", 1, first, None, last) for first, last in times
        )
        return Briefing(documents, documents_in_all=len(documents))

    assert briefing.summary(held(("2023-05-20", ""), ("2019", "2021"), ("", ""))) == (
        "3 documents, 2019 to 2023."
    )
    assert (
        briefing.summary(
            held(
                ("2018", "2024"),
            )
        )
        == "1 document, 2018 to 2024."
    )
    assert briefing.summary(held(("2024-Q1", ""), ("2024", ""))) == "2 documents, 2024."
    assert briefing.summary(held(("", ""))) == "1 document."


def test_a_document_that_a_card_is_headed_by_is_not_named_on_it_again() -> None:
    said = Quotation("The ice had gone.", "d", "Harbour log", "c", 2, 0, 17)
    assert briefing.place(said, under="The ice") == "Harbour log · p. 3"
    assert briefing.place(said, under="harbour log ") == "p. 3"
    assert briefing.place(replace(said, page=-1), under="Harbour log") == "Text"
    assert briefing.place(replace(said, page=-1)) == "Harbour log"
    assert briefing.place(replace(said, title="")) == "Untitled · p. 3"
