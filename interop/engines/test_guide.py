"""The commands of the guide print what it says."""

import os
import subprocess
import sys

import guide
import reckon
import verdicts


def run_step(language, text, printed, varvel, folder):
    """Runs a block in a process of its own."""
    path = os.pathsep.join([os.path.dirname(varvel.program), os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    command = ["sh", "-ec", text] if language == "sh" else [sys.executable, "-c", text]
    found = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert printed is None or found.stdout == printed, found.stderr


def test_the_commands_print_what_the_page_says(varvel, tmp_path):
    ran = 0
    for language, text, printed in guide.steps():
        if not guide.is_of_spark(text):
            run_step(language, text, printed, varvel, tmp_path)
            ran += 1
    assert ran == 10


def test_the_page_has_what_was_reckoned():
    assert reckon.table() in verdicts.PAGE.read_text()
