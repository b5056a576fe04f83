"""The local reader quotes, cites, and says plainly when it has not found an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import numpy.typing as npt
import pytest

from backend.analysis import term_texts
from backend.evidence.citations import cite
from backend.ports import Vectors
from backend.settings import Settings
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.joined_fragments import LONGEST
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.units import cut_chunk, cut_hits
from backend.tasks.answer.extractive.weights import load_weights, weights_for
from backend.tasks.answer.extractive.wording import (
    CLOSEST,
    NOT_FOUND,
    NOTICE,
    PROBABLE,
    part_left_open,
    part_not_found,
)
from backend.tasks.answer.local import LocalReader, build
from backend.types import Chunk, ChunkKind, Draft, Hit, Verdict


class WordEmbedder:
    """Sums of fixed random vectors of a text's stems: texts that share words are near."""

    identity = "words"
    dimension = 64
    max_tokens = 256

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        return [np.zeros((0, 2), dtype=np.int32) for _ in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        rows = np.array([self._vector(text) for text in texts], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _vector(self, text: str) -> npt.NDArray[np.float64]:
        total = np.full(self.dimension, 0.01)
        for term in term_texts(text):
            seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:4], "big")
            total += np.random.default_rng(seed).normal(size=self.dimension)
        return total


def hit(
    text: str,
    *,
    document: str = "d",
    start: int = 0,
    title: str = "",
    kind: ChunkKind = "prose",
    end: int | None = None,
) -> Hit:
    chunk = Chunk(
        id=f"{document}-{start}",
        document_id=document,
        section_id="",
        ordinal=0,
        text=text,
        start=start,
        end=start + len(text) if end is None else end,
        pages=(0,),
        kind=kind,
        title=title,
    )
    return Hit(chunk, 1.0, ())


BRIDGE = hit(
    "The Alder Bridge crosses the river Tarn. It was opened on 12 May 1931 by the mayor, Ada Holm. "
    "Trams ran over it until 1962.",
    document="bridge",
    start=500,
    title="Alder Bridge",
)
ORCHARD = hit(
    "Apples are picked in September. The cider press is cleaned every winter.",
    document="orchard",
    title="Orchard work",
)
BRIDGE_DATE = "It was opened on 12 May 1931 by the mayor, Ada Holm."


def ask(question: str, hits: Sequence[Hit], stop: Event | None = None) -> tuple[list[str], Draft]:
    reader = build(Settings(), WordEmbedder())
    *pieces, draft = reader.answer(question, (), hits, stop or Event())
    assert isinstance(draft, Draft)
    texts = [piece for piece in pieces if isinstance(piece, str)]
    assert len(texts) == len(pieces)
    return texts, draft


def test_quotes_the_sentence_that_answers_with_its_span() -> None:
    pieces, draft = ask("When was the Alder Bridge opened?", [BRIDGE, ORCHARD])
    assert draft.found
    assert "".join(pieces) == draft.text
    assert f"{BRIDGE_DATE} [1]" in draft.text
    start = 500 + BRIDGE.chunk.text.index(BRIDGE_DATE)
    assert (1, start, start + len(BRIDGE_DATE)) in draft.spans
    assert draft.answered_by == "local reader"
    assert NOTICE in draft.notices


def test_every_sentence_is_verbatim_and_cited() -> None:
    _, draft = ask("When was the Alder Bridge opened?", [BRIDGE, ORCHARD])
    texts = {1: BRIDGE.chunk, 2: ORCHARD.chunk}
    assert 1 <= len(draft.sentences) <= 4
    for (start, end, numbers), (number, first, last) in zip(
        draft.sentences, draft.spans, strict=True
    ):
        assert numbers == (number,)
        source = texts[number].text[first - texts[number].start : last - texts[number].start]
        assert draft.text[start:end] == f"{source} [{number}]"
    assert draft.text.startswith(BRIDGE_DATE), "the sentence that answers comes first"
    others = draft.spans[1:]
    assert others == tuple(sorted(others)), "the others in the order of reading"


