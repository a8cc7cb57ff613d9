"""Options of YAML: all that reads it takes them, and nothing that reads other formats does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow
import pytest
import varvel
import varvel.polars

# PyYAML reads both.
BRACKET = "a: [\n  1\n]\n"
QUOTES = "a: 'x\ny'\n"
FORMATS = ["json", "json5", "msgpack", "cbor"]


@pytest.mark.parametrize(("text", "value"), [(BRACKET, [1]), (QUOTES, "x y")])
def test_tolerant_takes_two_forms_that_yaml_forbids(text: str, value: Any, tmp_path: Path) -> None:
    wanted = {"a": value}
    of = dict[str, type(value)]  # type: ignore[misc]
    assert varvel.yaml.loads(text, tolerant=True) == wanted
    assert varvel.yaml.loads_all(text + "---\n" + text, tolerant=True) == [wanted, wanted]
    assert varvel.yaml.decode(text, of, tolerant=True) == wanted
    assert varvel.Decoder(of, format="yaml", tolerant=True).decode(text) == wanted
    assert varvel.Document(text, format="yaml", tolerant=True).to_python() == wanted
    schema = varvel.schema(text, format="yaml", tolerant=True)
    assert schema["required"] == ["a"]
    for checks in [{}, {"type": of}, {"schema": schema}]:
        assert varvel.validate(text, format="yaml", tolerant=True, **checks) == 1
    file = tmp_path / "a.yaml"
    file.write_text(text)
    assert varvel.load(file, format="yaml", tolerant=True) == wanted
    assert pyarrow.table(varvel.read_records(file, tolerant=True)).to_pylist() == [wanted]
    assert varvel.polars.scan(file, tolerant=True).collect().to_dicts() == [wanted]
    with varvel.edit.open(file, tolerant=True) as document:
        assert document.decode(of) == wanted
        document["b"] = 2
    assert file.read_text() == text + "b: 2\n"


def test_the_hint_names_the_option_of_python(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(BRACKET)
    for read in (
        lambda: varvel.yaml.loads(BRACKET),
        lambda: varvel.yaml.decode(QUOTES, Any),
        lambda: varvel.Document(QUOTES, format="yaml"),
        lambda: varvel.validate(file),
        lambda: varvel.edit.open(file),
        lambda: varvel.read_records(file),
    ):
        with pytest.raises(varvel.Error, match="`tolerant=True`, which takes it here"):
            read()


@pytest.mark.parametrize("name", ["merge_keys", "yaml_1_1", "tolerant"])
def test_other_formats_refuse_options_of_yaml(name: str) -> None:
    for format in FORMATS:
        options: dict[str, Any] = {name: True, "format": format}
        data = varvel.dumps({"a": 1}, format=format)  # type: ignore[arg-type]
        calls = [varvel.loads, varvel.loads_all, varvel.validate, varvel.schema]
        for call in calls:
            with pytest.raises(ValueError, match=f"{name} is an option of YAML"):
                call(data, **options)
        with pytest.raises(ValueError, match=f"{name} is an option of YAML"):
            varvel.decode(data, dict, **options)
        with pytest.raises(ValueError, match=f"{name} is an option of YAML"):
            varvel.Decoder(dict, **options)
    for check in (varvel.validate, varvel.schema):
        with pytest.raises(ValueError, match=f"{name} is an option of YAML"):
            check('{"a":1}', format="ndjson", **{name: True})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_replay is an option of YAML"):
        varvel.loads("1", max_replay=1)
    with pytest.raises(ValueError, match="tolerant is an option of YAML"):
        varvel.Document("1", tolerant=True)
    with pytest.raises(ValueError, match="tolerant is an option of YAML"):
        varvel.edit.Document("1", format="json", tolerant=True)
