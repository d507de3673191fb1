//! Which players and dates count as the same.
//!
//! Names are compared in lower case, without accents and punctuation. After a comma only the first
//! letter of the given names counts: `Carlsen, Magnus`, `Carlsen,M` and `CARLSEN, M.` are one player.
//! Without a comma the whole name counts: `Magnus Carlsen` is another player, since nothing says which
//! word is the family name. Colours matter. Names of nobody (`?`, `NN`, `Anonymous`) and dates that are
//! not known to the day are never the same.

use audit960_types::fold_letter;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use xxhash_rust::xxh3::xxh3_64;

/// Names that stand for nobody, normalised.
const NOBODY: [&str; 5] = ["", "nn", "n n", "anonymous", "unknown"];

/// Hash of both players; `None` if one of them is not known. `scratch` is a buffer for the text that is
/// hashed.
#[must_use]
pub fn names_key(white: &str, black: &str, scratch: &mut String) -> Option<u64> {
    push_names(white, black, scratch)?;
    Some(xxh3_64(scratch.as_bytes()))
}

/// Hash of both players and the date; `None` if one of them is not known. `scratch` is a buffer for
/// the text that is hashed.
#[must_use]
pub fn players_key(white: &str, black: &str, date: &str, scratch: &mut String) -> Option<u64> {
    push_names(white, black, scratch)?;
    scratch.push('|');
    push_date(date, scratch)?;
    Some(xxh3_64(scratch.as_bytes()))
}

/// Writes both names, normalised; `None` if one of them stands for nobody.
fn push_names(white: &str, black: &str, out: &mut String) -> Option<()> {
    out.clear();
    push_name(white, out)?;
    out.push('|');
    push_name(black, out)
}

/// Appends a name, normalised; `None` if it stands for nobody.
fn push_name(name: &str, out: &mut String) -> Option<()> {
    let from = out.len();
    let (family, given) = match name.split_once(',') {
        Some((family, given)) => (
            family,
            given.chars().find(|letter| letter.is_alphanumeric()),
        ),
        None => (name, None),
    };
    for word in family
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|w| !w.is_empty())
    {
        if out.len() > from {
            out.push(' ');
        }
        word.chars().for_each(|letter| push_plain(letter, out));
    }
    if NOBODY.contains(&&out[from..]) {
        return None;
    }
    if let Some(initial) = given {
        out.push(' ');
        push_plain(initial, out);
    }
    Some(())
}

/// Appends a letter in lower case and without accent.
fn push_plain(letter: char, out: &mut String) {
    if letter.is_ascii() {
        out.push(letter.to_ascii_lowercase());
        return;
    }
    for part in letter.nfd() {
        // Marks of other scripts are part of the letter.
        if is_combining_mark(part) && out.ends_with(|before: char| before.is_ascii_lowercase()) {
            continue;
        }
        part.to_lowercase()
            .for_each(|small| fold_letter(small, out));
    }
}

/// Appends a date as `YYYYMMDD`, however its parts are separated; `None` if it is not known to the day.
fn push_date(date: &str, out: &mut String) -> Option<()> {
    let mut parts = date.trim().split(['.', '-', '/']);
    for (longest, greatest) in [(4, 9999), (2, 12), (2, 31)] {
        let part = parts.next()?;
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = part
            .parse()
            .ok()
            .filter(|_| digits && part.len() <= longest)?;
        if !(1..=greatest).contains(&number) || longest == 4 && part.len() != 4 {
            return None;
        }
        out.extend((part.len()..longest).map(|_| '0'));
        out.push_str(part);
    }
    parts.next().is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<String> {
        let mut out = String::new();
        push_name(text, &mut out).map(|()| out)
    }

    fn date(text: &str) -> Option<String> {
        let mut out = String::new();
        push_date(text, &mut out).map(|()| out)
    }

    #[test]
    fn one_player_in_several_spellings() {
        for text in [
            "Carlsen, Magnus",
            "Carlsen,M",
            "CARLSEN, M.",
            " carlsen ,  magnus",
        ] {
            assert_eq!(name(text).as_deref(), Some("carlsen m"), "{text}");
        }
        for text in ["Hübner, Robert", "HÜBNER,R", "Hubner, R"] {
            assert_eq!(name(text).as_deref(), Some("hubner r"), "{text}");
        }
        assert_eq!(name("Vachier-Lagrave, Maxime"), name("Vachier Lagrave,M"));
        assert_eq!(name("Đurić, Stefan").as_deref(), Some("duric s"));
        assert_eq!(name("ŁUKASZ").as_deref(), Some("lukasz"));
        assert_eq!(name("İnan, Ozan").as_deref(), Some("inan o"));
        assert_eq!(name("Nguyễn, Ngọc").as_deref(), Some("nguyen n"));
    }

    #[test]
    fn several_players() {
        assert_ne!(name("Carlsen, Magnus"), name("Magnus Carlsen"));
        assert_ne!(name("Polgar, Judit"), name("Polgar, Susan"));
        assert_ne!(
            name("Stockfish 16 64-bit 4CPU"),
            name("Shredder 13 64-bit 4CPU")
        );
        assert_ne!(name("DrNykterstein"), name("Dr Nykterstein"));
        assert_ne!(name("Карпов, А"), name("Каспаров, Г"));
        assert_ne!(name("Андрейкин, Д"), name("Андреикин, Д"));
    }

    #[test]
    fn nobody() {
        for text in [
            "",
            "?",
            "NN",
            "N.N.",
            "nn, ?",
            " - ",
            "Anonymous",
            ", Magnus",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
        let key = |white, black, date| players_key(white, black, date, &mut String::new());
        assert_eq!(key("Tal", "?", "1960.03.15"), None);
        assert_eq!(key("?", "Tal", "1960.03.15"), None);
        assert_eq!(key("Tal", "Botvinnik", "1960.??.??"), None);
    }

    #[test]
    fn dates_are_known_to_the_day_or_not_at_all() {
        for text in ["2019.02.03", "2019-02-03", "2019/2/3", " 2019.2.03 "] {
            assert_eq!(date(text).as_deref(), Some("20190203"), "{text}");
        }
        for text in [
            "2019.02.??",
            "2019",
            "2019.13.01",
            "2019.00.10",
            "19.02.03",
            "2019.02.03.04",
            "2019.+2.03",
            "",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn colours_and_borders_between_names_matter() {
        let key = |white, black| players_key(white, black, "1960.03.15", &mut String::new());
        assert_eq!(key("Tal, M", "Botvinnik"), key("TAL, Mikhail", "botvinnik"));
        assert_ne!(key("Tal", "Botvinnik"), key("Botvinnik", "Tal"));
        assert_ne!(key("a b", "c"), key("a", "b c"));
    }
}
