"""The first minute of README.md, which is its first session (lines that begin with `$ `):

    python3 scripts/first_minute.py run PROGRAM       runs it word for word in an empty home, and compares what is printed
    python3 scripts/first_minute.py record PROGRAM    records it at a terminal, and writes docs/images/first-minute.svg
    python3 scripts/first_minute.py check PROGRAM     fails if the picture shows something else than the terminal does

As in the tests of sessions, `games.pgn` is an archive of 19 games, `cat FILE` makes a file that is not there, and a line `…`
stands for any lines.
"""

import html
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs/images/first-minute.svg"
COLUMNS, ROWS = 100, 26
# Pixels of a letter and of a line; seconds of a typed letter, and of reading a line and a screen.
LETTER, LINE = 7.8, 18
TYPED, READ_LINE, READ_SCREEN = 0.05, 0.25, 1.5


def session():
    """The commands of the first session of README, each with the lines below it."""
    text = (ROOT / "README.md").read_text("utf-8")
    block = next(block for block in text.split("```")[1::2] if block.startswith(("\n$ ", "console\n$ ")))
    commands = []
    for line in block.splitlines()[1:]:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return commands


def sandbox(folder, commands):
    """The files that the session needs."""
    shutil.copy(ROOT / "data/archive/icc-style.pgn", folder / "games.pgn")
    for command, shown in commands:
        name = command.removeprefix("cat ")
        if name != command and not (folder / name).exists():
            (folder / name).write_text("\n".join(shown) + "\n", "utf-8")


def environment(folder, program):
    """Nothing of whoever calls: an empty home, and a path with the program and the system's commands, without cargo."""
    path = f"{program.parent}:/usr/bin:/bin"
    return {"HOME": str(folder), "PATH": path, "LANG": "C.UTF-8", "TERM": "xterm"}


