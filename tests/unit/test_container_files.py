"""compose.yaml and Dockerfile as far as they can be judged without a container engine."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
from pathlib import Path
from typing import Any

import yaml

from backend.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
SERVICE_KEYS = {
    *("build", "image", "restart", "init", "environment", "volumes", "networks", "ports"),
    *("command", "healthcheck", "depends_on", "mem_limit", "ulimits", "cap_drop", "security_opt"),
    "profiles",
}
INSTRUCTIONS = {
    *("FROM", "ENV", "WORKDIR", "RUN", "COPY", "ARG", "USER", "VOLUME", "EXPOSE"),
    *("HEALTHCHECK", "CMD"),
}
SETTINGS = {f"{PREFIX}{name.upper()}" for name in Settings.__dataclass_fields__}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in lines]


def test_every_service_uses_keys_of_the_compose_specification() -> None:
    whole = compose()
    assert set(whole) == {"name", "x-quire", "services", "volumes", "networks"}
    for service in whole["services"].values():
        assert set(service) <= SERVICE_KEYS


def test_what_services_refer_to_is_there() -> None:
    whole = compose()
    for service in whole["services"].values():
        assert set(service.get("depends_on", {})) <= set(whole["services"])
        assert set(service["networks"]) <= set(whole["networks"])
        for volume in service["volumes"]:
            source, target = volume.split(":")
            assert source in whole["volumes"]
            assert target.startswith("/")


def test_who_waits_for_a_service_waits_until_it_is_healthy() -> None:
    services = compose()["services"]
    for service in services.values():
        for name, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            check = services[name]["healthcheck"]
            assert check["test"][0] in {"CMD", "CMD-SHELL"}
            assert {"interval", "timeout", "retries", "start_period"} <= set(check)


def test_memory_is_limited_and_images_are_of_one_version() -> None:
    for service in compose()["services"].values():
        assert re.fullmatch(r"\d+[gm]", service["mem_limit"])
        assert re.search(r":\d+\.\d+", service["image"])


def test_the_servers_are_reached_by_the_app_alone() -> None:
    whole = compose()
    assert whole["networks"]["inside"] == {"internal": True}
    for name in ("elasticsearch", "neo4j"):
        assert "ports" not in whole["services"][name]
        assert whole["services"][name]["networks"] == ["inside"]
    for port in whole["services"]["app"]["ports"]:
        assert port.startswith("127.0.0.1:")


def test_the_cluster_starts_where_it_is_asked_for_and_knows_no_password() -> None:
    services = compose()["services"]
    cluster = {name for name, service in services.items() if service.get("profiles") == ["dask"]}
    assert cluster == {"dask-scheduler", "dask-worker"}
    for name in cluster:
        assert services[name]["environment"] == {}
        assert services[name]["networks"] == ["inside"]
        assert "ports" not in services[name]
        assert services[name]["command"][:3] == ["python", "-m", "dask"]
    assert "tcp://dask-scheduler:8786" in services["dask-worker"]["command"]
    assert services["worker"]["environment"]["QUIRE_DASK_SCHEDULER"] == "${DASK_SCHEDULER:-}"


def test_passwords_are_asked_for_and_not_written_down() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assigned = re.findall(r"(?:PASSWORD|NEO4J_AUTH): (.+)", text)
    assert assigned
    assert [value for value in assigned if not re.search(r"\$\{\w+:\?", value)] == []


def test_settings_of_the_containers_are_settings_of_quire() -> None:
    for service in compose()["services"].values():
        named = {name for name in service["environment"] if name.startswith(PREFIX)}
        assert named <= SETTINGS
    set_by_image = re.findall(rf"\b({PREFIX}\w+)=", (ROOT / "Dockerfile").read_text("utf-8"))
    assert set_by_image
    assert set(set_by_image) <= SETTINGS


def test_the_image_is_built_of_known_instructions_and_does_not_run_as_root() -> None:
    found = instructions()
    assert {name for name, _ in found} <= INSTRUCTIONS
    assert found[0][0] == "FROM"
    assert all(":" in rest.split()[0] for name, rest in found if name == "FROM")
    users = [rest for name, rest in found if name == "USER"]
    assert users == ["quire"]
    names = [name for name, _ in found]
    assert names.index("USER") < names.index("CMD")
    assert any(name == "RUN" and rest.startswith("useradd --system") for name, rest in found)


def test_the_image_takes_what_is_there_and_what_the_ignore_file_lets_through() -> None:
    allowed = [
        line[1:]
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    ]
    copied = [
        source
        for name, rest in instructions()
        if name == "COPY" and "--from" not in rest
        for source in shlex.split(rest)[:-1]
    ]
    assert {"app", "backend", "components", "pages", "requirements.txt"} <= set(copied)
    for source in copied:
        assert (ROOT / source).exists()
        assert any(fnmatch.fnmatch(source, each) for each in allowed)


def test_the_image_says_whether_the_app_is_healthy() -> None:
    (check,) = (rest for name, rest in instructions() if name == "HEALTHCHECK")
    (command,) = (rest for name, rest in instructions() if name == "CMD")
    words = json.loads(command)
    assert words[:3] == ["python", "-m", "app"]
    asked = json.loads(check.split(" CMD ", 1)[1])
    assert asked[0] == "python"
    compile(asked[2], "healthcheck", "exec")
    (exposed,) = (rest for name, rest in instructions() if name == "EXPOSE")
    assert f":{exposed}/_stcore/health" in asked[2]
    assert f"--server.port={exposed}" in words
