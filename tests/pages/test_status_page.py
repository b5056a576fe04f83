"""What the Status page promises, without a browser."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from backend.types import ServiceStatus
from tests.pages.standin import StandInWorkbench


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def _shown(app: AppTest) -> str:
    return "\n".join(str(each.value) for each in [*app.markdown, *app.caption]).replace("\\", "")


def test_health_disk_and_versions_are_shown(workbench: StandInWorkbench, status: AppTest) -> None:
    status.run()
    assert "Everything works" in _shown(status)
    assert "41 documents in 3 collections" in _html(status)
    assert "<dt>Files</dt><dd>1.2 GB</dd>" in _html(status)
    assert "<dt>Python</dt><dd>3.11</dd>" in _html(status)


def test_a_part_that_failed_says_what_to_do(workbench: StandInWorkbench, status: AppTest) -> None:
    workbench.service_list[0] = ServiceStatus(
        "Records", "failed", "The disk is full.", {}, "Free some space."
    )
    status.run()
    assert "Records: look below" in _shown(status)
    assert "The disk is full." in _html(status)
    assert "Free some space." in _html(status)


def test_check_and_repair_show_what_they_found(
    workbench: StandInWorkbench, status: AppTest
) -> None:
    status.run()
    status.button(key="check").click().run()
    assert "3 passages are missing." in _html(status)
    status.button(key="repair").click().run()
    assert "3 passages were added again." in _html(status)


def test_a_server_that_does_not_answer_is_explained(
    workbench: StandInWorkbench, status: AppTest
) -> None:
    status.run()
    status.selectbox(key="language-model-provider").set_value("openai_compatible").run()
    status.text_input(key="language-model-url").set_value("http://localhost:1/v1").run()
    status.button(key="language-model-list").click().run()
    assert "The server does not answer." in status.error[0].value.replace("\\", "")
    assert "Key: not set." in _shown(status)


def test_the_language_model_that_was_chosen_is_used(
    workbench: StandInWorkbench, status: AppTest
) -> None:
    status.run()
    status.selectbox(key="language-model-provider").set_value("openai_compatible").run()
    status.text_input(key="language-model-url").set_value("http://localhost:1/v1").run()
    status.button(key="language-model-use").click().run()
    query, name, _ = workbench.asked[-1]
    assert (query.text, query.collection_id, name) == (
        "openai_compatible",
        "http://localhost:1/v1",
        "",
    )
