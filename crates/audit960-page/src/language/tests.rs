use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use audit960_board::start::Start;
use audit960_ledger::{claims_of, outcome_text, reason_of_end, run_end_text};
use audit960_statistics::{
    DrawHypothesis, Goodness, Heterogeneity, Popularity, PopularityTest, SignificantPosition,
    StartVerdict, TestMethod, analyse,
};
use audit960_types::{
    Code, EndReason, GapKind, Outcome, Population, RunEnd, Tally, TimeClass, filled,
};

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

/// The labels that sources name: in Rust the first literals of `text`, `fill` and `count`, in the script those of `t`
/// and `plural`, in the template those after `text:`.
fn named() -> BTreeSet<String> {
    let mut sources = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut sources,
    );
    let mut found = BTreeSet::new();
    for (path, text) in &sources {
        let calls: &[(&str, usize)] = match path.rsplit('.').next() {
            Some("rs") if path.contains("language") || path.contains("tests.rs") => &[],
            Some("rs") => &[("language.text(", 1), ("language.fill(", 1)],
            Some("js") => &[(" t(", 1), ("(t(", 1), ("[t(", 1), ("? t(", 1)],
            _ => &[],
        };
        let program = text.split("#[cfg(test)]").next().unwrap();
        for (call, _) in calls {
            for after in program.split(call).skip(1) {
                found.extend(literal(after.trim_start()).map(|(text, _)| text));
            }
        }
        // Two literals: one and many.
        let counts = if path.ends_with(".js") {
            "plural("
        } else {
            "language.count("
        };
        for after in program.split(counts).skip(1).filter(|_| !calls.is_empty()) {
            let Some((_, after)) = after.split_once(',') else {
                continue;
            };
            if let Some((one, after)) = literal(after.trim_start()) {
                let after = after.trim_start().trim_start_matches(',').trim_start();
                found.extend(
                    [Some(one), literal(after).map(|(many, _)| many)]
                        .into_iter()
                        .flatten(),
                );
            }
        }
        if path.ends_with("template.html") {
            let texts = text.split("{{text:").skip(1);
            found.extend(texts.map(|text| text.split("}}").next().unwrap().to_owned()));
        }
    }
    found
}

/// The forms of the ledger's sentences: the literals of `sentence!`, and others with a place for a value.
fn forms_of_ledger() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let ledger = Path::new(env!("CARGO_MANIFEST_DIR")).join("../audit960-ledger/src");
    for file in [
        "claim/words.rs",
        "claim/turns.rs",
        "end.rs",
        "history.rs",
        "position_value.rs",
        "right.rs",
        "truth.rs",
    ] {
        let text = std::fs::read_to_string(ledger.join(file)).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        let code = program
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let named = code.split("sentence!(").skip(1);
        let named = named.filter_map(|after| literal(after.trim_start()));
        found.extend(named.map(|(text, _)| text));
        let mut rest = code.as_str();
        while let Some(at) = rest.find('"') {
            let Some((text, after)) = literal(&rest[at..]) else {
                break;
            };
            rest = after;
            found.extend(text.contains("{0}").then_some(text));
        }
    }
    found.retain(|form| !["", "{0}", "{1}"].contains(&form.as_str()));
    assert!(found.len() > 40, "{found:?}");
    found
}

#[test]
fn every_label_is_in_the_table() {
    let known: BTreeSet<String> = rows().map(|(english, _)| english.to_owned()).collect();
    let named = named();
    assert!(named.len() > 300, "{}", named.len());
    let missing: Vec<_> = named.difference(&known).collect();
    assert!(missing.is_empty(), "labels.tsv lacks {missing:#?}");
    for outcome in Outcome::ALL {
        assert!(known.contains(outcome_text(*outcome)), "{outcome}");
    }
    for end in RunEnd::ALL {
        assert!(known.contains(run_end_text(*end)), "{end}");
    }
    for reason in EndReason::ALL {
        assert!(known.contains(reason_of_end(*reason)), "{reason}");
    }
    for form in forms_of_ledger() {
        assert!(known.contains(&form), "{form}");
    }
    for code in Code::ALL {
        assert!(known.contains(code.meaning()), "{}", code.as_str());
    }
    for kind in GapKind::ALL {
        let name = kind.as_str().replace('_', " ");
        assert!(known.contains(&name), "{name}");
    }
    for option in [
        "players",
        "quality",
        "tablebase",
        "input columns",
        "with moves",
    ] {
        assert!(known.contains(option), "{option}");
    }
    for case in ClaimTruth::ALL {
        assert!(
            known.contains(&case.name().replace('-', " ")),
            "{}",
            case.name()
        );
    }
}

