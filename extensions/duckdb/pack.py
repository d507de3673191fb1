"""Makes an extension of a shared library: appends the footer that DuckDB reads before it loads a file.

    python pack.py target/release/libaudit960.so audit960.duckdb_extension [--platform linux_amd64]

The footer is a custom section of WebAssembly named ``duckdb_signature``: eight fields of 32 bytes, the last one first,
and room for a signature, which is empty: DuckDB loads it where unsigned extensions are allowed.
"""

import argparse
import re
import sys
from pathlib import Path

# Length of the section, of its name, the name, and the length of what follows, as LEB128 writes them.
HEADER = b"\x00\x93\x04\x10duckdb_signature\x80\x04"


def version() -> str:
    found = re.search(r'^version = "([^"]+)"', (Path(__file__).parents[2] / "Cargo.toml").read_text("utf-8"), re.MULTILINE)
    if found is None:
        sys.exit("Cargo.toml states no version")
    return f"v{found.group(1)}"


def platform() -> str:
    """The name of this machine, as DuckDB spells it."""
    import duckdb

    return str(duckdb.sql("PRAGMA platform").fetchall()[0][0])


def footer(platform: str) -> bytes:
    # Magic number, platform, version of the C interface (as in lib.rs), of the extension, kind of interface.
    fields = ["4", platform, "v1.2.0", version(), "C_STRUCT", "", "", ""]
    return HEADER + b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields)) + bytes(256)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared_object", type=Path)
    parser.add_argument("extension", type=Path)
    parser.add_argument("--platform", help="as PRAGMA platform says; without it, the Python package duckdb is asked")
    arguments = parser.parse_args()
    code = arguments.shared_object.read_bytes()
    arguments.extension.write_bytes(code + footer(arguments.platform or platform()))


if __name__ == "__main__":
    main()