def test_what_follows_a_likely_answer_stands_behind_it() -> None:
    _, draft = ask("Why was the Alder Bridge built?", [BRIDGE, ORCHARD])
    assert draft.verdict is Verdict.LIKELY
    first, following, *_ = draft.spans
    assert following[1] == first[2] + 1


def test_the_first_line_answers_and_the_verdict_is_not_a_refusal() -> None:
    _, draft = ask("When was the Alder Bridge opened?", [BRIDGE, ORCHARD])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert "12 May 1931" in draft.short


def test_another_name_is_not_answered_with_a_neighbour() -> None:
    _, draft = ask("When was the Birch Tunnel opened?", [BRIDGE, ORCHARD])
    assert draft.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert draft.short == ""
    assert "“Birch Tunnel”" in draft.text


def test_a_year_that_no_passage_has_is_told() -> None:
    _, draft = ask("What did the Alder Bridge carry in FY2019?", [BRIDGE])
    assert draft.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert "“2019”" in draft.text


def test_a_list_of_questions_answers_none_of_them() -> None:
    asking = hit(
        "When was the Alder Bridge opened? Who owns the Alder Bridge? "
        "How long is the Alder Bridge?",
        document="questions",
    )
    for question in ("When was the Alder Bridge opened?", "Who owns the Alder Bridge?"):
        _, draft = ask(question, [asking, BRIDGE])
        first = draft.text[: draft.text.index("[")]
        assert "?" not in first, question
        assert "?" not in draft.short
    _, draft = ask("What does the list ask about the owner of the Alder Bridge?", [asking])
    assert "Who owns the Alder Bridge?" in draft.text


def test_two_questions_at_once_are_both_read() -> None:
    asked = "When was the Alder Bridge opened, and when is the cider press cleaned?"
    _, draft = ask(asked, [BRIDGE, ORCHARD])
    assert "12 May 1931" in draft.text
    assert "cleaned every winter" in draft.text


def test_one_sentence_that_comes_nearest_to_both_parts_leaves_none_unanswered() -> None:
    opening = hit("The Alder Bridge was opened on 12 May 1931 and led to the mill of Anna Crane.")
    _, draft = ask(
        "When was the Alder Bridge opened and which mill did it lead to?", [opening, ORCHARD]
    )
    assert draft.text.startswith("The Alder Bridge was opened on 12 May 1931")
    assert "other part" not in draft.text
    _, draft = ask("When was the Alder Bridge opened and how steep is it?", [opening, ORCHARD])
    assert "other part: “how steep is it?”" in draft.text


def test_a_part_that_the_quoted_sentence_answers_is_not_called_unanswered() -> None:
    deposit = hit(
        "The deposit of 1,150 pounds is held by the Deposit Shield scheme until you leave."
    )
    _, draft = ask("How large is the deposit and who holds it?", [deposit, ORCHARD])
    assert draft.text.startswith("The deposit of 1,150 pounds")
    assert "other part" not in draft.text


def test_when_it_is_given_back_is_told_by_how_soon() -> None:
    deposit = hit("The mill asks for a deposit of £250, given back within fourteen days.")
    _, draft = ask("How large is the deposit of the mill and when do I get it back?", [deposit])
    assert draft.text.startswith("The mill asks for a deposit of £250")
    assert "other part" not in draft.text


def test_a_part_about_the_same_thing_is_left_open_where_its_form_tells_nothing() -> None:
    wrote = hit("The log book of the mill was written by Anna Crane under the name of Millstone.")
    _, draft = ask(
        "Who wrote the log book of the mill and what was it called at first?", [wrote, ORCHARD]
    )
    assert draft.text.startswith("The log book of the mill was written by Anna Crane")
    assert "did not find" not in draft.text
    assert part_left_open("what was it called?") == (
        "Whether this answers the other part as well is open: “what was it called?”"
    )