/// What results are said with: verdicts of every kind, made with a wording that notes the forms it is asked for.
fn forms_of_results() -> BTreeSet<String> {
    let said = RefCell::new(BTreeSet::new());
    let say = |form: &str, values: &[&str]| {
        said.borrow_mut().insert(form.to_owned());
        filled(form, values)
    };
    let position = SignificantPosition {
        start: Start::new(518).unwrap(),
        residual: 0.1,
        q_value: 0.01,
    };
    for (smallest_q, most_games, [positions, untested, significant], smallest_detectable) in [
        (None, 0, [0, 2, 0], None),
        (None, 7, [0, 2, 0], None),
        (Some(0.4), 70, [40, 0, 0], Some(0.6)),
        (Some(0.4), 70, [40, 2, 0], None),
        (Some(0.4), 70, [1, 2, 0], None),
        (Some(0.01), 70, [40, 2, 1], Some(0.1)),
        (Some(0.01), 70, [40, 2, 30], None),
    ] {
        let verdict = StartVerdict {
            smallest_q,
            most_games,
            positions,
            untested,
            significant: vec![position; significant],
            smallest_detectable,
            ..StartVerdict::default()
        };
        assert!(!verdict.words(&say).is_empty());
    }
    let mut analysis = analyse(&Tally::default());
    for (p_value, named) in [(0.01, 0), (0.01, 1), (0.5, 0), (0.5, 1)] {
        analysis.heterogeneity = Some(Heterogeneity {
            positions: 40,
            q: 50.0,
            p_value,
            tau: 0.0,
            tau_low: 0.0,
            tau_high: 0.0,
        });
        analysis.verdict.significant = vec![position; named];
        assert!(analysis.together(&say).is_some());
    }
    let test = |hypothesis, p: [f64; 4], too_even, log_likelihood| PopularityTest {
        hypothesis,
        log_likelihood,
        goodness: Goodness {
            statistic: 0.0,
            p_value: p[0],
            too_even,
            method: TestMethod::ChiSquare { degrees: 959 },
        },
        orthodox_p: p[1],
        rival_p: p[2],
        p_value: p[3],
    };
    let good = [0.5; 4];
    let [uneven, orthodox, rival] = [
        [1e-6, 0.5, 0.5, 1e-6],
        [0.5, 1e-6, 0.5, 1e-6],
        [0.5, 0.5, 1e-6, 1e-6],
    ];
    let [uniform, die, never] = DrawHypothesis::ALL;
    for tests in [
        vec![],
        vec![
            test(uniform, good, false, -1.0),
            test(die, good, false, -2.0),
        ],
        vec![
            test(uniform, good, false, -1.0),
            test(die, uneven, false, -2.0),
        ],
        vec![
            test(uniform, uneven, true, -1.0),
            test(die, rival, false, -2.0),
        ],
        vec![
            test(uniform, rival, false, -1.0),
            test(never, orthodox, false, -2.0),
        ],
        vec![test(never, uneven, false, f64::NEG_INFINITY)],
    ] {
        let popularity = Popularity {
            draws: 90,
            tests,
            mixture: None,
        };
        assert!(!popularity.verdict(&say).is_empty());
        let few = Popularity {
            draws: 3,
            ..popularity
        };
        assert!(!few.verdict(&say).is_empty());
    }
    said.into_inner()
}

#[test]
fn results_are_said_in_every_language() {
    let forms = forms_of_results();
    // Verdicts 13, taken together 4, ways of drawing 3, of saying which fits 8, objections 6, too few draws, and what joins
    // them.
    assert_eq!(forms.len(), 36, "{forms:#?}");
    let known: BTreeSet<String> = rows().map(|(english, _)| english.to_owned()).collect();
    let missing: Vec<_> = forms.difference(&known).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let words = [
        "all",
        "rated",
        "unrated",
        "no time control",
        "p \u{2264} {0}",
    ];
    let kinds = Population::ALL.iter().map(|population| population.as_str());
    let speeds = TimeClass::ALL.iter().map(|class| class.as_str());
    for word in words.into_iter().chain(kinds).chain(speeds) {
        assert!(known.contains(word), "{word}");
    }
}

