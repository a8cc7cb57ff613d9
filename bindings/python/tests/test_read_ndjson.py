"""``read_ndjson``: the same rows in each library, bad lines, several files."""

from __future__ import annotations

import json
import os
import sys

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest
import varvel

ROWS = [
    {"id": 1, "user": {"name": "ada", "tags": ["a", "b"]}, "size": 1.5},
    {"id": 2**63, "user": {"name": "bob", "tags": []}, "size": None},
    {"id": 3, "user": {"name": None, "tags": ["ü"]}, "size": 2, "more": True},
]


@pytest.fixture
def events(tmp_path):
    path = tmp_path / "events.ndjson"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def test_pyarrow(events):
    records = varvel.read_ndjson(events)
    assert records.column_names == ["id", "user", "size", "more"]
    table = pyarrow.table(records)
    assert pyarrow.schema(records) == table.schema
    assert table.schema.field("id").type == pyarrow.uint64()
    want = [{"more": None, **row} for row in ROWS]
    assert table.to_pylist() == want
    # Once more: the files are read again.
    assert pyarrow.table(records).to_pylist() == want


def test_duckdb(events):
    # DuckDB finds the table by the name of the variable, which nothing else uses (F841).
    records = varvel.read_ndjson(events)  # noqa: F841
    query = (
        "select id, user.name as name, len(user.tags) as n from records where id < 10 order by id"
    )
    assert duckdb.sql(query).fetchall() == [(1, "ada", 2), (3, None, 1)]
    assert duckdb.sql("select count(*) from records").fetchall() == [(3,)]


def test_polars(events):
    frame = polars.DataFrame(varvel.read_ndjson(events))
    assert frame["id"].to_list() == [1, 2**63, 3]
    assert frame.select(polars.col("user").struct.field("name"))["name"].to_list()[:2] == [
        "ada",
        "bob",
    ]


def test_columns(events):
    records = varvel.read_ndjson(events, columns=["user.name", "id"])
    assert pyarrow.table(records).to_pylist()[0] == {"id": 1, "user": {"name": "ada"}}
    with pytest.raises(varvel.Error) as caught:
        varvel.read_ndjson(events, columns=["nome"])
    assert caught.value.kind == "not_found"
    with pytest.raises(varvel.Error):
        varvel.read_ndjson(events, columns=[])


def test_conflicts(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"a":1}\n{"a":"x"}\n{"a":{"b":1.50}}\n')
    table = pyarrow.table(varvel.read_ndjson(path))
    assert table["a"].to_pylist() == ["1", '"x"', '{"b":1.50}']
    with pytest.raises(varvel.Error):
        varvel.read_ndjson(path, conflicts="error")
    with pytest.raises(ValueError, match="conflicts is"):
        varvel.read_ndjson(path, conflicts="other")


def test_several_files_and_patterns(tmp_path):
    for number, text in enumerate(['{"a":1}', '{"a":2}\n\n', "", '{"a":3}\n']):
        (tmp_path / f"{number}.ndjson").write_text(text)
    by_pattern = varvel.read_ndjson(tmp_path / "*.ndjson")
    assert pyarrow.table(by_pattern)["a"].to_pylist() == [1, 2, 3]
    two = varvel.read_ndjson([tmp_path / "3.ndjson", str(tmp_path / "0.ndjson")])
    assert pyarrow.table(two)["a"].to_pylist() == [3, 1]
    with pytest.raises(FileNotFoundError):
        varvel.read_ndjson(tmp_path / "*.jsonl")
    with pytest.raises(FileNotFoundError, match=r"none\.ndjson"):
        varvel.read_ndjson(tmp_path / "none.ndjson")
    with pytest.raises(ValueError, match="no file"):
        varvel.read_ndjson([])


def test_a_bad_line_is_an_error_with_its_file(tmp_path):
    good, bad = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    good.write_text('{"a":1}\n{"a":2}')
    bad.write_text('{"a":3}\n{"a":}\n')
    with pytest.raises(varvel.Error) as caught:
        varvel.read_ndjson([good, bad])
    error = caught.value
    assert (error.file, error.line, error.column, error.offset) == (str(bad), 2, 6, 13)
    assert error.path == "$.a"
    assert str(error).startswith(str(bad)) and '{"a":}' in str(error)


