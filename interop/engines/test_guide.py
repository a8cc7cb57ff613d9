"""The commands of the guide print what it says."""

import os
import subprocess
import sys

import guide


def run_page(varvel, folder, wanted):
    """Runs the commands of the shell, and those of Python for which `wanted` holds."""
    shell, python = guide.blocks()
    path = f"{os.path.dirname(varvel.program)}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    for commands in shell:
        subprocess.run(["sh", "-ec", commands], cwd=folder, env=environment, check=True)
    ran = 0
    for program, printed in filter(lambda block: wanted(block[0]), python):
        found = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
        assert found.stdout == printed, found.stderr
        ran += 1
    return ran


def test_the_commands_print_what_the_page_says(varvel, tmp_path):
    assert run_page(varvel, tmp_path, lambda program: "pyspark" not in program) == 2
