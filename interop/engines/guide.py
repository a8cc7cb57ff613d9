"""The commands of `docs/guide/engines.md`."""

import re

from conftest import ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def steps():
    """Yields the blocks of the page, in their order: the language, the program, and what it prints."""
    found = BLOCK.findall((ROOT / "docs/guide/engines.md").read_text())
    for (language, text), (then, printed) in zip(found, [*found[1:], ("", "")]):
        if language == "python":
            assert then == "text", text
            yield language, text, printed
        elif language == "sh":
            yield language, text, None


def is_of_spark(text):
    return "spark" in text