/// Every row has three texts with the same places, and no markup but that of its English.
#[test]
fn every_label_is_in_every_language() {
    let places = |text: &str| -> Vec<String> {
        let found = text.split('{').skip(1);
        let mut found: Vec<String> = found
            .map(|part| part.split('}').next().unwrap().to_owned())
            .collect();
        found.sort();
        found
    };
    let tags = |text: &str| (text.matches('<').count(), text.matches('"').count());
    let mut seen = BTreeSet::new();
    for (number, line) in TABLE.lines().enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), 3, "line {}: {line}", number + 1);
        for cell in &cells {
            assert!(!cell.trim().is_empty(), "line {}", number + 1);
            assert_eq!(places(cell), places(cells[0]), "{line}");
            assert_eq!(tags(cell), tags(cells[0]), "{line}");
        }
        assert!(seen.insert(cells[0]), "{} twice", cells[0]);
    }
}

/// A finding has no places, and its braces are those of PGN. Numbers and signs of PGN are the same in all languages.
#[test]
fn every_finding_is_in_every_language() {
    let signs = |text: &str| {
        let sign = |c: &char| c.is_ascii_digit() || "{}*@=[]".contains(*c);
        let mut signs: Vec<char> = text.chars().filter(sign).collect();
        signs.sort_unstable();
        signs
    };
    let mut seen = BTreeSet::new();
    for line in FINDINGS.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [english, french, german] = cells[..] else {
            panic!("{line}");
        };
        for cell in [french, german] {
            assert!(cell == cell.trim() && !cell.is_empty(), "{line}");
            assert_eq!(signs(cell), signs(english), "{cell}");
        }
        assert!(seen.insert(english), "{english} twice");
    }
    // The first line names the languages.
    assert_eq!(seen.len(), Code::ALL.len() + 1);
}

/// The words of a page between its tags, but for the script, its data, and what is marked as English.
fn visible(page: &str) -> String {
    let (mut words, mut rest) = (String::new(), page);
    while let Some((before, tag)) = rest.split_once('<') {
        words.push_str(before);
        words.push('\n');
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
        let end = ["script", "style", "code"]
            .into_iter()
            .find(|prefix| name.starts_with(prefix));
        let english = name
            .contains("lang=\"en\"")
            .then(|| name.split(' ').next().unwrap());
        rest = match end.or(english) {
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
        for (english, translated) in rows() {
            let whole = |text: &str| words.lines().any(|line| line.trim() == text);
            let same = translated[usize::from(language == Language::German)] == english;
            // Single words may be the same in a word of another label, or a name in the archive.
            if !same && english.contains(' ') {
                assert!(!whole(english), "{tag}: {english}");
            }
        }
    }
}

#[test]
fn the_script_has_labels_that_only_its_data_name() {
    let labels = Language::German.for_script("t('any')");
    for (english, german) in [
        ("any", "alle"),
        ("over the board", "am Brett"),
        ("thrown away", "verschenkt"),
    ] {
        assert_eq!(labels["labels"][english], german);
    }
    assert_eq!(labels["labels"].as_object().unwrap().get("Close"), None);
    assert_eq!(
        Language::English.for_script("t('any')")["labels"],
        serde_json::json!({})
    );
}

#[test]
fn numbers_are_written_as_the_language_writes_them() {
    for (language, number, share, size) in [
        (Language::English, "1,234,567", "12.5 %", "35.7 MB"),
        (
            Language::French,
            "1\u{202f}234\u{202f}567",
            "12,5 %",
            "35,7 Mo",
        ),
        (Language::German, "1.234.567", "12,5 %", "35,7 MB"),
    ] {
        assert_eq!(language.grouped(1_234_567), number);
        assert_eq!(language.percent(1, 8), share);
        assert_eq!(language.size(35_677_631), size);
    }
    assert_eq!(
        Language::French.count(0, "{0} game", "{0} games"),
        "0 partie"
    );
    assert_eq!(
        Language::German.count(0, "{0} game", "{0} games"),
        "0 Partien"
    );
    assert_eq!(
        Language::English.count(1, "{0} game", "{0} games"),
        "1 game"
    );
}

#[test]
fn sentences_of_the_ledger_are_said_in_each_language() {
    let data = sample::report();
    let claim = claims_of(&data.incidents[0].game).next().unwrap();
    let said = |language: Language| language.sentence(&claim.sentence());
    let english = claim.sentence().to_string();
    assert_eq!(said(Language::English), english);
    assert!(
        english.contains("White") || english.contains("Black"),
        "{english}"
    );
    for (language, names) in [
        (Language::French, ["Blancs", "Noirs"]),
        (Language::German, ["Weiß", "Schwarz"]),
    ] {
        let said = said(language);
        assert!(names.iter().any(|name| said.contains(name)), "{said}");
        assert!(!said.contains("claim"), "{said}");
    }
}
