"""The answers of engines on the odd inputs, recorded in `verdicts.json`, and the table of the guide.

`python verdicts.py ENGINE…` asks engines again, and writes the table anew. `test_verdicts.py` compares
the record with the engines that are installed.
"""

import datetime
import decimal
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import uuid

import odd
from records import Records, parse, same

FOLDER = pathlib.Path(__file__).resolve().parent
RECORD = FOLDER / "verdicts.json"
PAGE = FOLDER.parents[1] / "docs" / "guide" / "engines.md"

# How each input is odd, in the order of the table.
TITLES = {
    "int53": "2^53 + 1 alone",
    "int53_float": "2^53 + 1, and 1.5",
    "u64": "2^64 - 1",
    "big": "an integer beyond 2^64",
    "wide": "220 members, one of them a float",
    "late_float1": "20,480 × 1, then 1.5",
    "late_bool": "20,480 × 1, then `true`",
    "late_float": "20,480 × 1, then 1.5, `true`, text",
    "late_str_num": "20,480 × text, then 7",
    "late_obj": "20,480 × 1, then an object",
    "late_field": "20,480 lines, then another member",
    "mixed": "1, text, an object",
    "bad_mid": "a line without its end",
    "bad_junk": "a line of other text",
    "trail_comma": "a comma after the last member",
    "dup": "a key twice",
    "dup_late": "a key twice, in the second line",
    "case": "`a` and `A`",
    "surrogate": "half of a surrogate pair",
    "badutf8": "a byte that is not UTF-8",
    "nul": "U+0000 in text",
    "deep": "300 arrays in each other",
    "null_nest": "`[null,1]`",
    "null_first": "`[[null,1],[2]]`, `[null,[3,null]]`",
    "datestr": "text that looks like a day",
    "datestr_late": "20,480 × such text, then other text",
    "uuidstr": "text that looks like a UUID",
    "numtext": "1.10, and a number of 34 digits",
    "neg0": "-0 and -0.0",
    "exp": "1e400",
    "crlf": "lines that end with CR LF",
    "bom": "a byte order mark",
    "blank": "an empty line",
}
assert TITLES.keys() == odd.INPUTS.keys()


def rows_of_duckdb(path):
    import duckdb

    connection = duckdb.connect()
    connection.execute("set threads = 1")
    found = connection.execute(f"select * from read_json('{path}', format = 'newline_delimited')")
    names = [column[0] for column in found.description]
    rows = found.fetchall()
    if names == ["json"]:
        # So many members that it takes them for a map.
        return [row[0] for row in rows]
    return [dict(zip(names, row)) for row in rows]


def rows_of_polars(path):
    import polars

    return polars.read_ndjson(path).to_dicts()


def rows_of_pyarrow(path):
    import pyarrow.json

    table = pyarrow.json.read_json(path)
    # Without this, broken arrays go on to whoever reads the table.
    table.validate(full=True)
    return table.to_pylist()


def rows_of_spark(path):
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.memory", "3g").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    name = "spark.sql.caseSensitive"
    before = session.conf.get(name)
    session.conf.set(name, "false")
    try:
        return [row.asDict(recursive=True) for row in session.read.json(str(path)).cache().collect()]
    finally:
        session.conf.set(name, before)


# The option of Varvel that rounds no decimal.
EXACT = "--exact-decimals"


class SetAside(Exception):
    """The record is not in the table, but in the file of bad lines."""


def rows_of_varvel(path, *options):
    import pyarrow.parquet

    from test_pyarrow import json_at

    program = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", FOLDER.parents[1] / "target")) / "debug" / "varvel"
    out = path.with_suffix(".parquet")
    command = [program, "convert", path, out, "--quiet", "--bad-lines", path.with_suffix(".bad"), *options]
    ran = subprocess.run(command, capture_output=True)
    if ran.returncode == 4:
        raise SetAside
    assert ran.returncode == 0, ran
    table = pyarrow.parquet.read_table(out)
    rows = table.to_pylist()
    for row in rows:
        # Text that is JSON. No input has it deeper.
        row.update({name: parse(row[name]) for (name,) in json_at(table.schema) if row[name] is not None})
    return rows


ENGINES = {
    "varvel": rows_of_varvel,
    "duckdb": rows_of_duckdb,
    "polars": rows_of_polars,
    "pyarrow": rows_of_pyarrow,
    "spark": rows_of_spark,
}