def fits(shown, printed):
    """Whether lines are those of the page, where `…` stands for any."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(fits(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and shown[0].rstrip() == printed[0].rstrip() and fits(shown[1:], printed[1:])


def run(folder, commands, variables):
    for command, shown in commands:
        line = command if " | " in command else f"exec 2>&1; {command}"
        done = subprocess.run(["bash", "-c", line], cwd=folder, env=variables, stdout=subprocess.PIPE)
        printed = done.stdout.decode().splitlines()
        if not fits(shown, printed):
            raise SystemExit(f"README.md: $ {command}\nprints\n" + "\n".join(printed))
    print(f"{len(commands)} commands of README print what it shows")


def at_terminal(command, folder, variables):
    """Runs a command at a terminal; returns the lines on it, and the seconds it took."""
    began, text = time.monotonic(), b""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("bash", ["bash", "-c", f"stty rows {ROWS} columns {COLUMNS}; {command}"], variables)
    while True:
        try:
            read = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not read:
            break
        text += read
    os.waitpid(child, 0)
    taken = time.monotonic() - began
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode())
    # What is written after a carriage return covers what stood there.
    lines = [line.rstrip("\r").rpartition("\r")[2].rstrip() for line in plain.split("\n")]
    return lines[:-1], taken


def screens(folder, commands, variables):
    """Each command with what it prints on one screen, and how long it takes."""
    for command, _ in commands:
        lines, taken = at_terminal(command, folder, variables)
        # As a terminal shows it: long lines go on in the next row.
        rows = [line[at : at + COLUMNS] for line in lines for at in range(0, max(len(line), 1), COLUMNS)]
        if len(rows) > ROWS - 1:
            rows = rows[: ROWS - 2] + ["…"]
        yield command, rows, taken


def picture(recorded):
    """The screens as a picture that moves, one after another, without end; without movement, the first."""
    placed, end, top = [], 0.0, 0
    for command, lines, taken in recorded:
        if top + 1 + len(lines) > ROWS:
            top = 0
        typed = end + 0.5 + TYPED * len(command)
        placed.append((top, end, typed, typed + taken))
        end = typed + taken + READ_SCREEN + READ_LINE * len(lines)
        top += 1 + len(lines)
    width, height = int(COLUMNS * LETTER + 32), ROWS * LINE + 24
    styles, body = [], []

    def share(second):
        return f"{100 * second / end:.2f}%"

    for at, ((command, lines, _), (top, begin, typed, printed)) in enumerate(zip(recorded, placed)):
        # A command stays until a later one begins a new screen.
        finish = next((later[1] for later in placed[at + 1 :] if later[0] == 0), end)
        before = f"0%,{share(begin - 0.01)}{{opacity:0}}" if begin else ""
        after = f"{share(finish)},100%{{opacity:0}}" if finish < end else ""
        letters = len(command)
        styles += [
            f"@keyframes s{at}{{{before}{share(begin)},{share(finish - 0.01)}{{opacity:1}}{after}}}",
            f"@keyframes o{at}{{0%,{share(printed)}{{opacity:0}}{share(printed + 0.01)},100%{{opacity:1}}}}",
            f"@keyframes c{at}{{0%,{share(begin + 0.5)}{{transform:none;animation-timing-function:steps({letters})}}"
            f"{share(typed)},100%{{transform:translateX({letters * LETTER:.1f}px)}}}}",
            f"#s{at}{{animation-name:s{at}}}#o{at}{{animation-name:o{at}}}#c{at}{{animation-name:c{at}}}",
        ]
        left, over = 16 + 2 * LETTER, 12 + top * LINE
        cover = f'<rect id="c{at}" class="c" x="{left}" y="{over}" width="{width - left:.0f}" height="{LINE}"/>'
        output = "".join(line(row, text) for row, text in enumerate(lines, top + 1))
        prompt = line(top, "$ " + command, "b")
        body.append(f'<g id="s{at}" class="a s">{prompt}{cover}<g id="o{at}" class="a">{output}</g></g>')
    still = ",".join(f"#s{at}" for at, (top, *_) in enumerate(placed) if not any(later[0] == 0 for later in placed[1 : at + 1]))
    style = (
        "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6deeb;white-space:pre}"
        ".b{fill:#9ece6a}.s,.c{opacity:0}"
        f"{still}{{opacity:1}}"
        "@media(prefers-reduced-motion:no-preference){"
        f".a,.c{{animation-duration:{end:.1f}s;animation-iteration-count:infinite;animation-timing-function:step-end}}"
        ".c{opacity:1}" + "".join(styles) + "}"
    )
    clip = f'<clipPath id="w"><rect width="{width}" height="{height}" rx="8"/></clipPath>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="The first minute with audit960"><style>.c{{fill:#16181d}}{style}</style>{clip}<g clip-path="url(#w)">'
        f'<rect width="{width}" height="{height}" fill="#16181d"/>{"".join(body)}</g></svg>\n'
    )


def line(row, text, kind=""):
    """A line of the terminal, as wide as its letters are many."""
    if not text:
        return ""
    named = f' class="{kind}"' if kind else ""
    length = f'textLength="{len(text) * LETTER:.1f}"'
    return f'<text{named} xml:space="preserve" x="16" y="{26 + row * LINE}" {length}>{html.escape(text, quote=False)}</text>'


def main():
    task, program = sys.argv[1], pathlib.Path(sys.argv[2]).absolute()
    commands = session()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sandbox(folder, commands)
        variables = environment(folder, program)
        if task == "run":
            run(folder, commands, variables)
            return
        recorded = list(screens(folder, commands, variables))
    if task == "record":
        PICTURE.write_text(picture(recorded), "utf-8")
        print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")
    else:
        shown = re.findall(r"<text[^>]*>([^<]*)", PICTURE.read_text("utf-8"))
        now = re.findall(r"<text[^>]*>([^<]*)", picture(recorded))
        if shown != now:
            raise SystemExit("docs/images/first-minute.svg is not what the terminal shows: scripts/first_minute.py record PROGRAM")
        print("docs/images/first-minute.svg shows what the terminal does")


main()
