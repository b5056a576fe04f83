"""Spans of a question where they are switched on, and not a trace of OpenTelemetry otherwise."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from backend import tracing
from backend.bootstrap import LoadedEmbedders
from backend.errors import SettingsError
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import answer as reply
from tests.scripted_server.script import refusal
from tests.scripted_server.server import ScriptedServer
from tests.valleys import SETTINGS, WordEmbedder

ROOT = Path(__file__).parents[2]
QUESTION = "Who lit the lamp of the Harrow lighthouse?"


@pytest.fixture
def exported() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.switch_on(provider)
    yield exporter
    tracing.switch_off()
    provider.shutdown()


@pytest.fixture
def workbench(
    tmp_path: Path,
    exported: InMemorySpanExporter,
    scripted_server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    settings = replace(
        load_settings({}, library=tmp_path / "library"),
        language_model="openai_compatible",
        language_model_url=scripted_server.openai_url,
        language_model_name="scripted",
    )
    made = open_workbench(settings, start_workers=False)
    collection = made.library.create_collection("Lights", SETTINGS)
    made.library.add_file(
        collection.id, "lights.txt", b"Ada Lorne lit the lamp of the Harrow lighthouse."
    )
    made.queue.work_until_idle(threading.Event())
    exported.clear()
    yield made
    made.close()


def ask(workbench: Workbench, pipeline: str, **options: str) -> Any:
    collection = workbench.library.collection_named("Lights").id
    asking = workbench.questions.ask(
        Query(QUESTION, collection, options=workbench.questions.options_of(pipeline, options)),
        pipeline,
    )
    assert asking.wait(60)
    return asking


def by_name(exported: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in exported.get_finished_spans()}


def is_child(span: ReadableSpan, parent: ReadableSpan) -> bool:
    return span.parent is not None and span.parent == parent.context


def test_a_question_its_retrievers_its_task_and_its_model_have_spans(
    workbench: Workbench, exported: InMemorySpanExporter, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(reply("Ada Lorne lit the lamp [1].", usage=(120, 8)))
    answer = ask(workbench, "naive").answer
    found = by_name(exported)
    root = found["invoke_workflow naive"]
    assert root.parent is None
    told = dict(root.attributes or {})
    assert told["gen_ai.operation.name"] == "invoke_workflow"
    assert told["gen_ai.workflow.name"] == "naive"
    assert told["gen_ai.conversation.id"] == answer.conversation_id
    assert told["quire.answer.id"] == answer.id
    assert (told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]) == (120, 8)
    for name in ("dense", "lexical"):
        span = found[f"retrieval {name}"]
        assert is_child(span, root)
        assert (span.attributes or {})["gen_ai.operation.name"] == "retrieval"
        assert (span.attributes or {})["gen_ai.data_source.id"] == answer.collection_id
    task = found["task answer"]
    assert is_child(task, root)
    assert (task.attributes or {})["quire.verdict"] in {"direct", "likely"}
    chat = found["chat scripted"]
    assert is_child(chat, task)
    assert chat.kind is SpanKind.CLIENT
    of_chat = dict(chat.attributes or {})
    assert of_chat["gen_ai.provider.name"] == "openai"
    assert of_chat["gen_ai.request.model"] == "scripted"
    assert of_chat["gen_ai.response.finish_reasons"] == ("stop",)
    assert (of_chat["gen_ai.usage.input_tokens"], of_chat["gen_ai.usage.output_tokens"]) == (120, 8)
    everything = " ".join(each.to_json() for each in exported.get_finished_spans())
    assert "Ada" not in everything
    assert "lamp" not in everything


def test_retrievers_that_work_in_threads_belong_to_their_question(
    workbench: Workbench, exported: InMemorySpanExporter
) -> None:
    with tracing.span("whoever asks", {}):
        ask(workbench, "fused_hybrid", answerer="local")
    spans = exported.get_finished_spans()
    (root,) = (span for span in spans if span.name == "invoke_workflow fused_hybrid")
    assert is_child(root, by_name(exported)["whoever asks"])
    retrievals = [span for span in spans if span.name.startswith("retrieval ")]
    asked = {(retrieval.attributes or {})["quire.retriever.asked"] for retrieval in retrievals}
    assert asked == {"propose", "score"}
    assert len({retrieval.name for retrieval in retrievals}) > 3
    assert all(is_child(retrieval, root) for retrieval in retrievals)
    assert not any(span.name.startswith("chat") for span in spans)


def test_a_search_has_a_span_without_an_answer(
    workbench: Workbench, exported: InMemorySpanExporter
) -> None:
    workbench.questions.search(
        Query(QUESTION, workbench.library.collection_named("Lights").id), "naive"
    )
    found = by_name(exported)
    assert is_child(found["retrieval dense"], found["invoke_workflow naive"])
    assert "task answer" not in found


def test_a_failure_is_told_by_its_kind_alone(
    workbench: Workbench, exported: InMemorySpanExporter, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(refusal(401, "the key of Ada is not valid"))
    assert ask(workbench, "naive").error is not None
    found = by_name(exported)
    for name in ("chat scripted", "task answer", "invoke_workflow naive"):
        assert found[name].status.status_code is StatusCode.ERROR
        assert (found[name].attributes or {})["error.type"] == "LanguageModelError"
        assert found[name].events == ()
        assert "Ada" not in found[name].to_json()


def test_a_file_that_is_read_has_a_span_without_its_name(
    workbench: Workbench, exported: InMemorySpanExporter
) -> None:
    collection = workbench.library.collection_named("Lights").id
    workbench.library.add_file(collection, "mills.txt", b"The mill ground barley until 1954.")
    workbench.library.add_file(collection, "broken.pdf", b"%PDF-1.7 mills")
    workbench.queue.work_until_idle(threading.Event())
    jobs = [span for span in exported.get_finished_spans() if span.name == "job add"]
    errors = {(job.attributes or {}).get("error.type", "") for job in jobs}
    assert errors == {"", "ReadingError"}
    assert {(job.attributes or {})["quire.job.bytes"] for job in jobs} == {34, 14}
    assert not any("mills" in job.to_json() for job in jobs)


def test_a_stream_that_is_left_ends_its_span_and_lends_it_to_nobody(
    exported: InMemorySpanExporter,
) -> None:
    pieces = tracing.spanned("stream", {}, iter("abc"), lambda recording, piece: None)
    assert next(pieces) == "a"
    with tracing.span("beside", {}):
        pass
    pieces.close()  # type: ignore[attr-defined]
    found = by_name(exported)
    assert found["beside"].parent is None
    assert found["stream"].end_time is not None
    assert found["stream"].status.status_code is StatusCode.UNSET


def test_where_traces_are_off_nothing_of_opentelemetry_is_loaded() -> None:
    source = """
import sys
import backend.workbench, backend.pipelines.fused_hybrid, backend.pipelines.naive
from backend import tracing
with tracing.span("a", {}):
    assert list(tracing.spanned("b", {}, iter("xy"), print)) == ["x", "y"]
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_setting_sends_spans_to_the_collector_that_the_variables_name(tmp_path: Path) -> None:
    received: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    source = f"""
from pathlib import Path
from backend import tracing
from backend.bootstrap import assemble
from backend.settings import load_settings
assemble(load_settings(library=Path({str(tmp_path / "library")!r})))
with tracing.span("hello collector", {{}}):
    pass
"""
    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        subprocess.run(
            [sys.executable, "-c", source],
            cwd=ROOT,
            env={
                "PATH": "",
                "QUIRE_TRACES": "1",
                "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{server.server_port}",
            },
            check=True,
        )
        server.shutdown()
        thread.join()
    ((path, body),) = received
    assert path == "/v1/traces"
    assert b"hello collector" in body
    assert b"service.name" in body


def test_without_the_sdk_the_setting_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(SettingsError, match="requirements-traces"):
        open_workbench(load_settings({"QUIRE_TRACES": "1"}, library=tmp_path), start_workers=False)
    assert not tracing.are_on()
