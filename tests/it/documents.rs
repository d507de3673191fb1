//! Documents that are generated from the code match it. `AUDIT960_WRITE_DOCS=1 make test` writes them
//! again.

use std::path::Path;

use audit960_types::Code;

use crate::folder::files_below;

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
    let mut text = Vec::new();
    audit960_report::write_explanation(Code::OtherLanguage, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let known = |name: &str| text.contains(name);
    let holds = audit960_pgn::LANGUAGES
        .iter()
        .all(|language| known(language.name));
    assert!(holds, "{text}");
}

#[test]
fn tables_are_the_schema() {
    use std::fmt::Write as _;
    let mut text = String::from(
        "# Columns\n\nThe tables of a dataset and their columns, in order, each with its type, its unit \
         if it has one, and its meaning. The types are those of Parquet; `?` means that the column may \
         be null. Enumerations are lower-case strings, except results and codes. This page is \
         generated from the code.\n",
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

/// `replay/trail.rs` is a file of crate `audit960-replay`, `trail.rs` a file of any crate.
#[test]
fn files_that_documents_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = "benches crates docs python scripts tests".split(' ');
    let files = folders.flat_map(|folder| files_below(&root.join(folder)));
    let files: Vec<String> = files
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
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

/// Codes that no text file can show: they are about compressed streams and sizes (tested in `cli.rs`, `hostile_inputs.rs` and
/// in the source crate), about games of thousands of moves (`repetitions.rs`), about records of other forms (`records.rs`),
/// about text of DOS (`plain_answers.rs`),
/// about all games together (`players.rs`), need endgame tables (`tablebase_audit.rs`), or are found only if a search is
/// requested (tested in the replay crate). Those about positions, `E`, are tested in the epd crate.
const ELSEWHERE: &str = "C008 C010 F021 F022 L004 M006 M033 M034 M035 M036 M040 S002 S003 S004 S009 S010 S011 S012 \
    S013 S014 S015 S016 S017 S018 S019 T013 T014 T015 T017";

/// Every code is shown by a trap, or by a test of the only stage that can find it.
#[test]
fn every_code_has_a_fixture() {
    let traps = std::fs::read_to_string(crate::support::data("traps/EXPECTED.tsv")).unwrap();
    let codes = Code::ALL.iter().map(|code| code.as_str());
    let missing = codes.filter(|code| {
        !code.starts_with('E') && !ELSEWHERE.contains(code) && !traps.contains(code)
    });
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "no trap shows them");
}
