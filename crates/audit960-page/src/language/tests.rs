use std::collections::BTreeSet;
use std::path::Path;

use audit960_types::GapKind;

use super::*;
use crate::{sample, write_html};

/// Text files below a folder, with their paths.
fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
}

/// The text of a literal that begins with a quote, and what follows it. Line ends that are escaped, and blanks after
/// them, are no part of it.
fn literal(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|c| "'\"".contains(*c))?;
    let mut value = String::new();
    let mut rest = text.char_indices().skip(1);
    while let Some((at, c)) = rest.next() {
        match c {
            c if c == quote => return Some((value, &text[at + 1..])),
            '\\' => match rest.next()? {
                (_, '\n') => {
                    let after = &text[at + 2..];
                    let blanks = after.len() - after.trim_start().len();
                    for _ in 0..after[..blanks].chars().count() {
                        rest.next();
                    }
                }
                (at, 'u') => {
                    let (code, _) = text[at + 2..].split_once('}')?;
                    value.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    for _ in 0..code.len() + 2 {
                        rest.next();
                    }
                }
                (_, escaped) => value.push(escaped),
            },
            c => value.push(c),
        }
    }
    None
}

/// The files of the page.
fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    files(&folder, &mut sources);
    sources
}

/// The labels that sources name: in Rust the first literals of `text` and `fill`, in the script those of `t`, in the
/// template those after `text:`.
fn named() -> BTreeSet<String> {
    let sources = sources();
    let mut found = BTreeSet::new();
    for (path, text) in &sources {
        let calls: &[&str] = match path.rsplit('.').next() {
            Some("rs") if path.contains("language") || path.contains("tests.rs") => &[],
            Some("rs") => &["language.text(", "language.fill("],
            Some("js") => &[" t(", "(t(", "[t(", "? t("],
            _ => &[],
        };
        let program = text.split("#[cfg(test)]").next().unwrap();
        for call in calls {
            for after in program.split(call).skip(1) {
                found.extend(literal(after.trim_start()).map(|(text, _)| text));
            }
        }
        if path.ends_with("template.html") {
            let texts = text.split("{{text:").skip(1);
            found.extend(texts.map(|text| text.split("}}").next().unwrap().to_owned()));
        }
    }
    found
}

/// Labels that the code puts together from names.
fn by_name() -> Vec<String> {
    let options = [
        "players",
        "quality",
        "tablebase",
        "input columns",
        "with moves",
    ];
    let cases = ClaimTruth::ALL
        .iter()
        .map(|case| case.name().replace('-', " "));
    let kinds = GapKind::ALL
        .iter()
        .map(|kind| kind.as_str().replace('_', " "));
    let options = options.into_iter().map(str::to_owned);
    options.chain(cases).chain(kinds).collect()
}

#[test]
fn every_label_is_in_the_files() {
    let known: BTreeSet<String> = Language::French
        .labels()
        .map(|(english, _)| english)
        .collect();
    let mut named = named();
    assert!(named.len() > 300, "{}", named.len());
    named.extend(by_name());
    let missing: Vec<_> = named.difference(&known).collect();
    assert!(missing.is_empty(), "page.ftl lacks {missing:#?}");
}

/// What the program itself writes into a dataset: options of an audit, and sizes.
const OF_DATASETS: [&str; 25] = [
    "byte order mark",
    "blank",
    "error",
    "warning",
    "info",
    "h-side",
    "a-side",
    "crosscheck",
    "double start",
    "duplicates",
    "infer start",
    "keep illegal",
    "law table",
    "max expansion",
    "max memory",
    "max text",
    "propose",
    "venue table",
    "only games with",
    "kB",
    "MB",
    "GB",
    "TB",
    "bytes",
    "built in",
];

#[test]
fn every_label_in_the_files_is_used() {
    let mut code = String::new();
    for (path, text) in sources() {
        if !path.contains("tests") {
            let mut lines = text.split("\\\n");
            code.push_str(lines.next().unwrap());
            lines.for_each(|line| code.push_str(line.trim_start()));
        }
    }
    let code = code
        .replace("\\u{a0}", "\u{a0}")
        .replace("\\u{2026}", "\u{2026}")
        .replace("\\u{2019}", "\u{2019}")
        .replace("\\\"", "\"")
        .replace("\\'", "'");
    let by_name = by_name();
    let labels = Language::French.labels().map(|(english, _)| english);
    let unused = labels.filter(|english| {
        let of_data = OF_DATASETS.contains(&english.as_str()) || by_name.contains(english);
        !of_data && !code.contains(english.as_str()) && !english.starts_with("A ")
    });
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}

/// The words of a page between its tags, but for the script and its data.
fn visible(page: &str) -> String {
    let (mut words, mut rest) = (String::new(), page);
    while let Some((before, tag)) = rest.split_once('<') {
        words.push_str(before);
        words.push('\n');
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
        let end = ["script", "style", "code"]
            .into_iter()
            .find(|prefix| name.starts_with(prefix));
        rest = match end {
            Some(element) => after
                .split_once(&format!("</{element}"))
                .map_or("", |(_, after)| after),
            None => after,
        };
    }
    words
}

/// No label of a French or German page is left in English.
#[test]
fn pages_are_in_their_language() {
    for language in [Language::French, Language::German] {
        let mut data = sample::report();
        data.language = language;
        let mut page = Vec::new();
        write_html(&data, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        let tag = language.tags()[0];
        assert!(page.contains(&format!("<html lang=\"{tag}\">")), "{tag}");
        let words = visible(&page);
        for (english, translated) in language.labels() {
            let whole = |text: &str| words.lines().any(|line| line.trim() == text);
            let same = translated == english;
            // Single words may be the same in a word of another label, or a name in the archive.
            if !same && english.contains(' ') {
                assert!(!whole(&english), "{tag}: {english}");
            }
        }
    }
}

#[test]
fn the_script_has_labels_that_only_its_data_name() {
    let labels = for_script(Language::German, "t('any')");
    for (english, german) in [("any", "alle"), ("thrown away", "verschenkt")] {
        assert_eq!(labels["labels"][english], german);
    }
    assert_eq!(labels["labels"].as_object().unwrap().get("Close"), None);
    assert_eq!(
        for_script(Language::English, "t('any')")["labels"],
        serde_json::json!({})
    );
}

/// In French none is singular, and the forms have the place of their count.
#[test]
fn the_script_has_the_forms_of_counts() {
    let counts = &for_script(Language::French, "")["counts"];
    assert_eq!(counts["count-games"]["one"], "{0} partie");
    assert_eq!(counts["count-games"]["other"], "{0} parties");
    assert_eq!(counts["count-unfinished"]["one"], "dont {0} inachevée");
    let counts = &for_script(Language::English, "")["counts"];
    assert_eq!(counts["count-turns"]["one"], "{0} turn");
}
