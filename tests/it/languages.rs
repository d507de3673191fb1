//! Every sentence in every language: the files of texts agree with each other and with the code, and what commands say of
//! claims is in the language that was asked for.
//!
//! Expectations are what players say in that language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use audit960_law::{DrawRule, LawTable, VenueKind, VenueTable};
use audit960_ledger::ClaimTruth;
use audit960_report::Language;
use audit960_types::{
    Choice as _, Code, EndReason, Outcome, Population, RunEnd, TableValue, TimeClass, UnknownReason,
};
use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser::parse;

use crate::folder::{Folder, Has as _, files_below};

/// A message of one language.
#[derive(Default)]
struct Said {
    /// The names of its places.
    places: BTreeSet<String>,
    /// The labels that it chooses by, each with its place; forms of plurals are the language's own.
    labels: BTreeSet<(String, String)>,
    /// The messages that it contains.
    parts: BTreeSet<String>,
    /// Its text, with `x` for each place.
    text: String,
}

impl Said {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.text.push_str(value),
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => {
                self.text.push('x');
                self.inline(inline);
            }
            Expression::Select { selector, variants } => {
                let place = self.inline(selector);
                let plural = ["zero", "one", "two", "few", "many", "other"];
                for variant in variants {
                    if let VariantKey::Identifier { name } = variant.key
                        && !plural.contains(&name)
                    {
                        self.labels.insert((place.clone(), name.to_owned()));
                    }
                    self.pattern(&variant.value);
                    self.text.push('|');
                }
            }
        }
    }

    /// The name of its place.
    fn inline(&mut self, inline: &InlineExpression<&str>) -> String {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.places.insert(id.name.to_owned());
                id.name.to_owned()
            }
            InlineExpression::MessageReference { id, .. } => {
                self.parts.insert(id.name.to_owned());
                String::new()
            }
            InlineExpression::FunctionReference { arguments, .. } => {
                self.inline(&arguments.positional[0])
            }
            InlineExpression::StringLiteral { .. } => String::new(),
            other => panic!("{other:?}"),
        }
    }
}

