//! Tables, arrays of games and plain text in a folder: files whose names do not say that they hold games, so that their content
//! decides.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::format::is_tag_pair;
use crate::records::{ColumnForm, ColumnRecords, JsonForm};

/// Endings of such files.
const ENDINGS: [&str; 7] = [
    "parquet", "arrow", "arrows", "feather", "ipc", "json", "txt",
];

/// Bytes by which games in JSON are recognised.
const HEAD: u64 = 1 << 16;

/// Whether a folder is a dataset of audit960, becomes one, or is what is left of one: its tables were made of archives, and
/// are none.
pub(crate) fn is_dataset(folder: &Path) -> bool {
    let holds = |name: &str| folder.join(name).exists();
    let tables = ["start_positions.parquet", "castling.parquet"];
    holds("_inprogress")
        || tables.into_iter().any(holds)
        || holds("manifest.json") && holds("games")
}

/// Whether a file is a table with a column of moves, JSON with games, or text with a tag pair of PGN. One that cannot be read as what it looks like
/// counts: reading it gives the error.
pub(crate) fn holds_games(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_one = |ending: &str| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    };
    ending.is_some_and(is_one) && path.is_file() && looks_like_games(path).unwrap_or(true)
}

fn looks_like_games(path: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
    let mut head = Vec::new();
    (&file).take(HEAD).read_to_end(&mut head)?;
    if let Some(form) = ColumnForm::detect(&head) {
        return Ok(ColumnRecords::has_moves(form, file).unwrap_or(true));
    }
    Ok(JsonForm::detect(&head).is_some() || has_tag_pair(&head))
}

/// Whether a line is a tag pair as PGN 8.1.1 has it: a name after a bracket, and a value in quotes.
fn has_tag_pair(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| is_tag_pair(line) && line.trim_ascii_end().ends_with(b"\"]"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_a_file_holds_decides() {
        let folder = tempfile::tempdir().unwrap();
        let record = "{\"games\":[{\"url\":\"u\",\"pgn\":\"1. e4 *\"}]}";
        for (name, text, expected) in [
            ("a.json", record, true),
            ("b.JSON", record, true),
            ("c.json", "{\"name\":1}", false),
            ("d.json", "", false),
            ("e.txt", record, true),
            ("notes.txt", "[see the \"rules\"] of 1. e4\n", false),
            (
                "games.TXT",
                "Round 1\r\n[White \"A\"]\r\n\r\n1. e4 *\r\n",
                true,
            ),
            // Nobody knows what it held.
            ("f.parquet", "PAR1 and then nothing", true),
            ("g.parquet", "no table", false),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            assert_eq!(holds_games(&path), expected, "{name}");
        }
        fs::create_dir(folder.path().join("h.parquet")).unwrap();
        assert!(!holds_games(&folder.path().join("h.parquet")));
    }

    #[test]
    fn a_dataset_is_known_by_its_manifest_and_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| folder.path().join(name);
        assert!(!is_dataset(folder.path()));
        fs::write(of("manifest.json"), "{}").unwrap();
        assert!(!is_dataset(folder.path()));
        fs::create_dir(of("games")).unwrap();
        assert!(is_dataset(folder.path()));
        fs::remove_file(of("manifest.json")).unwrap();
        assert!(!is_dataset(folder.path()));
        for name in ["_inprogress", "castling.parquet", "start_positions.parquet"] {
            fs::create_dir(of(name)).unwrap();
            assert!(is_dataset(folder.path()), "{name}");
            fs::remove_dir(of(name)).unwrap();
            assert!(!is_dataset(folder.path()));
        }
    }
}
