"""What every language model adapter promises, checked through its real SDK on a loopback server."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from backend.errors import LanguageModelError, SettingsError
from backend.language_models import groq, openai_compatible
from backend.ports import Completion, LanguageModel, Message
from backend.settings import Secret, Settings
from tests.scripted_server.script import Reply, answer, refusal
from tests.scripted_server.server import ScriptedServer

KEY = "key-that-nobody-may-see"
SCHEMA = {
    "type": "object",
    "properties": {"enough": {"type": "boolean"}},
    "required": ["enough"],
    "additionalProperties": False,
}
ASKED = (Message("system", "Be brief."), Message("user", "What grew?"))


class _StopWhen:
    """A stop signal that is set as soon as something holds."""

    def __init__(self, holds: Callable[[], bool]) -> None:
        self.is_set = holds


def ask(
    model: LanguageModel, *, stop: threading.Event | None = None, **options: object
) -> tuple[list[str], Completion]:
    """All pieces and the completion; checks the order and that the pieces make the text."""
    options.setdefault("max_tokens", 50)
    found = list(model.stream(ASKED, stop=stop or threading.Event(), **options))  # type: ignore[arg-type]
    *pieces, completion = found
    assert isinstance(completion, Completion)
    texts = [piece for piece in pieces if isinstance(piece, str)]
    assert texts == pieces
    assert "".join(texts) == completion.text
    return texts, completion


class LanguageModelContract:
    """Inherit it and say how the adapter is built for a server."""

    prefix: str
    usage_place: str = "usage"
    token_limit: str

    def settings(self, server: ScriptedServer) -> Settings:
        return Settings(
            language_model_url=server.url + self.prefix,
            language_model_key=Secret(KEY),
            language_model_name="tiny",
            language_model_timeout=20.0,
        )

    build: Callable[[Settings], LanguageModel]

    @pytest.fixture
    def model(self, scripted_server: ScriptedServer) -> LanguageModel:
        return type(self).build(self.settings(scripted_server))

    def built(self, server: ScriptedServer, **changes: object) -> LanguageModel:
        return type(self).build(replace(self.settings(server), **changes))  # type: ignore[arg-type]

    # --- answers ---------------------------------------------------------------------------------

    def test_streams_pieces_and_ends_with_the_whole(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("Revenue grew [1]."))
        pieces, completion = ask(model)
        assert pieces == ["Revenue ", "grew ", "[1]."]
        assert completion.text == "Revenue grew [1]."
        assert completion.model == model.name == "tiny"
        assert completion.ending == "complete"

    def test_sends_messages_model_limit_and_key(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("Yes."))
        ask(model, max_tokens=77)
        (request,) = scripted_server.chats
        assert request.body["messages"] == [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "What grew?"},
        ]
        assert request.body["model"] == "tiny"
        assert request.body[self.token_limit] == 77
        assert request.body["stream"] is True
        assert request.body["temperature"] == 0
        assert "response_format" not in request.body
        assert request.headers["authorization"] == f"Bearer {KEY}"

    def test_reports_the_servers_tokens_and_their_price(
        self, scripted_server: ScriptedServer
    ) -> None:
        scripted_server.script(answer("Yes.", usage=(1_000, 200), usage_place=self.usage_place))
        _, completion = ask(self.built(scripted_server, price_input=0.5, price_output=2.0))
        assert completion.usage.input_tokens == 1_000
        assert completion.usage.output_tokens == 200
        # 1000 x 0.5 / 1e6 + 200 x 2 / 1e6 = 0.0005 + 0.0004
        assert completion.usage.cost == pytest.approx(0.0009)
        assert not completion.estimated

    def test_counts_tokens_itself_where_the_server_does_not(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("Twelve chars"))
        _, completion = ask(model)
        # "Be brief." 9 characters -> 3 + 4 for the frame, "What grew?" 10 -> 3 + 4; 12 -> 3.
        assert completion.usage.input_tokens == 14
        assert completion.usage.output_tokens == 3
        assert completion.estimated

    def test_says_when_the_token_limit_ended_the_answer(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("It grew and", finish_reason="length"))
        assert ask(model)[1].ending == "length"

    def test_leaves_out_what_a_reasoning_model_thinks(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(
            Reply(
                pieces=("<thi", "nk>Hm, 2 < 3", "</think", ">\n\nIt ", "grew."),
                reasoning="secret thoughts",
            )
        )
        assert ask(model)[1].text == "It grew."

    def test_text_with_lone_surrogates_can_be_sent(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("Yes."))
        list(model.stream([Message("user", "a\ud800b")], max_tokens=5, stop=threading.Event()))
        assert scripted_server.chats[0].body["messages"][0]["content"] == "a?b"

    # --- models ----------------------------------------------------------------------------------

    def test_lists_models_sorted(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.models = ["zeta", "alpha"]
        assert model.models() == ("alpha", "zeta")

    def test_lists_none_where_the_server_cannot(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.models = None
        assert model.models() == ()

    # --- stop and time ---------------------------------------------------------------------------

    def test_stop_hangs_up_and_keeps_what_had_come(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("It ", "grew "), ending="endless"))
        stop = threading.Event()
        pieces: list[str] = []
        completion = None
        for piece in model.stream(ASKED, max_tokens=50, stop=stop):
            if isinstance(piece, Completion):
                completion = piece
            else:
                pieces.append(piece)
                stop.set()
        assert completion is not None
        assert completion.ending == "stopped"
        assert completion.text == "".join(pieces)
        assert completion.text.startswith("It ")
        assert scripted_server.chats[0].hung_up.wait(10)
        assert len(scripted_server.chats) == 1

    def test_stop_hangs_up_on_a_server_that_says_nothing(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(ending="silent"))
        found = list(
            model.stream(ASKED, max_tokens=50, stop=_StopWhen(lambda: bool(scripted_server.chats)))
        )
        assert [type(each) for each in found] == [Completion]
        assert scripted_server.chats[0].hung_up.wait(10)

    def test_stop_ends_the_wait_for_a_rate_limit(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(refusal(429, retry_after="15"))
        stop = _StopWhen(lambda: any(chat.answered.is_set() for chat in scripted_server.chats))
        (completion,) = model.stream(ASKED, max_tokens=50, stop=stop)
        assert isinstance(completion, Completion)
        assert completion.ending == "stopped"
        assert len(scripted_server.chats) == 1

    def test_stopped_before_it_began_asks_nothing(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        stop = threading.Event()
        stop.set()
        assert ask(model, stop=stop)[1].text == ""
        assert scripted_server.requests == []

    def test_leaving_the_stream_hangs_up(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("It ",), ending="endless"))
        stream = model.stream(ASKED, max_tokens=50, stop=threading.Event())
        assert next(stream) == "It "
        stream.close()  # type: ignore[attr-defined]
        assert scripted_server.chats[0].hung_up.wait(10)

    def test_time_limit_before_any_text_is_an_error(self, scripted_server: ScriptedServer) -> None:
        scripted_server.script(Reply(ending="silent"))
        with pytest.raises(LanguageModelError) as caught:
            ask(self.built(scripted_server, language_model_timeout=1.5))
        assert caught.value.code == "timeout"
        assert "1.5 seconds" in caught.value.what
        assert scripted_server.chats[0].hung_up.wait(10)

    def test_time_limit_after_text_keeps_the_text(self, scripted_server: ScriptedServer) -> None:
        scripted_server.script(Reply(pieces=("It ", "grew "), ending="silent"))
        _, completion = ask(self.built(scripted_server, language_model_timeout=2.0))
        assert completion.text == "It grew "
        assert completion.ending == "timeout"

    # --- retries ---------------------------------------------------------------------------------

    @pytest.mark.parametrize("status", [429, 503])
    def test_waits_as_the_server_asks_and_asks_again(
        self, scripted_server: ScriptedServer, model: LanguageModel, status: int
    ) -> None:
        scripted_server.script(refusal(status, retry_after="0"), answer("Yes."))
        assert ask(model)[1].text == "Yes."
        assert len(scripted_server.chats) == 2

    def test_a_date_in_the_past_means_at_once(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        past = format_datetime(datetime.now(UTC) - timedelta(minutes=1), usegmt=True)
        scripted_server.script(refusal(429, retry_after=past), answer("Yes."))
        assert ask(model)[1].text == "Yes."

    def test_a_wait_longer_than_the_time_limit_is_not_begun(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(refusal(429, "slow down", retry_after="3600"))
        with pytest.raises(LanguageModelError) as caught:
            ask(model)
        assert caught.value.code == "rate_limited"
        assert "3600 seconds" in caught.value.what
        assert len(scripted_server.chats) == 1

    def test_gives_up_after_four_attempts(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(refusal(429, retry_after="0"))
        with pytest.raises(LanguageModelError) as caught:
            ask(model)
        assert caught.value.code == "rate_limited"
        assert len(scripted_server.chats) == 4

    def test_a_fault_of_the_server_is_tried_again_without_being_asked_to_wait(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(refusal(500, "out of memory"), answer("Yes."))
        assert ask(model)[1].text == "Yes."
        assert len(scripted_server.chats) == 2

    def test_a_connection_cut_before_any_text_is_tried_again(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("<think>Hm",), ending="cut"), answer("Yes."))
        assert ask(model)[1].text == "Yes."
        assert len(scripted_server.chats) == 2

    def test_a_connection_cut_after_text_keeps_the_text(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("It ", "grew"), ending="cut"), answer("No."))
        _, completion = ask(model)
        assert completion.text == "It grew"
        assert completion.ending == "cut"
        assert len(scripted_server.chats) == 1

    def test_a_stream_that_ends_without_a_reason_counts_as_cut(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("It ", "grew"), ending="no_reason"))
        assert ask(model)[1].ending == "cut"

    # --- errors ----------------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("reply", "code"),
        [
            (refusal(401, f"wrong key {KEY}"), "unauthorised"),
            (refusal(403, "not yours"), "unauthorised"),
            (refusal(404, "no such model"), "refused"),
            (refusal(400, f"nonsense {KEY}"), "refused"),
            (refusal(413, "too large"), "refused"),
            (refusal(429, "pay first", "insufficient_quota"), "refused"),
            (Reply(raw=("{this is not JSON",)), "broken_answer"),
            (Reply(raw=('{"error": {"message": "lost"}}',)), "broken_answer"),
            (Reply(raw=('["odd"]', '"odd"', '{"choices": 5}')), "broken_answer"),
            (Reply(), "broken_answer"),
            (Reply(pieces=("<think>Long",), finish_reason="length"), "broken_answer"),
            (Reply(finish_reason="content_filter"), "refused"),
        ],
    )
    def test_errors_have_a_code_and_sentences_and_are_not_repeated(
        self, scripted_server: ScriptedServer, model: LanguageModel, reply: Reply, code: str
    ) -> None:
        scripted_server.script(reply)
        with pytest.raises(LanguageModelError) as caught:
            ask(model)
        assert caught.value.code == code
        assert caught.value.what.endswith(".")
        assert caught.value.remedy.endswith(".")
        assert KEY not in str(caught.value)
        assert len(scripted_server.chats) == 1

    def test_a_malformed_line_after_text_keeps_the_text(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(Reply(pieces=("It grew",), raw=("{not JSON",)))
        _, completion = ask(model)
        assert completion.text == "It grew"
        assert completion.ending == "cut"

    def test_no_server_is_unreachable(self, scripted_server: ScriptedServer) -> None:
        with ScriptedServer() as gone:
            settings = self.settings(gone)
        model = type(self).build(settings)
        with pytest.raises(LanguageModelError) as asked:
            ask(model)
        with pytest.raises(LanguageModelError) as listed:
            model.models()
        assert asked.value.code == listed.value.code == "unreachable"

    # --- JSON ------------------------------------------------------------------------------------

    def test_a_schema_is_sent_where_the_server_takes_it(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer('{"enough": true}'))
        assert ask(model, schema=SCHEMA)[1].text == '{"enough": true}'
        form = scripted_server.chats[0].body["response_format"]
        assert form["type"] == "json_schema"
        assert form["json_schema"]["schema"] == SCHEMA
        assert form["json_schema"]["strict"] is True

    def test_a_refused_schema_is_spelled_out_and_that_is_remembered(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(
            refusal(400, "response format `json_schema` is not supported"),
            answer('{"enough": true}'),
        )
        assert ask(model, schema=SCHEMA)[1].text == '{"enough": true}'
        ask(model, schema=SCHEMA)
        forms = [chat.body["response_format"]["type"] for chat in scripted_server.chats]
        assert forms == ["json_schema", "json_object", "json_object"]
        assert '"enough"' in scripted_server.chats[1].text

    def test_a_server_without_any_json_mode_gets_the_schema_in_words(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        no = refusal(422, "unknown field: response_format")
        scripted_server.script(no, no, answer('{"enough": true}'))
        ask(model, schema=SCHEMA)
        assert "response_format" not in scripted_server.chats[2].body
        assert '"enough"' in scripted_server.chats[2].text

    def test_a_refused_temperature_is_left_out(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(refusal(400, "'temperature' does not support 0"), answer("Yes."))
        ask(model)
        ask(model)
        sent = ["temperature" in chat.body for chat in scripted_server.chats]
        assert sent == [True, False, False]

    # --- several at once -------------------------------------------------------------------------

    def test_several_threads_may_ask_at_once(
        self, scripted_server: ScriptedServer, model: LanguageModel
    ) -> None:
        scripted_server.script(answer("One two three."))
        texts: list[str] = []
        threads = [
            threading.Thread(target=lambda: texts.append(ask(model)[1].text)) for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert texts == list(itertools.repeat("One two three.", 6))


class TestOpenAICompatible(LanguageModelContract):
    prefix = "/v1"
    token_limit = "max_tokens"
    build = staticmethod(openai_compatible.build)

    def test_without_a_name_the_first_listed_chat_model_is_asked(
        self, scripted_server: ScriptedServer
    ) -> None:
        scripted_server.models = ["nomic-embed-text", "zeta", "alpha"]
        scripted_server.script(answer("Yes."))
        model = self.built(scripted_server, language_model_name="")
        assert ask(model)[1].model == "zeta"
        assert model.name == "zeta"

    def test_without_a_name_and_a_list_it_says_so(self, scripted_server: ScriptedServer) -> None:
        scripted_server.models = None
        with pytest.raises(LanguageModelError, match="which models") as caught:
            ask(self.built(scripted_server, language_model_name=""))
        assert caught.value.code == "refused"

    def test_a_newer_name_of_the_token_limit_is_used_when_asked_for(
        self, scripted_server: ScriptedServer
    ) -> None:
        scripted_server.script(
            refusal(400, "max_tokens is not supported, use max_completion_tokens"), answer("Yes.")
        )
        ask(self.built(scripted_server))
        assert scripted_server.chats[1].body["max_completion_tokens"] == 50
        assert "max_tokens" not in scripted_server.chats[1].body

    def test_a_server_that_cannot_count_tokens_is_not_asked_to(
        self, scripted_server: ScriptedServer
    ) -> None:
        scripted_server.script(refusal(422, "stream_options: extra fields"), answer("Yes."))
        assert ask(self.built(scripted_server))[1].estimated
        assert "stream_options" not in scripted_server.chats[1].body

    def test_a_local_server_needs_no_key(self, scripted_server: ScriptedServer) -> None:
        scripted_server.script(answer("Yes."))
        assert ask(self.built(scripted_server, language_model_key=Secret()))[1].text == "Yes."

    @pytest.mark.parametrize("url", ["", "localhost:11434/v1", "ftp://somewhere/v1"])
    def test_needs_a_web_address(self, url: str) -> None:
        with pytest.raises(SettingsError, match="QUIRE_LANGUAGE_MODEL_URL"):
            openai_compatible.build(Settings(language_model_url=url))


class TestGroq(LanguageModelContract):
    prefix = ""
    usage_place = "x_groq"
    token_limit = "max_completion_tokens"
    build = staticmethod(groq.build)

    def test_speaks_under_groqs_path(self, scripted_server: ScriptedServer) -> None:
        scripted_server.script(answer("Yes."))
        ask(self.built(scripted_server))
        url = scripted_server.url + "/openai/v1/"
        ask(self.built(scripted_server, language_model_url=url))
        paths = {chat.path for chat in scripted_server.chats}
        assert paths == {"/openai/v1/chat/completions"}

    def test_without_a_name_its_default_model_is_asked(
        self, scripted_server: ScriptedServer
    ) -> None:
        scripted_server.script(answer("Yes."))
        model = self.built(scripted_server, language_model_name="")
        assert ask(model)[1].model == groq.DEFAULT_MODEL

    def test_needs_a_key(self) -> None:
        with pytest.raises(SettingsError, match="GROQ_API_KEY"):
            groq.build(Settings(language_model_key=Secret()))
