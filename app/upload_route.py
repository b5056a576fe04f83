"""The route that takes files from the Library page: `PUT` a piece of a file, `DELETE` to cancel.

Whoever sends shows a pass in a header of its own. No form and no script of another page can set
that without asking first, which the guard refuses; and the pass is in no address and no log.
"""

from __future__ import annotations

from anyio import to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.uploads import MOST_PIECE, Pass, PieceError, passes

ADDRESS = "/upload/"
PASS_HEADER = "X-Quire-Pass"
NO_PASS = "This page is older than the program behind it. Reload it and add the file again."


def upload_routes() -> list[Route]:
    """The routes for the web server."""
    return [Route(f"{ADDRESS}{{file}}", _answer, methods=["PUT", "DELETE"])]


async def _answer(request: Request) -> Response:
    ticket = passes.find(request.headers.get(PASS_HEADER, ""))
    if ticket is None:
        return JSONResponse({"words": NO_PASS}, 403)
    if request.method == "DELETE":
        await to_thread.run_sync(ticket.cancel, request.path_params["file"])
        return Response(status_code=204)
    return await _take(ticket, request)


async def _take(ticket: Pass, request: Request) -> Response:
    try:
        size, start = (int(request.query_params[each]) for each in ("size", "start"))
        piece = await _body(request)
        received, outcome = await to_thread.run_sync(
            ticket.receive,
            request.path_params["file"],
            request.query_params["name"],
            size,
            start,
            piece,
        )
    except ClientDisconnect:
        return Response(status_code=400)  # nobody is there to read it
    except (KeyError, ValueError):
        return JSONResponse({"words": "This is no piece of a file."}, 400)
    if outcome is None:
        return JSONResponse({"received": received})
    return JSONResponse(
        {
            "received": received,
            "outcome": outcome.kind,
            "place": outcome.place,
            "words": outcome.words,
        }
    )


async def _body(request: Request) -> bytes:
    """The request's body.

    Raises:
        PieceError: if it is larger than a piece may be.
    """
    came = bytearray()
    async for part in request.stream():
        came += part
        if len(came) > MOST_PIECE:
            raise PieceError("The piece is too large.")
    return bytes(came)
