"""What the Ask page promises, without a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from backend.errors import LanguageModelError
from backend.types import Choice, JobState, JobView, Query, Sentence, Step, Waiting
from components import briefing, leading_questions, verbatim
from tests.pages.standin import (
    HOSTILE,
    QUESTION,
    StandInOptions,
    StandInWorkbench,
    make_answer,
    make_document,
    make_job,
)


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def _text(app: AppTest) -> str:
    shown = [*app.markdown, *app.caption, *app.title, *app.header, *app.error, *app.info]
    return "\n".join(str(each.value) for each in shown).replace("\\", "")


def _question(app: AppTest) -> str:
    return str(app.header[0].value).replace("\\", "")


def _evidence(app: AppTest) -> AppTest:
    """The tab that lists the passages, instead of the page."""
    app.session_state["evidence-tab"] = "Evidence"
    return app.run()


def _press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def test_an_empty_library_offers_the_sample_in_one_click(
    empty_workbench: StandInWorkbench, app: AppTest
) -> None:
    app.run()
    assert app.title[0].value == "Ask your own documents"
    _press(app, "sample")
    assert not app.exception
    assert app.title[0].value.startswith("Annual reports")


def test_who_comes_back_while_an_answer_is_written_sees_it_and_does_not_stop_it(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.seconds = 60.0
    asked = workbench.ask(Query(QUESTION, "a"), "naive")
    workbench.running = asked
    app.query_params["conversation"] = asked.conversation_id
    app.run()
    assert not app.exception
    assert _question(app) == QUESTION
    assert not app.error
    _press(app, "ask-new")
    assert not asked.stopped, "another tab may be reading it"
    app.query_params["conversation"] = asked.conversation_id
    app.run()
    assert _question(app) == QUESTION
    asked.seconds = 0.0
    app.run()
    assert app.get("bidi_component"), "the finished answer stands in the conversation"
    assert [answer.text for answer in workbench.conversation(asked.conversation_id)] == [
        asked.whole.text
    ]


def test_a_collection_opens_with_what_it_holds_and_questions_that_lead_on(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    lead = leading_questions.example()[0]
    workbench.made_briefing = replace(briefing.example().briefing, questions=(lead,))
    app.run()
    assert not app.exception
    assert "Revenue grew by 8 percent." in _html(app)
    assert "20 May 2023" in _html(app)
    assert "1 document, 2023." in _text(app)
    _press(app, "lead-0")
    assert workbench.asked[0][0].text == lead.text


def test_before_its_briefing_a_collection_shows_its_titles(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    app.run()
    assert not app.exception
    documents = workbench.documents(workbench.collections()[0].id)
    named = [document for document in documents if verbatim.html(document.title) in _html(app)]
    assert len(named) == min(len(documents), briefing.SHOWN_DOCUMENTS) > 1
    assert not [each for each in app.button if str(each.key).startswith("brief-document")]


def test_an_answer_leads_on_to_questions_near_it(workbench: StandInWorkbench, app: AppTest) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    lead = leading_questions.example()[0]
    workbench.made_briefing = replace(briefing.example().briefing, questions=(lead,))
    app.query_params["conversation"] = "k"
    app.run()
    _press(app, f"related-{answer.id}-0")
    query, _, conversation = workbench.asked[0]
    assert (query.text, conversation) == (lead.text, "k")


def test_a_refused_question_offers_its_readings_in_the_open_turn(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    choices = (
        Choice("28 January 2023", "What were sales at January 28, 2023?"),
        Choice("29 January 2022", "What were sales at January 29, 2022?"),
    )
    earlier, refused = make_answer(choices=choices), make_answer(choices=choices)
    workbench.answers["k"] = [earlier, refused]
    app.query_params["conversation"] = "k"
    app.run()
    assert "Which do you mean?" in _text(app)
    keys = [each.key for each in app.button if "choice-" in str(each.key)]
    assert keys == [f"choice-{refused.id}-0", f"choice-{refused.id}-1"]
    assert app.button(key=keys[1]).label == "29 January 2022"
    _press(app, keys[1])
    assert not app.exception
    query, pipeline, conversation = workbench.asked[0]
    assert (query.text, pipeline, conversation) == (choices[1].question, "naive", "k")


def test_an_empty_collection_says_what_to_do(workbench: StandInWorkbench, app: AppTest) -> None:
    app.run()
    app.selectbox(key="ask-collection").set_value("b").run()
    assert "Add PDF or text files in Library first." in app.info[0].value
    assert not app.chat_input


def test_while_the_first_files_are_read_the_page_says_so(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.document_list = []
    workbench.job_views = [JobView(make_job("j", "a.pdf", JobState.RUNNING), 0.5, 60.0, "Reading")]
    app.run()
    assert "The first documents are being read." in app.info[0].value
    assert "1 file being read, 1 min left" in _text(app)


def test_a_question_is_answered_with_its_evidence(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    app.run()
    app.chat_input[0].set_value(QUESTION).run()
    assert not app.exception
    query, pipeline, conversation = workbench.asked[0]
    assert (query.text, query.collection_id, query.top_k) == (QUESTION, "a", 5)
    assert (pipeline, conversation) == ("naive", "")
    assert _question(app) == QUESTION
    assert "4 of 5 passages cited · local reader · 1.4 s" in _text(app)
    assert "3 of 3 sentences supported" in _text(app)
    assert "Passage 1 of" in _text(app)
    _evidence(app)
    assert "PepsiCo Q1 2023 earnings" in _html(app)
    assert "<mark>" in _html(app)
    assert any(":material/bolt: Naive" in each.value for each in app.markdown)


def test_a_title_with_markup_stays_text(workbench: StandInWorkbench, app: AppTest) -> None:
    workbench.answers["k"] = [make_answer()]
    app.query_params["conversation"] = "k"
    _evidence(app)
    assert "<script>" not in _html(app)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $5 to $6 :smile: **bold**" in _html(app)


def test_a_question_with_markup_stays_text(workbench: StandInWorkbench, app: AppTest) -> None:
    workbench.answers["k"] = [make_answer(HOSTILE)]
    app.query_params["conversation"] = "k"
    app.run()
    shown = app.header[0].value
    assert r"\<script\>" in shown
    assert r"\$5 to \$6" in shown
    assert ":smile:" not in shown


def test_a_conversation_is_opened_by_its_address_and_left_by_new_question(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.answers["k"] = [make_answer(), make_answer("And the costs?")]
    app.query_params["conversation"] = "k"
    app.run()
    assert _question(app) == "And the costs?"
    first = workbench.answers["k"][0].id
    _press(app, f"open-{first}")
    assert _question(app) == QUESTION
    _press(app, "ask-new")
    assert app.title[0].value.startswith("Annual reports")
    assert "conversation" not in app.query_params


def test_an_address_of_a_deleted_conversation_leads_to_an_empty_page(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    app.query_params["conversation"] = "gone"
    app.run()
    assert not app.exception
    assert app.title[0].value.startswith("Annual reports")
    app.run()
    said = "\n".join(str(each.value) for each in app.error)
    assert "The conversation of this link is not there" in said


def test_going_back_in_the_browser_returns_to_the_conversation_before(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.answers["k"] = [make_answer("And the costs?")]
    workbench.answers["l"] = [make_answer("And the profit?")]
    app.query_params["conversation"] = "k"
    app.run()
    app.query_params["conversation"] = "l"
    app.run()
    assert _question(app) == "And the profit?"
    app.query_params["conversation"] = "k"
    app.run()
    assert _question(app) == "And the costs?"


def test_a_follow_up_belongs_to_the_conversation(workbench: StandInWorkbench, app: AppTest) -> None:
    workbench.answers["k"] = [make_answer()]
    app.query_params["conversation"] = "k"
    app.run()
    app.chat_input[0].set_value("And the costs?").run()
    assert workbench.asked[0][2] == "k"
    assert _question(app) == "And the costs?"


def test_an_earlier_conversation_can_be_deleted_after_a_second_look(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.answers["k"] = [make_answer()]
    app.run()
    _press(app, "earlier-delete-k")
    assert "k" in workbench.answers
    _press(app, "earlier-sure-k")
    assert "k" not in workbench.answers


def test_a_question_that_cannot_be_asked_is_explained_and_kept(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    app.run()
    app.chat_input[0].set_value("why " * 2000).run()
    assert "The question is too long." in app.error[0].value.replace("\\", "")
    assert app.chat_input[0].proto.value.startswith("why why")
    assert not app.exception


def test_a_language_model_that_fails_leaves_the_evidence_and_the_local_reader(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.failure = LanguageModelError(
        "unreachable", "The language model does not answer.", "Start its server."
    )
    app.run()
    app.chat_input[0].set_value(QUESTION).run()
    assert "The language model does not answer." in _text(app)
    _evidence(app)
    assert "PepsiCo Q1 2023 earnings" in _html(app)
    _press(app, "local")
    assert workbench.asked[-1][0].options.answerer == "local"
    assert "3 of 3 sentences supported" in _text(app)


@pytest.mark.parametrize("again", ["again", "local"])
def test_a_question_that_failed_is_asked_again_of_the_pipeline_that_it_was_put_to(
    workbench: StandInWorkbench, app: AppTest, again: str
) -> None:
    workbench.failure = LanguageModelError(
        "unreachable", "The language model does not answer.", "Start its server."
    )
    chosen = workbench.pipelines()[-1].name
    workbench.running = workbench.ask(Query(QUESTION, "a"), chosen)
    app.query_params["conversation"] = workbench.running.conversation_id
    app.run()
    assert app.session_state["quire"].pipeline != chosen
    _press(app, again)
    assert [pipeline for _, pipeline, _ in workbench.asked] == [chosen, chosen]


def test_unsupported_sentences_say_what_is_missing(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    answer = make_answer()
    doubtful = replace(answer.sentences[0], supported=False, problem="“more strongly” is missing.")
    silent = Sentence("I did not find more.", 0, 20, (), None)
    sentences = (doubtful, *answer.sentences[1:], silent)
    workbench.answers["k"] = [replace(answer, sentences=sentences)]
    app.query_params["conversation"] = "k"
    app.run()
    assert "2 of 3 sentences supported" in _text(app)
    assert "“more strongly” is missing." in _html(app)


def test_what_is_not_in_the_documents_is_not_called_supported(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    workbench.answers["k"] = [make_answer(found=False)]
    app.query_params["conversation"] = "k"
    app.run()
    assert "Not found" in _text(app)
    assert "sentences supported" not in _text(app)


def test_choosing_a_passage_opens_it_and_its_page(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    app.query_params["conversation"] = "k"
    _evidence(app)
    assert not [each for each in app.button if each.key == f"evidence-{answer.id}-page-2"]
    _press(app, f"evidence-{answer.id}-select-2")
    _press(app, f"evidence-{answer.id}-page-2")
    assert "Passage 2 of" in _text(app)
    app.session_state["quire"].page_flip = 1  # the viewer's own button, seen in a browser test
    app.run()
    assert "Passage 2 of 5 · on another page" in _text(app)
    _press(app, "flip-undo")
    assert "on another page" not in _text(app)


def test_a_document_without_pages_shows_the_text_round_the_passage(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    app.query_params["conversation"] = "k"
    _evidence(app)
    _press(app, f"evidence-{answer.id}-select-5")
    _press(app, f"evidence-{answer.id}-page-5")
    assert not app.exception
    assert "Passage 5 of" in _text(app)


def test_a_cited_document_that_was_deleted_is_explained(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    workbench.document_list = [make_document("other", "Other")]
    app.query_params["conversation"] = "k"
    _evidence(app)
    _press(app, f"evidence-{answer.id}-page-1")
    assert "This document has been deleted since." in app.warning[0].value


def test_marks_of_the_answer_and_of_a_passage_are_kept(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    app.query_params["conversation"] = "k"
    _evidence(app)
    app.feedback(key=f"mark-{answer.id}").set_value(1).run()
    app.feedback(key=f"evidence-{answer.id}-mark-c0").set_value(0).run()
    assert workbench.given_marks == {"": 1, "c0": -1}


def test_an_answer_can_be_kept_in_a_question_set(workbench: StandInWorkbench, app: AppTest) -> None:
    answer = make_answer()
    workbench.answers["k"] = [answer]
    app.query_params["conversation"] = "k"
    app.run()
    app.button(key=f"set-add-{answer.id}").click().run()
    assert not app.exception
    assert workbench.kept_in_sets == [(answer.id, "My questions")]
    assert "My questions, which has 1 now" in app.success[0].value.replace("\\", "")


def test_options_reach_the_question(workbench: StandInWorkbench, app: AppTest) -> None:
    app.run()
    app.button_group(key="pipeline-True").set_value("naive").run()
    app.slider(key="options-first-a-naive-top-k").set_value(8).run()
    app.multiselect(key="options-first-a-naive-documents").set_value(["d0"]).run()
    app.selectbox(key="options-first-a-naive-option-fusion").set_value("convex").run()
    app.chat_input[0].set_value(QUESTION).run()
    query, pipeline, _ = workbench.asked[0]
    assert pipeline == "naive"
    assert query.top_k == 8
    assert query.filters.document_ids == ("d0",)
    assert query.options == StandInOptions(fusion="convex")


@pytest.mark.parametrize(
    ("words", "undo"),
    [
        ("Searched in Storm assessment", "Search everywhere"),
        ("Searched everywhere, Storm assessment first", "Put none first"),
    ],
)
def test_where_a_question_was_searched_is_said_and_can_be_undone(
    workbench: StandInWorkbench, app: AppTest, words: str, undo: str
) -> None:
    answer = make_answer(notices=(words,))
    steps = (Step("scope", words, 0.0), *answer.steps)
    workbench.answers["k"] = [replace(answer, steps=steps)]
    app.query_params["conversation"] = "k"
    app.run()
    assert _text(app).count(words) == 1
    assert app.button(key=f"everywhere-{answer.id}").label == undo
    _press(app, f"everywhere-{answer.id}")
    assert not app.exception
    query, pipeline, _ = workbench.asked[0]
    assert (query.text, query.options.scope, pipeline) == (QUESTION, False, "naive")


def test_a_retriever_that_took_no_part_is_named(workbench: StandInWorkbench, app: AppTest) -> None:
    answer = make_answer()
    steps = (*answer.steps, Step("missing", "Without entity: the disk is full.", 0.0))
    workbench.answers["k"] = [replace(answer, steps=steps)]
    app.query_params["conversation"] = "k"
    app.run()
    assert "Without entity: the disk is full" in _text(app)


def test_who_waits_in_line_is_told_the_place(workbench: StandInWorkbench, app: AppTest) -> None:
    workbench.seconds, workbench.place = 60.0, Waiting(3, 4.2)
    app.run()
    app.chat_input[0].set_value("When was the breakwater raised?").run()
    assert not app.exception
    assert any("Third in line, about 4 s" in each.value for each in app.caption)
