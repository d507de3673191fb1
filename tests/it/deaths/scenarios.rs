//! What is killed: audits with every option that writes something of its own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::{CLEAN, Folder, run};

/// A command that is killed and resumed.
#[derive(Clone, Debug)]
pub(super) struct Scenario {
    pub(super) name: &'static str,
    options: &'static [&'static str],
    /// Inputs of the dataset that is there before, by name; none if there is none.
    before: &'static [&'static str],
    inputs: &'static [&'static str],
    /// The exit code of a whole run.
    pub(super) code: i32,
}

/// Chess960 with and without a start position, an illegal move that was played on, and copies.
const RARE: &str = "\
[Event \"y\"]\n[Site \"?\"]\n[Date \"2021.02.03\"]\n[Round \"2\"]\n[White \"C\"]\n[Black \"D\"]\n\
[Result \"0-1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 0-1\n\n\
[Event \"z\"]\n[Site \"?\"]\n[Date \"2021.02.03\"]\n[Round \"2\"]\n[White \"E\"]\n[Black \"F\"]\n\
[Result \"1-0\"]\n\n1. e4 e5 2. Qe5 Ng6 3. d4 d5 4. c4 c5 1-0\n\n";

/// All scenarios. Archives are several checkpoints long; one thread makes the same operations in every run.
pub(super) fn scenarios() -> Vec<Scenario> {
    let of = |name, options| Scenario {
        name,
        options,
        before: &[],
        inputs: &["a.pgn", "b.pgn"],
        code: 1,
    };
    vec![
        of("plain", &[]),
        of("copies", &["--duplicates"]),
        of("moves", &["--with-moves", "--crosscheck"]),
        of(
            "searches",
            &[
                "--infer-start",
                "--propose",
                "--keep-illegal",
                "--duplicates",
            ],
        ),
        of("positions", &["--positions=12", "--duplicates"]),
        of("players", &["--players", "--quality"]),
        of("three threads", &["--duplicates", "-j", "3"]),
        Scenario {
            before: &["b.pgn"],
            options: &["--append", "--positions", "--players"],
            ..of("appended", &[])
        },
        // The dataset is there, but incomplete: c.pgn could not be read.
        Scenario {
            before: &["a.pgn", "c.pgn", "b.pgn"],
            options: &["--resume"],
            inputs: &["a.pgn", "c.pgn", "b.pgn"],
            ..of("incomplete", &[])
        },
        // It stays so.
        Scenario {
            inputs: &["a.pgn", "none.pgn", "b.pgn"],
            code: 2,
            ..of("unreadable", &["--duplicates"])
        },
    ]
}

/// A folder in which a scenario is played.
#[derive(Debug)]
pub(super) struct Setup {
    /// Below it, operations count.
    pub(super) root: PathBuf,
    /// The dataset.
    pub(super) out: PathBuf,
    inputs: PathBuf,
}

impl Setup {
    /// The folder of operations of a setup.
    pub(super) fn root(folder: &Folder, name: &str) -> PathBuf {
        let base = fs::canonicalize(folder.path("")).unwrap();
        base.join(name)
    }

    pub(super) fn new(scenario: &Scenario, folder: &Folder, name: &str) -> Self {
        let root = Self::root(folder, name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        let setup = Self {
            out: root.join("out"),
            inputs: PathBuf::from(folder.path("inputs")),
            root,
        };
        write_inputs(&setup.inputs);
        if !scenario.before.is_empty() {
            let absent = setup.inputs.join("c.pgn");
            let text = fs::read(&absent).unwrap();
            if scenario.before.contains(&"c.pgn") {
                fs::remove_file(&absent).unwrap();
            }
            let names = scenario.before.iter().map(|name| setup.input(name));
            let fixed = ["audit", "-q", "-j1", "--checkpoint", "2", "--out"];
            let fixed = fixed.iter().map(|argument| (*argument).to_owned());
            // The options that rows depend on are the same.
            let of_rows = scenario.options.iter();
            let of_rows = of_rows.filter(|argument| !["--append", "--resume"].contains(argument));
            let of_rows = of_rows.map(|argument| (*argument).to_owned());
            let all: Vec<String> = fixed
                .chain([text_of(&setup.out)])
                .chain(of_rows)
                .chain(names)
                .collect();
            let begun = run(all.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(setup.out.join("manifest.json").exists(), "{begun:?}");
            fs::write(&absent, text).unwrap();
        }
        setup
    }

    fn input(&self, name: &str) -> String {
        text_of(&self.inputs.join(name))
    }
}

fn text_of(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

impl Scenario {
    /// The arguments of the command, or of one that resumes it.
    pub(super) fn command(&self, setup: &Setup, resume: bool) -> Vec<String> {
        let fixed = ["audit", "-q", "--checkpoint", "2", "--out"];
        let mut all: Vec<String> = fixed
            .iter()
            .map(|argument| (*argument).to_owned())
            .collect();
        all.push(text_of(&setup.out));
        all.extend(self.options.iter().map(|argument| (*argument).to_owned()));
        if !self.options.contains(&"-j") {
            all.push("-j1".to_owned());
        }
        if resume && !self.options.contains(&"--resume") {
            all.push("--resume".to_owned());
        }
        all.extend(self.inputs.iter().map(|name| setup.input(name)));
        all
    }
}

fn write_inputs(folder: &Path) {
    if folder.join("a.pgn").exists() {
        return;
    }
    fs::create_dir_all(folder).unwrap();
    let game = |number: usize| {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
        let text = CLEAN.replacen("1. e4 e5", moves, 1);
        text.replacen("\"A\"", &format!("\"A{}\"", number / 2), 1)
    };
    let games = |from: usize, count: usize| (from..from + count).map(game).collect::<String>();
    fs::write(folder.join("a.pgn"), RARE.to_owned() + &games(0, 25_000)).unwrap();
    fs::write(folder.join("b.pgn"), RARE.repeat(300) + &games(1_000, 300)).unwrap();
    fs::write(
        folder.join("c.pgn"),
        RARE.to_owned() + &games(50_000, 9_000),
    )
    .unwrap();
}
