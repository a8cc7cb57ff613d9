"""The peers of the suite `arrow`, in one process. A line on standard input is a task as JSON; the
answer is a line: nanoseconds of the processor, and the rows, the sum of a column or the bytes."""

import json
import sys
import time

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.json

polars.Config.set_engine_affinity("streaming")
CONNECTION = duckdb.connect()
CONNECTION.execute("set threads = 1")
CONNECTION.execute("set progress_bar_time = 1000000")
SCHEMAS = {}


def schema(file):
    """The columns of a file by each library, inferred from all of its lines, once."""
    if file not in SCHEMAS:
        everything = f"describe select * from read_json('{file}', format='newline_delimited', sample_size=-1)"
        columns = {row[0]: row[1] for row in CONNECTION.execute(everything).fetchall()}
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
        SCHEMAS[file] = (f"{{{columns}}}", pyarrow.json.read_json(file).schema)
    return SCHEMAS[file]


def source(task, given=True):
    columns = f", columns={schema(task['file'])[0]}" if given else ""
    return f"read_json('{task['file']}', format='newline_delimited'{columns})"


def sum_of(table, task):
    return {"rows": table.num_rows, "sum": str(sum(table[task["key"]].to_pylist()))}


def duckdb_arrow(task):
    names = ", ".join(task["columns"]) if task.get("columns") else "*"
    query = f"select {names} from {source(task)}"
    return timed(lambda: CONNECTION.sql(query).to_arrow_table(), lambda table: sum_of(table, task))


def duckdb_parquet(task):
    query = f"copy (select * from {source(task, task['given'])}) to '{task['out']}' (format parquet, compression {task['codec']})"
    return timed(lambda: CONNECTION.execute(query), lambda _: {})


def duckdb_variant(task):
    query = f"create or replace temp table variants as select json::variant as v from read_ndjson_objects('{task['file']}')"
    return timed(lambda: CONNECTION.execute(query), lambda _: {})


def pyarrow_arrow(task):
    reading = pyarrow.json.ReadOptions(use_threads=False, block_size=4 << 20)
    parsing = pyarrow.json.ParseOptions(explicit_schema=schema(task["file"])[1])
    return timed(lambda: pyarrow.json.read_json(task["file"], reading, parsing), lambda table: sum_of(table, task))


def polars_parquet(task):
    return timed(lambda: polars.scan_ndjson(task["file"]).sink_parquet(task["out"], compression="zstd", compression_level=1), lambda _: {})


def check(task):
    """The rows of a Parquet file and the sum of a column, not timed."""
    row = CONNECTION.execute(f"select count(*), sum({task['key']}::hugeint) from '{task['file']}'").fetchone()
    return {"rows": row[0], "sum": str(row[1])}


def timed(run, result):
    start = time.process_time_ns()
    made = run()
    spent = time.process_time_ns() - start
    return {"ns": spent, **result(made)}


TASKS = {task.__name__: task for task in (duckdb_arrow, duckdb_parquet, duckdb_variant, pyarrow_arrow, polars_parquet, check)}

if __name__ == "__main__":
    print(json.dumps({"DuckDB": duckdb.__version__, "Polars": polars.__version__, "pyarrow": pyarrow.__version__}), flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        print(json.dumps(TASKS[task["task"]](task)), flush=True)
