"""From the marks of a text to spans of documents."""

from __future__ import annotations

from backend.evidence.citations import best_span, cite, parse_claims
from backend.types import Chunk, Draft, Hit, Usage

FIRST = "Acme reported revenue of $1.2 billion. Its chief executive is Jane Roe."
ROW = "Net revenue — Q1 2023: 17,846"


def chunk(text: str, number: int, kind: str = "prose", end: int | None = None) -> Chunk:
    return Chunk(
        f"c{number}",
        f"d{number}",
        "",
        0,
        text,
        100,
        100 + len(text) if end is None else end,
        (3, 4),
        "table_row" if kind == "table_row" else "prose",
        "Acme report",
    )


HITS = (Hit(chunk(FIRST, 1), 1.0, ()), Hit(chunk(ROW, 2, "table_row", 120), 0.5, ()))


def draft(text: str) -> Draft:
    return Draft(text, "", True, (), (), Usage(), "a model")


def test_marks_of_every_form_are_read() -> None:
    text = (
        "A one is here [1]. B two is here [1][2]. C three “[2]”. D four is here [1, 2]. E is [1-2]."
    )
    assert [numbers for _, _, numbers in parse_claims(text, 2)] == [
        (1,),
        (1, 2),
        (2,),
        (1, 2),
        (1, 2),
    ]


def test_a_mark_after_the_full_stop_belongs_to_the_sentence_before() -> None:
    text = "Revenue grew. [1] Costs fell. [2]"
    assert [(text[a:b], n) for a, b, n in parse_claims(text, 2)] == [
        ("Revenue grew. [1]", (1,)),
        ("Costs fell. [2]", (2,)),
    ]


def test_citations_point_at_the_sentence_that_is_most_alike() -> None:
    cited = cite(draft("Jane Roe is the chief executive [1]."), HITS, "", None)
    (citation,) = cited.citations
    start = 100 + FIRST.index("Its chief")
    assert (citation.number, citation.start, citation.end) == (1, start, 100 + len(FIRST))
    assert (citation.chunk_id, citation.document_id, citation.page) == ("c1", "d1", 3)
    assert citation.verified
    assert cited.sentences[0].text == "Jane Roe is the chief executive."
    assert cited.sentences[0].supported is True


def test_a_table_row_is_cited_whole() -> None:
    assert best_span("Net revenue was 17,846", HITS[1].chunk) == (100, 120)


def test_a_number_without_a_passage_is_dropped_and_reported() -> None:
    cited = cite(
        draft("Jane Roe is chief executive [1, 9]. Revenue was $1.2 billion [7]."), HITS, "", None
    )
    assert cited.text == "Jane Roe is chief executive [1]. Revenue was $1.2 billion."
    assert [c.number for c in cited.citations] == [1]
    assert "[7], [9]" in cited.notices[0]
    for sentence in cited.sentences:
        assert cited.text[sentence.start : sentence.end].startswith(sentence.text[:10])


def test_years_in_brackets_stay_text() -> None:
    cited = cite(draft("The law [2022] is old [1]."), HITS, "", None)
    assert "[2022]" in cited.text
    assert cited.notices == ()


def test_a_sentence_without_a_mark_rests_on_the_next_mark_of_its_paragraph() -> None:
    cited = cite(
        draft("Jane Roe is chief executive. Revenue was $1.2 billion [1]."), HITS, "", None
    )
    assert [sentence.citations for sentence in cited.sentences] == [(1,), (1,)]
    assert all(sentence.supported for sentence in cited.sentences)


def test_a_sentence_that_cites_nothing_is_not_supported() -> None:
    cited = cite(draft("Acme moved to Berlin in 1990."), HITS, "", None)
    assert cited.sentences[0].supported is False
    assert cited.citations == ()


def test_only_the_passage_that_bears_a_claim_out_is_verified() -> None:
    cited = cite(draft("Jane Roe is the chief executive [1][2]."), HITS, "", None)
    assert [(c.number, c.verified) for c in cited.citations] == [(1, True), (2, False)]


def test_the_draft_s_own_spans_are_kept_in_order() -> None:
    text = "Acme reported revenue of $1.2 billion. [1] Its chief executive is Jane Roe. [1]"
    second = FIRST.index("Its")
    given = Draft(
        text,
        "",
        True,
        ((0, 42, (1,)), (43, len(text), (1,))),
        ((1, 100, 138), (1, 100 + second, 100 + len(FIRST))),
        Usage(),
        "local reader",
    )
    cited = cite(given, HITS, "", None)
    assert [(c.start, c.end) for c in cited.citations] == [
        (100, 138),
        (100 + second, 100 + len(FIRST)),
    ]


def test_an_empty_text_has_no_sentences() -> None:
    assert cite(draft(""), HITS, "", None).sentences == ()
