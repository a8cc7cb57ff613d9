"""The programs of the README run as they stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs(number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    rows = [{"user": {"name": name}} for name in ("ada", "bob", "ada")]
    (tmp_path / "logs" / "a.ndjson").write_text("\n".join(map(json.dumps, rows)))
    program: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(PROGRAMS[number], "README.md", "exec", dont_inherit=True), program)
    if "report" in program:
        assert f"```text\n{program['report']}\n```" in README
    if "events" in program:
        events = program["events"]
        counts = duckdb.sql("select user.name, count(*) from events group by all order by all")
        assert events.column_names == ["user"]
        assert counts.fetchall() == [("ada", 2), ("bob", 1)]


def test_there_are_programs():
    assert len(PROGRAMS) >= 7
