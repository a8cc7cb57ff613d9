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
