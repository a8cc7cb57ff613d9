"""The recorded answers of engines are those of the engines that are installed."""

import json

import pytest

import verdicts


@pytest.mark.parametrize("engine", ["varvel", "duckdb", "polars", "pyarrow"])
def test_the_record_is_true(varvel, engine, tmp_path):
    recorded = json.loads(verdicts.RECORD.read_text())[engine]
    assert recorded["name"] == verdicts.title(engine)
    assert {name: verdicts.ask(engine, name, tmp_path) for name in verdicts.TITLES} == recorded["verdicts"]


def test_the_guide_has_the_record():
    text = verdicts.PAGE.read_text()
    assert text == verdicts.page_with(json.loads(verdicts.RECORD.read_text()), text)
