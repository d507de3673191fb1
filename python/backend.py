"""Builds the wheel: with the program, by maturin, or without it where AUDIT960 names one that is there already.

``pip install .`` compiles the program, which takes minutes and needs Rust. ``AUDIT960=/path/to/audit960 pip install .``
installs the package alone, in seconds.
"""

import base64
import hashlib
import os
import re
import zipfile
from pathlib import Path

_HERE = Path(__file__).parent
_MATURIN = ["maturin>=1.7,<2"]


def _is_bare():
    return bool(os.environ.get("AUDIT960"))


def get_requires_for_build_wheel(config_settings=None):
    return [] if _is_bare() else _MATURIN


def get_requires_for_build_sdist(config_settings=None):
    return _MATURIN


def build_sdist(sdist_directory, config_settings=None):
    import maturin

    return maturin.build_sdist(sdist_directory, config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    if not _is_bare():
        import maturin

        return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)
    folder = Path(metadata_directory) / f"audit960-{_version()}.dist-info"
    folder.mkdir()
    for name, text in _metadata().items():
        (folder / name).write_text(text, "utf-8")
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if not _is_bare():
        import maturin

        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    version = _version()
    files = {f"audit960/{path.name}": path.read_bytes() for path in sorted((_HERE / "audit960").iterdir()) if path.is_file()}
    info = f"audit960-{version}.dist-info"
    files.update({f"{info}/{name}": text.encode() for name, text in _metadata().items()})
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"audit960-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _version():
    """The version of the workspace."""
    # In a source distribution the workspace lies beside this file.
    folder = next(folder for folder in (_HERE.parent, _HERE) if (folder / "Cargo.toml").is_file())
    text = (folder / "Cargo.toml").read_text("utf-8")
    found = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise RuntimeError("Cargo.toml states no version")
    return found.group(1)


def _metadata():
    """The files about the wheel, by name."""
    project = (_HERE / "pyproject.toml").read_text("utf-8")
    extras = re.search(r"\[project.optional-dependencies\]\n(.*?)\n\n", project, re.DOTALL)
    lines = [
        "Metadata-Version: 2.1",
        "Name: audit960",
        f"Version: {_version()}",
        "Requires-Python: >=3.9",
    ]
    for line in extras.group(1).splitlines() if extras else []:
        name, _, packages = line.partition(" = ")
        if line.startswith("#"):
            continue
        lines.append(f"Provides-Extra: {name}")
        lines += [f"Requires-Dist: {package}; extra == '{name}'" for package in re.findall(r'"([^"]+)"', packages)]
    wheel = ["Wheel-Version: 1.0", "Generator: audit960", "Root-Is-Purelib: true", "Tag: py3-none-any"]
    return {"METADATA": "\n".join(lines) + "\n", "WHEEL": "\n".join(wheel) + "\n"}
