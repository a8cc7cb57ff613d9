"""How each engine reads records by the package `varvel`: the recipes of the guide, as functions.

Each returns the rows of a file as dictionaries. Bad lines are set aside.
"""

import varvel


def with_duckdb(path):
    import duckdb

    # DuckDB finds the table by the name of the variable.
    events = varvel.read_ndjson(path, bad_lines="collect")
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    found = connection.sql("from events")
    rows = [dict(zip(found.columns, row)) for row in found.fetchall()]
    # DuckDB takes names in lower and upper case for the same, and numbers them.
    return [{name.removesuffix("_1"): value for name, value in row.items()} for row in rows]


def with_polars(path):
    import varvel.polars

    return varvel.polars.scan(path, bad_lines="collect").collect().to_dicts()


def with_datafusion(path):
    import datafusion

    context = datafusion.SessionContext()
    context.from_arrow(varvel.read_ndjson(path, bad_lines="collect"), "events")
    return context.sql("select * from events").to_pylist()


def with_pyarrow(path):
    import pyarrow

    table = pyarrow.table(varvel.read_ndjson(path, bad_lines="collect"))
    table.validate(full=True)
    return table.to_pylist()


def with_ray(path):
    import varvel.ray

    return varvel.ray.read(path, bad_lines="collect").take_all()


ENGINES = {
    "duckdb": with_duckdb,
    "polars": with_polars,
    "datafusion": with_datafusion,
    "pyarrow": with_pyarrow,
    "ray": with_ray,
}


def json_at(path):
    """Returns the paths of the columns that are JSON as text."""
    import pyarrow

    from test_pyarrow import json_at

    return json_at(pyarrow.schema(varvel.read_ndjson(path, bad_lines="collect")))
