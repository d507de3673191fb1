//! Folders for what tests export.

use std::path::PathBuf;

use crate::support::{corpus, data, printed};

/// A temporary folder for what a test writes.
pub(crate) struct Folder(pub(crate) tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&std::fs::read(self.path(name)).unwrap()).into_owned()
    }
}

/// Exports to a file of a folder and returns its text.
pub(crate) fn exported(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let out = folder.path(name);
    let mut all = vec!["export", "--quiet", "--exit-zero", "--force", "--out", &out];
    all.extend(arguments);
    printed(&all);
    folder.read(name)
}

/// A game of a few moves.
pub(crate) fn game(tags: &[(&str, &str)], movetext: &str) -> String {
    let tags = tags
        .iter()
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    format!("{}\n{movetext}\n\n", tags.collect::<String>())
}

/// The folder of the shared annotated archives if available, else of the project's own.
pub(crate) fn many() -> PathBuf {
    corpus("standard/annotated").unwrap_or_else(|| data("archive"))
}
