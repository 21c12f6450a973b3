"""`meuse serve`, and `meuse` alone: the server, and the browser at it."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn

from meuse.engine.contract import BadInput
from meuse.server.app import make_app
from meuse.server.hall import Settings
from meuse.server.store import Store
from meuse.server.wire import Lines, raise_files, wired

MOST_MESSAGE = 65_536
"""Bytes of a socket's message."""


def default_store() -> str:
    """The store of whoever is at this machine."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(base) / "meuse" / "meuse.sqlite")


PORT = 8040
"""Where it listens unless told otherwise."""


def run(settings: Settings, browser: bool = False) -> int:
    listening = _listen(settings.host, settings.port, settings.elsewhere)
    address = _address(settings.host, listening.getsockname()[1])
    app = make_app(settings, Store(settings.db))
    requests, sockets = wired(Lines(settings.limits, raise_files(), settings.proxies))
    config = uvicorn.Config(
        app, http=requests, ws=sockets, ws_max_size=MOST_MESSAGE, ws_per_message_deflate=False,
        log_level="warning", access_log=False, server_header=False, proxy_headers=False, timeout_graceful_shutdown=3,
    )
    server = Server(config, address, browser)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 1


class Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.browser = address, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Meuse is at {self.address}  (Ctrl+C ends it)", flush=True)
        if self.browser:
            threading.Thread(target=_open, args=(self.address,), daemon=True).start()


def _open(address: str) -> None:
    if not webbrowser.open(address):
        print("Open that address in a browser.", file=sys.stderr)


def _listen(host: str, port: int, elsewhere: bool = False) -> socket.socket:
    """At that port; where it is taken, at any free one if `elsewhere` will do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        if elsewhere and error.errno == errno.EADDRINUSE:
            print(f"Port {port} is taken: another one will do.", file=sys.stderr)
            return _listen(host, 0)
        raise BadInput(f"--host {host} --port {port}: {error.strerror or error}") from None
    found.listen(2048)
    found.set_inheritable(True)
    return found


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
