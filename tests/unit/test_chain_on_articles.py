"""The chain of thought over an excerpt of a public set of encyclopaedia articles, without a model.

The articles are read from the folder of question sets; without it these tests are left out.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from backend.errors import NotFoundError
from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench
from bench._question_sets import QuestionSet, load_question_set

SET = "2wiki101_small"
EXCERPT = 95
"""The first articles of the set; they hold the evidence of its first questions."""
QUESTION_ID = "2w_009"
"""Its director is named by one article, the director's nationality by another."""


@pytest.fixture(scope="module")
def articles() -> QuestionSet:
    try:
        return load_question_set(load_settings().benchmarks, SET)
    except NotFoundError as error:
        pytest.skip(f"{error.what} {error.remedy}")


@pytest.fixture(scope="module")
def excerpt(articles: QuestionSet) -> list[str]:
    with gzip.open(articles.corpus, "rt", encoding="utf-8") as lines:
        return list(islice(lines, EXCERPT))


@pytest.fixture(scope="module")
def workbench(excerpt: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("articles")
    corpus = folder / "corpus.jsonl"
    corpus.write_text("".join(excerpt), encoding="utf-8")
    opened = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    collection = opened.library.create_collection(SET)
    opened.library.import_corpus(collection.id, Path(corpus), lambda stage, done, total: None)
    yield opened
    opened.close()


def answered(workbench: Workbench, question: str) -> Answer:
    collection = workbench.library.collection_named(SET)
    asking = workbench.questions.ask(Query(question, collection.id), "chain_of_thought")
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_a_bridge_is_found_then_followed_and_the_answer_reads_both_articles(
    articles: QuestionSet, excerpt: list[str], workbench: Workbench
) -> None:
    question = next(each for each in articles.questions if each.qid == QUESTION_ID)
    titles = {each["doc_id"]: each["title"] for each in map(json.loads, excerpt)}
    first, second = sorted(
        question.gold, key=lambda gold: titles[gold].casefold() not in question.text.casefold()
    )
    bridge = titles[second]
    assert bridge.casefold() not in question.text.casefold()
    answer = answered(workbench, question.text)
    assert answer.verdict is not Verdict.NOT_FOUND
    searches = [step for step in answer.steps if step.name.startswith("search")]
    noted = [text for name, text in searches[0].detail.items() if name.startswith("fact")]
    assert any(bridge in text for text in noted)
    asked = [text for name, text in searches[1].detail.items() if name.startswith("query")]
    assert any(bridge in text for text in asked)
    keys = {
        document.id: document.key
        for document in workbench.library.documents(workbench.library.collection_named(SET).id)
    }
    assert {first, second} <= {keys[hit.chunk.document_id] for hit in answer.hits}
    assert keys[answer.citations[0].document_id] == second
