//! A folder for what a test writes, and the program as users run it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program with arguments that are formatted.
macro_rules! run {
    ($($text:tt)*) => { $crate::folder::run(format!($($text)*)) };
}

/// Standard output of such a run that must succeed.
macro_rules! printed {
    ($($text:tt)*) => { $crate::folder::printed(format!($($text)*)) };
}

/// Standard error of such a run that must end with 2 and print nothing.
macro_rules! refused {
    ($($text:tt)*) => { $crate::folder::refused(format!($($text)*)) };
}

/// A temporary folder.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The folder itself.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.root().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file; returns its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&std::fs::read(self.path(name)).unwrap()).into_owned()
    }

    pub(crate) fn is_dataset(&self, name: &str) -> bool {
        Path::new(&self.path(name)).join("manifest.json").exists()
    }

    /// Audits into `out`.
    pub(crate) fn audit(&self, arguments: impl Words) -> Output {
        run(("audit --out", self.path("out"), arguments))
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.root()
    }
}

/// Arguments of a command: a text of words, between backticks also with blanks, or some of these one after another.
pub(crate) trait Words {
    fn add_to(&self, all: &mut Vec<String>);

    fn words(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.add_to(&mut all);
        all
    }
}

impl Words for str {
    fn add_to(&self, all: &mut Vec<String>) {
        for (number, part) in self.split('`').enumerate() {
            match number % 2 {
                0 => all.extend(part.split_ascii_whitespace().map(str::to_owned)),
                _ => all.push(part.to_owned()),
            }
        }
    }
}

impl Words for String {
    fn add_to(&self, all: &mut Vec<String>) {
        self.as_str().add_to(all);
    }
}

impl<T: Words + ?Sized> Words for &T {
    fn add_to(&self, all: &mut Vec<String>) {
        (*self).add_to(all);
    }
}

/// Each is one argument.
impl<T: AsRef<str>> Words for [T] {
    fn add_to(&self, all: &mut Vec<String>) {
        all.extend(self.iter().map(|word| word.as_ref().to_owned()));
    }
}

impl<T: AsRef<str>, const N: usize> Words for [T; N] {
    fn add_to(&self, all: &mut Vec<String>) {
        self.as_slice().add_to(all);
    }
}

impl<T: AsRef<str>> Words for Vec<T> {
    fn add_to(&self, all: &mut Vec<String>) {
        self.as_slice().add_to(all);
    }
}

impl<A: Words, B: Words> Words for (A, B) {
    fn add_to(&self, all: &mut Vec<String>) {
        self.0.add_to(all);
        self.1.add_to(all);
    }
}

impl<A: Words, B: Words, C: Words> Words for (A, B, C) {
    fn add_to(&self, all: &mut Vec<String>) {
        (&self.0, &self.1).add_to(all);
        self.2.add_to(all);
    }
}

/// The program, with arguments.
pub(crate) fn program(arguments: impl Words) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_audit960"));
    program.args(arguments.words());
    program
}

/// Runs the program from the project's folder.
pub(crate) fn run(arguments: impl Words) -> Output {
    let mut program = program(arguments);
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    program.output().unwrap()
}

