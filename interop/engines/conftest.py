"""The command, and the files that it writes."""

import os
import pathlib
import subprocess

import pytest

import odd
import rich
from records import Records

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def varvel():
    """Builds the command, and returns a function that runs it."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    build = ["cargo", "build", "--quiet", "-p", "varvel-cli", "--features", "full"]
    subprocess.run(build, cwd=ROOT, check=True)
    program = target / "debug" / "varvel"

    def run(*args):
        ran = subprocess.run([program, *map(str, args)], capture_output=True)
        # 4: records were set aside.
        assert ran.returncode == 0 or ran.returncode == 4 and "--bad-lines" in args, ran
        return ran

    run.program = program
    return run


class Files:
    """The files of all inputs, each written once."""

    def __init__(self, varvel, folder):
        self.varvel = varvel
        self.folder = folder

    def input(self, name):
        """Returns the path of an input, which has a name of `odd` or `rich`."""
        path = self.folder / f"{name}.ndjson"
        if not path.exists():
            data = odd.INPUTS.get(name) or rich.INPUTS[name].encode()
            path.write_bytes(data)
        return path

    def records(self, name):
        """Returns the records of an input, without those that are set aside."""
        return Records(self.input(name).read_bytes(), odd.BAD.get(name, ()))

    def write(self, name, kind="parquet", *options):
        """Returns the path of our file of an input, and the records that must be in it."""
        source = self.input(name)
        path = self.folder / f"{name}{''.join(options)}.{kind}"
        bad = self.folder / f"{name}.bad"
        if not path.exists():
            self.varvel("convert", source, path, "--bad-lines", bad, "--quiet", *options)
        return path, self.records(name)


@pytest.fixture(scope="session")
def files(varvel, tmp_path_factory):
    return Files(varvel, tmp_path_factory.mktemp("files"))


@pytest.fixture(scope="session")
def spark_folder(tmp_path_factory):
    """The folder in which Spark runs, to which names of files are relative."""
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="session")
def spark(tmp_path_factory, spark_folder):
    """One session of Spark for all tests: it takes long to begin."""
    import varvel.spark
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2,6]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "3g",
        "spark.sql.session.timeZone": "UTC",
        # Two columns whose names differ in case alone have values of their own each.
        "spark.sql.caseSensitive": "true",
        "spark.sql.shuffle.partitions": "1",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    before = os.getcwd()
    os.chdir(spark_folder)
    session = builder.getOrCreate()
    os.chdir(before)
    session.sparkContext.setLogLevel("OFF")
    varvel.spark.register(session)
    yield session
    session.stop()
