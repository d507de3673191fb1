"""Runs action.yml and .pre-commit-hooks.yaml on the three games of tests/repository, without a service:

    python scripts/test_chains.py WHEELS [SCHEMA]

WHEELS is a folder with the wheel of audit960 and, for the hook, that of setuptools; nothing else is installed from. SCHEMA
is the JSON schema of SARIF 2.1.0, of which the project keeps no copy. Needs PyYAML, and pre-commit and jsonschema if they
are to be tried; scripts/test_packages.sh brings all of this.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The file, its line, and the code of each finding of severity error in tests/repository, by its README.
EXPECTED = {
    ("games/ambiguous.pgn", 9, "M002"),
    # The Result tag contradicts the termination marker, and the mate on the board.
    ("games/result.pgn", 7, "C001"),
    ("games/result.pgn", 7, "C002"),
}


def run_action(action, inputs, repository, environment):
    """Runs the steps of a composite action as its runner does; returns the exit code, what was printed, and the outputs."""
    values = {f"inputs.{name}": inputs.get(name, str(it.get("default", ""))) for name, it in action["inputs"].items()}
    printed, temporary = "", pathlib.Path(environment["RUNNER_TEMP"])
    for number, step in enumerate(action["runs"]["steps"]):

        def filled(text):
            return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: values[found[1]], str(text))

        if "uses" in step:
            print(f"skipped: {step['uses']}, which only the service runs, with {step['with']}")
            assert all(filled(it) for it in step["with"].values())
            continue
        output = temporary / f"output-{number}"
        output.touch()
        own = {name: filled(value) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=repository, env={**environment, **own, "GITHUB_OUTPUT": str(output)}, capture_output=True, text=True,
        )
        printed += done.stdout + done.stderr
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            values[f"steps.{step['id']}.outputs.{name}"] = value
        if done.returncode:
            return done.returncode, printed, values
    return 0, printed, values


def errors(sarif):
    """File, line and code of each finding of severity error."""
    found = set()
    for result in sarif["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        if result["level"] == "error":
            found.add((place["artifactLocation"]["uri"], place["region"]["startLine"], result["ruleId"]))
    return found


def try_action(wheels, folder, schema):
    repository, temporary = folder / "repository", folder / "runner"
    shutil.copytree(ROOT / "tests/repository", repository)
    temporary.mkdir()
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    # What is installed comes from the folder alone, by the name and version that the action asks for.
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTION_PATH": str(ROOT), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels),
    }
    environment["PATH"] = f"{pathlib.Path(sys.executable).parent}:{environment['PATH']}"
    code, printed, values = run_action(action, {}, repository, environment)
    assert code == 1, (code, printed)
    sarif = json.loads(pathlib.Path(values["steps.check.outputs.sarif"]).read_text("utf-8"))
    assert errors(sarif) == EXPECTED, errors(sarif)
    assert all(f"{file}:{line}:" in printed for file, line, _ in EXPECTED), printed
    if schema:
        import jsonschema

        jsonschema.validate(sarif, json.loads(schema.read_text("utf-8")))
        print("the SARIF of the action fits its schema")
    else:
        print("skipped: the schema of SARIF, which cannot be fetched")
    code, printed, _ = run_action(action, {"files": "games/sound.pgn"}, repository, environment)
    assert code == 0, printed
    print("action.yml: three errors in three games, none in one")


def git(folder, *words):
    name = ["-c", "user.name=x", "-c", "user.email=x@example.invalid"]
    subprocess.run(["git", "-C", folder, *name, *words], check=True, capture_output=True)


def try_hook(wheels, folder):
    """A user's repository, with the configuration of README, and the two files that pre-commit needs of ours."""
    ours, theirs = folder / "ours", folder / "theirs"
    ours.mkdir(parents=True)
    for name in (".pre-commit-hooks.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, ours)
    shutil.copytree(ROOT / "tests/repository", theirs)
    hook = {"repo": ours.as_uri(), "rev": "v1", "hooks": [{"id": "audit960"}]}
    (theirs / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [hook]}))
    for repository in (ours, theirs):
        git(repository, "init", "-q")
        git(repository, "add", ".")
        git(repository, "commit", "-q", "-m", "x")
    git(ours, "tag", "v1")
    environment = {
        **os.environ, "HOME": str(folder), "PRE_COMMIT_HOME": str(folder / "cache"),
        "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels),
    }
    run = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    done = subprocess.run(run, cwd=theirs, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done
    assert all(f"{file}:{line}:" in done.stdout for file, line, _ in EXPECTED), done.stdout
    for name in ("ambiguous", "result"):
        (theirs / f"games/{name}.pgn").unlink()
    git(theirs, "add", ".")
    done = subprocess.run(run, cwd=theirs, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "Passed" in done.stdout, done
    print(".pre-commit-hooks.yaml: fails with errors, passes without")


def main():
    wheels = pathlib.Path(sys.argv[1]).resolve()
    schema = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try_action(wheels, folder, schema)
        if list(wheels.glob("setuptools-*.whl")):
            try_hook(wheels, folder / "hook")
        else:
            print("skipped: the hook, because pre-commit cannot be installed")


main()
