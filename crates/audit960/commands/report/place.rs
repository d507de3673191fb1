//! Where a report is written, and how it finds its dataset from there.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Component, Path};

use anyhow::{Context as _, bail};
use audit960_platform::ordinary_rights;
use tempfile::{Builder, NamedTempFile};

/// Writes a file whole or not at all: under a name of its own beside its place first, then into it.
/// Returns its bytes. Only a regular file is replaced: no link is followed, no device or FIFO touched.
pub(in crate::commands) fn replace<E: Into<anyhow::Error>>(
    path: &Path,
    write: impl FnOnce(&File) -> Result<(), E>,
) -> anyhow::Result<u64> {
    let name = path.file_name().context("--out must name a file")?;
    if let Ok(metadata) = path.symlink_metadata()
        && !metadata.is_file()
    {
        bail!("{} is no regular file, and is left alone", path.display());
    }
    let beside = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let here = || path.display().to_string();
    let file = new_file(name, beside.unwrap_or(Path::new("."))).with_context(here)?;
    write(file.as_file()).map_err(|error| match error.into() {
        error if error.is::<io::Error>() => error.context(here()),
        error => error,
    })?;
    let published = || {
        let size = file.as_file().metadata()?.len();
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok::<_, io::Error>(size)
    };
    published().with_context(here)
}

/// A file that nobody else has made, with the rights that files have.
fn new_file(name: &OsStr, folder: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsStr::new(".").to_owned();
    prefix.push(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".inprogress");
    // As for any new file: what the user's mask leaves.
    if let Some(rights) = ordinary_rights() {
        builder.permissions(rights);
    }
    builder.tempfile_in(folder)
}

/// The address of a folder as seen from a file: empty where the file lies in it, else with a slash
/// at its end. `None` where it cannot be made out, or leads over the root of the file system: such
/// an address would be of use on this machine alone.
pub(super) fn link(file: &Path, folder: &Path) -> Option<String> {
    let beside = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let from = std::fs::canonicalize(beside.unwrap_or(Path::new("."))).ok()?;
    let to = std::fs::canonicalize(folder).ok()?;
    relative(&from, &to)
}

fn relative(from: &Path, to: &Path) -> Option<String> {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    // Only the root in common: the two have nothing to do with each other.
    if common < 2 && from.len() > common {
        return None;
    }
    let mut link = "../".repeat(from.len() - common);
    for part in to.get(common..)? {
        let Component::Normal(name) = part else {
            return None;
        };
        push_encoded(&mut link, name.to_str()?);
        link.push('/');
    }
    Some(link)
}

/// Percent-encoding of everything but RFC 3986's unreserved characters.
fn push_encoded(link: &mut String, name: &str) {
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            link.push_str(&format!("%{byte:02X}"));
        }
    }
}

/// What a report is called if nobody says: after the folder.
pub(super) fn title(folder: &Path) -> String {
    let whole = std::fs::canonicalize(folder).ok();
    let name = whole.as_deref().and_then(Path::file_name);
    let name = name.map_or_else(|| folder.to_string_lossy(), OsStr::to_string_lossy);
    format!("Chess archive audit: {name}")
}

/// A name as it is typed in a shell.
pub(super) fn shell_word(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:=@".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_and_encoded() {
        let link = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(link("/home/a/audit", "/home/a/audit").as_deref(), Some(""));
        assert_eq!(link("/home/a", "/home/a/audit").as_deref(), Some("audit/"));
        assert_eq!(
            link("/home/a/www", "/home/a/x y/ü").as_deref(),
            Some("../x%20y/%C3%BC/")
        );
        assert_eq!(link("/srv/www", "/home/a"), None);
        assert_eq!(link("/", "/home").as_deref(), Some("home/"));
    }

    #[test]
    fn names_can_be_typed() {
        assert_eq!(shell_word("../audits/2025"), "../audits/2025");
        assert_eq!(shell_word("Tal's games"), "'Tal'\\''s games'");
        assert_eq!(shell_word(""), "''");
        assert!(!title(Path::new(".")).ends_with('.'));
        assert_eq!(
            title(Path::new("/no/such/audit")),
            "Chess archive audit: /no/such/audit"
        );
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        std::fs::write(&path, "old").unwrap();
        assert!(replace(&path, |_| Err::<(), _>(io::Error::other("disk full"))).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        let written = replace(&path, |mut file| io::Write::write_all(&mut file, b"new!"));
        assert_eq!(written.unwrap(), 4);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new!");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (theirs, link) = (folder.path().join("theirs"), folder.path().join("link"));
        std::fs::write(&theirs, "theirs").unwrap();
        std::os::unix::fs::symlink(&theirs, &link).unwrap();
        let socket = folder.path().join("socket");
        drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
        for path in [link.as_path(), &socket, Path::new("/dev/null")] {
            let error = replace(path, |mut file| io::Write::write_all(&mut file, b"ours"));
            let error = error.unwrap_err().to_string();
            assert!(error.contains("no regular file"), "{error}");
        }
        assert_eq!(std::fs::read(&theirs).unwrap(), b"theirs");
        assert!(link.is_symlink());
    }
}
