//! The sessions of README and book are real: each command is run, and prints what the page shows.
//! `AUDIT960_WRITE_DOCS=1` writes what is printed into the pages.
//!
//! A session is a block of code with lines that begin with `$ `, each with its output below it. Those of a page are run in
//! one folder, in order, in which `data` is the project's and `games.pgn` an archive. `cat FILE` of a file that is not there
//! makes it of what the page shows. A line `…` stands for any lines.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The pages with sessions: README and everything below docs.
fn pages() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![root.join("README.md")];
    below(&root.join("docs"), &mut found);
    found.sort();
    found
}

/// The folder in which the sessions of a page are run.
fn sandbox() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("data"), folder.path().join("data")).unwrap();
    std::fs::copy(
        root.join("data/archive/icc-style.pgn"),
        folder.path().join("games.pgn"),
    )
    .unwrap();
    folder
}

/// Runs a line of a shell; returns the exit code, and what a terminal would show. The programs of a pipe write at the same
/// time, in any order: of these only what the pipe prints.
fn shell(folder: &Path, line: &str) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_audit960"));
    let path = std::env::var("PATH").unwrap();
    let in_order = match line.contains(" | ") {
        true => "",
        false => "exec 2>&1; ",
    };
    let output = Command::new("bash")
        .args(["-c", &format!("{in_order}{line}")])
        .current_dir(folder)
        .env(
            "PATH",
            format!("{}:{path}", program.parent().unwrap().display()),
        )
        .env_remove("AUDIT960_SYZYGY")
        .output()
        .unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether lines are those of a page, where `…` stands for any.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|at| fits(rest, &printed[at..])),
        Some((line, rest)) => {
            let first = printed.first().map(|first| first.trim_end());
            first == Some(line.trim_end()) && fits(rest, &printed[1..])
        }
    }
}

/// Runs the sessions of a page; returns the page with what was printed, and the number of commands.
fn run_page(text: &str, differences: &mut Vec<String>, page: &Path) -> (String, usize) {
    let folder = sandbox();
    let (mut written, mut commands) = (String::new(), 0);
    let mut lines = text.lines().peekable();
    let mut fenced: Option<bool> = None;
    while let Some(line) = lines.next() {
        written.push_str(line);
        written.push('\n');
        if line.starts_with("```") {
            let first = lines.peek().is_some_and(|line| line.starts_with("$ "));
            fenced = if fenced.is_none() { Some(first) } else { None };
            continue;
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| fenced == Some(true)) else {
            continue;
        };
        let mut shown = Vec::new();
        while let Some(line) =
            lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
        {
            shown.push(line);
        }
        if let Some(file) = command
            .strip_prefix("cat ")
            .map(|file| folder.path().join(file))
            && !file.exists()
        {
            std::fs::write(file, shown.join("\n") + "\n").unwrap();
        }
        let (_, output) = shell(folder.path(), command);
        commands += 1;
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        let same = fits(&shown, &printed);
        if !same {
            differences.push(format!("{}: $ {command}\n{output}", page.display()));
        }
        let keep = same || shown.contains(&"…");
        for line in if keep { shown } else { printed } {
            written.push_str(line);
            written.push('\n');
        }
    }
    (written, commands)
}

#[test]
fn sessions_print_what_pages_show() {
    let write = std::env::var_os("AUDIT960_WRITE_DOCS").is_some();
    let (mut differences, mut commands) = (Vec::new(), 0);
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        // What needs files of others, or a cluster, is not run; these blocks are not sessions.
        let (written, run) = run_page(&text, &mut differences, &page);
        commands += run;
        if write && written != text {
            std::fs::write(&page, written).unwrap();
        }
    }
    assert!(commands > 25, "{commands} commands are run");
    let holds = write || differences.is_empty();
    assert!(holds, "{}", differences.join("\n"));
}

/// Commands in tables of *Coming from another program*: each is run on its own and does not fail.
#[test]
fn commands_for_newcomers_run() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/coming-from.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (mut commands, mut programs) = (0, 0);
    for section in page.split("\n## ").skip(1) {
        let (name, text) = section.split_once('\n').unwrap();
        let mut jobs = 0;
        for row in text.lines().filter(|line| line.starts_with("| ")) {
            let quoted = row.split('`').skip(1).step_by(2);
            for command in quoted.filter(|text| text.starts_with("audit960 ")) {
                let folder = sandbox();
                for (copy, of) in [
                    ("old.pgn", "fics-style.pgn"),
                    ("broken.pgn", "../traps/ambiguous.pgn"),
                ] {
                    let from = folder.path().join("data/archive").join(of);
                    std::fs::copy(from, folder.path().join(copy)).unwrap();
                }
                let (code, _) = shell(
                    folder.path(),
                    "audit960 audit -q --exit-zero --with-moves games.pgn --out audit",
                );
                assert_eq!(code, 0);
                let command = command.replace("\\|", "|");
                let (code, output) = shell(folder.path(), &command);
                // 1: the archive has findings, or the two differ.
                let holds = code == 0 || code == 1;
                assert!(holds, "{name}: {command}: {code}\n{output}");
                jobs += 1;
            }
        }
        assert!(jobs >= 9, "{name} has {jobs} jobs");
        commands += jobs;
        programs += 1;
    }
    assert!(
        programs == 5 && commands >= 50,
        "{programs} programs, {commands} commands"
    );
}
