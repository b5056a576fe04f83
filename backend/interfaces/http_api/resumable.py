"""Files in pieces, for lines that break: the tus protocol, version 1.0.0 (tus.io), with its
extensions creation, expiration and termination.

`POST` announces a file, `PATCH` sends bytes from an offset on, `HEAD` says how many are here.
"""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from functools import partial, wraps

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from backend.errors import OffsetError, WorkbenchError
from backend.interfaces.http_api.bodies import limited
from backend.interfaces.http_api.library import (
    ON_DUPLICATE,
    FileJob,
    collection_id,
    job_of,
    on_duplicate,
)
from backend.interfaces.http_api.operations import BASE, ApiOperation, Call, Parameter
from backend.interfaces.http_api.problem_details import RefusedError, refusal_of
from backend.serialisation import to_plain
from backend.types import PartialUpload

VERSION = "1.0.0"
PIECES = "application/offset+octet-stream"
PIECE_BYTES = 1 << 20
"""So many bytes are written at once; of a broken request all that came is kept."""
MOST_DIGITS = 15
_TUS = {"Tus-Resumable": VERSION}
_CREATED = 201
_NO_CONTENT = 204

Respond = Callable[[Call], Awaitable[Response]]


@dataclass(frozen=True)
class UploadState:
    """A file that comes in pieces: `received` of its `size` bytes are here.

    `ends` is when it is dropped if nothing more comes, in seconds since 1970, UTC. Once `done`, its
    bytes are in the library and `job` reads them; null where the same bytes were there already.
    """

    id: str
    collection_id: str
    name: str
    size: int
    received: int
    ends: float
    done: bool
    job: FileJob | None


def _as_tus(respond: Respond) -> Respond:
    """Says the protocol's version in every answer, refusals too, and refuses other versions."""

    @wraps(respond)
    async def answer(call: Call) -> Response:
        wanted = call.request.headers.get("tus-resumable", VERSION)
        try:
            if wanted != VERSION:
                raise RefusedError(
                    412,
                    "This version of the protocol is not spoken here.",
                    f"Send “Tus-Resumable: {VERSION}”.",
                    {"Tus-Version": VERSION},
                )
            response = await respond(call)
        except RefusedError as refused:
            refused.headers.update(_TUS)
            raise
        except WorkbenchError as error:
            refusal = refusal_of(error)
            refusal.headers.update(_TUS)
            if isinstance(error, OffsetError):
                refusal.headers["Upload-Offset"] = str(error.received)
            raise refusal from error
        response.headers.update(_TUS)
        return response

    return answer


async def options(call: Call) -> Response:
    """What of the protocol is spoken here."""
    most = await call.work(call.workbench.library.largest_file)
    return Response(
        status_code=_NO_CONTENT,
        headers={
            **_TUS,
            "Tus-Version": VERSION,
            "Tus-Extension": "creation,expiration,termination",
            "Tus-Max-Size": str(most),
        },
    )


@_as_tus
async def begin(call: Call) -> Response:
    """Announce a file: its length, its name, and what becomes of bytes that are there."""
    size = _number(call.request, "upload-length")
    name = _name(call.request.headers.get("upload-metadata", ""))
    duplicate = on_duplicate(call)

    def begun() -> PartialUpload:
        return call.workbench.uploads.begin_upload(
            collection_id(call), name, size, on_duplicate=duplicate
        )

    known: PartialUpload = await call.work(begun)
    place = f"{BASE}/uploads/{known.id}"
    return Response(status_code=_CREATED, headers={"Location": place, **_headers(known)})


@_as_tus
async def look(call: Call) -> Response:
    """How many bytes are here: the next piece begins there."""
    known = await call.work(partial(call.workbench.uploads.upload, call.path("upload")))
    return Response(headers={"Cache-Control": "no-store", **_headers(known)})


@_as_tus
async def show(call: Call) -> Response:
    """The same as JSON, with what became of the file."""

    def state() -> UploadState:
        known = call.workbench.uploads.upload(call.path("upload"))
        job = job_of(call, known.job_id) if known.job_id else None
        name = job.name if job is not None else known.name
        return UploadState(
            known.id,
            known.collection_id,
            name,
            known.size,
            known.received,
            known.ends,
            known.done,
            job,
        )

    made = await call.work(state)
    return JSONResponse(to_plain(made), headers={"Cache-Control": "no-store"})


@_as_tus
async def send(call: Call) -> Response:
    """Take bytes from an offset on; what came of a request that breaks off stays."""
    if call.request.headers.get("content-type", "").partition(";")[0].strip() != PIECES:
        raise RefusedError(415, "This is no piece of a file.", f"Send it as {PIECES}.")
    offset = _number(call.request, "upload-offset")
    upload = call.path("upload")
    known: PartialUpload = await call.work(partial(call.workbench.uploads.upload, upload))
    if offset != known.received:
        raise OffsetError(known.received)
    arrived = False
    try:
        async for piece in _pieces(call.request, known.size - offset):
            known = await call.work(
                partial(call.workbench.uploads.add_to_upload, upload, offset, piece)
            )
            offset, arrived = known.received, True
        if not arrived:  # of a whole file: try once more to take it in
            known = await call.work(
                partial(call.workbench.uploads.add_to_upload, upload, offset, b"")
            )
    except ClientDisconnect as error:
        raise RefusedError(
            400, "The piece ended before its end.", "What came is kept; go on after it."
        ) from error
    return Response(status_code=_NO_CONTENT, headers=_headers(known))


