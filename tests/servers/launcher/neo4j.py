"""A real Neo4j Community server from the jars that Maven delivers."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from tests.servers.launcher.cache import installed
from tests.servers.launcher.needs import MissingError, fetch, java_home
from tests.servers.launcher.process import ServerProcess, free_port

VERSION = "5.26.12"
NAME = f"neo4j-{VERSION}"
USER = "neo4j"
HEAP = "512m"
FIRST_PASSWORD = "neo4j"
OPENED_MODULES = (
    *("java.base/java.nio", "java.base/java.io"),
    *("java.base/sun.nio.ch", "java.base/java.lang"),
)
PROJECT = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>quire.tests</groupId>
  <artifactId>neo4j-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.neo4j.test</groupId>
      <artifactId>neo4j-harness</artifactId>
      <version>{VERSION}</version>
    </dependency>
  </dependencies>
</project>
"""


def program_folder() -> Path:
    """The folder of the jars; downloads them (0.13 GB) the first time.

    Raises:
        MissingError: if they cannot be had on this machine.
    """
    java_home()
    return installed(NAME, _install)


def _install(folder: Path) -> None:
    project = folder / "pom.xml"
    project.write_text(PROJECT, "utf-8")
    fetch(
        folder,
        "dependency:copy-dependencies",
        f"-DoutputDirectory={folder / 'lib'}",
        "-DincludeScope=runtime",
    )
    project.unlink()
    if not any((folder / "lib").glob("neo4j-server-*.jar")):
        raise MissingError("Maven did not deliver the server")


@dataclass(frozen=True, slots=True)
class Neo4jServer:
    """One server: `process` to kill and start it, the rest to reach it."""

    process: ServerProcess
    url: str
    user: str
    password: str


def launch(folder: Path) -> Neo4jServer:
    """Prepare a server that keeps its data in `folder`; `process.start()` starts it.

    Raises:
        MissingError: if the machine lacks what it needs.
    """
    program = program_folder()
    for name in ("conf", "data", "logs", "plugins", "import"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    port = free_port()
    url = f"bolt://127.0.0.1:{port}"
    settings = {
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "server.memory.pagecache.size": "128m",
        "dbms.usage_report.enabled": "false",
        # a program that is told nothing for twice this long takes the server for hanging
        "server.bolt.connection_keep_alive": "5s",
    }
    (folder / "conf" / "neo4j.conf").write_text(
        "".join(f"{name}={value}\n" for name, value in settings.items()), "utf-8"
    )
    password = secrets.token_urlsafe(16)
    command = [
        *(str(java_home() / "bin" / "java"), f"-Xms{HEAP}", f"-Xmx{HEAP}"),
        *("-cp", f"{program / 'lib'}/*"),
        *(f"--add-opens={module}=ALL-UNNAMED" for module in OPENED_MODULES),
        "org.neo4j.server.CommunityEntryPoint",
        *(f"--home-dir={folder}", f"--config-dir={folder / 'conf'}"),
    ]
    server = ServerProcess(
        command,
        {"PATH": os.environ["PATH"]},
        folder / "server.log",
        lambda: _answers(url, password, folder / "password-is-set"),
        folder=folder,
    )
    return Neo4jServer(server, url, USER, password)


def _answers(url: str, password: str, marker: Path) -> bool:
    # the driver takes a second to import, which tests without a server need not wait for
    from neo4j import GraphDatabase  # noqa: PLC0415

    if not marker.exists():
        with GraphDatabase.driver(
            url, auth=(USER, FIRST_PASSWORD), max_transaction_retry_time=0
        ) as driver:
            driver.execute_query(
                "ALTER CURRENT USER SET PASSWORD FROM $first TO $second",
                first=FIRST_PASSWORD,
                second=password,
                database_="system",
            )
        marker.touch()
    with GraphDatabase.driver(url, auth=(USER, password), max_transaction_retry_time=0) as driver:
        driver.execute_query("RETURN 1", database_="neo4j")
    return True
