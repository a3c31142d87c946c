"""The command line: finds the commands, turns errors into one clear line and an exit code."""

from __future__ import annotations

import codecs
import importlib
import os
import pkgutil
import sys
from concurrent.futures import BrokenExecutor
from typing import Any

import click

import crossfall.generator.commands as commands_package
from crossfall.generator.options import tell
from crossfall.solver.errors import BudgetError, InputError, file_name, nearest

DONE, FLAWED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
INTERRUPTED = 130  # as a shell reports a program ended by Ctrl-C
PIPE_CLOSED = 141  # as a shell reports a program whose reader went away
INTERNAL = 70

_COMPLETION = "_CROSSFALL_COMPLETE"  # what click reads for a program of this name

# The order of `--help`; a command not named here comes after these, by name.
_ORDER = ("generate", "sheet", "check", "solve", "show", "audit", "play", "lesson", "book")


class _StoppedError(Exception):
    """The run was stopped from outside: the exit code and a sentence for a person."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Commands(click.Group):
    """Every module of `generator/commands/` is a command."""

    def invoke(self, ctx: click.Context) -> Any:
        # click would answer both in ways of its own: with a blank line, and with exit code 1.
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _StoppedError(INTERRUPTED, "interrupted") from None
        except BrokenPipeError:
            raise _pipe_closed() from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [m.name.replace("_", "-") for m in pkgutil.iter_modules(commands_package.__path__)]
        return sorted(names, key=lambda n: (_ORDER.index(n) if n in _ORDER else len(_ORDER), n))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        name = f"{commands_package.__name__}.{cmd_name.replace('-', '_')}"
        found: click.Command = importlib.import_module(name).command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None:
            hint = nearest(args[0], self.list_commands(ctx))
            raise click.UsageError(f"no command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)


def _version() -> str:
    from importlib.metadata import version

    return version("crossfall")


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"crossfall {_version()}")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: crossfall generate roadworks --level 3 --count 6 -o six.toml, "
    "then crossfall sheet six.toml -o six.pdf",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Puzzles for Roadworks, Clear Path and Pathing Dots & Boxes: found, proven, printed."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit code. Errors are one line each on standard error."""
    _take_any_sign(sys.stdout)
    try:
        _check_completion()
        result: Any = cli.main(args=arguments, prog_name="crossfall", standalone_mode=False)
        _flush_output()
        return result if isinstance(result, int) else DONE
    except InputError as error:
        return _fail(BAD_INPUT, *error.faults)
    except BudgetError as error:
        return _fail(UNKNOWN, f"unknown: {error}")
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.ClickException as error:
        where = getattr(getattr(error, "ctx", None), "command_path", "crossfall")
        return _fail(BAD_INPUT, f"{_in_our_words(error.format_message())} (see {where} --help)")
    except _StoppedError as error:
        if error.code == INTERRUPTED and sys.stderr.isatty():
            click.echo(err=True)  # closes the terminal's ^C
        return _fail(error.code, str(error))
    except (KeyboardInterrupt, click.Abort):
        return _fail(INTERRUPTED, "interrupted")
    except BrokenPipeError:
        return _fail(PIPE_CLOSED, str(_pipe_closed()))
    except OSError as error:
        # Every file of the user's is opened elsewhere, with its own message.
        why = error.strerror or str(error)
        if _is_nowhere():
            return _fail(BAD_INPUT, "the folder that you are in is gone; go to another one")
        if error.filename is not None:  # one of ours, or the folder that we were started in
            return _fail(BAD_INPUT, f"{error.filename}: cannot be read or written ({why})")
        _drop_output()
        return _fail(BAD_INPUT, f"the output cannot be written: {why}")
    except BrokenExecutor:
        return _fail(
            UNKNOWN, "unknown: a process that worked for this command was ended from outside"
        )
    except MemoryError:
        return _fail(UNKNOWN, "unknown: not enough memory for this search")
    except Exception as error:
        if os.environ.get("CROSSFALL_TRACEBACK"):
            raise
        what = " ".join(str(error).split())[:300]
        return _fail(
            INTERNAL,
            f"internal error, please report it: {type(error).__name__}: {what} "
            "(CROSSFALL_TRACEBACK=1 shows where)",
        )


def _check_completion() -> None:
    """Raise InputError for a variable of shell completion at which click would end without a word."""
    asked = os.environ.get(_COMPLETION)
    if not asked:
        return
    from click.shell_completion import get_completion_class

    shell, _, what = asked.partition("_")
    if get_completion_class(shell) is None or what not in ("source", "complete"):
        raise InputError(
            f"the environment variable {_COMPLETION} is {file_name(asked)!r}; "
            "expected bash_source, zsh_source or fish_source, or unset it"
        )


def _flush_output() -> None:
    if sys.stdout is None:  # closed before we were started
        raise OSError(0, "standard output is closed")
    sys.stdout.flush()


def _in_our_words(message: str) -> str:
    """click's message on wrong usage, without the words of programmers.

    >>> _in_our_words("Invalid value for '--seed': 'x' is not a valid integer.")
    "Invalid value for '--seed': 'x' is no whole number"
    """
    told = " ".join(message.split()).removesuffix(".")
    for theirs, ours in (
        ("is not a valid float", "is no number"),
        ("is not a valid integer range", "is no whole number"),
        ("is not a valid integer", "is no whole number"),
    ):
        told = told.replace(theirs, ours)
    return told


def _is_nowhere() -> bool:
    """Whether the folder in which we were started has been removed."""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def _drop_output() -> None:
    """Keep the interpreter from complaining when it flushes at the end what nobody can take."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _pipe_closed() -> _StoppedError:
    _drop_output()
    return _StoppedError(PIPE_CLOSED, "whoever read the output went away before its end")


def _fail(code: int, *lines: str) -> int:
    tell(lines)
    return code


def _take_any_sign(stream: Any) -> None:
    """Let a stream in a small alphabet take any sign: those that it has not are written as JSON
    writes them, so that a report can be read back."""
    codecs.register_error(_ESCAPED, _escape)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_ESCAPED)


_ESCAPED = "crossfall-escaped"


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    units = signs.encode("utf-16-be", "surrogatepass")
    told = (f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))
    return "".join(told), error.end


if __name__ == "__main__":
    main()
