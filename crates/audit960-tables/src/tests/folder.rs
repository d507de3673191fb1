//! Everything or nothing: what a run leaves in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::samples::{feed_games, full_game, jobs, only, write};
use crate::{DatasetWriter, Limits, RowGroupJob, TableError, TableOptions, is_dataset};

const OPTIONS: TableOptions = TableOptions {
    crosscheck: false,
    duplicates: false,
    limits: Limits {
        group_rows: 2,
        file_groups: 2,
    },
};

fn some_jobs() -> Vec<RowGroupJob> {
    jobs(
        OPTIONS,
        &[only("a.pgn", &|tables| {
            feed_games(tables, &vec![full_game(); 5]);
        })],
    )
}

fn entries(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_finished_run_leaves_a_dataset_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new/out");
    let mut writer = DatasetWriter::create(&out, OPTIONS).unwrap();
    assert_eq!(entries(&out), ["_inprogress"]);
    for job in some_jobs() {
        writer.append(job.encode().unwrap()).unwrap();
    }
    assert!(!is_dataset(&out));
    writer.finish(&[], &[], "{\"format\": 1}\n").unwrap();
    assert!(is_dataset(&out));
    let all = [
        "castling.parquet",
        "diagnostics",
        "games",
        "incidents",
        "manifest.json",
        "start_positions.parquet",
    ];
    assert_eq!(entries(&out), all);
    assert_eq!(
        fs::read_to_string(out.join("manifest.json")).unwrap(),
        "{\"format\": 1}\n"
    );
    assert_eq!(
        entries(&out.join("games")),
        ["part-00000.parquet", "part-00001.parquet"]
    );
}

#[test]
fn an_abandoned_run_leaves_the_folder_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let new = dir.path().join("out");
    for drop_it in [false, true] {
        for out in [dir.path(), &new] {
            let mut writer = DatasetWriter::create(out, OPTIONS).unwrap();
            for job in some_jobs() {
                writer.append(job.encode().unwrap()).unwrap();
            }
            if drop_it {
                drop(writer);
            } else {
                writer.abandon().unwrap();
            }
            assert!(entries(dir.path()).is_empty());
        }
    }
}

#[test]
fn a_missing_row_group_is_an_error_and_leaves_no_dataset() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = DatasetWriter::create(dir.path(), OPTIONS).unwrap();
    for job in some_jobs().into_iter().skip(1) {
        writer.append(job.encode().unwrap()).unwrap();
    }
    let error = writer.finish(&[], &[], "{}").unwrap_err();
    assert!(
        matches!(
            error,
            TableError::MissingRowGroup {
                table: "games",
                ordinal: 0
            }
        ),
        "{error}"
    );
    assert!(entries(dir.path()).is_empty());
}

#[test]
fn a_folder_that_holds_anything_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    let error = DatasetWriter::create(dir.path(), OPTIONS).err().unwrap();
    assert!(
        matches!(&error, TableError::NotEmpty { path } if path == dir.path()),
        "{error}"
    );
    assert_eq!(entries(dir.path()), ["notes.txt"]);
    let out = tempfile::tempdir().unwrap();
    write(out.path(), OPTIONS, &[]);
    let error = DatasetWriter::create(out.path(), OPTIONS).err().unwrap();
    assert!(matches!(error, TableError::NotEmpty { .. }), "{error}");
    assert!(is_dataset(out.path()));
}

#[test]
fn what_a_dead_run_left_is_thrown_away() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("_inprogress");
    fs::create_dir_all(work.join("games")).unwrap();
    fs::write(work.join("games/part-00007.parquet"), "half a file").unwrap();
    fs::write(work.join("manifest.json"), "{}").unwrap();
    fs::write(work.join("lock"), "").unwrap();
    write(dir.path(), OPTIONS, &[]);
    assert!(is_dataset(dir.path()));
    assert_eq!(entries(&dir.path().join("games")), ["part-00000.parquet"]);
    assert!(!work.exists());
}

#[test]
fn the_work_of_a_living_run_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = DatasetWriter::create(dir.path(), OPTIONS).unwrap();
    let error = DatasetWriter::create(dir.path(), OPTIONS).err().unwrap();
    assert!(matches!(error, TableError::InUse { .. }), "{error}");
    for job in some_jobs() {
        first.append(job.encode().unwrap()).unwrap();
    }
    first.finish(&[], &[], "{}").unwrap();
    assert!(is_dataset(dir.path()));
}

/// Where a run with that in the place of a part file fails.
fn failing_path(place: impl Fn(&Path)) -> (PathBuf, String) {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = DatasetWriter::create(dir.path(), OPTIONS).unwrap();
    place(&dir.path().join("_inprogress/games/part-00000.parquet"));
    let failed = some_jobs()
        .into_iter()
        .try_for_each(|job| writer.append(job.encode().unwrap()))
        .unwrap_err();
    drop(writer);
    assert!(entries(dir.path()).is_empty());
    let message = failed.to_string();
    let TableError::Io { path, source } = failed else {
        panic!("{message}")
    };
    assert!(message.contains(&path.display().to_string()) && message.contains(&source.to_string()));
    (
        path.strip_prefix(dir.path()).unwrap().to_owned(),
        source.to_string(),
    )
}

#[test]
fn a_file_that_cannot_be_made_is_named() {
    let (path, _) = failing_path(|path| fs::create_dir(path).unwrap());
    assert_eq!(path, Path::new("_inprogress/games/part-00000.parquet"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_names_the_file() {
    let (path, message) =
        failing_path(|path| std::os::unix::fs::symlink("/dev/full", path).unwrap());
    assert_eq!(path, Path::new("_inprogress/games/part-00000.parquet"));
    assert!(message.contains("No space left"), "{message}");
}

#[test]
fn a_file_in_the_place_of_the_folder_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out");
    fs::write(&path, "a file").unwrap();
    let error = DatasetWriter::create(&path, OPTIONS).err().unwrap();
    assert!(
        error.to_string().contains(&path.display().to_string()),
        "{error}"
    );
    assert!(!is_dataset(&path));
}
