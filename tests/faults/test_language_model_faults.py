"""What people see when a language model's server fails while it answers, through the real SDK."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from backend.errors import LanguageModelError
from backend.language_models import openai_compatible
from backend.settings import Secret, Settings
from backend.tasks.answer.language_model import build
from backend.types import Chunk, Draft, Hit
from tests.scripted_server.script import Reply, answer, read_script, refusal
from tests.scripted_server.server import ScriptedServer

TEXT = "Revenue grew by 5 percent in 2023."
HITS = [Hit(Chunk("c", "d", "s", 0, TEXT, 0, len(TEXT), (0,), "prose"), 1.0, ())]


def draft_of(server: ScriptedServer, **changes: object) -> Draft:
    settings = Settings(
        language_model_url=server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
        **changes,  # type: ignore[arg-type]
    )
    task = build(settings, openai_compatible.build(settings))
    *_, draft = task.answer("What grew?", (), HITS, threading.Event())
    assert isinstance(draft, Draft)
    return draft


def test_an_answer_comes_with_its_citation_and_its_price(scripted_server: ScriptedServer) -> None:
    scripted_server.script(answer("Revenue grew by 5 percent [1].", usage=(200, 10)))
    draft = draft_of(scripted_server, price_input=1.0, price_output=10.0)
    assert draft.sentences == ((0, 30, (1,)),)
    assert draft.usage.cost == pytest.approx(0.0003)  # (200 x 1 + 10 x 10) / 1e6
    assert TEXT in scripted_server.chats[0].text


def test_a_cut_connection_keeps_the_part_that_came(scripted_server: ScriptedServer) -> None:
    scripted_server.script(Reply(pieces=("Revenue grew [1]. ", "Also"), ending="cut"))
    draft = draft_of(scripted_server)
    assert draft.text == "Revenue grew [1]. Also"
    assert draft.sentences[0] == (0, 17, (1,))
    assert "broke" in draft.notices[0]


def test_a_server_that_stays_down_ends_in_a_sentence(scripted_server: ScriptedServer) -> None:
    scripted_server.script(refusal(503, "restarting", retry_after="0"))
    with pytest.raises(LanguageModelError, match="restarting") as caught:
        draft_of(scripted_server)
    assert caught.value.code == "unreachable"
    assert caught.value.remedy


def test_no_sdk_is_imported_before_it_is_used() -> None:
    code = (
        "import sys, backend.language_models.groq, backend.language_models.openai_compatible;"
        "print(sorted({'groq', 'openai', 'httpx', 'httpx2', 'torch'} & set(sys.modules)))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout.strip() == "[]"


def test_a_script_file_for_trials_by_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    script = {"models": ["a"], "replies": [{"text": "It grew [1]."}, {"status": 429}]}
    path.write_text(json.dumps(script), "utf-8")
    replies, models = read_script(path)
    assert replies[0].pieces == ("It ", "grew ", "[1].")
    assert replies[1].status == 429
    assert models == ["a"]
