//! What is checked when folders of tables are opened, and what is named.

use std::fs;
use std::path::{Path, PathBuf};

use audit960_board::Position;
use audit960_epd::tablebase::{EndgameTables, Prober, TablebaseError, check_tables};
use audit960_types::UnknownReason;

use crate::at_hand::corpus;

/// Copies tables, by the names of their files, into a folder of its own.
pub(crate) fn folder_with(from: &Path, names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        // The shared files are read-only, and their copies would be.
        fs::write(folder.path().join(name), fs::read(from.join(name)).unwrap()).unwrap();
    }
    folder
}

/// What is wrong with the files of a folder, by their names.
pub(crate) fn problems(tables: &EndgameTables) -> Vec<(String, String)> {
    let damaged = tables.damaged().into_iter();
    damaged
        .map(|table| {
            let name = table
                .path
                .file_name()
                .unwrap()
                .to_string_lossy()
                .into_owned();
            (name, table.problem)
        })
        .collect()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap().position
}

fn reason(tables: &EndgameTables, fen: &str) -> Option<UnknownReason> {
    tables.probe(&position(fen)).under(7).reason
}

#[test]
fn a_folder_without_tables_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("readme.txt"), "no table").unwrap();
    let error = EndgameTables::open(&[folder.path()]).unwrap_err();
    assert!(matches!(error, TablebaseError::Empty(_)), "{error}");
    let nowhere = folder.path().join("nowhere");
    let error = EndgameTables::open(&[nowhere]).unwrap_err();
    assert!(matches!(error, TablebaseError::Folder { .. }), "{error}");
}

/// Too few pieces, castling rights, mate and stalemate need no table of their own. The one table here is a file that
/// is named like one and has the size of one.
#[test]
fn what_needs_no_table() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KQvK.rtbw"), [0; 80]).unwrap();
    let tables = EndgameTables::open(&[folder.path()]).unwrap();
    let said = |fen: &str, clock| {
        let value = tables.probe(&position(fen)).under(clock);
        (value.value.as_str(), value.certain, value.reason)
    };
    assert_eq!(
        said("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 120),
        ("draw", true, None)
    );
    assert_eq!(
        said("8/8/4k3/8/8/4K3/8/4RR2 w - - 0 1", 0),
        ("unknown", false, Some(UnknownReason::TooManyPieces))
    );
    assert_eq!(
        said("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0),
        ("unknown", false, Some(UnknownReason::CastlingRights))
    );
    // Mates, also with more pieces than any table has, and at a clock that would be a draw.
    assert_eq!(
        said("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 149),
        ("loss", true, None)
    );
    assert_eq!(
        said("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 99),
        ("draw", true, None)
    );
    assert_eq!(
        said("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 100),
        ("loss", true, None)
    );
    // A bishop cannot mate.
    assert_eq!(
        said("8/8/4k3/8/8/4K3/8/4B3 w - - 0 1", 3),
        ("draw", true, None)
    );
    let mate = tables.probe(&position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
    assert_eq!((mate.wdl().unwrap().number(), mate.dtz()), (-2, None));
}

#[test]
fn a_damaged_header_is_named_once_and_makes_no_value() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::write(folder.path().join(name), [0; 80]).unwrap();
    }
    let tables = EndgameTables::open(&[folder.path()]).unwrap();
    for fen in [
        "8/8/4k3/8/8/4K3/8/4Q3 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/3Q4 b - - 0 1",
    ] {
        assert_eq!(reason(&tables, fen), Some(UnknownReason::TableDamaged));
    }
    assert_eq!(
        problems(&tables),
        [(
            "KQvK.rtbw".to_owned(),
            "does not begin as a table of this kind does".to_owned()
        )]
    );
}

#[test]
fn names_sizes_and_pairs_are_checked_at_opening() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let folder = folder_with(&shared, &["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw"]);
    fs::write(folder.path().join("KvKB.rtbw"), [0; 80]).unwrap();
    fs::write(folder.path().join("KNvK.rtbz"), [0; 81]).unwrap();
    let tables = EndgameTables::open(&[folder.path()]).unwrap();
    let said = |name: &str| {
        let all = problems(&tables);
        let found: Vec<_> = all
            .iter()
            .filter(|(file, _)| file == name)
            .map(|(_, problem)| problem.clone())
            .collect();
        assert!(found.len() <= 1, "{found:?}");
        found.into_iter().next()
    };
    assert_eq!(said("KQvK.rtbw"), None);
    assert_eq!(said("KRvK.rtbw").unwrap(), "is without KRvK.rtbz");
    assert_eq!(
        said("KvKB.rtbw").unwrap(),
        "has the ending of a table, but not the name of one"
    );
    assert_eq!(
        said("KNvK.rtbz").unwrap(),
        "has 81 bytes, a size that no table has"
    );
    // Without distances a rook's win is known for a clock of zero only.
    let rook = tables.probe(&position("8/8/4k3/8/8/4K3/8/4R3 w - - 0 1"));
    assert_eq!(rook.wdl().unwrap().number(), 2);
    assert_eq!(rook.under(0).value.as_str(), "win");
    assert_eq!(rook.under(30).reason, Some(UnknownReason::TableMissing));
    assert_eq!(
        reason(&tables, "8/8/4k3/4p3/8/4K3/8/8 w - - 0 1"),
        Some(UnknownReason::TableMissing)
    );
    assert_eq!(said("KPvK.rtbw").unwrap(), "is needed and not there");
}

/// The first folder counts where two have a table, and tables of one folder complete those of another.
#[test]
fn folders_complete_each_other() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let values = folder_with(&shared, &["KQvK.rtbw", "KRvK.rtbw"]);
    let distances = folder_with(&shared, &["KQvK.rtbz", "KRvK.rtbz"]);
    fs::write(distances.path().join("KQvK.rtbw"), [0; 80]).unwrap();
    let folders: [PathBuf; 2] = [values.path().into(), distances.path().into()];
    let tables = EndgameTables::open(&folders).unwrap();
    assert_eq!(reason(&tables, "8/8/4k3/8/8/4K3/8/4Q3 w - - 0 1"), None);
    assert_eq!(problems(&tables), []);
    let used: Vec<_> = tables.used();
    assert_eq!(used.len(), 2, "{used:?}");
}

/// All shared files are sound, and values, distances and moves agree.
#[test]
fn every_shared_table_is_sound() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let check = check_tables(&[shared], 100).unwrap();
    assert_eq!(check.files.len(), 70);
    for file in &check.files {
        assert_eq!(file.problem, None, "{}", file.path.display());
    }
    assert_eq!(
        check.files.iter().map(|file| file.positions).sum::<u64>(),
        3500
    );
}
