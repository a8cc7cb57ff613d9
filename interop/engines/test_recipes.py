"""Engines read records by the package `varvel`: every value is right, or the line is set aside."""

import gzip

import datafusion
import duckdb
import odd
import polars
import pytest
import ray
import recipes
import rich
import varvel
import varvel.polars
import varvel.ray
from records import check, parse
from varvel._tables import Choices


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR", object_store_memory=100 << 20)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", [*odd.INPUTS, *rich.INPUTS])
@pytest.mark.parametrize("engine", ["duckdb", "polars", "datafusion", "pyarrow"])
def test_reads_every_value(files, engine, name):
    path, records = files.input(name), files.records(name)
    if not records.rows:
        assert varvel.read_ndjson(path, bad_lines="collect").column_names == []
        return
    rows = recipes.ENGINES[engine](path)
    for row in rows:
        for key, value in row.items():
            # Maps are lists of pairs in some engines.
            if name == "maps" and isinstance(value, list):
                row[key] = dict(pair.values() if isinstance(pair, dict) else pair for pair in value)
    check(rows, records, recipes.json_at(path))


def test_ray_reads_every_value(files, cluster):
    # One test for all: they share a cluster, and the names tell enough.
    for name in odd.INPUTS:
        path, records = files.input(name), files.records(name)
        if records.rows:
            check(recipes.with_ray(path), records, recipes.json_at(path))


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("lines") / "lines.ndjson"
    path.write_text("".join('{"n":%d,"s":"%s","o":{"x":%d,"y":null}}\n' % (n, "é" * (n % 9), -n) for n in range(30_000)))
    return path


NOT_TEXT = {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "boolean"}}}


def test_ray_reads_splits_and_only_the_columns_that_are_used(lines, cluster, tmp_path):
    events = varvel.ray.read(lines, split_size="512K")
    assert events.count() == 30_000
    assert sorted(row["n"] for row in events.select_columns(["n"]).take_all()) == list(range(30_000))
    assert [row["o"]["x"] for row in events.limit(3).take_all()] == [0, -1, -2]
    assert varvel.ray.read(lines, columns=["o.x"]).take(1) == [{"o": {"x": 0}}]
    # Where every record fits, columns that are not used are not parsed: `s` would not fit here.
    text = varvel.read_ndjson(lines, schema=NOT_TEXT, limit=0).schema
    source = varvel.ray.RecordsDatasource(varvel.splits(lines), text, Choices(), in_part=True)
    assert ray.data.read_datasource(source).select_columns(["n"]).max("n") == 29_999
    assert varvel.ray.read(lines, schema=NOT_TEXT, columns=["n"]).max("n") == 29_999
    with pytest.raises(ray.exceptions.RayTaskError, match=r"(?s)lines\.ndjson.*line 1"):
        varvel.ray.read(lines, schema=NOT_TEXT, unknown="skip").select_columns(["n"]).count()


ODD = b'{"a":1,"b":1}\n{"a":2,"b":"x"}\n{"a":3,"zz":1}\n{"a":4,"b":5}\n'
OF_ODD = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}


@pytest.fixture(params=["schema", "unknown", "sample"])
def choices(request):
    """Returns choices with which a record may be bad, and the rows that are left."""
    return {
        "schema": ({"schema": OF_ODD}, [1, 4]),
        "unknown": ({"schema": OF_ODD, "unknown": "skip"}, [1, 3, 4]),
        "sample": ({"sample": 1}, [1, 4]),
    }[request.param]


def test_the_rows_do_not_depend_on_the_columns_that_are_used(cluster, tmp_path, choices):
    path = tmp_path / "odd.ndjson"
    path.write_bytes(ODD)
    choices, wanted = choices

    events = varvel.polars.scan(path, bad_lines="collect", **choices)
    assert events.collect()["a"].to_list() == wanted
    assert events.select("a").collect()["a"].to_list() == wanted
    assert events.select(polars.len()).collect().item() == len(wanted)
    for query in [events.select("b"), events.filter(polars.col("a") > 0).select("b")]:
        assert query.collect().height == len(wanted)
    events = varvel.polars.scan(path, **choices)
    for query in [events, events.select("a"), events.select(polars.len())]:
        with pytest.raises(varvel.Error, match="line 2"):
            query.collect()

    events = varvel.ray.read(path, bad_lines="collect", **choices)
    assert events.count() == len(wanted)
    assert events.select_columns(["a"]).take_all() == [{"a": a} for a in wanted]
    assert events.select_columns(["b"]).count() == len(wanted)
    events = varvel.ray.read(path, **choices)
    for dataset in [events, events.select_columns(["a"])]:
        with pytest.raises(ray.exceptions.RayTaskError, match="line 2"):
            dataset.take_all()


