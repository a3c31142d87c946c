"""`crossfall compose`: positions to a wish, a command for each game that can."""

from __future__ import annotations

import importlib
import pkgutil

import click

import crossfall.generator.composers as composers
from crossfall.solver.errors import InputError, file_name, nearest

CHECK = "check-proof"
MOST_BYTES = 200_000_000  # of a formula or a proof


class _Games(click.Group):
    """Every module of `generator/composers/` is a game; beside them stands `check-proof`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        games = [m.name.replace("_", "-") for m in pkgutil.iter_modules(composers.__path__)]
        return [*sorted(games), CHECK]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == CHECK:
            return check_proof
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{composers.__name__}.{cmd_name.replace('-', '_')}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0].lower()) is None:
            known = self.list_commands(ctx)
            raise click.UsageError(f"cannot compose {args[0]!r}; {nearest(args[0], known)}", ctx)
        return super().resolve_command(ctx, [args[0].lower(), *args[1:]] if args else args)


@click.group(
    cls=_Games,
    short_help="Positions to a wish, or a proof that there is none.",
    epilog="Example: crossfall compose roadworks --size 6x6 --fall 20",
)
def command() -> None:
    """Compose positions to a wish, by SAT: each is found and proven, or it is proven that there is
    none, or it is unknown (exit 3)."""


@click.command(
    short_help="Check a written proof.",
    epilog="Example: crossfall compose check-proof falls.cnf falls.drup",
)
@click.argument("formula")
@click.argument("proof")
def check_proof(formula: str, proof: str) -> int:
    """Check that PROOF (a DRUP file) refutes FORMULA (a DIMACS file), with a checker that shares
    nothing with the solver that wrote it. Exit code 1 if it does not."""
    from crossfall.solver.records import read_bytes, text_of
    from crossfall.solver.sat.rup import FormulaError, ProofError, check_files

    texts = [
        text_of(read_bytes(name, name, MOST_BYTES, kind), file_name(name))
        for name, kind in ((formula, "a DIMACS file"), (proof, "a DRUP file"))
    ]
    try:
        steps = check_files(*texts)
    except FormulaError as error:
        raise InputError(f"{file_name(formula)}: {error}") from None
    except ProofError as error:
        click.echo(f"not proven: {error}")
        return 1
    click.echo(f"proven: the formula has no model ({steps} steps checked)")
    return 0
