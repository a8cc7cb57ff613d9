"""Polars reads our files without VARIANT."""

import polars
import pytest

import odd
import rich
from records import check
from test_pyarrow import json_at, table_of


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize("name", [*odd.INPUTS, *rich.INPUTS])
def test_reads_every_value(files, name, kind):
    path, records = files.write(name, kind)
    read = polars.read_parquet if kind == "parquet" else polars.read_ipc
    rows = read(path).to_dicts()
    check(rows, records, json_at(table_of(path).schema))
