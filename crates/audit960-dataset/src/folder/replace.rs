//! Files that are replaced whole or not at all, such as reports and arbiter's sheets.

use std::io::{self, Write};
use std::path::Path;

use crate::folder::error::FolderError;
use crate::folder::storage::Storage;
use crate::folder::temporary::Temporary;

impl Storage {
    /// Writes a temporary file beside `path`, then renames it to `path`. Returns its size in bytes. Only a
    /// regular file is replaced: no link is followed, no device or FIFO touched. `admit` has the last word
    /// before that. An error leaves the old file.
    ///
    /// # Errors
    /// [`FolderError::NoRegularFile`] if something else has the path or it does not name a file, those of
    /// `admit`, [`FolderError::Io`] with the path for everything else.
    pub(crate) fn replace(
        &self,
        path: &Path,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
        admit: &dyn Fn(&Path) -> Result<(), FolderError>,
    ) -> Result<u64, FolderError> {
        let other = path
            .symlink_metadata()
            .is_ok_and(|metadata| !metadata.is_file());
        if other || path.file_name().is_none() {
            return Err(FolderError::NoRegularFile {
                path: path.to_owned(),
            });
        }
        let beside = Temporary::beside(path).map_err(FolderError::io(path))?;
        let write = || {
            let mut file = self.create_file(beside.path())?;
            write(&mut file)?;
            file.sync()?;
            Ok(file.file().metadata()?.len())
        };
        let size = write().map_err(FolderError::io(path))?;
        admit(path)?;
        self.rename(beside.path(), path)
            .map_err(FolderError::io(path))?;
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::folder::storage::Fault;

    fn page(parts: usize) -> impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()> {
        move |out| (0..parts).try_for_each(|part| writeln!(out, "part {part}"))
    }

    fn any(_: &Path) -> Result<(), FolderError> {
        Ok(())
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
                let replaced = storage.replace(&path, page(20), &any);
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
                Storage::new().replace(&path, page(3), &any).unwrap();
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
            let error = Storage::new().replace(path, page(1), &any).unwrap_err();
            assert!(error.to_string().contains("not a regular file"), "{error}");
        }
        assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
        assert!(link.is_symlink());
    }
}