@_as_tus
async def drop(call: Call) -> Response:
    """Give a file up that is not whole."""
    await call.work(partial(call.workbench.uploads.drop_upload, call.path("upload")))
    return Response(status_code=_NO_CONTENT)


async def _pieces(request: Request, most: int) -> AsyncIterator[bytes]:
    """The body in larger pieces; what came before a broken line is one too.

    Raises:
        RefusedError: 413 for more than `most` bytes.
        ClientDisconnect: after the last piece of a request that breaks off.
    """
    waiting = bytearray()
    gone: ClientDisconnect | None = None
    try:
        async for part in limited(request, most):
            waiting += part
            if len(waiting) >= PIECE_BYTES:
                yield bytes(waiting)
                waiting.clear()
    except ClientDisconnect as error:
        gone = error
    if waiting:
        yield bytes(waiting)
    if gone is not None:
        raise gone


def _headers(known: PartialUpload) -> dict[str, str]:
    return {
        "Upload-Offset": str(known.received),
        "Upload-Length": str(known.size),
        "Upload-Expires": formatdate(known.ends, usegmt=True),
    }


def _number(request: Request, header: str) -> int:
    given = request.headers.get(header, "")
    if not (given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS):
        raise RefusedError(
            400, f"{header.title()} is missing or no number.", "Send a number of bytes."
        )
    return int(given)


def _name(metadata: str) -> str:
    """The file's name in `Upload-Metadata`: pairs of a key and a value in base64."""
    for pair in metadata.split(","):
        key, _, value = pair.strip().partition(" ")
        if key in ("filename", "name"):
            try:
                return base64.b64decode(value.strip(), validate=True).decode("utf-8")
            except ValueError as error:
                raise RefusedError(
                    400, "The name in Upload-Metadata is not UTF-8 in base64.", "Encode it so."
                ) from error
    raise RefusedError(
        400, "Upload-Metadata names no file.", "Send “filename” and the name in base64."
    )


_VERSION_GIVEN = Parameter("Tus-Resumable", f"The protocol's version, {VERSION}", place="header")
_RESULTS = (
    Parameter("Upload-Offset", "Bytes that are here"),
    Parameter("Upload-Length", "Bytes of the whole file"),
    Parameter("Upload-Expires", "When it is dropped if nothing more comes"),
    Parameter("Tus-Resumable", "The protocol's version"),
)

OPERATIONS = (
    ApiOperation(
        *("OPTIONS", "/collections/{collection}/uploads", "describeUploads"),
        "What of the tus protocol is spoken here",
        None,
        status=_NO_CONTENT,
        response_headers=(
            Parameter("Tus-Version", "Versions that are spoken"),
            Parameter("Tus-Extension", "Extensions that are spoken"),
            Parameter("Tus-Max-Size", "Bytes of the largest file"),
        ),
        respond=options,
    ),
    ApiOperation(
        *("POST", "/collections/{collection}/uploads", "beginUpload"),
        "Announce a file that comes in pieces (tus 1.0.0); its place is in Location",
        "write",
        status=_CREATED,
        parameters=(
            Parameter("Upload-Length", "Bytes of the whole file", place="header", required=True),
            Parameter(
                "Upload-Metadata",
                "“filename” and the file's name in base64",
                place="header",
                required=True,
            ),
            _VERSION_GIVEN,
            Parameter("on_duplicate", "What to do with bytes that are there", ON_DUPLICATE),
        ),
        response_headers=(Parameter("Location", "Where to send the pieces"), *_RESULTS),
        problems=(400, 404, 412, 413, 422, 503),
        respond=begin,
    ),
    ApiOperation(
        *("HEAD", "/uploads/{upload}", "lookAtUpload"),
        "How many bytes of an upload are here",
        "write",
        parameters=(_VERSION_GIVEN,),
        response_headers=_RESULTS,
        problems=(404, 412),
        respond=look,
    ),
    ApiOperation(
        *("GET", "/uploads/{upload}", "showUpload"),
        "How far an upload is, and what became of the file",
        "write",
        result=UploadState,
        problems=(404, 412),
        respond=show,
    ),
    ApiOperation(
        *("PATCH", "/uploads/{upload}", "sendPiece"),
        "Send bytes of a file from an offset on; with its last byte it is taken in",
        "write",
        raw_body=(PIECES,),
        status=_NO_CONTENT,
        parameters=(
            Parameter(
                "Upload-Offset", "Where the body begins in the file", place="header", required=True
            ),
            _VERSION_GIVEN,
        ),
        response_headers=_RESULTS,
        problems=(400, 404, 409, 412, 413, 415, 422, 503),
        respond=send,
    ),
    ApiOperation(
        *("DELETE", "/uploads/{upload}", "dropUpload"),
        "Give up a file that is not whole",
        "write",
        status=_NO_CONTENT,
        parameters=(_VERSION_GIVEN,),
        problems=(404, 412, 422),
        respond=drop,
    ),
)
