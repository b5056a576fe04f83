"""The questions over own files that train and test the reader are whole and kept apart."""

from __future__ import annotations

import hashlib
import json

from bench._reader_own_files import (
    BUSINESS,
    BUSINESS_APART,
    BUSINESS_MORE,
    CONVERSATIONS,
    EVERYDAY,
    EVERYDAY_APART,
    EVERYDAY_FURTHER,
    EVERYDAY_MORE,
    FOLDER,
    GUIDES,
    HANDBOOKS,
    HANDBOOKS_FURTHER,
    JUDGED_MANUALS,
    MANUALS,
    MANUALS_FURTHER,
    NAMED,
    NAMED_APART,
    PAPERS,
    PEOPLE,
    PEOPLE_APART,
    PEOPLE_MORE,
    REFERENCES,
    REFERENCES_MORE,
    ROUNDS,
    TAUGHT_PAIRS,
    TEMPTING,
    TEMPTING_APART,
    UNSEEN,
    WRITTEN,
    asked_questions,
    left_out_of,
    spans_of,
)

TAUGHT_LATER = (
    *(EVERYDAY_MORE, MANUALS, EVERYDAY_FURTHER, MANUALS_FURTHER),
    *(HANDBOOKS, BUSINESS, REFERENCES, BUSINESS_MORE, REFERENCES_MORE),
    *(PEOPLE, PEOPLE_MORE, HANDBOOKS_FURTHER, TEMPTING),
)
PARTS = (
    *(GUIDES, PAPERS, UNSEEN, *ROUNDS, EVERYDAY, EVERYDAY_APART, *TAUGHT_LATER),
    *(NAMED, NAMED_APART, JUDGED_MANUALS, BUSINESS_APART, PEOPLE_APART, TEMPTING_APART),
)


def test_a_quote_is_found_across_line_ends_hyphens_and_other_quotation_marks() -> None:
    text = "First.\nThe \u201ctide\u201d gauge is cali-\nbrated daily. Last."
    (span,) = spans_of('The "tide" gauge is calibrated daily', text)
    assert text[slice(*span)] == "The \u201ctide\u201d gauge is cali-\nbrated daily"
    assert spans_of("The rain gauge", text) == []
    assert spans_of("...", text) == []


def test_a_quote_that_is_said_twice_is_found_twice() -> None:
    assert spans_of("No fire.", "No fire. Smoke.\n\nNo fire.") == [(0, 7), (17, 24)]


def test_every_question_has_a_known_document_and_an_answer_or_none() -> None:
    documents = json.loads((FOLDER / "documents.json").read_text("utf-8"))
    asked = [question for part in PARTS for question in asked_questions(part)]
    assert {question.document for question in asked} == set(documents)
    assert all(bool(question.quotes) == bool(question.answers) for question in asked)
    assert len({(question.document, question.question) for question in asked}) == len(asked)
    assert all({"package", "version", "licence", "sha256"} <= set(d) for d in documents.values())


def test_documents_that_only_test_are_in_no_part_that_trains() -> None:
    unseen = asked_questions(UNSEEN)
    choosing = {question.document for part in ROUNDS for question in asked_questions(part)}
    assert not choosing & {each.document for each in unseen}
    trained = {question.document for part in (GUIDES, PAPERS) for question in asked_questions(part)}
    assert not trained & {each.document for each in unseen}
    assert not trained & choosing
    assert all(each.page > 0 for each in unseen)
    apart = {question.document for question in asked_questions(EVERYDAY_APART)}
    everyday = {question.document for question in asked_questions(EVERYDAY)}
    later = {question.document for part in TAUGHT_LATER for question in asked_questions(part)}
    assert not apart & (trained | choosing | everyday)
    assert not later & (apart | choosing | trained | everyday)
    assert not later & {each.document for each in unseen}
    business = {question.document for question in asked_questions(BUSINESS_APART)}
    assert not business & (trained | choosing | everyday | apart | later)
    people = {question.document for question in asked_questions(PEOPLE_APART)}
    assert len(people) == 14
    assert not people & (trained | choosing | everyday | apart | later | business)
    tempting = {question.document for question in asked_questions(TEMPTING_APART)}
    assert len(tempting) == 14
    assert not tempting & (trained | choosing | everyday | apart | later | business | people)
    named, named_apart = (
        {question.document for question in asked_questions(part)} for part in (NAMED, NAMED_APART)
    )
    assert len(named) == len(named_apart) == 8
    assert not named & named_apart
    assert not (named | named_apart) & (trained | choosing | everyday | apart | later)


def test_no_part_asks_of_a_document_that_another_part_leaves_out_of_training() -> None:
    out = {part: left_out_of(part) for part in TAUGHT_PAIRS}
    taught = {
        part: {question.document for question in asked_questions(part)} - out[part]
        for part in TAUGHT_PAIRS
    }
    for one, names in out.items():
        assert names, one
        assert not any(names & documents for documents in taught.values()), one
    business = {question.document for question in asked_questions(BUSINESS)}
    conversations = asked_questions(CONVERSATIONS)
    assert {question.document for question in conversations} <= business
    assert any(question.question for question in conversations if not question.quotes)


def test_manuals_whose_answers_are_judged_are_in_no_other_part() -> None:
    judged = asked_questions(JUDGED_MANUALS)
    documents = {each.document for each in judged}
    others = {
        question.document
        for part in PARTS
        if part != JUDGED_MANUALS
        for question in asked_questions(part)
    }
    assert len(documents) == 6
    assert not documents & others
    assert sum(bool(each.quotes) for each in judged) == 40
    assert len(judged) == 50
    assert all(each.page > 0 for each in judged if each.quotes)


def test_documents_written_for_the_questions_are_those_that_were_asked() -> None:
    documents = json.loads((FOLDER / "documents.json").read_text("utf-8"))
    written = (*ROUNDS, EVERYDAY, EVERYDAY_APART, EVERYDAY_MORE, EVERYDAY_FURTHER)
    written += (NAMED, NAMED_APART, BUSINESS, BUSINESS_APART, PEOPLE, PEOPLE_MORE, PEOPLE_APART)
    written += (TEMPTING, TEMPTING_APART)
    asked = [question for part in written for question in asked_questions(part)]
    for path in WRITTEN.iterdir():
        text = path.read_bytes()
        assert documents[path.name]["sha256"] == hashlib.sha256(text).hexdigest(), path.name
        own = [question for question in asked if question.document == path.name]
        assert own
        assert all(spans_of(q, text.decode("utf-8")) for question in own for q in question.quotes)
