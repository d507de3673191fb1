//! Documents that are generated from the code match it. `AUDIT960_WRITE_DOCS=1 make test` writes them
//! again.

use std::path::Path;

use audit960_types::Code;

fn same(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    if std::env::var_os("AUDIT960_WRITE_DOCS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "docs/{name} does not match the code; see the head of this test file"
    );
}

#[test]
fn diagnostics_are_the_catalogue() {
    let mut text = Vec::new();
    audit960_report::write_catalogue(&mut text).unwrap();
    same("diagnostics.md", &String::from_utf8(text).unwrap());
}

#[test]
fn the_languages_that_are_read_are_named() {
    let meaning = Code::OtherLanguage;
    let mut text = Vec::new();
    audit960_report::write_explanation(meaning, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for language in &audit960_pgn::LANGUAGES {
        assert!(text.contains(language.name), "{}", language.name);
    }
}

#[test]
fn tables_are_the_schema() {
    use std::fmt::Write as _;
    let mut text = String::from(
        "# Columns\n\nThe tables of a dataset and their columns, in order, each with its type, its unit \
         if it has one, and its meaning. The types are those of Parquet. `?` after a type: the column \
         may be null. Enumerations are lower-case strings. This page is generated from the code.\n",
    );
    for schema in audit960_types::tables::SCHEMAS {
        write!(text, "\n## {}\n\n{}\n\n", schema.name, schema.meaning).unwrap();
        for column in schema.columns {
            let null = if column.nullable { "?" } else { "" };
            let unit = match column.unit {
                "" => String::new(),
                unit => format!(", {unit}"),
            };
            let (name, kind, meaning) = (column.name, column.kind, column.meaning);
            writeln!(text, "- `{name}` (`{kind}{null}`{unit}): {meaning}").unwrap();
        }
    }
    same("tables.md", &text);
}

/// The files below a folder, except build output and hidden folders.
fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files_below(&path, found);
            }
        } else {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// `replay/trail.rs` is a file of crate `audit960-replay`, `trail.rs` a file of any crate.
#[test]
fn files_that_documents_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["benches", "crates", "docs", "python", "scripts", "tests"] {
        files_below(&root.join(folder), &mut files);
    }
    let (pages, sources): (Vec<_>, Vec<_>) = files.iter().partition(|path| path.ends_with(".md"));
    let front = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];
    let front = front.map(|name| root.join(name).to_string_lossy().into_owned());
    let mut named = 0;
    for page in front.iter().chain(pages) {
        let text = std::fs::read_to_string(page).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |name: &&str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_.-".contains(&byte);
            let ends = [".rs", ".py", ".sh"].iter().any(|end| name.ends_with(end));
            ends && name.len() > 3 && name.bytes().all(plain)
        };
        for name in quoted.filter(is_path) {
            let is_there = sources.iter().any(|path| {
                let of_crate = name.split_once('/').is_some_and(|(of, file)| {
                    path.contains(&format!("/crates/audit960-{of}/"))
                        && path.ends_with(&format!("/{file}"))
                });
                of_crate || path.ends_with(&format!("/{name}"))
            });
            assert!(is_there, "{page} names {name}, which is not there");
            named += 1;
        }
    }
    assert!(named > 100, "{named} files are named");
}

/// Every code is shown by a trap, or by a test of the only stage that can find it.
#[test]
fn every_code_has_a_fixture() {
    /// Codes that no text file can show: they are about compressed streams and sizes (tested in `cli.rs`,
    /// `hostile_inputs.rs` and in the source crate), about games of thousands of moves
    /// (`repetitions.rs`), about positions (tested in the epd crate), about records of other forms (`records.rs`), about all games together
    /// (`players.rs`), need
    /// endgame tables (`tablebase_audit.rs`), or are found only if a search is requested (tested in the forensics
    /// crate).
    fn elsewhere(code: Code) -> bool {
        matches!(
            code,
            Code::TruncatedStream
                | Code::CorruptStream
                | Code::OversizeGame
                | Code::ManyRepetitions
                | Code::IllegalVariation
                | Code::IllegalMoveKept
                | Code::CopiesDisagree
                | Code::TerminationAgainstTables
                | Code::StartInferred
                | Code::StartOpen
                | Code::RepairPossible
                | Code::RepairProposed
                | Code::NearestMoves
                | Code::ZeroRun
                | Code::LongText
                | Code::NoGames
                | Code::UnreadableInput
                | Code::ChangedInput
                | Code::RepeatedInput
                | Code::InputLimit
                | Code::TooManyMoves
                | Code::UnreadableRecord
                | Code::SeveralGames
                | Code::TableColumns
                | Code::NamesOfPlayer
                | Code::IdsOfName
                | Code::InternalError
        ) || code.as_str().starts_with('E')
    }
    let traps = std::fs::read_to_string(crate::support::data("traps/EXPECTED.tsv")).unwrap();
    let missing: Vec<_> = Code::ALL
        .iter()
        .filter(|code| !elsewhere(**code) && !traps.contains(code.as_str()))
        .map(|code| code.as_str())
        .collect();
    assert!(missing.is_empty(), "no trap shows {missing:?}");
}
