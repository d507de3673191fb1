//! One key for all games of a player.
//!
//! The key is the first of these that a game gives:
//!
//! 1. `fide:` and the FIDE id (tags `WhiteFideId`, `BlackFideId`). Two ids are never one key.
//! 2. On a server, where a name of one word is an account: the venue and the account in lower case, `lichess:thibault`.
//! 3. The name in one form ([`fold_name`]).
//!
//! A key is conservative: names are equal only where they are spellings of the same words in a stated order. An initial is not
//! completed, since `Carlsen, H` may be Henrik or Hans, and nothing is transliterated. What is left apart can be put together
//! by who knows; what was put together cannot be told apart.

use audit960_types::{Venue, fold_letter};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Maximum bytes of a name that has a key: longer texts are no names.
const MAX_NAME: usize = 1_000;

/// Maximum FIDE id: nine digits.
const MAX_ID: i64 = 999_999_999;

/// Names in one form that name nobody.
const NOBODY: [&str; 6] = ["*", "nn", "n n", "unknown", "anonymous", "no name"];

/// A FIDE id; `None` for a placeholder and for anything that is no number.
#[must_use]
pub fn fide_id(text: &[u8]) -> Option<i64> {
    let digits = text.trim_ascii();
    if digits.is_empty() || digits.len() > 12 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits
        .iter()
        .fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
    (1..=MAX_ID).contains(&number).then_some(number)
}

/// Writes the key of a player into `key`; returns whether there is one.
pub fn write_player_key(
    name: Option<&str>,
    fide_id: Option<i64>,
    venue: Venue,
    key: &mut String,
) -> bool {
    key.clear();
    if let Some(id) = fide_id {
        key.push_str("fide:");
        key.push_str(&id.to_string());
        return true;
    }
    let name = name.unwrap_or_default().trim();
    fold_name(name, key);
    if key.is_empty() {
        return false;
    }
    if venue.is_server() && !name.contains(|letter: char| letter.is_whitespace() || letter == ',') {
        key.clear();
        key.push_str(venue.as_str());
        key.push(':');
        key.extend(name.chars().flat_map(char::to_lowercase));
    }
    true
}

/// Writes a name in one form into `folded`: lower case, without accents on Latin letters and without apostrophes, with one blank
/// where there are blanks, full stops, commas, colons, hyphens or underscores, and with the surname last if a comma follows it.
/// Empty for a name that names nobody (`?`, `N.N.`).
pub fn fold_name(name: &str, folded: &mut String) {
    folded.clear();
    if name.len() > MAX_NAME {
        return;
    }
    match name.split_once(',') {
        Some((surname, given)) => {
            fold_words(given, folded);
            fold_words(surname, folded);
        }
        None => fold_words(name, folded),
    }
    if NOBODY.contains(&folded.as_str()) || folded.bytes().all(|byte| b"? ".contains(&byte)) {
        folded.clear();
    }
}

/// Appends words, with a blank before each but the first of all.
fn fold_words(text: &str, folded: &mut String) {
    let mut is_between = true;
    for letter in text.nfd() {
        match letter {
            '.' | ',' | ':' | '-' | '_' | '\u{2010}'..='\u{2015}' => is_between = true,
            _ if letter.is_whitespace() => is_between = true,
            '\'' | '`' | '\u{b4}' | '\u{2bc}' | '\u{2018}' | '\u{2019}' => {}
            // Marks of other scripts are part of the letter.
            _ if is_combining_mark(letter)
                && folded.ends_with(|letter: char| letter.is_ascii_lowercase()) => {}
            _ => {
                if is_between && !folded.is_empty() {
                    folded.push(' ');
                }
                is_between = false;
                letter
                    .to_lowercase()
                    .for_each(|small| fold_letter(small, folded));
            }
        }
    }
}

