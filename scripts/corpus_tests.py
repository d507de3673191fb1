"""The tests that ask for the large archives, as filters of `cargo test`: those that look for them, and those that call a function
that does.

    cargo test -- $(python3 scripts/corpus_tests.py)
"""

import pathlib
import re
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASKS = "AUDIT960_CORPUS"
FUNCTION = re.compile(r"^ *((?:#\[.*\]\s*)*)(pub(?:\(crate\))? )?fn ([a-z0-9_]+)", re.MULTILINE)


class Function(typing.NamedTuple):
    """A function of a file."""

    name: str
    is_test: bool
    is_shared: bool
    body: str


def functions(path: pathlib.Path) -> list[Function]:
    """The functions of a file."""
    text = re.sub(r"^ *//.*\n", "", path.read_text(), flags=re.MULTILINE)
    found = list(FUNCTION.finditer(text))
    ends = [following.start() for following in found[1:]] + [len(text)]
    return [Function(at[3], "#[test]" in at[1], bool(at[2]), text[at.end() : end]) for at, end in zip(found, ends)]


def asking(known: list[Function], shared: set[str]) -> set[str]:
    """The functions of a file that ask, or call one that does."""
    found = {function.name for function in known if ASKS in function.body}
    while True:
        calls = re.compile(rf"(?<![a-z_0-9.\"])({'|'.join(sorted(found | shared))})\b(?!\")")
        more = {function.name for function in known if calls.search(function.body)} - found
        if not more:
            return found
        found |= more


def of_target(files: list[pathlib.Path]) -> set[str]:
    """The tests of files that are compiled together and share their helpers."""
    known = {path: functions(path) for path in files}
    # The function that looks for them, which all test targets include.
    shared = {"corpus"}
    while True:
        asks = {path: asking(own, shared) for path, own in known.items()}
        more = {one.name for path, own in known.items() for one in own if one.is_shared and one.name in asks[path]}
        if more <= shared:
            break
        shared |= more
    return {
        f"{module(path)}{one.name}" for path, own in known.items() for one in own if one.is_test and one.name in asks[path]
    }


def module(path: pathlib.Path) -> str:
    """The module of a file of the program's tests; others are named by their functions alone."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return f"{parts[2]}::" if parts[:2] == ("tests", "it") and len(parts) == 3 else ""


def main() -> None:
    """Prints the filters."""
    targets = [ROOT / "tests/it", *ROOT.glob("crates/*/tests"), *ROOT.glob("crates/*/src")]
    found = set()
    for target in targets:
        files = sorted(target.rglob("*.rs"))
        found |= of_target(files)
    print(*sorted(found))


if __name__ == "__main__":
    main()