def test_a_part_that_is_not_answered_is_told_in_its_own_words() -> None:
    told = part_not_found("who keeps it (How large is the deposit)?")
    assert told == "I did not find an answer to the other part: “who keeps it?”"
    assert part_not_found("where is the mill?").endswith("“where is the mill?”")


def test_what_is_missing_is_told_before_the_closest_passages() -> None:
    _, draft = ask("What did the Alder Bridge carry in FY2019?", [BRIDGE])
    assert draft.verdict is Verdict.CLOSEST
    first, second = (draft.text[start:end] for start, end, _ in draft.sentences[:2])
    assert "“2019”" in first
    assert second == CLOSEST


@pytest.mark.parametrize(
    ("probable", "opening"),
    [(0.0, PROBABLE), (1.1, f"None of the passages that were found mentions “lantern”. {CLOSEST}")],
)
def test_a_word_is_called_missing_only_where_no_passage_probably_answers(
    probable: float, opening: str
) -> None:
    weights = weights_for(WordEmbedder())
    bounds = replace(weights.thresholds, direct=2.0, likely=2.0, found=0.0, probable=probable)
    reader = LocalReader(WordEmbedder(), replace(weights, thresholds=bounds))
    question = "Who hung the lantern of the Alder Bridge?"
    *_, draft = reader.answer(question, (), [BRIDGE, ORCHARD], Event())
    assert isinstance(draft, Draft)
    assert draft.verdict is Verdict.CLOSEST
    assert draft.text.startswith(opening)


def test_words_of_another_language_are_never_called_missing() -> None:
    _, draft = ask("Warum hat die Brücke keine Lampen?", [ORCHARD])
    assert draft.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert "mentions" not in draft.text


def test_quoted_sentences_are_supported_by_what_they_cite() -> None:
    question = "When was the Alder Bridge opened?"
    _, draft = ask(question, [BRIDGE, ORCHARD])
    cited = cite(draft, [BRIDGE, ORCHARD], question, None)
    assert all(sentence.supported for sentence in cited.sentences)
    assert all(citation.verified for citation in cited.citations)
    assert cited.text == draft.text


def test_says_that_it_did_not_find_and_names_what_no_passage_mentions() -> None:
    _, draft = ask("Who invented the zeppelin gearbox?", [ORCHARD])
    assert not draft.found
    assert draft.text.startswith(NOT_FOUND)
    assert "“zeppelin”" in draft.text
    assert "“gearbox”" in draft.text
    assert "[1]" in draft.text, "the nearest passage is shown all the same"
    assert draft.short == ""


def test_an_abbreviation_of_what_stands_there_is_not_called_missing() -> None:
    harvest = hit("Yield per acre was poor. The orchard lost its oldest trees in the storm.")
    _, draft = ask("What was the YPA of the meadow?", [harvest])
    assert "“YPA”" not in draft.text
    assert "“meadow”" in draft.text


def test_letters_of_a_name_may_pass_over_what_joins_its_words() -> None:
    harvest = hit("The YP of Acres and Meadows was poor. The orchard lost its oldest trees.")
    _, draft = ask("What was the YPAM of the barn?", [harvest])
    assert "“YPAM”" not in draft.text
    _, other = ask("What was the YPMA of the barn?", [harvest])
    assert "“YPMA”" in other.text


def test_a_name_that_runs_together_with_another_is_not_called_missing() -> None:
    harvest = hit("It was poor. The orchard lost its oldest trees in the storm.", title="NewApplix")
    _, draft = ask("What was the Applix harvest of the meadow?", [harvest])
    assert "Applix" not in draft.text
    assert "“meadow”" in draft.text
    _, other = ask("What was the Apply harvest of the meadow?", [harvest])
    assert "“Apply”" in other.text
    _, plain = ask("What was the bloom of the meadow?", [hit("Allbloomed trees are old.")])
    assert "“bloom”" in plain.text  # a plain word is no part of a name


def test_without_passages_nothing_is_found() -> None:
    pieces, draft = ask("Who?", [])
    assert not draft.found
    assert "".join(pieces) == draft.text
    assert draft.spans == ()


