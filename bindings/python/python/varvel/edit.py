"""Edits of JSON and YAML texts that leave the rest of them as it is.

Comments, spacing, quotes, the order of keys and line endings stay, and a new value is laid out
like its neighbours.
"""

from __future__ import annotations

import io
import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from . import _varvel
from ._errors import Error, naming

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Document", "open"]

_T = TypeVar("_T")
_Format: TypeAlias = Literal["json", "jsonc", "json5", "yaml"]

_FORMATS: dict[str, _Format] = {
    ".json": "json",
    ".jsonc": "jsonc",
    ".json5": "json5",
    ".yaml": "yaml",
    ".yml": "yaml",
}


class Document:
    """A text of JSON or YAML, which is edited by paths.

    A path is ``server.hosts[0]`` or a JSON Pointer, ``/server/hosts/0``; a key with other
    characters stands in brackets, ``["a key"]``. Edits are made one by one: each is an error that
    changes nothing, or the text then means just what it meant before, with this edit.

    >>> document = Document("# the port\\nport: 80    # not 8080\\n", format="yaml")
    >>> document["port"] = 443
    >>> document["tls.key"] = "k.pem"
    >>> print(document.text, end="")
    # the port
    port: 443    # not 8080
    tls:
      key: k.pem

    With ``through_aliases`` an edit of what aliases of YAML refer to changes the node that has the
    anchor, and with it the value in all places; without it such an edit is refused. ``tolerant`` is
    that of ``varvel.loads``, and those forms stay in the text.

    Raises ``varvel.Error`` for a text that cannot be read, with its place.
    """

    path: str | None
    """The file that ``save`` replaces."""

    def __init__(
        self,
        text: str | bytes,
        *,
        format: _Format,
        through_aliases: bool = False,
        tolerant: bool = False,
    ) -> None:
        if tolerant and format != "yaml":
            raise ValueError(f'tolerant is an option of YAML, and the format is "{format}"')
        data = text.encode() if isinstance(text, str) else bytes(text)
        self._text = _varvel._Text(data, format, tolerant)
        self._tolerant = tolerant
        self._text.through_aliases(through_aliases)
        self._saved = data
        self._format = format
        self.path = None

    @property
    def text(self) -> str:
        """The text with all edits."""
        return self._text.text

    @property
    def changed(self) -> bool:
        """Whether the text is another one than that which was read or saved last."""
        return self._text.text.encode() != self._saved

    @property
    def comments(self) -> list[str]:
        """The comments of the text, in order."""
        return self._text.comments()

    def get(self, path: str = "", default: Any = None) -> Any:
        """Returns the value at a path, of the whole text by default; ``default`` if there is none.

        The values are those of ``varvel.loads``.
        """
        value, found = self._text.find(path)
        return value if found else default

    def set(self, path: str, value: Any) -> None:
        """Sets the value at a path, and makes the objects and arrays that are missing on the way.

        ``/list/-`` is the place behind the last item. ``value`` is anything that ``varvel.dumps``
        writes in this format. Raises ``varvel.Error`` where the edit would change something else:
        below an alias of YAML, say.
        """
        self._text.set(path, value)

    def insert(self, path: str, value: Any) -> None:
        """Inserts a value before the item at a path, or as a new member of an object.

        Raises ``varvel.Error`` if the member is there, or if its object is not.
        """
        self._text.insert(path, value)

    def remove(self, path: str) -> Any:
        """Removes the value at a path with its key and the comment on its line, and returns it.

        Comments on lines of their own stay.

        Raises ``varvel.Error`` if there is none.
        """
        return self._text.remove(path)

    def rename(self, path: str, key: str) -> None:
        """Gives the member at a path another key. It stays where it is.

        Raises ``varvel.Error`` if there is none, or if another member has the key.
        """
        self._text.rename(path, key)

    @overload
    def decode(self, type: type[_T], **options: Any) -> _T: ...
    @overload
    def decode(self, type: Any, **options: Any) -> Any: ...
    def decode(self, type: Any, **options: Any) -> Any:
        """Reads the text as a type. The options are those of ``varvel.decode``."""
        format = "json5" if self._format == "jsonc" else self._format
        if self._tolerant:
            options.setdefault("tolerant", True)
        with naming(self.path):
            return _varvel.decode(self.text, type, format=format, **options)

    def save(self, path: str | os.PathLike[str] | None = None, *, overwrite: bool = False) -> None:
        """Writes the text into the file that was opened, or into another one.

        The file is replaced when the new one is whole; it is left alone if nothing changed. Raises
        ``varvel.Error`` if somebody else changed the file since, unless ``overwrite`` is true. To
        compare and to replace is one step for other processes with this package, and for the
        command ``varvel``: they wait for a lock on the file, on systems that have such locks. An
        edit that was refused so is made again from a new ``open``.
        """
        data = self.text.encode()
        if path is not None:
            _varvel._replace_file(os.fspath(path), data)
            return
        if self.path is None:
            raise ValueError("the document was not opened from a file: save needs a path")
        if data == self._saved:
            return
        # One step, under the lock that the command takes, too.
        if not _varvel._replace_file(self.path, data, None if overwrite else self._saved):
            raise Error(f"{self.path}: the file was changed since it was opened", file=self.path)
        self._saved = data

    def __getitem__(self, path: str) -> Any:
        value, found = self._text.find(path)
        if not found:
            raise KeyError(path)
        return value

    def __setitem__(self, path: str, value: Any) -> None:
        self._text.set(path, value)

    def __delitem__(self, path: str) -> None:
        if not self._text.find(path)[1]:
            raise KeyError(path)
        self._text.remove(path)

    def __contains__(self, path: str) -> bool:
        return self._text.find(path)[1]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        place = "" if self.path is None else f" of {self.path!r}"
        return f"<varvel.edit.Document{place}, {self._format}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.save()


def open(
    path: str | os.PathLike[str],
    *,
    format: _Format | None = None,
    through_aliases: bool = False,
    tolerant: bool = False,
) -> Document:
    """Reads a file to edit it.

    The ending of its name says what it is, unless ``format`` does: ``"json"``, ``"jsonc"`` (with
    comments and commas behind the last item), ``"json5"`` or ``"yaml"``. In a ``with`` statement
    the file is saved at the end, unless there is an error. ``through_aliases`` and ``tolerant``
    are those of ``Document``.

    Raises ``OSError``, and ``varvel.Error`` for a text that cannot be read, with its place.
    """
    name = os.fspath(path)
    if format is None:
        ending = os.path.splitext(name)[1].lower()
        if ending not in _FORMATS:
            raise ValueError(f"{name!r} does not say what it is: format does, such as 'yaml'")
        format = _FORMATS[ending]
    data = _read(name)
    with naming(name):
        document = Document(data, format=format, through_aliases=through_aliases, tolerant=tolerant)
    document.path = name
    return document


def _read(path: str) -> bytes:
    with io.open(path, "rb") as file:  # noqa: UP020 - `open` is the function above
        return file.read()
