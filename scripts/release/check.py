"""Whether the tree can be released:

    python3 scripts/release/check.py [--tag v1.2.3]     everything that can be seen here
    python3 scripts/release/check.py --notes v1.2.3     prints the section of the changelog

With a tag, the version must be the tag's, and nothing may be missing: section of the changelog, kept dataset, addresses. Without
one, what is missing is only named.
"""

import argparse
import datetime
import json
import re
import subprocess
import sys

from project import ROOT, facts


def sections(changelog):
    """Heading and text of each version, in order."""
    parts = re.split(r"(?m)^## (.+)\n", changelog)[1:]
    return list(zip(parts[::2], parts[1::2]))


def changelog_faults(parts):
    """What is wrong with the changelog."""
    faults, dates = [], []
    for heading, text in parts:
        if heading in ("Unreleased", "Before 1.0"):
            continue
        if text.count("\n") > 120:
            faults.append(f"CHANGELOG.md: {heading} has more than 120 lines; what was mended is in the history")
        found = re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)", heading)
        try:
            dates.append(datetime.date.fromisoformat(found[2]))
        except (TypeError, ValueError):
            faults.append(f"CHANGELOG.md: {heading} is not VERSION - YYYY-MM-DD")
    if dates != sorted(dates, reverse=True):
        faults.append("CHANGELOG.md: the newest version is not first")
    return faults


def missing(parts, known):
    """What a release needs and a change does not."""
    version, found = known["version"], []
    texts = dict(parts)
    if texts.get("Unreleased", "").strip():
        found.append(f"CHANGELOG.md: Unreleased is not empty; give it the heading {version} - YYYY-MM-DD")
    if not any(heading.startswith(f"{version} - ") for heading in texts):
        found.append(f"CHANGELOG.md has no section {version} - YYYY-MM-DD")
    kept = f"tests/datasets/{version.rpartition('.')[0]}"
    if not (ROOT / kept / "columns.tsv").exists():
        found.append(f"{kept} is not there: scripts/release/keep.py makes it")
    for name, what in [("repository", "the address of the repository"), ("security", "where security matters are reported")]:
        if not known[name]:
            found.append(f"Cargo.toml does not say {what} ([workspace.metadata.project]); fill it and run make links")
    return found


def order():
    """The crates that are published, each after those it needs."""
    output = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps", "--offline"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    packages = {it["name"]: it for it in json.loads(output.stdout)["packages"] if it["publish"] is None}
    done = []
    while len(done) < len(packages):
        ready = [
            name
            for name, package in sorted(packages.items())
            if name not in done
            and all(it["name"] in done for it in package["dependencies"] if it["name"] in packages and it["kind"] != "dev")
        ]
        done += ready
    return done


def dry_run(crates):
    """What is wrong with a publication that uploads nothing."""
    command = ["cargo", "publish", "--dry-run", "--no-verify", "--allow-dirty", "--locked"]
    for crate in crates:
        command += ["-p", crate]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        print(f"cargo publish --dry-run: {', '.join(crates)}, in this order")
        return []
    said = done.stderr.strip().splitlines()
    if any("index" in line or "network" in line.lower() or "download" in line.lower() for line in said[-8:]):
        print(f"skipped: cargo publish --dry-run, because the registry cannot be reached: {said[-1]}")
        return []
    return ["cargo publish --dry-run: " + "\n".join(said[-8:])]


def lock_faults():
    """Lock files that are not those of their manifests: of the workspace, and of the fuzz targets, which have one of their own."""
    faults = []
    for lock in [ROOT / folder / "Cargo.lock" for folder in ("", "tests/fuzz")]:
        command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", lock.with_name("Cargo.toml")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        name = lock.relative_to(ROOT)
        if "because --locked was passed" in done.stderr:
            faults.append(f"{name} is not up to date: cargo update --workspace --manifest-path {name.with_name('Cargo.toml')}")
        elif done.returncode:
            print(f"skipped: {name}, because the registry cannot be reached: {done.stderr.strip().splitlines()[-1]}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tag")
    parser.add_argument("--notes", metavar="TAG")
    parser.add_argument("--order", action="store_true", help="print the crates that are published, in order")
    chosen = parser.parse_args()
    if chosen.order:
        print("\n".join(order()))
        return 0
    known = facts()
    parts = sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if chosen.notes:
        text = [text for heading, text in parts if heading.startswith(chosen.notes.removeprefix("v") + " - ")]
        print(text[0].strip() if text else f"{known['name']} {chosen.notes}")
        return 0 if text else 1
    faults = changelog_faults(parts)
    lacking = missing(parts, known)
    if chosen.tag:
        faults += lacking
    else:
        print("".join(f"before a release: {it}\n" for it in lacking), end="")
    description = (ROOT / "extensions/duckdb/description.yml").read_text(encoding="utf-8")
    if empty := re.findall(r'(?m)^ +(\w+): (?:""|\[\])$', description):
        print(f"after a release: extensions/duckdb/description.yml has no {', '.join(empty)} yet")
    print("not seen from here: what only the service has (docs/release.md, Before the first release)")
    if chosen.tag and chosen.tag != f"v{known['version']}":
        faults.append(f"the tag is {chosen.tag}, and Cargo.toml says {known['version']}")
    links = subprocess.run([sys.executable, ROOT / "scripts/release/links.py", "--check"], capture_output=True, text=True)
    if links.returncode:
        faults.append(links.stdout.strip())
    toolchain = (ROOT / "rust-toolchain.toml").read_text(encoding="utf-8")
    channel = re.search(r'channel = "(\d+\.\d+)(\.\d+)?"', toolchain)
    if channel is None or channel[1] != known["rust"]:
        faults.append(f"rust-version is {known['rust']}, but rust-toolchain.toml, with which all is tested, is another")
    faults += lock_faults()
    faults += dry_run(order())
    print("\n".join(faults) or f"{known['name']} {known['version']}: nothing here forbids a release")
    return 1 if faults else 0


sys.exit(main())