/// The program fed through standard input.
pub(crate) fn fed(arguments: impl Words, input: impl AsRef<[u8]>) -> Output {
    let mut program = program(arguments);
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_ref()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Standard output of a run that must succeed.
#[track_caller]
pub(crate) fn printed(arguments: impl Words) -> String {
    let output = run(&arguments);
    let words = arguments.words();
    assert!(output.status.success(), "{words:?}: {}", output.err());
    output.out()
}

/// Standard error of a run that must end with 2 and print nothing.
#[track_caller]
pub(crate) fn refused(arguments: impl Words) -> String {
    let output = run(&arguments);
    let words = arguments.words();
    assert!(output.stdout.is_empty(), "{words:?}: {}", output.out());
    assert_eq!(output.status.code(), Some(2), "{words:?}: {}", output.err());
    output.err()
}

/// Runs a command with the options of each line and sees that it ends with 2 and says what stands behind the ` | `.
#[track_caller]
pub(crate) fn each_refused(command: impl Words, cases: &str) {
    for [options, why] in self::cases(cases) {
        refused((&command, options)).has(why);
    }
}

/// The cells of a table: a row a line, ` | ` between two cells.
pub(crate) fn cases<const N: usize>(text: &str) -> Vec<[&str; N]> {
    let rows = text
        .lines()
        .map(|line| line.trim().split(" | ").collect::<Vec<_>>());
    rows.map(|row| row.try_into().unwrap()).collect()
}

/// The answer of a command in JSON.
#[track_caller]
pub(crate) fn json<T: serde::de::DeserializeOwned>(arguments: impl Words) -> T {
    let text = printed((arguments, "--format json"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The rows that a query returns.
#[track_caller]
pub(crate) fn rows(dataset: &str, sql: &str) -> Vec<Value> {
    json(["query", dataset, sql])
}

/// The rows that a query returns, as CSV.
#[track_caller]
pub(crate) fn csv(dataset: &str, sql: &str) -> String {
    printed(["query", dataset, sql, "--format", "csv"])
}

/// The number of rows of a table; the table may have a condition behind it.
#[track_caller]
pub(crate) fn count(dataset: &str, table: &str) -> u64 {
    let found = rows(dataset, &format!("SELECT COUNT(*) AS n FROM {table}"));
    found[0]["n"].as_u64().unwrap()
}

pub(crate) fn manifest(dataset: impl AsRef<Path>) -> Value {
    let text = std::fs::read_to_string(dataset.as_ref().join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Audits into a dataset; returns its path.
#[track_caller]
pub(crate) fn audited(
    folder: &Folder,
    name: &str,
    inputs: impl Words,
    options: impl Words,
) -> String {
    let dataset = folder.path(name);
    printed((
        "audit --exit-zero --quiet --out",
        &dataset,
        (inputs, options),
    ));
    dataset
}

/// Exports to a file and returns its text.
#[track_caller]
pub(crate) fn exported(folder: &Folder, name: &str, arguments: impl Words) -> String {
    let out = folder.path(name);
    printed(("export --quiet --exit-zero --force --out", out, arguments));
    folder.read(name)
}

/// How a run ended.
pub(crate) trait Ran {
    /// It ended with this exit code.
    #[track_caller]
    fn ends(&self, code: i32) -> &Self;
    fn out(&self) -> String;
    fn err(&self) -> String;
}

impl Ran for Output {
    #[track_caller]
    fn ends(&self, code: i32) -> &Self {
        assert_eq!(self.status.code(), Some(code), "{}", self.err());
        self
    }

    fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// What a text has, shown as a whole if it has not.
pub(crate) trait Has {
    #[track_caller]
    fn has(&self, part: &str) -> &Self;
    #[track_caller]
    fn lacks(&self, part: &str) -> &Self;
    #[track_caller]
    fn begins(&self, part: &str) -> &Self;
    #[track_caller]
    fn ends_in(&self, part: &str) -> &Self;
}

impl Has for str {
    #[track_caller]
    fn has(&self, part: &str) -> &Self {
        assert!(self.contains(part), "not in it: {part}\n{self}");
        self
    }

    #[track_caller]
    fn lacks(&self, part: &str) -> &Self {
        assert!(!self.contains(part), "in it: {part}\n{self}");
        self
    }

    #[track_caller]
    fn begins(&self, part: &str) -> &Self {
        assert!(self.starts_with(part), "not its beginning: {part}\n{self}");
        self
    }

    #[track_caller]
    fn ends_in(&self, part: &str) -> &Self {
        assert!(self.ends_with(part), "not its end: {part}\n{self}");
        self
    }
}

/// The files below a folder, sorted; not what was built, and nothing of the repository's own.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut left, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(path) = left.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let built = ["target", ".git", "node_modules", "artifacts", "__pycache__"];
        if path.is_dir() && !built.contains(&&*name) {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The files below a folder, by path in it, with their bytes.
pub(crate) fn contents(folder: impl AsRef<Path>) -> Vec<(String, Vec<u8>)> {
    let folder = folder.as_ref();
    let read = |path: PathBuf| {
        let name = path
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        (name, std::fs::read(path).unwrap())
    };
    files_below(folder).into_iter().map(read).collect()
}

/// A game of a few moves.
pub(crate) fn game(tags: &[(&str, &str)], movetext: &str) -> String {
    let tags = tags
        .iter()
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    format!("{}\n{movetext}\n\n", tags.collect::<String>())
}

/// A clean game.
pub(crate) const CLEAN: &str = "\
[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

/// A game with an illegal move: a finding of severity error.
pub(crate) const BROKEN: &str = "\
[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf6 Nc6 1-0\n\n";
