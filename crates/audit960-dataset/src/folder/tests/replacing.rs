//! Files that are replaced whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::folder::{Door, Fault, FolderError, Storage};

fn page(parts: usize) -> impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()> {
    move |out| (0..parts).try_for_each(|part| writeln!(out, "part {part}"))
}

/// Replaces a file on this storage.
fn replace(storage: &Storage, path: &Path, parts: usize) -> Result<u64, FolderError> {
    Door::default()
        .on(storage.clone())
        .replace(path, page(parts))
}

#[test]
fn a_failure_at_any_operation_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    for fault in [Fault::Once, Fault::From] {
        let mut failed = 0;
        for n in 1.. {
            fs::write(&path, "old").unwrap();
            let storage = Storage::failing(fault(n));
            let replaced = replace(&storage, &path, 20);
            let text = fs::read_to_string(&path).unwrap();
            let left = fs::read_dir(folder.path()).unwrap().count() - 1;
            if storage.operations() < n {
                assert_eq!(replaced.unwrap(), text.len() as u64);
                assert!(text.ends_with("part 19\n") && left == 0);
                break;
            }
            failed += 1;
            let error = replaced.unwrap_err().to_string();
            assert!(error.contains("report.html: operation"), "{error}");
            assert_eq!(text, "old", "{n}");
            assert_eq!(left, 0, "{n}");
            replace(&Storage::new(), &path, 3).unwrap();
            assert!(fs::read_to_string(&path).unwrap().ends_with("part 2\n"));
            fs::remove_dir_all(folder.path()).unwrap();
            fs::create_dir(folder.path()).unwrap();
        }
        // Create, sync, rename, and each write.
        assert!(failed >= 23, "{failed}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (theirs, link) = (folder.path().join("theirs"), folder.path().join("link"));
    fs::write(&theirs, "theirs").unwrap();
    std::os::unix::fs::symlink(&theirs, &link).unwrap();
    let socket = folder.path().join("socket");
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    let places = [&link, &socket, Path::new("/dev/null"), Path::new("/")];
    for path in places {
        let error = replace(&Storage::new(), path, 1).unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
    }
    assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
    assert!(link.is_symlink());
}
