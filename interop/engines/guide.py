"""The commands of `docs/guide/engines.md`."""

import re

from conftest import ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks():
    """Returns the blocks of the page: of the shell, and of Python with what it prints."""
    found = BLOCK.findall((ROOT / "docs/guide/engines.md").read_text())
    shell = [text for language, text in found if language == "sh"]
    pairs = zip(found, found[1:])
    python = [(text, printed) for (one, text), (other, printed) in pairs if (one, other) == ("python", "text")]
    assert len(python) == sum(language == "python" for language, _ in found)
    return shell, python
