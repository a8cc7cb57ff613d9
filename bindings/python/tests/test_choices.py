"""The sources of engines take the arguments of ``read_records``, and use all of them."""

from __future__ import annotations

import ast
import gzip
import inspect
from pathlib import Path

import polars
import pyarrow
import pytest
import varvel
from varvel import _tables
from varvel._tables import Choices
from varvel.polars import scan

ARGUMENTS = set(inspect.signature(varvel.read_records).parameters)
# Engines have limits and threads of their own.
OWN = {"limit", "threads"}
PACKAGE = Path(varvel.__file__).parent


def parameters(file: str, name: str) -> set[str]:
    """Returns the parameters of a function in a module that may lack its engine here."""
    tree = ast.parse((PACKAGE / file).read_text())
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name]
    (function,) = functions
    return {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}


@pytest.mark.parametrize(
    ("file", "name"),
    [("_tables.py", "read_ndjson"), ("polars.py", "scan"), ("ray.py", "read")],
)
def test_all_sources_take_the_same_arguments(file: str, name: str) -> None:
    lacking = {"format"} if name == "read_ndjson" else OWN - {"threads"} if name == "scan" else OWN
    assert parameters(file, name) >= ARGUMENTS - lacking


def test_spark_takes_the_same_arguments() -> None:
    tree = ast.parse((PACKAGE / "spark/_options.py").read_text())
    lists = [one for one in tree.body if isinstance(one, ast.Assign)]
    reading = next(one.value for one in lists if ast.unparse(one.targets[0]) == "READING")
    options = {option.lower() for option in ast.literal_eval(reading)}
    names = {"source": "path", "format": "recordformat", "schema": "jsonschema"}
    names |= {"bad_lines": "badrecordspath", "max_expansion": "maxexpansion"}
    names |= {"as_text": "astext"}
    assert options >= {names.get(one, one) for one in ARGUMENTS - OWN}


def test_the_choices_are_arguments() -> None:
    assert set(inspect.signature(Choices).parameters) < ARGUMENTS
    called = ast.parse(inspect.getsource(_tables.Choices)).body[0]
    given = {
        one.func.id: {keyword.arg for keyword in one.keywords}
        for one in ast.walk(called)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
    }
    fields = set(inspect.signature(Choices).parameters)
    # Types are inferred without the columns that need text.
    assert given["infer_schema"] >= fields - {"unknown", "as_text"}
    # The columns are known, so that no sample is looked at.
    assert given["read_records"] >= fields - {"sample"}


def test_choices_of_a_plan_hold_where_it_is_read(tmp_path: Path) -> None:
    doubled = tmp_path / "a.ndjson"
    doubled.write_text('{"a": 1, "a": 2}\n')
    last = Choices(duplicates="last")
    plan = varvel.splits(doubled)
    schema = last.columns(plan, None, None)
    assert pyarrow.table(last.read(plan, schema)).to_pylist() == [{"a": 2}]
    with pytest.raises(varvel.Error, match="duplicate key"):
        list(Choices().read(plan, schema).batches())
    packed = tmp_path / "b.ndjson.gz"
    packed.write_bytes(gzip.compress(b'{"a": 1}\n' * 300_000, 9))
    much = Choices(max_expansion=5000)
    plan = varvel.splits(packed)
    schema = much.columns(plan, None, None)
    assert sum(len(batch) for batch in much.read(plan, schema, threads=1).batches()) == 300_000
    with pytest.raises(varvel.Error, match="max_expansion"):
        list(Choices().read(plan, schema).batches())
    assert scan(packed, max_expansion=5000).select(polars.len()).collect().item() == 300_000
    assert scan(doubled, duplicates="first").collect()["a"].to_list() == [1]
    with pytest.raises(ValueError, match="sample is at least 1"):
        Choices(sample=0)
