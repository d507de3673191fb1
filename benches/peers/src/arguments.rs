//! The arguments: a command, numbers, and options with a value each.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context as _, bail};

const OPTIONS: [&str; 7] = [
    "megabytes",
    "rounds",
    "against",
    "record",
    "machine",
    "binary",
    "python",
];

/// The arguments of a run.
pub struct Arguments {
    words: Vec<String>,
    options: Vec<(String, String)>,
}

impl Arguments {
    /// Parses the arguments; an unknown option or one without a value is an error.
    pub fn parse(mut given: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let (mut words, mut options) = (Vec::new(), Vec::new());
        while let Some(word) = given.next() {
            let Some(name) = word.strip_prefix("--") else {
                words.push(word);
                continue;
            };
            if !OPTIONS.contains(&name) {
                bail!("{word} is none of --{}", OPTIONS.join(", --"));
            }
            let value = given.next().with_context(|| format!("{word}: no value"))?;
            options.push((name.to_owned(), value));
        }
        Ok(Self { words, options })
    }

    pub fn command(&self) -> &str {
        self.words.first().map_or("replay", String::as_str)
    }

    /// The words after the command.
    pub fn words(&self) -> &[String] {
        self.words.get(1..).unwrap_or_default()
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        let option = self.options.iter().rfind(|(option, _)| option == name)?;
        Some(&option.1)
    }

    pub fn number<T: FromStr>(&self, name: &str, default: T) -> anyhow::Result<T> {
        match self.text(name) {
            None => Ok(default),
            Some(text) => match text.parse() {
                Ok(number) => Ok(number),
                Err(_) => bail!("--{name} {text} is not a number"),
            },
        }
    }

    /// The program to time: the one asked for, else the best that was built.
    pub fn binary(&self) -> Option<PathBuf> {
        if let Some(path) = self.text("binary") {
            return Some(path.into());
        }
        let root = crate::inputs::root();
        ["dist", "release", "ci"]
            .map(|profile| root.join("target").join(profile).join("audit960"))
            .into_iter()
            .find(|path| path.is_file())
    }
}
