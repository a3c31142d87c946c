"""The second opinion shares no code with what it checks."""

import ast
import sys
from pathlib import Path

import pytest

import crossfall.solver.audit

FOLDER = Path(crossfall.solver.audit.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))


def imported(tree: ast.AST) -> set[str]:
    """Every module that some import statement names, wherever it stands."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides what is imported"
            module = node.module or ""
            if module == "crossfall.solver":
                names.update(f"{module}.{alias.name}" for alias in node.names)
            else:
                names.add(module)
    return names


def allowed(name: str) -> bool:
    return (
        name == "crossfall.solver.records"
        or name.startswith("crossfall.solver.audit")
        or name.partition(".")[0] == "networkx"
        or name.partition(".")[0] in sys.stdlib_module_names
    )


def test_there_is_something_to_check() -> None:
    assert FOLDER / "roadworks.py" in FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_audit_imports_only_records_networkx_and_the_standard_library(file: Path) -> None:
    strangers = {name for name in imported(ast.parse(file.read_text("utf-8"))) if not allowed(name)}
    assert not strangers


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_audit_imports_by_name_only_its_own_package(file: Path) -> None:
    calls = [
        node
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("importlib.import_module", "import_module", "__import__")
    ]
    # The one call there is loads `crossfall.solver.audit.GAME`.
    assert len(calls) == (1 if file == FOLDER / "__init__.py" else 0)


def test_an_import_hidden_in_a_function_would_be_seen() -> None:
    tree = ast.parse("def f():\n    from crossfall.solver import grids\n")
    assert imported(tree) == {"crossfall.solver.grids"}
    assert not allowed("crossfall.solver.grids")