# The JVM of the driver did not outlive it.
NOT_ASKED = {("spark", "deep")}


def shown(value):
    """Returns a value in a few characters."""
    text = written(value)
    return text if len(text) < 46 else text[:42] + "…"


def written(value):
    if isinstance(value, dict):
        return "{%s}" % ",".join(f"{json.dumps(key)}:{written(part)}" for key, part in value.items())
    if isinstance(value, list):
        return "[%s]" % ",".join(map(written, value))
    if isinstance(value, (datetime.date, uuid.UUID)):
        return f"{type(value).__name__} {value}"
    is_plain = value is None or isinstance(value, (bool, int, float, str))
    return json.dumps(value) if is_plain else str(value)


def keeps(found, wanted):
    """Returns whether a value is that of a record, also after it was written in the shortest way."""
    if isinstance(found, float) and isinstance(wanted, decimal.Decimal):
        return decimal.Decimal(repr(found)) == wanted
    return same(found, wanted)


# Spark's column for lines that are not right, with their text.
CORRUPT = "_corrupt_record"


def verdict(rows, name):
    """Returns in a few words how the rows of an engine differ from the records."""
    bad = odd.BAD.get(name, set())
    # These are JSON, and there may be a type and room for them.
    bad = set() if name == "deep" else bad
    data = odd.INPUTS[name]
    if bad:
        try:
            wanted = Records(data, bad).rows
        except ValueError:
            wanted = []
        rows = [{key: row[key] for key in row if key != CORRUPT or row[key] is not None} for row in rows]
        left = [row for row in rows if row not in wanted]
        if left and CORRUPT in left[0]:
            return f"in a column `{CORRUPT}`"
        return f"reads `{shown(left[0])}`" if left else "leaves it out"
    wanted = Records(data, ()).rows
    if len(rows) != len(wanted):
        return f"{len(rows)} of {len(wanted)} rows"
    for row, record in zip(rows, wanted):
        for key in [*record, *(key for key in row if key not in record)]:
            if key not in row:
                return f"no column `{key}`"
            if not keeps(row.get(key), record.get(key)):
                return f"`{shown(row.get(key))}` for `{shown(record.get(key))}`"
    return "exact"


def ask(engine, name, folder):
    """Returns the verdict on an engine for an input."""
    path = pathlib.Path(folder) / f"{name}.ndjson"
    path.write_bytes(odd.INPUTS[name])
    if (engine, name) in NOT_ASKED:
        return "not asked"
    try:
        rows = ENGINES[engine](path)
    except SetAside:
        return "set aside"
    except Exception:
        return "error"
    found = verdict(rows, name)
    if engine == "varvel" and found != "exact" and verdict(rows_of_varvel(path, EXACT), name) == "exact":
        return f"{found}; exact with `{EXACT}`"
    return found


def table(record):
    """Returns the table of the guide."""
    engines = list(ENGINES)
    lines = ["| input | " + " | ".join(record[engine]["name"] for engine in engines) + " |"]
    lines.append("|---|" + "---|" * len(engines))
    for name, title in TITLES.items():
        cells = [record[engine]["verdicts"][name].replace("|", "\\|") for engine in engines]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


BETWEEN = re.compile("(<!-- verdicts: [^\n]* -->\n).*?(<!-- end -->)", re.DOTALL)


def page_with(record, text):
    assert len(BETWEEN.findall(text)) == 1, "the page has a place for the table"
    return BETWEEN.sub(lambda found: found[1] + table(record) + "\n" + found[2], text)


def title(engine):
    """Returns the name of an engine, with its version."""
    if engine == "varvel":
        return "Varvel, into Parquet"
    module, name = {"spark": ("pyspark", "Spark"), "duckdb": ("duckdb", "DuckDB"), "polars": ("polars", "Polars")}.get(
        engine, (engine, engine)
    )
    return f"{name} {importlib.import_module(module).__version__}"


def main(engines):
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for engine in engines:
            verdicts = {name: ask(engine, name, folder) for name in TITLES}
            record[engine] = {"name": title(engine), "verdicts": verdicts}
    RECORD.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    if record.keys() >= ENGINES.keys():
        PAGE.write_text(page_with(record, PAGE.read_text()))


if __name__ == "__main__":
    main(sys.argv[1:] or list(ENGINES))