/// The messages of a language by key; those that others contain give them their places.
fn messages(language: Language) -> BTreeMap<String, Said> {
    let mut found = BTreeMap::new();
    for file in language.files() {
        for entry in parse(file).unwrap().body {
            match entry {
                Entry::Message(message) => {
                    let mut said = Said::default();
                    said.pattern(&message.value.unwrap());
                    let key = message.id.name.to_owned();
                    for attribute in &message.attributes {
                        let mut said = Said::default();
                        said.pattern(&attribute.value);
                        found.insert(format!("{key}.{}", attribute.id.name), said);
                    }
                    assert!(
                        found.insert(key, said).is_none(),
                        "{} twice",
                        message.id.name
                    );
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    // Parts have no parts themselves, or their parts have none.
    for _ in 0..2 {
        let places: BTreeMap<String, BTreeSet<String>> = found
            .iter()
            .map(|(key, said)| (key.clone(), said.places.clone()))
            .collect();
        for said in found.values_mut() {
            for part in &said.parts {
                said.places.extend(places[part].iter().cloned());
            }
        }
    }
    found
}

/// A language may leave out the side of a turn, where its sentence says whose turn it is. No language adds markup.
#[test]
fn all_languages_have_the_same_keys_places_and_labels() {
    let english = messages(Language::English);
    assert!(english.len() > 200, "{}", english.len());
    for language in [Language::French, Language::German] {
        let other = messages(language);
        // What findings mean, and what is done about them, is in the catalogue in English.
        let (findings, keys): (Vec<&String>, Vec<&String>) =
            other.keys().partition(|key| key.starts_with("finding-"));
        assert_eq!(keys, english.keys().collect::<Vec<_>>(), "{language:?}");
        let codes = Code::ALL
            .iter()
            .map(|code| format!("finding-{}", code.name()))
            .flat_map(|key| [format!("{key}.action"), key]);
        let codes: BTreeSet<String> = codes.collect();
        assert_eq!(
            findings.into_iter().cloned().collect::<BTreeSet<_>>(),
            codes
        );
        for (key, said) in &other {
            let tag = language.name();
            let Some(english) = english.get(key) else {
                continue;
            };
            let places = |said: &Said| -> BTreeSet<String> {
                let places = said.places.iter();
                // The noun of a number that stands beside it may be the same for all numbers.
                let is_free =
                    |place: &str| place == "side" || key.starts_with("noun-") && place == "count";
                places.filter(|place| !is_free(place)).cloned().collect()
            };
            assert_eq!(places(said), places(english), "{tag}: {key}");
            let tags = |text: &str| text.split('<').skip(1).count();
            assert_eq!(tags(&said.text), tags(&english.text), "{tag}: {key}");
            let chosen = |place: &String| said.labels.iter().any(|(by, _)| by == place);
            let labels = english.labels.iter();
            let labels: BTreeSet<_> = labels
                .filter(|(place, _)| place != "side" || chosen(place))
                .cloned()
                .collect();
            assert_eq!(said.labels, labels, "{tag}: {key}");
        }
    }
}

/// The program of a source file, without its tests and comments.
fn program(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = program.lines().map(str::trim_start);
    lines
        .filter(|line| !line.starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Texts between quotes that look like a key; names that users type are declared as `= "…"`.
fn literals(program: &str) -> BTreeSet<String> {
    let pieces: Vec<&str> = program.split('"').collect();
    let mut found = BTreeSet::new();
    for (at, text) in pieces.iter().enumerate() {
        let is_key = text.contains('-')
            && !text.ends_with('-')
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let is_name = at > 0 && pieces[at - 1].ends_with("= ");
        if is_key && !is_name {
            found.insert((*text).to_owned());
        }
    }
    found
}

#[test]
fn every_key_of_the_code_is_in_the_files_and_the_other_way_round() {
    let english = messages(Language::English);
    let labels: BTreeSet<&str> = english
        .values()
        .flat_map(|said| said.labels.iter().map(|(_, label)| label.as_str()))
        .collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut all = files_below(&crates);
    all.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    all.retain(|path| !path.to_string_lossy().contains("tests"));
    // Labels of the page are named by their English text; its own tests look for them.
    let (mut code, mut missing) = (String::new(), Vec::new());
    for path in &all {
        let program = program(path);
        if ["message!(", ".word(", "language.count(", "COUNTS"]
            .iter()
            .any(|call| program.contains(call))
        {
            for key in literals(&program) {
                if !english.contains_key(&key) && !labels.contains(key.as_str()) {
                    missing.push(format!("{}: {key}", path.display()));
                }
            }
            code.push_str(&program);
        }
    }
    assert!(missing.is_empty(), "no message {missing:#?}");
    let parts: BTreeSet<&String> = english.values().flat_map(|said| &said.parts).collect();
    let unused: Vec<&String> = english
        .keys()
        .filter(|key| {
            !key.starts_with("page-")
                && !key.contains("-note-")
                && !parts.contains(key)
                && !code.contains(&format!("\"{key}\""))
        })
        .collect();
    assert!(unused.is_empty(), "nothing says {unused:#?}");
}

/// What a sheet says of its law and of its venue: of claims by fifty moves or repetition, and by endgame tables.
#[test]
fn notes_of_the_tables_of_law_are_in_every_language() {
    let law = LawTable::builtin().rows().iter();
    let law = law.flat_map(|row| [&row.source, &row.certainty]);
    let rules = [DrawRule::Fifty, DrawRule::Threefold];
    let venues = VenueTable::builtin().rows().iter();
    let venues = venues.filter(|row| {
        let is_by_tables = matches!(row.kind, VenueKind::Tablebases(_));
        rules.contains(&row.rule) || is_by_tables
    });
    let notes: BTreeSet<&String> = law
        .chain(venues.flat_map(|row| [&row.source, &row.certainty]))
        .collect();
    let said = |language| -> BTreeSet<String> {
        let messages = messages(language).into_iter();
        let notes = messages.filter(|(key, _)| key.contains("-note-"));
        notes.map(|(_, said)| said.text).collect()
    };
    let english = said(Language::English);
    assert_eq!(english.iter().collect::<BTreeSet<_>>(), notes);
    for language in [Language::French, Language::German] {
        let said = said(language);
        // "certain" is French, too.
        let unsaid: Vec<_> = said.intersection(&english).collect();
        assert!(
            unsaid.iter().all(|note| *note == "certain"),
            "{language:?}: {unsaid:#?}"
        );
        assert_eq!(said.len(), notes.len());
    }
}

/// A value that a message does not know would be said as the last one that it does.
#[test]
fn messages_know_every_value_that_they_choose_by() {
    let english = messages(Language::English);
    let labels = |key: &str, place: &str| -> BTreeSet<String> {
        let labels = english[key].labels.iter();
        let labels = labels.filter(|(by, _)| by == place);
        labels.map(|(_, label)| label.clone()).collect()
    };
    fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> BTreeSet<String> {
        all.iter().map(|value| name(*value).to_owned()).collect()
    }
    assert_eq!(
        labels("outcome", "outcome"),
        names(Outcome::ALL, Outcome::as_str)
    );
    let ends = names(RunEnd::ALL, RunEnd::as_str);
    assert_eq!(labels("run-ended-by", "end"), ends);
    assert!(labels("run-end", "end").is_superset(&ends));
    assert_eq!(
        labels("end-reason", "reason"),
        names(EndReason::ALL, EndReason::as_str)
    );
    let values = names(TableValue::ALL, TableValue::as_str);
    assert_eq!(labels("value", "value"), values);
    let cases = names(ClaimTruth::ALL, ClaimTruth::name);
    assert_eq!(labels("truth", "case"), cases);
    assert_eq!(labels("value-noun", "value"), values);
    assert_eq!(
        labels("tables-reason", "reason"),
        names(UnknownReason::ALL, UnknownReason::as_str)
    );
    let speeds = labels("stratum-speed", "speed");
    assert!(speeds.is_superset(&names(TimeClass::ALL, TimeClass::as_str)));
    let populations = labels("stratum", "population");
    assert!(populations.is_superset(&names(Population::ALL, Population::as_str)));
}

/// In French a narrow no-break blank stands before signs of two parts, and within guillemets.
#[test]
fn french_has_narrow_blanks_before_signs_of_two_parts() {
    for (key, said) in messages(Language::French) {
        let text: Vec<char> = said.text.chars().collect();
        for (at, sign) in text.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| text[before]);
            if ";:!?»".contains(*sign) {
                assert_eq!(before, Some('\u{202f}'), "{key}: {}", said.text);
            }
            if *sign == '«' {
                assert_eq!(text.get(at + 1), Some(&'\u{202f}'), "{key}: {}", said.text);
            }
        }
    }
}

/// What commands say of the claims of `fifty-move-classics.pgn` in a language, its game 10 by name.
fn said(language: &str) -> [String; 4] {
    let folder = Folder::new();
    let archive = "data/archive/fifty-move-classics.pgn";
    let sheet = folder.path("sheet.html");
    let tags =
        "[Event \"x\"]\n[Site \"Berlin\"]\n[Date \"2022.01.01\"]\n[White \"A\"]\n[Black \"B\"]";
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    let open = folder.write("open.pgn", format!("{tags}\n[Result \"*\"]\n\n{moves} *\n"));
    printed!("draws sheet {archive} 10 --out {sheet} --lang {language}");
    [
        printed!("draws {archive} --lang {language}"),
        printed!("draws claim {archive} 10 --move 136b --lang {language}"),
        printed!("draws watch {open} --once --lang {language}"),
        std::fs::read_to_string(sheet).unwrap(),
    ]
}

/// The sentences are those of a reader of both languages.
#[test]
fn every_command_on_claims_speaks_the_language_that_is_asked_for() {
    let [list, claim, watch, sheet] = said("fr");
    let list = list.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    list.has("136... les Noirs, qui ont perdu, pouvaient réclamer (9.3.2), une dernière fois au 142e coup");
    list.has("Articles des Règles du jeu de 2023\u{202f}: ");
    claim.has("les Noirs réclament la nulle avant 136...");
    claim.has("9.2 b non\u{202f}: la position se produit pour la première fois");
    watch.has("après 4. Ng1, les Noirs peuvent réclamer\u{202f}: 9.2.1 avec Ng8");
    sheet.has("<html lang=\"fr\">");
    sheet
        .has("<dt>Occasions du perdant</dt><dd><bdi>au 136e coup, une dernière fois au 142e</bdi>");
    sheet.has("aucune feuille de partie ne montre ce qui s'est dit");
    sheet.has("<bdi>Certain pour les parties jouées sous la FIDE. ");
    let [list, claim, watch, sheet] = said("de");
    let list = list.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    list.has("136... Schwarz verlor und konnte reklamieren (9.3.2), zuletzt vor dem 142. Zug");
    claim.has("Schwarz reklamiert Remis vor 136...");
    claim.has("9.2 b nein: die Stellung kommt zum ersten Mal vor");
    watch.has("nach 4. Ng1: Schwarz kann reklamieren: 9.2.1 mit Ng8");
    sheet.has("<html lang=\"de\">");
    sheet.has("(FIDE-Regeln, 9.3; nationale Regeln können abgewichen sein)");
    sheet.has("<dt>Gelegenheiten des Verlierers</dt><dd><bdi>vor dem 136. Zug, zuletzt vor dem 142.</bdi>");
    let [list, claim, watch, sheet] = said("en");
    assert_eq!(list, printed!("draws data/archive/fifty-move-classics.pgn"));
    claim.has("Black claims a draw before 136...");
    watch.has("after 4. Ng1 Black may claim 9.2.1 with Ng8");
    sheet.has("<html lang=\"en\">");
}

/// Programs read the same in every language.
#[test]
fn data_are_in_english_whatever_the_language() {
    let archive = "data/archive/fifty-move-classics.pgn";
    for format in ["json", "csv"] {
        let asked = format!("draws {archive} --format {format}");
        assert_eq!(
            printed!("{asked} --lang fr"),
            printed!("{asked}"),
            "{format}"
        );
    }
    let ruling = format!("draws claim {archive} 10 --move 136b --format json");
    assert_eq!(printed!("{ruling} --lang de"), printed!("{ruling}"));
}

/// Articles had letters until 30 June 2017, and no number of 1991 is known: a sheet has the numbers of the day of its game
/// alone. The fifth occurrence ends games since July 2014.
#[test]
fn a_sheet_has_one_edition_of_the_articles() {
    let folder = Folder::new();
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4";
    let of_2009 = ["9.2 a", "9.2 b"];
    let of_2014 = ["9.2 a", "9.2 b", "9.6 a"];
    let of_2017 = ["9.2.1", "9.2.2", "9.6.1"];
    let all = [&of_2014[..], &of_2017].concat();
    for (date, own) in [
        ("1991.05.05", &[][..]),
        ("2010.05.05", &of_2009),
        ("2015.05.05", &of_2014),
        ("2021.05.05", &of_2017),
    ] {
        let tags = format!(
            "[Event \"x\"]\n[Site \"Berlin\"]\n[Date \"{date}\"]\n[White \"A\"]\n[Black \"B\"]"
        );
        let game = folder.write(
            "game.pgn",
            format!("{tags}\n[Result \"*\"]\n\n{shuffle} *\n"),
        );
        let out = folder.path(&format!("{date}.html"));
        printed!("draws sheet {game} 1 --out {out}");
        let page = std::fs::read_to_string(&out).unwrap();
        let (_, body) = page.split_once("<body>").unwrap();
        for number in &all {
            assert_eq!(
                body.contains(number),
                own.contains(number),
                "{date}: {number}"
            );
        }
        let heading = match own {
            [] => "<h3>Article: repetition with the intended move</h3>".to_owned(),
            own => format!("<h3>Article {}</h3>", own[0]),
        };
        body.has(&heading);
        body.has("Articles have the numbers of the Laws in force on the day of the game");
        // So has the game with comments.
        let comments = printed!("draws {game} --format pgn");
        for number in all.iter().filter(|number| !own.contains(number)) {
            assert!(!comments.contains(number), "{date}: {comments}");
        }
    }
}
