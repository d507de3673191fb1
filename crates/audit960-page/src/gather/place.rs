//! The address of a dataset as seen from its report, and the title of the report.

use std::ffi::OsStr;
use std::path::{Component, Path};

use crate::data::ReportData;
use crate::language::Language;

/// The address of a folder as seen from a file: empty where the file is in it, else with a slash
/// at its end. `None` where it cannot be determined, or leads through the root of the file system: such
/// an address would be of use on this machine only.
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
    // They have only the root in common.
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

/// The folder in commands: as the user wrote it, but for an absolute path, which is of use on this machine only.
pub(super) fn name_for_others(folder: &Path) -> String {
    let name = folder.file_name().filter(|_| folder.is_absolute());
    name.map_or_else(|| folder.to_string_lossy(), OsStr::to_string_lossy)
        .into_owned()
}

/// The default title of a report, from the name of the folder.
pub(super) fn title(folder: &Path, language: Language) -> String {
    let whole = std::fs::canonicalize(folder).ok();
    let name = whole.as_deref().and_then(Path::file_name);
    let name = name.map_or_else(|| folder.to_string_lossy(), OsStr::to_string_lossy);
    language.fill("Chess archive audit: {0}", &[&name])
}

/// The folder that all names have in common, with the slash at its end; empty if there is none.
pub(super) fn common_folder<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let first = names.next().unwrap_or_default();
    let common = names.fold(first, |common, name| {
        let same = common.bytes().zip(name.bytes()).take_while(|(a, b)| a == b);
        // A slash is a whole character, where the common bytes may end inside one.
        let same = same.enumerate().filter(|(_, (byte, _))| *byte == b'/');
        let end = same.last().map_or(0, |(slash, _)| slash + 1);
        common.get(..end).unwrap_or_default()
    });
    let end = common.rfind('/').map_or(0, |slash| slash + 1);
    common.get(..end).unwrap_or_default().to_owned()
}

/// Makes the names of sources those in their common folder: who reads the page does not have the others.
pub(super) fn shorten(data: &mut ReportData, folder: &str) {
    let short = |name: &mut String| {
        if let Some(rest) = name.strip_prefix(folder) {
            *name = rest.to_owned();
        }
    };
    data.provenance
        .inputs
        .iter_mut()
        .for_each(|input| short(&mut input.name));
    for group in &mut data.findings {
        group.sources.iter_mut().for_each(|(name, _)| short(name));
        group
            .examples
            .iter_mut()
            .for_each(|example| short(&mut example.source));
    }
    for position in &mut data.positions {
        position
            .games
            .iter_mut()
            .for_each(|game| short(&mut game.source));
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
    fn commands_name_no_place_of_this_machine() {
        let name = |folder: &str| name_for_others(Path::new(folder));
        assert_eq!(name("/home/anna/audits/tcec"), "tcec");
        assert_eq!(name("../audits/tcec"), "../audits/tcec");
        assert_eq!(name("."), ".");
        assert_eq!(name("/"), "/");
    }

    #[test]
    fn names_lose_the_folder_they_share() {
        let common = |names: &[&str]| common_folder(names.iter().copied());
        assert_eq!(common(&["/home/a/x.pgn", "/home/a/y/z.pgn"]), "/home/a/");
        assert_eq!(common(&["/home/a/x.pgn"]), "/home/a/");
        assert_eq!(common(&["/home/ab/x.pgn", "/home/a/x.pgn"]), "/home/");
        assert_eq!(common(&["x.pgn", "y.pgn"]), "");
        assert_eq!(common(&["schön/ö.pgn", "schön/ü.pgn"]), "schön/");
        assert_eq!(common(&[]), "");
    }

    #[test]
    fn the_title_is_the_name_of_the_folder() {
        assert!(!title(Path::new("."), Language::English).ends_with('.'));
        assert_eq!(
            title(Path::new("/no/such/audit"), Language::English),
            "Chess archive audit: /no/such/audit"
        );
    }
}
