"""Builds the wheel: with the program, or without it where AUDIT960 names one that is there already.

``pip install .`` compiles the program, which takes minutes and needs Rust. ``AUDIT960=/path/to/audit960 pip install .``
installs the package alone, in seconds. ``AUDIT960_BUNDLE=/path/to/audit960`` puts that program into the wheel, as
``scripts/wheel.sh`` does.
"""

import base64
import hashlib
import os
import platform
import re
import stat
import subprocess
import sysconfig
import zipfile
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    import tomli as tomllib

_HERE = Path(__file__).parent
_ROOT = _HERE.parent


def get_requires_for_build_wheel(config_settings=None):
    return ["tomli; python_version < '3.11'"]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"audit960-{_version()}.dist-info"
    folder.mkdir()
    for name, content in _metadata(_tag(_program())).items():
        (folder / name).write_bytes(content)
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    program, stem = _program(), f"audit960-{_version()}"
    tag = _tag(program)
    files = {f"audit960/{path.name}": path.read_bytes() for path in sorted((_HERE / "audit960").iterdir()) if path.is_file()}
    if program:
        # Installers copy this folder to where programs are.
        files[f"{stem}.data/scripts/{program.name}"] = program.read_bytes()
    files.update({f"{stem}.dist-info/{name}": content for name, content in _metadata(tag).items()})
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{stem}.dist-info/RECORD"] = (record + f"{stem}.dist-info/RECORD,,\n").encode()
    name = f"{stem}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # Installers make a program of what is marked as a file that can be run.
            entry.external_attr = (stat.S_IFREG | (0o755 if "/scripts/" in path else 0o644)) << 16
            wheel.writestr(entry, content)
    return name


def _program():
    """The program that goes into the wheel; None if there is one already."""
    if os.environ.get("AUDIT960_BUNDLE"):
        return Path(os.environ["AUDIT960_BUNDLE"])
    if os.environ.get("AUDIT960"):
        return None
    subprocess.run(["cargo", "build", "--locked", "--profile", "dist", "--bin", "audit960"], cwd=_ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", _ROOT / "target"))
    return target / "dist" / ("audit960.exe" if os.name == "nt" else "audit960")


def _tag(program):
    """The tag of a wheel with this program: which systems can run it."""
    if program is None:
        return "py3-none-any"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if platform.libc_ver()[0] == "glibc":
        # The newest version of glibc of which the program uses a symbol.
        needed = max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", program.read_bytes()))
        system = system.replace("linux", f"manylinux_2_{needed}")
    elif system.startswith("linux"):
        system = system.replace("linux", "musllinux_1_2")
    return f"py3-none-{system}"


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _version():
    """The version of the workspace."""
    return tomllib.loads((_ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]


def _metadata(tag):
    """The files about the wheel, by name."""
    project = tomllib.loads((_HERE / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {_version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        *(f"Project-URL: {name}, {address}" for name, address in project.get("urls", {}).items()),
    ]
    for name, packages in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {name}", *(f"Requires-Dist: {package}; extra == '{name}'" for package in packages)]
    lines += ["Description-Content-Type: text/markdown", "", (_HERE / project["readme"]).read_text("utf-8")]
    wheel = ["Wheel-Version: 1.0", "Generator: audit960", f"Root-Is-Purelib: {str(tag.endswith('any')).lower()}", f"Tag: {tag}", ""]
    return {"METADATA": "\n".join(lines).encode(), "WHEEL": "\n".join(wheel).encode()}
