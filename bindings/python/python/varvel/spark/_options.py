"""The options of the data source."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from .. import splits
from .._tables import Choices, Conflicts, Duplicates, Format, Unknown, byte_count
from .._varvel import Split

SIZE = "128M"

READING = [
    "path",
    "paths",
    "recordFormat",
    "columns",
    "jsonSchema",
    "inferSplits",
    "conflicts",
    "unknown",
    "duplicates",
    "sample",
    "maxExpansion",
    "tolerant",
    "asText",
    "badRecordsPath",
    "splitBytes",
]
WRITING = ["path", "recordFormat", "asText"]


@dataclass
class Options:
    """The options as they are meant."""

    paths: list[str]
    format: Format | None
    columns: list[str] | None
    json_schema: str | None
    infer_splits: int | None
    choices: Choices
    unknown: Unknown | None
    bad: str | None
    size: int
    as_text: bool

    @classmethod
    def of(cls, given: Mapping[str, str], writing: bool = False) -> Options:
        """Reads them. Raises ``ValueError`` for an option that there is not."""
        known = WRITING if writing else READING
        lower = {name.lower() for name in known}
        for name in given:
            if name.lower() not in lower:
                raise ValueError(f"varvel has no option {name!r}; there are {', '.join(known)}")
        values = {name.lower(): value for name, value in given.items()}
        paths = json.loads(values.get("paths", "[]"))
        if "path" in values:
            paths.append(values["path"])
        if not paths:
            raise ValueError("the option path is missing: load(path), or save(path)")
        columns = values.get("columns")
        unknown = values.get("unknown")
        if unknown not in (None, "error", "skip"):
            raise ValueError('unknown is "error" or "skip"')
        if columns is not None and unknown == "error":
            raise ValueError("columns leaves out all other members, and unknown refuses them")
        bad = values.get("badrecordspath")
        return cls(
            paths=[local(path) for path in paths],
            format=cast("Format | None", values.get("recordformat")),
            columns=None if columns is None else [one.strip() for one in columns.split(",")],
            json_schema=values.get("jsonschema"),
            infer_splits=whole(values.get("infersplits")),
            choices=Choices(
                conflicts=cast("Conflicts", values.get("conflicts", "json")),
                unknown=cast("Unknown", unknown or "error"),
                # The tasks that read have a place for all of them.
                bad_lines="error" if bad is None else "collect_all",
                duplicates=cast("Duplicates", values.get("duplicates", "error")),
                sample=whole(values.get("sample")),
                max_expansion=whole(values.get("maxexpansion")),
                tolerant=truth(values, "tolerant"),
                as_text=truth(values, "asText"),
            ),
            unknown=cast("Unknown | None", unknown),
            bad=None if bad is None else local(bad),
            size=byte_count(values.get("splitbytes", SIZE)),
            as_text=truth(values, "asText"),
        )

    def splits(self) -> list[Split]:
        """Plans the splits of all files."""
        return splits(self.paths, size=self.size, format=self.format)

    def sample(self) -> list[Split]:
        """Returns the splits from which the schema is inferred: all, or some in even steps."""
        plan = self.splits()
        if self.infer_splits is None or self.infer_splits >= len(plan):
            return plan
        if self.infer_splits < 1:
            raise ValueError("inferSplits is at least 1")
        return [plan[len(plan) * at // self.infer_splits] for at in range(self.infer_splits)]


def whole(number: str | None) -> int | None:
    """Returns the number of an option that may be absent."""
    return None if number is None else int(number)


def truth(values: Mapping[str, str], name: str) -> bool:
    """Returns the truth of an option, which is false if it is absent."""
    word = values.get(name.lower(), "false").lower()
    if word not in ("true", "false"):
        raise ValueError(f"{name} is true or false, not {word!r}")
    return word == "true"


def local(path: str) -> str:
    """Returns the name of a file as the system has it, and as it is from any folder."""
    scheme, colon, rest = path.partition(":")
    if colon and scheme == "file":
        # `file:/a` and `file:///a`
        return "/" + rest.lstrip("/")
    if colon and rest.startswith("//"):
        raise ValueError(f"{path!r}: varvel reads files that all machines see, not {scheme}:")
    return os.path.abspath(path)