def test_bad_lines_can_be_collected(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"a":1}\n[\n{"a":2}\n{"a":1,"a":2}\n')
    records = varvel.read_ndjson(path, bad_lines="collect")
    assert [error.line for error in records.bad_lines] == [2, 4]
    assert pyarrow.table(records)["a"].to_pylist() == [1, 2]
    assert [error.kind for error in records.bad_lines] == ["unexpected_end", "duplicate_key"]


def test_a_file_that_changed_is_an_error_and_no_wrong_row(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"a":1}\n')
    records = varvel.read_ndjson(path)
    path.write_text('{"a":1}\n{"a":"x"}\n')
    with pytest.raises(Exception, match=r"(?s)a\.ndjson: .*line 2"):
        pyarrow.table(records)


def test_a_reader_may_stop_early(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text("".join(f'{{"a":{i},"b":"{"x" * 100}"}}\n' for i in range(50_000)))
    records = varvel.read_ndjson(path)
    for _ in range(3):
        reader = pyarrow.RecordBatchReader.from_stream(records)
        assert reader.read_next_batch()["a"][0].as_py() == 0
        del reader
    assert duckdb.sql("select sum(a) from records").fetchall() == [(49_999 * 25_000,)]


def test_a_column_that_is_new_in_a_changed_file_is_an_error_too(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text('{"a":1}\n')
    records = varvel.read_ndjson(path)
    path.write_text('{"a":1,"b":2}\n')
    with pytest.raises(Exception, match="b"):
        pyarrow.table(records)


def test_an_empty_file_has_no_columns(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_text("")
    assert varvel.read_ndjson(path).column_names == []


def test_files(events, tmp_path):
    records = varvel.read_ndjson(events)
    path = tmp_path / "events.parquet"
    assert records.write_parquet(path) == 3
    assert pyarrow.parquet.read_table(path).to_pylist() == pyarrow.table(records).to_pylist()
    assert duckdb.sql(f"select sum(size) from '{path}'").fetchall() == [(3.5,)]
    arrow = tmp_path / "events.arrow"
    assert records.write_arrow(arrow) == 3
    with pyarrow.ipc.open_file(arrow) as file:
        assert file.read_all().to_pylist() == pyarrow.table(records).to_pylist()
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "events.arrow",
        "events.ndjson",
        "events.parquet",
    ]


def test_a_file_that_fails_leaves_the_old_one(tmp_path):
    path, out = tmp_path / "a.ndjson", tmp_path / "a.parquet"
    path.write_text('{"a":1}\n')
    records = varvel.read_ndjson(path)
    assert records.write_parquet(out) == 1
    before = out.read_bytes()
    path.write_text('{"a":1}\n{"a":"x"}\n')
    with pytest.raises(varvel.Error) as caught:
        records.write_parquet(out)
    assert (caught.value.file, caught.value.line) == (str(path), 2)
    assert out.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(OSError, match="none"):
        records.write_parquet(tmp_path / "none" / "a.parquet")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_utf_8_is_refused(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.ndjson"
    with open(path, "wb") as file:
        file.write(b'{"a":1}\n')
    for source in (os.fsdecode(path), tmp_path, str(tmp_path / "*.ndjson")):
        for call in (varvel.read_ndjson, varvel.infer_schema, varvel.splits):
            with pytest.raises(ValueError, match="is no UTF-8: rename it"):
                call(source)


def test_columns_of_any_values_as_variant(tmp_path):
    path, out = tmp_path / "a.ndjson", tmp_path / "a.parquet"
    path.write_text('{"a":1}\n{"a":"x"}\n')
    records = varvel.read_ndjson(path, conflicts="variant")
    assert records.write_parquet(out) == 2
    assert [kind for (kind,) in duckdb.sql(f"select a::varchar from '{out}'").fetchall()] == [
        "1",
        "x",
    ]


def test_a_conflict_names_columns_kinds_and_lines(tmp_path):
    path, other = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    path.write_text('{"a":1,"l":[1]}\n{"a":2}\n{"a":"x"}\n')
    other.write_text('{"a":1}\n{"l":[true]}\n')
    found = "in the column `a`, found an integer in line 1, a string in line 3\n"
    with pytest.raises(varvel.Error, match=found) as caught:
        varvel.read_ndjson(path, conflicts="error")
    assert '`conflicts="json"`' in caught.value.hint
    with pytest.raises(varvel.Error) as caught:
        varvel.read_ndjson([path, other], conflicts="error", bad_lines="collect")
    places = f"an integer in {path}, line 1, a string in {path}, line 3"
    assert (
        f"{places}; and in `l[]` an integer in {path}, line 1, a boolean in {other}, line 2"
        in str(caught.value)
    )
    assert caught.value.hint.startswith("`bad_lines` is about a record that is bad by itself")


def test_numbers_that_variant_has_no_decimals_for(tmp_path):
    path, out = tmp_path / "a.ndjson", tmp_path / "a.parquet"
    path.write_text('{"a":1e300}\n{"a":"x"}\n{"a":5e-324}\n')
    assert varvel.read_ndjson(path, conflicts="variant").write_parquet(out) == 3
    rows = duckdb.sql(f"select a::double from '{out}' where a::varchar <> 'x'").fetchall()
    assert rows == [(1e300,), (5e-324,)]

    path.write_text('{"a":"x"}\n{"a":1e400}\n')
    with pytest.raises(varvel.Error, match="or a double with the same digits") as caught:
        varvel.read_ndjson(path, conflicts="variant").write_parquet(out)
    assert 'conflicts="json"' in caught.value.hint
    assert "`as_text=True` writes it as text" in caught.value.hint
    table = pyarrow.table(varvel.read_ndjson(path, conflicts="variant", as_text=True))
    assert table.num_rows == 2
    path = tmp_path / "a.yaml"
    path.write_text("- a: x\n- a: %s\n" % ("9" * 39))
    with pytest.raises(varvel.Error, match="record 1: ") as caught:
        varvel.read_records(path, conflicts="variant").write_parquet(out)
    assert 'conflicts="json"' in caught.value.hint
    with pytest.raises(
        varvel.Error, match="a string in record 0, an integer of more than 38 digits in record 1"
    ):
        varvel.read_records(path, conflicts="error")
