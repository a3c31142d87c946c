"""What pages ask the server, one module for each subject; each has a list `ROUTES`."""

from __future__ import annotations

import importlib
import pkgutil

from starlette.routing import BaseRoute


def all_routes() -> list[BaseRoute]:
    """The routes of every module here."""
    routes: list[BaseRoute] = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        found = importlib.import_module(f"{__name__}.{module.name}")
        routes.extend(getattr(found, "ROUTES", ()))
    return routes
