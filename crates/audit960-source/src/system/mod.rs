//! What the machine offers: threads, and everything that depends on the operating system.
//!
//! [`run_workers`], [`map_on_workers`], [`try_on_workers`] and [`run_beside`] are the one way to run threads. The modules `unix` and `other` offer the same
//! functions. `unix` is compiled and tested here; `other` is a fallback that
//! uses the standard library alone: it returns `None` where only Unix knows the answer, never a wrong one.

use std::process::Command;

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;
mod workers;

#[cfg(not(unix))]
pub use other::{
    FILE_SIZE_SIGNAL, changes, create_private_folder, identity, open_no_follow, read_at,
    resident_memory, special_kind, sync_folder,
};
#[cfg(unix)]
pub use unix::{
    FILE_SIZE_SIGNAL, changes, create_private_folder, identity, open_no_follow, read_at,
    resident_memory, special_kind, sync_folder,
};
pub use workers::{WorkerError, map_on_workers, run_beside, run_workers, try_on_workers};

/// Bytes of the largest block that moves glibc's thresholds: a little less than `DEFAULT_MMAP_THRESHOLD_MAX`.
const LARGE: usize = (32 << 20) - (16 << 10);

/// Makes the allocator keep memory that is given back, so that the next chunk or row group need not be given
/// zeroed pages by the system again.
///
/// glibc gives free memory back to the system above a threshold, which it sets to twice the largest
/// block that was freed (mallopt(3), *dynamic mmap threshold*). So one block is allocated and freed, without
/// touching it. Elsewhere this does nothing.
pub fn keep_freed_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGE)));
}

/// A line of the system's shell, to be run.
#[must_use]
pub fn shell(line: &str) -> Command {
    let [shell, option] = match cfg!(windows) {
        true => ["cmd", "/C"],
        false => ["sh", "-c"],
    };
    let mut command = Command::new(shell);
    command.args([option, line]);
    command
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};

    use super::*;

    #[test]
    fn links_are_not_followed_and_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "1").unwrap();
        fs::write(path("b"), "1").unwrap();
        let of = |name: &str| fs::metadata(path(name)).unwrap();
        open_no_follow(OpenOptions::new().read(true), &path("a")).unwrap();
        assert_eq!(identity(&of("a")), identity(&of("a")));
        assert_eq!(special_kind(&of("a")), None);
        assert_eq!(special_kind(&fs::metadata(folder.path()).unwrap()), None);
        sync_folder(folder.path()).unwrap();
        let before = changes(&of("a"));
        assert_eq!(before, changes(&of("a")));
        #[cfg(unix)]
        {
            assert_ne!(identity(&of("a")), identity(&of("b")));
            assert_ne!(before, changes(&of("b")));
            create_private_folder(&path("own")).unwrap();
            let rights = std::os::unix::fs::MetadataExt::mode(&of("own")) & 0o777;
            assert_eq!(rights, 0o700);
            std::os::unix::fs::symlink(path("a"), path("link")).unwrap();
            assert!(open_no_follow(OpenOptions::new().read(true), &path("link")).is_err());
            drop(std::os::unix::net::UnixListener::bind(path("socket")).unwrap());
            assert_eq!(special_kind(&of("socket")), Some("a socket"));
            let null = fs::metadata("/dev/null").unwrap();
            assert_eq!(special_kind(&null), Some("a device"));
        }
        // No process is smaller than a page or larger than a terabyte.
        if cfg!(target_os = "linux") {
            let held = resident_memory().unwrap();
            assert!((4_096..1 << 40).contains(&held), "{held}");
        }
    }
}
