"""The exception of this package."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


class Error(ValueError):
    """A document that cannot be read, or a value that cannot be written.

    ``str(error)`` is the whole report: what is wrong, where, the line with a caret, and a hint.
    Attributes that are not known are ``None``.
    """

    kind: str
    """The kind, such as ``"syntax"`` or ``"duplicate_key"``; the names never change."""
    number: int
    """The number of the kind, the same in all languages of Varvel."""
    line: int | None
    """The line, from 1."""
    column: int | None
    """The column in its line, from 1, in characters."""
    offset: int | None
    """The place in bytes from 0; those of UTF-8 if the document was a ``str``."""
    path: str | None
    """The place in the document, such as ``$.users[3].name``."""
    expected: str | None
    """The content that should have come."""
    found: str | None
    """The content that came instead."""
    hint: str | None
    """A way to mend it."""
    file: str | None
    """The name of the file, if records of files were read."""
    record: bytes | None
    """The bytes of the record, if records of files were read: a line with its end."""

    def __init__(
        self,
        message: str = "",
        *,
        kind: str = "refused",
        number: int = 25,
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
        path: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        hint: str | None = None,
        file: str | None = None,
        record: bytes | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.number = number
        self.line = line
        self.column = column
        self.offset = offset
        self.path = path
        self.expected = expected
        self.found = found
        self.hint = hint
        self.file = file
        self.record = record

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self.args, self.__dict__)


class DecodeErrors(Error):  # noqa: N818 - it has many
    """A document that is not of the type that it was read as: all of its errors at once.

    The attributes are those of the first one. ``str(error)`` has the reports of all of them.
    """

    errors: list[Error]
    """The errors in the order in which they were found."""
    complete: bool
    """Whether the whole document was read: if not, there were as many errors as were asked for."""

    def __init__(self, errors: list[Error], complete: bool = True) -> None:
        reports = [str(error) for error in errors]
        if len(errors) > 1 or not complete:
            least = "" if complete else "at least "
            plural = "" if len(errors) == 1 else "s"
            reports.insert(0, f"{least}{len(errors)} error{plural}")
        super().__init__("\n\n".join(reports))
        self.__dict__.update(errors[0].__dict__)
        self.errors = errors
        self.complete = complete

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.errors, self.complete))


@contextlib.contextmanager
def naming(file: str | None) -> Iterator[None]:
    """Says in errors which file they are about."""
    try:
        yield
    except Error as error:
        if file is not None:
            _name(error, file)
        raise


def _name(error: Error, file: str) -> None:
    if error.file is not None:
        return
    if isinstance(error, DecodeErrors):
        for one in error.errors:
            _name(one, file)
        DecodeErrors.__init__(error, error.errors, error.complete)
    else:
        error.file = file
        error.args = (f"{file}: {error}",)


Error.__module__ = DecodeErrors.__module__ = "varvel"
