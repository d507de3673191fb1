"""What the manifest of the workspace says about the project: the one source of everything that is published."""

import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def facts(root=ROOT):
    """Name, version, description, licence, minimal Rust version, repository and security address."""
    manifest = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    workspace = manifest["workspace"]
    package = workspace["package"]
    addresses = workspace["metadata"]["project"]
    repository = addresses["repository"].rstrip("/")
    if repository and not repository.startswith("https://"):
        raise SystemExit(f"{root / 'Cargo.toml'}: repository must begin with https://, not {repository}")
    return {
        "name": manifest["package"]["name"],
        "version": package["version"],
        "description": manifest["package"]["description"],
        "license": package["license"],
        "rust": package["rust-version"],
        "repository": repository,
        "security": addresses["security"],
    }