def test_passages_without_a_word_are_no_evidence() -> None:
    _, draft = ask("Who opened the bridge?", [hit("… — \n\n ***")])
    assert not draft.found


def test_the_first_piece_is_the_last_when_stop_is_pressed() -> None:
    stop = Event()
    stop.set()
    pieces, draft = ask("When was the Alder Bridge opened?", [BRIDGE, ORCHARD], stop)
    assert len(pieces) == 1
    assert draft.text == pieces[0]
    assert len(draft.sentences) == 1


def test_a_table_row_is_quoted_whole_and_spans_its_line() -> None:
    row = hit("Net revenue — Q1 2023: 17,846", document="t", start=40, end=66, kind="table_row")
    _, draft = ask("What was the net revenue in Q1 2023?", [row, ORCHARD])
    assert "Net revenue — Q1 2023: 17,846 [1]" in draft.text
    assert (1, 40, 66) in draft.spans


def test_a_comparison_shows_both_dates() -> None:
    hits = [
        hit("Nora Quill (born 3 March 1950) is a painter.", document="a", title="Nora Quill"),
        hit("Emil Stone (born 9 June 1948) is a sculptor.", document="b", title="Emil Stone"),
    ]
    _, draft = ask("Who was born first, Nora Quill or Emil Stone?", hits)
    assert draft.short == "Emil Stone (9 June 1948; Nora Quill: 3 March 1950)"
    assert {number for number, _, _ in draft.spans} == {1, 2}


def test_a_comparison_with_one_date_missing_claims_nothing() -> None:
    hits = [
        hit("Nora Quill (born 3 March 1950) is a painter.", document="a", title="Nora Quill"),
        hit("Emil Stone is a sculptor.", document="b", title="Emil Stone"),
    ]
    _, draft = ask("Who was born first, Nora Quill or Emil Stone?", hits)
    assert draft.short == ""


def test_an_endless_sentence_is_cut_between_clauses() -> None:
    endless = "; ".join(f"clause number {n} speaks of the Alder Bridge" for n in range(90))
    assert len(endless) > 3000
    _, draft = ask("What speaks of the Alder Bridge?", [hit(endless)])
    for _, start, end in draft.spans:
        assert end - start <= LONGEST
        assert endless[:start].rstrip().endswith(";") or start == 0


def test_the_same_stretch_in_overlapping_passages_is_quoted_once() -> None:
    text = "The Alder Bridge was opened in 1931. The mayor was there."
    first, second = hit(text, document="x", start=0), hit(text[:36], document="x", start=0)
    _, draft = ask("When was the Alder Bridge opened?", [first, second])
    assert draft.text.count("opened in 1931") == 1


def test_a_hundred_passages_cost_a_bounded_number_of_vectors() -> None:
    embedder = WordEmbedder()
    hits = [
        hit(f"Bridge {n} was opened in {1800 + n}. It has {n} arches.", document=str(n))
        for n in range(100)
    ]
    list(build(Settings(), embedder).answer("When was bridge 7 opened?", (), hits, Event()))
    assert len(embedder.embedded) <= 25


def test_a_sentence_is_embedded_once_for_many_questions() -> None:
    embedder = WordEmbedder()
    reader = build(Settings(), embedder)
    for question in ("When was the Alder Bridge opened?", "Who opened the Alder Bridge?"):
        list(reader.answer(question, (), [BRIDGE], Event()))
    assert len(embedder.embedded) == len(set(embedder.embedded))


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("大桥于1931年开放。市长出席了典礼。", "大桥什么时候开放？"),
        ("افتتح الجسر عام 1931. حضر العمدة.", "متى افتتح الجسر؟"),
        (
            "Die Brücke wurde 1931 eröffnet. Der Bürgermeister kam.",
            "Wann wurde die Brücke eröffnet?",
        ),
    ],
)
def test_other_languages_are_quoted_word_for_word(text: str, question: str) -> None:
    _, draft = ask(question, [hit(text)])
    for number, start, end in draft.spans:
        assert f"{text[start:end]} [{number}]" in draft.text
    assert draft.spans


