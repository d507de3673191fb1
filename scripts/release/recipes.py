"""Homebrew formula, conda recipe and Debian package, from Cargo.toml and the archives that scripts/package.sh makes:

    python3 scripts/release/recipes.py [--archives FOLDER] [--out FOLDER]     default: target/package, target/recipes

Only systems whose archive is in the folder are in the recipes. Without a repository in Cargo.toml they install from
the folder itself, so that they can be tried before anything is published. The Debian package is built where dpkg-deb is.
"""

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

from project import ROOT, facts

# Target triple of an archive: condition of Homebrew, selector of conda, architecture of Debian.
SYSTEMS = {
    "x86_64-unknown-linux-gnu": ("on_linux on_intel", "linux64", "amd64"),
    "aarch64-unknown-linux-gnu": ("on_linux on_arm", "aarch64", "arm64"),
    "x86_64-apple-darwin": ("on_macos on_intel", "osx and x86_64", None),
    "aarch64-apple-darwin": ("on_macos on_arm", "osx and arm64", None),
    "x86_64-pc-windows-msvc": (None, "win64", None),
}


def archives(folder, known):
    """Triple, path, address and checksum of each archive, in the order of SYSTEMS."""
    found = []
    for triple in SYSTEMS:
        path = folder / f"{known['name']}-{known['version']}-{triple}.tar.gz"
        if not path.exists():
            continue
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        stated = path.with_name(path.name + ".sha256").read_text(encoding="utf-8").split()[0]
        if stated != checksum:
            raise SystemExit(f"{path}: its checksum is not the one in {path.name}.sha256; run scripts/package.sh again")
        base = known["repository"] and f"{known['repository']}/releases/download/v{known['version']}"
        found.append((triple, path, f"{base}/{path.name}" if base else path.resolve().as_uri(), checksum))
    if not found:
        raise SystemExit(f"{folder} has no archive of {known['name']} {known['version']}: run scripts/package.sh {folder}")
    return found


def formula(known, found):
    """A formula of Homebrew."""
    lines = [
        "class Audit960 < Formula",
        f'  desc "{known["description"].split(":")[0]}"',
        f'  version "{known["version"]}"',
        f'  license "{known["license"]}"',
    ]
    if known["repository"]:
        lines.insert(2, f'  homepage "{known["repository"]}"')
    for triple, _, address, checksum in found:
        blocks = (SYSTEMS[triple][0] or "").split()
        for depth, block in enumerate(blocks, 1):
            lines.append("  " * depth + block + " do")
        if blocks:
            lines += [f'      url "{address}"', f'      sha256 "{checksum}"', "    end", "  end"]
    lines += [
        "",
        "  def install",
        '    bin.install "audit960"',
        '    man1.install Dir["man/*.1"]',
        '    bash_completion.install "completions/audit960.bash" => "audit960"',
        '    zsh_completion.install "completions/audit960.zsh" => "_audit960"',
        '    fish_completion.install "completions/audit960.fish"',
        "  end",
        "",
        "  test do",
        '    (testpath/"a.pgn").write "[Event \\"?\\"]\\n[White \\"A\\"]\\n[Black \\"B\\"]\\n[Result \\"*\\"]\\n\\n1. e4 *\\n"',
        '    system bin/"audit960", "audit", "a.pgn", "--out", "out"',
        '    assert_path_exists testpath/"out/manifest.json"',
        "  end",
        "end",
    ]
    return "\n".join(lines) + "\n"


def conda(known, found):
    """A recipe of conda."""
    lines = ["package:", f"  name: {known['name']}", f'  version: "{known["version"]}"', "", "source:"]
    for triple, _, address, checksum in found:
        selector = SYSTEMS[triple][1]
        lines += [f"  - url: {address}  # [{selector}]", f"    sha256: {checksum}  # [{selector}]"]
    lines += [
        "",
        "build:",
        "  number: 0",
        "  script:",
        "    - mkdir -p $PREFIX/bin $PREFIX/share/man/man1  # [unix]",
        "    - cp audit960 $PREFIX/bin/  # [unix]",
        "    - cp man/*.1 $PREFIX/share/man/man1/  # [unix]",
        "    - copy audit960.exe %LIBRARY_BIN%  # [win]",
        "",
        "test:",
        "  commands:",
        "    - audit960 --version",
        "",
        "about:",
        f"  license: {known['license']}",
        "  license_file: LICENSE",
        f'  summary: "{known["description"]}"',
    ]
    if known["repository"]:
        lines.append(f"  home: {known['repository']}")
    return "\n".join(lines) + "\n"


def control(known, architecture):
    """The control file of a Debian package."""
    lines = [
        f"Package: {known['name']}",
        f"Version: {known['version']}",
        f"Architecture: {architecture}",
        "Section: games",
        "Priority: optional",
        "Depends: libc6, libgcc-s1",
        # The format asks for an address; the domain is one that cannot exist.
        f"Maintainer: The audit960 developers <{known['security'] or 'nobody@audit960.invalid'}>",
        f"Description: {known['description'].split(':')[0]}",
        " " + known["description"].split(": ", 1)[1] + ".",
    ]
    if known["repository"]:
        lines.insert(6, f"Homepage: {known['repository']}")
    return "\n".join(lines) + "\n"


def package(out, known, path, text, architecture):
    """Builds the Debian package of an archive."""
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
        unpacked = pathlib.Path(folder) / path.name.removesuffix(".tar.gz")
        for source, target in [
            ("audit960", "usr/bin/audit960"),
            ("man", "usr/share/man/man1"),
            ("completions/audit960.bash", "usr/share/bash-completion/completions/audit960"),
            ("completions/audit960.zsh", "usr/share/zsh/vendor-completions/_audit960"),
            ("completions/audit960.fish", "usr/share/fish/vendor_completions.d/audit960.fish"),
            ("LICENSE", f"usr/share/doc/{known['name']}/copyright"),
            ("CHANGELOG.md", f"usr/share/doc/{known['name']}/changelog"),
        ]:
            (tree / target).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (unpacked / source).is_dir() else shutil.copy2
            copy(unpacked / source, tree / target)
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text(text, encoding="utf-8")
        deb = out / f"{known['name']}_{known['version']}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, deb], check=True, stdout=subprocess.DEVNULL)
        return deb


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--archives", type=pathlib.Path, default=ROOT / "target/package")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/recipes")
    chosen = parser.parse_args()
    known = facts()
    found = archives(chosen.archives, known)
    chosen.out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in [("audit960.rb", formula(known, found)), ("meta.yaml", conda(known, found))]:
        (chosen.out / name).write_text(text, encoding="utf-8")
        written.append(name)
    for triple, path, _, _ in found:
        architecture = SYSTEMS[triple][2]
        if architecture:
            text = control(known, architecture)
            (chosen.out / f"control-{architecture}").write_text(text, encoding="utf-8")
            written.append(f"control-{architecture}")
            if shutil.which("dpkg-deb"):
                written.append(package(chosen.out, known, path, text, architecture).name)
    for name in written:
        print(chosen.out / name)
    if not known["repository"]:
        print(f"no repository in Cargo.toml: formula and recipe install from {chosen.archives}", file=sys.stderr)


main()
