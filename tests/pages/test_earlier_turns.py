"""What a turn of a conversation that is not open shows of its answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from backend.types import Sentence, Verdict
from tests.pages.standin import StandInWorkbench, make_answer


@pytest.mark.parametrize(
    ("short", "verdict", "drawn", "said"),
    [
        ("Apples — 2024: 1,150", Verdict.LIKELY, True, "'auto'><span"),
        ("", Verdict.CLOSEST, True, "Closest<span"),
        ("Apples weighed more.", Verdict.LIKELY, False, "Apples weighed more.<span"),
        ("", Verdict.NOT_FOUND, False, "Nearest:<span"),
    ],
)
def test_an_earlier_turn_that_quotes_a_row_shows_it_as_a_small_table(
    workbench: StandInWorkbench,
    app: AppTest,
    short: str,
    verdict: Verdict,
    drawn: bool,
    said: str,
) -> None:
    first, *others = make_answer().hits
    row = replace(first.chunk, text="Apples — 2024: 1,150", kind="table_row", table_id="t")
    quoted = Sentence("Apples — 2024: 1,150", 10, 30, (1,), True)
    earlier = make_answer(
        short=short,
        verdict=verdict,
        found=verdict is Verdict.LIKELY,
        text="Nearest:\n\nApples — 2024: 1,150 [1]",
        sentences=(quoted,),
        hits=(replace(first, chunk=row), *others),
    )
    workbench.answers["k"] = [earlier, make_answer()]
    app.query_params["conversation"] = "k"
    app.run()
    assert not app.exception
    (turn,) = [body for body in _bodies(app) if "class='quire-earlier'" in body]
    assert ("<th>Apples</th><td class='quire-asked'>1,150</td>" in turn) is drawn
    assert "Apples — 2024" not in turn
    assert said in turn


def test_an_earlier_turn_names_the_source_of_what_it_quotes(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    made = make_answer()
    assert [citation.number for citation in made.citations] == [1, 2, 3, 4]
    of_second = made.citations[1].chunk_id
    titled = tuple(
        replace(hit, chunk=replace(hit.chunk, title="Cellar" if own else "Attic"))
        for hit in made.hits
        for own in [hit.chunk.id == of_second]
    )
    quoted = Sentence("The cellar is dry.", 10, 28, (2,), True)
    earlier = replace(
        made, short="", verdict=Verdict.CLOSEST, found=False, sentences=(quoted,), hits=titled
    )
    workbench.answers["k"] = [earlier, make_answer()]
    app.query_params["conversation"] = "k"
    app.run()
    (turn,) = [body for body in _bodies(app) if "class='quire-earlier'" in body]
    assert "Closest: The cellar is dry." in turn
    assert "Cellar" in turn
    assert "Attic" not in turn


def test_an_earlier_outline_is_its_first_heading_and_sentence_without_marks(
    workbench: StandInWorkbench, app: AppTest
) -> None:
    made = make_answer()
    text = "**Risks**\n\nIce may close the slip. [1]"
    quoted = Sentence("Ice may close the slip.", 11, 38, (1,), True)
    outline = replace(made, short="", verdict=Verdict.LIKELY, text=text, sentences=(quoted,))
    workbench.answers["k"] = [outline, make_answer()]
    app.query_params["conversation"] = "k"
    app.run()
    (turn,) = [body for body in _bodies(app) if "class='quire-earlier'" in body]
    assert "Risks: Ice may close the slip." in turn
    assert "*" not in turn


def _bodies(app: AppTest) -> list[str]:
    return [str(one.proto.body) for one in app.get("html")]