def test_list_numbers_stay_with_their_items() -> None:
    units = cut_hits([hit("1.\nSwitch the pump off.\n\n2.\nClose the valve.")])
    assert [unit.text for unit in units] == ["1. Switch the pump off.", "2. Close the valve."]


def test_headings_are_not_quoted() -> None:
    text = (
        "Site by site\n\nGull Reach\n\nGull Reach lies open to the south-west. It lost most.\n\n"
        "Losses in 2024\n\nDeputy: Ada Holm\n\nNothing else"
    )
    assert [unit.text for unit in cut_hits([hit(text)])] == [
        "Gull Reach lies open to the south-west.",
        "It lost most.",
        "Losses in 2024",  # a figure may be the answer
        "Deputy: Ada Holm",
        "Nothing else",  # stands over nothing
    ]
    titled = hit("OPENING HOURS\n\nDaily from nine.", title="Opening hours")
    assert [unit.text for unit in cut_hits([titled])] == ["Daily from nine."]


def test_a_heading_with_a_full_stop_in_it_is_not_quoted_in_parts() -> None:
    text = "Chapter 2. Firing\n\nAt night\n\nThe kiln is lit at ten."
    known = replace(hit(text).chunk, path=("Chapter 2. Firing", "At night"))
    assert [unit.text for unit in cut_chunk(known, 1)] == ["The kiln is lit at ten."]


def test_a_heading_on_the_line_above_its_text_is_not_quoted() -> None:
    text = "3. Waiting list\nThere are nine names on it."
    known = replace(hit(text).chunk, path=("3. Waiting list",))
    (unit,) = cut_chunk(known, 1)
    assert (unit.text, unit.start) == ("There are nine names on it.", 16)


def test_a_numbered_title_is_a_heading_and_a_numbered_item_is_not() -> None:
    text = "Unlike pots, bowls are glazed on both sides and fired with the others at night."
    units = cut_hits([hit(f"4. Bowls and plates\n\n{text}")])
    assert [unit.text for unit in units] == [text]
    units = cut_hits([hit("1. Bowls and plates\n\n2. Pots and their lids\n\n3. Tiles")])
    assert [unit.text for unit in units] == [
        "1. Bowls and plates",
        "2. Pots and their lids 3. Tiles",
    ]


def test_a_passage_of_headings_alone_keeps_them() -> None:
    units = cut_hits([hit("Gull Reach", title="Gull Reach")])
    assert [unit.text for unit in units] == ["Gull Reach"]


def test_where_nothing_is_sure_it_is_said_whether_one_of_the_nearest_probably_answers() -> None:
    reader = LocalReader(WordEmbedder(), weights_for(WordEmbedder()))
    asked = "What keeps the trams of the bridge from rusting?"
    reading = reader.read(asked, [BRIDGE])
    features = unit_features(reading)
    weights = load_weights()
    sure = replace(weights.thresholds, likely=1.01, direct=1.01, found=0.0)
    probable = sure.probable
    for found, told in ((probable - 0.01, False), (probable, True)):
        held = replace(weights, thresholds=sure, found=_Always(found))  # type: ignore[arg-type]
        for missing in (False, True):
            judgement = judge(reading, features, held, {}, missing)
            assert judgement.verdict is Verdict.CLOSEST
            assert judgement.probable is (told and not missing)


class _Always:
    """A model that gives every row one probability."""

    def __init__(self, probability: float) -> None:
        self._probability = probability

    def probabilities(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.full(len(rows), self._probability)


def test_a_word_of_a_heading_is_not_called_missing() -> None:
    found = hit("The roof of the great barn\n\nIt is shut until 22 November for repairs of it.")
    _, draft = ask("When can the great barn be rented by guests?", [found])
    assert "“barn”" not in draft.text
