//! Names that say nothing of the place on this machine: of the dataset, for the title, and of its inputs.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use crate::data::ReportData;
use crate::language::Language;

/// The default title of a page, from the name of the folder.
pub(super) fn title(folder: &Path, language: Language) -> String {
    let whole = std::fs::canonicalize(folder).ok();
    let name = whole.as_deref().unwrap_or(folder).file_name();
    let name = name.map_or_else(|| "/".into(), OsStr::to_string_lossy);
    language.fill("Chess archive audit: {0}", &[&name])
}

/// The short name of an input; that of one without games is its last component.
pub(super) fn short<'n>(name: &'n str, names: &'n BTreeMap<String, String>) -> &'n str {
    let last = || name.rsplit(['/', '\\']).next().unwrap_or(name);
    names.get(name).map_or_else(last, String::as_str)
}

/// Gives all inputs their short names.
pub(super) fn shorten(data: &mut ReportData, names: &BTreeMap<String, String>) {
    let shorten = |name: &mut String| *name = short(name, names).to_owned();
    for input in &mut data.provenance.inputs {
        shorten(&mut input.name);
    }
    for group in &mut data.findings {
        group.sources.iter_mut().for_each(|(name, _)| shorten(name));
        for example in &mut group.examples {
            shorten(&mut example.source);
        }
    }
    let listed = data.positions.iter_mut().flat_map(|one| &mut one.games);
    let damaged = data.damaged.iter_mut().map(|damaged| &mut damaged.game);
    listed
        .chain(damaged)
        .for_each(|game| shorten(&mut game.source));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_names_tell_no_place() {
        assert!(!title(Path::new("."), Language::English).ends_with('.'));
        let title = title(Path::new("/no/such/audit"), Language::English);
        assert_eq!(title, "Chess archive audit: audit");
        let names = BTreeMap::from([("/home/a/x.pgn".to_owned(), "a/x.pgn".to_owned())]);
        assert_eq!(short("/home/a/x.pgn", &names), "a/x.pgn");
        assert_eq!(short("/home/b/empty.pgn", &names), "empty.pgn");
        assert_eq!(short("C:\\games\\empty.pgn", &names), "empty.pgn");
        assert_eq!(short("-", &names), "-");
    }
}
