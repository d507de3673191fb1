#!/usr/bin/env python3
"""Lines of the project that are neither blank nor comment: Rust, JavaScript, CSS, HTML and Fluent, by room.

    python3 scripts/lines.py [COMMIT]

Product is what is compiled into the program, its libraries and its pages. Tests are the folders and files of that name,
what stands under `#[cfg(test)]`, there or in the file of a module declared so, benches and fuzz targets. Folders named
`vendor` are not ours and do not count. With COMMIT, the lines of that commit stand beside those of the working tree, and
what the difference is.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import PurePosixPath

KINDS = {".rs", ".js", ".mjs", ".css", ".html", ".ftl"}
# A string or a character that could hold the beginning of a comment, a brace or a quote; else a comment.
RUST = re.compile(
    r'r(?P<hashes>#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)',
    re.DOTALL,
)
OTHER = re.compile(r"(?P<line>^\s*(?://|#)[^\n]*)|(?P<block>/\*.*?\*/|<!--.*?-->)", re.DOTALL | re.MULTILINE)
# An item for tests alone: its attribute, then everything to its closing brace or semicolon.
FOR_TESTS = re.compile(r"^[ \t]*#\[cfg\((?:all\()?test\b[^\n]*\n", re.MULTILINE)
# A module for tests alone that is a file of its own.
TEST_MODULE = re.compile(FOR_TESTS.pattern + r"\s*(?:pub(?:\(\w+\))? )?mod (?P<name>\w+);", re.MULTILINE)


def without_comments(text, pattern):
    """The text, comments taken away; strings stand as they are."""

    def kept(match):
        is_comment = match["line"] is not None or match["block"] is not None
        return "\n" * match[0].count("\n") if is_comment else match[0]

    return pattern.sub(kept, text)


def blanked(text):
    """The text with nothing inside strings, so that its braces are those of the language."""
    return RUST.sub(lambda match: re.sub(r"[^\n]", "_", match[0]), text)


def end_of_item(text, at):
    """Where the item that begins here ends."""
    depth = 0
    for here in range(at, len(text)):
        letter = text[here]
        if letter in "{([":
            depth += 1
        elif letter in "})]":
            depth -= 1
            if depth == 0 and letter == "}":
                return here + 1
        elif letter == ";" and depth == 0:
            return here + 1
    return len(text)


def count(text):
    return sum(1 for line in text.splitlines() if line.strip())


def rust_lines(text):
    """Lines of product and of inline tests."""
    text = without_comments(text, RUST)
    shape = blanked(text)
    tests, at = 0, 0
    while found := FOR_TESTS.search(shape, at):
        at = end_of_item(shape, found.end())
        tests += count(text[found.start() : at])
    return count(text) - tests, tests


def room(path):
    parts = PurePosixPath(path).parts
    if parts[0] == "crates":
        return parts[1].removeprefix("audit960-") if parts[1] != "audit960" else "program"
    return {"tests": "it", "build.rs": "program"}.get(parts[0], parts[0])


def is_test(path):
    parts = PurePosixPath(path).parts
    return parts[0] in ("tests", "benches") or "tests" in parts[:-1] or parts[-1] in ("tests.rs", "test.js")


def test_modules(path, text):
    """Paths, without ending, of the modules that this file declares for tests alone."""
    path = PurePosixPath(path)
    folder = path.parent if path.stem in ("lib", "main", "mod") else path.with_suffix("")
    return {folder / found["name"] for found in TEST_MODULE.finditer(blanked(without_comments(text, RUST)))}


def lines(commit):
    """Lines of product and tests by room."""
    listing = ["git", "ls-tree", "-r", "--name-only", commit] if commit else ["git", "ls-files"]
    texts = {}
    for path in subprocess.run(listing, check=True, capture_output=True, text=True).stdout.splitlines():
        if PurePosixPath(path).suffix not in KINDS or "vendor" in PurePosixPath(path).parts:
            continue
        if commit:
            show = ["git", "show", f"{commit}:{path}"]
            texts[path] = subprocess.run(show, check=True, capture_output=True).stdout.decode()
        else:
            try:
                with open(path, encoding="utf-8") as file:
                    texts[path] = file.read()
            except FileNotFoundError:  # removed, and not committed yet
                continue
    modules = set()
    for path, text in texts.items():
        if path.endswith(".rs"):
            modules |= test_modules(path, text)
    product, tests = Counter(), Counter()
    for path, text in texts.items():
        if path.endswith(".rs"):
            ours, inline = rust_lines(text)
        else:
            ours, inline = count(without_comments(text, OTHER)), 0
        module = PurePosixPath(path).with_suffix("")
        if is_test(path) or not modules.isdisjoint([module, *module.parents]):
            ours, inline = 0, ours + inline
        product[room(path)] += ours
        tests[room(path)] += inline
    return product, tests


def main():
    before = lines(sys.argv[1]) if len(sys.argv) > 1 else None
    now = lines(None)
    rooms = sorted(set().union(*now, *(before or ())), key=lambda name: -now[0][name])
    print(f"{'room':<14} {'product':>8} {'tests':>8}" + (f" {'product':>9} {'tests':>9}  since" if before else ""))
    for name in [*rooms, "all"]:
        here = [sum(part.values()) if name == "all" else part[name] for part in now]
        row = f"{name:<14} {here[0]:>8,} {here[1]:>8,}"
        if before:
            then = [sum(part.values()) if name == "all" else part[name] for part in before]
            row += "".join(f" {new - old:>+9,}" for new, old in zip(here, then))
        print(row)


if __name__ == "__main__":
    main()
