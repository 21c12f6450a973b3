"""The client's files: plain modules, and a first page that names all of them, so that a browser need not find them one
after another."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from litestar import HttpMethod, MediaType, Response, Router, route
from litestar.datastructures import CacheControlHeader
from litestar.handlers import HTTPRouteHandler
from litestar.static_files import create_static_files_router

A_YEAR = 365 * 24 * 3600
"""In seconds. Fonts are kept so long: their names have their digest in them."""

IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', re.MULTILINE)
"""An import that is needed before the module that asks for it can run."""


def client_routes() -> list[Router | HTTPRouteHandler]:
    folder = Path(str(resources.files("meuse"))) / "web"
    if not folder.is_dir():
        return []
    page, fresh = first_page(folder), CacheControlHeader(no_cache=True)

    @route("/", http_method=[HttpMethod.GET, HttpMethod.HEAD], media_type=MediaType.HTML, cache_control=fresh,
           include_in_schema=False, sync_to_thread=False)
    def index() -> Response[str]:
        return Response(page)

    return [
        index,
        create_static_files_router(
            path="/fonts", directories=[folder / "fonts"], name="fonts",
            cache_control=CacheControlHeader(public=True, max_age=A_YEAR, immutable=True),
        ),
        create_static_files_router(path="/", directories=[folder], cache_control=fresh),
    ]


def first_page(folder: Path) -> str:
    """The page with a link to each module that the table needs."""
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in modules(folder))
    return (folder / "index.html").read_text(encoding="utf-8").replace("</head>", f"{links}</head>")


def modules(folder: Path) -> list[str]:
    """All that `main.js` imports, and what that imports, nearest first."""
    found = ["main.js"]
    for name in found:
        for other in IMPORT.findall((folder / name).read_text(encoding="utf-8")):
            path = (folder / name).parent.joinpath(other).resolve().relative_to(folder.resolve()).as_posix()
            if path not in found:
                found.append(path)
    return found
