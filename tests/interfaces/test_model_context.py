"""An assistant lists, searches, asks, opens a page and checks a sentence, by the SDK's client."""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from mcp import Client, StdioServerParameters, stdio_client
from PIL import Image

from backend.interfaces import model_context
from backend.workbench import Workbench
from tests.interfaces.conftest import COLLECTION, REPORT, in_own_loop

ROOT = Path(__file__).parents[2]
Result = TypeVar("Result")
TOOLS = {
    *("list_collections", "list_documents", "search", "ask", "check_sentence", "open_page"),
}


def with_client(library: Workbench, talk: Callable[[Client], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with Client(model_context.build(library)) as client:
            return await talk(client)

    return in_own_loop(run)


def call(library: Workbench, tool: str, **arguments: Any) -> Any:
    return with_client(library, lambda client: client.call_tool(tool, arguments))


def value(library: Workbench, tool: str, **arguments: Any) -> Any:
    result = call(library, tool, **arguments)
    assert not result.is_error, result.content
    return result.structured_content


def refusal(library: Workbench, tool: str, **arguments: Any) -> str:
    result = call(library, tool, **arguments)
    assert result.is_error
    return str(result.content[0].text)


def test_every_tool_says_what_it_does_and_that_it_only_reads(library: Workbench) -> None:
    listed = with_client(library, lambda client: client.list_tools()).tools
    assert {tool.name for tool in listed} == TOOLS
    for tool in listed:
        assert len(tool.description or "") > 40
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert not tool.annotations.destructive_hint


def test_collections_and_documents_are_listed(library: Workbench) -> None:
    (collection,) = value(library, "list_collections")["result"]
    assert (collection["name"], collection["documents"]) == (COLLECTION, 2)
    documents = value(library, "list_documents", collection="lighthouse")["result"]
    assert {document["name"] for document in documents} == {"notes.txt", REPORT}


def test_a_search_gives_passages_with_shares_that_add_up(library: Workbench) -> None:
    found = value(
        library, "search", question="Who opened the Harrow lighthouse?", collection=COLLECTION
    )
    first = found["passages"][0]
    assert first["document"] == "notes.txt"
    assert "Ada Lorne" in first["text"]
    assert abs(sum(each["contribution"] for each in first["shares"]) - first["score"]) < 1e-6


def test_a_search_stays_in_the_documents_that_were_named(library: Workbench) -> None:
    found = value(
        library,
        "search",
        question="Who opened the Harrow lighthouse?",
        collection=COLLECTION,
        documents=[REPORT],
    )
    assert {each["document"] for each in found["passages"]} == {REPORT}


def test_an_answer_cites_document_page_and_words(library: Workbench) -> None:
    answer = value(
        library, "ask", question="Who opened the Harrow lighthouse?", collection=COLLECTION
    )
    assert answer["verdict"] in {"direct", "likely"}
    assert answer["found"]
    assert "Ada Lorne" in answer["short"] + answer["text"]
    cited = answer["citations"][0]
    assert (cited["document"], cited["page"]) == ("notes.txt", 1)
    assert "Ada Lorne opened the Harrow lighthouse in 1931" in cited["words"]


def test_the_page_of_a_passage_comes_as_an_image_with_its_passage_framed(
    library: Workbench,
) -> None:
    found = value(library, "search", question="visitors", collection=COLLECTION, documents=[REPORT])
    passage = found["passages"][0]
    told, shown = call(library, "open_page", passage_id=passage["passage_id"]).content
    assert REPORT in told.text
    assert f"page {passage['pages'][0]}" in told.text
    assert shown.mime_type == "image/png"
    picture = Image.open(io.BytesIO(base64.b64decode(shown.data))).convert("RGB")
    assert (36, 64, 154) in {colour for _, colour in picture.getcolors(1 << 24)}


def test_a_passage_without_pages_comes_as_text(library: Workbench) -> None:
    found = value(
        library, "search", question="keeper", collection=COLLECTION, documents=["notes.txt"]
    )
    (told,) = call(library, "open_page", passage_id=found["passages"][0]["passage_id"]).content
    assert "Tom Wragge" in told.text or "Ada Lorne" in told.text


def test_a_true_sentence_is_borne_out_and_a_falsified_one_is_not(library: Workbench) -> None:
    true = value(
        library,
        "check_sentence",
        sentence="The Harrow lighthouse was opened in 1931 by Ada Lorne.",
        collection=COLLECTION,
    )
    assert true["supported"] is True
    assert true["passages"][0]["document"] == "notes.txt"
    false = value(
        library,
        "check_sentence",
        sentence="The Harrow lighthouse was opened in 1947 by Ada Lorne.",
        collection=COLLECTION,
    )
    assert false["supported"] is False
    assert "1947" in false["problem"]


def test_a_question_claims_nothing(library: Workbench) -> None:
    report = value(
        library, "check_sentence", sentence="Who painted the house?", collection=COLLECTION
    )
    assert report["supported"] is None


def test_errors_say_what_to_do(library: Workbench) -> None:
    assert "“Lighthouse”" in refusal(library, "search", question="x", collection="Mills")
    assert "empty" in refusal(library, "ask", question=" ", collection=COLLECTION)
    assert "Choose one of" in refusal(
        library, "search", question="lamp", collection=COLLECTION, pipeline="oracle"
    )
    assert "1 to 100" in refusal(
        library, "search", question="lamp", collection=COLLECTION, passages=0
    )
    assert "ask again" in refusal(library, "open_page", passage_id="nothing")
    assert "passages" in refusal(
        library, "search", question="lamp", collection=COLLECTION, passages="many"
    )


def test_the_command_serves_over_standard_input_and_output(folder: Path) -> None:
    async def run() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "backend", "--library", str(folder), "mcp"],
            cwd=ROOT,
        )
        async with Client(stdio_client(server)) as client:
            return await client.call_tool("list_collections", {})

    result = in_own_loop(run)
    assert [each["name"] for each in result.structured_content["result"]] == [COLLECTION]