/// Whether two names in one form can be those of one person: each word of the one with fewer words is a word of the other, or
/// the beginning of one, or begins with one, in any order.
#[must_use]
pub fn may_be_one_person(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
        // The longest decide most.
        words.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        words
    };
    let (mut fewer, mut more) = (words(one), words(other));
    if fewer.len() > more.len() {
        std::mem::swap(&mut fewer, &mut more);
    }
    let mut take = |fits: &dyn Fn(&str) -> bool| {
        let found = more.iter().position(|word| fits(word));
        found.map(|at| more.remove(at)).is_some()
    };
    fewer.retain(|word| !take(&|other| other == word));
    fewer
        .iter()
        .all(|word| take(&|other| other.starts_with(word.as_str()) || word.starts_with(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, venue: Venue) -> Option<String> {
        let mut key = String::new();
        write_player_key(Some(name), None, venue, &mut key).then_some(key)
    }

    /// Written before the code: what is one name, and what is not.
    #[test]
    fn spellings_of_one_name_have_one_key() {
        for (one, other) in [
            ("Carlsen, Magnus", "Magnus Carlsen"),
            ("Carlsen,Magnus", "CARLSEN, MAGNUS"),
            ("Carlsen , Magnus ", "  Magnus   Carlsen"),
            ("Hübner, Robert", "Hubner, Robert"),
            ("Hu\u{308}bner, Robert", "Hübner, Robert"),
            ("Kasimdzhanov, Rustam", "kasimdzhanov,rustam"),
            ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"),
            ("O'Kelly de Galway, Alberic", "Alberic O’Kelly de Galway"),
            ("Short, N.", "N Short"),
            ("Capablanca, J.R.", "J. R. Capablanca"),
            ("Duda, Jan-Krzysztof", "Jan Krzysztof Duda"),
            ("Đurić, Stefan", "Duric, Stefan"),
            ("Wojtaszek, Radosław", "Radoslaw Wojtaszek"),
            ("Nguyễn, Ngọc Trường Sơn", "Nguyen, Ngoc Truong Son"),
            ("Каспаров, Гарри", "гарри каспаров"),
            ("Großmann, A", "Grossmann, A"),
            ("Ødegaard, J", "Odegaard, J"),
        ] {
            let found = key(one, Venue::OverTheBoard);
            assert!(found.is_some(), "{one}");
            assert_eq!(found, key(other, Venue::OverTheBoard), "{one} / {other}");
        }
    }

    #[test]
    fn names_beyond_the_limit_have_no_key() {
        let longest = "x".repeat(MAX_NAME);
        assert_eq!(key(&longest, Venue::OverTheBoard), Some(longest.clone()));
        assert_eq!(key(&format!("{longest}x"), Venue::OverTheBoard), None);
    }

    #[test]
    fn names_that_may_be_others_have_keys_of_their_own() {
        for (one, other) in [
            // An initial can be completed in several ways.
            ("Carlsen, M", "Carlsen, Magnus"),
            ("Fischer, Robert J", "Fischer, Robert James"),
            ("Fischer, Robert", "Fischer, Robert J"),
            // The comma says which is the surname; without it nothing does.
            ("Ma, Chao", "Chao, Ma"),
            ("Wei Yi", "Yi Wei"),
            ("Carlsen Magnus", "Magnus Carlsen"),
            // Transliterations.
            ("Huebner, Robert", "Hübner, Robert"),
            ("Nepomniachtchi, Ian", "Nepomnyashchiy, Ian"),
            ("Каспаров, Гарри", "Kasparov, Garry"),
            // Letters that differ by more than an accent, in other scripts too.
            ("Юрий", "Юрии"),
            ("Polgar, Judit", "Polgar, Sofia"),
            ("Carlsen", "Carlsen, Magnus"),
            ("Stockfish 1.1", "Stockfish 11"),
            ("C++ Engine", "C Engine"),
            ("Wang, Yue (CHN)", "Wang, Yue"),
        ] {
            let keys = [one, other].map(|name| key(name, Venue::OverTheBoard));
            assert!(keys.iter().all(Option::is_some), "{one} / {other}");
            assert_ne!(keys[0], keys[1], "{one} / {other}");
        }
    }

    #[test]
    fn nobody_has_no_key() {
        let long = "x".repeat(MAX_NAME + 1);
        for name in [
            "",
            " ",
            "?",
            "??",
            "-",
            "N.N.",
            "NN",
            "n. n.",
            "Anonymous",
            "Unknown",
            "...",
            &long,
        ] {
            assert_eq!(key(name, Venue::OverTheBoard), None, "{name}");
            assert_eq!(key(name, Venue::Lichess), None, "{name}");
        }
    }

    #[test]
    fn accounts_are_those_of_their_server() {
        let found = key("Dr_Nykterstein", Venue::Lichess);
        assert_eq!(found.as_deref(), Some("lichess:dr_nykterstein"));
        assert_eq!(found, key("DR_NYKTERSTEIN", Venue::Lichess));
        assert_ne!(found, key("Dr-Nykterstein", Venue::Lichess));
        assert_ne!(found, key("Dr_Nykterstein", Venue::ChessCom));
        // A name of several words is no account.
        let person = key("Carlsen, Magnus", Venue::ChessCom);
        assert_eq!(person.as_deref(), Some("magnus carlsen"));
        assert_eq!(key("Carlsen,Magnus", Venue::Lichess), person);
    }

    #[test]
    fn an_id_goes_before_the_name() {
        let mut key = String::new();
        assert!(write_player_key(
            None,
            Some(1_503_014),
            Venue::Lichess,
            &mut key
        ));
        assert_eq!(key, "fide:1503014");
        // No name can be such a key.
        assert!(write_player_key(
            Some("fide:1503014"),
            None,
            Venue::Unknown,
            &mut key
        ));
        assert_eq!(key, "fide 1503014");
    }

    #[test]
    fn ids_are_numbers() {
        for (text, id) in [
            ("1503014", Some(1_503_014)),
            (" 4650891 ", Some(4_650_891)),
            ("0", None),
            ("", None),
            ("-", None),
            ("?", None),
            ("-5", None),
            ("15O3014", None),
            ("999999999", Some(999_999_999)),
            ("1000000000", None),
            ("000001503014", Some(1_503_014)),
            ("0000001503014", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(fide_id(text.as_bytes()), id, "{text}");
        }
    }

    #[test]
    fn names_of_two_persons_have_a_word_of_their_own() {
        for (one, other, same) in [
            ("magnus carlsen", "m carlsen", true),
            ("magnus carlsen", "carlsen", true),
            ("magnus carlsen", "carlsen magnus", true),
            ("robert james fischer", "robert j fischer", true),
            ("r fischer", "robert james fischer", true),
            ("alex ivanov", "alexander ivanov", true),
            ("alexander ivanov", "sergey ivanov", false),
            ("judit polgar", "sofia polgar", false),
            ("m carlsen", "h carlsen", false),
            ("ian nepomniachtchi", "ian nepomnyashchiy", false),
            ("magnus carlsen", "drnykterstein", false),
        ] {
            assert_eq!(may_be_one_person(one, other), same, "{one} / {other}");
            assert_eq!(may_be_one_person(other, one), same, "{other} / {one}");
        }
    }
}
