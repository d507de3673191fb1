"""Writes version and addresses of Cargo.toml ([workspace.metadata.project]) wherever the project shows them:

    python3 scripts/release/links.py [--root FOLDER] [--check]

Each place has lines that belong to this script alone: they are written if the address is there, and removed if it
is empty. --check changes nothing, and fails if a place says something else.
"""

import argparse
import pathlib
import re
import sys

from project import ROOT, facts

# Packages that say where they come from: what is published, and the program.
PACKAGES = ["Cargo.toml"] + [
    f"crates/audit960-{name}/Cargo.toml" for name in ("types", "pgn", "board", "law", "replay")
]


def after(text, anchor, line, own):
    """`text` with the lines that match `own` replaced by `line`, which follows the first line `anchor`."""
    text = re.sub(rf"(?m)^{own}.*\n", "", text)
    if not line:
        return text
    at = re.search(rf"(?m)^{anchor}.*\n", text)
    if at is None:
        raise SystemExit(f"no line begins with {anchor}")
    return text[: at.end()] + line + "\n" + text[at.end() :]


def package(text, known):
    line = "repository.workspace = true" if known["repository"] else ""
    return after(text, r"license\.workspace", line, r"repository\.workspace")


def workspace(text, known):
    head, mark, rest = text.partition("[workspace.package]\n")
    line = known["repository"] and f'repository = "{known["repository"]}"'
    section, end, rest = rest.partition("\n[")
    return head + mark + after(section + "\n", r"license = ", line, r"repository = ")[:-1] + end + rest


def citation(text, known):
    line = known["repository"] and f'repository-code: "{known["repository"]}"'
    text = re.sub(r"(?m)^version: .*", f"version: {known['version']}", text)
    return after(text, "license:", line, "repository-code:")


def security(text, known):
    contact = f"Reports reach the maintainers at <{known['security']}>." if known["security"] else ""
    return re.sub(
        r"<!-- contact: (none -->|below -->\n.*)",
        lambda _: f"<!-- contact: below -->\n{contact}" if contact else "<!-- contact: none -->",
        text,
    )


def forms(text, known):
    text = text.split("contact_links:")[0]
    if known["repository"]:
        text += (
            "contact_links:\n  - name: A security matter\n"
            f"    url: {known['repository']}/blob/main/SECURITY.md\n    about: What counts, and how to report it in private\n"
        )
    return text


def book(text, known):
    line = known["repository"] and f'git-repository-url = "{known["repository"]}"'
    return after(text, r"\[output\.html\]", line, "git-repository-url")


def python(text, known):
    text = re.sub(r"\[project\.urls\]\nRepository = .*\n\n", "", text)
    if known["repository"]:
        urls = f'[project.urls]\nRepository = "{known["repository"]}"\n\n'
        text = text.replace("[project.optional-dependencies]\n", urls + "[project.optional-dependencies]\n")
    return text


def hook(text, known):
    """What pre-commit installs: the wheel of the same version."""
    text = re.sub(r'(?m)^version = .*', f'version = "{known["version"]}"', text)
    return re.sub(r'"audit960==[^"]*"', f'"audit960=={known["version"]}"', text)


def extension(text, known):
    """The description for DuckDB's community extensions, whose licence and version are those of the workspace."""
    text = re.sub(r"(?m)^  license: .*", f"  license: {known['license']}", text)
    return re.sub(r"(?m)^  version: .*", f"  version: {known['version']}", text)


PLACES = [(name, package) for name in PACKAGES] + [
    ("Cargo.toml", workspace),
    ("CITATION.cff", citation),
    ("SECURITY.md", security),
    (".github/ISSUE_TEMPLATE/config.yml", forms),
    ("book.toml", book),
    ("python/pyproject.toml", python),
    ("pyproject.toml", hook),
    ("extensions/duckdb/description.yml", extension),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--check", action="store_true")
    chosen = parser.parse_args()
    known = facts(chosen.root)
    differing = []
    for name, place in PLACES:
        path = chosen.root / name
        text = path.read_text(encoding="utf-8")
        written = place(text, known)
        if written != text:
            differing.append(name)
            if not chosen.check:
                path.write_text(written, encoding="utf-8", newline="\n")
    for name in sorted(set(differing)):
        print(f"{name}: {'differs from Cargo.toml; make links writes it' if chosen.check else 'written'}")
    return 1 if differing and chosen.check else 0


if __name__ == "__main__":
    sys.exit(main())