def test_ray_refuses_arguments_that_there_are_not(lines, cluster):
    for name, value in {"limit": 3, "bad_line": "collect", "threads": 1}.items():
        with pytest.raises(TypeError, match=name):
            varvel.ray.read(lines, **{name: value})
    events = varvel.ray.read(lines, concurrency=1, override_num_blocks=2, num_cpus=1, ray_remote_args={"max_retries": 1})
    assert events.limit(3).count() == 3


def test_ray_takes_the_choices_of_reading_along(cluster, tmp_path):
    doubled = tmp_path / "a.ndjson"
    doubled.write_text('{"a":1,"a":2}\n')
    assert varvel.ray.read(doubled, duplicates="last").take_all() == [{"a": 2}]
    packed = tmp_path / "b.ndjson.gz"
    packed.write_bytes(gzip.compress(b'{"a":1}\n' * 300_000, 9))
    assert varvel.ray.read(packed, max_expansion=5000).count() == 300_000


def test_polars_parses_only_the_columns_that_are_used(lines):
    # `s` does not fit once the types are known, so that an error tells that it is parsed.
    path = lines.with_name("changed.ndjson")
    path.write_bytes(lines.read_bytes())
    events = varvel.polars.scan(path)
    assert events.collect_schema().names() == ["n", "s", "o"]
    path.write_bytes(lines.read_bytes().replace(b'"s":"', b'"s":7,"t":"'))
    assert events.select(polars.col("n").sum()).collect().item() == sum(range(30_000))
    with pytest.raises(varvel.Error, match="line 1"):
        events.collect()
    events = varvel.polars.scan(path, schema=NOT_TEXT, columns=["n"])
    assert events.collect()["n"].to_list() == list(range(30_000))


def test_polars_filters_and_limits(lines):
    events = varvel.polars.scan(lines)
    found = events.filter(polars.col("n") % 10_000 == 9_999).select("n").head(2).collect()
    assert found["n"].to_list() == [9_999, 19_999]
    assert events.head(3).collect()["n"].to_list() == [0, 1, 2]
    assert events.select("s", "n").tail(1).collect().rows() == [("é" * (29_999 % 9), 29_999)]
    assert events.select(polars.len()).collect().item() == 30_000
    field = polars.col("o").struct.field("x")
    assert events.select(field.min()).collect(engine="streaming").item() == -29_999
    # A limit ends the reading: the bad line behind it is not seen.
    bad = lines.with_name("bad.ndjson")
    bad.write_bytes(lines.read_bytes() * 20 + b"[\n")
    schema = varvel.infer_schema(lines)
    assert varvel.polars.scan(bad, schema=schema).head(5).collect().height == 5
    with pytest.raises(Exception, match="line 600001"):
        varvel.polars.scan(bad, schema=schema).collect()


def test_duckdb_reads_variant_of_the_reader(files):
    path = files.input("variant")
    events = varvel.read_ndjson(path)  # noqa: F841
    rows = duckdb.sql("select v->>'id' from events where v is not null").fetchall()
    wanted = [row["v"] for row in files.records("variant").rows if row["v"] is not None]
    assert [row[0] for row in rows] == [
        str(value["id"]) if isinstance(value, dict) and "id" in value else None for value in wanted
    ]


def test_datafusion_reads_a_stream(lines):
    context = datafusion.SessionContext()
    context.from_arrow(varvel.read_ndjson(lines, columns=["n", "o.x"]), "events")
    found = context.sql("select sum(n) as n, min(o['x']) as x from events").to_pylist()
    assert found == [{"n": sum(range(30_000)), "x": -29_999}]


def test_json_text_comes_back(files):
    path = files.input("mixed")
    rows = recipes.with_pyarrow(path)
    assert [parse(row["a"]) for row in rows] == [1, "x", {"b": [1]}]
